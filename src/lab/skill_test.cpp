#include "lab/skill.hpp"

#include <gtest/gtest.h>

namespace lifetable::lab {
namespace {

TEST(Skill, IsMeasuredWithMoreThoughtTheMoreSamplesThereAre) {
  EXPECT_TRUE(skill_points(1).empty());
  std::size_t points = 0;
  for (const std::int64_t samples : {2, 20, 100, 1000, 10'000}) {
    EXPECT_GE(skill_points(samples).size(), points);
    points = skill_points(samples).size();
  }
  EXPECT_EQ(points, 6u);
  EXPECT_EQ(skill_points(100)[0].bot, "thoughtful");
  EXPECT_EQ(skill_points(100)[0].among, "random");
  EXPECT_EQ(skill_points(100)[1].bot, "search/10");
}

TEST(Skill, OfThoughtAmongRandomPlayersShows) {
  TableOptions table{.game = "cradle", .options = {}, .threads = 2};
  table.options.set("players", "3");
  SkillPoint point{.bot = "thoughtful", .among = "random", .deals = 60, .interval = {}};
  const std::atomic<bool> stop = false;
  ASSERT_TRUE(measure_skill(table, point, [](std::int64_t) {}, stop));
  EXPECT_EQ(point.deals, 60);
  EXPECT_GT(point.interval.low, 1.0 / 3);
  EXPECT_TRUE(point.interval.has(point.share));
  EXPECT_LE(point.share, 1);
}

TEST(Skill, OfTheWeakerShowsToo) {
  TableOptions table{.game = "alive", .options = {}, .threads = 2};
  table.options.set("players", "2");
  SkillPoint point{.bot = "random", .among = "thoughtful", .deals = 100, .interval = {}};
  const std::atomic<bool> stop = false;
  ASSERT_TRUE(measure_skill(table, point, [](std::int64_t) {}, stop));
  EXPECT_LT(point.interval.high, .5);
}

}  // namespace
}  // namespace lifetable::lab

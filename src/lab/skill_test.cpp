// SPDX-License-Identifier: Apache-2.0
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

SkillPoint measured(std::string game, int players, SkillPoint point) {
  TableOptions table{.game = std::move(game), .options = {}, .threads = 2};
  table.options.set("players", std::to_string(players));
  const std::atomic<bool> stop = false;
  EXPECT_TRUE(measure_skill(table, point, [](std::int64_t) {}, stop));
  return point;
}

TEST(Skill, OfThoughtAmongRandomPlayersShows) {
  const SkillPoint point =
      measured("cradle", 3, {.bot = "thoughtful", .among = "random", .deals = 60, .interval = {}});
  EXPECT_EQ(point.deals, 60);
  EXPECT_GT(point.interval.low, 1.0 / 3);
  EXPECT_TRUE(point.interval.has(point.share));
  EXPECT_LE(point.share, 1);
}

TEST(Skill, OfTheWeakerShowsToo) {
  const SkillPoint point =
      measured("alive", 2, {.bot = "random", .among = "thoughtful", .deals = 100, .interval = {}});
  EXPECT_LT(point.interval.high, .5);
}

}  // namespace
}  // namespace lifetable::lab

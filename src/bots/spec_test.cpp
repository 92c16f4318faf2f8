// SPDX-License-Identifier: Apache-2.0
#include "bots/spec.hpp"

#include <gtest/gtest.h>

namespace lifetable::bots {
namespace {

std::string error_of(std::string_view text) {
  const auto spec = bot_from(text);
  return spec ? "" : spec.error().message;
}

TEST(Spec, ReadsTimesPlayoutsAndSettings) {
  EXPECT_EQ(bot_from("random")->kind, BotSpec::random);
  EXPECT_EQ(bot_from("thoughtful")->kind, BotSpec::thoughtful);
  EXPECT_EQ(bot_from("search/100ms")->settings.budget, (Budget{.playouts = 0, .seconds = .1}));
  EXPECT_EQ(bot_from("search/1.5s")->settings.budget, (Budget{.playouts = 0, .seconds = 1.5}));
  EXPECT_EQ(bot_from("search/5000")->settings.budget, (Budget{.playouts = 5000, .seconds = 0}));
  EXPECT_EQ(bot_from("search/5000/1s")->settings.budget, (Budget{.playouts = 5000, .seconds = 1}));
  const SearchSettings settings = bot_from(
                                      "search/10ms/rollouts=random/threads=2/memory=100KB/explore=.5/"
                                      "bias=.25/others=.75/breaks=0/particles=50")
                                      ->settings;
  EXPECT_EQ(settings.rollouts, Rollouts::random);
  EXPECT_EQ(settings.threads, 2);
  EXPECT_EQ(settings.memory, 102'400u);
  EXPECT_EQ(settings.explore, .5);
  EXPECT_EQ(settings.bias, .25);
  EXPECT_EQ(settings.others, .75);
  EXPECT_EQ(settings.breaks, 0);
  EXPECT_EQ(settings.particles, 50);
}

TEST(Spec, EveryNamedBotCanBeRead) {
  for (const BotInfo& bot : all_bots()) EXPECT_TRUE(bot_from(bot.name)) << bot.name;
}

TEST(Spec, SaysWhatIsWrongAndWhatThereIs) {
  EXPECT_NE(error_of("genius").find("there is no bot 'genius'; there are: random ("), std::string::npos);
  EXPECT_NE(error_of("").find("there is no bot ''"), std::string::npos);
  EXPECT_EQ(error_of("thoughtful/1s"), "thoughtful has no settings; only search has, as in search/100ms");
  for (const auto* bad : {"search/0", "search/-5", "search/5x", "search/99999s", "search/1.5", "search/0ms",
                          "search/99999999999999999999"})
    EXPECT_NE(error_of(bad).find("is no budget of a search; write a time such as 100ms"), std::string::npos)
        << bad;
  EXPECT_NE(error_of("search/1s/depth=3").find("a search has no setting 'depth'; it has: rollouts= ("),
            std::string::npos);
  EXPECT_EQ(error_of("search/1s/threads=0"), "threads=0 is not possible: threads must be 1 to 64");
  EXPECT_EQ(error_of("search/memory=1KB"),
            "memory=1KB is not possible: memory must be such as 64MB or 100KB");
  EXPECT_EQ(error_of("search/threads=2/memory=16KB"),
            "2 threads need at least 32KB of memory; set memory= to more");
  EXPECT_EQ(error_of("search/rollouts=clever"),
            "rollouts=clever is not possible: rollouts must be thoughtful or random");
}

}  // namespace
}  // namespace lifetable::bots

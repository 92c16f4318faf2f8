// SPDX-License-Identifier: Apache-2.0
#include "play/rulebook.hpp"

#include <gtest/gtest.h>

#include "play/registry.hpp"

namespace lifetable::play {
namespace {

constexpr std::string_view kRules =
    "# Title\n\n## The turn\n\n**CG-1 First.** One thing. *Why:* because.\n\n**CG-2 Second one.** Two\nlines "
    "of `it`.\n";

TEST(Rulebook, ReadsNumberTitleTextAndTheHeadingAbove) {
  const auto all = clauses(kRules, "CG");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].id, "CG-1");
  EXPECT_EQ(all[1].title, "Second one");
  EXPECT_EQ(all[1].text, "Two lines of it.");
  EXPECT_EQ(all[1].section, "The turn");
}

TEST(Rulebook, ARefusalCitesTheRuleWithoutItsReasons) {
  EXPECT_EQ(cite(kRules, "CG", Clause{1}), "CG-1 First: One thing.");
}

TEST(Rulebook, BeginsWithWhatTheGameIsAbout) {
  EXPECT_EQ(introduction("# Title\n\nOne *two*\nthree.\n\nfour"), "One two three.");
  for (const GameInfo* game : all_games()) EXPECT_GT(introduction(game->rules).size(), 100u);
}

TEST(Rulebook, EveryGameHasItsClauses) {
  for (const GameInfo* game : all_games()) {
    const auto all = clauses(game->rules, game->prefix);
    EXPECT_GE(all.size(), 20u) << game->name;
    for (const auto& clause : all) EXPECT_FALSE(clause.text.empty()) << clause.id;
  }
}

}  // namespace
}  // namespace lifetable::play

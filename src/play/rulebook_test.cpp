// SPDX-License-Identifier: Apache-2.0
#include "play/rulebook.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <gtest/gtest.h>

#include "core/texts.hpp"
#include "play/file.hpp"
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

/// The numbers that are written in digits, in order of size: {3, 16, 91} of "From 91 on (CG-16) 3 cards".
std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> numbers;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!std::isdigit(static_cast<unsigned char>(text[at]))) continue;
    if (at == 0 || !std::isdigit(static_cast<unsigned char>(text[at - 1]))) numbers.emplace_back();
    numbers.back() += text[at];
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

TEST(Rulebook, EveryLanguageSaysTheSameNumbers) {
  int languages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LIFETABLE_SOURCE_DIR "/texts")) {
    const std::string name = entry.path().filename().string();
    if (name == "en.txt" || name == "cases.txt") continue;  // the English clauses are those of docs/rules
    const auto file = read_file(entry.path().string());
    ASSERT_TRUE(file) << file.error().message;
    const auto texts = Texts::from(*file);
    ASSERT_TRUE(texts) << texts.error().message;
    ++languages;
    const auto expect_same = [&](const std::string& id, std::string_view text) {
      const std::string* const other = texts->find(id);
      ASSERT_TRUE(other) << name << " has no " << id;
      EXPECT_EQ(numbers_in(*other), numbers_in(text)) << name << ": " << id << " = " << *other << "\n"
                                                      << text;
    };
    for (const GameInfo* game : all_games()) {
      expect_same("rule." + std::string(game->name), introduction(game->rules));
      std::string section;
      for (const ClauseText& clause : clauses(game->rules, game->prefix)) {
        if (clause.section != section) expect_same("rule." + clause.id + ".section", clause.section);
        section = clause.section;
        expect_same("rule." + clause.id + ".title", clause.title);
        expect_same("rule." + clause.id, clause.text);
      }
    }
  }
  EXPECT_GE(languages, 2);
}

}  // namespace
}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// `lifetable texts`: what players read and texts/en.txt does not hold, since it is written elsewhere: the
// clauses of the rules and the titles of CV's cards, by the ids that the file of another language gives them.
#include <fmt/format.h>
#include <set>

#include "app/commands.hpp"
#include "games/cv/catalogue.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

void print_rules(const play::GameInfo& game) {
  fmt::print("\n# ---- Rules of {}\nrule.{} = {}\n", game.title, game.name, play::introduction(game.rules));
  std::string section;
  for (const play::ClauseText& clause : play::clauses(game.rules, game.prefix)) {
    if (clause.section != section) fmt::print("rule.{}.section = {}\n", clause.id, clause.section);
    section = clause.section;
    fmt::print("rule.{}.title = {}\nrule.{} = {}\n", clause.id, clause.title, clause.id, clause.text);
  }
}

}  // namespace

ExitCode show_texts() {
  for (const play::GameInfo* game : play::all_games()) print_rules(*game);
  fmt::print("\n# ---- Titles of CV's cards\n");
  std::set<std::string> titles;  // those of the odd catalogue are for tests, which read English
  for (int card = 1; card <= cv::kCards; ++card)
    titles.insert(cv::catalogue(cv::kStandard).title(cv::card_of(card)));
  for (const std::string& title : titles) fmt::print("title.{} = {}\n", title, title);
  return kGood;
}

}  // namespace lifetable::app

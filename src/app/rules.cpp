// SPDX-License-Identifier: Apache-2.0
// `lifetable rules`: a game's rules, or one clause of them.
#include <algorithm>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

ExitCode show_rules(const std::string& name, std::string clause) {
  const auto game = play::game_named(name);
  if (!game) return complain(game.error().message), kBadInput;
  const auto all = play::clauses((*game)->rules, (*game)->prefix);
  if (clause.empty()) {
    Terminal terminal;
    terminal.line((*game)->title, Ink::strong);
    terminal.paragraph(play::introduction((*game)->rules));
    for (const auto& each : all) {
      terminal.line();
      terminal.line(fmt::format("{} {}", each.id, each.title), Ink::strong);
      terminal.paragraph(each.text);
    }
    return kGood;
  }
  std::transform(clause.begin(), clause.end(), clause.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  if (parse_number(clause, 0, 999) >= 0) clause = fmt::format("{}-{}", (*game)->prefix, clause);
  Terminal terminal;
  for (const auto& each : all) {
    if (each.id != clause) continue;
    terminal.line(fmt::format("{} {}", each.id, each.title), Ink::strong);
    terminal.paragraph(each.text);
    return kGood;
  }
  complain(fmt::format("{} has no clause {}; its clauses are {} to {}", (*game)->title, clause,
                       all.front().id, all.back().id));
  return kBadInput;
}

}  // namespace lifetable::app

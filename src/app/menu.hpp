// SPDX-License-Identifier: Apache-2.0
// What a menu shows of a seat's legal moves: most have an entry of their own, but where there are dozens of
// ways to do one thing (which dice to throw again), they share a line and are typed.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lifetable::app {

struct Menu {
  std::vector<std::string>
      entries;  ///< moves to be chosen by number or letter; never empty if there are moves
  std::vector<std::string> shared;  ///< lines such as "reroll H, reroll K, … 31 ways: type it"
};

/// The order stays that of the moves.
inline Menu menu_of(const std::vector<std::string>& moves) {
  constexpr std::ptrdiff_t kMostWays = 12;  // of one verb that still have entries
  const auto verb = [](const std::string& move) { return std::string_view(move).substr(0, move.find(' ')); };
  Menu menu;
  for (auto move = moves.begin(); move != moves.end(); ++move) {
    const auto alike = [&](const std::string& other) { return verb(other) == verb(*move); };
    const auto ways = std::count_if(moves.begin(), moves.end(), alike);
    if (ways <= kMostWays) {
      menu.entries.push_back(*move);
    } else if (std::none_of(moves.begin(), move, alike)) {
      const auto second = std::find_if(move + 1, moves.end(), alike);
      menu.shared.push_back(*move + ", " + *second + ", … " + std::to_string(ways) + " ways: type it");
    }
  }
  // Where there is nothing else to choose, the many ways are the choice.
  if (menu.entries.empty()) return {moves, {}};
  return menu;
}

}  // namespace lifetable::app

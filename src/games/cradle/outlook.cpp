// SPDX-License-Identifier: Apache-2.0
// What a lead is worth between two rounds.
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

Shares Cradle::outlook(const State& state) {
  // By the rounds that are left: who is so many years younger wins e times as often. Fitted to 8,000 games of
  // thoughtful players at each table, by greatest likelihood.
  static constexpr std::array<double, kMaxRounds + 1> kYears = {1, 37, 62, 90, 130, 170};
  const Table& t = state.table;
  Shares points;
  for (int i = 0; i < t.players(); ++i) points.push_back(-t.total(Seat{i}));
  return by_points(points, kYears[static_cast<std::size_t>(t.options.rounds - t.round)]);
}

}  // namespace lifetable::cradle

// SPDX-License-Identifier: Apache-2.0
// What lives are worth between two hands.
//
// Fitted to 5,000 to 20,000 games of thoughtful players at each table, by greatest likelihood: who has so
// many lives wins in proportion to these weights. They depend on how many players live, hardly on how many
// began.
#include "games/alive/alive.hpp"

namespace lifetable::alive {

namespace {

using ByLives = std::array<double, kLives + 1>;
constexpr std::array<ByLives, kMaxPlayers - 1> kByLiving = {{
    {0, .10, .23, .42, .69, 1},  // two live
    {0, .06, .18, .37, .66, 1},
    {0, .037, .12, .30, .58, 1},
    {0, .024, .11, .26, .55, 1},
    {0, .017, .11, .27, .60, 1},
}};
/// The first who dies ends the game, and most lives win it (FA-36).
constexpr ByLives kSudden = {0, .0024, .018, .09, .34, 1};

}  // namespace

Shares Alive::outlook(const State& state) {
  const Table& t = state.table;
  const int rivals = t.options.teams ? 2 : t.living.size();
  if (rivals < 2) {  // nobody is left to lose to
    Shares all;
    for (int i = 0; i < t.players(); ++i) all.push_back(t.living.has(Seat{i}));
    return in_proportion(all);
  }
  const bool sudden = t.options.sudden_death() && rivals > 2;
  const ByLives& weights = sudden ? kSudden : kByLiving[static_cast<std::size_t>(rivals - 2)];
  Shares all;
  for (int i = 0; i < t.players(); ++i) all.push_back(weights[static_cast<std::size_t>(t.lives_of(Seat{i}))]);
  return in_proportion(all);
}

}  // namespace lifetable::alive

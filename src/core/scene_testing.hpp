// SPDX-License-Identifier: Apache-2.0
// What holds of the scenes and taps of every game, looked at in random games. For tests only.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/testing.hpp"
#include "core/texts.hpp"

namespace lifetable {

/// Plays at random at tables of every size and variant, and shows the first position and every so many
/// after it to `look`, and the last.
template <Game G, class Look>
void look_at_random_games(std::uint64_t games, int every, Look look) {
  int positions = 0;
  for (int players = G::min_players; players <= G::max_players; ++players)
    for (const auto variant : G::variants(players))
      for (std::uint64_t seed = 1; seed <= games; ++seed) {
        Xoshiro256pp rng(seed);
        typename G::State state = G::start(table_for<G>(players, variant));
        for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
          if (testing::Test::HasFailure()) return;
          if (positions++ % every == 0) look(state);
          const Seat actor = actors.first();
          const auto move = actor == kDealer ? G::draw(state, rng) : G::pick(state, actor, rng);
          G::play(state, actor, move, Silence{});
        }
        look(state);
      }
}

/// Every seat of a table, and a bystander.
inline std::vector<Seat> readers(int players) {
  std::vector<Seat> all = {kNobody};
  for (const Seat seat : SeatSet::first(players)) all.push_back(seat);
  return all;
}

/// Each legal move of whoever acts next has something to tap, and no row of taps begins with the whole row of
/// another move: the page knows what is meant as soon as the last thing is tapped.
template <Game G>
void expect_taps_tell_moves_apart(const typename G::State& state) {
  const Actors actors = G::actors(state);
  if (actors.kind != Actors::seats) return;
  const typename G::View view = G::view(state, actors.first());
  std::vector<std::vector<std::string>> rows;
  for (const auto move : G::moves(view)) {
    rows.push_back(G::taps(view, move));
    EXPECT_FALSE(rows.back().empty()) << G::text(move);
  }
  std::sort(rows.begin(), rows.end());
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto &row = rows[i - 1], &next = rows[i];
    EXPECT_FALSE(row.size() <= next.size() && std::equal(row.begin(), row.end(), next.begin()))
        << fmt::format("{} and {}", fmt::join(row, ", "), fmt::join(next, ", "));
  }
}

/// The phrase, and all that it speaks of, has a text.
inline void expect_texts(const Phrase& phrase) {
  if (phrase.empty()) return;
  EXPECT_NE(english().find(phrase.id), nullptr) << phrase.id;
  for (const auto& [name, argument] : phrase.arguments)
    if (argument.phrases())
      for (const Phrase& each : *argument.phrases()) expect_texts(each);
}

/// What a seat cannot see makes no difference: in a world that it only imagines the scene is the same. The
/// scenes of the game must be comparable where this is used.
template <Game G>
void expect_scene_keeps_secrets(const typename G::State& state, Seat seat, Xoshiro256pp& rng) {
  const typename G::View view = G::view(state, seat);
  const typename G::State imagined = G::imagine(view, rng);
  EXPECT_TRUE(G::scene(view) == G::scene(G::view(imagined, seat)));
}

}  // namespace lifetable

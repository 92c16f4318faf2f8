// SPDX-License-Identifier: Apache-2.0
// Behaviour signatures: one hash over many seeded random games. Any change of behaviour changes it; a change
// of speed, layout or platform must not.
#pragma once

#include <string>

#include "core/game.hpp"
#include "core/hash.hpp"

namespace lifetable::play {

inline constexpr int kSignatureGames = 1000;

template <Game G>
std::uint64_t signature(int players, std::string_view variant) {
  Fields fields = assignments(variant);
  fields.set("players", std::to_string(players));
  const auto options = G::options(fields);
  Hash hash;
  for (int game = 0; game < kSignatureGames; ++game) {
    Xoshiro256pp rng(static_cast<std::uint64_t>(game));
    typename G::State state = G::start(*options);
    for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
      const Seat actor = actors.first();
      typename G::Move move;
      if (actor == kDealer) {
        move = G::draw(state, rng);
      } else {
        const auto moves = G::moves(state, actor);
        move = pick_from(moves, rng);
        hash.add(moves.size());
      }
      for (const char c : G::text(move)) hash.add(static_cast<unsigned char>(c));
      G::play(state, actor, move, Silence{});
    }
    for (const int score : G::scores(state)) hash.add(static_cast<std::uint64_t>(score));
    hash.add(G::winners(state).bits);
  }
  return hash.value();
}

/// The lines of docs/signatures.txt.
std::string all_signatures();

}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// A game played to its end by rules of thumb, from any position: what the chances are from there.
#pragma once

#include <atomic>
#include <cstdint>

#include "lab/deal.hpp"

namespace lifetable::lab {

/// Plays to the end with `thoughtful` in every seat, and returns the winners; nobody if it was stopped. The
/// same seed brings the same cards and throws, whatever the players do.
template <Game G>
SeatSet play_out(typename G::State state, std::uint64_t seed, const std::atomic<bool>& stop) {
  Deal deal(seed);
  Xoshiro256pp rng(~seed);
  int decisions = 0;
  for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
    const Seat actor = actors.first();
    if (actor == kDealer) {
      G::play(state, kDealer, deal.next<G>(state), Silence{});
    } else {
      G::play(state, actor, G::thoughtful(G::view(state, actor), rng), Silence{});
      if (++decisions % 256 == 0 && stop.load(std::memory_order_relaxed)) return {};
    }
  }
  return G::winners(state);
}

}  // namespace lifetable::lab

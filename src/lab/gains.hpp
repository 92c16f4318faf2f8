// SPDX-License-Identifier: Apache-2.0
// What decisions were worth, with luck left out.
//
// At every moment of a game each seat has a chance to win it, if all went on by rules of thumb. Decisions and
// the dealer change these chances until the game is over, so a result is what a seat could expect at the
// start, and the sum of all changes. What the dealer changes is nothing on average: to leave it out moves no
// mean, and takes most of the spread away. Backgammon players know this as a result adjusted for luck.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/shares.hpp"
#include "lab/playout.hpp"

namespace lifetable::lab {

template <Game G>
class Gains {
 public:
  /// Looks at each decision with so many playouts; with none, at nothing.
  Gains(int playouts, std::uint64_t seed) : playouts_(playouts), rng_(seed) {}

  /// What this move, which is about to be made, is worth to each seat beside the usual one. Both are played
  /// on with the same cards: a difference is not blurred by luck, and the usual move makes none.
  void weigh(const typename G::State& state, Seat actor, typename G::Move move,
             const std::atomic<bool>& stop) {
    if (playouts_ == 0 || G::moves(state, actor).size() < 2) return;
    const auto view = G::view(state, actor);
    for (int i = 0; i < playouts_; ++i) {
      const auto usual = G::thoughtful(view, rng_);
      const std::uint64_t seed = rng_();
      if (usual == move) continue;
      const auto won = prizes(winners_after(state, actor, move, seed, stop));
      const auto otherwise = prizes(winners_after(state, actor, usual, seed, stop));
      for (std::size_t seat = 0; seat < gains_.size(); ++seat) gains_[seat] += won[seat] - otherwise[seat];
    }
  }

  /// By all decisions of whomever so far, in parts of a win times the number of playouts.
  std::int64_t of(Seat seat) const { return gains_[seat.index]; }

 private:
  static SeatSet winners_after(typename G::State state, Seat actor, typename G::Move move, std::uint64_t seed,
                               const std::atomic<bool>& stop) {
    G::play(state, actor, move, Silence{});
    return play_out<G>(state, seed, stop);
  }

  const int playouts_;
  Xoshiro256pp rng_;
  std::array<std::int64_t, kMaxSeats> gains_{};
};

}  // namespace lifetable::lab

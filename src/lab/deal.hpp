// SPDX-License-Identifier: Apache-2.0
// The dealer of a simulation: every pile has a small fast generator of its own, so one seed means one order
// of each pile, whatever the players do. play/dealer.hpp is its like for live tables.
#pragma once

#include <vector>

#include "core/game.hpp"

namespace lifetable::lab {

class Deal {
 public:
  explicit Deal(std::uint64_t seed) : seed_(seed) {}

  /// What the dealer does next.
  template <Game G>
  typename G::Move next(const typename G::State& state) {
    return G::draw(state, stream(static_cast<std::size_t>(G::stream(state))));
  }

 private:
  /// Games number their streams from 0 without large gaps.
  Xoshiro256pp& stream(std::size_t number) {
    while (streams_.size() <= number) streams_.emplace_back(splitmix64(seed_));
    return streams_[number];
  }

  std::uint64_t seed_;
  std::vector<Xoshiro256pp> streams_;
};

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
// The dealer of a live table. Every pile has a key stream of its own, so one seed means one order of each
// pile, whatever the players do.
#pragma once

#include <map>

#include "core/game.hpp"
#include "play/seed.hpp"

namespace lifetable::play {

class Dealer {
 public:
  explicit Dealer(const Seed& seed) : seed_(seed) {}

  template <Game G>
  typename G::Move deal(const typename G::State& state) {
    return G::draw(state, stream(G::stream(state)));
  }

 private:
  ChaCha20& stream(int number) {
    const auto at = streams_.find(number);
    if (at != streams_.end()) return at->second;
    ChaCha20::Nonce nonce{};
    for (int i = 0; i < 4; ++i) nonce[i] = static_cast<std::uint8_t>(number >> 8 * i);
    return streams_.emplace(number, ChaCha20(seed_.bytes, nonce)).first->second;
  }

  Seed seed_;
  std::map<int, ChaCha20> streams_;
};

}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// What a search considered: for hints, and for whoever studies a position.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "bots/spec.hpp"
#include "core/game.hpp"
#include "play/match.hpp"

namespace lifetable::bots {

/// How a search went.
struct Effort {
  std::int64_t playouts = 0, decisions = 0;  ///< decisions of players, simulated
  std::size_t nodes = 0, bytes = 0;          ///< decisions remembered; memory taken
  double seconds = 0;
};

/// A move that was considered.
struct Idea {
  std::string move;  ///< as it is typed
  Phrase label;      ///< what it does, as in a menu
  std::int64_t visits = 0;
  double expected = 0;                    ///< the share of a win that it led to
  std::vector<std::vector<Phrase>> line;  ///< how it would probably go on: what is told of each move
};

struct Thoughts {
  std::vector<Idea> ideas;  ///< the most tried first: the first is the choice
  Effort effort;
};

/// Looks ahead from a view whose seat is to act, until the budget is spent or `stop` is set. A game that is
/// not known is an error.
Result<Thoughts> think(std::string_view game, const play::AnyView& view, const SearchSettings& settings,
                       std::uint64_t seed, const std::atomic<bool>* stop = nullptr);

}  // namespace lifetable::bots

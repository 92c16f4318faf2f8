// SPDX-License-Identifier: Apache-2.0
// Which bot, and how it is set up, as people write it: "thoughtful", "hard", "search/100ms/rollouts=random".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace lifetable::bots {

/// How long a search may take: until the first limit that is not 0.
struct Budget {
  std::int64_t playouts = 0;
  double seconds = 0;
  friend bool operator==(const Budget&, const Budget&) = default;
};

/// Who plays a game to its end from where the search tree ends.
enum class Rollouts : std::uint8_t { random, thoughtful };

/// As many breaks as the game thinks best.
inline constexpr int kBreaksOfTheGame = -1;

struct SearchSettings {
  Budget budget{.seconds = .1};
  int threads = 1;
  std::size_t memory = std::size_t{64} << 20;  ///< bytes of all trees together, at most
  Rollouts rollouts = Rollouts::thoughtful;
  double explore = 1;  ///< how much is tried that does not look best
  double bias = .3;  ///< how much the move that thoughtful would choose is favoured while it is little tried
  double others = .5;  ///< how many of others' decisions in the tree they make by what they see themselves
  int breaks = kBreaksOfTheGame;  ///< at how many natural breaks from here a playout ends; 0: with the game
  int particles = 0;  ///< worlds kept from move to move, as plausible as what was played makes them
  double slack = 0;   ///< chooses at random among moves that are worse than the best by at most this
  friend bool operator==(const SearchSettings&, const SearchSettings&) = default;
};

struct BotSpec {
  enum Kind : std::uint8_t { random, thoughtful, search };
  Kind kind = thoughtful;
  SearchSettings settings = {};  ///< of a search
  friend bool operator==(const BotSpec&, const BotSpec&) = default;
};

struct BotInfo {
  std::string_view name, meaning;
};

/// The bots that play every game.
std::span<const BotInfo> all_bots();

/// Reads what `all_bots` names, with its settings; errors say what there is.
Result<BotSpec> bot_from(std::string_view text);

/// What can be set after a '/', for help texts.
std::string search_help();

}  // namespace lifetable::bots

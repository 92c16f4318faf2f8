// SPDX-License-Identifier: Apache-2.0
// How fast random play and the search are, and the parts of them that are worth watching, beside the
// machine's floor measured in the same run.
#pragma once

#include <cstdint>
#include <string_view>

#include "bots/think.hpp"

namespace lifetable::lab {

/// The least any simulated decision could cost: one generator call, one bounded pick, one copy of 64 bytes.
/// In nanoseconds.
double measure_floor();

struct Work {
  std::int64_t games = 0, decisions = 0, dealer_moves = 0;
  double seconds = 0;
};

/// Random games on one core until about `seconds` have passed, or exactly `games` if that is not 0.
Work play_randomly(std::string_view game, int players, double seconds, std::int64_t games = 0);

/// What a search with random rollouts to the end of the game does at the first decision of a game, on so many
/// cores, until the first limit of the budget: unlike a bot, it goes on when its choice is certain. The trees
/// of all threads together take at most `memory` bytes.
using SearchWork = bots::Effort;
SearchWork search_randomly(std::string_view game, int players, bots::Budget budget, int threads = 1,
                           std::size_t memory = bots::SearchSettings{}.memory);

/// What the payment solver of CV takes for one question, in nanoseconds: the mean over thousands of them,
/// always the same, of the kind that play asks (4 to 6 dice, up to 6 tokens, one or two cards of 2 to 6
/// symbols; every fourth with an "any" and every fourth with arrows, fewer with symbols of events, upkeep or
/// special effects). The best of several runs.
double measure_payments();

}  // namespace lifetable::lab

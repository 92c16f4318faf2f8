// SPDX-License-Identifier: Apache-2.0
// What was at stake in a sample of real games: which decisions mattered, and which move decided a game.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "lab/figures.hpp"
#include "lab/gap.hpp"

namespace lifetable::lab {

/// Gaps fall into bins that end here: not measurable, little, and more.
inline constexpr std::array<double, 5> kGapBins = {0, .05, .1, .2, .4};

struct Stakes {
  std::int64_t games = 0, playouts = 0;
  double seconds = 0;

  // Of a decision between several moves. Games with more decisions count for more, as if any had been picked.
  Ratio mattered;
  std::array<Ratio, 4> mattered_by_quarter;  ///< of the game
  Ratio gap;                                 ///< in ten-thousandths of a win
  std::array<std::int64_t, kGapBins.size() + 1> gaps{};

  // The winner's most decisive move: the one that brought the most beside a move picked blindly.
  std::vector<std::int64_t> by_card;  ///< by kind; 0: decisions that play no card
  Ratio play_swing;                   ///< what it brought, in ten-thousandths of a win
  std::array<std::int64_t, kTenths> play_when{};
  std::int64_t decided() const;  ///< games with such a move

  // The dealer's move that brought the winner most: a card or a throw, beside the average one.
  Ratio deal_swing;
  std::array<std::int64_t, kTenths> deal_when{};
  Ratio by_deal;  ///< games in which it brought more than any move of the winner

  double share_of_gaps(std::size_t bin) const;
  void add(const Stakes& other);
  friend bool operator==(const Stakes&, const Stakes&) = default;
};

/// Samples so many games; the same options give the same figures on any number of threads.
Stakes sample_stakes(const TableOptions& options, std::int64_t samples,
                     const std::function<void(std::int64_t)>& progress, const std::atomic<bool>& stop);

/// The index of the step in [0, steps) across which `chance` rises most, looking at few of its values.
/// `chance(i)` is asked for i in [0, steps].
std::size_t steepest_step(std::size_t steps, const std::function<double(std::size_t)>& chance);

}  // namespace lifetable::lab

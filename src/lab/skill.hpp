// SPDX-License-Identifier: Apache-2.0
// Luck and skill: how often one better player wins among weaker ones, and how that grows with its thought.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lab/figures.hpp"

namespace lifetable::lab {

/// One bot in one seat, another in all the others, on deals that are played from every seat.
struct SkillPoint {
  std::string bot, among;
  std::int64_t playouts = 0;  ///< that the bot spends on a choice; 0 if it does not search
  std::int64_t deals = 0;
  double share = 0;   ///< of games won by the one
  Interval interval;  ///< of that: 95%, by deals
};

/// Thoughtful among random players, and searches with ever more playouts among thoughtful ones. Every search
/// costs about as much as the others: more playouts mean fewer deals, and what `samples` is too small for is
/// left out. Nothing has been played yet.
std::vector<SkillPoint> skill_points(std::int64_t samples);

/// Plays the deals of a point; `progress` is called with the number of games.
Result<Done> measure_skill(const TableOptions& options, SkillPoint& point,
                           const std::function<void(std::int64_t)>& progress, const std::atomic<bool>& stop);

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
// What each seat wins of a game, or may expect of one that is not over, in shares of a win.
#pragma once

#include <algorithm>
#include <array>

#include "core/list.hpp"
#include "core/seat.hpp"

namespace lifetable {

/// Where wins are counted, a whole one is so many parts, which any number of seats from 1 to 8 can share.
inline constexpr int kWholeWin = 840;

/// What each seat wins, in parts of a whole win.
constexpr std::array<int, kMaxSeats> prizes(SeatSet winners) {
  std::array<int, kMaxSeats> prizes{};
  for (const Seat seat : winners) prizes[seat.index] = kWholeWin / winners.size();
  return prizes;
}

/// By seat; they add up to 1.
using Shares = FixedList<double, kMaxSeats>;

/// In proportion to these weights, of which one at least is not 0.
constexpr Shares in_proportion(Shares weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  for (double& weight : weights) weight /= sum;
  return weights;
}

/// e^-x for x >= 0, to a few parts in a thousand, by operations that round alike on every platform.
constexpr double decay(double x) {
  double growth = 1 + x / 1024;
  for (int i = 0; i < 10; ++i) growth *= growth;
  return 1 / growth;
}

/// Who is `scale` points ahead of another has e times the other's chance.
constexpr Shares by_points(const Shares& points, double scale) {
  double most = points[0];
  for (const double each : points) most = std::max(most, each);
  Shares weights;
  for (const double each : points) weights.push_back(decay((most - each) / scale));
  return in_proportion(weights);
}

}  // namespace lifetable

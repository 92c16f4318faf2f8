// SPDX-License-Identifier: Apache-2.0
// So much of one thing in so much of another, counted game by game: wins in games, choices in decisions.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lab/statistics.hpp"

namespace lifetable::lab {

/// What happens within one game hangs together, so the interval takes each game as one observation. Whole
/// numbers only: a sum does not depend on the order in which threads add to it.
struct Ratio {
  std::int64_t games = 0, part = 0, whole = 0;
  std::int64_t part_part = 0, part_whole = 0, whole_whole = 0;  ///< sums of products, for the error

  /// One game more.
  void add(std::int64_t in_part, std::int64_t in_whole);
  void add(const Ratio& other);

  bool known() const { return whole != 0; }
  double value() const { return known() ? static_cast<double>(part) / static_cast<double>(whole) : 0; }
  /// The standard error of the value. One game does not tell how games differ: then as much as the value.
  double error() const;
  /// From how many games that is, less one.
  std::int64_t freedom() const { return games > 1 ? games - 1 : 1; }
  /// Where the value probably lies: 95%.
  Interval interval() const;
  /// The same of what is only counted, and so is never below 0.
  Interval count_interval() const { return {std::max(0.0, interval().low), interval().high}; }
  /// Half the width of a 95% interval of a share, as wide as few games leave it: it may reach beyond 0 and 1.
  double share_half() const;
  /// The interval of a value from 0 to 1, by Wilson's formula for as many games as would leave that error. Of
  /// `together` of them all hold in 95% of cases.
  Interval share_interval(std::int64_t together = 1) const;
  friend bool operator==(const Ratio&, const Ratio&) = default;
};

/// By how much one is more than another that was counted in other games: 95%, of `together` all at once.
Interval difference(const Ratio& one, const Ratio& other, std::int64_t together = 1);

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/ratio.hpp"

#include <algorithm>
#include <cmath>

namespace lifetable::lab {

namespace {
constexpr double kSure = 1.96;      // standard errors on either side of a 95% interval
constexpr double kNothing = 5e-13;  // a smaller error comes of games that all say the same
}  // namespace

void Ratio::add(std::int64_t in_part, std::int64_t in_whole) {
  ++games;
  part += in_part;
  whole += in_whole;
  part_part += in_part * in_part;
  part_whole += in_part * in_whole;
  whole_whole += in_whole * in_whole;
}

void Ratio::add(const Ratio& other) {
  games += other.games;
  part += other.part;
  whole += other.whole;
  part_part += other.part_part;
  part_whole += other.part_whole;
  whole_whole += other.whole_whole;
}

double Ratio::error() const {
  if (!known() || games < 2) return 0;
  // The sum over games of (part - value * whole)², without going through the games again.
  const double v = value(), n = static_cast<double>(games);
  const double squares = static_cast<double>(part_part) - 2 * v * static_cast<double>(part_whole) +
                         v * v * static_cast<double>(whole_whole);
  return std::sqrt(std::max(0.0, squares) * n / (n - 1)) / static_cast<double>(whole);
}

Interval Ratio::interval() const { return {value() - kSure * error(), value() + kSure * error()}; }

Interval Ratio::share_interval() const {
  if (kSure * error() < kNothing) return interval_around(value(), games);
  const Interval around = interval();
  return {std::max(0.0, around.low), std::min(1.0, around.high)};
}

double Ratio::share_half() const {
  if (kSure * error() >= kNothing) return kSure * error();
  const Interval around = interval_around(value(), games);
  return (around.high - around.low) / 2;
}

Interval difference(const Ratio& one, const Ratio& other) {
  const double apart = one.value() - other.value();
  const double half = kSure * std::sqrt(one.error() * one.error() + other.error() * other.error());
  return {apart - half, apart + half};
}

}  // namespace lifetable::lab

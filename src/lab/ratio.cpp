// SPDX-License-Identifier: Apache-2.0
#include "lab/ratio.hpp"

#include <algorithm>
#include <cmath>

namespace lifetable::lab {

namespace {
constexpr double kNothing = 1e-13;  // a smaller error comes of games that all say the same
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
  if (!known()) return 0;
  if (games < 2) return std::max(1.0, std::abs(value()));
  // The sum over games of (part - value * whole)², without going through the games again.
  const double v = value(), n = static_cast<double>(games);
  const double squares = static_cast<double>(part_part) - 2 * v * static_cast<double>(part_whole) +
                         v * v * static_cast<double>(whole_whole);
  return std::sqrt(std::max(0.0, squares) * n / (n - 1)) / static_cast<double>(whole);
}

Interval Ratio::interval() const {
  const double half = t_quantile(freedom()) * error();
  return {value() - half, value() + half};
}

Interval Ratio::share_interval(std::int64_t together) const {
  const double reach = t_quantile(freedom(), together), squared = error() * error();
  const double spread = value() * (1 - value());
  const bool tells = games > 1 && error() >= kNothing && spread > 0;
  return interval_around(value(), tells ? spread / squared : static_cast<double>(games), reach);
}

double Ratio::share_half() const {
  if (games > 1 && error() >= kNothing) return 1.96 * error();
  return interval_around(value(), static_cast<double>(games)).half();
}

Interval difference(const Ratio& one, const Ratio& other, std::int64_t together) {
  const double apart = one.value() - other.value();
  const double half =
      t_quantile(std::min(one.freedom(), other.freedom()), together) * std::hypot(one.error(), other.error());
  return {apart - half, apart + half};
}

}  // namespace lifetable::lab

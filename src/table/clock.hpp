// SPDX-License-Identifier: Apache-2.0
// Time at a table: how long seats may think, and whose clocks run. The table knows no clock of its own; its
// host says what time it is, in milliseconds that never go back.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/seat.hpp"

namespace lifetable::table {

using Millis = std::int64_t;

/// No clock shows more than a year, however much time a seat has saved.
inline constexpr Millis kLongest = Millis{1000} * 60 * 60 * 24 * 365;

/// How fast a table plays. Off by default: nobody is hurried, and everybody is waited for.
struct Pace {
  Millis bank = 0;       ///< each seat's time to think, in all; 0: no clocks
  Millis increment = 0;  ///< what a seat gets back for each move
  /// How long a reaction window lasts, whoever can answer and whoever has; 0: until everybody has answered.
  Millis window = 0;
  /// Each sits at a screen of their own: a move cannot be taken back once it has asked another person.
  bool apart = false;
  friend bool operator==(const Pace&, const Pace&) = default;
};

/// One clock a seat, or none at all.
class Clocks {
 public:
  Clocks() = default;
  Clocks(int seats, Millis bank) : left_(bank > 0 ? static_cast<std::size_t>(seats) : 0, bank) {}
  explicit Clocks(std::vector<Millis> left) : left_(std::move(left)) {}

  bool none() const { return left_.empty(); }
  /// From now on these run, and no others.
  void run(SeatSet seats, Millis now);
  /// A seat gets time, or gives it back.
  void add(Seat seat, Millis time);

  bool runs(Seat seat) const { return running_.has(seat); }
  Millis left(Seat seat, Millis now) const;
  /// Who has used up their time.
  SeatSet expired(Millis now) const;
  /// When the next one will have.
  std::optional<Millis> deadline() const;

 private:
  std::vector<Millis> left_;  ///< by seat, as it was at `since_`
  SeatSet running_;
  Millis since_ = 0;
};

}  // namespace lifetable::table

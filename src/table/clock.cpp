// SPDX-License-Identifier: Apache-2.0
#include "table/clock.hpp"

#include <algorithm>

namespace lifetable::table {

void Clocks::run(SeatSet seats, Millis now) {
  if (none()) return;
  for (const Seat seat : running_) left_[seat.index] = left(seat, now);
  running_ = seats;
  since_ = now;
}

void Clocks::add(Seat seat, Millis time) {
  if (!none()) left_[seat.index] = std::clamp<Millis>(left_[seat.index] + time, 0, kLongest);
}

Millis Clocks::left(Seat seat, Millis now) const {
  const Millis used = runs(seat) ? std::max<Millis>(0, now - since_) : 0;
  return std::max<Millis>(0, left_[seat.index] - used);
}

SeatSet Clocks::expired(Millis now) const {
  SeatSet all;
  for (const Seat seat : running_)
    if (left(seat, now) == 0) all.add(seat);
  return all;
}

std::optional<Millis> Clocks::deadline() const {
  std::optional<Millis> first;
  for (const Seat seat : running_)
    if (const Millis ends = since_ + left_[seat.index]; !first || ends < *first) first = ends;
  return first;
}

}  // namespace lifetable::table

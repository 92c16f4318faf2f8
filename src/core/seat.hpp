// SPDX-License-Identifier: Apache-2.0
// Who acts: a seat at the table, the dealer, or nobody; and sets of seats.
#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>
#include <string>

namespace lifetable {

inline constexpr int kMaxSeats = 8;

/// A place at the table. Inside the engine seats count from 0; every text a person reads or writes
/// counts them from 1 (see `to_string`).
struct Seat {
  std::uint8_t index = 255;

  constexpr Seat() = default;
  constexpr explicit Seat(int i) : index(static_cast<std::uint8_t>(i)) {}
  friend constexpr auto operator<=>(Seat, Seat) = default;

  /// The seat `steps` places clockwise at a table of `players`.
  constexpr Seat clockwise(int steps, int players) const {
    assert(steps < players);
    int i = index + steps;  // one subtraction replaces a division
    return Seat{i >= players ? i - players : i};
  }
};

/// The dealer takes part like a player: every bit of chance is one of its moves.
inline constexpr Seat kDealer{254};
/// Nobody; as the owner of a view: a bystander, who sees only what lies open.
inline constexpr Seat kNobody{255};

inline std::string to_string(Seat seat) {
  if (seat == kDealer) return "dealer";
  if (seat == kNobody) return "watcher";
  return std::to_string(seat.index + 1);
}

enum class Direction : std::uint8_t { clockwise, counterclockwise };

constexpr Direction opposite(Direction way) {
  return way == Direction::clockwise ? Direction::counterclockwise : Direction::clockwise;
}

/// A set of seats, one bit each.
struct SeatSet {
  std::uint8_t bits = 0;

  static constexpr SeatSet first(int players) { return {static_cast<std::uint8_t>((1u << players) - 1)}; }
  static constexpr SeatSet of(Seat seat) { return {static_cast<std::uint8_t>(1u << seat.index)}; }

  constexpr bool empty() const { return bits == 0; }
  constexpr int size() const { return std::popcount(bits); }
  constexpr bool has(Seat seat) const { return seat.index < kMaxSeats && (bits >> seat.index & 1); }
  constexpr void add(Seat seat) {
    assert(seat.index < kMaxSeats), bits = static_cast<std::uint8_t>(bits | 1u << seat.index);
  }
  constexpr void remove(Seat seat) {
    assert(seat.index < kMaxSeats), bits = static_cast<std::uint8_t>(bits & ~(1u << seat.index));
  }
  constexpr SeatSet without(SeatSet others) const { return {static_cast<std::uint8_t>(bits & ~others.bits)}; }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;

  /// The first member at or clockwise after `from`. The set must not be empty.
  constexpr Seat next(Seat from) const {
    unsigned later = bits & (0xFFu << from.index);
    return Seat{std::countr_zero(later ? later : static_cast<unsigned>(bits))};
  }

  /// The first member after `from` in that direction, `from` itself coming last. The set must not be empty.
  constexpr Seat after(Seat from, Direction way) const {
    const unsigned all = bits, later = all & (0xFEu << from.index), earlier = all & ((1u << from.index) - 1);
    if (way == Direction::clockwise) return Seat{std::countr_zero(later ? later : all)};
    return Seat{static_cast<int>(std::bit_width(earlier ? earlier : all)) - 1};
  }

  struct Iterator {
    unsigned rest;
    constexpr Seat operator*() const { return Seat{std::countr_zero(rest)}; }
    constexpr Iterator& operator++() { return rest &= rest - 1, *this; }
    friend constexpr bool operator==(Iterator, Iterator) = default;
  };
  constexpr Iterator begin() const { return {bits}; }
  constexpr Iterator end() const { return {0}; }
};

/// Whose move it is. Several seats: a secret simultaneous choice, or a reaction window.
struct Actors {
  enum Kind : std::uint8_t { over, dealer, seats };
  Kind kind = over;
  SeatSet set = {};
  Seat from = Seat{0};  ///< in simulations, seats of the set act clockwise beginning here

  static constexpr Actors none() { return {}; }
  static constexpr Actors the_dealer() { return {dealer, {}, Seat{0}}; }
  static constexpr Actors one(Seat seat) { return {seats, SeatSet::of(seat), seat}; }
  static constexpr Actors any(SeatSet set, Seat from) { return {seats, set, from}; }

  /// The one who acts next where an order is wanted: the dealer, or the first seat from `from`.
  constexpr Seat first() const { return kind == dealer ? kDealer : set.next(from); }
  constexpr bool include(Seat seat) const { return seat == kDealer ? kind == dealer : set.has(seat); }
  friend constexpr bool operator==(Actors, Actors) = default;
};

}  // namespace lifetable

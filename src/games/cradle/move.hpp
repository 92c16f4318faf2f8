// SPDX-License-Identifier: Apache-2.0
// A move of Cradle to Grave in 16 bits.
#pragma once

#include <compare>
#include <cstdint>

#include "core/seat.hpp"
#include "games/cradle/cards.hpp"

namespace lifetable::cradle {

enum class Place : std::uint8_t { tens = 0, ones = 1 };
inline constexpr Place kPlaces[] = {Place::tens, Place::ones};

/// Layout:  bits 0-3 what · 4-7 card · 8-10 target seat · 11 place · 12-15 second card (age only)
struct Move {
  enum What : std::uint8_t {
    draw,   // the dealer: this card comes off the deck
    age,    // lay card and second as the starting tens and ones (CG-7)
    raise,  // lay an age card face up on the target's place; the target may be oneself (CG-16, CG-17)
    hide,   // lay a card face down as a 9 on an own place (CG-18)
    zero,   // the 0 on an own 9 (CG-23)
    ten,    // Cover Ten Digit on the target (CG-24)
    swap,   // Swap places on the target (CG-26)
    stop,   // answer a special with Stop! (CG-27)
    let,    // let it happen: decline to answer (CG-31)
    skip,   // nothing can be played at 99 (CG-20)
    kWhats
  };

  std::uint16_t bits;  // no initial value: a fresh list of moves is left blank

  constexpr What what() const { return static_cast<What>(bits & 15); }
  constexpr Card card() const { return static_cast<Card>(bits >> 4 & 15); }
  constexpr Seat target() const { return Seat{bits >> 8 & 7}; }
  constexpr Place place() const { return static_cast<Place>(bits >> 11 & 1); }
  constexpr Card second() const { return static_cast<Card>(bits >> 12); }
  friend constexpr auto operator<=>(Move, Move) = default;

  static constexpr Move of(What what, Card card = Card::none, Seat target = Seat{0},
                           Place place = Place::tens, Card second = Card::none) {
    return {static_cast<std::uint16_t>(what | static_cast<unsigned>(card) << 4 | target.index << 8u |
                                       static_cast<unsigned>(place) << 11 |
                                       static_cast<unsigned>(second) << 12)};
  }
  /// The move with its card: for moves that differ in nothing else.
  constexpr Move with(Card card) const {
    return {static_cast<std::uint16_t>(bits | static_cast<unsigned>(card) << 4)};
  }

  static constexpr Move to_draw(Card card) { return of(draw, card); }
  static constexpr Move to_age(Card tens, Card ones) { return of(age, tens, Seat{0}, Place::tens, ones); }
  static constexpr Move to_raise(Seat target, Place place, Card card) {
    return of(raise, card, target, place);
  }
  static constexpr Move to_hide(Place place, Card card) { return of(hide, card, Seat{0}, place); }
  static constexpr Move to_zero(Place place) { return of(zero, Card::zero, Seat{0}, place); }
  static constexpr Move to_ten(Seat target) { return of(ten, Card::ten, target); }
  static constexpr Move to_swap(Seat target) { return of(swap, Card::swap, target); }
  static constexpr Move to_stop() { return of(stop, Card::stop); }
  static constexpr Move to_let() { return of(let); }
  static constexpr Move to_skip() { return of(skip); }
};

}  // namespace lifetable::cradle

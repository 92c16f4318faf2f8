// SPDX-License-Identifier: Apache-2.0
// A move of Five Alive in 16 bits.
#pragma once

#include <compare>
#include <cstdint>

#include "core/seat.hpp"
#include "games/alive/cards.hpp"

namespace lifetable::alive {

/// Layout:  bits 0-1 what · 2-6 card · 7-9 seat · 10-15 always 0
struct Move {
  enum What : std::uint8_t {
    play,   // lay this card on the discards (FA-7)
    flip,   // stuck: lose a life (FA-10)
    draw,   // the dealer: this card comes off the pile, or out of the hands handed in
    first,  // the dealer: this seat deals the first hand (FA-4)
  };

  std::uint16_t bits;  // no initial value: a fresh list of moves is left blank

  constexpr What what() const { return static_cast<What>(bits & 3); }
  constexpr Card card() const { return static_cast<Card>(bits >> 2 & 31); }
  constexpr Seat seat() const { return Seat{bits >> 7 & 7}; }
  friend constexpr auto operator<=>(Move, Move) = default;

  static constexpr Move of(What what, Card card = Card::none, Seat seat = Seat{0}) {
    return {static_cast<std::uint16_t>(what | static_cast<unsigned>(card) << 2 | seat.index << 7u)};
  }
  static constexpr Move to_play(Card card) { return of(play, card); }
  static constexpr Move to_flip() { return of(flip); }
  static constexpr Move to_draw(Card card) { return of(draw, card); }
  static constexpr Move to_first(Seat seat) { return of(first, Card::none, seat); }
};

}  // namespace lifetable::alive

// SPDX-License-Identifier: Apache-2.0
// A move of CV in 32 bits.
#pragma once

#include <compare>
#include <cstdint>

#include "games/cv/catalogue.hpp"

namespace lifetable::cv {

/// Layout:  bits 0-3 what · 4-10 card · 11-13 type · 14-20 below which card · 21-31 always 0
///    or:   bits 0-3 what · 4-21 dice, three bits a face · 22-31 always 0   (reroll, roll)
///    or:   bits 0-3 what · 4-8 stacks · 9-31 always 0                      (pay)
struct Move {
  enum What : std::uint8_t {
    take,    // this card: of those passed to me (CV-8), or from the track, as this type (CV-23, CV-33, CV-47)
    toss,    // the first throw of a turn, with all dice (CV-14)
    reroll,  // throw these dice again, and those of events with them (CV-14, CV-20)
    stop,    // no more throws (CV-14)
    play,    // this event (CV-18, CV-22)
    done,    // no more cards (CV-23)
    lose,    // this active card, to misfortune (CV-37)
    place,   // this card under that one of its stack, or on top (CV-39)
    pay,     // the upkeep of the active cards of these stacks, and lose the others that are due (CV-42)
    decline,  // no social assistance (CV-47)
    deal,     // the dealer: this card comes off its deck
    roll,     // the dealer: what the dice show
  };

  std::uint32_t bits;  // no initial value: a fresh list of moves is left blank

  constexpr What what() const { return static_cast<What>(bits & 15); }
  constexpr Card card() const { return card_of(static_cast<int>(bits >> 4 & 127)); }
  constexpr Type type() const { return static_cast<Type>(bits >> 11 & 7); }
  /// Card::none: on top.
  constexpr Card under() const { return card_of(static_cast<int>(bits >> 14 & 127)); }
  constexpr Symbols dice() const { return {spread(bits >> 4 & 0x3FFFF)}; }
  /// Bit i: stack i.
  constexpr TypeSet stacks() const { return static_cast<TypeSet>(bits >> 4 & 31); }
  friend constexpr auto operator<=>(Move, Move) = default;

  static constexpr Move of(What what, Card card = Card::none, Type type = Type::health,
                           Card under = Card::none) {
    return {static_cast<std::uint32_t>(what) | static_cast<std::uint32_t>(card) << 4 |
            static_cast<std::uint32_t>(type) << 11 | static_cast<std::uint32_t>(under) << 14};
  }
  static constexpr Move with_dice(What what, Symbols dice) { return {what | gathered(dice.bits) << 4}; }
  /// The type is said exactly if the card has two.
  static constexpr Move to_take(Card card, Type as = Type::unsaid) { return of(take, card, as); }
  static constexpr Move to_play(Card card) { return of(play, card); }
  static constexpr Move to_lose(Card card) { return of(lose, card); }
  static constexpr Move to_place(Card card, Card under = Card::none) {
    return of(place, card, Type::health, under);
  }
  static constexpr Move to_pay(TypeSet stacks) {
    return {static_cast<std::uint32_t>(pay) | static_cast<std::uint32_t>(stacks) << 4};
  }
  static constexpr Move to_deal(Card card) { return of(deal, card); }
  static constexpr Move to_reroll(Symbols dice) { return with_dice(reroll, dice); }
  static constexpr Move to_roll(Symbols dice) { return with_dice(roll, dice); }

 private:
  // Six groups of three bits, and the same in a byte each: first two groups of nine bits, then all.
  static constexpr std::uint64_t kFirst = 0x7'000'007, kSecond = 0x38'000'038, kThird = 0x1C0'000'1C0;
  static constexpr std::uint64_t spread(std::uint64_t dice) {
    const std::uint64_t halves = (dice & 0x1FF) | (dice & 0x3FE00) << 15;
    return (halves & kFirst) | (halves & kSecond) << 5 | (halves & kThird) << 10;
  }
  static constexpr std::uint32_t gathered(std::uint64_t dice) {
    const std::uint64_t halves = (dice & kFirst) | (dice >> 5 & kSecond) | (dice >> 10 & kThird);
    return static_cast<std::uint32_t>((halves | halves >> 15) & 0x3FFFF);
  }
};

}  // namespace lifetable::cv

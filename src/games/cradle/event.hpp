// SPDX-License-Identifier: Apache-2.0
// What happens at a table of Cradle to Grave, and who gets to know it.
//
// The game is told in events: `rules.cpp` turns a move into events, `apply.hpp` applies each to what lies
// open, and `view.cpp` folds the private ones into what a seat knows. A secret is told twice: openly without
// the card, and to its owner with it.
#pragma once

#include <cstdint>

#include "core/seat.hpp"
#include "games/cradle/cards.hpp"
#include "games/cradle/move.hpp"

namespace lifetable::cradle {

struct Event {
  enum What : std::uint8_t {
    round_began,     // number: which round
    dealt,           // seat gets a card
    got,             // private: which card
    hand_shown,      // seat must redeal; cards: the hand
    shown_returned,  // the shown hands are shuffled back
    stood,           // seat's hand may stay
    age_laid,        // seat has chosen its starting age
    age_chosen,      // private: card and second
    age_shown,       // seat's starting age: card and second
    turn_began,      // seat
    checked,         // the hundred check of seat turned up card; number: age and card together
    raised,          // seat laid card on target's place
    hid,             // seat laid a card face down on its place
    hid_card,        // private: which card
    skipped,         // seat is 99 and stuck
    played,          // seat played a special: card, target, place
    stopped,         // seat answers with Stop!
    let,             // seat declines to answer
    cancelled,       // the special is discarded without effect: card
    allowed,         // nobody stops Cover Ten Digit: a card will be turned over
    zero_laid,       // the 0 covers seat's place
    ten_covered,     // card turned up for target's tens; a special is discarded
    swapped,         // target's piles changed places
    round_ended,     // number 1: seat reached a hundred; 0: the deck ran out
    laid_shown,      // seat's face-down cards are shown: cards
    scored,          // seat writes down number
    game_ended,
  };

  What what;
  Seat seat = kNobody;
  Seat target = kNobody;
  Place place = Place::tens;
  Card card = Card::none;
  Card second = Card::none;
  std::uint8_t number = 0;
  Seat only = kNobody;      ///< the one seat that is told, or kNobody: everybody is
  Seat honoured = kNobody;  ///< whom those who tell of it name with respect (CG-41), or kNobody
  Cards cards = {};

  friend constexpr bool operator==(const Event&, const Event&) = default;

  /// Whether `reader` is told. The dealer knows everything.
  constexpr bool concerns(Seat reader) const {
    return only == kNobody || only == reader || reader == kDealer;
  }
};

}  // namespace lifetable::cradle

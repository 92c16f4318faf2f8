// SPDX-License-Identifier: Apache-2.0
// What happens at a table of CV, and who gets to know it.
//
// The game is told in events: `rules.cpp` turns a move into events, `apply.hpp` applies each to what lies
// open, and `view.cpp` folds the private ones into what a seat knows. A secret is told twice: openly without
// the card, and to its owner with it.
#pragma once

#include <cstdint>

#include "core/seat.hpp"
#include "games/cv/catalogue.hpp"

namespace lifetable::cv {

struct Event {
  enum What : std::uint8_t {
    opened,       // card comes onto the track at the end of seat's turn, or setting up
    goal_dealt,   // seat gets a secret goal
    goal_got,     // private: which card
    goal_opened,  // card is a public goal
    dealt,        // seat gets a childhood card
    got,          // private: which card
    chose,        // seat has chosen one of the cards before it
    kept,         // private: which card
    passed,       // all have chosen and pass the rest to the left; number: 1 or 2 cards
    received,     // private: cards, bit n for childhood card n
    bicycle,      // seat lays the Bicycle into the CV, and begins every round
    turn_began,   // seat
    picked_up,    // seat throws: symbols are the dice taken up again; number: how many dice are in the air
    rolled,       // seat; symbols: what they show
    played,       // seat plays the event card
    stopped,      // seat throws no more; number: of throws made; symbols: the dice as they lie
    took,         // seat takes card from the track, as type
    selected,     // seat takes no more; number: how many it took
    misfortune,   // seat has three bad lucks or more; number: how many misfortunes strike
    spared,       // seat has no card to lose
    lost,         // seat loses the active card of stack type to misfortune
    placed,       // seat places card into stack type, under `under` or on top
    to_hand,      // seat takes the event card to its hand
    paid,         // seat pays the upkeep of card
    unpaid,       // seat cannot pay the upkeep of card, the active one of stack type, and loses it
    cleaned_up,   // seat's turn is done but for the refill
    discarded,    // card, the leftmost, leaves the track
    ran_out,      // the last card of a deck lies on the track; number: which Deck
    assistance,   // seats get social assistance
    granted,      // seat takes card, as type, by social assistance
    declined,     // seat declines it
    asks,         // the table waits for seat, or the dealer; number: the Phase
    goal_shown,   // seat's secret goal was card
    game_ended,
  };

  What what;
  Seat seat = kNobody;
  Card card = Card::none;
  Card under = Card::none;
  Type type = Type::unsaid;
  std::uint8_t number = 0;
  Seat only = kNobody;  ///< the one seat that is told, or kNobody: everybody is
  SeatSet seats = {};
  std::uint16_t cards = 0;
  CatalogueId catalogue = kStandard;  ///< whose cards these are, for the words
  Symbols symbols = {};

  friend constexpr bool operator==(const Event&, const Event&) = default;

  /// Whether `reader` is told. The dealer knows everything.
  constexpr bool concerns(Seat reader) const {
    return only == kNobody || only == reader || reader == kDealer;
  }
};

}  // namespace lifetable::cv

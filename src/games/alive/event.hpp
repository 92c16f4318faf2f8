// SPDX-License-Identifier: Apache-2.0
// What happens at a table of Five Alive, and who gets to know it.
//
// The game is told in events: `rules.cpp` turns a move into events, `apply.hpp` applies each to what lies
// open, and `view.cpp` folds the private ones into what a seat knows. A secret is told twice: openly without
// the card, and to its owner with it.
#pragma once

#include <cstdint>

#include "core/seat.hpp"
#include "games/alive/cards.hpp"

namespace lifetable::alive {

/// Why a life is lost: at the end of a hand by whoever holds cards (FA-27), or by the other team (FA-40).
enum class Loss : std::uint8_t { stuck, bomb, hand_over, team_went_out };

struct Event {
  enum What : std::uint8_t {
    dealer_chosen,  // seat deals the first hand
    hand_began,     // seat deals; number: which hand, from 0
    dealt,          // seat gets a card
    got,            // private: which card; number: whether it was drawn, not dealt
    turn_began,     // seat
    played,         // seat laid card; number: the total before
    skipped,        // seat is left out
    drawing,        // everybody but seat is to draw number cards
    reshuffled,     // the discards, except card on top, are the new pile
    ran_dry,        // nothing is left to draw
    handed_in,      // seat has collected all hands and deals them anew
    zero_dropped,   // seat discards a 0 to the Bomb
    flipped,        // seat, or its team, loses a life; number: the Loss
    eliminated,     // seat has no life left; cards: its hand, now discarded
    bomb_over,      // everybody has answered the Bomb of seat
    went_out,       // seat has no card left
    summed,         // sudden death, a tie: number is what seat's number cards add up to
    game_ended,
  };

  What what;
  Seat seat = kNobody;
  Card card = Card::none;
  std::uint8_t number = 0;
  Seat only = kNobody;  ///< the one seat that is told, or kNobody: everybody is
  Cards cards = {};

  friend constexpr bool operator==(const Event&, const Event&) = default;

  /// Whether `reader` is told. The dealer knows everything.
  constexpr bool concerns(Seat reader) const {
    return only == kNobody || only == reader || reader == kDealer;
  }
};

}  // namespace lifetable::alive

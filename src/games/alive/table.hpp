// SPDX-License-Identifier: Apache-2.0
// Everything that lies open at a table of Five Alive: what any bystander sees or could have noted down.
//
// Whose turn it is and what may follow depends on this alone, so it can be computed from any seat's view.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/seat.hpp"
#include "games/alive/cards.hpp"
#include "games/alive/memory.hpp"

namespace lifetable::alive {

inline constexpr int kMaxPlayers = 6, kLives = 5, kHandCards = 10;

struct Options {
  std::uint8_t players = 4;
  Printing printing = Printing::first;
  bool sudden = false;    ///< sudden death (FA-36)
  bool teams = false;     ///< (FA-38)
  Seat dealer = kNobody;  ///< who deals the first hand; kNobody: drawn at random (FA-4)

  bool sudden_death() const { return sudden && !teams; }  // FA-42
  friend constexpr bool operator==(const Options&, const Options&) = default;
};

enum class Phase : std::uint8_t {
  first,   // the dealer of the game draws who deals the first hand
  deal,    // a hand is dealt
  redeal,  // the hands handed in are dealt anew
  draw,    // everyone but `turn` draws cards
  settle,  // between two moves only: the card of `turn` has had its effect
  play,    // `turn` plays a card, or is stuck
  over,
};

struct Table {
  template <class T>
  using PerSeat = std::array<T, kMaxPlayers>;

  Cards discards;
  Memory memory;          ///< of all hands together
  PerSeat<Floor> floors;  ///< of each hand (FA-44)
  PerSeat<std::uint8_t> hand, lives;
  /// Of a hand's cards, at most so many were in any hand when hands were last mixed or the pile was made
  /// anew; the others were drawn since.
  PerSeat<std::uint8_t> old;
  PerSeat<std::uint8_t> sums;  ///< sudden death, once over: what tied hands add up to (FA-37)
  Options options;
  Phase phase;
  std::uint8_t number;  ///< of the hand, from 0
  std::uint8_t total;
  std::uint8_t pile;  ///< face-down cards left
  std::uint8_t pool;  ///< cards handed in and not dealt out again yet
  std::uint8_t due;   ///< cards that `dealing` has still to get
  Seat dealer;        ///< who dealt this hand
  Seat turn;          ///< whose turn it is, or was when the cards being dealt were called for
  Seat dealing;       ///< who gets the next card
  Direction direction;
  SeatSet living;
  Card top;      ///< the last card played
  Seat lost;     ///< teams: a seat of the team whose lives were gone first
  bool mixed;    ///< hands were mixed, or the pile was made anew, in this hand: there is a memory to keep
  bool pays_on;  ///< by version 1 of the rules: an end of a hand is paid for to its end, also once FA-41
                 ///< decides
  std::array<std::uint8_t, 4> unused;  // always 0: no padding, so that equal tables are equal bytes

  friend bool operator==(const Table&, const Table&) = default;

  int players() const { return options.players; }
  Cards whole_deck() const { return Cards::whole_deck(options.printing); }
  /// All cards that do not lie open.
  Cards hidden() const {
    Cards rest = whole_deck();
    rest -= discards;
    return rest;
  }
  /// The next living seat in turn order (FA-3).
  Seat after(Seat seat) const { return living.after(seat, direction); }
  /// The next living seat clockwise, which is to the left.
  Seat left_of(Seat seat) const { return living.after(seat, Direction::clockwise); }
  int team_of(Seat seat) const { return seat.index & 1; }  // FA-38
  /// Where the lives of a seat are kept: a team's at its first seat.
  std::size_t purse_of(Seat seat) const {
    return static_cast<std::size_t>(options.teams ? team_of(seat) : seat.index);
  }
  std::uint8_t& lives_of(Seat seat) { return lives[purse_of(seat)]; }
  int lives_of(Seat seat) const { return lives[purse_of(seat)]; }
  /// Whether lives have decided the game, once a card has had all its effects (FA-35, FA-36, FA-41).
  bool decided() const {
    if (options.teams) return lost != kNobody;
    return options.sudden ? living.size() < players() : living.size() == 1;
  }

  /// The floors of all hands together.
  Floor all_floors() const {
    Floor sum;
    for (const Floor floor : floors) sum = sum + floor;
    return sum;
  }
  SeatSet winners() const;  ///< once it is over

  Actors actors() const {
    if (phase == Phase::play) return Actors::one(turn);
    return phase == Phase::over ? Actors::none() : Actors::the_dealer();
  }
};

static_assert(std::has_unique_object_representations_v<Table>);

}  // namespace lifetable::alive

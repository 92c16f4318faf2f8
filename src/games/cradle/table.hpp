// SPDX-License-Identifier: Apache-2.0
// Everything that lies open at a table of Cradle to Grave: what any bystander sees or could have noted down.
//
// Whose turn it is, what may follow and who is asked depends on this alone, so it can be computed from any
// seat's view.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/seat.hpp"
#include "games/cradle/cards.hpp"
#include "games/cradle/event.hpp"

namespace lifetable::cradle {

inline constexpr int kMaxPlayers = 5, kMaxRounds = 5;
inline constexpr int kDealtCards = 6, kHandCards = 4;  // CG-4, CG-34
inline constexpr int kCheckAge = 91, kLastAge = 99, kEndAge = 100;

struct Options {
  std::uint8_t players = 4;
  std::uint8_t rounds = 3;
  /// Eldest first (CG-9).
  std::array<Seat, kMaxPlayers> elders = {Seat{0}, Seat{1}, Seat{2}, Seat{3}, Seat{4}};
  bool polite = false;  ///< the oldest is spoken to with respect (CG-41)
  friend constexpr bool operator==(const Options&, const Options&) = default;
};

enum class Phase : std::uint8_t {
  deal,       // the dealer gives `dealing` its first six cards
  settle,     // between two moves only: does the hand of `dealing` stand?
  redeal,     // the dealer gives `dealing` six new cards
  choose,     // everyone not in `chosen` picks a starting age
  check,      // the dealer turns over the card of the hundred check
  play,       // `turn` plays a card
  answer,     // everyone in `asked` may answer with Stop!
  reveal,     // the dealer turns over the card of Cover Ten Digit
  replenish,  // the dealer fills the hand of `turn`
  close,      // between two moves only: the turn is over
  over,
};

/// The card on top of a pile. Layout: bits 0-3 the digit it counts, bit 4 face down. Cards below it never
/// matter again.
struct Top {
  std::uint8_t bits = 0;
  static constexpr Top face_up(Card card) { return {static_cast<std::uint8_t>(digit_of(card))}; }
  static constexpr Top face_down() { return {9 | 16}; }
  constexpr int digit() const { return bits & 15; }
  constexpr bool hidden() const { return bits & 16; }
  /// The card that lies here; a pile shows 0 only by the 0 card.
  constexpr Card card() const { return digit() == 0 ? Card::zero : age_card(digit()); }
  friend constexpr bool operator==(Top, Top) = default;
};

/// What follows from a skip at 99 (CG-40): of the cards that seat holds or has laid face down since
/// (from index `from` of its row), at least `count` are of none of these kinds.
struct Stuck {
  Kinds kinds = 0;
  std::uint8_t count = 0;
  std::uint8_t from = 0;
  friend constexpr bool operator==(Stuck, Stuck) = default;
};

struct Table {
  template <class T>
  using PerSeat = std::array<T, kMaxPlayers>;

  /// Covered: face-up cards below the tops; shown: hands laid aside for a redeal.
  Cards discards, covered, shown;
  PerSeat<Stuck> stuck;
  PerSeat<std::uint8_t> plain;  ///< of the hidden cards of a seat at least so many are 1 to 8 (CG-40)
  PerSeat<std::array<Top, 2>> piles;
  PerSeat<std::uint8_t> hand, laid;  ///< how many cards each seat holds, and has face down before it
  std::array<PerSeat<std::uint8_t>, kMaxRounds> penalty;
  Options options;
  Phase phase;
  std::uint8_t round;  ///< from 0
  std::uint8_t deck;   ///< how many cards are left
  Seat dealing;
  Seat turn;
  SeatSet chosen;
  // The special under way (phases answer and reveal); else Card::none.
  Card special;
  Seat target;
  Place place;
  std::uint8_t stops;                  ///< how many Stop! cards lie on it
  Seat last;                           ///< who played the last card of the chain
  SeatSet asked;                       ///< who has still to answer it
  std::array<std::uint8_t, 6> unused;  // always 0: no padding, so that equal tables are equal bytes

  friend bool operator==(const Table&, const Table&) = default;

  int players() const { return options.players; }
  int digit(Seat seat, Place place) const { return top(seat, place).digit(); }
  int age(Seat seat) const { return 10 * digit(seat, Place::tens) + digit(seat, Place::ones); }
  Top& top(Seat seat, Place place) { return piles[seat.index][static_cast<int>(place)]; }
  const Top& top(Seat seat, Place place) const { return piles[seat.index][static_cast<int>(place)]; }
  /// Every card that lies open or has been seen this round: discards, piles, hands laid aside, the special
  /// under way.
  Cards open_cards() const;
  int total(Seat seat) const;
  /// Who shows the highest age; among equals the elder (CG-9).
  Seat oldest() const;
  /// Whom everybody addresses with respect (CG-41): nobody without the option, and while no ages lie open.
  Seat honoured() const { return options.polite && phase >= Phase::check ? oldest() : kNobody; }
  Seat next(Seat seat) const { return seat.clockwise(1, players()); }
  Seat previous(Seat seat) const { return seat.clockwise(players() - 1, players()); }
  bool adjacent(Seat a, Seat b) const { return a != b && (next(a) == b || previous(a) == b); }  // CG-3
  /// The kinds that `seat`, being 99, could play: what a skip rules out (CG-20).
  Kinds playable_at_99(Seat seat) const;

  Actors actors() const;
};

inline Actors Table::actors() const {
  constexpr auto bit = [](Phase each) { return 1u << static_cast<int>(each); };
  constexpr unsigned dealer = bit(Phase::deal) | bit(Phase::settle) | bit(Phase::redeal) | bit(Phase::check) |
                              bit(Phase::reveal) | bit(Phase::replenish) | bit(Phase::close);
  if (dealer >> static_cast<int>(phase) & 1)
    return Actors::the_dealer();  // first, and in one step: it acts most often
  switch (phase) {
    case Phase::play: return Actors::one(turn);
    case Phase::answer: return Actors::any(asked, next(last));  // CG-30
    case Phase::choose: return Actors::any(SeatSet::first(players()).without(chosen), Seat{0});
    default: return Actors::none();
  }
}

static_assert(std::has_unique_object_representations_v<Table>);

}  // namespace lifetable::cradle

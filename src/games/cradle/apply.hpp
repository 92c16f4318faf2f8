// SPDX-License-Identifier: Apache-2.0
// How open events change the table. Both the rules and every seat's view let events happen through here, so
// a view that follows the events it was told cannot drift from the table.
//
// What phase follows an event is decided here too; `rules.cpp` only adds what follows by itself.
//
// In a header because the rules call it with events they have just made: the compiler then keeps only the one
// case.
#pragma once

#include <algorithm>
#include <utility>

#include "games/cradle/table.hpp"

namespace lifetable::cradle {

namespace apply_detail {

/// `seat` openly parts with a card of its hand. Where it might be one of the cards that CG-40 counts on, it
/// is taken as one: then no hand that is possible is ever ruled out.
inline void spend(Table& t, Seat seat, Card card) {
  --t.hand[seat.index];
  std::uint8_t& plain = t.plain[seat.index];
  plain = static_cast<std::uint8_t>(plain - ((plain != 0) & !(kWild & kind(card))));
  Stuck& stuck = t.stuck[seat.index];
  if (stuck.count != 0 && !(stuck.kinds & kind(card))) --stuck.count;
}

inline void cover(Table& t, Seat seat, Place place, Top top) {
  Top& old = t.top(seat, place);
  t.covered.add_if(!old.hidden(), old.card());
  old = top;
}

inline void lay_aside_special(Table& t, Phase next) {
  t.special = Card::none;
  t.target = t.last = kNobody;
  t.place = Place::tens;
  t.stops = 0;
  t.asked = {};
  t.phase = next;
}

/// The card is due, unless the hand is empty (CG-21).
inline Phase after_check(const Table& t) {
  return t.hand[t.turn.index] == 0 ? Phase::replenish : Phase::play;
}

inline void begin_round(Table& t, std::uint8_t round) {
  // Field by field: to copy options and penalties aside and back would wait for bytes that were just written.
  t.discards = t.covered = t.shown = {};
  t.stuck = {};
  t.plain = t.hand = t.laid = {};
  t.piles = {};
  t.round = round;
  t.deck = kDeckSize;
  t.dealing = Seat{0};
  t.turn = kNobody;
  t.chosen = {};
  lay_aside_special(t, Phase::deal);
}

inline void deal(Table& t, Seat seat) {
  --t.deck;
  const int held = ++t.hand[seat.index];
  if (t.phase == Phase::replenish) {
    if (held == kHandCards) t.phase = Phase::close;
  } else if (held == kDealtCards) {
    const bool last = t.phase == Phase::redeal || seat.index + 1 == t.players();
    if (t.phase == Phase::deal) t.dealing = t.next(seat);  // after the last seat: the first, to be settled
    if (last) t.phase = Phase::settle;
  }
}

inline void skip(Table& t, Seat seat) {
  Kinds kinds = t.playable_at_99(seat);
  Stuck& stuck = t.stuck[seat.index];
  const std::uint8_t held = t.hand[seat.index], laid = t.laid[seat.index];
  // Stuck before, with this very hand: both times count. A skip after new cards replaces the older one.
  if (stuck.count == held && stuck.from == laid) kinds |= stuck.kinds;
  stuck = {kinds, held, laid};
  t.phase = Phase::close;
}

}  // namespace apply_detail

/// Everyone but `seat` who holds a card: those who are asked about a card of `seat` (CG-28).
inline SeatSet others_with_cards(const Table& t, Seat seat) {
  SeatSet others;
  for (int i = 0; i < kMaxPlayers; ++i)  // no branch and no count of players: empty seats hold nothing
    others.bits = static_cast<std::uint8_t>(others.bits | (t.hand[i] != 0) << i);
  others.remove(seat);
  return others;
}

/// Lets an open event happen. Private events leave the table as it is.
[[gnu::always_inline]] inline void apply(Table& t, const Event& e) {
  using namespace apply_detail;
  switch (e.what) {
    case Event::round_began: begin_round(t, e.number); break;
    case Event::dealt: deal(t, e.seat); break;
    case Event::hand_shown:
      t.shown += e.cards;
      t.hand[e.seat.index] = 0;
      t.phase = Phase::redeal;
      break;
    case Event::shown_returned:
      t.deck = static_cast<std::uint8_t>(t.deck + t.shown.size());
      t.shown = {};
      break;
    case Event::stood:
      t.plain[e.seat.index] = 3;
      t.dealing = Seat{e.seat.index + 1};
      if (t.dealing.index == t.players()) t.dealing = kNobody, t.phase = Phase::choose;
      break;
    case Event::age_laid:
      t.hand[e.seat.index] = kHandCards;
      t.laid[e.seat.index] = 2;
      t.chosen.add(e.seat);
      break;
    case Event::age_shown:
      t.laid[e.seat.index] = 0;
      t.hand[e.seat.index] += 2;  // as if just taken from the hand
      spend(t, e.seat, e.card);
      spend(t, e.seat, e.second);
      t.top(e.seat, Place::tens) = Top::face_up(e.card);
      t.top(e.seat, Place::ones) = Top::face_up(e.second);
      break;
    case Event::turn_began:
      t.chosen = {};
      t.turn = e.seat;
      t.phase = t.age(e.seat) >= kCheckAge ? Phase::check : after_check(t);  // CG-11
      break;
    case Event::checked:
      --t.deck;
      t.discards.add(e.card);
      t.phase = e.number >= kEndAge ? Phase::close : after_check(t);
      break;
    case Event::raised:
      spend(t, e.seat, e.card);
      cover(t, e.target, e.place, Top::face_up(e.card));
      t.phase = Phase::replenish;
      break;
    case Event::hid:
      --t.hand[e.seat.index];
      ++t.laid[e.seat.index];
      cover(t, e.seat, e.place, Top::face_down());
      t.phase = Phase::replenish;
      break;
    case Event::skipped: skip(t, e.seat); break;
    case Event::played:
      spend(t, e.seat, e.card);
      t.special = e.card;
      t.target = e.target;
      t.place = e.place;
      t.last = e.seat;
      t.asked = others_with_cards(t, e.seat);
      t.phase = Phase::answer;
      break;
    case Event::stopped:
      spend(t, e.seat, Card::stop);
      t.discards.add(Card::stop);
      ++t.stops;
      t.last = e.seat;
      t.asked = others_with_cards(t, e.seat);  // CG-29
      break;
    case Event::let: t.asked.remove(e.seat); break;
    case Event::cancelled:
      t.discards.add(e.card);
      lay_aside_special(t, Phase::replenish);
      break;
    case Event::allowed: t.phase = Phase::reveal; break;
    case Event::zero_laid:
      cover(t, e.seat, e.place, Top::face_up(Card::zero));
      lay_aside_special(t, Phase::replenish);
      break;
    case Event::ten_covered:
      --t.deck;
      if (is_age(e.card))
        cover(t, e.target, Place::tens, Top::face_up(e.card));
      else
        t.discards.add(e.card);  // CG-25
      t.discards.add(Card::ten);
      lay_aside_special(t, Phase::replenish);
      break;
    case Event::swapped:
      std::swap(t.top(e.target, Place::tens), t.top(e.target, Place::ones));
      t.discards.add(Card::swap);
      lay_aside_special(t, Phase::replenish);
      break;
    case Event::round_ended:
      t.phase = Phase::close;
      t.plain = {};  // what could be concluded about hands matters no more
      t.stuck = {};
      break;
    case Event::laid_shown:  // no longer secret: counted with the open cards of the piles
      t.covered += e.cards;
      t.laid[e.seat.index] = 0;
      break;
    case Event::scored: t.penalty[t.round][e.seat.index] = e.number; break;
    case Event::game_ended: t.phase = Phase::over; break;
    case Event::got:
    case Event::age_chosen:
    case Event::hid_card: break;
  }
}

}  // namespace lifetable::cradle

// SPDX-License-Identifier: Apache-2.0
// How open events change the table. Both the rules and every seat's view let events happen through here, so a
// view that follows the events it was told cannot drift from the table.
//
// In a header because the rules call it with events they have just made: the compiler then keeps only the one
// case.
#pragma once

#include <algorithm>

#include "games/cv/event.hpp"
#include "games/cv/table.hpp"

namespace lifetable::cv {

namespace apply_detail {

inline void take_off_track(Table& t, Card card) {  // CV-43: the others slide to the left
  auto* const end = t.track.data() + kTrack;
  auto* const hole = std::find(t.track.data(), end, card);
  std::copy(hole + 1, end, hole);
  t.track.back() = Card::none;
}

inline void put_into_stack(Table& t, Seat seat, Type type, Card card, Card under) {
  const auto stack = static_cast<std::size_t>(type);
  Card* link = &t.top[seat.index][stack];
  if (under != Card::none) link = &t.below_of(under);
  t.below_of(card) = *link;
  *link = card;
  ++t.count[seat.index][stack];
}

/// The card below becomes active (CV-37).
inline void drop_active(Table& t, Seat seat, Type type) {
  const auto stack = static_cast<std::size_t>(type);
  Card& top = t.top[seat.index][stack];
  const Card lost = top;
  top = t.below_of(lost);
  t.below_of(lost) = Card::none;
  --t.count[seat.index][stack];
}

inline void begin_turn(Table& t, Seat seat) {
  t.phase = Phase::toss;
  t.turn = seat;
  t.means = means_of(t, seat);
  t.most_bad = 255;
}

/// Nothing of the turn is kept.
inline void end_turn(Table& t) {
  t.means = {};
  t.dice = t.extra = {};
  t.throws = t.joining = t.most_bad = 0;
  t.thawed = false;
  t.taken = {};
}

inline void play_event(Table& t, Seat seat, Card card) {
  if (number_of(card) < kFirstOpen)
    t.shown[seat.index] = static_cast<std::uint16_t>(t.shown[seat.index] | 1u << number_of(card));
  else
    t.events[seat.index].remove(card);
  const Facts& facts = t.facts(card);
  if (facts.has(Effect::insurance) && t.phase == Phase::misfortune) {
    --t.losses;  // CV-22
    return;
  }
  t.extra += facts.gives;  // CV-19
  const int lying = t.phase == Phase::toss ? t.means.dice : t.dice.size();
  t.joining = static_cast<std::uint8_t>(std::min(t.joining + facts.dice, kDice - lying));  // CV-20
}

inline void add_taken(Table& t, Card card, Type type) {
  const int place = t.takes();
  t.taken[static_cast<std::size_t>(place)] = {card, type};
  t.unplaced = static_cast<std::uint8_t>(t.unplaced | 1u << place);
}

inline void put_away(Table& t, Card card) {
  const int place = t.taken[0].card == card ? 0 : 1;
  t.unplaced = static_cast<std::uint8_t>(t.unplaced & ~(1u << place));
  t.placing = kNobody;
  if (t.cleaning_up()) t.taken = {};
}

}  // namespace apply_detail

/// Lets an open event happen. Private events leave the table as it is.
[[gnu::always_inline]] inline void apply(Table& t, const Event& e) {
  using namespace apply_detail;
  switch (e.what) {
    case Event::opened:
      t.track[static_cast<std::size_t>(t.track_size())] = e.card;
      t.unseen.remove(e.card);
      if (t.phase == Phase::open_track && t.track.back() != Card::none) t.phase = Phase::deal_goals;
      break;
    case Event::goal_dealt: ++t.step; break;
    case Event::goal_opened:
      t.goals[static_cast<std::size_t>(t.step++ - t.players())] = e.card;
      if (t.step == 2 * t.players() - 1) t.phase = Phase::deal_cards, t.step = 0;
      break;
    case Event::dealt:
      if (++t.step == kChildhoodHand * t.players()) t.phase = Phase::choose, t.step = 0;
      break;
    case Event::chose: t.chosen.add(e.seat); break;
    case Event::passed:
      t.chosen = {};
      t.step = static_cast<std::uint8_t>(1 - t.step);
      break;
    case Event::bicycle:
      t.starter = e.seat;
      t.shown[e.seat.index] = 1u << number_of(Card::bicycle);
      put_into_stack(t, e.seat, Type::possession, Card::bicycle, Card::none);
      break;
    case Event::turn_began: begin_turn(t, e.seat); break;
    case Event::picked_up:
      t.dice -= e.symbols;
      t.thawed = t.thawed || e.symbols.count(Symbol::bad) != 0;
      t.in_air = e.number;
      t.joining = 0;
      t.phase = Phase::dice;
      break;
    case Event::rolled:
      t.dice += e.symbols;
      t.in_air = 0;
      t.phase = ++t.throws < t.means.throws ? Phase::reroll : Phase::select;
      break;
    case Event::played: play_event(t, e.seat, e.card); break;
    case Event::stopped:
      t.joining = 0;
      t.phase = Phase::select;
      break;
    case Event::took:
      take_off_track(t, e.card);
      add_taken(t, e.card, e.type);
      break;
    case Event::misfortune:
      t.losses = e.number;
      t.most_bad = static_cast<std::uint8_t>(3 * e.number + 2);  // CV-36
      if (e.number) t.phase = Phase::misfortune;
      break;
    case Event::spared: t.losses = 0; break;
    case Event::lost:
      drop_active(t, e.seat, e.type);
      --t.losses;
      break;
    case Event::placed:
      put_into_stack(t, e.seat, e.type, e.card, e.under);
      put_away(t, e.card);
      break;
    case Event::to_hand:
      t.events[e.seat.index].add(e.card);
      put_away(t, e.card);
      break;
    case Event::unpaid: drop_active(t, e.seat, e.type); break;
    case Event::cleaned_up: end_turn(t); break;
    case Event::discarded: take_off_track(t, e.card); break;
    case Event::assistance: t.assisted = e.seats; break;
    case Event::granted:
      take_off_track(t, e.card);
      add_taken(t, e.card, e.type);
      t.assisted.remove(e.seat);
      break;
    case Event::declined: t.assisted.remove(e.seat); break;
    case Event::asks:
      t.phase = static_cast<Phase>(e.number);
      if (t.phase == Phase::place) t.placing = e.seat;
      break;
    case Event::goal_shown: t.revealed[e.seat.index] = e.card; break;
    case Event::game_ended: t.phase = Phase::over; break;
    default: break;
  }
}

}  // namespace lifetable::cv

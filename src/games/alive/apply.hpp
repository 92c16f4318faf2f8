// SPDX-License-Identifier: Apache-2.0
// How open events change the table, and what a seat makes of them. Both the rules and every seat's view let
// events happen through here, so a view that follows the events it was told cannot drift from the table.
//
// In a header because the rules call it with events they have just made: the compiler then keeps only the one
// case.
#pragma once

#include <algorithm>
#include <array>

#include "games/alive/event.hpp"
#include "games/alive/table.hpp"

namespace lifetable::alive {

namespace apply_detail {

/// `total_after` as what is kept of the total before and what is added: looked up, because no processor can
/// predict the next card.
struct Step {
  std::uint8_t keep, add;
};
inline constexpr auto kSteps = [] {
  std::array<Step, 32> steps{};
  for (std::size_t c = 0; c < kKinds; ++c) {
    const int from0 = total_after(static_cast<Card>(c), 0), from1 = total_after(static_cast<Card>(c), 1);
    steps[c] = {static_cast<std::uint8_t>(from0 == from1 ? 0 : 255), static_cast<std::uint8_t>(from0)};
  }
  return steps;
}();

/// `seat` openly parts with a card. Nothing is remembered of cards drawn since hands were mixed.
[[gnu::always_inline]] inline void part(Table& t, Seat seat, Card card) {
  const auto left = static_cast<std::uint8_t>(t.hand[seat.index] - 1);
  t.floors[seat.index].lose(card);
  if (std::uint8_t& old = t.old[seat.index]; old != 0) {
    t.memory.lose(card);
    old = std::min(old, left);
  }
  t.hand[seat.index] = left;  // last: bytes might be anything, so the compiler forgets what it knew before
  t.discards.add(card);
}

inline void stop_dealing(Table& t, Phase next) {
  t.dealing = kNobody;
  t.due = 0;
  t.phase = next;
}

/// The share of the next seat in a re-deal: the first ones get one more if hands are unequal (FA-24).
inline std::uint8_t share(const Table& t) {
  int waiting = 0;
  for (const Seat seat : t.living) waiting += t.hand[seat.index] == 0;
  return static_cast<std::uint8_t>((t.pool + waiting - 1) / waiting);
}

[[gnu::noinline]] inline void serve_next(Table& t) {
  if (t.phase == Phase::draw) {  // FA-14
    t.dealing = t.after(t.dealing);
    t.due = static_cast<std::uint8_t>(draws_of(t.top));
    if (t.dealing == t.turn) stop_dealing(t, Phase::settle);
    return;
  }
  const Seat last = t.phase == Phase::deal ? t.dealer : t.turn;  // FA-5, FA-24
  if (t.dealing == last) return stop_dealing(t, Phase::settle);
  t.dealing = t.left_of(t.dealing);
  t.due = t.phase == Phase::deal ? kHandCards : share(t);
}

inline void begin_hand(Table& t, Seat dealer, std::uint8_t number) {
  t.discards = {};
  t.memory = {};
  t.floors = {};
  t.hand = t.old = {};
  t.number = number;
  t.total = 0;
  t.pile = kDeckSize;
  t.dealer = dealer;
  t.turn = kNobody;
  t.top = Card::none;
  t.direction = Direction::clockwise;
  t.mixed = false;
  t.phase = Phase::deal;
  t.dealing = t.left_of(dealer);
  t.due = kHandCards;
}

inline void hand_in(Table& t) {  // FA-23
  t.memory.floor = both(t.memory.floor, t.all_floors());
  t.floors = {};
  for (const Seat seat : t.living) t.pool = static_cast<std::uint8_t>(t.pool + t.hand[seat.index]);
  t.hand = t.old = {};
  t.mixed = true;
  t.total = 0;
  t.direction = Direction::clockwise;  // FA-6
  t.phase = Phase::redeal;
  t.dealing = t.left_of(t.turn);
  t.due = share(t);
}

/// All cards but the discards are in the hands (FA-46).
inline void make_pile(Table& t, Card top) {  // FA-15
  t.memory = {};
  t.memory.known = t.hidden();
  t.pile = static_cast<std::uint8_t>(t.discards.size() - 1);
  t.discards = Cards::one(top);
  t.old = t.hand;
  t.mixed = true;
}

inline void flip(Table& t, Seat seat, Loss loss) {
  std::uint8_t& lives = t.lives_of(seat);
  lives = static_cast<std::uint8_t>(lives - (lives != 0));  // a team may be asked for more than it has
  if (t.options.teams && lives == 0 && t.lost == kNobody) t.lost = seat;  // FA-41
  if (loss >= Loss::hand_over) return;
  const int rank = loss == Loss::bomb ? 1 : stuck_rank(t.total);  // FA-44
  t.floors[seat.index].raise(rank, t.hand[seat.index]);
  if (loss == Loss::stuck) t.total = 0;  // FA-10
}

inline void eliminate(Table& t, Seat seat, Cards hand) {  // FA-33
  t.living.remove(seat);
  t.discards += hand;
  if (t.old[seat.index] != 0) t.memory.lose(hand);
  t.hand[seat.index] = t.old[seat.index] = 0;
  t.floors[seat.index] = {};
}

}  // namespace apply_detail

/// Lets an open event happen. Private events leave the table as it is.
[[gnu::always_inline]] inline void apply(Table& t, const Event& e) {
  using namespace apply_detail;
  switch (e.what) {
    case Event::hand_began: begin_hand(t, e.seat, e.number); break;
    case Event::dealt: {
      const bool last = --t.due == 0;
      if (t.phase == Phase::redeal)
        --t.pool, ++t.old[e.seat.index];
      else
        --t.pile;
      ++t.hand[e.seat.index];
      if (last) serve_next(t);
      break;
    }
    case Event::turn_began:
      t.turn = e.seat;
      t.phase = Phase::play;
      break;
    case Event::played: {
      part(t, e.seat, e.card);
      t.top = e.card;
      const Step step = kSteps[static_cast<std::size_t>(e.card)];
      t.total = static_cast<std::uint8_t>((t.total & step.keep) + step.add);
      if (e.card == Card::reverse && t.living.size() > 2) t.direction = opposite(t.direction);  // FA-18
      break;
    }
    case Event::drawing:
      t.phase = Phase::draw;
      t.dealing = t.after(e.seat);
      t.due = e.number;
      break;
    case Event::reshuffled: make_pile(t, e.card); break;
    case Event::ran_dry: stop_dealing(t, Phase::settle); break;
    case Event::handed_in: hand_in(t); break;
    case Event::zero_dropped: part(t, e.seat, Card::zero); break;
    case Event::flipped: flip(t, e.seat, static_cast<Loss>(e.number)); break;
    case Event::eliminated: eliminate(t, e.seat, e.cards); break;
    case Event::bomb_over: t.total = 0; break;
    case Event::summed: t.sums[e.seat.index] = e.number; break;
    case Event::game_ended: stop_dealing(t, Phase::over); break;
    case Event::dealer_chosen:
    case Event::got:
    case Event::skipped:
    case Event::went_out: break;
  }
}

/// What a seat holding `hand` will remember of the other hands when all are handed in: its own cards come
/// to what it knew of the others (FA-45). `others`: the floors of the other hands. Asked just before.
inline Memory handing_in(Floor others, Cards hand, Memory memory) {
  if (!(others == Floor{} && memory.floor == Floor{}))  // else the known cards say as much
    memory.floor = both(both(memory.floor, others), Floor::of(memory.known)) + Floor::of(hand);
  memory.known += hand;
  return memory;
}

/// What `seat` knows of the other hands when the pile has run dry (FA-46). Asked just before it is made anew.
inline Memory when_dry(const Table& t, Cards hand) {
  Memory memory{};
  memory.known = t.hidden();
  memory.known -= hand;
  return memory;
}

}  // namespace lifetable::alive

// SPDX-License-Identifier: Apache-2.0
// What may be done, and which clause another move breaks. From a view and from a state by the same code.
#include <algorithm>

#include "games/cv/cv.hpp"

namespace lifetable::cv {

namespace {

using Moves = Cv::Moves;

/// A seat with what it knows of itself.
struct Player {
  const Table& t;
  const Secret& secret;
  Seat seat;

  Hand hand() const { return {secret.hand(t.shown[seat.index]), t.events[seat.index]}; }
};

void add_events(const Player& p, Moves& moves) {
  const Hand events = p.t.playable(p.hand());
  for (int i = 0, size = events.size(); i < size; ++i) moves.push_back(Move::to_play(events.nth(i)));
}

/// A card of the track, as each type that it may be taken as.
void add_takes(const Table& t, Card card, TypeSet types, Moves& moves) {
  const bool two_colours = t.facts(card).has_two_colours();
  for (unsigned rest = types; rest; rest &= rest - 1)
    moves.push_back(
        Move::to_take(card, two_colours ? static_cast<Type>(std::countr_zero(rest)) : Type::unsaid));
}

void add_purchases(const Table& t, Moves& moves) {
  if (t.takes() == kTakes) return;
  const Pool pool = t.pool();
  Bill bill = t.promised();
  for (const Card card : t.track) {
    if (card == Card::none) break;
    bill.cards[static_cast<std::size_t>(t.takes())] = t.facts(card).cost;
    if (!can_pay(pool, bill)) continue;
    add_takes(t, card, t.may_take_as(t.turn, card), moves);
  }
}

/// On top of the stack, or under any card of it where that is allowed (CV-39).
void add_places(const Table& t, Moves& moves) {
  for (std::size_t i = 0; i < kTakes; ++i) {
    if (!(t.unplaced >> i & 1)) continue;
    const Taken taken = t.taken[i];
    moves.push_back(Move::to_place(taken.card));
    if (taken.type == Type::work || taken.type == Type::possession) continue;
    for (Card under = t.active(t.placing, taken.type); under != Card::none; under = t.below_of(under))
      moves.push_back(Move::to_place(taken.card, under));
  }
}

Moves moves_of(const Player& p) {
  const Table& t = p.t;
  Moves moves;
  if (!t.actors().include(p.seat)) return moves;
  switch (t.phase) {
    case Phase::choose:
      for (unsigned rest = p.secret.offered; rest; rest &= rest - 1)
        moves.push_back(Move::to_take(card_of(std::countr_zero(rest))));
      break;
    case Phase::toss:
      moves.push_back(Move::of(Move::toss));
      add_events(p, moves);
      break;
    case Phase::reroll: {
      const SubDice sets(t.may_throw_again());
      for (int i = t.joining ? 0 : 1; i < sets.size(); ++i) moves.push_back(Move::to_reroll(sets[i]));
      moves.push_back(Move::of(Move::stop));
      add_events(p, moves);
      break;
    }
    case Phase::select:
      add_purchases(t, moves);
      moves.push_back(Move::of(Move::done));
      add_events(p, moves);
      break;
    case Phase::misfortune:
      for (const Card card : t.top[p.seat.index])
        if (card != Card::none) moves.push_back(Move::to_lose(card));
      add_events(p, moves);
      break;
    case Phase::place: add_places(t, moves); break;
    case Phase::upkeep:
      for (const TypeSet set : t.payable_upkeep()) moves.push_back(Move::to_pay(set));
      break;
    case Phase::assist:
      for (const Card card : t.track) {
        if (card == Card::none) break;
        add_takes(t, card, t.may_take_as(p.seat, card), moves);
      }
      moves.push_back(Move::of(Move::decline));
      break;
    default: break;
  }
  return moves;
}

// ---- Why not ------------------------------------------------------------------------------------------

Clause why_not_take(const Player& p, Move move) {
  const Table& t = p.t;
  const Card card = move.card();
  if (t.phase == Phase::choose) return Clause{8};
  if (t.phase != Phase::select && t.phase != Phase::assist) return Clause{23};
  const bool assisted = t.phase == Phase::assist;
  if (!t.on_track(card)) return Clause{assisted ? 47 : 23};
  if (!assisted && t.takes() == kTakes) return Clause{23};
  const Facts& facts = t.facts(card);
  const bool two_colours = facts.has_two_colours();
  const bool unsaid = move.type() == Type::unsaid;
  if (!unsaid && !(two_colours && facts.is(move.type()))) return Clause{33};
  const TypeSet have = t.types_in_cv(p.seat);
  if ((facts.needs & ~have) || (facts.forbids & have)) return Clause{31};
  const TypeSet as = unsaid ? facts.types : set_of(move.type());
  if (!(as & t.may_take_as(p.seat, card))) return Clause{32};
  const bool payable = assisted || t.can_afford(card);
  return Clause{payable ? 33 : 24};  // all that is wrong with it then is that its type is not said
}

Clause why_not_reroll(const Player& p, Move move) {
  const Table& t = p.t;
  if (t.phase != Phase::reroll) return Clause{14};
  const Symbols dice = move.dice();
  const bool thaws = dice.count(Symbol::bad) != 0;
  if (!t.dice.includes(dice)) return Clause{14};
  if (thaws && (t.means.effects & Effect::thaw)) return Clause{16};
  return thaws ? Clause{15} : Clause{14};
}

Clause why_not_place(const Player& p, Move move) {
  const Table& t = p.t;
  if (t.phase != Phase::place) return Clause{38};
  for (std::size_t i = 0; i < kTakes; ++i)
    if ((t.unplaced >> i & 1) && t.taken[i].card == move.card()) return Clause{39};
  return Clause{40};
}

Clause why_not_play(const Player& p, Card event) {
  for (const Taken& taken : p.t.taken)
    if (taken.card == event && event != Card::none) return Clause{38};  // from the next turn on
  if (!p.hand().has(event)) return Clause{18};
  const Clause reason = p.t.why_not_playable(event);
  return reason ? reason : Clause{18};
}

/// What the table waits for, if it is one thing only; whatever else is tried, that has to come first.
Clause awaited(Phase phase, Move::What what) {
  switch (phase) {
    case Phase::choose: return what == Move::take ? Clause{} : Clause{8};
    case Phase::misfortune: return what == Move::play ? Clause{} : Clause{37};
    case Phase::place: return what == Move::place || what == Move::play ? Clause{} : Clause{39};
    case Phase::upkeep: return what == Move::play ? Clause{} : Clause{42};
    case Phase::assist: return what == Move::take ? Clause{} : Clause{47};
    default: return {};
  }
}

Clause why_not(const Player& p, Move move) {
  if (const Clause first = awaited(p.t.phase, move.what())) return first;
  switch (move.what()) {
    case Move::take: return why_not_take(p, move);
    case Move::reroll: return why_not_reroll(p, move);
    case Move::play: return why_not_play(p, move.card());
    case Move::place: return why_not_place(p, move);
    case Move::toss:
    case Move::stop: return Clause{14};
    case Move::done: return Clause{23};
    case Move::lose: return Clause{37};
    case Move::pay: return Clause{41};
    case Move::decline: return Clause{47};
    default: return Clause{11};
  }
}

Clause judge_for(const Player& p, Move move) {
  if (moves_of(p).contains(move)) return {};
  if (p.t.actors().include(p.seat)) return why_not(p, move);
  switch (p.t.phase) {  // somebody else is to act, or chance is, or nobody
    case Phase::choose: return Clause{8};
    case Phase::assist: return Clause{46};
    case Phase::over: return Clause{48};
    default: return Clause{11};
  }
}

}  // namespace

Cv::Moves Cv::moves(const View& view) { return moves_of({view.table, view.mine, view.seat}); }

Cv::Moves Cv::moves(const State& state, Seat seat) {
  return moves_of({state.table, state.secrets[seat.index], seat});
}

Clause Cv::judge(const View& view, Move move) { return judge_for({view.table, view.mine, view.seat}, move); }

Clause Cv::judge_dealer(const State& state, Move move) {
  if (actors(state).kind != Actors::dealer) return Clause{11};
  for (const auto& outcome : outcomes(state))
    if (outcome.move == move) return {};
  switch (state.table.phase) {
    case Phase::dice: return Clause{13};
    case Phase::deal_goals: return Clause{6};
    case Phase::deal_cards: return Clause{7};
    case Phase::open_track: return Clause{5};
    default: return Clause{43};
  }
}

}  // namespace lifetable::cv

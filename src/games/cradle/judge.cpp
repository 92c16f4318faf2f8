// SPDX-License-Identifier: Apache-2.0
// Why a move is refused: the first clause it breaks, asked in the order in which a person would object.
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

namespace {

constexpr Clause kLegal{};

/// The move with only those parts set that its kind uses: anything else is no move at all.
Move tidy(Move move) {
  switch (move.what()) {
    case Move::draw: return Move::to_draw(move.card());
    case Move::age: return Move::to_age(move.card(), move.second());
    case Move::raise: return Move::to_raise(move.target(), move.place(), move.card());
    case Move::hide: return Move::to_hide(move.place(), move.card());
    case Move::zero: return Move::to_zero(move.place());
    case Move::ten: return Move::to_ten(move.target());
    case Move::swap: return Move::to_swap(move.target());
    case Move::stop: return Move::to_stop();
    case Move::let: return Move::to_let();
    case Move::skip: return Move::to_skip();
    default: return Move{};
  }
}

bool is_card(Card card) { return card >= Card::one && card <= Card::stop; }

Clause judge_age(Cards hand, Move move) {
  if (move.what() != Move::age) return Clause{move.what() == Move::hide ? 7 : 8};
  if (!is_age(move.card()) || !is_age(move.second())) return Clause{7};
  Cards two;
  two.add(move.card());
  two.add(move.second());
  return hand.includes(two) ? kLegal : Clause{7};
}

Clause judge_raise(const Table& t, Seat seat, Move move) {
  const int digit = t.digit(move.target(), move.place());
  if (move.target() == seat)
    return is_age(move.card()) && digit_of(move.card()) > digit ? kLegal : Clause{17};
  if (!t.adjacent(seat, move.target())) return Clause{15};
  return is_age(move.card()) && digit_of(move.card()) == digit + 1 ? kLegal : Clause{16};
}

Clause judge_play(const Table& t, Seat seat, Cards hand, Move move) {
  switch (move.what()) {
    case Move::age: return Clause{7};
    case Move::stop:
    case Move::let: return Clause{27};
    case Move::skip: break;
    case Move::draw: return Clause{34};
    default:
      if (!is_card(move.card()) || !hand.has(move.card())) return Clause{14};
      if (move.target().index >= t.players()) return Clause{move.what() == Move::raise ? 15 : 22};
  }
  switch (move.what()) {
    case Move::raise: return judge_raise(t, seat, move);
    case Move::hide: return t.digit(seat, move.place()) < 9 ? kLegal : Clause{18};
    case Move::zero: return t.digit(seat, move.place()) == 9 ? kLegal : Clause{23};
    case Move::skip:
      if (t.age(seat) != kLastAge) return Clause{20};
      return hand.only(t.playable_at_99(seat)).empty() ? kLegal : Clause{20};
    default: return kLegal;  // Cover Ten Digit and Swap places fit everybody (CG-22, CG-26)
  }
}

Clause judge_answer(Cards hand, Move move) {
  if (move.what() == Move::let) return kLegal;
  if (move.what() != Move::stop) return Clause{28};
  return hand.has(Card::stop) ? kLegal : Clause{14};
}

/// It is not for this seat to act now.
Clause judge_out_of_turn(const Table& t, Seat seat, Move move) {
  if (t.phase == Phase::over) return Clause{38};
  const bool asks = t.phase == Phase::answer;
  if (move.what() == Move::stop && (!asks || seat == t.last))
    return Clause{27};  // nothing, or one's own card
  if (asks) return Clause{28};
  if (t.phase <= Phase::choose) return Clause{8};
  return Clause{t.phase == Phase::play ? 14 : 10};
}

}  // namespace

Clause Cradle::judge(const View& view, Move move) {
  const Table& t = view.table;
  if (!t.actors().include(view.seat)) return judge_out_of_turn(t, view.seat, move);
  if (move.what() >= Move::kWhats || move != tidy(move)) return Clause{14};
  switch (t.phase) {
    case Phase::choose: return judge_age(view.mine.hand, move);
    case Phase::answer: return judge_answer(view.mine.hand, move);
    default: return judge_play(t, view.seat, view.mine.hand, move);
  }
}

Clause Cradle::judge_dealer(const State& state, Move move) {
  if (state.table.actors().kind != Actors::dealer) return Clause{10};
  if (move.what() != Move::draw || move != tidy(move)) return Clause{2};
  return is_card(move.card()) && state.deck.has(move.card()) ? kLegal : Clause{2};
}

}  // namespace lifetable::cradle

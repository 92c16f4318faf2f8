// SPDX-License-Identifier: Apache-2.0
// Why a move is refused, in one or two sentences about this table: what is wrong, and what to do instead.
// judge.cpp names the clause; this follows it case by case.
#include "games/cradle/cradle.hpp"
#include "games/cradle/words.hpp"

namespace lifetable::cradle {

namespace {

Phrase no_such_card(Card card) {
  return card == Card::stop ? Phrase{"cradle.reason.no-stop"}
                            : Phrase{"cradle.reason.not-held", {{"card", phrase_of(card)}}};
}

Phrase why_not_age(Cards hand, Move move) {
  if (move.what() == Move::hide) return {"cradle.reason.no-backs-yet"};
  if (move.what() != Move::age) return {"cradle.reason.first-age"};
  const Card both[] = {move.card(), move.second()};
  for (const Card card : both)
    if (!is_age(card)) return {"cradle.reason.no-age-card", {{"card", phrase_of(card)}}};
  for (const Card card : both)
    if (!hand.has(card)) return no_such_card(card);
  return {"cradle.reason.only-one", {{"card", phrase_of(move.card())}}};
}

/// An age card, or a special that somebody took for one, on a digit.
Phrase why_not_raise(const Table& t, Seat seat, Move move) {
  const Seat target = move.target();
  const bool own = target == seat;
  if (!own && !t.adjacent(seat, target))
    return {"cradle.reason.too-far",
            {{"whom", named(t, target)},
             {"left", named(t, t.next(seat))},
             {"right", named(t, t.previous(seat))}}};
  if (!is_age(move.card()))
    return {own ? "cradle.reason.special-on-own" : "cradle.reason.special-on-other",
            {{"card", phrase_of(move.card())}}};
  const int digit = t.digit(target, move.place());
  const char* const id = digit == 9 ? (own ? "cradle.reason.own-nine" : "cradle.reason.nine")
                         : own      ? "cradle.reason.not-higher"
                                    : "cradle.reason.not-one-higher";
  return {id,
          {{"whom", named(t, target)},
           {"place", phrase_of(move.place())},
           {"digit", digit},
           {"fitting", digit + 1}}};
}

/// Which cards somebody who would like to skip could still play.
Phrase why_not_skip(const Table& t, Seat seat, Cards hand) {
  if (t.age(seat) != kLastAge) return {"cradle.reason.not-stuck", {{"n", t.age(seat)}}};
  return {"cradle.reason.can-play", {{"cards", phrases_of(hand.only(t.playable_at_99(seat)).each_once())}}};
}

Phrase why_not_play(const Table& t, Seat seat, Cards hand, Move move) {
  switch (move.what()) {
    case Move::age: return {"cradle.reason.ages-chosen"};
    case Move::stop: return {"cradle.reason.nothing-to-stop"};
    case Move::let: return {"cradle.reason.nothing-to-answer"};
    case Move::draw: return {"cradle.reason.drawn-at-the-end"};
    case Move::skip: return why_not_skip(t, seat, hand);
    default: break;
  }
  if (!hand.has(move.card())) return no_such_card(move.card());
  if (move.target().index >= t.players()) return {"cradle.reason.no-seat", {{"n", move.target().index + 1}}};
  if (move.what() == Move::raise) return why_not_raise(t, seat, move);
  return {move.what() == Move::hide ? "cradle.reason.hide-on-nine" : "cradle.reason.zero-on-nine",
          {{"place", phrase_of(move.place())}, {"digit", t.digit(seat, move.place())}}};
}

Phrase why_not_answer(const Table& t, Move move) {
  if (move.what() == Move::stop) return {"cradle.reason.no-stop-to-answer"};
  return {t.stops ? "cradle.reason.first-answer-stop" : "cradle.reason.first-answer",
          {{"card", special_phrase_of(t.special)}}};
}

/// Somebody else is to act, or the dealer.
Phrase why_out_of_turn(const View& view, Move move) {
  const Table& t = view.table;
  switch (t.phase) {
    case Phase::over: return {"told.game-ended"};
    case Phase::choose: return {"cradle.reason.chosen-already"};
    case Phase::answer:
      if (t.last == view.seat)
        return {move.what() == Move::stop ? "cradle.reason.own-card" : "cradle.reason.others-answer"};
      return {t.hand[view.seat.index] ? "cradle.reason.answered-already" : "cradle.reason.no-card-left"};
    case Phase::play:
      return {move.what() == Move::stop ? "cradle.reason.nothing-to-stop" : "cradle.reason.not-your-turn",
              {{"who", named(t, t.turn)}}};
    default: return {"cradle.reason.cards-come"};
  }
}

}  // namespace

Phrase Cradle::reason(const View& view, Move move) {
  const Table& t = view.table;
  const auto typed = parse(text(move));
  const bool can_be_typed = typed && *typed == move;
  if (view.seat.index >= t.players() || !can_be_typed || !judge(view, move)) return {};
  if (!t.actors().include(view.seat)) return why_out_of_turn(view, move);
  switch (t.phase) {
    case Phase::choose: return why_not_age(view.mine.hand, move);
    case Phase::answer: return why_not_answer(t, move);
    default: return why_not_play(t, view.seat, view.mine.hand, move);
  }
}

}  // namespace lifetable::cradle

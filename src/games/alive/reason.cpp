// SPDX-License-Identifier: Apache-2.0
// Why a move is refused, in one or two sentences about this table: what is wrong, and what to do instead.
// `judge` names the clause; this follows it case by case.
#include "games/alive/alive.hpp"
#include "games/alive/words.hpp"

namespace lifetable::alive {

namespace {

/// By their printed names, which may have several words.
std::vector<Phrase> each_kind_of(Cards heap) {
  std::vector<Phrase> all;
  for (const Card card : heap.kinds()) all.push_back(phrase_of(card));
  return all;
}

Phrase why_out_of_turn(const View& view) {
  const Table& t = view.table;
  if (!t.living.has(view.seat)) return {"alive.reason.out"};
  if (t.phase != Phase::play) return {"alive.reason.cards-come"};
  return {"alive.reason.not-your-turn", {{"who", t.turn}}};
}

/// A number that the total leaves no room for.
Phrase why_too_high(const Table& t, Cards fitting, Card card) {
  return {fitting.empty() ? "alive.reason.too-high-stuck" : "alive.reason.too-high",
          {{"card", phrase_of(card)},
           {"sum", total_after(card, t.total)},
           {"limit", kLimit},
           {"cards", each_kind_of(fitting)}}};
}

}  // namespace

Phrase Alive::reason(const View& view, Move move) {
  const Table& t = view.table;
  const auto typed = parse(text(move));
  const bool can_be_typed = typed && *typed == move;
  if (view.seat.index >= t.players() || !can_be_typed || !judge(view, move)) return {};
  if (t.phase == Phase::over) return {"told.game-ended"};
  if (!t.actors().include(view.seat)) return why_out_of_turn(view);
  const Cards fitting = view.mine.hand.fitting(t.total);
  switch (move.what()) {
    case Move::flip: return {"alive.reason.can-play", {{"cards", each_kind_of(fitting)}}};
    case Move::play: break;
    default: return {"alive.reason.for-the-dealer"};
  }
  if (!view.mine.hand.has(move.card())) return {"alive.reason.not-held", {{"card", phrase_of(move.card())}}};
  return why_too_high(t, fitting, move.card());
}

}  // namespace lifetable::alive

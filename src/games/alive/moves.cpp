// SPDX-License-Identifier: Apache-2.0
// What a seat may play, from what lies open and the hand alone; and why another move is refused.
#include "games/alive/alive.hpp"

namespace lifetable::alive {

namespace {

constexpr Clause kLegal{};

Alive::Moves moves_of(const Table& t, Seat seat, Cards hand) {
  Alive::Moves moves;
  if (t.phase != Phase::play || t.turn != seat) return moves;
  for (const Card card : hand.fitting(t.total).kinds()) moves.push_back(Move::to_play(card));  // FA-8, FA-11
  if (moves.empty()) moves.push_back(Move::to_flip());                                         // FA-10
  return moves;
}

/// The clause by which games at this table end.
Clause end_of(const Options& options) {
  if (options.teams) return Clause{41};
  return Clause{options.sudden_death() ? 36 : 35};
}

}  // namespace

Alive::Moves Alive::moves(const View& view) { return moves_of(view.table, view.seat, view.mine.hand); }

Alive::Moves Alive::moves(const State& state, Seat seat) {
  return moves_of(state.table, seat, state.secrets[seat.index].hand);
}

/// The first clause that the move breaks, asked in the order in which a person would object.
Clause Alive::judge(const View& view, Move move) {
  const Table& t = view.table;
  const Cards hand = view.mine.hand, fitting = hand.fitting(t.total);
  if (t.phase == Phase::over) return end_of(t.options);
  if (!t.living.has(view.seat)) return Clause{33};
  if (t.phase != Phase::play || t.turn != view.seat) return Clause{7};
  if (move == Move::to_flip()) return fitting.empty() ? kLegal : Clause{9};
  const Card card = move.card();
  if (move != Move::to_play(card) || !is_card(card) || !hand.has(card)) return Clause{7};
  return fitting.has(card) ? kLegal : Clause{8};
}

Clause Alive::judge_dealer(const State& state, Move move) {
  const Table& t = state.table;
  if (t.actors().kind != Actors::dealer) return Clause{5};
  if (t.phase == Phase::first) {
    const bool good = move == Move::to_first(move.seat()) && move.seat().index < t.players();
    return good ? kLegal : Clause{4};
  }
  const Cards from = t.phase == Phase::redeal ? state.pool : state.deck;
  const bool good = move == Move::to_draw(move.card()) && is_card(move.card()) && from.has(move.card());
  return good ? kLegal : Clause{2};
}

}  // namespace lifetable::alive

// SPDX-License-Identifier: Apache-2.0
// What a seat may play: every legal move, from what lies open and the hand alone.
#include <array>
#include <bit>

#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

namespace {

using Row8 = std::array<Move, 8>;

/// For every set of age cards (bit 0: the 1) the starting ages with one of them as ones, still without their
/// tens: a hand's up to 30 starting ages are then written row by row.
constexpr auto kAgesByOnes = [] {
  std::array<Row8, 512> rows{};
  for (unsigned set = 0; set < 512; ++set) {
    std::size_t n = 0;
    for (unsigned rest = set; rest != 0 && n < 8; rest &= rest - 1)
      rows[set][n++] = Move::to_age(Card::none, age_card(std::countr_zero(rest) + 1));
  }
  return rows;
}();

void starting_ages(Cards hand, Cradle::Moves& moves) {  // CG-7
  const Cards ages = hand.only(kAges).each_once();
  const unsigned all = ages.set() >> 1, pairs = hand.only(kAges).each_pair().set() >> 1;
  const auto kinds = static_cast<std::size_t>(ages.size());
  for (unsigned rest = all; rest != 0; rest &= rest - 1) {
    const unsigned tens = rest & ~(rest - 1);
    const unsigned ones = all & ~(tens & ~pairs);  // what is left when the tens are taken
    const Card card = age_card(std::countr_zero(rest) + 1);
    moves.push_back_row(kAgesByOnes[ones], kinds - (ones != all),
                        [card](Move move) { return move.with(card); });
  }
}

constexpr Row8 on_everybody(Move (*to_move)(Seat target)) {
  Row8 row{};
  for (int i = 0; i < kMaxPlayers; ++i) row[static_cast<std::size_t>(i)] = to_move(Seat{i});
  return row;
}
constexpr Row8 kTenOnAnybody = on_everybody(Move::to_ten), kSwapOnAnybody = on_everybody(Move::to_swap);

/// The moves come card by card, in the order of the kinds. What depends on the cards is added without a
/// branch: no processor can predict it.
void plays(const Table& t, Seat seat, Cards hand, Cradle::Moves& moves) {
  struct Spot {
    Move raise;  // still without its card
    int digit;
  };
  const auto spot = [&t](Seat at, Place place) {
    return Spot{Move::to_raise(at, place, Card::none), t.digit(at, place)};
  };
  const Seat right = t.next(seat), left = t.previous(seat);
  const Spot own[] = {spot(seat, Place::tens), spot(seat, Place::ones)};
  Spot neighbours[] = {spot(right, Place::tens), spot(right, Place::ones), spot(left, Place::tens),
                       spot(left, Place::ones)};
  if (left == right) neighbours[2].digit = neighbours[3].digit = 9;  // CG-3: offered once; nothing fits a 9

  // CG-18: every card may hide on the same places
  const bool tens = own[0].digit < 9, ones = own[1].digit < 9;
  const std::array<Move, 2> below_nine = {Move::to_hide(tens ? Place::tens : Place::ones, Card::none),
                                          Move::to_hide(Place::ones, Card::none)};
  const auto hide = [&](bool wanted, Card card) {
    moves.push_back_row(below_nine, wanted * (static_cast<std::size_t>(tens) + ones),
                        [card](Move move) { return move.with(card); });
  };

  for (const Card card : hand.only(kAges).kinds()) {
    const int digit = static_cast<int>(card);
    for (const Spot& spot : neighbours)  // CG-16
      moves.push_back_if(spot.digit + 1 == digit, spot.raise.with(card));
    for (const Spot& spot : own)  // CG-17
      moves.push_back_if(spot.digit < digit, spot.raise.with(card));
    hide(true, card);
  }
  const auto players = static_cast<std::size_t>(t.players());
  const bool zero = hand.has(Card::zero), ten = hand.has(Card::ten), swap = hand.has(Card::swap);
  moves.push_back_if(zero & !tens, Move::to_zero(Place::tens));  // CG-23
  moves.push_back_if(zero & !ones, Move::to_zero(Place::ones));
  hide(zero, Card::zero);
  moves.push_back_row(kTenOnAnybody, ten * players);  // CG-22, CG-24
  hide(ten, Card::ten);
  moves.push_back_row(kSwapOnAnybody, swap * players);  // CG-22, CG-26
  hide(swap, Card::swap);
  hide(hand.has(Card::stop), Card::stop);               // CG-27: no other use on one's own turn
  if (moves.empty()) moves.push_back(Move::to_skip());  // CG-20
}

Cradle::Moves moves_of(const Table& t, Seat seat, Cards hand) {
  Cradle::Moves moves;
  switch (t.phase) {
    case Phase::choose:
      if (!t.chosen.has(seat)) starting_ages(hand, moves);
      break;
    case Phase::play:
      if (t.turn == seat) plays(t, seat, hand, moves);
      break;
    case Phase::answer:
      if (!t.asked.has(seat)) break;
      moves.push_back(Move::to_let());
      moves.push_back_if(hand.has(Card::stop), Move::to_stop());
      break;
    default: break;
  }
  return moves;
}

}  // namespace

Cradle::Moves Cradle::moves(const View& view) {
  if (view.seat == kNobody) return {};
  return moves_of(view.table, view.seat, view.mine.hand);
}

Cradle::Moves Cradle::moves(const State& state, Seat seat) {
  return moves_of(state.table, seat, state.secrets[seat.index].hand);
}

}  // namespace lifetable::cradle

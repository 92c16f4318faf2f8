// SPDX-License-Identifier: Apache-2.0
#include "games/cradle/table.hpp"

namespace lifetable::cradle {

Cards Table::open_cards() const {
  Cards all = discards;
  all += covered;
  all += shown;
  if (special != Card::none) all.add(special);
  if (phase >= Phase::check)  // no age lies open before (CG-8)
    for (int i = 0; i < players(); ++i)
      for (const Place place : kPlaces)
        if (const Top pile = top(Seat{i}, place); !pile.hidden()) all.add(pile.card());
  return all;
}

int Table::total(Seat seat) const {
  int sum = 0;
  for (const auto& round_penalty : penalty) sum += round_penalty[seat.index];
  return sum;
}

Seat Table::oldest() const {
  Seat first = kNobody;
  for (const Seat seat : options.elders)  // eldest first, so that the elder of two equals stays
    if (seat.index < players() && (first == kNobody || age(seat) > age(first))) first = seat;
  return first;
}

Kinds Table::playable_at_99(Seat seat) const {
  Kinds kinds = kind(Card::zero) | kind(Card::ten) | kind(Card::swap);
  for (const Seat neighbour : {next(seat), previous(seat)})
    for (const Place place : kPlaces)
      if (digit(neighbour, place) < 9) kinds |= kind(age_card(digit(neighbour, place) + 1));
  return kinds;
}

}  // namespace lifetable::cradle

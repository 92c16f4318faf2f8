// SPDX-License-Identifier: Apache-2.0
// Points, and who has won (CV-49 to CV-56).
#include <algorithm>

#include "games/cv/table.hpp"

namespace lifetable::cv {

namespace {

/// How often the sets of a goal are full (CV-52, CV-54).
int sets_of(const Table& t, Seat seat, const Goal& goal) {
  int sets = 1000;
  for (int i = 0; i < kStacks; ++i)
    if (const int wanted = goal.cards[static_cast<std::size_t>(i)])
      sets = std::min(sets, t.cards_in(seat, static_cast<Type>(i)) / wanted);
  if (goal.tokens) {
    int tokens = 0;
    for (const Card card : t.top[seat.index]) tokens += t.facts(card).gives.size();
    sets = std::min(sets, tokens / goal.tokens);
  }
  return sets;
}

int points_of_goal(const Table& t, Seat seat, Card goal) {
  if (goal == Card::none) return 0;
  const Facts& facts = t.facts(goal);
  return facts.points * sets_of(t, seat, facts.goal);
}

}  // namespace

Sheet sheet_of(const Table& t, Seat seat, Card secret_goal) {
  Sheet sheet;
  for (std::size_t i = 0; i < sheet.stacks.size(); ++i) {
    const Type type = static_cast<Type>(i);
    const int cards = t.cards_in(seat, type) + t.facts(t.active(seat, type)).has(Effect::twice);  // CV-50
    sheet.stacks[i] = cards * (cards + 1) / 2;                                                    // CV-49
  }
  for (Card card = t.active(seat, Type::possession); card != Card::none; card = t.below_of(card))
    sheet.possessions += t.facts(card).points;  // CV-51
  sheet.secret = points_of_goal(t, seat, secret_goal);
  for (std::size_t i = 0; i < t.goals.size(); ++i) {  // CV-53
    const int mine = points_of_goal(t, seat, t.goals[i]);
    int most = 0;
    for (const Seat each : SeatSet::first(t.players()))
      most = std::max(most, points_of_goal(t, each, t.goals[i]));
    sheet.goals[i] = mine == most ? mine : 0;
  }
  return sheet;
}

SeatSet Table::winners() const {
  // Among equal points fewer cards win; nobody has a thousand of them.
  const auto rating = [&](Seat seat) {
    return 1000 * sheet_of(*this, seat, revealed[seat.index]).total() - cv_cards(seat);
  };
  SeatSet best;
  int most = rating(Seat{0});
  for (const Seat seat : SeatSet::first(players())) most = std::max(most, rating(seat));
  for (const Seat seat : SeatSet::first(players()))
    if (rating(seat) == most) best.add(seat);
  return best;
}

}  // namespace lifetable::cv

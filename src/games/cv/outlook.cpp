// SPDX-License-Identifier: Apache-2.0
// What shares of a win the seats may expect when a turn begins.
//
// By what each seat's CV promises, and the turns that it has still to come in this round. Fitted to 700 games
// of thoughtful players at tables of 2 and 4, by greatest likelihood: a turn is worth so many points, and who
// is one scale ahead wins e times as often.
#include "games/cv/prospect.hpp"

namespace lifetable::cv {

Shares Cv::outlook(const State& state) {
  constexpr double kTurn = 11, kScale = 4, kScalePerTurn = 1.2;
  const Table& t = state.table;
  Shares points;
  for (int i = 0; i < t.players(); ++i) points.push_back(Prospects(view(state, Seat{i})).with_hand());
  for (Seat seat = t.turn;; seat = t.next(seat)) {
    points[seat.index] += kTurn;
    if (t.next(seat) == t.starter) break;
  }
  return by_points(points, kScale + kScalePerTurn * turns_left(t));
}

}  // namespace lifetable::cv

// SPDX-License-Identifier: Apache-2.0
// How one game went, decision by decision: whose turn it was, who led, and when that was settled.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/game.hpp"

namespace lifetable::lab {

/// How the scores stood: who was best and who was worst. All seats are both while they are equal.
struct Standing {
  SeatSet best, worst;
  bool has_leader = false;  ///< the best are one seat or one team
  friend bool operator==(const Standing&, const Standing&) = default;
};
Standing standing_of(const Scores& scores, bool lowest_wins);
template <Game G>
Standing standing_of(const typename G::State& state) {
  Standing standing = standing_of(G::scores(state), G::lowest_wins);
  if constexpr (HasTeams<G>)
    standing.has_leader = standing.best == G::team(state, standing.best.next(Seat{0}));
  return standing;
}

/// Moments of a game at which it is looked at: its beginning, every tenth, its end.
inline constexpr int kTenths = 10;

/// What can be told of the lead once a game is over.
struct LeadStory {
  int changes = 0;   ///< how often the sole lead went from one seat or team to another
  int changed = -1;  ///< the last time it did: before this decision; -1: never
  std::array<Standing, kTenths + 1> tenths;
  int settled = 0;  ///< in which tenth of the game, from 0, the winner got ahead for good
};
/// `standings`: before every decision, and at the end.
LeadStory read_lead(std::span<const Standing> standings, SeatSet winners);
/// Whether the lead last changed in the last quarter of these decisions.
bool decided_late(const LeadStory& story, std::size_t decisions);

/// Counts turns: a turn is a run of decisions of one seat, and the dealer's moves do not end it.
class TurnCounter {
 public:
  void decide(Seat seat) {
    turns_ += seat != last_;
    last_ = seat;
  }
  int turns() const { return turns_; }

 private:
  Seat last_ = kNobody;
  int turns_ = 0;
};

/// Finds who begins: the first to decide alone, and not merely as the last of several who were asked at once.
class Opening {
 public:
  void decide(const Actors& actors, Seat seat) {
    if (first_ != kNobody) return;
    if (!actors.set.without(asked_).empty()) {  // a new question
      asked_ = actors.set;
      if (actors.set.size() == 1) first_ = seat;
    }
    asked_.remove(seat);
  }
  Seat first() const { return first_; }  ///< kNobody: nobody did

 private:
  SeatSet asked_;
  Seat first_ = kNobody;
};

}  // namespace lifetable::lab

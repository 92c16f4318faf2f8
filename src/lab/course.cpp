// SPDX-License-Identifier: Apache-2.0
#include "lab/course.hpp"

#include <algorithm>

namespace lifetable::lab {

Standing standing_of(const Scores& scores, bool lowest_wins) {
  int least = scores[0], most = scores[0];
  for (const int score : scores) least = std::min(least, score), most = std::max(most, score);
  Standing standing;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const Seat seat{static_cast<int>(i)};
    if (scores[i] == (lowest_wins ? least : most)) standing.best.add(seat);
    if (scores[i] == (lowest_wins ? most : least)) standing.worst.add(seat);
  }
  standing.has_leader = standing.best.size() == 1;
  return standing;
}

LeadStory read_lead(std::span<const Standing> standings, SeatSet winners) {
  LeadStory story;
  SeatSet leader;
  std::size_t ahead_since = 0;  // where the last unbroken lead of the winners begins
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const Standing& now = standings[i];
    if (now.best != winners) ahead_since = i + 1;
    if (!now.has_leader || now.best == leader) continue;
    if (!leader.empty()) {
      ++story.changes;
      story.changed = static_cast<int>(i);
    }
    leader = now.best;
  }
  const std::size_t decisions = standings.size() - 1;
  for (std::size_t tenth = 0; tenth <= kTenths; ++tenth)
    story.tenths[tenth] = standings[decisions * tenth / kTenths];
  if (decisions > 0)
    story.settled = static_cast<int>(std::min<std::size_t>(kTenths - 1, ahead_since * kTenths / decisions));
  return story;
}

bool decided_late(const LeadStory& story, std::size_t decisions) {
  return story.changed >= 0 && 4 * static_cast<std::size_t>(story.changed) >= 3 * decisions;
}

}  // namespace lifetable::lab

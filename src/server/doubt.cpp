// SPDX-License-Identifier: Apache-2.0
#include "server/doubt.hpp"

#include <algorithm>
#include <utility>

namespace lifetable::server {

using table::Room;

namespace {

constexpr int kMostDoubts = 3;  // of a table, one after the other

/// After how many moves another story begins: the moves of one were taken back in the other.
int moves_alike(const Room& one, const Room& other) {
  if (one.deal() != other.deal() || !one.table() || !other.table()) return 0;
  const auto &moves = one.table()->record().moves, &others = other.table()->record().moves;
  return static_cast<int>(std::ranges::mismatch(moves, others).in1 - moves.begin());
}

}  // namespace

Cure cure_for(std::string_view table, std::span<const store::Entry> ours,
              std::span<const std::string> since) {
  std::vector<std::string_view> texts;
  for (const store::Entry& entry : ours) {
    if (entry.table != table) continue;
    if (entry.says_all) texts.clear();
    texts.push_back(entry.text);
  }
  if (std::ranges::equal(texts, since)) return Cure::kept;
  return since.empty() ? Cure::again : Cure::anew;
}

void Doubts::make_sure(const std::shared_ptr<Live>& live, const Entries& batch,
                       const store::Outcome& outcome) {
  if (outcome.kind == store::Outcome::failed || ++live->doubts > kMostDoubts) return acts_.forget(live);
  const std::string& name = live->room.name();
  Entries ours;
  for (const store::Entry& entry : batch)
    if (store::table_of(entry.table) == name) ours.push_back(entry);
  live->in_doubt = true;
  archivist_.read(name, name, live->kept,
                  [this, live, ours, more = keeper_.take_back(name)](const Archivist::Texts& since) {
                    since ? cure(live, ours, more, *since) : acts_.forget(live);
                  });
}

void Doubts::cure(const std::shared_ptr<Live>& live, const Entries& ours, const Entries& more,
                  const std::vector<std::string>& since) {
  const std::string& name = live->room.name();
  const Cure cure = cure_for(name, ours, since);
  if (cure == Cure::anew && live->kept == 0) return acts_.forget(live);  // it is another table of that name
  if (cure == Cure::anew)
    return archivist_.load_again(name, name, [this, live](const auto& loaded) {
      loaded && *loaded ? begin_anew(live, std::move(*(*loaded)->room)) : acts_.forget(live);
    });
  for (const store::Entry& entry : ours) {
    if (cure == Cure::again)
      keeper_.add(entry);
    else if (entry.table == name)
      live->kept = entry.n;
  }
  for (const store::Entry& entry : more) keeper_.add(entry);
  acts_.go_on(live);
}

/// What the log makes takes the place of the room that we had, and is asked anew for all that nobody has been
/// told the outcome of: what is in the log already is found there.
void Doubts::begin_anew(const std::shared_ptr<Live>& live, Room room) {
  std::vector<std::pair<Hall::Caller*, Unsent*>> unanswered;
  const int alike = moves_alike(live->room, room);
  for (Hall::Caller* caller : live->callers) {
    const auto before = unanswered.size();
    for (Unsent& each : caller->answers)
      if (!each.asked.text.empty()) unanswered.emplace_back(caller, &each);
    // Whoever has sat down is a guest again.
    if (unanswered.size() > before) caller->visitor = unanswered[before].second->asked.by;
    if (room.key_of(caller->visitor) != live->room.key_of(caller->visitor)) {
      caller->visitor = {};  // by that number it is somebody else
      caller->hang_up(kTryAgain, "the table has changed meanwhile; try again in a moment");
    }
    caller->room_version = caller->moves_version = 0;
    caller->went_back |= caller->told > alike;
    caller->told = std::min(caller->told, alike);
  }
  live->room = std::move(room);
  live->room.wait_for_adding(adding_);
  live->kept = live->handed = live->room.entries();
  live->thinking.reset();
  for (const Waiting& each : std::exchange(live->waiting, {})) each.answer(false);
  for (const Hall::Caller* caller : live->callers) live->room.arrive(caller->visitor);
  std::ranges::sort(unanswered, {}, [](const auto& each) { return each.second->asked.number; });
  for (const auto& [caller, each] : unanswered)
    if (!caller->hung_up) each->answer = acts_.ask(*caller, each->asked.text);
  acts_.go_on(live);
}

}  // namespace lifetable::server

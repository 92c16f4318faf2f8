// SPDX-License-Identifier: Apache-2.0
#include "games/alive/scene.hpp"

#include "games/alive/alive.hpp"
#include "games/alive/words.hpp"

namespace lifetable::alive {

namespace {

int number_of(Seat seat) { return seat == kNobody ? 0 : seat.index + 1; }

FixedList<Heap, kKinds> heaps_of(Cards cards) {
  FixedList<Heap, kKinds> heaps;
  for (const Card card : cards.kinds()) heaps.push_back({name_of(card), cards.count(card)});
  return heaps;
}

/// What flips have told about a hand (FA-44): the most cards of which something is known, and the most that
/// is known of them.
std::vector<Phrase> known_of(const Table& t, Seat seat) {
  const Floor floor = t.floors[seat.index];
  const int cards = floor.at(1);
  if (cards == 0 || t.phase == Phase::over) return {};
  int rank = 1;
  while (rank < kTopRank && floor.at(rank + 1) == cards) ++rank;
  return {{rank == 1 ? "alive.known.not-0" : "alive.known.or-more", {{"n", cards}, {"least", rank - 1}}}};
}

Place place_of(const Table& t, Seat seat) {
  return {.lives = t.lives_of(seat),
          .cards = t.hand[seat.index],
          .out = !t.options.teams && !t.living.has(seat),
          .team = t.options.teams ? 1 + t.team_of(seat) : 0,
          .known = known_of(t, seat)};
}

Phrase ending_of(const Table& t) {
  const SeatSet winners = t.winners();
  std::vector<Phrase> all;
  for (const Seat seat : winners) all.push_back({"player", {{"who", seat}}});
  if (t.options.teams) return {"alive.now.team-wins", {{"all", all}}};
  if (winners.size() > 1) return {"alive.now.shared", {{"all", all}}};
  const Seat one = *winners.begin();
  if (!t.options.sudden) return {"alive.now.last-alive", {{"who", one}}};
  int equal = 0;
  for (const Seat seat : t.living) equal += t.lives_of(seat) == t.lives_of(one);
  return {equal > 1 ? "alive.now.lowest-hand" : "alive.now.most-lives", {{"who", one}}};
}

Phrase now_of(const View& view) {
  const Table& t = view.table;
  switch (t.phase) {
    case Phase::first: return {"alive.now.first"};
    case Phase::deal: return {"alive.now.deal", {{"who", t.dealer}}};
    case Phase::redeal: return {"alive.now.redeal", {{"who", t.turn}, {"n", t.pool}}};
    case Phase::draw: return {"alive.now.draw", {{"who", t.turn}, {"n", t.due}, {"next", t.dealing}}};
    case Phase::over: return ending_of(t);
    case Phase::settle:
    case Phase::play: break;
  }
  const bool stuck = t.turn == view.seat && view.mine.hand.fitting(t.total).empty();
  return {stuck ? "alive.now.stuck" : "alive.now.play", {{"who", t.turn}, {"room", kLimit - t.total}}};
}

}  // namespace

Scene Alive::scene(const View& view) {
  const Table& t = view.table;
  Scene scene{.now = now_of(view),
              .hand_number = t.number + 1,
              .total = t.total,
              .limit = kLimit,
              .pile = t.pile,
              .clockwise = t.direction == Direction::clockwise,
              .dealer = number_of(t.dealer),
              .turn = number_of(t.turn),
              .top = t.top == Card::none ? "" : name_of(t.top),
              .places = {},
              .hand = {},
              .discards = heaps_of(t.discards),
              .held = heaps_of(view.seat == kNobody ? t.memory.known : view.mine.memory.known)};
  scene.places.reserve(kMaxPlayers);
  for (int i = 0; i < t.players(); ++i) scene.places.push_back(place_of(t, Seat{i}));
  const Cards fitting = view.mine.hand.fitting(t.total);
  scene.hand.reserve(static_cast<std::size_t>(view.mine.hand.size()));
  for (const Card card : view.mine.hand.kinds())
    for (int i = 0; i < view.mine.hand.count(card); ++i)
      scene.hand.push_back({name_of(card), fitting.has(card)});
  return scene;
}

std::vector<std::string> Alive::taps(const View&, Move move) {
  if (move.what() == Move::flip) return {"flip"};
  return {"card " + std::string(name_of(move.card()))};
}

}  // namespace lifetable::alive

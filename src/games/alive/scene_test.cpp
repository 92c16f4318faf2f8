// SPDX-License-Identifier: Apache-2.0
// What the page is given to draw: it is right in positions made by hand, and sound in random games.
#include "games/alive/scene.hpp"

#include <boost/describe/operators.hpp>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/scene_testing.hpp"
#include "games/alive/alive.hpp"

namespace lifetable::alive {

using boost::describe::operators::operator==;  // of all that a scene is made of

namespace {

constexpr Seat kOne{0}, kTwo{1};
using Row = std::vector<std::string>;

View view_of(const std::string& total, Seat reader = kOne) {
  const State state = position_of<Alive>(
      table_for<Alive>(3),
      {{"turn", {"1"}}, {"total", {total}}, {"hands", {"1 2 Skip", "4 5 6 7", "0 5 Bomb"}}});
  return Alive::view(state, reader);
}

TEST(AliveScene, TapsTellMovesApart) {
  look_at_random_games<Alive>(2, 1, expect_taps_tell_moves_apart<Alive>);
}

TEST(AliveScene, ShowsNothingThatASeatCannotSee) {
  Xoshiro256pp rng(5);
  look_at_random_games<Alive>(1, 31, [&](const State& state) {
    for (const Seat seat : SeatSet::first(state.table.players()))
      expect_scene_keeps_secrets<Alive>(state, seat, rng);
  });
}

TEST(AliveScene, SaysOnlyWhatHasAText) {
  look_at_random_games<Alive>(1, 31, [](const State& state) {
    for (const Seat reader : readers(state.table.players())) {
      const Scene scene = Alive::scene(Alive::view(state, reader));
      expect_texts(scene.now);
      for (const Place& place : scene.places)
        for (const Phrase& known : place.known) expect_texts(known);
    }
  });
  EXPECT_NE(english().find("player"), nullptr) << "of a win that is shared, which is rare";
}

// FA-8
TEST(AliveScene, ShowsTheTotalAndWhichCardsFit) {
  const Scene scene = Alive::scene(view_of("20"));
  EXPECT_EQ(scene.total, 20);
  EXPECT_EQ(scene.limit, 21);
  EXPECT_EQ(scene.turn, 1);
  ASSERT_EQ(scene.places.size(), 3u);
  EXPECT_EQ(scene.places[1].cards, 4);
  EXPECT_EQ(scene.places[1].lives, 5);
  ASSERT_EQ(scene.hand.size(), 3u);
  EXPECT_EQ(scene.hand[0].card, "1");
  EXPECT_TRUE(scene.hand[0].fits);
  EXPECT_FALSE(scene.hand[1].fits) << "2 would be 22";
  EXPECT_TRUE(scene.hand[2].fits) << "Skip";
  EXPECT_EQ(scene.now.id, "alive.now.play");
  EXPECT_TRUE(Alive::scene(view_of("20", kNobody)).hand.empty());
}

TEST(AliveScene, TheEndNamesEverybodyWhoWon) {  // FA-41: a team, too
  int teams = 0;
  look_at_random_games<Alive>(2, 1, [&](const State& state) {
    if (Alive::actors(state).kind != Actors::over) return;
    const std::string said = english().say(Alive::scene(Alive::view(state, kNobody)).now, kNobody, {});
    for (const Seat seat : Alive::winners(state))
      EXPECT_NE(said.find(to_string(seat)), std::string::npos) << said;
    teams += state.table.options.teams;
  });
  EXPECT_GT(teams, 0);
}

TEST(AliveScene, TapsAreOnCardsOrOnALetter) {
  const View view = view_of("20");
  Row rows;
  for (const Move move : Alive::moves(view)) {
    ASSERT_EQ(Alive::taps(view, move).size(), 1u);
    rows.push_back(Alive::taps(view, move)[0]);
  }
  EXPECT_EQ(rows, (Row{"card 1", "card Skip"}));
  EXPECT_TRUE(Alive::moves(view_of("20", kTwo)).empty());
}

}  // namespace
}  // namespace lifetable::alive

// SPDX-License-Identifier: Apache-2.0
// What the page is given to draw: it is right in positions made by hand, and sound in random games.
#include "games/cradle/scene.hpp"

#include <boost/describe/operators.hpp>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/scene_testing.hpp"
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

using boost::describe::operators::operator==;  // of all that a scene is made of

namespace {

constexpr Seat kOne{0}, kTwo{1};
using Row = std::vector<std::string>;

View view_of(const std::vector<Named>& named, Seat reader = kOne) {
  return Cradle::view(position_of<Cradle>(table_for<Cradle>(2), named), reader);
}

const std::vector<Named> kPlaying = {
    {"turn", {"1"}}, {"ages", {"50", "95"}}, {"hands", {"1 3 4 9", "5 6 7 8"}}};

/// Seat 1 has played Swap on seat 2.
const std::vector<Named> kAsking = {{"phase", {"answer"}},  {"turn", {"1"}},
                                    {"ages", {"50", "27"}}, {"hands", {"1 3 4", "5 6 7 8"}},
                                    {"special", {"Swap"}},  {"target", {"2"}}};

TEST(CradleScene, TapsTellMovesApart) {
  look_at_random_games<Cradle>(2, 1, expect_taps_tell_moves_apart<Cradle>);
}

TEST(CradleScene, ShowsNothingThatASeatCannotSee) {
  Xoshiro256pp rng(5);
  look_at_random_games<Cradle>(1, 11, [&](const State& state) {
    for (const Seat seat : SeatSet::first(state.table.players()))
      expect_scene_keeps_secrets<Cradle>(state, seat, rng);
  });
}

TEST(CradleScene, SaysOnlyWhatHasAText) {
  look_at_random_games<Cradle>(1, 11, [](const State& state) {
    for (const Seat reader : readers(state.table.players()))
      expect_texts(Cradle::scene(Cradle::view(state, reader)).now);
  });
}

TEST(CradleScene, ShowsAgesAsPilesAndStagesOfLife) {
  const Scene scene = Cradle::scene(view_of(kPlaying));
  EXPECT_EQ(scene.turn, 1);
  EXPECT_EQ(scene.round, 1);
  ASSERT_EQ(scene.people.size(), 2u);
  const Person &ann = scene.people[0], &bo = scene.people[1];
  EXPECT_EQ(ann.age, 50);
  EXPECT_EQ(ann.stage, "grown-up");
  EXPECT_FALSE(ann.danger);
  ASSERT_EQ(ann.piles.size(), 2u);
  EXPECT_EQ(ann.piles[0].digit, 5);
  EXPECT_EQ(bo.stage, "ancient");
  EXPECT_TRUE(bo.danger);
  EXPECT_EQ(bo.cards, 4);
  EXPECT_EQ(scene.hand, (Row{"1", "3", "4", "9"}));
  EXPECT_TRUE(Cradle::scene(view_of(kPlaying, kNobody)).hand.empty());
}

// CG-27
TEST(CradleScene, ShowsTheSpecialThatMayBeStopped) {
  const Scene asked = Cradle::scene(view_of(kAsking, kTwo));
  ASSERT_EQ(asked.special.size(), 1u);
  EXPECT_EQ(asked.special[0].card, "Swap");
  EXPECT_EQ(asked.special[0].by, 1);
  EXPECT_EQ(asked.special[0].on, 2);
  EXPECT_EQ(asked.special[0].stops, 0);
  EXPECT_EQ(asked.now.id, "cradle.now.answer");
  EXPECT_EQ(Cradle::scene(view_of(kAsking)).now.id, "cradle.now.answering");
  View stopped = view_of(kAsking, kTwo);
  stopped.table.stops = 1;
  EXPECT_EQ(english().say(Cradle::scene(stopped).now, kTwo, std::vector<std::string>{"Ann", "Bo"}),
            "Ann answers Swap places with a Stop! card. Do you stop the Stop?");
}

// CG-41
TEST(CradleScene, AddressesTheOldestWithRespectOnlyAtATableThatAsksForIt) {
  const std::vector<std::string> names = {"Ann", "Bo"};
  const auto now = [&](View view, bool polite) {
    view.table.options.polite = polite;
    const Scene scene = Cradle::scene(view);
    EXPECT_EQ(scene.honoured, polite ? view.table.oldest().index + 1 : 0);
    return english().say(scene.now, view.seat, names);
  };
  View view = view_of(kPlaying);  // Ann is 50 and plays, Bo is 95
  EXPECT_EQ(now(view, true), now(view, false)) << "Ann is addressed, and Bo is older";
  std::swap(view.table.piles[0], view.table.piles[1]);
  EXPECT_EQ(now(view, false), "Your turn: play a card.");
  EXPECT_EQ(now(view, true), "Venerable elder, it is your turn: would you kindly play a card?");
  view.seat = kTwo;
  EXPECT_EQ(now(view, false), "Ann plays.");
  EXPECT_EQ(now(view, true), "The venerable Ann plays.");

  View asked = view_of(kAsking, kTwo);  // Bo is 27 and asked, Ann is 50
  EXPECT_EQ(now(asked, true), "The venerable Ann plays Swap places. Do you stop it?");
  std::swap(asked.table.piles[0], asked.table.piles[1]);
  EXPECT_EQ(now(asked, true), "Ann plays Swap places. Venerable elder, do you wish to stop it?");
  asked.table.stops = 1;
  EXPECT_EQ(now(asked, true),
            "Ann answers Swap places with a Stop! card. Venerable elder, do you wish to stop the Stop?");
}

TEST(CradleScene, TapsAreOnACardAndWhereItGoes) {
  const View view = view_of(kPlaying);
  EXPECT_EQ(Cradle::taps(view, Move::to_raise(kTwo, Place::ones, age_card(6))),
            (Row{"card 6", "pile 2 ones"}));
  EXPECT_EQ(Cradle::taps(view, Move::to_hide(Place::tens, age_card(3))), (Row{"card 3", "down 1 tens"}));
  EXPECT_EQ(Cradle::taps(view, Move::to_zero(Place::ones)), (Row{"card 0", "pile 1 ones"}));
  EXPECT_EQ(Cradle::taps(view, Move::to_swap(kTwo)), (Row{"card Swap", "seat 2"}));
  EXPECT_EQ(Cradle::taps(view, Move::to_stop()), Row{"card Stop"});
  EXPECT_EQ(Cradle::taps(view, Move::to_age(age_card(4), age_card(7))), (Row{"card 4", "card 7"}));
}

TEST(CradleScene, TheEndSaysWhoWonAndWithHowMuch) {  // CG-38
  look_at_random_games<Cradle>(2, 1, [](const State& state) {
    if (Cradle::actors(state).kind != Actors::over) return;
    const SeatSet winners = Cradle::winners(state);
    const Phrase now = Cradle::scene(Cradle::view(state, kNobody)).now;
    const std::string years = english().say(Cradle::points(Cradle::scores(state)[(*winners.begin()).index]));
    const std::string said = english().say(now, kNobody, {});
    EXPECT_EQ(now.id, winners.size() > 1 ? "cradle.now.shared" : "cradle.now.win");
    EXPECT_NE(said.find(years), std::string::npos) << said;
    for (const Seat seat : winners) EXPECT_NE(said.find(to_string(seat)), std::string::npos) << said;
  });
}

}  // namespace
}  // namespace lifetable::cradle

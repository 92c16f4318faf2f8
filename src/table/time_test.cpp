// SPDX-License-Identifier: Apache-2.0
// Clocks and reaction windows of a table. Times are in milliseconds, and are told to the table.
#include <gtest/gtest.h>

#include "table/scene.hpp"
#include "table/table_testing.hpp"

namespace lifetable::table {
namespace {

constexpr Seat kAnn{0}, kBo{1};

std::string first_move(const Table& table, Seat seat) { return table.match().moves(seat)[0]; }

// ---- Clocks -------------------------------------------------------------------------------------------

TEST(TableClocks, AreOffUnlessAskedFor) {
  Table table = open_table("alive", 2, "none");
  EXPECT_TRUE(table.state(kAnn).clocks.empty());
  EXPECT_FALSE(table.deadline());
  EXPECT_FALSE(table.tick(1'000'000'000));
}

TEST(TableClocks, RunForWhoeverIsToAct) {
  Table table = open_table("alive", 3, "run", {.bank = 10'000, .increment = 500});
  const Seat turn = table.match().actors().first();
  const auto clocks = table.state(kNobody, 4'000).clocks;
  ASSERT_EQ(clocks.size(), 3u);
  for (const Seat seat : SeatSet::first(3)) {
    EXPECT_EQ(clocks[seat.index].runs, seat == turn);
    EXPECT_EQ(clocks[seat.index].left, seat == turn ? 6'000 : 10'000);
  }
  EXPECT_EQ(table.deadline(), 10'000);
  EXPECT_FALSE(table.play(turn, first_move(table, turn), table.at(), 4'000));
  EXPECT_EQ(table.state(kNobody, 9'000).clocks[turn.index].left, 6'500) << "with the increment";
  EXPECT_EQ(table.deadline(), 14'000) << "the next has the whole bank";
}

TEST(TableClocks, RunForAllWhoChooseAtTheSameTime) {  // CG-7
  Table table = open_table("cradle", 2, "both", {.bank = 10'000});
  EXPECT_FALSE(table.play(kBo, first_move(table, kBo), table.at(), 3'000));
  const auto clocks = table.state(kNobody, 5'000).clocks;
  EXPECT_EQ(clocks[0].left, 5'000);
  EXPECT_TRUE(clocks[0].runs);
  EXPECT_EQ(clocks[1].left, 7'000);
  EXPECT_FALSE(clocks[1].runs);
}

TEST(TableClocks, AtTheEndOfItsTimeASeatPlaysByTheRulesOfThumb) {
  Table table = open_table("alive", 2, "late", {.bank = 10'000, .increment = 700});
  const Seat turn = table.match().actors().first();
  const int at = table.at();
  EXPECT_FALSE(table.tick(9'999));
  EXPECT_EQ(table.at(), at);
  EXPECT_TRUE(table.tick(10'000));
  ASSERT_GT(table.at(), at);
  EXPECT_EQ(table.record().moves[static_cast<std::size_t>(at)].by, turn);
  EXPECT_EQ(table.state(kNobody).clocks[turn.index].left, 700) << "for its next move";
}

TEST(TableClocks, AProposalThatComesTooLateFindsTheMoveMade) {
  Table table = open_table("alive", 2, "late", {.bank = 10'000});
  const Seat turn = table.match().actors().first();
  const int seen = table.at();
  const auto refused = table.play(turn, first_move(table, turn), seen, 10'001);
  ASSERT_TRUE(refused);
  EXPECT_TRUE(refused->reason == "turn" || refused->reason == "stale") << refused->reason;
  EXPECT_EQ(table.record().moves[static_cast<std::size_t>(seen)].by, turn);
}

TEST(TableClocks, ATableThatEverybodyHasLeftComesToItsEnd) {
  at_random_tables(1,
                   [](Table& table, Xoshiro256pp&) {
                     int ticks = 0;
                     for (; !table.over() && ticks < 10'000; ++ticks) {
                       const auto deadline = table.deadline();
                       ASSERT_TRUE(deadline);
                       EXPECT_FALSE(table.tick(*deadline - 1));
                       EXPECT_TRUE(table.tick(*deadline)) << "nothing happened at the deadline";
                     }
                     EXPECT_TRUE(table.over());
                     EXPECT_FALSE(table.deadline());
                   },
                   {.bank = 5'000, .increment = 1'000, .window = 3'000});
}

TEST(TableClocks, ALateHostCostsTheNextPlayerNothing) {
  Table table = open_table("alive", 2, "late", {.bank = 10'000, .increment = 1'000});
  const Seat turn = table.match().actors().first();
  EXPECT_TRUE(table.tick(60'000));
  for (const Seat seat : SeatSet::first(2)) {
    if (seat == turn) continue;
    EXPECT_EQ(table.state(kNobody, 60'000).clocks[seat.index].left, 10'000);
  }
}

TEST(TableClocks, TakingBackGivesNoTime) {  // CG-7
  Table table = open_table("cradle", 2, "back", {.bank = 10'000, .increment = 2'000});
  for (Millis now = 1'000; now <= 4'000; now += 1'000) {
    EXPECT_FALSE(table.play(kBo, first_move(table, kBo), table.at(), now));
    ASSERT_TRUE(table.can_undo(kBo));
    table.undo(now);
    EXPECT_EQ(table.state(kBo).clocks[1].left, 10'000 - now);
  }
}

TEST(TableClocks, StandWhileTheTableIsAway) {
  at_random_tables(1,
                   [](Table& table, Xoshiro256pp& rng) {
                     Millis now = 0;
                     for (int moves = 0; !table.over() && moves < 60; ++moves) {
                       now += below(rng, 400);
                       const Choice choice = random_choice(table, rng);
                       play_on(table, choice, now);
                       now += below(rng, 50);
                       const Timing timing = table.timing(now);
                       auto resumed = Table::from(table.record(), "the record", table.pace(), 500'000);
                       ASSERT_TRUE(resumed);
                       ASSERT_TRUE(resumed->restore(timing, 500'000));
                       EXPECT_EQ(shown(*resumed, 500'000), shown(table, now));
                       EXPECT_EQ(shown(*resumed, 500'100), shown(table, now + 100));
                       if (const auto deadline = table.deadline()) {
                         EXPECT_EQ(*resumed->deadline() - 500'000, *deadline - now);
                       }
                     }
                   },
                   {.bank = 60'000, .increment = 1'000, .window = 3'000, .apart = true});
}

TEST(TableClocks, TimesThatDoNotFitAreRefused) {
  const Pace pace{.bank = 10'000, .window = 3'000};
  Table table = open_table("cradle", 2, "odd", pace);
  const Timing good = table.timing(100);
  EXPECT_TRUE(table.restore(good, 200));
  const auto before = shown(table);
  for (const auto& spoil : std::vector<void (*)(Timing&)>{
           [](Timing& timing) { timing.at += 1; }, [](Timing& timing) { timing.clocks.pop_back(); },
           [](Timing& timing) { timing.clocks[0] = -1; }, [](Timing& timing) { timing.window = 3'001; }}) {
    Timing bad = good;
    spoil(bad);
    EXPECT_FALSE(table.restore(bad, 900));
    EXPECT_EQ(shown(table), before);
  }
}

TEST(TableClocks, WhatIsNoTimingIsRefused) {
  for (const char* json : {"{}", "[]", "7", R"({"at":"1","clocks":[],"window":0,"answers":[]})",
                           R"({"at":1,"clocks":[1.5],"window":0,"answers":[]})",
                           R"({"at":1,"clocks":[],"window":0,"answers":[{"seat":1}]})"})
    EXPECT_FALSE(timing_from(boost::json::parse(json))) << json;
}

// ---- Reaction windows ---------------------------------------------------------------------------------

constexpr Pace kWindows{.bank = 0, .increment = 0, .window = 5'000, .apart = true};

/// Random games of Cradle to Grave with windows; at each window `look(table, now, rng)`, which ends it.
template <class Look>
void at_windows(int games, Look look) {
  for (int seed = 1; seed <= games; ++seed) {
    const int players = 2 + seed % 4;
    Table table = open_table("cradle", players, std::to_string(seed), kWindows);
    Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
    Millis now = 0;
    while (!table.over() && !testing::Test::HasFailure()) {
      if (table.state(kNobody).window.empty()) {
        play_on(table, random_choice(table, rng), now += 10);
      } else {
        look(table, now, rng);
      }
    }
  }
}

TEST(ReactionWindow, LastsExactlyAsLongWhoeverCanAnswerAndWhoeverHas) {  // CG-28
  int windows = 0;
  at_windows(40, [&](Table& table, Millis& now, Xoshiro256pp& rng) {
    const Millis ends = now + kWindows.window;
    const int at = table.at();
    ASSERT_EQ(table.deadline(), ends);
    for (const Seat seat : table.match().actors().set) {
      if (below(rng, 2)) continue;
      play_on(table, {seat, pick_from(table.match().moves(seat), rng)}, now += below(rng, 500));
      EXPECT_EQ(table.deadline(), ends);
    }
    EXPECT_FALSE(table.tick(ends - 1));
    EXPECT_EQ(table.at(), at);
    EXPECT_TRUE(table.tick(now = ends));
    ++windows;
  });
  EXPECT_GT(windows, 50);
}

TEST(ReactionWindow, KeepsAnswersSecretUntilItsEnd) {
  at_windows(8, [&](Table& table, Millis& now, Xoshiro256pp& rng) {
    for (const Seat seat : table.match().actors().set) {
      const auto before = shown(table, now);
      play_on(table, {seat, pick_from(table.match().moves(seat), rng)}, now);
      const auto after = shown(table, now);
      const auto all = readers(table.match().players());
      for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(after[i] == before[i], all[i] != seat);
      for (const Seat reader : all) EXPECT_TRUE(table.told(reader, table.at()).empty());
      const State mine = table.state(seat, now);
      EXPECT_TRUE(mine.window[0].answered);
      EXPECT_TRUE(mine.offers.empty());
      EXPECT_EQ(table.play(seat, "let", table.at(), now)->reason, "answered") << "the first answer stands";
    }
    table.tick(now = *table.deadline());
  });
}

// CG-28, CG-31
TEST(ReactionWindow, WhoDoesNotAnswerDeclines) {
  at_windows(8, [&](Table& table, Millis& now, Xoshiro256pp&) {
    const int at = table.at(), asked = table.match().actors().set.size();
    table.tick(now = *table.deadline());
    ASSERT_GE(table.at(), at + asked);
    for (int i = at; i < at + asked; ++i)
      EXPECT_EQ(table.record().moves[static_cast<std::size_t>(i)].move, "let");
    EXPECT_NE(table.record().moves.back().move, "let");
  });
}

TEST(ReactionWindow, TheFirstStopThatCameIsPlayedAndOpensAnother) {  // CG-29, CG-30
  int several = 0;
  at_windows(40, [&](Table& table, Millis& now, Xoshiro256pp&) {
    std::vector<Seat> stops;
    for (int i = table.match().players() - 1; i >= 0; --i) {
      if (!table.match().actors().set.has(Seat{i})) continue;
      const bool can = !table.match().refusal(Seat{i}, "stop");
      play_on(table, {Seat{i}, can ? "Stop" : "Let"}, now += 10);
      if (can) stops.push_back(Seat{i});
    }
    const int at = table.at();
    table.tick(now = *table.deadline());
    if (stops.empty()) return;
    several += stops.size() > 1;
    const auto& move = table.record().moves[static_cast<std::size_t>(at)];
    EXPECT_EQ(move.move, "stop");
    EXPECT_EQ(move.by, stops[0]);
    if (decline_of(table.match())) {
      EXPECT_EQ(table.at(), at + 1) << "the other answers were to another question";
      EXPECT_EQ(table.deadline(), now + kWindows.window);
    }
  });
  EXPECT_GT(several, 3);
}

// CG-28, CG-29, CG-30: to the Stop! that came, who was silent before has not declined yet.
TEST(ReactionWindow, WhoHasNotAnsweredIsAskedAnewIfAStopCame) {
  int stopped = 0;
  at_windows(40, [&](Table& table, Millis& now, Xoshiro256pp&) {
    const SeatSet asked = table.match().actors().set;
    Seat stopper = kNobody;
    for (const Seat seat : asked)
      if (!table.match().refusal(seat, "stop")) stopper = seat;
    if (stopper != kNobody) play_on(table, {stopper, "stop"}, now += 10);
    const int at = table.at();
    table.tick(now = *table.deadline());
    if (stopper == kNobody || !decline_of(table.match())) return;
    ++stopped;
    EXPECT_EQ(table.at(), at + 1) << "nobody has declined what nobody was asked yet";
    for (const Seat seat : asked) EXPECT_EQ(table.match().actors().set.has(seat), seat != stopper);
  });
  EXPECT_GT(stopped, 20);
}

TEST(ReactionWindow, ThereIsNoneInSecretChoicesOfAll) {  // CG-7, CV-8
  for (const char* game : {"cradle", "cv"}) {
    Table table = open_table(game, 3, "choices", kWindows);
    ASSERT_EQ(table.match().actors().set.size(), 3);
    EXPECT_TRUE(table.state(kAnn).window.empty());
    EXPECT_FALSE(table.deadline());
    const int at = table.at();
    play_on(table, {kBo, first_move(table, kBo)}, 10);
    EXPECT_EQ(table.at(), at + 1) << "it is made at once";
  }
}

TEST(ReactionWindow, WithoutALengthEverybodyIsWaitedForAndAnswersTakeEffectAsTheyCome) {
  int answers = 0;
  for (int seed = 1; seed <= 10; ++seed) {
    Table table = open_table("cradle", 3, std::to_string(seed));
    Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
    while (!table.over()) {
      const bool reaction = static_cast<bool>(decline_of(table.match()));
      const int at = table.at();
      EXPECT_TRUE(table.state(kNobody).window.empty());
      EXPECT_FALSE(table.tick(1'000'000'000));
      play_on(table, random_choice(table, rng));
      EXPECT_GT(table.at(), at);
      answers += reaction;
    }
  }
  EXPECT_GT(answers, 10);
}

TEST(ReactionWindow, EverybodyWhoIsAskedCanDecline) {
  at_random_tables(3, [](Table& table, Xoshiro256pp& rng) {
    while (!table.over()) {
      if (const auto decline = decline_of(table.match())) {
        for (const Seat seat : table.match().actors().set)
          EXPECT_FALSE(table.match().refusal(seat, *decline)) << *decline;
      }
      play_on(table, random_choice(table, rng));
    }
  });
}

TEST(ReactionWindow, CannotBeTakenBack) {
  at_windows(4, [&](Table& table, Millis& now, Xoshiro256pp&) {
    for (const Seat seat : readers(table.match().players())) EXPECT_FALSE(table.can_undo(seat));
    table.tick(now = *table.deadline());
  });
}

TEST(ReactionWindow, AnswersSurviveARestart) {
  int stopped = 0;
  at_windows(40, [&](Table& table, Millis& now, Xoshiro256pp& rng) {
    for (const Seat seat : table.match().actors().set)
      if (below(rng, 2)) play_on(table, {seat, pick_from(table.match().moves(seat), rng)}, now += 10);
    auto resumed = Table::from(table.record(), "the record", kWindows, 7'000'000);
    ASSERT_TRUE(resumed);
    const auto kept = timing_from(boost::json::value_from(table.timing(now)));
    ASSERT_TRUE(kept && resumed->restore(*kept, 7'000'000));
    const Millis left = *table.deadline() - now;
    EXPECT_EQ(shown(*resumed, 7'000'000), shown(table, now));
    EXPECT_FALSE(resumed->tick(7'000'000 + left - 1));
    EXPECT_TRUE(resumed->tick(7'000'000 + left));
    const auto at = static_cast<std::size_t>(table.at());
    table.tick(now = *table.deadline());
    EXPECT_EQ(resumed->record().moves, table.record().moves);
    stopped += table.record().moves[at].move == "stop";
  });
  EXPECT_GT(stopped, 3);
}

TEST(ReactionWindow, AnswersThatCannotHaveBeenGivenAreRefused) {
  at_windows(4, [&](Table& table, Millis& now, Xoshiro256pp&) {
    const int asked = table.match().actors().first().index + 1;
    for (const auto& [seat, move] :
         {std::pair{0, "let"}, {9, "let"}, {256 + asked, "let"}, {asked, "skip"}}) {
      Timing timing = table.timing(now);
      timing.answers.push_back({seat, move});
      EXPECT_FALSE(table.restore(timing, now)) << seat << " " << move;
    }
    Timing twice = table.timing(now);
    twice.answers = {{asked, "let"}, {asked, "let"}};
    EXPECT_FALSE(table.restore(twice, now));
    table.tick(now = *table.deadline());
  });
}

TEST(ReactionWindow, ABotThatHasAnsweredIsNotAskedAgain) {
  auto table = Table::open("cradle", {}, {{"Ann", "thoughtful"}, {"Bo", "thoughtful"}, {"Cy", "thoughtful"}},
                           play::Seed::from_text("bots"), kWindows);
  ASSERT_TRUE(table);
  Millis now = 0;
  int windows = 0;
  while (!table->over()) {
    if (const auto bot = table->bot_to_act()) {
      play_on(*table, {*bot, thoughtful_move(table->match(), *bot, 1)}, now);
    } else {
      ASSERT_TRUE(table->deadline()) << "the table stands still";
      table->tick(now = *table->deadline());
      ++windows;
    }
  }
  EXPECT_GT(windows, 3);
}

}  // namespace
}  // namespace lifetable::table

// SPDX-License-Identifier: Apache-2.0
#include "table/table.hpp"

#include <fmt/format.h>
#include <map>

#include "table/scene.hpp"
#include "table/table_testing.hpp"

namespace lifetable::table {
namespace {

/// Plays at random until somebody is asked whether to answer a special of Cradle to Grave and can Stop! it;
/// that seat. Everybody with cards is asked (CG-28).
std::optional<Seat> play_to_a_stop(Table& table, Xoshiro256pp& rng) {
  while (!table.over()) {
    if (table.match().actors().set.size() >= 2 && decline_of(table.match()))
      for (const Seat seat : table.match().actors().set)
        if (!table.match().refusal(seat, "stop")) return seat;
    play_on(table, random_choice(table, rng));
  }
  return {};
}

/// The same for the first seed that leads there.
struct AtAStop {
  Table table;
  Seat stopper;
};
AtAStop table_at_a_stop(int players, Pace pace = {}) {
  for (int seed = 1; seed <= 1000; ++seed) {
    Table table = open_table("cradle", players, std::to_string(seed), pace);
    Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
    if (const auto seat = play_to_a_stop(table, rng)) return {std::move(table), *seat};
  }
  ADD_FAILURE() << "nobody could ever play a Stop!";
  return {open_table("cradle", players, "1", pace), Seat{0}};
}

Seat another(const Table& table, Seat seat) {
  for (const Seat each : table.match().actors().set)
    if (each != seat) return each;
  return kNobody;
}

// ---- Proposals ----------------------------------------------------------------------------------------

TEST(Table, WhoChooseAtTheSameTimeDoNotOvertakeEachOther) {
  // Starting ages (CG-7), and childhood cards (CV-8).
  for (const char* game : {"cradle", "cv"}) {
    Table table = open_table(game, 4, "together");
    const int seen = table.at();
    ASSERT_EQ(table.match().actors().set.size(), 4);
    for (const Seat seat : {Seat{2}, Seat{0}, Seat{3}, Seat{1}})
      EXPECT_FALSE(table.play(seat, table.match().moves(seat)[0], seen)) << game;
    EXPECT_EQ(table.record().moves[static_cast<std::size_t>(seen) + 3].by, Seat{1});
  }
}

TEST(Table, WhoeverDeclinesLeavesTheQuestionAsItIsForTheOthers) {  // CG-28
  auto [table, stopper] = table_at_a_stop(4);
  const int seen = table.at();
  EXPECT_FALSE(table.play(another(table, stopper), "let", seen));
  EXPECT_FALSE(table.play(stopper, "stop", seen)) << "it is still asked the same";
}

TEST(Table, AStopAsksEverybodyAnew) {  // CG-29
  auto [table, stopper] = table_at_a_stop(4);
  const int seen = table.at();
  const Seat other = another(table, stopper);
  EXPECT_FALSE(table.play(stopper, "stop", seen));
  ASSERT_TRUE(table.match().actors().set.has(other));
  const auto refused = table.play(other, "let", seen);
  ASSERT_TRUE(refused) << "it had been asked about the special, not about the Stop!";
  EXPECT_EQ(refused->reason, "stale");
  EXPECT_FALSE(table.play(other, "let", table.at()));
}

TEST(Table, ARefusalSaysWhyAndChangesNothing) {
  at_random_tables(1, [](Table& table, Xoshiro256pp& rng) {
    const auto expect_refusal = [&](Seat seat, std::string_view move, int seen, std::string_view reason) {
      const auto before = shown(table);
      const auto refused = table.play(seat, move, seen);
      ASSERT_TRUE(refused) << reason;
      EXPECT_EQ(refused->reason, reason);
      EXPECT_FALSE(refused->phrase.empty()) << reason;
      expect_texts(refused->phrase);
      EXPECT_EQ(refused->clause.empty(), reason != "rules");
      EXPECT_EQ(shown(table), before);
    };
    const int players = table.match().players();
    for (int moves = 0; !table.over(); ++moves) {
      const Choice choice = random_choice(table, rng);
      if (moves % 16 == 0) {
        expect_refusal(choice.seat, choice.move, table.at() + 1, "stale");
        if (moves > 0 && table.match().actors().set.size() == 1)
          expect_refusal(choice.seat, choice.move, table.at() - 1, "stale");
        for (const char* nonsense : {"", "dance", "\xff\xfe", "draw"})
          expect_refusal(choice.seat, nonsense, table.at(), "unknown");
        for (const Seat nobody : {Seat{players}, kNobody, kDealer})
          expect_refusal(nobody, choice.move, table.at(), "seat");
        for (int i = 0; i < players; ++i)
          if (!table.match().actors().set.has(Seat{i}))
            expect_refusal(Seat{i}, choice.move, table.at(), "turn");
      }
      play_on(table, choice);
    }
    expect_refusal(Seat{0}, "dance", table.at(), "over");
  });
}

TEST(Table, AMoveAgainstTheRulesIsRefusedWithItsClause) {
  for (const auto& [game, move, clause] :
       {std::tuple{"cradle", "skip", "CG-8"}, {"alive", "flip", "FA-9"}, {"cv", "throw", "CV-8"}}) {
    Table table = open_table(game, 3, "refused");
    const auto refused = table.play(table.match().actors().first(), move, table.at());
    ASSERT_TRUE(refused) << game;
    EXPECT_EQ(refused->reason, "rules");
    EXPECT_EQ(refused->clause, clause);
    expect_texts(refused->phrase);
  }
}

TEST(Table, WhoeverIsNotToActIsToldForWhomTheTableWaits) {
  Table table = open_table("alive", 3, "waiting");
  const Seat turn = table.match().actors().first();
  const Seat other = turn.clockwise(1, 3);
  const auto refused = table.play(other, "flip", table.at());
  ASSERT_TRUE(refused);
  const auto names = table.record().names();
  EXPECT_EQ(english().say(refused->phrase, other, names),
            fmt::format("It is not your turn: the table waits for {}.", names[turn.index]));
}

// CG-41
TEST(Table, NamesTheEldestWithRespectToWhoeverHasToWaitForThem) {
  for (const char* polite : {"yes", "no"}) {
    Table table = open_table("cradle", 2, "eldest", {}, std::string("polite=") + polite);
    const auto now = [&](Seat seat) { return english().say(now_for(table.match(), seat), seat, {}); };
    Xoshiro256pp rng(1);
    bool waited = false;
    while (!table.over() && !waited) {
      const Seat turn = table.match().actors().first(), other = turn.clockwise(1, 2);
      if (table.match().actors().set.size() == 1 && now(turn).starts_with("Venerable elder")) {
        waited = true;
        const auto refused = table.play(other, "skip", table.at());
        ASSERT_TRUE(refused);
        EXPECT_EQ(english().say(refused->phrase, other, table.record().names()),
                  "It is not your turn: the table waits for the venerable " +
                      table.record().names()[turn.index] + ".");
      }
      play_on(table, random_choice(table, rng));
    }
    EXPECT_EQ(waited, std::string_view(polite) == "yes");
  }
}

TEST(Table, CannotBeOpenedForWhatIsNotThere) {
  const auto seed = play::Seed::from_text("x");
  const auto open = [&](std::string_view game, std::vector<play::SeatHeader> seats, Pace pace = {}) {
    return Table::open(game, {}, std::move(seats), seed, pace);
  };
  EXPECT_TRUE(open("alive", people(3)));
  EXPECT_FALSE(open("chess", people(3)));
  EXPECT_FALSE(open("alive", people(1)));
  EXPECT_FALSE(open("alive", {{"Ann", "person"}, {"Bo", "nobody"}}));
  EXPECT_FALSE(open("alive", {{"Ann", "person"}, {"\x1b[2J", "person"}}));
  EXPECT_FALSE(open("alive", people(3), {.bank = -1}));
}

TEST(Table, ABotCoversForWhoeverHasLeftAndGivesTheSeatBack) {
  Table table = open_table("alive", 2, "away");
  const Seat turn = table.match().actors().first();
  EXPECT_FALSE(table.bot_to_act());
  ASSERT_TRUE(table.sit(turn, {"Ann", "thoughtful"}));
  EXPECT_EQ(table.bot_to_act(), turn);
  EXPECT_EQ(value_of(table.state(kNobody).players).at(turn.index).at("player"), "thoughtful");
  ASSERT_TRUE(table.sit(turn, {"Ann", "person"}));
  EXPECT_FALSE(table.bot_to_act());
  EXPECT_FALSE(table.sit(turn, {"", "person"}));
  EXPECT_FALSE(table.sit(turn, {"Ann", "nobody"}));
  EXPECT_FALSE(table.sit(Seat{2}, {"Cy", "person"}));
}

// ---- Taking back --------------------------------------------------------------------------------------

TEST(Undo, LeavesTheTableAsItWasForEverybody) {
  std::map<std::string, int> undone;
  at_random_tables(5, [&](Table& table, Xoshiro256pp& rng) {
    for (int moves = 0; !table.over(); ++moves) {
      const Choice choice = random_choice(table, rng);
      const bool look = moves % 3 == 0;
      const auto before = look ? shown(table) : std::vector<std::string>{};
      const int at = table.at();
      play_on(table, choice);
      if (!look || !table.can_undo(choice.seat)) continue;
      table.undo();
      ++undone[table.record().header.game];
      ASSERT_EQ(table.at(), at);
      ASSERT_EQ(shown(table), before) << choice.move;
      play_on(table, choice);
    }
  });
  for (const char* game : {"cradle", "alive", "cv"}) EXPECT_GT(undone[game], 10) << game;
}

TEST(Undo, GoesBackOneMoveAfterTheOtherUpToTheLastThatCannotBeTakenBack) {
  // CV: throwing is chance, but the cards that are taken then are choices.
  int deepest = 0;
  for (int seed = 1; seed <= 5; ++seed) {
    Table table = open_table("cv", 2, std::to_string(seed));
    Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
    std::vector<std::vector<std::string>> past;
    while (!table.over() && deepest < 3) {
      const Choice choice = random_choice(table, rng);
      const int at = table.at();
      past.resize(static_cast<std::size_t>(at) + 1);
      past[static_cast<std::size_t>(at)] = shown(table);
      play_on(table, choice);
      int depth = 0;
      for (; table.at() > 0 && table.record().moves.back().by != kDealer; ++depth) {
        if (!table.can_undo(table.record().moves.back().by)) break;
        table.undo();
        ASSERT_EQ(shown(table), past[static_cast<std::size_t>(table.at())]);
      }
      deepest = std::max(deepest, depth);
      if (depth > 0) play_on(table, random_choice(table, rng));
    }
  }
  EXPECT_GE(deepest, 2);
}

TEST(Undo, IsRefusedAfterTheDealerAfterAnotherAndWhenAllIsOver) {
  int after_dealer = 0, after_another = 0;
  at_random_tables(2, [&](Table& table, Xoshiro256pp& rng) {
    while (!table.over()) {
      const Choice choice = random_choice(table, rng);
      const int at = table.at();
      play_on(table, choice);
      const bool dealt = table.at() > at + 1;
      for (const Seat seat : readers(table.match().players())) {
        if (seat == choice.seat && !dealt) continue;
        EXPECT_FALSE(table.can_undo(seat));
        ++(dealt ? after_dealer : after_another);
      }
    }
    for (const Seat seat : readers(table.match().players())) EXPECT_FALSE(table.can_undo(seat));
  });
  EXPECT_GT(after_dealer, 1000);
  EXPECT_GT(after_another, 1000);
}

TEST(Undo, IsRefusedOnceTheMoveHasShownSomethingHidden) {
  // The last to choose sees the others' starting ages (CG-8), or the cards passed on by a neighbour (CV-8).
  for (const char* game : {"cradle", "cv"}) {
    Table table = open_table(game, 3, "hidden");
    for (const Seat seat : {Seat{0}, Seat{1}, Seat{2}}) {
      play_on(table, {seat, table.match().moves(seat)[0]});
      EXPECT_EQ(table.can_undo(seat), seat != Seat{2}) << game;
    }
  }
}

TEST(Undo, IsRefusedWherePeopleSitApartOnceAnotherWasAsked) {
  Table together = open_table("alive", 3, "apart"), apart = open_table("alive", 3, "apart", {.apart = true});
  Xoshiro256pp rng(1);
  int differ = 0;
  while (!together.over()) {
    const Choice choice = random_choice(together, rng);
    play_on(together, choice);
    play_on(apart, choice);
    const SeatSet next = together.match().actors().set;
    const bool can = together.can_undo(choice.seat);
    EXPECT_EQ(apart.can_undo(choice.seat), can && next == SeatSet::of(choice.seat));
    differ += can != apart.can_undo(choice.seat);
  }
  EXPECT_GT(differ, 5);
  // In a simultaneous choice nobody is asked anew by it (CG-7).
  Table ages = open_table("cradle", 3, "apart", {.apart = true});
  play_on(ages, {Seat{0}, ages.match().moves(Seat{0})[0]});
  EXPECT_TRUE(ages.can_undo(Seat{0}));
}

// CG-28: An answer is final.
TEST(Undo, NeverTakesBackAnAnswerToASpecial) {
  for (const bool apart : {false, true}) {
    int answers = 0;
    for (int seed = 1; seed <= 20; ++seed) {
      Table table = open_table("cradle", 3, std::to_string(seed), {.apart = apart});
      Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
      while (!table.over()) {
        const Choice choice = random_choice(table, rng);
        const bool answer = bool{decline_of(table.match())};
        play_on(table, choice);
        if (!answer) continue;
        ++answers;
        EXPECT_FALSE(table.can_undo(choice.seat)) << choice.move;
        EXPECT_FALSE(table.state(choice.seat).undo);
      }
    }
    EXPECT_GT(answers, 100);
  }
}

TEST(Undo, IsForPeople) {
  auto table =
      Table::open("alive", {}, {{"Ann", "thoughtful"}, {"Bo", "thoughtful"}}, play::Seed::from_text("bots"));
  Xoshiro256pp rng(1);
  while (!table->over()) {
    const Choice choice = random_choice(*table, rng);
    ASSERT_EQ(table->bot_to_act(), choice.seat);
    play_on(*table, choice);
    EXPECT_FALSE(table->can_undo(choice.seat));
  }
}

// ---- The same table again -----------------------------------------------------------------------------

TEST(Table, GoesOnFromItsRecordAsIfNothingHadHappened) {
  at_random_tables(1, [](Table& table, Xoshiro256pp& rng) {
    const auto expect_same = [&] {
      const auto resumed = Table::from(table.record(), "the record");
      ASSERT_TRUE(resumed) << resumed.error().message;
      EXPECT_EQ(shown(*resumed), shown(table));
      EXPECT_EQ(resumed->record().moves, table.record().moves);
      for (const Seat reader : readers(table.match().players()))
        EXPECT_EQ(json_of(resumed->told(reader, table.at() - 3)),
                  json_of(table.told(reader, table.at() - 3)));
    };
    for (int moves = 0; !table.over(); ++moves) {
      if (moves % 5 == 0 || table.match().actors().set.size() > 1) expect_same();
      if (testing::Test::HasFailure()) return;
      play_on(table, random_choice(table, rng));
    }
    expect_same();
  });
}

TEST(Table, AResumedTableStillKnowsWhatEachWasAsked) {  // CG-7
  Table table = open_table("cradle", 3, "asked");
  const int seen = table.at();
  play_on(table, {Seat{1}, table.match().moves(Seat{1})[0]});
  auto resumed = Table::from(table.record(), "the record");
  ASSERT_TRUE(resumed);
  EXPECT_FALSE(resumed->play(Seat{2}, resumed->match().moves(Seat{2})[0], seen));
}

TEST(Table, ShowsItsPastAsItWasSeenThen) {
  at_random_tables(1, [](Table& table, Xoshiro256pp& rng) {
    std::vector<std::pair<int, std::vector<std::string>>> past;
    const auto look = [&](auto state_of) {
      std::vector<std::string> all;
      for (const Seat reader : readers(table.match().players())) {
        State state = state_of(reader);
        state.offers.clear(), state.undo = false;
        all.push_back(json_of(state));
      }
      return all;
    };
    while (!table.over()) {
      past.emplace_back(table.at(), look([&](Seat reader) { return table.state(reader); }));
      for (int i = 0; i < 4 && !table.over(); ++i) play_on(table, random_choice(table, rng));
    }
    past.emplace_back(table.at(), look([&](Seat reader) { return table.state(reader); }));
    for (const auto& [at, states] : past)
      EXPECT_EQ(look([&](Seat reader) { return table.state_after(at, reader); }), states) << at;
    for (const Offer& offer : table.state_after(past[1].first, Seat{0}).offers) ADD_FAILURE() << offer.move;
  });
}

TEST(Table, KnowsOfSomeReadersThatTheyAreToldTheSame) {
  std::map<std::string_view, int> known;
  at_random_tables(1, [&](Table& table, Xoshiro256pp& rng) {
    const auto all = readers(table.match().players());
    while (!table.over() && table.at() < 150) {
      const int before = table.at();
      play_on(table, random_choice(table, rng));
      for (const int seen : {before - 1, before, table.at() - 1, table.at()})
        for (const Seat one : all)
          for (const Seat other : all) {
            if (!table.is_told_alike(one, other, seen)) continue;
            EXPECT_EQ(json_of(table.told(one, seen)), json_of(table.told(other, seen))) << seen;
            known[table.match().game().name] += one != other && !table.told(one, seen).empty();
          }
    }
  });
  EXPECT_GT(known["alive"], 0);
}

TEST(Table, TellsEveryMoveOnceWhereverOneBegins) {
  at_random_tables(1, [](Table& table, Xoshiro256pp& rng) {
    while (!table.over() && table.at() < 150) play_on(table, random_choice(table, rng));
    for (const Seat reader : readers(table.match().players())) {
      const auto all = table.told(reader, 0);
      ASSERT_FALSE(all.empty());
      for (const int seen : {-5, 0, 1, table.at() / 2, table.at() - 2, table.at() - 1, table.at(), 9999}) {
        std::vector<Told> rest;
        for (const Told& told : all)
          if (told.at > seen) rest.push_back(told);
        EXPECT_EQ(json_of(table.told(reader, seen)), json_of(rest)) << seen;
      }
    }
  });
}

}  // namespace
}  // namespace lifetable::table

// SPDX-License-Identifier: Apache-2.0
#include "lab/course.hpp"

#include <gtest/gtest.h>

namespace lifetable::lab {
namespace {

Scores scores(std::initializer_list<int> list) {
  Scores all;
  for (const int score : list) all.push_back(score);
  return all;
}
SeatSet seats(std::initializer_list<int> list) {
  SeatSet all;
  for (const int seat : list) all.add(Seat{seat});
  return all;
}
/// Two seats; 'a' and 'b': who leads, '=': nobody.
std::vector<Standing> course(std::string_view leaders) {
  std::vector<Standing> all;
  for (const char leader : leaders)
    all.push_back(leader == 'a'   ? standing_of(scores({5, 3}), false)
                  : leader == 'b' ? standing_of(scores({3, 5}), false)
                                  : standing_of(scores({4, 4}), false));
  return all;
}

TEST(Standing, SaysWhoIsBestAndWhoIsWorst) {
  const Scores table = scores({7, 3, 9, 3});
  EXPECT_EQ(standing_of(table, false), (Standing{seats({2}), seats({1, 3}), true}));
  EXPECT_EQ(standing_of(table, true), (Standing{seats({1, 3}), seats({2}), false}));
  EXPECT_FALSE(standing_of(table, true).has_leader);
  EXPECT_EQ(standing_of(scores({4, 4}), true), (Standing{seats({0, 1}), seats({0, 1}), false}));
}

TEST(Lead, ChangesWhenItPassesToAnotherWithOrWithoutATie) {
  EXPECT_EQ(read_lead(course("==aab"), seats({1})).changes, 1);
  EXPECT_EQ(read_lead(course("=aa==bb=a"), seats({0})).changes, 2);
  EXPECT_EQ(read_lead(course("=aa==aa"), seats({0})).changes, 0);  // back to the same
  EXPECT_EQ(read_lead(course("===="), seats({0, 1})).changes, 0);
  EXPECT_EQ(read_lead(course("a===="), seats({0, 1})).changes, 0);
  // The first lead of all is no change.
  EXPECT_EQ(read_lead(course("====b"), seats({1})).changed, -1);
}

TEST(Lead, IsDecidedLateIfItLastChangesInTheLastQuarter) {
  // 8 decisions: standings before each, and the end. The last quarter begins before decision 6 (from 0).
  const auto late = [](std::string_view leaders) {
    return decided_late(read_lead(course(leaders), seats({1})), leaders.size() - 1);
  };
  EXPECT_FALSE(late("aaaaabbbb"));
  EXPECT_TRUE(late("aaaaaabbb"));
  EXPECT_TRUE(late("aaaaaaaab"));
  EXPECT_FALSE(late("bbbbbbbbb"));
}

TEST(Lead, IsSettledWhenTheWinnersGetAheadForGood) {
  EXPECT_EQ(read_lead(course("aaaaaaaaaaa"), seats({0})).settled, 0);
  EXPECT_EQ(read_lead(course("bbbaaaaaaaa"), seats({0})).settled, 3);
  EXPECT_EQ(read_lead(course("baaaaaa=aaa"), seats({0})).settled, 8);
  EXPECT_EQ(read_lead(course("bbbbbbbbbba"), seats({0})).settled, 9);
  EXPECT_EQ(read_lead(course("bbbbbbbbbbb"), seats({0})).settled, 9);  // a tie-break that scores do not show
}

TEST(Lead, IsLookedAtAtEveryTenth) {
  const LeadStory story = read_lead(course("====aaaaaabbbbbbbbbbb"), seats({1}));  // 20 decisions
  EXPECT_FALSE(story.tenths[0].has_leader);
  EXPECT_EQ(story.tenths[2].best, seats({0}));  // before decision 4
  EXPECT_EQ(story.tenths[4].best, seats({0}));
  EXPECT_EQ(story.tenths[5].best, seats({1}));  // before decision 10: half-time
  EXPECT_EQ(story.tenths[10].best, seats({1}));
}

TEST(Turns, AreRunsOfDecisionsOfOneSeat) {
  TurnCounter counter;
  EXPECT_EQ(counter.turns(), 0);
  for (const int seat : {0, 0, 1, 0, 2, 2, 2}) counter.decide(Seat{seat});
  EXPECT_EQ(counter.turns(), 4);
}

TEST(Opening, IsMadeByTheFirstWhoDecidesAlone) {
  Opening opening;
  EXPECT_EQ(opening.first(), kNobody);
  opening.decide(Actors::one(Seat{2}), Seat{2});
  opening.decide(Actors::one(Seat{0}), Seat{0});
  EXPECT_EQ(opening.first(), Seat{2});
}

TEST(Opening, IsNotMadeByTheLastOfSeveralWhoAreAskedAtOnce) {
  Opening opening;
  for (int i = 0; i < 3; ++i) {  // all three choose secretly
    SeatSet rest = SeatSet::first(3);
    for (int j = 0; j < i; ++j) rest.remove(Seat{j});
    opening.decide(Actors::any(rest, Seat{0}), Seat{i});
  }
  EXPECT_EQ(opening.first(), kNobody);
  opening.decide(Actors::one(Seat{1}), Seat{1});
  EXPECT_EQ(opening.first(), Seat{1});
}

TEST(Opening, ComesAfterAnyNumberOfSecretChoices) {
  Opening opening;
  for (int round = 0; round < 2; ++round) {
    opening.decide(Actors::any(seats({0, 1}), Seat{0}), Seat{0});
    opening.decide(Actors::any(seats({1}), Seat{0}), Seat{1});
  }
  EXPECT_EQ(opening.first(), kNobody);
  opening.decide(Actors::one(Seat{1}), Seat{1});
  EXPECT_EQ(opening.first(), Seat{1});
}

}  // namespace
}  // namespace lifetable::lab

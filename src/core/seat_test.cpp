// SPDX-License-Identifier: Apache-2.0
#include "core/seat.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "core/fields.hpp"
#include "core/list.hpp"

namespace lifetable {
namespace {

TEST(SeatTest, ClockwiseGoesRoundTheTable) {
  EXPECT_EQ(Seat{0}.clockwise(1, 3), Seat{1});
  EXPECT_EQ(Seat{2}.clockwise(1, 3), Seat{0});
  EXPECT_EQ(Seat{1}.clockwise(2, 3), Seat{0});
}

TEST(SeatTest, PeopleCountFromOne) {
  EXPECT_EQ(to_string(Seat{0}), "1");
  EXPECT_EQ(to_string(kDealer), "dealer");
  EXPECT_EQ(to_string(kNobody), "watcher");
}

TEST(SeatSetTest, NextFindsTheFirstMemberClockwise) {
  SeatSet set;
  set.add(Seat{1});
  set.add(Seat{4});
  EXPECT_EQ(set.next(Seat{0}), Seat{1});
  EXPECT_EQ(set.next(Seat{2}), Seat{4});
  EXPECT_EQ(set.next(Seat{5}), Seat{1});
  EXPECT_EQ(set.size(), 2);
  set.remove(Seat{1});
  EXPECT_FALSE(set.has(Seat{1}));
  EXPECT_FALSE(set.has(kDealer));
  EXPECT_FALSE(set.has(kNobody));
}

TEST(SeatSetTest, IteratesInOrder) {
  std::vector<int> seen;
  for (const Seat seat : SeatSet::first(3)) seen.push_back(seat.index);
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 2}));
}

TEST(ActorsTest, TheDealerIsNoSeat) {
  EXPECT_TRUE(Actors::the_dealer().include(kDealer));
  EXPECT_FALSE(Actors::the_dealer().include(Seat{0}));
  EXPECT_FALSE(Actors::one(Seat{0}).include(kDealer));
  EXPECT_EQ(Actors::any(SeatSet::first(3), Seat{2}).first(), Seat{2});
}

TEST(FixedListTest, KeepsOnlyWhatIsWanted) {
  FixedList<int, 4> list;
  list.push_back_if(false, 1);
  list.push_back_if(true, 2);
  list.push_back(3);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_TRUE(list.contains(2));
  EXPECT_FALSE(list.contains(1));
}

TEST(FieldsTest, NumbersAreDigitsWithinBounds) {
  EXPECT_EQ(parse_number("12", 0, 99), 12);
  for (const char* text : {"", "-1", "1x", "100", "9999999", " 1"})
    EXPECT_EQ(parse_number(text, 0, 99), -1) << text;
}

TEST(FieldsTest, WordsAreSplitAtBlanks) {
  EXPECT_EQ(words_of("  a  bc\td "), (std::vector<std::string_view>{"a", "bc", "d"}));
  EXPECT_TRUE(words_of("   ").empty());
}

}  // namespace
}  // namespace lifetable

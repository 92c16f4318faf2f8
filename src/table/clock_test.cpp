// SPDX-License-Identifier: Apache-2.0
#include "table/clock.hpp"

#include <gtest/gtest.h>

namespace lifetable::table {
namespace {

constexpr Seat kAnn{0}, kBo{1}, kCy{2};
constexpr SeatSet both() { return {0b11}; }

TEST(Clocks, OnlyThoseRunThatWereToldTo) {
  Clocks clocks(3, 1000);
  clocks.run(SeatSet::of(kAnn), 50);
  EXPECT_EQ(clocks.left(kAnn, 250), 800);
  EXPECT_EQ(clocks.left(kBo, 250), 1000);
  clocks.run(SeatSet::of(kBo), 250);
  EXPECT_EQ(clocks.left(kAnn, 9000), 800) << "it stands while another's runs";
  EXPECT_EQ(clocks.left(kBo, 350), 900);
  EXPECT_TRUE(clocks.runs(kBo));
  EXPECT_FALSE(clocks.runs(kCy));
}

TEST(Clocks, TheDeadlineIsThatOfTheFirstWhoseTimeIsUp) {
  Clocks clocks(2, 1000);
  EXPECT_FALSE(clocks.deadline());
  clocks.run(SeatSet::of(kAnn), 0);
  clocks.run(both(), 400);  // 600 and 1000 are left
  EXPECT_EQ(clocks.deadline(), 1000);
  EXPECT_TRUE(clocks.expired(999).empty());
  EXPECT_EQ(clocks.expired(1000), SeatSet::of(kAnn));
  EXPECT_EQ(clocks.expired(1400), both());
}

TEST(Clocks, TimeNeverFallsBelowNothingAndNeverGoesBack) {
  Clocks clocks(1, 100);
  clocks.run(SeatSet::of(kAnn), 1000);
  EXPECT_EQ(clocks.left(kAnn, 900), 100);
  EXPECT_EQ(clocks.left(kAnn, 5000), 0);
  clocks.run({}, 5000);
  clocks.add(kAnn, 30);
  EXPECT_EQ(clocks.left(kAnn, 6000), 30);
  clocks.add(kAnn, -50);
  EXPECT_EQ(clocks.left(kAnn, 6000), 0);
}

TEST(Clocks, ATableWithoutABankHasNone) {
  Clocks clocks(4, 0);
  EXPECT_TRUE(clocks.none());
  clocks.run(both(), 10);
  clocks.add(kAnn, 10);
  EXPECT_FALSE(clocks.deadline());
  EXPECT_TRUE(clocks.expired(1000).empty());
}

TEST(Clocks, ShowAtMostAYearSoThatTheyCanBeKept) {
  constexpr Millis kDay = 24 * 60 * 60 * 1000;
  Clocks clocks(2, kDay);
  for (int i = 0; i < 1'000; ++i) clocks.add(kAnn, kDay);
  EXPECT_EQ(clocks.left(kAnn, 0), kLongest);
  EXPECT_EQ(clocks.left(kBo, 0), kDay);
}

}  // namespace
}  // namespace lifetable::table

// SPDX-License-Identifier: Apache-2.0
#include "lab/ratio.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "core/random.hpp"

namespace lifetable::lab {
namespace {

TEST(Ratio, OfOneThingAGameIsAShareWithItsUsualError) {
  Ratio wins;
  for (int i = 0; i < 100; ++i) wins.add(i < 30, 1);
  EXPECT_DOUBLE_EQ(wins.value(), .3);
  EXPECT_NEAR(wins.error(), std::sqrt(.3 * .7 / 99), 1e-12);
  EXPECT_NEAR(wins.interval().low, .3 - 1.96 * wins.error(), 1e-12);
}

TEST(Ratio, TakesAGameAsOneObservationHoweverMuchHappensInIt) {
  // 50 games of 20 decisions that are all choices or none: 50 observations, not 1000.
  Ratio together, apart;
  for (int i = 0; i < 50; ++i) together.add(i % 2 ? 20 : 0, 20);
  for (int i = 0; i < 1000; ++i) apart.add(i % 2, 1);
  EXPECT_DOUBLE_EQ(together.value(), apart.value());
  EXPECT_NEAR(together.error() / apart.error(), std::sqrt(999.0 / 49), 1e-9);
}

TEST(Ratio, CountsLongGamesForMore) {
  Ratio choices;
  choices.add(1, 10);
  choices.add(90, 90);
  EXPECT_DOUBLE_EQ(choices.value(), .91);
}

TEST(Ratio, AddsUpTheSameInAnyOrder) {
  Ratio all, first, second;
  for (int i = 0; i < 40; ++i) {
    all.add(i % 7, i);
    (i % 3 ? first : second).add(i % 7, i);
  }
  second.add(first);
  EXPECT_EQ(second, all);
}

TEST(Ratio, OfGamesThatAllSayTheSameIsNoCertainty) {
  Ratio always;
  for (int i = 0; i < 20; ++i) always.add(1, 1);
  EXPECT_EQ(always.error(), 0);
  EXPECT_NEAR(always.share_interval().low, interval_of(20, 20).low, 1e-12);
  EXPECT_LT(always.share_interval().low, .9);
}

TEST(Ratio, OfAShareIsAsWideAsFewGamesLeaveIt) {
  Ratio wins, always;
  for (int i = 0; i < 4; ++i) wins.add(i < 3, 1), always.add(1, 1);
  EXPECT_DOUBLE_EQ(wins.share_half(), 1.96 * wins.error());
  EXPECT_GT(wins.share_half(), wins.share_interval().half()) << "which ends at 1";
  EXPECT_DOUBLE_EQ(always.share_half(), interval_of(4, 4).half());
}

TEST(Ratio, OfNothingIsUnknown) {
  Ratio none;
  none.add(0, 0);
  EXPECT_FALSE(none.known());
  EXPECT_EQ(none.value(), 0);
  EXPECT_EQ(none.error(), 0);
}

TEST(Ratio, ItsIntervalHoldsTheTruthNineteenTimesInTwenty) {
  // Games of 1 to 30 decisions; in half of them each is a choice with 80%, in the others with 20%.
  Xoshiro256pp rng(7);
  int held = 0;
  constexpr int kTimes = 2000;
  for (int time = 0; time < kTimes; ++time) {
    Ratio choices;
    for (int game = 0; game < 200; ++game) {
      const auto decisions = 1 + below(rng, 30), often = below(rng, 2) ? 80u : 20u;
      int chosen = 0;
      for (std::uint32_t i = 0; i < decisions; ++i) chosen += below(rng, 100) < often;
      choices.add(chosen, decisions);
    }
    held += choices.interval().has(.5);
  }
  EXPECT_NEAR(static_cast<double>(held) / kTimes, .95, .02);
}

TEST(Ratio, DifferencesAreLessSureThanEitherSide) {
  Ratio one, other;
  for (int i = 0; i < 100; ++i) one.add(i < 60, 1), other.add(i < 50, 1);
  const Interval apart = difference(one, other);
  EXPECT_NEAR((apart.low + apart.high) / 2, .1, 1e-12);
  EXPECT_NEAR((apart.high - apart.low) / 2, 1.96 * std::hypot(one.error(), other.error()), 1e-12);
}

}  // namespace
}  // namespace lifetable::lab

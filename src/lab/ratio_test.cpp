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
  EXPECT_NEAR(wins.interval().low, .3 - t_quantile(99) * wins.error(), 1e-12);
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
  EXPECT_NEAR(always.share_interval().low, interval_around(1, 20, t_quantile(19)).low, 1e-12);
  EXPECT_LT(always.share_interval().low, .9);
}

TEST(Ratio, OfAShareIsAsWideAsFewGamesLeaveIt) {
  Ratio wins, always;
  for (int i = 0; i < 4; ++i) wins.add(i < 3, 1), always.add(1, 1);
  EXPECT_DOUBLE_EQ(wins.share_half(), 1.96 * wins.error());
  EXPECT_GT(wins.share_half(), wins.share_interval().half()) << "which ends at 1";
  EXPECT_DOUBLE_EQ(always.share_half(), interval_of(4, 4).half());
}

TEST(Ratio, OfOneGameTellsNothingOfHowGamesDiffer) {
  Ratio turns, win;
  turns.add(40, 1);
  win.add(1, 1);
  EXPECT_LT(turns.interval().low, 0);
  EXPECT_GT(turns.interval().high, 80);
  EXPECT_LT(win.share_interval().low, .01);
  EXPECT_EQ(win.share_interval().high, 1);
}

/// Wins of one of six equal seats, some of them shared.
TEST(Ratio, ItsIntervalHoldsAShareAsOftenAsItSaysHoweverFewGamesAndHoweverManyTogether) {
  Xoshiro256pp rng(11);
  constexpr int kTimes = 4000;
  for (const int together : {1, 12})
    for (const int games : {5, 20, 60, 400}) {
      int missed = 0;
      for (int time = 0; time < kTimes; ++time) {
        Ratio wins;
        for (int game = 0; game < games; ++game) {
          const bool shared = below(rng, 10) == 0, wins_it = below(rng, shared ? 3 : 6) == 0;
          wins.add(wins_it ? (shared ? 420 : 840) : 0, 840);
        }
        missed += !wins.share_interval(together).has(1.0 / 6);
      }
      const double rate = .05 / together;
      EXPECT_LE(missed, kTimes * rate + 3 * std::sqrt(kTimes * rate)) << together << ", " << games;
      if (games == 400 && together == 1) {
        EXPECT_GE(missed, kTimes * .03) << "it need not be so careful";
      }
    }
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
  EXPECT_NEAR((apart.high - apart.low) / 2, t_quantile(99) * std::hypot(one.error(), other.error()), 1e-12);
}

}  // namespace
}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/statistics.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <string>

#include "core/random.hpp"
#include "lab/contest.hpp"

namespace lifetable::lab {
namespace {

double chance(Xoshiro256pp& rng) { return static_cast<double>(rng() >> 11) * 0x1p-53; }

/// Two bots as the test sees them: how they sit, and what makes games of one deal alike.
struct World {
  std::string name;
  std::vector<std::vector<int>> line_ups;  ///< which bot sits where, in each game of a deal
  double luck;    ///< share of the deals whose cards decide: the same seat wins whoever sits there
  double streak;  ///< share of the deals in which what the first game shows, all of them show
  double shared;  ///< share of the games in which all seats share the win

  DealDesign design() const {
    std::vector<std::vector<int>> seats;
    for (const auto& line_up : line_ups) {
      seats.emplace_back(2);
      for (const int bot : line_up) ++seats.back()[static_cast<std::size_t>(bot)];
    }
    return DealDesign(seats);
  }
};

const std::vector<std::vector<int>> kDuel = {{0, 1}, {1, 0}};
const std::vector<std::vector<int>> kPairs = {{0, 1, 0, 1}, {1, 0, 1, 0}};
const std::vector<std::vector<int>> kAlone = {{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}};

const World kWorlds[] = {
    {"TwoSeatsIndependentGames", kDuel, 0, 0, 0},   {"TwoSeatsTheCardsDecideMuch", kDuel, .6, 0, 0},
    {"TwoSeatsGamesOfADealAlike", kDuel, 0, .5, 0}, {"TwoSeatsManySharedWins", kDuel, .2, .2, .3},
    {"FourSeatsInPairs", kPairs, .3, .2, .1},       {"OneAgainstThree", kAlone, 0, 0, 0},
    {"OneAgainstThreeAlike", kAlone, .2, .5, .1},
};

/// Plays deals between bots of which the first is stronger by so many Elo, whatever the luck.
class Players {
 public:
  Players(const World& world, double elo) : world_(world), design_(world.design()) {
    const double fair = design_.equal_share(0), dull = 1 - (1 - world.luck) * (1 - world.shared);
    skill_ = (design_.share_at(0, elo) - dull * fair) / (1 - dull);
    EXPECT_TRUE(skill_ >= 0 && skill_ <= 1) << "so much luck leaves no room for such strength";
  }

  std::array<std::int64_t, 2> deal(Xoshiro256pp& rng) const {
    std::array<std::int64_t, 2> wins{};
    const bool lucky = chance(rng) < world_.luck, alike = chance(rng) < world_.streak;
    const std::size_t seat = below(rng, static_cast<std::uint32_t>(world_.line_ups[0].size()));
    bool first_wins = chance(rng) < skill_;
    for (std::size_t game = 0; game < world_.line_ups.size(); ++game) {
      const auto& line_up = world_.line_ups[game];
      if (chance(rng) < world_.shared) {
        for (const int bot : line_up)
          wins[static_cast<std::size_t>(bot)] += kWholeWin / static_cast<int>(line_up.size());
        continue;
      }
      if (!alike) first_wins = chance(rng) < skill_;
      wins[static_cast<std::size_t>(lucky ? line_up[seat] : first_wins ? 0 : 1)] += kWholeWin;
    }
    return wins;
  }
  const DealDesign& design() const { return design_; }

 private:
  World world_;
  DealDesign design_;
  double skill_;
};

/// How often the sequential test decides so, of `runs`.
struct Decisions {
  int elo0 = 0, elo1 = 0;
};

Decisions decide(const Players& players, const SprtSettings& settings, int runs, std::uint64_t seed) {
  Xoshiro256pp rng(seed);
  Decisions decisions;
  for (int run = 0; run < runs; ++run) {
    SequentialTest test(settings, players.design());
    for (int deal = 0; test.decision() == SequentialTest::Decision::none && deal < 50'000; ++deal)
      test.add(players.deal(rng)[0]);
    decisions.elo0 += test.decision() == SequentialTest::Decision::elo0;
    decisions.elo1 += test.decision() == SequentialTest::Decision::elo1;
  }
  return decisions;
}

/// More than this many of `runs` are hardly ever seen if the true rate is at most `rate`.
double at_most(double rate, int runs) { return runs * rate + 3 * std::sqrt(runs * rate * (1 - rate)); }

class EveryWorld : public testing::TestWithParam<World> {
 protected:
  /// Both kinds of error stay within their rates, and the test comes to an end.
  void expect_rates(const SprtSettings& settings, int runs) const {
    const Decisions weak = decide(Players(GetParam(), settings.elo0), settings, runs, 1);
    const Decisions strong = decide(Players(GetParam(), settings.elo1), settings, runs, 2);
    EXPECT_LE(weak.elo1, at_most(settings.alpha, runs)) << settings.elo0 << " to " << settings.elo1;
    EXPECT_LE(strong.elo0, at_most(settings.beta, runs)) << settings.elo0 << " to " << settings.elo1;
    EXPECT_EQ(weak.elo0 + weak.elo1, runs);
    EXPECT_EQ(strong.elo0 + strong.elo1, runs);
  }
};

TEST_P(EveryWorld, EqualPlayersAreTakenForStrongerNoOftenerThanStated) {
  expect_rates({.elo0 = 0, .elo1 = 50}, 4000);
}

TEST_P(EveryWorld, ErrorsStayWithinTheirRatesWhereverTheClaimsLie) {
  expect_rates({.elo0 = -20, .elo1 = 30}, 2000);
  expect_rates({.elo0 = 20, .elo1 = 80, .alpha = .02, .beta = .1}, 2000);
}

TEST_P(EveryWorld, TheTestDoesNotErrEarlyWhereFewDealsDecide) {
  expect_rates({.elo0 = 0, .elo1 = 120}, 6000);
}

/// How many of `runs` intervals, after so many deals, held the truth.
struct Held {
  int share = 0, elo = 0, naive = 0;
  double width = 0, naive_width = 0;  ///< together
};

Held intervals(const World& world, double elo, int deals, int runs) {
  const Players players(world, elo);
  const double truth = players.design().share_at(0, elo);
  Xoshiro256pp rng(3);
  Held held;
  for (int run = 0; run < runs; ++run) {
    DealTally tally(players.design());
    for (int deal = 0; deal < deals; ++deal) tally.add(players.deal(rng));
    const Interval share = tally.interval(0);
    const Interval naive =
        interval_around(tally.share(0), deals * static_cast<double>(world.line_ups.size()));
    held.share += share.has(truth);
    held.elo += Ratings(tally).interval(0, 1).has(elo);
    held.naive += naive.has(truth);
    held.width += share.high - share.low;
    held.naive_width += naive.high - naive.low;
  }
  return held;
}

TEST_P(EveryWorld, NinetyFiveOfAHundredIntervalsHoldTheTruth) {
  constexpr int runs = 2000;
  for (const double elo : {0.0, 60.0})
    for (const int deals : {12, 50, 300}) {
      const Held held = intervals(GetParam(), elo, deals, runs);
      EXPECT_LE(runs - held.share, at_most(.05, runs)) << elo << " Elo, " << deals << " deals";
      EXPECT_LE(runs - held.elo, at_most(.05, runs)) << elo << " Elo, " << deals << " deals";
      // Few deals may be judged too carefully, but many are not.
      const double most = deals == 300 ? .975 : 1;
      EXPECT_LE(held.share, runs * most) << elo << " Elo, " << deals << " deals";
      EXPECT_LE(held.elo, runs * most) << elo << " Elo, " << deals << " deals";
    }
}

/// What `compare` needs to know of a match.
ContestReport report_on(const DealTally& tally) {
  const std::size_t bots = tally.design().bots();
  return {Seating{std::vector<std::string>(bots, "bot"), {}}, tally, std::vector<BotSums>(bots), {}, {}};
}

TEST_P(EveryWorld, ABotBeatsAnotherExactlyIfTheIntervalsExcludeEquality) {
  constexpr int runs = 500;
  for (const double elo : {0.0, 60.0})
    for (const int deals : {1, 2, 3, 5, 12, 40}) {
      const Players players(GetParam(), elo);
      const double equal = players.design().equal_share(0);
      Xoshiro256pp rng(5);
      int wrong = 0;
      for (int run = 0; run < runs; ++run) {
        DealTally tally(players.design());
        for (int deal = 0; deal < deals; ++deal) tally.add(players.deal(rng));
        const ContestReport report = report_on(tally);
        const Ratings ratings(tally);
        const Comparison pair = compare(report, ratings, 0, 1), back = compare(report, ratings, 1, 0);
        const bool beats = pair.verdict == Comparison::beats, loses = pair.verdict == Comparison::loses;
        ASSERT_EQ(beats, pair.interval.low > 0);
        ASSERT_EQ(loses, pair.interval.high < 0);
        ASSERT_EQ(beats, tally.interval(0).low > equal + 1e-9);
        ASSERT_EQ(loses, tally.interval(0).high < equal - 1e-9);
        ASSERT_EQ(beats, elo_interval(report, ratings, 0).low > 0);
        ASSERT_EQ(beats, back.verdict == Comparison::loses);
        ASSERT_TRUE(pair.interval.has(pair.elo)) << pair.elo;
        wrong += beats || loses;
      }
      if (elo == 0) {
        EXPECT_LE(wrong, at_most(.05, runs)) << deals << " deals";
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Worlds, EveryWorld, testing::ValuesIn(kWorlds),
                         [](const auto& info) { return info.param.name; });

TEST(WideInterval, IsNarrowedBySoManyGames) {
  EXPECT_EQ(enough_games(.05, 10), 0);       // narrow enough
  EXPECT_EQ(enough_games(.10, 10), 40);      // twice as narrow: four times the games
  EXPECT_EQ(enough_games(.11, 1000), 4900);  // 4,840, in two digits
  EXPECT_EQ(enough_games(.5, 1), 100);
  // Shares of every second game: so many games really make it so narrow.
  const double half = interval_around(.5, 30).half();
  EXPECT_NEAR(interval_around(.5, static_cast<double>(enough_games(half, 30))).half(), kWide, .003);
}

TEST(DealTally, CountingGamesInsteadOfDealsWouldBeWrongBothWays) {
  constexpr int runs = 1000;
  // Games of a deal go alike: they tell less than as many others would.
  const Held alike = intervals({"", kAlone, 0, .8, 0}, 0, 100, runs);
  EXPECT_GE(alike.share, runs * .93);
  EXPECT_LT(alike.naive, runs * .8);
  // The cards decide, and each bot has them once: luck cancels out.
  const Held luck = intervals({"", kDuel, .7, 0, 0}, 0, 100, runs);
  EXPECT_GE(luck.share, runs * .93);
  EXPECT_LT(luck.width, luck.naive_width * .7);
}

TEST(DealTally, BelievesNothingAfterOneDealAndIsNeverCertain) {
  DealTally tally(DealDesign({{1, 1}, {1, 1}}));
  const std::array<std::int64_t, 2> all{2 * kWholeWin, 0};
  tally.add(all);
  EXPECT_EQ(tally.share(0), 1);
  EXPECT_EQ(tally.interval(0).low, 0);
  EXPECT_EQ(tally.interval(0).high, 1);
  for (int deal = 1; deal < 100; ++deal) tally.add(all);
  EXPECT_GT(tally.interval(0).low, .9);
  EXPECT_LT(tally.interval(0).low, .985);  // of 100 deals without a loss, one in 33 may be lost
  EXPECT_EQ(tally.interval(0).high, 1);
  EXPECT_EQ(tally.interval(1).low, 0);
  EXPECT_NEAR(tally.interval(1).high, 1 - tally.interval(0).low, 1e-12);
  const Ratings ratings(tally);
  EXPECT_GT(ratings.difference(0, 1), 400);
  EXPECT_LT(ratings.interval(0, 1).high, 2000);
}

TEST(DealTally, SplitsTheSameWinsTheSameWayInAnyOrder) {
  Xoshiro256pp rng(4);
  const Players players(kWorlds[3], 30);
  std::vector<std::array<std::int64_t, 2>> deals;
  for (int i = 0; i < 500; ++i) deals.push_back(players.deal(rng));
  DealTally forwards(players.design()), backwards(players.design());
  for (const auto& deal : deals) forwards.add(deal);
  for (std::size_t i = deals.size(); i-- > 0;) backwards.add(deals[i]);
  EXPECT_EQ(forwards.interval(0).low, backwards.interval(0).low);
  EXPECT_EQ(Ratings(forwards).elo(0), Ratings(backwards).elo(0));
}

TEST(DealDesign, KnowsWhatStrengthIsWorthInItsSeats) {
  const DealDesign duel({{1, 1}, {1, 1}}), alone({{1, 3}, {1, 3}, {1, 3}, {1, 3}});
  EXPECT_DOUBLE_EQ(duel.equal_share(0), .5);
  EXPECT_DOUBLE_EQ(duel.share_at(0, 400), 10.0 / 11);
  EXPECT_DOUBLE_EQ(alone.equal_share(0), .25);
  EXPECT_DOUBLE_EQ(alone.equal_share(1), .75);
  EXPECT_DOUBLE_EQ(alone.share_at(0, 400), 10.0 / 13);  // 10 : 1 : 1 : 1
  // Three bots in turn at two seats: each sits out a third of the games.
  const DealDesign turns({{1, 1, 0}, {1, 0, 1}, {0, 1, 1}});
  EXPECT_EQ(turns.games_of(1), 2);
  EXPECT_DOUBLE_EQ(turns.equal_share(1), .5);
  EXPECT_EQ(turns.swept_by(0), (std::vector<std::int64_t>{1680, 420, 420}));
}

TEST(Ratings, AreTheLogarithmOfTheWins) {
  DealTally tally(DealDesign({{1, 3}, {1, 3}, {1, 3}, {1, 3}}));
  for (int deal = 0; deal < 100'000; ++deal) tally.add(std::array<std::int64_t, 2>{3 * 840, 840});
  // One seat wins 3 of 4, three others win 1 together: 3 to 1/3 a seat, and 400 log10(9) = 381.7.
  EXPECT_NEAR(Ratings(tally).difference(0, 1), 381.7, .1);
  EXPECT_NEAR(Ratings(tally).elo(0) + Ratings(tally).elo(1), 0, 1e-9);
}

TEST(Ratings, OfEqualBotsOneIsSaidToBeatAnotherInOneMatchOfTwentyAtMost) {
  constexpr int runs = 400;
  Xoshiro256pp rng(6);
  int wrong = 0;
  for (int run = 0; run < runs; ++run) {
    DealTally tally{DealDesign({{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}})};
    for (int deal = 0; deal < 60; ++deal) {
      std::array<std::int64_t, 5> wins{};
      for (int game = 0; game < 2; ++game) wins[below(rng, 5)] += kWholeWin;
      tally.add(wins);
    }
    const ContestReport report = report_on(tally);
    const Ratings ratings(tally);
    bool any = false;
    for (std::size_t a = 0; a < 5; ++a)
      for (std::size_t b = a + 1; b < 5; ++b)
        any |= compare(report, ratings, a, b).verdict != Comparison::unclear;
    wrong += any;
  }
  EXPECT_LE(wrong, at_most(.05, runs));
}

TEST(DealDesign, TurnsSharesIntoStrengthAndBack) {
  const DealDesign alone({{1, 3}, {1, 3}, {1, 3}, {1, 3}});
  for (const double elo : {-700.0, -20.0, 0.0, 1.0, 400.0})
    EXPECT_NEAR(alone.elo_at(0, alone.share_at(0, elo)), elo, 1e-6);
  EXPECT_EQ(alone.elo_at(0, 0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(alone.elo_at(0, 1), std::numeric_limits<double>::infinity());
}

/// Four bots of known strength, of whom as many as there are seats play each game.
TEST(Ratings, FindTheStrengthsOfSeveralBots) {
  const std::array<double, 4> elo{-150, -40, 20, 170};
  for (const std::size_t seats : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
    std::vector<std::vector<int>> games;
    for (unsigned set = 0; set < 16; ++set) {
      std::vector<int> game;
      for (unsigned bot = 0; bot < 4; ++bot) game.push_back(set >> bot & 1);
      if (std::accumulate(game.begin(), game.end(), std::size_t{0}) == seats) games.push_back(game);
    }
    int held = 0;
    constexpr int runs = 200;
    double sum = 0;
    for (int run = 0; run < runs; ++run) {
      Xoshiro256pp rng(static_cast<std::uint64_t>(run));
      DealTally tally{DealDesign(games)};
      for (int deal = 0; deal < 300; ++deal) {
        std::array<std::int64_t, 4> wins{};
        for (const auto& game : games) {
          double all = 0;
          for (std::size_t bot = 0; bot < 4; ++bot) all += game[bot] * std::pow(10, elo[bot] / 400);
          double point = chance(rng) * all;
          std::size_t winner = 0;
          for (; winner < 3; ++winner)
            if ((point -= game[winner] * std::pow(10, elo[winner] / 400)) < 0) break;
          wins[winner] += kWholeWin;
        }
        tally.add(wins);
      }
      const Ratings ratings(tally);
      held += ratings.interval(3, 0).has(elo[3] - elo[0]);
      sum += ratings.difference(2, 1);
      EXPECT_NEAR(ratings.elo(3), elo[3], 4 * ratings.half(3));
    }
    EXPECT_LE(runs - held, at_most(.05, runs)) << seats;
    EXPECT_NEAR(sum / runs, elo[2] - elo[1], 6) << seats;
  }
}

TEST(SequentialTest, AgreesWithTheNormalFormulaOnManyAlmostEqualDeals) {
  Xoshiro256pp rng(8);
  const Players players(kWorlds[0], 5);
  SequentialTest test({.elo0 = 0, .elo1 = 10, .alpha = .0001, .beta = .0001}, players.design());
  DealTally tally(players.design());
  for (int deal = 0; deal < 5000; ++deal) {
    const auto wins = players.deal(rng);
    tally.add(wins);
    test.add(wins[0]);
  }
  const double s0 = players.design().share_at(0, 0), s1 = players.design().share_at(0, 10);
  const double normal = 5000 * (s1 - s0) * (2 * tally.share(0) - s0 - s1) / (2 * tally.variance(0));
  EXPECT_NEAR(test.ratio(), normal, .02);
}

TEST(SequentialTest, StandsByItsDecision) {
  SequentialTest test({.elo0 = 0, .elo1 = 100}, DealDesign({{1, 1}, {1, 1}}));
  for (int deal = 0; deal < 15; ++deal) test.add(2 * kWholeWin);
  EXPECT_GT(test.ratio(), test.upper());
  EXPECT_EQ(test.decision(), SequentialTest::Decision::none) << "so few deals decide nothing";
  test.add(2 * kWholeWin);
  EXPECT_EQ(test.decision(), SequentialTest::Decision::elo1);
  const double ratio = test.ratio();
  for (int deal = 0; deal < 100; ++deal) test.add(0);
  EXPECT_EQ(test.decision(), SequentialTest::Decision::elo1);
  EXPECT_EQ(test.ratio(), ratio);
}

TEST(Interval, ReachesFartherTheFewerValuesThereAre) {
  EXPECT_NEAR(t_quantile(1), 12.706, .001);  // from tables of Student's distribution
  EXPECT_NEAR(t_quantile(10), 2.228, .001);
  EXPECT_NEAR(t_quantile(21), 2.080, .001);
  EXPECT_NEAR(t_quantile(60), 2.000, .001);
  EXPECT_NEAR(t_quantile(1'000'000), 1.960, .001);
  for (int n = 1; n < 200; ++n) EXPECT_GT(t_quantile(n), t_quantile(n + 1)) << n;
}

TEST(Interval, ReachesFartherTheMoreThereAreThatMustHoldTogether) {
  EXPECT_NEAR(t_quantile(10, 5), 3.169, .001);  // 1% on both sides, from tables of Student's distribution
  EXPECT_NEAR(t_quantile(60, 5), 2.660, .001);
  EXPECT_NEAR(t_quantile(61, 5), 2.659, .001);
  EXPECT_NEAR(t_quantile(120, 50), 3.373, .001);  // 0.1%
  EXPECT_NEAR(t_quantile(1'000'000, 50), 3.291, .001);
  EXPECT_NEAR(t_quantile(1, 5), 63.657, .001);
}

}  // namespace
}  // namespace lifetable::lab

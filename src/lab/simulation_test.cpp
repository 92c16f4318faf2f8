// SPDX-License-Identifier: Apache-2.0
#include "lab/simulation.hpp"

#include <cstdlib>
#include <gtest/gtest.h>

#include "lab/figures.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {
namespace {

SimulationOptions small(int threads, std::string_view game = "cradle") {
  SimulationOptions options{.game = std::string(game),
                            .bots = {"thoughtful", "random", "random"},
                            .games = 2000,
                            .seed = 5,
                            .threads = threads};
  options.options.set("players", "3");
  return options;
}

SimulationReport run(const SimulationOptions& options) {
  const std::atomic<bool> stop = false;
  const auto report = simulate(options, [](std::int64_t) {}, stop);
  EXPECT_TRUE(report);
  return *report;
}

class EveryGame : public testing::TestWithParam<const play::GameInfo*> {
 protected:
  SimulationReport report_of(int threads) const { return run(small(threads, GetParam()->name)); }
};

TEST_P(EveryGame, IsSimulatedTheSameOnAnyNumberOfThreads) {
  const auto one = report_of(1), three = report_of(3);
  EXPECT_EQ(one.games, 2000);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(one.by_seat.wins(i), three.by_seat.wins(i));
  EXPECT_EQ(one.decisions, three.decisions);
  EXPECT_EQ(one.scores[1].mean(), three.scores[1].mean());
  EXPECT_EQ(one.length.quantile(0.5), three.length.quantile(0.5));
}

TEST_P(EveryGame, SharesWinsThatAddUpToTheGames) {
  const auto report = report_of(2);
  EXPECT_EQ(report.by_seat.wins(0) + report.by_seat.wins(1) + report.by_seat.wins(2),
            report.games * kWholeWin);
  // The bots: thoughtful, and random on two seats.
  EXPECT_EQ(report.by_bot.wins(0), report.by_seat.wins(0));
  EXPECT_EQ(report.by_bot.wins(1), report.by_seat.wins(1) + report.by_seat.wins(2));
  EXPECT_NEAR(report.by_bot.design().equal_share(1), 2.0 / 3, 1e-12);
}

TEST_P(EveryGame, IsPlayedBetterByThoughtThanAtRandom) {
  const auto report = report_of(2);
  EXPECT_GT(report.by_seat.interval(0).low, 1.0 / 3);
  EXPECT_GT(report.by_bot.interval(0).low, 1.0 / 3);
}

INSTANTIATE_TEST_SUITE_P(AllGames, EveryGame, testing::ValuesIn(play::all_games()),
                         [](const auto& info) { return std::string(info.param->name); });

TEST(Simulation, AnyNumberOfSeatsCanShareAWinExactly) {
  for (int seats = 1; seats <= kMaxSeats; ++seats) EXPECT_EQ(kWholeWin % seats, 0) << seats;
}

TEST(Simulation, IsNeverSureAndNeverBeyondAllGames) {
  for (const std::int64_t games : {1, 2, 5, 40}) {
    auto options = small(1);
    options.games = games;
    const auto report = run(options);
    for (const DealTally* tally : {&report.by_seat, &report.by_bot})
      for (std::size_t i = 0; i < tally->design().bots(); ++i) {
        const Interval interval = tally->interval(i);
        EXPECT_GE(interval.low, 0);
        EXPECT_LE(interval.high, 1);
        EXPECT_TRUE(interval.has(tally->share(i)));
        EXPECT_GT(interval.half(), games < 5 ? .2 : .02) << games << " games tell little";
      }
  }
}

TEST(Simulation, StopsWhenAsked) {
  auto options = small(2);
  options.games = 1'000'000'000;
  std::atomic<bool> stop = false;
  const auto report = simulate(options, [&](std::int64_t done) { stop = done > 0; }, stop);
  ASSERT_TRUE(report);
  EXPECT_LT(report->games, options.games);
}

TEST(Simulation, StopsInTheMiddleOfALongGame) {
  // At the first report there has been no time for a whole game.
  auto options = small(1, "cv");
  options.bots.assign(3, "search/2000");
  std::atomic<bool> stop = false;
  const auto report = simulate(options, [&](std::int64_t) { stop = true; }, stop);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->games, 0);
}

TEST(Simulation, IsWatchedByThoseWhoWantTo) {
  // A search that keeps worlds from move to move plays as it does in a study of the same games.
  auto options = small(1, "alive");
  options.games = 3;
  options.bots.assign(3, "search/20/particles=20");
  const TableOptions same{
      .game = "alive", .options = options.options, .bot = options.bots[0], .games = 3, .seed = options.seed};
  const auto report = run(options);
  const auto counted = count_games(same, [](std::int64_t) {}, std::atomic<bool>(false));
  ASSERT_TRUE(counted);
  EXPECT_EQ(report.length, counted->decisions);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(report.by_seat.wins(i), counted->seats[i].part);
}

TEST(Simulation, RefusesWhatItCannotPlay) {
  const std::atomic<bool> stop = false;
  auto options = small(1);
  options.bots.pop_back();
  EXPECT_EQ(simulate(options, {}, stop).error().message, "2 bots for 3 seats: name one bot a seat");
  options = small(1);
  options.game = "chess";
  EXPECT_FALSE(simulate(options, {}, stop));
}

TEST(Histogram, KnowsItsQuantiles) {
  Histogram histogram;
  for (const int value : {1, 2, 3, 4, 10}) histogram.add(value);
  EXPECT_EQ(histogram.quantile(0), 1);
  EXPECT_EQ(histogram.quantile(0.5), 3);
  EXPECT_EQ(histogram.quantile(1), 10);
  EXPECT_DOUBLE_EQ(histogram.mean(), 4);             // (1 + 2 + 3 + 4 + 10) / 5
  EXPECT_NEAR(histogram.deviation(), 3.1623, 1e-4);  // sqrt((9 + 4 + 1 + 0 + 36) / 5)
}

TEST(Histogram, CountsBelowZero) {
  Histogram histogram, other;
  for (const int value : {3, -4, 0}) histogram.add(value);
  for (const int value : {-7, -4}) other.add(value);
  histogram.add(other);
  EXPECT_EQ(histogram.size(), 5);
  EXPECT_EQ(histogram.quantile(0), -7);
  EXPECT_EQ(histogram.quantile(0.5), -4);
  EXPECT_EQ(histogram.quantile(1), 3);
  EXPECT_DOUBLE_EQ(histogram.mean(), -2.4);          // (3 - 4 + 0 - 7 - 4) / 5
  EXPECT_NEAR(histogram.deviation(), 3.4986, 1e-4);  // sqrt((9 + 16 + 0 + 49 + 16) / 5 - 2.4²)
}

}  // namespace
}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/gains.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "lab/contest.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {
namespace {

ContestReport hold(std::string_view game, std::vector<std::string> bots, std::int64_t deals, int weigh,
                   int threads = 2) {
  ContestOptions options{.game = std::string(game),
                         .bots = std::move(bots),
                         .deals = deals,
                         .seed = 11,
                         .threads = threads,
                         .weigh = weigh};
  options.options.set("players", "2");
  options.options = *(*play::game_named(game))->options(options.options);
  const std::atomic<bool> stop = false;
  const auto report = hold_contest(options, stop);
  EXPECT_TRUE(report) << report.error().message;
  return *report;
}

class EveryGain : public testing::TestWithParam<const play::GameInfo*> {};

TEST_P(EveryGain, OfOneSeatIsTheLossOfTheOthers) {
  play::with_game(GetParam()->name, []<Game G>() {
    const std::atomic<bool> stop = false;
    Xoshiro256pp rng(3);
    Gains<G> gains(2, 5), nothing(0, 5);
    std::int64_t largest = 0;
    typename G::State state = G::start(*G::options({}));
    for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
      const Seat actor = actors.first();
      const auto move = actor == kDealer ? G::draw(state, rng) : G::pick(state, actor, rng);
      if (actor != kDealer) {
        gains.weigh(state, actor, move, stop);
        nothing.weigh(state, actor, move, stop);
      }
      G::play(state, actor, move, Silence{});
      std::int64_t sum = 0;
      for (const Seat seat : SeatSet::first(static_cast<int>(kMaxSeats))) {
        sum += gains.of(seat);
        largest = std::max(largest, std::abs(gains.of(seat)));
        ASSERT_EQ(nothing.of(seat), 0);
      }
      ASSERT_EQ(sum, 0);
    }
    EXPECT_GT(largest, kWholeWin) << "random play throws wins away";
  });
}

// Luck evens out: without it the same share of wins is measured, also where it is far from a half.
TEST_P(EveryGain, IsOnAverageWhatIsWon) {
  const bool slow = GetParam()->name == "cv";
  const auto report = hold(GetParam()->name, {"random", "thoughtful"}, slow ? 30 : 300, slow ? 6 : 8);
  ASSERT_TRUE(report.gains);
  EXPECT_EQ(report.gains->deals(), report.deals());
  const Interval interval = report.gains->interval(0);
  EXPECT_LT(interval.half(), slow ? .3 : .1);
  EXPECT_NEAR(report.gains->share(0), report.tally.share(0), interval.half() + .03);
  EXPECT_NEAR(report.gains->share(0) + report.gains->share(1), 1, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(AllGames, EveryGain, testing::ValuesIn(play::all_games()),
                         [](const auto& info) { return std::string(info.param->name); });

TEST(Gains, NarrowAnIntervalToLessThanTwoThirds) {
  for (const std::string_view game : {"cradle", "alive"}) {
    const auto report = hold(game, {"search/100", "thoughtful"}, 80, 64);
    EXPECT_LT(report.gains->interval(0).half(), report.tally.interval(0).half() * 2 / 3) << game;
  }
}

TEST(Gains, AreTheSameOnAnyNumberOfThreads) {
  const auto one = hold("cradle", {"search/20", "thoughtful"}, 20, 8, 1);
  const auto three = hold("cradle", {"search/20", "thoughtful"}, 20, 8, 3);
  EXPECT_EQ(one.gains->share(0), three.gains->share(0));
  EXPECT_EQ(one.gains->interval(0).low, three.gains->interval(0).low);
  EXPECT_NE(one.gains->share(0), .5);
}

TEST(GainTally, MeasuresSharesByDeals) {
  GainTally tally(DealDesign({{1, 1}, {1, 1}}), 10);  // two seatings; a win counts 8400
  EXPECT_EQ(tally.share(0), .5);
  for (const std::int64_t gain : {1680, 0, 3360, 1680}) {
    const std::int64_t gains[] = {gain, -gain};
    tally.add(gains);
  }
  // A mean of 1680 in two games: a tenth of a win in each.
  EXPECT_NEAR(tally.share(0), .6, 1e-12);
  EXPECT_NEAR(tally.share(1), .4, 1e-12);
  // Shares of .1, 0, .2, .1 more: a standard deviation of .0816, an error of .0408, times 3.182 (Student, 3).
  EXPECT_NEAR(tally.interval(0).half(), .1299, .0002);
  EXPECT_NEAR(tally.interval(0).low, .6 - .1299, .0002);
}

}  // namespace
}  // namespace lifetable::lab

#include "lab/simulation.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <numeric>

#include "lab/signature.hpp"
#include "play/file.hpp"
#include "play/json.hpp"

namespace lifetable::lab {
namespace {

SimulationOptions small(int threads) {
  SimulationOptions options{.game = "cradle",
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

TEST(Simulation, IsTheSameOnAnyNumberOfThreads) {
  const auto one = run(small(1)), three = run(small(3));
  EXPECT_EQ(one.games, 2000);
  EXPECT_EQ(one.wins, three.wins);
  EXPECT_EQ(one.decisions, three.decisions);
  EXPECT_EQ(one.scores[1].mean(), three.scores[1].mean());
  EXPECT_EQ(one.length.quantile(0.5), three.length.quantile(0.5));
}

TEST(Simulation, SharedWinsAddUpToTheGames) {
  const auto report = run(small(2));
  EXPECT_EQ(std::accumulate(report.wins.begin(), report.wins.end(), std::int64_t{0}),
            report.games * SimulationReport::kWholeWin);
}

TEST(Simulation, ThoughtfulBeatsRandom) {
  const auto report = run(small(2));
  EXPECT_GT(report.win_share(0) - half_interval(report.win_share(0), report.games), 1.0 / 3);
}

TEST(Simulation, StopsWhenAsked) {
  auto options = small(2);
  options.games = 1'000'000'000;
  std::atomic<bool> stop = false;
  const auto report = simulate(options, [&](std::int64_t done) { stop = done > 0; }, stop);
  ASSERT_TRUE(report);
  EXPECT_LT(report->games, options.games);
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

TEST(Signatures, AreThoseOfTheDocument) {
  const auto text = play::read_file(LIFETABLE_SOURCE_DIR "/docs/signatures.txt");
  ASSERT_TRUE(text);
  EXPECT_EQ(all_signatures(), *text)
      << "behaviour changed: if that was meant, raise the rules version and run `make golden`";
}

}  // namespace
}  // namespace lifetable::lab

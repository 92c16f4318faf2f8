// SPDX-License-Identifier: Apache-2.0
#include "lab/stakes.hpp"

#include <array>
#include <gtest/gtest.h>
#include <set>

#include "core/testing.hpp"
#include "games/alive/alive.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::lab {
namespace {

using alive::Alive;

const std::atomic<bool> kGoOn = false;

/// Two players, seat 1 to play.
Alive::State position(const std::string& mine, const std::string& theirs,
                      std::vector<std::string> lives = {"5", "5"}) {
  return position_of<Alive>(
      table_for<Alive>(2),
      {{"turn", {"1"}}, {"total", {"5"}}, {"hands", {mine, theirs}}, {"lives", std::move(lives)}});
}

TEST(Gap, OfMovesThatAreEquallyGoodIsAroundZero) {
  // Six moves that win every second time, each by its own luck. Taking the best and the worst of 32 playouts
  // at their word would find 20 points between them.
  Xoshiro256pp rng(9);
  double sum = 0;
  int mattered = 0;
  constexpr int kTimes = 500;
  for (int i = 0; i < kTimes; ++i) {
    const Gap gap = measure_gap(6, [&](int, std::size_t) { return below(rng, 2) ? 1.0 : 0.0; }, kGoOn);
    sum += gap.measured;
    mattered += gap.settled > kMatters;
  }
  EXPECT_NEAR(sum / kTimes, 0, .015);  // its own error is 0.4 points
  EXPECT_LT(mattered, kTimes / 10);    // one in twenty is expected
}

TEST(Gap, IsMeasuredAsItIs) {
  // One move wins 60%, five win 50%, one wins 30%.
  constexpr std::array<std::uint32_t, 7> percent = {50, 60, 50, 50, 30, 50, 50};
  Xoshiro256pp rng(9);
  double sum = 0;
  int mattered = 0;
  constexpr int kTimes = 500;
  for (int i = 0; i < kTimes; ++i) {
    const Gap gap = measure_gap(
        percent.size(), [&](int, std::size_t move) { return below(rng, 100) < percent[move] ? 1.0 : 0.0; },
        kGoOn);
    sum += gap.measured;
    mattered += gap.settled > kMatters;
  }
  EXPECT_GT(sum / kTimes, .20);  // the best is not always found,
  EXPECT_LT(sum / kTimes, .30);  // but never is more found than there is
  EXPECT_GT(mattered, kTimes * 95 / 100);
}

TEST(Gap, OfMovesThatAreTheSameIsZero) {
  // With two players neither Pass me by nor Reverse does anything (FA-17, FA-18): the same worlds and the
  // same chance lead to the same end.
  const auto state = position("Pass Reverse", "3 4 5");
  ASSERT_EQ(Alive::moves(state, Seat{0}).size(), 2u);
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    EXPECT_NEAR(gap_at<Alive>(state, Seat{0}, seed, kGoOn).measured, 0, .05);
}

TEST(Gap, OfAMoveThatWinsAtOnceIsLarge) {
  // Nearly always the Bomb takes the last life of seat 2, which holds one card.
  const Gap gap = gap_at<Alive>(position("Bomb 1 1 1", "7", {"1", "1"}), Seat{0}, 1, kGoOn);
  EXPECT_GT(gap.measured, .3);
  EXPECT_GT(gap.settled, kMatters);
}

TEST(Gap, IsTheSameForTheSameSeed) {
  const auto state = position("Pass 3 7 =21", "3 4 5");
  const Gap one = gap_at<Alive>(state, Seat{0}, 3, kGoOn), same = gap_at<Alive>(state, Seat{0}, 3, kGoOn);
  EXPECT_EQ(one.settled, same.settled);
  EXPECT_EQ(one.playouts, same.playouts);
}

TEST(Gap, DependsOnlyOnWhatTheSeatKnows) {
  const Gap one = gap_at<Alive>(position("Pass 3 7 =21", "3 4 5"), Seat{0}, 3, kGoOn);
  const Gap other = gap_at<Alive>(position("Pass 3 7 =21", "0 0 Bomb"), Seat{0}, 3, kGoOn);
  EXPECT_EQ(one.measured, other.measured);
}

TEST(SteepestStep, IsFoundWithFewLooks) {
  constexpr std::size_t kSteps = 1000;
  for (const std::size_t at : {0u, 1u, 377u, 500u, 998u, 999u}) {
    std::set<std::size_t> looks;
    const auto found = steepest_step(kSteps, [&](std::size_t i) {
      looks.insert(i);
      return (i > at ? .8 : .2) + .0001 * static_cast<double>(i);
    });
    EXPECT_EQ(found, at);
    EXPECT_LE(looks.size(), 20u);
    EXPECT_LE(*looks.rbegin(), kSteps);
  }
}

TEST(SteepestStep, IsNotHiddenByAFallFarAway) {
  const auto chance = [](std::size_t i) { return i > 790 ? .3 : i > 200 ? .9 : .3; };
  EXPECT_EQ(steepest_step(1000, chance), 200u);
}

TEST(SteepestStep, OfOneStepIsThatStep) {
  EXPECT_EQ(steepest_step(1, [](std::size_t) { return .5; }), 0u);
}

TEST(Candidates, AreAllMovesIfTheyAreFew) {
  Xoshiro256pp rng(1);
  const auto view = Alive::view(position("Pass 3 7 =21", "3 4 5"), Seat{0});
  EXPECT_EQ(candidates<Alive>(view, rng).size(), Alive::moves(view).size());
}

TEST(Candidates, AreTheThoughtfulMoveAndSomeOthersIfTheyAreMany) {
  using cv::Cv;
  Xoshiro256pp rng(1);
  cv::State state = Cv::start(table_for<Cv>(2));
  while (Cv::actors(state).kind == Actors::dealer ||
         Cv::moves(state, Cv::actors(state).first()).size() <= kCandidates) {
    const Seat actor = Cv::actors(state).first();
    Cv::play(state, actor, actor == kDealer ? Cv::draw(state, rng) : Cv::pick(state, actor, rng), Silence{});
  }
  const auto view = Cv::view(state, Cv::actors(state).first());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Xoshiro256pp one(seed), same(seed);
    const auto some = candidates<Cv>(view, one);
    EXPECT_EQ(some.size(), kCandidates);
    EXPECT_EQ(some[0], Cv::thoughtful(view, same));
    for (std::size_t i = 0; i < some.size(); ++i) {
      EXPECT_FALSE(Cv::judge(view, some[i]));
      for (std::size_t j = 0; j < i; ++j) EXPECT_NE(some[i], some[j]);
    }
  }
}

class SampledGame : public testing::TestWithParam<std::string_view> {
 protected:
  Stakes stakes(int threads) const {
    TableOptions options{.game = std::string(GetParam()), .options = {}, .seed = 3, .threads = threads};
    options.options.set("players", "2");
    Stakes stakes = sample_stakes(options, 4, [](std::int64_t) {}, kGoOn);
    stakes.seconds = 0;  // depends on the clock
    return stakes;
  }
};

TEST_P(SampledGame, IsSampledTheSameOnAnyNumberOfThreads) {
  const Stakes one = stakes(1);
  EXPECT_EQ(one.games, 4);
  EXPECT_TRUE(one == stakes(2));
  EXPECT_EQ(one.decided(), one.games);  // somebody always has a choice in these games
  EXPECT_GE(one.play_swing.value(), 0);
}

// A game of CV takes so many more playouts that it is left to the command.
INSTANTIATE_TEST_SUITE_P(QuickGames, SampledGame, testing::Values("cradle", "alive"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace lifetable::lab

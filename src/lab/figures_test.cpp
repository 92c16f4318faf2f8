// SPDX-License-Identifier: Apache-2.0
#include "lab/figures.hpp"

#include <gtest/gtest.h>
#include <numeric>

#include "play/registry.hpp"

namespace lifetable::lab {
namespace {

const std::atomic<bool> kGoOn = false;

TableOptions table(std::string_view game, int threads = 2, std::int64_t games = 300) {
  TableOptions options{.game = std::string(game),
                       .options = {},
                       .bot = "random",
                       .games = games,
                       .seed = 5,
                       .threads = threads};
  options.options.set("players", "3");
  return options;
}
/// What was counted, without how long it took.
TableFigures count(const TableOptions& options) {
  auto figures = count_games(options, [](std::int64_t) {}, kGoOn);
  EXPECT_TRUE(figures);
  figures->seconds = 0;
  return std::move(*figures);
}

class CountedGame : public testing::TestWithParam<const play::GameInfo*> {
 protected:
  TableFigures figures(int threads = 2) const { return count(table(GetParam()->name, threads)); }
};

TEST_P(CountedGame, IsCountedTheSameOnAnyNumberOfThreads) {
  const auto one = figures(1);
  EXPECT_EQ(one.games, 300);
  EXPECT_TRUE(one == figures(3));
}

TEST_P(CountedGame, IsPlayedAsInASimulationWithTheSameSeed) {
  SimulationOptions same{.game = std::string(GetParam()->name),
                         .options = table("").options,
                         .bots = {"random", "random", "random"},
                         .games = 300,
                         .seed = 5,
                         .threads = 2};
  const auto simulated = simulate(same, [](std::int64_t) {}, kGoOn);
  ASSERT_TRUE(simulated);
  const auto counted = figures();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(counted.seats[i].part, simulated->by_seat.wins(i));
  EXPECT_EQ(counted.decisions.mean(), simulated->length.mean());
  EXPECT_EQ(counted.decisions.size(), 300);
}

TEST_P(CountedGame, AddsUp) {
  const auto f = figures();
  double by_seat = 0, by_order = 0;
  for (std::size_t i = 0; i < 3; ++i) by_seat += f.seats[i].value(), by_order += f.order[i].value();
  EXPECT_NEAR(by_seat, 1, 1e-9);
  EXPECT_NEAR(by_order, 1, 1e-9);
  std::int64_t plays = 0;
  for (std::size_t kind = 1; kind < f.cards.size(); ++kind) plays += f.cards[kind].plays.part;
  EXPECT_EQ(plays, f.cards[0].plays.part);
  EXPECT_GT(plays, 0);
  EXPECT_EQ(std::accumulate(f.settled.begin(), f.settled.end(), std::int64_t{0}), f.watched);
  EXPECT_EQ(f.watched, f.games);  // few enough to watch them all
  EXPECT_EQ(f.score.size(), 3 * f.games);
  EXPECT_LE(f.last_at_half.part, f.behind_at_half.part);
  EXPECT_LE(f.choices.value(), 1);
  EXPECT_EQ(f.choices.part, f.choices_a_turn.part);
  EXPECT_DOUBLE_EQ(f.share_settled_by(kTenths), 1);
}

TEST_P(CountedGame, NamesEveryCard) {
  const auto f = figures();
  const std::string game(GetParam()->name);
  play::with_game(game, [&]<Game G>() {
    static_assert(NamesCards<G>);
    const auto options = G::options(table(game).options);
    for (int kind = 1; kind <= G::card_kinds; ++kind) EXPECT_NE(G::card_name(*options, kind), "");
  });
}

INSTANTIATE_TEST_SUITE_P(AllGames, CountedGame, testing::ValuesIn(play::all_games()),
                         [](const auto& info) { return std::string(info.param->name); });

TEST(TableFigures, WatchesOnlySomeOfVeryManyGames) {
  EXPECT_EQ(watched_every(1), 1);
  EXPECT_EQ(watched_every(kWatched), 1);
  EXPECT_EQ(watched_every(10 * kWatched), 10);
}

TEST(TableFigures, KnowWhoBegins) {
  // In Five Alive the seat left of the dealer plays first (FA-4), so the first dealer settles it.
  TableOptions options = table("alive");
  options.options.set("dealer", "2");
  const TableFigures f = count(options);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(f.order[static_cast<std::size_t>(i)].part, f.seats[static_cast<std::size_t>((2 + i) % 3)].part);
}

// FA-38
TEST(TableFigures, KnowThatATeamLeadsTogether) {
  TableOptions options = table("alive");
  options.options.set("players", "4");
  options.options.set("teams", "yes");
  const TableFigures f = count(options);
  EXPECT_EQ(f.side, 2);
  EXPECT_DOUBLE_EQ(f.equal_lead(), .5);
  EXPECT_TRUE(f.shows_lead());
  EXPECT_GT(f.mean_lead_changes.value(), 0);
  // Whoever leads at the end has won, partner and all.
  EXPECT_DOUBLE_EQ(f.leader_wins[kTenths].value(), 1);
  EXPECT_GT(f.leader_wins[kTenths / 2].value(), .5);
  options.options.set("teams", "no");
  EXPECT_EQ(count(options).side, 1);
}

TEST(TableFigures, SayWhatIsWrong) {
  const auto error = [](TableOptions options) {
    const auto figures = count_games(options, [](std::int64_t) {}, kGoOn);
    return figures ? "" : figures.error().message;
  };
  EXPECT_NE(error(table("chess")).find("chess"), std::string::npos);
  TableOptions options = table("alive");
  options.bot = "genius";
  EXPECT_NE(error(options).find("genius"), std::string::npos);
  options = table("alive");
  options.options.set("players", "9");
  EXPECT_NE(error(options), "");
}

TEST(TableFigures, StopWhenTold) {
  const std::atomic<bool> stop = true;
  const auto figures = count_games(table("cradle"), [](std::int64_t) {}, stop);
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->games, 0);
}

}  // namespace
}  // namespace lifetable::lab

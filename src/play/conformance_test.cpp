// The laws of docs/architecture.md over random games of every kind and number of players.
#include "play/conformance.hpp"

#include <cstdlib>
#include <gtest/gtest.h>

#include "play/registry.hpp"

namespace lifetable::play {
namespace {

/// 10,000 games for each number of players; fewer where each step is slow (the sanitizers' build says so).
long games() {
  const char* text = std::getenv("LIFETABLE_GAMES");
  return text ? std::atol(text) : 10'000;
}

class Laws : public testing::TestWithParam<std::tuple<const GameInfo*, int>> {};

TEST_P(Laws, HoldInEveryRandomGame) {
  const auto [game, players] = GetParam();
  with_game(game->name, [players = players]<Game G>() {
    Fields fields;
    fields.set("players", std::to_string(players));
    Conformance<G> laws(*G::options(fields), static_cast<std::uint64_t>(players));
    EXPECT_EQ(laws.run(games()), "");
    EXPECT_EQ(laws.counts().games, games());
    EXPECT_GT(laws.counts().replayed, 0);
    RecordProperty("moves", std::to_string(laws.counts().moves));
  });
}

std::vector<std::tuple<const GameInfo*, int>> tables() {
  std::vector<std::tuple<const GameInfo*, int>> all;
  for (const GameInfo* game : all_games())
    for (int players = game->min_players; players <= game->max_players; ++players)
      all.emplace_back(game, players);
  return all;
}

INSTANTIATE_TEST_SUITE_P(AllGames, Laws, testing::ValuesIn(tables()), [](const auto& info) {
  return std::string(std::get<0>(info.param)->name) + std::to_string(std::get<1>(info.param)) + "players";
});

}  // namespace
}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// The laws of docs/architecture.md over random games of every kind and number of players.
#include "play/conformance.hpp"

#include <cctype>
#include <cstdlib>
#include <gtest/gtest.h>

#include "play/registry.hpp"

namespace lifetable::play {
namespace {

/// 10,000 games for each number of players, shared among the variants; fewer where each step is slow (the
/// sanitizers' build says how many of each variant).
long games(std::size_t variants) {
  const char* text = std::getenv("LIFETABLE_GAMES");
  return text ? std::atol(text) : 10'000 / static_cast<long>(variants);
}

struct TableKind {
  const GameInfo* game;
  int players;
  std::string_view variant;
};

class Laws : public testing::TestWithParam<TableKind> {};

TEST_P(Laws, HoldInEveryRandomGame) {
  const TableKind& kind = GetParam();
  with_game(kind.game->name, [&]<Game G>() {
    Fields fields = assignments(kind.variant);
    fields.set("players", std::to_string(kind.players));
    const auto options = G::options(fields);
    ASSERT_TRUE(options) << options.error().message;
    Conformance<G> laws(*options, static_cast<std::uint64_t>(kind.players));
    const long wanted = games(G::variants(kind.players).size());
    EXPECT_EQ(laws.run(wanted), "");
    const auto& counts = laws.counts();
    EXPECT_EQ(counts.games, wanted);
    EXPECT_GT(counts.replayed, 0);
    EXPECT_GT(counts.played_on, 0);
    EXPECT_GT(counts.twins, counts.moves / 20);
    EXPECT_GT(counts.imagined_otherwise, counts.imagined / 2);  // imagining is more than copying
  });
}

std::vector<TableKind> tables() {
  std::vector<TableKind> all;
  for (const GameInfo* game : all_games())
    with_game(game->name, [&]<Game G>() {
      for (int players = game->min_players; players <= game->max_players; ++players)
        for (const auto variant : G::variants(players)) all.push_back({game, players, variant});
    });
  return all;
}

INSTANTIATE_TEST_SUITE_P(AllGames, Laws, testing::ValuesIn(tables()), [](const auto& info) {
  std::string name = std::string(info.param.game->name) + std::to_string(info.param.players) + "players";
  for (const char c : info.param.variant) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

}  // namespace
}  // namespace lifetable::play

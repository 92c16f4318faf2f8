// SPDX-License-Identifier: Apache-2.0
#include "lab/speed.hpp"

#include <gtest/gtest.h>

#include "play/registry.hpp"

namespace lifetable::lab {
namespace {

/// Calls `use(game, players)` for all that the search is measured with.
template <class Use>
void for_every_table(Use use) {
  for (const play::GameInfo* game : play::all_games())
    for (const int players : {2, 4}) {
      SCOPED_TRACE(std::string(game->name) + " for " + std::to_string(players));
      use(game->name, players);
    }
}

double decisions_a_game(std::string_view game, int players) {
  const Work bare = play_randomly(game, players, 0, 400);
  return static_cast<double>(bare.decisions) / static_cast<double>(bare.games);
}

TEST(SearchSpeed, CountsThePlayoutsThatWereAskedForHoweverManyThreadsShareThem) {
  for_every_table([](std::string_view game, int players) {
    for (const int threads : {1, 2, 3}) {
      const SearchWork work = search_randomly(game, players, {.playouts = 100}, threads);
      EXPECT_EQ(work.playouts, 100);
      EXPECT_GT(work.nodes, 1u);
      EXPECT_LE(work.nodes, 100u) << "a playout adds one decision to the tree at most";
      EXPECT_GT(work.seconds, 0);
    }
  });
}

TEST(SearchSpeed, PlaysWholeGamesAsBarePlayDoes) {
  // Good moves make games shorter or longer, but not by much as long as most of a playout is random.
  for_every_table([](std::string_view game, int players) {
    const SearchWork work = search_randomly(game, players, {.playouts = 400});
    const double ratio = static_cast<double>(work.decisions) / static_cast<double>(work.playouts) /
                         decisions_a_game(game, players);
    EXPECT_GT(ratio, .75);
    EXPECT_LT(ratio, 1.25);
  });
}

TEST(SearchSpeed, DoesTheSameWorkEveryTime) {
  for_every_table([](std::string_view game, int players) {
    const SearchWork once = search_randomly(game, players, {.playouts = 100}, 2);
    const SearchWork again = search_randomly(game, players, {.playouts = 100}, 2);
    EXPECT_EQ(once.decisions, again.decisions);
    EXPECT_EQ(once.nodes, again.nodes);
  });
}

TEST(SearchSpeed, StopsWhenItsTimeIsUp) {
  const SearchWork work = search_randomly("alive", 2, {.seconds = .01}, 2);
  EXPECT_GE(work.seconds, .01);
  EXPECT_GE(work.playouts, 2);
}

TEST(SearchSpeed, StaysWithinItsMemoryAndGoesOnWhenThatIsFull) {
  static constexpr std::size_t kLimit = 40'000;
  for_every_table([](std::string_view game, int players) {
    for (const int threads : {1, 2}) {
      const SearchWork roomy = search_randomly(game, players, {.playouts = 600}, threads);
      const SearchWork small = search_randomly(game, players, {.playouts = 600}, threads, kLimit);
      EXPECT_LE(small.bytes, kLimit);
      EXPECT_GT(small.bytes, kLimit * 9 / 10) << "it was given more than it uses";
      EXPECT_LT(small.nodes, roomy.nodes) << "the memory is not full, so this shows nothing";
      EXPECT_EQ(small.playouts, 600);
    }
  });
}

}  // namespace
}  // namespace lifetable::lab

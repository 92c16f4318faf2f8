#include "play/match.hpp"

#include <gtest/gtest.h>

#include "play/registry.hpp"

namespace lifetable::play {
namespace {

TEST(Match, WhoeverDoesNotSitAtTheTableSeesWhatABystanderSees) {
  for (const GameInfo* game : all_games()) {
    const auto match = std::move(*game->start({}));
    for (const Seat stranger : {Seat{match->players()}, Seat{200}, kNobody}) {
      EXPECT_EQ(match->describe(stranger), match->describe(kNobody));
      for (const std::string& move : match->moves(kDealer)) EXPECT_FALSE(match->play(stranger, move));
      EXPECT_TRUE(match->moves(stranger).empty());
    }
  }
}

TEST(Registry, EveryGameCanBeMetWithoutKnowingIt) {
  for (const GameInfo* game : all_games()) {
    EXPECT_EQ((*game->start({}))->players(), game->standard_players);
    EXPECT_NE(game->points(1), game->points(2));
    EXPECT_FALSE(game->option_help.empty());
    with_game(game->name, [&]<Game G>() { EXPECT_EQ(G::title, game->title); });
  }
}

TEST(Registry, AnUnknownGameIsToldWhichThereAre) {
  const auto game = game_named("poker");
  ASSERT_FALSE(game);
  EXPECT_EQ(game.error().message,
            "there is no game 'poker'; there are: cradle (Cradle to Grave), alive (Five Alive)");
}

}  // namespace
}  // namespace lifetable::play

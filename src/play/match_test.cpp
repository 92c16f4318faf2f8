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

TEST(Registry, ATableExplainsItsCardsAndTakesNoOthersIfTheyAreNoData) {
  const GameInfo& alive = **game_named("alive");
  EXPECT_EQ((*alive.start({}))->explain("bomb").substr(0, 6), "Bomb (");
  EXPECT_EQ((*alive.start({}))->explain("no such card"), "");
  for (const GameInfo* game : all_games()) EXPECT_EQ(!game->load_cards, !game->cards_text) << game->name;
  EXPECT_FALSE(alive.load_cards);
}

TEST(Registry, AnUnknownGameIsToldWhichThereAre) {
  const auto game = game_named("poker");
  ASSERT_FALSE(game);
  EXPECT_TRUE(game.error().message.starts_with(
      "there is no game 'poker'; there are: cradle (Cradle to Grave), alive (Five Alive)"))
      << game.error().message;
}

}  // namespace
}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
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

/// Five Alive, if it could not say more than which clause a move breaks.
struct SilentAlive : alive::Alive {
  static Phrase reason(const View&, Move) = delete;
};
/// And if it could about some moves only.
struct TalkingAlive : alive::Alive {
  static Phrase reason(const View&, Move move) {
    return text(move) == "flip" ? as_typed("You can play a card.") : Phrase{};
  }
};

TEST(Match, ARefusalBeginsWithTheReasonIfTheGameGivesOne) {
  static_assert(GivesReasons<TalkingAlive> && !GivesReasons<SilentAlive>);
  const auto options = *TalkingAlive::options({});
  const MatchOf<SilentAlive> silent(options);
  const MatchOf<TalkingAlive> talking(options);
  for (const char* move : {"flip", "play 5"}) {
    const auto clause = silent.clone()->play(Seat{0}, move), refusal = talking.clone()->play(Seat{0}, move);
    ASSERT_FALSE(clause || refusal);
    EXPECT_EQ(refusal.error().clause, clause.error().clause);
    const std::string reason = std::string(move) == "flip" ? "You can play a card. " : "";
    EXPECT_EQ(refusal.error().message, reason + clause.error().message);
  }
  // The dealer is told the clause only.
  EXPECT_EQ(talking.clone()->play(kDealer, "flip").error().message,
            silent.clone()->play(kDealer, "flip").error().message);
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
  EXPECT_EQ(english().say((*alive.start({}))->explain("bomb")).substr(0, 6), "Bomb: ");
  EXPECT_TRUE((*alive.start({}))->explain("no such card").empty());
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

#include "play/match.hpp"

#include <gtest/gtest.h>

#include "play/registry.hpp"

namespace lifetable::play {
namespace {

TEST(Match, WhoeverDoesNotSitAtTheTableSeesWhatABystanderSees) {
  const auto match = std::move(*(*game_named("cradle"))->start({}));
  for (const Seat stranger : {Seat{4}, Seat{200}, kNobody}) {
    EXPECT_EQ(match->describe(stranger), match->describe(kNobody));
    EXPECT_FALSE(match->play(stranger, "let"));
    EXPECT_TRUE(match->moves(stranger).empty());
  }
}

TEST(Registry, AnUnknownGameIsToldWhichThereAre) {
  const auto game = game_named("poker");
  ASSERT_FALSE(game);
  EXPECT_EQ(game.error().message, "there is no game 'poker'; there is: cradle (Cradle to Grave)");
}

}  // namespace
}  // namespace lifetable::play

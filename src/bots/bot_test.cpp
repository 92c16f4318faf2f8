// SPDX-License-Identifier: Apache-2.0
#include "bots/bot.hpp"

#include <cctype>
#include <cstdlib>
#include <gtest/gtest.h>
#include <type_traits>

#include "bots/search.hpp"
#include "play/registry.hpp"

namespace lifetable::bots {
namespace {

// A bot that would peek does not compile: none of its doors takes a State.
template <class G>
concept CanBeHandedAState = requires(Bot<G>& bot, typename G::State state) { bot.choose(state); };
template <class G>
concept ThoughtfulTakesAState =
    requires(typename G::State state, Xoshiro256pp rng) { G::thoughtful(state, rng); };
template <class G>
concept AViewCanBeMadeOfAState = std::is_constructible_v<typename G::View, typename G::State>;
template <class G>
concept SearchTakesAState = requires(SearchBot<G>& bot, typename G::State state) { bot.think(state); };
template <class G>
concept WatchesStates = requires(Bot<G>& bot, typename G::State state) { bot.watch(state); };
template <class G>
concept Peeks = CanBeHandedAState<G> || SearchTakesAState<G> || WatchesStates<G> ||
                ThoughtfulTakesAState<G> || AViewCanBeMadeOfAState<G>;
static_assert([]<Game... Gs>(play::GameList<Gs...>) { return !(Peeks<Gs> || ...); }(play::AllGames{}));

/// Bots by playouts: those by time may choose differently each time.
constexpr const char* kBots[] = {
    "random",
    "thoughtful",
    "search/20/memory=100KB",
    "search/20/memory=100KB/rollouts=random/breaks=0",
    "search/20/memory=100KB/slack=.1",
};

class EveryBot : public testing::TestWithParam<const char*> {};

/// In how many decisions each bot must be seen; fewer under the sanitizers, which are slow.
int wanted_decisions() { return std::getenv("LIFETABLE_GAMES") ? 150 : 1500; }

TEST_P(EveryBot, PlaysLegalMovesAndTheSameOnesForAllStatesItCannotTellApart) {
  const bool searches = std::string_view(GetParam()).starts_with("search");
  for (const play::GameInfo* game : play::all_games()) {
    play::with_game(game->name, [&]<Game G>() {
      Xoshiro256pp rng(11);
      int decisions = 0;
      for (int players = G::min_players; decisions < wanted_decisions();
           players = players == G::max_players ? G::min_players : players + 1) {
        Fields fields;
        fields.set("players", std::to_string(players));
        auto state = G::start(*G::options(fields));
        for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
          const Seat actor = actors.first();
          if (actor == kDealer) {
            G::play(state, kDealer, G::draw(state, rng), Silence{});
            continue;
          }
          const auto view = G::view(state, actor);
          if (searches && (G::moves(view).size() == 1 || below(rng, 3) != 0)) {
            G::play(state, actor, G::thoughtful(view, rng), Silence{});
            continue;
          }
          const std::uint64_t seed = rng();
          const auto move = make_bot<G>(GetParam(), seed)->choose(view);
          ASSERT_TRUE(G::moves(view).contains(move)) << G::text(move);
          const auto other = G::imagine(view, rng);
          const auto again = make_bot<G>(GetParam(), seed)->choose(G::view(other, actor));
          ASSERT_EQ(move, again) << G::text(move) << " or " << G::text(again);
          G::play(state, actor, move, Silence{});
          ++decisions;
        }
      }
      EXPECT_GE(decisions, wanted_decisions());
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Bots, EveryBot, testing::ValuesIn(kBots), [](const auto& info) {
  std::string name = info.param;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

TEST(Bots, AnUnknownBotIsToldWhichThereAre) {
  const auto bot = make_any_bot("cradle", "genius", 1);
  ASSERT_FALSE(bot);
  EXPECT_TRUE(
      bot.error().message.starts_with("there is no bot 'genius'; there are: random (plays any legal "
                                      "move), thoughtful (plays by rules of thumb of a good player)"))
      << bot.error().message;
}

}  // namespace
}  // namespace lifetable::bots

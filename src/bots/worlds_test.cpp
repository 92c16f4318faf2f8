// SPDX-License-Identifier: Apache-2.0
#include "bots/worlds.hpp"

#include <gtest/gtest.h>

#include "play/registry.hpp"

namespace lifetable::bots {
namespace {

using alive::Alive;
using cradle::Cradle;

template <Game G>
typename G::State started(int players) {
  Fields fields;
  fields.set("players", std::to_string(players));
  return G::start(*G::options(fields));
}

/// Plays a thoughtful game and lets one seat's worlds follow it; calls `look(worlds, state)` after every
/// move.
template <Game G, class Look>
void follow(int players, std::uint64_t seed, Look look) {
  Xoshiro256pp rng(seed);
  auto state = started<G>(players);
  Worlds<G> worlds(40, seed);
  const Seat me{0};
  for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
    const Seat actor = actors.first();
    const auto move = actor == kDealer ? G::draw(state, rng) : G::thoughtful(G::view(state, actor), rng);
    G::play(state, actor, move, Silence{});
    worlds.watch(G::view(state, me));
    look(worlds, state);
  }
}

TEST(Worlds, LookToTheSeatAsTheTableDoesAfterEveryMove) {
  for (const play::GameInfo* game : play::all_games())
    play::with_game(game->name, []<Game G>() {
      Xoshiro256pp rng(1);
      for (int players = G::min_players; players <= std::min(G::max_players, 4); ++players)
        follow<G>(players, 3, [&](const Worlds<G>& worlds, const typename G::State& state) {
          const auto view = G::view(state, Seat{0});
          ASSERT_TRUE(worlds.know(view));
          for (int i = 0; i < 3; ++i) ASSERT_EQ(G::view(worlds.draw(rng), Seat{0}), view);
        });
    });
}

TEST(Worlds, KnowNothingOfAViewTheyHaveNotFollowed) {
  auto state = started<Alive>(2);
  Worlds<Alive> worlds(10, 1);
  EXPECT_FALSE(worlds.know(Alive::view(state, Seat{0})));
  worlds.watch(Alive::view(state, Seat{0}));
  EXPECT_TRUE(worlds.know(Alive::view(state, Seat{0})));
  EXPECT_FALSE(worlds.know(Alive::view(state, Seat{1})));
}

TEST(Worlds, FindHandsThatExplainWhatWasPlayedMoreOftenThanChanceDoes) {
  // The true cards of the others are found more often among weighed worlds than among those dealt blindly.
  Xoshiro256pp rng(9);
  double weighed = 0, blind = 0;
  const auto hits = [](const cradle::State& world, const cradle::State& truth) {
    int common = 0;
    const cradle::Cards guess = world.secrets[1].hand, hand = truth.secrets[1].hand;
    for (const cradle::Card card : hand.kinds()) common += std::min(guess.count(card), hand.count(card));
    return common;
  };
  for (std::uint64_t game = 0; game < 60; ++game)
    follow<Cradle>(2, game, [&](const Worlds<Cradle>& worlds, const cradle::State& state) {
      if (state.table.phase != cradle::Phase::play || state.table.turn != Seat{0}) return;
      const auto view = Cradle::view(state, Seat{0});
      for (int i = 0; i < 10; ++i) {
        weighed += hits(worlds.draw(rng), state);
        blind += hits(Cradle::imagine(view, rng), state);
      }
    });
  EXPECT_GT(weighed, 1.03 * blind);
}

}  // namespace
}  // namespace lifetable::bots

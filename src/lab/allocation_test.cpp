// SPDX-License-Identifier: Apache-2.0
// Playing a game asks for no memory, and neither does looking ahead. The sanitizers' build has its own
// allocator, so this is for the release build only.
#if defined(__has_feature)
#define LIFETABLE_SANITIZED __has_feature(address_sanitizer)
#else
#define LIFETABLE_SANITIZED 0
#endif
#if !LIFETABLE_SANITIZED

#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

#include "bots/search.hpp"
#include "play/registry.hpp"

namespace {
std::atomic<long> allocations = 0;
}

// Not inlined: g++ would otherwise complain about the pair of malloc and delete that it sees.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace lifetable::play {
namespace {

TEST(Rules, PlayWholeGamesWithoutAllocating) {
  for (const GameInfo* game : all_games()) {
    with_game(game->name, [&]<Game G>() {
      const auto options = *G::options({});
      (void)G::fields(options);  // what cards are may be read at their first use
      Xoshiro256pp rng(1);
      long moves = 0;
      const long before = allocations;
      for (int i = 0; i < 200; ++i) {
        auto state = G::start(options);
        for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
          const Seat actor = actors.first();
          if (actor == kDealer) {
            G::play(state, actor, G::draw(state, rng), Silence{});
          } else {
            const auto view = G::view(state, actor);
            const auto imagined = G::imagine(view, rng);
            G::play(state, actor, G::thoughtful(G::view(imagined, actor), rng), Silence{});
          }
          ++moves;
        }
      }
      EXPECT_EQ(allocations - before, 0);
      EXPECT_GT(moves, 1000);
    });
  }
}

TEST(Search, PlaysOutWithoutAllocating) {
  for (const GameInfo* game : all_games()) {
    with_game(game->name, [&]<Game G>() {
      Xoshiro256pp rng(1);
      auto state = G::start(*G::options({}));
      while (G::actors(state).kind == Actors::dealer) G::play(state, kDealer, G::draw(state, rng), Silence{});
      const auto view = G::view(state, G::actors(state).first());
      bots::Searcher<G> searcher({}, 1 << 20, 1);
      searcher.begin(view);
      searcher.playout(nullptr);  // rules of thumb may make tables at their first use
      const long before = allocations;
      for (int i = 0; i < 500; ++i) searcher.playout(nullptr);
      EXPECT_EQ(allocations - before, 0) << game->name;
      EXPECT_EQ(searcher.effort().playouts, 501);
    });
  }
}

}  // namespace
}  // namespace lifetable::play

#endif

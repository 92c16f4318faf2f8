// SPDX-License-Identifier: Apache-2.0
#include "bots/search.hpp"

#include <gtest/gtest.h>
#include <thread>

#include "play/registry.hpp"

namespace lifetable::bots {
namespace {

SearchSettings settings_of(std::string_view words) {
  return bot_from("search/" + std::string(words))->settings;
}

template <Game G>
typename G::Options options_for(int players) {
  Fields fields;
  fields.set("players", std::to_string(players));
  return *G::options(fields);
}

/// Calls `use(view)` for about so many decisions with a choice, out of random and thoughtful games of all
/// sizes.
template <Game G, class Use>
void for_some_decisions(int wanted, Use use) {
  Xoshiro256pp rng(5);
  int used = 0;
  for (int round = 0; used < wanted; ++round)
    for (int players = G::min_players; players <= G::max_players; ++players) {
      auto state = G::start(options_for<G>(players));
      for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
        const Seat actor = actors.first();
        if (actor == kDealer) {
          G::play(state, actor, G::draw(state, rng), Silence{});
          continue;
        }
        const auto view = G::view(state, actor);
        if (G::moves(view).size() > 1 && below(rng, 8) == 0 && used++ < wanted) use(view);
        G::play(state, actor, round % 2 ? G::pick(state, actor, rng) : G::thoughtful(view, rng), Silence{});
      }
    }
}

template <class Use>
void for_every_game(Use use) {
  for (const play::GameInfo* game : play::all_games()) {
    SCOPED_TRACE(game->name);
    play::with_game(game->name, use);
  }
}

TEST(Search, ChoosesALegalMoveAndCountsEveryPlayout) {
  for_every_game([]<Game G>() {
    for_some_decisions<G>(40, [](const typename G::View& view) {
      SearchBot<G> bot(settings_of("60"), 1);
      bot.think(view);
      const auto moves = G::moves(view);
      std::int64_t visits = 0;
      for (const auto& each : bot.candidates()) {
        EXPECT_TRUE(moves.contains(each.move));
        EXPECT_GE(each.expected, 0);
        EXPECT_LE(each.expected, 1);
        visits += each.visits;
      }
      EXPECT_EQ(visits, bot.effort().playouts);
      EXPECT_LE(visits, 60);
      EXPECT_GE(bot.effort().decisions, visits);
      for (std::size_t i = 1; i < bot.candidates().size(); ++i)
        EXPECT_GE(bot.candidates()[i - 1].visits, bot.candidates()[i].visits);
    });
  });
}

TEST(Search, TheSameSeedAndPlayoutsGiveTheSameThoughts) {
  for_every_game([]<Game G>() {
    for (const char* words : {"100", "100/threads=3", "100/rollouts=random/breaks=0"})
      for_some_decisions<G>(6, [&](const typename G::View& view) {
        SearchBot<G> one(settings_of(words), 7), other(settings_of(words), 7);
        one.think(view);
        other.think(view);
        ASSERT_EQ(one.candidates().size(), other.candidates().size());
        for (std::size_t i = 0; i < one.candidates().size(); ++i) {
          EXPECT_EQ(one.candidates()[i].move, other.candidates()[i].move);
          EXPECT_EQ(one.candidates()[i].visits, other.candidates()[i].visits);
          EXPECT_EQ(one.candidates()[i].expected, other.candidates()[i].expected);
        }
      });
  });
}

TEST(Search, ThreadsShareTheBudgetEvenly) {
  for_some_decisions<alive::Alive>(3, [](const alive::View& view) {
    SearchBot<alive::Alive> bot(settings_of("1001/threads=4/explore=10"), 7);
    bot.think(view);
    EXPECT_LE(bot.effort().playouts, 1001);
    EXPECT_GT(bot.effort().playouts, 500);  // it may stop when nothing can change any more
  });
}

// In a browser no time seems to have passed after the first playouts.
TEST(Search, AClockThatStandsStillIsNoReasonToStop) {
  EXPECT_EQ(playouts_left(1, 0, .7), 7000);
  EXPECT_EQ(playouts_left(1, .1, .7), 6);
  EXPECT_EQ(playouts_within(kTick, 64, 0), 64);
  EXPECT_EQ(playouts_within(kTick, 64, .1), 0);
}

TEST(Search, StopsWhenItIsToldTo) {
  for_every_game([]<Game G>() {
    for_some_decisions<G>(2, [](const typename G::View& view) {
      // While it thinks, and before: it never comes to the end of its time, and always to an answer.
      for (const bool before : {false, true}) {
        std::atomic<bool> stop = before;
        SearchBot<G> bot(settings_of("3600s/threads=2/explore=10"), 1);
        std::thread other([&] { stop = true; });
        bot.think(view, &stop);
        other.join();
        EXPECT_TRUE(!before || bot.effort().playouts == 2) << "one for each thread";
        ASSERT_FALSE(bot.candidates().empty());
        EXPECT_TRUE(G::moves(view).contains(bot.candidates()[0].move));
      }
    });
  });
}

TEST(Search, KeepsWithinALittleMemoryAndGoesOnThinking) {
  for_every_game([]<Game G>() {
    for_some_decisions<G>(3, [](const typename G::View& view) {
      SearchBot<G> bot(settings_of("2000/memory=16KB/rollouts=random/explore=10"), 1);
      bot.think(view);
      EXPECT_LE(bot.effort().bytes, std::size_t{16} << 10);
      EXPECT_LT(bot.effort().nodes, 300u);
      EXPECT_GT(bot.effort().playouts, 1000);
      EXPECT_TRUE(G::moves(view).contains(bot.candidates()[0].move));
    });
  });
}

TEST(Search, IsSureOfAWinThatNothingCanTakeAway) {
  // The last card fits, and the only other player has one life: going out wins in every world.
  using alive::Alive;
  Xoshiro256pp rng(1);
  int seen = 0;
  for (int game = 0; game < 60; ++game) {
    auto state = Alive::start(options_for<Alive>(2));
    for (Actors actors = Alive::actors(state); actors.kind != Actors::over; actors = Alive::actors(state)) {
      const Seat actor = actors.first();
      if (actor == kDealer) {
        Alive::play(state, actor, Alive::draw(state, rng), Silence{});
        continue;
      }
      const auto view = Alive::view(state, actor);
      const Seat other{1 - actor.index};
      if (state.table.hand[actor.index] == 1 && state.table.lives_of(other) == 1 &&
          Alive::moves(view)[0].what() == alive::Move::play) {
        SearchBot<Alive> bot(settings_of("50"), 1);
        bot.think(view);
        EXPECT_EQ(bot.candidates()[0].expected, 1) << "going out wins";
        ++seen;
      }
      Alive::play(state, actor, Alive::pick(state, actor, rng), Silence{});
    }
  }
  EXPECT_GT(seen, 5);
}

TEST(Outlook, SharesOutOneWinAtEveryBreakAndFavoursWhoWins) {
  for_every_game([]<Game G>() {
    Xoshiro256pp rng(8);
    for (int players = G::min_players; players <= G::max_players; ++players) {
      double of_winners = 0, breaks = 0;
      for (int game = 0; game < 60; ++game) {
        auto state = G::start(options_for<G>(players));
        std::vector<Shares> seen;
        for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
          if (G::at_break(state)) {
            seen.push_back(G::outlook(state));
            double sum = 0;
            for (const double share : seen.back()) {
              ASSERT_GE(share, 0);
              sum += share;
            }
            ASSERT_EQ(seen.back().size(), static_cast<std::size_t>(players));
            ASSERT_NEAR(sum, 1, 1e-9);
          }
          const Seat actor = actors.first();
          G::play(state, actor,
                  actor == kDealer ? G::draw(state, rng) : G::thoughtful(G::view(state, actor), rng),
                  Silence{});
        }
        const SeatSet winners = G::winners(state);
        for (const Shares& shares : seen)
          for (const Seat seat : winners) of_winners += shares[seat.index] / winners.size();
        breaks += static_cast<double>(seen.size());
      }
      EXPECT_GT(of_winners / breaks, 1.03 / players) << players << " players";
    }
  });
}

TEST(Search, SaysWhatItConsideredInWords) {
  for_every_game([]<Game G>() {
    int with_a_line = 0;
    for_some_decisions<G>(10, [&](const typename G::View& view) {
      const auto thoughts = think(G::name, play::AnyView::of<G>(view), settings_of("300"), 1);
      ASSERT_TRUE(thoughts);
      ASSERT_FALSE(thoughts->ideas.empty());
      for (const Idea& idea : thoughts->ideas) {
        EXPECT_EQ(G::label(view, *G::parse(idea.move)), idea.label);
        for (const auto& told : idea.line) EXPECT_FALSE(english().say(told, view.seat, {}).empty());
      }
      with_a_line += !thoughts->ideas[0].line.empty();
    });
    EXPECT_GT(with_a_line, 3);
  });
}

}  // namespace
}  // namespace lifetable::bots

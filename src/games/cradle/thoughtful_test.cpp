// SPDX-License-Identifier: Apache-2.0
// The rules of thumb of a good player, one position each, and the two promises: legal moves, and no peeking.
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {
namespace {

using Texts = std::vector<std::string>;

/// A table of as many players as there are ages, with seat 1 to move and three rounds to play.
struct Scene {
  Texts ages, hands;
  std::vector<std::pair<std::string, std::string>> more = {};
  Texts penalties = {};
};

/// What the player at seat 1 does there; "this or that" if chance decides.
std::string choice(const Scene& scene) {
  Options options;
  options.players = static_cast<std::uint8_t>(scene.hands.size());
  Fields fields;
  fields.set("phase", "play");
  fields.set("hands", scene.hands);
  if (!scene.ages.empty()) fields.set("ages", scene.ages), fields.set("turn", "1");
  if (!scene.penalties.empty()) fields.set("penalties", scene.penalties);
  for (const auto& [name, text] : scene.more) fields.set(name, text);
  const auto state = Cradle::position(options, fields);
  if (!state) return state.error().message;
  std::string choice;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Xoshiro256pp rng(seed);
    const std::string text = Cradle::text(Cradle::thoughtful(Cradle::view(*state, Seat{0}), rng));
    if (choice.empty()) choice = text;
    if (choice != text) return choice + " or " + text;
  }
  return choice;
}

// ---- Rules of thumb -----------------------------------------------------------------------------------

TEST(ThoughtfulCradle, ChoosesALowStartingAge) {  // CG-7
  EXPECT_EQ(choice({{}, {"2 4 5 7 8 Stop", "1 1 2 3 4 5"}, {{"phase", "choose"}}}), "age 2 4");
}

TEST(ThoughtfulCradle,
     RaisesTheTensOfANeighbourBeforeTheOnes) {  // CG-16: 44 is ten years older than 34, 35 only one
  EXPECT_EQ(choice({{"22", "34"}, {"4 5 8 9", "1 1 1 1"}}), "raise 2 tens 4");
}

TEST(ThoughtfulCradle, RaisesTheNeighbourWhoLeads) {  // 20 + 35 years against 80 + 35
  EXPECT_EQ(
      choice({{"22", "35", "35"}, {"4 7 8 9", "1 1 1 1", "2 2 2 3"}, {{"round", "2"}}, {"50", "20", "80"}}),
      "raise 2 tens 4");
  EXPECT_EQ(
      choice({{"22", "35", "35"}, {"4 7 8 9", "1 1 1 1", "2 2 2 3"}, {{"round", "2"}}, {"50", "80", "20"}}),
      "raise 3 tens 4");
}

TEST(ThoughtfulCradle, RaisesItselfAsLittleAsPossible) {  // CG-17: nothing fits 55; 41 becomes 42
  EXPECT_EQ(choice({{"41", "55"}, {"2 3 7 9", "1 1 1 1"}}), "raise 1 ones 2");
}

TEST(ThoughtfulCradle, LaysTheZeroOnItsTensNine) {  // CG-23: 95 becomes 05
  EXPECT_EQ(choice({{"95", "40"}, {"0 5 7 8", "1 1 1 1"}}), "zero tens");
}

TEST(ThoughtfulCradle, SwapsItsOwnHighTens) {  // CG-26: 81 becomes 18
  EXPECT_EQ(choice({{"81", "40"}, {"3 7 Stop Swap", "1 1 1 1"}}), "swap 1");
}

TEST(ThoughtfulCradle, SwapsAnOpponentWhomThatMakesOlder) {  // CG-26: 18 becomes 81
  EXPECT_EQ(choice({{"22", "18"}, {"3 7 Stop Swap", "1 1 1 1"}}), "swap 2");
}

TEST(ThoughtfulCradle, CoversTheTensOfSomebodyYoung) {  // CG-24: the average card is about a 5
  EXPECT_EQ(choice({{"22", "14"}, {"3 7 Stop Ten", "1 1 1 1"}}), "ten 2");
}

TEST(ThoughtfulCradle, CoversItsOwnHighTens) {  // CG-24: 89 can hardly become worse
  EXPECT_EQ(choice({{"89", "58"}, {"3 7 Stop Ten", "1 1 1 1"}}), "ten 1");
}

TEST(ThoughtfulCradle,
     CountsCardsBeforeItCoversItsOwnTens) {  // CG-40: only 8s, 9s and specials are left in the deck
  EXPECT_EQ(choice({{"73", "49"}, {"3 7 Stop Ten", "1 1 1 1"}, {{"deck", "8 8 8 8 8 8 9 9 9 9 9 0"}}}),
            "ten 2");
}

TEST(ThoughtfulCradle, HidesAnAgeCardRatherThanASpecial) {  // CG-18: 89 can only become 99
  EXPECT_EQ(choice({{"89", "55"}, {"1 Stop Stop Stop", "1 1 1 2"}}), "hide tens 1");
}

TEST(ThoughtfulCradle, StaysOutOfTheHundredCheck) {  // CG-11: 89, face up or down, rather than 95
  const std::string text = choice({{"85", "22"}, {"9 9 9 9", "1 1 1 1"}});
  EXPECT_EQ(text.find("tens"), std::string::npos) << text;
}

// ---- Stop! --------------------------------------------------------------------------------------------

TEST(ThoughtfulCradle, StopsASwapThatWouldMakeItOld) {  // CG-27: 19 would become 91
  EXPECT_EQ(choice({{"19", "40"},
                    {"3 7 8 Stop", "1 1 1"},
                    {{"phase", "answer"}, {"turn", "2"}, {"special", "Swap"}, {"target", "1"}}}),
            "stop");
}

TEST(ThoughtfulCradle, StopsTheZeroOfARival) {  // CG-32: the 9 stays a 9
  EXPECT_EQ(
      choice({{"40", "94"},
              {"3 7 8 Stop", "1 1 1"},
              {{"phase", "answer"}, {"turn", "2"}, {"special", "0"}, {"target", "2"}, {"place", "tens"}}}),
      "stop");
}

TEST(ThoughtfulCradle, KeepsItsStopWhenLittleIsAtStake) {  // 45 would become 54
  EXPECT_EQ(choice({{"45", "40"},
                    {"3 7 8 Stop", "1 1 1"},
                    {{"phase", "answer"}, {"turn", "2"}, {"special", "Swap"}, {"target", "1"}}}),
            "let");
}

TEST(ThoughtfulCradle, LetsARivalHarmItself) {  // CG-26: 27 would become 72
  EXPECT_EQ(choice({{"45", "27"},
                    {"3 7 8 Stop", "1 1 1"},
                    {{"phase", "answer"}, {"turn", "2"}, {"special", "Swap"}, {"target", "2"}}}),
            "let");
}

TEST(ThoughtfulCradle, StopsTheStopAgainstItsOwnZero) {  // CG-29, CG-31
  EXPECT_EQ(choice({{"94", "40"},
                    {"7 8 Stop", "1 1 1"},
                    {{"phase", "answer"},
                     {"special", "0"},
                     {"target", "1"},
                     {"place", "tens"},
                     {"stops", "1"},
                     {"last", "2"},
                     {"discards", "Stop"}}}),
            "stop");
}

// ---- Promises -----------------------------------------------------------------------------------------

/// Plays whole games of thoughtful players and shows every view to `look` before its owner moves.
template <class Look>
void watch_games(int players, int games, Look look) {
  Options options;
  options.players = static_cast<std::uint8_t>(players);
  for (int game = 0; game < games; ++game) {
    Xoshiro256pp rng(static_cast<std::uint64_t>(1000 * players + game));
    State state = Cradle::start(options);
    for (Actors actors = Cradle::actors(state); actors.kind != Actors::over; actors = Cradle::actors(state)) {
      const Seat actor = actors.first();
      if (actor == kDealer) {
        Cradle::play(state, actor, Cradle::draw(state, rng), Silence{});
        continue;
      }
      const View view = Cradle::view(state, actor);
      const Xoshiro256pp before = rng;
      const Move move = Cradle::thoughtful(view, rng);
      look(view, move, before);
      if (testing::Test::HasFailure()) return;
      Cradle::play(state, actor, move, Silence{});
    }
  }
}

TEST(ThoughtfulCradle, AlwaysMakesALegalMove) {
  for (int players = Cradle::min_players; players <= Cradle::max_players; ++players)
    watch_games(players, 200, [](const View& view, Move move, const Xoshiro256pp&) {
      EXPECT_TRUE(Cradle::moves(view).contains(move)) << Cradle::text(move);
      EXPECT_EQ(Cradle::judge(view, move), Clause{}) << Cradle::text(move);
    });
}

TEST(ThoughtfulCradle, ChoosesTheSameInStatesItCannotTellApart) {  // CG-40
  for (int players = Cradle::min_players; players <= Cradle::max_players; ++players)
    watch_games(players, 20, [](const View& view, Move move, const Xoshiro256pp& before) {
      Xoshiro256pp dream(7), again = before;
      const View same = Cradle::view(Cradle::imagine(view, dream), view.seat);
      EXPECT_EQ(Cradle::thoughtful(same, again), move) << Cradle::text(move);
    });
}

// Match figures and the strength of bots that build on these rules were measured with these choices.
TEST(ThoughtfulCradle, ChoosesAsItDidWhenItsFiguresWereMeasured) {
  Hash choices;
  for (int players = Cradle::min_players; players <= Cradle::max_players; ++players)
    watch_games(players, 100, [&](const View&, Move move, const Xoshiro256pp&) { choices.add(move.bits); });
  EXPECT_EQ(choices.value(), 2330609520156064841u);
}

TEST(ThoughtfulCradle, BeatsRandomPlayers) {
  for (int players = Cradle::min_players; players <= Cradle::max_players; ++players) {
    Options options;
    options.players = static_cast<std::uint8_t>(players);
    double wins = 0;
    constexpr int games = 200;
    for (int game = 0; game < games; ++game) {
      Xoshiro256pp rng(static_cast<std::uint64_t>(game));
      const Seat thinker{game % players};
      State state = Cradle::start(options);
      for (Actors actors = Cradle::actors(state); actors.kind != Actors::over;
           actors = Cradle::actors(state)) {
        const Seat actor = actors.first();
        if (actor == kDealer) {
          Cradle::play(state, actor, Cradle::draw(state, rng), Silence{});
          continue;
        }
        const auto moves = Cradle::moves(state, actor);
        const Move any = moves[below(rng, static_cast<std::uint32_t>(moves.size()))];
        const Move move = actor == thinker ? Cradle::thoughtful(Cradle::view(state, actor), rng) : any;
        Cradle::play(state, actor, move, Silence{});
      }
      const SeatSet winners = Cradle::winners(state);
      if (winners.has(thinker)) wins += 1.0 / winners.size();
    }
    EXPECT_GT(wins / games, 0.9) << players << " players";
  }
}

}  // namespace
}  // namespace lifetable::cradle

// SPDX-License-Identifier: Apache-2.0
#include "lab/contest.hpp"

#include <gtest/gtest.h>
#include <map>
#include <set>

#include "lab/deal.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {
namespace {

using LineUps = std::vector<std::vector<std::size_t>>;

// ---- Who sits where -----------------------------------------------------------------------------------

TEST(Seating, RepeatsTheBotsAndTurnsThemRoundTheTable) {
  const auto two = seating_for({"thoughtful", "random"}, 4);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->bots, (std::vector<std::string>{"thoughtful", "random"}));
  EXPECT_EQ(two->games, (LineUps{{0, 1, 0, 1}, {1, 0, 1, 0}}));
  const auto alone = seating_for({"thoughtful", "random", "random"}, 3);
  EXPECT_EQ(alone->games, (LineUps{{0, 1, 1}, {1, 1, 0}, {1, 0, 1}}));
  const auto uneven = seating_for({"thoughtful", "random"}, 3);
  EXPECT_EQ(uneven->games, (LineUps{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}));
}

TEST(Seating, LetsAllMeetIfThereAreMoreBotsThanSeats) {
  const auto three = seating_for({"random", "thoughtful", "easy"}, 2);
  ASSERT_TRUE(three);
  EXPECT_EQ(three->games, (LineUps{{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}}));
  EXPECT_EQ(seating_for({"random", "thoughtful", "easy", "normal", "hard"}, 3)->games.size(), 30u);  // 10 x 3
}

TEST(Seating, RefusesWhatIsNoMatch) {
  EXPECT_EQ(seating_for({"random", "random"}, 2).error().message,
            "a match is between two different bots at least, as in --bots thoughtful,random");
  EXPECT_EQ(seating_for({"random", "thoughtful", "random"}, 2).error().message,
            "3 bots for 2 seats: name each of them once, or one a seat");
  EXPECT_FALSE(seating_for({"random", "clever"}, 2));
}

// ---- The same deal ------------------------------------------------------------------------------------

struct Drawn {
  std::vector<std::uint32_t> among;  ///< moves and their weights
  std::uint32_t move;
};

/// What the dealer did in a game of players who choose at random, by stream.
template <Game G>
std::map<int, std::vector<Drawn>> draws(std::uint64_t deal_seed, std::uint64_t player_seed) {
  Deal deal(deal_seed);
  Xoshiro256pp rng(player_seed);
  std::map<int, std::vector<Drawn>> by_stream;
  typename G::State state = G::start(*G::options({}));
  for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
    const Seat actor = actors.first();
    if (actor == kDealer) {
      const auto move = deal.next<G>(state);
      Drawn drawn{{}, play::bits_of<G>(move)};
      for (const auto& outcome : G::outcomes(state)) {
        drawn.among.push_back(play::bits_of<G>(outcome.move));
        drawn.among.push_back(outcome.weight);
      }
      by_stream[G::stream(state)].push_back(drawn);
      G::play(state, kDealer, move, Silence{});
    } else {
      G::play(state, actor, G::pick(state, actor, rng), Silence{});
    }
  }
  return by_stream;
}

class EveryContest : public testing::TestWithParam<const play::GameInfo*> {
 protected:
  ContestOptions options(int threads, std::int64_t deals = 60) const {
    ContestOptions options{.game = std::string(GetParam()->name),
                           .bots = {"thoughtful", "random"},
                           .deals = deals,
                           .seed = 7,
                           .threads = threads};
    options.options.set("players", "2");
    options.options = *GetParam()->options(options.options);
    return options;
  }
};

TEST_P(EveryContest, DealsTheSameCardsFromAPileWhateverPlayersDo) {
  play::with_game(GetParam()->name, []<Game G>() {
    std::size_t compared = 0, different = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto one = draws<G>(seed, 1), two = draws<G>(seed, 2), other = draws<G>(seed + 100, 1);
      for (const auto& [stream, cards] : one) {
        const auto also = two.find(stream), another = other.find(stream);
        if (also == two.end() || another == other.end()) continue;
        // As long as the piles were the same: players decide what is shuffled again, and how many dice.
        for (std::size_t n = 0; n < std::min({cards.size(), also->second.size(), another->second.size()});
             ++n) {
          if (cards[n].among != also->second[n].among) break;
          ASSERT_EQ(cards[n].move, also->second[n].move) << "stream " << stream << ", card " << n;
          ++compared;
          different += cards[n].move != another->second[n].move;
        }
      }
    }
    EXPECT_GT(compared, 400u);
    EXPECT_GT(different, compared / 2) << "another seed is another deal";
  });
}

// ---- Whole contests -----------------------------------------------------------------------------------

ContestReport run(const ContestOptions& options) {
  const std::atomic<bool> stop = false;
  const auto report = hold_contest(options, stop);
  EXPECT_TRUE(report) << report.error().message;
  return *report;
}

/// All that does not depend on the clock.
void expect_same(const ContestReport& a, const ContestReport& b) {
  EXPECT_EQ(a.deals(), b.deals());
  for (std::size_t bot = 0; bot < a.seating.bots.size(); ++bot) {
    EXPECT_EQ(a.sums[bot].wins, b.sums[bot].wins);
    EXPECT_EQ(a.sums[bot].score, b.sums[bot].score);
    EXPECT_EQ(a.sums[bot].choices, b.sums[bot].choices);
    EXPECT_EQ(a.tally.interval(bot).low, b.tally.interval(bot).low);
  }
}

TEST_P(EveryContest, IsContestedTheSameOnAnyNumberOfThreads) {
  const auto one = run(options(1)), three = run(options(3));
  EXPECT_EQ(one.deals(), 60);
  EXPECT_EQ(one.games(), 120);
  EXPECT_EQ(one.sums[0].wins + one.sums[1].wins, 120 * kWholeWin);
  expect_same(one, three);
}

TEST_P(EveryContest, IsWonByThought) { EXPECT_GT(run(options(2)).tally.interval(0).low, .5); }

TEST_P(EveryContest, GoesOnWithoutRepeatingOrLosingAGame) {
  const std::atomic<bool> stop = false;
  const auto quiet = [](const auto&) {};
  Contest whole(options(2));
  std::vector<FinishedGame> games;
  ASSERT_TRUE(whole.hold(
      [&](const FinishedGame& game) { return games.push_back(game), Result<Done>(Done{}); }, quiet, stop));
  ASSERT_EQ(games.size(), 120u);
  // Any half of them, in any order, may have been played before.
  Contest rest(options(2));
  std::set<std::pair<std::int64_t, std::size_t>> seen;
  for (std::size_t i = games.size(); i-- > 0;)
    if (i % 4 < 2) {
      ASSERT_TRUE(rest.know(games[i]));
      seen.insert({games[i].deal, games[i].game});
    }
  EXPECT_EQ(rest.known(), 60);
  ASSERT_TRUE(rest.hold(
      [&](const FinishedGame& game) {
        EXPECT_TRUE(seen.insert({game.deal, game.game}).second) << "played again";
        return Result<Done>(Done{});
      },
      quiet, stop));
  EXPECT_EQ(rest.played(), 60);
  EXPECT_EQ(seen.size(), 120u);
  expect_same(whole.report(), rest.report());
}

INSTANTIATE_TEST_SUITE_P(AllGames, EveryContest, testing::ValuesIn(play::all_games()),
                         [](const auto& info) { return std::string(info.param->name); });

ContestOptions alive(std::int64_t deals) {
  ContestOptions options{.game = "alive", .bots = {"thoughtful", "random"}, .deals = deals, .threads = 3};
  options.options.set("players", "2");
  return options;
}

TEST(Contest, EndsWhenTheTestIsDecidedAtTheSameDealOnAnyNumberOfThreads) {
  auto options = alive(100'000);
  options.sprt = SprtSettings{.elo0 = 300, .elo1 = 500};
  const auto three = run(options);
  options.threads = 1;
  const auto one = run(options);
  ASSERT_TRUE(one.decided());
  EXPECT_LT(one.deals(), 1000);
  EXPECT_EQ(one.test->decision(), three.test->decision());
  expect_same(one, three);
  // It is about the bot that is named first.
  options.bots = {"random", "thoughtful"};
  EXPECT_EQ(run(options).test->decision(), SequentialTest::Decision::elo0);
}

TEST(Contest, SitsTheBotsOfAGameWhereTheLineUpSays) {
  auto options = alive(200);
  options.bots = {"random", "thoughtful", "random"};
  options.options.set("players", "3");
  Contest contest(options);
  const std::atomic<bool> stop = false;
  std::array<std::int64_t, 3> thoughtful_wins{}, games{};
  ASSERT_TRUE(contest.hold(
      [&](const FinishedGame& game) {
        const auto& line_up = contest.report().seating.games[game.game];
        for (std::size_t seat = 0; seat < 3; ++seat)
          if (line_up[seat] == 1) thoughtful_wins[seat] += game.seats[seat].wins, ++games[seat];
        return Result<Done>(Done{});
      },
      [](const auto&) {}, stop));
  for (std::size_t seat = 0; seat < 3; ++seat) {
    EXPECT_EQ(games[seat], 200);
    EXPECT_GT(thoughtful_wins[seat], 200 * kWholeWin * 2 / 3);  // it wins 88%
  }
}

TEST(Contest, StopsWhenAskedAndCountsWholeDeals) {
  Contest contest(alive(1'000'000'000));
  std::atomic<bool> stop = false;
  std::int64_t kept = 0;
  ASSERT_TRUE(contest.hold([&](const FinishedGame&) { return ++kept, Result<Done>(Done{}); },
                           [&](const Contest::Progress& now) { stop = now.report.deals() > 10; }, stop));
  EXPECT_EQ(contest.played(), kept);
  EXPECT_GT(contest.report().deals(), 10);
  EXPECT_LE(contest.report().games(), kept);
}

TEST(Contest, EndsWithTheErrorOfWhoeverKeepsTheGames) {
  Contest contest(alive(1000));
  const std::atomic<bool> stop = false;
  int kept = 0;
  const auto held = contest.hold(
      [&](const FinishedGame&) { return ++kept < 5 ? Result<Done>(Done{}) : Result<Done>(Error{"full"}); },
      [](const auto&) {}, stop);
  ASSERT_FALSE(held);
  EXPECT_EQ(held.error().message, "full");
  EXPECT_EQ(kept, 5);
  EXPECT_EQ(contest.played(), 4);
}

TEST(Contest, KnowsOnlyGamesThatCanBeItsOwn) {
  Contest contest(alive(10));
  const FinishedGame good{3, 1, {{.wins = 840}, {.wins = 0}}};
  EXPECT_TRUE(contest.know(good));
  EXPECT_EQ(contest.know(good).error().message, "game 2 of deal 4 is there twice");
  EXPECT_EQ(contest.know({3, 2, good.seats}).error().message, "there is no game 3 of deal 4 in this match");
  EXPECT_EQ(contest.know({4, 0, {{.wins = 840}}}).error().message,
            "game 1 of deal 5 has results for 1 seat instead of 2");
  EXPECT_EQ(contest.know({4, 0, {{.wins = 840}, {.wins = 420}}}).error().message,
            "the wins in game 1 of deal 5 do not add up to one");
  EXPECT_EQ(contest.know({4, 0, {{.wins = 840, .gain = 2}, {.wins = 0, .gain = -1}}}).error().message,
            "the gains in game 1 of deal 5 do not add up to nothing");
  EXPECT_EQ(contest.known(), 1);
}

TEST(Contest, RefusesWhatItCannotPlay) {
  auto options = alive(10);
  options.sprt = SprtSettings{.elo0 = 10, .elo1 = 0};
  EXPECT_EQ(Contest::check(options).error().message,
            "a sequential test needs elo0 < elo1, both from -2000 to 2000; as in elo0=0,elo1=10");
  options.sprt = SprtSettings{.alpha = .7};
  EXPECT_FALSE(Contest::check(options));
  options.sprt = SprtSettings{};
  options.bots.push_back("easy");
  EXPECT_EQ(Contest::check(options).error().message,
            "a sequential test is about two bots, and these are 3; leave one of the two out");
  options = alive(0);
  EXPECT_FALSE(Contest::check(options));
  options = alive(1);
  options.game = "chess";
  EXPECT_FALSE(Contest::check(options));
}

}  // namespace
}  // namespace lifetable::lab

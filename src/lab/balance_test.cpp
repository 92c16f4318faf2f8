// SPDX-License-Identifier: Apache-2.0
// The balance report: counted again by slow and direct code, the same on any number of threads, the same
// games as a simulation; and the bounds that our own cards must keep.
#include "lab/balance.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>

#include "bots/bot.hpp"
#include "core/testing.hpp"
#include "lab/many_games.hpp"

namespace lifetable::lab {
namespace {

using cv::Card;
using cv::Cv;
using cv::Move;
using cv::Phase;

BalanceOptions options_for(int players, std::int64_t games, std::string bot, std::string_view rules = "") {
  BalanceOptions options{.options = assignments(rules), .bot = std::move(bot), .games = games, .seed = 7};
  options.options.set("players", std::to_string(players));
  return options;
}

BalanceReport run(const BalanceOptions& options) {
  const std::atomic<bool> stop = false;
  const auto report = measure_balance(options, [](std::int64_t) {}, stop);
  EXPECT_TRUE(report) << report.error().message;
  return *report;
}

// ---- Counted again ------------------------------------------------------------------------------------

struct Played {
  Seat actor;
  Move move;
};

std::vector<Played> record_game(const BalanceOptions& options, std::int64_t number) {
  const cv::Options rules = *Cv::options(options.options);
  Xoshiro256pp rng(seed_of(options.seed, number));
  std::vector<std::unique_ptr<bots::Bot<Cv>>> players;
  for (int i = 0; i < rules.players; ++i) players.push_back(bots::make_bot<Cv>(options.bot, rng()));
  cv::State state = Cv::start(rules);
  std::vector<Played> record;
  while (Cv::actors(state).kind != Actors::over) {
    const Seat actor = Cv::actors(state).first();
    const Move move =
        actor == kDealer ? Cv::draw(state, rng) : players[actor.index]->choose(Cv::view(state, actor));
    Cv::play(state, actor, move, Silence{});
    record.push_back({actor, move});
  }
  return record;
}

std::set<int> cards_in_cvs(const cv::Table& t) {
  std::set<int> cards;
  for (int seat = 0; seat < t.players(); ++seat)
    for (const Card top : t.top[static_cast<std::size_t>(seat)])
      for (Card card = top; card != Card::none; card = t.below_of(card)) cards.insert(number_of(card));
  return cards;
}

/// By asking of every card, as every type, whether it would be refused.
std::set<int> buyable(const cv::State& state, Seat seat) {
  std::set<int> cards;
  const cv::View view = Cv::view(state, seat);
  for (int n = 13; n <= 75; ++n)
    for (const int type : {0, 1, 2, 3, 4, 7})
      if (!Cv::judge(view, Move::to_take(cv::card_of(n), static_cast<cv::Type>(type)))) cards.insert(n);
  return cards;
}

/// What happened in one game, told by its moves and by what changed on the table; events are not looked at.
struct Recount {
  std::set<int> payable;
  std::map<int, int> buyer;                  // card, seat
  std::map<int, int> offered, chosen_first;  // childhood card, how often
  int tosses = 0, decisions = 0;
  BalanceReport::Blows blows;
  cv::State end;

  Recount(const cv::Options& rules, const std::vector<Played>& record) : end(Cv::start(rules)) {
    for (const Played& played : record) {
      if (played.actor != kDealer) look(played.actor, played.move);
      const std::set<int> before = cards_in_cvs(end.table);
      Cv::play(end, played.actor, played.move, Silence{});
      const std::set<int> after = cards_in_cvs(end.table);
      for (const int card : before) {
        if (after.contains(card)) continue;
        const bool lost = played.move.what() == Move::lose && number_of(played.move.card()) == card;
        ++(lost ? blows.lost : blows.unpaid);
      }
    }
  }

  void look(Seat actor, Move move) {
    const cv::Table& t = end.table;
    ++decisions;
    if (move.what() == Move::toss) ++tosses;
    if (t.phase == Phase::choose && end.secrets[actor.index].first == Card::none) {
      for (int n = 1; n <= 12; ++n) offered[n] += end.secrets[actor.index].offered >> n & 1;
      ++chosen_first[number_of(move.card())];
    }
    if (t.phase == Phase::select) {
      payable.merge(buyable(end, actor));
      if (move.what() == Move::take) buyer[number_of(move.card())] = actor.index;
      if (move.what() == Move::done) blows.misfortunes += misfortunes(t.pool(), t.promised());
    }
    if (t.phase == Phase::assist) ++(move.what() == Move::take ? blows.assistance : blows.declined);
  }

  /// CV-56, in parts of a whole win.
  int prize(int seat) const {
    const Scores scores = Cv::scores(end);
    std::vector<std::pair<int, int>> places;
    for (int i = 0; i < end.table.players(); ++i)
      places.push_back({-scores[static_cast<std::size_t>(i)], end.table.cv_cards(Seat{i})});
    const auto best = *std::min_element(places.begin(), places.end());
    if (places[static_cast<std::size_t>(seat)] != best) return 0;
    return kWholeWin / static_cast<int>(std::count(places.begin(), places.end(), best));
  }
  int holder(int childhood_card) const {
    for (int seat = 0; seat < end.table.players(); ++seat)
      if (end.secrets[static_cast<std::size_t>(seat)].hand(0) >> childhood_card & 1) return seat;
    return -1;
  }
};

struct Case {
  int players;
  std::string bot, rules;
  int games;
};

class Counted : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const auto& [players, bot, rules, games] = GetParam();
    const BalanceOptions options = options_for(players, games, bot, rules);
    report_ = run(options);
    for (int i = 0; i < games; ++i)
      games_.emplace_back(*Cv::options(options.options), record_game(options, i));
  }
  BalanceReport report_;
  std::vector<Recount> games_;
};

TEST_P(Counted, CardsOfTheTrackAreThoseThatSomebodyCouldBuyAndDid) {
  std::array<CardCount, 76> cards{};
  for (const Recount& game : games_) {
    for (const int card : game.payable) ++cards[static_cast<std::size_t>(card)].chances;
    for (const auto& [card, seat] : game.buyer) {
      ++cards[static_cast<std::size_t>(card)].taken;
      ++cards[static_cast<std::size_t>(card)].owners;
      cards[static_cast<std::size_t>(card)].wins += game.prize(seat);
    }
  }
  int bought = 0;
  for (std::size_t n = 13; n <= 75; ++n) {
    EXPECT_EQ(report_.cards[n], cards[n]) << n;
    bought += report_.cards[n].taken > 0;
  }
  EXPECT_GT(bought, 20);
}

TEST_P(Counted, ChildhoodCardsAndGoalsBelongToTheirHolders) {
  std::array<CardCount, cv::kCards + 1> cards{};
  for (const Recount& game : games_) {
    for (int n = 1; n <= 12; ++n) {
      CardCount& count = cards[static_cast<std::size_t>(n)];
      if (const auto at = game.offered.find(n); at != game.offered.end()) count.chances += at->second;
      if (const auto at = game.chosen_first.find(n); at != game.chosen_first.end()) count.taken += at->second;
      if (const int holder = game.holder(n); holder >= 0) ++count.owners, count.wins += game.prize(holder);
    }
    for (int seat = 0; seat < game.end.table.players(); ++seat) {
      const Card goal = game.end.table.revealed[static_cast<std::size_t>(seat)];
      CardCount& count = cards[static_cast<std::size_t>(goal)];
      ++count.owners;
      count.wins += game.prize(seat);
      count.points += Cv::scores(game.end)[static_cast<std::size_t>(seat)] -
                      sheet_of(game.end.table, Seat{seat}, Card::none).total();
    }
  }
  for (std::size_t n = 1; n <= cv::kCards; ++n) {
    if (n > 12 && n < 76) continue;
    EXPECT_EQ(report_.cards[n], cards[n]) << n;
  }
}

TEST_P(Counted, SeatsCountFromTheOwnerOfTheBicycle) {  // CV-9
  std::array<std::int64_t, cv::kMaxPlayers> wins{};
  for (const Recount& game : games_)
    for (int seat = 0, players = game.end.table.players(); seat < players; ++seat)
      wins[static_cast<std::size_t>((seat - game.holder(12) + players) % players)] += game.prize(seat);
  EXPECT_EQ(report_.wins, wins);
}

TEST_P(Counted, LengthsPointsAndBlowsAddUp) {
  BalanceReport::Blows blows;
  std::int64_t tosses = 0, decisions = 0, points = 0, possessions = 0, cv_cards = 0;
  for (const Recount& game : games_) {
    blows.add(game.blows);
    tosses += game.tosses;
    decisions += game.decisions;
    for (const int score : Cv::scores(game.end)) points += score;
    cv_cards += static_cast<std::int64_t>(cards_in_cvs(game.end.table).size());
    for (int seat = 0; seat < game.end.table.players(); ++seat)
      for (Card card = game.end.table.active(Seat{seat}, cv::Type::possession); card != Card::none;
           card = game.end.table.below_of(card))
        possessions += game.end.table.facts(card).points;
  }
  const double games = static_cast<double>(games_.size()), players = GetParam().players;
  EXPECT_EQ(report_.games, static_cast<std::int64_t>(games_.size()));
  EXPECT_EQ(report_.blows, blows);
  EXPECT_DOUBLE_EQ(report_.turns.mean() * games,
                   static_cast<double>(tosses));  // one first throw a turn (CV-14)
  EXPECT_DOUBLE_EQ(report_.rounds.mean() * games * players, static_cast<double>(tosses));
  EXPECT_DOUBLE_EQ(report_.decisions.mean() * games, static_cast<double>(decisions));
  EXPECT_DOUBLE_EQ(report_.score.mean() * games * players, static_cast<double>(points));
  EXPECT_DOUBLE_EQ(report_.cv_cards.mean() * games * players, static_cast<double>(cv_cards));
  const auto& by = report_.points;
  EXPECT_EQ(by.possessions, possessions);
  EXPECT_EQ(by.stacks[0] + by.stacks[1] + by.stacks[2] + by.possessions + by.secret_goals + by.public_goals,
            points);
}

INSTANTIATE_TEST_SUITE_P(Games, Counted,
                         testing::Values(Case{2, "random", "", 30}, Case{3, "random", "", 30},
                                         Case{4, "random", "", 30}, Case{3, "random", "cards=odd", 30},
                                         Case{4, "thoughtful", "", 5}),
                         [](const auto& info) {
                           return info.param.bot + std::to_string(info.param.players) +
                                  (info.param.rules.empty() ? "" : "Odd");
                         });

// ---- The report ---------------------------------------------------------------------------------------

TEST(Balance, IsTheSameOnAnyNumberOfThreads) {
  auto options = options_for(3, 500, "random");
  const BalanceReport one = run(options);
  options.threads = 3;
  const BalanceReport three = run(options);
  EXPECT_EQ(one.games, 500);
  EXPECT_EQ(three.games, 500);
  EXPECT_EQ(one.cards, three.cards);
  EXPECT_EQ(one.wins, three.wins);
  EXPECT_EQ(one.points, three.points);
  EXPECT_EQ(one.blows, three.blows);
  EXPECT_EQ(one.score.mean(), three.score.mean());
  EXPECT_EQ(one.score.quantile(1), three.score.quantile(1));
  EXPECT_EQ(one.scores[2].mean(), three.scores[2].mean());
  EXPECT_EQ(one.decisions.quantile(0.5), three.decisions.quantile(0.5));
}

TEST(Balance, LooksAtTheGamesOfASimulationWithTheSameSeed) {
  const auto options = options_for(3, 300, "random");
  const BalanceReport report = run(options);
  const std::atomic<bool> stop = false;
  const auto games = simulate(
      {.game = "cv",
       .options = *play::MatchOf<Cv>::info().options(options.options),
       .bots = {"random", "random", "random"},
       .games = 300,
       .seed = 7},
      [](std::int64_t) {}, stop);
  ASSERT_TRUE(games) << games.error().message;
  EXPECT_EQ(report.decisions.mean() * 300, static_cast<double>(games->decisions));
  EXPECT_DOUBLE_EQ(3 * report.score.mean(),
                   games->scores[0].mean() + games->scores[1].mean() + games->scores[2].mean());
  EXPECT_EQ(std::accumulate(report.wins.begin(), report.wins.end(), std::int64_t{0}), 300 * kWholeWin);
}

TEST(Balance, StopsWhenAsked) {
  auto options = options_for(2, 1'000'000'000, "random");
  std::atomic<bool> stop = false;
  const auto report = measure_balance(options, [&](std::int64_t done) { stop = done > 0; }, stop);
  ASSERT_TRUE(report);
  EXPECT_GT(report->games, 0);
  EXPECT_LT(report->games, options.games);
}

TEST(Balance, RefusesWhatItCannotPlay) {
  const std::atomic<bool> stop = false;
  EXPECT_FALSE(measure_balance(options_for(5, 1, "random"), {}, stop));
  EXPECT_FALSE(measure_balance(options_for(2, 1, "genius"), {}, stop));
  EXPECT_EQ(measure_balance(options_for(2, 0, "random"), {}, stop).error().message,
            "at least one game must be played");
}

TEST(Interval, IsWilsons) {
  EXPECT_NEAR(interval_of(5, 10).low, 0.2366, 1e-4);
  EXPECT_NEAR(interval_of(5, 10).high, 0.7634, 1e-4);
  EXPECT_NEAR(interval_of(0, 10).high, 0.2775, 1e-4);
  EXPECT_EQ(interval_of(0, 10).low, 0);
  EXPECT_EQ(interval_of(0, 0).high, 1);
  EXPECT_EQ(interval_around(0.5, 0).low, 0);
  EXPECT_NEAR(interval_around(0.5, 10).low, interval_of(5, 10).low, 1e-12);
  EXPECT_NEAR(interval_around(1, 10).low, 0.7225, 1e-4);  // ten of ten are no certainty
  EXPECT_EQ(interval_around(1, 10).high, 1);
}

TEST(Bounds, MarkWhatIsBoughtTooRarelyOrTooOften) {
  const auto count = [](std::int64_t taken) { return CardCount{.chances = 1000, .taken = taken}; };
  EXPECT_EQ(verdict_of(count(199)), Verdict::rarely);
  EXPECT_EQ(verdict_of(count(200)), Verdict::within);
  EXPECT_EQ(verdict_of(count(900)), Verdict::within);
  EXPECT_EQ(verdict_of(count(901)), Verdict::often);
  EXPECT_EQ(verdict_of({}), Verdict::unpayable);
  EXPECT_EQ(sure_verdict_of(count(190)), Verdict::within);  // 16.7% to 21.5%
  EXPECT_EQ(sure_verdict_of(count(150)), Verdict::rarely);  // 12.9% to 17.4%
  EXPECT_EQ(sure_verdict_of(count(910)), Verdict::within);  // 89.1% to 92.6%
  EXPECT_EQ(sure_verdict_of(count(950)), Verdict::often);   // 93.5% to 96.2%
  EXPECT_EQ(sure_verdict_of({}), Verdict::unpayable);
}

TEST(Bounds, AreForTheCardsOfTheTrackThatAreOurs) {
  const cv::Catalogue& cards = cv::catalogue(cv::kStandard);
  BalanceReport report;  // nobody could pay for anything
  const auto out = out_of_bounds(report);
  EXPECT_FALSE(out.empty());
  for (const Card card : out) {
    EXPECT_TRUE(number_of(card) >= 13 && number_of(card) <= 75) << number_of(card);
    EXPECT_EQ(cards.sources[static_cast<std::size_t>(card)], cv::Source::house) << number_of(card);
  }
  for (CardCount& count : report.cards) count = {.chances = 100, .taken = 50};
  EXPECT_TRUE(out_of_bounds(report).empty());
  report.cards[static_cast<std::size_t>(out[0])].taken = 95;
  EXPECT_EQ(out_of_bounds(report), std::vector{out[0]});
}

TEST(Bounds, AreAlsoJudgedOverAllNumbersOfPlayersTogether) {
  const Card card = out_of_bounds(BalanceReport{})[0];
  const auto at = static_cast<std::size_t>(card);
  BalanceReport two, four;
  two.players = 2, two.games = 100, four.players = 4, four.games = 50;
  for (BalanceReport* report : {&two, &four})
    for (CardCount& count : report->cards) count = {.chances = 10, .taken = 5};
  two.cards[at] = {.chances = 90, .taken = 90, .owners = 90, .wins = 7, .points = 3};
  four.cards[at] = {.chances = 30, .taken = 15, .owners = 15, .wins = 2, .points = 1};
  EXPECT_EQ(out_of_bounds(two), std::vector{card});
  EXPECT_TRUE(out_of_bounds(four).empty());
  const BalanceReport both = pooled({two, four});
  EXPECT_EQ(both.games, 150);
  EXPECT_EQ(both.cards[at], (CardCount{.chances = 120, .taken = 105, .owners = 105, .wins = 9, .points = 4}));
  EXPECT_TRUE(out_of_bounds(both).empty());  // 87.5%
}

// The promise of the catalogue: good players neither scorn a card of ours nor take it whenever they can.
TEST(StandardCatalogue, HouseCardsAreWithinTheBounds) {
  const cv::Catalogue& cards = cv::catalogue(cv::kStandard);
  for (int players = Cv::min_players; players <= Cv::max_players; ++players) {
    auto options = options_for(players, 400, "thoughtful");
    options.threads = 2;
    const BalanceReport report = run(options);
    for (int n = 13; n <= 75; ++n) {
      if (!must_keep_bounds(cards, cv::card_of(n))) continue;
      const CardCount& count = report.cards[static_cast<std::size_t>(n)];
      EXPECT_EQ(sure_verdict_of(count), Verdict::within)
          << players << " players, " << n << " " << cards.title(cv::card_of(n)) << ": bought in "
          << count.taken << " of " << count.chances << " games";
    }
  }
}

}  // namespace
}  // namespace lifetable::lab

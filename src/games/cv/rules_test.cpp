// SPDX-License-Identifier: Apache-2.0
// What no scenario can show: the decks, the odds of the dealer, options that are refused, and points that
// must not hang on what the house gave its cards.
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "core/testing.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::cv {
namespace {

constexpr Seat kOne{0}, kTwo{1};

Options table_of(int players, std::string_view rules = "") { return table_for<Cv>(players, rules); }

void play(State& state, Seat actor, const std::string& text) { play_text<Cv>(state, actor, text); }

/// Whether all outcomes are equally likely.
bool even(const Cv::Outcomes& outcomes) {
  for (const auto& each : outcomes)
    if (each.weight != outcomes[0].weight) return false;
  return true;
}

/// How far counts are from what they should be on average, in the measure of the chi-square test.
template <class Key>
double chi_square(const std::map<Key, double>& wanted, std::map<Key, double> found) {
  double sum = 0;
  for (const auto& [key, mean] : wanted) sum += (found[key] - mean) * (found[key] - mean) / mean;
  return sum;
}

/// Draws many times from one position and compares with the weights: the sum of squares stays near the number
/// of outcomes, here within five standard deviations.
void expect_draws_by_weight(const State& state, int times) {
  std::map<std::uint32_t, double> wanted, found;
  double total = 0;
  for (const auto& each : Cv::outcomes(state)) total += each.weight;
  for (const auto& each : Cv::outcomes(state)) wanted[each.move.bits] = each.weight * times / total;
  Xoshiro256pp rng(7);
  for (int i = 0; i < times; ++i) {
    const Move move = Cv::draw(state, rng);
    ASSERT_TRUE(wanted.contains(move.bits)) << Cv::text(move);
    ++found[move.bits];
  }
  const double free = static_cast<double>(wanted.size()) - 1;
  EXPECT_LT(chi_square(wanted, found), free + 5 * std::sqrt(2 * free));
}

// CV-1
TEST(CvOptions, TwoToFourPlay) {
  for (const char* players : {"0", "1", "5", "9"}) {
    Fields fields;
    fields.set("players", players);
    const auto options = Cv::options(fields);
    ASSERT_FALSE(options) << players;
    EXPECT_EQ(options.error().clause, Clause{1}) << players;
  }
  for (int players = 2; players <= 4; ++players) EXPECT_EQ(table_of(players).players, players);
}

// CV-2
TEST(CvOptions, AnUnknownCatalogueIsRefused) {
  Fields fields;
  fields.set("players", "2");
  fields.set("cards", "0123456789abcdef");
  const auto options = Cv::options(fields);
  ASSERT_FALSE(options);
  EXPECT_EQ(options.error().clause, Clause{2});
}

// CV-2, CV-3
TEST(CvCards, LieInFiveDecksAndChildhoodIsEventsButForTheBicycle) {
  const std::map<Deck, std::pair<int, int>> decks = {{Deck::childhood, {1, 12}},
                                                     {Deck::early, {13, 38}},
                                                     {Deck::middle, {39, 58}},
                                                     {Deck::old, {59, 75}},
                                                     {Deck::goals, {76, 83}}};
  for (const auto& [deck, ends] : decks)
    for (int n = ends.first; n <= ends.second; ++n) {
      EXPECT_EQ(deck_of(card_of(n)), deck) << n;
      const Facts& facts = catalogue(kStandard)[card_of(n)];
      EXPECT_EQ(facts.is(Type::goal), deck == Deck::goals) << n;
      if (deck != Deck::childhood) continue;
      EXPECT_EQ(facts.is_event(), n != 12) << n;
    }
  const Facts& bicycle = catalogue(kStandard)[Card::bicycle];
  EXPECT_TRUE(bicycle.is(Type::possession));
  EXPECT_EQ(bicycle.points, 1);
}

// CV-2, CV-5, CV-6
TEST(CvDealer, EveryCardOfADeckIsEquallyLikely) {
  for (int players = 2; players <= 4; ++players) {
    State state = Cv::start(table_of(players));
    Xoshiro256pp rng(static_cast<std::uint64_t>(players));
    int left = 26;
    for (; state.table.phase == Phase::open_track; --left) {
      const auto outcomes = Cv::outcomes(state);
      EXPECT_EQ(outcomes.size(), static_cast<std::size_t>(left));
      EXPECT_TRUE(even(outcomes));
      play(state, kDealer, Cv::text(Cv::draw(state, rng)));
    }
    EXPECT_EQ(left, 21);
    for (left = 8; state.table.phase == Phase::deal_goals; --left) {
      const auto outcomes = Cv::outcomes(state);
      EXPECT_EQ(outcomes.size(), static_cast<std::size_t>(left)) << players << " players";
      EXPECT_TRUE(even(outcomes));
      expect_draws_by_weight(state, 2000);
      play(state, kDealer, Cv::text(Cv::draw(state, rng)));
    }
    EXPECT_EQ(left, 8 - (2 * players - 1));
  }
}

// CV-2, CV-7: the Bicycle is at each place with the same odds, and the other cards share the rest.
TEST(CvDealer, TheBicycleComesAtEveryPlaceEquallyOften) {
  for (int players = 2; players <= 4; ++players)
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      State state = Cv::start(table_of(players));
      Xoshiro256pp rng(seed);
      while (state.table.phase != Phase::deal_cards)
        play(state, kDealer, Cv::text(Cv::outcomes(state)[0].move));
      bool came = false;
      for (int to_come = 3 * players; to_come > 0; --to_come) {
        std::uint32_t total = 0, bicycle = 0;
        std::map<std::uint32_t, int> others;  // how many cards have which weight
        for (const auto& each : Cv::outcomes(state)) {
          total += each.weight;
          if (each.move.card() == Card::bicycle)
            bicycle = each.weight;
          else
            ++others[each.weight];
        }
        EXPECT_EQ(bicycle * static_cast<std::uint32_t>(to_come), came ? 0 : total);
        EXPECT_LE(others.size(), 1u);
        if (!others.empty()) {
          EXPECT_EQ(others.begin()->second, 12 - (3 * players - to_come) - !came);
        }
        const Move move = Cv::draw(state, rng);
        came = came || move.card() == Card::bicycle;
        play(state, kDealer, Cv::text(move));
      }
      EXPECT_TRUE(came);
    }
}

// CV-4: 6^n ways, of which a throw with each face k times takes n! / (k! k! ...).
TEST(CvDealer, EveryFaceOfEveryDieIsEquallyLikely) {
  for (int dice = 1; dice <= 7; ++dice) {
    std::uint64_t total = 0, ways = 1;
    for (int i = 0; i < dice; ++i) ways *= 6;
    for (const Roll& roll : rolls(dice)) {
      std::uint64_t orders = 1;
      for (int left = dice, face = 0; face < kFaces; ++face)
        for (int k = 1; k <= roll.dice.count(face); ++k)
          orders = orders * static_cast<std::uint64_t>(left--) / static_cast<std::uint64_t>(k);
      EXPECT_EQ(roll.weight, orders);
      EXPECT_EQ(roll.dice.size(), dice);
      total += roll.weight;
    }
    EXPECT_EQ(total, ways);
  }
  State state = position_of<Cv>(table_of(2), {{"cvs", {"12", ""}}});
  play(state, kOne, "throw");
  EXPECT_EQ(Cv::outcomes(state).size(), 126u);
  expect_draws_by_weight(state, 20000);
}

// CV-2, CV-43
TEST(CvDealer, ARefillDrawsEveryCardOfTheDeckEquallyOften) {
  const State state = position_of<Cv>(table_of(3), {{"phase", {"refill"}}, {"track", {"13 14 15"}}});
  EXPECT_EQ(Cv::outcomes(state).size(), 23u);
  EXPECT_TRUE(even(Cv::outcomes(state)));
  expect_draws_by_weight(state, 5000);
}

/// The standard cards, but possessions are worth so much, so that nothing hangs on what ours are worth. Card
/// 66 is one too: the example of the rulebook has thirteen of them.
CatalogueId with_points(std::initializer_list<std::pair<int, int>> points) {
  Catalogue cards = catalogue(kStandard);
  cards.facts[66].types = set_of(Type::possession);
  for (const auto& [number, worth] : points)
    cards.facts[static_cast<std::size_t>(number)].points = static_cast<std::uint8_t>(worth);
  const auto read = read_catalogue(write_catalogue(cards), "the cards of a test");
  EXPECT_TRUE(read) << (read ? "" : read.error().message);
  if (!read) return kStandard;
  const auto kept = keep_catalogue(*read);
  EXPECT_TRUE(kept) << (kept ? "" : kept.error().message);
  return kept ? *kept : kStandard;
}

// CV-49, CV-51, CV-52, CV-53, CV-56: the example of the rulebook, 10 + 6 + 15 + 19 + 8 + 5 = 63.
TEST(CvPoints, FelixHasSixtyThree) {
  Options options = table_of(3);
  options.cards = with_points({{23, 3},
                               {24, 2},
                               {61, 8},
                               {62, 5},
                               {60, 4},
                               {47, 1},
                               {52, 1},
                               {64, 1},
                               {54, 1},
                               {50, 7},
                               {63, 7},
                               {66, 7}});
  const State state =
      position_of<Cv>(options, {{"phase", {"over"}},
                                {"starter", {"2"}},
                                {"goals", {"76 79"}},
                                {"secret_goals", {"81", "80", "83"}},
                                {"cvs",
                                 {"possession 60 47 52 64 54, work 28",
                                  "health 13 14 22 25, relationship 15 18 26, knowledge 16 27 32 "
                                  "35 38, possession 62 61 24 23 12",
                                  "possession 50 63 66"}}});
  const Sheet felix = sheet_of(state.table, kTwo, card_of(80));
  EXPECT_EQ(felix.stacks, (std::array{10, 6, 15}));
  EXPECT_EQ(felix.possessions, 19);               // 5 + 8 + 2 + 3 + 1
  EXPECT_EQ(felix.secret, 8);                     // four pairs of health and knowledge
  EXPECT_EQ(felix.goals, (std::array{5, 0, 0}));  // Collector, as many as seat 1; no work
  const Scores scores = Cv::scores(state);
  EXPECT_EQ(scores[0], 4 + 1 + 1 + 1 + 1 + 5 + 3);  // Collector too, and the Hard worker's one job
  EXPECT_EQ(scores[1], 63);
  EXPECT_EQ(scores[2], 21);  // three possessions are not the most
  EXPECT_EQ(Cv::winners(state), SeatSet::of(kTwo));
}

// CV-52, CV-53: goals that count possessions, whatever these are worth.
TEST(CvPoints, CollectorAndSuccessfulPersonCountPossessions) {
  const auto secret = [](const std::string& cv, int goal) {
    const State state =
        position_of<Cv>(table_of(2), {{"phase", {"over"}}, {"cvs", {cv, ""}}, {"goals", {"81"}}});
    return sheet_of(state.table, kOne, card_of(goal)).secret;
  };
  EXPECT_EQ(secret("possession 24 23 12", 76), 3);
  EXPECT_EQ(secret("possession 50 12, work 40", 76), 2);
  EXPECT_EQ(secret("work 50, possession 12", 76), 1);
  EXPECT_EQ(secret("work 19, possession 23 12", 82), 3);
  EXPECT_EQ(secret("work 19 20 28, possession 60 24 23 12", 82), 6);
  EXPECT_EQ(secret("work 19 20 28, possession 24 23 12", 82), 3);
  EXPECT_EQ(secret("work 19, possession 60 24 23 12", 82), 3);
  EXPECT_EQ(secret("work 19, possession 12", 82), 0);
  EXPECT_EQ(secret("possession 24 23 12", 82), 0);
  EXPECT_EQ(secret("health 13 14, relationship 15 18, knowledge 16 27, work 19 20, possession 23 12", 78),
            14);
}

}  // namespace
}  // namespace lifetable::cv

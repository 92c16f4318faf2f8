// SPDX-License-Identifier: Apache-2.0
// What no scenario can show: the deck, the odds of the dealer, and options that are refused.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "core/testing.hpp"
#include "games/alive/alive.hpp"
#include "games/alive/words.hpp"

namespace lifetable::alive {
namespace {

constexpr Seat kOne{0};

Options table_of(int players, std::string_view rules = "") { return table_for<Alive>(players, rules); }

State position(int players, const std::vector<Named>& named) {
  return position_of<Alive>(table_of(players), named);
}

void play(State& state, Seat actor, const std::string& text) { play_text<Alive>(state, actor, text); }

/// How far counts are from what they should be on average, in the measure of the chi-square test.
template <class Key>
double chi_square(const std::map<Key, double>& wanted, std::map<Key, double> found) {
  double sum = 0;
  for (const auto& [key, mean] : wanted) sum += (found[key] - mean) * (found[key] - mean) / mean;
  return sum;
}

// FA-2
TEST(AliveDeck, HasTheCopiesOfItsPrinting) {
  const std::map<std::string, int> first = {
      {"0", 8},     {"1", 8},   {"2", 8},    {"3", 8},    {"4", 8},       {"5", 4},
      {"6", 2},     {"7", 1},   {"Pass", 4}, {"Skip", 6}, {"Reverse", 4}, {"Draw1", 2},
      {"Draw2", 2}, {"=21", 5}, {"=10", 2},  {"=0", 3},   {"Redeal", 1},  {"Bomb", 1}};
  std::map<std::string, int> later = first;
  later["Skip"] = 4, later["Reverse"] = 6;
  for (const auto& [printing, copies] : {std::pair{Printing::first, first}, {Printing::later, later}}) {
    const Cards deck = Cards::whole_deck(printing);
    std::map<std::string, int> found;
    for (const Card card : deck.kinds()) {
      found[std::string(name_of(card))] = deck.count(card);
      EXPECT_EQ(copies_of(card, printing), deck.count(card));
    }
    EXPECT_EQ(found, copies);
    EXPECT_EQ(deck.size(), 77);
    EXPECT_EQ(deck.numbers().size(), 47);
  }
}

// FA-2
TEST(AliveDealer, DrawsEveryCardOfTheDeckAsOftenAsItIsThere) {
  for (const char* printing : {"first", "later"}) {
    const State state = Alive::start(table_of(3, fmt::format("dealer=1 printing={}", printing)));
    std::map<Card, double> weights, wanted, drawn;
    for (const auto& outcome : Alive::outcomes(state)) weights[outcome.move.card()] = outcome.weight;
    Xoshiro256pp rng(2);
    const Cards deck = state.table.whole_deck();
    for (const Card card : deck.kinds()) wanted[card] = deck.count(card);
    EXPECT_EQ(weights, wanted);
    for (auto& [card, mean] : wanted) mean *= 1000;
    for (int i = 0; i < 77'000; ++i) ++drawn[Alive::draw(state, rng).card()];
    EXPECT_EQ(drawn.size(), 18u);
    EXPECT_LT(chi_square(wanted, drawn), 41);  // 17 degrees of freedom: one fair run in a thousand is worse
  }
}

// FA-4
TEST(AliveDealer, DrawsEverySeatEquallyOftenToDealFirst) {
  for (int players = 2; players <= 6; ++players) {
    const State state = Alive::start(table_of(players));
    ASSERT_EQ(Alive::outcomes(state).size(), static_cast<std::size_t>(players));
    for (const auto& outcome : Alive::outcomes(state)) EXPECT_EQ(outcome.weight, 1u);
    Xoshiro256pp rng(4);
    std::map<int, double> wanted, found;
    for (int i = 0; i < players; ++i) wanted[i] = 10'000;
    for (int i = 0; i < players * 10'000; ++i) ++found[Alive::draw(state, rng).seat().index];
    EXPECT_EQ(found.size(), static_cast<std::size_t>(players));
    EXPECT_LT(chi_square(wanted, found), 21);  // at most 5 degrees of freedom
  }
}

// FA-23
TEST(AliveDealer, DrawsOnlyCardsHandedInForAReDealAndEachEquallyOften) {
  State state = position(2, {{"turn", {"1"}}, {"hands", {"5 6 Redeal", "0 0 0 1"}}});
  play(state, kOne, "play Redeal");
  Xoshiro256pp rng(5);
  std::map<std::string, double> drawn;
  for (int i = 0; i < 60'000; ++i) ++drawn[Alive::text(Alive::draw(state, rng))];
  EXPECT_LT(
      chi_square({{"draw 0", 30'000}, {"draw 1", 10'000}, {"draw 5", 10'000}, {"draw 6", 10'000}}, drawn),
      17);
  EXPECT_EQ(drawn.size(), 4u);
}

// FA-1, FA-2, FA-4, FA-38
TEST(AliveOptions, AreRefusedIfNobodyCouldPlayByThem) {
  const auto refused = [](const std::string& words) {
    const auto options = Alive::options(assignments(words));
    return options ? 0 : options.error().clause.number;
  };
  EXPECT_EQ(refused("players=1"), 1);
  EXPECT_EQ(refused("players=7"), 1);
  EXPECT_EQ(refused("printing=middle"), 2);
  EXPECT_EQ(refused("players=3 dealer=4"), 4);
  EXPECT_EQ(refused("players=2 teams=yes"), 38);
  EXPECT_EQ(refused("players=3 teams=yes"), 38);
  for (const char* good : {"players=2", "players=6", "players=4 teams=yes", "players=6 teams=yes sudden=yes"})
    EXPECT_EQ(refused(good), 0) << good;
}
}  // namespace
}  // namespace lifetable::alive

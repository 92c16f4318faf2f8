// SPDX-License-Identifier: Apache-2.0
// Which hidden cards are thought possible, and which are not.
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

#include "core/testing.hpp"
#include "games/alive/alive.hpp"
#include "games/alive/words.hpp"

namespace lifetable::alive {
namespace {

constexpr Seat kOne{0}, kTwo{1}, kThree{2};

Options table_of(int players, std::string_view rules = "") { return table_for<Alive>(players, rules); }

State position(int players, const std::vector<Named>& named) {
  return position_of<Alive>(table_of(players), named);
}

void play(State& state, Seat actor, const std::string& text) { play_text<Alive>(state, actor, text); }

/// Other tables that `reader` cannot tell from this one.
template <class Use>
void imagine(const State& state, Seat reader, int times, Use use) {
  Xoshiro256pp rng(2024);
  const View view = Alive::view(state, reader);
  for (int i = 0; i < times; ++i) {
    const State other = Alive::imagine(view, rng);
    ASSERT_EQ(Alive::invariants(other), "");
    use(other);
  }
}

/// Every card that `reader` thinks possible in the hand of `seat`.
std::set<std::string> thought_possible(const State& state, Seat reader, Seat seat, int times = 3000) {
  std::set<std::string> cards;
  imagine(state, reader, times, [&](const State& other) {
    for (const Card card : other.secrets[seat.index].hand.kinds()) cards.emplace(name_of(card));
  });
  return cards;
}

std::set<std::string> all_but(std::set<std::string> missing) {
  std::set<std::string> cards;
  for (const Card card : Cards::whole_deck(Printing::first).kinds())
    if (!missing.contains(std::string(name_of(card)))) cards.emplace(name_of(card));
  return cards;
}

TEST(AliveImagined, WhereNothingIsKnownEveryUnseenCardIsAsLikelyInAnyHand) {
  const State state = position(3, {{"turn", {"1"}}, {"hands", {"3 5 Bomb", "4 4 6 7 Draw1", "6 Redeal"}}});
  constexpr int kTimes = 40'000;
  std::map<Card, int> two, three;
  imagine(state, kOne, kTimes, [&](const State& other) {
    for (const auto& [seat, counts] : {std::pair(kTwo, &two), std::pair(kThree, &three)})
      for (const Card card : other.secrets[seat.index].hand.kinds())
        (*counts)[card] += other.secrets[seat.index].hand.count(card);
  });
  Cards unseen = state.table.hidden();
  unseen -= state.secrets[0].hand;
  for (const Card card : unseen.kinds()) {
    const double each = static_cast<double>(kTimes) * unseen.count(card) / unseen.size();
    // five standard deviations, of at most sqrt(cards expected)
    EXPECT_NEAR(two[card], 5 * each, 5 * std::sqrt(5 * each)) << name_of(card);
    EXPECT_NEAR(three[card], 2 * each, 5 * std::sqrt(2 * each)) << name_of(card);
  }
}

// FA-44
TEST(AliveImagined, WhoWasStuckAtNineteenHoldsNothingBelowAThree) {
  State state =
      position(3, {{"turn", {"1"}}, {"total", {"19"}}, {"hands", {"3 3 5 6", "4 Draw1", "7 Bomb"}}});
  play(state, kOne, "flip");
  EXPECT_EQ(thought_possible(state, kTwo, kOne), (std::set<std::string>{"3", "4", "5", "6", "7"}));
  EXPECT_EQ(thought_possible(state, kThree, kOne),
            (std::set<std::string>{"3", "4", "5", "6"}));  // I hold the 7
  EXPECT_EQ(thought_possible(state, kNobody, kOne), (std::set<std::string>{"3", "4", "5", "6", "7"}));
  EXPECT_EQ(thought_possible(state, kOne, kTwo), all_but({}));  // the others have not flipped

  // A card is drawn: one of five may be anything, but no more than one.
  play(state, kTwo, "play Draw1");
  play(state, kDealer, "draw 0");
  play(state, kDealer, "draw 0");
  EXPECT_EQ(thought_possible(state, kTwo, kOne, 20'000), all_but({}));
  imagine(state, kTwo, 2000, [](const State& other) {
    const Cards hand = other.secrets[0].hand;
    ASSERT_EQ(hand.size(), 5);
    ASSERT_LE(hand.fitting(19).size(), 1) << names_of(hand);
  });
}

// FA-44
TEST(AliveImagined, WhoWasStuckAndPlaysAWildCardMustHaveDrawnIt) {
  State state =
      position(2, {{"turn", {"1"}}, {"floors", {"wild:2 1:2", ""}}, {"hands", {"3 5 Pass", "4 6"}}});
  EXPECT_EQ(thought_possible(state, kTwo, kOne), all_but({}));
  play(state, kOne, "play Pass");
  EXPECT_EQ(thought_possible(state, kTwo, kOne), (std::set<std::string>{"1", "2", "3", "4", "5", "6", "7"}));
}

// FA-44
TEST(AliveImagined, WhoLostALifeToABombHoldsNoZero) {
  State state = position(3, {{"turn", {"1"}}, {"hands", {"5 Bomb", "4 =0", "0 1"}}});
  play(state, kOne, "play Bomb");
  EXPECT_EQ(thought_possible(state, kOne, kTwo), all_but({"0", "Bomb"}));
  EXPECT_EQ(thought_possible(state, kOne, kThree), all_but({"Bomb"}));  // a second 0 is not ruled out
}

// FA-45
TEST(AliveImagined, CardsHandedInAreInTheHandsAfterAReDeal) {
  State state = position(3, {{"turn", {"1"}}, {"hands", {"6 6 7 Redeal", "1 2 3", "1 2"}}});
  play(state, kOne, "play Redeal");
  for (const char* draw : {"draw 6", "draw 1", "draw 2", "draw 7", "draw 1", "draw 2", "draw 3", "draw 6"})
    play(state, kDealer, draw);
  ASSERT_EQ(Alive::actors(state).first(), kTwo);
  // I handed in 6 6 7 and got a 6 back: a 6 and the 7 are with the others, in any way.
  std::map<std::string, int> where;
  imagine(state, kOne, 4000, [&](const State& other) {
    const Cards two = other.secrets[1].hand, three = other.secrets[2].hand;
    ASSERT_EQ(two.count(number_card(6)) + three.count(number_card(6)), 1);
    ASSERT_EQ(two.count(Card::seven) + three.count(Card::seven), 1);
    ++where[fmt::format("6 at {}, 7 at {}", two.has(number_card(6)) ? 2 : 3, two.has(Card::seven) ? 2 : 3)];
  });
  EXPECT_EQ(where.size(), 4u);
  // The other three or four cards of theirs may be any that I do not see.
  EXPECT_EQ(thought_possible(state, kOne, kTwo, 10'000), all_but({"Redeal"}));
  // Seat 2 handed in 1 2 3 and got 6 1 2: it knows of the 3 alone, and a bystander of nothing.
  imagine(state, kTwo, 1000, [](const State& other) {
    ASSERT_TRUE(other.secrets[0].hand.has(number_card(3)) || other.secrets[2].hand.has(number_card(3)));
  });
  for (const Seat seat : {kOne, kTwo, kThree})
    EXPECT_EQ(thought_possible(state, kNobody, seat, 10'000), all_but({"Redeal"}));
}

// FA-45
TEST(AliveImagined, WhatFlipsToldBeforeAReDealIsTrueOfAllHandsTogether) {
  State state =
      position(2, {{"turn", {"1"}}, {"floors", {"", "wild:3 1:3"}}, {"hands", {"0 0 0 Redeal", "3 4 5"}}});
  play(state, kOne, "play Redeal");
  for (const char* draw : {"draw 0", "draw 3", "draw 4", "draw 0", "draw 0", "draw 5"})
    play(state, kDealer, draw);
  // Seat 1 handed in three 0s and got two back. The third is with seat 2, whose other two are no 0s: seat 2
  // had three cards from 1 up, and one of them is now the 5 of seat 1.
  imagine(state, kOne, 2000, [](const State& other) {
    const Cards hand = other.secrets[1].hand;
    ASSERT_EQ(hand.count(Card::zero), 1);
    ASSERT_EQ(hand.numbers().size(), 3) << names_of(hand);
  });
  // A bystander knows only that three of the six cards are numbers from 1 up.
  bool split = false;
  imagine(state, kNobody, 2000, [&](const State& other) {
    Cards all = other.secrets[0].hand;
    all += other.secrets[1].hand;
    ASSERT_GE(all.numbers().size() - all.count(Card::zero), 3);
    split |= other.secrets[0].hand.numbers().size() == 3;
  });
  EXPECT_TRUE(split);
}

// FA-45
TEST(AliveImagined, ACardHandedInIsNotAmongThoseThatWereDrawnLater) {
  // Of seat 2 only new cards are left, so the Bomb that seat 1 knows of must be with seat 3.
  const State state = position(3, {{"turn", {"1"}},
                                   {"mixed", {"yes"}},
                                   {"old", {"2", "0", "2"}},
                                   {"known", {"Bomb", "", ""}},
                                   {"hands", {"1 2", "3 4", "5 Bomb"}}});
  imagine(state, kOne, 1000, [](const State& other) { ASSERT_TRUE(other.secrets[2].hand.has(Card::bomb)); });
  EXPECT_TRUE(thought_possible(state, kThree, kTwo).contains("=21"));
}

// FA-46
TEST(AliveImagined, WhenThePileRunsDryTheOtherHandsAreKnownTogether) {
  State state = position(
      3, {{"turn", {"1"}}, {"hands", {"5 Draw2", "1 2 3", "6 =21"}}, {"deck", {"7"}}, {"top", {"0"}}});
  const auto together = [](const State& at, Seat a, Seat b) {
    Cards both = at.secrets[a.index].hand;
    both += at.secrets[b.index].hand;
    return names_of(both);
  };
  play(state, kOne, "play Draw2");
  play(state, kDealer, "draw 7");  // the last of the old pile; the discards are shuffled
  std::set<std::string> hands;
  imagine(state, kOne, 3000, [&](const State& other) {
    ASSERT_EQ(together(other, kTwo, kThree), "1 2 3 6 7 =21");
    hands.insert(names_of(other.secrets[2].hand));
  });
  EXPECT_EQ(hands.size(), 15u);  // any two of the six

  for (const char* draw : {"draw 0", "draw Bomb", "draw 0"}) play(state, kDealer, draw);
  ASSERT_EQ(Alive::actors(state).first(), kTwo);
  // Seat 1 has drawn nothing: for the others, its hand is as it was.
  imagine(state, kTwo, 2000, [&](const State& other) {
    ASSERT_TRUE(names_of(other.secrets[0].hand) == "5" || names_of(other.secrets[0].hand) == "6" ||
                names_of(other.secrets[0].hand) == "=21");
    Cards both = other.secrets[0].hand;
    both += other.secrets[2].hand;
    ASSERT_TRUE(both.has(number_card(5)) && both.has(number_card(6)) && both.has(Card::to21));
  });
  EXPECT_EQ(thought_possible(state, kTwo, kThree, 10'000), all_but({"7"}));
}
}  // namespace
}  // namespace lifetable::alive

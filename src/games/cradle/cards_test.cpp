// SPDX-License-Identifier: Apache-2.0
#include "games/cradle/cards.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace lifetable::cradle {
namespace {

// CG-2
TEST(Cards, TheWholeDeckHasSixOfEachAgeAndFourOfEachSpecial) {
  const Cards deck = Cards::whole_deck();
  EXPECT_EQ(deck.size(), kDeckSize);
  int cards = 0;
  for (const Card card : deck.kinds()) {
    EXPECT_EQ(deck.count(card), is_age(card) ? 6 : 4);
    cards += deck.count(card);
  }
  EXPECT_EQ(cards, 70);  // 9 * 6 + 4 * 4
}

// CG-2
TEST(Cards, TheNthCardIsFoundInEveryHeap) {
  // Take cards away one by one; after each, compare with a plain list.
  Cards heap = Cards::whole_deck();
  unsigned state = 1;
  while (!heap.empty()) {
    std::vector<Card> sorted;
    for (const Card card : heap.kinds())
      for (int n = 0; n < heap.count(card); ++n) sorted.push_back(card);
    ASSERT_EQ(static_cast<int>(sorted.size()), heap.size());
    for (std::size_t n = 0; n < sorted.size(); ++n) ASSERT_EQ(heap.nth(static_cast<int>(n)), sorted[n]);
    state = state * 1664525u + 1013904223u;
    heap.take(sorted[(state >> 8) % sorted.size()]);
  }
}

TEST(Cards, IncludesComparesEveryKind) {
  Cards hand, two;
  hand.add(age_card(3));
  hand.add(Card::swap);
  two.add(age_card(3));
  EXPECT_TRUE(hand.includes(two));
  two.add(age_card(3));
  EXPECT_FALSE(hand.includes(two));
  EXPECT_TRUE(Cards::whole_deck().includes(hand));
}

TEST(Cards, OnlyKeepsTheGivenKinds) {
  Cards hand;
  for (const Card card : {age_card(1), age_card(9), Card::zero, Card::stop, Card::stop}) hand.add(card);
  EXPECT_EQ(hand.only(kWild).size(), 4);
  EXPECT_EQ(hand.only(kAges).size(), 2);
  EXPECT_EQ(hand.only(kind(Card::stop)).count(Card::stop), 2);
}

TEST(Row, KeepsTheOrder) {
  Row row;
  row.put(0, Card::stop);
  row.put(1, age_card(4));
  EXPECT_EQ(row.at(0), Card::stop);
  EXPECT_EQ(row.at(1), age_card(4));
  EXPECT_EQ(row.heap(1, 2).size(), 1);
}

}  // namespace
}  // namespace lifetable::cradle

// SPDX-License-Identifier: Apache-2.0
// Heaps of cards against the plain way to count, and what can be concluded from ranks.
#include "games/alive/cards.hpp"

#include <array>
#include <gtest/gtest.h>

#include "core/random.hpp"
#include "games/alive/memory.hpp"

namespace lifetable::alive {
namespace {

using Counts = std::array<int, kKinds>;

Cards heap_of(const Counts& counts) {
  Cards heap;
  for (int c = 0; c < kKinds; ++c)
    for (int n = 0; n < counts[static_cast<std::size_t>(c)]; ++n) heap.add(static_cast<Card>(c));
  return heap;
}

Counts some_of(Cards deck, Xoshiro256pp& rng) {
  Counts counts{};
  for (int c = 0; c < kKinds; ++c)
    counts[static_cast<std::size_t>(c)] =
        static_cast<int>(below(rng, static_cast<std::uint32_t>(deck.count(static_cast<Card>(c)) + 1)));
  return counts;
}

template <class Check>
void for_many_heaps(Check check) {
  Xoshiro256pp rng(5);
  for (int i = 0; i < 2000; ++i) {
    const Counts counts = some_of(Cards::whole_deck(i % 2 ? Printing::later : Printing::first), rng);
    check(counts, heap_of(counts), rng);
  }
}

// FA-2: both printings have 77 cards; the later one has two Skips fewer and two Reverses more.
TEST(AliveCards, ADeckHas77Cards) {
  for (const Printing printing : {Printing::first, Printing::later})
    EXPECT_EQ(Cards::whole_deck(printing).size(), kDeckSize);
  const Cards first = Cards::whole_deck(Printing::first), later = Cards::whole_deck(Printing::later);
  EXPECT_EQ(first.numbers().size(), 47);
  EXPECT_EQ(first.count(Card::skip), 6);
  EXPECT_EQ(first.count(Card::reverse), 4);
  EXPECT_EQ(later.count(Card::skip), 4);
  EXPECT_EQ(later.count(Card::reverse), 6);
  for (const Card single : {Card::seven, Card::bomb, Card::redeal}) EXPECT_EQ(first.count(single), 1);
}

TEST(AliveCards, CountsLikeAPlainList) {
  for_many_heaps([](const Counts& counts, Cards heap, Xoshiro256pp&) {
    int size = 0, kinds = 0, sum = 0;
    auto each = heap.kinds().begin();
    for (int c = 0; c < kKinds; ++c) {
      const Card card = static_cast<Card>(c);
      const int count = counts[static_cast<std::size_t>(c)];
      ASSERT_EQ(heap.count(card), count);
      ASSERT_EQ(heap.has(card), count > 0);
      for (int n = 0; n < count; ++n) ASSERT_EQ(heap.nth(size + n), card);
      size += count;
      kinds += count > 0;
      sum += count * value_of(card);
      if (count == 0) continue;
      ASSERT_EQ(heap.each_once().nth_of_once(kinds - 1), card);
      ASSERT_EQ(*each, card);
      ++each;
    }
    EXPECT_TRUE(each == heap.kinds().end());
    EXPECT_EQ(heap.size(), size);
    EXPECT_EQ(heap.each_once().size(), kinds);
    EXPECT_EQ(heap.each_once().size_of_once(), kinds);
    EXPECT_EQ(heap.sum(), sum);
  });
}

TEST(AliveCards, ComparesKindByKind) {
  for_many_heaps([](const Counts& counts, Cards heap, Xoshiro256pp& rng) {
    const Counts others = some_of(Cards::whole_deck(Printing::first), rng);
    const Cards other = heap_of(others);
    bool includes = true;
    Counts beyond{};
    for (std::size_t c = 0; c < kKinds; ++c) {
      includes = includes && counts[c] >= others[c];
      beyond[c] = std::max(0, counts[c] - others[c]);
    }
    EXPECT_EQ(heap.includes(other), includes);
    EXPECT_EQ(heap.beyond(other), heap_of(beyond));
    EXPECT_TRUE(heap.includes(heap.beyond(other)));
  });
}

// FA-8, FA-9: a number fits if it does not pass 21; a wild card always does.
TEST(AliveCards, WhatFitsATotal) {
  const Cards deck = Cards::whole_deck(Printing::first);
  for (int total = 0; total <= kLimit; ++total)
    for (int c = 0; c < kKinds; ++c) {
      const Card card = static_cast<Card>(c);
      EXPECT_EQ(deck.fitting(total).count(card),
                is_wild(card) || total + value_of(card) <= kLimit ? deck.count(card) : 0);
    }
}

// FA-44: a floor is what is left of "at least so many" when cards are played.
TEST(AliveMemory, AFloorFollowsTheCardsPlayed) {
  for_many_heaps([](const Counts&, Cards heap, Xoshiro256pp& rng) {
    const int rank = 1 + static_cast<int>(below(rng, kTopRank));
    Cards hand = at_least(rank, heap);  // stuck: all of the hand has this rank
    if (hand.size() > 40) return;
    Floor floor;
    floor.raise(rank, hand.size());
    std::array<int, kTopRank + 1> least{};
    for (int r = 1; r <= rank; ++r) least[static_cast<std::size_t>(r)] = hand.size();
    for (int steps = 0; steps < 10 && !heap.empty(); ++steps) {
      // Cards come and go: a drawn one may be played too.
      const Card card = heap.nth(static_cast<int>(below(rng, static_cast<std::uint32_t>(heap.size()))));
      floor.lose(card);
      for (int r = 1; r <= rank_of(card); ++r) {
        int& count = least[static_cast<std::size_t>(r)];
        count = std::max(0, count - 1);
      }
      // A lower rank is never counted on less: what was played may be a card that was drawn.
      for (std::size_t r = kTopRank - 1; r >= 1; --r) least[r] = std::max(least[r], least[r + 1]);
      for (int r = 1; r <= kTopRank; ++r) ASSERT_EQ(floor.at(r), least[static_cast<std::size_t>(r)]);
    }
  });
}

TEST(AliveMemory, FloorsAddUpAndSayWhatHolds) {
  for_many_heaps([](const Counts& counts, Cards heap, Xoshiro256pp& rng) {
    const Floor floor = Floor::of(heap);
    EXPECT_TRUE(floor.holds_for(heap));
    for (int rank = 1; rank <= kTopRank; ++rank)
      EXPECT_EQ(floor.at(rank), std::min(63, at_least(rank, heap).size()));
    if (at_least(1, heap).size() == 0 || at_least(1, heap).size() > 63) return;
    // In two parts.
    Counts some{};
    for (std::size_t c = 0; c < kKinds; ++c)
      some[c] = static_cast<int>(below(rng, static_cast<std::uint32_t>(counts[c] + 1)));
    const Cards part = heap_of(some), rest = heap.beyond(part);
    EXPECT_EQ(Floor::of(part) + Floor::of(rest), floor);
    EXPECT_EQ(floor - Floor::of(part), Floor::of(rest));
    EXPECT_EQ(both(Floor::of(part), floor), floor);
    EXPECT_EQ(floor.holds_for(rest), at_least(1, part).empty());
  });
}

TEST(AliveMemory, AFloorOfVeryManyCardsStaysWithinItsBits) {
  Floor floor;
  floor.raise(2, 38);
  floor.raise(1, 66);
  EXPECT_EQ(floor.at(1), 63);
  EXPECT_EQ(floor.at(2), 38);
}

}  // namespace
}  // namespace lifetable::alive

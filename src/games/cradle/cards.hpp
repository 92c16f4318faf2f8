// SPDX-License-Identifier: Apache-2.0
// The 70 cards of Cradle to Grave (CG-2), and how heaps of them are counted.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <string_view>

namespace lifetable::cradle {

/// Age cards are their own digit.
enum class Card : std::uint8_t {
  none = 0,
  one = 1,
  eight = 8,
  nine = 9,
  zero = 10,
  ten = 11,
  swap = 12,
  stop = 13
};

inline constexpr int kKinds = 13;
inline constexpr int kDeckSize = 70;

constexpr Card age_card(int digit) { return static_cast<Card>(digit); }
constexpr bool is_age(Card card) { return card >= Card::one && card <= Card::nine; }
constexpr bool is_special(Card card) { return card >= Card::zero; }
/// What an age card shows, and what a card counts at the hundred check (CG-13).
constexpr int digit_of(Card card) { return is_age(card) ? static_cast<int>(card) : 0; }
constexpr int copies_of(Card card) { return is_age(card) ? 6 : 4; }

/// A set of kinds, bit `card`.
using Kinds = std::uint16_t;
constexpr Kinds kind(Card card) { return static_cast<Kinds>(1u << static_cast<int>(card)); }
/// The cards that force a redeal (CG-5): 9 and every special. The others, 1 to 8, are "plain".
inline constexpr Kinds kWild =
    kind(Card::nine) | kind(Card::zero) | kind(Card::ten) | kind(Card::swap) | kind(Card::stop);
inline constexpr Kinds kAges = 0b11'1111'1110;
inline constexpr Kinds kAll = kAges | kWild;

namespace detail {
inline constexpr auto kSpread = [] {
  std::array<std::uint32_t, 128> masks{};
  for (unsigned k = 0; k < 128; ++k)
    for (unsigned i = 0; i < 7; ++i)
      if (k >> i & 1) masks[k] |= 15u << 4 * i;
  return masks;
}();
}  // namespace detail

/// How many of each kind: a heap without order. Four bits a kind, at bit 4 * card; no count passes 6.
struct Cards {
  std::uint64_t bits = 0;

  static constexpr Cards whole_deck() {
    Cards all;
    for (int c = 1; c <= kKinds; ++c)
      all.bits |= static_cast<std::uint64_t>(copies_of(static_cast<Card>(c))) << 4 * c;
    return all;
  }

  constexpr int count(Card card) const { return static_cast<int>(bits >> shift(card) & 15); }
  constexpr bool has(Card card) const { return count(card) != 0; }
  constexpr bool empty() const { return bits == 0; }
  constexpr int size() const {
    const std::uint64_t pairs = (bits & kLow) + (bits >> 4 & kLow);
    return static_cast<int>(pairs * kOnes >> 56);
  }
  constexpr void add(Card card) { bits += one_of(card); }
  constexpr void add_if(bool wanted, Card card) { bits += static_cast<std::uint64_t>(wanted) << shift(card); }
  constexpr void take(Card card) { assert(has(card)), bits -= one_of(card); }
  constexpr Cards& operator+=(Cards other) { return bits += other.bits, *this; }
  constexpr Cards& operator-=(Cards other) { return assert(includes(other)), bits -= other.bits, *this; }
  friend constexpr bool operator==(Cards, Cards) = default;

  /// Whether every card of `other` is here too.
  constexpr bool includes(Cards other) const {
    constexpr std::uint64_t high = 0x8888888888888888u;  // free in every count
    return (((bits | high) - other.bits) & high) == high;
  }

  /// The cards of the given kinds only.
  constexpr Cards only(Kinds kinds) const {
    return {bits & (spread(kinds & 127) | spread(kinds >> 7) << 28)};
  }

  /// The card at place `n` (from 0) when the heap lies sorted: 1s first, Stop!s last. A kind ends before `n`
  /// if all cards up to it are at most `n`; the ends of all kinds are summed and compared at once, the even
  /// kinds in one word and the odd ones in another. Drawing is half of what a simulation does, and each draw
  /// waits for the one before.
  constexpr Card nth(int n) const {
    const std::uint64_t even = bits >> 8 & kLow, odd = bits >> 4 & kLow;  // 2, 4, 6... and 1, 3, 5...
    const std::uint64_t even_ends = (even + odd) * kOnes, odd_ends = ((bits & kLow) + odd) * kOnes;
    const std::uint64_t lift = kOnes * (127u - static_cast<unsigned>(n));  // what ends after n reaches 128
    // How many kinds of a word do not: 8 for each, and 7. The last bit, always set, spares a test for 0.
    const auto ended = [](std::uint64_t ends) { return std::countr_zero((ends & kHigh) | kHigh << 56); };
    return static_cast<Card>((ended(even_ends + lift) + ended(odd_ends + lift)) >> 3);
  }

  /// One card of every kind that is here; one of every kind that is here at least twice.
  constexpr Cards each_once() const { return {(bits | bits >> 1 | bits >> 2) & kFirst}; }
  constexpr Cards each_pair() const { return {(bits >> 1 | bits >> 2) & kFirst}; }
  /// The kinds that are here as a set; there must be no pairs.
  constexpr Kinds set() const {
    std::uint64_t near = (bits | bits >> 3) & 0x0303030303030303u;
    near = (near | near >> 6) & 0x000F000F000F000Fu;
    near = (near | near >> 12) & 0x000000FF000000FFu;
    return static_cast<Kinds>(near | near >> 24);
  }

  /// The kinds that are here, in order: `for (Card card : heap.kinds())`.
  struct Iterator {
    std::uint64_t rest;
    constexpr Card operator*() const { return static_cast<Card>(std::countr_zero(rest) >> 2); }
    constexpr Iterator& operator++() {
      rest &= ~(std::uint64_t{15} << (std::countr_zero(rest) & ~3));
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;
  };
  struct Range {
    std::uint64_t bits;
    constexpr Iterator begin() const { return {bits}; }
    constexpr Iterator end() const { return {0}; }
  };
  constexpr Range kinds() const { return {bits}; }

 private:
  static constexpr std::uint64_t kLow = 0x0F0F0F0F0F0F0F0Fu, kOnes = 0x0101010101010101u, kHigh = kOnes << 7;
  static constexpr std::uint64_t kFirst = 0x1111111111111111u;  // the lowest bit of every count
  /// Seven kinds as seven counts full of ones.
  static constexpr std::uint64_t spread(unsigned kinds) { return detail::kSpread[kinds]; }
  static constexpr int shift(Card card) { return 4 * static_cast<int>(card); }
  static constexpr std::uint64_t one_of(Card card) { return std::uint64_t{1} << shift(card); }
};

/// Up to 16 cards in the order they were laid, four bits each; how many there are is kept by the table.
struct Row {
  std::uint64_t bits = 0;
  constexpr Card at(int i) const { return static_cast<Card>(bits >> 4 * i & 15); }
  constexpr void put(int i, Card card) { bits |= static_cast<std::uint64_t>(card) << 4 * i; }
  constexpr Cards heap(int from, int to) const {
    Cards heap;
    for (int i = from; i < to; ++i) heap.add(at(i));
    return heap;
  }
  friend constexpr bool operator==(Row, Row) = default;
};

}  // namespace lifetable::cradle

// SPDX-License-Identifier: Apache-2.0
// The 77 cards of Five Alive (FA-2), and how heaps of them are counted.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace lifetable::alive {

/// Numbers are their own value. The two cards of which there is only one come last.
enum class Card : std::uint8_t {
  zero = 0,
  seven = 7,
  pass = 8,
  skip = 9,
  reverse = 10,
  draw1 = 11,
  draw2 = 12,
  to21 = 13,
  to10 = 14,
  to0 = 15,
  redeal = 16,
  bomb = 17,
  none = 31
};

inline constexpr int kKinds = 18, kDeckSize = 77, kLimit = 21;

/// The later printing has two Skips fewer and two Reverses more.
enum class Printing : std::uint8_t { first, later };

constexpr Card number_card(int value) { return static_cast<Card>(value); }
constexpr bool is_card(Card card) { return card <= Card::bomb; }
constexpr bool is_number(Card card) { return card <= Card::seven; }
constexpr bool is_wild(Card card) { return card >= Card::pass && is_card(card); }
constexpr int value_of(Card card) { return is_number(card) ? static_cast<int>(card) : 0; }
/// The total right after a card; Hand in & re-deal and the Bomb make it 0 later.
constexpr int total_after(Card card, int before) {
  switch (card) {
    case Card::to21: return 21;
    case Card::to10: return 10;
    case Card::to0: return 0;
    default: return before + value_of(card);
  }
}
/// How many cards a Draw card makes everybody else draw.
constexpr int draws_of(Card card) { return card == Card::draw2 ? 2 : 1; }
constexpr int copies_of(Card card, Printing printing) {
  constexpr std::array<int, kKinds> copies = {8, 8, 8, 8, 8, 4, 2, 1, 4, 6, 4, 2, 2, 5, 2, 3, 1, 1};
  const int more = printing == Printing::first ? 0 : card == Card::skip ? -2 : card == Card::reverse ? 2 : 0;
  return copies[static_cast<std::size_t>(card)] + more;
}

namespace detail {
// Where the count of a kind stands in a heap: one card, and all bits of the count. Looked up, because drawing
// and playing cards is all that a simulation does.
inline constexpr std::uint64_t kRedeal = std::uint64_t{1} << 59, kBomb = std::uint64_t{1} << 63;
inline constexpr auto kOne = [] {
  std::array<std::uint64_t, 32> ones{};
  for (unsigned c = 0; c < 16; ++c) ones[c] = std::uint64_t{1} << 4 * c;
  ones[16] = kRedeal;  // the free bits of =10 and =0
  ones[17] = kBomb;
  return ones;
}();
inline constexpr auto kAll = [] {
  std::array<std::uint64_t, 32> all{};
  for (unsigned c = 0; c < 16; ++c) all[c] = 15 * kOne[c] & ~(kRedeal | kBomb);
  all[16] = kRedeal;
  all[17] = kBomb;
  return all;
}();
/// By total: the counts, in a heap, of what can be played.
inline constexpr auto kFitting = [] {
  std::array<std::uint64_t, kLimit + 1> masks{};
  for (int total = 0; total <= kLimit; ++total)
    masks[static_cast<std::size_t>(total)] =
        ~std::uint64_t{0} << 32 | ((std::uint64_t{1} << 4 * (std::min(7, kLimit - total) + 1)) - 1);
  return masks;
}();
}  // namespace detail

/// How many of each kind: a heap without order. Four bits a kind at bit 4 * card, with at most 8 of a number
/// and 6 of a wild kind; so the highest bit of a wild kind is free, and two of these bits are the single
/// cards: Hand in & re-deal and the Bomb.
struct Cards {
  std::uint64_t bits = 0;

  static constexpr Cards whole_deck(Printing printing);
  static constexpr Cards counted_deck(Printing printing) {
    Cards all;
    for (int c = 0; c < kKinds; ++c)
      all.bits += static_cast<std::uint64_t>(copies_of(static_cast<Card>(c), printing)) *
                  one_of(static_cast<Card>(c));
    return all;
  }
  static constexpr Cards one(Card card) { return {one_of(card)}; }

  constexpr int count(Card card) const {
    assert(is_card(card));
    const auto c = static_cast<std::size_t>(card);
    return static_cast<int>((bits & detail::kAll[c]) >> std::countr_zero(detail::kOne[c]));
  }
  constexpr bool has(Card card) const { return (bits & detail::kAll[static_cast<std::size_t>(card)]) != 0; }
  constexpr bool empty() const { return bits == 0; }
  constexpr int size() const { return static_cast<int>(ends() >> 56) + singles(); }
  constexpr void add(Card card) { bits += one_of(card); }
  constexpr void take(Card card) { assert(has(card)), bits -= one_of(card); }
  /// Takes the card if it is here.
  constexpr void take_if_there(Card card) { bits -= has(card) ? one_of(card) : 0; }
  constexpr Cards& operator+=(Cards other) { return bits += other.bits, *this; }
  constexpr Cards& operator-=(Cards other) { return assert(includes(other)), bits -= other.bits, *this; }
  friend constexpr bool operator==(Cards, Cards) = default;

  /// Whether every card of `other` is here too.
  constexpr bool includes(Cards other) const {
    const auto enough = [](std::uint64_t ours, std::uint64_t theirs) {
      return (((ours | kHigh) - theirs) & kHigh) == kHigh;
    };
    return enough(even(), other.even()) && enough(odd(), other.odd()) && (other.bits & kSingles & ~bits) == 0;
  }
  /// What is here beyond `other`.
  constexpr Cards beyond(Cards other) const {
    Cards rest;
    for (const Card card : kinds())
      rest.bits += static_cast<std::uint64_t>(std::max(0, count(card) - other.count(card))) * one_of(card);
    return rest;
  }

  /// The cards that can be played at this total: numbers that fit, and every wild card (FA-8, FA-9).
  constexpr Cards fitting(int total) const {
    return {bits & detail::kFitting[static_cast<std::size_t>(total)]};
  }
  constexpr Cards numbers() const { return {bits & kNumbers}; }
  /// The sum of the number cards (FA-37).
  constexpr int sum() const {
    int sum = 0;
    for (int v = 1; v <= 7; ++v) sum += v * count(number_card(v));
    return sum;
  }
  /// One card of every kind that is here.
  constexpr Cards each_once() const {
    const std::uint64_t many = bits & ~kSingles, low = kFirst * 7;
    return {((((many & low) + low) | many) >> 3 & kFirst) | (bits & kSingles)};
  }
  /// The same as `size` and `nth`, but faster, of a heap with no more than one card of each kind: a count is
  /// then a bit. The card at `n` is the one with `n` cards before it; for all kinds these are summed and
  /// compared at once.
  constexpr int size_of_once() const { return std::popcount(bits); }
  constexpr Card nth_of_once(int n) const {
    const std::uint64_t once = bits & ~kSingles;
    if (const int many = std::popcount(once); n >= many) [[unlikely]]
      return n > many || !has(Card::redeal) ? Card::bomb : Card::redeal;
    const std::uint64_t before = once * (kFirst << 4);
    const std::uint64_t others = (before ^ kFirst * static_cast<unsigned>(n)) | (once ^ kFirst);  // 0: found
    return static_cast<Card>(std::countr_zero((others - kFirst) & ~others & kFirst << 3) >> 2);
  }

  /// The card at place `n` (from 0) when the heap lies sorted as `Card` is. A kind ends before `n` if all
  /// cards up to it are at most `n`; the ends of all kinds are summed and compared at once, the even kinds in
  /// one word and the odd ones in another. Drawing is half of what a simulation does, and each draw waits for
  /// the one before.
  constexpr Card nth(int n) const {
    assert(n >= 0 && n < size());
    const std::uint64_t odd_ends = ends(), even_ends = odd_ends - odd();
    const std::uint64_t lift = kOnes * (127u - static_cast<unsigned>(n));  // what ends after n reaches 128
    const std::uint64_t later = ((even_ends + lift) >> 7 & kOnes) + ((odd_ends + lift) >> 7 & kOnes);
    const auto kinds_later = static_cast<int>(later * kOnes >> 56);
    if (kinds_later != 0) [[likely]]
      return static_cast<Card>(16 - kinds_later);
    const bool second = n > static_cast<int>(odd_ends >> 56) || !has(Card::redeal);
    return second ? Card::bomb : Card::redeal;
  }

  /// The kinds that are here, in order: `for (Card card : heap.kinds())`.
  struct Iterator {
    std::uint64_t rest;
    constexpr Card operator*() const {
      const std::uint64_t many = rest & ~kSingles;
      return many                          ? static_cast<Card>(std::countr_zero(many) >> 2)
             : rest & one_of(Card::redeal) ? Card::redeal
                                           : Card::bomb;
    }
    constexpr Iterator& operator++() {
      const std::uint64_t many = rest & ~kSingles;
      rest &= many ? ~(std::uint64_t{15} << (std::countr_zero(many) & ~3)) | kSingles : rest - 1;
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
  static constexpr std::uint64_t kNumbers = 0xFFFFFFFFu;
  static constexpr std::uint64_t kSingles = detail::kRedeal | detail::kBomb;

  static constexpr std::uint64_t one_of(Card card) { return detail::kOne[static_cast<std::size_t>(card)]; }
  constexpr std::uint64_t even() const { return bits & ~kSingles & kLow; }
  constexpr std::uint64_t odd() const { return (bits & ~kSingles) >> 4 & kLow; }
  /// Byte i: how many cards there are of the first 2 * i + 2 kinds.
  constexpr std::uint64_t ends() const { return (even() + odd()) * kOnes; }
  constexpr int singles() const { return has(Card::redeal) + has(Card::bomb); }
};

namespace detail {
inline constexpr std::array<Cards, 2> kDecks = {Cards::counted_deck(Printing::first),
                                                Cards::counted_deck(Printing::later)};
}
constexpr Cards Cards::whole_deck(Printing printing) {
  return detail::kDecks[static_cast<std::size_t>(printing)];
}

}  // namespace lifetable::alive

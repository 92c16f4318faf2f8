// SPDX-License-Identifier: Apache-2.0
// What a player who remembers everything can conclude about cards that do not lie open (FA-44 to FA-46).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "games/alive/cards.hpp"

namespace lifetable::alive {

namespace detail {
inline constexpr std::array<std::uint8_t, 32> kRanks = {0, 2, 3, 4, 5, 6, 7, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
}  // namespace detail

/// Everything that can be concluded from flips is of one shape. Sort the kinds by how hard they are to keep:
/// the 0 (rank 0), wild cards (1), then the numbers 1 to 7 (2 to 8). A Bomb that costs a life says "all of
/// rank 1 or more"; being stuck says "all of rank 2 or more" at a total of 21, "3 or more" at 20, and so on.
constexpr int rank_of(Card card) { return detail::kRanks[static_cast<std::size_t>(card)]; }
inline constexpr int kTopRank = 8;
/// The rank that all cards of a hand have at least if it is stuck at `total`.
constexpr int stuck_rank(int total) { return kLimit - total + 2; }

namespace detail {
// By rank: where its count stands in a floor, and the most it can be. There is no rank 9; of rank 0 nothing
// is counted.
inline constexpr std::array<std::uint32_t, kTopRank + 2> kFloorShift = {0, 0, 6, 12, 17, 22, 26, 29, 31, 0},
                                                         kFloorMost = {0, 63, 63, 31, 31, 15, 7, 3, 1, 0};
/// By rank: the counts, in a heap, of the kinds that have at least this rank.
inline constexpr std::array<std::uint64_t, kTopRank + 1> kAtLeast = [] {
  std::array<std::uint64_t, kTopRank + 1> masks{~std::uint64_t{0}, ~std::uint64_t{15}};
  for (unsigned rank = 2; rank <= kTopRank; ++rank)
    masks[rank] = 0xFFFFFFFFu & ~std::uint64_t{0} << 4 * (rank - 1);
  return masks;
}();
}  // namespace detail

/// The cards of at least this rank.
constexpr Cards at_least(int rank, Cards cards) {
  return {cards.bits & detail::kAtLeast[static_cast<std::size_t>(rank)]};
}

/// Of some cards, at least so many have at least such a rank; no count is below that of a higher rank.
/// Layout: the counts for ranks 1 to 8, in 6, 6, 5, 5, 4, 3, 2 and 1 bits: the deck has no more such cards
/// (63 stands for more of rank 1).
struct Floor {
  std::uint32_t bits = 0;

  constexpr int at(int rank) const {
    const auto r = static_cast<std::size_t>(rank);
    return static_cast<int>(bits >> detail::kFloorShift[r] & detail::kFloorMost[r]);
  }
  constexpr void set(int rank, int count) {
    const auto r = static_cast<std::size_t>(rank);
    const std::uint32_t most = detail::kFloorMost[r];
    bits &= ~(most << detail::kFloorShift[r]);
    bits |= std::min(static_cast<std::uint32_t>(count), most) << detail::kFloorShift[r];
  }
  /// All of the cards, `count` in number, have at least this rank.
  constexpr void raise(int rank, int count) {
    const auto ranks = static_cast<std::size_t>(std::min(rank, kTopRank));
    bits = (bits & ~kWhole[ranks]) | static_cast<std::uint32_t>(std::min(count, 63)) * kUpTo[ranks];
  }
  /// One of the cards was this one, and is gone: its rank, and every lower one, is there once less. But a
  /// count that is no more than that of the next higher rank stays: then the card was none that counted.
  constexpr void lose(Card card) {
    if (bits != 0) *this = without(*this, card);
  }
  constexpr bool holds_for(Cards cards) const {
    if (bits == 0) return true;
    for (int rank = 1; rank <= kTopRank; ++rank)
      if (at_least(rank, cards).size() < at(rank)) return false;
    return true;
  }
  /// How the cards really are.
  static constexpr Floor of(Cards cards) {
    Floor floor;
    int count = 0;
    for (int rank = kTopRank; rank >= 2; --rank) {
      count += cards.count(number_card(rank - 1));
      floor.bits |= static_cast<std::uint32_t>(count) << detail::kFloorShift[static_cast<std::size_t>(rank)];
    }
    floor.set(1, at_least(1, cards).size());
    return floor;
  }
  /// Two heaps together; and what is left of one without the other. Counts never pass what the deck has,
  /// except perhaps that of rank 1.
  friend constexpr Floor operator+(Floor a, Floor b) {
    const std::uint32_t first = std::min((a.bits & 63) + (b.bits & 63), 63u);
    return {((a.bits & ~63u) + (b.bits & ~63u)) | first};
  }
  friend constexpr Floor operator-(Floor a, Floor b) {
    return Floor{a.bits - b.bits}.settled();
  }  // b: a part of a
  /// With no count below that of a higher rank.
  constexpr Floor settled() const {
    Floor floor = *this;
    for (int rank = kTopRank - 1; rank >= 1; --rank)
      if (floor.at(rank) < floor.at(rank + 1)) floor.set(rank, floor.at(rank + 1));
    return floor;
  }
  /// Both are true of the same heap.
  friend constexpr Floor both(Floor a, Floor b) {
    if (a.bits == 0) return b;
    if (b.bits == 0) return a;
    for (int rank = 1; rank <= kTopRank; ++rank) a.set(rank, std::max(a.at(rank), b.at(rank)));
    return a;
  }
  friend constexpr bool operator==(Floor, Floor) = default;

 private:
  /// Not compiled into every place that loses cards: mostly there is nothing to lose.
  [[gnu::noinline]] static constexpr Floor without(Floor floor, Card card) {
    const int rank = rank_of(card);
    const int higher = floor.at(rank + 1);
    if (floor.at(rank) > higher) return {floor.bits - kUpTo[static_cast<std::size_t>(rank)]};
    for (int r = 1; r <= rank && floor.at(r) > higher; ++r) floor.set(r, floor.at(r) - 1);
    return floor;
  }
  /// The lowest bit, and all bits, of the counts up to a rank.
  static constexpr auto kUpTo = [] {
    std::array<std::uint32_t, kTopRank + 1> masks{};
    for (std::size_t r = 1; r <= kTopRank; ++r) masks[r] = masks[r - 1] | 1u << detail::kFloorShift[r];
    return masks;
  }();
  static constexpr auto kWhole = [] {
    std::array<std::uint32_t, kTopRank + 1> masks{};
    for (std::size_t r = 1; r <= kTopRank; ++r)
      masks[r] = masks[r - 1] | detail::kFloorMost[r] << detail::kFloorShift[r];
    return masks;
  }();
};

/// What is known about some hands together, since hands were mixed or the pile was made anew.
struct Memory {
  Cards known;  ///< these cards are among them
  Floor floor;
  std::uint32_t unused;  // always 0

  /// One of the cards was this one, and is gone. It may have been another copy than the known one; but then
  /// that one counts no more than any other.
  constexpr void lose(Card card) {
    known.take_if_there(card);
    floor.lose(card);
  }
  constexpr void lose(Cards cards) {
    for (const Card card : cards.kinds())
      for (int n = cards.count(card); n > 0; --n) lose(card);
  }
  constexpr bool holds_for(Cards cards) const { return cards.includes(known) && floor.holds_for(cards); }
  friend constexpr bool operator==(const Memory&, const Memory&) = default;
};

static_assert(std::has_unique_object_representations_v<Memory>);

}  // namespace lifetable::alive

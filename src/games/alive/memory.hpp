// What a player who remembers everything can conclude about cards that do not lie open (FA-44 to FA-46).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "games/alive/cards.hpp"

namespace lifetable::alive {

/// Everything that can be concluded from flips is of one shape. Sort the kinds by how hard they are to keep:
/// the 0 (rank 0), wild cards (1), then the numbers 1 to 7 (2 to 8). A Bomb that costs a life says "all of
/// rank 1 or more"; being stuck says "all of rank 2 or more" at a total of 21, "3 or more" at 20, and so on.
constexpr int rank_of(Card card) { return is_wild(card) ? 1 : value_of(card) + (card != Card::zero); }
inline constexpr int kTopRank = 8;
/// The rank that all cards of a hand have at least if it is stuck at `total`.
constexpr int stuck_rank(int total) { return kLimit - total + 2; }

namespace detail {
inline constexpr std::array<unsigned, kTopRank> kFloorWidth = {6, 6, 5, 5, 4, 3, 2, 1},
                                                kFloorShift = {0, 6, 12, 17, 22, 26, 29, 31};
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
    return static_cast<int>(bits >> kShift[index(rank)] & ((1u << kWidth[index(rank)]) - 1));
  }
  constexpr void set(int rank, int count) {
    const std::uint32_t most = (1u << kWidth[index(rank)]) - 1;
    bits &= ~(most << kShift[index(rank)]);
    bits |= std::min(static_cast<std::uint32_t>(count), most) << kShift[index(rank)];
  }
  /// All of the cards, `count` in number, have at least this rank.
  constexpr void raise(int rank, int count) {
    const auto ranks = static_cast<std::size_t>(std::min(rank, kTopRank));
    bits = (bits & ~kWhole[ranks]) | static_cast<std::uint32_t>(std::min(count, 63)) * kUpTo[ranks];
  }
  /// One of the cards was this one, and is gone.
  constexpr void lose(Card card) {
    if (bits == 0) return;
    // The lowest bit of every count that is not 0; those up to the card's rank become one less.
    const std::uint32_t some = (bits & kFirst[0]) | (bits >> 1 & kFirst[1]) | (bits >> 2 & kFirst[2]) |
                               (bits >> 3 & kFirst[3]) | (bits >> 4 & kFirst[4]) | (bits >> 5 & kFirst[5]);
    bits -= some & kOf[static_cast<std::size_t>(card)];
    // No count is below that of a higher rank: a card of this rank may be one that was never counted on.
    for (int rank = rank_of(card); rank >= 1 && rank < kTopRank && at(rank) < at(rank + 1); --rank)
      set(rank, at(rank + 1));
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
      floor.bits |= static_cast<std::uint32_t>(count) << kShift[index(rank)];
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
  friend constexpr Floor operator-(Floor a, Floor b) { return {a.bits - b.bits}; }  // b being a part of a
  /// Both are true of the same heap.
  friend constexpr Floor both(Floor a, Floor b) {
    if (a.bits == 0) return b;
    if (b.bits == 0) return a;
    for (int rank = 1; rank <= kTopRank; ++rank) a.set(rank, std::max(a.at(rank), b.at(rank)));
    return a;
  }
  friend constexpr bool operator==(Floor, Floor) = default;

 private:
  static constexpr std::size_t index(int rank) { return static_cast<std::size_t>(rank - 1); }
  static constexpr std::array<unsigned, 8> kWidth = detail::kFloorWidth, kShift = detail::kFloorShift;
  /// The lowest bit of every count that has more than i bits.
  static constexpr auto kFirst = [] {
    std::array<std::uint32_t, 6> masks{};
    for (unsigned i = 0; i < masks.size(); ++i)
      for (unsigned r = 0; r < kTopRank; ++r)
        if (i < detail::kFloorWidth[r]) masks[i] |= 1u << detail::kFloorShift[r];
    return masks;
  }();
  /// The lowest bit, and all bits, of the counts up to a rank.
  static constexpr auto kUpTo = [] {
    std::array<std::uint32_t, kTopRank + 1> masks{};
    for (unsigned r = 0; r < kTopRank; ++r) masks[r + 1] = masks[r] | 1u << detail::kFloorShift[r];
    return masks;
  }();
  static constexpr auto kOf = [] {  // by card: the lowest bits up to its rank
    std::array<std::uint32_t, 32> masks{};
    for (unsigned c = 0; c < kKinds; ++c)
      for (int r = 0; r < rank_of(static_cast<Card>(c)); ++r)
        masks[c] |= 1u << detail::kFloorShift[static_cast<std::size_t>(r)];
    return masks;
  }();
  static constexpr auto kWhole = [] {
    std::array<std::uint32_t, kTopRank + 1> masks{};
    for (unsigned r = 0; r < kTopRank; ++r)
      masks[r + 1] = masks[r] | ((1u << detail::kFloorWidth[r]) - 1) << detail::kFloorShift[r];
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

// SPDX-License-Identifier: Apache-2.0
// Throws of several dice at once: what can come up, and how likely it is.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/cv/symbols.hpp"

namespace lifetable::cv {

/// What some dice may show, and in how many of the 6^n ways.
struct Roll {
  Symbols dice;
  std::uint32_t weight;
};

inline constexpr int kMostRolls = 792;  ///< of seven dice

/// All that `dice` dice may show, in a fixed order.
std::span<const Roll> rolls(int dice);

/// 6^n.
constexpr std::uint32_t ways_to_roll(int dice) {
  constexpr std::array<std::uint32_t, kDice + 1> ways = {1, 6, 36, 216, 1296, 7776, 46656, 279936};
  return ways[static_cast<std::size_t>(dice)];
}

/// What they show in one of these ways: in the order of `rolls`, each as often as its weight.
Symbols roll(int dice, std::uint32_t way);

/// All sets that can be picked out of some dice, from none to all of them, in a fixed order.
class SubDice {
 public:
  constexpr explicit SubDice(Symbols dice) : dice_(dice) {
    for (int face = 0; face < kFaces; ++face) size_ *= dice.count(face) + 1;
  }
  constexpr int size() const { return size_; }
  constexpr Symbols operator[](int which) const {
    // Divided by multiplying: `which` is at most 127, and each divisor at most 8.
    constexpr std::array<std::uint32_t, kDice + 2> kInverse = {0,     65536, 32768, 21846, 16384,
                                                               13108, 10923, 9363,  8192};
    Symbols set;
    auto rest = static_cast<std::uint32_t>(which);
    for (int face = 0; face < kFaces; ++face) {
      const auto radix = static_cast<std::uint32_t>(dice_.count(face)) + 1;
      const std::uint32_t next = rest * kInverse[radix] >> 16;
      set.bits |= static_cast<std::uint64_t>(rest - next * radix) << 8 * face;
      rest = next;
    }
    return set;
  }

 private:
  Symbols dice_;
  int size_ = 1;
};

}  // namespace lifetable::cv

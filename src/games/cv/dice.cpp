// SPDX-License-Identifier: Apache-2.0
#include "games/cv/dice.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace lifetable::cv {

namespace {

constexpr std::uint32_t factorial(int n) {
  return n < 2 ? 1 : static_cast<std::uint32_t>(n) * factorial(n - 1);
}

/// Of `n` dice: what they show, how often, and where the ways of each end when they stand in a row.
struct Rolls {
  std::array<Roll, kMostRolls> each{};
  std::array<std::uint32_t, kMostRolls> ends{};
  std::size_t size = 0;

  constexpr explicit Rolls(int dice) { list(dice, 0, {}, factorial(dice)); }

  /// Shares the dice left among the faces from `face` on.
  constexpr void list(int left, int face, Symbols so_far, std::uint32_t weight) {
    if (face == kFaces - 1) {
      so_far.add(static_cast<Symbol>(face), left);
      weight /= factorial(left);
      each[size] = {so_far, weight};
      ends[size] = (size ? ends[size - 1] : 0) + weight;
      ++size;
      return;
    }
    for (int here = left; here >= 0; --here) {
      Symbols dice = so_far;
      dice.add(static_cast<Symbol>(face), here);
      list(left - here, face + 1, dice, weight / factorial(here));
    }
  }
};

constexpr std::array<Rolls, kDice + 1> kRolls = {Rolls(0), Rolls(1), Rolls(2), Rolls(3),
                                                 Rolls(4), Rolls(5), Rolls(6), Rolls(7)};

/// Most throws are of up to five dice: for these, which roll each way is.
constexpr int kListed = 5;
template <int Dice>
constexpr auto listed_ways() {
  std::array<std::uint8_t, ways_to_roll(Dice)> ways{};
  std::size_t which = 0;
  for (std::uint32_t way = 0; way < ways.size(); ++way) {
    while (way >= kRolls[Dice].ends[which]) ++which;
    ways[way] = static_cast<std::uint8_t>(which);
  }
  return ways;
}
static_assert(kRolls[kListed].size <= 256);
constexpr auto kOne = listed_ways<1>();
constexpr auto kTwo = listed_ways<2>();
constexpr auto kThree = listed_ways<3>();
constexpr auto kFourDice = listed_ways<4>();
constexpr auto kFive = listed_ways<5>();
constexpr std::array<const std::uint8_t*, kListed + 1> kWays = {
    kOne.data(), kOne.data(), kTwo.data(), kThree.data(), kFourDice.data(), kFive.data()};

}  // namespace

std::span<const Roll> rolls(int dice) {
  const Rolls& all = kRolls[static_cast<std::size_t>(dice)];
  return {all.each.data(), all.size};
}

Symbols roll(int dice, std::uint32_t way) {
  assert(dice >= 1 && dice <= kDice && way < ways_to_roll(dice));
  const Rolls& all = kRolls[static_cast<std::size_t>(dice)];
  if (dice <= kListed) return all.each[kWays[static_cast<std::size_t>(dice)][way]].dice;
  const auto* end = std::upper_bound(all.ends.data(), all.ends.data() + all.size, way);
  return all.each[static_cast<std::size_t>(end - all.ends.data())].dice;
}

}  // namespace lifetable::cv

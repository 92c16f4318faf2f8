// SPDX-License-Identifier: Apache-2.0
#include "core/random.hpp"

#include <gtest/gtest.h>
#include <string_view>
#include <vector>

namespace lifetable {
namespace {

ChaCha20::Key counting_key() {
  ChaCha20::Key key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
  return key;
}

std::string hex(const ChaCha20::Block& block) {
  std::string text;
  for (const auto byte : block) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

TEST(ChaCha20, GivesTheBlockOfRfc8439Section232) {
  ChaCha20 stream(counting_key(), {0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0}, 1);
  EXPECT_EQ(hex(stream.block()),
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
}

TEST(ChaCha20, GivesTheBlocksOfRfc8439AppendixA1) {
  ChaCha20 zero({}, {});
  EXPECT_EQ(hex(zero.block()),  // vector 1
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
  EXPECT_EQ(hex(zero.block()),  // vector 2: the counter is now 1
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
  ChaCha20::Key last_is_one{};
  last_is_one[31] = 1;
  EXPECT_EQ(hex(ChaCha20(last_is_one, {}, 1).block()),  // vector 3
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0");
}

TEST(ChaCha20, HandsOutItsStreamEightBytesAtATime) {
  ChaCha20 words({}, {}), bytes({}, {});
  for (int block = 0; block < 3; ++block) {
    const auto expected = bytes.block();
    for (unsigned i = 0; i < 64; i += 8) {
      const std::uint64_t word = words();
      for (unsigned k = 0; k < 8; ++k) EXPECT_EQ(static_cast<std::uint8_t>(word >> 8 * k), expected[i + k]);
    }
  }
}

TEST(Xoshiro256pp, GivesTheReferenceSequence) {
  Xoshiro256pp rng(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  for (const std::uint64_t expected : {41943041u, 58720359u}) EXPECT_EQ(rng(), expected);
  for (const std::uint64_t expected :
       {3588806011781223u, 3591011842654386u, 9228616714210784205u, 9973669472204895162u,
        14011001112246962877u, 12406186145184390807u, 15849039046786891736u, 10450023813501588000u})
    EXPECT_EQ(rng(), expected);
}

TEST(SplitMix64, GivesTheReferenceSequence) {
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                       4593380528125082431u, 16408922859458223821u})
    EXPECT_EQ(splitmix64(state), expected);
}

/// Yields chosen values, and counts how many were taken.
struct Chosen {
  std::vector<std::uint64_t> values;
  std::size_t taken = 0;
  std::uint64_t operator()() { return values[taken++]; }
};

TEST(Below, RejectsExactlyTheUnfairRemainder) {
  // For bound 3, 2^32 mod 3 = 1: the one value whose product has a low half under 1 is drawn again.
  Chosen rng{{0, std::uint64_t{1} << 32, 0}};
  EXPECT_EQ(below(rng, 3), 0u);
  EXPECT_EQ(rng.taken, 2u);
}

TEST(Below, IsUniform) {
  Xoshiro256pp rng(5);
  constexpr int kBound = 13, kDraws = 130'000;
  std::array<int, kBound> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts[below(rng, kBound)];
  double chi_squared = 0;
  for (const int count : counts) chi_squared += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
  EXPECT_LT(chi_squared, 32.9);  // 12 degrees of freedom, exceeded by chance once in a thousand
}

TEST(Below, OneHasOneOutcome) {
  Xoshiro256pp rng(5);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(below(rng, 1), 0u);
}

}  // namespace
}  // namespace lifetable

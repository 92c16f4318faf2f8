// SPDX-License-Identifier: Apache-2.0
#include "play/dealer.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <vector>

#include "play/registry.hpp"

namespace lifetable::play {
namespace {

TEST(Seed, IsReadFromTextOrExactDigits) {
  const Seed seed = Seed::from_text("friday");
  EXPECT_EQ(Seed::from_text(seed.hex()), seed);
  EXPECT_NE(Seed::from_text("Friday"), seed);
  EXPECT_FALSE(Seed::from_hex("12"));
  // SHA-256 of "abc", from the standard that defines it
  EXPECT_EQ(Seed::from_text("abc").hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Seed, ItsCommitmentIsItsHash) {
  // SHA-256 of 32 zero bytes
  EXPECT_EQ(Seed{}.commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
}

TEST(Seed, RandomSeedsDiffer) { EXPECT_NE(*Seed::random(), *Seed::random()); }

TEST(ChaCha20, AgreesWithOpenSslOnOtherKeys) {
  Xoshiro256pp rng(9);
  for (int i = 0; i < 50; ++i) {
    ChaCha20::Key key;
    ChaCha20::Nonce nonce;
    for (auto& byte : key) byte = static_cast<std::uint8_t>(rng());
    for (auto& byte : nonce) byte = static_cast<std::uint8_t>(rng());
    std::uint8_t iv[16] = {};  // OpenSSL wants the counter (0), then the nonce
    std::memcpy(iv + 4, nonce.data(), nonce.size());
    std::uint8_t zeros[256] = {}, expected[256];
    int size = 0;
    EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
    EVP_EncryptInit_ex(context, EVP_chacha20(), nullptr, key.data(), iv);
    EVP_EncryptUpdate(context, expected, &size, zeros, sizeof zeros);
    EVP_CIPHER_CTX_free(context);
    ASSERT_EQ(size, 256);
    ChaCha20 stream(key, nonce);
    for (int block = 0; block < 4; ++block) {
      const auto bytes = stream.block();
      ASSERT_EQ(std::memcmp(bytes.data(), expected + 64 * block, 64), 0);
    }
  }
}

TEST(Dealer, GivesEveryPileAnOrderOfItsOwnAlsoBeyondTheFirstFewHundred) {
  const auto first = alive::Alive::start({.dealer = Seat{0}});
  auto late = first;
  late.table.number = 128;  // its stream differs from that of the first hand by 256
  Dealer dealer(Seed::from_text("piles"));
  std::vector<alive::Move> early_cards, late_cards;
  for (int i = 0; i < 20; ++i) {
    early_cards.push_back(dealer.deal<alive::Alive>(first));
    late_cards.push_back(dealer.deal<alive::Alive>(late));
  }
  EXPECT_EQ(alive::Alive::stream(late), alive::Alive::stream(first) + 256);
  EXPECT_NE(early_cards, late_cards);
}

// CG-2
TEST(Dealer, DealsEveryCardEquallyOften) {
  // The first card of many seeds: 6 of 70 for an age card, 4 of 70 for a special.
  const auto state = cradle::Cradle::start({});
  std::array<int, 14> counts{};
  constexpr int kDeals = 35'000;
  for (int i = 0; i < kDeals; ++i) {
    Dealer dealer(Seed::from_text(std::to_string(i)));
    ++counts[static_cast<std::size_t>(dealer.deal<cradle::Cradle>(state).card())];
  }
  double chi_squared = 0;
  for (std::size_t c = 1; c <= 13; ++c) {
    const double expected = kDeals * (c <= 9 ? 6 : 4) / 70.0;  // 3000 or 2000
    chi_squared += (counts[c] - expected) * (counts[c] - expected) / expected;
  }
  EXPECT_LT(chi_squared, 32.9);  // 12 degrees of freedom, exceeded by chance once in a thousand
}

}  // namespace
}  // namespace lifetable::play

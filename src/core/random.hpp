// SPDX-License-Identifier: Apache-2.0
// Random generators behind one concept, and fair bounded draws.
//
// Nothing here depends on the platform: no std distribution (they differ between libraries), only fixed-width
// arithmetic, so that one seed means one game natively, in WebAssembly and in Python.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>

namespace lifetable {

/// Anything that yields 64 fresh random bits a call.
template <class R>
concept RandomSource = requires(R rng) {
  { rng() } -> std::same_as<std::uint64_t>;
};

/// A fair number in [0, bound): multiply-shift with rejection (Lemire 2019). `bound` must not be 0.
template <RandomSource R>
constexpr std::uint32_t below(R& rng, std::uint32_t bound) {
  std::uint64_t product = (rng() >> 32) * bound;
  auto low = static_cast<std::uint32_t>(product);
  if (low < bound) [[unlikely]] {
    const std::uint32_t threshold = (0u - bound) % bound;
    while (low < threshold) {
      product = (rng() >> 32) * bound;
      low = static_cast<std::uint32_t>(product);
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

/// Spreads a small seed over 64 bits (Steele, Lea, Flood 2014); used to fill larger states.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// xoshiro256++ 1.0 (Blackman, Vigna 2019): small and fast, for simulations and bots.
class Xoshiro256pp {
 public:
  explicit constexpr Xoshiro256pp(std::uint64_t seed) {
    for (auto& word : state_) word = splitmix64(seed);
  }
  explicit constexpr Xoshiro256pp(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  constexpr std::uint64_t operator()() {
    auto& s = state_;
    const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
    const std::uint64_t t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3];
    s[2] ^= t;
    s[3] = std::rotl(s[3], 45);
    return result;
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

/// The ChaCha20 key stream of RFC 8439: for live deals, which nobody may be able to guess.
class ChaCha20 {
 public:
  using Key = std::array<std::uint8_t, 32>;
  using Nonce = std::array<std::uint8_t, 12>;
  using Block = std::array<std::uint8_t, 64>;

  constexpr ChaCha20(const Key& key, const Nonce& nonce, std::uint32_t counter = 0) {
    state_ = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574};
    for (unsigned i = 0; i < 8; ++i) state_[4 + i] = word(key, 4 * i);
    state_[12] = counter;
    for (unsigned i = 0; i < 3; ++i) state_[13 + i] = word(nonce, 4 * i);
  }

  /// The next 64 bits of the stream, little-endian.
  constexpr std::uint64_t operator()() {
    if (used_ == kWords) refill();
    const std::uint64_t low = block_[used_], high = block_[used_ + 1];
    used_ += 2;
    return high << 32 | low;
  }

  /// The next whole block as bytes, as the RFC prints it.
  constexpr Block block() {
    refill();
    used_ = kWords;
    Block bytes{};
    for (unsigned i = 0; i < 64; ++i) bytes[i] = static_cast<std::uint8_t>(block_[i / 4] >> 8 * (i % 4));
    return bytes;
  }

 private:
  static constexpr unsigned kWords = 16;
  using Words = std::array<std::uint32_t, kWords>;

  static constexpr std::uint32_t word(std::span<const std::uint8_t> bytes, unsigned at) {
    return bytes[at] | static_cast<std::uint32_t>(bytes[at + 1]) << 8 |
           static_cast<std::uint32_t>(bytes[at + 2]) << 16 | static_cast<std::uint32_t>(bytes[at + 3]) << 24;
  }

  static constexpr void quarter_round(Words& x, unsigned a, unsigned b, unsigned c, unsigned d) {
    x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 7);
  }

  constexpr void refill() {
    block_ = state_;
    for (int round = 0; round < 10; ++round) {
      for (unsigned i = 0; i < 4; ++i) quarter_round(block_, i, 4 + i, 8 + i, 12 + i);
      for (unsigned i = 0; i < 4; ++i)
        quarter_round(block_, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (unsigned i = 0; i < kWords; ++i) block_[i] += state_[i];
    ++state_[12];
    used_ = 0;
  }

  Words state_{}, block_{};
  unsigned used_ = kWords;
};

static_assert(RandomSource<Xoshiro256pp> && RandomSource<ChaCha20>);

}  // namespace lifetable

// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4) in a few lines: it names seeds and commits to deals, in the browser as well, where
// there is no OpenSSL. It is no place for passwords or long files.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lifetable {

class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  /// The hash of all the bytes.
  static constexpr Digest of(std::span<const std::uint8_t> bytes) {
    Sha256 hash;
    const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
    for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock)) hash.add(bytes);
    // What is left, a single one bit, zeros, and the length in bits, which may need a block of its own.
    std::array<std::uint8_t, 2 * kBlock> tail{};
    for (std::size_t i = 0; i < bytes.size(); ++i) tail[i] = bytes[i];
    tail[bytes.size()] = 0x80;
    const std::size_t end = bytes.size() + 1 + 8 <= kBlock ? kBlock : 2 * kBlock;
    for (std::size_t i = 0; i < 8; ++i) tail[end - 1 - i] = static_cast<std::uint8_t>(bits >> 8 * i);
    for (std::size_t at = 0; at < end; at += kBlock) hash.add(std::span(tail).subspan(at));
    return hash.digest();
  }

 private:
  static constexpr std::size_t kBlock = 64;

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  static constexpr std::uint32_t kRound[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

  /// Takes in the first block of the bytes.
  constexpr void add(std::span<const std::uint8_t> bytes) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < kBlock; ++i) w[i / 4] = w[i / 4] << 8 | bytes[i];
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t x = w[i - 15], y = w[i - 2];
      w[i] = w[i - 16] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3) + w[i - 7] +
             (std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = words_;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
      const std::uint32_t one =
          h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choice + kRound[i] + w[i];
      const std::uint32_t two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
      h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    const std::uint32_t after[] = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] += after[i];
  }

  constexpr Digest digest() const {
    Digest bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<std::uint8_t>(words_[i / 4] >> (24 - 8 * (i % 4)));
    return bytes;
  }

  /// At first the same of the square roots of the first 8 primes.
  std::array<std::uint32_t, 8> words_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
};

}  // namespace lifetable

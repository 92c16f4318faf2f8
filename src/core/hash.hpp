// SPDX-License-Identifier: Apache-2.0
// A 64-bit hash that is the same on every platform: for behaviour signatures and transpositions.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace lifetable {

class Hash {
 public:
  constexpr void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15u;
    value_ ^= value_ >> 32;
  }
  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0x6C69666574616265u;
};

/// The bytes of a plain struct without padding, on little-endian machines (all that we build for).
template <class T>
  requires std::has_unique_object_representations_v<T>
std::uint64_t hash_of(const T& object) {
  Hash hash;
  const auto* bytes = reinterpret_cast<const unsigned char*>(&object);
  for (std::size_t at = 0; at < sizeof(T); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, sizeof(T) - at < 8 ? sizeof(T) - at : 8);
    hash.add(word);
  }
  return hash.value();
}

/// The same for a search, which asks often: four words at a time.
template <class T>
  requires std::has_unique_object_representations_v<T>
std::uint64_t quick_hash_of(const T& object) {
  static_assert(sizeof(T) % 8 == 0);
  constexpr std::size_t words = sizeof(T) / 8;
  constexpr std::uint64_t odd[] = {0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu,
                                   0xD6E8FEB86659FD93u};
  std::uint64_t lanes[] = {1, 2, 3, 4};
  const auto* bytes = reinterpret_cast<const unsigned char*>(&object);
  const auto mix = [&](std::size_t lane, std::size_t word_at) {
    std::uint64_t word;
    std::memcpy(&word, bytes + 8 * word_at, 8);
    lanes[lane] = (lanes[lane] ^ word) * odd[lane];
    lanes[lane] ^= lanes[lane] >> 32;
  };
  for (std::size_t i = 0; i + 4 <= words; i += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) mix(lane, i + lane);
  for (std::size_t i = words / 4 * 4; i < words; ++i) mix(i % 4, i);
  Hash hash;
  for (const std::uint64_t lane : lanes) hash.add(lane);
  return hash.value();
}

}  // namespace lifetable

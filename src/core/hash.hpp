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

}  // namespace lifetable

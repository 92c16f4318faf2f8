// SPDX-License-Identifier: Apache-2.0
#include "play/seed.hpp"

#include <algorithm>
#include <span>
#include <unistd.h>

#include "core/sha256.hpp"

namespace lifetable::play {

namespace {

std::string to_hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

Result<Seed> Seed::random() {
  Seed seed;
  if (getentropy(seed.bytes.data(), seed.bytes.size()) != 0)
    return Error{"the operating system gave no random bytes; pass --seed to choose a deal yourself"};
  return seed;
}

Seed Seed::from_text(std::string_view text) {
  if (auto exact = from_hex(text)) return *exact;
  return {Sha256::of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()})};
}

Result<Seed> Seed::from_hex(std::string_view hex) {
  Seed seed;
  if (hex.size() != 64 || !std::all_of(hex.begin(), hex.end(), [](char c) { return hex_digit(c) >= 0; }))
    return Error{"a seed is written as 64 hexadecimal digits"};
  for (std::size_t i = 0; i < 32; ++i)
    seed.bytes[i] = static_cast<std::uint8_t>(hex_digit(hex[2 * i]) << 4 | hex_digit(hex[2 * i + 1]));
  return seed;
}

std::string Seed::hex() const { return to_hex(bytes); }
std::string Seed::commitment() const { return to_hex(Sha256::of(bytes)); }

}  // namespace lifetable::play

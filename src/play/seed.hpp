// SPDX-License-Identifier: Apache-2.0
// The secret behind a deal: 256 bits, published as a hash before play and as itself afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace lifetable::play {

struct Seed {
  std::array<std::uint8_t, 32> bytes{};
  friend bool operator==(const Seed&, const Seed&) = default;

  /// Fresh from the operating system.
  static Result<Seed> random();
  /// From what a person types after --seed: 64 hexadecimal digits are taken as they are, any other text is
  /// hashed.
  static Seed from_text(std::string_view text);
  static Result<Seed> from_hex(std::string_view hex);

  std::string hex() const;
  /// SHA-256 of the bytes, in hexadecimal: says nothing about the seed, and fits no other.
  std::string commitment() const;
};

}  // namespace lifetable::play

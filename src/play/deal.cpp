// SPDX-License-Identifier: Apache-2.0
#include "play/deal.hpp"

#include <cassert>
#include <cstdint>
#include <string_view>

#include "core/sha256.hpp"

namespace lifetable::play {

Seed seed_of(const SharedDeal& deal) {
  // The name and number keep these hashes apart from all others, commitments among them.
  constexpr std::string_view kName = "lifetable deal 1\n";
  assert(deal.entropy.size() < 256);
  std::vector<std::uint8_t> bytes(kName.begin(), kName.end());
  bytes.insert(bytes.end(), deal.server.bytes.begin(), deal.server.bytes.end());
  bytes.push_back(static_cast<std::uint8_t>(deal.entropy.size()));
  for (const auto& entropy : deal.entropy) {
    bytes.push_back(entropy.has_value());
    if (entropy) bytes.insert(bytes.end(), entropy->bytes.begin(), entropy->bytes.end());
  }
  return {Sha256::of(bytes)};
}

}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// Any bytes are either scenarios that run or one clear error; never a crash. Run by scripts/fuzz.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "play/scenario.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto reports = lifetable::play::run_scenarios({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!reports && reports.error().message.empty()) std::abort();
  return 0;
}

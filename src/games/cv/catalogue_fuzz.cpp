// SPDX-License-Identifier: Apache-2.0
// Any bytes are either a catalogue, which then reads back the same, or one clear error; never a crash. Run by
// scripts/fuzz.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/cv/catalogue.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lifetable::cv;
  const auto read = read_catalogue({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!read) {
    if (read.error().message.find("fuzz") != 0) std::abort();
    return 0;
  }
  const auto again = read_catalogue(write_catalogue(*read), "written");
  if (!again || again->hash != read->hash) std::abort();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Any lines are either the log of a room, which then goes on soundly, or refused with one sentence; never a
// crash. Run by scripts/fuzz.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "table/room_log_testing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> log;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    log.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  const auto reading = lifetable::table::try_log(log);
  if (reading.fault.empty()) return 0;
  std::fprintf(stderr, "%s\n", reading.fault.c_str());
  std::abort();
}

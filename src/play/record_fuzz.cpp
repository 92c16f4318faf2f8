// SPDX-License-Identifier: Apache-2.0
// Any bytes are either a record that replays or one clear error; never a crash. Run by scripts/fuzz.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "play/record.hpp"
#include "play/verify.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lifetable::play;
  const auto record = parse_record({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!record) return record.error().message.empty() ? std::abort(), 0 : 0;
  const auto replayed = replay(*record, "fuzz");
  // Whoever verifies it comes to the same conclusion, and can say why.
  const auto findings = verify(*record, "fuzz");
  if (all_good(findings) != static_cast<bool>(replayed)) std::abort();
  for (const Finding& finding : findings)
    if (verify_texts().say(finding.told, lifetable::kNobody, record->names()).empty()) std::abort();
  if (!replayed) return replayed.error().message.empty() ? std::abort(), 0 : 0;
  // What replays can be written down and reads the same.
  std::string text = header_line(record->header);
  for (const RecordedMove& move : record->moves) text += move_line(move);
  const auto again = parse_record(text, "again");
  if (!again || again->moves != record->moves || again->header.shared != record->header.shared) std::abort();
  return 0;
}

// Any bytes are either a record that replays or one clear error; never a crash. Run by scripts/fuzz.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "play/record.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lifetable::play;
  const auto record = parse_record({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!record) return record.error().message.empty() ? std::abort(), 0 : 0;
  const auto replayed = replay(*record, "fuzz");
  if (!replayed) return replayed.error().message.empty() ? std::abort(), 0 : 0;
  // What replays can be written down and reads the same.
  std::string text = header_line(record->header);
  for (const RecordedMove& move : record->moves) text += move_line(move);
  const auto again = parse_record(text, "again");
  if (!again || again->moves != record->moves) std::abort();
  return 0;
}

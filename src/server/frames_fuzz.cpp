// SPDX-License-Identifier: Apache-2.0
// Whatever bytes a client sends, and however they are cut: the same frames are read from them, and no more is
// in memory than a message and a frame. Run by scripts/fuzz.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "server/frames.hpp"

namespace {

using lifetable::server::Frame;
using lifetable::server::FrameReader;

constexpr std::size_t kMostHead = 14;  // of a frame with the longest length

/// The pieces are as long as the next of these numbers say, again and again.
std::vector<std::string> frames_in(std::string_view bytes, const std::vector<std::size_t>& cuts,
                                   std::size_t longest) {
  FrameReader reader(longest);
  std::vector<std::string> all;
  for (std::size_t i = 0; !bytes.empty(); ++i) {
    const std::size_t size = std::min(bytes.size(), cuts[i % cuts.size()]);
    // A copy of just this size: whoever reads beyond its end is caught.
    const auto piece = std::make_unique<char[]>(size);
    bytes.copy(piece.get(), size);
    bytes.remove_prefix(size);
    reader.take({piece.get(), size});
    while (const auto frame = reader.next()) {
      if (frame->kind != Frame::wrong && frame->data.size() > std::max<std::size_t>(longest, 125))
        std::abort();
      all.push_back(std::to_string(frame->kind) + " " + std::to_string(frame->code) + " " +
                    std::string(frame->data));
    }
    if (reader.size() > 2 * std::max<std::size_t>(longest, 125) + kMostHead + size) std::abort();
  }
  return all;
}

}  // namespace

/// The first three bytes say how long a message may be and how to cut the others.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const std::size_t longest = 4u * data[0];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 3, size - 3);
  const auto whole = frames_in(bytes, {std::max<std::size_t>(size, 1)}, longest);
  for (const std::vector<std::size_t>& cuts :
       {std::vector<std::size_t>{1}, std::vector<std::size_t>{1u + data[1], 1u + data[2]}})
    if (frames_in(bytes, cuts, longest) != whole) std::abort();
  return 0;
}

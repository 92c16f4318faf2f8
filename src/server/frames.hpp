// SPDX-License-Identifier: Apache-2.0
// Frames of a WebSocket (RFC 6455), as a server reads and writes them. It knows no sockets. Beast has a
// stream that does this and more; here a message is one system call, without a timer or a coroutine of its
// own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lifetable::server {

/// What came: a whole message, or a frame beside them.
struct Frame {
  enum Kind : std::uint8_t { text = 1, bytes = 2, close = 8, ping = 9, pong = 10, wrong = 16 };
  Kind kind;
  std::string_view data;  ///< until the next call; of a wrong one, what is wrong
  int code = 0;           ///< of a wrong one: how to hang up
};

/// The bytes before the data of a frame that a server sends.
class FrameHead {
 public:
  FrameHead(Frame::Kind kind, std::size_t size);
  std::string_view bytes() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, 10> bytes_;
  std::size_t size_ = 2;
};

/// Puts the frames of a client together from whatever pieces they come in. After a wrong one it is deaf.
class FrameReader {
 public:
  /// No message may be longer.
  explicit FrameReader(std::size_t longest) : longest_(longest) {}

  void take(std::string_view bytes);
  std::optional<Frame> next();
  /// Whether something is left that may be a frame.
  bool has_more() const { return !deaf_ && read_ < heard_.size(); }
  /// Bytes in memory.
  std::size_t size() const { return heard_.size() + message_.size(); }

 private:
  Frame wrong(int code, std::string_view why);
  std::optional<Frame> complete(Frame::Kind kind, std::string_view data);
  std::optional<Frame> aside(Frame::Kind kind, std::string_view data);

  std::size_t longest_;
  std::string heard_;     ///< bytes as they came
  std::size_t read_ = 0;  ///< of these
  std::string message_;   ///< the pieces of one that is not complete
  int pieces_ = 0;
  std::optional<Frame::Kind> under_way_;
  bool deaf_ = false;
};

bool is_utf8(std::string_view text);

}  // namespace lifetable::server

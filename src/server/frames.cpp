// SPDX-License-Identifier: Apache-2.0
#include "server/frames.hpp"

#include <algorithm>
#include <utility>

namespace lifetable::server {

namespace {

// Close codes of RFC 6455, section 7.4.
constexpr int kProtocolError = 1002, kNotUtf8 = 1007, kTooLong = 1009;
constexpr std::size_t kMask = 4, kLongestAside = 125, kSpare = 512;
constexpr int kContinued = 0, kMostPieces = 1'000;  // empty ones cost nothing to send

std::uint8_t byte(char c) { return static_cast<std::uint8_t>(c); }

std::uint64_t number(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | byte(c);
  return value;
}

bool is_close_code(std::uint64_t code) {
  return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
         (code >= 3000 && code <= 4999);
}

}  // namespace

FrameHead::FrameHead(Frame::Kind kind, std::size_t size) {
  bytes_[0] = static_cast<char>(0x80 | kind);
  const int more = size <= kLongestAside ? 0 : size <= 0xFFFF ? 2 : 8;
  bytes_[1] = static_cast<char>(more == 0 ? size : more == 2 ? 126 : 127);
  for (int shift = 8 * (more - 1); shift >= 0; shift -= 8) bytes_[size_++] = static_cast<char>(size >> shift);
}

void FrameReader::take(std::string_view bytes) {
  heard_.erase(0, std::exchange(read_, 0));  // somebody may never end a read at the end of a frame
  if (!deaf_) heard_ += bytes;
}

std::optional<Frame> FrameReader::next() {
  while (!deaf_) {
    if (read_ == heard_.size()) {
      heard_.clear();
      read_ = 0;
      if (heard_.capacity() > kSpare) heard_.shrink_to_fit();
      return {};
    }
    const std::string_view rest = std::string_view(heard_).substr(read_);
    if (rest.size() < 2) return {};
    const int kind = byte(rest[0]) & 0x0F;
    const bool last = byte(rest[0]) & 0x80, beside = kind & 0x08;
    std::uint64_t size = byte(rest[1]) & 0x7F;
    if (byte(rest[0]) & 0x70) return wrong(kProtocolError, "frames here have no extensions");
    if (!(byte(rest[1]) & 0x80)) return wrong(kProtocolError, "frames of a client are masked");
    if (kind > Frame::pong || (kind > Frame::bytes && kind < Frame::close))
      return wrong(kProtocolError, "there is no such kind of frame");
    if (beside && (!last || size > kLongestAside))
      return wrong(kProtocolError, "a ping, pong or farewell is one short frame");
    if (!beside && (kind == kContinued) != under_way_.has_value())
      return wrong(kProtocolError, "the pieces of a message follow each other");
    const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0, head = 2 + more + kMask;
    if (rest.size() < 2 + more) return {};
    if (more) {
      size = number(rest.substr(2, more));
      if (size <= (more == 2 ? kLongestAside : 0xFFFF))
        return wrong(kProtocolError, "a length is written as briefly as can be");
    }
    if (!beside && (size > longest_ || (under_way_ && message_.size() + size > longest_)))
      return wrong(kTooLong, "a message was too large");
    if (rest.size() < head + size) return {};

    char* const data = heard_.data() + read_ + head;
    const char* const mask = data - kMask;
    for (std::size_t i = 0; i < size; ++i) data[i] = static_cast<char>(data[i] ^ mask[i % kMask]);
    read_ += head + size;
    const std::string_view text(data, size);
    if (beside) return aside(static_cast<Frame::Kind>(kind), text);
    const auto what = kind == kContinued ? *under_way_ : static_cast<Frame::Kind>(kind);
    if (last && !under_way_) return complete(what, text);
    if (!under_way_) message_.clear(), pieces_ = 0;
    if (++pieces_ > kMostPieces) return wrong(kTooLong, "a message came in too many pieces");
    message_ += text;
    under_way_ = what;
    if (!last) continue;
    under_way_.reset();
    return complete(what, message_);
  }
  return {};
}

Frame FrameReader::wrong(int code, std::string_view why) {
  deaf_ = true;
  return {Frame::wrong, why, code};
}

std::optional<Frame> FrameReader::complete(Frame::Kind kind, std::string_view data) {
  if (kind == Frame::text && !is_utf8(data)) return wrong(kNotUtf8, "a text is written in UTF-8");
  return Frame{kind, data};
}

std::optional<Frame> FrameReader::aside(Frame::Kind kind, std::string_view data) {
  if (kind != Frame::close || data.empty()) return Frame{kind, data};
  if (data.size() < 2 || !is_close_code(number(data.substr(0, 2))))
    return wrong(kProtocolError, "a close frame needs a valid status code");
  if (!is_utf8(data.substr(2))) return wrong(kNotUtf8, "a text is written in UTF-8");
  return Frame{kind, data};
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::uint8_t first = byte(text[i]);
    if (first < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() - i < length) return false;
    std::uint32_t point = first & (0x7Fu >> length);
    for (std::size_t j = 1; j < length; ++j) {
      if ((byte(text[i + j]) & 0xC0) != 0x80) return false;
      point = point << 6 | (byte(text[i + j]) & 0x3Fu);
    }
    const std::uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
    if (point < least || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return false;
    i += length;
  }
  return true;
}

}  // namespace lifetable::server

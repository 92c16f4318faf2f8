// SPDX-License-Identifier: Apache-2.0
// Text with meaning instead of colour: games say what matters, the terminal or page decides how it looks.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lifetable {

/// Characters as a person counts them, not bytes.
inline std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// At most `width` characters, the last being "…" if something was cut off.
inline std::string shortened(std::string_view text, std::size_t width) {
  if (width_of(text) <= width) return std::string(text);
  std::string all;
  std::size_t n = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && n++ == width - 1) break;
    all += c;
  }
  return all + "…";
}

/// Filled up with blanks on the right.
inline std::string padded(std::string_view text, std::size_t width) {
  std::string all(text);
  all.append(width - std::min(width, width_of(text)), ' ');
  return all;
}

enum class Ink { plain, quiet, strong, good, warn, danger, accent };

struct Span {
  Ink ink;
  std::string text;
};

class Painted {
 public:
  Painted& put(std::string text, Ink ink = Ink::plain) {
    if (!text.empty()) spans_.push_back({ink, std::move(text)});
    return *this;
  }
  Painted& line(std::string text = "", Ink ink = Ink::plain) { return put(std::move(text), ink).put("\n"); }
  auto begin() const { return spans_.begin(); }
  auto end() const { return spans_.end(); }
  /// The bare text.
  std::string text() const {
    std::string all;
    for (const Span& span : spans_) all += span.text;
    return all;
  }

 private:
  std::vector<Span> spans_;
};

}  // namespace lifetable

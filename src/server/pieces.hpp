// SPDX-License-Identifier: Apache-2.0
// Pieces of a line of text, such as a header.
#pragma once

#include <algorithm>
#include <string_view>

namespace lifetable::server {

/// Without what is blank at both ends.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

/// Takes off what stands before the mark, and the mark.
inline std::string_view take_until(std::string_view& text, char mark) {
  const std::string_view part = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return trimmed(part);
}

}  // namespace lifetable::server

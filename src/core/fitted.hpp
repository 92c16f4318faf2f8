// SPDX-License-Identifier: Apache-2.0
// Phrases for a screen of 80 columns, where a menu has a line for each move.
#pragma once

#include "core/texts.hpp"

namespace lifetable {

inline constexpr std::size_t kMenuWidth = 75;  ///< with the number before it, a line of 80

/// The phrase in English, cut to that width if it is longer. An argument called `move` is cut first: what
/// stands around it, such as a warning, is there to be read.
inline std::string fitted(const Phrase& phrase, Seat reader, Names names, std::size_t width = kMenuWidth) {
  const std::string all = english().say(phrase, reader, names);
  if (width_of(all) <= width) return all;
  Phrase shorter = phrase;
  for (auto& [name, argument] : shorter.arguments) {
    if (name != "move" || !argument.phrases()) continue;
    const std::string move = english().say({"as-typed", {{"text", argument}}}, reader, names);
    const std::size_t too_many = width_of(all) - width;
    if (width_of(move) > too_many) argument = as_typed(shortened(move, width_of(move) - too_many));
  }
  return shortened(english().say(shorter, reader, names), width);
}

}  // namespace lifetable

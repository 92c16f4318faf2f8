// SPDX-License-Identifier: Apache-2.0
// The clauses of a game, read from the text of docs/rules that is compiled in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace lifetable::play {

struct ClauseText {
  std::string id;       ///< "CG-16"
  std::string title;    ///< "Exactly one higher"
  std::string text;     ///< the whole clause, as one paragraph without marks
  std::string section;  ///< the heading that it stands under
};

/// What the game is about: the first paragraph below the title, on one line.
std::string introduction(std::string_view rules);

/// All clauses in order: paragraphs that begin with "**CG-1 Title.**".
std::vector<ClauseText> clauses(std::string_view rules, std::string_view prefix);

/// What a refusal says: "CG-16 Exactly one higher: The card laid on a neighbour's digit is ...", the first
/// sentence only.
std::string cite(std::string_view rules, std::string_view prefix, Clause clause);

}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// Scenarios: a position, what the dealer turns up, moves, and what must then hold; in JSON. See
// docs/scenario.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace lifetable::play {

struct ScenarioReport {
  std::string name;
  std::vector<std::string> clauses;
  std::string failure;  ///< empty if everything held
};

/// Runs every scenario of a file's text. An Error means that the file itself is not right (then nothing was
/// run); a scenario that cannot be set up or does not hold is a failure of its own.
Result<std::vector<ScenarioReport>> run_scenarios(std::string_view text, const std::string& source);

}  // namespace lifetable::play

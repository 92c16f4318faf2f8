// SPDX-License-Identifier: Apache-2.0
// The version, the commit that was built, and the rules of each game. Compiled anew after a commit, and
// nothing else is.
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/commit.hpp"  // by scripts/commit.cmake
#include "play/registry.hpp"

namespace lifetable::app {

std::string version_text() {
  std::string text = fmt::format("lifetable {} ({})", LIFETABLE_VERSION, LIFETABLE_COMMIT);
  for (const play::GameInfo* game : play::all_games())
    text += fmt::format("\n{}: rules version {}", game->title, game->rules_version);
  return text;
}

}  // namespace lifetable::app

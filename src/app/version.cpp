// SPDX-License-Identifier: Apache-2.0
// The version, the commit that was built, and the rules of each game. The only file compiled anew after a
// commit.
#include <fmt/format.h>

#include "app/commands.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

std::string version_text() {
  std::string text = fmt::format("lifetable {} (commit {})", LIFETABLE_VERSION, LIFETABLE_COMMIT);
  for (const play::GameInfo* game : play::all_games())
    text += fmt::format("\n{}: rules version {}", game->title, game->rules_version);
  return text;
}

}  // namespace lifetable::app

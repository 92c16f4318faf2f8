// SPDX-License-Identifier: Apache-2.0
#include "play/signature.hpp"

#include <fmt/format.h>

#include "play/registry.hpp"

namespace lifetable::play {

std::string all_signatures() {
  std::string lines = fmt::format(
      "# Behaviour signatures: a hash over {} seeded random games each. `lifetable signatures` prints them;\n"
      "# they change only when a game's behaviour does, and then its rules version must rise.\n",
      kSignatureGames);
  for (const GameInfo* game : all_games())
    with_game(game->name, [&]<Game G>() {
      for (int players = G::min_players; players <= G::max_players; ++players)
        for (const auto variant : G::variants(players))
          lines += fmt::format("{} rules {} players {} {} {:016x}\n", G::name, G::rules_version, players,
                               variant.empty() ? "standard" : variant, signature<G>(players, variant));
    });
  return lines;
}

}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// All games of the house. A new game is one folder under src/games and one line here.
#pragma once

#include <cassert>
#include <string>
#include <string_view>
#include <vector>

#include "games/alive/alive.hpp"
#include "games/cradle/cradle.hpp"
#include "games/cv/cv.hpp"
#include "play/match.hpp"

namespace lifetable::play {

template <Game... Gs>
struct GameList {};

using AllGames = GameList<cradle::Cradle, alive::Alive, cv::Cv>;

/// Every game, for lists and help.
std::vector<const GameInfo*> all_games();

/// "cradle (Cradle to Grave), alive (Five Alive)", for whoever asks for another.
std::string game_list();

/// The game of that name, or an error that lists the names there are.
Result<const GameInfo*> game_named(std::string_view name);

/// Calls `use.template operator()<G>()` for the game of that name: for code that is compiled once a game,
/// such as simulations. The name must be known.
template <class Use, Game G, Game... Rest>
auto with_game_in(GameList<G, Rest...>, std::string_view name, Use&& use) {
  if constexpr (sizeof...(Rest) > 0)
    if (name != G::name) return with_game_in(GameList<Rest...>{}, name, use);
  assert(name == G::name);
  return use.template operator()<G>();
}
template <class Use>
auto with_game(std::string_view name, Use&& use) {
  return with_game_in(AllGames{}, name, std::forward<Use>(use));
}

}  // namespace lifetable::play

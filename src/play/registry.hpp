// All games of the house. A new game is one folder under src/games and one line here.
#pragma once

#include <string_view>
#include <vector>

#include "games/cradle/cradle.hpp"
#include "play/match.hpp"

namespace lifetable::play {

template <Game... Gs>
struct GameList {};

using AllGames = GameList<cradle::Cradle>;

/// Every game, for lists and help.
std::vector<const GameInfo*> all_games();

/// The game of that name, or an error that lists the names there are.
Result<const GameInfo*> game_named(std::string_view name);

/// Calls `use.template operator()<G>()` for the game of that name: for code that is compiled once a game,
/// such as simulations. The name must be known.
template <class Use, Game... Gs>
auto with_game_in(GameList<Gs...>, std::string_view name, Use&& use) {
  using R = std::common_type_t<decltype(use.template operator()<Gs>())...>;
  if constexpr (std::is_void_v<R>) {
    ((name == Gs::name ? (use.template operator()<Gs>(), true) : false) || ...);
  } else {
    R result{};
    ((name == Gs::name ? (result = use.template operator()<Gs>(), true) : false) || ...);
    return result;
  }
}
template <class Use>
auto with_game(std::string_view name, Use&& use) {
  return with_game_in(AllGames{}, name, std::forward<Use>(use));
}

}  // namespace lifetable::play

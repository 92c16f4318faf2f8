// SPDX-License-Identifier: Apache-2.0
#include "play/registry.hpp"

#include <fmt/format.h>

namespace lifetable::play {

namespace {

template <Game... Gs>
std::vector<const GameInfo*> infos(GameList<Gs...>) {
  return {&MatchOf<Gs>::info()...};
}

}  // namespace

std::vector<const GameInfo*> all_games() { return infos(AllGames{}); }

std::string game_list() {
  std::string list;
  for (const GameInfo* game : all_games())
    list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", game->name, game->title);
  return list;
}

Result<const GameInfo*> game_named(std::string_view name) {
  for (const GameInfo* game : all_games())
    if (game->name == name) return game;
  return Error{fmt::format("there is no game '{}'; there are: {}", name, game_list())};
}

}  // namespace lifetable::play

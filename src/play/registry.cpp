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

Result<const GameInfo*> game_named(std::string_view name) {
  std::string known;
  for (const GameInfo* game : all_games()) {
    if (game->name == name) return game;
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", game->name, game->title);
  }
  return Error{fmt::format("there is no game '{}'; there is: {}", name, known)};
}

}  // namespace lifetable::play

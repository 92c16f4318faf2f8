// SPDX-License-Identifier: Apache-2.0
// What several commands need: options, and reading records.
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "play/file.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

/// "Cradle to Grave has the options rounds, elders"
std::string option_names(const play::GameInfo& game) {
  std::string names;
  for (const OptionHelp& option : game.option_help)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", option.name);
  return fmt::format("{} has the options {}", game.title, names);
}

}  // namespace

Result<int> players_for(const play::GameInfo& game, std::optional<int> players) {
  const int wanted = players.value_or(game.standard_players);
  if (wanted < game.min_players || wanted > game.max_players)
    return Error{fmt::format("{} is for {} to {} players, not {}", game.title, game.min_players,
                             game.max_players, wanted)};
  return wanted;
}

Result<Fields> options_from(const play::GameInfo& game, const std::vector<std::string>& assignments,
                            std::size_t players) {
  Fields fields;
  fields.set("players", std::to_string(players));
  for (const std::string& text : assignments) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return Error{fmt::format("option '{}' must look like name=value; {}", text, option_names(game))};
    if (text.starts_with("players="))
      return Error{"the number of players is that of the seats; use --players or name the seats"};
    if (fields.find(text.substr(0, equals)))
      return Error{fmt::format("option '{}' is given twice", text.substr(0, equals))};
    fields.set(text.substr(0, equals), text.substr(equals + 1));
  }
  return game.options(fields);
}

std::string share_words(double share, const lab::Interval& interval, int digits) {
  return fmt::format("{:6.2f}% ({:.{}f} to {:.{}f})", 100 * share, 100 * interval.low, digits,
                     100 * interval.high, digits);
}

std::uint64_t seed_from(const std::string& text) {
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  if (const auto [at, error] = std::from_chars(text.data(), end, seed); error == std::errc{} && at == end)
    return seed;
  seed = 0;
  for (const std::uint8_t byte : play::Seed::from_text(text).bytes) seed = seed << 8 ^ seed >> 56 ^ byte;
  return seed;
}

std::string standard_data() {
  namespace fs = std::filesystem;
  const char *data = std::getenv("XDG_DATA_HOME"), *home = std::getenv("HOME");
  if (data && *data) return (fs::path(data) / "lifetable" / "tables.db").string();
  return (fs::path(home && *home ? home : ".") / ".local" / "share" / "lifetable" / "tables.db").string();
}

std::string games_footer() {
  std::string text = "Games, and their options for --option:\n";
  for (const play::GameInfo* game : play::all_games()) {
    text += fmt::format("  {:<8} {}, for {} to {} players; standard: {}\n", game->name, game->title,
                        game->min_players, game->max_players, game->standard_players);
    for (const OptionHelp& option : game->option_help)
      text +=
          fmt::format("           {}=…  {}; standard: {}\n", option.name, option.meaning, option.standard);
  }
  return text;
}

std::optional<play::Record> load_record(const std::string& path, const std::string& cards,
                                        ExitCode& exit_code) {
  const auto known = know_cards(cards, exit_code);
  if (!known) return std::nullopt;
  const auto text = play::read_file(path);
  if (!text) {
    complain(text.error().message);
    exit_code = kNoFile;
    return std::nullopt;
  }
  auto record = play::parse_record(*text, path);
  if (!record) {
    const std::string others = why_other_cards(*text, path, *known, cards);
    complain(others.empty() ? record.error().message : others);
    exit_code = kBadInput;
    return std::nullopt;
  }
  if (!cards.empty() && !are_cards_of(*record, path, *known, cards)) {
    exit_code = kBadInput;
    return std::nullopt;
  }
  return std::move(*record);
}

std::string command_for(std::string_view words, const std::string& record, const std::string& cards) {
  return fmt::format("{} {} {}{}", self, words, quoted(record),
                     cards.empty() ? "" : " --cards " + quoted(cards));
}

}  // namespace lifetable::app

// What several commands need: options, and reading records.
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "play/file.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

Result<Fields> options_from(const std::vector<std::string>& assignments, std::size_t players) {
  Fields fields;
  fields.set("players", std::to_string(players));
  for (const std::string& text : assignments) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return Error{fmt::format("option '{}' must look like name=value, as in rounds=1", text)};
    if (text.starts_with("players="))
      return Error{"the number of players is that of the seats; use --players or name the seats"};
    if (fields.find(text.substr(0, equals)))
      return Error{fmt::format("option '{}' is given twice", text.substr(0, equals))};
    fields.set(text.substr(0, equals), text.substr(equals + 1));
  }
  return fields;
}

std::string option_footer() {
  std::string text = "Options of the games, for --option:\n";
  for (const play::GameInfo* game : play::all_games())
    for (const OptionHelp& option : game->option_help)
      text += fmt::format("  {} {}=…  {}; standard: {}\n", game->name, option.name, option.meaning,
                          option.standard);
  return text;
}

std::optional<play::Record> load_record(const std::string& path, ExitCode& exit_code) {
  const auto text = play::read_file(path);
  if (!text) {
    complain(text.error().message);
    exit_code = kNoFile;
    return std::nullopt;
  }
  auto record = play::parse_record(*text, path);
  if (!record) {
    complain(record.error().message);
    exit_code = kBadInput;
    return std::nullopt;
  }
  return std::move(*record);
}

}  // namespace lifetable::app

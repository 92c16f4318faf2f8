// The choices of a table of Cradle to Grave.
#include <fmt/format.h>

#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

std::span<const OptionHelp> Cradle::option_help() {
  static constexpr OptionHelp help[] = {
      {"rounds", "3", "how many rounds are played, 1 to 5 (CG-1)"},
      {"elders", "by seat",
       "the seats from eldest to youngest, as in '3 1 2': who begins at equal ages (CG-9)"},
  };
  return help;
}

Result<Options> Cradle::options(const Fields& fields) {
  Options options;
  const auto text_of = [&](std::string_view name) {
    const Field* field = fields.find(name);
    return field && !field->list && field->texts.size() == 1 ? field->texts[0] : "";
  };
  for (const Field& field : fields) {
    if (field.name != "players" && field.name != "rounds" && field.name != "elders")
      return Error{
          fmt::format("{} has no option '{}'; it has players, rounds and elders", title, field.name)};
    if (field.list) return Error{fmt::format("option '{}' must be one text, not a list", field.name)};
  }
  if (fields.find("players")) {
    const int players = parse_number(text_of("players"), min_players, max_players);
    if (players < 0)
      return Error{fmt::format("{} is for {} to {} players, not '{}' (CG-1)", title, min_players, max_players,
                               text_of("players")),
                   Clause{1}};
    options.players = static_cast<std::uint8_t>(players);
  }
  if (fields.find("rounds")) {
    const int rounds = parse_number(text_of("rounds"), 1, kMaxRounds);
    if (rounds < 0)
      return Error{
          fmt::format("option 'rounds' must be 1 to {}, not '{}' (CG-1)", kMaxRounds, text_of("rounds")),
          Clause{1}};
    options.rounds = static_cast<std::uint8_t>(rounds);
  }
  if (fields.find("elders")) {
    const std::string text = text_of("elders");
    SeatSet listed;
    std::size_t n = 0;
    for (const auto word : words_of(text)) {
      const int seat = parse_number(word, 1, options.players);
      if (seat < 0 || listed.has(Seat{seat - 1})) break;
      listed.add(Seat{seat - 1});
      options.elders[n++] = Seat{seat - 1};
    }
    if (n != options.players || words_of(text).size() != n)
      return Error{
          fmt::format("option 'elders' must name each of the {} seats once, eldest first, not '{}' (CG-9)",
                      options.players, text),
          Clause{9}};
    for (int i = options.players; i < kMaxPlayers; ++i) options.elders[static_cast<std::size_t>(i)] = Seat{i};
  }
  return options;
}

Fields Cradle::fields(const Options& options) {
  Fields fields;
  fields.set("players", std::to_string(options.players));
  fields.set("rounds", std::to_string(options.rounds));
  std::string elders;
  for (int i = 0; i < options.players; ++i)
    elders += (i ? " " : "") + to_string(options.elders[static_cast<std::size_t>(i)]);
  fields.set("elders", elders);
  return fields;
}

std::span<const std::string_view> Cradle::variants() {
  static constexpr std::string_view variants[] = {"", "rounds=1", "rounds=5"};
  return variants;
}

}  // namespace lifetable::cradle

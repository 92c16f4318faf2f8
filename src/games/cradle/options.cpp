// SPDX-License-Identifier: Apache-2.0
// The choices of a table of Cradle to Grave.
#include <fmt/format.h>

#include "core/option_reader.hpp"
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

std::span<const OptionHelp> Cradle::option_help() {
  static constexpr OptionHelp help[] = {
      {"rounds", "3", "how many rounds are played, 1 to 5 (CG-1)"},
      {"elders", "by seat",
       "the seats from eldest to youngest, as in '3 1 2': who begins at equal ages (CG-9)"},
      {"polite", "no", "'yes': just for fun, the oldest is spoken to with respect (CG-41)"},
  };
  return help;
}

Result<Options> Cradle::options(const Fields& fields) {
  Options options;
  OptionReader<Cradle> read(fields);
  read.players(options.players, Clause{1});
  read.number("rounds", options.rounds, 1, kMaxRounds, Clause{1});
  if (const auto text = read.text("elders")) {
    SeatSet listed;
    std::size_t n = 0;
    for (const auto word : words_of(*text)) {
      const int seat = parse_number(word, 1, options.players);
      if (seat < 0 || listed.has(Seat{seat - 1})) break;
      listed.add(Seat{seat - 1});
      options.elders[n++] = Seat{seat - 1};
    }
    if (n != options.players || words_of(*text).size() != n)
      read.refuse(
          fmt::format("option 'elders' must name each of the {} seats once, eldest first", options.players),
          *text, Clause{9});
    for (int i = options.players; i < kMaxPlayers; ++i) options.elders[static_cast<std::size_t>(i)] = Seat{i};
  }
  read.yes_or_no("polite", options.polite, Clause{41});
  return read.result(options);
}

Fields Cradle::fields(const Options& options) {
  Fields fields;
  fields.set("players", std::to_string(options.players));
  fields.set("rounds", std::to_string(options.rounds));
  std::string elders;
  for (int i = 0; i < options.players; ++i)
    elders += (i ? " " : "") + to_string(options.elders[static_cast<std::size_t>(i)]);
  fields.set("elders", elders);
  fields.set("polite", options.polite ? "yes" : "no");
  return fields;
}

std::span<const std::string_view> Cradle::variants(int) {
  static constexpr std::string_view variants[] = {"", "rounds=1", "rounds=5", "rounds=1 polite=yes"};
  return variants;
}

}  // namespace lifetable::cradle

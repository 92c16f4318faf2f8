// SPDX-License-Identifier: Apache-2.0
// The choices of a table of Five Alive.
#include <fmt/format.h>
#include <iterator>

#include "core/option_reader.hpp"
#include "games/alive/alive.hpp"

namespace lifetable::alive {

namespace {

constexpr int kLeastForTeams = 4;  // FA-38

}  // namespace

std::span<const OptionHelp> Alive::option_help() {
  static constexpr OptionHelp help[] = {
      {"printing", "first", "the deck: 'first', or 'later' with two Reverse more and two Skip fewer (FA-2)"},
      {"sudden", "no", "'yes': the game ends as soon as anybody has no life left (FA-36)"},
      {"teams", "no", "'yes': odd seats against even ones, for 4 to 6 players (FA-38)"},
      {"dealer", "random", "the seat that deals the first hand, or 'random' (FA-4)"},
      {"eldest", "nobody", "the seat that begins, so that the seat to its right deals, or 'nobody' (FA-4)"},
  };
  return help;
}

Result<Options> Alive::options(const Fields& fields) {
  Options options;
  OptionReader<Alive> read(fields);
  read.players(options.players, Clause{1});
  read.choice("printing", options.printing, {{"first", Printing::first}, {"later", Printing::later}},
              Clause{2});
  read.yes_or_no("sudden", options.sudden, Clause{36});
  read.yes_or_no("teams", options.teams, Clause{38});
  if (options.teams && options.players < kLeastForTeams)
    read.refuse("option 'teams' needs 4 to 6 players", std::to_string(options.players), Clause{38});
  const auto seat_or = [&](std::string_view word, std::string_view name) {
    const auto text = read.text(name);
    if (!text || lower(*text) == word) return kNobody;
    const int seat = parse_number(*text, 1, options.players);
    if (seat > 0) return Seat{seat - 1};
    read.refuse(fmt::format("option '{}' must be {} or a seat from 1 to {}", name, word, options.players),
                *text, Clause{4});
    return kNobody;
  };
  options.dealer = seat_or("random", "dealer");
  if (const Seat eldest = seat_or("nobody", "eldest"); eldest != kNobody) {
    const Seat right = eldest.clockwise(options.players - 1, options.players);
    if (options.dealer != kNobody && options.dealer != right)
      read.refuse(fmt::format("option 'dealer' must be random or {} if the eldest sits at {}",
                              to_string(right), to_string(eldest)),
                  to_string(options.dealer), Clause{4});
    options.dealer = right;
  }
  return read.result(options);
}

Fields Alive::fields(const Options& options) {
  const auto yes_or_no = [](bool value) { return std::string(value ? "yes" : "no"); };
  Fields fields;
  fields.set("players", std::to_string(options.players));
  fields.set("printing", options.printing == Printing::later ? "later" : "first");
  fields.set("sudden", yes_or_no(options.sudden));
  fields.set("teams", yes_or_no(options.teams));
  fields.set("dealer", options.dealer == kNobody ? "random" : to_string(options.dealer));
  return fields;
}

std::span<const std::string_view> Alive::variants(int players) {
  static constexpr std::string_view variants[] = {
      "",
      "sudden=yes",
      "printing=later",
      "sudden=yes printing=later dealer=1",
      "teams=yes",
      "teams=yes sudden=yes printing=later",
  };
  constexpr std::size_t with_teams = 2;
  return std::span(variants).first(std::size(variants) - (players < kLeastForTeams ? with_teams : 0));
}

}  // namespace lifetable::alive

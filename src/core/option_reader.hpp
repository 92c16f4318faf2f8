// SPDX-License-Identifier: Apache-2.0
// Reads the choices of a table, option by option, and keeps the first thing that is wrong.
//
//   OptionReader<Cradle> read(fields);
//   read.players(options.players, Clause{1});
//   read.number("rounds", options.rounds, 1, 5, Clause{1});
//   return read.result(options);
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/words.hpp"

namespace lifetable {

template <class G>
class OptionReader {
 public:
  explicit OptionReader(const Fields& fields) : fields_(fields) {
    for (const Field& field : fields) {
      if (!is_known(field.name))
        refuse(std::string(G::title) + " has no option '" + shortened(field.name, 60) + "'; it has " +
               known_names());
      else if (field.list || field.texts.size() != 1)
        refuse("option '" + field.name + "' must be one text, not a list");
    }
  }

  /// The text of an option that is given.
  std::optional<std::string> text(std::string_view name) const {
    const Field* field = fields_.find(name);
    if (!field || field->list || field->texts.size() != 1) return std::nullopt;
    return field->texts[0];
  }

  void players(std::uint8_t& value, Clause clause) {
    number_or("players", value, G::min_players, G::max_players, clause, [] {
      return std::string(G::title) + " is for " + range(G::min_players, G::max_players) + " players";
    });
  }
  void number(std::string_view name, std::uint8_t& value, int least, int most, Clause clause) {
    number_or(name, value, least, most, clause, [&] { return must_be(name) + range(least, most); });
  }
  /// One of some words, each with what it stands for.
  template <class T>
  void choice(std::string_view name, T& value, std::initializer_list<std::pair<std::string_view, T>> words,
              Clause clause) {
    const auto given = text(name);
    if (!given) return;
    std::string wanted;
    for (const auto& [word, meaning] : words) {
      if (lower(*given) == word) return void(value = meaning);
      wanted += (wanted.empty() ? "" : " or ") + std::string(word);
    }
    refuse(must_be(name) + wanted, *given, clause);
  }
  void yes_or_no(std::string_view name, bool& value, Clause clause) {
    choice(name, value, {{"yes", true}, {"no", false}}, clause);
  }

  /// "option 'elders' must name each seat once, not '1 1' (CG-9)": what was wanted, and what was given.
  void refuse(std::string wanted, std::string_view given, Clause clause) {
    refuse(std::move(wanted) + ", not '" + shortened(given, 60) + "' (" + std::string(G::prefix) + "-" +
               std::to_string(clause.number) + ")",
           clause);
  }

  Result<typename G::Options> result(const typename G::Options& options) const {
    if (error_) return *error_;
    return options;
  }

 private:
  static std::string must_be(std::string_view name) { return "option '" + std::string(name) + "' must be "; }
  static std::string range(int least, int most) {
    return std::to_string(least) + " to " + std::to_string(most);
  }
  static bool is_known(std::string_view name) {
    const auto help = G::option_help();
    return name == "players" ||
           std::any_of(help.begin(), help.end(), [&](const OptionHelp& each) { return each.name == name; });
  }
  /// "players, rounds and elders"
  static std::string known_names() {
    std::string all = "players";
    const auto help = G::option_help();
    for (const OptionHelp& each : help)
      all += (&each == &help.back() ? " and " : ", ") + std::string(each.name);
    return all;
  }

  template <class Wanted>
  void number_or(std::string_view name, std::uint8_t& value, int least, int most, Clause clause,
                 Wanted wanted) {
    const auto given = text(name);
    if (!given) return;
    const int number = parse_number(*given, least, most);
    if (number < 0) return refuse(wanted(), *given, clause);
    value = static_cast<std::uint8_t>(number);
  }
  void refuse(std::string message, Clause clause = {}) {
    if (!error_) error_ = Error{std::move(message), clause};
  }

  const Fields& fields_;
  std::optional<Error> error_;
};

}  // namespace lifetable

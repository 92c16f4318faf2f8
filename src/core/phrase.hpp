// SPDX-License-Identifier: Apache-2.0
// A sentence in no language yet: the id of a text, and what it speaks of. Each language has a file of texts
// (texts/en.txt) that says how to put it; `core/texts.hpp` reads such a file.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/seat.hpp"

namespace lifetable {

struct Phrase;

/// What a phrase speaks of: a number, a player, something that is written alike in all languages (a name,
/// "H→RK"), or further phrases: cards by their names, parts of the sentence.
class Argument {
 public:
  using Phrases = std::vector<Phrase>;

  Argument(int number);
  /// Honoured: named with respect, as in "the venerable Ann".
  Argument(Seat seat, bool honoured = false);
  Argument(std::string text);
  Argument(Phrases phrases);
  Argument(Phrase phrase);

  const int* number() const { return std::get_if<int>(&held_); }
  const Seat* seat() const { return player() ? &player()->seat : nullptr; }
  bool is_honoured() const { return player() && player()->honoured; }
  const std::string* text() const { return std::get_if<std::string>(&held_); }
  const Phrases* phrases() const { return std::get_if<Phrases>(&held_); }
  friend bool operator==(const Argument&, const Argument&) = default;

 private:
  struct Player {
    Seat seat;
    bool honoured;
    friend bool operator==(const Player&, const Player&) = default;
  };
  const Player* player() const { return std::get_if<Player>(&held_); }

  std::variant<int, Player, std::string, Phrases> held_;
};

struct Phrase {
  std::string id = {};  ///< of the text; "": there is nothing to say
  std::vector<std::pair<std::string, Argument>> arguments = {};

  bool empty() const { return id.empty(); }
  friend bool operator==(const Phrase&, const Phrase&) = default;
};

// Here, where it is known what a phrase is.
inline Argument::Argument(int number) : held_(number) {}
inline Argument::Argument(Seat seat, bool honoured) : held_(Player{seat, honoured}) {}
inline Argument::Argument(std::string text) : held_(std::move(text)) {}
inline Argument::Argument(Phrases phrases) : held_(std::move(phrases)) {}
inline Argument::Argument(Phrase phrase) : held_(Phrases{}) {
  if (!phrase.empty()) std::get<Phrases>(held_).push_back(std::move(phrase));
}

/// A text that is the same in every language, such as a move as it is typed.
inline Phrase as_typed(std::string text) { return {"as-typed", {{"text", std::move(text)}}}; }

}  // namespace lifetable

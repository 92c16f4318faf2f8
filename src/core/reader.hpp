// SPDX-License-Identifier: Apache-2.0
// Positions as named texts: what the games share of writing them, and of reading them with patience. A reader
// never stops halfway; it keeps the first thing that is wrong and goes on with something harmless.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fields.hpp"
#include "core/result.hpp"
#include "core/seat.hpp"

namespace lifetable {

// ---- Writing ------------------------------------------------------------------------------------------

/// "? ? ?": so many cards that the reader does not know.
inline std::string unknown_text(int size) {
  std::string all;
  for (int i = 0; i < size; ++i) all += all.empty() ? "?" : " ?";
  return all;
}

inline std::string seats_text(SeatSet seats) {
  std::string all;
  for (const Seat seat : seats) all += (all.empty() ? "" : " ") + to_string(seat);
  return all;
}

template <class TextOf>
std::vector<std::string> per_seat(int players, TextOf text_of) {
  std::vector<std::string> texts;
  for (int i = 0; i < players; ++i) texts.push_back(text_of(i));
  return texts;
}

/// Fields that say nothing are left out.
inline void set_if_any(Fields& fields, std::string name, std::string text) {
  if (!text.empty()) fields.set(std::move(name), std::move(text));
}
inline void set_if_any(Fields& fields, std::string name, std::vector<std::string> texts) {
  if (std::any_of(texts.begin(), texts.end(), [](const std::string& text) { return !text.empty(); }))
    fields.set(std::move(name), std::move(texts));
}

// ---- Reading ------------------------------------------------------------------------------------------

class FieldReader {
 public:
  /// `known` are all names that a field may have.
  FieldReader(const Fields& fields, int players, std::span<const std::string_view> known)
      : fields_(fields), players_(players) {
    for (const Field& field : fields)
      if (std::find(known.begin(), known.end(), field.name) == known.end())
        fail(
            fmt::format("'{}' is not part of a position; known are: {}", field.name, fmt::join(known, ", ")));
  }

  bool failed() const { return !error_.message.empty(); }
  const Error& error() const { return error_; }
  void fail(std::string message, Clause clause = {}) {
    if (!failed()) error_ = {std::move(message), clause};
  }

  int players() const { return players_; }
  bool given(std::string_view name) const { return fields_.find(name) != nullptr; }

  std::string one(std::string_view name, std::string standard = "") {
    const Field* field = fields_.find(name);
    if (!field) return standard;
    if (field->list) fail(fmt::format("'{}' must be one text, not a list", name));
    return field->texts.empty() ? "" : field->texts[0];
  }

  std::vector<std::string> each(std::string_view name) {
    std::vector<std::string> texts(static_cast<std::size_t>(players_));
    if (const Field* field = fields_.find(name)) {
      if (!field->list || field->texts.size() != texts.size())
        fail(fmt::format("'{}' must be a list with one text for each of the {} seats", name, players_));
      else
        texts = field->texts;
    }
    return texts;
  }

  int number(std::string_view name, std::string_view text, int least, int most) {
    const int value = parse_number(text, least, most);
    if (value < 0)
      fail(fmt::format("'{}' must be a number from {} to {}, not '{}'", name, least, most, text));
    return std::max(value, least);
  }

  /// Which of the names it is. A name that is left empty cannot be written; if it is none, the standard.
  template <class Enum>
  Enum choice(std::string_view name, std::span<const std::string_view> names, Enum standard) {
    if (!given(name)) return standard;
    const std::string text = one(name);
    const auto found = std::find(names.begin(), names.end(), text);
    if (!text.empty() && found != names.end()) return static_cast<Enum>(found - names.begin());
    fail(fmt::format("'{}' cannot be '{}'", name, text));
    return standard;
  }

  Seat seat(std::string_view name) {
    if (!given(name)) return kNobody;
    return Seat{number(name, one(name), 1, players_) - 1};
  }

  SeatSet seats(std::string_view name) {
    SeatSet set;
    const std::string text = one(name);
    for (const auto word : words_of(text)) set.add(Seat{number(name, word, 1, players_) - 1});
    return set;
  }

  /// A field that would say nothing here is refused, so that nobody relies on it.
  void only_with(bool here, std::string_view name, std::string_view when) {
    if (!here && given(name)) fail(fmt::format("'{}' goes with {}", name, when));
  }

 private:
  const Fields& fields_;
  int players_;
  Error error_;
};

/// The cards of a game, as its reader has to know them. What they are called comes from the game's words:
/// `full_name(Card)` and `names_of(Cards)`.
template <class Card, class Cards>
struct Pack {
  Cards whole;
  Card (*named)(std::string_view word);  ///< Card::none if there is no such card
  std::string_view kinds;                ///< "1 to 9, 0, Ten, Swap and Stop"
  std::string_view prefix;               ///< "CG"
  Clause clause;                         ///< the one that says how many there are
};

/// Reads heaps of cards too, and sees to it that no card lies in two places.
template <class Card, class Cards>
class CardReader : public FieldReader {
 public:
  CardReader(const Fields& fields, int players, std::span<const std::string_view> known,
             const Pack<Card, Cards>& pack)
      : FieldReader(fields, players, known), pack_(pack), rest_(pack.whole) {}

  std::vector<Card> cards(std::string_view name, std::string_view text) {
    std::vector<Card> cards;
    for (const auto word : words_of(text)) {
      cards.push_back(pack_.named(word));
      if (cards.back() == Card::none)
        fail(fmt::format("'{}' in '{}' is no card; cards are {}", word, name, pack_.kinds));
    }
    return cards;
  }

  Cards heap(std::string_view name, std::string_view text) {
    Cards heap;
    for (const Card card : cards(name, text)) add(name, heap, card);
    return heap;
  }

  void add(std::string_view name, Cards& heap, Card card) {
    if (card == Card::none || failed()) return;
    if (heap.count(card) == pack_.whole.count(card))
      return too_many(fmt::format("'{}'", name), card, heap.count(card) + 1);
    heap.add(card);
  }

  /// Moves cards from what is not placed yet to where they lie.
  void place(std::string_view name, Cards heap) {
    if (failed()) return;
    for (const Card card : heap.kinds())
      if (heap.count(card) > rest_.count(card))
        return too_many(fmt::format("with '{}' the position", name), card,
                        pack_.whole.count(card) - rest_.count(card) + heap.count(card));
    rest_ -= heap;
  }

  /// A heap that lies where its name says.
  Cards placed(std::string_view name, std::string_view text) {
    const Cards all = heap(name, text);
    place(name, all);
    return all;
  }

  /// Once everything else is placed: cards not named lie in the deck; if the deck is named and the discards
  /// are not, they are discarded.
  Cards deck(Cards& discards) {
    Cards deck = rest_;
    if (given("deck")) {
      deck = placed("deck", one("deck"));
      if (!failed() && !rest_.empty() && given("discards"))
        fail(fmt::format(
            "'deck' and 'discards' leave out: {}; name one of the two and the other gets the rest",
            names_of(rest_)));
      if (!failed()) discards += rest_;
    }
    if (given("deck_size")) {
      const int size = number("deck_size", one("deck_size"), 0, pack_.whole.size());
      if (size != deck.size())
        fail(fmt::format("'deck_size' is {}, but {} cards are left for the deck", size, deck.size()));
    }
    return deck;
  }

 private:
  void too_many(std::string_view where, Card card, int copies) {
    fail(fmt::format("{} has {} copies of {}, but the deck has only {} ({}-{})", where, copies,
                     full_name(card), pack_.whole.count(card), pack_.prefix, pack_.clause.number),
         pack_.clause);
  }

  Pack<Card, Cards> pack_;
  Cards rest_;  ///< not placed yet
};

}  // namespace lifetable

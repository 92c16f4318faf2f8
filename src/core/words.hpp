// SPDX-License-Identifier: Apache-2.0
// What sentences about a table need: who does what to whom, in the eyes of whoever reads it.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "core/game.hpp"

namespace lifetable {

inline std::string lower(std::string_view text) {
  std::string all(text);
  std::transform(all.begin(), all.end(), all.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return all;
}

/// Whether two texts are the same but for small and capital letters.
inline bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char one, unsigned char other) {
    return one == other || std::tolower(one) == std::tolower(other);
  });
}

inline std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// "1,234,567"
inline std::string thousands(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = std::ssize(digits) - 3; at > (number < 0 ? 1 : 0); at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

/// "1 life", "3 lives".
inline std::string counted(std::int64_t number, std::string_view one, std::string_view many) {
  return thousands(number) + " " + std::string(number == 1 ? one : many);
}

/// The cards of a heap in order, each as often as it is there: "1 3 3 Swap".
template <class Heap, class NameOf>
std::string listed(const Heap& heap, NameOf name_of) {
  std::string all;
  for (const auto card : heap.kinds())
    for (int n = 0; n < heap.count(card); ++n) all += (all.empty() ? "" : " ") + std::string(name_of(card));
  return all;
}

// ---- People -------------------------------------------------------------------------------------------

/// "Ann", or "seat 3" where there are no names.
inline std::string name_at(Seat seat, Names names) {
  return seat.index < names.size() ? names[seat.index] : "seat " + to_string(seat);
}

/// "Ann", or "you" for the reader.
inline std::string who(Seat seat, Seat reader, Names names) {
  return seat == reader && seat != kNobody ? "you" : name_at(seat, names);
}

/// "Ann's", or "your".
inline std::string whose(Seat seat, Seat reader, Names names) {
  return seat == reader ? "your" : name_at(seat, names) + "'s";
}

/// The same where `actor` does something to it: "your own", "their own".
inline std::string whose_own(Seat seat, Seat actor, Seat reader, Names names) {
  if (seat != actor) return whose(seat, reader, names);
  return seat == reader ? "your own" : "their own";
}

/// The one a sentence is about: "Ann draws", "you draw".
class Subject {
 public:
  Subject(Seat seat, Seat reader, Names names)
      : name_(who(seat, reader, names)), you_(seat == reader && seat != kNobody) {}

  bool you() const { return you_; }
  const std::string& name() const { return name_; }
  /// As the first word of a sentence.
  std::string first() const { return capital(name_); }
  std::string_view verb(std::string_view theirs, std::string_view yours) const {
    return you_ ? yours : theirs;
  }

 private:
  std::string name_;
  bool you_;
};

// ---- Moves --------------------------------------------------------------------------------------------

/// The refusal of a text that is no move at all; `forms` shows some that are.
inline Error not_a_move(std::string_view text, std::string_view title, std::string_view forms) {
  return {"'" + shortened(text, 60) + "' is not a move of " + std::string(title) +
          "; moves look like: " + std::string(forms)};
}

}  // namespace lifetable

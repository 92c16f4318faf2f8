// SPDX-License-Identifier: Apache-2.0
// A position, or a set of options, as named texts: what a game understands instead of JSON.
//
// A field holds one text ("turn": 2) or one text for each seat ("hands": ["1 3 4 9", "5 Swap"]). The games
// read and write fields; `src/play` turns them into JSON and back.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace lifetable {

struct Field {
  std::string name;
  std::vector<std::string> texts;
  bool list = false;  ///< one text for each seat, even if there is only one
  friend bool operator==(const Field&, const Field&) = default;
};

class Fields {
 public:
  void set(std::string name, std::string text) { put({std::move(name), {std::move(text)}, false}); }
  void set(std::string name, std::vector<std::string> texts) {
    put({std::move(name), std::move(texts), true});
  }
  void put(Field field) {
    if (Field* old = find_mutable(field.name))
      *old = std::move(field);
    else
      fields_.push_back(std::move(field));
  }

  const Field* find(std::string_view name) const { return const_cast<Fields*>(this)->find_mutable(name); }
  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }
  bool empty() const { return fields_.empty(); }
  friend bool operator==(const Fields&, const Fields&) = default;

 private:
  Field* find_mutable(std::string_view name) {
    auto at = std::find_if(fields_.begin(), fields_.end(), [&](const Field& f) { return f.name == name; });
    return at == fields_.end() ? nullptr : &*at;
  }
  std::vector<Field> fields_;
};

/// The words of a text, split at blanks.
inline std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    at = end;
  }
  return words;
}

/// Fields from words such as "rounds=1 teams=yes"; a word without "=" is left out.
inline Fields assignments(std::string_view text) {
  Fields fields;
  for (const auto word : words_of(text))
    if (const std::size_t equals = word.find('='); equals != std::string_view::npos)
      fields.set(std::string(word.substr(0, equals)), std::string(word.substr(equals + 1)));
  return fields;
}

/// A whole number written in digits, from `least` to `most`; -1 if the text is anything else.
inline int parse_number(std::string_view text, int least, int most) {
  if (text.empty() || text.size() > 6) return -1;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value < least || value > most ? -1 : value;
}

}  // namespace lifetable

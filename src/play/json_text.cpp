// SPDX-License-Identifier: Apache-2.0
#include "play/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "play/json.hpp"

namespace lifetable::play {

void tag_invoke(const boost::json::value_from_tag&, boost::json::value& value, const Json& json) {
  value = *parse_json(json.text);
}

void Draft::grow(std::size_t more) {
  capacity_ = std::max(2 * capacity_, size_ + more);
  auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
  std::memcpy(larger.get(), begin_, size_);
  larger_ = std::move(larger);
  begin_ = larger_.get();
}

namespace {

/// Whether eight characters can all stand in a text as they are: none is a quote, a backslash or below a
/// blank.
bool are_plain(std::uint64_t eight) {
  constexpr std::uint64_t ones = 0x0101010101010101, highest = ones << 7;
  const auto has_below = [&](std::uint64_t all, std::uint64_t least) {
    return (all - ones * least) & ~all & highest;
  };
  return !(has_below(eight, 0x20) | has_below(eight ^ ones * '"', 1) | has_below(eight ^ ones * '\\', 1));
}

constexpr auto kPlain = [] {
  std::array<bool, 256> plain;
  for (std::size_t c = 0; c < plain.size(); ++c) plain[c] = c >= 0x20 && c != '"' && c != '\\';
  return plain;
}();

/// A character that cannot stand in a text as it is.
char* write_escaped(char* next, char c) {
  constexpr std::string_view special = "\"\\\b\f\n\r\t", called = "\"\\bfnrt", digits = "0123456789abcdef";
  *next++ = '\\';
  if (const auto at = special.find(c); at != std::string_view::npos) {
    *next++ = called[at];
    return next;
  }
  for (const char each : {'u', '0', '0', digits[static_cast<unsigned char>(c) >> 4],
                          digits[static_cast<unsigned char>(c) & 0xF]})
    *next++ = each;
  return next;
}

void write_argument(Draft& json, const Argument& argument) {
  if (const int* number = argument.number()) return write_json(json, *number);
  if (const std::string* text = argument.text()) return write_text(json, *text);
  if (const Seat* seat = argument.seat()) {
    json.add("{\"seat\":");
    write_json(json, *seat == kNobody ? 0 : seat->index + 1);
    if (argument.is_honoured()) json.add(",\"honoured\":true");
    return json.add('}');
  }
  json.add('[');
  bool first = true;
  for (const Phrase& phrase : *argument.phrases()) {
    if (phrase.empty()) continue;
    if (!first) json.add(',');
    first = false;
    write_phrase(json, phrase);
  }
  json.add(']');
}

}  // namespace

void write_text(Draft& json, std::string_view text) {
  constexpr std::size_t kLongest = 6, kEight = sizeof(std::uint64_t);  // \u0000
  char* const begin = json.room_for(kLongest * text.size() + 2);
  char* next = begin;
  *next++ = '"';
  const char *from = text.data(), *const end = from + text.size();
  for (std::uint64_t eight; end - from >= std::ptrdiff_t{kEight}; from += kEight, next += kEight) {
    std::memcpy(&eight, from, kEight);
    if (!are_plain(eight)) break;
    std::memcpy(next, &eight, kEight);
  }
  for (; from != end; ++from) {
    if (kPlain[static_cast<unsigned char>(*from)]) [[likely]]
      *next++ = *from;
    else
      next = write_escaped(next, *from);
  }
  *next++ = '"';
  json.added(static_cast<std::size_t>(next - begin));
}

void write_number(Draft& json, std::int64_t number) {
  constexpr std::size_t kMost = 20;
  char* const begin = json.room_for(kMost);
  json.added(static_cast<std::size_t>(std::to_chars(begin, begin + kMost, number).ptr - begin));
}

void write_tree(Draft& json, const boost::json::value& value) {
  if (const auto* number = value.if_int64()) return write_number(json, *number);
  if (const auto* flag = value.if_bool()) return write_json(json, *flag);
  if (const auto* text = value.if_string()) return write_text(json, *text);
  const auto* object = value.if_object();
  if (!object || object->empty()) return json.add(boost::json::serialize(value));
  char before = '{';
  for (const auto& [name, member] : *object) {
    json.add(before);
    before = ',';
    write_text(json, name);
    json.add(':');
    write_tree(json, member);
  }
  json.add('}');
}

/// {"id": "alive.told.drew", "args": {"who": {"seat": 2}, "card": [{"id": "alive.card.bomb"}], "n": 3}}
void write_phrase(Draft& json, const Phrase& phrase) {
  // Ids and names are our own: nothing in them has to be escaped.
  json.add("{\"id\":\"");
  json.add(phrase.id);
  json.add('"');
  if (!phrase.arguments.empty()) {
    json.add(",\"args\":");
    char before = '{';
    for (const auto& [name, argument] : phrase.arguments) {
      json.add(before);
      before = ',';
      json.add('"');
      json.add(name);
      json.add("\":");
      write_argument(json, argument);
    }
    json.add('}');
  }
  json.add('}');
}

}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// JSON straight from what is to be said: numbers, texts, lists, phrases, and structs that Boost.Describe
// knows. The same bytes as by way of boost::json::value, in a fraction of the time.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <boost/json.hpp>
#include <boost/mp11.hpp>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/phrase.hpp"

namespace lifetable::play {

/// A JSON value that has been written already.
struct Json {
  std::string text;
};
/// The same of a T: what is said often and changes seldom.
template <class T>
struct Written : Json {};
/// Reads it again, for those who want a tree.
void tag_invoke(const boost::json::value_from_tag&, boost::json::value& value, const Json& json);

/// A text that grows at its end. Most messages fit into it as it is.
class Draft {
 public:
  Draft() = default;
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  void add(char c) { *room_for(1) = c, ++size_; }
  void add(std::string_view text) {
    std::memcpy(room_for(text.size()), text.data(), text.size());
    size_ += text.size();
  }
  // The same for a text whose length is known when this is compiled: a few instructions.
  template <std::size_t kSize>
  void add(const std::array<char, kSize>& text) {
    std::memcpy(room_for(kSize), text.data(), kSize);
    size_ += kSize;
  }
  template <std::size_t kSize>
  void add(const char (&text)[kSize]) {
    std::memcpy(room_for(kSize - 1), text, kSize - 1);
    size_ += kSize - 1;
  }
  /// Where at most so many characters can be written; `added` says how many were.
  char* room_for(std::size_t most) {
    if (capacity_ - size_ < most) [[unlikely]]
      grow(most);
    return begin_ + size_;
  }
  void added(std::size_t count) { size_ += count; }

  void change(std::size_t at, char c) { begin_[at] = c; }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::string_view text() const { return {begin_, size_}; }

 private:
  void grow(std::size_t more);

  char first_[4096];
  std::unique_ptr<char[]> larger_;
  char* begin_ = first_;
  std::size_t size_ = 0, capacity_ = sizeof first_;
};

void write_text(Draft& json, std::string_view text);
void write_number(Draft& json, std::int64_t number);
void write_phrase(Draft& json, const Phrase& phrase);
void write_tree(Draft& json, const boost::json::value& value);

/// What stands before the value of a described member, as in `,"hand":`.
template <class Member>
constexpr auto kBefore = [] {
  constexpr std::string_view name = Member::name;
  std::array<char, name.size() + 4> before{',', '"'};
  for (std::size_t i = 0; i < name.size(); ++i) before[i + 2] = name[i];
  before[name.size() + 2] = '"';
  before[name.size() + 3] = ':';
  return before;
}();

/// The described members of a struct, each by `write`.
template <class T, class Write>
void write_members(Draft& json, const T& value, Write write) {
  const std::size_t begin = json.size();
  using Members = boost::describe::describe_members<T, boost::describe::mod_public>;
  boost::mp11::mp_for_each<Members>([&](auto member) {
    json.add(kBefore<decltype(member)>);
    write(value.*member.pointer);
  });
  json.change(begin, '{');
  json.add('}');
}

template <class T>
void write_json(Draft& json, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    value ? json.add("true") : json.add("false");
  } else if constexpr (std::is_integral_v<T>) {
    if (value >= 0 && value <= 9) return json.add(static_cast<char>('0' + value));
    write_number(json, value);
  } else if constexpr (std::is_base_of_v<Json, T>) {
    json.add(value.text);
  } else if constexpr (std::is_invocable_v<const T&, Draft&>) {
    value(json);  // it knows how to write itself
  } else if constexpr (std::is_same_v<T, Phrase>) {
    write_phrase(json, value);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    write_text(json, value);
  } else if constexpr (boost::describe::has_describe_members<T>::value) {
    write_members(json, value, [&](const auto& member) { write_json(json, member); });
  } else if constexpr (std::is_convertible_v<const T&, boost::json::value>) {
    write_tree(json, value);
  } else if (std::empty(value)) {
    json.add("[]");
  } else {
    char before = '[';
    for (const auto& each : value) {
      json.add(before);
      before = ',';
      write_json(json, each);
    }
    json.add(']');
  }
}

/// A JSON object, member by member.
class ObjectDraft {
 public:
  /// The name is our own: nothing in it has to be escaped.
  template <class T>
  void add(std::string_view name, const T& value) {
    json_.add(json_.empty() ? '{' : ',');
    json_.add('"');
    json_.add(name);
    json_.add("\":");
    write_json(json_, value);
  }
  bool empty() const { return json_.empty(); }
  /// All of it; nothing is added afterwards.
  std::string_view text() {
    json_.add('}');
    return json_.text();
  }

 private:
  Draft json_;
};

template <class T>
std::string json_text(const T& value) {
  Draft json;
  write_json(json, value);
  return std::string(json.text());
}

}  // namespace lifetable::play

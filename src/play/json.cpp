// SPDX-License-Identifier: Apache-2.0
#include "play/json.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace lifetable {

namespace {

boost::json::value to_json(const Argument& argument) {
  if (const int* number = argument.number()) return *number;
  if (const Seat* seat = argument.seat()) {
    boost::json::object object{{"seat", *seat == kNobody ? 0 : seat->index + 1}};
    if (argument.is_honoured()) object["honoured"] = true;
    return object;
  }
  if (const std::string* text = argument.text()) return boost::json::value(*text);
  boost::json::array all;
  for (const Phrase& phrase : *argument.phrases())
    if (!phrase.empty()) all.push_back(boost::json::value_from(phrase));
  return all;
}

}  // namespace

void tag_invoke(const boost::json::value_from_tag&, boost::json::value& json, const Phrase& phrase) {
  boost::json::object object{{"id", phrase.id}};
  if (!phrase.arguments.empty()) {
    boost::json::object arguments;
    for (const auto& [name, argument] : phrase.arguments) arguments[name] = to_json(argument);
    object["args"] = std::move(arguments);
  }
  json = std::move(object);
}

}  // namespace lifetable

namespace lifetable::play {

Result<json::value> parse_json(std::string_view text, json::storage_ptr memory) {
  boost::system::error_code code;
  unsigned char scratch[1024];
  json::stream_parser parser({}, {}, scratch);
  parser.reset(std::move(memory));
  const std::size_t read = parser.write_some(text.data(), text.size(), code);
  const std::size_t rest = text.find_first_not_of(" \t\r\n", read);
  if (!code && rest != std::string_view::npos)
    return Error{fmt::format("unexpected text at character {}", rest + 1)};
  if (!code) parser.finish(code);
  if (code)
    return Error{fmt::format("this is not valid JSON at character {} ({})", read + 1, code.message())};
  return parser.release();
}

namespace {

/// A text or whole number as text; nothing else.
bool scalar_text(const json::value& value, std::string& text) {
  if (const auto* string = value.if_string())
    text = std::string(*string);
  else if (const auto* number = value.if_int64())
    text = std::to_string(*number);
  else
    return false;
  return true;
}

json::value scalar(const std::string& text) {
  const int number = parse_number(text, 0, 999999);
  if (number >= 0 && std::to_string(number) == text) return number;
  return json::value(text);
}

}  // namespace

Result<Fields> fields_from(const json::value& value) {
  const auto* object = value.if_object();
  if (!object) return Error{"an object {...} is wanted here"};
  Fields fields;
  for (const auto& [key, member] : *object) {
    Field field{std::string(key), {}, member.is_array()};
    std::string text;
    if (const auto* array = member.if_array()) {
      for (const auto& item : *array) {
        if (!scalar_text(item, text))
          return Error{fmt::format("'{}' must be a list of texts or whole numbers", field.name)};
        field.texts.push_back(text);
      }
    } else if (scalar_text(member, text)) {
      field.texts.push_back(text);
    } else {
      return Error{fmt::format("'{}' must be a text, a whole number or a list of those", field.name)};
    }
    fields.put(std::move(field));
  }
  return fields;
}

json::object to_json(const Fields& fields) {
  json::object object;
  for (const Field& field : fields) {
    if (field.list)
      object[field.name] = json::array(field.texts.begin(), field.texts.end());
    else
      object[field.name] = scalar(field.texts.empty() ? "" : field.texts[0]);
  }
  return object;
}

Result<Done> check_members(const json::object& object, std::initializer_list<std::string_view> known,
                           std::size_t needed) {
  std::size_t n = 0;
  for (const auto name : known)
    if (n++ < needed && !object.contains(name)) return Error{fmt::format("'{}' is missing", name)};
  for (const auto& [key, value] : object)
    if (std::find(known.begin(), known.end(), std::string_view(key)) == known.end())
      return Error{
          fmt::format("'{}' is not known here; known are: {}", std::string(key), fmt::join(known, ", "))};
  return Done{};
}

std::string text_in(const json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  const auto* text = value ? value->if_string() : nullptr;
  return text ? std::string(*text) : "";
}

int number_in(const json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  const auto* number = value ? value->if_int64() : nullptr;
  return number && *number >= 0 && *number <= 1'000'000 ? static_cast<int>(*number) : -1;
}

bool flag_in(const json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  return value && value->is_bool() && value->get_bool();
}

Result<Seat> seat_from(const json::value& value, int players) {
  if (const auto* text = value.if_string(); text && *text == "dealer") return kDealer;
  if (const auto* number = value.if_int64(); number && *number >= 1 && *number <= players)
    return Seat{static_cast<int>(*number) - 1};
  return Error{fmt::format("'by' must be \"dealer\" or a seat from 1 to {}", players)};
}

namespace {

void pretty_into(std::string& out, const json::value& value, int indent) {
  const std::string flat = json::serialize(value);
  const bool is_list = value.is_array(), is_object = value.is_object();
  if ((!is_list && !is_object) || flat.size() + static_cast<std::size_t>(indent) <= 100) {
    out += flat;
    return;
  }
  const std::string margin(static_cast<std::size_t>(indent) + 2, ' ');
  out += is_list ? "[" : "{";
  bool first = true;
  const auto begin_item = [&] {
    out += first ? "\n" : ",\n";
    out += margin;
    first = false;
  };
  if (is_list) {
    for (const auto& item : value.get_array()) begin_item(), pretty_into(out, item, indent + 2);
  } else {
    for (const auto& [key, item] : value.get_object()) {
      begin_item();
      out += json::serialize(json::value(key)) + ": ";
      pretty_into(out, item, indent + 2);
    }
  }
  out += "\n" + std::string(static_cast<std::size_t>(indent), ' ') + (is_list ? "]" : "}");
}

}  // namespace

std::string pretty(const json::value& value) {
  std::string out;
  pretty_into(out, value, 0);
  return out;
}

}  // namespace lifetable::play

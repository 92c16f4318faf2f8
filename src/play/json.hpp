// SPDX-License-Identifier: Apache-2.0
// The one place where JSON meets the program: reading with clear errors, and fields both ways.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "core/fields.hpp"
#include "core/phrase.hpp"
#include "core/result.hpp"
#include "core/seat.hpp"

namespace lifetable {

/// {"id": "alive.told.drew", "args": {"who": {"seat": 2}, "card": [{"id": "alive.card.bomb"}], "n": 3}}
void tag_invoke(const boost::json::value_from_tag&, boost::json::value& json, const Phrase& phrase);

}  // namespace lifetable

namespace lifetable::play {

namespace json = boost::json;

/// One JSON value, with nothing after it; in the given memory, if it need not live longer than that.
Result<json::value> parse_json(std::string_view text, json::storage_ptr memory = {});

/// Fields from an object of texts, numbers, and lists of those.
Result<Fields> fields_from(const json::value& value);
json::object to_json(const Fields& fields);

/// Wants exactly these members, in any order; `needed` of them (from the front) must be there.
Result<Done> check_members(const json::object& object, std::initializer_list<std::string_view> known,
                           std::size_t needed);

/// The member as text or whole number; "" or -1 if it is missing or something else.
std::string text_in(const json::object& object, std::string_view name);
int number_in(const json::object& object, std::string_view name);
/// Whether the member is there and true.
bool flag_in(const json::object& object, std::string_view name);

/// A seat as records and scenarios write it: 1, 2, ... or "dealer".
Result<Seat> seat_from(const json::value& value, int players);

/// Indented as a person would, short lists and objects on one line.
std::string pretty(const json::value& value);

}  // namespace lifetable::play

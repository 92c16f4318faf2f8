// SPDX-License-Identifier: Apache-2.0
#include "play/record.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "play/json.hpp"
#include "play/name.hpp"
#include "play/registry.hpp"

namespace lifetable::play {

std::vector<std::string> Record::names() const {
  std::vector<std::string> names;
  for (const SeatHeader& seat : header.seats) names.push_back(seat.name);
  return names;
}

// ---- Writing ------------------------------------------------------------------------------------------

namespace {

json::object deal_of(const RecordHeader& header) {
  json::object deal;
  if (!header.commitment.empty()) deal["commitment"] = header.commitment;
  if (header.seed) deal["seed"] = header.seed->hex();
  if (header.shared) {
    deal["server"] = header.shared->server.hex();
    json::array entropy;
    for (const auto& sent : header.shared->entropy)
      entropy.push_back(sent ? json::value(sent->hex()) : json::value());
    deal["entropy"] = std::move(entropy);
  }
  return deal;
}

}  // namespace

std::string header_line(const RecordHeader& header) {
  json::array seats;
  for (const SeatHeader& seat : header.seats) seats.push_back({{"name", seat.name}, {"player", seat.player}});
  json::value result;
  if (header.result)
    result = {{"scores", json::array(header.result->scores.begin(), header.result->scores.end())},
              {"winners", json::array(header.result->winners.begin(), header.result->winners.end())}};
  const json::object object{{"lifetable", kRecordFormat},
                            {"game", header.game},
                            {"rules", header.rules_version},
                            {"options", to_json(header.options)},
                            {"seats", seats},
                            {"deal", deal_of(header)},
                            {"result", result}};
  return json::serialize(object) + "\n";
}

bool is_printable(std::string_view text, int at_most) {
  if (text.empty()) return false;
  for (int characters = 1; !text.empty(); ++characters) {
    const int c = take_character(text);
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool turns_text_round = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    if (control || turns_text_round || characters > at_most) return false;
  }
  return true;
}

bool is_printable_name(std::string_view name) { return is_printable(name, 40); }

std::string move_line(const RecordedMove& move) {
  const json::value by = move.by == kDealer ? json::value("dealer") : json::value(move.by.index + 1);
  return json::serialize(json::object{{"by", by}, {"move", move.move}}) + "\n";
}

Ending ending_of(const Match& match) {
  Ending result;
  for (const int score : match.scores()) result.scores.push_back(score);
  for (const Seat seat : match.winners()) result.winners.push_back(seat.index + 1);
  return result;
}

// ---- Reading ------------------------------------------------------------------------------------------

namespace {

Result<std::vector<SeatHeader>> parse_seats(const json::value& value, int players) {
  const auto* array = value.if_array();
  if (!array || array->size() != static_cast<std::size_t>(players))
    return Error{fmt::format("'seats' must list the {} players", players)};
  std::vector<SeatHeader> seats;
  for (const auto& item : *array) {
    const auto* object = item.if_object();
    SeatHeader seat;
    if (object)
      if (auto good = check_members(*object, {"name", "player"}, 2); !good) return good.error();
    if (object) seat = {text_in(*object, "name"), text_in(*object, "player")};
    if (!is_printable_name(seat.name) || !is_printable_name(seat.player))
      return Error{"each of the 'seats' needs a 'name' and a 'player' of 1 to 40 printable characters"};
    seats.push_back(std::move(seat));
  }
  return seats;
}

/// A member of 'deal' that is written as 64 hexadecimal digits.
Result<Seed> parse_digits(const json::value& value, std::string_view name) {
  const auto* text = value.if_string();
  const auto digits = text ? Seed::from_hex(*text) : Error{""};
  if (!digits) return Error{fmt::format("'{}' in 'deal' is written as 64 hexadecimal digits", name)};
  return *digits;
}

Result<std::vector<std::optional<Seed>>> parse_entropy(const json::value& value, std::size_t seats) {
  const Error wrong{
      fmt::format("'entropy' in 'deal' must list the {} seats: 64 hexadecimal digits each, or null", seats)};
  const auto* array = value.if_array();
  if (!array || array->size() != seats) return wrong;
  std::vector<std::optional<Seed>> entropy;
  for (const auto& item : *array) {
    const auto sent = item.is_null() ? Seed{} : parse_digits(item, "entropy");
    if (!sent) return wrong;
    entropy.push_back(item.is_null() ? std::nullopt : std::optional(*sent));
  }
  return entropy;
}

Result<Done> parse_deal(const json::value& value, RecordHeader& header) {
  const auto* object = value.if_object();
  if (!object) return Error{"'deal' must be an object"};
  if (auto good = check_members(*object, {"commitment", "seed", "server", "entropy"}, 0); !good)
    return good.error();
  if (const auto* text = object->if_contains("commitment")) {
    const auto commitment = parse_digits(*text, "commitment");
    if (!commitment) return commitment.error();
    header.commitment = commitment->hex();
  }
  if (const auto* text = object->if_contains("seed")) {
    const auto seed = parse_digits(*text, "seed");
    if (!seed) return seed.error();
    header.seed = *seed;
  }
  const auto *server = object->if_contains("server"), *entropy = object->if_contains("entropy");
  if (!server && !entropy) return Done{};
  if (!server || !entropy || !header.seed)
    return Error{"'server', 'entropy' and 'seed' in 'deal' are told together, when the game is over"};
  const auto drawn = parse_digits(*server, "server");
  if (!drawn) return drawn.error();
  auto sent = parse_entropy(*entropy, header.seats.size());
  if (!sent) return sent.error();
  header.shared = {*drawn, std::move(*sent)};
  return Done{};
}

Result<Ending> parse_result(const json::value& value, int players) {
  const Error wrong{
      fmt::format("'result' must be null or give 'scores' of {} seats and the 'winners'", players)};
  const auto* object = value.if_object();
  if (!object || object->size() != 2) return wrong;
  Ending result;
  for (const auto& [name, into] : {std::pair{"scores", &result.scores}, {"winners", &result.winners}}) {
    const auto* member = object->if_contains(name);
    const auto* array = member ? member->if_array() : nullptr;
    if (!array || array->size() > static_cast<std::size_t>(players)) return wrong;
    for (const auto& item : *array) {
      const auto* number = item.if_int64();
      if (!number || *number < -1'000'000 || *number > 1'000'000) return wrong;
      into->push_back(static_cast<int>(*number));
    }
  }
  if (result.scores.size() != static_cast<std::size_t>(players)) return wrong;
  return result;
}

/// What to do about a record that is ahead of its reader.
std::string_view by_a_newer(bool newer) {
  return newer ? ". A newer lifetable wrote it: update this one" : "";
}

Result<RecordHeader> parse_header(std::string_view line) {
  const auto value = parse_json(line);
  if (!value) return value.error();
  const auto* object = value->if_object();
  if (!object || !object->contains("lifetable")) return Error{"this is not the header of a lifetable record"};
  if (const int format = number_in(*object, "lifetable"); format != kRecordFormat)
    return Error{fmt::format("the record has format {}; this lifetable reads format {}{}", format,
                             kRecordFormat, by_a_newer(format > kRecordFormat))};
  if (auto good =
          check_members(*object, {"lifetable", "game", "rules", "options", "seats", "deal", "result"}, 7);
      !good)
    return good.error();

  RecordHeader header;
  header.game = text_in(*object, "game");
  const auto game = game_named(header.game);
  if (!game) return game.error();
  header.rules_version = number_in(*object, "rules");
  if (!(*game)->knows(header.rules_version))
    return Error{
        fmt::format("the record was played by rules version {} of {}; this lifetable plays version {}{}",
                    header.rules_version, (*game)->title, (*game)->rules_version,
                    by_a_newer(header.rules_version > (*game)->rules_version))};
  const auto fields = fields_from(object->at("options"));
  if (!fields) return Error{"in 'options': " + fields.error().message};
  const auto options = (*game)->options(*fields);
  if (!options) return options.error();
  header.options = *options;
  const int players = parse_number(options->find("players")->texts[0], 1, kMaxSeats);
  auto seats = parse_seats(object->at("seats"), players);
  if (!seats) return seats.error();
  header.seats = *seats;
  if (auto good = parse_deal(object->at("deal"), header); !good) return good.error();
  if (!object->at("result").is_null()) {
    auto result = parse_result(object->at("result"), players);
    if (!result) return result.error();
    header.result = *result;
  }
  return header;
}

Result<RecordedMove> parse_move(std::string_view line, int players) {
  const auto value = parse_json(line);
  if (!value) return value.error();
  const auto* object = value->if_object();
  if (!object) return Error{"a move is written as {\"by\":1,\"move\":\"...\"}"};
  if (auto good = check_members(*object, {"by", "move"}, 2); !good) return good.error();
  const auto by = seat_from(object->at("by"), players);
  if (!by) return by.error();
  return RecordedMove{*by, text_in(*object, "move")};
}

Error at_line(const std::string& source, std::size_t line, const Error& error) {
  return {fmt::format("{}, line {}: {}", source, line, error.message), error.clause};
}

}  // namespace

Result<Record> parse_record(std::string_view text, const std::string& source) {
  if (text.empty()) return Error{source + " is empty; a record begins with a header line"};
  Record record;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    ++number;
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos)
      return Error{fmt::format(
          "{}, line {}: the record is cut off in the middle of this line; delete the line to keep "
          "the game up to it",
          source, number)};
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (number == 1) {
      auto header = parse_header(line);
      if (!header) return at_line(source, number, header.error());
      record.header = std::move(*header);
    } else {
      auto move = parse_move(line, static_cast<int>(record.header.seats.size()));
      if (!move) return at_line(source, number, move.error());
      record.moves.push_back(std::move(*move));
    }
  }
  return record;
}

// ---- Whether it is true -------------------------------------------------------------------------------

Result<Done> check_seed(const RecordHeader& header) {
  if (!header.shared) return Done{};
  if (header.shared->entropy.size() != header.seats.size())
    return Error{fmt::format("the deal was made for {} seats, not for {}", header.shared->entropy.size(),
                             header.seats.size())};
  if (!header.seed || *header.seed != seed_of(*header.shared))
    return Error{
        "the seed is not what the server's seed and the entropy of the seats give: one of them was changed"};
  return Done{};
}

Result<Done> check_commitment(const RecordHeader& header) {
  if (header.shared && header.commitment != header.shared->commitment())
    return Error{"the server's seed does not fit the commitment: one of the two was changed"};
  if (!header.shared && header.seed && header.commitment != header.seed->commitment())
    return Error{"the seed does not fit the commitment: one of the two was changed"};
  return Done{};
}

Result<Done> check_result(const RecordHeader& header, const Match& match, const std::string& source) {
  if (!header.result) return Done{};
  if (!match.over())
    return Error{
        fmt::format("{}: the header gives a result, but the moves end before the game does", source)};
  if (ending_of(match) != *header.result)
    return Error{fmt::format("{}, line 1: the result is not the one the moves lead to", source)};
  return Done{};
}

Result<Course> follow(const Record& record, const std::string& source, std::size_t moves) {
  const auto game = game_named(record.header.game);
  if (!game) return game.error();
  auto match = (*game)->start_as_of(record.header.rules_version, record.header.options);
  if (!match) return match.error();
  Course course{std::move(*match), {}, 0, {}, {}};
  if (record.header.seed) course.dealer.emplace(*record.header.seed);
  for (std::size_t i = 0; i < std::min(moves, record.moves.size()); ++i) {
    const RecordedMove& move = record.moves[i];
    const std::size_t line = i + 2;
    const bool dealt = move.by == kDealer && course.match->actors().kind == Actors::dealer;
    const bool compare = dealt && course.dealer && !course.misdealt;
    const std::string expected = compare ? course.match->deal(*course.dealer) : "";
    if (auto played = course.match->play(move.by, move.move); !played) {
      const std::string who = move.by == kDealer ? "the dealer" : "seat " + to_string(move.by);
      const std::string why = played.error().clause
                                  ? fmt::format("{} cannot '{}'. {}", who, move.move, played.error().message)
                                  : played.error().message;
      course.refused = at_line(source, line, {why, played.error().clause});
      return course;
    }
    course.dealt += dealt;
    if (compare && expected != move.move)
      course.misdealt =
          at_line(source, line,
                  {fmt::format("the dealer's '{}' is not what the seed gives ('{}')", move.move, expected)});
  }
  return course;
}

Result<Replayed> replay(const Record& record, const std::string& source, std::size_t moves) {
  for (const auto check : {check_commitment, check_seed})
    if (auto good = check(record.header); !good) return at_line(source, 1, good.error());
  auto course = follow(record, source, moves);
  if (!course) return course.error();
  if (course->misdealt) return *course->misdealt;
  if (course->refused) return *course->refused;
  if (moves >= record.moves.size())
    if (auto good = check_result(record.header, *course->match, source); !good) return good.error();
  return Replayed{std::move(course->match), std::move(course->dealer)};
}

}  // namespace lifetable::play

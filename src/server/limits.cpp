// SPDX-License-Identifier: Apache-2.0
#include "server/limits.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <set>
#include <variant>
#include <vector>

#include "server/pieces.hpp"

namespace lifetable::server {

namespace {

using std::chrono::milliseconds;

using Value = std::variant<std::size_t*, milliseconds*, Rate*>;

/// The least and the most that a number may be, or the seconds of a time.
struct Range {
  double least, most;
};

HallSettings& part_of(AllLimits& all, const HallSettings*) { return all.hall; }
Limits& part_of(AllLimits& all, const Limits*) { return all.limits; }
SocketLimits& part_of(AllLimits& all, const SocketLimits*) { return all.limits.sockets; }

struct Limit {
  template <class Part, class Type>
  Limit(std::string_view name, Type Part::* member, Range range, std::string_view reason)
      : name(name), range(range), reason(reason), in([member](AllLimits& all) -> Value {
          return &(part_of(all, static_cast<const Part*>(nullptr)).*member);
        }) {}

  std::string_view name;
  Range range;
  std::string_view reason;
  std::function<Value(AllLimits&)> in;
};

constexpr Range kBytes{1 << 10, 64 << 20}, kTime{0.001, 24 * 3600}, kCount{1, 10'000'000}, kRate{1, 1e9};

/// Every one of them, in the order in which somebody meets them.
const std::vector<Limit>& every_limit() {
  static const std::vector<Limit> limits = {
      {"connections", &Limits::connections, kCount,
       "at once. Each may cost kernel_bytes and socket.waiting_bytes, so this bounds the memory. If the "
       "system lets us open fewer files, fewer, less some for the store. Who comes beyond it takes the place "
       "of whoever has waited the longest without a request or a table; if all are busy, they get 503"},
      {"of_one_address", &Limits::of_one_address, kCount,
       "of these: a school or a mobile network may be one address. More are closed unheard; behind a proxy "
       "only WebSockets count, and get 429"},
      {"spare",
       &Limits::spare,
       {1, 1000},
       "connections beyond all others, for nothing but /healthz, /readyz and /metrics, so that whoever "
       "watches the server still can when it is full; for this machine as many again, which nobody else can "
       "take"},
      {"arrivals", &Limits::arrivals, kRate,
       "new connections of one address: taking and closing one costs more than most requests. More are "
       "closed unheard; behind a proxy they do not count"},
      {"requests", &Limits::requests, kRate,
       "over HTTP, of one address: several people behind it may open the page at once. More get 429"},
      {"body_bytes", &Limits::body_bytes, kBytes,
       "of a request to /api, which is read whole before it is understood. Status 413"},
      {"header_bytes", &Limits::header_bytes, kBytes,
       "of a request: more than any browser sends. Status 431"},
      {"request", &Limits::request, kTime,
       "from the last answer to the end of the next request, for slow lines"},
      {"spare_request", &Limits::spare_request, kTime,
       "the same in a spare place, so that it is soon free again"},
      {"answer", &Limits::answer, kTime, "for a client to take an answer, and then some for its bytes"},
      {"bytes_a_second",
       &Limits::bytes_a_second,
       {1, 1e12},
       "that a slow client takes at least: how long an answer may take"},
      {"unread", &Limits::unread, kTime,
       "after which the kernel gives up somebody who takes nothing of what waits for them. A WebSocket comes "
       "again by itself"},
      {"kernel_bytes",
       &Limits::kernel_bytes,
       {16 << 10, 64 << 20},
       "that the kernel holds for one connection at most. An eighth of it waits to be sent to somebody who "
       "does not read; the rest is what may be on its way to somebody who does: 256 KB on a line of 100 ms "
       "are 2.5 MB a second"},
      {"farewell", &Limits::farewell, kTime, "for what is under way when a connection or the server ends"},
      {"socket.message_bytes", &SocketLimits::message_bytes, kBytes,
       "of a message to the server: as of a body. Close code 1009"},
      {"socket.waiting_bytes", &SocketLimits::waiting_bytes, kBytes,
       "of messages for somebody who reads slowly, beside those in the kernel; then the line is cut, and it "
       "may come again"},
      {"socket.silence", &SocketLimits::silence, kTime,
       "after which a WebSocket is cut; a ping is sent after half of it. A proxy has to wait longer than "
       "that"},
      {"socket.greeting", &SocketLimits::greeting, kTime, "for the handshake of a WebSocket"},
      {"socket.table", &SocketLimits::table, kTime,
       "to enter a table: who is at none keeps a place from players. Close code 1008. The page enters at "
       "once"},
      {"socket.farewell", &SocketLimits::farewell, kTime,
       "for an answer to a farewell; then the line is cut"},
      {"socket.asides", &SocketLimits::asides, kRate, "pings and the like; more, and the line is cut"},
      {"hall.rooms", &HallSettings::rooms, kCount,
       "tables in memory at once; those that nobody is at make place for others, and are read again when "
       "somebody "
       "comes. Nobody is kept from a table that there is: only new ones are refused"},
      {"hall.unload", &HallSettings::unload, kTime,
       "after which a table that nobody is at leaves the memory"},
      {"hall.adding",
       &HallSettings::adding,
       {0, 60},
       "for somebody at a table to add to the deal before the host begins: pages do so at once. 0: nobody "
       "is waited for"},
      {"hall.window",
       &HallSettings::window,
       {0, 60},
       "the shortest time to answer in that a table may have, if it has any: in less nobody could"},
      {"hall.clock",
       &HallSettings::clock,
       {0, 3600},
       "that a table with clocks has for a first move at least (bank and increment): with less it would play "
       "by itself"},
      {"hall.onlookers",
       &HallSettings::onlookers,
       {0, 60},
       "between two messages to those who have no seat at a table: what happens meanwhile they hear "
       "together, "
       "so that a crowd costs the server little and those who play nothing"},
      {"hall.requests", &HallSettings::requests, kRate,
       "of one WebSocket: more than people make, and enough for programs that play. Close code 1008. Of many "
       "that came together one is heard, then everybody else, then the next"},
      {"hall.playing", &HallSettings::playing, kRate,
       "for those of one address who have seats at one table, close code 1008: whoever watches there, or "
       "plays at another table, uses up nothing of it. Requests count as in hall.work"},
      {"hall.work", &HallSettings::work, kRate,
       "for all others of one address by WebSocket, close code 1008. A request counts 1, and 1 more for "
       "every 2 connections at its table, who may all be told, up to 2 for each seat; coming in 8, twice as "
       "much for those connections, and 1 for every 32 moves that are told"},
      {"hall.devices",
       &HallSettings::devices,
       {1, 1000},
       "connections of one person at one table: telephone, computer, and what was forgotten. The oldest ends "
       "with 1008"},
      {"hall.guests",
       &HallSettings::guests,
       {1, 100'000},
       "connections there that came by the link to join and have no seat. When these or the watchers are as "
       "many as may be, the network that has the most makes place for others"},
      {"hall.watchers",
       &HallSettings::watchers,
       {1, 100'000},
       "connections there that came by the link to watch, or by one to join that was changed since, who take "
       "no place from anybody who may sit down"},
      {"hall.openings", &HallSettings::openings, kRate,
       "new tables of one address: each stays in memory and in the store"},
      {"hall.deals", &HallSettings::deals, kRate,
       "games begun from one address, since the store keeps them: some 20 KB each"},
      {"hall.wrong_keys", &HallSettings::wrong_keys, kRate,
       "of one WebSocket, so that nobody makes the store look for tables without end; close code 1008. A "
       "right key "
       "is always taken: whole keys cannot be found by trying"},
      {"hall.wrong_codes", &HallSettings::wrong_codes, kRate,
       "for one table, of all addresses together: of the million codes that there are, 308 in a day. "
       "Meanwhile the right code is not taken either; links are"},
      {"hall.newcomers", &HallSettings::newcomers, kRate,
       "people who sit down at one table from one address, since a table remembers them"},
  };
  return limits;
}

// ---- Values as text -----------------------------------------------------------------------------------

/// Rates are a second, a minute or an hour, whichever gives a whole number.
constexpr std::pair<std::string_view, int> kPer[] = {{"s", 1}, {"min", 60}, {"h", 3600}};

std::string text_of(const Rate& rate) {
  if (rate.a_second <= 0) return "none";
  for (const auto& [unit, seconds] : kPer)
    if (const double many = rate.a_second * seconds; std::abs(many - std::round(many)) < 1e-9)
      return fmt::format("{}, {}/{}", rate.at_once, std::round(many), unit);
  return fmt::format("{}, {}/s", rate.at_once, rate.a_second);
}

std::string text_of(const Value& value) {
  if (const auto* number = std::get_if<std::size_t*>(&value)) return fmt::format("{}", **number);
  if (const auto* time = std::get_if<milliseconds*>(&value)) return fmt::format("{} ms", (*time)->count());
  return text_of(**std::get_if<Rate*>(&value));
}

/// A number and nothing else.
template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc{} && end == text.data() + text.size();
}

std::string outside(const Range& range, double factor, std::string_view unit) {
  return fmt::format("it must be from {:.10g} to {:.10g}{}", range.least * factor, range.most * factor, unit);
}

/// Sets a value, or says what is wrong with the text; "": nothing.
std::string set(std::size_t& value, std::string_view text, const Range& range) {
  std::size_t number = 0;
  if (!read(text, number)) return "it takes a whole number";
  if (static_cast<double>(number) < range.least || static_cast<double>(number) > range.most)
    return outside(range, 1, "");
  value = number;
  return "";
}

std::string set(milliseconds& value, std::string_view text, const Range& range) {
  std::int64_t number = 0;
  if (!text.ends_with("ms") || !read(trimmed(text.substr(0, text.size() - 2)), number))
    return "it takes milliseconds, as in 1500 ms";
  if (static_cast<double>(number) < range.least * 1000 || static_cast<double>(number) > range.most * 1000)
    return outside(range, 1000, " ms");
  value = milliseconds(number);
  return "";
}

std::string set(Rate& value, std::string_view text, const Range& range) {
  if (text == "none") return value = {}, "";
  const std::string wrong =
      "it takes so many at once and then so many a second, min or h, as in 20, 6/min; or none";
  const std::string_view at_once = take_until(text, ','), many = take_until(text, '/');
  Rate rate;
  if (!read(at_once, rate.at_once) || !read(many, rate.a_second)) return wrong;
  for (const auto& [unit, seconds] : kPer) {
    if (trimmed(text) != unit) continue;
    if (!(rate.at_once >= range.least && rate.at_once <= range.most && rate.a_second > 0 &&
          rate.a_second <= range.most))
      return fmt::format("at least {:.10g} at once and some later, and at most {:.10g}", range.least,
                         range.most);
    rate.a_second /= seconds;
    return value = rate, "";
  }
  return wrong;
}

}  // namespace

Result<Done> set_limits(AllLimits& all, std::string_view text, std::string_view file) {
  std::set<std::string_view> named;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = take_until(text, '\n');
    if (line.empty() || line.starts_with('#')) continue;
    const auto wrong = [&](std::string_view why) {
      return Error{fmt::format("{}, line {}: {}", file, number, why)};
    };
    if (line.find('=') == std::string_view::npos)
      return wrong("a line is a name and a value, as in connections = 10000");
    const std::string_view name = take_until(line, '='), value = trimmed(line);
    const auto limit = std::ranges::find(every_limit(), name, &Limit::name);
    if (limit == every_limit().end())
      return wrong(fmt::format("there is no limit '{}'; lifetable serve --print-limits prints all", name));
    if (!named.insert(name).second) return wrong(fmt::format("'{}' has been set before", name));
    const std::string why =
        std::visit([&](auto* member) { return set(*member, value, limit->range); }, limit->in(all));
    if (!why.empty()) return wrong(fmt::format("{} = {}: {}", name, value, why));
  }
  return Done{};
}

std::string limits_as_file(const AllLimits& all) {
  constexpr std::size_t kWidth = 100;
  AllLimits copy = all;
  std::string text =
      "# Limits, for lifetable serve --limits FILE. What is left out is as it is here. Rates are "
      "so\n# many at once and then so many a second (s), minute (min) or hour (h), or none: without limit.\n";
  for (const Limit& limit : every_limit()) {
    std::string line = "\n#";
    for (std::string_view rest = limit.reason; !rest.empty();) {
      const std::string_view word = take_until(rest, ' ');
      if (line.size() - line.rfind('\n') + word.size() > kWidth) line += "\n#";
      line.append(" ").append(word);
    }
    text += fmt::format("{}\n{} = {}\n", line, limit.name, text_of(limit.in(copy)));
  }
  return text;
}

std::string limits_as_table(const AllLimits& all) {
  AllLimits copy = all;
  std::string text;
  for (const Limit& limit : every_limit())
    text += fmt::format("| `{}` | {} | {} |\n", limit.name, text_of(limit.in(copy)), limit.reason);
  return text;
}

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// What must hold of any log of a room, be it good or bad: for the tests and for the fuzzer, which has no
// GoogleTest.
#pragma once

#include <fmt/format.h>
#include <string>
#include <vector>

#include "play/json.hpp"
#include "table/room.hpp"

namespace lifetable::table {

/// The state without who is connected, which no log keeps.
inline std::string state_of(const Room& room) {
  RoomState state = room.state();
  state.watching = 0;
  for (RoomSeat& seat : state.seats) seat.here = false;
  return play::json_text(state);
}

/// The table for one reader, without times.
inline std::string table_of(const Room& room, Seat reader, Millis now) {
  if (!room.table()) return "";
  State state = room.table()->state(reader, now);
  for (SeatClock& clock : state.clocks) clock.left = 0;
  for (Window& window : state.window) window.left = 0;
  return play::json_text(state);
}

/// All that anybody is shown of a room, without times.
inline std::string shown(const Room& room, Millis now) {
  std::string all = state_of(room);
  for (int person = 1; person <= kMaxSeats + 2; ++person)
    all += "\n" + play::json_text(room.self({Visitor::person, person}));
  for (int seat = 0; room.table() && seat < room.table()->match().players(); ++seat)
    all += "\n" + table_of(room, Seat{seat}, now);
  return all + "\n" + table_of(room, kNobody, now);
}

struct LogReading {
  bool accepted = false;
  std::string fault;  ///< "" if all is well
};

/// Reads a log that may be bad. It has to be refused with one sentence that says what is wrong at which
/// table; or it makes a room that is the same if its entries are written anew, and that goes on whatever is
/// asked: then the log with all that was added to it makes that room again.
inline LogReading try_log(std::vector<std::string> log) {
  const auto secrets = [n = 0]() mutable { return play::Seed::from_text(std::to_string(++n)); };
  const std::string table = "K7M2QX";
  Millis now = 0;
  const auto read = [&](const std::vector<std::string>& entries) {
    return Room::from(table, entries, secrets, now);
  };
  auto room = read(log);
  if (!room) {
    const std::string& why = room.error().message;
    const bool says_where = why.find("table " + table) != std::string::npos;
    const bool is_sentence = why.find('\n') == std::string::npos;
    return {false, says_where && is_sentence ? "" : "refused with: " + why};
  }
  const auto fault = [&](std::string_view when, const std::vector<std::string>& entries) -> std::string {
    auto again = read(entries);
    if (!again) return fmt::format("{}: refused with: {}", when, again.error().message);
    const std::string is = shown(*room, now), was = shown(*again, now);
    return is == was ? "" : fmt::format("{}: another room:\n{}\ninstead of:\n{}", when, was, is);
  };
  // Those before one that says all need not be there.
  const auto first = *play::parse_json(log[0]);
  const auto* before = first.as_object().if_contains("entry");
  const auto gone = before && before->is_int64() ? before->get_int64() - 1 : 0;
  if (room->entries() != static_cast<std::int64_t>(log.size()) + gone)
    return {true, "it counts its entries wrongly"};
  std::vector<std::string> anew;
  for (const std::string& entry : log) anew.push_back(boost::json::serialize(*play::parse_json(entry)));
  if (std::string what = fault("written anew", anew); !what.empty()) return {true, what};

  const auto keep = [&] {
    for (Room::Entry& entry : room->to_keep()) log.push_back(std::move(entry.text));
  };
  const std::string entropy(64, 'e');
  for (const std::string& request :
       {std::string(R"({"do":"undo"})"), std::string(R"({"do":"leave"})"),
        std::string(R"({"do":"sit","name":"New"})"), fmt::format(R"({{"do":"add","entropy":"{}"}})", entropy),
        std::string(R"({"do":"give","seat":2,"player":"easy"})"), std::string(R"({"do":"begin"})"),
        std::string(R"({"do":"return"})"), std::string(R"({"do":"mute","seat":1,"on":true})"),
        std::string(R"({"do":"cover","seat":1})"), std::string(R"({"do":"remove","seat":2})"),
        std::string(R"({"do":"again"})"), std::string(R"({"do":"begin"})")}) {
    for (Visitor visitor :
         {Visitor{Visitor::person, 1}, Visitor{Visitor::person, 2}, Visitor{Visitor::guest}})
      room->ask(visitor, play::parse_json(request)->as_object(), now);
    room->tick(now += 100'000);
    keep();
  }
  return {true, fault("gone on with", log)};
}

}  // namespace lifetable::table

// SPDX-License-Identifier: Apache-2.0
// Rooms to try things in, with the people who come to them and the log that is kept of them. For tests only.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "bots/bot.hpp"
#include "table/room.hpp"
#include "table/table_testing.hpp"

namespace lifetable::table {

/// Lets a test put another table into a room: one whose hidden cards have changed places.
struct RoomTesting {
  static void put(Room& room, Table table) { room.table_ = std::move(table); }
  /// As a room does by itself when its log has grown long.
  static void say_all(Room& room, Millis now) { room.say_all(now); }
};

inline boost::json::object object_of(std::string_view text) {
  const auto value = play::parse_json(text);
  EXPECT_TRUE(value && value->is_object()) << text;
  return value && value->is_object() ? value->get_object() : boost::json::object{};
}

/// Secrets that are the same in every run.
inline Room::Secrets secrets_from(std::string text) {
  return [text, n = 0]() mutable { return play::Seed::from_text(fmt::format("{} {}", text, ++n)); };
}

inline bool is_good(const boost::json::object& answer) { return answer.contains("ok"); }
/// Why a request was refused, or the sentence that says what is wrong with it; "" if it was followed.
inline std::string trouble(const boost::json::object& answer) {
  if (const auto* refusal = answer.if_contains("refusal"))
    return play::text_in(refusal->as_object(), "reason");
  return play::text_in(answer, "error");
}

/// What a room is opened with: so many seats, the host in the first and the others as given.
inline std::string opening(std::string_view game, std::vector<std::string> others,
                           std::string_view more = "") {
  std::string seats = R"({"player":"me"})";
  for (const std::string& each : others) seats += fmt::format(R"(,{{"player":"{}"}})", each);
  const std::string_view rules = game == "cradle" ? R"(,"options":{"rounds":1})" : "";
  return fmt::format(R"({{"do":"open","game":"{}","name":"Ann","seats":[{}]{}{}{}}})", game, seats, rules,
                     more.empty() ? "" : ",", more);
}
inline std::vector<std::string> open_seats(int seats) {
  return std::vector<std::string>(static_cast<std::size_t>(seats), "open");
}

/// A room as its host keeps it.
struct Evening {
  std::string key;  ///< Ann's, who has opened it
  std::optional<Room> room;
  std::vector<std::string> log;   ///< all of it
  std::vector<std::string> tail;  ///< from the latest entry on that says all
  std::map<std::string, std::string> asides = {};
  std::map<std::string, Visitor> people;  ///< by name, connected once
  std::map<std::string, std::string> keys;
  Millis now = 0;

  explicit Evening(const std::string& request, const std::string& secrets = "evening") {
    auto opened = Room::open(object_of(request), "K7M2QX", secrets_from(secrets));
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
    if (!opened) return;
    room.emplace(std::move(opened->room));
    key = keys["Ann"] = opened->key;
    people["Ann"] = *room->visitor_with(key);
    room->arrive(people["Ann"]);
    keep();
  }

  void keep() {
    for (Room::Entry& entry : room->to_keep()) {
      if (entry.says_all) tail.clear();
      tail.push_back(entry.text);
      log.push_back(std::move(entry.text));
      ASSERT_EQ(entry.n, static_cast<int>(log.size()));
    }
    for (Aside& aside : room->to_lay_aside()) {
      ASSERT_TRUE(aside.says_all || !asides.contains(aside.log));
      asides[aside.log] = std::move(aside.text);
    }
    ASSERT_EQ(room->entries(), static_cast<int>(log.size()));
  }

  boost::json::object ask(Visitor& visitor, std::string_view request) {
    auto answer = room->ask(visitor, object_of(request), now);
    EXPECT_EQ(answer.size(), 1u) << "one answer";
    keep();
    return answer;
  }
  boost::json::object ask(const std::string& name, std::string_view request) {
    return ask(people.at(name), request);
  }
  std::string refused(const std::string& name, std::string_view request) {
    return trouble(ask(name, request));
  }

  std::string join_key() const { return room->self(people.at("Ann")).join; }
  std::string watch_key() const { return room->self(people.at("Ann")).watch; }

  /// Somebody comes by the link and takes a seat.
  boost::json::object sit_down(const std::string& name) {
    Visitor visitor = *room->visitor_with(join_key());
    room->arrive(visitor);
    auto answer = ask(visitor, fmt::format(R"({{"do":"sit","name":"{}"}})", name));
    if (is_good(answer)) {
      people[name] = visitor;
      keys[name] = play::text_in(answer.at("ok").as_object(), "key");
    }
    return answer;
  }
  void fill_the_seats() {
    const std::vector<std::string> names = {"Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"};
    for (const std::string& name : names) {
      const auto seats = room->state().seats;
      if (std::ranges::none_of(seats, [](const RoomSeat& seat) { return seat.player == "open"; })) return;
      if (people.contains(name)) continue;
      EXPECT_TRUE(is_good(sit_down(name)));
    }
  }
  void begin() {
    fill_the_seats();
    EXPECT_EQ(refused("Ann", R"({"do":"begin"})"), "");
  }

  const Table& table() const { return *room->table(); }
  Seat seat_of(const std::string& name) const { return room->seat_of(people.at(name)); }
  /// The names of those who may choose now.
  std::vector<std::string> ready() const {
    std::vector<std::string> names;
    for (const auto& [name, visitor] : people)
      if (const Seat seat = room->seat_of(visitor);
          seat != kNobody && table().record().header.seats[seat.index].player == "person" &&
          !table().state(seat, now).offers.empty())
        names.push_back(name);
    return names;
  }
  std::string play(const std::string& name, std::string_view move, std::string_view id = "") {
    return refused(name, fmt::format(R"({{"do":"play","move":"{}","seen":{}{}}})", move, table().at(),
                                     id.empty() ? "" : fmt::format(R"(,"id":"{}")", id)));
  }
  void bot_acts() {
    const auto task = room->bot_to_act();
    ASSERT_TRUE(task);
    const auto bot = bots::make_any_bot(task->game, "thoughtful", task->chance);
    room->bot_chose(*task, (*bot)->choose(task->view), now);
    keep();
  }
  /// Somebody moves at random, or a bot by its rules of thumb, or time passes if nobody is waited for.
  void go_on(Xoshiro256pp& rng) {
    const auto names = ready();
    if (room->bot_to_act() && (names.empty() || below(rng, 2))) return bot_acts();
    if (!names.empty()) {
      const std::string& name = pick_from(names, rng);
      const auto offers = table().state(seat_of(name), now).offers;
      EXPECT_EQ(play(name, pick_from(offers, rng).move), "");
      return;
    }
    ASSERT_TRUE(room->deadline()) << "nobody can do anything";
    now = std::max(now, *room->deadline());
    room->tick(now);
    keep();
  }
  void play_to_the_end(Xoshiro256pp& rng) {
    for (int i = 0; i < 5'000 && !table().over() && !testing::Test::HasFailure(); ++i) go_on(rng);
    EXPECT_TRUE(table().over());
  }

  /// The room that the log makes, which must be a good one.
  Room read_again(bool whole_log = true) const {
    auto again = Room::from("K7M2QX", whole_log ? log : tail, secrets_from("again"), now);
    if (!again) throw std::runtime_error(again.error().message);  // which fails the test
    return std::move(*again);
  }
};

}  // namespace lifetable::table

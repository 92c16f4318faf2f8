// SPDX-License-Identifier: Apache-2.0
// A room is what its log makes of it: whatever people do, the log read again gives the same room.
#include <gtest/gtest.h>
#include <sstream>

#include "play/file.hpp"
#include "table/room_log_testing.hpp"
#include "table/room_testing.hpp"

namespace lifetable::table {
namespace {

// ---- Comparing ----------------------------------------------------------------------------------------

/// How much more time the room that was read again gives than the one that was not: nobody loses any, and
/// what was spent since the last entry with times is given back.
void expect_fair_times(const Room& live, const Room& again, Millis now, Millis since) {
  const State is = live.table()->state(kNobody, now), was = again.table()->state(kNobody, now);
  ASSERT_EQ(is.clocks.size(), was.clocks.size());
  for (std::size_t i = 0; i < is.clocks.size(); ++i) {
    const Millis more = was.clocks[i].left - is.clocks[i].left;
    EXPECT_GE(more, 0);
    EXPECT_LE(more, is.clocks[i].runs ? now - since : 0);
  }
  if (is.window.empty()) return;
  const Millis more = was.window[0].left - is.window[0].left;
  EXPECT_GE(more, 0);
  EXPECT_LE(more, now - since);
}

void expect_same_room(const Evening& evening, Millis since) {
  const Room again = evening.read_again();
  const Room& live = *evening.room;
  ASSERT_EQ(state_of(again), state_of(live));
  ASSERT_EQ(again.entries(), live.entries());
  ASSERT_EQ(again.table() != nullptr, live.table() != nullptr);
  for (const auto& [name, key] : evening.keys) {
    const auto visitor = live.visitor_with(key);
    ASSERT_EQ(again.visitor_with(key), visitor) << name;
    if (!visitor) continue;
    ASSERT_EQ(json_of(again.self(*visitor)), json_of(live.self(*visitor))) << name;
  }
  if (!live.table()) return;
  const int at = live.table()->at();
  for (const Seat reader : readers(live.table()->match().players())) {
    ASSERT_EQ(table_of(again, reader, evening.now), table_of(live, reader, evening.now));
    const int seen = at % 50 ? std::max(0, at - 3) : 0;
    ASSERT_EQ(json_of(again.table()->told(reader, seen)), json_of(live.table()->told(reader, seen)));
  }
  expect_fair_times(live, again, evening.now, since);
}

// ---- Random sessions ----------------------------------------------------------------------------------

template <class R>
std::string random_request(const Room& room, R& rng) {
  const int seat = static_cast<int>(below(rng, 6));
  const std::string name = pick_from(std::vector<std::string>{"Bo", "Cy", "Di", "Ann", "", "\\u0001"}, rng);
  const std::string bot = pick_from(std::vector<std::string>{"easy", "open", "thoughtful", "genius"}, rng);
  const int at = room.table() ? room.table()->at() - static_cast<int>(below(rng, 3)) : 0;
  switch (below(rng, 24)) {
    case 0:
    case 1:
    case 2: return fmt::format(R"({{"do":"sit","name":"{}"}})", name);
    case 3: return fmt::format(R"({{"do":"sit","seat":{},"name":"{}"}})", seat, name);
    case 4: return R"({"do":"leave"})";
    case 5: return R"({"do":"return"})";
    case 6: return fmt::format(R"({{"do":"add","entropy":"{}"}})", play::Seed::from_text(name).hex());
    case 7: return R"({"do":"add","entropy":"zz"})";
    case 8: return fmt::format(R"({{"do":"give","seat":{},"player":"{}"}})", seat, bot);
    case 9: return fmt::format(R"({{"do":"give","seat":{},"player":"{}","name":"{}"}})", seat, bot, name);
    case 10:
    case 11:
    case 12: return R"({"do":"begin"})";
    case 13: return fmt::format(R"({{"do":"play","move":"flip","seen":{},"id":"{}"}})", at, seat);
    case 14: return R"({"do":"undo"})";
    case 15: return fmt::format(R"({{"do":"undo","seen":{}}})", at);
    case 16: return fmt::format(R"({{"do":"cover","seat":{}}})", seat);
    case 17: return R"({"do":"say","phrase":"hello"})";
    case 18: return fmt::format(R"({{"do":"mute","seat":{},"on":true}})", seat);
    case 19:
      return below(rng, 4) ? R"({"do":"record"})" : fmt::format(R"({{"do":"remove","seat":{}}})", seat);
    case 20:
    case 21: return R"({"do":"again"})";
    case 22: return R"({"do":"play","move":[],"seen":"x"})";
    default: return R"({"do":{}})";
  }
}

/// An evening on which anything may happen.
class Random {
 public:
  Random(const std::string& request, std::uint64_t seed)
      : evening_(request, std::to_string(seed)), rng_(seed), visitors_{evening_.people["Ann"]} {}

  void one_thing() {
    const auto before = remembered();
    const std::size_t entries = evening_.log.size();
    const std::uint32_t kind = below(rng_, 20);
    if (kind == 0)
      somebody_comes();
    else if (kind == 1)
      somebody_goes();
    else if (kind == 2)
      time_passes();
    else if (kind < 7)
      somebody_asks();
    else if (evening_.room->table() && !evening_.table().over())
      somebody_moves();
    else
      somebody_asks();
    evening_.keep();
    for (std::size_t i = entries; i < evening_.log.size(); ++i)
      if (evening_.log[i].find("timing") != std::string::npos) since_ = evening_.now;
    expect_same_room(evening_, since_);
    expect_versions(before);
    if (evening_.room->table() && evening_.table().over()) ++overs_;
  }

  int overs() const { return overs_; }
  int refusals() const { return refusals_; }
  int undone() const { return undone_; }
  const Evening& evening() const { return evening_; }

 private:
  struct Remembered {
    std::string state;
    int version;
    std::vector<std::string> tables;
    std::vector<int> moves_versions;
  };
  Remembered remembered() const {
    Remembered all{json_of(evening_.room->state()), evening_.room->version(), {}, {}};
    for (const Seat reader : readers(4)) {
      all.tables.push_back(table_of(*evening_.room, reader, evening_.now));
      all.moves_versions.push_back(evening_.room->moves_version(reader));
    }
    return all;
  }
  void expect_versions(const Remembered& before) const {
    const Remembered after = remembered();
    EXPECT_TRUE(after.state == before.state || after.version != before.version);
    for (std::size_t i = 0; i < after.tables.size(); ++i)
      EXPECT_TRUE(after.tables[i] == before.tables[i] || after.moves_versions[i] != before.moves_versions[i]);
  }

  void somebody_comes() {
    const std::vector<std::string> keys = {evening_.join_key(), evening_.watch_key(), evening_.key, "wrong"};
    std::string key = pick_from(keys, rng_);
    if (below(rng_, 2)) key = std::next(evening_.keys.begin(), below(rng_, size_of(evening_.keys)))->second;
    const auto visitor = evening_.room->visitor_with(key);
    if (!visitor || visitors_.size() > 8) return;
    visitors_.push_back(*visitor);
    evening_.room->arrive(*visitor);
  }
  void somebody_goes() {
    if (visitors_.empty()) return;
    const std::size_t which = below(rng_, size_of(visitors_));
    evening_.room->depart(visitors_[which], evening_.now);
    visitors_.erase(visitors_.begin() + static_cast<std::ptrdiff_t>(which));
  }
  void time_passes() {
    evening_.now += below(rng_, 4) ? below(rng_, 3'000) : below(rng_, 60'000);
    evening_.room->tick(evening_.now);
  }
  void somebody_asks() {
    if (visitors_.empty()) return somebody_comes();
    evening_.room->tick(evening_.now);  // what time has brought is no answer
    evening_.keep();
    const std::size_t entries = evening_.log.size();
    Visitor& visitor = visitors_[below(rng_, size_of(visitors_))];
    const bool host = below(rng_, 3) == 0;
    Visitor ann = *evening_.room->visitor_with(evening_.key);
    const std::string request = random_request(*evening_.room, rng_);
    const auto answer = evening_.ask(host ? ann : visitor, request);
    if (!is_good(answer)) {
      ++refusals_;
      EXPECT_EQ(evening_.log.size(), entries) << request;
    } else if (const auto* ok = answer.at("ok").if_object(); ok && ok->contains("key")) {
      evening_.keys[fmt::format("person {}", visitor.person_number)] = play::text_in(*ok, "key");
    }
  }
  void somebody_moves() {
    evening_.now += below(rng_, 500);
    evening_.room->tick(evening_.now);
    evening_.keep();
    if (evening_.table().over()) return;
    if (evening_.room->bot_to_act() && below(rng_, 2)) return evening_.bot_acts();
    for (const auto& [name, key] : evening_.keys) {
      auto visitor = evening_.room->visitor_with(key);
      const Seat seat = visitor ? evening_.room->seat_of(*visitor) : kNobody;
      if (seat == kNobody) continue;
      const auto offers = evening_.table().state(seat, evening_.now).offers;
      if (offers.empty()) continue;
      evening_.ask(*visitor,
                   fmt::format(R"({{"do":"play","move":"{}","seen":{},"id":"{}"}})",
                               pick_from(offers, rng_).move, evening_.table().at(), evening_.table().at()));
      if (evening_.table().state(seat, evening_.now).undo && below(rng_, 2))
        undone_ += is_good(evening_.ask(*visitor, R"({"do":"undo"})"));
      if (below(rng_, 2)) return;
    }
  }
  template <class All>
  static std::uint32_t size_of(const All& all) {
    return static_cast<std::uint32_t>(all.size());
  }

  Evening evening_;
  Xoshiro256pp rng_;
  std::vector<Visitor> visitors_;
  Millis since_ = 0;
  int overs_ = 0, refusals_ = 0, undone_ = 0;
};

void try_random_evenings(std::string_view game, int steps, bool expect_ends) {
  const std::string_view paces[] = {"", R"("bank":30000,"increment":500,"window":2000)",
                                    R"("unhurried":true)"};
  int overs = 0, refusals = 0, deals = 0, undone = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(fmt::format("{}, seed {}", game, seed));
    Random random(opening(game, {"open", "thoughtful"}, paces[seed % 3]), seed);
    for (int i = 0; i < steps && !testing::Test::HasFailure(); ++i) random.one_thing();
    overs += random.overs();
    refusals += random.refusals();
    undone += random.undone();
    deals += random.evening().room->state().deal;
  }
  EXPECT_GT(refusals, 20);
  EXPECT_TRUE(!expect_ends || overs > 0);
  EXPECT_TRUE(!expect_ends || deals > 3) << "there should be rematches";
  EXPECT_TRUE(game != "cv" || undone > 3);
}

TEST(RoomLog, GivesTheSameRoomAfterEveryStepOfRandomEveningsOfCradle) {
  try_random_evenings("cradle", 350, true);
}
TEST(RoomLog, GivesTheSameRoomAfterEveryStepOfRandomEveningsOfAlive) {
  try_random_evenings("alive", 250, false);
}
TEST(RoomLog, GivesTheSameRoomAfterEveryStepOfRandomEveningsOfCv) { try_random_evenings("cv", 200, false); }

TEST(RoomLog, ARoomReadAgainGoesOnToTheEnd) {
  Evening evening(opening("cradle", {"open", "thoughtful"}, R"("bank":60000)"));
  Xoshiro256pp rng(11);
  evening.begin();
  for (int i = 0; i < 3'000 && !evening.table().over(); ++i) {
    if (i % 3 == 0) {
      evening.room.emplace(evening.read_again());
      for (const auto& [name, visitor] : evening.people) evening.room->arrive(visitor);
    }
    evening.go_on(rng);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_TRUE(evening.table().over());
  expect_same_room(evening, evening.now);
}

TEST(RoomLog, WhatTheDealerDidBeforeItWasKeptIsKeptLater) {
  Evening evening(opening("alive", open_seats(1)));
  evening.begin();
  evening.log.pop_back();  // the host died between the two entries
  evening.room.emplace(evening.read_again());
  EXPECT_GT(evening.table().at(), 0);
  for (const auto& [name, visitor] : evening.people) evening.room->arrive(visitor);
  Xoshiro256pp rng(1);
  evening.go_on(rng);
  expect_same_room(evening, 0);
}

// ---- Bad logs -----------------------------------------------------------------------------------------

/// A short evening in which everything happens once.
std::vector<std::string> rich_log() {
  Evening evening(opening("cv", {"open", "open"}, R"("bank":600000)"));
  EXPECT_TRUE(is_good(evening.sit_down("Bo")));
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  EXPECT_EQ(evening.refused("Bo", R"({"do":"sit"})"), "");
  EXPECT_EQ(evening.refused("Bo", fmt::format(R"({{"do":"add","entropy":"{}"}})", std::string(64, 'a'))), "");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"mute","seat":2,"on":true})"), "");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"give","seat":3,"player":"thoughtful"})"), "");
  RoomTesting::say_all(*evening.room, evening.now);
  evening.begin();
  Xoshiro256pp rng(4);
  bool undone = false;
  for (int i = 0; i < 60; ++i) {
    evening.go_on(rng);
    for (const char* name : {"Ann", "Bo"})
      undone = (!undone && evening.refused(name, R"({"do":"undo"})").empty()) || undone;
  }
  EXPECT_TRUE(undone);
  EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
  RoomTesting::say_all(*evening.room, evening.now);
  EXPECT_EQ(evening.refused("Bo", R"({"do":"return"})"), "");
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "");
  return evening.log;
}

TEST(RoomLog, StaysShortHoweverOftenPeopleSitDownAndLeave) {
  Evening evening(opening("alive", {"open", "thoughtful"}, R"("bank":600000)"));
  EXPECT_TRUE(is_good(evening.sit_down("Bo")));
  for (int i = 0; i < 2'000; ++i) {
    EXPECT_EQ(evening.refused("Bo", R"({"do":"leave"})"), "");
    EXPECT_EQ(evening.refused("Bo", R"({"do":"sit"})"), "");
    EXPECT_EQ(evening.refused("Ann", fmt::format(R"({{"do":"mute","seat":2,"on":{}}})", i % 2 == 0)), "");
    ASSERT_LE(evening.tail.size(), 2'002u);
  }
  EXPECT_GT(evening.log.size(), 6'000u);
  EXPECT_EQ(shown(evening.read_again(false), evening.now), shown(evening.read_again(), evening.now));
  EXPECT_EQ(evening.read_again(false).entries(), evening.room->entries());
}

TEST(RoomLog, OneEntryThatSaysAllMakesTheSameRoom) {
  int in_windows = 0;
  for (const char* game : {"cradle", "alive", "cv"})
    for (const char* more : {R"("bank":600000,"increment":5000)", R"("unhurried":true)"}) {
      Evening evening(opening(game, {"open", "open", "thoughtful"}, more));
      evening.fill_the_seats();
      EXPECT_EQ(evening.refused("Bo", fmt::format(R"({{"do":"add","entropy":"{}"}})", std::string(64, 'a'))),
                "");
      evening.begin();
      Xoshiro256pp rng(8);
      for (int i = 0; i < 400 && !evening.table().over(); ++i) {
        evening.go_on(rng);
        if (below(rng, 10) == 0) (void)evening.refused("Bo", R"({"do":"leave"})");
        if (below(rng, 5) == 0) (void)evening.refused("Bo", R"({"do":"return"})");
        if (below(rng, 20) != 0) continue;
        in_windows += !evening.table().state(kNobody, evening.now).window.empty();
        RoomTesting::say_all(*evening.room, evening.now);
        evening.keep();
        const Room whole = evening.read_again(), tail = evening.read_again(false);
        ASSERT_EQ(shown(tail, evening.now), shown(whole, evening.now)) << game;
        ASSERT_EQ(tail.entries(), whole.entries());
        for (const auto& [name, key] : evening.keys)
          EXPECT_EQ(tail.visitor_with(key), whole.visitor_with(key)) << name;
      }
    }
  EXPECT_GT(in_windows, 0);
}

TEST(RoomLog, ADoorOpensToTheKeysOfItsRoomAndToNoOthers) {
  Evening evening(opening("alive", open_seats(2)));
  std::vector<std::string> keys = {evening.key, "", "0000", std::string(64, '0'), "K7M2QX", "?"};
  const auto compare = [&] {
    keys.push_back(evening.join_key());
    keys.push_back(evening.join_key().substr(0, kCodeLetters));
    keys.push_back(evening.watch_key());
    for (const auto& [name, key] : evening.keys) keys.push_back(key);
    const std::string& door = evening.asides.at(log_of_door("K7M2QX"));
    int open = 0;
    for (const std::string& key : keys) {
      EXPECT_EQ(opens(door, key), bool{evening.room->visitor_with(key)}) << key;
      open += opens(door, key);
    }
    EXPECT_GE(open, 4);
  };
  compare();
  evening.fill_the_seats();
  compare();
  EXPECT_EQ(evening.refused("Ann", R"({"do":"remove","seat":2})"), "");
  compare();
  for (const char* bad : {"", "{}", "[]", "7", R"({"join":7,"keys":{}})"})
    for (const std::string& key : {evening.key, std::string("0000"), std::string(64, '0')})
      EXPECT_FALSE(opens(bad, key)) << bad;
}

/// Whether a log is read, which must go well in either case.
bool reads(const std::vector<std::string>& log) {
  const LogReading reading = try_log(log);
  EXPECT_EQ(reading.fault, "");
  return reading.accepted;
}

TEST(RoomLog, ACorruptedLogIsAnErrorAndNeverACrash) {
  const std::vector<std::string> log = rich_log();
  ASSERT_TRUE(reads(log));
  EXPECT_FALSE(reads({}));
  Xoshiro256pp rng(5);
  for (std::size_t line = 0; line < log.size(); ++line) {
    auto bad = log;
    bad[line] = log[line].substr(0, below(rng, static_cast<std::uint32_t>(log[line].size())));
    EXPECT_FALSE(reads(bad)) << "cut: " << bad[line];
    for (const char* text : {"", "7", "[]", "{}", R"({"what":7})", R"({"what":"dance"})", "\xff"}) {
      bad[line] = text;
      EXPECT_FALSE(reads(bad)) << text;
    }
  }
}

TEST(RoomLog, AMemberOfAnotherTypeOrMissingIsRefusedOrMakesASoundRoom) {
  const std::vector<std::string> log = rich_log();
  std::map<std::string, int> kinds;
  int refused = 0, accepted = 0;
  const auto try_this = [&](const std::vector<std::string>& bad) { ++(reads(bad) ? accepted : refused); };
  for (std::size_t line = 0; line < log.size(); ++line) {
    const auto entry = object_of(log[line]);
    if (++kinds[play::text_in(entry, "what")] > 3) continue;
    for (const auto& [name, value] : entry) {
      auto bad = log;
      auto without = entry;
      without.erase(name);
      bad[line] = boost::json::serialize(without);
      try_this(bad);
      for (const char* other : {"null", "-1", "99", "\"x\"", "[7]", "[\"9 x\"]", "{}", "1e99", "true"}) {
        auto changed = entry;
        changed[name] = *play::parse_json(other);
        bad[line] = boost::json::serialize(changed);
        try_this(bad);
        ASSERT_FALSE(HasFailure()) << bad[line];
      }
    }
  }
  EXPECT_GT(refused, accepted);
  EXPECT_GT(accepted, 20);
  for (const char* what : {"moves", "undo", "open", "come", "sit", "rise", "give", "add", "begin", "cover",
                           "back", "remove", "everything"})
    EXPECT_GT(kinds[what], 0) << what;
}

TEST(RoomLog, EntriesInAnotherOrderAreRefusedOrMakeASoundRoom) {
  const std::vector<std::string> log = rich_log();
  Xoshiro256pp rng(6);
  const auto any = [&] { return below(rng, static_cast<std::uint32_t>(log.size())); };
  int refused = 0, accepted = 0;
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    auto bad = log;
    switch (below(rng, 3)) {
      case 0: bad.erase(bad.begin() + any()); break;
      case 1: bad.insert(bad.begin() + any(), log[any()]); break;
      default: std::swap(bad[any()], bad[any()]);
    }
    ++(reads(bad) ? accepted : refused);
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(accepted, 5);
  for (const std::string& entry : log) {
    const bool begins = &entry == &log[0] || play::text_in(object_of(entry), "what") == "everything";
    EXPECT_EQ(reads({entry}), begins) << entry;
  }
}

// ---- Logs that were written long ago ------------------------------------------------------------------

TEST(RoomLog, ADealGoesOnByTheVersionOfTheRulesThatItWasBegunBy) {
  Evening evening(opening("alive", open_seats(3), R"("options":{"teams":"yes"})"));
  evening.begin();
  Xoshiro256pp rng(1);
  for (int i = 0; i < 20; ++i) evening.go_on(rng);
  const auto with = [&](const std::string& version) {
    std::vector<std::string> log = evening.log;
    for (std::string& entry : log)
      if (const auto at = entry.find(R"("rules":2)"); at != std::string::npos)
        entry.replace(at, 9, R"("rules":)" + version);
    return log;
  };
  auto room = Room::from("K7M2QX", with("1"), secrets_from("again"), evening.now);
  ASSERT_TRUE(room) << room.error().message;
  EXPECT_EQ(room->table()->record().header.rules_version, 1);
  RoomTesting::say_all(*room, evening.now);
  const std::vector<std::string> all = {room->to_keep().back().text};
  const auto again = Room::from("K7M2QX", all, secrets_from("again"), evening.now);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->table()->record().header.rules_version, 1);
  for (const char* unknown : {"0", "3"}) EXPECT_FALSE(reads(with(unknown))) << unknown;
}

TEST(RoomLog, ThoseThatWereKeptOnceAreStillRead) {
  for (const std::string game : {"cradle", "cv"}) {
    const auto text = play::read_file(LIFETABLE_SOURCE_DIR "/src/table/room_logs/" + game + ".ndjson");
    ASSERT_TRUE(text) << game;
    std::vector<std::string> log;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) log.push_back(line);
    EXPECT_GT(log.size(), 20u) << game;
    EXPECT_TRUE(reads(log)) << game;
  }
}

}  // namespace
}  // namespace lifetable::table

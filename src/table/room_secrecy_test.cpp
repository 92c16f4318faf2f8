// SPDX-License-Identifier: Apache-2.0
// What leaves a room for somebody depends on nothing that they cannot see: neither on hidden cards, nor on
// what others answer in a reaction window.
#include <algorithm>
#include <gtest/gtest.h>

#include "table/room_testing.hpp"

namespace lifetable::table {
namespace {

/// Everything that is sent to a reader now.
std::vector<std::string> sent(const Room& room, const Visitor& visitor, Millis now) {
  const Seat seat = room.seat_of(visitor);
  return {json_of(room.state()),
          json_of(room.self(visitor)),
          json_of(room.table()->state(seat, now)),
          json_of(room.table()->told(seat, 0)),
          fmt::format("versions {} {}", room.version(), room.moves_version(seat)),
          fmt::format("deadline {}", room.deadline().value_or(-1))};
}

// ---- Hidden cards -------------------------------------------------------------------------------------

/// The game of an evening without its seed: the deal is what the record says.
play::Record record_of(const Evening& evening) {
  play::Record record = evening.table().record();
  record.header.seed.reset();
  record.header.shared.reset();
  record.header.commitment.clear();
  record.header.result.reset();
  return record;
}

/// The room of an evening, in which the first so many moves of a record were made.
Room room_with(const Evening& evening, const play::Record& record, std::size_t moves) {
  Room room = evening.read_again();
  play::Record past = record;
  past.moves.resize(moves);
  auto table = Table::from(std::move(past), "the record", evening.table().pace());
  EXPECT_TRUE(table) << (table ? "" : table.error().message);
  RoomTesting::put(room, std::move(*table));
  return room;
}

/// What a reader gets in such a room, and how proposals are refused that nobody could follow.
std::vector<std::string> heard(const Evening& evening, const play::Record& record, std::size_t moves,
                               Visitor visitor) {
  Room room = room_with(evening, record, moves);
  auto all = sent(room, visitor, 0);
  const auto offers = room.table()->state(room.seat_of(visitor)).offers;
  const auto propose = [&](const std::string& move, std::size_t seen) {
    const boost::json::object request{{"do", "play"}, {"move", move}, {"seen", seen}};
    all.push_back(boost::json::serialize(room.ask(visitor, request, 0)));
    EXPECT_FALSE(all.back().starts_with(R"({"ok")")) << move;
  };
  for (std::size_t i = 0; i < record.moves.size() && i < 60; ++i) {
    const play::RecordedMove& tried = record.moves[i];
    if (tried.by == kDealer) continue;
    if (std::ranges::none_of(offers, [&](const Offer& each) { return each.move == tried.move; }))
      propose(tried.move, moves);
  }
  propose("dance", moves);
  all.push_back(boost::json::serialize(room.ask(visitor, object_of(R"({"do":"record"})"), 0)));
  return all;
}

Visitor visitor_at(const Evening& evening, Seat seat) {
  for (const auto& [name, visitor] : evening.people)
    if (evening.room->seat_of(visitor) == seat) return visitor;
  return {Visitor::watcher};
}

TEST(RoomSecrecy, EverybodyIsSentTheSameWhateverTheOthersHold) {
  for (const play::GameInfo* game : play::all_games()) {
    int twins = 0, differ_later = 0;
    for (int seed = 1; seed <= 4; ++seed) {
      const int players = game->min_players + seed % (game->max_players - game->min_players + 1);
      Evening evening(opening(game->name, open_seats(players - 1), R"("unhurried":true)"),
                      std::to_string(seed));
      evening.begin();
      Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
      while (evening.table().at() < 100) {
        evening.go_on(rng);
        if (evening.table().over()) break;
      }
      play::Record record = record_of(evening);
      if (evening.table().over()) record.moves.pop_back();  // afterwards nothing is secret
      std::vector<std::size_t> deals;
      for (std::size_t i = 0; i < record.moves.size(); ++i)
        if (record.moves[i].by == kDealer) deals.push_back(i);
      for (int attempt = 0; attempt < 30; ++attempt) {
        if (attempt == 15) deals.resize(std::min<std::size_t>(deals.size(), 25));  // CV hides cards only here
        const std::size_t a = pick_from(deals, rng), b = pick_from(deals, rng);
        if (record.moves[a].move == record.moves[b].move) continue;
        play::Record twin = record;
        std::swap(twin.moves[a].move, twin.moves[b].move);
        const Seat reader = pick_from(readers(players), rng);
        const std::size_t alike = alike_for(record, twin, reader);
        if (alike <= std::min(a, b)) continue;  // the reader saw the card
        ++twins;
        differ_later += alike < record.moves.size();
        const Visitor visitor = visitor_at(evening, reader);
        for (std::size_t at = alike > 2 ? alike - 2 : 0; at <= alike; ++at)
          ASSERT_EQ(heard(evening, record, at, visitor), heard(evening, twin, at, visitor))
              << game->name << ", seed " << seed << ", reader " << to_string(reader);
      }
    }
    EXPECT_GT(twins, 8) << game->name;
    EXPECT_GT(differ_later, 0) << game->name << ": the twins should differ in the end";
  }
}

TEST(RoomSecrecy, WatchersGetTheLeast) {
  for (const play::GameInfo* game : play::all_games()) {
    Evening evening(opening(game->name, open_seats(game->min_players - 1)));
    evening.begin();
    Xoshiro256pp rng(3);
    const Visitor watcher{Visitor::watcher}, guest{Visitor::guest};
    for (int i = 0; i < 200 && !evening.table().over(); ++i) {
      const Room& room = *evening.room;
      const RoomSelf self = room.self(watcher);
      EXPECT_EQ(json_of(self), json_of(RoomSelf{.role = "watcher"}));
      EXPECT_EQ(room.self(guest).entropy, "");
      const State state = room.table()->state(room.seat_of(watcher), evening.now);
      EXPECT_EQ(state.reader, 0);
      EXPECT_TRUE(state.offers.empty());
      const auto scene = value_of(state.scene);
      for (const char* own : {"hand", "choices", "passed"}) {
        const auto* list = scene.as_object().if_contains(own);
        EXPECT_TRUE(!list || !list->is_array() || list->as_array().empty()) << own;
      }
      evening.go_on(rng);
    }
  }
}

TEST(RoomSecrecy, NobodyIsSentSecretsOfTheDealBeforeItIsOver) {
  Evening evening(opening("alive", open_seats(2)));
  evening.fill_the_seats();
  const std::string bo = play::Seed::from_text("Bo").hex();
  EXPECT_EQ(evening.refused("Bo", fmt::format(R"({{"do":"add","entropy":"{}"}})", bo)), "");
  evening.begin();
  const play::RecordHeader& header = evening.table().record().header;
  Xoshiro256pp rng(1);
  for (int i = 0; i < 20; ++i) evening.go_on(rng);
  for (const Visitor& visitor : {Visitor{Visitor::watcher}, evening.people["Ann"], evening.people["Bo"]})
    for (const std::string& message : sent(*evening.room, visitor, 0)) {
      EXPECT_EQ(message.find(header.seed->hex()), std::string::npos);
      EXPECT_EQ(message.find(header.shared->server.hex()), std::string::npos);
      EXPECT_EQ(message.find(evening.key), std::string::npos);
      EXPECT_TRUE(visitor == evening.people["Bo"] || message.find(bo) == std::string::npos);
    }
}

// ---- Reaction windows ---------------------------------------------------------------------------------

TEST(RoomSecrecy, NothingThatOthersAreSentDependsOnAnAnswerUntilTheWindowEnds) {  // CG-28
  int windows = 0, stops = 0;
  for (int seed = 1; seed <= 8; ++seed) {
    Evening evening(opening("cradle", open_seats(3)), std::to_string(seed));
    evening.begin();
    Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
    for (int i = 0; i < 300 && !evening.table().over(); ++i) {
      if (evening.table().state(kNobody).window.empty() ||
          !evening.table().timing(evening.now).answers.empty()) {
        evening.go_on(rng);
        continue;
      }
      ++windows;
      for (const std::string& name : evening.ready()) {
        const Visitor answerer = evening.people[name];
        for (const Offer& offer : evening.table().state(evening.seat_of(name)).offers) {
          Room quiet = evening.read_again(), answered = evening.read_again();
          Visitor asking = answerer;
          const boost::json::object request{
              {"do", "play"}, {"move", offer.move}, {"seen", evening.table().at()}, {"id", "x"}};
          const Millis later = evening.now + 700;
          ASSERT_TRUE(is_good(answered.ask(asking, request, later)));
          stops += offer.move != "let";
          quiet.tick(later);
          EXPECT_NE(answered.moves_version(evening.seat_of(name)),
                    quiet.moves_version(evening.seat_of(name)));
          std::vector<Visitor> others = {{Visitor::watcher}, {Visitor::guest}};
          for (const auto& [other, visitor] : evening.people)
            if (other != name) others.push_back(visitor);
          for (const Millis now : {later, later + 1'000})
            for (const Visitor& other : others)
              ASSERT_EQ(sent(answered, other, now), sent(quiet, other, now));
        }
      }
      evening.go_on(rng);
    }
  }
  EXPECT_GT(windows, 8);
  EXPECT_GT(stops, 3);
}

}  // namespace
}  // namespace lifetable::table

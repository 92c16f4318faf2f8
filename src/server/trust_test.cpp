// SPDX-License-Identifier: Apache-2.0
// What nobody has to believe a server, a host or a neighbour: each test does what somebody with bad intent
// did, against a real server.
#include <map>
#include <sqlite3.h>

#include "play/verify.hpp"
#include "server/online_testing.hpp"

namespace lifetable::server {
namespace {

using Trust = Online;

json::object request(std::string_view what) { return {{"do", what}}; }

/// The record in an answer, which must be a good one with all that the deal was made of.
void expect_good_record(const json::object& answer, int players) {
  ASSERT_TRUE(answer.contains("ok")) << json::serialize(answer);
  const auto record = play::parse_record(text(answer.at("ok").as_object(), "record"), "the record");
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(static_cast<int>(record->header.seats.size()), players);
  EXPECT_TRUE(record->header.seed && record->header.shared && record->header.result);
  EXPECT_TRUE(play::all_good(play::verify(*record, "the record")));
}

// ---- Evidence -----------------------------------------------------------------------------------------

TEST_F(Trust, NobodyHidesTheEndOfAGameBehindTheNextOne) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(ann->ask(request("begin")).contains("ok"));
  // Both send "again" in one packet with each of their moves, the last one among them.
  while (!ann->is_over() || !bo->is_over())
    for (Guest* guest : {ann.get(), bo.get()}) {
      guest->catch_up();
      ASSERT_EQ(guest->room.at("deal"), 1) << "the next deal began before its end was shown";
      if (!guest->may_choose()) continue;
      const auto& offers = guest->state.at("offers").as_array();
      const json::object move{
          {"do", "play"},
          {"move", offers[static_cast<std::size_t>(++guest->moves * 7) % offers.size()].at("move")},
          {"seen", guest->at()}};
      guest->line->say(Talker::framed(json::serialize(move)) + Talker::framed(R"({"do":"again"})"));
    }
  EXPECT_TRUE(bo->ask(request("again")).contains("ok"));
  EXPECT_EQ(bo->room.at("deal"), 2);
}

/// What somebody is sent until the server has heard everything that was said before.
std::vector<json::object> heard_by(Guest& guest) {
  std::vector<json::object> all;
  guest.line->ask({{"do", "nothing"}, {"re", -1}});
  for (auto message = guest.line->next(); message; message = guest.line->next()) {
    guest.look(*message);
    all.push_back(*message);
    if (const auto* re = message->if_contains("re"); re && *re == -1) break;
  }
  return all;
}

TEST_F(Trust, NobodyTakesAMoveBackBehindTheNextOne) {
  begin();
  int taken_back = 0;
  for (int game = 0; game < 20 && taken_back < 5; ++game) {
    auto [ann, bo] = two_at_a_table(port(), opening("cv", {"me", "open"}));
    ASSERT_TRUE(ann->ask(request("begin")).contains("ok"));
    while (!ann->is_over() && taken_back < 5)
      for (const auto& [one, other] : {std::pair{ann.get(), bo.get()}, std::pair{bo.get(), ann.get()}}) {
        one->catch_up();
        if (!one->may_choose()) continue;
        const json::array offers = one->state.at("offers").as_array();
        const std::int64_t before = one->at();
        one->act();
        one->catch_up();
        if (offers.size() < 2 || !one->state.at("undo").as_bool() || one->at() != before + 1) continue;
        other->catch_up();
        ASSERT_EQ(other->at(), before + 1);
        // Back, and another move, in one packet.
        const auto& played = offers[static_cast<std::size_t>(one->moves * 7) % offers.size()];
        const json::object instead{
            {"do", "play"}, {"move", offers[offers[0] == played ? 1 : 0].at("move")}, {"seen", before}};
        one->line->say(Talker::framed(R"({"do":"undo"})") + Talker::framed(json::serialize(instead)));
        one->catch_up();
        ++taken_back;
        std::int64_t back = before + 1;
        json::array told;
        for (const json::object& message : heard_by(*other)) {
          if (const auto* to = message.if_contains("back")) back = std::min(back, to->as_int64());
          if (const auto* news = message.if_contains("told"))
            for (const json::value& each : news->as_array()) told.push_back(each);
        }
        EXPECT_EQ(back, before) << "nobody was told that a move was taken back";
        Talker again(port());
        const auto whole =
            again.answer({{"do", "enter"}, {"table", other->table}, {"key", other->key}, {"seen", before}});
        EXPECT_EQ(json::value(told), whole.at("told")) << "the move in its place is not in the story";
      }
  }
  EXPECT_GE(taken_back, 5);
}

TEST_F(Trust, RecordsOfEarlierDealsStayForThoseWhoPlayedThem) {
  begin();
  const json::object wanted = opening("cradle", {"me", "open", "thoughtful"});
  HonestGame game(port(), wanted);
  game.finish();
  Guest& ann = game.host();
  const std::string table = ann.table, watch = text(ann.self, "watch"), join = text(ann.self, "join");
  ASSERT_TRUE(ann.ask({{"do", "remove"}, {"seat", 2}}).contains("ok"))
      << "which takes Bo's evidence as little";
  ASSERT_TRUE(ann.ask(request("again")).contains("ok"));
  ASSERT_TRUE(ann.ask(request("record")).contains("refusal"));
  const json::object first{{"do", "record"}, {"deal", 1}};
  expect_good_record(ann.ask(first), 3);
  const auto over_http = [&](const std::string& key, int deal) {
    Client client(port());
    const auto reply =
        post(client,
             json::serialize(json::object{{"do", "record"}, {"table", table}, {"key", key}, {"deal", deal}}));
    return json::parse(reply.body).as_object();
  };
  expect_good_record(over_http(ann.key, 1), 3);
  expect_good_record(over_http(game.guest().key, 1), 3);
  for (const std::string& key : {watch, join, std::string(64, 'f'), std::string()})
    EXPECT_TRUE(over_http(key, 1).contains("error")) << key;
  for (const int deal : {0, 2, 3, -1}) EXPECT_TRUE(over_http(ann.key, deal).contains("error")) << deal;
  Talker watcher(port());
  ASSERT_TRUE(watcher.answer({{"do", "enter"}, {"table", table}, {"key", watch}}).contains("ok"));
  EXPECT_TRUE(watcher.answer(first).contains("error")) << "who watched has had the record when it was over";
  ann.line.reset();
  end();
  begin();
  expect_good_record(over_http(ann.key, 1), 3);
}

TEST_F(Trust, TablesOfBeforeThereWereDoorsGoOnAndKeepTheirEvidence) {
  begin();
  HonestGame game(port(), opening("cradle", {"me", "open", "thoughtful"}));
  game.finish();
  Guest& ann = game.host();
  ann.line.reset();
  end();
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(file_.c_str(), &db), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, "DELETE FROM tables WHERE instr(name, '/'); PRAGMA user_version = 2", nullptr,
                         nullptr, nullptr),
            SQLITE_OK);
  EXPECT_EQ(sqlite3_changes(db), 2);
  sqlite3_close(db);
  begin();
  Talker line(port());
  ASSERT_TRUE(line.answer({{"do", "enter"}, {"table", ann.table}, {"key", ann.key}}).contains("ok"));
  ASSERT_TRUE(line.answer(request("again")).contains("ok"));
  expect_good_record(line.answer({{"do", "record"}, {"deal", 1}}), 3);
}

// ---- The deal -----------------------------------------------------------------------------------------

TEST_F(Trust, TheHostKeepsNobodyFromAddingToTheDealByBeginningAtOnce) {
  HallSettings settings = quick();
  settings.adding = milliseconds(3'000);
  settings.probe = std::make_shared<Probe>(true);
  begin(settings);
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(ann->ask(request("begin")).contains("ok")) << "both have added";
  while (!ann->is_over() || !bo->is_over())
    for (Guest* guest : {ann.get(), bo.get()}) {
      guest->catch_up();
      if (guest->may_choose()) guest->act();
    }
  const json::object add{{"do", "add"}, {"entropy", std::string(64, 'c')}};
  ann->line->say(Talker::framed(R"({"do":"again"})") + Talker::framed(json::serialize(add)) +
                 Talker::framed(R"({"do":"begin"})"));
  ann->catch_up();
  bo->catch_up();
  EXPECT_EQ(bo->room.at("deal"), 2);
  EXPECT_EQ(bo->phase(), "gathering");
  EXPECT_TRUE(bo->ask(add).contains("ok"));
  EXPECT_TRUE(ann->ask(request("begin")).contains("ok")) << "now nobody has to be waited for";
}

TEST_F(Trust, WhoeverDoesNotAddToTheDealHoldsItUpOnlyForAMoment) {
  HallSettings settings = quick();
  settings.adding = milliseconds(3'000);
  settings.probe = std::make_shared<Probe>(true);
  begin(settings);
  Talker host(port());
  const auto made = host.answer(opening("alive", {"me", "open"})).at("ok").as_object();
  Guest ann(port(), text(made, "table"), text(made, "key"));
  ASSERT_TRUE(probe_->pass(milliseconds(60'000)));
  Guest bo(port(), ann.table, text(ann.self, "join"));
  ASSERT_TRUE(bo.ask({{"do", "sit"}, {"name", "Bo"}}).contains("ok"));
  const auto reason = [&] {
    const auto answer = ann.ask(request("begin"));
    return answer.contains("refusal") ? text(answer.at("refusal").as_object(), "reason") : "";
  };
  EXPECT_EQ(reason(), "adding") << "Ann's own part is hers to leave out";
  ASSERT_TRUE(probe_->pass(milliseconds(2'999)));
  EXPECT_EQ(reason(), "adding");
  ASSERT_TRUE(probe_->pass(milliseconds(1)));
  EXPECT_EQ(reason(), "");
}

// ---- Removal ------------------------------------------------------------------------------------------

TEST_F(Trust, SomebodyRemovedDoesNotComeBackByASecondTab) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  Guest tab(port(), ann->table, text(ann->self, "join"));
  EXPECT_EQ(text(tab.self, "join"), "") << "a guest learns no keys by being there";
  ASSERT_TRUE(ann->ask({{"do", "remove"}, {"seat", 2}}).contains("ok"));
  tab.catch_up();
  EXPECT_EQ(text(tab.self, "role"), "watcher");
  EXPECT_EQ(text(tab.self, "join") + text(tab.self, "code") + text(tab.self, "watch"), "");
  const auto answer = tab.ask({{"do", "sit"}, {"name", "Bo again"}});
  EXPECT_EQ(text(answer.at("refusal").as_object(), "reason"), "link");
  while (bo->line->next()) {
  }
  EXPECT_EQ(bo->line->close_code, kRemoved);
  Guest cy(port(), ann->table, text(ann->self, "join"));
  EXPECT_TRUE(cy.ask({{"do", "sit"}, {"name", "Cy"}}).contains("ok")) << "the new link is for somebody new";
}

TEST_F(Trust, SomebodyRemovedDoesNotComeBackAsSomebodyWhoLeftBefore) {
  begin();
  Talker host(port());
  const auto made = host.answer(opening("alive", {"me", "open"})).at("ok").as_object();
  Guest ann(port(), text(made, "table"), text(made, "key"));
  Guest second(port(), ann.table, text(ann.self, "join")), mal(port(), ann.table, text(ann.self, "join"));
  const json::object sit{{"do", "sit"}, {"name", "Nobody"}, {"key", std::string(64, 'a')}};
  ASSERT_TRUE(second.ask(sit).contains("ok"));
  ASSERT_TRUE(second.ask(request("leave")).contains("ok"));
  second.catch_up();
  EXPECT_EQ(text(second.self, "join") + text(second.self, "code") + text(second.self, "watch"), "");
  ASSERT_TRUE(mal.ask({{"do", "sit"}, {"name", "Mal"}}).contains("ok"));
  ASSERT_TRUE(ann.ask({{"do", "remove"}, {"seat", 2}}).contains("ok"));
  second.key = std::string(64, 'a');
  for (int i = 0; i < 2; ++i) {
    second.catch_up();
    EXPECT_EQ(text(second.self, "role"), "watcher");
    EXPECT_EQ(text(second.self, "join"), "");
    EXPECT_EQ(text(second.ask(request("sit")).at("refusal").as_object(), "reason"), "link");
    second.come();
  }
  ann.catch_up();
  Guest invited(port(), ann.table, text(ann.self, "join"));
  EXPECT_TRUE(invited.ask(sit).contains("ok")) << "by the new link they are welcome again";
}

TEST_F(Trust, AHostSeesNoHandByRemovingItsOwner) {
  for (const std::string_view game : {"cradle", "alive", "cv"}) {
    begin();
    auto [ann, bo] = two_at_a_table(port(), opening(game, {"me", "open"}));
    ASSERT_TRUE(ann->ask(request("begin")).contains("ok"));
    ASSERT_TRUE(ann->ask({{"do", "remove"}, {"seat", 2}}).contains("ok"));
    Guest tab(port(), ann->table, text(ann->self, "join"));
    for (json::object sitting : {json::object{{"do", "sit"}, {"name", "Eve"}},
                                 json::object{{"do", "sit"}, {"name", "Eve"}, {"seat", 2}}})
      EXPECT_TRUE(tab.ask(std::move(sitting)).contains("refusal")) << game;
    EXPECT_EQ(tab.state.at("reader"), 0) << game;
    tab.line.reset();
    ann->line.reset();
    end();
    for (const char* more : {"", "-wal", "-shm"}) std::filesystem::remove(file_ + more);
  }
}

// ---- A bot's time -------------------------------------------------------------------------------------

TEST_F(Trust, TheTimeOfABotTellsNothingOfItsHand) {
  HallSettings settings = quick();
  settings.bot_pause = milliseconds(700);
  settings.probe = std::make_shared<Probe>(true);
  begin(settings);
  // How long bots took, by whether they had one move to choose from or several.
  std::map<bool, std::map<table::Millis, int>> took;
  int decisions = 0;
  for (int n = 0; decisions < 200; ++n) {
    Talker line(port());
    json::object wanted = opening("cradle", {"me", n % 2 ? "easy" : "thoughtful"});
    wanted["unhurried"] = true;  // in a window all answers take effect at its end
    wanted.erase("window");
    const auto opened = line.answer(std::move(wanted));
    ASSERT_TRUE(opened.contains("ok"));
    Guest ann(port(), text(opened.at("ok").as_object(), "table"), text(opened.at("ok").as_object(), "key"));
    ASSERT_TRUE(ann.ask(request("begin")).contains("ok"));
    std::map<int, table::Millis> when = {{0, probe_->now()}};  // the table was first seen after so many moves
    for (int steps = 0; !ann.is_over() && steps < 5'000; ++steps) {
      ASSERT_TRUE(probe_->rest());
      ann.catch_up();
      when.try_emplace(static_cast<int>(ann.at()), probe_->now());
      if (ann.may_choose())
        ann.act(), ann.catch_up();
      else
        ASSERT_TRUE(probe_->pass(milliseconds(50)));
    }
    const auto answer = ann.ask(request("record"));
    const auto record = play::parse_record(text(answer.at("ok").as_object(), "record"), "the game");
    ASSERT_TRUE(record);
    for (auto seen = when.begin(); std::next(seen) != when.end(); ++seen) {
      const auto at = static_cast<std::size_t>(seen->first);
      if (at == 0 || record->moves[at].by != Seat{1}) continue;
      const auto before = play::replay(*record, "the game", at);
      ++took[before->match->moves(Seat{1}).size() == 1][std::next(seen)->second - seen->second];
      ++decisions;
    }
  }
  EXPECT_GT(took[true].size(), 0u);
  EXPECT_EQ(took[true].size(), took[false].size());
  for (const auto& [lone, times] : took)
    for (const auto& [time, count] : times) EXPECT_EQ(time, 700) << lone << " " << count;
}

// ---- Neighbours ---------------------------------------------------------------------------------------

TEST_F(Trust, WhoWatchesUsesUpNothingOfThoseWhoPlayAtTheSameAddress) {
  HallSettings settings = quick();
  settings.work = settings.playing = {60, 0.001};
  begin(settings);
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(ann->ask(request("begin")).contains("ok"));
  const json::object enter{{"do", "enter"}, {"table", ann->table}, {"key", ann->self.at("watch")}};
  int hung_up = 0;
  for (int i = 0; i < 20; ++i) {
    Talker watcher(port());
    while (watcher.answer(enter).contains("ok")) {
    }
    hung_up += watcher.close_code == kTooMany;
  }
  EXPECT_EQ(hung_up, 20) << "they have used up all that there is for them";
  EXPECT_TRUE(ann->ask({{"do", "say"}, {"phrase", "hello"}}).contains("ok"));
  bo->line.reset();
  bo->come();
  EXPECT_EQ(text(bo->self, "role"), "seat") << "who plays comes back";
}

TEST_F(Trust, WhoPlaysLooksBackHoweverMuchOthersAtTheSameAddressHaveUsedUp) {
  HallSettings settings = quick();
  settings.work = {60, 0.001};
  begin(settings);
  HonestGame game(port(), opening("alive", {"me", "open"}));
  game.finish();
  Guest& ann = game.host();
  Talker other(port());
  while (other.answer(request("x")).contains("error")) {
  }
  EXPECT_EQ(other.close_code, kTooMany);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(ann.ask({{"do", "look"}, {"at", ann.at()}}).contains("ok"));
  ASSERT_TRUE(ann.ask(request("again")).contains("ok"));
  expect_good_record(ann.ask({{"do", "record"}, {"deal", 1}}), 2);
}

TEST_F(Trust, WhoPlaysAtOneTableUsesUpNothingOfThoseAtAnother) {
  HallSettings settings = quick();
  settings.playing = {60, 0.001};
  begin(settings);
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  auto [cy, di] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  while (ann->line->answer({{"do", "say"}, {"phrase", "hurry"}}).contains("ok")) {
  }
  EXPECT_EQ(ann->line->close_code, kTooMany);
  EXPECT_TRUE(cy->ask({{"do", "say"}, {"phrase", "hello"}}).contains("ok"));
}

TEST_F(Trust, WhoPlaysIsToldBeforeWhoWatchesHoweverEarlyTheyCame) {
  auto store = store::open_sqlite(":memory:");
  ASSERT_TRUE(store);
  boost::asio::io_context io;
  const auto work = boost::asio::make_work_guard(io);
  HallSettings settings = quick();
  settings.probe = std::make_shared<Probe>(true);
  Hall hall(io, **store, settings);
  std::string order;  // of what is sent to whom
  struct Noted final : Line {
    Noted(std::string& order, char who) : order(order), who(who) {}
    void send(std::string_view message) override {
      order += who;
      last = json::parse(message).as_object();
    }
    void hang_up(int, std::string_view why) override { ADD_FAILURE() << why; }
    std::string& order;
    const char who;
    json::object last = {};
  } host(order, 'A'), guest(order, 'b'), watcher(order, 'w'), late(order, 'w');
  const auto ask = [&](Hall::Caller& caller, const json::object& wanted) {
    hall.hear(caller, json::serialize(wanted));
    while (!settings.probe->rests()) io.run_one();
  };
  const auto opener = hall.receive(host, "192.0.2.1");
  ask(*opener, opening("alive", {"me", "open"}));
  const json::object self = host.last.at("self").as_object(), room = host.last.at("room").as_object();
  const auto enter = [&](const json::value& key) {
    return json::object{{"do", "enter"}, {"table", room.at("table")}, {"key", key}};
  };
  const auto first = hall.receive(watcher, "192.0.2.2"), second = hall.receive(guest, "192.0.2.3"),
             third = hall.receive(late, "192.0.2.4");
  ask(*first, enter(self.at("watch")));
  ask(*second, enter(self.at("join")));
  ask(*third, enter(self.at("watch")));
  ask(*second, {{"do", "sit"}, {"name", "Bo"}});
  for (const json::object& change :
       {json::object{{"do", "mute"}, {"seat", 2}, {"on", true}}, json::object{{"do", "begin"}}}) {
    order.clear();
    ask(*opener, change);
    EXPECT_EQ(order, "Abww") << json::serialize(change);
  }
}

TEST_F(Trust, BotsThinkForWhoeverCameFirstOfThoseWhoPlay) {
  HallSettings settings = quick();
  settings.bot_pause = milliseconds(700);
  settings.probe = std::make_shared<Probe>(true);
  begin(settings);
  Client client(port());
  const auto opened = post(client, json::serialize(opening("alive", {"me", "thoughtful"})));
  const auto made = json::parse(opened.body).at("ok").as_object();
  const auto enter = [&](const char* key) {
    return json::object{{"do", "enter"}, {"table", made.at("table")}, {"key", made.at(key)}};
  };
  Talker watcher(port(), "", true, "127.0.0.2");
  std::optional<Talker> host(std::in_place, port(), "", true, "127.0.0.3");
  ASSERT_TRUE(watcher.answer(enter("watch")).contains("ok"));
  ASSERT_TRUE(host->answer(enter("key")).contains("ok"));
  ASSERT_TRUE(host->answer(request("begin")).contains("ok"));
  // Ann leaves her seat to a bot: whoever is to act, a bot does, and goes on for whoever is there.
  ASSERT_TRUE(host->answer(request("leave")).contains("ok"));
  ASSERT_TRUE(probe_->rest());
  EXPECT_EQ(probe_->figures().payer, "127.0.0.3") << "not for who watched before";
  host.reset();
  wait_for(&Is::connections, 1);
  ASSERT_TRUE(probe_->pass(milliseconds(1'000)));
  EXPECT_EQ(probe_->figures().payer, "127.0.0.2") << "nobody who plays is there any more";
}

TEST_F(Trust, WhoeverCannotBeLetInJustNowIsToldToTryAgain) {
  HallSettings settings = quick();
  settings.watchers = 1;
  begin(settings);
  Client client(port());
  const auto opened = post(client, json::serialize(opening("alive", {"me", "easy"})));
  const auto made = json::parse(opened.body).at("ok").as_object();
  json::object enter{{"do", "enter"}, {"table", made.at("table")}, {"key", made.at("watch")}};
  Talker first(port()), second(port());
  ASSERT_TRUE(first.answer(enter).contains("ok"));
  const json::object later = second.answer(enter);
  EXPECT_NE(text(later, "error").find("no place left; try again later"), std::string::npos);
  EXPECT_TRUE(later.at("later").as_bool());
  // Whoever has a wrong key need not try again.
  enter["key"] = std::string(64, '0');
  EXPECT_FALSE(second.answer(enter).contains("later"));
}

// ---- Rooms that nobody needs to load ------------------------------------------------------------------

TEST_F(Trust, AWrongKeyLoadsNoTable) {
  memory_.emplace();
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  const std::string table = ann->table, key = ann->key;
  ann.reset();
  bo.reset();
  end();
  begin();
  const int before = memory_->reads_of(table);
  Talker line(port());
  for (const std::string& wrong : {std::string(64, 'f'), std::string("0000000000000000"), std::string()})
    EXPECT_TRUE(line.answer({{"do", "enter"}, {"table", table}, {"key", wrong}}).contains("error"));
  EXPECT_EQ(memory_->reads_of(table), before);
  EXPECT_EQ(probe_->figures().tables, 0u);
  EXPECT_TRUE(line.answer({{"do", "enter"}, {"table", table}, {"key", key}}).contains("ok"));
  EXPECT_EQ(memory_->reads_of(table), before + 1);
}

TEST_F(Trust, WhatTheStoreSaysOfItsFilesReachesNobody) {
  memory_.emplace();
  memory_->hide();
  begin();
  Talker line(port());
  Client client(port());
  const json::object enter{{"do", "enter"}, {"table", "K7M2QX"}, {"key", "x"}},
      look{{"do", "look"}, {"table", "K7M2QX"}, {"key", "x"}},
      record{{"do", "record"}, {"table", "K7M2QX"}, {"key", "x"}, {"deal", 1}},
      open = opening("alive", {"me", "easy"});
  for (const std::string& said :
       {json::serialize(line.answer(enter)), json::serialize(line.answer(open)),
        post(client, json::serialize(look)).body, post(client, json::serialize(record)).body,
        post(client, json::serialize(open)).body}) {
    EXPECT_NE(said.find("error"), std::string::npos) << said;
    EXPECT_EQ(said.find("secret"), std::string::npos) << said;
  }
}

// ---- Answers are final --------------------------------------------------------------------------------

// CG-28: An answer is final.
TEST_F(Trust, AnAnswerToASpecialIsNotTakenBackWhereNobodyHurries) {
  begin();
  int answers = 0;
  for (int n = 0; answers == 0 && n < 20; ++n) {
    json::object wanted = opening("cradle", {"me", "open", "thoughtful"});
    wanted["unhurried"] = true;
    wanted.erase("window");
    auto [ann, bo] = two_at_a_table(port(), wanted);
    ASSERT_TRUE(ann->ask(request("begin")).contains("ok"));
    while (!ann->is_over() && answers == 0)
      for (Guest* guest : {ann.get(), bo.get()}) {
        guest->catch_up();
        if (!guest->may_choose()) continue;
        const auto& first = guest->state.at("offers").as_array()[0].as_object();
        const bool asked = text(first, "move") == "let" || text(first, "move") == "stop";
        guest->act();
        if (!asked) continue;
        guest->catch_up();
        EXPECT_TRUE(guest->ask(request("undo")).contains("refusal"));
        ++answers;
      }
  }
  EXPECT_GT(answers, 0);
}

}  // namespace
}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// A server whose store fails, does not say what it has kept, or takes long. Whoever is at another table
// notices nothing.
#include <algorithm>
#include <thread>

#include "server/online_testing.hpp"

namespace lifetable::server {
namespace {

using store::MemoryDisk;

class StoreInMemory : public Online {
 protected:
  StoreInMemory() { memory_.emplace(); }
  static HallSettings with_own_time() {
    HallSettings settings = quick();
    settings.probe = std::make_shared<Probe>(true);
    return settings;
  }
  /// So that no table is in memory.
  void begin_again(HallSettings settings = quick()) {
    end();
    begin(std::move(settings));
  }
  int status(const std::string& path) const { return Client(port()).get(path).status; }
  /// A host at an unhurried table of their own, where the second seat is open.
  struct Host {
    std::unique_ptr<Talker> line;
    std::string table, key;
    json::object entering() const { return {{"do", "enter"}, {"table", table}, {"key", key}}; }
  };
  Host host() {
    auto line = std::make_unique<Talker>(port());
    json::object wanted = opening("alive", {"me", "open"});
    wanted["unhurried"] = true;
    wanted.erase("window");
    const auto opened = line->answer(wanted);
    EXPECT_TRUE(opened.contains("ok")) << json::serialize(opened);
    const auto& made = opened.at("ok").as_object();
    return {std::move(line), text(made, "table"), text(made, "key")};
  }
  /// Has the store keep something, and the next batch wait behind it.
  void begin_a_batch(Host& decoy) {
    memory_->hold_writes();
    decoy.line->ask(giving("hard"));
    while (!memory_->is_held()) (void)probe_->figures();
  }
  static json::object giving(std::string_view bot, int re = 0) {
    json::object request{{"do", "give"}, {"seat", 2}, {"player", bot}};
    if (re) request["re"] = re;
    return request;
  }
  /// The answer that comes with this number.
  static json::object answer_of(Talker& line, int re) {
    while (auto message = line.next())
      if (const auto* number = message->if_contains("re"); number && *number == re) return *message;
    return {};
  }
  /// The key by which others come to join a host.
  static std::string join_of(Host& host) {
    return text(host.line->answer(host.entering()).at("self").as_object(), "join");
  }
  static std::string player_of_seat_two(const json::object& message) {
    return text(message.at("room").at("seats").as_array()[1].as_object(), "player");
  }
};

// ---- Writing ------------------------------------------------------------------------------------------

using StoreThatFails = StoreInMemory;

TEST_F(StoreThatFails, ForOneTableInABatchOfFiftyConcernsNoOther) {
  begin();
  std::vector<Host> hosts;
  for (int i = 0; i < 51; ++i) hosts.push_back(host());
  Host& decoy = hosts.back();
  begin_a_batch(decoy);
  memory_->trouble_next(hosts[17].table, MemoryDisk::fails);
  const std::uint64_t requests = probe_->figures().requests;
  for (int i = 0; i < 50; ++i) hosts[static_cast<std::size_t>(i)].line->ask(giving("easy", 99));
  wait_for(&Is::requests, requests + 50);
  const int attempts = memory_->attempts();
  memory_->hold_writes(false);
  for (int i = 0; i < 50; ++i) {
    Talker& line = *hosts[static_cast<std::size_t>(i)].line;
    const auto answer = answer_of(line, 99);
    EXPECT_EQ(answer.contains("ok"), i != 17) << i;
    EXPECT_EQ(line.close_code, i == 17 ? kTryAgain : 0) << i;
  }
  EXPECT_EQ(memory_->attempts(), attempts + 2) << "they were in one batch";
  EXPECT_EQ(status("/readyz"), 200);
  Talker back(port());
  const auto welcome = back.answer(hosts[17].entering());
  EXPECT_EQ(player_of_seat_two(welcome), "open") << "what was not kept is not shown";
  EXPECT_TRUE(back.answer(giving("easy")).contains("ok"));
}

TEST_F(StoreThatFails, ForTenSecondsAndWorksAgainIsReadyWithNobodyWriting) {
  begin(with_own_time());
  Host host = this->host();
  memory_->break_down();
  EXPECT_TRUE(host.line->answer(giving("easy")).empty());
  EXPECT_EQ(host.line->close_code, kTryAgain);
  ASSERT_TRUE(probe_->rest());
  EXPECT_EQ(status("/readyz"), 503);
  for (int second = 0; second < 10; ++second) ASSERT_TRUE(probe_->pass(milliseconds(1'000)));
  EXPECT_EQ(status("/readyz"), 503);
  memory_->break_down(false);
  ASSERT_TRUE(probe_->pass(milliseconds(8'000)));
  EXPECT_EQ(status("/readyz"), 200);
  Talker back(port());
  EXPECT_EQ(player_of_seat_two(back.answer(host.entering())), "open");
  EXPECT_TRUE(back.answer(giving("easy")).contains("ok"));
}

/// What was told of a table, and the log that it is, whoever has written it.
class StoreThatDoesNotSay : public StoreInMemory {
 protected:
  std::vector<std::string> log_of(const std::string& table) { return *memory_->open()->read(table); }
  static int count(const std::vector<std::string>& log, std::string_view what) {
    return static_cast<int>(std::ranges::count_if(
        log, [&](const std::string& entry) { return entry.find(what) != std::string::npos; }));
  }
  /// Of what is asked in the middle of a game everybody is told once, and nobody is hung up on.
  void expect_one_move_with(MemoryDisk::Fault fault) {
    begin();
    auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
    auto [cy, di] = two_at_a_table(port(), opening("alive", {"me", "open"}));
    ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
    bo->catch_up();
    Guest& next = ann->may_choose() ? *ann : *bo;
    Guest& other = &next == ann.get() ? *bo : *ann;
    const json::object move{{"do", "play"},
                            {"move", next.state.at("offers").as_array()[0].at("move")},
                            {"seen", next.at()},
                            {"id", "once"}};
    memory_->trouble_next(ann->table, fault);
    EXPECT_TRUE(next.ask(move).contains("ok"));
    EXPECT_TRUE(cy->ask({{"do", "begin"}}).contains("ok"));
    EXPECT_TRUE(next.ask(move).contains("ok")) << "it was made, only the answer might have been lost";
    other.catch_up();
    EXPECT_EQ(other.at(), next.at());
    EXPECT_EQ(count(log_of(ann->table), "\"once\""), 1);
    ASSERT_TRUE(probe_->rest());
    EXPECT_EQ(status("/readyz"), 200);
    EXPECT_EQ(figure("keep_failures_total"), 1);
  }
};

TEST_F(StoreThatDoesNotSay, ThatItHasKeptAMoveHasKeptItOnce) {
  expect_one_move_with(MemoryDisk::unknown_and_kept);
}

TEST_F(StoreThatDoesNotSay, ThatItHasLostAMoveIsGivenItAgain) {
  expect_one_move_with(MemoryDisk::unknown_and_lost);
}

TEST_F(StoreThatDoesNotSay, AndCannotBeReadEitherIsTroubleForThatTableAlone) {
  begin();
  Host ann = host(), cy = host();
  memory_->trouble_next(ann.table, MemoryDisk::unknown_and_kept);
  memory_->hide();
  EXPECT_TRUE(ann.line->answer(giving("easy")).empty());
  EXPECT_EQ(ann.line->close_code, kTryAgain);
  memory_->hide(false);
  EXPECT_TRUE(cy.line->answer(giving("easy")).contains("ok"));
  EXPECT_EQ(player_of_seat_two(Talker(port()).answer(ann.entering())), "easy");
}

TEST_F(StoreThatDoesNotSay, IsWaitedForByAllAtThatTableAndByNobodyElse) {
  begin();
  Host ann = host(), cy = host();
  memory_->trouble_next(ann.table, MemoryDisk::unknown_and_lost);
  memory_->hold_reads();
  ann.line->ask(giving("easy", 1));
  memory_->wait_for_a_reader();
  ann.line->ask(giving("hard", 2));
  Talker comes(port());
  comes.ask(ann.entering());
  EXPECT_TRUE(cy.line->answer(giving("easy")).contains("ok"));
  EXPECT_FALSE(ann.line->can_hear());
  EXPECT_FALSE(comes.can_hear());
  memory_->hold_reads(false);
  EXPECT_TRUE(answer_of(*ann.line, 1).contains("ok"));
  EXPECT_TRUE(answer_of(*ann.line, 2).contains("ok"));
  EXPECT_TRUE(comes.next()->contains("ok"));
  EXPECT_EQ(count(log_of(ann.table), "\"give\""), 2);
}

/// Another server at the same store, that knows nothing of the first one.
class OtherServer {
 public:
  OtherServer(const PageFolder& folder, MemoryDisk& disk, HallSettings settings)
      : server_(std::move(*Server::open(std::move(*Site::read(folder.path())), "127.0.0.1", 0))) {
    server_.host(disk.open(), std::move(settings));
    thread_ = std::thread([this] { server_.run(); });
  }
  ~OtherServer() { server_.stop(), thread_.join(); }
  std::uint16_t port() const { return server_.port(); }

 private:
  Server server_;
  std::thread thread_;
};

class StoreOfTwoServers : public StoreThatDoesNotSay {
 protected:
  void begin() {
    Online::begin();
    other_.emplace(folder_, *memory_, quick());
  }
  std::optional<OtherServer> other_;
};

TEST_F(StoreOfTwoServers, IsReadAgainByWhoeverWasSlower) {
  begin();
  Host ann = host();
  Talker elsewhere(other_->port());
  ASSERT_TRUE(elsewhere.answer(ann.entering()).contains("ok"));
  Talker bo(other_->port());
  ASSERT_TRUE(bo.answer({{"do", "enter"}, {"table", ann.table}, {"key", join_of(ann)}}).contains("ok"));
  ASSERT_TRUE(bo.answer({{"do", "sit"}, {"name", "Bo"}}).contains("ok"));
  // The first server knows nothing of Bo, so it would follow this.
  const auto refused = ann.line->answer(giving("easy"));
  EXPECT_EQ(text(refused.at("refusal").as_object(), "reason"), "taken") << json::serialize(refused);
  EXPECT_EQ(player_of_seat_two(refused), "person") << "and now it knows";
  EXPECT_TRUE(ann.line->answer({{"do", "add"}, {"entropy", std::string(64, 'a')}}).contains("ok"));
}

TEST_F(StoreOfTwoServers, IsNotGivenAMoveTwice) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  bo->catch_up();
  Guest& next = ann->may_choose() ? *ann : *bo;
  Guest again(other_->port(), next.table, next.key);
  const json::object move{{"do", "play"},
                          {"move", next.state.at("offers").as_array()[0].at("move")},
                          {"seen", next.at()},
                          {"id", "once"}};
  const auto first = next.ask(move), second = again.ask(move);
  ASSERT_TRUE(first.contains("ok"));
  EXPECT_EQ(second.at("ok"), first.at("ok")) << json::serialize(second);
  EXPECT_EQ(again.state.at("at"), next.state.at("at"));
  EXPECT_EQ(count(log_of(ann->table), "\"once\""), 1);
}

TEST_F(StoreOfTwoServers, IsAskedAnewForWhatComesTooLate) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open", "easy"}));
  ASSERT_TRUE(ann->ask({{"do", "mute"}, {"seat", 2}, {"on", false}}).contains("ok"));
  Talker elsewhere(other_->port());
  ASSERT_TRUE(elsewhere.answer({{"do", "enter"}, {"table", ann->table}, {"key", ann->key}}).contains("ok"));
  // Each server hears the host once, and neither knows of the other's.
  ASSERT_TRUE(elsewhere.answer({{"do", "mute"}, {"seat", 2}, {"on", true}}).contains("ok"));
  ASSERT_TRUE(ann->ask({{"do", "give"}, {"seat", 3}, {"player", "hard"}}).contains("ok"));
  bo->catch_up();
  EXPECT_EQ(text(bo->room.at("seats").as_array()[2].as_object(), "player"), "hard");
  EXPECT_EQ(bo->self.at("muted"), true) << "both have happened";
  EXPECT_EQ(bo->line->close_code, 0);
  ASSERT_TRUE(elsewhere.answer({{"do", "mute"}, {"seat", 2}, {"on", false}}).contains("ok"));
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
}

TEST_F(StoreOfTwoServers, DoesNotTakeOneForTheOtherWhoSatDownAtTheSameTime) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open", "open"}));
  Guest cy(other_->port(), ann->table, text(ann->self, "join"));
  Guest di(port(), ann->table, text(ann->self, "join"));
  const auto sat = cy.ask({{"do", "sit"}, {"name", "Cy"}});
  ASSERT_TRUE(sat.contains("ok"));
  EXPECT_EQ(text(di.ask({{"do", "sit"}, {"name", "Di"}}).at("refusal").as_object(), "reason"), "full")
      << "on this server the seat was free, and Di the third person";
  EXPECT_EQ(text(di.self, "role"), "guest");
  EXPECT_EQ(text(di.room.at("seats").as_array()[2].as_object(), "name"), "Cy");
  Guest cy_here(port(), ann->table, text(sat.at("ok").as_object(), "key"));
  EXPECT_EQ(cy_here.self.at("seat"), 3);
}

TEST_F(StoreOfTwoServers, TellsOfMovesThatWereTakenBackElsewhere) {
  begin();
  json::object wanted = opening("cv", {"me", "open"});
  wanted["unhurried"] = true;
  wanted.erase("window");
  auto [ann, bo] = two_at_a_table(port(), wanted);
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  Guest* next = nullptr;
  do {  // until one of them may take a move back
    for (Guest* guest : {ann.get(), bo.get()}) {
      guest->catch_up();
      if (!guest->may_choose()) continue;
      guest->act();
      guest->catch_up();
      next = guest->state.at("undo").as_bool() ? guest : nullptr;
      if (next) break;
    }
  } while (!next && !ann->is_over());
  ASSERT_TRUE(next);
  Guest& other = next == ann.get() ? *bo : *ann;
  other.catch_up();
  const std::int64_t at = next->at();
  ASSERT_EQ(other.at(), at);
  Guest elsewhere(other_->port(), next->table, next->key);
  ASSERT_TRUE(elsewhere.ask({{"do", "undo"}}).contains("ok"));
  // The first server finds out when it is to keep something.
  other.line->ask({{"do", "leave"}, {"re", 7}});
  const auto message = answer_of(*other.line, 7);
  EXPECT_TRUE(message.contains("ok"));
  ASSERT_TRUE(message.contains("back")) << json::serialize(message);
  EXPECT_EQ(message.at("back"), at - 1);
  EXPECT_EQ(message.at("state").at("at"), at - 1);
}

// ---- Reading ------------------------------------------------------------------------------------------

using StoreThatTakesLong = StoreInMemory;

TEST_F(StoreThatTakesLong, HoldsUpNoOtherTable) {
  begin();
  const Host cold = host();
  begin_again();
  Host warm = host();
  memory_->hold_reads();
  Talker waits(port());
  waits.ask(cold.entering());
  memory_->wait_for_a_reader();
  EXPECT_TRUE(warm.line->answer(giving("easy")).contains("ok")) << "the table plays on";
  EXPECT_TRUE(Talker(port()).answer(warm.entering()).contains("ok")) << "people come to it";
  EXPECT_EQ(status("/readyz"), 200);
  EXPECT_FALSE(waits.can_hear());
  memory_->hold_reads(false);
  EXPECT_TRUE(waits.next()->contains("ok"));
}

TEST_F(StoreThatTakesLong, IsWaitedForInOrderByWhatACallerSaysMeanwhile) {
  begin();
  Host ann = host();
  begin_again();
  memory_->hold_reads();
  Talker line(port());
  json::object enter = ann.entering();
  enter["re"] = 1;
  line.ask(enter);
  memory_->wait_for_a_reader();
  line.ask(giving("easy", 2));
  line.ask(giving("open", 3));
  line.ask({{"do", "record"}, {"deal", 7}, {"re", 4}});  // which is read as well
  line.ask(giving("hard", 5));
  line.frame("no JSON");
  line.ask({{"do", "begin"}, {"re", 6}});
  EXPECT_EQ(probe_->figures().requests, 1u) << "the others wait";
  memory_->hold_reads(false);
  std::vector<int> order;
  while (order.empty() || order.back() != 6) {
    const auto message = line.next();
    ASSERT_TRUE(message);
    if (const auto* re = message->if_contains("re"))
      order.push_back(re->to_number<int>());
    else if (message->contains("error"))
      order.push_back(0);
    EXPECT_EQ(message->contains("error"), order.back() == 4 || order.back() == 0)
        << json::serialize(*message);
  }
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3, 4, 5, 0, 6}));
}

TEST_F(StoreThatTakesLong, KeepsOnlySoMuchOfWhatIsSaidMeanwhile) {
  begin();
  const Host cold = host();
  begin_again();
  memory_->hold_reads();
  Talker line(port());
  line.ask(cold.entering());
  memory_->wait_for_a_reader();
  for (int i = 0; i < 3; ++i)
    line.frame(json::serialize(json::object{{"do", "say"}, {"text", std::string(15'000, 'x')}}));
  EXPECT_FALSE(line.next());
  EXPECT_EQ(line.close_code, kTooMany);
  memory_->hold_reads(false);
  EXPECT_TRUE(Talker(port()).answer(cold.entering()).contains("ok"));
}

TEST_F(StoreThatTakesLong, IsReadOnceForAllWhoComeToATable) {
  begin();
  const Host cold = host();
  begin_again();
  const int before = memory_->reads_of(cold.table);
  memory_->hold_reads();
  std::vector<std::unique_ptr<Talker>> lines;
  for (int i = 0; i < 5; ++i) {
    lines.push_back(std::make_unique<Talker>(port()));
    lines.back()->ask(cold.entering());
  }
  Talker wrong(port());
  json::object guess = cold.entering();
  guess["key"] = std::string(64, '0');
  wrong.ask(guess);
  Client client(port());
  json::object look = cold.entering();
  look["do"] = "look";
  const std::string body = json::serialize(look);
  client.say("POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
             std::to_string(body.size()) + "\r\n\r\n" + body);
  wait_for(&Is::requests, 7);
  memory_->hold_reads(false);
  for (const auto& line : lines) EXPECT_TRUE(line->next()->contains("ok"));
  EXPECT_TRUE(wrong.next()->contains("error"));
  EXPECT_EQ(client.reply().status, 200);
  EXPECT_EQ(memory_->reads_of(cold.table), before + 1);
  EXPECT_EQ(probe_->figures().tables, 1u);
}

TEST_F(StoreThatTakesLong, IsNoTroubleForWhoHangsUpMeanwhile) {
  begin();
  const Host cold = host();
  begin_again();
  memory_->hold_reads();
  {
    Talker gone(port());
    gone.ask(cold.entering());
    gone.ask(giving("easy"));
    memory_->wait_for_a_reader();
    Talker opens(port());
    opens.ask(opening("alive", {"me", "open"}));
    wait_for(&Is::requests, 2);
  }
  wait_for(&Is::connections, 0);
  memory_->hold_reads(false);
  ASSERT_TRUE(probe_->rest());
  EXPECT_EQ(player_of_seat_two(Talker(port()).answer(cold.entering())), "open") << "who said it is gone";
}

TEST_F(StoreThatTakesLong, DoesNotKeepTheServerFromEnding) {
  begin();
  const Host cold = host();
  begin_again();
  memory_->hold_reads();
  Talker line(port());
  line.ask(cold.entering());
  memory_->wait_for_a_reader();
  server_->stop();
  EXPECT_FALSE(line.next());
  EXPECT_EQ(line.close_code, kTryAgain);
  memory_->hold_reads(false);
  end();
}

}  // namespace
}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// A server whose store fails, does not say what it has kept, or takes long. Whoever is at another table
// notices nothing.
#include <fmt/format.h>

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

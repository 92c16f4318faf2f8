// SPDX-License-Identifier: Apache-2.0
// Tables for friends on a real port, with a real file: whole games by WebSocket, broken lines, a server that
// ends in the middle, and clients that mean no good.
#include "server/online_testing.hpp"

namespace lifetable::server {
namespace {

TEST_F(Online, FriendsPlayWholeGamesOfEveryKindAndCheckTheDeal) {
  begin();
  for (const std::string_view game : {"cradle", "alive", "cv"}) {
    auto [ann, bo] = two_at_a_table(port(), opening(game, {"me", "open", "thoughtful"}));
    const std::string commitment = text(ann->room, "commitment");
    ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
    std::thread other([&bo = *bo] {
      while (!bo.is_over()) bo.act();
    });
    while (!ann->is_over()) ann->act();
    other.join();
    const auto answer = ann->ask({{"do", "record"}});
    const auto record = play::parse_record(text(answer.at("ok").as_object(), "record"), "the game");
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_TRUE(play::replay(*record, "the game"));
    EXPECT_EQ(record->header.commitment, commitment);
    ASSERT_TRUE(record->header.shared);
    EXPECT_EQ(record->header.shared->entropy[0]->hex(), std::string(64, 'a'));
    EXPECT_EQ(record->header.shared->entropy[1]->hex(), std::string(64, 'b'));
    EXPECT_FALSE(record->header.shared->entropy[2]) << "a bot adds nothing, and holds up nobody";
  }
}

TEST_F(Online, AGameGoesOnWhereItWasAfterTheServerHasEnded) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  const std::string table = ann->table, ann_key = ann->key, bo_key = bo->key;
  for (int i = 0; i < 10; ++i) {
    Guest& next = ann->state.at("offers").as_array().empty() ? *bo : *ann;
    while (next.state.empty() || next.state.at("offers").as_array().empty()) next.act();
    const json::object offer = next.state.at("offers").as_array()[0].as_object();
    const auto answer = next.ask(
        {{"do", "play"}, {"move", offer.at("move")}, {"seen", next.at()}, {"id", std::to_string(i)}});
    ASSERT_TRUE(answer.contains("ok")) << json::serialize(answer);
    while (ann->at() < next.at()) ann->look(*ann->line->next());
  }
  const json::object before = ann->state;
  end();
  EXPECT_FALSE(ann->line->next());
  EXPECT_EQ(ann->line->close_code, kTryAgain);
  begin();
  Guest again(port(), table, ann_key), bo_again(port(), table, bo_key);
  EXPECT_EQ(json::serialize(again.state), json::serialize(before));
  std::thread other([&] {
    while (!bo_again.is_over()) bo_again.act();
  });
  while (!again.is_over()) again.act();
  other.join();
}

TEST_F(Online, ARepeatedMoveIsAnsweredAgainAndMadeOnce) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  while (bo->state.empty()) bo->act();
  Guest& next = ann->state.at("offers").as_array().empty() ? *bo : *ann;
  const json::object offer = next.state.at("offers").as_array()[0].as_object();
  const json::object move{{"do", "play"}, {"move", offer.at("move")}, {"seen", next.at()}, {"id", "once"}};
  const auto first = next.ask(move), second = next.ask(move);
  ASSERT_TRUE(first.contains("ok")) << json::serialize(first);
  ASSERT_TRUE(second.contains("ok")) << json::serialize(second);
  EXPECT_EQ(first.at("ok"), second.at("ok"));
  json::object other = move;
  other["id"] = "twice";
  EXPECT_TRUE(next.ask(other).contains("refusal"));
}

TEST_F(Online, NobodyEntersWithAWrongKey) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("cv", {"me", "open"}));
  for (const std::string& key : {std::string(64, '0'), std::string("0000"), std::string(), ann->key + "0"}) {
    Talker line(port());
    EXPECT_TRUE(line.answer({{"do", "enter"}, {"table", ann->table}, {"key", key}}).contains("error")) << key;
    EXPECT_TRUE(line.answer({{"do", "begin"}}).contains("error")) << "nobody is in a room without a key";
  }
  Talker line(port());
  const auto wrong = line.answer({{"do", "enter"}, {"table", ann->table}, {"key", "wrong"}});
  const auto nowhere = line.answer({{"do", "enter"}, {"table", "ZZZZZZ"}, {"key", "wrong"}});
  EXPECT_EQ(text(wrong, "error"), text(nowhere, "error")) << "which tables there are is nobody's business";
}

TEST_F(Online, WhoGuessesKeysHasToWait) {
  HallSettings settings = quick();
  settings.wrong_keys = {3, 0.001};
  begin(settings);
  Talker line(port());
  for (int i = 0; i < 3; ++i)
    EXPECT_NE(
        text(line.answer({{"do", "enter"}, {"table", "ZZZZZZ"}, {"key", "x"}}), "error").find("no such"),
        std::string::npos);
  EXPECT_TRUE(line.answer({{"do", "enter"}, {"table", "ZZZZZZ"}, {"key", "x"}}).empty());
  EXPECT_EQ(line.close_code, kTooMany);
}

TEST_F(Online, ABystanderWatchesAndCannotPlay) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  Guest watcher(port(), ann->table, text(ann->self, "watch"));
  EXPECT_EQ(text(watcher.self, "role"), "watcher");
  EXPECT_EQ(text(watcher.self, "join"), "") << "a link to watch does not become one to join";
  EXPECT_EQ(watcher.state.at("reader"), 0);
  EXPECT_TRUE(watcher.state.at("scene").as_object().at("hand").as_array().empty());
  for (const char* what : {"sit", "begin", "leave", "undo", "again"})
    EXPECT_TRUE(watcher.ask({{"do", what}}).contains("refusal")) << what;
  EXPECT_TRUE(watcher.ask({{"do", "play"}, {"move", "play 1"}, {"seen", watcher.at()}}).contains("refusal"));
}

TEST_F(Online, ABotCoversWhoeverLeavesAndGivesTheSeatBack) {
  begin();
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  ASSERT_TRUE(bo->ask({{"do", "leave"}}).contains("ok"));
  const auto cover = [&] { return text(ann->room.at("seats").as_array()[1].as_object(), "cover"); };
  while (cover().empty()) ann->look(*ann->line->next());
  for (int i = 0; i < 20 && !ann->is_over(); ++i) ann->act();  // it goes on
  bo->line.reset();
  bo->come();
  while (!cover().empty()) ann->look(*ann->line->next());
  EXPECT_EQ(bo->self.at("seat"), 2);
}

TEST_F(Online, OtherPagesCannotUseTheirVisitors) {
  begin();
  EXPECT_EQ(Talker(port(), "Origin: http://localhost\r\n").status, 101);
  EXPECT_EQ(Talker(port(), "Origin: https://LOCALHOST\r\n").status, 101);
  EXPECT_EQ(Talker(port(), "Origin: https://elsewhere.example\r\n").status, 403);
  EXPECT_EQ(Talker(port(), "Origin: null\r\n").status, 403);
  Client client(port());
  EXPECT_EQ(client.get("/ws").status, 426);
}

TEST_F(Online, FramesThatAreNoneEndOneLineAndNoOther) {
  HallSettings settings = quick();
  settings.requests = {20, 1};
  begin(settings);
  auto [ann, bo] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  Talker large(port());
  large.frame("{\"do\": \"" + std::string(20'000, 'x') + "\"}");
  EXPECT_FALSE(large.next());
  EXPECT_EQ(large.close_code, kTooLarge);
  Talker bytes(port());
  bytes.frame("{}", 2);
  EXPECT_FALSE(bytes.next());
  EXPECT_EQ(bytes.close_code, 1003);
  Talker flood(port());
  for (int i = 0; i < 100; ++i) flood.frame("{}");
  while (flood.next()) {
  }
  EXPECT_EQ(flood.close_code, kTooMany);
  Talker garbage(port());
  garbage.say("no frame at all, whatever it is");
  EXPECT_FALSE(garbage.next());
  Talker odd(port());
  for (const char* text :
       {"", "[]", "nonsense", "{\"do\":7}", "{\"re\":\"x\"}", "{\"do\":\"enter\"}", "\xff\xfe"}) {
    odd.frame(text);
    const auto answer = odd.next();
    if (!answer) break;  // what is no text at all ends the line
    EXPECT_TRUE(answer->contains("error")) << text;
  }
  EXPECT_TRUE(ann->ask({{"do", "say"}, {"phrase", "hello"}}).contains("ok"));
}

TEST_F(Online, TheApiOpensTablesAndShowsThem) {
  begin();
  Client client(port());
  const auto post = [&](const std::string& body) { return server::post(client, body); };
  const Reply opened = post(json::serialize(opening("alive", {"me", "easy"})));
  ASSERT_EQ(opened.status, 200) << opened.body;
  const json::object made = json::parse(opened.body).at("ok").as_object();
  json::object look{{"do", "look"}, {"table", made.at("table")}, {"key", made.at("watch")}};
  const Reply seen = post(json::serialize(look));
  EXPECT_EQ(seen.status, 200);
  EXPECT_EQ(json::parse(seen.body).at("ok").at("room").at("game"), "alive");
  look["key"] = "wrong";
  EXPECT_EQ(post(json::serialize(look)).status, 403);
  look["key"] = made.at("key");
  look["do"] = "record";
  EXPECT_EQ(post(json::serialize(look)).status, 409) << "the game is not over";
  EXPECT_EQ(post("{}").status, 400);
  EXPECT_EQ(client.get("/readyz").status, 200);
  EXPECT_NE(client.get("/metrics").body.find("lifetable_tables 1\n"), std::string::npos);
  EXPECT_EQ(client.get("/api", "Content-Type: text/plain\r\nContent-Length: 0\r\n", "POST").status, 400);
}

}  // namespace
}  // namespace lifetable::server

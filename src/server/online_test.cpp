// Tables for friends on a real port, with a real file: whole games by WebSocket, broken lines, a server that
// ends in the middle, and clients that mean no good.
#include <atomic>
#include <optional>
#include <thread>

#include "play/record.hpp"
#include "server/log.hpp"
#include "server/server.hpp"
#include "server/socket_testing.hpp"

namespace lifetable::server {
namespace {

using std::chrono::milliseconds;

class Online : public testing::Test {
 protected:
  Online() { quiet_log(true); }
  ~Online() override {
    end();
    for (const char* more : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(file_ + more);
  }

  void begin(HallSettings settings = quick(), Limits limits = {}) {
    auto site = Site::read(folder_.path());
    ASSERT_TRUE(site) << site.error().message;
    auto opened = Server::open(std::move(*site), "127.0.0.1", 0, limits);
    ASSERT_TRUE(opened) << opened.error().message;
    auto store = store::open_sqlite(file_);
    ASSERT_TRUE(store) << store.error().message;
    server_.emplace(std::move(*opened));
    server_->host(std::move(*store), std::move(settings));
    thread_ = std::thread([this] { server_->run(); });
  }
  void end() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
    server_.reset();
  }
  /// Bots do not wait for people to follow, and nobody asks too much.
  static HallSettings quick() { return {.bot_pause = milliseconds(0), .requests = {}, .openings = {}}; }
  std::uint16_t port() const { return server_->port(); }

  static json::object opening(std::string_view game, std::initializer_list<std::string_view> players) {
    json::array seats;
    for (const auto player : players) seats.push_back(json::object{{"player", player}});
    return {{"do", "open"}, {"game", game}, {"name", "Ann"}, {"seats", seats}, {"window", 30}};
  }

  PageFolder folder_;
  const std::string file_ =
      (std::filesystem::temp_directory_path() / ("lifetable-online-" + std::to_string(::getpid()) + ".db"))
          .string();
  std::optional<Server> server_;
  std::thread thread_;
};

/// Somebody at a table who makes the moves that are offered, one by one.
struct Guest {
  Guest(std::uint16_t port, std::string table, std::string key) : port(port), table(table), key(key) {
    come();
  }

  void come() {
    line.emplace(port);
    const auto welcome = line->answer({{"do", "enter"}, {"table", table}, {"key", key}});
    EXPECT_TRUE(welcome.contains("ok")) << json::serialize(welcome);
    look(welcome);
  }
  void look(const json::object& message) {
    if (const auto* room_now = message.if_contains("room")) room = room_now->as_object();
    if (const auto* self_now = message.if_contains("self")) self = self_now->as_object();
    if (const auto* state_now = message.if_contains("state")) state = state_now->as_object();
  }
  json::object ask(json::object request) {
    const auto answer = line->answer(std::move(request));
    look(answer);
    return answer;
  }
  bool is_over() const { return state.contains("outcome") && !state.at("outcome").as_array().empty(); }
  std::string phase() const { return json::value_to<std::string>(room.at("phase")); }
  std::int64_t at() const { return state.contains("at") ? state.at("at").as_int64() : 0; }
  /// Makes a move if one is offered, and waits for the next message otherwise.
  void act() {
    if (state.contains("offers") && !state.at("offers").as_array().empty()) {
      const auto& offers = state.at("offers").as_array();
      const json::object offer = offers[static_cast<std::size_t>(++moves * 7) % offers.size()].as_object();
      state["offers"] = json::array{};
      line->ask({{"do", "play"},
                 {"move", offer.at("move")},
                 {"seen", at()},
                 {"id", std::to_string(at()) + "-" + std::to_string(moves)}});
    } else if (const auto message = line->next()) {
      look(*message);
    } else {
      come();
    }
  }

  const std::uint16_t port;
  std::string table, key;
  std::optional<Talker> line;
  json::object room, self, state;
  int moves = 0;
};

std::string text(const json::object& object, std::string_view name) {
  return json::value_to<std::string>(object.at(name));
}

/// A table of that game with Ann, Bo, and a bot; all have added to the chance.
std::pair<std::unique_ptr<Guest>, std::unique_ptr<Guest>> two_at_a_table(std::uint16_t port,
                                                                         const json::object& opening) {
  Talker host(port);
  const auto opened = host.answer(opening);
  EXPECT_TRUE(opened.contains("ok")) << json::serialize(opened);
  const auto& made = opened.at("ok").as_object();
  auto ann = std::make_unique<Guest>(port, text(made, "table"), text(made, "key"));
  auto bo = std::make_unique<Guest>(port, text(made, "table"), text(ann->self, "join"));
  EXPECT_EQ(text(bo->self, "role"), "guest");
  const auto seated = bo->ask({{"do", "sit"}, {"name", "Bo"}, {"entropy", std::string(64, 'b')}});
  EXPECT_TRUE(seated.contains("ok")) << json::serialize(seated);
  bo->key = text(seated.at("ok").as_object(), "key");
  EXPECT_TRUE(ann->ask({{"do", "add"}, {"entropy", std::string(64, 'a')}}).contains("ok"));
  return {std::move(ann), std::move(bo)};
}

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
  EXPECT_NE(text(line.answer({{"do", "enter"}, {"table", "ZZZZZZ"}, {"key", "x"}}), "error").find("too many"),
            std::string::npos);
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
  begin({.bot_pause = milliseconds(0), .requests = {20, 1}});
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
  const auto post = [&](const std::string& body, std::string_view type = "application/json") {
    client.say("POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + std::string(type) +
               "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return client.reply();
  };
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
  EXPECT_EQ(post("{}", "text/plain").status, 400);
}

}  // namespace
}  // namespace lifetable::server

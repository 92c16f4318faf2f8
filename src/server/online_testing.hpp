// SPDX-License-Identifier: Apache-2.0
// A server for tests, with tables on a real port and a real file, and honest guests at them.
#pragma once

#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "play/record.hpp"
#include "server/log.hpp"
#include "server/server.hpp"
#include "server/socket_testing.hpp"
#include "store/memory_testing.hpp"

namespace lifetable::server {

using std::chrono::milliseconds;

class Online : public testing::Test {
 protected:
  Online() { quiet_log(true); }
  ~Online() override {
    if (memory_) memory_->hold_reads(false), memory_->hold_writes(false);
    end();
    for (const char* more : {"", "-wal", "-shm"}) std::filesystem::remove(file_ + more);
  }

  void begin(HallSettings settings = quick(), Limits limits = {}) {
    auto site = Site::read(folder_.path());
    ASSERT_TRUE(site) << site.error().message;
    auto opened = Server::open(std::move(*site), "127.0.0.1", 0, limits);
    ASSERT_TRUE(opened) << opened.error().message;
    auto store = memory_ ? memory_->open() : store::open_sqlite(file_);
    ASSERT_TRUE(store) << store.error().message;
    server_.emplace(std::move(*opened));
    probe_ = settings.probe ? settings.probe : std::make_shared<Probe>();
    settings.probe = probe_;
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
  static HallSettings quick() {
    return {.bot_pause = milliseconds(0),
            .adding = milliseconds(0),
            .window = milliseconds(0),
            .clock = milliseconds(0),
            .onlookers = milliseconds(0),
            .requests = {},
            .playing = {},
            .work = {},
            .openings = {},
            .deals = {}};
  }
  std::uint16_t port() const { return server_->port(); }
  /// A figure of /metrics.
  double figure(const std::string& name) const {
    const std::string page = "\n" + Client(port()).get("/metrics").body, line = "\nlifetable_" + name + " ";
    const std::size_t at = page.find(line);
    EXPECT_NE(at, std::string::npos) << name;
    return at == std::string::npos ? 0 : std::stod(page.substr(at + line.size()));
  }
  /// Waits for a figure to become that, as it does when the server has got round to it.
  using Is = Probe::Figures;
  void wait_for(std::uint64_t Is::* figure, std::uint64_t value) const {
    EXPECT_TRUE(probe_->wait_for(figure, value))
        << "it is " << probe_->figures().*figure << ", not " << value;
  }

  static json::object opening(std::string_view game, std::initializer_list<std::string_view> players) {
    json::array seats;
    for (const auto player : players) seats.push_back(json::object{{"player", player}});
    return {{"do", "open"}, {"game", game}, {"name", "Ann"}, {"seats", seats}, {"window", 30}};
  }

  PageFolder folder_;
  const std::string file_ =
      (std::filesystem::temp_directory_path() / ("lifetable-online-" + std::to_string(::getpid()) + ".db"))
          .string();
  std::optional<store::MemoryDisk> memory_;  ///< in the place of the file, if there is one
  std::shared_ptr<Probe> probe_;
  std::optional<Server> server_;
  std::thread thread_;
};

/// "POST /api" with a request in JSON, or whatever else.
inline Reply post(Client& client, const std::string& body, std::string_view headers = "") {
  client.say("POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
             std::string(headers) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  return client.reply();
}

/// Somebody at a table who makes the moves that are offered, one by one.
struct Guest {
  Guest(std::uint16_t port, std::string table, std::string key) : port(port), table(table), key(key) {
    come();
  }

  void come() {
    line.emplace(port);
    line->diary = &diary;
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
  /// Hears all that was said before the server hears this.
  void catch_up() {
    line->ask({{"do", "nothing"}, {"re", -1}});
    while (const auto message = line->next()) {
      look(*message);
      if (const auto* re = message->if_contains("re"); re && *re == -1) return;
    }
    ADD_FAILURE() << "the server hung up: " << line->close_text;
  }
  bool may_choose() const { return state.contains("offers") && !state.at("offers").as_array().empty(); }
  bool is_over() const { return state.contains("outcome") && !state.at("outcome").as_array().empty(); }
  std::string phase() const { return json::value_to<std::string>(room.at("phase")); }
  std::int64_t at() const { return state.contains("at") ? state.at("at").as_int64() : 0; }
  /// Makes a move if one is offered, and waits for the next message otherwise.
  void act() {
    if (may_choose()) {
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
  std::vector<std::string> diary = {};
  json::object room, self, state;
  int moves = 0;
};

inline std::string text(const json::object& object, std::string_view name) {
  return json::value_to<std::string>(object.at(name));
}

/// A table of that game with Ann, Bo, and a bot; all have added to the chance.
inline std::pair<std::unique_ptr<Guest>, std::unique_ptr<Guest>> two_at_a_table(std::uint16_t port,
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

/// Ann, Bo and whoever else sits there play their game to its end; its record must be a good one. They do so
/// in threads of their own, whatever others do to the server meanwhile.
class HonestGame {
 public:
  HonestGame(std::uint16_t port, const json::object& opening) {
    std::tie(ann_, bo_) = two_at_a_table(port, opening);
    EXPECT_TRUE(ann_->ask({{"do", "begin"}}).contains("ok"));
    for (Guest* guest : {ann_.get(), bo_.get()})
      threads_.emplace_back([guest] {
        while (!guest->is_over()) guest->act();
      });
  }
  ~HonestGame() { finish(); }
  Guest& host() { return *ann_; }
  Guest& guest() { return *bo_; }
  /// Waits for the end, and looks at all of it again.
  void finish() {
    if (threads_.empty()) return;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    const auto answer = ann_->ask({{"do", "record"}});
    ASSERT_TRUE(answer.contains("ok")) << json::serialize(answer);
    const auto record = play::parse_record(text(answer.at("ok").as_object(), "record"), "the game");
    ASSERT_TRUE(record) << record.error().message;
    const auto replayed = play::replay(*record, "the game");
    ASSERT_TRUE(replayed) << replayed.error().message;
    EXPECT_TRUE(replayed->match->over());
    for (const Guest* guest : {ann_.get(), bo_.get()}) {
      EXPECT_EQ(guest->at(), static_cast<std::int64_t>(record->moves.size()));
      EXPECT_EQ(guest->state.at("outcome"), ann_->state.at("outcome"));
    }
  }

 private:
  std::unique_ptr<Guest> ann_, bo_;
  std::vector<std::thread> threads_;
};

}  // namespace lifetable::server

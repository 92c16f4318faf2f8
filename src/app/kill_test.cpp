// SPDX-License-Identifier: Apache-2.0
// The real server, killed again and again in the middle of games: whatever it has acknowledged is there when
// it starts again, nothing is there twice, and no game is stuck. `make soak` does it more often.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <random>
#include <sys/wait.h>
#include <thread>

#include "app/cli_testing.hpp"
#include "play/file.hpp"
#include "play/json.hpp"
#include "play/record.hpp"
#include "server/socket_testing.hpp"
#include "store/store.hpp"

namespace lifetable::app {
namespace {

namespace json = boost::json;

int kills_wanted() {
  const char* chosen = std::getenv("LIFETABLE_KILLS");
  return chosen ? std::atoi(chosen) : 10;
}

/// A port that nobody has: every server after the first is looked for at the same place.
std::uint16_t free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof place;
  EXPECT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&place), length), 0);
  EXPECT_EQ(::getsockname(socket, reinterpret_cast<sockaddr*>(&place), &length), 0);
  ::close(socket);
  return ntohs(place.sin_port);
}

/// What all players together know.
Count there;  ///< is a server, if it is 1
Count acknowledged;
std::atomic<int> broken_lines = 0, answers = 0;

class KilledServer : public Cli {
 protected:
  void begin() {
    fs::remove(path("out"));
    child_ = start({"serve", "--port", std::to_string(port_), "--page", page_.path(), "--data",
                    path("tables.db"), "--bot-pause", "0", "--no-limits"});
    ASSERT_TRUE(eventually([this] { return size_of("out") > 0; })) << "there is no server any more";
    there.set(1);
  }
  void kill() {
    there.set(0);
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    child_ = 0;
  }
  void TearDown() override {
    if (child_ != 0) kill();
    Cli::TearDown();
  }

  server::PageFolder page_;
  pid_t child_ = 0;
  const std::uint16_t port_ = free_port();
};

/// A line to the server that is there, or to the next one.
std::unique_ptr<server::Talker> new_line(std::uint16_t port) {
  while (there.wait_for_at_least(1)) {
    auto line = std::make_unique<server::Talker>(port, "", false);
    if (line->status == 101) return line;
  }
  throw std::runtime_error("there is no server any more");  // which ends the test
}

std::string text(const json::value& object, std::string_view name) {
  return json::value_to<std::string>(object.at(name));
}

/// Somebody who plays on whatever happens: a move without an answer is sent again with its id.
class Stubborn {
 public:
  Stubborn(std::uint16_t port, std::string table, std::string key) : port_(port), table_(table), key_(key) {
    come();
  }

  void come() {
    for (;;) {
      line_ = new_line(port_);
      const auto welcome = line_->answer({{"do", "enter"}, {"table", table_}, {"key", key_}});
      if (welcome.empty()) continue;
      ASSERT_TRUE(welcome.contains("ok")) << json::serialize(welcome);
      look(welcome);
      if (!pending_.empty()) line_->ask(pending_);
      return;
    }
  }
  /// Asks until there is an answer.
  json::object insist(const json::object& request) {
    for (;;) {
      auto answer = line_->answer(request);
      if (!answer.empty()) return answer;
      come();
    }
  }

  void play_to_the_end() {
    while (!over_ || !pending_.empty()) act();
  }

  struct Made {
    std::string id, move;
    friend bool operator==(const Made&, const Made&) = default;
  };
  std::vector<Made> made;  ///< moves that were acknowledged

 private:
  void act() {
    if (pending_.empty() && !offers_.empty()) {
      const auto& offer = offers_[static_cast<std::size_t>(++sent_ * 7) % offers_.size()].as_object();
      pending_ = {{"do", "play"},
                  {"move", offer.at("move")},
                  {"seen", at_},
                  {"id", std::to_string(sent_)},
                  {"re", sent_}};
      offers_.clear();
      answers_ = window_;
      line_->ask(pending_);
    }
    const auto message = line_->next();
    if (!message) {
      ++broken_lines;
      return come();
    }
    if (const auto* re = message->if_contains("re"); re && !pending_.empty() && *re == pending_.at("re")) {
      if (message->contains("ok")) {
        made.push_back({text(pending_, "id"), text(pending_, "move")});
        answers += answers_;
        acknowledged.add();
      }
      pending_.clear();
    }
    look(*message);
  }
  void look(const json::object& message) {
    const auto* state = message.if_contains("state");
    if (!state) return;
    at_ = state->at("at").as_int64();
    offers_ = state->at("offers").as_array();
    window_ = !state->at("window").as_array().empty();
    over_ = !state->at("outcome").as_array().empty();
  }

  const std::uint16_t port_;
  const std::string table_, key_;
  std::unique_ptr<server::Talker> line_;
  json::array offers_;
  json::object pending_;
  std::int64_t at_ = 0;
  int sent_ = 0;
  bool over_ = false, window_ = false, answers_ = false;
};

/// A game that was played, as Ann and Bo remember it.
struct Played {
  std::string table, game, record;
  std::vector<Stubborn::Made> made[2];
};

/// A whole game of Ann and Bo and a bot; they do not mind if somebody is away.
Played play_a_game(std::uint16_t port, std::string_view game, int window) {
  const json::object open{
      {"do", "open"},
      {"game", game},
      {"name", "Ann"},
      {"unhurried", true},
      {"window", window},
      {"seats", json::parse(R"([{"player":"me"},{"player":"open"},{"player":"thoughtful"}])")}};
  json::object opened;
  while (!opened.contains("ok")) opened = new_line(port)->answer(open);
  Played played{text(opened.at("ok"), "table"), std::string(game), "", {}};
  Stubborn ann(port, played.table, text(opened.at("ok"), "key"));
  const std::string join =
      text(ann.insist({{"do", "enter"}, {"table", played.table}, {"key", text(opened.at("ok"), "key")}})
               .at("self"),
           "join");
  Stubborn guest(port, played.table, join);
  const std::string key(64, 'b');
  EXPECT_TRUE(guest.insist({{"do", "sit"}, {"name", "Bo"}, {"key", key}}).contains("ok"));
  Stubborn bo(port, played.table, key);
  (void)ann.insist({{"do", "begin"}});  // its answer may have been lost; then it is refused the second time
  std::thread other([&] { bo.play_to_the_end(); });
  ann.play_to_the_end();
  other.join();
  played.record = text(ann.insist({{"do", "record"}}).at("ok"), "record");
  played.made[0] = ann.made;
  played.made[1] = bo.made;
  return played;
}

/// What a log says happened.
struct Kept {
  std::vector<std::string> lines;         ///< of the record
  std::vector<Stubborn::Made> made[2];    ///< by Ann and Bo, as they asked for it
  int windows = 0, answered_windows = 0;  ///< that have ended
};

constexpr std::string_view kDecline = "let";

/// Follows a log, and sees to it that each window ends with what was answered in it: first with whatever was
/// played first, and with nothing twice.
Kept kept_in(const std::vector<std::string>& log) {
  Kept kept;
  json::array answered;
  bool window = false;
  for (const std::string& line : log) {
    const json::object entry = json::parse(line).as_object();
    EXPECT_NE(text(entry, "what"), "undo");
    if (text(entry, "what") != "moves") continue;
    const auto lines = json::value_to<std::vector<std::string>>(entry.at("lines"));
    const int by = play::number_in(entry, "by");
    const auto* timing = entry.if_contains("timing");
    const json::array now = timing ? timing->at("answers").as_array() : json::array{};
    if (window && !lines.empty()) {
      ++kept.windows;
      kept.answered_windows += !answered.empty();
      const auto played = std::ranges::find_if(
          answered, [](const json::value& each) { return text(each, "move") != kDecline; });
      if (played != answered.end()) {
        EXPECT_EQ(lines[0], std::to_string(played->at("seat").as_int64()) + " " + text(*played, "move"));
      } else {
        EXPECT_TRUE(lines[0].ends_with(" let")) << line;
      }
      answered.clear();
    } else if (window) {
      EXPECT_EQ(now.size(), answered.size() + 1) << "an answer was lost: " << line;
      EXPECT_TRUE(std::equal(answered.begin(), answered.end(), now.begin())) << line;
    }
    if (by == 1 || by == 2) {
      // In a window it waits among the answers, and else it is made at once.
      std::vector<std::string> moves;
      for (const std::string& each : lines)
        if (each.starts_with(std::to_string(by))) moves.push_back(each.substr(2));
      for (const json::value& each : now)
        if (lines.empty() && each.at("seat") == by) moves.push_back(text(each, "move"));
      EXPECT_EQ(moves.size(), 1u) << line;
      if (!moves.empty()) kept.made[by - 1].push_back({text(entry, "id"), moves.back()});
    }
    kept.lines.insert(kept.lines.end(), lines.begin(), lines.end());
    window = timing && timing->at("window").as_int64() > 0;
    answered = now;
  }
  return kept;
}

TEST_F(KilledServer, LosesNothingThatItAcknowledgedAndDoublesNothing) {
  begin();
  std::atomic<bool> enough = false;
  std::mutex busy;
  std::vector<Played> games;
  std::vector<std::thread> tables;
  for (const char* game : {"alive", "cv", "cradle", "cradle"})
    tables.emplace_back([&, game] {
      // Windows are longer each time, until people are quick enough to answer in them.
      for (int window = 20; !enough || (game == std::string("cradle") && answers < 10); window *= 2) {
        Played played = play_a_game(port_, game, std::min(window, 60'000));
        const std::lock_guard lock(busy);
        games.push_back(std::move(played));
      }
    });
  std::minstd_rand chance(1);
  for (int i = 0; i < kills_wanted(); ++i) {
    // Not before it has done something: a server that is only starting has nothing to lose.
    const int wanted = acknowledged.value() + 1 + static_cast<int>(chance() % 100);
    ASSERT_TRUE(acknowledged.wait_for_at_least(wanted)) << "no game goes on";
    kill();
    begin();
  }
  enough = true;
  for (auto& table : tables) table.join();
  EXPECT_GE(broken_lines, kills_wanted() / 2) << "mostly somebody was in the middle of a game";
  kill();

  auto store = store::open_sqlite(path("tables.db"));
  ASSERT_TRUE(store) << store.error().message;
  int answered = 0;
  for (const Played& game : games) {
    SCOPED_TRACE(game.game);
    const auto record = play::parse_record(game.record, "the game");
    ASSERT_TRUE(record) << record.error().message;
    ASSERT_TRUE(play::replay(*record, "the game")) << "the rules and the cards hold";
    const auto log = (*store)->read(game.table);
    ASSERT_TRUE(log) << log.error().message;
    const Kept kept = kept_in(*log);
    answered += kept.answered_windows;
    std::vector<std::string> lines;
    for (const auto& [by, move] : record->moves)
      lines.push_back(std::to_string(by == kDealer ? 0 : by.index + 1) + " " + move);
    EXPECT_EQ(lines, kept.lines);
    for (const int seat : {0, 1}) EXPECT_EQ(kept.made[seat], game.made[seat]) << "seat " << seat + 1;
  }
  EXPECT_GE(answered, 5) << "there were windows in which somebody answered";
}

}  // namespace
}  // namespace lifetable::app

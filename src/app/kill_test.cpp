// The real server, killed again and again in the middle of games: whatever it has acknowledged is there when
// it starts again, nothing is there twice, and no game is stuck. `make soak` does it more often.
#include <atomic>
#include <csignal>
#include <random>
#include <sys/wait.h>
#include <thread>

#include "app/cli_testing.hpp"
#include "play/file.hpp"
#include "play/record.hpp"
#include "server/socket_testing.hpp"

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

class KilledServer : public Cli {
 protected:
  void begin() {
    std::string port = std::to_string(port_);
    child_ = start({"serve", "--port", port, "--page", page_.path(), "--data", path("tables.db"),
                    "--bot-pause", "0", "--no-limits"});
  }
  void kill() {
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

/// What all players together have seen.
std::atomic<int> acknowledged = 0, broken_lines = 0;

/// Somebody who plays on whatever happens: a move without an answer is sent again with its id.
class Stubborn {
 public:
  Stubborn(std::uint16_t port, std::string table, std::string key) : port_(port), table_(table), key_(key) {
    come();
  }

  /// Waits for a server to be there again.
  void come() {
    for (int tries = 0;; ++tries) {
      if (tries == 3000) {
        ADD_FAILURE() << "there is no server any more";
        over_ = true;
        pending_.clear();
        return;
      }
      line_.emplace(port_, "", false);
      if (line_->status != 101) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        continue;
      }
      const auto welcome = line_->answer({{"do", "enter"}, {"table", table_}, {"key", key_}});
      if (welcome.empty()) continue;
      ASSERT_TRUE(welcome.contains("ok")) << json::serialize(welcome);
      look(welcome);
      if (!pending_.empty()) line_->ask(pending_);
      return;
    }
  }

  void act() {
    if (pending_.empty() && !offers_.empty()) {
      const auto& offer = offers_[static_cast<std::size_t>(++sent_ * 7) % offers_.size()].as_object();
      pending_ = {{"do", "play"},
                  {"move", offer.at("move")},
                  {"seen", at_},
                  {"id", std::to_string(sent_)},
                  {"re", sent_}};
      line_->ask(pending_);
    }
    const auto message = line_->next();
    if (!message) {
      ++broken_lines;
      return come();
    }
    if (const auto* re = message->if_contains("re"); re && !pending_.empty() && *re == pending_.at("re")) {
      if (message->contains("ok")) {
        made.push_back(json::value_to<std::string>(pending_.at("move")));
        ++acknowledged;
      }
      pending_.clear();
    }
    look(*message);
  }

  /// With nothing left that has no answer.
  bool is_over() const { return over_ && pending_.empty(); }
  std::string record() {
    for (int tries = 0; tries < 100; ++tries) {
      const auto answer = line_->answer({{"do", "record"}});
      if (answer.contains("ok")) return json::value_to<std::string>(answer.at("ok").at("record"));
      come();
    }
    return "";
  }

  std::vector<std::string> made;  ///< moves that were acknowledged

 private:
  void look(const json::object& message) {
    const auto* state = message.if_contains("state");
    if (!state) return;
    at_ = state->at("at").as_int64();
    offers_ = state->at("offers").as_array();
    over_ = !state->at("outcome").as_array().empty();
  }

  const std::uint16_t port_;
  const std::string table_, key_;
  std::optional<server::Talker> line_;
  json::array offers_;
  json::object pending_;
  std::int64_t at_ = 0;
  int sent_ = 0;
  bool over_ = false;
};

/// The first answer that a server gives, however often it has to be asked.
json::object insist(std::uint16_t port, const json::object& request) {
  for (;; std::this_thread::sleep_for(std::chrono::milliseconds(10))) {
    server::Talker line(port, "", false);
    if (line.status != 101) continue;
    auto answer = line.answer(request);
    if (answer.contains("ok")) return answer;
  }
}

/// A whole game against a bot, after which all that was acknowledged is in its record, once.
void play_a_game(std::uint16_t port, std::string_view game) {
  const auto opened = insist(port, {{"do", "open"},
                                    {"game", game},
                                    {"name", "Ann"},
                                    {"window", 20},
                                    {"seats", json::parse(R"([{"player":"me"},{"player":"thoughtful"}])")}});
  const auto& made = opened.at("ok").as_object();
  const auto table = json::value_to<std::string>(made.at("table")),
             key = json::value_to<std::string>(made.at("key"));
  Stubborn ann(port, table, key);
  for (bool begun = false; !begun;) {
    server::Talker line(port, "", false);
    if (line.status != 101) continue;
    (void)line.answer({{"do", "enter"}, {"table", table}, {"key", key}});
    const auto answer = line.answer({{"do", "begin"}});
    begun =
        answer.contains("ok") || answer.contains("refusal");  // the answer may have been lost, not the game
  }
  while (!ann.is_over()) ann.act();
  const auto record = play::parse_record(ann.record(), "the game");
  ASSERT_TRUE(record) << record.error().message;
  ASSERT_TRUE(play::replay(*record, "the game")) << "the rules and the cards hold";
  std::vector<std::string> moves;
  for (const auto& [by, move] : record->moves)
    if (by == Seat{0}) moves.push_back(move);
  if (game == "cradle")
    return;  // in reaction windows people decline without a word, and answers may come to nothing
  EXPECT_EQ(moves, ann.made);
}

TEST_F(KilledServer, LosesNothingThatItAcknowledgedAndDoublesNothing) {
  begin();
  std::atomic<bool> enough = false;
  std::vector<std::thread> tables;
  for (const char* game : {"alive", "cv", "cradle", "alive"})
    tables.emplace_back([&, game] {
      do play_a_game(port_, game);
      while (!enough);
    });
  std::minstd_rand chance(1);
  for (int i = 0; i < kills_wanted(); ++i) {
    // Not before it has done something: a server that is only starting has nothing to lose.
    const int before = acknowledged;
    for (int waits = 0; acknowledged == before && waits < 60'000; ++waits)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(chance() % 200));
    kill();
    begin();
  }
  enough = true;
  for (auto& table : tables) table.join();
  EXPECT_GE(acknowledged, kills_wanted()) << "every server had acknowledged something when it was killed";
  EXPECT_GE(broken_lines, kills_wanted() / 2) << "and mostly somebody was in the middle of a game";
}

}  // namespace
}  // namespace lifetable::app

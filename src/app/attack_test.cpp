// The real server with all its limits, and bad clients of every kind at once: people at other tables go on,
// and the server neither falls nor grows. `make soak` does it for longer; how long moves take is printed, as
// it depends on what else the machine does: undisturbed, while a second server on the same machine is
// attacked, and while this one is. The attackers need the same processors as everybody else, and more of them
// than any server does: only the second and the third can be compared, if the question is what they cost the
// people at the attacked one.
#include <atomic>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <mutex>
#include <sys/wait.h>
#include <thread>

#include "app/cli_testing.hpp"
#include "play/file.hpp"
#include "server/socket_testing.hpp"

namespace lifetable::app {
namespace {

namespace json = boost::json;
using server::Client;
using server::Talker;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How long people play undisturbed, and then disturbed.
std::chrono::seconds time_wanted() {
  const char* chosen = std::getenv("LIFETABLE_ATTACK_SECONDS");
  return std::chrono::seconds(chosen ? std::atoi(chosen) : 2);
}

// ---- Bad clients --------------------------------------------------------------------------------------

/// Somewhere to come from, and what to do there once.
using Attack = void (*)(std::uint16_t port, const char* from);

const std::string kMask(4, '\0');

std::string frames(std::string_view head, std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all.append(head).append(kMask).append(text);
  return all;
}

void ask_too_much(std::uint16_t port, const char* from) {
  Talker line(port, "", false, from);
  line.say(frames("\x81\x82", "{}", 500));
}

void ping_without_end(std::uint16_t port, const char* from) {
  Talker line(port, "", false, from);
  line.say(frames("\x89\x80", "", 5'000));
}

void begin_without_end(std::uint16_t port, const char* from) {
  Talker line(port, "", false, from);
  line.say("\x01\x80" + kMask);
  line.say(frames(std::string_view("\x00\x80", 2), "", 20'000));
}

void send_noise(std::uint16_t port, const char* from) {
  Talker line(port, "", false, from);
  line.say(server::noise(50'000));
  Client(port, false, from).say(server::noise(50'000));
}

void ask_for_pages(std::uint16_t port, const char* from) {
  Client client(port, false, from);
  std::string all;
  for (int i = 0; i < 200; ++i) all += "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.say(all);
}

void send_long_bodies(std::uint16_t port, const char* from) {
  Client client(port, false, from);
  client.say(
      "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
      "10000000\r\n\r\n" +
      std::string(1'000'000, ' '));
}

void say_half_of_it(std::uint16_t port, const char* from) {
  std::vector<std::unique_ptr<Client>> half;
  for (int i = 0; i < 100; ++i) {
    half.push_back(std::make_unique<Client>(port, false, from));
    half.back()->say("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n");
  }
}

void try_keys(std::uint16_t port, const char* from) {
  Talker line(port, "", false, from);
  for (int i = 0; i < 50; ++i) line.ask({{"do", "enter"}, {"table", "K7M2QX"}, {"key", std::to_string(i)}});
}

json::object table_of_bots() {
  return {
      {"do", "open"},
      {"game", "cv"},
      {"name", "Mal"},
      {"seats", json::parse(R"([{"player":"me"},{"player":"hard"},{"player":"hard"},{"player":"hard"}])")}};
}

void let_bots_think(std::uint16_t port, const char* from) {
  Talker line(port, "", false, from);
  line.ask(table_of_bots());
  line.ask({{"do", "begin"}});
  std::this_thread::sleep_for(milliseconds(200));
}

/// A table of one's own, where everything is heard by a crowd that does not read.
void tell_a_crowd(std::uint16_t port, const char* from) {
  Talker host(port, "", false, from);
  const auto opened = host.answer(table_of_bots());
  if (!opened.contains("ok")) return;
  const json::object enter{{"do", "enter"},
                           {"table", opened.at("ok").at("table")},
                           {"key", opened.at("ok").at("key")},
                           {"seen", 0}};
  std::vector<std::unique_ptr<Talker>> crowd;
  for (int i = 0; i < 20; ++i) {
    crowd.push_back(std::make_unique<Talker>(port, "", false, from));
    for (int n = 0; n < 10; ++n) crowd.back()->ask(enter);
  }
  for (int i = 0; i < 60; ++i) host.ask({{"do", "say"}, {"phrase", "hurry"}});
}

constexpr std::pair<const char*, Attack> kAttacks[] = {
    {"127.0.0.10", ask_too_much},   {"127.0.0.11", ping_without_end}, {"127.0.0.12", begin_without_end},
    {"127.0.0.13", send_noise},     {"127.0.0.14", ask_for_pages},    {"127.0.0.15", send_long_bodies},
    {"127.0.0.16", say_half_of_it}, {"127.0.0.17", try_keys},         {"127.0.0.18", let_bots_think},
    {"127.0.0.19", tell_a_crowd}};

// ---- People -------------------------------------------------------------------------------------------

/// How long moves took, in milliseconds.
class Times {
 public:
  void add(double time) {
    const std::lock_guard lock(busy_);
    times_.push_back(time);
  }
  std::size_t size() const { return times_.size(); }
  double at(double share) {
    std::sort(times_.begin(), times_.end());
    return times_.empty() ? 0
                          : times_[static_cast<std::size_t>(share * static_cast<double>(times_.size() - 1))];
  }

 private:
  std::mutex busy_;
  std::vector<double> times_;
};

std::atomic<Times*> times = nullptr;
std::atomic<bool> enough = false;

/// Somebody who plays Five Alive against a bot, one game after the other, and minds the limits.
void play_on(std::uint16_t port) {
  Talker line(port);
  const auto opened = line.answer({{"do", "open"},
                                   {"game", "alive"},
                                   {"name", "Ann"},
                                   {"seats", json::parse(R"([{"player":"me"},{"player":"thoughtful"}])")}});
  ASSERT_TRUE(opened.contains("ok")) << json::serialize(opened);
  line.ask({{"do", "begin"}, {"re", -1}});
  auto message = line.next();
  for (std::int64_t re = 1; !enough;) {
    ASSERT_TRUE(message) << line.close_code << " " << line.close_text;
    ASSERT_FALSE(message->contains("refusal") || message->contains("error")) << line.last;
    const json::object heard = *message;
    const auto* state = heard.if_contains("state");
    if (state && !state->at("outcome").as_array().empty()) {
      ASSERT_TRUE(line.answer({{"do", "again"}}).contains("ok"));
      line.ask({{"do", "begin"}, {"re", -1}});
    }
    if (!state || state->at("offers").as_array().empty()) {
      message = line.next();
      continue;
    }
    std::this_thread::sleep_for(milliseconds(60));
    Times* counted = times;
    const auto sent = steady_clock::now();
    line.ask({{"do", "play"},
              {"move", state->at("offers").as_array()[0].at("move")},
              {"seen", state->at("at")},
              {"re", ++re}});
    do message = line.next();
    while (message && !message->contains("re"));
    if (counted) counted->add(std::chrono::duration<double, std::milli>(steady_clock::now() - sent).count());
  }
}

/// A server of its own process.
class Attackable {
 public:
  Attackable(pid_t child, const std::string& out) : child_(child) {
    const std::string hello = "lifetable is at http://localhost:";
    std::string said;
    while (said.find('\n') == std::string::npos) {
      if (!is_there()) return;
      std::this_thread::sleep_for(milliseconds(5));
      said = play::read_file(out) ? *play::read_file(out) : "";
    }
    port_ = static_cast<std::uint16_t>(std::stoi(said.substr(hello.size())));
  }
  ~Attackable() {
    if (child_ == 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  Attackable(const Attackable&) = delete;

  std::uint16_t port() const { return port_; }
  bool is_there() const { return ::waitpid(child_, nullptr, WNOHANG) == 0; }
  /// Its exit code, after it was asked to go.
  int end() {
    int status = 0;
    ::kill(child_, SIGTERM);
    ::waitpid(std::exchange(child_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// Seconds that the one thread has worked in which everybody is answered.
  double worked() const {
    const std::string id = std::to_string(child_);
    std::ifstream file("/proc/" + id + "/task/" + id + "/stat");
    std::string word;
    double ticks = 0;
    for (int i = 1; i <= 15 && file >> word; ++i)
      if (i >= 14) ticks += std::stod(word);
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }
  /// A figure of /metrics.
  double figure(const std::string& name) const {
    const std::string page = Client(port_).get("/metrics").body, line = "\nlifetable_" + name + " ";
    const std::size_t at = page.find(line);
    EXPECT_NE(at, std::string::npos) << name;
    return at == std::string::npos ? 0 : std::stod(page.substr(at + line.size()));
  }
  /// Kilobytes that it has in memory.
  int memory() const {
    std::ifstream status("/proc/" + std::to_string(child_) + "/status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("VmRSS:")) return std::stoi(line.substr(6));
    return 0;
  }

 private:
  pid_t child_;
  std::uint16_t port_ = 0;
};

class AttackedServer : public Cli {
 protected:
  /// A server in a folder of its own.
  std::unique_ptr<Attackable> serve(const std::string& name) {
    const fs::path home = std::exchange(folder_, folder_ / name);
    fs::create_directories(folder_);
    const pid_t child = start(
        {"serve", "--port", "0", "--page", page_.path(), "--data", path("tables.db"), "--bot-pause", "0"});
    auto server = std::make_unique<Attackable>(child, path("out"));
    folder_ = home;
    EXPECT_NE(server->port(), 0) << name << " did not begin";
    return server;
  }
  server::PageFolder page_;
};

/// The sanitizer keeps what was freed for a while.
#ifdef __has_feature
constexpr bool kOwnMemory = !__has_feature(address_sanitizer);
#else
constexpr bool kOwnMemory = true;
#endif

/// Bad clients of every kind, as long as this lives.
class Attackers {
 public:
  explicit Attackers(std::uint16_t port) {
    for (const auto& [from, attack] : kAttacks) {
      if (const char* only = std::getenv("LIFETABLE_ATTACKER"); only && only != std::string(from)) continue;
      threads_.emplace_back([this, port, from = from, attack = attack] {
        while (!over_) {
          attack(port, from);
          ++attacks;
          std::this_thread::sleep_for(milliseconds(20));  // the machine is theirs as well as the server's
        }
      });
    }
  }
  ~Attackers() {
    over_ = true;
    for (auto& thread : threads_) thread.join();
  }
  std::atomic<int> attacks = 0;

 private:
  std::atomic<bool> over_ = false;
  std::vector<std::thread> threads_;
};

void report(const char* when, Times& times, double seconds) {
  fmt::print("{}: {} moves, p50 {:.2f} ms, p99 {:.2f} ms; the server's thread worked {:.2f} s\n", when,
             times.size(), times.at(0.5), times.at(0.99), seconds);
}

TEST_F(AttackedServer, GoesOnForEverybodyElseAndDoesNotGrow) {
  const auto neighbour = serve("neighbour"), server = serve("server");
  ASSERT_TRUE(neighbour->port() && server->port());
  Times quiet, near, disturbed;
  std::vector<std::thread> people;
  const auto measure = [&](Times& into) {
    const double before = server->worked();
    times = &into;
    std::this_thread::sleep_for(time_wanted());
    times = nullptr;
    return server->worked() - before;
  };
  for (int i = 0; i < 8; ++i) people.emplace_back([&] { play_on(server->port()); });
  const double work = measure(quiet);
  double work_near = 0, more_work = 0;
  {
    Attackers bad(neighbour->port());
    work_near = measure(near);
  }
  int attacks = 0, early = 0, late = 0;
  const double heard_before = server->figure("requests_total");
  const auto began = steady_clock::now();
  {
    Attackers bad(server->port());
    std::this_thread::sleep_for(time_wanted() / 2);
    early = server->memory();
    more_work = measure(disturbed);
    late = server->memory();
    attacks = bad.attacks;
  }
  const std::chrono::duration<double> lasted = steady_clock::now() - began;
  const double heard = server->figure("requests_total") - heard_before;
  enough = true;
  for (auto& thread : people) thread.join();
  // However much is asked, one address is heard 1,000 times and then 200 times a second, and the people here
  // ask less than 20 times a second each; most of what comes beyond that is not even a connection.
  const double most = std::size(kAttacks) * (1'000 + 200 * lasted.count()) + 8 * 20 * lasted.count();
  EXPECT_LE(heard, most);
  EXPECT_GT(server->figure("turned_away_total"), 0);
  EXPECT_TRUE(server->is_there());
  EXPECT_EQ(Client(server->port()).get("/readyz").body, "ready");
  EXPECT_GT(quiet.size(), 20u);
  EXPECT_GT(disturbed.size(), 20u);
  EXPECT_GT(attacks, 20);
  EXPECT_TRUE(!kOwnMemory || late < early + (100 << 10)) << early << " and later " << late << " KB";
  report("undisturbed", quiet, work);
  report("the neighbour is attacked", near, work_near);
  report("disturbed", disturbed, more_work);
  for (const auto& [than, normal] : {std::pair{"undisturbed", &quiet}, {"beside an attack", &near}})
    fmt::print("{:.2f} times as long as {}, p99 {:.2f} times\n", disturbed.at(0.5) / normal->at(0.5), than,
               disturbed.at(0.99) / normal->at(0.99));
  fmt::print("{} attacks; memory {} KB, and later {} KB\n", attacks, early, late);

  EXPECT_EQ(server->end(), 0);
  const auto events = play::read_file(path("server/err"));
  for (const char* secret : {"\"key\"", "seed", "Mal", "hurry"})
    EXPECT_EQ(events->find(secret), std::string::npos);
}

}  // namespace
}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
// Plays at many tables of four at once, and measures how long each move takes: one thread, one epoll, and no
// more understanding of a message than whether it offers this seat a move. It speaks to three servers, each
// in its own dialect.
//
//     load lifetable|boardgame.io|colyseus PORT TABLES SECONDS SERVER-PID
//
// Whoever is offered moves makes one at random, at once. The time of a move ends when its maker has got the
// answer and the new state. One line of JSON comes out.
#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <memory>
#include <netinet/tcp.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using std::string;
using std::string_view;
using std::chrono::steady_clock;

constexpr int kSeats = 4;
constexpr double kWarmUp = 2;  // seconds, for compilers that learn while they run

[[noreturn]] void give_up(const string& why) {
  std::fprintf(stderr, "load: %s\n", why.c_str());
  std::exit(1);
}

double now() { return std::chrono::duration<double>(steady_clock::now().time_since_epoch()).count(); }

/// The text between `before` and the next `end`; "" if there is none.
string_view between(string_view text, string_view before, char end) {
  const auto at = text.find(before);
  if (at == string_view::npos) return {};
  text.remove_prefix(at + before.size());
  return text.substr(0, text.find(end));
}

/// The digits that follow `before`.
string digits_after(string_view text, string_view before) {
  const auto at = text.find(before);
  if (at == string_view::npos) return {};
  text.remove_prefix(at + before.size());
  return string(text.substr(0, text.find_first_not_of("0123456789")));
}

/// Small and quick; how good it is does not matter here.
std::uint32_t random_below(std::uint32_t n) {
  static std::uint64_t state = 0x9E3779B97F4A7C15;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return static_cast<std::uint32_t>((state >> 32) * n >> 32);
}

// ---- Connections --------------------------------------------------------------------------------------

struct Seat {
  int fd = -1;
  int table = 0, seat = 0;
  string half;      // of a frame that has not come whole
  string wanted;    // the move to make, once all tables stand
  double sent = 0;  // when the move under way was sent; 0: none is
  bool greeted = false, ready = false;
  string code, key;  // of the table, for those who follow
};

int epoll = -1;
std::uint16_t port = 0;

void put(const Seat& seat, string_view bytes) {
  if (::send(seat.fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
    give_up("the server does not take what is sent");
}

/// One frame, masked with nothing.
void say(const Seat& seat, string_view text, int kind = 1) {
  char bytes[1024];
  std::size_t size = 0;
  bytes[size++] = static_cast<char>(0x80 | kind);
  if (text.size() < 126) {
    bytes[size++] = static_cast<char>(0x80 | text.size());
  } else {
    bytes[size++] = static_cast<char>(0x80 | 126);
    bytes[size++] = static_cast<char>(text.size() >> 8);
    bytes[size++] = static_cast<char>(text.size());
  }
  std::memset(bytes + size, 0, 4), size += 4;
  std::memcpy(bytes + size, text.data(), text.size()), size += text.size();
  put(seat, {bytes, size});
}

int connected() {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0)
    give_up("nobody is at this port");
  const int yes = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return fd;
}

/// Waits for the server's consent to a WebSocket at this path; what follows it is read later.
void open_socket(Seat& seat, const string& path) {
  seat.fd = connected();
  put(seat, "GET " + path +
                " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  string head;
  for (char next; head.find("\r\n\r\n") == string::npos; head += next)
    if (::recv(seat.fd, &next, 1, 0) != 1) give_up("the server hung up");
  if (!head.starts_with("HTTP/1.1 101")) give_up("the server does not want a WebSocket: " + head);
  ::fcntl(seat.fd, F_SETFL, O_NONBLOCK);
  epoll_event event{.events = EPOLLIN, .data = {.ptr = &seat}};
  ::epoll_ctl(epoll, EPOLL_CTL_ADD, seat.fd, &event);
}

/// The body of the answer to a POST.
string post(const string& path, const string& body) {
  Seat line;
  line.fd = connected();
  put(line, "POST " + path +
                " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
                "Content-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
  string all;
  char bytes[4096];
  for (ssize_t got; (got = ::recv(line.fd, bytes, sizeof bytes, 0)) > 0;)
    all.append(bytes, static_cast<std::size_t>(got));
  ::close(line.fd);
  return all.substr(std::min(all.size(), all.find("\r\n\r\n")));
}

// ---- Dialects -----------------------------------------------------------------------------------------

struct Heard {
  string move;            // what to send; "" if nothing was offered
  bool answered = false;  // a move of this seat was made
};

struct Server {
  virtual ~Server() = default;
  virtual void sit_down(std::deque<Seat>& seats,
                        const std::function<void(const std::function<bool()>&)>& wait) = 0;
  virtual Heard hear(Seat& seat, string_view text, int kind) = 0;
  virtual void move(const Seat& seat, string_view text) = 0;
};

/// One of the moves in a list, each of which begins with `before`.
string_view one_of(string_view list, string_view before, string_view end) {
  list = list.substr(0, list.find(end));
  string_view found[24];
  std::uint32_t count = 0;
  for (std::size_t at; count < 24 && (at = list.find(before)) != string_view::npos; ++count) {
    list.remove_prefix(at + before.size());
    const auto ends = std::min(list.size(), list.find('"'));
    found[count] = list.substr(0, ends);
    list.remove_prefix(std::min(list.size(), ends + 1));
  }
  return count ? found[random_below(count)] : string_view{};
}

bool all_are(const std::deque<Seat>& seats, bool Seat::* what) {
  return std::all_of(seats.begin(), seats.end(), [&](const Seat& seat) { return seat.*what; });
}

class Lifetable : public Server {
  void sit_down(std::deque<Seat>& seats,
                const std::function<void(const std::function<bool()>&)>& wait) override {
    for (Seat& seat : seats) {
      open_socket(seat, "/ws");
      if (seat.seat == 0)
        say(seat,
            R"({"do":"open","game":"alive","name":"Player 1","seats":[{"player":"me"},{"player":"open"},{"player":"open"},{"player":"open"}]})");
      Seat& host = seats[static_cast<std::size_t>(seat.table * kSeats)];
      wait([&] { return !host.key.empty(); });
      if (seat.seat == 0) continue;
      say(seat, R"({"do":"enter","table":")" + host.code + R"(","key":")" + host.key + "\"}");
      say(seat, R"({"do":"sit","name":"Player )" + std::to_string(seat.seat + 1) + "\"}");
    }
    wait([&] { return all_are(seats, &Seat::greeted); });
    for (Seat& seat : seats)
      if (seat.seat == 0) say(seat, R"({"do":"begin"})");
    wait([&] { return all_are(seats, &Seat::ready); });
  }

  Heard hear(Seat& seat, string_view text, int) override {
    Heard heard;
    heard.answered = seat.sent > 0 && text.starts_with("{\"ok\":{\"at\"");
    if (text.starts_with("{\"refusal\"") || text.starts_with("{\"error\""))
      give_up(string(text.substr(0, 300)));
    if (!seat.ready && text.find("\"role\":\"seat\"") != string_view::npos) {
      seat.greeted = true;
      seat.code = between(text, "\"room\":{\"table\":\"", '"');
      seat.key = between(text, "\"join\":\"", '"');
    }
    const auto at = text.find("\"offers\":[");
    if (at == string_view::npos) return heard;
    seat.ready = true;
    const string_view rest = text.substr(at + 10);
    if (rest[0] == '{') {
      const string_view move = one_of(rest, "{\"move\":\"", "],\"undo\"");
      heard.move =
          R"({"do":"play","move":")" + string(move) + R"(","seen":)" + digits_after(text, "\"at\":") + "}";
    } else if (seat.seat == 0 && rest.find("\"outcome\":[{") != string_view::npos) {
      say(seat, R"({"do":"again"})");  // one is over, the next begins
      say(seat, R"({"do":"begin"})");
    }
    return heard;
  }

  void move(const Seat& seat, string_view text) override { say(seat, text); }
};

class BoardgameIo : public Server {
  void sit_down(std::deque<Seat>& seats,
                const std::function<void(const std::function<bool()>&)>& wait) override {
    for (Seat& seat : seats) {
      open_socket(seat, "/socket.io/?EIO=4&transport=websocket");
      say(seat, "40/alive,");
      wait([&] { return seat.greeted; });
      say(seat, R"(42/alive,["sync","t)" + std::to_string(seat.table) + R"(",")" + std::to_string(seat.seat) +
                    R"(",null,4])");
      wait([&] { return seat.ready; });
    }
  }

  Heard hear(Seat& seat, string_view text, int) override {
    Heard heard;
    if (text == "2") say(seat, "3");  // it asks whether we are there
    if (text.starts_with("40/alive,")) seat.greeted = true;
    const bool update = text.starts_with("42/alive,[\"update\"");
    if (text.starts_with("42/alive,[\"sync\""))
      seat.ready = true;
    else if (!update)
      return heard;
    heard.answered = update && seat.sent > 0;
    const auto at = text.find("\"offers\":[");
    const string_view rest = text.substr(at + 10);
    if (rest[0] != '"') return heard;
    heard.move = R"(42/alive,["update",{"type":"MAKE_MOVE","payload":{"type":"make","args":[")" +
                 string(one_of(rest, "\"", "]")) + R"("],"playerID":")" + std::to_string(seat.seat) +
                 R"(","credentials":null}},)" + digits_after(rest, "\"_stateID\":") + R"(,"t)" +
                 std::to_string(seat.table) + R"(",")" + std::to_string(seat.seat) + R"("])";
    return heard;
  }

  void move(const Seat& seat, string_view text) override { say(seat, text); }
};

class Colyseus : public Server {
  enum { kJoined = 10, kData = 13, kState = 14, kPatch = 15 };

  void sit_down(std::deque<Seat>& seats,
                const std::function<void(const std::function<bool()>&)>& wait) override {
    for (Seat& seat : seats) {
      const Seat& host = seats[static_cast<std::size_t>(seat.table * kSeats)];
      const string place =
          post(seat.seat == 0 ? "/matchmake/create/alive" : "/matchmake/joinById/" + host.code, "{}");
      seat.code = between(place, "\"roomId\":\"", '"');
      open_socket(seat, "/" + string(between(place, "\"processId\":\"", '"')) + "/" + seat.code +
                            "?sessionId=" + string(between(place, "\"sessionId\":\"", '"')));
      wait([&] { return seat.ready; });
    }
  }

  Heard hear(Seat& seat, string_view text, int) override {
    Heard heard;
    if (text.empty()) return heard;
    if (text[0] == kJoined) say(seat, "\x0A", 2);
    if (text[0] == kState) seat.ready = true;
    if (text[0] != kState && text[0] != kPatch) return heard;
    heard.answered = text[0] == kPatch && seat.sent > 0;
    const auto at = text.find("\"offers\":[");
    if (at != string_view::npos) heard.move = one_of(text.substr(at + 10), "\"", "]");
    return heard;
  }

  void move(const Seat& seat, string_view text) override {
    string message{static_cast<char>(kData), static_cast<char>(0xA4)};  // texts in MessagePack
    message += "make";
    message += static_cast<char>(0xA0 | text.size());
    message += text;
    say(seat, message, 2);
  }
};

// ---- The load -----------------------------------------------------------------------------------------

/// Processor seconds that a process has used, with all its threads.
double used_by(const string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  string line;
  std::getline(file, line);
  std::istringstream rest(line.substr(line.rfind(')') + 2));
  string skipped;
  for (int i = 0; i < 11; ++i) rest >> skipped;
  double user = 0, system = 0;
  rest >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

/// KB of memory that a process has.
long memory_of(const string& pid) {
  std::ifstream file("/proc/" + pid + "/status");
  for (string line; std::getline(file, line);)
    if (line.starts_with("VmRSS:")) return std::atol(line.c_str() + 6);
  return 0;
}

class Load {
 public:
  Load(Server& server, int tables) : server_(server) {
    for (int i = 0; i < tables * kSeats; ++i) {
      Seat& seat = seats.emplace_back();
      seat.table = i / kSeats;
      seat.seat = i % kSeats;
    }
  }

  std::deque<Seat> seats;
  std::vector<float> times;  // milliseconds, of every move that was answered
  std::uint64_t bytes = 0;
  double idle = 0;  // seconds without anything to read

  void sit_down() {
    server_.sit_down(seats, [this](const std::function<bool()>& done) {
      for (const double until = now() + 60; !done(); turn())
        if (now() > until) give_up("a table cannot be set up");
    });
  }
  void play_for(double seconds) {
    playing_ = true;
    for (Seat& seat : seats)
      if (!seat.wanted.empty()) make(seat, std::exchange(seat.wanted, {}));
    for (const double until = now() + seconds; now() < until;) turn();
  }

 private:
  /// Never sleeps: a server would have to wake us up with every message, and be measured doing so.
  void turn() {
    epoll_event events[256];
    const double began = now();
    const int ready = ::epoll_wait(epoll, events, 256, 0);
    if (ready == 0) idle += now() - began;
    for (int i = 0; i < ready; ++i) read(*static_cast<Seat*>(events[i].data.ptr));
  }

  void read(Seat& seat) {
    static char room[1 << 18];
    const ssize_t got = ::recv(seat.fd, room, sizeof room, 0);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) give_up("the server hung up");
    bytes += static_cast<std::uint64_t>(got);
    string_view all(room, static_cast<std::size_t>(got));
    if (!seat.half.empty()) all = seat.half.append(all);
    string_view rest = all;
    while (take_frame(seat, rest)) {
    }
    seat.half = string(rest);
  }

  bool take_frame(Seat& seat, string_view& rest) {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<unsigned char>(rest[i]));
    };
    if (rest.size() < 2) return false;
    std::size_t head = 2, size = byte(1) & 0x7F;
    const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (rest.size() < head + more) return false;
    if (more) size = 0;
    for (std::size_t i = 0; i < more; ++i) size = size << 8 | byte(head++);
    if (rest.size() < head + size) return false;
    const int kind = static_cast<int>(byte(0) & 0x0F);
    const string_view text = rest.substr(head, size);
    rest.remove_prefix(head + size);
    if (kind == 8)
      give_up("the server hung up: " + string(text.substr(std::min<std::size_t>(2, text.size()))));
    if (kind == 9) say(seat, text, 10);
    if (kind == 1 || kind == 2) hear(seat, text, kind);
    return true;
  }

  void hear(Seat& seat, string_view text, int kind) {
    Heard heard = server_.hear(seat, text, kind);
    if (heard.answered) times.push_back(static_cast<float>((now() - std::exchange(seat.sent, 0)) * 1000));
    if (heard.move.empty()) return;
    if (playing_)
      make(seat, heard.move);
    else
      seat.wanted = std::move(heard.move);
  }

  void make(Seat& seat, const string& move) {
    seat.sent = now();
    server_.move(seat, move);
  }

  Server& server_;
  bool playing_ = false;
};

std::unique_ptr<Server> server_called(string_view name) {
  if (name == "lifetable") return std::make_unique<Lifetable>();
  if (name == "boardgame.io") return std::make_unique<BoardgameIo>();
  if (name == "colyseus") return std::make_unique<Colyseus>();
  give_up("the server is lifetable, boardgame.io or colyseus");
}

}  // namespace

int main(int count, char** words) {
  if (count != 6) give_up("load lifetable|boardgame.io|colyseus PORT TABLES SECONDS SERVER-PID");
  const auto server = server_called(words[1]);
  port = static_cast<std::uint16_t>(std::atoi(words[2]));
  const int tables = std::atoi(words[3]);
  const double seconds = std::atof(words[4]);
  const string pid = words[5];
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  epoll = ::epoll_create1(0);

  Load load(*server, tables);
  const long memory = memory_of(pid);
  load.sit_down();
  const long seated = memory_of(pid);
  load.play_for(kWarmUp);
  load.times.clear();
  load.bytes = 0;
  load.idle = 0;
  const double began = now(), server_used = used_by(pid);
  load.play_for(seconds);
  const double took = now() - began, server_took = used_by(pid) - server_used;
  const auto stuck = std::count_if(load.seats.begin(), load.seats.end(),
                                   [&](const Seat& seat) { return seat.sent > 0 && seat.sent < began; });
  if (stuck > 0) give_up(std::to_string(stuck) + " moves were never answered");

  std::sort(load.times.begin(), load.times.end());
  const auto moves = static_cast<double>(load.times.size());
  if (load.times.empty()) give_up("no move was answered");
  const auto at = [&](double share) {
    return static_cast<double>(load.times[static_cast<std::size_t>(share * (moves - 1))]);
  };
  std::printf(
      "{\"moves\": %.0f, \"a_second\": %.0f, \"p50_ms\": %.2f, \"p99_ms\": %.2f, \"server_us_a_move\": %.1f, "
      "\"server_core\": %.3f, "
      "\"client_core\": %.3f, \"bytes_a_move\": %.0f, \"memory_kb\": %ld, \"seated_kb_a_table\": %.1f, "
      "\"played_kb_a_table\": %.1f}\n",
      moves, moves / took, at(0.5), at(0.99), server_took / moves * 1e6, server_took / took,
      1 - load.idle / took, static_cast<double>(load.bytes) / moves, memory,
      static_cast<double>(seated - memory) / tables, static_cast<double>(memory_of(pid) - memory) / tables);
}

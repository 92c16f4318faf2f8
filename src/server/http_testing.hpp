// SPDX-License-Identifier: Apache-2.0
// A client for tests that can say anything to a server, proper or not, and reads what comes back; and a page
// for it to ask for.
#pragma once

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <netinet/in.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <zlib.h>

namespace lifetable::server {

struct Reply {
  int status = 0;  ///< 0: none came
  std::map<std::string, std::string> headers;
  std::string body;
};

/// One connection to this machine. A server that keeps silent for ten minutes has failed the test: no machine
/// is so slow.
class Client {
 public:
  /// `surely`: nobody listening there is a failure of the test. `from`: another of this machine's addresses.
  explicit Client(std::uint16_t port, bool surely = true, const char* from = "127.0.0.1")
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience{600, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const int window = 16 << 10;  // so that the system does not take much more than is read
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &window, sizeof window);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    ::inet_pton(AF_INET, from, &place.sin_addr);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place), 0) << from;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int problem = ::connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place);
    EXPECT_TRUE(problem == 0 || !surely);
  }
  Client(const Client&) = delete;
  ~Client() { ::close(socket_); }

  /// Says it as far as the server listens.
  void say(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  /// The next reply; the reply to HEAD has no body, whatever its headers say.
  Reply reply(bool to_head = false) {
    while (heard_.find("\r\n\r\n") == std::string::npos)
      if (!hear()) return {};
    Reply reply;
    const std::size_t end = heard_.find("\r\n\r\n");
    reply.status = std::stoi(heard_.substr(heard_.find(' ') + 1, 3));
    for (std::size_t at = heard_.find("\r\n"); at < end;) {
      at += 2;
      const std::size_t colon = heard_.find(": ", at), next = heard_.find("\r\n", at);
      reply.headers[heard_.substr(at, colon - at)] = heard_.substr(colon + 2, next - colon - 2);
      at = next;
    }
    heard_.erase(0, end + 4);
    const auto length = reply.headers.find("Content-Length");
    const std::size_t bytes = to_head || length == reply.headers.end() ? 0 : std::stoul(length->second);
    while (heard_.size() < bytes)
      if (!hear()) return {};
    reply.body = heard_.substr(0, bytes);
    heard_.erase(0, bytes);
    return reply;
  }
  /// "GET PATH" with these headers more, each ending with a line break.
  Reply get(std::string_view path, std::string_view headers = "", std::string_view method = "GET") {
    std::string request(method);
    request.append(" ")
        .append(path)
        .append(" HTTP/1.1\r\nHost: localhost\r\n")
        .append(headers)
        .append("\r\n");
    say(request);
    return reply(method == "HEAD");
  }
  /// Whether the server ends the connection, and has nothing more to say.
  bool is_over() { return heard_.empty() && !hear(); }
  /// The same, and all that was said has been heard: otherwise an answer may get lost on the way.
  bool is_over_in_good_order() { return is_over() && last_ == 0; }
  /// Whether it ended all of a sudden, and what was not read by then is lost.
  bool was_reset() const { return last_ < 0 && problem_ == ECONNRESET; }
  /// Nothing more will be asked.
  void says_no_more() { ::shutdown(socket_, SHUT_WR); }
  /// Whether something has come.
  bool can_hear() const {
    char byte;
    return ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
  }
  /// Waits for the beginning of a reply.
  void hear_some() { hear(); }

 protected:
  /// False at the end of the connection. Silence is no end.
  bool hear() {
    char buffer[1 << 16];
    const ssize_t n = ::recv(socket_, buffer, sizeof buffer, 0);
    last_ = n;
    problem_ = errno;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      ADD_FAILURE() << "the server keeps silent";
      return false;
    }
    if (n > 0) heard_.append(buffer, static_cast<std::size_t>(n));
    return n > 0;
  }

  std::string heard_;

 private:
  int socket_;
  ssize_t last_ = 0;  ///< how the last reading went
  int problem_ = 0;   ///< and why not well
};

/// What the system knows of the connections of a port on this machine.
struct Kept {
  std::size_t server_sides = 0;  ///< that are there, at the end or not
  std::size_t unsent = 0;        ///< bytes of the server that nobody has taken, with the end of each side
};

inline Kept kept_by_the_system(std::uint16_t port) {
  Kept kept;
  std::ifstream table("/proc/net/tcp");
  std::string line;
  std::getline(table, line);  // the names of the columns
  while (std::getline(table, line)) {
    // "0: 0100007F:1F90 0100007F:D431 01 00008000:00000000 …": here, there, state, waiting to be sent and
    // read
    std::istringstream words(line);
    std::string number, here, there, state, waiting;
    words >> number >> here >> there >> state >> waiting;
    constexpr std::string_view kListens = "0A", kTimeWait = "06";
    if (std::stoul(here.substr(here.find(':') + 1), nullptr, 16) != port || state == kListens ||
        state == kTimeWait)
      continue;
    ++kept.server_sides;
    kept.unsent += std::stoul(waiting.substr(0, waiting.find(':')), nullptr, 16);
  }
  return kept;
}

/// Waits until it is that for a port. False after ten minutes: no machine is so slow.
inline bool becomes(std::uint16_t port, std::size_t Kept::* figure, std::size_t value) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (kept_by_the_system(port).*figure != value)
    if (std::chrono::steady_clock::now() > end) return false;
  return true;
}

inline std::string unpacked(const std::string& packed, std::size_t at_most = 1 << 20) {
  z_stream stream{};
  ::inflateInit2(&stream, 15 + 16);
  std::string bytes(at_most, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(::inflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  ::inflateEnd(&stream);
  return bytes;
}

/// Bytes that no compression makes smaller.
inline std::string noise(std::size_t bytes) {
  std::string text;
  for (std::uint32_t state = 1; text.size() < bytes; state = state * 1664525 + 1013904223)
    text += static_cast<char>(state >> 24);
  return text;
}

/// A folder with a small page as the bundler builds one, and what must not be served beside it.
class PageFolder {
 public:
  PageFolder()
      : root_(std::filesystem::temp_directory_path() / ("lifetable-page-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(root_);
    std::string script = "// A script that repeats itself.\n";
    for (int i = 0; i < 200; ++i) script += "deal(card); ";
    add("index.html", "<!doctype html><title>lifetable</title><p>" + std::string(500, 'x'));
    add("assets/page-1a2b.js", script);
    add("assets/page-1a2b.css", "p { color: red } p { color: red } p { color: red } p { color: red }");
    add("assets/engine-3c4d.wasm", std::string("\0asm\1\0\0\0", 8) + std::string(1000, '\1'));
    add("sw.js", "self.skipWaiting();");
    add("manifest.webmanifest", "{}");
    add("icon.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    add("icon.png", noise(300));
    add("my cards.txt", "spaces are fine");
    add("noise.txt", noise(300));
    add(".secret", "hidden");
    add(".git/config", "hidden");
    add("assets/.map", "hidden");
    write(root_ / "outside.txt", "outside");
    std::filesystem::create_symlink(root_ / "outside.txt", root_ / "web" / "link.txt");
    std::filesystem::create_directory_symlink(root_, root_ / "web" / "up");
  }
  ~PageFolder() { std::filesystem::remove_all(root_); }

  std::string path() const { return (root_ / "web").string(); }
  void add(const std::string& name, const std::string& bytes) { write(root_ / "web" / name, bytes); }
  std::string bytes(const std::string& name) const {
    std::ifstream file(root_ / "web" / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  static void write(const std::filesystem::path& path, const std::string& bytes) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  std::filesystem::path root_;
};

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// What the network alone costs on this machine: a server on the first core that takes a message of one player
// and sends one to each of four, and does nothing else; the players are on the second core.
//
//     floor TABLES SECONDS BYTES
//
// The table says with the first letter of a message who is to send next. One line of JSON comes out.
#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <string>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr int kSeats = 4;
constexpr std::size_t kMoveBytes = 50;

void stay_on(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  ::sched_setaffinity(0, sizeof cores, &cores);
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double used() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

void watch(int epoll, int fd, int number, std::uint32_t events) {
  const int yes = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  ::fcntl(fd, F_SETFL, O_NONBLOCK);
  epoll_event event{.events = events, .data = {.u32 = static_cast<std::uint32_t>(number)}};
  ::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

void serve(int listener, int tables, double seconds, std::string message) {
  const int epoll = ::epoll_create1(0);
  std::vector<int> seats;
  for (int i = 0; i < tables * kSeats; ++i) {
    seats.push_back(::accept(listener, nullptr, nullptr));
    watch(epoll, seats.back(), i, EPOLLIN | EPOLLET);
  }
  double moves = 0;
  const double began = now(), used_before = used();
  while (now() < began + seconds) {
    epoll_event events[128];
    const int ready = ::epoll_wait(epoll, events, 128, 100);
    for (int i = 0; i < ready; ++i) {
      char bytes[4096];
      const auto seat = events[i].data.u32, first = seat / kSeats * kSeats;
      if (::recv(seats[seat], bytes, sizeof bytes, 0) <= 0) continue;
      ++moves;
      message[0] = static_cast<char>('a' + (seat + 1) % kSeats);
      for (unsigned each = first; each < first + kSeats; ++each)
        ::send(seats[each], message.data(), message.size(), MSG_NOSIGNAL);
    }
  }
  const double took = now() - began;
  std::printf("{\"a_second\": %.0f, \"server_us_a_move\": %.1f}\n", moves / took,
              (used() - used_before) / moves * 1e6);
}

[[noreturn]] void play(const sockaddr_in& place, int tables, std::size_t size) {
  const int epoll = ::epoll_create1(0);
  std::vector<int> seats;
  for (int i = 0; i < tables * kSeats; ++i) {
    seats.push_back(::socket(AF_INET, SOCK_STREAM, 0));
    if (::connect(seats.back(), reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0) std::_Exit(1);
    watch(epoll, seats.back(), i, EPOLLIN);
  }
  const std::string move(kMoveBytes, 'm');
  for (int i = 0; i < tables; ++i)
    ::send(seats[static_cast<std::size_t>(i * kSeats)], move.data(), move.size(), 0);
  std::vector<std::string> heard(seats.size());
  for (;;) {
    epoll_event events[128];
    const int ready = ::epoll_wait(epoll, events, 128, 0);
    for (int i = 0; i < ready; ++i) {
      char bytes[1 << 16];
      const auto seat = events[i].data.u32;
      const ssize_t got = ::recv(seats[seat], bytes, sizeof bytes, 0);
      if (got <= 0) continue;
      std::string& all = heard[seat].append(bytes, static_cast<std::size_t>(got));
      for (; all.size() >= size; all.erase(0, size))
        if (all[0] == static_cast<char>('a' + seat % kSeats))
          ::send(seats[seat], move.data(), move.size(), MSG_NOSIGNAL);
    }
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return std::fprintf(stderr, "floor TABLES SECONDS BYTES\n"), 2;
  const int tables = std::atoi(words[1]);
  const auto size = static_cast<std::size_t>(std::atoi(words[3]));
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof place;
  if (::bind(listener, reinterpret_cast<sockaddr*>(&place), sizeof place) != 0 ||
      ::listen(listener, 4096) != 0 ||
      ::getsockname(listener, reinterpret_cast<sockaddr*>(&place), &length) != 0)
    return std::fprintf(stderr, "floor: no port is free\n"), 1;
  const pid_t players = ::fork();
  stay_on(players == 0 ? 1 : 0);
  if (players == 0) play(place, tables, size);
  serve(listener, tables, std::atof(words[2]), std::string(size, 'x'));
  ::kill(players, SIGKILL);
  ::waitpid(players, nullptr, 0);
}

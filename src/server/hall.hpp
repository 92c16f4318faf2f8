// SPDX-License-Identifier: Apache-2.0
// All rooms of a server: who is connected to which, and in what order things happen. What a room wants kept
// is on disk before anybody hears of it. The hall knows no sockets: a Line is whatever reaches a visitor. All
// of it runs in one thread; only writing to the disk and the bots' thinking happen elsewhere.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/door.hpp"
#include "server/probe.hpp"
#include "store/store.hpp"
#include "table/room.hpp"

namespace lifetable::server {

/// The way to one visitor.
class Line {
 public:
  virtual ~Line() = default;
  virtual void send(std::string_view message) = 0;
  /// Ends it, with a close code of WebSockets and one sentence.
  virtual void hang_up(int code, std::string_view why) = 0;
};

enum CloseCode {
  kTooMany = 1008,
  kTooLarge = 1009,
  kTryAgain = 1012,
  kRemoved = 4002,
};

struct HallSettings {
  std::chrono::milliseconds bot_pause{700};  ///< so that people can follow
  int bot_threads = 1;
  std::size_t rooms = 20'000;                     ///< in memory at once
  std::chrono::milliseconds unload{10 * 60'000};  ///< a room that nobody is in leaves the memory
  std::chrono::hours archive{24 * 30};            ///< and the list of live ones
  std::chrono::milliseconds adding{3'000};        ///< for people to add to the deal before the host begins
  std::chrono::milliseconds window{1'000};        ///< the shortest that a table may have, if it has any
  std::chrono::milliseconds clock{10'000};        ///< for a first move: the same
  std::chrono::milliseconds onlookers{250};       ///< between two messages to those without a seat
  Rate requests{60, 20};                          ///< of one connection
  Rate playing{1000, 200};                        ///< of those who play at one table: requests, by their cost
  Rate work{1000, 200};                           ///< of all others of one address
  std::size_t devices = 10;                       ///< connections of one person at one table
  std::size_t guests = 50;                        ///< of all there who may sit down
  std::size_t watchers = 100;                     ///< of all there who may not
  Rate openings{20, 0.1};                         ///< of one address: new rooms
  Rate deals{60, 1.0 / 6};                        ///< of one address: games begun
  Rate wrong_keys{20, 0.2};                       ///< of one connection
  Rate wrong_codes{20, 1.0 / 300};                ///< for one table, of all addresses together
  Rate newcomers{16, 1.0 / 60};                   ///< of one address at one table: people who sit down
  table::Room::Secrets secrets = {};              ///< the operating system's, unless a test has others
  std::shared_ptr<Probe> probe = {};              ///< a test's
};

class Hall {
 public:
  Hall(boost::asio::io_context& io, store::Store& store, HallSettings settings);
  ~Hall();
  Hall(const Hall&) = delete;

  /// Somebody is connected, as long as this lives.
  class Caller;
  std::shared_ptr<Caller> receive(Line& line, std::string address);
  bool is_at_a_table(const Caller& caller) const;
  /// What a caller says, whatever it is.
  void hear(Caller& caller, std::string_view text);

  /// One request without a line (POST /api): `answer` is called once, perhaps at once, with a status and
  /// JSON.
  void ask_once(std::string_view text, const std::string& address,
                std::function<void(int status, std::string body)> answer);

  /// Whether moves can be kept.
  bool ready() const;
  /// Counts and sums, as Prometheus reads them.
  std::string metrics() const;
  /// Keeps what is under way, and hangs up on everybody.
  void close();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace lifetable::server

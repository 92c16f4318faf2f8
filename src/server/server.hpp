// SPDX-License-Identifier: Apache-2.0
// A site on a port: connections, their limits, and an end in good order. What is answered is answer.hpp's.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "server/hall.hpp"
#include "server/site.hpp"
#include "server/socket_limits.hpp"

namespace lifetable::server {

/// What a client may take from the others. Whoever takes longer is cut off. Why so much: limits.cpp.
struct Limits {
  std::size_t connections = 10'000;  ///< if the system lets us open fewer, fewer
  std::size_t of_one_address = 200;  ///< of these
  std::size_t spare = 16;   ///< beyond these, to ask how the server is; for this machine as many again
  Rate arrivals{400, 50};   ///< of one address: new connections; more are closed unheard
  Rate requests{400, 100};  ///< of one address
  std::size_t body_bytes = 16u << 10;
  std::size_t header_bytes = 16u << 10;
  std::chrono::milliseconds request{15'000};       ///< from the last answer to the end of the next request
  std::chrono::milliseconds spare_request{2'000};  ///< the same in a spare place
  std::chrono::milliseconds answer{10'000};        ///< for a client to take an answer, and besides
  std::size_t bytes_a_second = 4'096;              ///< a second for so many of its bytes
  std::chrono::milliseconds unread{30'000};        ///< for somebody who takes nothing of what waits for them
  std::size_t kernel_bytes = 256u << 10;           ///< that the system keeps for one connection, at most
  std::chrono::milliseconds farewell{500};  ///< for what is under way when a connection or the server ends
  SocketLimits sockets = {};
  bool behind_proxy = false;  ///< the last address in X-Forwarded-For is the client's
};

/// Whether it is an address of the network, as in 127.0.0.1 or ::1.
bool is_address(const std::string& text);

class Server {
 public:
  /// Takes the port at an address; 0: any that is free. Connections wait until `run`. `names`: those that it
  /// is asked by, beside localhost, addresses and the machine's own (names.hpp).
  static Result<Server> open(Site site, const std::string& address, std::uint16_t port, Limits limits = {},
                             std::vector<std::string> names = {});

  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;
  ~Server();

  /// Tables for people to play at, kept in a store; without it there is the page alone.
  void host(std::unique_ptr<store::Store> store, HallSettings settings);

  std::uint16_t port() const;
  /// "http://localhost:8080"
  std::string address() const;
  /// Where others reach it now, the likeliest first; empty if it listens for this machine alone.
  std::vector<std::string> addresses() const;

  /// From now on these signals mean `stop`.
  void stop_at(std::initializer_list<int> signals);
  /// Serves until `stop`, in this thread alone.
  void run();
  /// From any thread: takes no more requests, lets answers that are under way end, if they do soon.
  void stop();

 private:
  struct Inside;
  explicit Server(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// One connection, and its place among all that there may be: who only waits makes place for others.
#pragma once

#include <boost/beast/core/tcp_stream.hpp>
#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/door.hpp"
#include "server/kernel.hpp"
#include "server/request.hpp"
#include "server/socket.hpp"

namespace lifetable::server {

struct Connection;

/// So many may be connected at once, and these of them only wait to be asked something; oldest first.
struct Places {
  std::size_t most;
  std::size_t taken = 0;
  std::list<Connection*> waiting = {};
};

struct Connection {
  Connection(boost::asio::ip::tcp::socket socket, std::string from)
      : stream(std::move(socket)), address(std::move(from)), is_here(is_this_machine(address)) {}
  boost::beast::tcp_stream stream;
  const std::string address;
  const bool is_here;                    ///< somebody of this machine
  std::vector<Network> counts_for = {};  ///< the networks whose connections it is one of, if any
  Places* place = nullptr;
  /// While it is among those who wait. A WebSocket is so until it is at a table, or longer: see make_place.
  std::optional<std::list<Connection*>::iterator> waits = {};
  std::shared_ptr<Socket> socket = {};  ///< once it is one, it has the stream

  /// Nothing is lost if it ends now.
  bool is_idle() const { return waits && !(socket && socket->is_at_a_table()); }
  /// What was said last still arrives, if it was said to its end.
  void end() {
    if (socket) return socket->end();
    stream.close();
  }
  void cut() {
    if (socket) return socket->cut();
    if (stream.socket().is_open()) deliver_after_close(stream.socket(), false);
    stream.close();
  }
  void wait() {
    if (!waits && place) waits = place->waiting.insert(place->waiting.end(), this);
  }
  void wait_no_longer() {
    if (waits) place->waiting.erase(*std::exchange(waits, std::nullopt));
  }
  void take(Places& wanted) {
    leave();
    place = &wanted;
    ++place->taken;
  }
  void leave() {
    wait_no_longer();
    if (place) --std::exchange(place, nullptr)->taken;
  }
};

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// What one WebSocket may take.
#pragma once

#include <chrono>
#include <cstddef>

#include "server/door.hpp"

namespace lifetable::server {

struct SocketLimits {
  std::size_t message_bytes = 16u << 10;      ///< of one message that comes
  std::size_t waiting_bytes = 512u << 10;     ///< of all messages that have not been taken
  std::chrono::milliseconds silence{60'000};  ///< pings are sent before, and somebody has to answer
  std::chrono::milliseconds greeting{10'000};
  std::chrono::milliseconds table{60'000};    ///< to enter one: who is at none keeps a place from players
  std::chrono::milliseconds farewell{2'000};  ///< for an answer to it; what else comes is not listened to
  Rate asides{60, 5};                         ///< pings and the like, and what is still said after a farewell
};

}  // namespace lifetable::server

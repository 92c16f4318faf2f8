// What one WebSocket may take.
#pragma once

#include <chrono>
#include <cstddef>

namespace lifetable::server {

struct SocketLimits {
  std::size_t message_bytes = 16u << 10;      ///< of one message that comes
  std::size_t waiting_bytes = 512u << 10;     ///< of all messages that have not been taken
  std::chrono::milliseconds silence{60'000};  ///< pings are sent before, and somebody has to answer
  std::chrono::milliseconds greeting{10'000};
};

}  // namespace lifetable::server

// One WebSocket: reads what a visitor says for the hall, and writes what the hall has for them. A visitor who
// reads too slowly is cut off before the messages fill the memory.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "server/hall.hpp"
#include "server/socket_limits.hpp"

namespace lifetable::server {

class Socket final : public Line, public std::enable_shared_from_this<Socket> {
 public:
  Socket(boost::beast::tcp_stream stream, SocketLimits limits)
      : stream_(std::move(stream)), limits_(limits) {}

  using Upgrade = boost::beast::http::request<boost::beast::http::empty_body>;
  /// Greets, and then listens until the visitor or the server has enough.
  boost::asio::awaitable<void> talk(const Upgrade& upgrade, Hall& hall, std::string address);
  /// At once, without a farewell.
  void cut();

  void send(std::string message) override;
  void hang_up(int code, std::string_view why) override;

 private:
  void wait_at_most(std::chrono::milliseconds handshake);
  /// Whether a frame that no answer is needed for is one too many.
  bool is_enough();
  void write_next();
  void say_goodbye();

  boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
  const SocketLimits limits_;
  std::deque<std::string> waiting_;  ///< the first is being written
  std::size_t waiting_bytes_ = 0;
  std::optional<boost::beast::websocket::close_reason> goodbye_;
  bool open_ = false;
  Bucket asides_;
};

}  // namespace lifetable::server

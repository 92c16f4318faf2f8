// SPDX-License-Identifier: Apache-2.0
// One WebSocket: reads what a visitor says for the hall, and writes what the hall has for them. A visitor who
// reads too slowly is cut off before the messages fill the memory.
#pragma once

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "server/frames.hpp"
#include "server/hall.hpp"
#include "server/socket_limits.hpp"

namespace lifetable::server {

/// For co_await: an error comes as a value, not as an exception.
inline constexpr auto with_code = boost::asio::as_tuple(boost::asio::use_awaitable);

class Socket final : public Line, public std::enable_shared_from_this<Socket> {
 public:
  Socket(boost::beast::tcp_stream stream, SocketLimits limits);

  using Upgrade = boost::beast::http::request<boost::beast::http::empty_body>;
  /// Greets, and then listens until the visitor or the server has enough.
  boost::asio::awaitable<void> talk(const Upgrade& upgrade, Hall& hall, std::string address);
  /// At once, without a farewell. What the visitor has not taken yet is thrown away.
  void cut();
  /// At once, but the last words still arrive, unless the visitor has left more than a few unread.
  void end();
  bool is_at_a_table() const;

  void send(std::string_view message) override;
  void hang_up(int code, std::string_view why) override;

 private:
  using Time = std::chrono::steady_clock::time_point;

  boost::asio::awaitable<bool> greet(const Upgrade& upgrade);
  void listen();
  void read(std::string_view bytes);
  /// Hears one request of what was read, and the next after everybody else: nobody's flood is a wait for all.
  void go_on();
  void hear(const Frame& frame);
  /// When somebody who stays silent is to be asked whether they are there, or given up.
  Time patience() const;
  /// Whether a frame that no answer is needed for is one too many.
  bool is_enough();

  void write(Frame::Kind kind, std::string_view data);
  /// As much as the system takes at once, and the rest when it takes more.
  void put(std::string_view bytes);

  boost::beast::tcp_stream stream_;
  const SocketLimits limits_;
  boost::asio::steady_timer alarm_;
  Hall* hall_ = nullptr;
  std::shared_ptr<Hall::Caller> caller_;
  std::array<char, 1024> bytes_;  ///< as they come
  FrameReader reader_;
  std::string waiting_;  ///< bytes that the system has not taken yet
  bool open_ = false;
  bool asked_ = false;    ///< whether they are there
  bool goodbye_ = false;  ///< was said by us
  Time heard_ = {};       ///< something, or our farewell was said
  Time enter_by_ = {};    ///< a table
  Bucket asides_;
};

}  // namespace lifetable::server

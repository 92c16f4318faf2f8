// SPDX-License-Identifier: Apache-2.0
#include "server/socket.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <cerrno>
#include <sys/socket.h>

#include "server/answer.hpp"
#include "server/kernel.hpp"

namespace lifetable::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;
using std::chrono::steady_clock;

namespace {

constexpr int kNoText = 1003;
constexpr std::size_t kFewBytes = 16 << 10;  // that the kernel may still offer somebody whom we have left

std::string farewell(int code, std::string_view why) {
  return std::string{static_cast<char>(code >> 8), static_cast<char>(code)} + std::string(why);
}

}  // namespace

Socket::Socket(beast::tcp_stream stream, SocketLimits limits)
    : stream_(std::move(stream)),
      limits_(limits),
      alarm_(stream_.get_executor()),
      reader_(limits.message_bytes) {}

asio::awaitable<void> Socket::talk(const Upgrade& upgrade, Hall& hall, std::string address) {
  const auto self = shared_from_this();
  if (!co_await greet(upgrade)) co_return end();
  open_ = true;
  heard_ = steady_clock::now();
  enter_by_ = heard_ + limits_.table;
  hall_ = &hall;
  caller_ = hall.receive(*this, std::move(address));
  listen();
  while (open_) {
    alarm_.expires_at(std::min(patience(), enter_by_));
    const auto [changed] = co_await alarm_.async_wait(with_code);
    if (!open_ || changed) continue;
    if (steady_clock::now() >= enter_by_) {
      enter_by_ = Time::max();  // nobody leaves their table but for another one
      if (!is_at_a_table()) hang_up(kTooMany, "you are at no table; come back to enter one");
    }
    if (steady_clock::now() < patience()) continue;
    if (goodbye_) {
      end();
    } else if (asked_) {
      cut();
    } else {
      asked_ = true;
      write(Frame::ping, "");
    }
  }
  caller_.reset();
}

asio::awaitable<bool> Socket::greet(const Upgrade& upgrade) {
  stream_.expires_never();  // the greeting has its own time
  websocket::stream<beast::tcp_stream&> greeting(stream_);
  greeting.set_option(websocket::stream_base::timeout{.handshake_timeout = limits_.greeting,
                                                      .idle_timeout = websocket::stream_base::none(),
                                                      .keep_alive_pings = false});
  greeting.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
    for (const auto& [name, value] : kAlways) response.set(name, value);
  }));
  const auto [unwelcome] = co_await greeting.async_accept(upgrade, with_code);
  co_return !unwelcome;
}

Socket::Time Socket::patience() const {
  if (goodbye_) return heard_ + limits_.farewell;
  return heard_ + (asked_ ? limits_.silence : limits_.silence / 2);
}

bool Socket::is_enough() {
  const auto now = steady_clock::now().time_since_epoch();
  return !asides_.take(limits_.asides, std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

bool Socket::is_at_a_table() const { return caller_ && hall_->is_at_a_table(*caller_); }

void Socket::end() {
  if (unacknowledged(stream_.socket()) <= kFewBytes) deliver_after_close(stream_.socket(), true);
  cut();
}

void Socket::cut() {
  open_ = false;
  stream_.close();
  alarm_.cancel();
}

// ---- Listening ----------------------------------------------------------------------------------------

void Socket::listen() {
  // Waiting first and reading then would be two system calls.
  stream_.socket().async_read_some(asio::buffer(bytes_),
                                   [self = shared_from_this()](error_code gone, std::size_t got) {
                                     if (!self->open_) return;
                                     if (gone) return self->cut();
                                     self->read({self->bytes_.data(), got});
                                   });
}

void Socket::read(std::string_view bytes) {
  if (!goodbye_) {
    heard_ = steady_clock::now();
    asked_ = false;
  } else if (is_enough()) {
    return cut();
  }
  reader_.take(bytes);
  go_on();
}

void Socket::go_on() {
  while (const auto frame = reader_.next()) {
    const bool request = frame->kind == Frame::text && !goodbye_;
    hear(*frame);
    if (!open_) return;
    if (request && reader_.has_more())
      return asio::post(stream_.get_executor(), [self = shared_from_this()] {
        if (self->open_) self->go_on();
      });
  }
  listen();
}

void Socket::hear(const Frame& frame) {
  switch (frame.kind) {
    case Frame::text:
      if (!goodbye_) hall_->hear(*caller_, frame.data);
      return;
    case Frame::bytes: return hang_up(kNoText, "messages are JSON as text");
    case Frame::wrong: return hang_up(frame.code, frame.data);
    case Frame::close:
      if (!goodbye_) write(Frame::close, frame.data.substr(0, 2));
      return end();
    case Frame::ping:
    case Frame::pong:
      if (is_enough()) return cut();
      if (frame.kind == Frame::ping && !goodbye_) write(Frame::pong, frame.data);
      return;
  }
}

// ---- Telling ------------------------------------------------------------------------------------------

void Socket::send(std::string_view message) {
  if (open_ && !goodbye_) write(Frame::text, message);
}

void Socket::hang_up(int code, std::string_view why) {
  if (!open_ || goodbye_) return;
  write(Frame::close, farewell(code, why));
  goodbye_ = true;
  heard_ = steady_clock::now();
  alarm_.cancel();  // there is less patience now
}

void Socket::write(Frame::Kind kind, std::string_view data) {
  const FrameHead head(kind, data.size());
  if (!waiting_.empty()) {
    waiting_.append(head.bytes()).append(data);
    if (waiting_.size() > limits_.waiting_bytes) cut();
    return;
  }
  static thread_local std::string frame;
  frame.assign(head.bytes()).append(data);
  put(frame);
}

void Socket::put(std::string_view bytes) {
  const auto sent =
      ::send(stream_.socket().native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0 && errno != EAGAIN && errno != EINTR) return cut();
  waiting_ = bytes.substr(static_cast<std::size_t>(std::max<decltype(sent)>(sent, 0)));
  if (waiting_.empty()) return;
  if (waiting_.size() > limits_.waiting_bytes) return cut();
  stream_.socket().async_wait(asio::ip::tcp::socket::wait_write,
                              [self = shared_from_this()](error_code gone) {
                                if (!gone && self->open_) self->put(std::exchange(self->waiting_, {}));
                              });
}

}  // namespace lifetable::server

#include "server/socket.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/answer.hpp"

namespace lifetable::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

constexpr auto with_code = asio::as_tuple(asio::use_awaitable);

}  // namespace

asio::awaitable<void> Socket::talk(const Upgrade& upgrade, Hall& hall, std::string address) {
  const auto self = shared_from_this();
  beast::get_lowest_layer(stream_).expires_never();  // the stream has its own times
  wait_at_most(limits_.greeting);
  stream_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
    for (const auto& [name, value] : kAlways) response.set(name, value);
  }));
  stream_.read_message_max(limits_.message_bytes);
  const auto [unwelcome] = co_await stream_.async_accept(upgrade, with_code);
  if (unwelcome) co_return;
  open_ = true;
  stream_.text(true);
  stream_.auto_fragment(false);  // a message is one write
  stream_.control_callback([this](websocket::frame_type, beast::string_view) {
    if (is_enough()) cut();
  });
  const auto caller = hall.receive(*this, std::move(address));
  for (beast::flat_buffer heard(limits_.message_bytes);;) {
    const auto [problem, bytes] = co_await stream_.async_read(heard, with_code);
    if (problem || (goodbye_ && is_enough())) break;
    const auto text = heard.data();
    if (stream_.got_text())
      hall.hear(*caller, {static_cast<const char*>(text.data()), text.size()});
    else
      hang_up(websocket::close_code::unknown_data, "messages are JSON as text");
    heard.consume(heard.size());
  }
  open_ = false;
  cut();
}

void Socket::wait_at_most(std::chrono::milliseconds handshake) {
  stream_.set_option(websocket::stream_base::timeout{
      .handshake_timeout = handshake, .idle_timeout = limits_.silence, .keep_alive_pings = true});
}

bool Socket::is_enough() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return !asides_.take(limits_.asides, std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

void Socket::cut() { beast::get_lowest_layer(stream_).close(); }

void Socket::send(std::string message) {
  if (!open_ || goodbye_) return;
  waiting_bytes_ += message.size();
  if (waiting_bytes_ > limits_.waiting_bytes) return cut();
  waiting_.push_back(std::move(message));
  if (waiting_.size() == 1) write_next();
}

void Socket::write_next() {
  stream_.async_write(asio::buffer(waiting_.front()),
                      [self = shared_from_this()](error_code problem, std::size_t) {
                        if (problem) return;
                        self->waiting_bytes_ -= self->waiting_.front().size();
                        self->waiting_.pop_front();
                        if (!self->waiting_.empty())
                          self->write_next();
                        else if (self->goodbye_)
                          self->say_goodbye();
                      });
}

void Socket::hang_up(int code, std::string_view why) {
  if (!open_ || goodbye_) return;
  goodbye_.emplace(static_cast<websocket::close_code>(code), beast::string_view(why.data(), why.size()));
  if (waiting_.empty()) say_goodbye();
}

void Socket::say_goodbye() {
  wait_at_most(limits_.farewell);
  stream_.async_close(*goodbye_, [self = shared_from_this()](error_code) { self->cut(); });
}

}  // namespace lifetable::server

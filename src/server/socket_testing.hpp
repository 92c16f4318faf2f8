// SPDX-License-Identifier: Apache-2.0
// A visitor for tests: a WebSocket to a server, whose frames can be proper or not, and what comes back.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "server/http_testing.hpp"

namespace lifetable::server {

namespace json = boost::json;

class Talker : public Client {
 public:
  explicit Talker(std::uint16_t port, std::string_view headers = "", bool surely = true,
                  const char* from = "127.0.0.1")
      : Client(port, surely, from) {
    say("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
        std::string(headers) + "\r\n");
    status = reply().status;
  }

  int status = 0;          ///< 101: we are talking
  int close_code = 0;      ///< once the server has hung up
  std::string close_text;  ///< and why

  /// One frame; 1 is a text, 2 are bytes, 8 a farewell, 9 a ping.
  void frame(std::string_view text, int kind = 1) { say(framed(text, kind)); }
  static std::string framed(std::string_view text, int kind = 1) {
    std::string bytes(1, static_cast<char>(0x80 | kind));
    const int more = text.size() < 126 ? 0 : text.size() < 65536 ? 2 : 8;
    bytes += static_cast<char>(0x80 | (more == 0 ? text.size() : more == 2 ? 126 : 127));
    for (int shift = 8 * (more - 1); shift >= 0; shift -= 8)
      bytes += static_cast<char>(text.size() >> shift & 0xFF);
    bytes += std::string(4, '\0');  // masked with nothing
    return bytes + std::string(text);
  }
  void ask(const json::object& request) { frame(json::serialize(request)); }

  /// The next message; none once the server has hung up.
  std::optional<json::object> next() {
    for (;;) {
      if (!need(2)) return {};
      std::size_t head = 2, length = static_cast<unsigned char>(heard_[1]) & 0x7F;
      const int more = length == 126 ? 2 : length == 127 ? 8 : 0;
      if (!need(head + static_cast<std::size_t>(more))) return {};
      if (more) length = 0;
      for (int i = 0; i < more; ++i) length = length << 8 | static_cast<unsigned char>(heard_[head++]);
      if (!need(head + length)) return {};
      const int kind = heard_[0] & 0x0F;
      const std::string text = heard_.substr(head, length);
      heard_.erase(0, head + length);
      if (kind == 1) {
        ++messages;
        bytes += text.size();
        last = text;
        if (diary) diary->push_back(text);
        return json::parse(text).as_object();
      }
      pings += kind == 9;
      if (kind == 8 && text.size() >= 2) {
        close_code = static_cast<unsigned char>(text[0]) << 8 | static_cast<unsigned char>(text[1]);
        close_text = text.substr(2);
        return {};
      }
    }
  }
  /// The answer to a request; what comes before it is not looked at.
  json::object answer(json::object request) {
    request["re"] = ++asked_;
    ask(request);
    while (auto message = next())
      if (const auto* re = message->if_contains("re"); re && re->to_number<int>() == asked_) return *message;
    return {};
  }

  std::string last;                           ///< the last message as it came
  std::vector<std::string>* diary = nullptr;  ///< where all that comes is written down
  std::size_t messages = 0, bytes = 0, pings = 0;

 private:
  bool need(std::size_t bytes) {
    while (heard_.size() < bytes)
      if (!hear()) return false;
    return true;
  }
  int asked_ = 0;
};

}  // namespace lifetable::server

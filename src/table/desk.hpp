// SPDX-License-Identifier: Apache-2.0
// Tables by number, and requests to them as JSON text: all that a page asks of the engine goes through here.
// docs/protocol.md describes the requests. A desk asks no clock and no network, and believes nobody: whatever
// the text, it answers.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lifetable::table {

class Desk {
 public:
  Desk();
  ~Desk();
  Desk(Desk&&) = delete;

  /// {"ok": ...}, or {"error": "one clear sentence"}.
  std::string ask(std::string_view request);

 private:
  class Counter;  // where requests are answered; desk.cpp
  std::unique_ptr<Counter> counter_;
};

}  // namespace lifetable::table

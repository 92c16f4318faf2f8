// SPDX-License-Identifier: Apache-2.0
#include "server/log.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>

namespace lifetable::server {

namespace {

std::atomic<bool> is_quiet = false;

std::string time_now() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto millis =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm parts{};
  char text[40];
  const std::size_t length =
      std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", gmtime_r(&seconds, &parts));
  return fmt::format("{}.{:03}Z", std::string_view(text, length), millis);
}

}  // namespace

void log_event(std::string_view event, boost::json::object facts) {
  if (is_quiet) return;
  boost::json::object line{{"time", time_now()}, {"event", event}};
  for (auto& [name, value] : facts) line[name] = std::move(value);
  const std::string text = boost::json::serialize(line) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void quiet_log(bool quiet) { is_quiet = quiet; }

}  // namespace lifetable::server

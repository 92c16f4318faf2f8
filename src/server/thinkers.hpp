// SPDX-License-Identifier: Apache-2.0
// The threads in which bots choose. Those that look ahead share a few of them, fairly by who is to pay; those
// that know at once do not stand in line behind them.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "bots/spec.hpp"
#include "server/fair_queue.hpp"
#include "table/room.hpp"

namespace lifetable::server {

class Thinkers {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Hears of a move, in the thread of `io`. `final`: no better one will come.
  using Heard = std::function<void(std::uint32_t move, bool final)>;

  Thinkers(boost::asio::io_context& io, int threads);
  ~Thinkers();
  Thinkers(const Thinkers&) = delete;

  /// With a time to answer by, there is a move by rules of thumb soon, whatever it is that others think
  /// about, and what looking ahead found takes its place if that comes in time.
  void think(table::Room::BotTask task, const std::string& payer, std::optional<Time> until, Heard heard);
  /// Bots that look ahead, or wait for a thread to.
  int waiting() const { return busy_ + static_cast<int>(queue_.size()); }

 private:
  struct Task {
    table::Room::BotTask what;
    std::optional<Time> until;
    Heard heard;
  };
  void choose(const table::Room::BotTask& task, const std::string& bot, bool final, Heard heard);
  void look_ahead();

  boost::asio::io_context& io_;
  const int threads_;
  int busy_ = 0;
  FairQueue<Task> queue_;
  boost::asio::thread_pool slow_, quick_{1};
};

}  // namespace lifetable::server

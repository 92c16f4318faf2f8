// SPDX-License-Identifier: Apache-2.0
// Writes what the hall wants kept, in a thread of its own: what comes while the disk is busy is written
// together. After a failure it finds out by itself when writing works again.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.hpp"
#include "table/clock.hpp"

namespace lifetable::server {

/// What is kept says when, in milliseconds since 1970.
std::int64_t wall_clock();

class Keeper {
 public:
  /// Hears what became of a batch, in the thread of `io`, before the next one is on its way.
  using Heard = std::function<void(const std::vector<store::Entry>& batch, const store::Appended& answer)>;
  /// A test's: the time stands still but for what it says, and `look_at_the_time` has to be called.
  using OwnTime = std::function<table::Millis()>;

  /// `then` is called once the next batch is on its way, if there is one: the disk need not wait for it.
  Keeper(boost::asio::io_context& io, store::Store& store, Heard heard, std::function<void()> then,
         OwnTime own_time = {});
  /// Keeps what waits: nobody is told any more, but nothing is lost.
  ~Keeper();
  Keeper(const Keeper&) = delete;

  /// To be kept together with all that comes until the disk is free.
  void add(store::Entry entry);
  /// Takes back what still waits of a table and of the logs beside it.
  std::vector<store::Entry> take_back(std::string_view table);
  /// Does something else that writes, in the same thread.
  void run(std::function<void()> work);

  /// Whether something could be written the last time.
  bool works() const { return works_; }
  bool rests() const { return !busy_ && pending_.empty() && !probing_; }
  void look_at_the_time();
  /// Keeps what is to be kept, and looks no more whether writing works again.
  void close();

  struct Counts {
    std::uint64_t batches = 0, entries = 0, failures = 0;
    double seconds = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  using Batch = std::vector<store::Entry>;
  void keep();
  void written(const Batch& batch, const store::Appended& answer);
  void probe();
  void probe_later();

  boost::asio::io_context& io_;
  store::Store& store_;
  const Heard heard_;
  const std::function<void()> then_;
  const OwnTime own_time_;
  Batch pending_;
  bool busy_ = false, works_ = true, probing_ = false, closing_ = false;
  std::string why_;                     ///< the last probe failed
  std::chrono::milliseconds pause_{0};  ///< before the next probe
  table::Millis probe_at_ = 0;          ///< in a test's time
  boost::asio::steady_timer probe_timer_;
  Counts counts_;
  boost::asio::thread_pool writer_{1};
};

}  // namespace lifetable::server

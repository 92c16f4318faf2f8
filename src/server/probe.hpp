// SPDX-License-Identifier: Apache-2.0
// A test's hand on a hall, from another thread: it waits for what the hall does and not for a time, and can
// own the hall's time. Only tests have one.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <utility>

#include "table/clock.hpp"

namespace lifetable::server {

class Probe {
 public:
  /// With time of its own, the hall's clock stands still but for `pass`.
  explicit Probe(bool owns_time = false) : owns_time_(owns_time) {}
  Probe(const Probe&) = delete;

  /// What there is in a hall, and what has happened there.
  struct Figures {
    std::uint64_t connections = 0, tables = 0, requests = 0, moves = 0;
    bool rests = false;   ///< all that was heard is kept and told, and no bot thinks
    std::string payer{};  ///< who had the latest bot think
  };

  // ---- For the test. All of these give up after so long that no machine is slow enough for it.

  /// Waits until one of the figures is that.
  bool wait_for(std::uint64_t Figures::* figure, std::uint64_t value) {
    return wait([&] { return figures_.*figure == value; });
  }
  /// The figures after all that the hall has heard by now.
  Figures figures() {
    (void)look();
    const std::lock_guard lock(busy_);
    return figures_;
  }
  /// Whether the hall has nothing left to do by itself; and waits until it has not.
  bool rests() const {
    const std::lock_guard lock(busy_);
    return figures_.rests;
  }
  bool rest() {
    return wait([this] { return figures_.rests; });
  }
  /// Lets time pass, and all happen that this brings about.
  bool pass(std::chrono::milliseconds time) {
    {
      const std::lock_guard lock(busy_);
      now_ += time.count();
    }
    return look() && rest();
  }
  /// Holds up the hall, and all it does itself, until what this returns is called.
  std::function<void()> hold_up() {
    const auto held = std::make_shared<std::promise<void>>(), over = std::make_shared<std::promise<void>>();
    {
      const std::lock_guard lock(busy_);
      if (wake_) wake_([held, over = over->get_future().share()] { held->set_value(), over.wait(); });
    }
    held->get_future().wait_for(kPatience);
    return [over] { over->set_value(); };
  }

  // ---- For the hall.

  bool owns_time() const { return owns_time_; }
  table::Millis now() const {
    const std::lock_guard lock(busy_);
    return now_;
  }
  void tell(const Figures& figures) {
    const std::lock_guard lock(busy_);
    figures_ = figures;
    changed_.notify_all();
  }
  /// How to have the hall look at the time in its own thread and call back. None once the hall is gone.
  using Wake = std::function<void(std::function<void()> done)>;
  void wake_with(Wake wake) {
    const std::lock_guard lock(busy_);
    wake_ = std::move(wake);
  }

 private:
  static constexpr std::chrono::minutes kPatience{10};

  /// Has the hall look at the time.
  bool look() {
    const auto done = std::make_shared<std::promise<void>>();
    {
      const std::lock_guard lock(busy_);
      if (!wake_) return false;
      wake_([done] { done->set_value(); });
    }
    return done->get_future().wait_for(kPatience) == std::future_status::ready;
  }
  template <class So>
  bool wait(So so) {
    std::unique_lock lock(busy_);
    return changed_.wait_for(lock, kPatience, so);
  }

  const bool owns_time_;
  mutable std::mutex busy_;
  std::condition_variable changed_;
  table::Millis now_ = 0;
  Figures figures_;
  Wake wake_;
};

}  // namespace lifetable::server

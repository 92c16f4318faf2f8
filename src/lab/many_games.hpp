// SPDX-License-Identifier: Apache-2.0
// Many seeded games on several threads: who plays which game is chance, what is counted is not.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

#include "core/random.hpp"

namespace lifetable::lab {

/// Game number `number` of a simulation: its chance and its bots depend on nothing else.
inline std::uint64_t seed_of(std::uint64_t seed, std::int64_t number) {
  std::uint64_t mixed = seed ^ 0x51A7E1B0u;
  std::uint64_t game = splitmix64(mixed) + static_cast<std::uint64_t>(number);
  return splitmix64(game);
}

/// Adds up two lists of the same length, place by place.
template <class List>
void add_each(List& sums, const List& more) {
  auto from = more.begin();
  for (auto& sum : sums) {
    if constexpr (requires { sum.add(*from); })
      sum.add(*from);
    else
      sum += *from;
    ++from;
  }
}

/// Calls `play_one(number, report)` for every game, and adds the threads' reports up. The sum is the same on
/// any number of threads if the order does not matter to `Report::add`. `stop` ends early.
template <class Report, class PlayOne>
Report play_many(std::int64_t games, int threads, const Report& empty, PlayOne play_one,
                 const std::function<void(std::int64_t)>& progress, const std::atomic<bool>& stop) {
  // Few threads wait long for the last one, and a game is long beside one step of a counter.
  const std::int64_t chunk = std::clamp<std::int64_t>(games / (64 * threads), 1, 256);
  std::atomic<std::int64_t> next{0}, done{0};
  std::vector<Report> reports(static_cast<std::size_t>(threads), empty);
  const auto work = [&](Report& report) {
    while (!stop.load(std::memory_order_relaxed)) {
      const std::int64_t begin = next.fetch_add(chunk), end = std::min(begin + chunk, games);
      if (begin >= end) return;
      for (std::int64_t i = begin; i < end && !stop.load(std::memory_order_relaxed); ++i) play_one(i, report);
      done += end - begin;
    }
  };
  const auto started = std::chrono::steady_clock::now();
  std::atomic<int> running = threads;
  std::vector<std::thread> crew;
  for (auto& report : reports) try {
      crew.emplace_back([&] {
        work(report);
        --running;
      });
    } catch (const std::system_error&) {  // no more threads to be had: those that run do all the work
      if (crew.empty()) throw;
      running -= threads - static_cast<int>(crew.size());
      break;
    }
  while (running > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(done < chunk ? 2 : 20));
    progress(done);
  }
  for (auto& thread : crew) thread.join();
  Report total = empty;
  for (const auto& report : reports) total.add(report);
  total.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return total;
}

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
// Many games of bots against bots, counted: who wins from where, how scores and lengths spread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/fields.hpp"
#include "core/result.hpp"
#include "core/shares.hpp"
#include "lab/statistics.hpp"

namespace lifetable::lab {

/// How often each whole number came up, negative ones too.
class Histogram {
 public:
  void add(int value, std::int64_t times = 1);
  void add(const Histogram& other);
  std::int64_t size() const;
  double mean() const;
  double deviation() const;
  /// The least value that at least `share` of all do not exceed.
  int quantile(double share) const;
  friend bool operator==(const Histogram&, const Histogram&) = default;

 private:
  int value_at(std::size_t i) const { return least_ + static_cast<int>(i); }

  int least_ = 0;  ///< the value that is counted first
  std::vector<std::int64_t> counts_;
};

struct SimulationOptions {
  std::string game;
  Fields options;
  std::vector<std::string> bots;  ///< one a seat
  std::int64_t games = 10'000;
  std::uint64_t seed = 1;
  int threads = 1;
};

struct SimulationReport {
  /// Nothing was played yet.
  explicit SimulationReport(const std::vector<std::string>& bots_by_seat);

  std::int64_t games = 0, decisions = 0, dealer_moves = 0;
  double seconds = 0;
  std::vector<std::string> bots;  ///< all different
  /// Wins by seat, and of all seats of a bot together. Every game is a deal of its own, so that shares and
  /// their intervals are those of a match.
  DealTally by_seat, by_bot;
  std::vector<Histogram> scores;  ///< by seat
  Histogram length;               ///< players' decisions a game

  void add(const SimulationReport& other);
};

/// Plays the games; the same options give the same report on any number of threads. `progress` is called now
/// and then with the number of games done; setting `stop` ends early with what was played.
Result<SimulationReport> simulate(const SimulationOptions& options,
                                  const std::function<void(std::int64_t)>& progress,
                                  const std::atomic<bool>& stop);

}  // namespace lifetable::lab

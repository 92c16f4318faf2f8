// Many games of bots against bots, counted: who wins from where, how scores and lengths spread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/fields.hpp"
#include "core/result.hpp"

namespace lifetable::lab {

/// How often each whole number came up.
class Histogram {
 public:
  void add(int value) {
    const auto at = static_cast<std::size_t>(value < 0 ? 0 : value);
    if (at >= counts_.size()) counts_.resize(at + 1);
    ++counts_[at];
  }
  void add(const Histogram& other);
  std::int64_t size() const;
  double mean() const;
  double deviation() const;
  /// The least value that at least `share` of all do not exceed.
  int quantile(double share) const;

 private:
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
  std::int64_t games = 0, decisions = 0, dealer_moves = 0;
  double seconds = 0;
  /// Wins by seat, in sixtieths: a win shared by three counts 20 for each.
  std::vector<std::int64_t> wins;
  std::vector<Histogram> scores;  ///< by seat
  Histogram length;               ///< players' decisions a game

  static constexpr int kWholeWin = 60;
  double win_share(std::size_t seat) const {
    return games ? static_cast<double>(wins[seat]) /
                       (static_cast<double>(kWholeWin) * static_cast<double>(games))
                 : 0;
  }
  void add(const SimulationReport& other);
};

/// Half the width of a 95% interval around a share seen in `games` games.
double half_interval(double share, std::int64_t games);

/// Plays the games; the same options give the same report on any number of threads. `progress` is called now
/// and then with the number of games done; setting `stop` ends early with what was played.
Result<SimulationReport> simulate(const SimulationOptions& options,
                                  const std::function<void(std::int64_t)>& progress,
                                  const std::atomic<bool>& stop);

}  // namespace lifetable::lab

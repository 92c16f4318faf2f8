// SPDX-License-Identifier: Apache-2.0
// Bots against bots on duplicate deals: every deal is played in every seating, so that luck of the cards and
// of the seat falls to all of them alike. Whole deals are counted in their order, on any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bots/spec.hpp"
#include "core/fields.hpp"
#include "core/result.hpp"
#include "lab/statistics.hpp"

namespace lifetable::lab {

/// Who plays, and where: of `bots`, all different, the places by seat for each game of a deal.
struct Seating {
  std::vector<std::string> bots;
  std::vector<std::vector<std::size_t>> games;
  DealDesign design() const;
};

/// The line-up is the list of bots, repeated until every seat is taken, and turned round the table in every
/// way that makes a difference. If there are more bots than seats, all choices of so many of them play.
Result<Seating> seating_for(const std::vector<std::string>& bots, std::size_t players);

struct ContestOptions {
  std::string game;
  Fields options;
  std::vector<std::string> bots;  ///< as `seating_for` takes them
  std::int64_t deals = 1000;
  std::uint64_t seed = 1;
  int threads = 1;
  int weigh = 0;  ///< playouts for each decision, to measure strength without luck; 0: it is not
  std::optional<SprtSettings> sprt;  ///< ends the contest when it is decided; for two bots
};

/// What a game was to one seat.
struct SeatResult {
  std::int64_t wins = 0;  ///< in parts of a win
  std::int64_t score = 0;
  std::int64_t choices = 0;
  std::int64_t nanoseconds = 0;  ///< of thought, in all choices together
  std::int64_t longest = 0;      ///< choice, in nanoseconds
  std::int64_t gain = 0;         ///< by all decisions at the table, as `Gains` counts
  friend bool operator==(const SeatResult&, const SeatResult&) = default;
};

struct FinishedGame {
  std::int64_t deal = 0;
  std::size_t game = 0;  ///< of the deal
  std::vector<SeatResult> seats;
  friend bool operator==(const FinishedGame&, const FinishedGame&) = default;
};

/// What many games were to one bot, on all its seats.
struct BotSums {
  std::int64_t wins = 0, seats = 0, score = 0, choices = 0, nanoseconds = 0, longest = 0, gain = 0;
  void add(const SeatResult& result);
  void add(const BotSums& other);

  double mean_score() const { return seats ? static_cast<double>(score) / static_cast<double>(seats) : 0; }
  /// Of a choice.
  double mean_seconds() const {
    return choices ? 1e-9 * static_cast<double>(nanoseconds) / static_cast<double>(choices) : 0;
  }
  double longest_seconds() const { return 1e-9 * static_cast<double>(longest); }
};

/// How a contest stands after its first whole deals.
struct ContestReport {
  Seating seating;
  DealTally tally;
  std::vector<BotSums> sums;           ///< by bot
  std::optional<GainTally> gains;      ///< if decisions were weighed
  std::optional<SequentialTest> test;  ///< if there was to be one
  std::int64_t deals() const { return tally.deals(); }
  std::int64_t games() const { return deals() * static_cast<std::int64_t>(seating.games.size()); }
  bool decided() const { return test && test->decision() != SequentialTest::Decision::none; }
};

/// What can be said of two bots. "Beats" is said exactly if the interval it stands on has no equality in it.
struct Comparison {
  enum Verdict : std::uint8_t { beats, loses, unclear };
  std::size_t first, second;
  double elo;         ///< by wins: how much stronger the first is
  Interval interval;  ///< of that; without end where one bot won everything
  Verdict verdict;    ///< by that interval; if decisions were weighed and there are two bots, without luck
};
/// Of two bots the intervals are those of their shares, as Elo; of more, all pairs are judged together.
Comparison compare(const ContestReport& report, const Ratings& ratings, std::size_t a, std::size_t b);
/// Where the rating of a bot lies, with the mean of all at 0.
Interval elo_interval(const ContestReport& report, const Ratings& ratings, std::size_t bot);

class Contest {
 public:
  /// The options must be good: see `check`.
  explicit Contest(ContestOptions options);
  static Result<Done> check(const ContestOptions& options);

  /// A game that was played before, and will not be again. An error if it cannot be one of these, or is known
  /// already.
  Result<Done> know(const FinishedGame& game);

  struct Progress {
    std::int64_t played;          ///< in this run
    std::int64_t known;           ///< before it
    std::int64_t total;           ///< at most
    const ContestReport& report;  ///< so far
  };
  /// Plays what has not been played yet. Every finished game is given to `keep` before it counts; if that
  /// fails, so does the contest. `stop` ends early, in the middle of games. `progress` is called now and
  /// then.
  Result<Done> hold(const std::function<Result<Done>(const FinishedGame&)>& keep,
                    const std::function<void(const Progress&)>& progress, const std::atomic<bool>& stop);

  const ContestOptions& options() const { return options_; }
  /// Not while it is held.
  const ContestReport& report() const { return report_; }
  std::int64_t known() const { return known_; }
  std::int64_t played() const { return played_; }
  std::int64_t total() const { return options_.deals * games_of_deal(); }

 private:
  /// A deal of which some games are still missing, or one before it is.
  struct OpenDeal {
    std::size_t missing;
    std::vector<bool> seen;
    std::vector<BotSums> sums;
  };
  using Item = std::pair<std::int64_t, std::size_t>;  ///< a deal, and which of its games

  std::int64_t games_of_deal() const { return static_cast<std::int64_t>(report_.seating.games.size()); }
  OpenDeal& open_deal(std::int64_t deal);
  bool is_known(const Item& item) const;
  void count(const FinishedGame& game);
  void close_deals();
  std::optional<Item> next_item();
  template <class Play>
  void work(Play play, const std::function<Result<Done>(const FinishedGame&)>& keep);
  template <class Play>
  Result<Done> work_together(Play play, const std::function<Result<Done>(const FinishedGame&)>& keep,
                             const std::function<void(const Progress&)>& progress);

  ContestOptions options_;
  std::vector<bots::BotSpec> specs_;
  ContestReport report_;
  std::int64_t known_ = 0, played_ = 0;
  std::map<std::int64_t, OpenDeal> open_;
  Item next_{0, 0};
  // While it is held:
  std::mutex mutex_;
  std::atomic<bool> halted_ = false;  ///< decided, or failed
  std::optional<Error> failure_;
};

/// A contest from beginning to end, for those who keep no journal.
Result<ContestReport> hold_contest(const ContestOptions& options, const std::atomic<bool>& stop);

}  // namespace lifetable::lab

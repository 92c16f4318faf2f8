// SPDX-License-Identifier: Apache-2.0
// What can be concluded from games: shares with intervals, ratings, and a sequential test. Games of one deal
// are no independent evidence, so everything about matches is reckoned deal by deal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/shares.hpp"

namespace lifetable::lab {

// ---- Shares of independent games ----------------------------------------------------------------------

/// Where a figure probably lies: 95%.
struct Interval {
  double low = 0, high = 1;
  bool has(double value) const { return low <= value && value <= high; }
  double half() const { return (high - low) / 2; }  ///< of its width
};

/// For a share that was seen so often, by Wilson's formula, which also holds for few games and near 0 and 1.
Interval interval_of(std::int64_t taken, std::int64_t chances);
/// The same for a share that need not be a whole number of them, such as of wins; neither need the chances be
/// a whole number, and the interval may reach more or fewer standard errors than 95% of cases want.
Interval interval_around(double share, double chances, double reach = 1.96);

/// An interval of a share that reaches further to each side says little.
inline constexpr double kWide = .05;
/// About how many games would narrow an interval to `kWide`, if so many left it so wide: errors fall as the
/// root of games grows. Two digits, rounded up; 0 if the interval is not wide.
std::int64_t enough_games(double half, std::int64_t games);

/// How many standard errors a 95% interval reaches to each side, if the error was estimated from
/// `freedom` + 1 values (Student's t). If `together` intervals are looked at, each reaches so far that all of
/// them hold in 95% of cases, however they hang together (Bonferroni).
double t_quantile(std::int64_t freedom, std::int64_t together = 1);

// ---- Deals --------------------------------------------------------------------------------------------

/// What every deal of a match consists of: for each of its games, how many seats each bot has.
class DealDesign {
 public:
  explicit DealDesign(std::vector<std::vector<int>> seats);

  std::size_t bots() const { return seats_.empty() ? 0 : seats_[0].size(); }
  std::size_t games() const { return seats_.size(); }
  /// Games in which the bot takes part.
  int games_of(std::size_t bot) const;
  /// What share of these it wins if all are equally strong.
  double equal_share(std::size_t bot) const;
  /// The same if it is stronger than each other bot by so many Elo.
  double share_at(std::size_t bot, double elo) const;
  /// How many Elo that would be: without end if it wins all or nothing.
  double elo_at(std::size_t bot, double share) const;
  /// How many of all seats of a deal are the bot's.
  double seats_share(std::size_t bot) const;
  /// Wins of each bot, in parts, in a deal in which one bot wins all its games; those without it are shared
  /// out by seats.
  std::vector<std::int64_t> swept_by(std::size_t bot) const;

  /// Games in which the bots have equally many seats, counted together.
  struct Kind {
    std::vector<int> seats;
    int games;
  };
  const std::vector<Kind>& kinds() const { return kinds_; }

 private:
  std::vector<std::vector<int>> seats_;
  std::vector<Kind> kinds_;
};

/// What whole deals gave, as exact sums: the order in which they are added does not matter.
///
/// Estimates of spread and strength also count as many deals as there are bots that nobody played: in each,
/// one bot wins all its games, and they weigh as much as makes all bots equal. That keeps few deals, and bots
/// that win everything, from looking like certainty.
class DealTally {
 public:
  explicit DealTally(DealDesign design);

  /// One deal: the wins of each bot, in parts.
  void add(std::span<const std::int64_t> wins);
  /// Other deals of the same design.
  void add(const DealTally& other);

  const DealDesign& design() const { return design_; }
  std::int64_t deals() const { return deals_; }
  std::int64_t wins(std::size_t bot) const { return wins_[bot]; }  ///< in parts
  /// Of the games in which the bot took part, how many it won.
  double share(std::size_t bot) const;
  /// Where that share would come to lie after endlessly many deals.
  Interval interval(std::size_t bot) const;
  /// How much the share differs from deal to deal.
  double variance(std::size_t bot) const;

  // With the deals that nobody played:
  double counted_deals() const { return static_cast<double>(deals_) + static_cast<double>(design_.bots()); }
  double counted_wins(std::size_t bot) const;
  /// Between the wins of two bots in a deal.
  double covariance(std::size_t a, std::size_t b) const;

 private:
  DealDesign design_;
  std::int64_t deals_ = 0;
  std::vector<std::int64_t> wins_, products_;        ///< what was played
  std::vector<double> swept_wins_, swept_products_;  ///< what nobody played
};

/// What bots gained by their decisions in whole deals (lab/gains.hpp): what share of wins they deserved, with
/// luck left out. Every bot has every seat equally often, so without decisions each would have its equal
/// share.
class GainTally {
 public:
  /// Decisions were weighed with so many playouts.
  GainTally(DealDesign design, int playouts);

  /// One deal, after all before it: what each bot gained on all its seats, as `Gains` counts.
  void add(std::span<const std::int64_t> gains);

  std::int64_t deals() const { return deals_; }
  /// Of the games in which the bot took part; with luck in between, it may lie outside of 0 to 1.
  double share(std::size_t bot) const;
  Interval interval(std::size_t bot) const;

 private:
  DealDesign design_;
  double whole_;  ///< what a win counts
  std::int64_t deals_ = 0;
  std::vector<double> sums_, squares_;  ///< of shares, by bot
};

// ---- Ratings ------------------------------------------------------------------------------------------

/// Strengths under which a seat wins with the chance e^r / (the sum of e^r of all seats), in Elo: 400 more
/// mean ten times the wins. Their mean is 0.
class Ratings {
 public:
  /// The likeliest, with errors that allow for games of one deal being alike.
  explicit Ratings(const DealTally& tally);

  double elo(std::size_t bot) const { return elo_[bot]; }
  /// Half the width of a 95% interval.
  double half(std::size_t bot) const;
  /// How much stronger the first is than the second.
  double difference(std::size_t a, std::size_t b) const { return elo_[a] - elo_[b]; }
  /// Where that lies: in 95% of cases all pairs lie in their intervals.
  Interval interval(std::size_t a, std::size_t b) const;

 private:
  std::vector<double> elo_, covariance_;
  double t_, t_of_pairs_;
};

// ---- A sequential test --------------------------------------------------------------------------------

struct SprtSettings {
  double elo0 = 0, elo1 = 10;      ///< how much stronger the first bot is, by the one claim and the other
  double alpha = .05, beta = .05;  ///< how often elo1 is believed though elo0 is true, and the reverse
};

/// Wald's sequential probability ratio test of two bots, on the shares of the first in each deal. Nothing is
/// supposed of how these spread: each claim is as likely as the likeliest distribution of what was seen that
/// has its mean (a generalised test, by Owen's empirical likelihood). A normal approximation would err too
/// often where few deals with many wins stand against many with none.
class SequentialTest {
 public:
  enum class Decision : std::uint8_t { none, elo0, elo1 };
  /// Before this many deals nothing is decided: how they spread must be known first.
  static constexpr std::int64_t kLeastDeals = 16;

  SequentialTest(const SprtSettings& settings, const DealDesign& design);

  /// The next deal: the wins of the first bot, in parts. Once there is a decision, it stands.
  void add(std::int64_t wins);

  const SprtSettings& settings() const { return settings_; }
  Decision decision() const { return decision_; }
  double ratio() const { return ratio_; }  ///< the logarithm of how much likelier elo1 is than elo0
  double lower() const { return lower_; }  ///< where elo0 is believed
  double upper() const { return upper_; }  ///< where elo1 is believed

 private:
  struct Seen {
    std::int64_t wins;
    double share, times;
  };
  double unlikelihood(double mean) const;

  SprtSettings settings_;
  double games_, share0_, share1_, lower_, upper_;
  std::int64_t deals_ = 0;
  std::vector<Seen> seen_;  ///< in the order of wins
  double ratio_ = 0;
  Decision decision_ = Decision::none;
};

}  // namespace lifetable::lab

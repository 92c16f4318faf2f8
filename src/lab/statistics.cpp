// SPDX-License-Identifier: Apache-2.0
#include "lab/statistics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace lifetable::lab {

// ---- Shares of independent games ----------------------------------------------------------------------

Interval interval_of(std::int64_t taken, std::int64_t chances) {
  const auto n = static_cast<double>(chances);
  return interval_around(chances ? static_cast<double>(taken) / n : 0, n);
}

Interval interval_around(double share, double chances, double reach) {
  if (chances == 0) return {};
  const double squared = reach * reach;
  const double middle = share + squared / (2 * chances), scale = 1 + squared / chances;
  const double half = reach * std::sqrt(share * (1 - share) / chances + squared / (4 * chances * chances));
  return {std::max(0.0, (middle - half) / scale), std::min(1.0, (middle + half) / scale)};
}

std::int64_t enough_games(double half, std::int64_t games) {
  if (!(half > kWide)) return 0;
  const double enough = static_cast<double>(games) * (half / kWide) * (half / kWide);
  double unit = 1;
  while (enough > 100 * unit) unit *= 10;
  return static_cast<std::int64_t>(std::ceil(enough / unit) * unit);
}

namespace {

/// How often a value is further from its mean than so many standard errors estimated from few values, on
/// either side (Abramowitz and Stegun 26.7.3 and 26.7.4).
double beyond(double reach, std::int64_t freedom) {
  const double angle = std::atan(reach / std::sqrt(static_cast<double>(freedom)));
  const double cosine = std::cos(angle);
  const bool odd = freedom % 2 == 1;
  double term = odd ? cosine : 1, sum = freedom == 1 ? 0 : term;
  for (std::int64_t i = odd ? 3 : 2; i < freedom; i += 2) {
    term *= cosine * cosine * static_cast<double>(i - 1) / static_cast<double>(i);
    sum += term;
  }
  return 1 - (odd ? (angle + std::sin(angle) * sum) * 2 / std::numbers::pi : std::sin(angle) * sum);
}

/// The reach beyond which so much lies; `share_beyond(reach)` falls.
template <class ShareBeyond>
double reach_of(double share, ShareBeyond share_beyond) {
  double low = 0, high = 1;
  while (share_beyond(high) > share) low = high, high *= 2;
  for (int round = 0; round < 60; ++round) {
    const double middle = (low + high) / 2;
    (share_beyond(middle) > share ? low : high) = middle;
  }
  return high;
}

}  // namespace

double t_quantile(std::int64_t freedom, std::int64_t together) {
  constexpr std::int64_t kFew = 60;
  assert(freedom >= 1 && together >= 1);
  const double doubt = .05 / static_cast<double>(together);
  if (freedom <= kFew) return reach_of(doubt, [&](double reach) { return beyond(reach, freedom); });
  // The first terms of an expansion in 1 / freedom (Abramowitz and Stegun 26.7.5).
  const double z = reach_of(doubt, [](double reach) { return std::erfc(reach / std::numbers::sqrt2); });
  const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  const double n = static_cast<double>(freedom);
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

// ---- Deals --------------------------------------------------------------------------------------------

DealDesign::DealDesign(std::vector<std::vector<int>> seats) : seats_(std::move(seats)) {
  for (const auto& game : seats_) {
    const auto alike =
        std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& kind) { return kind.seats == game; });
    if (alike != kinds_.end())
      ++alike->games;
    else
      kinds_.push_back({game, 1});
  }
}

int DealDesign::games_of(std::size_t bot) const {
  int games = 0;
  for (const Kind& kind : kinds_) games += kind.seats[bot] > 0 ? kind.games : 0;
  return games;
}

double DealDesign::equal_share(std::size_t bot) const { return share_at(bot, 0); }

double DealDesign::share_at(std::size_t bot, double elo) const {
  const double strength = std::pow(10, elo / 400);
  double wins = 0;
  for (const Kind& kind : kinds_) {
    const double own = strength * kind.seats[bot];
    const double others = std::accumulate(kind.seats.begin(), kind.seats.end(), 0) - kind.seats[bot];
    wins += kind.games * own / (own + others);
  }
  return wins / games_of(bot);
}

double DealDesign::elo_at(std::size_t bot, double share) const {
  constexpr double endless = std::numeric_limits<double>::infinity();
  if (share <= 0) return -endless;
  if (share >= 1) return endless;
  double low = -1e5, high = 1e5;
  for (int round = 0; round < 80; ++round) {
    const double middle = (low + high) / 2;
    (share_at(bot, middle) < share ? low : high) = middle;
  }
  return (low + high) / 2;
}

double DealDesign::seats_share(std::size_t bot) const {
  double own = 0, all = 0;
  for (const Kind& kind : kinds_) {
    own += kind.games * kind.seats[bot];
    all += kind.games * std::accumulate(kind.seats.begin(), kind.seats.end(), 0);
  }
  return own / all;
}

std::vector<std::int64_t> DealDesign::swept_by(std::size_t bot) const {
  std::vector<std::int64_t> wins(bots());
  for (const Kind& kind : kinds_) {
    const int all = std::accumulate(kind.seats.begin(), kind.seats.end(), 0);
    for (std::size_t i = 0; i < wins.size(); ++i)
      wins[i] += kind.seats[bot] > 0 ? (i == bot ? kWholeWin * kind.games : 0)
                                     : kWholeWin / all * kind.seats[i] * kind.games;
  }
  return wins;
}

namespace {

/// Adds a deal to sums of wins and of products of wins.
template <class Sum>
void add_wins(std::span<const std::int64_t> wins, Sum times, std::vector<Sum>& sums,
              std::vector<Sum>& products) {
  const std::size_t bots = wins.size();
  for (std::size_t i = 0; i < bots; ++i) {
    sums[i] += times * static_cast<Sum>(wins[i]);
    for (std::size_t j = 0; j < bots; ++j)
      products[i * bots + j] += times * static_cast<Sum>(wins[i] * wins[j]);
  }
}

}  // namespace

DealTally::DealTally(DealDesign design)
    : design_(std::move(design)),
      wins_(design_.bots()),
      products_(design_.bots() * design_.bots()),
      swept_wins_(design_.bots()),
      swept_products_(design_.bots() * design_.bots()) {
  const auto bots = static_cast<double>(design_.bots());
  for (std::size_t bot = 0; bot < design_.bots(); ++bot)
    add_wins(design_.swept_by(bot), bots * design_.seats_share(bot), swept_wins_, swept_products_);
}

void DealTally::add(std::span<const std::int64_t> wins) {
  assert(wins.size() == design_.bots());
  add_wins(wins, std::int64_t{1}, wins_, products_);
  ++deals_;
}

void DealTally::add(const DealTally& other) {
  assert(other.wins_.size() == wins_.size());
  for (std::size_t i = 0; i < wins_.size(); ++i) wins_[i] += other.wins_[i];
  for (std::size_t i = 0; i < products_.size(); ++i) products_[i] += other.products_[i];
  deals_ += other.deals_;
}

double DealTally::share(std::size_t bot) const {
  if (deals_ == 0) return 0;
  return static_cast<double>(wins_[bot]) / kWholeWin / static_cast<double>(deals_) / design_.games_of(bot);
}

double DealTally::counted_wins(std::size_t bot) const {
  return (static_cast<double>(wins_[bot]) + swept_wins_[bot]) / kWholeWin;
}

double DealTally::covariance(std::size_t a, std::size_t b) const {
  const std::size_t at = a * design_.bots() + b;
  const double n = counted_deals();
  const double products =
      (static_cast<double>(products_[at]) + swept_products_[at]) / (double{kWholeWin} * kWholeWin);
  return (products - counted_wins(a) * counted_wins(b) / n) / (n - 1);
}

double DealTally::variance(std::size_t bot) const {
  const double games = design_.games_of(bot);
  return covariance(bot, bot) / (games * games);
}

Interval DealTally::interval(std::size_t bot) const {
  if (deals_ < 2) return {};
  const double middle = counted_wins(bot) / counted_deals() / design_.games_of(bot);
  const double half = t_quantile(deals_ - 1) * std::sqrt(variance(bot) / counted_deals());
  return {std::clamp(middle - half, 0.0, share(bot)), std::clamp(middle + half, share(bot), 1.0)};
}

GainTally::GainTally(DealDesign design, int playouts)
    : design_(std::move(design)),
      whole_(double{kWholeWin} * playouts),
      sums_(design_.bots()),
      squares_(design_.bots()) {}

void GainTally::add(std::span<const std::int64_t> gains) {
  assert(gains.size() == design_.bots());
  for (std::size_t bot = 0; bot < gains.size(); ++bot) {
    const double gained = static_cast<double>(gains[bot]) / whole_ / design_.games_of(bot);
    sums_[bot] += gained;
    squares_[bot] += gained * gained;
  }
  ++deals_;
}

double GainTally::share(std::size_t bot) const {
  return design_.equal_share(bot) + (deals_ ? sums_[bot] / static_cast<double>(deals_) : 0);
}

Interval GainTally::interval(std::size_t bot) const {
  if (deals_ < 2) return {};
  const auto n = static_cast<double>(deals_);
  const double variance = std::max(0.0, squares_[bot] - sums_[bot] * sums_[bot] / n) / (n - 1);
  const double half = t_quantile(deals_ - 1) * std::sqrt(variance / n);
  return {share(bot) - half, share(bot) + half};
}

// ---- Ratings ------------------------------------------------------------------------------------------

namespace {

constexpr double kEloOfLog = 173.71779276130073;  // 400 / ln 10

using Matrix = std::vector<double>;  // of as many rows as columns

/// By Gauss and Jordan; for small matrices that are positive definite.
Matrix inverse_of(Matrix from, std::size_t n) {
  Matrix to(n * n);
  for (std::size_t i = 0; i < n; ++i) to[i * n + i] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double pivot = from[i * n + i];
    for (std::size_t k = 0; k < n; ++k) from[i * n + k] /= pivot, to[i * n + k] /= pivot;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double times = from[j * n + i];
      for (std::size_t k = 0; k < n; ++k) {
        from[j * n + k] -= times * from[i * n + k];
        to[j * n + k] -= times * to[i * n + k];
      }
    }
  }
  return to;
}

Matrix product(const Matrix& a, const Matrix& b, std::size_t n) {
  Matrix out(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) out[i * n + j] += a[i * n + k] * b[k * n + j];
  return out;
}

/// What all seats of such a game weigh together.
double weight_of(const DealDesign::Kind& kind, const std::vector<double>& strength) {
  return std::inner_product(strength.begin(), strength.end(), kind.seats.begin(), 0.0);
}

/// The likeliest strengths: each is its wins over what its seats would win at strength 1, again and again
/// (Hunter 2004).
std::vector<double> likeliest(const DealTally& tally) {
  const DealDesign& design = tally.design();
  std::vector<double> strength(design.bots(), 1.0);
  for (int round = 0; round < 100'000; ++round) {
    double change = 0;
    std::vector<double> next(design.bots());
    for (std::size_t i = 0; i < next.size(); ++i) {
      double chances = 0;
      for (const auto& kind : design.kinds())
        chances += kind.games * kind.seats[i] / weight_of(kind, strength);
      next[i] = tally.counted_wins(i) / (tally.counted_deals() * chances);
      change = std::max(change, std::abs(next[i] / strength[i] - 1));
    }
    strength = next;
    if (change < 1e-12) break;
  }
  return strength;
}

/// How sharply all deals together tell strengths apart (the negative second derivatives of the likelihood).
/// They do not tell how strong all are together: along that line it is made 1, which changes nothing else.
Matrix information(const DealTally& tally, const std::vector<double>& strength) {
  const std::size_t n = strength.size();
  Matrix matrix(n * n, 1.0);
  for (const auto& kind : tally.design().kinds()) {
    const double weight = weight_of(kind, strength), times = tally.counted_deals() * kind.games;
    const auto chance = [&](std::size_t i) { return kind.seats[i] * strength[i] / weight; };
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        matrix[i * n + j] += times * ((i == j ? chance(i) : 0) - chance(i) * chance(j));
  }
  return matrix;
}

}  // namespace

Ratings::Ratings(const DealTally& tally) {
  const std::size_t n = tally.design().bots();
  const std::int64_t freedom = std::max<std::int64_t>(1, tally.deals() - 1);
  t_ = t_quantile(freedom);
  t_of_pairs_ = t_quantile(freedom, static_cast<std::int64_t>(n * (n - 1) / 2));
  const std::vector<double> strength = likeliest(tally);
  for (const double each : strength) elo_.push_back(kEloOfLog * std::log(each));
  const double mean = std::accumulate(elo_.begin(), elo_.end(), 0.0) / static_cast<double>(n);
  for (double& each : elo_) each -= mean;
  // The "sandwich": what the deals tell, times how much they really differ, times what they tell.
  const Matrix told = inverse_of(information(tally, strength), n);
  Matrix spread(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) spread[i * n + j] = tally.covariance(i, j) * tally.counted_deals();
  covariance_ = product(product(told, spread, n), told, n);
}

double Ratings::half(std::size_t bot) const {
  return t_ * kEloOfLog * std::sqrt(std::max(0.0, covariance_[bot * elo_.size() + bot]));
}

Interval Ratings::interval(std::size_t a, std::size_t b) const {
  const std::size_t n = elo_.size();
  const double variance = covariance_[a * n + a] + covariance_[b * n + b] - 2 * covariance_[a * n + b];
  const double half = t_of_pairs_ * kEloOfLog * std::sqrt(std::max(0.0, variance));
  return {difference(a, b) - half, difference(a, b) + half};
}

// ---- A sequential test --------------------------------------------------------------------------------

SequentialTest::SequentialTest(const SprtSettings& settings, const DealDesign& design)
    : settings_(settings),
      games_(design.games_of(0)),
      share0_(design.share_at(0, settings.elo0)),
      share1_(design.share_at(0, settings.elo1)),
      lower_(std::log(settings.beta / (1 - settings.alpha))),
      upper_(std::log((1 - settings.beta) / settings.alpha)),
      // As much as two deals that nobody played: they make every mean possible, and favour no claim.
      seen_{{0, 0, 2 - share0_ - share1_}, {kWholeWin * design.games_of(0), 1, share0_ + share1_}} {
  assert(design.bots() == 2);
}

/// How much less likely what was seen is if the mean is so, than if it is what it was; as a logarithm. The
/// likeliest chance of each share is `times / (n (1 + tilt (share - mean)))`, with the one tilt that makes
/// their mean right.
double SequentialTest::unlikelihood(double mean) const {
  // The shares 0 and 1 were seen, so the tilt lies between what would make their chances infinite; what is to
  // become 0 falls all the way.
  double low = -1 / (1 - mean), high = 1 / mean, tilt = 0;
  for (int round = 0; round < 60; ++round) {
    double sum = 0, slope = 0;
    for (const Seen& seen : seen_) {
      const double off = seen.share - mean, part = off / (1 + tilt * off);
      sum += seen.times * part;
      slope -= seen.times * part * part;
    }
    (sum > 0 ? low : high) = tilt;
    const double newton = tilt - sum / slope;
    const double next = newton > low && newton < high ? newton : (low + high) / 2;
    const double step = next - tilt;
    tilt = next;
    if (std::abs(step) < 1e-10) break;
  }
  double sum = 0;
  for (const Seen& seen : seen_) sum += seen.times * std::log1p(tilt * (seen.share - mean));
  return sum;
}

void SequentialTest::add(std::int64_t wins) {
  if (decision_ != Decision::none) return;
  ++deals_;
  auto at = std::lower_bound(seen_.begin(), seen_.end(), wins,
                             [](const Seen& seen, std::int64_t value) { return seen.wins < value; });
  if (at == seen_.end() || at->wins != wins)
    at = seen_.insert(at, {wins, static_cast<double>(wins) / kWholeWin / games_, 0});
  ++at->times;
  ratio_ = unlikelihood(share0_) - unlikelihood(share1_);
  if (deals_ < kLeastDeals) return;
  if (ratio_ <= lower_) decision_ = Decision::elo0;
  if (ratio_ >= upper_) decision_ = Decision::elo1;
}

}  // namespace lifetable::lab

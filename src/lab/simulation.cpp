// SPDX-License-Identifier: Apache-2.0
#include "lab/simulation.hpp"

#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

#include "lab/many_games.hpp"
#include "lab/table.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {

void Histogram::add(int value, std::int64_t times) {
  if (counts_.empty()) least_ = value;
  if (value < least_) {
    counts_.insert(counts_.begin(), static_cast<std::size_t>(least_ - value), 0);
    least_ = value;
  }
  const auto at = static_cast<std::size_t>(value - least_);
  if (at >= counts_.size()) counts_.resize(at + 1);
  counts_[at] += times;
}

void Histogram::add(const Histogram& other) {
  for (std::size_t i = 0; i < other.counts_.size(); ++i) add(other.value_at(i), other.counts_[i]);
}

std::int64_t Histogram::size() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

double Histogram::mean() const {
  double sum = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    sum += static_cast<double>(value_at(i)) * static_cast<double>(counts_[i]);
  return size() ? sum / static_cast<double>(size()) : 0;
}

double Histogram::deviation() const {
  const double middle = mean();
  double sum = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const double off = static_cast<double>(value_at(i)) - middle;
    sum += off * off * static_cast<double>(counts_[i]);
  }
  return size() ? std::sqrt(sum / static_cast<double>(size())) : 0;
}

int Histogram::quantile(double share) const {
  const double wanted = share * static_cast<double>(size());
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen > 0 && static_cast<double>(seen) >= wanted) return value_at(i);
  }
  return 0;
}

void SimulationReport::add(const SimulationReport& other) {
  games += other.games;
  decisions += other.decisions;
  dealer_moves += other.dealer_moves;
  add_each(wins, other.wins);
  add_each(scores, other.scores);
  length.add(other.length);
}

namespace {

SimulationReport empty_report(std::size_t seats) {
  SimulationReport report;
  report.wins.resize(seats);
  report.scores.resize(seats);
  return report;
}

/// A game that is stopped in the middle is not reported.
template <Game G>
void play_one(const typename G::Options& options, const std::vector<bots::BotSpec>& bots, std::uint64_t seed,
              const std::atomic<bool>& stop, SimulationReport& report) {
  Xoshiro256pp rng(seed);
  Players<G> players;
  for (const bots::BotSpec& bot : bots) players.sit_down(bot, rng());
  typename G::State state = G::start(options);
  int decisions = 0, dealer_moves = 0;
  const auto play = [&](const Actors&, Seat actor, typename G::Move move) {
    G::play(state, actor, move, Silence{});
    ++(actor == kDealer ? dealer_moves : decisions);
  };
  if (!play_game<G>(state, players, rng, stop, play)) return;
  report.dealer_moves += dealer_moves;
  report.decisions += decisions;
  report.length.add(decisions);
  const auto won = prizes(G::winners(state));
  const Scores scores = G::scores(state);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    report.wins[i] += won[i];
    report.scores[i].add(scores[i]);
  }
  ++report.games;
}

}  // namespace

Result<SimulationReport> simulate(const SimulationOptions& options,
                                  const std::function<void(std::int64_t)>& progress,
                                  const std::atomic<bool>& stop) {
  const auto fields = fields_for(options.game, options.options, options.bots, options.games, options.threads);
  if (!fields) return fields.error();
  if (std::cmp_not_equal(options.bots.size(), players_in(*fields)))
    return Error{
        fmt::format("{} bots for {} seats: name one bot a seat", options.bots.size(), players_in(*fields))};
  std::vector<bots::BotSpec> bots;
  for (const std::string& bot : options.bots) bots.push_back(*bots::bot_from(bot));
  return play::with_game(options.game, [&]<Game G>() {
    const auto rules = *G::options(*fields);
    const auto play = [&](std::int64_t number, SimulationReport& report) {
      play_one<G>(rules, bots, seed_of(options.seed, number), stop, report);
    };
    return play_many(options.games, options.threads, empty_report(bots.size()), play, progress, stop);
  });
}

}  // namespace lifetable::lab

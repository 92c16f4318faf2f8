// SPDX-License-Identifier: Apache-2.0
#include "lab/simulation.hpp"

#include <algorithm>
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

namespace {

std::vector<std::string> different(const std::vector<std::string>& bots) {
  std::vector<std::string> all;
  for (const std::string& bot : bots)
    if (std::find(all.begin(), all.end(), bot) == all.end()) all.push_back(bot);
  return all;
}

std::size_t place_of(const std::string& bot, const std::vector<std::string>& bots) {
  return static_cast<std::size_t>(std::find(bots.begin(), bots.end(), bot) - bots.begin());
}

/// One game, in which every bot has its seats.
DealDesign design_of(const std::vector<std::string>& bots_by_seat, const std::vector<std::string>& bots) {
  std::vector<int> seats(bots.size());
  for (const std::string& bot : bots_by_seat) ++seats[place_of(bot, bots)];
  return DealDesign({seats});
}

}  // namespace

SimulationReport::SimulationReport(const std::vector<std::string>& bots_by_seat)
    : bots(different(bots_by_seat)),
      by_seat(DealDesign({std::vector<int>(bots_by_seat.size(), 1)})),
      by_bot(design_of(bots_by_seat, bots)),
      scores(bots_by_seat.size()) {}

void SimulationReport::add(const SimulationReport& other) {
  games += other.games;
  decisions += other.decisions;
  dealer_moves += other.dealer_moves;
  by_seat.add(other.by_seat);
  by_bot.add(other.by_bot);
  add_each(scores, other.scores);
  length.add(other.length);
}

namespace {

/// A game that is stopped in the middle is not reported.
template <Game G>
void play_one(const typename G::Options& options, const std::vector<bots::BotSpec>& bots,
              const std::vector<std::size_t>& bot_of_seat, std::uint64_t seed, const std::atomic<bool>& stop,
              SimulationReport& report) {
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
  std::array<std::int64_t, kMaxSeats> by_seat{}, by_bot{};
  for (std::size_t i = 0; i < scores.size(); ++i) {
    by_seat[i] = won[i];
    by_bot[bot_of_seat[i]] += won[i];
    report.scores[i].add(scores[i]);
  }
  report.by_seat.add(std::span(by_seat).first(scores.size()));
  report.by_bot.add(std::span(by_bot).first(report.bots.size()));
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
  const SimulationReport empty(options.bots);
  std::vector<std::size_t> bot_of_seat;
  for (const std::string& bot : options.bots) bot_of_seat.push_back(place_of(bot, empty.bots));
  return play::with_game(options.game, [&]<Game G>() {
    const auto rules = *G::options(*fields);
    const auto play = [&](std::int64_t number, SimulationReport& report) {
      play_one<G>(rules, bots, bot_of_seat, seed_of(options.seed, number), stop, report);
    };
    return play_many(options.games, options.threads, empty, play, progress, stop);
  });
}

}  // namespace lifetable::lab

#include "lab/simulation.hpp"

#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <numeric>

#include "bots/bot.hpp"
#include "lab/many_games.hpp"
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
  for (std::size_t i = 0; i < wins.size(); ++i) {
    wins[i] += other.wins[i];
    scores[i].add(other.scores[i]);
  }
  length.add(other.length);
}

namespace {

SimulationReport empty_report(std::size_t seats) {
  SimulationReport report;
  report.wins.resize(seats);
  report.scores.resize(seats);
  return report;
}

/// A game that is stopped in the middle is not reported: rules may let bots go on for ever.
template <Game G>
void play_one(const typename G::Options& options, const std::vector<std::string>& bots, std::uint64_t seed,
              const std::atomic<bool>& stop, SimulationReport& report) {
  Xoshiro256pp rng(seed);
  std::array<std::unique_ptr<bots::Bot<G>>, kMaxSeats> players;
  for (std::size_t i = 0; i < bots.size(); ++i) players[i] = bots::make_bot<G>(bots[i], rng());
  typename G::State state = G::start(options);
  int decisions = 0, dealer_moves = 0;
  for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
    const Seat actor = actors.first();
    if (actor == kDealer) {
      G::play(state, kDealer, G::draw(state, rng), Silence{});
      ++dealer_moves;
    } else {
      G::play(state, actor, players[actor.index]->choose(G::view(state, actor)), Silence{});
      if (++decisions % 4096 == 0 && stop.load(std::memory_order_relaxed)) return;
    }
  }
  report.dealer_moves += dealer_moves;
  report.decisions += decisions;
  report.length.add(decisions);
  const SeatSet winners = G::winners(state);
  for (const Seat seat : winners) report.wins[seat.index] += SimulationReport::kWholeWin / winners.size();
  const Scores scores = G::scores(state);
  for (std::size_t i = 0; i < scores.size(); ++i) report.scores[i].add(scores[i]);
  ++report.games;
}

template <Game G>
SimulationReport simulate_game(const SimulationOptions& options,
                               const std::function<void(std::int64_t)>& progress,
                               const std::atomic<bool>& stop) {
  const auto rules = G::options(options.options);
  const auto play = [&](std::int64_t number, SimulationReport& report) {
    play_one<G>(*rules, options.bots, seed_of(options.seed, number), stop, report);
  };
  return play_many(options.games, options.threads, empty_report(options.bots.size()), play, progress, stop);
}

}  // namespace

Result<SimulationReport> simulate(const SimulationOptions& options,
                                  const std::function<void(std::int64_t)>& progress,
                                  const std::atomic<bool>& stop) {
  const auto game = play::game_named(options.game);
  if (!game) return game.error();
  const auto fields = (*game)->options(options.options);
  if (!fields) return fields.error();
  if (std::to_string(options.bots.size()) != fields->find("players")->texts[0])
    return Error{fmt::format("{} bots for {} seats: name one bot a seat", options.bots.size(),
                             fields->find("players")->texts[0])};
  for (const std::string& bot : options.bots)
    if (auto known = bots::check_bot(bot); !known) return known.error();
  if (options.games < 1) return Error{"at least one game must be played"};
  if (options.threads < 1) return Error{"at least one thread must play"};
  return play::with_game(options.game, [&]<Game G>() { return simulate_game<G>(options, progress, stop); });
}

}  // namespace lifetable::lab

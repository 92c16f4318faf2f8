// How much was at stake in one decision: how far its best and its worst move are apart, in chances to win.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "lab/playout.hpp"

namespace lifetable::lab {

/// A decision matters if its best and its worst move are further apart than this.
inline constexpr double kMatters = .05;

/// What a seat won, from 0 to 1.
inline double prize(SeatSet winners, Seat seat) { return winners.has(seat) ? 1.0 / winners.size() : 0; }

/// A number for every purpose within one sample.
inline std::uint64_t mixed(std::uint64_t seed, std::uint64_t purpose, std::uint64_t number) {
  std::uint64_t all = seed + purpose * 0xD1342543DE82EF95u + number;
  return splitmix64(all);
}

inline constexpr std::size_t kCandidates = 12;  // more moves than these are not compared
inline constexpr int kChoosing = 32;            // worlds to find the best and the worst move in
inline constexpr int kMeasured = 64;            // worlds in which every gap is measured
inline constexpr int kMostWorlds = 512;         // and at most so many to see whether it matters

/// The moves that are compared: what thoughtful would do, and others, fairly chosen if there are many.
template <Game G>
std::vector<typename G::Move> candidates(const typename G::View& view, Xoshiro256pp& rng) {
  const auto moves = G::moves(view);
  std::vector<typename G::Move> all(moves.begin(), moves.end());
  if (all.size() <= kCandidates) return all;
  const auto usual = G::thoughtful(view, rng);
  std::swap(all[0], *std::find(all.begin(), all.end(), usual));
  for (std::size_t i = 1; i < kCandidates; ++i)
    std::swap(all[i], all[i + below(rng, static_cast<std::uint32_t>(all.size() - i))]);
  all.resize(kCandidates);
  return all;
}

/// Sums of differences, as they come in.
struct Differences {
  double sum = 0, squares = 0;
  int size = 0;
  void add(double difference) {
    sum += difference;
    squares += difference * difference;
    ++size;
  }
  double mean() const { return sum / size; }
  double error() const {
    // A little doubt more than was seen: a few equal results are no certainty.
    const double variance = (squares - sum * mean() + .25) / size;
    return std::sqrt(variance / size);
  }
};

/// By playouts from worlds that the seat can imagine. One half of them finds the best and the worst move, the
/// other half measures how far they are apart, so that luck in finding them does not count.
struct Gap {
  double measured = 0;  ///< with as many playouts for every position: neither too high nor too low on average
  double settled = 0;   ///< with playouts until it is clear whether it matters
  std::int64_t playouts = 0;
};

template <Game G>
Gap gap_at(const typename G::State& state, Seat seat, std::uint64_t seed, const std::atomic<bool>& stop) {
  const auto view = G::view(state, seat);
  Xoshiro256pp rng(mixed(seed, 1, 0));
  const auto moves = candidates<G>(view, rng);
  Gap gap;
  // The same world and the same chance for every move.
  const auto result = [&](const typename G::State& world, typename G::Move move, std::uint64_t chance) {
    typename G::State next = world;
    G::play(next, seat, move, Silence{});
    ++gap.playouts;
    return prize(play_out<G>(next, chance, stop), seat);
  };
  std::vector<double> sums(moves.size());
  for (int i = 0; i < kChoosing; ++i) {
    const auto world = G::imagine(view, rng);
    for (std::size_t m = 0; m < moves.size(); ++m)
      sums[m] += result(world, moves[m], mixed(seed, 2, static_cast<std::uint64_t>(i)));
  }
  const auto best = static_cast<std::size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
  auto worst = static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
  if (worst == best) worst = best == 0 ? 1 : 0;  // all are equal: any two will do

  Differences differences;
  for (int i = 0; i < kMostWorlds && !stop.load(std::memory_order_relaxed); ++i) {
    const auto world = G::imagine(view, rng);
    const std::uint64_t chance = mixed(seed, 3, static_cast<std::uint64_t>(i));
    differences.add(result(world, moves[best], chance) - result(world, moves[worst], chance));
    if (differences.size == kMeasured) gap.measured = differences.mean();
    const bool clear = std::abs(differences.mean() - kMatters) > 2.5 * differences.error();
    if (differences.size >= kMeasured && clear) break;
  }
  gap.settled = differences.size ? differences.mean() : 0;
  return gap;
}

}  // namespace lifetable::lab

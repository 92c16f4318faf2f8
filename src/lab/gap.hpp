// SPDX-License-Identifier: Apache-2.0
// How much was at stake in one decision: how far its best and its worst move are apart, in chances to win.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
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
inline constexpr int kFirstWorlds = 32;         // in which all of them are tried
inline constexpr int kEnds = 3;                 // of the best, and of the worst, are tried on
inline constexpr int kChoosing = 96;            // up to so many worlds, to find the best and the worst
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

/// How far the best and the worst of several moves are apart.
struct Gap {
  double measured = 0;  ///< with as many playouts for every position: neither too high nor too low on average
  double settled = 0;   ///< with playouts until it is clear whether it matters
  std::int64_t playouts = 0;
};

/// Some playouts find the best and the worst of so many moves, and others measure how far they are apart, so
/// that luck in finding them does not count. `result(world, move)` plays a move in a world and says what came
/// of it, from 0 to 1; worlds are numbered, and the moves of one world are asked for together.
///
/// How well this tells apart what matters (six moves, independent luck): equal moves are taken to matter in
/// 5% of cases; true gaps of 10, 15 and 30 points are recognised in 49%, 79% and 99%, because the extremes
/// are not always found. stakes_test.cpp watches the ends of this.
template <class Result>
Gap measure_gap(std::size_t moves, Result result, const std::atomic<bool>& stop) {
  Gap gap;
  const auto play = [&](int world, std::size_t move) -> double {
    ++gap.playouts;
    return result(world, move);
  };
  // All moves are tried in a few worlds, then those at both ends in more.
  std::vector<double> sums(moves);
  std::vector<std::size_t> order(moves);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto try_all = [&](int from, int to) {
    for (int world = from; world < to; ++world)
      for (const std::size_t move : order) sums[move] += play(world, move);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return sums[a] != sums[b] ? sums[a] > sums[b] : a < b; });
  };
  try_all(0, kFirstWorlds);
  if (moves > 2 * kEnds) order.erase(order.begin() + kEnds, order.end() - kEnds);
  try_all(kFirstWorlds, kChoosing);
  const std::size_t best = order.front(), worst = order.back();

  Differences apart;
  while (apart.size < kMostWorlds && !stop.load(std::memory_order_relaxed)) {
    const int world = kChoosing + apart.size;
    const double high = play(world, best);
    apart.add(high - play(world, worst));
    if (apart.size == kMeasured) gap.measured = apart.mean();
    const bool clear = std::abs(apart.mean() - kMatters) > 2.5 * apart.error();
    if (apart.size >= kMeasured && clear) break;
  }
  gap.settled = apart.size ? apart.mean() : 0;
  return gap;
}

/// The gap between the moves of a seat that is to act, in worlds that it can imagine. Every move meets the
/// same world and the same chance.
template <Game G>
Gap gap_at(const typename G::State& state, Seat seat, std::uint64_t seed, const std::atomic<bool>& stop) {
  const auto view = G::view(state, seat);
  Xoshiro256pp rng(mixed(seed, 1, 0));
  const auto moves = candidates<G>(view, rng);
  int imagined = 0;
  auto world = G::imagine(view, rng);
  const auto result = [&](int number, std::size_t move) {
    if (number != imagined) world = G::imagine(view, rng), imagined = number;
    typename G::State next = world;
    G::play(next, seat, moves[move], Silence{});
    return prize(play_out<G>(next, mixed(seed, 2, static_cast<std::uint64_t>(number)), stop), seat);
  };
  return measure_gap(moves.size(), result, stop);
}

}  // namespace lifetable::lab

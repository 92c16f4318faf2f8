// SPDX-License-Identifier: Apache-2.0
// Worlds that a seat cannot tell apart, weighed by how well they explain what the others did.
//
// `imagine` deals the hidden cards as chance would. But who plays well shows something of a hand by every
// card. So some worlds are kept from move to move (a particle filter): each goes on as the table does, and
// counts the more, the more readily its players would have done what was seen.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/game.hpp"

namespace lifetable::bots {

template <Game G>
class Worlds {
  using State = typename G::State;
  using View = typename G::View;
  using Move = typename G::Move;

 public:
  Worlds(int size, std::uint64_t seed) : size_(static_cast<std::size_t>(size)), rng_(seed) {}

  /// How the table looks to the seat after every move.
  void watch(const View& view) {
    if (worlds_.empty()) return begin(view);
    const Actors actors = G::actors(seen_);
    double sum = 0;
    for (World& world : worlds_) {
      if (world.weight == 0) continue;  // it fell behind
      world.weight *= actors.kind == Actors::dealer ? follow_dealer(world.state, view)
                                                    : follow_seat(world.state, actors.set, view);
      sum += world.weight;
    }
    if (sum <= 0) return begin(view);  // nothing that was thought likely explains this
    seen_ = view;
    for (World& world : worlds_) world.weight /= sum;
    if (even_size() < static_cast<double>(size_) / 2) renew();
  }

  /// Whether it has followed the table to this view.
  bool know(const View& view) const { return !worlds_.empty() && seen_ == view; }

  /// One of the worlds, as likely as it is plausible.
  const State& draw(Xoshiro256pp& rng) const {
    const double at = fraction(rng);
    double sum = 0;
    for (const World& world : worlds_)
      if ((sum += world.weight) > at) return world.state;
    return worlds_.back().state;
  }

  /// How often a player is taken to do something else than `thoughtful` would: any move, then.
  static constexpr double kOther = .3;

 private:
  struct World {
    State state;
    double weight;
  };

  static double fraction(Xoshiro256pp& rng) { return static_cast<double>(rng() >> 11) * 0x1p-53; }

  void begin(const View& view) {
    seen_ = view;
    worlds_.clear();
    for (std::size_t i = 0; i < size_; ++i)
      worlds_.push_back({G::imagine(view, rng_), 1 / static_cast<double>(size_)});
  }

  static bool leads_to(const View& view, State& state, Seat actor, Move move) {
    G::play(state, actor, move, Silence{});
    return G::view(state, view.seat) == view;
  }

  /// Lets chance do what was seen; how likely that was.
  double follow_dealer(State& state, const View& view) {
    // Mostly nobody else sees what chance does: if two different outcomes look right, all do.
    const Move one = G::draw(state, rng_), other = G::draw(state, rng_);
    State after = state, after_other = state;
    if (leads_to(view, after, kDealer, one) && one != other && leads_to(view, after_other, kDealer, other)) {
      state = after;
      return 1;
    }
    double all = 0, right = 0;
    State chosen = state;
    for (const auto& outcome : G::outcomes(state)) {
      State next = state;
      all += outcome.weight;
      if (!leads_to(view, next, kDealer, outcome.move)) continue;
      right += outcome.weight;
      if (fraction(rng_) * right < outcome.weight) chosen = next;
    }
    state = chosen;
    return right / all;
  }

  /// Lets somebody make the move that was seen, or one that looks the same; how likely that was.
  double follow_seat(State& state, SeatSet set, const View& view) {
    double right = 0;
    State chosen = state;
    for (const Seat seat : set) {
      const auto moves = G::moves(state, seat);
      const Move likely =
          seat == view.seat || moves.size() == 1 ? moves[0] : G::thoughtful(G::view(state, seat), rng_);
      for (const Move move : moves) {
        State next = state;
        if (!leads_to(view, next, seat, move)) continue;
        double weight = kOther / static_cast<double>(moves.size()) + (move == likely ? 1 - kOther : 0);
        if (seat == view.seat) weight = 1;  // own moves explain themselves
        right += weight;
        if (fraction(rng_) * right < weight) chosen = next;
      }
    }
    state = chosen;
    return right;
  }

  /// How many worlds of equal weight would say as much.
  double even_size() const {
    double squares = 0;
    for (const World& world : worlds_) squares += world.weight * world.weight;
    return 1 / squares;
  }

  /// Likely worlds twice or more, unlikely ones not at all.
  void renew() {
    std::vector<World> next;
    next.reserve(size_);
    const double even = 1 / static_cast<double>(size_);
    double at = fraction(rng_) * even, sum = 0;
    for (const World& world : worlds_)
      for (sum += world.weight; at < sum && next.size() < size_; at += even)
        next.push_back({world.state, even});
    while (next.size() < size_) next.push_back({worlds_.back().state, even});
    worlds_ = std::move(next);
  }

  const std::size_t size_;
  Xoshiro256pp rng_;
  View seen_{};
  std::vector<World> worlds_;
};

}  // namespace lifetable::bots

// SPDX-License-Identifier: Apache-2.0
// Information-set Monte Carlo tree search, written once for every game: a bot that looks ahead within a
// budget, with as many trees as it has threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "bots/at_once.hpp"
#include "bots/bot.hpp"
#include "bots/searcher.hpp"

namespace lifetable::bots {

/// A browser's clock stands still for a tenth of a millisecond and then jumps: less than that tells nothing
/// of how long a playout takes, and nothing at all would be a division by zero.
inline constexpr double kTick = 1e-4;

/// How many playouts a time is good for, if so many were done in the time spent.
inline std::int64_t playouts_within(double seconds, std::int64_t done, double spent) {
  return static_cast<std::int64_t>(static_cast<double>(done) / std::max(spent, kTick) * seconds);
}
inline std::int64_t playouts_left(std::int64_t done, double spent, double seconds) {
  return playouts_within(seconds - spent, done, spent);
}

template <Game G>
class SearchBot final : public Bot<G> {
  using View = typename G::View;
  using Move = typename G::Move;
  using Clock = std::chrono::steady_clock;

 public:
  SearchBot(const SearchSettings& settings, std::uint64_t seed)
      : settings_(settings), rng_(seed), worlds_(settings.particles, rng_()) {
    const std::size_t memory = settings.memory / static_cast<std::size_t>(settings.threads);
    for (int i = 0; i < settings.threads; ++i)
      crew_.push_back(std::make_unique<Searcher<G>>(settings, memory, rng_()));
  }

  Move choose(const View& view) override {
    const auto moves = G::moves(view);
    if (moves.size() == 1) return moves[0];
    think(view);
    return settings_.slack > 0 ? any_good_enough() : candidates_[0].move;
  }

  bool watches() const override { return settings_.particles > 0; }
  void watch(const View& view) override { worlds_.watch(view); }

  /// Looks ahead until the budget is spent, or `stop` is set.
  void think(const View& view, const std::atomic<bool>* stop = nullptr) {
    const auto start = Clock::now();
    const std::int64_t all = settings_.budget.playouts;
    at_once(settings_.threads, [&](int i) {
      // Some may do one more than others.
      const std::int64_t share = all ? (all + settings_.threads - 1 - i) / settings_.threads : 0;
      run(*crew_[static_cast<std::size_t>(i)], view, share, start, stop);
    });
    add_up();
    effort_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }

  /// What the last search considered.
  Thoughts thoughts(const View& view) {
    Thoughts all{.ideas = {}, .effort = effort_};
    for (const Candidate<G>& each : candidates_)
      all.ideas.push_back({.move = G::text(each.move),
                           .label = G::label(view, each.move),
                           .visits = each.visits,
                           .expected = each.expected,
                           .line = crew_[0]->line_after(each.move)});
    return all;
  }

  /// Of the last search, the most tried move first.
  const std::vector<Candidate<G>>& candidates() const { return candidates_; }
  const Effort& effort() const { return effort_; }

 private:
  /// Any move that was tried in earnest and is not much worse than the choice.
  Move any_good_enough() {
    std::vector<Move> good;
    for (const Candidate<G>& each : candidates_)
      if (each.visits * kEarnest >= candidates_[0].visits &&
          each.expected >= candidates_[0].expected - settings_.slack)
        good.push_back(each.move);
    return pick_from(good, rng_);
  }
  static constexpr std::int64_t kEarnest = 20;

  void run(Searcher<G>& searcher, const View& view, std::int64_t playouts, Clock::time_point start,
           const std::atomic<bool>* stop) {
    searcher.begin(view);
    const Worlds<G>* const plausible = worlds_.know(view) ? &worlds_ : nullptr;
    const double seconds = settings_.budget.seconds;
    std::int64_t done = 0, next_look = 1;
    for (;;) {
      searcher.playout(plausible);
      ++done;
      if (playouts && done >= playouts) return;
      if (done < next_look) continue;
      if (stop && stop->load(std::memory_order_relaxed)) return;
      std::int64_t left = playouts ? playouts - done : std::int64_t{1} << 62;
      if (seconds > 0) {
        const double spent = std::chrono::duration<double>(Clock::now() - start).count();
        if (spent >= seconds) return;
        left = std::min(left, playouts_left(done, spent, seconds));
        // A look costs little beside a tenth of a millisecond of playing.
        next_look = done + std::clamp<std::int64_t>(playouts_within(kTick, done, spent), 1, left + 1);
      } else {
        next_look = done + 64;
      }
      if (searcher.lead() > left) return;  // nothing can change the choice any more
    }
  }

  void add_up() {
    candidates_.clear();
    effort_ = {};
    for (const auto& searcher : crew_) {
      const Effort effort = searcher->effort();
      effort_.playouts += effort.playouts;
      effort_.decisions += effort.decisions;
      effort_.nodes += effort.nodes;
      effort_.bytes += effort.bytes;
      for (const Candidate<G>& each : searcher->candidates()) {
        const auto known = std::find_if(candidates_.begin(), candidates_.end(),
                                        [&](const auto& other) { return other.move == each.move; });
        if (known == candidates_.end()) {
          candidates_.push_back(each);
        } else {
          known->visits += each.visits;
          known->expected += each.expected;
        }
      }
    }
    for (auto& each : candidates_) each.expected /= static_cast<double>(each.visits) * kWholeWin;
    std::sort(candidates_.begin(), candidates_.end(), [](const auto& a, const auto& b) {
      if (a.visits != b.visits) return a.visits > b.visits;
      if (a.expected != b.expected) return a.expected > b.expected;
      return play::bits_of<G>(a.move) < play::bits_of<G>(b.move);
    });
  }

  const SearchSettings settings_;
  Xoshiro256pp rng_;
  Worlds<G> worlds_;
  std::vector<std::unique_ptr<Searcher<G>>> crew_;
  std::vector<Candidate<G>> candidates_;
  Effort effort_;
};

}  // namespace lifetable::bots

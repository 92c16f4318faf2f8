// SPDX-License-Identifier: Apache-2.0
#include "lab/speed.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "bots/search.hpp"
#include "games/cv/pay.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {

namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Makes the compiler believe that the value is used, and memory read.
template <class T>
void keep(T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

template <Game G>
typename G::Options options_for(int players) {
  Fields fields;
  fields.set("players", std::to_string(players));
  return *G::options(fields);
}

template <Game G>
Work play_game(int players, double seconds, std::int64_t games) {
  const auto options = options_for<G>(players);
  Xoshiro256pp rng(7);
  Work work;
  const auto start = Clock::now();
  for (;;) {
    typename G::State state = G::start(options);
    for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
      if (actors.kind == Actors::dealer) {
        G::play(state, kDealer, G::draw(state, rng), Silence{});
        ++work.dealer_moves;
      } else {
        const Seat actor = actors.first();
        G::play(state, actor, G::pick(state, actor, rng), Silence{});
        ++work.decisions;
      }
    }
    keep(state);
    ++work.games;
    if (games ? work.games == games : work.games % 256 == 0 && since(start) >= seconds) break;
  }
  work.seconds = since(start);
  return work;
}

/// What the first seat to act sees, once the dealer has dealt.
template <Game G>
typename G::View first_decision(int players, Xoshiro256pp& rng) {
  typename G::State state = G::start(options_for<G>(players));
  while (G::actors(state).kind == Actors::dealer) G::play(state, kDealer, G::draw(state, rng), Silence{});
  return G::view(state, G::actors(state).first());
}

/// Playouts until the first limit that is not 0, the time counted from `start`.
template <Game G>
void search_within(bots::Budget budget, bots::Searcher<G>& searcher, Clock::time_point start) {
  // Looking at the clock is no part of what is measured.
  constexpr std::int64_t kBetweenLooks = 64;
  for (std::int64_t done = 1;; ++done) {
    searcher.playout(nullptr);
    if (budget.playouts && done >= budget.playouts) return;
    if (budget.seconds > 0 && done % kBetweenLooks == 0 && since(start) >= budget.seconds) return;
  }
}

/// Every thread grows a tree of its own, as those of a search bot do.
template <Game G>
SearchWork search_game(int players, bots::Budget budget, int threads, std::size_t memory) {
  bots::SearchSettings settings;
  settings.rollouts = bots::Rollouts::random;
  settings.breaks = 0;
  settings.explore = 1;
  settings.bias = 0;
  Xoshiro256pp rng(7);
  const auto view = first_decision<G>(players, rng);
  std::vector<std::unique_ptr<bots::Searcher<G>>> crew;
  for (int i = 0; i < threads; ++i)
    crew.push_back(
        std::make_unique<bots::Searcher<G>>(settings, memory / static_cast<std::size_t>(threads), rng()));
  const auto start = Clock::now();
  std::vector<std::thread> at_work;
  for (int i = 0; i < threads; ++i) {
    // Some may do one more than others.
    const bots::Budget share{.playouts = (budget.playouts + i) / threads, .seconds = budget.seconds};
    at_work.emplace_back([&searcher = *crew[static_cast<std::size_t>(i)], &view, share, start] {
      searcher.begin(view);
      search_within<G>(share, searcher, start);
    });
  }
  for (std::thread& thread : at_work) thread.join();
  SearchWork work{.seconds = since(start)};
  for (const auto& searcher : crew) {
    const bots::Effort effort = searcher->effort();
    work.playouts += effort.playouts;
    work.decisions += effort.decisions;
    work.nodes += effort.nodes;
    work.bytes += effort.bytes;
  }
  return work;
}

struct Payment {
  cv::Pool pool;
  cv::Bill bill;
};

Payment random_payment(Xoshiro256pp& rng) {
  using cv::Symbol, cv::Symbols;
  const auto number = [&](int low, int high) {
    return low + static_cast<int>(below(rng, static_cast<std::uint32_t>(high - low + 1)));
  };
  const auto one_in = [&](int times) { return number(1, times) == 1; };
  const auto any_below = [&](Symbol end) {
    return static_cast<Symbol>(number(0, static_cast<int>(end) - 1));
  };
  const auto some = [&](int count, Symbol end) {
    Symbols symbols;
    for (; count > 0; --count) symbols.add(any_below(end));
    return symbols;
  };
  Payment payment;
  auto& [pool, bill] = payment;
  pool.own = some(number(4, 6), Symbol::any) + some(number(0, 6), Symbol::bad);
  if (one_in(4)) pool.own.add(Symbol::any);
  if (one_in(6)) pool.extra = some(number(1, 3), Symbol::good);
  pool.arrows = cv::Arrows::none();
  if (one_in(4)) {
    for (int n = number(1, 2); n > 0; --n) {
      const Symbol from = any_below(Symbol::bad);
      pool.arrows.add(from, cv::set_of(any_below(Symbol::bad)));
    }
    pool.arrows = pool.arrows.chained();
  }
  pool.change_one = one_in(10);
  pool.turn_bad = one_in(12);
  if (one_in(12)) pool.job = cv::set_of(any_below(Symbol::any));
  for (std::size_t card = one_in(3) ? 0 : 1; card < bill.cards.size(); ++card) {
    bill.cards[card] = some(number(2, 6), Symbol::bad);
    if (one_in(8)) bill.cards[card].add(Symbol::any);
  }
  if (one_in(10)) bill.upkeep = some(number(1, 2), Symbol::good);
  return payment;
}

}  // namespace

double measure_floor() {
  struct Line {
    std::array<std::uint64_t, 8> words{};
  };
  constexpr int kTimes = 10'000'000, kLines = 64;
  std::array<Line, kLines> lines{};
  Line copy;
  Xoshiro256pp rng(3);
  const auto start = Clock::now();
  for (int i = 0; i < kTimes; ++i) {
    copy = lines[below(rng, kLines)];
    keep(copy);
  }
  return since(start) * 1e9 / kTimes;
}

double measure_payments() {
  constexpr int kPayments = 4096, kRounds = 16, kRepeats = 7;
  Xoshiro256pp rng(24);
  std::vector<Payment> payments;
  for (int i = 0; i < kPayments; ++i) payments.push_back(random_payment(rng));
  double best = 1e18;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    int paid = 0;
    const auto start = Clock::now();
    for (int round = 0; round < kRounds; ++round) {
      for (const auto& [pool, bill] : payments) paid += cv::can_pay(pool, bill);
      keep(paid);
    }
    best = std::min(best, since(start) * 1e9 / (kPayments * kRounds));
  }
  return best;
}

Work play_randomly(std::string_view game, int players, double seconds, std::int64_t games) {
  return play::with_game(game, [&]<Game G>() { return play_game<G>(players, seconds, games); });
}

SearchWork search_randomly(std::string_view game, int players, bots::Budget budget, int threads,
                           std::size_t memory) {
  // Fewer playouts than threads would leave some without a limit.
  assert(budget.seconds > 0 || budget.playouts >= threads);
  return play::with_game(game, [&]<Game G>() { return search_game<G>(players, budget, threads, memory); });
}

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/stakes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lab/gap.hpp"
#include "lab/many_games.hpp"
#include "lab/table.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {

std::int64_t Stakes::decided() const {
  return std::accumulate(by_card.begin(), by_card.end(), std::int64_t{0});
}

double Stakes::share_of_gaps(std::size_t bin) const {
  const auto all = std::accumulate(gaps.begin(), gaps.end(), std::int64_t{0});
  return all ? static_cast<double>(gaps[bin]) / static_cast<double>(all) : 0;
}

void Stakes::add(const Stakes& other) {
  games += other.games;
  playouts += other.playouts;
  mattered.add(other.mattered);
  add_each(mattered_by_quarter, other.mattered_by_quarter);
  gap.add(other.gap);
  add_each(gaps, other.gaps);
  add_each(by_card, other.by_card);
  play_swing.add(other.play_swing);
  deal_swing.add(other.deal_swing);
  by_deal.add(other.by_deal);
  add_each(play_when, other.play_when);
  add_each(deal_when, other.deal_when);
}

std::size_t steepest_step(std::size_t steps, const std::function<double(std::size_t)>& chance) {
  struct Stretch {
    std::size_t begin, end;
    double low, high;
    double rise() const { return high - low; }
  };
  // An even grid first, so that a rise is not hidden by a fall far away; then always the steepest stretch is
  // halved, until it is one step.
  constexpr std::size_t kGrid = 8;
  std::vector<Stretch> stretches;
  const std::size_t pieces = std::min(kGrid, steps);
  double low = chance(0);
  for (std::size_t i = 0; i < pieces; ++i) {
    const std::size_t begin = steps * i / pieces, end = steps * (i + 1) / pieces;
    const double high = chance(end);
    stretches.push_back({begin, end, low, high});
    low = high;
  }
  for (;;) {
    auto steepest = std::max_element(stretches.begin(), stretches.end(),
                                     [](const Stretch& a, const Stretch& b) { return a.rise() < b.rise(); });
    if (steepest->end - steepest->begin == 1) return steepest->begin;
    const std::size_t middle = (steepest->begin + steepest->end) / 2;
    const double there = chance(middle);
    const Stretch second{middle, steepest->end, there, steepest->high};
    *steepest = {steepest->begin, middle, steepest->low, there};
    stretches.push_back(second);
  }
}

namespace {

constexpr double kTenThousand = 10'000;

// ---- One sample ---------------------------------------------------------------------------------------

constexpr int kLooks = 48;          // playouts for a look at a position
constexpr int kFirstLooks = 16;     // for a first look at what a move brought
constexpr std::size_t kFinals = 5;  // moves that are looked at again
constexpr int kChecked = 128;       // to measure the one that is chosen

template <Game G>
class Sampler {
 public:
  Sampler(const TableOptions& options, const typename G::Options& rules, const std::atomic<bool>& stop)
      : options_(options), rules_(rules), bot_(*bots::bot_from(options.bot)), stop_(stop) {}

  static Stakes empty() {
    Stakes stakes;
    stakes.by_card.resize(1);
    if constexpr (NamesCards<G>) stakes.by_card.resize(G::card_kinds + 1);
    return stakes;
  }

  void sample(std::int64_t number, Stakes& stakes) const {
    const std::uint64_t seed = seed_of(options_.seed ^ 0x57A1u, number);
    const auto game = play(seed);
    if (stop_.load(std::memory_order_relaxed)) return;
    Stakes found = empty();
    weigh_decision(game, seed, found);
    find_decisive_moves(game, seed, found);
    if (stop_.load(std::memory_order_relaxed)) return;  // playouts that were cut off say nothing
    found.games = 1;
    stakes.add(found);
  }

 private:
  using State = typename G::State;
  struct Step {
    State before;
    Seat actor;
    typename G::Move move;
  };
  struct Played {
    std::vector<Step> steps;
    State end;
  };

  Played play(std::uint64_t seed) const {
    Xoshiro256pp rng(seed);
    Players<G> players;
    for (std::size_t i = 0; i < rules_.players; ++i) players.sit_down(bot_, rng());
    Played game{{}, G::start(rules_)};
    play_game<G>(game.end, players, rng, stop_, [&](const Actors&, Seat actor, typename G::Move move) {
      game.steps.push_back({game.end, actor, move});
      G::play(game.end, actor, move, Silence{});
    });
    return game;
  }

  void weigh_decision(const Played& game, std::uint64_t seed, Stakes& stakes) const {
    std::vector<std::pair<const Step*, std::size_t>> choices;  // and which decision of the game it was
    std::size_t decisions = 0;
    for (const Step& step : game.steps) {
      if (step.actor == kDealer) continue;
      if (G::moves(step.before, step.actor).size() > 1) choices.push_back({&step, decisions});
      ++decisions;
    }
    if (choices.empty()) return;
    Xoshiro256pp rng(mixed(seed, 4, 0));
    const auto [step, at] = pick_from(choices, rng);
    const Gap gap = gap_at<G>(step->before, step->actor, mixed(seed, 5, 0), stop_);
    const auto weight = static_cast<std::int64_t>(choices.size());
    const std::int64_t mattered = gap.settled > kMatters ? weight : 0;
    stakes.playouts += gap.playouts;
    stakes.mattered.add(mattered, weight);
    stakes.mattered_by_quarter[4 * at / decisions].add(mattered, weight);
    stakes.gap.add(std::llround(gap.measured * kTenThousand) * weight, weight);
    const auto bin = std::upper_bound(kGapBins.begin(), kGapBins.end(), gap.settled) - kGapBins.begin();
    stakes.gaps[static_cast<std::size_t>(bin)] += weight;
  }

  /// Everything about which move decided the game, for its winner.
  class Decisive {
   public:
    Decisive(const Played& game, std::uint64_t seed, const std::atomic<bool>& stop)
        : game_(game),
          seed_(seed),
          stop_(stop),
          winners_(G::winners(game.end)),
          winner_(winners_.next(Seat{0})) {}

    /// The winner's move that brought most: looked at shortly, then the finest again, each time anew.
    const Step* best_play() {
      std::vector<std::pair<double, const Step*>> plays;
      for (const Step& step : game_.steps)
        if (step.actor == winner_ && G::moves(step.before, winner_).size() > 1)
          plays.push_back({brought_by_play(step, kFirstLooks, 6), &step});
      if (plays.empty()) return nullptr;
      const auto more = [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
      };
      std::sort(plays.begin(), plays.end(), more);
      plays.resize(std::min(plays.size(), kFinals));
      for (auto& [brought, step] : plays) brought = brought_by_play(*step, kLooks, 7);
      return std::min_element(plays.begin(), plays.end(), more)->second;
    }

    /// The dealer's move that brought most.
    const Step* best_deal() {
      std::vector<std::size_t> deals;
      for (std::size_t i = 0; i < game_.steps.size(); ++i)
        if (game_.steps[i].actor == kDealer) deals.push_back(i);
      if (deals.empty()) return nullptr;
      deals.push_back(game_.steps.size());
      const auto at = steepest_step(deals.size() - 1, [&](std::size_t i) {
        return deals[i] == game_.steps.size() ? prize(winners_, winner_)
                                              : chance(game_.steps[deals[i]].before, kLooks, 8);
      });
      return &game_.steps[deals[at]];
    }

    double brought_by_play(const Step& step, int times, std::uint64_t purpose) {
      const auto moves = G::moves(step.before, step.actor);
      State after = step.before;
      G::play(after, step.actor, step.move, Silence{});
      double sum = 0;
      for (int i = 0; i < times; ++i) {
        const std::uint64_t seed = mixed(seed_, purpose, static_cast<std::uint64_t>(i));
        Xoshiro256pp blind(seed);
        State other = step.before;
        G::play(other, step.actor, pick_from(moves, blind), Silence{});
        sum += one(after, seed) - one(other, seed);
      }
      return sum / times;
    }
    double brought_by_deal(const Step& step, int times, std::uint64_t purpose) {
      State after = step.before;
      G::play(after, step.actor, step.move, Silence{});
      return chance(after, times, purpose) - chance(step.before, times, purpose);
    }
    std::int64_t playouts() const { return playouts_; }

   private:
    double one(const State& state, std::uint64_t seed) {
      ++playouts_;
      return prize(play_out<G>(state, seed, stop_), winner_);
    }
    double chance(const State& state, int times, std::uint64_t purpose) {
      double sum = 0;
      for (int i = 0; i < times; ++i) sum += one(state, mixed(seed_, purpose, static_cast<std::uint64_t>(i)));
      return sum / times;
    }

    const Played& game_;
    std::uint64_t seed_;
    const std::atomic<bool>& stop_;
    SeatSet winners_;
    Seat winner_;
    std::int64_t playouts_ = 0;
  };

  void find_decisive_moves(const Played& game, std::uint64_t seed, Stakes& stakes) const {
    Decisive decisive(game, seed, stop_);
    const auto tenth = [&](const Step* step) {
      return kTenths * static_cast<std::size_t>(step - game.steps.data()) / game.steps.size();
    };
    const Step* const play = decisive.best_play();
    const Step* const deal = decisive.best_deal();
    double by_play = 0, by_deal = 0;
    if (play) {
      by_play = decisive.brought_by_play(*play, kChecked, 9);
      std::size_t kind = 0;
      if constexpr (NamesCards<G>) kind = static_cast<std::size_t>(G::played_card(play->move));
      ++stakes.by_card[kind];
      ++stakes.play_when[tenth(play)];
      stakes.play_swing.add(std::llround(by_play * kTenThousand), 1);
    }
    if (deal) {
      by_deal = decisive.brought_by_deal(*deal, kChecked, 9);
      ++stakes.deal_when[tenth(deal)];
      stakes.deal_swing.add(std::llround(by_deal * kTenThousand), 1);
    }
    if (play || deal) stakes.by_deal.add(by_deal > by_play, 1);
    stakes.playouts += decisive.playouts();
  }

  const TableOptions& options_;
  typename G::Options rules_;
  bots::BotSpec bot_;
  const std::atomic<bool>& stop_;
};

}  // namespace

Stakes sample_stakes(const TableOptions& options, std::int64_t samples,
                     const std::function<void(std::int64_t)>& progress, const std::atomic<bool>& stop) {
  return play::with_game(options.game, [&]<Game G>() {
    const Sampler<G> sampler(options, *G::options(options.options), stop);
    return play_many(
        samples, options.threads, sampler.empty(),
        [&](std::int64_t number, Stakes& stakes) { sampler.sample(number, stakes); }, progress, stop);
  });
}

}  // namespace lifetable::lab

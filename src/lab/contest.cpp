// SPDX-License-Identifier: Apache-2.0
#include "lab/contest.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <fmt/format.h>
#include <system_error>
#include <thread>

#include "core/words.hpp"
#include "lab/deal.hpp"
#include "lab/gains.hpp"
#include "lab/table.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {

// ---- Who sits where -----------------------------------------------------------------------------------

namespace {

using LineUp = std::vector<std::size_t>;

/// The line-up turned round the table, in every way that makes a difference.
void add_rotations(LineUp line_up, std::vector<LineUp>& games) {
  const auto first = static_cast<std::ptrdiff_t>(games.size());
  do {
    games.push_back(line_up);
    std::rotate(line_up.begin(), line_up.begin() + 1, line_up.end());
  } while (line_up != games[static_cast<std::size_t>(first)]);
}

/// The next of all ascending choices of so many places below `bots`; false after the last.
bool next_choice(LineUp& choice, std::size_t bots) {
  for (std::size_t i = choice.size(); i-- > 0;) {
    if (choice[i] == bots - choice.size() + i) continue;
    ++choice[i];
    for (std::size_t j = i + 1; j < choice.size(); ++j) choice[j] = choice[j - 1] + 1;
    return true;
  }
  return false;
}

constexpr std::size_t kMostBots = 12;

}  // namespace

DealDesign Seating::design() const {
  std::vector<std::vector<int>> seats;
  for (const LineUp& game : games) {
    seats.emplace_back(bots.size());
    for (const std::size_t bot : game) ++seats.back()[bot];
  }
  return DealDesign(std::move(seats));
}

Result<Seating> seating_for(const std::vector<std::string>& bots, std::size_t players) {
  Seating seating;
  LineUp named;
  for (const std::string& bot : bots) {
    if (auto known = bots::check_bot(bot); !known) return known.error();
    const auto at = std::find(seating.bots.begin(), seating.bots.end(), bot);
    named.push_back(static_cast<std::size_t>(at - seating.bots.begin()));
    if (at == seating.bots.end()) seating.bots.push_back(bot);
  }
  if (seating.bots.size() < 2)
    return Error{"a match is between two different bots at least, as in --bots thoughtful,random"};
  if (seating.bots.size() > kMostBots)
    return Error{fmt::format("{} bots are too many for one match; name {} at most", bots.size(), kMostBots)};
  if (named.size() <= players) {
    LineUp line_up;
    for (std::size_t seat = 0; seat < players; ++seat) line_up.push_back(named[seat % named.size()]);
    add_rotations(line_up, seating.games);
    return seating;
  }
  if (seating.bots.size() < named.size())
    return Error{
        fmt::format("{} bots for {} seats: name each of them once, or one a seat", named.size(), players)};
  LineUp choice(players);
  for (std::size_t seat = 0; seat < players; ++seat) choice[seat] = seat;
  do add_rotations(choice, seating.games);
  while (next_choice(choice, seating.bots.size()));
  return seating;
}

// ---- One game -----------------------------------------------------------------------------------------

namespace {

/// A seed from several numbers, each of which changes all of it.
std::uint64_t mixed(std::initializer_list<std::uint64_t> numbers) {
  std::uint64_t seed = 0x6D61746368;  // other games than those of `sim` with the same seed
  for (const std::uint64_t number : numbers) {
    seed ^= number;
    seed = splitmix64(seed);
  }
  return seed;
}

std::int64_t nanoseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Nothing if it was halted in the middle: rules may let bots go on for ever.
template <Game G, class Halted>
bool play_one(const ContestOptions& contest, const typename G::Options& rules,
              const std::vector<const bots::BotSpec*>& line_up, FinishedGame& game, Halted halted,
              const std::atomic<bool>& stop) {
  const std::uint64_t seed = contest.seed;
  const auto number = static_cast<std::uint64_t>(game.deal);
  Deal deal(mixed({seed, number}));
  Players<G> players;
  for (std::size_t seat = 0; seat < line_up.size(); ++seat)
    players.sit_down(*line_up[seat], mixed({seed, number, game.game, seat + 1}));
  Gains<G> gains(contest.weigh, mixed({seed, number, game.game, 0}));

  game.seats.assign(line_up.size(), {});
  typename G::State state = G::start(rules);
  for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
    const Seat actor = actors.first();
    if (actor == kDealer) {
      G::play(state, kDealer, deal.next<G>(state), Silence{});
    } else {
      if (halted()) return false;
      const auto view = G::view(state, actor);
      const auto asked = std::chrono::steady_clock::now();
      const auto move = players.at(actor).choose(view);
      const std::int64_t time = nanoseconds_since(asked);
      SeatResult& result = game.seats[actor.index];
      ++result.choices;
      result.nanoseconds += time;
      result.longest = std::max(result.longest, time);
      gains.weigh(state, actor, move, stop);
      G::play(state, actor, move, Silence{});
    }
    players.watch(state);
  }
  if (contest.weigh > 0 && stop) return false;  // playouts that were cut off say nothing
  const auto won = prizes(G::winners(state));
  const Scores scores = G::scores(state);
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    game.seats[seat].wins = won[seat];
    game.seats[seat].score = scores[seat];
    game.seats[seat].gain = gains.of(Seat{static_cast<int>(seat)});
  }
  return true;
}

}  // namespace

// ---- Counting -----------------------------------------------------------------------------------------

void BotSums::add(const SeatResult& result) {
  add(BotSums{.wins = result.wins,
              .seats = 1,
              .score = result.score,
              .choices = result.choices,
              .nanoseconds = result.nanoseconds,
              .longest = result.longest,
              .gain = result.gain});
}

void BotSums::add(const BotSums& other) {
  seats += other.seats;
  wins += other.wins;
  score += other.score;
  choices += other.choices;
  nanoseconds += other.nanoseconds;
  gain += other.gain;
  longest = std::max(longest, other.longest);
}

namespace {

/// How much stronger the first of two bots is than the other, by the interval of its share.
Interval duel_interval(const DealTally& tally, std::size_t bot) {
  const Interval share = tally.interval(bot);
  return {tally.design().elo_at(bot, share.low), tally.design().elo_at(bot, share.high)};
}

}  // namespace

Comparison compare(const ContestReport& report, const Ratings& ratings, std::size_t a, std::size_t b) {
  const bool two = report.seating.bots.size() == 2;
  Comparison pair{a, b, ratings.difference(a, b),
                  two ? duel_interval(report.tally, a) : ratings.interval(a, b), Comparison::unclear};
  const bool weighed = two && report.gains;
  const Interval interval = weighed ? report.gains->interval(a) : pair.interval;
  const double equal = weighed ? report.tally.design().equal_share(a) : 0;
  if (interval.low > equal) pair.verdict = Comparison::beats;
  if (interval.high < equal) pair.verdict = Comparison::loses;
  return pair;
}

Interval elo_interval(const ContestReport& report, const Ratings& ratings, std::size_t bot) {
  if (report.seating.bots.size() == 2) {
    const Interval duel = duel_interval(report.tally, bot);
    return {duel.low / 2, duel.high / 2};
  }
  return {ratings.elo(bot) - ratings.half(bot), ratings.elo(bot) + ratings.half(bot)};
}

namespace {

ContestReport empty_report(const ContestOptions& options) {
  Seating seating = *seating_for(options.bots, static_cast<std::size_t>(players_in(options.options)));
  DealDesign design = seating.design();
  ContestReport report{std::move(seating), DealTally(design), std::vector<BotSums>(design.bots()), {}, {}};
  if (options.weigh > 0) report.gains.emplace(design, options.weigh);
  if (options.sprt) report.test.emplace(*options.sprt, design);
  return report;
}

Result<Done> check_test(const SprtSettings& test, std::size_t bots) {
  if (bots != 2)
    return Error{
        fmt::format("a sequential test is about two bots, and these are {}; leave one of the two out", bots)};
  constexpr double most = 2000;
  if (!(test.elo0 < test.elo1 && test.elo0 >= -most && test.elo1 <= most))
    return Error{
        fmt::format("a sequential test needs elo0 < elo1, both from {0:.0f} to {1:.0f}; as in "
                    "elo0=0,elo1=10",
                    -most, most)};
  for (const double rate : {test.alpha, test.beta})
    if (!(rate >= .0001 && rate < .5))
      return Error{"alpha and beta are how often a sequential test may err: from 0.0001 to 0.4999"};
  return Done{};
}

}  // namespace

Result<Done> Contest::check(const ContestOptions& options) {
  const auto fields = fields_for(options.game, options.options);
  if (!fields) return fields.error();
  const auto seating = seating_for(options.bots, static_cast<std::size_t>(players_in(*fields)));
  if (!seating) return seating.error();
  if (options.deals < 1) return Error{"at least one deal must be played"};
  if (options.threads < 1) return Error{"at least one thread must play"};
  if (options.weigh < 0) return Error{"a decision is weighed by 0 playouts or more"};
  if (options.sprt) return check_test(*options.sprt, seating->bots.size());
  return Done{};
}

Contest::Contest(ContestOptions options) : options_(std::move(options)), report_(empty_report(options_)) {
  for (const std::string& bot : report_.seating.bots) specs_.push_back(*bots::bot_from(bot));
}

Contest::OpenDeal& Contest::open_deal(std::int64_t deal) {
  const std::size_t games = report_.seating.games.size();
  return open_
      .try_emplace(deal, OpenDeal{games, std::vector<bool>(games), std::vector<BotSums>(specs_.size())})
      .first->second;
}

bool Contest::is_known(const Item& item) const {
  if (item.first < report_.deals()) return true;
  const auto deal = open_.find(item.first);
  return deal != open_.end() && deal->second.seen[item.second];
}

void Contest::count(const FinishedGame& game) {
  OpenDeal& deal = open_deal(game.deal);
  deal.seen[game.game] = true;
  --deal.missing;
  const LineUp& line_up = report_.seating.games[game.game];
  for (std::size_t seat = 0; seat < line_up.size(); ++seat) deal.sums[line_up[seat]].add(game.seats[seat]);
  close_deals();
}

/// Counts the deals that are whole, in their order, as far as there are any and nothing is decided.
void Contest::close_deals() {
  while (!report_.decided() && report_.deals() < options_.deals) {
    const auto first = open_.find(report_.deals());
    if (first == open_.end() || first->second.missing > 0) return;
    std::vector<std::int64_t> wins, gains;
    for (std::size_t bot = 0; bot < specs_.size(); ++bot) {
      wins.push_back(first->second.sums[bot].wins);
      gains.push_back(first->second.sums[bot].gain);
      report_.sums[bot].add(first->second.sums[bot]);
    }
    report_.tally.add(wins);
    if (report_.gains) report_.gains->add(gains);
    if (report_.test) report_.test->add(wins[0]);
    open_.erase(first);
  }
}

Result<Done> Contest::know(const FinishedGame& game) {
  const auto name = [&] { return fmt::format("game {} of deal {}", game.game + 1, game.deal + 1); };
  if (game.deal < 0 || game.game >= report_.seating.games.size())
    return Error{fmt::format("there is no {} in this match", name())};
  if (game.seats.size() != report_.seating.games[game.game].size())
    return Error{fmt::format("{} has results for {} instead of {}", name(),
                             counted(std::ssize(game.seats), "seat", "seats"),
                             report_.seating.games[game.game].size())};
  std::int64_t wins = 0, gains = 0;
  for (const SeatResult& seat : game.seats) wins += seat.wins, gains += seat.gain;
  if (gains != 0) return Error{fmt::format("the gains in {} do not add up to nothing", name())};
  if (wins != kWholeWin) return Error{fmt::format("the wins in {} do not add up to one", name())};
  if (is_known({game.deal, game.game})) return Error{fmt::format("{} is there twice", name())};
  ++known_;
  count(game);
  return Done{};
}

// ---- Many games at once -------------------------------------------------------------------------------

std::optional<Contest::Item> Contest::next_item() {
  while (next_.first < options_.deals) {
    const Item item = next_;
    next_ = item.second + 1 < report_.seating.games.size() ? Item{item.first, item.second + 1}
                                                           : Item{item.first + 1, 0};
    if (!is_known(item)) return item;
  }
  return std::nullopt;
}

/// What each thread does: takes a game, plays it, keeps and counts it.
template <class Play>
void Contest::work(Play play, const std::function<Result<Done>(const FinishedGame&)>& keep) {
  while (!halted_) {
    FinishedGame game;
    {
      const std::lock_guard lock(mutex_);
      const auto item = report_.decided() ? std::nullopt : next_item();
      if (!item) return;
      game.deal = item->first;
      game.game = item->second;
    }
    if (!play(game)) return;
    const std::lock_guard lock(mutex_);
    if (failure_) return;
    if (auto kept = keep(game); !kept) {
      failure_ = kept.error();
      halted_ = true;
      return;
    }
    ++played_;
    count(game);
    if (report_.decided()) halted_ = true;
  }
}

template <class Play>
Result<Done> Contest::work_together(Play play, const std::function<Result<Done>(const FinishedGame&)>& keep,
                                    const std::function<void(const Progress&)>& progress) {
  int running = 0;
  std::exception_ptr thrown;
  std::condition_variable_any ended;
  std::vector<std::thread> crew;
  const auto one = [&] {
    std::exception_ptr problem;
    try {
      work(play, keep);
    } catch (...) {  // out of memory, mostly; it is told by the thread that waits
      problem = std::current_exception();
      halted_ = true;
    }
    const std::lock_guard lock(mutex_);
    if (problem) thrown = problem;
    --running;
    ended.notify_all();
  };
  std::unique_lock lock(mutex_);
  for (int i = 0; i < options_.threads; ++i) try {
      crew.emplace_back(one);
      ++running;
    } catch (const std::system_error&) {  // no more threads to be had: those that run do all the work
      if (crew.empty()) throw;
      break;
    }
  while (running > 0) {
    ended.wait_for(lock, std::chrono::milliseconds(50));
    const ContestReport now = report_;
    const std::int64_t played = played_;
    lock.unlock();
    progress({played, known_, total(), now});
    lock.lock();
  }
  lock.unlock();
  for (auto& thread : crew) thread.join();
  if (thrown) std::rethrow_exception(thrown);
  if (failure_) return *failure_;
  return Done{};
}

Result<Done> Contest::hold(const std::function<Result<Done>(const FinishedGame&)>& keep,
                           const std::function<void(const Progress&)>& progress,
                           const std::atomic<bool>& stop) {
  return play::with_game(options_.game, [&]<Game G>() {
    const auto rules = *G::options(options_.options);
    const auto halted = [&] {
      return halted_.load(std::memory_order_relaxed) || stop.load(std::memory_order_relaxed);
    };
    const auto play = [&](FinishedGame& game) {
      std::vector<const bots::BotSpec*> line_up;
      for (const std::size_t bot : report_.seating.games[game.game]) line_up.push_back(&specs_[bot]);
      return !halted() && play_one<G>(options_, rules, line_up, game, halted, stop);
    };
    return work_together(play, keep, progress);
  });
}

Result<ContestReport> hold_contest(const ContestOptions& options, const std::atomic<bool>& stop) {
  if (auto good = Contest::check(options); !good) return good.error();
  Contest contest(options);
  const auto held =
      contest.hold([](const FinishedGame&) { return Result<Done>(Done{}); }, [](const auto&) {}, stop);
  if (!held) return held.error();
  return contest.report();
}

}  // namespace lifetable::lab

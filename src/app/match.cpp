// SPDX-License-Identifier: Apache-2.0
// `lifetable match`: bots against bots on duplicate deals, with what can be concluded from them.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>
#include <unistd.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "core/words.hpp"
#include "lab/contest.hpp"
#include "lab/journal.hpp"
#include "lab/table.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

using lab::Comparison;
using lab::Interval;
using Decision = lab::SequentialTest::Decision;

// ---- What was asked for -------------------------------------------------------------------------------

/// The words of --sprt, as in elo0=0 elo1=10.
Result<lab::SprtSettings> test_from(const std::vector<std::string>& words) {
  lab::SprtSettings test;
  for (const std::string& word : words) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string name = word.substr(0, equals);
    double* const value = name == "elo0"    ? &test.elo0
                          : name == "elo1"  ? &test.elo1
                          : name == "alpha" ? &test.alpha
                          : name == "beta"  ? &test.beta
                                            : nullptr;
    const char* const begin = word.data() + std::min(equals + 1, word.size());
    const char* const end = word.data() + word.size();
    const bool read = value && begin != end && [&] {
      const auto [at, error] = std::from_chars(begin, end, *value, std::chars_format::fixed);
      return error == std::errc{} && at == end;
    }();
    if (!read)
      return Error{
          fmt::format("--sprt does not understand '{}'; it takes elo0, elo1, alpha and beta, as in "
                      "--sprt elo0=0,elo1=10,alpha=0.05,beta=0.05",
                      word)};
  }
  return test;
}

constexpr std::int64_t kDeals = 1000, kMostDealsOfTest = 100'000;

/// To leave luck out costs little beside bots that look ahead, and much beside others; a sequential test is
/// about wins.
int playouts_to_weigh(const MatchArguments& arguments) {
  constexpr int few = 64;
  const bool thinks = std::ranges::any_of(arguments.bots, [](const std::string& bot) {
    const auto spec = bots::bot_from(bot);
    return spec && spec->kind == bots::BotSpec::search;
  });
  return arguments.weigh.value_or(thinks && !arguments.sprt ? few : 0);
}

Result<lab::ContestOptions> contest_from(const play::GameInfo& game, const MatchArguments& arguments) {
  lab::ContestOptions options{.game = arguments.game,
                              .bots = arguments.bots,
                              .deals = arguments.deals.value_or(arguments.sprt ? kMostDealsOfTest : kDeals),
                              .seed = seed_from(arguments.seed),
                              .threads = lab::threads_for(arguments.threads),
                              .weigh = playouts_to_weigh(arguments)};
  const auto players = players_for(game, arguments.players.value_or(static_cast<int>(arguments.bots.size())));
  if (!players)
    return Error{players.error().message +
                 (arguments.players ? "" : "; say with --players how many of the bots sit at a table")};
  const auto filled = options_from(game, arguments.options, static_cast<std::size_t>(*players));
  if (!filled) return filled.error();
  options.options = *filled;
  if (arguments.sprt) {
    const auto test = test_from(*arguments.sprt);
    if (!test) return test.error();
    options.sprt = *test;
  }
  if (const auto good = lab::Contest::check(options); !good) return good.error();
  return options;
}

/// A longer name of a bot has a line of its own.
constexpr std::size_t kName = 16;

// ---- While it lasts -----------------------------------------------------------------------------------

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// "▓▓░░ 31%  620 of 2,000 games, thoughtful 79.80% ± 1.61, 12 s left" on standard error. Games of an earlier
/// run say nothing about the time left, and a test may end before.
class MatchProgress {
 public:
  ~MatchProgress() {
    if (drawn_ && screen_) fmt::print(stderr, "\r\033[K");
  }

  void show(const lab::Contest::Progress& progress) {
    const double time = now();
    if (time - last_ < (screen_ ? 0.1 : 5)) return;  // in a log, a line every five seconds is plenty
    last_ = time;
    const std::int64_t done = progress.known + progress.played;
    const double share = static_cast<double>(done) / static_cast<double>(progress.total);
    const std::string status = fmt::format("{:3.0f}%  {} of {} games{}{}", std::floor(100 * share),
                                           thousands(done), thousands(progress.total),
                                           standing(progress.report), time_left(progress, time - started_));
    if (!screen_) {
      fmt::print(stderr, "{}\n", shortened(status, kLine));
      return;
    }
    std::string bar;
    for (int i = 0; i < 16; ++i) bar += i < static_cast<int>(share * 16) ? "▓" : "░";
    fmt::print(stderr, "\r{} {}\033[K", bar, shortened(status, kLine - 17));
    std::fflush(stderr);
    drawn_ = true;
  }

 private:
  /// A terminal that obeys escape codes.
  static bool is_screen() {
    const char* term = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) && !(term && std::string_view(term) == "dumb");
  }
  static std::string standing(const lab::ContestReport& report) {
    if (report.deals() < 2) return "";
    const double share = report.gains ? report.gains->share(0) : report.tally.share(0);
    const Interval interval = report.gains ? report.gains->interval(0) : report.tally.interval(0);
    std::string text =
        fmt::format(", {} {:.1f}% ± {:.1f}", report.seating.bots[0], 100 * share, 100 * interval.half());
    if (report.test)
      text += fmt::format(", evidence {:.2f} ({:.2f} to {:.2f})", report.test->ratio(), report.test->lower(),
                          report.test->upper());
    return text;
  }
  static std::string time_left(const lab::Contest::Progress& progress, double seconds) {
    if (progress.played == 0) return ", …";
    const std::int64_t rest = progress.total - progress.known - progress.played;
    const auto left = static_cast<std::int64_t>(seconds * static_cast<double>(rest) /
                                                static_cast<double>(progress.played)) +
                      1;
    return fmt::format(", {}{} left", progress.report.test ? "at most " : "",
                       left < 120 ? fmt::format("{} s", left) : fmt::format("{} min", (left + 59) / 60));
  }

  bool screen_ = is_screen(), drawn_ = false;
  double started_ = now(), last_ = started_;
};

// ---- What is concluded --------------------------------------------------------------------------------

std::string_view word_for(Comparison::Verdict verdict) {
  return verdict == Comparison::beats   ? "beats"
         : verdict == Comparison::loses ? "loses to"
                                        : "no difference shown";
}

std::string_view word_for(Decision decision) {
  return decision == Decision::elo0 ? "elo0" : decision == Decision::elo1 ? "elo1" : "none";
}

/// What the run as a whole was.
struct Run {
  const play::GameInfo& game;
  const lab::Contest& contest;
  double seconds;
};

// ---- As JSON ------------------------------------------------------------------------------------------

/// JSON has no number for an end that is not there.
play::json::value bound(double value) {
  return std::isinf(value) ? play::json::value(nullptr) : play::json::value(value);
}
play::json::array json_of(const Interval& interval) { return {bound(interval.low), bound(interval.high)}; }

play::json::array bots_as_json(const lab::ContestReport& report, const lab::Ratings& ratings) {
  play::json::array bots;
  const lab::DealDesign& design = report.tally.design();
  for (std::size_t i = 0; i < report.seating.bots.size(); ++i) {
    const lab::BotSums& sums = report.sums[i];
    bots.push_back(play::json::object{{"bot", report.seating.bots[i]},
                                      {"games", report.deals() * design.games_of(i)},
                                      {"seats", sums.seats},
                                      {"wins", static_cast<double>(sums.wins) / kWholeWin},
                                      {"win_share", report.tally.share(i)},
                                      {"interval_95", json_of(report.tally.interval(i))},
                                      {"equal_share", design.equal_share(i)},
                                      {"elo", ratings.elo(i)},
                                      {"elo_interval_95", json_of(lab::elo_interval(report, ratings, i))},
                                      {"mean_score", sums.mean_score()},
                                      {"choices", sums.choices},
                                      {"milliseconds_a_choice", 1000 * sums.mean_seconds()},
                                      {"milliseconds_longest", 1000 * sums.longest_seconds()}});
    if (report.gains) {
      auto& bot = bots.back().as_object();
      bot["share_without_luck"] = report.gains->share(i);
      bot["interval_95_without_luck"] = json_of(report.gains->interval(i));
    }
  }
  return bots;
}

play::json::array pairs_as_json(const lab::ContestReport& report, const lab::Ratings& ratings) {
  play::json::array pairs;
  const auto& bots = report.seating.bots;
  const bool weighed = report.gains && bots.size() == 2;
  for (std::size_t a = 0; a < bots.size(); ++a)
    for (std::size_t b = a + 1; b < bots.size(); ++b) {
      const Comparison pair = lab::compare(report, ratings, a, b);
      pairs.push_back(play::json::object{{"first", bots[a]},
                                         {"second", bots[b]},
                                         {"elo", pair.elo},
                                         {"elo_interval_95", json_of(pair.interval)},
                                         {"verdict", word_for(pair.verdict)},
                                         {"verdict_by", weighed ? "share without luck" : "wins"}});
    }
  return pairs;
}

void print_json(const Run& run, const lab::ContestReport& report, const std::string& seed) {
  const lab::ContestOptions& options = run.contest.options();
  const lab::Ratings ratings(report.tally);
  play::json::object all{{"game", options.game},
                         {"lowest_wins", run.game.lowest_wins},
                         {"options", play::to_json(options.options)},
                         {"bots_named", play::json::array(options.bots.begin(), options.bots.end())},
                         {"seed", seed},
                         {"weigh", options.weigh},
                         {"deals", report.deals()},
                         {"games_a_deal", report.seating.games.size()},
                         {"games", report.games()},
                         {"games_from_journal", run.contest.known()},
                         {"games_played_now", run.contest.played()},
                         {"seconds", run.seconds},
                         {"bots", bots_as_json(report, ratings)},
                         {"pairs", pairs_as_json(report, ratings)}};
  if (report.test) {
    const lab::SprtSettings& test = report.test->settings();
    all["sprt"] = play::json::object{{"elo0", test.elo0},
                                     {"elo1", test.elo1},
                                     {"alpha", test.alpha},
                                     {"beta", test.beta},
                                     {"log_likelihood_ratio", report.test->ratio()},
                                     {"bounds", {report.test->lower(), report.test->upper()}},
                                     {"decision", word_for(report.test->decision())}};
  }
  fmt::print("{}\n", play::pretty(all));
}

// ---- As a table ---------------------------------------------------------------------------------------

/// Sentences, and bots' names of any length, in lines that fit everywhere; a name is broken after a slash.
void print_text(Terminal& out, std::string_view text, Ink ink = Ink::plain) {
  std::string lines = wrapped(text, kLine);
  for (std::size_t begin = 0; begin < lines.size();) {
    std::size_t end = std::min(lines.find('\n', begin), lines.size());
    if (width_of(lines.substr(begin, end - begin)) > kLine) {
      const std::size_t slash = lines.rfind('/', begin + kLine - 1);
      if (slash != std::string::npos && slash > begin) lines.insert(end = slash + 1, "\n");
    }
    begin = end + 1;
  }
  out.line(lines, ink);
}

/// "+268 (+249 to +288)"; an interval may have no end.
std::string elo_words(double elo, const Interval& interval, std::string_view unit = "") {
  const auto end = [](double bound) {
    return std::isinf(bound) ? std::string(bound < 0 ? "-∞" : "+∞") : fmt::format("{:+.0f}", bound);
  };
  return fmt::format("{:+.0f}{} ({} to {})", elo, unit, end(interval.low), end(interval.high));
}

std::string milliseconds(double seconds) {
  const double ms = 1000 * seconds;
  return ms < 1     ? fmt::format("{:.4f}", ms)
         : ms < 100 ? fmt::format("{:.1f}", ms)
                    : fmt::format("{:.0f}", ms);
}

/// The bots, the strongest first.
std::vector<std::size_t> ranking(const lab::ContestReport& report, const lab::Ratings& ratings) {
  std::vector<std::size_t> order(report.seating.bots.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto strength = [&](std::size_t bot) {
    return report.gains && order.size() == 2 ? report.gains->share(bot) : ratings.elo(bot);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return strength(a) != strength(b) ? strength(a) > strength(b) : a < b;
  });
  return order;
}

void print_heading(Terminal& out, const Run& run, const lab::ContestReport& report) {
  std::string text = fmt::format("{}, {} players: {} in {} each, {}", run.game.title,
                                 report.seating.games[0].size(), counted(report.deals(), "deal", "deals"),
                                 counted(std::ssize(report.seating.games), "seating", "seatings"),
                                 counted(report.games(), "game", "games"));
  if (run.contest.known() > 0)
    text += fmt::format("; {} of them played now", thousands(run.contest.played()));
  if (run.contest.played() > 0)
    text += fmt::format(" in {:.1f} s on {}", run.seconds,
                        counted(run.contest.options().threads, "core", "cores"));
  print_text(out, text, Ink::strong);
  out.line();
}

/// The bots with their figures, the strongest first. A long name has a line of its own.
template <class Figures>
void print_rows(Terminal& out, const lab::ContestReport& report, const lab::Ratings& ratings,
                std::string_view head, Figures figures) {
  std::size_t width = 3;
  for (const std::string& bot : report.seating.bots) width = std::max(width, std::min(bot.size(), kName));
  out.line(padded("bot", width + 2) + std::string(head), Ink::quiet);
  for (const std::size_t bot : ranking(report, ratings)) {
    const std::string& name = report.seating.bots[bot];
    if (name.size() > kName) print_text(out, name);
    out.line(padded(name.size() > kName ? "" : name, width + 2) + figures(bot));
  }
}

/// After few deals the interval reaches far beyond 0 and 1; then its digits say nothing, and take room.
std::string without_luck(double share, const Interval& interval) {
  return share_words(share, interval, interval.half() > 1 ? 0 : 2);
}

void print_wins(Terminal& out, const lab::ContestReport& report, const lab::Ratings& ratings) {
  const auto row = [&](std::string_view wins, std::string_view without_luck, std::string_view equal) {
    return fmt::format("{:<25}{}  {:>6}", wins, report.gains ? fmt::format("  {:<25}", without_luck) : "",
                       equal);
  };
  print_rows(out, report, ratings, row("   wins (95%)", "  without luck", "equal"), [&](std::size_t bot) {
    return row(share_words(report.tally.share(bot), report.tally.interval(bot)),
               report.gains ? without_luck(report.gains->share(bot), report.gains->interval(bot)) : "",
               fmt::format("{:.1f}%", 100 * report.tally.design().equal_share(bot)));
  });
}

void print_ratings(Terminal& out, const lab::ContestReport& report, const lab::Ratings& ratings) {
  const auto row = [](std::string_view elo, std::string_view score, std::string_view time,
                      std::string_view longest) {
    return padded(elo, 23) + fmt::format(" {:>8}  {:>11}  {:>9}", score, time, longest);
  };
  print_rows(out, report, ratings, row(" Elo (95%)", "score", "ms a choice", "longest"),
             [&](std::size_t bot) {
               const lab::BotSums& sums = report.sums[bot];
               return row(elo_words(ratings.elo(bot), lab::elo_interval(report, ratings, bot)),
                          fmt::format("{:.1f}", sums.mean_score()), milliseconds(sums.mean_seconds()),
                          milliseconds(sums.longest_seconds()));
             });
}

/// The verdict on each bot and the next weaker one.
void print_verdicts(Terminal& out, const lab::ContestReport& report, const lab::Ratings& ratings) {
  const auto order = ranking(report, ratings);
  const auto& bots = report.seating.bots;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    const Comparison pair = lab::compare(report, ratings, order[i], order[i + 1]);
    std::string elo = elo_words(pair.elo, pair.interval, " Elo");
    if (report.gains && bots.size() == 2)
      elo =
          fmt::format("{} without luck; by wins {}",
                      without_luck(report.gains->share(pair.first), report.gains->interval(pair.first)), elo);
    if (pair.verdict == Comparison::beats)
      print_text(out, fmt::format("{} beats {}: {}.", bots[pair.first], bots[pair.second], elo));
    else
      print_text(out, fmt::format("No difference between {} and {} is shown: {}.", bots[pair.first],
                                  bots[pair.second], elo));
  }
  if (bots.size() > 2) print_text(out, "Intervals of pairs: 95% for all pairs together.", Ink::quiet);
}

void print_test(Terminal& out, const lab::ContestReport& report) {
  const lab::SequentialTest& test = *report.test;
  const lab::SprtSettings& settings = test.settings();
  const auto& bots = report.seating.bots;
  const std::string verdict =
      test.decision() == Decision::none
          ? "undecided; more --deals may tell"
          : fmt::format("{} is believed: {} is stronger than {} by {:g} Elo rather than by {:g}",
                        word_for(test.decision()), bots[0], bots[1],
                        test.decision() == Decision::elo1 ? settings.elo1 : settings.elo0,
                        test.decision() == Decision::elo1 ? settings.elo0 : settings.elo1);
  print_text(
      out,
      fmt::format("Sequential test of {:g} against {:g} Elo: {} (evidence {:.2f}, bounds {:.2f} and {:.2f}).",
                  settings.elo0, settings.elo1, verdict, test.ratio(), test.lower(), test.upper()));
  if (test.decision() != Decision::none)
    print_text(out, "It chose when to stop, which the intervals above do not allow for.", Ink::quiet);
}

void print_table(const Run& run, const lab::ContestReport& report) {
  Terminal out;
  const lab::Ratings ratings(report.tally);
  print_heading(out, run, report);
  print_wins(out, report, ratings);
  out.line();
  print_ratings(out, report, ratings);
  out.line();
  print_text(
      out,
      fmt::format("wins: of the games it took part in, shared ones split; 95% intervals by deals. The {} "
                  "score wins.",
                  run.game.lowest_wins ? "lowest" : "highest"),
      Ink::quiet);
  if (report.gains)
    print_text(out,
               fmt::format("without luck: what the decisions were worth, each weighed by {}.",
                           counted(run.contest.options().weigh, "playout", "playouts")),
               Ink::quiet);
  out.line();
  print_verdicts(out, report, ratings);
  if (report.test) print_test(out, report);
}

/// The last words of a match that was interrupted.
ExitCode say_interrupted(const lab::Contest& contest, const std::string& journal) {
  const std::string how = journal.empty() ? "a match with --journal FILE can be gone on with"
                                          : "the same command goes on from here";
  complain(fmt::format("interrupted after {} of {}; {}", thousands(contest.known() + contest.played()),
                       counted(contest.total(), "game", "games"), how));
  return kInterrupted;
}

}  // namespace

ExitCode hold_match(MatchArguments arguments) {
  const auto game = play::game_named(arguments.game);
  if (!game) return complain(game.error().message), kBadInput;
  if (const ExitCode added = add_cards(**game, arguments.cards, arguments.options); added != kGood)
    return added;
  const auto options = contest_from(**game, arguments);
  if (!options) return complain(options.error().message), kBadInput;

  lab::Contest contest(*options);
  std::optional<lab::Journal> journal;
  if (!arguments.journal.empty()) {
    auto opened = lab::Journal::open(arguments.journal, *options);
    if (!opened) return complain(opened.error().message), kNoFile;
    journal.emplace(std::move(*opened));
    const auto read = journal->read([&](const lab::FinishedGame& each) { return contest.know(each); });
    if (!read) return complain(read.error().message), kBadInput;
    if (auto begun = journal->begin(); !begun) return complain(begun.error().message), kNoFile;
  }

  watch_for_interrupt();
  const double started = now();
  const auto held = [&] {
    MatchProgress progress;
    const auto keep = [&](const lab::FinishedGame& each) {
      return journal ? journal->append(each) : Result<Done>(Done{});
    };
    const auto show = [&](const lab::Contest::Progress& each) {
      progress.show(each);
      // Should it fail, the next game cannot be kept, which ends the match.
      if (journal) (void)journal->sync_now_and_then(std::chrono::steady_clock::now());
    };
    auto ended = contest.hold(keep, show, interrupted);
    if (ended && journal) ended = journal->sync();
    return ended;
  }();
  if (!held) return complain(held.error().message), kNoFile;

  const Run run{**game, contest, now() - started};
  const lab::ContestReport& report = contest.report();
  const bool whole = report.decided() || report.deals() == options->deals;
  if (report.deals() == 0) return say_interrupted(contest, arguments.journal);
  if (arguments.json)
    print_json(run, report, arguments.seed);
  else
    print_table(run, report);
  return whole ? kGood : say_interrupted(contest, arguments.journal);
}

}  // namespace lifetable::app

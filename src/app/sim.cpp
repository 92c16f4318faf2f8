// SPDX-License-Identifier: Apache-2.0
// `lifetable sim`: many games of bots against bots.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "core/words.hpp"
#include "lab/simulation.hpp"
#include "lab/table.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

/// One bot a seat: those that are named, again and again until every seat is taken. Unless it is said how
/// many sit there, as many as are named.
Result<std::vector<std::string>> bots_by_seat(const play::GameInfo& game, const SimArguments& arguments) {
  const auto& named = arguments.bots;
  const int many = static_cast<int>(named.size());
  const auto players =
      players_for(game, arguments.players || named.empty() ? arguments.players : std::optional(many));
  if (!players)
    return Error{players.error().message +
                 (arguments.players || named.empty() ? "" : "; say with --players how many sit at a table")};
  if (many > *players) return Error{fmt::format("{} bots are too many for {} seats", many, *players)};
  std::vector<std::string> bots;
  for (std::size_t seat = 0; std::cmp_less(seat, *players); ++seat)
    bots.push_back(named.empty() ? "thoughtful" : named[seat % named.size()]);
  return bots;
}

std::ptrdiff_t seats_of(const std::string& bot, const lab::SimulationOptions& options) {
  return std::count(options.bots.begin(), options.bots.end(), bot);
}

void print_json(const play::GameInfo& game, const lab::SimulationOptions& options,
                const lab::SimulationReport& report, const std::string& seed) {
  using namespace play;
  const auto spread = [](const lab::Histogram& histogram) {
    return json::object{{"mean", histogram.mean()},          {"deviation", histogram.deviation()},
                        {"least", histogram.quantile(0)},    {"quarter", histogram.quantile(0.25)},
                        {"median", histogram.quantile(0.5)}, {"three_quarters", histogram.quantile(0.75)},
                        {"most", histogram.quantile(1)}};
  };
  const auto interval = [](const lab::Interval& each) { return json::array{each.low, each.high}; };
  json::array seats;
  for (std::size_t i = 0; i < options.bots.size(); ++i)
    seats.push_back(json::object{{"seat", i + 1},
                                 {"bot", options.bots[i]},
                                 {"win_share", report.by_seat.share(i)},
                                 {"interval_95", interval(report.by_seat.interval(i))},
                                 {"score", spread(report.scores[i])}});
  json::array bots;
  for (std::size_t i = 0; i < report.bots.size(); ++i)
    bots.push_back(json::object{{"bot", report.bots[i]},
                                {"seats", seats_of(report.bots[i], options)},
                                {"win_share", report.by_bot.share(i)},
                                {"interval_95", interval(report.by_bot.interval(i))}});
  const json::object all{{"game", options.game},
                         {"lowest_wins", game.lowest_wins},
                         {"options", to_json(options.options)},
                         {"seed", seed},
                         {"games", report.games},
                         {"seconds", report.seconds},
                         {"games_per_second", static_cast<double>(report.games) / report.seconds},
                         {"decisions", report.decisions},
                         {"dealer_moves", report.dealer_moves},
                         {"seats", seats},
                         {"bots", bots},
                         {"length", spread(report.length)}};
  fmt::print("{}\n", pretty(all));
}

constexpr std::size_t kFirst = 40;  ///< columns before the scores

void print_row(Terminal& out, const std::string& first, const lab::Histogram& h, Ink ink = Ink::plain) {
  out.line(padded(first, kFirst) + fmt::format("{:7.1f} {:5.1f} {:5} {:4} {:4} {:4} {:4}", h.mean(),
                                               h.deviation(), h.quantile(0), h.quantile(0.25),
                                               h.quantile(0.5), h.quantile(0.75), h.quantile(1)),
           ink);
}

void print_table(const play::GameInfo& game, const lab::SimulationOptions& options,
                 const lab::SimulationReport& report) {
  Terminal out;
  const auto speed = static_cast<std::int64_t>(static_cast<double>(report.games) / report.seconds);
  out.paragraph(
      fmt::format("{}: {} in {:.1f} s, {} a second on {}", game.title, counted(report.games, "game", "games"),
                  report.seconds, counted(speed, "game", "games"), counted(options.threads, "core", "cores")),
      Ink::strong);
  out.line();
  out.line(padded("seat bot          wins (95%)", kFirst) + "  score    sd least  25% half  75% most",
           Ink::quiet);
  for (std::size_t i = 0; i < options.bots.size(); ++i) {
    std::string seat = fmt::format("{:>4} {:<10} ", i + 1, options.bots[i]);
    if (constexpr std::size_t room = 16; seat.size() > room) {
      out.line(seat);
      seat.assign(room, ' ');
    }
    print_row(out, seat + share_words(report.by_seat.share(i), report.by_seat.interval(i), 1),
              report.scores[i]);
  }
  print_row(out, "     decisions a game", report.length, Ink::quiet);
  out.line(fmt::format("The {} score wins; a win of several seats is shared out between them.",
                       game.lowest_wins ? "lowest" : "highest"),
           Ink::quiet);
  if (report.bots.size() == 1) return;  // one kind of bot wins everything, always
  out.line();
  for (std::size_t i = 0; i < report.bots.size(); ++i)
    out.paragraph(fmt::format("{}: {} of the wins from {} of {} seats", report.bots[i],
                              share_words(report.by_bot.share(i), report.by_bot.interval(i)),
                              seats_of(report.bots[i], options), options.bots.size()));
}

}  // namespace

ExitCode simulate(SimArguments arguments) {
  const auto game = play::game_named(arguments.game);
  if (!game) return complain(game.error().message), kBadInput;
  const auto bots = bots_by_seat(**game, arguments);
  if (!bots) return complain(bots.error().message), kBadInput;
  lab::SimulationOptions options{.game = arguments.game,
                                 .bots = *bots,
                                 .games = arguments.games,
                                 .seed = seed_from(arguments.seed),
                                 .threads = lab::threads_for(arguments.threads)};
  if (const ExitCode added = add_cards(**game, arguments.cards, arguments.options); added != kGood)
    return added;
  const auto filled = options_from(**game, arguments.options, bots->size());
  if (!filled) return complain(filled.error().message), kBadInput;
  options.options = *filled;

  watch_for_interrupt();
  auto report = [&] {
    ProgressBar bar("games", options.games);
    return lab::simulate(options, [&](std::int64_t done) { bar.show(done); }, interrupted);
  }();
  if (!report) return complain(report.error().message), kBadInput;
  if (report->games == 0) return complain("interrupted before the first game was over"), kInterrupted;
  if (arguments.json)
    print_json(**game, options, *report, arguments.seed);
  else
    print_table(**game, options, *report);
  if (!interrupted) return kGood;
  complain(fmt::format("interrupted: these are the first {} of {}", thousands(report->games),
                       counted(options.games, "game", "games")));
  return kInterrupted;
}

}  // namespace lifetable::app

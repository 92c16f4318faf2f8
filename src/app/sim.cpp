// SPDX-License-Identifier: Apache-2.0
// `lifetable sim`: many games of bots against bots.
#include <fmt/format.h>
#include <map>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "lab/simulation.hpp"
#include "lab/table.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

struct BotWins {
  int seats = 0;
  double wins = 0;
};

/// Wins of all seats that a bot held together.
std::map<std::string, BotWins> wins_by_bot(const std::vector<std::string>& bots,
                                           const lab::SimulationReport& report) {
  std::map<std::string, BotWins> by_bot;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    ++by_bot[bots[i]].seats;
    by_bot[bots[i]].wins += report.win_share(i);
  }
  return by_bot;
}

void print_json(const play::GameInfo& game, const lab::SimulationOptions& options,
                const lab::SimulationReport& report) {
  using namespace play;
  const auto spread = [](const lab::Histogram& histogram) {
    return json::object{{"mean", histogram.mean()},          {"deviation", histogram.deviation()},
                        {"least", histogram.quantile(0)},    {"quarter", histogram.quantile(0.25)},
                        {"median", histogram.quantile(0.5)}, {"three_quarters", histogram.quantile(0.75)},
                        {"most", histogram.quantile(1)}};
  };
  json::array seats;
  for (std::size_t i = 0; i < options.bots.size(); ++i)
    seats.push_back(json::object{{"seat", i + 1},
                                 {"bot", options.bots[i]},
                                 {"win_share", report.win_share(i)},
                                 {"half_interval_95", lab::half_interval(report.win_share(i), report.games)},
                                 {"score", spread(report.scores[i])}});
  json::array bots;
  for (const auto& [bot, wins] : wins_by_bot(options.bots, report))
    bots.push_back(json::object{{"bot", bot}, {"seats", wins.seats}, {"win_share", wins.wins}});
  const json::object all{{"game", options.game},
                         {"lowest_wins", game.lowest_wins},
                         {"options", to_json(options.options)},
                         {"seed", options.seed},
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

void print_table(const play::GameInfo& game, const lab::SimulationOptions& options,
                 const lab::SimulationReport& report) {
  Terminal out;
  out.line(
      fmt::format("{}: {} games in {:.1f} s, {} games a second on {} {}", game.title, thousands(report.games),
                  report.seconds,
                  thousands(static_cast<std::int64_t>(static_cast<double>(report.games) / report.seconds)),
                  options.threads, options.threads == 1 ? "core" : "cores"),
      Ink::strong);
  out.line();
  const auto row = [](const lab::Histogram& h) {
    return fmt::format("{:8.1f} {:5.1f} {:5} {:5} {:5} {:5} {:5}", h.mean(), h.deviation(), h.quantile(0),
                       h.quantile(0.25), h.quantile(0.5), h.quantile(0.75), h.quantile(1));
  };
  out.line(fmt::format("{:<33}{:>8} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5}", "seat bot         wins", "score",
                       "sd", "least", "25%", "half", "75%", "most"),
           Ink::quiet);
  for (std::size_t i = 0; i < options.bots.size(); ++i) {
    const double share = report.win_share(i);
    const std::string wins =
        fmt::format("{:6.2f}% ± {:4.2f}", 100 * share, 100 * lab::half_interval(share, report.games));
    out.line(padded(fmt::format("{:>4} {:<11}{}", i + 1, options.bots[i], wins), 33) + row(report.scores[i]));
  }
  out.line(padded("     decisions a game", 33) + row(report.length), Ink::quiet);
  out.line(fmt::format("The {} score wins; a win of several seats is shared out between them.",
                       game.lowest_wins ? "lowest" : "highest"),
           Ink::quiet);
  const auto by_bot = wins_by_bot(options.bots, report);
  if (by_bot.size() == 1) return;  // one kind of bot wins everything, always
  out.line();
  for (const auto& [bot, wins] : by_bot)
    out.line(fmt::format("{}: {:.2f}% of the wins from {} of {} seats", bot, 100 * wins.wins, wins.seats,
                         options.bots.size()));
}

}  // namespace

ExitCode simulate(SimArguments arguments) {
  const auto game = play::game_named(arguments.game);
  if (!game) return complain(game.error().message), kBadInput;
  if (arguments.bots.empty()) {
    const auto players = players_for(**game, arguments.players);
    if (!players) return complain(players.error().message), kBadInput;
    arguments.bots.assign(static_cast<std::size_t>(*players), "thoughtful");
  }
  lab::SimulationOptions options{.game = arguments.game,
                                 .bots = arguments.bots,
                                 .games = arguments.games,
                                 .seed = seed_from(arguments.seed),
                                 .threads = lab::threads_for(arguments.threads)};
  if (const ExitCode added = add_cards(**game, arguments.cards, arguments.options); added != kGood)
    return added;
  const auto filled = options_from(**game, arguments.options, arguments.bots.size());
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
    print_json(**game, options, *report);
  else
    print_table(**game, options, *report);
  if (!interrupted) return kGood;
  complain(fmt::format("interrupted: these are the first {} of {} games", thousands(report->games),
                       thousands(options.games)));
  return kInterrupted;
}

}  // namespace lifetable::app

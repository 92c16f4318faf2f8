// SPDX-License-Identifier: Apache-2.0
// `lifetable bench`: how fast random play and the search are, beside the machine's floor in the same run.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "core/words.hpp"
#include "lab/speed.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// Instructions that `lifetable bench --only-games` takes, by callgrind; -1 without valgrind.
double count_instructions(const std::string& game, int players, std::int64_t games) {
  char self[4096];
  const ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
  if (size <= 0) return -1;
  self[size] = 0;
  // The path goes by the environment, so that no character of it means anything to the shell.
  setenv("LIFETABLE_SELF", self, 1);
  const std::string command = fmt::format(
      "valgrind --tool=callgrind --callgrind-out-file=/dev/null \"$LIFETABLE_SELF\" bench {} --players {} "
      "--only-games {} 2>&1",
      game, players, games);
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return -1;
  double count = -1;
  std::array<char, 512> line;
  while (std::fgets(line.data(), line.size(), pipe))
    if (const char* found = std::strstr(line.data(), "Collected : "))
      count = std::strtod(found + 12, nullptr);
  pclose(pipe);
  return count;
}

/// By the difference of two runs, so that the program's start does not count.
double instructions_per_decision(const std::string& game, int players) {
  constexpr std::int64_t kFew = 100, kMany = 600;
  const double few = count_instructions(game, players, kFew), many = count_instructions(game, players, kMany);
  if (few < 0 || many < 0) return -1;
  const auto decisions = [&](std::int64_t games) {
    return lab::play_randomly(game, players, 0, games).decisions;
  };
  return (many - few) / static_cast<double>(decisions(kMany) - decisions(kFew));
}

void bench_game(const play::GameInfo& game, double seconds) {
  constexpr int kRepeats = 7;
  const std::string name(game.name);
  Terminal out;
  std::size_t state_size = 0;
  play::with_game(game.name, [&]<Game G>() { state_size = sizeof(typename G::State); });
  out.line(fmt::format("{}: random games on one core, state {} bytes, best of {} runs", game.title,
                       state_size, kRepeats),
           Ink::strong);
  out.line(
      "         players' decisions alone         with the dealer's moves                     instructions",
      Ink::quiet);
  out.line(
      "players   decisions/s     ns  x floor      moves/s     ns  x floor   games/s  floor ns  a decision",
      Ink::quiet);
  for (int players = game.min_players; players <= game.max_players; ++players) {
    // Runs and floor take turns, so that a slow moment of the machine meets both.
    lab::Work best;
    double best_ns = 1e18, floor = 1e18;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      floor = std::min(floor, lab::measure_floor());
      const lab::Work work = lab::play_randomly(name, players, seconds);
      const double ns = work.seconds * 1e9 / static_cast<double>(work.decisions);
      if (ns < best_ns) best_ns = ns, best = work;
    }
    const double instructions = instructions_per_decision(name, players);
    const auto per_second = [&](std::int64_t count) {
      return static_cast<std::int64_t>(static_cast<double>(count) / best.seconds);
    };
    const std::int64_t moves = best.decisions + best.dealer_moves;
    const double move_ns = best.seconds * 1e9 / static_cast<double>(moves);
    out.line(
        fmt::format("{:>7}  {:>12}  {:>5.1f}  {:>7.1f}  {:>11}  {:>5.1f}  {:>7.1f}  {:>8}  {:>8.2f}  {:>10}",
                    players, thousands(per_second(best.decisions)), best_ns, best_ns / floor,
                    thousands(per_second(moves)), move_ns, move_ns / floor, thousands(per_second(best.games)),
                    floor, instructions < 0 ? "no valgrind" : fmt::format("{:.0f}", instructions)));
    std::fflush(stdout);
  }
}

double a_second(std::int64_t count, double seconds) { return static_cast<double>(count) / seconds; }

/// The fastest of several runs of each kind.
struct SearchSpeed {
  double bare = 0;           ///< random play's decisions a second
  lab::SearchWork one, two;  ///< the search's, with one thread and with two
  lab::SearchWork small;     ///< with one, and little memory
};
constexpr std::size_t kLittleMemory = 100'000;

SearchSpeed measure_search(std::string_view game, int players, double seconds, int repeats) {
  const auto faster = [](const lab::SearchWork& a, const lab::SearchWork& b) {
    return !b.playouts || a_second(a.playouts, a.seconds) > a_second(b.playouts, b.seconds) ? a : b;
  };
  const bots::Budget budget{.seconds = seconds};
  SearchSpeed best;
  // All kinds take turns, so that a slow moment of the machine meets each.
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const lab::Work bare = lab::play_randomly(game, players, seconds);
    best.bare = std::max(best.bare, a_second(bare.decisions, bare.seconds));
    best.one = faster(lab::search_randomly(game, players, budget), best.one);
    best.two = faster(lab::search_randomly(game, players, budget, 2), best.two);
    best.small = faster(lab::search_randomly(game, players, budget, 1, kLittleMemory), best.small);
  }
  return best;
}

void bench_search(const play::GameInfo& game, double seconds) {
  constexpr int kRepeats = 7;
  Terminal out;
  const auto rounded = [](double number) { return thousands(static_cast<std::int64_t>(number)); };
  out.line(fmt::format("\n{}: a search's first {} s, random rollouts to the end of the game, best of {} runs",
                       game.title, seconds, kRepeats),
           Ink::strong);
  out.line(fmt::format("          decisions/s  decisions/s                     x with   {:>26}",
                       fmt::format("within {} KB of memory", kLittleMemory / 1000)),
           Ink::quiet);
  out.line("players  of bare play  in a search  ratio  playouts/s  2 threads    bytes  nodes  playouts/s",
           Ink::quiet);
  for (const int players : {2, 4}) {
    if (players < game.min_players || players > game.max_players) continue;
    const SearchSpeed best = measure_search(game.name, players, seconds, kRepeats);
    const double decisions = a_second(best.one.decisions, best.one.seconds);
    const double playouts = a_second(best.one.playouts, best.one.seconds);
    out.line(fmt::format("{:>7}  {:>12}  {:>11}  {:>5.2f}  {:>10}  {:>9.2f}  {:>7}  {:>5}  {:>10}", players,
                         rounded(best.bare), rounded(decisions), decisions / best.bare, rounded(playouts),
                         a_second(best.two.playouts, best.two.seconds) / playouts,
                         thousands(static_cast<std::int64_t>(best.small.bytes)),
                         thousands(static_cast<std::int64_t>(best.small.nodes)),
                         rounded(a_second(best.small.playouts, best.small.seconds))));
    std::fflush(stdout);
  }
}

}  // namespace

ExitCode bench(const BenchArguments& arguments) {
  if (!(arguments.seconds >= 0.01 && arguments.seconds <= 60))
    return complain("--seconds must be 0.01 to 60"), kBadInput;
  std::vector<const play::GameInfo*> games = play::all_games();
  if (!arguments.game.empty()) {
    const auto game = play::game_named(arguments.game);
    if (!game) return complain(game.error().message), kBadInput;
    games = {*game};
  }
  if (arguments.games) {
    const auto players = players_for(*games[0], arguments.players);
    if (!players) return complain(players.error().message), kBadInput;
    lab::play_randomly(games[0]->name, *players, 0, arguments.games);
    return kGood;
  }
  const long before = peak_kilobytes();
  for (const auto* game : games) {
    if (game != games[0]) fmt::print("\n");
    bench_game(*game, arguments.seconds);
    bench_search(*game, arguments.seconds);
  }
  if (arguments.game.empty() || arguments.game == "cv")
    fmt::print("\npayment solver of cv: {:.1f} ns a question ({})\n", lab::measure_payments(),
               "4 to 6 dice, up to 6 tokens, one or two cards; one in four with arrows");
  fmt::print("\nMemory: {} KB at the start, {} KB at most; a search may take {} KB for its trees.\n",
             thousands(before), thousands(peak_kilobytes()),
             thousands(static_cast<std::int64_t>(bots::SearchSettings{}.memory / 1024)));
  fmt::print(
      "The time always includes the dealer's moves. The floor is one generator call, one bounded pick and "
      "one "
      "64-byte copy.\n");
  return kGood;
}

}  // namespace lifetable::app

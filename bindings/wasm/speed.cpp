// SPDX-License-Identifier: Apache-2.0
// Measures how long a bot that looks ahead takes for its answers (`speed hard`), and how many playouts it
// makes a second: the same program natively and in WebAssembly, at the same positions.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "bots/think.hpp"
#include "positions.hpp"

namespace lifetable {
namespace {

using Clock = std::chrono::steady_clock;

struct Pace {
  int answers = 0;
  double longest = 0, seconds = 0;  ///< of whole answers, words included; of the searches alone
  std::int64_t playouts = 0;
};

Pace pace_of(const play::GameInfo& game, int players, const bots::SearchSettings& settings) {
  constexpr int kEvery = 4, kMoments = 10;
  Pace pace;
  at_choices(game, players, kEvery, kMoments, [&](const play::Match& match, Seat seat) {
    const auto start = Clock::now();
    const auto thoughts = *bots::think(game.name, match.view(seat), settings, 1);
    pace.longest = std::max(pace.longest, std::chrono::duration<double>(Clock::now() - start).count());
    ++pace.answers;
    pace.seconds += thoughts.effort.seconds;
    pace.playouts += thoughts.effort.playouts;
  });
  return pace;
}

int measure(std::string_view name) {
  const auto spec = bots::bot_from(name);
  if (!spec || spec->kind != bots::BotSpec::search) {
    std::fputs("speed: name a bot that looks ahead, such as hard or search/5000\n", stderr);
    return 2;
  }
  std::puts("game    players  answers  longest ms  playouts/s");
  for (const auto* game : play::all_games())
    for (const int players : {2, 4}) {
      const Pace pace = pace_of(*game, players, spec->settings);
      std::puts(fmt::format("{:<7} {:>7}  {:>7}  {:>10.1f}  {:>10.0f}", game->name, players, pace.answers,
                            1000 * pace.longest, static_cast<double>(pace.playouts) / pace.seconds)
                    .c_str());
    }
  return 0;
}

}  // namespace
}  // namespace lifetable

int main(int count, char** arguments) { return lifetable::measure(count > 1 ? arguments[1] : "hard"); }

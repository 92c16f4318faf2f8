#include "lab/speed.hpp"

#include <array>
#include <chrono>

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
Work play_game(int players, double seconds, std::int64_t games) {
  Fields fields;
  fields.set("players", std::to_string(players));
  const auto options = G::options(fields);
  Xoshiro256pp rng(7);
  Work work;
  const auto start = Clock::now();
  for (;;) {
    typename G::State state = G::start(*options);
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

Work play_randomly(std::string_view game, int players, double seconds, std::int64_t games) {
  return play::with_game(game, [&]<Game G>() { return play_game<G>(players, seconds, games); });
}

}  // namespace lifetable::lab

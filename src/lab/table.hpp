// SPDX-License-Identifier: Apache-2.0
// A table of bots: whether there can be one, who sits there, and how a game is played at it.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bots/bot.hpp"
#include "core/fields.hpp"
#include "core/result.hpp"

namespace lifetable::lab {

/// All options of a table, with what the game fills in; an error if there can be no such table.
Result<Fields> fields_for(std::string_view game, const Fields& options);
/// The same, for so many games of these bots on so many threads.
Result<Fields> fields_for(std::string_view game, const Fields& options, std::span<const std::string> bots,
                          std::int64_t games, int threads);
/// How many sit there, of options that are good.
int players_in(const Fields& fields);

/// As many threads as were asked for; if that is none, as many as there are cores.
int threads_for(int asked);

/// The bots of one game, each in its seat.
template <Game G>
class Players {
 public:
  using State = typename G::State;

  /// The next seat is taken.
  void sit_down(const bots::BotSpec& bot, std::uint64_t seed) {
    bots_[size_] = bots::make_bot<G>(bot, seed);
    if (bots_[size_]->watches()) watching_.add(Seat{static_cast<int>(size_)});
    ++size_;
  }
  bots::Bot<G>& at(Seat seat) const { return *bots_[seat.index]; }
  typename G::Move choose(const State& state, Seat seat) const {
    return at(seat).choose(G::view(state, seat));
  }
  /// Lets those who want to see how the table looks now.
  void watch(const State& state) const {
    for (const Seat seat : watching_) at(seat).watch(G::view(state, seat));
  }

 private:
  std::array<std::unique_ptr<bots::Bot<G>>, kMaxSeats> bots_;
  std::size_t size_ = 0;
  SeatSet watching_;
};

/// Plays to the end, with chance from `rng`. `play(actors, actor, move)` has to play the move, on the same
/// state. False if it was stopped in the middle, which every decision looks out for: a search may think for
/// long, and rules may let bots go on for ever.
template <Game G, class Play>
bool play_game(const typename G::State& state, const Players<G>& players, Xoshiro256pp& rng,
               const std::atomic<bool>& stop, Play play) {
  for (Actors actors = G::actors(state); actors.kind != Actors::over; actors = G::actors(state)) {
    const Seat actor = actors.first();
    if (actor != kDealer && stop.load(std::memory_order_relaxed)) return false;
    play(actors, actor, actor == kDealer ? G::draw(state, rng) : players.choose(state, actor));
    players.watch(state);
  }
  return true;
}

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
// Tables to try things at, and random games at them. For tests only.
#pragma once

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "core/scene_testing.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"
#include "table/table.hpp"

namespace lifetable::table {

inline std::vector<play::SeatHeader> people(int players) {
  const std::vector<std::string> names = {"Ann", "Bo", "Cy", "Di", "Ed", "Flo"};
  std::vector<play::SeatHeader> seats;
  for (int i = 0; i < players; ++i) seats.push_back({names[static_cast<std::size_t>(i)], "person"});
  return seats;
}

inline Table open_table(std::string_view game, int players, const std::string& seed, Pace pace = {},
                        std::string_view rules = "") {
  auto table = Table::open(game, assignments(rules), people(players), play::Seed::from_text(seed), pace);
  EXPECT_TRUE(table) << (table ? "" : table.error().message);
  return std::move(*table);
}

template <class Message>
std::string json_of(const Message& message) {
  return play::json_text(message);
}
/// The same, to look into.
template <class Message>
boost::json::value value_of(const Message& message) {
  return boost::json::parse(play::json_text(message));
}

/// What each seat and a bystander see, as it is sent.
inline std::vector<std::string> shown(const Table& table, Millis now = 0) {
  std::vector<std::string> all;
  for (const Seat reader : readers(table.match().players())) all.push_back(json_of(table.state(reader, now)));
  return all;
}

/// A seat that is to act and has not answered, and a move of its own.
struct Choice {
  Seat seat;
  std::string move;
};
inline Choice random_choice(const Table& table, Xoshiro256pp& rng) {
  std::vector<Seat> ready;
  for (const Seat seat : table.match().actors().set)
    if (!table.state(seat).offers.empty()) ready.push_back(seat);
  const Seat seat = pick_from(ready, rng);
  return {seat, pick_from(table.match().moves(seat), rng)};
}

inline void play_on(Table& table, const Choice& choice, Millis now = 0) {
  const auto refused = table.play(choice.seat, choice.move, table.at(), now);
  ASSERT_FALSE(refused) << choice.move << ": " << refused->reason;
}

/// A table of each game, with the fewest and the most players, for `look(table, rng)` to play at. Games
/// of Cradle to Grave have one round.
template <class Look>
void at_random_tables(int seeds, Look look, Pace pace = {}) {
  for (const play::GameInfo* game : play::all_games())
    for (const int players : {game->min_players, game->max_players})
      for (int seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE(fmt::format("{} with {} players, seed {}", game->name, players, seed));
        Table table = open_table(game->name, players, std::to_string(seed), pace,
                                 game->name == "cradle" ? "rounds=1" : "");
        Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
        look(table, rng);
        if (testing::Test::HasFailure()) return;
      }
}

/// How many moves of both records are good and show the reader the same.
inline std::size_t alike_for(const play::Record& one, const play::Record& other, Seat reader) {
  const auto game = play::game_named(one.header.game);
  const auto first = std::move(*(*game)->start(one.header.options)), second = first->clone();
  for (std::size_t i = 0; i < one.moves.size(); ++i) {
    if (!first->play(one.moves[i].by, one.moves[i].move)) return i;
    if (!second->play(other.moves[i].by, other.moves[i].move)) return i;
    if (first->describe(reader) != second->describe(reader)) return i;
    // A card that the reader draws and loses at once leaves the same view; still it was seen.
    if (one.moves[i] != other.moves[i] && first->told(reader) != second->told(reader)) return i;
  }
  return one.moves.size();
}

}  // namespace lifetable::table

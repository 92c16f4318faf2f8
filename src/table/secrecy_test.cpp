// SPDX-License-Identifier: Apache-2.0
// What leaves a table for a seat depends on nothing that the seat cannot see: each game is compared with a
// twin in which hidden cards have changed places.
#include <gtest/gtest.h>

#include "table/table_testing.hpp"

namespace lifetable::table {
namespace {

/// A game as it was dealt and played, without the seed: the deal is what the record says.
play::Record game_of(std::string_view game, int players, int seed) {
  Table table = open_table(game, players, std::to_string(seed), {}, game == "cradle" ? "rounds=1" : "");
  Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
  while (!table.over() && table.at() < 120) play_on(table, random_choice(table, rng));
  play::Record record = table.record();
  record.header.seed.reset();
  record.header.commitment.clear();
  record.header.result.reset();
  return record;
}

/// All that a reader could have been sent up to this move.
std::vector<std::string> messages(const play::Record& record, std::size_t moves, Seat reader) {
  std::vector<std::string> all;
  for (std::size_t at = moves > 8 ? moves - 8 : 0; at <= moves; ++at) {
    play::Record past = record;
    past.moves.resize(at);
    const auto table = Table::from(std::move(past), "the record");
    EXPECT_TRUE(table) << table.error().message;
    if (!table) return all;
    all.push_back(json_of(table->state(reader)));
    all.push_back(json_of(table->told(reader, 0)));
  }
  return all;
}

TEST(Secrecy, ASeatIsSentTheSameWhateverTheOthersHold) {
  for (const play::GameInfo* game : play::all_games()) {
    int twins = 0, differ_later = 0;
    for (int seed = 1; seed <= 5; ++seed) {
      const int players = game->min_players + seed % (game->max_players - game->min_players + 1);
      const play::Record record = game_of(game->name, players, seed);
      Xoshiro256pp rng(static_cast<std::uint64_t>(seed));
      std::vector<std::size_t> deals;
      for (std::size_t i = 0; i < record.moves.size(); ++i)
        if (record.moves[i].by == kDealer) deals.push_back(i);
      for (int attempt = 0; attempt < 40; ++attempt) {
        if (attempt == 20) deals.resize(std::min<std::size_t>(deals.size(), 25));  // CV hides cards only here
        const std::size_t a = pick_from(deals, rng), b = pick_from(deals, rng);
        if (record.moves[a].move == record.moves[b].move) continue;
        play::Record twin = record;
        std::swap(twin.moves[a].move, twin.moves[b].move);
        const Seat reader = pick_from(readers(players), rng);
        const std::size_t alike = alike_for(record, twin, reader);
        if (alike <= std::min(a, b)) continue;  // the reader saw the card
        ++twins;
        differ_later += alike < record.moves.size();
        const auto one = messages(record, alike, reader), other = messages(twin, alike, reader);
        for (std::size_t i = 0; i < one.size(); ++i)
          ASSERT_EQ(one[i], other[i]) << game->name << ", seed " << seed << ", reader " << to_string(reader);
      }
    }
    EXPECT_GT(twins, 10) << game->name;
    EXPECT_GT(differ_later, 0) << game->name << ": the twins should differ in the end";
  }
}

/// Whether a number or a text stands anywhere in a list of that name.
std::size_t things_in(const boost::json::value& scene, std::string_view name) {
  const auto* list = scene.as_object().if_contains(name);
  return list && list->is_array() ? list->as_array().size() : 0;
}

TEST(Secrecy, ABystanderHasNoHandAndNothingToChoose) {
  at_random_tables(2, [](Table& table, Xoshiro256pp& rng) {
    while (!table.over()) {
      for (const Seat nobody : {kNobody, Seat{table.match().players()}, kDealer}) {
        const State state = table.state(nobody);
        EXPECT_EQ(state.reader, 0);
        EXPECT_TRUE(state.offers.empty());
        EXPECT_FALSE(state.undo);
        for (const char* own : {"hand", "choices", "passed"})
          EXPECT_EQ(things_in(value_of(state.scene), own), 0u) << own;
      }
      play_on(table, random_choice(table, rng));
    }
  });
}

TEST(Secrecy, NobodyIsSentTheSeed) {
  at_random_tables(1, [](Table& table, Xoshiro256pp& rng) {
    const std::string seed = table.record().header.seed->hex();
    while (!table.over()) play_on(table, random_choice(table, rng));
    for (const std::string& state : shown(table)) EXPECT_EQ(state.find(seed), std::string::npos);
  });
}

}  // namespace
}  // namespace lifetable::table

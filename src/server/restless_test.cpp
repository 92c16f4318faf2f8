// SPDX-License-Identifier: Apache-2.0
// People who do not sit still: lines break in the middle of a move, seats are lent to bots and taken back, on
// this device or another, all the time and at all tables. Whatever they do, somebody is always asked who can
// answer, and every game comes to its end. `make soak` does it for many more tables.
#include <cstdlib>

#include "core/random.hpp"
#include "server/online_testing.hpp"

namespace lifetable::server {
namespace {

int tables_wanted() {
  const char* chosen = std::getenv("LIFETABLE_RESTLESS");
  return chosen ? std::atoi(chosen) : 6;
}

/// One of the people at a table, with lines that come and go.
class Restless {
 public:
  Restless(Guest& guest, std::uint64_t seed) : guest_(guest), rng_(seed) {}

  void play_to_the_end() {
    while (!guest_.is_over() && !testing::Test::HasFailure()) {
      switch (below(rng_, 16)) {
        case 0: guest_.come(); break;
        case 1:  // for a while, or not at all: who comes has the seat again
          lend_the_seat();
          for (auto messages = below(rng_, 4); messages > 0 && !guest_.is_over(); --messages) hear();
          if (below(rng_, 2)) (void)guest_.ask({{"do", "return"}});
          guest_.come();
          break;
        case 2:
          if (!guest_.may_choose()) break;
          guest_.line->ask(choice());
          guest_.come();  // without having heard whether it was made
          break;
        default: guest_.may_choose() ? play() : hear();
      }
    }
  }

 private:
  json::object choice() {
    const auto& offers = guest_.state.at("offers").as_array();
    const auto& offer = offers[below(rng_, static_cast<std::uint32_t>(offers.size()))];
    return {{"do", "play"}, {"move", offer.at("move")}, {"seen", guest_.at()}};
  }
  void play() {
    const auto before = guest_.at();
    const auto answer = guest_.ask(choice());
    // Whoever is refused, or has answered in a window, looks again.
    if (!answer.contains("ok") || guest_.at() == before) guest_.come();
  }
  void lend_the_seat() {
    (void)guest_.ask({{"do", "leave"}});
    guest_.state["offers"] = json::array{};
  }
  void hear() {
    if (const auto message = guest_.line->next())  // it complains of a server that keeps silent
      guest_.look(*message);
    else
      guest_.come();
  }

  Guest& guest_;
  Xoshiro256pp rng_;
};

TEST_F(Online, NoTableIsEverStuckHoweverPeopleComeAndGo) {
  HallSettings settings = quick();
  settings.devices = 1000;  // a line that was dropped may still be there for the server
  begin(settings);
  constexpr std::string_view games[] = {"cv", "alive", "cv", "cradle"};
  for (int first = 0; first < tables_wanted() && !HasFailure(); first += 3) {
    std::vector<std::thread> threads;
    for (int table = first; table < std::min(first + 3, tables_wanted()); ++table)
      threads.emplace_back([this, table, game = games[table % 4]] {
        auto [ann, bo] = two_at_a_table(port(), opening(game, {"me", "open", "thoughtful"}));
        ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
        const auto seed = static_cast<std::uint64_t>(table) * 2;
        std::thread other([&bo = *bo, seed] { Restless(bo, seed).play_to_the_end(); });
        Restless(*ann, seed + 1).play_to_the_end();
        other.join();
        EXPECT_TRUE(ann->is_over() && bo->is_over()) << game << " table " << table;
        EXPECT_EQ(ann->state.at("outcome"), bo->state.at("outcome"));
      });
    for (std::thread& thread : threads) thread.join();
  }
}

}  // namespace
}  // namespace lifetable::server

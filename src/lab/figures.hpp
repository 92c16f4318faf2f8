// SPDX-License-Identifier: Apache-2.0
// What is counted over many games of one table: who wins from where, how long it takes, who leads and for how
// long, and with which cards people win.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lab/course.hpp"
#include "lab/ratio.hpp"
#include "lab/simulation.hpp"

namespace lifetable::lab {

/// One table, and the games that are played at it.
struct TableOptions {
  std::string game;
  Fields options;                  ///< all of them, with the number of players
  std::string bot = "thoughtful";  ///< in every seat
  std::int64_t games = 100'000;
  std::uint64_t seed = 1;
  int threads = 1;
};

/// Of one kind of card.
struct CardFigures {
  std::int64_t games = 0;  ///< in which it was played
  Ratio plays;             ///< a game
  Ratio winners;           ///< the share of its plays that were the later winner's
  void add(const CardFigures& other);
  friend bool operator==(const CardFigures&, const CardFigures&) = default;
};

struct TableFigures {
  int side = 1;  ///< how many seats win together: those of a team
  std::int64_t games = 0;
  double seconds = 0;
  std::vector<Ratio> seats;    ///< wins by seat
  std::vector<Ratio> order;    ///< wins by seat clockwise from the one that began; none if nobody ever does
  Histogram score, spread;     ///< of a seat at the end; between the best and the worst of a game
  Histogram decisions, turns;  ///< of a game
  Ratio decisions_a_turn;
  std::vector<CardFigures> cards;  ///< by kind; 0 is all of them; empty if the game names no cards

  /// From games that were watched closely: all, or every so many of very many.
  std::int64_t watched = 0;
  Ratio choices;  ///< decisions with more than one legal move, of all decisions
  Ratio choices_a_turn;
  Histogram lead_changes;
  Ratio mean_lead_changes;
  Ratio behind_at_half;  ///< wins of who was not among the best after half of the decisions
  Ratio last_at_half;    ///< wins of who was among the worst and not the best
  Ratio decided_late;    ///< the lead last changed in the last quarter
  std::array<Ratio, kTenths + 1> leader_wins;  ///< the sole leader at that tenth, or its team, won the game
  std::array<std::int64_t, kTenths> settled{};

  /// Whether scores tell who leads while a game is played, or only at its end.
  bool shows_lead() const { return 100 * leader_wins[kTenths / 2].games >= watched; }
  /// How often a leader would win if leading meant nothing.
  double equal_lead() const { return static_cast<double>(side) / static_cast<double>(seats.size()); }
  double share_settled_by(int tenth) const;  ///< of games in which the winner was ahead for good by then
  void add(const TableFigures& other);
  friend bool operator==(const TableFigures&, const TableFigures&) = default;
};

/// How many games are watched closely at most, more or less.
inline constexpr std::int64_t kWatched = 50'000;
/// Of so many games, every how many is watched.
constexpr std::int64_t watched_every(std::int64_t games) { return games < kWatched ? 1 : games / kWatched; }

/// Plays the games: the same ones as `simulate` with that seed. The same options give the same figures on any
/// number of threads; `progress` and `stop` are as there.
Result<TableFigures> count_games(const TableOptions& options,
                                 const std::function<void(std::int64_t)>& progress,
                                 const std::atomic<bool>& stop);

}  // namespace lifetable::lab

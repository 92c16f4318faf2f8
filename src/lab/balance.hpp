// SPDX-License-Identifier: Apache-2.0
// What a catalogue of CV does in many games of bots: which cards are bought and who wins with them, what
// sitting first is worth, how long games last, and where the points come from.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "games/cv/cv.hpp"
#include "lab/simulation.hpp"
#include "lab/statistics.hpp"

namespace lifetable::lab {

struct BalanceOptions {
  Fields options;                  ///< of CV: how many players, and which cards
  std::string bot = "thoughtful";  ///< in every seat
  std::int64_t games = 4'000;
  std::uint64_t seed = 1;
  int threads = 1;
};

/// What became of one card.
struct CardCount {
  /// Cards of the track: games in which somebody could have bought it; childhood cards: how often it was
  /// among the first three of somebody.
  std::int64_t chances = 0;
  std::int64_t taken = 0;  ///< of these: it was bought; it was chosen first
  /// Who bought it, held it when grown up, or had it as a secret goal.
  std::int64_t owners = 0;
  std::int64_t wins = 0;    ///< theirs, in parts of a whole win
  std::int64_t points = 0;  ///< that a goal gave as a secret goal

  double share() const { return chances ? static_cast<double>(taken) / static_cast<double>(chances) : 0; }
  double win_share() const {
    return owners ? static_cast<double>(wins) / (static_cast<double>(kWholeWin) * static_cast<double>(owners))
                  : 0;
  }
  double mean_points() const {
    return owners ? static_cast<double>(points) / static_cast<double>(owners) : 0;
  }
  void add(const CardCount& other);
  friend bool operator==(const CardCount&, const CardCount&) = default;
};

struct BalanceReport {
  int players = 0;
  cv::CatalogueId catalogue = cv::kStandard;
  std::int64_t games = 0;
  double seconds = 0;
  std::array<CardCount, cv::kCards + 1> cards{};  ///< by number

  /// By seats clockwise from the one that begins every round (CV-9).
  std::array<std::int64_t, cv::kMaxPlayers> wins{};  ///< in parts of a whole win
  std::array<Histogram, cv::kMaxPlayers> scores;
  double win_share(std::size_t distance) const {
    return games ? static_cast<double>(wins[distance]) /
                       (static_cast<double>(kWholeWin) * static_cast<double>(games))
                 : 0;
  }

  Histogram rounds, turns, decisions;  ///< of a game
  Histogram score, cv_cards;           ///< of a player at the end

  /// What all players of all games got.
  struct Points {
    std::array<std::int64_t, 3> stacks{};  ///< health, relationship, knowledge
    std::int64_t possessions = 0, secret_goals = 0, public_goals = 0;
    void add(const Points& other);
    friend bool operator==(const Points&, const Points&) = default;
  } points;

  /// What happened in all games.
  struct Blows {
    std::int64_t misfortunes = 0;  ///< that struck (CV-34)
    std::int64_t lost = 0;         ///< cards, to misfortune
    std::int64_t unpaid = 0;       ///< cards, for want of upkeep (CV-42)
    std::int64_t assistance = 0;   ///< cards taken (CV-47)
    std::int64_t declined = 0;
    void add(const Blows& other);
    friend bool operator==(const Blows&, const Blows&) = default;
  } blows;

  void add(const BalanceReport& other);
};

/// Plays the games, all seats by the same bot: the same ones as `simulate` with that seed. The same options
/// give the same report on any number of threads; `progress` and `stop` are as there.
Result<BalanceReport> measure_balance(const BalanceOptions& options,
                                      const std::function<void(std::int64_t)>& progress,
                                      const std::atomic<bool>& stop);

// ---- The bounds of the house --------------------------------------------------------------------------

/// A card of ours should be bought neither in fewer nor in more of the games in which somebody could pay.
inline constexpr double kLeastBought = 0.2, kMostBought = 0.9;

enum class Verdict : std::uint8_t { within, rarely, often, unpayable };
Verdict verdict_of(const CardCount& count);
/// The same, but only what chance does not explain is out of bounds.
Verdict sure_verdict_of(const CardCount& count);
/// Ours, and on the track: only of these do we say that they must keep the bounds.
bool must_keep_bounds(const cv::Catalogue& cards, cv::Card card);
bool is_out_of_bounds(const BalanceReport& report, cv::Card card);
std::vector<cv::Card> out_of_bounds(const BalanceReport& report);
/// The games and cards of several reports on one catalogue, whatever the number of players; nothing else, for
/// seats and lengths of games with 2 players and with 4 cannot be added up.
BalanceReport pooled(const std::vector<BalanceReport>& reports);

}  // namespace lifetable::lab

// The subcommands of `lifetable`, as functions: main.cpp reads the command line and calls them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/exit_code.hpp"
#include "core/fields.hpp"
#include "play/record.hpp"

namespace lifetable::app {

struct PlayArguments {
  std::string game, seed, record, resume;
  std::vector<std::string> seats, options;
  std::optional<int> players;  ///< as many as the game is mostly played by
  std::int64_t at = -1;        ///< with `resume`: fork the game after this move
};
ExitCode play_game(const PlayArguments& arguments);

struct SimArguments {
  std::string game;
  std::vector<std::string> bots, options;
  std::optional<int> players;
  int threads = 0;  ///< 0: as many as there are cores
  std::int64_t games = 100'000;
  std::string seed = "1";
  bool json = false;
};
ExitCode simulate(SimArguments arguments);

struct ReplayArguments {
  std::string record, as = "all";
  std::int64_t at = -1;
  bool backwards = false, step = false, position = false;
};
ExitCode replay_record(const ReplayArguments& arguments);

ExitCode check_files(const std::vector<std::string>& files, bool verbose);

ExitCode show_rules(const std::string& game, std::string clause);

struct BenchArguments {
  std::string game;
  double seconds = 0.3;
  /// If not 0, only play so many and print nothing, for an instruction counter to watch.
  std::int64_t games = 0;
  std::optional<int> players;
};
ExitCode bench(const BenchArguments& arguments);

// ---- What several of them need (common.cpp) ---------------------------------------------------------

/// How many sit at the table: as many as were asked for, or the game's standard.
Result<int> players_for(const play::GameInfo& game, std::optional<int> players);

/// `--option name=value` as the options of a game, with every default filled in.
Result<Fields> options_from(const play::GameInfo& game, const std::vector<std::string>& assignments,
                            std::size_t players);

/// The games and their options, for help texts.
std::string games_footer();

/// Reads and parses a record; on failure complains and sets the exit code.
std::optional<play::Record> load_record(const std::string& path, ExitCode& exit_code);

}  // namespace lifetable::app

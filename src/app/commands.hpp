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
  int players = 4;
  std::int64_t at = -1;  ///< with `resume`: fork the game after this move
};
ExitCode play_game(const PlayArguments& arguments);

struct SimArguments {
  std::string game;
  std::vector<std::string> bots, options;
  int players = 4, threads = 0;  ///< 0 threads: as many as there are cores
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
  std::int64_t games =
      0;  ///< if not 0, only play so many and print nothing, for an instruction counter to watch
  int players = 0;
};
ExitCode bench(const BenchArguments& arguments);

// ---- What several of them need (common.cpp) ---------------------------------------------------------

/// `--option name=value` as fields, after the number of players.
Result<Fields> options_from(const std::vector<std::string>& assignments, std::size_t players);

/// What the games' options are, for help texts.
std::string option_footer();

/// Reads and parses a record; on failure complains and sets the exit code.
std::optional<play::Record> load_record(const std::string& path, ExitCode& exit_code);

}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
// The subcommands of `lifetable`, as functions: main.cpp reads the command line and calls them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/exit_code.hpp"
#include "app/terminal.hpp"
#include "bots/think.hpp"
#include "core/fields.hpp"
#include "lab/statistics.hpp"
#include "play/match.hpp"
#include "play/record.hpp"

namespace lifetable::app {

/// For `lifetable --version`.
std::string version_text();

struct PlayArguments {
  std::string game, seed, record, resume, cards;
  std::vector<std::string> seats, options;
  std::optional<int> players;  ///< as many as the game is mostly played by
  std::int64_t at = -1;        ///< with `resume`: fork the game after this move
};
ExitCode play_game(const PlayArguments& arguments);

struct SimArguments {
  std::string game, cards;
  std::vector<std::string> bots, options;
  std::optional<int> players;
  int threads = 0;  ///< 0: as many as there are cores
  std::int64_t games = 100'000;
  std::string seed = "1";
  bool json = false;
};
ExitCode simulate(SimArguments arguments);

struct MatchArguments {
  std::string game, cards, journal;
  std::vector<std::string> bots, options;
  std::optional<std::vector<std::string>> sprt;  ///< its settings, if there is to be a test
  std::optional<int> players;                    ///< as many as there are bots
  std::optional<std::int64_t> deals;
  std::optional<int> weigh;  ///< playouts for each decision; as many as cost little
  int threads = 0;           ///< 0: as many as there are cores
  std::string seed = "1";
  bool json = false;
};
ExitCode hold_match(MatchArguments arguments);

struct BalanceArguments {
  std::string game, cards, bot = "thoughtful";
  std::vector<std::string> options;
  std::optional<int> players;  ///< every number, one after the other
  int threads = 0;             ///< 0: as many as there are cores
  std::int64_t games = 4'000;  ///< for each number of players
  std::string seed = "1";
  bool markdown = false;
};
ExitCode show_balance(BalanceArguments arguments);

struct LabArguments {
  std::string game, cards, bot = "thoughtful", seed = "1";
  std::vector<std::string> options;
  std::optional<int> players;
  int threads = 0;  ///< 0: as many as there are cores
  std::int64_t games = 100'000;
  std::optional<std::int64_t> samples;  ///< as many as take a few seconds
  std::string out, json;                ///< where the page and the figures go; json "-": to standard output
};
ExitCode show_lab(LabArguments arguments);

struct ReplayArguments {
  std::string record, as = "all", cards;
  std::int64_t at = -1;
  bool backwards = false, step = false, position = false;
};
ExitCode replay_record(const ReplayArguments& arguments);

struct VerifyArguments {
  std::vector<std::string> records, entropy;  ///< entropy: what was sent, as SEAT=HEX
  std::string commitment, cards;              ///< commitment: as it was shown
  bool json = false;
};
ExitCode verify_records(const VerifyArguments& arguments);

struct ThinkArguments {
  std::string record, cards, bot = "hard", seed = "1";
  std::int64_t at = -1;  ///< the end of the record
  bool json = false;
};
ExitCode think_about(const ThinkArguments& arguments);

ExitCode check_files(const std::vector<std::string>& files, const std::string& cards, bool verbose);

ExitCode show_rules(const std::string& game, std::string clause);

struct CardsArguments {
  std::string game;   ///< the first that has a catalogue
  std::string cards;  ///< a file to be checked instead of the catalogue that comes with the game
  std::string card;   ///< only this one, or those of this name
};
ExitCode show_cards(const CardsArguments& arguments);

struct BenchArguments {
  std::string game;
  double seconds = 0.3;
  /// If not 0, only play so many and print nothing, for an instruction counter to watch.
  std::int64_t games = 0;
  std::optional<int> players;
};
ExitCode bench(const BenchArguments& arguments);

ExitCode show_types();
ExitCode show_texts();

struct ServeArguments {
  std::string page;  ///< the folder of a built page; standard: beside the program
  std::string listen = "127.0.0.1";
  bool party = false;  ///< for everybody in the local network, who are told how to come
  std::vector<std::string>
      names;  ///< by which it is asked, beside localhost, addresses and the machine's own
  std::uint16_t port = 8080;
  std::string data;           ///< the file of all tables; empty: the standard one
  bool behind_proxy = false;  ///< addresses are those that a proxy tells
  std::string limits;         ///< a file that sets some
  bool no_limits = false;     ///< for measuring
  bool print_limits = false;  ///< and serve nothing
  int archive_days = 30;
  int bot_pause = 700;  ///< milliseconds
};
ExitCode serve(const ServeArguments& arguments);

struct BackupArguments {
  std::string data, to;  ///< data: the file of all tables; empty: the standard one
};
ExitCode back_up(const BackupArguments& arguments);

// ---- What several of them need (common.cpp) ---------------------------------------------------------

/// How many sit at the table: as many as were asked for, or the game's standard.
Result<int> players_for(const play::GameInfo& game, std::optional<int> players);

/// `--option name=value` as the options of a game, with every default filled in.
Result<Fields> options_from(const play::GameInfo& game, const std::vector<std::string>& assignments,
                            std::size_t players);

/// " 95.70% (94.70 to 96.52)": a share with its interval, which has so many digits.
std::string share_words(double share, const lab::Interval& interval, int digits = 2);

/// `--seed TEXT` for simulations: a number as it is, any other text by its hash.
std::uint64_t seed_from(const std::string& text);

/// What a search considered: the moves it tried most, and how the first of them may go on.
void show_thoughts(Terminal& out, const bots::Thoughts& thoughts, Seat seat, Names names, std::size_t most);

/// Where tables are kept if nobody says so.
std::string standard_data();

/// The games and their options, for help texts.
std::string games_footer();

/// Reads and parses a record, which may need the catalogue in the file `cards`; on failure complains and sets
/// the exit code.
std::optional<play::Record> load_record(const std::string& path, const std::string& cards,
                                        ExitCode& exit_code);

/// A command about a record, to be typed: "lifetable replay game.ndjson --cards mine.cards".
std::string command_for(std::string_view words, const std::string& record, const std::string& cards);

// ---- Catalogues that tables bring (cards.cpp) -------------------------------------------------------

/// For --cards FILE: lets a game know the catalogue, and adds `cards=…` to its options. Without a path there
/// is nothing to do; a failure is complained of.
ExitCode add_cards(const play::GameInfo& game, const std::string& path, std::vector<std::string>& options);

/// A catalogue that a game knows, by what its option `cards` calls it.
struct KnownCards {
  const play::GameInfo* game;
  std::string name;
};
/// The same for files that say which game they are of: lets every game know the catalogue that can read it.
std::optional<std::vector<KnownCards>> know_cards(const std::string& path, ExitCode& exit_code);
/// Whether the record was played with them; if not, complains.
bool are_cards_of(const play::Record& record, const std::string& source, const std::vector<KnownCards>& known,
                  const std::string& path);
/// For a record that could not be read: the sentence about it, if the reason is that nobody knows the cards
/// it names, although a file of cards was given; else "".
std::string why_other_cards(std::string_view text, const std::string& source,
                            const std::vector<KnownCards>& known, const std::string& path);

/// What a card of a table is, by its number or name; several texts if several cards have that name, none if
/// there is no such card.
std::vector<std::string> explanations(const play::Match& match, std::string_view card);

}  // namespace lifetable::app

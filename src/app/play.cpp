// SPDX-License-Identifier: Apache-2.0
// `lifetable play`: a game in the terminal.
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/local_table.hpp"
#include "app/seats.hpp"
#include "bots/bot.hpp"
#include "core/words.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

/// Where records go unless --record says otherwise: the place that the desktop's conventions name.
Result<std::filesystem::path> standard_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (data && *data)
    folder = data;
  else if (home && *home)
    folder = std::filesystem::path(home) / ".local" / "share";
  else
    return Error{"there is no home folder to keep the record in; pass --record FILE"};
  folder = folder / "lifetable" / "records";
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code)
    return Error{fmt::format("cannot make the folder '{}' for records: {}; pass --record FILE",
                             folder.string(), code.message())};
  return folder;
}

/// A name for a new game.
Result<std::string> standard_path(std::string_view game) {
  const auto folder = standard_folder();
  if (!folder) return folder.error();
  const std::string stamp = fmt::format("{}-{:%Y%m%d-%H%M%S}", game, fmt::localtime(std::time(nullptr)));
  for (int n = 1;; ++n) {
    const auto path = *folder / fmt::format("{}{}.ndjson", stamp, n == 1 ? "" : fmt::format("-{}", n));
    if (!std::filesystem::exists(path)) return path.string();
  }
}

/// The game that was played last, for `--resume last`.
Result<std::string> latest_game() {
  const auto folder = standard_folder();
  if (!folder) return folder.error();
  std::filesystem::path latest;
  std::filesystem::file_time_type when;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(*folder, code)) {
    const auto time = entry.last_write_time(code);
    if (code || entry.path().extension() != ".ndjson" || (!latest.empty() && time < when)) continue;
    latest = entry.path();
    when = time;
  }
  if (latest.empty()) return Error{fmt::format("no game is kept in {} yet", folder->string())};
  return latest.string();
}

/// The name of a game that somebody at the terminal chooses; "" and an exit code if nobody does.
std::string ask_for_game(ExitCode& exit_code) {
  const auto games = play::all_games();
  if (!can_ask()) {
    complain(fmt::format("which game? There are: {}; as in: lifetable play {}", play::game_list(),
                         games[0]->name));
    exit_code = kBadInput;
    return "";
  }
  watch_for_interrupt();
  Terminal terminal;
  terminal.line("Which game?", Ink::strong);
  for (std::size_t i = 0; i < games.size(); ++i)
    terminal.line(fmt::format(" {:>2}  {}, for {} to {} players", i + 1, games[i]->title,
                              games[i]->min_players, games[i]->max_players));
  for (;;) {
    terminal.print(fmt::format("[1-{}, q to leave] ", games.size()), Ink::strong);
    std::string line;
    if (const auto read = terminal.read_line(line); read != Terminal::Read::line) {
      terminal.line();
      exit_code = read == Terminal::Read::interrupted ? kInterrupted : kGood;
      return "";
    }
    const auto words = words_of(line);
    if (words.empty()) continue;
    if (lower(words[0]) == "q" || lower(words[0]) == "quit") return "";
    const int number = parse_number(words[0], 1, static_cast<int>(games.size()));
    if (number > 0) return std::string(games[static_cast<std::size_t>(number) - 1]->name);
    if (const auto game = play::game_named(lower(words[0]))) return std::string((*game)->name);
    terminal.line(fmt::format("There is no game {}; choose 1 to {}.", shortened(words[0], 40), games.size()),
                  Ink::warn);
  }
}

ExitCode start_game(const PlayArguments& arguments) {
  const auto game = play::game_named(arguments.game);
  if (!game) return complain(game.error().message), kBadInput;
  std::vector<std::string> words = arguments.seats;
  if (words.empty()) {
    const auto players = players_for(**game, arguments.players);
    if (!players) return complain(players.error().message), kBadInput;
    words.assign(static_cast<std::size_t>(*players), "thoughtful");
    words[0] = kPerson;
  }
  const auto seats = seats_from(words);
  if (!seats) return complain(seats.error().message), kBadInput;
  std::vector<std::string> assignments = arguments.options;
  if (const ExitCode added = add_cards(**game, arguments.cards, assignments); added != kGood) return added;
  const auto options = options_from(**game, assignments, seats->size());
  if (!options) return complain(options.error().message), kBadInput;
  const auto seed = arguments.seed.empty() ? play::Seed::random()
                                           : Result<play::Seed>(play::Seed::from_text(arguments.seed));
  if (!seed) return complain(seed.error().message), kBadInput;
  const auto path =
      arguments.record.empty() ? standard_path(arguments.game) : Result<std::string>(arguments.record);
  if (!path) return complain(path.error().message), kNoFile;

  play::RecordHeader header{
      arguments.game, (*game)->rules_version, *options, *seats, seed->commitment(), *seed, {}};
  auto record = play::RecordFile::create(*path, {header, {}});
  if (!record) return complain(record.error().message), kNoFile;
  auto match = (*game)->start(*options);
  Terminal terminal;
  terminal.line((*game)->title, Ink::strong);
  terminal.paragraph(play::introduction((*game)->rules));
  terminal.line("Type ? for help.", Ink::quiet);
  return LocalTable(std::move(*match), play::Dealer(*seed), std::move(*record), arguments.cards).run();
}

/// Goes on with a record; with --at, from an earlier move, in a record of its own.
ExitCode resume_game(const PlayArguments& arguments) {
  ExitCode exit_code = kGood;
  auto record = load_record(arguments.resume, arguments.cards, exit_code);
  if (!record) return exit_code;
  if (!arguments.game.empty() && arguments.game != record->header.game)
    return complain(fmt::format("{} is a game of {}, not of {}", arguments.resume, record->header.game,
                                arguments.game)),
           kBadInput;
  for (const auto& seat : record->header.seats)
    if (seat.player != kPerson)
      if (auto known = bots::check_bot(seat.player); !known)
        return complain(known.error().message), kBadInput;
  if (!record->header.seed)
    return complain(fmt::format("{} has no seed, so nobody could deal on", arguments.resume)), kBadInput;
  const bool fork = arguments.at >= 0;
  if (fork && static_cast<std::size_t>(arguments.at) > record->moves.size()) {
    complain(fmt::format("{} has only {}; --at {} is beyond them", arguments.resume,
                         counted(std::ssize(record->moves), "move", "moves"), arguments.at));
    return kBadInput;
  }
  if (auto whole = play::replay(*record, arguments.resume); !whole)
    return complain(whole.error().message), kBadInput;
  if (fork) record->moves.resize(static_cast<std::size_t>(arguments.at)), record->header.result.reset();
  auto replayed = play::replay(*record, arguments.resume);
  if (!replayed) return complain(replayed.error().message), kBadInput;
  if (replayed->match->over() && !record->header.result && !fork) {
    // It was cut off between its last move and its result.
    auto file = play::RecordFile::resume(arguments.resume, *record);
    if (!file) return complain(file.error().message), kNoFile;
    if (auto written = file->finish(play::ending_of(*replayed->match)); !written)
      return complain(written.error().message), kNoFile;
  }
  if (replayed->match->over())
    return complain("this game is over; watch it with: " +
                    command_for("replay", arguments.resume, arguments.cards)),
           kBadInput;

  if (!fork) {
    auto file = play::RecordFile::resume(arguments.resume, *record);
    if (!file) return complain(file.error().message), kNoFile;
    return LocalTable(std::move(replayed->match), std::move(*replayed->dealer), std::move(*file),
                      arguments.cards)
        .run();
  }
  const auto path =
      arguments.record.empty() ? standard_path(record->header.game) : Result<std::string>(arguments.record);
  if (!path) return complain(path.error().message), kNoFile;
  auto file = play::RecordFile::create(*path, *record);
  if (!file) return complain(file.error().message), kNoFile;
  Terminal().line(fmt::format("A new game from move {}, kept in {}", arguments.at, *path), Ink::quiet);
  return LocalTable(std::move(replayed->match), std::move(*replayed->dealer), std::move(*file),
                    arguments.cards)
      .run();
}

/// The first option that says what a record says already.
std::string_view fixed_by_a_record(const PlayArguments& arguments) {
  return !arguments.seats.empty()     ? "--seats"
         : arguments.players          ? "--players"
         : !arguments.seed.empty()    ? "--seed"
         : !arguments.options.empty() ? "--option"
                                      : "";
}

}  // namespace

ExitCode play_game(const PlayArguments& arguments) {
  if (!arguments.resume.empty()) {
    if (const auto fixed = fixed_by_a_record(arguments); !fixed.empty())
      return complain(
                 fmt::format("--resume goes on with the game as it was begun: with the same seats, deal and "
                             "rules; leave {} out, or begin a new game",
                             fixed)),
             kBadInput;
    if (!arguments.record.empty() && arguments.at < 0)
      return complain("--resume goes on in the same record; --record goes with --at, to fork it"), kBadInput;
    if (arguments.resume != "last") return resume_game(arguments);
    const auto latest = latest_game();
    if (!latest) return complain(latest.error().message), kNoFile;
    PlayArguments named = arguments;
    named.resume = *latest;
    return resume_game(named);
  }
  if (arguments.at >= 0) return complain("--at goes with --resume FILE"), kBadInput;
  if (!arguments.game.empty()) return start_game(arguments);
  PlayArguments chosen = arguments;
  ExitCode exit_code = kGood;
  chosen.game = ask_for_game(exit_code);
  return chosen.game.empty() ? exit_code : start_game(chosen);
}

}  // namespace lifetable::app

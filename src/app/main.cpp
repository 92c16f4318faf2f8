// SPDX-License-Identifier: Apache-2.0
// The `lifetable` command: reads the command line, and calls what it asks for.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <new>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "play/signature.hpp"
#include "server/names.hpp"

namespace lifetable::app {
namespace {

constexpr const char* kFooter = R"(Examples:
  lifetable play                         asks which game, and deals you in against bots
  lifetable play cradle --players 3      Cradle to Grave against two of them
  lifetable rules alive FA-25            what a clause says
  lifetable sim alive --games 100000     who wins, from which seat, with what score

Exit codes: 0 good · 1 a scenario or record does not hold · 2 bad input · 3 a file cannot be read or written,
            or a port not be used · 4 the input ended in the middle of a game · 130 interrupted)";

/// Refuses an empty text, which would silently mean the standard.
std::string not_empty(const std::string& text) { return text.empty() ? "it must not be empty" : ""; }

/// Refuses what no browser sends as the name of a server.
std::string name_of_a_machine(const std::string& text) {
  return server::is_name(text) ? "" : "it takes a name alone, as in table.example.org, not '" + text + "'";
}

/// The command line and, once it has been read, how the command it named went.
struct CommandLine {
  CLI::App app{"lifetable: a table for three card games about a life"};
  ExitCode exit_code = kGood;
  PlayArguments play;
  SimArguments sim;
  MatchArguments match;
  BalanceArguments balance;
  LabArguments lab;
  ReplayArguments replay;
  VerifyArguments verify;
  ThinkArguments think;
  BenchArguments bench;
  ServeArguments serving;
  BackupArguments backup;
  CardsArguments cards;
  std::string rules_game, rules_clause;
  std::vector<std::string> check_files;
  std::string check_cards;
  bool check_verbose = false;

  CommandLine() {
    app.set_version_flag("--version", version_text);
    app.require_subcommand(1);
    app.footer(kFooter);
    add_play();
    add_serve();
    add_backup();
    add_sim();
    add_match();
    add_balance();
    add_lab();
    add_replay();
    add_verify();
    add_think();
    add_check();
    add_rules();
    add_cards_command();
    add_bench();
    add_signatures();
    add_types();
    add_texts();
  }

  void add_play() {
    auto* command =
        app.add_subcommand("play", "Play a game in this terminal, against bots or around one keyboard");
    command->add_option("game", play.game, "which game; on a terminal you are asked if you name none");
    auto* players = command->add_option("-p,--players", play.players,
                                        "how many seats: you, and bots in the others; standard: the game's");
    command->add_option("--seats", play.seats, "who sits where: person, person:Ann, easy, normal, hard, …")
        ->delimiter(',')
        ->excludes(players);
    command->add_option("-s,--seed", play.seed, "any text; the same text deals the same cards")
        ->check(not_empty);
    command->add_option("-o,--option", play.options, "a house rule as name=value; see below");
    add_cards_option(command, play.cards);
    command->add_option("--record", play.record, "where to keep the game; standard: your data folder")
        ->check(not_empty);
    auto* resume =
        command
            ->add_option("--resume", play.resume, "go on with this record; last: with the game played last")
            ->check(not_empty);
    command->add_option("--at", play.at, "with --resume: from this move, as a new game")
        ->check(CLI::Range(0, 1'000'000))
        ->needs(resume);
    command->footer(
        "Examples:\n  lifetable play cradle\n  lifetable play alive --players 6 --seed friday\n"
        "  lifetable play cradle --seats person:Ann,person:Bo,thoughtful --option rounds=1\n"
        "  lifetable play alive --option teams=yes\n"
        "  lifetable play cv --cards mine.cards\n"
        "  lifetable play --resume game.ndjson\n"
        "  lifetable play --resume game.ndjson --at 40   (fork it)\n\n" +
        games_footer());
    command->callback([this] { exit_code = play_game(play); });
  }

  void add_serve() {
    auto* command =
        app.add_subcommand("serve", "Put the page and tables for friends on a port of this machine");
    command->add_option("-p,--port", serving.port, "where; 0: any port that is free")
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    auto* listen =
        command
            ->add_option("--listen", serving.listen,
                         "for whom: 127.0.0.1 for this machine alone, 0.0.0.0 for everybody who can reach it")
            ->capture_default_str();
    command
        ->add_flag("--party", serving.party,
                   "for everybody in the same network: prints the addresses for them, and a QR code")
        ->excludes(listen);
    command
        ->add_option(
            "--name", serving.names,
            "a name by which browsers ask for it, beside localhost, IP addresses and this machine's own "
            "name; may be repeated")
        ->check(name_of_a_machine);
    command
        ->add_option("--page", serving.page,
                     "the folder of a built page; its hidden files and links are left out")
        ->check(not_empty);
    command
        ->add_option(
            "--data", serving.data,
            "the file of all tables (default: lifetable/tables.db among your own data); ':memory:' keeps "
            "nothing")
        ->check(not_empty);
    command
        ->add_option("--archive-days", serving.archive_days,
                     "days after which an idle table is laid aside; it can still be opened")
        ->check(CLI::Range(1, 36500))
        ->capture_default_str();
    command
        ->add_option("--bot-pause", serving.bot_pause,
                     "milliseconds before a bot moves, for people to follow")
        ->check(CLI::Range(0, 60'000))
        ->capture_default_str();
    command->add_flag("--behind-proxy", serving.behind_proxy,
                      "take the addresses of clients from X-Forwarded-For (docs/running.md)");
    auto* limits =
        command
            ->add_option("--limits", serving.limits,
                         "a file that sets limits: what one address may take, how many may come; see "
                         "--print-limits")
            ->check(not_empty);
    command->add_flag("--no-limits", serving.no_limits, "let everybody ask as much as they like, to measure")
        ->excludes(limits);
    command->add_flag("--print-limits", serving.print_limits,
                      "print such a file, with all limits as they are and the reasons, and end");
    command->footer(
        "Examples:\n  lifetable serve\n  lifetable serve --party                 for friends in the same "
        "Wi-Fi\n"
        "  lifetable serve --port 9000 --listen 0.0.0.0\n"
        "  lifetable serve --behind-proxy --name table.example.org\n"
        "  lifetable serve --data party.db --port 0\n  lifetable serve --page build/web");
    command->callback([this] { exit_code = serve(serving); });
  }

  void add_backup() {
    auto* command = app.add_subcommand("backup", "Copy the file of all tables, also while a server uses it");
    command->add_option("to", backup.to, "the new file; one that is there is never replaced")
        ->required()
        ->check(not_empty);
    command
        ->add_option("--data", backup.data,
                     "the file of all tables, as in serve (default: lifetable/tables.db among your own data)")
        ->check(not_empty);
    command->footer(
        "Examples:\n  lifetable backup copy.db\n"
        "  lifetable backup --data /var/lib/lifetable/tables.db /srv/backups/$(date +%F).db");
    command->callback([this] { exit_code = back_up(backup); });
  }

  void add_sim() {
    auto* command = app.add_subcommand("sim", "Simulate many games of bots against bots");
    command->add_option("game", sim.game, "which game")->required();
    command->add_option("-n,--games", sim.games, "how many games")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 50))
        ->capture_default_str();
    command->add_option("-p,--players", sim.players,
                        "how many seats; standard: one for each bot that is named, else the game's");
    command
        ->add_option("-b,--bots", sim.bots,
                     "who plays, as in thoughtful,random; repeated to fill the seats; standard: all "
                     "thoughtful")
        ->delimiter(',');
    command->add_option("-s,--seed", sim.seed, "any text; the same text gives the same games")
        ->check(not_empty)
        ->capture_default_str();
    command->add_option("-t,--threads", sim.threads, "cores to use; standard: all")
        ->check(CLI::Range(1, 256));
    command->add_option("-o,--option", sim.options, "a house rule as name=value; see below");
    add_cards_option(command, sim.cards);
    command->add_flag("--json", sim.json, "figures as JSON on standard output");
    command->footer(
        "Examples:\n  lifetable sim cradle\n"
        "  lifetable sim alive --bots thoughtful,random,random --games 1000000\n"
        "  lifetable sim alive --bots thoughtful,random --players 4\n"
        "  lifetable sim cradle --players 2 --option rounds=1 --json > report.json\n"
        "  lifetable sim alive --option sudden=yes --option printing=later\n"
        "  lifetable sim cv --cards mine.cards\n\n" +
        games_footer());
    command->callback([this] { exit_code = simulate(sim); });
  }

  void add_match() {
    auto* command = app.add_subcommand("match", "Find out which bots are stronger, on duplicate deals");
    command->add_option("game", match.game, "which game")->required();
    command
        ->add_option("-b,--bots", match.bots,
                     "two bots or more, as in thoughtful,random; repeated to fill the seats, and if they are "
                     "more than the seats, every choice of them plays")
        ->delimiter(',')
        ->required();
    command->add_option("-p,--players", match.players, "how many seats; standard: one a bot");
    command
        ->add_option(
            "-n,--deals", match.deals,
            "how many deals, each played in every seating; standard: 1000, with --sprt at most 100000")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40));
    command
        ->add_option_function<std::vector<std::string>>(
            "--sprt", [this](const std::vector<std::string>& words) { match.sprt = words; },
            "stop when it is known whether the first of two bots is stronger by elo1 or by elo0; standard: "
            "elo0=0,elo1=10,alpha=0.05,beta=0.05")
        ->delimiter(',')
        ->expected(1, 4);
    command
        ->add_option("--weigh", match.weigh,
                     "weigh every decision by so many playouts, and leave luck out of the result; standard: "
                     "64 if a bot looks ahead, else 0")
        ->check(CLI::Range(0, 100'000));
    command
        ->add_option("--journal", match.journal,
                     "keep finished games in this file, and go on with those that are there")
        ->check(not_empty);
    command->add_option("-s,--seed", match.seed, "any text; the same text deals the same cards")
        ->check(not_empty)
        ->capture_default_str();
    command->add_option("-t,--threads", match.threads, "games at once; standard: one a core")
        ->check(CLI::Range(1, 256));
    command->add_option("-o,--option", match.options, "a house rule as name=value; see below");
    add_cards_option(command, match.cards);
    command->add_flag("--json", match.json, "figures as JSON on standard output");
    command->footer(
        "Examples:\n  lifetable match alive --bots thoughtful,random --players 4\n"
        "  lifetable match cradle --bots search/100ms,thoughtful --deals 500 --journal night.ndjson\n"
        "  lifetable match alive --bots search/100,search/200 --sprt elo0=0,elo1=20\n"
        "  lifetable match cradle --bots search/10000,search/1000 --deals 200 --weigh 256\n"
        "  lifetable match cv --bots random,thoughtful,easy,normal --players 2 --json\n\n" +
        games_footer());
    command->callback([this] { exit_code = hold_match(match); });
  }

  void add_balance() {
    auto* command = app.add_subcommand("balance", "Measure what the cards of CV are worth, by games of bots");
    command->add_option("game", balance.game, "cv: the game whose cards are data")->required();
    command->add_option("-n,--games", balance.games, "how many games for each number of players")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40))
        ->capture_default_str();
    command->add_option("-p,--players", balance.players, "how many seats; standard: 2, 3 and 4 in turn");
    command->add_option("-b,--bot", balance.bot, "who plays in every seat")->capture_default_str();
    command->add_option("-s,--seed", balance.seed, "any text; the same text gives the same games")
        ->check(not_empty)
        ->capture_default_str();
    command->add_option("-t,--threads", balance.threads, "cores to use; standard: all")
        ->check(CLI::Range(1, 256));
    command->add_option("-o,--option", balance.options, "a house rule as name=value, as in cards=odd");
    add_cards_option(command, balance.cards);
    command->add_flag("--markdown", balance.markdown, "tables for a document");
    command->footer(
        "Examples:\n  lifetable balance cv\n  lifetable balance cv --players 3 --games 20000\n"
        "  lifetable balance cv --cards mine.cards --markdown > balance.md");
    command->callback([this] { exit_code = show_balance(balance); });
  }

  void add_lab() {
    auto* command = app.add_subcommand(
        "lab", "Report on the balance of a game, or of a house rule beside the standard, as a page");
    command->add_option("game", lab.game, "which game")->required();
    command->add_option("-n,--games", lab.games, "how many games; with a house rule twice as many")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40))
        ->capture_default_str();
    command->add_option("-p,--players", lab.players, "how many seats; standard: the game's");
    command->add_option("-b,--bot", lab.bot, "who plays in every seat")->capture_default_str();
    command->add_option("-s,--seed", lab.seed, "any text; the same text gives the same games")
        ->check(not_empty)
        ->capture_default_str();
    command->add_option("-t,--threads", lab.threads, "cores to use; standard: all")
        ->check(CLI::Range(1, 256));
    command->add_option("-o,--option", lab.options, "a house rule as name=value; see below");
    add_cards_option(command, lab.cards);
    command
        ->add_option("--samples", lab.samples,
                     "games to look into for decisions that mattered and decisive cards, and with them the "
                     "deals between bots of different strength; standard: what takes a few seconds; 0: none")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{10'000'000}));
    command->add_option("--out", lab.out, "where the page goes; standard: lab-GAME.html")->check(not_empty);
    command->add_option("--json", lab.json, "where the figures go as JSON; -: to standard output")
        ->check(not_empty);
    command->footer(
        "Examples:\n  lifetable lab cradle\n  lifetable lab alive --option sudden=yes --out sudden.html\n"
        "  lifetable lab cv --cards mine.cards --games 20000\n"
        "  lifetable lab cradle --players 2 --samples 1000 --json -\n\n" +
        games_footer());
    command->callback([this] { exit_code = show_lab(lab); });
  }

  void add_replay() {
    auto* command = app.add_subcommand("replay", "Watch a recorded game again");
    command->add_option("record", replay.record, "the record (docs/record.md)")->required();
    command
        ->add_option("--as", replay.as,
                     "all: every card open; 1, 2, …: as that seat saw it; watcher: as a bystander")
        ->capture_default_str();
    command->add_option("--at", replay.at, "show the table after this move")->check(CLI::Range(0, 1'000'000));
    command->add_flag("--backwards", replay.backwards, "from the end to the beginning");
    command->add_flag("--step", replay.step, "move by move, forwards and backwards, by keyboard");
    add_cards_option(command, replay.cards);
    command->add_flag("--position", replay.position, "the position as JSON, as scenarios use it");
    command->footer(
        "Examples:\n  lifetable replay game.ndjson\n  lifetable replay game.ndjson --as 2 --step\n"
        "  lifetable replay game.ndjson --backwards\n  lifetable replay game.ndjson --at 40 --position\n"
        "  lifetable replay game.ndjson --cards mine.cards");
    command->callback([this] { exit_code = replay_record(replay); });
  }

  void add_verify() {
    auto* command =
        app.add_subcommand("verify", "Check a recorded game and its deal, and say what cannot be known");
    command->add_option("records", verify.records, "one record or several (docs/record.md)")->required();
    command
        ->add_option("--commitment", verify.commitment,
                     "the commitment that you were shown before the first seat was taken")
        ->check(not_empty);
    command
        ->add_option("--entropy", verify.entropy,
                     "what you sent, as SEAT=HEX: is it really in the deal? Once for each seat")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    add_cards_option(command, verify.cards);
    command->add_flag("--json", verify.json, "the findings as JSON on standard output");
    command->footer(
        "Examples:\n  lifetable verify game.ndjson\n  lifetable verify *.ndjson --json\n"
        "  lifetable verify game.ndjson --commitment 630dcd29… --entropy 2=aa52c7f0…\n"
        "  lifetable verify game.ndjson --cards mine.cards");
    command->callback([this] { exit_code = verify_records(verify); });
  }

  void add_think() {
    auto* command = app.add_subcommand(
        "think", "Ask a search what it would do at one moment of a recorded game, and why");
    command->add_option("record", think.record, "the record (docs/record.md)")->required();
    command->add_option("--at", think.at, "after this move; standard: the last")
        ->check(CLI::Range(0, 1'000'000));
    command->add_option("-b,--bot", think.bot, "who thinks: easy, normal, hard, or a search (docs/bots.md)")
        ->capture_default_str();
    command->add_option("-s,--seed", think.seed, "any text; the same text and playouts give the same answer")
        ->check(not_empty)
        ->capture_default_str();
    add_cards_option(command, think.cards);
    command->add_flag("--json", think.json, "the same as JSON");
    command->footer(
        "Examples:\n  lifetable think game.ndjson\n  lifetable think game.ndjson --at 40 --bot search/5s\n"
        "  lifetable think game.ndjson --at 40 --bot search/20000 --json");
    command->callback([this] { exit_code = think_about(think); });
  }

  void add_check() {
    auto* command =
        app.add_subcommand("check", "Run scenario files: positions, moves and what must then hold");
    command->add_option("files", check_files, "scenario files (docs/scenario.md)")->required();
    command->add_flag("-v,--verbose", check_verbose, "name the scenarios that hold, too");
    add_cards_option(command, check_cards);
    command->footer(
        "Examples:\n  lifetable check -v src/games/cradle/scenarios/stop.json\n"
        "  lifetable check mine.json --cards mine.cards");
    command->callback([this] { exit_code = app::check_files(check_files, check_cards, check_verbose); });
  }

  void add_rules() {
    auto* command = app.add_subcommand("rules", "Print the rules of a game, or one clause");
    command->add_option("game", rules_game, "which game")->required();
    command->add_option("clause", rules_clause, "a clause, as in CG-14 or 14");
    command->footer("Examples:\n  lifetable rules alive\n  lifetable rules cradle CG-14\n\n" +
                    games_footer());
    command->callback([this] { exit_code = show_rules(rules_game, rules_clause); });
  }

  void add_cards_command() {
    auto* command =
        app.add_subcommand("cards", "Print what the cards of a game are, or check a file that says so");
    command->add_option("game", cards.game, "which game; standard: the one whose cards can be replaced");
    command->add_option("--cards", cards.cards, "check this file")->check(not_empty);
    command->add_option("--card", cards.card, "explain a card, by its number or name")->check(not_empty);
    command->footer(
        "Examples:\n  lifetable cards cv > mine.cards          (then change what you like)\n"
        "  lifetable cards --cards mine.cards       is it good?\n"
        "  lifetable cards --card Marriage\n  lifetable play cv --cards mine.cards");
    command->callback([this] { exit_code = show_cards(cards); });
  }

  /// --cards FILE, for commands that play or replay.
  static void add_cards_option(CLI::App* command, std::string& path) {
    command->add_option("--cards", path, "the file that says what the cards are, for games that allow it")
        ->check(not_empty);
  }

  void add_bench() {
    auto* command = app.add_subcommand(
        "bench", "Measure how fast random play and the search are, beside the machine's floor");
    auto* game = command->add_option("game", bench.game, "which game; standard: all");
    command->add_option("--seconds", bench.seconds, "time for each run")->capture_default_str();
    command
        ->add_option("--only-games", bench.games,
                     "play so many games and print nothing: for an instruction counter")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40))
        ->needs(game);
    command->add_option("-p,--players", bench.players, "how many seats, with --only-games");
    command->footer("Examples:\n  lifetable bench\n  lifetable bench alive --seconds 1");
    command->callback([this] { exit_code = app::bench(bench); });
  }

  void add_signatures() {
    auto* command =
        app.add_subcommand("signatures", "Print a hash of each game's behaviour, the same on every platform");
    command->footer("Example:\n  lifetable signatures | diff docs/signatures.txt -");
    command->callback([] { fmt::print("{}", play::all_signatures()); });
  }

  void add_types() {
    auto* command = app.add_subcommand("types", "Print what a table tells, as TypeScript types for the page");
    command->footer("Example:\n  lifetable types | diff web/src/protocol.ts -");
    command->callback([this] { exit_code = show_types(); });
  }

  void add_texts() {
    auto* command =
        app.add_subcommand("texts", "Print the rules and the titles of cards as texts to translate");
    command->footer("Example:\n  (cat texts/en.txt; lifetable texts) > texts/pl.txt");
    command->callback([this] { exit_code = show_texts(); });
  }
};

}  // namespace
}  // namespace lifetable::app

namespace {

using namespace lifetable::app;

/// The last words of a run: what was printed must really have gone out. A reader that stopped reading (`|
/// head`) is no failure worth a sentence.
int finish(int exit_code) {
  std::cout.flush();
  if (std::fflush(stdout) == 0 && !std::ferror(stdout) && std::cout) return exit_code;
  if (errno != EPIPE) complain("the output could not be written; is the disk full?");
  return kNoFile;
}

/// What is wrong with the first option whose value was left out: CLI11 would take the next word for it.
std::string option_without_value(const CLI::App* command, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i], next = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--") break;  // only files follow
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      return fmt::format("{}: nothing follows the '='", word);
    const CLI::Option* option = command ? command->get_option_no_throw(argv[i]) : nullptr;
    if (word.starts_with("-") && option && option->get_items_expected_min() > 0 && next.starts_with("--"))
      return fmt::format("{0}: its value is missing before '{1}'; if that is the value, write {2}={1}", word,
                         next, option->get_name());
  }
  return "";
}

int run(int argc, char** argv) {
  CommandLine line;
  const auto commands = line.app.get_subcommands([](const CLI::App*) { return true; });
  const auto named = std::find_if(commands.begin(), commands.end(), [&](const CLI::App* command) {
    return argc > 1 && command->get_name() == argv[1];
  });
  if (argc > 1 && argv[1][0] != '-' && named == commands.end()) {
    std::string names;
    for (const auto* command : commands) names += (names.empty() ? "" : ", ") + command->get_name();
    complain(fmt::format("there is no command '{}'; there are: {}", argv[1], names));
    return kBadInput;
  }
  const std::string command = argc > 1 && argv[1][0] != '-' ? fmt::format("{} ", argv[1]) : "";
  const CLI::App* const asked = named == commands.end() ? nullptr : *named;
  if (const std::string wrong = option_without_value(asked, argc, argv); !wrong.empty()) {
    complain(fmt::format("{}; see lifetable {}--help", wrong, command));
    return kBadInput;
  }
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return finish(line.app.exit(error));  // --help and --version
    complain(fmt::format("{}; see lifetable {}--help", error.what(), command));
    return kBadInput;
  }
  return finish(line.exit_code);
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_files();
  if (argc > 0) self = quoted(argv[0]);
  std::signal(SIGPIPE, SIG_IGN);  // `lifetable rules cradle | head` must not die noisily,
  std::signal(SIGXFSZ, SIG_IGN);  // and a limit on file sizes is an error like any other
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    complain("out of memory; try fewer games or threads");
    return kBadInput;
  } catch (const std::system_error& error) {
    if (error.code().value() != EPIPE) complain(fmt::format("stopped by the system: {}", error.what()));
    return kNoFile;
  }
}

// SPDX-License-Identifier: Apache-2.0
// The command as people meet it: the real program, its output, its exit codes, a real terminal.
#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>
#include <utility>

#include "app/cli_testing.hpp"
#include "app/pty_testing.hpp"
#include "core/ink.hpp"
#include "core/texts.hpp"
#include "lab/statistics.hpp"
#include "play/file.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::app {
namespace {

TEST_F(Cli, TextsAreRulesAndTitlesByTheirIdsAndEveryOtherLanguageHasThem) {
  const Ran ran = run("texts");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const auto authored = Texts::from(ran.out);
  ASSERT_TRUE(authored) << authored.error().message;
  for (const char* id :
       {"rule.cradle", "rule.FA-1.section", "rule.CG-16.title", "rule.CV-56", "title.Marriage"})
    EXPECT_TRUE(authored->find(id)) << id;
  for (const auto& file : fs::directory_iterator(LIFETABLE_SOURCE_DIR "/texts")) {
    const std::string language = file.path().stem();
    if (language.size() != 2 || language == "en") continue;
    const auto texts = Texts::from(*play::read_file(file.path().string()));
    ASSERT_TRUE(texts) << language << ": " << texts.error().message;
    for (const auto& [id, english] : *authored) EXPECT_TRUE(texts->find(id)) << language << ": " << id;
  }
}

/// The program's commit, asked of git when it is built.
class Version : public Cli {
 protected:
  /// What a command of the shell prints.
  std::string said(const std::string& command) {
    const std::string all = "(" + command + ") > '" + path("said") + "' 2> /dev/null < /dev/null";
    if (std::system(all.c_str()) != 0) return "";
    std::string text = *play::read_file(path("said"));
    return text.ends_with('\n') ? text.substr(0, text.size() - 1) : text;
  }
  /// What scripts/commit.cmake finds in a folder.
  std::string header_of(const std::string& folder) {
    said("cmake -D SOURCE='" + folder + "' -D TO='" + path("commit.hpp") +
         "' -P '" LIFETABLE_SOURCE_DIR "/scripts/commit.cmake'");
    const std::string text = *play::read_file(path("commit.hpp"));
    const std::size_t begin = text.find('"') + 1;
    return text.substr(begin, text.rfind('"') - begin);
  }
};

TEST_F(Version, SaysWhetherFilesAreAsTheyWereCommitted) {
  const std::string git = "git -C '" + path("project") + "' -c user.name=x -c user.email=x ";
  fs::create_directories(path("project/src"));
  const auto put = [&](const std::string& file, const std::string& text) { write("project/" + file, text); };
  put("CMakeLists.txt", "");
  put("src/a.cpp", "one");
  put("README.md", "one");
  EXPECT_EQ(header_of(path("project")), "unknown commit") << "a tarball";
  said(git + "init");
  EXPECT_EQ(header_of(path("project")), "unknown commit") << "within another project";
  said(git + "add . && " + git + "commit -m x");
  const std::string head = said(git + "rev-parse HEAD").substr(0, 12);
  ASSERT_EQ(head.size(), 12u);
  EXPECT_EQ(header_of(path("project")), "commit " + head);
  put("README.md", "two");
  put("src/a_test.cpp", "new");
  EXPECT_EQ(header_of(path("project")), "commit " + head) << "nothing of the program";
  put("src/a.cpp", "two");
  EXPECT_EQ(header_of(path("project")), "commit " + head + ", changed");
  said(git + "commit -a -m x");
  EXPECT_EQ(header_of(path("project")), "commit " + said(git + "rev-parse HEAD").substr(0, 12));
  put("src/b.cpp", "new");
  EXPECT_TRUE(header_of(path("project")).ends_with(", changed"));
}

TEST_F(Version, NamesTheCommitAndTheRulesOfEachGame) {
  const Ran ran = run("--version");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  // As the script finds it for these files now: HEAD, and whether they are as they were committed.
  const std::string header = header_of(LIFETABLE_SOURCE_DIR);
  EXPECT_TRUE(std::regex_match(header, std::regex("commit [0-9a-f]{12}(, changed)?|unknown commit")))
      << header;
  EXPECT_NE(header.find("commit " + said("git -C '" LIFETABLE_SOURCE_DIR "' rev-parse --short=12 HEAD")),
            header.starts_with("unknown") ? 0 : std::string::npos)
      << header;
  EXPECT_TRUE(std::regex_search(ran.out, std::regex(R"(^lifetable \d+\.\d+\.\d+ \()" + header + R"(\)\n)")))
      << ran.out;
  for (const play::GameInfo* game : play::all_games())
    EXPECT_NE(ran.out.find(fmt::format("\n{}: rules version {}\n", game->title, game->rules_version)),
              std::string::npos)
        << ran.out;
}

TEST_F(Cli, NothingThatIsReadTurnsTheDirectionOfWriting) {
  const Ran ran = run("verify 'evil\u202Enosdn.gnp'");
  EXPECT_NE(ran.err.find("evil\uFFFDnosdn.gnp"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("\u202E"), std::string::npos) << ran.err;
}

TEST_F(Cli, HelpHasExamplesEverywhere) {
  EXPECT_NE(run("--help").out.find("Exit codes:"), std::string::npos);
  for (const char* command : {"play", "sim", "match", "lab", "balance", "replay", "think", "check", "rules",
                              "cards", "bench", "signatures", "verify"}) {
    const Ran ran = run(std::string(command) + " --help");
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_NE(ran.out.find("Example"), std::string::npos) << command;
  }
  for (const char* command : {"play", "sim", "rules"}) {
    const Ran ran = run(std::string(command) + " --help");
    for (const play::GameInfo* game : play::all_games()) {
      EXPECT_NE(ran.out.find(game->title), std::string::npos) << command;
      for (const OptionHelp& option : game->option_help)
        EXPECT_NE(ran.out.find(std::string(option.name) + "=…"), std::string::npos) << command;
    }
  }
}

TEST_F(Cli, WrongWordsGetOneSentence) {
  for (const char* words : {"", "fly", "play", "play cradle --players x", "sim", "sim cradle --games 0",
                            "replay", "check", "play cradle --colour red", "sim cradle --threads 9999"}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 2) << words;
    expect_sentence(ran, "");
    EXPECT_EQ(ran.out, "") << words;
  }
}

TEST_F(Cli, WrongOptionsPointToTheHelpOfTheirCommand) {
  for (const std::string command : {"play", "sim", "balance", "replay", "check", "rules", "cards", "bench"})
    expect_sentence(run(command + " --colour red"), "; see lifetable " + command + " --help\n");
  expect_sentence(run("--colour"), "; see lifetable --help\n");
}

TEST_F(Cli, UnknownGamesBotsAndPlayerCountsAreNamed) {
  expect_sentence(run("play poker"), "there is no game 'poker'");
  expect_sentence(run("rules poker"), "there is no game 'poker'");
  expect_sentence(run("sim poker"), "there is no game 'poker'");
  expect_sentence(run("bench poker"), "there is no game 'poker'");
  expect_sentence(run("sim cradle --bots genius,random"), "there is no bot 'genius'");
  expect_sentence(run("play cradle --seats person,genius"), "seat 2: 'genius' is neither 'person' nor a bot");
  for (const char* words : {"play cradle --players 1", "play cradle --players 6", "sim cradle --players 6",
                            "sim cradle --players 0", "sim cradle --players -3", "sim cradle --bots random",
                            "play cradle --seats person"}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 2) << words;
    expect_sentence(ran, "2 to 5 players");
  }
  expect_sentence(run("sim cradle --option laps=2"), "no option 'laps'");
  expect_sentence(run("sim cradle --option rounds"), "name=value; Cradle to Grave has the options rounds");
  expect_sentence(run("sim alive --option rounds=1"), "no option 'rounds'");
  expect_sentence(run("sim alive --players 3 --option teams=yes"), "FA-38");
  expect_sentence(run("play alive --players 7"), "2 to 6 players");
  EXPECT_FALSE(fs::exists(folder_ / "data"));  // nothing was begun
}

TEST_F(Cli, WhoeverNamesNoGameIsToldWhichThereAre) {
  const Ran ran = run("play", "1\n");
  EXPECT_EQ(ran.exit_code, 2);
  expect_sentence(ran, "which game? There are: cradle (Cradle to Grave), alive (Five Alive)");
}

TEST_F(Cli, BenchPlaysOneGameForAnInstructionCounter) {
  for (const play::GameInfo* game : play::all_games()) {
    const Ran ran = run("bench " + std::string(game->name) + " --only-games 10 --players 2");
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_EQ(run("bench --only-games 10").exit_code, 2);
  EXPECT_EQ(run("bench cradle --only-games 10 --players 9").exit_code, 2);
}

// CG-14
TEST_F(Cli, RulesPrintsAClause) {
  const Ran ran = run("rules cradle cg-14");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(ran.out.starts_with("CG-14 One card\n")) << ran.out;
  EXPECT_EQ(run("rules cradle 14").out, ran.out);
  EXPECT_NE(run("rules cradle").out.find("CG-1 Players and rounds\n"), std::string::npos);
  expect_sentence(run("rules cradle CG-99"), "no clause CG-99");
}

TEST_F(Cli, SimPrintsJsonThatAddsUp) {
  const Ran ran = run("sim cradle --games 500 --json --threads 2 --bots thoughtful,random,random");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto value = play::parse_json(ran.out);
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(value->at("games").as_int64(), 500);
  double wins = 0;
  for (const auto& seat : value->at("seats").as_array()) wins += seat.at("win_share").as_double();
  EXPECT_NEAR(wins, 1, 1e-9);
  EXPECT_GT(value->at("length").at("median").as_int64(), 0);
  EXPECT_TRUE(value->at("lowest_wins").as_bool());
  EXPECT_EQ(ran.err, "");
}

TEST_F(Cli, SimSaysWhichScoreWins) {
  for (const play::GameInfo* game : play::all_games()) {
    const Ran ran = run("sim " + std::string(game->name) + " --games 50");
    EXPECT_NE(ran.out.find(game->lowest_wins ? "The lowest score wins" : "The highest score wins"),
              std::string::npos)
        << ran.out;
    EXPECT_NE(ran.out.find(std::string(game->title) + ": 50 games"), std::string::npos) << ran.out;
  }
}

TEST_F(Cli, SimIsNotSureAfterAGameAndNeverBeyondAllOfThem) {
  const Ran one = run("sim alive --players 2 --games 1");
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(one.out.find("±"), std::string::npos) << one.out;
  EXPECT_NE(one.out.find(" 100.00% (0.0 to 100.0) "), std::string::npos) << one.out;
  EXPECT_TRUE(one.out.starts_with("Five Alive: 1 game in ")) << one.out;
  for (const char* games : {"2", "3", "7", "20"}) {
    const auto json =
        play::parse_json(run(std::string("sim cradle --bots thoughtful,random --json --games ") + games).out);
    ASSERT_TRUE(json);
    for (const char* each : {"seats", "bots"})
      for (const auto& row : json->at(each).as_array()) {
        const auto& interval = row.at("interval_95").as_array();
        const double low = interval[0].to_number<double>(), high = interval[1].to_number<double>(),
                     share = row.at("win_share").to_number<double>();
        EXPECT_LE(0, low);
        EXPECT_LE(low, share);
        EXPECT_LE(share, high);
        EXPECT_LE(high, 1);
        EXPECT_GT(high - low, .03) << games;
      }
  }
}

TEST_F(Cli, SimSaysOfSeatsAndBotsWhatAMatchWould) {
  // One bot a seat and one seating: the deals of a match are games.
  const auto sim = play::parse_json(run("sim alive --games 60 --json --bots thoughtful,random,random").out);
  ASSERT_TRUE(sim);
  lab::DealTally same(lab::DealDesign({{1, 2}}));
  const double share = sim->at("bots").at(0).at("win_share").as_double();
  const auto wins = std::llround(share * 60);
  ASSERT_NEAR(static_cast<double>(wins), share * 60, 1e-6);
  for (int game = 0; game < 60; ++game)
    same.add(game < wins ? std::array<std::int64_t, 2>{840, 0} : std::array<std::int64_t, 2>{0, 840});
  const auto& interval = sim->at("bots").at(0).at("interval_95").as_array();
  EXPECT_NEAR(interval[0].to_number<double>(), same.interval(0).low, 1e-9);
  EXPECT_NEAR(interval[1].to_number<double>(), same.interval(0).high, 1e-9);
}

TEST_F(Cli, SimRepeatsBotsUntilEverySeatIsTaken) {
  const auto bots = [&](const std::string& words) {
    const auto json = play::parse_json(run("sim alive --games 2 --json " + words).out);
    if (!json) return std::string("no report");
    std::string all;
    for (const auto& seat : json->at("seats").as_array())
      all += std::string(seat.at("bot").as_string()) + " ";
    return all;
  };
  EXPECT_EQ(bots("--bots thoughtful,random --players 4"), "thoughtful random thoughtful random ");
  EXPECT_EQ(bots("--bots random,thoughtful --players 3"), "random thoughtful random ");
  EXPECT_EQ(bots("--bots random --players 2"), "random random ");
  EXPECT_EQ(bots("--bots random,thoughtful,random"), "random thoughtful random ");
  EXPECT_EQ(bots(""), "thoughtful thoughtful thoughtful thoughtful ");
  expect_refusal("sim alive --bots random,random,random --players 2", 2, "3 bots are too many for 2 seats");
  expect_refusal("sim alive --bots random", 2, "is for 2 to 6 players, not 1; say with --players");
}

TEST_F(Cli, SimFitsInEightyColumns) {
  expect_to_fit(run("sim cradle --games 20").out);
  expect_to_fit(
      run("sim alive --games 3 --players 3 --bots random,search/20/threads=1/memory=1MB/rollouts=random")
          .out);
}

TEST_F(Cli, ATextAsSeedComesBackAndRepeatsTheRun) {
  for (const std::string& words : {std::string("sim alive --players 2 --games 20"),
                                   std::string("match alive --bots random,thoughtful --deals 5"),
                                   std::string("lab alive --players 2 --games 20 --samples 0 --bot random")})
    for (const std::string seed : {"friday", "1", "18446744073709551615", "999999999999999999"}) {
      const std::string json = words.starts_with("lab") ? " --json -" : " --json";
      const auto first = play::parse_json(run(words + json + " --seed " + seed).out);
      ASSERT_TRUE(first) << words;
      EXPECT_EQ(first->at("seed").as_string(), seed) << words;
      expect_exact_numbers(*first);
      const auto again =
          play::parse_json(run(words + json + " --seed " + std::string(first->at("seed").as_string())).out);
      ASSERT_TRUE(again);
      const char* figures = words.starts_with("lab") ? "table" : words.starts_with("sim") ? "seats" : "pairs";
      EXPECT_EQ(first->at(figures), again->at(figures)) << words;
    }
}

TEST_F(Cli, AnOptionWithoutItsValueDoesNotTakeTheNextWord) {
  for (const std::string command : {"play cradle", "sim cradle", "match cradle --bots random,thoughtful",
                                    "balance cv", "lab cradle", "think game.ndjson"}) {
    const std::string name = command.substr(0, command.find(' '));
    expect_refusal(command + " --seed= --cards", 2,
                   "--seed=: nothing follows the '='; see lifetable " + name + " --help");
    expect_refusal(command + " --seed=", 2, "--seed=: nothing follows the '='");
    expect_refusal(command + " --seed ''", 2, "--seed: it must not be empty");
    for (const std::string option : {"--seed", "-s"})
      expect_refusal(command + " " + option + " --cards --json", 2,
                     option +
                         ": its value is missing before '--cards'; if that is the value, write "
                         "--seed=--cards; see lifetable " +
                         name + " --help");
  }
  expect_refusal("sim alive --seed --json --games 1", 2, "--seed: its value is missing before '--json'");
  const auto meant = play::parse_json(run("sim alive --games 1 --json --seed=--json").out);
  ASSERT_TRUE(meant);
  EXPECT_EQ(meant->at("seed").as_string(), "--json");
  expect_refusal("sim cradle --games= --json", 2, "--games=: nothing follows");
  EXPECT_EQ(run("sim cradle --games=5 --seed=a=").exit_code, 0);
}

TEST_F(Cli, SimPrintsATableWithoutColoursOffATerminal) {
  const Ran ran = run("sim cradle --players 2 --games 300");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_NE(ran.out.find("300 games"), std::string::npos);
  EXPECT_EQ(ran.out.find('\033'), std::string::npos);
}

/// Every game at the keyboard.
class CliOf : public Cli, public testing::WithParamInterface<const play::GameInfo*> {
 protected:
  std::string play_words(const std::string& rest) const {
    return "play " + std::string(GetParam()->name) + " --players 3 " + rest;
  }
  /// The first move of the menu, so many times; 2000 are enough for any game.
  static std::string first_moves(int times = 2000) {
    std::string all;
    for (int i = 0; i < times; ++i) all += GetParam()->numbers_are_moves ? "a\n" : "1\n";
    return all;
  }
};

TEST_P(CliOf, AWholeGameCanBePlayedFromTheMenu) {
  const Ran ran = run(play_words("--seed numbers --record game.ndjson"), first_moves());
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out.find('\033'), std::string::npos);
  EXPECT_EQ(run("replay game.ndjson").exit_code, 0);
  // It ends with who won, and with everybody's score in the words of the game.
  const auto record = play::parse_record(*play::read_file(path("game.ndjson")), "game.ndjson");
  ASSERT_TRUE(record && record->header.result);
  const auto& result = *record->header.result;
  const std::size_t ending = ran.out.rfind(
      " with " +
      english().say(GetParam()->points(result.scores[static_cast<std::size_t>(result.winners[0]) - 1])) +
      ".\n");
  ASSERT_NE(ending, std::string::npos) << ran.out;
  for (const int score : result.scores)
    EXPECT_NE(ran.out.find(english().say(GetParam()->points(score)) + "\n", ending), std::string::npos);
  // The same seed and choices are the same game.
  run(play_words("--seed numbers --record again.ndjson"), first_moves());
  EXPECT_EQ(*play::read_file(path("game.ndjson")), *play::read_file(path("again.ndjson")));
}

TEST_P(CliOf, TheEndOfInputKeepsTheGameAndItGoesOnFromThere) {
  ASSERT_EQ(run(play_words("--seed kept --record whole.ndjson"), first_moves()).exit_code, 0);
  const Ran cut = run(play_words("--seed kept --record cut.ndjson"), first_moves(3));
  EXPECT_EQ(cut.exit_code, 4);
  expect_sentence(cut, "the input ended in the middle of the game; it is kept in cut.ndjson");
  EXPECT_NE(cut.out.find("\nGo on with it:  "), std::string::npos);
  EXPECT_NE(cut.out.find("lifetable play --resume cut.ndjson"), std::string::npos);
  EXPECT_EQ(cut.out.find("is kept"), std::string::npos);  // that is said on standard error, once
  EXPECT_EQ(run("play --resume cut.ndjson", first_moves()).exit_code, 0);
  EXPECT_EQ(*play::read_file(path("cut.ndjson")), *play::read_file(path("whole.ndjson")));
}

TEST_P(CliOf, EveryMoveCanBeShownWithAllCardsOpen) {
  ASSERT_EQ(run(play_words("--seed open --record game.ndjson"), first_moves()).exit_code, 0);
  for (const char* at : {"0", "7", "40", "60"}) {
    const Ran ran = run("replay game.ndjson --at " + std::string(at));
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out.find(": \n"), std::string::npos) << ran.out;  // nothing is listed that is not there
  }
  EXPECT_NE(run("replay game.ndjson --at 40").out.find("hands of "), std::string::npos);
}

TEST_P(CliOf, AHintNamesAMoveOfTheMenu) {
  const Ran ran = run(play_words("--seed hint --record game.ndjson"), "hint\n");
  const std::size_t hint = ran.out.find("A strong player would choose ");
  ASSERT_NE(hint, std::string::npos) << ran.out;
  const std::string text = ran.out.substr(hint + 29, ran.out.find(".\n", hint) - hint - 29);
  std::string entry = text;
  entry.replace(text.find(": "), 2,
                "  ");  // "3: Start at age 47" stands in the menu as " 3  Start at age 47"
  EXPECT_LT(ran.out.find(" " + entry), hint) << entry;
}

INSTANTIATE_TEST_SUITE_P(AllGames, CliOf, testing::ValuesIn(play::all_games()),
                         [](const auto& info) { return std::string(info.param->name); });

// A "4" is the card, not the fourth entry of the menu.
TEST_F(Cli, WhereNumbersAreCardsTheMenuHasLetters) {
  const Ran ran = run("play alive --players 2 --seed letters --record game.ndjson", "z\n99\n4\n");
  EXPECT_NE(ran.out.find("\n  a  "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("There is no move z; choose a to "), std::string::npos);
  EXPECT_NE(ran.out.find("'99' is not a move"), std::string::npos);
  EXPECT_NE(ran.out.find("You play 4"), std::string::npos) << ran.out;
}

// FA-41
TEST_F(Cli, TeamsWinTogether) {
  const Ran ran =
      run("play alive --seats random:Ann,random:Bo,random:Cy,random:Di --option teams=yes --seed teams "
          "--record game.ndjson");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(ran.out.find("\nAnn and Cy win with ") != std::string::npos ||
              ran.out.find("\nBo and Di win with ") != std::string::npos)
      << ran.out;
}

TEST_F(Cli, TheGamePlayedLastCanBeResumedByThatWord) {
  EXPECT_EQ(run("play --resume last").exit_code, 3);
  ASSERT_EQ(run("play cradle --players 3 --seed last", "1\n").exit_code, 4);
  const Ran again = run("play --resume last", "");
  EXPECT_EQ(again.exit_code, 4);
  // It begins by telling the last of the story again, with what only this seat knows.
  EXPECT_NE(again.out.find("You choose"), std::string::npos);
  EXPECT_EQ(again.out.find("Ada draws"), std::string::npos);
}

TEST_F(Cli, AGameCanBeForkedAtAnyMove) {
  record_game("random,random");
  const std::string original = *play::read_file(path("game.ndjson"));
  ASSERT_EQ(run("play --resume game.ndjson --at 14 --record fork.ndjson").exit_code, 0);
  EXPECT_EQ(*play::read_file(path("game.ndjson")), original);
  EXPECT_EQ(run("replay fork.ndjson").exit_code, 0);
  expect_sentence(run("play --resume game.ndjson --at 99999"), "beyond them");
  expect_sentence(run("play --resume game.ndjson"), "this game is over");
}

// CG-14, CG-16
TEST_F(Cli, QuestionsAreAnsweredAndRefusalsCiteTheirClause) {
  const Ran ran = run("play cradle --players 3 --seed ask --record game.ndjson",
                      "?\n? Swap\n?CG-16\n? nonsense\nage 9 Stop\nhint\n99\nhello\n1\n");
  EXPECT_NE(ran.out.find("? CARD explains a card"), std::string::npos);
  EXPECT_NE(ran.out.find("whose tens and ones"), std::string::npos);
  EXPECT_NE(ran.out.find("CG-16 Exactly one higher: "), std::string::npos);
  EXPECT_NE(ran.out.find("neither a card nor a clause"), std::string::npos);
  EXPECT_NE(ran.out.find("Refused. Stop! is a special card;"), std::string::npos);
  EXPECT_NE(ran.out.find("CG-7 "), std::string::npos);
  EXPECT_NE(ran.out.find("A strong player would choose"), std::string::npos);
  EXPECT_NE(ran.out.find("There is no move 99"), std::string::npos);
  EXPECT_NE(ran.out.find("'hello' is not a move"), std::string::npos);
}

TEST_F(Cli, RequestsMayBeTypedInCapitals) {
  const std::string play = "play cradle --players 3 --seed ask --record ";
  std::string small = run(play + "small.ndjson", "help\nhelp swap\nrules\ntable\nhint\n").out;
  const std::string large = run(play + "large.ndjson", "HELP\nHelp swap\nRULES\nTable\nHINT\n").out;
  for (std::size_t at; (at = small.find("small.ndjson")) != std::string::npos;) small.replace(at, 5, "large");
  EXPECT_EQ(large, small);
  for (const char* word : {"Q", "QUIT", "quit"}) {
    fs::remove(folder_ / "quit.ndjson");
    EXPECT_EQ(run(play + "quit.ndjson", std::string(word) + "\n").exit_code, 130) << word;
  }
}

TEST_F(Cli, TheTableIsDrawnAgainAfterOneBlankLine) {
  const Ran ran = run("play cradle --players 3 --seed ask --record game.ndjson", "1\ntable\ntable\n");
  EXPECT_EQ(ran.out.find("\n\n\n"), std::string::npos) << ran.out;
}

TEST_F(Cli, WhatNobodyKnowsIsNotEchoedWhole) {
  const Ran ran = run("play cradle --players 3 --seed ask --record game.ndjson",
                      "? " + std::string(300, 'y') + "\n" + std::string(300, 'z') + "\n");
  EXPECT_NE(ran.out.find("'" + std::string(39, 'y') + "…' is neither"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find(std::string(61, 'z')), std::string::npos) << ran.out;
}

// FA-17
TEST_F(Cli, ACardOfSeveralWordsIsExplained) {
  const Ran ran = run("play alive --seed ask --record game.ndjson",
                      "? Pass me by \n?draw 2\n? fa-19\n? Skip it\n? such a card\n");
  EXPECT_NE(ran.out.find("Pass me by: nothing happens"), std::string::npos);
  EXPECT_NE(ran.out.find("Draw 2: every other player"), std::string::npos);
  EXPECT_NE(ran.out.find("FA-19 Skip: "), std::string::npos);
  EXPECT_NE(ran.out.find("Skip: the next player"), std::string::npos);  // the first word is enough
  EXPECT_NE(ran.out.find("'such' is neither a card nor a clause"), std::string::npos);
}

TEST_F(Cli, TheCurtainComesBetweenTwoPeople) {
  const Ran ran =
      run("play cradle --seats person:Ann,person:Bo --seed curtain --record game.ndjson", "\n1\n\n1\n\n");
  const std::size_t ann = ran.out.find("Pass the keyboard to Ann."),
                    bo = ran.out.find("Pass the keyboard to Bo.");
  ASSERT_NE(ann, std::string::npos);
  ASSERT_NE(bo, std::string::npos);
  // One hand is shown before Bo's curtain, Ann's; and Bo is never told what Ann drew.
  EXPECT_EQ(ran.out.find("Your hand:", ran.out.find("Your hand:") + 1), ran.out.find("Your hand:", bo));
  const std::size_t hand = ran.out.find("Your hand:", bo);
  ASSERT_NE(hand, std::string::npos);
  EXPECT_EQ(ran.out.substr(bo).find("Ann draws"), std::string::npos);
  EXPECT_NE(ran.out.substr(bo, hand - bo).find("You draw"), std::string::npos);
}

// CG-41
TEST_F(Cli, APoliteTableAddressesTheEldestWithRespect) {
  const std::string polite = " --option polite=yes --seed curtain --record ", pass = "Pass the keyboard to ";
  std::string first, passed;  // the first move of each menu; the same with Enter at each curtain
  for (int i = 0; i < 2'000; ++i) first += "1\n";
  for (int i = 0; i < 12; ++i) passed += "1\n\n";
  const Ran both = run("play cradle --seats person:Ann,person:Bo" + polite + "both.ndjson", passed);
  for (const std::string part :
       {"Venerable elder, it is your turn: would you kindly play a card?", "\nThe venerable "})
    EXPECT_NE(both.out.find(part), std::string::npos) << part << both.out;
  EXPECT_LT(both.out.find(pass + "Bo."), both.out.find(pass + "the venerable "))
      << "while ages are chosen nobody is the eldest";
  EXPECT_NE(both.out.find(pass + "the venerable "), std::string::npos) << both.out;
  // Alone with bots one is "You", whatever one's age.
  const Ran alone = run("play cradle" + polite + "alone.ndjson", first);
  EXPECT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_NE(alone.out.find("Venerable elder, it is your turn"), std::string::npos) << alone.out;
  EXPECT_EQ(alone.out.find("enerable You"), std::string::npos);
  // Elsewhere nobody is.
  EXPECT_EQ(run("play cradle --seed curtain --record other.ndjson", first).out.find("enerable"),
            std::string::npos);
}

TEST_F(Cli, UnwritablePlacesAreRefusedBeforeTheGameBegins) {
  Ran ran = run("play cradle --record no/such/folder/game.ndjson");
  EXPECT_EQ(ran.exit_code, 3);
  expect_sentence(ran, "No such file or directory");
  write("taken.ndjson", "precious");
  ran = run("play cradle --record taken.ndjson");
  EXPECT_EQ(ran.exit_code, 3);
  expect_sentence(ran, "is there already");
  EXPECT_EQ(*play::read_file(path("taken.ndjson")), "precious");
  write("data", "a file where the folder should be");
  ran = run("play cradle");
  EXPECT_EQ(ran.exit_code, 3);
  expect_sentence(ran, "pass --record FILE");
}

TEST_F(Cli, ADiskThatFillsUpEndsTheGameWithASentenceAndAWholeRecord) {
  // The shell's limit on file size (in units of 512 or 1024 bytes) stands in for a full disk.
  write("play.sh", "trap '' XFSZ; ulimit -f 4; exec '" + program().string() +
                       "' play cradle --seats random,random --seed full --record game.ndjson");
  const std::string command = "cd '" + folder_.string() + "' && sh play.sh > /dev/null 2> err";
  const int status = std::system(command.c_str());
  ASSERT_EQ(WEXITSTATUS(status), 3);
  const std::string err = *play::read_file(path("err"));
  EXPECT_NE(err.find("cannot write"), std::string::npos) << err;
  EXPECT_EQ(run("replay game.ndjson").exit_code, 0);  // what was written is whole
}

TEST_F(Cli, ReplayTellsTheGameForwardsAndBackwardsAsAnybody) {
  record_game();
  const Ran all = run("replay game.ndjson"), second = run("replay game.ndjson --as 2"),
            watcher = run("replay game.ndjson --as watcher");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_NE(all.out.find("Ada draws"), std::string::npos);
  EXPECT_EQ(second.out.find("Ada draws"), std::string::npos);
  EXPECT_NE(second.out.find("You draw"), std::string::npos);
  EXPECT_EQ(watcher.out.find("draw "), std::string::npos);
  EXPECT_EQ(watcher.out.find("You draw"), std::string::npos);
  const Ran back = run("replay game.ndjson --backwards");
  EXPECT_LT(back.out.find("The game is over."), back.out.find("the start of a game"));
  EXPECT_GT(all.out.find("The game is over."), all.out.find("the start of a game"));
  EXPECT_NE(run("replay game.ndjson --step", "\n\nb\n5\nq\n").out.find("5 of "), std::string::npos);
  expect_sentence(run("replay game.ndjson --as 9"), "--as must be");
  expect_sentence(run("replay game.ndjson --at 99999"), "beyond them");
  expect_sentence(run("replay nothing.ndjson"), "No such file");
  EXPECT_EQ(run("replay nothing.ndjson").exit_code, 3);
}

TEST_F(Cli, APositionOfAReplayIsAScenarioPosition) {
  record_game();
  const Ran position = run("replay game.ndjson --at 30 --position");
  ASSERT_EQ(position.exit_code, 0);
  write(
      "scenario.json",
      R"({"game":"cradle","scenarios":[{"name":"copied","clauses":[],"options":{"players":3,"rounds":1},"position":)" +
          position.out + R"(,"then":{"round":1}}]})");
  const Ran check = run("check scenario.json");
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_EQ(check.out, "1 passed, 0 failed\n");
}

// CG-2, CG-16
TEST_F(Cli, CheckSaysWhatDoesNotHold) {
  const std::string begin =
      R"({"game":"cradle","scenarios":[{"name":"try","clauses":["CG-16"],"options":{"players":2},"position":)";
  write(
      "wrong.json",
      begin +
          R"({"turn":1,"ages":["11","22"],"hands":["3","4"]},"play":["1: raise 2 tens 3"],"then":{"ages":["11","99"]}}]})");
  Ran ran = run("check wrong.json");
  EXPECT_EQ(ran.exit_code, 1);
  expect_sentence(ran, "'try' does not hold: ages of seat 2 should be '99', but is '32'");
  write("seven.json", begin + R"({"turn":1,"ages":["11","22"],"hands":["3 3 3 3","3 3 3"]}}]})");
  ran = run("check seven.json");
  EXPECT_EQ(ran.exit_code, 1);
  expect_sentence(ran, "the position has 7 copies of 3, but the deck has only 6 (CG-2)");
  write("broken.json", "{\"game\":");
  ran = run("check broken.json");
  EXPECT_EQ(ran.exit_code, 2);
  expect_sentence(ran, "broken.json: this is not valid JSON");
  EXPECT_EQ(run("check missing.json").exit_code, 3);
}

// CG-16
TEST_F(Cli, CheckGoesOnAfterABadFile) {
  const std::string begin =
      R"({"game":"cradle","scenarios":[{"name":"try","clauses":["CG-16"],"options":{"players":2},"position":{"turn":1,"ages":["11","22"],"hands":["3","4"]},"then":{"ages":["11",")";
  write("good.json", begin + R"(22"]}}]})");
  write("wrong.json", begin + R"(99"]}}]})");
  write("broken.json", "{\"game\":");
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  Ran ran = run("check broken.json good.json wrong.json");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "1 passed, 1 failed, 1 file could not be run\n");
  EXPECT_EQ(lines(ran.err), 2) << ran.err;
  EXPECT_NE(ran.err.find("broken.json: this is not valid JSON"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("wrong.json: 'try' does not hold"), std::string::npos) << ran.err;
  ran = run("check missing.json wrong.json broken.json good.json");
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_EQ(ran.out, "1 passed, 1 failed, 2 files could not be run\n");
  EXPECT_EQ(lines(ran.err), 3) << ran.err;
  EXPECT_EQ(run("check good.json wrong.json").exit_code, 1);
  EXPECT_EQ(run("check good.json good.json").out, "2 passed, 0 failed\n");
}

TEST_F(Cli, TheGoldenPlaythroughIsStillToldTheSameWay) {
  int playthroughs = 0;
  for (const auto& entry : fs::directory_iterator(LIFETABLE_SOURCE_DIR "/docs/playthroughs")) {
    if (entry.path().extension() != ".ndjson") continue;
    ++playthroughs;
    fs::path golden = entry.path();
    golden.replace_extension(".txt");
    const Ran ran = run("replay '" + entry.path().string() + "'");
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out, *play::read_file(golden.string()))
        << "if that was meant: make golden, and read the difference";
  }
  EXPECT_GT(playthroughs, 0);
}

TEST_F(Cli, ClosedStandardFilesNeverEndUpInTheRecord) {
  const std::string begin = "cd '" + folder_.string() + "' && '" + program().string() + "' ";
  for (const std::string closed : {">&-", "2>&-", ">&- 2>&- <&-"}) {
    fs::remove(folder_ / "game.ndjson");
    const std::string end = " < /dev/null > /dev/null 2> /dev/null ";
    std::ignore = std::system(
        (begin + "play cradle --seats person,random --seed x --record game.ndjson" + end + closed).c_str());
    EXPECT_EQ(run("replay game.ndjson").exit_code, 0) << closed;
  }
}

TEST_F(Cli, OutputThatCannotBeWrittenIsSaid) {
  for (const char* words : {"rules cradle", "--help", "signatures"}) {
    const std::string command =
        "'" + program().string() + "' " + words + " > /dev/full 2> '" + path("err") + "'";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3) << words;
    EXPECT_NE((*play::read_file(path("err"))).find("lifetable: "), std::string::npos) << words;
  }
  const std::string piped = "'" + program().string() + "' rules cradle 2> '" + path("err") + "' | true";
  EXPECT_EQ(std::system(piped.c_str()), 0);
  EXPECT_EQ(*play::read_file(path("err")), "");
}

TEST_F(Cli, ControlCharactersNeverReachTheTerminal) {
  const std::vector<std::pair<int, std::string>> cases = {
      {2, "play $'cra\\ndle\\e[2J'"},
      {2, "rules cradle $'\\e[31m\\nfoo'"},
      {3, "replay $'no\\npe\\e[2J'"},
      {2, "play cradle --seats $'per\\nson,random'"},
      {2, "play cradle --seats $'person:\\e[2J,random'"},
  };
  for (const auto& [exit_code, words] : cases) {
    write("try.sh", "'" + program().string() + "' " + words + " < /dev/null > out 2> err");
    const int status = std::system(("cd '" + folder_.string() + "' && bash try.sh").c_str());
    EXPECT_EQ(WEXITSTATUS(status), exit_code) << words;
    const std::string err = *play::read_file(path("err"));
    EXPECT_EQ(err.find('\033'), std::string::npos) << words;
    EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
  }
}

TEST_F(Cli, WordsThatWouldBeIgnoredAreRefused) {
  record_game("random,random");
  for (const char* words :
       {"play --resume game.ndjson --seed x", "play --resume game.ndjson --seats person,random",
        "play --resume game.ndjson --players 3", "play --resume game.ndjson -o rounds=1",
        "play --resume game.ndjson --record other", "play cradle --players 3 --seats person,random",
        "play cradle --at 3", "play cradle --seed ''", "play cradle -o players=3",
        "play cradle -o rounds=1 -o rounds=2", "play cradle --seats person:Ann,random:Ann",
        "sim cradle -p 2 -b random,random,random", "sim cradle -t -1", "sim cradle --players 50000000",
        "bench --seconds nan"}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 2) << words;
    expect_sentence(ran, "");
  }
}

TEST_F(Cli, WhoSitsInAGameIsSettledOnceItIsBegun) {
  record_game("random,random");
  const std::string before = *play::read_file(path("game.ndjson"));
  for (const std::string option : {"--seats person,random", "--players 3", "--seed x", "--option rounds=1"})
    for (const std::string at : {"", " --at 14 --record fork.ndjson"})
      expect_refusal(
          "play --resume game.ndjson " + option + at, 2,
          "--resume goes on with the game as it was begun: with the same seats, deal and rules; leave " +
              option.substr(0, option.find(' ')) + " out");
  EXPECT_EQ(*play::read_file(path("game.ndjson")), before);
}

TEST_F(Cli, AGameThatLostItsResultGetsItBack) {
  record_game("random,random");
  const std::string whole = *play::read_file(path("game.ndjson"));
  const std::size_t at = whole.find("\"result\":"), end = whole.find('\n');
  write("cut.ndjson", whole.substr(0, at) + "\"result\":null}" + whole.substr(end));
  expect_sentence(run("play --resume cut.ndjson"), "this game is over");
  EXPECT_EQ(*play::read_file(path("cut.ndjson")), whole);
}

TEST_F(Cli, TypedMovesAreRecordedInOneForm) {
  run("play cradle --players 2 --seed form --record typed.ndjson", "  AGE   1   4 \n 2\n");
  run("play cradle --players 2 --seed form --record number.ndjson", "1\n 2\n");
  EXPECT_EQ(*play::read_file(path("typed.ndjson")), *play::read_file(path("number.ndjson")));
}

TEST_F(Cli, AnEndlessLineIsNoMove) {
  const Ran ran =
      run("play cradle --players 2 --seed long --record game.ndjson", std::string(300'000, 'x') + "1\n");
  EXPECT_EQ(ran.exit_code, 4);
  EXPECT_EQ(ran.out.find("You choose"), std::string::npos);
}

// ---- A real terminal --------------------------------------------------------------------------------

TEST_F(Cli, ControlCKeepsTheRecordAndPrintsHowToResume) {
  Pty pty({"play", "cradle", "--seed", "interrupt", "--record", "game.ndjson"}, folder_, false);
  ASSERT_TRUE(pty.wait_for("? for help] "));
  pty.type("1\n");
  ASSERT_TRUE(pty.wait_for("? for help] "));
  pty.type("\x03");
  EXPECT_EQ(pty.wait_for_end(), 130);
  EXPECT_NE(pty.screen().find("lifetable play --resume game.ndjson"), std::string::npos);
  EXPECT_NE(pty.screen().find("\033["), std::string::npos);  // a terminal gets colours
  EXPECT_EQ(run("replay game.ndjson").exit_code, 0);
  Pty again({"play", "--resume", "game.ndjson"}, folder_, false);
  EXPECT_TRUE(again.wait_for("? for help] "));
}

TEST_F(Cli, OnATerminalWhoeverNamesNoGameIsAsked) {
  for (const char* choice : {"2\n", "alive\n"}) {
    Pty pty({"play", "--players", "3"}, folder_, true);
    ASSERT_TRUE(pty.wait_for("to leave] "));
    EXPECT_NE(pty.screen().find("1  Cradle to Grave, for 2 to 5 players"), std::string::npos);
    pty.type("9\n");
    ASSERT_TRUE(
        pty.wait_for("There is no game 9; choose 1 to " + std::to_string(play::all_games().size()) + "."));
    pty.type(choice);
    ASSERT_TRUE(pty.wait_for("? for help] ")) << choice;
    EXPECT_NE(pty.screen().find("Five Alive\r\n"), std::string::npos);
  }
  Pty pty({"play"}, folder_, true);
  ASSERT_TRUE(pty.wait_for("to leave] "));
  pty.type("q\n");
  EXPECT_EQ(pty.wait_for_end(), 0);
}

TEST_F(Cli, StoryMenuAndHintsFitOnTheTerminal) {
  Pty pty({"play", "cv", "--seed", "narrow", "--record", "game.ndjson"}, folder_, true, 44);
  for (int turn = 0; turn < 12; ++turn) {
    ASSERT_TRUE(pty.wait_for("? for help] "));
    pty.type("hint\n");
    ASSERT_TRUE(pty.wait_for("? for help] "));
    pty.type("a\n");
  }
  ASSERT_TRUE(pty.wait_for("? for help] "));
  // The picture has a width of its own; everything else begins in one of these ways, or goes on below.
  bool wrapped_story = false, wrapped_hint = false;
  std::string before;
  std::istringstream lines(pty.screen());
  for (std::string line; std::getline(lines, line); before = line) {
    if (line.ends_with('\r')) line.pop_back();
    const bool ours =
        line.starts_with("  a  ") || line.starts_with("A strong player") || line.find("onto the track") < 40;
    EXPECT_TRUE(!ours || width_of(line) <= 43) << line;
    wrapped_hint |= before.starts_with("A strong player") && line.starts_with("  ");
    wrapped_story |=
        before.starts_with("  ") && before[2] != ' ' && line.starts_with("    ") && line[4] != ' ';
  }
  EXPECT_TRUE(wrapped_hint);
  EXPECT_TRUE(wrapped_story);
}

TEST_F(Cli, NoColorIsHonouredOnATerminal) {
  Pty pty({"play", "cradle", "--seed", "plain", "--record", "game.ndjson"}, folder_, true);
  ASSERT_TRUE(pty.wait_for("? for help] "));
  EXPECT_EQ(pty.screen().find("\033["), std::string::npos);
}

TEST_F(Cli, TheCurtainWipesTheScreenAndWhatCouldBeScrolledBackTo) {
  Pty pty({"play", "cradle", "--seats", "person:Ann,person:Bo", "--record", "game.ndjson"}, folder_, false);
  ASSERT_TRUE(pty.wait_for("Ann: press Enter"));
  pty.type("\n");
  ASSERT_TRUE(pty.wait_for("? for help] "));
  pty.type("1\n");
  ASSERT_TRUE(pty.wait_for("Bo: press Enter"));
  const std::string wipe = "\033[H\033[2J\033[3J";
  const std::size_t curtain = pty.screen().rfind("Pass the keyboard to ");
  EXPECT_GT(pty.screen().rfind(wipe, curtain), pty.screen().rfind("Your hand"));
}

TEST_F(Cli, WhatIsTypedAheadDoesNotLiftTheCurtain) {
  Pty pty({"play", "cradle", "--seats", "person:Ann,person:Bo", "--record", "game.ndjson"}, folder_, false);
  ASSERT_TRUE(pty.wait_for("Ann: press Enter"));
  pty.type("\n");
  ASSERT_TRUE(pty.wait_for("? for help] "));
  pty.type("1\n\n\n1\n");
  ASSERT_TRUE(pty.wait_for("Bo: press Enter"));
  pty.type("quit\n");
  EXPECT_EQ(pty.wait_for_end(), 130);
  const std::size_t curtain = pty.screen().find("Pass the keyboard to Bo.");
  EXPECT_EQ(pty.screen().find("Your hand", curtain), std::string::npos);
}

TEST_F(Cli, SimShowsProgressOnATerminalOnly) {
  Pty pty({"sim", "cradle", "--games", "300000000", "--threads", "1"}, folder_, false);
  ASSERT_TRUE(pty.wait_for(" left"));
  pty.type("\x03");
  EXPECT_EQ(pty.wait_for_end(), 130);
  EXPECT_NE(pty.screen().find("interrupted: these are the first"), std::string::npos);
}

}  // namespace
}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
// Cards that are data, on the command line: `lifetable cards`, and --cards wherever a game is played or
// replayed. The game is CV (CV-2).
#include <algorithm>
#include <cctype>
#include <gtest/gtest.h>

#include "app/cli_testing.hpp"
#include "play/file.hpp"
#include "play/json.hpp"

namespace lifetable::app {
namespace {

class CardsCli : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    const Ran standard = run("cards cv");
    ASSERT_EQ(standard.exit_code, 0) << standard.err;
    write("standard.cards", standard.out);
    std::string mine = standard.out;
    const std::size_t at = mine.find("Bicycle");
    ASSERT_NE(at, std::string::npos);
    write("mine.cards", mine.replace(at, 7, "Unicycle"));
    write("bad.cards", "83 cards, but none of them is described\n");
  }

  /// The 16 digits that records call a catalogue by.
  std::string hash_of(const std::string& file) {
    const std::string out = run("cards --cards " + file).out, before = ", hash ";
    return out.substr(out.find(before) + before.size(), 16);
  }
  void play_a_game(const std::string& cards) {
    const Ran ran = run("play cv --seats random,random --seed data --record game.ndjson " + cards);
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
  }
};

TEST_F(CardsCli, ACatalogueThatIsPrintedIsAGoodCatalogueFile) {
  EXPECT_EQ(run("cards").out, *play::read_file(path("standard.cards")));
  for (const char* file : {"standard.cards", "mine.cards"}) {
    const Ran ran = run("cards cv --cards " + std::string(file));
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_TRUE(ran.out.starts_with(std::string(file) + ": a good catalogue for CV, hash ")) << ran.out;
    EXPECT_EQ(hash_of(file).find_first_not_of("0123456789abcdef"), std::string::npos) << ran.out;
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1) << ran.out;
  }
  EXPECT_NE(hash_of("standard.cards"), hash_of("mine.cards"));
}

TEST_F(CardsCli, ACardIsExplainedAsTheFileDescribesIt) {
  EXPECT_NE(run("cards --card 12").out.find("Bicycle"), std::string::npos);
  EXPECT_EQ(run("cards --card bicycle").out, run("cards cv --card 12").out);
  EXPECT_NE(run("cards --card 12 --cards mine.cards").out.find("Unicycle"), std::string::npos);
  const Ran ran = run("cards --card 84");
  EXPECT_EQ(ran.exit_code, 2);
  expect_sentence(ran, "CV has no card '84'");
}

TEST_F(CardsCli, EveryCardOfATitleIsExplained) {
  const std::string fifth = run("cards --card 5").out, thirtieth = run("cards --card 30").out;
  EXPECT_EQ(run("cards --card 'life  Insurance'").out, fifth + thirtieth);
  EXPECT_NE(fifth, thirtieth);
  const std::string asked = run("play cv --seed ask --record asked.ndjson", "? life insurance\n").out;
  EXPECT_NE(asked.find(fifth + thirtieth), std::string::npos) << asked;
}

TEST_F(CardsCli, TheNameOfACatalogueIsNoFile) {
  for (const char* words : {"play cv", "sim cv", "balance cv", "cards"})
    for (const std::string name : {"odd", "standard"}) {
      const Ran ran = run(std::string(words) + " --cards " + name);
      EXPECT_EQ(ran.exit_code, 3) << words;
      expect_sentence(ran, "goes by --option cards=" + name);
    }
  EXPECT_EQ(run("play cv --cards even").err.find("--option"), std::string::npos);
}

TEST_F(CardsCli, ATableBringsItsOwnCardsAndItsRecordNamesThem) {
  play_a_game("--cards mine.cards");
  const std::string record = *play::read_file(path("game.ndjson"));
  const auto header = play::parse_json(record.substr(0, record.find('\n')));
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(header->at("options").at("cards").as_string(), hash_of("mine.cards"));
  EXPECT_EQ(run("replay game.ndjson --cards mine.cards").exit_code, 0);
  // Without the file nobody knows what the cards were.
  for (const char* words :
       {"replay game.ndjson", "replay game.ndjson --cards standard.cards", "play --resume game.ndjson"}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 2) << words;
    expect_sentence(ran, "game.ndjson, line 1: ");
    EXPECT_NE(ran.err.find(hash_of("mine.cards")), std::string::npos) << ran.err;
    const bool given = std::string(words).find("--cards") != std::string::npos;
    EXPECT_NE(ran.err.find(given ? "give the file as it was then" : "--cards"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("standard.cards has hash " + hash_of("standard.cards")) != std::string::npos,
              given)
        << ran.err;
  }
}

// Whatever else is wrong with a record is not blamed on the file of cards.
TEST_F(CardsCli, ABrokenRecordIsNotBlamedOnTheCards) {
  play_a_game("--cards mine.cards");
  std::string record = *play::read_file(path("game.ndjson"));
  record.replace(record.find("\"seats\""), 7, "\"chairs\"");
  for (const char* text : {record.c_str(), "no record\n", "{\"options\":3}\n"}) {
    write("game.ndjson", text);
    const Ran ran = run("replay game.ndjson --cards mine.cards");
    EXPECT_EQ(ran.exit_code, 2);
    expect_sentence(ran, "game.ndjson, line 1: ");
    EXPECT_EQ(ran.err.find("hash"), std::string::npos) << ran.err;
  }
}

TEST_F(CardsCli, TheCommandsThatGoOnWithAGameNameItsCards) {
  const Ran cut = run("play cv --players 2 --seed cut --record game.ndjson --cards mine.cards", "a\n");
  EXPECT_EQ(cut.exit_code, 4) << cut.err;
  EXPECT_NE(cut.out.find("play --resume game.ndjson --cards mine.cards\n"), std::string::npos) << cut.out;
  const Ran again = run("play --resume game.ndjson --cards mine.cards", "? 12\n");
  EXPECT_EQ(again.exit_code, 4) << again.err;
  EXPECT_NE(again.out.find("Unicycle"), std::string::npos) << again.out;
  EXPECT_EQ(run("play --resume game.ndjson --at 3 --record fork.ndjson --cards mine.cards").exit_code, 4);
  const Ran whole = run("play cv --seats random,random --seed data --record other.ndjson --cards mine.cards");
  EXPECT_NE(whole.out.find("replay other.ndjson --cards mine.cards\n"), std::string::npos) << whole.out;
}

TEST_F(CardsCli, CardsThatAGameWasNotPlayedWithAreRefused) {
  play_a_game("");
  EXPECT_EQ(run("replay game.ndjson --cards standard.cards").exit_code, 0);
  const Ran ran = run("replay game.ndjson --cards mine.cards");
  EXPECT_EQ(ran.exit_code, 2);
  expect_sentence(ran, "game.ndjson is a game with other cards than those of mine.cards; leave --cards out");
}

TEST_F(CardsCli, SimulationsSayWhichCardsTheyPlayedWith) {
  const Ran ran = run("sim cv --cards mine.cards --games 20 --players 2 --json");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto value = play::parse_json(ran.out);
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(value->at("options").at("cards").as_string(), hash_of("mine.cards"));
}

TEST_F(CardsCli, ScenariosMayBeAboutOtherCards) {
  write("scenario.json",
        R"({"game":"cv","scenarios":[{"name":"mine","clauses":["CV-2"],"options":{"players":2,"cards":")" +
            hash_of("mine.cards") + R"("},"then":{"actors":"dealer"}}]})");
  EXPECT_EQ(run("check scenario.json --cards mine.cards").exit_code, 0);
  EXPECT_EQ(run("check scenario.json").exit_code, 1);
}

TEST_F(CardsCli, FilesThatAreNoCatalogueAreNamed) {
  play_a_game("");
  write("scenario.json", "{}");
  for (const std::string words :
       {"play cv --seats random,random --record none.ndjson", "sim cv --games 10", "replay game.ndjson",
        "check scenario.json", "cards", "cards --card 12", "play --resume game.ndjson"}) {
    Ran ran = run(words + " --cards bad.cards");
    EXPECT_EQ(ran.exit_code, 2) << words;
    expect_sentence(ran, "bad.cards");
    ran = run(words + " --cards missing.cards");
    EXPECT_EQ(ran.exit_code, 3) << words;
    expect_sentence(ran, "missing.cards");
    EXPECT_EQ(run(words + " --cards ''").exit_code, 2) << words;
  }
  EXPECT_FALSE(fs::exists(folder_ / "none.ndjson"));
}

TEST_F(CardsCli, GamesWithoutACatalogueRefuseOne) {
  record_game("random,random");
  for (const char* words :
       {"play cradle --cards mine.cards", "sim cradle --cards mine.cards --games 10",
        "replay game.ndjson --cards mine.cards", "cards cradle", "cards cradle --cards mine.cards"}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 2) << words;
    expect_sentence(ran, "Cradle to Grave has no catalogue of cards; --cards goes with cv");
  }
  EXPECT_EQ(run("cards poker").exit_code, 2);
}

TEST_F(CardsCli, CardsAreNamedOnlyOnce) {
  for (const char* command : {"play cv", "sim cv"}) {
    const Ran ran = run(std::string(command) + " --cards mine.cards --option cards=odd");
    EXPECT_EQ(ran.exit_code, 2);
    expect_sentence(ran, "--cards and --option cards=odd both say which cards");
  }
}

// ---- Menus of many moves ------------------------------------------------------------------------------

// CV-14: there may be 95 ways to choose dice.
TEST_F(Cli, ManyWaysToThrowShareALineOfTheMenuAndAreTyped) {
  const std::string play = "play cv --players 2 --seed many --record ", line_end = " ways: type it\n";
  std::string first_entries, questions;
  for (int i = 0; i < 2000; ++i) first_entries += "a\n", questions += "hint\na\n";
  const std::string menus = run(play + "menus.ndjson", first_entries).out;
  const std::size_t at = menus.find(line_end);
  ASSERT_NE(at, std::string::npos);
  const std::size_t begin = menus.rfind('\n', at) + 1;
  const std::string line = menus.substr(begin, at - begin), move = line.substr(5, line.find(',') - 5);
  EXPECT_TRUE(line.starts_with("     reroll ")) << line;
  EXPECT_GT(std::atoi(line.c_str() + line.rfind(' ')), 12) << line;
  EXPECT_TRUE(menus.substr(at + line_end.size()).starts_with("You [a")) << menus.substr(at, 200);

  // The same game again, up to that menu; there the move is typed, in small letters.
  std::string typed;
  for (std::size_t p = 0; (p = menus.find("? for help] ", p)) < at; ++p) typed += "a\n";
  std::string small = move;
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const Ran ran = run(play + "typed.ndjson", typed + small + "\n");
  EXPECT_EQ(ran.exit_code, 4) << ran.err;
  const std::string record = *play::read_file(path("typed.ndjson"));
  EXPECT_NE(record.find("{\"by\":1,\"move\":\"" + move + "\"}"), std::string::npos) << move;

  // A hint is an entry of the menu, or a move to be typed.
  const std::string hints = run(play + "hints.ndjson", questions).out, begins = "would choose ";
  for (std::size_t p = 0; (p = hints.find(line_end, p)) != std::string::npos; ++p) {
    const std::size_t hint = hints.find(begins, p) + begins.size();
    EXPECT_TRUE(hints.substr(hint, 7) == "reroll " || hints[hint + 1] == ':') << hints.substr(hint, 80);
  }
}

}  // namespace
}  // namespace lifetable::app

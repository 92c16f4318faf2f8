// SPDX-License-Identifier: Apache-2.0
// examples/verify_record.py, a verifier that shares no code with the program: it must agree on the program's
// records.
#include <algorithm>
#include <functional>

#include "app/cli_testing.hpp"
#include "core/fields.hpp"
#include "play/record.hpp"
#include "play/registry.hpp"

namespace lifetable::app {
namespace {

using play::Record;
using play::Seed;

const std::string kFolder = std::string(LIFETABLE_SOURCE_DIR) + "/";
const std::string kShown = Seed::from_text("server").commitment();

/// A game by random moves, whose deal the server and every second seat drew together.
Record played(const std::string& name, int players, const std::string& choices, const std::string& seed) {
  play::SharedDeal shared{Seed::from_text("server"), {}};
  Record record;
  for (int i = 0; i < players; ++i) {
    shared.entropy.push_back(i % 2 ? std::nullopt : std::optional(Seed::from_text(seed + std::to_string(i))));
    record.header.seats.push_back({"Ann " + std::to_string(i + 1), "random"});
  }
  const play::GameInfo& game = **play::game_named(name);
  Fields options = assignments(choices);
  options.set("players", std::to_string(players));
  record.header.game = name;
  record.header.rules_version = game.rules_version;
  record.header.options = *game.options(options);
  record.header.commitment = shared.commitment();
  record.header.seed = seed_of(shared);
  record.header.shared = shared;
  const auto match = std::move(*game.start(record.header.options));
  play::Dealer dealer(*record.header.seed);
  Xoshiro256pp rng(7);
  while (!match->over()) {
    const Seat actor = match->actors().first();
    const auto pick = [&] {
      const auto moves = match->moves(actor);
      return moves[below(rng, static_cast<std::uint32_t>(moves.size()))];
    };
    const std::string move = actor == kDealer ? match->deal(dealer) : pick();
    EXPECT_TRUE(match->play(actor, move));
    record.moves.push_back({actor, move});
  }
  record.header.result = play::ending_of(*match);
  return record;
}

class VerifyRecord : public Cli {
 protected:
  Ran python(const std::string& arguments) {
    const std::string command = "cd '" + folder_.string() + "' && python3 '" + kFolder +
                                "examples/verify_record.py' " + arguments + " > out 2> err";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, *play::read_file(path("out")),
            *play::read_file(path("err"))};
  }
  Ran verify(const Record& record, const std::string& arguments = "") {
    std::string text = play::header_line(record.header);
    for (const auto& move : record.moves) text += play::move_line(move);
    write("game.ndjson", text);
    return python("game.ndjson " + arguments);
  }

  static void expect_told(const Ran& ran, int exit_code, const std::vector<std::string>& told) {
    EXPECT_EQ(ran.exit_code, exit_code) << ran.out << ran.err;
    EXPECT_EQ(ran.err, "");
    for (const std::string& part : told)
      EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
  }
  /// Exactly one thing fails, and it is this.
  void expect_fault(const std::function<void(Record&)>& change, const std::string& told,
                    const std::string& game = "cradle") {
    Record record = played(game, 3, game == "cradle" ? "rounds=2" : "", "fault");
    change(record);
    const Ran ran = verify(record);
    expect_told(ran, 1, {"fails    " + told});
    EXPECT_EQ(ran.out.find("fails"), ran.out.rfind("fails")) << ran.out;
  }
};

TEST_F(VerifyRecord, AgreesWithTheProgramOnAllGames) {
  struct Table {
    std::string game, options;
    int fewest, most;
  };
  const Table tables[] = {
      {"cradle", "", 2, 5},
      {"cradle", "rounds=5 polite=yes", 2, 5},
      {"alive", "", 2, 6},
      {"alive", "sudden=yes printing=later dealer=2", 2, 6},
      {"alive", "teams=yes", 4, 6},
      {"alive", "teams=yes sudden=yes printing=later", 4, 6},
      {"cv", "", 2, 4},
      {"cv", "cards=odd", 2, 4},
  };
  for (const Table& table : tables)
    for (int players = table.fewest; players <= table.most; ++players)
      for (const std::string seed : {"one", "two"}) {
        SCOPED_TRACE(table.game + " " + table.options + " " + std::to_string(players) + " " + seed);
        const Record record = played(table.game, players, table.options, seed);
        expect_told(
            verify(record, "--commitment " + kShown + " --entropy 1=" + Seed::from_text(seed + "0").hex()), 0,
            {"holds    The result is what the moves lead to", "cards and throws are what the seed gives",
             "holds    The server's seed and the entropy of seat 1 (Ann 1)", "make the seed.",
             "holds    The commitment is to the server's seed.", "holds    You were shown " + kShown,
             "holds    The entropy of seat 1 is "});
        EXPECT_EQ(run("verify game.ndjson").exit_code, 0);
      }
}

// FA-41: seat 1 goes out with a Bomb, which takes the last 0 of seat 4. The first price empties the even set.
// By version 1 of the rules the odd one paid all the same.
TEST_F(VerifyRecord, ChargesNobodyOnceASetIsEmptyUnlessByVersion1) {
  constexpr std::string_view plays[] = {"=21 =21 =21 =0 =0 =0 Pass Pass =10 Bomb",
                                        "flip flip flip 2 2 2 3 3 2 2", "1 1 1 1 1 1 1 1 3 7",
                                        "Pass Pass 0 0 0 0 0 0 0 0"};
  constexpr std::string_view hands[] = {plays[0], "2 2 2 3 3 2 2 3 3 3", plays[2], plays[3]};
  const std::vector<int> paid = {3, 0, 3, 0}, spared = {4, 0, 4, 0};
  for (const int version : {1, 2}) {
    Record record;
    record.header.game = "alive";
    record.header.rules_version = version;
    record.header.options = *(*play::game_named("alive"))->options(assignments("teams=yes dealer=4"));
    record.header.seats.assign(4, {"Ann", "random"});
    const auto match = std::move(*(*play::game_named("alive"))->start_as_of(version, record.header.options));
    const auto play = [&](Seat actor, const std::string& move) {
      const auto played = match->play(actor, move);
      ASSERT_TRUE(played) << played.error().message;
      record.moves.push_back({actor, *played});
    };
    for (const auto hand : hands)
      for (const auto card : words_of(hand)) play(kDealer, "draw " + std::string(card));
    for (std::size_t turn = 0; !match->over(); ++turn) {
      const std::string card(words_of(plays[turn % 4])[turn / 4]);
      play(Seat{static_cast<int>(turn % 4)}, card == "flip" ? card : "play " + card);
      if (HasFatalFailure()) return;
    }
    record.header.result = play::ending_of(*match);
    EXPECT_EQ(record.header.result->scores, version == 1 ? paid : spared);
    expect_told(verify(record), 0, {"holds    The result is what the moves lead to", "It is secret."});
    // The program says so of the one where it makes a difference, and of no other.
    const Ran ours = run("verify game.ndjson");
    EXPECT_EQ(ours.exit_code, 0) << ours.out;
    EXPECT_EQ(ours.out.find("was played by version 1 of the rules") != std::string::npos, version == 1);
    EXPECT_EQ(run("replay game.ndjson").exit_code, 0);
    record.header.result->scores = version == 1 ? spared : paid;
    expect_told(verify(record), 1, {"fails    The result is what the moves lead to"});
    EXPECT_EQ(run("verify game.ndjson").exit_code, 1);
  }
}

TEST_F(VerifyRecord, ReadsWhatTheProgramRecords) {
  for (const std::string game :
       {"cradle --seed 3 --option elders='3 1 2'", "alive --seed 4", "cv --seed 5"}) {
    fs::remove(path("game.ndjson"));
    ASSERT_EQ(run("play " + game + " --seats thoughtful,random,thoughtful --record game.ndjson").exit_code,
              0);
    expect_told(python("game.ndjson"), 0,
                {"holds    The result is", "holds    All ",
                 "holds    The commitment is to the dealer's seed.", "unknown  You were shown"});
  }
}

TEST_F(VerifyRecord, GivesAnOptionThatARecordLacksItsDefaultAsTheProgramDoes) {
  for (const std::string game : {"cradle", "alive", "cv"}) {
    const Record record = played(game, 4, "", "default");
    for (const Field& field : record.header.options) {
      Record without = record;
      without.header.options = {};
      for (const Field& other : record.header.options)
        if (other.name != field.name) without.header.options.set(other.name, other.texts[0]);
      expect_told(verify(without), 0, {"holds    The result is what the moves lead to"});
      EXPECT_EQ(run("verify game.ndjson").exit_code, 0) << field.name;
    }
    Record without = record;
    without.header.options = {};
    expect_told(verify(without), 0, {"holds    The result is what the moves lead to"});
    EXPECT_EQ(run("verify game.ndjson").exit_code, 0);
    without.header.options.set("house", "yes");
    EXPECT_EQ(verify(without).exit_code, 2);
    EXPECT_EQ(run("verify game.ndjson").exit_code, 2);
  }
}

TEST_F(VerifyRecord, ACardOrThrowThatWasChangedIsNamed) {
  // The same cards in another order are as plausible as those of the seed.
  const auto swapped = [](Record& record) {
    auto& moves = record.moves;
    const auto other = std::find_if(moves.begin(), moves.end(), [&](auto& move) { return move != moves[0]; });
    std::swap(moves[0], *other);
  };
  for (const std::string game : {"cradle", "cv"}) {
    Record record = played(game, 3, "", "swap");
    swapped(record);
    const Ran ran = verify(record);
    expect_told(ran, 1, {" cards and throws are what the seed gives. Line 2 deals '"});
    EXPECT_EQ(run("verify game.ndjson").exit_code, 1);
  }
  Record record = played("cv", 2, "", "throw");
  for (auto& move : record.moves)
    if (move.move.starts_with("roll ")) {
      move.move = "roll HHHH";
      break;
    }
  EXPECT_NE(verify(record).out.find("deals 'HHHH', but the seed gives '"), std::string::npos);
}

TEST_F(VerifyRecord, ADealThatWasChangedIsNoticed) {
  const std::string make = "The server's seed and the entropy of ";
  expect_fault([](Record& record) { record.header.shared->entropy[0]->bytes[5] ^= 4; }, make);
  expect_fault([](Record& record) { record.header.shared->entropy[2].reset(); }, make);
  expect_fault([](Record& record) { record.header.commitment[3] ^= 1; },
               "The commitment is to the server's seed.");
  Record record = played("alive", 4, "", "seed");
  record.header.seed->bytes[31] ^= 1;
  expect_told(verify(record), 1, {"fails    All ", "fails    " + make});
  record = played("alive", 4, "", "seed");
  record.header.shared->server.bytes[0] ^= 1;
  expect_told(verify(record), 1, {"fails    " + make, "fails    The commitment is to the server's seed."});
  record = played("alive", 4, "", "seed");
  record.header.seed.reset(), record.header.shared.reset();
  expect_told(verify(record), 1, {"are what the seed gives. It is secret."});
  record.header.result.reset(), record.moves.resize(20);
  expect_told(verify(record), 0, {"unknown  All ", "unknown  The result"});
}

TEST_F(VerifyRecord, AWitnessIsHeard) {
  Record record = played("cradle", 3, "rounds=1", "witness");
  const std::string other = Seed::from_text("other").hex();
  expect_told(verify(record, "--commitment " + other), 1, {"fails    You were shown " + kShown});
  for (const std::string seat : {"1", "2", "3", "4", "0"})
    expect_told(verify(record, "--entropy " + seat + "=" + other), 1,
                {"fails    The entropy of seat " + seat});
  record.header.seed.reset(), record.header.shared.reset(), record.header.commitment.clear();
  expect_told(verify(record, "--entropy 1=" + other), 1, {"fails    The entropy of seat 1"});
  record.header.result.reset(), record.moves.resize(20);
  expect_told(verify(record, "--entropy 1=" + other), 0, {"unknown  The entropy of seat 1"});
}

TEST_F(VerifyRecord, AResultThatWasChangedIsNoticed) {
  for (const std::string game : {"cradle", "alive", "cv"}) {
    const std::string told = "The result is what the moves lead to: {'scores': [";
    expect_fault([](Record& record) { ++record.header.result->scores[1]; }, told, game);
    expect_fault([](Record& record) { record.header.result->winners[0] ^= 1; }, told, game);
    expect_fault([](Record& record) { record.moves.resize(record.moves.size() - 5); }, "The result is", game);
  }
}

TEST_F(VerifyRecord, ALineThatCannotBeIsNamed) {
  expect_fault([](Record& record) { record.moves.push_back(record.moves.back()); }, "Line ");
  expect_fault(
      [](Record& record) { record.moves[20].by = record.moves[20].by == kDealer ? Seat{0} : kDealer; },
      "Line 22 can happen", "cv");
  expect_fault([](Record& record) { record.moves[4].move = "draw 11"; }, "Line 6 can happen");
  expect_fault([](Record& record) { record.moves[4].move = ""; }, "Line 6 can happen", "alive");
}

TEST_F(VerifyRecord, WhatIsNoRecordIsRefusedInOneSentence) {
  const Record good = played("cradle", 2, "rounds=1", "form");
  const std::string header = play::header_line(good.header), move = play::move_line(good.moves[0]);
  const auto with = [&](std::string from, const std::string& to) {
    std::string text = header;
    return text.replace(text.find(from), from.size(), to) + move;
  };
  const std::string deep(100'000, '['), digits(10'000, '7');
  for (const std::string& text : {std::string(),
                                  std::string("\n"),
                                  std::string("{}\n"),
                                  std::string("[]\n"),
                                  std::string("7\n"),
                                  deep + "\n",
                                  std::string("\xFF\xFE\n"),
                                  header + move.substr(0, 9),
                                  header + "{\n",
                                  header + "\n",
                                  header + "[]\n",
                                  header + "{\"by\":9,\"move\":\"let\"}\n",
                                  header + "{\"by\":\"dealer\",\"move\":7}\n",
                                  header + "{\"by\":[],\"move\":\"let\"}\n",
                                  header + digits + "\n",
                                  with("\"rounds\":1", "\"rounds\":" + digits),
                                  with("\"rounds\":1", "\"rounds\":1e99"),
                                  with("\"players\":2", "\"players\":999999999"),
                                  with("\"lifetable\":1", "\"lifetable\":2"),
                                  with("\"lifetable\":1", "\"lifetable\":true"),
                                  with("\"cradle\"", "\"poker\""),
                                  with("\"cradle\"", "null"),
                                  with("\"seed\":\"", "\"seed\":\"x"),
                                  with("\"server\":", "\"other\":"),
                                  with("\"entropy\":[", "\"entropy\":[7,")}) {
    write("broken.ndjson", text);
    const Ran ran = python("broken.ndjson");
    EXPECT_EQ(ran.exit_code, 2) << text.substr(0, 300) << ran.out;
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(ran.err.starts_with("broken.ndjson: line ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
  EXPECT_EQ(python("missing.ndjson").exit_code, 2);
  write("good.ndjson", header);
  for (const std::string arguments :
       {"--commitment 12", "--entropy 1=12", "--entropy x", "--entropy =", "--commitment ''"})
    EXPECT_EQ(python("good.ndjson " + arguments).exit_code, 2) << arguments;
}

TEST_F(VerifyRecord, TakesNothingForANumberThatIsNone) {
  ASSERT_EQ(run("play alive --seats random,random --seed 1 --record game.ndjson").exit_code, 0);
  const std::string text = *play::read_file((folder_ / "game.ndjson").string());
  const std::size_t winners = text.find("\"winners\":[") + 11;
  for (const std::string_view other : {"1.0", "2.0", "true"}) {
    std::string changed = text;
    write("changed.ndjson", changed.replace(winners, 1, other));
    expect_told(python("changed.ndjson"), 1, {"fails    The result is what the moves lead to"});
  }
}

TEST_F(VerifyRecord, FindsTheCardsOfCvByTheirHash) {
  std::string text = run("cards cv").out;
  write("mine.cards", "# mine\n" + text.replace(text.find("First love"), 10, "Last love!"));
  ASSERT_EQ(run("play cv --seats random,random --seed 1 --cards mine.cards --record game.ndjson").exit_code,
            0);
  const Ran unknown = python("game.ndjson");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("give their catalogue with --cards FILE"), std::string::npos) << unknown.err;
  expect_told(python("game.ndjson --cards mine.cards"), 0, {"holds    The result is what the moves lead to"});
}

TEST_F(VerifyRecord, FitsOnAFewPages) {
  const auto text = *play::read_file(kFolder + "examples/verify_record.py");
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 250);
  const Ran help = python("--help");
  EXPECT_NE(help.out.find("example: verify_record.py game.ndjson"), std::string::npos) << help.out;
}

}  // namespace
}  // namespace lifetable::app

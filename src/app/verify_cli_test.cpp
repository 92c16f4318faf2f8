// SPDX-License-Identifier: Apache-2.0
// `lifetable verify` as people meet it.
#include <algorithm>
#include <functional>

#include "app/cli_testing.hpp"
#include "play/json.hpp"
#include "play/record.hpp"
#include "play/registry.hpp"

namespace lifetable::app {
namespace {

using play::Record;
using play::Seed;

/// A game of Cradle to Grave by first moves, whose deal the server and the seats 1 and 3 drew together.
Record played_together() {
  const play::SharedDeal shared{Seed::from_text("server"),
                                {Seed::from_text("Ann"), std::nullopt, Seed::from_text("Cid")}};
  const play::GameInfo& game = **play::game_named("cradle");
  Fields options = assignments("rounds=1");
  options.set("players", "3");
  Record record;
  record.header = {.game = "cradle",
                   .rules_version = game.rules_version,
                   .options = *game.options(options),
                   .seats = {{"Ann", "person"}, {"Bo", "random"}, {"Cid", "person"}},
                   .commitment = shared.commitment(),
                   .seed = seed_of(shared),
                   .result = {},
                   .shared = shared};
  const auto match = std::move(*game.start(record.header.options));
  play::Dealer dealer(*record.header.seed);
  while (!match->over()) {
    const Seat actor = match->actors().first();
    const std::string move = actor == kDealer ? match->deal(dealer) : match->moves(actor).front();
    EXPECT_TRUE(match->play(actor, move));
    record.moves.push_back({actor, move});
  }
  record.header.result = play::ending_of(*match);
  return record;
}

class VerifyCli : public Cli {
 protected:
  /// Puts a record that was changed into game.ndjson, and verifies it.
  Ran verify(const std::function<void(Record&)>& change, const std::string& arguments = "") {
    Record record = played_together();
    change(record);
    std::string text = play::header_line(record.header);
    for (const auto& move : record.moves) text += play::move_line(move);
    write("game.ndjson", text);
    return run("verify game.ndjson " + arguments);
  }

  /// That it says all of this, in this order.
  static void expect_told(const Ran& ran, int exit_code, const std::vector<std::string>& told) {
    EXPECT_EQ(ran.exit_code, exit_code);
    EXPECT_EQ(ran.err, "");
    std::size_t at = 0;
    for (const std::string& part : told) {
      const std::size_t found = ran.out.find(part, at);
      EXPECT_NE(found, std::string::npos) << part << "\nis not said here:\n" << ran.out.substr(at);
      if (found != std::string::npos) at = found + part.size();
    }
  }

  static void unchanged(Record&) {}
};

const std::string kAnnSent = Seed::from_text("Ann").hex();
const std::string kShown = Seed::from_text("server").commitment();

TEST_F(VerifyCli, SaysWhatHoldsAndWhatCannotBeKnown) {
  const Record record = played_together();
  const auto dealt = std::count_if(record.moves.begin(), record.moves.end(),
                                   [](const auto& move) { return move.by == kDealer; });
  const Ran ran = verify(unchanged);
  expect_told(
      ran, 0,
      {"game.ndjson: a game of Cradle to Grave with Ann, Bo, Cid\n",
       "  holds    All " + std::to_string(record.moves.size()) + " moves keep the rules.\n",
       "  holds    The result is the one that the moves lead to.\n",
       "  holds    All " + std::to_string(dealt) +
           " cards and throws of the dealer are what the seed gives.\n",
       "  holds    The seed is what the server's seed and the entropy of seat 1 (Ann) and seat 3 (Cid) give. "
       "Nothing of seat 2 (Bo) is in it.\n",
       "  unknown  No record can show whether the server made up the entropy of a seat",
       "  holds    The server's seed fits the commitment.\n",
       "  unknown  The commitment is " + kShown +
           ": compare it with what you were shown before the first seat was taken.\n",
       "All that can be checked holds.\n"});
}

TEST_F(VerifyCli, ComparesWithWhatAWitnessKnows) {
  expect_told(verify(unchanged, "--commitment " + kShown + " --entropy 1=" + kAnnSent), 0,
              {"holds    The commitment is " + kShown + ", as you were shown.",
               "holds    The entropy of seat 1 (Ann) is what you sent."});
  const std::string other = Seed::from_text("other").hex();
  expect_told(verify(unchanged, "--commitment " + other), 1,
              {"fails    The commitment is " + kShown + ", not " + other + ", as you were shown.",
               "One thing does not hold."});
  expect_told(verify(unchanged, "--entropy 2=" + other + " --entropy 3=" + other), 1,
              {"fails    Nothing of seat 2 (Bo) is in the seed, but you sent " + other,
               "fails    The entropy of seat 3 (Cid) is " + Seed::from_text("Cid").hex() + ", not " + other,
               "2 things do not hold."});
}

TEST_F(VerifyCli, ACardThatWasChangedIsNamed) {
  const Ran ran = verify(
      [](Record& record) { record.moves[0].move = record.moves[0].move == "draw 1" ? "draw 2" : "draw 1"; });
  expect_told(ran, 1,
              {"fails    The dealer did not keep to the seed: game.ndjson, line 2: the dealer's 'draw ",
               "holds    The seed is what", "holds    The server's seed fits"});
}

TEST_F(VerifyCli, AMoveAgainstTheRulesIsNamedAndTheCardsBeforeItHold) {
  const Ran ran = verify([](Record& record) {
    const auto first = std::find_if(record.moves.begin(), record.moves.end(),
                                    [](const auto& move) { return move.by != kDealer; });
    first->move = "age 9 Stop";
  });
  expect_told(ran, 1,
              {"fails    The game does not keep the rules: game.ndjson, line ", "CG-7",
               "unknown  The result cannot be checked", "unknown  Up to that move the ",
               "holds    The server's seed fits the commitment.", "One thing does not hold."});
}

TEST_F(VerifyCli, NothingInARecordLooksLikeAFindingOfItsOwn) {
  const Ran ran = verify([](Record& record) {
    record.moves[0].move = "draw\n\n  holds    All cards are fair.\nAll that can be checked holds.\n";
  });
  expect_told(ran, 1,
              {"fails    The game does not keep the rules: game.ndjson, line 2: ", "holds    All cards",
               "One thing does not hold."});
  EXPECT_EQ(ran.out.find("\n  holds    All cards"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("\nAll that can"), std::string::npos) << ran.out;
}

TEST_F(VerifyCli, EntropyThatWasChangedIsNoticed) {
  const std::string fails =
      "fails    The seed is not true: the seed is not what the server's seed and the entropy of the seats "
      "give";
  expect_told(verify([](Record& record) { record.header.shared->entropy[0]->bytes[5] ^= 4; }), 1,
              {"are what the seed gives.", fails, "holds    The server's seed fits"});
  expect_told(verify([](Record& record) { record.header.shared->entropy[2].reset(); }), 1, {fails});
  expect_told(verify([](Record& record) {
                auto& entropy = record.header.shared->entropy;
                std::swap(entropy[0], entropy[2]);
              }),
              1, {fails});
}

TEST_F(VerifyCli, AServersSeedThatWasChangedIsNoticedTwice) {
  expect_told(verify([](Record& record) { record.header.shared->server.bytes[0] ^= 1; }), 1,
              {"fails    The seed is not true: ",
               "fails    The commitment is not true: the server's seed does not fit the commitment",
               "2 things do not hold."});
}

TEST_F(VerifyCli, AWholeDealThatWasExchangedIsNoticedByItsWitnesses) {
  // Every number fits the others; only those who saw the commitment or sent something can tell.
  const auto exchange = [](Record& record) {
    record = played_together();
    auto& header = record.header;
    header.shared = {Seed::from_text("loaded"), {Seed::from_text("Ann"), std::nullopt, std::nullopt}};
    header.seed = seed_of(*header.shared);
    header.commitment = header.shared->commitment();
    header.result.reset();
    record.moves.clear();
  };
  expect_told(verify(exchange), 0,
              {"unknown  No move has been made yet.", "unknown  Nothing has been dealt"});
  expect_told(verify(exchange, "--commitment " + kShown), 1, {"fails    The commitment is "});
  expect_told(verify(exchange, "--entropy 3=" + Seed::from_text("Cid").hex()), 1,
              {"fails    Nothing of seat 3"});
}

TEST_F(VerifyCli, AResultThatWasChangedIsNoticed) {
  expect_told(verify([](Record& record) { ++record.header.result->scores[0]; }), 1,
              {"fails    The result is not true: game.ndjson, line 1: the result is not the one"});
}

TEST_F(VerifyCli, WithoutASeedItSaysWhatCannotBeChecked) {
  const auto secret = [](Record& record) { record.header.seed.reset(), record.header.shared.reset(); };
  const Ran over = verify(secret, "--entropy 1=" + kAnnSent);
  expect_told(
      over, 1,
      {"moves keep the rules", "fails    The cards cannot be checked: the game is over, but the record",
       "unknown  The commitment is ", "fails    Whether what you sent for seat 1 (Ann)"});
  const auto running = [&](Record& record) {
    secret(record);
    record.moves.resize(15), record.header.result.reset();
  };
  expect_told(verify(running, "--entropy 1=" + kAnnSent), 0,
              {"unknown  The game is not over",
               "unknown  The cards cannot be checked: the record does not give "
               "the seed, which stays secret until the game is over.",
               "unknown  Whether what you sent for seat 1 (Ann)"});
  const auto nothing = [&](Record& record) { secret(record), record.header.commitment.clear(); };
  expect_told(
      verify(nothing), 0,
      {"unknown  The cards cannot be checked: the record gives no seed. Each was there to be dealt, but "
       "it may have been chosen."});
  expect_told(verify(nothing, "--commitment " + kShown), 1,
              {"fails    The record gives no commitment, but you were shown " + kShown});
  expect_told(
      verify(nothing, "--entropy 1=" + kAnnSent), 1,
      {"fails    Whether what you sent for seat 1 (Ann) is in the seed cannot be checked: the game is "
       "over, but the record does not give the seed."});
}

TEST_F(VerifyCli, AGameOfOneDeviceWasDealtByOneHand) {
  record_game();
  expect_told(run("verify game.ndjson"), 0,
              {"are what the seed gives.",
               "unknown  The seed was drawn by one hand: ", "holds    The seed fits the commitment."});
  expect_told(run("verify game.ndjson --entropy 1=" + kAnnSent), 1,
              {"fails    Nothing of seat 1 (", "is in the seed, but you sent"});
}

TEST_F(VerifyCli, LooksAtSeveralRecordsAndGivesTheWorstExitCode) {
  const std::string folder = std::string(LIFETABLE_SOURCE_DIR) + "/docs/playthroughs/";
  const Ran good =
      run("verify " + folder + "cradle.ndjson " + folder + "alive.ndjson " + folder + "cv.ndjson");
  expect_told(good, 0,
              {"a game of Cradle to Grave", "All that can be checked holds.", "a game of Five Alive",
               "All that can be checked holds.", "a game of CV", "All that can be checked holds."});
  write("broken.ndjson", "{}\n");
  const Ran mixed = run("verify broken.ndjson missing.ndjson " + folder + "alive.ndjson");
  EXPECT_EQ(mixed.exit_code, 3);
  EXPECT_NE(mixed.err.find("broken.ndjson, line 1: this is not the header"), std::string::npos) << mixed.err;
  EXPECT_NE(mixed.err.find("missing.ndjson"), std::string::npos) << mixed.err;
  EXPECT_NE(mixed.out.find("All that can be checked holds."), std::string::npos);
}

TEST_F(VerifyCli, GivesTheFindingsAsJson) {
  const Ran ran = verify([](Record& record) { record.header.shared->server.bytes[0] ^= 1; }, "--json");
  EXPECT_EQ(ran.exit_code, 1);
  const auto json = play::parse_json(ran.out);
  ASSERT_TRUE(json) << json.error().message << ran.out;
  const auto& record = json->as_object().at("records").as_array().at(0).as_object();
  EXPECT_EQ(play::text_in(record, "record"), "game.ndjson");
  EXPECT_FALSE(record.at("holds").as_bool());
  std::vector<std::string> ids;
  for (const auto& finding : record.at("findings").as_array())
    ids.push_back(play::text_in(finding.as_object(), "verdict") + " " +
                  play::text_in(finding.as_object(), "id"));
  EXPECT_EQ(ids, (std::vector<std::string>{"holds verify.rules.good", "holds verify.result.good",
                                           "holds verify.cards.good", "fails verify.seed.bad",
                                           "fails verify.commitment.bad", "unknown verify.shown.unknown"}));
}

TEST_F(VerifyCli, RefusesWordsThatMeanNothing) {
  EXPECT_EQ(verify(unchanged).exit_code, 0);
  expect_refusal("verify", 2, "see lifetable verify --help");
  expect_refusal("verify game.ndjson --commitment 12", 2,
                 "--commitment is written as 64 hexadecimal digits, not '12'");
  for (const std::string& word : {std::string("1"), std::string("="), "4=" + kAnnSent, "0=" + kAnnSent,
                                  "1=" + kAnnSent + "0", "x=" + kAnnSent})
    expect_refusal("verify game.ndjson --entropy " + word, 2,
                   "--entropy is written as SEAT=HEX: a seat from 1 to 3 and 64 hexadecimal digits");
  expect_refusal("verify game.ndjson --entropy 1=" + kAnnSent + " --entropy 1=" + kAnnSent, 2,
                 "--entropy is given twice for seat 1");
  expect_refusal("verify game.ndjson game.ndjson --commitment " + kShown, 2, "name one record with them");
  EXPECT_NE(run("verify --help").out.find("Examples:\n  lifetable verify game.ndjson\n"), std::string::npos);
}

}  // namespace
}  // namespace lifetable::app

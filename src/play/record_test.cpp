// SPDX-License-Identifier: Apache-2.0
#include "play/record.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/random.hpp"
#include "play/file.hpp"
#include "play/registry.hpp"

namespace lifetable::play {
namespace {

/// A whole random game, dealt from a seed.
Record played(const GameInfo& game, Fields fields, const Seed& seed, int players) {
  fields.set("players", std::to_string(players));
  const auto options = game.options(fields);
  Record record;
  record.header = {std::string(game.name), game.rules_version, *options, {}, seed.commitment(), seed, {}};
  for (int i = 0; i < players; ++i)
    record.header.seats.push_back({"Seat " + std::to_string(i + 1), "random"});
  auto match = std::move(*game.start(*options));
  Dealer dealer(seed);
  Xoshiro256pp rng(1);
  while (!match->over()) {
    const Seat actor = match->actors().first();
    const auto moves = match->moves(actor);
    const std::string move =
        actor == kDealer ? match->deal(dealer) : moves[below(rng, static_cast<std::uint32_t>(moves.size()))];
    EXPECT_TRUE(match->play(actor, move));
    record.moves.push_back({actor, move});
  }
  record.header.result = ending_of(*match);
  return record;
}

/// A short one of Cradle to Grave, for what is the same in every game.
Record played(const std::string& seed_text = "record test", int players = 3) {
  return played(**game_named("cradle"), assignments("rounds=1"), Seed::from_text(seed_text), players);
}

/// One whose deal the server and the seats 1 and 3 drew together.
Record played_together() {
  const SharedDeal shared{Seed::from_text("server"),
                          {Seed::from_text("Ann"), std::nullopt, Seed::from_text("Cid")}};
  Record record = played(**game_named("cradle"), assignments("rounds=1"), seed_of(shared), 3);
  record.header.commitment = shared.commitment();
  record.header.shared = shared;
  return record;
}

std::string text_of(const Record& record) {
  std::string text = header_line(record.header);
  for (const auto& move : record.moves) text += move_line(move);
  return text;
}

/// What is wrong with a text: parsing or replaying it.
Error error_of(const std::string& text) {
  const auto record = parse_record(text, "game.ndjson");
  if (!record) return record.error();
  const auto replayed = replay(*record, "game.ndjson");
  return replayed ? Error{} : replayed.error();
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

class RecordOf : public testing::TestWithParam<const GameInfo*> {
 protected:
  Record record_ = played(*GetParam(), {}, Seed::from_text("every game"), 4);
};

TEST_P(RecordOf, ReplaysToTheSameEnding) {
  const auto again = parse_record(text_of(record_), "game.ndjson");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->moves, record_.moves);
  EXPECT_EQ(again->header.seats, record_.header.seats);
  const auto replayed = replay(*again, "game.ndjson");
  ASSERT_TRUE(replayed) << replayed.error().message;
  EXPECT_EQ(ending_of(*replayed->match), *record_.header.result);
}

TEST_P(RecordOf, ReplaysWithoutAnyGenerator) {
  record_.header.seed.reset();
  record_.header.commitment.clear();
  EXPECT_EQ(error_of(text_of(record_)).message, "");
}

INSTANTIATE_TEST_SUITE_P(AllGames, RecordOf, testing::ValuesIn(all_games()),
                         [](const auto& info) { return std::string(info.param->name); });

TEST(Record, OneSeedIsOneDeckOrderWhateverThePlayersDo) {
  // Two games from one seed, played by different choices: the cards come in the same order.
  const GameInfo& game = **game_named("cradle");
  Fields fields;
  fields.set("players", "2");
  fields.set("rounds", "1");
  std::vector<std::vector<std::string>> orders;
  for (const std::uint64_t chooser : {1, 2}) {
    auto match = std::move(*game.start(fields));
    Dealer dealer(Seed::from_text("one deck"));
    Xoshiro256pp rng(chooser);
    orders.emplace_back();
    while (!match->over()) {
      const Seat actor = match->actors().first();
      const auto moves = match->moves(actor);
      std::string move = actor == kDealer ? match->deal(dealer)
                                          : moves[below(rng, static_cast<std::uint32_t>(moves.size()))];
      ASSERT_TRUE(match->play(actor, move));
      if (actor == kDealer) orders.back().push_back(move);
    }
  }
  const std::size_t both = std::min(orders[0].size(), orders[1].size());
  ASSERT_GT(both, 12u);
  EXPECT_TRUE(std::equal(orders[0].begin(), orders[0].begin() + static_cast<std::ptrdiff_t>(both),
                         orders[1].begin()));
}

TEST(Record, AChangedMoveIsRefusedWithItsLineAndClause) {
  Record record = played();
  std::size_t at = 0;
  while (record.moves[at].by == kDealer) ++at;
  record.moves[at].move = "age 9 Stop";
  const Error error = error_of(text_of(record));
  EXPECT_TRUE(error.message.starts_with("game.ndjson, line " + std::to_string(at + 2) +
                                        ": seat 1 cannot 'age 9 Stop'. "))
      << error.message;
  EXPECT_NE(error.message.find(" CG-7 "), std::string::npos) << error.message;
  EXPECT_EQ(error.clause, Clause{7});
}

TEST(Record, ASkipPutInForAnyOtherMoveIsRefusedAtItsLine) {
  const Record record = played("another", 4);
  int refused = 0;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (record.moves[i].by == kDealer) continue;
    Record changed = record;
    changed.moves[i].move = "skip";
    const Error error = error_of(text_of(changed));
    if (record.moves[i].move == "skip") continue;
    EXPECT_NE(error.message.find("line " + std::to_string(i + 2)), std::string::npos) << error.message;
    EXPECT_TRUE(error.clause);
    ++refused;
  }
  EXPECT_GT(refused, 5);
}

TEST(Record, ACardThatTheSeedDoesNotGiveIsRefused) {
  Record record = played();
  const std::string first = record.moves[0].move;
  record.moves[0].move = first == "draw 1" ? "draw 2" : "draw 1";
  EXPECT_NE(error_of(text_of(record)).message.find("line 2: the dealer's"), std::string::npos);
}

TEST(Record, ACardThatIsNotLeftIsRefusedEvenWithoutASeed) {
  Record record = played();
  record.header.seed.reset();
  record.header.commitment.clear();
  for (std::size_t i = 0; i < 7; ++i) record.moves[i].move = "draw 5";
  const Error error = error_of(text_of(record));
  EXPECT_NE(error.message.find("line 8: the dealer cannot 'draw 5'. CG-2"), std::string::npos)
      << error.message;
}

TEST(Record, EveryTruncationGivesOneClearError) {
  const std::string text = text_of(played());
  for (std::size_t size = 0; size < text.size(); ++size) {
    const Error error = error_of(text.substr(0, size));
    ASSERT_NE(error.message, "") << size;
    ASSERT_EQ(error.message.find('\n'), std::string::npos);
    ASSERT_EQ(error.message.find("game.ndjson"), 0u);
  }
}

TEST(Record, BrokenHeadersAreNamed) {
  const std::string good = text_of(played());
  const std::vector<std::array<std::string, 3>> cases = {
      {R"("lifetable":1)", R"("lifetable":2)", "format 2"},
      {R"("lifetable":1)", R"("liftable":1)", "not the header"},
      {R"("game":"cradle")", R"("game":"poker")", "no game 'poker'"},
      {R"("rules":1)", R"("rules":7)", "rules version 7"},
      {R"("players":3)", R"("players":6)", "2 to 5 players"},
      {R"("players":3)", R"("players":2)", "'elders'"},
      {R"("rounds":1)", R"("rounds":0)", "'rounds' must be"},
      {R"("rounds":1)", R"("laps":1)", "no option 'laps'"},
      {R"({"name":"Seat 2","player":"random"},)", "", "'seats' must list the 3 players"},
      {R"("name":"Seat 2",)", "", "'name' is missing"},
      {R"("seed":")", R"("seed":"z)", "64 hexadecimal digits"},
      {R"("commitment":")", R"("commitment":"0)", "'commitment' in 'deal' is written as 64 hexadecimal"},
      {R"("seed":")", R"("server":")", "'server', 'entropy' and 'seed' in 'deal' are told together"},
      {R"("deal":{)", R"("deal":{"entropy":[null,null,null],)", "are told together"},
      {R"("scores":[)", R"("scores":[1,)", "'result' must be"},
      {R"("deal":)", R"("extra":1,"deal":)", "'extra' is not known"},
  };
  for (const auto& [from, to, expected] : cases) {
    const Error error = error_of(with(good, from, to));
    EXPECT_NE(error.message.find("game.ndjson, line 1: "), std::string::npos)
        << to << " gave: " << error.message;
    EXPECT_NE(error.message.find(expected), std::string::npos) << to << " gave: " << error.message;
  }
}

TEST(Record, ASeedThatDoesNotFitItsCommitmentIsRefused) {
  Record record = played();
  record.header.commitment = Seed::from_text("another").commitment();
  EXPECT_EQ(error_of(text_of(record)).message,
            "game.ndjson, line 1: the seed does not fit the commitment: one of the two was changed");
  record.header.commitment.clear();
  EXPECT_NE(error_of(text_of(record)).message, "");
}

// ---- A deal drawn together ----------------------------------------------------------------------------

TEST(Record, ADealDrawnTogetherIsWrittenAndReadAgain) {
  const Record record = played_together();
  const std::string text = text_of(record);
  EXPECT_NE(text.find(R"("deal":{"commitment":")" + record.header.shared->server.commitment() +
                      R"(","seed":")" + seed_of(*record.header.shared).hex() + R"(","server":")" +
                      record.header.shared->server.hex() + R"(","entropy":[")" +
                      record.header.shared->entropy[0]->hex() + R"(",null,")"),
            std::string::npos)
      << text.substr(0, 900);
  EXPECT_EQ(error_of(text).message, "");
  const auto again = parse_record(text, "game.ndjson");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->header.shared, record.header.shared);
  EXPECT_EQ(text_of(*again), text);
}

TEST(Record, ARunningGameTellsOnlyTheCommitment) {
  Record record = played_together();
  record.header.seed.reset(), record.header.shared.reset(), record.header.result.reset();
  record.moves.resize(12);
  EXPECT_NE(text_of(record).find(R"("deal":{"commitment":")" + record.header.commitment + R"("},)"),
            std::string::npos);
  EXPECT_EQ(error_of(text_of(record)).message, "");
}

TEST(Record, NumbersOfADealThatDoNotFitEachOtherAreRefused) {
  const auto refused = [](const std::function<void(RecordHeader&)>& change, const std::string& expected) {
    Record record = played_together();
    change(record.header);
    EXPECT_EQ(error_of(text_of(record)).message, "game.ndjson, line 1: " + expected);
  };
  const std::string other_server =
      "the server's seed does not fit the commitment: one of the two was changed";
  const std::string other_seed =
      "the seed is not what the server's seed and the entropy of the seats give: one of them was changed";
  refused([](RecordHeader& header) { header.shared->server.bytes[31] ^= 1; }, other_server);
  refused([](RecordHeader& header) { header.commitment = header.seed->commitment(); }, other_server);
  refused([](RecordHeader& header) { header.commitment.clear(); }, other_server);
  refused([](RecordHeader& header) { header.seed->bytes[0] ^= 128; }, other_seed);
  refused([](RecordHeader& header) { header.shared->entropy[0]->bytes[0] ^= 1; }, other_seed);
  refused([](RecordHeader& header) { header.shared->entropy[1] = Seed{}; }, other_seed);
  refused([](RecordHeader& header) { header.shared->entropy[2].reset(); }, other_seed);
  refused([](RecordHeader& header) { std::swap(header.shared->entropy[0], header.shared->entropy[2]); },
          other_seed);
}

TEST(Record, AnotherNumberOfSeatsThanWereDealtForIsRefusedEvenUnwritten) {
  Record record = played_together();
  record.header.shared->entropy.pop_back();
  const auto replayed = replay(record, "the table");
  ASSERT_FALSE(replayed);
  EXPECT_EQ(replayed.error().message, "the table, line 1: the deal was made for 2 seats, not for 3");
}

TEST(Record, BrokenEntropyIsNamed) {
  const std::string good = text_of(played_together());
  const std::string list = R"("entropy":[)";
  const std::string wrong =
      "game.ndjson, line 1: 'entropy' in 'deal' must list the 3 seats: 64 hexadecimal digits each, or null";
  for (const std::string fourth : {"null,", "1,", "[],", "\"\","})
    EXPECT_EQ(error_of(with(good, list, list + fourth)).message, wrong) << fourth;
  for (const std::string value : {"null", "1", "\"x\"", "{}", "[]", "[null,null,true]", "[1,2,3]"}) {
    const std::size_t from = good.find(list) + list.size() - 1, end = good.find(']', from) + 1;
    EXPECT_EQ(error_of(good.substr(0, from) + value + good.substr(end)).message, wrong) << value;
  }
  EXPECT_NE(error_of(with(good, R"("server":")", R"("server":"0)"))
                .message.find("line 1: 'server' in 'deal' is written as 64 hexadecimal digits"),
            std::string::npos);
}

TEST(Record, AnyOtherLetterInADealIsRefused) {
  const std::string good = text_of(played_together());
  const std::size_t from = good.find(R"("deal":)"), end = good.find('}', from);
  for (std::size_t at = from; at <= end; ++at)
    for (const char letter : {'0', '5', 'f', 'z', '"', '[', ',', ' ', '\\', '\xff'}) {
      if (good[at] == letter) continue;
      std::string changed = good;
      changed[at] = letter;
      const Error error = error_of(changed);
      ASSERT_EQ(error.message.find("game.ndjson, line 1: "), 0u) << at << letter << error.message;
    }
}

TEST(Record, BrokenMoveLinesAreNamed) {
  const std::string good = text_of(played());
  const std::string line =
      good.substr(good.find('\n') + 1, good.find('\n', good.find('\n') + 1) - good.find('\n') - 1);
  for (const std::string broken :
       {"", "{", "[]", "{\"by\":4,\"move\":\"let\"}", "{\"by\":\"dealer\"}", "{\"by\":1.5,\"move\":\"let\"}",
        "{\"by\":1,\"move\":\"let\",\"x\":1}", "\xff", "{\"by\":1,\"move\":\"\"}",
        "{\"by\":\"dealer\",\"move\":\"fold\"}"}) {
    const Error error = error_of(with(good, line, broken));
    EXPECT_NE(error.message.find("game.ndjson, line 2: "), std::string::npos)
        << broken << " gave: " << error.message;
  }
}

TEST(Record, AResultThatTheMovesDoNotLeadToIsRefused) {
  Record record = played();
  record.header.result->scores[0] += 1;
  EXPECT_NE(error_of(text_of(record)).message.find("the result is not the one"), std::string::npos);
  record = played();
  record.moves.pop_back();
  EXPECT_NE(error_of(text_of(record)).message.find("the moves end before the game does"), std::string::npos);
}

// ---- Files ------------------------------------------------------------------------------------------

class RecordFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("lifetable-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "game.ndjson").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
  std::string path_;
};

TEST_F(RecordFileTest, IsWholeAfterEveryMove) {
  const Record record = played();
  RecordHeader header = record.header;
  header.result.reset();
  auto file = RecordFile::create(path_, {header, {}});
  ASSERT_TRUE(file) << file.error().message;
  for (const auto& move : record.moves) {
    ASSERT_TRUE(file->append(move));
    ASSERT_EQ(error_of(*read_file(path_)).message, "");
  }
  ASSERT_TRUE(file->finish(*record.header.result));
  EXPECT_EQ(*read_file(path_), text_of(record));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);  // no draft is left behind
}

TEST_F(RecordFileTest, NeverOverwritesAnotherGame) {
  ASSERT_TRUE(write_file(path_, "precious"));
  const auto file = RecordFile::create(path_, played());
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("is there already"), std::string::npos);
  EXPECT_EQ(*read_file(path_), "precious");
}

TEST_F(RecordFileTest, TwoTablesCannotGoOnWithTheSameGame) {
  Record record = played();
  record.header.result.reset();
  record.moves.resize(20);
  const auto first = RecordFile::create(path_, record);
  ASSERT_TRUE(first);
  const auto second = RecordFile::resume(path_, record);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("being played at another table"), std::string::npos);
}

TEST_F(RecordFileTest, AGameThatChangedSinceItWasReadIsNotWrittenOver) {
  Record record = played();
  record.header.result.reset();
  const RecordedMove last = record.moves.back();
  record.moves.pop_back();
  {
    auto file = RecordFile::create(path_, record);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(last));
  }
  const auto late = RecordFile::resume(path_, record);
  ASSERT_FALSE(late);
  EXPECT_NE(late.error().message.find("has changed since it was read"), std::string::npos);
}

TEST_F(RecordFileTest, TheFileBehindALinkIsWrittenAndKeepsItsRights) {
  ASSERT_TRUE(write_file(path_, "old"));
  std::filesystem::permissions(path_,
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const auto link = folder_ / "link";
  std::filesystem::create_symlink(path_, link);
  ASSERT_TRUE(write_file(link.string(), "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(*read_file(path_), "new");
  EXPECT_EQ(std::filesystem::status(path_).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(Record, NamesThatATerminalWouldObeyAreRefused) {
  EXPECT_TRUE(is_printable_name("Ann"));
  EXPECT_TRUE(is_printable_name("Ünsal 김"));
  for (const std::string& name :
       {std::string(), std::string("a\nb"), std::string("\033[2J"), std::string("\xff\xfe"),
        std::string("\xc2\x9b"
                    "31m"),
        std::string("\xe2\x80\xae"), std::string(41, 'x'), std::string("\xc0\xaf"),
        std::string("\xed\xa0\x80"), std::string("\xe2\x82")})
    EXPECT_FALSE(is_printable_name(name)) << name;
}

TEST_F(RecordFileTest, SaysWhyItCannotWrite) {
  const auto nowhere = RecordFile::create((folder_ / "no" / "such" / "folder").string(), played());
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().message.find("No such file or directory"), std::string::npos);
  const auto full = write_file("/dev/full/x", "text");
  ASSERT_FALSE(full);
  EXPECT_NE(full.error().message.find("/dev/full/x"), std::string::npos);
}

TEST_F(RecordFileTest, AFullDiskLeavesWholeLines) {
  const Record record = played();
  RecordHeader header = record.header;
  header.result.reset();
  auto file = RecordFile::create(path_, {header, {}});
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append(record.moves[0]));
  // The system's own limit on file size stands in for a full disk: a write then stops in the middle of a
  // line.
  const auto size = std::filesystem::file_size(path_);
  rlimit old{}, small{};
  getrlimit(RLIMIT_FSIZE, &old);
  small = {size + 5, old.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const auto written = file->append(record.moves[1]);
  setrlimit(RLIMIT_FSIZE, &old);
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("cannot write the record"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(path_), size);
  EXPECT_EQ(error_of(*read_file(path_)).message, "");
  // With room again, the game goes on as if nothing had been.
  ASSERT_TRUE(file->append(record.moves[1]));
  EXPECT_EQ(error_of(*read_file(path_)).message, "");
}

}  // namespace
}  // namespace lifetable::play

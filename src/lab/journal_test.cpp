// SPDX-License-Identifier: Apache-2.0
#include "lab/journal.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "play/file.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {
namespace {

ContestOptions match() {
  ContestOptions options{.game = "alive", .bots = {"thoughtful", "random"}, .deals = 10, .seed = 5};
  options.options.set("players", "2");
  options.options = *(*play::game_named("alive"))->options(options.options);
  return options;
}

FinishedGame game(std::int64_t deal, std::size_t number) {
  return {deal, number, {{420, -3, 20, 12345, 999, 77}, {420, 5, 21, 54321, 1000, -77}}};
}

class JournalFile : public testing::Test {
 protected:
  JournalFile()
      : path_(std::filesystem::temp_directory_path() /
              ("lifetable-journal-" + std::to_string(::getpid()) + ".ndjson")) {}
  ~JournalFile() override { std::filesystem::remove(path_); }

  void write(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  std::string text() const { return *play::read_file(path_); }
  /// The games that are there; or why not.
  Result<std::vector<FinishedGame>> read(const ContestOptions& options, bool begin = true) {
    auto journal = Journal::open(path_, options);
    if (!journal) return journal.error();
    std::vector<FinishedGame> games;
    const auto good =
        journal->read([&](const FinishedGame& each) { return games.push_back(each), Result<Done>(Done{}); });
    if (!good) return good.error();
    if (begin)
      if (auto ready = journal->begin(); !ready) return ready.error();
    return games;
  }
  std::string why(const ContestOptions& options) {
    const std::string before = text();
    const auto games = read(options);
    EXPECT_EQ(text(), before) << "a journal that is refused stays as it is";
    if (games) return "";
    std::string message = games.error().message;
    EXPECT_EQ(message.find(path_), 1u) << message;
    return message.substr(path_.size() + 3);
  }

  std::string path_;
};

// FA-41
TEST_F(JournalFile, OfAnEarlierVersionOfTheRulesGoesOnOnlyIfItIsTheSameGame) {
  for (const std::string_view teams : {"no", "yes"}) {
    ContestOptions options = match();
    options.options =
        *(*play::game_named("alive"))->options(assignments(fmt::format("players=4 teams={}", teams)));
    for (const int version : {0, 1, 2, 3}) {
      std::string header = journal_header(options);
      header.replace(header.find("\"rules\":2"), 9, fmt::format("\"rules\":{}", version));
      write(header + journal_line(game(0, 0)));
      const bool same = version == 2 || (version == 1 && teams == "no");
      EXPECT_EQ(why(options).find("it was played by version ") == std::string::npos, same)
          << version << teams;
    }
  }
}

TEST_F(JournalFile, KeepsGamesForTheNextRun) {
  {
    auto journal = Journal::open(path_, match());
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->read([](const auto&) { return Result<Done>(Error{"nothing is there yet"}); }));
    ASSERT_TRUE(journal->begin());
    ASSERT_TRUE(journal->append(game(0, 1)));
  }
  auto games = read(match());
  ASSERT_TRUE(games);
  EXPECT_EQ(*games, (std::vector{game(0, 1)}));
  EXPECT_EQ(text(), journal_header(match()) + journal_line(game(0, 1)));
  EXPECT_EQ(journal_line(game(0, 1)),
            "{\"deal\":1,\"game\":2,\"wins\":[420,420],\"scores\":[-3,5],\"choices\":[20,21],"
            "\"nanoseconds\":[12345,54321],\"longest\":[999,1000],\"gains\":[77,-77]}\n");
}

TEST_F(JournalFile, MayEndAnywhereInItsLastLine) {
  const std::string head = journal_header(match()) + journal_line(game(0, 0)),
                    last = journal_line(game(0, 1));
  for (std::size_t size = 0; size <= last.size(); ++size) {
    write(head + last.substr(0, size));
    const auto games = read(match());
    ASSERT_TRUE(games) << size << games.error().message;
    EXPECT_EQ(games->size(), size == last.size() ? 2u : 1u);
    EXPECT_EQ(text(), size == last.size() ? head + last : head) << "what was torn is cut off";
  }
  const std::string header = journal_header(match());
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, header.size() / 2, header.size() - 1}) {
    write(header.substr(0, size));
    ASSERT_TRUE(read(match())) << size;
    EXPECT_EQ(text(), header);
  }
}

TEST_F(JournalFile, LongOnesAreReadWhole) {
  std::string all = journal_header(match());
  for (int i = 0; i < 30'000; ++i) all += journal_line(game(i, 0));  // some MB: more than is read at once
  write(all);
  const auto games = read(match());
  ASSERT_TRUE(games);
  ASSERT_EQ(games->size(), 30'000u);
  for (int i = 0; i < 30'000; ++i) ASSERT_EQ((*games)[static_cast<std::size_t>(i)].deal, i);
  EXPECT_EQ(text(), all);
}

TEST_F(JournalFile, OfAnotherMatchIsRefusedWithWhatDiffers) {
  write(journal_header(match()) + journal_line(game(0, 0)));
  EXPECT_EQ(why(match()), "");
  const std::string other = "is the journal of another match: ",
                    end = "; choose another file, or go on as it began";
  auto options = match();
  options.seed = 6;
  EXPECT_EQ(why(options), other + "its seed is 5, not 6" + end);
  options = match();
  options.bots = {"random", "thoughtful"};
  EXPECT_EQ(why(options), other + "its bots are thoughtful,random, not random,thoughtful" + end);
  options = match();
  options.weigh = 64;
  EXPECT_EQ(why(options), other + "its weigh is 0, not 64" + end);
  options = match();
  options.options.set("sudden", "yes");
  EXPECT_EQ(why(options), other + "its option sudden is no, not yes" + end);
  options = match();
  options.game = "cradle";
  EXPECT_EQ(why(options), other + "its game is alive, not cradle" + end);
  // Going on with more deals, or on more threads, is the same match.
  options = match();
  options.deals = 1000;
  options.threads = 8;
  EXPECT_EQ(why(options), "");
}

TEST_F(JournalFile, NoOtherFileIsTouched) {
  for (const std::string& other :
       {std::string("dear diary"), std::string("dear diary\n"), std::string("{}\n"), std::string("\n"),
        std::string("{\"lifetable\":1}\n{"), std::string(2, '\0')}) {
    write(other);
    EXPECT_EQ(why(match()), "is not the journal of a match; choose another file") << other;
  }
  write("{\"lifetable_match\":9}\n");
  EXPECT_EQ(why(match()), "is a journal of format 9, and this program reads 2; choose another file");
}

TEST_F(JournalFile, DamageIsNamedWithItsLine) {
  const std::string good = journal_header(match()) + journal_line(game(0, 0));
  for (const std::string bad : {"", "{}", "x", "[1]",
                                "{\"deal\":1,\"game\":1,\"wins\":[840],\"scores\":[1,2],\"choices\":[1],"
                                "\"nanoseconds\":[1],\"longest\":[1],\"gains\":[0]}"}) {
    write(good + bad + "\n" + journal_line(game(0, 1)));
    EXPECT_EQ(why(match()).find("was damaged: line 3: "), 0u) << bad;
  }
}

TEST_F(JournalFile, ReachesTheDiskAtMostOnceASecondAndAtTheEnd) {
  auto journal = Journal::open(path_, match());
  ASSERT_TRUE(journal);
  ASSERT_TRUE(journal->begin());
  EXPECT_TRUE(journal->synced()) << "a header that is lost would lose all";
  const auto noon = std::chrono::steady_clock::now();
  const auto synced_after = [&](std::int64_t deal, std::chrono::milliseconds time) {
    EXPECT_TRUE(journal->append(game(deal, 0)));
    EXPECT_FALSE(journal->synced());
    EXPECT_TRUE(journal->sync_now_and_then(noon + time));
    return journal->synced();
  };
  using std::chrono_literals::operator""ms;
  EXPECT_TRUE(synced_after(0, 0ms));
  EXPECT_FALSE(synced_after(1, 999ms));
  EXPECT_TRUE(synced_after(2, 1000ms));
  EXPECT_FALSE(synced_after(3, 1999ms));
  EXPECT_TRUE(journal->sync());
  EXPECT_TRUE(journal->synced());
}

TEST_F(JournalFile, IsWrittenByOneMatchAtATime) {
  const auto first = Journal::open(path_, match());
  ASSERT_TRUE(first);
  const auto second = Journal::open(path_, match());
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("is being written by another match"), std::string::npos);
}

}  // namespace
}  // namespace lifetable::lab

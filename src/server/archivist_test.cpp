// SPDX-License-Identifier: Apache-2.0
// Reading without any socket: who waits for what, what is loaded for whom, and what is laid aside.
#include "server/archivist.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "server/log.hpp"
#include "store/memory_testing.hpp"
#include "table/room_testing.hpp"

namespace lifetable::server {
namespace {

class TheArchivist : public testing::Test {
 protected:
  TheArchivist() { quiet_log(true); }
  void rest() {
    while (!archivist.rests() || !keeper.rests()) io.run_one();
  }
  /// A room on disk, and the key of its host.
  std::string put(const std::string& name) {
    auto opened = table::Room::open(table::object_of(table::opening("alive", {"open"})), name,
                                    table::secrets_from(name));
    EXPECT_TRUE(opened);
    for (table::Room::Entry& entry : opened->room.to_keep()) keeper.add({name, entry.n, entry.text});
    for (table::Aside& aside : opened->room.to_lay_aside())
      keeper.add({aside.log, aside.n, aside.text, aside.says_all});
    rest();
    return opened->key;
  }
  /// What became of it is in `answers`: "oak", "none" or "error".
  void load(const std::string& payer, const std::string& name, const std::string& key) {
    archivist.load(payer, name, key, [this](const auto& loaded) {
      answers.push_back(!loaded ? "error" : !*loaded ? "none" : (*loaded)->room->name());
    });
  }

  boost::asio::io_context io;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard{io.get_executor()};
  store::MemoryDisk disk;
  std::unique_ptr<store::Store> store = disk.open();
  Keeper keeper{io, *store, [](const auto&, const auto&) {}, [] {}};
  Archivist archivist{io, *store, keeper, table::secrets_from("loaded"), [] { return 0; }, [] {}};
  std::vector<std::string> answers;
};

TEST_F(TheArchivist, LoadsATableOnceForAllWhoHaveAKey) {
  const std::string key = put("oak");
  for (int i = 0; i < 3; ++i) load("Ann", "oak", key);
  load("Mal", "oak", std::string(64, '0'));
  rest();
  EXPECT_EQ(answers, (std::vector<std::string>{"none", "oak", "oak", "oak"}));
  EXPECT_EQ(disk.reads_of("oak"), 1);
  EXPECT_EQ(disk.reads_of("oak/door"), 1);
}

TEST_F(TheArchivist, LoadsNothingForAWrongKey) {
  (void)put("oak");
  load("Mal", "oak", std::string(64, '0'));
  rest();
  EXPECT_EQ(answers, (std::vector<std::string>{"none"}));
  EXPECT_EQ(disk.reads_of("oak"), 0);
}

TEST_F(TheArchivist, AnswersWhoComesLateByTheDoorThatIsOpen) {
  const std::string key = put("oak");
  load("Ann", "oak", key);
  io.run_one();  // the door was read, and the table is being
  load("Mal", "oak", std::string(64, '0'));
  EXPECT_EQ(answers, (std::vector<std::string>{"none"}));
  load("Bo", "oak", key);
  rest();
  EXPECT_EQ(answers, (std::vector<std::string>{"none", "oak", "oak"}));
  EXPECT_EQ(disk.reads_of("oak"), 1);
}

TEST_F(TheArchivist, SaysWhenItCannotReadAndReadsTheNextTime) {
  const std::string key = put("oak");
  disk.hide();
  load("Ann", "oak", key);
  rest();
  disk.hide(false);
  load("Ann", "oak", key);
  rest();
  EXPECT_EQ(answers, (std::vector<std::string>{"error", "oak"}));
}

TEST_F(TheArchivist, DelaysOnlyWhoeverHasMuchToRead) {
  std::string order;
  for (int i = 0; i < 5; ++i)
    archivist.read("Mal", fmt::format("log {}", i), 0, [&](const auto&) { order += 'm'; });
  archivist.read("Ann", "oak", 0, [&](const auto&) { order += 'a'; });
  rest();
  EXPECT_EQ(order, "mmammm");
}

TEST_F(TheArchivist, LaysAsideWhatIsOldPageByPage) {
  std::vector<store::Entry> entries;
  for (int i = 0; i < 2'500; ++i) entries.push_back({fmt::format("table {:04}", i), 1, "x"});
  ASSERT_TRUE(store->append(entries, 5).all_kept());
  ASSERT_TRUE(store->append(std::vector<store::Entry>{{"table 1234", 2, "x"}}, 7).all_kept());
  archivist.lay_aside(6);
  while (store->tables(false)->size() != 1) io.run_one();
  EXPECT_EQ(store->tables(false)->front().table, "table 1234");
}

}  // namespace
}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// Keeping without any socket: batches, what becomes of them, and when it is known that writing works again.
#include "server/keeper.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>

#include "server/log.hpp"
#include "store/memory_testing.hpp"

namespace lifetable::server {
namespace {

using store::MemoryDisk;
using store::Outcome;

class TheKeeper : public testing::Test {
 protected:
  TheKeeper() { quiet_log(true); }
  /// All that is under way.
  void rest() {
    while (!keeper->rests()) io.run_one();
  }
  void add(const std::string& log, int n, const std::string& text = "x") { keeper->add({log, n, text}); }
  void pass(table::Millis time) {
    now += time;
    keeper->look_at_the_time();
    rest();
  }

  boost::asio::io_context io;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard{io.get_executor()};
  MemoryDisk disk;
  std::unique_ptr<store::Store> store = disk.open();
  table::Millis now = 0;
  std::map<std::string, Outcome::Kind> heard;
  std::optional<Keeper> keeper{std::in_place,
                               io,
                               *store,
                               [this](const auto& batch, const auto& answer) {
                                 for (const auto& each : batch)
                                   heard[each.table] = answer.of(store::table_of(each.table)).kind;
                               },
                               [] {},
                               [this] { return now; }};
};

TEST_F(TheKeeper, WritesTogetherWhatComesWhileTheDiskIsBusy) {
  disk.hold_writes();
  add("oak", 1);
  while (!disk.is_held()) io.poll();
  for (int n = 2; n <= 20; ++n) add("oak", n);
  add("yew", 1);
  disk.hold_writes(false);
  rest();
  EXPECT_EQ(keeper->counts().batches, 2u);
  EXPECT_EQ(keeper->counts().entries, 21u);
  EXPECT_EQ(store->read("oak")->size(), 20u);
}

TEST_F(TheKeeper, TakesBackWhatWaitsOfOneTableAlone) {
  add("oak", 1), add("oak/door", 1), add("oakleaf", 1), add("oak", 2);
  const auto taken = keeper->take_back("oak");
  ASSERT_EQ(taken.size(), 3u);
  EXPECT_EQ(taken[1].table, "oak/door");
  EXPECT_EQ(taken[2].n, 2);
  rest();
  EXPECT_EQ(store->read("oak")->size(), 0u);
  EXPECT_EQ(store->read("oakleaf")->size(), 1u);
}

TEST_F(TheKeeper, OneTableOfFiftyThatFailsConcernsNoOther) {
  disk.trouble_next("oak", MemoryDisk::fails);
  add("oak", 1);
  for (int i = 1; i < 50; ++i) add(fmt::format("table {}", i), 1);
  rest();
  for (const auto& [table, kind] : heard)
    EXPECT_EQ(kind, table == "oak" ? Outcome::failed : Outcome::kept) << table;
  EXPECT_EQ(heard.size(), 50u);
  EXPECT_TRUE(keeper->works()) << "the disk is well";
}

TEST_F(TheKeeper, IsStillReadyWhenATableAloneIsBad) {
  add("oak", 7);
  rest();
  EXPECT_EQ(heard["oak"], Outcome::failed);
  EXPECT_TRUE(keeper->works()) << "as it has found out by itself";
}

TEST_F(TheKeeper, FindsOutByItselfWhenWritingWorksAgain) {
  disk.break_down();
  add("oak", 1);
  rest();
  EXPECT_FALSE(keeper->works());
  int attempts = disk.attempts();
  pass(10'000);
  EXPECT_FALSE(keeper->works());
  EXPECT_EQ(disk.attempts(), attempts + 1);
  disk.break_down(false);
  pass(100);
  EXPECT_FALSE(keeper->works()) << "it does not try all the time";
  pass(900);
  EXPECT_TRUE(keeper->works());
  attempts = disk.attempts();
  pass(100'000);
  EXPECT_EQ(disk.attempts(), attempts) << "and then no more";
}

TEST_F(TheKeeper, TriesEverMoreSeldomButNeverTooSeldom) {
  disk.break_down();
  add("oak", 1);
  rest();
  std::vector<table::Millis> tried;
  for (int attempts = disk.attempts(); now < 60'000; attempts = disk.attempts()) {
    pass(100);
    if (disk.attempts() != attempts) tried.push_back(now);
  }
  EXPECT_EQ(tried, (std::vector<table::Millis>{500, 1'500, 3'500, 7'500, 15'500, 23'500, 31'500, 39'500,
                                               47'500, 55'500}));
}

TEST_F(TheKeeper, IsReadyAsSoonAsSomebodyCouldWrite) {
  disk.break_down();
  add("oak", 1);
  rest();
  disk.break_down(false);
  add("yew", 1);
  rest();
  EXPECT_TRUE(keeper->works());
}

TEST_F(TheKeeper, KeepsWhatWaitsAtItsEnd) {
  add("oak", 1);
  keeper.reset();
  EXPECT_EQ(store->read("oak")->size(), 1u);
}

}  // namespace
}  // namespace lifetable::server

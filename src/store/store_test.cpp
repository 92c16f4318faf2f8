// SPDX-License-Identifier: Apache-2.0
// What every store must do, as one suite: a new kind joins by a place of its own in `Kinds`. Below it, what
// only a file of SQLite has to do.
#include "store/store.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "store/memory_testing.hpp"

namespace lifetable::store {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

/// An empty folder for one test.
class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path() / "lifetable-store-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ / name; }
  int files() const { return static_cast<int>(std::distance(fs::directory_iterator(path_), {})); }

 private:
  fs::path path_;
};

/// A disk that fails when it is told to, for all logs that SQLite opens while this lives: what is appended is
/// written there first.
class BadDisk {
 public:
  BadDisk() : real_(sqlite3_vfs_find(nullptr)), bad_(*real_) {
    system_ = real_;
    write_fails = sync_fails = false;
    bad_.zName = "bad disk";
    bad_.xOpen = [](sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
      const int code = system_->xOpen(system_, name, file, flags, out);
      if (code == SQLITE_OK && (flags & SQLITE_OPEN_WAL)) take_over(file);
      return code;
    };
    sqlite3_vfs_register(&bad_, 1);
  }
  BadDisk(const BadDisk&) = delete;
  ~BadDisk() {
    sqlite3_vfs_unregister(&bad_);
    sqlite3_vfs_register(real_, 1);
  }
  static inline bool write_fails = false;  ///< as on a full disk
  static inline bool sync_fails = false;   ///< nobody knows what is on the disk

 private:
  static void take_over(sqlite3_file* file) {
    static sqlite3_io_methods methods;
    methods = *file->pMethods;
    write_ = methods.xWrite, sync_ = methods.xSync;
    methods.xWrite = [](sqlite3_file* to, const void* bytes, int size, sqlite3_int64 at) {
      return write_fails ? SQLITE_FULL : write_(to, bytes, size, at);
    };
    methods.xSync = [](sqlite3_file* of, int flags) {
      return sync_fails ? SQLITE_IOERR_FSYNC : sync_(of, flags);
    };
    file->pMethods = &methods;
  }
  static inline sqlite3_vfs* system_ = nullptr;
  static inline decltype(sqlite3_io_methods::xWrite) write_ = nullptr;
  static inline decltype(sqlite3_io_methods::xSync) sync_ = nullptr;

  sqlite3_vfs* real_;
  sqlite3_vfs bad_;
};

/// A place for a store that is empty at first and can be opened again and again.
struct SqliteFile {
  static constexpr bool kKeeps = true;  // what was kept is there when it is opened again
  Result<std::unique_ptr<Store>> open() { return open_sqlite(folder / "tables.db"); }
  void break_down(bool broken) { disk.write_fails = broken; }
  void say_nothing_of_oak_next() { disk.sync_fails = true; }
  void repair() { disk.sync_fails = false; }
  BadDisk disk;
  Folder folder;
};
struct SqliteMemory {
  static constexpr bool kKeeps = false;
  Result<std::unique_ptr<Store>> open() { return open_sqlite(":memory:"); }
};
template <MemoryDisk::Fault unknown>
struct Memory {
  static constexpr bool kKeeps = true;
  Result<std::unique_ptr<Store>> open() { return disk.open(); }
  void break_down(bool broken) { disk.break_down(broken); }
  void say_nothing_of_oak_next() { disk.trouble_next("oak", unknown); }
  void repair() {}
  MemoryDisk disk;
};
using Keeping = Memory<MemoryDisk::unknown_and_kept>;
using Losing = Memory<MemoryDisk::unknown_and_lost>;
using Kinds = testing::Types<SqliteFile, SqliteMemory, Keeping>;
using FailingKinds = testing::Types<SqliteFile, Keeping, Losing>;

std::unique_ptr<Store> opened(Result<std::unique_ptr<Store>> store) {
  EXPECT_TRUE(store) << store.error().message;
  return store ? std::move(*store) : nullptr;
}

Texts texts(const Store& store, std::string_view table, int after = 0) {
  const auto read = store.read(table, after);
  EXPECT_TRUE(read) << read.error().message;
  return read ? *read : Texts{};
}

std::vector<TableInfo> listed(const Store& store, bool archived, std::string_view after = "",
                              int most = 1000) {
  const auto tables = store.tables(archived, after, most);
  EXPECT_TRUE(tables) << tables.error().message;
  return tables ? *tables : std::vector<TableInfo>{};
}

/// As in "oak 2 at 7, yew 1 at 5".
std::string told(const std::vector<TableInfo>& tables) {
  std::string all;
  for (const auto& [table, entries, touched, archived] : tables)
    all += fmt::format("{}{} {} at {}{}", all.empty() ? "" : ", ", table, entries, touched,
                       archived ? " archived" : "");
  return all;
}

Appended append(Store& store, std::vector<Entry> entries, std::int64_t now = 0) {
  return store.append(entries, now);
}

testing::AssertionResult kept(const Appended& appended) {
  if (appended.all_kept()) return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure();
  for (const auto& [table, outcome] : appended.not_kept) failure << table << ": " << outcome.why << "\n";
  return failure;
}

/// As in "oak: conflict with 2, yew: failed".
std::string trouble(const Appended& appended) {
  std::string all;
  for (const auto& [table, outcome] : appended.not_kept) {
    EXPECT_NE(outcome.why, "");
    all += fmt::format("{}{}: {}", all.empty() ? "" : ", ", table,
                       outcome.kind == Outcome::conflict  ? fmt::format("conflict with {}", outcome.entries)
                       : outcome.kind == Outcome::unknown ? "unknown"
                       : outcome.kind == Outcome::failed  ? "failed"
                                                          : "kept");
  }
  return all;
}

template <class Place>
class EveryStore : public testing::Test {
 protected:
  /// The same again, if this kind keeps anything.
  void open_again() {
    if (!Place::kKeeps) return;
    store.reset();
    store = opened(place.open());
    ASSERT_TRUE(store);
  }
  void SetUp() override { ASSERT_TRUE(store); }

  Place place;
  std::unique_ptr<Store> store = opened(place.open());
};
TYPED_TEST_SUITE(EveryStore, Kinds);

/// Those whose entries outlast the process.
template <class Place>
class LastingStore : public EveryStore<Place> {};
TYPED_TEST_SUITE(LastingStore, testing::Types<SqliteFile>);

/// Those that can be made to fail, with and without keeping what they say nothing of.
template <class Place>
class FailingStore : public EveryStore<Place> {};
TYPED_TEST_SUITE(FailingStore, FailingKinds);

TYPED_TEST(EveryStore, IsEmptyAtFirst) {
  EXPECT_EQ(texts(*this->store, "oak"), Texts{});
  EXPECT_EQ(told(listed(*this->store, false)), "");
  EXPECT_EQ(told(listed(*this->store, true)), "");
}

TYPED_TEST(EveryStore, ReadsWhatWasAppendedInItsOrder) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "sit"}, {"yew", 1, "deal"}, {"oak", 2, "play"}})));
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 3, "end"}})));
  this->open_again();
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"sit", "play", "end"}));
  EXPECT_EQ(texts(*this->store, "yew"), (Texts{"deal"}));
  EXPECT_EQ(texts(*this->store, "oak", 1), (Texts{"play", "end"}));
  EXPECT_EQ(texts(*this->store, "oak", 3), Texts{});
  EXPECT_EQ(texts(*this->store, "OAK"), Texts{});
}

TYPED_TEST(EveryStore, TellsWhoeverComesTooLate) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "mine"}, {"oak", 2, "mine too"}})));
  const Appended late = append(*this->store, {{"oak", 2, "yours"}});
  EXPECT_EQ(trouble(late), "oak: conflict with 2");
  EXPECT_EQ(late.of("oak").why, "table 'oak' has 2 entries already; read them and decide again");
  EXPECT_EQ(late.of("yew").kind, Outcome::kept);
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"mine", "mine too"}));
}

TYPED_TEST(EveryStore, AnswersForEachTable) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "first"}})));
  EXPECT_EQ(trouble(append(*this->store, {{"ash", 1, "new"},
                                          {"oak", 1, "late"},
                                          {"elm", 2, "a gap"},
                                          {"yew", 1, "new"},
                                          {"", 1, "whose?"},
                                          {"ash", 2, "and more"}})),
            ": failed, elm: failed, oak: conflict with 1");
  this->open_again();
  EXPECT_EQ(told(listed(*this->store, false)), "ash 2 at 0, oak 1 at 0, yew 1 at 0");
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"first"}));
  EXPECT_TRUE(kept(append(*this->store, {{"elm", 1, "in order"}, {"oak", 2, "again"}, {"ash", 3, "on"}})));
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"first", "again"}));
  EXPECT_EQ(texts(*this->store, "ash"), (Texts{"new", "and more", "on"}));
}

TYPED_TEST(EveryStore, OneBadTableOfFiftyConcernsNoOther) {
  for (int round = 1; round <= 3; ++round) {
    std::vector<Entry> entries;
    for (int i = 0; i < 50; ++i) entries.push_back({fmt::format("table {:02}", i), i == 17 ? 1 : round, "x"});
    EXPECT_EQ(trouble(this->store->append(entries, round)), round == 1 ? "" : "table 17: conflict with 1");
  }
  this->open_again();
  for (const auto& table : listed(*this->store, false))
    EXPECT_EQ(table.entries, table.table == "table 17" ? 1 : 3) << table.table;
}

TYPED_TEST(EveryStore, KeepsATableTogetherWithTheLogsBesideIt) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "open"}, {"oak/door", 1, "keys", true}})));
  for (const std::vector<Entry>& one_is_bad :
       {std::vector<Entry>{{"oak", 2, "come"}, {"oak/door", 1, "new keys", true}, {"yew", 1, "x"}},
        std::vector<Entry>{{"oak/3", 7, "a gap"}, {"yew", 2, "x"}, {"oak", 2, "come"}},
        std::vector<Entry>{{"oak/3", 1, "deal"}, {"oak", 1, "late"}, {"yew", 3, "x"}}})
    EXPECT_EQ(append(*this->store, one_is_bad).not_kept.size(), 1u);
  EXPECT_TRUE(kept(append(*this->store, {{"oakleaf", 1, "another table"}, {"oak", 2, "come"}})));
  this->open_again();
  EXPECT_EQ(told(listed(*this->store, false)), "oak 2 at 0, oak/door 1 at 0, oakleaf 1 at 0, yew 3 at 0");
  EXPECT_EQ(texts(*this->store, "oak/door"), (Texts{"keys"}));
}

TYPED_TEST(EveryStore, TakesNoTextThatIsTooLong) {
  EXPECT_EQ(trouble(append(*this->store, {{"oak", 1, std::string(kLongestText + 1, 'x')}, {"yew", 1, "y"}})),
            "oak: failed");
  EXPECT_EQ(told(listed(*this->store, false)), "yew 1 at 0");
}

TYPED_TEST(EveryStore, CanBeProbedAndShowsNothingOfIt) {
  EXPECT_TRUE(this->store->probe());
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "first"}})));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(this->store->probe());
  EXPECT_EQ(told(listed(*this->store, false)), "oak 1 at 0");
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 2, "next"}})));
  this->open_again();
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"first", "next"}));
}

TYPED_TEST(FailingStore, KeepsNothingWhileItCannotWriteAndGoesOnAsSoonAsItCan) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "before"}})));
  this->place.break_down(true);
  EXPECT_EQ(trouble(append(*this->store, {{"oak", 2, "lost"}, {"oak/door", 1, "lost"}, {"yew", 1, "lost"}})),
            "oak: failed, yew: failed");
  const auto probed = this->store->probe();
  ASSERT_FALSE(probed);
  EXPECT_NE(probed.error().message, "");
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"before"}));
  this->place.break_down(false);
  EXPECT_TRUE(this->store->probe());
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 2, "after"}, {"yew", 1, "after"}})));
  this->open_again();
  EXPECT_EQ(told(listed(*this->store, false)), "oak 2 at 0, yew 1 at 0");
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"before", "after"}));
}

TYPED_TEST(FailingStore, SaysSoWhenNobodyKnowsAndKeepsAllOfATableOrNone) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "before"}})));
  this->place.say_nothing_of_oak_next();
  const Appended unknown = append(*this->store, {{"oak", 2, "?"}, {"oak/door", 1, "?"}, {"oak", 3, "?"}});
  EXPECT_EQ(trouble(unknown), "oak: unknown");
  this->place.repair();
  this->open_again();
  const auto there = static_cast<int>(texts(*this->store, "oak").size());
  EXPECT_EQ(told(listed(*this->store, false)), there == 1 ? "oak 1 at 0" : "oak 3 at 0, oak/door 1 at 0");
  EXPECT_TRUE(kept(append(*this->store, {{"oak", there + 1, "on"}})));
}

TYPED_TEST(EveryStore, GivesUpWhatComesBeforeAnEntryThatSaysAll) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "sit"}, {"yew", 1, "deal"}, {"oak", 2, "play"}})));
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 3, "all", true}, {"oak", 4, "end"}})));
  this->open_again();
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"all", "end"}));
  EXPECT_EQ(texts(*this->store, "oak", 3), (Texts{"end"}));
  EXPECT_EQ(texts(*this->store, "oak", 1), (Texts{"all", "end"})) << "there are no others any more";
  EXPECT_EQ(texts(*this->store, "yew"), (Texts{"deal"}));
  EXPECT_EQ(trouble(append(*this->store, {{"oak", 4, "all", true}})), "oak: conflict with 4");
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 9, "all of it", true}}))) << "whatever its number";
  EXPECT_TRUE(kept(append(*this->store, {{"elm", 7, "at once", true}, {"elm", 8, "more"}})));
  EXPECT_EQ(trouble(append(*this->store, {{"oak", 11, "a gap"}})), "oak: failed");
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 10, "the next"}})));
  this->open_again();
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"all of it", "the next"}));
  EXPECT_EQ(texts(*this->store, "elm"), (Texts{"at once", "more"}));
  EXPECT_EQ(told(listed(*this->store, false)), "elm 8 at 0, oak 10 at 0, yew 1 at 0");
}

TYPED_TEST(EveryStore, RefusesNumbersThatDoNotFollow) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, ""}})));
  const std::vector<std::vector<Entry>> wrong = {
      {{"oak", 3, ""}},                                    // a gap
      {{"oak", 0, ""}},                                    // before the first
      {{"oak", -1, ""}},                                   //
      {{"oak", 2, ""}, {"oak", 2, ""}},                    // one number twice
      {{"oak", 2, ""}, {"oak/2", 1, ""}, {"oak", 2, ""}},  // with another log between
      {{"oak", 3, ""}, {"oak", 2, ""}},                    // backwards
      {{"", 1, ""}},                                       // no table
      {{"/door", 1, ""}}};                                 //
  for (const auto& entries : wrong)                        // to read again would not help
    EXPECT_EQ(trouble(append(*this->store, entries)), entries[0].table == "oak" ? "oak: failed" : ": failed");
  EXPECT_EQ(
      append(*this->store, {{"oak", 3, ""}}).of("oak").why,
      "entry 3 of table 'oak' was not kept: the table has 1 entries, and the next ones must follow in order");
  EXPECT_EQ(told(listed(*this->store, false)), "oak 1 at 0");
}

TYPED_TEST(EveryStore, KeepsNothingIfThereIsNothing) {
  EXPECT_TRUE(kept(append(*this->store, {})));
  EXPECT_EQ(told(listed(*this->store, false)), "");
}

TYPED_TEST(EveryStore, KeepsEveryByte) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  const std::string words = "Żółw 거북이 🐢 'quoted' \"twice\" %s\n";
  EXPECT_TRUE(kept(append(*this->store, {{words, 1, ""}, {words, 2, bytes}, {words, 3, words}})));
  this->open_again();
  EXPECT_EQ(texts(*this->store, words), (Texts{"", bytes, words}));
  EXPECT_EQ(told(listed(*this->store, false)), words + " 3 at 0");
}

TYPED_TEST(EveryStore, KeepsLongTexts) {
  std::string text(20'000'000, 'x');
  for (std::size_t i = 0; i < text.size(); i += 4093) text[i] = static_cast<char>(i);
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, text}, {"oak", 2, "short"}})));
  this->open_again();
  EXPECT_TRUE((texts(*this->store, "oak") == Texts{text, "short"}));
}

TYPED_TEST(EveryStore, ListsTablesByNameAndInPages) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, ""}, {"elm", 1, ""}, {"yew", 1, ""}}, 5)));
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 2, ""}}, 1'700'000'000'123)));
  this->open_again();
  EXPECT_EQ(told(listed(*this->store, false)), "elm 1 at 5, oak 2 at 1700000000123, yew 1 at 5");
  EXPECT_EQ(told(listed(*this->store, false, "", 2)), "elm 1 at 5, oak 2 at 1700000000123");
  EXPECT_EQ(told(listed(*this->store, false, "oak", 2)), "yew 1 at 5");
  EXPECT_EQ(told(listed(*this->store, false, "yew", 2)), "");
}

TYPED_TEST(EveryStore, ListsManyTables) {
  constexpr int kMany = 20'000;
  std::vector<Entry> entries;
  for (int i = 0; i < kMany; ++i)
    entries.push_back({fmt::format("table {:07}", i * 7919 % kMany), 1, "deal"});
  EXPECT_TRUE(kept(this->store->append(entries, 1)));
  std::string last;
  int seen = 0;
  for (auto page = listed(*this->store, false); !page.empty(); page = listed(*this->store, false, last)) {
    EXPECT_LE(page.size(), 1000u);
    for (const auto& table : page) EXPECT_EQ(table.table, fmt::format("table {:07}", seen++));
    last = page.back().table;
  }
  EXPECT_EQ(seen, kMany);
}

TYPED_TEST(EveryStore, LaysIdleTablesAsideAndStillReadsThem) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "a"}, {"yew", 1, "b"}, {"elm", 1, "c"}}, 5)));
  EXPECT_EQ(*this->store->archive(std::vector<TableInfo>{{"oak", 1}, {"elm", 1}}), 2);
  this->open_again();
  EXPECT_EQ(told(listed(*this->store, false)), "yew 1 at 5");
  EXPECT_EQ(told(listed(*this->store, true)), "elm 1 at 5 archived, oak 1 at 5 archived");
  EXPECT_EQ(texts(*this->store, "oak"), (Texts{"a"}));
  EXPECT_EQ(*this->store->archive(std::vector<TableInfo>{{"oak", 1}}), 0) << "it is laid aside already";
}

TYPED_TEST(EveryStore, TakesATableOutAgainWhenSomethingHappens) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "a"}}, 5)));
  EXPECT_EQ(*this->store->archive(listed(*this->store, false)), 1);
  EXPECT_EQ(trouble(append(*this->store, {{"oak", 1, "late"}}, 6)), "oak: conflict with 1");
  EXPECT_EQ(told(listed(*this->store, true)), "oak 1 at 5 archived") << "nothing has happened";
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 2, "b"}}, 7)));
  this->open_again();
  EXPECT_EQ(told(listed(*this->store, false)), "oak 2 at 7");
  EXPECT_EQ(told(listed(*this->store, true)), "");
}

TYPED_TEST(EveryStore, DoesNotLayAsideATableAtWhichSomethingHappened) {
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 1, "a"}, {"yew", 1, "b"}}, 5)));
  const auto idle = listed(*this->store, false);
  EXPECT_TRUE(kept(append(*this->store, {{"oak", 2, "meanwhile"}}, 6)));
  EXPECT_EQ(*this->store->archive(idle), 1);
  EXPECT_EQ(*this->store->archive(std::vector<TableInfo>{{"nowhere", 0}, {"nowhere", 1}}), 0);
  EXPECT_EQ(told(listed(*this->store, false)), "oak 2 at 6");
  EXPECT_EQ(told(listed(*this->store, true)), "yew 1 at 5 archived");
}

TYPED_TEST(EveryStore, IsReadWhileAnotherThreadWrites) {
  constexpr int kCalls = 60;
  std::atomic<int> acknowledged = 0;
  std::atomic<bool> writing = true;
  std::thread writer([&] {
    for (int call = 0; call < kCalls; ++call) {
      const int n = 2 * call;
      EXPECT_TRUE(
          kept(append(*this->store, {{"oak", n + 1, "x"}, {"yew", call + 1, "x"}, {"oak", n + 2, "x"}})));
      acknowledged = call + 1;
    }
    writing = false;
  });
  while (writing) {
    const int known = acknowledged;
    const auto entries = static_cast<int>(texts(*this->store, "oak").size());
    EXPECT_GE(entries, 2 * known) << "what was acknowledged can be read";
    EXPECT_EQ(entries % 2, 0) << "half a call was read";
    for (const auto& table : listed(*this->store, false)) EXPECT_GE(table.entries, known);
  }
  writer.join();
  EXPECT_EQ(texts(*this->store, "oak").size(), 2u * kCalls);
}

TYPED_TEST(EveryStore, LetsOneOfSeveralWritersWinEachNumber) {
  constexpr int kEach = 15;
  std::atomic<int> conflicts = 0;
  const auto write = [&](const std::string& name) {
    for (int done = 0, n = 0; done < kEach;) {
      const Outcome tried = append(*this->store, {{"oak", n + 1, name}}).of("oak");
      if (tried.kind == Outcome::kept)
        ++done, ++n;
      else if (tried.kind == Outcome::conflict)
        ++conflicts, n = tried.entries;
      else
        FAIL() << tried.why;
    }
  };
  std::thread one(write, "one"), two(write, "two");
  one.join(), two.join();
  const Texts all = texts(*this->store, "oak");
  EXPECT_EQ(std::count(all.begin(), all.end(), "one"), kEach);
  EXPECT_EQ(std::count(all.begin(), all.end(), "two"), kEach);
}

/// In a process of its own: two entries for oak and one for yew in every call; each call that was
/// acknowledged is a byte in the pipe.
template <class Place>
[[noreturn]] void append_until_killed(Place& place, int pipe) {
  auto store = place.open();
  if (!store) ::_exit(1);
  auto calls = static_cast<int>((*store)->read("yew")->size());
  for (;; ++calls) {
    const std::string text = fmt::format("{:0500}", calls);
    const int n = 2 * calls;
    if (!kept(append(**store, {{"oak", n + 1, text}, {"yew", calls + 1, text}, {"oak", n + 2, text}})))
      ::_exit(2);
    if (::write(pipe, "!", 1) != 1) ::_exit(3);
  }
}

TYPED_TEST(LastingStore, LosesNothingAcknowledgedWhenItsProcessIsKilled) {
  this->store.reset();
  int acknowledged = 0;
  for (int round = 0; round < 12; ++round) {  // it is hit at one moment or another of the next call
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) append_until_killed(this->place, ends[1]);
    ::close(ends[1]);
    char byte;
    for (int i = 0; i < 5 + round && ::read(ends[0], &byte, 1) == 1; ++i) ++acknowledged;
    ::kill(child, SIGKILL);
    while (::read(ends[0], &byte, 1) == 1) ++acknowledged;
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it ended by itself: " << WEXITSTATUS(status);

    const auto store = opened(this->place.open());
    ASSERT_TRUE(store);
    const auto calls = static_cast<int>(texts(*store, "yew").size());
    EXPECT_GE(calls, acknowledged);
    EXPECT_LE(calls, acknowledged + 1);  // the one that was killed before it could say so
    acknowledged = calls;
    const Texts oak = texts(*store, "oak");
    ASSERT_EQ(oak.size(), 2u * static_cast<unsigned>(calls)) << "half a call was kept";
    for (int n = 0; n < 2 * calls; ++n)
      EXPECT_EQ(oak[static_cast<unsigned>(n)], fmt::format("{:0500}", n / 2));
  }
}

// ---- SQLite alone -------------------------------------------------------------------------------------

/// No file of this process may grow beyond so many bytes while this lives.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    old_ = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  SmallDisk(const SmallDisk&) = delete;
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, old_);
  }

 private:
  rlimit before_{};
  void (*old_)(int) = nullptr;
};

/// A process that knows nothing of what this one has opened, and does what it is asked.
class OtherProcess {
 public:
  OtherProcess() {
    int asked[2], told[2];
    EXPECT_EQ(::pipe(asked) | ::pipe(told), 0);
    child_ = ::fork();
    if (child_ == 0) answer(asked[0], told[1], asked[1]);
    ::close(asked[0]), ::close(told[1]);
    asked_ = asked[1], told_ = told[0];
  }
  OtherProcess(const OtherProcess&) = delete;
  ~OtherProcess() {
    ::close(asked_), ::close(told_);
    ::waitpid(child_, nullptr, 0);
  }
  /// o: why the store cannot be opened; c: why SQLite cannot open and close the file, and look into it.
  std::string ask(char what, const std::string& place) {
    const std::string request = what + place;
    EXPECT_EQ(::write(asked_, request.data(), request.size()), static_cast<ssize_t>(request.size()));
    return next(told_).substr(1);
  }

 private:
  static std::string next(int from) {
    std::string text(4096, ' ');
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(::read(from, text.data(), text.size()), 0)));
    return text;
  }
  [[noreturn]] static void answer(int asked, int told, int other_end) {
    ::close(other_end);
    for (std::string request; !(request = next(asked)).empty();) {
      const std::string place = request.substr(1);
      std::string why = "!";
      if (request[0] == 'o') {
        if (const auto store = open_sqlite(place); !store) why += store.error().message;
      } else {
        sqlite3* db = nullptr;
        if (sqlite3_open(place.c_str(), &db) != SQLITE_OK ||
            sqlite3_exec(db, "SELECT count(*) FROM tables", nullptr, nullptr, nullptr) != SQLITE_OK)
          why += sqlite3_errmsg(db);
        sqlite3_close(db);
      }
      if (::write(told, why.data(), why.size()) < 0) break;
    }
    ::_exit(0);
  }

  pid_t child_ = 0;
  int asked_ = -1, told_ = -1;
};

class SqliteStoreFile : public testing::Test {
 protected:
  Result<std::unique_ptr<Store>> open() { return open_sqlite(path); }
  /// Why it cannot be opened.
  std::string why(const std::string& place) {
    const auto store = open_sqlite(place);
    return store ? "" : store.error().message;
  }
  /// The same of another process.
  std::string why_elsewhere(const std::string& place) { return other_.ask('o', place); }
  void run_sql(const std::string& sql) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
  }
  static mode_t rights(const std::string& file) {
    struct stat found{};
    EXPECT_EQ(::stat(file.c_str(), &found), 0) << file;
    return found.st_mode & 0777;
  }

  OtherProcess other_;  // begun before this one has anything to do with the file
  Folder folder;
  std::string path = folder / "tables.db";
};

TEST_F(SqliteStoreFile, IsForItsOwnerAlone) {
  const auto store = opened(open());
  EXPECT_TRUE(kept(append(*store, {{"oak", 1, "a hand of cards"}})));
  for (const char* end : {"", "-wal", "-shm"}) EXPECT_EQ(rights(path + end), 0600u) << end;
}

TEST_F(SqliteStoreFile, ThatWasCopiedForEverybodyToReadIsForItsOwnerAgain) {
  EXPECT_TRUE(kept(append(*opened(open()), {{"oak", 1, "a hand of cards"}})));
  fs::permissions(path, fs::perms(0644));
  const auto store = opened(open());
  EXPECT_TRUE(kept(append(*store, {{"oak", 2, "another"}})));
  for (const char* end : {"", "-wal", "-shm"}) EXPECT_EQ(rights(path + end), 0600u) << end;
}

TEST_F(SqliteStoreFile, IsRefusedToASecondOpenerHoweverItIsCalled) {
  auto store = opened(open());
  const std::string refusal =
      "the store '" + path + "' is in use by another lifetable; stop that one first, or choose another file";
  EXPECT_EQ(why(path), refusal);
  fs::create_symlink(path, folder / "alias.db");
  EXPECT_EQ(why(folder / "alias.db"), refusal);
  EXPECT_EQ(why_elsewhere(path), refusal);
  EXPECT_TRUE(kept(append(*store, {{"oak", 1, "still works"}})));
  store.reset();
  EXPECT_EQ(why(path), "");
}

TEST_F(SqliteStoreFile, IsRefusedToASecondOpenerByAHardLink) {
  auto store = opened(open());
  EXPECT_TRUE(kept(append(*store, {{"oak", 1, "before"}})));
  const std::string other = folder / "hard.db";
  fs::create_hard_link(path, other);
  const std::string refusal =
      "the store '" + other + "' is in use by another lifetable; stop that one first, or choose another file";
  EXPECT_EQ(why(other), refusal);
  EXPECT_EQ(why_elsewhere(other), refusal);
  EXPECT_TRUE(kept(append(*store, {{"oak", 2, "after"}})));
  fs::remove(other);
  store.reset();
  EXPECT_EQ(texts(*opened(open()), "oak"), (Texts{"before", "after"}));
}

TEST_F(SqliteStoreFile, IsRefusedToASecondOpenerWhateverIsRemovedBesideIt) {
  const auto store = opened(open());
  for (const auto& file : fs::directory_iterator(fs::path(path).parent_path()))
    if (file.path() != path) fs::remove(file);
  EXPECT_NE(why(path).find("is in use by another lifetable"), std::string::npos);
  EXPECT_NE(why_elsewhere(path).find("is in use by another lifetable"), std::string::npos);
}

TEST_F(SqliteStoreFile, KeepsItsLocksWhenASecondOpenerIsRefused) {
  const auto store = opened(open());
  EXPECT_TRUE(kept(append(*store, {{"oak", 1, "in the log"}})));
  EXPECT_NE(why(path), "") << "this process must not have closed the file";
  // Whoever takes itself for the last to use the file removes the log at its end.
  EXPECT_EQ(other_.ask('c', path), "");
  EXPECT_TRUE(fs::exists(path + "-wal"));
  EXPECT_TRUE(kept(append(*store, {{"oak", 2, "still there"}})));
}

TEST_F(SqliteStoreFile, WithSeveralNamesIsRefused) {
  EXPECT_TRUE(kept(append(*opened(open()), {{"oak", 1, "kept"}})));
  const std::string other = folder / "hard.db";
  fs::create_hard_link(path, other);
  const std::string refusal =
      "cannot open the store '" + other +
      "': the file has 2 names (hard links), but what was written last lies beside one "
      "of them; remove the other names";
  EXPECT_EQ(why(other), refusal);
  EXPECT_EQ(back_up_sqlite(other, folder / "backup.db").error().message, refusal);
  fs::remove(other);
  EXPECT_EQ(why(path), "");
}

TEST_F(SqliteStoreFile, IsMadeByOneOfManyWhoComeAtOnce) {
  constexpr int kMany = 6;
  int told[2], end[2];
  ASSERT_EQ(::pipe(told) | ::pipe(end), 0);
  std::vector<pid_t> children;
  for (int i = 0; i < kMany; ++i) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    ::close(end[1]);
    const auto store = open_sqlite(path);
    const bool busy = !store && store.error().message.find("is in use by another") != std::string::npos;
    const char result = store ? 'y' : busy ? 'n' : '?';
    char nothing;
    ::_exit(::write(told[1], &result, 1) != 1 || ::read(end[0], &nothing, 1) != 0);
  }
  std::string results;
  for (char result; results.size() < kMany && ::read(told[0], &result, 1) == 1;) results += result;
  for (const int number : {told[0], told[1], end[0], end[1]}) ::close(number);
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
  std::ranges::sort(results);
  EXPECT_EQ(results, "nnnnny");
  EXPECT_FALSE(fs::exists(path + ".part"));
}

TEST_F(SqliteStoreFile, ThatIsRemovedOrReplacedKeepsNothingMore) {
  EXPECT_TRUE(kept(append(*opened(open_sqlite(folder / "other.db")), {{"yew", 1, "another store"}})));
  const auto store = opened(open());
  EXPECT_TRUE(kept(append(*store, {{"oak", 1, "before"}})));
  for (const std::string& file : {path, path + "-wal", path + "-shm"}) {
    const auto refusal = [&](const std::string& what) {
      return "the store's file '" + file + "' was " + what +
             " while it was in use, so nothing more is kept; put it back, or stop lifetable and restore a "
             "backup";
    };
    fs::rename(file, folder / "aside");
    EXPECT_EQ(append(*store, {{"oak", 2, "lost"}}).of("oak").why, refusal("removed"));
    fs::copy_file(folder / "other.db", file);
    EXPECT_EQ(append(*store, {{"oak", 2, "lost"}}).of("oak").why, refusal("replaced"));
    EXPECT_FALSE(store->archive(listed(*store, false)));
    EXPECT_EQ(store->probe().error().message, refusal("replaced"));
    fs::rename(folder / "aside", file);
  }
  EXPECT_TRUE(kept(append(*store, {{"oak", 2, "after"}})));
  EXPECT_EQ(texts(*store, "oak"), (Texts{"before", "after"}));
}

TEST_F(SqliteStoreFile, WritesNothingMoreOnceNobodyKnowsWhatIsOnTheDisk) {
  BadDisk disk;
  auto store = opened(open());
  EXPECT_TRUE(kept(append(*store, {{"oak", 1, "before"}})));
  disk.sync_fails = true;
  const Appended unknown = append(*store, {{"oak", 2, "?"}, {"yew", 1, "?"}});
  EXPECT_EQ(trouble(unknown), "oak: unknown, yew: unknown");
  disk.sync_fails = false;
  const std::string why = store->probe().error().message;
  EXPECT_EQ(why.substr(why.find(';')),
            "; check that the disk has space and works, then start lifetable again: nothing more is written "
            "before");
  EXPECT_EQ(trouble(append(*store, {{"ash", 1, "later"}})), "ash: failed");
  EXPECT_EQ(append(*store, {{"ash", 1, "later"}}).of("ash").why, why);
  store.reset();
  store = opened(open());
  EXPECT_TRUE(kept(append(*store, {{"ash", 1, "now"}})));
  EXPECT_EQ(texts(*store, "oak").size() == 2, texts(*store, "yew").size() == 1) << "half a call was kept";
}

TEST_F(SqliteStoreFile, OfWhichOneTableIsDamagedKeepsWhatComesOfTheOthers) {
  std::vector<Entry> entries;
  for (int n = 1; n <= 1000; ++n) entries.push_back({"oak", n, std::string(100, 'x')});
  EXPECT_TRUE(kept(opened(open())->append(entries, 0)));
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(15 * 4096);  // a page of the middle of oak's log
    file << std::string(4096, '\xff');
  }
  const auto store = opened(open());
  const Appended answer =
      append(*store, {{"ash", 1, "a"}, {"oak", 1001, "all of it", true}, {"yew", 1, "y"}});
  EXPECT_EQ(trouble(answer), "oak: failed");
  EXPECT_EQ(answer.of("oak").why, "cannot write the store '" + path + "': it is damaged; restore a backup");
  EXPECT_TRUE(kept(append(*store, {{"ash", 2, "a"}, {"oak", 1001, "and on"}})));
  EXPECT_EQ(texts(*store, "ash"), (Texts{"a", "a"}));
  EXPECT_EQ(texts(*store, "yew"), (Texts{"y"}));
}

TEST_F(SqliteStoreFile, OfANewerFormatIsLeftAlone) {
  EXPECT_EQ(why(path), "");
  run_sql("PRAGMA user_version = 4");
  EXPECT_EQ(why(path),
            "the store '" + path +
                "' was made by a newer lifetable (format 4, and this one knows 3); use that one, or "
                "choose another file");
}

TEST_F(SqliteStoreFile, OfTheFirstFormatIsReadAndGoesOn) {
  run_sql(R"(
    CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, archived INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX tables_by_kind ON tables (archived, name);
    CREATE TABLE entries (table_id INTEGER NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL,
      text BLOB NOT NULL, UNIQUE (table_id, n));
    INSERT INTO tables VALUES (1, 'oak', 0), (2, 'elm', 1), (3, 'ash', 0);
    INSERT INTO entries VALUES (1, 1, 10, 'deal'), (2, 1, 11, 'begin'), (1, 2, 12, 'play 7'), (3, 1, 13, ''),
      (1, 3, 14, 'play 2');
    PRAGMA application_id = 1279870533;
    PRAGMA user_version = 1)");
  auto store = opened(open());
  ASSERT_TRUE(store);
  EXPECT_EQ(texts(*store, "oak"), (Texts{"deal", "play 7", "play 2"}));
  EXPECT_EQ(texts(*store, "oak", 2), (Texts{"play 2"}));
  EXPECT_EQ(texts(*store, "elm"), (Texts{"begin"}));
  EXPECT_EQ(told(listed(*store, false)), "ash 1 at 13, oak 3 at 14");
  EXPECT_EQ(told(listed(*store, true)), "elm 1 at 11 archived");
  EXPECT_TRUE(kept(append(*store, {{"elm", 2, "play 4"}, {"oak", 4, "flip"}}, 20)));
  store.reset();
  store = opened(open());
  ASSERT_TRUE(store);
  EXPECT_EQ(texts(*store, "oak"), (Texts{"deal", "play 7", "play 2", "flip"}));
  EXPECT_EQ(told(listed(*store, false)), "ash 1 at 13, elm 2 at 20, oak 4 at 20");
}

TEST_F(SqliteStoreFile, OfAnotherProgramIsLeftAlone) {
  run_sql("CREATE TABLE bookmarks (url TEXT)");
  EXPECT_EQ(why(path), "'" + path + "' belongs to another program; choose another file for the store");
  run_sql("DROP TABLE bookmarks; PRAGMA user_version = 1");
  EXPECT_EQ(why(path), "'" + path + "' belongs to another program; choose another file for the store");
}

TEST_F(SqliteStoreFile, ThatIsNoneIsLeftAlone) {
  const std::string letter(5000, 'x');
  std::ofstream(path) << letter;
  EXPECT_EQ(why(path), "cannot read the store '" + path + "': it is no SQLite file; choose another file");
  std::ostringstream now;
  now << std::ifstream(path).rdbuf();
  EXPECT_EQ(now.str(), letter);
}

TEST_F(SqliteStoreFile, OfSomebodyElseKeepsItsRights) {
  constexpr auto all = fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read;
  std::ofstream(path) << std::string(5000, 'x');
  fs::permissions(path, all);
  EXPECT_NE(why(path), "");
  EXPECT_EQ(rights(path), 0604u);
  fs::remove(path);
  run_sql("CREATE TABLE bookmarks (url TEXT)");
  fs::permissions(path, all);
  EXPECT_NE(why(path), "");
  EXPECT_EQ(rights(path), 0604u);
}

TEST_F(SqliteStoreFile, IsTheOneOfThatNameAlsoIfItLooksLikeAnAddress) {
  const auto back = fs::current_path();
  fs::current_path(fs::path(path).parent_path());
  std::ofstream("victim.db") << "precious";
  EXPECT_TRUE(kept(append(*opened(open()), {{"oak", 1, "kept"}})));
  const auto done = back_up_sqlite(path, "file:victim.db?x=");
  EXPECT_TRUE(done) << done.error().message;
  EXPECT_EQ(fs::file_size("victim.db"), 8u);
  EXPECT_EQ(texts(*opened(open_sqlite("file:victim.db?x=")), "oak"), Texts{"kept"});
  EXPECT_EQ(rights("file:victim.db?x="), 0600u);
  fs::current_path(back);
}

TEST_F(SqliteStoreFile, ThatIsEmptyWasOneThatIsLost) {
  EXPECT_TRUE(kept(append(*opened(open()), {{"oak", 1, "precious"}})));
  fs::resize_file(path, 0);
  EXPECT_EQ(why(path), "cannot open the store '" + path +
                           "': the file is empty, so what was in it is lost; restore a backup, or remove the "
                           "file to begin anew");
  EXPECT_EQ(fs::file_size(path), 0u);
  EXPECT_EQ(back_up_sqlite(path, folder / "backup.db").error().message, why(path));
  fs::remove(path);
  EXPECT_EQ(why(path), "");
}

TEST_F(SqliteStoreFile, WithoutAnyTableOfOursWasOneThatIsLost) {
  run_sql("PRAGMA journal_mode = WAL");  // a first page that says what the file is, and no other
  EXPECT_GT(fs::file_size(path), 0u);
  EXPECT_EQ(why(path),
            "cannot open the store '" + path +
                "': there is nothing in it, so what was is lost; restore a backup, or remove the file "
                "to begin anew");
}

TEST_F(SqliteStoreFile, IsNotMadeBesideTheLogOfALostOne) {
  {
    const auto store = opened(open());
    EXPECT_TRUE(kept(append(*store, {{"oak", 1, "in the log"}})));
    fs::copy_file(path + "-wal", folder / "log");
  }
  fs::remove(path);
  fs::rename(folder / "log", path + "-wal");
  EXPECT_EQ(why(path),
            "there is no file '" + path + "', but '" + path +
                "-wal' is left of one that was there; put that one back, or remove what is left to "
                "begin anew");
  fs::remove(path + "-wal");
  EXPECT_EQ(why(path), "");
}

TEST_F(SqliteStoreFile, IsMadeWholeOrNotAtAll) {
  for (const rlim_t bytes : {0, 1000, 5000, 9000}) {
    const SmallDisk disk(bytes);
    EXPECT_NE(why(path), "") << bytes;
    EXPECT_EQ(folder.files(), 0) << bytes;
  }
  for (const char* end : {".part", ".part-journal", ".part-wal"})  // of a process that was killed meanwhile
    std::ofstream(path + end) << std::string(5000, 'x');
  const auto store = opened(open());
  ASSERT_TRUE(store);
  EXPECT_TRUE(kept(append(*store, {{"oak", 1, "good"}})));
  EXPECT_FALSE(fs::exists(path + ".part"));
  EXPECT_EQ(texts(*store, "oak"), (Texts{"good"}));
}

TEST_F(SqliteStoreFile, IsMadeWhereALinkLeads) {
  fs::create_symlink("tables.db", folder / "alias.db");
  const auto store = opened(open_sqlite(folder / "alias.db"));
  EXPECT_TRUE(kept(append(*store, {{"oak", 1, "good"}})));
  EXPECT_TRUE(fs::is_symlink(folder / "alias.db"));
  EXPECT_FALSE(fs::is_symlink(path));
  EXPECT_NE(why(path).find("is in use by another lifetable"), std::string::npos);
}

TEST_F(SqliteStoreFile, SaysWhyItCannotBeMade) {
  EXPECT_EQ(why(folder / "no/tables.db"),
            "cannot open the store '" + (folder / "no/tables.db") +
                "': No such file or directory; make its folder first, or choose another place");
  fs::create_directory(path);
  EXPECT_EQ(why(path), "cannot open the store '" + path + "': Is a directory; choose another place");
}

TEST_F(SqliteStoreFile, InAFolderThatMustNotBeWrittenSaysSo) {
  fs::create_directory(folder / "locked");
  fs::permissions(folder / "locked", fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_exec);
  const std::string place = folder / "locked/tables.db";
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;  // root may write everywhere
    if (::geteuid() == 0 && ::setuid(nobody) != 0) ::_exit(2);
    const std::string expected =
        "cannot open the store '" + place + "': Permission denied; choose a place that you may write to";
    const std::string said = why(place);
    if (said != expected) std::fprintf(stderr, "%s\n", said.c_str());
    ::_exit(said == expected ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(SqliteStoreFile, OnAFullDiskLosesNothingAndGoesOnWhenThereIsSpace) {
  auto store = opened(open());
  EXPECT_TRUE(kept(append(*store, {{"oak", 1, "before"}})));
  const std::string text(2'000'000, 'x');
  {
    const SmallDisk disk(1'000'000);
    const Appended refused = append(*store, {{"oak", 2, text}, {"yew", 1, text}});
    EXPECT_EQ(trouble(refused), "oak: failed, yew: failed");
    // Newer versions of SQLite tell what the system said.
    const std::string why = refused.of("oak").why;
    const bool told_by_system = why.ends_with("File too large; free some space");
    EXPECT_EQ(why, "cannot write the store '" + path + "': " +
                       (told_by_system ? "File too large; free some space"
                                       : "disk I/O error; check that the disk has space and works"));
    EXPECT_EQ(told(listed(*store, false)), "oak 1 at 0");
  }
  EXPECT_TRUE(kept(append(*store, {{"oak", 2, text}, {"yew", 1, text}})));
  store.reset();
  store = opened(open());
  EXPECT_EQ(told(listed(*store, false)), "oak 2 at 0, yew 1 at 0");
  EXPECT_EQ(texts(*store, "oak"), (Texts{"before", text}));
}

TEST_F(SqliteStoreFile, ThatIsDamagedSaysSo) {
  {
    const auto store = opened(open());
    std::vector<Entry> entries;
    for (int n = 1; n <= 1000; ++n) entries.push_back({"oak", n, std::string(100, 'x')});
    EXPECT_TRUE(kept(store->append(entries, 0)));
  }
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);  // all but the first page, which says what the rest is
    file << std::string(fs::file_size(path) - 4096, '\xff');
  }
  const auto store = opened(open());
  const auto read = store->read("oak");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "cannot read the store '" + path + "': it is damaged; restore a backup");
}

TEST_F(SqliteStoreFile, WhoseEntriesDoNotFollowEachOtherSaysOfWhichTable) {
  {
    const auto store = opened(open());
    for (int n = 1; n <= 5; ++n) EXPECT_TRUE(kept(append(*store, {{"oak", n, "o"}, {"yew", n, "y"}})));
  }
  fs::copy_file(path, folder / "good.db");
  const std::string oak = "(SELECT id FROM tables WHERE name = 'oak')";
  const auto of_oak = [&](int n) {
    return fmt::format("(SELECT id FROM entries WHERE table_id = {} AND n = {})", oak, n);
  };
  struct Case {
    std::string damage;
    int missing;
  };
  for (const auto& [damage, missing] : {
           Case{"UPDATE entries SET before = id WHERE id = " + of_oak(3), 2},
           Case{"UPDATE entries SET before = " + of_oak(5) + " WHERE id = " + of_oak(2), 1},
           Case{"UPDATE entries SET before = before + 1 WHERE id = " + of_oak(4), 3},  // one of yew's
           Case{"UPDATE entries SET before = 0 WHERE id = " + of_oak(4), 3},
           Case{"UPDATE entries SET n = 7 WHERE id = " + of_oak(4), 4},
           Case{"DELETE FROM entries WHERE id = " + of_oak(5), 5},
           Case{"UPDATE tables SET last = last + 1 WHERE name = 'oak'", 5},
           Case{"UPDATE tables SET entries = 1000000000000 WHERE name = 'oak'", 0},
       }) {
    SCOPED_TRACE(damage);
    fs::copy_file(folder / "good.db", path, fs::copy_options::overwrite_existing);
    run_sql(damage);
    const auto store = opened(open());
    const auto read = store->read("oak");
    ASSERT_FALSE(read);
    EXPECT_EQ(
        read.error().message,
        fmt::format("cannot read the store '{}': entry {} of table 'oak' is missing or damaged; restore a "
                    "backup",
                    path, missing ? fmt::to_string(missing) : "1000000000000"));
    EXPECT_EQ(texts(*store, "yew"), Texts(5, "y")) << "the other table is good";
    if (missing > 0 && missing < 4) {
      EXPECT_EQ(texts(*store, "oak", missing + 1).size(), 4u - missing);
    }
  }
}

TEST_F(SqliteStoreFile, WhoseListOfTablesIsDamagedSaysSo) {
  EXPECT_TRUE(kept(append(*opened(open()), {{"ash", 1, ""}, {"elm", 1, ""}, {"oak", 1, ""}})));
  run_sql(
      "PRAGMA writable_schema = ON;"
      "UPDATE sqlite_schema SET sql = 'CREATE INDEX tables_by_kind ON tables (archived, name DESC)' "
      "WHERE name = 'tables_by_kind'");
  const auto store = opened(open());
  const auto tables = store->tables(false, "", 2);
  ASSERT_FALSE(tables);
  EXPECT_EQ(tables.error().message,
            "cannot read the store '" + path + "': the list of its tables is damaged; restore a backup");
}

TEST_F(SqliteStoreFile, ThatIsDamagedIsNotBackedUp) {
  {
    const auto store = opened(open());
    std::vector<Entry> entries;
    for (int n = 1; n <= 1000; ++n) entries.push_back({"oak", n, std::string(100, 'x')});
    EXPECT_TRUE(kept(store->append(entries, 0)));
  }
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-4096, std::ios::end);
    file << std::string(4096, '\xff');
  }
  const int files = folder.files();
  EXPECT_EQ(back_up_sqlite(path, folder / "backup.db").error().message,
            "cannot back up the store '" + path + "': it is damaged; keep the backups you have");
  EXPECT_EQ(folder.files(), files);
}

TEST_F(SqliteStoreFile, IsBackedUpWhileItIsInUse) {
  const auto store = opened(open());
  std::atomic<int> calls = 0;
  std::atomic<bool> enough = false;
  std::thread writer([&] {
    for (; !enough; ++calls) {
      const int n = calls;
      EXPECT_TRUE(kept(append(*store, {{"oak", n + 1, std::string(5000, 'x')}, {"yew", n + 1, "y"}})));
    }
  });
  for (int round = 1; round <= 3; ++round) {
    while (calls < round * 8) std::this_thread::yield();
    const int known = calls;
    const std::string to = folder / fmt::format("backup {}.db", round);
    const auto done = back_up_sqlite(path, to);
    EXPECT_TRUE(done) << done.error().message;
    if (!done) break;
    EXPECT_EQ(rights(to), 0600u);
    const auto copy = opened(open_sqlite(to));
    const auto oak = texts(*copy, "oak").size();
    EXPECT_GE(oak, static_cast<unsigned>(known));
    EXPECT_EQ(texts(*copy, "yew").size(), oak) << "half a call is in the backup";
    EXPECT_TRUE(kept(append(*copy, {{"yew", static_cast<int>(oak) + 1, "the copy goes its own way"}})));
  }
  enough = true;
  writer.join();
  EXPECT_EQ(texts(*store, "oak").size(), static_cast<unsigned>(calls));
}

TEST_F(SqliteStoreFile, IsBackedUpWhenNobodyUsesIt) {
  EXPECT_TRUE(kept(append(*opened(open()), {{"oak", 1, "kept"}})));
  const std::string to = folder / "backup.db";
  std::ofstream(to + ".part") << "of a backup that was interrupted";
  const auto tables = back_up_sqlite(path, to);
  ASSERT_TRUE(tables) << tables.error().message;
  EXPECT_EQ(*tables, 1);
  EXPECT_EQ(rights(to), 0600u);
  EXPECT_EQ(folder.files(), 2) << "nothing is left beside them";
  EXPECT_EQ(texts(*opened(open_sqlite(to)), "oak"), (Texts{"kept"}));
}

TEST_F(SqliteStoreFile, IsNeverBackedUpOverAnotherFile) {
  EXPECT_TRUE(kept(append(*opened(open()), {{"oak", 1, std::string(300'000, 'x')}})));
  const std::string to = folder / "backup.db";
  std::ofstream(to) << "precious";
  const int files = folder.files();
  const auto done = back_up_sqlite(path, to);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "'" + to + "' is there already; choose another name for the backup");
  EXPECT_EQ(fs::file_size(to), 8u);
  EXPECT_EQ(back_up_sqlite(path, folder / "no/backup.db").error().message,
            "cannot open the store '" + (folder / "no/backup.db") +
                "': No such file or directory; make its folder first, or choose another place");
  EXPECT_EQ(back_up_sqlite(folder / "nothing.db", folder / "copy.db").error().message,
            "there is no store '" + (folder / "nothing.db") + "'; name the file that a server uses");
  {
    const SmallDisk disk(100'000);
    EXPECT_EQ(back_up_sqlite(path, folder / "copy.db").error().message,
              "cannot write the store '" + (folder / "copy.db") + "': File too large; free some space");
  }
  EXPECT_EQ(folder.files(), files) << "nothing is left behind";
}

}  // namespace
}  // namespace lifetable::store

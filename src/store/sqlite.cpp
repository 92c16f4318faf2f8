// SPDX-License-Identifier: Apache-2.0
// The store in one SQLite file. Entries lie in the order in which they came, and each knows the one before it
// of the same table: at each commit a busy server then writes a few pages, where an index by table would cost
// one for every table.
#include <algorithm>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <sqlite3.h>
#include <unordered_map>
#include <vector>

#include "store/connection.hpp"
#include "store/file.hpp"
#include "store/store.hpp"

namespace lifetable::store {

namespace {

// ---- The file -----------------------------------------------------------------------------------------

constexpr std::int64_t kFormat = 3;  // rises when the tables below change, or what is in them means
constexpr const char* kSchema = R"(
  BEGIN IMMEDIATE;
  CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    archived INTEGER NOT NULL DEFAULT 0,
    entries INTEGER NOT NULL DEFAULT 0,
    last INTEGER NOT NULL DEFAULT 0,
    touched INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX tables_by_kind ON tables (archived, name);
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    before INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text BLOB NOT NULL
  );
  PRAGMA application_id = {};
  PRAGMA user_version = {};
  COMMIT;)";
/// In the first format an index found the entries of a table.
constexpr const char* kFromFirstFormat = R"(
  BEGIN IMMEDIATE;
  ALTER TABLE tables ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tables ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE entries RENAME TO indexed;
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    before INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text BLOB NOT NULL
  );
  INSERT INTO entries SELECT rowid,
    ifnull((SELECT rowid FROM indexed AS b WHERE b.table_id = e.table_id AND b.n = e.n - 1), 0),
    table_id, n, at, text FROM indexed AS e ORDER BY rowid;
  UPDATE tables SET (entries, last, touched) =
    (SELECT n, rowid, at FROM indexed WHERE table_id = tables.id ORDER BY n DESC LIMIT 1)
    WHERE id IN (SELECT table_id FROM indexed);
  DROP TABLE indexed;
  PRAGMA user_version = 2;
  COMMIT;)";
/// In the second format no entry said all, and nothing was given up.
constexpr const char* kFromSecondFormat = "PRAGMA user_version = 3";

/// The format of the file, 0 if there is nothing in it; an error if it is not for us.
Result<std::int64_t> format_of(const Connection& connection, const std::string& path) {
  const auto owner = connection.number("PRAGMA application_id");
  if (!owner) return owner;
  const auto changes = connection.number("PRAGMA schema_version");
  if (!changes) return changes;
  const auto format = connection.number("PRAGMA user_version");
  if (!format) return format;
  if (*owner == 0 && *changes == 0 && *format == 0) return 0;
  if (*owner != kOurs)
    return Error{fmt::format("'{}' belongs to another program; choose another file for the store", path)};
  if (*format > kFormat)
    return Error{
        fmt::format("the store '{}' was made by a newer lifetable (format {}, and this one knows {}); "
                    "use that one, or choose another file",
                    path, *format, kFormat)};
  return format;
}

// ---- The connections ----------------------------------------------------------------------------------

constexpr const char* kFind = "SELECT id, entries, last, archived FROM tables WHERE name = ?1";
constexpr const char* kMake = "INSERT INTO tables (name) VALUES (?1)";
constexpr const char* kWake = "UPDATE tables SET archived = 0 WHERE id = ?1";
constexpr const char* kAdd =
    "INSERT INTO entries (before, table_id, n, at, text) VALUES (?1, ?2, ?3, ?4, ?5)";
constexpr std::int64_t kAllGivenUp = -1;  // in the place of the entry before one that says all
constexpr const char* kGiveUp =           // an entry and those before it
    "WITH RECURSIVE log (id, before) AS (SELECT id, before FROM entries WHERE id = ?1 AND table_id = ?2 "
    "UNION SELECT e.id, e.before FROM log JOIN entries AS e ON e.id = log.before WHERE e.table_id = ?2) "
    "DELETE FROM entries WHERE id IN (SELECT id FROM log)";
constexpr const char* kNote = "UPDATE tables SET entries = ?2, last = ?3, touched = ?4 WHERE id = ?1";
/// Writes the first page as it is.
const std::string kProbe = fmt::format("PRAGMA user_version = {}", kFormat);
constexpr const char* kArchive =
    "UPDATE tables SET archived = 1 WHERE name = ?1 AND archived = 0 AND entries = ?2";
/// From the last entry back to the one after ?4. Numbers fall by one at each step, so it ends even in a
/// damaged file in which entries follow each other in a circle.
constexpr const char* kRead =
    "WITH RECURSIVE log (n, before, text) AS ("
    "SELECT n, before, text FROM entries WHERE id = ?1 AND table_id = ?2 AND n = ?3 "
    "UNION ALL SELECT e.n, e.before, e.text FROM log JOIN entries AS e ON e.id = log.before "
    "WHERE log.n > ?4 + 1 AND e.table_id = ?2 AND e.n = log.n - 1) "
    "SELECT text, before FROM log";
constexpr const char* kList =
    "SELECT name, entries, touched FROM tables WHERE archived = ?1 AND name > ?2 ORDER BY name LIMIT ?3";

/// A write-ahead log lets readers and a writer work at once; FULL has each commit reach the disk. The log is
/// copied into the file every 16 MB: seldom enough that pages written often are copied once.
constexpr const char* kSettings =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; "
    "PRAGMA journal_size_limit = 67108864";
constexpr const char* kMemory = "PRAGMA cache_size = -16384";  // KB for each connection
constexpr std::size_t kMostKnown = 10'000;                     // tables

/// A connection, used by one thread at a time.
struct Line {
  Connection connection;
  std::mutex busy;
  explicit Line(Connection opened) : connection(std::move(opened)) {}
};

Error holds_nothing(const std::string& path) {
  return {
      fmt::format("cannot open the store '{}': there is nothing in it, so what was is lost; restore a "
                  "backup, or remove the file to begin anew",
                  path)};
}

/// A store without tables, in the file `part`. Nothing of it is left to a log beside that file.
Result<Done> make_empty(const std::string& part, const std::string& called) {
  const auto connection = Connection::open(part, SQLITE_OPEN_READWRITE, called);
  if (!connection) return connection.error();
  return connection->execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL;" +
                             fmt::format(kSchema, kOurs, kFormat));
}

Result<std::shared_ptr<Line>> open_writer(const std::string& path) {
  auto connection = Connection::open(path, SQLITE_OPEN_READWRITE);
  if (!connection) return connection.error();
  const auto format = format_of(*connection, path);
  if (!format) return format.error();
  if (*format == 0) return holds_nothing(path);  // new ones are made whole
  for (const char* settings : {kSettings, kMemory})
    if (auto set = connection->execute(settings); !set) return set.error();
  for (const auto& [from, change] : {std::pair{1, kFromFirstFormat}, std::pair{2, kFromSecondFormat}})
    if (*format <= from)
      if (auto made = connection->execute(change); !made) return made.error();
  return std::make_shared<Line>(std::move(*connection));
}

/// One that keeps nothing.
Result<std::shared_ptr<Line>> open_memory() {
  auto connection = Connection::open(":memory:", SQLITE_OPEN_READWRITE);
  if (!connection) return connection.error();
  if (auto made = connection->execute(fmt::format(kSchema, kOurs, kFormat)); !made) return made.error();
  return std::make_shared<Line>(std::move(*connection));
}

Result<std::shared_ptr<Line>> open_reader(const std::string& path) {
  auto connection = Connection::open(path, SQLITE_OPEN_READONLY);
  if (!connection) return connection.error();
  if (auto set = connection->execute(kMemory); !set) return set.error();
  return std::make_shared<Line>(std::move(*connection));
}

// ---- The store ----------------------------------------------------------------------------------------

class SqliteStore final : public Store {
 public:
  SqliteStore(std::optional<Hold> hold, std::shared_ptr<Line> writing, std::shared_ptr<Line> reading)
      : hold_(std::move(hold)), writing_(std::move(writing)), reading_(std::move(reading)) {}

  Result<Done> prepare();
  Appended append(std::span<const Entry> entries, std::int64_t now) override;
  Result<Done> probe() override;
  Result<std::vector<std::string>> read(std::string_view table, int after) const override;
  Result<std::vector<TableInfo>> tables(bool archived, std::string_view after, int most) const override;
  Result<int> archive(std::span<const TableInfo> idle) override;

 private:
  /// A table as the transaction under way sees it.
  struct Known {
    std::int64_t id = 0;
    int entries = 0;
    std::int64_t last = 0;  ///< entry
    bool archived = false;
  };

  /// For what SQLite takes for good.
  Error damaged(std::string_view what) const;
  Error broken() { return writing_->connection.failure("write"); }
  std::optional<Error> begin();
  /// What became of what was written, if it was not kept.
  std::optional<Outcome> commit();
  Error roll_back(Error why);
  /// True once it is known of each table what became of it. Otherwise none was kept, and there is one more
  /// that cannot be: the others are to be tried again.
  bool keep(std::span<const Entry> entries, std::int64_t now, Appended& answer);
  /// The table, with id 0 if there is none.
  Result<Known> find(std::string_view name);
  /// The same, remembered.
  Result<Known*> known(const std::string& name);
  /// Makes it, if it is not there, and a live one, if it is not.
  std::optional<Error> wake(const std::string& name, Known& table);
  std::optional<Error> add(Known& table, const Entry& entry, std::int64_t now);

  std::optional<Hold> hold_;  // given up last
  std::shared_ptr<Line> writing_;
  std::shared_ptr<Line> reading_;  // another one, unless the store is in memory
  Statement begin_, commit_, roll_back_, find_, make_, wake_, add_, give_up_, note_, archive_, probe_;
  Statement look_up_, read_, list_;
  /// Tables that were written to lately, by name: nobody else writes to the file.
  std::unordered_map<std::string, Known> known_;
  /// After a failed fsync the kernel may drop the data and report success the next time. So we write nothing
  /// more, and only the next start finds out what there is.
  std::optional<Error> lost_;
};

Result<Done> SqliteStore::prepare() {
  struct Wanted {
    Line& line;
    Statement& statement;
    const char* sql;
  };
  for (const auto& [line, statement, sql] : {Wanted{*writing_, begin_, "BEGIN IMMEDIATE"},
                                             {*writing_, commit_, "COMMIT"},
                                             {*writing_, roll_back_, "ROLLBACK"},
                                             {*writing_, find_, kFind},
                                             {*writing_, make_, kMake},
                                             {*writing_, wake_, kWake},
                                             {*writing_, add_, kAdd},
                                             {*writing_, give_up_, kGiveUp},
                                             {*writing_, note_, kNote},
                                             {*writing_, archive_, kArchive},
                                             {*writing_, probe_, kProbe.c_str()},
                                             {*reading_, look_up_, kFind},
                                             {*reading_, read_, kRead},
                                             {*reading_, list_, kList}}) {
    auto prepared = line.connection.prepare(sql);
    if (!prepared) return prepared.error();
    statement = std::move(*prepared);
  }
  if (hold_) hold_->watch_companions();
  return Done{};
}

// ---- Writing ------------------------------------------------------------------------------------------

std::optional<Error> SqliteStore::begin() {
  if (lost_) return lost_;
  if (hold_)
    if (auto gone = hold_->gone()) return gone;
  if (!Run(begin_).finish()) return broken();
  return std::nullopt;
}

std::optional<Outcome> SqliteStore::commit() {
  if (Run(commit_).finish()) return std::nullopt;
  const Error why = broken();
  const int code = sqlite3_extended_errcode(writing_->connection.handle());
  if (code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC)
    lost_ = Error{why.message + ", then start lifetable again: nothing more is written before"};
  // What could not be written whole counts for nothing. All that was written may be there, or come to be.
  const bool whole = (code & 0xff) == SQLITE_IOERR && code != SQLITE_IOERR_WRITE;
  return Outcome{whole ? Outcome::unknown : Outcome::failed, 0, roll_back(why).message};
}

Error SqliteStore::roll_back(Error why) {
  known_.clear();
  // After some errors SQLite has done so itself.
  if (sqlite3_get_autocommit(writing_->connection.handle()) == 0) Run(roll_back_).finish();
  return why;
}

Result<SqliteStore::Known> SqliteStore::find(std::string_view name) {
  Known table;
  Run run(find_, name);
  if (run.next()) table = {run.number(0), static_cast<int>(run.number(1)), run.number(2), run.number(3) != 0};
  if (run.failed()) return broken();
  return table;
}

Result<SqliteStore::Known*> SqliteStore::known(const std::string& name) {
  if (const auto found = known_.find(name); found != known_.end()) return &found->second;
  const auto table = find(name);
  if (!table) return table.error();
  return &(known_[name] = *table);
}

std::optional<Error> SqliteStore::wake(const std::string& name, Known& table) {
  if (table.id == 0) {
    if (!Run(make_, std::string_view(name)).finish()) return broken();
    table.id = sqlite3_last_insert_rowid(writing_->connection.handle());
  } else if (table.archived) {
    if (!Run(wake_, table.id).finish()) return broken();
    table.archived = false;
  }
  return std::nullopt;
}

std::optional<Error> SqliteStore::add(Known& table, const Entry& entry, std::int64_t now) {
  const std::int64_t n = entry.n;
  if (entry.says_all) {
    if (!Run(give_up_, table.last, table.id).finish()) return broken();
    table.last = kAllGivenUp;
  }
  if (!Run(add_, table.last, table.id, n, now, Bytes{entry.text}).finish()) return broken();
  table.last = sqlite3_last_insert_rowid(writing_->connection.handle());
  table.entries = entry.n;
  if (!Run(note_, table.id, n, table.last, now).finish()) return broken();
  return std::nullopt;
}

Appended SqliteStore::append(std::span<const Entry> entries, std::int64_t now) {
  Appended answer;
  const std::lock_guard alone(writing_->busy);
  while (!entries.empty() && !keep(entries, now, answer)) {
  }
  return answer;
}

bool SqliteStore::keep(std::span<const Entry> entries, std::int64_t now, Appended& answer) {
  const auto is_out = [&](const Entry& entry) {
    return !answer.all_kept() && answer.not_kept.contains(table_of(entry.table));
  };
  const auto put_out = [&](const Entry& entry, const Outcome& why) {
    answer.not_kept.try_emplace(std::string(table_of(entry.table)), why);
  };
  const auto put_all_out = [&](const Outcome& why) {
    for (const Entry& entry : entries) put_out(entry, why);
    return true;
  };
  if (auto error = begin()) return put_all_out({Outcome::failed, 0, error->message});
  if (known_.size() + entries.size() > kMostKnown) known_.clear();
  std::vector<Known*> logs;
  logs.reserve(entries.size());
  for (const Entry& entry : entries) {
    logs.push_back(nullptr);
    if (is_out(entry)) continue;
    const auto log = known(entry.table);
    if (!log && sqlite3_get_autocommit(writing_->connection.handle()) != 0)  // SQLite has rolled back itself
      return put_all_out({Outcome::failed, 0, roll_back(log.error()).message});
    if (!log) {
      put_out(entry, {Outcome::failed, 0, log.error().message});
    } else if (is_next(entry, (*log)->entries)) {
      logs.back() = *log;
      (*log)->entries = entry.n;
    } else {
      const auto there = find(entry.table);
      put_out(entry, there ? why_not_next(entry, there->entries)
                           : Outcome{Outcome::failed, 0, there.error().message});
    }
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    if (is_out(entry)) {
      known_.erase(entry.table);
      continue;
    }
    auto error = wake(entry.table, *logs[i]);
    if (!error) error = add(*logs[i], entry, now);
    if (!error) continue;
    const int code = sqlite3_errcode(writing_->connection.handle()) & 0xff;
    const Outcome failed{Outcome::failed, 0, roll_back(*error).message};
    if (code != SQLITE_CORRUPT && code != SQLITE_CONSTRAINT) return put_all_out(failed);
    put_out(entry, failed);
    return false;
  }
  const auto trouble = commit();
  return trouble ? put_all_out(*trouble) : true;
}

Result<Done> SqliteStore::probe() {
  const std::lock_guard alone(writing_->busy);
  if (auto error = begin()) return *error;
  if (!Run(probe_).finish()) return roll_back(broken());
  if (const auto trouble = commit()) return Error{trouble->why};
  return Done{};
}

Result<int> SqliteStore::archive(std::span<const TableInfo> idle) {
  if (idle.empty()) return 0;
  const std::lock_guard alone(writing_->busy);
  if (auto error = begin()) return *error;
  known_.clear();  // some are archived from now on
  int laid_aside = 0;
  for (const TableInfo& table : idle) {
    if (!Run(archive_, std::string_view(table.table), std::int64_t{table.entries}).finish())
      return roll_back(broken());
    laid_aside += sqlite3_changes(writing_->connection.handle());
  }
  if (const auto trouble = commit()) return Error{trouble->why};
  return laid_aside;
}

// ---- Reading ------------------------------------------------------------------------------------------

Error SqliteStore::damaged(std::string_view what) const {
  return {
      fmt::format("cannot read the store '{}': {}; restore a backup", reading_->connection.called(), what)};
}

Result<std::vector<std::string>> SqliteStore::read(std::string_view table, int after) const {
  const std::lock_guard alone(reading_->busy);
  // As long as this runs, what is read beside it is of the same moment.
  Run found(look_up_, table);
  const bool there = found.next();
  if (found.failed()) return reading_->connection.failure("read");
  const std::int64_t id = there ? found.number(0) : 0, entries = there ? found.number(1) : 0;
  if (entries <= after) return std::vector<std::string>{};
  std::vector<std::string> texts;
  std::int64_t next = entries;
  bool begins = false;  // nothing is before it, or nothing that is wanted
  Run run(read_, found.number(2), id, entries, std::int64_t{after});
  for (; run.next(); --next) {
    texts.push_back(run.bytes(0));
    const std::int64_t before = run.number(1);
    begins = before == (next == 1 ? 0 : kAllGivenUp) || next == after + 1;
  }
  if (run.failed()) return reading_->connection.failure("read");
  if (!begins) return damaged(fmt::format("entry {} of table '{}' is missing or damaged", next, table));
  std::ranges::reverse(texts);
  return texts;
}

Result<std::vector<TableInfo>> SqliteStore::tables(bool archived, std::string_view after, int most) const {
  const std::lock_guard alone(reading_->busy);
  std::vector<TableInfo> found;
  Run run(list_, std::int64_t{archived}, after, std::int64_t{most});
  while (run.next()) {
    found.push_back({run.bytes(0), static_cast<int>(run.number(1)), run.number(2), archived});
    // In a damaged file names may come in any order: who reads page after page would never end.
    const std::string_view before = found.size() == 1 ? after : found[found.size() - 2].table;
    if (found.back().table <= before) return damaged("the list of its tables is damaged");
  }
  if (run.failed()) return reading_->connection.failure("read");
  return found;
}

Result<std::unique_ptr<Store>> ready(std::optional<Hold> hold, std::shared_ptr<Line> writing,
                                     std::shared_ptr<Line> reading) {
  auto store = std::make_unique<SqliteStore>(std::move(hold), std::move(writing), std::move(reading));
  if (auto prepared = store->prepare(); !prepared) return prepared.error();
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite(const std::string& path) {
  if (path == ":memory:") {
    auto line = open_memory();
    if (!line) return line.error();
    return ready(std::nullopt, *line, *line);
  }
  const std::string place = real_place(path);
  auto hold = Hold::of(place, [&](const std::string& part) { return make_empty(part, place); });
  if (!hold) return hold.error();
  auto writing = open_writer(place);
  if (!writing) return writing.error();
  auto reading = open_reader(place);
  if (!reading) return reading.error();
  return ready(std::move(*hold), std::move(*writing), std::move(*reading));
}

// ---- Backup -------------------------------------------------------------------------------------------

namespace {

/// All pages as they are now, in one go: a writer goes on in the write-ahead log meanwhile.
Result<Done> copy(const Connection& from, const std::string& to, const std::string& called) {
  auto target = Connection::open(to, SQLITE_OPEN_READWRITE, called);
  if (!target) return target.error();
  if (auto set = target->execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL"); !set) return set;
  sqlite3_backup* backup = sqlite3_backup_init(target->handle(), "main", from.handle(), "main");
  if (backup) sqlite3_backup_step(backup, -1);
  if (!backup || sqlite3_backup_finish(backup) != SQLITE_OK) return target->failure("write");
  return Done{};
}

/// How many tables are in the copy. Pages are copied as they are, so damaged ones have to be looked for.
Result<std::int64_t> tables_in(const std::string& copy, const std::string& path) {
  const auto connection = Connection::open(copy, SQLITE_OPEN_READWRITE, path);
  if (!connection) return connection.error();
  const auto check = connection->prepare("PRAGMA quick_check(1)");
  if (!check) return check.error();
  if (Run run(*check); !run.next() || run.bytes(0) != "ok")
    return Error{
        fmt::format("cannot back up the store '{}': it is damaged; keep the backups you have", path)};
  return connection->number("SELECT count(*) FROM tables WHERE instr(name, '/') = 0");
}

}  // namespace

Result<int> back_up_sqlite(const std::string& path, const std::string& to) {
  const std::string place = real_place(path);
  if (auto good = is_readable_store(place); !good) return good.error();
  auto source = Connection::open(place, SQLITE_OPEN_READWRITE);  // to tidy up behind a store that was killed
  if (!source) return source.error();
  const auto format = format_of(*source, place);
  if (!format) return format.error();
  if (*format == 0) return holds_nothing(place);
  int tables = 0;
  const auto made = make_file(to, [&](const std::string& part) -> Result<Done> {
    if (auto copied = copy(*source, part, to); !copied) return copied;
    const auto counted = tables_in(part, place);
    if (!counted) return counted.error();
    tables = static_cast<int>(*counted);
    return Done{};
  });
  if (!made) return made.error();
  if (!*made) return Error{fmt::format("'{}' is there already; choose another name for the backup", to)};
  return tables;
}

}  // namespace lifetable::store

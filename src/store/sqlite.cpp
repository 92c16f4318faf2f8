// SPDX-License-Identifier: Apache-2.0
// The store in one SQLite file. Entries lie in the order in which they came, and each knows the one before it
// of the same table: at each commit a busy server then writes a few pages, where an index by table would cost
// one for every table.
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>

#include "store/connection.hpp"
#include "store/store.hpp"

namespace lifetable::store {

Appended::Appended(Conflict conflict)
    : Result(Error{fmt::format("table '{}' has {} entries already; read them and decide again",
                               conflict.table, conflict.entries)}),
      conflict_(std::move(conflict)) {}

namespace {

// ---- The file -----------------------------------------------------------------------------------------

constexpr std::int64_t kOurs = 0x4c494645;  // "LIFE": how SQLite knows whose file it is
constexpr std::int64_t kFormat = 2;         // rises when the tables below change
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

/// An open file of ours; closing it gives up the lock.
class File {
 public:
  explicit File(int number) : number_(number) {}
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&&) = delete;
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

/// Hands of cards are in it: nobody but its owner may read it.
Result<File> open_private(const std::string& path, int flags, const std::string& store) {
  const int number = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, 0600);
  if (number < 0) return file_failure("open", store, errno);
  return File(number);
}

/// A file of its own beside the store: SQLite's locks are for single transactions, and the store itself must
/// stay free for backups.
Result<File> lock_of(const std::string& path) {
  auto file = open_private(path + ".lock", 0, path);
  if (!file) return file;
  if (::flock(file->number(), LOCK_EX | LOCK_NB) == 0) return file;
  if (errno != EWOULDBLOCK) return file_failure("lock", path, errno);
  return Error{fmt::format(
      "the store '{}' is in use by another lifetable; stop that one first, or choose another file", path)};
}

/// The same for every way to the file, links included, so that there is one lock.
std::string real_place(const std::string& path) {
  std::error_code problem;
  const auto real = std::filesystem::weakly_canonical(path, problem);
  return problem ? path : real.string();
}

/// The name of a new file is kept by its folder, which has to reach the disk as well.
Result<Done> sync_folder(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  const File file(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.number() < 0 || ::fsync(file.number()) != 0) return file_failure("keep", path, errno);
  return Done{};
}

/// The format of the file, 0 if it is a new one; an error if it is not for us.
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
constexpr const char* kNote = "UPDATE tables SET entries = ?2, last = ?3, touched = ?4 WHERE id = ?1";
constexpr const char* kArchive =
    "UPDATE tables SET archived = 1 WHERE name = ?1 AND archived = 0 AND entries = ?2";
constexpr const char* kRead =  // from the last one back
    "WITH RECURSIVE log (n, before, text) AS ("
    "SELECT n, before, text FROM entries WHERE id = (SELECT last FROM tables WHERE name = ?1) AND n > ?2 "
    "UNION ALL SELECT e.n, e.before, e.text FROM log JOIN entries AS e ON e.id = log.before WHERE e.n > ?2) "
    "SELECT text FROM log ORDER BY n";
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

Result<std::shared_ptr<Line>> open_writer(const std::string& path) {
  auto connection = Connection::open(path, SQLITE_OPEN_READWRITE);
  if (!connection) return connection.error();
  const auto format = format_of(*connection, path);
  if (!format) return format.error();
  for (const char* settings : {kSettings, kMemory})
    if (auto set = connection->execute(settings); !set) return set.error();
  if (*format < kFormat)
    if (auto made =
            connection->execute(*format == 0 ? fmt::format(kSchema, kOurs, kFormat) : kFromFirstFormat);
        !made)
      return made.error();
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
  SqliteStore(std::optional<File> lock, std::shared_ptr<Line> writing, std::shared_ptr<Line> reading)
      : lock_(std::move(lock)), writing_(std::move(writing)), reading_(std::move(reading)) {}

  Result<Done> prepare();
  Appended append(std::span<const Entry> entries, std::int64_t now) override;
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

  Error broken() { return writing_->connection.failure("write"); }
  std::optional<Error> begin();
  std::optional<Error> commit();
  Error roll_back(Error why);
  /// The table, with id 0 if there is none.
  Result<Known> find(std::string_view name);
  /// The same, remembered.
  Result<Known*> known(const std::string& name);
  /// Makes it, if it is not there, and a live one, if it is not.
  std::optional<Error> wake(const std::string& name, Known& table);
  std::optional<Error> add(Known& table, const Entry& entry, std::int64_t now);
  /// Why an entry is not the next of its table.
  Appended refuse(const Entry& entry);

  std::optional<File> lock_;  // given up last
  std::shared_ptr<Line> writing_;
  std::shared_ptr<Line> reading_;  // another one, unless the store is in memory
  Statement begin_, commit_, roll_back_, find_, make_, wake_, add_, note_, archive_;
  Statement read_, list_;
  /// Tables that were written to lately, by name: nobody else writes to the file.
  std::unordered_map<std::string, Known> known_;
  std::optional<Error> lost_;  // what did not reach the disk once may be missing without another word
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
                                             {*writing_, note_, kNote},
                                             {*writing_, archive_, kArchive},
                                             {*reading_, read_, kRead},
                                             {*reading_, list_, kList}}) {
    auto prepared = line.connection.prepare(sql);
    if (!prepared) return prepared.error();
    statement = std::move(*prepared);
  }
  return Done{};
}

// ---- Writing ------------------------------------------------------------------------------------------

std::optional<Error> SqliteStore::begin() {
  if (lost_) return lost_;
  if (!Run(begin_).finish()) return broken();
  return std::nullopt;
}

std::optional<Error> SqliteStore::commit() {
  if (Run(commit_).finish()) return std::nullopt;
  const Error why = broken();
  const int code = sqlite3_extended_errcode(writing_->connection.handle());
  if (code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC) lost_ = why;
  return roll_back(why);
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
  if (known_.size() >= kMostKnown) known_.clear();
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
  if (!Run(add_, table.last, table.id, n, now, Bytes{entry.text}).finish()) return broken();
  table.last = sqlite3_last_insert_rowid(writing_->connection.handle());
  table.entries = entry.n;
  if (!Run(note_, table.id, n, table.last, now).finish()) return broken();
  return std::nullopt;
}

Appended SqliteStore::refuse(const Entry& entry) {
  const auto table = find(entry.table);
  if (!table) return table.error();
  if (entry.n >= 1 && entry.n <= table->entries) return Conflict{entry.table, table->entries};
  return Error{fmt::format(
      "entry {} of table '{}' was not kept: the table has {} entries, and the next ones must follow in order",
      entry.n, entry.table, table->entries)};
}

Appended SqliteStore::append(std::span<const Entry> entries, std::int64_t now) {
  if (entries.empty()) return Done{};
  const std::lock_guard alone(writing_->busy);
  if (auto error = begin()) return *error;
  for (const Entry& entry : entries) {
    if (entry.table.empty())
      return roll_back({"an entry without the name of a table was not kept; name one"});
    const auto found = known(entry.table);
    if (!found) return roll_back(found.error());
    Known& table = **found;
    if (entry.n != table.entries + 1) {
      roll_back({});
      return refuse(entry);
    }
    if (auto error = wake(entry.table, table)) return roll_back(*error);
    if (auto error = add(table, entry, now)) return roll_back(*error);
  }
  if (auto error = commit()) return *error;
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
  if (auto error = commit()) return *error;
  return laid_aside;
}

// ---- Reading ------------------------------------------------------------------------------------------

Result<std::vector<std::string>> SqliteStore::read(std::string_view table, int after) const {
  const std::lock_guard alone(reading_->busy);
  std::vector<std::string> texts;
  Run run(read_, table, std::int64_t{after});
  while (run.next()) texts.push_back(run.bytes(0));
  if (run.failed()) return reading_->connection.failure("read");
  return texts;
}

Result<std::vector<TableInfo>> SqliteStore::tables(bool archived, std::string_view after, int most) const {
  const std::lock_guard alone(reading_->busy);
  std::vector<TableInfo> found;
  Run run(list_, std::int64_t{archived}, after, std::int64_t{most});
  while (run.next())
    found.push_back({run.bytes(0), static_cast<int>(run.number(1)), run.number(2), archived});
  if (run.failed()) return reading_->connection.failure("read");
  return found;
}

Result<std::unique_ptr<Store>> ready(std::optional<File> lock, std::shared_ptr<Line> writing,
                                     std::shared_ptr<Line> reading) {
  auto store = std::make_unique<SqliteStore>(std::move(lock), std::move(writing), std::move(reading));
  if (auto prepared = store->prepare(); !prepared) return prepared.error();
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite(const std::string& path) {
  if (path == ":memory:") {
    auto line = open_writer(path);
    if (!line) return line.error();
    return ready(std::nullopt, *line, *line);
  }
  const std::string place = real_place(path);
  auto lock = lock_of(place);
  if (!lock) return lock.error();
  // SQLite would make it for everybody to read, and say less of why it cannot.
  if (auto made = open_private(place, 0, place); !made) return made.error();
  auto writing = open_writer(place);
  if (!writing) return writing.error();
  auto reading = open_reader(place);
  if (!reading) return reading.error();
  return ready(std::move(*lock), std::move(*writing), std::move(*reading));
}

// ---- Backup -------------------------------------------------------------------------------------------

namespace {

/// All pages as they are now, in one go: a writer goes on in the write-ahead log meanwhile.
Result<Done> copy(const Connection& from, const std::string& to, const std::string& called) {
  auto target = Connection::open(to, SQLITE_OPEN_READWRITE, called);
  if (!target) return target.error();
  sqlite3_backup* backup = sqlite3_backup_init(target->handle(), "main", from.handle(), "main");
  if (backup) sqlite3_backup_step(backup, -1);
  if (!backup || sqlite3_backup_finish(backup) != SQLITE_OK) return target->failure("write");
  return Done{};
}

Result<Done> name_copy(const std::string& from, const std::string& to) {
  // Unlike a renaming, a link never replaces a file.
  if (::link(from.c_str(), to.c_str()) != 0) return file_failure("name", to, errno);
  return sync_folder(to);
}

}  // namespace

Result<Done> back_up_sqlite(const std::string& path, const std::string& to) {
  if (std::error_code ignored; std::filesystem::exists(std::filesystem::symlink_status(to, ignored)))
    return Error{fmt::format("'{}' is there already; choose another name for the backup", to)};
  auto source = Connection::open(path, SQLITE_OPEN_READWRITE);  // to tidy up behind a store that was killed
  if (!source) return source.error();
  const auto format = format_of(*source, path);
  if (!format) return format.error();
  const std::string part = fmt::format("{}.part-{}", to, ::getpid());
  auto made = open_private(part, O_EXCL, to);
  if (!made) return made.error();
  auto copied = copy(*source, part, to);
  if (copied) copied = name_copy(part, to);
  ::unlink(part.c_str());
  return copied;
}

}  // namespace lifetable::store

// SPDX-License-Identifier: Apache-2.0
// The log of all tables on disk: what happened at each, as numbered texts. It knows no games, no JSON and no
// clocks, and takes nothing back: an entry is added, or takes the place of all before it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace lifetable::store {

/// The n-th thing that happened at a table, from 1 and without gaps. The text may be any bytes.
struct Entry {
  std::string table;  ///< one with a '/' is a log beside that of a table, which its host keeps there
  int n = 0;
  std::string text;
  bool says_all = false;  ///< it takes the place of all before it, whatever its number: those are given up
};

struct TableInfo {
  std::string table;
  int entries = 0;
  std::int64_t touched = 0;  ///< when the last entry was kept, as the caller said
  bool archived = false;
};

/// Somebody else was quicker: the table has so many entries already. Read those, then decide again.
struct Conflict {
  std::string table;
  int entries = 0;
};

/// True only if everything was kept. If it was not, error() says why in any case, and conflict() is there if
/// reading again is the way out.
class [[nodiscard]] Appended : public Result<Done> {
 public:
  Appended(Done done) : Result(done) {}
  Appended(Error error) : Result(std::move(error)) {}
  Appended(Conflict conflict);

  const std::optional<Conflict>& conflict() const { return conflict_; }

 private:
  std::optional<Conflict> conflict_;
};

/// Any thread may call anything at any time. Reading does not wait for a writer, nor a writer for readers;
/// writers wait for each other, and each waits for the disk: gather what comes meanwhile into one call.
class Store {
 public:
  virtual ~Store() = default;

  /// Keeps all of them or none; they are on disk before it returns. They may be of several tables; those of
  /// one table are in order. An archived table becomes a live one again. After an error that is no conflict
  /// (the disk is full or broken) they are most likely not there, yet may be: to try again is harmless.
  virtual Appended append(std::span<const Entry> entries, std::int64_t now) = 0;

  /// The texts of a table after the entry of that number; none if there is no such table.
  virtual Result<std::vector<std::string>> read(std::string_view table, int after = 0) const = 0;

  /// The live tables or the archived ones, by name: the first so many after that name. A page of a thousand
  /// takes a few milliseconds, however many tables there are.
  virtual Result<std::vector<TableInfo>> tables(bool archived, std::string_view after = "",
                                                int most = 1000) const = 0;

  /// Lays idle tables aside, all or none; they can still be read. A table at which something has happened
  /// since (it has more entries than given here) stays live. Returns how many were laid aside.
  virtual Result<int> archive(std::span<const TableInfo> idle) = 0;
};

/// Everything in one SQLite file, which is made if it is missing; nobody but its owner may read it. Refused
/// while another process or another store of this one has the file, by whatever name, and if the file is
/// empty: it was a store. When the file is removed or replaced nothing more is kept. ":memory:" keeps
/// nothing.
Result<std::unique_ptr<Store>> open_sqlite(const std::string& path);

/// Copies such a file as it is at this moment, even while it is in use, by this process or another one, and
/// returns how many tables are in the copy. Nobody but its owner may read the copy. Never replaces a file
/// that is there; a copy is there whole and undamaged, or not at all.
Result<int> back_up_sqlite(const std::string& path, const std::string& to);

}  // namespace lifetable::store

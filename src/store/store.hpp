// SPDX-License-Identifier: Apache-2.0
// The log of all tables on disk: what happened at each, as numbered texts. It knows no games, no JSON and no
// clocks, and takes nothing back: an entry is added, or takes the place of all before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace lifetable::store {

constexpr std::size_t kLongestText = 100'000'000;

/// The n-th thing that happened at a table, from 1 and without gaps. The text may be any bytes.
struct Entry {
  std::string table;  ///< one with a '/' is a log beside that of a table, which its host keeps there
  int n = 0;
  std::string text;       ///< of at most kLongestText bytes
  bool says_all = false;  ///< it takes the place of all before it, whatever its number: those are given up
};

struct TableInfo {
  std::string table;
  int entries = 0;
  std::int64_t touched = 0;  ///< when the last entry was kept, as the caller said
  bool archived = false;
};

/// The table that a log belongs to: "oak" for "oak" itself, and for "oak/door" beside it.
std::string_view table_of(std::string_view log);

/// What became of the entries of one table in a call, with those of the logs beside it: all of them were kept
/// or none.
struct Outcome {
  enum Kind {
    kept,
    conflict,  ///< somebody else was quicker: none was kept. Read what there is, then decide again
    failed,    ///< none was kept, and to try the same again may help
    unknown    ///< they are on disk or not; reading tells what this store goes on from
  } kind = kept;
  int entries = 0;  ///< of a conflict: so many has the log already
  std::string why;  ///< one sentence, unless they were kept
};

/// What became of the tables of a call.
struct [[nodiscard]] Appended {
  std::map<std::string, Outcome, std::less<>> not_kept = {};  ///< by table; all others were

  bool all_kept() const { return not_kept.empty(); }
  Outcome of(std::string_view table) const;
};

/// Whether an entry may be the next of its log, after so many; and why not. For whoever makes a store.
inline bool is_next(const Entry& entry, int entries) {
  return (entry.says_all ? entry.n > entries : entry.n == entries + 1) && !entry.table.empty() &&
         entry.table[0] != '/' && entry.text.size() <= kLongestText;
}
Outcome why_not_next(const Entry& entry, int entries);

/// Any thread may call anything at any time. Reading does not wait for a writer, nor a writer for readers;
/// writers wait for each other, and each waits for the disk: gather what comes meanwhile into one call.
class Store {
 public:
  virtual ~Store() = default;

  /// Keeps entries of any number of tables; those of one log are in order. Of each table all are kept or
  /// none, and what is wrong with one table concerns no other. What is kept is on disk before this returns.
  /// An archived table becomes a live one again.
  virtual Appended append(std::span<const Entry> entries, std::int64_t now) = 0;

  /// Whether something can be written, by writing it: it is on disk before this returns, and nobody sees it.
  virtual Result<Done> probe() = 0;

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

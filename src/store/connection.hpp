// SPDX-License-Identifier: Apache-2.0
// One connection to an SQLite file, its statements, and what its error codes mean in a sentence. What is
// asked of it is in sqlite.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <utility>

#include "core/result.hpp"

namespace lifetable::store {

struct Close {
  void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Close>;

/// A value that is bytes and not a text of characters.
struct Bytes {
  std::string_view bytes;
};

/// One run of a statement, from its values to its last row. What is bound must live as long.
class Run {
 public:
  template <class... Values>
  explicit Run(const Statement& statement, const Values&... values) : statement_(statement.get()) {
    int place = 0;
    (bind(++place, values), ...);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() { sqlite3_reset(statement_), sqlite3_clear_bindings(statement_); }

  /// Whether there is another row. None is there after a failure, either: ask failed().
  bool next() {
    if (code_ == SQLITE_OK) code_ = sqlite3_step(statement_);
    if (code_ != SQLITE_ROW) return false;
    code_ = SQLITE_OK;
    return true;
  }
  bool failed() const { return code_ != SQLITE_OK && code_ != SQLITE_DONE; }
  /// To the end, whatever it returns; whether it went well.
  bool finish() {
    while (next()) {
    }
    return !failed();
  }

  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  std::string bytes(int column) const {
    const void* begin = sqlite3_column_blob(statement_, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return begin ? std::string(static_cast<const char*>(begin), size) : std::string();
  }

 private:
  void bind(int place, std::int64_t number) { note(sqlite3_bind_int64(statement_, place, number)); }
  void bind(int place, std::string_view text) {
    note(sqlite3_bind_text64(statement_, place, text.data() ? text.data() : "", text.size(), SQLITE_STATIC,
                             SQLITE_UTF8));
  }
  void bind(int place, Bytes value) {  // an empty value is no NULL
    const auto [bytes] = value;
    note(sqlite3_bind_blob64(statement_, place, bytes.data() ? bytes.data() : "", bytes.size(),
                             SQLITE_STATIC));
  }
  void note(int code) {
    if (code_ == SQLITE_OK) code_ = code;
  }

  sqlite3_stmt* statement_;
  int code_ = SQLITE_OK;
};

class Connection {
 public:
  /// Errors call it by its path.
  static Result<Connection> open(const std::string& path, int flags) { return open(path, flags, path); }
  static Result<Connection> open(const std::string& path, int flags, const std::string& called);

  Result<Statement> prepare(std::string_view sql) const;
  /// Statements without values, whose rows do not matter.
  Result<Done> execute(const std::string& sql) const;
  /// The one number that a statement gives.
  Result<std::int64_t> number(std::string_view sql) const;
  /// Why the last call failed: "cannot <doing> the store 'tables.db': why; what to do".
  Error failure(std::string_view doing) const;
  sqlite3* handle() const { return db_.get(); }
  const std::string& called() const { return called_; }

 private:
  explicit Connection(std::string called) : called_(std::move(called)) {}

  std::string called_;
  std::unique_ptr<sqlite3, Close> db_;
};

/// The same for a system call that failed.
Error file_failure(std::string_view doing, const std::string& path, int code);

}  // namespace lifetable::store

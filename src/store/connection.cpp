// SPDX-License-Identifier: Apache-2.0
#include "store/connection.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace lifetable::store {

namespace {

std::string_view advice(int code) {
  switch (code) {
    case ENOENT:
    case ENOTDIR: return "make its folder first, or choose another place";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a place that you may write to";
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return "free some space";
    case EIO: return "check the disk";
    default: return "choose another place";
  }
}

Error sentence(std::string_view doing, const std::string& path, std::string_view why, std::string_view what) {
  return {fmt::format("cannot {} the store '{}': {}; {}", doing, path, why, what)};
}

bool is_of_disk(int system) {
  return system == ENOSPC || system == EDQUOT || system == EFBIG || system == EIO || system == EROFS;
}

constexpr int kPatience = 5000;  // milliseconds that another program may keep the file locked

}  // namespace

Error file_failure(std::string_view doing, const std::string& path, int code) {
  return sentence(doing, path, std::strerror(code), advice(code));
}

Error Connection::failure(std::string_view doing) const {
  const int code = sqlite3_errcode(db_.get()) & 0xff;  // without the details of the extended codes
  const int system = sqlite3_system_errno(db_.get());
  const std::string why = sqlite3_errmsg(db_.get());
  switch (code) {
    case SQLITE_FULL: return sentence(doing, called_, "the disk is full", "free some space");
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      // What the system says may be of an earlier call, unless it is about reading and writing.
      if (system != 0 && (code == SQLITE_CANTOPEN || is_of_disk(system)))
        return file_failure(doing, called_, system);
      return sentence(doing, called_, why, "check that the disk has space and works");
    case SQLITE_PERM:
    case SQLITE_READONLY: return sentence(doing, called_, "it may only be read", advice(EACCES));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return sentence(doing, called_, "another program keeps it locked", "close that one and try again");
    case SQLITE_NOTADB: return sentence(doing, called_, "it is no SQLite file", "choose another file");
    case SQLITE_CORRUPT: return sentence(doing, called_, "it is damaged", "restore a backup");
    case SQLITE_TOOBIG: return sentence(doing, called_, "a text is too long", "keep less at once");
    default: return sentence(doing, called_, why, "try again, and report it if that does not help");
  }
}

Result<Connection> Connection::open(const std::string& path, int flags, const std::string& called) {
  Connection connection(called);
  sqlite3* db = nullptr;
  // Where a name begins with "file:", SQLite would read it as a URI, which can mean another file.
  std::error_code ignored;
  const std::string place = path == ":memory:" ? path : std::filesystem::absolute(path, ignored).string();
  const int code = sqlite3_open_v2(place.c_str(), &db, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  connection.db_.reset(db);
  if (!db) return sentence("open", called, "there is no memory left", "end other programs");
  if (code != SQLITE_OK) return connection.failure("open");
  sqlite3_busy_timeout(db, kPatience);
  return connection;
}

Result<Statement> Connection::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(db_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return failure("read");
  return Statement(statement);
}

Result<Done> Connection::execute(const std::string& sql) const {
  if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return failure("prepare");
  return Done{};
}

Result<std::int64_t> Connection::number(std::string_view sql) const {
  const auto statement = prepare(sql);
  if (!statement) return statement.error();
  Run run(*statement);
  if (!run.next()) return failure("read");
  return run.number(0);
}

}  // namespace lifetable::store

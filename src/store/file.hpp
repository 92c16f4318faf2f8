// SPDX-License-Identifier: Apache-2.0
// The file of a store as the system knows it: which one it is whatever it is called, who holds it, and how it
// is made. What is in it is in sqlite.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace lifetable::store {

constexpr std::int64_t kOurs = 0x4c494645;  // "LIFE": how SQLite knows whose file it is

/// A file without a name: the same by every path and every link.
struct FileId {
  dev_t device = 0;
  ino_t number = 0;
  friend auto operator<=>(const FileId&, const FileId&) = default;
};

/// An open file; closing it gives up its lock.
class File {
 public:
  explicit File(int number) : number_(number) {}
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&&) = delete;
  ~File();
  int number() const { return number_; }

 private:
  int number_;
};

/// Writes the file that is to be, at a place of its own; nothing else of it may stay open.
using Make = std::function<Result<Done>(const std::string& part)>;

/// A file that no other store may use, of this process or another one, by whatever name. The lock lies on the
/// file itself, so it holds for links and copies of a path, and there is nothing beside it to be removed.
///
/// Must be taken before SQLite opens the file, and given up after SQLite has closed it: when a process closes
/// a file, it loses all those locks of it that SQLite sets.
class Hold {
 public:
  /// The file at the place, or a new one if there is none. Refused if it is in use, if it is no store's
  /// (empty, or no file at all), or if it has several names.
  static Result<Hold> of(const std::string& place, const Make& make);

  Hold(Hold&& other) noexcept;
  Hold& operator=(Hold&&) = delete;
  ~Hold();

  /// SQLite has made its own files beside it: they must stay as well.
  void watch_companions();
  /// Why nothing may be written any more: one of the files is gone or has been replaced, and what SQLite
  /// writes to a file without a name is lost.
  std::optional<Error> gone() const;

 private:
  struct Watched {
    std::string path;
    FileId id;
  };
  Hold(const std::string& place, File file, FileId id);
  static Result<Hold> existing(const std::string& place);
  static Result<std::optional<Hold>> made(const std::string& place, const Make& make);

  File file_;
  std::vector<Watched> watched_;  // the file itself first
};

/// Makes a file that only its owner may read, whole or not at all. Never replaces one: then false.
Result<bool> make_file(const std::string& place, const Make& make);

/// Whether the place is one to read a store from: there is a file, which is not empty and has one name.
Result<Done> is_readable_store(const std::string& place);

/// The same for every way to the file, links included: SQLite keeps the log beside the file by its name.
std::string real_place(const std::string& path);

}  // namespace lifetable::store

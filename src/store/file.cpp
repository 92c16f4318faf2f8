// SPDX-License-Identifier: Apache-2.0
#include "store/file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

#include "store/connection.hpp"

namespace lifetable::store {

namespace fs = std::filesystem;

File::~File() {
  if (number_ >= 0) ::close(number_);
}

namespace {

using Found = struct stat;

FileId id_of(const Found& found) { return {found.st_dev, found.st_ino}; }

/// The files that stores of this process hold. Another store must not even open and close one of them: the
/// process would lose SQLite's locks of it.
struct Holders {
  std::mutex busy;
  std::set<FileId> files;
};
Holders& holders() {
  static Holders all;
  return all;
}

Error in_use(const std::string& place) {
  return {fmt::format(
      "the store '{}' is in use by another lifetable; stop that one first, or choose another file", place)};
}

/// Hands of cards are in it: nobody but its owner may read it.
Result<File> open_private(const std::string& path, int flags, const std::string& called) {
  const int number = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | flags, 0600);
  if (number < 0) return file_failure("open", called, errno);
  return File(number);
}

/// A lock that belongs to the open file, not to the process. It covers one byte far behind the end, where
/// SQLite has none, so that backups can still be made.
Result<Done> claim(const File& file, const std::string& called) {
  struct flock byte{};
  byte.l_type = F_WRLCK;
  byte.l_whence = SEEK_SET;
  byte.l_start = std::numeric_limits<off_t>::max() - 1;
  byte.l_len = 1;
  if (::fcntl(file.number(), F_OFD_SETLK, &byte) == 0) return Done{};
  if (errno == EAGAIN || errno == EACCES) return in_use(called);
  return file_failure("lock", called, errno);
}

Result<Done> is_store(const Found& found, const std::string& place) {
  if (S_ISDIR(found.st_mode)) return file_failure("open", place, EISDIR);
  if (!S_ISREG(found.st_mode))
    return Error{fmt::format("cannot open the store '{}': it is no file; choose another place", place)};
  if (found.st_nlink > 1)
    return Error{fmt::format(
        "cannot open the store '{}': the file has {} names (hard links), but what was written last "
        "lies beside one of them; remove the other names",
        place, found.st_nlink)};
  if (found.st_size == 0)
    return Error{
        fmt::format("cannot open the store '{}': the file is empty, so what was in it is lost; restore a "
                    "backup, or remove the file to begin anew",
                    place)};
  return Done{};
}

/// Whether SQLite's first page names this program as the file's owner, at byte 68.
bool is_ours(const File& file) {
  unsigned char bytes[4];
  if (::pread(file.number(), bytes, sizeof bytes, 68) != ssize_t{sizeof bytes}) return false;
  std::int64_t owner = 0;
  for (const unsigned char byte : bytes) owner = owner << 8 | byte;
  return owner == kOurs;
}

/// SQLite would take what an older file of this name left behind for a part of the new one.
Result<Done> has_no_remains(const std::string& place) {
  for (const char* end : {"-wal", "-journal"})
    if (Found found{}; ::stat((place + end).c_str(), &found) == 0 && found.st_size > 0)
      return Error{
          fmt::format("there is no file '{}', but '{}{}' is left of one that was there; put that one back, "
                      "or remove what "
                      "is left to begin anew",
                      place, place, end)};
  return Done{};
}

/// Gives a file its name, unless there is one of that name: then false.
Result<bool> name_file(const std::string& part, const std::string& place) {
  if (::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, place.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
  // Some file systems cannot rename so; a link never replaces a file, either.
  if (errno != EINVAL && errno != ENOSYS) return file_failure("name", place, errno);
  if (::link(part.c_str(), place.c_str()) == 0) return ::unlink(part.c_str()) == 0;
  if (errno == EEXIST) return false;
  return file_failure("name", place, errno);
}

/// The name of a new file is kept by its folder, which has to reach the disk as well.
Result<Done> sync_folder(const std::string& path) {
  const auto folder = fs::path(path).parent_path();
  const File file(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.number() < 0 || ::fsync(file.number()) != 0) return file_failure("keep", path, errno);
  return Done{};
}

/// A new file with its lock, or nothing if somebody else was quicker. Until it is whole it is called
/// FILE.part; what a crash leaves there is written over by the next one.
Result<std::optional<File>> make_locked(const std::string& place, const Make& make) {
  if (auto none = has_no_remains(place); !none) return none.error();
  const std::string part = place + ".part";
  auto file = open_private(part, O_CREAT | O_NOFOLLOW, place);
  if (!file) return file.error();
  if (auto claimed = claim(*file, place); !claimed) return claimed.error();
  Found open{}, named{};
  // Whoever had the lock before may have finished meanwhile.
  if (::fstat(file->number(), &open) != 0 || ::stat(part.c_str(), &named) != 0 || id_of(open) != id_of(named))
    return std::optional<File>();
  if (!S_ISREG(open.st_mode) || open.st_uid != ::geteuid() || open.st_nlink > 1)
    return Error{fmt::format("'{}' is in the way and not ours; remove it, or choose another place", part)};
  if (::fchmod(file->number(), 0600) != 0 || ::ftruncate(file->number(), 0) != 0)
    return file_failure("open", place, errno);
  const auto made = make(part);
  const auto whole = made ? name_file(part, place) : Result<bool>(made.error());
  if (!whole || !*whole) ::unlink(part.c_str());
  if (!whole) return whole.error();
  if (!*whole) return std::optional<File>();
  if (auto kept = sync_folder(place); !kept) return kept.error();
  return std::optional<File>(std::move(*file));
}

}  // namespace

// ---- Who holds it -------------------------------------------------------------------------------------

Hold::Hold(const std::string& place, File file, FileId id)
    : file_(std::move(file)), watched_{Watched{place, id}} {
  holders().files.insert(id);
}

Hold::Hold(Hold&& other) noexcept
    : file_(std::move(other.file_)), watched_(std::exchange(other.watched_, {})) {}

Hold::~Hold() {
  if (watched_.empty()) return;
  const std::lock_guard alone(holders().busy);
  holders().files.erase(watched_.front().id);
}

Result<Hold> Hold::existing(const std::string& place) {
  Found found{};
  if (::stat(place.c_str(), &found) != 0) return file_failure("open", place, errno);
  if (holders().files.contains(id_of(found))) return in_use(place);
  auto file = open_private(place, 0, place);
  if (!file) return file.error();
  if (auto claimed = claim(*file, place); !claimed) return claimed.error();
  if (::fstat(file->number(), &found) != 0) return file_failure("open", place, errno);
  if (auto good = is_store(found, place); !good) return good.error();
  // It may be a copy that was made for everybody to read; SQLite gives its own files the same rights. Whoever
  // is not its owner can only take it as it is. A file of somebody else's keeps its rights.
  if (is_ours(*file)) (void)!::fchmod(file->number(), found.st_mode & 0700);
  return Hold(place, std::move(*file), id_of(found));
}

Result<std::optional<Hold>> Hold::made(const std::string& place, const Make& make) {
  auto file = make_locked(place, make);
  if (!file) return file.error();
  if (!*file) return std::optional<Hold>();
  Found found{};
  if (::fstat((*file)->number(), &found) != 0) return file_failure("open", place, errno);
  return std::optional<Hold>(Hold(place, std::move(**file), id_of(found)));
}

Result<Hold> Hold::of(const std::string& place, const Make& make) {
  const std::lock_guard alone(holders().busy);
  for (int tries = 0; tries < 10; ++tries) {
    if (Found found{}; ::stat(place.c_str(), &found) == 0) return existing(place);
    if (errno != ENOENT) return file_failure("open", place, errno);
    auto hold = made(place, make);
    if (!hold) return hold.error();
    if (*hold) return std::move(**hold);
  }
  return in_use(place);  // somebody makes it and removes it again and again
}

void Hold::watch_companions() {
  const std::string place = watched_.front().path;
  for (const char* end : {"-wal", "-shm"})
    if (Found found{}; ::stat((place + end).c_str(), &found) == 0)
      watched_.push_back({place + end, id_of(found)});
}

std::optional<Error> Hold::gone() const {
  for (const auto& [path, id] : watched_) {
    Found found{};
    const bool there = ::stat(path.c_str(), &found) == 0;
    if (there ? id_of(found) != id : errno == ENOENT || errno == ENOTDIR)
      return Error{fmt::format(
          "the store's file '{}' was {} while it was in use, so nothing more is kept; put it back, "
          "or stop lifetable and restore a backup",
          path, there ? "replaced" : "removed")};
  }
  return std::nullopt;
}

// ---- Places -------------------------------------------------------------------------------------------

Result<bool> make_file(const std::string& place, const Make& make) {
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(place, ignored))) return false;
  const auto file = make_locked(place, make);
  if (!file) return file.error();
  return file->has_value();
}

Result<Done> is_readable_store(const std::string& place) {
  Found found{};
  if (::stat(place.c_str(), &found) == 0) return is_store(found, place);
  if (errno == ENOENT)
    return Error{fmt::format("there is no store '{}'; name the file that a server uses", place)};
  return file_failure("open", place, errno);
}

std::string real_place(const std::string& path) {
  std::error_code problem;
  fs::path place = path;
  // A link to a file that is still to be made: the file goes where the link says.
  for (int links = 0; links < 40 && fs::is_symlink(place, problem) && !fs::exists(place, problem); ++links)
    place = place.parent_path() / fs::read_symlink(place, problem);
  const auto real = fs::weakly_canonical(place, problem);
  return problem ? path : real.string();
}

}  // namespace lifetable::store

// SPDX-License-Identifier: Apache-2.0
#include "play/file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lifetable::play {

namespace {

constexpr std::size_t kMostBytes = 64u << 20;

Error failure(std::string_view doing, const std::string& path, int code) {
  std::string hint;
  if (code == ENOENT) hint = "; check the name";
  if (code == EFBIG) hint = "; there is a limit on the size of files";
  if (code == ENOSPC) hint = "; the disk is full, free some space";
  if (code == EACCES || code == EROFS || code == EPERM)
    hint = doing == "read" ? "; ask for the right to read it"
                           : "; choose another place, or ask for the right to write there";
  return {fmt::format("cannot {} '{}': {}{}", doing, path, std::strerror(code), hint)};
}

/// 0, or the error code.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return ENOSPC;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

std::string text_of(const Record& record) {
  std::string text = header_line(record.header);
  for (const RecordedMove& move : record.moves) text += move_line(move);
  return text;
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code))
    return Error{fmt::format("'{}' is a folder, not a file", path)};
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return failure("read", path, errno);
  std::string text;
  char buffer[1 << 16];
  int problem = 0;
  for (;;) {
    const ssize_t n = ::read(file, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) problem = errno;
    if (n <= 0) break;
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.size() > kMostBytes) problem = EFBIG;
    if (problem) break;
  }
  ::close(file);
  if (problem) return failure("read", path, problem);
  return text;
}

Result<Done> write_file(const std::string& path, std::string_view text) {
  // Behind a link stands the file that is meant; it keeps its rights.
  std::error_code code;
  const auto target = std::filesystem::weakly_canonical(path, code);
  struct stat old{};
  const bool there = ::stat(target.c_str(), &old) == 0;
  if (code || (there && !S_ISREG(old.st_mode)))
    return Error{fmt::format("'{}' is not a file that can be written", path)};
  const auto draft = target.parent_path() / fmt::format(".lifetable-{}.tmp", ::getpid());
  const int file =
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, there ? old.st_mode & 0777 : 0666);
  if (file < 0) return failure("write", path, errno);
  int problem = write_all(file, text);
  if (!problem && ::fsync(file) != 0) problem = errno;
  if (::close(file) != 0 && !problem) problem = errno;
  if (!problem && ::rename(draft.c_str(), target.c_str()) != 0) problem = errno;
  if (problem) {
    ::unlink(draft.c_str());
    return failure("write", path, problem);
  }
  return Done{};
}

namespace {

/// One table a record: two that go on with the same game would spoil it for both.
Result<Done> lock(int file, const std::string& path) {
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return Done{};
  return Error{fmt::format("'{}' is being played at another table; finish there first", path)};
}

}  // namespace

Result<RecordFile> RecordFile::create(const std::string& path, const Record& record) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0 && errno == EEXIST)
    return Error{
        fmt::format("'{}' is there already; go on with it by --resume, or choose another name", path)};
  if (file < 0) return failure("write the record", path, errno);
  RecordFile created(path, file, record);
  auto ready = lock(file, path);
  if (ready) ready = created.append_text(text_of(record));
  if (!ready) {
    ::unlink(path.c_str());
    return ready.error();
  }
  return created;
}

Result<RecordFile> RecordFile::resume(const std::string& path, const Record& record) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return failure("write the record", path, errno);
  RecordFile resumed(path, file, record);
  struct stat kind{};
  if (::fstat(file, &kind) != 0 || !S_ISREG(kind.st_mode))
    return Error{fmt::format("'{}' is not a file that can be written", path)};
  if (auto locked = lock(file, path); !locked) return locked.error();
  const auto text = read_file(path);
  if (!text) return text.error();
  const auto now = parse_record(*text, path);
  if (!now || now->moves != record.moves)
    return Error{fmt::format("'{}' has changed since it was read; try again", path)};
  return resumed;
}

RecordFile::RecordFile(RecordFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      record_(std::move(other.record_)) {}

RecordFile::~RecordFile() {
  if (file_ >= 0) ::close(file_);
}

Result<Done> RecordFile::append_text(std::string_view text) {
  struct stat before{};
  if (::fstat(file_, &before) != 0) return failure("write the record", path_, errno);
  if (const int problem = write_all(file_, text)) {
    // A device such as /dev/full cannot be cut back; a file can, and then ends with a whole line again.
    if (S_ISREG(before.st_mode) && ::ftruncate(file_, before.st_size) != 0)
      return failure("restore the record", path_, errno);
    return failure("write the record", path_, problem);
  }
  return Done{};
}

Result<Done> RecordFile::append(const RecordedMove& move) {
  auto written = append_text(move_line(move));
  if (written) record_.moves.push_back(move);
  return written;
}

Result<Done> RecordFile::finish(const Ending& result) {
  record_.header.result = result;
  return write_file(path_, text_of(record_));
}

}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// Files without surprises: whole or not at all, and errors that say what to do.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "play/record.hpp"

namespace lifetable::play {

/// The whole file, up to 64 MiB.
Result<std::string> read_file(const std::string& path);

/// Puts the whole text in place at once: after a failure the old file, if any, is untouched.
Result<Done> write_file(const std::string& path, std::string_view text);

/// A record on disk that grows by one line a move. A line is written whole or not at all.
class RecordFile {
 public:
  /// Begins a record, with the moves it has so far; the file must not be there yet.
  static Result<RecordFile> create(const std::string& path, const Record& record);
  /// Goes on with a record that was read from `path`. Refused while another table does so, or if the file has
  /// changed since.
  static Result<RecordFile> resume(const std::string& path, const Record& record);

  RecordFile(RecordFile&& other) noexcept;
  RecordFile& operator=(RecordFile&&) = delete;
  ~RecordFile();

  Result<Done> append(const RecordedMove& move);
  /// Writes the result into the header.
  Result<Done> finish(const Ending& result);

  const std::string& path() const { return path_; }
  const Record& record() const { return record_; }

 private:
  RecordFile(std::string path, int file, Record record)
      : path_(std::move(path)), file_(file), record_(std::move(record)) {}
  Result<Done> append_text(std::string_view text);

  std::string path_;
  int file_ = -1;
  Record record_;
};

}  // namespace lifetable::play

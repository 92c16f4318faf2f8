// SPDX-License-Identifier: Apache-2.0
// The journal of a match: a line of JSON for what is played, then one for every finished game, so that a
// match that was killed at any moment goes on where it was. A kill loses no line, a power cut at most those
// of the last second or so: that often they are made to reach the disk. Deals and games count from 1, and
// lists are by seat.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "lab/contest.hpp"

namespace lifetable::lab {

inline constexpr int kJournalFormat = 2;

/// All that decides which games are played: the options without what may change from run to run.
std::string journal_header(const ContestOptions& options);
std::string journal_line(const FinishedGame& game);
Result<FinishedGame> parse_journal_line(std::string_view line);

class Journal {
 public:
  /// Opens the file, or makes it. Refused while another match writes it.
  static Result<Journal> open(const std::string& path, const ContestOptions& options);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// Gives every game that is there to `know`. An error if the journal is of another match or was damaged;
  /// the file is left as it is.
  Result<Done> read(const std::function<Result<Done>(const FinishedGame&)>& know);
  /// Makes the file ready for more, after it was read: cuts off a last line that was torn.
  Result<Done> begin();
  /// A line is written whole or not at all. It need not have reached the disk yet: players do not wait for
  /// it.
  Result<Done> append(const FinishedGame& game);
  /// Makes all lines reach the disk, if there are new ones. Another thread may append meanwhile. If it fails,
  /// so does every later append.
  Result<Done> sync();
  /// The same, but at most once a second; to be called often.
  Result<Done> sync_now_and_then(std::chrono::steady_clock::time_point now);
  /// Whether all lines have reached the disk.
  bool synced() const { return !unsynced_; }

 private:
  Journal(std::string path, int file, std::string header)
      : path_(std::move(path)), file_(file), header_(std::move(header)) {}
  Result<Done> append_text(std::string_view text);

  std::string path_;
  int file_ = -1;
  std::string header_;     ///< of this match
  std::int64_t size_ = 0;  ///< of the whole lines
  std::atomic<bool> unsynced_ = false;
  std::atomic<int> lost_ = 0;  ///< why lines may not have reached the disk: the error code
  std::chrono::steady_clock::time_point last_sync_{};
};

}  // namespace lifetable::lab

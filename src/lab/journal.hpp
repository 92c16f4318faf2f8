// The journal of a match: a line of JSON for what is played, then one for every finished game, so that a
// match that was killed at any moment goes on where it was. Deals and games count from 1, and lists are by
// seat.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "lab/contest.hpp"

namespace lifetable::lab {

inline constexpr int kJournalFormat = 1;

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
  /// A line is written whole or not at all.
  Result<Done> append(const FinishedGame& game);

 private:
  Journal(std::string path, int file, std::string header)
      : path_(std::move(path)), file_(file), header_(std::move(header)) {}
  Result<Done> append_text(std::string_view text);

  std::string path_;
  int file_ = -1;
  std::string header_;     ///< of this match
  std::int64_t size_ = 0;  ///< of the whole lines
};

}  // namespace lifetable::lab

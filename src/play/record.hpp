// Records: a game as a log of moves in NDJSON, the dealer's included. See docs/record.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "play/match.hpp"
#include "play/seed.hpp"

namespace lifetable::play {

struct SeatHeader {
  std::string name;    ///< what the person or bot is called at the table
  std::string player;  ///< "person", or the name of a bot
  friend bool operator==(const SeatHeader&, const SeatHeader&) = default;
};

/// Whether a person may be called so: 1 to 40 characters in UTF-8, none that a terminal would obey.
bool is_printable_name(std::string_view name);

struct Ending {
  std::vector<int> scores;
  std::vector<int> winners;  ///< seats, from 1
  friend bool operator==(const Ending&, const Ending&) = default;
};

struct RecordHeader {
  std::string game;
  int rules_version = 1;
  Fields options;
  std::vector<SeatHeader> seats;
  std::string commitment;        ///< hash of the seed; empty if the deal was not drawn from one
  std::optional<Seed> seed;      ///< known as soon as it may be
  std::optional<Ending> result;  ///< once the game is over
};

struct RecordedMove {
  Seat by;
  std::string move;
  friend bool operator==(const RecordedMove&, const RecordedMove&) = default;
};

struct Record {
  RecordHeader header;
  std::vector<RecordedMove> moves;

  std::vector<std::string> names() const;
};

inline constexpr int kRecordFormat = 1;

std::string header_line(const RecordHeader& header);
std::string move_line(const RecordedMove& move);

/// Reads the form of a record: JSON, members, players. Errors name `source` and the line.
Result<Record> parse_record(std::string_view text, const std::string& source);

/// A game that a record led to, and the dealer who would go on with it (if the record has the seed).
struct Replayed {
  std::unique_ptr<Match> match;
  std::optional<Dealer> dealer;
};

/// Plays the first `moves` moves of a record; a move against the rules, or a card that the seed does not
/// give, is refused with its line and clause. With all moves played, the result in the header must be the
/// true one.
Result<Replayed> replay(const Record& record, const std::string& source,
                        std::size_t moves = static_cast<std::size_t>(-1));

/// The result of a game that is over.
Ending ending_of(const Match& match);

}  // namespace lifetable::play

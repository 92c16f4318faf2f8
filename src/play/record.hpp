// SPDX-License-Identifier: Apache-2.0
// Records: a game as a log of moves in NDJSON, the dealer's included. See docs/record.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "play/deal.hpp"
#include "play/match.hpp"
#include "play/seed.hpp"

namespace lifetable::play {

struct SeatHeader {
  std::string name;    ///< what the person or bot is called at the table
  std::string player;  ///< "person", or the name of a bot
  friend bool operator==(const SeatHeader&, const SeatHeader&) = default;
};

/// Whether a text is UTF-8 of 1 to so many characters, none of which a terminal would obey.
bool is_printable(std::string_view text, int at_most);
/// Whether a record or log may say that somebody is called so: 1 to 40 such characters. For new names there
/// is is_name, which is stricter.
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
  std::string commitment;                 ///< hash of the seed, or of the server's; empty if there is none
  std::optional<Seed> seed;               ///< known as soon as it may be
  std::optional<Ending> result;           ///< once the game is over
  std::optional<SharedDeal> shared = {};  ///< what the seed was made of, if not one hand drew it
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

/// Reads the form of a record: JSON, members, players. Errors name `source` and the line. Whether it is true
/// is for `replay` to say.
Result<Record> parse_record(std::string_view text, const std::string& source);

/// Whether the seed is what the server and the seats made it of, as far as the header tells.
Result<Done> check_seed(const RecordHeader& header);
/// Whether the commitment fits what it was given for.
Result<Done> check_commitment(const RecordHeader& header);

/// A game that a record led to, and the dealer who would go on with it (if the record has the seed).
struct Replayed {
  std::unique_ptr<Match> match;
  std::optional<Dealer> dealer;
};

/// How far a record can be followed.
struct Course {
  std::unique_ptr<Match> match;   ///< after the moves that could be played
  std::optional<Dealer> dealer;   ///< if the record has the seed
  std::size_t dealt = 0;          ///< how many of the moves played were the dealer's
  std::optional<Error> misdealt;  ///< the first card that is not what the seed gives
  std::optional<Error> refused;   ///< the move at which it ends, as the rules do not allow it
};
/// Plays moves to the first that the rules do not allow. Errors name `source` and the line.
Result<Course> follow(const Record& record, const std::string& source,
                      std::size_t moves = static_cast<std::size_t>(-1));

/// Whether the result in the header is that of a game to which all moves were played.
Result<Done> check_result(const RecordHeader& header, const Match& match, const std::string& source);

/// Plays the first `moves` moves of a record; numbers of the deal that do not fit each other, a move against
/// the rules, or a card that the seed does not give, are refused with line and clause. With all moves played,
/// the result in the header must be the true one.
Result<Replayed> replay(const Record& record, const std::string& source,
                        std::size_t moves = static_cast<std::size_t>(-1));

/// The result of a game that is over.
Ending ending_of(const Match& match);

}  // namespace lifetable::play

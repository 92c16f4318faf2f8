// One live table: a game, who plays it, and what each of them is told. It does no input or output of its own
// and knows no clock but the one it is given, so it runs in a browser as it does in a server.
//
// The log of moves is the truth. Whoever hosts a table keeps each new line of it before telling anybody.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "play/record.hpp"
#include "table/messages.hpp"

namespace lifetable::table {

class Table {
 public:
  /// A new table. The dealer acts at once.
  static Result<Table> open(std::string_view game, const Fields& options, std::vector<play::SeatHeader> seats,
                            const play::Seed& seed);
  /// The table that a record was kept of; `source` is what errors call it. The dealer goes on if the record
  /// has the seed.
  static Result<Table> from(play::Record record, const std::string& source);

  const play::Record& record() const { return record_; }
  const play::Match& match() const { return *match_; }
  int at() const { return static_cast<int>(record_.moves.size()); }
  bool over() const { return match_->over(); }

  /// A move of a seat, who saw the table after `seen` moves; then the dealer acts until somebody else is to.
  std::optional<Refusal> play(Seat seat, std::string_view move, int seen);
  /// The bot that is to act, if one is; the host lets it choose from its view.
  std::optional<Seat> bot_to_act() const;

  /// Whether a seat may take its last move back: nobody else has acted since, chance neither, and it has
  /// shown the seat nothing that was hidden.
  bool can_undo(Seat seat) const;
  void undo();

  /// The table as seen from a seat, or by a bystander.
  State state(Seat reader) const;
  /// What a reader is told of the moves after the first `seen`.
  std::vector<Told> told(Seat reader, int seen) const;

 private:
  Table(play::Record record, std::unique_ptr<play::Match> match, std::optional<play::Dealer> dealer);

  bool is_person(Seat seat) const;
  void make(Seat actor, const std::string& move);
  void let_the_dealer_act();
  bool shows_nothing(Seat seat, std::string_view move) const;

  play::Record record_;
  std::unique_ptr<play::Match> match_;
  std::optional<play::Dealer> dealer_;
  bool undoable_ = false;  ///< the last move, by the seat that made it
};

}  // namespace lifetable::table

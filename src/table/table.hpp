// SPDX-License-Identifier: Apache-2.0
// One live table: a game, who plays it, and what each of them is told. It does no input or output of its own
// and knows no clock but the time it is given, so it runs in a browser as it does in a server.
//
// The log of moves is the truth. Whoever hosts a table keeps each new line of it before telling anybody; at a
// table with a pace it also keeps the `timing`.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "play/record.hpp"
#include "table/clock.hpp"
#include "table/messages.hpp"

namespace lifetable::table {

class Table {
 public:
  /// A new table. The dealer acts at once, and clocks run from `now`.
  static Result<Table> open(std::string_view game, const Fields& options, std::vector<play::SeatHeader> seats,
                            const play::Seed& seed, Pace pace = {}, Millis now = 0);
  /// The table that a record was kept of; `source` is what errors call it. The dealer goes on if the record
  /// has the seed. Clocks are full and a window has just opened, unless `restore` says otherwise.
  static Result<Table> from(play::Record record, const std::string& source, Pace pace = {}, Millis now = 0);

  const play::Record& record() const { return record_; }
  const play::Match& match() const { return *match_; }
  const Pace& pace() const { return pace_; }
  int at() const { return static_cast<int>(record_.moves.size()); }
  bool over() const { return match_->over(); }

  /// A move of a seat, who saw the table after `seen` moves; then the dealer acts until somebody else is to.
  /// In a window of a fixed length it is kept until the end.
  std::optional<Refusal> play(Seat seat, std::string_view move, int seen, Millis now = 0);
  /// The bot that is to act, if one is; the host lets it choose from its view.
  std::optional<Seat> bot_to_act() const;
  /// Whether a seat is still asked what it was asked after `seen` moves.
  bool asks(Seat seat, int seen) const;
  /// What a bot in a seat draws its chance from: the same at the same moment of the same game.
  std::uint64_t chance(Seat seat) const;

  /// Somebody else takes a seat, a bot for a person who has left or the other way round. The game goes on;
  /// the header of the record changes.
  Result<Done> sit(Seat seat, play::SeatHeader who);

  /// When the host is to call `tick`, if nothing happens before.
  std::optional<Millis> deadline() const;
  /// Ends what is over by now: a reaction window, or the time of seats, for whom the rules of thumb then
  /// move. True if moves were made.
  bool tick(Millis now);

  /// Whether a seat may take the last move back: it is its own, neither the dealer nor anybody else has acted
  /// since, and it has shown the seat nothing that was hidden.
  bool can_undo(Seat seat) const;
  /// Takes the last move back. Its seat must be able to.
  void undo(Millis now = 0);

  /// The table as seen from a seat, or by a bystander.
  State state(Seat reader, Millis now = 0) const;
  /// The same as JSON, without a State of it all.
  void write_state(play::Draft& json, Seat reader, Millis now) const;
  /// The same as it was after the first `moves` moves, with nothing to choose.
  State state_after(int moves, Seat reader) const;
  /// What a reader is told of the moves after the first `seen`.
  std::vector<Told> told(Seat reader, int seen) const;
  /// What is new to a reader who was told of the first `seen` moves, and to a host who has kept the lines of
  /// `kept` moves. The host asks after every request: of what was taken back and made anew in between it
  /// would not hear.
  News news(Seat reader, int seen, int kept, Millis now = 0) const;
  /// Whether it is known without telling them that two readers are told the same.
  bool is_told_alike(Seat one, Seat other, int seen) const;

  /// What the record does not hold, as of now.
  Timing timing(Millis now) const;
  /// Goes on with it: whatever time has passed in between was nobody's. Times that do not fit change nothing.
  Result<Done> restore(const Timing& timing, Millis now);

 private:
  /// A reaction window of a fixed length.
  struct OpenWindow {
    Millis ends = 0;
    int at = 0;                               ///< moves made when it opened
    std::vector<play::RecordedMove> answers;  ///< as they came
    bool has_answer_of(Seat seat) const;
  };

  Table(play::Record record, Pace pace, Millis now);

  void write_players();
  bool is_person(Seat seat) const;
  void read_the_record();
  void follow(const play::RecordedMove& move);
  void make(Seat seat, std::string_view move);
  void remember(Seat by, std::string move);
  void let_the_dealer_act();
  void look_at_the_time();
  void close_window();
  void play_for(Seat seat);

  std::optional<Refusal> refusal(Seat seat, std::string_view move, int seen) const;
  bool asks_anew(Seat seat) const { return asked_[seat.index] == at(); }
  State around_scene(Seat reader, Millis now) const;
  State around_scene(const play::Match& match, int at, Seat reader) const;
  std::unique_ptr<play::Match> match_after(int moves) const;

  play::Record record_;
  play::Written<std::vector<Player>> players_;  ///< as in the header of the record
  std::unique_ptr<play::Match> match_;
  std::optional<play::Dealer> dealer_;

  /// The table before the last move of a seat, and how many moves had been made; nullptr before the first.
  std::unique_ptr<play::Match> before_;
  int before_at_ = 0;
  /// What the latest moves brought about, since that of a seat.
  std::vector<std::unique_ptr<play::Story>> recent_;
  /// By seat that is to act: how many moves had been made when it was first asked what it is asked now. What
  /// others answer at the same time changes nothing for it.
  std::array<int, kMaxSeats> asked_ = {};

  Pace pace_;
  Millis now_ = 0;  ///< the latest time that the table was told
  Clocks clocks_;
  std::optional<OpenWindow> window_;
};

/// What a host has kept as JSON.
Result<Timing> timing_from(const boost::json::value& json);

}  // namespace lifetable::table

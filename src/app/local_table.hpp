// SPDX-License-Identifier: Apache-2.0
// A game at one terminal: people take turns at the keyboard, with a curtain between them, and bots play
// along.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/exit_code.hpp"
#include "app/menu.hpp"
#include "app/terminal.hpp"
#include "play/dealer.hpp"
#include "play/file.hpp"
#include "play/match.hpp"

namespace lifetable::app {

class LocalTable {
 public:
  /// `cards` is the file of the catalogue the table plays with, if it brought one.
  LocalTable(std::unique_ptr<play::Match> match, play::Dealer dealer, play::RecordFile record,
             std::string cards);

  /// Plays to the end, or until the input ends or Ctrl-C; every move is in the record before the next.
  ExitCode run();

 private:
  enum class Turn { played, input_ended, interrupted };

  const std::vector<play::SeatHeader>& seats() const { return record_.record().header.seats; }
  bool is_person(Seat seat) const;

  /// Its name, with respect if the game is played that way (CG-41); one's own is "You".
  std::string called(Seat seat) const;

  Result<Done> play(Seat actor, const std::string& move);
  std::string bot_move(Seat seat) const;
  void note_story(const play::Match& match);
  void recall_story();
  void tell(Seat reader);

  Turn ask(Seat seat, std::string& move);
  /// What the menu calls its entry `i`, counted from 0: "1", "2", … or "a", "b", …
  std::string entry(std::size_t i) const;
  /// The first entry of a menu and the last: "1-7"; or the only one.
  std::string range(const Menu& menu, std::string_view between) const;
  std::string chosen(Seat seat, const std::string& line, const Menu& menu);
  std::string why_not(Seat seat, const std::string& line, const Error& error) const;
  Turn draw_curtain(Seat seat);
  void show(Seat seat, const Menu& menu);
  /// What the line asks for besides a move; true if it was such a request.
  bool help_with(Seat seat, const std::string& line, const Menu& menu);
  void hint(Seat seat, const Menu& menu);
  void explain(std::string_view what);

  void print_how_to_resume();
  ExitCode finish();
  ExitCode leave(Turn why);

  std::unique_ptr<play::Match> match_;
  play::Dealer dealer_;
  play::RecordFile record_;
  std::string cards_;
  std::vector<std::string> names_;
  int people_ = 0;
  Seat at_screen_ = kNobody;
  std::map<Seat, std::vector<std::string>> story_;  ///< what each reader has not been told yet
  Terminal terminal_;
};

}  // namespace lifetable::app

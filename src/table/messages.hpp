// SPDX-License-Identifier: Apache-2.0
// What a table tells whoever sits or stands there, as plain structs: docs/protocol.md describes them, and the
// page's types (web/src/protocol.ts) are made from these definitions. Seats count from 1; 0 is nobody.
#pragma once

#include <boost/describe.hpp>
#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/list.hpp"
#include "core/phrase.hpp"
#include "core/seat.hpp"
#include "play/json_text.hpp"

namespace lifetable::table {

using SeatNumbers = FixedList<int, kMaxSeats>;

/// Somebody at the table.
struct Player {
  std::string name;
  std::string player;  ///< "person", or the name of a bot
};
BOOST_DESCRIBE_STRUCT(Player, (), (name, player))

/// A move that the reader may make now.
struct Offer {
  std::string move;               ///< as it is sent
  Phrase label;                   ///< what it does
  std::vector<std::string> taps;  ///< what is tapped for it, one thing after the other
};
BOOST_DESCRIBE_STRUCT(Offer, (), (move, label, taps))

/// How the game ended.
struct Outcome {
  std::vector<int> scores;     ///< by seat
  std::vector<Phrase> points;  ///< the same in words
  SeatNumbers winners;
};
BOOST_DESCRIBE_STRUCT(Outcome, (), (scores, points, winners))

/// A seat's time to think, at a table with clocks.
struct SeatClock {
  std::int64_t left = 0;  ///< milliseconds
  bool runs = false;      ///< `left` falls while it does
};
BOOST_DESCRIBE_STRUCT(SeatClock, (), (left, runs))

/// A reaction window of a fixed length: answers are kept secret, and take effect together at its end.
struct Window {
  std::int64_t left = 0;  ///< milliseconds
  bool answered = false;  ///< by the reader
};
BOOST_DESCRIBE_STRUCT(Window, (), (left, answered))

/// The table as one reader sees it: all that a page needs to draw it.
struct State {
  std::string game;
  int at = 0;      ///< how many moves were made, the dealer's among them
  int reader = 0;  ///< whose eyes these are; 0: a bystander's
  play::Written<std::vector<Player>> players;
  SeatNumbers actors;  ///< who is to act
  play::Json scene;
  std::vector<Offer> offers;      ///< none if the reader is not to act
  bool undo = false;              ///< the reader may take the last move back
  std::vector<SeatClock> clocks;  ///< by seat; none at a table without clocks
  std::vector<Window> window;     ///< one, while a reaction window of a fixed length is open
  std::vector<Outcome> outcome;   ///< one, once the game is over
};
BOOST_DESCRIBE_STRUCT(State, (),
                      (game, at, reader, players, actors, scene, offers, undo, clocks, window, outcome))

/// What happened, in the order of moves.
struct Told {
  int at = 0;  ///< the move that it is about, from 1
  std::vector<Phrase> phrases;
};
BOOST_DESCRIBE_STRUCT(Told, (), (at, phrases))

/// What came of a move, of taking one back or of a bot's choice: all that is kept, and then shown to one
/// reader.
struct News {
  State state;
  std::vector<Told> told;           ///< what is new to the reader
  int cut = 0;                      ///< how many of the kept lines no longer hold: the last ones
  std::vector<std::string> lines;   ///< the moves that are not kept yet, as lines of the record
  std::vector<std::string> header;  ///< one, the record's first line, if it is another than at the beginning
};
BOOST_DESCRIBE_STRUCT(News, (), (state, told, cut, lines, header))

/// A move that a search considered.
struct Idea {
  std::string move;
  Phrase label;
  std::int64_t visits = 0;
  double expected = 0;                    ///< the share of a win that it led to
  std::vector<std::vector<Phrase>> line;  ///< how it would probably go on: what is told of each move
};
BOOST_DESCRIBE_STRUCT(Idea, (), (move, label, visits, expected, line))

/// A hint.
struct Thoughts {
  std::int64_t playouts = 0;
  std::vector<Idea> ideas;  ///< the most tried first: the first is the choice
};
BOOST_DESCRIBE_STRUCT(Thoughts, (), (playouts, ideas))

/// A proposal that was not followed. Nothing has changed.
struct Refusal {
  std::string reason;  ///< "rules", "unknown", "stale", "answered", "turn", "seat", "over" or "undo"
  Phrase phrase;       ///< the same as a sentence, or what is wrong here and now
  std::string clause;  ///< the rule that says so, "FA-8"; "" if it is none
};
BOOST_DESCRIBE_STRUCT(Refusal, (), (reason, phrase, clause))

// ---- What a host keeps beside the record --------------------------------------------------------------

/// An answer in a reaction window, which takes effect at its end.
struct KeptAnswer {
  int seat = 0;
  std::string move;
};
BOOST_DESCRIBE_STRUCT(KeptAnswer, (), (seat, move))

/// What time it is for the seats of a table.
struct Timing {
  int at = 0;                        ///< moves made
  std::vector<std::int64_t> clocks;  ///< milliseconds left, by seat; none at a table without clocks
  std::int64_t window = 0;           ///< milliseconds left of the reaction window; 0: there is none
  std::vector<KeptAnswer> answers;   ///< in it, as they came
};
BOOST_DESCRIBE_STRUCT(Timing, (), (at, clocks, window, answers))

// ---- A room: a table that people come to by a link ----------------------------------------------------

/// A seat, before, during and after a game.
struct RoomSeat {
  std::string name;
  std::string player;  ///< "open": nobody's yet; "person", or the name of a bot
  std::string cover;   ///< the bot that plays for a person who is away; "" if none does
  bool here = false;   ///< a person who is connected
  bool added = false;  ///< to the chance of this deal
};
BOOST_DESCRIBE_STRUCT(RoomSeat, (), (name, player, cover, here, added))

/// All that everybody in a room may know about it, but for the game itself.
struct RoomState {
  std::string table;
  std::string game;
  boost::json::object options;
  std::string phase;  ///< "gathering", "playing" or "over"
  std::vector<RoomSeat> seats;
  int host = 0;      ///< the host's seat; 0: the host has none
  int watching = 0;  ///< how many are connected without a seat
  bool unhurried = false;
  std::int64_t bank = 0, increment = 0, window = 0;  ///< milliseconds; 0: there are none
  bool chat = false;                                 ///< people may write what they like
  int deal = 1;                                      ///< how many deals there were, with this one
  std::string commitment;                            ///< hash of the server's part of this deal
};
BOOST_DESCRIBE_STRUCT(RoomState, (),
                      (table, game, options, phase, seats, host, watching, unhurried, bank, increment, window,
                       chat, deal, commitment))

/// What is only the reader's.
struct RoomSelf {
  std::string role;  ///< "seat", "guest" (may take a seat) or "watcher"
  int seat = 0;
  bool host = false;
  bool muted = false;
  std::string join, watch;  ///< keys for the links that this reader may pass on; "" if it may not
  std::string code;         ///< the part of `join` that is read out
  std::string entropy;      ///< what the reader's seat added to the chance of this deal, as it was taken
};
BOOST_DESCRIBE_STRUCT(RoomSelf, (), (role, seat, host, muted, join, watch, code, entropy))

/// Something said by a seat.
struct Said {
  int seat = 0;
  std::string name;
  std::string phrase;  ///< one of the phrases of the house, by its id; "" if it is free text
  std::string text;
};
BOOST_DESCRIBE_STRUCT(Said, (), (seat, name, phrase, text))

}  // namespace lifetable::table

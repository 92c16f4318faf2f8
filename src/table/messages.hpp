// What a table tells whoever sits or stands there, as plain structs: docs/protocol.md describes them, and the
// page's types (web/src/protocol.ts) are made from these definitions. Seats count from 1; 0 is nobody.
#pragma once

#include <boost/describe.hpp>
#include <boost/json.hpp>
#include <string>
#include <vector>

#include "core/phrase.hpp"

namespace lifetable::table {

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
  std::vector<int> winners;    ///< seats
};
BOOST_DESCRIBE_STRUCT(Outcome, (), (scores, points, winners))

/// The table as one reader sees it: all that a page needs to draw it.
struct State {
  std::string game;
  int at = 0;      ///< how many moves were made, the dealer's among them
  int reader = 0;  ///< whose eyes these are; 0: a bystander's
  std::vector<Player> players;
  std::vector<int> actors;  ///< who is to act
  boost::json::value scene;
  std::vector<Offer> offers;     ///< none if the reader is not to act
  bool undo = false;             ///< the reader may take the last move back
  std::vector<Outcome> outcome;  ///< one, once the game is over
};
BOOST_DESCRIBE_STRUCT(State, (), (game, at, reader, players, actors, scene, offers, undo, outcome))

/// What happened, in the order of moves.
struct Told {
  int at = 0;  ///< the move that it is about, from 1
  std::vector<Phrase> phrases;
};
BOOST_DESCRIBE_STRUCT(Told, (), (at, phrases))

/// A proposal that was not followed. Nothing has changed.
struct Refusal {
  std::string reason;  ///< "rules", "stale", "seat", "over"
  Phrase phrase;       ///< what is wrong here and now, if that is known
  std::string clause;  ///< the rule that says so, "FA-8"; "" if it is none
};
BOOST_DESCRIBE_STRUCT(Refusal, (), (reason, phrase, clause))

}  // namespace lifetable::table

// SPDX-License-Identifier: Apache-2.0
// What a seat sees of Cradle to Grave, as things to be drawn: the page shows a Scene and computes nothing.
#pragma once

#include <boost/describe.hpp>
#include <string>
#include <vector>

#include "core/phrase.hpp"

namespace lifetable::cradle {

struct Pile {
  int digit = 0;
  bool hidden = false;  ///< its top lies face down, and counts as a 9
};
BOOST_DESCRIBE_STRUCT(Pile, (), (digit, hidden))

struct Person {
  std::vector<Pile> piles;  ///< tens and ones; none until the ages are shown
  int age = 0;
  std::string stage;           ///< of life: "baby", "child" and so on to "ancient"; "" without an age
  bool danger = false;         ///< old enough for the hundred check
  bool chosen = false;         ///< has laid a starting age face down
  int cards = 0;               ///< in hand
  std::vector<int> penalties;  ///< of the rounds that are over
  int total = 0;               ///< of these
};
BOOST_DESCRIBE_STRUCT(Person, (), (piles, age, stage, danger, chosen, cards, penalties, total))

/// A special that is on its way, and may be answered with Stop!
struct Special {
  std::string card;    ///< as typed: "Swap"
  int by = 0, on = 0;  ///< seats, from 1
  std::string place;   ///< "tens" or "ones", of the 0; else ""
  int stops = 0;       ///< that lie on it
};
BOOST_DESCRIBE_STRUCT(Special, (), (card, by, on, place, stops))

struct Scene {
  Phrase now;  ///< what is going on
  int round = 0, rounds = 0;
  int deck = 0;
  int turn = 0;                   ///< seats, from 1; 0: nobody
  std::vector<Person> people;     ///< by seat
  std::vector<std::string> hand;  ///< mine
  std::vector<std::string> discards;
  std::vector<Special> special;  ///< the one under way, if there is one
  int honoured = 0;              ///< the seat that is named with respect (CG-41), from 1; 0: nobody
};
BOOST_DESCRIBE_STRUCT(Scene, (), (now, round, rounds, deck, turn, people, hand, discards, special, honoured))

}  // namespace lifetable::cradle

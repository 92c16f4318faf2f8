// SPDX-License-Identifier: Apache-2.0
// What a seat sees of Five Alive, as things to be drawn: the page shows a Scene and computes nothing.
#pragma once

#include <boost/describe.hpp>
#include <string_view>
#include <vector>

#include "core/list.hpp"
#include "core/phrase.hpp"
#include "games/alive/cards.hpp"

namespace lifetable::alive {

struct Place {
  int lives = 0;  ///< of the seat, or of its team
  int cards = 0;
  bool out = false;
  int team = 0;               ///< 1 or 2; 0: everybody plays alone
  std::vector<Phrase> known;  ///< what anybody can tell about the hand (FA-44)
};
BOOST_DESCRIBE_STRUCT(Place, (), (lives, cards, out, team, known))

struct HandCard {
  std::string_view card;  ///< as typed: "7", "Bomb"
  bool fits = false;
};
BOOST_DESCRIBE_STRUCT(HandCard, (), (card, fits))

struct Heap {
  std::string_view card;
  int count = 0;
};
BOOST_DESCRIBE_STRUCT(Heap, (), (card, count))

struct Scene {
  Phrase now;  ///< what is going on
  int hand_number = 0;
  int total = 0, limit = 0;
  int pile = 0;
  bool clockwise = true;
  int dealer = 0, turn = 0;    ///< seats from 1; 0: nobody
  std::string_view top;        ///< the last card played; "": none
  std::vector<Place> places;   ///< by seat
  std::vector<HandCard> hand;  ///< mine
  FixedList<Heap, kKinds> discards;
  FixedList<Heap, kKinds> held;  ///< what I know that the others hold
};
BOOST_DESCRIBE_STRUCT(Scene, (),
                      (now, hand_number, total, limit, pile, clockwise, dealer, turn, top, places, hand,
                       discards, held))

}  // namespace lifetable::alive

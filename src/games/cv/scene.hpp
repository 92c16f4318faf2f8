// SPDX-License-Identifier: Apache-2.0
// What a seat sees of CV, as things to be drawn: the page shows a Scene and computes nothing. Scenes name
// cards by their numbers; what is on a card is said once for a table, as CardFacts.
//
// Symbols stand as letters, in the order of "HRKMGBA" (health, relationship, knowledge, money, good luck, bad
// luck, any): "HMM". Types are "health", "relationship", "knowledge", "work", "possession", "event" and
// "life goal". Special effects have names such as "thaw"; their texts are cv.effect.thaw and cv.does.thaw.
#pragma once

#include <boost/describe.hpp>
#include <string>
#include <vector>

#include "core/phrase.hpp"

namespace lifetable::cv {

/// What is printed on a card.
struct CardFacts {
  int number = 0;
  std::string title;
  std::string deck;  ///< "childhood", "early adulthood", "middle age", "old age" or "life goals"
  std::vector<std::string> types;           ///< two if its owner says which when taking it
  std::string cost;                         ///< letters
  std::vector<std::string> needs, forbids;  ///< types that a CV must have, must not have
  std::string gives;                        ///< letters
  int dice = 0, throws = 0;                 ///< more of them
  std::string arrows;                       ///< what may become what: "G→H R↔K"
  std::vector<std::string> specials;        ///< names of special effects
  std::string upkeep;                       ///< letters
  int points = 0;                           ///< of a possession; of a goal for each full set
  std::vector<int> goal_cards;              ///< of a goal, by stack: the cards of a set; else none
  int goal_tokens = 0;                      ///< of a goal: the tokens of a set
  Phrase price, effect;  ///< in few letters: "R R G, needs work" and "R, +1 die"; of a goal in words
  Phrase told;           ///< all of it, in sentences
};
BOOST_DESCRIBE_STRUCT(CardFacts, (),
                      (number, title, deck, types, cost, needs, forbids, gives, dice, throws, arrows,
                       specials, upkeep, points, goal_cards, goal_tokens, price, effect, told))

struct Stack {
  std::string type;
  std::vector<int> cards;  ///< from the top; only the first is active
  int points = 0;          ///< as they would count now
  bool twice = false;      ///< the active card counts as two cards
};
BOOST_DESCRIBE_STRUCT(Stack, (), (type, cards, points, twice))

/// How the points of a player would add up now, and do in the end.
struct PointSheet {
  int health = 0, relationship = 0, knowledge = 0;  ///< for the number of cards
  int possessions = 0;
  bool secret_known = false;  ///< whether `secret` is known; if not, it may add to the total
  int secret = 0;             ///< of the secret goal
  std::vector<int> goals;     ///< of the public goals, in the order of the scene
  int total = 0;
};
BOOST_DESCRIBE_STRUCT(PointSheet, (),
                      (health, relationship, knowledge, possessions, secret_known, secret, goals, total))

struct Person {
  std::vector<Stack> stacks;  ///< always five: health, relationship, knowledge, work, possession
  int cards = 0;              ///< in the CV
  int hidden = 0;             ///< childhood cards in hand
  std::vector<int> events;    ///< in hand, taken openly
  int goal = 0;               ///< the secret goal, if it is mine or the game is over; 0: unknown
  PointSheet points;
  bool begins = false;  ///< begins every round
  bool acts = false;    ///< the table waits for this player
  bool chosen = false;  ///< has chosen a childhood card
  bool won = false;
  bool retired = false;  ///< takes no more work cards
  // What would work for the player in a turn that began now.
  std::string tokens;  ///< letters
  int dice = 0, throws = 0;
  std::string arrows;                 ///< as printed on the active cards: "G→H"
  std::vector<std::string> specials;  ///< of the active cards
  std::string upkeep;                 ///< letters, of all active cards
};
BOOST_DESCRIBE_STRUCT(Person, (),
                      (stacks, cards, hidden, events, goal, points, begins, acts, chosen, won, retired,
                       tokens, dice, throws, arrows, specials, upkeep))

struct DeckLeft {
  std::string deck;  ///< "early adulthood", "middle age" or "old age"
  int cards = 0;
  bool on = false;  ///< the next card of the track comes from it
};
BOOST_DESCRIBE_STRUCT(DeckLeft, (), (deck, cards, on))

/// A card of the track. All but its number is about me, in my turn before I have taken two cards, and while I
/// get social assistance; else it is left blank.
struct Offer {
  int card = 0;
  bool affordable = false;      ///< what I have now pays for it, or it costs nothing
  bool by_luck = false;         ///< but only with three good lucks in place of its cost
  std::string lacks;            ///< else: the fewest symbols that would do, such as "KM"
  bool lacks_for_luck = false;  ///< with them three good lucks would buy it
  std::string one_more;         ///< if one is enough: every face that would do, on one more die
  Phrase barred;                ///< why I may not take it, whatever I pay
};
BOOST_DESCRIBE_STRUCT(Offer, (), (card, affordable, by_luck, lacks, lacks_for_luck, one_more, barred))

struct Die {
  std::string face;   ///< a letter; "": in the air
  std::string state;  ///< "free" to be thrown again, "frozen" by bad luck, "lying", or "rolling"
};
BOOST_DESCRIBE_STRUCT(Die, (), (face, state))

struct Due {
  std::string stack;
  int card = 0;
  std::string upkeep;    ///< letters
  bool payable = false;  ///< with what there is now, after all that was taken: it can be among those paid
  bool certain = false;  ///< and need not be given up for another
};
BOOST_DESCRIBE_STRUCT(Due, (), (stack, card, upkeep, payable, certain))

/// The turn under way, whoever's it is.
struct ThisTurn {
  std::vector<Die> dice;
  int to_throw = 0;     ///< before the first throw: how many dice
  int joining = 0;      ///< dice of events that join the next throw
  int throws_made = 0;  ///< with the one in the air
  int throws_left = 0;
  std::string tokens;                 ///< letters: what active cards give, as they lay when the turn began
  std::string extra;                  ///< letters: what events gave
  std::string job;                    ///< letters: one of these, of a friend's job
  std::string arrows;                 ///< what may become what, one after the other
  std::vector<std::string> specials;  ///< at work
  int bad_luck = 0;                   ///< on dice and tokens
  int misfortunes = 0;                ///< that would strike if no more were thrown and taken
  int losses = 0;                     ///< cards that are still to be lost to misfortune
  std::vector<Due> upkeep;
};
BOOST_DESCRIBE_STRUCT(ThisTurn, (),
                      (dice, to_throw, joining, throws_made, throws_left, tokens, extra, job, arrows,
                       specials, bad_luck, misfortunes, losses, upkeep))

/// A card that was taken this turn, or by social assistance.
struct TakenCard {
  int card = 0;
  std::string as;       ///< its type
  std::string paid;     ///< letters; "": nothing
  bool placed = false;  ///< it lies in the CV, or is in the hand
};
BOOST_DESCRIBE_STRUCT(TakenCard, (), (card, as, paid, placed))

struct PublicGoal {
  int card = 0;
  int points = 0;            ///< that it would give now
  std::vector<int> leaders;  ///< to these seats
};
BOOST_DESCRIBE_STRUCT(PublicGoal, (), (card, points, leaders))

struct HandCard {
  int card = 0;
  bool playable = false;  ///< now
};
BOOST_DESCRIBE_STRUCT(HandCard, (), (card, playable))

struct Scene {
  Phrase now;                   ///< what is going on
  int turn = 0;                 ///< seats, from 1; 0: nobody
  std::string last_round;       ///< "yes", "maybe" or "no"
  std::vector<DeckLeft> decks;  ///< the ages of life, in their order
  std::vector<Offer> track;     ///< from the left; the first goes first
  std::vector<PublicGoal> goals;
  std::vector<Person> people;       ///< by seat
  std::vector<ThisTurn> this_turn;  ///< if there is one
  std::vector<TakenCard> taken;     ///< by whoever's turn it is, or by who is assisted
  std::vector<int> choices;         ///< mine: childhood cards to keep one of
  std::vector<HandCard> hand;       ///< mine
  std::vector<int> passed;          ///< childhood cards that I passed on and nobody has laid open
};
BOOST_DESCRIBE_STRUCT(Scene, (),
                      (now, turn, last_round, decks, track, goals, people, this_turn, taken, choices, hand,
                       passed))

}  // namespace lifetable::cv

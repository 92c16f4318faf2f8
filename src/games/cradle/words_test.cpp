// SPDX-License-Identifier: Apache-2.0
// What people read and type: names, moves, menus, the story and help.
#include "games/cradle/words.hpp"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "core/texts.hpp"
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {
namespace {

constexpr Seat kOne{0}, kTwo{1}, kThree{2};
const std::vector<std::string> kNames = {"Ann", "Bo", "Cy", "Di", "Ed"};

Cards heap(const std::vector<Card>& cards) {
  Cards all;
  for (const Card each : cards) all.add(each);
  return all;
}

/// What seat 1 of three sees: Ann is 47, Bo is 52 and Cy is 99.
View table() {
  View view{};
  Table& t = view.table;
  t.options.players = 3;
  t.phase = Phase::play;
  t.turn = t.last = view.seat = kOne;
  const int ages[] = {47, 52, 99};
  for (const Seat seat : SeatSet::first(3)) {
    t.top(seat, Place::tens) = Top::face_up(age_card(ages[seat.index] / 10));
    t.top(seat, Place::ones) = Top::face_up(age_card(ages[seat.index] % 10));
  }
  return view;
}

std::string label(const View& view, Move move) {
  return english().say(Cradle::label(view, move), view.seat, kNames);
}
std::string told(const Event& event, Seat reader) {
  return english().say(Cradle::tell(event, reader), reader, kNames);
}
std::string to_ann(const Event& event) { return told(event, kOne); }
std::string to_watcher(const Event& event) { return told(event, kNobody); }
std::string explained(std::string_view word) { return english().say(Cradle::explain({}, word)); }

// ---- Cards
// --------------------------------------------------------------------------------------------

TEST(CradleWords, EveryCardHasNamesOfItsOwn) {
  std::set<std::string> typed, printed;
  for (const Card card : Cards::whole_deck().kinds()) {
    EXPECT_EQ(card_named(name_of(card)), card);
    EXPECT_EQ(english().say(phrase_of(card)), full_name(card));
    EXPECT_EQ(english().say(short_phrase_of(card)), name_of(card));
    typed.insert(name_of(card)), printed.insert(std::string(full_name(card)));
  }
  EXPECT_EQ(static_cast<int>(typed.size()), kKinds);
  EXPECT_EQ(static_cast<int>(printed.size()), kKinds);
  EXPECT_EQ(card_named("zero"), Card::zero);
  EXPECT_EQ(card_named("STOP!"), Card::stop);
  for (const auto* word : {"", "?", "10", "00", "swaps"}) EXPECT_EQ(card_named(word), Card::none) << word;
}

TEST(CradleWords, EveryCardIsExplainedWithItsClause) {
  EXPECT_EQ(
      explained("7"),
      "7: goes on a neighbour's 6 (CG-16), or on a digit of your own below 7 (CG-17). Face down it is a "
      "9 on a digit of your own (CG-18).");
  EXPECT_EQ(explained("zero"),
            "0: covers a 9 of your own, tens or ones, and stays there (CG-23). Others may stop it.");
  EXPECT_EQ(explained("TEN"),
            "Cover Ten Digit: choose any player; the top card of the deck covers their tens, higher or lower "
            "(CG-24). A special turned up is discarded (CG-25).");
  EXPECT_EQ(explained("swap"), "Swap places: choose any player, whose tens and ones change places (CG-26).");
  EXPECT_EQ(explained("stop"),
            "Stop! answers a special that an opponent has just played, another Stop! too (CG-27).");
  EXPECT_TRUE(Cradle::explain({}, "bomb").empty());
}

// ---- Moves
// --------------------------------------------------------------------------------------------

TEST(CradleWords, EveryMoveReadsBack) {
  std::vector<Move> moves = {Move::to_stop(), Move::to_let(), Move::to_skip(),
                             Move::to_age(age_card(4), age_card(7))};
  for (const Card card : Cards::whole_deck().kinds())
    moves.insert(moves.end(),
                 {Move::to_draw(card), Move::to_hide(Place::tens, card), Move::to_hide(Place::ones, card)});
  for (const Seat seat : SeatSet::first(kMaxPlayers))
    moves.insert(moves.end(),
                 {Move::to_raise(seat, Place::tens, age_card(3)),
                  Move::to_raise(seat, Place::ones, age_card(9)), Move::to_ten(seat), Move::to_swap(seat)});
  for (const Place place : kPlaces) moves.push_back(Move::to_zero(place));
  for (const Move move : moves) {
    const auto again = Cradle::parse(Cradle::text(move));
    ASSERT_TRUE(again) << Cradle::text(move);
    EXPECT_EQ(*again, move) << Cradle::text(move);
  }
}

TEST(CradleWords, NonsenseIsRefusedInOneSentence) {
  for (const auto* text : {"", " ", "age 4", "age 4 7 1", "raise 2 tens", "raise 9 tens 3", "raise 2 top 3",
                           "hide ones", "zero", "ten 0", "swap", "stop it", "7", "play 7"}) {
    const auto move = Cradle::parse(text);
    ASSERT_FALSE(move) << text;
    EXPECT_NE(move.error().message.find("is not a move of Cradle to Grave; moves look like: "),
              std::string::npos);
  }
}

// ---- The menu
// -----------------------------------------------------------------------------------------

TEST(CradleWords, LabelsSayHowOldSomebodyWouldBe) {
  const View view = table();
  EXPECT_EQ(label(view, Move::to_age(age_card(4), age_card(7))), "Start at age 47");
  EXPECT_EQ(label(view, Move::to_raise(kTwo, Place::ones, age_card(3))), "3 on Bo's ones: 52 → 53");
  EXPECT_EQ(label(view, Move::to_raise(kOne, Place::tens, age_card(8))), "8 on your own tens: 47 → 87");
  EXPECT_EQ(label(view, Move::to_hide(Place::ones, Card::swap)), "Swap face down on your own ones: 47 → 49");
  EXPECT_EQ(label(view, Move::to_hide(Place::tens, age_card(2))), "2 face down on your own tens: 47 → 97");
  EXPECT_EQ(label(view, Move::to_ten(kTwo)), "Cover Ten Digit on Bo: 52 → ?2");
  EXPECT_EQ(label(view, Move::to_ten(kOne)), "Cover Ten Digit on you: 47 → ?7");
  EXPECT_EQ(label(view, Move::to_swap(kTwo)), "Swap places on Bo: 52 → 25");
  EXPECT_EQ(label(view, Move::to_swap(kOne)), "Swap places on you: 47 → 74");
  EXPECT_EQ(label(view, Move::to_draw(age_card(5))), "draw 5") << "the dealer's move, as it is typed";
}

TEST(CradleWords, LabelsKnowWhoIs99) {
  View view = table();
  view.seat = kThree;
  EXPECT_EQ(label(view, Move::to_zero(Place::tens)), "0 on your own tens: 99 → 9");
  EXPECT_EQ(label(view, Move::to_zero(Place::ones)), "0 on your own ones: 99 → 90");
  EXPECT_EQ(label(view, Move::to_skip()), "Skip: nothing can be played at 99");
}

TEST(CradleWords, LabelsOfAnAnswerTellWhatBecomesOfTheSpecial) {
  View view = table();
  view.table.phase = Phase::answer;
  view.table.special = Card::ten;
  EXPECT_EQ(label(view, Move::to_stop()), "Stop Cover Ten Digit");
  EXPECT_EQ(label(view, Move::to_let()), "Let Cover Ten Digit happen");
  view.table.special = Card::zero;
  EXPECT_EQ(label(view, Move::to_let()), "Let the 0 happen");
  view.table.special = Card::ten;
  view.table.stops = 1;
  EXPECT_EQ(label(view, Move::to_stop()), "Stop the Stop! card, so that Cover Ten Digit happens after all");
  EXPECT_EQ(label(view, Move::to_let()), "Let the Stop! card stand, so that Cover Ten Digit is cancelled");
}

// ---- The story
// ----------------------------------------------------------------------------------------

TEST(CradleWords, TheDealIsTold) {
  EXPECT_EQ(to_ann({.what = Event::round_began, .number = 1}), "Round 2 begins.");
  EXPECT_EQ(to_ann({.what = Event::got, .seat = kOne, .card = Card::ten}), "You draw Cover Ten Digit.");
  EXPECT_EQ(to_ann({.what = Event::got, .seat = kOne, .card = Card::stop}), "You draw a Stop! card.");
  const Event shown{.what = Event::hand_shown,
                    .seat = kTwo,
                    .cards = heap({Card::stop, Card::nine, Card::nine, Card::ten, age_card(2), age_card(1)})};
  EXPECT_EQ(to_ann(shown), "Bo shows 1 2 9 9 Ten Stop and must take six new cards (CG-5).");
  EXPECT_EQ(told(shown, kTwo), "You show 1 2 9 9 Ten Stop and must take six new cards (CG-5).");
  EXPECT_EQ(to_ann({.what = Event::shown_returned}), "The shown cards are shuffled back into the deck.");
}

TEST(CradleWords, AnAgeIsToldToItsOwnerWhenChosenAndToAllWhenShown) {
  const Event laid{.what = Event::age_laid, .seat = kTwo};
  EXPECT_EQ(to_ann(laid), "Bo has chosen a starting age.");
  EXPECT_EQ(told(laid, kTwo), "");
  const Event chosen{.what = Event::age_chosen, .seat = kOne, .card = age_card(4), .second = age_card(7)};
  EXPECT_EQ(to_ann(chosen), "You choose 47, face down.");
  const Event shown{.what = Event::age_shown, .seat = kOne, .card = age_card(4), .second = age_card(7)};
  EXPECT_EQ(to_ann(shown), "You start at age 47.");
  EXPECT_EQ(to_watcher(shown), "Ann starts at age 47.");
}

TEST(CradleWords, TheHundredCheckIsTold) {
  const Event safe{.what = Event::checked, .seat = kOne, .card = Card::swap, .number = 95};
  EXPECT_EQ(to_ann(safe), "Hundred check: you turn up Swap places and are safe for now.");
  const Event over{.what = Event::checked, .seat = kTwo, .card = age_card(5), .number = 100};
  EXPECT_EQ(to_ann(over), "Hundred check: Bo turns up 5 and is 100: the round is over.");
}

TEST(CradleWords, CardsAreToldByWhoseAgeTheyChange) {
  const Event raised{
      .what = Event::raised, .seat = kOne, .target = kTwo, .place = Place::ones, .card = age_card(3)};
  EXPECT_EQ(to_ann(raised), "You lay 3 on Bo's ones.");
  EXPECT_EQ(told(raised, kTwo), "Ann lays 3 on your ones.");
  EXPECT_EQ(to_watcher(raised), "Ann lays 3 on Bo's ones.");
  const Event own{.what = Event::raised, .seat = kOne, .target = kOne, .card = age_card(8)};
  EXPECT_EQ(to_ann(own), "You lay 8 on your own tens.");
  EXPECT_EQ(to_watcher(own), "Ann lays 8 on their own tens.");
  const Event hid{.what = Event::hid, .seat = kTwo, .place = Place::ones};
  EXPECT_EQ(to_ann(hid), "Bo lays a card face down as a 9 on their own ones.");
  EXPECT_EQ(told(hid, kTwo), "You lay a card face down as a 9 on your own ones.");
  const Event card{.what = Event::hid_card, .seat = kTwo, .card = Card::swap, .only = kTwo};
  EXPECT_EQ(told(card, kTwo), "(It is your Swap places)");
  EXPECT_EQ(told(card, kDealer), "(It is Bo's Swap places)");
  EXPECT_EQ(to_ann({.what = Event::skipped, .seat = kTwo}), "Bo is 99, stuck, and skips (CG-20).");
  EXPECT_EQ(to_ann({.what = Event::skipped, .seat = kOne}), "You are 99, stuck, and skip (CG-20).");
}

TEST(CradleWords, SpecialsAreToldWithWhomTheyAreFor) {
  const Event zero{.what = Event::played, .seat = kTwo, .target = kTwo, .card = Card::zero};
  EXPECT_EQ(to_ann(zero), "Bo plays the 0 for their own tens.");
  EXPECT_EQ(told(zero, kTwo), "You play the 0 for your own tens.");
  const Event ten{.what = Event::played, .seat = kTwo, .target = kOne, .card = Card::ten};
  EXPECT_EQ(to_ann(ten), "Bo plays Cover Ten Digit on you.");
  EXPECT_EQ(told(ten, kTwo), "You play Cover Ten Digit on Ann.");
  const Event swap{.what = Event::played, .seat = kTwo, .target = kTwo, .card = Card::swap};
  EXPECT_EQ(to_ann(swap), "Bo plays Swap places on themselves.");
  EXPECT_EQ(told(swap, kTwo), "You play Swap places on yourself.");
  EXPECT_EQ(to_ann({.what = Event::stopped, .seat = kThree, .card = Card::stop}), "Cy plays Stop!");
  EXPECT_EQ(to_ann({.what = Event::cancelled, .card = Card::ten}),
            "Cover Ten Digit is stopped and discarded.");
}

TEST(CradleWords, WhatASpecialDidIsTold) {
  const Event zero{.what = Event::zero_laid, .seat = kTwo, .place = Place::ones};
  EXPECT_EQ(to_ann(zero), "The 0 covers Bo's ones.");
  EXPECT_EQ(told(zero, kTwo), "The 0 covers your ones.");
  EXPECT_EQ(to_ann({.what = Event::ten_covered, .target = kTwo, .card = age_card(1)}),
            "1 is turned up and covers Bo's tens.");
  EXPECT_EQ(to_ann({.what = Event::ten_covered, .target = kOne, .card = age_card(1)}),
            "1 is turned up and covers your tens.");
  EXPECT_EQ(to_ann({.what = Event::ten_covered, .target = kTwo, .card = Card::stop}),
            "Stop! is turned up: a special card, which covers nothing and is discarded (CG-25).");
  EXPECT_EQ(to_ann({.what = Event::swapped, .target = kTwo}), "Bo's tens and ones change places.");
  EXPECT_EQ(to_ann({.what = Event::swapped, .target = kOne}), "Your tens and ones change places.");
}

TEST(CradleWords, TheEndOfARoundAndAGameIsTold) {
  EXPECT_EQ(to_ann({.what = Event::round_ended, .seat = kOne, .number = 1}),
            "The round ends: you reached a hundred.");
  EXPECT_EQ(to_ann({.what = Event::round_ended}), "The deck is empty: the round ends.");
  const Event laid{.what = Event::laid_shown, .seat = kTwo, .cards = heap({Card::swap, age_card(2)})};
  EXPECT_EQ(to_ann(laid), "Bo's face-down cards were: 2 Swap.");
  EXPECT_EQ(told(laid, kTwo), "Your face-down cards were: 2 Swap.");
  EXPECT_EQ(to_ann({.what = Event::scored, .seat = kTwo, .number = 52}), "Bo writes down 52.");
  EXPECT_EQ(to_ann({.what = Event::game_ended}), "The game is over.");
}

TEST(CradleWords, WhatIsSeenAtTheTableIsNotTold) {
  for (const auto what : {Event::dealt, Event::stood, Event::turn_began, Event::let, Event::allowed})
    EXPECT_TRUE(Cradle::tell({.what = what, .seat = kTwo}, kOne).empty());
}

// CG-41
TEST(CradleWords, TheOldestIsNamedWithRespectOnlyAtATableThatAsksForIt) {
  const Event by{.what = Event::swapped, .seat = kTwo, .target = kThree, .honoured = kThree};
  EXPECT_EQ(to_ann(by), "The venerable Cy's tens and ones change places.");
  EXPECT_EQ(told(by, kThree), "Your tens and ones change places.");
  EXPECT_EQ(to_ann({.what = Event::stopped, .seat = kThree, .card = Card::stop, .honoured = kThree}),
            "The venerable Cy plays Stop!");
  EXPECT_EQ(to_ann({.what = Event::stopped, .seat = kTwo, .card = Card::stop, .honoured = kThree}),
            "Bo plays Stop!");
  View view = table();
  EXPECT_EQ(label(view, Move::to_swap(kThree)), "Swap places on Cy: 99 → 99");
  view.table.options.polite = true;
  EXPECT_EQ(label(view, Move::to_swap(kThree)), "Swap places on the venerable Cy: 99 → 99");
  EXPECT_EQ(label(view, Move::to_swap(kTwo)), "Swap places on Bo: 52 → 25");
  EXPECT_NE(Cradle::picture(view, kNames).text().find("99, venerable"), std::string::npos);
}

TEST(CradleWords, ScoresAreYears) {
  EXPECT_EQ(english().say(Cradle::points(1)), "1 year");
  EXPECT_EQ(english().say(Cradle::points(57)), "57 years");
}

}  // namespace
}  // namespace lifetable::cradle

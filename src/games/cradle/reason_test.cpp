// SPDX-License-Identifier: Apache-2.0
// Why moves are refused, in words: one test for each clause that a person can run into.
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "core/texts.hpp"
#include "core/words.hpp"
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {
namespace {

constexpr Seat kOne{0}, kTwo{1}, kThree{2};
const std::vector<std::string> kNames = {"Ann", "Bo", "Cy", "Di"};

/// What Ann sees, who is to play: Ann is 47, Bo 52, Cy 99 and Di 30. She holds 3, 6, 0 and Stop!.
View table() {
  View view{};
  Table& t = view.table;
  t.options.players = 4;
  t.phase = Phase::play;
  t.turn = t.last = view.seat = kOne;
  const int ages[] = {47, 52, 99, 30};
  for (const Seat seat : SeatSet::first(4)) {
    const int tens = ages[seat.index] / 10, ones = ages[seat.index] % 10;
    t.top(seat, Place::tens) = Top::face_up(age_card(tens));
    t.top(seat, Place::ones) = Top::face_up(ones ? age_card(ones) : Card::zero);
    t.hand[seat.index] = 4;
  }
  for (const Card card : {age_card(3), age_card(6), Card::zero, Card::stop}) view.mine.hand.add(card);
  return view;
}

/// The clause that a typed move breaks, and the reason that is given: "CG-14 You hold no 7."
std::string refusal(const View& view, std::string_view typed) {
  const auto move = Cradle::parse(typed);
  if (!move) return "no move";
  const Clause clause = Cradle::judge(view, *move);
  if (!clause) return "allowed";
  return "CG-" + std::to_string(clause.number) + " " +
         english().say(Cradle::reason(view, *move), view.seat, kNames);
}

// CG-7
TEST(CradleReasons, OfStartingAges) {
  View view = table();
  view.table.phase = Phase::choose;
  EXPECT_EQ(refusal(view, "age 3 6"), "allowed");
  EXPECT_EQ(refusal(view, "age 3 Stop"),
            "CG-7 Stop! is a special card; a starting age takes two cards from 1 to 9.");
  EXPECT_EQ(refusal(view, "age 3 0"),
            "CG-7 0 is a special card; a starting age takes two cards from 1 to 9.");
  EXPECT_EQ(refusal(view, "age 3 7"), "CG-7 You hold no 7.");
  EXPECT_EQ(refusal(view, "age 3 3"), "CG-7 You hold only one 3.");
  EXPECT_EQ(refusal(view, "hide tens 3"),
            "CG-7 A starting age takes no card face down: choose two cards from 1 to 9.");
  EXPECT_EQ(refusal(table(), "age 3 6"), "CG-7 Starting ages are chosen once a round. Now play a card.");
}

// CG-8
TEST(CradleReasons, OfMovesWhileAgesAreChosen) {
  View view = table();
  view.table.phase = Phase::choose;
  EXPECT_EQ(refusal(view, "raise 2 tens 6"),
            "CG-8 First choose a starting age: two cards from 1 to 9, for tens and ones.");
  view.table.chosen.add(kOne);
  EXPECT_EQ(refusal(view, "age 3 6"),
            "CG-8 You have chosen your starting age; the ages are shown when everybody has.");
}

// CG-10
TEST(CradleReasons, OfMovesBeforeTheHundredCheck) {
  View view = table();
  view.table.phase = Phase::check;
  EXPECT_EQ(refusal(view, "raise 2 tens 6"), "CG-10 The dealer has to turn up a card first.");
}

// CG-14
TEST(CradleReasons, OfCardsThatAreNotHeldAndTurnsOfOthers) {
  View view = table();
  EXPECT_EQ(refusal(view, "raise 2 tens 7"), "CG-14 You hold no 7.");
  EXPECT_EQ(refusal(view, "hide tens Swap"), "CG-14 You hold no Swap places.");
  view.mine.hand.take(Card::stop);
  EXPECT_EQ(refusal(view, "hide tens Stop"), "CG-14 You hold no Stop! card.");
  view.table.turn = kTwo;
  EXPECT_EQ(refusal(view, "raise 2 tens 6"), "CG-14 It is not your turn: Bo plays now.");
}

// CG-15
TEST(CradleReasons, OfRaisingSomebodyFarAway) {
  EXPECT_EQ(refusal(table(), "raise 3 tens 6"),
            "CG-15 Cy sits too far away: on digits of others you lay cards only beside you, at Bo and Di.");
  EXPECT_EQ(refusal(table(), "raise 5 tens 6"), "CG-15 There is no seat 5 at this table.");
}

// CG-16
TEST(CradleReasons, OfRaisingANeighbour) {
  View view = table();
  EXPECT_EQ(refusal(view, "raise 2 tens 6"), "allowed");
  EXPECT_EQ(refusal(view, "raise 2 tens 3"),
            "CG-16 Bo's tens show 5, so the card laid there must be exactly one higher: 6.");
  EXPECT_EQ(refusal(view, "raise 4 ones 3"),
            "CG-16 Di's ones show 0, so the card laid there must be exactly one higher: 1.");
  EXPECT_EQ(refusal(view, "raise 2 ones Stop"),
            "CG-16 Stop! is a special card; only the numbers 1 to 9 are laid on digits of others.");
  view.table.top(kTwo, Place::ones) = Top::face_down();
  EXPECT_EQ(refusal(view, "raise 2 ones 3"), "CG-16 Bo's ones show 9, and no card is higher.");
}

// CG-17
TEST(CradleReasons, OfRaisingYourself) {
  View view = table();
  EXPECT_EQ(refusal(view, "raise 1 ones 6"),
            "CG-17 Your ones show 7: lay a higher number there, or any card face down as a 9.");
  EXPECT_EQ(refusal(view, "raise 1 tens 0"),
            "CG-17 0 is a special card; on your own digits it can only lie face down, as a 9.");
  view.table.top(kOne, Place::tens) = Top::face_down();
  EXPECT_EQ(refusal(view, "raise 1 tens 6"), "CG-17 Your tens show 9 already; nothing but the 0 goes there.");
}

// CG-18
TEST(CradleReasons, OfLayingACardFaceDown) {
  View view = table();
  view.table.top(kOne, Place::tens) = Top::face_down();
  EXPECT_EQ(refusal(view, "hide ones 3"), "allowed");
  EXPECT_EQ(refusal(view, "hide tens 3"),
            "CG-18 Your tens show 9 already; a card face down goes only on a digit below 9.");
}

// CG-20
TEST(CradleReasons, OfSkipping) {
  View view = table();
  EXPECT_EQ(refusal(view, "skip"), "CG-20 You are 47; only who is 99 and stuck skips a turn. Play a card.");
  for (const Place place : kPlaces) view.table.top(kOne, place) = Top::face_down();
  EXPECT_EQ(refusal(view, "skip"), "CG-20 You are 99, but not stuck: you can still play 3, 6 and 0.");
}

// CG-22
TEST(CradleReasons, OfASpecialOnNobody) {
  View view = table();
  view.mine.hand.add(Card::swap);
  EXPECT_EQ(refusal(view, "swap 4"), "allowed");
  EXPECT_EQ(refusal(view, "swap 5"), "CG-22 There is no seat 5 at this table.");
}

// CG-23
TEST(CradleReasons, OfTheZero) {
  EXPECT_EQ(refusal(table(), "zero tens"), "CG-23 The 0 covers only a 9 of your own, and your tens show 4.");
}

// CG-27
TEST(CradleReasons, OfAStopOutOfNothing) {
  View view = table();
  const std::string nothing = "CG-27 A Stop! card only answers a special that somebody else has just played.";
  EXPECT_EQ(refusal(view, "stop"), nothing);
  EXPECT_EQ(refusal(view, "let"), "CG-27 There is no special card to answer. It is your turn: play a card.");
  view.table.turn = kTwo;
  EXPECT_EQ(refusal(view, "stop"), nothing);
  view.table.phase = Phase::answer;
  view.table.special = Card::swap;
  view.table.asked.add(kTwo);
  EXPECT_EQ(refusal(view, "stop"), "CG-27 A Stop! card answers cards of others, never your own.");
}

// CG-14, CG-28
TEST(CradleReasons, OfAnswers) {
  View view = table();
  Table& t = view.table;
  t.phase = Phase::answer;
  t.special = Card::swap;
  t.turn = t.last = kThree;
  t.asked.add(kOne);
  EXPECT_EQ(refusal(view, "stop"), "allowed");
  EXPECT_EQ(refusal(view, "raise 2 tens 6"), "CG-28 First answer Swap places: stop it, or let it happen.");
  t.stops = 1;
  EXPECT_EQ(refusal(view, "raise 2 tens 6"),
            "CG-28 First answer the Stop! card on Swap places: stop it, or let it stand.");
  view.mine.hand.take(Card::stop);
  EXPECT_EQ(refusal(view, "stop"), "CG-14 You hold no Stop! card; all you can do is let it happen.");
  t.asked = SeatSet::of(kTwo);
  EXPECT_EQ(refusal(view, "let"), "CG-28 You have answered already; the others are still asked.");
  t.hand[0] = 0;
  EXPECT_EQ(refusal(view, "let"), "CG-28 You have no card to answer with.");
  t.last = kOne;
  EXPECT_EQ(refusal(view, "let"), "CG-28 Wait: the others are asked whether they stop your card.");
}

// CG-34
TEST(CradleReasons, OfDrawing) {
  EXPECT_EQ(refusal(table(), "draw 7"),
            "CG-34 First play a card; new ones come by themselves at the end of your turn.");
}

// CG-38
TEST(CradleReasons, OfMovesWhenAllIsOver) {
  View view = table();
  view.table.phase = Phase::over;
  EXPECT_EQ(refusal(view, "raise 2 tens 6"), "CG-38 The game is over.");
}

/// Whatever can be typed and is refused gets whole sentences, and nothing else gets any.
TEST(CradleReasons, AreGivenForAllThatCanBeTyped) {
  int given = 0;
  for (const Phase phase :
       {Phase::deal, Phase::choose, Phase::check, Phase::play, Phase::answer, Phase::replenish, Phase::over})
    for (const Seat turn : {kOne, kTwo}) {
      View view = table();
      view.table.phase = phase;
      view.table.turn = view.table.last = turn;
      view.table.special = phase == Phase::answer ? Card::ten : Card::none;
      view.table.asked = SeatSet::of(turn);
      for (unsigned bits = 0; bits < 65536; bits += 3) {
        const Move move{static_cast<std::uint16_t>(bits)};
        const auto typed = Cradle::parse(Cradle::text(move));
        const Phrase reason = Cradle::reason(view, move);
        const bool expected = typed && *typed == move && Cradle::judge(view, move);
        ASSERT_EQ(!reason.empty(), expected) << Cradle::text(move);
        if (!expected) continue;
        ++given;
        const std::string said = english().say(reason, view.seat, kNames);
        ASSERT_TRUE(said.ends_with('.') && width_of(said) < 110) << said;
        ASSERT_EQ(said.find_first_of("{}"), std::string::npos) << said;
        ASSERT_EQ(said.find("cradle."), std::string::npos) << said;
      }
    }
  EXPECT_GT(given, 1000);
}

TEST(CradleReasons, AreNotForWatchers) {
  View view = table();
  view.seat = kNobody;
  EXPECT_TRUE(Cradle::reason(view, Move::to_skip()).empty());
}

}  // namespace
}  // namespace lifetable::cradle

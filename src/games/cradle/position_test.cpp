// SPDX-License-Identifier: Apache-2.0
// Positions and options that cannot be: each is refused with a sentence that says what is wrong, and where.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {
namespace {

struct Named {
  std::string name;
  std::vector<std::string> texts;  ///< one text for a plain field, one a seat for a list
};

/// A sound position for two players, to be spoilt by `changes`. A change to "-" takes the field out.
Fields with(std::vector<Named> changes,
            std::vector<Named> base = {
                {"turn", {"1"}}, {"ages", {"50", "27"}}, {"hands", {"1 3 4 9", "5 6 7 8"}}}) {
  base.insert(base.end(), changes.begin(), changes.end());
  Fields fields;
  std::vector<std::string> removed;
  for (const Named& change : changes)
    if (change.texts == std::vector<std::string>{"-"}) removed.push_back(change.name);
  for (const Named& each : base) {
    if (std::find(removed.begin(), removed.end(), each.name) != removed.end()) continue;
    fields.put({each.name, each.texts, each.texts.size() != 1});
  }
  return fields;
}

Options for_two(int rounds = 3) {
  Options options;
  options.players = 2;
  options.rounds = static_cast<std::uint8_t>(rounds);
  return options;
}

/// What is said against a position; "" if it stands.
std::string objection(const Fields& fields, const Options& options = for_two()) {
  const auto state = Cradle::position(options, fields);
  return state ? "" : state.error().message;
}

int broken_clause(const Fields& fields) {
  const auto state = Cradle::position(for_two(), fields);
  return state ? 0 : state.error().clause.number;
}

testing::AssertionResult says(const std::string& message, const std::string& part) {
  if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << message << "' does not say '" << part << "'";
}

/// A Swap of seat 1 on seat 2 that seat 2 is asked about.
Fields asking(std::vector<Named> changes) {
  return with(std::move(changes), {{"phase", {"answer"}},
                                   {"turn", {"1"}},
                                   {"ages", {"50", "27"}},
                                   {"hands", {"1 3 4", "5 6 7 8"}},
                                   {"special", {"Swap"}},
                                   {"target", {"2"}}});
}

/// Seat 1 has chosen 1 and 2 as starting age, seat 2 is still choosing.
Fields choosing(std::vector<Named> changes) {
  return with(std::move(changes), {{"phase", {"choose"}},
                                   {"chosen", {"1"}},
                                   {"hands", {"3 4 5 6", "1 2 3 4 5 6"}},
                                   {"laid", {"1 2", ""}}});
}

/// Seat 2 is being dealt its first cards.
Fields dealing(std::vector<Named> changes) {
  return with(std::move(changes),
              {{"phase", {"deal"}}, {"dealing", {"2"}}, {"hands", {"1 2 3 4 5 6", "1 2"}}});
}

// CG-10
TEST(Position, StandsWhenNothingIsWrongWithIt) {
  EXPECT_EQ(objection(with({})), "");
  EXPECT_EQ(objection(asking({})), "");
  EXPECT_EQ(objection(choosing({})), "");
  EXPECT_EQ(objection(dealing({})), "");
}

// ---- The cards (CG-2) ---------------------------------------------------------------------------------

// CG-2
TEST(Position, RefusesSevenCopiesOfAnAgeCardInOneHand) {
  const Fields fields = with(
      {{"phase", {"choose"}}, {"turn", {"-"}}, {"ages", {"-"}}, {"hands", {"3 3 3 3 3 3 3", "1 2 4 5 6 7"}}});
  EXPECT_TRUE(says(objection(fields), "'hands' has 7 copies of 3, but the deck has only 6 (CG-2)"));
  EXPECT_EQ(broken_clause(fields), 2);
}

// CG-2
TEST(Position, RefusesSevenCopiesOfAnAgeCardInTwoHands) {
  const Fields fields = with({{"ages", {"33", "33"}}, {"hands", {"3 3", "3 4"}}});
  EXPECT_TRUE(says(objection(fields), "with 'hands' the position has 7 copies of 3"));
  EXPECT_EQ(broken_clause(fields), 2);
}

// CG-2
TEST(Position, AllowsSixCopiesOfAnAgeCardAndFourOfASpecial) {
  EXPECT_EQ(objection(with({{"ages", {"33", "33"}}, {"hands", {"3 3 Stop Stop", "4 Stop Stop"}}})), "");
}

// CG-2
TEST(Position, RefusesFiveCopiesOfASpecial) {
  EXPECT_TRUE(says(objection(with({{"hands", {"Stop Stop Stop 1", "Stop Stop 1 2"}}})),
                   "5 copies of Stop!, but the deck has only 4 (CG-2)"));
  EXPECT_TRUE(says(objection(with({{"ages", {"00", "00"}}, {"hands", {"0 1", "2 3"}}})),
                   "5 copies of 0, but the deck has only 4 (CG-2)"));
}

// CG-2
TEST(Position, RefusesTooManyCopiesWhereverTheyLie) {
  EXPECT_TRUE(says(objection(with({{"ages", {"55", "55"}}, {"hands", {"5 5", "4"}}, {"discards", {"5"}}})),
                   "with 'discards' the position has 7 copies of 5"));
  EXPECT_TRUE(says(objection(with({{"ages", {"55", "55"}}, {"hands", {"5 5", "4"}}, {"covered", {"5"}}})),
                   "with 'covered' the position has 7 copies of 5"));
  EXPECT_TRUE(says(objection(with({{"ages", {"55", "55"}}, {"hands", {"5 5", "4"}}, {"deck", {"5 1"}}})),
                   "with 'deck' the position has 7 copies of 5"));
  EXPECT_TRUE(says(objection(with({{"ages", {"5_", "55"}}, {"hands", {"5 5 5", "4"}}, {"laid", {"5", ""}}})),
                   "with 'laid' the position has 7 copies of 5"));
  EXPECT_TRUE(says(objection(with({{"discards", {"Ten Ten Ten Ten Ten"}}})),
                   "'discards' has 5 copies of Cover Ten Digit"));
  EXPECT_TRUE(
      says(objection(dealing({{"shown", {"1 1 1 1 1 0"}}})), "with 'shown' the position has 7 copies of 1"));
}

// CG-2
TEST(Position, CountsTheSpecialUnderWayAmongTheCards) {
  EXPECT_TRUE(says(objection(asking({{"hands", {"Swap Swap", "Swap Swap"}}})),
                   "with 'special' the position has 5 copies of Swap places"));
}

// CG-2
TEST(Position, RefusesWordsThatAreNoCards) {
  EXPECT_TRUE(says(objection(with({{"hands", {"1 3 4 10", "5 6 7 8"}}})), "'10' in 'hands' is no card"));
  EXPECT_TRUE(says(objection(with({{"hands", {"1 3 4 ?", "5 6 7 8"}}})), "'?' in 'hands' is no card"));
  EXPECT_TRUE(says(objection(with({{"discards", {"Joker"}}})), "'Joker' in 'discards' is no card"));
}

// CG-2
TEST(Position, RefusesDeckAndDiscardsThatLeaveCardsOut) {
  EXPECT_TRUE(says(objection(with({{"deck", {"1 2 3"}}, {"discards", {"4"}}})),
                   "'deck' and 'discards' leave out: 1 1 1 1 2 2"));
}

// CG-2
TEST(Position, RefusesADeckSizeThatIsNotTheDecks) {
  EXPECT_EQ(objection(with({{"deck_size", {"58"}}})), "");
  EXPECT_TRUE(says(objection(with({{"deck_size", {"57"}}})), "'deck_size' is 57, but 58 cards are left"));
  EXPECT_TRUE(says(objection(with({{"deck_size", {"71"}}})), "'deck_size' must be a number from 0 to 70"));
}

// CG-35
TEST(Position, RefusesAnEmptyDeckWhileTheGameGoesOn) {
  const Fields fields = with({{"deck", {""}}});
  EXPECT_TRUE(says(objection(fields), "the deck is empty, so the round would be over (CG-35)"));
  EXPECT_EQ(broken_clause(fields), 35);
}

// ---- Fields and numbers -------------------------------------------------------------------------------

// CG-10
TEST(Position, RefusesFieldsItDoesNotKnow) {
  EXPECT_TRUE(
      says(objection(with({{"hand", {"1", "2"}}})), "'hand' is not part of a position; known are: round"));
}

// CG-10
TEST(Position, RefusesPhasesThatAreNoneOrOnlyBetweenMoves) {
  EXPECT_TRUE(says(objection(with({{"phase", {"lunch"}}})), "'phase' cannot be 'lunch'"));
  EXPECT_TRUE(says(objection(with({{"phase", {"settle"}}})), "'phase' cannot be 'settle'"));
  EXPECT_TRUE(says(objection(with({{"phase", {"close"}}})), "'phase' cannot be 'close'"));
}

// CG-1
TEST(Position, RefusesARoundThatIsNotPlayed) {
  EXPECT_TRUE(says(objection(with({{"round", {"4"}}})), "'round' must be a number from 1 to 3, not '4'"));
  EXPECT_TRUE(says(objection(with({{"round", {"0"}}})), "'round' must be a number from 1 to 3, not '0'"));
  EXPECT_EQ(objection(with({{"round", {"5"}}}), for_two(5)), "");
}

// CG-1
TEST(Position, RefusesSeatsThatAreNotAtTheTable) {
  EXPECT_TRUE(says(objection(with({{"turn", {"3"}}})), "'turn' must be a number from 1 to 2, not '3'"));
  EXPECT_TRUE(says(objection(with({{"turn", {"one"}}})), "'turn' must be a number from 1 to 2, not 'one'"));
  EXPECT_TRUE(says(objection(choosing({{"chosen", {"1 3"}}})), "'chosen' must be a number from 1 to 2"));
  EXPECT_TRUE(says(objection(asking({{"target", {"3"}}})), "'target' must be a number from 1 to 2"));
}

// CG-1
TEST(Position, RefusesListsThatDoNotFitTheSeats) {
  EXPECT_TRUE(says(objection(with({{"hands", {"1", "2", "3"}}})),
                   "'hands' must be a list with one text for each of the 2 seats"));
  EXPECT_TRUE(says(objection(with({{"ages", {"50"}}})), "'ages' must be a list with one text for each"));
  EXPECT_TRUE(says(objection(with({{"turn", {"1", "2"}}})), "'turn' must be one text, not a list"));
}

// CG-10
TEST(Position, RefusesAPlayWithoutSomebodyWhoseTurnItIs) {
  EXPECT_TRUE(says(objection(with({{"turn", {"-"}}})), "'turn' must say whose turn it is"));
}

// ---- Ages, hands and face-down cards ------------------------------------------------------------------

// CG-7
TEST(Position, RefusesAgesThatAreNotTwoDigits) {
  for (const char* age : {"5", "127", "5x", ""})
    EXPECT_TRUE(says(objection(with({{"ages", {age, "27"}}})),
                     "age '" + std::string(age) + "' of seat 1 must be two digits"));
  EXPECT_TRUE(says(objection(with({{"ages", {"50", "?7"}}})), "age '?7' of seat 2 must be two digits"));
}

// CG-34
TEST(Position, RefusesMoreThanFourCardsInAHandDuringPlay) {
  EXPECT_TRUE(says(objection(with({{"hands", {"1 2 3 4", "1 2 3 4 5"}}})),
                   "seat 2 holds 5 cards; at most 4 are possible here"));
}

// CG-4
TEST(Position, RefusesMoreThanSixCardsInADealtHand) {
  EXPECT_TRUE(says(objection(choosing({{"hands", {"3 4 5 6", "1 2 3 4 5 6 7"}}})),
                   "seat 2 holds 7 cards; at most 6 are possible here"));
}

// CG-19
TEST(Position, RefusesFaceDownNinesWithoutCardsBelow) {
  EXPECT_TRUE(says(objection(with({{"ages", {"50", "__"}}, {"laid", {"", "1"}}})),
                   "seat 2 shows 2 face-down 9s, but 'laid' names only 1 cards"));
  EXPECT_TRUE(says(objection(with({{"ages", {"5_", "27"}}})), "seat 1 shows 1 face-down 9s"));
}

// CG-19
TEST(Position, RefusesMoreFaceDownCardsThanOneSeatCouldLay) {
  EXPECT_TRUE(says(objection(with({{"laid", {"1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6", ""}}})),
                   "seat 1 cannot have 16 face-down cards"));
}

// ---- The course of a turn -----------------------------------------------------------------------------

// CG-11
TEST(Position, RefusesACheckBelowNinetyOne) {
  const Fields fields = with({{"phase", {"check"}}, {"ages", {"90", "99"}}});
  EXPECT_TRUE(says(objection(fields), "there is no hundred check at age 90 (CG-11)"));
  EXPECT_EQ(broken_clause(fields), 11);
  EXPECT_EQ(objection(with({{"phase", {"check"}}, {"ages", {"91", "27"}}})), "");
}

// CG-21
TEST(Position, RefusesAPlayFromAnEmptyHand) {
  const Fields fields = with({{"phase", {"play"}}, {"hands", {"", "5 6 7 8"}}});
  EXPECT_TRUE(says(objection(fields), "nobody plays from an empty hand (CG-21)"));
  EXPECT_EQ(broken_clause(fields), 21);
}

// CG-34
TEST(Position, RefusesReplenishingAFullHand) {
  const Fields fields = with({{"phase", {"replenish"}}});
  EXPECT_TRUE(says(objection(fields), "a hand of four is not replenished (CG-34)"));
  EXPECT_EQ(broken_clause(fields), 34);
}

// ---- Set-up -------------------------------------------------------------------------------------------

// CG-8
TEST(Position, RefusesAChoiceThatEverybodyHasMade) {
  const Fields fields =
      choosing({{"chosen", {"1 2"}}, {"hands", {"3 4 5 6", "3 4 5 6"}}, {"laid", {"1 2", "1 2"}}});
  EXPECT_TRUE(says(objection(fields), "somebody must still be choosing a starting age (CG-8)"));
  EXPECT_EQ(broken_clause(fields), 8);
}

// CG-8
TEST(Position, RefusesChosenAgesOutsideTheChoice) {
  EXPECT_TRUE(says(objection(with({{"chosen", {"1"}}})), "'chosen' goes with the phase choose"));
}

// CG-7
TEST(Position, RefusesHandsThatDoNotFitTheChoice) {
  EXPECT_TRUE(says(objection(choosing({{"hands", {"3 4 5", "1 2 3 4 5 6"}}})),
                   "seat 1 needs four cards in hand and two laid (CG-7)"));
  EXPECT_TRUE(says(objection(choosing({{"laid", {"1", ""}}})),
                   "seat 1 needs four cards in hand and two laid (CG-7)"));
  EXPECT_TRUE(says(objection(choosing({{"hands", {"3 4 5 6", "1 2 3 4"}}})),
                   "seat 2 needs six cards in hand and none laid (CG-7)"));
  EXPECT_EQ(broken_clause(choosing({{"laid", {"1", ""}}})), 7);
}

// CG-7
TEST(Position, RefusesASpecialAsAStartingAge) {
  const Fields fields = choosing({{"laid", {"1 0", ""}}});
  EXPECT_TRUE(says(objection(fields), "seat 1 laid a special as a starting age (CG-7)"));
  EXPECT_EQ(broken_clause(fields), 7);
}

// CG-5
TEST(Position, RefusesAStandingHandThatWouldHaveToRedeal) {
  const Fields fields = choosing({{"hands", {"3 4 5 6", "9 9 0 Stop 1 2"}}});
  EXPECT_TRUE(says(objection(fields), "seat 2 would have to redeal (CG-5)"));
  EXPECT_EQ(broken_clause(fields), 5);
  EXPECT_TRUE(says(objection(choosing({{"hands", {"9 0 Stop 6", "1 2 3 4 5 6"}}, {"laid", {"9 2", ""}}})),
                   "seat 1 would have to redeal (CG-5)"));
}

// CG-4
TEST(Position, RefusesADealThatIsOutOfOrder) {
  EXPECT_TRUE(says(objection(dealing({{"dealing", {"-"}}})), "'dealing' must say who gets the next card"));
  EXPECT_TRUE(says(objection(dealing({{"hands", {"1 2 3 4 5", "1 2"}}})),
                   "seat 1 cannot hold 5 cards at this point of the deal (CG-4)"));
  EXPECT_TRUE(says(objection(dealing({{"dealing", {"1"}}, {"hands", {"1 2", "1"}}})),
                   "seat 2 cannot hold 1 cards at this point of the deal (CG-4)"));
  EXPECT_TRUE(says(objection(dealing({{"hands", {"1 2 3 4 5 6", "1 2 3 4 5 6"}}})),
                   "seat 2 cannot hold 6 cards at this point of the deal (CG-4)"));
  EXPECT_TRUE(
      says(objection(dealing({{"phase", {"redeal"}}, {"dealing", {"1"}}, {"hands", {"1 2", "1 2 3"}}})),
           "seat 2 cannot hold 3 cards at this point of the deal (CG-4)"));
  EXPECT_EQ(broken_clause(dealing({{"hands", {"1 2 3 4 5", "1 2"}}})), 4);
}

// ---- A special under way ------------------------------------------------------------------------------

// CG-28
TEST(Position, RefusesASpecialWithoutAQuestionAndAQuestionWithoutASpecial) {
  EXPECT_TRUE(says(objection(with({{"special", {"Swap"}}, {"target", {"2"}}})),
                   "'special' goes with the phases answer and reveal, and only with them"));
  EXPECT_TRUE(
      says(objection(asking({{"special", {"-"}}})), "'special' goes with the phases answer and reveal"));
}

// CG-22
TEST(Position, RefusesASpecialThatIsNoneOrHasNoTarget) {
  EXPECT_TRUE(says(objection(asking({{"special", {"Stop"}}})), "'special' must be 0, Ten or Swap"));
  EXPECT_TRUE(says(objection(asking({{"special", {"7"}}})), "'special' must be 0, Ten or Swap"));
  EXPECT_TRUE(says(objection(asking({{"target", {"-"}}})), "'special' needs a 'target' seat"));
}

// CG-23
TEST(Position, RefusesAZeroThatIsNotOnItsWayToANineOfItsOwner) {
  EXPECT_TRUE(
      says(objection(asking({{"special", {"0"}}, {"target", {"1"}}})), "a 0 needs a 'place': tens or ones"));
  EXPECT_TRUE(says(objection(asking({{"special", {"0"}}, {"target", {"1"}}, {"place", {"tens"}}})),
                   "a 0 can only be on its way to a 9 of the seat whose turn it is (CG-23)"));
  const Fields others =
      asking({{"special", {"0"}}, {"target", {"2"}}, {"place", {"ones"}}, {"ages", {"59", "29"}}});
  EXPECT_TRUE(says(objection(others), "(CG-23)"));
  EXPECT_EQ(broken_clause(others), 23);
}

// CG-28
TEST(Position, RefusesToAskWhoCannotBeAsked) {
  EXPECT_TRUE(says(objection(asking({{"asked", {"1"}}})),
                   "only seats with cards, other than the last to play, can be asked (CG-28)"));
  EXPECT_TRUE(says(objection(asking({{"hands", {"1 3 4", ""}}, {"asked", {"2"}}})),
                   "only seats with cards, other than the last to play, can be asked (CG-28)"));
  EXPECT_TRUE(
      says(objection(asking({{"hands", {"1 3 4", ""}}})), "somebody must be asked in the phase answer"));
  EXPECT_EQ(broken_clause(asking({{"asked", {"1"}}})), 28);
}

// CG-34
TEST(Position, RefusesFourCardsInTheHandThatJustPlayedASpecial) {
  EXPECT_NE(objection(asking({{"hands", {"1 2 3 4", "5 6 7 8"}}})), "") << "replenishing would never end";
}

// CG-24
TEST(Position, RefusesToRevealUnlessACoverTenDigitWasLetHappen) {
  const std::vector<Named> reveal = {{"phase", {"reveal"}}, {"special", {"Ten"}}};
  EXPECT_EQ(objection(asking(reveal)), "");
  EXPECT_TRUE(says(objection(asking({{"phase", {"reveal"}}})),
                   "only a Cover Ten Digit that was not stopped reveals a card (CG-24)"));
  EXPECT_TRUE(says(
      objection(asking({reveal[0], reveal[1], {"stops", {"1"}}, {"last", {"2"}}, {"discards", {"Stop"}}})),
      "only a Cover Ten Digit that was not stopped reveals a card (CG-24)"));
  EXPECT_TRUE(says(objection(asking({reveal[0], reveal[1], {"asked", {"2"}}})),
                   "nobody in the phase reveal (CG-28)"));
}

// CG-32
TEST(Position, RefusesStopsThatAreNotAmongTheDiscards) {
  const Fields fields = asking({{"stops", {"2"}}, {"discards", {"Stop"}}});
  EXPECT_TRUE(says(objection(fields), "2 Stop! cards were played, so 'discards' must hold them (CG-32)"));
  EXPECT_EQ(broken_clause(fields), 32);
  EXPECT_TRUE(says(objection(asking({{"stops", {"5"}}})), "'stops' must be a number from 0 to 4"));
}

// ---- What is known, and penalties ---------------------------------------------------------------------

// CG-40
TEST(Position, RefusesKnowledgeThatTheCardsContradict) {
  EXPECT_EQ(objection(with({{"plain", {"3", "3"}}})), "");
  EXPECT_TRUE(says(objection(with({{"hands", {"1 9 9 0", "5 6 7 8"}}, {"plain", {"2", "3"}}})),
                   "seat 1 must hide at least 2 cards from 1 to 8 (CG-40)"));
  EXPECT_TRUE(
      says(objection(with({{"plain", {"3", "4"}}})), "'plain' must be a number from 0 to 3, not '4'"));
  const Fields stuck = with({{"stuck", {"", "4 from 0: 7 0 Ten Swap"}}});
  EXPECT_TRUE(says(objection(stuck), "the cards of seat 2 contradict what 'stuck' says of them (CG-40)"));
  EXPECT_EQ(broken_clause(stuck), 40);
}

// CG-40
TEST(Position, RefusesStuckTextsItCannotRead) {
  for (const char* text : {"4", "4 of 0: 3", "4 from 0 3", "from 0: 3 4"})
    EXPECT_TRUE(says(objection(with({{"stuck", {text, ""}}})),
                     "'stuck' of seat 1 must look like '4 from 0: 0 Ten Swap 3'"))
        << text;
  EXPECT_TRUE(
      says(objection(with({{"stuck", {"5 from 0: 0", ""}}})), "'stuck' must be a number from 1 to 4"));
  EXPECT_TRUE(
      says(objection(with({{"stuck", {"1 from 1: 0", ""}}})), "'stuck' must be a number from 0 to 0"));
  EXPECT_TRUE(says(objection(with({{"stuck", {"1 from 0: X", ""}}})), "'X' in 'stuck' is no card"));
}

// CG-36
TEST(Position, RefusesPenaltiesThatDoNotFitTheRounds) {
  EXPECT_TRUE(
      says(objection(with({{"penalties", {"10", "20"}}})), "'penalties' must give each seat 0 numbers"));
  EXPECT_TRUE(says(objection(with({{"round", {"3"}}, {"penalties", {"10 20", "30"}}})),
                   "'penalties' must give each seat 2 numbers, one a finished round"));
  EXPECT_EQ(objection(with({{"round", {"2"}}, {"penalties", {"108", "0"}}})), "");
  EXPECT_TRUE(says(objection(with({{"round", {"2"}}, {"penalties", {"109", "0"}}})),
                   "'penalties' must be a number from 0 to 108, not '109'"));
}

// ---- Options ------------------------------------------------------------------------------------------

Result<Options> chosen(std::string name, std::string text) {
  Fields fields;
  fields.set("players", "3");
  fields.set(std::move(name), std::move(text));
  return Cradle::options(fields);
}

// CG-1
TEST(OptionsOfATable, AreFourPlayersAndThreeRoundsUnlessSaidOtherwise) {
  const auto options = Cradle::options({});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->rounds, 3);
  EXPECT_EQ(options->players, 4);
}

// CG-1
TEST(OptionsOfATable, AllowTwoToFivePlayers) {
  for (const char* players : {"2", "3", "4", "5"}) EXPECT_TRUE(chosen("players", players)) << players;
  for (const char* players : {"0", "1", "6", "-2", "two", ""}) {
    const auto options = chosen("players", players);
    ASSERT_FALSE(options) << players;
    EXPECT_TRUE(says(options.error().message, "2 to 5 players, not '" + std::string(players) + "' (CG-1)"));
    EXPECT_EQ(options.error().clause.number, 1);
  }
}

// CG-1
TEST(OptionsOfATable, AllowOneToFiveRounds) {
  for (const char* rounds : {"1", "2", "3", "4", "5"}) EXPECT_TRUE(chosen("rounds", rounds)) << rounds;
  for (const char* rounds : {"0", "6", "three", ""}) {
    const auto options = chosen("rounds", rounds);
    ASSERT_FALSE(options) << rounds;
    EXPECT_TRUE(says(options.error().message, "'rounds' must be 1 to 5, not '" + std::string(rounds) + "'"));
    EXPECT_EQ(options.error().clause.number, 1);
  }
}

// CG-9
TEST(OptionsOfATable, NameEverySeatOnceAmongTheElders) {
  EXPECT_TRUE(chosen("elders", "3 1 2"));
  for (const char* elders : {"", "1 2", "1 2 2", "1 2 3 4", "1 2 4", "1 2 3 1", "a b c"}) {
    const auto options = chosen("elders", elders);
    ASSERT_FALSE(options) << elders;
    EXPECT_TRUE(says(options.error().message, "'elders' must name each of the 3 seats once, eldest first"));
    EXPECT_EQ(options.error().clause.number, 9);
  }
}

// CG-41
TEST(OptionsOfATable, AreNotPoliteUnlessSaidSo) {
  const auto polite = [](const Fields& fields) {
    return Cradle::fields(*Cradle::options(fields)).find("polite")->texts[0];
  };
  EXPECT_EQ(polite({}), "no");
  EXPECT_EQ(polite(assignments("polite=YES")), "yes");
  const auto wrong = chosen("polite", "very");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "option 'polite' must be yes or no, not 'very' (CG-41)");
}

// CG-1
TEST(OptionsOfATable, RefuseWhatIsNoOption) {
  const auto unknown = chosen("seats", "3");
  ASSERT_FALSE(unknown);
  EXPECT_TRUE(says(unknown.error().message, "no option 'seats'; it has players, rounds, elders and polite"));
  Fields fields;
  fields.set("rounds", std::vector<std::string>{"1", "2"});
  const auto list = Cradle::options(fields);
  ASSERT_FALSE(list);
  EXPECT_TRUE(says(list.error().message, "option 'rounds' must be one text, not a list"));
}

}  // namespace
}  // namespace lifetable::cradle

// SPDX-License-Identifier: Apache-2.0
// Positions that cannot be: each is refused with a sentence that says what is wrong, and where. Positions
// that can be are read back as they were written.
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "games/alive/alive.hpp"

namespace lifetable::alive {
namespace {

struct Named {
  std::string name;
  std::vector<std::string> texts;  ///< one text for a plain field, one a seat for a list; none takes it out
};

Fields with(const std::vector<Named>& base, const std::vector<Named>& changes) {
  Fields fields;
  const auto changed = [&](const std::string& name) {
    return std::any_of(changes.begin(), changes.end(), [&](const Named& each) { return each.name == name; });
  };
  for (const auto* all : {&base, &changes})
    for (const auto& [name, texts] : *all)
      if (!texts.empty() && (all == &changes || !changed(name))) fields.put({name, texts, texts.size() != 1});
  return fields;
}

/// Three players in the middle of a hand, to be spoilt by `changes`.
Fields playing(const std::vector<Named>& changes) {
  return with({{"turn", {"1"}}, {"total", {"12"}}, {"hands", {"1 2 3", "4 5 Skip", "0 7 Bomb"}}}, changes);
}

/// Seat 3 deals; seat 1 has its ten cards, seat 2 has four.
Fields dealing(const std::vector<Named>& changes) {
  return with({{"phase", {"deal"}},
               {"dealer", {"3"}},
               {"dealing", {"2"}},
               {"hands", {"1 1 1 1 1 2 2 2 2 2", "3 3 3 3", ""}}},
              changes);
}

/// Seat 1 has played Draw 2; seat 2 has drawn both cards, seat 3 none.
Fields drawing(const std::vector<Named>& changes) {
  return with({{"phase", {"draw"}},
               {"turn", {"1"}},
               {"dealing", {"3"}},
               {"top", {"Draw2"}},
               {"discards", {"Draw2 5"}},
               {"hands", {"1 2", "3 4 =0", "0 7 Bomb"}}},
              changes);
}

/// Seat 1 deals seven cards anew; seat 2 has got its three, seat 3 one of two.
Fields redealing(const std::vector<Named>& changes) {
  return with({{"phase", {"redeal"}},
               {"turn", {"1"}},
               {"dealing", {"3"}},
               {"top", {"Redeal"}},
               {"discards", {"Redeal"}},
               {"hands", {"", "1 2 3", "4"}},
               {"pool", {"5 6 7"}}},
              changes);
}

/// Seat 1 has won.
Fields ended(const std::vector<Named>& changes) {
  return with({{"phase", {"over"}}, {"lives", {"2", "0", "0"}}, {"hands", {"1 2", "", ""}}}, changes);
}

/// Four players in two teams, in the middle of a hand.
Fields teams(const std::vector<Named>& changes) {
  return with({{"turn", {"1"}}, {"hands", {"1 2 3", "4 5 Skip", "0 7", "1 1"}}}, changes);
}

/// Hands were mixed in this hand, and new cards drawn since.
Fields mixed(const std::vector<Named>& changes) {
  return with({{"turn", {"1"}},
               {"hands", {"1 2 3", "4 5 Skip", "0 7 Bomb"}},
               {"mixed", {"yes"}},
               {"old", {"3", "2", "1"}}},
              changes);
}

Options for_players(int players, std::string_view more = "") {
  Fields fields = assignments(more);
  fields.set("players", std::to_string(players));
  const auto options = Alive::options(fields);
  EXPECT_TRUE(options);
  return options ? *options : Options{};
}
Options three() { return for_players(3); }
Options four_in_teams() { return for_players(4, "teams=yes"); }

/// What is said against a position; "" if it stands.
std::string objection(const Fields& fields, const Options& options = three()) {
  const auto state = Alive::position(options, fields);
  return state ? "" : state.error().message;
}

int broken_clause(const Fields& fields, const Options& options = three()) {
  const auto state = Alive::position(options, fields);
  return state ? 0 : state.error().clause.number;
}

State standing(const Fields& fields, const Options& options = three()) {
  const auto state = Alive::position(options, fields);
  EXPECT_TRUE(state) << state.error().message;
  return state ? *state : State{};
}

testing::AssertionResult says(const std::string& message, const std::string& part) {
  if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << message << "' does not say '" << part << "'";
}

// FA-7
TEST(AlivePosition, StandsWhenNothingIsWrongWithIt) {
  EXPECT_EQ(objection(playing({})), "");
  EXPECT_EQ(objection(dealing({})), "");
  EXPECT_EQ(objection(drawing({})), "");
  EXPECT_EQ(objection(redealing({})), "");
  EXPECT_EQ(objection(ended({})), "");
  EXPECT_EQ(objection(mixed({})), "");
  EXPECT_EQ(objection(teams({}), four_in_teams()), "");
}

// ---- What is left out ---------------------------------------------------------------------------------

// FA-1, FA-5, FA-6
TEST(AlivePosition, FillsInWhatIsLeftOut) {
  const State state = standing(playing({{"total", {}}}));
  const Table& t = state.table;
  EXPECT_EQ(t.phase, Phase::play);
  EXPECT_EQ(t.number, 0);
  EXPECT_EQ(t.dealer, Seat{2});
  EXPECT_EQ(t.direction, Direction::clockwise);
  EXPECT_EQ(t.total, 0);
  EXPECT_EQ(t.living, SeatSet::first(3));
  EXPECT_EQ(t.lives[0], kLives);
  EXPECT_EQ(t.top, Card::none);
  EXPECT_EQ(t.dealing, kNobody);
  EXPECT_EQ(t.pile, kDeckSize - 9);
  EXPECT_TRUE(t.discards.empty());
}

// FA-3
TEST(AlivePosition, TakesTheLivingSeatToTheRightAsDealer) {
  EXPECT_EQ(standing(playing({{"lives", {"5", "5", "0"}}, {"hands", {"1", "2", ""}}})).table.dealer, Seat{1});
}

// FA-5, FA-12, FA-24
TEST(AlivePosition, CountsWhatIsStillToBeDealt) {
  EXPECT_EQ(standing(dealing({})).table.due, 6);
  EXPECT_EQ(standing(redealing({})).table.due, 1);
  EXPECT_EQ(standing(drawing({})).table.due, 2);
  const Table fresh = standing(with({{"phase", {"deal"}}, {"dealer", {"2"}}}, {})).table;
  EXPECT_EQ(fresh.dealing, Seat{2});
  EXPECT_EQ(fresh.due, kHandCards);
  EXPECT_EQ(standing(drawing({{"dealing", {}}})).table.dealing, Seat{1});
  EXPECT_EQ(standing(drawing({{"dealing", {}}, {"direction", {"counterclockwise"}}})).table.dealing, Seat{2});
}

// FA-4
TEST(AlivePosition, IsTheStartOfAGameInThePhaseFirst) {
  EXPECT_EQ(standing(with({{"phase", {"first"}}}, {})), Alive::start(three()));
}

// FA-37
TEST(AlivePosition, AddsUpTheHandsThatTieAtTheEndOfSuddenDeath) {
  const Fields fields = ended({{"lives", {"2", "2", "0"}}, {"hands", {"1 2 Skip", "7", ""}}});
  const State state = standing(fields, for_players(3, "sudden=yes"));
  EXPECT_EQ(state.table.sums, (Table::PerSeat<std::uint8_t>{3, 7}));
  EXPECT_EQ(Alive::winners(state), SeatSet::of(Seat{0}));
}

// ---- The cards ----------------------------------------------------------------------------------------

// FA-2
TEST(AlivePosition, RefusesTooManyCopiesOfACardWhereverTheyLie) {
  const Fields hand = playing({{"hands", {"7 7", "1", "1"}}});
  EXPECT_TRUE(says(objection(hand), "'hands' has 2 copies of 7, but the deck has only 1 (FA-2)"));
  EXPECT_EQ(broken_clause(hand), 2);
  EXPECT_TRUE(says(objection(playing({{"hands", {"Bomb", "Bomb", "1"}}})),
                   "with 'hands' the position has 2 copies of Bomb, but the deck has only 1 (FA-2)"));
  EXPECT_TRUE(
      says(objection(playing({{"discards", {"7"}}})), "with 'discards' the position has 2 copies of 7"));
  EXPECT_TRUE(says(objection(playing({{"deck", {"7"}}})), "with 'deck' the position has 2 copies of 7"));
  EXPECT_TRUE(says(objection(redealing({{"pool", {"5 Redeal"}}})), "2 copies of Hand in & re-deal"));
  EXPECT_TRUE(says(objection(mixed({{"known", {"7 7", "", ""}}})), "'known' has 2 copies of 7"));
}

// FA-2
TEST(AlivePosition, CountsTheDeckThatIsPlayedWith) {
  const Fields skips = playing({{"discards", {"Skip Skip Skip Skip"}}});
  EXPECT_EQ(objection(skips), "");
  EXPECT_TRUE(says(objection(skips, for_players(3, "printing=later")),
                   "with 'discards' the position has 5 copies of Skip, but the deck has only 4 (FA-2)"));
  const Fields reverses = playing({{"discards", {"Reverse Reverse Reverse Reverse Reverse"}}});
  EXPECT_TRUE(says(objection(reverses), "5 copies of Reverse, but the deck has only 4 (FA-2)"));
  EXPECT_EQ(objection(reverses, for_players(3, "printing=later")), "");
}

// FA-2
TEST(AlivePosition, RefusesWordsThatAreNoCards) {
  EXPECT_TRUE(
      says(objection(playing({{"hands", {"1 8", "2", "3"}}})), "'8' in 'hands' is no card; cards are 0"));
  EXPECT_TRUE(says(objection(playing({{"hands", {"? ?", "2", "3"}}})), "'?' in 'hands' is no card"));
  EXPECT_TRUE(says(objection(playing({{"top", {"Joker"}}})), "'Joker' in 'top' is no card"));
}

// FA-2
TEST(AlivePosition, RefusesADeckAndDiscardsThatLeaveCardsOut) {
  EXPECT_TRUE(says(objection(playing({{"deck", {"1 2 3"}}, {"discards", {"4"}}})),
                   "'deck' and 'discards' leave out: 0 0 0 0 0 0 0 1"));
  EXPECT_EQ(standing(playing({{"deck", {"1 2 3"}}})).table.discards.size(), kDeckSize - 9 - 3);
}

// FA-2
TEST(AlivePosition, RefusesADeckSizeThatIsNotTheDecks) {
  EXPECT_EQ(objection(playing({{"deck_size", {"68"}}})), "");
  EXPECT_TRUE(says(objection(playing({{"deck_size", {"67"}}})), "'deck_size' is 67, but 68 cards are left"));
  EXPECT_TRUE(says(objection(playing({{"deck_size", {"78"}}})), "'deck_size' must be a number from 0 to 77"));
}

// FA-7
TEST(AlivePosition, RefusesALastCardThatIsNotAmongTheDiscards) {
  EXPECT_EQ(objection(playing({{"top", {"5"}}, {"discards", {"5 4"}}})), "");
  const Fields fields = playing({{"top", {"5"}}, {"discards", {"4"}}});
  EXPECT_TRUE(says(objection(fields), "'top' is 5, so 'discards' must hold it (FA-7)"));
  EXPECT_EQ(broken_clause(fields), 7);
  EXPECT_TRUE(says(objection(playing({{"top", {"5 4"}}, {"discards", {"5 4"}}})), "'top' must be one card"));
  EXPECT_TRUE(says(objection(playing({{"top", {""}}})), "'top' must be one card"));
}

// ---- Fields and numbers -------------------------------------------------------------------------------

// FA-7
TEST(AlivePosition, RefusesFieldsItDoesNotKnow) {
  EXPECT_TRUE(says(objection(playing({{"hand", {"1", "2", "3"}}})),
                   "'hand' is not part of a position; known are: phase, lives, deal"));
}

// FA-7
TEST(AlivePosition, RefusesPhasesThatAreNoneOrOnlyBetweenMoves) {
  for (const char* phase : {"lunch", "settle", ""})
    EXPECT_TRUE(
        says(objection(playing({{"phase", {phase}}})), "'phase' cannot be '" + std::string(phase) + "'"));
}

// FA-8
TEST(AlivePosition, RefusesNumbersOutOfRange) {
  EXPECT_EQ(objection(playing({{"total", {"21"}}})), "");
  EXPECT_TRUE(
      says(objection(playing({{"total", {"22"}}})), "'total' must be a number from 0 to 21, not '22'"));
  EXPECT_EQ(objection(playing({{"deal", {"255"}}})), "");
  EXPECT_TRUE(says(objection(playing({{"deal", {"0"}}})), "'deal' must be a number from 1 to 255, not '0'"));
  EXPECT_TRUE(says(objection(playing({{"lives", {"5", "6", "5"}}})),
                   "'lives' must be a number from 0 to 5, not '6'"));
  EXPECT_TRUE(says(objection(playing({{"direction", {"left"}}})), "'direction' cannot be 'left'"));
}

// FA-1
TEST(AlivePosition, RefusesSeatsAndListsThatDoNotFitTheTable) {
  EXPECT_TRUE(says(objection(playing({{"turn", {"4"}}})), "'turn' must be a number from 1 to 3, not '4'"));
  EXPECT_TRUE(
      says(objection(playing({{"dealer", {"0"}}})), "'dealer' must be a number from 1 to 3, not '0'"));
  EXPECT_TRUE(says(objection(dealing({{"dealing", {"one"}}})), "'dealing' must be a number from 1 to 3"));
  EXPECT_TRUE(says(objection(playing({{"hands", {"1", "2"}}})),
                   "'hands' must be a list with one text for each of the 3 seats"));
  EXPECT_TRUE(says(objection(playing({{"lives", {"5"}}})), "'lives' must be a list with one text for each"));
  EXPECT_TRUE(says(objection(playing({{"total", {"5", "6", "7"}}})), "'total' must be one text, not a list"));
}

// FA-6
TEST(AlivePosition, RefusesFieldsInPhasesWhereTheySayNothing) {
  EXPECT_TRUE(
      says(objection(playing({{"dealing", {"2"}}})), "'dealing' goes with the phases deal, redeal and draw"));
  EXPECT_TRUE(says(objection(playing({{"due", {"2"}}})), "'due' goes with the phases deal, redeal and draw"));
  EXPECT_TRUE(says(objection(playing({{"pool", {"1"}}})), "'pool' goes with the phase redeal"));
  EXPECT_TRUE(says(objection(playing({{"lost", {"1"}}})), "'lost' goes with the end of a game in teams"));
  EXPECT_TRUE(says(objection(ended({{"lost", {"2"}}})), "'lost' goes with the end of a game in teams"));
  EXPECT_TRUE(says(objection(ended({{"sums", {"3", "", ""}}})), "'sums' goes with the end of sudden death"));
  EXPECT_TRUE(says(objection(dealing({{"turn", {"1"}}})), "'turn' goes with the phases after the deal"));
  EXPECT_TRUE(says(objection(dealing({{"mixed", {"yes"}}})), "'mixed' goes with the phases after the deal"));
  EXPECT_TRUE(says(objection(dealing({{"floors", {"", "", ""}}})),
                   "'floors' goes with the phases draw, play and over"));
  EXPECT_TRUE(says(objection(redealing({{"old", {"0", "3", "1"}}})),
                   "'old' goes with the phases draw, play and over"));
  for (const char* name : {"open_known", "open_floor"})
    EXPECT_TRUE(says(objection(playing({{name, {""}}})), "'" + std::string(name) + "' goes with 'mixed'"));
  for (const char* name : {"old", "known", "others"})
    EXPECT_TRUE(
        says(objection(playing({{name, {"", "", ""}}})), "'" + std::string(name) + "' goes with 'mixed'"));
}

// FA-4
TEST(AlivePosition, RefusesAnythingBeforeTheFirstDealerIsDrawn) {
  const auto first = [](const std::vector<Named>& more) { return with({{"phase", {"first"}}}, more); };
  EXPECT_EQ(objection(first({{"lives", {"5", "5", "5"}}})), "");
  EXPECT_TRUE(says(objection(first({{"turn", {"1"}}})),
                   "'turn' goes with the phases after the first dealer is drawn"));
  EXPECT_TRUE(says(objection(first({{"lives", {"5", "4", "5"}}})),
                   "seat 2 has five lives before the first hand (FA-1)"));
  EXPECT_TRUE(says(objection(first({}), for_players(3, "dealer=2")),
                   "seat 2 deals the first hand, so nobody is drawn for it (FA-4)"));
  EXPECT_EQ(broken_clause(first({}), for_players(3, "dealer=2")), 4);
}

// ---- Lives --------------------------------------------------------------------------------------------

// FA-33
TEST(AlivePosition, RefusesCardsInTheHandOfASeatWithoutLives) {
  const Fields fields = playing({{"lives", {"5", "0", "1"}}});
  EXPECT_TRUE(says(objection(fields), "seat 2 is out of the game, so it holds no cards (FA-33)"));
  EXPECT_EQ(broken_clause(fields), 33);
  EXPECT_EQ(objection(playing({{"lives", {"5", "0", "1"}}, {"hands", {"1", "", "2"}}})), "");
}

// FA-3
TEST(AlivePosition, RefusesATurnOfASeatWithoutLives) {
  const Fields fields = playing({{"lives", {"0", "5", "1"}}, {"hands", {"", "1", "2"}}});
  EXPECT_TRUE(says(objection(fields), "seat 1 is out of the game, so it cannot have the turn (FA-3)"));
  EXPECT_EQ(broken_clause(fields), 3);
}

// FA-34
TEST(AlivePosition, RefusesATableWithoutAnybodyAlive) {
  EXPECT_TRUE(says(objection(ended({{"lives", {"0", "0", "0"}}})), "somebody must have a life left (FA-34)"));
}

// FA-35
TEST(AlivePosition, RefusesAPlayThatIsDecidedAndAnEndThatIsNot) {
  const Fields decided = playing({{"lives", {"1", "0", "0"}}, {"hands", {"1", "", ""}}});
  EXPECT_TRUE(says(objection(decided),
                   "'phase' must be over when only one seat has a life left, and only then (FA-35)"));
  EXPECT_EQ(broken_clause(decided), 35);
  EXPECT_TRUE(says(objection(ended({{"lives", {"2", "1", "0"}}})), "(FA-35)"));
}

// FA-36
TEST(AlivePosition, RefusesSuddenDeathWithASeatWithoutLivesUnlessItIsOver) {
  const Options sudden = for_players(3, "sudden=yes");
  const Fields fields = playing({{"lives", {"5", "0", "1"}}, {"hands", {"1", "", "2"}}});
  EXPECT_TRUE(says(objection(fields, sudden), "'phase' must be over when a seat has no life left"));
  EXPECT_EQ(broken_clause(fields, sudden), 36);
  EXPECT_EQ(broken_clause(ended({{"lives", {"5", "3", "1"}}}), sudden), 36);
  EXPECT_EQ(objection(ended({{"lives", {"5", "3", "0"}}}), sudden), "");
}

// FA-37
TEST(AlivePosition, RefusesSumsThatAreNotThoseOfTheHands) {
  const Options sudden = for_players(3, "sudden=yes");
  const auto tied = [](const std::vector<std::string>& sums) {
    return ended({{"lives", {"2", "2", "0"}}, {"hands", {"1 2 Skip", "7", ""}}, {"sums", sums}});
  };
  EXPECT_EQ(objection(tied({"3", "7", ""}), sudden), "");
  EXPECT_TRUE(
      says(objection(tied({"3", "6", ""}), sudden), "'sums' of seat 2 is '6', but should be '7' (FA-37)"));
  EXPECT_EQ(broken_clause(tied({"3", "6", ""}), sudden), 37);
  EXPECT_TRUE(
      says(objection(ended({{"sums", {"3", "", ""}}}), sudden), "'sums' of seat 1 is '3', but should be ''"));
}

// FA-39
TEST(AlivePosition, RefusesTeamMatesWithDifferentLives) {
  const Fields fields = teams({{"lives", {"3", "2", "3", "1"}}});
  EXPECT_TRUE(
      says(objection(fields, four_in_teams()), "seats 2 and 4 are a team and share their lives (FA-39)"));
  EXPECT_EQ(broken_clause(fields, four_in_teams()), 39);
  const Table t = standing(teams({{"lives", {"3", "2", "3", "2"}}}), four_in_teams()).table;
  EXPECT_EQ(t.lives, (Table::PerSeat<std::uint8_t>{3, 2}));
  EXPECT_EQ(t.living, SeatSet::first(4));
}

// FA-41
TEST(AlivePosition, RefusesAnEmptyTeamUnlessItIsOver) {
  const std::vector<std::string> empty = {"3", "0", "3", "0"};
  EXPECT_TRUE(says(objection(teams({{"lives", empty}}), four_in_teams()),
                   "'phase' must be over when a team has no life left, and only then (FA-41)"));
  EXPECT_EQ(broken_clause(teams({{"phase", {"over"}}}), four_in_teams()), 41);
  const State state = standing(teams({{"phase", {"over"}}, {"lives", empty}}), four_in_teams());
  EXPECT_EQ(Alive::winners(state), (SeatSet{0b0101}));
}

// FA-41
TEST(AlivePosition, NeedsTheTeamThatLostFirstIfBothAreEmpty) {
  const auto both = [](const std::vector<std::string>& lost) {
    return teams({{"phase", {"over"}}, {"lives", {"0", "0", "0", "0"}}, {"lost", lost}});
  };
  EXPECT_TRUE(says(objection(both({}), four_in_teams()),
                   "'lost' must be a seat of the one that lost its last life first"));
  EXPECT_EQ(Alive::winners(standing(both({"3"}), four_in_teams())), (SeatSet{0b1010}));
  const Fields alive = teams({{"phase", {"over"}}, {"lives", {"0", "4", "0", "4"}}, {"lost", {"4"}}});
  EXPECT_TRUE(
      says(objection(alive, four_in_teams()), "'lost' is seat 4, but its team has lives left (FA-41)"));
}

// ---- The course of a hand -----------------------------------------------------------------------------

// FA-7
TEST(AlivePosition, RefusesAPlayWithoutSomebodyWhoseTurnItIs) {
  EXPECT_TRUE(says(objection(playing({{"turn", {}}})), "'turn' must say whose turn it is"));
  EXPECT_TRUE(says(objection(drawing({{"turn", {}}})), "'turn' must say whose turn it is"));
  EXPECT_TRUE(says(objection(redealing({{"turn", {}}})), "'turn' must say whose turn it is"));
}

// FA-27
TEST(AlivePosition, RefusesAPlayInWhichSomebodyHasGoneOut) {
  const Fields fields = playing({{"hands", {"1 2", "", "3"}}});
  EXPECT_TRUE(says(objection(fields), "seat 2 holds no cards, so the hand would be over (FA-27)"));
  EXPECT_EQ(broken_clause(fields), 27);
}

// FA-4
TEST(AlivePosition, RefusesAnotherFirstDealerThanTheTableNamed) {
  const Options options = for_players(3, "dealer=1");
  EXPECT_EQ(standing(playing({}), options).table.dealer, Seat{0});
  EXPECT_TRUE(says(objection(playing({{"dealer", {"2"}}}), options),
                   "seat 1 deals the first hand, not seat 2 (FA-4)"));
  EXPECT_EQ(objection(playing({{"dealer", {"2"}}, {"deal", {"2"}}}), options), "");
}

// FA-5
TEST(AlivePosition, RefusesADealThatIsOutOfOrder) {
  EXPECT_TRUE(says(objection(dealing({{"dealer", {}}})), "'dealer' must say who deals"));
  EXPECT_TRUE(says(objection(dealing({{"hands", {"1 1 1", "3 3 3 3", ""}}})),
                   "seat 1 cannot hold 3 cards at this point of the deal, but 10 (FA-5)"));
  EXPECT_TRUE(says(objection(dealing({{"dealing", {"1"}}, {"hands", {"1 1", "3", ""}}})),
                   "seat 2 cannot hold 1 cards at this point of the deal, but 0 (FA-5)"));
  EXPECT_TRUE(says(objection(dealing({{"dealing", {"3"}}})), "seat 2 cannot hold 4 cards"));
  EXPECT_TRUE(says(objection(dealing({{"due", {"5"}}})),
                   "seat 2 cannot hold 4 cards at this point of the deal, but 5"));
  EXPECT_TRUE(says(objection(dealing({{"due", {"11"}}})), "'due' must be a number from 1 to 10, not '11'"));
  EXPECT_TRUE(says(objection(dealing({{"hands", {"", "1 1 1 1 1 2 2 2 2 2", ""}}, {"dealer", {"1"}}})),
                   "seat 2 cannot hold 10 cards at this point of the deal, but 9 (FA-5)"));
  EXPECT_EQ(broken_clause(dealing({{"due", {"5"}}})), 5);
}

// FA-5
TEST(AlivePosition, RefusesDiscardsDuringADeal) {
  const Fields fields = dealing({{"discards", {"5"}}});
  EXPECT_TRUE(says(objection(fields), "nothing is discarded before the first card is played (FA-5)"));
  EXPECT_EQ(broken_clause(fields), 5);
}

// FA-6
TEST(AlivePosition, RefusesATotalOrAnotherDirectionDuringADeal) {
  for (const auto& deal : {dealing, redealing}) {
    EXPECT_TRUE(says(objection(deal({{"total", {"3"}}})), "a deal of any sort makes the total 0 (FA-6)"));
    EXPECT_TRUE(says(objection(deal({{"direction", {"counterclockwise"}}})),
                     "play is clockwise after a deal of any sort (FA-6)"));
    EXPECT_EQ(broken_clause(deal({{"total", {"3"}}})), 6);
  }
}

// FA-31
TEST(AlivePosition, RefusesADealerWithoutLivesDuringADeal) {
  const Fields fields = dealing({{"lives", {"5", "5", "0"}}});
  EXPECT_TRUE(says(objection(fields), "seat 3 is out of the game, so it cannot deal (FA-31)"));
  EXPECT_EQ(broken_clause(fields), 31);
  EXPECT_TRUE(
      says(objection(dealing({{"lives", {"5", "0", "5"}}, {"hands", {"1 1 1 1 1 2 2 2 2 2", "", ""}}})),
           "seat 2 gets no cards, so it cannot be 'dealing'"));
}

// FA-24
TEST(AlivePosition, RefusesARedealThatIsOutOfOrder) {
  EXPECT_TRUE(says(objection(redealing({{"hands", {"", "1", "4"}}})),
                   "seat 2 cannot hold 1 cards at this point of the deal, but 2 (FA-24)"));
  EXPECT_TRUE(says(objection(redealing({{"hands", {"1", "1 2 3", "4"}}})), "seat 1 cannot hold 1 cards"));
  EXPECT_TRUE(says(objection(redealing({{"pool", {"5 6 7 1 1 1 1"}}})), "seat 2 cannot hold 3 cards"));
  EXPECT_TRUE(says(objection(redealing({{"due", {"3"}}})), "'due' must be a number from 1 to 2, not '3'"));
  EXPECT_TRUE(says(objection(redealing({{"due", {"2"}}})),
                   "seat 3 cannot hold 1 cards at this point of the deal, but 0"));
  EXPECT_EQ(broken_clause(redealing({{"due", {"2"}}})), 24);
}

// FA-28
TEST(AlivePosition, RefusesARedealWithoutACardForEverybody) {
  const Fields fields = redealing({{"hands", {"", "1", ""}}, {"pool", {"5"}}});
  EXPECT_TRUE(
      says(objection(fields), "'pool' and 'hands' need a card for everybody: nobody had gone out (FA-28)"));
  EXPECT_EQ(broken_clause(fields), 28);
}

// FA-12, FA-13, FA-23
TEST(AlivePosition, RefusesCardsThatNobodyCalledFor) {
  EXPECT_TRUE(
      says(objection(drawing({{"top", {"5"}}})), "cards are drawn when 'top' is Draw1 or Draw2 (FA-12)"));
  EXPECT_TRUE(
      says(objection(drawing({{"top", {}}})), "cards are drawn when 'top' is Draw1 or Draw2 (FA-12)"));
  EXPECT_TRUE(says(objection(redealing({{"top", {}}})), "hands are dealt anew when 'top' is Redeal (FA-23)"));
}

// FA-12, FA-13
TEST(AlivePosition, RefusesADrawThatIsOutOfOrder) {
  EXPECT_TRUE(
      says(objection(drawing({{"dealing", {"1"}}})), "seat 1 gets no cards, so it cannot be 'dealing'"));
  EXPECT_TRUE(says(objection(drawing({{"due", {"3"}}})), "'due' must be a number from 1 to 2, not '3'"));
  EXPECT_TRUE(says(objection(drawing({{"top", {"Draw1"}}, {"discards", {"Draw1"}}, {"due", {"2"}}})),
                   "'due' must be a number from 1 to 1, not '2'"));
  const Fields few = drawing({{"hands", {"1 2", "3 4", "0 7 Bomb"}}});
  EXPECT_TRUE(says(objection(few), "seat 2 had cards and has drawn 2, so it cannot hold 2 (FA-27)"));
  EXPECT_EQ(broken_clause(few), 27);
  EXPECT_TRUE(says(objection(drawing({{"hands", {"1 2", "3 4 5", ""}}})), "so it cannot hold 0 (FA-27)"));
}

// FA-27
TEST(AlivePosition, AllowsADrawCardThatWasTheLastOfItsPlayer) {
  EXPECT_EQ(objection(drawing({{"hands", {"", "3 4 5", "0 7 Bomb"}}})), "");
}

// FA-15
TEST(AlivePosition, RefusesADrawFromAnEmptyPile) {
  const Fields fields = drawing({{"deck", {""}}, {"discards", {}}});
  EXPECT_TRUE(says(objection(fields), "the pile is empty, so the discards would have been shuffled (FA-15)"));
  EXPECT_EQ(broken_clause(fields), 15);
}

// ---- What is known ------------------------------------------------------------------------------------

// FA-44
TEST(AlivePosition, ReadsWhatFlipsTold) {
  const State state = standing(playing({{"floors", {"wild:3 1:3 3:1", "", "wild:2"}}}));
  const Floor first = state.table.floors[0];
  EXPECT_EQ(first.at(1), 3);
  EXPECT_EQ(first.at(2), 3);
  EXPECT_EQ(first.at(3), 1) << "a card of 3 or more is one of 2 or more";
  EXPECT_EQ(first.at(4), 1);
  EXPECT_EQ(state.table.floors[1], Floor{});
}

// FA-44
TEST(AlivePosition, RefusesFlipsThatTheHandsContradict) {
  const Fields fields = playing({{"floors", {"3:2", "", ""}}});
  EXPECT_TRUE(says(objection(fields), "the hand of seat 1 contradicts what 'floors' says of it (FA-44)"));
  EXPECT_EQ(broken_clause(fields), 44);
  EXPECT_EQ(broken_clause(playing({{"floors", {"", "", "wild:3"}}})), 44);
  EXPECT_EQ(broken_clause(playing({{"floors", {"wild:4", "", ""}}})), 44);
}

// FA-44
TEST(AlivePosition, RefusesFloorsItCannotRead) {
  for (const char* text : {"3", "wild", ":2", "8:1", "0:1", "wild:1 wild:2", "x:1"})
    EXPECT_TRUE(says(objection(playing({{"floors", {text, "", ""}}})),
                     "'floors' must look like 'wild:6 1:6 3:2', each rank from wild to 7 once, not '" +
                         std::string(text) + "'"));
  EXPECT_TRUE(says(objection(playing({{"floors", {"7:2", "", ""}}})),
                   "'floors' must be a number from 1 to 1, not '2'"));
  EXPECT_TRUE(says(objection(playing({{"floors", {"1:", "", ""}}})),
                   "'floors' must be a number from 1 to 39, not ''"));
}

// FA-45
TEST(AlivePosition, ReadsWhatIsRemembered) {
  const State state = standing(mixed({{"known", {"4 7", "", "1 Skip"}},
                                      {"others", {"", "2:3", ""}},
                                      {"open_known", {"4"}},
                                      {"open_floor", {"wild:8"}}}));
  EXPECT_TRUE(state.table.mixed);
  EXPECT_EQ(state.table.old, (Table::PerSeat<std::uint8_t>{3, 2, 1}));
  EXPECT_EQ(state.secrets[0].memory.known.size(), 2);
  EXPECT_EQ(state.secrets[1].memory.floor.at(3), 3);
  EXPECT_TRUE(state.secrets[2].memory.known.has(Card::skip));
  EXPECT_EQ(state.table.memory.known, Cards::one(number_card(4)));
  EXPECT_EQ(state.table.memory.floor.at(1), 8);
}

// FA-45
TEST(AlivePosition, TakesAllCardsAsOldUnlessSaidOtherwise) {
  EXPECT_EQ(standing(mixed({{"old", {}}})).table.old, (Table::PerSeat<std::uint8_t>{3, 3, 3}));
  EXPECT_TRUE(standing(redealing({})).table.mixed);
  EXPECT_EQ(standing(redealing({})).table.old, (Table::PerSeat<std::uint8_t>{0, 3, 1}));
}

// FA-45, FA-46
TEST(AlivePosition, RefusesMemoriesThatTheHandsContradict) {
  const Fields own = mixed({{"known", {"1", "", ""}}});
  EXPECT_TRUE(says(objection(own), "'known' of seat 1 names cards that are not in the hands (FA-45)"));
  EXPECT_EQ(broken_clause(own), 45);
  EXPECT_TRUE(says(objection(mixed({{"others", {"", "7:1 1:5", ""}}})),
                   "'others' of seat 2 says more than the hands hold (FA-45)"));
  EXPECT_TRUE(says(objection(mixed({{"open_known", {"6"}}})),
                   "'open_known' names cards that are not in the hands (FA-45)"));
  EXPECT_TRUE(says(objection(mixed({{"open_floor", {"wild:9"}}})),
                   "'open_floor' says more than the hands hold (FA-45)"));
  EXPECT_EQ(objection(redealing({{"known", {"5 6 7", "", "1 5"}}})), "")
      << "cards handed in count among the hands";
}

// FA-45, FA-46
TEST(AlivePosition, RefusesMoreKnownCardsThanOldOnes) {
  EXPECT_EQ(objection(mixed({{"known", {"4 5 7", "", ""}}})), "");
  EXPECT_TRUE(says(objection(mixed({{"known", {"4 5 Skip", "", ""}}})),
                   "'known' of seat 1 names more cards than 'old' leaves room for (FA-45)"));
  EXPECT_TRUE(says(objection(mixed({{"open_known", {"0 7"}}})),
                   "'open_known' names more cards than 'old' leaves room for"));
}

// FA-45
TEST(AlivePosition, RefusesOddWordsAboutMixing) {
  EXPECT_TRUE(says(objection(mixed({{"mixed", {"no"}}})), "'mixed' is 'yes' or left out"));
  EXPECT_TRUE(
      says(objection(mixed({{"old", {"3", "4", "1"}}})), "'old' must be a number from 0 to 3, not '4'"));
}

// FA-33
TEST(AlivePosition, RefusesMemoriesOfASeatWithoutLives) {
  const std::vector<Named> out = {{"lives", {"5", "5", "0"}}, {"hands", {"1 2", "4 5", ""}}, {"old", {}}};
  std::vector<Named> remembering = out;
  remembering.push_back({"known", {"", "", "4"}});
  EXPECT_EQ(objection(mixed(out)), "");
  EXPECT_TRUE(says(objection(mixed(remembering)),
                   "seat 3 is out of the game and need not remember anything (FA-33)"));
}

// ---- What a seat sees ---------------------------------------------------------------------------------

std::vector<std::string> seen(const Fields& fields, std::string_view name) {
  const Field* field = fields.find(name);
  return field ? field->texts : std::vector<std::string>{};
}

// FA-43
TEST(AliveView, ShowsTheOwnSecretsAlone) {
  const State state = standing(mixed({{"known", {"4", "", "1"}}, {"others", {"wild:2", "", ""}}}));
  const Fields mine = Alive::describe(Alive::view(state, Seat{0}));
  EXPECT_EQ(seen(mine, "hands"), (std::vector<std::string>{"1 2 3", "? ? ?", "? ? ?"}));
  EXPECT_EQ(seen(mine, "known"), (std::vector<std::string>{"4", "", ""}));
  EXPECT_EQ(seen(mine, "others"), (std::vector<std::string>{"wild:2", "", ""}));
  EXPECT_EQ(mine.find("deck"), nullptr);
  EXPECT_EQ(seen(mine, "deck_size"), (std::vector<std::string>{"68"}));
  const Fields watcher = Alive::describe(Alive::view(state, kNobody));
  EXPECT_EQ(seen(watcher, "hands"), (std::vector<std::string>{"? ? ?", "? ? ?", "? ? ?"}));
  EXPECT_EQ(watcher.find("known"), nullptr);
  EXPECT_EQ(seen(Alive::describe(Alive::view(standing(redealing({})), Seat{1})), "pool"),
            (std::vector<std::string>{"? ? ?"}));
}

// ---- There and back -----------------------------------------------------------------------------------

/// Plays on at random until the game is over, calling `use(state)` at every position on the way.
template <class Use>
void play_on(State state, Xoshiro256pp& rng, Use use) {
  for (;;) {
    use(std::as_const(state));
    const Actors actors = Alive::actors(state);
    if (actors.kind == Actors::over) return;
    const Seat actor = actors.first();
    const Move move = actor == kDealer ? Alive::draw(state, rng) : Alive::pick(state, actor, rng);
    Alive::play(state, actor, move, Silence{});
  }
}

template <class Use>
void for_every_table(Use use) {
  for (int players = Alive::min_players; players <= Alive::max_players; ++players)
    for (const auto variant : Alive::variants(players)) use(for_players(players, variant));
}

// FA-2, FA-43
TEST(AlivePosition, IsTheSameWhenItIsReadBack) {
  std::array<int, 7> seen{};
  int mixed = 0, floors = 0;
  Xoshiro256pp rng(17);
  for_every_table([&](const Options& options) {
    for (int game = 0; game < 3; ++game)
      play_on(Alive::start(options), rng, [&](const State& state) {
        if (testing::Test::HasFailure()) return;
        const auto again = Alive::position(options, Alive::describe(state));
        ASSERT_TRUE(again) << again.error().message;
        ASSERT_EQ(*again, state);
        const Table& t = state.table;
        ++seen[static_cast<std::size_t>(t.phase)];
        mixed += t.mixed;
        floors += t.all_floors() != Floor{};
      });
  });
  for (const Phase phase : {Phase::first, Phase::deal, Phase::redeal, Phase::draw, Phase::play, Phase::over})
    EXPECT_GT(seen[static_cast<std::size_t>(phase)], 50) << static_cast<int>(phase);
  EXPECT_GT(mixed, 1000);
  EXPECT_GT(floors, 1000);
}

/// A text that is nearly the same: some word is left out, doubled, or replaced by another.
std::string spoilt(const std::string& text, Xoshiro256pp& rng) {
  static constexpr std::string_view others[] = {"0", "1", "5",    "7",    "10",     "99",   "=0",   "Bomb",
                                                "-", "x", "wild", "over", "wild:1", "1:40", "Skip", "play"};
  const auto words = words_of(text);
  std::string all;
  const std::size_t at = below(rng, static_cast<std::uint32_t>(words.size() + 1));
  const auto add = [&](std::string_view word) { (all += all.empty() ? "" : " ") += word; };
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != at || below(rng, 3) == 0) add(words[i]);
    if (i == at && below(rng, 2) == 0)
      add(below(rng, 2) == 0 ? words[i] : others[below(rng, std::size(others))]);
  }
  if (at == words.size()) add(others[below(rng, std::size(others))]);
  return all;
}

/// One thing is changed: a text, a seat's text, or the field is not there at all. Cards not named lie in the
/// deck, so that others can come and go.
Fields spoilt(const Fields& fields, Xoshiro256pp& rng) {
  const auto size = static_cast<std::uint32_t>(std::distance(fields.begin(), fields.end()));
  const std::uint32_t which = below(rng, size);
  const bool left_out = below(rng, 8) == 0;
  Fields changed;
  std::uint32_t n = 0;
  for (Field field : fields) {
    if (field.name == "deck" || field.name == "deck_size") continue;
    if (n++ == which) {
      if (left_out) continue;
      std::string& text = field.texts[below(rng, static_cast<std::uint32_t>(field.texts.size()))];
      text = spoilt(text, rng);
    }
    changed.put(field);
  }
  return changed;
}

// FA-2, FA-44, FA-45
TEST(AlivePosition, IsRefusedOrPlayableHoweverItIsSpoilt) {
  Xoshiro256pp rng(18);
  int refused = 0, accepted = 0;
  for_every_table([&](const Options& options) {
    for (int game = 0; game < 2; ++game)
      play_on(Alive::start(options), rng, [&](const State& state) {
        if (testing::Test::HasFailure() || below(rng, 4) != 0) return;
        Fields fields = Alive::describe(state);
        for (std::uint32_t n = below(rng, 3) + 1; n > 0; --n) fields = spoilt(fields, rng);
        const auto read = Alive::position(options, fields);
        if (!read) {
          ++refused;
          ASSERT_FALSE(read.error().message.empty());
          return;
        }
        ++accepted;
        const auto again = Alive::position(options, Alive::describe(*read));
        ASSERT_TRUE(again) << again.error().message;
        ASSERT_EQ(*again, *read);
        if (accepted % 20 != 0) return;
        play_on(*read, rng, [&](const State& later) {
          ASSERT_EQ(Alive::invariants(later), "");
          for (int i = -1; i < options.players; ++i) {  // what is known must leave something to imagine
            const View view = Alive::view(later, i < 0 ? kNobody : Seat{i});
            ASSERT_EQ(Alive::view(Alive::imagine(view, rng), view.seat), view);
          }
        });
      });
  });
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 500);
}

}  // namespace
}  // namespace lifetable::alive

// SPDX-License-Identifier: Apache-2.0
// Positions as they are written by hand: what is left out, what is refused and why. And positions that a game
// reaches are read back as they were written.
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/testing.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::cv {
namespace {

Options for_players(int players, std::string_view more = "") { return table_for<Cv>(players, more); }

Fields fields_of(const std::vector<Named>& named) {
  Fields fields;
  for (const auto& [name, texts] : named) fields.put({name, texts, texts.size() != 1});
  return fields;
}

/// `base` with some fields changed; one without texts is taken out.
std::vector<Named> with(std::vector<Named> base, const std::vector<Named>& changes) {
  for (const Named& change : changes) {
    std::erase_if(base, [&](const Named& each) { return each.name == change.name; });
    if (!change.texts.empty()) base.push_back(change);
  }
  return base;
}

/// A position that stands, and is the same when it is written down and read again.
State standing(const std::vector<Named>& named, int players = 3) {
  const auto state = Cv::position(for_players(players), fields_of(named));
  EXPECT_TRUE(state) << state.error().message;
  if (!state) return Cv::start(for_players(players));
  const auto again = Cv::position(for_players(players), Cv::describe(*state));
  EXPECT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again && *again == *state);
  return *state;
}

/// What is said against a position; "" if it stands.
std::string objection(const std::vector<Named>& named, int players = 3) {
  const auto state = Cv::position(for_players(players), fields_of(named));
  return state ? "" : state.error().message;
}

int broken_clause(const std::vector<Named>& named, int players = 3) {
  const auto state = Cv::position(for_players(players), fields_of(named));
  return state ? 0 : state.error().clause.number;
}

testing::AssertionResult says(const std::string& message, const std::string& part) {
  if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << message << "' does not say '" << part << "'";
}

std::string text_of(const Fields& fields, std::string_view name, std::size_t place = 0) {
  const Field* field = fields.find(name);
  return field ? field->texts.at(place) : "";
}
std::string text_of(const State& state, std::string_view name, std::size_t place = 0) {
  return text_of(Cv::describe(state), name, place);
}

/// Seat 1 selects cards.
std::vector<Named> selecting(const std::vector<Named>& changes) {
  return with({{"phase", {"select"}}, {"cvs", {"health 25 13, work 28", "18", ""}}, {"dice", {"HHMM"}}},
              changes);
}

// ---- What is left out ---------------------------------------------------------------------------------

// CV-5, CV-6, CV-9
TEST(CvPosition, IsTheFirstTurnWhenNothingIsSaid) {
  const State state = standing({});
  const Table& t = state.table;
  EXPECT_EQ(t.phase, Phase::toss);
  EXPECT_EQ(t.turn, Seat{0});
  EXPECT_EQ(t.starter, Seat{0});
  EXPECT_EQ(text_of(state, "track"), "13 14 15 16 17");
  EXPECT_EQ(text_of(state, "early"), "18-38");
  EXPECT_EQ(text_of(state, "middle"), "39-58");
  EXPECT_EQ(text_of(state, "old"), "59-75");
  EXPECT_EQ(text_of(state, "goals"), "76 77");
  EXPECT_EQ(text_of(state, "secret_goals", 2), "80");
  EXPECT_EQ(text_of(state, "cvs", 0), "possession 12");
  EXPECT_EQ(text_of(state, "hands", 0), "");
  EXPECT_EQ(t.means, means_of(t, Seat{0}));
}

// CV-9, CV-38
TEST(CvPosition, StandsAsInTheExampleOfTheDocumentation) {
  const State state = standing({{"phase", {"select"}},
                                {"turn", {"1"}},
                                {"cvs", {"health 25 13, work 28", "18, possession 50", "12"}},
                                {"track", {"20 22 24 33 35"}},
                                {"dice", {"HHMG"}},
                                {"hands", {"11", "5 30", ""}}});
  EXPECT_EQ(state.table.starter, Seat{2});
  EXPECT_EQ(state.table.deck(), Deck::middle);
  EXPECT_EQ(text_of(state, "hands", 1), "5 30");
}

// CV-43
TEST(CvPosition, IsInTheAgeOfTheLatestCardThatIsNamed) {
  const State middle = standing({{"cvs", {"18 25", "45", ""}}});
  EXPECT_EQ(text_of(middle, "early"), "");
  EXPECT_EQ(text_of(middle, "track"), "39 40 41 42 43");
  EXPECT_EQ(text_of(middle, "middle"), "44 46-58");
  EXPECT_EQ(text_of(middle, "old"), "59-75");
  const State old = standing({{"track", {"60 13 14"}}});
  EXPECT_EQ(text_of(old, "middle"), "");
  EXPECT_EQ(text_of(old, "old"), "59 61-75");
  EXPECT_TRUE(old.table.old_age());
}

// CV-43
TEST(CvPosition, HasTheCardsInADeckThatAreNamedAndNoOthers) {
  const State few = standing({{"early", {"20 30-32"}}});
  EXPECT_EQ(text_of(few, "early"), "20 30-32");
  EXPECT_EQ(text_of(few, "track"), "13 14 15 16 17");
  const State none = standing({{"early", {""}}});
  EXPECT_EQ(text_of(none, "early"), "");
  EXPECT_EQ(text_of(none, "track"), "39 40 41 42 43");
  const State last = standing({{"early", {""}}, {"middle", {""}}, {"old", {"75"}}});
  EXPECT_EQ(text_of(last, "track"), "59 60 61 62 63");
  EXPECT_EQ(last.table.unseen.size(), 1);
}

// CV-38
TEST(CvPosition, ReadsStacksWithTheActiveCardFirst) {
  const State state = standing({{"cvs", {"health 25 13, work 28", "", ""}}});
  const Table& t = state.table;
  EXPECT_EQ(t.active(Seat{0}, Type::health), card_of(25));
  EXPECT_EQ(t.below_of(card_of(25)), card_of(13));
  EXPECT_EQ(t.cards_in(Seat{0}, Type::health), 2);
  EXPECT_EQ(t.active(Seat{0}, Type::work), card_of(28));
  EXPECT_EQ(t.cv_cards(Seat{0}), 3);
}

// CV-33, CV-38
TEST(CvPosition, NeedsNamesOfStacksOnlyForCardsOfTwoTypes) {
  EXPECT_EQ(text_of(standing({{"cvs", {"28 25 13", "", ""}}}), "cvs"), "health 25 13, work 28");
  EXPECT_EQ(text_of(standing({{"cvs", {"28 25, possession 50", "", ""}}}), "cvs"),
            "health 25, work 28, possession 50");
  EXPECT_TRUE(says(objection({{"cvs", {"28 50", "", ""}}}), "has two types: 'cvs' must name its stack"));
  EXPECT_EQ(broken_clause({{"cvs", {"50", "", ""}}}), 33);
}

// CV-9
TEST(CvPosition, BeginsWithWhoeverHasTheBicycle) {
  EXPECT_EQ(standing({{"cvs", {"", "12", ""}}}).table.starter, Seat{1});
  const State lost = standing({{"cvs", {"", "", ""}}, {"starter", {"3"}}});
  EXPECT_EQ(lost.table.starter, Seat{2});
  EXPECT_EQ(lost.table.cv_cards(Seat{2}), 0);
  EXPECT_EQ(text_of(standing({{"starter", {"2"}}}), "cvs", 1), "possession 12");
}

// CV-8, CV-10
TEST(CvPosition, MakesUpHowEveryoneGrewUp) {
  const State state = standing({{"hands", {"11 5", "30 3", ""}}, {"starter", {"2"}}});
  const auto hand = [&](int i) {
    return state.secrets[static_cast<std::size_t>(i)].hand(state.table.shown[static_cast<std::size_t>(i)]);
  };
  EXPECT_EQ(hand(0), 1u << 11 | 1u << 5);
  EXPECT_EQ(hand(1), 1u << 3);
  EXPECT_EQ(hand(2), 0);
  EXPECT_TRUE(state.table.events[1].has(card_of(30)));
  // Seat 2 has the Bicycle; what nobody names was played: the lowest cards.
  EXPECT_EQ(text_of(state, "played", 0), "1");
  EXPECT_EQ(text_of(state, "played", 1), "2");
  EXPECT_EQ(text_of(state, "played", 2), "4 6 7");
}

// CV-8
TEST(CvPosition, TakesADraftExactly) {
  const std::vector<Named> named = {{"draft", {"1 12 3", "4 5 6", "7 8 9"}}, {"hands", {"1", "3", ""}}};
  const State state = standing(named);
  EXPECT_EQ(state.table.starter, Seat{0});
  EXPECT_EQ(state.secrets[1].last, card_of(3));
  EXPECT_EQ(state.secrets[0].passed, 1u << 5 | 1u << 6);
  EXPECT_EQ(text_of(state, "played", 0), "9");
  EXPECT_EQ(text_of(state, "played", 1), "4 5");
  EXPECT_EQ(standing(with(named, {{"draft", {"1 2 12", "4 5 6", "7 8 9"}}, {"hands", {"1", "", ""}}}))
                .table.starter,
            Seat{1});
}

// CV-12, CV-13
TEST(CvPosition, KnowsWhatTheCardsGive) {
  const State state = standing(selecting({{"cvs", {"18", "", ""}}, {"dice", {"HHMMB"}}}));
  EXPECT_EQ(state.table.means, means_of(state.table, Seat{0}));
  EXPECT_EQ(state.table.means.dice, 5) << "Marriage gives a die";
  EXPECT_EQ(state.table.throws, 1);
  EXPECT_EQ(state.table.most_bad, 255);
}

// CV-12
TEST(CvPosition, TakesOtherMeansAsTheyAreWritten) {
  const Means means =
      standing(selecting({{"means", {"tokens HA, arrows H>M M>K, effects thaw turn_bad, job MA"}}}))
          .table.means;
  EXPECT_EQ(means.dice, 4);
  EXPECT_EQ(means.throws, 3);
  EXPECT_EQ(means.tokens, Symbols::of(Symbol::health) + Symbols::of(Symbol::any));
  EXPECT_EQ(means.arrows.from(Symbol::health), 0b1101) << "one after the other (CV-26)";
  EXPECT_EQ(means.effects, Effect::thaw | Effect::turn_bad);
  EXPECT_EQ(means.job, set_of(Symbol::money) | set_of(Symbol::any));
}

// CV-34, CV-36
TEST(CvPosition, CountsMisfortunes) {
  const std::vector<Named> struck = {{"phase", {"misfortune"}}, {"dice", {"BBBM"}}};
  EXPECT_EQ(standing(struck).table.losses, 1);
  EXPECT_EQ(standing(struck).table.most_bad, 5);
  const std::vector<Named> twice = with(struck, {{"dice", {"BBBBBB"}}, {"means", {"dice 6, throws 3"}}});
  EXPECT_EQ(standing(twice).table.losses, 2);
  EXPECT_EQ(standing(with(twice, {{"losses", {"1"}}})).table.losses, 1);
  EXPECT_EQ(broken_clause(with(struck, {{"dice", {"BBMM"}}})), 34);
  EXPECT_EQ(broken_clause(with(struck, {{"cvs", {"", "", ""}}})), 37);
  EXPECT_TRUE(says(objection(with(struck, {{"losses", {"2"}}})), "'losses' must be a number from 1 to 1"));
}

// CV-39, CV-40
TEST(CvPosition, KnowsWhichCardsAreStillToBePlaced) {
  const std::vector<Named> placing = {{"phase", {"place"}},
                                      {"cvs", {"health 25, work 28", "", ""}},
                                      {"dice", {"HHRK"}},
                                      {"taken", {"28, 22"}}};
  const State state = standing(placing);
  EXPECT_EQ(state.table.unplaced, 0b10);
  EXPECT_EQ(state.table.placing, Seat{0});
  EXPECT_EQ(state.table.track_size(), 3) << "two cards were taken";
  EXPECT_TRUE(says(objection(with(placing, {{"cvs", {"work 28", "", ""}}})),
                   "22 Blood donor has only one place to go"));
  EXPECT_TRUE(
      says(objection(with(placing, {{"taken", {}}})), "'taken' must name a card that is to be placed"));
}

// CV-47
TEST(CvPosition, LetsSomebodyPlaceWhatAssistanceGave) {
  const State state = standing({{"phase", {"place"}},
                                {"placing", {"2"}},
                                {"cvs", {"25 13 14 28 18", "22", "27"}},
                                {"taken", {"33"}},
                                {"assisted", {"3"}}});
  EXPECT_EQ(state.table.placing, Seat{1});
  EXPECT_TRUE(state.table.cleaning_up());
  EXPECT_EQ(state.table.assisted, SeatSet::of(Seat{2}));
  EXPECT_EQ(text_of(state, "early"), "") << "a deck has run out";
}

// CV-46
TEST(CvPosition, KnowsWhoIsToBeAssisted) {
  const std::vector<Named> poor = {{"phase", {"assist"}}, {"cvs", {"25 13 14 28", "18 26", "27 16 32"}}};
  EXPECT_EQ(text_of(standing(poor), "assisted"), "2");
  EXPECT_TRUE(says(objection(with(poor, {{"assisted", {"2 3"}}})), "somebody who is not poor (CV-46)"));
  const auto poorer = with(poor, {{"cvs", {"25 13 14 28", "18 26", "27 16"}}});
  EXPECT_EQ(text_of(standing(poorer), "assisted"), "2 3");
  EXPECT_EQ(text_of(standing(with(poorer, {{"assisted", {"3"}}})), "assisted"), "3");
  EXPECT_EQ(broken_clause(with(poor, {{"cvs", {"25", "18", "27"}}})), 46);
}

// CV-48, CV-52
TEST(CvPosition, NeedsOnlyCvsAndGoalsToCountPoints) {
  const State state =
      standing({{"phase", {"over"}}, {"cvs", {"25 13", "18", "12"}}, {"secret_goals", {"80", "", ""}}});
  EXPECT_EQ(state.table.turn, Seat{1}) << "the turn before the starter's";
  EXPECT_EQ(state.table.revealed[0], card_of(80));
  EXPECT_EQ(text_of(state, "track"), "");
  EXPECT_EQ(broken_clause({{"phase", {"over"}}, {"turn", {"2"}}}), 48);
  EXPECT_EQ(broken_clause({{"phase", {"over"}}, {"old", {"59-62"}}}), 48);
  EXPECT_EQ(broken_clause({{"phase", {"over"}}, {"early", {"20"}}}), 43);
}

// CV-43
TEST(CvPosition, RefillsATrackWithRoom) {
  EXPECT_EQ(standing({{"phase", {"refill"}}}).table.track_size(), 4);
  EXPECT_EQ(broken_clause({{"phase", {"refill"}}, {"track", {"13 14 15 16 17"}}}), 43);
}

// CV-14
TEST(CvPosition, ThrowsTheDiceThatDoNotLie) {
  const std::vector<Named> rolling = {{"phase", {"dice"}}};
  EXPECT_EQ(standing(rolling).table.in_air, 4);
  EXPECT_EQ(standing(rolling).table.throws, 0);
  const State again = standing(with(rolling, {{"dice", {"HB"}}}));
  EXPECT_EQ(again.table.in_air, 2);
  EXPECT_EQ(again.table.throws, 1);
  EXPECT_EQ(broken_clause(with(rolling, {{"dice", {"HB"}}, {"throws", {"0"}}})), 14);
}

// CV-42
TEST(CvPosition, AsksForUpkeepOnlyIfThereIsAChoice) {
  // Own company wants a health, a dog money: one "any" pays for one of them.
  const std::vector<Named> due = {{"phase", {"upkeep"}},
                                  {"cvs", {"work 44, health 55", "", ""}},
                                  {"dice", {"BBGG"}},
                                  {"means", {"dice 4, tokens A"}}};
  EXPECT_EQ(standing(due).table.payable_upkeep().size(), 2u);
  EXPECT_EQ(broken_clause(with(due, {{"dice", {"HBGG"}}})), 42);
}

// ---- Growing up ---------------------------------------------------------------------------------------

// CV-8
TEST(CvPosition, ReadsChoicesOfChildhoodCards) {
  const State fresh = standing({{"phase", {"choose"}}}, 2);
  EXPECT_EQ(text_of(fresh, "offered", 0), "1 2 12");
  EXPECT_EQ(text_of(fresh, "offered", 1), "3 4 5");
  const State one = standing({{"phase", {"choose"}}, {"draft", {"7", ""}}, {"passed", {"8 9", ""}}}, 2);
  EXPECT_EQ(one.table.chosen, SeatSet::of(Seat{0}));
  EXPECT_EQ(one.table.step, 0);
  EXPECT_EQ(one.secrets[0].passed, 1u << 8 | 1u << 9);
  const State two = standing({{"phase", {"choose"}}, {"draft", {"7", "4"}}, {"offered", {"1 2", "3 12"}}}, 2);
  EXPECT_EQ(two.table.step, 1);
  EXPECT_EQ(two.secrets[0].passed, 1u << 3 | 1u << 12);
}

// CV-7, CV-8
TEST(CvPosition, RefusesChildhoodsThatCannotBe) {
  const std::vector<Named> choosing = {{"phase", {"choose"}}};
  const auto clause = [&](const std::vector<Named>& changes) {
    return broken_clause(with(choosing, changes), 2);
  };
  EXPECT_EQ(clause({{"offered", {"1 2 3 4", ""}}}), 8);
  EXPECT_EQ(clause({{"offered", {"1 2 3", "4 5 6"}}}), 7) << "no Bicycle";
  EXPECT_EQ(clause({{"draft", {"1 2", ""}}}), 8);
  EXPECT_EQ(clause({{"draft", {"1 2 3", "4 5 6"}}}), 8);
  EXPECT_EQ(clause({{"draft", {"1", ""}}, {"offered", {"2 3", ""}}}), 8);
  EXPECT_EQ(clause({{"draft", {"1", "2"}}, {"passed", {"3 4", "5 6"}}, {"offered", {"7 12", "8 9"}}}), 8);
  EXPECT_EQ(clause({{"draft", {"1", ""}}, {"chosen", {"2"}}}), 8);
  EXPECT_EQ(broken_clause({{"phase", {"deal_cards"}}, {"offered", {"", "1"}}}, 2), 7);
  EXPECT_EQ(broken_clause({{"phase", {"deal_goals"}}, {"secret_goals", {"", "80"}}}, 2), 6);
  EXPECT_EQ(broken_clause({{"phase", {"open_track"}}, {"track", {"13 14 15 16 17"}}}, 2), 5);
  EXPECT_EQ(broken_clause({{"phase", {"open_track"}}, {"track", {"13 14 15 16 17 18 19"}}}, 2), 5);
  EXPECT_EQ(broken_clause({{"phase", {"choose"}}, {"track", {"13 14 15 16 17 18"}}}, 2), 5);
  EXPECT_TRUE(
      says(objection(with(choosing, {{"cvs", {"", ""}}}), 2), "'cvs' goes with the phases after growing up"));
  EXPECT_TRUE(says(objection({{"offered", {"1", ""}}}, 2), "'offered' goes with growing up"));
}

// CV-8, CV-9
TEST(CvPosition, RefusesDraftsThatCannotBe) {
  const std::vector<Named> grown = {{"draft", {"1 12 3", "4 5 6", "7 8 9"}}};
  EXPECT_EQ(broken_clause(with(grown, {{"draft", {"1 12", "4 5 6", "7 8 9"}}})), 8);
  EXPECT_EQ(broken_clause(with(grown, {{"draft", {"1 12 3", "4 5 3", "7 8 9"}}})), 2);
  EXPECT_EQ(broken_clause(with(grown, {{"draft", {"1 2 3", "4 5 6", "7 8 9"}}})), 7);
  EXPECT_EQ(broken_clause(with(grown, {{"starter", {"2"}}})), 9);
  EXPECT_TRUE(says(objection(with(grown, {{"hands", {"5", "", ""}}})),
                   "seat 1 did not get 5 Life insurance by 'draft'"));
  EXPECT_TRUE(says(objection(with(grown, {{"hands", {"1", "", ""}}, {"played", {"", "3 4 5", "6 7 8"}}})),
                   "seat 1 got 9 Lemonade stand by 'draft': it must be in 'hands' or in 'played'"));
  EXPECT_TRUE(says(objection({{"hands", {"1 2 3", "", ""}}}),
                   "seat 1 cannot have had more than three childhood cards, of which the Bicycle is one"));
}

// ---- What cannot be -----------------------------------------------------------------------------------

// CV-2
TEST(CvPosition, RefusesACardInTwoPlaces) {
  EXPECT_TRUE(says(objection({{"cvs", {"18", "18", ""}}}), "18 Marriage is named twice in 'cvs'"));
  EXPECT_TRUE(says(objection({{"cvs", {"18", "", ""}}, {"track", {"18 20"}}}),
                   "18 Marriage is named in 'cvs' and in 'track', but there is only one (CV-2)"));
  EXPECT_EQ(broken_clause({{"early", {"13-20"}}, {"cvs", {"18", "", ""}}}), 2);
  EXPECT_EQ(broken_clause({{"hands", {"30", "30", ""}}}), 2);
  EXPECT_EQ(broken_clause({{"goals", {"76 77"}}, {"secret_goals", {"76", "", ""}}}), 2);
  EXPECT_EQ(broken_clause(selecting({{"taken", {"25"}}})), 2);
}

// CV-38, CV-43
TEST(CvPosition, RefusesCardsWhereTheyCannotLie) {
  EXPECT_TRUE(says(objection({{"cvs", {"work 18", "", ""}}}),
                   "18 Marriage does not go to the stack of work (CV-38)"));
  EXPECT_TRUE(says(objection({{"cvs", {"30", "", ""}}}), "30 Life insurance is an event"));
  EXPECT_TRUE(
      says(objection({{"cvs", {"3", "", ""}}}), "'cvs' takes cards 12 to 75 by their numbers, not '3'"));
  EXPECT_TRUE(says(objection({{"cvs", {"health", "", ""}}}), "'cvs' must look like 'health 25 13, work 28'"));
  EXPECT_TRUE(says(objection({{"cvs", {"sport 25", "", ""}}}), "with the stacks health, relationship"));
  EXPECT_TRUE(says(objection({{"cvs", {"18", ""}}}), "one text for each of the 3 seats"));
  EXPECT_TRUE(
      says(objection({{"hands", {"18", "", ""}}}), "18 Marriage is no event, so it cannot be in 'hands'"));
  EXPECT_TRUE(says(objection({{"cvs", {"", "", ""}}, {"hands", {"12", "", ""}}}), "12 Bicycle is no event"));
  EXPECT_TRUE(says(objection({{"track", {"13 14 15 16 17 18"}}}), "'track' has more than five cards"));
  EXPECT_TRUE(
      says(objection({{"track", {"76"}}}), "'track' takes cards 13 to 75 by their numbers, not '76'"));
  EXPECT_TRUE(says(objection({{"early", {"20-18"}}}), "'20-18', which ends before it begins"));
  EXPECT_TRUE(says(objection({{"early", {"39"}}}), "'early' takes cards 13 to 38"));
  EXPECT_TRUE(says(objection({{"early", {"20"}}, {"track", {"39 40"}}}),
                   "'early' has cards left, so none of 'middle' can have come out (CV-43)"));
  EXPECT_TRUE(
      says(objection({{"goals", {"76"}}}), "'goals' must be exactly 2 public goals for 3 players (CV-6)"));
  EXPECT_EQ(broken_clause({{"secret_goals", {"76 77", "", ""}}}), 6);
}

// CV-9, CV-39
TEST(CvPosition, RefusesABicycleThatSomebodyElseBrought) {
  EXPECT_EQ(broken_clause({{"starter", {"1"}}, {"cvs", {"", "12", ""}}}), 9);
  EXPECT_EQ(broken_clause({{"cvs", {"possession 12 23", "", ""}}}), 39);
}

// CV-13, CV-16, CV-24
TEST(CvPosition, RefusesTurnsThatCannotBe) {
  EXPECT_EQ(objection(selecting({})), "");
  EXPECT_TRUE(says(objection(selecting({{"dice", {}}})), "'dice' must say what the dice show"));
  EXPECT_TRUE(says(objection(selecting({{"dice", {"HHM"}}})), "seat 1 throws 4 dice, but there are only 3"));
  EXPECT_TRUE(says(objection(selecting({{"dice", {"HHMMBBBB"}}})), "there are more than seven dice (CV-13)"));
  EXPECT_TRUE(
      says(objection(selecting({{"dice", {"HHMA"}}})), "'dice' must be letters of HRKMGB, as in HMMB"));
  EXPECT_EQ(broken_clause(selecting({{"thawed", {"yes"}}})), 16);
  EXPECT_EQ(objection(selecting({{"thawed", {"yes"}}, {"throws", {"2"}}, {"cvs", {"53", "", ""}}})), "");
  EXPECT_EQ(broken_clause(selecting({{"thawed", {"yes"}}, {"cvs", {"53", "", ""}}})), 16);
  EXPECT_TRUE(says(objection(selecting({{"thawed", {"no"}}})), "'thawed' is 'yes' or left out"));
  EXPECT_TRUE(says(objection(selecting({{"throws", {"9"}}})), "'throws' must be a number from 1 to 3"));
  EXPECT_TRUE(says(objection(selecting({{"in_air", {"1"}}})), "'in_air' goes with the phase dice"));
  EXPECT_TRUE(says(objection(selecting({{"losses", {"1"}}})), "'losses' goes with the phase misfortune"));
  EXPECT_TRUE(says(objection(selecting({{"taken", {"18"}}, {"cvs", {}}})),
                   "seat 1 cannot pay for what it has 'taken'"));
  EXPECT_EQ(broken_clause(selecting({{"taken", {"14, 22, 24"}}})), 23);
  EXPECT_TRUE(says(objection(selecting({{"taken", {"50"}}})), "must say which, as in '50 as work'"));
  EXPECT_TRUE(says(objection(selecting({{"taken", {"50 as health"}}})), "cannot be taken as health"));
  EXPECT_TRUE(says(objection(selecting({{"taken", {"14 or 22"}}})), "must look like '18, 50 as work'"));
  EXPECT_TRUE(says(objection({{"dice", {"HHMM"}}}), "'dice' goes with the phases after the first throw"));
  EXPECT_TRUE(
      says(objection({{"phase", {"refill"}}, {"extra", {"H"}}}), "'extra' goes with a turn under way"));
  EXPECT_EQ(broken_clause(selecting({{"extra", {std::string(70, 'H')}}, {"hands", {"3", "", ""}}})), 19);
  EXPECT_TRUE(says(objection({{"joining", {"4"}}}), "there are more than seven dice"));
  EXPECT_EQ(broken_clause({{"means", {"dice 5"}}}), 12) << "nothing has happened yet";
}

// CV-12
TEST(CvPosition, RefusesOddWordsAboutMeans) {
  EXPECT_TRUE(says(objection(selecting({{"means", {"luck 3"}}})), "'means' must look like"));
  EXPECT_TRUE(says(objection(selecting({{"means", {"arrows HM"}}})), "arrows in 'means' look like H>M"));
  EXPECT_TRUE(
      says(objection(selecting({{"means", {"effects flying"}}})), "'flying' in 'means' is no effect"));
  EXPECT_TRUE(
      says(objection(selecting({{"means", {"dice 8"}}})), "'dice in means' must be a number from 4 to 7"));
  EXPECT_TRUE(says(objection(selecting({{"means", {"tokens X"}}})), "'tokens in means' must be letters"));
}

TEST(CvPosition, RefusesUnknownFieldsAndPhases) {
  EXPECT_TRUE(says(objection({{"age", {"3"}}}), "'age' is not part of a position"));
  EXPECT_TRUE(says(objection({{"phase", {"lunch"}}}), "'phase' cannot be 'lunch'"));
  EXPECT_TRUE(says(objection({{"turn", {"4"}}}), "'turn' must be a number from 1 to 3"));
}

// ---- What a seat sees ---------------------------------------------------------------------------------

// CV-10
TEST(CvView, ShowsTheOwnSecretsAlone) {
  const State state = standing({{"hands", {"5", "1 2 30", ""}}, {"secret_goals", {"80", "81", "82"}}});
  const Fields mine = Cv::describe(Cv::view(state, Seat{0}));
  EXPECT_EQ(text_of(mine, "hands", 0), "5");
  EXPECT_EQ(text_of(mine, "hands", 1), "? ? 30");
  EXPECT_EQ(text_of(mine, "hands", 2), "");
  EXPECT_EQ(mine.find("secret_goals")->texts, (std::vector<std::string>{"80", "?", "?"}));
  EXPECT_EQ(text_of(mine, "draft", 1), "");
  EXPECT_NE(text_of(mine, "draft", 0), "");
  EXPECT_NE(text_of(mine, "passed", 0), "");
  const Fields watcher = Cv::describe(Cv::view(state, kNobody));
  EXPECT_EQ(watcher.find("secret_goals")->texts, (std::vector<std::string>{"?", "?", "?"}));
  EXPECT_EQ(text_of(watcher, "hands", 0), "?");
  EXPECT_EQ(watcher.find("draft"), nullptr);
  const State over = standing({{"phase", {"over"}}, {"secret_goals", {"80", "81", "82"}}});
  EXPECT_EQ(text_of(Cv::describe(Cv::view(over, Seat{0})), "secret_goals", 2), "82");
}

// ---- There and back -----------------------------------------------------------------------------------

/// Plays on at random until the game is over, calling `use(state)` at every position on the way.
template <class Use>
void play_on(State state, Xoshiro256pp& rng, Use use) {
  for (;;) {
    use(std::as_const(state));
    const Actors actors = Cv::actors(state);
    if (actors.kind == Actors::over) return;
    const Seat actor = actors.first();
    const Move move = actor == kDealer ? Cv::draw(state, rng) : Cv::pick(state, actor, rng);
    Cv::play(state, actor, move, Silence{});
  }
}

template <class Use>
void for_every_table(Use use) {
  for (int players = Cv::min_players; players <= Cv::max_players; ++players)
    for (const auto variant : Cv::variants(players)) use(for_players(players, variant));
}

// CV-2, CV-10, CV-12
TEST(CvPosition, IsTheSameWhenItIsReadBack) {
  std::array<int, 14> seen{};
  int other_means = 0;
  Xoshiro256pp rng(17);
  for_every_table([&](const Options& options) {
    for (int game = 0; game < 12; ++game)
      play_on(Cv::start(options), rng, [&](const State& state) {
        if (testing::Test::HasFailure()) return;
        const auto again = Cv::position(options, Cv::describe(state));
        ASSERT_TRUE(again) << again.error().message;
        ASSERT_EQ(*again, state);
        const Table& t = state.table;
        ++seen[static_cast<std::size_t>(t.phase)];
        other_means += !t.cleaning_up() && t.phase > Phase::toss && t.means != means_of(t, t.turn);
      });
  });
  // Whoever plays at random is hardly ever asked about upkeep; see AsksForUpkeepOnlyIfThereIsAChoice.
  for (std::size_t phase = 0; phase < seen.size(); ++phase)
    EXPECT_GT(seen[phase], static_cast<Phase>(phase) == Phase::upkeep ? -1 : 50) << phase;
  EXPECT_GT(other_means, 50);
}

/// A text that is nearly the same: some word is left out, doubled, or replaced by another.
std::string spoilt(const std::string& text, Xoshiro256pp& rng) {
  static constexpr std::string_view others[] = {
      "0",  "1",     "12",   "13",   "18",   "50",  "75",   "76",    "99",   "-",   ",",   "health", "work",
      "as", "13-38", "dice", "HMMB", "BBBB", "H>M", "over", "place", "toss", "59-", "yes", "effects"};
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

/// One thing is changed: a text, a seat's text, or the field is not there at all. What the decks hold is left
/// open now and then, so that other cards can come and go.
Fields spoilt(const Fields& fields, Xoshiro256pp& rng) {
  const auto size = static_cast<std::uint32_t>(std::distance(fields.begin(), fields.end()));
  const std::uint32_t which = below(rng, size);
  const bool left_out = below(rng, 4) == 0, open = below(rng, 2) == 0;
  Fields changed;
  std::uint32_t n = 0;
  for (Field field : fields) {
    const bool follows = field.name == "early" || field.name == "middle" || field.name == "old" ||
                         field.name == "draft" || field.name == "played";
    if (n++ == which) {
      if (left_out) continue;
      std::string& text = field.texts[below(rng, static_cast<std::uint32_t>(field.texts.size()))];
      text = spoilt(text, rng);
    } else if (follows && open) {
      continue;
    }
    changed.put(field);
  }
  return changed;
}

// CV-2, CV-8, CV-24
TEST(CvPosition, IsRefusedOrPlayableHoweverItIsSpoilt) {
  Xoshiro256pp rng(18);
  int refused = 0, accepted = 0;
  for_every_table([&](const Options& options) {
    for (int game = 0; game < 6; ++game)
      play_on(Cv::start(options), rng, [&](const State& state) {
        if (testing::Test::HasFailure() || below(rng, 4) != 0) return;
        Fields fields = Cv::describe(state);
        for (std::uint32_t n = below(rng, 3) + 1; n > 0; --n) fields = spoilt(fields, rng);
        const auto read = Cv::position(options, fields);
        if (!read) {
          ++refused;
          ASSERT_FALSE(read.error().message.empty());
          return;
        }
        ++accepted;
        const auto again = Cv::position(options, Cv::describe(*read));
        ASSERT_TRUE(again) << again.error().message;
        ASSERT_EQ(*again, *read);
        if (accepted % 20 != 0) return;
        play_on(*read, rng, [&](const State& later) {
          ASSERT_EQ(Cv::invariants(later), "");
          for (int i = -1; i < options.players; ++i) {  // what is known must leave something to imagine
            const View view = Cv::view(later, i < 0 ? kNobody : Seat{i});
            ASSERT_EQ(Cv::view(Cv::imagine(view, rng), view.seat), view);
          }
        });
      });
  });
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 500);
}

}  // namespace
}  // namespace lifetable::cv

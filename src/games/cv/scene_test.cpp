// SPDX-License-Identifier: Apache-2.0
// What the page is given to draw: it is right in positions made by hand, and sound in random games.
#include "games/cv/scene.hpp"

#include <algorithm>
#include <boost/describe/operators.hpp>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/scene_testing.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::cv {

using boost::describe::operators::operator==;  // of all that a scene is made of

namespace {

constexpr Seat kOne{0}, kTwo{1}, kThree{2};
const std::vector<std::string> kNames = {"Ann", "Bo", "Cy", "Di"};
using Row = std::vector<std::string>;
using Numbers = std::vector<int>;

View view_of(int players, const std::vector<Named>& named, Seat reader = kOne) {
  return Cv::view(position_of<Cv>(table_for<Cv>(players), named), reader);
}

Scene scene_of(int players, const std::vector<Named>& named, Seat reader = kOne) {
  return Cv::scene(view_of(players, named, reader));
}

/// "H free, B frozen"
std::string told(const std::vector<Die>& dice) {
  std::string all;
  for (const Die& die : dice) all += (all.empty() ? "" : ", ") + die.face + " " + die.state;
  return all;
}

std::string said(const Scene& scene, Seat reader = kNobody) {
  return english().say(scene.now, reader, kNames);
}

CardFacts facts_of_card(int number) {
  return Cv::catalogue_facts(table_for<Cv>(2)).at(static_cast<std::size_t>(number) - 1);
}

/// Seat 1 of three takes cards; seat 3 began.
const std::vector<Named> kExample = {{"phase", {"select"}},
                                     {"cvs", {"health 25 13, work 28", "18, possession 50", "12"}},
                                     {"track", {"20 22 24 33 35"}},
                                     {"dice", {"HHMG"}},
                                     {"hands", {"11", "5 30", ""}}};

// ---- Random games -------------------------------------------------------------------------------------

TEST(CvScene, TapsTellMovesApart) { look_at_random_games<Cv>(2, 1, expect_taps_tell_moves_apart<Cv>); }

// CV-10
TEST(CvScene, ShowsNothingThatASeatCannotSee) {
  Xoshiro256pp rng(5);
  look_at_random_games<Cv>(1, 5, [&](const State& state) {
    for (const Seat seat : SeatSet::first(state.table.players()))
      expect_scene_keeps_secrets<Cv>(state, seat, rng);
  });
}

TEST(CvScene, SaysOnlyWhatHasAText) {
  look_at_random_games<Cv>(1, 5, [](const State& state) {
    for (const Seat reader : readers(state.table.players())) {
      const Scene scene = Cv::scene(Cv::view(state, reader));
      EXPECT_FALSE(scene.now.empty());
      expect_texts(scene.now);
      for (const Offer& offer : scene.track) expect_texts(offer.barred);
    }
  });
}

// CV-24
TEST(CvScene, OutlinesWhatCanBeTakenAndSaysWhatOneMoreSymbolWouldDo) {
  int affordable = 0, nearly = 0;
  look_at_random_games<Cv>(2, 1, [&](const State& state) {
    const Actors actors = Cv::actors(state);
    if (actors.kind != Actors::seats || state.table.takes() == kTakes) return;
    const View view = Cv::view(state, actors.first());
    const Cv::Moves moves = Cv::moves(view);
    const bool taking = state.table.phase == Phase::select || state.table.phase == Phase::assist;
    for (const Offer& offer : Cv::scene(view).track) {
      const bool legal = std::any_of(moves.begin(), moves.end(), [&](Move move) {
        return move.what() == Move::take && number_of(move.card()) == offer.card;
      });
      if (taking) {
        EXPECT_EQ(offer.affordable, legal) << offer.card;
      }
      EXPECT_EQ(offer.one_more.empty(), offer.lacks.size() != 1) << offer.card << " lacks " << offer.lacks;
      affordable += offer.affordable;
      nearly += !offer.one_more.empty();
    }
  });
  EXPECT_GT(affordable, 100);
  EXPECT_GT(nearly, 100);
}

// ---- The table ----------------------------------------------------------------------------------------

// CV-38, CV-49, CV-53
TEST(CvScene, ACvIsStacksWithTheActiveCardFirst) {
  const Scene scene = scene_of(3, kExample);
  const Person& ann = scene.people.at(0);
  ASSERT_EQ(ann.stacks.size(), 5u);
  EXPECT_EQ(ann.stacks[0].type, "health");
  EXPECT_EQ(ann.stacks[0].cards, (Numbers{25, 13}));
  EXPECT_EQ(ann.stacks[0].points, 3);
  EXPECT_TRUE(ann.stacks[1].cards.empty());
  EXPECT_EQ(ann.stacks[3].cards, Numbers{28});
  EXPECT_EQ(ann.cards, 3);
  EXPECT_EQ(ann.tokens, "HMMMMB");
  EXPECT_EQ(ann.dice, 4);
  EXPECT_EQ(ann.throws, 3);
  EXPECT_EQ(ann.arrows, "") << "13 Running is covered";
  EXPECT_EQ(ann.upkeep, "A");
  EXPECT_EQ(ann.hidden, 1);
  EXPECT_TRUE(ann.acts);
  EXPECT_FALSE(ann.begins);

  const Person& bo = scene.people.at(1);
  EXPECT_EQ(bo.dice, 5) << "18 Marriage gives a die";
  EXPECT_EQ(bo.hidden, 1);
  EXPECT_EQ(bo.events, Numbers{30});
  EXPECT_FALSE(bo.acts);
  EXPECT_TRUE(scene.people.at(2).begins);
}

// CV-10, CV-49 to CV-53
TEST(CvScene, PointsAreThoseThatTheReaderCanKnow) {
  const Scene scene = scene_of(3, kExample);  // public goals: 76 Collector, 77 Jack of all trades
  const PointSheet& mine = scene.people.at(0).points;
  EXPECT_EQ(mine.health, 3);
  EXPECT_EQ(mine.goals, (Numbers{0, 6})) << "six tokens";
  EXPECT_TRUE(mine.secret_known);
  EXPECT_EQ(mine.total, 9);
  EXPECT_EQ(scene.people.at(0).goal, 78);
  const PointSheet& other = scene.people.at(1).points;
  EXPECT_EQ(other.relationship, 1);
  EXPECT_EQ(other.possessions, 3);
  EXPECT_FALSE(other.secret_known);
  EXPECT_EQ(other.total, 5);
  EXPECT_EQ(scene.people.at(1).goal, 0);
  ASSERT_EQ(scene.goals.size(), 2u);
  EXPECT_EQ(scene.goals[0].card, 76);
  EXPECT_EQ(scene.goals[0].points, 1);
  EXPECT_EQ(scene.goals[0].leaders, (Numbers{2, 3}));
  EXPECT_EQ(scene.goals[1].leaders, Numbers{1});
}

// CV-50
TEST(CvScene, AnActiveCardMayCountTwice) {
  const Scene scene = scene_of(3, {{"cvs", {"health 73 13", "health 14, knowledge 16", ""}}});
  EXPECT_TRUE(scene.people.at(0).stacks.at(0).twice);
  EXPECT_EQ(scene.people.at(0).stacks.at(0).points, 6);
  EXPECT_FALSE(scene.people.at(1).stacks.at(0).twice);
}

// CV-43, CV-48
TEST(CvScene, TheAgesOfLifeAreTheDecks) {
  const Scene scene = scene_of(3, kExample);
  ASSERT_EQ(scene.decks.size(), 3u);
  EXPECT_EQ(scene.decks[0].deck, "early adulthood");
  EXPECT_EQ(scene.decks[0].cards, 0);
  EXPECT_FALSE(scene.decks[0].on);
  EXPECT_EQ(scene.decks[1].cards, 19) << "50 has come out";
  EXPECT_TRUE(scene.decks[1].on);
  EXPECT_EQ(scene.decks[2].cards, 17);
  EXPECT_EQ(scene.last_round, "no");
  const Scene last = scene_of(2, {{"early", {""}}, {"middle", {""}}, {"old", {"75"}}});
  EXPECT_EQ(last.last_round, "yes");
}

// CV-24, CV-30
TEST(CvScene, TheTrackTellsWhatICouldAfford) {
  const Scene scene = scene_of(3, kExample);
  ASSERT_EQ(scene.track.size(), 5u);
  for (const std::size_t i : {0u, 1u, 2u}) {
    EXPECT_TRUE(scene.track[i].affordable);
    EXPECT_FALSE(scene.track[i].by_luck);
    EXPECT_EQ(scene.track[i].lacks, "");
  }
  EXPECT_EQ(scene.track[3].card, 33);
  EXPECT_FALSE(scene.track[3].affordable);
  EXPECT_EQ(scene.track[3].lacks, "K");
  EXPECT_EQ(scene.track[3].one_more, "K");
  EXPECT_EQ(scene.track[4].lacks, "KK");
  EXPECT_EQ(scene.track[4].one_more, "");
  for (const Seat reader : {kTwo, kNobody}) {
    const Scene theirs = scene_of(3, kExample, reader);
    EXPECT_EQ(theirs.track.at(0).card, 20);
    EXPECT_FALSE(theirs.track.at(0).affordable) << "the dice are Ann's";
    EXPECT_EQ(theirs.track.at(3).lacks, "");
  }
}

// CV-30
TEST(CvScene, ThreeGoodLucksBuyACard) {
  const auto with_dice = [](const std::string& dice) {
    return scene_of(2, {{"phase", {"select"}}, {"track", {"22"}}, {"dice", {dice}}}).track.at(0);
  };
  EXPECT_TRUE(with_dice("GGGB").affordable);
  EXPECT_TRUE(with_dice("GGGB").by_luck);
  EXPECT_FALSE(with_dice("HHGB").by_luck);
  EXPECT_EQ(with_dice("GGBB").lacks, "G");
  EXPECT_TRUE(with_dice("GGBB").lacks_for_luck);
  EXPECT_EQ(with_dice("GGBB").one_more, "G");
  EXPECT_EQ(with_dice("GGHB").one_more, "HG") << "either will do";
}

// CV-31, CV-32
TEST(CvScene, SaysWhatBarsACard) {
  const auto barred = [](const std::string& cv, const std::string& track) {
    return scene_of(3, {{"phase", {"select"}}, {"cvs", {cv, "", ""}}, {"track", {track}}, {"dice", {"HHMM"}}})
        .track.at(0)
        .barred.id;
  };
  EXPECT_EQ(barred("28", "57"), "cv.reason.forbids");
  EXPECT_EQ(barred("", "57"), "");
  EXPECT_EQ(barred("", "41"), "cv.reason.needs");
  EXPECT_EQ(barred("28", "41"), "");
  EXPECT_EQ(barred("work 41 28", "44"), "cv.reason.retired");
  EXPECT_EQ(barred("work 41 28", "50"), "") << "it may be a possession";
}

// ---- The turn -----------------------------------------------------------------------------------------

// CV-14, CV-15, CV-16
TEST(CvScene, DiceAreFreeOrFrozenOrLieOrRoll) {
  const Scene scene = scene_of(2, {{"phase", {"reroll"}}, {"dice", {"HHKB"}}});
  ASSERT_EQ(scene.this_turn.size(), 1u);
  EXPECT_EQ(told(scene.this_turn[0].dice), "H free, H free, K free, B frozen");
  EXPECT_EQ(scene.this_turn[0].throws_made, 1);
  EXPECT_EQ(scene.this_turn[0].throws_left, 2);
  EXPECT_EQ(said(scene, kOne), "Throw dice again, up to 2 times, or stop.");
  EXPECT_EQ(said(scene), "Ann may throw dice again, up to 2 times, or stop.");

  const ThisTurn rolling = scene_of(2, {{"phase", {"dice"}}, {"dice", {"HB"}}}).this_turn.at(0);
  EXPECT_EQ(told(rolling.dice), "H lying, B frozen,  rolling,  rolling");
  EXPECT_EQ(rolling.throws_made, 2);
  EXPECT_EQ(rolling.throws_left, 1);

  const ThisTurn over = scene_of(3, kExample).this_turn.at(0);
  EXPECT_EQ(told(over.dice), "H lying, H lying, M lying, G lying");
  EXPECT_EQ(over.throws_left, 0);
}

// CV-16
TEST(CvScene, BadLuckThawsOnce) {
  const std::vector<Named> thawing = {
      {"phase", {"reroll"}}, {"dice", {"HHKB"}}, {"means", {"dice 4, effects thaw"}}, {"throws", {"2"}}};
  const ThisTurn before = scene_of(2, thawing).this_turn.at(0);
  EXPECT_EQ(told(before.dice), "H free, H free, K free, B free");
  EXPECT_EQ(before.specials, Row{"thaw"});
  std::vector<Named> thawed = thawing;
  thawed.push_back({"thawed", {"yes"}});
  const ThisTurn after = scene_of(2, thawed).this_turn.at(0);
  EXPECT_EQ(told(after.dice), "H free, H free, K free, B frozen");
  EXPECT_TRUE(after.specials.empty());
}

TEST(CvScene, BeforeTheFirstThrowTheDiceAreCounted) {
  const Scene scene = scene_of(3, {});
  EXPECT_EQ(scene.turn, 1);
  EXPECT_EQ(scene.this_turn.at(0).to_throw, 4);
  EXPECT_TRUE(scene.this_turn.at(0).dice.empty());
  EXPECT_EQ(scene.track.at(0).lacks, "HHK") << "13 Running";
  EXPECT_EQ(said(scene, kOne), "Your turn: throw the dice.");
}

// CV-34
TEST(CvScene, WarnsOfMisfortuneAndCountsLosses) {
  const ThisTurn coming = scene_of(2, {{"phase", {"reroll"}}, {"dice", {"BBBM"}}}).this_turn.at(0);
  EXPECT_EQ(coming.bad_luck, 3);
  EXPECT_EQ(coming.misfortunes, 1);
  EXPECT_EQ(coming.losses, 0);
  const Scene struck = scene_of(2, {{"phase", {"misfortune"}}, {"dice", {"BBBM"}}});
  EXPECT_EQ(struck.this_turn.at(0).losses, 1);
  EXPECT_EQ(said(struck), "Misfortune: Ann has to lose 1 card.");
}

// CV-23, CV-30, CV-39
TEST(CvScene, CardsTakenTellWhatTheyCost) {
  const Scene lucky =
      scene_of(2, {{"phase", {"select"}}, {"track", {"13"}}, {"taken", {"22"}}, {"dice", {"GGGB"}}});
  ASSERT_EQ(lucky.taken.size(), 1u);
  EXPECT_EQ(lucky.taken[0].card, 22);
  EXPECT_EQ(lucky.taken[0].as, "health");
  EXPECT_EQ(lucky.taken[0].paid, "GGG");
  EXPECT_FALSE(lucky.taken[0].placed);

  const Scene placing = scene_of(3, {{"phase", {"place"}},
                                     {"cvs", {"health 25, work 28", "", ""}},
                                     {"dice", {"HHRK"}},
                                     {"taken", {"28, 22"}}});
  ASSERT_EQ(placing.taken.size(), 2u);
  EXPECT_EQ(placing.taken[0].paid, "RK");
  EXPECT_TRUE(placing.taken[0].placed);
  EXPECT_EQ(placing.taken[1].paid, "HH");
  EXPECT_FALSE(placing.taken[1].placed);
}

// CV-41, CV-42
TEST(CvScene, UpkeepIsPayableOrCertain) {
  const ThisTurn choice = scene_of(3, {{"phase", {"upkeep"}},
                                       {"cvs", {"work 44, health 55", "", ""}},
                                       {"dice", {"BBGG"}},
                                       {"means", {"dice 4, tokens A"}}})
                              .this_turn.at(0);
  ASSERT_EQ(choice.upkeep.size(), 2u);
  EXPECT_EQ(choice.upkeep[0].stack, "health");
  EXPECT_EQ(choice.upkeep[0].card, 55);
  EXPECT_EQ(choice.upkeep[0].upkeep, "M");
  for (const Due& due : choice.upkeep) {
    EXPECT_TRUE(due.payable);
    EXPECT_FALSE(due.certain) << "one of the two";
  }
  const ThisTurn example = scene_of(3, kExample).this_turn.at(0);
  ASSERT_EQ(example.upkeep.size(), 1u);
  EXPECT_TRUE(example.upkeep[0].certain);
  const ThisTurn poor =
      scene_of(3, {{"phase", {"select"}}, {"cvs", {"52", "", ""}}, {"track", {"53"}}, {"dice", {"HHKK"}}})
          .this_turn.at(0);
  ASSERT_EQ(poor.upkeep.size(), 1u);
  EXPECT_FALSE(poor.upkeep[0].payable) << "a Yacht wants money";
}

// ---- What only I know ---------------------------------------------------------------------------------

// CV-8, CV-10
TEST(CvScene, GrowingUpShowsChoicesToTheOneWhoChooses) {
  const std::vector<Named> choosing = {{"phase", {"choose"}}};
  const Scene mine = scene_of(2, choosing);
  EXPECT_EQ(mine.choices, (Numbers{1, 2, 12}));
  EXPECT_EQ(mine.now.id, "cv.now.choose");
  EXPECT_EQ(mine.turn, 0);
  EXPECT_TRUE(mine.this_turn.empty());
  EXPECT_EQ(mine.people.at(1).hidden, 3);
  EXPECT_EQ(scene_of(2, choosing, kTwo).choices, (Numbers{3, 4, 5}));
  EXPECT_TRUE(scene_of(2, choosing, kNobody).choices.empty());

  const Scene chosen = scene_of(2, {{"phase", {"choose"}}, {"draft", {"7", ""}}, {"passed", {"8 9", ""}}});
  EXPECT_TRUE(chosen.choices.empty());
  ASSERT_EQ(chosen.hand.size(), 1u);
  EXPECT_EQ(chosen.hand[0].card, 7);
  EXPECT_FALSE(chosen.hand[0].playable);
  EXPECT_EQ(chosen.passed, (Numbers{8, 9}));
  EXPECT_TRUE(chosen.people.at(0).chosen);
  EXPECT_EQ(said(chosen), "Growing up: 1 player has yet to choose a card.");
}

// CV-20
TEST(CvScene, TheHandTellsWhatCanBePlayedNow) {
  const Scene late = scene_of(3, kExample);  // Zoo trip gives dice
  ASSERT_EQ(late.hand.size(), 1u);
  EXPECT_EQ(late.hand[0].card, 11);
  EXPECT_FALSE(late.hand[0].playable);
  const Scene early = scene_of(2, {{"phase", {"toss"}}, {"hands", {"11", ""}}});
  ASSERT_EQ(early.hand.size(), 1u);
  EXPECT_TRUE(early.hand[0].playable);
  EXPECT_TRUE(scene_of(3, kExample, kNobody).hand.empty());
}

// ---- Social assistance, and the end -------------------------------------------------------------------

// CV-46, CV-47
TEST(CvScene, AssistanceIsForNothing) {
  const std::vector<Named> poor = {{"phase", {"assist"}}, {"cvs", {"25 13 14 28", "18 26", "27 16 32"}}};
  const Scene scene = scene_of(3, poor, kTwo);
  EXPECT_TRUE(scene.this_turn.empty());
  ASSERT_EQ(scene.track.size(), 5u);
  for (const Offer& offer : scene.track) EXPECT_TRUE(offer.affordable);
  EXPECT_TRUE(scene.people.at(1).acts);
  EXPECT_EQ(said(scene, kTwo), "You get social assistance: any card of the track, free of charge.");
  EXPECT_FALSE(scene_of(3, poor, kThree).track.at(0).affordable);
}

// CV-49 to CV-54
TEST(CvScene, InTheEndPointsAreExplained) {
  const Scene scene = scene_of(
      3, {{"phase", {"over"}}, {"cvs", {"25 13", "18", "12"}}, {"secret_goals", {"80", "", ""}}}, kNobody);
  const PointSheet& ann = scene.people.at(0).points;
  EXPECT_EQ(ann.health, 3);
  EXPECT_EQ(ann.goals, (Numbers{0, 2}));
  EXPECT_TRUE(ann.secret_known);
  EXPECT_EQ(ann.total, 5);
  EXPECT_EQ(scene.people.at(0).goal, 80);
  EXPECT_EQ(scene.people.at(1).goal, 78);
  EXPECT_EQ(scene.people.at(2).points.possessions, 1);
  EXPECT_EQ(scene.people.at(2).points.total, 2);
  EXPECT_TRUE(scene.people.at(0).won);
  EXPECT_FALSE(scene.people.at(1).won);
  EXPECT_EQ(scene.turn, 0);
  EXPECT_EQ(said(scene), "Ann wins with 5 points.");
  EXPECT_EQ(said(scene, kOne), "You win with 5 points.");
}

// CV-56
TEST(CvScene, TheEndTellsHowATieWasBroken) {
  const auto ending = [](const std::string& one, const std::string& two) {
    return said(scene_of(
        2, {{"phase", {"over"}}, {"cvs", {one, two}}, {"goals", {"81"}}, {"secret_goals", {"80", "83"}}}));
  };
  EXPECT_EQ(ending("23", "health 13 14"),
            "Ann wins with 3 points and, among equals, the fewest cards (CV-56).");
  EXPECT_EQ(ending("12", "13"), "Ann and Bo share the victory with 1 point.");
}

// ---- Taps ---------------------------------------------------------------------------------------------

TEST(CvScene, TapsAreOnWhatIsDrawn) {
  const View view = view_of(3, kExample);
  EXPECT_EQ(Cv::taps(view, Move::to_take(card_of(20))), Row{"track 20"});
  EXPECT_EQ(Cv::taps(view, Move::to_take(card_of(50), Type::work)), (Row{"track 50", "as work"}));
  EXPECT_EQ(Cv::taps(view, Move::to_reroll(Symbols::of(Symbol::knowledge) + Symbols::of(Symbol::health, 2))),
            (Row{"die H", "die H", "die K", "throw"}));
  EXPECT_EQ(Cv::taps(view, Move::to_reroll({})), Row{"throw"}) << "new dice only";
  EXPECT_EQ(Cv::taps(view, Move::of(Move::toss)), Row{"throw"});
  EXPECT_EQ(Cv::taps(view, Move::of(Move::stop)), Row{"stop"});
  EXPECT_EQ(Cv::taps(view, Move::of(Move::done)), Row{"done"});
  EXPECT_EQ(Cv::taps(view, Move::of(Move::decline)), Row{"decline"});
  EXPECT_EQ(Cv::taps(view, Move::to_play(card_of(11))), Row{"hand 11"});
  EXPECT_EQ(Cv::taps(view, Move::to_lose(card_of(25))), Row{"cv 25"});
  EXPECT_EQ(Cv::taps(view, Move::to_place(card_of(22))), (Row{"card 22", "top"}));
  EXPECT_EQ(Cv::taps(view, Move::to_place(card_of(22), card_of(13))), (Row{"card 22", "under 13"}));
  EXPECT_EQ(Cv::taps(view, Move::to_pay(set_of(Type::work) | set_of(Type::health))),
            (Row{"stack health", "stack work", "pay"}));
  EXPECT_EQ(Cv::taps(view_of(2, {{"phase", {"choose"}}}), Move::to_take(card_of(2))), Row{"choice 2"});
}

// ---- Cards --------------------------------------------------------------------------------------------

TEST(CvScene, FactsSayWhatIsPrintedOnACard) {
  const CardFacts marriage = facts_of_card(18);
  EXPECT_EQ(marriage.number, 18);
  EXPECT_EQ(marriage.title, "Marriage");
  EXPECT_EQ(marriage.deck, "early adulthood");
  EXPECT_EQ(marriage.types, Row{"relationship"});
  EXPECT_EQ(marriage.cost, "RRGA");
  EXPECT_EQ(marriage.dice, 1);
  EXPECT_EQ(english().say(marriage.price), "R R G A");
  EXPECT_EQ(english().say(marriage.effect), "+1 die");
  EXPECT_EQ(marriage.told, Cv::explain(table_for<Cv>(2), "18"));

  const CardFacts factory = facts_of_card(50);
  EXPECT_EQ(factory.types, (Row{"work", "possession"}));
  EXPECT_EQ(factory.gives, "MM");
  EXPECT_EQ(factory.upkeep, "H");
  EXPECT_EQ(factory.points, 3);
  EXPECT_EQ(facts_of_card(41).needs, Row{"work"});
  EXPECT_EQ(facts_of_card(57).forbids, Row{"work"});
  EXPECT_EQ(facts_of_card(53).specials, Row{"thaw"});
  EXPECT_EQ(facts_of_card(32).throws, 1);
  EXPECT_EQ(facts_of_card(13).arrows, "G→H");
  EXPECT_EQ(facts_of_card(80).goal_cards, (Numbers{1, 0, 1, 0, 0}));
  EXPECT_EQ(facts_of_card(77).goal_tokens, 1);
}

TEST(CvScene, EveryCardHasFactsAndTexts) {
  for (const std::string_view cards : {"", "cards=odd"}) {
    const auto all = Cv::catalogue_facts(table_for<Cv>(2, cards));
    ASSERT_EQ(all.size(), static_cast<std::size_t>(kCards));
    for (const CardFacts& card : all) {
      EXPECT_FALSE(card.types.empty()) << card.number;
      EXPECT_FALSE(card.told.empty()) << card.number;
      for (const Phrase& phrase : {card.price, card.effect, card.told}) expect_texts(phrase);
      for (const std::string& special : card.specials) {
        EXPECT_NE(english().find("cv.effect." + special), nullptr) << special;
        EXPECT_NE(english().find("cv.does." + special), nullptr) << special;
      }
    }
  }
}

}  // namespace
}  // namespace lifetable::cv

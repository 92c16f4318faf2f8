// SPDX-License-Identifier: Apache-2.0
// The table as text: it fits the screen in every position, and shows what its reader has to know.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/fitted.hpp"
#include "core/testing.hpp"
#include "games/cv/cv.hpp"
#include "games/cv/words.hpp"

namespace lifetable::cv {
namespace {

constexpr Seat kOne{0}, kTwo{1};
constexpr std::size_t kColumns = 80, kLines = 28;
const std::vector<std::string> kShort = {"Ann", "Bo", "Cy", "Di"};
const std::vector<std::string> kLong(4, "Bartholomäus of the long and winding name");

std::vector<std::string> lines_of(const Painted& painted) {
  std::vector<std::string> lines;
  std::string line;
  for (const char c : painted.text()) {
    if (c != '\n') {
      line += c;
      continue;
    }
    lines.push_back(line);
    line.clear();
  }
  EXPECT_EQ(line, "") << "a picture ends with its last line";
  return lines;
}

/// The first line with that text in it.
std::string line_with(const View& view, std::string_view part) {
  for (const std::string& line : lines_of(Cv::picture(view, kShort)))
    if (line.find(part) != std::string::npos) return line;
  return "";
}

void expect_to_fit(const View& view, Names names) {
  const auto lines = lines_of(Cv::picture(view, names));
  EXPECT_LE(lines.size(), kLines) << Cv::picture(view, names).text();
  for (const std::string& line : lines) EXPECT_LE(width_of(line), kColumns) << line;
}

Symbols symbols(std::string_view letters) {
  Symbols all;
  for (const char c : letters) all.add(static_cast<Symbol>(kLetters.find(c)));
  return all;
}

void add(Table& t, Seat seat, Type stack, Card card) {
  Card& top = t.top[seat.index][static_cast<std::size_t>(stack)];
  t.below_of(card) = top;
  top = card;
  ++t.count[seat.index][static_cast<std::size_t>(stack)];
}

/// Seat 1 of three is to act; Marriage, Early retirement and an offer for the jobless lie on the track.
View table(Phase phase) {
  View view{};
  Table& t = view.table;
  t.options.players = 3;
  t.unseen = OpenCards::all_of(Deck::old);
  t.phase = phase;
  t.turn = t.starter = t.placing = kOne;
  t.track = {card_of(18), card_of(41), card_of(57), Card::none, Card::none};
  t.goals = {card_of(76), card_of(79), Card::none};
  t.most_bad = 255;
  t.means = means_of(t, kOne);
  view.seat = kOne;
  view.mine.goal = card_of(80);
  return view;
}

/// A catalogue like the standard one, but for a few fields of card 18.
CatalogueId with_marriage(std::string_view fields, std::string_view title = "Marriage") {
  std::string text = write_catalogue(catalogue(kStandard));
  const std::size_t from = text.find("18. Marriage"), to = text.find("19. ");
  text.replace(from, to - from,
               "18. " + std::string(title) + "\n  deck: early adulthood\n  type: relationship\n" +
                   std::string(fields) + "  source: house\n\n");
  const auto read = read_catalogue(text, "a test");
  if (!read) ADD_FAILURE() << read.error().message;
  const auto kept = read ? keep_catalogue(*read) : CatalogueId{kStandard};
  return kept ? *kept : kStandard;
}

// ---- It fits ------------------------------------------------------------------------------------------

/// Plays at random, and looks at the table through the eyes of whoever is to act, and of a bystander.
void look_at_a_game(const Options& options, std::uint64_t seed) {
  Xoshiro256pp rng(seed);
  State state = Cv::start(options);
  while (true) {
    const Actors actors = Cv::actors(state);
    const Seat actor = actors.kind == Actors::over ? kNobody : actors.first();
    expect_to_fit(Cv::view(state, kNobody), kLong);
    if (actor.index < options.players) {
      const View view = Cv::view(state, actor);
      expect_to_fit(view, kLong);
      for (const Move move : Cv::moves(view))
        EXPECT_LE(width_of(fitted(Cv::label(view, move), actor, kLong)), 75u);
    }
    if (actors.kind == Actors::over || ::testing::Test::HasFailure()) return;
    const Move move = actor == kDealer ? Cv::draw(state, rng) : Cv::pick(state, actor, rng);
    Cv::play(state, actor, move, Silence{});
  }
}

TEST(CvPicture, FitsTheScreenInEveryPositionOfRandomGames) {
  for (int players = Cv::min_players; players <= Cv::max_players; ++players)
    for (const auto variant : Cv::variants(players))
      for (std::uint64_t seed = 1; seed <= 2; ++seed) look_at_a_game(table_for<Cv>(players, variant), seed);
}

/// Four full CVs, hands full of events, seven dice, and the longest names: more than any game brings.
View crowded(CatalogueId cards, Phase phase) {
  View view = table(phase);
  Table& t = view.table;
  t.options = {.players = 4, .cards = cards};
  t.track = {card_of(71), card_of(72), card_of(73), card_of(74), card_of(75)};
  t.goals = {card_of(76), card_of(78), card_of(82)};
  t.revealed = {card_of(77), card_of(79), card_of(80), card_of(81)};
  int next = kFirstOpen;
  for (int i = 0; i < 4; ++i) {
    for (int stack = 0; stack < kStacks; ++stack)
      for (int n = 0; n < 2; ++n) add(t, Seat{i}, static_cast<Type>(stack), card_of(next++));
    for (int n = 53; n < 71; ++n) t.events[static_cast<std::size_t>(i)].add(card_of(n));
  }
  t.means = means_of(t, kOne);
  t.means.dice = kDice;
  t.means.tokens = symbols("HHHHRRRRKKKKMMMMGGGGBBBBAAAA");
  t.means.effects = 255;
  t.means.job = 127;
  t.dice = symbols("HRKMGBB");
  t.extra = symbols("HHHRRRKKKMMM");
  t.taken = {Taken{card_of(69), Type::work}, Taken{card_of(70), Type::possession}};
  t.assisted = SeatSet::of(kOne);
  view.mine.first = card_of(1);
  view.mine.second = card_of(2);
  view.mine.last = card_of(3);
  view.mine.passed = 1u << 4 | 1u << 5;
  view.mine.third = card_of(6);
  view.mine.goal = card_of(83);
  if (phase == Phase::choose) view.mine.offered = 1u << 7 | 1u << 8 | 1u << 9;
  return view;
}

TEST(CvPicture, FitsTheScreenHoweverMuchLiesOnTheTable) {
  for (const CatalogueId cards : {kStandard, kOdd})
    for (int phase = 0; phase <= static_cast<int>(Phase::over); ++phase)
      for (const Seat reader : {kOne, kTwo, kNobody})
        for (const Names names : {Names(kLong), Names()}) {
          View view = crowded(cards, static_cast<Phase>(phase));
          view.seat = reader;
          if (reader == kNobody) view.mine = {};
          expect_to_fit(view, names);
        }
}

// ---- What it shows ------------------------------------------------------------------------------------

// CV-24, CV-31, CV-32
TEST(CvPicture, TheTrackTellsWhatCanBePaidAndWhatIsMissing) {
  View view = table(Phase::select);
  Table& t = view.table;
  t.options.cards = with_marriage("  cost: 2 relationship, good luck\n  effect: die\n");
  t.dice = t.facts(card_of(18)).cost;
  EXPECT_NE(line_with(view, " 18 Marriage").find("payable"), std::string::npos);
  EXPECT_NE(line_with(view, " 41 Early").find("needs work"), std::string::npos);
  EXPECT_NE(line_with(view, " 57 Offer").find("payable"), std::string::npos);

  t.dice = symbols("BB");
  EXPECT_NE(line_with(view, " 18 Marriage").find("lacks " + spaced(t.facts(card_of(18)).cost)),
            std::string::npos);
  add(t, kOne, Type::work, card_of(28));
  EXPECT_NE(line_with(view, " 41 Early").find("payable"), std::string::npos);
  EXPECT_NE(line_with(view, " 57 Offer").find("not with work"), std::string::npos);
}

TEST(CvPicture, WhatCanBePaidIsToldToTheOneWhoPays) {
  View view = table(Phase::select);
  view.table.dice = view.table.facts(card_of(18)).cost;
  ASSERT_NE(line_with(view, "payable"), "");
  view.seat = kTwo;
  EXPECT_EQ(line_with(view, "payable"), "");
  view.seat = kOne;
  view.table.taken = {Taken{card_of(20), Type::work}, Taken{card_of(22), Type::health}};
  EXPECT_EQ(line_with(view, "payable"), "") << "nobody takes three (CV-23)";
}

TEST(CvPicture, DiceLieAsBoxesWithWhatElsePays) {
  View view = table(Phase::reroll);
  Table& t = view.table;
  t.dice = symbols("HBB");
  t.in_air = 0;
  t.means.tokens = symbols("MB");
  t.extra = symbols("K");
  t.throws = 1;
  const auto lines = lines_of(Cv::picture(view, kShort));
  const auto boxes = std::find(lines.begin(), lines.end(), " ┌───┐┌───┐┌───┐ tokens M B  events K");
  ASSERT_NE(boxes, lines.end()) << Cv::picture(view, kShort).text();
  EXPECT_EQ(boxes[1], " │ H ││ B ││ B │ bad luck 3");
  EXPECT_EQ(boxes[2], " └───┘└───┘└───┘ throw 1 of 3");
}

TEST(CvPicture, ACvShowsItsStacksAndWhatWorks) {
  View view = table(Phase::toss);
  Table& t = view.table;
  add(t, kTwo, Type::possession, Card::bicycle);
  add(t, kTwo, Type::relationship, card_of(21));
  add(t, kTwo, Type::relationship, card_of(18));
  t.shown[1] = 1u << 12 | 1u << 3;
  t.events[1].add(card_of(30));
  EXPECT_EQ(line_with(view, "R2"), "    H–  R2 Marriage  K–  W–  P1 Bicycle");
  const std::string line = line_with(view, "2 Bo");
  EXPECT_NE(line.find("3 cards"), std::string::npos) << line;
  EXPECT_NE(line.find("5 dice"), std::string::npos) << line;
  EXPECT_NE(line.find("hand ▯ #30"), std::string::npos) << line;
}

// CV-10
TEST(CvPicture, ThePlayerSeesTheirOwnHandGoalAndMemory) {
  View view = table(Phase::toss);
  view.mine.first = card_of(5);
  view.mine.second = card_of(11);
  view.mine.last = card_of(3);
  view.mine.passed = 1u << 3 | 1u << 8;
  view.mine.third = card_of(7);
  view.table.shown[2] = 1u << 7;
  EXPECT_NE(line_with(view, "Your hand:"), "");
  EXPECT_NE(line_with(view, "[11 Zoo trip: +2 dice]"), "");
  EXPECT_NE(line_with(view, "[5 Life insurance: saves a card]"), "");
  EXPECT_EQ(line_with(view, "Passed on:"), "Passed on: 8 " + view.table.cards().title(card_of(8)))
      << "neither what came back nor what lies open";
  EXPECT_EQ(line_with(view, "Your secret goal:").rfind("Your secret goal: 80 ", 0), 0u);
  view.seat = kNobody;
  view.mine = {};
  EXPECT_EQ(line_with(view, "Your "), "");
}

// CV-8
TEST(CvPicture, GrowingUpShowsTheCardsOffered) {
  View view = table(Phase::choose);
  view.mine.offered = 1u << 11 | 1u << 12;
  view.table.chosen.add(kTwo);
  EXPECT_EQ(line_with(view, "Zoo"), "  keep? 11 Zoo trip: +2 dice");
  EXPECT_EQ(line_with(view, "Bicycle"), "  keep? 12 Bicycle: 1 pt");
  EXPECT_EQ(line_with(view, "Bo"), "✓ 2 Bo");
  EXPECT_EQ(line_with(view, "You"), "▶ 1 You");
}

/// As many of old age as said are left in the decks, and the track is full.
View with_old_cards(int players, int number, Seat turn) {
  View view = table(Phase::toss);
  Table& t = view.table;
  t.options.players = static_cast<std::uint8_t>(players);
  t.track = {card_of(18), card_of(41), card_of(57), card_of(20), card_of(21)};
  t.unseen = {};
  for (int n = 0; n < number; ++n) t.unseen.add(card_of(range_of(Deck::old).last - n));
  t.turn = turn;
  return view;
}

// CV-44, CV-48
TEST(CvPicture, TheLastRoundIsAnnounced) {
  const auto announced = [](const View& view) {
    const std::string line = line_with(view, "Decks:");
    return line.find("  maybe the last round") != std::string::npos ? "maybe"
           : line.find("  last round") != std::string::npos         ? "surely"
                                                                    : "no";
  };
  EXPECT_STREQ(announced(with_old_cards(3, 2, kOne)), "surely") << "fewer than there are players";
  EXPECT_STREQ(announced(with_old_cards(3, 3, kOne)), "surely") << "one goes at the end of the round";
  EXPECT_STREQ(announced(with_old_cards(3, 4, kOne)), "maybe");
  EXPECT_STREQ(announced(with_old_cards(3, 9, kOne)), "maybe") << "three turns with two cards each";
  EXPECT_STREQ(announced(with_old_cards(3, 10, kOne)), "no");
  EXPECT_STREQ(announced(with_old_cards(3, 5, Seat{2})), "maybe") << "one turn is to come";
  EXPECT_STREQ(announced(with_old_cards(3, 6, Seat{2})), "no");
  EXPECT_STREQ(announced(with_old_cards(2, 3, kOne)), "surely") << "one goes at the end of each turn";
  EXPECT_STREQ(announced(with_old_cards(2, 7, kOne)), "maybe");
  EXPECT_STREQ(announced(with_old_cards(2, 8, kOne)), "no");
}

// CV-48: what is announced comes true.
TEST(CvPicture, NoGameEndsUnannounced) {
  int rounds = 0;
  for (int players = Cv::min_players; players <= Cv::max_players; ++players)
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Xoshiro256pp rng(seed);
      State state = Cv::start(table_for<Cv>(players));
      bool sure = false, perhaps = false;
      while (Cv::actors(state).kind != Actors::over) {
        const Table& t = state.table;
        if (t.phase == Phase::toss) {
          const std::string line = line_with(Cv::view(state, kNobody), "Decks:");
          const bool now_sure = line.find("  last round") != std::string::npos;
          const bool now_perhaps = line.find("maybe") != std::string::npos;
          if (t.turn == t.starter) {
            ASSERT_FALSE(sure) << "the round was not the last";
            sure = perhaps = false;
            ++rounds;
          }
          ASSERT_TRUE(!sure || now_sure);
          perhaps = perhaps || now_perhaps || now_sure;
          sure = now_sure;
        }
        const Seat actor = Cv::actors(state).first();
        const Move move = actor == kDealer ? Cv::draw(state, rng) : Cv::pick(state, actor, rng);
        Cv::play(state, actor, move, Silence{});
      }
      EXPECT_TRUE(perhaps) << players << " players, seed " << seed;
    }
  EXPECT_GT(rounds, 100);
}

// CV-49 to CV-53, CV-56
TEST(CvPicture, TheScoreSheetAddsUp) {
  View view = table(Phase::over);
  Table& t = view.table;
  add(t, kOne, Type::health, card_of(13));
  add(t, kOne, Type::health, card_of(14));
  add(t, kTwo, Type::possession, Card::bicycle);
  t.revealed = {card_of(80), card_of(76), card_of(81), Card::none};
  const auto lines = lines_of(Cv::picture(view, kShort));
  EXPECT_EQ(lines[1], "Bo wins with 3 points.") << "among equals, with fewer cards";
  const auto row = [&](std::string_view label) {
    for (const std::string& line : lines)
      if (line.starts_with(label)) return words_of(std::string_view(line).substr(28));
    return std::vector<std::string_view>{};
  };
  using Row = std::vector<std::string_view>;
  EXPECT_EQ(row("Health (cards)"), (Row{"3", "(2)", "0", "(0)", "0", "(0)"}));
  EXPECT_EQ(row("Possessions"), (Row{"0", "1", "0"}));
  EXPECT_EQ(row("Secret goal"), (Row{"0", "1", "0"})) << "Collector, of which Bo has one";
  EXPECT_EQ(line_with(view, "Bo's secret goal"), "Bo's secret goal was 76 Collector, 1 pt per P");
  EXPECT_EQ(row("Collector"), (Row{"0", "1", "0"})) << "it is public too";
  EXPECT_EQ(row("Hard worker"), (Row{"0", "0", "0"}));
  EXPECT_EQ(row("Total"), (Row{"3", "3", "0"}));
  EXPECT_EQ(row("Cards in the CV"), (Row{"2", "1", "0"}));
}

// CV-50
TEST(CvPicture, TheScoreSheetTellsWhatCountsTwice) {
  View view = table(Phase::over);
  Card celebrity = Card::none;
  for (int n = kFirstOpen; n <= range_of(Deck::old).last; ++n)
    if (view.table.facts(card_of(n)).has(twice) && view.table.facts(card_of(n)).is(Type::relationship))
      celebrity = card_of(n);
  ASSERT_NE(celebrity, Card::none);
  add(view.table, kTwo, Type::relationship, card_of(18));
  add(view.table, kTwo, Type::relationship, celebrity);
  EXPECT_NE(line_with(view, "Relationship (cards)").find(" 6 (2+1) "), std::string::npos)
      << line_with(view, "Relationship (cards)");
}

// CV-56: whoever plays alone with bots is called so, and looks on when the game is over.
TEST(CvPicture, SomebodyCalledYouWins) {
  View view = table(Phase::over);
  add(view.table, kOne, Type::health, card_of(13));
  const std::vector<std::string> names = {"You", "Bo", "Cy"};
  EXPECT_EQ(lines_of(Cv::picture(view, names))[1], "You win with 1 point.");
  view.seat = kNobody;
  view.table.revealed[0] = card_of(81);
  EXPECT_EQ(lines_of(Cv::picture(view, names))[1], "You win with 1 point.");
  EXPECT_NE(Cv::picture(view, names).text().find("\nYour secret goal was 81 "), std::string::npos);
  EXPECT_EQ(lines_of(Cv::picture(view, kShort))[1], "Ann wins with 1 point.");
}

// CV-24, CV-30
TEST(CvPicture, WhatOnlyThreeGoodLucksBuyIsSaid) {
  View view = table(Phase::select);
  Table& t = view.table;
  t.options.cards = with_marriage("  cost: 2 health, knowledge\n  effect: money\n");
  const auto verdict = [&](std::string_view dice) {
    t.dice = symbols(dice);
    const std::string line = line_with(view, " 18 Marriage");
    return line.substr(std::min(line.find("payable"), line.find("lacks")));
  };
  EXPECT_EQ(verdict("HHK"), "payable");
  EXPECT_EQ(verdict("HHKGGG"), "payable");
  EXPECT_EQ(verdict("GGGM"), "payable by 3 G");
  EXPECT_EQ(verdict("GGM"), "lacks G for 3 G");
  EXPECT_EQ(verdict("GGHH"), "lacks K") << "as few, and printed";
  EXPECT_EQ(verdict("RM"), "lacks H H K");
  t.means.effects = change_one;
  EXPECT_EQ(verdict("RM"), "lacks H H") << "the Magician makes the third";
}

TEST(CvPicture, WhatIsTakenIsShownWithWhatPaysForIt) {
  View view = table(Phase::select);
  Table& t = view.table;
  t.options.cards = with_marriage("  cost: 2 health, knowledge\n  effect: money\n");
  t.track[0] = Card::none;
  t.taken[0] = {card_of(18), Type::relationship};
  t.dice = symbols("HHKM");
  EXPECT_NE(line_with(view, "taken: 18 Marriage (H H K)"), "");
  t.dice = symbols("GGGM");
  EXPECT_NE(line_with(view, "taken: 18 Marriage (3 G)"), "");
}

// CV-41
TEST(CvPicture, UpkeepIsShownBeforeItIsDue) {
  View view = table(Phase::toss);
  Table& t = view.table;
  t.options.cards = with_marriage("  cost: health\n  effect: money\n  upkeep: 2 money\n");
  add(t, kOne, Type::relationship, card_of(18));
  add(t, kTwo, Type::relationship, card_of(21));
  t.track[0] = Card::none;
  EXPECT_NE(line_with(view, "1 You").find("due −MM"), std::string::npos) << line_with(view, "1 You");
  EXPECT_EQ(line_with(view, "2 Bo").find("due"), std::string::npos);
  EXPECT_NE(line_with(view, "due −MM for Marriage"), "");
  t.taken[0] = {card_of(18), Type::relationship};
  EXPECT_EQ(line_with(view, "due −MM for"), "") << "not in the turn it was taken";
}

// CV-9, CV-10
TEST(CvPicture, SecretGoalsOfOthersAndTheOneWhoBeginsAreMarked) {
  View view = table(Phase::toss);
  EXPECT_NE(line_with(view, "▶⚑1 You").find(" 0 pt"), std::string::npos) << line_with(view, "You");
  EXPECT_NE(line_with(view, "  2 Bo").find(" 0+? pt"), std::string::npos) << line_with(view, "Bo");
  view.seat = kNobody;
  EXPECT_NE(line_with(view, "▶⚑1 Ann").find(" 0+? pt"), std::string::npos);
  EXPECT_NE(line_with(view, "⚑ begins rounds"), "");
}

TEST(CvPicture, GoalsDoNotLookLikeCardsOfTheTrack) {
  const View view = table(Phase::toss);
  EXPECT_EQ(line_with(view, "76 "), "Public goal: 76 Collector, 1 pt per P");
}

// CV-38
TEST(CvPicture, TheReaderSeesWhatLiesUnderTheirTopCards) {
  View view = table(Phase::toss);
  for (const int n : {13, 14, 25}) add(view.table, kOne, Type::health, card_of(n));
  add(view.table, kOne, Type::work, card_of(20));
  add(view.table, kOne, Type::work, card_of(28));
  const Catalogue& cards = view.table.cards();
  EXPECT_EQ(line_with(view, "Covered:"), "Covered: H: " + cards.title(card_of(14)) + ", " +
                                             cards.title(card_of(13)) + " W: " + cards.title(card_of(20)));
  view.seat = kTwo;
  EXPECT_EQ(line_with(view, "Covered:"), "");
}

/// Columns on the screen, of texts whose signs beyond ASCII are Chinese, or take one column.
std::size_t columns(std::string_view line) {
  std::size_t all = width_of(line);
  for (std::size_t at = line.find("婚"); at != std::string_view::npos; at = line.find("婚", at + 1)) ++all;
  return all;
}

TEST(CvPicture, TitlesOfWideSignsKeepTheLayout) {
  std::string title;
  for (int n = 0; n < 20; ++n) title += "婚";
  View view = table(Phase::select);
  view.table.dice = symbols("BB");
  view.table.options.cards = with_marriage("  cost: 2 health, knowledge\n  effect: money\n", title);
  add(view.table, kTwo, Type::relationship, card_of(18));
  std::string row;
  for (const std::string& line : lines_of(Cv::picture(view, std::vector<std::string>(3, title)))) {
    EXPECT_LE(columns(line), kColumns) << line;
    if (line.starts_with(" 18 ")) row = line;
  }
  const std::size_t type = row.find(" R  "), verdict = row.find("lacks");
  ASSERT_TRUE(type != std::string::npos && verdict != std::string::npos) << row;
  EXPECT_EQ(columns(row.substr(0, type)), 4u + 23) << row;
  EXPECT_EQ(columns(row.substr(0, verdict)), 80u - 17) << row;
}

}  // namespace
}  // namespace lifetable::cv

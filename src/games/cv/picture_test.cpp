// The table as text: it fits the screen in every position, and shows what its reader has to know.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

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
      for (const Move move : Cv::moves(view)) EXPECT_LE(width_of(Cv::label(view, move, kLong)), 75u);
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
  EXPECT_NE(line_with(view, "[11 Zoo trip: 2 dice]"), "");
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
  EXPECT_EQ(line_with(view, "Zoo"), "  keep? 11 Zoo trip: 2 dice");
  EXPECT_EQ(line_with(view, "Bicycle"), "  keep? 12 Bicycle: 1 pt");
  EXPECT_EQ(line_with(view, "Bo"), "✓ 2 Bo");
  EXPECT_EQ(line_with(view, "You"), "▶ 1 You");
}

// CV-48
TEST(CvPicture, TheLastRoundIsAnnounced) {
  View view = table(Phase::toss);
  EXPECT_EQ(line_with(view, "last round"), "");
  view.table.unseen = {};
  EXPECT_NE(line_with(view, "last round"), "");
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
      if (line.starts_with(label)) return words_of(std::string_view(line).substr(24));
    return std::vector<std::string_view>{};
  };
  using Row = std::vector<std::string_view>;
  EXPECT_EQ(row("Health"), (Row{"3", "0", "0"}));
  EXPECT_EQ(row("Possessions"), (Row{"0", "1", "0"}));
  EXPECT_EQ(row("  and its points"), (Row{"0", "1", "0"})) << "Collector, of which Bo has one";
  EXPECT_EQ(row("Collector"), (Row{"0", "1", "0"})) << "it is public too";
  EXPECT_EQ(row("Hard worker"), (Row{"0", "0", "0"}));
  EXPECT_EQ(row("Total"), (Row{"3", "3", "0"}));
  EXPECT_EQ(row("Cards in the CV"), (Row{"2", "1", "0"}));
}

}  // namespace
}  // namespace lifetable::cv

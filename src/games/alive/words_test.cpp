// SPDX-License-Identifier: Apache-2.0
// What people read and type: names, moves, options, menus, the story and the picture.
#include "games/alive/words.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "core/texts.hpp"
#include "games/alive/alive.hpp"

namespace lifetable::alive {
namespace {

constexpr Seat kOne{0}, kTwo{1}, kThree{2};
const std::vector<std::string> kNames = {"Ann", "Bo", "Cy", "Di", "Ed", "Flo"};

Card card(int kind) { return static_cast<Card>(kind); }
Cards heap(const std::vector<Card>& cards) {
  Cards all;
  for (const Card each : cards) all.add(each);
  return all;
}

/// Seat 1 of so many is to play, holding these cards; everybody else has ten.
View table(int players, int total, const std::vector<Card>& hand) {
  View view{};
  Table& t = view.table;
  t.options.players = static_cast<std::uint8_t>(players);
  t.phase = Phase::play;
  t.total = static_cast<std::uint8_t>(total);
  t.living = SeatSet::first(players);
  t.turn = kOne;
  t.dealer = Seat{players - 1};
  t.dealing = t.lost = kNobody;
  t.top = Card::none;
  for (const Seat seat : t.living) t.hand[seat.index] = kHandCards, t.lives[seat.index] = kLives;
  t.hand[0] = static_cast<std::uint8_t>(hand.size());
  view.mine.hand = heap(hand);
  view.seat = kOne;
  return view;
}

std::string label(const View& view, Move move) {
  return english().say(Alive::label(view, move), view.seat, kNames);
}
std::string label(const View& view, Card card) { return label(view, Move::to_play(card)); }
std::string told(const Event& event, Seat reader, Names names = kNames) {
  return english().say(Alive::tell(event, reader), reader, names);
}
std::string to_ann(const Event& event) { return told(event, kOne); }
std::string to_watcher(const Event& event) { return told(event, kNobody); }
std::string explained(std::string_view word) { return english().say(Alive::explain({}, word)); }
std::string points(int score) { return english().say(Alive::points(score)); }

std::string refusal(const std::string& options) {
  const auto read = Alive::options(assignments(options));
  return read ? "" : read.error().message;
}

// ---- Cards --------------------------------------------------------------------------------------------

TEST(AliveWords, EveryCardHasNamesThatReadBack) {
  std::set<std::string> names;
  for (int c = 0; c < kKinds; ++c) {
    names.emplace(name_of(card(c)));
    EXPECT_EQ(name_of(card(c)).find(' '), std::string::npos) << "a typed name is one word";
    EXPECT_EQ(card_named(name_of(card(c))), card(c));
    EXPECT_EQ(card_named(full_name(card(c))), card(c));
  }
  EXPECT_EQ(static_cast<int>(names.size()), kKinds);
  for (int c = kKinds; c < 32; ++c) EXPECT_EQ(name_of(card(c)), "?");
  EXPECT_EQ(card_named("?"), Card::none);
}

TEST(AliveWords, CaseDoesNotMatterAndTheWildZeroIsNotTheNumber) {
  EXPECT_EQ(card_named("BOMB"), Card::bomb);
  EXPECT_EQ(card_named("hand in & re-deal"), Card::redeal);
  EXPECT_EQ(card_named("0"), Card::zero);
  EXPECT_EQ(card_named("=0"), Card::to0);
  EXPECT_EQ(card_named("21"), Card::to21);
  EXPECT_EQ(card_named("10"), Card::to10);
  for (const auto* word : {"", "8", "-1", "00", "=7", "bombs"})
    EXPECT_EQ(card_named(word), Card::none) << word;
}

TEST(AliveWords, AHeapIsListedInOrder) {
  EXPECT_EQ(names_of(heap({Card::bomb, card(3), Card::to0, card(3), Card::redeal, Card::pass})),
            "3 3 Pass =0 Redeal Bomb");
  EXPECT_EQ(names_of(Cards{}), "");
}

TEST(AliveWords, EveryCardIsExplainedWithItsClause) {
  for (int c = 0; c < kKinds; ++c) {
    const std::string text = explained(std::string(name_of(card(c))));
    EXPECT_EQ(text.rfind(std::string(full_name(card(c))) + ": ", 0), 0u) << text;
    EXPECT_NE(text.find("(FA-"), std::string::npos) << text;
  }
  EXPECT_EQ(explained("7"), "7: adds 7 to the total, which may not pass 21 (FA-8).");
  EXPECT_EQ(explained("pass"), "Pass me by: nothing happens, the next player plays (FA-17).");
  EXPECT_TRUE(Alive::explain({}, "stop").empty());
}

// ---- Moves --------------------------------------------------------------------------------------------

TEST(AliveWords, EveryMoveReadsBack) {
  std::vector<Move> moves = {Move::to_flip()};
  for (int c = 0; c < kKinds; ++c)
    moves.insert(moves.end(), {Move::to_play(card(c)), Move::to_draw(card(c))});
  for (int i = 0; i < kMaxPlayers; ++i) moves.push_back(Move::to_first(Seat{i}));
  for (const Move move : moves) {
    const auto again = Alive::parse(Alive::text(move));
    ASSERT_TRUE(again) << Alive::text(move);
    EXPECT_EQ(*again, move) << Alive::text(move);
  }
}

TEST(AliveWords, ArbitraryBitsHaveAText) {
  for (unsigned bits = 0; bits < 65536; ++bits)
    ASSERT_FALSE(Alive::text(Move{static_cast<std::uint16_t>(bits)}).empty());
}

TEST(AliveWords, AMoveMayBeTypedInSeveralWays) {
  const auto canonical = [](std::string_view text) {
    const auto move = Alive::parse(text);
    return move ? Alive::text(*move) : "refused";
  };
  EXPECT_EQ(canonical("PLAY bomb"), "play Bomb");
  EXPECT_EQ(canonical("bomb"), "play Bomb");
  EXPECT_EQ(canonical("=21"), "play =21");
  EXPECT_EQ(canonical("  play   pass  me by "), "play Pass");
  EXPECT_EQ(canonical("hand in & re-deal"), "play Redeal");
  EXPECT_EQ(canonical("play draw 2"), "play Draw2");
  EXPECT_EQ(canonical("draw 2"), "draw 2") << "the dealer's move";
  EXPECT_EQ(canonical("Flip"), "flip");
}

TEST(AliveWords, NonsenseIsRefusedInOneSentence) {
  for (const auto* text : {"", " ", "play", "play 8", "play 5 5", "flip 5", "draw", "draw ?", "first",
                           "first 0", "first 7", "first 1 2", "5 play", "stop"}) {
    const auto move = Alive::parse(text);
    ASSERT_FALSE(move) << text;
    EXPECT_NE(move.error().message.find("is not a move of Five Alive; moves look like: "), std::string::npos);
    EXPECT_EQ(move.error().message.find('\n'), std::string::npos);
  }
}

// ---- Options ------------------------------------------------------------------------------------------

TEST(AliveWords, OptionsReadBack) {
  for (int players = Alive::min_players; players <= Alive::max_players; ++players)
    for (const auto variant : Alive::variants(players)) {
      Fields fields = assignments(variant);
      fields.set("players", std::to_string(players));
      const auto options = Alive::options(fields);
      ASSERT_TRUE(options) << options.error().message;
      const auto again = Alive::options(Alive::fields(*options));
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_EQ(*again, *options) << variant;
    }
  EXPECT_EQ(Alive::variants(3).size(), 4u);
  EXPECT_EQ(Alive::variants(4).size(), 6u);
}

TEST(AliveWords, OptionsAreWrittenInFull) {
  const auto options = Alive::options(assignments("players=5 printing=later teams=yes dealer=3"));
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->dealer, kThree);
  EXPECT_EQ(Alive::fields(*options), assignments("players=5 printing=later sudden=no teams=yes dealer=3"));
  EXPECT_EQ(Alive::fields(Options{}),
            assignments("players=4 printing=first sudden=no teams=no dealer=random"));
}

// FA-4
TEST(AliveWords, WhereTheEldestBeginsTheSeatToTheRightIsTheDealer) {
  const auto dealer = [](const char* text) {
    const auto options = Alive::options(assignments(text));
    return options ? *Alive::fields(*options).find("dealer")
                   : Field{"dealer", {options.error().message}, false};
  };
  EXPECT_EQ(dealer("players=3 eldest=3").texts[0], "2");
  EXPECT_EQ(dealer("players=3 eldest=1").texts[0], "3");
  EXPECT_EQ(dealer("players=2 eldest=2 dealer=random").texts[0], "1");
  EXPECT_EQ(dealer("players=3 eldest=1 dealer=3").texts[0], "3") << "they say the same";
  EXPECT_EQ(dealer("players=3 eldest=nobody dealer=1").texts[0], "1");
  EXPECT_EQ(dealer("players=3 eldest=Nobody").texts[0], "random");
  EXPECT_EQ(refusal("players=3 eldest=2 dealer=2"),
            "option 'dealer' must be random or 1 if the eldest sits at 2, not '2' (FA-4)");
  EXPECT_EQ(refusal("players=3 eldest=4"),
            "option 'eldest' must be nobody or a seat from 1 to 3, not '4' (FA-4)");
}

TEST(AliveWords, WrongOptionsAreRefusedWithTheClause) {
  EXPECT_EQ(refusal("players=7"), "Five Alive is for 2 to 6 players, not '7' (FA-1)");
  EXPECT_EQ(refusal("printing=second"), "option 'printing' must be first or later, not 'second' (FA-2)");
  EXPECT_EQ(refusal("sudden=1"), "option 'sudden' must be yes or no, not '1' (FA-36)");
  EXPECT_EQ(refusal("teams=yes players=3"), "option 'teams' needs 4 to 6 players, not '3' (FA-38)");
  EXPECT_EQ(refusal("dealer=4 players=3"),
            "option 'dealer' must be random or a seat from 1 to 3, not '4' (FA-4)");
  EXPECT_EQ(refusal("rounds=3"),
            "Five Alive has no option 'rounds'; it has players, printing, sudden, teams, dealer and eldest");
  Fields list;
  list.set("teams", std::vector<std::string>{"yes"});
  EXPECT_EQ(Alive::options(list).error().message, "option 'teams' must be one text, not a list");
  EXPECT_EQ(Alive::options(assignments("teams=yes players=2")).error().clause, Clause{38});
}

// ---- The menu -----------------------------------------------------------------------------------------

TEST(AliveWords, LabelsSayWhatACardDoes) {
  const View view = table(4, 12, {card(5), Card::skip});
  EXPECT_EQ(label(view, card(5)), "5: 12 → 17");
  EXPECT_EQ(label(view, Card::to21), "=21: 12 → 21");
  EXPECT_EQ(label(view, Card::to0), "=0: 12 → 0");
  EXPECT_EQ(label(view, Card::pass), "Pass me by: Bo plays");
  EXPECT_EQ(label(view, Card::skip), "Skip: Bo is left out, Cy plays");
  EXPECT_EQ(label(view, Card::reverse), "Reverse: now Di plays");
  EXPECT_EQ(label(view, Card::draw1), "Draw 1: everyone else takes a card");
  EXPECT_EQ(label(view, Card::draw2), "Draw 2: everyone else takes two cards");
  EXPECT_EQ(label(view, Card::redeal), "Hand in & re-deal: all hands are mixed, 12 → 0");
  EXPECT_EQ(label(view, Card::bomb), "Bomb: who has no 0 loses a life");
}

// FA-18, FA-19
TEST(AliveWords, LabelsKnowThatTwoPlayersAreLeft) {
  const View view = table(2, 12, {Card::skip, Card::reverse});
  EXPECT_EQ(label(view, Card::skip), "Skip: you play again");
  EXPECT_EQ(label(view, Card::reverse), "Reverse: Bo plays");
}

// FA-27, FA-28
TEST(AliveWords, LabelsTellOfGoingOut) {
  EXPECT_EQ(label(table(3, 12, {card(5)}), card(5)), "5: 12 → 17, and you go out");
  EXPECT_EQ(label(table(3, 12, {Card::redeal}), Card::redeal), "Hand in & re-deal: you go out");
}

// FA-10, FA-39
TEST(AliveWords, LabelsTellWhoseLifeAFlipCosts) {
  View view = table(4, 21, {card(5)});
  EXPECT_EQ(label(view, Move::to_flip()), "Flip: nothing fits, you lose a life");
  view.table.lives[0] = 1;
  EXPECT_EQ(label(view, Move::to_flip()), "Flip: nothing fits, you lose the last life");
  view.table.options.teams = true;
  EXPECT_EQ(label(view, Move::to_flip()), "Flip: nothing fits, your team loses the last life");
}

// ---- The story ----------------------------------------------------------------------------------------

TEST(AliveWords, ACardIsToldWithTheTotal) {
  const Event five{.what = Event::played, .seat = kOne, .card = card(5), .number = 12};
  EXPECT_EQ(to_ann(five), "You play 5: 12 → 17.");
  EXPECT_EQ(to_watcher(five), "Ann plays 5: 12 → 17.");
  EXPECT_EQ(to_ann({.what = Event::played, .seat = kTwo, .card = Card::to10, .number = 21}),
            "Bo plays =10: 21 → 10.");
  EXPECT_EQ(to_ann({.what = Event::played, .seat = kTwo, .card = Card::to21, .number = 21}),
            "Bo plays =21: still 21.");
  EXPECT_EQ(to_ann({.what = Event::played, .seat = kTwo, .card = Card::bomb, .number = 9}),
            "Bo plays Bomb: who has no 0 loses a life!");
  EXPECT_EQ(told(five, kNobody, {}), "Seat 1 plays 5: 12 → 17.");
}

TEST(AliveWords, LivesAreToldInWordsThatAreRightForTeamsToo) {
  const auto flipped = [](Seat seat, Loss loss) {
    return Event{.what = Event::flipped, .seat = seat, .number = static_cast<std::uint8_t>(loss)};
  };
  EXPECT_EQ(to_ann(flipped(kOne, Loss::stuck)),
            "You are stuck and turn over a letter: a life is lost. The total is 0 again (FA-10).");
  EXPECT_EQ(to_ann(flipped(kTwo, Loss::bomb)),
            "Bo has no 0 and turns over a letter: a life is lost (FA-25).");
  EXPECT_EQ(to_ann(flipped(kTwo, Loss::hand_over)), "Bo turns over a letter: a life is lost (FA-27).");
  EXPECT_EQ(to_ann(flipped(kTwo, Loss::team_went_out)),
            "Bo turns over a letter of their team: a life is lost (FA-40).");
  EXPECT_EQ(to_ann(flipped(kOne, Loss::team_went_out)),
            "You turn over a letter of your team: a life is lost (FA-40).");
}

TEST(AliveWords, TheEndOfAPlayerAHandAndAGameIsTold) {
  const Event eliminated{.what = Event::eliminated, .seat = kOne, .cards = heap({card(6), card(5)})};
  EXPECT_EQ(to_ann(eliminated),
            "You have no life left and are out of the game (FA-33). The cards you held are discarded: 5 6.");
  EXPECT_EQ(to_watcher(eliminated),
            "Ann has no life left and is out of the game (FA-33). The cards they held are discarded: 5 6.");
  EXPECT_EQ(
      to_ann({.what = Event::eliminated, .seat = kTwo, .cards = heap({Card::redeal, Card::pass, card(0)})}),
      "Bo has no life left and is out of the game (FA-33). The cards they held are discarded: 0 Pass Redeal.")
      << "a row of cards has one word for each";
  EXPECT_EQ(to_ann({.what = Event::went_out, .seat = kTwo}),
            "Bo has no card left and goes out: the hand is over (FA-27).");
  EXPECT_EQ(to_ann({.what = Event::hand_began, .seat = kOne, .number = 1}), "Hand 2: you deal.");
  EXPECT_EQ(to_ann({.what = Event::summed, .seat = kTwo, .number = 11}),
            "Bo's number cards add up to 11; the lowest sum wins (FA-37).");
  EXPECT_EQ(to_ann({.what = Event::turn_began, .seat = kOne}), "");
}

TEST(AliveWords, ScoresAreLives) {
  EXPECT_EQ(points(0), "0 lives");
  EXPECT_EQ(points(1), "1 life");
  EXPECT_EQ(points(3), "3 lives");
}

// ---- The picture --------------------------------------------------------------------------------------

std::vector<std::string> lines_of(const Painted& painted) {
  std::vector<std::string> lines(1);
  for (const char c : painted.text())
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

TEST(AliveWords, ThePictureShowsTheTotalTheLivesAndTheHand) {
  View view = table(3, 17, {card(4), card(5), Card::skip});
  view.table.lives[1] = 3;
  view.table.lives[2] = 0;
  view.table.living.remove(kThree);
  view.table.hand[2] = 0;
  view.table.pile = 40;
  view.table.top = Card::redeal;
  view.mine.memory.known = heap({card(2), card(2), Card::bomb});
  EXPECT_EQ(lines_of(Alive::picture(view, kNames)),
            (std::vector<std::string>{
                "Hand 1   pile 40   discards 0   last [Hand in & re-deal]",
                "    ╻ ╺━┓        ↓ ▶ 1 You        A L I V E   3 ▯▯▯",
                "    ┃   ┃        ↓   2 Bo         A L I · ·  10 ▯▯▯▯▯▯▯▯▯▯",
                "    ╹   ╹            3 Cy         · · · · ·  out",
                "  room for 4",
                "Your hand: [4]  5  [Skip]",
                "You know Bo holds: 2×2 Bomb",
                "",
            }));
}

TEST(AliveWords, ThePictureFitsEightyColumns) {
  const std::vector<std::string> names(6, "Bartholomew of the long name");
  View view = table(6, 19, {});
  Table& t = view.table;
  t.options.teams = true;
  t.direction = Direction::counterclockwise;
  t.discards = t.whole_deck();
  t.top = Card::redeal;
  view.mine.hand = view.mine.memory.known = t.whole_deck();
  for (const Seat seat : t.living) {
    t.hand[seat.index] = 30;
    t.floors[seat.index].raise(3, 20);
  }
  t.dealing = kTwo;
  t.lost = kOne;
  for (const Phase phase : {Phase::first, Phase::deal, Phase::redeal, Phase::draw, Phase::play, Phase::over})
    for (const Seat reader : {kOne, kNobody})
      for (const Names called : {Names(names), Names()}) {
        t.phase = phase;
        view.seat = reader;
        for (const std::string& line : lines_of(Alive::picture(view, called)))
          EXPECT_LE(width_of(line), 80u) << line;
      }
}

}  // namespace
}  // namespace lifetable::alive

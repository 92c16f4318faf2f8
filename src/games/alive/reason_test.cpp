// SPDX-License-Identifier: Apache-2.0
// Why moves are refused, in words: one test for each clause that a person can run into.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/texts.hpp"
#include "core/words.hpp"
#include "games/alive/alive.hpp"

namespace lifetable::alive {
namespace {

constexpr Seat kOne{0}, kTwo{1};
const std::vector<std::string> kNames = {"Ann", "Bo", "Cy"};

/// Ann is to play, holding these cards.
View table(int total, const std::vector<Card>& hand) {
  View view{};
  Table& t = view.table;
  t.options.players = 3;
  t.phase = Phase::play;
  t.total = static_cast<std::uint8_t>(total);
  t.living = SeatSet::first(3);
  t.turn = view.seat = kOne;
  for (const Seat seat : t.living) t.hand[seat.index] = kHandCards, t.lives[seat.index] = kLives;
  for (const Card card : hand) view.mine.hand.add(card);
  return view;
}

/// The clause that a typed move breaks, and the reason that is given: "FA-7 You hold no 7."
std::string refusal(const View& view, std::string_view typed) {
  const auto move = Alive::parse(typed);
  if (!move) return "no move";
  const Clause clause = Alive::judge(view, *move);
  if (!clause) return "allowed";
  return "FA-" + std::to_string(clause.number) + " " +
         english().say(Alive::reason(view, *move), view.seat, kNames);
}

// FA-7, FA-33
TEST(AliveReasons, OfCardsThatAreNotHeldAndTurnsOfOthers) {
  View view = table(17, {number_card(4), Card::skip});
  EXPECT_EQ(refusal(view, "play 4"), "allowed");
  EXPECT_EQ(refusal(view, "play 3"), "FA-7 You hold no 3.");
  EXPECT_EQ(refusal(view, "play Pass me by"), "FA-7 You hold no Pass me by.");
  EXPECT_EQ(refusal(view, "draw 4"), "FA-7 Only the dealer does that.");
  view.table.turn = kTwo;
  EXPECT_EQ(refusal(view, "play 4"), "FA-7 It is not your turn: Bo plays now.");
  view.table.living.remove(kOne);
  EXPECT_EQ(refusal(view, "play 4"), "FA-33 You have no life left, and play no more cards.");
  view.table.living.add(kOne);
  view.table.phase = Phase::deal;
  EXPECT_EQ(refusal(view, "play 4"), "FA-7 Wait until the cards are dealt.");
}

// FA-8
TEST(AliveReasons, OfNumbersThatPass21) {
  EXPECT_EQ(refusal(table(17, {number_card(6), number_card(4), number_card(4), Card::skip, Card::redeal}),
                    "play 6"),
            "FA-8 6 would make 23, and at most 21 is allowed. You can play 4, Skip and Hand in & re-deal.");
  EXPECT_EQ(
      refusal(table(20, {number_card(6), number_card(2)}), "play 2"),
      "FA-8 2 would make 22, and at most 21 is allowed. Nothing in your hand fits: turn over a letter.");
}

// FA-9
TEST(AliveReasons, OfAFlipThatIsNotDue) {
  EXPECT_EQ(refusal(table(20, {number_card(6), Card::zero}), "flip"),
            "FA-9 A letter is turned over only when nothing fits. You can play 0.");
  EXPECT_EQ(refusal(table(20, {number_card(6)}), "flip"), "allowed");
}

// FA-35
TEST(AliveReasons, OfMovesWhenAllIsOver) {
  View view = table(0, {number_card(4)});
  view.table.phase = Phase::over;
  EXPECT_EQ(refusal(view, "play 4"), "FA-35 The game is over.");
}

/// Whatever can be typed and is refused gets whole sentences, and nothing else gets any.
TEST(AliveReasons, AreGivenForAllThatCanBeTyped) {
  int given = 0;
  for (const Phase phase : {Phase::first, Phase::deal, Phase::redeal, Phase::draw, Phase::play, Phase::over})
    for (const Seat turn : {kOne, kTwo})
      for (const int total : {0, 19, 21}) {
        View view = table(total, {number_card(1), number_card(5), Card::bomb});
        view.table.phase = phase;
        view.table.turn = turn;
        for (unsigned bits = 0; bits < 4096; ++bits) {  // and more than a move has
          const Move move{static_cast<std::uint16_t>(bits)};
          const auto typed = Alive::parse(Alive::text(move));
          const Phrase reason = Alive::reason(view, move);
          const bool expected = typed && *typed == move && Alive::judge(view, move);
          ASSERT_EQ(!reason.empty(), expected) << Alive::text(move);
          if (!expected) continue;
          ++given;
          const std::string said = english().say(reason, view.seat, kNames);
          ASSERT_TRUE(said.ends_with('.') && width_of(said) < 110) << said;
          ASSERT_EQ(said.find_first_of("{}"), std::string::npos) << said;
          ASSERT_EQ(said.find("alive."), std::string::npos) << said;
        }
      }
  EXPECT_GT(given, 1000);
}

TEST(AliveReasons, AreNotForWatchers) {
  View view = table(20, {Card::zero});
  view.seat = kNobody;
  EXPECT_TRUE(Alive::reason(view, Move::to_flip()).empty());
}

}  // namespace
}  // namespace lifetable::alive

// SPDX-License-Identifier: Apache-2.0
// Rules that no scenario can show: the dealer's odds, the order in simulations, who can tell what, and which
// hidden hands are thought possible.
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/testing.hpp"
#include "games/cradle/cradle.hpp"
#include "games/cradle/words.hpp"

namespace lifetable::cradle {
namespace {

constexpr Seat kOne{0}, kTwo{1}, kThree{2}, kFour{3};

Options table_of(int players, int rounds = 3) {
  Options options;
  options.players = static_cast<std::uint8_t>(players);
  options.rounds = static_cast<std::uint8_t>(rounds);
  return options;
}

State position(int players, const std::vector<Named>& named) {
  return position_of<Cradle>(table_of(players), named);
}

std::vector<Event> play(State& state, Seat actor, const std::string& text) {
  return play_text<Cradle>(state, actor, text);
}

/// Everything that a seat, or a bystander, is told.
auto told(const std::vector<Event>& events, Seat reader) {
  std::vector<std::tuple<int, int, int, int, int, int, int, std::uint64_t>> all;
  for (const Event& e : events)
    if (e.concerns(reader))
      all.emplace_back(e.what, e.seat.index, e.target.index, static_cast<int>(e.place),
                       static_cast<int>(e.card), static_cast<int>(e.second), e.number, e.cards.bits);
  return all;
}

/// Two tables that differ only in what `who` cannot see must stay alike for them.
class Twins {
 public:
  Twins(State a, State b) : a_(a), b_(b) {}

  void differ() const { EXPECT_NE(a_, b_) << "the two tables are one and the same: nothing is shown"; }
  void look_alike_to(std::vector<Seat> readers) {
    readers_ = std::move(readers);
    check();
  }
  void play(Seat actor, const std::string& move) { play(actor, move, move); }
  /// The same move as far as the others can see.
  void play(Seat actor, const std::string& in_a, const std::string& in_b) {
    const auto events_a = cradle::play(a_, actor, in_a), events_b = cradle::play(b_, actor, in_b);
    for (const Seat reader : readers_)
      EXPECT_EQ(told(events_a, reader), told(events_b, reader))
          << "told to " << to_string(reader) << ": " << in_a;
    check();
  }

 private:
  void check() const {
    for (const Seat reader : readers_) {
      EXPECT_EQ(Cradle::view(a_, reader), Cradle::view(b_, reader)) << "seen by " << to_string(reader);
      EXPECT_EQ(Cradle::describe(Cradle::view(a_, reader)), Cradle::describe(Cradle::view(b_, reader)));
    }
    EXPECT_EQ(Cradle::actors(a_), Cradle::actors(b_));
  }

  State a_, b_;
  std::vector<Seat> readers_;
};

int plain_cards(Cards heap) { return heap.size() - heap.only(kWild).size(); }

Cards hidden_cards(const State& state, Seat seat) {
  Cards all = state.secrets[seat.index].hand;
  all += state.secrets[seat.index].laid.heap(0, state.table.laid[seat.index]);
  return all;
}

/// All ways to hold `size` cards of `heap`, each with the number of ways to draw it.
std::map<std::string, double> hands_from(Cards heap, int size) {
  std::map<std::string, double> hands;
  std::vector<Card> cards;
  for (const Card card : heap.kinds())
    for (int n = 0; n < heap.count(card); ++n) cards.push_back(card);
  std::vector<bool> taken(cards.size(), false);
  std::fill(taken.begin(), taken.begin() + size, true);
  do {
    Cards hand;
    for (std::size_t i = 0; i < cards.size(); ++i)
      if (taken[i]) hand.add(cards[i]);
    hands[names_of(hand)] += 1;
  } while (std::prev_permutation(taken.begin(), taken.end()));
  return hands;
}

/// How often each hand of `seat` is imagined by `reader`.
std::map<std::string, double> imagined_hands(const State& state, Seat reader, Seat seat, int times) {
  Xoshiro256pp rng(2024);
  const View view = Cradle::view(state, reader);
  std::map<std::string, double> hands;
  for (int i = 0; i < times; ++i) hands[names_of(Cradle::imagine(view, rng).secrets[seat.index].hand)] += 1;
  return hands;
}

// ---- The dealer ---------------------------------------------------------------------------------------

// CG-2
TEST(TheDealer, DrawsEveryCardOfAFullDeckAsOftenAsItIsThere) {
  const auto outcomes = Cradle::outcomes(Cradle::start(table_of(2)));
  EXPECT_EQ(outcomes.size(), 13u);
  for (const auto& outcome : outcomes)
    EXPECT_EQ(outcome.weight, is_age(outcome.move.card()) ? 6u : 4u) << Cradle::text(outcome.move);
}

// CG-2
TEST(TheDealer, DrawsOnlyWhatIsLeftAndAsOftenAsItIsLeft) {
  State state = position(2, {{"phase", {"replenish"}},
                             {"turn", {"1"}},
                             {"ages", {"55", "56"}},
                             {"hands", {"5 5", "5 Stop Stop Stop"}},
                             {"discards", {"0 0 1"}}});
  std::map<std::string, std::uint32_t> weights;
  std::uint32_t total = 0;
  for (const auto& outcome : Cradle::outcomes(state)) {
    weights[Cradle::text(outcome.move)] = outcome.weight;
    total += outcome.weight;
  }
  const std::map<std::string, std::uint32_t> left = {
      {"draw 1", 5}, {"draw 2", 6}, {"draw 3", 6}, {"draw 4", 6},   {"draw 6", 5},    {"draw 7", 6},
      {"draw 8", 6}, {"draw 9", 6}, {"draw 0", 2}, {"draw Ten", 4}, {"draw Swap", 4}, {"draw Stop", 1}};
  EXPECT_EQ(weights, left);  // no 5: all six lie open or are held
  EXPECT_EQ(total, 57u);

  play(state, kDealer, "draw Stop");
  for (const auto& outcome : Cradle::outcomes(state)) EXPECT_NE(Cradle::text(outcome.move), "draw Stop");
}

// CG-2
TEST(TheDealer, DrawsEachCardOfTheDeckEquallyOften) {
  const State state = position(2, {{"phase", {"replenish"}},
                                   {"turn", {"1"}},
                                   {"ages", {"55", "56"}},
                                   {"hands", {"5 5", "5"}},
                                   {"deck", {"1 1 1 9 9 Stop"}}});
  Xoshiro256pp rng(7);
  std::map<std::string, int> drawn;
  for (int i = 0; i < 60'000; ++i) ++drawn[Cradle::text(Cradle::draw(state, rng))];
  EXPECT_EQ(drawn.size(), 3u);
  EXPECT_NEAR(drawn["draw 1"], 30'000, 700);  // about six standard deviations
  EXPECT_NEAR(drawn["draw 9"], 20'000, 700);
  EXPECT_NEAR(drawn["draw Stop"], 10'000, 700);
}

// ---- The order in simulations -------------------------------------------------------------------------

// CG-30
TEST(InSimulations, SeatsAnswerClockwiseBeginningAfterThePlayerOfTheCard) {
  State state = position(5, {{"turn", {"3"}},
                             {"ages", {"21", "32", "43", "54", "65"}},
                             {"hands", {"1 7 8", "1 7 8", "1 7 8 Swap", "1 7 8", "1 7 8"}}});
  play(state, kThree, "swap 1");
  for (const Seat next : {kFour, Seat{4}, kOne, kTwo}) {
    EXPECT_EQ(Cradle::actors(state).first(), next);
    play(state, next, "let");
  }
  EXPECT_EQ(Cradle::actors(state).kind, Actors::dealer);
}

// CG-30
TEST(InSimulations, SeatsWithoutCardsAreLeftOutOfTheOrder) {
  State state = position(5, {{"turn", {"3"}},
                             {"ages", {"21", "32", "43", "54", "65"}},
                             {"hands", {"1 2 3 4", "", "1 2 3 Swap", "", "1 2 3 4"}}});
  play(state, kThree, "swap 1");
  EXPECT_EQ(Cradle::actors(state).first(), Seat{4});
  play(state, Seat{4}, "let");
  EXPECT_EQ(Cradle::actors(state).first(), kOne);
}

// CG-30
TEST(InSimulations, AfterAStopTheOrderBeginsAfterItsPlayer) {
  State state = position(4, {{"turn", {"1"}},
                             {"ages", {"21", "32", "43", "54"}},
                             {"hands", {"1 2 3 Swap", "1 2 3 Stop", "1 2 3 4", "1 2 3 Stop"}}});
  play(state, kOne, "swap 1");
  EXPECT_EQ(Cradle::actors(state).first(), kTwo);
  play(state, kTwo, "let");
  play(state, kThree, "let");
  play(state, kFour, "stop");
  for (const Seat next : {kOne, kTwo}) {  // the player of the Swap comes first, being next after seat 4
    EXPECT_EQ(Cradle::actors(state).first(), next);
    if (next == kOne) play(state, next, "let");
  }
  play(state, kTwo, "stop");
  for (const Seat next : {kThree, kFour, kOne}) {
    EXPECT_EQ(Cradle::actors(state).first(), next);
    play(state, next, "let");
  }
  EXPECT_EQ(Cradle::actors(state).kind, Actors::dealer);
  EXPECT_EQ(state.table.age(kOne), 12);
}

// CG-30
TEST(InSimulations, TheOrderIsTheSameFromEverySeatsView) {
  State state = position(
      3, {{"turn", {"2"}}, {"ages", {"21", "32", "43"}}, {"hands", {"1 2 3 4", "1 2 3 Swap", "1 2 3 Stop"}}});
  play(state, kTwo, "swap 1");
  for (const Seat seat : {kOne, kTwo, kThree, kNobody})
    EXPECT_EQ(Cradle::actors(Cradle::view(state, seat)).first(), kThree);
}

// ---- Secrets ------------------------------------------------------------------------------------------

// CG-28
TEST(ASecret, BeingAskedDoesNotTellWhoHoldsAStop) {
  const auto table = [](const char* second, const char* third) {
    return position(
        3, {{"turn", {"1"}}, {"ages", {"21", "32", "43"}}, {"hands", {"1 2 3 Swap", second, third}}});
  };
  Twins twins(table("5 6 7 Stop", "5 6 7 8"), table("5 6 7 8", "5 6 7 8"));
  twins.differ();
  twins.look_alike_to({kOne, kThree, kNobody});
  twins.play(kOne, "swap 2");
  twins.play(kTwo, "let");
  twins.play(kThree, "let");
}

// CG-28
TEST(ASecret, AHandIsSeenOnlyByItsOwner) {
  const auto table = [](const char* second) {
    return position(
        3, {{"turn", {"1"}}, {"ages", {"21", "32", "43"}}, {"hands", {"1 2 3 4", second, "5 6 7 8"}}});
  };
  Twins twins(table("5 6 7 Stop"), table("9 0 Ten Swap"));
  twins.differ();
  twins.look_alike_to({kOne, kThree, kNobody});
  twins.play(kOne, "raise 1 tens 3");
  twins.play(kDealer, "draw 1");
}

// CG-19
TEST(ASecret, AFaceDownCardIsKnownOnlyToItsOwner) {
  const State state = position(
      3, {{"turn", {"1"}}, {"ages", {"56", "32", "43"}}, {"hands", {"1 2 0 Stop", "1 2 3 4", "5 6 7 8"}}});
  for (const char* hide : {"hide ones 1", "hide ones 2", "hide ones 0"}) {
    Twins twins(state, state);
    twins.look_alike_to({kTwo, kThree, kNobody});
    twins.play(kOne, "hide ones Stop", hide);
    twins.differ();
    twins.play(kDealer, "draw 3", "draw 4");  // nor do they see what is drawn
    twins.play(kTwo, "raise 3 ones 4");
  }
}

// CG-19
TEST(ASecret, AFaceDownCardStaysSecretBelowAZeroAndThroughASwap) {
  const auto table = [](const char* laid) {
    return position(2, {{"phase", {"play"}},
                        {"turn", {"1"}},
                        {"ages", {"5_", "32"}},
                        {"laid", {laid, ""}},
                        {"hands", {"1 2 0 Swap", "1 2 3 4"}}});
  };
  Twins twins(table("8"), table("Stop"));
  twins.differ();
  twins.look_alike_to({kTwo, kNobody});
  twins.play(kOne, "swap 1");
  twins.play(kTwo, "let");
  twins.play(kDealer, "draw 5");
  twins.play(kTwo, "raise 2 tens 4");
  twins.play(kDealer, "draw 5");
  twins.play(kDealer, "draw 1");  // the hundred check at 95
  twins.play(kOne, "zero tens");
  twins.play(kTwo, "let");
}

// CG-8
TEST(ASecret, AStartingAgeIsKnownOnlyToItsOwnerBeforeAllHaveChosen) {
  const State state =
      position(3, {{"phase", {"choose"}}, {"hands", {"1 2 3 4 5 6", "1 2 3 4 5 6", "1 2 3 4 5 6"}}});
  Twins twins(state, state);
  twins.look_alike_to({kTwo, kThree, kNobody});
  twins.play(kOne, "age 1 2", "age 6 5");
  twins.differ();
  twins.look_alike_to({kThree, kNobody});
  twins.play(kTwo, "age 3 4", "age 5 1");
}

// CG-40
TEST(ASecret, TheOrderOfTheDeckDoesNotExist) {
  const auto table = [](const char* second, const char* deck) {
    return position(
        2, {{"turn", {"1"}}, {"ages", {"21", "32"}}, {"hands", {"1 2 3 4", second}}, {"deck", {deck}}});
  };
  Twins twins(table("5 6", "7 8 9"), table("8 9", "5 6 7"));
  twins.differ();
  twins.look_alike_to({kOne, kNobody});
}

// ---- What is thought possible -------------------------------------------------------------------------

// CG-40
TEST(Imagined, AStandingHandHasAtLeastThreeCardsFromOneToEight) {
  Xoshiro256pp rng(1);
  long hands = 0;
  for (int game = 0; game < 200; ++game) {
    State state = Cradle::start(table_of(4));
    while (Cradle::actors(state).kind == Actors::dealer)
      Cradle::play(state, kDealer, Cradle::draw(state, rng), Silence{});
    for (int chosen = 0; chosen < 4; ++chosen) {  // before and while the ages are chosen
      const View view = Cradle::view(state, chosen % 2 == 0 ? kOne : kNobody);
      for (int i = 0; i < 25; ++i) {
        const State other = Cradle::imagine(view, rng);
        for (int seat = 0; seat < 4; ++seat, ++hands) {
          const Cards six = hidden_cards(other, Seat{seat});
          ASSERT_EQ(six.size(), 6);
          ASSERT_GE(plain_cards(six), 3) << names_of(six);
          for (int n = 0; n < other.table.laid[seat]; ++n)  // CG-7
            ASSERT_TRUE(is_age(other.secrets[seat].laid.at(n))) << names_of(six);
        }
      }
      Cradle::play(state, Seat{chosen}, Cradle::moves(state, Seat{chosen})[0], Silence{});
    }
  }
  EXPECT_EQ(hands, 80'000);
}

// CG-40
TEST(Imagined, AStandingHandOfAGivenPositionHasThemToo) {
  const State state = position(2, {{"phase", {"choose"}}, {"hands", {"9 9 1 2 3 4", "9 1 2 3 4 5"}}});
  Xoshiro256pp rng(8);
  for (int i = 0; i < 1'000; ++i) {
    const Cards six = hidden_cards(Cradle::imagine(Cradle::view(state, kOne), rng), kTwo);
    ASSERT_GE(plain_cards(six), 3) << names_of(six) << " would have been shown and replaced (CG-5)";
  }
}

// CG-40
TEST(Imagined, AHandAfterTheStartingAgeKeepsTheThreeThatWereNotShown) {
  State state =
      position(2, {{"phase", {"choose"}}, {"hands", {"9 9 1 2 3 4", "9 1 2 3 4 5"}}, {"plain", {"3", "3"}}});
  play(state, kOne, "age 9 9");
  play(state, kTwo, "age 9 1");
  Xoshiro256pp rng(2);
  std::set<int> first, second;
  for (int i = 0; i < 20'000; ++i) {
    first.insert(plain_cards(hidden_cards(Cradle::imagine(Cradle::view(state, kTwo), rng), kOne)));
    second.insert(plain_cards(hidden_cards(Cradle::imagine(Cradle::view(state, kOne), rng), kTwo)));
  }
  EXPECT_EQ(first, (std::set<int>{3, 4}));      // of four cards three are left from 1 to 8
  EXPECT_EQ(second, (std::set<int>{2, 3, 4}));  // one was shown
}

// CG-40
TEST(Imagined, AHandAfterASkipHoldsNothingThatCouldHaveBeenPlayed) {
  State state = position(3, {{"phase", {"play"}},
                             {"turn", {"1"}},
                             {"ages", {"99", "35", "79"}},
                             {"hands", {"1 2 9 Stop", "5 6 7 8", "5 6 7 8"}}});
  play(state, kOne, "skip");
  Xoshiro256pp rng(3);
  std::set<Card> seen;
  for (const Seat reader : {kTwo, kNobody})
    for (int i = 0; i < 5'000; ++i) {
      const State other = Cradle::imagine(Cradle::view(state, reader), rng);
      const Cards hand = other.secrets[0].hand;
      ASSERT_EQ(hand.size(), 4);
      for (const Card card : hand.kinds()) seen.insert(card);
    }
  // Seats 2 and 3 would have been raised by 4, 6 and 8; 0, Cover Ten Digit and Swap places always fit at 99.
  const std::set<Card> possible = {age_card(1), age_card(2), age_card(3), age_card(5),
                                   age_card(7), age_card(9), Card::stop};
  EXPECT_EQ(seen, possible);
}

// CG-40
TEST(Imagined, CardsDrawnAfterASkipMayBeAnything) {
  State state = position(
      2,
      {{"phase", {"play"}}, {"turn", {"1"}}, {"ages", {"99", "35"}}, {"hands", {"1 2 3 Stop", "6 7 8 Ten"}}});
  play(state, kOne, "skip");
  play(state, kTwo, "ten 1");
  play(state, kOne, "let");
  play(state, kDealer, "draw 2");  // seat 1 is 29 now
  play(state, kDealer, "draw 5");
  play(state, kOne, "hide tens 3");
  play(state, kDealer, "draw Swap");  // four of the five hidden cards could not be played at the skip
  Xoshiro256pp rng(4);
  const Kinds stuck =
      kind(age_card(4)) | kind(age_card(6)) | kind(Card::zero) | kind(Card::ten) | kind(Card::swap);
  std::set<Card> newer;
  int free_hands = 0;
  for (int i = 0; i < 20'000; ++i) {
    const State other = Cradle::imagine(Cradle::view(state, kTwo), rng);
    const Cards fitting = hidden_cards(other, kOne).only(stuck);
    ASSERT_LE(fitting.size(), 1);
    for (const Card card : fitting.kinds()) newer.insert(card);
    free_hands += fitting.empty();
  }
  EXPECT_EQ(newer, (std::set<Card>{age_card(4), age_card(6), Card::zero, Card::ten, Card::swap}));
  EXPECT_GT(free_hands, 0);
}

// CG-40
TEST(Imagined, EveryPossibleHandAppearsAsOftenAsItsCardsMakeIt) {
  const State state = position(
      2, {{"turn", {"1"}}, {"ages", {"50", "27"}}, {"hands", {"1 1 1 1", "3 4"}}, {"deck", {"3 5 Stop 0"}}});
  Cards unseen = state.deck;
  unseen += state.secrets[1].hand;
  const auto expected = hands_from(unseen, 2);
  const double ways = 15;  // 2 of 6 cards
  const auto found = imagined_hands(state, kOne, kTwo, 30'000);
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [hand, count] : expected)
    EXPECT_NEAR(found.count(hand) ? found.at(hand) : 0, 30'000 * count / ways, 300) << hand;
}

// CG-40
TEST(Imagined, EveryPossiblePairOfHandAndFaceDownCardAppears) {
  const State state = position(2, {{"turn", {"1"}},
                                   {"ages", {"50", "2_"}},
                                   {"laid", {"", "6"}},
                                   {"hands", {"1 1 1 1", "3"}},
                                   {"deck", {"5 Stop"}}});
  Xoshiro256pp rng(5);
  std::map<std::pair<Card, Card>, int> found;
  for (int i = 0; i < 12'000; ++i) {
    const State other = Cradle::imagine(Cradle::view(state, kOne), rng);
    ++found[{*other.secrets[1].hand.kinds().begin(), other.secrets[1].laid.at(0)}];
  }
  EXPECT_EQ(found.size(), 12u);  // 4 cards, any as the hand and any other face down
  for (const auto& [pair, count] : found) EXPECT_NEAR(count, 1'000, 200);
}

// CG-40
TEST(Imagined, EveryHandWithThePlainCardsItMustHaveAppearsAndNoOther) {
  const State state = position(2, {{"turn", {"1"}},
                                   {"ages", {"50", "27"}},
                                   {"hands", {"1 1 1 1", "3 4 5 9"}},
                                   {"deck", {"6 9 0 Stop"}},
                                   {"plain", {"", "3"}}});
  Cards unseen = state.deck;
  unseen += state.secrets[1].hand;
  std::set<std::string> expected, found;
  for (const auto& [hand, ways] : hands_from(unseen, 4)) {
    Cards heap;
    for (const auto word : words_of(hand)) heap.add(card_named(word));
    if (plain_cards(heap) >= 3) expected.insert(hand);
  }
  for (const auto& [hand, times] : imagined_hands(state, kOne, kTwo, 5'000)) found.insert(hand);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(expected.size(), 13u);  // 3456, or three of those with one of 9, 0, Stop!: 1 + 4 * 3
}

// CG-40
TEST(Imagined, EveryHandAfterASkipAppearsEvenIfFewDealsAreLikeIt) {
  // Nearly all unseen cards would have fitted: only a hand of 1 1 1 8 or 1 1 1 1 explains the skip.
  State state =
      position(2, {{"phase", {"play"}},
                   {"turn", {"1"}},
                   {"ages", {"99", "35"}},
                   {"hands", {"1 1 1 8", "2 2 2 2"}},
                   {"deck", {"1 4 4 4 4 4 4 6 6 6 6 6 6 0 0 0 0 Ten Ten Ten Swap Swap Swap Swap"}}});
  play(state, kOne, "skip");
  const auto found = imagined_hands(state, kTwo, kOne, 5'000);
  ASSERT_EQ(found.size(), 2u);
  // Of the five cards that did not fit any four were held: the 8 stayed in the deck in one of five cases.
  EXPECT_NEAR(found.at("1 1 1 1"), 1'000, 200);
  EXPECT_NEAR(found.at("1 1 1 8"), 4'000, 200);
}

// CG-40
TEST(Imagined, TheSeatsOwnCardsAndAllThatLiesOpenStayAsTheyAre) {
  const State state = position(3, {{"turn", {"1"}},
                                   {"ages", {"5_", "27", "31"}},
                                   {"laid", {"7", "", ""}},
                                   {"hands", {"1 1 1 1", "3 4 Stop", "5 6 7 8"}},
                                   {"discards", {"Stop 9"}}});
  Xoshiro256pp rng(6);
  for (const Seat reader : {kOne, kTwo, kNobody})
    for (int i = 0; i < 1'000; ++i) {
      const State other = Cradle::imagine(Cradle::view(state, reader), rng);
      ASSERT_EQ(Cradle::view(other, reader), Cradle::view(state, reader));
      ASSERT_EQ(Cradle::invariants(other), "");
    }
}

}  // namespace
}  // namespace lifetable::cradle

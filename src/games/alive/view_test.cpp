// SPDX-License-Identifier: Apache-2.0
// What a seat can conclude about hidden cards, checked against all pasts that could have led here.
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "games/alive/alive.hpp"

namespace lifetable::alive {
namespace {

/// Two players; seat 1 watches what seat 2 does. Told backwards, the story says which hands seat 2 may hold
/// now: a card it laid was in its hand before, one of its cards came with each draw, and it held nothing that
/// fitted when it flipped.
class Past {
 public:
  Past() : state_(Alive::start({.players = 2})) {}

  const State& state() const { return state_; }
  bool over() const { return Alive::actors(state_).kind == Actors::over; }
  bool under_way() const { return state_.table.phase == Phase::play; }

  void play_on(Xoshiro256pp& rng) {
    const Actors actors = Alive::actors(state_);
    const Table before = state_.table;
    const Cards mine = state_.secrets[0].hand;
    EventLog<Event> log;
    if (actors.kind == Actors::dealer)
      Alive::play(state_, kDealer, Alive::draw(state_, rng), log);
    else
      Alive::play(state_, actors.first(), Alive::pick(state_, actors.first(), rng), log);
    for (const Event& event : log.events) note(event, before, mine);
  }

  /// Whether seat 2 could hold these cards now.
  bool allows(Cards hand) {
    tried_.clear();
    return possible(steps_.size(), hand);
  }

 private:
  struct Step {
    enum What { laid, drew, stuck, bombed, redealt } what;
    Card card = Card::none;
    int total = 0;
    Cards given = {}, taken = {};  // what I handed in, and what I got back
  };
  static constexpr Seat kMe{0}, kOther{1};

  void note(const Event& event, const Table& before, Cards mine) {
    if (event.what == Event::hand_began) steps_.clear();
    if (event.what == Event::handed_in) {
      if (event.seat == kMe) mine.take(Card::redeal);
      steps_.push_back({.what = Step::redealt, .given = mine});
    }
    if (event.what == Event::got && event.seat == kMe && before.phase == Phase::redeal)
      steps_.back().taken.add(event.card);
    if (event.seat != kOther) return;
    if (event.what == Event::played) steps_.push_back({.what = Step::laid, .card = event.card});
    if (event.what == Event::zero_dropped) steps_.push_back({.what = Step::laid, .card = Card::zero});
    if (event.what == Event::dealt && before.phase == Phase::draw) steps_.push_back({.what = Step::drew});
    if (event.what == Event::flipped && event.number == static_cast<int>(Loss::stuck))
      steps_.push_back({.what = Step::stuck, .total = before.total});
    if (event.what == Event::flipped && event.number == static_cast<int>(Loss::bomb))
      steps_.push_back({.what = Step::bombed});
  }

  bool possible(std::size_t steps, Cards hand) {
    if (steps == 0) return true;
    if (!tried_.emplace(steps, hand.bits).second) return false;
    const Step& step = steps_[steps - 1];
    switch (step.what) {
      case Step::laid: hand.add(step.card); return possible(steps - 1, hand);
      case Step::stuck: return hand.fitting(step.total).empty() && possible(steps - 1, hand);
      case Step::bombed: return !hand.has(Card::zero) && possible(steps - 1, hand);
      case Step::redealt:
        hand += step.taken;
        if (!hand.includes(step.given)) return false;
        hand -= step.given;
        return possible(steps - 1, hand);
      case Step::drew:
        for (const Card card : hand.kinds()) {
          Cards without = hand;
          without.take(card);
          if (possible(steps - 1, without)) return true;
        }
        return false;
    }
    return false;
  }

  State state_;
  std::vector<Step> steps_;
  std::set<std::pair<std::size_t, std::uint64_t>> tried_;
};

/// The state with another hand for seat 2, the cards changed with the pile.
State with_hand(State state, Cards hand) {
  state.deck += state.secrets[1].hand;
  state.deck -= hand;
  state.secrets[1].hand = hand;
  return state;
}

// FA-44, FA-45: no more and no less is concluded than what follows.
TEST(AliveView, ConcludesExactlyWhatThePastAllows) {
  Xoshiro256pp rng(11);
  long allowed = 0, ruled_out = 0, mixed = 0;
  for (int game = 0; game < 3000; ++game) {
    Past past;
    while (!past.over()) {
      past.play_on(rng);
      if (!past.under_way()) continue;
      const State& state = past.state();
      EXPECT_TRUE(past.allows(state.secrets[1].hand));
      const Cards imagined = Alive::imagine(Alive::view(state, Seat{0}), rng).secrets[1].hand;
      ASSERT_TRUE(past.allows(imagined)) << "a hand is imagined that could not be";
      Cards pile = state.deck, hand = imagined;
      pile += state.secrets[1].hand;
      pile -= imagined;
      for (int swaps = 0; swaps < 3 && !pile.empty(); ++swaps) {  // hands near to those that are possible
        const Card out = hand.nth(static_cast<int>(below(rng, static_cast<std::uint32_t>(hand.size()))));
        const Card in = pile.nth(static_cast<int>(below(rng, static_cast<std::uint32_t>(pile.size()))));
        hand.take(out), pile.add(out);
        pile.take(in), hand.add(in);
        const bool good = Alive::invariants(with_hand(state, hand)).empty();
        ASSERT_EQ(good, past.allows(hand)) << "game " << game << ", swap " << swaps;
        (good ? allowed : ruled_out) += 1;
        mixed += state.table.mixed;
      }
    }
  }
  EXPECT_GT(allowed, 100'000);
  EXPECT_GT(ruled_out, 10'000);
  EXPECT_GT(mixed, 10'000);
}

State position(int players, const std::vector<std::pair<std::string, std::vector<std::string>>>& lists,
               std::string_view texts) {
  Fields fields = assignments(texts);
  for (const auto& [name, list] : lists) fields.set(name, list);
  const auto state = Alive::position({.players = static_cast<std::uint8_t>(players)}, fields);
  EXPECT_TRUE(state) << state.error().message;
  return *state;
}

/// How often, in so many imagined states, something holds.
template <class Holds>
int times(const State& state, int tries, Holds holds) {
  Xoshiro256pp rng(3);
  int count = 0;
  const View view = Alive::view(state, Seat{0});
  for (int i = 0; i < tries; ++i) {
    const State imagined = Alive::imagine(view, rng);
    EXPECT_EQ(Alive::invariants(imagined), "");
    count += holds(imagined);
  }
  return count;
}

// FA-45: a known card is with whoever kept the cards of that time, each of them as likely.
TEST(AliveView, AKnownCardIsAsLikelyInEveryOldPlace) {
  const State state = position(3,
                               {{"hands", {"1 2", "Bomb 3 3 3 4 4 4 5 5 5", "0 1 1 2 2"}},
                                {"known", {"Bomb", "", ""}},
                                {"old", {"2", "1", "5"}}},
                               "turn=1 mixed=yes");
  const int there =
      times(state, 6000, [](const State& each) { return each.secrets[1].hand.has(Card::bomb); });
  EXPECT_NEAR(there, 1000, 120);  // 4 standard deviations
}

// FA-45: whoever holds only cards drawn since plays one of these, not the one that is known.
TEST(AliveView, ANewCardIsNotTakenForAKnownOne) {
  State state =
      position(3, {{"hands", {"1 2", "3 4", "3 5"}}, {"known", {"3", "", ""}}, {"old", {"2", "0", "2"}}},
               "turn=2 mixed=yes");
  Alive::play(state, Seat{1}, Move::to_play(number_card(3)), Silence{});
  EXPECT_EQ(times(state, 500, [](const State& each) { return each.secrets[2].hand.has(number_card(3)); }),
            500);
}

// FA-44: cards of a high rank are kept for the hand that must have them, however many hands could.
TEST(AliveView, AHandThatMustHaveHighCardsGetsThem) {
  const State state = position(3,
                               {{"hands", {"1", "3 3 3 3 4 4 4 4 5 5", "0 0 0 1 1 1 2 2 2 Skip Skip Pass"}},
                                {"known", {"3 3 3 3 4 4 4 4 5 5", "", ""}},
                                {"floors", {"", "wild:10 1:10 2:10 3:10", ""}},
                                {"old", {"1", "10", "12"}}},
                               "turn=1 mixed=yes");
  EXPECT_EQ(
      times(state, 200, [](const State& each) { return at_least(4, each.secrets[1].hand).size() == 10; }),
      200);
}

// FA-44, FA-45: what flips told of each hand is told of all of them together, also after wild cards were
// drawn and played.
TEST(AliveView, FloorsSurviveAReDeal) {
  State state = position(
      3, {{"hands", {"1 Redeal", "3 4", "2 5"}}, {"floors", {"", "wild:2 1:2 2:2 3:2", "wild:1"}}}, "turn=1");
  Alive::play(state, Seat{0}, Move::to_play(Card::redeal), Silence{});
  const Floor others = state.secrets[0].memory.floor;
  EXPECT_EQ(others.at(1), 4) << "the own 1, two of 3 or more, and one that is not 0";
  EXPECT_EQ(others.at(4), 2);
}

}  // namespace
}  // namespace lifetable::alive

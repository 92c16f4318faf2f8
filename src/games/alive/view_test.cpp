// What a seat can conclude about hidden cards, checked against all pasts that could have led here.
#include <gtest/gtest.h>
#include <set>
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

}  // namespace
}  // namespace lifetable::alive

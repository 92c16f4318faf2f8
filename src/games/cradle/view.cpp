// SPDX-License-Identifier: Apache-2.0
// What a seat knows: its view, how the events it is told change it, and the states it cannot tell apart.
#include <algorithm>
#include <cassert>

#include "games/cradle/apply.hpp"
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

View Cradle::view(const State& state, Seat seat) {
  View view{};
  view.table = state.table;
  view.seat = seat;
  assert(seat == kNobody || seat.index < state.table.players());
  if (seat != kNobody) view.mine = state.secrets[seat.index];
  return view;
}

void Cradle::fold(View& view, const Event& event) {
  const bool mine = event.seat == view.seat && view.seat != kNobody;
  switch (event.what) {
    case Event::round_began: view.mine = {}; break;
    case Event::got: view.mine.hand.add(event.card); break;
    case Event::hand_shown:
      if (mine) view.mine.hand = {};
      break;
    case Event::age_chosen:
      view.mine.hand.take(event.card);
      view.mine.hand.take(event.second);
      view.mine.laid.put(0, event.card);
      view.mine.laid.put(1, event.second);
      break;
    case Event::hid_card:  // the open half of the event came first and has counted it already
      view.mine.hand.take(event.card);
      view.mine.laid.put(view.table.laid[view.seat.index] - 1, event.card);
      break;
    case Event::age_shown:
    case Event::laid_shown:
      if (mine) view.mine.laid = {};
      break;
    case Event::raised:
    case Event::played:
      if (mine) view.mine.hand.take(event.card);
      break;
    case Event::stopped:
      if (mine) view.mine.hand.take(Card::stop);
      break;
    default: break;
  }
  apply(view.table, event);
}

namespace {

/// The cards that `view` cannot place: somebody else's hand, a face-down card, or the deck.
Cards unseen_by(const View& view) {
  Cards rest = Cards::whole_deck();
  rest -= view.table.open_cards();
  if (view.seat != kNobody) {
    rest -= view.mine.hand;
    rest -= view.mine.laid.heap(0, view.table.laid[view.seat.index]);
  }
  return rest;
}

/// Whether a seat could hold this secret, given what the table knows about it (CG-40).
bool possible(const Table& t, int seat, const Secret& secret) {
  if (t.plain[seat] != 0) {
    Cards hidden = secret.hand;
    hidden += secret.laid.heap(0, t.laid[seat]);
    if (hidden.size() - hidden.only(kWild).size() < t.plain[seat]) return false;
  }
  if (const Stuck stuck = t.stuck[seat]; stuck.count != 0) {
    Cards hidden = secret.hand;
    hidden += secret.laid.heap(stuck.from, t.laid[seat]);
    if (hidden.size() - hidden.only(stuck.kinds).size() < stuck.count) return false;
  }
  return true;
}

Card take_any(Cards& heap, Xoshiro256pp& rng) {
  const Card card = heap.nth(static_cast<int>(below(rng, static_cast<std::uint32_t>(heap.size()))));
  heap.take(card);
  return card;
}

/// A heap laid out card by card, to take any cards out of it quickly.
class Spread {
 public:
  explicit Spread(Cards heap) : heap_(heap) {
    for (int c = 1; c <= kKinds; ++c) {  // eight at once, of which the next kind covers those too many
      const auto card = static_cast<Card>(c);
      std::fill_n(cards_.begin() + size_, 8, card);
      size_ += static_cast<std::uint32_t>(heap.count(card));
    }
  }
  Card take_any(Xoshiro256pp& rng) {
    Card& place = cards_[below(rng, size_)];
    const Card card = place;
    place = cards_[--size_];
    heap_.take(card);
    return card;
  }
  Cards rest() const { return heap_; }

 private:
  Cards heap_;
  std::uint32_t size_ = 0;
  std::array<Card, kDeckSize + 8> cards_;  // what lies beyond size_ is undefined
};

/// A starting age laid from six cards: any two age cards (CG-7).
bool lay_age(Secret& secret, Xoshiro256pp& rng) {
  for (const int i : {0, 1}) {
    Cards ages = secret.hand.only(kAges);
    if (ages.empty()) return false;
    const Card card = take_any(ages, rng);
    secret.hand.take(card);
    secret.laid.put(i, card);
  }
  return true;
}

/// Cards for one seat, all that are left being equally likely.
bool guess(const Table& t, int seat, Spread& left, Secret& secret, Xoshiro256pp& rng) {
  secret = {};
  const bool choosing = t.phase == Phase::choose && t.laid[seat] != 0;
  const int held = choosing ? kDealtCards : t.hand[seat];
  for (int n = 0; n < held; ++n) secret.hand.add(left.take_any(rng));
  if (choosing) {
    if (!lay_age(secret, rng)) return false;
  } else {
    for (int n = 0; n < t.laid[seat]; ++n) secret.laid.put(n, left.take_any(rng));
  }
  return possible(t, seat, secret);
}

/// Cards for one seat, those that it must have first: finds rare secrets quickly, if less evenly.
bool construct(const Table& t, int seat, Cards& heap, Secret& secret, Xoshiro256pp& rng) {
  secret = {};
  const Stuck stuck = t.stuck[seat];
  const int older = stuck.count ? stuck.from : 0;  // laid before the skip, so anything
  for (int n = 0; n < older; ++n) secret.laid.put(n, take_any(heap, rng));
  const Cards before = secret.laid.heap(0, older);
  const int plain_missing = t.plain[seat] - (before.size() - before.only(kWild).size());
  FixedList<Card, 16> since;
  for (int n = 0; n < t.hand[seat] + t.laid[seat] - older; ++n) {
    const Kinds barred = n < stuck.count ? stuck.kinds : Kinds{0};
    Cards allowed = heap.only(static_cast<Kinds>(kAll & ~barred));
    if (const Cards plain = allowed.only(static_cast<Kinds>(kAll & ~kWild));
        n < plain_missing && !plain.empty())
      allowed = plain;
    if (allowed.empty()) return false;
    since.push_back(take_any(allowed, rng));
    heap.take(since[since.size() - 1]);
  }
  for (std::size_t i = since.size(); i > 1; --i)
    std::swap(since[i - 1], since[below(rng, static_cast<std::uint32_t>(i))]);
  std::size_t used = 0;
  for (int n = 0; n < t.hand[seat]; ++n) secret.hand.add(since[used++]);
  for (int n = older; n < t.laid[seat]; ++n) secret.laid.put(n, since[used++]);
  return possible(t, seat, secret);
}

}  // namespace

State Cradle::imagine(const View& view, Xoshiro256pp& rng) {
  const Table& t = view.table;
  const Cards unseen = unseen_by(view);
  State state{};
  state.table = t;
  if (view.seat != kNobody) state.secrets[view.seat.index] = view.mine;
  const auto others = [&](auto deal) {
    for (int i = 0; i < t.players(); ++i)
      if (i != view.seat.index && !deal(i, state.secrets[i])) return false;
    return true;
  };
  // Guess whole deals until one is possible: every possible deal is then as likely as its cards make it. Few
  // guesses fail, except when somebody is stuck at 99; after many, look for the rare secret on purpose.
  for (int attempt = 0; attempt < 100 || t.phase == Phase::choose; ++attempt) {
    Spread left(unseen);
    if (!others([&](int seat, Secret& its) { return guess(t, seat, left, its, rng); })) continue;
    state.deck = left.rest();
    return state;
  }
  for (;;) {
    Cards left = unseen;
    if (!others([&](int seat, Secret& its) { return construct(t, seat, left, its, rng); })) continue;
    state.deck = left;
    return state;
  }
}

}  // namespace lifetable::cradle

// SPDX-License-Identifier: Apache-2.0
// What a seat knows: its view, how the events it is told change it, and the states it cannot tell apart.
#include <algorithm>
#include <cassert>

#include "games/alive/alive.hpp"
#include "games/alive/apply.hpp"

namespace lifetable::alive {

View Alive::view(const State& state, Seat seat) {
  View view{};
  view.table = state.table;
  view.seat = seat;
  assert(seat == kNobody || seat.index < state.table.players());
  if (seat != kNobody) view.mine = state.secrets[seat.index];
  return view;
}

namespace {

/// What an event tells me beyond what lies open; asked before the table changes.
void remember(Secret& mine, Seat me, const Table& t, const Event& event) {
  const bool by_me = event.seat == me;
  const auto others_lose = [&](auto cards) {  // what they drew since hands were mixed was never counted on
    if (t.old[event.seat.index] != 0) mine.memory.lose(cards);
  };
  switch (event.what) {
    case Event::hand_began: mine = {}; break;
    case Event::got:
      mine.hand.add(event.card);
      if (t.phase == Phase::redeal) mine.memory.lose(event.card);  // the others do not have it
      break;
    case Event::played:
    case Event::zero_dropped:
      if (by_me)
        mine.hand.take(event.card);
      else
        others_lose(event.card);
      break;
    case Event::handed_in:
      mine.memory = handing_in(t.all_floors() - t.floors[me.index], mine.hand, mine.memory);
      mine.hand = {};
      break;
    case Event::reshuffled: mine.memory = when_dry(t, mine.hand); break;
    case Event::eliminated:
      if (by_me)
        mine = {};
      else
        others_lose(event.cards);
      break;
    default: break;
  }
}

}  // namespace

void Alive::fold(View& view, const Event& event) {
  const bool i_live = view.seat != kNobody && view.table.living.has(view.seat);
  if (i_live) remember(view.mine, view.seat, view.table, event);
  apply(view.table, event);
}

namespace {

/// A heap laid out card by card, to take any cards out of it quickly.
class Spread {
 public:
  explicit Spread(Cards heap) {
    for (int c = 0; c < kKinds; ++c) {  // eight at once, of which the next kind covers those too many
      const auto card = static_cast<Card>(c);
      std::fill_n(cards_.begin() + size_, 8, card);
      size_ += static_cast<std::uint32_t>(heap.count(card));
    }
  }
  Cards take(int count, Xoshiro256pp& rng) {
    Cards taken;
    for (; count > 0; --count) {
      Card& card = cards_[below(rng, size_)];
      taken.add(card);
      card = cards_[--size_];
    }
    return taken;
  }

 private:
  std::uint32_t size_ = 0;
  std::array<Card, kDeckSize + 8> cards_;  // what lies beyond size_ is undefined
};

/// One try to deal the cards that a view cannot place, so that everything known about them holds.
///
/// Every card of a hidden hand is a slot. What flips told about a hand (FA-44) asks a rank of some of its
/// slots: ranks are a ladder, so a card that fits a demanding slot fits all others too. As long as no rank is
/// asked for more often than cards of at least that rank are left, all slots can be filled.
class Guess {
 public:
  Guess(const View& view, const Memory& memory, Xoshiro256pp& rng) : memory_(memory), rng_(rng) {
    const Table& t = view.table;
    unseen_ = t.hidden();
    unseen_ -= view.mine.hand;
    for (const Seat seat : t.living) {
      if (seat == view.seat) continue;
      room_[seat.index] = t.mixed ? t.old[seat.index] : t.hand[seat.index];
      open_slots(seat.index, t.hand[seat.index], t.floors[seat.index]);
    }
    room_[kPool] = t.pool;
    open_slots(kPool, t.pool, Floor{});
  }

  bool succeed(State& state) {
    if (!place_known() || !ask_for_floor() || !fill_demanding()) return false;
    fill_others();
    for (std::size_t i = 0; i < kMaxPlayers; ++i) state.secrets[i].hand += hands_[i];
    state.pool = hands_[kPool];
    state.deck = unseen_;
    return true;
  }

 private:
  static constexpr std::size_t kPool = kMaxPlayers;  // cards handed in are held like a hand
  static constexpr std::size_t kHolders = kMaxPlayers + 1;

  std::uint8_t& open(int rank, std::size_t holder) { return open_[static_cast<std::size_t>(rank)][holder]; }
  int& asking(int rank) { return asking_[static_cast<std::size_t>(rank)]; }

  void open_slots(std::size_t holder, int count, Floor floor) {
    open(0, holder) = static_cast<std::uint8_t>(count);
    asking(0) += count;
    for (int rank = 1; rank <= kTopRank && floor.at(rank) != 0; ++rank)
      for (int n = std::min<int>(floor.at(rank), open(rank - 1, holder)); n > 0; --n)
        ask(rank - 1, holder, rank);
  }
  /// Makes a slot more demanding.
  void ask(int less, std::size_t holder, int rank) {
    --open(less, holder);
    ++open(rank, holder);
    for (; rank > less; --rank) ++asking(rank);
  }
  int any_of(int size) { return static_cast<int>(below(rng_, static_cast<std::uint32_t>(size))); }

  void give(int rank, std::size_t holder, Card card) {
    unseen_.take(card);
    hands_[holder].add(card);
    --open(rank, holder);
    for (; rank >= 0; --rank) --asking(rank);
  }
  /// The cards that are known to be among the hands (FA-45, FA-46), those of the lowest rank first, for they
  /// fit the fewest slots.
  bool place_known() {
    if (memory_.known.empty()) return true;
    for (int rank = 0; rank <= kTopRank; ++rank) {
      Cards known = at_least(rank, memory_.known);
      if (rank < kTopRank) known -= at_least(rank + 1, memory_.known);
      for (const Card card : known.kinds())
        for (int n = known.count(card); n > 0; --n)
          if (!place(card, rank)) return false;
    }
    return true;
  }
  /// Any card that was in a hand at that time is as likely to be this one. In the hand, it takes the most
  /// demanding slot that it fits, to leave the others free.
  bool place(Card card, int rank) {
    const int least = least_slot(rank);
    const auto slot = [&](std::size_t holder) {  // the rank it asks for, or below `least` if there is none
      int asked = room_[holder] == 0 ? -1 : rank;
      while (asked >= least && open(asked, holder) == 0) --asked;
      return asked;
    };
    int places = 0;
    for (std::size_t i = 0; i < kHolders; ++i) places += slot(i) < least ? 0 : room_[i];
    if (places == 0) return false;
    int chosen = any_of(places);
    std::size_t holder = 0;
    for (; slot(holder) < least || chosen >= room_[holder]; ++holder)
      if (slot(holder) >= least) chosen -= room_[holder];
    const int asked = slot(holder);
    --room_[holder];
    placed_.add(card);
    give(asked, holder, card);
    return true;
  }
  /// A card of this rank may take a slot that asks less only if its rank is not needed elsewhere.
  int least_slot(int rank) {
    while (rank > 0 && at_least(rank, unseen_).size() > asking(rank)) --rank;
    return rank;
  }

  /// What is known about the hands together asks a rank of some more slots, whichever they are.
  bool ask_for_floor() {
    if (memory_.floor == Floor{}) return true;
    for (int rank = kTopRank; rank >= 1; --rank) {
      int missing = memory_.floor.at(rank) - at_least(rank, placed_).size() - asking(rank);
      for (; missing > 0; --missing)
        if (!ask_any(rank)) return false;
    }
    return true;
  }
  bool ask_any(int rank) {
    const int free = asking(0) - asking(rank);
    if (free == 0) return false;
    int chosen = any_of(free);
    for (int less = 0;; ++less)
      for (std::size_t i = 0; i < kHolders; ++i) {
        if (chosen < open(less, i)) return ask(less, i, rank), true;
        chosen -= open(less, i);
      }
  }

  /// All slots that ask for a rank, the most demanding first, with any cards that fit.
  bool fill_demanding() {
    for (int rank = kTopRank; asking(1) != 0; --rank)
      for (std::size_t i = 0; i < kHolders; ++i)
        while (open(rank, i) > 0) {
          const Cards fitting = at_least(rank, unseen_);
          if (fitting.empty()) return false;
          give(rank, i, fitting.nth(any_of(fitting.size())));
        }
    return true;
  }
  /// All others with any cards at all.
  void fill_others() {
    Spread spread(unseen_);
    for (std::size_t i = 0; i < kHolders; ++i) {
      const Cards taken = spread.take(open_[0][i], rng_);
      hands_[i] += taken;
      unseen_ -= taken;
    }
  }

  const Memory& memory_;
  Xoshiro256pp& rng_;
  Cards unseen_, placed_;
  std::array<std::array<std::uint8_t, kHolders>, kTopRank + 1>
      open_{};                              // slots, by rank asked for and holder
  std::array<int, kTopRank + 1> asking_{};  // how many ask for this rank or a higher one
  std::array<Cards, kHolders> hands_{};
  std::array<int, kHolders> room_{};
};

}  // namespace

/// Hands that could be there, and every one that could be. With one exception, at three players or more:
/// after hands were mixed or the pile was made anew, somebody who draws and then plays may have played a card
/// of that time or a new one. What was known then counts as gone, so that no possible hand is ruled out; but
/// its place may be filled with any card, and that hand may be impossible.
State Alive::imagine(const View& view, Xoshiro256pp& rng) {
  const Table& t = view.table;
  State state{};
  state.table = t;
  if (t.phase == Phase::first) return state;
  const bool i_live = view.seat != kNobody && t.living.has(view.seat);
  if (i_live) state.secrets[view.seat.index] = view.mine;
  while (!Guess(view, i_live ? view.mine.memory : t.memory, rng).succeed(state)) {
  }
  // What others remember is not imagined: they are taken to know what everybody knows.
  if (t.mixed)
    for (const Seat seat : t.living) {
      if (seat == view.seat) continue;
      Secret& its = state.secrets[seat.index];
      its.memory = t.memory;
      its.memory.lose(its.hand);
    }
  return state;
}

}  // namespace lifetable::alive

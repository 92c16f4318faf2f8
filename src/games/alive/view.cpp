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

void Alive::fold(View& view, const Event& event) {
  Table& t = view.table;
  Secret& mine = view.mine;
  const bool i_live = view.seat != kNobody && t.living.has(view.seat), by_me = event.seat == view.seat;
  switch (i_live ? event.what : Event::game_ended) {  // who does not play has no secrets
    case Event::hand_began: mine = {}; break;
    case Event::got:
      mine.hand.add(event.card);
      if (t.phase == Phase::redeal) mine.memory.lose(event.card);  // the others do not have it
      break;
    case Event::played:
    case Event::zero_dropped:
      if (by_me)
        mine.hand.take(event.card);
      else if (t.mixed)
        mine.memory.lose(event.card);
      break;
    case Event::handed_in:
      mine.memory = handing_in(t.all_floors() - t.floors[view.seat.index], mine.hand, mine.memory);
      mine.hand = {};
      break;
    case Event::reshuffled: mine.memory = when_dry(t, mine.hand); break;
    case Event::eliminated:
      if (by_me)
        mine = {};
      else if (t.mixed)
        mine.memory.lose(event.cards);
      break;
    default: break;
  }
  apply(t, event);
}

namespace {

/// One try to deal the cards that a view cannot place, so that everything known about them holds.
///
/// Every card of a hidden hand is a slot. What flips told about a hand (FA-44) asks a rank of some of its
/// slots: ranks are a ladder, so a card that fits a demanding slot fits all others too, and filling the slots
/// from the most demanding one never ends in a dead end.
class Guess {
 public:
  Guess(const View& view, const Memory& memory, Xoshiro256pp& rng) : memory_(memory), rng_(rng) {
    const Table& t = view.table;
    unseen_ = t.whole_deck();
    unseen_ -= t.discards;
    unseen_ -= view.mine.hand;
    for (const Seat seat : t.living) {
      if (seat == view.seat) continue;
      room_[seat.index] = t.mixed ? t.old[seat.index] : t.hand[seat.index];
      for (int n = 0, rank = kTopRank; n < t.hand[seat.index]; ++n) {
        while (rank > 0 && t.floors[seat.index].at(rank) <= n) --rank;
        open_slot(seat.index, rank);
      }
    }
    room_[kPool] = t.pool;
    for (int n = 0; n < t.pool; ++n) open_slot(kPool, 0);
  }

  bool succeed(State& state) {
    if (!place_known() || !ask_for_floor() || !fill()) return false;
    for (std::size_t i = 0; i < kMaxPlayers; ++i) state.secrets[i].hand += hands_[i];
    state.pool = hands_[kPool];
    state.deck = unseen_;
    return true;
  }

 private:
  struct Slot {
    std::uint8_t holder, rank;
  };
  static constexpr std::size_t kPool = kMaxPlayers;  // cards handed in are held like a hand

  void open_slot(std::size_t holder, int rank) {
    open_.push_back({static_cast<std::uint8_t>(holder), static_cast<std::uint8_t>(rank)});
  }
  std::size_t any_of(std::size_t size) { return below(rng_, static_cast<std::uint32_t>(size)); }

  void give(std::size_t slot, Card card) {
    unseen_.take(card);
    hands_[open_[slot].holder].add(card);
    open_[slot] = open_[open_.size() - 1];
    open_.pop_back();
  }

  /// The cards that are known to be among the hands (FA-45, FA-46): only where cards lie that were there at
  /// that time. Those of the lowest rank first, for they fit the fewest slots; and in each hand the most
  /// demanding slot that they fit, to leave the others free.
  bool place_known() {
    for (int rank = 0; rank <= kTopRank; ++rank) {
      Cards known = at_least(rank, memory_.known);
      if (rank < kTopRank) known -= at_least(rank + 1, memory_.known);
      for (const Card card : known.kinds())
        for (int n = known.count(card); n > 0; --n)
          if (!place(card, rank)) return false;
    }
    return true;
  }
  bool place(Card card, int rank) {
    FixedList<std::uint8_t, kDeckSize> fitting;
    for (std::size_t i = 0; i < open_.size(); ++i)
      if (open_[i].rank <= rank && room_[open_[i].holder] > 0)
        fitting.push_back(static_cast<std::uint8_t>(i));
    if (fitting.empty()) return false;
    std::size_t slot = fitting[any_of(fitting.size())];
    for (const std::size_t i : fitting)
      if (open_[i].holder == open_[slot].holder && open_[i].rank > open_[slot].rank) slot = i;
    --room_[open_[slot].holder];
    placed_.add(card);
    give(slot, card);
    return true;
  }

  /// What is known about the hands together asks a rank of some more slots, whichever they are.
  bool ask_for_floor() {
    if (memory_.floor == Floor{}) return true;
    for (int rank = kTopRank; rank >= 1; --rank) {
      int missing = memory_.floor.at(rank) - at_least(rank, placed_).size();
      for (const Slot slot : open_) missing -= slot.rank >= rank;
      for (; missing > 0; --missing) {
        FixedList<std::uint8_t, kDeckSize> free;
        for (std::size_t i = 0; i < open_.size(); ++i)
          if (open_[i].rank < rank) free.push_back(static_cast<std::uint8_t>(i));
        if (free.empty()) return false;
        open_[free[any_of(free.size())]].rank = static_cast<std::uint8_t>(rank);
      }
    }
    return true;
  }

  /// All other slots, the most demanding first, with any cards that fit.
  bool fill() {
    for (int rank = kTopRank; rank >= 0; --rank)
      for (std::size_t i = open_.size(); i-- > 0;) {
        if (open_[i].rank != rank) continue;
        const Cards fitting = at_least(rank, unseen_);
        if (fitting.empty()) return false;
        give(i, fitting.nth(static_cast<int>(any_of(static_cast<std::size_t>(fitting.size())))));
      }
    return true;
  }

  const Memory& memory_;
  Xoshiro256pp& rng_;
  Cards unseen_, placed_;
  FixedList<Slot, kDeckSize> open_;
  std::array<Cards, kMaxPlayers + 1> hands_{};
  std::array<int, kMaxPlayers + 1> room_{};
};

}  // namespace

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

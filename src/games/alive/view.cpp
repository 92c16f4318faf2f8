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

  /// The cards that are known to be among the hands (FA-45, FA-46), those of the lowest rank first, for they
  /// fit the fewest slots.
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
  /// Any card that was in a hand at that time is as likely to be this one. In the hand, it takes the most
  /// demanding slot that it fits, to leave the others free.
  bool place(Card card, int rank) {
    const int least = least_slot(rank);
    std::array<int, kMaxPlayers + 1> best;  // slot by holder
    best.fill(-1);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const Slot slot = open_[i];
      int& its = best[slot.holder];
      if (slot.rank < least || slot.rank > rank || room_[slot.holder] == 0) continue;
      if (its < 0 || open_[static_cast<std::size_t>(its)].rank < slot.rank) its = static_cast<int>(i);
    }
    int places = 0;
    for (std::size_t i = 0; i < best.size(); ++i) places += best[i] < 0 ? 0 : room_[i];
    if (places == 0) return false;
    int chosen = static_cast<int>(any_of(static_cast<std::size_t>(places)));
    std::size_t holder = 0;
    while (best[holder] < 0 || chosen >= room_[holder]) {
      if (best[holder] >= 0) chosen -= room_[holder];
      ++holder;
    }
    --room_[holder];
    placed_.add(card);
    give(static_cast<std::size_t>(best[holder]), card);
    return true;
  }
  /// A card of this rank may take a slot that asks less only if its rank is not needed elsewhere.
  int least_slot(int rank) const {
    for (; rank > 0; --rank) {
      int asked = 0;
      for (const Slot slot : open_) asked += slot.rank >= rank;
      if (at_least(rank, unseen_).size() <= asked) break;
    }
    return rank;
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

// SPDX-License-Identifier: Apache-2.0
#include "games/cv/table.hpp"

namespace lifetable::cv {

namespace {

constexpr std::uint8_t kPlacedOnTop = set_of(Type::work) | set_of(Type::possession);  // CV-39

/// The symbols on the active work card of a neighbour (CV-29).
SymbolSet job_of(const Table& t, Seat seat) {
  const Card card = t.active(seat, Type::work);
  return card == Card::none ? SymbolSet{0} : t.facts(card).gives.kinds();
}

}  // namespace

Means means_of(const Table& t, Seat seat) {
  Means means{};
  means.arrows = Arrows::none();
  const Arrows no_arrows = means.arrows;
  int dice = kBasicDice, throws = kBasicThrows;
  for (const Card card : t.top[seat.index]) {
    const Facts& facts = t.facts(card);  // of no card: nothing
    means.tokens += facts.gives;
    means.arrows |= facts.arrows;
    means.effects |= facts.effects;
    dice += facts.dice;
    throws += facts.rerolls;
  }
  if (means.arrows != no_arrows) means.arrows = means.arrows.chained();
  means.dice = static_cast<std::uint8_t>(std::min(dice, kDice));
  means.throws = static_cast<std::uint8_t>(throws);
  if (means.effects & Effect::friends_job)
    means.job = static_cast<SymbolSet>(job_of(t, t.next(seat)) | job_of(t, t.previous(seat)));
  return means;
}

TypeSet Table::types_in_cv(Seat seat) const {
  TypeSet types = 0;
  for (int i = 0; i < kStacks; ++i)
    if (cards_in(seat, static_cast<Type>(i))) types |= set_of(static_cast<Type>(i));
  return types;
}

bool Table::in_cv(Seat seat, Type stack, Card card) const {
  for (Card each = active(seat, stack); each != Card::none; each = below_of(each))
    if (each == card) return true;
  return false;
}

bool Table::is_retired(Seat seat) const {
  for (const Card top : top[seat.index])
    for (Card each = top; each != Card::none; each = below_of(each))
      if (facts(each).has(Effect::retired)) return true;
  return false;
}

TypeSet Table::may_take_as(Seat seat, Card card) const {
  const Facts& its = facts(card);
  if (its.needs | its.forbids) {  // CV-31
    const TypeSet have = types_in_cv(seat);
    if ((its.needs & ~have) || (its.forbids & have)) return 0;
  }
  const TypeSet work = set_of(Type::work);
  return (its.types & work) && is_retired(seat) ? static_cast<TypeSet>(its.types & ~work) : its.types;
}

Clause Table::why_not_playable(Card event) const {
  const Facts& its = facts(event);
  const bool struck = phase == Phase::misfortune;
  if (its.has(Effect::insurance)) return struck ? Clause{} : Clause{22};
  if (struck) return Clause{37};
  const bool throws_to_come = phase == Phase::toss || phase == Phase::reroll;
  if (!throws_to_come && phase != Phase::select) return Clause{18};
  if (its.dice && !throws_to_come) return Clause{20};
  if (its.has(Effect::in_old_age) && !old_age()) return Clause{21};
  return {};
}

Hand Table::playable(Hand hand) const {
  for (unsigned rest = hand.childhood; rest; rest &= rest - 1)
    if (why_not_playable(card_of(std::countr_zero(rest))))
      hand.childhood = static_cast<std::uint16_t>(hand.childhood & ~(rest & -rest));
  for (const Card card : hand.open)
    if (why_not_playable(card)) hand.open.remove(card);
  return hand;
}

TypeSet Table::upkeep_due() const {
  TypeSet due = 0;
  for (int i = 0; i < kStacks; ++i) {
    const Card card = active(turn, static_cast<Type>(i));
    if (!facts(card).upkeep.empty() && card != taken[0].card && card != taken[1].card)
      due |= set_of(static_cast<Type>(i));
  }
  return due;
}

FixedList<TypeSet, 32> Table::payable_upkeep() const {
  const TypeSet due = upkeep_due();
  const Pool means_to_pay = pool();
  FixedList<TypeSet, 32> best;
  int most = -1;
  for (TypeSet set = due;; set = static_cast<TypeSet>((set - 1) & due)) {
    const int size = std::popcount(set);
    if (size >= most) {
      Bill bill = promised();
      for (int i = 0; i < kStacks; ++i)
        if (set >> i & 1) bill.upkeep += facts(active(turn, static_cast<Type>(i))).upkeep;
      if (can_pay(means_to_pay, bill)) {
        if (size > most) best.clear();
        most = size;
        best.push_back(set);
        if (set == due) break;
      }
    }
    if (set == 0) break;
  }
  return best;
}

LastRound Table::last_round() const {
  const bool cleaning = cleaning_up();
  const int turns = (starter.index + players() - turn.index - 1) % players() + 1 - cleaning;  // to come
  const int discards = players() == 2 ? turns : std::min(turns, 1);                           // CV-44
  const int gaps = kTrack - track_size(), more = kTakes * turns - (cleaning ? 0 : takes());
  const int old = unseen.of(Deck::old).size(), younger = unseen.size() - old;
  const auto left_after = [&](int cards) { return old - std::max(0, cards - younger); };
  if (left_after(gaps + discards) < players()) return LastRound::yes;
  return left_after(gaps + discards + more) < players() ? LastRound::maybe : LastRound::no;
}

SeatSet Table::poor() const {  // CV-46
  const SeatSet everybody = SeatSet::first(players());
  int most = 0;
  for (const Seat seat : everybody) most = std::max(most, cv_cards(seat));
  SeatSet poor;
  for (const Seat seat : everybody)
    if (const int cards = cv_cards(seat); 2 * cards <= most && cards < most) poor.add(seat);
  return poor;
}

bool Table::has_one_place(Seat seat, int which) const {
  const Type type = taken[static_cast<std::size_t>(which)].type;
  const bool other_too =
      (unplaced & ~(1u << which)) && taken[static_cast<std::size_t>(1 - which)].type == type;
  return !other_too && ((kPlacedOnTop & set_of(type)) || cards_in(seat, type) == 0);
}

}  // namespace lifetable::cv

// SPDX-License-Identifier: Apache-2.0
// Hall's condition, counted with one byte for each kind of symbol.
//
// Supplies and demands are words of eight bytes, a count in each. Who can serve a kind of demand is a word as
// well, with all bits of a byte set if those symbols can; so the supplies for a set of demands are an OR, an
// AND and a sum of bytes.
#include "games/cv/pay.hpp"

#include <algorithm>

namespace lifetable::cv {

namespace {

using Bytes = std::uint64_t;

/// What is demanded: the seven symbols, and good luck in place of a cost. One bit each in a set.
constexpr int kLuck = 7;
using Kinds = std::uint8_t;

/// Where those stand that are no plain symbol: the bad luck that was turned among dice and tokens, a friend's
/// symbol among the others.
constexpr int kTurned = 7, kFriend = 7;

constexpr int kGood = static_cast<int>(Symbol::good), kBad = static_cast<int>(Symbol::bad);
constexpr int kAny = static_cast<int>(Symbol::any);
constexpr SymbolSet kBadLuck = set_of(Symbol::bad);
constexpr Bytes kOnes = 0x0101010101010101u;

constexpr Bytes byte_at(int place, int value) { return static_cast<Bytes>(value) << 8 * place; }
constexpr int sum_of(Bytes counts) { return static_cast<int>(counts * kOnes >> 56); }
constexpr Bytes full_where_odd(Bytes bytes) { return (bytes & kOnes) * 255; }
/// Counts stay below 128.
constexpr Bytes full_where_any(Bytes counts) { return full_where_odd((counts + kOnes * 127) >> 7); }

/// The demands that a symbol serves which can become these faces.
constexpr Kinds kinds_served(SymbolSet faces, bool on_dice_or_token) {
  return static_cast<Kinds>(faces | (faces & kFour ? 1 << kAny : 0) |
                            (on_dice_or_token && (faces >> kGood & 1) ? 1 << kLuck : 0));
}

/// Everything that can pay, sorted by what it can become.
struct Supplies {
  Bytes own, own_become;        ///< dice and tokens: how many, and the set of faces they can become
  Bytes others, others_become;  ///< of events, and a friend's
  int must_change = 0;          ///< bad lucks that must not stay (CV-36): there is no byte left for them
  Kinds changed_serve = 0;
  Bytes changeable = 0;         ///< all bits of a byte: one of these may be made any of the four (CV-27)
  bool bad_changeable = false;  ///< of those that must change
  Kinds four_serve = 0;         ///< what that one then serves
  int jokers = 0;               ///< serve everything
  bool consistent = true;       ///< no more bad lucks must change than can

  explicit Supplies(const Pool& pool, int with_jokers = 0)
      : own(pool.own.bits), others(pool.extra.bits), jokers(with_jokers) {
    // Only faces become something; and whoever forgets that a face is itself means no arrows.
    constexpr Bytes kFaceBytes = kOnes * kAllFaces & 0xFFFFFFFFFFFFu;
    const Arrows arrows{(pool.arrows.bits & kFaceBytes) | Arrows::none().bits};
    const Bytes folded = arrows.bits | arrows.bits >> 16;
    const auto four = static_cast<SymbolSet>((folded | folded >> 8) & kAllFaces);  // from_any_of(kFour)
    own_become = others_become = arrows.bits | byte_at(kAny, four);
    if (pool.job) {
      const SymbolSet job = arrows.from_any_of(pool.job) | (pool.job >> kAny & 1 ? four : 0);
      others |= byte_at(kFriend, 1), others_become |= byte_at(kFriend, job);
    }
    sort_bad_luck(pool, arrows.from(kBad), four);
    if (pool.change_one) {
      four_serve = kinds_served(four, true);
      changeable = own_serve(kAny) & full_where_any(own) & ~byte_at(kTurned, 255);
      bad_changeable = must_change && (changed_serve >> kAny & 1);
    }
  }

  /// Bad luck is of three sorts: what may stay, what must change, and the one that was turned (CV-28). If any
  /// must change, the turned one is of these: turning one that may stay would be no better.
  void sort_bad_luck(const Pool& pool, SymbolSet arrows, SymbolSet four) {
    const int bad = pool.own.count(kBad);
    must_change = std::max(0, bad - pool.most_bad);
    const bool turned = pool.turn_bad && bad;
    if (!turned && !must_change) return;
    SymbolSet become = arrows | four;
    int stay = bad - must_change;
    if (turned) {
      if (must_change)
        --must_change, become &= ~kBadLuck;
      else
        --stay;
      own |= byte_at(kTurned, 1), own_become |= byte_at(kTurned, become);
    }
    own -= byte_at(kBad, bad - stay);
    const SymbolSet changed = arrows & ~kBadLuck;
    changed_serve = kinds_served(changed, true);
    consistent = changed || !must_change;
  }

  static Bytes serve(Bytes become, int kind) {
    if (kind == kAny) return full_where_odd(become | become >> 1 | become >> 2 | become >> 3);
    return full_where_odd(become >> kind);
  }
  /// Who serves a kind of demand, all bits of its byte set.
  Bytes own_serve(int kind) const { return serve(own_become, kind == kLuck ? kGood : kind); }
  Bytes others_serve(int kind) const { return kind == kLuck ? 0 : serve(others_become, kind); }

  int size() const { return sum_of(own) + sum_of(others) + must_change + jokers; }
  /// Not fewer than the dice and tokens that can be good luck.
  int lucky() const {
    return sum_of(own & own_serve(kGood)) + must_change + jokers + (four_serve >> kLuck & 1);
  }
};

/// Hall's condition. A set of demands that finds one symbol too few can be helped by the one that is changed
/// (CV-27), if the same helps all of them.
bool covers(const Supplies& supplies, Bytes demands) {
  if (sum_of(demands) > supplies.size()) return false;  // often; else it would be found last
  struct Set {
    Bytes own, others;  ///< who serves some member of it
    int demanded;
    Kinds kinds;
  };
  std::array<Set, 256> sets;
  sets[0] = {};
  std::size_t size = 1;
  Bytes changeable = supplies.changeable;
  bool bad_changeable = supplies.bad_changeable;
  // Each kind of demand doubles the sets: all so far without it, and with it.
  while (demands) {
    const int kind = std::countr_zero(demands) / 8;
    const int number = static_cast<int>(demands >> 8 * kind & 255);
    demands &= ~byte_at(kind, 255);
    const Bytes own = supplies.own_serve(kind), others = supplies.others_serve(kind);
    for (std::size_t i = 0; i < size; ++i) {
      const Set& without = sets[i];
      const Set set{without.own | own, without.others | others, without.demanded + number,
                    static_cast<Kinds>(without.kinds | 1 << kind)};
      sets[size + i] = set;
      const bool changed_serve = supplies.changed_serve & set.kinds;
      const int lack = set.demanded - sum_of(supplies.own & set.own) - sum_of(supplies.others & set.others) -
                       (changed_serve ? supplies.must_change : 0) - supplies.jokers;
      if (lack <= 0) continue;
      if (lack > 1 || !(supplies.four_serve & set.kinds)) return false;
      changeable &= ~set.own;
      bad_changeable = bad_changeable && !changed_serve && (supplies.four_serve & ~kBadLuck & set.kinds);
      if (!changeable && !bad_changeable) return false;
    }
    size *= 2;
  }
  return true;
}

/// Whether the bill is covered with good luck in place of the cost of exactly so many cards (CV-30).
bool covers(const Supplies& supplies, const Bill& bill, int by_luck) {
  const auto& [one, two] = bill.cards;
  const Bytes upkeep = bill.upkeep.bits;
  switch (by_luck) {
    case 0: return covers(supplies, one.bits + two.bits + upkeep);
    case 1:
      return (!one.empty() && covers(supplies, two.bits + upkeep + byte_at(kLuck, 3))) ||
             (!two.empty() && covers(supplies, one.bits + upkeep + byte_at(kLuck, 3)));
    default: return !one.empty() && !two.empty() && covers(supplies, upkeep + byte_at(kLuck, 6));
  }
}

/// Whether every symbol is just what it shows: the usual case.
bool is_plain(const Pool& pool, Symbols have, Symbols demanded) {
  return !pool.change_one && !pool.turn_bad && !pool.job && !((have.bits | demanded.bits) >> 8 * kAny) &&
         (pool.arrows == Arrows::none() || pool.arrows == Arrows{});
}

/// The same as `covers` if all is plain and luck is needed.
bool covers_plainly_by_luck(const Pool& pool, Symbols have, const Bill& bill) {
  const int luck = pool.own.count(kGood);
  if (luck < 3) return false;
  const Symbols three = Symbols::of(Symbol::good, 3);
  const auto& [one, two] = bill.cards;
  return have.includes(two + bill.upkeep + three) || have.includes(one + bill.upkeep + three) ||
         (luck >= 6 && have.includes(bill.upkeep + three + three));
}

/// The pool with these symbols on dice too. Bad luck among them may stay so: it was not there when the other
/// was changed.
Pool with_dice(Pool pool, Symbols dice) {
  pool.own += dice;
  pool.most_bad = static_cast<std::uint8_t>(std::min(255, pool.most_bad + dice.count(kBad)));
  return pool;
}

/// The faces in the order in which they are named if several would do: the good luck that buys, those of the
/// upkeep, those of the cards, the others.
std::array<Symbol, kFaces> faces_to_name(const Bill& bill, int by_luck) {
  std::array<Symbol, kFaces> faces;
  for (int i = 0; i < kFaces; ++i) faces[static_cast<std::size_t>(i)] = static_cast<Symbol>(i);
  const auto rank = [&](Symbol face) {
    if (by_luck && face == Symbol::good) return 0;
    return bill.upkeep.count(face) ? 1 : (bill.cards[0] + bill.cards[1]).count(face) ? 2 : 3;
  };
  std::sort(faces.begin(), faces.end(),
            [&](Symbol a, Symbol b) { return rank(a) != rank(b) ? rank(a) < rank(b) : a < b; });
  return faces;
}

/// Whether the bill is covered with these dice too, whichever of the four each "any" among them is.
bool covers_with(const Pool& pool, const Bill& bill, int by_luck, Symbols dice) {
  const int open = dice.count(kAny);
  dice.take(Symbol::any, open);
  for (int health = 0; health <= open; ++health)
    for (int relationship = 0; health + relationship <= open; ++relationship)
      for (int knowledge = 0; health + relationship + knowledge <= open; ++knowledge) {
        Symbols all = dice;
        all.add(Symbol::health, health), all.add(Symbol::relationship, relationship);
        all.add(Symbol::knowledge, knowledge);
        all.add(Symbol::money, open - health - relationship - knowledge);
        if (!covers(Supplies(with_dice(pool, all)), bill, by_luck)) return false;
      }
  return true;
}

}  // namespace

bool can_pay(const Pool& pool, const Bill& bill) {
  const Symbols have = pool.own + pool.extra, demanded = bill.cards[0] + bill.cards[1] + bill.upkeep;
  if (pool.own.count(kBad) <= pool.most_bad) {
    if (have.includes(demanded)) return true;
    if (is_plain(pool, have, demanded)) return covers_plainly_by_luck(pool, have, bill);
  }
  const Supplies supplies(pool);
  if (!supplies.consistent) return false;
  if (covers(supplies, bill, 0)) return true;
  const int lucky = supplies.lucky();
  return lucky >= 3 && (covers(supplies, bill, 1) || (lucky >= 6 && covers(supplies, bill, 2)));
}

int misfortunes(const Pool& pool, const Bill& bill) {
  Pool other = pool;
  const int bad = pool.own.count(kBad), most = std::min<int>(bad, pool.most_bad);
  // Without arrows one bad luck changes at best.
  const bool arrows = pool.arrows.from(kBad) & ~kBadLuck;
  int strike = arrows ? 0 : std::max(0, bad - pool.turn_bad) / 3;
  for (; 3 * strike + 2 < most; ++strike) {
    other.most_bad = static_cast<std::uint8_t>(3 * strike + 2);
    if (can_pay(other, bill)) break;
  }
  return strike;
}

Symbols missing(const Pool& pool, const Bill& bill) {
  if (!Supplies(pool).consistent) return {};
  // Dice of the right faces are as good as jokers, so these say how many it takes, and what can still come.
  int number = 0, by_luck = 0;
  while (!covers(Supplies(pool, number), bill, by_luck))
    if (++by_luck == 3) by_luck = 0, ++number;
  const Symbols named = bill.cards[0] + bill.cards[1] + bill.upkeep;
  const auto order = faces_to_name(bill, by_luck);
  Symbols dice;
  for (int left = number; left-- > 0;) {
    const auto helps = [&](Symbol face) {
      return covers(Supplies(with_dice(pool, dice + Symbols::of(face)), left), bill, by_luck);
    };
    dice.add(*std::find_if(order.begin(), order.end() - 1, helps));
  }
  // Where all of the four would do, nobody should be told that it has to be health.
  for (int face = 0; face < 4; ++face)
    while (dice.count(face) && dice.count(kAny) < named.count(kAny)) {
      const Symbols wider = dice - Symbols::of(static_cast<Symbol>(face)) + Symbols::of(Symbol::any);
      if (!covers_with(pool, bill, by_luck, wider)) break;
      dice = wider;
    }
  return dice;
}

}  // namespace lifetable::cv

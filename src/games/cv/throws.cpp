// SPDX-License-Identifier: Apache-2.0
// Hall's condition for all throws at once: one byte of a word for each condition, one bit for each throw.
#include "games/cv/throws.hpp"

#include <algorithm>
#include <cassert>

namespace lifetable::cv {

namespace {

constexpr int kGood = static_cast<int>(Symbol::good), kBad = static_cast<int>(Symbol::bad);
constexpr int kAny = static_cast<int>(Symbol::any);
/// Symbols that are no plain ones: bits of the highest byte of those who serve.
constexpr unsigned kFriend = 1, kTurned = 2, kChanged = 4;
/// Kinds of demands are the symbols, and good luck in place of a cost.
constexpr int kLuck = 7;
constexpr std::uint64_t kOnes = 0x0101010101010101u, kFaceBytes = 0xFFFFFFFFFFFFu;

constexpr std::uint64_t byte_at(int place, int value) {
  return static_cast<std::uint64_t>(value) << 8 * place;
}
constexpr std::uint64_t full_where_odd(std::uint64_t bytes) { return (bytes & kOnes) * 255; }
constexpr int sum_of(std::uint64_t counts) { return static_cast<int>(counts * kOnes >> 56); }

/// The faces whose bytes have all bits set.
constexpr SymbolSet faces_of(std::uint64_t bytes) {
  return static_cast<SymbolSet>(sum_of(bytes & 0x201008040201u));
}

/// The demands that a symbol serves which can become these faces.
constexpr std::uint8_t kinds_served(SymbolSet faces, bool on_dice_or_token) {
  return static_cast<std::uint8_t>(faces | (faces & kFour ? 1 << kAny : 0) |
                                   (on_dice_or_token && (faces >> kGood & 1) ? 1 << kLuck : 0));
}

}  // namespace

/// Of each number of dice: the throws with so many dice, or more, of these faces.
struct Throws::Rows {
  static constexpr std::size_t kFaceSets = 64;
  struct OfSize {
    std::size_t throws, words, first;
  };
  std::array<OfSize, kDice + 1> sizes{};
  std::array<std::uint64_t, 11072> bits{};

  Rows() {
    std::size_t first = 0;
    for (std::size_t size = 0; size <= kDice; ++size) {
      const std::size_t throws = kSets.first[size + 1] - kSets.first[size], words = (throws + 63) / 64;
      sizes[size] = {throws, words, first};
      for (std::size_t i = 0; i < throws; ++i) enter(size, i, kSets.dice[kSets.first[size] + i]);
      first += kFaceSets * size * words;
    }
    assert(first == bits.size());
  }
  void enter(std::size_t size, std::size_t which, Symbols dice) {
    for (std::size_t faces = 0; faces < kFaceSets; ++faces) {
      int number = 0;
      for (int face = 0; face < kFaces; ++face)
        if (faces >> face & 1) number += dice.count(face);
      for (; number > 0; --number)
        bits[at(size, static_cast<SymbolSet>(faces)) +
             static_cast<std::size_t>(number - 1) * sizes[size].words + which / 64] |= std::uint64_t{1}
                                                                                       << which % 64;
    }
  }
  const std::uint64_t* of(std::size_t size, SymbolSet faces) const { return &bits[at(size, faces)]; }
  /// Where the rows begin for one of these faces at least, for two, and so on.
  std::size_t at(std::size_t size, SymbolSet faces) const {
    return sizes[size].first + faces * size * sizes[size].words;
  }
};

const Throws::Rows& Throws::rows() {
  static const Rows rows;
  return rows;
}

Throws::Throws(const Pool& rest, int size, Symbols asked, Symbols events)
    : rows_(rows()),
      size_(size),
      number_(rows_.sizes[static_cast<std::size_t>(size)].throws),
      words_(rows_.sizes[static_cast<std::size_t>(size)].words),
      played_(rest.extra.bits) {
  assert(rest.own.count(kBad) <= rest.most_bad);
  see_conditions(see_servers(rest, asked, (rest.own + rest.extra + events).count(kAny) != 0));
  see_ways(rest);
  tally(luck_.counts, [](const Servers& that) { return that.asked >> 8 * kLuck & 1 ? 3 : 0; });
}

/// Who serves each kind of demand that bills may have.
Throws::EachKind Throws::see_servers(const Pool& rest, Symbols asked, bool any) {
  const Arrows arrows{rest.arrows.bits | Arrows::none().bits};
  const SymbolSet four = arrows.from_any_of(kFour);
  const auto job = static_cast<SymbolSet>(arrows.from_any_of(rest.job) | (rest.job >> kAny & 1 ? four : 0));
  const auto turned = static_cast<SymbolSet>(rest.turn_bad ? arrows.from(kBad) | four : 0);
  const std::array<std::uint8_t, 3> special = {kinds_served(job, false), kinds_served(turned, true),
                                               kinds_served(rest.change_one ? four : 0, true)};
  const Bytes become = arrows.bits | byte_at(kAny, four), four_of = become | become >> 1;
  const Bytes present = kFaceBytes | byte_at(kAny, any ? 255 : 0);
  lucky_ = full_where_odd(become >> kGood) & present;
  changeable_ = full_where_odd(four_of | four_of >> 2) & present;
  luck_rows_ = rows_.of(static_cast<std::size_t>(size_), faces_of(lucky_));
  EachKind each;
  for (int kind = 0; kind <= kLuck; ++kind) {
    if (kind != kLuck && !asked.count(kind)) continue;
    const Bytes serve = kind == kLuck  ? lucky_
                        : kind == kAny ? changeable_
                                       : full_where_odd(become >> kind) & present;
    Servers servers{byte_at(kind, 255), serve, kind == kLuck ? 0 : serve};
    for (std::size_t i = 0; i < special.size(); ++i)
      if (special[i] >> kind & 1) servers.own |= byte_at(7, 1 << i);
    each.push_back(servers);
  }
  return each;
}

/// The sets of kinds that matter. Kinds that nobody serves both are served if each is. And a set is no matter
/// if one of more kinds has the same servers: so a kind comes with all that have no others than it has.
void Throws::see_conditions(const EachKind& each) {
  FixedList<Servers, 256> sets;
  sets.push_back({});
  for (const Servers& one : each) {
    Servers all = one;
    bool rivals = false;
    for (const Servers& other : each) {
      if (!(other.own & one.own) || &other == &one) continue;
      const bool narrower = one.includes(other), wider = other.includes(one);
      if (narrower && (!wider || &other < &one)) all.asked |= other.asked;
      rivals = rivals || !(narrower || wider);
    }
    if (!rivals) {
      add_condition(all);
      continue;
    }
    for (std::size_t i = 0, end = sets.size(); i < end; ++i) {
      const Servers& some = sets[i];
      if (i && (!(some.asked & ~all.asked) || !(all.asked & ~some.asked))) continue;
      const Servers both{some.asked | all.asked, some.own | all.own, some.events | all.events};
      if (i == 0 || (some.own & all.own)) add_condition(both);
      sets.push_back(both);
    }
  }
}

void Throws::add_condition(const Servers& set) {
  conditions_.push_back(set);
  condition_rows_.push_back(rows_.of(static_cast<std::size_t>(size_), faces_of(set.own)));
}

void Throws::clear(Tally& tally) const {
  tally.symbols = {};
  for (std::size_t i = 0; 8 * i < conditions_.size(); ++i) tally.counts[i] = 0;
}

template <class Count>
void Throws::tally(std::array<std::uint64_t, 32>& counts, Count count) const {
  for (std::size_t i = 0; i < conditions_.size(); i += 8) {
    std::uint64_t word = 0;
    for (std::size_t j = std::min(i + 8, conditions_.size()); j-- > i;)
      word = word << 8 | static_cast<std::uint64_t>(count(conditions_[j]));
    counts[i / 8] = word;
  }
}

void Throws::ask(Symbols symbols, Tally& into) const {
  if (symbols.empty()) return clear(into);
  into.symbols = symbols;
  tally(into.counts, [=](const Servers& that) { return sum_of(symbols.bits & that.asked); });
}

void Throws::give(Symbols symbols, Tally& into) const {
  if (symbols.empty()) return clear(into);
  into.symbols = symbols;
  tally(into.counts, [=](const Servers& that) { return sum_of(symbols.bits & that.events); });
}

void Throws::add(const Tally& one, const Tally& two, Tally& into) const {
  into.symbols = one.symbols + two.symbols;
  for (std::size_t i = 0; 8 * i < conditions_.size(); ++i) into.counts[i] = one.counts[i] + two.counts[i];
}

void Throws::see_ways(const Pool& rest) {
  const Bytes own = rest.own.bits, bad = byte_at(kBad, 1);
  const unsigned special = rest.job ? kFriend : 0;
  const auto add = [&](Bytes stay, Bytes away, unsigned specials) {
    add_way(stay, away, specials);
    if (rest.change_one) add_changed(stay, away, specials | kChanged);
  };
  const bool has_bad = rest.own.count(kBad);
  if (!rest.turn_bad || !has_bad) add(own, 0, special);
  if (rest.turn_bad) add(has_bad ? own - bad : own, has_bad ? 0 : bad, special | kTurned);
}

/// With each symbol that is one of the four, or can become one, changed into any of them (CV-27).
void Throws::add_changed(Bytes own, Bytes away, unsigned special) {
  for (int symbol = 0; symbol < kSymbols; ++symbol) {
    const Bytes one = byte_at(symbol, 1);
    if (!(changeable_ & one)) continue;
    if (own >> 8 * symbol & 255)
      add_way(own - one, away, special);
    else if (symbol < kFaces)
      add_way(own, away + one, special);
  }
}

void Throws::add_way(Bytes own, Bytes away, unsigned special) {
  if (sum_of(away) > size_) return;
  Way& way = ways_[number_of_ways_++];
  way.away = away;
  way.lucky = sum_of(own & lucky_) + std::popcount(special);
  tally(way.served, [&](const Servers& that) {
    return sum_of(own & that.own) + sum_of(played_ & that.events) + std::popcount(that.own >> 56 & special);
  });
  tally(way.lost, [&](const Servers& that) { return sum_of(away & that.own); });
}

SomeThrows Throws::all() const {
  SomeThrows all{};
  for (std::size_t i = 0; i < words_; ++i) all[i] = ~std::uint64_t{0};
  if (number_ % 64) all[words_ - 1] = (std::uint64_t{1} << number_ % 64) - 1;
  return all;
}

SomeThrows Throws::showing(Symbol face, int number) const {
  if (number <= 0) return all();
  const std::uint64_t* const rows = rows_.of(static_cast<std::size_t>(size_), set_of(face));
  SomeThrows some;
  for (std::size_t i = 0; i < words_; ++i) some[i] = rows[static_cast<std::size_t>(number - 1) * words_ + i];
  return some;
}

template <class Try, class Lucky>
bool Throws::some_way(const Payment& payment, Try attempt, Lucky lucky) const {
  const auto& [one, two, upkeep, events, by_luck] = payment;
  for (std::size_t i = 0; i < number_of_ways_; ++i) {
    const Way& way = ways_[i];
    if (attempt(way, payment)) return true;
    if (!by_luck || !lucky(3 - way.lucky)) continue;
    const bool buys_one = !one->symbols.empty(), buys_two = !two->symbols.empty();
    if ((by_luck & 1) && buys_one && attempt(way, {&luck_, two, upkeep, events})) return true;
    if ((by_luck & 2) && buys_two && attempt(way, {one, &luck_, upkeep, events})) return true;
    if ((by_luck & 4) && buys_one && buys_two && lucky(6 - way.lucky) &&
        attempt(way, {&luck_, &luck_, upkeep, events}))
      return true;
  }
  return false;
}

bool Throws::may_pay(const Payment& payment) const {
  return some_way(
      payment, [&](const Way& way, const Payment& each) { return may_pay(way, each); },
      [&](int need) { return need <= size_; });
}

bool Throws::may_pay(const Way& way, const Payment& payment) const {
  for (std::size_t i = 0; 8 * i < conditions_.size(); ++i)
    if (is_too_much(lacking(way, payment, i))) return false;
  return true;
}

bool Throws::take_out_paying(const Payment& payment, SomeThrows& open, SomeThrows& paying) const {
  switch (words_) {
    case 1: return take_out<1>(payment, open, paying);
    case 2: return take_out<2>(payment, open, paying);
    case 4: return take_out<4>(payment, open, paying);
    case 8: return take_out<8>(payment, open, paying);
    default: return take_out<13>(payment, open, paying);
  }
}

template <std::size_t Words>
bool Throws::take_out(const Payment& payment, SomeThrows& open, SomeThrows& paying) const {
  for (std::size_t i = 0; i < Words; ++i) paying[i] = 0;
  const auto lucky = [&](int need) {
    if (need <= 0 || need > size_) return need <= 0;
    const std::uint64_t* const row = luck_rows_ + static_cast<std::size_t>(need - 1) * Words;
    std::uint64_t some = 0;
    for (std::size_t i = 0; i < Words; ++i) some |= open[i] & row[i];
    return some != 0;
  };
  some_way(
      payment,
      [&](const Way& way, const Payment& each) {
        const Bytes lack = lacking(way, each, 0);  // mostly that is all there is, or too much
        return !is_too_much(lack) && find<Words>(way, each, lack, open.data(), paying.data());
      },
      lucky);
  std::uint64_t left = 0;
  for (std::size_t i = 0; i < Words; ++i) left |= open[i] &= ~paying[i];
  return left != 0;
}

/// Adds to `paying` those that pay so. Whether all open ones do. `lack` is that of the first eight
/// conditions.
template <std::size_t Words>
bool Throws::find(const Way& way, const Payment& payment, Bytes lack, const std::uint64_t* open,
                  std::uint64_t* paying) const {
  std::uint64_t pay[Words];
  for (std::size_t i = 0; i < Words; ++i) pay[i] = open[i];
  // So many dice must show one of the faces of these rows. Whether some throws are left that do.
  const auto ask = [&](const std::uint64_t* rows, std::size_t number) {
    const std::uint64_t* const row = rows + (number - 1) * Words;
    std::uint64_t some = 0;
    for (std::size_t i = 0; i < Words; ++i) some |= pay[i] &= row[i];
    return some != 0;
  };
  for (std::size_t word = 0;;) {
    while (lack) {
      const int place = std::countr_zero(lack) / 8;
      if (!ask(condition_rows_[8 * word + static_cast<std::size_t>(place)], lack >> 8 * place & 255))
        return false;
      lack &= ~byte_at(place, 255);
    }
    if (8 * ++word >= conditions_.size()) break;
    lack = lacking(way, payment, word);
    if (is_too_much(lack)) return false;
  }
  for (Bytes away = way.away; away;) {  // what was turned or changed must be there
    const int face = std::countr_zero(away) / 8;
    if (!ask(rows_.of(static_cast<std::size_t>(size_), static_cast<SymbolSet>(1 << face)),
             away >> 8 * face & 255))
      return false;
    away &= ~byte_at(face, 255);
  }
  std::uint64_t left = 0;
  for (std::size_t i = 0; i < Words; ++i) left |= open[i] & ~(paying[i] |= pay[i]);
  return left == 0;
}

}  // namespace lifetable::cv

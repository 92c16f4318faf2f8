// SPDX-License-Identifier: Apache-2.0
// All that some dice may show, and which of these throws pay a bill: found for all of them at once.
//
// Whether a bill can be paid is a matter of Hall's condition (pay.hpp): for every set of demanded kinds there
// are enough symbols that can serve some member of it. Whatever is not on these dice is the same for all
// throws, so each such condition says: so many dice, or more, show one of these faces. The throws of which
// that is true are a row of bits, kept ready; those that pay are some rows, joined by AND.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/list.hpp"
#include "games/cv/pay.hpp"

namespace lifetable::cv {

/// All sets of up to seven dice, the smaller ones first, and what they are with one die more or less.
struct DiceSets {
  static constexpr std::size_t kNumber = 1716;
  using Each = std::array<std::array<std::uint16_t, kFaces>, kNumber>;
  std::array<Symbols, kNumber> dice{};
  Each more{}, fewer{};                          ///< fewer: itself, if it has no such die
  std::array<std::uint16_t, kDice + 2> first{};  ///< of each size

  constexpr DiceSets() {
    std::array<std::uint16_t, kNumber> highest{};
    std::uint16_t end = 1;
    for (std::size_t size = 0; size < kDice; ++size) {
      first[size + 1] = end;
      for (std::uint16_t set = first[size]; set < first[size + 1]; ++set)
        for (std::uint16_t face = 0; face < kFaces; ++face) {
          const std::uint16_t last = highest[set];
          if (face >= last) {
            highest[end] = face;
            dice[end] = dice[set] + Symbols::of(static_cast<Symbol>(face));
            fewer[end].fill(end);
            more[set][face] = end++;
          } else {  // the same dice, added in another order
            more[set][face] = more[more[fewer[set][last]][face]][last];
          }
          fewer[more[set][face]][face] = set;
        }
    }
    first[kDice + 1] = end;
  }
  constexpr std::size_t find(Symbols symbols) const {
    std::size_t set = 0;
    for (int face = 0; face < kFaces; ++face)
      for (int n = symbols.count(face); n > 0; --n) set = more[set][static_cast<std::size_t>(face)];
    return set;
  }
};
inline constexpr DiceSets kSets;

/// Some of the throws of a number of dice: bit i of the words is throw i, in the order of `kSets`.
using SomeThrows = std::array<std::uint64_t, 13>;

/// Symbols that are asked for, or that events give, counted for each condition of some `Throws`.
struct Tally {
  Symbols symbols;
  std::array<std::uint64_t, 32> counts;  ///< a byte for each condition; the words beyond them are left blank
};

/// Costs of up to two cards and upkeep, as in a Bill, and the events that help to pay them.
struct Payment {
  const Tally *one, *two, *upkeep, *events;
  /// The cards for which three good lucks are tried in place of the cost (CV-30): a bit for the first, for
  /// the second, and for both.
  unsigned by_luck = 7;
  Bill bill() const { return {.cards = {one->symbols, two->symbols}, .upkeep = upkeep->symbols}; }
};

/// All throws of `size` dice by a player who has `rest` already: tokens, dice that stay, events played.
class Throws {
 public:
  /// Nothing but these symbols will be asked for, and no other events will help.
  Throws(const Pool& rest, int size, Symbols asked, Symbols events);

  std::size_t number() const { return number_; }
  std::size_t words() const { return words_; }
  SomeThrows all() const;
  /// Those with so many dice of this face, or more.
  SomeThrows showing(Symbol face, int number) const;

  void ask(Symbols symbols, Tally& into) const;
  void give(Symbols symbols, Tally& into) const;
  void add(const Tally& one, const Tally& two, Tally& into) const;

  /// Whether some throw might pay. If no dice are thrown: whether it is paid.
  bool may_pay(const Payment& payment) const;
  /// Moves those that pay from `open` to `paying`. Whether any are left.
  bool take_out_paying(const Payment& payment, SomeThrows& open, SomeThrows& paying) const;

 private:
  using Bytes = std::uint64_t;  ///< one for each symbol, as in Symbols

  /// Some kinds of demands and who serves them: all bits of their bytes. The highest is for good luck in
  /// place of a cost among what is asked for, and one bit each for symbols that are no plain ones among the
  /// others.
  struct Servers {
    Bytes asked, own, events;
    bool includes(const Servers& other) const { return !(other.own & ~own) && !(other.events & ~events); }
  };
  using EachKind = FixedList<Servers, 8>;
  /// One way to see the symbols: as they are, or with one turned (CV-28), changed (CV-27), or both.
  struct Way {
    Bytes away;                                  ///< dice of the throw that were turned or changed
    int lucky;                                   ///< symbols not on the dice that can be good luck, or fewer
    std::array<std::uint64_t, 32> served, lost;  ///< of each condition: by what is not on the dice; to `away`
  };
  struct Rows;
  static const Rows& rows();

  EachKind see_servers(const Pool& rest, Symbols asked, bool any);
  void see_conditions(const EachKind& each);
  void add_condition(const Servers& set);
  void see_ways(const Pool& rest);
  void add_way(Bytes own, Bytes away, unsigned special);
  void add_changed(Bytes own, Bytes away, unsigned special);
  void clear(Tally& tally) const;
  template <class Count>
  void tally(std::array<std::uint64_t, 32>& counts, Count count) const;
  /// How many dice each of eight conditions lacks.
  Bytes lacking(const Way& way, const Payment& payment, std::size_t word) const {
    const Bytes asked = payment.one->counts[word] + payment.two->counts[word] + payment.upkeep->counts[word];
    const Bytes served = way.served[word] + payment.events->counts[word];
    constexpr Bytes high = 0x8080808080808080u;  // no count ever reaches 128
    const Bytes apart = ((asked + way.lost[word]) | high) - served, not_less = (apart & high) >> 7;
    return apart & not_less * 127;
  }
  /// Whether some condition lacks more dice than there are.
  bool is_too_much(Bytes lack) const {
    return (lack + static_cast<Bytes>(127 - size_) * 0x0101010101010101u) & 0x8080808080808080u;
  }
  /// Tries every way to pay until one succeeds: with its cost or with three good lucks for each card (CV-30).
  template <class Try, class Lucky>
  bool some_way(const Payment& payment, Try attempt, Lucky lucky) const;
  bool may_pay(const Way& way, const Payment& payment) const;
  template <std::size_t Words>
  bool take_out(const Payment& payment, SomeThrows& open, SomeThrows& paying) const;
  template <std::size_t Words>
  bool find(const Way& way, const Payment& payment, Bytes lack, const std::uint64_t* open,
            std::uint64_t* paying) const;

  const Rows& rows_;
  int size_;
  std::size_t number_, words_;
  Bytes played_;              ///< symbols of events
  Bytes changeable_, lucky_;  ///< who can be one of the four, or good luck
  const std::uint64_t* luck_rows_;
  Tally luck_;                          ///< three good lucks in place of a cost
  FixedList<Servers, 256> conditions_;  ///< so many dice show one of the faces that serve these kinds
  FixedList<const std::uint64_t*, 256> condition_rows_;  ///< for one die that serves it, for two, and so on
  std::array<Way, 16> ways_;
  std::size_t number_of_ways_ = 0;
};

}  // namespace lifetable::cv

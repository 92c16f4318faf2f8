// SPDX-License-Identifier: Apache-2.0
// Paying without bookkeeping (CV-24): whether some assignment of symbols covers everything that is promised.
//
// A symbol is a *supply*: it can serve a demand for any face that it can become. A demand for "any" is served
// by whatever can become one of the four; three good lucks are served by dice and tokens only. By Hall's
// theorem an assignment exists exactly if every set of demanded kinds finds enough supplies that can serve
// some member of it; with eight kinds that is at most 255 sets, and mostly a handful.
#pragma once

#include <array>
#include <cstdint>

#include "games/cv/symbols.hpp"

namespace lifetable::cv {

/// All that can pay this turn.
struct Pool {
  Symbols own;        ///< on dice and tokens
  Symbols extra;      ///< of events
  Arrows arrows;      ///< chained
  SymbolSet job = 0;  ///< what the one symbol of a friend's job may be (CV-29); it may have the bit of "any"
  bool change_one = false;  ///< CV-27
  bool turn_bad = false;    ///< CV-28
  /// Of the bad lucks on dice and tokens at most so many stay bad luck, unused or paid as such; the others
  /// were changed (CV-36).
  std::uint8_t most_bad = 255;
};

/// What has to be paid: the costs of up to two cards, each of which three good lucks pay as well (CV-30), and
/// upkeep, which they do not (CV-42). A cost of nothing costs nothing.
struct Bill {
  std::array<Symbols, 2> cards{};
  Symbols upkeep{};
};

/// Whether some assignment covers it all. Exact.
bool can_pay(const Pool& pool, const Bill& bill);

/// How many misfortunes strike: the fewest that an assignment which covers the bill leaves (CV-34 to CV-36).
/// The bill must be payable.
int misfortunes(const Pool& pool, const Bill& bill);

/// A smallest set of symbols that, if the player had them too on dice, would make the bill payable; empty if
/// it is, and if no dice help because more bad lucks must change than can. Of several smallest sets: one that
/// pays the printed costs rather than one with good luck in place of them; then one of faces that the bill
/// names, those of the upkeep first, be it that others would do as well through arrows or changes; then the
/// first in the order of `Symbol`. As often as the bill says "any", that replaces those of the four for which
/// every other of the four would do. Bad luck in the set may stay so, whatever `most_bad` says.
Symbols missing(const Pool& pool, const Bill& bill);

}  // namespace lifetable::cv

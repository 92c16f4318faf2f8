// SPDX-License-Identifier: Apache-2.0
// Cards and symbols in words and in few letters, shared by the files that write or read text.
#pragma once

#include <string>
#include <string_view>

#include "core/phrase.hpp"
#include "games/cv/catalogue.hpp"

namespace lifetable::cv {

/// Adds a text to others, with something between them; an empty one adds nothing.
inline void join(std::string& all, std::string_view between, std::string_view more) {
  if (more.empty()) return;
  if (!all.empty()) all += between;
  all += more;
}

struct Table;

std::string_view name_of(Symbol symbol);  ///< "good luck"
std::string_view name_of(Type type);      ///< "possession"; "" if unsaid
std::string_view name_of(Deck deck);      ///< "early adulthood"
std::string_view name_of(Effect effect);  ///< as ids of texts have it: "change-one"
char letter_of(Type type);                ///< of a stack: H R K W P; E for events, L for life goals
Type type_named(std::string_view text);   ///< one that has a stack, by its name; Type::unsaid if it is none

std::string letters_of(Symbols symbols);  ///< close together, in the order of dice: "HMM"
std::string spaced(Symbols symbols);      ///< with blanks, and counted if many: "H M M", "9×G"
std::string letters_of(SymbolSet set, std::string_view between);
std::string letters_of(TypeSet types);  ///< "W/P"

/// What arrows say in their own letters, each way once: "H→M R↔KM". Without the identity.
std::string arrows_of(Arrows arrows);

/// "18 Marriage", as the picture shows it; "a card" for Card::none.
std::string name_of(const Catalogue& cards, Card card);

std::string upkeep_of(const Facts& facts);  ///< "−MM"; "" if there is none

// ---- In any language ------------------------------------------------------------------------------------

Phrase phrase_of_price(const Facts& facts);  ///< cost and condition: "R R G, needs work"; "" if there is none
Phrase phrase_of_effect(const Facts& facts);  ///< "R, +1 die, −MM, 3 pt"; of a goal "2 pt per H+K"

Phrase phrase_of_goal(const Facts& facts);  ///< "2 points for each set of a health card and a work card"

/// The condition that is not met (CV-31), or the ban (CV-32), if the seat may not take the card whatever it
/// pays.
Phrase why_barred(const Table& table, Seat seat, Card card);

// ---- In English, for the picture ----------------------------------------------------------------------

/// What each special effect does, in a word or two: "change 1, counts twice".
std::string effects_of(std::uint8_t effects);
std::string price_of(const Facts& facts);  ///< cost and condition: "R R G", "needs work", "" if there is none
std::string effect_of(const Facts& facts);  ///< "R, +1 die, −MM, 3 pt"; of a goal "2 pt per H+K"
std::string facts_of(const Facts& facts);   ///< both: "R R G → R, +1 die"

}  // namespace lifetable::cv

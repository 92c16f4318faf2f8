// SPDX-License-Identifier: Apache-2.0
// Names of cards, shared by the files that write or read text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/phrase.hpp"
#include "games/alive/cards.hpp"

namespace lifetable::alive {

std::string_view name_of(Card card);     ///< as typed: "7", "Pass", "Draw1", "=21", "Redeal"; "?" for none
std::string_view full_name(Card card);   ///< as printed on the card: "Pass me by", "Hand in & re-deal"
Card card_named(std::string_view text);  ///< by either name; Card::none if there is no such card
std::string names_of(Cards heap);        ///< "1 3 3 Skip"
Phrase phrase_of(Card card);             ///< its printed name, in any language
std::vector<Phrase> phrases_of(Cards heap);  ///< in one word each, as many stand in a row

}  // namespace lifetable::alive

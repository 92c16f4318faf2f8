// SPDX-License-Identifier: Apache-2.0
// Names of cards and places, shared by the files that write or read text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/phrase.hpp"
#include "games/cradle/cards.hpp"
#include "games/cradle/move.hpp"
#include "games/cradle/table.hpp"

namespace lifetable::cradle {

std::string name_of(Card card);           ///< as typed: "7", "0", "Ten", "Swap", "Stop"; "?" for none
std::string_view full_name(Card card);    ///< as printed on the card: "Cover Ten Digit"
std::string_view name_of(Place place);    ///< "tens" or "ones"
Card card_named(std::string_view word);   ///< Card::none if there is no such card
std::string names_of(Cards heap);         ///< "1 3 3 Swap"
std::string_view stage_of_life(int age);  ///< "baby", "child" and so on

// The same in any language.
Phrase phrase_of(Card card);                 ///< as printed on the card
Phrase short_phrase_of(Card card);           ///< in one word: "Ten"
Phrase special_phrase_of(Card card);         ///< within a sentence: "the 0"
std::vector<Phrase> phrases_of(Cards heap);  ///< in one word each
Phrase phrase_of(Place place);
Argument named(const Table& table, Seat seat);  ///< with respect, if it is the seat to be honoured (CG-41)

}  // namespace lifetable::cradle

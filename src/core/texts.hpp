// SPDX-License-Identifier: Apache-2.0
// All texts of one language, by id, from a file such as texts/en.txt.
//
// A line is `id = text`; `#` begins a comment line. In a text stand
//   {card}              an argument of the phrase; several phrases with blanks between them,
//   {cards&}            or as in "Ann, Bo and Cy";
//   {Who}               the same with a capital letter;
//   {who:plays|play}    for a player: what is true of others, and what of the reader; {who} is the name, and
//                       in the text `player.honoured` if the phrase honours that player;
//   {n:# card|# cards}  for a number: its plural forms in this language, with the number for `#`;
//   {parts:none|some}   for phrases or a text: if there are none, and if there are some;
//   {title}             the title of a card, which is English where the cards are written: if there is a text
//   of the id
//                       `title.Marriage`, that for "Marriage".
// Forms may hold braces of their own. `language.code` is as in "pl", and `language.plurals` names the
// categories of numbers that its forms are for, in their order and as Unicode's CLDR calls them: "one few
// many"; the last form stands for any other. The page puts texts together in the same way (web/src/texts.ts),
// and texts/cases.txt holds both to it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/phrase.hpp"
#include "core/result.hpp"

namespace lifetable {

class Texts {
 public:
  /// Errors name the line.
  static Result<Texts> from(std::string_view file);

  /// The phrase as told to `reader`, who is "you" in it. An id without a text stands for itself.
  std::string say(const Phrase& phrase, Seat reader, Names names) const;
  /// Several, one after the other.
  std::string say(const std::vector<Phrase>& phrases, Seat reader, Names names) const;
  /// The same for something that speaks of nobody.
  std::string say(const Phrase& phrase) const { return say(phrase, kNobody, {}); }

  /// The text of an id; nullptr if there is none.
  const std::string* find(std::string_view id) const;
  auto begin() const { return texts_.begin(); }
  auto end() const { return texts_.end(); }

 private:
  std::map<std::string, std::string, std::less<>> texts_;
};

/// The texts that come with every build.
const Texts& english();

}  // namespace lifetable

// SPDX-License-Identifier: Apache-2.0
// What people and bots may be called at a table, which names look the same, and what people may write to each
// other. What was called otherwise before there was this rule can still be read: see is_printable_name in
// record.hpp.
#pragma once

#include <string>
#include <string_view>

namespace lifetable::play {

/// Whether somebody new may be called so: 1 to 40 characters, and everybody can see what is there.
/// - Letters and digits of one script in wide use, or of East Asia and Latin ones; digits and signs as on a
///   keyboard; pictures. Nothing that has no shape of its own, but what emoji are joined with.
/// - Single blanks, neither first nor last.
/// - Marks only on letters of the scripts that they belong to: two at most, or four where vowels are marks.
bool is_name(std::string_view name);

/// Whether people may write this to each other: 1 to so many characters of any kind, none of which a terminal
/// would obey; something is to be seen, and no letter has more than two marks more than it may have in a
/// name.
bool is_text(std::string_view text, int at_most);

/// What is left of a name to somebody who glances at it: two that have the same look must not sit at one
/// table. Case, accents and invisible characters make no difference, nor do letters of other scripts or other
/// styles that look like Latin ones, nor 0 and O, nor 1, l and I, nor whether a letter is one code or
/// several. For comparing, not for showing.
std::string look_of(std::string_view name);

/// The next character of a text in UTF-8, which is shortened by it; -1 if that is no valid UTF-8.
int take_character(std::string_view& text);

}  // namespace lifetable::play

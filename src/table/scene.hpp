// SPDX-License-Identifier: Apache-2.0
// What a table needs of a game itself, for every game: the one place of the table that is compiled for each.
#pragma once

#include <optional>

#include "play/match.hpp"
#include "table/messages.hpp"

namespace lifetable::table {

void write_scene(play::Draft& json, const play::Match& match, Seat reader);
/// What is going on, in words for a reader, or for a bystander.
Phrase now_for(const play::Match& match, Seat reader);
/// A seat as the table names it just now: with respect, if a game is played that way (CG-41).
Argument named(const play::Match& match, Seat seat);
std::vector<Offer> offers_of(const play::Match& match, Seat reader);

/// The move that declines, if the table asks who will answer what somebody just did; nothing if it asks for
/// anything else. Who is asked can all decline, whatever they hold.
std::optional<std::string> decline_of(const play::Match& match);
/// Whether a move, which may be typed in another way, is this one.
bool is_same_move(const play::Match& match, std::string_view typed, std::string_view move);

/// What the rules of thumb of the game would do in a seat that is to act, from its view.
std::string thoughtful_move(const play::Match& match, Seat seat, std::uint64_t seed);

/// Whether a legal move showed its seat nothing that was hidden: in other worlds that the seat could not tell
/// from this one the move leaves it with the same view. `after` is the table after the move.
bool shows_nothing(const play::Match& before, const play::Match& after, Seat seat, std::string_view move);

}  // namespace lifetable::table

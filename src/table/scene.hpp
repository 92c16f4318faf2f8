// A game's view as JSON, for every game: the one place that is compiled for each.
#pragma once

#include "play/match.hpp"
#include "table/messages.hpp"

namespace lifetable::table {

boost::json::value scene_of(const play::Match& match, Seat reader);
std::vector<Offer> offers_of(const play::Match& match, Seat reader);

}  // namespace lifetable::table

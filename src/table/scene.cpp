#include "table/scene.hpp"

#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::table {

boost::json::value scene_of(const play::Match& match, Seat reader) {
  return play::with_game(match.game().name, [&]<Game G>() {
    return boost::json::value_from(G::scene(match.view(reader).as<G>()));
  });
}

std::vector<Offer> offers_of(const play::Match& match, Seat reader) {
  std::vector<Offer> offers;
  if (reader == kNobody || !match.actors().include(reader)) return offers;
  play::with_game(match.game().name, [&]<Game G>() {
    const auto view = match.view(reader).as<G>();
    for (const auto move : G::moves(view))
      offers.push_back({G::text(move), G::label(view, move), G::taps(view, move)});
  });
  return offers;
}

}  // namespace lifetable::table

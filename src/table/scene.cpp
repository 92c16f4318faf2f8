// SPDX-License-Identifier: Apache-2.0
#include "table/scene.hpp"

#include "play/registry.hpp"

namespace lifetable::table {

void write_scene(play::Draft& json, const play::Match& match, Seat reader) {
  play::with_game(match.game().name,
                  [&]<Game G>() { play::write_json(json, G::scene(match.view(reader).as<G>())); });
}

Phrase now_for(const play::Match& match, Seat reader) {
  return play::with_game(match.game().name,
                         [&]<Game G>() { return G::scene(match.view(reader).as<G>()).now; });
}

Argument named(const play::Match& match, Seat seat) {
  return play::with_game(match.game().name, [&]<Game G>() -> Argument {
    const auto scene = G::scene(match.view(kNobody).as<G>());
    if constexpr (requires { scene.honoured; }) return {seat, scene.honoured == seat.index + 1};
    return seat;
  });
}

std::vector<Offer> offers_of(const play::Match& match, Seat reader) {
  std::vector<Offer> offers;
  if (!match.actors().set.has(reader)) return offers;
  play::with_game(match.game().name, [&]<Game G>() {
    const auto view = match.view(reader).as<G>();
    const auto moves = G::moves(view);
    offers.reserve(static_cast<std::size_t>(moves.size()));
    for (const auto move : moves)
      offers.push_back({G::text(move), G::label(view, move), G::taps(view, move)});
  });
  return offers;
}

std::optional<std::string> decline_of(const play::Match& match) {
  return play::with_game(match.game().name, [&]<Game G>() -> std::optional<std::string> {
    if constexpr (requires(const typename G::View view) { G::decline(view); })
      if (const auto move = G::decline(match.view(kNobody).as<G>())) return G::text(*move);
    return {};
  });
}

bool is_same_move(const play::Match& match, std::string_view typed, std::string_view move) {
  return play::with_game(match.game().name, [&]<Game G>() {
    const auto parsed = G::parse(typed);
    return parsed && G::text(*parsed) == move;
  });
}

std::string thoughtful_move(const play::Match& match, Seat seat, std::uint64_t seed) {
  return play::with_game(match.game().name, [&]<Game G>() {
    Xoshiro256pp rng(seed);
    return G::text(G::thoughtful(match.view(seat).as<G>(), rng));
  });
}

bool shows_nothing(const play::Match& before, const play::Match& after, Seat seat, std::string_view move) {
  return play::with_game(before.game().name, [&]<Game G>() {
    constexpr int kWorlds = 32;
    const auto view = before.view(seat).as<G>(), seen = after.view(seat).as<G>();
    const auto parsed = G::parse(move);
    Xoshiro256pp rng(1);
    for (int i = 0; i < kWorlds; ++i) {
      auto world = G::imagine(view, rng);
      G::play(world, seat, *parsed, Silence{});
      if (!(G::view(world, seat) == seen)) return false;
    }
    return true;
  });
}

}  // namespace lifetable::table

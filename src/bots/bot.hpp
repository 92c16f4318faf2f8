// Players that receive a View and return a Move. There is no way to hand them a State.
#pragma once

#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "play/match.hpp"

namespace lifetable::bots {

template <Game G>
class Bot {
 public:
  virtual ~Bot() = default;
  /// One of G::moves(view). The view's seat must be to act.
  virtual typename G::Move choose(const typename G::View& view) = 0;
};

/// Any legal move, each equally likely.
template <Game G>
class RandomBot final : public Bot<G> {
 public:
  explicit RandomBot(std::uint64_t seed) : rng_(seed) {}
  typename G::Move choose(const typename G::View& view) override { return pick_from(G::moves(view), rng_); }

 private:
  Xoshiro256pp rng_;
};

/// The game's own rules of thumb.
template <Game G>
class ThoughtfulBot final : public Bot<G> {
 public:
  explicit ThoughtfulBot(std::uint64_t seed) : rng_(seed) {}
  typename G::Move choose(const typename G::View& view) override { return G::thoughtful(view, rng_); }

 private:
  Xoshiro256pp rng_;
};

struct BotInfo {
  std::string_view name, meaning;
};

/// The bots that play every game.
std::span<const BotInfo> all_bots();

/// An error that lists the bots there are, if there is none of that name.
Result<Done> check_bot(std::string_view name);

/// The name must be known.
template <Game G>
std::unique_ptr<Bot<G>> make_bot(std::string_view name, std::uint64_t seed) {
  if (name == "thoughtful") return std::make_unique<ThoughtfulBot<G>>(seed);
  assert(name == "random");
  return std::make_unique<RandomBot<G>>(seed);
}

/// A bot for a match whose game is known only at run time.
class AnyBot {
 public:
  virtual ~AnyBot() = default;
  /// The bits of the chosen move; Match::text_of makes them text.
  virtual std::uint32_t choose(const play::AnyView& view) = 0;
};

Result<std::unique_ptr<AnyBot>> make_any_bot(std::string_view game, std::string_view name,
                                             std::uint64_t seed);

}  // namespace lifetable::bots

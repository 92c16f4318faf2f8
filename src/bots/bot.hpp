// SPDX-License-Identifier: Apache-2.0
// Players that receive a View and return a Move. There is no way to hand them a State.
#pragma once

#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bots/spec.hpp"
#include "core/game.hpp"
#include "play/match.hpp"

namespace lifetable::bots {

template <Game G>
class Bot {
 public:
  virtual ~Bot() = default;
  /// One of G::moves(view). The view's seat must be to act.
  virtual typename G::Move choose(const typename G::View& view) = 0;
  /// Whether it wants to be told how the table looks to its seat after every move; most do not care.
  virtual bool watches() const { return false; }
  virtual void watch(const typename G::View&) {}
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

/// A bot for one seat and one game. Compiled once a game, in bot.cpp: searches are large.
template <Game G>
std::unique_ptr<Bot<G>> make_bot(const BotSpec& spec, std::uint64_t seed);

/// The same by name, which must be known.
template <Game G>
std::unique_ptr<Bot<G>> make_bot(std::string_view name, std::uint64_t seed) {
  return make_bot<G>(*bot_from(name), seed);
}

/// An error that lists the bots there are, if there is none of that name.
inline Result<Done> check_bot(std::string_view name) {
  if (const auto spec = bot_from(name); !spec) return spec.error();
  return Done{};
}

/// A bot for a match whose game is known only at run time.
class AnyBot {
 public:
  virtual ~AnyBot() = default;
  /// The bits of the chosen move; Match::text_of makes them text.
  virtual std::uint32_t choose(const play::AnyView& view) = 0;
  virtual bool watches() const = 0;
  virtual void watch(const play::AnyView& view) = 0;
};

Result<std::unique_ptr<AnyBot>> make_any_bot(std::string_view game, std::string_view name,
                                             std::uint64_t seed);

}  // namespace lifetable::bots

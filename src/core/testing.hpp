// SPDX-License-Identifier: Apache-2.0
// What the tests of every game need: tables, positions and moves from texts. For tests only.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace lifetable {

/// A field of a position: several texts are one for each seat.
struct Named {
  std::string name;
  std::vector<std::string> texts;
};

/// The options of a table, with house rules as in "rounds=1".
template <Game G>
typename G::Options table_for(int players, std::string_view rules = "") {
  Fields fields = assignments(rules);
  fields.set("players", std::to_string(players));
  const auto options = G::options(fields);
  EXPECT_TRUE(options) << (options ? "" : options.error().message);
  return options ? *options : typename G::Options{};
}

template <Game G>
typename G::State position_of(const typename G::Options& options, const std::vector<Named>& named) {
  Fields fields;
  for (const Named& each : named) fields.put({each.name, each.texts, each.texts.size() > 1});
  const auto state = G::position(options, fields);
  EXPECT_TRUE(state) << (state ? "" : state.error().message);
  return state ? *state : G::start(options);
}

/// Plays a move given as text, which must be legal, and returns what happened.
template <Game G>
std::vector<typename G::Event> play_text(typename G::State& state, Seat actor, const std::string& text) {
  const auto move = G::parse(text);
  EXPECT_TRUE(move) << text;
  if (!move) return {};
  const Clause broken =
      actor == kDealer ? G::judge_dealer(state, *move) : G::judge(G::view(state, actor), *move);
  EXPECT_FALSE(broken) << text << " breaks " << G::prefix << "-" << broken.number;
  EventLog<typename G::Event> log;
  if (!broken) G::play(state, actor, *move, log);
  return log.events;
}

}  // namespace lifetable

// SPDX-License-Identifier: Apache-2.0
#include "server/thinkers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bots/bot.hpp"

namespace lifetable::server {
namespace {

using std::chrono::steady_clock;

/// A bot that is to act at a new table.
table::Room::BotTask task_for(const std::string& bot) {
  const auto table =
      table::Table::open("alive", {}, {{"Ann", bot}, {"Bo", bot}}, play::Seed::from_text("think"));
  const Seat seat = *table->bot_to_act();
  return {seat, table->at(), "alive", bot, table->match().view(seat), table->chance(seat)};
}

TEST(Thinkers, TwentyTablesOfOneAddressDoNotKeepAnotherWaiting) {
  boost::asio::io_context io;
  Thinkers thinkers(io, 1);
  std::string order;
  for (int i = 0; i < 20; ++i)
    thinkers.think(task_for("easy"), "192.0.2.1", {},
                   [&](std::uint32_t, bool final) { order += final ? 'g' : '?'; });
  thinkers.think(task_for("easy"), "198.51.100.7", {},
                 [&](std::uint32_t, bool final) { order += final ? 'M' : '?'; });
  EXPECT_EQ(thinkers.waiting(), 21);
  const auto work = boost::asio::make_work_guard(io);
  while (order.size() < 21) io.run_one();
  EXPECT_EQ(order, "ggM" + std::string(18, 'g'));
  EXPECT_EQ(thinkers.waiting(), 0);
}

TEST(Thinkers, WhoGetsNoThreadInTimePlaysByRulesOfThumb) {
  boost::asio::io_context io;
  Thinkers thinkers(io, 1);
  const auto late = task_for("hard");
  const std::uint32_t by_thumb = (*bots::make_any_bot("alive", "thoughtful", late.chance))->choose(late.view);
  std::vector<std::pair<std::uint32_t, bool>> heard;
  thinkers.think(late, "192.0.2.1", steady_clock::now() - std::chrono::seconds(1),
                 [&](std::uint32_t move, bool final) { heard.emplace_back(move, final); });
  const auto work = boost::asio::make_work_guard(io);
  while (heard.size() < 2) io.run_one();
  EXPECT_EQ(heard[0], std::pair(by_thumb, false)) << "at once, whatever comes later";
  EXPECT_EQ(heard[1], std::pair(by_thumb, true));
  EXPECT_EQ(thinkers.waiting(), 0);
}

TEST(Thinkers, WhatLookingAheadFoundComesInTheEnd) {
  boost::asio::io_context io;
  Thinkers thinkers(io, 2);
  const auto task = task_for("easy");
  const std::uint32_t found = (*bots::make_any_bot("alive", "easy", task.chance))->choose(task.view);
  std::optional<std::uint32_t> last;
  bool final = false;
  thinkers.think(task, "192.0.2.1", steady_clock::now() + std::chrono::hours(1),
                 [&](std::uint32_t move, bool is_final) {
                   if (!final) last = move;
                   final |= is_final;
                 });
  const auto work = boost::asio::make_work_guard(io);
  while (!final) io.run_one();
  EXPECT_EQ(last, found);
}

}  // namespace
}  // namespace lifetable::server

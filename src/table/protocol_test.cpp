// SPDX-License-Identifier: Apache-2.0
// The examples in docs/protocol.md are what tables really tell.
#include <gtest/gtest.h>

#include "play/file.hpp"
#include "table/table_testing.hpp"

namespace lifetable::table {
namespace {

/// The block after `<!-- example: NAME -->`.
std::string in_document(const std::string& document, const std::string& name) {
  const std::string mark = "<!-- example: " + name + " -->\n```json\n";
  const std::size_t at = document.find(mark);
  if (at == std::string::npos) return "there is no example " + name;
  const std::size_t begin = at + mark.size();
  return document.substr(begin, document.find("\n```", begin) - begin);
}

class Protocol : public testing::Test {
 protected:
  void expect_example(const std::string& name, const boost::json::value& value) {
    const auto document = play::read_file(LIFETABLE_SOURCE_DIR "/docs/protocol.md");
    ASSERT_TRUE(document);
    std::string wanted = play::pretty(value);
    while (wanted.ends_with('\n')) wanted.pop_back();
    if (in_document(*document, name) == wanted) return;
    const std::string path = testing::TempDir() + "protocol-" + name + ".json";
    ASSERT_TRUE(play::write_file(path, wanted + "\n"));
    ADD_FAILURE() << "docs/protocol.md: the example '" << name << "' is now what " << path << " holds";
  }
};

/// Two players of Five Alive; the first moves are the first that can be made.
Table example_table(Pace pace = {}) {
  Table table = open_table("alive", 2, "example", pace);
  for (Millis now = 4'000; now <= 16'000; now += 4'000) {
    const Seat seat = table.match().actors().first();
    play_on(table, {seat, table.match().moves(seat).front()}, now);
  }
  return table;
}

TEST_F(Protocol, AStateIsAsInTheDocument) {
  const Table table = example_table();
  State state = table.state(table.match().actors().first());
  state.offers.resize(2);  // the others look alike
  expect_example("state", value_of(state));
}

TEST_F(Protocol, WhatIsToldIsAsInTheDocument) {
  const Table table = example_table();
  expect_example("told", value_of(table.told(Seat{0}, table.at() - 2)));
}

TEST_F(Protocol, RefusalsAreAsInTheDocument) {
  Table table = example_table();
  const Seat turn = table.match().actors().first(), other = turn.clockwise(1, 2);
  expect_example("refusal", value_of(*table.play(turn, "flip", table.at())));
  expect_example("turn", value_of(*table.play(other, "flip", table.at())));
}

TEST_F(Protocol, ClocksAreAsInTheDocument) {
  const Table table = example_table({.bank = 600'000, .increment = 5'000});
  expect_example("clocks", value_of(table.state(kNobody, 17'500).clocks));
}

TEST_F(Protocol, TimesAreKeptAsInTheDocument) {
  const Pace pace{.bank = 600'000, .increment = 5'000, .window = 8'000};
  Table table = open_table("cradle", 3, "1", pace);
  Xoshiro256pp rng(1);
  Millis now = 0;
  while (table.state(kNobody).window.empty()) play_on(table, random_choice(table, rng), now += 3'000);
  const Seat asked = table.match().actors().first();
  play_on(table, {asked, "let"}, now += 1'500);
  expect_example("window", value_of(table.state(asked, now).window));
  expect_example("timing", value_of(table.timing(now)));
}

}  // namespace
}  // namespace lifetable::table

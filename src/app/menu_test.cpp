// SPDX-License-Identifier: Apache-2.0
#include "app/menu.hpp"

#include <gtest/gtest.h>

namespace lifetable::app {
namespace {

using Texts = std::vector<std::string>;

/// "reroll 1" to "reroll N".
Texts ways(const std::string& verb, int number) {
  Texts moves;
  for (int i = 1; i <= number; ++i) moves.push_back(verb + " " + std::to_string(i));
  return moves;
}

Texts operator+(Texts all, const Texts& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(Menu, TwelveWaysOfOneThingHaveEntries) {
  const Texts moves = ways("reroll", 12) + Texts{"stop"};
  const Menu menu = menu_of(moves);
  EXPECT_EQ(menu.entries, moves);
  EXPECT_TRUE(menu.shared.empty());
}

TEST(Menu, ThirteenShareALineAndTheOthersKeepTheirOrder) {
  const Menu menu = menu_of(Texts{"play 5"} + ways("reroll", 13) + Texts{"stop", "play 11"});
  EXPECT_EQ(menu.entries, (Texts{"play 5", "stop", "play 11"}));
  EXPECT_EQ(menu.shared, (Texts{"reroll 1, reroll 2, … 13 ways: type it"}));
}

TEST(Menu, MovesOfOneVerbAreFoundApartFromEachOther) {
  const Menu menu = menu_of(Texts{"place 3"} + ways("reroll", 20) + ways("place", 12) + Texts{"done"});
  EXPECT_EQ(menu.entries, Texts{"done"});
  EXPECT_EQ(menu.shared,
            (Texts{"place 3, place 1, … 13 ways: type it", "reroll 1, reroll 2, … 20 ways: type it"}));
}

TEST(Menu, AVerbIsAWholeWord) {
  const Menu menu = menu_of(ways("play", 7) + ways("player", 7) + Texts{"play"});
  EXPECT_EQ(menu.entries.size(), 15u);
  EXPECT_TRUE(menu.shared.empty());
}

TEST(Menu, WhereThereIsNothingElseToChooseEveryWayHasItsEntry) {
  const Texts one = ways("play", 18), two = ways("play", 13) + ways("reroll", 95);
  EXPECT_EQ(menu_of(one).entries, one);
  EXPECT_EQ(menu_of(two).entries, two);
  EXPECT_TRUE(menu_of(two).shared.empty());
  EXPECT_TRUE(menu_of({}).entries.empty());
}

}  // namespace
}  // namespace lifetable::app

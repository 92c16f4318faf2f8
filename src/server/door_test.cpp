// SPDX-License-Identifier: Apache-2.0
#include "server/door.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace lifetable::server {
namespace {

TEST(Doors, AreForHouseholds) {
  EXPECT_EQ(household("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(household("::ffff:192.0.2.1"), "::ffff:192.0.2.1");
  // However zeros are left out, the first half of an address is one household's.
  for (const char* same : {"2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:0:1:2:3:4", "2001:DB8:0::9"})
    EXPECT_EQ(household(same), household("2001:db8::")) << same;
  for (const char* other : {"2001:db8:0:1::1", "2001:db8:1::1", "2001:db9::1"})
    EXPECT_NE(household(other), household("2001:db8::")) << other;
  EXPECT_EQ(household("somebody"), "somebody");
  EXPECT_EQ(household("fe80::1%eth0"), household("fe80::2%eth0"))
      << "one network, whatever it is called here";
}

TEST(Doors, CountForEachAndForgetNobodyWhoHasTakenAll) {
  Door door({2, 1}, 3);
  EXPECT_TRUE(door.lets_in("a", 0));
  EXPECT_TRUE(door.lets_in("a", 0));
  EXPECT_FALSE(door.lets_in("a", 0));
  EXPECT_TRUE(door.lets_in("b", 0));
  EXPECT_TRUE(door.lets_in("a", 1'000));
  EXPECT_FALSE(door.lets_in("a", 1'000));
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(door.lets_in("x" + std::to_string(i), 2'000 + 3'000 * i));
  EXPECT_LE(door.size(), 3u);
  Door open({}, 3);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(open.lets_in("a", 0));
  EXPECT_EQ(open.size(), 0u);
}

/// The address in the network with this number inside a /48.
std::string in_network(int number, const char* site = "2001:db8:1") {
  return fmt::format("{}:{:x}::1", site, number);
}

/// How many of so many households that each come once are let in. They are apart by `step`.
int let_in(Door& door, int households, int step, const char* site = "2001:db8:1") {
  int many = 0;
  for (int i = 0; i < households; ++i) many += door.lets_in(in_network(i * step, site), 0);
  return many;
}

TEST(Doors, LetNoMoreInFromALargeNetworkThanFromSixteenHouseholds) {
  Door door({10, 1});
  EXPECT_EQ(let_in(door, 60'000, 1), 160) << "one household each, of one who has a /48";
  EXPECT_FALSE(door.lets_in(in_network(0xffff), 0));
  EXPECT_TRUE(door.lets_in(in_network(0, "2001:db8:2"), 0)) << "others are not hurt";
  EXPECT_TRUE(door.lets_in(in_network(0xffff), 1'000)) << "it fills again";
  Door small({10, 1});
  EXPECT_EQ(let_in(small, 256, 1), 40) << "of one who has a /56";
  EXPECT_TRUE(small.lets_in(in_network(0x100), 0)) << "the next /56";
}

TEST(Doors, TakeNothingFromALargeNetworkForAHouseholdThatIsRefused) {
  Door door({10, 1});
  int many = 0;
  for (int i = 0; i < 1'000; ++i) many += door.lets_in(in_network(1), 0);
  EXPECT_EQ(many, 10);
  EXPECT_EQ(let_in(door, 16, 256), 16) << "its neighbours have all that it did not get";
}

TEST(Doors, GiveBackToTheWholeNetwork) {
  Door door({10, 1});
  for (int i = 0; i < 16; ++i) EXPECT_TRUE(door.lets_in(in_network(0x100 * i), 0, 10));
  EXPECT_FALSE(door.lets_in(in_network(0x1000), 0));
  door.give_back(in_network(0), 0);
  EXPECT_TRUE(door.lets_in(in_network(0x1000), 0));
  EXPECT_FALSE(door.lets_in(in_network(0x1000), 0));
}

TEST(Doors, CountEachThingApartThatIsNamedBehindANetwork) {
  Door door({1, 1});
  int tables = 0;
  for (int i = 0; i < 30; ++i) tables += door.lets_in(in_network(i) + " K7M2QX", 0);
  EXPECT_EQ(tables, 4) << "they are of one /56";
  EXPECT_TRUE(door.lets_in(in_network(0) + " ABCDEF", 0));
  EXPECT_TRUE(door.lets_in(in_network(0), 0));
}

TEST(Doors, CannotBeMadeToForgetBySomebodyWhoComesFromEverywhere) {
  Door door({10, 1}, 100);
  for (int i = 0; i < 20; ++i) door.lets_in("bad", 0);
  for (int i = 0; i < 10'000; ++i) {
    EXPECT_TRUE(door.lets_in("x" + std::to_string(i), 0));
    ASSERT_FALSE(door.lets_in("bad", 0)) << i;
    ASSERT_LE(door.size(), 100u);
  }
}

TEST(Doors, AskNobodyForMoreThanThereEverIs) {
  Door door({10, 1});
  EXPECT_TRUE(door.lets_in("a", 0, 1'000'000)) << "or it would be refused for ever";
  EXPECT_FALSE(door.lets_in("a", 9'000, 1'000'000));
  EXPECT_TRUE(door.lets_in("a", 10'000, 1'000'000));
  EXPECT_FALSE(door.lets_in("a", 10'000));
  EXPECT_TRUE(door.lets_in("a", 11'000)) << "and nobody owes anything afterwards";
  door.give_back("a", 11'000);
  EXPECT_TRUE(door.lets_in("a", 11'000)) << "what was given back is there";
  EXPECT_FALSE(door.lets_in("a", 11'000));
}

}  // namespace
}  // namespace lifetable::server

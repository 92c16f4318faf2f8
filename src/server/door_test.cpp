// SPDX-License-Identifier: Apache-2.0
#include "server/door.hpp"

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

TEST(Doors, LetNobodyInWhoOwesForWhatItCostBefore) {
  Door door({10, 1});
  EXPECT_TRUE(door.lets_in("a", 0));
  door.charge("a", 0, 20);
  EXPECT_FALSE(door.lets_in("a", 11'000)) << "10 are still owed";
  EXPECT_TRUE(door.lets_in("a", 12'000));
  door.charge("a", 12'000, -1);
  EXPECT_TRUE(door.lets_in("a", 12'000)) << "what was given back is there";
  EXPECT_FALSE(door.lets_in("a", 12'000));
}

}  // namespace
}  // namespace lifetable::server

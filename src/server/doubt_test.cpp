// SPDX-License-Identifier: Apache-2.0
#include "server/doubt.hpp"

#include <gtest/gtest.h>

namespace lifetable::server {
namespace {

using Entries = std::vector<store::Entry>;
using Texts = std::vector<std::string>;

Cure of(const Entries& ours, const Texts& since) { return cure_for("oak", ours, since); }

TEST(Doubt, IsOverWhenTheLogEndsWithWhatWasWritten) {
  const Entries ours = {{"oak", 5, "play"}, {"oak/door", 5, "keys", true}, {"oak", 6, "end"}};
  EXPECT_EQ(of(ours, {"play", "end"}), Cure::kept);
  EXPECT_EQ(of(ours, {}), Cure::again);
  EXPECT_EQ(of(ours, {"play"}), Cure::anew) << "half of it is somebody else's";
  EXPECT_EQ(of(ours, {"play", "end", "again"}), Cure::anew);
  EXPECT_EQ(of(ours, {"play", "undo"}), Cure::anew);
}

TEST(Doubt, KnowsThatAnEntryThatSaysAllTakesThePlaceOfThoseBeforeIt) {
  const Entries ours = {{"oak", 5, "play"}, {"oak", 6, "all of it", true}, {"oak", 7, "end"}};
  EXPECT_EQ(of(ours, {"all of it", "end"}), Cure::kept);
  EXPECT_EQ(of(ours, {"play", "all of it", "end"}), Cure::anew);
}

}  // namespace
}  // namespace lifetable::server

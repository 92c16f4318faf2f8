// SPDX-License-Identifier: Apache-2.0
#include "play/signature.hpp"

#include <gtest/gtest.h>

#include "games/cradle/cradle.hpp"
#include "play/file.hpp"

namespace lifetable::play {
namespace {

TEST(Signatures, AreThoseOfTheDocument) {
  const auto text = read_file(LIFETABLE_SOURCE_DIR "/docs/signatures.txt");
  ASSERT_TRUE(text);
  EXPECT_EQ(all_signatures(), *text)
      << "behaviour changed: if that was meant, raise the rules version and run `make golden`";
}

// CG-41
TEST(Signatures, OfPoliteTablesAreThoseOfAllOthers) {
  for (int players = 2; players <= 5; ++players)
    EXPECT_EQ(signature<cradle::Cradle>(players, "rounds=1 polite=yes"),
              signature<cradle::Cradle>(players, "rounds=1"));
}

}  // namespace
}  // namespace lifetable::play

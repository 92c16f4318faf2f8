// SPDX-License-Identifier: Apache-2.0
#include "table/typescript.hpp"

#include <gtest/gtest.h>

#include "play/file.hpp"

namespace lifetable::table {
namespace {

TEST(TypeScript, ThePageHasTheTypesOfTheDefinitions) {
  const auto committed = play::read_file(LIFETABLE_SOURCE_DIR "/web/src/protocol.ts");
  ASSERT_TRUE(committed);
  EXPECT_EQ(*committed, typescript()) << "run `make types`, and let the page follow";
}

}  // namespace
}  // namespace lifetable::table

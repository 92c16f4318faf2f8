// SPDX-License-Identifier: Apache-2.0
#include "bots/at_once.hpp"

#include <array>
#include <atomic>
#include <gtest/gtest.h>
#include <thread>

namespace lifetable::bots {
namespace {

TEST(AtOnce, EveryWorkerWorksOnceAndIsDoneInTheEnd) {
  for (const int workers : {1, 2, 5}) {
    std::array<std::atomic<int>, 6> worked{};
    at_once(workers, [&](int i) { ++worked[static_cast<std::size_t>(i)]; });
    for (int i = 0; i < 6; ++i) EXPECT_EQ(worked[static_cast<std::size_t>(i)], i < workers ? 1 : 0);
  }
}

TEST(AtOnce, WorkersDoNotWaitForEachOther) {
  std::atomic<int> there = 0;
  at_once(2, [&](int) {  // each waits for the other: one after the other, this would never end
    ++there;
    while (there < 2) std::this_thread::yield();
  });
  EXPECT_EQ(there, 2);
}

}  // namespace
}  // namespace lifetable::bots

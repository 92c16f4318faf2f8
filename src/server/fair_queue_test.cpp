// SPDX-License-Identifier: Apache-2.0
#include "server/fair_queue.hpp"

#include <gtest/gtest.h>

namespace lifetable::server {
namespace {

std::string all_of(FairQueue<char>& queue) {
  std::string order;
  while (const auto task = queue.pop()) order += *task;
  return order;
}

TEST(FairQueue, TakesOneOfEachInTurn) {
  FairQueue<char> queue;
  for (const char task : {'a', 'b', 'c', 'd'}) queue.push("greedy", task);
  queue.push("modest", 'M');
  queue.push("third", 'T');
  queue.push("third", 'U');
  EXPECT_EQ(queue.size(), 7u);
  EXPECT_EQ(all_of(queue), "aMTbUcd");
  EXPECT_EQ(queue.size(), 0u);
}

TEST(FairQueue, WhoComesLaterNeedNotWaitForAllOfOneOther) {
  FairQueue<char> queue;
  for (const char task : {'a', 'b', 'c'}) queue.push("greedy", task);
  EXPECT_EQ(queue.pop(), 'a');
  queue.push("modest", 'M');
  EXPECT_EQ(all_of(queue), "bMc");
  queue.push("greedy", 'd');
  EXPECT_EQ(all_of(queue), "d");
}

}  // namespace
}  // namespace lifetable::server

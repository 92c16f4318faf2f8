// SPDX-License-Identifier: Apache-2.0
#include "bots/tree.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace lifetable::bots {
namespace {

constexpr std::size_t kSmall = 16 << 10;

TEST(Tree, FindsADecisionByItsKeyUntilTheNextSearchBegins) {
  Tree tree(kSmall);
  tree.begin();
  EXPECT_EQ(tree.find(7), nullptr);
  Node* const node = tree.find_or_add(7);
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(tree.find_or_add(7), node);
  EXPECT_EQ(tree.find(7), node);
  EXPECT_EQ(tree.nodes(), 1u);
  tree.begin();
  EXPECT_EQ(tree.find(7), nullptr);
  EXPECT_EQ(tree.nodes(), 0u);
}

TEST(Tree, TellsDecisionsApartWhoseKeysBeginAtTheSamePlace) {
  Tree tree(kSmall);
  tree.begin();
  const std::uint64_t far = std::uint64_t{1} << 40;
  Node* const one = tree.find_or_add(5);
  Node* const other = tree.find_or_add(5 + far);
  EXPECT_NE(one, other);
  EXPECT_EQ(tree.find(5), one);
  EXPECT_EQ(tree.find(5 + far), other);
  EXPECT_EQ(tree.find(5 + 2 * far), nullptr);
}

TEST(Tree, KeepsWhatWasLearnedOfEachMoveWhenMoreCome) {
  Tree tree(kSmall);
  tree.begin();
  Node& node = *tree.find_or_add(1);
  ASSERT_TRUE(tree.make_room(node, 1));
  tree.find_or_add(node, 30)->wins = 840;
  EXPECT_EQ(tree.find(node, 10), nullptr);
  for (std::uint32_t move = 0; move < 40; ++move) {
    ASSERT_TRUE(tree.make_room(node, node.count + 1u));
    tree.find_or_add(node, move)->visits += move;
    ASSERT_EQ(tree.find(node, 30)->wins, 840u);
  }
  EXPECT_EQ(node.count, 40);
  for (std::uint32_t move = 0; move < 40; ++move) EXPECT_EQ(tree.find(node, move)->visits, move);
  EXPECT_EQ(tree.find(node, 40), nullptr);
  EXPECT_EQ(node.first.move, 30u);  // the one it began with is still known
}

TEST(Tree, StopsGrowingWithinItsLimit) {
  Tree tree(kSmall);
  EXPECT_LE(tree.bytes(), kSmall);
  tree.begin();
  std::uint64_t key = 0;
  while (tree.find_or_add(key)) ++key;
  EXPECT_GT(key, 100u);
  EXPECT_LT(key * sizeof(Node), kSmall);
  EXPECT_FALSE(tree.make_room(*tree.find(0), 250));  // more than any decision has
  std::uint64_t wide = 0;
  while (tree.make_room(*tree.find(wide), 10)) {
    for (std::uint32_t move = 0; move < 10; ++move) tree.find_or_add(*tree.find(wide), move)->wins = wide & 7;
    ++wide;
  }
  EXPECT_GT(wide, 10u);
  EXPECT_LT(wide * 10 * sizeof(Edge), kSmall);
  for (std::uint64_t k = 0; k < wide; ++k)
    for (std::uint32_t move = 0; move < 10; ++move) ASSERT_EQ(tree.find(*tree.find(k), move)->wins, k & 7);
}

TEST(Tree, FindsEveryDecisionWhileItGrows) {
  Tree tree(1 << 20);
  for (int search = 0; search < 3; ++search) {
    tree.begin();
    std::uint64_t key = 1;
    for (std::uint32_t i = 0; i < 12'000; ++i, key = key * 6364136223846793005u + 1) {
      ASSERT_EQ(tree.find(key), nullptr);
      tree.find_or_add(*tree.find_or_add(key), i);
    }
    key = 1;
    for (std::uint32_t i = 0; i < 12'000; ++i, key = key * 6364136223846793005u + 1)
      ASSERT_EQ(tree.find(key)->first.move, i);
  }
}

}  // namespace
}  // namespace lifetable::bots

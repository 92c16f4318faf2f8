#include "bots/tree.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace lifetable::bots {
namespace {

constexpr std::size_t kSmall = 16 << 10;

TEST(Tree, FindsADecisionByItsKeyUntilTheNextSearchBegins) {
  Tree tree(kSmall);
  tree.begin(32);
  EXPECT_EQ(tree.find(7), nullptr);
  Node* const node = tree.find_or_add(7);
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(tree.find_or_add(7), node);
  EXPECT_EQ(tree.find(7), node);
  EXPECT_EQ(tree.nodes(), 1u);
  tree.begin(32);
  EXPECT_EQ(tree.find(7), nullptr);
  EXPECT_EQ(tree.nodes(), 0u);
}

TEST(Tree, TellsDecisionsApartWhoseKeysBeginAtTheSamePlace) {
  Tree tree(kSmall);
  tree.begin(32);
  const std::uint64_t far = std::uint64_t{1} << 40;
  Node* const one = tree.find_or_add(5);
  Node* const other = tree.find_or_add(5 + far);
  EXPECT_NE(one, other);
  EXPECT_EQ(tree.find(5), one);
  EXPECT_EQ(tree.find(5 + far), other);
  EXPECT_EQ(tree.find(5 + 2 * far), nullptr);
}

TEST(Tree, KeepsMovesWhereTheyWerePutAndWhatWasLearnedOfThem) {
  Tree tree(kSmall);
  tree.begin(32);
  Node& node = *tree.find_or_add(1);
  ASSERT_TRUE(tree.add(node, 0, 30, 1));
  tree.edges(node)[0].wins = 840;
  ASSERT_TRUE(tree.add(node, 0, 10, 3));
  ASSERT_TRUE(tree.add(node, 1, 20, 3));
  ASSERT_TRUE(tree.add(node, 3, 40, 3));  // beyond the room asked for: it widens
  std::vector<std::uint32_t> moves;
  for (const Edge& edge : tree.edges(node)) moves.push_back(edge.move);
  EXPECT_EQ(moves, (std::vector<std::uint32_t>{10, 20, 30, 40}));
  EXPECT_EQ(tree.edges(node)[2].wins, 840u);
  EXPECT_EQ(tree.edges(node)[1].visits, 0u);
}

TEST(Tree, StopsGrowingWithinItsLimit) {
  Tree tree(kSmall);
  EXPECT_LE(tree.bytes(), kSmall);
  tree.begin(1'000'000);
  std::uint64_t key = 0;
  while (tree.find_or_add(key)) ++key;
  EXPECT_GT(key, 100u);
  EXPECT_LT(key * sizeof(Node), kSmall);
  Node& node = *tree.find(0);
  std::uint32_t move = 0;
  while (tree.add(node, move, move, 8)) ++move;
  EXPECT_EQ(move, Tree::kMostEdges);
  Node& other = *tree.find(1);
  for (std::uint32_t i = 0; i < 200; ++i) tree.add(other, i, i, 200);
  for (std::uint64_t k = 2; k < key; ++k)
    for (std::uint32_t i = 0; i < 200; ++i)
      if (!tree.add(*tree.find(k), i, i, 200)) break;
  EXPECT_EQ(tree.edges(node)[254].move, 254u);  // nobody else wrote there
}

TEST(Tree, MistakesNoOldNodeForANewOneAfterManySearches) {
  Tree tree(kSmall);
  tree.begin(32);
  tree.find_or_add(9);
  for (int i = 0; i < 70'000; ++i) {
    tree.begin(32);
    ASSERT_EQ(tree.find(9), nullptr) << "after " << i << " searches";
  }
}

}  // namespace
}  // namespace lifetable::bots

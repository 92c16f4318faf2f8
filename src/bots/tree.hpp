// What a search has learned: how often each move was tried at each decision, and how well it went.
//
// A decision is known by a 64-bit key of what the searching seat would then see. All memory is taken once,
// within a limit; when it is full, the tree stops growing and keeps learning.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace lifetable::bots {

/// A win is so many parts, which any number of seats from 1 to 8 can share evenly.
inline constexpr std::uint32_t kWholeWin = 840;

/// A move at a decision.
struct Edge {
  std::uint32_t move;     ///< its bits
  std::uint32_t visits;   ///< how often it was played,
  std::uint32_t offered;  ///< and how often it was legal: hidden hands differ from world to world
  std::uint32_t wins;     ///< of the seat that moves, in parts of a whole win
};

/// A decision. Layout: 32 bytes, two in a cache line.
struct Node {
  std::uint64_t key;
  std::uint32_t edges;   ///< where its moves begin, once there are several
  std::uint16_t search;  ///< the search it belongs to; a node of an earlier one is free
  std::uint8_t count, room;
  Edge first;  ///< the move it began with: most decisions are met only once
};
static_assert(sizeof(Node) == 32 && sizeof(Edge) == 16);

class Tree {
 public:
  static constexpr std::size_t kMostEdges = 255;

  /// At most so many bytes, of which at least a few kilobytes are needed.
  explicit Tree(std::size_t memory) {
    const std::size_t slots = std::bit_floor(memory / 2 / sizeof(Node));
    const std::size_t edges = (memory - slots * sizeof(Node)) / sizeof(Edge);
    assert(slots >= 64);
    // Zeroed by the system page by page as it is used: a short search touches little of it.
    nodes_.reset(static_cast<Node*>(std::calloc(slots, sizeof(Node))));
    edges_.reset(static_cast<Edge*>(std::calloc(edges, sizeof(Edge))));
    if (!nodes_ || !edges_) throw std::bad_alloc();
    slots_ = slots;
    edge_room_ = edges;
  }

  /// Forgets everything. A search that expects few nodes keeps them close together.
  void begin(std::size_t expected_nodes) {
    if (++search_ == 0) {  // after 65,535 searches the marks of old ones could be mistaken
      std::fill_n(nodes_.get(), slots_, Node{});
      search_ = 1;
    }
    const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(expected_nodes, 32) * 2);
    mask_ = std::min(wanted, slots_) - 1;
    nodes_used_ = edges_used_ = 0;
  }

  /// The decision with this key; nullptr if it is not known.
  Node* find(std::uint64_t key) const {
    for (std::size_t at = key & mask_;; at = (at + 1) & mask_) {
      Node& node = nodes_[at];
      if (node.search != search_) return nullptr;
      if (node.key == key) return &node;
    }
  }
  /// The same, or a new one, without moves; nullptr if there is no room.
  Node* find_or_add(std::uint64_t key) {
    for (std::size_t at = key & mask_;; at = (at + 1) & mask_) {
      Node& node = nodes_[at];
      if (node.search == search_ && node.key == key) return &node;
      if (node.search == search_) continue;
      if (nodes_used_ * 4 > mask_ * 3) return nullptr;  // a fuller table would be slow
      ++nodes_used_;
      node = {.key = key, .edges = 0, .search = search_, .count = 0, .room = 1, .first = {}};
      return &node;
    }
  }

  std::span<Edge> edges(Node& node) const {
    return {node.room == 1 ? &node.first : edges_.get() + node.edges, node.count};
  }
  /// Adds a move that was never tried, before the edge at `place`; false if there is no room. Edges after it
  /// move on, or all of them elsewhere.
  bool add(Node& node, std::size_t place, std::uint32_t move, std::size_t room) {
    if (node.count == node.room && !widen(node, room)) return false;
    Edge* const edges = node.room == 1 ? &node.first : edges_.get() + node.edges;
    std::copy_backward(edges + place, edges + node.count, edges + node.count + 1);
    edges[place] = {.move = move, .visits = 0, .offered = 0, .wins = 0};
    ++node.count;
    return true;
  }

  std::size_t nodes() const { return nodes_used_; }
  /// What is taken of the system, touched or not.
  std::size_t bytes() const { return slots_ * sizeof(Node) + edge_room_ * sizeof(Edge); }

 private:
  bool widen(Node& node, std::size_t room) {
    room = std::min(std::max<std::size_t>(room, node.room + 4u), kMostEdges);
    if (room <= node.room || edges_used_ + room > edge_room_) return false;
    const auto from = edges(node);
    std::copy(from.begin(), from.end(), edges_.get() + edges_used_);
    node.edges = static_cast<std::uint32_t>(edges_used_);
    node.room = static_cast<std::uint8_t>(room);
    edges_used_ += room;
    return true;
  }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<Node[], Free> nodes_;
  std::unique_ptr<Edge[], Free> edges_;
  std::size_t slots_ = 0, edge_room_ = 0, mask_ = 0, nodes_used_ = 0, edges_used_ = 0;
  std::uint16_t search_ = 0;
};

}  // namespace lifetable::bots

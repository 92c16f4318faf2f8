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
#include <memory>
#include <span>

namespace lifetable::bots {

/// A win is so many parts, which any number of seats from 1 to 8 can share evenly.
inline constexpr std::uint32_t kWholeWin = 840;

/// No move has these bits.
inline constexpr std::uint32_t kNoMove = ~0u;

/// A move at a decision.
struct Edge {
  std::uint32_t move;     ///< its bits; kNoMove: a free place
  std::uint32_t visits;   ///< how often it was played,
  std::uint32_t offered;  ///< and how often it was legal: hidden hands differ from world to world
  std::uint32_t wins;     ///< of the seat that moves, in parts of a whole win
};

/// A decision. Layout: 32 bytes, two in a cache line.
struct Node {
  std::uint64_t key;
  std::uint32_t edges;   ///< where its moves are, once there are several: scattered by their bits
  std::uint16_t search;  ///< the search it belongs to; a node of an earlier one is free
  std::uint8_t count, room;
  Edge first;  ///< the move it began with: most decisions are met only once
};
static_assert(sizeof(Node) == 32 && sizeof(Edge) == 16);

void* take_zeroed(std::size_t bytes);
void give_back(void* memory, std::size_t bytes);

/// Memory that the system zeroes piece by piece as it is used: a short search touches little of it.
template <class T>
class Zeroed {
 public:
  Zeroed() = default;
  explicit Zeroed(std::size_t size) : items_(static_cast<T*>(take_zeroed(size * sizeof(T))), {size}) {}
  T* get() const { return items_.get(); }
  T& operator[](std::size_t i) const { return items_[i]; }

 private:
  struct Free {
    std::size_t size = 0;
    void operator()(T* items) const { give_back(items, size * sizeof(T)); }
  };
  std::unique_ptr<T[], Free> items_;
};

class Tree {
 public:
  static constexpr std::size_t kMostPlaces = 255;  ///< for moves of one decision

  /// At most so many bytes, of which at least a few kilobytes are needed.
  explicit Tree(std::size_t memory) {
    const std::size_t slots = std::bit_floor(memory / 2 / sizeof(Node));
    const std::size_t edges = (memory - slots * sizeof(Node)) / sizeof(Edge);
    assert(slots >= 64);
    nodes_ = Zeroed<Node>(slots);
    edges_ = Zeroed<Edge>(edges);
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
      node = {.key = key, .edges = 0, .search = search_, .count = 0, .room = 1, .first = {kNoMove, 0, 0, 0}};
      return &node;
    }
  }

  /// All places for moves; some are free.
  std::span<Edge> places(Node& node) const {
    return {node.room == 1 ? &node.first : edges_.get() + node.edges, node.room};
  }
  /// A move of a decision; nullptr if it is not known there.
  Edge* find(Node& node, std::uint32_t move) const {
    Edge& edge = *place_of(node, move);
    return edge.move == move ? &edge : nullptr;
  }
  /// The same, or a new one. There must be room.
  Edge* find_or_add(Node& node, std::uint32_t move) const {
    Edge& edge = *place_of(node, move);
    if (edge.move != move) {
      assert(edge.move == kNoMove && has_room(node, node.count + 1u));
      edge = {.move = move, .visits = 0, .offered = 0, .wins = 0};
      ++node.count;
    }
    return &edge;
  }
  /// Makes room for so many moves in all; false if there is none. The edges may move elsewhere.
  bool make_room(Node& node, std::size_t moves) {
    if (has_room(node, moves)) return true;
    const std::size_t room = moves + moves / 3 + 1;
    if (room > kMostPlaces || edges_used_ + room > edge_room_) return false;
    Edge* const from = places(node).data();
    const std::size_t places_before = node.room;
    node.edges = static_cast<std::uint32_t>(edges_used_);
    node.room = static_cast<std::uint8_t>(room);
    edges_used_ += room;
    for (Edge& edge : places(node)) edge.move = kNoMove;
    for (std::size_t i = 0; i < places_before; ++i)
      if (from[i].move != kNoMove) *place_of(node, from[i].move) = from[i];
    return true;
  }

  std::size_t nodes() const { return nodes_used_; }
  /// What is taken of the system, touched or not.
  std::size_t bytes() const { return slots_ * sizeof(Node) + edge_room_ * sizeof(Edge); }

 private:
  /// One place always stays free, so that looking for a move ends.
  static bool has_room(const Node& node, std::size_t moves) {
    return moves < node.room || (moves == 1 && node.room == 1);
  }
  /// Where the move is, or would be.
  Edge* place_of(Node& node, std::uint32_t move) const {
    if (node.room == 1) return &node.first;
    Edge* const places = edges_.get() + node.edges;
    std::size_t at = std::uint64_t{move * 0x9E3779B1u} * node.room >> 32;
    while (places[at].move != move && places[at].move != kNoMove) at = at + 1 == node.room ? 0 : at + 1;
    return places + at;
  }

  Zeroed<Node> nodes_;
  Zeroed<Edge> edges_;
  std::size_t slots_ = 0, edge_room_ = 0, mask_ = 0, nodes_used_ = 0, edges_used_ = 0;
  std::uint16_t search_ = 0;
};

}  // namespace lifetable::bots

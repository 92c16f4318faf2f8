// SPDX-License-Identifier: Apache-2.0
// What a search has learned: how often each move was tried at each decision, and how well it went.
//
// A decision is known by a 64-bit key of what the searching seat would then see. All memory is set aside
// once, within a limit, and filled from its beginning, so that a short search stays within the processor's
// cache; when it is full, the tree stops growing and keeps learning.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "core/shares.hpp"

namespace lifetable::bots {

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
  std::uint32_t edges;  ///< where its moves are, once there are several: scattered by their bits
  std::uint8_t count, room;
  std::uint16_t unused;
  Edge first;  ///< the move it began with: most decisions are met only once
};
static_assert(sizeof(Node) == 32 && sizeof(Edge) == 16);

/// Room for so many things, not filled in: the system gives it piece by piece as it is used.
template <class T>
class Memory {
 public:
  explicit Memory(std::size_t size) : items_(static_cast<T*>(::operator new(size * sizeof(T)))) {}
  T* get() const { return items_.get(); }
  T& operator[](std::size_t i) const { return items_[i]; }

 private:
  struct Free {
    void operator()(T* items) const { ::operator delete(items); }
  };
  std::unique_ptr<T[], Free> items_;
};

class Tree {
 public:
  static constexpr std::size_t kMostPlaces = 255;  ///< for moves of one decision

  /// At most so many bytes, of which at least a few kilobytes are needed.
  explicit Tree(std::size_t memory)
      : most_slots_(std::bit_floor(memory / 64)),
        most_nodes_(most_slots_ / 4 * 3),
        most_edges_((memory - most_slots_ * sizeof(Slot) - most_nodes_ * sizeof(Node)) / sizeof(Edge)),
        slots_(most_slots_),
        nodes_(most_nodes_),
        edges_(most_edges_) {
    assert(most_slots_ >= kFewSlots);
  }

  /// Forgets everything.
  void begin() {
    nodes_used_ = edges_used_ = 0;
    spread_over(kFewSlots);
  }

  /// Has the memory for a key, or for the moves of a decision, fetched while other things are done.
  void expect(std::uint64_t key) const { __builtin_prefetch(&slots_[key & mask_]); }
  void expect_edges(const Node& node) const {
    constexpr std::size_t in_a_line = 64 / sizeof(Edge);
    if (node.room > 1)
      for (std::size_t i = 0; i < node.room; i += in_a_line)
        __builtin_prefetch(edges_.get() + node.edges + i);
  }

  /// The decision with this key; nullptr if it is not known.
  Node* find(std::uint64_t key) const {
    const std::size_t node = slots_[slot_of(key)].node;
    return node == kFree ? nullptr : &nodes_[node - 1];
  }
  /// The same, or a new one, without moves; nullptr if there is no room.
  Node* find_or_add(std::uint64_t key) {
    std::size_t at = slot_of(key);
    if (slots_[at].node != kFree) return &nodes_[slots_[at].node - 1];
    if (nodes_used_ == most_nodes_) return nullptr;
    if (nodes_used_ * 4 >= (mask_ + 1) * 3) {  // a fuller table would be slow
      spread_over((mask_ + 1) * 2);
      at = slot_of(key);
    }
    Node& node = nodes_[nodes_used_++];
    node = {.key = key, .edges = 0, .count = 0, .room = 1, .unused = 0, .first = {kNoMove, 0, 0, 0}};
    slots_[at] = {tag_of(key), static_cast<std::uint32_t>(nodes_used_)};
    return &node;
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
    if (room > kMostPlaces || edges_used_ + room > most_edges_) return false;
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
  /// What is set aside, touched or not.
  std::size_t bytes() const {
    return most_slots_ * sizeof(Slot) + most_nodes_ * sizeof(Node) + most_edges_ * sizeof(Edge);
  }

 private:
  /// Where to find a node: part of its key, and its number, from 1.
  struct Slot {
    std::uint32_t tag, node;
  };
  static constexpr std::uint32_t kFree = 0;
  static constexpr std::size_t kFewSlots = 256;

  static std::uint32_t tag_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
  /// The slot of the node with this key, or the free one where it would be.
  std::size_t slot_of(std::uint64_t key) const {
    for (std::size_t at = key & mask_;; at = (at + 1) & mask_) {
      const Slot slot = slots_[at];
      if (slot.node == kFree || (slot.tag == tag_of(key) && nodes_[slot.node - 1].key == key)) return at;
    }
  }
  /// Finds every node a slot among so many.
  void spread_over(std::size_t slots) {
    assert(slots <= most_slots_);
    mask_ = slots - 1;
    std::fill_n(slots_.get(), slots, Slot{0, kFree});
    for (std::size_t i = 0; i < nodes_used_; ++i)
      slots_[slot_of(nodes_[i].key)] = {tag_of(nodes_[i].key), static_cast<std::uint32_t>(i + 1)};
  }

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

  std::size_t most_slots_, most_nodes_, most_edges_, mask_ = 0, nodes_used_ = 0, edges_used_ = 0;
  Memory<Slot> slots_;
  Memory<Node> nodes_;
  Memory<Edge> edges_;
};

}  // namespace lifetable::bots

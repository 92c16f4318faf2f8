// SPDX-License-Identifier: Apache-2.0
// A list with a fixed capacity, kept in place: what rules and search use instead of std::vector.
//
// Not for members of a State: what lies beyond its size is undefined, and states are compared and hashed byte
// by byte.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace lifetable {

template <class T, std::size_t Capacity>
class FixedList {
 public:
  using value_type = T;

  constexpr FixedList() = default;

  constexpr void push_back(const T& item) {
    assert(size_ < Capacity);
    if (size_ >= Capacity) __builtin_unreachable();  // g++ 14 warns of a list that is too full otherwise
    items_[size_++] = item;
  }
  /// Adds the item if `wanted`, without a branch: for lists whose members no processor can predict. There
  /// must be room for one item more than is ever kept.
  constexpr void push_back_if(bool wanted, const T& item) {
    assert(size_ < Capacity);
    items_[size_] = item;
    size_ += wanted;
  }
  /// Adds the first `kept` items of a row, each changed by `change`. The whole row is written, which a
  /// processor does in one step where a loop over `kept` would guess wrong; there must be room for it.
  template <std::size_t Length, class Change>
  constexpr void push_back_row(const std::array<T, Length>& row, std::size_t kept, Change change) {
    assert(kept <= Length && size_ + Length <= Capacity);
    T* const to = items_ + size_;
    for (std::size_t i = 0; i < Length; ++i) to[i] = change(row[i]);
    size_ += static_cast<std::uint32_t>(kept);
  }
  template <std::size_t Length>
  constexpr void push_back_row(const std::array<T, Length>& row, std::size_t kept) {
    push_back_row(row, kept, [](T item) { return item; });
  }
  constexpr void pop_back() { assert(size_ > 0), --size_; }
  constexpr void clear() { size_ = 0; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  static constexpr std::size_t capacity() { return Capacity; }

  constexpr T& operator[](std::size_t i) { return assert(i < size_), items_[i]; }
  constexpr const T& operator[](std::size_t i) const { return assert(i < size_), items_[i]; }
  constexpr T* begin() { return items_; }
  constexpr T* end() { return items_ + size_; }
  constexpr const T* begin() const { return items_; }
  constexpr const T* end() const { return items_ + size_; }

  constexpr bool contains(const T& item) const {
    for (const T& each : *this)
      if (each == item) return true;
    return false;
  }
  friend constexpr bool operator==(const FixedList& a, const FixedList& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (!(a.items_[i] == b.items_[i])) return false;
    return true;
  }

 private:
  std::uint32_t size_ = 0;  // the same on every platform
  T items_[Capacity];       // left uninitialised on purpose: a list is filled right after it is made
};

}  // namespace lifetable

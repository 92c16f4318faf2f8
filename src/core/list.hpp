// A list with a fixed capacity, kept in place: what rules and search use instead of std::vector.
#pragma once

#include <cassert>
#include <cstddef>

namespace lifetable {

template <class T, std::size_t Capacity>
class FixedList {
 public:
  using value_type = T;

  constexpr FixedList() = default;

  constexpr void push_back(const T& item) {
    assert(size_ < Capacity);
    items_[size_++] = item;
  }
  /// Adds the item if `wanted`, without a branch: for lists whose members no processor can predict. There must be room
  /// for one item more than is ever kept.
  constexpr void push_back_if(bool wanted, const T& item) {
    assert(size_ < Capacity);
    items_[size_] = item;
    size_ += wanted;
  }
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
  std::size_t size_ = 0;
  T items_[Capacity];  // left uninitialised on purpose: a list is filled right after it is made
};

}  // namespace lifetable

// SPDX-License-Identifier: Apache-2.0
// The one way a boundary reports failure: a value, or an Error that a person can read.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace lifetable {

/// The number of a rule clause, as in CG-16; 0 means "none": nothing is broken.
struct Clause {
  int number = 0;
  constexpr explicit operator bool() const { return number != 0; }
  friend constexpr bool operator==(Clause, Clause) = default;
};

/// One clear sentence: what is wrong, where, and what to do. With the clause, if a rule was broken.
struct Error {
  std::string message;
  Clause clause = {};
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return held_.index() == 0; }
  T& operator*() { return assert(*this), *std::get_if<0>(&held_); }
  const T& operator*() const { return assert(*this), *std::get_if<0>(&held_); }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  const Error& error() const { return assert(!*this), *std::get_if<1>(&held_); }

 private:
  std::variant<T, Error> held_;
};

/// For what can fail but has nothing to return.
struct Done {};

}  // namespace lifetable

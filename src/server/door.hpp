// SPDX-License-Identifier: Apache-2.0
// How much one address may ask for: whoever asks more waits, and nobody else does. It knows no sockets and
// asks no clock.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "table/clock.hpp"

namespace lifetable::server {

/// So many at once, and so many a second afterwards; 0 a second: no limit.
struct Rate {
  double at_once = 0, a_second = 0;
};

/// A bucket that fills up with time, and that each request takes from.
class Bucket {
 public:
  /// Takes so much if it is there.
  bool take(const Rate& rate, table::Millis now, double amount = 1);
  /// Takes so much, be it there or not: what it turned out to cost afterwards.
  void charge(const Rate& rate, table::Millis now, double amount);
  bool is_full(const Rate& rate, table::Millis now) const;

 private:
  void fill(const Rate& rate, table::Millis now);

  double taken_ = 0;
  table::Millis when_ = 0;
};

/// The part of an address that stands for one household: all of an IPv4 address, half of an IPv6 one.
std::string household(std::string_view address);

/// A bucket for each address, as many as there may be.
class Door {
 public:
  explicit Door(Rate rate, std::size_t most = 50'000) : rate_(rate), most_(most) {}
  bool lets_in(std::string_view address, table::Millis now, double amount = 1);
  /// For somebody who was let in, and costs more or less than that.
  void charge(std::string_view address, table::Millis now, double amount);
  std::size_t size() const { return buckets_.size(); }

 private:
  Bucket& bucket_of(std::string_view address, table::Millis now);
  void forget(table::Millis now);

  Rate rate_;
  std::size_t most_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace lifetable::server

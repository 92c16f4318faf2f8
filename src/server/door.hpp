// SPDX-License-Identifier: Apache-2.0
// How much one address may ask for: whoever asks more waits, and nobody else does. It knows no sockets and
// asks no clock.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "table/clock.hpp"

namespace lifetable::server {

/// So many at once, and so many a second afterwards; 0 a second: no limit.
struct Rate {
  double at_once = 0, a_second = 0;
};

/// A bucket that fills up with time, and that each request takes from.
class Bucket {
 public:
  /// Takes so much if it is there. Nothing costs more than a whole bucket, or it could never be had.
  bool take(const Rate& rate, table::Millis now, double amount = 1);
  void give_back(const Rate& rate, table::Millis now, double amount);
  bool has(const Rate& rate, table::Millis now, double amount = 1) const;
  /// How long it takes to be full again; less than nothing if it has been for so long.
  double millis_until_full(const Rate& rate, table::Millis now) const;

 private:
  void fill(const Rate& rate, table::Millis now);

  double taken_ = 0;
  table::Millis when_ = 0;
};

/// The part of an address that stands for one household: all of an IPv4 address, half of an IPv6 one.
std::string household(std::string_view address);

/// A network that an address is in, and how many times what one household may take all of it may take.
struct Network {
  std::string key;
  unsigned times = 1;
};
/// The networks that an address counts for, the widest first. Whoever has an IPv6 /48 has 65,536 households
/// in it, so a /56 and a /48 have limits as well. An IPv4 address counts alone: neighbours there are
/// strangers, and a school or a mobile network is one address anyway. Behind a space, `address` may name what
/// is counted, as in "2001:db8::1 K7M2QX": each network then has a bucket for each of these.
std::vector<Network> networks_of(std::string_view address);

/// Buckets for each address and for the networks that it is in, as many as there may be.
class Door {
 public:
  explicit Door(Rate rate, std::size_t most = 50'000) : rate_(rate), most_(most) {}
  /// Takes from all of its networks, or from none.
  bool lets_in(std::string_view address, table::Millis now, double amount = 1);
  /// For somebody who was let in, and cost less than that.
  void give_back(std::string_view address, table::Millis now, double amount = 1);
  std::size_t size() const { return buckets_.size(); }

 private:
  struct Entry {
    Bucket bucket;
    unsigned times;
  };
  Rate rate_of(unsigned times) const;
  Bucket& bucket_of(const Network& network, table::Millis now);
  void forget_half(table::Millis now);

  Rate rate_;
  std::size_t most_;
  std::unordered_map<std::string, Entry> buckets_;
};

}  // namespace lifetable::server

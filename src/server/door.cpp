// SPDX-License-Identifier: Apache-2.0
#include "server/door.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <netinet/in.h>

namespace lifetable::server {

bool Bucket::take(const Rate& rate, table::Millis now, double amount) {
  if (rate.a_second <= 0) return true;
  fill(rate, now);
  if (taken_ + amount > rate.at_once) return false;
  taken_ += amount;
  return true;
}

void Bucket::charge(const Rate& rate, table::Millis now, double amount) {
  fill(rate, now);
  taken_ = std::max(0.0, taken_ + amount);
}

void Bucket::fill(const Rate& rate, table::Millis now) {
  taken_ = std::max(0.0, taken_ - static_cast<double>(now - when_) * rate.a_second / 1000);
  when_ = now;
}

bool Bucket::is_full(const Rate& rate, table::Millis now) const {
  return taken_ <= static_cast<double>(now - when_) * rate.a_second / 1000;
}

std::string household(std::string_view address) {
  std::string text(address);
  in6_addr whole{};
  if (::inet_pton(AF_INET6, text.c_str(), &whole) != 1 || IN6_IS_ADDR_V4MAPPED(&whole)) return text;
  for (std::size_t i = sizeof whole / 2; i < sizeof whole; ++i) whole.s6_addr[i] = 0;
  text.resize(INET6_ADDRSTRLEN);
  return ::inet_ntop(AF_INET6, &whole, text.data(), INET6_ADDRSTRLEN);
}

bool Door::lets_in(std::string_view address, table::Millis now, double amount) {
  return rate_.a_second <= 0 || bucket_of(address, now).take(rate_, now, amount);
}

void Door::charge(std::string_view address, table::Millis now, double amount) {
  if (rate_.a_second > 0) bucket_of(address, now).charge(rate_, now, amount);
}

Bucket& Door::bucket_of(std::string_view address, table::Millis now) {
  if (buckets_.size() >= most_) forget(now);
  return buckets_[household(address)];
}

/// Full buckets need not be remembered. If none is full, so many come at once that all begin anew.
void Door::forget(table::Millis now) {
  std::erase_if(buckets_, [&](const auto& each) { return each.second.is_full(rate_, now); });
  if (buckets_.size() >= most_) buckets_.clear();
}

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
#include "server/door.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cstddef>
#include <netinet/in.h>
#include <optional>
#include <utility>

namespace lifetable::server {

bool Bucket::take(const Rate& rate, table::Millis now, double amount) {
  if (rate.a_second <= 0) return true;
  fill(rate, now);
  amount = std::min(amount, rate.at_once);
  if (taken_ + amount > rate.at_once) return false;
  taken_ += amount;
  return true;
}

void Bucket::give_back(const Rate& rate, table::Millis now, double amount) {
  fill(rate, now);
  taken_ = std::max(0.0, taken_ - amount);
}

void Bucket::fill(const Rate& rate, table::Millis now) {
  taken_ = std::max(0.0, taken_ - static_cast<double>(now - when_) * rate.a_second / 1000);
  when_ = now;
}

bool Bucket::has(const Rate& rate, table::Millis now, double amount) const {
  Bucket filled = *this;
  filled.fill(rate, now);
  return filled.taken_ + std::min(amount, rate.at_once) <= rate.at_once;
}

double Bucket::millis_until_full(const Rate& rate, table::Millis now) const {
  return taken_ / rate.a_second * 1000 - static_cast<double>(now - when_);
}

namespace {

/// An IPv6 address as bytes, without the interface that a link-local one names ("fe80::1%eth0"). None if it
/// is something else, or an IPv4 address in disguise.
std::optional<in6_addr> as_ipv6(std::string_view address) {
  if (address.find(':') == std::string_view::npos) return {};
  const std::string text(address.substr(0, address.find('%')));
  in6_addr whole{};
  if (::inet_pton(AF_INET6, text.c_str(), &whole) != 1 || IN6_IS_ADDR_V4MAPPED(&whole)) return {};
  return whole;
}

}  // namespace

std::string household(std::string_view address) {
  auto whole = as_ipv6(address);
  if (!whole) return std::string(address);
  for (std::size_t i = sizeof *whole / 2; i < sizeof *whole; ++i) whole->s6_addr[i] = 0;
  std::string text(INET6_ADDRSTRLEN, '\0');
  return ::inet_ntop(AF_INET6, &*whole, text.data(), INET6_ADDRSTRLEN);
}

std::vector<Network> networks_of(std::string_view address) {
  const std::size_t space = std::min(address.find(' '), address.size());
  const auto whole = as_ipv6(address.substr(0, space));
  if (!whole) return {{std::string(address), 1}};
  std::vector<Network> networks;
  for (const auto& [bytes, times] : {std::pair{6, 16u}, {7, 4u}, {8, 1u}}) {
    // The length in front, so that no network has the bytes of another; and no text begins with such a byte.
    std::string key(1, static_cast<char>(bytes));
    key.append(reinterpret_cast<const char*>(whole->s6_addr), static_cast<std::size_t>(bytes));
    networks.push_back({key.append(address.substr(space)), times});
  }
  return networks;
}

bool Door::lets_in(std::string_view address, table::Millis now, double amount) {
  if (rate_.a_second <= 0) return true;
  amount = std::min(amount, rate_.at_once);
  const auto networks = networks_of(address);
  // The widest first: who is refused for it gets no bucket for each of the networks inside.
  for (const Network& network : networks)
    if (!bucket_of(network, now).has(rate_of(network.times), now, amount)) return false;
  for (const Network& network : networks) bucket_of(network, now).take(rate_of(network.times), now, amount);
  return true;
}

void Door::give_back(std::string_view address, table::Millis now, double amount) {
  if (rate_.a_second <= 0) return;
  for (const Network& network : networks_of(address))
    bucket_of(network, now).give_back(rate_of(network.times), now, amount);
}

Rate Door::rate_of(unsigned times) const { return {rate_.at_once * times, rate_.a_second * times}; }

Bucket& Door::bucket_of(const Network& network, table::Millis now) {
  if (const auto known = buckets_.find(network.key); known != buckets_.end()) return known->second.bucket;
  if (buckets_.size() >= most_) forget_half(now);
  return buckets_.emplace(network.key, Entry{{}, network.times}).first->second.bucket;
}

/// Those that are full again the soonest, for whom it makes the least difference: whoever has used theirs up
/// cannot have that forgotten by coming from elsewhere as well. Half, so that this is seldom.
void Door::forget_half(table::Millis now) {
  std::vector<double> waits;
  waits.reserve(buckets_.size());
  const auto wait = [&](const Entry& entry) {
    return entry.bucket.millis_until_full(rate_of(entry.times), now);
  };
  for (const auto& [key, entry] : buckets_) waits.push_back(wait(entry));
  const auto middle = waits.begin() + static_cast<std::ptrdiff_t>(waits.size() / 2);
  std::nth_element(waits.begin(), middle, waits.end());
  const std::size_t most = most_ / 2;
  std::erase_if(buckets_, [&](const auto& each) { return wait(each.second) < *middle; });
  // Many may have the same to wait: any of them.
  for (auto each = buckets_.begin(); each != buckets_.end() && buckets_.size() > most;)
    each = wait(each->second) <= *middle ? buckets_.erase(each) : std::next(each);
}

}  // namespace lifetable::server

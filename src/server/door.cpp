#include "server/door.hpp"

#include <algorithm>

namespace lifetable::server {

bool Bucket::take(const Rate& rate, table::Millis now, double amount) {
  if (rate.a_second <= 0) return true;
  taken_ = std::max(0.0, taken_ - static_cast<double>(now - when_) * rate.a_second / 1000);
  when_ = now;
  if (taken_ + amount > rate.at_once) return false;
  taken_ += amount;
  return true;
}

bool Bucket::is_full(const Rate& rate, table::Millis now) const {
  return taken_ <= static_cast<double>(now - when_) * rate.a_second / 1000;
}

std::string household(std::string_view address) {
  if (address.find(':') == std::string_view::npos || address.starts_with("::ffff:"))
    return std::string(address);
  std::size_t end = 0;
  for (int part = 0; part < 4 && end != std::string_view::npos; ++part) end = address.find(':', end + 1);
  return std::string(address.substr(0, end));
}

bool Door::lets_in(std::string_view address, table::Millis now, double amount) {
  if (buckets_.size() >= most_) forget(now);
  return buckets_[household(address)].take(rate_, now, amount);
}

/// Full buckets need not be remembered. If none is full, so many come at once that all begin anew.
void Door::forget(table::Millis now) {
  std::erase_if(buckets_, [&](const auto& each) { return each.second.is_full(rate_, now); });
  if (buckets_.size() >= most_) buckets_.clear();
}

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
#include "server/names.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <netinet/in.h>

namespace lifetable::server {

namespace {

bool is_letter_or_digit(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
}

/// Exactly as browsers write it: no zeros in front, no parts left out.
bool is_literal(int family, std::string_view text) {
  const std::string copy(text);
  in6_addr parsed;  // has room for both families
  return copy.find('\0') == std::string::npos && ::inet_pton(family, copy.c_str(), &parsed) == 1;
}

/// "", ":" or ":8080"
bool is_port(std::string_view text) {
  return text.empty() || (text.size() <= 6 && text[0] == ':' &&
                          text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

}  // namespace

bool is_name(std::string_view text) {
  const bool has_empty_part =
      text.starts_with('.') || text.ends_with('.') || text.find("..") != std::string_view::npos;
  return !text.empty() && text.size() <= 253 && !has_empty_part &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.'; });
}

Names::Names(std::string_view machine, const std::vector<std::string>& given) {
  names_.insert(given.begin(), given.end());
  if (!is_name(machine)) return;
  const std::string first(machine.substr(0, machine.find('.')));
  names_.insert({std::string(machine), first, first + ".local"});
}

bool Names::include(std::string_view host) const {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    return end != std::string_view::npos && is_literal(AF_INET6, host.substr(1, end - 1)) &&
           is_port(host.substr(end + 1));
  }
  const std::string_view before = host.substr(0, host.find(':'));
  if (!is_port(host.substr(before.size()))) return false;
  if (is_literal(AF_INET, before)) return true;
  // A dot at the end says that the name is a whole one.
  return names_.contains(before.substr(0, before.size() - (before.ends_with('.') ? 1 : 0)));
}

}  // namespace lifetable::server

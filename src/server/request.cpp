// SPDX-License-Identifier: Apache-2.0
#include "server/request.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>

#include "server/pieces.hpp"

namespace lifetable::server {

namespace {

char lower(char letter) { return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

/// "q=0.5" in thousandths; what is no weight counts as a refusal.
int weight_of(std::string_view text) {
  if (text.size() < 3 || lower(text[0]) != 'q' || text[1] != '=') return 0;
  text.remove_prefix(2);
  if (text[0] != '0' && text[0] != '1') return 0;
  if (text.size() > 5 || (text.size() > 1 && text[1] != '.')) return 0;
  int weight = 0, place = 1000;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 1) continue;  // the point
    if (text[i] < '0' || text[i] > '9') return 0;
    weight += (text[i] - '0') * place;
    place /= 10;
  }
  return std::min(weight, 1000);
}

/// 0 to 15; -1 for what is no such digit.
int hex_digit(char digit) {
  if ('0' <= digit && digit <= '9') return digit - '0';
  const char letter = lower(digit);
  return 'a' <= letter && letter <= 'f' ? letter - 'a' + 10 : -1;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

}  // namespace

std::optional<std::string_view> authority_of(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (same_word(target.substr(0, scheme.size()), scheme)) {
      target.remove_prefix(scheme.size());
      return target.substr(0, target.find_first_of("/?#"));
    }
  return std::nullopt;
}

std::optional<std::string> path_of(std::string_view target) {
  // Proxies are asked by whole addresses, and servers have to understand them as well.
  if (const auto authority = authority_of(target)) {
    target = std::string_view(authority->end(), target.end());
    if (!target.starts_with('/')) return "/";
  }
  if (!target.starts_with('/')) return std::nullopt;
  return percent_decoded(target.substr(0, target.find_first_of("?#")));
}

bool prefers_gzip(std::string_view accept_encoding) {
  std::optional<int> gzip, plain, others;
  while (!accept_encoding.empty()) {
    std::string_view item = take_until(accept_encoding, ',');
    const std::string_view coding = take_until(item, ';');
    const int weight = item.empty() ? 1000 : weight_of(trimmed(item));
    if (same_word(coding, "gzip") || same_word(coding, "x-gzip")) gzip = weight;
    if (same_word(coding, "identity")) plain = weight;
    if (coding == "*") others = weight;
  }
  // Who does not mention the bytes as they are takes them if need be.
  const int packed = gzip.value_or(others.value_or(0));
  return packed > 0 && packed >= plain.value_or(0);
}

bool names_tag(std::string_view if_none_match, std::string_view tag) {
  if (trimmed(if_none_match) == "*") return true;
  while (!if_none_match.empty()) {
    std::string_view item = take_until(if_none_match, ',');  // our tags have no comma in them
    if (item.starts_with("W/")) item.remove_prefix(2);
    if (item == tag) return true;
  }
  return false;
}

bool comes_from_here(std::string_view origin, std::string_view host) {
  if (origin.empty()) return true;  // no browser
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme)) return boost::beast::iequals(origin.substr(scheme.size()), host);
  return false;
}

std::string_view forwarded_for(std::string_view header) {
  const std::size_t comma = header.rfind(',');
  if (comma != std::string_view::npos) header.remove_prefix(comma + 1);
  header = trimmed(header);
  // Some proxies write the client's port as well, "192.0.2.1:443" or "[2001:db8::1]:443": each of its
  // connections would be somebody else.
  if (header.starts_with('[')) return header.substr(1, header.find(']') - 1);
  const std::size_t colon = header.find(':');
  return colon == header.rfind(':') ? header.substr(0, colon) : header;
}

bool is_this_machine(std::string_view address) {
  return address == "::1" || address.starts_with("127.") || address.starts_with("::ffff:127.");
}

}  // namespace lifetable::server

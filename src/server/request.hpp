// What a browser asks for, as far as files need it: the path, and what it takes and has already.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lifetable::server {

struct Request {
  std::string_view method;      ///< "GET"
  std::string_view target;      ///< "/index.html?lang=en"
  std::string accept_encoding;  ///< the header of that name
  std::string if_none_match;
};

/// The path of a target, without its query and with %41 read as A; none if it is no path.
std::optional<std::string> path_of(std::string_view target);

/// Whether an Accept-Encoding prefers gzip to the bytes as they are (RFC 9110, 12.5.3).
bool prefers_gzip(std::string_view accept_encoding);

/// Whether an If-None-Match names this tag (RFC 9110, 13.1.2).
bool names_tag(std::string_view if_none_match, std::string_view tag);

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
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

/// The "localhost:8080" of a target that is a whole address, as in http://localhost:8080/x; none if it is
/// not.
std::optional<std::string_view> authority_of(std::string_view target);

/// Whether an Accept-Encoding prefers gzip to the bytes as they are (RFC 9110, 12.5.3).
bool prefers_gzip(std::string_view accept_encoding);

/// Whether an If-None-Match names this tag (RFC 9110, 13.1.2).
bool names_tag(std::string_view if_none_match, std::string_view tag);

/// Whether a request with this Origin, if it has one, comes from a page of this Host: other pages may not use
/// their visitors to play.
bool comes_from_here(std::string_view origin, std::string_view host);

/// The client's address as the last proxy wrote it; "" if it wrote none.
std::string_view forwarded_for(std::string_view header);

/// Whether an address is one that only programs of this machine have.
bool is_this_machine(std::string_view address);

}  // namespace lifetable::server

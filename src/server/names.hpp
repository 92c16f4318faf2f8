// SPDX-License-Identifier: Apache-2.0
// The names by which a server may be asked. A page elsewhere can let its own name lead to this machine (DNS
// rebinding): browsers then take what the server answers for a part of that page. So other names are refused.
#pragma once

#include <boost/beast/core/string.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lifetable::server {

/// Whether it can be the name of a machine, as browsers send it: letters, digits, hyphens, dots.
bool is_name(std::string_view text);

class Names {
 public:
  /// `machine`: its own name, known with and without its domain and with .local; `given`: any others.
  explicit Names(std::string_view machine, const std::vector<std::string>& given = {});

  /// Whether a Host is one of these names, localhost or a literal IP address, which no name server can
  /// redirect. It may have a port.
  bool include(std::string_view host) const;

 private:
  std::set<std::string, boost::beast::iless> names_{"localhost"};
};

}  // namespace lifetable::server

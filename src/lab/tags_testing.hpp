// SPDX-License-Identifier: Apache-2.0
// Is a piece of HTML well-formed, as far as a page of ours must be? For tests only.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace lifetable::lab {

/// "" if every tag that is opened is closed in order and no text holds a bare '<' or '&'; else what is wrong.
inline std::string wrong_tags(std::string_view html) {
  std::vector<std::string> open;
  const auto near = [&](std::size_t at) { return " near '" + std::string(html.substr(at, 40)) + "'"; };
  for (std::size_t at = 0; at < html.size(); ++at) {
    if (html[at] == '&') {
      const std::size_t end = html.find(';', at);
      if (end == std::string_view::npos || end > at + 7) return "a bare &" + near(at);
    }
    if (html[at] != '<') continue;
    const std::size_t end = html.find('>', at);
    if (end == std::string_view::npos) return "a tag without end" + near(at);
    const bool closes = at + 1 < html.size() && html[at + 1] == '/';
    std::string name;
    for (std::size_t i = at + 1 + closes;
         i < end && (std::isalnum(static_cast<unsigned char>(html[i])) || html[i] == '!'); ++i)
      name += html[i];
    if (name.empty()) return "a bare <" + near(at);
    const bool alone = name == "!DOCTYPE" || name == "meta" || name == "br" || html[end - 1] == '/';
    if (closes) {
      if (open.empty() || open.back() != name) return "</" + name + "> closes nothing" + near(at);
      open.pop_back();
    } else if (!alone) {
      open.push_back(name);
    }
    at = end;
    if (name == "style" && !closes) at = html.find("</style>", at) - 1;
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

}  // namespace lifetable::lab

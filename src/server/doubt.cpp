// SPDX-License-Identifier: Apache-2.0
#include "server/doubt.hpp"

#include <algorithm>
#include <vector>

namespace lifetable::server {

Cure cure_for(std::string_view table, std::span<const store::Entry> ours,
              std::span<const std::string> since) {
  std::vector<std::string_view> texts;
  for (const store::Entry& entry : ours) {
    if (entry.table != table) continue;
    if (entry.says_all) texts.clear();
    texts.push_back(entry.text);
  }
  if (std::ranges::equal(texts, since)) return Cure::kept;
  return since.empty() ? Cure::again : Cure::anew;
}

}  // namespace lifetable::server

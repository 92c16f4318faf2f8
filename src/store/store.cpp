// SPDX-License-Identifier: Apache-2.0
#include "store/store.hpp"

#include <fmt/format.h>

namespace lifetable::store {

std::string_view table_of(std::string_view log) { return log.substr(0, log.find('/')); }

Outcome Appended::of(std::string_view table) const {
  const auto found = not_kept.find(table);
  return found == not_kept.end() ? Outcome{} : found->second;
}

Outcome why_not_next(const Entry& entry, int entries) {
  if (table_of(entry.table).empty())
    return {Outcome::failed, 0, "an entry without the name of a table was not kept; name one"};
  if (entry.text.size() > kLongestText)
    return {Outcome::failed, 0,
            fmt::format("entry {} of table '{}' was not kept: it has {} bytes; {} are the most", entry.n,
                        entry.table, entry.text.size(), kLongestText)};
  if (entry.n >= 1 && entry.n <= entries)
    return {
        Outcome::conflict, entries,
        fmt::format("table '{}' has {} entries already; read them and decide again", entry.table, entries)};
  return {Outcome::failed, 0,
          fmt::format("entry {} of table '{}' was not kept: the table has {} entries, and the next ones must "
                      "follow in order",
                      entry.n, entry.table, entries)};
}

}  // namespace lifetable::store

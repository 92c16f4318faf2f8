// SPDX-License-Identifier: Apache-2.0
// `lifetable backup`: a copy of all tables, while a server uses them or not.
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "store/store.hpp"

namespace lifetable::app {

ExitCode back_up(const BackupArguments& arguments) {
  if (arguments.data == ":memory:")
    return complain("a server with --data ':memory:' keeps nothing, so there is nothing to back up"),
           kBadInput;
  const std::string from = arguments.data.empty() ? standard_data() : arguments.data;
  const auto tables = store::back_up_sqlite(from, arguments.to);
  if (!tables) return complain(tables.error().message), kNoFile;
  Terminal().line(harmless(
      fmt::format("{} is a copy of {} ({}); only you can read it, and it holds all hands and keys",
                  arguments.to, from, *tables == 1 ? "1 table" : fmt::format("{} tables", *tables))));
  return kGood;
}

}  // namespace lifetable::app

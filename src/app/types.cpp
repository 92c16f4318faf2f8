// SPDX-License-Identifier: Apache-2.0
// `lifetable types`: the page's types as TypeScript.
#include <fmt/format.h>

#include "app/commands.hpp"
#include "table/typescript.hpp"

namespace lifetable::app {

ExitCode show_types() {
  fmt::print("{}", table::typescript());
  return kGood;
}

}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
// The page's types, made from the definitions of messages and scenes: web/src/protocol.ts.
#pragma once

#include <string>

namespace lifetable::table {

std::string typescript();

}  // namespace lifetable::table

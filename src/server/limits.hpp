// SPDX-License-Identifier: Apache-2.0
// All limits of a server by name: what they are, why they are so, and how whoever runs it sets them in a file
// of lines like "connections = 10000". What `lifetable serve --print-limits` prints is such a file, and the
// table in docs/running.md is made of the same words.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "server/server.hpp"

namespace lifetable::server {

struct AllLimits {
  Limits limits;
  HallSettings hall;
};

/// Sets what a text says, whose lines are a name, "=" and a value, or begin with "#". What it does not name
/// stays as it is. `file`: what to call it in an error, after which some may be set.
Result<Done> set_limits(AllLimits& all, std::string_view text, std::string_view file);

/// A file that sets all of them to what they are, with the reasons.
std::string limits_as_file(const AllLimits& all);

/// The same as the rows of a table in Markdown: name, value, reason.
std::string limits_as_table(const AllLimits& all);

}  // namespace lifetable::server

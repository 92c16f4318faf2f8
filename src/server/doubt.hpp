// SPDX-License-Identifier: Apache-2.0
// What to do about entries that were not kept, or of which nobody knows, once the log was read again.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "store/store.hpp"

namespace lifetable::server {

enum class Cure {
  kept,   ///< the log ends with them: go on
  again,  ///< the log is as it was before them: write the same again
  anew,   ///< somebody else has written: the table has to be made from its log anew, and asked anew
};

/// `ours` are those entries of a table, and of the logs beside it; `since` is what its log has after the last
/// entry that surely was kept.
Cure cure_for(std::string_view table, std::span<const store::Entry> ours, std::span<const std::string> since);

}  // namespace lifetable::server

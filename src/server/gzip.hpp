// SPDX-License-Identifier: Apache-2.0
// Compression as browsers know it.
#pragma once

#include <string>
#include <string_view>

namespace lifetable::server {

/// The bytes as a gzip file, as small as zlib can make it: it is made once and sent often.
std::string gzip(std::string_view bytes);

}  // namespace lifetable::server

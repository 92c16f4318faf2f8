// SPDX-License-Identifier: Apache-2.0
// What a server says about itself: one JSON object a line, on standard error. Keys, hands and what people say
// to each other are never in it.
#pragma once

#include <boost/json.hpp>
#include <string_view>

namespace lifetable::server {

/// {"time": "2026-01-02T03:04:05.678Z", "event": "archived", "tables": 3}
void log_event(std::string_view event, boost::json::object facts = {});

/// Silence, for tests.
void quiet_log(bool quiet);

}  // namespace lifetable::server

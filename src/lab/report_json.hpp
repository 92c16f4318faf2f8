// SPDX-License-Identifier: Apache-2.0
// The figures of a balance report as JSON: the same as on the page.
#pragma once

#include "lab/study.hpp"
#include "play/json.hpp"

namespace lifetable::lab {

play::json::object report_json(const LabReport& report);

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
// A balance report as one page that needs nothing else: no script, no picture, no network.
#pragma once

#include <string>

#include "lab/study.hpp"

namespace lifetable::lab {

std::string report_html(const LabReport& report);

}  // namespace lifetable::lab

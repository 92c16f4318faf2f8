// SPDX-License-Identifier: Apache-2.0
// Who sits where at a local table: people and bots, by name.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "play/record.hpp"

namespace lifetable::app {

inline constexpr std::string_view kPerson = "person";

/// From "person:Ann", "person", "thoughtful:Bo", "random": who plays, and what they are called.
Result<std::vector<play::SeatHeader>> seats_from(const std::vector<std::string>& words);

}  // namespace lifetable::app

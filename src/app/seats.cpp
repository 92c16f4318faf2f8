// SPDX-License-Identifier: Apache-2.0
#include "app/seats.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "bots/bot.hpp"
#include "play/name.hpp"

namespace lifetable::app {

Result<std::vector<play::SeatHeader>> seats_from(const std::vector<std::string>& words) {
  static constexpr std::string_view bot_names[] = {"Ada",   "Bruno", "Clara", "Dario",
                                                   "Edith", "Felix", "Greta", "Hugo"};
  std::vector<play::SeatHeader> seats;
  for (const std::string& word : words) {
    const std::size_t colon = word.find(':');
    seats.push_back({colon == std::string::npos ? "" : word.substr(colon + 1), word.substr(0, colon)});
  }
  const auto taken = [&](std::string_view name) {
    return std::count_if(seats.begin(), seats.end(),
                         [&](const auto& seat) { return play::look_of(seat.name) == play::look_of(name); });
  };
  for (std::size_t i = 0; i < seats.size(); ++i) {
    play::SeatHeader& seat = seats[i];
    if (seat.player != kPerson)
      if (auto known = bots::check_bot(seat.player); !known)
        return Error{fmt::format("seat {}: '{}' is neither 'person' nor a bot; {}", i + 1, seat.player,
                                 known.error().message)};
    if (seat.name.empty() && seat.player == kPerson) seat.name = fmt::format("Player {}", i + 1);
    for (const auto name : bot_names)
      if (seat.name.empty() && !taken(name)) seat.name = name;
    if (!play::is_name(seat.name))
      return Error{
          fmt::format("seat {}: a name must be 1 to 40 characters that can be seen, in UTF-8", i + 1)};
    if (taken(seat.name) > 1)
      return Error{fmt::format("two players are called '{}'; give them different names", seat.name)};
  }
  return seats;
}

}  // namespace lifetable::app

#include "app/seats.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "bots/bot.hpp"

namespace lifetable::app {

Result<std::vector<play::SeatHeader>> seats_from(const std::vector<std::string>& words) {
  static constexpr std::string_view bot_names[] = {"Ada",   "Bruno", "Clara", "Dario",
                                                   "Edith", "Felix", "Greta", "Hugo"};
  const auto people = std::count_if(words.begin(), words.end(),
                                    [](const std::string& word) { return word.starts_with(kPerson); });
  std::vector<play::SeatHeader> seats;
  std::size_t bots = 0;
  for (const std::string& word : words) {
    const std::size_t colon = word.find(':');
    play::SeatHeader seat{colon == std::string::npos ? "" : word.substr(colon + 1), word.substr(0, colon)};
    if (seat.player == "me") seat.player = kPerson;
    if (seat.player != kPerson)
      if (auto known = bots::check_bot(seat.player); !known)
        return Error{fmt::format("seat {}: '{}' is neither 'person' nor a bot; {}", seats.size() + 1,
                                 seat.player, known.error().message)};
    if (seat.name.empty() && seat.player == kPerson)
      seat.name = people == 1 ? "You" : fmt::format("Player {}", seats.size() + 1);
    if (seat.name.empty()) seat.name = bot_names[bots++ % std::size(bot_names)];
    const bool printable =
        std::none_of(seat.name.begin(), seat.name.end(), [](unsigned char c) { return c < 32 || c == 127; });
    if (seat.name.size() > 40 || !printable)
      return Error{fmt::format("seat {}: a name must be at most 40 printable characters", seats.size() + 1)};
    seats.push_back(std::move(seat));
  }
  return seats;
}

}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
#include "lab/table.hpp"

#include <algorithm>
#include <thread>

#include "play/registry.hpp"

namespace lifetable::lab {

Result<Fields> fields_for(std::string_view game, const Fields& options) {
  const auto known = play::game_named(game);
  if (!known) return known.error();
  return (*known)->options(options);
}

Result<Fields> fields_for(std::string_view game, const Fields& options, std::span<const std::string> bots,
                          std::int64_t games, int threads) {
  auto fields = fields_for(game, options);
  if (!fields) return fields;
  for (const std::string& bot : bots)
    if (auto known = bots::check_bot(bot); !known) return known.error();
  if (games < 1) return Error{"at least one game must be played"};
  if (threads < 1) return Error{"at least one thread must play"};
  return fields;
}

int players_in(const Fields& fields) { return parse_number(fields.find("players")->texts[0], 1, kMaxSeats); }

int threads_for(int asked) {
  return asked > 0 ? asked : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
// Moments of seeded games at which a player has a choice, the same ones on every platform: where bots are
// tried.
#pragma once

#include <fmt/format.h>
#include <memory>
#include <vector>

#include "bots/bot.hpp"
#include "play/registry.hpp"

namespace lifetable {

/// Plays games of a random player, one that looks ahead and watches the table, and thoughtful ones; calls
/// `use(match, seat)` at every so-many-th choice, until there were so many moments.
template <class Use>
void at_choices(const play::GameInfo& game, int players, int every, int moments, const Use& use) {
  Fields options;
  options.set("players", std::to_string(players));
  for (int deal = 1, choices = 0; choices < every * moments; ++deal) {
    const std::unique_ptr<play::Match> match = std::move(*game.start(options));
    play::Dealer dealer(play::Seed::from_text(fmt::format("{} {} {}", game.name, players, deal)));
    std::vector<std::unique_ptr<bots::AnyBot>> seats;
    for (int i = 0; i < players; ++i)
      seats.push_back(std::move(*bots::make_any_bot(game.name,
                                                    i == 0   ? "random"
                                                    : i == 1 ? "search/50/particles=20"
                                                             : "thoughtful",
                                                    1)));
    while (!match->over() && choices < every * moments) {
      const Seat actor = match->actors().first();
      if (actor == kDealer) {
        (void)match->play(kDealer, match->deal(dealer));
      } else {
        if (match->moves(actor).size() > 1 && ++choices % every == 0) use(*match, actor);
        (void)match->play(actor, match->text_of(seats[actor.index]->choose(match->view(actor))));
      }
      for (std::uint8_t i = 0; i < players; ++i)
        if (seats[i]->watches()) seats[i]->watch(match->view(Seat{i}));
    }
  }
}

}  // namespace lifetable

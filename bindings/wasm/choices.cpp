// SPDX-License-Identifier: Apache-2.0
// Prints what must be the same on every platform: the signatures of all games, what bots choose at moments of
// seeded games, with all that a search considered, and records. scripts/check-wasm compares WebAssembly's
// with the native ones.
#include <cstdio>

#include "bots/think.hpp"
#include "play/record.hpp"
#include "play/signature.hpp"
#include "positions.hpp"

namespace lifetable {
namespace {

constexpr std::uint64_t kBotSeed = 1;

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_choice(const play::Match& match, Seat seat, std::string_view name) {
  const auto bot = std::move(*bots::make_any_bot(match.game().name, name, kBotSeed));
  print(fmt::format("  {} chooses {}\n", name, match.text_of(bot->choose(match.view(seat)))));
}

void print_thoughts(const play::Match& match, Seat seat, std::string_view name) {
  std::vector<std::string> names;
  for (int i = 0; i < match.players(); ++i) names.push_back(fmt::format("Seat {}", i + 1));
  const auto thoughts =
      *bots::think(match.game().name, match.view(seat), bots::bot_from(name)->settings, kBotSeed);
  print(fmt::format("  {} made {} playouts with {} decisions and remembers {} of them\n", name,
                    thoughts.effort.playouts, thoughts.effort.decisions, thoughts.effort.nodes));
  for (const bots::Idea& idea : thoughts.ideas) {
    print(fmt::format("    {}: {} visits, expects {}\n", idea.move, idea.visits, idea.expected));
    for (const auto& told : idea.line) print(fmt::format("      {}\n", english().say(told, seat, names)));
  }
}

void print_choices(const play::GameInfo& game, int players) {
  constexpr int kEvery = 7, kMoments = 8;
  at_choices(game, players, kEvery, kMoments, [](const play::Match& match, Seat seat) {
    print(fmt::format("{} players {} seat {} position {:016x}\n", match.game().name, match.players(),
                      to_string(seat), match.hash()));
    for (const auto name : {"thoughtful", "easy"}) print_choice(match, seat, name);
    for (const auto name : {"search/500", "search/500/threads=3", "search/2000/breaks=0/rollouts=random"})
      print_thoughts(match, seat, name);
  });
}

/// A whole game of thoughtful players as a record, with its seed and result.
std::string record_of(const play::GameInfo& game) {
  const auto match = std::move(*game.start({}));
  const play::Seed seed = play::Seed::from_text(game.name);
  play::Dealer dealer(seed);
  const auto bot = std::move(*bots::make_any_bot(game.name, "thoughtful", kBotSeed));
  std::string moves;
  while (!match->over()) {
    const Seat actor = match->actors().first();
    const std::string move =
        actor == kDealer ? match->deal(dealer) : match->text_of(bot->choose(match->view(actor)));
    moves += play::move_line({actor, *match->play(actor, move)});
  }
  return play::header_line({.game = std::string(game.name),
                            .rules_version = game.rules_version,
                            .options = match->options(),
                            .seats = std::vector<play::SeatHeader>(static_cast<std::size_t>(match->players()),
                                                                   {"Zoë", "thoughtful"}),
                            .commitment = seed.commitment(),
                            .seed = seed,
                            .result = play::ending_of(*match)}) +
         moves;
}

/// Writes a record, reads it again and plays it; and has one refused that is damaged.
void print_record(const play::GameInfo& game) {
  std::string text = record_of(game);
  print(text);
  const auto record = play::parse_record(text, "the record");
  print(record
            ? fmt::format("leads to position {:016x}\n", play::replay(*record, "the record")->match->hash())
            : record.error().message + "\n");
  text[text.rfind('"', text.size() - 5)] = ' ';
  print(play::parse_record(text, "a damaged record").error().message + "\n");
}

}  // namespace
}  // namespace lifetable

int main() {
  lifetable::print(lifetable::play::all_signatures());
  for (const auto* game : lifetable::play::all_games())
    for (const int players : {2, 4}) lifetable::print_choices(*game, players);
  for (const auto* game : lifetable::play::all_games()) lifetable::print_record(*game);
}

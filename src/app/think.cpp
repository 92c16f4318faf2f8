// SPDX-License-Identifier: Apache-2.0
// `lifetable think`: what a search considers at one moment of a recorded game; and how hints show it.
#include "bots/think.hpp"

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "core/words.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

boost::json::object to_json(const bots::Thoughts& thoughts, Seat seat, Names names) {
  boost::json::array ideas;
  for (const bots::Idea& idea : thoughts.ideas) {
    boost::json::array line;
    for (const auto& told : idea.line) line.push_back(boost::json::value(english().say(told, seat, names)));
    ideas.push_back(boost::json::object{{"move", idea.move},
                                        {"label", fitted(idea.label, seat, names)},
                                        {"visits", idea.visits},
                                        {"expected", idea.expected},
                                        {"line", line}});
  }
  return {{"playouts", thoughts.effort.playouts},
          {"nodes", thoughts.effort.nodes},
          {"seconds", thoughts.effort.seconds},
          {"ideas", ideas}};
}

}  // namespace

void show_thoughts(Terminal& out, const bots::Thoughts& thoughts, Seat seat, Names names, std::size_t most) {
  out.line("  tried    wins   move", Ink::quiet);
  for (std::size_t i = 0; i < std::min(most, thoughts.ideas.size()); ++i) {
    const bots::Idea& idea = thoughts.ideas[i];
    const double share = static_cast<double>(idea.visits) / static_cast<double>(thoughts.effort.playouts);
    out.hanging(fmt::format("{:>6.1f}%  {:>5.1f}%  ", 100 * share, 100 * idea.expected),
                fmt::format("{} ({})", fitted(idea.label, seat, names), idea.move),
                i == 0 ? Ink::good : Ink::plain, 2);
  }
  if (thoughts.ideas.size() > most)
    out.line(fmt::format("                 and {} more", thoughts.ideas.size() - most), Ink::quiet);
  if (thoughts.ideas.empty() || thoughts.ideas[0].line.empty()) return;
  out.line("  It may go on like this:", Ink::quiet);
  for (const auto& told : thoughts.ideas[0].line) out.hanging("  - ", english().say(told, seat, names));
}

ExitCode think_about(const ThinkArguments& arguments) {
  ExitCode exit_code = kGood;
  const auto spec = bots::bot_from(arguments.bot);
  if (!spec) return complain(spec.error().message), kBadInput;
  if (spec->kind != bots::BotSpec::search) {
    complain(fmt::format("{} does not look ahead; name a search, as in --bot search/1s", arguments.bot));
    return kBadInput;
  }
  const auto record = load_record(arguments.record, arguments.cards, exit_code);
  if (!record) return exit_code;
  if (arguments.at > static_cast<std::int64_t>(record->moves.size())) {
    complain(fmt::format("{} has only {}; --at {} is beyond them", arguments.record,
                         counted(std::ssize(record->moves), "move", "moves"), arguments.at));
    return kBadInput;
  }
  const std::size_t at = arguments.at < 0 ? record->moves.size() : static_cast<std::size_t>(arguments.at);
  const auto replayed = play::replay(*record, arguments.record, at);
  if (!replayed) return complain(replayed.error().message), kBadInput;
  const play::Match& match = *replayed->match;
  const Actors actors = match.actors();
  if (actors.kind != Actors::seats) {
    complain(fmt::format("after move {} of {} {}; choose a moment when a player is to act, with --at", at,
                         arguments.record,
                         actors.kind == Actors::over ? "the game is over" : "the dealer is to act"));
    return kBadInput;
  }
  const Seat seat = actors.first();
  const auto names = record->names();
  watch_for_interrupt();
  const auto thoughts = bots::think(match.game().name, match.view(seat), spec->settings,
                                    seed_from(arguments.seed), &interrupted);
  if (!thoughts) return complain(thoughts.error().message), kBadInput;
  Terminal out;
  if (arguments.json) {
    boost::json::object json = to_json(*thoughts, seat, names);
    json["seat"] = seat.index + 1;
    json["at"] = at;
    out.line(play::pretty(json));
    return interrupted ? kInterrupted : kGood;
  }
  out.print(match.picture(seat, names));
  out.line();
  out.line(fmt::format("{} is to act after move {}. {}: {} in {:.2f} s, {} remembered.", names[seat.index],
                       at, arguments.bot, counted(thoughts->effort.playouts, "playout", "playouts"),
                       thoughts->effort.seconds,
                       counted(static_cast<std::int64_t>(thoughts->effort.nodes), "decision", "decisions")),
           Ink::strong);
  show_thoughts(out, *thoughts, seat, names, 12);
  return interrupted ? kInterrupted : kGood;
}

}  // namespace lifetable::app

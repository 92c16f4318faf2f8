// `lifetable cards`, for games whose cards are data; and `--cards FILE`, by which a table brings its own.
#include <algorithm>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "play/file.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

std::vector<const play::GameInfo*> games_with_catalogues() {
  std::vector<const play::GameInfo*> games = play::all_games();
  std::erase_if(games, [](const play::GameInfo* game) { return !game->load_cards; });
  return games;
}

void complain_of_no_catalogue(const play::GameInfo& game) {
  std::vector<std::string_view> names;
  for (const play::GameInfo* other : games_with_catalogues()) names.push_back(other->name);
  complain(
      fmt::format("{} has no catalogue of cards; --cards goes with {}", game.title, fmt::join(names, ", ")));
}

std::optional<std::string> read_cards(const std::string& path, ExitCode& exit_code) {
  auto text = play::read_file(path);
  if (text) return std::move(*text);
  complain(text.error().message);
  exit_code = kNoFile;
  return std::nullopt;
}

/// What the option `cards` of a game calls the catalogue in a file.
std::optional<std::string> load_cards(const play::GameInfo& game, const std::string& path,
                                      ExitCode& exit_code) {
  const auto text = read_cards(path, exit_code);
  if (!text) return std::nullopt;
  auto name = game.load_cards(*text, path);
  if (name) return std::move(*name);
  complain(name.error().message);
  exit_code = kBadInput;
  return std::nullopt;
}

}  // namespace

ExitCode add_cards(const play::GameInfo& game, const std::string& path, std::vector<std::string>& options) {
  if (path.empty()) return kGood;
  if (!game.load_cards) return complain_of_no_catalogue(game), kBadInput;
  for (const std::string& option : options)
    if (option.starts_with("cards="))
      return complain(fmt::format("--cards and --option {} both say which cards; leave one out", option)),
             kBadInput;
  ExitCode exit_code = kGood;
  if (const auto name = load_cards(game, path, exit_code)) options.push_back("cards=" + *name);
  return exit_code;
}

std::optional<std::vector<KnownCards>> know_cards(const std::string& path, ExitCode& exit_code) {
  std::vector<KnownCards> known;
  if (path.empty()) return known;
  const auto text = read_cards(path, exit_code);
  if (!text) return std::nullopt;
  std::string why = "no game has a catalogue of cards; leave --cards out";
  const auto games = games_with_catalogues();
  for (const play::GameInfo* game : games) {
    const auto name = game->load_cards(*text, path);
    if (name)
      known.push_back({game, *name});
    else if (game == games.front())
      why = name.error().message;
  }
  if (!known.empty()) return known;
  complain(why);
  exit_code = kBadInput;
  return std::nullopt;
}

bool are_cards_of(const play::Record& record, const std::string& source, const std::vector<KnownCards>& known,
                  const std::string& path) {
  const play::GameInfo& game = **play::game_named(record.header.game);
  if (!game.load_cards) return complain_of_no_catalogue(game), false;
  for (const KnownCards& cards : known) {
    if (cards.game != &game) continue;
    Fields options = record.header.options;
    options.set("cards", cards.name);
    const auto filled = game.options(options);
    if (filled && *filled == record.header.options) return true;
  }
  complain(fmt::format("{} is a game with other cards than those of {}; leave --cards out", source, path));
  return false;
}

ExitCode show_cards(const CardsArguments& arguments) {
  const auto games = games_with_catalogues();
  if (arguments.game.empty() && games.empty()) return complain("no game has a catalogue of cards"), kBadInput;
  const auto game = arguments.game.empty() ? games.front() : play::game_named(arguments.game);
  if (!game) return complain(game.error().message), kBadInput;
  if (!(*game)->load_cards) return complain_of_no_catalogue(**game), kBadInput;
  Fields options;
  Terminal out;
  if (!arguments.cards.empty()) {
    ExitCode exit_code = kGood;
    const auto name = load_cards(**game, arguments.cards, exit_code);
    if (!name) return exit_code;
    options.set("cards", *name);
    if (arguments.card.empty()) {
      out.line(fmt::format("{}: a good catalogue for {}, hash {}", arguments.cards, (*game)->title, *name));
      return kGood;
    }
  }
  if (arguments.card.empty()) {
    const auto text = (*game)->cards_text(options);
    if (!text) return complain(text.error().message), kBadInput;
    out.print(*text);
    return kGood;
  }
  const auto match = (*game)->start(options);
  if (!match) return complain(match.error().message), kBadInput;
  const std::string text = (*match)->explain(arguments.card);
  if (text.empty())
    return complain(fmt::format("{} has no card '{}'; lifetable cards {} lists them", (*game)->title,
                                shortened(arguments.card, 60), (*game)->name)),
           kBadInput;
  out.paragraph(text);
  return kGood;
}

}  // namespace lifetable::app

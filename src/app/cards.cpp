// SPDX-License-Identifier: Apache-2.0
// `lifetable cards`, for games whose cards are data; and `--cards FILE`, by which a table brings its own.
#include <algorithm>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "core/words.hpp"
#include "play/file.hpp"
#include "play/json.hpp"
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

/// Whether some game knows cards by this name, without any file.
bool is_name_of_cards(const std::string& name) {
  Fields options;
  options.set("cards", name);
  const auto games = games_with_catalogues();
  return std::any_of(games.begin(), games.end(),
                     [&](const play::GameInfo* game) { return static_cast<bool>(game->options(options)); });
}

std::optional<std::string> read_cards(const std::string& path, ExitCode& exit_code) {
  auto text = play::read_file(path);
  if (text) return std::move(*text);
  const std::string hint =
      is_name_of_cards(path)
          ? fmt::format("; the catalogue of that name goes by --option cards={}, in play, sim and balance",
                        path)
          : "";
  complain(text.error().message + hint);
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

std::string why_other_cards(std::string_view text, const std::string& source,
                            const std::vector<KnownCards>& known, const std::string& path) {
  const auto value = play::parse_json(text.substr(0, text.find('\n')));
  const auto* header = value ? value->if_object() : nullptr;
  const auto* options = header ? header->if_contains("options") : nullptr;
  if (!options || !options->is_object()) return "";
  const std::string played_with = play::text_in(options->as_object(), "cards");
  if (played_with.empty() || is_name_of_cards(played_with)) return "";
  for (const KnownCards& cards : known)
    if (cards.game->name == play::text_in(*header, "game"))
      return fmt::format(
          "{}, line 1: the game was played with the cards of hash {}, but {} has hash {}: give the file as "
          "it "
          "was then",
          source, shortened(played_with, 40), path, cards.name);
  return "";
}

std::vector<std::string> explanations(const play::Match& match, std::string_view card) {
  const auto plain = [](std::string_view text) {
    return lower(fmt::format("{}", fmt::join(words_of(text), " ")));
  };
  std::vector<std::string> texts;
  // A catalogue lists each card as "18. Marriage".
  std::string catalogue;
  if (match.game().cards_text)
    if (auto text = match.game().cards_text(match.options())) catalogue = std::move(*text);
  for (std::string_view rest = catalogue; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::size_t dot = line.find(". ");
    if (dot == std::string_view::npos || parse_number(line.substr(0, dot), 1, 999'999) < 0) continue;
    if (plain(line.substr(dot + 2)) == plain(card))
      texts.push_back(english().say(match.explain(line.substr(0, dot))));
  }
  if (texts.size() > 1) return texts;
  texts = {english().say(match.explain(card))};
  if (texts[0].empty()) texts.clear();
  return texts;
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
  const auto texts = explanations(**match, arguments.card);
  if (texts.empty())
    return complain(fmt::format("{} has no card '{}'; lifetable cards {} lists them", (*game)->title,
                                shortened(arguments.card, 60), (*game)->name)),
           kBadInput;
  for (const std::string& text : texts) out.paragraph(text);
  return kGood;
}

}  // namespace lifetable::app

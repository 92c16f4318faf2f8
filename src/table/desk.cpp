// SPDX-License-Identifier: Apache-2.0
#include "table/desk.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "bots/bot.hpp"
#include "bots/think.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"
#include "table/table.hpp"

namespace lifetable::table {

namespace json = boost::json;

namespace {

using Answer = Result<play::Json>;

template <class T>
Answer said(const T& answer) {
  return play::Json{play::json_text(answer)};
}

// ---- What is asked ------------------------------------------------------------------------------------

Result<Fields> options_in(const json::object& request) {
  const auto* options = request.if_contains("options");
  if (!options) return Fields{};
  auto fields = play::fields_from(*options);
  if (!fields) return Error{"in 'options': " + fields.error().message};
  return fields;
}

/// A number that may be left out.
Result<int> number_or(const json::object& request, std::string_view name, int otherwise) {
  if (!request.contains(name)) return otherwise;
  const int number = play::number_in(request, name);
  if (number < 0) return Error{fmt::format("'{}' must be a whole number from 0", name)};
  return number;
}

Result<play::Seed> seed_in(const json::object& request) {
  const auto* seed = request.if_contains("seed");
  if (!seed) return play::Seed::random();
  if (!seed->is_string()) return Error{"'seed' must be a text; leave it out for a random deal"};
  return play::Seed::from_text(play::text_in(request, "seed"));
}

Result<std::vector<play::SeatHeader>> seats_in(const json::object& request) {
  const auto* list = request.at("seats").if_array();
  if (!list) return Error{"'seats' must be a list of {\"name\": ..., \"player\": ...}"};
  std::vector<play::SeatHeader> seats;
  for (const json::value& each : *list) {
    const auto* seat = each.if_object();
    if (!seat) return Error{"each of the 'seats' must be {\"name\": ..., \"player\": ...}"};
    if (auto good = play::check_members(*seat, {"name", "player"}, 2); !good)
      return Error{"in 'seats': " + good.error().message};
    seats.push_back({play::text_in(*seat, "name"), play::text_in(*seat, "player")});
  }
  return seats;
}

// ---- The games of the house ---------------------------------------------------------------------------

/// What an option can be, if that is one of a few words: the game itself says which it takes.
json::array choices_of(const play::GameInfo& game, const OptionHelp& option) {
  std::vector<std::string> words;
  for (std::string_view rest = option.meaning; rest.find('\'') < rest.size();) {  // those that it quotes
    rest.remove_prefix(rest.find('\'') + 1);
    words.emplace_back(rest.substr(0, rest.find('\'')));
    rest.remove_prefix(std::min(words.back().size() + 1, rest.size()));
  }
  words.insert(words.end(), {"no", "yes"});
  for (int number = 1; number <= kMaxSeats; ++number) words.push_back(std::to_string(number));
  json::array choices;
  for (auto word = words.begin(); word != words.end(); ++word) {
    Fields fields;
    fields.set("players", std::to_string(game.max_players));
    fields.set(std::string(option.name), *word);
    if (std::find(words.begin(), word, *word) == word && game.options(fields)) choices.emplace_back(*word);
  }
  return choices;
}

json::object about(const play::GameInfo& game) {
  json::array options;
  for (const OptionHelp& option : game.option_help)
    options.push_back(json::object{{"name", option.name},
                                   {"standard", option.standard},
                                   {"meaning", option.meaning},
                                   {"choices", choices_of(game, option)}});
  json::array bots;
  for (const bots::BotInfo& bot : bots::all_bots())
    bots.push_back(json::object{{"name", bot.name}, {"meaning", bot.meaning}});
  return {{"name", game.name},
          {"title", game.title},
          {"prefix", game.prefix},
          {"rules_version", game.rules_version},
          {"lowest_wins", game.lowest_wins},
          {"min_players", game.min_players},
          {"max_players", game.max_players},
          {"standard_players", game.standard_players},
          {"options", options},
          {"bots", bots}};
}

/// How a card is called in scenes: as it is typed, or by its number.
std::string called(const Phrase& about, int kind) {
  for (const auto& [name, argument] : about.arguments)
    if (name == "typed" && argument.text()) return *argument.text();
  return std::to_string(kind);
}

/// What a card is: asked for by its number, by its printed name, or by a word of it.
template <Game G>
Phrase about_card(const typename G::Options& options, int kind) {
  const std::string name = HasCatalogue<G> ? std::to_string(kind) : G::card_name(options, kind);
  Phrase about = G::explain(options, name);
  for (const auto word : words_of(name))
    if (about.empty()) about = G::explain(options, word);
  return about;
}

template <Game G>
Answer cards_of(const Fields& fields) {
  const auto options = G::options(fields);
  if (!options) return options.error();
  json::array cards;
  for (int kind = 1; kind <= G::card_kinds; ++kind)
    if (const Phrase about = about_card<G>(*options, kind); !about.empty())
      cards.push_back(json::object{{"card", called(about, kind)}, {"about", json::value_from(about)}});
  json::object all{{"cards", cards}, {"facts", json::array{}}};
  if constexpr (requires { G::catalogue_facts(*options); })
    all["facts"] = json::value_from(G::catalogue_facts(*options));
  return said(all);
}

// ---- Bots ---------------------------------------------------------------------------------------------

constexpr std::size_t kMostMemory = std::size_t{256} << 20;

/// The bot of that name, if it does not take all memory there is.
Result<bots::BotSpec> modest_bot(std::string_view name) {
  auto spec = bots::bot_from(name);
  if (spec && spec->settings.memory > kMostMemory)
    return Error{fmt::format("a bot here takes at most {}MB; set memory= to less", kMostMemory >> 20)};
  return spec;
}

/// A bot that looks ahead with another budget; any other bot as it is.
Result<std::string> with_budget(const std::string& player, const std::string& budget) {
  const auto spec = bots::bot_from(player);
  if (!spec) return spec.error();
  if (budget.empty() || spec->kind != bots::BotSpec::search) return player;
  std::string name = "search/" + budget;
  for (std::string_view rest = player; rest.find('/') < rest.size();) {
    rest.remove_prefix(rest.find('/') + 1);
    const std::string_view word = rest.substr(0, rest.find('/'));
    if (word.find('=') != std::string_view::npos) name += "/" + std::string(word);
  }
  if (!player.starts_with("search") && spec->settings.slack > 0)
    name += fmt::format("/slack={}", spec->settings.slack);
  return name;
}

Thoughts told_of(const bots::Thoughts& thoughts) {
  Thoughts all{.playouts = thoughts.effort.playouts, .ideas = {}};
  for (const bots::Idea& idea : thoughts.ideas)
    all.ideas.push_back({idea.move, idea.label, idea.visits, idea.expected, idea.line});
  return all;
}

Answer said(const Refusal& why) { return play::Json{"{\"refusal\":" + play::json_text(why) + "}"}; }

/// A bot that watches the table, and how many moves it has seen.
struct Watcher {
  std::string name;
  std::unique_ptr<bots::AnyBot> bot;
  std::size_t seen = 0;

  /// Shows it what it has not seen yet, move by move.
  void catch_up(const Table& table, Seat seat) {
    const auto replayed = play::replay(table.record(), "the table", seen);
    for (; seen < table.record().moves.size(); ++seen) {
      (void)replayed->match->play(table.record().moves[seen].by, table.record().moves[seen].move);
      bot->watch(replayed->match->view(seat));
    }
  }
};

struct Place {
  Table table;
  std::map<Seat, Watcher> watchers = {};  ///< by seat; other bots are made anew for every choice
};

}  // namespace

// ---- The counter: one function a request --------------------------------------------------------------

class Desk::Counter {
 public:
  Answer answer(std::string_view text);

 private:
  using Asked = const json::object&;

  /// A kind of request: the members that it may have, the needed ones first.
  struct Kind {
    std::string_view name;
    std::initializer_list<std::string_view> members;
    std::size_t needed;
    Answer (Counter::*answer)(Asked);
  };
  static std::span<const Kind> kinds();

  Result<Place*> place_in(Asked request);
  Answer keep(Result<Table> table);
  Result<std::uint32_t> choice_of(Place& place, Seat seat, const std::string& name);

  Answer games(Asked request);
  Answer rules(Asked request);
  Answer cards(Asked request);
  Answer open(Asked request);
  Answer resume(Asked request);
  Answer close(Asked request);
  Answer look(Asked request);
  Answer told(Asked request);
  Answer play(Asked request);
  Answer undo(Asked request);
  Answer bot(Asked request);
  Answer hint(Asked request);
  Answer record(Asked request);
  Answer news(Asked request);

  std::map<int, Place> places_;
  int last_ = 0;
};

std::span<const Desk::Counter::Kind> Desk::Counter::kinds() {
  static const Kind all[] = {
      {"games", {"do"}, 1, &Counter::games},
      {"rules", {"do", "game"}, 2, &Counter::rules},
      {"cards", {"do", "game", "options"}, 2, &Counter::cards},
      {"open", {"do", "game", "seats", "options", "seed"}, 3, &Counter::open},
      {"resume", {"do", "record"}, 2, &Counter::resume},
      {"close", {"do", "table"}, 2, &Counter::close},
      {"look", {"do", "table", "reader", "at"}, 3, &Counter::look},
      {"told", {"do", "table", "reader", "since"}, 3, &Counter::told},
      {"play", {"do", "table", "seat", "move", "seen", "since", "kept"}, 5, &Counter::play},
      {"undo", {"do", "table", "seat", "since", "kept"}, 3, &Counter::undo},
      {"bot", {"do", "table", "budget", "reader", "since", "kept"}, 2, &Counter::bot},
      {"hint", {"do", "table", "seat", "bot"}, 4, &Counter::hint},
      {"record", {"do", "table"}, 2, &Counter::record},
      {"news", {"do", "table", "reader", "kept", "since"}, 4, &Counter::news},
  };
  return all;
}

Answer Desk::Counter::answer(std::string_view text) {
  const auto value = play::parse_json(text);
  if (!value) return value.error();
  const auto* request = value->if_object();
  const std::string wanted = request ? play::text_in(*request, "do") : "";
  std::string known;
  for (const Kind& kind : kinds()) {
    if (kind.name == wanted) {
      if (auto good = play::check_members(*request, kind.members, kind.needed); !good)
        return Error{fmt::format("in the request '{}': {}", wanted, good.error().message)};
      return (this->*kind.answer)(*request);
    }
    known += fmt::format("{}{}", known.empty() ? "" : ", ", kind.name);
  }
  return Error{fmt::format("a request is an object whose 'do' is one of: {}", known)};
}

Result<Place*> Desk::Counter::place_in(Asked request) {
  const int number = play::number_in(request, "table");
  const auto place = places_.find(number);
  if (place == places_.end()) return Error{"there is no table of that number; open or resume one first"};
  return &place->second;
}

/// The seat in a request, from 1; where nobody is allowed, 0 is a bystander.
Result<Seat> seat_in(const json::object& request, std::string_view name, const Table& table, int least) {
  const int number = play::number_in(request, name);
  if (number < least || number > table.match().players())
    return Error{fmt::format("'{}' must be a seat from {} to {}", name, least, table.match().players())};
  return number == 0 ? kNobody : Seat{number - 1};
}

/// What the one who asks knows already: what they were told, and what they have kept.
struct Known {
  int since = 0, kept = 0;  ///< moves
};

/// Nothing if the request does not say what is kept: then it is answered without news.
Result<std::optional<Known>> known_in(const json::object& request) {
  if (!request.contains("kept")) return std::optional<Known>{};
  const auto since = number_or(request, "since", 0);
  if (!since) return since.error();
  const auto kept = number_or(request, "kept", 0);
  if (!kept) return kept.error();
  return std::optional{Known{*since, *kept}};
}

/// A move was made, or taken back.
Answer done(const Table& table, Seat reader, const std::optional<Known>& known) {
  if (!known) return play::Json{R"({"refusal":null})"};
  const News news = table.news(reader, known->since, known->kept);
  return play::Json{R"({"refusal":null,"news":)" + play::json_text(news) + "}"};
}

Answer Desk::Counter::games(Asked) {
  json::array all;
  for (const play::GameInfo* game : play::all_games()) all.push_back(about(*game));
  return said(json::value{{"games", all}});
}

Answer Desk::Counter::rules(Asked request) {
  const auto game = play::game_named(play::text_in(request, "game"));
  if (!game) return game.error();
  const std::string_view rules = (*game)->rules;
  json::array sections;
  for (const play::ClauseText& clause : play::clauses(rules, (*game)->prefix)) {
    if (sections.empty() || sections.back().get_object().at("title").get_string() != clause.section)
      sections.push_back(json::object{{"title", clause.section}, {"clauses", json::array{}}});
    sections.back().get_object().at("clauses").get_array().push_back(
        json::object{{"id", clause.id}, {"title", clause.title}, {"text", clause.text}});
  }
  return said(json::value{{"introduction", play::introduction(rules)}, {"sections", sections}});
}

Answer Desk::Counter::cards(Asked request) {
  const auto game = play::game_named(play::text_in(request, "game"));
  if (!game) return game.error();
  const auto options = options_in(request);
  if (!options) return options.error();
  return play::with_game((*game)->name, [&]<Game G>() { return cards_of<G>(*options); });
}

Answer Desk::Counter::keep(Result<Table> table) {
  if (!table) return table.error();
  places_.emplace(++last_, Place{std::move(*table)});
  return said(json::value{{"table", last_}});
}

Answer Desk::Counter::open(Asked request) {
  const auto options = options_in(request);
  if (!options) return options.error();
  const auto seats = seats_in(request);
  if (!seats) return seats.error();
  for (const play::SeatHeader& seat : *seats)
    if (seat.player != "person")
      if (const auto bot = modest_bot(seat.player); !bot) return bot.error();
  const auto seed = seed_in(request);
  if (!seed) return seed.error();
  return keep(Table::open(play::text_in(request, "game"), *options, *seats, *seed));
}

Answer Desk::Counter::resume(Asked request) {
  auto record = play::parse_record(play::text_in(request, "record"), "the record");
  if (!record) return record.error();
  return keep(Table::from(std::move(*record), "the record"));
}

Answer Desk::Counter::close(Asked request) {
  if (const auto place = place_in(request); !place) return place.error();
  places_.erase(play::number_in(request, "table"));
  return said(true);
}

Answer Desk::Counter::look(Asked request) {
  const auto place = place_in(request);
  if (!place) return place.error();
  const Table& table = (*place)->table;
  const auto reader = seat_in(request, "reader", table, 0);
  if (!reader) return reader.error();
  const auto at = number_or(request, "at", table.at());
  if (!at) return at.error();
  if (*at > table.at())
    return Error{fmt::format("the table has seen {} moves; 'at' is beyond them", table.at())};
  return said(*at == table.at() ? table.state(*reader) : table.state_after(*at, *reader));
}

Answer Desk::Counter::told(Asked request) {
  const auto place = place_in(request);
  if (!place) return place.error();
  const auto reader = seat_in(request, "reader", (*place)->table, 0);
  if (!reader) return reader.error();
  const auto since = number_or(request, "since", 0);
  if (!since) return since.error();
  return said((*place)->table.told(*reader, *since));
}

Answer Desk::Counter::play(Asked request) {
  const auto place = place_in(request);
  if (!place) return place.error();
  const auto seat = seat_in(request, "seat", (*place)->table, 1);
  if (!seat) return seat.error();
  const auto seen = number_or(request, "seen", 0);
  if (!seen) return seen.error();
  const auto known = known_in(request);
  if (!known) return known.error();
  Table& table = (*place)->table;
  if (const auto why = table.play(*seat, play::text_in(request, "move"), *seen)) return said(*why);
  return done(table, *seat, *known);
}

Answer Desk::Counter::undo(Asked request) {
  const auto place = place_in(request);
  if (!place) return place.error();
  Table& table = (*place)->table;
  const auto seat = seat_in(request, "seat", table, 1);
  if (!seat) return seat.error();
  const auto known = known_in(request);
  if (!known) return known.error();
  if (!table.can_undo(*seat)) return said(Refusal{"undo", {"room.refused.undo"}, ""});
  table.undo();
  (*place)->watchers.clear();  // they saw it; others will see the game anew
  return done(table, *seat, *known);
}

/// The bits of the move that the bot of a seat makes.
Result<std::uint32_t> Desk::Counter::choice_of(Place& place, Seat seat, const std::string& name) {
  const Table& table = place.table;
  const play::AnyView view = table.match().view(seat);
  if (const auto known = place.watchers.find(seat);
      known != place.watchers.end() && known->second.name == name) {
    known->second.catch_up(table, seat);
    return known->second.bot->choose(view);
  }
  if (const auto modest = modest_bot(name); !modest) return modest.error();
  auto bot = bots::make_any_bot(table.match().game().name, name, table.chance(seat));
  if (!bot) return bot.error();
  if (!(*bot)->watches()) return (*bot)->choose(view);
  Watcher& watcher = place.watchers[seat] = {name, std::move(*bot)};
  watcher.catch_up(table, seat);
  return watcher.bot->choose(view);
}

Answer Desk::Counter::bot(Asked request) {
  const auto place = place_in(request);
  if (!place) return place.error();
  Table& table = (*place)->table;
  const auto reader = request.contains("reader") ? seat_in(request, "reader", table, 0) : Result(kNobody);
  if (!reader) return reader.error();
  const auto known = known_in(request);
  if (!known) return known.error();
  const auto seat = table.bot_to_act();
  if (!seat) return Error{"no bot is to act at this table"};
  const auto name =
      with_budget(table.record().header.seats[seat->index].player, play::text_in(request, "budget"));
  if (!name) return name.error();
  const auto bits = choice_of(**place, *seat, *name);
  if (!bits) return bits.error();
  const std::string move = table.match().text_of(*bits);
  if (const auto refusal = table.play(*seat, move, table.at()))
    return Error{fmt::format("the bot's move '{}' was refused ({})", move, refusal->reason)};
  return done(table, *reader, *known);
}

Answer Desk::Counter::hint(Asked request) {
  const auto place = place_in(request);
  if (!place) return place.error();
  const Table& table = (*place)->table;
  const auto seat = seat_in(request, "seat", table, 1);
  if (!seat) return seat.error();
  if (!table.match().actors().include(*seat))
    return Error{"this seat is not to act: there is nothing to hint"};
  const std::string name = play::text_in(request, "bot");
  const auto spec = modest_bot(name);
  if (!spec) return spec.error();
  if (spec->kind != bots::BotSpec::search)
    return Error{fmt::format("{} does not look ahead; name a search, as in search/500ms", name)};
  const auto thoughts =
      bots::think(table.match().game().name, table.match().view(*seat), spec->settings, table.chance(*seat));
  if (!thoughts) return thoughts.error();
  return said(told_of(*thoughts));
}

Answer Desk::Counter::record(Asked request) {
  const auto place = place_in(request);
  if (!place) return place.error();
  const play::Record& record = (*place)->table.record();
  std::string text = play::header_line(record.header);
  for (const play::RecordedMove& move : record.moves) text += play::move_line(move);
  return said(json::value{{"record", text}});
}

Answer Desk::Counter::news(Asked request) {
  const auto place = place_in(request);
  if (!place) return place.error();
  const auto reader = seat_in(request, "reader", (*place)->table, 0);
  if (!reader) return reader.error();
  const auto known = known_in(request);
  if (!known) return known.error();
  return said((*place)->table.news(*reader, (*known)->since, (*known)->kept));
}

// ---- The desk -----------------------------------------------------------------------------------------

Desk::Desk() : counter_(std::make_unique<Counter>()) {}
Desk::~Desk() = default;

std::string Desk::ask(std::string_view request) {
  const Answer answer = counter_->answer(request);
  return answer ? "{\"ok\":" + answer->text + "}"
                : "{\"error\":" + play::json_text(answer.error().message) + "}";
}

}  // namespace lifetable::table

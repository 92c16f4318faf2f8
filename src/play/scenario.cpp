// SPDX-License-Identifier: Apache-2.0
#include "play/scenario.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <optional>

#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::play {

namespace {

using Check = Result<Done>;

/// Texts of a JSON list; an Error naming `what` if it is anything else.
Result<std::vector<std::string>> texts_in(const json::value& value, std::string_view what) {
  std::vector<std::string> texts;
  const auto* array = value.if_array();
  if (!array) return Error{fmt::format("'{}' must be a list of texts", what)};
  for (const auto& item : *array) {
    if (!item.is_string()) return Error{fmt::format("'{}' must be a list of texts", what)};
    texts.emplace_back(item.get_string());
  }
  return texts;
}

std::string listed(const std::vector<std::string>& texts) {
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string actors_text(const Actors& actors) {
  if (actors.kind == Actors::over) return "over";
  if (actors.kind == Actors::dealer) return "dealer";
  std::string text;
  for (const Seat seat : actors.set) text += (text.empty() ? "" : " ") + to_string(seat);
  return text;
}

class Scenario {
 public:
  Scenario(const GameInfo& game, const json::object& object) : game_(game), object_(object) {}

  Check run() {
    if (auto good =
            check_members(object_, {"name", "clauses", "options", "position", "dealer", "play", "then"}, 2);
        !good)
      return good;
    if (auto good = set_up(); !good) return good;
    if (auto good = deal_on(); !good) return good;
    if (const auto* steps = object_.if_contains("play")) {
      const auto* array = steps->if_array();
      if (!array) return Error{"'play' must be a list"};
      int number = 0;
      for (const auto& step : *array) {
        ++number;
        if (auto good = take(step); !good)
          return Error{fmt::format("step {}: {}", number, good.error().message)};
        if (auto good = deal_on(); !good)
          return Error{fmt::format("after step {}: {}", number, good.error().message)};
      }
    }
    if (!dealer_.empty()) return Error{fmt::format("the dealer never came to turn up '{}'", dealer_.front())};
    const auto* then = object_.if_contains("then");
    if (!then && !object_.contains("play"))
      return Error{"it says nothing that must hold: add 'play' or 'then'"};
    return then ? expect(*then) : Done{};
  }

 private:
  // ---- Setting up -----------------------------------------------------------------------------------

  Check set_up() {
    Fields options;
    if (const auto* value = object_.if_contains("options")) {
      auto fields = fields_from(*value);
      if (!fields) return Error{"in 'options': " + fields.error().message};
      options = *fields;
    }
    if (const auto* value = object_.if_contains("position")) {
      const auto position = fields_from(*value);
      if (!position) return Error{"in 'position': " + position.error().message};
      auto match = game_.position(options, *position);
      if (!match) return Error{"in 'position': " + match.error().message};
      match_ = std::move(*match);
    } else {
      auto match = game_.start(options);
      if (!match) return match.error();
      match_ = std::move(*match);
    }
    for (int i = 0; i < match_->players(); ++i) names_.push_back(fmt::format("Seat {}", i + 1));
    if (const auto* value = object_.if_contains("dealer")) {
      const auto* text = value->if_string();
      if (!text) return Error{"'dealer' must be a text: what turns up next, as in \"7 3 Stop\""};
      for (const auto word : words_of(*text))
        if (word != "|") dealer_.emplace_back(word);
    }
    return Done{};
  }

  // ---- Playing --------------------------------------------------------------------------------------

  /// Lets the dealer act for as long as it is its turn and outcomes are foreseen.
  Check deal_on() {
    while (!dealer_.empty() && match_->actors().kind == Actors::dealer) {
      const std::string word = std::move(dealer_.front());
      dealer_.pop_front();
      if (auto good = turn_up(word, match_->moves(kDealer)); !good) return good;
    }
    return Done{};
  }

  /// The dealer's move that ends with a word, as it is written or as the game reads it: a game may not care
  /// about case or order.
  Check turn_up(const std::string& word, const std::vector<std::string>& possible) {
    for (const std::string& move : possible)
      if (move == word || move.ends_with(" " + word)) return deal(move);
    std::string verb;
    for (const std::string& move : possible) {
      if (move.substr(0, move.find(' ')) == verb) continue;
      verb = move.substr(0, move.find(' '));
      if (auto good = deal(verb + " " + word); good) return good;
    }
    constexpr std::size_t kMostNamed = 12;
    const auto end = possible.begin() + static_cast<std::ptrdiff_t>(std::min(possible.size(), kMostNamed));
    return Error{fmt::format("the dealer cannot turn up '{}'; possible are: {}{}", word,
                             fmt::join(possible.begin(), end, ", "), end == possible.end() ? "" : ", …")};
  }

  /// Changes nothing if it is refused.
  Check deal(const std::string& move) {
    if (auto played = match_->play(kDealer, move); !played) return played.error();
    return Done{};
  }

  struct Step {
    Seat by;
    std::string move;
  };

  /// "2: raise 1 tens 3" or "dealer: draw 7".
  Result<Step> parse_step(std::string_view text) const {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
      return Error{fmt::format("'{}' must look like '2: move' or 'dealer: move'", text)};
    const std::string_view who = text.substr(0, colon);
    const std::size_t begin = std::min(text.find_first_not_of(' ', colon + 1), text.size());
    if (who == "dealer") return Step{kDealer, std::string(text.substr(begin))};
    const int seat = parse_number(who, 1, match_->players());
    if (seat < 0)
      return Error{fmt::format("'{}' is no seat; there are seats 1 to {}", who, match_->players())};
    return Step{Seat{seat - 1}, std::string(text.substr(begin))};
  }

  Check take(const json::value& step) {
    if (const auto* text = step.if_string()) {
      const auto parsed = parse_step(*text);
      if (!parsed) return parsed.error();
      if (auto played = match_->play(parsed->by, parsed->move); !played)
        return Error{fmt::format("'{}' was refused. {}", std::string(*text), played.error().message)};
      return Done{};
    }
    const auto* object = step.if_object();
    if (object && object->contains("expect") && object->size() == 1) return expect(object->at("expect"));
    if (object && object->contains("refuse") && object->contains("clause") && object->size() == 2)
      return refuse(text_in(*object, "refuse"), text_in(*object, "clause"));
    return Error{"a step is a text ('2: move'), {\"refuse\": ..., \"clause\": ...} or {\"expect\": ...}"};
  }

  Check refuse(const std::string& text, const std::string& clause) {
    const auto parsed = parse_step(text);
    if (!parsed) return parsed.error();
    const std::uint64_t before = match_->hash();
    const auto played = match_->play(parsed->by, parsed->move);
    if (played) return Error{fmt::format("'{}' was to be refused by {}, but is legal", text, clause)};
    if (!played.error().clause) return Error{played.error().message};
    const std::string cited = fmt::format("{}-{}", game_.prefix, played.error().clause.number);
    if (cited != clause)
      return Error{
          fmt::format("'{}' was to be refused by {}, but was by {}", text, clause, played.error().message)};
    if (match_->hash() != before)
      return Error{fmt::format("'{}' was refused, but changed the position", text)};
    return Done{};
  }

  // ---- Checking -------------------------------------------------------------------------------------

  Check expect(const json::value& value) {
    const auto* object = value.if_object();
    if (!object || object->empty())
      return Error{"what must hold is written as an object with at least one check"};
    for (const auto& [key, wanted] : *object) {
      const std::string name(key);
      Check good = Done{};
      if (name == "actors")
        good = same(name, text_of(wanted), actors_text(match_->actors()));
      else if (name == "legal" || name == "legal_has" || name == "legal_lacks")
        good = expect_legal(name, wanted);
      else if (name == "scores" || name == "winners")
        good = expect_numbers(name, wanted);
      else if (name == "sees")
        good = expect_views(wanted);
      else if (name == "told")
        good = expect_told(wanted);
      else
        good = expect_field(name, wanted, match_->describe());
      if (!good) return good;
    }
    return Done{};
  }

  static std::string text_of(const json::value& value) {
    if (const auto* text = value.if_string()) return std::string(*text);
    return json::serialize(value);
  }

  static Check same(std::string_view what, const std::string& wanted, const std::string& found) {
    if (wanted == found) return Done{};
    return Error{fmt::format("{} should be '{}', but is '{}'", what, wanted, found)};
  }

  /// Calls `check(seat, value)` for each member of {"1": ..., "watcher": ...}.
  template <class CheckSeat>
  Check for_seats(std::string_view what, const json::value& value, CheckSeat check) {
    const auto* object = value.if_object();
    if (!object) return Error{fmt::format("'{}' must be an object by seat", what)};
    for (const auto& [key, wanted] : *object) {
      const int number = parse_number(key, 1, match_->players());
      if (number < 0 && key != "watcher")
        return Error{fmt::format("'{}' has no seat '{}'", what, std::string(key))};
      if (auto good = check(key == "watcher" ? kNobody : Seat{number - 1}, wanted); !good)
        return Error{fmt::format("{} of seat {}: {}", what, std::string(key), good.error().message)};
    }
    return Done{};
  }

  Check expect_legal(const std::string& name, const json::value& value) {
    return for_seats(name, value, [&](Seat seat, const json::value& list) -> Check {
      auto wanted = texts_in(list, name);
      if (!wanted) return wanted.error();
      auto legal = seat == kNobody ? std::vector<std::string>{} : match_->moves(seat);
      std::sort(legal.begin(), legal.end());
      std::sort(wanted->begin(), wanted->end());
      if (name == "legal") {
        if (*wanted != legal)
          return Error{fmt::format("should be {}, but is {}", listed(*wanted), listed(legal))};
        return Done{};
      }
      for (const std::string& move : *wanted)
        if (std::binary_search(legal.begin(), legal.end(), move) != (name == "legal_has"))
          return Error{fmt::format("'{}' should {}be legal; legal are {}", move,
                                   name == "legal_has" ? "" : "not ", listed(legal))};
      return Done{};
    });
  }

  Check expect_numbers(const std::string& name, const json::value& wanted) {
    json::array found;
    if (name == "scores")
      for (const int score : match_->scores()) found.push_back(score);
    else
      for (const Seat seat : match_->winners()) found.push_back(seat.index + 1);
    return same(name, json::serialize(wanted), json::serialize(found));
  }

  Check expect_views(const json::value& value) {
    return for_seats("sees", value, [&](Seat seat, const json::value& fields) -> Check {
      const auto* object = fields.if_object();
      if (!object) return Error{"what a seat sees is written as an object"};
      for (const auto& [key, wanted] : *object) {
        if (auto good = expect_field(std::string(key), wanted, match_->describe(seat)); !good) return good;
      }
      return Done{};
    });
  }

  Check expect_told(const json::value& value) {
    return for_seats("told", value, [&](Seat seat, const json::value& list) -> Check {
      const auto wanted = texts_in(list, "told");
      if (!wanted) return wanted.error();
      const auto lines = match_->told(seat, names_);
      if (*wanted != lines)
        return Error{fmt::format("should be {}, but is {}", listed(*wanted), listed(lines))};
      return Done{};
    });
  }

  /// A field of the position; a list may leave out seats with "*".
  Check expect_field(const std::string& name, const json::value& wanted, const Fields& found) const {
    if (std::find(game_.field_names.begin(), game_.field_names.end(), name) == game_.field_names.end())
      return Error{fmt::format("'{}' is neither a check nor a field of a position; fields are: {}", name,
                               fmt::join(game_.field_names, ", "))};
    auto fields = fields_from(json::object{{name, wanted}});
    if (!fields) return fields.error();
    const Field& want = *fields->find(name);
    const Field* have = found.find(name);
    const std::vector<std::string> none(want.list ? want.texts.size() : 1);
    const auto& texts = have ? have->texts : none;
    if (want.texts.size() != texts.size() || (have && have->list != want.list))
      return Error{fmt::format(
          "'{}' is {}", name, have && have->list ? "a list of " + std::to_string(texts.size()) : "one text")};
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (want.texts[i] != "*" && want.texts[i] != texts[i])
        return same(want.list ? fmt::format("{} of seat {}", name, i + 1) : name, want.texts[i], texts[i]);
    return Done{};
  }

  const GameInfo& game_;
  const json::object& object_;
  std::unique_ptr<Match> match_;
  std::vector<std::string> names_;
  std::deque<std::string> dealer_;
};

}  // namespace

Result<std::vector<ScenarioReport>> run_scenarios(std::string_view text, const std::string& source) {
  const auto in_file = [&](const std::string& message) { return Error{source + ": " + message}; };
  const auto value = parse_json(text);
  if (!value) return in_file(value.error().message);
  const auto* file = value->if_object();
  if (!file) return in_file("a scenario file is an object with 'game' and 'scenarios'");
  if (auto good = check_members(*file, {"game", "scenarios"}, 2); !good) return in_file(good.error().message);
  const auto game = game_named(text_in(*file, "game"));
  if (!game) return in_file(game.error().message);
  const auto* list = file->at("scenarios").if_array();
  if (!list || list->empty()) return in_file("'scenarios' must be a list with at least one scenario");

  const auto known = clauses((*game)->rules, (*game)->prefix);
  std::vector<ScenarioReport> reports;
  for (const auto& item : *list) {
    const auto* object = item.if_object();
    const std::string number = fmt::format("scenario {}", reports.size() + 1);
    if (!object) return in_file(number + " must be an object");
    ScenarioReport report{text_in(*object, "name"), {}, ""};
    if (report.name.empty()) return in_file(number + " needs a 'name'");
    if (const auto* list_of_clauses = object->if_contains("clauses")) {
      auto cited = texts_in(*list_of_clauses, "clauses");
      if (!cited) return in_file(number + ": " + cited.error().message);
      report.clauses = *cited;
    }
    for (const auto& earlier : reports)
      if (earlier.name == report.name)
        return in_file(fmt::format("two scenarios are called '{}'", report.name));
    for (const std::string& clause : report.clauses)
      if (std::none_of(known.begin(), known.end(), [&](const ClauseText& each) { return each.id == clause; }))
        return in_file(fmt::format("{}: {} has no clause {}", number, (*game)->title, clause));
    if (auto held = Scenario(**game, *object).run(); !held) report.failure = held.error().message;
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace lifetable::play

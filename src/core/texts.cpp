// SPDX-License-Identifier: Apache-2.0
#include "core/texts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

#include "core/fields.hpp"
#include "core/words.hpp"

namespace lifetable {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// Where a text goes on after the brace that closes the one before `from`; npos if none does.
std::size_t end_of_braces(std::string_view text, std::size_t from) {
  int open = 1;
  for (std::size_t at = from; at < text.size(); ++at) {
    if (text[at] == '{') ++open;
    if (text[at] == '}' && --open == 0) return at + 1;
  }
  return std::string_view::npos;
}

/// The form of this number among those that stand between bars, or the last if there are fewer.
std::string_view form_at(std::string_view forms, std::size_t number) {
  std::size_t begin = 0;
  int open = 0;
  for (std::size_t at = 0; at < forms.size(); ++at) {
    if (forms[at] == '{') ++open;
    if (forms[at] == '}') --open;
    if (forms[at] != '|' || open > 0) continue;
    if (number == 0) return forms.substr(begin, at - begin);
    --number;
    begin = at + 1;
  }
  return forms.substr(begin);
}

/// The plural category of a whole number, as Unicode's CLDR calls it: what Intl.PluralRules says on the page.
std::string_view plural_category(std::string_view language, int number) {
  const int n = std::abs(number), ten = n % 10, hundred = n % 100;
  if (language == "ko") return "other";
  if (n == 1) return "one";
  if (language != "pl") return "other";
  return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? "few" : "many";
}

/// Where a word stands among others with blanks between them; behind them all if it does not.
std::size_t place_of(std::string_view word, std::string_view words) {
  const auto all = words_of(words);
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), word) - all.begin());
}

/// One phrase being put into words.
class Saying {
 public:
  Saying(const Texts& texts, const Phrase& phrase, Seat reader, Names names)
      : texts_(texts), phrase_(phrase), reader_(reader), names_(names) {}

  std::string put(std::string_view text, const int* number = nullptr) const {
    std::string said;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '#' && number) {
        said += std::to_string(*number);
      } else if (text[at] == '{') {
        const std::size_t end = end_of_braces(text, at + 1);
        said += fill(text.substr(at + 1, end - at - 2));
        at = end - 1;
      } else {
        said += text[at];
      }
    }
    return said;
  }

 private:
  /// What stands for the inside of a pair of braces.
  std::string fill(std::string_view inside) const {
    const std::size_t colon = inside.find(':');
    std::string_view name = inside.substr(0, colon);
    const bool row = name.ends_with('&');
    if (row) name.remove_suffix(1);
    const bool capitals = !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
    const Argument* const argument =
        find(capitals ? lower(name.substr(0, 1)) + std::string(name.substr(1)) : std::string(name));
    if (!argument) return "{" + std::string(inside) + "}";
    std::string said = colon != std::string_view::npos ? put_form(*argument, inside.substr(colon + 1))
                       : name == "title"               ? title_of(*argument)
                                                       : words_of_argument(*argument, row);
    return capitals ? capital(std::move(said)) : said;
  }

  const Argument* find(const std::string& name) const {
    for (const auto& [each, argument] : phrase_.arguments)
      if (each == name) return &argument;
    return nullptr;
  }

  std::string put_form(const Argument& argument, std::string_view forms) const {
    if (const int* number = argument.number()) {
      const auto category = plural_category(said_or("language.code", "en"), *number);
      return put(form_at(forms, place_of(category, said_or("language.plurals", "one other"))), number);
    }
    if (const Seat* seat = argument.seat()) return put(form_at(forms, is_reader(*seat) ? 1 : 0));
    if (const std::string* text = argument.text()) return put(form_at(forms, text->empty() ? 0 : 1));
    return put(form_at(forms, argument.phrases()->empty() ? 0 : 1));
  }

  /// The title of a card is written where the card is; a language that has another word for it says that.
  std::string title_of(const Argument& argument) const {
    const std::string printed = words_of_argument(argument, false);
    return said_or("title." + printed, printed);
  }

  std::string said_or(std::string_view id, std::string_view otherwise) const {
    const std::string* const text = texts_.find(id);
    return text ? *text : std::string(otherwise);
  }

  std::string words_of_argument(const Argument& argument, bool row) const {
    if (const int* number = argument.number()) return std::to_string(*number);
    if (const Seat* seat = argument.seat()) return words_of_seat(*seat, argument.is_honoured());
    if (const std::string* text = argument.text()) return *text;
    std::string said;
    const auto& phrases = *argument.phrases();
    for (std::size_t i = 0; i < phrases.size(); ++i) {
      const std::string next = texts_.say(phrases[i], reader_, names_);
      if (i == 0)
        said = next;
      else if (row && i + 1 == phrases.size())
        said = texts_.say({"list.pair", {{"first", said}, {"last", next}}});
      else
        said += (row ? ", " : " ") + next;
    }
    return said;
  }

  std::string words_of_seat(Seat seat, bool honoured) const {
    if (is_reader(seat)) return texts_.say({"player.you"});
    std::string name = seat.index < names_.size() ? names_[seat.index]
                                                  : texts_.say({"player.seat", {{"n", to_string(seat)}}});
    return honoured ? texts_.say({"player.honoured", {{"who", std::move(name)}}}) : name;
  }

  bool is_reader(Seat seat) const { return seat == reader_ && seat != kNobody; }

  const Texts& texts_;
  const Phrase& phrase_;
  Seat reader_;
  Names names_;
};

bool braces_match(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    if (c == '{') ++open;
    if (c == '}' && --open < 0) return false;
  }
  return open == 0;
}

}  // namespace

Result<Texts> Texts::from(std::string_view file) {
  Texts all;
  for (int number = 1; !file.empty(); ++number) {
    const std::size_t end = std::min(file.find('\n'), file.size());
    const std::string_view line = trimmed(file.substr(0, end));
    file.remove_prefix(std::min(end + 1, file.size()));
    if (line.empty() || line[0] == '#') continue;
    const std::size_t equals = line.find(" =");
    if (equals == std::string_view::npos)
      return Error{fmt::format("line {}: '{}' is no text; write: id = text", number, shortened(line, 60))};
    const std::string id(trimmed(line.substr(0, equals)));
    const std::string_view text = trimmed(line.substr(equals + 2));
    if (!braces_match(text)) return Error{fmt::format("line {}: braces of {} do not match", number, id)};
    if (!all.texts_.emplace(id, text).second)
      return Error{fmt::format("line {}: {} stands here twice", number, id)};
  }
  return all;
}

const std::string* Texts::find(std::string_view id) const {
  const auto at = texts_.find(id);
  return at == texts_.end() ? nullptr : &at->second;
}

std::string Texts::say(const Phrase& phrase, Seat reader, Names names) const {
  if (phrase.empty()) return "";
  const std::string* const text = find(phrase.id);
  return text ? Saying(*this, phrase, reader, names).put(*text) : phrase.id;
}

std::string Texts::say(const std::vector<Phrase>& phrases, Seat reader, Names names) const {
  std::string all;
  for (const Phrase& phrase : phrases) all += (all.empty() ? "" : " ") + say(phrase, reader, names);
  return all;
}

}  // namespace lifetable

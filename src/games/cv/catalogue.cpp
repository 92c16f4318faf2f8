// SPDX-License-Identifier: Apache-2.0
// Reading, checking and writing catalogues (kept.cpp keeps them). The form: docs/cv-catalogue.md.
#include "games/cv/catalogue.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <utility>

#include "core/fields.hpp"
#include "core/hash.hpp"
#include "core/ink.hpp"

namespace lifetable::cv {

namespace {

// ---- The words of the form ----------------------------------------------------------------------------

constexpr std::array<std::string_view, kSymbols> kSymbolNames = {
    "health", "relationship", "knowledge", "money", "good luck", "bad luck", "any"};
constexpr std::array<std::string_view, 7> kTypeNames = {"health",     "relationship", "knowledge", "work",
                                                        "possession", "event",        "life goal"};
constexpr std::array<std::string_view, kDecks> kDeckNames = {"childhood", "early adulthood", "middle age",
                                                             "old age", "life goals"};
constexpr std::array<std::string_view, 3> kSourceNames = {"rulebook", "reported", "house"};
/// In the order of the bits of Effect.
constexpr std::array<std::string_view, 8> kEffectNames = {
    "change one", "turn bad luck", "friend's job", "thaw", "retired", "twice", "insurance", "in old age"};

enum class Part { deck, type, cost, condition, effect, upkeep, points, goal, source };
constexpr std::array<std::string_view, 9> kPartNames = {"deck",   "type",   "cost", "condition", "effect",
                                                        "upkeep", "points", "goal", "source"};

constexpr int kMostCost = 12, kMostTokens = 9, kMostUpkeep = 9, kMostDice = 3, kMostPoints = 20;
constexpr int kMostInSet = 9, kMostTitle = 28;
/// Of all events together: with 5 * 9 tokens and 7 dice, no count of Symbols reaches 128 even if one player
/// plays them all in one turn.
constexpr int kMostOfEvents = 70;
constexpr std::size_t kMostBytes = 200'000;

constexpr TypeSet kStackTypes = (1 << kStacks) - 1;
constexpr TypeSet kCounted = set_of(Type::health) | set_of(Type::relationship) | set_of(Type::knowledge);

template <std::size_t N>
int place_of(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

/// "health, relationship, ... or any".
template <class Names>
std::string one_of(const Names& names) {
  const auto size = std::size(names);
  return fmt::format("{} or {}", fmt::join(names.begin(), names.begin() + static_cast<long>(size) - 1, ", "),
                     names[size - 1]);
}

std::string_view name_of(Deck deck) { return kDeckNames[static_cast<std::size_t>(deck)]; }

// ---- Plain text ---------------------------------------------------------------------------------------

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Single blanks between words, none around them.
std::string tidy(std::string_view text) { return fmt::format("{}", fmt::join(words_of(text), " ")); }

std::string small(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// A value as it is compared: small letters, single blanks, and the signs that word processors like to put
/// in.
std::string plain(std::string_view text) {
  std::string all(text);
  replace_all(all, "→", "->");
  replace_all(all, "↔", "<->");
  replace_all(all, "’", "'");
  return small(tidy(all));
}

/// Empty pieces are kept: they are mistakes.
std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> pieces;
  for (;;) {
    const std::size_t end = text.find(at);
    pieces.emplace_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

/// The next character of a text in UTF-8, which is taken off; nothing if the bytes are none.
std::optional<char32_t> next_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t size = first < 0x80       ? 1
                           : first >> 5 == 6  ? 2
                           : first >> 4 == 14 ? 3
                           : first >> 3 == 30 ? 4
                                              : 0;
  if (size == 0 || text.size() < size) return {};
  char32_t character = size == 1 ? first : first & (0xFF >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if (byte(i) >> 6 != 2) return {};
    character = character << 6 | (byte(i) & 0x3F);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (character < least[size] || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000))
    return {};
  text.remove_prefix(size);
  return character;
}

/// Not controls, and nothing that hides or turns round what stands beside it.
bool is_printable(char32_t c) {
  return c >= 0x20 && !(c >= 0x7F && c < 0xA0) && c != 0xAD && !(c >= 0x200B && c <= 0x200F) &&
         !(c >= 0x2028 && c <= 0x202E) && !(c >= 0x2060 && c <= 0x206F) && c != 0xFEFF;
}

int letters_in(std::string_view text, int& characters) {
  int letters = 0;
  characters = 0;
  while (!text.empty()) {
    const char32_t c = *next_character(text);  // the file was found to be UTF-8
    ++characters;
    letters += c >= 0x80 || (c | 32) - U'a' < 26;
  }
  return letters;
}

// ---- Arrows -------------------------------------------------------------------------------------------

constexpr SymbolSet faces_of(Symbol symbol) { return symbol == Symbol::any ? kFour : set_of(symbol); }

/// What one arrow says; a symbol never becomes itself.
constexpr Arrows arrow(Symbol left, Symbol right) {
  Arrows arrows;
  for (int face = 0; face < kFaces; ++face)
    if (faces_of(left) >> face & 1)
      arrows.add(static_cast<Symbol>(face), static_cast<SymbolSet>(faces_of(right) & ~(1u << face)));
  return arrows;
}

struct WrittenArrow {
  Arrows says;
  std::string text;
};

/// Every arrow that can be written, those that say most first.
std::vector<WrittenArrow> all_arrows() {
  std::vector<WrittenArrow> all;
  for (int l = 0; l < kSymbols; ++l)
    for (int r = 0; r < kSymbols; ++r) {
      const auto left = static_cast<Symbol>(l), right = static_cast<Symbol>(r);
      const auto names =
          std::pair(kSymbolNames[static_cast<std::size_t>(l)], kSymbolNames[static_cast<std::size_t>(r)]);
      if (right == Symbol::bad || arrow(left, right).bits == 0) continue;
      all.push_back({arrow(left, right), fmt::format("{} -> {}", names.first, names.second)});
      if (l >= r || left == Symbol::bad) continue;
      Arrows both = arrow(left, right);
      both |= arrow(right, left);
      all.push_back({both, fmt::format("{} <-> {}", names.first, names.second)});
    }
  std::sort(all.begin(), all.end(), [](const WrittenArrow& a, const WrittenArrow& b) {
    const int more = std::popcount(a.says.bits) - std::popcount(b.says.bits);
    return more != 0 ? more > 0 : a.text < b.text;
  });
  return all;
}

// ---- Reading ------------------------------------------------------------------------------------------

/// Reads line by line. It keeps the first thing that is wrong and then does nothing more.
class CatalogueReader {
 public:
  CatalogueReader(std::string_view text, std::string_view source) : text_(text), source_(source) {}

  Result<Catalogue> read();

 private:
  // What is wrong, and where.
  void fail(std::string_view message);
  void wrong(Part part, std::string_view message);
  bool failed() const { return !error_.message.empty(); }

  void check_text();
  void read_line(std::string_view line);
  void begin_card(std::string_view line);
  void read_title(std::string_view text);
  void read_field(std::string_view line);
  void read_value(std::string_view value);

  void read_deck(std::string_view value);
  void read_type(std::string_view value);
  Symbols read_symbols(std::string_view value, int most);
  void read_condition(std::string_view value);
  void read_effect(std::string_view value);
  void read_effect_item(const std::string& item);
  void read_arrow(const std::string& item);
  void read_points(std::string_view value);
  void read_goal(std::string_view value);
  void read_source(std::string_view value);

  /// What stands between these signs; fails where nothing does.
  std::vector<std::string> items(std::string_view value, char between);
  /// "2 money" is 2 and "money"; without a number it is 1.
  std::pair<int, std::string> counted(const std::string& item, int most);
  Symbol symbol_named(std::string_view name);
  Symbol end_of_arrow(std::string_view name, const std::string& item);
  void add(Symbols& symbols, Symbol symbol, int count, int most);

  void end_card();
  void check_type();
  void check_taking();
  void check_event();
  void check_goal();
  void check_stack_card();
  void check_all_there();
  void check_sum_of_events();

  bool given(Part part) const { return lines_[static_cast<std::size_t>(part)] != 0; }
  Facts& facts() { return catalogue_.facts[static_cast<std::size_t>(number_)]; }
  Card card() const { return card_of(number_); }

  std::string_view text_, source_;
  Catalogue catalogue_;
  Error error_;
  int line_ = 0;
  // The card being read; 0 before the first.
  int number_ = 0;
  std::string title_;
  std::optional<Part> part_;
  std::array<int, kPartNames.size()> lines_{};  ///< where each field of it stands
  std::array<int, kCards + 1> begins_{};        ///< where each card begins
};

void CatalogueReader::fail(std::string_view message) {
  if (failed()) return;
  std::string where(source_);
  if (line_) where += fmt::format(", line {}", line_);
  if (number_) where += fmt::format(", card {}", number_);
  if (number_ && !title_.empty()) where += fmt::format(" ({})", shortened(title_, 40));
  if (part_) where += fmt::format(", '{}'", kPartNames[static_cast<std::size_t>(*part_)]);
  error_ = {fmt::format("{}: {}", where, message)};
}

/// For what shows only when the whole card is there.
void CatalogueReader::wrong(Part part, std::string_view message) {
  part_ = part;
  line_ = given(part) ? lines_[static_cast<std::size_t>(part)] : begins_[static_cast<std::size_t>(number_)];
  fail(message);
}

Result<Catalogue> CatalogueReader::read() {
  check_text();
  for (std::string_view rest = text_; !failed() && !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    ++line_;
    read_line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  end_card();
  check_all_there();
  check_sum_of_events();
  if (failed()) return error_;
  return std::move(catalogue_);
}

void CatalogueReader::check_text() {
  if (text_.size() > kMostBytes)
    return fail(fmt::format("the file has {} bytes; a catalogue has at most {}: give the file with the cards",
                            text_.size(), kMostBytes));
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // some editors begin a file so
  line_ = 1;
  for (std::string_view rest = text_; !rest.empty();) {
    const auto character = next_character(rest);
    if (!character) return fail("this is not UTF-8 text: save the file as UTF-8");
    line_ += *character == U'\n';
  }
  line_ = 0;
}

void CatalogueReader::read_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  line = trimmed(line.substr(0, line.find('#')));
  if (line.empty()) return;
  const std::size_t digit = line.find_first_not_of("+-");
  if (digit != std::string_view::npos && line[digit] >= '0' && line[digit] <= '9') return begin_card(line);
  read_field(line);
}

bool all_printable(std::string_view text) {
  while (!text.empty())
    if (const char32_t c = *next_character(text); !is_printable(c) && c != U'\t') return false;
  return true;
}

void CatalogueReader::begin_card(std::string_view line) {
  const int line_here = line_;
  end_card();
  if (failed()) return;
  line_ = line_here, part_ = {}, number_ = 0, lines_ = {};
  title_.clear();
  if (!all_printable(line)) return fail("the title has a character that cannot be printed: type it anew");
  const std::size_t dot = line.find('.');
  const std::string_view digits = trimmed(line.substr(0, dot));
  if (dot == std::string_view::npos || digits.find_first_not_of("+-0123456789") != std::string_view::npos)
    return fail(
        fmt::format("'{}' does not begin a card: write its number, a full stop and its title, as in "
                    "'18. Marriage'",
                    shortened(line, 40)));
  const int number = parse_number(digits, 1, kCards);
  if (number < 0)
    return fail(fmt::format("there is no card number {}: cards are numbered from 1 to {}",
                            shortened(digits, 12), kCards));
  number_ = number;
  read_title(line.substr(dot + 1));
  int& begins = begins_[static_cast<std::size_t>(number)];
  if (begins && !failed())
    return fail(
        fmt::format("number {} stands already in line {} ({}): give every card one number, and one block",
                    number, begins, catalogue_.title(card())));
  begins = line_;
  catalogue_.titles[static_cast<std::size_t>(number)] = title_;
}

void CatalogueReader::read_title(std::string_view text) {
  std::string title = tidy(text);
  int characters = 0;
  const int letters = letters_in(title, characters);
  if (title.empty())
    return fail(
        fmt::format("the title is missing: write it behind the number, as in '{}. Marriage'", number_));
  title_ = std::move(title);
  if (characters > kMostTitle)
    return fail(
        fmt::format("the title has {} characters: shorten it to {} or fewer", characters, kMostTitle));
  if (letters == 0) fail("the title has no letter: write the words of the card");
}

void CatalogueReader::read_field(std::string_view line) {
  part_ = {};
  if (!all_printable(line)) return fail("this line has a character that cannot be printed: type it anew");
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos)
    return fail(
        fmt::format("'{}' is neither the beginning of a card ('18. Marriage') nor a field "
                    "('cost: 2 health'); remarks begin with #",
                    shortened(line, 40)));
  const int part = place_of(kPartNames, plain(line.substr(0, colon)));
  if (part < 0)
    return fail(fmt::format("there is no field '{}'; fields are {}",
                            shortened(trimmed(line.substr(0, colon)), 40), one_of(kPartNames)));
  part_ = static_cast<Part>(part);
  if (number_ == 0)
    return fail(
        "this field belongs to no card: write the card's number and title above it, as in '18. Marriage'");
  int& before = lines_[static_cast<std::size_t>(part)];
  if (before) return fail(fmt::format("this field stands already in line {}: write it once", before));
  before = line_;
  const std::string value = plain(line.substr(colon + 1));
  if (value.empty()) return fail("nothing stands behind the colon: leave out a field that says nothing");
  read_value(value);
}

void CatalogueReader::read_value(std::string_view value) {
  switch (*part_) {
    case Part::deck: return read_deck(value);
    case Part::type: return read_type(value);
    case Part::cost: facts().cost = read_symbols(value, kMostCost); return;
    case Part::condition: return read_condition(value);
    case Part::effect: return read_effect(value);
    case Part::upkeep: facts().upkeep = read_symbols(value, kMostUpkeep); return;
    case Part::points: return read_points(value);
    case Part::goal: return read_goal(value);
    case Part::source: return read_source(value);
  }
}

// ---- Reading the fields -------------------------------------------------------------------------------

void CatalogueReader::read_deck(std::string_view value) {
  const int deck = place_of(kDeckNames, value);
  if (deck < 0)
    return fail(fmt::format("there is no deck '{}'; decks are {}", shortened(value, 40), one_of(kDeckNames)));
  const Deck right = deck_of(card());
  if (static_cast<Deck>(deck) != right)
    fail(fmt::format("card {} belongs to {} ({} to {}), not to {}: correct the number or the deck", number_,
                     name_of(right), range_of(right).first, range_of(right).last, value));
}

void CatalogueReader::read_type(std::string_view value) {
  const auto names = items(value, '/');
  for (const auto& name : names) {
    const int type = place_of(kTypeNames, name);
    if (type < 0)
      return fail(
          fmt::format("there is no type '{}'; types are {}", shortened(name, 40), one_of(kTypeNames)));
    if (facts().is(static_cast<Type>(type)))
      return fail(fmt::format("'{}' stands there twice: write it once", name));
    facts().types |= set_of(static_cast<Type>(type));
  }
  if (names.size() > 2) return fail("a card has at most two types: leave out the others");
  if (names.size() == 2 && (facts().types & ~kStackTypes))
    fail(
        "only health, relationship, knowledge, work and possession go together: an event or a life goal has "
        "one type");
}

std::vector<std::string> CatalogueReader::items(std::string_view value, char between) {
  auto all = split(value, between);
  const std::string_view sign = between == ',' ? "comma" : between == '+' ? "plus" : "stroke";
  const std::string_view remedy = "leave it out, or add what is missing";
  if (all.back().empty())
    fail(fmt::format("nothing follows the last {}: {}", sign, remedy));
  else if (all.front().empty())
    fail(fmt::format("nothing stands before the first {}: {}", sign, remedy));
  else if (std::find(all.begin(), all.end(), "") != all.end())
    fail(fmt::format("nothing stands between one {} and the next: {}", sign, remedy));
  return all;
}

std::pair<int, std::string> CatalogueReader::counted(const std::string& item, int most) {
  const std::size_t blank = item.find(' ');
  const std::string_view first = std::string_view(item).substr(0, blank);
  if (first.empty() || first.find_first_of("+-0123456789") != 0 || first.starts_with("->")) return {1, item};
  const int count = parse_number(first, 1, most);
  if (count < 0)
    fail(fmt::format("'{}' is no number from 1 to {}: correct it, or leave it out for one",
                     shortened(first, 12), most));
  else if (blank == std::string::npos)
    fail(fmt::format("'{}' does not say of what: write it behind the number", first));
  return {std::max(count, 1), blank == std::string::npos ? "" : item.substr(blank + 1)};
}

Symbol CatalogueReader::symbol_named(std::string_view name) {
  const int symbol = place_of(kSymbolNames, name);
  if (symbol < 0)
    fail(fmt::format("there is no symbol '{}'; symbols are {}", shortened(name, 40), one_of(kSymbolNames)));
  return static_cast<Symbol>(std::max(symbol, 0));
}

void CatalogueReader::add(Symbols& symbols, Symbol symbol, int count, int most) {
  if (symbols.size() + count > most)
    return fail(fmt::format("more than {} symbols: that is the most a card may have here", most));
  symbols.add(symbol, count);
}

Symbols CatalogueReader::read_symbols(std::string_view value, int most) {
  Symbols symbols;
  for (const auto& item : items(value, ',')) {
    if (failed()) break;
    const auto [count, name] = counted(item, most);
    add(symbols, symbol_named(name), count, most);
  }
  return symbols;
}

void CatalogueReader::read_condition(std::string_view value) {
  for (const auto& item : items(value, ',')) {
    const bool needs = item.starts_with("needs "), forbids = item.starts_with("no ");
    const int type = place_of(kTypeNames, trimmed(std::string_view(item).substr(needs     ? 6
                                                                                : forbids ? 3
                                                                                          : 0)));
    if (!(needs || forbids) || type < 0 || type >= kStacks)
      return fail(
          fmt::format("'{}' is no condition: write 'needs' or 'no' and health, relationship, knowledge, "
                      "work or possession, as in 'needs work'",
                      shortened(item, 40)));
    (needs ? facts().needs : facts().forbids) |= set_of(static_cast<Type>(type));
  }
  if (facts().needs & facts().forbids)
    fail("a card that needs and forbids the same can never be taken: leave one out");
}

void CatalogueReader::read_effect(std::string_view value) {
  for (const auto& item : items(value, ','))
    if (!failed()) read_effect_item(item);
}

void CatalogueReader::read_effect_item(const std::string& item) {
  if (item.find("->") != std::string::npos) return read_arrow(item);
  const std::string special = item == "friends job" ? "friend's job" : item;
  if (const int effect = place_of(kEffectNames, special); effect >= 0) {
    if (facts().effects >> effect & 1)
      return fail(fmt::format("'{}' stands there twice: write it once", special));
    facts().effects = static_cast<std::uint8_t>(facts().effects | 1u << effect);
    return;
  }
  const auto [count, name] = counted(item, kMostTokens);
  const bool die = name == "die" || name == "dice", reroll = name == "reroll" || name == "rerolls";
  if (die || reroll) {
    std::uint8_t& sum = die ? facts().dice : facts().rerolls;
    if (sum + count > kMostDice)
      return fail(fmt::format("more than {} {}: that is the most a card may have", kMostDice,
                              die ? "dice" : "rerolls"));
    sum = static_cast<std::uint8_t>(sum + count);
    return;
  }
  if (place_of(kSymbolNames, name) < 0)
    return fail(
        fmt::format("there is no effect '{}'; effects are the symbols {}; die, reroll; arrows such as "
                    "'money -> health' and 'knowledge <-> money'; and {}",
                    shortened(item, 40), one_of(kSymbolNames), one_of(kEffectNames)));
  add(facts().gives, symbol_named(name), count, kMostTokens);
}

Symbol CatalogueReader::end_of_arrow(std::string_view name, const std::string& item) {
  if (name.empty())
    fail(fmt::format("'{}' has a symbol on one side only: write it as 'money -> health'",
                     shortened(item, 40)));
  return symbol_named(name);
}

void CatalogueReader::read_arrow(const std::string& item) {
  const std::size_t at = item.find("->");
  const bool both = at > 0 && item[at - 1] == '<';
  const std::string_view all = item;
  const Symbol left = end_of_arrow(trimmed(all.substr(0, both ? at - 1 : at)), item);
  const Symbol right = end_of_arrow(trimmed(all.substr(at + 2)), item);
  if (failed()) return;
  if (right == Symbol::bad || (both && left == Symbol::bad))
    return fail(fmt::format(
        "'{}' gives bad luck, and no arrow may: bad luck strikes as dice and tokens show it, "
        "not as somebody likes to change it (CV-34); an arrow away from it is 'bad luck -> money'",
        item));
  Arrows says = arrow(left, right);
  if (both) says |= arrow(right, left);
  if (says.bits == 0) return fail(fmt::format("'{}' changes nothing: name two different symbols", item));
  facts().arrows |= says;
}

void CatalogueReader::read_points(std::string_view value) {
  const int points = parse_number(value, 0, kMostPoints);
  if (points < 0)
    return fail(fmt::format("'{}' is no number from 0 to {}: correct it", shortened(value, 40), kMostPoints));
  facts().points = static_cast<std::uint8_t>(points);
}

void CatalogueReader::read_goal(std::string_view value) {
  constexpr std::string_view kForm = "write it as '1 for each token' or '3 for each work + 2 possession'";
  const std::size_t words = value.find(" for each ");
  if (words == std::string_view::npos)
    return fail(fmt::format("'{}' lacks the words 'for each': {}", shortened(value, 40), kForm));
  const int points = parse_number(value.substr(0, words), 1, kMostPoints);
  if (points < 0)
    return fail(fmt::format("'{}' does not begin with points from 1 to {}: {}", shortened(value, 40),
                            kMostPoints, kForm));
  facts().points = static_cast<std::uint8_t>(points);
  Goal& goal = facts().goal;
  for (const auto& item : items(value.substr(words + 10), '+')) {
    if (failed()) return;
    const auto [count, name] = counted(item, kMostInSet);
    const bool token = name == "token" || name == "tokens";
    const int type = place_of(kTypeNames, name);
    if (failed()) return;
    if (!token && (type < 0 || type >= kStacks))
      return fail(fmt::format("a goal cannot count '{}': {}", shortened(item, 40), kForm));
    std::uint8_t& sum = token ? goal.tokens : goal.cards[static_cast<std::size_t>(type)];
    if (sum) return fail(fmt::format("'{}' stands there twice: write '2 {}'", name, name));
    sum = static_cast<std::uint8_t>(count);
  }
  if (goal.tokens && goal.cards != Goal{}.cards)
    fail("a goal counts cards or tokens, not both: leave one of them out");
}

void CatalogueReader::read_source(std::string_view value) {
  const int source = place_of(kSourceNames, value);
  if (source < 0)
    return fail(
        fmt::format("there is no source '{}'; sources are {}", shortened(value, 40), one_of(kSourceNames)));
  catalogue_.sources[static_cast<std::size_t>(number_)] = static_cast<Source>(source);
}

// ---- Checking a card ----------------------------------------------------------------------------------

void CatalogueReader::end_card() {
  if (failed() || number_ == 0) return;
  check_type();
  if (failed()) return;
  check_taking();
  if (facts().is_event())
    check_event();
  else if (facts().is(Type::goal))
    check_goal();
  else
    check_stack_card();
  if (!given(Part::source))
    wrong(Part::source,
          fmt::format("the source is missing: add a line 'source:' with {}", one_of(kSourceNames)));
}

void CatalogueReader::check_type() {
  if (!given(Part::type))
    return wrong(Part::type,
                 fmt::format("the type is missing: add a line 'type:' with {}", one_of(kTypeNames)));
  const Deck deck = deck_of(card());
  const bool goal = facts().is(Type::goal);
  if (card() == Card::bicycle && facts().types != set_of(Type::possession))
    wrong(Part::type,
          "card 12 is the Bicycle, which lies in the CV from the start: make it a possession (CV-9)");
  else if (deck == Deck::childhood && card() != Card::bicycle && !facts().is_event())
    wrong(Part::type, "childhood cards but the Bicycle are events: make it an event (CV-3)");
  else if (deck == Deck::goals && !goal)
    wrong(Part::type, "cards 76 to 83 are life goals: make it one, or correct the number (CV-2)");
  else if (deck != Deck::goals && goal)
    wrong(Part::type,
          "only cards 76 to 83 are life goals: give it another type, or correct the number (CV-2)");
}

/// Childhood cards and goals are dealt, not taken.
void CatalogueReader::check_taking() {
  const Deck deck = deck_of(card());
  if (deck != Deck::childhood && deck != Deck::goals) return;
  for (const Part part : {Part::cost, Part::condition})
    if (given(part))
      wrong(part, fmt::format("cards of {} are dealt, nobody takes them: leave this out", name_of(deck)));
}

void CatalogueReader::check_event() {
  const Facts& event = facts();
  const unsigned lasting = event.effects & ~(insurance | in_old_age);
  const bool gives = !event.gives.empty() || event.dice;
  if (given(Part::upkeep))
    wrong(Part::upkeep, "an event never lies in the CV, so it has no upkeep: leave this out");
  if (given(Part::points))
    wrong(Part::points, "only possessions give points: leave this out of an event (CV-51)");
  if (given(Part::goal)) wrong(Part::goal, "only cards 76 to 83 are life goals: leave this out");
  if (event.arrows.bits || event.rerolls || lasting)
    wrong(Part::effect,
          fmt::format(
              "{} works on cards that lie in the CV: an event gives symbols, dice or insurance",
              event.arrows.bits ? std::string("an arrow")
              : event.rerolls
                  ? std::string("a reroll")
                  : fmt::format("'{}'", kEffectNames[static_cast<std::size_t>(std::countr_zero(lasting))])));
  if (event.has(insurance) && (gives || event.has(in_old_age)))
    wrong(Part::effect,
          "an insurance is played only when misfortune strikes, and does nothing else: leave out the rest "
          "(CV-22)");
  if (!event.has(insurance) && !gives)
    wrong(Part::effect, "this event does nothing: add the symbols or dice that it gives");
}

void CatalogueReader::check_goal() {
  for (const Part part : {Part::effect, Part::upkeep})
    if (given(part)) wrong(part, "a life goal only counts at the end: leave this out");
  if (given(Part::points)) wrong(Part::points, "the points of a life goal stand in its goal: leave this out");
  if (!given(Part::goal))
    wrong(Part::goal, "the goal is missing: add a line such as 'goal: 3 for each work + 2 possession'");
}

void CatalogueReader::check_stack_card() {
  const Facts& card = facts();
  if (given(Part::goal)) wrong(Part::goal, "only cards 76 to 83 are life goals: leave this out");
  for (const int bit : {6, 7})
    if (card.effects >> bit & 1)
      wrong(Part::effect, fmt::format("'{}' is for events: leave it out, or make the card an event",
                                      kEffectNames[static_cast<std::size_t>(bit)]));
  if (card.has(twice) && !(card.types & kCounted))
    wrong(Part::effect,
          "'twice' is for health, relationship and knowledge, whose cards are counted: leave it out (CV-50)");
  if (given(Part::points) && !card.is(Type::possession))
    wrong(Part::points,
          "only possessions give points: leave this out, or make the card a possession (CV-51)");
}

void CatalogueReader::check_all_there() {
  if (failed()) return;
  line_ = 0, number_ = 0, part_ = {};
  std::vector<int> missing;
  std::string decks;
  for (int d = 0; d < kDecks; ++d) {
    const auto deck = static_cast<Deck>(d);
    const Range range = range_of(deck);
    const std::size_t before = missing.size();
    for (int n = range.first; n <= range.last; ++n)
      if (!begins_[static_cast<std::size_t>(n)]) missing.push_back(n);
    if (const auto lacks = static_cast<int>(missing.size() - before))
      decks += fmt::format("{}{} has {} of {}", decks.empty() ? "" : ", ", name_of(deck),
                           range.size() - lacks, range.size());
  }
  if (missing.size() == kCards)
    return fail("there is no card in it: write all 83, each as '18. Marriage' and its fields");
  if (missing.empty()) return;
  const bool one = missing.size() == 1;
  std::string numbers = fmt::format(
      "{}", fmt::join(missing.begin(),
                      missing.begin() + std::min<long>(10, static_cast<long>(missing.size())), ", "));
  if (missing.size() > 10) numbers += fmt::format(" and {} more", missing.size() - 10);
  fail(fmt::format("{} {} {} missing ({}): add {}", one ? "card" : "cards", numbers, one ? "is" : "are",
                   decks, one ? "it" : "them"));
}

void CatalogueReader::check_sum_of_events() {
  if (failed()) return;
  int sum = 0;
  for (const Facts& each : catalogue_.facts) sum += each.is_event() ? each.gives.size() : 0;
  if (sum > kMostOfEvents)
    fail(fmt::format("all events together give {} symbols: take some away, until they give {} or fewer", sum,
                     kMostOfEvents));
}

// ---- What a catalogue says, in one number -------------------------------------------------------------

void add_text(Hash& hash, std::string_view text) {
  hash.add(text.size());
  for (const char c : text) hash.add(static_cast<unsigned char>(c));
}

/// Records hold this number: a change of the order here would make them unreadable.
std::uint64_t hash_of_all(const Catalogue& catalogue) {
  Hash hash;
  for (std::size_t n = 1; n <= kCards; ++n) {
    const Facts& facts = catalogue.facts[n];
    for (const Symbols symbols : {facts.cost, facts.gives, facts.upkeep}) hash.add(symbols.bits);
    hash.add(facts.arrows.bits);
    for (const std::uint8_t each : {facts.types, facts.needs, facts.forbids, facts.effects, facts.dice,
                                    facts.rerolls, facts.points, facts.goal.tokens})
      hash.add(each);
    for (const std::uint8_t each : facts.goal.cards) hash.add(each);
    hash.add(static_cast<std::uint64_t>(catalogue.sources[n]));
    add_text(hash, catalogue.titles[n]);
  }
  return hash.value();
}

// ---- Writing ------------------------------------------------------------------------------------------

void add_item(std::string& all, std::string_view item, std::string_view between = ", ") {
  if (!all.empty()) all += between;
  all += item;
}

/// "2 money", "money".
std::string times(int count, std::string_view one, std::string_view many) {
  return count == 1 ? std::string(one) : fmt::format("{} {}", count, many);
}
std::string times(int count, std::string_view name) { return times(count, name, name); }

std::string symbols_text(Symbols symbols) {
  std::string all;
  for (int s = 0; s < kSymbols; ++s)
    if (symbols.count(s)) add_item(all, times(symbols.count(s), kSymbolNames[static_cast<std::size_t>(s)]));
  return all;
}

std::string arrows_text(Arrows arrows) {
  static const std::vector<WrittenArrow> known = all_arrows();
  std::string all;
  for (const WrittenArrow& each : known) {
    if ((arrows.bits & each.says.bits) != each.says.bits) continue;
    arrows.bits &= ~each.says.bits;
    add_item(all, each.text);
  }
  return all;
}

std::string types_text(TypeSet types, std::string_view before, std::string_view between) {
  std::string all;
  for (std::size_t t = 0; t < kTypeNames.size(); ++t)
    if (types >> t & 1) add_item(all, fmt::format("{}{}", before, kTypeNames[t]), between);
  return all;
}

std::string condition_text(const Facts& facts) {
  std::string all = types_text(facts.needs, "needs ", ", ");
  if (facts.forbids) add_item(all, types_text(facts.forbids, "no ", ", "));
  return all;
}

std::string effect_text(const Facts& facts) {
  std::string all = symbols_text(facts.gives);
  if (facts.dice) add_item(all, times(facts.dice, "die", "dice"));
  if (facts.rerolls) add_item(all, times(facts.rerolls, "reroll", "rerolls"));
  if (facts.arrows.bits) add_item(all, arrows_text(facts.arrows));
  for (std::size_t e = 0; e < kEffectNames.size(); ++e)
    if (facts.effects >> e & 1) add_item(all, kEffectNames[e]);
  return all;
}

std::string goal_text(const Facts& facts) {
  std::string set;
  for (std::size_t t = 0; t < kStacks; ++t)
    if (facts.goal.cards[t]) add_item(set, times(facts.goal.cards[t], kTypeNames[t]), " + ");
  if (facts.goal.tokens) add_item(set, times(facts.goal.tokens, "token", "tokens"), " + ");
  return fmt::format("{} for each {}", facts.points, set);
}

void write_field(std::string& all, Part part, std::string_view value) {
  if (!value.empty()) all += fmt::format("  {}: {}\n", kPartNames[static_cast<std::size_t>(part)], value);
}

}  // namespace

Result<Catalogue> read_catalogue(std::string_view text, std::string_view source) {
  auto read = CatalogueReader(text, source).read();
  if (read) read->hash = hash_of_all(*read);
  return read;
}

std::string write_catalogue(const Catalogue& catalogue) {
  std::string all;
  for (int n = 1; n <= kCards; ++n) {
    const Facts& facts = catalogue[card_of(n)];
    const bool goal = facts.is(Type::goal);
    all += fmt::format("{}{}. {}\n", n == 1 ? "" : "\n", n, catalogue.title(card_of(n)));
    write_field(all, Part::deck, name_of(deck_of(card_of(n))));
    write_field(all, Part::type, types_text(facts.types, "", " / "));
    write_field(all, Part::cost, symbols_text(facts.cost));
    write_field(all, Part::condition, condition_text(facts));
    write_field(all, Part::effect, effect_text(facts));
    write_field(all, Part::upkeep, symbols_text(facts.upkeep));
    if (facts.points && !goal) write_field(all, Part::points, std::to_string(facts.points));
    if (goal) write_field(all, Part::goal, goal_text(facts));
    write_field(all, Part::source,
                kSourceNames[static_cast<std::size_t>(catalogue.sources[static_cast<std::size_t>(n)])]);
  }
  return all;
}

std::string hash_text(const Catalogue& catalogue) { return fmt::format("{:016x}", catalogue.hash); }

}  // namespace lifetable::cv

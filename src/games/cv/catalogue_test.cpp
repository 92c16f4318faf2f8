// SPDX-License-Identifier: Apache-2.0
// Catalogues: what is read, what is refused and in which words, and whether ours is what its sources and its
// cost model say.
#include "games/cv/catalogue.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <thread>
#include <vector>

#include "core/random.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::cv {
namespace {

Catalogue read(std::string_view text) {
  auto catalogue = read_catalogue(text, "my.cards");
  EXPECT_TRUE(catalogue) << catalogue.error().message;
  return catalogue ? *catalogue : Catalogue{};
}

/// Why a text is refused; empty if it is not.
std::string refusal(std::string_view text) {
  const auto catalogue = read_catalogue(text, "my.cards");
  return catalogue ? "" : catalogue.error().message;
}

/// The standard catalogue without remarks.
const std::string& standard() {
  static const std::string text = write_catalogue(catalogue(kStandard));
  return text;
}

struct Block {
  std::size_t begin, end;
};
Block block_of(const std::string& text, int number) {
  const std::string head = fmt::format("{}. ", number);
  const std::size_t begin = text.starts_with(head) ? 0 : text.find("\n" + head) + 1;
  return {begin, std::min(text.find("\n\n", begin), text.size())};
}

/// The same with the cards that tests change as the tests know them, however ours are balanced.
const std::string& clean() {
  static const std::string text = [] {
    constexpr std::string_view cards[] = {
        "14. Fitness\n  deck: early adulthood\n  type: health\n  cost: 2 health\n"
        "  effect: health <-> relationship\n  source: house",
        "18. Marriage\n  deck: early adulthood\n  type: relationship\n  cost: 2 relationship, good luck\n"
        "  effect: die\n  source: rulebook",
        "20. Work and travel\n  deck: early adulthood\n  type: work\n  cost: health, money\n"
        "  effect: die\n  source: reported",
        "21. Blogging\n  deck: early adulthood\n  type: relationship / knowledge\n  cost: money\n"
        "  effect: any\n  source: house",
        "23. Used car\n  deck: early adulthood\n  type: possession\n  cost: 3 money\n  points: 3\n"
        "  source: rulebook",
        "37. Sums done in the head\n  deck: early adulthood\n  type: knowledge\n  cost: knowledge\n"
        "  effect: knowledge -> money\n  source: house",
        "40. MBA\n  deck: middle age\n  type: knowledge / work\n  cost: 2 knowledge, 2 money\n"
        "  effect: knowledge, money\n  source: house",
        "41. Early retirement\n  deck: middle age\n  type: work\n  condition: needs work\n"
        "  effect: health, money, retired\n  source: rulebook",
        "42. Lottery win\n  deck: middle age\n  type: event\n  cost: 2 good luck\n  effect: 5 money\n"
        "  source: house"};
    std::string all = standard();
    for (const std::string_view card : cards) {
      const auto [begin, end] = block_of(all, std::atoi(card.data()));
      all.replace(begin, end - begin, card);
    }
    return all;
  }();
  return text;
}

/// The clean text with something else in one card.
std::string changed(int number, std::string_view from, std::string_view to) {
  std::string text = clean();
  const auto [begin, end] = block_of(text, number);
  const std::size_t at = text.find(from, begin);
  EXPECT_LT(at, end) << "card " << number << " has no '" << from << "'";
  return text.replace(at, from.size(), to);
}

int line_at(const std::string& text, std::size_t at) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

// ---- Reading ------------------------------------------------------------------------------------------

// CV-2, CV-3
TEST(CvCatalogue, ReadsEveryFieldOfACard) {
  std::string text =
      changed(40, "  effect: knowledge, money\n",
              "  effect: 2 money, any, bad luck, 2 dice, reroll, knowledge <-> money, bad luck -> any,"
              " change one, turn bad luck, friend's job, thaw, retired, twice\n"
              "  condition: needs work, no possession\n  upkeep: 2 health, any\n");
  const Facts mba = read(text)[card_of(40)];
  EXPECT_EQ(mba.types, set_of(Type::knowledge) | set_of(Type::work));
  EXPECT_EQ(mba.cost, Symbols::of(Symbol::knowledge, 2) + Symbols::of(Symbol::money, 2));
  EXPECT_EQ(mba.gives, Symbols::of(Symbol::money, 2) + Symbols::of(Symbol::any) + Symbols::of(Symbol::bad));
  EXPECT_EQ(mba.upkeep, Symbols::of(Symbol::health, 2) + Symbols::of(Symbol::any));
  EXPECT_EQ(mba.dice, 2);
  EXPECT_EQ(mba.rerolls, 1);
  EXPECT_EQ(mba.points, 0);
  EXPECT_EQ(mba.needs, set_of(Type::work));
  EXPECT_EQ(mba.forbids, set_of(Type::possession));
  EXPECT_EQ(mba.effects, change_one | turn_bad | friends_job | thaw | retired | twice);
  EXPECT_EQ(mba.arrows.from(Symbol::knowledge), set_of(Symbol::money));
  EXPECT_EQ(mba.arrows.from(Symbol::money), set_of(Symbol::knowledge));
  EXPECT_EQ(mba.arrows.from(Symbol::bad), kFour);
  EXPECT_EQ(mba.arrows.from(Symbol::health), 0);
}

// CV-26
TEST(CvCatalogue, AnyOnAnArrowMeansEachOfTheFour) {
  const auto arrows = [](std::string_view text) {
    return read(changed(37, "knowledge -> money", text))[card_of(37)].arrows;
  };
  const Arrows to_money = arrows("any -> money"), from_money = arrows("money -> any"),
               all = arrows("any -> any");
  for (int face = 0; face < kFaces; ++face) {
    const auto symbol = static_cast<Symbol>(face);
    const bool four = kFour & set_of(symbol);
    EXPECT_EQ(to_money.from(face), four && symbol != Symbol::money ? set_of(Symbol::money) : 0);
    EXPECT_EQ(from_money.from(face), symbol == Symbol::money ? kFour & ~set_of(Symbol::money) : 0);
    EXPECT_EQ(all.from(face), four ? kFour & ~set_of(symbol) : 0) << "a symbol does not become itself";
  }
  Arrows both = to_money;
  both |= from_money;
  EXPECT_EQ(arrows("any <-> money"), both);
  EXPECT_EQ(arrows("bad luck → any").from(Symbol::bad), kFour) << "as word processors write it";
}

// CV-52
TEST(CvCatalogue, ReadsGoals) {
  const Catalogue& cards = catalogue(kStandard);
  EXPECT_EQ(cards[card_of(82)].points, 3);
  EXPECT_EQ(cards[card_of(82)].goal.cards, (std::array<std::uint8_t, kStacks>{0, 0, 0, 1, 2}));
  EXPECT_EQ(cards[card_of(82)].goal.tokens, 0);
  EXPECT_EQ(cards[card_of(77)].goal.tokens, 1);
  const Facts other = read(changed(77, "1 for each token", "5 for each 3 tokens"))[card_of(77)];
  EXPECT_EQ(other.points, 5);
  EXPECT_EQ(other.goal.tokens, 3);
}

TEST(CvCatalogue, LayoutDoesNotMatter) {
  EXPECT_EQ(read(standard()).hash, catalogue(kStandard).hash) << "remarks";
  const std::uint64_t hash = read(clean()).hash;

  std::string windows;
  for (const char c : clean()) windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(read("\xEF\xBB\xBF" + windows).hash, hash);

  std::string loud =
      changed(18, "  cost: 2 relationship, good luck", "COST :2   Relationship ,\tGOOD  Luck   # !");
  EXPECT_EQ(read(loud).hash, hash);
  EXPECT_EQ(read(changed(18, "18. Marriage", "\t18 .   Marriage  ")).hash, hash);
  EXPECT_EQ(read(changed(18, "2 relationship, good luck", "good luck, relationship, relationship")).hash,
            hash);
  EXPECT_EQ(read(changed(21, "relationship / knowledge", "knowledge/relationship")).hash, hash);
  EXPECT_EQ(read(changed(18, "  deck: early adulthood\n", "")).hash, hash) << "the number says the deck";

  const auto [begin, end] = block_of(clean(), 18);
  std::string moved = clean();
  moved.erase(begin, end - begin);
  EXPECT_EQ(read(moved + "\n" + clean().substr(begin, end - begin)).hash, hash) << "the order of the cards";
}

// Every line left out, every number and every word that can be another: if it can still be read, it says
// something else.
TEST(CvCatalogue, EveryValueIsInTheHash) {
  const std::string& text = clean();
  std::set<std::uint64_t> hashes = {read(text).hash};
  int changes = 0;
  const auto expect_new = [&](const std::string& other, std::string_view what) {
    const auto catalogue = read_catalogue(other, "my.cards");
    if (!catalogue) return;
    ++changes;
    EXPECT_TRUE(hashes.insert(catalogue->hash).second) << what;
  };
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = text.find('\n', begin) + 1;
    const std::string line = text.substr(begin, end - begin);
    const auto with = [&](const std::string& instead) {
      return text.substr(0, begin) + instead + text.substr(end);
    };
    if (line.starts_with("  deck:") || line == "\n") continue;
    expect_new(with(""), line);
    if (line[0] != ' ') expect_new(with(line.substr(0, line.size() - 1) + "!\n"), line);
    for (std::size_t at = 2; at < line.size() && line[0] == ' '; ++at)
      if (line[at] >= '1' && line[at] < '9') {
        std::string more = line;
        ++more[at];
        expect_new(with(more), more);
      }
    for (const std::string_view source : {"rulebook", "reported", "house"})
      if (line.starts_with("  source:") && line.find(source) == std::string::npos)
        expect_new(with(fmt::format("  source: {}\n", source)), line);
    if (line.starts_with("  effect:"))
      expect_new(with(line.substr(0, line.size() - 1) + ", bad luck\n"), line);
  }
  EXPECT_GT(changes, 400);
}

TEST(CvCatalogue, WhatIsWrittenReadsTheSame) {
  for (const CatalogueId id : {kStandard, kOdd}) {
    const std::string text = write_catalogue(catalogue(id));
    EXPECT_EQ(read(text).hash, catalogue(id).hash);
    EXPECT_EQ(write_catalogue(read(text)), text);
  }
}

// All 2^26 sets of arrows are too many; a few thousand will do.
TEST(CvCatalogue, AnySetOfArrowsIsWrittenAndReadTheSame) {
  Xoshiro256pp rng(7);
  Catalogue cards = catalogue(kStandard);
  for (int i = 0; i < 300; ++i) {
    for (int n = 13; n <= 75; ++n) {
      Facts& facts = cards.facts[static_cast<std::size_t>(n)];
      if (facts.is_event()) continue;
      facts.arrows = {};
      const std::uint32_t density = 1 + below(rng, 6);
      for (int from = 0; from < kFaces; ++from)
        for (int to = 0; to < kFaces - 1; ++to)
          if (from != to && below(rng, 6) < density)
            facts.arrows.add(static_cast<Symbol>(from), set_of(static_cast<Symbol>(to)));
    }
    const Catalogue again = read(write_catalogue(cards));
    for (int n = 13; n <= 75; ++n) ASSERT_EQ(again[card_of(n)].arrows, cards[card_of(n)].arrows);
  }
}

// ---- Refusing -----------------------------------------------------------------------------------------

struct Wrong {
  int card;
  std::string from, to;
  std::string field;   ///< named in the message; empty: none
  std::string reason;  ///< how the rest of the message begins
};

const std::vector<Wrong>& wrong_cards() {
  static const std::vector<Wrong> all = {
      // Fields and their values.
      {18, "deck: early", "deck: late", "deck",
       "there is no deck 'late adulthood'; decks are childhood, early"},
      {18, "early adulthood", "middle age", "deck",
       "card 18 belongs to early adulthood (13 to 38), not to middle"},
      {18, "  cost:", "  price:", "",
       "there is no field 'price'; fields are deck, type, cost, condition, effect"},
      {18, "  effect: die", "  effect: die\n  effect: die", "effect", "this field stands already in line"},
      {18, "2 relationship", "2 friendship", "cost",
       "there is no symbol 'friendship'; symbols are health, rel"},
      {18, "2 relationship", "-2 relationship", "cost", "'-2' is no number from 1 to 12"},
      {18, "2 relationship", "0 relationship", "cost", "'0' is no number from 1 to 12"},
      {18, "2 relationship", "13 relationship", "cost", "'13' is no number from 1 to 12"},
      {18, "2 relationship", "99999999999 relationship", "cost", "'99999999999' is no number from 1 to 12"},
      {18, "2 relationship", "1.5 relationship", "cost", "'1.5' is no number from 1 to 12"},
      {18, "2 relationship", "12 relationship", "cost", "more than 12 symbols"},
      {18, "2 relationship, good luck", "2", "cost", "'2' does not say of what"},
      {18, "2 relationship, good luck", "money,", "cost", "nothing follows the last comma"},
      {18, "2 relationship, good luck", ", money", "cost", "nothing stands before the first comma"},
      {18, "2 relationship, good luck", "money,, good luck", "cost", "nothing stands between one comma and"},
      {18, "effect: die", "effect: die,", "effect", "nothing follows the last comma"},
      {18, "effect: die", "effect: die, 2", "effect", "'2' does not say of what"},
      {41, "needs work", "needs work,", "condition", "nothing follows the last comma"},
      {18, "type: relationship", "type: relationship /", "type", "nothing follows the last stroke"},
      {18, "2 relationship, good luck", "", "cost", "nothing stands behind the colon"},
      {18, "effect: die", "effect: 9 money, any", "effect", "more than 9 symbols"},
      {18, "effect: die", "effect: 10 money", "effect", "'10' is no number from 1 to 9"},
      {18, "effect: die", "effect: 4 dice", "effect", "more than 3 dice"},
      {18, "effect: die", "effect: 3 dice, die", "effect", "more than 3 dice"},
      {18, "effect: die", "effect: 4 rerolls", "effect", "more than 3 rerolls"},
      {18, "effect: die", "effect: cake", "effect",
       "there is no effect 'cake'; effects are the symbols health"},
      {18, "effect: die", "effect: thaw, thaw", "effect", "'thaw' stands there twice"},
      {18, "effect: die", "effect: die\n  upkeep: 10 any", "upkeep", "'10' is no number from 1 to 9"},
      {23, "points: 3", "points: 21", "points", "'21' is no number from 0 to 20"},
      {23, "points: 3", "points: -1", "points", "'-1' is no number from 0 to 20"},
      {41, "needs work", "wants work", "condition", "'wants work' is no condition: write 'needs' or 'no'"},
      {41, "needs work", "needs money", "condition", "'needs money' is no condition"},
      {41, "needs work", "needs event", "condition", "'needs event' is no condition"},
      {41, "needs work", "needs work, no work", "condition",
       "a card that needs and forbids the same can never"},
      {18, "source: rulebook", "source: hearsay", "source",
       "there is no source 'hearsay'; sources are rulebook"},
      // Arrows.
      {14, "health <-> relationship", "money -> bad luck", "effect", "'money -> bad luck' gives bad luck"},
      {14, "health <-> relationship", "bad luck <-> money", "effect", "'bad luck <-> money' gives bad luck"},
      {14, "health <-> relationship", "money <-> bad luck", "effect", "'money <-> bad luck' gives bad luck"},
      {14, "health <-> relationship", "money -> money", "effect", "'money -> money' changes nothing"},
      {14, "health <-> relationship", "health -> 2 money", "effect", "there is no symbol '2 money'"},
      {14, "health <-> relationship", "-> money", "effect", "'-> money' has a symbol on one side only"},
      {14, "health <-> relationship", "health -> money -> any", "effect",
       "there is no symbol 'money -> any'"},
      // Numbers and titles.
      {18, "18. Marriage", "17. Marriage", "", "number 17 stands already in line"},
      {18, "18. Marriage", "18.", "", "the title is missing"},
      {18, "18. Marriage", "18. 007", "", "the title has no letter"},
      {18, "18. Marriage", "18. Twenty-nine letters are many!", "",
       "the title has 29 characters: shorten it to 28"},
      {18, "  effect: die", "  effect die", "", "'effect die' is neither the beginning of a card"},
      {18, "  effect: die", "  effect: d\x01ie", "", "this line has a character that cannot be printed"},
      // Types.
      {18, "  type: relationship\n", "", "type", "the type is missing"},
      {18, "  source: rulebook", "", "source", "the source is missing"},
      {18, "type: relationship", "type: money", "type",
       "there is no type 'money'; types are health, relationship"},
      {18, "type: relationship", "type: work / work", "type", "'work' stands there twice"},
      {18, "type: relationship", "type: work / health / possession", "type", "a card has at most two types"},
      {18, "type: relationship", "type: relationship / event", "type",
       "only health, relationship, knowledge, work"},
      {18, "type: relationship", "type: life goal", "type", "only cards 76 to 83 are life goals"},
      {80, "type: life goal", "type: health", "type", "cards 76 to 83 are life goals"},
      {3, "type: event", "type: knowledge", "type", "childhood cards but the Bicycle are events"},
      {12, "type: possession", "type: event", "type", "card 12 is the Bicycle"},
      {12, "type: possession", "type: work / possession", "type", "card 12 is the Bicycle"},
      {12, "  points: 1", "  cost: money\n  points: 1", "cost", "cards of childhood are dealt"},
      {3, "  effect:", "  cost: money\n  effect:", "cost", "cards of childhood are dealt"},
      {3, "  effect:", "  condition: no work\n  effect:", "condition", "cards of childhood are dealt"},
      {80, "  goal:", "  cost: money\n  goal:", "cost", "cards of life goals are dealt"},
      {80, "  goal:", "  condition: no work\n  goal:", "condition", "cards of life goals are dealt"},
      // What would mean nothing.
      {18, "  effect: die", "  points: 2", "points", "only possessions give points"},
      {42, "  effect:", "  points: 2\n  effect:", "points", "only possessions give points"},
      {42, "  effect:", "  upkeep: money\n  effect:", "upkeep", "an event never lies in the CV"},
      {42, "5 money", "money -> health", "effect", "an arrow works on cards that lie in the CV"},
      {42, "5 money", "money, reroll", "effect", "a reroll works on cards that lie in the CV"},
      {42, "5 money", "money, twice", "effect", "'twice' works on cards that lie in the CV"},
      {42, "5 money", "money, retired", "effect", "'retired' works on cards that lie in the CV"},
      {42, "5 money", "money, change one", "effect", "'change one' works on cards that lie in the CV"},
      {42, "5 money", "insurance, money", "effect", "an insurance is played only when misfortune strikes"},
      {42, "5 money", "in old age", "effect", "this event does nothing"},
      {42, "  effect: 5 money\n", "", "effect", "this event does nothing"},
      {42, "  effect:", "  goal: 1 for each token\n  effect:", "goal", "only cards 76 to 83 are life goals"},
      {18, "effect: die", "effect: die, insurance", "effect", "'insurance' is for events"},
      {18, "effect: die", "effect: die, in old age", "effect", "'in old age' is for events"},
      {20, "effect: die", "effect: die, twice", "effect",
       "'twice' is for health, relationship and knowledge"},
      {18, "  effect: die", "  goal: 1 for each token", "goal", "only cards 76 to 83 are life goals"},
      // Goals.
      {80, "  goal: 2 for each health + knowledge\n", "", "goal", "the goal is missing"},
      {80, "  goal:", "  effect: money\n  goal:", "effect", "a life goal only counts at the end"},
      {80, "  goal:", "  upkeep: money\n  goal:", "upkeep", "a life goal only counts at the end"},
      {80, "  goal:", "  points: 2\n  goal:", "points", "the points of a life goal stand in its goal"},
      {80, "2 for each", "0 for each", "goal", "'0 for each health + knowledge' does not begin with points"},
      {80, "2 for each", "21 for each", "goal",
       "'21 for each health + knowledge' does not begin with points"},
      {80, "2 for each", "2 per", "goal", "'2 per health + knowledge' lacks the words 'for each'"},
      {80, "2 for each", "2 for every", "goal",
       "'2 for every health + knowledge' lacks the words 'for each'"},
      {80, "health + knowledge", "health + money", "goal", "a goal cannot count 'money'"},
      {80, "health + knowledge", "health +", "goal", "nothing follows the last plus"},
      {80, "health + knowledge", "2", "goal", "'2' does not say of what"},
      {80, "health + knowledge", "10 health", "goal", "'10' is no number from 1 to 9"},
      {80, "health + knowledge", "health + health", "goal", "'health' stands there twice"},
      {80, "health + knowledge", "health + token", "goal", "a goal counts cards or tokens, not both"},
  };
  return all;
}

/// Where the message should point: at the field's last line in the card, else at the card's first; without a
/// field, at what was changed.
int line_of(const std::string& text, const Wrong& wrong) {
  const std::size_t head = block_of(clean(), wrong.card).begin;  // nothing before it was changed
  const std::size_t end = std::min(text.find("\n\n", head), text.size());
  if (wrong.field.empty()) return line_at(text, text.find(wrong.to, head));
  const std::size_t field = text.substr(0, end).rfind("\n  " + wrong.field + ":");
  return line_at(text, field == std::string::npos || field < head ? head : field + 1);
}

TEST(CvCatalogue, EveryMistakeIsNamedWithFileLineCardAndField) {
  for (const Wrong& wrong : wrong_cards()) {
    const std::string text = changed(wrong.card, wrong.from, wrong.to);
    const std::string message = refusal(text);
    const std::size_t head = block_of(clean(), wrong.card).begin;
    const std::string first = text.substr(head, text.find('\n', head) - head);  // "18. Marriage"
    const std::size_t dot = first.find('.');
    const std::string title = first.size() > dot + 2 ? fmt::format(" ({})", first.substr(dot + 2)) : "";
    const std::string where =
        fmt::format("my.cards, line {}, card {}{}", line_of(text, wrong), first.substr(0, dot), title);
    const std::string field = wrong.field.empty() ? "" : fmt::format(", '{}'", wrong.field);
    const std::string expected = fmt::format("{}{}: {}", where, field, wrong.reason);
    EXPECT_EQ(message.substr(0, expected.size()), expected) << "whole message: " << message;
  }
}

TEST(CvCatalogue, NumbersOutsideTheBoxAreRefused) {
  for (const std::string_view number : {"0", "84", "-3", "999999999999"})
    EXPECT_EQ(
        refusal(fmt::format("\n{}. Nobody\n", number)),
        fmt::format("my.cards, line 2: there is no card number {}: cards are numbered from 1 to 83", number));
  EXPECT_EQ(
      refusal("18 Marriage"),
      "my.cards, line 1: '18 Marriage' does not begin a card: write its number, a full stop and its title, "
      "as in '18. Marriage'");
  EXPECT_EQ(refusal("cost: money"),
            "my.cards, line 1, 'cost': this field belongs to no card: write the card's "
            "number and title above it, as in '18. Marriage'");
}

TEST(CvCatalogue, MissingCardsAreNamed) {
  const auto without = [](std::vector<int> numbers) {
    std::string text = clean();
    for (const int number : numbers) {
      const auto [begin, end] = block_of(text, number);
      text.erase(begin, end - begin);
    }
    return refusal(text);
  };
  EXPECT_EQ(without({60}), "my.cards: card 60 is missing (old age has 16 of 17): add it");
  EXPECT_EQ(without({1, 17, 18}),
            "my.cards: cards 1, 17, 18 are missing (childhood has 11 of 12, early adulthood has 24 of 26): "
            "add them");
  EXPECT_EQ(
      without({59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71}),
      "my.cards: cards 59, 60, 61, 62, 63, 64, 65, 66, 67, 68 and 3 more are missing (old age has 4 of 17): "
      "add them");
}

TEST(CvCatalogue, WhatIsNoCatalogueAtAllIsRefused) {
  const std::string empty =
      "my.cards: there is no card in it: write all 83, each as '18. Marriage' and its fields";
  for (const std::string_view text : {"", "\n \r\n\n", "# only a remark", "\xEF\xBB\xBF"})
    EXPECT_EQ(refusal(text), empty);
  for (const std::string_view bad :
       {"\xFF", "\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\x80", "\xE2\x82"})
    EXPECT_EQ(refusal("# one\n# two " + std::string(bad)),
              "my.cards, line 2: this is not UTF-8 text: save the file as UTF-8");
  EXPECT_EQ(
      refusal(std::string(200'001, '#')),
      "my.cards: the file has 200001 bytes; a catalogue has at most 200000: give the file with the cards");
  EXPECT_EQ(refusal(clean() + std::string(200'000 - clean().size(), '#')), "");
  EXPECT_EQ(refusal(changed(18, "Marriage", "Marri\u202Eage")),
            fmt::format("my.cards, line {}: the title has a character that cannot be printed: type it anew",
                        line_at(clean(), block_of(clean(), 18).begin)));
}

TEST(CvCatalogue, EventsMayNotFloodTheTable) {
  Catalogue cards = catalogue(kStandard);
  int sum = 0;
  for (const Facts& facts : cards.facts) sum += facts.is_event() ? facts.gives.size() : 0;
  for (int n = 1; sum < 70; ++n) {
    if (!cards[card_of(n)].is_event() || cards[card_of(n)].has(insurance)) continue;
    Symbols& gives = cards.facts[static_cast<std::size_t>(n)].gives;
    const int more = std::min(9 - gives.size(), 70 - sum);
    gives.add(Symbol::money, more);
    sum += more;
  }
  EXPECT_EQ(refusal(write_catalogue(cards)), "");
  cards.facts[42].gives.add(Symbol::money);
  EXPECT_EQ(refusal(write_catalogue(cards)),
            "my.cards: all events together give 71 symbols: take some away, until they give 70 or fewer");
}

TEST(CvCatalogue, TitlesMayBeInAnyScriptAndAlike) {
  const std::string polish = "Małżeństwo zażółciło gęśle!!";  // 28 characters, more bytes
  EXPECT_EQ(read(changed(18, "Marriage", polish)).title(card_of(18)), polish);
  const Catalogue& cards = catalogue(kStandard);
  EXPECT_EQ(cards.title(card_of(5)), cards.title(card_of(30)));
}

// Whatever bytes come: a catalogue that can be written and read again, or one sentence that names the file.
TEST(CvCatalogue, NoTextBreaksTheReader) {
  Xoshiro256pp rng(83);
  const std::string texts[] = {clean(), std::string(odd_text())};
  constexpr std::string_view kBits[] = {
      ",",  ":",    "\n", "#",    "->",       "<->",    "any",      " 2 ",    "/",     "+",
      "\r", "\xC3", "\0", "18. ", "bad luck", "cost: ", "effect: ", "type: ", "event", "for each "};
  int refused = 0, accepted = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = texts[i % 2];
    for (std::uint32_t times = 1 + below(rng, 4); times > 0; --times) {
      const auto at = below(rng, static_cast<std::uint32_t>(text.size()));
      const auto size = 1 + below(rng, below(rng, 8) == 0 ? 400 : 3);
      switch (below(rng, 5)) {
        case 0: text[at] = static_cast<char>(rng()); break;
        case 1: text.erase(at, size); break;
        case 2: text.insert(at, texts[(i + 1) % 2].substr(at % texts[(i + 1) % 2].size(), size)); break;
        case 3: text.insert(at, kBits[below(rng, std::size(kBits))]); break;
        case 4: std::swap(text[at], text[below(rng, static_cast<std::uint32_t>(text.size()))]); break;
      }
      if (text.empty()) text = "#";
    }
    const auto read = read_catalogue(text, "mutant.cards");
    ++(read ? accepted : refused);
    if (read) {
      const auto again = read_catalogue(write_catalogue(*read), "again");
      ASSERT_TRUE(again) << again.error().message;
      ASSERT_EQ(again->hash, read->hash);
    } else {
      ASSERT_TRUE(read.error().message.starts_with("mutant.cards")) << read.error().message;
      ASSERT_EQ(read.error().message.find_first_of("\n\r"), std::string::npos) << read.error().message;
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 100);
}

// ---- Keeping ------------------------------------------------------------------------------------------

std::string titled(int i) { return changed(18, "Marriage", fmt::format("Marriage number {}", i)); }

TEST(CvCatalogue, NamesAndHashesFindCatalogues) {
  EXPECT_EQ(*catalogue_named("standard"), kStandard);
  EXPECT_EQ(*catalogue_named("Odd"), kOdd);
  EXPECT_EQ(*catalogue_named(hash_text(catalogue(kOdd))), kOdd);
  EXPECT_EQ(hash_text(catalogue(kOdd)).size(), 16u);
  EXPECT_EQ(catalogue_named("nonsense").error().message,
            "there is no catalogue 'nonsense': say standard, odd, or give a file with --cards FILE");

  const Catalogue mine = read(titled(0));
  EXPECT_EQ(
      catalogue_named(hash_text(mine)).error().message,
      fmt::format("no catalogue with hash {} is loaded: give its file with --cards FILE", hash_text(mine)));
  const CatalogueId id = *keep_catalogue(mine);
  EXPECT_GT(id, kOdd);
  EXPECT_EQ(*keep_catalogue(mine), id) << "the same again";
  EXPECT_EQ(*catalogue_named(hash_text(mine)), id);
  EXPECT_EQ(catalogue(id).title(card_of(18)), "Marriage number 0");
  EXPECT_EQ(*keep_catalogue(read(standard())), kStandard) << "ours, from a file";
}

/// In a process of its own, because what is kept stays.
TEST(CvCatalogueDeathTest, SixtyFourAreKeptAndNoMore) {
  const auto fill = [] {
    std::string last;
    for (int i = 0; i < 100; ++i) {
      const Catalogue cards = read(titled(i));
      const auto kept = keep_catalogue(cards);
      if (!kept) last = kept.error().message;
      if (kept && catalogue(*kept).titles[18] != cards.titles[18]) std::exit(2);
    }
    const std::string expected =
        "64 catalogues are loaded, and there is no room for another: start the program anew";
    std::exit(last == expected ? 0 : 1);
  };
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(fill(), testing::ExitedWithCode(0), "");
}

TEST(CvCatalogueDeathTest, ManyThreadsMayAskAndAddAtOnce) {
  const auto race = [] {
    std::array<std::array<CatalogueId, 8>, 4> ids{};
    std::vector<std::thread> threads;
    for (auto& mine : ids)
      threads.emplace_back([&mine] {
        if (catalogue(kStandard).title(Card::bicycle) != "Bicycle")
          std::exit(3);  // the first use, by four at once
        for (std::size_t i = 0; i < mine.size(); ++i) {
          const Catalogue cards = read(titled(static_cast<int>(i)));
          mine[i] = *keep_catalogue(cards);
          if (catalogue(mine[i]).titles[18] != cards.titles[18]) std::exit(2);
        }
      });
    for (auto& thread : threads) thread.join();
    std::exit(std::set(ids.begin(), ids.end()).size() == 1 ? 0 : 1);
  };
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(race(), testing::ExitedWithCode(0), "");
}

// ---- The standard catalogue ---------------------------------------------------------------------------

Symbols symbols(std::string_view letters) {
  Symbols all;
  for (const char letter : letters) all.add(static_cast<Symbol>(kLetters.find(letter)));
  return all;
}

Card named(std::string_view title) {
  for (int n = 13; n <= kCards; ++n)
    if (catalogue(kStandard).title(card_of(n)) == title) return card_of(n);
  ADD_FAILURE() << "no card is called " << title;
  return Card::none;
}

// What the printed rules and the owners of the box tell about cards.
TEST(CvStandard, IsTrueToItsSources) {
  const Catalogue& cards = catalogue(kStandard);
  const auto facts = [&](int number, std::string_view title, Type type) -> const Facts& {
    EXPECT_EQ(cards.title(card_of(number)), title);
    EXPECT_EQ(cards[card_of(number)].types, set_of(type)) << title;
    EXPECT_NE(cards.sources[static_cast<std::size_t>(number)], Source::house) << title;
    return cards[card_of(number)];
  };
  for (const int number : {5, 30}) EXPECT_EQ(facts(number, "Life insurance", Type::event).effects, insurance);
  EXPECT_EQ(facts(11, "Zoo trip", Type::event).dice, 2);
  EXPECT_EQ(facts(12, "Bicycle", Type::possession).points, 1);
  EXPECT_EQ(facts(18, "Marriage", Type::relationship).dice, 1);
  EXPECT_EQ(facts(28, "Job at Dad's company", Type::work).gives.count(Symbol::bad), 1);
  EXPECT_EQ(facts(29, "Pension fund", Type::event).gives, symbols("MMMM"));
  EXPECT_EQ(cards[card_of(29)].effects, in_old_age);
  EXPECT_EQ(facts(35, "Magician", Type::knowledge).effects, change_one);
  EXPECT_EQ(facts(36, "Friend from work", Type::relationship).effects, friends_job);
  EXPECT_TRUE(facts(41, "Early retirement", Type::work).has(retired));
  EXPECT_EQ(cards[card_of(41)].needs, set_of(Type::work));
  EXPECT_TRUE(cards[card_of(41)].cost.empty());
  EXPECT_EQ(facts(43, "Memory master", Type::knowledge).gives, symbols("A"));
  EXPECT_EQ(facts(45, "Trip around the world", Type::health).effects, turn_bad);
  EXPECT_EQ(facts(46, "Bike instead of car", Type::health).gives, symbols("H"));
  EXPECT_EQ(cards[card_of(46)].rerolls, 1);
  EXPECT_EQ(facts(53, "Psychotherapy", Type::health).effects, thaw);
  EXPECT_EQ(facts(57, "Offer from a job center", Type::work).forbids, set_of(Type::work));
  EXPECT_TRUE(cards[card_of(57)].cost.empty());
  EXPECT_EQ(facts(60, "Pension", Type::possession).cost, symbols("BB"));
  EXPECT_TRUE(facts(73, "Marathon runner", Type::health).has(twice));
  EXPECT_TRUE(facts(74, "Celebrity", Type::relationship).has(twice));
  EXPECT_TRUE(facts(75, "Professor", Type::knowledge).has(twice));
  EXPECT_EQ(cards[named("Used car")].cost, symbols("MMM"));
  EXPECT_NE(named("Blogging"), Card::none);

  facts(3, "Top student", Type::event);
  EXPECT_EQ(facts(22, "Blood donor", Type::health).cost, symbols("HH"));
  EXPECT_EQ(cards[card_of(22)].gives, symbols("R"));
  EXPECT_EQ(facts(25, "Athlete", Type::health).gives.count(Symbol::money), 1);
  facts(52, "Yacht", Type::possession);
  EXPECT_EQ(cards[named("Grandchildren")].cost, symbols("GGRM"));
  EXPECT_EQ(cards[named("Grandchildren")].gives, symbols("GRH"));
  EXPECT_EQ(deck_of(named("Grandchildren")), Deck::old);
  EXPECT_EQ(cards[named("Intern")].cost, symbols("GKH"));
  EXPECT_EQ(cards[named("Intern")].gives, symbols("RM"));
  EXPECT_EQ(cards[named("Work and travel")].cost, symbols("HM"));
  EXPECT_EQ(cards[named("Work and travel")].dice, 1);
  EXPECT_EQ(cards[named("Twins")].upkeep, symbols("MM"));
  EXPECT_GT(cards[named("Child")].gives.count(Symbol::good), 0);
  EXPECT_GT(cards[named("Own company")].gives.count(Symbol::money), 0);
  EXPECT_EQ(cards[named("Own company")].upkeep, symbols("H"));
  EXPECT_EQ(cards[named("Successful manager")].upkeep, symbols("R"));
}

// CV-52, and the eight goals of the rulebook: points, then cards of each stack.
TEST(CvStandard, HasTheEightGoals) {
  struct Expected {
    std::string_view title;
    int points;
    std::array<std::uint8_t, kStacks> cards;
    int tokens = 0;
  };
  const Expected goals[] = {
      {"Collector", 1, {0, 0, 0, 0, 1}},
      {"Jack of all trades", 1, {}, 1},
      {"Renaissance man", 7, {1, 1, 1, 1, 1}},
      {"Hard worker", 3, {0, 0, 0, 1, 0}},
      {"A sound mind in a sound body", 2, {1, 0, 1, 0, 0}},
      {"Activist", 2, {1, 1, 0, 0, 0}},
      {"Successful person", 3, {0, 0, 0, 1, 2}},
      {"The Life of the Party", 2, {0, 1, 1, 0, 0}},
  };
  for (int i = 0; i < 8; ++i) {
    const Facts& facts = catalogue(kStandard)[card_of(76 + i)];
    EXPECT_EQ(catalogue(kStandard).title(card_of(76 + i)), goals[i].title);
    EXPECT_EQ(facts.points, goals[i].points);
    EXPECT_EQ(facts.goal.cards, goals[i].cards);
    EXPECT_EQ(facts.goal.tokens, goals[i].tokens);
  }
}

TEST(CvStandard, UsesEverySymbolOfTheAppendixSeveralTimes) {
  int dice = 0, rerolls = 0, one_way = 0, two_way = 0, from_bad = 0, any = 0, upkeep = 0, points = 0,
      two_colours = 0, events = 0;
  for (int n = 13; n <= 75; ++n) {
    const Facts& facts = catalogue(kStandard)[card_of(n)];
    bool back = false;
    for (int a = 0; a < kFaces; ++a)
      for (int b = 0; b < kFaces; ++b)
        back |= (facts.arrows.from(a) >> b & 1) && (facts.arrows.from(b) >> a & 1);
    dice += facts.dice > 0, rerolls += facts.rerolls > 0, any += facts.gives.count(Symbol::any) > 0;
    two_way += back, one_way += facts.arrows.bits && !back, from_bad += facts.arrows.from(Symbol::bad) != 0;
    upkeep += !facts.upkeep.empty(), points += facts.points > 0, events += facts.is_event();
    two_colours += std::popcount(facts.types) == 2;
  }
  EXPECT_GE(dice, 4);
  EXPECT_GE(rerolls, 3);
  EXPECT_GE(one_way, 5);
  EXPECT_GE(two_way, 3);
  EXPECT_GE(from_bad, 1);
  EXPECT_GE(any, 4);
  EXPECT_GE(upkeep, 6);
  EXPECT_GE(points, 8);
  EXPECT_GE(two_colours, 6);
  EXPECT_GE(events, 4);
  EXPECT_LE(events, 6);
}

// ---- The cost model (docs/cv-catalogue.md) ------------------------------------------------------------

double arrows_worth(Arrows arrows) {
  double worth = 0;
  for (int from = 0; from < kFaces; ++from)
    for (int to = 0; to < kFaces; ++to)
      if (arrows.from(from) >> to & 1)
        worth += from == static_cast<int>(Symbol::bad) || to == static_cast<int>(Symbol::good) ? 1.25 : 0.5;
  return worth;
}

/// The sum of what symbols are worth, each as much as its place in `HRKMGBA` says.
double weighed(Symbols symbols, const std::array<double, kSymbols>& each) {
  double sum = 0;
  for (int i = 0; i < kSymbols; ++i) sum += each[static_cast<std::size_t>(i)] * symbols.count(i);
  return sum;
}

double price(Symbols cost) {
  double price = weighed(cost, {1, 1, 1, 1, 1, 0.5, 0.6});
  for (int symbol = 0; symbol < kFaces; ++symbol) price += 0.25 * std::max(0, cost.count(symbol) - 2);
  return price;
}

double worth(const Facts& facts, Deck deck) {
  if (facts.is_event())
    return weighed(facts.gives, {0.5, 0.5, 0.5, 0.4, 0.75, -0.25, 0.75}) + 0.5 * facts.dice +
           (facts.has(insurance) ? 1 : 0) - (facts.has(in_old_age) ? 0.5 : 0);
  const int age = static_cast<int>(deck) - static_cast<int>(Deck::early);
  constexpr double counted[] = {2.25, 2, 2.75}, other[] = {1, 1.25, 1.85}, time_left[] = {1, 1, 0.5};
  const bool scores = facts.is(Type::health) || facts.is(Type::relationship) || facts.is(Type::knowledge);
  double worth = scores ? counted[age] : other[age];
  worth += std::popcount(facts.types) == 2 ? 0.5 : 0;
  worth += 0.8 * facts.points;
  worth -= 0.5 * std::popcount(static_cast<unsigned>(facts.needs | facts.forbids));
  const double works = weighed(facts.gives, {1.4, 1.4, 1.4, 0.75, 1.75, -1, 2.25}) + 1.5 * facts.dice +
                       1.25 * facts.rerolls + arrows_worth(facts.arrows) -
                       weighed(facts.upkeep, {0.75, 0.75, 0.75, 0.75, 0.75, 0.25, 0.5});
  return worth + time_left[age] * works;
}

TEST(CvStandard, HouseCardsKeepToTheCostModel) {
  constexpr double kTolerance = 0.75;
  const Catalogue& cards = catalogue(kStandard);
  int checked = 0;
  for (int n = 1; n <= 75; ++n) {
    const Card card = card_of(n);
    if (cards.sources[static_cast<std::size_t>(n)] != Source::house) continue;
    const Deck deck = deck_of(card);
    const double due =
        deck == Deck::childhood ? 1 : price(cards[card].cost);  // childhood events: as good as a symbol
    const double tolerance = deck == Deck::childhood ? 0.25 : kTolerance;
    EXPECT_EQ(cards[card].effects & ~(insurance | in_old_age), 0)
        << "the model has no value for what is special";
    EXPECT_LE(std::abs(worth(cards[card], deck) - due), tolerance + 1e-9)
        << cards.title(card) << ": worth " << worth(cards[card], deck) << ", price " << due;
    ++checked;
  }
  EXPECT_GE(checked, 40);
}

/// A field of a card as `write_catalogue` has it.
std::string field_of(int number, std::string_view field) {
  const auto [begin, end] = block_of(standard(), number);
  const std::string block = standard().substr(begin, end - begin);
  const std::string name = fmt::format("\n  {}: ", field);
  const std::size_t at = block.find(name);
  if (at == std::string::npos) return "";
  return block.substr(at + name.size(), block.find('\n', at + 1) - at - name.size());
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& text : texts)
    if (!text.empty()) all += (all.empty() ? "" : "; ") + text;
  return all;
}

TEST(CvStandard, TheDocumentListsEveryCardAsItIs) {
  std::ifstream file(LIFETABLE_SOURCE_DIR "/docs/cv-catalogue.md");
  const std::string document((std::istreambuf_iterator<char>(file)), {});
  for (int n = 1; n <= kCards; ++n) {
    const std::string points = field_of(n, "points"), upkeep = field_of(n, "upkeep");
    const std::string row = fmt::format(
        "| {} | {} | {} | {} | {} | {} |", n, catalogue(kStandard).title(card_of(n)), field_of(n, "type"),
        joined({field_of(n, "cost"), field_of(n, "condition")}),
        joined({field_of(n, "effect"), upkeep.empty() ? "" : "upkeep " + upkeep,
                points.empty() ? "" : points + (points == "1" ? " point" : " points"), field_of(n, "goal")}),
        field_of(n, "source"));
    EXPECT_NE(document.find("\n" + row + "\n"), std::string::npos) << "it should have the line\n" << row;
  }
}

// CV-52
TEST(CvStandard, TheClauseOfGoalsSaysWhatEachIsWorth) {
  std::string rules(Cv::rules());
  std::replace(rules.begin(), rules.end(), '\n', ' ');
  const std::size_t begin = rules.find("**CV-52 "), end = rules.find("**CV-53 ");
  const std::string clause = rules.substr(begin, end - begin);
  for (int n = 76; n <= kCards; ++n) {
    const std::string worth = catalogue(kStandard).title(card_of(n)) + " " + field_of(n, "goal");
    EXPECT_NE(clause.find(worth), std::string::npos) << worth << " is not in " << clause;
  }
}

// ---- The odd catalogue --------------------------------------------------------------------------------

TEST(CvOdd, HasWhatTheStandardNeverHas) {
  const Catalogue& cards = catalogue(kOdd);
  int free = 0, work = 0, events = 0, most = 0, two_colours = 0, bad_upkeep = 0, any_upkeep = 0;
  std::array<int, 8> effects{};
  SymbolSet from = 0;
  for (int n = 1; n <= 75; ++n) {
    const Facts& facts = cards[card_of(n)];
    for (int e = 0; e < 8; ++e) effects[static_cast<std::size_t>(e)] += facts.effects >> e & 1;
    for (int f = 0; f < kFaces; ++f) from = static_cast<SymbolSet>(from | (facts.arrows.from(f) != 0) << f);
    if (n < 13) continue;
    free += facts.cost.empty(), work += facts.is(Type::work), events += facts.is_event();
    two_colours += std::popcount(facts.types) == 2;
    for (int s = 0; s < kSymbols; ++s) most = std::max(most, facts.cost.count(s));
    bad_upkeep += facts.upkeep.count(Symbol::bad) > 0, any_upkeep += facts.upkeep.count(Symbol::any) > 0;
  }
  EXPECT_GE(free, 30);
  EXPECT_GE(work, 25);
  EXPECT_GE(events, 13);
  EXPECT_EQ(most, 12);
  EXPECT_GE(two_colours, 20);
  EXPECT_GE(bad_upkeep, 5);
  EXPECT_GE(any_upkeep, 5);
  EXPECT_EQ(from, kAllFaces);
  for (const int count : effects) EXPECT_GE(count, 3);
  for (int n = 39; n <= 58; ++n) EXPECT_TRUE(cards[card_of(n)].is(Type::work)) << n;
}

}  // namespace
}  // namespace lifetable::cv

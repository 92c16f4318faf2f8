// SPDX-License-Identifier: Apache-2.0
// The words of CV: names of cards and moves as people type them, and the story as it is told.
#include "games/cv/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "core/texts.hpp"
#include "core/words.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::cv {

namespace {

constexpr std::string_view kSymbolNames[kSymbols] = {"health",    "relationship", "knowledge", "money",
                                                     "good luck", "bad luck",     "any"};
constexpr int kTypes = 7;
constexpr std::string_view kTypeNames[kTypes] = {"health",     "relationship", "knowledge", "work",
                                                 "possession", "event",        "life goal"};
constexpr std::string_view kTypeLetters = "HRKWPEL";
constexpr std::string_view kDeckNames[kDecks] = {"childhood", "early adulthood", "middle age", "old age",
                                                 "life goals"};

constexpr int kMostInARow = 5;  // of a symbol; more are counted

constexpr Symbol symbol(int i) { return static_cast<Symbol>(i); }
constexpr Type type(int i) { return static_cast<Type>(i); }

using Phrases = Argument::Phrases;
using Part = std::pair<std::string, Argument>;  // of a phrase

/// Phrases as one; the text of the id tells what stands between two of them.
Phrase joined(const char* id, const Phrases& phrases) {
  Phrase all;
  for (const Phrase& each : phrases) {
    if (each.empty()) continue;
    all = all.empty() ? each : Phrase{id, {{"first", all}, {"last", each}}};
  }
  return all;
}

/// What a text may leave out if there is nothing to say.
Argument if_any(Phrase phrase) { return phrase.empty() ? Argument(Phrases{}) : Argument(std::move(phrase)); }

/// Letters and signs, which are the same in all languages.
Phrase signs(std::string text) { return text.empty() ? Phrase{} : as_typed(std::move(text)); }

/// "cv.symbol." and "good luck" are the id "cv.symbol.good-luck".
Phrase named(std::string id, std::string_view name) {
  id += name;
  std::replace(id.begin(), id.end(), ' ', '-');
  return {std::move(id)};
}

}  // namespace

// ---- Symbols, types and cards ---------------------------------------------------------------------------

std::string_view name_of(Symbol symbol) { return kSymbolNames[static_cast<std::size_t>(symbol)]; }
std::string_view name_of(Type type) {
  return type == Type::unsaid ? "" : kTypeNames[static_cast<std::size_t>(type)];
}
std::string_view name_of(Deck deck) { return kDeckNames[static_cast<std::size_t>(deck)]; }

std::string_view name_of(Effect effect) {
  switch (effect) {
    case change_one: return "change-one";
    case turn_bad: return "turn-bad";
    case friends_job: return "friends-job";
    case thaw: return "thaw";
    case retired: return "retired";
    case twice: return "twice";
    case insurance: return "insurance";
    case in_old_age: return "in-old-age";
  }
  return "";
}

char letter_of(Type type) {
  return type == Type::unsaid ? '?' : kTypeLetters[static_cast<std::size_t>(type)];
}

Type type_named(std::string_view text) {
  const std::string small = lower(text);
  for (int i = 0; i < kStacks; ++i)
    if (small == kTypeNames[i]) return type(i);
  return Type::unsaid;
}

std::string letters_of(Symbols symbols) {
  std::string all;
  for (int i = 0; i < kSymbols; ++i) all.append(static_cast<std::size_t>(symbols.count(i)), kLetters[i]);
  return all;
}

std::string spaced(Symbols symbols) {
  std::string all;
  for (int i = 0; i < kSymbols; ++i) {
    const int number = symbols.count(i);
    if (number > kMostInARow) join(all, " ", fmt::format("{}×{}", number, kLetters[i]));
    for (int n = 0; n < number && number <= kMostInARow; ++n) join(all, " ", std::string(1, kLetters[i]));
  }
  return all;
}

std::string letters_of(SymbolSet set, std::string_view between) {
  std::string all;
  for (int i = 0; i < kSymbols; ++i)
    if (set >> i & 1) join(all, between, kLetters.substr(static_cast<std::size_t>(i), 1));
  return all;
}

std::string letters_of(TypeSet types) {
  std::string all;
  for (int i = 0; i < kTypes; ++i)
    if (types & set_of(type(i))) join(all, "/", std::string(1, letter_of(type(i))));
  return all;
}

std::string arrows_of(Arrows arrows) {
  std::string all;
  for (int from = 0; from < kFaces; ++from) {
    SymbolSet there = 0, both = 0;
    for (int to = 0; to < kFaces; ++to) {
      const bool forth = to != from && (arrows.from(from) >> to & 1), back = arrows.from(to) >> from & 1;
      if (forth && !back) there = static_cast<SymbolSet>(there | 1u << to);
      if (forth && back && from < to) both = static_cast<SymbolSet>(both | 1u << to);
    }
    if (there) join(all, " ", fmt::format("{}→{}", kLetters[from], letters_of(there, "")));
    if (both) join(all, " ", fmt::format("{}↔{}", kLetters[from], letters_of(both, "")));
  }
  return all;
}

std::string name_of(const Catalogue& cards, Card card) {
  if (card == Card::none || number_of(card) > kCards) return "a card";
  return fmt::format("{} {}", number_of(card), cards.title(card));
}

std::string Cv::card_name(const Options& options, int kind) {
  return name_of(catalogue(options.cards), card_of(kind));
}

namespace {

Phrase phrase_of(Symbol symbol) { return named("cv.symbol.", name_of(symbol)); }
Phrase phrase_of(Type type) { return type == Type::unsaid ? Phrase{} : named("cv.type.", name_of(type)); }
Phrase phrase_of(Deck deck) { return named("cv.deck.", name_of(deck)); }
/// "a work card", "an event".
Phrase card_of_type(Type type) { return named("cv.one.", name_of(type)); }

bool shares_title(const Catalogue& cards, Card card) {
  for (int n = 1; n <= kCards; ++n)
    if (card_of(n) != card && cards.title(card_of(n)) == cards.title(card)) return true;
  return false;
}

/// "Marriage"; only if several cards are called so, with the number.
Phrase phrase_of(const Catalogue& cards, Card card) {
  if (card == Card::none || number_of(card) > kCards) return {"cv.card.unknown"};
  return {shares_title(cards, card) ? "cv.card.of-several" : "cv.card",
          {{"number", number_of(card)}, {"title", cards.title(card)}}};
}

/// "work/possession", or with something else between them.
Phrase phrase_of_types(TypeSet types, const char* between = "cv.list.slash") {
  Phrases all;
  for (int i = 0; i < kTypes; ++i)
    if (types & set_of(type(i))) all.push_back(phrase_of(type(i)));
  return joined(between, all);
}

constexpr int kEffects = 8;
constexpr Effect effect(int bit) { return static_cast<Effect>(1u << bit); }

Phrase phrase_of_effects(std::uint8_t effects) {
  Phrases all;
  for (int bit = 0; bit < kEffects; ++bit)
    if (effects & effect(bit)) all.push_back(named("cv.effect.", name_of(effect(bit))));
  return joined("cv.list.comma", all);
}

}  // namespace

Phrase phrase_of_price(const Facts& facts) {
  const auto condition = [](const char* id, TypeSet types) {
    return types ? Phrase{id, {{"types", phrase_of_types(types, "cv.list.plus")}}} : Phrase{};
  };
  return joined("cv.list.comma", {signs(spaced(facts.cost)), condition("cv.price.needs", facts.needs),
                                  condition("cv.price.without", facts.forbids)});
}

namespace {

/// "H+K", "2P+W", "token".
Phrase set_of_goal(const Goal& goal) {
  std::string cards;
  for (std::size_t i = 0; i < kStacks; ++i)
    if (const int number = goal.cards[i])
      join(cards, "+", (number > 1 ? std::to_string(number) : "") + kTypeLetters[i]);
  return goal.tokens ? Phrase{"cv.effect.tokens", {{"n", goal.tokens}}} : signs(cards);
}

}  // namespace

Phrase phrase_of_effect(const Facts& facts) {
  if (facts.is(Type::goal))
    return {"cv.effect.goal", {{"n", facts.points}, {"set", set_of_goal(facts.goal)}}};
  const auto some = [](const char* id, int number) {
    return number ? Phrase{id, {{"n", number}}} : Phrase{};
  };
  return joined("cv.list.comma", {signs(spaced(facts.gives)), some("cv.effect.dice", facts.dice),
                                  some("cv.effect.throws", facts.rerolls), signs(arrows_of(facts.arrows)),
                                  phrase_of_effects(facts.effects), signs(upkeep_of(facts)),
                                  some("cv.effect.points", facts.points)});
}

namespace {

/// "2 relationship", "good luck".
Phrases in_words(Symbols symbols) {
  Phrases all;
  for (int i = 0; i < kSymbols; ++i)
    if (const int number = symbols.count(i)) {
      all.push_back(named("cv.some.", name_of(symbol(i))));
      all.back().arguments.emplace_back("n", number);
    }
  return all;
}

/// As in "health, 2 money and bad luck".
Phrase enumerated(Phrases phrases, const char* last_two = "list.pair") {
  if (phrases.size() < 2) return phrases.empty() ? Phrase{} : phrases[0];
  const Phrase last = std::move(phrases.back());
  phrases.pop_back();
  return {last_two, {{"first", joined("cv.list.comma", phrases)}, {"last", last}}};
}
Phrase said(Symbols symbols) { return enumerated(in_words(symbols)); }

/// What an event or a childhood card is good for, read aloud: "2 more dice".
Phrase gist_of(const Facts& facts) {
  Phrases all = in_words(facts.gives);
  const auto add = [&](const char* id, int number) {
    if (number) all.push_back({id, {{"n", number}}});
  };
  add("cv.gist.dice", facts.dice);
  add("cv.gist.throws", facts.rerolls);
  add("cv.points", facts.points);
  if (facts.has(insurance)) all.push_back({"cv.gist.insurance"});
  if (facts.has(in_old_age)) all.push_back({"cv.gist.in-old-age"});
  return enumerated(std::move(all));
}

Phrase phrase_of_facts(const Facts& facts) {
  const Phrase price = phrase_of_price(facts), effect = phrase_of_effect(facts);
  return {"cv.facts",
          {{"price", price.empty() ? Phrase{"cv.price.free"} : price},
           {"effect", effect.empty() ? Phrase{"cv.effect.nothing"} : effect}}};
}

}  // namespace

Phrase phrase_of_goal(const Facts& facts) {
  const Goal& goal = facts.goal;
  const Part points{"n", facts.points};
  if (goal.tokens == 1) return {"cv.goal.token", {points}};
  if (goal.tokens) return {"cv.goal.tokens", {points, {"tokens", goal.tokens}}};
  Phrases set;
  Type last = Type::unsaid;
  int number = 0;
  for (int i = 0; i < kStacks; ++i)
    if (const int cards = goal.cards[static_cast<std::size_t>(i)]) {
      number += cards;
      last = type(i);
      set.push_back(named("cv.cards.", name_of(last)));
      set.back().arguments.emplace_back("n", cards);
    }
  if (number > 1) return {"cv.goal.set", {points, {"cards", enumerated(set)}}};
  return {"cv.goal.card", {points, {"type", phrase_of(last)}}};
}

std::string upkeep_of(const Facts& facts) {
  if (facts.upkeep.empty()) return "";
  return "−" + (facts.upkeep.size() > kMostInARow ? spaced(facts.upkeep) : letters_of(facts.upkeep));
}

std::string effects_of(std::uint8_t effects) { return english().say(phrase_of_effects(effects)); }
std::string price_of(const Facts& facts) { return english().say(phrase_of_price(facts)); }
std::string effect_of(const Facts& facts) { return english().say(phrase_of_effect(facts)); }
std::string facts_of(const Facts& facts) { return english().say(phrase_of_facts(facts)); }

// ---- Moves as people type them ------------------------------------------------------------------------

namespace {

std::string text_of_dice(std::string_view verb, Symbols dice, std::string_view none) {
  return fmt::format("{} {}", verb, dice.empty() ? std::string(none) : letters_of(dice));
}

std::string text_of_stacks(TypeSet stacks) {
  std::string all = "pay";
  for (int i = 0; i < kStacks; ++i)
    if (stacks & set_of(type(i))) join(all, " ", name_of(type(i)));
  return stacks ? all : all + " none";
}

/// "18" or "#18"; Card::none if it is no card.
Card card_numbered(std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  return card_of(std::max(0, parse_number(text, 1, kCards)));
}

using Words = std::vector<std::string>;

/// Letters of dice, in any order, together or apart; at most seven.
bool read_dice(const Words& words, Symbols& dice) {
  for (std::size_t i = 1; i < words.size(); ++i)
    for (const char c : words[i]) {
      const std::size_t face = lower(kLetters.substr(0, kFaces)).find(c);
      if (face == std::string::npos) return false;
      dice.add(symbol(static_cast<int>(face)));
      if (dice.size() > kDice) return false;
    }
  return true;
}

bool read_stacks(const Words& words, TypeSet& stacks) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const Type stack = type_named(words[i]);
    if (stack == Type::unsaid || (stacks & set_of(stack))) return false;
    stacks = static_cast<TypeSet>(stacks | set_of(stack));
  }
  return true;
}

/// A verb that stands alone.
bool read_single(std::string_view word, Move& move) {
  struct Named {
    std::string_view word;
    Move::What what;
  };
  static constexpr Named names[] = {
      {"throw", Move::toss}, {"toss", Move::toss},       {"roll", Move::toss},
      {"stop", Move::stop},  {"keep", Move::stop},       {"done", Move::done},
      {"end", Move::done},   {"decline", Move::decline}, {"no", Move::decline},
  };
  for (const Named& each : names)
    if (word == each.word) return move = Move::of(each.what), true;
  return false;
}

}  // namespace

std::string Cv::text(Move move) {
  const int card = number_of(move.card());
  switch (move.what()) {
    case Move::take:
      return move.type() == Type::unsaid ? fmt::format("take {}", card)
                                         : fmt::format("take {} as {}", card, name_of(move.type()));
    case Move::toss: return "throw";
    case Move::reroll: return text_of_dice("reroll", move.dice(), "new");
    case Move::stop: return "stop";
    case Move::play: return fmt::format("play {}", card);
    case Move::done: return "done";
    case Move::lose: return fmt::format("lose {}", card);
    case Move::place:
      return move.under() == Card::none ? fmt::format("place {}", card)
                                        : fmt::format("place {} under {}", card, number_of(move.under()));
    case Move::pay: return text_of_stacks(move.stacks());
    case Move::decline: return "decline";
    case Move::deal: return fmt::format("deal {}", card);
    case Move::roll: return text_of_dice("roll", move.dice(), "none");
  }
  return "?";
}

Result<Move> Cv::parse(std::string_view text) {
  const auto unknown = [&] {
    return not_a_move(
        text, title,
        "throw, reroll HK, stop, take 18, take 50 as work, play 11, done, lose 18, "
        "place 25, place 25 under 13, pay work, decline; and of the dealer: deal 18, roll HMMB");
  };
  Words words;
  for (const auto word : words_of(text)) words.push_back(lower(word));
  const std::size_t size = words.size();
  if (size == 0) return unknown();

  Move single;
  if (size == 1 && read_single(words[0], single)) return single;
  if (size == 1 && card_numbered(words[0]) != Card::none) return Move::to_take(card_numbered(words[0]));
  if (size == 1) return unknown();

  const std::string& verb = words[0];
  if (verb == "roll" || verb == "reroll" || verb == "again") {
    const std::string_view none = verb == "roll" ? "none" : "new";
    Symbols dice;
    if (!(size == 2 && words[1] == none) && !read_dice(words, dice)) return unknown();
    return verb == "roll" ? Move::to_roll(dice) : Move::to_reroll(dice);
  }
  if (verb == "pay") {
    TypeSet stacks = 0;
    if (!(size == 2 && words[1] == "none") && !read_stacks(words, stacks)) return unknown();
    return Move::to_pay(stacks);
  }

  const Card card = card_numbered(words[1]);
  if (card == Card::none) return unknown();
  if (size == 2) {
    if (verb == "take" || verb == "choose" || verb == "keep") return Move::to_take(card);
    if (verb == "play") return Move::to_play(card);
    if (verb == "lose") return Move::to_lose(card);
    if (verb == "place") return Move::to_place(card);
    if (verb == "deal") return Move::to_deal(card);
  }
  if (verb == "take" && size == 4 && words[2] == "as" && type_named(words[3]) != Type::unsaid)
    return Move::to_take(card, type_named(words[3]));
  if (verb == "place" && size == 4) {
    if (words[2] == "on" && words[3] == "top") return Move::to_place(card);
    const Card under = card_numbered(words[3]);
    if (words[2] == "under" && under != Card::none) return Move::to_place(card, under);
  }
  return unknown();
}

// ---- The menu -----------------------------------------------------------------------------------------

namespace {

/// "then Twins cannot be paid": what becomes of the upkeep if this card is taken too, and nothing else is
/// played or lost. A card that a taken one may cover need not be due (CV-39, CV-41).
Phrase upkeep_then(const Table& t, Taken next) {
  Table then = t;
  if (next.card != Card::none) {
    if (t.takes() == kTakes || !t.can_afford(next.card)) return {};
    then.taken[static_cast<std::size_t>(t.takes())] = next;
  }
  for (const Taken& taken : then.taken)
    if (taken.card != Card::none && static_cast<int>(taken.type) < kStacks)
      then.top[t.turn.index][static_cast<std::size_t>(taken.type)] = taken.card;
  if (then.pool().own.count(Symbol::bad) >= 3)  // CV-36
    then.most_bad = static_cast<std::uint8_t>(3 * misfortunes(then.pool(), then.promised()) + 2);
  const auto sets = then.payable_upkeep();
  const TypeSet due = then.upkeep_due();
  if (sets.size() == 0 || sets[0] == due) return {};
  if (sets.size() > 1) return {"cv.then.not-all-paid"};
  const TypeSet lost = due & ~sets[0];
  if (const int cards = std::popcount(static_cast<unsigned>(lost)); cards > 1)
    return {"cv.then.cards-unpaid", {{"n", cards}}};
  const Card one = then.active(t.turn, type(std::countr_zero(static_cast<unsigned>(lost))));
  return {"cv.then.unpaid", {{"title", t.cards().title(one)}}};
}

Phrase label_of_take(const Table& t, Move move) {
  const Facts& facts = t.facts(move.card());
  const bool as = move.type() != Type::unsaid;
  Phrase label{"", {{"card", phrase_of(t.cards(), move.card())}}};
  if (t.phase == Phase::choose) {
    label.id = "cv.label.keep";
    label.arguments.emplace_back("effect", if_any(gist_of(facts)));
    return label;
  }
  if (as)
    label.arguments.emplace_back("type", phrase_of(move.type()));
  else
    label.arguments.emplace_back("types", phrase_of_types(facts.types));
  if (t.phase == Phase::assist) {
    label.id = as ? "cv.label.granted-as" : "cv.label.granted";
    label.arguments.emplace_back("effect", phrase_of_effect(facts));
    return label;
  }
  label.id = as ? "cv.label.take-as" : "cv.label.take";
  label.arguments.emplace_back("facts", phrase_of_facts(facts));
  if (t.phase != Phase::select) return label;
  const Type goes_to = as ? move.type() : type(std::countr_zero(static_cast<unsigned>(facts.types)));
  const Phrase warning = upkeep_then(t, {move.card(), goes_to});
  return warning.empty() ? label : Phrase{"cv.label.warned", {{"move", label}, {"warning", warning}}};
}

/// Short, for there may be dozens of these.
Phrase label_of_reroll(const Table& t, Symbols again) {
  if (!t.dice.includes(again)) return as_typed(Cv::text(Move::to_reroll(again)));
  Phrases thrown;
  if (!again.empty()) thrown.push_back(signs(letters_of(again)));
  if (t.joining) thrown.push_back({"cv.label.new-dice", {{"n", t.joining}}});
  return {t.joining ? "cv.label.again-and-new" : "cv.label.again",
          {{"thrown", thrown}, {"kept", letters_of(t.dice - again)}}};
}

Phrase label_of_done(const Table& t) {
  const int strikes = misfortunes(t.pool(), t.promised());
  return {t.takes() ? "cv.label.no-more" : "cv.label.take-none",
          {{"misfortune", if_any(strikes ? Phrase{"cv.then.misfortune", {{"n", strikes}}} : Phrase{})},
           {"warning", if_any(t.phase == Phase::select ? upkeep_then(t, {}) : Phrase{})}}};
}

bool can_lie_in_cv(Card card) {
  return number_of(card) >= number_of(Card::bicycle) && number_of(card) <= range_of(Deck::old).last;
}

Phrase label_of_loss(const Table& t, Card card) {
  const Card next = t.below_of(card);
  return {"cv.label.lose",
          {{"card", phrase_of(t.cards(), card)},
           {"effect", if_any(phrase_of_effect(t.facts(card)))},
           {"next", if_any(next == Card::none ? Phrase{} : phrase_of(t.cards(), next))}}};
}

/// "Pay for 44 Twins (−MM); lose 52 Yacht".
Phrase label_of_payment(const Table& t, TypeSet paid) {
  if (t.turn.index >= t.players()) return {};  // while growing up
  const TypeSet due = t.upkeep_due();
  Phrases pays, loses;
  for (int i = 0; i < kStacks; ++i) {
    if (!(due & set_of(type(i)))) continue;
    const Card card = t.active(t.turn, type(i));
    const bool kept = paid & set_of(type(i));
    (kept ? pays : loses)
        .push_back(
            {"cv.label.due", {{"card", phrase_of(t.cards(), card)}, {"upkeep", upkeep_of(t.facts(card))}}});
  }
  if (pays.empty() && loses.empty()) return {};
  return {pays.empty()    ? "cv.label.pay-nothing"
          : loses.empty() ? "cv.label.pay"
                          : "cv.label.pay-and-lose",
          {{"paid", joined("cv.list.comma", pays)}, {"lost", joined("cv.list.comma", loses)}}};
}

}  // namespace

Phrase Cv::label(const View& view, Move move) {
  const Table& t = view.table;
  const bool has_card = move.what() == Move::take || move.what() == Move::play || move.what() == Move::lose ||
                        move.what() == Move::place;
  if (has_card && (move.card() == Card::none || number_of(move.card()) > kCards)) return as_typed(text(move));
  const auto card = [&] { return Part("card", phrase_of(t.cards(), move.card())); };
  switch (move.what()) {
    case Move::take: return label_of_take(t, move);
    case Move::toss: return {"cv.label.throw", {{"n", std::min(kDice, t.means.dice + t.joining)}}};
    case Move::reroll: return label_of_reroll(t, move.dice());
    case Move::stop:
      return t.joining ? Phrase{"cv.label.stop-without-new", {{"n", t.joining}}} : Phrase{"cv.label.stop"};
    case Move::play:
      if (t.phase == Phase::misfortune) return {"cv.label.play-to-save", {card()}};
      return {"cv.label.play", {card(), {"effect", if_any(gist_of(t.facts(move.card())))}}};
    case Move::done: return label_of_done(t);
    case Move::lose: return can_lie_in_cv(move.card()) ? label_of_loss(t, move.card()) : as_typed(text(move));
    case Move::place:
      if (move.under() != Card::none)
        return {"cv.label.place-under", {card(), {"under", phrase_of(t.cards(), move.under())}}};
      return {"cv.label.place", {card(), {"effect", phrase_of_effect(t.facts(move.card()))}}};
    case Move::pay: {
      Phrase payment = label_of_payment(t, move.stacks());
      return payment.empty() ? as_typed(text(move)) : payment;
    }
    case Move::decline: return {"cv.label.decline"};
    case Move::deal:
    case Move::roll: break;
  }
  return as_typed(text(move));
}

// ---- Why not ------------------------------------------------------------------------------------------

namespace {

/// A card of two colours: as which of them it is taken has to be said (CV-33).
Phrase no_such_take(const Table& t, Card card) {
  Phrases types;
  for (int i = 0; i < kTypes; ++i)
    if (t.facts(card).is(type(i))) types.push_back(card_of_type(type(i)));
  return {"cv.reason.say-as", {{"card", phrase_of(t.cards(), card)}, {"types", joined("cv.list.or", types)}}};
}

}  // namespace

Phrase why_barred(const Table& t, Seat seat, Card card) {
  const Facts& facts = t.facts(card);
  const TypeSet has = t.types_in_cv(seat);
  for (int i = 0; i < kStacks; ++i) {
    const TypeSet each = set_of(type(i));
    const bool lacks = facts.needs & each & ~has;
    if (!lacks && !(facts.forbids & has & each)) continue;
    return {lacks ? "cv.reason.needs" : "cv.reason.forbids",
            {{"card", phrase_of(t.cards(), card)}, {"what", card_of_type(type(i))}}};
  }
  return t.may_take_as(seat, card) ? Phrase{} : Phrase{"cv.reason.retired"};
}

namespace {

/// What is still to be paid for it.
Phrase why_not_paid(const Table& t, Card card) {
  const Lack lack = t.lacking_for(card);
  if (lack.symbols.empty()) return {};
  return {lack.by_luck ? "cv.reason.lacks-luck" : "cv.reason.lacks", {{"symbols", said(lack.symbols)}}};
}

Phrase why_not_take(const View& view, Move move) {
  const Table& t = view.table;
  const Card card = move.card();
  const Part title{"card", phrase_of(t.cards(), card)};
  if (t.phase == Phase::choose) return {"cv.reason.not-offered", {title}};
  if (!t.on_track(card)) return {"cv.reason.not-on-track", {title}};
  if (t.phase == Phase::select && t.takes() == kTakes) return {"cv.reason.two-taken"};
  const Facts& facts = t.facts(card);
  const bool two_colours = facts.has_two_colours();
  if (!two_colours && move.type() != Type::unsaid)
    return {"cv.reason.one-type",
            {title, {"what", card_of_type(type(std::countr_zero(static_cast<unsigned>(facts.types))))}}};
  if (two_colours && move.type() != Type::unsaid && !facts.is(move.type())) return no_such_take(t, card);
  if (Phrase barred = why_barred(t, view.seat, card); !barred.empty()) return barred;
  const TypeSet as = move.type() == Type::unsaid ? facts.types : set_of(move.type());
  if (!(as & t.may_take_as(view.seat, card))) return {"cv.reason.retired"};
  if (t.phase == Phase::select)
    if (Phrase unpaid = why_not_paid(t, card); !unpaid.empty()) return unpaid;
  return two_colours && move.type() == Type::unsaid ? no_such_take(t, card) : Phrase{};
}

Phrase why_not_reroll(const Table& t, Symbols dice) {
  for (int face = 0; face < kFaces; ++face) {
    const int lie = t.dice.count(face);
    if (dice.count(face) <= lie) continue;
    const Part shown{"face", phrase_of(symbol(face))};
    return lie == 0 ? Phrase{"cv.reason.no-die", {shown}} : Phrase{"cv.reason.few-dice", {{"n", lie}, shown}};
  }
  if (dice.empty()) return {"cv.reason.no-new-dice"};
  if (!dice.count(Symbol::bad)) return {};
  return {(t.means.effects & thaw) ? "cv.reason.thawed" : "cv.reason.frozen"};
}

Phrase why_not_play(const View& view, Card card) {
  const Table& t = view.table;
  const Part title{"card", phrase_of(t.cards(), card)};
  for (const Taken& taken : t.taken)
    if (taken.card == card) return {"cv.reason.just-taken", {title}};
  const Hand hand{view.mine.hand(t.shown[view.seat.index]), t.events[view.seat.index]};
  if (!hand.has(card)) return {"cv.reason.not-in-hand", {title}};
  switch (t.why_not_playable(card).number) {
    case 20: return {"cv.reason.no-throw-left"};
    case 21: return {"cv.reason.not-old-yet"};
    case 22: return {"cv.reason.no-misfortune"};
    case 37: return {"cv.reason.saves-nothing", {title}};
    default: return {"cv.reason.no-time-for-events"};
  }
}

Phrase why_not_place(const Table& t, Move move) {
  for (std::size_t i = 0; i < kTakes; ++i) {
    const Taken taken = t.taken[i];
    if (!(t.unplaced >> i & 1) || taken.card != move.card()) continue;
    if (taken.type == Type::work || taken.type == Type::possession)
      return {"cv.reason.goes-on-top", {{"what", card_of_type(taken.type)}}};
    return {"cv.reason.not-in-stack",
            {{"card", phrase_of(t.cards(), move.under())}, {"type", phrase_of(taken.type)}}};
  }
  return {"cv.reason.not-to-place", {{"card", phrase_of(t.cards(), move.card())}}};
}

Phrase why_not_pay(const Table& t, TypeSet stacks) {
  const TypeSet due = t.upkeep_due();
  for (int i = 0; i < kStacks; ++i)
    if (stacks & ~due & set_of(type(i))) return {"cv.reason.not-due", {{"type", phrase_of(type(i))}}};
  const auto sets = t.payable_upkeep();
  const auto size = [](TypeSet set) { return std::popcount(static_cast<unsigned>(set)); };
  return {sets.size() && size(stacks) < size(sets[0]) ? "cv.reason.pay-more" : "cv.reason.pay-less"};
}

/// What has to come first, or cannot come any more, if it is not the time for such a move.
Phrase why_not_now(const Table& t, Move::What what) {
  const auto unless = [](bool possible, const char* id) { return possible ? Phrase{} : Phrase{id}; };
  switch (t.phase) {
    case Phase::choose: return unless(what == Move::take, "cv.reason.first-keep");
    case Phase::toss: return unless(what == Move::play, "cv.reason.first-throw");
    case Phase::reroll:
      return unless(what == Move::play || what == Move::reroll,
                    what == Move::toss ? "cv.reason.say-which-dice" : "cv.reason.first-stop");
    case Phase::select:
      if (what == Move::toss || what == Move::reroll || what == Move::stop)
        return {"cv.reason.no-more-throws"};
      if (what == Move::lose) return {"cv.reason.no-misfortune"};
      return unless(what == Move::play || what == Move::take, "cv.reason.take-or-done");
    case Phase::misfortune: return unless(what == Move::play || what == Move::lose, "cv.reason.first-lose");
    case Phase::place: return unless(what == Move::place, "cv.reason.first-place");
    case Phase::upkeep: return unless(what == Move::pay, "cv.reason.first-pay");
    case Phase::assist: return unless(what == Move::take, "cv.reason.first-assistance");
    default: return {};
  }
}

}  // namespace

Phrase Cv::reason(const View& view, Move move) {
  const Table& t = view.table;
  if (t.phase == Phase::over) return {"told.game-ended"};
  if (!t.actors().include(view.seat)) {
    if (t.phase == Phase::choose) return {"cv.reason.chosen-already"};
    return t.turn == view.seat ? Phrase{} : Phrase{"cv.reason.not-your-turn"};
  }
  if (!judge(view, move)) return {};
  const Move::What what = move.what();
  if (what > Move::decline) return {"cv.reason.for-the-dealer"};
  if (Phrase first = why_not_now(t, what); !first.empty()) return first;
  const bool has_card = what == Move::take || what == Move::play || what == Move::lose || what == Move::place;
  if (has_card && (move.card() == Card::none || number_of(move.card()) > kCards)) return {};
  switch (what) {
    case Move::take: return why_not_take(view, move);
    case Move::reroll: return why_not_reroll(t, move.dice());
    case Move::play: return why_not_play(view, move.card());
    case Move::lose: return {"cv.reason.not-on-top", {{"card", phrase_of(t.cards(), move.card())}}};
    case Move::place: return why_not_place(t, move);
    case Move::pay: return why_not_pay(t, move.stacks());
    default: return {};
  }
}

// ---- The story ----------------------------------------------------------------------------------------

namespace {

Phrases childhood_cards(const Catalogue& cards, std::uint16_t set) {
  Phrases all;
  for (int n = range_of(Deck::childhood).first; n <= range_of(Deck::childhood).last; ++n)
    if (set >> n & 1) all.push_back(phrase_of(cards, card_of(n)));
  return all;
}

Phrase tell_assistance(SeatSet seats) {
  if (seats.size() == 1) return {"cv.told.assistance", {{"who", *seats.begin()}}};
  Phrases players;
  for (const Seat seat : seats) players.push_back({"cv.player", {{"who", seat}}});
  return {"cv.told.assistance-for-several", {{"players", players}}};
}

/// The type is worth telling where the card left a choice (CV-33).
Phrase tell_taken(const Event& e, std::string id) {
  const Catalogue& cards = catalogue(e.catalogue);
  Phrase told{std::move(id), {{"who", e.seat}, {"card", phrase_of(cards, e.card)}}};
  if (!cards[e.card].has_two_colours() || e.type == Type::unsaid) return told;
  told.id += "-as";
  told.arguments.emplace_back("type", card_of_type(e.type));
  return told;
}

}  // namespace

Phrase Cv::tell(const Event& e, Seat reader) {
  const Catalogue& cards = catalogue(e.catalogue);
  const bool mine = e.seat == reader && reader != kNobody, watching = reader == kNobody;
  const Part who{"who", e.seat};
  const auto card = [&] { return Part("card", phrase_of(cards, e.card)); };
  const auto effect = [&] { return Part("effect", if_any(gist_of(cards[e.card]))); };
  const auto goal = [&] { return Part("effect", phrase_of_goal(cards[e.card])); };
  const auto upkeep = [&] { return Part("upkeep", said(cards[e.card].upkeep)); };
  const auto dice = [&] { return Part("dice", if_any(said(e.symbols))); };
  switch (e.what) {
    case Event::opened:  // the first five, which nobody's turn brings, are seen at the table
      return e.seat == kNobody ? Phrase{} : Phrase{"cv.told.opened", {card()}};
    case Event::goal_got: return {"cv.told.goal-got", {who, card(), goal()}};
    case Event::goal_opened: return {"cv.told.goal-opened", {card(), goal()}};
    case Event::chose: return mine ? Phrase{} : Phrase{"cv.told.chose", {who}};
    case Event::kept: return {"cv.told.kept", {who, card(), effect()}};
    case Event::passed: return {e.number == 1 ? "cv.told.passed-last" : "cv.told.passed-two"};
    case Event::received: return {"cv.told.received", {who, {"cards", childhood_cards(cards, e.cards)}}};
    case Event::bicycle: return {"cv.told.bicycle", {who}};
    case Event::rolled:  // of others, what comes of it is enough
      return mine || watching ? Phrase{"cv.told.rolled", {who, dice()}} : Phrase{};
    case Event::stopped:
      if (mine || watching) return {};
      return {"cv.told.stopped", {who, dice(), {"n", e.number}}};
    case Event::played: return {"cv.told.played", {who, card(), effect()}};
    case Event::took: return tell_taken(e, "cv.told.took");
    case Event::selected: return e.number ? Phrase{} : Phrase{"cv.told.took-none", {who}};
    case Event::misfortune:
      return e.number ? Phrase{"cv.told.misfortune", {who, {"n", e.number}}}
                      : Phrase{"cv.told.misfortune-escaped", {who}};
    case Event::spared: return {"cv.told.spared", {who}};
    case Event::lost: return {"cv.told.lost", {who, card()}};
    case Event::placed:  // most go on top, and the CVs are seen at the table
      if (e.under == Card::none || !(mine || watching)) return {};
      return {"cv.told.placed-under", {who, card(), {"under", phrase_of(cards, e.under)}}};
    case Event::paid: return mine ? Phrase{"cv.told.paid", {who, upkeep(), card()}} : Phrase{};
    case Event::unpaid: return {"cv.told.unpaid", {who, upkeep(), card()}};
    case Event::discarded: return {"cv.told.discarded", {card()}};
    case Event::ran_out: return {"cv.told.ran-out", {{"deck", phrase_of(static_cast<Deck>(e.number))}}};
    case Event::assistance: return tell_assistance(e.seats);
    case Event::granted: return tell_taken(e, "cv.told.granted");
    case Event::declined: return {"cv.told.declined", {who}};
    case Event::goal_shown: return {"cv.told.goal-shown", {who, card(), goal()}};
    case Event::game_ended: return {"told.game-ended"};
    case Event::goal_dealt:
    case Event::dealt:
    case Event::got:  // seen at the table, with two others
    case Event::turn_began:
    case Event::picked_up:  // what the dice show then is told
    case Event::to_hand:    // that it was taken is told
    case Event::cleaned_up:
    case Event::asks: return {};
  }
  return {};
}

Phrase Cv::points(int score) { return {"cv.points", {{"n", score}}}; }

// ---- Help ---------------------------------------------------------------------------------------------

namespace {

Phrase arrows_in_words(Arrows arrows) {
  Phrases all;
  for (int from = 0; from < kFaces; ++from) {
    Phrases there, both;
    for (int to = 0; to < kFaces; ++to) {
      if (to == from || !(arrows.from(from) >> to & 1)) continue;
      const bool back = arrows.from(to) >> from & 1;
      if (!back) there.push_back(phrase_of(symbol(to)));
      if (back && from < to) both.push_back(phrase_of(symbol(to)));
    }
    const auto add = [&](const char* id, const Phrases& to) {
      if (to.empty()) return;
      all.push_back({id, {{"from", phrase_of(symbol(from))}, {"to", enumerated(to, "cv.list.or")}}});
    };
    add("cv.does.arrow", there);
    add("cv.does.both-ways", both);
  }
  return all.empty() ? Phrase{} : Phrase{"cv.does.arrows", {{"arrows", joined("cv.list.comma", all)}}};
}

Phrase effect_in_words(const Facts& facts) {
  Phrases all;
  if (!facts.gives.empty()) all.push_back({"cv.does.gives", {{"symbols", in_words(facts.gives)}}});
  if (facts.dice)
    all.push_back({facts.is_event() ? "cv.does.dice-once" : "cv.does.dice", {{"n", facts.dice}}});
  if (facts.rerolls) all.push_back({"cv.does.throws", {{"n", facts.rerolls}}});
  all.push_back(arrows_in_words(facts.arrows));
  for (int bit = 0; bit < kEffects; ++bit)
    if (facts.has(effect(bit))) all.push_back(named("cv.does.", name_of(effect(bit))));
  return joined("cv.list.semicolon", all);
}

/// What a card of the track or of childhood costs and does, a sentence each.
Phrases sentences_of(const Catalogue& cards, Card card) {
  const Facts& facts = cards[card];
  Phrases all;
  if (!facts.cost.empty())
    all.push_back({"cv.explain.cost", {{"symbols", in_words(facts.cost)}}});
  else if (deck_of(card) != Deck::childhood)
    all.push_back({"cv.explain.free"});
  if (facts.needs)
    all.push_back({"cv.explain.needs", {{"types", phrase_of_types(facts.needs, "cv.list.and-a")}}});
  if (facts.forbids)
    all.push_back({"cv.explain.forbids", {{"types", phrase_of_types(facts.forbids, "cv.list.or")}}});
  if (const Phrase effect = effect_in_words(facts); !effect.empty())
    all.push_back({facts.is_event() ? "cv.explain.played" : "cv.explain.active", {{"effect", effect}}});
  if (!facts.upkeep.empty()) all.push_back({"cv.explain.upkeep", {{"symbols", in_words(facts.upkeep)}}});
  if (facts.points) all.push_back({"cv.explain.points", {{"n", facts.points}}});
  return all;
}

Phrase explain_card(const Catalogue& cards, Card card) {
  const Facts& facts = cards[card];
  const Part title{"card", phrase_of(cards, card)};
  if (facts.is(Type::goal)) {
    const std::string tokens = facts.goal.tokens ? "tokens" : "";
    return {"cv.explain.goal", {title, {"goal", phrase_of_goal(facts)}, {"tokens", tokens}}};
  }
  const bool two = facts.has_two_colours();
  const Phrase types = two ? phrase_of_types(facts.types, "cv.list.or")
                           : card_of_type(type(std::countr_zero(static_cast<unsigned>(facts.types))));
  return {two ? "cv.explain.two-types" : "cv.explain.card",
          {title, {"types", types}, {"deck", phrase_of(deck_of(card))}, {"more", sentences_of(cards, card)}}};
}

/// By its title, or by the beginning of it if no other begins so; if others do, they are named.
Phrase explain_title(const Catalogue& cards, const std::string& small) {
  constexpr std::size_t most_named = 8;
  std::vector<Card> found;
  for (int n = 1; n <= kCards; ++n) {
    const std::string title = lower(cards.title(card_of(n)));
    if (title == small) return explain_card(cards, card_of(n));
    if (title.starts_with(small)) found.push_back(card_of(n));
  }
  if (found.empty() || found.size() > most_named) return {};
  if (found.size() == 1) return explain_card(cards, found[0]);
  Phrases names;
  for (const Card card : found)
    names.push_back({"cv.card.numbered", {{"number", number_of(card)}, {"title", cards.title(card)}}});
  return {"cv.explain.several", {{"word", small}, {"cards", names}}};
}

Phrase explain_symbol(const std::string& small) {
  for (int i = 0; i < kSymbols; ++i) {
    const char letter = static_cast<char>(std::tolower(kLetters[i]));
    if (small != std::string(1, letter) && small != name_of(symbol(i))) continue;
    const bool one_of_four = set_of(symbol(i)) & kFour;
    return {
        "cv.explain.symbol",
        {{"letter", std::string(1, kLetters[i])},
         {"symbol", phrase_of(symbol(i))},
         {"meaning", one_of_four ? Phrase{"cv.means.one-of-four"} : named("cv.means.", name_of(symbol(i)))}}};
  }
  return {};
}

Phrase explain_type(const std::string& small) {
  for (int i = 0; i < kTypes; ++i) {
    if (small != name_of(type(i)) && !(type(i) == Type::goal && small == "goal")) continue;
    const bool counted = i < static_cast<int>(Type::work);  // health, relationship and knowledge are alike
    Phrase told = counted ? Phrase{"cv.explain.type-counted"} : named("cv.explain.type-", name_of(type(i)));
    told.arguments = {{"letter", std::string(1, letter_of(type(i)))}, {"type", phrase_of(type(i))}};
    return told;
  }
  return {};
}

/// What stands in the picture and in menus besides cards, symbols and types.
Phrase explain_word(const std::string& small) {
  struct Entry {
    const char* id;
    std::array<std::string_view, 4> words;
  };
  static constexpr Entry entries[] = {
      {"cv.word.payable", {"payable", "pay", "by 3 g", "payable by 3 g"}},
      {"cv.word.lacks", {"lacks", "lack", "for 3 g", "lacking"}},
      {"cv.word.upkeep", {"upkeep", "due", "−", "-"}},
      {"cv.word.tokens", {"token", "tokens", "", ""}},
      {"cv.word.dice", {"die", "dice", "+1 die", "+2 dice"}},
      {"cv.word.throw", {"throw", "throws", "reroll", "+1 throw"}},
      {"cv.word.points", {"pt", "point", "points", "+?"}},
      {"cv.word.hand", {"hand", "▯", "childhood", "secret"}},
      {"cv.word.begins", {"⚑", "begins", "flag", "begins rounds"}},
      {"cv.word.stack", {"stack", "stacks", "cv", "active"}},
      {"cv.word.track", {"track", "deck", "decks", "refill"}},
      {"cv.word.misfortune", {"misfortune", "bad luck 3", "frozen", ""}},
      {"cv.word.assistance", {"assistance", "social assistance", "to be had", ""}},
      {"cv.word.last-round", {"last round", "end", "may be the last round", ""}},
  };
  for (const Entry& entry : entries)
    if (std::find(entry.words.begin(), entry.words.end(), small) != entry.words.end()) return {entry.id};
  return {};
}

/// A special effect by the short words that cards say it with.
Phrase explain_effect(const std::string& small) {
  for (int bit = 0; bit < kEffects; ++bit)
    if (small == lower(effects_of(effect(bit))))
      return {"cv.explain.effect", {{"word", small}, {"does", named("cv.does.", name_of(effect(bit)))}}};
  return {};
}

}  // namespace

Phrase Cv::explain(const Options& options, std::string_view word) {
  std::string small;
  for (const auto each : words_of(word)) join(small, " ", lower(each));
  if (small.empty()) return {};
  const Catalogue& cards = catalogue(options.cards);
  if (const Card card = card_numbered(small); card != Card::none) return explain_card(cards, card);
  const Phrase symbol_and_type = joined("cv.explain.both", {explain_symbol(small), explain_type(small)});
  if (!symbol_and_type.empty()) return symbol_and_type;  // health is both
  if (Phrase told = explain_word(small); !told.empty()) return told;
  if (Phrase told = explain_effect(small); !told.empty()) return told;
  return explain_title(cards, small);
}

}  // namespace lifetable::cv

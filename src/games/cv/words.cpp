// The words of CV: names of cards and moves as people type them, and the story as it is told.
#include "games/cv/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

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

constexpr std::size_t kMenuWidth = 75;  // with the number before it, a line of 80
constexpr int kMostInARow = 5;          // of a symbol; more are counted

constexpr Symbol symbol(int i) { return static_cast<Symbol>(i); }
constexpr Type type(int i) { return static_cast<Type>(i); }

void join(std::string& all, std::string_view between, std::string_view more) {
  if (more.empty()) return;
  if (!all.empty()) all += between;
  all += more;
}

/// "Ann, Bo and Cy".
std::string in_a_row(const std::vector<std::string>& items) {
  std::string all;
  for (std::size_t i = 0; i < items.size(); ++i)
    all += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return all;
}

}  // namespace

// ---- Symbols, types and cards ---------------------------------------------------------------------------

std::string_view name_of(Symbol symbol) { return kSymbolNames[static_cast<std::size_t>(symbol)]; }
std::string_view name_of(Type type) {
  return type == Type::unsaid ? "" : kTypeNames[static_cast<std::size_t>(type)];
}
std::string_view name_of(Deck deck) { return kDeckNames[static_cast<std::size_t>(deck)]; }

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

std::string names_of(TypeSet types) {
  std::string all;
  for (int i = 0; i < kTypes; ++i)
    if (types & set_of(type(i))) join(all, "/", name_of(type(i)));
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

std::string effects_of(std::uint8_t effects) {
  struct Named {
    Effect effect;
    std::string_view words;
  };
  static constexpr Named names[] = {
      {change_one, "change 1"},    {turn_bad, "B→any 1×"},     {friends_job, "friend's job"},
      {thaw, "throw B again"},     {retired, "no more work"},  {twice, "counts twice"},
      {insurance, "saves a card"}, {in_old_age, "in old age"},
  };
  std::string all;
  for (const Named& each : names)
    if (effects & each.effect) join(all, ", ", each.words);
  return all;
}

std::string name_of(const Catalogue& cards, Card card) {
  if (card == Card::none || number_of(card) > kCards) return "a card";
  return fmt::format("{} {}", number_of(card), cards.title(card));
}

std::string Cv::card_name(const Options& options, int kind) {
  return name_of(catalogue(options.cards), card_of(kind));
}

std::string price_of(const Facts& facts) {
  const auto joined = [](TypeSet types) {
    std::string all;
    for (int i = 0; i < kStacks; ++i)
      if (types & set_of(type(i))) join(all, "+", name_of(type(i)));
    return all;
  };
  std::string all = spaced(facts.cost);
  if (facts.needs) join(all, ", ", "needs " + joined(facts.needs));
  if (facts.forbids) join(all, ", ", "no " + joined(facts.forbids));
  return all;
}

namespace {

/// "H+K", "2P+W", "token".
std::string set_of_goal(const Goal& goal) {
  std::string all;
  for (std::size_t i = 0; i < kStacks; ++i)
    if (const int cards = goal.cards[i])
      join(all, "+", (cards > 1 ? std::to_string(cards) : "") + kTypeLetters[i]);
  if (goal.tokens) join(all, "+", goal.tokens == 1 ? "token" : fmt::format("{} tokens", goal.tokens));
  return all;
}

}  // namespace

std::string upkeep_of(const Facts& facts) {
  if (facts.upkeep.empty()) return "";
  return "−" + (facts.upkeep.size() > kMostInARow ? spaced(facts.upkeep) : letters_of(facts.upkeep));
}

std::string effect_of(const Facts& facts) {
  if (facts.is(Type::goal)) return fmt::format("{} pt per {}", facts.points, set_of_goal(facts.goal));
  std::string all = spaced(facts.gives);
  if (facts.dice) join(all, ", ", "+" + counted(facts.dice, "die", "dice"));
  if (facts.rerolls) join(all, ", ", "+" + counted(facts.rerolls, "throw", "throws"));
  join(all, ", ", arrows_of(facts.arrows));
  join(all, ", ", effects_of(facts.effects));
  join(all, ", ", upkeep_of(facts));
  if (facts.points) join(all, ", ", fmt::format("{} pt", facts.points));
  return all;
}

std::string facts_of(const Facts& facts) {
  const std::string price = price_of(facts), effect = effect_of(facts);
  return fmt::format("{} → {}", price.empty() ? "free" : price, effect.empty() ? "nothing" : effect);
}

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
  const Error unknown =
      not_a_move(text, title,
                 "throw, reroll HK, stop, take 18, take 50 as work, play 11, done, lose 18, "
                 "place 25, place 25 under 13, pay work, decline; and of the dealer: deal 18, roll HMMB");
  Words words;
  for (const auto word : words_of(text)) words.push_back(lower(word));
  const std::size_t size = words.size();
  if (size == 0) return unknown;

  Move single;
  if (size == 1 && read_single(words[0], single)) return single;
  if (size == 1 && card_numbered(words[0]) != Card::none) return Move::to_take(card_numbered(words[0]));
  if (size == 1) return unknown;

  const std::string& verb = words[0];
  if (verb == "roll" || verb == "reroll" || verb == "again") {
    const std::string_view none = verb == "roll" ? "none" : "new";
    Symbols dice;
    if (!(size == 2 && words[1] == none) && !read_dice(words, dice)) return unknown;
    return verb == "roll" ? Move::to_roll(dice) : Move::to_reroll(dice);
  }
  if (verb == "pay") {
    TypeSet stacks = 0;
    if (!(size == 2 && words[1] == "none") && !read_stacks(words, stacks)) return unknown;
    return Move::to_pay(stacks);
  }

  const Card card = card_numbered(words[1]);
  if (card == Card::none) return unknown;
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
  return unknown;
}

// ---- The menu -----------------------------------------------------------------------------------------

namespace {

/// "18 Marriage (die R)", or only the card if it does nothing.
std::string with_effect(const Table& t, Card card) {
  const std::string effect = effect_of(t.facts(card));
  return effect.empty() ? name_of(t.cards(), card) : fmt::format("{} ({})", name_of(t.cards(), card), effect);
}

/// "; then Twins cannot be paid": what becomes of the upkeep if this card is taken too, and nothing else is
/// played or lost. A card that a taken one may cover need not be due (CV-39, CV-41).
std::string upkeep_then(const Table& t, Taken next) {
  constexpr std::size_t title_width = 20;
  Table then = t;
  if (next.card != Card::none) {
    if (t.takes() == kTakes || !t.can_afford(next.card)) return "";
    then.taken[static_cast<std::size_t>(t.takes())] = next;
  }
  for (const Taken& taken : then.taken)
    if (taken.card != Card::none && static_cast<int>(taken.type) < kStacks)
      then.top[t.turn.index][static_cast<std::size_t>(taken.type)] = taken.card;
  if (then.pool().own.count(Symbol::bad) >= 3)  // CV-36
    then.most_bad = static_cast<std::uint8_t>(3 * misfortunes(then.pool(), then.promised()) + 2);
  const auto sets = then.payable_upkeep();
  const TypeSet due = then.upkeep_due();
  if (sets.size() == 0 || sets[0] == due) return "";
  if (sets.size() > 1) return "; then not all upkeep can be paid";
  const TypeSet lost = due & ~sets[0];
  if (const int cards = std::popcount(static_cast<unsigned>(lost)); cards > 1)
    return fmt::format("; then {} cards cannot be paid", cards);
  const Card one = then.active(t.turn, type(std::countr_zero(static_cast<unsigned>(lost))));
  return fmt::format("; then {} cannot be paid", shortened(t.cards().title(one), title_width));
}

/// What there is to say comes first, a warning last, and that is never cut off.
std::string with_warning(const std::string& text, const std::string& warning) {
  return shortened(text, kMenuWidth - width_of(warning)) + warning;
}

std::string label_of_take(const Table& t, Move move) {
  const Facts& facts = t.facts(move.card());
  const std::string name = name_of(t.cards(), move.card());
  if (t.phase == Phase::choose)
    return fmt::format("Keep {} ({}: {})", name, names_of(facts.types), effect_of(facts));
  const std::string as = move.type() == Type::unsaid ? "" : fmt::format(" as {}", name_of(move.type()));
  const std::string kind = as.empty() ? names_of(facts.types) + ": " : "";
  if (t.phase == Phase::assist)
    return fmt::format("Take {}{} without its cost ({}{})", name, as, kind, effect_of(facts));
  const Type goes_to = as.empty() ? type(std::countr_zero(static_cast<unsigned>(facts.types))) : move.type();
  return with_warning(fmt::format("Take {}{} ({}{})", name, as, kind, facts_of(facts)),
                      t.phase == Phase::select ? upkeep_then(t, {move.card(), goes_to}) : "");
}

/// Short, for there may be dozens of these.
std::string label_of_reroll(const Table& t, Symbols again) {
  if (!t.dice.includes(again)) return Cv::text(Move::to_reroll(again));
  std::string thrown = letters_of(again);
  if (t.joining) join(thrown, " and ", fmt::format("{} new", t.joining));
  const Symbols kept = t.dice - again;
  return kept.empty() ? fmt::format("Again {}", thrown)
                      : fmt::format("Again {}, keep {}", thrown, letters_of(kept));
}

std::string label_of_stop(const Table& t) {
  return t.joining ? fmt::format("Stop throwing; {} lost", counted(t.joining, "new die is", "new dice are"))
                   : "Stop throwing";
}

std::string label_of_done(const Table& t) {
  const std::string stops = t.takes() ? "No more cards" : "Take no card";
  const int strikes = misfortunes(t.pool(), t.promised());
  const std::string struck = strikes == 0   ? ""
                             : strikes == 1 ? "; misfortune strikes"
                                            : fmt::format("; {} misfortunes strike", strikes);
  return stops + struck + (t.phase == Phase::select ? upkeep_then(t, {}) : "");
}

bool can_lie_in_cv(Card card) {
  return number_of(card) >= number_of(Card::bicycle) && number_of(card) <= range_of(Deck::old).last;
}

std::string label_of_loss(const Table& t, Card card) {
  const Card next = t.below_of(card);
  return fmt::format("Lose {}{}", with_effect(t, card),
                     next == Card::none ? "" : fmt::format("; next is {}", name_of(t.cards(), next)));
}

/// "Pay for 44 Twins (−MM); lose 52 Yacht".
std::string label_of_payment(const Table& t, TypeSet paid) {
  const TypeSet due = t.upkeep_due();
  std::string pays, loses;
  for (int i = 0; i < kStacks; ++i) {
    if (!(due & set_of(type(i)))) continue;
    const Card card = t.active(t.turn, type(i));
    const bool kept = paid & set_of(type(i));
    join(kept ? pays : loses, ", ",
         fmt::format("{} ({})", name_of(t.cards(), card), upkeep_of(t.facts(card))));
  }
  std::string all = pays.empty() ? "" : "Pay for " + pays;
  if (!loses.empty()) join(all, "; ", (all.empty() ? "Lose " : "lose ") + loses);
  return all;
}

std::string full_label(const View& view, Move move) {
  const Table& t = view.table;
  const bool has_card = move.what() == Move::take || move.what() == Move::play || move.what() == Move::lose ||
                        move.what() == Move::place;
  if (has_card && (move.card() == Card::none || number_of(move.card()) > kCards)) return Cv::text(move);
  const std::string name = has_card ? name_of(t.cards(), move.card()) : "";
  switch (move.what()) {
    case Move::take: return label_of_take(t, move);
    case Move::toss:
      return fmt::format("Throw {}", counted(std::min(kDice, t.means.dice + t.joining), "die", "dice"));
    case Move::reroll: return label_of_reroll(t, move.dice());
    case Move::stop: return label_of_stop(t);
    case Move::play:
      return t.phase == Phase::misfortune ? fmt::format("Play {} and lose nothing", name)
                                          : "Play " + with_effect(t, move.card());
    case Move::done: return label_of_done(t);
    case Move::lose: return can_lie_in_cv(move.card()) ? label_of_loss(t, move.card()) : Cv::text(move);
    case Move::place:
      return move.under() == Card::none
                 ? fmt::format("Place {} on top: {}", name, effect_of(t.facts(move.card())))
                 : fmt::format("Place {} under {}", name, name_of(t.cards(), move.under()));
    case Move::pay: {
      const std::string payment = label_of_payment(t, move.stacks());
      return payment.empty() ? Cv::text(move) : payment;
    }
    case Move::decline: return "Decline social assistance";
    case Move::deal:
    case Move::roll: break;
  }
  return Cv::text(move);
}

}  // namespace

std::string Cv::label(const View& view, Move move, Names) {
  return shortened(full_label(view, move), kMenuWidth);
}

// ---- Why not ------------------------------------------------------------------------------------------

namespace {

/// "a work card", "an event".
std::string card_of_type(Type type) {
  return type == Type::event ? "an event" : fmt::format("a {} card", name_of(type));
}

std::string no_such_take(const Table& t, Card card) {
  std::string ways;
  for (int i = 0; i < kTypes; ++i)
    if (t.facts(card).is(type(i)))
      join(ways, " or ", fmt::format("'{}'", Cv::text(Move::to_take(card, type(i)))));
  return fmt::format("Say {}.", ways);
}

/// The condition that is not met (CV-31), or the ban (CV-32).
std::string why_barred(const Table& t, Seat seat, Card card) {
  const Facts& facts = t.facts(card);
  const TypeSet has = t.types_in_cv(seat);
  const std::string name = name_of(t.cards(), card);
  for (int i = 0; i < kStacks; ++i) {
    const TypeSet each = set_of(type(i));
    if (facts.needs & each & ~has) return fmt::format("{} needs {} in your CV.", name, card_of_type(type(i)));
    if (facts.forbids & each & has)
      return fmt::format("{} is not for a CV with {}.", name, card_of_type(type(i)));
  }
  return "";
}

std::string why_not_take(const View& view, Move move) {
  const Table& t = view.table;
  const Card card = move.card();
  if (t.phase == Phase::choose) return fmt::format("{} is not among the cards before you.", number_of(card));
  if (!t.on_track(card)) return fmt::format("{} is not on the track.", number_of(card));
  if (t.phase == Phase::select && t.takes() == kTakes) return "You have taken two cards.";
  const Facts& facts = t.facts(card);
  const bool two_colours = facts.has_two_colours();
  if (two_colours && !(facts.types & set_of(move.type()))) return no_such_take(t, card);
  if (!two_colours && move.type() != Type::unsaid)
    return fmt::format("{} is {}: say 'take {}'.", name_of(t.cards(), card),
                       card_of_type(type(std::countr_zero(static_cast<unsigned>(facts.types)))),
                       number_of(card));
  if (std::string barred = why_barred(t, view.seat, card); !barred.empty()) return barred;
  const TypeSet as = two_colours ? set_of(move.type()) : facts.types;
  if (!(as & t.may_take_as(view.seat, card))) return "You are retired, and take no work cards.";
  if (t.phase != Phase::select) return "";
  const Lack lack = t.lacking_for(card);
  if (lack.symbols.empty()) return "";
  return fmt::format("You lack {}{}.", spaced(lack.symbols), lack.by_luck ? " for three good lucks" : "");
}

std::string why_not_reroll(const Table& t, Symbols dice) {
  for (int face = 0; face < kFaces; ++face) {
    const int lie = t.dice.count(face);
    if (dice.count(face) <= lie) continue;
    return lie == 0 ? fmt::format("No die shows {}.", kLetters[face])
                    : fmt::format("Only {} {}.", counted(lie, "die shows", "dice show"), kLetters[face]);
  }
  if (dice.empty()) return "No new dice join this throw.";
  if (!dice.count(Symbol::bad)) return "";
  return (t.means.effects & thaw) ? "You have thrown bad luck again this turn already."
                                  : "A die that shows B cannot be thrown again.";
}

std::string why_not_play(const View& view, Card card) {
  const Table& t = view.table;
  const int number = number_of(card);
  for (const Taken& taken : t.taken)
    if (taken.card == card) return fmt::format("You have taken {} only this turn.", number);
  const Hand hand{view.mine.hand(t.shown[view.seat.index]), t.events[view.seat.index]};
  if (!hand.has(card)) return fmt::format("{} is not in your hand.", number);
  switch (t.why_not_playable(card).number) {
    case 20: return "No throw of this turn is left.";
    case 21: return "No card of old age has come onto the track yet.";
    case 22: return "No misfortune has struck you.";
    case 37: return fmt::format("{} saves no card.", name_of(t.cards(), card));
    default: return "Events are played before and after throws, and when taking cards.";
  }
}

std::string why_not_place(const Table& t, Move move) {
  for (std::size_t i = 0; i < kTakes; ++i) {
    const Taken taken = t.taken[i];
    if (!(t.unplaced >> i & 1) || taken.card != move.card()) continue;
    if (taken.type == Type::work || taken.type == Type::possession)
      return fmt::format("{} card goes on top.", capital(fmt::format("a {}", name_of(taken.type))));
    return fmt::format("{} is not in your {} stack.", number_of(move.under()), name_of(taken.type));
  }
  return fmt::format("{} is not a card that you have to place.", number_of(move.card()));
}

std::string why_not_pay(const Table& t, TypeSet stacks) {
  const TypeSet due = t.upkeep_due();
  for (int i = 0; i < kStacks; ++i)
    if (stacks & ~due & set_of(type(i))) return fmt::format("No upkeep is due for {}.", name_of(type(i)));
  const auto sets = t.payable_upkeep();
  const auto size = [](TypeSet set) { return std::popcount(static_cast<unsigned>(set)); };
  if (sets.size() && size(stacks) < size(sets[0])) return "You can pay for more than that.";
  return "You cannot pay for all of these.";
}

/// What has to come first, or cannot come any more, if it is not the time for such a move.
std::string why_not_now(const Table& t, Move::What what) {
  switch (t.phase) {
    case Phase::choose:
      return what == Move::take ? "" : "First keep one of the cards before you, as in 'take 11'.";
    case Phase::toss: return what == Move::play ? "" : "First throw the dice: say 'throw'.";
    case Phase::reroll:
      if (what == Move::play || what == Move::reroll) return "";
      return what == Move::toss ? "Say which dice to throw again, as in 'reroll HK'."
                                : "You may still throw again: say 'stop' first.";
    case Phase::select:
      if (what == Move::play || what == Move::take) return "";
      if (what == Move::toss || what == Move::reroll || what == Move::stop)
        return "You throw no more in this turn.";
      if (what == Move::lose) return "No misfortune has struck you.";
      return "Take a card, or say 'done'.";
    case Phase::misfortune:
      return what == Move::play || what == Move::lose ? "" : "First lose a card to misfortune.";
    case Phase::place: return what == Move::place ? "" : "First place what you have taken.";
    case Phase::upkeep: return what == Move::pay ? "" : "First say which upkeep you pay.";
    case Phase::assist: return what == Move::take ? "" : "First take a card of the track, or decline.";
    default: return "";
  }
}

}  // namespace

std::string Cv::reason(const View& view, Move move) {
  const Table& t = view.table;
  if (t.phase == Phase::over) return "The game is over.";
  if (!t.actors().include(view.seat)) {
    if (t.phase == Phase::choose) return "You have chosen already.";
    return t.turn == view.seat ? "" : "It is not your turn.";
  }
  if (!judge(view, move)) return "";
  const Move::What what = move.what();
  if (what > Move::decline) return "That is for the dealer.";
  if (std::string first = why_not_now(t, what); !first.empty()) return first;
  const bool has_card = what == Move::take || what == Move::play || what == Move::lose || what == Move::place;
  if (has_card && (move.card() == Card::none || number_of(move.card()) > kCards)) return "";
  switch (what) {
    case Move::take: return why_not_take(view, move);
    case Move::reroll: return why_not_reroll(t, move.dice());
    case Move::play: return why_not_play(view, move.card());
    case Move::lose: return fmt::format("{} lies on top of none of your stacks.", number_of(move.card()));
    case Move::place: return why_not_place(t, move);
    case Move::pay: return why_not_pay(t, move.stacks());
    default: return "";
  }
}

// ---- The story ----------------------------------------------------------------------------------------

namespace {

std::string names_of_childhood(const Catalogue& cards, std::uint16_t set) {
  std::vector<std::string> names;
  for (int n = range_of(Deck::childhood).first; n <= range_of(Deck::childhood).last; ++n)
    if (set >> n & 1) names.push_back(name_of(cards, card_of(n)));
  return in_a_row(names);
}

std::string names_of_seats(SeatSet seats, Seat reader, Names names) {
  std::vector<std::string> all;
  for (const Seat seat : seats) all.push_back(who(seat, reader, names));
  return capital(in_a_row(all));
}

/// The type is worth telling where the card left a choice (CV-33).
std::string as_type(const Event& e) {
  const bool two = catalogue(e.catalogue)[e.card].has_two_colours();
  return two && e.type != Type::unsaid ? fmt::format(" as {}", name_of(e.type)) : "";
}

std::string say_misfortune(const Subject& subject, int number) {
  if (number == 0)
    return fmt::format("{} {} bad luck into something else and {} misfortune (CV-36).", subject.first(),
                       subject.verb("turns", "turn"), subject.verb("escapes", "escape"));
  return number == 1 ? fmt::format("Misfortune strikes {} (CV-34).", subject.name())
                     : fmt::format("{} misfortunes strike {} (CV-34).", number, subject.name());
}

}  // namespace

std::string Cv::say(const Event& e, Seat reader, Names names) {
  const Catalogue& cards = catalogue(e.catalogue);
  const Subject subject(e.seat, reader, names);
  const std::string card = name_of(cards, e.card);
  const auto does = [&](std::string_view theirs, std::string_view yours) {
    return fmt::format("{} {}", subject.first(), subject.verb(theirs, yours));
  };
  const auto effect = [&] { return effect_of(cards[e.card]); };
  switch (e.what) {
    case Event::opened:  // the first five, which nobody's turn brings, are seen at the table
      return e.seat == kNobody ? "" : "+ " + card;
    case Event::goal_got:
      return fmt::format("{} secret goal is {} ({}).", capital(whose(e.seat, reader, names)), card, effect());
    case Event::goal_opened: return fmt::format("{} is a public goal ({}).", card, effect());
    case Event::chose: return subject.you() ? "" : fmt::format("{} chosen.", does("has", "have"));
    case Event::kept: return fmt::format("{} {} ({}).", does("keeps", "keep"), card, effect());
    case Event::passed:
      return fmt::format("Everyone passes {} to the left (CV-8).",
                         e.number == 1 ? "the last card" : "two cards");
    case Event::received:
      return fmt::format("{} {}.", does("gets", "get"), names_of_childhood(cards, e.cards));
    case Event::bicycle:
      return fmt::format("{} the Bicycle into the CV, and {} every round (CV-9).", does("lays", "lay"),
                         subject.verb("begins", "begin"));
    case Event::rolled:  // of others, what comes of it is enough
      if (!subject.you() && reader != kNobody) return "";
      return fmt::format("{} {}.", does("rolls", "roll"), spaced(e.symbols));
    case Event::stopped:
      if (subject.you() || reader == kNobody) return "";
      return fmt::format("{} {} after {}.", does("has", "have"), spaced(e.symbols),
                         counted(e.number, "throw", "throws"));
    case Event::played: return fmt::format("{} {}: {}.", does("plays", "play"), card, effect());
    case Event::took: return fmt::format("{} {}{}.", does("takes", "take"), card, as_type(e));
    case Event::selected: return e.number ? "" : fmt::format("{} no card.", does("takes", "take"));
    case Event::misfortune: return say_misfortune(subject, e.number);
    case Event::spared: return fmt::format("{} no card to lose (CV-37).", does("has", "have"));
    case Event::lost: return fmt::format("{} {} to misfortune.", does("loses", "lose"), card);
    case Event::placed:  // most go on top, and the CVs are seen at the table
      return e.under == Card::none || (!subject.you() && reader != kNobody)
                 ? ""
                 : fmt::format("{} {} under {}.", does("puts", "put"), card, name_of(cards, e.under));
    case Event::paid:
      return subject.you() ? fmt::format("You pay {} for {}.", spaced(cards[e.card].upkeep), card) : "";
    case Event::unpaid:
      return fmt::format("{} pay {} for {}, and {} it (CV-42).", does("does not", "do not"),
                         spaced(cards[e.card].upkeep), card, subject.verb("loses", "lose"));
    case Event::discarded: return "− " + card;
    case Event::ran_out:
      return fmt::format("The last card of {} lies on the track (CV-45).",
                         name_of(static_cast<Deck>(e.number)));
    case Event::assistance: {
      const bool one_other = e.seats.size() == 1 && !e.seats.has(reader);
      return fmt::format("{} {} social assistance (CV-46).", names_of_seats(e.seats, reader, names),
                         one_other ? "gets" : "get");
    }
    case Event::granted:
      return fmt::format("{} {}{} without its cost.", does("takes", "take"), card, as_type(e));
    case Event::declined: return fmt::format("{} social assistance.", does("declines", "decline"));
    case Event::goal_shown:
      return fmt::format("{} secret goal was {} ({}).", capital(whose(e.seat, reader, names)), card,
                         effect());
    case Event::game_ended: return "The game is over.";
    case Event::goal_dealt:
    case Event::dealt:
    case Event::got:  // seen at the table, with two others
    case Event::turn_began:
    case Event::picked_up:  // what the dice show then is told
    case Event::to_hand:    // that it was taken is told
    case Event::cleaned_up:
    case Event::asks: return "";
  }
  return "";
}

std::string Cv::points(int score) { return counted(score, "point", "points"); }

// ---- Help ---------------------------------------------------------------------------------------------

namespace {

/// "2 relationship and 1 good luck".
std::string in_words(Symbols symbols) {
  std::vector<std::string> items;
  for (int i = 0; i < kSymbols; ++i)
    if (const int number = symbols.count(i))
      items.push_back(fmt::format("{} {}", number, name_of(symbol(i))));
  return in_a_row(items);
}

std::string types_in_words(TypeSet types, std::string_view between) {
  std::string all;
  for (int i = 0; i < kTypes; ++i)
    if (types & set_of(type(i))) join(all, between, name_of(type(i)));
  return all;
}

std::string_view effect_in_words(Effect effect) {
  switch (effect) {
    case change_one:
      return "once a turn, one symbol of the four on a die or token may become another (CV-27)";
    case turn_bad: return "once a turn, one bad luck on a die or token may become one of the four (CV-28)";
    case friends_job: return "once a turn, one symbol of a neighbour's active work card (CV-29)";
    case thaw: return "in one throw of each turn, dice with bad luck may be thrown again (CV-16)";
    case retired: return "no more work cards while it lies in the CV (CV-32)";
    case twice: return "counts as two cards of its stack at the end (CV-50)";
    case insurance: return "saves one card when a misfortune strikes (CV-22)";
    case in_old_age: return "can be played once a card of old age has come onto the track (CV-21)";
  }
  return "";
}

std::string arrows_in_words(Arrows arrows) {
  std::string all;
  for (int from = 0; from < kFaces; ++from) {
    std::string there, both;
    for (int to = 0; to < kFaces; ++to) {
      if (to == from || !(arrows.from(from) >> to & 1)) continue;
      const bool back = arrows.from(to) >> from & 1;
      if (!back) join(there, " or ", name_of(symbol(to)));
      if (back && from < to) join(both, " or ", name_of(symbol(to)));
    }
    if (!there.empty()) join(all, ", ", fmt::format("{} may become {}", name_of(symbol(from)), there));
    if (!both.empty())
      join(all, ", ", fmt::format("{} may become {} and the other way round", name_of(symbol(from)), both));
  }
  return all.empty() ? "" : all + " (CV-26)";
}

std::string effect_in_words(const Facts& facts) {
  std::string all = in_words(facts.gives);
  if (facts.dice)
    join(all, "; ",
         counted(facts.dice, "more die", "more dice") + (facts.is_event() ? " (CV-20)" : " (CV-13)"));
  if (facts.rerolls) join(all, "; ", counted(facts.rerolls, "more throw (CV-17)", "more throws (CV-17)"));
  join(all, "; ", arrows_in_words(facts.arrows));
  for (int bit = 0; bit < 8; ++bit)
    if (facts.effects >> bit & 1) join(all, "; ", effect_in_words(static_cast<Effect>(1u << bit)));
  return all;
}

std::string goal_in_words(const Facts& facts) {
  const Goal& goal = facts.goal;
  int number = goal.tokens;
  for (const int cards : goal.cards) number += cards;
  std::vector<std::string> items;
  for (int i = 0; i < kStacks; ++i)
    if (const int cards = goal.cards[static_cast<std::size_t>(i)])
      items.push_back(fmt::format("{}{} {}", number == 1 ? "" : fmt::format("{} ", cards), name_of(type(i)),
                                  cards == 1 ? "card" : "cards"));
  if (!items.empty()) items.back() += " in the CV";
  if (goal.tokens) items.push_back(number == 1 ? "token" : counted(goal.tokens, "token", "tokens"));
  return fmt::format("{} for each {}{}{}; secret: CV-52, public: CV-53.", Cv::points(facts.points),
                     number == 1 ? "" : "full set of ", in_a_row(items), goal.tokens ? " (CV-54)" : "");
}

std::string_view in_words(Source source) {
  switch (source) {
    case Source::rulebook: return "the rulebook, and ours where it is silent";
    case Source::reported: return "people who own the printed game, and ours where they are silent";
    case Source::house: return "ours";
  }
  return "";
}

std::string explain_card(const Catalogue& cards, Card card) {
  const Facts& facts = cards[card];
  const bool two = facts.has_two_colours();
  std::string all = fmt::format("{}: {}{}", name_of(cards, card), types_in_words(facts.types, " or "),
                                two ? " as its owner says when taking it (CV-33)" : "");
  all += facts.is(Type::goal) ? "." : fmt::format(", {}.", name_of(deck_of(card)));
  if (facts.is(Type::goal)) {
    all += " " + goal_in_words(facts);
  } else {
    if (!facts.cost.empty()) all += fmt::format(" Cost: {}.", in_words(facts.cost));
    if (facts.cost.empty() && deck_of(card) != Deck::childhood) all += " Cost: nothing.";
    if (facts.needs)
      all += fmt::format(" Only with a {} card in the CV (CV-31).", types_in_words(facts.needs, " and a "));
    if (facts.forbids)
      all += fmt::format(" Only without a {} card in the CV (CV-31).", types_in_words(facts.forbids, " or "));
    if (const std::string effect = effect_in_words(facts); !effect.empty())
      all += fmt::format(" {}: {}.", facts.is_event() ? "Played" : "While active", effect);
    if (!facts.upkeep.empty()) all += fmt::format(" Upkeep each turn: {} (CV-41).", in_words(facts.upkeep));
    if (facts.points) all += fmt::format(" {} as a possession (CV-51).", Cv::points(facts.points));
  }
  return all +
         fmt::format(" Source: {}.", in_words(cards.sources[static_cast<std::size_t>(number_of(card))]));
}

/// By its title, or by the beginning of it if no other begins so; if others do, they are named.
std::string explain_title(const Catalogue& cards, const std::string& small) {
  constexpr std::size_t most_named = 8;
  std::vector<Card> found;
  for (int n = 1; n <= kCards; ++n) {
    const std::string title = lower(cards.title(card_of(n)));
    if (title == small) return explain_card(cards, card_of(n));
    if (title.starts_with(small)) found.push_back(card_of(n));
  }
  if (found.empty() || found.size() > most_named) return "";
  if (found.size() == 1) return explain_card(cards, found[0]);
  std::vector<std::string> names;
  for (const Card card : found) names.push_back(name_of(cards, card));
  return fmt::format("Several cards begin with '{}': {}.", small, in_a_row(names));
}

std::string explain_symbol(const std::string& small) {
  for (int i = 0; i < kSymbols; ++i) {
    const char letter = static_cast<char>(std::tolower(kLetters[i]));
    if (small != std::string(1, letter) && small != name_of(symbol(i))) continue;
    const std::string_view meaning =
        symbol(i) == Symbol::any
            ? "health, relationship, knowledge or money, as its owner likes; never luck (CV-25)"
        : symbol(i) == Symbol::good
            ? "a face of the dice; three from dice and tokens buy a card in place of its cost (CV-30)"
        : symbol(i) == Symbol::bad ? "a face of the dice that cannot be thrown again (CV-15); three on dice "
                                     "and tokens are a misfortune (CV-34)"
                                   : "a face of the dice; it pays for cards and upkeep (CV-24)";
    return fmt::format("{}, {}: {}.", kLetters[i], name_of(symbol(i)), meaning);
  }
  return "";
}

std::string explain_type(const std::string& small) {
  for (int i = 0; i < kTypes; ++i) {
    if (small != name_of(type(i)) && !(type(i) == Type::goal && small == "goal")) continue;
    const char letter = letter_of(type(i));
    switch (type(i)) {
      case Type::work:
        return fmt::format(
            "{}, work: cards of this type go on top of their stack (CV-39) and count only for goals (CV-52).",
            letter);
      case Type::possession:
        return fmt::format(
            "{}, possession: cards of this type go on top of their stack (CV-39) and give the points printed "
            "on them (CV-51).",
            letter);
      case Type::event:
        return fmt::format(
            "{}, event: cards of this type are kept in the hand, played once (CV-18), and never in the CV "
            "(CV-38).",
            letter);
      case Type::goal:
        return "life goal: a secret one for each player, and public ones (CV-6); they give points at the end "
               "(CV-52, CV-53).";
      default:
        return fmt::format(
            "Cards of type {}: they go anywhere in their stack (CV-39), and n of them give n(n+1)/2 points "
            "(CV-49).",
            small);
    }
  }
  return "";
}

/// What stands in the picture and in menus besides cards, symbols and types.
std::string_view explain_word(const std::string& small) {
  struct Entry {
    std::array<std::string_view, 4> words;
    std::string_view text;
  };
  static constexpr Entry entries[] = {
      {{"payable", "pay", "by 3 g", "payable by 3 g"},
       "payable: the symbols of this turn can pay for this card and all that was taken before (CV-24); "
       "'by 3 G': not with its printed cost, but with three good lucks in place of it (CV-30)."},
      {{"lacks", "lack", "for 3 g", "lacking"},
       "lacks: the fewest symbols that you would need besides those of this turn to take this card (CV-24); "
       "'for 3 G': with them three good lucks would buy it (CV-30)."},
      {{"upkeep", "due", "−", "-"},
       "upkeep, as in −MM: what a card asks for in each turn after the one it was taken in, while it is "
       "active; 'due' adds it up. Who cannot pay loses the card (CV-41, CV-42)."},
      {{"token", "tokens", "", ""},
       "tokens: the symbols on your active cards; they are yours in every turn, like dice that always fall "
       "so (CV-12)."},
      {{"die", "dice", "+1 die", "+2 dice"},
       "dice: four, and more through cards, up to seven (CV-13). '+1 die' on a card: one more in each turn; "
       "on "
       "an event: in the turn it is played (CV-20)."},
      {{"throw", "throws", "reroll", "+1 throw"},
       "throw: all dice first, then any of them again, up to two times: 'reroll HK' throws an H and a K "
       "(CV-14). Bad luck cannot be thrown again (CV-15). '+1 throw' on a card: once more (CV-17)."},
      {{"pt", "point", "points", "+?"},
       "pt: points as they would count now (CV-49 to CV-53); '+?': and what a secret goal gives."},
      {{"hand", "▯", "childhood", "secret"},
       "hand: ▯ is a childhood card that only its owner knows (CV-10), #30 an event that was taken openly; "
       "'? 30' tells what it is."},
      {{"⚑", "begins", "flag", "begins rounds"}, "⚑: this player begins every round (CV-9)."},
      {{"stack", "stacks", "cv", "active"},
       "stack: the CV has one for each type; in 'R3 Marriage' three relationship cards lie, and Marriage on "
       "top is active. The others only count (CV-38)."},
      {{"track", "deck", "decks", "refill"},
       "track: up to five cards that can be taken; they come from early adulthood, then middle age, then old "
       "age (CV-43). At the end of a round the leftmost goes (CV-44)."},
      {{"misfortune", "bad luck 3", "frozen", ""},
       "misfortune: for every three bad lucks on dice and tokens you lose an active card (CV-34, CV-37)."},
      {{"assistance", "social assistance", "to be had", ""},
       "social assistance: when a deck runs out, who has few cards takes one without its cost (CV-46, "
       "CV-47)."},
      {{"last round", "end", "may be the last round", ""},
       "last round: the game ends with a round after which fewer cards of old age are left than there are "
       "players (CV-48)."},
  };
  for (const Entry& entry : entries)
    if (std::find(entry.words.begin(), entry.words.end(), small) != entry.words.end()) return entry.text;
  return "";
}

/// A special effect by the short words that cards say it with.
std::string explain_effect(const std::string& small) {
  for (int bit = 0; bit < 8; ++bit) {
    const auto effect = static_cast<Effect>(1u << bit);
    if (small == lower(effects_of(effect))) return fmt::format("{}: {}.", small, effect_in_words(effect));
  }
  return "";
}

}  // namespace

std::string Cv::explain(const Options& options, std::string_view word) {
  std::string small;
  for (const auto each : words_of(word)) join(small, " ", lower(each));
  if (small.empty()) return "";
  const Catalogue& cards = catalogue(options.cards);
  if (const Card card = card_numbered(small); card != Card::none) return explain_card(cards, card);
  std::string text = explain_symbol(small);
  join(text, " ", explain_type(small));  // health is both
  if (text.empty()) text = explain_word(small);
  if (text.empty()) text = explain_effect(small);
  return text.empty() ? explain_title(cards, small) : text;
}

}  // namespace lifetable::cv

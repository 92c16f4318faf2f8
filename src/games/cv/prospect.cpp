// SPDX-License-Identifier: Apache-2.0
#include "games/cv/prospect.hpp"

#include <algorithm>
#include <bit>

namespace lifetable::cv {

namespace {

/// Found by games in which every seat played with weights of its own, a little more or less of each. What
/// made no difference is a guess that was left.
struct Weights {
  // How long the game lasts: cards that a player takes in a turn, and what is added for the last round.
  double taken = 1.75, late = .4;
  // What an active card earns in a turn. The unit is a symbol that one would like to have.
  double token = .95, money = .48;             // money buys possessions, which do not grow as stacks do
  double any = 1.85, good = 2.25, bad = -.66;  // "any" and good luck help with every card
  double die = .75, reroll = .4;               // a die may be bad luck, or of no use
  double arrow = .31, mended = .8;             // one symbol into another; out of bad luck it helps twice
  double change = .82, turned = .75, job = .6, thaw = .43;  // a symbol a turn, but not always of use
  double upkeep = .65;                                      // less than a token: one may stop to pay it
  double retired = .2;                                      // work cards can no longer be taken
  double symbol = .67;                                      // points that come of each of these units
  // What an event in hand is worth, in points.
  double held = 1.3;       // each symbol: it comes just when it is wanted
  double held_dice = .78;  // each die
  double insurance = .7;   // misfortunes are rare, and the least active card is cheap
  double hurry = 1.5;      // it is worth less if fewer turns than this are left
  // What stacks and goals grow to.
  double growth = .36;  // cards that come to each stack in a turn
  double hope = .5;     // a begun set of a goal counts so much for each turn left and card that it lacks
  double spread = .65;  // a lead in a public goal is safe if it is so many points for each turn left
  double spare = .03;   // of what the second card of a stack earns: it may become active again
};
constexpr Weights kWeights{};

/// How many of the symbols are of these kinds.
constexpr int only(SymbolSet kinds, Symbols symbols) {
  const std::uint64_t bytes = (kinds * 0x0002040810204081u & 0x0101010101010101u) * 255;  // bit i to byte i
  return Symbols{symbols.bits & bytes}.size();
}

/// What `more` has of each symbol beyond what `less` has.
constexpr Symbols beyond(Symbols more, Symbols less) {
  constexpr std::uint64_t high = 0x8080808080808080u;  // no count ever reaches 128
  const std::uint64_t apart = (more.bits | high) - less.bits, not_less = (apart & high) >> 7;
  return {apart & not_less * 127};
}

/// One byte for each stack, in a word: that is copied and compared in one step.
template <class Byte>
constexpr std::uint64_t packed(const std::array<Byte, kStacks>& stacks) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < kStacks; ++i) all |= static_cast<std::uint64_t>(stacks[i]) << 8 * i;
  return all;
}

double worth_of(Symbols symbols) {
  constexpr Weights w = kWeights;
  return w.token * only(kFour, symbols) + (w.money - w.token) * symbols.count(Symbol::money) +
         w.any * symbols.count(Symbol::any) + w.good * symbols.count(Symbol::good) +
         w.bad * symbols.count(Symbol::bad);
}

}  // namespace

double turns_left(const Table& t) {
  const int players = t.players();
  const double round = players * kWeights.taken + (players == 2 ? 2 : 1);  // CV-44
  double cards = t.unseen.size() - (players - 1);                          // CV-48
  if (t.phase == Phase::choose) return cards / round;
  int turns = 1;  // of this round, that of now among them
  for (Seat seat = t.turn; t.next(seat) != t.starter; seat = t.next(seat)) ++turns;
  cards -= turns * kWeights.taken + (players == 2 ? turns : 1);
  return std::max(0.0, cards / round + kWeights.late);
}

double worth_in_hand(const Facts& event, double turns) {
  constexpr Weights w = kWeights;
  const double value = w.held * worth_of(event.gives) + w.held_dice * event.dice;
  const double safety = event.has(insurance) ? w.insurance : 0;
  return std::max(0.0, value + safety) * std::min(1.0, turns / w.hurry);
}

// ---- Looking at the table -----------------------------------------------------------------------------

Prospects::Prospects(const View& view)
    : t_(view.table),
      cards_(t_.cards()),
      mine_(view.mine),
      me_(view.seat),
      turns_(turns_left(t_)),
      life_(my_life()),
      goals_(static_cast<std::size_t>(t_.players()) - 1) {
  earns_[0] = 0;
  for (const Card top : t_.top[me_.index]) {
    learn(top);
    if (top != Card::none) learn(t_.below_of(top));  // it may become active
  }
  for (const Card card : t_.track) learn(card);
  for (const Taken& taken : t_.taken) learn(taken.card);
  learn_goal(mine_.goal, wishes_[0]);
  for (std::size_t i = 0; i < goals_; ++i) learn_goal(t_.goals[i], wishes_[i + 1]);
  for (const Seat seat : SeatSet::first(t_.players()))
    if (const Life life{packed(t_.top[seat.index]), packed(t_.count[seat.index])}; seat != me_)
      for (std::size_t i = 0; i < goals_; ++i) rivals_[i] = std::max(rivals_[i], goal(wishes_[i + 1], life));
}

Life Prospects::my_life() const {
  Life life{.tops = packed(t_.top[me_.index]), .counts = packed(t_.count[me_.index])};
  for (std::size_t i = 0; i < kStacks; ++i)
    if (!facts(life.top(i)).upkeep.empty()) life.due |= set_of(static_cast<Type>(i));
  for (Card card = t_.active(me_, Type::possession); card != Card::none; card = t_.below_of(card))
    life.points += facts(card).points;
  return life;
}

void Prospects::learn(Card card) {
  if (card != Card::none) earns_[static_cast<std::size_t>(card)] = earned(card);
}

void Prospects::learn_goal(Card card, Wish& wish) {
  const Facts& its = facts(card);
  tokens_count_ = tokens_count_ || its.goal.tokens;
  wish.points = its.points, wish.tokens = card == Card::none ? 1 : its.goal.tokens,
  wish.cards = {packed(its.goal.cards)};
  wish.stacks = 0;
  for (std::size_t i = 0; i < kStacks; ++i)
    if (its.goal.cards[i]) wish.stacks |= std::uint64_t{255} << 8 * i;
  wish.known.fill(~std::uint64_t{0});
  const int all = wish.cards.size();
  for (int i = 0; i < all; ++i)
    wish.begun[static_cast<std::size_t>(i)] = std::min(1.0, kWeights.hope * turns_ / (all - i)) * i / all;
}

/// What a card earns in a turn while it is active, in symbols.
double Prospects::earned(Card card) const {
  constexpr Weights w = kWeights;
  const Facts& its = facts(card);
  const int arrows = std::popcount(its.arrows.bits), mended = std::popcount(its.arrows.from(Symbol::bad));
  double sum = worth_of(its.gives) - w.upkeep * its.upkeep.size() + w.die * its.dice +
               w.reroll * its.rerolls + w.mended * mended + w.arrow * (arrows - mended);
  const auto has_job = [&](Seat seat) { return t_.active(seat, Type::work) != Card::none; };
  if (its.has(change_one)) sum += w.change;
  if (its.has(turn_bad)) sum += w.turned;
  if (its.has(thaw)) sum += w.thaw;
  if (its.has(retired)) sum -= w.retired;
  if (its.has(friends_job) && (has_job(t_.next(me_)) || has_job(t_.previous(me_)))) sum += w.job;
  return sum;
}

// ---- What a CV is worth -------------------------------------------------------------------------------

double Prospects::of(const Life& life) const {
  double earned = 0;
  for (std::size_t i = 0; i < kStacks; ++i) earned += earns(life.top(i));
  double value = life.points + turns_ * kWeights.symbol * earned;
  for (std::size_t i = 0; i < 3; ++i) value += stack_points(i, life.top(i), life);
  for (std::size_t i = 0; i <= goals_; ++i) value += remembered(i, life);
  return value;
}

/// What a stack grows to with this card active (CV-49, CV-50).
double Prospects::stack_points(std::size_t stack, Card active, const Life& life) const {
  const double cards = life.count(stack) + facts(active).has(twice) + kWeights.growth * turns_;
  return cards * (cards + 1) / 2;
}

/// What it is worth that this card of the stack is active.
double Prospects::active_value(std::size_t stack, Card card, const Life& life) const {
  return turns_ * kWeights.symbol * earns(card) + stack_points(stack, card, life);
}

int Prospects::tokens_of(const Life& life) const {
  int tokens = 0;
  for (std::size_t i = 0; i < kStacks; ++i) tokens += facts(life.top(i)).gives.size();
  return tokens;
}

/// The points of a goal (CV-52), and some for a set that is begun.
double Prospects::goal(const Wish& wish, const Life& life) const {
  if (wish.tokens) return wish.points * (tokens_of(life) / wish.tokens);
  Symbols left{life.counts};
  int sets = 0;
  for (; left.includes(wish.cards); ++sets) left -= wish.cards;
  const int begun = left.size() - beyond(left, wish.cards).size();
  return wish.points * (sets + wish.begun[static_cast<std::size_t>(begun)]);
}

/// My goal first, then the public ones, in which one has to be the best (CV-53).
double Prospects::goal_points(std::size_t which, const Life& life) const {
  const double points = goal(wishes_[which], life);
  if (which == 0) return points;
  const double lead = points - rivals_[which - 1], safe = kWeights.spread * turns_;
  return points * (lead >= safe ? 1 : lead < -safe ? 0 : .5 + lead / (2 * safe));
}

double Prospects::remembered(std::size_t which, const Life& life) const {
  const Wish& wish = wishes_[which];
  const std::uint64_t numbers =
      wish.tokens ? static_cast<std::uint64_t>(tokens_of(life)) : life.counts & wish.stacks;
  const std::size_t place = numbers * 0x9E3779B97F4A7C15u >> 60;
  if (wish.known[place] != numbers) {
    wish.known[place] = numbers;
    wish.points_then[place] = goal_points(which, life);
  }
  return wish.points_then[place];
}

double Prospects::with_hand() const {
  const Hand events = hand();
  double value = of(life_);
  for (int i = 0, size = events.size(); i < size; ++i) value += kept(events.nth(i));
  return value;
}

// ---- What it would be worth ---------------------------------------------------------------------------

/// The CV with this card somewhere in its stack.
Life Prospects::with_one_more(Taken taken, Life life) const {
  life.add_cards(static_cast<std::size_t>(taken.type), 1);
  if (taken.type == Type::possession) life.points += facts(taken.card).points;
  return life;
}

Prospect Prospects::with(const Life& life, const Taken* first, const Taken* end) const {
  while (first != end && first->card == Card::none) ++first;
  if (first == end) return {of(life), life.due};
  const Taken taken = *first++;
  if (taken.type == Type::event) {
    Prospect hand = with(life, first, end);
    hand.value += kept(taken.card);
    return hand;
  }
  const auto i = static_cast<std::size_t>(taken.type);
  Life after = with_one_more(taken, life);
  bool choice = taken.type < Type::work && life.top(i) != Card::none;  // CV-39
  const auto joins_it = [&](const Taken& later) {
    return later.card != Card::none && later.type == taken.type;
  };
  if (choice && !tokens_count_ && std::none_of(first, end, joins_it)) {
    // Nothing else depends on which of the two is active. If it is all the same, rounding may decide.
    const double gain = active_value(i, taken.card, after) - active_value(i, life.top(i), after);
    if (gain < -1e-9) return with(after, first, end);
    choice = gain < 1e-9;
  }
  const Prospect under = choice ? with(after, first, end) : Prospect{-1e9, 0};
  after.put_on_top(i, taken.card);
  after.due &= ~set_of(taken.type);
  const Prospect on_top = with(after, first, end);
  return on_top.value >= under.value ? on_top : under;
}

double Prospects::placed(Move move) const {
  const std::size_t which = t_.taken[0].card == move.card() ? 0 : 1;
  const auto [card, type] = t_.taken[which];
  const auto i = static_cast<std::size_t>(type);
  Life life = with_one_more(t_.taken[which], life_);
  Card second = life.top(i);
  if (move.under() == Card::none)
    life.put_on_top(i, card);
  else
    second = move.under() == second ? card : t_.below_of(second);
  const Taken other = t_.unplaced >> (1 - which) & 1 ? t_.taken[1 - which] : Taken{};
  return with(life, &other, &other + 1).value + kWeights.spare * turns_ * earns(second);
}

Life Prospects::without(TypeSet stacks, Life life) const {
  for (std::size_t i = 0; i < kStacks; ++i) {
    const Card lost = life.top(i);
    if (!(stacks >> i & 1) || lost == Card::none) continue;
    if (static_cast<Type>(i) == Type::possession) life.points -= facts(lost).points;
    life.put_on_top(i, t_.below_of(lost));
    life.add_cards(i, -1);
  }
  return life;
}

}  // namespace lifetable::cv

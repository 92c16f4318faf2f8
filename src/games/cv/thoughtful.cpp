// Rules of thumb of a good player: what a CV promises to be worth in the end, and how to make the most of the
// dice of this turn.
//
// All is weighed by one figure, the *prospect* of a CV: the points it has, what its stacks and goals will
// grow to, and what its active cards earn in the turns to come. A *plan* is one way to end this turn: cards
// to take, events to play, upkeep to pay. The dice are thrown for the best plans, by looking through all
// throws left: plan by plan, from the best on, `Throws` says which of the throws that no better plan took pay
// for it.
#include <algorithm>
#include <array>

#include "games/cv/cv.hpp"
#include "games/cv/throws.hpp"

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
  double bicycle = 2;      // a point, a possession, and the first turn of every round
  // What stacks and goals grow to.
  double growth = .36;  // cards that come to each stack in a turn
  double hope = .5;     // a begun set of a goal counts so much for each turn left and card that it lacks
  double spread = .65;  // a lead in a public goal is safe if it is so many points for each turn left
  double spare = .03;   // of what the second card of a stack earns: it may become active again
};
constexpr Weights kWeights{};

// ---- Symbols ------------------------------------------------------------------------------------------

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

// ---- Thinking -----------------------------------------------------------------------------------------

/// A CV as far as it earns and scores.
struct Life {
  std::uint64_t tops, counts;  ///< a byte for each stack
  int points = 0;              ///< of possessions
  TypeSet due = 0;             ///< stacks with upkeep: none is due for a card of this turn (CV-41)

  Card top(std::size_t stack) const { return static_cast<Card>(tops >> 8 * stack & 255); }
  int count(std::size_t stack) const { return static_cast<int>(counts >> 8 * stack & 255); }
  void put_on_top(std::size_t stack, Card card) {
    tops = (tops & ~(std::uint64_t{255} << 8 * stack)) | static_cast<std::uint64_t>(card) << 8 * stack;
  }
  void add_cards(std::size_t stack, int number) { counts += static_cast<std::uint64_t>(number) << 8 * stack; }
};

struct Prospect {
  double value;
  TypeSet due;  ///< stacks with upkeep
};

/// A goal, ready to be counted.
struct Wish {
  int points, tokens;            ///< for each set of cards, or for so many tokens
  Symbols cards;                 ///< of each stack, a byte each
  std::array<double, 45> begun;  ///< what so many cards of a set are worth; blank beyond a whole set
};

/// Layout:  bits 0-3 the next purchase · 4-11 the two whose costs are paid · 12-19 the two events that are
/// played, the last first · 20-24 stacks whose upkeep is paid · 32-47 number, in the order of making.
/// Purchases and events are places in lists; 0 is none. No initial value: there is room for many plans.
struct Plan {
  double value;  ///< the prospect, and the events that are left
  std::uint64_t bits;

  std::size_t next() const { return bits & 15; }
  std::size_t one() const { return bits >> 4 & 15; }
  std::size_t two() const { return bits >> 8 & 15; }
  std::size_t event() const { return bits >> 12 & 15; }
  std::size_t other_event() const { return bits >> 16 & 15; }
  unsigned upkeep() const { return bits >> 20 & 31; }

  static Plan of(std::size_t next, std::size_t one, std::size_t two) {
    return {0, next | one << 4 | two << 8};
  }
  Plan with_upkeep(double then, TypeSet stacks) const {
    return {then, bits | static_cast<std::uint64_t>(stacks) << 20};
  }
  Plan with_event(std::size_t which, double kept) const {
    return {value - kept, (bits & ~std::uint64_t{0xFF000}) | which << 12 | event() << 16};
  }
  Plan numbered(std::size_t number) const { return {value, bits | number << 32}; }
  bool is_before(const Plan& other) const {
    return value != other.value ? value > other.value : bits >> 32 < other.bits >> 32;
  }
};

class Thoughts {
 public:
  explicit Thoughts(const View& view, const Weights& weights = kWeights)
      : w_(weights),
        t_(view.table),
        cards_(t_.cards()),
        mine_(view.mine),
        me_(view.seat),
        turns_(turns_left()),
        goals_(static_cast<std::size_t>(t_.players()) - 1) {
    if (t_.phase != Phase::choose && t_.phase != Phase::toss) learn_all();
  }

  /// What my CV and the events in my hand promise, when a turn begins.
  double standing() {
    learn_all();
    const Hand events = hand();
    double value = prospect(life_);
    for (int i = 0, size = events.size(); i < size; ++i) value += kept(events.nth(i));
    return value;
  }
  double turns() const { return turns_; }

 private:
  void learn_all() {
    life_ = life_of(me_);
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
        for (std::size_t i = 0; i < goals_; ++i)
          rivals_[i] = std::max(rivals_[i], goal(wishes_[i + 1], life));
    known_.fill(~std::uint64_t{0});
  }

 public:
  Move choose(const Cv::Moves& moves, Xoshiro256pp& rng) {
    switch (t_.phase) {
      case Phase::toss:  // more dice are best for all throws of a turn, and the earlier in life the better
        for (const Move move : moves)
          if (move.what() == Move::play && facts(move.card()).dice && t_.means.dice + t_.joining < kDice)
            return move;
        return Move::of(Move::toss);
      case Phase::reroll: return choose_dice(moves, rng);
      case Phase::select: return choose_cards();
      default: return best_of(moves, rng, [&](Move move) { return value(move); });
    }
  }

 private:
  struct Event;
  using GoalPoints = std::array<double, kMaxPlayers>;  ///< of my goal, and of the public ones

  // ---- Prospects ----------------------------------------------------------------------------------

  /// My turns after this one, about.
  double turns_left() const {
    const int players = t_.players();
    const double round = players * w_.taken + (players == 2 ? 2 : 1);  // CV-44
    double cards = t_.unseen.size() - (players - 1);                   // CV-48
    if (t_.phase == Phase::choose) return cards / round;
    int turns = 1;  // of this round, that of now among them
    for (Seat seat = t_.turn; t_.next(seat) != t_.starter; seat = t_.next(seat)) ++turns;
    cards -= turns * w_.taken + (players == 2 ? turns : 1);
    return std::max(0.0, cards / round + w_.late);
  }

  const Facts& facts(Card card) const { return cards_[card]; }

  Life life_of(Seat seat) const {
    Life life{.tops = packed(t_.top[seat.index]), .counts = packed(t_.count[seat.index])};
    for (std::size_t i = 0; i < kStacks; ++i)
      if (!facts(life.top(i)).upkeep.empty()) life.due |= set_of(static_cast<Type>(i));
    for (Card card = t_.active(seat, Type::possession); card != Card::none; card = t_.below_of(card))
      life.points += facts(card).points;
    return life;
  }

  double worth_of(Symbols symbols) const {
    return w_.token * only(kFour, symbols) + (w_.money - w_.token) * symbols.count(Symbol::money) +
           w_.any * symbols.count(Symbol::any) + w_.good * symbols.count(Symbol::good) +
           w_.bad * symbols.count(Symbol::bad);
  }

  /// What a card earns in a turn while it is active, in symbols.
  double earned(Card card) const {
    const Facts& its = facts(card);
    const int arrows = std::popcount(its.arrows.bits), mended = std::popcount(its.arrows.from(Symbol::bad));
    double sum = worth_of(its.gives) - w_.upkeep * its.upkeep.size() + w_.die * its.dice +
                 w_.reroll * its.rerolls + w_.mended * mended + w_.arrow * (arrows - mended);
    if (its.has(change_one)) sum += w_.change;
    if (its.has(turn_bad)) sum += w_.turned;
    if (its.has(thaw)) sum += w_.thaw;
    if (its.has(retired)) sum -= w_.retired;
    if (its.has(friends_job) && (has_job(t_.next(me_)) || has_job(t_.previous(me_)))) sum += w_.job;
    return sum;
  }
  double earns(Card card) const { return earns_[static_cast<std::size_t>(card)]; }
  void learn(Card card) {
    if (card != Card::none) earns_[static_cast<std::size_t>(card)] = earned(card);
  }
  bool has_job(Seat seat) const { return t_.active(seat, Type::work) != Card::none; }

  /// The points of a goal (CV-52), and some for a set that is begun.
  double goal(const Wish& wish, const Life& life) const {
    if (wish.tokens) {
      int tokens = 0;
      for (std::size_t i = 0; i < kStacks; ++i) tokens += facts(life.top(i)).gives.size();
      return wish.points * (tokens / wish.tokens);
    }
    Symbols left{life.counts};
    int sets = 0;
    for (; left.includes(wish.cards); ++sets) left -= wish.cards;
    const int begun = left.size() - beyond(left, wish.cards).size();
    return wish.points * (sets + wish.begun[static_cast<std::size_t>(begun)]);
  }
  void learn_goal(Card card, Wish& wish) {
    const Facts& its = facts(card);
    tokens_count_ = tokens_count_ || its.goal.tokens;
    wish.points = its.points, wish.tokens = card == Card::none ? 1 : its.goal.tokens,
    wish.cards = {packed(its.goal.cards)};
    const int all = wish.cards.size();
    for (int i = 0; i < all; ++i)
      wish.begun[static_cast<std::size_t>(i)] = std::min(1.0, w_.hope * turns_ / (all - i)) * i / all;
  }

  double prospect(const Life& life) const {
    double earned = 0;
    for (std::size_t i = 0; i < kStacks; ++i) earned += earns(life.top(i));
    double value = life.points + turns_ * w_.symbol * earned;
    for (std::size_t i = 0; i < 3; ++i) value += stack_points(i, life.top(i), life);
    const GoalPoints& goals = goals_of(life);
    for (std::size_t i = 0; i <= goals_; ++i) value += wishes_[i].tokens ? goal_points(i, life) : goals[i];
    return value;
  }

  /// What a stack grows to with this card active (CV-49, CV-50).
  double stack_points(std::size_t stack, Card active, const Life& life) const {
    const double cards = life.count(stack) + facts(active).has(twice) + w_.growth * turns_;
    return cards * (cards + 1) / 2;
  }

  /// My goal first, then the public ones, in which one has to be the best (CV-53).
  double goal_points(std::size_t which, const Life& life) const {
    const double points = goal(wishes_[which], life);
    if (which == 0) return points;
    const double lead = points - rivals_[which - 1], safe = w_.spread * turns_;
    return points * (lead >= safe ? 1 : lead < -safe ? 0 : .5 + lead / (2 * safe));
  }

  /// Of goals that count cards. Many plans lead to the same numbers of cards, so these are remembered.
  const GoalPoints& goals_of(const Life& life) const {
    const std::size_t place = life.counts * 0x9E3779B97F4A7C15u >> 58;
    if (known_[place] != life.counts) {
      known_[place] = life.counts;
      for (std::size_t i = 0; i <= goals_; ++i)
        if (!wishes_[i].tokens) points_[place][i] = goal_points(i, life);
    }
    return points_[place];
  }

  /// What an event in hand is worth.
  double kept(Card event) const {
    const Facts& its = facts(event);
    const double value = w_.held * worth_of(its.gives) + w_.held_dice * its.dice;
    const double safety = its.has(insurance) ? w_.insurance : 0;
    return std::max(0.0, value + safety) * std::min(1.0, turns_ / w_.hurry);
  }

  /// The CV with this card somewhere in its stack.
  Life with_one_more(Taken taken, Life life) const {
    life.add_cards(static_cast<std::size_t>(taken.type), 1);
    if (taken.type == Type::possession) life.points += facts(taken.card).points;
    return life;
  }

  /// What it is worth that this card of the stack is active.
  double active_value(std::size_t stack, Card card, const Life& life) const {
    return turns_ * w_.symbol * earns(card) + stack_points(stack, card, life);
  }

  /// The CV with these cards, placed as is best.
  Prospect with(const Life& life, const Taken* first, const Taken* end) const {
    while (first != end && first->card == Card::none) ++first;
    if (first == end) return {prospect(life), life.due};
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
  double with_taken(const Life& life) const { return with(life, t_.taken.begin(), t_.taken.end()).value; }

  /// The CV without the active cards of these stacks.
  Life without(TypeSet stacks, Life life) const {
    for (std::size_t i = 0; i < kStacks; ++i) {
      const Card lost = life.top(i);
      if (!(stacks >> i & 1) || lost == Card::none) continue;
      if (static_cast<Type>(i) == Type::possession) life.points -= facts(lost).points;
      life.put_on_top(i, t_.below_of(lost));
      life.add_cards(i, -1);
    }
    return life;
  }

  Hand hand() const { return {mine_.hand(t_.shown[me_.index]), t_.events[me_.index]}; }

  // ---- Plans --------------------------------------------------------------------------------------

  /// The throws that may come. It lists what might be bought, and the events that might help.
  Throws throws_of(Symbols stay, int size) {
    Symbols asked, given;
    const auto buy = [&](Card card, Type type) {
      purchases_.push_back({card, type});
      asked.bits |= facts(card).cost.bits;
    };
    buy(Card::none, Type::health);
    for (const Taken taken : t_.taken) buy(taken.card, taken.type);
    for (const Card card : t_.track)
      for (unsigned rest = card == Card::none ? 0 : t_.may_take_as(me_, card); rest; rest &= rest - 1)
        buy(card, static_cast<Type>(std::countr_zero(rest)));
    for (const Card top : t_.top[me_.index]) asked.bits |= facts(top).upkeep.bits;
    const Hand hand = t_.playable(this->hand());
    events_.push_back({Card::none, 0});
    for (int i = 0; i < hand.size() && events_.size() < events_.capacity(); ++i)
      if (const Card event = hand.nth(i); !facts(event).gives.empty()) {
        events_.push_back({event, kept(event)});
        given += facts(event).gives;
      }
    return Throws(pool(stay), size, asked, given);
  }

  /// In the order of making. What no throw pays for is left out.
  void make_plans(const Throws& throws) {
    look_at_losses();
    for (std::size_t i = 0; i < purchases_.size(); ++i) throws.ask(facts(purchases_[i].card).cost, costs_[i]);
    for (std::size_t i = 0; i < kStacks; ++i)
      if (const Symbols upkeep = facts(life_.top(i)).upkeep; !upkeep.empty()) throws.ask(upkeep, upkeeps_[i]);
    Tally help;
    throws.give({}, help);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      throws.give(facts(events_[i].card).gives, gifts_[i]);
      throws.add(help, gifts_[i], help);
    }
    const auto plan_for = [&](std::size_t one, std::size_t two) {
      const Plan plan = t_.takes() == 0   ? Plan::of(one, one, two)
                        : t_.takes() == 1 ? Plan::of(one, 1, one)
                                          : Plan::of(one, 1, 2);
      if (throws.may_pay({&costs_[plan.one()], &costs_[plan.two()], &costs_[0], &help}))
        plan_to_take(purchases_[one], purchases_[two], plan);
    };
    plan_for(0, 0);
    for (std::size_t i = 3; i < purchases_.size() && t_.takes() < kTakes; ++i) {
      plan_for(i, 0);
      for (std::size_t j = i + 1; j < purchases_.size() && t_.takes() == 0; ++j)
        if (purchases_[j].card != purchases_[i].card) plan_for(i, j);
    }
  }

  void look_at_losses() {
    const double now = prospect(life_);
    misfortune_ = 1e9;
    for (std::size_t i = 0; i < kStacks; ++i) {
      if (life_.top(i) == Card::none) continue;
      const double loss = std::max(0.0, now - prospect(without(static_cast<TypeSet>(1 << i), life_)));
      misfortune_ = std::min(misfortune_, loss);
      if (!facts(life_.top(i)).upkeep.empty()) unpaid_[i] = loss;
    }
    const Hand all = hand();
    for (int i = 0; i < all.size(); ++i)
      if (facts(all.nth(i)).has(insurance)) misfortune_ = std::min(misfortune_, kept(all.nth(i)));
    if (t_.cv_cards(me_) == 0) misfortune_ = 0;
    nothing_ = with_taken(life_);
    for (const double each : unpaid_) nothing_ -= each;
  }

  /// Plans to take these cards, for every choice of upkeep to pay and events to play.
  void plan_to_take(Taken one, Taken two, const Plan& plan) {
    const std::array<Taken, 4> all{t_.taken[0], t_.taken[1], one, two};
    const Prospect then = with(life_, all.begin(), all.end());
    const TypeSet due = then.due;
    for (TypeSet paid = due;; paid = static_cast<TypeSet>((paid - 1) & due)) {
      double value = then.value;
      for (unsigned unpaid = due & ~paid; unpaid; unpaid &= unpaid - 1)
        value -= unpaid_[static_cast<std::size_t>(std::countr_zero(unpaid))];
      add(plan.with_upkeep(value, paid));
      if (paid == 0) break;
    }
  }

  /// Without events, with each, and with each two: more are hardly ever worth it.
  void add(const Plan& plan) {
    if (!add_one(plan)) return;
    for (std::size_t i = 1; i < events_.size(); ++i) {
      const Plan playing = plan.with_event(i, events_[i].kept);
      if (!add_one(playing)) continue;
      for (std::size_t j = i + 1; j < events_.size(); ++j) add_one(playing.with_event(j, events_[j].kept));
    }
  }
  /// Whether it is better than to do nothing, so that one might play an event for it.
  bool add_one(const Plan& plan) {
    if (plan.value < nothing_ || plans_.size() == plans_.capacity()) return false;
    plans_.push_back(plan.numbered(plans_.size()));
    return true;
  }

  /// Calls with the plan's payment. The sums of tallies live as long as the call.
  template <class Use>
  auto paying(const Throws& throws, const Plan& plan, Use use) const {
    Payment payment{&costs_[plan.one()], &costs_[plan.two()], &costs_[0], &gifts_[plan.event()]};
    Tally upkeep, events;
    for (unsigned rest = plan.upkeep(); rest; rest &= rest - 1) {
      throws.add(*payment.upkeep, upkeeps_[static_cast<std::size_t>(std::countr_zero(rest))], upkeep);
      payment.upkeep = &upkeep;
    }
    if (plan.other_event()) {
      throws.add(*payment.events, gifts_[plan.other_event()], events);
      payment.events = &events;
    }
    return use(payment);
  }

  Pool pool(Symbols dice) const {
    Pool pool = t_.pool();
    pool.own = dice + t_.means.tokens;
    return pool;
  }

  /// The best plan that the dice pay for as they lie, misfortunes taken into account. To do nothing is always
  /// possible.
  const Plan& best_plan(const Throws& as_they_lie) const {
    const Pool have = pool(t_.dice);
    const bool unlucky = have.own.count(Symbol::bad) >= 3;
    const Plan* best = &plans_[0];
    double most = -1e9;
    for (const Plan& plan : plans_) {
      if (plan.value < most) continue;
      paying(as_they_lie, plan, [&](const Payment& payment) {
        if (!as_they_lie.may_pay(payment)) return;
        const double value = unlucky ? struck(plan.value, have, payment) : plan.value;
        if (value > most || (value == most && plan.is_before(*best))) most = value, best = &plan;
      });
    }
    return *best;
  }
  /// The value of a plan less that of the misfortunes that strike then (CV-36).
  double struck(double value, Pool have, const Payment& payment) const {
    have.extra += payment.events->symbols;
    return value - misfortune_ * misfortunes(have, payment.bill());
  }

  /// What each throw is worth, with the dice that stay: the best plan that it pays for.
  void weigh(const Throws& throws, const Pool& rest, const Symbols* dice, double* worth) const {
    SomeThrows open = throws.all(), unlucky;
    const bool misfortune = rest.own.count(Symbol::bad) + dice->size() >= 3;
    const bool mended =
        misfortune && (rest.turn_bad || (rest.arrows.from(Symbol::bad) & ~set_of(Symbol::bad)));
    if (misfortune) unlucky = throws.showing(Symbol::bad, 3 - rest.own.count(Symbol::bad));
    if (mended)
      for (std::size_t i = 0; i < throws.words(); ++i) open[i] &= ~unlucky[i];
    bool some_left = true;
    for (const Plan* plan = plans_.begin(); plan != plans_.end() && some_left; ++plan) {
      SomeThrows found;
      some_left = paying(throws, *plan, [&](const Payment& payment) {
        return throws.take_out_paying(payment, open, found);
      });
      for_each(throws, found, [&](std::size_t which) { worth[which] = plan->value; });
    }
    if (mended)
      weigh_one_by_one(throws, unlucky, rest, dice, worth);
    else if (misfortune)
      for_each(throws, unlucky, [&](std::size_t which) {
        worth[which] -= misfortune_ * ((rest.own + dice[which]).count(Symbol::bad) / 3);
      });
  }

  template <class Use>
  static void for_each(const Throws& throws, const SomeThrows& some, Use use) {
    for (std::size_t word = 0; word < throws.words(); ++word)
      for (std::uint64_t left = some[word]; left; left &= left - 1)
        use(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
  }

  /// Where bad luck can be changed, what is paid decides whether misfortune strikes (CV-36).
  void weigh_one_by_one(const Throws& throws, SomeThrows open, const Pool& rest, const Symbols* dice,
                        double* worth) const {
    for_each(throws, open, [&](std::size_t which) { worth[which] = -1e9; });
    for (const Plan& plan : plans_) {
      SomeThrows left = open, found;
      paying(throws, plan, [&](const Payment& payment) {
        throws.take_out_paying(payment, left, found);
        for_each(throws, found, [&](std::size_t which) {
          if (plan.value > worth[which]) {
            Pool have = rest;
            have.own += dice[which];
            worth[which] = std::max(worth[which], struck(plan.value, have, payment));
          }
          if (plan.value <= worth[which]) open[which / 64] &= ~(std::uint64_t{1} << which % 64);
        });
      });
    }
  }

  Move choose_cards() {
    const Throws throws = throws_of(t_.dice, 0);
    make_plans(throws);
    const Plan& plan = best_plan(throws);
    if (plan.event()) return Move::to_play(events_[plan.event()].card);
    const auto [card, type] = purchases_[plan.next()];
    if (card == Card::none) return Move::of(Move::done);
    return Move::to_take(card, facts(card).has_two_colours() ? type : Type::unsaid);
  }

  /// Frozen dice lie aside; all sets of the others are weighed, from the last throw back to this one. Who can
  /// thaw (CV-16) is taken to do it now or never.
  Move choose_dice(const Cv::Moves& moves, Xoshiro256pp& rng) {
    const Symbols free = t_.may_throw_again(), frozen = t_.dice - free;
    const auto size = static_cast<std::size_t>(free.size() + t_.joining);
    const std::size_t full = kSets.first[size], end = kSets.first[size + 1];
    std::array<double, DiceSets::kNumber> worth;  // of keeping a set and throwing the other dice
    const Throws throws = throws_of(frozen, static_cast<int>(size));
    make_plans(throws);
    std::sort(plans_.begin(), plans_.end(), [](const Plan& a, const Plan& b) { return a.is_before(b); });
    weigh(throws, pool(frozen), &kSets.dice[full], &worth[full]);
    const double as_it_is = t_.joining ? -1e9 : worth[kSets.find(free)] + 1e-6;
    for (int left = t_.means.throws - t_.throws;; --left) {
      for (std::size_t set = full; set-- > 0;) {
        double sum = 0;
        for (const auto with_one_more : kSets.more[set]) sum += worth[with_one_more];
        worth[set] = sum / kFaces;
      }
      if (left <= 1) break;
      for (std::size_t set = 1; set < end; ++set) {  // now: of the best set to keep out of these, CV-15
        double best = worth[set];
        for (std::size_t face = 0; face < kFaces - 1; ++face)
          best = std::max(best, worth[kSets.fewer[set][face]]);
        worth[set] = best;
      }
    }
    return best_of(moves, rng, [&](Move move) {
      if (move.what() == Move::reroll) return worth[kSets.find(free - move.dice())];
      return move.what() == Move::stop ? as_it_is : -1e9;  // who gains nothing by a throw need not throw
    });
  }

  // ---- Other choices ------------------------------------------------------------------------------

  double value(Move move) const {
    switch (move.what()) {
      case Move::take: return t_.phase == Phase::choose ? drafted(move.card()) : granted(move);
      case Move::play: return with_taken(life_) - kept(move.card());
      case Move::lose: {
        const auto& tops = t_.top[me_.index];
        const auto stack = std::find(tops.begin(), tops.end(), move.card()) - tops.begin();
        return with_taken(without(static_cast<TypeSet>(1 << stack), life_));
      }
      case Move::place: return placed(move);
      case Move::pay: return prospect(without(t_.upkeep_due() & ~move.stacks(), life_));
      default: return prospect(life_);
    }
  }

  double drafted(Card card) const { return card == Card::bicycle ? w_.bicycle : kept(card); }

  double granted(Move move) const {
    const auto only_type = static_cast<Type>(std::countr_zero(facts(move.card()).types));
    const Taken taken{move.card(), move.type() == Type::unsaid ? only_type : move.type()};
    return with(life_, &taken, &taken + 1).value;
  }

  double placed(Move move) const {
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
    return with(life, &other, &other + 1).value + w_.spare * turns_ * earns(second);
  }

  const Weights& w_;
  const Table& t_;
  const Catalogue& cards_;
  const Secret& mine_;
  const Seat me_;
  const double turns_;
  Life life_{};
  std::array<double, kMaxPlayers - 1> rivals_{};  ///< the most that another has of each public goal
  std::array<double, kCards + 1> earns_;         ///< by each card that matters now; of the others it is blank
  std::size_t goals_;                            ///< public ones
  bool tokens_count_ = false;                    ///< for some goal
  std::array<Wish, kMaxPlayers> wishes_;         ///< my goal, and the public ones
  mutable std::array<std::uint64_t, 64> known_;  ///< numbers of cards
  mutable std::array<GoalPoints, 64> points_;
  // For plans.
  double misfortune_ = 0, nothing_ = 0;   ///< what a misfortune costs; the prospect of doing nothing
  std::array<double, kStacks> unpaid_{};  ///< what it costs not to pay the upkeep of a stack
  struct Event {
    Card card;
    double kept;
  };
  FixedList<Taken, 3 + 2 * kTrack> purchases_;     ///< nothing, what is taken, and what might be
  FixedList<Event, 5> events_;                     ///< none, and those that give symbols
  std::array<Tally, 3 + 2 * kTrack> costs_;        ///< of the purchases
  std::array<Tally, kStacks> upkeeps_;             ///< where there is any
  std::array<Tally, 5> gifts_;                     ///< of the events
  static constexpr std::size_t kMostPlans = 1024;  // enough for two events in hand and two upkeeps due
  FixedList<Plan, kMostPlans> plans_;
};

}  // namespace

Move Cv::thoughtful(const View& view, Xoshiro256pp& rng) {
  const auto moves = Cv::moves(view);
  if (moves.size() == 1) return moves[0];
  return Thoughts(view).choose(moves, rng);
}

/// By what each seat's CV promises, and the turns that it has still to come in this round. Fitted to 700
/// games of thoughtful players at tables of 2 and 4, by greatest likelihood: a turn is worth so many points,
/// and who is one scale ahead wins e times as often.
Shares Cv::outlook(const State& state) {
  constexpr double kTurn = 11, kScale = 4, kScalePerTurn = 1.2;
  const Table& t = state.table;
  Shares points;
  double turns = 0;
  for (int i = 0; i < t.players(); ++i) {
    const View seen = view(state, Seat{i});
    Thoughts thoughts(seen);
    points.push_back(thoughts.standing());
    turns = thoughts.turns();
  }
  for (Seat seat = t.turn;; seat = t.next(seat)) {
    points[seat.index] += kTurn;
    if (t.next(seat) == t.starter) break;
  }
  return by_points(points, kScale + kScalePerTurn * turns);
}

}  // namespace lifetable::cv

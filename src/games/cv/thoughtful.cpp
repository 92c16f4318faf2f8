// Rules of thumb of a good player: what a CV promises to be worth in the end, and how to make the most of the
// dice of this turn.
//
// All is weighed by one figure, the *prospect* of a CV: the points it has, what its stacks and goals will
// grow to, and what its active cards earn in the turns to come. A *plan* is one way to end this turn: cards
// to take, events to play, upkeep to pay. The dice are thrown for the best plans, by looking through all
// throws left.
#include <algorithm>
#include <array>
#include <utility>

#include "games/cv/cv.hpp"

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

constexpr SymbolSet kAny = set_of(Symbol::any), kLuck = set_of(Symbol::good) | set_of(Symbol::bad);

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

/// All sets of up to seven dice, the smaller ones first, and what they are with one die more or less.
struct DiceSets {
  static constexpr std::size_t kNumber = 1716;
  using Each = std::array<std::array<std::uint16_t, kFaces>, kNumber>;
  std::array<Symbols, kNumber> dice{};
  Each more{}, fewer{};                          ///< fewer: itself, if it has no such die
  std::array<std::uint16_t, kDice + 2> first{};  ///< of each size

  constexpr DiceSets() {
    std::array<std::uint16_t, kNumber> highest{};
    std::uint16_t end = 1;
    for (std::size_t size = 0; size < kDice; ++size) {
      first[size + 1] = end;
      for (std::uint16_t set = first[size]; set < first[size + 1]; ++set)
        for (std::uint16_t face = 0; face < kFaces; ++face) {
          const std::uint16_t last = highest[set];
          if (face >= last) {
            highest[end] = face;
            dice[end] = dice[set] + Symbols::of(static_cast<Symbol>(face));
            fewer[end].fill(end);
            more[set][face] = end++;
          } else {  // the same dice, added in another order
            more[set][face] = more[more[fewer[set][last]][face]][last];
          }
          fewer[more[set][face]][face] = set;
        }
    }
    first[kDice + 1] = end;
  }
  constexpr std::size_t find(Symbols symbols) const {
    std::size_t set = 0;
    for (int face = 0; face < kFaces; ++face)
      for (int n = symbols.count(face); n > 0; --n) set = more[set][static_cast<std::size_t>(face)];
    return set;
  }
};
constexpr DiceSets kSets;

// ---- Thinking -----------------------------------------------------------------------------------------

/// A CV as far as it earns and scores.
struct Life {
  std::array<Card, kStacks> top;
  std::array<std::uint8_t, kStacks> count;
  int points = 0;     ///< of possessions
  TypeSet fresh = 0;  ///< stacks whose active card came this turn: no upkeep is due (CV-41)
};

struct Prospect {
  double value;
  Life life;
};

struct Plan {
  double value;  ///< the prospect, and the events that are left
  Bill bill;
  Symbols cost;   ///< all of the bill
  Symbols extra;  ///< of the events that it plays
  Card event;     ///< the first of them, if any
  Taken take;     ///< the next card, if any
};

class Thoughts {
 public:
  explicit Thoughts(const View& view, const Weights& weights = kWeights)
      : w_(weights), t_(view.table), mine_(view.mine), me_(view.seat), turns_(turns_left()) {
    if (t_.phase == Phase::choose) return;
    life_ = life_of(me_);
    changes_ =
        t_.means.arrows != Arrows::none() || t_.means.job || t_.means.effects & (change_one | turn_bad);
    for (const Card top : life_.top)
      for (Card card = top; card != Card::none; card = t_.below_of(card)) learn(card);
    for (const Card card : t_.track) learn(card);
    for (const Taken& taken : t_.taken) learn(taken.card);
    for (std::size_t i = 0; i < t_.goals.size(); ++i)
      for (const Seat seat : SeatSet::first(t_.players()))
        if (seat != me_) rivals_[i] = std::max(rivals_[i], goal(t_.goals[i], life_of(seat)));
  }

  Move choose(const Cv::Moves& moves, Xoshiro256pp& rng) {
    switch (t_.phase) {
      case Phase::toss:  // more dice are best for all throws of a turn, and the earlier in life the better
        for (const Move move : moves)
          if (move.what() == Move::play && t_.facts(move.card()).dice && t_.means.dice + t_.joining < kDice)
            return move;
        return Move::of(Move::toss);
      case Phase::reroll: return choose_dice(moves, rng);
      case Phase::select: return choose_cards();
      default: return best_of(moves, rng, [&](Move move) { return value(move); });
    }
  }

 private:
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

  Life life_of(Seat seat) const {
    Life life{.top = t_.top[seat.index], .count = t_.count[seat.index]};
    for (Card card = t_.active(seat, Type::possession); card != Card::none; card = t_.below_of(card))
      life.points += t_.facts(card).points;
    return life;
  }

  double worth_of(Symbols symbols) const {
    return w_.token * only(kFour, symbols) + (w_.money - w_.token) * symbols.count(Symbol::money) +
           w_.any * symbols.count(Symbol::any) + w_.good * symbols.count(Symbol::good) +
           w_.bad * symbols.count(Symbol::bad);
  }

  /// What a card earns in a turn while it is active, in symbols.
  double earned(Card card) const {
    const Facts& its = t_.facts(card);
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
  void learn(Card card) { earns_[static_cast<std::size_t>(card)] = earned(card); }
  bool has_job(Seat seat) const { return t_.active(seat, Type::work) != Card::none; }

  /// The points of a goal (CV-52), and some for a set that is begun.
  double goal(Card card, const Life& life) const {
    if (card == Card::none) return 0;
    const auto& [wanted, tokens_wanted] = t_.facts(card).goal;
    const int points = t_.facts(card).points;
    if (tokens_wanted) {
      int tokens = 0;
      for (const Card top : life.top) tokens += t_.facts(top).gives.size();
      return points * (tokens / tokens_wanted);
    }
    int sets = 100, begun = 0, all = 0;
    for (std::size_t i = 0; i < kStacks; ++i)
      if (wanted[i]) sets = std::min(sets, life.count[i] / wanted[i]), all += wanted[i];
    for (std::size_t i = 0; i < kStacks; ++i)
      begun += std::min<int>(life.count[i] - sets * wanted[i], wanted[i]);
    return points * (sets + std::min(1.0, w_.hope * turns_ / (all - begun)) * begun / all);
  }

  double prospect(const Life& life) const {
    double earned = 0;
    for (const Card card : life.top) earned += earns(card);
    double value = life.points + turns_ * w_.symbol * earned;
    for (std::size_t i = 0; i < 3; ++i) {
      const double cards = life.count[i] + t_.facts(life.top[i]).has(twice) + w_.growth * turns_;
      value += cards * (cards + 1) / 2;  // CV-49, CV-50
    }
    value += goal(mine_.goal, life);
    for (std::size_t i = 0; i < t_.goals.size(); ++i) {  // CV-53
      const double points = goal(t_.goals[i], life), lead = points - rivals_[i], safe = w_.spread * turns_;
      value += points * (lead >= safe ? 1 : lead < -safe ? 0 : .5 + lead / (2 * safe));
    }
    return value;
  }

  /// What an event in hand is worth.
  double kept(Card event) const {
    const Facts& its = t_.facts(event);
    const double value = w_.held * worth_of(its.gives) + w_.held_dice * its.dice;
    const double safety = its.has(insurance) ? w_.insurance : 0;
    return std::max(0.0, value + safety) * std::min(1.0, turns_ / w_.hurry);
  }

  /// The CV with this card somewhere in its stack.
  Life with_one_more(Taken taken, Life life) const {
    ++life.count[static_cast<std::size_t>(taken.type)];
    if (taken.type == Type::possession) life.points += t_.facts(taken.card).points;
    return life;
  }

  /// The CV with these cards, placed as is best.
  Prospect with(const Life& life, const Taken* first, const Taken* end) const {
    while (first != end && first->card == Card::none) ++first;
    if (first == end) return {prospect(life), life};
    const Taken taken = *first++;
    if (taken.type == Type::event) {
      Prospect hand = with(life, first, end);
      hand.value += kept(taken.card);
      return hand;
    }
    const auto i = static_cast<std::size_t>(taken.type);
    Life after = with_one_more(taken, life);
    const bool choice = taken.type < Type::work && life.top[i] != Card::none;  // CV-39
    const Prospect under = choice ? with(after, first, end) : Prospect{-1e9, life};
    after.top[i] = taken.card;
    after.fresh |= set_of(taken.type);
    const Prospect on_top = with(after, first, end);
    return on_top.value >= under.value ? on_top : under;
  }
  double with_taken(const Life& life) const { return with(life, t_.taken.begin(), t_.taken.end()).value; }

  /// The CV without the active cards of these stacks.
  Life without(TypeSet stacks, Life life) const {
    for (std::size_t i = 0; i < kStacks; ++i) {
      const Card lost = life.top[i];
      if (!(stacks >> i & 1) || lost == Card::none) continue;
      if (static_cast<Type>(i) == Type::possession) life.points -= t_.facts(lost).points;
      life.top[i] = t_.below_of(lost);
      --life.count[i];
    }
    return life;
  }

  Hand hand() const { return {mine_.hand(t_.shown[me_.index]), t_.events[me_.index]}; }

  // ---- Plans --------------------------------------------------------------------------------------

  void make_plans() {
    look_at_losses();
    const Hand events = t_.playable(hand());
    for (int i = 0; i < events.size() && events_.size() < events_.capacity(); ++i)
      if (!t_.facts(events.nth(i)).gives.empty()) events_.push_back(events.nth(i));
    FixedList<Taken, 2 * kTrack> offers;
    for (const Card card : t_.track)
      for (unsigned rest = card == Card::none ? 0 : t_.may_take_as(me_, card); rest; rest &= rest - 1)
        offers.push_back({card, static_cast<Type>(std::countr_zero(rest))});
    plan_for({}, {});
    for (std::size_t i = 0; i < offers.size() && t_.takes() < kTakes; ++i) {
      plan_for(offers[i], {});
      for (std::size_t j = i + 1; j < offers.size() && t_.takes() == 0; ++j)
        if (offers[j].card != offers[i].card) plan_for(offers[i], offers[j]);
    }
    for (const Plan& plan : plans_) order_.push_back(&plan);
    std::sort(order_.begin(), order_.end(), [](const Plan* a, const Plan* b) {
      return a->value != b->value ? a->value > b->value : a < b;
    });
  }

  void look_at_losses() {
    const double now = prospect(life_);
    misfortune_ = 1e9;
    for (std::size_t i = 0; i < kStacks; ++i) {
      if (life_.top[i] == Card::none) continue;
      const double loss = std::max(0.0, now - prospect(without(static_cast<TypeSet>(1 << i), life_)));
      misfortune_ = std::min(misfortune_, loss);
      if (!t_.facts(life_.top[i]).upkeep.empty()) unpaid_[i] = loss;
    }
    const Hand all = hand();
    for (int i = 0; i < all.size(); ++i)
      if (t_.facts(all.nth(i)).has(insurance)) misfortune_ = std::min(misfortune_, kept(all.nth(i)));
    if (t_.cv_cards(me_) == 0) misfortune_ = 0;
    nothing_ = with_taken(life_);
    for (const double each : unpaid_) nothing_ -= each;
  }

  /// Plans to take these cards, for every choice of upkeep to pay and events to play.
  void plan_for(Taken one, Taken two) {
    const std::array<Taken, 4> all{t_.taken[0], t_.taken[1], one, two};
    const Prospect then = with(life_, all.begin(), all.end());
    Plan plan{.value = then.value, .bill = t_.promised(), .cost = {}, .extra = {}, .event = {}, .take = one};
    if (one.card != Card::none)
      plan.bill.cards[static_cast<std::size_t>(t_.takes())] = t_.facts(one.card).cost;
    if (two.card != Card::none) plan.bill.cards[1] = t_.facts(two.card).cost;
    TypeSet due = 0;
    for (std::size_t i = 0; i < kStacks; ++i)
      if (!t_.facts(then.life.top[i]).upkeep.empty()) due = static_cast<TypeSet>(due | 1 << i);
    due &= ~then.life.fresh;
    for (TypeSet paid = due;; paid = static_cast<TypeSet>((paid - 1) & due)) {
      Plan paying = plan;
      for (std::size_t i = 0; i < kStacks; ++i) {
        if (paid >> i & 1) paying.bill.upkeep += t_.facts(then.life.top[i]).upkeep;
        if ((due & ~paid) >> i & 1) paying.value -= unpaid_[i];
      }
      paying.cost = paying.bill.cards[0] + paying.bill.cards[1] + paying.bill.upkeep;
      add(paying, 0, 2);
      if (paid == 0) break;
    }
  }

  /// Without events, and with each from this one on; two at most, for more are hardly ever worth it.
  void add(const Plan& plan, std::size_t from, int events) {
    if (plan.value < nothing_ || plans_.size() == plans_.capacity()) return;
    plans_.push_back(plan);
    for (std::size_t i = from; i < events_.size() && events > 0; ++i) {
      Plan playing = plan;
      playing.event = events_[i];
      playing.extra += t_.facts(events_[i]).gives;
      playing.value -= kept(events_[i]);
      add(playing, i + 1, events - 1);
    }
  }

  /// The same as can_pay, but mostly without it.
  bool pays(Symbols own, const Plan& plan) const {
    const Symbols have = own + t_.extra + plan.extra, lack = beyond(plan.cost, have);
    if (only(kLuck, lack) == 0 && only(kFour, lack) <= have.count(Symbol::any) &&
        only(kFour | kAny, plan.cost) <= only(kFour | kAny, have))
      return true;  // every symbol as it is
    return (changes_ || own.count(Symbol::good) >= 3) && can_pay(pool(own, plan), plan.bill);
  }
  Pool pool(Symbols own, const Plan& plan) const {
    Pool pool = t_.pool();
    pool.own = own;
    pool.extra += plan.extra;
    return pool;
  }

  /// The best plan that these dice pay for, misfortunes taken into account. To do nothing is always possible.
  std::pair<double, const Plan*> best_plan(Symbols dice) const {
    const Symbols own = dice + t_.means.tokens;
    const bool unlucky = own.count(Symbol::bad) >= 3;
    std::pair<double, const Plan*> best{-1e9, order_[order_.size() - 1]};
    for (const Plan* plan : order_) {
      if (plan->value <= best.first) break;
      if (!pays(own, *plan)) continue;
      const int struck = unlucky ? misfortunes(pool(own, *plan), plan->bill) : 0;
      if (const double value = plan->value - misfortune_ * struck; value > best.first) best = {value, plan};
    }
    return best;
  }

  Move choose_cards() {
    make_plans();
    const Plan& plan = *best_plan(t_.dice).second;
    if (plan.event != Card::none) return Move::to_play(plan.event);
    const auto [card, type] = plan.take;
    if (card == Card::none) return Move::of(Move::done);
    return Move::to_take(card, t_.facts(card).has_two_colours() ? type : Type::unsaid);
  }

  /// Frozen dice lie aside; all sets of the others are weighed, from the last throw back to this one. Who can
  /// thaw (CV-16) is taken to do it now or never.
  Move choose_dice(const Cv::Moves& moves, Xoshiro256pp& rng) {
    make_plans();
    const Symbols free = t_.may_throw_again(), frozen = t_.dice - free;
    const auto size = static_cast<std::size_t>(free.size() + t_.joining);
    const std::size_t full = kSets.first[size], end = kSets.first[size + 1];
    std::array<double, DiceSets::kNumber> worth;  // of keeping a set and throwing the other dice
    for (std::size_t set = full; set < end; ++set) worth[set] = best_plan(kSets.dice[set] + frozen).first;
    for (int left = t_.means.throws - t_.throws;; --left) {
      for (std::size_t set = full; set-- > 0;) {
        double sum = 0;
        for (const auto with_one_more : kSets.more[set]) sum += worth[with_one_more];
        worth[set] = sum / kFaces;
      }
      if (left <= 1) break;
      for (std::size_t set = 1; set < end; ++set)  // now: of the best set to keep out of these, CV-15
        for (std::size_t face = 0; face < kFaces - 1; ++face)
          worth[set] = std::max(worth[set], worth[kSets.fewer[set][face]]);
    }
    return best_of(moves, rng, [&](Move move) {
      if (move.what() == Move::reroll) return worth[kSets.find(free - move.dice())];
      const bool stops = move.what() == Move::stop && !t_.joining;
      return stops ? best_plan(t_.dice).first + 1e-6 : -1e9;  // who gains nothing by a throw need not throw
    });
  }

  // ---- Other choices ------------------------------------------------------------------------------

  double value(Move move) const {
    switch (move.what()) {
      case Move::take: return t_.phase == Phase::choose ? drafted(move.card()) : granted(move);
      case Move::play: return with_taken(life_) - kept(move.card());
      case Move::lose: {
        const auto stack = std::find(life_.top.begin(), life_.top.end(), move.card()) - life_.top.begin();
        return with_taken(without(static_cast<TypeSet>(1 << stack), life_));
      }
      case Move::place: return placed(move);
      case Move::pay: return prospect(without(t_.upkeep_due() & ~move.stacks(), life_));
      default: return prospect(life_);
    }
  }

  double drafted(Card card) const { return card == Card::bicycle ? w_.bicycle : kept(card); }

  double granted(Move move) const {
    const auto only_type = static_cast<Type>(std::countr_zero(t_.facts(move.card()).types));
    const Taken taken{move.card(), move.type() == Type::unsaid ? only_type : move.type()};
    return with(life_, &taken, &taken + 1).value;
  }

  double placed(Move move) const {
    const std::size_t which = t_.taken[0].card == move.card() ? 0 : 1;
    const auto [card, type] = t_.taken[which];
    const auto i = static_cast<std::size_t>(type);
    Life life = with_one_more(t_.taken[which], life_);
    Card second = life.top[i];
    if (move.under() == Card::none)
      life.top[i] = card;
    else
      second = move.under() == second ? card : t_.below_of(second);
    const Taken other = t_.unplaced >> (1 - which) & 1 ? t_.taken[1 - which] : Taken{};
    return with(life, &other, &other + 1).value + w_.spare * turns_ * earns(second);
  }

  const Weights& w_;
  const Table& t_;
  const Secret& mine_;
  const Seat me_;
  const double turns_;
  Life life_{};
  std::array<double, kMaxPlayers - 1> rivals_{};  ///< the most that another has of each public goal
  std::array<double, kCards + 1> earns_{};        ///< by each card that matters now
  // For plans.
  bool changes_ = false;                           ///< some symbols can be changed into others
  double misfortune_ = 0, nothing_ = 0;            ///< what a misfortune costs; the prospect of doing nothing
  std::array<double, kStacks> unpaid_{};           ///< what it costs not to pay the upkeep of a stack
  FixedList<Card, 4> events_;                      ///< that give symbols
  static constexpr std::size_t kMostPlans = 1024;  // enough for two events in hand and two upkeeps due
  FixedList<Plan, kMostPlans> plans_;
  FixedList<const Plan*, kMostPlans> order_;  ///< the best first
};

}  // namespace

Move Cv::thoughtful(const View& view, Xoshiro256pp& rng) {
  const auto moves = Cv::moves(view);
  if (moves.size() == 1) return moves[0];
  return Thoughts(view).choose(moves, rng);
}

}  // namespace lifetable::cv

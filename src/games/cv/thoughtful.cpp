// SPDX-License-Identifier: Apache-2.0
// Rules of thumb of a good player: how to make the most of the dice of this turn.
//
// All is weighed by the prospect of a CV (prospect.hpp). A *plan* is one way to end this turn: cards to take,
// events to play, upkeep to pay. The dice are thrown for the best plans, by looking through all throws left:
// plan by plan, from the best on, `Throws` says which of the throws that no better plan took pay for it. What
// all dice together may show in the end is the same at every decision of a turn, but for bad luck that
// freezes: so it is looked through once and remembered until another turn is thought about. So is the rest of
// a plan of which a card is taken.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <optional>
#include <type_traits>

#include "games/cv/apply.hpp"
#include "games/cv/prospect.hpp"
#include "games/cv/throws.hpp"

namespace lifetable::cv {

namespace {

/// What the Bicycle is worth in childhood: a point, a possession, and the first turn of every round.
constexpr double kBicycle = 2;

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
  /// Events are fewer than eight.
  static constexpr std::size_t kUpkeepAndEvents = 2048;
  std::size_t upkeep_and_events() const { return event() | other_event() << 3 | upkeep() << 6; }

  static Plan of(std::size_t next, std::size_t one, std::size_t two) {
    return {0, next | one << 4 | two << 8};
  }
  Plan with_upkeep(double then, TypeSet stacks) const {
    return {then, bits | static_cast<std::uint64_t>(stacks) << 20};
  }
  Plan with_event(std::size_t which, double kept) const {
    return {value - kept, (bits & ~std::uint64_t{0xFF000}) | which << 12 | event() << 16};
  }
  Plan numbered(std::uint64_t number) const { return {value, bits | number << 32}; }
  bool is_before(const Plan& other) const {
    return value != other.value ? value > other.value : bits >> 32 < other.bits >> 32;
  }
};

/// Good luck in place of a card's cost leaves the same to be paid whichever card it is, so it is tried only
/// for the best of the plans that differ in nothing else.
class LuckTried {
 public:
  /// As in Payment::by_luck. What is returned counts as tried.
  unsigned not_yet(const Plan& plan, const Payment& payment) {
    std::uint16_t& with_others = cards_[plan.upkeep_and_events()];
    const bool buys_one = !payment.one->symbols.empty(), buys_two = !payment.two->symbols.empty();
    const unsigned others = (buys_one ? 1u << plan.two() : 0) | (buys_two ? 1u << plan.one() : 0) |
                            (buys_one && buys_two ? kLuckToo : 0);
    const unsigned left = others & ~with_others;
    with_others = static_cast<std::uint16_t>(with_others | others);
    return (buys_one && left >> plan.two() & 1 ? 1u : 0) | (buys_two && left >> plan.one() & 1 ? 2u : 0) |
           (left & kLuckToo ? 4u : 0);
  }

 private:
  static constexpr unsigned kLuckToo = 1u << 15;  // no purchase has this place
  /// For which other purchases, by what else the plans do.
  std::array<std::uint16_t, Plan::kUpkeepAndEvents> cards_{};
};

/// A plan that is being carried out: the view in which the next card of it is taken, if nothing comes
/// between.
struct Begun {
  View view;
  Taken next;  ///< Card::none: that was all

  bool is_that_of(const View& other) const { return std::memcmp(&view, &other, sizeof view) == 0; }
  /// Takes the next card, and after it `then`.
  Move go_on(Taken then = {}) {
    const auto [card, type] = next;
    if (card == Card::none) return Move::of(Move::done);
    apply(view.table, {.what = Event::took, .seat = view.seat, .card = card, .type = type});
    next = then;
    return Move::to_take(card, view.table.facts(card).has_two_colours() ? type : Type::unsaid);
  }
};

/// The dice that stay as they lie for the rest of the turn.
Symbols frozen(const Table& t) { return t.dice - t.may_throw_again(); }

/// All that stays the same while dice of a turn are thrown: the plans, and what each throw is worth in the
/// end.
class Turn {
 public:
  /// These of the dice stay as they lie.
  Turn(const View& view, Symbols lying)
      : view_(without_dice(view)),
        prospects_(view_),
        lying_(lying),
        size_(number_of_dice(view) - lying.size()),
        throws_(list_what_matters()) {
    make_plans();
    std::sort(plans_.begin(), plans_.end(), [](const Plan& a, const Plan& b) { return a.is_before(b); });
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  /// Whether all that this view can still come to is among its throws.
  bool is_that_of(const View& view) const {
    const View other = without_dice(view);
    return number_of_dice(view) == size_ + lying_.size() && frozen(view.table).includes(lying_) &&
           std::memcmp(&other, &view_, sizeof other) == 0;
  }
  bool has_all_plans() const { return plans_.size() < plans_.capacity(); }

  /// Who can thaw (CV-16) is taken to do it now or never.
  Move choose_dice(const Table& now, const Cv::Moves& moves, Xoshiro256pp& rng) {
    if (!weighed_) weigh();
    const double as_it_is = now.joining ? -1e9 : worth_[kSets.find(now.dice - lying_)] + 1e-6;
    const auto best_if = [&](const SetsWorth& worth, Symbols dice) {
      return best_of(moves, rng, [&](Move move) {
        if (move.what() == Move::reroll) return worth[kSets.find(dice - move.dice())];
        return move.what() == Move::stop ? as_it_is : -1e9;  // who gains nothing by a throw need not throw
      });
    };
    int left = now.means.throws - now.throws;
    if (left == 1) return best_if(worth_, now.dice - lying_);
    // Frozen dice lie aside; all sets of the others are weighed, from the last throw back to this one.
    const int more_frozen = frozen(now).size() - lying_.size(), size = size_ - more_frozen;
    SetsWorth worth;
    const std::size_t end = first_set(size + 1);
    if (more_frozen == 0) std::copy_n(worth_.begin(), end, worth.begin());
    for (std::size_t set = 0; more_frozen && set < end; ++set)
      worth[set] = worth_[with_bad_lucks(set, more_frozen)];
    for (; left > 1; --left) {
      keep_the_best(worth, size);
      throw_the_others(worth, size);
    }
    return best_if(worth, now.may_throw_again());
  }

  /// The first step of the best plan that the dice pay for as they lie. The rest of it is left in `begun` if
  /// one would come to the same by looking for the best plan again.
  Move choose_card(const View& now, std::optional<Begun>& begun) const {
    const Plan& plan = best_plan(now.table.dice);
    if (plan.event()) return Move::to_play(events_[plan.event()].card);
    Begun its{now, purchases_[plan.next()]};
    const Move move = its.go_on(table().takes() == 0 ? purchases_[plan.two()] : Taken{});
    if (stays_best(plan, now.table.dice)) begun = its;
    return move;
  }

 private:
  static int number_of_dice(const View& view) { return view.table.dice.size() + view.table.joining; }
  /// The same view whenever the same plans can be made.
  static View without_dice(const View& view) {
    View rest = view;
    rest.table.dice = {};
    rest.table.throws = rest.table.joining = 0;
    rest.table.thawed = false;
    rest.table.phase = Phase::reroll;
    return rest;
  }

  const Table& table() const { return view_.table; }
  const Facts& facts(Card card) const { return table().facts(card); }

  // ---- Plans --------------------------------------------------------------------------------------

  /// What might be bought, and the events that might help. All throws that may come.
  Throws list_what_matters() {
    Symbols asked, given;
    const auto buy = [&](Card card, Type type) {
      purchases_.push_back({card, type});
      asked.bits |= facts(card).cost.bits;
    };
    buy(Card::none, Type::health);
    for (const Taken taken : table().taken) buy(taken.card, taken.type);
    for (const Card card : table().track)
      for (unsigned rest = card == Card::none ? 0 : table().may_take_as(view_.seat, card); rest;
           rest &= rest - 1)
        buy(card, static_cast<Type>(std::countr_zero(rest)));
    for (const Card top : table().top[view_.seat.index]) asked.bits |= facts(top).upkeep.bits;
    const Hand hand = table().playable(prospects_.hand());
    events_.push_back({Card::none, 0});
    for (int i = 0; i < hand.size() && events_.size() < events_.capacity(); ++i)
      if (const Card event = hand.nth(i); !facts(event).gives.empty()) {
        events_.push_back({event, prospects_.kept(event)});
        given += facts(event).gives;
      }
    return Throws(pool(lying_), size_, asked, given);
  }

  Pool pool(Symbols dice) const {
    Pool pool = table().pool();
    pool.own = dice + table().means.tokens;
    return pool;
  }

  /// In the order of making. What no throw pays for is left out.
  void make_plans() {
    look_at_losses();
    for (std::size_t i = 0; i < purchases_.size(); ++i)
      throws_.ask(facts(purchases_[i].card).cost, costs_[i]);
    for (std::size_t i = 0; i < kStacks; ++i)
      if (const Symbols upkeep = facts(prospects_.life().top(i)).upkeep; !upkeep.empty())
        throws_.ask(upkeep, upkeeps_[i]);
    Tally help;
    throws_.give({}, help);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      throws_.give(facts(events_[i].card).gives, gifts_[i]);
      throws_.add(help, gifts_[i], help);
    }
    const int takes = table().takes();
    const auto plan_for = [&](std::size_t one, std::size_t two) {
      const Plan plan = takes == 0   ? Plan::of(one, one, two)
                        : takes == 1 ? Plan::of(one, 1, one)
                                     : Plan::of(one, 1, 2);
      if (throws_.may_pay({&costs_[plan.one()], &costs_[plan.two()], &costs_[0], &help}))
        plan_to_take(purchases_[one], purchases_[two], plan);
    };
    plan_for(0, 0);
    for (std::size_t i = 3; i < purchases_.size() && takes < kTakes; ++i) {
      plan_for(i, 0);
      for (std::size_t j = i + 1; j < purchases_.size() && takes == 0; ++j)
        if (purchases_[j].card != purchases_[i].card) plan_for(i, j);
    }
  }

  void look_at_losses() {
    const Life& life = prospects_.life();
    const double now = prospects_.of(life);
    misfortune_ = 1e9;
    for (std::size_t i = 0; i < kStacks; ++i) {
      if (life.top(i) == Card::none) continue;
      const Life poorer = prospects_.without(static_cast<TypeSet>(1 << i), life);
      const double loss = std::max(0.0, now - prospects_.of(poorer));
      misfortune_ = std::min(misfortune_, loss);
      if (!facts(life.top(i)).upkeep.empty()) unpaid_[i] = loss;
    }
    const Hand all = prospects_.hand();
    for (int i = 0; i < all.size(); ++i)
      if (facts(all.nth(i)).has(insurance)) misfortune_ = std::min(misfortune_, prospects_.kept(all.nth(i)));
    if (table().cv_cards(view_.seat) == 0) misfortune_ = 0;
    nothing_ = prospects_.with_taken(life);
    for (const double each : unpaid_) nothing_ -= each;
  }

  /// Plans to take these cards, for every choice of upkeep to pay and events to play.
  void plan_to_take(Taken one, Taken two, const Plan& plan) {
    const std::array<Taken, 4> all{table().taken[0], table().taken[1], one, two};
    const Prospect then = prospects_.with(prospects_.life(), all.data(), all.data() + all.size());
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

  // ---- Throws -------------------------------------------------------------------------------------

  /// Of every set of dice: what it is worth to keep it, and throw the others. As in `kSets`.
  using SetsWorth = std::array<double, DiceSets::kNumber>;

  static std::size_t first_set(int size) { return kSets.first[static_cast<std::size_t>(size)]; }
  static std::size_t with_bad_lucks(std::size_t set, int number) {
    for (; number > 0; --number) set = kSets.more[set][static_cast<std::size_t>(Symbol::bad)];
    return set;
  }
  Symbols dice_of(std::size_t which) const { return kSets.dice[first_set(size_) + which] + lying_; }

  /// From the worth of what so many dice show in the end, or will be left at, to that of one throw before.
  static void throw_the_others(SetsWorth& worth, int size) {
    for (std::size_t set = first_set(size); set-- > 0;) {
      double sum = 0;
      for (const auto with_one_more : kSets.more[set]) sum += worth[with_one_more];
      worth[set] = sum / kFaces;
    }
  }
  /// From the worth of keeping just these dice to that of keeping the best of them; bad luck stays (CV-15).
  static void keep_the_best(SetsWorth& worth, int size) {
    for (std::size_t set = 0, end = first_set(size); set < end; ++set)
      for (std::size_t face = 0; face < kFaces - 1; ++face) {
        double& best = worth[kSets.more[set][face]];
        best = std::max(best, worth[set]);
      }
  }

  /// Calls with the plan's payment. The sums of tallies live as long as the call.
  template <class Use>
  auto paying(const Plan& plan, Use use) const {
    Payment payment{&costs_[plan.one()], &costs_[plan.two()], &costs_[0], &gifts_[plan.event()]};
    Tally upkeep, events;
    for (unsigned rest = plan.upkeep(); rest; rest &= rest - 1) {
      throws_.add(*payment.upkeep, upkeeps_[static_cast<std::size_t>(std::countr_zero(rest))], upkeep);
      payment.upkeep = &upkeep;
    }
    if (plan.other_event()) {
      throws_.add(*payment.events, gifts_[plan.other_event()], events);
      payment.events = &events;
    }
    return use(payment);
  }

  template <class Use>
  void for_each(const SomeThrows& some, Use use) const {
    for (std::size_t word = 0; word < throws_.words(); ++word)
      for (std::uint64_t left = some[word]; left; left &= left - 1)
        use(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
  }

  /// Whether bad luck can be changed. Then what is paid decides whether misfortune strikes (CV-36).
  bool can_mend() const {
    const Pool have = pool({});
    return have.turn_bad || (have.arrows.from(Symbol::bad) & ~set_of(Symbol::bad));
  }
  int bad_lucks(Symbols dice) const { return (dice + table().means.tokens).count(Symbol::bad); }

  /// What each throw is worth, that is the best plan that it pays for; and to keep sets for one throw more.
  void weigh() {
    weighed_ = true;
    double* const worth = &worth_[first_set(size_)];
    SomeThrows open = throws_.all(), unlucky = throws_.showing(Symbol::bad, 3 - bad_lucks(lying_));
    const bool mended = can_mend();
    if (mended)
      for (std::size_t i = 0; i < throws_.words(); ++i) open[i] &= ~unlucky[i];
    LuckTried tried;
    bool some_left = true;
    for (const Plan* plan = plans_.begin(); plan != plans_.end() && some_left; ++plan) {
      SomeThrows found;
      some_left = paying(*plan, [&](Payment& payment) {
        payment.by_luck = tried.not_yet(*plan, payment);
        return throws_.take_out_paying(payment, open, found);
      });
      for_each(found, [&](std::size_t which) {
        worth[which] = plan->value;
        takers_[which] = static_cast<std::uint16_t>(plan - plans_.begin());
      });
    }
    if (mended)
      weigh_one_by_one(unlucky, worth);
    else
      for_each(unlucky,
               [&](std::size_t which) { worth[which] -= misfortune_ * (bad_lucks(dice_of(which)) / 3); });
    throw_the_others(worth_, size_);
  }

  void weigh_one_by_one(SomeThrows open, double* worth) const {
    for_each(open, [&](std::size_t which) { worth[which] = -1e9; });
    for (const Plan& plan : plans_) {
      SomeThrows left = open, found;
      paying(plan, [&](const Payment& payment) {
        throws_.take_out_paying(payment, left, found);
        for_each(found, [&](std::size_t which) {
          double& most = worth[which];
          if (plan.value > most) most = std::max(most, struck(plan, dice_of(which), payment));
          if (plan.value <= most) open[which / 64] &= ~(std::uint64_t{1} << which % 64);
        });
      });
    }
  }

  /// The value of a plan less that of the misfortunes that strike then (CV-36).
  double struck(const Plan& plan, Symbols dice, const Payment& payment) const {
    Pool have = pool(dice);
    have.extra += payment.events->symbols;
    return plan.value - misfortune_ * misfortunes(have, payment.bill());
  }

  /// The best plan that these dice pay for, misfortunes taken into account. To do nothing is always possible.
  const Plan& best_plan(Symbols dice) const {
    const bool unlucky = bad_lucks(dice) >= 3;
    const auto too_late = [&](std::size_t event) { return facts(events_[event].card).dice != 0; };  // CV-20
    const std::size_t which = kSets.find(dice - lying_) - first_set(size_);
    if (weighed_ && !unlucky) {
      const Plan& plan = plans_[takers_[which]];
      if (!too_late(plan.event()) && !too_late(plan.other_event())) return plan;
    }
    const Plan* best = plans_.end() - 1;
    double most = -1e9;
    for (const Plan* plan = plans_.begin(); plan != plans_.end() && plan->value > most; ++plan)
      paying(*plan, [&](const Payment& payment) {
        if (too_late(plan->event()) || too_late(plan->other_event())) return;
        SomeThrows open{}, found;
        open[which / 64] = std::uint64_t{1} << which % 64;
        if (throws_.take_out_paying(payment, open, found)) return;
        const double value = unlucky ? struck(*plan, dice, payment) : plan->value;
        if (value > most) most = value, best = plan;
      });
    return *best;
  }

  /// Whether this one, the best, is sure to be so still when its first card is taken. Then the others with
  /// that card are left: but two cards that go on top of the same stack are weighed only in the order of the
  /// track before (and two events are added up in it), and only when misfortunes strike can a plan be the
  /// best that is worse than to take nothing more.
  bool stays_best(const Plan& plan, Symbols dice) const {
    const Taken* const first = purchases_.begin() + plan.next();
    const auto same_place = [&](const Taken& other) { return other.type == first->type; };
    return has_all_plans() && bad_lucks(dice) < 3 &&
           (first->type < Type::work || std::none_of(purchases_.begin(), first, same_place));
  }

  const View view_;
  const Prospects prospects_;
  const Symbols lying_;
  const int size_;                        ///< dice
  double misfortune_ = 0, nothing_ = 0;   ///< what a misfortune costs; the prospect of doing nothing
  std::array<double, kStacks> unpaid_{};  ///< what it costs not to pay the upkeep of a stack
  struct Event {
    Card card;
    double kept;
  };
  FixedList<Taken, 3 + 2 * kTrack> purchases_;     ///< nothing, what is taken, and what might be
  FixedList<Event, 5> events_;                     ///< none, and those that give symbols
  const Throws throws_;                            ///< of all dice
  std::array<Tally, 3 + 2 * kTrack> costs_;        ///< of the purchases
  std::array<Tally, kStacks> upkeeps_;             ///< where there is any
  std::array<Tally, 5> gifts_;                     ///< of the events
  static constexpr std::size_t kMostPlans = 4096;  // enough for four events in hand and two upkeeps due
  FixedList<Plan, kMostPlans> plans_;              ///< the best first
  bool weighed_ = false;
  SetsWorth worth_;  ///< with one throw left, once they are weighed; of whole throws, that is the end
  std::array<std::uint16_t, kMostRolls> takers_;  ///< the best plan that it pays for, if not unlucky
};
static_assert(std::has_unique_object_representations_v<View>);

/// The turn whose dice this thread threw last. What it would choose does not depend on that, only how long it
/// takes.
thread_local std::optional<Turn> last_thrown;

/// The plan that it began last: no more than that either.
thread_local std::optional<Begun> begun;

Turn& turn_of(const View& view) {
  if (!last_thrown || !last_thrown->is_that_of(view)) last_thrown.emplace(view, frozen(view.table));
  return *last_thrown;
}

// ---- Other choices ------------------------------------------------------------------------------------

/// More dice are best for all throws of a turn, and the earlier in life the better.
Move choose_toss(const Table& t, const Cv::Moves& moves) {
  for (const Move move : moves)
    if (move.what() == Move::play && t.facts(move.card()).dice && t.means.dice + t.joining < kDice)
      return move;
  return Move::of(Move::toss);
}

double drafted(const Table& t, Card card) {
  return card == Card::bicycle ? kBicycle : worth_in_hand(t.facts(card), turns_left(t));
}

double granted(const Prospects& prospects, const Table& t, Move move) {
  const auto only_type = static_cast<Type>(std::countr_zero(t.facts(move.card()).types));
  const Taken taken{move.card(), move.type() == Type::unsaid ? only_type : move.type()};
  return prospects.with(prospects.life(), &taken, &taken + 1).value;
}

/// The prospect after a move.
double value_of(Move move, const Prospects& prospects, const View& view) {
  const Table& t = view.table;
  const Life& life = prospects.life();
  switch (move.what()) {
    case Move::take: return granted(prospects, t, move);
    case Move::play: return prospects.with_taken(life) - prospects.kept(move.card());
    case Move::lose: {
      const auto& tops = t.top[view.seat.index];
      const auto stack = std::find(tops.begin(), tops.end(), move.card()) - tops.begin();
      return prospects.with_taken(prospects.without(static_cast<TypeSet>(1 << stack), life));
    }
    case Move::place: return prospects.placed(move);
    case Move::pay: return prospects.of(prospects.without(t.upkeep_due() & ~move.stacks(), life));
    default: return prospects.of(life);
  }
}

}  // namespace

Move Cv::thoughtful(const View& view, Xoshiro256pp& rng) {
  const Table& t = view.table;
  if (t.phase == Phase::select) {
    if (begun && begun->is_that_of(view)) return begun->go_on();
    if (last_thrown && last_thrown->has_all_plans() && last_thrown->is_that_of(view))
      return last_thrown->choose_card(view, begun);
  }
  const auto moves = Cv::moves(view);
  if (moves.size() == 1) return moves[0];
  switch (t.phase) {
    case Phase::choose: return best_of(moves, rng, [&](Move move) { return drafted(t, move.card()); });
    case Phase::toss: return choose_toss(t, moves);
    case Phase::reroll: return turn_of(view).choose_dice(t, moves, rng);
    case Phase::select: return Turn(view, t.dice).choose_card(view, begun);
    default: break;
  }
  const Prospects prospects(view);
  return best_of(moves, rng, [&](Move move) { return value_of(move, prospects, view); });
}

}  // namespace lifetable::cv

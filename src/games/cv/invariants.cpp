// SPDX-License-Identifier: Apache-2.0
// What must hold of every state that rests between two moves.
#include <algorithm>
#include <bit>
#include <bitset>
#include <fmt/format.h>

#include "games/cv/cv.hpp"

namespace lifetable::cv {

namespace {

/// Goes through everything on the table and keeps the first thing that is wrong.
class Audit {
 public:
  explicit Audit(const State& state) : state_(state), t_(state.table) {}

  std::string run() {
    check_cards();
    if (wrong_.empty()) check_goals();
    if (wrong_.empty()) check_childhood();
    if (wrong_.empty()) check_turn();
    return wrong_;
  }

 private:
  void require(bool good, std::string_view what) {
    if (!good && wrong_.empty()) wrong_ = what;
  }
  /// Every card lies in one place only.
  void lay(Card card, std::string_view where) {
    const auto number = static_cast<std::size_t>(card);
    if (seen_.test(number) && wrong_.empty())
      wrong_ = fmt::format("card {} lies in two places, one of them {} (CV-2)", number, where);
    seen_.set(number);
  }

  void check_cards() {
    for (const Card card : t_.unseen) lay(card, "a deck");
    const int size = t_.track_size();
    for (int i = 0; i < kTrack; ++i) {
      const Card card = t_.track[static_cast<std::size_t>(i)];
      require((card != Card::none) == (i < size), "the track has a hole (CV-43)");
      if (card == Card::none) continue;
      require(is_open(card), "a card on the track is of no deck that comes there (CV-43)");
      lay(card, "the track");
    }
    for (int i = 0; i < t_.players(); ++i) {
      const Seat seat{i};
      for (const Card card : t_.events[seat.index]) {
        require(t_.facts(card).is_event(), "a hand holds a card that is no event (CV-38)");
        lay(card, "a hand");
      }
      for (int s = 0; s < kStacks; ++s) check_stack(seat, static_cast<Type>(s));
      if (!wrong_.empty()) return;
    }
    for (std::size_t i = 0; i < t_.below.size(); ++i)
      require(t_.below[i] == Card::none || seen_.test(i + 12), "a card lies under one that is not in a CV");
    for (int i = 0; i < kTakes; ++i) {
      const Taken taken = t_.taken[static_cast<std::size_t>(i)];
      require(i == 0 || taken.card == Card::none || t_.taken[0].card != Card::none,
              "the second card is taken before the first");
      if (taken.card == Card::none) {
        require(!(t_.unplaced >> i & 1) && taken == Taken{}, "no card waits to be placed");
        continue;
      }
      require(is_open(taken.card), "no such card can be taken (CV-23)");
      if (!wrong_.empty()) return;
      require(t_.facts(taken.card).is(taken.type), "a card is taken as what it is not (CV-33)");
      if (t_.unplaced >> i & 1) lay(taken.card, "the cards taken");
    }
    require(t_.unplaced < 4, "more than two cards wait to be placed (CV-23)");
  }

  void check_stack(Seat seat, Type stack) {
    int size = 0;
    for (Card card = t_.active(seat, stack); card != Card::none; card = t_.below_of(card)) {
      if (number_of(card) < 12 || number_of(card) > 75)
        return require(false, "a CV holds a card that cannot be there (CV-38)");
      require(t_.facts(card).is(stack), "a card lies in a stack of another type (CV-38)");
      require(card != Card::bicycle || t_.starter == seat,
              "the Bicycle is in the CV of somebody who did not bring it (CV-9)");
      lay(card, "a CV");
      if (!wrong_.empty() || ++size > 64) return require(false, "a stack goes round");
    }
    require(size == t_.cards_in(seat, stack), "a stack's count differs from its cards");
  }

  void check_goals() {
    std::bitset<kCards + 1> goals;
    const auto add = [&](Card goal) {
      require(range_of(Deck::goals).has(goal) && !goals.test(static_cast<std::size_t>(goal)),
              "the goals are not different life goals (CV-6)");
      if (number_of(goal) <= kCards) goals.set(static_cast<std::size_t>(goal));
    };
    const int step = t_.phase == Phase::open_track   ? 0
                     : t_.phase == Phase::deal_goals ? t_.step
                                                     : 2 * t_.players() - 1;
    for (int i = 0; i < kMaxPlayers; ++i) {
      const Card goal = state_.secrets[static_cast<std::size_t>(i)].goal;
      if (i < std::min(step, t_.players()))
        add(goal);
      else
        require(goal == Card::none, "a goal is dealt to nobody (CV-6)");
      const Card shown = t_.revealed[static_cast<std::size_t>(i)];
      require(shown == (t_.phase == Phase::over ? goal : Card::none),
              "a secret goal is shown too early, too late or wrongly (CV-10)");
    }
    for (int i = 0; i < kMaxPlayers - 1; ++i) {
      const Card goal = t_.goals[static_cast<std::size_t>(i)];
      if (i < step - t_.players())
        add(goal);
      else
        require(goal == Card::none, "there are too many public goals (CV-6)");
    }
  }

  bool growing_up() const { return t_.phase <= Phase::choose; }

  void check_childhood() {
    for (int i = 0; i < kMaxPlayers; ++i) {
      const Secret& its = state_.secrets[static_cast<std::size_t>(i)];
      if (i >= t_.players()) require(its == Secret{}, "somebody holds cards who does not play");
      for (const Card card : {its.first, its.second, its.third, its.last})
        require(number_of(card) <= 12, "a childhood card is of another deck (CV-7)");
    }
    if (!wrong_.empty()) return;
    if (t_.phase < Phase::deal_cards) {
      for (const Secret& its : state_.secrets)
        require(!its.offered && its.first == Card::none, "childhood cards come too early (CV-7)");
      return;
    }
    std::uint16_t all = 0;
    int dealt = 0;
    const auto add = [&](std::uint16_t cards) {
      require(!(all & cards), "a childhood card is in two hands (CV-7)");
      all = static_cast<std::uint16_t>(all | cards);
      dealt += std::popcount(cards);
    };
    const auto bit = [](Card card) {
      return static_cast<std::uint16_t>(card == Card::none ? 0 : 1u << number_of(card));
    };
    for (const Seat seat : SeatSet::first(t_.players())) {
      const Secret& its = state_.secrets[seat.index];
      add(its.offered);
      add(bit(its.first));
      add(bit(its.second));
      const bool again = t_.phase == Phase::choose && t_.step == 1, chosen = t_.chosen.has(seat);
      if (t_.phase == Phase::choose && t_.step == 0) {
        add(its.passed);
        require(std::popcount(its.offered) == (chosen ? 0 : 3) && (its.first != Card::none) == chosen &&
                    std::popcount(its.passed) == (chosen ? 2 : 0) && its.second == Card::none,
                "somebody has not chosen one of three cards (CV-8)");
      } else if (again || !growing_up()) {
        add(bit(its.third));
        require(its.first != Card::none && std::popcount(its.passed) == 2,
                "somebody did not choose first (CV-8)");
        require(std::popcount(its.offered) == (again && !chosen ? 2 : 0) &&
                    (its.second != Card::none) == !(again && !chosen) &&
                    (its.third != Card::none) == (its.second != Card::none),
                "somebody has not chosen one of two cards (CV-8)");
        const Secret& next = state_.secrets[t_.next(seat).index];
        require(its.passed == (next.offered | bit(next.second) | bit(next.third)),
                "what was passed on did not arrive (CV-8)");
        if (!growing_up()) {
          require(next.last == its.third, "the last card was not passed on (CV-8)");
          require(!(t_.shown[seat.index] & ~its.hand(0)),
                  "somebody has laid open a childhood card of somebody else (CV-8)");
        }
      }
      if (growing_up())
        require(its.last == Card::none && !t_.shown[seat.index], "a childhood card comes too early (CV-8)");
      if (t_.phase == Phase::deal_cards)
        require(std::popcount(its.offered) == std::clamp(t_.step - kChildhoodHand * seat.index, 0, 3) &&
                    its.first == Card::none,
                "childhood cards are not dealt one by one (CV-7)");
    }
    const std::uint16_t bicycle = bit(Card::bicycle);
    if (t_.phase != Phase::deal_cards || t_.step == kChildhoodHand * t_.players()) {
      require(dealt == kChildhoodHand * t_.players(),
              "there are not three childhood cards for everyone (CV-7)");
      require(all & bicycle, "the Bicycle was not dealt (CV-7)");
    }
    if (growing_up()) return require(t_.starter == kNobody, "somebody begins before growing up (CV-9)");
    require(t_.starter.index < t_.players() && (state_.secrets[t_.starter.index].hand(0) & bicycle) &&
                (t_.shown[t_.starter.index] & bicycle),
            "whoever got the Bicycle does not begin (CV-9)");
  }

  void check_turn() {
    const bool over = t_.phase == Phase::over;
    if (growing_up()) {
      require(t_.turn == kNobody && t_.means == Means{}, "a turn begins before growing up (CV-9)");
      return;
    }
    if (t_.turn.index >= t_.players()) return require(false, "it is nobody's turn (CV-11)");
    const bool in_turn = !t_.cleaning_up();
    const int dice = t_.dice.size() + t_.in_air + t_.joining;
    require(t_.dice.count(Symbol::any) == 0, "a die shows no face (CV-4)");
    require(dice <= kDice, "there are more than seven dice (CV-13)");
    require(t_.means.dice <= kDice, "there are more than seven dice (CV-13)");
    switch (t_.phase) {
      case Phase::toss:
        require(in_turn && t_.means == means_of(t_, t_.turn),
                "what works this turn is not what the CVs say (CV-12)");
        require(t_.dice.empty() && !t_.throws && !t_.in_air && !t_.takes(),
                "dice lie before the first throw (CV-14)");
        require(t_.means.dice + t_.joining <= kDice, "there are more than seven dice (CV-13)");
        break;
      case Phase::dice:
        require(in_turn && t_.in_air > 0 && t_.throws < t_.means.throws, "no dice are in the air (CV-14)");
        break;
      case Phase::reroll:
        require(in_turn && t_.throws > 0 && t_.throws < t_.means.throws && !t_.in_air && !t_.takes(),
                "no throw is left (CV-14)");
        break;
      case Phase::select:
        require(in_turn && t_.throws > 0 && !t_.in_air, "cards are selected before a throw (CV-11)");
        for (const Taken& taken : t_.taken)
          require(taken.card == Card::none || (t_.may_take_as(t_.turn, taken.card) & set_of(taken.type)),
                  "a card was taken against a condition or ban (CV-31, CV-32)");
        break;
      case Phase::misfortune:
        require(in_turn && t_.losses > 0 && t_.cv_cards(t_.turn) > 0, "no misfortune strikes (CV-37)");
        break;
      case Phase::place:
        if (t_.placing.index >= t_.players()) return require(false, "nobody places a card (CV-39)");
        require(t_.unplaced != 0, "no card is to be placed (CV-39)");
        for (int i = 0; i < kTakes; ++i)
          require(!(t_.unplaced >> i & 1) || (t_.taken[static_cast<std::size_t>(i)].type != Type::event &&
                                              !t_.has_one_place(t_.placing, i)),
                  "a card has only one place (CV-39)");
        require(t_.placing == t_.turn || !in_turn, "somebody else places a card (CV-39)");
        if (!in_turn) check_assistance(SeatSet::of(t_.placing));
        break;
      case Phase::upkeep:
        require(in_turn && t_.unplaced == 0 && t_.payable_upkeep().size() > 1,
                "there is no choice of upkeep (CV-42)");
        break;
      case Phase::refill:
        require(!in_turn && t_.track.back() == Card::none && !t_.unseen.empty(),
                "the track needs no card (CV-43)");
        break;
      case Phase::assist:
        require(!in_turn && !t_.assisted.empty(), "nobody gets assistance (CV-46)");
        check_assistance(t_.assisted);
        break;
      default: break;
    }
    if (t_.phase != Phase::place)
      require(t_.placing == kNobody, "somebody places a card out of turn (CV-39)");
    if (t_.phase != Phase::misfortune) require(t_.losses == 0, "a misfortune is left (CV-37)");
    if (in_turn && t_.takes())
      require(can_pay(t_.pool(), t_.promised()), "what was taken cannot be paid (CV-24)");
    if (!in_turn) {
      require(t_.means == Means{} && t_.dice.empty() && t_.extra.empty() && !t_.throws && !t_.in_air &&
                  !t_.joining && !t_.thawed && !t_.most_bad,
              "something is left of a turn that is over (CV-43)");
      require(t_.takes() == (t_.phase == Phase::place),
              "a card taken is left of a turn that is over (CV-43)");
    } else {
      require(t_.assisted.empty(), "assistance is given within a turn (CV-45)");
    }
    require(over ? t_.unseen.of(Deck::old).size() < t_.players() && t_.last_of_round() : true,
            "the game is over too early (CV-48)");
  }

  /// A deck has just run out, and these are poor.
  void check_assistance(SeatSet seats) {
    const Deck next = t_.deck();
    require(next == Deck::goals || (next != Deck::early && t_.unseen.of(next) == OpenCards::all_of(next)),
            "assistance is given though no deck has just run out (CV-45)");
    require(seats.without(t_.poor()).empty(), "assistance is given to somebody who is not poor (CV-46)");
  }

  static bool is_open(Card card) { return number_of(card) >= kFirstOpen && number_of(card) <= 75; }

  const State& state_;
  const Table& t_;
  std::bitset<128> seen_;
  std::string wrong_;
};

}  // namespace

std::string Cv::invariants(const State& state) { return Audit(state).run(); }

}  // namespace lifetable::cv

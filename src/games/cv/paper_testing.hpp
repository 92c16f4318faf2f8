// SPDX-License-Identifier: Apache-2.0
// The rules of CV told a second time, as people would keep the game on paper: cards in rows, symbols one by
// one, nothing clever. For paper_test.cpp only. It shares with the engine the nouns, and what the cards say.
#pragma once

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "games/cv/cv.hpp"

namespace lifetable::cv::paper {

using Row = std::vector<Card>;
using Signs = std::vector<Symbol>;  ///< symbols, one by one

inline Signs signs_of(Symbols symbols) {
  Signs all;
  for (int i = 0; i < kSymbols; ++i) all.insert(all.end(), symbols.count(i), static_cast<Symbol>(i));
  return all;
}
inline Symbols symbols_of(const Signs& signs) {
  Symbols all;
  for (const Symbol sign : signs) all.add(sign);
  return all;
}
inline int number_of(const Signs& signs, Symbol wanted) {
  return static_cast<int>(std::count(signs.begin(), signs.end(), wanted));
}
template <class T>
bool has(const std::vector<T>& row, const T& item) {
  return std::find(row.begin(), row.end(), item) != row.end();
}
template <class T>
void remove(std::vector<T>& row, const T& item) {
  const auto at = std::find(row.begin(), row.end(), item);
  if (at != row.end()) row.erase(at);
}
inline bool is_one_of_four(Symbol symbol) { return symbol <= Symbol::money; }

// ---- Paying -------------------------------------------------------------------------------------------

/// What a player can pay with in a turn.
struct Purse {
  Signs own;     ///< on dice and tokens
  Signs others;  ///< of events
  Signs job;     ///< one of these too (CV-29)
  std::set<std::pair<Symbol, Symbol>> arrows;
  bool change_one = false, turn_bad = false;
  int most_bad = 1000;  ///< so many bad lucks on dice and tokens may stay bad luck (CV-36)
};

/// What is to be paid: each card's cost, and upkeep.
struct Debt {
  std::vector<Signs> cards;
  Signs upkeep;
};

/// Tries out who pays for what, symbol by symbol.
class Payment {
 public:
  static bool possible(const Purse& purse, const Debt& debt) {
    if (purse.job.empty()) return Payment(purse).settle(debt);
    const std::set<Symbol> choices(purse.job.begin(), purse.job.end());
    return std::any_of(choices.begin(), choices.end(), [&](Symbol job) {
      Purse with_job = purse;
      with_job.others.push_back(job);  // neither die nor token (CV-29)
      return Payment(with_job).settle(debt);
    });
  }

 private:
  // A kind of symbols in the purse is a place in a list: own ones first, then the others.
  static constexpr int kKinds = 2 * kSymbols, kOwnBad = static_cast<int>(Symbol::bad);
  static constexpr int kLuck = kSymbols;  // a demand for good luck on a die or token (CV-30)
  using Demands = std::vector<int>;       // a Symbol, or kLuck
  using Key = std::array<std::uint8_t, kKinds + 2>;

  explicit Payment(const Purse& purse) : purse_(purse) {
    for (const Symbol sign : purse.own) ++left_[static_cast<int>(sign)];
    for (const Symbol sign : purse.others) ++left_[kSymbols + static_cast<int>(sign)];
    for (int i = 0; i < kSymbols; ++i) becomes_[i] = reach(static_cast<Symbol>(i));
  }

  /// Whether each face is among some.
  using Faces = std::array<bool, kFaces>;

  /// What arrows can make of a symbol (CV-25, CV-26).
  Faces reach(Symbol symbol) const {
    Faces faces{};
    for (int i = 0; i < kFaces; ++i)
      faces[i] = static_cast<Symbol>(i) == symbol ||
                 (symbol == Symbol::any && is_one_of_four(static_cast<Symbol>(i)));
    for (bool more = true; more;) {
      more = false;
      for (const auto& [from, to] : purse_.arrows)
        if (faces[static_cast<int>(from)] && !faces[static_cast<int>(to)])
          more = faces[static_cast<int>(to)] = true;
    }
    return faces;
  }

  static bool satisfies(const Faces& faces, int demand) {
    if (demand == kLuck) return faces[static_cast<int>(Symbol::good)];
    if (static_cast<Symbol>(demand) == Symbol::any) return faces[0] || faces[1] || faces[2] || faces[3];
    return faces[demand];
  }
  static bool is_own(int kind) { return kind < kSymbols; }

  bool plainly(int kind, int demand) const {
    return (is_own(kind) || demand != kLuck) && satisfies(becomes_[kind % kSymbols], demand);
  }
  const Faces& any_of_four() const { return becomes_[static_cast<int>(Symbol::any)]; }
  /// CV-27
  bool if_changed(int kind, int demand) const {
    return is_own(kind) && satisfies(becomes_[kind], static_cast<int>(Symbol::any)) &&
           satisfies(any_of_four(), demand);
  }
  /// CV-28
  bool if_turned(int kind, int demand) const { return kind == kOwnBad && satisfies(any_of_four(), demand); }

  bool settle(const Debt& debt) {
    Demands demands;
    for (const Symbol sign : debt.upkeep) demands.push_back(static_cast<int>(sign));
    return choose_luck(debt, 0, demands);
  }

  /// Each card is paid for as printed, or by three good lucks (CV-30).
  bool choose_luck(const Debt& debt, std::size_t card, const Demands& so_far) {
    if (card == debt.cards.size()) return assign(so_far);
    const Signs& cost = debt.cards[card];
    Demands as_printed = so_far;
    for (const Symbol sign : cost) as_printed.push_back(static_cast<int>(sign));
    if (choose_luck(debt, card + 1, as_printed)) return true;
    if (cost.empty()) return false;
    Demands by_luck = so_far;
    by_luck.insert(by_luck.end(), 3, kLuck);
    return choose_luck(debt, card + 1, by_luck);
  }

  bool assign(Demands demands) {
    if (hopeless(demands)) return false;
    std::sort(demands.rbegin(), demands.rend());
    demands_ = std::move(demands);
    failed_.clear();
    return serve(0);
  }

  /// Too few symbols for all, or for one kind of demand: that needs no trying.
  bool hopeless(const Demands& demands) const {
    for (int demand = 0; demand <= kLuck; ++demand) {
      int there = purse_.change_one + purse_.turn_bad;
      for (int kind = 0; kind < kKinds; ++kind)
        if (plainly(kind, demand)) there += left_[kind];
      if (there < std::count(demands.begin(), demands.end(), demand)) return true;
    }
    return demands.size() > purse_.own.size() + purse_.others.size();
  }

  bool serve(std::size_t which) {
    if (which == demands_.size()) return bad_that_stays() <= purse_.most_bad;
    if (failed_.contains(key())) return false;
    const int demand = demands_[which];
    for (int kind = 0; kind < kKinds; ++kind) {
      if (left_[kind] == 0) continue;
      --left_[kind];
      const bool pays_as_bad = kind == kOwnBad && demand == kOwnBad;  // CV-35: it still counts
      kept_bad_ += pays_as_bad;
      bool served = plainly(kind, demand) && serve(which + 1);
      kept_bad_ -= pays_as_bad;
      if (!served && purse_.change_one && !changed_ && if_changed(kind, demand)) {
        changed_ = true;
        served = serve(which + 1);
        changed_ = false;
      }
      if (!served && purse_.turn_bad && !turned_ && if_turned(kind, demand)) {
        turned_ = true;
        served = serve(which + 1);
        turned_ = false;
      }
      ++left_[kind];
      if (served) return true;
    }
    failed_.insert(key());
    return false;
  }

  Key key() const {
    Key key{};
    for (int i = 0; i < kKinds; ++i) key[i] = static_cast<std::uint8_t>(left_[i]);
    key[kKinds] = static_cast<std::uint8_t>(2 * turned_ + changed_);
    key[kKinds + 1] = static_cast<std::uint8_t>(kept_bad_);
    return key;
  }

  /// Bad luck that pays nothing may be changed too, just to be rid of it (CV-36).
  int bad_that_stays() const {
    for (int i = 0; i < kFaces; ++i)
      if (i != kOwnBad && becomes_[kOwnBad][i]) return kept_bad_;
    const bool turns = purse_.turn_bad && !turned_ && left_[kOwnBad] > 0;
    return kept_bad_ + left_[kOwnBad] - turns;
  }

  const Purse& purse_;
  std::array<int, kKinds> left_{};
  std::array<Faces, kSymbols> becomes_;
  Demands demands_;
  bool changed_ = false, turned_ = false;
  int kept_bad_ = 0;
  std::set<Key> failed_;
};

// ---- Growing up ---------------------------------------------------------------------------------------

/// One player's way through CV-8, in the order in which it happens.
struct Child {
  Row dealt;     ///< three cards
  Row chosen;    ///< up to two
  Row received;  ///< the two cards, then the last one

  Row before_it() const {  // what it may choose from now
    Row cards = received.empty() ? dealt : Row(received.begin(), received.begin() + 2);
    if (chosen.size() > (received.empty() ? 0u : 1u)) return {};
    return cards;
  }
  Row passes() const {
    Row cards = chosen.size() == 1 ? dealt : received;
    remove(cards, chosen.back());
    return cards;
  }
  Row hand() const { return {chosen[0], chosen[1], received[2]}; }
};

inline std::uint16_t bits_of(const Row& cards) {
  unsigned bits = 0;
  for (const Card card : cards) bits |= 1u << cv::number_of(card);
  return static_cast<std::uint16_t>(bits);
}

/// If all have chosen equally often, they pass to the left.
inline bool pass_on(std::vector<Child>& children, std::size_t choices) {
  for (const Child& child : children)
    if (child.chosen.size() != choices) return false;
  std::vector<Row> passed;
  for (const Child& child : children) passed.push_back(child.passes());
  for (std::size_t i = 0; i < children.size(); ++i) {
    Row& received = children[(i + 1) % children.size()].received;
    received.insert(received.end(), passed[i].begin(), passed[i].end());
  }
  return true;
}

/// The same in the engine's words.
inline Secret secret_of(const Child& child, Card goal) {
  Secret secret{};
  secret.goal = goal;
  secret.offered = bits_of(child.before_it());
  if (!child.chosen.empty()) {
    secret.first = child.chosen[0];
    Row passed = child.dealt;
    remove(passed, secret.first);
    secret.passed = bits_of(passed);
  }
  if (child.chosen.size() == 2) {
    secret.second = child.chosen[1];
    secret.third = child.received[0] == secret.second ? child.received[1] : child.received[0];
  }
  if (child.received.size() == 3) secret.last = child.received[2];
  return secret;
}

// ---- The game -----------------------------------------------------------------------------------------

/// How often what is rare came up.
struct Seen {
  long misfortunes = 0, avoided = 0, insured = 0, spared = 0, upkeep_choices = 0, unpaid = 0,
       capped_upkeep = 0, assisted = 0, assisted_twice = 0, declined = 0, frozen_thrown = 0, joined = 0,
       dice_lost = 0, bans = 0, by_luck = 0, by_job = 0, by_change = 0, by_turn = 0, by_arrows = 0,
       by_events = 0, under = 0, orders = 0, as_second_type = 0, ties = 0, shared = 0, old_ran_out = 0,
       all_empty = 0;
};

class Game {
 public:
  Game(int players, const Catalogue& cards, Seen& seen)
      : n_(players), cards_(cards), seen_(seen), people_(static_cast<std::size_t>(players)) {
    for (int n = 1; n <= kCards; ++n)
      decks_[static_cast<std::size_t>(deck_of(card_of(n)))].push_back(card_of(n));
  }

  // ---- What the dealer does

  void deal(Card card) {
    switch (phase_) {
      case Phase::open_track:  // CV-5
        remove(deck(Deck::early), card);
        track_.push_back(card);
        if (track_.size() == 5) phase_ = Phase::deal_goals;
        return;
      case Phase::deal_goals:  // CV-6
        remove(deck(Deck::goals), card);
        if (dealt_ < n_)
          people_[dealt_].goal = card;
        else
          public_goals_.push_back(card);
        if (++dealt_ == 2 * n_ - 1) phase_ = Phase::deal_cards, dealt_ = 0;
        return;
      case Phase::deal_cards:  // CV-7
        remove(deck(Deck::childhood), card);
        children_.resize(people_.size());
        children_[dealt_ / 3].dealt.push_back(card);
        if (++dealt_ == 3 * n_) phase_ = Phase::choose;
        return;
      default: return open(card);
    }
  }

  /// The cards that may come next, and nothing else may.
  Row may_come() const {
    switch (phase_) {
      case Phase::open_track: return deck(Deck::early);
      case Phase::deal_goals: return deck(Deck::goals);
      case Phase::deal_cards: {  // CV-7: the Bicycle is never left out
        const Row& left = deck(Deck::childhood);
        return dealt_ == 3 * n_ - 1 && has(left, Card::bicycle) ? Row{Card::bicycle} : left;
      }
      case Phase::refill:  // CV-43
        for (const Deck each : {Deck::early, Deck::middle, Deck::old})
          if (!deck(each).empty()) return deck(each);
        return {};
      default: return {};
    }
  }
  /// How many dice are thrown.
  int in_air() const { return in_air_; }

  void roll(Symbols shown) {
    for (const Symbol face : signs_of(shown)) dice_.push_back(face);
    in_air_ = 0;
    ++throws_;
    phase_ = throws_ < throws_allowed_ ? Phase::reroll : Phase::select;  // CV-14
  }

  // ---- What people may do

  std::set<Move> legal(int seat) const {
    std::set<Move> moves;
    switch (phase_) {
      case Phase::choose:
        for (const Card card : children_[seat].before_it()) moves.insert(Move::to_take(card));
        return moves;
      case Phase::toss: moves.insert(Move::of(Move::toss)); break;
      case Phase::reroll: add_rerolls(moves); break;
      case Phase::select:
        add_purchases(moves);
        moves.insert(Move::of(Move::done));
        break;
      case Phase::misfortune:  // CV-37
        for (const Row& stack : people_[seat].cv)
          if (!stack.empty()) moves.insert(Move::to_lose(stack.back()));
        break;
      case Phase::place: add_places(seat, moves); break;
      case Phase::upkeep:
        for (const TypeSet stacks : payable_upkeep()) moves.insert(Move::to_pay(stacks));
        break;
      case Phase::assist:  // CV-47
        for (const Card card : track_) add_take(seat, card, moves);
        moves.insert(Move::of(Move::decline));
        break;
      default: return {};
    }
    for (const Card card : people_[seat].hand)
      if (may_play(card)) moves.insert(Move::to_play(card));
    return moves;
  }

  /// Who is asked now.
  std::vector<int> asked() const {
    std::vector<int> seats;
    if (phase_ == Phase::choose) {
      for (int i = 0; i < n_; ++i)
        if (!children_[i].before_it().empty()) seats.push_back(i);
    } else if (phase_ == Phase::place) {
      seats = {placing_};
    } else if (phase_ == Phase::assist) {
      seats = {poor_.front()};
    } else if (phase_ != Phase::over) {
      seats = {turn_};
    }
    return seats;
  }

  void play(int seat, Move move) {
    switch (move.what()) {
      case Move::take:
        if (phase_ == Phase::choose) return choose(seat, move.card());
        if (phase_ == Phase::assist) return grant(seat, move);
        note_how_it_is_paid(move.card());
        return take(move);
      case Move::toss: return throw_dice({});
      case Move::reroll: return throw_dice(signs_of(move.dice()));
      case Move::stop: joining_ = 0, phase_ = Phase::select; return;
      case Move::play: return play_event(seat, move.card());
      case Move::done: return suffer();
      case Move::lose: return lose(move.card());
      case Move::place: return place(seat, move.card(), move.under());
      case Move::pay: return pay_upkeep(move.stacks());
      case Move::decline: ++seen_.declined, poor_.erase(poor_.begin()); return assist_next();
      default: return;
    }
  }

  // ---- Does it look the same over there?

  std::string differs(const State& state) const {
    const Table& t = state.table;
    if (phase_ != t.phase)
      return fmt::format("the phase: {}, not {}", static_cast<int>(phase_), static_cast<int>(t.phase));
    for (const auto& compare : {&Game::differs_around, &Game::differs_in_cvs, &Game::differs_in_turn})
      if (std::string what = (this->*compare)(state); !what.empty()) return what;
    return phase_ == Phase::over ? differs_in_points(state) : "";
  }

 private:
  struct Person {
    Card goal = Card::none;
    Row hand;                     ///< events; childhood cards among them
    Row shown;                    ///< childhood cards laid open
    std::array<Row, kStacks> cv;  ///< from the bottom to the top

    int cards() const {  // CV-55
      int sum = 0;
      for (const Row& stack : cv) sum += static_cast<int>(stack.size());
      return sum;
    }
    bool has_any(Type type) const { return !cv[static_cast<std::size_t>(type)].empty(); }
    Row active() const {
      Row cards;
      for (const Row& stack : cv)
        if (!stack.empty()) cards.push_back(stack.back());
      return cards;
    }
  };

  Row& deck(Deck which) { return decks_[static_cast<std::size_t>(which)]; }
  const Row& deck(Deck which) const { return decks_[static_cast<std::size_t>(which)]; }
  Person& on_turn() { return people_[turn_]; }
  const Person& on_turn() const { return people_[turn_]; }
  int left_of(int seat) const { return (seat + 1) % n_; }
  int right_of(int seat) const { return (seat + n_ - 1) % n_; }
  static Row& stack_of(Person& person, Type type) { return person.cv[static_cast<std::size_t>(type)]; }
  static const Row& stack_of(const Person& person, Type type) {
    return person.cv[static_cast<std::size_t>(type)];
  }

  // ---- Growing up

  void choose(int seat, Card card) {
    children_[seat].chosen.push_back(card);
    if (!pass_on(children_, children_[seat].chosen.size())) return;
    if (children_[seat].chosen.size() < 2) return;
    for (int i = 0; i < n_; ++i) {
      people_[i].hand = children_[i].hand();
      if (!has(people_[i].hand, Card::bicycle)) continue;
      remove(people_[i].hand, Card::bicycle);  // CV-9
      people_[i].shown.push_back(Card::bicycle);
      stack_of(people_[i], Type::possession).push_back(Card::bicycle);
      starter_ = i;
    }
    begin_turn(starter_);
  }

  // ---- Dice

  void begin_turn(int seat) {  // CV-12
    turn_ = seat;
    phase_ = Phase::toss;
    purse_ = {};
    tokens_.clear(), dice_.clear();
    basic_dice_ = 4, throws_allowed_ = 3, throws_ = 0, joining_ = 0, effects_ = 0;
    may_thaw_ = false;
    taken_.clear();
    for (const Card card : on_turn().active()) {
      const Facts& facts = cards_[card];
      for (const Symbol sign : signs_of(facts.gives)) tokens_.push_back(sign);
      for (int from = 0; from < kFaces; ++from)
        for (int to = 0; to < kFaces; ++to)
          if (facts.arrows.from(from) >> to & 1)
            purse_.arrows.insert({static_cast<Symbol>(from), static_cast<Symbol>(to)});
      basic_dice_ = std::min(7, basic_dice_ + facts.dice);  // CV-13
      throws_allowed_ += facts.rerolls;                     // CV-17
      purse_.change_one |= facts.has(Effect::change_one);
      purse_.turn_bad |= facts.has(Effect::turn_bad);
      may_thaw_ |= facts.has(Effect::thaw);
      effects_ |= facts.effects;
    }
    if (!(effects_ & Effect::friends_job)) return;
    for (const int neighbour : {left_of(seat), right_of(seat)})  // CV-29
      if (people_[neighbour].has_any(Type::work))
        for (const Symbol sign : signs_of(cards_[stack_of(people_[neighbour], Type::work).back()].gives))
          purse_.job.push_back(sign);
  }

  /// Every choice of dice that may be thrown again (CV-14 to CV-16).
  void add_rerolls(std::set<Move>& moves) const {
    for (unsigned pick = joining_ ? 0 : 1; pick < 1u << dice_.size(); ++pick) {
      Signs again;
      for (std::size_t i = 0; i < dice_.size(); ++i)
        if (pick >> i & 1) again.push_back(dice_[i]);
      if (may_thaw_ || !has(again, Symbol::bad)) moves.insert(Move::to_reroll(symbols_of(again)));
    }
    moves.insert(Move::of(Move::stop));
  }

  void throw_dice(const Signs& again) {
    for (const Symbol face : again) remove(dice_, face);
    if (has(again, Symbol::bad)) may_thaw_ = false, ++seen_.frozen_thrown;
    in_air_ = (throws_ == 0 ? basic_dice_ : static_cast<int>(again.size())) + joining_;
    seen_.joined += joining_ > 0;
    joining_ = 0;
    phase_ = Phase::dice;
  }

  bool may_play(Card event) const {
    const Facts& facts = cards_[event];
    if (facts.has(Effect::insurance)) return phase_ == Phase::misfortune;  // CV-22
    const bool throw_to_come = phase_ == Phase::toss || phase_ == Phase::reroll;
    if (!throw_to_come && phase_ != Phase::select) return false;           // CV-18
    if (facts.dice > 0 && !throw_to_come) return false;                    // CV-20
    return !facts.has(Effect::in_old_age) || deck(Deck::old).size() < 17;  // CV-21
  }

  void play_event(int seat, Card card) {
    remove(people_[seat].hand, card);
    if (deck_of(card) == Deck::childhood) people_[seat].shown.push_back(card);
    const Facts& facts = cards_[card];
    if (phase_ == Phase::misfortune) {
      --losses_, ++seen_.insured;
      return suffer_next();
    }
    for (const Symbol sign : signs_of(facts.gives)) purse_.others.push_back(sign);  // CV-19
    for (int i = 0; i < facts.dice; ++i) {                                          // CV-20
      const int there = phase_ == Phase::toss ? basic_dice_ : static_cast<int>(dice_.size());
      if (there + joining_ < 7)
        ++joining_;
      else
        ++seen_.dice_lost;
    }
  }

  // ---- Taking cards

  Purse purse() const {
    Purse all = purse_;
    all.own = tokens_;
    all.own.insert(all.own.end(), dice_.begin(), dice_.end());
    return all;
  }
  Debt debt() const {
    Debt debt;
    for (const auto& [card, type] : taken_) debt.cards.push_back(signs_of(cards_[card].cost));
    return debt;
  }
  bool can_take(const Purse& purse, Card card) const {
    Debt all = debt();
    all.cards.push_back(signs_of(cards_[card].cost));
    return Payment::possible(purse, all);
  }

  std::vector<Type> types_of(Card card) const {
    std::vector<Type> types;
    for (int i = 0; i < 7; ++i)
      if (cards_[card].is(static_cast<Type>(i))) types.push_back(static_cast<Type>(i));
    return types;
  }

  void add_take(int seat, Card card, std::set<Move>& moves) const {
    const Person& person = people_[seat];
    const Facts& facts = cards_[card];
    for (int i = 0; i < kStacks; ++i) {  // CV-31
      const Type type = static_cast<Type>(i);
      if ((facts.needs & set_of(type)) && !person.has_any(type)) return;
      if ((facts.forbids & set_of(type)) && person.has_any(type)) return;
    }
    bool retired = false;  // CV-32
    for (const Row& stack : person.cv)
      for (const Card each : stack) retired = retired || cards_[each].has(Effect::retired);
    const std::vector<Type> types = types_of(card);
    for (const Type type : types)
      if (retired && type == Type::work)
        ++seen_.bans;
      else
        moves.insert(types.size() == 1 ? Move::to_take(card) : Move::to_take(card, type));
  }

  void add_purchases(std::set<Move>& moves) const {
    if (taken_.size() == 2) return;  // CV-23
    for (const Card card : track_)
      if (can_take(purse(), card)) add_take(turn_, card, moves);
  }

  Type type_meant(Move move) const {
    return move.type() == Type::unsaid ? types_of(move.card()).front() : move.type();
  }

  void take(Move move) {
    seen_.as_second_type += type_meant(move) != types_of(move.card()).front();
    remove(track_, move.card());
    taken_.push_back({move.card(), type_meant(move)});
  }

  /// Which of the finer rules was this purchase owed to?
  void note_how_it_is_paid(Card card) {
    const auto not_without = [&](auto take_away) {
      Purse less = purse();
      take_away(less);
      return !can_take(less, card);
    };
    seen_.by_job += not_without([](Purse& p) { p.job.clear(); });
    seen_.by_change += not_without([](Purse& p) { p.change_one = false; });
    seen_.by_turn += not_without([](Purse& p) { p.turn_bad = false; });
    seen_.by_arrows += not_without([](Purse& p) { p.arrows.clear(); });
    seen_.by_events += not_without([](Purse& p) { p.others.clear(); });
    Debt printed = debt();
    printed.cards.push_back({});
    for (Signs& cost : printed.cards)
      printed.upkeep.insert(printed.upkeep.end(), cost.begin(), cost.end()), cost.clear();
    for (const Symbol sign : signs_of(cards_[card].cost)) printed.upkeep.push_back(sign);
    seen_.by_luck += !Payment::possible(purse(), printed);
  }

  // ---- Bad luck

  void suffer() {  // CV-34 to CV-36
    Purse all = purse();
    const int bad = number_of(all.own, Symbol::bad);
    losses_ = 0;
    if (bad >= 3) {
      for (all.most_bad = 2; !Payment::possible(all, debt()); all.most_bad += 3) ++losses_;
      purse_.most_bad = all.most_bad;
      seen_.avoided += losses_ < bad / 3;
    }
    seen_.misfortunes += losses_;
    phase_ = Phase::misfortune;
    suffer_next();
  }

  void suffer_next() {
    if (losses_ > 0 && on_turn().cards() == 0) losses_ = 0, ++seen_.spared;  // CV-37
    if (losses_ == 0) add_to_cv();
  }

  void lose(Card card) {
    for (Row& stack : on_turn().cv)
      if (!stack.empty() && stack.back() == card) stack.pop_back();
    --losses_;
    suffer_next();
  }

  // ---- Adding to the CV

  static bool goes_anywhere(Type type) { return type <= Type::knowledge; }  // CV-39

  void add_to_cv() {
    placing_ = turn_;
    to_place_ = taken_;
    place_what_is_clear();
  }

  void place_what_is_clear() {
    for (std::size_t i = 0; i < to_place_.size();) {
      const auto [card, type] = to_place_[i];
      const bool is_event = type == Type::event;
      const bool alone = to_place_.size() == 1 || to_place_[1 - i].second != type;
      if (is_event)
        people_[placing_].hand.push_back(card);  // CV-38
      else if (alone && (!goes_anywhere(type) || !people_[placing_].has_any(type)))
        stack_of(people_[placing_], type).push_back(card);
      else {
        ++i;
        continue;
      }
      to_place_.erase(to_place_.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;
    }
    phase_ = Phase::place;
    if (!to_place_.empty()) return;
    if (poor_.empty())
      charge_upkeep();
    else
      poor_.erase(poor_.begin()), assist_next();
  }

  void add_places(int seat, std::set<Move>& moves) const {
    for (const auto& [card, type] : to_place_) {
      moves.insert(Move::to_place(card));
      if (goes_anywhere(type))
        for (const Card under : stack_of(people_[seat], type)) moves.insert(Move::to_place(card, under));
    }
  }

  void place(int seat, Card card, Card under) {
    const auto at =
        std::find_if(to_place_.begin(), to_place_.end(), [&](auto& each) { return each.first == card; });
    Row& stack = stack_of(people_[seat], at->second);
    stack.insert(under == Card::none ? stack.end() : std::find(stack.begin(), stack.end(), under), card);
    seen_.under += under != Card::none;
    seen_.orders += at != to_place_.begin() && at->second == to_place_[0].second;
    to_place_.erase(at);
    place_what_is_clear();
  }

  /// Active cards whose upkeep is due, by stack (CV-41).
  std::map<int, Card> due() const {
    std::map<int, Card> cards;
    for (int i = 0; i < kStacks; ++i) {
      const Row& stack = on_turn().cv[static_cast<std::size_t>(i)];
      if (stack.empty() || cards_[stack.back()].upkeep.empty()) continue;
      const bool new_card =
          std::any_of(taken_.begin(), taken_.end(), [&](auto& t) { return t.first == stack.back(); });
      if (!new_card) cards[i] = stack.back();
    }
    return cards;
  }

  std::set<TypeSet> payable_upkeep(bool capped = true) const {  // CV-42
    const std::map<int, Card> cards = due();
    std::map<int, std::set<TypeSet>> by_number;
    for (unsigned set = 0; set < 1u << kStacks; ++set) {
      Debt all = debt();
      int number = 0;
      bool all_due = true;
      for (int i = 0; i < kStacks; ++i) {
        if (!(set >> i & 1)) continue;
        ++number;
        all_due = all_due && cards.contains(i);
        if (!all_due) break;
        for (const Symbol sign : signs_of(cards_[cards.at(i)].upkeep)) all.upkeep.push_back(sign);
      }
      Purse from = purse();
      if (!capped) from.most_bad = 1000;
      if (all_due && Payment::possible(from, all)) by_number[number].insert(static_cast<TypeSet>(set));
    }
    return by_number.rbegin()->second;
  }

  void charge_upkeep() {
    if (due().empty()) return clean_up();
    const std::set<TypeSet> sets = payable_upkeep();
    if (purse_.most_bad < 1000) seen_.capped_upkeep += sets != payable_upkeep(false);
    if (sets.size() == 1) return pay_upkeep(*sets.begin());
    ++seen_.upkeep_choices;
    phase_ = Phase::upkeep;
  }

  void pay_upkeep(TypeSet paid) {
    for (const auto& [stack, card] : due())
      if (!(paid >> stack & 1)) on_turn().cv[static_cast<std::size_t>(stack)].pop_back(), ++seen_.unpaid;
    clean_up();
  }

  // ---- Cleaning up

  bool round_ends() const { return left_of(turn_) == starter_; }

  void clean_up() {
    if ((round_ends() || n_ == 2) && !track_.empty()) track_.erase(track_.begin());  // CV-44
    refill();
  }

  bool decks_are_empty() const {
    return deck(Deck::early).empty() && deck(Deck::middle).empty() && deck(Deck::old).empty();
  }

  void refill() {  // CV-43
    phase_ = Phase::refill;
    if (track_.size() == 5 || decks_are_empty()) finish_turn();
  }

  void open(Card card) {
    Row& from = deck(deck_of(card));
    remove(from, card);
    track_.push_back(card);
    if (!from.empty()) return refill();
    seen_.old_ran_out += deck_of(card) == Deck::old;
    poor_.clear();  // CV-45, CV-46
    for (int i = 0, seat = turn_; i < n_; ++i, seat = left_of(seat))
      for (const Person& other : people_)
        if (other.cards() > people_[seat].cards() && other.cards() >= 2 * people_[seat].cards()) {
          poor_.push_back(seat);
          break;
        }
    seen_.assisted_twice += poor_.size() > 1;
    seen_.all_empty +=
        std::all_of(people_.begin(), people_.end(), [](const Person& each) { return each.cards() == 0; });
    assist_next();
  }

  void assist_next() {
    if (poor_.empty()) return refill();
    phase_ = Phase::assist;
  }

  void grant(int seat, Move move) {  // CV-47
    ++seen_.assisted;
    remove(track_, move.card());
    placing_ = seat;
    to_place_ = {{move.card(), type_meant(move)}};
    place_what_is_clear();
  }

  void finish_turn() {  // CV-48
    if (!round_ends() || static_cast<int>(deck(Deck::old).size()) >= n_) return begin_turn(left_of(turn_));
    phase_ = Phase::over;
  }

  // ---- Points

  int worth(const Person& person, Card goal) const {  // CV-52, CV-54
    const Facts& facts = cards_[goal];
    int tokens = 0;
    for (const Card card : person.active()) tokens += static_cast<int>(signs_of(cards_[card].gives).size());
    for (int sets = 0;; ++sets) {  // is there one set more?
      bool full = tokens >= (sets + 1) * facts.goal.tokens;
      for (std::size_t i = 0; i < kStacks; ++i)
        full = full && static_cast<int>(person.cv[i].size()) >= (sets + 1) * facts.goal.cards[i];
      if (!full) return sets * facts.points;
    }
  }

  Sheet sheet(const Person& person) const {
    Sheet sheet;
    for (std::size_t i = 0; i < 3; ++i) {  // CV-49, CV-50
      const Row& stack = person.cv[i];
      int cards = static_cast<int>(stack.size());
      if (!stack.empty() && cards_[stack.back()].has(Effect::twice)) ++cards;
      for (int n = 1; n <= cards; ++n) sheet.stacks[i] += n;
    }
    for (const Card card : stack_of(person, Type::possession)) sheet.possessions += cards_[card].points;
    sheet.secret = worth(person, person.goal);
    for (std::size_t i = 0; i < public_goals_.size(); ++i) {  // CV-53
      sheet.goals[i] = worth(person, public_goals_[i]);
      for (const Person& other : people_)
        if (worth(other, public_goals_[i]) > worth(person, public_goals_[i])) sheet.goals[i] = 0;
    }
    return sheet;
  }

  std::set<int> winners() const {                         // CV-56
    std::map<int, std::map<int, std::set<int>>> ranking;  // by points, by cards
    for (int i = 0; i < n_; ++i) ranking[sheet(people_[i]).total()][people_[i].cards()].insert(i);
    const auto& best = ranking.rbegin()->second;
    seen_.ties += best.size() > 1;
    seen_.shared += best.begin()->second.size() > 1;
    return best.begin()->second;
  }

  // ---- Comparing

  static Row heap(Row row) {  // where order does not matter
    std::sort(row.begin(), row.end());
    return row;
  }
  static Row row_of(OpenCards cards) {
    Row row;
    for (const Card card : cards) row.push_back(card);
    return row;
  }

  std::string differs_around(const State& state) const {
    const Table& t = state.table;
    Row track;
    for (const Card card : t.track)
      if (card != Card::none) track.push_back(card);
    if (track != track_) return "the track";
    for (const Deck each : {Deck::early, Deck::middle, Deck::old})
      if (heap(row_of(t.unseen.of(each))) != heap(deck(each))) return "the decks";
    Row goals;
    for (const Card card : t.goals)
      if (card != Card::none) goals.push_back(card);
    if (goals != public_goals_) return "the public goals";
    for (int i = 0; i < n_; ++i) {
      const Secret& secret = state.secrets[static_cast<std::size_t>(i)];
      const Child child = children_.empty() ? Child{} : children_[i];
      if (secret != secret_of(child, people_[i].goal)) return fmt::format("the secret of seat {}", i + 1);
      if (t.revealed[static_cast<std::size_t>(i)] != (phase_ == Phase::over ? people_[i].goal : Card::none))
        return "the goals revealed";
    }
    Actors actors = Actors::none();
    switch (phase_) {
      case Phase::open_track:
      case Phase::deal_goals:
      case Phase::deal_cards:
      case Phase::dice:
      case Phase::refill: actors = Actors::the_dealer(); break;
      case Phase::over: break;
      default:
        actors.kind = Actors::seats;
        for (const int seat : asked()) actors.set.add(Seat{seat});
    }
    const Actors theirs = Cv::actors(state);
    return actors.kind != theirs.kind || actors.set != theirs.set ? "who is asked" : "";
  }

  std::string differs_in_cvs(const State& state) const {
    const Table& t = state.table;
    for (int i = 0; i < n_; ++i) {
      const auto seat = static_cast<std::size_t>(i);
      for (std::size_t stack = 0; stack < kStacks; ++stack) {
        Row row;
        for (Card card = t.top[seat][stack]; card != Card::none; card = t.below_of(card))
          row.insert(row.begin(), card);
        if (row != people_[seat].cv[stack] || row.size() != t.count[seat][stack])
          return fmt::format("stack {} of seat {}", stack, i + 1);
      }
      if (t.shown[seat] != bits_of(people_[seat].shown)) return "the childhood cards laid open";
      Row hand = row_of(t.events[seat]);
      if (starter_ >= 0)
        for (int n = 1; n <= 12; ++n)
          if (state.secrets[seat].hand(t.shown[seat]) >> n & 1) hand.push_back(card_of(n));
      if (heap(hand) != heap(people_[seat].hand)) return fmt::format("the hand of seat {}", i + 1);
    }
    return "";
  }

  std::string differs_in_turn(const State& state) const {
    const Table& t = state.table;
    if (starter_ < 0) return "";
    if (t.starter.index != starter_) return "who begins rounds";
    if (t.turn.index != turn_) return "whose turn it is";
    SeatSet poor;
    for (const int seat : poor_)
      if (phase_ != Phase::place || seat != placing_) poor.add(Seat{seat});
    if (t.assisted != poor) return "who gets social assistance";
    if (phase_ == Phase::place && t.placing.index != placing_) return "who places cards";
    if (phase_ == Phase::refill || phase_ == Phase::assist || phase_ == Phase::over) return "";
    if (phase_ == Phase::place && !poor_.empty()) return "";
    if (t.dice != symbols_of(dice_)) return "the dice";
    if (t.means.tokens != symbols_of(tokens_)) return "the tokens";
    if (t.extra != symbols_of(purse_.others)) return "the symbols of events";
    if (t.means.dice != basic_dice_) return "how many dice there are";
    if (t.in_air != in_air_) return "how many dice are in the air";
    if (t.joining != joining_) return fmt::format("how many dice join: {}, not {}", joining_, t.joining);
    if (t.means.throws != throws_allowed_) return "how many throws there are";
    if (t.throws != throws_) return "how many throws were made";
    if (t.means.effects != effects_) return "the special effects";
    if (((effects_ & Effect::thaw) && !t.thawed) != may_thaw_) return "whether bad luck may be thrown";
    if (t.means.job != symbols_of(purse_.job).kinds()) return "the friend's job";
    if (t.losses != losses_) return fmt::format("the misfortunes: {}, not {}", losses_, t.losses);
    std::vector<std::pair<Card, Type>> taken, to_place;
    for (std::size_t i = 0; i < kTakes; ++i) {
      if (t.taken[i].card == Card::none) continue;
      taken.push_back({t.taken[i].card, t.taken[i].type});
      if (t.unplaced >> i & 1) to_place.push_back(taken.back());
    }
    if (taken != taken_) return "the cards taken";
    if (phase_ == Phase::place && to_place != to_place_) return "the cards to place";
    return "";
  }

  std::string differs_in_points(const State& state) const {
    const Scores scores = Cv::scores(state);
    for (int i = 0; i < n_; ++i) {
      const Sheet mine = sheet(people_[i]), theirs = sheet_of(state.table, Seat{i}, people_[i].goal);
      if (mine.stacks != theirs.stacks) return fmt::format("the points of stacks of seat {}", i + 1);
      if (mine.possessions != theirs.possessions) return fmt::format("the possessions of seat {}", i + 1);
      if (mine.secret != theirs.secret) return fmt::format("the secret goal of seat {}", i + 1);
      if (mine.goals != theirs.goals) return fmt::format("the public goals of seat {}", i + 1);
      if (scores[static_cast<std::size_t>(i)] != mine.total())
        return fmt::format("the sum of seat {}", i + 1);
    }
    SeatSet best;
    for (const int seat : winners()) best.add(Seat{seat});
    return best == Cv::winners(state) ? "" : "who has won";
  }

  int n_;
  const Catalogue& cards_;
  Seen& seen_;
  Phase phase_ = Phase::open_track;
  std::array<Row, kDecks> decks_;
  Row track_, public_goals_;
  std::vector<Person> people_;
  std::vector<Child> children_;
  int dealt_ = 0, starter_ = -1, turn_ = -1;
  // The turn under way.
  Purse purse_;  // without what dice and tokens show
  Signs tokens_, dice_;
  int basic_dice_ = 0, throws_allowed_ = 0, throws_ = 0, joining_ = 0, in_air_ = 0, losses_ = 0;
  unsigned effects_ = 0;
  bool may_thaw_ = false;
  std::vector<std::pair<Card, Type>> taken_, to_place_;
  int placing_ = -1;
  std::vector<int> poor_;  // who has still to be assisted, in their order
};

}  // namespace lifetable::cv::paper

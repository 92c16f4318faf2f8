// SPDX-License-Identifier: Apache-2.0
// What a CV promises to be worth in the end: the points it has, what its stacks and goals will grow to, and
// what its active cards earn in the turns to come.
#pragma once

#include <array>
#include <cstdint>

#include "games/cv/cv.hpp"

namespace lifetable::cv {

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

/// My turns after this one, about.
double turns_left(const Table& table);

/// What an event in hand is worth with so many turns left.
double worth_in_hand(const Facts& event, double turns);

/// The prospects of one seat. The view must outlive them.
class Prospects {
 public:
  explicit Prospects(const View& view);

  const Life& life() const { return life_; }
  Hand hand() const { return {mine_.hand(t_.shown[me_.index]), t_.events[me_.index]}; }
  double turns() const { return turns_; }

  double of(const Life& life) const;
  /// The CV with these cards, placed as is best.
  Prospect with(const Life& life, const Taken* first, const Taken* end) const;
  /// The same with those taken so far.
  double with_taken(const Life& life) const {
    return with(life, t_.taken.data(), t_.taken.data() + kTakes).value;
  }
  /// With a card taken, just as this move places it.
  double placed(Move move) const;
  /// The CV without the active cards of these stacks.
  Life without(TypeSet stacks, Life life) const;
  /// What an event in hand is worth.
  double kept(Card event) const { return worth_in_hand(facts(event), turns_); }
  /// Of the CV and all events in hand.
  double with_hand() const;

 private:
  /// A goal, ready to be counted.
  struct Wish {
    int points, tokens;            ///< for each set of cards, or for so many tokens
    Symbols cards;                 ///< of each stack, a byte each
    std::uint64_t stacks;          ///< the bytes of the stacks that count for it
    std::array<double, 45> begun;  ///< what so many cards of a set are worth; blank beyond a whole set
    /// Many plans lead to the same numbers of cards that count, or tokens: what they gave is remembered.
    mutable std::array<std::uint64_t, 16> known;
    mutable std::array<double, 16> points_then;
  };
  const Facts& facts(Card card) const { return cards_[card]; }
  Life my_life() const;
  void learn(Card card);
  void learn_goal(Card card, Wish& wish);
  double earned(Card card) const;
  double earns(Card card) const { return earns_[static_cast<std::size_t>(card)]; }
  double stack_points(std::size_t stack, Card active, const Life& life) const;
  double active_value(std::size_t stack, Card card, const Life& life) const;
  int tokens_of(const Life& life) const;
  double goal(const Wish& wish, const Life& life) const;
  double goal_points(std::size_t which, const Life& life) const;
  double remembered(std::size_t which, const Life& life) const;
  Life with_one_more(Taken taken, Life life) const;

  const Table& t_;
  const Catalogue& cards_;
  const Secret& mine_;
  const Seat me_;
  const double turns_;
  const Life life_;
  std::array<double, kMaxPlayers - 1> rivals_{};  ///< the most that another has of each public goal
  std::array<double, kCards + 1> earns_;  ///< by each card that matters now; of the others it is blank
  const std::size_t goals_;               ///< public ones
  bool tokens_count_ = false;             ///< for some goal
  std::array<Wish, kMaxPlayers> wishes_;  ///< my goal, and the public ones
};

}  // namespace lifetable::cv

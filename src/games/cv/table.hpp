// SPDX-License-Identifier: Apache-2.0
// Everything that lies open at a table of CV: what any bystander sees or could have noted down.
//
// Nearly all of the game is open. Only childhood cards in hand and secret goals are not (CV-10).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "core/list.hpp"
#include "core/result.hpp"
#include "core/seat.hpp"
#include "games/cv/catalogue.hpp"
#include "games/cv/pay.hpp"

namespace lifetable::cv {

inline constexpr int kMaxPlayers = 4, kTrack = 5, kTakes = 2, kChildhoodHand = 3;
inline constexpr int kBasicDice = 4, kBasicThrows = 3;
inline constexpr int kFirstOpen = 13;  ///< cards from here to 75 come onto the track

struct Options {
  std::uint8_t players = 4;
  CatalogueId cards = kStandard;
  friend constexpr bool operator==(const Options&, const Options&) = default;
};

enum class Phase : std::uint8_t {
  open_track,  // the dealer lays out the track
  deal_goals,  // the dealer gives everyone a goal, then opens the public ones
  deal_cards,  // the dealer gives everyone three childhood cards
  choose,      // everyone not in `chosen` chooses a childhood card
  toss,        // `turn` may play events, and throws for the first time
  dice,        // the dealer: dice are in the air
  reroll,      // `turn` may throw again, play events, or stop
  select,      // `turn` may take cards and play events
  misfortune,  // `turn` loses a card, or plays a Life insurance
  place,       // `placing` places a card into its CV
  upkeep,      // `turn` says which upkeep is paid
  refill,      // the dealer fills the track
  assist,      // the first of `assisted` from `turn` on may take a card
  over,
};

/// Cards 13 to 75, one bit each.
struct OpenCards {
  std::uint64_t bits = 0;

  static constexpr std::uint64_t bit(Card card) { return std::uint64_t{1} << (number_of(card) - kFirstOpen); }
  static constexpr OpenCards all_of(Deck deck) {
    const Range range = range_of(deck);
    return {((std::uint64_t{1} << range.size()) - 1) << (range.first - kFirstOpen)};
  }
  constexpr bool has(Card card) const {
    return number_of(card) >= kFirstOpen && number_of(card) < 76 && (bits & bit(card));
  }
  constexpr void add(Card card) { bits |= bit(card); }
  constexpr void remove(Card card) { bits &= ~bit(card); }
  constexpr int size() const { return std::popcount(bits); }
  constexpr bool empty() const { return bits == 0; }
  constexpr OpenCards of(Deck deck) const { return {bits & all_of(deck).bits}; }
  /// The card at place `n` (from 0), in the order of numbers.
  constexpr Card nth(int n) const {
    std::uint64_t rest = bits;
    for (; n > 0; --n) rest &= rest - 1;
    return OpenCards{rest}.first();
  }
  constexpr Card first() const { return card_of(kFirstOpen + std::countr_zero(bits)); }
  friend constexpr bool operator==(OpenCards, OpenCards) = default;

  struct Iterator {
    std::uint64_t rest;
    constexpr Card operator*() const { return OpenCards{rest}.first(); }
    constexpr Iterator& operator++() { return rest &= rest - 1, *this; }
    friend constexpr bool operator==(Iterator, Iterator) = default;
  };
  constexpr Iterator begin() const { return {bits}; }
  constexpr Iterator end() const { return {0}; }
};

/// Events in a hand: childhood cards, bit n for card n, and those taken openly.
struct Hand {
  std::uint16_t childhood = 0;
  OpenCards open = {};

  int size() const { return std::popcount(childhood) + open.size(); }
  bool has(Card card) const {
    return number_of(card) < kFirstOpen ? childhood >> number_of(card) & 1 : open.has(card);
  }
  Card nth(int n) const {
    const int first = std::popcount(childhood);
    if (n >= first) return open.nth(n - first);
    unsigned rest = childhood;
    for (; n > 0; --n) rest &= rest - 1;
    return card_of(std::countr_zero(rest));
  }
};

/// What works for a player in one turn, as the cards lay when it began (CV-12).
struct Means {
  Symbols tokens;
  Arrows arrows;                       ///< chained
  std::uint8_t dice;                   ///< of cards and the four basic ones, at most seven (CV-13)
  std::uint8_t throws;                 ///< CV-14, CV-17
  std::uint8_t effects;                ///< Effect bits of active cards
  SymbolSet job;                       ///< what a friend's job offers (CV-29)
  std::array<std::uint8_t, 4> unused;  // always 0
  friend bool operator==(const Means&, const Means&) = default;
};

/// A card taken this turn, or by assistance.
struct Taken {
  Card card = Card::none;
  Type type = Type::health;  ///< the stack it goes to; Type::event: the hand
  friend constexpr bool operator==(Taken, Taken) = default;
};

/// Whether the round under way is the last (CV-48), or may be: everyone can still take two cards.
enum class LastRound : std::uint8_t { no, maybe, yes };

/// What is missing for a card.
struct Lack {
  Symbols symbols;
  bool by_luck;  ///< with them three good lucks buy it (CV-30)
};

struct Table {
  template <class T>
  using PerSeat = std::array<T, kMaxPlayers>;
  template <class T>
  using PerStack = std::array<T, kStacks>;

  OpenCards unseen;           ///< still in the decks
  PerSeat<OpenCards> events;  ///< in the hands, taken openly
  Means means;                ///< of `turn`
  Symbols dice;               ///< as they lie
  Symbols extra;              ///< of events played this turn
  /// CVs as linked stacks: the top of each, and the card below each card (at its number - 12).
  PerSeat<PerStack<Card>> top;
  std::array<Card, 64> below;
  PerSeat<PerStack<std::uint8_t>> count;
  PerSeat<std::uint16_t> shown;    ///< childhood cards that each seat has laid open: bit n for card n
  std::array<Card, kTrack> track;  ///< from the left; Card::none beyond its end
  std::array<Card, kMaxPlayers - 1> goals;  ///< public
  PerSeat<Card> revealed;                   ///< secret goals, once the game is over
  Options options;
  Phase phase;
  std::uint8_t step;  ///< setting up: how many cards were dealt in this phase; growing up: 0 or 1 (CV-8)
  SeatSet chosen;
  Seat starter;  ///< first owner of the Bicycle
  Seat turn;
  // The turn under way; else 0.
  std::uint8_t throws;   ///< made so far
  std::uint8_t in_air;   ///< dice being thrown
  std::uint8_t joining;  ///< dice of events that join the next throw
  bool thawed;           ///< bad luck has been thrown again (CV-16)
  std::array<Taken, kTakes> taken;
  std::uint8_t unplaced;  ///< bit i: taken[i] is not placed yet
  std::uint8_t losses;    ///< misfortunes not suffered yet
  std::uint8_t most_bad;  ///< bad lucks that can still pay as such; 255: no matter (CV-36)
  Seat placing;           ///< in phase place
  SeatSet assisted;       ///< who has still to be assisted

  friend bool operator==(const Table&, const Table&) = default;

  int players() const { return options.players; }
  const Catalogue& cards() const { return catalogue(options.cards); }
  const Facts& facts(Card card) const { return cards()[card]; }
  Seat next(Seat seat) const { return seat.clockwise(1, players()); }
  Seat previous(Seat seat) const { return seat.clockwise(players() - 1, players()); }

  Card active(Seat seat, Type stack) const { return top[seat.index][static_cast<std::size_t>(stack)]; }
  int cards_in(Seat seat, Type stack) const { return count[seat.index][static_cast<std::size_t>(stack)]; }
  Card& below_of(Card card) { return below[static_cast<std::size_t>(number_of(card)) - 12]; }
  Card below_of(Card card) const { return below[static_cast<std::size_t>(number_of(card)) - 12]; }
  /// CV-55.
  int cv_cards(Seat seat) const {
    int sum = 0;
    for (const auto each : count[seat.index]) sum += each;
    return sum;
  }
  /// The types of which the CV has a card.
  TypeSet types_in_cv(Seat seat) const;
  bool in_cv(Seat seat, Type stack, Card card) const;
  bool is_retired(Seat seat) const;  // CV-32

  int track_size() const {
    int size = 0;
    while (size < kTrack && track[static_cast<std::size_t>(size)] != Card::none) ++size;
    return size;
  }
  bool on_track(Card card) const {
    return card != Card::none && std::find(track.begin(), track.end(), card) != track.end();
  }
  int takes() const { return (taken[0].card != Card::none) + (taken[1].card != Card::none); }
  /// The deck that the next card of the track comes from; Deck::goals if all are empty (CV-43).
  Deck deck() const { return unseen.empty() ? Deck::goals : deck_of(unseen.first()); }
  bool old_age() const { return unseen.of(Deck::old).size() < range_of(Deck::old).size(); }  // CV-21
  /// Whether the turn of `turn` ends a round (CV-11).
  bool last_of_round() const { return next(turn) == starter; }
  LastRound last_round() const;  ///< once turns have begun

  /// What `seat` may take the card as; empty if a condition or ban forbids it (CV-31, CV-32). Its cost is not
  /// looked at.
  TypeSet may_take_as(Seat seat, Card card) const;
  /// What `turn` can pay with now, and has promised so far.
  Pool pool() const {
    return {.own = dice + means.tokens,
            .extra = extra,
            .arrows = means.arrows,
            .job = means.job,
            .change_one = (means.effects & Effect::change_one) != 0,
            .turn_bad = (means.effects & Effect::turn_bad) != 0,
            .most_bad = most_bad};
  }
  Bill promised() const {
    Bill bill;
    for (std::size_t i = 0; i < kTakes; ++i)
      bill.cards[i] = facts(taken[i].card).cost;  // that of no card is 0
    return bill;
  }
  /// That, and the cost of one card more. Fewer than two must be taken.
  Bill promised_with(Card card) const {
    Bill bill = promised();
    bill.cards[static_cast<std::size_t>(takes())] = facts(card).cost;
    return bill;
  }
  /// The same, without three good lucks for this card: its cost is paid as upkeep is (CV-42).
  Bill promised_with_printed(Card card) const {
    Bill bill = promised();
    bill.upkeep = facts(card).cost;
    return bill;
  }
  /// Whether `turn` could pay for one card more (CV-24); and whether with its printed cost.
  bool can_afford(Card card) const { return can_pay(pool(), promised_with(card)); }
  bool can_afford_printed(Card card) const { return can_pay(pool(), promised_with_printed(card)); }
  /// The fewest symbols that are missing for it: of its printed cost, unless three good lucks miss fewer.
  Lack lacking_for(Card card) const {
    const Symbols printed = missing(pool(), promised_with_printed(card));
    const Symbols fewest = missing(pool(), promised_with(card));
    return fewest.size() < printed.size() ? Lack{fewest, true} : Lack{printed, false};
  }
  /// Whether a card taken this turn is paid with its printed cost; else only three good lucks do (CV-30).
  bool pays_as_printed(std::size_t which) const {
    Bill bill = promised();
    bill.upkeep = bill.cards[which];
    bill.cards[which] = {};
    return can_pay(pool(), bill);
  }
  /// The dice that `turn` may throw again: bad luck is frozen (CV-15, CV-16).
  Symbols may_throw_again() const {
    const bool thaws = (means.effects & Effect::thaw) && !thawed;
    return thaws ? dice : Symbols{dice.bits & ~(std::uint64_t{255} << 8 * static_cast<int>(Symbol::bad))};
  }
  /// Those of these events that `turn` may play now (CV-18 to CV-22).
  Hand playable(Hand hand) const;
  Clause why_not_playable(Card event) const;
  /// Stacks of `turn` whose active card's upkeep is due (CV-41).
  TypeSet upkeep_due() const;
  /// The largest sets of these that can be paid, the highest bits first (CV-42).
  FixedList<TypeSet, 32> payable_upkeep() const;
  /// Whether no choice is left where the card can go: the stack has one place for it, and the other card
  /// taken goes elsewhere (CV-39, CV-40).
  bool has_one_place(Seat seat, int which) const;
  /// The turn is over but for the refill and what it brings about.
  bool cleaning_up() const { return means.dice == 0; }

  SeatSet winners() const;  ///< once it is over (CV-56)
  SeatSet poor() const;     ///< who gets social assistance if a deck runs out now
  Seat first_assisted() const { return assisted.next(turn); }

  Actors actors() const {
    switch (phase) {
      case Phase::open_track:
      case Phase::deal_goals:
      case Phase::deal_cards:
      case Phase::dice:
      case Phase::refill: return Actors::the_dealer();
      case Phase::choose: return Actors::any(SeatSet::first(players()).without(chosen), Seat{0});
      case Phase::place: return Actors::one(placing);
      case Phase::assist: return Actors::one(first_assisted());
      case Phase::over: return Actors::none();
      default: return Actors::one(turn);
    }
  }
};

static_assert(std::has_unique_object_representations_v<Table>);

/// What would work for `seat` if its turn began now (CV-12).
Means means_of(const Table& table, Seat seat);

/// How the points of one player add up (CV-49 to CV-54).
struct Sheet {
  std::array<int, 3> stacks{};  ///< health, relationship, knowledge
  int possessions = 0;
  int secret = 0;
  std::array<int, kMaxPlayers - 1> goals{};  ///< public
  int total() const {
    return stacks[0] + stacks[1] + stacks[2] + possessions + secret + goals[0] + goals[1] + goals[2];
  }
};

/// The points of `seat` as the table lies now. A goal of Card::none gives nothing.
Sheet sheet_of(const Table& table, Seat seat, Card secret_goal);

}  // namespace lifetable::cv

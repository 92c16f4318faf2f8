// SPDX-License-Identifier: Apache-2.0
// The contract of a game, checked at compile time. A game is one struct of static functions over plain data;
// see docs/adding-a-game.md for what each must do, and src/play/conformance.hpp for the laws they must obey.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/fields.hpp"
#include "core/ink.hpp"
#include "core/list.hpp"
#include "core/phrase.hpp"
#include "core/random.hpp"
#include "core/result.hpp"
#include "core/seat.hpp"
#include "core/shares.hpp"

namespace lifetable {

/// What the players are called, by seat.
using Names = std::span<const std::string>;

/// Points by seat.
using Scores = FixedList<int, kMaxSeats>;

/// One of a list that is not empty, each equally likely.
template <class List, RandomSource R>
constexpr auto pick_from(const List& list, R& rng) {
  return list[below(rng, static_cast<std::uint32_t>(list.size()))];
}

/// The item of the list that is worth most; among equals any, fairly. Doubles may round differently on other
/// platforms, so what is almost equal is equal.
template <class List, class Worth, RandomSource R>
constexpr auto best_of(const List& list, R& rng, Worth worth) {
  constexpr double same = 1e-9;
  auto best = list[0];
  double most = worth(best);
  std::uint32_t equals = 1;
  for (std::size_t i = 1; i < list.size(); ++i) {
    const double value = worth(list[i]);
    if (value > most + same) {
      most = value, best = list[i], equals = 1;
    } else if (value > most - same && below(rng, ++equals) == 0) {
      best = list[i];
    }
  }
  return best;
}

/// One thing the dealer may do, as likely as its weight.
template <class Move>
struct Outcome {
  Move move;
  std::uint32_t weight;
};

/// A choice a table can make before the game, for help texts and, later, for the page.
struct OptionHelp {
  std::string_view name, standard, meaning;
};

/// A sink that drops events. Rules compiled with it do no work for them.
struct Silence {
  template <class Event>
  constexpr void operator()(const Event&) const {}
};

/// A sink that keeps events, for tables, records and tests; simulations use Silence.
template <class Event>
struct EventLog {
  std::vector<Event> events;
  void operator()(const Event& event) { events.push_back(event); }
};

template <class T>
concept Plain = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T> &&
                std::equality_comparable<T>;

template <class G>
concept Game =
    Plain<typename G::State> && Plain<typename G::View> && Plain<typename G::Move> &&
    std::is_trivially_copyable_v<typename G::Event> && std::equality_comparable<typename G::Event> &&
    std::equality_comparable<typename G::Options> && std::is_trivially_copyable_v<typename G::Options> &&
    sizeof(typename G::Move) <= 4 && sizeof(typename G::State) <= 512 &&
    !std::is_convertible_v<typename G::State, typename G::View> &&
    // what it is called, and for whom it is
    requires {
      { G::name } -> std::convertible_to<std::string_view>;    // on the command line: "cradle"
      { G::title } -> std::convertible_to<std::string_view>;   // on the box
      { G::prefix } -> std::convertible_to<std::string_view>;  // of its clauses: "CG"
      { G::rules_version } -> std::convertible_to<int>;        // rises only when behaviour changes
      { G::min_players } -> std::convertible_to<int>;
      { G::max_players } -> std::convertible_to<int>;
      { G::lowest_wins } -> std::convertible_to<bool>;
    } &&
    // the course of a game
    requires(typename G::State state, const typename G::State now, const typename G::View view,
             typename G::View folded, typename G::Move move, typename G::Options options,
             typename G::Event event, Seat seat, Xoshiro256pp rng, ChaCha20 stream, Silence silence,
             EventLog<typename G::Event> log) {
      { G::start(options) } -> std::same_as<typename G::State>;
      { G::actors(now) } -> std::same_as<Actors>;
      { G::actors(view) } -> std::same_as<Actors>;  // anybody can tell whose move it is
      { G::outcomes(now)[0] } -> std::convertible_to<Outcome<typename G::Move>>;
      { G::draw(now, rng) } -> std::same_as<typename G::Move>;     // one outcome, fairly: the same as
      { G::draw(now, stream) } -> std::same_as<typename G::Move>;  // picking from outcomes(), but fast
      { G::stream(now) } -> std::same_as<int>;                     // which pile or die chance comes from
      { G::moves(view)[0] } -> std::convertible_to<typename G::Move>;
      { G::moves(now, seat)[0] } -> std::convertible_to<typename G::Move>;  // the same, without a view
      // one of them, fairly: the same as pick_from(moves()), but it may be faster
      { G::pick(now, seat, rng) } -> std::same_as<typename G::Move>;
      { G::pick(now, seat, stream) } -> std::same_as<typename G::Move>;
      { G::judge(view, move) } -> std::same_as<Clause>;
      { G::judge_dealer(now, move) } -> std::same_as<Clause>;
      G::play(state, seat, move, silence);
      G::play(state, seat, move, log);
      // what each seat knows
      { G::view(now, seat) } -> std::same_as<typename G::View>;
      { G::imagine(view, rng) } -> std::same_as<typename G::State>;
      { event.concerns(seat) } -> std::same_as<bool>;
      G::fold(folded, event);
      // how it stands
      { G::scores(now) } -> std::same_as<Scores>;
      { G::winners(now) } -> std::same_as<SeatSet>;
      { G::invariants(now) } -> std::same_as<std::string>;  // empty, or what is wrong
      // rules of thumb of a good player
      { G::thoughtful(view, rng) } -> std::same_as<typename G::Move>;
    } &&
    // words
    requires(const typename G::State state, const typename G::View view, typename G::Move move,
             typename G::Event event, typename G::Options options, Seat seat, Names names,
             std::string_view text, int score, Fields fields) {
      { G::text(move) } -> std::same_as<std::string>;
      { G::parse(text) } -> std::same_as<Result<typename G::Move>>;
      { G::label(view, move) } -> std::same_as<Phrase>;       // what a legal move would do
      { G::tell(event, seat) } -> std::same_as<Phrase>;       // what happened, as that seat sees it
      { G::explain(options, text) } -> std::same_as<Phrase>;  // a card of this table; empty if there is none
      { G::points(score) } -> std::same_as<Phrase>;           // a score in words: "57 years"
      { G::picture(view, names) } -> std::same_as<Painted>;
      { G::scene(view) } -> std::same_as<typename G::Scene>;  // what the page draws: a described struct
      { G::taps(view, move) } -> std::same_as<std::vector<std::string>>;  // on what, to make that move there
      { G::describe(state) } -> std::same_as<Fields>;
      { G::describe(view) } -> std::same_as<Fields>;
      { G::field_names() } -> std::same_as<std::span<const std::string_view>>;
      { G::position(options, fields) } -> std::same_as<Result<typename G::State>>;
      { G::options(fields) } -> std::same_as<Result<typename G::Options>>;
      { G::fields(options) } -> std::same_as<Fields>;
      { G::option_help() } -> std::same_as<std::span<const OptionHelp>>;
      {
        G::variants(options.players)
      } -> std::same_as<std::span<const std::string_view>>;  // option sets that tests must try
      { options.players } -> std::convertible_to<int>;
      { G::rules() } -> std::same_as<std::string_view>;
    };

/// A game whose rules have changed, and that still plays by an earlier version what was begun by it.
template <class G>
concept HasEarlierRules = Game<G> && requires(const typename G::Options options, int version) {
  { G::oldest_version } -> std::convertible_to<int>;
  { G::start(options, version) } -> std::same_as<typename G::State>;
  { G::is_as_before(options, version) } -> std::same_as<bool>;  // it makes no difference to such a game
};

/// A game that can say in one sentence, as in "20 is not on the track.", why it refuses a move: `judge` names
/// only the clause. Empty where it has nothing to add.
template <class G>
concept GivesReasons = Game<G> && requires(const typename G::View view, typename G::Move move) {
  { G::reason(view, move) } -> std::same_as<Phrase>;
};

/// A game that can tell at natural breaks (between two hands, rounds or turns) what each seat may expect, so
/// that a search need not play on.
template <class G>
concept HasOutlook = Game<G> && requires(const typename G::State state) {
  { G::at_break(state) } -> std::same_as<bool>;
  { G::outlook(state) } -> std::same_as<Shares>;    // at a break
  { G::breaks_ahead(state) } -> std::same_as<int>;  // how many breaks from here it is best asked
};

/// A game whose cards are data, so that a table can bring its own; the option `cards` says which it plays
/// with.
template <class G>
concept HasCatalogue = Game<G> && requires(typename G::Options options, std::string_view text) {
  // keeps the catalogue that a text describes, and returns what the option `cards` calls it; errors name the
  // second text, the file it comes from
  { G::load_cards(text, text) } -> std::same_as<Result<std::string>>;
  // the catalogue of a table, as a text that load_cards reads
  { G::cards_text(options) } -> std::same_as<Result<std::string>>;
};

/// A game that can say which card a move plays, for studies of its cards. Kinds are numbered from 1 to
/// `card_kinds`; 0 is no card, as for a pass and for every move of the dealer.
template <class G>
concept NamesCards = Game<G> && requires(typename G::Options options, typename G::Move move, int kind) {
  { G::card_kinds } -> std::convertible_to<int>;
  { G::played_card(move) } -> std::same_as<int>;
  { G::card_name(options, kind) } -> std::same_as<std::string>;
};

/// A game that can be played in teams, whose seats always score and win together.
template <class G>
concept HasTeams = Game<G> && requires(const typename G::State state, Seat seat) {
  { G::team(state, seat) } -> std::same_as<SeatSet>;  // all of them, the seat too; alone: itself
};

}  // namespace lifetable

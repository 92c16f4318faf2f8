// SPDX-License-Identifier: Apache-2.0
// Five Alive: the contract of the game in one place. The clauses are in docs/rules/alive.md.
//
//   cards.hpp  move.hpp  event.hpp   the nouns
//   memory.hpp                       what can be concluded about hidden cards
//   table.hpp  apply.hpp             what lies open, and how events change it
//   rules.cpp                        the course of a game, in the order of a turn
//   view.cpp                         what a seat knows: view, fold, imagine
//   moves.cpp                        what may be played, and why another move is refused
//   options.cpp  position.cpp        options and positions as named texts
//   words.cpp  picture.cpp           names, narration, and the table as text
//   reason.cpp                       why a move is refused, in words
//   scene.cpp                        the table as things to be drawn
//   thoughtful.cpp  outlook.cpp      rules of thumb of a good player; what lives are worth
#pragma once

#include <array>
#include <cassert>

#include "core/game.hpp"
#include "games/alive/apply.hpp"
#include "games/alive/cards.hpp"
#include "games/alive/event.hpp"
#include "games/alive/move.hpp"
#include "games/alive/scene.hpp"
#include "games/alive/table.hpp"

namespace lifetable::alive {

/// What one seat knows and the others do not.
struct Secret {
  Cards hand;
  Memory memory;  ///< of the other hands together
  friend bool operator==(const Secret&, const Secret&) = default;
};

struct State {
  Table table;
  Cards deck;  ///< the pile; its order is decided draw by draw
  Cards pool;  ///< cards handed in and not dealt out again yet
  std::array<Secret, kMaxPlayers> secrets;
  friend bool operator==(const State&, const State&) = default;
};

/// What a seat knows: all that lies open, and its own secret. A bystander (kNobody) has none.
struct View {
  Table table;
  Secret mine;
  Seat seat;
  std::array<std::uint8_t, 7> unused;  // always 0
  friend bool operator==(const View&, const View&) = default;
};

static_assert(sizeof(State) <= 256);

/// Whoever is to get a card gets this one. In a header because simulations do little else: the compiler makes
/// dealing a part of their loops.
template <class Sink>
[[gnu::always_inline]] inline void deal_out(State& state, Card card, Sink&& sink) {
  const Seat seat = state.table.dealing;
  const bool drawn = state.table.phase == Phase::draw, again = state.table.phase == Phase::redeal;
  Secret& its = state.secrets[seat.index];
  if (again)
    state.pool.take(card);
  else
    state.deck.take(card);
  apply(state.table, {.what = Event::dealt, .seat = seat});
  its.hand.add(card);
  if (again) its.memory.lose(card);  // the others do not have it
  sink(Event{.what = Event::got, .seat = seat, .card = card, .number = drawn, .only = seat});
  sink(Event{.what = Event::dealt, .seat = seat});
}

struct Alive {
  using State = alive::State;
  using View = alive::View;
  using Move = alive::Move;
  using Event = alive::Event;
  using Options = alive::Options;
  using Scene = alive::Scene;
  using Moves = FixedList<Move, kKinds>;
  using Outcomes = FixedList<Outcome<Move>, kKinds>;

  static constexpr std::string_view name = "alive", title = "Five Alive", prefix = "FA";
  /// Version 1: FA-41 was without its sentence on what is not paid any more.
  static constexpr int rules_version = 2, oldest_version = 1;
  static constexpr int min_players = 2, max_players = kMaxPlayers;
  static constexpr bool lowest_wins = false;

  // rules.cpp
  static State start(const Options& options, int version = rules_version);
  static bool is_as_before(const Options& options, int version) { return version >= (options.teams ? 2 : 1); }
  static Actors actors(const State& state) { return state.table.actors(); }
  static Actors actors(const View& view) { return view.table.actors(); }
  static Outcomes outcomes(const State& state);
  template <RandomSource R>
  static Move draw(const State& state, R& rng) {
    const Table& t = state.table;
    if (t.phase == Phase::first) [[unlikely]]
      return Move::to_first(Seat{static_cast<int>(below(rng, t.options.players))});
    const bool pooled = t.phase == Phase::redeal;
    const Cards from = pooled ? state.pool : state.deck;
    return Move::to_draw(from.nth(static_cast<int>(below(rng, pooled ? t.pool : t.pile))));
  }
  /// First the choice of a dealer; then for each hand the pile, and the hands handed in.
  static int stream(const State& state) {
    const Table& t = state.table;
    return t.phase == Phase::first ? 0 : 1 + 2 * t.number + (t.phase == Phase::redeal);
  }
  template <class Sink>
  static void play(State& state, [[maybe_unused]] Seat actor, Move move, Sink&& sink) {
    const Table& t = state.table;
    assert(actor == kDealer || actor == t.turn);
    // From a card that is neither the last one due nor the last of the pile nothing follows.
    const bool more_to_come = t.due > 1 && (t.pile > 1 || t.phase == Phase::redeal);
    if (more_to_come) return deal_out(state, move.card(), sink);
    go_on(state, move, sink);
  }
  template <class Sink>
  static void go_on(State& state, Move move, Sink& sink);  ///< any move and what follows from it
  static Scores scores(const State& state);
  static SeatSet winners(const State& state);
  /// All seats that share their lives with this one (FA-38).
  static SeatSet team(const State& state, Seat seat) {
    const Table& t = state.table;
    SeatSet all;
    for (const Seat each : SeatSet::first(t.players()))
      if (t.purse_of(each) == t.purse_of(seat)) all.add(each);
    return all;
  }
  static std::string invariants(const State& state);

  // moves.cpp
  static Moves moves(const View& view);
  static Moves moves(const State& state, Seat seat);
  /// Whoever's turn it is: nobody else ever has a choice.
  template <RandomSource R>
  static Move pick(const State& state, [[maybe_unused]] Seat seat, R& rng) {
    assert(seat == state.table.turn);
    const Cards kinds = state.secrets[state.table.turn.index].hand.fitting(state.table.total).each_once();
    if (kinds.empty()) return Move::to_flip();
    const auto count = static_cast<std::uint32_t>(kinds.size_of_once());
    return Move::to_play(kinds.nth_of_once(static_cast<int>(below(rng, count))));
  }
  static Clause judge(const View& view, Move move);
  static Clause judge_dealer(const State& state, Move move);

  // view.cpp
  static View view(const State& state, Seat seat);
  static State imagine(const View& view, Xoshiro256pp& rng);
  static void fold(View& view, const Event& event);

  // thoughtful.cpp
  static Move thoughtful(const View& view, Xoshiro256pp& rng);

  // outlook.cpp
  /// A hand is over, and the next has not been dealt.
  static bool at_break(const State& state) {
    const Table& t = state.table;
    return t.phase == Phase::deal && t.number > 0 && t.pile == kDeckSize;
  }
  static Shares outlook(const State& state);
  static int breaks_ahead(const State&) { return 1; }

  // options.cpp
  static Result<Options> options(const Fields& fields);
  static Fields fields(const Options& options);
  static std::span<const OptionHelp> option_help();
  static std::span<const std::string_view> variants(int players);

  // position.cpp
  static Fields describe(const State& state);
  static Fields describe(const View& view);
  static std::span<const std::string_view> field_names();
  static Result<State> position(const Options& options, const Fields& fields);

  // scene.cpp
  static Scene scene(const View& view);
  /// What is tapped, one thing after the other, to make a move: "card 7".
  static std::vector<std::string> taps(const View& view, Move move);

  // reason.cpp
  static Phrase reason(const View& view, Move move);

  // words.cpp, picture.cpp
  static std::string text(Move move);
  static Result<Move> parse(std::string_view text);
  static Phrase label(const View& view, Move move);
  static Phrase tell(const Event& event, Seat reader);
  static constexpr bool tells_all_alike = true;
  static Phrase explain(const Options& options, std::string_view word);
  static Phrase points(int score);
  static Painted picture(const View& view, Names names);
  static std::string_view rules();

  static constexpr int card_kinds = kKinds;
  static int played_card(Move move) {
    return move.what() == Move::play ? 1 + static_cast<int>(move.card()) : 0;
  }
  static std::string card_name(const Options& options, int kind);
};

static_assert(Game<Alive> && NamesCards<Alive> && GivesReasons<Alive> && HasTeams<Alive>);

}  // namespace lifetable::alive

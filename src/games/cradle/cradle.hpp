// SPDX-License-Identifier: Apache-2.0
// Cradle to Grave: the contract of the game in one place. The clauses are in docs/rules/cradle.md.
//
//   cards.hpp  move.hpp  event.hpp   the nouns
//   table.*    apply.hpp             what lies open, and how events change it
//   rules.cpp                        the course of a game, in the order of a turn
//   view.cpp                         what a seat knows: view, fold, imagine
//   moves.cpp  judge.cpp             what may be played, and why another move is refused
//   options.cpp  position.cpp        options and positions as named texts
//   words.cpp  picture.cpp           names, narration, and the table as text
//   reason.cpp                       why a move is refused, in words
//   scene.cpp                        the table as things to be drawn
//   thoughtful.cpp  outlook.cpp      rules of thumb of a good player; what a lead is worth
#pragma once

#include <array>
#include <optional>

#include "core/game.hpp"
#include "games/cradle/cards.hpp"
#include "games/cradle/event.hpp"
#include "games/cradle/move.hpp"
#include "games/cradle/scene.hpp"
#include "games/cradle/table.hpp"

namespace lifetable::cradle {

/// What one seat knows and the others do not.
struct Secret {
  Cards hand;
  Row laid;  ///< its face-down cards, in the order they were laid; while ages are chosen: tens, ones
  friend bool operator==(const Secret&, const Secret&) = default;
};

struct State {
  Table table;
  Cards deck;  ///< the cards left; their order is decided draw by draw
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

struct Cradle {
  using State = cradle::State;
  using View = cradle::View;
  using Move = cradle::Move;
  using Event = cradle::Event;
  using Options = cradle::Options;
  using Scene = cradle::Scene;
  using Moves = FixedList<Move, 40>;  // at most 32 are ever legal: 4 kinds of card, 8 ways each
  using Outcomes = FixedList<Outcome<Move>, kKinds>;

  static constexpr std::string_view name = "cradle", title = "Cradle to Grave", prefix = "CG";
  static constexpr int rules_version = 1;
  static constexpr int min_players = 2, max_players = kMaxPlayers;
  static constexpr bool lowest_wins = true;

  // rules.cpp
  static State start(const Options& options);
  static Actors actors(const State& state) { return state.table.actors(); }
  static Actors actors(const View& view) { return view.table.actors(); }
  static Outcomes outcomes(const State& state);
  template <RandomSource R>
  static Move draw(const State& state, R& rng) {
    return Move::to_draw(state.deck.nth(static_cast<int>(below(rng, state.table.deck))));
  }
  static int stream(const State& state) { return state.table.round; }
  template <class Sink>
  static void play(State& state, Seat actor, Move move, Sink&& sink);
  static Scores scores(const State& state);
  static SeatSet winners(const State& state);
  static std::string invariants(const State& state);

  // moves.cpp, judge.cpp
  static Moves moves(const View& view);
  static Moves moves(const State& state, Seat seat);
  template <RandomSource R>
  static Move pick(const State& state, Seat seat, R& rng) {
    return pick_from(moves(state, seat), rng);
  }
  static Clause judge(const View& view, Move move);
  static Clause judge_dealer(const State& state, Move move);
  /// How to decline in a reaction window (CG-31); nothing if the table asks for something else.
  static std::optional<Move> decline(const View& view) {
    return view.table.phase == Phase::answer ? std::optional(Move::to_let()) : std::nullopt;
  }

  // view.cpp
  static View view(const State& state, Seat seat);
  static State imagine(const View& view, Xoshiro256pp& rng);
  static void fold(View& view, const Event& event);

  // thoughtful.cpp
  static Move thoughtful(const View& view, Xoshiro256pp& rng);

  // outlook.cpp
  /// A round is over, and the next has not been dealt.
  static bool at_break(const State& state) {
    const Table& t = state.table;
    return t.phase == Phase::deal && t.round > 0 && t.deck == kDeckSize;
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
  /// What is tapped, one thing after the other, to make a move: "card 7", "pile 2 tens".
  static std::vector<std::string> taps(const View& view, Move move);

  // reason.cpp
  static Phrase reason(const View& view, Move move);

  // words.cpp, picture.cpp
  static std::string text(Move move);
  static Result<Move> parse(std::string_view text);
  static Phrase label(const View& view, Move move);
  static Phrase tell(const Event& event, Seat reader);
  static Phrase explain(const Options& options, std::string_view word);
  static Phrase points(int score);
  static Painted picture(const View& view, Names names);
  static std::string_view rules();

  // Cards as they are played: the 13 kinds, and any card laid face down, as a 9 (CG-18).
  static constexpr int card_kinds = kKinds + 1;
  static int played_card(Move move) {
    if (move.what() == Move::hide) return card_kinds;
    return move.what() == Move::draw || move.what() == Move::age ? 0 : static_cast<int>(move.card());
  }
  static std::string card_name(const Options& options, int kind);
};

static_assert(Game<Cradle> && NamesCards<Cradle> && GivesReasons<Cradle>);

}  // namespace lifetable::cradle

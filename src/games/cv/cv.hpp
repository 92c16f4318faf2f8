// SPDX-License-Identifier: Apache-2.0
// CV: the contract of the game in one place. The clauses are in docs/rules/cv.md.
//
//   symbols.hpp  catalogue.hpp       symbols, and what the cards are: read, written, and kept (kept.cpp)
//   dice.hpp  move.hpp  event.hpp    the other nouns
//   pay.hpp                          who can pay what
//   table.hpp  apply.hpp             what lies open, and how events change it
//   score.cpp                        points
//   rules.cpp  invariants.cpp        the course of a game, in the order of a turn; and what always holds
//   view.cpp                         what a seat knows: view, fold, imagine
//   moves.cpp                        what may be done, and why another move is refused
//   options.cpp  position.cpp        options and positions as named texts
//   words.cpp  picture.cpp           names, narration, and the table as text
//   scene.cpp                        the table as things to be drawn
//   throws.hpp  prospect.hpp         which of all throws pay a bill; what a CV promises to be worth
//   thoughtful.cpp  outlook.cpp      rules of thumb of a good player; what the CVs of a table are worth
#pragma once

#include <array>

#include "core/game.hpp"
#include "games/cv/dice.hpp"
#include "games/cv/event.hpp"
#include "games/cv/move.hpp"
#include "games/cv/scene.hpp"
#include "games/cv/table.hpp"

namespace lifetable::cv {

/// What one seat knows and the others do not. Growing up, a seat takes `first`, passes on two cards, takes
/// `second` of the two it gets, passes on the other, and gets `last` (CV-8).
struct Secret {
  std::uint16_t offered;  ///< the childhood cards it may choose from now: bit n for card n
  std::uint16_t passed;   ///< the two cards it passed on first
  Card first, second;     ///< chosen
  Card third;             ///< passed on
  Card last;              ///< received in the end
  Card goal;
  std::uint8_t unused;  // always 0

  /// Chooses one of the cards offered; the others are passed on (CV-8).
  void keep(Card card) {
    const auto rest = static_cast<std::uint16_t>(offered & ~(1u << number_of(card)));
    offered = 0;
    if (first == Card::none) {
      first = card;
      passed = rest;
    } else {
      second = card;
      third = card_of(std::countr_zero(rest));
    }
  }
  /// Gets what the seat to the right passed on.
  void receive(std::uint16_t cards) {
    if (second == Card::none)
      offered = cards;
    else
      last = card_of(std::countr_zero(cards));
  }
  /// What it passes on now.
  std::uint16_t passing() const {
    return second == Card::none ? passed : static_cast<std::uint16_t>(1u << number_of(third));
  }

  /// Childhood cards in hand, of which `shown` were laid open since.
  std::uint16_t hand(std::uint16_t shown) const {
    const auto bit = [](Card card) { return card == Card::none ? 0u : 1u << number_of(card); };
    return static_cast<std::uint16_t>((bit(first) | bit(second) | bit(last)) & ~static_cast<unsigned>(shown));
  }
  friend bool operator==(const Secret&, const Secret&) = default;
};

struct State {
  Table table;
  std::array<Secret, kMaxPlayers> secrets;
  friend bool operator==(const State&, const State&) = default;
};

/// What a seat knows: all that lies open, and its own secret. A bystander (kNobody) has none.
struct View {
  Table table;
  Secret mine;
  Seat seat;
  std::array<std::uint8_t, 5> unused;  // always 0
  friend bool operator==(const View&, const View&) = default;
};

static_assert(sizeof(State) <= 512);

struct Cv {
  using State = cv::State;
  using View = cv::View;
  using Move = cv::Move;
  using Event = cv::Event;
  using Options = cv::Options;
  using Scene = cv::Scene;
  using Moves = FixedList<Move, 192>;  // at most 95 sets of dice, and every event there is
  using Outcomes = FixedList<Outcome<Move>, kMostRolls>;

  static constexpr std::string_view name = "cv", title = "CV", prefix = "CV";
  static constexpr int rules_version = 1;
  static constexpr int min_players = 2, max_players = kMaxPlayers;
  static constexpr bool lowest_wins = false;

  // rules.cpp
  static State start(const Options& options);
  static Actors actors(const State& state) { return state.table.actors(); }
  static Actors actors(const View& view) { return view.table.actors(); }
  static Outcomes outcomes(const State& state);
  template <RandomSource R>
  static Move draw(const State& state, R& rng) {
    const Table& t = state.table;
    if (t.phase == Phase::dice) return Move::to_roll(roll(t.in_air, below(rng, ways_to_roll(t.in_air))));
    const OpenCards deck = t.unseen.of(t.deck());
    if (t.phase == Phase::refill || t.phase == Phase::open_track)
      return Move::to_deal(deck.nth(static_cast<int>(below(rng, static_cast<std::uint32_t>(deck.size())))));
    const Outcomes all = outcomes(state);  // setting up: a few cards, once a game
    std::uint32_t total = 0;
    for (const auto& each : all) total += each.weight;
    std::uint32_t pick = below(rng, total);
    std::size_t i = 0;
    for (; pick >= all[i].weight; ++i) pick -= all[i].weight;
    return all[i].move;
  }
  /// The dice, and each deck, have a stream of their own.
  static int stream(const State& state) {
    switch (state.table.phase) {
      case Phase::dice: return 0;
      case Phase::deal_cards: return 1;
      case Phase::deal_goals: return 2;
      default: return 2 + static_cast<int>(state.table.deck());
    }
  }
  template <class Sink>
  static void play(State& state, Seat actor, Move move, Sink&& sink);
  static Scores scores(const State& state);
  static SeatSet winners(const State& state);

  // invariants.cpp
  static std::string invariants(const State& state);

  // moves.cpp
  static Moves moves(const View& view);
  static Moves moves(const State& state, Seat seat);
  template <RandomSource R>
  static Move pick(const State& state, Seat seat, R& rng) {
    if (state.table.phase != Phase::reroll) return pick_from(moves(state, seat), rng);
    const SubDice sets(state.table.may_throw_again());
    const Hand events = playable(state, seat);
    const int first = state.table.joining ? 0 : 1, size = sets.size() - first;
    const int which = static_cast<int>(below(rng, static_cast<std::uint32_t>(size + 1 + events.size())));
    if (which < size) return Move::to_reroll(sets[which + first]);
    return which == size ? Move::of(Move::stop) : Move::to_play(events.nth(which - size - 1));
  }
  /// The events that a seat may play now.
  static Hand playable(const State& state, Seat seat) {
    const Table& t = state.table;
    return t.playable({state.secrets[seat.index].hand(t.shown[seat.index]), t.events[seat.index]});
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
  /// A turn begins.
  static bool at_break(const State& state) {
    const Table& t = state.table;
    return t.phase == Phase::toss && t.joining == 0 && t.extra.empty();
  }
  static Shares outlook(const State& state);
  static int breaks_ahead(const State& state) { return state.table.players() + 1; }  // once round the table

  // options.cpp
  /// Keeps a catalogue, and returns what the option `cards` calls it: its hash.
  static Result<std::string> load_cards(std::string_view text, std::string_view source);
  /// The catalogue of a table, as a text that `load_cards` reads.
  static Result<std::string> cards_text(const Options& options);
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
  /// What is tapped, one thing after the other, to make a move: "track 50", "as work".
  static std::vector<std::string> taps(const View& view, Move move);
  /// All cards of a table, by number.
  static std::vector<CardFacts> catalogue_facts(const Options& options);

  // words.cpp, picture.cpp
  static std::string text(Move move);
  static Result<Move> parse(std::string_view text);
  static Phrase label(const View& view, Move move);
  /// Why a move that `judge` refuses cannot be, in one sentence; empty if the clause says enough.
  static Phrase reason(const View& view, Move move);
  static Phrase tell(const Event& event, Seat reader);
  static Phrase explain(const Options& options, std::string_view word);
  static Phrase points(int score);
  static Painted picture(const View& view, Names names);
  static std::string_view rules();

  // A card is played when it is taken, and an event again when it has its effect.
  static constexpr int card_kinds = kCards;
  static int played_card(Move move) {
    return move.what() == Move::take || move.what() == Move::play ? number_of(move.card()) : 0;
  }
  static std::string card_name(const Options& options, int kind);
};

static_assert(Game<Cv> && HasCatalogue<Cv> && NamesCards<Cv>);

}  // namespace lifetable::cv

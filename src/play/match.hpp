// SPDX-License-Identifier: Apache-2.0
// One game in progress, with the game's types erased: moves are texts, and every consumer (command line,
// records, scenarios; later the page and the server) handles all games alike.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields.hpp"
#include "core/fitted.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/texts.hpp"
#include "play/dealer.hpp"
#include "play/rulebook.hpp"

namespace lifetable::play {

class Match;

/// What can be said about a game without playing it.
struct GameInfo {
  std::string_view name, title, prefix;
  int rules_version, oldest_version, min_players, max_players, standard_players;
  bool lowest_wins;
  bool numbers_are_moves;  ///< a lone number can be typed as a move, such as the card of that number
  std::span<const OptionHelp> option_help;
  std::span<const std::string_view> field_names;  ///< of a position
  std::string_view rules;
  Phrase (*points)(int score);  ///< a score in words: "57 years"
  /// The options with every default filled in.
  Result<Fields> (*options)(const Fields& fields);
  /// A fresh game, before the first card is dealt.
  Result<std::unique_ptr<Match>> (*start)(const Fields& options);
  /// The same by an earlier version of its rules, from the oldest one on, so that what was played by it goes
  /// on and ends as it was played.
  Result<std::unique_ptr<Match>> (*start_as_of)(int version, const Fields& options);
  /// Whether such a game is the same by an earlier version, to its last point.
  bool (*is_as_before)(const Fields& options, int version);
  /// A game that stands at a given position.
  Result<std::unique_ptr<Match>> (*position)(const Fields& options, const Fields& position);
  /// For a game whose cards are data, else nullptr: keeps the catalogue that a text describes, and returns
  /// what the option `cards` calls it. Errors name `source`, the file.
  Result<std::string> (*load_cards)(std::string_view text, std::string_view source);
  /// The catalogue of a table as such a text; nullptr as well.
  Result<std::string> (*cards_text)(const Fields& options);

  bool knows(int version) const { return version >= oldest_version && version <= rules_version; }
};

/// A seat's view as bytes, to be handed to a bot of the same game. There is no such thing for a State.
class AnyView {
 public:
  template <Game G>
  static AnyView of(const typename G::View& view) {
    static_assert(sizeof view <= kCapacity);
    AnyView any;
    any.game_ = G::name;
    std::memcpy(any.bytes_, &view, sizeof view);
    return any;
  }
  template <Game G>
  typename G::View as() const {
    assert(game_ == G::name);
    typename G::View view;
    std::memcpy(static_cast<void*>(&view), bytes_, sizeof view);
    return view;
  }

 private:
  static constexpr std::size_t kCapacity = 512;
  std::string_view game_;
  alignas(8) std::byte bytes_[kCapacity];
};

/// Why a move is not possible: the clause that it breaks, and what is wrong here and now if that is known.
struct Refused {
  Clause clause = {};  ///< none if the text is no move at all
  Phrase phrase = {};
};

/// What one move brought about.
class Story {
 public:
  virtual ~Story() = default;
  /// As told to a seat, or to a bystander.
  virtual std::vector<Phrase> told(Seat reader) const = 0;
  /// Whether it is known without telling it that two readers are told the same.
  virtual bool is_alike(Seat one, Seat other) const = 0;
};

class Match {
 public:
  virtual ~Match() = default;
  virtual std::unique_ptr<Match> clone() const = 0;

  virtual const GameInfo& game() const = 0;
  virtual Fields options() const = 0;
  virtual int players() const = 0;
  virtual Actors actors() const = 0;

  /// Every legal move of a seat, or everything the dealer may do, as text.
  virtual std::vector<std::string> moves(Seat seat) const = 0;
  /// What a legal move would do, for a menu.
  virtual Phrase label(Seat seat, std::string_view move) const = 0;
  /// Why a seat may not make a move now; nothing if it may.
  virtual std::optional<Refused> refusal(Seat seat, std::string_view move) const = 0;
  /// Plays a move of a seat or of the dealer and returns it as records write it; or says, with the clause,
  /// why not, and changes nothing.
  virtual Result<std::string> play(Seat actor, std::string_view move) = 0;
  /// What the dealer does now. The dealer must be to act.
  virtual std::string deal(Dealer& dealer) const = 0;
  /// The last move as told to a seat, or to a bystander.
  virtual std::vector<Phrase> told(Seat reader) const = 0;
  /// The last move, to be told later.
  virtual std::unique_ptr<Story> story() const = 0;

  virtual AnyView view(Seat seat) const = 0;
  virtual std::string text_of(std::uint32_t move) const = 0;
  /// What a card of this table is; empty if there is none of that name.
  virtual Phrase explain(std::string_view card) const = 0;
  virtual Painted picture(Seat reader, Names names) const = 0;
  virtual Fields describe() const = 0;
  virtual Fields describe(Seat reader) const = 0;
  virtual Scores scores() const = 0;
  virtual SeatSet winners() const = 0;
  virtual std::uint64_t hash() const = 0;

  bool over() const { return actors().kind == Actors::over; }

  // The same in English, for a terminal.
  std::string label(Seat seat, std::string_view move, Names names) const {
    return fitted(label(seat, move), seat, names);
  }
  std::vector<std::string> told(Seat reader, Names names) const {
    std::vector<std::string> lines;
    for (const Phrase& phrase : told(reader)) lines.push_back(english().say(phrase, reader, names));
    return lines;
  }
};

/// Moves cross the erased boundary as their bits.
template <Game G>
std::uint32_t bits_of(typename G::Move move) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &move, sizeof move);
  return bits;
}

/// A game that has the same words for everybody who is told of an event.
template <class G>
concept TellsAllAlike = Game<G> && G::tells_all_alike;

template <Game G>
class StoryOf final : public Story {
 public:
  std::vector<Phrase> told(Seat reader) const override {
    std::vector<Phrase> phrases;
    for (const auto& event : log.events) {
      if (!event.concerns(reader)) continue;
      if (Phrase phrase = G::tell(event, reader); !phrase.empty()) phrases.push_back(std::move(phrase));
    }
    return phrases;
  }
  bool is_alike(Seat one, Seat other) const override {
    if constexpr (TellsAllAlike<G>)
      return std::all_of(log.events.begin(), log.events.end(),
                         [&](const auto& event) { return event.concerns(one) == event.concerns(other); });
    return one == other;
  }

  EventLog<typename G::Event> log;
};

template <Game G>
class MatchOf final : public Match {
 public:
  explicit MatchOf(const typename G::Options& options) : options_(options), state_(G::start(options)) {}
  MatchOf(const typename G::Options& options, const typename G::State& state)
      : options_(options), state_(state) {}

  std::unique_ptr<Match> clone() const override { return std::make_unique<MatchOf>(*this); }
  const GameInfo& game() const override { return info(); }
  Fields options() const override { return G::fields(options_); }
  int players() const override { return options_.players; }
  Actors actors() const override { return G::actors(state_); }

  std::vector<std::string> moves(Seat seat) const override {
    std::vector<std::string> texts;
    if (!actors().include(seat)) return texts;  // no such seat is not to act either
    if (seat == kDealer)
      for (const auto& outcome : G::outcomes(state_)) texts.push_back(G::text(outcome.move));
    else
      for (const auto move : G::moves(state_, seat)) texts.push_back(G::text(move));
    return texts;
  }

  using Match::label, Match::told;
  Phrase label(Seat seat, std::string_view move) const override {
    const auto parsed = G::parse(move);
    return parsed ? G::label(view_of(seat), *parsed) : as_typed(std::string(move));
  }

  std::optional<Refused> refusal(Seat seat, std::string_view text) const override {
    const auto move = G::parse(text);
    if (!move) return Refused{{}, as_typed(move.error().message)};
    const Clause broken = G::judge(view_of(seat), *move);
    if (!broken) return {};
    return Refused{broken, reason_for(seat, *move)};
  }

  Result<std::string> play(Seat actor, std::string_view text) override {
    if (actor != kDealer && actor.index >= players()) return Error{"there is no such seat at this table"};
    const auto move = G::parse(text);
    if (!move) return move.error();
    const Clause broken = actor == kDealer ? G::judge_dealer(state_, *move) : G::judge(view_of(actor), *move);
    if (broken) {
      const Phrase reason = reason_for(actor, *move);
      return Error{(reason.empty() ? "" : english().say(reason, actor, {}) + " ") +
                       cite(G::rules(), G::prefix, broken),
                   broken};
    }
    last_.log.events.clear();
    G::play(state_, actor, *move, last_.log);
    return G::text(*move);
  }

  std::string deal(Dealer& dealer) const override { return G::text(dealer.deal<G>(state_)); }

  std::vector<Phrase> told(Seat reader) const override { return last_.told(reader); }
  std::unique_ptr<Story> story() const override { return std::make_unique<StoryOf<G>>(last_); }

  AnyView view(Seat seat) const override { return AnyView::of<G>(view_of(seat)); }
  std::string text_of(std::uint32_t bits) const override {
    typename G::Move move;
    std::memcpy(static_cast<void*>(&move), &bits, sizeof move);
    return G::text(move);
  }
  Phrase explain(std::string_view card) const override { return G::explain(options_, card); }
  Painted picture(Seat reader, Names names) const override { return G::picture(view_of(reader), names); }
  Fields describe() const override { return G::describe(state_); }
  Fields describe(Seat reader) const override { return G::describe(view_of(reader)); }
  Scores scores() const override { return G::scores(state_); }
  SeatSet winners() const override { return G::winners(state_); }
  std::uint64_t hash() const override { return hash_of(state_); }

  static const GameInfo& info() {
    static const GameInfo info{
        .name = G::name,
        .title = G::title,
        .prefix = G::prefix,
        .rules_version = G::rules_version,
        .oldest_version = oldest_version(),
        .min_players = G::min_players,
        .max_players = G::max_players,
        .standard_players = G::options({})->players,
        .lowest_wins = G::lowest_wins,
        .numbers_are_moves = static_cast<bool>(G::parse("1")),
        .option_help = G::option_help(),
        .field_names = G::field_names(),
        .rules = G::rules(),
        .points = &G::points,
        .options = [](const Fields& fields) -> Result<Fields> {
          const auto options = G::options(fields);
          if (!options) return options.error();
          return G::fields(*options);
        },
        .start = [](const Fields& fields) -> Result<std::unique_ptr<Match>> {
          const auto options = G::options(fields);
          if (!options) return options.error();
          return std::unique_ptr<Match>(std::make_unique<MatchOf>(*options));
        },
        .start_as_of = [](int version, const Fields& fields) -> Result<std::unique_ptr<Match>> {
          const auto options = G::options(fields);
          if (!options) return options.error();
          if constexpr (HasEarlierRules<G>)
            return std::unique_ptr<Match>(std::make_unique<MatchOf>(*options, G::start(*options, version)));
          return std::unique_ptr<Match>(std::make_unique<MatchOf>(*options));
        },
        .is_as_before =
            [](const Fields& fields, int version) {
              if constexpr (HasEarlierRules<G>) {
                const auto options = G::options(fields);
                return options && G::is_as_before(*options, version);
              }
              return version == G::rules_version;
            },
        .position = [](const Fields& fields, const Fields& position) -> Result<std::unique_ptr<Match>> {
          const auto options = G::options(fields);
          if (!options) return options.error();
          const auto state = G::position(*options, position);
          if (!state) return state.error();
          return std::unique_ptr<Match>(std::make_unique<MatchOf>(*options, *state));
        },
        .load_cards = loader_of_cards(),
        .cards_text = writer_of_cards(),
    };
    return info;
  }

 private:
  static constexpr int oldest_version() {
    if constexpr (HasEarlierRules<G>) return G::oldest_version;
    return G::rules_version;
  }
  static constexpr auto loader_of_cards() -> decltype(GameInfo::load_cards) {
    if constexpr (HasCatalogue<G>) return &G::load_cards;
    return nullptr;
  }
  static constexpr auto writer_of_cards() -> decltype(GameInfo::cards_text) {
    if constexpr (HasCatalogue<G>)
      return [](const Fields& fields) -> Result<std::string> {
        const auto options = G::options(fields);
        if (!options) return options.error();
        return G::cards_text(*options);
      };
    return nullptr;
  }

  Phrase reason_for(Seat actor, typename G::Move move) const {
    if constexpr (GivesReasons<G>)
      if (actor != kDealer) return G::reason(view_of(actor), move);
    return {};
  }

  /// Whoever does not sit here is a bystander.
  typename G::View view_of(Seat seat) const {
    return G::view(state_, seat.index < players() ? seat : kNobody);
  }

  typename G::Options options_;
  typename G::State state_;
  StoryOf<G> last_;  // move
};

}  // namespace lifetable::play

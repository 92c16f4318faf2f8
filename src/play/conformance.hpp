// SPDX-License-Identifier: Apache-2.0
// The laws that every game obeys, tried over random games. One suite for all: a new game only has to be
// named.
#pragma once

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "play/record.hpp"

namespace lifetable::play {

/// Plays random games and returns the first law that was broken, in words; "" if none was.
template <Game G>
class Conformance {
 public:
  /// How often each thing was tried: a law that was never put to the test proves nothing.
  struct Counts {
    long games = 0, moves = 0, imagined = 0, imagined_otherwise = 0, played_on = 0, twins = 0, replayed = 0;
  };

  Conformance(const typename G::Options& options, std::uint64_t seed)
      : options_(options), seed_(seed), rng_(seed) {}

  std::string run(long games) {
    const auto again = G::options(G::fields(options_));
    require(again && *again == options_, "options written down and read again differ");
    for (long i = 0; i < games && broken_.empty(); ++i) {
      play_one();
      if (!broken_.empty())
        broken_ = fmt::format("game {} of seed {}, move {}: {}", i + 1, seed_, moves_.size(), broken_);
      ++counts_.games;
    }
    return broken_;
  }
  const Counts& counts() const { return counts_; }

 private:
  using State = typename G::State;
  using View = typename G::View;
  using Move = typename G::Move;

  /// Longer than any game could take.
  static constexpr std::size_t kMostMoves = 100'000;

  void require(bool good, std::string_view law) {
    if (!good && broken_.empty()) broken_ = law;
  }
  /// The same about a move, which is put into words only if it is needed.
  void require(bool good, std::string_view law, Move move) {
    if (!good && broken_.empty()) broken_ = fmt::format("{}: {}", law, G::text(move));
  }

  /// True at about so many moves of a game, however long games are: for laws that cost most.
  bool about(std::uint32_t times) { return below(rng_, static_cast<std::uint32_t>(typical_length_)) < times; }

  /// Plain data is the same if its bytes are: so it is hashed, and so it is compared fastest.
  template <Plain T>
  static bool same(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  }

  void play_one() {
    State state = G::start(options_);
    std::vector<View> views = all_views(state);
    if (!moves_.empty()) typical_length_ = moves_.size();
    moves_.clear();
    while (broken_.empty()) {
      const Actors actors = G::actors(state);
      if (std::string wrong = G::invariants(state); !wrong.empty())
        return require(false, "invariant: " + wrong);
      check_views(state, actors, views);
      if (about(8)) check_position(state);
      if (actors.kind == Actors::over) break;
      require(moves_.size() < kMostMoves, "the game does not end");

      Seat actor = kDealer;
      Move move;
      if (actors.kind == Actors::dealer) {
        move = check_dealer(state);
      } else {
        require(!actors.set.empty(), "nobody is to act");
        actor = actors.set.next(
            Seat{static_cast<int>(below(rng_, static_cast<std::uint32_t>(options_.players)))});
        const auto legal = G::moves(state, actor);
        if (legal.empty()) return require(false, "an actor has no legal move");
        check_judgement(state, actor, legal);
        move = check_pick(state, actor, legal);
      }
      check_text(move);

      const State before = state;
      State copy = state;
      log_.events.clear();
      G::play(copy, actor, move, log_);
      require(same(state, before), "playing on a copy changed the original");
      G::play(state, actor, move, Silence{});
      require(same(state, copy), "with and without events the state differs");
      check_twin(actor, move, views[twin_view_]);
      if (about(8)) check_words(state);
      moves_.push_back({actor, move});
      fold_events(views);
      ++counts_.moves;
    }
    if (broken_.empty()) check_end(state);
  }

  std::vector<View> all_views(const State& state) const {
    std::vector<View> views;
    for (int i = 0; i < options_.players; ++i) views.push_back(G::view(state, Seat{i}));
    views.push_back(G::view(state, kNobody));
    return views;
  }

  void fold_events(std::vector<View>& views) {
    for (View& view : views)
      for (const auto& event : log_.events)
        if (event.concerns(view.seat)) G::fold(view, event);
  }

  void check_views(const State& state, const Actors& actors, const std::vector<View>& folded) {
    for (const View& view : folded) {
      require(same(view, G::view(state, view.seat)), "the events a seat received do not add up to its view");
      require(G::actors(view) == actors, "a view gives other actors than the state");
      if (view.seat != kNobody)
        require(G::moves(view) == G::moves(state, view.seat),
                "moves from the view differ from moves from the state");
    }
    // One seat a move is enough: games are many, and imagining is what costs.
    twin_view_ = below(rng_, static_cast<std::uint32_t>(folded.size()));
    const View& view = folded[twin_view_];
    const State other = G::imagine(view, rng_);
    if (std::string wrong = G::invariants(other); !wrong.empty())
      return require(false, "imagined state: " + wrong);
    require(same(G::view(other, view.seat), view),
            "an imagined state looks different from the seat that imagined it");
    require(G::actors(other) == actors, "an imagined state has other actors");
    if (view.seat != kNobody)
      require(G::moves(other, view.seat) == G::moves(view), "an imagined state offers the seat other moves");
    ++counts_.imagined;
    counts_.imagined_otherwise += !same(other, state);
    if (about(2)) play_on(other);
    twin_ = other;
  }

  /// An imagined state is a real one: it can be played to the end.
  void play_on(State state) {
    for (std::size_t n = 0; n < kMostMoves; ++n) {
      const Actors actors = G::actors(state);
      if (std::string wrong = G::invariants(state); !wrong.empty())
        return require(false, "played on from an imagined state: " + wrong);
      if (actors.kind == Actors::over) {
        ++counts_.played_on;
        return;
      }
      const Seat actor = actors.first();
      if (actor == kDealer) {
        G::play(state, actor, G::draw(state, rng_), Silence{});
        continue;
      }
      const auto legal = G::moves(state, actor);
      if (legal.empty())
        return require(false, "played on from an imagined state: an actor has no legal move");
      G::play(state, actor, legal[below(rng_, static_cast<std::uint32_t>(legal.size()))], Silence{});
    }
    require(false, "played on from an imagined state, the game does not end");
  }

  /// Nothing leaks through events: the same move in two states that a seat cannot tell apart is told to it in
  /// the same words, up to an event that openly tells them apart and so shows in its view.
  void check_twin(Seat actor, Move move, const View& before) {
    const Clause broken =
        actor == kDealer ? G::judge_dealer(twin_, move) : G::judge(G::view(twin_, actor), move);
    if (broken) return;  // there, the actor does not hold that card
    twin_log_.events.clear();
    G::play(twin_, actor, move, twin_log_);
    View view_here = before, view_there = before;
    for (std::size_t i = 0, j = 0;; ++i, ++j) {
      i = next_told(log_, i, before.seat);
      j = next_told(twin_log_, j, before.seat);
      const bool here = i < log_.events.size(), there = j < twin_log_.events.size();
      require(here == there, "a seat is told more in one of two states that look the same to it");
      if (!here || !there) break;
      G::fold(view_here, log_.events[i]);
      G::fold(view_there, twin_log_.events[j]);
      if (!same(view_here, view_there)) return;
      require(log_.events[i] == twin_log_.events[j], "an event tells a seat what its view does not show");
    }
    ++counts_.twins;
  }

  /// The first event from place `at` on that `reader` is told.
  static std::size_t next_told(const EventLog<typename G::Event>& log, std::size_t at, Seat reader) {
    while (at < log.events.size() && !log.events[at].concerns(reader)) ++at;
    return at;
  }

  /// Words never fail, whoever reads them: here one seat or a bystander, with names or without.
  void check_words(const State& state) {
    static const std::vector<std::string> all = {"Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"};
    const Names names = below(rng_, 2) ? Names(all) : Names();
    const auto players = static_cast<std::uint32_t>(options_.players);
    const auto place = static_cast<int>(below(rng_, players + 1));
    const Seat reader = place == options_.players ? kNobody : Seat{place};
    const View view = G::view(state, reader);
    require(!G::picture(view, names).text().empty(), "there is no picture of a position");
    for (const auto& event : log_.events)
      if (event.concerns(reader)) check_text(G::tell(event, reader), reader, names);
    if (reader != kNobody)
      for (const Move move : G::moves(view)) {
        const Phrase label = G::label(view, move);
        require(!label.empty(), "a move has no label", move);
        check_text(label, reader, names);
      }
    check_lists(G::describe(view));
  }

  /// A phrase has a text for its id and for every argument that the text speaks of.
  void check_text(const Phrase& phrase, Seat reader, Names names) {
    const std::string said = english().say(phrase, reader, names);
    require(phrase.empty() || (said != phrase.id && said.find_first_of("{}") == std::string::npos),
            "a phrase is not put into words: " + said);
  }

  /// Whoever reads a position finds one text a seat in each of its lists.
  void check_lists(const Fields& fields) {
    require(!fields.empty(), "a position has no description");
    for (const Field& field : fields)
      require(!field.list || field.texts.size() == options_.players, "a list has not one text a seat");
  }

  /// A legal move, picked the fast way and the slow way from the same generator.
  template <class Moves>
  Move check_pick(const State& state, Seat actor, const Moves& legal) {
    Xoshiro256pp slow = rng_;
    const Move move = G::pick(state, actor, rng_);
    require(move == pick_from(legal, slow), "the fast pick is not the fair one from the legal moves", move);
    return move;
  }

  /// A move's text depends on the move alone, so each is tried once.
  void check_text(Move move) {
    if (!spoken_.insert(bits_of<G>(move)).second) return;
    const auto parsed = G::parse(G::text(move));
    require(parsed && *parsed == move, "a move's text does not parse back", move);
  }

  /// The dealer's move, drawn the fast way and the slow way from the same generator.
  Move check_dealer(const State& state) {
    Xoshiro256pp slow = rng_;
    const Move move = G::draw(state, rng_);
    const auto outcomes = G::outcomes(state);
    std::uint32_t total = 0;
    for (const auto& outcome : outcomes) total += outcome.weight;
    if (total == 0) return require(false, "the dealer has no outcome"), move;
    std::uint32_t pick = below(slow, total);
    std::optional<Move> expected;
    for (const auto& outcome : outcomes) {
      if (pick < outcome.weight) {
        expected = outcome.move;
        break;
      }
      pick -= outcome.weight;
    }
    require(expected == move, "the dealer's fast draw is not the fair pick from its outcomes");
    require(!G::judge_dealer(state, move), "a dealer's outcome is judged illegal");
    require(!!G::judge_dealer(state, random_move()) || is_outcome(outcomes, last_random_),
            "the dealer may do what is no outcome");
    return move;
  }

  template <class Outcomes>
  static bool is_outcome(const Outcomes& outcomes, Move move) {
    return std::any_of(outcomes.begin(), outcomes.end(), [&](const auto& each) { return each.move == move; });
  }

  /// Legal means: not judged to break a clause. Tried on every legal move and on arbitrary bits.
  template <class Moves>
  void check_judgement(const State& state, Seat actor, const Moves& legal) {
    const View view = G::view(state, actor);
    for (const Move move : legal) require(!G::judge(view, move), "a legal move is refused", move);
    for (std::size_t i = 1; i < legal.size(); ++i)
      require(std::find(legal.begin(), legal.begin() + i, legal[i]) == legal.begin() + i,
              "a move is offered twice", legal[i]);
    const auto try_move = [&](Move move) {
      require(legal.contains(move) == !G::judge(view, move), "judge and moves disagree about a move", move);
    };
    for (int i = 0; i < 4; ++i) try_move(random_move());
    if (sizeof(Move) <= 2 && below(rng_, 2000) == 0)  // now and then every move there could be
      for (std::uint32_t bits = 0; bits < 65536; ++bits) try_move(move_of(bits));
    require(!!G::judge(G::view(state, kNobody), legal[0]), "a bystander may move");
    require(!!G::judge_dealer(state, legal[0]), "the dealer may act out of turn");
    for (int i = 0; i < options_.players; ++i)
      if (!G::actors(state).set.has(Seat{i}))
        require(!!G::judge(G::view(state, Seat{i}), legal[0]) && G::moves(state, Seat{i}).empty(),
                "a seat that is not to act may move");
  }

  /// Any bits at all; half of the time, those of a move that was really played, or near them.
  Move random_move() {
    auto bits = static_cast<std::uint32_t>(rng_());
    if (!moves_.empty() && (bits & 1)) {
      const Move played = moves_[below(rng_, static_cast<std::uint32_t>(moves_.size()))].move;
      std::uint32_t near = 0;
      std::memcpy(&near, &played, sizeof played);
      bits = near ^ (bits & 2 ? 1u << below(rng_, 8 * sizeof played) : 0);
    }
    return last_random_ = move_of(bits);
  }

  static Move move_of(std::uint32_t bits) {
    Move move;
    std::memcpy(static_cast<void*>(&move), &bits, sizeof move);
    return move;
  }

  void check_position(const State& state) {
    const Fields fields = G::describe(state);
    check_lists(fields);
    const auto again = G::position(options_, fields);
    if (!again)
      return require(false, "a position that was written down is refused: " + again.error().message);
    require(same(*again, state), "a position written down and read again differs");
  }

  void check_end(const State& state) {
    const SeatSet winners = G::winners(state);
    require(!winners.empty(), "nobody wins");
    const Scores scores = G::scores(state);
    require(scores.size() == options_.players, "there is not one score a seat");
    for (const int score : scores) {
      require(!G::points(score).empty(), "a score has no words");
      check_text(G::points(score), kNobody, {});
    }
    check_position(state);
    check_words(state);
    // Replaying the log gives the same state, by typed moves and by their texts.
    State again = G::start(options_);
    for (const auto& [actor, move] : moves_) G::play(again, actor, move, Silence{});
    require(same(again, state), "replaying the moves gives another state");
    if (counts_.games % 50 == 0) {
      Record record;
      record.header = {std::string(G::name), G::rules_version, G::fields(options_), {}, "", {}, {}};
      for (const auto& [actor, move] : moves_) record.moves.push_back({actor, G::text(move)});
      const auto again_by_text = replay(record, "record");
      require(again_by_text && again_by_text->match->hash() == hash_of(state),
              "replaying the record gives another state");
      ++counts_.replayed;
    }
  }

  struct Played {
    Seat actor;
    Move move;
  };

  typename G::Options options_;
  std::uint64_t seed_;
  Xoshiro256pp rng_;
  std::vector<Played> moves_;
  std::size_t typical_length_ = 200;          ///< of the game before this one
  std::unordered_set<std::uint32_t> spoken_;  ///< moves whose texts were tried
  Move last_random_{};
  std::size_t twin_view_ = 0;
  State twin_{};  ///< what the owner of that view cannot tell from the true state
  EventLog<typename G::Event> log_, twin_log_;  ///< of the last move, here and in that state
  std::string broken_;
  Counts counts_;
};

}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// One thread's part of the search: a tree that grows by playouts.
//
// The searching seat draws worlds that it cannot tell apart (`imagine`), and plays each to its end: first by
// what earlier playouts have taught it (the tree), then by simple play (the rollout). A decision in the tree
// is known by what the *searching* seat sees when it is made, whoever makes it: so nothing that is hidden
// from that seat can guide its own choices, and what others choose in secret does not split the tree. Two
// ways to the same view are the same decision, because a view is all that its seat can know; other
// transpositions there are none. Every seat is taken to play for its own result.
//
// All worlds share the searcher's own hand, so others in the tree learn to answer it as if they saw it. Half
// of their decisions are therefore played as in a rollout, from what they see themselves.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "bots/spec.hpp"
#include "bots/think.hpp"
#include "bots/tree.hpp"
#include "bots/worlds.hpp"
#include "core/hash.hpp"
#include "play/match.hpp"

namespace lifetable::bots {

/// What a search found out about one move at its root.
template <Game G>
struct Candidate {
  typename G::Move move;
  std::int64_t visits = 0;
  double expected = 0;  ///< the share of a win that it led to
};

/// Searches again and again with the same memory.
template <Game G>
class Searcher {
  using State = typename G::State;
  using View = typename G::View;
  using Move = typename G::Move;
  using Moves = decltype(G::moves(std::declval<const View&>()));

 public:
  Searcher(const SearchSettings& settings, std::size_t memory, std::uint64_t seed)
      : settings_(settings),
        others_(static_cast<std::uint32_t>(settings.others * kParts)),
        tree_(memory),
        rng_(seed) {}

  void begin(const View& root) {
    root_ = root;
    tree_.begin();
    effort_ = {.bytes = tree_.bytes()};
  }

  /// One world, played to its end. Plausible worlds are few: some that only chance dealt keep it honest.
  void playout(const Worlds<G>* plausible) {
    if (plausible && below(rng_, kOneInFresh) != 0)
      play_out(plausible->draw(rng_));
    else
      play_out(G::imagine(root_, rng_));
  }

 private:
  static constexpr std::uint32_t kOneInFresh = 4;

  void play_out(State state) {
    path_.clear();
    bool growing = true, at_root = true;
    int breaks = breaks_ahead(state);
    Seat actor = root_.seat;  // first of all it is the root's decision, even if others choose as well
    for (;;) {
      if (growing) {
        growing = step_in_tree(state, actor, at_root);
        at_root = false;
      } else {
        G::play(state, actor, rollout(state, actor), Silence{});
      }
      ++effort_.decisions;
      const Actors actors = deal(state, breaks);
      if (actors.kind != Actors::seats) break;
      actor = actors.first();
    }
    learn(state);
    ++effort_.playouts;
  }

 public:
  /// The moves of the root that were tried, in no particular order.
  std::vector<Candidate<G>> candidates() const {
    std::vector<Candidate<G>> all;
    Node* const node = tree_.find(key_of(root_, root_.seat));
    if (!node) return all;
    for (const Edge& edge : tree_.places(*node))
      if (edge.move != kNoMove && edge.visits)
        all.push_back({move_of(edge.move), edge.visits, edge.wins * 1.0});
    return all;
  }
  /// How far the root's most tried move is ahead of the next, in visits.
  std::int64_t lead() const {
    std::int64_t most = 0, next = 0;
    if (Node* const node = tree_.find(key_of(root_, root_.seat)))
      for (const Edge& edge : tree_.places(*node)) {
        if (edge.move == kNoMove) continue;
        if (edge.visits > most)
          next = most, most = edge.visits;
        else if (edge.visits > next)
          next = edge.visits;
      }
    return most - next;
  }
  /// How the game probably goes on after a move, as told to the searching seat: by the moves that were
  /// tried most, in the one of some worlds that the search knows best.
  std::vector<std::vector<Phrase>> line_after(Move move) {
    constexpr int kWorlds = 32;
    std::vector<std::vector<Phrase>> best;
    std::uint64_t most = 0;
    for (int i = 0; i < kWorlds; ++i) {
      State state = G::imagine(root_, rng_);
      G::play(state, root_.seat, move, Silence{});
      std::uint64_t known = 0;
      std::vector<std::vector<Phrase>> line = most_tried_line(state, known);
      if (known > most) most = known, best = std::move(line);
    }
    return best;
  }

  Effort effort() const {
    Effort effort = effort_;
    effort.nodes = tree_.nodes();
    return effort;
  }

 private:
  static constexpr std::size_t kMostSteps = 64;
  static constexpr std::uint32_t kParts = 256;

  static std::uint64_t key_of(const View& view, Seat actor) {
    return quick_hash_of(view) + actor.index * 0xD1342543DE82EF95u;
  }
  static Move move_of(std::uint32_t bits) {
    Move move;
    std::memcpy(static_cast<void*>(&move), &bits, sizeof move);
    return move;
  }

  /// Lets chance act until somebody else is to; who that is, or nobody if the playout ends here.
  Actors deal(State& state, int& breaks) {
    for (;;) {
      if (ends_here(state, breaks)) return Actors::none();
      const Actors actors = G::actors(state);
      if (actors.kind != Actors::dealer) return actors;
      G::play(state, kDealer, G::draw(state, rng_), Silence{});
    }
  }

  Move rollout(const State& state, Seat actor) {
    if (settings_.rollouts == Rollouts::random) return G::pick(state, actor, rng_);
    return G::thoughtful(G::view(state, actor), rng_);
  }

  std::vector<std::vector<Phrase>> most_tried_line(State& state, std::uint64_t& known) {
    constexpr std::size_t kMostMoves = 6;
    constexpr std::uint32_t kTriedEnough = 4;
    std::vector<std::vector<Phrase>> line;
    int breaks = breaks_ahead(state);
    while (line.size() < kMostMoves) {
      const Actors actors = deal(state, breaks);
      if (actors.kind != Actors::seats) break;
      const Seat actor = actors.first();
      const auto moves = G::moves(state, actor);
      Move next = moves[0];
      if (moves.size() > 1) {
        Node* const node = tree_.find(key_of(G::view(state, root_.seat), actor));
        const Edge* most = nullptr;
        if (node)
          for (const Move move : moves)
            if (const Edge* edge = tree_.find(*node, play::bits_of<G>(move)))
              if (!most || edge->visits > most->visits) most = edge;
        if (!most || most->visits < kTriedEnough) break;
        next = move_of(most->move);
        known += most->visits;
      }
      EventLog<typename G::Event> log;
      G::play(state, actor, next, log);
      std::vector<Phrase> told;
      for (const auto& event : log.events)
        if (event.concerns(root_.seat))
          if (Phrase phrase = G::tell(event, root_.seat); !phrase.empty()) told.push_back(std::move(phrase));
      if (!told.empty()) line.push_back(std::move(told));
    }
    return line;
  }

  int breaks_ahead(const State& state) const {
    if constexpr (HasOutlook<G>)
      if (settings_.breaks == kBreaksOfTheGame) return G::breaks_ahead(state);
    return settings_.breaks;
  }
  /// Whether the game is at the last break that it is played to.
  static bool ends_here(const State& state, int& breaks) {
    if constexpr (HasOutlook<G>) return breaks > 0 && G::at_break(state) && --breaks == 0;
    return false;
  }

  /// Plays one decision by the tree; false if the tree ends here.
  bool step_in_tree(State& state, Seat actor, bool at_root) {
    if (actor != root_.seat && others_ > 0 && below(rng_, kParts) < others_) {
      G::play(state, actor, rollout(state, actor), Silence{});
      return true;
    }
    const std::uint64_t key = key_of(G::view(state, root_.seat), actor);
    tree_.expect(key);
    const auto moves = G::moves(state, actor);
    if (moves.size() == 1 && !at_root) {  // nothing to learn
      G::play(state, actor, moves[0], Silence{});
      return true;
    }
    Edge* edge = nullptr;
    bool fresh = true;
    if (path_.size() < kMostSteps)
      if (Node* const node = tree_.find_or_add(key)) {
        fresh = node->count == 0;
        edge = fresh ? first_edge(*node, rollout(state, actor)) : select(*node, moves, state, actor);
      }
    if (!edge) {  // the tree is full
      G::play(state, actor, rollout(state, actor), Silence{});
      return false;
    }
    path_.push_back({edge, actor});
    G::play(state, actor, move_of(edge->move), Silence{});
    return !fresh;
  }

  Edge* first_edge(Node& node, Move move) {
    Edge* const edge = tree_.find_or_add(node, play::bits_of<G>(move));
    ++edge->offered;
    return edge;
  }

  /// The move that promises most, counting what is not known yet in its favour; nullptr if there was no room
  /// for any.
  Edge* select(Node& node, const Moves& moves, const State& state, Seat actor) {
    const bool favours = settings_.bias > 0;
    const std::uint32_t favourite =
        favours ? play::bits_of<G>(actor == root_.seat ? move_of(node.first.move)
                                                       : G::thoughtful(G::view(state, actor), rng_))
                : 0;
    std::array<Edge*, Moves::capacity()> legal;
    const std::size_t count = find_legal(node, moves, legal);
    std::uint64_t visits = 0, wins = 0;
    for (std::size_t i = 0; i < count; ++i) {
      ++legal[i]->offered;
      visits += legal[i]->visits;
      wins += legal[i]->wins;
    }
    // Every move begins with one visit of the usual result; its uncertainty is that of a prior which fades.
    const double usual = static_cast<double>(wins) / static_cast<double>(std::max<std::uint64_t>(visits, 1));
    const double even = settings_.explore * kWholeWin * (1 - settings_.bias) / static_cast<double>(count);
    const double favour = settings_.explore * kWholeWin * settings_.bias;
    Edge* best = nullptr;
    double most = -1, root = 0;
    std::uint32_t offered = 0;
    for (std::size_t i = 0; i < count; ++i) {
      Edge* const edge = legal[i];
      if (edge->offered != offered) root = std::sqrt(static_cast<double>(offered = edge->offered));
      const double prior = favours && edge->move == favourite ? even + favour : even;
      const double promise = (edge->wins + usual + prior * root) / (edge->visits + 1.0);
      if (promise > most) most = promise, best = edge;
    }
    return best;
  }

  /// The edges of the legal moves; moves that were never seen here are added if there is room.
  std::size_t find_legal(Node& node, const Moves& moves, std::array<Edge*, Moves::capacity()>& legal) {
    std::size_t count = 0;
    tree_.expect_edges(node);
    for (const Move move : moves)
      if (Edge* const edge = tree_.find(node, play::bits_of<G>(move))) legal[count++] = edge;
    const std::size_t missing = moves.size() - count;
    if (missing == 0 || !tree_.make_room(node, node.count + missing)) return count;
    count = 0;
    for (const Move move : moves) legal[count++] = tree_.find_or_add(node, play::bits_of<G>(move));
    return count;
  }

  void learn(const State& end) {
    const auto results = results_of(end);
    for (const Step& step : path_) {
      ++step.edge->visits;
      step.edge->wins += results[step.actor.index];
    }
  }
  /// By seat, in parts of a whole win.
  static std::array<std::uint32_t, kMaxSeats> results_of(const State& end) {
    std::array<std::uint32_t, kMaxSeats> results{};
    if (G::actors(end).kind == Actors::over) {
      const SeatSet winners = G::winners(end);
      for (const Seat seat : winners)
        results[seat.index] = kWholeWin / static_cast<std::uint32_t>(winners.size());
    } else if constexpr (HasOutlook<G>) {
      const Shares shares = G::outlook(end);
      for (std::size_t i = 0; i < shares.size(); ++i)
        results[i] = static_cast<std::uint32_t>(shares[i] * kWholeWin + .5);
    }
    return results;
  }

  struct Step {
    Edge* edge;
    Seat actor;
  };
  const SearchSettings settings_;
  const std::uint32_t others_;  ///< of kParts
  Tree tree_;
  Xoshiro256pp rng_;
  View root_{};
  FixedList<Step, kMostSteps> path_;
  Effort effort_;
};

}  // namespace lifetable::bots

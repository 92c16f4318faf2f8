// SPDX-License-Identifier: Apache-2.0
#include "lab/figures.hpp"

#include <algorithm>

#include "lab/many_games.hpp"
#include "lab/table.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {

double TableFigures::share_settled_by(int tenth) const {
  std::int64_t by_then = 0;
  for (int i = 0; i < tenth; ++i) by_then += settled[static_cast<std::size_t>(i)];
  return watched ? static_cast<double>(by_then) / static_cast<double>(watched) : 0;
}

void CardFigures::add(const CardFigures& other) {
  games += other.games;
  plays.add(other.plays);
  winners.add(other.winners);
}

void TableFigures::add(const TableFigures& other) {
  games += other.games;
  add_each(seats, other.seats);
  add_each(order, other.order);
  score.add(other.score);
  spread.add(other.spread);
  decisions.add(other.decisions);
  turns.add(other.turns);
  decisions_a_turn.add(other.decisions_a_turn);
  add_each(cards, other.cards);
  watched += other.watched;
  choices.add(other.choices);
  choices_a_turn.add(other.choices_a_turn);
  lead_changes.add(other.lead_changes);
  mean_lead_changes.add(other.mean_lead_changes);
  behind_at_half.add(other.behind_at_half);
  last_at_half.add(other.last_at_half);
  decided_late.add(other.decided_late);
  add_each(leader_wins, other.leader_wins);
  add_each(settled, other.settled);
}

namespace {

/// Who played which kind of card how often.
template <Game G>
struct CardNotes {
  void play(Seat, typename G::Move) {}
  void count(const std::array<int, kMaxSeats>&, std::vector<CardFigures>&) const {}
};
template <NamesCards G>
struct CardNotes<G> {
  std::array<std::array<std::uint16_t, kMaxSeats>, G::card_kinds + 1> plays{};

  void play(Seat seat, typename G::Move move) {
    ++plays[static_cast<std::size_t>(G::played_card(move))][seat.index];
  }
  void count(const std::array<int, kMaxSeats>& won, std::vector<CardFigures>& cards) const {
    std::int64_t all = 0, all_won = 0;
    for (std::size_t kind = 1; kind < plays.size(); ++kind) {
      std::int64_t times = 0, parts = 0;
      for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
        times += plays[kind][seat];
        parts += std::int64_t{plays[kind][seat]} * won[seat];
      }
      add(cards[kind], times, parts);
      all += times, all_won += parts;
    }
    add(cards[0], all, all_won);
  }

 private:
  static void add(CardFigures& card, std::int64_t times, std::int64_t parts) {
    card.plays.add(times, 1);
    if (times == 0) return;
    ++card.games;
    card.winners.add(parts, times * kWholeWin);
  }
};

/// What is noted down while a game is played. It counts only once the winners are known.
template <Game G>
struct Notes {
  CardNotes<G> cards;
  TurnCounter turns;
  Opening opening;
  int decisions = 0, choices = 0;

  void decide(const Actors& actors, Seat seat, typename G::Move move) {
    ++decisions;
    turns.decide(seat);
    opening.decide(actors, seat);
    cards.play(seat, move);
  }

  void count(const typename G::State& end, TableFigures& figures) const {
    const auto won = prizes(G::winners(end));
    const Scores scores = G::scores(end);
    const int players = static_cast<int>(scores.size());
    ++figures.games;
    for (int i = 0; i < players; ++i) {
      const auto at = static_cast<std::size_t>(i);
      figures.seats[at].add(won[at], kWholeWin);
      if (opening.first() != kNobody)
        figures.order[at].add(won[opening.first().clockwise(i, players).index], kWholeWin);
      figures.score.add(scores[at]);
    }
    const auto [least, most] = std::minmax_element(scores.begin(), scores.end());
    figures.spread.add(*most - *least);
    figures.decisions.add(decisions);
    figures.turns.add(turns.turns());
    figures.decisions_a_turn.add(decisions, turns.turns());
    cards.count(won, figures.cards);
  }

  /// The rest, of a game that was watched closely.
  void count(std::span<const Standing> standings, SeatSet winners, TableFigures& figures) const {
    const LeadStory story = read_lead(standings, winners);
    const Standing half = story.tenths[kTenths / 2];
    const int each = kWholeWin / winners.size();
    int behind = 0, last = 0;
    for (const Seat winner : winners) {
      behind += half.best.has(winner) ? 0 : each;
      last += half.worst.has(winner) && !half.best.has(winner) ? each : 0;
    }
    ++figures.watched;
    figures.choices.add(choices, decisions);
    figures.choices_a_turn.add(choices, turns.turns());
    figures.lead_changes.add(story.changes);
    figures.mean_lead_changes.add(story.changes, 1);
    figures.behind_at_half.add(behind, kWholeWin);
    figures.last_at_half.add(last, kWholeWin);
    figures.decided_late.add(lab::decided_late(story, standings.size() - 1), 1);
    for (std::size_t i = 0; i < story.tenths.size(); ++i) {
      if (!story.tenths[i].has_leader) continue;
      int wins = 0;
      for (const Seat leader : story.tenths[i].best) wins += winners.has(leader) ? each : 0;
      figures.leader_wins[i].add(wins, kWholeWin);
    }
    ++figures.settled[static_cast<std::size_t>(story.settled)];
  }
};

template <Game G>
class Counter {
 public:
  Counter(const TableOptions& options, const typename G::Options& rules, const std::atomic<bool>& stop)
      : options_(options),
        rules_(rules),
        bot_(*bots::bot_from(options.bot)),
        stop_(stop),
        every_(watched_every(options.games)) {}

  TableFigures empty() const {
    TableFigures figures;
    figures.seats.resize(rules_.players);
    figures.order.resize(rules_.players);
    if constexpr (HasTeams<G>) figures.side = G::team(G::start(rules_), Seat{0}).size();
    if constexpr (NamesCards<G>) figures.cards.resize(G::card_kinds + 1);
    return figures;
  }

  void play(std::int64_t number, TableFigures& figures) const {
    if (number % every_ == 0)
      play_one<true>(seed_of(options_.seed, number), figures);
    else
      play_one<false>(seed_of(options_.seed, number), figures);
  }

 private:
  /// A game that is stopped in the middle is not counted.
  template <bool Watched>
  void play_one(std::uint64_t seed, TableFigures& figures) const {
    thread_local std::vector<Standing> standings;
    standings.clear();
    Xoshiro256pp rng(seed);
    Players<G> players;
    for (std::size_t i = 0; i < rules_.players; ++i) players.sit_down(bot_, rng());
    typename G::State state = G::start(rules_);
    Notes<G> notes;
    const auto play = [&](const Actors& actors, Seat actor, typename G::Move move) {
      if (actor != kDealer) {
        if constexpr (Watched) {
          standings.push_back(standing_of<G>(state));
          notes.choices += G::moves(state, actor).size() > 1;
        }
        notes.decide(actors, actor, move);
      }
      G::play(state, actor, move, Silence{});
    };
    if (!play_game<G>(state, players, rng, stop_, play)) return;
    notes.count(state, figures);
    if constexpr (Watched) {
      standings.push_back(standing_of<G>(state));
      notes.count(standings, G::winners(state), figures);
    }
  }

  const TableOptions& options_;
  typename G::Options rules_;
  bots::BotSpec bot_;
  const std::atomic<bool>& stop_;
  std::int64_t every_;  ///< so many games are played until one is watched closely
};

}  // namespace

Result<TableFigures> count_games(const TableOptions& options,
                                 const std::function<void(std::int64_t)>& progress,
                                 const std::atomic<bool>& stop) {
  const auto fields =
      fields_for(options.game, options.options, {&options.bot, 1}, options.games, options.threads);
  if (!fields) return fields.error();
  return play::with_game(options.game, [&]<Game G>() {
    const Counter<G> counter(options, *G::options(*fields), stop);
    return play_many(
        options.games, options.threads, counter.empty(),
        [&](std::int64_t number, TableFigures& figures) { counter.play(number, figures); }, progress, stop);
  });
}

}  // namespace lifetable::lab

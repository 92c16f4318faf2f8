// SPDX-License-Identifier: Apache-2.0
#include "lab/balance.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "lab/many_games.hpp"
#include "lab/table.hpp"

namespace lifetable::lab {

using cv::Card;
using cv::Cv;

// ---- The bounds of the house --------------------------------------------------------------------------

Verdict verdict_of(const CardCount& count) {
  if (count.chances == 0) return Verdict::unpayable;
  if (count.share() < kLeastBought) return Verdict::rarely;
  return count.share() > kMostBought ? Verdict::often : Verdict::within;
}

Verdict sure_verdict_of(const CardCount& count) {
  if (count.chances == 0) return Verdict::unpayable;
  const Interval interval = interval_of(count.taken, count.chances);
  if (interval.high < kLeastBought) return Verdict::rarely;
  return interval.low > kMostBought ? Verdict::often : Verdict::within;
}

bool must_keep_bounds(const cv::Catalogue& cards, Card card) {
  return number_of(card) >= cv::kFirstOpen && deck_of(card) != cv::Deck::goals &&
         cards.sources[static_cast<std::size_t>(card)] == cv::Source::house;
}

bool is_out_of_bounds(const BalanceReport& report, Card card) {
  return must_keep_bounds(cv::catalogue(report.catalogue), card) &&
         verdict_of(report.cards[static_cast<std::size_t>(card)]) != Verdict::within;
}

std::vector<Card> out_of_bounds(const BalanceReport& report) {
  std::vector<Card> out;
  for (int n = 1; n <= cv::kCards; ++n)
    if (is_out_of_bounds(report, cv::card_of(n))) out.push_back(cv::card_of(n));
  return out;
}

BalanceReport pooled(const std::vector<BalanceReport>& reports) {
  BalanceReport all;
  for (const BalanceReport& report : reports) {
    all.catalogue = report.catalogue;
    all.games += report.games;
    add_each(all.cards, report.cards);
  }
  return all;
}

// ---- Adding up ----------------------------------------------------------------------------------------

void CardCount::add(const CardCount& other) {
  chances += other.chances;
  taken += other.taken;
  owners += other.owners;
  wins += other.wins;
  points += other.points;
}

void BalanceReport::add(const BalanceReport& other) {
  games += other.games;
  add_each(cards, other.cards);
  add_each(wins, other.wins);
  add_each(scores, other.scores);
  rounds.add(other.rounds);
  turns.add(other.turns);
  decisions.add(other.decisions);
  score.add(other.score);
  cv_cards.add(other.cv_cards);
  points.add(other.points);
  blows.add(other.blows);
}

void BalanceReport::Points::add(const Points& other) {
  add_each(stacks, other.stacks);
  possessions += other.possessions;
  secret_goals += other.secret_goals;
  public_goals += other.public_goals;
}

void BalanceReport::Blows::add(const Blows& other) {
  misfortunes += other.misfortunes;
  lost += other.lost;
  unpaid += other.unpaid;
  assistance += other.assistance;
  declined += other.declined;
}

namespace {

// ---- One game -----------------------------------------------------------------------------------------

/// What is noted down while a game is played. It counts only once the winners are known.
struct LifeNotes {
  struct FirstChoice {
    std::uint16_t offered;
    Card chosen;
  };
  cv::OpenCards payable;
  std::array<Seat, cv::kCards + 1> buyer{};  // a card is bought once: there is one of each
  FixedList<FirstChoice, cv::kMaxPlayers> first;
  int turns = 0, decisions = 0;
  BalanceReport::Blows blows;

  /// Before the seat moves.
  void before(const cv::State& state, Seat seat, cv::Move move) {
    ++decisions;
    const cv::Table& t = state.table;
    if (t.phase == cv::Phase::choose && t.step == 0)
      first.push_back({state.secrets[seat.index].offered, move.card()});
    if (t.phase != cv::Phase::select) return;
    for (const cv::Move each : Cv::moves(state, seat))
      if (each.what() == cv::Move::take) payable.add(each.card());
  }
  void after(const cv::Event& e) {
    switch (e.what) {
      case cv::Event::turn_began: ++turns; break;
      case cv::Event::took: buyer[static_cast<std::size_t>(e.card)] = e.seat; break;
      case cv::Event::misfortune: blows.misfortunes += e.number; break;
      case cv::Event::lost: ++blows.lost; break;
      case cv::Event::unpaid: ++blows.unpaid; break;
      case cv::Event::granted: ++blows.assistance; break;
      case cv::Event::declined: ++blows.declined; break;
      default: break;
    }
  }
};

void count_cards(const LifeNotes& notes, const cv::State& end, BalanceReport& report) {
  const auto won = prizes(Cv::winners(end));
  const auto count = [&](Card card) -> CardCount& { return report.cards[static_cast<std::size_t>(card)]; };
  const auto own = [&](Card card, Seat seat) {
    ++count(card).owners;
    count(card).wins += won[seat.index];
  };
  for (const Card card : notes.payable) {
    ++count(card).chances;
    const Seat buyer = notes.buyer[static_cast<std::size_t>(card)];
    if (buyer == kNobody) continue;
    ++count(card).taken;
    own(card, buyer);
  }
  for (const auto& choice : notes.first) {
    for (unsigned rest = choice.offered; rest; rest &= rest - 1)
      ++count(cv::card_of(std::countr_zero(rest))).chances;
    ++count(choice.chosen).taken;
  }
  for (const Seat seat : SeatSet::first(end.table.players())) {
    const cv::Secret& secret = end.secrets[seat.index];
    for (const Card card : {secret.first, secret.second, secret.last, secret.goal}) own(card, seat);
    count(secret.goal).points += sheet_of(end.table, seat, secret.goal).secret;
  }
}

void count_seats(const cv::State& end, BalanceReport& report) {
  const cv::Table& t = end.table;
  const auto won = prizes(Cv::winners(end));
  for (int i = 0; i < t.players(); ++i) {
    const Seat seat = t.starter.clockwise(i, t.players());
    const cv::Sheet sheet = sheet_of(t, seat, end.secrets[seat.index].goal);
    report.wins[static_cast<std::size_t>(i)] += won[seat.index];
    report.scores[static_cast<std::size_t>(i)].add(sheet.total());
    report.score.add(sheet.total());
    report.cv_cards.add(t.cv_cards(seat));
    for (std::size_t stack = 0; stack < sheet.stacks.size(); ++stack)
      report.points.stacks[stack] += sheet.stacks[stack];
    report.points.possessions += sheet.possessions;
    report.points.secret_goals += sheet.secret;
    for (const int goal : sheet.goals) report.points.public_goals += goal;
  }
}

void count(const LifeNotes& notes, const cv::State& end, BalanceReport& report) {
  ++report.games;
  report.rounds.add(notes.turns / end.table.players());  // the last round is played to its end (CV-48)
  report.turns.add(notes.turns);
  report.decisions.add(notes.decisions);
  report.blows.add(notes.blows);
  count_cards(notes, end, report);
  count_seats(end, report);
}

/// A game that is stopped in the middle is not reported.
void play_one(const cv::Options& options, const bots::BotSpec& bot, std::uint64_t seed,
              const std::atomic<bool>& stop, BalanceReport& report) {
  Xoshiro256pp rng(seed);
  Players<Cv> players;
  for (std::size_t i = 0; i < options.players; ++i) players.sit_down(bot, rng());
  cv::State state = Cv::start(options);
  LifeNotes notes;
  EventLog<cv::Event> log;
  const auto play = [&](const Actors&, Seat actor, cv::Move move) {
    if (actor != kDealer) notes.before(state, actor, move);
    log.events.clear();
    Cv::play(state, actor, move, log);
    for (const cv::Event& event : log.events) notes.after(event);
  };
  if (play_game<Cv>(state, players, rng, stop, play)) count(notes, state, report);
}

}  // namespace

Result<BalanceReport> measure_balance(const BalanceOptions& options,
                                      const std::function<void(std::int64_t)>& progress,
                                      const std::atomic<bool>& stop) {
  const auto fields =
      fields_for(Cv::name, options.options, {&options.bot, 1}, options.games, options.threads);
  if (!fields) return fields.error();
  const cv::Options rules = *Cv::options(*fields);
  const bots::BotSpec bot = *bots::bot_from(options.bot);
  BalanceReport empty;
  empty.players = rules.players;
  empty.catalogue = rules.cards;
  const auto play = [&](std::int64_t number, BalanceReport& report) {
    play_one(rules, bot, seed_of(options.seed, number), stop, report);
  };
  return play_many(options.games, options.threads, empty, play, progress, stop);
}

}  // namespace lifetable::lab

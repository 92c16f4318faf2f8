// SPDX-License-Identifier: Apache-2.0
// The course of a game of Cradle to Grave, in the order of the rulebook: set-up, a turn, specials, the end.
#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "games/cradle/apply.hpp"
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

namespace {

/// One move and all that follows from it by itself, up to the next choice or card.
template <class Sink>
class Course {
 public:
  Course(State& state, Sink& sink) : state_(state), t_(state.table), sink_(sink) {}

  /// The dealer takes a card off the deck.
  [[gnu::always_inline]] void turn_up(Card card) {
    switch (t_.phase) {
      case Phase::deal:
      case Phase::redeal: return deal(card);
      case Phase::check: return hundred_check(card);
      case Phase::reveal: return cover_ten(card);
      case Phase::replenish: return replenish(card);
      default: assert(false && "the dealer is not to act");
    }
  }

  // ---- Set-up -------------------------------------------------------------------------------------

  void begin_round(int round) {
    state_.deck = Cards::whole_deck();
    state_.secrets = {};
    happen({.what = Event::round_began, .number = static_cast<std::uint8_t>(round)});
  }

  void deal(Card card) {  // CG-4
    give(t_.dealing, card);
    while (t_.phase == Phase::settle) settle(t_.dealing);
  }

  void settle(Seat seat) {  // CG-5, CG-6
    const Cards hand = secret(seat).hand;
    if (hand.only(kWild).size() >= 4) {
      happen({.what = Event::hand_shown, .seat = seat, .cards = hand});
      secret(seat).hand = {};
      if (t_.deck < kDealtCards) return_shown();
    } else {
      happen({.what = Event::stood, .seat = seat});
      if (t_.phase == Phase::choose && !t_.shown.empty()) return_shown();
    }
  }

  void return_shown() {
    state_.deck += t_.shown;
    happen({.what = Event::shown_returned});
  }

  void choose_age(Seat seat, Move move) {  // CG-7
    Secret& mine = secret(seat);
    mine.hand.take(move.card());
    mine.hand.take(move.second());
    mine.laid.put(0, move.card());
    mine.laid.put(1, move.second());
    happen({.what = Event::age_laid, .seat = seat});
    happen({.what = Event::age_chosen,
            .seat = seat,
            .card = move.card(),
            .second = move.second(),
            .only = seat});
    if (t_.chosen == SeatSet::first(t_.players())) aside().show_ages();
  }

  [[gnu::noinline]] void show_ages() {  // CG-8, CG-9
    for (int i = 0; i < t_.players(); ++i) {
      const Row laid = std::exchange(state_.secrets[i].laid, {});
      happen({.what = Event::age_shown, .seat = Seat{i}, .card = laid.at(0), .second = laid.at(1)});
    }
    begin_turn(t_.oldest());
  }

  // ---- A turn (CG-10) -----------------------------------------------------------------------------

  void begin_turn(Seat seat) { happen({.what = Event::turn_began, .seat = seat}); }

  void hundred_check(Card card) {  // CG-11
    state_.deck.take(card);
    const int sum = t_.age(t_.turn) + digit_of(card);
    happen({.what = Event::checked, .seat = t_.turn, .card = card, .number = static_cast<std::uint8_t>(sum)});
    if (sum >= kEndAge)  // CG-12
      aside().end_round(t_.turn, sum);
    else
      end_round_if_deck_is_empty();  // CG-13
  }

  void play_card(Seat seat, Move move) {  // CG-14
    switch (move.what()) {
      case Move::raise: return raise(seat, move);
      case Move::hide: return hide(seat, move);
      case Move::zero: return use(seat, Card::zero, seat, move.place());
      case Move::ten: return use(seat, Card::ten, move.target(), Place::tens);
      case Move::swap: return use(seat, Card::swap, move.target(), Place::tens);
      default: return skip(seat);
    }
  }

  void raise(Seat seat, Move move) {  // CG-15, CG-16, CG-17
    secret(seat).hand.take(move.card());
    happen({.what = Event::raised,
            .seat = seat,
            .target = move.target(),
            .place = move.place(),
            .card = move.card()});
  }

  void hide(Seat seat, Move move) {  // CG-18, CG-19
    secret(seat).hand.take(move.card());
    secret(seat).laid.put(t_.laid[seat.index], move.card());
    happen({.what = Event::hid, .seat = seat, .place = move.place()});
    happen({.what = Event::hid_card, .seat = seat, .place = move.place(), .card = move.card(), .only = seat});
  }

  void skip(Seat seat) {  // CG-20
    happen({.what = Event::skipped, .seat = seat});
    begin_turn(t_.next(seat));
  }

  void replenish(Card card) {  // CG-34
    give(t_.turn, card);
    if (!end_round_if_deck_is_empty() && t_.phase == Phase::close) begin_turn(t_.next(t_.turn));
  }

  // ---- Special cards and Stop! --------------------------------------------------------------------

  void use(Seat seat, Card special, Seat target, Place place) {  // CG-22
    secret(seat).hand.take(special);
    happen({.what = Event::played, .seat = seat, .target = target, .place = place, .card = special});
    if (t_.asked.empty()) resolve();
  }

  void answer(Seat seat, Move move) {  // CG-27 to CG-30
    if (move.what() == Move::stop) {
      secret(seat).hand.take(Card::stop);
      happen({.what = Event::stopped, .seat = seat});
    } else {
      happen({.what = Event::let, .seat = seat});
    }
    if (t_.asked.empty()) resolve();
  }

  void resolve() {  // CG-31
    const Seat target = t_.target;
    if (t_.stops % 2 == 1)
      happen({.what = Event::cancelled, .seat = t_.turn, .card = t_.special});  // CG-32
    else if (t_.special == Card::zero)
      happen({.what = Event::zero_laid, .seat = target, .place = t_.place, .card = Card::zero});  // CG-23
    else if (t_.special == Card::swap)
      happen({.what = Event::swapped, .seat = t_.turn, .target = target});  // CG-26
    else
      happen({.what = Event::allowed, .seat = t_.turn, .target = target});  // CG-24
  }

  void cover_ten(Card card) {  // CG-24, CG-25
    state_.deck.take(card);
    happen({.what = Event::ten_covered, .seat = t_.turn, .target = t_.target, .card = card});
    end_round_if_deck_is_empty();
  }

  // ---- The end ------------------------------------------------------------------------------------

  bool end_round_if_deck_is_empty() {  // CG-35
    if (t_.deck != 0) return false;
    aside().end_round(kNobody, 0);
    return true;
  }

  /// `failed` reached a hundred with `sum`; kNobody if the deck ran out.
  [[gnu::noinline]] void end_round(Seat failed, int sum) {
    happen({.what = Event::round_ended, .seat = failed, .number = failed != kNobody});
    for (int i = 0; i < t_.players(); ++i) {  // CG-19
      if (t_.laid[i] == 0) continue;
      const Row laid = std::exchange(state_.secrets[i].laid, {});
      happen({.what = Event::laid_shown, .seat = Seat{i}, .cards = laid.heap(0, t_.laid[i])});
    }
    for (int i = 0; i < t_.players(); ++i) {  // CG-36
      const Seat seat{i};
      const int penalty = seat == failed ? sum : t_.age(seat);
      happen({.what = Event::scored, .seat = seat, .number = static_cast<std::uint8_t>(penalty)});
    }
    if (t_.round + 1 < t_.options.rounds)
      begin_round(t_.round + 1);  // CG-37
    else
      happen({.what = Event::game_ended});
  }

 private:
  [[gnu::always_inline]] void happen(Event event) {
    if constexpr (!std::is_same_v<Sink, Silence>) event.honoured = t_.honoured();
    apply(t_, event);
    sink_(event);
  }
  /// A copy, for what is rare and long: this one then needs no address and stays in registers.
  Course aside() { return Course(state_, sink_); }
  Secret& secret(Seat seat) { return state_.secrets[seat.index]; }

  void give(Seat seat, Card card) {
    state_.deck.take(card);
    secret(seat).hand.add(card);
    happen({.what = Event::dealt, .seat = seat});
    happen({.what = Event::got, .seat = seat, .card = card, .only = seat});
  }

  State& state_;
  Table& t_;
  Sink& sink_;
};

}  // namespace

State Cradle::start(const Options& options) {
  State state{};
  state.table.options = options;
  Silence silence;
  Course<Silence>(state, silence).begin_round(0);
  return state;
}

Cradle::Outcomes Cradle::outcomes(const State& state) {
  Outcomes outcomes;
  for (const Card card : state.deck.kinds())
    outcomes.push_back({Move::to_draw(card), static_cast<std::uint32_t>(state.deck.count(card))});
  return outcomes;
}

template <class Sink>
void Cradle::play(State& state, Seat actor, Move move, Sink&& sink) {
  Course<std::remove_reference_t<Sink>> course(state, sink);
  if (actor == kDealer) return course.turn_up(move.card());
  switch (state.table.phase) {
    case Phase::choose: return course.choose_age(actor, move);
    case Phase::play: return course.play_card(actor, move);
    case Phase::answer: return course.answer(actor, move);
    default: assert(false && "no player is to act");
  }
}

template void Cradle::play(State&, Seat, Move, Silence&);
template void Cradle::play(State&, Seat, Move, Silence&&);
template void Cradle::play(State&, Seat, Move, EventLog<Event>&);

Scores Cradle::scores(const State& state) {
  Scores scores;
  for (int i = 0; i < state.table.players(); ++i) scores.push_back(state.table.total(Seat{i}));
  return scores;
}

SeatSet Cradle::winners(const State& state) {  // CG-38
  SeatSet winners;
  if (state.table.phase != Phase::over) return winners;
  const Scores scores = Cradle::scores(state);
  const int best = *std::min_element(scores.begin(), scores.end());
  for (int i = 0; i < state.table.players(); ++i)
    if (scores[static_cast<std::size_t>(i)] == best) winners.add(Seat{i});
  return winners;
}

std::string Cradle::invariants(const State& state) {
  const Table& t = state.table;
  if (state.deck.size() != t.deck) return "the deck's count differs from its cards";
  Cards all = t.open_cards();
  all += state.deck;
  for (int i = 0; i < t.players(); ++i) {
    const std::string who = "seat " + to_string(Seat{i});
    const Secret& secret = state.secrets[i];
    if (secret.hand.size() != t.hand[i]) return who + " does not hold as many cards as the table shows";
    if (t.hand[i] > (t.phase >= Phase::check ? kHandCards : kDealtCards))
      return who + " holds too many cards";
    all += secret.hand;
    all += secret.laid.heap(0, t.laid[i]);
  }
  if (all != Cards::whole_deck()) return "the cards do not add up to the deck (CG-2)";
  if (t.phase == Phase::settle || t.phase == Phase::close) return "the table rests between two moves";
  return "";
}

}  // namespace lifetable::cradle

// SPDX-License-Identifier: Apache-2.0
// The course of a game of Five Alive, in the order of the rulebook: set-up, a turn, wild cards, the end.
#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "games/alive/alive.hpp"
#include "games/alive/apply.hpp"

namespace lifetable::alive {

namespace {

/// One move and all that follows from it by itself, up to the next choice or card.
template <class Sink>
class Course {
 public:
  Course(State& state, Sink& sink) : state_(state), t_(state.table), sink_(sink) {}

  /// What is rare and long is done elsewhere, by a course of its own: this one then needs no address, stays
  /// in registers, and leaves by a jump.
  template <auto Do, class... Arguments>
  [[gnu::always_inline]] void rarely(Arguments... arguments) {
    elsewhere<Do>(state_, sink_, arguments...);
  }
  template <auto Do, class... Arguments>
  [[gnu::noinline]] static void elsewhere(State& state, Sink& sink, Arguments... arguments) {
    (Course(state, sink).*Do)(arguments...);
  }

  // ---- Set-up -------------------------------------------------------------------------------------

  void choose_dealer(Seat seat) {  // FA-4
    happen({.what = Event::dealer_chosen, .seat = seat});
    begin_hand(seat, 0);
  }

  void begin_hand(Seat dealer, int number) {  // FA-5, FA-32
    state_.deck = t_.whole_deck();
    state_.secrets = {};
    happen({.what = Event::hand_began, .seat = dealer, .number = static_cast<std::uint8_t>(number)});
  }

  /// The dealer turns up a card for whoever is to get one.
  void deal(Card card) {
    const Phase phase = t_.phase;
    deal_out(state_, card, sink_);
    if (phase == Phase::draw) provide();
    if (t_.phase != Phase::settle) return;
    if (phase == Phase::draw) return end_turn(t_.turn);
    begin_turn(t_.left_of(phase == Phase::deal ? t_.dealer : t_.turn));  // FA-6
  }

  // ---- A turn -------------------------------------------------------------------------------------

  void begin_turn(Seat seat) { happen({.what = Event::turn_began, .seat = seat}); }

  [[gnu::always_inline]] void play_card(Seat seat, Card card) {
    if (needs_more(card)) return rarely<&Course::play_rare_card>(seat, card);
    if (t_.old[seat.index] != 0 || t_.floors[seat.index] != Floor{})
      return rarely<&Course::play_known_card>(seat, card);
    lay(seat, card);
    end_turn(seat);
  }
  void play_rare_card(Seat seat, Card card) {
    lay(seat, card);
    carry_out(seat, card);
  }
  /// Others have counted on such a card.
  void play_known_card(Seat seat, Card card) {
    lay(seat, card);
    end_turn(seat);
  }
  [[gnu::always_inline]] void lay(Seat seat, Card card) {  // FA-7
    lose(seat, card, {.what = Event::played, .seat = seat, .card = card, .number = t_.total});
  }

  /// The card has had its effect.
  [[gnu::always_inline]] void end_turn(Seat seat) {
    if (t_.hand[seat.index] == 0) return rarely<&Course::end_hand>(seat);  // FA-27
    Seat next = t_.after(seat);
    if (t_.top == Card::skip) {  // FA-19
      happen({.what = Event::skipped, .seat = next});
      next = t_.after(next);
    }
    begin_turn(next);
  }

  void get_stuck(Seat seat) {  // FA-10
    flip(seat, Loss::stuck);
    if (t_.decided())
      end_game();
    else
      begin_turn(t_.after(seat));
  }

  // ---- Wild cards that take more than a new total ---------------------------------------------------

  static bool needs_more(Card card) {
    constexpr unsigned kinds = 1u << static_cast<int>(Card::draw1) | 1u << static_cast<int>(Card::draw2) |
                               1u << static_cast<int>(Card::redeal) | 1u << static_cast<int>(Card::bomb);
    return kinds >> static_cast<int>(card) & 1;
  }

  void carry_out(Seat seat, Card card) {
    switch (card) {
      case Card::draw1:
      case Card::draw2: return let_draw(seat, draws_of(card));
      case Card::redeal: return hand_in(seat);
      default: return explode(seat);
    }
  }

  void let_draw(Seat seat, int number) {  // FA-12, FA-13
    happen({.what = Event::drawing, .seat = seat, .number = static_cast<std::uint8_t>(number)});
    provide();
    if (t_.phase == Phase::settle) end_turn(seat);
  }

  /// There must be a card for whoever is to draw (FA-15, FA-16).
  void provide() {
    if (t_.phase == Phase::draw && t_.pile == 0) rarely<&Course::make_pile>();
  }

  void make_pile() {
    if (t_.discards.size() <= 1) return happen({.what = Event::ran_dry});
    for (const Seat seat : t_.living) secret(seat).memory = when_dry(t_, secret(seat).hand);
    state_.deck = t_.discards;
    state_.deck.take(t_.top);
    happen({.what = Event::reshuffled, .card = t_.top});
  }

  void hand_in(Seat seat) {                               // FA-23
    if (t_.hand[seat.index] == 0) return end_hand(seat);  // FA-28
    const Floor floors = t_.all_floors();
    for (const Seat each : t_.living) {
      Secret& its = secret(each);
      state_.pool += its.hand;
      its.memory = handing_in(floors - t_.floors[each.index], its.hand, its.memory);
      its.hand = {};
    }
    happen({.what = Event::handed_in, .seat = seat});
  }

  void explode(Seat seat) {  // FA-25, FA-26
    for (Seat each = t_.after(seat); each != seat; each = t_.after(each)) {
      if (secret(each).hand.has(Card::zero)) {
        lose(each, Card::zero, {.what = Event::zero_dropped, .seat = each, .card = Card::zero});
      } else {
        flip(each, Loss::bomb);
      }
    }
    happen({.what = Event::bomb_over, .seat = seat});
    // In sudden death all that the card brings about still happens (FA-36).
    if (t_.decided() && !t_.options.sudden_death()) return end_game();
    for (const Seat each : t_.living)
      if (t_.hand[each.index] == 0) return end_hand(seat);  // FA-27, FA-29
    if (t_.decided()) return end_game();
    begin_turn(t_.after(seat));
  }

  // ---- The end ------------------------------------------------------------------------------------

  /// Somebody has no cards left, after a card of `seat`.
  void end_hand(Seat seat) {
    SeatSet out;
    for (const Seat each : t_.living)
      if (t_.hand[each.index] == 0) out.add(each);
    for_all_from(seat, out, [&](Seat each) { happen({.what = Event::went_out, .seat = each}); });
    if (t_.options.teams) {  // FA-40, FA-41
      for_all_from(seat, one_of_each_team(seat, out), [&](Seat each) {
        if (!t_.decided() || t_.pays_on) flip(first_opponent(each), Loss::team_went_out);
      });
    } else {
      for_all_from(seat, t_.living.without(out), [&](Seat each) { flip(each, Loss::hand_over); });
    }
    if (t_.decided()) return end_game();
    begin_hand(out.has(seat) ? seat : out.after(seat, t_.direction), t_.number + 1);  // FA-31
  }

  void end_game() {
    if (t_.options.sudden_death()) {  // FA-37
      const SeatSet best = t_.winners();
      if (best.size() > 1)
        for (const Seat seat : best)
          happen({.what = Event::summed,
                  .seat = seat,
                  .number = static_cast<std::uint8_t>(secret(seat).hand.sum())});
    }
    happen({.what = Event::game_ended});
  }

 private:
  [[gnu::always_inline]] void happen(const Event& event) {
    apply(t_, event);
    sink_(event);
  }
  Secret& secret(Seat seat) { return state_.secrets[seat.index]; }

  /// `seat` openly parts with a card; everybody else notes that it is gone.
  [[gnu::always_inline]] void lose(Seat seat, Card card, const Event& event) {
    if (t_.old[seat.index] != 0) note_gone(seat, card);
    happen(event);
    secret(seat).hand.take(card);
  }
  void note_gone(Seat seat, Card card) {
    SeatSet others = t_.living;
    others.remove(seat);
    for (const Seat each : others) secret(each).memory.lose(card);
  }

  void flip(Seat seat, Loss loss) {
    happen({.what = Event::flipped, .seat = seat, .number = static_cast<std::uint8_t>(loss)});
    if (t_.options.teams || t_.lives_of(seat) != 0) return;   // FA-39
    const Cards hand = std::exchange(secret(seat), {}).hand;  // FA-33
    if (t_.old[seat.index] != 0)
      for (Secret& each : state_.secrets) each.memory.lose(hand);
    happen({.what = Event::eliminated, .seat = seat, .cards = hand});
  }

  /// The members of a set in turn order, beginning with `first`.
  template <class Use>
  void for_all_from(Seat first, SeatSet set, Use use) {
    if (set.has(first)) use(first);
    set.remove(first);
    Seat each = first;
    for (int left = set.size(); left > 0; --left) use(each = set.after(each, t_.direction));
  }

  /// Of those who went out, the first of each team (FA-40).
  SeatSet one_of_each_team(Seat from, SeatSet out) {
    SeatSet firsts;
    bool seen[2] = {false, false};
    for_all_from(from, out, [&](Seat each) {
      if (!std::exchange(seen[t_.team_of(each)], true)) firsts.add(each);
    });
    return firsts;
  }
  /// Seats alternate, except where the first and the last seat of five meet (FA-38).
  Seat first_opponent(Seat seat) const {
    Seat each = t_.after(seat);
    while (t_.team_of(each) == t_.team_of(seat)) each = t_.after(each);
    return each;
  }

  State& state_;
  Table& t_;
  Sink& sink_;
};

}  // namespace

State Alive::start(const Options& options, int version) {
  State state{};
  Table& t = state.table;
  t.pays_on = version < 2;
  t.options = options;
  t.living = SeatSet::first(options.players);
  for (int i = 0; i < (options.teams ? 2 : options.players); ++i)
    t.lives[static_cast<std::size_t>(i)] = kLives;
  t.dealer = t.turn = t.dealing = t.lost = kNobody;
  t.top = Card::none;
  t.phase = Phase::first;
  Silence silence;
  if (options.dealer != kNobody) Course<Silence>(state, silence).begin_hand(options.dealer, 0);
  return state;
}

Alive::Outcomes Alive::outcomes(const State& state) {
  Outcomes outcomes;
  const Table& t = state.table;
  if (t.phase == Phase::first) {
    for (const Seat seat : t.living) outcomes.push_back({Move::to_first(seat), 1});
    return outcomes;
  }
  const Cards from = t.phase == Phase::redeal ? state.pool : state.deck;
  for (const Card card : from.kinds())
    outcomes.push_back({Move::to_draw(card), static_cast<std::uint32_t>(from.count(card))});
  return outcomes;
}

template <class Sink>
void Alive::go_on(State& state, Move move, Sink& sink) {
  using Course = Course<Sink>;
  const Seat actor = state.table.turn;
  Course course(state, sink);
  switch (move.what()) {
    case Move::draw: return course.template rarely<&Course::deal>(move.card());
    case Move::play: return course.play_card(actor, move.card());
    case Move::flip: return course.template rarely<&Course::get_stuck>(actor);
    case Move::first: return course.template rarely<&Course::choose_dealer>(move.seat());
  }
}

template void Alive::go_on(State&, Move, Silence&);
template void Alive::go_on(State&, Move, EventLog<Event>&);

Scores Alive::scores(const State& state) {
  Scores scores;
  for (int i = 0; i < state.table.players(); ++i) scores.push_back(state.table.lives_of(Seat{i}));
  return scores;
}

SeatSet Table::winners() const {
  SeatSet best;
  if (options.teams) {  // FA-41
    for (const Seat seat : living)
      if (team_of(seat) != team_of(lost)) best.add(seat);
    return best;
  }
  // FA-35, FA-36: most lives; FA-37: then the lowest sum. Without a tie all sums are 0.
  const auto rating = [&](Seat seat) { return 1000 * lives_of(seat) - sums[seat.index]; };
  int most = 0;
  for (const Seat seat : living) most = std::max(most, rating(seat));
  for (const Seat seat : living)
    if (rating(seat) == most) best.add(seat);
  return best;
}

SeatSet Alive::winners(const State& state) {
  return state.table.phase == Phase::over ? state.table.winners() : SeatSet{};
}

std::string Alive::invariants(const State& state) {
  const Table& t = state.table;
  if (t.phase == Phase::settle) return "the table rests between two moves";
  if (t.phase == Phase::first) return "";
  if (state.deck.size() != t.pile) return "the pile's count differs from its cards";
  if (state.pool.size() != t.pool) return "the count of cards handed in differs from the cards";
  Cards hands = state.pool;
  for (int i = 0; i < t.players(); ++i) {
    const std::string who = "seat " + to_string(Seat{i});
    const Cards hand = state.secrets[static_cast<std::size_t>(i)].hand;
    const auto at = static_cast<std::size_t>(i);
    if (hand.size() != t.hand[at]) return who + " does not hold as many cards as the table shows";
    if (t.hand[at] && !t.living.has(Seat{i})) return who + " is out of the game and holds cards (FA-33)";
    if (!t.hand[at] && t.living.has(Seat{i}) && t.phase == Phase::play) return who + " has gone out (FA-27)";
    if ((t.lives_of(Seat{i}) != 0) != t.living.has(Seat{i}) && !t.options.teams)
      return who + " lives without lives, or is out with some (FA-33)";
    if (!t.floors[at].holds_for(hand)) return who + " holds what a flip has ruled out (FA-44)";
    hands += hand;
  }
  if (!t.memory.holds_for(hands)) return "the hands are not what everybody knows them to be (FA-45, FA-46)";
  for (const Seat seat : t.living) {
    Cards others = hands;
    others -= state.secrets[seat.index].hand;
    if (!state.secrets[seat.index].memory.holds_for(others))
      return "seat " + to_string(seat) + " remembers what is not so (FA-45, FA-46)";
  }
  Cards all = hands;
  all += t.discards;
  all += state.deck;
  if (all != t.whole_deck()) return "the cards do not add up to the deck (FA-2)";
  if (t.phase != Phase::over && t.decided()) return "the game should be over (FA-35)";
  return "";
}

}  // namespace lifetable::alive

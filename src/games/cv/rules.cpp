// SPDX-License-Identifier: Apache-2.0
// The course of a game of CV, in the order of the rulebook: set-up, the five phases of a turn, the end.
#include <algorithm>
#include <bit>
#include <string>

#include "games/cv/apply.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::cv {

namespace {

constexpr std::uint16_t kChildhood = 0b1'1111'1111'1110;  // cards 1 to 12

/// One move and all that follows from it by itself, up to the next choice or chance.
template <class Sink>
class Course {
 public:
  Course(State& state, Sink& sink) : state_(state), t_(state.table), sink_(sink) {}

  // ---- Set-up -------------------------------------------------------------------------------------

  void deal(Card card) {
    switch (t_.phase) {
      case Phase::deal_goals: return deal_goal(card);
      case Phase::deal_cards: return deal_childhood(card);
      default: return open(card);
    }
  }

  void deal_goal(Card card) {  // CV-6
    if (t_.step >= t_.players()) return happen({.what = Event::goal_opened, .card = card});
    const Seat seat{t_.step};
    secret(seat).goal = card;
    happen({.what = Event::goal_got, .seat = seat, .card = card, .only = seat});
    happen({.what = Event::goal_dealt, .seat = seat});
  }

  void deal_childhood(Card card) {  // CV-7
    const Seat seat{t_.step / kChildhoodHand};
    secret(seat).offered = static_cast<std::uint16_t>(secret(seat).offered | bit_of(card));
    happen({.what = Event::got, .seat = seat, .card = card, .only = seat});
    happen({.what = Event::dealt, .seat = seat});
  }

  void choose(Seat seat, Card card) {  // CV-8
    secret(seat).keep(card);
    happen({.what = Event::kept, .seat = seat, .card = card, .only = seat});
    happen({.what = Event::chose, .seat = seat});
    if (t_.chosen == everybody()) pass_on();
  }

  void pass_on() {
    std::array<std::uint16_t, kMaxPlayers> passing{};
    for (const Seat seat : everybody()) passing[seat.index] = secret(seat).passing();
    const bool grown_up = t_.step == 1;
    happen({.what = Event::passed, .number = static_cast<std::uint8_t>(grown_up ? 1 : 2)});
    for (const Seat seat : everybody()) {
      const std::uint16_t cards = passing[t_.previous(seat).index];
      secret(seat).receive(cards);
      happen({.what = Event::received, .seat = seat, .only = seat, .cards = cards});
    }
    if (!grown_up) return;
    for (const Seat seat : everybody())
      if (secret(seat).hand(0) & bit_of(Card::bicycle)) {  // CV-9
        happen({.what = Event::bicycle, .seat = seat, .card = Card::bicycle});
        return begin_turn(seat);
      }
  }

  // ---- Throwing the dice --------------------------------------------------------------------------

  void begin_turn(Seat seat) { happen({.what = Event::turn_began, .seat = seat}); }

  void toss(Seat seat) {  // CV-13, CV-14
    happen({.what = Event::picked_up,
            .seat = seat,
            .number = static_cast<std::uint8_t>(t_.means.dice + t_.joining)});
  }

  void reroll(Seat seat, Symbols dice) {
    happen({.what = Event::picked_up,
            .seat = seat,
            .number = static_cast<std::uint8_t>(dice.size() + t_.joining),
            .symbols = dice});
  }

  void roll(Symbols dice) {
    happen({.what = Event::rolled, .seat = t_.turn, .symbols = dice});
    if (t_.phase == Phase::select) stop(t_.turn);  // that was the last throw
  }

  void stop(Seat seat) {
    happen({.what = Event::stopped, .seat = seat, .number = t_.throws, .symbols = t_.dice});
  }

  void play_event(Seat seat, Card card) {
    happen({.what = Event::played, .seat = seat, .card = card});
    if (t_.phase == Phase::misfortune) go_on_suffering();
  }

  // ---- Selecting cards ----------------------------------------------------------------------------

  void take(Seat seat, Card card, Type type) {
    if (t_.phase == Phase::choose) return choose(seat, card);
    if (type == Type::unsaid) type = static_cast<Type>(std::countr_zero(t_.facts(card).types));
    if (t_.phase == Phase::assist) return grant(seat, card, type);
    happen({.what = Event::took, .seat = seat, .card = card, .type = type});
  }

  void done(Seat seat) {
    happen({.what = Event::selected, .seat = seat, .number = static_cast<std::uint8_t>(t_.takes())});
    suffer();
  }

  // ---- Bad luck -----------------------------------------------------------------------------------

  void suffer() {  // CV-34
    if (t_.dice.count(Symbol::bad) + t_.means.tokens.count(Symbol::bad) < 3) return add_to_cv();
    const int number = misfortunes(t_.pool(), t_.promised());
    happen({.what = Event::misfortune, .seat = t_.turn, .number = static_cast<std::uint8_t>(number)});
    go_on_suffering();
  }

  void go_on_suffering() {
    if (t_.losses && t_.cv_cards(t_.turn) == 0) happen({.what = Event::spared, .seat = t_.turn});
    if (t_.losses == 0) add_to_cv();
  }

  void lose(Seat seat, Card card) {  // CV-37
    happen({.what = Event::lost, .seat = seat, .card = card, .type = stack_with_active(seat, card)});
    go_on_suffering();
  }

  // ---- Adding to the CV ---------------------------------------------------------------------------

  void add_to_cv() {
    for (std::size_t i = 0; i < kTakes; ++i)
      if (t_.taken[i].type == Type::event)  // CV-38
        happen({.what = Event::to_hand, .seat = t_.turn, .card = t_.taken[i].card});
    go_on_placing(t_.turn);
  }

  /// Places what has only one place, and asks for the rest (CV-39, CV-40).
  void go_on_placing(Seat seat) {
    for (int i = 0; i < kTakes; ++i) {
      if (!(t_.unplaced >> i & 1) || !t_.has_one_place(seat, i)) continue;
      put(seat, t_.taken[static_cast<std::size_t>(i)], Card::none);
      i = -1;  // the other card may have only one place now
    }
    if (t_.unplaced) return ask(seat, Phase::place);
    if (t_.cleaning_up()) return go_on_assisting();
    charge_upkeep();
  }

  void place(Seat seat, Card card, Card under) {
    put(seat, t_.taken[t_.taken[0].card == card ? 0 : 1], under);
    go_on_placing(seat);
  }

  void charge_upkeep() {  // CV-41, CV-42
    if (t_.upkeep_due() == 0) return clean_up();
    const auto sets = t_.payable_upkeep();
    if (sets.size() > 1) return ask(t_.turn, Phase::upkeep);
    pay_upkeep(sets[0]);
  }

  void pay_upkeep(TypeSet paid) {
    const TypeSet due = t_.upkeep_due();
    for (int i = 0; i < kStacks; ++i)
      if (due >> i & 1)
        happen({.what = paid >> i & 1 ? Event::paid : Event::unpaid,
                .seat = t_.turn,
                .card = t_.active(t_.turn, static_cast<Type>(i)),
                .type = static_cast<Type>(i)});
    clean_up();
  }

  // ---- Cleaning up --------------------------------------------------------------------------------

  void clean_up() {
    happen({.what = Event::cleaned_up, .seat = t_.turn});
    const bool clears = t_.last_of_round() || t_.players() == 2;  // CV-44
    if (clears && t_.track[0] != Card::none) happen({.what = Event::discarded, .card = t_.track[0]});
    refill();
  }

  void refill() {  // CV-43
    if (t_.track.back() != Card::none || t_.unseen.empty()) return finish_turn();
    if (t_.phase != Phase::refill) ask(kDealer, Phase::refill);
  }

  void open(Card card) {
    const bool setting_up = t_.phase == Phase::open_track;
    happen({.what = Event::opened, .seat = t_.turn, .card = card});
    if (setting_up) return;
    if (const Deck deck = deck_of(card); t_.unseen.of(deck).empty()) return assist(deck);  // CV-45
    refill();
  }

  void assist(Deck deck) {  // CV-46
    happen({.what = Event::ran_out, .number = static_cast<std::uint8_t>(deck)});
    const SeatSet poor = t_.poor();
    if (!poor.empty()) happen({.what = Event::assistance, .seats = poor});
    go_on_assisting();
  }

  void go_on_assisting() {
    if (t_.assisted.empty()) return refill();
    ask(t_.first_assisted(), Phase::assist);
  }

  void grant(Seat seat, Card card, Type type) {  // CV-47
    happen({.what = Event::granted, .seat = seat, .card = card, .type = type});
    if (type != Type::event) return go_on_placing(seat);
    happen({.what = Event::to_hand, .seat = seat, .card = card});
    go_on_assisting();
  }

  void decline(Seat seat) {
    happen({.what = Event::declined, .seat = seat});
    go_on_assisting();
  }

  void finish_turn() {
    const bool last = t_.last_of_round() && t_.unseen.of(Deck::old).size() < t_.players();  // CV-48
    if (!last) return begin_turn(t_.next(t_.turn));
    for (const Seat seat : everybody())
      happen({.what = Event::goal_shown, .seat = seat, .card = secret(seat).goal});
    happen({.what = Event::game_ended});
  }

 private:
  [[gnu::always_inline]] void happen(Event event) {
    event.catalogue = t_.options.cards;
    apply(t_, event);
    sink_(event);
  }
  void ask(Seat seat, Phase phase) {
    happen({.what = Event::asks, .seat = seat, .number = static_cast<std::uint8_t>(phase)});
  }
  void put(Seat seat, Taken taken, Card under) {
    happen({.what = Event::placed, .seat = seat, .card = taken.card, .under = under, .type = taken.type});
  }
  Secret& secret(Seat seat) { return state_.secrets[seat.index]; }
  SeatSet everybody() const { return SeatSet::first(t_.players()); }
  Type stack_with_active(Seat seat, Card card) const {
    const auto& tops = t_.top[seat.index];
    return static_cast<Type>(std::find(tops.begin(), tops.end(), card) - tops.begin());
  }

  State& state_;
  Table& t_;
  Sink& sink_;
};

}  // namespace

State Cv::start(const Options& options) {
  State state{};
  Table& t = state.table;
  t.options = options;
  for (const Deck deck : {Deck::early, Deck::middle, Deck::old})
    t.unseen.bits |= OpenCards::all_of(deck).bits;
  t.starter = t.turn = t.placing = kNobody;
  t.phase = Phase::open_track;
  return state;
}

Cv::Outcomes Cv::outcomes(const State& state) {
  const Table& t = state.table;
  Outcomes outcomes;
  switch (t.phase) {
    case Phase::dice:
      for (const Roll& roll : rolls(t.in_air)) outcomes.push_back({Move::to_roll(roll.dice), roll.weight});
      break;
    case Phase::deal_goals: {
      const auto is_dealt = [&](Card goal) {
        return std::find(t.goals.begin(), t.goals.end(), goal) != t.goals.end() ||
               std::any_of(state.secrets.begin(), state.secrets.end(),
                           [&](const Secret& each) { return each.goal == goal; });
      };
      const Range range = range_of(Deck::goals);
      for (int n = range.first; n <= range.last; ++n)
        if (!is_dealt(card_of(n))) outcomes.push_back({Move::to_deal(card_of(n)), 1});
      break;
    }
    case Phase::deal_cards: {
      std::uint16_t left = kChildhood;
      for (const Secret& secret : state.secrets) left = static_cast<std::uint16_t>(left & ~secret.offered);
      // The cards still to be dealt include the Bicycle (CV-7): it is the next one in one of so many cases,
      // and the others share the rest.
      const int to_come = kChildhoodHand * t.players() - t.step;
      const bool bicycle = left & bit_of(Card::bicycle);
      const int others = std::popcount(left) - bicycle;
      for (unsigned rest = left; rest; rest &= rest - 1) {
        const Card card = card_of(std::countr_zero(rest));
        const int weight = !bicycle ? 1 : card == Card::bicycle ? std::max(others, 1) : to_come - 1;
        if (weight) outcomes.push_back({Move::to_deal(card), static_cast<std::uint32_t>(weight)});
      }
      break;
    }
    default:
      for (const Card card : t.unseen.of(t.deck())) outcomes.push_back({Move::to_deal(card), 1});
  }
  return outcomes;
}

template <class Sink>
void Cv::play(State& state, Seat actor, Move move, Sink&& sink) {
  Course<std::remove_reference_t<Sink>> course(state, sink);
  switch (move.what()) {
    case Move::take: return course.take(actor, move.card(), move.type());
    case Move::toss: return course.toss(actor);
    case Move::reroll: return course.reroll(actor, move.dice());
    case Move::stop: return course.stop(actor);
    case Move::play: return course.play_event(actor, move.card());
    case Move::done: return course.done(actor);
    case Move::lose: return course.lose(actor, move.card());
    case Move::place: return course.place(actor, move.card(), move.under());
    case Move::pay: return course.pay_upkeep(move.stacks());
    case Move::decline: return course.decline(actor);
    case Move::deal: return course.deal(move.card());
    case Move::roll: return course.roll(move.dice());
  }
}

template void Cv::play(State&, Seat, Move, Silence&);
template void Cv::play(State&, Seat, Move, Silence&&);
template void Cv::play(State&, Seat, Move, EventLog<Event>&);

Scores Cv::scores(const State& state) {
  Scores scores;
  for (int i = 0; i < state.table.players(); ++i)
    scores.push_back(sheet_of(state.table, Seat{i}, state.secrets[static_cast<std::size_t>(i)].goal).total());
  return scores;
}

SeatSet Cv::winners(const State& state) {
  return state.table.phase == Phase::over ? state.table.winners() : SeatSet{};
}

}  // namespace lifetable::cv

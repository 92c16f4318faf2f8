// The words of Cradle to Grave: names of cards and moves as people type them, and the story as it is told.
#include "games/cradle/words.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/words.hpp"
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

namespace {

constexpr std::string_view kCardNames[] = {"?", "1", "2", "3", "4",   "5",    "6",
                                           "7", "8", "9", "0", "Ten", "Swap", "Stop"};

}  // namespace

std::string name_of(Card card) { return std::string(kCardNames[static_cast<int>(card)]); }

std::string_view full_name(Card card) {
  switch (card) {
    case Card::ten: return "Cover Ten Digit";
    case Card::swap: return "Swap places";
    case Card::stop: return "Stop!";
    default: return kCardNames[static_cast<int>(card)];
  }
}

std::string_view name_of(Place place) { return place == Place::tens ? "tens" : "ones"; }

Card card_named(std::string_view word) {
  const std::string small = lower(word);
  for (int c = 1; c <= kKinds; ++c)
    if (small == lower(kCardNames[c])) return static_cast<Card>(c);
  if (small == "zero") return Card::zero;
  if (small == "stop!") return Card::stop;
  return Card::none;
}

std::string names_of(Cards heap) {
  return listed(heap, [](Card card) { return name_of(card); });
}

std::string Cradle::card_name(const Options&, int kind) {
  return kind == card_kinds ? "a card face down" : std::string(full_name(static_cast<Card>(kind)));
}

// ---- Moves as people type them ------------------------------------------------------------------------

std::string Cradle::text(Move move) {
  const std::string card = name_of(std::min(move.card(), Card::stop)), seat = to_string(move.target());
  const std::string_view place = name_of(move.place());
  switch (move.what()) {
    case Move::draw: return "draw " + card;
    case Move::age: return fmt::format("age {} {}", card, name_of(std::min(move.second(), Card::stop)));
    case Move::raise: return fmt::format("raise {} {} {}", seat, place, card);
    case Move::hide: return fmt::format("hide {} {}", place, card);
    case Move::zero: return fmt::format("zero {}", place);
    case Move::ten: return "ten " + seat;
    case Move::swap: return "swap " + seat;
    case Move::stop: return "stop";
    case Move::let: return "let";
    case Move::skip: return "skip";
    default: return fmt::format("#{}", move.bits);
  }
}

namespace {

constexpr std::string_view kForms =
    "age 4 7, raise 2 tens 3, hide ones 8, zero tens, ten 3, swap 1, stop, let, skip, draw 7";

}  // namespace

Result<Move> Cradle::parse(std::string_view text) {
  const auto words = words_of(text);
  const Error unknown = not_a_move(text, title, kForms);
  if (words.empty()) return unknown;

  const std::string verb = lower(words[0]);
  const auto card = [&](std::size_t i) { return i < words.size() ? card_named(words[i]) : Card::none; };
  const auto seat = [&](std::size_t i) {
    return i < words.size() ? parse_number(words[i], 1, kMaxPlayers) : -1;
  };
  const auto place = [&](std::size_t i) {
    const std::string word = i < words.size() ? lower(words[i]) : "";
    return word == "tens" ? 0 : word == "ones" ? 1 : -1;
  };
  const auto when = [&](std::size_t size, bool good, Move move) -> Result<Move> {
    if (words.size() != size || !good) return unknown;
    return move;
  };
  const Card c1 = card(1), c2 = card(2), c3 = card(3);
  if (verb == "draw") return when(2, c1 != Card::none, Move::to_draw(c1));
  if (verb == "age") return when(3, c1 != Card::none && c2 != Card::none, Move::to_age(c1, c2));
  if (verb == "raise")
    return when(4, seat(1) > 0 && place(2) >= 0 && c3 != Card::none,
                Move::to_raise(Seat{seat(1) - 1}, static_cast<Place>(place(2)), c3));
  if (verb == "hide")
    return when(3, place(1) >= 0 && c2 != Card::none, Move::to_hide(static_cast<Place>(place(1)), c2));
  if (verb == "zero") return when(2, place(1) >= 0, Move::to_zero(static_cast<Place>(place(1))));
  if (verb == "ten") return when(2, seat(1) > 0, Move::to_ten(Seat{seat(1) - 1}));
  if (verb == "swap") return when(2, seat(1) > 0, Move::to_swap(Seat{seat(1) - 1}));
  if (verb == "stop") return when(1, true, Move::to_stop());
  if (verb == "let") return when(1, true, Move::to_let());
  if (verb == "skip") return when(1, true, Move::to_skip());
  return unknown;
}

std::string Cradle::label(const View& view, Move move, Names names) {
  const Table& t = view.table;
  const Seat me = view.seat, target = move.target();
  const auto aged = [&](Seat seat, Place place, int digit) {
    const int tens = place == Place::tens ? digit : t.digit(seat, Place::tens);
    const int ones = place == Place::ones ? digit : t.digit(seat, Place::ones);
    return fmt::format("{}→{}", 10 * t.digit(seat, Place::tens) + t.digit(seat, Place::ones),
                       10 * tens + ones);
  };
  switch (move.what()) {
    case Move::age: return fmt::format("Start at age {}{}", digit_of(move.card()), digit_of(move.second()));
    case Move::raise:
      return fmt::format("{} on {} {}: {}", name_of(move.card()), whose_own(target, me, me, names),
                         name_of(move.place()), aged(target, move.place(), digit_of(move.card())));
    case Move::hide:
      return fmt::format("{} face down, own {}: {}", name_of(move.card()), name_of(move.place()),
                         aged(me, move.place(), 9));
    case Move::zero:
      return fmt::format("0 on your own {}: {}", name_of(move.place()), aged(me, move.place(), 0));
    case Move::ten:
      return fmt::format("Cover Ten Digit on {}: {}→?{}", who(target, me, names), t.age(target),
                         t.digit(target, Place::ones));
    case Move::swap:
      return fmt::format("Swap places on {}: {}→{}", who(target, me, names), t.age(target),
                         10 * t.digit(target, Place::ones) + t.digit(target, Place::tens));
    case Move::stop:
      return t.stops % 2 == 0 ? fmt::format("Stop! {}", full_name(t.special))
                              : fmt::format("Stop! the Stop!: {} would go through", full_name(t.special));
    case Move::let:
      return t.stops % 2 == 0 ? fmt::format("Let {} happen", full_name(t.special))
                              : fmt::format("Let the Stop! stand: {} is cancelled", full_name(t.special));
    case Move::skip: return "Skip: nothing can be played at 99";
    default: return text(move);
  }
}

// ---- The story ----------------------------------------------------------------------------------------

std::string Cradle::say(const Event& e, Seat reader, Names names) {
  const Subject subject(e.seat, reader, names);
  const std::string seat = subject.name(), Seat_ = subject.first();
  const bool you = subject.you();
  const auto verb = [&](std::string_view theirs, std::string_view yours) {
    return subject.verb(theirs, yours);
  };
  switch (e.what) {
    case Event::round_began: return fmt::format("Round {} begins.", e.number + 1);
    case Event::got: return fmt::format("{} {} {}.", Seat_, verb("draws", "draw"), full_name(e.card));
    case Event::hand_shown:
      return fmt::format("{} {} {} and must take six new cards (CG-5).", Seat_, verb("shows", "show"),
                         names_of(e.cards));
    case Event::shown_returned: return "The shown cards are shuffled back into the deck.";
    case Event::age_laid: return you ? "" : fmt::format("{} has chosen a starting age.", Seat_);
    case Event::age_chosen:
      return fmt::format("{} {} {}{}, face down.", Seat_, verb("chooses", "choose"), digit_of(e.card),
                         digit_of(e.second));
    case Event::age_shown:
      return fmt::format("{} {} at age {}{}.", Seat_, verb("starts", "start"), digit_of(e.card),
                         digit_of(e.second));
    case Event::turn_began: return "";
    case Event::checked:
      return fmt::format(
          "Hundred check: {} {} up {} and {} {}.", seat, verb("turns", "turn"), full_name(e.card),
          verb("is", "are"),
          e.number >= kEndAge ? fmt::format("{}: the round is over", e.number) : "safe for now");
    case Event::raised:
      return fmt::format("{} {} {} on {} {}.", Seat_, verb("lays", "lay"), name_of(e.card),
                         whose_own(e.target, e.seat, reader, names), name_of(e.place));
    case Event::hid:
      return fmt::format("{} {} a card face down as a 9 on {} {}.", Seat_, verb("lays", "lay"),
                         whose_own(e.seat, e.seat, reader, names), name_of(e.place));
    case Event::hid_card:
      return fmt::format("(It is {} {})", whose(e.seat, reader, names), full_name(e.card));
    case Event::skipped:
      return fmt::format("{} {} 99, stuck, and {} (CG-20).", Seat_, verb("is", "are"), verb("skips", "skip"));
    case Event::played:
      if (e.card == Card::zero)
        return fmt::format("{} {} the 0 for {} {}.", Seat_, verb("plays", "play"),
                           whose_own(e.seat, e.seat, reader, names), name_of(e.place));
      return fmt::format(
          "{} {} {} on {}.", Seat_, verb("plays", "play"), full_name(e.card),
          e.target == e.seat ? (you ? "yourself" : "themselves") : who(e.target, reader, names));
    case Event::stopped: return fmt::format("{} {} Stop!", Seat_, verb("plays", "play"));
    case Event::cancelled:
      return fmt::format("{} is stopped and discarded.", capital(std::string(full_name(e.card))));
    case Event::zero_laid:
      return fmt::format("The 0 covers {} {}.", whose(e.seat, reader, names), name_of(e.place));
    case Event::ten_covered:
      if (is_special(e.card))
        return fmt::format("{} is turned up: a special, discarded (CG-25).", full_name(e.card));
      return fmt::format("{} is turned up and covers {} tens.", name_of(e.card),
                         whose(e.target, reader, names));
    case Event::swapped:
      return fmt::format("{} tens and ones change places.", capital(whose(e.target, reader, names)));
    case Event::round_ended:
      return e.number ? fmt::format("The round ends: {} reached a hundred.", seat)
                      : "The deck is empty: the round ends.";
    case Event::laid_shown:
      return fmt::format("{} face-down cards were: {}.", capital(whose(e.seat, reader, names)),
                         names_of(e.cards));
    case Event::scored: return fmt::format("{} {} down {}.", Seat_, verb("writes", "write"), e.number);
    case Event::game_ended: return "The game is over.";
    case Event::dealt:
    case Event::stood:
    case Event::let:
    case Event::allowed: return "";
  }
  return "";
}

std::string Cradle::explain(const Options&, std::string_view word) {
  const Card card = card_named(word);
  switch (card) {
    case Card::none: return "";
    case Card::zero:
      return "0 (4 cards, special): covers a 9 of your own, tens or ones, and stays there (CG-23). Others "
             "may Stop! it.";
    case Card::ten:
      return "Ten, Cover Ten Digit (4 cards, special): choose any player; the top card of the deck covers "
             "their tens, higher "
             "or lower; a special turned up is discarded (CG-24, CG-25).";
    case Card::swap:
      return "Swap, Swap places (4 cards, special): choose any player; their tens and ones change places "
             "(CG-26).";
    case Card::stop:
      return "Stop, Stop! (4 cards, special): answers a special that an opponent just played, another Stop! "
             "too (CG-27).";
    default: {
      const int digit = digit_of(card);
      return fmt::format(
          "{} (6 cards, age): on a neighbour's {} (CG-16), or on any own digit below {} (CG-17). Face down "
          "it is a 9 "
          "on an own digit (CG-18).",
          digit, digit - 1, digit);
    }
  }
}

std::string Cradle::points(int score) { return counted(score, "year", "years"); }

}  // namespace lifetable::cradle

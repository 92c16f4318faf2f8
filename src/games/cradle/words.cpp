// SPDX-License-Identifier: Apache-2.0
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

std::string_view stage_of_life(int age) {
  if (age < 3) return "baby";
  if (age < 13) return "child";
  if (age < 20) return "teen";
  if (age < 40) return "young";
  if (age < 65) return "grown-up";
  return age < kCheckAge ? "elder" : "ancient";
}

std::string names_of(Cards heap) {
  return listed(heap, [](Card card) { return name_of(card); });
}

Phrase phrase_of(Card card) { return {"cradle.card." + lower(name_of(card))}; }

Phrase short_phrase_of(Card card) {
  return name_of(card) == full_name(card) ? phrase_of(card) : Phrase{"cradle.short." + lower(name_of(card))};
}

Phrase special_phrase_of(Card card) {
  return card == Card::zero ? Phrase{"cradle.card.the-0"} : phrase_of(card);
}

std::vector<Phrase> phrases_of(Cards heap) {
  std::vector<Phrase> all;
  for (const Card card : heap.kinds())
    all.insert(all.end(), static_cast<std::size_t>(heap.count(card)), short_phrase_of(card));
  return all;
}

Phrase phrase_of(Place place) { return {place == Place::tens ? "cradle.place.tens" : "cradle.place.ones"}; }

Argument named(const Table& table, Seat seat) { return {seat, seat == table.honoured() && seat != kNobody}; }

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
  const auto unknown = [&] { return not_a_move(text, title, kForms); };
  if (words.empty()) return unknown();

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
    if (words.size() != size || !good) return unknown();
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
  return unknown();
}

// ---- The menu -----------------------------------------------------------------------------------------

Phrase Cradle::label(const View& view, Move move) {
  const Table& t = view.table;
  const Seat me = view.seat, target = move.target();
  const Card card = move.card();
  /// How old a seat is, and how old it would be with this digit there.
  const auto aged = [&](const char* id, Seat seat, Phrase shown, int digit) -> Phrase {
    const int tens = move.place() == Place::tens ? digit : t.digit(seat, Place::tens);
    const int ones = move.place() == Place::ones ? digit : t.digit(seat, Place::ones);
    return {id,
            {{"card", std::move(shown)},
             {"whom", named(t, seat)},
             {"place", phrase_of(move.place())},
             {"from", t.age(seat)},
             {"to", 10 * tens + ones}}};
  };
  const auto answered = [&](const char* to_special, const char* to_stop) -> Phrase {
    return {t.stops % 2 == 0 ? to_special : to_stop, {{"card", special_phrase_of(t.special)}}};
  };
  switch (move.what()) {
    case Move::age: return {"cradle.label.age", {{"n", 10 * digit_of(card) + digit_of(move.second())}}};
    case Move::raise:
      return aged(target == me ? "cradle.label.raise-own" : "cradle.label.raise", target, phrase_of(card),
                  digit_of(card));
    case Move::hide: return aged("cradle.label.hide", me, short_phrase_of(card), 9);
    case Move::zero: return aged("cradle.label.zero", me, phrase_of(Card::zero), 0);
    case Move::ten:
      return {"cradle.label.ten",
              {{"card", phrase_of(Card::ten)},
               {"whom", named(t, target)},
               {"from", t.age(target)},
               {"ones", t.digit(target, Place::ones)}}};
    case Move::swap:
      return {"cradle.label.swap",
              {{"card", phrase_of(Card::swap)},
               {"whom", named(t, target)},
               {"from", t.age(target)},
               {"to", 10 * t.digit(target, Place::ones) + t.digit(target, Place::tens)}}};
    case Move::stop: return answered("cradle.label.stop", "cradle.label.stop-stop");
    case Move::let: return answered("cradle.label.let", "cradle.label.let-stop");
    case Move::skip: return {"cradle.label.skip"};
    default: return as_typed(text(move));
  }
}

// ---- The story ----------------------------------------------------------------------------------------

Phrase Cradle::tell(const Event& e, Seat reader) {
  const auto person = [&](Seat seat) { return Argument{seat, seat == e.honoured && seat != kNobody}; };
  const std::pair<std::string, Argument> who{"who", person(e.seat)}, whom{"whom", person(e.target)},
      card{"card", phrase_of(e.card)}, place{"place", phrase_of(e.place)}, number{"n", e.number},
      age{"n", 10 * digit_of(e.card) + digit_of(e.second)}, cards{"cards", phrases_of(e.cards)};
  const bool own = e.target == e.seat;
  switch (e.what) {
    case Event::round_began: return {"cradle.told.round-began", {{"n", e.number + 1}}};
    case Event::got:
      return {e.card == Card::stop ? "cradle.told.drew-stop" : "cradle.told.drew", {who, card}};
    case Event::hand_shown: return {"cradle.told.hand-shown", {who, cards}};
    case Event::shown_returned: return {"cradle.told.shown-returned"};
    case Event::age_laid: return e.seat == reader ? Phrase{} : Phrase{"cradle.told.age-laid", {who}};
    case Event::age_chosen: return {"cradle.told.age-chosen", {who, age}};
    case Event::age_shown: return {"cradle.told.age-shown", {who, age}};
    case Event::checked:
      return {e.number >= kEndAge ? "cradle.told.checked-over" : "cradle.told.checked-safe",
              {who, card, number}};
    case Event::raised:
      return {own ? "cradle.told.raised-own" : "cradle.told.raised", {who, card, whom, place}};
    case Event::hid: return {"cradle.told.hid", {who, place}};
    case Event::hid_card: return {"cradle.told.hid-card", {who, card}};
    case Event::skipped: return {"cradle.told.skipped", {who}};
    case Event::played:
      if (e.card == Card::zero) return {"cradle.told.played-zero", {who, card, place}};
      return {own ? "cradle.told.played-own" : "cradle.told.played", {who, card, whom}};
    case Event::stopped: return {"cradle.told.stopped", {who, {"card", phrase_of(Card::stop)}}};
    case Event::cancelled: return {"cradle.told.cancelled", {{"card", special_phrase_of(e.card)}}};
    case Event::zero_laid: return {"cradle.told.zero-laid", {who, {"card", phrase_of(Card::zero)}, place}};
    case Event::ten_covered:
      return {is_special(e.card) ? "cradle.told.ten-missed" : "cradle.told.ten-covered", {card, whom}};
    case Event::swapped: return {"cradle.told.swapped", {whom}};
    case Event::round_ended:
      return e.number ? Phrase{"cradle.told.round-ended", {who}} : Phrase{"cradle.told.deck-empty"};
    case Event::laid_shown: return {"cradle.told.laid-shown", {who, cards}};
    case Event::scored: return {"cradle.told.scored", {who, number}};
    case Event::game_ended: return {"told.game-ended"};
    case Event::dealt:
    case Event::stood:
    case Event::turn_began:
    case Event::let:
    case Event::allowed: return {};
  }
  return {};
}

// ---- Help ---------------------------------------------------------------------------------------------

Phrase Cradle::explain(const Options&, std::string_view word) {
  const Card card = card_named(word);
  if (card == Card::none) return {};
  const std::pair<std::string, Argument> typed{"typed", name_of(card)};
  if (!is_age(card)) return {"cradle.does." + lower(name_of(card)), {typed}};
  return {"cradle.does.age", {typed, {"value", digit_of(card)}, {"below", digit_of(card) - 1}}};
}

Phrase Cradle::points(int score) { return {"cradle.points", {{"n", score}}}; }

}  // namespace lifetable::cradle

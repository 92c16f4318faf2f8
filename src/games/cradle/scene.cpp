// SPDX-License-Identifier: Apache-2.0
#include "games/cradle/scene.hpp"

#include <algorithm>

#include "games/cradle/cradle.hpp"
#include "games/cradle/words.hpp"

namespace lifetable::cradle {

namespace {

bool has_ages(const Table& t) { return t.phase >= Phase::check; }

std::vector<std::string> cards_in(Cards heap) {
  std::vector<std::string> all;
  for (const Card card : heap.kinds())
    all.insert(all.end(), static_cast<std::size_t>(heap.count(card)), name_of(card));
  return all;
}

Person person_of(const Table& t, Seat seat) {
  Person person{.piles = {},
                .age = 0,
                .stage = "",
                .danger = false,
                .chosen = t.phase == Phase::choose && t.chosen.has(seat),
                .cards = t.hand[seat.index],
                .penalties = {},
                .total = t.total(seat)};
  const int rounds_over = t.phase == Phase::over ? t.round + 1 : t.round;
  for (int round = 0; round < rounds_over; ++round)
    person.penalties.push_back(t.penalty[static_cast<std::size_t>(round)][seat.index]);
  if (!has_ages(t)) return person;
  for (const Place place : kPlaces)
    person.piles.push_back({t.digit(seat, place), t.top(seat, place).hidden()});
  person.age = t.age(seat);
  person.stage = stage_of_life(person.age);
  person.danger = person.age >= kCheckAge;
  return person;
}

Phrase ending_of(const Table& t) {  // CG-38
  int least = t.total(Seat{0});
  for (int i = 1; i < t.players(); ++i) least = std::min(least, t.total(Seat{i}));
  std::vector<Phrase> winners;
  for (int i = 0; i < t.players(); ++i)
    if (t.total(Seat{i}) == least) winners.push_back({"player", {{"who", named(t, Seat{i})}}});
  const Phrase years = Cradle::points(least);
  if (winners.size() > 1) return {"cradle.now.shared", {{"all", winners}, {"years", years}}};
  return {"cradle.now.win", {winners[0].arguments[0], {"years", years}}};
}

Phrase now_of(const View& view) {
  const Table& t = view.table;
  const Seat me = view.seat;
  /// The text for whom it addresses, or the polite one (CG-41).
  const auto to = [&](Seat seat, std::string id) {
    return std::move(id) + (seat != kNobody && seat == t.honoured() ? "-honoured" : "");
  };
  switch (t.phase) {
    case Phase::deal:
    case Phase::settle:
    case Phase::redeal: return {"cradle.now.deal"};
    case Phase::choose:
      return {me != kNobody && !t.chosen.has(me) ? "cradle.now.choose" : "cradle.now.choosing"};
    case Phase::check: return {to(t.turn, "cradle.now.check"), {{"who", named(t, t.turn)}}};
    case Phase::play: return {to(t.turn, "cradle.now.play"), {{"who", named(t, t.turn)}}};
    case Phase::answer:
      return {t.asked.has(me) ? to(me, t.stops ? "cradle.now.answer-stop" : "cradle.now.answer")
              : t.stops       ? "cradle.now.answering-stop"
                              : "cradle.now.answering",
              {{"who", named(t, t.last)}, {"card", special_phrase_of(t.special)}}};
    case Phase::reveal: return {"cradle.now.reveal", {{"who", named(t, t.target)}}};
    case Phase::replenish:
    case Phase::close: return {"cradle.now.replenish", {{"who", named(t, t.turn)}}};
    case Phase::over: return ending_of(t);
  }
  return {};
}

}  // namespace

Scene Cradle::scene(const View& view) {
  const Table& t = view.table;
  Scene scene{.now = now_of(view),
              .round = t.round + 1,
              .rounds = t.options.rounds,
              .deck = t.deck,
              .turn = t.phase == Phase::over || !has_ages(t) ? 0 : t.turn.index + 1,
              .people = {},
              .hand = cards_in(view.mine.hand),
              .discards = cards_in(t.discards),
              .special = {},
              .honoured = t.honoured() == kNobody ? 0 : t.honoured().index + 1};
  for (int i = 0; i < t.players(); ++i) scene.people.push_back(person_of(t, Seat{i}));
  if (t.special != Card::none)
    scene.special.push_back({.card = name_of(t.special),
                             .by = t.turn.index + 1,
                             .on = t.target.index + 1,
                             .place = t.special == Card::zero ? std::string(name_of(t.place)) : "",
                             .stops = t.stops});
  return scene;
}

std::vector<std::string> Cradle::taps(const View& view, Move move) {
  const auto on = [&](Seat seat) { return " " + to_string(seat); };
  const auto pile = [&](Seat seat) { return on(seat) + " " + std::string(name_of(move.place())); };
  const std::string card = "card " + name_of(move.card());
  switch (move.what()) {
    case Move::age: return {card, "card " + name_of(move.second())};
    case Move::raise: return {card, "pile" + pile(move.target())};
    case Move::hide: return {card, "down" + pile(view.seat)};
    case Move::zero: return {card, "pile" + pile(view.seat)};
    case Move::ten:
    case Move::swap: return {card, "seat" + on(move.target())};
    case Move::stop: return {card};
    default: return {text(move)};
  }
}

}  // namespace lifetable::cradle

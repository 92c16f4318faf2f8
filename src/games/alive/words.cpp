// SPDX-License-Identifier: Apache-2.0
// The words of Five Alive: names of cards and moves as people type them, and the story as it is told.
#include "games/alive/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>

#include "core/words.hpp"
#include "games/alive/alive.hpp"

namespace lifetable::alive {

namespace {

struct CardNames {
  std::string_view typed, printed, id;
};
constexpr CardNames kNames[kKinds] = {
    {"0", "0", "alive.card.0"},
    {"1", "1", "alive.card.1"},
    {"2", "2", "alive.card.2"},
    {"3", "3", "alive.card.3"},
    {"4", "4", "alive.card.4"},
    {"5", "5", "alive.card.5"},
    {"6", "6", "alive.card.6"},
    {"7", "7", "alive.card.7"},
    {"Pass", "Pass me by", "alive.card.pass"},
    {"Skip", "Skip", "alive.card.skip"},
    {"Reverse", "Reverse", "alive.card.reverse"},
    {"Draw1", "Draw 1", "alive.card.draw1"},
    {"Draw2", "Draw 2", "alive.card.draw2"},
    {"=21", "=21", "alive.card.=21"},
    {"=10", "=10", "alive.card.=10"},
    {"=0", "=0", "alive.card.=0"},
    {"Redeal", "Hand in & re-deal", "alive.card.redeal"},
    {"Bomb", "Bomb", "alive.card.bomb"},
};
constexpr CardNames called(Card card) {
  return is_card(card) ? kNames[static_cast<std::size_t>(card)] : CardNames{"?", "?", "alive.card.?"};
}

}  // namespace

std::string_view name_of(Card card) { return called(card).typed; }

std::string_view full_name(Card card) { return called(card).printed; }

Card card_named(std::string_view text) {
  for (int c = 0; c < kKinds; ++c)
    if (same_letters(text, kNames[c].typed) || same_letters(text, kNames[c].printed))
      return static_cast<Card>(c);
  if (text == "21") return Card::to21;
  if (text == "10") return Card::to10;
  return Card::none;
}

std::string names_of(Cards heap) {
  return listed(heap, [](Card card) { return name_of(card); });
}

Phrase phrase_of(Card card) { return {std::string(called(card).id)}; }

std::vector<Phrase> phrases_of(Cards heap) {
  const auto in_one_word = [](Card card) {
    return name_of(card) == full_name(card) ? phrase_of(card) : Phrase{"alive.short." + lower(name_of(card))};
  };
  std::vector<Phrase> all;
  for (const Card card : heap.kinds())
    all.insert(all.end(), static_cast<std::size_t>(heap.count(card)), in_one_word(card));
  return all;
}

std::string Alive::card_name(const Options&, int kind) {
  return std::string(full_name(static_cast<Card>(kind - 1)));
}

// ---- Moves as people type them ------------------------------------------------------------------------

std::string Alive::text(Move move) {
  switch (move.what()) {
    case Move::play: return "play " + std::string(name_of(move.card()));
    case Move::flip: return "flip";
    case Move::draw: return "draw " + std::string(name_of(move.card()));
    case Move::first: return "first " + to_string(move.seat());
  }
  return "";
}

namespace {

/// A move exactly as `text` writes it, which most are.
std::optional<Move> as_written(std::string_view text) {
  if (text == "flip") return Move::to_flip();
  const bool draws = text.starts_with("draw ");
  if (!draws && !text.starts_with("play ")) return {};
  const auto names = std::ranges::find(kNames, text.substr(5), &CardNames::typed);
  if (names == std::end(kNames)) return {};
  const auto card = static_cast<Card>(names - kNames);
  return draws ? Move::to_draw(card) : Move::to_play(card);
}

}  // namespace

Result<Move> Alive::parse(std::string_view text) {
  if (const auto move = as_written(text)) return *move;
  const auto unknown = [&] {
    return not_a_move(text, title, "play 5, play =21, play Bomb, flip, draw 5, first 3");
  };
  const auto words = words_of(text);
  if (words.empty()) return unknown();

  /// The words from `first` on, one blank between them: cards may be called "Pass me by".
  const auto card_from = [&](std::size_t first) {
    if (first + 1 == words.size()) return card_named(words[first]);
    std::string name;
    for (std::size_t i = first; i < words.size(); ++i) name += (i > first ? " " : "") + std::string(words[i]);
    return card_named(name);
  };
  const auto verb_is = [&](std::string_view verb) { return same_letters(words[0], verb); };
  if (words.size() == 1 && verb_is("flip")) return Move::to_flip();
  if (words.size() == 2 && verb_is("first")) {
    const int seat = parse_number(words[1], 1, kMaxPlayers);
    if (seat > 0) return Move::to_first(Seat{seat - 1});
  }
  // "draw 2" is the dealer's word for a 2 off the pile; the card of that name is "Draw2" or "play Draw 2".
  const bool draws = verb_is("draw"), plays = verb_is("play");
  const Card card = card_from(draws || plays ? 1 : 0);
  if (card == Card::none) return unknown();
  return draws ? Move::to_draw(card) : Move::to_play(card);
}

// ---- The menu -----------------------------------------------------------------------------------------

namespace {

using Part = std::pair<std::string, Argument>;

/// A phrase whose parts are moved into it: the longer ones need not be copied.
template <class... Parts>
Phrase phrase_with(std::string id, Parts... parts) {
  Phrase phrase{std::move(id)};
  phrase.arguments.reserve(sizeof...(parts));
  (phrase.arguments.push_back(std::move(parts)), ...);
  return phrase;
}

/// What playing a card brings about.
Phrase effect_of(const View& view, Card card) {
  const Table& t = view.table;
  const Seat next = t.after(view.seat);
  const bool only_two = t.living.size() <= 2;
  const auto plays = [](Seat seat) { return Phrase{"alive.then.plays", {{"who", seat}}}; };
  switch (card) {
    case Card::pass: return plays(next);
    case Card::skip:
      return only_two ? Phrase{"alive.then.again"}
                      : Phrase{"alive.then.left-out", {{"who", next}, {"next", t.after(next)}}};
    case Card::reverse:
      return only_two ? plays(next)
                      : Phrase{"alive.then.now-plays",
                               {{"who", t.living.after(view.seat, opposite(t.direction))}}};
    case Card::draw1: return {"alive.then.draw1"};
    case Card::draw2: return {"alive.then.draw2"};
    case Card::redeal: return {"alive.then.redeal", {{"total", t.total}}};
    case Card::bomb: return {"alive.then.bomb"};
    default:
      return phrase_with("alive.then.total", Part{"from", t.total}, Part{"to", total_after(card, t.total)});
  }
}

/// Whether a card does anything worth telling if the hand ends with it.
bool matters_at_the_end(Card card) {
  return card != Card::pass && card != Card::skip && card != Card::reverse && card != Card::redeal;
}

}  // namespace

Phrase Alive::label(const View& view, Move move) {
  const Table& t = view.table;
  if (view.seat.index >= t.players()) return as_typed(text(move));
  if (move.what() == Move::flip) {
    const bool last = t.lives_of(view.seat) == 1;
    if (t.options.teams) return {last ? "alive.label.flip-team-last" : "alive.label.flip-team"};
    return {last ? "alive.label.flip-last" : "alive.label.flip"};
  }
  if (move.what() != Move::play || !is_card(move.card())) return as_typed(text(move));

  const bool last_card = t.hand[view.seat.index] == 1;  // FA-27, FA-28
  if (last_card && !matters_at_the_end(move.card()))
    return phrase_with("alive.label.go-out", Part{"card", phrase_of(move.card())});
  return phrase_with(last_card ? "alive.label.play-and-go-out" : "alive.label.play",
                     Part{"card", phrase_of(move.card())}, Part{"effect", effect_of(view, move.card())});
}

// ---- The story ----------------------------------------------------------------------------------------

namespace {

Phrase tell_played(const Event& e) {
  const int from = e.number, to = total_after(e.card, e.number);
  const char* const id = e.card == Card::bomb ? "alive.told.bomb"
                         : e.card == Card::redeal || e.card == Card::draw1 || e.card == Card::draw2
                             ? "alive.told.played"
                         : to != from ? "alive.told.played-to"
                                      : "alive.told.played-still";
  return phrase_with(id, Part{"who", e.seat}, Part{"card", phrase_of(e.card)}, Part{"from", from},
                     Part{"to", to});
}

/// A team turns over its letters together (FA-39), so the words leave open whose life it is.
const char* id_of(Loss loss) {
  switch (loss) {
    case Loss::stuck: return "alive.told.stuck";
    case Loss::bomb: return "alive.told.bombed";
    case Loss::hand_over:
    case Loss::team_went_out: return "alive.told.flipped";
  }
  return "";
}

}  // namespace

Phrase Alive::tell(const Event& e, Seat) {
  const auto who = [&] { return Part{"who", e.seat}; };
  const auto number = [&] { return Part{"n", e.number}; };
  const auto card = [&] { return Part{"card", phrase_of(e.card)}; };
  switch (e.what) {
    case Event::dealer_chosen: return {"alive.told.dealer-chosen", {who()}};
    case Event::hand_began: return {"alive.told.hand-began", {{"n", e.number + 1}, who()}};
    case Event::got:
      return e.number ? phrase_with("alive.told.drew", who(), card()) : Phrase{};  // else: a whole hand
    case Event::played: return tell_played(e);
    case Event::skipped: return {"alive.told.skipped", {who()}};
    case Event::drawing: return {"alive.told.drawing", {number()}};
    case Event::reshuffled: return {"alive.told.reshuffled", {card()}};
    case Event::ran_dry: return {"alive.told.ran-dry"};
    case Event::handed_in: return {"alive.told.handed-in", {who()}};
    case Event::zero_dropped: return {"alive.told.zero-dropped", {who()}};
    case Event::flipped: {
      const auto loss = static_cast<Loss>(e.number);
      const std::string team = loss == Loss::team_went_out ? "team" : "";
      return {id_of(loss), {who(), {"team", team}}};
    }
    case Event::eliminated: return {"alive.told.eliminated", {who(), {"cards", phrases_of(e.cards)}}};
    case Event::bomb_over: return {"alive.told.bomb-over"};
    case Event::went_out: return {"alive.told.went-out", {who()}};
    case Event::summed: return {"alive.told.summed", {who(), number()}};
    case Event::game_ended: return {"told.game-ended"};
    case Event::dealt:
    case Event::turn_began: return {};
  }
  return {};
}

// ---- Help ---------------------------------------------------------------------------------------------

Phrase Alive::explain(const Options&, std::string_view word) {
  const Card card = card_named(word);
  if (card == Card::none) return {};
  const bool plain_number = is_number(card) && card != Card::zero;
  return {"alive.explain",
          {{"typed", std::string(name_of(card))},
           {"card", phrase_of(card)},
           {"does", plain_number ? Phrase{"alive.does.number", {{"value", value_of(card)}, {"limit", kLimit}}}
                                 : Phrase{"alive.does." + lower(name_of(card))}}}};
}

Phrase Alive::points(int score) { return {"alive.points", {{"n", score}}}; }

}  // namespace lifetable::alive

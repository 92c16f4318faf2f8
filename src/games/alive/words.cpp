// The words of Five Alive: names of cards and moves as people type them, and the story as it is told.
#include "games/alive/words.hpp"

#include <fmt/format.h>

#include "core/words.hpp"
#include "games/alive/alive.hpp"

namespace lifetable::alive {

namespace {

struct CardNames {
  std::string_view typed, printed;
};
constexpr CardNames kNames[kKinds] = {
    {"0", "0"},
    {"1", "1"},
    {"2", "2"},
    {"3", "3"},
    {"4", "4"},
    {"5", "5"},
    {"6", "6"},
    {"7", "7"},
    {"Pass", "Pass me by"},
    {"Skip", "Skip"},
    {"Reverse", "Reverse"},
    {"Draw1", "Draw 1"},
    {"Draw2", "Draw 2"},
    {"=21", "=21"},
    {"=10", "=10"},
    {"=0", "=0"},
    {"Redeal", "Hand in & re-deal"},
    {"Bomb", "Bomb"},
};
constexpr CardNames called(Card card) {
  return is_card(card) ? kNames[static_cast<std::size_t>(card)] : CardNames{"?", "?"};
}

}  // namespace

std::string name_of(Card card) { return std::string(called(card).typed); }

std::string_view full_name(Card card) { return called(card).printed; }

Card card_named(std::string_view text) {
  const std::string small = lower(text);
  for (int c = 0; c < kKinds; ++c)
    if (small == lower(kNames[c].typed) || small == lower(kNames[c].printed)) return static_cast<Card>(c);
  if (small == "21") return Card::to21;
  if (small == "10") return Card::to10;
  return Card::none;
}

std::string names_of(Cards heap) {
  return listed(heap, [](Card card) { return name_of(card); });
}

std::string Alive::card_name(const Options&, int kind) {
  return std::string(full_name(static_cast<Card>(kind - 1)));
}

// ---- Moves as people type them ------------------------------------------------------------------------

std::string Alive::text(Move move) {
  switch (move.what()) {
    case Move::play: return "play " + name_of(move.card());
    case Move::flip: return "flip";
    case Move::draw: return "draw " + name_of(move.card());
    case Move::first: return "first " + to_string(move.seat());
  }
  return "";
}

Result<Move> Alive::parse(std::string_view text) {
  const Error unknown = not_a_move(text, title, "play 5, play =21, play Bomb, flip, draw 5, first 3");
  const auto words = words_of(text);
  if (words.empty()) return unknown;

  /// The words from `first` on, one blank between them: cards may be called "Pass me by".
  const auto card_from = [&](std::size_t first) {
    std::string name;
    for (std::size_t i = first; i < words.size(); ++i) name += (i > first ? " " : "") + std::string(words[i]);
    return card_named(name);
  };
  const std::string verb = lower(words[0]);
  if (verb == "flip" && words.size() == 1) return Move::to_flip();
  if (verb == "first" && words.size() == 2) {
    const int seat = parse_number(words[1], 1, kMaxPlayers);
    if (seat > 0) return Move::to_first(Seat{seat - 1});
  }
  // "draw 2" is the dealer's word for a 2 off the pile; the card of that name is "Draw2" or "play Draw 2".
  const bool draws = verb == "draw", plays = verb == "play";
  const Card card = card_from(draws || plays ? 1 : 0);
  if (card == Card::none) return unknown;
  return draws ? Move::to_draw(card) : Move::to_play(card);
}

// ---- The menu -----------------------------------------------------------------------------------------

namespace {

/// What playing a card brings about, in a few words.
std::string effect_of(const View& view, Card card, Names names) {
  const Table& t = view.table;
  const auto sees = [&](Seat seat) { return Subject(seat, view.seat, names); };
  const auto plays = [&](Seat seat) {
    return fmt::format("{} {}", sees(seat).name(), sees(seat).verb("plays", "play"));
  };
  const Seat next = t.after(view.seat);
  const bool only_two = t.living.size() <= 2;
  switch (card) {
    case Card::pass: return plays(next);
    case Card::skip:
      return only_two ? "you play again"
                      : fmt::format("{} is left out, {}", sees(next).name(), plays(t.after(next)));
    case Card::reverse:
      return only_two ? plays(next) : "now " + plays(t.living.after(view.seat, opposite(t.direction)));
    case Card::draw1: return "everyone else takes a card";
    case Card::draw2: return "everyone else takes two cards";
    case Card::redeal: return fmt::format("all hands are mixed, {} → 0", t.total);
    case Card::bomb: return "who has no 0 loses a life";
    default: return fmt::format("{} → {}", t.total, total_after(card, t.total));
  }
}

/// Whether a card does anything worth telling if the hand ends with it.
bool matters_at_the_end(Card card) {
  return card != Card::pass && card != Card::skip && card != Card::reverse && card != Card::redeal;
}

}  // namespace

std::string Alive::label(const View& view, Move move, Names names) {
  const Table& t = view.table;
  if (view.seat.index >= t.players()) return text(move);
  if (move.what() == Move::flip) {
    const std::string_view whose_life = t.options.teams ? "your team loses" : "you lose";
    return fmt::format("Flip: nothing fits, {} {}", whose_life,
                       t.lives_of(view.seat) == 1 ? "the last life" : "a life");
  }
  if (move.what() != Move::play || !is_card(move.card())) return text(move);

  std::string effect = effect_of(view, move.card(), names);
  if (t.hand[view.seat.index] == 1)  // FA-27, FA-28
    effect = matters_at_the_end(move.card()) ? effect + ", and you go out" : "you go out";
  return fmt::format("{}: {}", full_name(move.card()), effect);
}

// ---- The story ----------------------------------------------------------------------------------------

namespace {

std::string say_played(const Subject& subject, const Event& e) {
  const std::string plays =
      fmt::format("{} {} {}", subject.first(), subject.verb("plays", "play"), full_name(e.card));
  if (e.card == Card::bomb) return plays + ": who has no 0 loses a life!";
  if (e.card == Card::redeal || e.card == Card::draw1 || e.card == Card::draw2) return plays + ".";
  if (total_after(e.card, e.number) != e.number)
    return fmt::format("{}: {} → {}.", plays, e.number, total_after(e.card, e.number));
  return fmt::format("{}: still {}.", plays, e.number);
}

/// A team turns over its letters together (FA-39), so the words leave open whose life it is.
std::string say_flipped(const Subject& subject, Loss loss) {
  const std::string turns = fmt::format("{} over a letter: a life is lost", subject.verb("turns", "turn"));
  switch (loss) {
    case Loss::stuck:
      return fmt::format("{} {} stuck and {}. The total is 0 again (FA-10).", subject.first(),
                         subject.verb("is", "are"), turns);
    case Loss::bomb:
      return fmt::format("{} {} no 0 and {} (FA-25).", subject.first(), subject.verb("has", "have"), turns);
    case Loss::hand_over: return fmt::format("{} {} (FA-27).", subject.first(), turns);
  }
  return "";
}

}  // namespace

std::string Alive::say(const Event& e, Seat reader, Names names) {
  const Subject subject(e.seat, reader, names);
  const auto does = [&](std::string_view theirs, std::string_view yours) {
    return fmt::format("{} {}", subject.first(), subject.verb(theirs, yours));
  };
  switch (e.what) {
    case Event::dealer_chosen: return fmt::format("{} drawn to deal first.", does("is", "are"));
    case Event::hand_began:
      return fmt::format("Hand {}: {} {}.", e.number + 1, subject.name(), subject.verb("deals", "deal"));
    case Event::got:  // a whole hand is seen at the table
      return e.number ? fmt::format("{} {}.", does("draws", "draw"), full_name(e.card)) : "";
    case Event::played: return say_played(subject, e);
    case Event::skipped: return fmt::format("{} left out.", does("is", "are"));
    case Event::drawing:
      return fmt::format("Everyone else takes {}.", e.number == 1 ? "a card" : "two cards");
    case Event::reshuffled:
      return fmt::format("The pile is empty: all discards but {} are shuffled and make a new one (FA-15).",
                         full_name(e.card));
    case Event::ran_dry: return "There is nothing left to draw or to shuffle: drawing stops (FA-16).";
    case Event::handed_in:
      return fmt::format("{} all hands and {} them out again. The total is 0.", does("collects", "collect"),
                         subject.verb("deals", "deal"));
    case Event::zero_dropped:
      return fmt::format("{} a 0 and {} safe.", does("discards", "discard"), subject.verb("is", "are"));
    case Event::flipped: return say_flipped(subject, static_cast<Loss>(e.number));
    case Event::eliminated:
      return fmt::format(
          "{} no life left and {} out of the game (FA-33). The cards {} held are discarded: {}.",
          does("has", "have"), subject.verb("is", "are"), subject.verb("they", "you"), names_of(e.cards));
    case Event::bomb_over: return "After the Bomb the total is 0.";
    case Event::went_out:
      return fmt::format("{} no card left and {} out: the hand is over (FA-27).", does("has", "have"),
                         subject.verb("goes", "go"));
    case Event::summed:
      return fmt::format("{} number cards add up to {}; the lowest sum wins (FA-37).",
                         capital(whose(e.seat, reader, names)), e.number);
    case Event::game_ended: return "The game is over.";
    case Event::dealt:
    case Event::turn_began: return "";
  }
  return "";
}

// ---- Help ---------------------------------------------------------------------------------------------

namespace {

/// "5 (4 cards, number)", "Skip (6 cards, wild; 4 in the later printing)".
std::string heading_of(Card card) {
  const int first = copies_of(card, Printing::first), later = copies_of(card, Printing::later);
  const std::string typed = name_of(card);
  const std::string name = typed == full_name(card) ? typed : fmt::format("{}, {}", typed, full_name(card));
  return fmt::format("{} ({}, {}{})", name, counted(first, "card", "cards"),
                     is_wild(card) ? "wild" : "number",
                     first == later ? "" : fmt::format("; {} in the later printing", later));
}

std::string_view meaning_of(Card card) {
  switch (card) {
    case Card::zero:
      return "leaves the total as it is, and can be played at 21 (FA-8); discarded to a Bomb it saves a life "
             "(FA-25).";
    case Card::pass: return "nothing happens, the next player plays (FA-17).";
    case Card::skip:
      return "the next player is left out; with two players left you play again at once (FA-19).";
    case Card::reverse:
      return "the direction of play changes; with two players left nothing happens (FA-18).";
    case Card::draw1: return "every other player takes a card from the pile (FA-12).";
    case Card::draw2: return "every other player takes two cards from the pile (FA-13).";
    case Card::to21: return "the total becomes 21 (FA-20).";
    case Card::to10: return "the total becomes 10 (FA-21).";
    case Card::to0: return "the total becomes 0 (FA-22); it is no help against a Bomb (FA-25).";
    case Card::redeal:
      return "all hands are mixed and dealt out again by you, and the total becomes 0 (FA-23, FA-24); as "
             "your "
             "last card it only ends the hand (FA-28).";
    case Card::bomb:
      return "every other player discards a 0 or loses a life, then the total is 0 (FA-25); as your last "
             "card "
             "it may cost somebody two lives (FA-30).";
    default: return "";
  }
}

}  // namespace

std::string Alive::explain(const Options&, std::string_view word) {
  const Card card = card_named(word);
  if (card == Card::none) return "";
  if (is_number(card) && card != Card::zero)
    return fmt::format("{}: adds {} to the total, which may not pass {} (FA-8).", heading_of(card),
                       value_of(card), kLimit);
  return fmt::format("{}: {}", heading_of(card), meaning_of(card));
}

std::string Alive::points(int score) { return counted(score, "life", "lives"); }

}  // namespace lifetable::alive

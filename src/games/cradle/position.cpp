// SPDX-License-Identifier: Apache-2.0
// Positions of Cradle to Grave as named texts, both ways: `position(describe(state))` is the same
// state.
#include <algorithm>
#include <fmt/format.h>

#include "core/reader.hpp"
#include "games/cradle/apply.hpp"
#include "games/cradle/cradle.hpp"
#include "games/cradle/words.hpp"

namespace lifetable::cradle {

namespace {

/// Empty: only between two moves.
constexpr std::string_view kPhaseNames[] = {"deal",   "",       "redeal",    "choose", "check", "play",
                                            "answer", "reveal", "replenish", "",       "over"};

// ---- Writing ------------------------------------------------------------------------------------------

std::string row_text(Row row, int size) {
  std::string all;
  for (int i = 0; i < size; ++i) all += (all.empty() ? "" : " ") + name_of(row.at(i));
  return all;
}

/// "27"; a face-down 9 is written as "_".
std::string age_text(const Table& t, Seat seat) {
  std::string both;
  for (const Place place : kPlaces)
    both += t.top(seat, place).hidden() ? '_' : static_cast<char>('0' + t.digit(seat, place));
  return both;
}

/// "2 from 1: 0 Ten Swap 4": see Stuck.
std::string stuck_text(const Stuck& stuck) {
  if (stuck.count == 0) return "";
  std::string all = fmt::format("{} from {}:", stuck.count, stuck.from);
  for (int c = 1; c <= kKinds; ++c)
    if (stuck.kinds >> c & 1) all += " " + name_of(static_cast<Card>(c));
  return all;
}

template <class HandOf, class LaidOf>
Fields describe_table(const Table& t, HandOf hand_of, LaidOf laid_of) {
  Fields fields;
  fields.set("round", std::to_string(t.round + 1));
  fields.set("phase", std::string(kPhaseNames[static_cast<int>(t.phase)]));
  if (t.turn != kNobody) fields.set("turn", to_string(t.turn));
  if (t.dealing != kNobody) fields.set("dealing", to_string(t.dealing));
  if (t.phase >= Phase::check)
    fields.set("ages", per_seat(t.players(), [&](int i) { return age_text(t, Seat{i}); }));
  fields.set("hands", per_seat(t.players(), hand_of));
  set_if_any(fields, "laid", per_seat(t.players(), laid_of));
  fields.set("deck_size", std::to_string(t.deck));
  set_if_any(fields, "discards", names_of(t.discards));
  set_if_any(fields, "covered", names_of(t.covered));
  set_if_any(fields, "shown", names_of(t.shown));
  set_if_any(fields, "chosen", seats_text(t.chosen));
  if (t.special != Card::none) {
    fields.set("special", name_of(t.special));
    fields.set("target", to_string(t.target));
    if (t.special == Card::zero) fields.set("place", std::string(name_of(t.place)));
    fields.set("stops", std::to_string(t.stops));
    fields.set("last", to_string(t.last));
    set_if_any(fields, "asked", seats_text(t.asked));
  }
  set_if_any(fields, "plain",
             per_seat(t.players(), [&](int i) { return t.plain[i] ? std::to_string(t.plain[i]) : ""; }));
  set_if_any(fields, "stuck", per_seat(t.players(), [&](int i) { return stuck_text(t.stuck[i]); }));
  set_if_any(fields, "penalties", per_seat(t.players(), [&](int i) {
               std::string all;
               for (int r = 0; r < t.round + (t.phase == Phase::over); ++r)
                 all += (all.empty() ? "" : " ") + std::to_string(t.penalty[r][i]);
               return all;
             }));
  return fields;
}

// ---- Reading ------------------------------------------------------------------------------------------

constexpr std::string_view kFieldNames[] = {"round",  "phase",   "turn",      "dealing",  "ages",    "hands",
                                            "laid",   "deck",    "deck_size", "discards", "covered", "shown",
                                            "chosen", "special", "target",    "place",    "stops",   "last",
                                            "asked",  "plain",   "stuck",     "penalties"};

/// A digit below 9 is needed to lay a card face down; only the four 0s and four Cover Ten Digits make new
/// ones.
constexpr std::size_t kMostLaid = 2 + 4 + 4;

using Reader = CardReader<Card, Cards>;

void read_ages(Reader& in, Table& t) {
  const auto texts = in.each("ages");
  for (int i = 0; i < t.players(); ++i) {
    const std::string& text = texts[static_cast<std::size_t>(i)];
    const bool good = text.size() == 2 && std::all_of(text.begin(), text.end(), [](char c) {
                        return c == '_' || (c >= '0' && c <= '9');
                      });
    if (!good)
      return in.fail(fmt::format(
          "age '{}' of seat {} must be two digits, as in 27, 05 or _5 (_ is a face-down 9)", text, i + 1));
    for (const Place place : kPlaces) {
      const char c = text[static_cast<std::size_t>(place)];
      Top& top = t.top(Seat{i}, place);
      top = c == '_'   ? Top::face_down()
            : c == '0' ? Top::face_up(Card::zero)
                       : Top::face_up(age_card(c - '0'));
      if (top.hidden()) continue;
      Cards one;
      one.add(top.card());
      in.place("ages", one);
    }
  }
}

void read_secrets(Reader& in, State& state) {
  Table& t = state.table;
  const auto hands = in.each("hands"), laid = in.each("laid");
  const int most = t.phase <= Phase::choose ? kDealtCards : kHandCards;
  for (int i = 0; i < t.players(); ++i) {
    const std::string who = fmt::format("seat {}", i + 1);
    Secret& secret = state.secrets[i];
    secret.hand = in.placed("hands", hands[static_cast<std::size_t>(i)]);
    const int held = secret.hand.size();
    if (held > most) in.fail(fmt::format("{} holds {} cards; at most {} are possible here", who, held, most));
    t.hand[i] = static_cast<std::uint8_t>(held);

    const auto cards = in.cards("laid", laid[static_cast<std::size_t>(i)]);
    if (cards.size() > static_cast<std::size_t>(kMostLaid))
      return in.fail(fmt::format("{} cannot have {} face-down cards", who, cards.size()));
    Cards heap;
    for (std::size_t n = 0; n < cards.size(); ++n) {
      secret.laid.put(static_cast<int>(n), cards[n]);
      in.add("laid", heap, cards[n]);
    }
    in.place("laid", heap);
    t.laid[i] = static_cast<std::uint8_t>(cards.size());
    const int hidden = t.top(Seat{i}, Place::tens).hidden() + t.top(Seat{i}, Place::ones).hidden();
    if (t.phase >= Phase::check && t.phase != Phase::over && hidden > t.laid[i])
      in.fail(fmt::format("{} shows {} face-down 9s, but 'laid' names only {} cards below them", who, hidden,
                          cards.size()));
  }
}

void read_heaps(Reader& in, State& state) {
  Table& t = state.table;
  t.discards = in.placed("discards", in.one("discards"));
  t.covered = in.placed("covered", in.one("covered"));
  t.shown = in.placed("shown", in.one("shown"));
  state.deck = in.deck(t.discards);
  t.deck = static_cast<std::uint8_t>(state.deck.size());
}

void read_special(Reader& in, Table& t) {
  t.target = t.last = kNobody;
  const bool open = t.phase == Phase::answer || t.phase == Phase::reveal;
  if (open != in.given("special"))
    return in.fail("'special' goes with the phases answer and reveal, and only with them");
  for (const char* name : {"target", "place", "stops", "last", "asked"})
    in.only_with(open, name, "a 'special'");
  if (!open) return;
  if (t.hand[t.turn.index] >= kHandCards)
    return in.fail(
        fmt::format("seat {} has just played a card, so it holds at most three (CG-34)", t.turn.index + 1),
        Clause{34});
  t.special = card_named(in.one("special"));
  if (t.special != Card::zero && t.special != Card::ten && t.special != Card::swap)
    return in.fail("'special' must be 0, Ten or Swap");
  t.target = in.seat("target");
  if (t.target == kNobody) return in.fail("'special' needs a 'target' seat");
  if (t.special == Card::zero) {
    const std::string place = in.one("place");
    if (place != "tens" && place != "ones") return in.fail("a 0 needs a 'place': tens or ones");
    t.place = place == "tens" ? Place::tens : Place::ones;
    if (t.target != t.turn || t.digit(t.turn, t.place) != 9)
      return in.fail("a 0 can only be on its way to a 9 of the seat whose turn it is (CG-23)", Clause{23});
  }
  t.stops = static_cast<std::uint8_t>(in.number("stops", in.one("stops", "0"), 0, 4));
  t.last = in.given("last") ? in.seat("last") : t.turn;
  if ((t.stops == 0 && t.last != t.turn) || (t.stops == 1 && t.last == t.turn))
    return in.fail(
        "'last' must be who played the last card: the special itself, or the last Stop! on it (CG-29)",
        Clause{29});
  const SeatSet others = others_with_cards(t, t.last);
  t.asked = in.given("asked") ? in.seats("asked") : t.phase == Phase::answer ? others : SeatSet{};
  if ((t.asked.bits & ~others.bits) != 0)
    in.fail("only seats with cards, other than the last to play, can be asked (CG-28)", Clause{28});
  if ((t.phase == Phase::answer) == t.asked.empty())
    in.fail("somebody must be asked in the phase answer, and nobody in the phase reveal (CG-28)", Clause{28});
  if (t.phase == Phase::reveal && (t.special != Card::ten || t.stops % 2 == 1))
    in.fail("only a Cover Ten Digit that was not stopped reveals a card (CG-24)", Clause{24});
  if (t.discards.count(Card::stop) < t.stops)
    in.fail(fmt::format("{} Stop! cards were played, so 'discards' must hold them (CG-32)", t.stops),
            Clause{32});
}

void read_knowledge(Reader& in, const State& state, Table& t) {
  const auto plain = in.each("plain"), stuck = in.each("stuck");
  if (t.phase == Phase::choose && !in.given("plain"))
    std::fill_n(t.plain.begin(), t.players(), 3);  // every hand stands (CG-5)
  for (int i = 0; i < t.players(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    Cards hidden = state.secrets[i].hand;
    hidden += state.secrets[i].laid.heap(0, t.laid[i]);
    if (!plain[at].empty()) {
      t.plain[i] = static_cast<std::uint8_t>(in.number("plain", plain[at], 0, 3));
      if (hidden.size() - hidden.only(kWild).size() < t.plain[i])
        in.fail(fmt::format("seat {} must hide at least {} cards from 1 to 8 (CG-40)", i + 1, t.plain[i]),
                Clause{40});
    }
    const auto words = words_of(stuck[at]);
    if (words.empty()) continue;
    const auto colon = words.size() > 3 ? words[2].find(':') : std::string_view::npos;
    if (words.size() < 4 || words[1] != "from" || colon == std::string_view::npos)
      return in.fail(fmt::format("'stuck' of seat {} must look like '4 from 0: 0 Ten Swap 3'", i + 1));
    t.stuck[i].count = static_cast<std::uint8_t>(in.number("stuck", words[0], 1, kHandCards));
    t.stuck[i].from = static_cast<std::uint8_t>(in.number("stuck", words[2].substr(0, colon), 0, t.laid[i]));
    for (std::size_t n = 3; n < words.size(); ++n)
      for (const Card card : in.cards("stuck", words[n])) t.stuck[i].kinds |= kind(card);
    Cards since = state.secrets[i].hand;
    since += state.secrets[i].laid.heap(t.stuck[i].from, t.laid[i]);
    if (since.size() - since.only(t.stuck[i].kinds).size() < t.stuck[i].count)
      in.fail(fmt::format("the cards of seat {} contradict what 'stuck' says of them (CG-40)", i + 1),
              Clause{40});
  }
}

void read_penalties(Reader& in, Table& t) {
  const auto texts = in.each("penalties");
  const std::size_t rounds = t.round + (t.phase == Phase::over ? 1u : 0u);
  for (int i = 0; i < t.players(); ++i) {
    const auto words = words_of(texts[static_cast<std::size_t>(i)]);
    if (!in.given("penalties")) continue;
    if (words.size() != rounds)
      return in.fail(fmt::format("'penalties' must give each seat {} numbers, one a finished round", rounds));
    for (std::size_t r = 0; r < rounds; ++r)
      t.penalty[r][i] = static_cast<std::uint8_t>(in.number("penalties", words[r], 0, kLastAge + 9));
  }
}

void check_fields(Reader& in, const Table& t) {
  const bool set_up = t.phase < Phase::check, dealt = t.phase == Phase::deal || t.phase == Phase::redeal;
  in.only_with(!set_up, "ages", "the phases after the set-up");
  in.only_with(!set_up, "turn", "the phases after the set-up");
  in.only_with(dealt, "dealing", "the phases deal and redeal");
  in.only_with(t.phase == Phase::choose, "chosen", "the phase choose");
  if (set_up && !(t.discards.empty() && t.covered.empty()))
    in.fail("nothing is discarded or covered before the first turn");
  if (t.phase != Phase::redeal && !t.shown.empty())
    in.fail("hands lie aside, as 'shown', only in the phase redeal (CG-6)", Clause{6});
  if (t.phase == Phase::over && t.round + 1 != t.options.rounds)
    in.fail("the game is over only after the last round (CG-38)", Clause{38});
}

/// What cannot be at a real table, although all cards add up.
void check_phase(Reader& in, const Table& t) {
  const bool on_turn = t.phase >= Phase::check && t.phase != Phase::over;
  if (on_turn && t.turn == kNobody) return in.fail("'turn' must say whose turn it is");
  if (t.phase != Phase::over && t.deck == 0)
    return in.fail("the deck is empty, so the round would be over (CG-35)", Clause{35});
  if (t.phase == Phase::check && t.age(t.turn) < kCheckAge)
    return in.fail(fmt::format("there is no hundred check at age {} (CG-11)", t.age(t.turn)), Clause{11});
  if (t.phase == Phase::play && t.hand[t.turn.index] == 0)
    return in.fail("nobody plays from an empty hand (CG-21)", Clause{21});
  if (t.phase == Phase::replenish && t.hand[t.turn.index] >= kHandCards)
    return in.fail("a hand of four is not replenished (CG-34)", Clause{34});
  if (t.phase == Phase::choose) {
    if (t.chosen.size() == t.players())
      return in.fail("somebody must still be choosing a starting age (CG-8)", Clause{8});
    for (int i = 0; i < t.players(); ++i) {
      const bool chosen = t.chosen.has(Seat{i});
      if (t.hand[i] != (chosen ? kHandCards : kDealtCards) || t.laid[i] != (chosen ? 2 : 0))
        return in.fail(
            fmt::format("while ages are chosen, seat {} needs {} (CG-7)", i + 1,
                        chosen ? "four cards in hand and two laid" : "six cards in hand and none laid"),
            Clause{7});
    }
  }
  if (t.phase == Phase::deal || t.phase == Phase::redeal) {
    if (t.dealing == kNobody) return in.fail("'dealing' must say who gets the next card");
    for (int i = 0; i < t.players(); ++i) {
      const bool full = t.phase == Phase::redeal ? i != t.dealing.index : i < t.dealing.index;
      const bool empty = t.phase == Phase::deal && i > t.dealing.index;
      if (t.laid[i] != 0 || (full && t.hand[i] != kDealtCards) || (empty && t.hand[i] != 0) ||
          (!full && t.hand[i] >= kDealtCards))
        return in.fail(
            fmt::format("seat {} cannot hold {} cards at this point of the deal (CG-4)", i + 1, t.hand[i]),
            Clause{4});
    }
  }
}

/// What was laid face down needed a digit below 9 each time: the two of the start, or one that a 0 or a Cover
/// Ten Digit made.
void check_laid(Reader& in, const Table& t) {
  int made = t.discards.count(Card::ten) + t.covered.count(Card::zero);
  for (int i = 0; i < t.players(); ++i)
    for (const Place place : kPlaces) made += t.phase >= Phase::check && t.digit(Seat{i}, place) == 0;
  for (int i = 0; i < t.players(); ++i)
    if (t.laid[i] > 2 + made)
      in.fail(fmt::format("seat {} cannot have laid {} cards face down: too few 0s and Cover Ten Digits were "
                          "played (CG-18)",
                          i + 1, t.laid[i]),
              Clause{18});
}

/// Hands that stand (CG-5) must be able to, and starting ages are made of age cards (CG-7).
void check_hands(Reader& in, const State& state) {
  const Table& t = state.table;
  if (t.phase != Phase::choose) return;
  for (int i = 0; i < t.players(); ++i) {
    Cards six = state.secrets[i].hand;
    six += state.secrets[i].laid.heap(0, t.laid[i]);
    if (six.only(kWild).size() >= 4)
      return in.fail(fmt::format("seat {} would have to redeal (CG-5)", i + 1), Clause{5});
    for (int n = 0; n < t.laid[i]; ++n)
      if (!is_age(state.secrets[i].laid.at(n)))
        return in.fail(fmt::format("seat {} laid a special as a starting age (CG-7)", i + 1), Clause{7});
  }
}

}  // namespace

Fields Cradle::describe(const State& state) {
  const Table& t = state.table;
  Fields fields = describe_table(
      t, [&](int i) { return names_of(state.secrets[i].hand); },
      [&](int i) { return row_text(state.secrets[i].laid, t.laid[i]); });
  fields.set("deck", names_of(state.deck));
  if (!fields.find("discards")) fields.set("discards", "");
  return fields;
}

Fields Cradle::describe(const View& view) {
  const Table& t = view.table;
  return describe_table(
      t, [&](int i) { return view.seat == Seat{i} ? names_of(view.mine.hand) : unknown_text(t.hand[i]); },
      [&](int i) {
        return view.seat == Seat{i} ? row_text(view.mine.laid, t.laid[i]) : unknown_text(t.laid[i]);
      });
}

std::span<const std::string_view> Cradle::field_names() { return kFieldNames; }

Result<State> Cradle::position(const Options& options, const Fields& fields) {
  State state = start(options);
  state.deck = {};
  Table& t = state.table;
  Reader in(fields, options.players, kFieldNames,
            {Cards::whole_deck(), card_named, "1 to 9, 0, Ten, Swap and Stop", prefix, Clause{2}});

  t.dealing = in.seat("dealing");
  t.turn = in.seat("turn");
  t.round = static_cast<std::uint8_t>(in.number("round", in.one("round", "1"), 1, options.rounds) - 1);
  t.phase = in.choice("phase", kPhaseNames, Phase::play);
  t.chosen = in.seats("chosen");
  if (t.phase >= Phase::check) read_ages(in, t);
  read_secrets(in, state);
  if (!in.failed() && t.turn != kNobody && !in.given("phase"))  // the beginning of a turn
    t.phase = t.age(t.turn) >= kCheckAge ? Phase::check
              : t.hand[t.turn.index]     ? Phase::play
                                         : Phase::replenish;
  if (in.given("special")) {
    Cards special;
    in.add("special", special, card_named(in.one("special")));
    in.place("special", special);
  }
  read_heaps(in, state);
  check_fields(in, t);
  check_phase(in, t);
  if (!in.failed()) read_special(in, t);
  if (!in.failed()) read_knowledge(in, state, t);
  read_penalties(in, t);
  if (!in.failed()) check_hands(in, state);
  if (!in.failed()) check_laid(in, t);
  if (in.failed()) return in.error();
  if (std::string wrong = invariants(state); !wrong.empty())
    return Error{"this position cannot be: " + wrong};
  return state;
}

}  // namespace lifetable::cradle

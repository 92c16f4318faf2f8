// SPDX-License-Identifier: Apache-2.0
// Positions of Five Alive as named texts, both ways: `position(describe(state))` is the same state.
#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "core/reader.hpp"
#include "games/alive/alive.hpp"
#include "games/alive/apply.hpp"
#include "games/alive/words.hpp"

namespace lifetable::alive {

namespace {

/// Empty: only between two moves.
constexpr std::string_view kPhaseNames[] = {"first", "deal", "redeal", "draw", "", "play", "over"};
constexpr std::string_view kDirectionNames[] = {"clockwise", "counterclockwise"};
/// By rank (see memory.hpp); all ranks are meant "or more". Everything has rank 0.
constexpr std::string_view kRankNames[] = {"", "wild", "1", "2", "3", "4", "5", "6", "7"};

// ---- Writing ------------------------------------------------------------------------------------------

std::string number_text(int number) { return number ? std::to_string(number) : ""; }

/// "wild:6 1:6 3:2": at least six cards are no 0s, six are 1 or more, and two are 3 or more.
std::string floor_text(Floor floor) {
  std::string all;
  for (int rank = 1; rank <= kTopRank; ++rank)
    if (floor.at(rank) != 0)
      all += fmt::format("{}{}:{}", all.empty() ? "" : " ", kRankNames[rank], floor.at(rank));
  return all;
}

/// `secret_of(i)` points to what seat `i` keeps to itself, or is null if that is not known.
template <class SecretOf>
Fields describe_table(const Table& t, std::string pool, SecretOf secret_of) {
  Fields fields;
  const auto each = [&](auto text_of) { return per_seat(t.players(), text_of); };
  const auto each_secret = [&](auto text_of) {
    return each([&](int i) { return secret_of(i) ? text_of(*secret_of(i)) : std::string(); });
  };
  const auto set_seat = [&](std::string name, Seat seat) {
    if (seat != kNobody) fields.set(std::move(name), to_string(seat));
  };
  fields.set("phase", std::string(kPhaseNames[static_cast<int>(t.phase)]));
  fields.set("lives", each([&](int i) { return std::to_string(t.lives_of(Seat{i})); }));
  if (t.phase == Phase::first) return fields;  // nothing has happened yet
  fields.set("deal", std::to_string(t.number + 1));
  set_seat("dealer", t.dealer);
  set_seat("turn", t.turn);
  fields.set("direction", std::string(kDirectionNames[static_cast<int>(t.direction)]));
  fields.set("total", std::to_string(t.total));
  fields.set("hands", each([&](int i) {
               return secret_of(i) ? names_of(secret_of(i)->hand) : unknown_text(t.hand[i]);
             }));
  if (t.top != Card::none) fields.set("top", std::string(name_of(t.top)));
  set_if_any(fields, "discards", names_of(t.discards));
  fields.set("deck_size", std::to_string(t.pile));
  set_if_any(fields, "pool", std::move(pool));
  set_seat("dealing", t.dealing);
  set_if_any(fields, "due", number_text(t.due));
  set_seat("lost", t.lost);
  set_if_any(fields, "sums", each([&](int i) { return number_text(t.sums[i]); }));
  set_if_any(fields, "floors", each([&](int i) { return floor_text(t.floors[i]); }));
  if (!t.mixed) return fields;
  fields.set("mixed", "yes");
  if (t.phase != Phase::redeal) fields.set("old", each([&](int i) { return std::to_string(t.old[i]); }));
  set_if_any(fields, "open_known", names_of(t.memory.known));
  set_if_any(fields, "open_floor", floor_text(t.memory.floor));
  set_if_any(fields, "known", each_secret([](const Secret& its) { return names_of(its.memory.known); }));
  set_if_any(fields, "others", each_secret([](const Secret& its) { return floor_text(its.memory.floor); }));
  return fields;
}

// ---- Reading ------------------------------------------------------------------------------------------

constexpr std::string_view kFieldNames[] = {
    "phase", "lives",    "deal",  "dealer",    "turn",       "direction",  "total", "hands",
    "top",   "discards", "deck",  "deck_size", "pool",       "dealing",    "due",   "lost",
    "sums",  "floors",   "mixed", "old",       "open_known", "open_floor", "known", "others"};

using Reader = CardReader<Card, Cards>;

std::string seat_name(Seat seat) { return "seat " + to_string(seat); }

/// Before the first hand there is nothing to say but that everybody lives.
void check_first(Reader& in, State& state) {
  const Table& t = state.table;
  const Seat named = t.options.dealer;
  if (named != kNobody)
    in.fail(fmt::format("{} deals the first hand, so nobody is drawn for it (FA-4)", seat_name(named)),
            Clause{4});
  for (const std::string_view name : kFieldNames)
    in.only_with(name == "phase" || name == "lives", name, "the phases after the first dealer is drawn");
  for (const Seat seat : SeatSet::first(t.players()))
    if (t.lives_of(seat) != kLives)
      in.fail(fmt::format("{} has five lives before the first hand (FA-1)", seat_name(seat)), Clause{1});
}

/// A team has one set of lives, and all its seats play on (FA-39).
void read_lives(Reader& in, State& state) {
  Table& t = state.table;
  const auto texts = in.each("lives");
  const bool given = in.given("lives");
  for (const Seat seat : SeatSet::first(t.players())) {
    const int lives = given ? in.number("lives", texts[seat.index], 0, kLives) : kLives;
    if (t.options.teams && seat.index >= 2 && lives != t.lives_of(seat))
      return in.fail(fmt::format("seats {} and {} are a team and share their lives (FA-39)",
                                 t.team_of(seat) + 1, to_string(seat)),
                     Clause{39});
    t.lives_of(seat) = static_cast<std::uint8_t>(lives);
    if (lives == 0 && !t.options.teams) t.living.remove(seat);
  }
  if (t.living.empty()) in.fail("somebody must have a life left (FA-34)", Clause{34});
}

/// Lives decide when the game is over, and only they.
void check_lives(Reader& in, State& state) {
  Table& t = state.table;
  in.only_with(t.options.teams && t.phase == Phase::over, "lost", "the end of a game in teams");
  if (t.options.teams) {
    const bool first_empty = t.lives[0] == 0, second_empty = t.lives[1] == 0;
    t.lost = in.given("lost") ? in.seat("lost") : first_empty ? Seat{0} : second_empty ? Seat{1} : kNobody;
    if (t.lost != kNobody && t.lives_of(t.lost) != 0)
      return in.fail(fmt::format("'lost' is {}, but its team has lives left (FA-41)", seat_name(t.lost)),
                     Clause{41});
    if (first_empty && second_empty && !in.given("lost"))
      return in.fail(
          "no team has a life: 'lost' must be a seat of the one that lost its last life first (FA-41)",
          Clause{41});
  }
  if (t.decided() == (t.phase == Phase::over)) return;
  const auto& [clause, when] = t.options.teams    ? std::pair{41, "a team has no life left"}
                               : t.options.sudden ? std::pair{36, "a seat has no life left"}
                                                  : std::pair{35, "only one seat has a life left"};
  in.fail(fmt::format("'phase' must be over when {}, and only then (FA-{})", when, clause), Clause{clause});
}

/// Whose turn it is and who dealt. Left out, the cards were dealt by who sits to the right.
void read_seats(Reader& in, State& state) {
  Table& t = state.table;
  const bool deal = t.phase == Phase::deal, over = t.phase == Phase::over;
  in.only_with(!deal, "turn", "the phases after the deal");
  if (!deal) {
    if (!over && !in.given("turn")) return in.fail("'turn' must say whose turn it is");
    t.turn = in.given("turn") ? in.seat("turn") : t.living.next(Seat{0});
    if (!over && !t.living.has(t.turn))
      return in.fail(
          fmt::format("{} is out of the game, so it cannot have the turn (FA-3)", seat_name(t.turn)),
          Clause{3});
  }
  const Seat named = t.number == 0 ? t.options.dealer : kNobody;
  t.dealer = in.given("dealer")  ? in.seat("dealer")
             : named != kNobody  ? named
             : t.turn != kNobody ? t.living.after(t.turn, Direction::counterclockwise)
                                 : kNobody;
  if (t.dealer == kNobody) return in.fail("'dealer' must say who deals");
  if (named != kNobody && t.dealer != named)
    return in.fail(
        fmt::format("{} deals the first hand, not {} (FA-4)", seat_name(named), seat_name(t.dealer)),
        Clause{4});
  if (deal && !t.living.has(t.dealer))
    in.fail(fmt::format("{} is out of the game, so it cannot deal (FA-31)", seat_name(t.dealer)), Clause{31});
}

void read_course(Reader& in, State& state) {
  Table& t = state.table;
  t.number = static_cast<std::uint8_t>(in.number("deal", in.one("deal", "1"), 1, 255) - 1);
  t.direction = in.choice("direction", kDirectionNames, Direction::clockwise);
  t.total = static_cast<std::uint8_t>(in.number("total", in.one("total", "0"), 0, kLimit));
  if (t.phase > Phase::redeal) return;
  if (t.total != 0) in.fail("a deal of any sort makes the total 0 (FA-6)", Clause{6});
  if (t.direction != Direction::clockwise)
    in.fail("play is clockwise after a deal of any sort (FA-6)", Clause{6});
}

void read_cards(Reader& in, State& state) {
  Table& t = state.table;
  const auto hands = in.each("hands");
  for (const Seat seat : SeatSet::first(t.players())) {
    const Cards hand = state.secrets[seat.index].hand = in.placed("hands", hands[seat.index]);
    t.hand[seat.index] = static_cast<std::uint8_t>(hand.size());
    if (hand.empty()) {
      if (t.phase == Phase::play && t.living.has(seat))
        in.fail(fmt::format("{} holds no cards, so the hand would be over (FA-27)", seat_name(seat)),
                Clause{27});
    } else if (!t.living.has(seat)) {
      in.fail(fmt::format("{} is out of the game, so it holds no cards (FA-33)", seat_name(seat)),
              Clause{33});
    }
  }
  in.only_with(t.phase == Phase::redeal, "pool", "the phase redeal");
  state.pool = in.placed("pool", in.one("pool"));
  t.pool = static_cast<std::uint8_t>(state.pool.size());
  t.discards = in.placed("discards", in.one("discards"));
  state.deck = in.deck(t.discards);
  t.pile = static_cast<std::uint8_t>(state.deck.size());
  if (t.phase == Phase::deal && !t.discards.empty())
    in.fail("nothing is discarded before the first card is played (FA-5)", Clause{5});
  if (t.phase == Phase::draw && t.pile == 0)
    in.fail("the pile is empty, so the discards would have been shuffled (FA-15)", Clause{15});
}

void read_top(Reader& in, State& state) {
  Table& t = state.table;
  if (in.given("top")) {
    const auto cards = in.cards("top", in.one("top"));
    if (cards.size() != 1) return in.fail("'top' must be one card: the last that was played");
    t.top = cards[0];
    if (!in.failed() && !t.discards.has(t.top))
      in.fail(fmt::format("'top' is {}, so 'discards' must hold it (FA-7)", full_name(t.top)), Clause{7});
  }
  if (t.phase == Phase::draw && t.top != Card::draw1 && t.top != Card::draw2)
    in.fail("cards are drawn when 'top' is Draw1 or Draw2 (FA-12)", Clause{12});
  if (t.phase == Phase::redeal && t.top != Card::redeal)
    in.fail("hands are dealt anew when 'top' is Redeal (FA-23)", Clause{23});
}

/// Who gets the next card, how many more, and that everybody has got the right number until now. Seats are
/// served in turn order, `t.dealer` last in a deal (FA-5) and `t.turn` in a re-deal (FA-24); `t.turn` draws
/// nothing (FA-14).
void read_dealing(Reader& in, State& state) {
  Table& t = state.table;
  const bool draw = t.phase == Phase::draw, redeal = t.phase == Phase::redeal;
  const bool dealt = draw || redeal || t.phase == Phase::deal;
  in.only_with(dealt, "dealing", "the phases deal, redeal and draw");
  in.only_with(dealt, "due", "the phases deal, redeal and draw");
  if (!dealt || in.failed()) return;
  const Seat last = t.phase == Phase::deal ? t.dealer : t.turn;
  t.dealing = in.given("dealing") ? in.seat("dealing") : t.after(last);
  if (!t.living.has(t.dealing) || (draw && t.dealing == t.turn))
    return in.fail(fmt::format("{} gets no cards, so it cannot be 'dealing'", seat_name(t.dealing)));

  int waiting = t.living.size(), pool = t.pool;
  for (const Seat seat : t.living) pool += t.hand[seat.index];
  if (redeal && pool < waiting)
    return in.fail("'pool' and 'hands' need a card for everybody: nobody had gone out (FA-28)", Clause{28});
  bool served = true;
  for (Seat seat = t.after(last); waiting > 0; seat = t.after(seat), --waiting) {
    if (draw && seat == t.turn) return;
    const int held = t.hand[seat.index];
    const int share = draw ? draws_of(t.top) : redeal ? (pool + waiting - 1) / waiting : kHandCards;
    pool -= share;
    int got = served ? share : 0;
    if (seat == t.dealing) {
      served = false;
      const int rest = draw ? share : std::clamp(share - held, 1, share);
      const int due = in.given("due") ? in.number("due", in.one("due"), 1, share) : rest;
      t.due = static_cast<std::uint8_t>(due);
      got = share - due;
    }
    if (draw && held <= got)
      return in.fail(fmt::format("{} had cards and has drawn {}, so it cannot hold {} (FA-27)",
                                 seat_name(seat), got, held),
                     Clause{27});
    if (!draw && held != got)
      return in.fail(fmt::format("{} cannot hold {} cards at this point of the deal, but {} (FA-{})",
                                 seat_name(seat), held, got, redeal ? 24 : 5),
                     Clause{redeal ? 24 : 5});
  }
}

/// Equal lives at the end of sudden death: then the hands decide (FA-37).
void read_sums(Reader& in, State& state) {
  Table& t = state.table;
  const bool sudden_end = t.phase == Phase::over && t.options.sudden_death();
  in.only_with(sudden_end, "sums", "the end of sudden death");
  if (!sudden_end) return;
  const SeatSet tied = t.winners();
  const auto texts = in.each("sums");
  for (const Seat seat : SeatSet::first(t.players())) {
    const int sum = tied.has(seat) && tied.size() > 1 ? state.secrets[seat.index].hand.sum() : 0;
    t.sums[seat.index] = static_cast<std::uint8_t>(sum);
    if (in.given("sums") && texts[seat.index] != number_text(sum))
      in.fail(fmt::format("'sums' of {} is '{}', but should be '{}' (FA-37)", seat_name(seat),
                          texts[seat.index], number_text(sum)),
              Clause{37});
  }
}

// ---- What is known ------------------------------------------------------------------------------------

/// See floor_text.
Floor floor_in(Reader& in, std::string_view name, std::string_view text, const Table& t) {
  Floor floor;
  for (const auto word : words_of(text)) {
    const std::size_t colon = std::min(word.find(':'), word.size());
    const auto* const found = std::find(std::begin(kRankNames), std::end(kRankNames), word.substr(0, colon));
    const int rank = static_cast<int>(found - std::begin(kRankNames));
    if (colon == 0 || colon == word.size() || rank > kTopRank || floor.at(rank) != 0) {
      in.fail(fmt::format("'{}' must look like 'wild:6 1:6 3:2', each rank from wild to 7 once, not '{}'",
                          name, text));
      return floor;
    }
    floor.set(rank, in.number(name, word.substr(colon + 1), 1, Floor::of(t.whole_deck()).at(rank)));
  }
  return floor.settled();
}

/// Known cards were in the hands when these were mixed or the pile was made anew, and no hand has more of
/// those than 'old' says. So whatever hands we look at: the known cards that the rest does not hold must find
/// room there.
bool has_room(const State& state, Cards known, SeatSet holders) {
  const Table& t = state.table;
  for (unsigned some = 0; some <= holders.bits; ++some) {
    if ((some & ~holders.bits) != 0) continue;
    Cards elsewhere = state.pool;
    int room = 0;
    for (const Seat seat : holders) {
      if (some >> seat.index & 1)
        room += t.old[seat.index];
      else
        elsewhere += state.secrets[seat.index].hand;
    }
    if (known.beyond(elsewhere).size() > room) return false;
  }
  return true;
}

/// What is known about the hands of `holders` together, with the cards handed in.
void check_memory(Reader& in, const State& state, const Memory& memory, SeatSet holders,
                  std::string_view known, std::string_view floor) {
  if (in.failed()) return;
  Cards hands = state.pool;
  for (const Seat seat : holders) hands += state.secrets[seat.index].hand;
  if (!hands.includes(memory.known))
    in.fail(fmt::format("{} names cards that are not in the hands (FA-45)", known), Clause{45});
  if (!memory.floor.holds_for(hands))
    in.fail(fmt::format("{} says more than the hands hold (FA-45)", floor), Clause{45});
  if (!has_room(state, memory.known, holders))
    in.fail(fmt::format("{} names more cards than 'old' leaves room for (FA-45)", known), Clause{45});
}

/// What flips told about each hand.
void read_floors(Reader& in, State& state) {
  Table& t = state.table;
  in.only_with(t.phase >= Phase::draw, "floors", "the phases draw, play and over");
  const auto texts = in.each("floors");
  for (const Seat seat : SeatSet::first(t.players())) {
    Floor& floor = t.floors[seat.index];
    floor = floor_in(in, "floors", texts[seat.index], t);
    if (!floor.holds_for(state.secrets[seat.index].hand))
      in.fail(fmt::format("the hand of {} contradicts what 'floors' says of it (FA-44)", seat_name(seat)),
              Clause{44});
  }
}

/// What a re-deal or a new pile told about the hands together.
void read_memory(Reader& in, State& state) {
  Table& t = state.table;
  t.mixed = t.phase == Phase::redeal || in.given("mixed");
  in.only_with(t.phase != Phase::deal, "mixed", "the phases after the deal");
  if (in.one("mixed", "yes") != "yes") in.fail("'mixed' is 'yes' or left out");
  for (const std::string_view name : {"old", "known", "others", "open_known", "open_floor"})
    in.only_with(t.mixed, name, "'mixed'");
  in.only_with(t.phase != Phase::redeal, "old", "the phases draw, play and over");
  if (!t.mixed || in.failed()) return;

  t.old = t.hand;  // they may all have been there
  const auto old = in.each("old");
  if (in.given("old"))
    for (const Seat seat : SeatSet::first(t.players()))
      t.old[seat.index] = static_cast<std::uint8_t>(in.number("old", old[seat.index], 0, t.hand[seat.index]));

  t.memory.known = in.heap("open_known", in.one("open_known"));
  t.memory.floor = floor_in(in, "open_floor", in.one("open_floor"), t);
  check_memory(in, state, t.memory, t.living, "'open_known'", "'open_floor'");
  const auto known = in.each("known"), others = in.each("others");
  for (const Seat seat : SeatSet::first(t.players())) {
    Memory& memory = state.secrets[seat.index].memory;
    memory.known = in.heap("known", known[seat.index]);
    memory.floor = floor_in(in, "others", others[seat.index], t);
    if (!t.living.has(seat) && memory != Memory{})
      in.fail(fmt::format("{} is out of the game and need not remember anything (FA-33)", seat_name(seat)),
              Clause{33});
    check_memory(in, state, memory, t.living.without(SeatSet::of(seat)),
                 fmt::format("'known' of {}", seat_name(seat)),
                 fmt::format("'others' of {}", seat_name(seat)));
  }
}

}  // namespace

Fields Alive::describe(const State& state) {
  Fields fields = describe_table(state.table, names_of(state.pool), [&](int i) { return &state.secrets[i]; });
  if (state.table.phase == Phase::first) return fields;
  fields.set("deck", names_of(state.deck));
  if (!fields.find("discards")) fields.set("discards", "");
  return fields;
}

Fields Alive::describe(const View& view) {
  return describe_table(view.table, unknown_text(view.table.pool),
                        [&](int i) { return view.seat == Seat{i} ? &view.mine : nullptr; });
}

std::span<const std::string_view> Alive::field_names() { return kFieldNames; }

Result<State> Alive::position(const Options& options, const Fields& fields) {
  Options undealt = options;
  undealt.dealer = kNobody;
  State state = start(undealt);
  Table& t = state.table;
  t.options = options;
  Reader in(fields, options.players, kFieldNames,
            {t.whole_deck(), card_named,
             "0 to 7, Pass, Skip, Reverse, Draw1, Draw2, =21, =10, =0, Redeal and Bomb", prefix, Clause{2}});
  t.phase = in.choice("phase", kPhaseNames, Phase::play);
  using Read = void (*)(Reader&, State&);
  const auto read = [&](std::initializer_list<Read> steps) {
    for (const Read step : steps)  // each relies on what was read before
      if (!in.failed()) step(in, state);
  };
  if (t.phase == Phase::first)
    read({read_lives, check_first});
  else
    read({read_course, read_lives, check_lives, read_seats, read_cards, read_top, read_dealing, read_sums,
          read_floors, read_memory});
  if (in.failed()) return in.error();
  if (std::string wrong = invariants(state); !wrong.empty())
    return Error{"this position cannot be: " + wrong};
  return state;
}

}  // namespace lifetable::alive

// SPDX-License-Identifier: Apache-2.0
// Positions of CV as named texts, both ways: `position(describe(state))` is the same state.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>

#include "core/reader.hpp"
#include "games/cv/cv.hpp"
#include "games/cv/words.hpp"

namespace lifetable::cv {

namespace {

constexpr std::string_view kPhaseNames[] = {"open_track", "deal_goals", "deal_cards", "choose",     "toss",
                                            "dice",       "reroll",     "select",     "misfortune", "place",
                                            "upkeep",     "refill",     "assist",     "over"};
/// Bit by bit.
constexpr std::string_view kEffectWords[] = {"change_one", "turn_bad", "friends_job", "thaw",
                                             "retired",    "twice",    "insurance",   "in_old_age"};
constexpr std::string_view kDeckWords[] = {"childhood", "early", "middle", "old", "goals"};
constexpr Deck kOpenDecks[] = {Deck::early, Deck::middle, Deck::old};
constexpr int kMostOfAll = 45, kMostExtra = 70;  ///< of any catalogue: five cards, and all events together

constexpr bool setting_up(Phase phase) { return phase < Phase::toss; }

// ---- Writing ------------------------------------------------------------------------------------------

std::string number_text(int number) { return number ? std::to_string(number) : ""; }
std::string card_text(Card card) { return number_text(number_of(card)); }

void append(std::string& all, std::string_view more, std::string_view between = " ") {
  if (more.empty()) return;
  if (!all.empty()) all += between;
  all += more;
}

template <class Cards>
std::string cards_text(const Cards& cards) {
  std::string all;
  for (const Card card : cards) append(all, card_text(card));
  return all;
}

std::string childhood_text(unsigned cards) {
  std::string all;
  for (int n = 1; n < kFirstOpen; ++n)
    if (cards >> n & 1) append(all, std::to_string(n));
  return all;
}

/// "13 15-20 24": three in a row or more are written as a range.
std::string deck_text(OpenCards deck) {
  std::string all;
  while (!deck.empty()) {
    const int first = number_of(deck.first());
    int last = first;
    while (deck.has(card_of(last + 1))) ++last;
    if (last < first + 2) last = first;
    append(all, last > first ? fmt::format("{}-{}", first, last) : std::to_string(first));
    for (int n = first; n <= last; ++n) deck.remove(card_of(n));
  }
  return all;
}

/// "health 25 13, work 28": the active card first.
std::string cv_text(const Table& t, Seat seat) {
  std::string all;
  for (int stack = 0; stack < kStacks; ++stack) {
    std::string cards;
    for (Card card = t.active(seat, static_cast<Type>(stack)); card != Card::none; card = t.below_of(card))
      append(cards, card_text(card));
    if (!cards.empty()) append(all, fmt::format("{} {}", name_of(static_cast<Type>(stack)), cards), ", ");
  }
  return all;
}

/// "18, 50 as work": what cards of two types are taken as is said.
std::string taken_text(const Table& t) {
  std::string all;
  for (const auto& [card, type] : t.taken) {
    if (card == Card::none) continue;
    append(all, card_text(card), ", ");
    if (t.facts(card).has_two_colours()) all += fmt::format(" as {}", name_of(type));
  }
  return all;
}

/// "dice 5, throws 3, tokens HM, arrows H>M B>HRKM, effects thaw, job MK"
std::string means_text(const Means& means) {
  std::string all = fmt::format("dice {}, throws {}", means.dice, means.throws);
  const auto part = [&](std::string_view name, const std::string& text) {
    if (!text.empty()) all += fmt::format(", {} {}", name, text);
  };
  part("tokens", letters_of(means.tokens));
  std::string arrows, effects;
  for (int face = 0; face < kFaces; ++face) {
    const auto others = static_cast<SymbolSet>(means.arrows.from(face) & ~(1u << face));
    if (others != 0) append(arrows, fmt::format("{}>{}", kLetters[face], letters_of(others, "")));
  }
  part("arrows", arrows);
  for (std::size_t i = 0; i < std::size(kEffectWords); ++i)
    if (means.effects >> i & 1) append(effects, kEffectWords[i]);
  part("effects", effects);
  part("job", letters_of(means.job, ""));
  return all;
}

/// What was chosen, and what was passed on of the second choice.
std::string draft_text(const Secret& its) { return cards_text(std::array{its.first, its.second, its.third}); }

/// The events in a hand: childhood cards, then those that were taken openly.
std::string hand_text(const Table& t, int seat, const Secret* its) {
  const auto i = static_cast<std::size_t>(seat);
  std::string all =
      its ? childhood_text(its->hand(t.shown[i])) : unknown_text(kChildhoodHand - std::popcount(t.shown[i]));
  append(all, cards_text(t.events[i]));
  return all;
}

/// `secret_of(i)` points to what seat `i` keeps to itself, or is null if that is not known.
template <class SecretOf>
Fields describe_table(const Table& t, SecretOf secret_of) {
  Fields fields;
  const auto each = [&](auto text_of) { return per_seat(t.players(), text_of); };
  const auto each_secret = [&](auto text_of) {
    return each([&](int i) { return secret_of(i) ? text_of(*secret_of(i)) : std::string(); });
  };
  const auto set_number = [&](std::string name, int number) {
    set_if_any(fields, std::move(name), number_text(number));
  };
  const bool early = setting_up(t.phase);
  fields.set("phase", std::string(kPhaseNames[static_cast<int>(t.phase)]));
  if (!early) {
    fields.set("turn", to_string(t.turn));
    fields.set("starter", to_string(t.starter));
  }
  fields.set("track", cards_text(t.track));
  if (!early)
    for (const Deck deck : kOpenDecks)
      fields.set(std::string(kDeckWords[static_cast<int>(deck)]), deck_text(t.unseen.of(deck)));
  set_if_any(fields, "goals", cards_text(t.goals));
  const int goals = t.phase == Phase::deal_goals ? t.step : t.phase == Phase::open_track ? 0 : kMaxPlayers;
  set_if_any(fields, "secret_goals", each([&](int i) {
               const Card open = t.revealed[static_cast<std::size_t>(i)];
               if (secret_of(i)) return card_text(secret_of(i)->goal);
               return open != Card::none ? card_text(open) : unknown_text(i < goals);
             }));
  const auto draft = each_secret(draft_text);
  if (early) {
    set_if_any(fields, "offered", each_secret([](const Secret& its) { return childhood_text(its.offered); }));
    set_if_any(fields, "draft", draft);
    set_if_any(fields, "passed", each_secret([](const Secret& its) { return childhood_text(its.passed); }));
    set_if_any(fields, "chosen", seats_text(t.chosen));
    return fields;
  }
  fields.set("cvs", each([&](int i) { return cv_text(t, Seat{i}); }));
  fields.set("hands", each([&](int i) { return hand_text(t, i, secret_of(i)); }));
  set_if_any(fields, "played", each([&](int i) {
               return childhood_text(t.shown[static_cast<std::size_t>(i)] & ~bit_of(Card::bicycle));
             }));
  set_if_any(fields, "draft", draft);
  if (!t.cleaning_up()) fields.set("means", means_text(t.means));
  set_number("throws", t.throws);
  set_if_any(fields, "dice", letters_of(t.dice));
  set_number("in_air", t.in_air);
  set_number("joining", t.joining);
  if (t.thawed) fields.set("thawed", "yes");
  set_if_any(fields, "extra", letters_of(t.extra));
  set_if_any(fields, "taken", taken_text(t));
  set_number("losses", t.losses);
  if (t.phase == Phase::place && t.cleaning_up()) fields.set("placing", to_string(t.placing));
  set_if_any(fields, "assisted", seats_text(t.assisted));
  return fields;
}

// ---- Reading ------------------------------------------------------------------------------------------

constexpr std::string_view kFieldNames[] = {
    "phase", "turn",   "starter", "track",  "early",   "middle", "old",    "goals",   "secret_goals",
    "cvs",   "hands",  "played",  "draft",  "offered", "passed", "chosen", "means",   "throws",
    "dice",  "in_air", "joining", "thawed", "extra",   "taken",  "losses", "placing", "assisted"};

/// What can be said before everybody has grown up.
constexpr std::string_view kSetUpNames[] = {"phase",   "track", "goals",  "secret_goals",
                                            "offered", "draft", "passed", "chosen"};

std::string seat_name(Seat seat) { return "seat " + to_string(seat); }

/// The parts of a text between commas; none if it is blank.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  if (words_of(text).empty()) return parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// Reads numbers of cards and symbols too, and sees to it that no card lies in two places.
class Reader : public FieldReader {
 public:
  Reader(const Fields& fields, const Table& table)
      : FieldReader(fields, table.players(), kFieldNames), cards_(table.cards()) {}

  void fail_by(int clause, std::string message) {
    fail(fmt::format("{} (CV-{})", message, clause), Clause{clause});
  }
  std::string name_of(Card card) const { return cv::name_of(cards_, card); }

  /// One of these cards. Anything else is refused, and Card::none.
  Card card(std::string_view name, std::string_view word, Range range) {
    const int number = parse_number(word, range.first, range.last);
    if (number < 0) {
      fail(fmt::format("'{}' takes cards {} to {} by their numbers, not '{}'", name, range.first, range.last,
                       word));
      return Card::none;
    }
    return card_of(number);
  }
  std::vector<Card> cards(std::string_view name, std::string_view text, Range range) {
    std::vector<Card> all;
    for (const auto word : words_of(text))
      if (const Card each = card(name, word, range); each != Card::none) all.push_back(each);
    return all;
  }

  bool placed(Card card) const { return !places_[static_cast<std::size_t>(card)].empty(); }
  /// `name` must outlive the reader.
  void place(std::string_view name, Card card) {
    if (card == Card::none) return;
    std::string_view& place = places_[static_cast<std::size_t>(card)];
    if (place == name)
      fail_by(2, fmt::format("{} is named twice in '{}', but there is only one", name_of(card), name));
    else if (!place.empty())
      fail_by(2, fmt::format("{} is named in '{}' and in '{}', but there is only one", name_of(card), place,
                             name));
    place = name;
  }
  std::vector<Card> placed_cards(std::string_view name, std::string_view text, Range range) {
    std::vector<Card> all = cards(name, text, range);
    for (const Card each : all) place(name, each);
    return all;
  }
  /// The lowest card of these that is not placed yet, which is placed; Card::none if there is none.
  Card lowest(std::string_view name, Range range) {
    for (int n = range.first; n <= range.last; ++n)
      if (const Card each = card_of(n); !placed(each)) return place(name, each), each;
    return Card::none;
  }

  /// Of the first so many kinds of symbols, at most so many.
  Symbols symbols(std::string_view name, std::string_view text, int kinds, int most) {
    const std::string_view letters = kLetters.substr(0, static_cast<std::size_t>(kinds));
    Symbols all;
    for (const char letter : text) {
      const std::size_t kind = letters.find(letter);
      if (kind == std::string_view::npos) {
        fail(fmt::format("'{}' must be letters of {}, as in HMMB, not '{}'", name, letters, text));
        return {};
      }
      if (all.size() == most) {
        fail(fmt::format("'{}' has more than {} symbols", name, most));
        return {};
      }
      all.add(static_cast<Symbol>(kind));
    }
    return all;
  }

 private:
  const Catalogue& cards_;
  std::array<std::string_view, kCards + 1> places_{};
};

/// A card of social assistance is being placed; in a turn, whose it is tells who places.
bool places_gift(const Reader& in, const Table& t) { return t.phase == Phase::place && in.given("placing"); }

/// A turn is under way, so something works for its player.
bool under_way(const Reader& in, const Table& t) {
  return t.phase >= Phase::toss && t.phase <= Phase::upkeep && !places_gift(in, t);
}

constexpr Range kOpenRange{kFirstOpen, 75}, kChildhoodRange{1, 12}, kGoalRange{76, 83};
constexpr Range kHandRange{1, 75}, kCvRange{12, 75}, kOtherChildhood{1, 11};

// ---- Setting up and growing up ------------------------------------------------------------------------

unsigned childhood_cards(Reader& in, std::string_view name, std::string_view text) {
  unsigned bits = 0;
  for (const Card card : in.placed_cards(name, text, kChildhoodRange)) bits |= bit_of(card);
  return bits;
}

void check_set_up(Reader& in, State&) {
  for (const std::string_view name : kFieldNames)
    if (std::find(std::begin(kSetUpNames), std::end(kSetUpNames), name) == std::end(kSetUpNames))
      in.only_with(false, name, "the phases after growing up");
}

/// The track of early adulthood: complete once it has been laid out.
void read_first_track(Reader& in, State& state) {
  Table& t = state.table;
  const auto named = in.placed_cards("track", in.one("track"), range_of(Deck::early));
  const bool full = t.phase != Phase::open_track;
  if (full ? in.given("track") && named.size() != kTrack : named.size() >= kTrack)
    return in.fail_by(
        5, fmt::format("'track' must have {} 5 cards in the phase {}", full ? "exactly" : "fewer than",
                       kPhaseNames[static_cast<int>(t.phase)]));
  for (std::size_t i = 0; i < (full ? kTrack : named.size()); ++i) {
    t.track[i] = in.given("track") ? named[i] : in.lowest("track", range_of(Deck::early));
    t.unseen.remove(t.track[i]);
  }
}

/// Goals that are not named are the lowest that are left; while they are dealt, they are not dealt yet.
void read_goals(Reader& in, State& state) {
  Table& t = state.table;
  in.only_with(t.phase > Phase::open_track, "goals", "the phases after open_track");
  in.only_with(t.phase > Phase::open_track, "secret_goals", "the phases after open_track");
  const auto wanted = static_cast<std::size_t>(t.players() - 1);
  const bool dealing = t.phase == Phase::deal_goals;
  const auto open = in.placed_cards("goals", in.one("goals"), kGoalRange);
  if (dealing ? open.size() >= wanted : in.given("goals") && open.size() != wanted)
    return in.fail_by(6, fmt::format("'goals' must be {} {} public goals for {} players",
                                     dealing ? "fewer than" : "exactly", wanted, t.players()));
  std::copy(open.begin(), open.end(), t.goals.begin());
  const auto secret = in.each("secret_goals");
  for (std::size_t i = 0; i < secret.size(); ++i) {
    const auto own = in.placed_cards("secret_goals", secret[i], kGoalRange);
    if (own.size() > 1)
      return in.fail_by(6, fmt::format("'secret_goals' gives seat {} more than one goal", i + 1));
    if (!own.empty()) state.secrets[i].goal = own[0];
    if (dealing && !own.empty()) {
      if (t.step != i) return in.fail_by(6, "'secret_goals' are dealt to the seats in order");
      ++t.step;
    }
  }
  if (dealing && !open.empty() && t.step != t.players())
    return in.fail_by(6, "'goals' are opened when everyone has a secret goal");
  if (dealing) t.step = static_cast<std::uint8_t>(t.step + open.size());
  if (t.phase <= Phase::deal_goals) return;
  if (open.empty())
    for (std::size_t i = 0; i < wanted; ++i) t.goals[i] = in.lowest("goals", kGoalRange);
  for (std::size_t i = 0; i < secret.size(); ++i)
    if (state.secrets[i].goal == Card::none) state.secrets[i].goal = in.lowest("secret_goals", kGoalRange);
}

void read_offers(Reader& in, State& state) {
  in.only_with(state.table.phase > Phase::deal_goals, "offered", "the phases deal_cards and choose");
  const auto texts = in.each("offered");
  for (std::size_t i = 0; i < texts.size(); ++i)
    state.secrets[i].offered = static_cast<std::uint16_t>(childhood_cards(in, "offered", texts[i]));
}

/// Childhood cards go to one seat after the other (CV-7).
void read_deal(Reader& in, State& state) {
  Table& t = state.table;
  if (t.phase != Phase::deal_cards) return;
  bool full = true;
  for (int i = 0; i < t.players(); ++i) {
    const int got = std::popcount(state.secrets[static_cast<std::size_t>(i)].offered);
    if (got > kChildhoodHand || (got > 0 && !full))
      return in.fail_by(7, "'offered' are dealt to the seats in order, three to each");
    full = got == kChildhoodHand;
    t.step = static_cast<std::uint8_t>(t.step + got);
  }
  if (t.step == kChildhoodHand * t.players())
    return in.fail_by(7, "'offered' is complete, so the phase is choose");
}

/// What was chosen so far. All have chosen one card, or not all have: that tells whether cards were passed
/// on.
void read_choices(Reader& in, State& state) {
  Table& t = state.table;
  in.only_with(t.phase == Phase::choose, "draft", "the phase choose and those after it");
  in.only_with(t.phase == Phase::choose, "passed", "the phase choose");
  in.only_with(t.phase == Phase::choose, "chosen", "the phase choose");
  if (t.phase != Phase::choose) return;
  std::vector<std::vector<Card>> chosen;
  for (const auto& text : in.each("draft")) chosen.push_back(in.placed_cards("draft", text, kChildhoodRange));
  t.step = std::none_of(chosen.begin(), chosen.end(), [](const auto& cards) { return cards.empty(); });
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    Secret& its = state.secrets[i];
    const std::size_t size = chosen[i].size();
    if (size > 1 && (size != 3 || t.step == 0))
      return in.fail_by(8,
                        fmt::format("'draft' of seat {} must be nothing or the card chosen first; or, once "
                                    "everyone has chosen one, three: chosen, chosen, passed on",
                                    i + 1));
    if (size > 0) its.first = chosen[i][0];
    if (size > 1) its.second = chosen[i][1], its.third = chosen[i][2];
    if (size == (t.step ? 3 : 1)) t.chosen.add(Seat{static_cast<int>(i)});
  }
  if (in.given("chosen") && in.seats("chosen") != t.chosen)
    return in.fail_by(8, fmt::format("by 'draft' those who have 'chosen' are: {}", seats_text(t.chosen)));
  if (t.chosen == SeatSet::first(t.players()))
    in.fail_by(8, "'draft' has everyone's second choice, so the phase cannot be choose");
}

/// What lies before each seat, or was passed on by it and not yet handed over: the Bicycle and the lowest
/// cards unless named.
void read_piles(Reader& in, State& state) {
  Table& t = state.table;
  if (t.phase != Phase::choose) return;
  const auto passed = in.each("passed");
  for (const Seat seat : SeatSet::first(t.players())) {
    Secret& its = state.secrets[seat.index];
    const bool chose = t.chosen.has(seat);
    if (t.step == 0)
      its.passed = static_cast<std::uint16_t>(childhood_cards(in, "passed", passed[seat.index]));
    if ((chose && its.offered) || (!chose && t.step == 0 && its.passed))
      return in.fail_by(8, fmt::format("{} has {}, so it cannot have cards in '{}'", seat_name(seat),
                                       chose ? "chosen" : "not chosen", chose ? "offered" : "passed"));
    if (chose && t.step == 1) continue;
    std::uint16_t& pile = chose ? its.passed : its.offered;
    const int size = !chose && t.step == 0 ? 3 : 2;
    const std::string_view name = chose ? "passed" : "offered";
    while (!in.failed() && std::popcount(pile) < size) {
      const Range bicycle{12, 12};
      const Card more =
          in.placed(Card::bicycle) ? in.lowest(name, kChildhoodRange) : in.lowest(name, bicycle);
      if (more == Card::none) return in.fail_by(7, "there are not enough childhood cards for everyone");
      pile = static_cast<std::uint16_t>(pile | bit_of(more));
    }
    if (std::popcount(pile) > size)
      return in.fail_by(8, fmt::format("'{}' of {} has more than {} cards", name, seat_name(seat), size));
  }
  if (!in.placed(Card::bicycle)) in.fail_by(7, "the Bicycle, card 12, is always among the childhood cards");
  if (t.step == 0) return;
  for (const Seat seat : SeatSet::first(t.players())) {  // it lies before the next seat now
    Secret& its = state.secrets[seat.index];
    const Secret& next = state.secrets[t.next(seat).index];
    its.passed = static_cast<std::uint16_t>(next.offered | bit_of(next.second) | bit_of(next.third));
    unsigned named = 0;
    for (const Card card : in.cards("passed", passed[seat.index], kChildhoodRange)) named |= bit_of(card);
    if (named && named != its.passed)
      in.fail_by(8, fmt::format("'passed' of {} must be what lies before the next seat", seat_name(seat)));
  }
}

// ---- The cards of a game under way --------------------------------------------------------------------

/// Whose turn it is, where it is not known otherwise: seat 1, or at the end who sits before the starter.
void read_turn(Reader& in, State& state) {
  Table& t = state.table;
  for (const std::string_view name : {"offered", "passed", "chosen"})
    in.only_with(false, name, "growing up, the phases deal_cards and choose");
  t.starter = in.seat("starter");
  t.turn = in.given("turn") ? in.seat("turn") : t.phase == Phase::over ? kNobody : Seat{0};
  in.only_with(t.phase == Phase::place, "placing", "the phase place");
  if (t.phase == Phase::place) t.placing = in.given("placing") ? in.seat("placing") : t.turn;
}

/// The stack that a card goes to where none is named.
Type only_stack(Reader& in, std::string_view name, const Table& t, Card card) {
  const TypeSet types = t.facts(card).types & ((1u << kStacks) - 1);
  if (types == 0)
    in.fail_by(38, fmt::format("{} is an event, so it cannot be in '{}'", in.name_of(card), name));
  else if (std::popcount(types) > 1)
    in.fail_by(33, fmt::format("{} has two types: '{}' must name its stack, as in 'work {}'",
                               in.name_of(card), name, number_of(card)));
  return types ? static_cast<Type>(std::countr_zero(types)) : Type::health;
}

/// "health 25 13, work 28", the active card first; a card of one type needs no name before it.
void read_cv(Reader& in, Table& t, Seat seat, std::string_view text) {
  std::array<Card*, kStacks> end;
  for (std::size_t i = 0; i < end.size(); ++i) end[i] = &t.top[seat.index][i];
  for (const auto part : parts_of(text)) {
    auto words = words_of(part);
    std::optional<Type> named;
    if (!words.empty() && type_named(words[0]) != Type::unsaid) {
      named = type_named(words[0]);
      words.erase(words.begin());
    }
    if (words.empty())
      return in.fail(fmt::format("'cvs' must look like 'health 25 13, work 28', not '{}'", text));
    for (const auto word : words) {
      if (word[0] < '0' || word[0] > '9')
        return in.fail(
            fmt::format("'cvs' must look like 'health 25 13, work 28' with the stacks health, "
                        "relationship, knowledge, work and possession, not '{}'",
                        text));
      const Card card = in.card("cvs", word, kCvRange);
      if (in.failed()) return;
      const Type type = named ? *named : only_stack(in, "cvs", t, card);
      if (!t.facts(card).is(type))
        return in.fail_by(38,
                          fmt::format("{} does not go to the stack of {}", in.name_of(card), name_of(type)));
      in.place("cvs", card);
      if (in.failed()) return;
      const auto i = static_cast<std::size_t>(type);
      *end[i] = card;
      end[i] = &t.below_of(card);
      ++t.count[seat.index][i];
    }
  }
}

void read_cvs(Reader& in, State& state) {
  Table& t = state.table;
  const auto texts = in.each("cvs");
  for (const Seat seat : SeatSet::first(t.players()))
    if (!in.failed()) read_cv(in, t, seat, texts[seat.index]);
}

/// Who began: the owner of the Bicycle, which was in the CV from the beginning.
void read_starter(Reader& in, State& state) {
  Table& t = state.table;
  Seat owner = kNobody;
  for (const Seat seat : SeatSet::first(t.players())) {
    if (!t.in_cv(seat, Type::possession, Card::bicycle)) continue;
    owner = seat;
    if (t.below_of(Card::bicycle) != Card::none)
      in.fail_by(39, "the Bicycle, card 12, was the first possession, so it is the last of its stack");
  }
  if (in.placed(Card::bicycle) && owner == kNobody)
    return in.fail_by(9, "the Bicycle, card 12, is a possession");
  const auto drafts = in.each("draft");
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    const auto words = words_of(drafts[i]);
    const auto at = std::find(words.begin(), words.end(), "12") - words.begin();
    const Seat seat{static_cast<int>(i)};
    if (at < 3 && at < static_cast<std::ptrdiff_t>(words.size()) && t.starter == kNobody && owner == kNobody)
      t.starter = at < 2 ? seat : t.next(seat);
  }
  if (t.starter == kNobody) t.starter = owner != kNobody ? owner : Seat{0};
  if (owner != kNobody && owner != t.starter)
    return in.fail_by(9, fmt::format("'starter' is {}, but {} has the Bicycle, card 12", seat_name(t.starter),
                                     seat_name(owner)));
  if (t.turn == kNobody) t.turn = t.previous(t.starter);
  if (in.given("cvs")) return;
  in.place("cvs", Card::bicycle);
  const auto possessions = static_cast<std::size_t>(Type::possession);
  t.top[t.starter.index][possessions] = Card::bicycle;
  t.count[t.starter.index][possessions] = 1;
}

/// Childhood cards of each seat: bit n for card n.
using ChildhoodHands = std::array<unsigned, kMaxPlayers>;

/// Events that were taken openly go to the table; childhood cards are returned.
ChildhoodHands read_hands(Reader& in, Table& t) {
  ChildhoodHands hands{};
  const auto texts = in.each("hands");
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (const Card card : in.placed_cards("hands", texts[i], kHandRange)) {
      if (!t.facts(card).is_event() || card == Card::bicycle)
        in.fail_by(38, fmt::format("{} is no event, so it cannot be in 'hands'", in.name_of(card)));
      else if (kOpenRange.has(card))
        t.events[i].add(card);
      else
        hands[i] |= bit_of(card);
    }
  return hands;
}

/// Who got what while growing up, said exactly: "first second third" for each seat.
void read_exact_draft(Reader& in, State& state) {
  const Table& t = state.table;
  const auto texts = in.each("draft");
  unsigned all = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto cards = in.cards("draft", texts[i], kChildhoodRange);
    for (const Card card : cards) all |= bit_of(card);
    if (cards.size() != 3)
      return in.fail_by(
          8, fmt::format("'draft' of seat {} must be three cards: chosen, chosen, passed on", i + 1));
    Secret& its = state.secrets[i];
    its.first = cards[0], its.second = cards[1], its.third = cards[2];
  }
  if (std::popcount(all) != kChildhoodHand * t.players())
    return in.fail_by(2, "'draft' names a childhood card twice, but there is only one of each");
  if (!(all & bit_of(Card::bicycle)))
    in.fail_by(7, "'draft' must have the Bicycle, card 12, which is always among the childhood cards");
}

/// A way in which everyone could have got these cards. What is not named was played.
void make_up_draft(Reader& in, State& state, ChildhoodHands owned) {
  const Table& t = state.table;
  owned[t.starter.index] |= bit_of(Card::bicycle);
  unsigned used = 0;
  for (const unsigned cards : owned) used |= cards;
  for (const Seat seat : SeatSet::first(t.players())) {
    unsigned& cards = owned[seat.index];
    for (int n = 1; n < 12 && std::popcount(cards) < kChildhoodHand; ++n)
      if (!(used >> n & 1)) cards |= 1u << n, used |= 1u << n;
    if (std::popcount(cards) != kChildhoodHand)
      return in.fail_by(8,
                        fmt::format("{} cannot have had more than three childhood cards{}", seat_name(seat),
                                    seat == t.starter ? ", of which the Bicycle is one" : ""));
    Secret& its = state.secrets[seat.index];
    std::array<Card, kChildhoodHand> list;
    for (Card& card : list) card = card_of(std::countr_zero(cards)), cards &= cards - 1;
    its.first = list[0], its.second = list[1];
    state.secrets[t.previous(seat).index].third = list[2];
  }
}

/// Childhood cards: in hand, played, and how they were come by.
void read_childhood(Reader& in, State& state) {
  Table& t = state.table;
  const ChildhoodHands hands = read_hands(in, t);
  ChildhoodHands owned = hands;
  const auto played = in.each("played");
  for (std::size_t i = 0; i < played.size(); ++i)
    for (const Card card : in.placed_cards("played", played[i], kOtherChildhood)) owned[i] |= bit_of(card);
  if (in.failed()) return;
  if (in.given("draft"))
    read_exact_draft(in, state);
  else
    make_up_draft(in, state, owned);
  if (in.failed()) return;
  for (const Seat seat : SeatSet::first(t.players())) {
    Secret& its = state.secrets[seat.index];
    const Secret& next = state.secrets[t.next(seat).index];
    its.last = state.secrets[t.previous(seat).index].third;
    its.passed = static_cast<std::uint16_t>(bit_of(next.second) | bit_of(next.third));
    const unsigned all = its.hand(0);
    if (const unsigned others = owned[seat.index] & ~all; others != 0)
      return in.fail_by(8, fmt::format("{} did not get {} by 'draft'", seat_name(seat),
                                       in.name_of(card_of(std::countr_zero(others)))));
    if (in.given("draft") && in.given("played") && (all & ~owned[seat.index] & ~bit_of(Card::bicycle)))
      return in.fail_by(
          8, fmt::format("{} got {} by 'draft': it must be in 'hands' or in 'played'", seat_name(seat),
                         in.name_of(card_of(std::countr_zero(all & ~owned[seat.index])))));
    if (((all & bit_of(Card::bicycle)) != 0) != (seat == t.starter))
      return in.fail_by(9, fmt::format("'starter' is {}, so by 'draft' it must get the Bicycle, card 12",
                                       seat_name(t.starter)));
    t.shown[seat.index] = static_cast<std::uint16_t>(all & ~hands[seat.index]);
  }
}

/// "18, 50 as work": cards taken this turn, or one by social assistance. One that is in the CV or in the hand
/// too has been placed.
void read_taken(Reader& in, State& state) {
  Table& t = state.table;
  const bool gift = places_gift(in, t);
  in.only_with(t.phase >= Phase::select && t.phase <= Phase::upkeep, "taken",
               "the phases select, misfortune, place and upkeep");
  const std::string text = in.one("taken");
  const auto parts = parts_of(text);
  const auto wrong = [&] { in.fail(fmt::format("'taken' must look like '18, 50 as work', not '{}'", text)); };
  if (parts.size() > (gift ? 1 : kTakes))
    return in.fail_by(gift ? 47 : 23,
                      gift ? "'taken' is one card with 'placing'" : "'taken' has more than two cards");
  const Seat taker = t.phase == Phase::place ? t.placing : t.turn;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto words = words_of(parts[i]);
    if (words.size() != 1 && (words.size() != 3 || words[1] != "as")) return wrong();
    const Card card = in.card("taken", words[0], kOpenRange);
    if (in.failed()) return;
    const TypeSet types = t.facts(card).types;
    Type type = static_cast<Type>(std::countr_zero(types));
    if (words.size() == 3) {
      type = words[2] == name_of(Type::event) ? Type::event : type_named(words[2]);
      if (type == Type::unsaid) return wrong();
    } else if (std::popcount(types) > 1) {
      return in.fail_by(33, fmt::format("{} has two types: 'taken' must say which, as in '{} as {}'",
                                        in.name_of(card), number_of(card), name_of(type)));
    }
    if (!(types & set_of(type)))
      return in.fail_by(33, fmt::format("{} cannot be taken as {}", in.name_of(card), name_of(type)));
    if (i == 1 && t.taken[0].card == card)
      return in.fail_by(2, fmt::format("{} is named twice in 'taken'", in.name_of(card)));
    t.taken[i] = {card, type};
    const bool added = t.phase >= Phase::place &&
                       (type == Type::event ? t.events[taker.index].has(card) : t.in_cv(taker, type, card));
    if (added) continue;
    in.place("taken", card);
    t.unplaced = static_cast<std::uint8_t>(t.unplaced | 1u << i);
  }
}

// ---- The decks and the track --------------------------------------------------------------------------

/// "13 15-20"
void read_deck(Reader& in, Table& t, Deck deck) {
  const std::string_view name = kDeckWords[static_cast<int>(deck)];
  const Range range = range_of(deck);
  const std::string text = in.one(name);
  for (const auto word : words_of(text)) {
    const std::size_t dash = std::min(word.find('-'), word.size());
    const Card first = in.card(name, word.substr(0, dash), range);
    const Card last = dash < word.size() ? in.card(name, word.substr(dash + 1), range) : first;
    if (in.failed()) return;
    if (last < first) return in.fail(fmt::format("'{}' has '{}', which ends before it begins", name, word));
    for (int n = number_of(first); n <= number_of(last); ++n) {
      in.place(name, card_of(n));
      t.unseen.add(card_of(n));
    }
  }
}

bool came_out(const Reader& in, const Table& t, Deck deck) {
  const Range range = range_of(deck);
  const bool named = in.given(kDeckWords[static_cast<int>(deck)]);
  for (int n = range.first; n <= range.last; ++n)
    if (const Card card = card_of(n); named ? !t.unseen.has(card) : in.placed(card)) return true;
  return false;
}

/// How many cards lie on the track where none are named.
int usual_track(const Table& t) {
  if (t.phase == Phase::over) return 0;
  if (t.phase == Phase::refill) return kTrack - 1;
  return kTrack - t.takes();
}

/// Decks are emptied one after the other (CV-43). Unless named, those before the last one of which a card
/// lies somewhere are empty, and that one and those after it have all cards that lie nowhere. A deck has just
/// run out when there is social assistance; at the end all have.
void read_decks(Reader& in, State& state) {
  Table& t = state.table;
  t.unseen = {};
  for (const Deck deck : kOpenDecks)
    if (in.given(kDeckWords[static_cast<int>(deck)])) read_deck(in, t, deck);
  const auto track = in.placed_cards("track", in.one("track"), kOpenRange);
  if (track.size() > kTrack) return in.fail_by(43, "'track' has more than five cards");
  std::copy(track.begin(), track.end(), t.track.begin());
  if (in.failed()) return;

  const bool assistance = t.phase == Phase::assist || places_gift(in, t);
  Deck age = Deck::early;
  for (const Deck deck : kOpenDecks)
    if (came_out(in, t, deck)) age = deck;
  const auto named = [&](Deck deck) { return in.given(kDeckWords[static_cast<int>(deck)]); };
  if (!in.given("track")) {
    Deck from = age;
    while (!assistance && from < Deck::old && named(from) && t.unseen.of(from).empty())
      from = static_cast<Deck>(static_cast<int>(from) + 1);
    for (int i = 0; i < usual_track(t); ++i)
      t.track[static_cast<std::size_t>(i)] = in.lowest("track", range_of(from));
    age = std::max(age, from);
  }
  for (const Deck deck : kOpenDecks) {
    if (named(deck) || deck < age || t.phase == Phase::over || (assistance && deck == age)) continue;
    for (int n = range_of(deck).first; n <= range_of(deck).last; ++n)
      if (!in.placed(card_of(n))) t.unseen.add(card_of(n));
  }
  for (const Deck deck : kOpenDecks)
    if (t.unseen.of(deck).size() < range_of(deck).size() && t.deck() < deck)
      return in.fail_by(
          43, fmt::format("'{}' has cards left, so none of '{}' can have come out",
                          kDeckWords[static_cast<int>(t.deck())], kDeckWords[static_cast<int>(deck)]));
}

// ---- The turn -----------------------------------------------------------------------------------------

/// "H>M B>HRKM"
Arrows arrows_in(Reader& in, const std::vector<std::string_view>& words) {
  Arrows arrows = Arrows::none();
  for (const auto word : words) {
    const auto faces = kLetters.substr(0, kFaces);
    const std::size_t from = faces.find(word[0]);
    if (word.size() < 3 || word[1] != '>' || from == std::string_view::npos ||
        word.find_first_not_of(faces, 2) != std::string_view::npos) {
      in.fail(fmt::format("arrows in 'means' look like H>M or B>HRKM, not '{}'", word));
      return arrows;
    }
    for (const char letter : word.substr(2))
      arrows.add(static_cast<Symbol>(from), set_of(static_cast<Symbol>(faces.find(letter))));
  }
  return arrows.chained();
}

/// See means_text. Parts left out are none, or the four dice and three throws that everyone has.
Means means_in(Reader& in, std::string_view text) {
  Means means{};
  means.arrows = Arrows::none();
  means.dice = kBasicDice, means.throws = kBasicThrows;
  for (const auto part : parts_of(text)) {
    auto words = words_of(part);
    const std::string_view name = words.empty() ? "" : words[0];
    if (!words.empty()) words.erase(words.begin());
    const std::string_view word = words.size() == 1 ? words[0] : "";
    if (name == "dice") {
      means.dice = static_cast<std::uint8_t>(in.number("dice in means", word, kBasicDice, kDice));
    } else if (name == "throws") {
      means.throws = static_cast<std::uint8_t>(in.number("throws in means", word, kBasicThrows, 255));
    } else if (name == "tokens" && words.size() == 1) {
      means.tokens = in.symbols("tokens in means", word, kSymbols, kMostOfAll);
    } else if (name == "arrows" && !words.empty()) {
      means.arrows = arrows_in(in, words);
    } else if (name == "job" && words.size() == 1) {
      means.job = in.symbols("job in means", word, kSymbols, kSymbols).kinds();
    } else if (name == "effects" && !words.empty()) {
      for (const auto each : words) {
        const auto* const found = std::find(std::begin(kEffectWords), std::end(kEffectWords), each);
        if (found == std::end(kEffectWords)) {
          in.fail(fmt::format("'{}' in 'means' is no effect; effects are {}", each,
                              fmt::join(kEffectWords, ", ")));
          return means;
        }
        means.effects = static_cast<std::uint8_t>(means.effects | 1u << (found - kEffectWords));
      }
    } else {
      in.fail(fmt::format(
          "'means' must look like 'dice 5, throws 3, tokens HM, arrows H>M, effects thaw, job MK', "
          "not '{}'",
          text));
    }
    if (in.failed()) break;
  }
  return means;
}

std::uint8_t small_number(Reader& in, std::string_view name, int standard, int least, int most) {
  return static_cast<std::uint8_t>(in.number(name, in.one(name, std::to_string(standard)), least, most));
}

void read_means(Reader& in, State& state) {
  Table& t = state.table;
  const bool turn = under_way(in, t);
  for (const std::string_view name : {"means", "extra", "throws", "dice", "in_air", "joining", "thawed"})
    in.only_with(turn, name, "a turn under way, in the phases toss to upkeep");
  if (!turn || in.failed()) return;
  t.means = in.given("means") ? means_in(in, in.one("means")) : means_of(t, t.turn);
  t.extra = in.symbols("extra", in.one("extra"), kSymbols, kMostExtra);
  const Hand hand{state.secrets[t.turn.index].hand(t.shown[t.turn.index]), t.events[t.turn.index]};
  int symbols = t.extra.size();
  for (int i = 0; i < hand.size(); ++i) symbols += t.facts(hand.nth(i)).gives.size();
  if (symbols > kMostExtra)
    return in.fail_by(19, "'extra' has more symbols than the events outside the hand could give");
  t.most_bad = 255;
  if (t.phase == Phase::toss && t.means != means_of(t, t.turn))
    in.fail_by(12, "'means' must be what the cards in 'cvs' give when a turn begins, in the phase toss");
}

void read_dice(Reader& in, State& state) {
  Table& t = state.table;
  if (!under_way(in, t)) return;
  const bool toss = t.phase == Phase::toss, rolling = t.phase == Phase::dice;
  in.only_with(!toss, "dice", "the phases after the first throw");
  in.only_with(!toss, "throws", "the phases after the first throw");
  in.only_with(!toss, "thawed", "the phases after the first throw");
  in.only_with(rolling, "in_air", "the phase dice");
  in.only_with(toss || t.phase == Phase::reroll, "joining", "the phases toss and reroll");
  t.dice = in.symbols("dice", in.one("dice"), kFaces, kMostOfAll);
  const int lying = t.dice.size(), own = t.means.dice;
  if (!toss && !rolling && !in.given("dice"))
    return in.fail("'dice' must say what the dice show, as in HMMB");
  if (rolling) {
    t.in_air = small_number(in, "in_air", std::max(own - lying, 1), 1, kDice);
    t.throws = small_number(in, "throws", lying ? 1 : 0, 0, t.means.throws - 1);
    if (lying && t.throws == 0)
      return in.fail_by(14, "'dice' must be empty while the first throw is in the air");
  } else if (!toss) {
    t.throws = small_number(in, "throws", 1, 1, t.means.throws - (t.phase == Phase::reroll));
  }
  const int least = toss ? own : lying + t.in_air;
  t.joining = small_number(in, "joining", 0, 0, kDice);
  if (!in.failed() && (least < own || least + t.joining > kDice))
    return in.fail_by(13, least < own ? fmt::format("{} throws {} dice, but there are only {} of them",
                                                    seat_name(t.turn), own, least)
                                      : std::string("there are more than seven dice"));
  if (in.one("thawed", "yes") != "yes") in.fail("'thawed' is 'yes' or left out");
  t.thawed = in.given("thawed");
  if (t.thawed && !(t.means.effects & Effect::thaw))
    in.fail_by(16, fmt::format("'thawed' needs a card of {} that thaws bad luck", seat_name(t.turn)));
  if (t.thawed && t.throws + rolling < 2)
    in.fail_by(16, "'thawed' needs a second throw: the first is of all dice");
}

/// What was taken can be paid, and bad luck has struck as often as it must (CV-24, CV-34 to CV-36).
void read_misfortune(Reader& in, State& state) {
  Table& t = state.table;
  in.only_with(t.phase == Phase::misfortune, "losses", "the phase misfortune");
  if (in.failed() || !under_way(in, t) || t.phase < Phase::select) return;
  if (!can_pay(t.pool(), t.promised()))
    return in.fail_by(24, fmt::format("{} cannot pay for what it has 'taken'", seat_name(t.turn)));
  if (t.phase == Phase::select) return;
  const int bad = t.dice.count(Symbol::bad) + t.means.tokens.count(Symbol::bad);
  const int struck = bad < 3 ? 0 : misfortunes(t.pool(), t.promised());
  if (bad >= 3) t.most_bad = static_cast<std::uint8_t>(3 * struck + 2);
  if (t.phase != Phase::misfortune) return;
  if (struck == 0) return in.fail_by(34, "no misfortune strikes: 'dice' and tokens have too little bad luck");
  t.losses = small_number(in, "losses", struck, 1, struck);
  if (t.cv_cards(t.turn) == 0)
    in.fail_by(37,
               fmt::format("{} has no card to lose, so the phase cannot be misfortune", seat_name(t.turn)));
}

/// Nobody is asked where there is no choice.
void check_choices(Reader& in, State& state) {
  Table& t = state.table;
  if (t.phase == Phase::place) {
    if (t.unplaced == 0)
      return in.fail_by(39, "'taken' must name a card that is to be placed, in the phase place");
    for (int i = 0; i < kTakes; ++i) {
      const auto& [card, type] = t.taken[static_cast<std::size_t>(i)];
      if (!(t.unplaced >> i & 1)) continue;
      if (type == Type::event)
        return in.fail_by(38,
                          fmt::format("{} goes to the hand before other cards are placed", in.name_of(card)));
      if (t.has_one_place(t.placing, i))
        return in.fail_by(
            39, fmt::format("{} has only one place to go, so it must be in 'cvs' in the phase place",
                            in.name_of(card)));
    }
  }
  if (t.phase != Phase::upkeep) return;
  if (t.unplaced)
    return in.fail_by(41, "everything in 'taken' must be in 'cvs' or 'hands' in the phase upkeep");
  if (t.upkeep_due() == 0 || t.payable_upkeep().size() < 2)
    in.fail_by(42, fmt::format("{} has no choice which upkeep to pay, so the phase cannot be upkeep",
                               seat_name(t.turn)));
}

/// Who is poor enough (CV-46), if it is not said who is still to be assisted.
void read_assistance(Reader& in, State& state) {
  Table& t = state.table;
  const bool placing = places_gift(in, t);
  in.only_with(t.phase == Phase::assist || placing, "assisted", "social assistance");
  t.assisted = in.seats("assisted");
  if (in.failed()) return;
  if (placing && t.assisted.has(t.placing))
    return in.fail_by(47, fmt::format("{} has been assisted already", seat_name(t.placing)));
  if (t.phase != Phase::assist) return;
  if (!in.given("assisted")) t.assisted = t.poor();
  if (t.assisted.empty()) in.fail_by(46, "'assisted' must say who is to be assisted: by 'cvs' nobody is");
}

void check_refill(Reader& in, State& state) {
  Table& t = state.table;
  if (t.phase == Phase::refill && (t.track_size() == kTrack || t.unseen.empty()))
    return in.fail_by(43, "there is nothing to refill: 'track' is full, or all decks are empty");
  if (t.phase != Phase::over) return;
  for (std::size_t i = 0; i < static_cast<std::size_t>(t.players()); ++i)
    t.revealed[i] = state.secrets[i].goal;
  if (!t.last_of_round() || t.unseen.of(Deck::old).size() >= t.players())
    in.fail_by(48, fmt::format("the game ends after the turn of {}, with fewer cards in 'old' than players",
                               seat_name(t.previous(t.starter))));
}

}  // namespace

Fields Cv::describe(const State& state) {
  return describe_table(state.table, [&](int i) { return &state.secrets[static_cast<std::size_t>(i)]; });
}

Fields Cv::describe(const View& view) {
  Fields fields =
      describe_table(view.table, [&](int i) { return view.seat == Seat{i} ? &view.mine : nullptr; });
  // Of the whole state this follows from what the others got; here it does not.
  set_if_any(fields, "passed", per_seat(view.table.players(), [&](int i) {
               return view.seat == Seat{i} ? childhood_text(view.mine.passed) : std::string();
             }));
  return fields;
}

std::span<const std::string_view> Cv::field_names() { return kFieldNames; }

Result<State> Cv::position(const Options& options, const Fields& fields) {
  State state = start(options);
  Table& t = state.table;
  Reader in(fields, t);
  t.phase = in.choice("phase", kPhaseNames, Phase::toss);
  using Read = void (*)(Reader&, State&);
  const auto read = [&](std::initializer_list<Read> steps) {
    for (const Read step : steps)  // each relies on what was read before
      if (!in.failed()) step(in, state);
  };
  if (setting_up(t.phase)) {
    read({check_set_up, read_first_track, read_goals, read_offers, read_deal, read_choices, read_piles});
  } else {
    read({read_turn, read_cvs, read_starter, read_childhood, read_taken, read_decks, read_goals, read_means,
          read_dice, read_misfortune, check_choices, read_assistance, check_refill});
  }
  if (in.failed()) return in.error();
  if (std::string wrong = invariants(state); !wrong.empty())
    return Error{"this position cannot be: " + wrong};
  return state;
}

}  // namespace lifetable::cv

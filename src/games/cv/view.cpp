// SPDX-License-Identifier: Apache-2.0
// What a seat knows: its view, how events change it, and what it can imagine of the rest (CV-10).
#include <algorithm>
#include <bit>

#include "games/cv/apply.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::cv {

namespace {

constexpr Card lowest(unsigned cards) { return card_of(std::countr_zero(cards)); }

/// How everybody grew up (CV-8): what each seat took first, what it took of the two cards that came, and what
/// it passed on of them. That is where each of the cards dealt went: the first two stayed with the seat, the
/// third went to the next one. And it is where they came from: the seat was dealt the first of these, the one
/// before it the other two.
class Childhood {
 public:
  enum Place { first, second, third };

  explicit Childhood(int players) : players_(players) {}

  Card& at(int seat, Place place) { return cards_[static_cast<std::size_t>(wrapped(seat))][place]; }

  void set(int seat, Place place, Card card) {
    at(seat, place) = card;
    placed_ = static_cast<std::uint16_t>(placed_ | bit_of(card));
  }
  bool placed(Card card) const { return placed_ & bit_of(card); }

  /// Puts a card into one of the free places among some, each equally likely.
  void put_somewhere(Card card, std::initializer_list<std::pair<int, Place>> places, Xoshiro256pp& rng) {
    FixedList<std::pair<int, Place>, 3> free;
    for (const auto& each : places)
      if (at(each.first, each.second) == Card::none) free.push_back(each);
    const auto [seat, place] = pick_from(free, rng);
    set(seat, place, card);
  }

  /// Fills every free place with cards that lie nowhere yet. The Bicycle is always among them (CV-7).
  void fill(Xoshiro256pp& rng) {
    FixedList<Card*, 3 * kMaxPlayers> free;
    for (int i = 0; i < players_; ++i)
      for (const Place place : {first, second, third})
        if (at(i, place) == Card::none) free.push_back(&at(i, place));
    FixedList<Card, 12> rest;
    for (int n = 1; n < number_of(Card::bicycle); ++n)
      if (!placed(card_of(n))) rest.push_back(card_of(n));
    if (!placed(Card::bicycle)) take_out(free, rng, Card::bicycle);
    while (!free.empty()) {
      const std::size_t which = below(rng, static_cast<std::uint32_t>(rest.size()));
      *free[free.size() - 1] = rest[which];
      free.pop_back();
      rest[which] = rest[rest.size() - 1];
      rest.pop_back();
    }
  }

  std::uint16_t passed_by(int seat) {
    return static_cast<std::uint16_t>(bit_of(at(seat + 1, second)) | bit_of(at(seat + 1, third)));
  }
  /// The first `number` cards dealt to a seat.
  std::uint16_t dealt(int seat, int number) {
    const std::array<Card, 3> cards = {at(seat, first), at(seat + 1, second), at(seat + 1, third)};
    std::uint16_t set = 0;
    for (int i = 0; i < number; ++i)
      set = static_cast<std::uint16_t>(set | bit_of(cards[static_cast<std::size_t>(i)]));
    return set;
  }

 private:
  int wrapped(int seat) const { return (seat + players_) % players_; }
  static void take_out(FixedList<Card*, 3 * kMaxPlayers>& free, Xoshiro256pp& rng, Card card) {
    const std::size_t which = below(rng, static_cast<std::uint32_t>(free.size()));
    *free[which] = card;
    free[which] = free[free.size() - 1];
    free.pop_back();
  }

  int players_;
  std::array<std::array<Card, 3>, kMaxPlayers> cards_{};
  std::uint16_t placed_ = 0;
};

/// Childhood cards are being dealt, or chosen for the first or second time, or all is settled.
enum class Stage { before, dealing, choosing, choosing_again, grown_up };

Stage stage_of(const Table& t) {
  switch (t.phase) {
    case Phase::open_track:
    case Phase::deal_goals: return Stage::before;
    case Phase::deal_cards: return Stage::dealing;
    case Phase::choose: return t.step == 0 ? Stage::choosing : Stage::choosing_again;
    default: return Stage::grown_up;
  }
}

/// Draws one of the ways in which everybody may have grown up, as far as `view` can tell; all are equally
/// likely.
Childhood imagine_childhood(const View& view, Stage stage, Xoshiro256pp& rng) {
  using enum Childhood::Place;
  const Table& t = view.table;
  const Secret& mine = view.mine;
  Childhood all(t.players());
  if (view.seat != kNobody) {
    const int me = view.seat.index;
    if (mine.first == Card::none) {
      unsigned offered = mine.offered;
      const std::array<std::pair<int, Childhood::Place>, 3> places = {
          {{me, first}, {me + 1, second}, {me + 1, third}}};
      for (std::size_t i = 0; offered; ++i, offered &= offered - 1)
        all.set(places[i].first, places[i].second, lowest(offered));
    } else {
      all.set(me, first, mine.first);
      // Of the two cards passed on, which one did the next seat keep?
      Card keep = lowest(mine.passed), give = lowest(mine.passed & (mine.passed - 1u));
      const unsigned next = t.shown[t.next(view.seat).index],
                     after = t.shown[t.next(t.next(view.seat)).index] | bit_of(mine.last);
      const bool turned = (next & bit_of(give)) || (after & bit_of(keep));
      const bool settled = turned || (next & bit_of(keep)) || (after & bit_of(give));
      if (turned || (!settled && below(rng, 2))) std::swap(keep, give);
      all.set(me + 1, second, keep);
      all.set(me + 1, third, give);
    }
    if (mine.second != Card::none) {
      all.set(me, second, mine.second);
      all.set(me, third, mine.third);
    } else if (stage == Stage::choosing_again) {
      all.set(me, second, lowest(mine.offered));
      all.set(me, third, lowest(mine.offered & (mine.offered - 1u)));
    }
    if (mine.last != Card::none) all.set(me - 1, third, mine.last);
  }
  for (int i = 0; i < t.players(); ++i)
    for (unsigned shown = t.shown[static_cast<std::size_t>(i)]; shown; shown &= shown - 1)
      if (!all.placed(lowest(shown)))
        all.put_somewhere(lowest(shown), {{i, first}, {i, second}, {i - 1, third}}, rng);
  all.fill(rng);
  return all;
}

/// What a seat would know, had all grown up like that.
Secret secret_of(const Table& t, Stage stage, Childhood& all, int seat) {
  using enum Childhood::Place;
  Secret secret{};
  const bool has_chosen = t.chosen.has(Seat{seat});
  if (stage == Stage::dealing)
    secret.offered = all.dealt(seat, std::clamp(t.step - kChildhoodHand * seat, 0, 3));
  if (stage == Stage::choosing && !has_chosen) secret.offered = all.dealt(seat, 3);
  if (secret.offered || stage == Stage::dealing) return secret;
  secret.first = all.at(seat, first);
  secret.passed = all.passed_by(seat);
  if (stage == Stage::choosing) return secret;
  if (stage == Stage::choosing_again && !has_chosen) {
    secret.offered = all.passed_by(seat + t.players() - 1);
    return secret;
  }
  secret.second = all.at(seat, second);
  secret.third = all.at(seat, third);
  if (stage == Stage::grown_up) secret.last = all.at(seat - 1, third);
  return secret;
}

void imagine_goals(const View& view, State& state, Xoshiro256pp& rng) {
  const Table& t = view.table;
  FixedList<Card, 8> left;
  for (int n = range_of(Deck::goals).first; n <= range_of(Deck::goals).last; ++n)
    if (const Card card = card_of(n);
        card != view.mine.goal && std::find(t.goals.begin(), t.goals.end(), card) == t.goals.end())
      left.push_back(card);
  const int dealt = t.phase == Phase::open_track   ? 0
                    : t.phase == Phase::deal_goals ? std::min<int>(t.step, t.players())
                                                   : t.players();
  for (int i = 0; i < dealt; ++i) {
    Card& goal = state.secrets[static_cast<std::size_t>(i)].goal;
    if (Seat{i} == view.seat) {
      goal = view.mine.goal;
    } else if (t.phase == Phase::over) {
      goal = t.revealed[static_cast<std::size_t>(i)];
    } else {
      const std::size_t which = below(rng, static_cast<std::uint32_t>(left.size()));
      goal = left[which];
      left[which] = left[left.size() - 1];
      left.pop_back();
    }
  }
}

}  // namespace

View Cv::view(const State& state, Seat seat) {
  View view{};
  view.table = state.table;
  view.seat = seat;
  if (seat != kNobody) view.mine = state.secrets[seat.index];
  return view;
}

void Cv::fold(View& view, const Event& event) {
  apply(view.table, event);
  if (event.seat != view.seat) return;
  switch (event.what) {
    case Event::goal_got: view.mine.goal = event.card; break;
    case Event::got:
      view.mine.offered = static_cast<std::uint16_t>(view.mine.offered | bit_of(event.card));
      break;
    case Event::kept: view.mine.keep(event.card); break;
    case Event::received: view.mine.receive(event.cards); break;
    default: break;
  }
}

State Cv::imagine(const View& view, Xoshiro256pp& rng) {
  State state{};
  state.table = view.table;
  const Stage stage = stage_of(view.table);
  if (stage != Stage::before) {
    Childhood all = imagine_childhood(view, stage, rng);
    for (int i = 0; i < view.table.players(); ++i)
      state.secrets[static_cast<std::size_t>(i)] =
          Seat{i} == view.seat ? view.mine : secret_of(view.table, stage, all, i);
  }
  imagine_goals(view, state, rng);
  return state;
}

}  // namespace lifetable::cv

// SPDX-License-Identifier: Apache-2.0
// Rules of thumb of a good player, on one page: weigh how every legal play would leave me, and take the best.
//
// It looks one card ahead, counts the cards it has not seen, and guesses nothing about anybody's hand.
#include <algorithm>
#include <array>
#include <cmath>

#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {

namespace {

// In years or shares. Found by matches of these rules against themselves; each lies on a broad plateau.
constexpr double kDrift = 0.05;     // leads get lost: with 1 / kDrift more turns to come, half of one is left
constexpr double kOnesRoom = 0.8;   // extra price of the ones: while low, they have room for unwanted cards
constexpr double kZeroTrust = 0.7;  // how surely the 0 in my hand will take a 9 off my tens (CG-23)
constexpr double kRival = 7;        // who is so far behind the best of the others matters half as much
constexpr double kSpecial = 10;     // a special in hand, if there is time to use it; an age card: nothing
constexpr double kLuck = 40;        // how far each round to come may turn the game,
constexpr double kClose = 10;       // and what is uncertain even without one

/// Layout: bits 0-3 the ones, 4-7 the tens.
struct Age {
  int bits = 0;
  static Age of(int tens, int ones) { return {tens << 4 | ones}; }
  int tens() const { return bits >> 4; }
  int ones() const { return bits & 15; }
  int years() const { return 10 * tens() + ones(); }
  Age with(Place place, int digit) const {
    const int shift = place == Place::tens ? 4 : 0;
    return {(bits & ~(15 << shift)) | digit << shift};
  }
};

/// A lead in years, twice: if the round ended at once, and what will be left of it at the end of a long
/// round. Both are weighed together, in one register.
typedef double Lead [[gnu::vector_size(16)]];

constexpr std::array<Lead, 10> kDigits = {Lead{0, 0}, Lead{1, 1}, Lead{2, 2}, Lead{3, 3}, Lead{4, 4},
                                          Lead{5, 5}, Lead{6, 6}, Lead{7, 7}, Lead{8, 8}, Lead{9, 9}};

// By the bits of a pile's top: the card that lies open there, if any.
constexpr auto kOpenCard = [] {
  std::array<Cards, 32> cards{};
  for (std::size_t digit = 0; digit <= 9; ++digit)
    cards[digit].add(Top{static_cast<std::uint8_t>(digit)}.card());
  return cards;
}();

// By card: what I have less when it is spent.
enum Spent : std::uint8_t { kAgeSpent, kSpecialSpent, kZeroSpent };
constexpr auto kSpent = [] {
  std::array<Spent, kKinds + 1> spent{};
  for (std::size_t c = static_cast<std::size_t>(Card::ten); c <= kKinds; ++c) spent[c] = kSpecialSpent;
  spent[static_cast<std::size_t>(Card::zero)] = kZeroSpent;
  return spent;
}();

// By whether a card is hidden, and the card: what its pile shows then.
constexpr auto kShown = [] {
  std::array<std::array<std::int8_t, kKinds + 1>, 2> digits{};
  for (std::size_t c = 0; c <= kKinds; ++c) {
    digits[0][c] = static_cast<std::int8_t>(digit_of(static_cast<Card>(c)));
    digits[1][c] = 9;
  }
  return digits;
}();

/// Weighs the moves of one turn. A move changes one age: what all the others add is worked out once. After
/// that nothing branches where no processor could predict it; what would be a branch is a table.
class Thoughts {
 public:
  explicit Thoughts(const View& view)
      : t_(view.table), me_(view.seat.index), players_(t_.players()), hand_(view.mine.hand) {
    const double lasting =
        players_ / (players_ + kDrift * t_.deck);  // on an empty deck all counts as it lies
    tens_price_ = Lead{10, 10 * lasting};
    ones_price_ = Lead{1, lasting * (1 + kOnesRoom * (1 - lasting))};
    const double luck = kClose + kLuck * (t_.options.rounds - 1 - t_.round);
    luck_ = Lead{luck, luck + kLuck * (1 - lasting)};
    const int specials = hand_.only(kWild & ~kAges).size(), zeros = hand_.count(Card::zero);
    const double each = kSpecial * (1 - lasting), trust = kZeroTrust * 90 * lasting;
    extra_[kAgeSpent] = {Lead{0, each * specials}, Lead{0, each * specials + trust * (zeros > 0)}};
    extra_[kSpecialSpent] = {Lead{0, each * (specials - 1)},
                             Lead{0, each * (specials - 1) + trust * (zeros > 0)}};
    extra_[kZeroSpent] = {Lead{0, each * (specials - 1)},
                          Lead{0, each * (specials - 1) + trust * (zeros > 1)}};
    count_cards(view);
    for (int i = 0; i < players_; ++i)
      ages_[i] = Age::of(t_.digit(Seat{i}, Place::tens), t_.digit(Seat{i}, Place::ones));
    look_for_rivals();
    look_at_ages();
  }

  /// How I would stand after this move, from -1 (lost) to 1 (won).
  double value(Move move) const {
    const Card card = move.card();
    const int target = move.target().index;
    if ((1u << move.what() & (1u << Move::hide | 1u << Move::raise)) != 0) {  // most moves
      const bool hide = move.what() == Move::hide;
      const int seat = target + hide * me_;  // a hidden card has no target
      return standing(seat, ages_[seat].with(move.place(), kShown[hide][static_cast<std::size_t>(card)]),
                      card);
    }
    switch (move.what()) {
      case Move::age: return standing(me_, Age::of(digit_of(card), digit_of(move.second())), card);
      case Move::zero: return after(card, me_, move.place(), card);
      case Move::ten:
      case Move::swap: return after(card, target, move.place(), card);
      default:  // Stop!, or let it happen: as if this were the last answer (CG-31)
        if ((t_.stops + (move.what() == Move::stop)) % 2 == 1) return standing(me_, ages_[me_], card);
        return after(t_.special, t_.target.index, t_.place, card);
    }
  }

 private:
  /// The next card may be any that I have not seen: how likely each digit is, and to survive it (CG-12).
  void count_cards(const View& view) {
    Cards seen = t_.discards;
    seen += t_.covered;
    seen += t_.shown;
    seen += hand_;
    seen += view.mine.laid.heap(0, t_.laid[me_]);
    if (t_.special != Card::none) seen.add(t_.special);
    if (t_.phase >= Phase::check)  // no age lies open before (CG-8)
      for (int i = 0; i < players_; ++i)
        for (const Top top : t_.piles[i]) seen += kOpenCard[top.bits];
    unseen_ = Cards::whole_deck();
    unseen_ -= seen;
    each_ = 1.0 / unseen_.size();
    safe_[0].fill(1);
    safe_[1][0] = 1;
    for (int ones = 1, failing = 0; ones <= 9; ++ones) {
      failing += unseen_.count(age_card(10 - ones));
      safe_[1][ones] = 1 - failing * each_;
    }
  }
  double safe(Age age) const { return safe_[age.tens() == 9][age.ones()]; }  // CG-11

  /// Whoever is closest to winning is the one to make older; all the others together weigh as much as I do.
  void look_for_rivals() {
    std::array<int, kMaxPlayers> totals, scores;
    int best = 1000;
    for (int i = 0; i < players_; ++i) {
      int total = 0;
      for (int r = 0; r < t_.round; ++r) total += t_.penalty[r][i];
      totals[i] = total;
      scores[i] = total + ages_[i].years() + 1000 * (i == me_);  // I am far from being my rival
      best = std::min(best, scores[i]);
    }
    weight_.fill(1);
    double sum = 1;
    if (players_ > 2) {
      sum = 0;
      for (int i = 0; i < players_; ++i) sum += weight_[i] = kRival / (kRival + scores[i] - best);
      sum -= weight_[me_];
    }
    weight_[me_] = -sum;
    lead_ = 0;
    for (int i = 0; i < players_; ++i) lead_ += totals[i] * weight_[i];
    scale_ = players_ > 2 ? 1 / sum : 1;
  }

  /// What all but one seat add to my lead, by that seat.
  void look_at_ages() {
    Lead all = Lead{lead_, lead_} * scale_;
    const Lead tens = tens_price_ * scale_, ones = ones_price_ * scale_;
    double all_safe = 1;
    std::array<Lead, kMaxPlayers> leads;
    for (int i = 0; i < players_; ++i) {
      Seen& its = seats_[i];
      its.tens = tens * weight_[i];
      its.ones = ones * weight_[i];
      leads[i] = kDigits[ages_[i].tens()] * its.tens + kDigits[ages_[i].ones()] * its.ones;
      its.others_safe = all_safe;
      all += leads[i];
      all_safe *= safe(ages_[i]);
    }
    const Lead trust = extra_[kAgeSpent][ages_[me_].tens() == 9] - extra_[kAgeSpent][0];
    all += trust;
    leads[me_] += trust;
    all_safe = 1;
    for (int i = players_; i-- > 0;) {
      seats_[i].others = all - leads[i];
      seats_[i].others_safe *= all_safe;
      all_safe *= safe(ages_[i]);
    }
  }

  /// My hope with this seat at this age and my card spent. Tens hurt tenfold, ones a little more than they
  /// show; with a 0 in my hand, 9 tens are not for long. If somebody is likely to fail the next hundred
  /// check, what counts is who leads now; else what will be left of it, and the specials I keep.
  double standing(int seat, Age age, Card spent) const {
    const Seen& its = seats_[seat];
    const bool my_nine = (seat == me_) & (age.tens() == 9);
    const Lead lead = its.others + kDigits[age.tens()] * its.tens + kDigits[age.ones()] * its.ones +
                      extra_[kSpent[static_cast<std::size_t>(spent)]][my_nine];
    const Lead hope = lead / (size_of(lead) + luck_);
    return hope[0] + its.others_safe * safe(age) * (hope[1] - hope[0]);
  }
  static Lead size_of(Lead lead) { return Lead{std::abs(lead[0]), std::abs(lead[1])}; }

  /// Nobody stops the special. Cover Ten Digit is worth the average of what may turn up (CG-24, CG-25).
  double after(Card special, int target, Place place, Card spent) const {
    const Age age = ages_[target];
    if (special == Card::swap) return standing(target, Age::of(age.ones(), age.tens()), spent);
    if (special == Card::zero) return standing(target, age.with(place, 0), spent);
    double sum = safe_[1][9] * standing(target, age, spent);  // it is no age card
    for (int d = 1; d <= 9; ++d)
      sum += unseen_.count(age_card(d)) * each_ * standing(target, age.with(Place::tens, d), spent);
    return sum;
  }

  const Table& t_;
  const int me_, players_;
  const Cards hand_;
  std::array<Age, kMaxPlayers> ages_;
  std::array<double, kMaxPlayers> weight_;
  /// What a seat's digits are worth to me, and what all the others add.
  struct Seen {
    Lead tens, ones, others;
    double others_safe;  // the chance that none of them fails
  };
  std::array<Seen, kMaxPlayers> seats_;
  Cards unseen_;
  double scale_, each_, lead_;  // one card's chance to be next; my lead from the rounds before
  std::array<std::array<double, 10>, 2> safe_;  // by whether the tens are 9, and ones
  Lead tens_price_, ones_price_;
  Lead luck_;                                 // as large a lead wins three games out of four
  std::array<std::array<Lead, 2>, 3> extra_;  // by what is spent, and whether my tens are 9
};

/// Without a 9 no age is in danger, so the lowest tens and then the lowest ones are best (CG-7).
Move lowest_age(Cards hand) {
  Cards ages = hand.only(kAges);
  const Card tens = ages.nth(0);
  ages.take(tens);
  return Move::to_age(tens, ages.nth(0));
}

}  // namespace

Move Cradle::thoughtful(const View& view, Xoshiro256pp& rng) {
  if (view.table.phase == Phase::choose && !view.mine.hand.has(Card::nine)) return lowest_age(view.mine.hand);
  const auto moves = Cradle::moves(view);
  if (moves.size() == 1) return moves[0];
  const Thoughts thoughts(view);
  // All are weighed before any is compared: a processor that guesses wrong which is better loses less.
  std::array<double, Cradle::Moves::capacity()> values;
  for (std::size_t i = 0; i < moves.size(); ++i) values[i] = thoughts.value(moves[i]);
  return best_of(moves, rng, [next = values.begin()](Move) mutable { return *next++; });
}

}  // namespace lifetable::cradle

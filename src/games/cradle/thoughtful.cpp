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

struct Age {
  int tens, ones;
  int years() const { return 10 * tens + ones; }
  Age with(Place place, int digit) const {
    return place == Place::tens ? Age{digit, ones} : Age{tens, digit};
  }
};

/// What a seat adds to my lead in years; my own age counts against me.
struct Share {
  double now = 0;    // if the round ended at once
  double later = 0;  // what will be left of that at the end of a long round
  double safe = 1;   // the chance of not failing the next hundred check (CG-12)
};

class Thoughts {
 public:
  explicit Thoughts(const View& view)
      : t_(view.table), me_(view.seat.index), players_(t_.players()), hand_(view.mine.hand) {
    lasting_ = 1 / (1 + kDrift * t_.deck / players_);  // on an empty deck everything counts as it lies
    luck_ = kClose + kLuck * (t_.options.rounds - 1 - t_.round);
    for (int i = 0; i < players_; ++i)
      ages_[i] = {t_.digit(Seat{i}, Place::tens), t_.digit(Seat{i}, Place::ones)};
    count_cards(view);
    look_for_rivals();
    for (int i = 0; i < players_; ++i) shares_[i] = share(i, ages_[i], hand_.has(Card::zero));
  }

  /// How I would stand after this move, from -1 (lost) to 1 (won).
  double value(Move move) const {
    const Card card = move.card();
    const int target = move.target().index;
    switch (move.what()) {
      case Move::age: return standing(me_, {digit_of(card), digit_of(move.second())}, card);
      case Move::raise: return standing(target, ages_[target].with(move.place(), digit_of(card)), card);
      case Move::hide: return standing(me_, ages_[me_].with(move.place(), 9), card);
      case Move::zero: return after(card, me_, move.place(), card);
      case Move::ten:
      case Move::swap: return after(card, target, move.place(), card);
      default:  // Stop!, or let it happen: as if this were the last answer (CG-31)
        if ((t_.stops + (move.what() == Move::stop)) % 2 == 1) return standing(me_, ages_[me_], card);
        return after(t_.special, t_.target.index, t_.place, card);
    }
  }

 private:
  /// The next card may be any that I have not seen: how likely each digit is, and at least that digit.
  void count_cards(const View& view) {
    Cards unseen = Cards::whole_deck();
    unseen -= t_.open_cards();
    unseen -= hand_;
    unseen -= view.mine.laid.heap(0, t_.laid[me_]);
    for (int d = 9; d >= 1; --d) {
      chance_[d] = static_cast<double>(unseen.count(age_card(d))) / unseen.size();
      at_least_[d] = at_least_[d + 1] + chance_[d];
    }
  }

  /// Whoever is closest to winning is the one to make older; all the others together weigh as much as I do.
  void look_for_rivals() {
    const auto score = [&](int i) { return t_.total(Seat{i}) + ages_[i].years(); };
    int best = 1000;
    double sum = 0;
    for (int i = 0; i < players_; ++i)
      if (i != me_) best = std::min(best, score(i));
    for (int i = 0; i < players_; ++i)
      if (i != me_) sum += weight_[i] = kRival / (kRival + score(i) - best);
    for (int i = 0; i < players_; ++i) {
      weight_[i] = i == me_ ? -1 : weight_[i] / sum;
      lead_ += weight_[i] * t_.total(Seat{i});
    }
  }

  /// Tens hurt tenfold, ones a little more than they show; with a 0 in my hand, 9 tens are not for long.
  Share share(int seat, Age age, bool zero) const {
    const double tens = zero && seat == me_ && age.tens == 9 ? 9 * (1 - kZeroTrust) : age.tens;
    const double ones = age.ones * (1 + kOnesRoom * (1 - lasting_));
    Share share{.now = weight_[seat] * age.years(), .later = weight_[seat] * lasting_ * (10 * tens + ones)};
    if (age.years() >= kCheckAge) share.safe = 1 - at_least_[10 - age.ones];  // CG-11
    return share;
  }

  /// My hope with this seat at this age and my card spent. If somebody is likely to fail the next hundred
  /// check, what counts is who leads now; else what will be left of it, and the specials I keep.
  double standing(int seat, Age age, Card spent) const {
    Share all = share(seat, age, hand_.count(Card::zero) > (spent == Card::zero));
    for (int i = 0; i < players_; ++i)
      if (const Share& its = shares_[i]; i != seat)
        all.now += its.now, all.later += its.later, all.safe *= its.safe;
    all.later += kSpecial * (1 - lasting_) * (specials_ - is_special(spent));
    return (1 - all.safe) * hope(lead_ + all.now, luck_) +
           all.safe * hope(lead_ + all.later, luck_ + kLuck * (1 - lasting_));
  }

  /// A lead as large as the luck to come wins three games out of four; far ahead, more years hardly matter.
  static double hope(double lead, double luck) { return lead / (std::abs(lead) + luck); }

  /// Nobody stops the special. Cover Ten Digit is worth the average of what may turn up (CG-24, CG-25).
  double after(Card special, int target, Place place, Card spent) const {
    const Age age = ages_[target];
    if (special == Card::swap) return standing(target, {age.ones, age.tens}, spent);
    if (special == Card::zero) return standing(target, age.with(place, 0), spent);
    double sum = (1 - at_least_[1]) * standing(target, age, spent);
    for (int d = 1; d <= 9; ++d) sum += chance_[d] * standing(target, {d, age.ones}, spent);
    return sum;
  }

  const Table& t_;
  const int me_, players_;
  const Cards hand_;
  const int specials_ = hand_.only(kWild & ~kAges).size();
  std::array<double, 11> chance_{}, at_least_{};  // by digit of the next card
  std::array<Age, kMaxPlayers> ages_;
  std::array<double, kMaxPlayers> weight_{};
  std::array<Share, kMaxPlayers> shares_;
  double lasting_, luck_, lead_ = 0;  // lead: from the rounds before
};

}  // namespace

Move Cradle::thoughtful(const View& view, Xoshiro256pp& rng) {
  const auto moves = Cradle::moves(view);
  if (moves.size() == 1) return moves[0];
  const Thoughts thoughts(view);
  return best_of(moves, rng, [&](Move move) { return thoughts.value(move); });
}

}  // namespace lifetable::cradle

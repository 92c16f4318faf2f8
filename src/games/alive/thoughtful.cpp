// Rules of thumb of a good player, on one page: weigh how every legal card would leave me, and take the best.
//
// Lives are worth what they mean for winning. A hand is a race: who goes out costs everybody else a life, so
// what counts is how far each is from going out, who is likely to be stuck next, and what my hand can still
// answer.
#include <algorithm>
#include <array>
#include <cmath>

#include "games/alive/alive.hpp"

namespace lifetable::alive {

namespace {

// Fitted to what cards turned out to be worth in games of these rules against themselves, played on many
// times from the same positions. In shares of what it means that I go out and not one of the others.
constexpr std::array<double, kKinds> kSpend = {
    -.04, .08,  .16,  .18,  .20,  .21,  .22, .21,  // numbers: the high ones are good to be rid of,
    -.06, -.10, -.04, -.11, -.24, -.17, .01, -.09, -.44, -.14};  // wild cards to keep
constexpr double kShort = .27;    // for each safe card that I hold fewer than the others, and
constexpr double kLong = .05;     // for each that I hold more: cards that can be played even at 21
constexpr double kNear = -.60;    // the next player may go out, the sooner the fewer cards they hold;
constexpr double kAfter = -.16;   // and the one after them
constexpr double kPress = 1.87;   // the next player is likely to be stuck
constexpr double kDraw = .35;     // the others draw, and the one closest to going out is delayed
constexpr double kEven = 1.50;    // a re-deal makes all hands equal
constexpr double kComing = -.13;  // the total is likely to be high when it comes back to me,
constexpr double kStep = 3.5, kHigh = 20.5, kAround = 4;  // rising by so much a turn, to about so much
constexpr double kBomb = .39;                             // the others lose lives to my Bomb
constexpr double kNoZero = -2.4;                          // somebody may hold the Bomb, and I have no 0 left

class Thoughts {
 public:
  explicit Thoughts(const View& view)
      : t_(view.table), me_(view.seat), hand_(view.mine.hand), living_(t_.living.size()) {
    unseen_ = t_.hidden();
    unseen_ -= hand_;
    all_ = unseen_.size();
    for (const Seat seat : t_.living) {
      const unsigned its = 1u << t_.purse_of(seat), everybody = t_.options.teams ? 3 : 63;
      if_loses_[seat.index] = hope(its) - hope(0);
      if_out_[seat.index] = hope(everybody & ~its) - hope(0);
      if (seat == me_) continue;
      others_ += t_.hand[seat.index];
      fewest_ = std::min<int>(fewest_, t_.hand[seat.index]);
    }
    int opponents = 0;
    for (const Seat seat : t_.living)
      if (seat != me_ && !(t_.options.teams && t_.team_of(seat) == t_.team_of(me_)))
        stake_ += stake(seat), ++opponents;
    stake_ /= opponents;
  }

  /// What I would gain by this card.
  double value(Card card) const {
    const int left = t_.hand[me_.index] - 1;
    if (left == 0) return 10;  // going out is always best
    Cards rest = hand_;
    rest.take(card);
    const bool redeal = card == Card::redeal, draws = card == Card::draw1 || card == Card::draw2;
    const int total = redeal || card == Card::bomb ? 0 : total_after(card, t_.total);
    const double to_draw = static_cast<double>(t_.pile + t_.discards.size()) / (living_ - 1);
    const double drawn = draws ? std::min<double>(draws_of(card), to_draw) : 0;

    double value = kSpend[static_cast<std::size_t>(card)] * stake_;
    if (redeal)
      value += kEven * stake_ * (1.0 / fewest_ - 1.0 / left);
    else
      value += stake_ * lead_in_safe_cards(rest, drawn);
    value += kDraw * stake_ * drawn / fewest_;
    if (card == Card::bomb) value += gain_by_bomb();
    if (unseen_.has(Card::bomb) && !rest.has(Card::zero))
      value += kNoZero * -if_loses_[me_.index] * others_ / all_;
    value += what_is_coming(total, card == Card::skip);

    // The two players who come next.
    Direction way = redeal ? Direction::clockwise : t_.direction;
    if (card == Card::reverse && living_ > 2) way = opposite(way);
    Seat next = t_.living.after(me_, way);
    if (card == Card::skip) next = t_.living.after(next, way);
    const double even = static_cast<double>(others_ + left) / living_;
    for (const double weight : {kNear, kAfter}) {
      const double held = redeal ? even : t_.hand[next.index] + drawn;
      if (next != me_) value += weight * stake(next) / held;
      if (next != me_ && weight == kNear) value += kPress * blocked(next, total, drawn) * stake(next) / held;
      next = t_.living.after(next, way);
    }
    return value;
  }

 private:
  /// My chance to win if each set of lives in `losing` gets one less: the square of mine among all squares.
  /// In sudden death a set that is empty decides at once.
  double hope(unsigned losing) const {
    const std::size_t sets = t_.options.teams ? 2 : static_cast<std::size_t>(t_.players());
    const std::size_t my_set = t_.purse_of(me_);
    int sum = 0, mine = 0, most = 0, least = kLives, equals = 0;
    for (std::size_t i = 0; i < sets; ++i) {
      const int lives = t_.lives[i] - (t_.lives[i] != 0 && (losing >> i & 1));
      sum += lives * lives;
      if (i == my_set) mine = lives;
      equals = lives > most ? 1 : equals + (lives == most);
      most = std::max(most, lives);
      least = std::min(least, lives);
    }
    if (t_.options.sudden_death() && least == 0) return mine == most ? 1.0 / equals : 0;
    return sum == 0 ? 0 : static_cast<double>(mine * mine) / sum;
  }

  /// What it means to me that I go out and not this seat.
  double stake(Seat seat) const { return if_out_[me_.index] - if_out_[seat.index]; }

  /// Safe cards are those that can be played at any total; all of the unseen cards are as likely anywhere.
  double lead_in_safe_cards(Cards rest, double drawn) const {
    const double usual = static_cast<double>(others_) / (living_ - 1) + drawn;
    const double lead = rest.fitting(kLimit).size() - usual * unseen_.fitting(kLimit).size() / all_;
    return lead * (lead < 0 ? kShort : kLong);
  }

  /// How much of a seat's hand cannot be played at this total, counting on what flips have told (FA-44).
  double blocked(Seat seat, int total, double drawn) const {
    const int rank = stuck_rank(total);
    if (rank > kTopRank) return 0;
    const int known = t_.floors[seat.index].at(rank);
    const double held = t_.hand[seat.index] + drawn;
    const double share = std::max(0.0, static_cast<double>(all_ - unseen_.fitting(total).size() - known)) /
                         std::max(1, all_ - known);
    return (known + (held - known) * share) / held;
  }

  double what_is_coming(int total, bool skip) const {
    const double expected = total + kStep * (living_ - 1 - skip);
    return kComing * stake_ * std::max(0.0, 1 - std::abs(expected - kHigh) / kAround);
  }

  double gain_by_bomb() const {
    const double no_zero = 1 - static_cast<double>(unseen_.count(Card::zero)) / all_;
    double gain = 0, nobody_left = t_.options.teams ? 0 : 1;
    for (const Seat seat : t_.living) {
      if (seat == me_) continue;
      double none = 1;
      for (int n = t_.floors[seat.index].at(1); n < t_.hand[seat.index]; ++n) none *= no_zero;
      gain += none * if_loses_[seat.index];
      nobody_left *= t_.lives_of(seat) == 1 ? none : 0;
    }
    return kBomb * gain + nobody_left * (1 - hope(0));
  }

  const Table& t_;
  const Seat me_;
  const Cards hand_;
  const int living_;
  Cards unseen_;
  int all_ = 0, others_ = 0, fewest_ = kDeckSize;
  std::array<double, kMaxPlayers> if_loses_{}, if_out_{};  // by seat: what that means for my chance to win
  double stake_ = 0;                                       // on average over my opponents
};

}  // namespace

Move Alive::thoughtful(const View& view, Xoshiro256pp& rng) {
  const auto moves = Alive::moves(view);
  if (moves.size() == 1) return moves[0];
  const Thoughts thoughts(view);
  return best_of(moves, rng, [&](Move move) { return thoughts.value(move.card()); });
}

}  // namespace lifetable::alive

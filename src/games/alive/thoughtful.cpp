// SPDX-License-Identifier: Apache-2.0
// Rules of thumb of a good player, on one page: weigh how every legal card would leave me, and take the best.
//
// Lives are worth what they mean for winning. A hand is a race: who goes out costs everybody else a life, so
// what counts is how far each is from going out, who is likely to be stuck next, and what my hand can still
// answer.
#include <algorithm>
#include <array>
#include <bit>

#include "games/alive/alive.hpp"

namespace lifetable::alive {

namespace {

// Fitted to what cards turned out to be worth in games of these rules against themselves, played on many
// times from the same positions. In shares of what it means that I go out and not one of the others.
constexpr std::array<double, kKinds> kSpend = {
    -.04, .08,  .16,  .18,  .20,  .21,  .22, .21,  // numbers: the high ones are good to be rid of,
    -.06, -.10, -.04, -.11, -.24, -.17, .01, -.09, -.44, -.14};  // wild cards to keep
// For each safe card, playable even at 21, that I hold more than the others; and for each that I hold fewer.
constexpr std::array<double, 2> kLead = {.05, .27};
constexpr double kNear = -.60;    // the next player may go out, the sooner the fewer cards they hold;
constexpr double kAfter = -.16;   // and the one after them
constexpr double kPress = 1.87;   // the next player is likely to be stuck
constexpr double kDraw = .35;     // the others draw, and the one closest to going out is delayed
constexpr double kEven = 1.50;    // a re-deal makes all hands equal
constexpr double kComing = -.13;  // the total is likely to be high when it comes back to me,
constexpr double kStep = 3.5, kHigh = 20.5, kAround = 4;  // rising by so much a turn, to about so much
constexpr double kBomb = .39;                             // the others lose lives to my Bomb
constexpr double kNoZero = -2.4;                          // somebody may hold the Bomb, and I have no 0 left

// One divided by a number of cards or of squared lives: divisions are the slowest thing a processor does
// here.
constexpr auto kOneIn = [] {
  std::array<double, kMaxPlayers * kLives * kLives + 1> table{};
  for (std::size_t n = 1; n < table.size(); ++n) table[n] = 1.0 / static_cast<double>(n);
  return table;
}();
constexpr double one_in(int n) { return kOneIn[static_cast<std::size_t>(n)]; }

// By how many play before my next turn, and the total: how likely it is that the total is high by then.
constexpr auto kHighThen = [] {
  std::array<std::array<double, kLimit + 1>, kMaxPlayers> table{};
  for (std::size_t others = 0; others < table.size(); ++others)
    for (std::size_t total = 0; total <= kLimit; ++total) {
      const double off = static_cast<double>(total) + kStep * static_cast<double>(others) - kHigh;
      table[others][total] = std::max(0.0, 1 - (off < 0 ? -off : off) / kAround);
    }
  return table;
}();

/// My chance to win by the lives of all: the square of mine among all squares.
class Hopes {
 public:
  Hopes(const Table& t, Seat me) : t_(t), mine_(t.purse_of(me)), my_lives_(t.lives[mine_]) {
    int squares = 0, sum = 0, sets = 0, last_lives = 0;
    for (const int lives : t.lives) {  // those of seats that are not there are 0
      squares += lives * lives;
      sum += lives;
      sets += lives != 0;
      last_lives += lives == 1;
    }
    squares_ = squares;
    fewer_squares_ = squares - 2 * sum + sets;
    decisive_ = t.options.sudden_death() && last_lives != 0;
  }

  double now() const { return decisive_ ? in_sudden_death(0) : my_lives_ * my_lives_ * one_in(squares_); }

  /// This seat loses a life.
  double if_loses(Seat seat) const {
    const std::size_t its = t_.purse_of(seat);
    if (decisive_) return in_sudden_death(1u << its);
    const int left = my_lives_ - (its == mine_);
    return left * left * one_in(squares_ - 2 * t_.lives[its] + 1);
  }

  /// This seat goes out, and all others lose a life.
  double if_out(Seat seat) const {
    const std::size_t its = t_.purse_of(seat);
    if (decisive_) return in_sudden_death(~(1u << its));
    const int left = my_lives_ - (its != mine_);
    return left * left * one_in(fewer_squares_ + 2 * t_.lives[its] - 1);
  }

 private:
  /// Each set of lives in `losing` gets one less, and a set that is empty decides at once.
  double in_sudden_death(unsigned losing) const {
    int sum = 0, mine = 0, most = 0, least = kLives, equals = 0;
    const std::size_t sets = static_cast<std::size_t>(t_.players());  // there are no teams in sudden death
    for (std::size_t i = 0; i < sets; ++i) {
      const int lives = t_.lives[i] - (t_.lives[i] != 0 && (losing >> i & 1));
      sum += lives * lives;
      if (i == mine_) mine = lives;
      equals = lives > most ? 1 : equals + (lives == most);
      most = std::max(most, lives);
      least = std::min(least, lives);
    }
    if (least == 0) return mine == most ? one_in(equals) : 0;
    return mine * mine * one_in(sum);
  }

  const Table& t_;
  const std::size_t mine_;  // whose lives are mine
  const int my_lives_;
  int squares_, fewer_squares_;  // of all lives, now and with one less each
  bool decisive_;                // sudden death, and a life lost may end the game
};

/// What the rules of thumb ask of a card, as a table: no processor can predict the next card of a hand.
struct Effect {
  double spend;
  std::uint8_t keeps, adds;  // of the total so much stays, 0 or 1; and this is added
  enum Pass : std::uint8_t { on, skipping, turning } pass;  // how the turn passes
  enum Kind : std::uint8_t { number, zero, wild } kind;
  bool common;  // it does nothing more
};
constexpr auto kEffects = [] {
  std::array<Effect, kKinds> effects{};
  for (std::size_t c = 0; c < kKinds; ++c) {
    const auto card = static_cast<Card>(c);
    const int adds = card >= Card::redeal ? 0 : total_after(card, 0);
    const int keeps = card >= Card::redeal ? 0 : total_after(card, 1) - adds;
    effects[c] = {.spend = kSpend[c],
                  .keeps = static_cast<std::uint8_t>(keeps),
                  .adds = static_cast<std::uint8_t>(adds),
                  .pass = card == Card::skip      ? Effect::skipping
                          : card == Card::reverse ? Effect::turning
                                                  : Effect::on,
                  .kind = card == Card::zero ? Effect::zero
                          : is_wild(card)    ? Effect::wild
                                             : Effect::number,
                  .common = card != Card::draw1 && card != Card::draw2 && card < Card::redeal};
  }
  return effects;
}();

/// Weighs the cards of one turn. What is the same for many of them is worked out once.
class Thoughts {
 public:
  explicit Thoughts(const View& view)
      : t_(view.table), me_(view.seat), hand_(view.mine.hand), living_(t_.living.size()), hopes_(t_, me_) {
    unseen_ = t_.hidden();
    unseen_ -= hand_;
    all_ = unseen_.size();
    for (std::size_t v = 7; v > 0; --v)
      higher_[v - 1] = higher_[v] + unseen_.count(number_card(static_cast<int>(v)));
    look_around();
    ahead_[Effect::on] = ahead(ring_[1], ring_[2]);
    ahead_[Effect::skipping] = ahead(ring_[2], ring_[3]);
    ahead_[Effect::turning] = ahead(ring_[living_ - 1], ring_[living_ - 2]);
    const double lead = lead_in_safe_cards(0), one_less = lead_in_safe_cards(1);
    const double fear = unseen_.has(Card::bomb) ? fear_of_bomb() : 0;
    const int zeros = hand_.count(Card::zero);
    keeping_[Effect::number] = lead + fear * (zeros == 0);
    keeping_[Effect::zero] = one_less + fear * (zeros <= 1);
    keeping_[Effect::wild] = one_less + fear * (zeros == 0);
  }

  /// What I would gain by this card, which must not be my last.
  double value(Card card) const {
    const Effect& effect = kEffects[static_cast<std::size_t>(card)];
    const int total = effect.keeps * t_.total + effect.adds;
    double value = effect.spend * stake_ + what_is_coming(total, effect.pass == Effect::skipping);
    value += keeping_[effect.kind];
    if (effect.common) return value + turn_of(ahead_[effect.pass], total);
    if (card == Card::redeal) return value + gain_by_redeal();
    if (card == Card::bomb) return value + ahead_[Effect::on].near + gain_by_bomb();
    return value + gain_by_draw(draws_of(card));
  }

 private:
  struct Player {
    Seat seat;
    int held;
    double stake;  // what it means to me that I go out and not they
  };
  /// Who plays next, what they and the one after them mean to me, and what it means if they are stuck.
  struct Ahead {
    Seat next;
    double held, one_in_held, near, press;
  };

  /// Sets the others into a ring in the order of play.
  void look_around() {
    const double mine = hopes_.if_out(me_);
    const std::size_t my_purse = t_.purse_of(me_);
    const bool clockwise = t_.direction == Direction::clockwise;
    int place = clockwise ? 1 : living_ - 1, opponents = 0;
    const unsigned living = t_.living.bits, from = me_.index + 1u;
    for (unsigned rest = (living << 8 | living) >> from & 127; rest != 0; rest &= rest - 1) {
      const Seat seat{static_cast<int>(from + static_cast<unsigned>(std::countr_zero(rest))) & 7};
      const int held = t_.hand[seat.index];
      const bool opponent = t_.purse_of(seat) != my_purse;
      const double stake = opponent ? mine - hopes_.if_out(seat) : 0;
      ring_[place] = {seat, held, stake};
      place += clockwise ? 1 : -1;
      others_ += held;
      fewest_ = std::min(fewest_, held);
      stake_ += stake;
      opponents += opponent;
    }
    stake_ *= one_in(opponents);
    ring_[0] = ring_[living_] = {me_, t_.hand[me_.index], 0};
    ring_[living_ + 1] = ring_[1];
  }

  static Ahead ahead(const Player& next, const Player& after) {
    const double one_in_held = one_in(next.held), share = next.stake * one_in_held;
    return {.next = next.seat,
            .held = static_cast<double>(next.held),
            .one_in_held = one_in_held,
            .near = kNear * share + kAfter * after.stake * one_in(after.held),
            .press = kPress * share};
  }
  static Ahead ahead(const Player& next, const Player& after, double drawn) {
    const double held = next.held + drawn, share = next.stake / held;
    return {.next = next.seat,
            .held = held,
            .one_in_held = 1 / held,
            .near = kNear * share + kAfter * after.stake / (after.held + drawn),
            .press = kPress * share};
  }
  double turn_of(const Ahead& ahead, int total) const {
    return ahead.near + ahead.press * blocked(ahead, total);
  }
  /// How much of a seat's hand cannot be played at this total, counting on what flips have told (FA-44).
  double blocked(const Ahead& ahead, int total) const {
    const int rank = std::min(stuck_rank(total), kTopRank + 1);  // of which there is nothing
    const int known = t_.floors[ahead.next.index].at(rank);
    const int fits = std::min(kLimit - total, 7);
    const int stuck = std::max(0, higher_[static_cast<std::size_t>(fits)] - known);
    const double share = stuck * one_in(std::max(1, all_ - known));
    return (known + (ahead.held - known) * share) * ahead.one_in_held;
  }

  /// Safe cards are those that can be played at any total; all of the unseen cards are as likely anywhere.
  double lead_in_safe_cards(int spent, double drawn = 0) const {
    const double usual = others_ * one_in(living_ - 1) + drawn;
    const double lead =
        hand_.fitting(kLimit).size() - spent - usual * unseen_.fitting(kLimit).size() * one_in(all_);
    return stake_ * lead * kLead[lead < 0];
  }

  double fear_of_bomb() const {
    return kNoZero * (hopes_.now() - hopes_.if_loses(me_)) * others_ * one_in(all_);
  }

  double what_is_coming(int total, bool skip) const {
    return kComing * stake_ *
           kHighThen[static_cast<std::size_t>(living_ - 1 - skip)][static_cast<std::size_t>(total)];
  }

  double gain_by_draw(int cards) const {
    const double to_draw = (t_.pile + t_.discards.size()) * one_in(living_ - 1);
    const double drawn = std::min<double>(cards, to_draw);
    return lead_in_safe_cards(1, drawn) - lead_in_safe_cards(1) + kDraw * stake_ * drawn * one_in(fewest_) +
           turn_of(ahead(ring_[1], ring_[2], drawn), t_.total);
  }

  /// All hands become equally long and equally safe, and the player to my left begins.
  double gain_by_redeal() const {
    const bool clockwise = t_.direction == Direction::clockwise;
    const Player& next = ring_[clockwise ? 1 : living_ - 1];
    const Player& after = ring_[clockwise ? 2 : living_ - 2];
    const int left = t_.hand[me_.index] - 1;
    return kEven * stake_ * (one_in(fewest_) - one_in(left)) - lead_in_safe_cards(1) +
           (kNear * next.stake + kAfter * after.stake) * living_ * one_in(others_ + left);
  }

  double gain_by_bomb() const {
    const double no_zero = 1 - unseen_.count(Card::zero) * one_in(all_);
    double gain = 0, nobody_left = t_.options.teams ? 0 : 1;
    for (int i = 1; i < living_; ++i) {
      const Seat seat = ring_[i].seat;
      double none = 1;
      for (int n = t_.floors[seat.index].at(1); n < ring_[i].held; ++n) none *= no_zero;
      gain += none * (hopes_.if_loses(seat) - hopes_.now());
      nobody_left *= t_.lives_of(seat) == 1 ? none : 0;
    }
    return kBomb * gain + nobody_left * (1 - hopes_.now());
  }

  const Table& t_;
  const Seat me_;
  const Cards hand_;
  const int living_;
  const Hopes hopes_;
  Cards unseen_;
  int all_ = 0, others_ = 0, fewest_ = kDeckSize;
  std::array<int, 8> higher_{};    // by value: how many of the unseen cards are higher numbers
  double stake_ = 0;               // on average over my opponents
  Player ring_[kMaxPlayers + 2];   // me, the next to play, and so on round to the next after me
  std::array<Ahead, 3> ahead_;     // by how the turn passes
  std::array<double, 3> keeping_;  // by what is spent: safe cards, and a 0 against the Bomb
};

}  // namespace

Move Alive::thoughtful(const View& view, Xoshiro256pp& rng) {
  const auto moves = Alive::moves(view);
  if (moves.size() == 1) return moves[0];
  const Thoughts thoughts(view);
  // All are weighed before any is compared: a processor that guesses wrong which is better loses less.
  std::array<double, Alive::Moves::capacity()> values;
  for (std::size_t i = 0; i < moves.size(); ++i) values[i] = thoughts.value(moves[i].card());
  return best_of(moves, rng, [next = values.begin()](Move) mutable { return *next++; });
}

}  // namespace lifetable::alive

// Rules of thumb of a good player, on one page: weigh how every legal card would leave me, and take the best.
#include <array>

#include "games/alive/alive.hpp"

namespace lifetable::alive {

namespace {

// What a card is worth in my hand, in lives. Found by matches of these rules against themselves.
constexpr std::array<double, kKinds> kKeep = {.30, .16, .10, .06, .03, .00, -.02, -.04, .30,
                                              .30, .30, .30, .30, .35, .28, .28,  .20,  .10};

class Thoughts {
 public:
  explicit Thoughts(const View& view) : t_(view.table), me_(view.seat), hand_(view.mine.hand) {
    unseen_ = t_.whole_deck();
    unseen_ -= t_.discards;
    unseen_ -= hand_;
  }

  /// How I would stand after this card, in lives.
  double value(Card card) const {
    if (hand_.size() == 1) return 10;  // going out costs the others a life each
    double value = -kKeep[static_cast<std::size_t>(card)];
    if (card == Card::bomb || card == Card::redeal) return value;
    Seat next = t_.living.after(me_, card == Card::reverse ? opposite(t_.direction) : t_.direction);
    if (card == Card::skip) next = t_.after(next);
    if (next == me_ || (t_.options.teams && t_.team_of(next) == t_.team_of(me_))) return value;
    return value + stuck(next, total_after(card));
  }

 private:
  int total_after(Card card) const {
    if (card == Card::to21) return 21;
    if (card == Card::to10) return 10;
    if (card == Card::to0) return 0;
    return t_.total + value_of(card);
  }
  double stuck(Seat seat, int total) const {
    const int all = unseen_.size(), bad = all - unseen_.fitting(total).size();
    double chance = 1;
    for (int n = 0; n < t_.hand[seat.index]; ++n)
      chance *= bad > n ? static_cast<double>(bad - n) / (all - n) : 0;
    return chance;
  }

  const Table& t_;
  const Seat me_;
  const Cards hand_;
  Cards unseen_;
};

}  // namespace

Move Alive::thoughtful(const View& view, Xoshiro256pp& rng) {
  const auto moves = Alive::moves(view);
  if (moves.size() == 1) return moves[0];
  constexpr double same = 1e-9;  // coarser than any difference in rounding between platforms
  const Thoughts thoughts(view);
  Move best = moves[0];
  double most = -1000;
  std::uint32_t equals = 0;
  for (const Move move : moves) {
    const double value = thoughts.value(move.card());
    if (value > most + same) {
      most = value, best = move, equals = 1;
    } else if (value > most - same && below(rng, ++equals) == 0) {
      best = move;
    }
  }
  return best;
}

}  // namespace lifetable::alive

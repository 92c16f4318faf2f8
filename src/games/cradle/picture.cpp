// The table of Cradle to Grave as text: everybody's age in big digits, the deck, and my hand.
#include <fmt/format.h>

#include "games/cradle/cradle.hpp"
#include "games/cradle/words.hpp"

namespace lifetable::cradle {
Painted Cradle::picture(const View&, Names) { return {}; }
}  // namespace lifetable::cradle

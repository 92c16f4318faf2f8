// SPDX-License-Identifier: Apache-2.0
// In place of what only a terminal or a scenario asks for: pictures in text, and positions as named texts. A
// page draws scenes, so the engine is linked with these and is a seventh smaller to load.
#include "play/registry.hpp"

namespace lifetable {

// A game that is not listed here is linked whole.
#define WITHOUT_PICTURE_AND_POSITIONS(G)                            \
  Painted G::picture(const View&, Names) { return {}; }             \
  Fields G::describe(const State&) { return {}; }                   \
  Fields G::describe(const View&) { return {}; }                    \
  std::span<const std::string_view> G::field_names() { return {}; } \
  Result<G::State> G::position(const Options&, const Fields&) {     \
    return Error{"positions cannot be set up here"};                \
  }

WITHOUT_PICTURE_AND_POSITIONS(cradle::Cradle)
WITHOUT_PICTURE_AND_POSITIONS(alive::Alive)
WITHOUT_PICTURE_AND_POSITIONS(cv::Cv)

}  // namespace lifetable

// SPDX-License-Identifier: Apache-2.0
// A QR code as text, two rows of its squares to a line, for a phone to scan from the terminal.
#pragma once

#include <string>
#include <vector>

namespace lifetable::app {

/// The lines of the code, with the empty margin that readers need; none if the text is too long for one. Half
/// blocks are its dark squares, or with `light_blocks` the light ones: for a screen that writes in a light
/// colour.
std::vector<std::string> qr_lines(const std::string& text, bool light_blocks);

}  // namespace lifetable::app

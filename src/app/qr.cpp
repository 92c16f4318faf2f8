// SPDX-License-Identifier: Apache-2.0
#include "app/qr.hpp"

#include <memory>
#include <qrencode.h>

namespace lifetable::app {

std::vector<std::string> qr_lines(const std::string& text, bool light_blocks) {
  const std::unique_ptr<QRcode, void (*)(QRcode*)> code(
      QRcode_encodeString(text.c_str(), 0, QR_ECLEVEL_L, QR_MODE_8, 1), QRcode_free);
  if (!code) return {};
  constexpr int kMargin = 4;
  const auto is_block = [&](int row, int column) {
    const bool inside = 0 <= row && row < code->width && 0 <= column && column < code->width;
    const bool dark = inside && (code->data[row * code->width + column] & 1);
    return dark != light_blocks;
  };
  std::vector<std::string> lines;
  for (int row = -kMargin; row < code->width + kMargin; row += 2) {
    std::string& line = lines.emplace_back();
    for (int column = -kMargin; column < code->width + kMargin; ++column) {
      const bool above = is_block(row, column), below = is_block(row + 1, column);
      line += above ? below ? "█" : "▀" : below ? "▄" : " ";
    }
  }
  return lines;
}

}  // namespace lifetable::app

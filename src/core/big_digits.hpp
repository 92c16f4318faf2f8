// SPDX-License-Identifier: Apache-2.0
// Digits three characters wide and three lines high, for the number that matters most in a picture.
#pragma once

#include <string_view>

namespace lifetable {

inline constexpr std::string_view kBigDigits[10][3] = {
    {"┏━┓", "┃ ┃", "┗━┛"}, {"  ╻", "  ┃", "  ╹"}, {"╺━┓", "┏━┛", "┗━╸"}, {"╺━┓", "╺━┫", "╺━┛"},
    {"╻ ╻", "┗━┫", "  ╹"}, {"┏━╸", "┗━┓", "╺━┛"}, {"┏━╸", "┣━┓", "┗━┛"}, {"╺━┓", "  ┃", "  ╹"},
    {"┏━┓", "┣━┫", "┗━┛"}, {"┏━┓", "┗━┫", "╺━┛"},
};

}  // namespace lifetable

// SPDX-License-Identifier: Apache-2.0
// Answers requests natively, a line each, as the engine does in WebAssembly: scripts/check-wasm compares the
// answers.
#include "table/desk.hpp"

#include <cstdio>
#include <iostream>

int main() {
  lifetable::table::Desk desk;
  for (std::string request; std::getline(std::cin, request);) std::puts(desk.ask(request).c_str());
}

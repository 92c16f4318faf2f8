// SPDX-License-Identifier: Apache-2.0
// `lifetable check`: runs scenario files.
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "play/file.hpp"
#include "play/scenario.hpp"

namespace lifetable::app {

ExitCode check_files(const std::vector<std::string>& files, const std::string& cards, bool verbose) {
  ExitCode exit_code = kGood;
  if (!know_cards(cards, exit_code)) return exit_code;
  Terminal terminal;
  int passed = 0, failed = 0;
  for (const std::string& file : files) {
    const auto text = play::read_file(file);
    if (!text) return complain(text.error().message), kNoFile;
    const auto reports = play::run_scenarios(*text, file);
    if (!reports) return complain(reports.error().message), kBadInput;
    for (const auto& report : *reports) {
      const bool good = report.failure.empty();
      ++(good ? passed : failed);
      if (good && verbose) {
        terminal.print("  holds  ", Ink::good);
        terminal.line(fmt::format("{} ({})", report.name, fmt::join(report.clauses, ", ")));
      }
      if (!good) complain(fmt::format("{}: '{}' does not hold: {}", file, report.name, report.failure));
    }
  }
  terminal.line(fmt::format("{} passed, {} failed", passed, failed), failed ? Ink::danger : Ink::good);
  return failed ? kDoesNotHold : kGood;
}

}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
// `lifetable check`: runs scenario files.
#include <algorithm>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "core/words.hpp"
#include "play/file.hpp"
#include "play/scenario.hpp"

namespace lifetable::app {

ExitCode check_files(const std::vector<std::string>& files, const std::string& cards, bool verbose) {
  ExitCode worst = kGood;
  if (!know_cards(cards, worst)) return worst;
  Terminal terminal;
  int passed = 0, failed = 0, unread = 0;
  for (const std::string& file : files) {
    const auto text = play::read_file(file);
    const auto reports = text ? play::run_scenarios(*text, file) : text.error();
    if (!reports) {
      complain(reports.error().message);
      worst = std::max(worst, text ? kBadInput : kNoFile);
      ++unread;  // the others are still worth looking at
      continue;
    }
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
  if (failed) worst = std::max(worst, kDoesNotHold);
  const std::string rest =
      unread ? ", " + counted(unread, "file", "files") + " could not be run" : std::string();
  terminal.line(fmt::format("{} passed, {} failed{}", passed, failed, rest),
                worst == kGood ? Ink::good : Ink::danger);
  return worst;
}

}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
// `lifetable verify`: what a record proves about its game and its deal, and what nobody can know.
#include "play/verify.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "core/fields.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

using play::Finding;

/// --entropy SEAT=HEX, for a table of so many.
Result<Done> add_entropy(play::Witness& witness, const std::string& text, int players) {
  const std::size_t equals = text.find('=');
  const int seat = parse_number(text.substr(0, equals), 1, players);
  const auto sent = equals == std::string::npos ? Result<play::Seed>(Error{""})
                                                : play::Seed::from_hex(text.substr(equals + 1));
  if (seat < 1 || !sent)
    return Error{fmt::format(
        "--entropy is written as SEAT=HEX: a seat from 1 to {} and 64 hexadecimal digits, not '{}'", players,
        text)};
  if (!witness.entropy.emplace(Seat{seat - 1}, *sent).second)
    return Error{fmt::format("--entropy is given twice for seat {}", seat)};
  return Done{};
}

Result<play::Witness> witness_from(const VerifyArguments& arguments, int players) {
  play::Witness witness;
  if (!arguments.commitment.empty()) {
    const auto shown = play::Seed::from_hex(arguments.commitment);
    if (!shown)
      return Error{
          fmt::format("--commitment is written as 64 hexadecimal digits, not '{}'", arguments.commitment)};
    witness.commitment = *shown;
  }
  for (const std::string& text : arguments.entropy)
    if (auto good = add_entropy(witness, text, players); !good) return good.error();
  return witness;
}

/// What one record was found to be.
struct Report {
  std::string path;
  play::Record record;
  std::vector<Finding> findings;

  std::string text_of(const Finding& finding) const {
    return play::verify_texts().say(finding.told, kNobody, record.names());
  }
};

void show(Terminal& out, const Report& report) {
  const auto& header = report.record.header;
  out.line(harmless_line(fmt::format("{}: a game of {} with {}", report.path,
                                     (*play::game_named(header.game))->title,
                                     fmt::join(report.record.names(), ", "))),
           Ink::strong);
  for (const Finding& finding : report.findings) {
    const Ink ink = finding.verdict == Finding::holds   ? Ink::good
                    : finding.verdict == Finding::fails ? Ink::danger
                                                        : Ink::quiet;
    out.hanging(fmt::format("  {:<9}", play::name_of(finding.verdict)),
                harmless_line(report.text_of(finding)), ink);
  }
  const auto fails = std::count_if(report.findings.begin(), report.findings.end(),
                                   [](const Finding& finding) { return finding.verdict == Finding::fails; });
  if (fails == 0)
    out.line("All that can be checked holds.", Ink::good);
  else
    out.line(fails == 1 ? "One thing does not hold." : fmt::format("{} things do not hold.", fails),
             Ink::danger);
}

boost::json::object to_json(const Report& report) {
  boost::json::array findings;
  for (const Finding& finding : report.findings)
    findings.push_back(boost::json::object{{"id", finding.told.id},
                                           {"verdict", play::name_of(finding.verdict)},
                                           {"text", report.text_of(finding)}});
  return {{"record", report.path}, {"holds", play::all_good(report.findings)}, {"findings", findings}};
}

}  // namespace

ExitCode verify_records(const VerifyArguments& arguments) {
  if (arguments.records.size() > 1 && (!arguments.commitment.empty() || !arguments.entropy.empty()))
    return complain("--commitment and --entropy are about one table; name one record with them"), kBadInput;
  ExitCode worst = kGood;
  Terminal out;
  boost::json::array all;
  for (const std::string& path : arguments.records) {
    ExitCode exit_code = kGood;
    auto record = load_record(path, arguments.cards, exit_code);
    if (record) {
      const auto witness = witness_from(arguments, static_cast<int>(record->header.seats.size()));
      if (!witness) return complain(witness.error().message), kBadInput;
      auto findings = play::verify(*record, path, *witness);
      const Report report{path, std::move(*record), std::move(findings)};
      if (!play::all_good(report.findings)) exit_code = kDoesNotHold;
      if (arguments.json)
        all.push_back(to_json(report));
      else
        show(out, report);
    }
    worst = std::max(worst, exit_code);  // the others are still worth looking at
  }
  if (arguments.json) out.line(play::pretty(boost::json::object{{"records", all}}));
  return worst;
}

}  // namespace lifetable::app

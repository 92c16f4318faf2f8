// SPDX-License-Identifier: Apache-2.0
#include "play/verify.hpp"

#include <algorithm>

namespace lifetable::play {

const Texts& verify_texts() {
  static const Texts texts = *Texts::from(R"(
language.name = English
language.plurals = one other
list.pair = {first} and {last}

verify.seat = seat {n} ({who})
verify.rules.good = {n:The only move keeps|All # moves keep} the rules.
verify.rules.earlier = It was played by version {version} of the rules; by version {latest} its scores would be others.
verify.rules.none = No move has been made yet.
verify.rules.bad = The game does not keep the rules: {error}
verify.result.good = The result is the one that the moves lead to.
verify.result.bad = The result is not true: {error}
verify.result.cut = The result cannot be checked, since the game cannot be followed to its end.
verify.result.none = The game is not over, so there is no result to check yet.
verify.result.unwritten = The game is over, but the record does not give its result.
verify.cards.good = {n:The only card or throw of the dealer is|All # cards and throws of the dealer are} what the seed gives.
verify.cards.bad = The dealer did not keep to the seed: {error}
verify.cards.cut = Up to that move the {n:# card or throw|# cards and throws} of the dealer {n:is|are} what the seed gives; what came later cannot be checked.
verify.cards.none = Nothing has been dealt yet, so there is nothing to compare with the seed.
verify.cards.secret = The cards cannot be checked: the record does not give the seed, which stays secret until the game is over.
verify.cards.withheld = The cards cannot be checked: the game is over, but the record does not give the seed.
verify.cards.chosen = The cards cannot be checked: the record gives no seed. Each was there to be dealt, but it may have been chosen.
verify.seed.good = The seed is what the server's seed and the entropy of {seats&} give.{others:| Nothing of {others&} is in it.}
verify.seed.server = The seed is what the server's seed gives; no seat added anything, so the server alone decided on the deal.
verify.seed.bad = The seed is not true: {error}
verify.seed.alone = The seed was drawn by one hand: who drew it may have drawn several and kept the one they liked best.
verify.seed.trust = No record can show whether the server made up the entropy of a seat, or left out what a seat sent, after it had seen all the others. Each seat can check its own.
verify.commitment.server = The server's seed fits the commitment.
verify.commitment.seed = The seed fits the commitment.
verify.commitment.bad = The commitment is not true: {error}
verify.shown.unknown = The commitment is {commitment}: compare it with what you were shown before the first seat was taken.
verify.shown.good = The commitment is {commitment}, as you were shown.
verify.shown.bad = The commitment is {commitment}, not {shown}, as you were shown.
verify.shown.none = The record gives no commitment, but you were shown {shown}.
verify.sent.good = The entropy of {seat} is what you sent.
verify.sent.bad = The entropy of {seat} is {given}, not {sent}, as you sent.
verify.sent.none = Nothing of {seat} is in the seed, but you sent {sent}.
verify.sent.secret = Whether what you sent for {seat} is in the seed cannot be checked: the record does not give the seed.
verify.sent.withheld = Whether what you sent for {seat} is in the seed cannot be checked: the game is over, but the record does not give the seed.
)");
  return texts;
}

std::string_view name_of(Finding::Verdict verdict) {
  return verdict == Finding::holds ? "holds" : verdict == Finding::fails ? "fails" : "unknown";
}

bool all_good(const std::vector<Finding>& findings) {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.verdict == Finding::fails; });
}

namespace {

Phrase seat_phrase(Seat seat) { return {"verify.seat", {{"n", seat.index + 1}, {"who", seat}}}; }

Phrase with_error(std::string id, const Error& error) { return {std::move(id), {{"error", error.message}}}; }

Phrase counted(std::string id, std::size_t n) { return {std::move(id), {{"n", static_cast<int>(n)}}}; }

Finding moves_of(const Record& record, const Course& course) {
  if (course.refused) return {Finding::fails, with_error("verify.rules.bad", *course.refused)};
  if (record.moves.empty()) return {Finding::unknown, {"verify.rules.none"}};
  return {Finding::holds, counted("verify.rules.good", record.moves.size())};
}

/// Whether rules that have changed since make a difference to this game.
bool ends_as_before(const Record& record, const Course& course, const std::string& source) {
  const GameInfo& game = course.match->game();
  if (game.is_as_before(record.header.options, record.header.rules_version)) return true;
  Record latest = record;
  latest.header.rules_version = game.rules_version;
  const auto other = follow(latest, source);
  return other && ending_of(*other->match) == ending_of(*course.match);
}

Finding result_of(const Record& record, const Course& course, const std::string& source) {
  if (course.refused) return {Finding::unknown, {"verify.result.cut"}};
  if (auto good = check_result(record.header, *course.match, source); !good)
    return {Finding::fails, with_error("verify.result.bad", good.error())};
  if (record.header.result) return {Finding::holds, {"verify.result.good"}};
  return {Finding::unknown, {course.match->over() ? "verify.result.unwritten" : "verify.result.none"}};
}

Finding cards_of(const RecordHeader& header, const Course& course) {
  if (!header.seed && header.commitment.empty()) return {Finding::unknown, {"verify.cards.chosen"}};
  // A table that withholds the seed after the end may have dealt anything.
  if (!header.seed && course.match->over()) return {Finding::fails, {"verify.cards.withheld"}};
  if (!header.seed) return {Finding::unknown, {"verify.cards.secret"}};
  if (course.misdealt) return {Finding::fails, with_error("verify.cards.bad", *course.misdealt)};
  if (course.refused) return {Finding::unknown, counted("verify.cards.cut", course.dealt)};
  if (course.dealt == 0) return {Finding::unknown, {"verify.cards.none"}};
  return {Finding::holds, counted("verify.cards.good", course.dealt)};
}

/// What the seed was made of, and what that leaves open.
void add_seed(std::vector<Finding>& findings, const RecordHeader& header) {
  if (!header.seed) return;
  if (!header.shared) return findings.push_back({Finding::unknown, {"verify.seed.alone"}});
  if (auto good = check_seed(header); !good)
    return findings.push_back({Finding::fails, with_error("verify.seed.bad", good.error())});
  Argument::Phrases seats, others;
  for (std::size_t i = 0; i < header.shared->entropy.size(); ++i)
    (header.shared->entropy[i] ? seats : others).push_back(seat_phrase(Seat{static_cast<int>(i)}));
  if (seats.empty()) return findings.push_back({Finding::holds, {"verify.seed.server"}});
  findings.push_back({Finding::holds, {"verify.seed.good", {{"seats", seats}, {"others", others}}}});
  findings.push_back({Finding::unknown, {"verify.seed.trust"}});
}

void add_commitment(std::vector<Finding>& findings, const RecordHeader& header,
                    const std::optional<Seed>& shown) {
  if (auto good = check_commitment(header); !good)
    findings.push_back({Finding::fails, with_error("verify.commitment.bad", good.error())});
  else if (header.seed)
    findings.push_back(
        {Finding::holds, {header.shared ? "verify.commitment.server" : "verify.commitment.seed"}});
  if (header.commitment.empty()) {
    if (shown) findings.push_back({Finding::fails, {"verify.shown.none", {{"shown", shown->hex()}}}});
    return;
  }
  Phrase told{"verify.shown.unknown", {{"commitment", header.commitment}}};
  if (!shown) return findings.push_back({Finding::unknown, told});
  const bool same = shown->hex() == header.commitment;
  told.id = same ? "verify.shown.good" : "verify.shown.bad";
  told.arguments.emplace_back("shown", shown->hex());
  findings.push_back({same ? Finding::holds : Finding::fails, told});
}

/// What a seat sent, beside what the record gives for it. Whoever sent something sat at a server's table,
/// which gives the seed when the game is over.
Finding sent_by(Seat seat, const Seed& sent, const RecordHeader& header, bool over) {
  Phrase told{"verify.sent.secret", {{"seat", seat_phrase(seat)}, {"sent", sent.hex()}}};
  if (!header.seed && over) told.id = "verify.sent.withheld";
  if (!header.seed) return {over ? Finding::fails : Finding::unknown, told};
  const std::size_t i = static_cast<std::size_t>(seat.index);
  const auto given =
      header.shared && i < header.shared->entropy.size() ? header.shared->entropy[i] : std::nullopt;
  told.id = !given ? "verify.sent.none" : *given == sent ? "verify.sent.good" : "verify.sent.bad";
  if (given) told.arguments.emplace_back("given", given->hex());
  return {given == sent ? Finding::holds : Finding::fails, told};
}

}  // namespace

std::vector<Finding> verify(const Record& record, const std::string& source, const Witness& witness) {
  std::vector<Finding> findings;
  const auto course = follow(record, source);
  if (!course) {
    findings.push_back({Finding::fails, with_error("verify.rules.bad", course.error())});
  } else {
    findings.push_back(moves_of(record, *course));
    if (!ends_as_before(record, *course, source))
      findings.push_back(
          {Finding::holds,
           {"verify.rules.earlier",
            {{"version", record.header.rules_version}, {"latest", course->match->game().rules_version}}}});
    findings.push_back(result_of(record, *course, source));
    findings.push_back(cards_of(record.header, *course));
  }
  add_seed(findings, record.header);
  add_commitment(findings, record.header, witness.commitment);
  const bool over = record.header.result || (course && course->match->over());
  for (const auto& [seat, sent] : witness.entropy)
    findings.push_back(sent_by(seat, sent, record.header, over));
  return findings;
}

}  // namespace lifetable::play

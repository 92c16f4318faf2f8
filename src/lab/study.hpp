// SPDX-License-Identifier: Apache-2.0
// A balance report: all that is measured at one table, beside the standard if it plays by a house rule.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/figures.hpp"
#include "lab/skill.hpp"
#include "lab/stakes.hpp"
#include "play/match.hpp"

namespace lifetable::lab {

struct StudyOptions {
  TableOptions table;
  /// Games that are looked into deeply, and with them the deals of the skill curve; none: as many as take a
  /// few seconds. 0: neither.
  std::optional<std::int64_t> samples;
};

/// One table.
struct Study {
  Fields options;
  std::string rule;  ///< its house rule as it is typed, "rounds=1"; "" if it is the standard
  int players = 0;
  std::vector<std::string> cards;  ///< names by kind
  TableFigures figures;
  Stakes stakes;
  std::vector<SkillPoint> skill;
};

/// From so many values an error is as good as known.
inline constexpr std::int64_t kMany = 1'000'000;

/// A figure that is worth comparing.
struct Fact {
  std::string_view id, name;
  bool share = false;  ///< a share, to be shown as percent; else a number
  double value = 0, error = 0;
  bool sampled = false;  ///< from the games that were looked into, so that --samples narrows its interval
  std::int64_t freedom = kMany;  ///< from how many values the error was estimated, less one
  Interval interval = {};        ///< 95%
};

/// How a house rule changes a figure.
struct Change {
  Fact house, standard;
  std::int64_t together = 1;  ///< comparisons of which it is one, and which are judged together
  double by() const { return house.value - standard.value; }
  double error() const;
  double half() const;  ///< of its interval: in 95% of cases all that are judged together hold
  bool judged() const;  ///< not of a handful of games, which may happen to be all alike
  bool sure() const;    ///< it is judged, and chance hardly explains it
};

struct LabReport {
  const play::GameInfo* game = nullptr;
  TableOptions table;
  std::int64_t samples = 0;
  double seconds = 0;
  Study study;                    ///< of the table that was asked for
  std::optional<Study> standard;  ///< beside it, if that has a house rule
  std::string seed;               ///< as it was typed
  std::string command;            ///< that repeats it

  bool stopped = false;  ///< early: there is nothing to report
};

/// Called now and then with what is being done, and how far.
using LabProgress = std::function<void(std::string_view what, std::int64_t done, std::int64_t total)>;

/// Plays and measures. The same options give the same report on any number of threads.
Result<LabReport> make_report(const StudyOptions& options, const LabProgress& progress,
                              const std::atomic<bool>& stop);

/// How many figures the report compares: the wins from each place with an equal share, and each figure of a
/// house rule with the standard's. They are judged together: their intervals are so wide that in 95% of
/// reports all of them hold. So of 20 reports on what does not differ one, at most, says that something does.
std::int64_t comparisons_in(const LabReport& report);
/// That, in a sentence.
std::string judgement_of(const LabReport& report);
/// How many kinds of cards were played: the intervals of all of them hold together, as they are shown in
/// their order.
std::int64_t kinds_played(const Study& study);

/// What was measured in ten-thousandths of a win, as a share from `least` to 1: by luck it may lie outside.
Fact points_of(const Ratio& ratio, double least = 0);
/// `together`: comparisons that are judged with that of the wins of who begins.
std::vector<Fact> facts_of(const Study& study, std::int64_t together = 1);
std::vector<Change> changes_of(const LabReport& report);  ///< none without a house rule
/// What it comes to, in sentences; the most important first.
std::vector<std::string> findings_of(const LabReport& report);

/// "27.1%" or "3.42".
std::string shown(const Fact& fact);
/// "25.1–29.1%" or "3.38 to 3.46": its interval.
std::string shown_interval(const Fact& fact);
/// About how many would narrow a wide interval of a share to ± 5 points, called as the options that set them:
/// "570 samples", "4,900 games"; "" if it is narrow enough.
std::string remedy_for(double half, bool sampled, const LabReport& report);
std::string remedy_for(const Fact& fact, const LabReport& report);
std::string remedy_for(const Change& change, const LabReport& report);

/// "▲ +2.1 ± 0.3", in points if it is a share; "≈ …" if chance may explain it, or the games are too few to
/// say.
std::string shown_change(const Change& change);

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/study.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

#include "core/words.hpp"
#include "lab/table.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {

namespace {

// ---- Measuring ----------------------------------------------------------------------------------------

/// What a table plays differently from the standard, as it is typed.
std::string rule_of(const Fields& options, const Fields& standard) {
  std::string rule;
  for (const Field& field : options) {
    const Field* usual = standard.find(field.name);
    if (usual && usual->texts == field.texts) continue;
    rule += fmt::format("{}{}={}", rule.empty() ? "" : " ", field.name, field.texts[0]);
  }
  return rule;
}

std::vector<std::string> card_names(std::string_view game, const Fields& options) {
  return play::with_game(game, [&]<Game G>() {
    std::vector<std::string> names;
    if constexpr (NamesCards<G>) {
      names.push_back("all cards");
      for (int kind = 1; kind <= G::card_kinds; ++kind)
        names.push_back(G::card_name(*G::options(options), kind));
    }
    return names;
  });
}

/// How many games can be looked into in a few seconds, if games take as long as those that were counted. Few
/// different numbers, so that the same machine mostly gives the same.
std::int64_t samples_for(const TableFigures& figures, int threads) {
  constexpr double seconds = 12, games_a_sample = 2'500;
  const double game = figures.seconds * threads / static_cast<double>(figures.games);
  const double wanted = seconds * threads / (games_a_sample * game);
  std::int64_t samples = 10;
  for (const std::int64_t more : {20, 50, 100, 200, 400})
    if (static_cast<double>(more) <= wanted) samples = more;
  return samples;
}

class Desk {
 public:
  Desk(const LabProgress& progress, const std::atomic<bool>& stop) : progress_(progress), stop_(stop) {}

  Result<Study> study(const TableOptions& table, std::optional<std::int64_t>& samples) const {
    Study study{.options = table.options,
                .rule = "",
                .players = players_in(table.options),
                .cards = card_names(table.game, table.options),
                .figures = {},
                .stakes = {},
                .skill = {}};
    auto figures = count_games(table, shown("games", table.games), stop_);
    if (!figures) return figures.error();
    study.figures = std::move(*figures);
    if (stop_) return study;
    if (!samples) samples = samples_for(study.figures, table.threads);
    if (*samples == 0) return study;
    study.stakes = sample_stakes(table, *samples, shown("games looked into", *samples), stop_);
    study.skill = skill_points(*samples);
    for (SkillPoint& point : study.skill) {
      const auto progress = shown(fmt::format("games of {}", point.bot), point.deals * study.players);
      if (auto measured = measure_skill(table, point, progress, stop_); !measured) return measured.error();
    }
    return study;
  }

 private:
  std::function<void(std::int64_t)> shown(std::string what, std::int64_t total) const {
    return [this, what = std::move(what), total](std::int64_t done) { progress_(what, done, total); };
  }

  const LabProgress& progress_;
  const std::atomic<bool>& stop_;
};

}  // namespace

Result<LabReport> make_report(const StudyOptions& options, const LabProgress& progress,
                              const std::atomic<bool>& stop) {
  const auto game = play::game_named(options.table.game);
  if (!game) return game.error();
  const auto fields = (*game)->options(options.table.options);
  if (!fields) return fields.error();
  Fields usual;
  usual.put(*fields->find("players"));
  const auto standard = (*game)->options(usual);
  if (!standard) return standard.error();

  const auto began = std::chrono::steady_clock::now();
  LabReport report;
  report.game = *game;
  report.table = options.table;
  report.seed = std::to_string(options.table.seed);
  report.table.options = *fields;
  const Desk desk(progress, stop);
  auto samples = options.samples;
  auto study = desk.study(report.table, samples);
  if (!study) return study.error();
  report.study = std::move(*study);
  report.study.rule = rule_of(*fields, *standard);
  if (!report.study.rule.empty() && !stop) {
    TableOptions table = report.table;
    table.options = *standard;
    auto beside = desk.study(table, samples);
    if (!beside) return beside.error();
    report.standard = std::move(*beside);
  }
  report.samples = samples.value_or(0);
  report.stopped = stop;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return report;
}

// ---- What it comes to ---------------------------------------------------------------------------------

namespace {

/// Fewer games are not worth a sentence; the figures are there.
constexpr std::int64_t kTelling = 20;

Fact number_of(std::string_view id, std::string_view name, const Ratio& ratio) {
  return {id, name, false, ratio.value(), ratio.error(), false, ratio.freedom(), ratio.count_interval()};
}
Fact share_of(std::string_view id, std::string_view name, const Ratio& ratio, bool sampled = false,
              std::int64_t together = 1) {
  return {id,
          name,
          true,
          ratio.value(),
          ratio.share_half() / 1.96,
          sampled,
          ratio.freedom(),
          ratio.share_interval(together)};
}
Fact fact_of(std::string_view id, std::string_view name, const Histogram& histogram) {
  const std::int64_t freedom = std::max<std::int64_t>(1, histogram.size() - 1);
  const double mean = histogram.mean();
  // One game does not tell how games differ.
  const double error = histogram.size() > 1 ? histogram.deviation() / std::sqrt(static_cast<double>(freedom))
                                            : std::max(1.0, std::abs(mean));
  const double half = t_quantile(freedom) * error;
  return {id, name, false, mean, error, false, freedom, {std::max(0.0, mean - half), mean + half}};
}
Fact fact_of(std::string_view id, std::string_view name, const SkillPoint& point) {
  const std::int64_t freedom = std::max<std::int64_t>(1, point.deals - 1);
  return {id,   name,    true,          point.share, point.interval.half() / t_quantile(freedom),
          true, freedom, point.interval};
}
}  // namespace

Fact points_of(const Ratio& ratio, double least) {
  constexpr double unit = 10'000;
  const auto kept = [&](double points) { return std::clamp(points / unit, least, 1.0); };
  const Interval interval = ratio.interval();
  return {"gap",
          "at stake in a choice",
          true,
          kept(ratio.value()),
          ratio.error() / unit,
          true,
          ratio.freedom(),
          {kept(interval.low), kept(interval.high)}};
}

std::vector<Fact> facts_of(const Study& study, std::int64_t together) {
  const TableFigures& f = study.figures;
  std::vector<Fact> facts;
  if (f.order[0].known())
    facts.push_back(share_of("begins",
                             together > 1 ? "who begins wins (95% for all together)" : "who begins wins",
                             f.order[0], false, together));
  facts.push_back(fact_of("decisions", "decisions a game", f.decisions));
  facts.push_back(fact_of("turns", "turns a game", f.turns));
  facts.push_back(number_of("decisions_a_turn", "decisions a turn", f.decisions_a_turn));
  facts.push_back(share_of("choices", "decisions that are a choice", f.choices));
  if (study.stakes.mattered.known()) {
    const Fact mattered = share_of("mattered", "choices that matter", study.stakes.mattered, true);
    const double choices = f.choices_a_turn.value();
    facts.push_back(mattered);
    facts.push_back({"mattered_a_turn",
                     "choices that matter, a turn",
                     false,
                     choices * mattered.value,
                     choices * mattered.error,
                     true,
                     mattered.freedom,
                     {choices * mattered.interval.low, choices * mattered.interval.high}});
    facts.push_back(points_of(study.stakes.gap));
  }
  if (f.shows_lead()) {
    facts.push_back(number_of("lead_changes", "lead changes a game", f.mean_lead_changes));
    facts.push_back(share_of("behind_at_half", "winners who did not lead at half-time", f.behind_at_half));
    facts.push_back(share_of("last_at_half", "winners who were last at half-time", f.last_at_half));
    facts.push_back(share_of("decided_late", "lead changed in the last quarter", f.decided_late));
  }
  if (study.stakes.by_deal.known())
    facts.push_back(
        share_of("by_deal", "games that a card or throw decided, not a move", study.stakes.by_deal, true));
  facts.push_back(fact_of("spread", "between best and worst score", f.spread));
  for (const SkillPoint& point : study.skill)
    if (point.playouts == 0) facts.push_back(fact_of("thoughtful", "thoughtful wins among random", point));
  return facts;
}

double Change::error() const { return std::hypot(house.error, standard.error); }

double Change::half() const {
  return t_quantile(std::min(house.freedom, standard.freedom), together) * error();
}

bool Change::judged() const { return std::min(house.freedom, standard.freedom) + 1 >= kTelling; }
bool Change::sure() const { return judged() && std::abs(by()) > half(); }

namespace {

/// The figures that both tables have.
std::vector<std::pair<Fact, Fact>> facts_of_both(const LabReport& report) {
  std::vector<std::pair<Fact, Fact>> both;
  if (!report.standard) return both;
  const auto standard = facts_of(*report.standard);
  for (const Fact& fact : facts_of(report.study))
    for (const Fact& usual : standard)
      if (usual.id == fact.id) both.push_back({fact, usual});
  return both;
}

/// Of a table: by turn order, if somebody ever begins, and by seat.
std::size_t places_of(const Study& study) {
  const TableFigures& f = study.figures;
  return f.seats.size() + (f.order[0].known() ? f.order.size() : 0);
}

}  // namespace

std::int64_t comparisons_in(const LabReport& report) {
  std::size_t all = places_of(report.study);
  if (!report.standard) return static_cast<std::int64_t>(all);
  // The page shows the standard's places as well, and how the house rule changes each of them.
  const std::size_t usual = places_of(*report.standard);
  all += facts_of_both(report).size() + usual + std::min(all, usual);
  return static_cast<std::int64_t>(all);
}

std::string judgement_of(const LabReport& report) {
  return fmt::format(
      "{} comparisons, of places with an equal share{}, are judged together: of 20 reports where nothing "
      "differs, at most one says that something does.",
      comparisons_in(report), report.standard ? " and of the house rule with the standard" : "");
}

std::int64_t kinds_played(const Study& study) {
  const auto& cards = study.figures.cards;
  return std::count_if(cards.begin() + std::min<std::ptrdiff_t>(1, std::ssize(cards)), cards.end(),
                       [](const CardFigures& card) { return card.games > 0; });
}

std::vector<Change> changes_of(const LabReport& report) {
  std::vector<Change> changes;
  for (auto& [house, standard] : facts_of_both(report))
    changes.push_back({house, standard, comparisons_in(report)});
  return changes;
}

std::string shown(const Fact& fact) {
  if (fact.share) return fmt::format("{:.1f}%", 100 * fact.value);
  return fmt::format("{:.{}f}", fact.value, fact.value < 10 ? 2 : 1);
}

std::string remedy_for(double half, bool sampled, const LabReport& report) {
  const std::int64_t enough = enough_games(half, sampled ? report.samples : report.table.games);
  return enough ? fmt::format("{} {}", thousands(enough), sampled ? "samples" : "games") : "";
}
std::string remedy_for(const Fact& fact, const LabReport& report) {
  return fact.share ? remedy_for(1.96 * fact.error, fact.sampled, report) : "";
}
std::string remedy_for(const Change& change, const LabReport& report) {
  // With so many games the error is known well.
  const double half = t_quantile(kMany, change.together) * change.error();
  return change.house.share ? remedy_for(half, change.house.sampled, report) : "";
}

namespace {

/// So many digits behind the point that an interval does not look like "± 0.0".
int digits_for(double half, int digits) {
  while (digits < 4 && half > 0 && half < .5 * std::pow(10, -digits)) ++digits;
  return digits;
}

}  // namespace

std::string shown_interval(const Fact& fact) {
  const double unit = fact.share ? 100 : 1;
  const double low = unit * fact.interval.low, high = unit * fact.interval.high;
  const int digits = digits_for((high - low) / 2, fact.share ? 1 : 2);
  return fact.share ? fmt::format("{:.{}f}–{:.{}f}%", low, digits, high, digits)
                    : fmt::format("{:.{}f} to {:.{}f}", low, digits, high, digits);
}

std::string shown_change(const Change& change) {
  const double unit = change.house.share ? 100 : 1, by = unit * change.by(), half = unit * change.half();
  const int digits = digits_for(half, !change.house.share && change.house.value < 10 ? 2 : 1);
  const std::string words = fmt::format("{}{:.{}f}", by < 0 ? "−" : "+", std::abs(by), digits);
  if (!change.judged()) return fmt::format("≈ {}, too few", words);
  return fmt::format("{} {} ± {:.{}f}", !change.sure() ? "≈" : by > 0 ? "▲" : "▼", words, half, digits);
}

namespace {

constexpr std::array<std::string_view, kMaxSeats + 1> kNumbers = {"none", "one", "two",   "three", "four",
                                                                  "five", "six", "seven", "eight"};
constexpr std::array<std::string_view, kMaxSeats> kPlaces = {"first", "second", "third",   "fourth",
                                                             "fifth", "sixth",  "seventh", "eighth"};

std::string percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

/// "88 decisions".
std::string rounded(double number, std::string_view one, std::string_view many) {
  return counted(std::lround(number), one, many);
}

/// "24 to 30"; if it is wide, "8 to 42, but about ± 5 with 120 samples". `half`: of its width, as wide as few
/// games leave it.
std::string with_remedy(const Interval& interval, double half, const LabReport& report) {
  const std::string remedy = remedy_for(half, true, report);
  return fmt::format("{:.0f} to {:.0f}{}{}", 100 * interval.low, 100 * interval.high,
                     remedy.empty() ? "" : ", but about ± 5 with ", remedy);
}

/// "2.1 points more than", "not measurably different from".
std::string beside(const Ratio& wins, double share, std::int64_t together) {
  const double off = 100 * (wins.value() - share);
  if (wins.share_interval(together).has(share)) return "not measurably different from";
  return fmt::format("{:.1f} points {} than", std::abs(off), off > 0 ? "more" : "less");
}

void tell_places(const LabReport& report, std::vector<std::string>& findings) {
  const Study& study = report.study;
  const double share = 1.0 / study.players;
  const std::int64_t together = comparisons_in(report);
  const auto& order = study.figures.order;
  if (!order[0].known()) return;
  const auto off = [&](const Ratio& wins) { return std::abs(wins.value() - share); };
  const auto most = std::max_element(order.begin(), order.end(),
                                     [&](const Ratio& a, const Ratio& b) { return off(a) < off(b); });
  findings.push_back(fmt::format("Who begins wins {} of games of {}, {} an equal share.",
                                 percent(order[0].value()), kNumbers[static_cast<std::size_t>(study.players)],
                                 beside(order[0], share, together)));
  if (most != order.begin() && study.players > 2 && !most->share_interval(together).has(share))
    findings.push_back(fmt::format("The {} in turn order wins {}, {} its share.",
                                   kPlaces[static_cast<std::size_t>(most - order.begin())],
                                   percent(most->value()), beside(*most, share, together)));
}

void tell_length(const LabReport& report, std::vector<std::string>& findings) {
  const Study& study = report.study;
  const TableFigures& f = study.figures;
  findings.push_back(
      fmt::format("A game takes {} in {}, and {} of the decisions are a choice between several moves.",
                  rounded(f.decisions.mean(), "decision", "decisions"),
                  rounded(f.turns.mean(), "turn", "turns"), percent(f.choices.value())));
  if (study.stakes.games < kTelling) return;
  findings.push_back(fmt::format(
      "About {:.0f} of 100 such choices matter ({}): the best move wins at least {:.0f} points more often "
      "than the worst.",
      100 * study.stakes.mattered.value(),
      with_remedy(study.stakes.mattered.share_interval(), study.stakes.mattered.share_half(), report),
      100 * kMatters));
}

void tell_lead(const Study& study, std::vector<std::string>& findings) {
  const TableFigures& f = study.figures;
  if (!f.shows_lead()) {
    findings.push_back("Scores tell only at the end who leads.");
    return;
  }
  findings.push_back(fmt::format(
      "The lead changes {:.1f} times a game; {} of the winners did not lead at half-time, and {} were last.",
      f.mean_lead_changes.value(), percent(f.behind_at_half.value()), percent(f.last_at_half.value())));
}

void tell_decisive(const Study& study, std::vector<std::string>& findings) {
  const Stakes& stakes = study.stakes;
  if (stakes.decided() < kTelling || study.cards.empty()) return;
  const auto most = std::max_element(stakes.by_card.begin() + 1, stakes.by_card.end());
  if (10 * *most < stakes.decided()) return;  // many cards decide a game now and then
  findings.push_back(fmt::format(
      "The winner's most decisive move was most often to play {}: in {} of {} games looked into.",
      study.cards[static_cast<std::size_t>(most - stakes.by_card.begin())], *most, stakes.decided()));
}

void tell_skill(const LabReport& report, std::vector<std::string>& findings) {
  const Study& study = report.study;
  if (study.skill.empty()) return;
  const SkillPoint& most = study.skill.back();
  std::string sentence;
  if (study.skill.front().playouts == 0)
    sentence =
        fmt::format("One thoughtful player among random ones wins {}", percent(study.skill.front().share));
  if (most.playouts)
    sentence += fmt::format("{} search of {} playouts a move among thoughtful players {} ({})",
                            sentence.empty() ? "A" : "; a", most.playouts, percent(most.share),
                            with_remedy(most.interval, most.interval.half(), report));
  findings.push_back(fmt::format("{}; an equal share would be {}.", sentence, percent(1.0 / study.players)));
}

void tell_changes(const LabReport& report, std::vector<std::string>& findings) {
  auto changes = changes_of(report);
  const bool telling = report.samples >= kTelling;
  std::erase_if(changes, [&](const Change& c) { return !c.sure() || (c.house.sampled && !telling); });
  if (changes.empty()) {
    findings.push_back("No figure differs measurably from the standard's.");
    return;
  }
  // What changed most, seen against what it was.
  const auto weight = [](const Change& c) {
    return std::abs(c.by()) / std::max(std::abs(c.standard.value), 1e-9);
  };
  std::sort(changes.begin(), changes.end(), [&](const Change& a, const Change& b) {
    return weight(a) != weight(b) ? weight(a) > weight(b) : a.house.id < b.house.id;
  });
  changes.resize(std::min<std::size_t>(changes.size(), 4));
  std::string all;
  for (const Change& change : changes)
    all += fmt::format("{}{} {} instead of {}", all.empty() ? "" : "; ", change.house.name,
                       shown(change.house), shown(change.standard));
  findings.push_back(fmt::format("Beside the standard: {}.", all));
}

}  // namespace

std::vector<std::string> findings_of(const LabReport& report) {
  std::vector<std::string> findings;
  if (report.standard) tell_changes(report, findings);
  tell_places(report, findings);
  tell_length(report, findings);
  tell_lead(report.study, findings);
  tell_decisive(report.study, findings);
  tell_skill(report, findings);
  return findings;
}

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/study.hpp"

#include <array>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <regex>

#include "core/random.hpp"
#include "lab/plot.hpp"
#include "lab/report_html.hpp"
#include "lab/report_json.hpp"
#include "lab/tags_testing.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {
namespace {

const std::atomic<bool> kGoOn = false;

StudyOptions small(std::string_view game, std::string_view rules = "", std::int64_t samples = 0) {
  StudyOptions options{.table = {.game = std::string(game),
                                 .options = assignments(rules),
                                 .bot = "random",
                                 .games = 200,
                                 .seed = 5,
                                 .threads = 2},
                       .samples = samples};
  options.table.options.set("players", "2");
  return options;
}
LabReport report_of(const StudyOptions& options) {
  auto report = make_report(options, [](auto...) {}, kGoOn);
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  report->command = "lifetable lab again";
  return std::move(*report);
}
std::string all_of(const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& sentence : sentences) all += sentence + "\n";
  return all;
}

// ---- Facts and findings -----------------------------------------------------------------------------------

TEST(Study, StandsAloneIfItIsTheStandard) {
  const LabReport report = report_of(small("cradle"));
  EXPECT_FALSE(report.standard);
  EXPECT_EQ(report.study.rule, "");
  EXPECT_TRUE(changes_of(report).empty());
  EXPECT_EQ(report.study.players, 2);
  // A house rule that says what is standard anyway is none.
  EXPECT_FALSE(report_of(small("cradle", "rounds=3")).standard);
}

TEST(Study, PutsAHouseRuleBesideTheStandard) {
  const LabReport report = report_of(small("cradle", "rounds=1"));
  ASSERT_TRUE(report.standard);
  EXPECT_EQ(report.study.rule, "rounds=1");
  EXPECT_EQ(report.standard->rule, "");
  // The standard is what it is alone.
  const LabReport alone = report_of(small("cradle"));
  EXPECT_EQ(report.standard->figures.seats, alone.study.figures.seats);
  bool shorter = false;
  for (const Change& change : changes_of(report))
    if (change.house.id == "decisions") shorter = change.sure() && change.by() < 0;
  EXPECT_TRUE(shorter);  // one round is shorter than three
}

TEST(Study, PutsACatalogueBesideTheStandard) {
  const LabReport report = report_of(small("cv", "cards=odd"));
  ASSERT_TRUE(report.standard);
  EXPECT_TRUE(report.study.rule.starts_with("cards=")) << report.study.rule;
  EXPECT_NE(report.study.cards, report.standard->cards);
}

TEST(Study, IsTheSameOnAnyNumberOfThreads) {
  StudyOptions one = small("alive", "sudden=yes", 2), three = one;
  one.table.threads = 1;
  three.table.threads = 3;
  EXPECT_EQ(play::pretty(report_json(report_of(one))), play::pretty(report_json(report_of(three))));
}

TEST(Study, StopsWhenTold) {
  const std::atomic<bool> stop = true;
  const auto report = make_report(small("alive"), [](auto...) {}, stop);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->stopped);
}

TEST(Change, IsSureOnlyBeyondChance) {
  Change change{{"x", "x", true, .30, .01}, {"x", "x", true, .27, .01}};
  EXPECT_TRUE(change.sure());  // 3 points apart, ± 2.8
  EXPECT_EQ(shown_change(change), "▲ +3.0 ± 2.8");
  change.standard.value = .28;
  EXPECT_FALSE(change.sure());
  EXPECT_EQ(shown_change(change), "≈ +2.0 ± 2.8");
  change = {{"x", "x", false, 1.5, .01}, {"x", "x", false, 2.25, .01}};
  EXPECT_EQ(shown_change(change), "▼ −0.75 ± 0.03");
}

TEST(Change, IsNeverShownAsNothingAtAll) {
  const Change change{{"x", "x", false, 1.014, .0001}, {"x", "x", false, 1.017, .0001}};
  EXPECT_EQ(shown_change(change), "▼ −0.0030 ± 0.0003");
}

TEST(Change, IsNotSureOfAHandfulOfGamesThatAreAllAlike) {
  Change change{{"x", "x", false, 3, 0}, {"x", "x", false, 2, 0}};
  change.house.freedom = change.standard.freedom = 18;
  EXPECT_FALSE(change.sure());
  EXPECT_EQ(shown_change(change), "≈ +1.00, too few");
  change.house.freedom = change.standard.freedom = 19;
  EXPECT_TRUE(change.sure());
}

// ---- How often a report errs ------------------------------------------------------------------------------

/// Of so many runs no more may err than the report says: each run is the same every time, so this needs no
/// margin, and a true rate of 6% would show.
constexpr int kRuns = 1'000;
constexpr int kMayErr = kRuns / 20;

/// A table of six in which the seat that begins wins so often, and all others equally often. One game in ten
/// is shared by two of them.
LabReport table_of_six(Xoshiro256pp& rng, int games, double begins = 1.0 / 6) {
  LabReport report;
  report.game = *play::game_named("alive");
  report.study.players = 6;
  auto& figures = report.study.figures;
  figures.seats.resize(6);
  figures.order.resize(6);
  const auto winner = [&] {
    const bool first = static_cast<double>(rng() >> 11) * 0x1p-53 < begins;
    return first ? 0 : 1 + below(rng, 5);
  };
  for (int game = 0; game < games; ++game) {
    const std::size_t one = winner(), other = below(rng, 10) ? one : winner(), start = below(rng, 6);
    for (std::size_t i = 0; i < 6; ++i) {
      const std::int64_t won = ((i == one) + (i == other)) * kWholeWin / 2;
      figures.order[i].add(won, kWholeWin);
      figures.seats[(start + i) % 6].add(won, kWholeWin);
    }
    ++figures.games;
  }
  return report;
}
bool names_a_place(const LabReport& report) {
  const std::string all = all_of(findings_of(report));
  return all.find(" points more than ") != std::string::npos ||
         all.find(" points less than ") != std::string::npos;
}

TEST(Judgement, NamesABetterPlaceAmongEqualOnesInOneReportOfTwentyAtMost) {
  for (const int games : {10, 30, 200, 1000}) {
    Xoshiro256pp rng(1);
    int named = 0, shown = 0;
    for (int run = 0; run < kRuns; ++run) {
      const LabReport report = table_of_six(rng, games);
      named += names_a_place(report);
      bool apart = false;  // in the tables
      for (const auto* places : {&report.study.figures.seats, &report.study.figures.order})
        for (const Ratio& wins : *places) apart |= !wins.share_interval(comparisons_in(report)).has(1.0 / 6);
      shown += apart;
    }
    EXPECT_LE(named, kMayErr) << games;
    EXPECT_LE(shown, kMayErr) << games;
  }
}

TEST(Judgement, StillFindsAPlaceThatIsBetter) {
  Xoshiro256pp rng(2);
  int named = 0;
  for (int run = 0; run < 100; ++run) named += names_a_place(table_of_six(rng, 4000, .20));
  EXPECT_GE(named, 95);
}

/// What looking into games may have given, if a choice matters so often.
void look_into(Xoshiro256pp& rng, int samples, double mattered, Study& study) {
  const auto chance = [&] { return static_cast<double>(rng() >> 11) * 0x1p-53; };
  Stakes& stakes = study.stakes;
  stakes.games = samples;
  DealTally deals(DealDesign({{1, 5}, {1, 5}, {1, 5}}));
  for (int i = 0; i < samples; ++i) {
    const std::int64_t weight = 10 + below(rng, 40);
    const bool matters = chance() < mattered;
    stakes.mattered.add(matters ? weight : 0, weight);
    stakes.gap.add((matters ? 500 + below(rng, 3000) : below(rng, 400)) * weight, weight);
    stakes.by_deal.add(below(rng, 4) == 0, 1);
    for (int j = 0; j < 5; ++j) {
      const std::int64_t won = kWholeWin * below(rng, 4);
      deals.add(std::array{won, 3 * kWholeWin - won});
    }
  }
  study.skill = {{.bot = "thoughtful",
                  .among = "random",
                  .deals = deals.deals(),
                  .share = deals.share(0),
                  .interval = deals.interval(0)}};
}
/// The figures of so many games of three, drawn with replacement from some that are played once: runs are
/// then cheap, and what they draw from is the same on both sides.
TableFigures some_games(Xoshiro256pp& rng, int games) {
  static const std::vector<TableFigures> all = [] {
    std::vector<TableFigures> singles;
    TableOptions table = small("alive").table;
    table.options.set("players", "3");
    table.games = table.threads = 1;
    for (table.seed = 1; table.seed <= 300; ++table.seed)
      singles.push_back(*count_games(table, [](auto) {}, kGoOn));
    return singles;
  }();
  TableFigures sum = pick_from(all, rng);
  for (int i = 1; i < games; ++i) sum.add(pick_from(all, rng));
  return sum;
}
/// A "house rule" under which the same game is played again, with other cards.
LabReport idle_rule(std::uint64_t run, int games, int samples, double mattered = .3) {
  LabReport report;
  report.game = *play::game_named("alive");
  report.samples = samples;
  report.standard.emplace();
  for (Study* study : {&report.study, &*report.standard}) {
    Xoshiro256pp rng(1000 + 2 * run + (study == &report.study));
    study->players = 3;
    study->figures = some_games(rng, games);
    look_into(rng, samples, study == &report.study ? mattered : .3, *study);
  }
  return report;
}

TEST(Judgement, SaysOfARuleWithoutEffectThatItHasOneInOneReportOfTwentyAtMost) {
  constexpr int kFewer = kRuns / 2;
  for (const int games : {25, 60}) {
    int said = 0, signs = 0;
    for (int run = 0; run < kFewer; ++run) {
      const LabReport report = idle_rule(static_cast<std::uint64_t>(run), games, games);
      const auto changes = changes_of(report);
      ASSERT_GE(changes.size(), 13u);
      said += findings_of(report)[0] != "No figure differs measurably from the standard's.";
      bool sure = false;
      for (const Change& change : changes) sure |= change.sure();
      for (std::size_t i = 0; i < 3; ++i)
        for (const auto which : {&TableFigures::seats, &TableFigures::order})
          sure |= !difference((report.study.figures.*which)[i], (report.standard->figures.*which)[i],
                              changes[0].together)
                       .has(0);
      signs += sure;
    }
    EXPECT_LE(said, kFewer / 20) << games;
    EXPECT_LE(signs, kFewer / 20) << games;
  }
}

TEST(Judgement, StillFindsWhatARuleChanges) {
  int found = 0;
  for (std::uint64_t run = 0; run < 20; ++run) {
    const LabReport report = idle_rule(run, 25, 200, .60);  // 30 points more, in 200 games each
    for (const Change& change : changes_of(report))
      if (change.house.id == "mattered" && change.sure())
        found += findings_of(report)[0].starts_with("Beside the standard: ");
  }
  EXPECT_GE(found, 18);
}

TEST(Judgement, CountsAllThatIsCompared) {
  Xoshiro256pp rng(3);
  LabReport alone = table_of_six(rng, 50);
  EXPECT_EQ(comparisons_in(alone), 12);  // six places in turn order, and six seats
  EXPECT_EQ(judgement_of(alone),
            "12 comparisons, of places with an equal share, are judged together: of 20 reports where "
            "nothing differs, at most one says that something does.");
  const LabReport rule = idle_rule(1, 25, 25);
  EXPECT_EQ(comparisons_in(rule), 3 * 6 + std::ssize(changes_of(rule)));  // six here, there, and changed
}

TEST(WideInterval, SaysWhatWouldNarrowIt) {
  LabReport report;
  report.samples = 10;
  report.table.games = 2000;
  const Fact sampled{"x", "x", true, .5, .1, true}, counted{"x", "x", true, .5, .03};
  EXPECT_EQ(remedy_for(sampled, report), "160 samples");  // ± 19.6: 15.4 times as many
  EXPECT_EQ(remedy_for(counted, report), "2,800 games");  // ± 5.88: 1.38 times as many
  EXPECT_EQ(remedy_for(Fact{"x", "x", true, .5, .02}, report), "");
  EXPECT_EQ(remedy_for(Fact{"x", "x", false, 50, 10}, report), "") << "a number has no points";
  EXPECT_EQ(remedy_for(Change{counted, counted}, report), "5,600 games") << "both sides are unsure";
  Fact one = sampled;
  one.freedom = 1;
  EXPECT_EQ(remedy_for(Change{one, one, 40}, report), remedy_for(Change{sampled, sampled, 40}, report))
      << "with so many games they will be enough to know their error";
}

TEST(Study, IsNotSureOfWhatAFewGamesAgreeOn) {
  LabReport report = report_of(small("cradle", "", 2));
  report.study.stakes.by_deal = {};
  for (int i = 0; i < 2; ++i) report.study.stakes.by_deal.add(0, 1);
  for (const Fact& fact : facts_of(report.study)) {
    if (fact.id != "by_deal") continue;
    EXPECT_EQ(fact.value, 0);
    EXPECT_GT(fact.interval.half(), .2);
  }
}

TEST(Findings, LeaveOutWhatWasHardlyLookedInto) {
  LabReport report = report_of(small("alive", "sudden=yes", 2));
  for (Study* study : {&report.study, &*report.standard}) {
    study->stakes.mattered = {};
    for (int i = 0; i < 100; ++i) study->stakes.mattered.add(study == &report.study ? i % 2 : i % 50 == 0, 1);
  }
  const auto said = [&] { return all_of(findings_of(report)).find("choices that matter"); };
  EXPECT_EQ(said(), std::string::npos) << "two games";
  report.samples = 100;
  EXPECT_NE(said(), std::string::npos) << all_of(findings_of(report));
}

TEST(Findings, NeverReachBeyondAllGames) {
  LabReport report = report_of(small("alive", "", 20));
  report.study.stakes.mattered = {};
  for (int i = 0; i < 20; ++i) report.study.stakes.mattered.add(i == 0, 1);
  EXPECT_NE(
      all_of(findings_of(report)).find("About 5 of 100 such choices matter (1 to 26, but about ± 5 with "),
      std::string::npos)
      << all_of(findings_of(report));
}

TEST(Study, StaysWithinWhatCanBe) {
  LabReport report = report_of(small("alive", "", 1));
  report.study.stakes.gap = {};
  report.study.stakes.gap.add(-470, 1);  // by luck the "worst" move won more
  StudyOptions one = small("alive");
  one.table.games = 1;
  report.study.figures = report_of(one).study.figures;
  for (const Fact& fact : facts_of(report.study)) {
    EXPECT_TRUE(fact.interval.has(fact.value)) << fact.id << " " << fact.value;
    EXPECT_GE(fact.interval.low, 0) << fact.id;
    if (fact.share) {
      EXPECT_LE(fact.interval.high, 1) << fact.id;
    }
  }
  const play::json::object json = report_json(report);
  for (const char* figure : {"decisions_a_turn", "choices_a_turn"})
    EXPECT_GE(json.at("table").at(figure).at("low").as_double(), 0) << figure;
  EXPECT_EQ(json.at("table").at("stakes").at("gap").at("value").as_double(), 0);
  EXPECT_NE(report_html(report).find("on average 0.0 (0.0 to 55"), std::string::npos);
}

TEST(Study, SaysWhichIntervalHoldsForAllTogether) {
  Xoshiro256pp rng(4);
  const LabReport six = table_of_six(rng, 50);
  EXPECT_EQ(facts_of(six.study)[0].name, "who begins wins");
  EXPECT_EQ(facts_of(six.study, comparisons_in(six))[0].name, "who begins wins (95% for all together)");
}

TEST(Page, ShowsBothEndsOfAnInterval) {
  LabReport report = report_of(small("alive"));
  Ratio& behind = report.study.figures.behind_at_half;
  behind = {};
  for (int i = 0; i < 200; ++i) behind.add(1, 1);
  // With ± it would seem to reach beyond all games.
  const std::string page = report_html(report);
  EXPECT_NE(page.find("<td>100.0% (98.1–100.0)</td>"), std::string::npos)
      << page.substr(page.find("half-time"));
  EXPECT_EQ(page.find("%&nbsp;± "), std::string::npos);
  EXPECT_EQ(page.find("% ±"), std::string::npos);
}

TEST(Findings, SayWhetherBeginningHelps) {
  LabReport report = report_of(small("cradle"));
  auto& order = report.study.figures.order;
  order = {{}, {}};
  for (int i = 0; i < 10'000; ++i) order[0].add(i % 100 < 56, 1), order[1].add(i % 100 >= 56, 1);
  EXPECT_NE(all_of(findings_of(report))
                .find("Who begins wins 56.0% of games of two, 6.0 points more than an equal share."),
            std::string::npos)
      << all_of(findings_of(report));
  order = {{}, {}};
  for (int i = 0; i < 100; ++i) order[0].add(i % 100 < 52, 1), order[1].add(i % 100 >= 52, 1);
  EXPECT_NE(all_of(findings_of(report))
                .find("52.0% of games of two, not measurably different from an equal share."),
            std::string::npos);
}

TEST(Findings, SayNothingOfALeadThatNobodyCanSee) {
  // Cradle to Grave counts a round at its end.
  const LabReport one = report_of(small("cradle", "rounds=1")), three = report_of(small("cradle"));
  EXPECT_NE(all_of(findings_of(one)).find("Scores tell only at the end who leads."), std::string::npos);
  EXPECT_NE(all_of(findings_of(three)).find("The lead changes "), std::string::npos);
  for (const Fact& fact : facts_of(one.study)) EXPECT_NE(fact.id, "lead_changes");
}

// FA-38
TEST(Findings, KnowThatTeamsLead) {
  StudyOptions teams = small("alive", "teams=yes");
  teams.table.options.set("players", "4");
  const std::string all = all_of(findings_of(report_of(teams)));
  EXPECT_EQ(all.find("Scores tell only at the end"), std::string::npos) << all;
  EXPECT_NE(all.find("The lead changes "), std::string::npos) << all;
}

TEST(Findings, NameTheCardThatDecidesMostGames) {
  LabReport report = report_of(small("cradle"));
  report.study.stakes.by_card.assign(report.study.cards.size(), 0);
  report.study.stakes.by_card[12] = 7;
  report.study.stakes.by_card[3] = 2;
  report.study.stakes.by_card[0] = 11;
  EXPECT_NE(all_of(findings_of(report)).find("to play Swap places: in 7 of 20 games"), std::string::npos);
  report.study.stakes.by_card[0] = 10;  // too few to say so
  EXPECT_EQ(all_of(findings_of(report)).find("Swap places"), std::string::npos);
}

// ---- The page and the figures -----------------------------------------------------------------------------

class ReportOf : public testing::TestWithParam<std::string_view> {
 protected:
  LabReport report() const {
    const std::string_view game = GetParam();
    return report_of(small(game, game == "alive" ? "sudden=yes" : "", game == "cv" ? 0 : 2));
  }
};

TEST_P(ReportOf, IsAPageThatNeedsNothingElse) {
  const std::string page = report_html(report());
  EXPECT_EQ(wrong_tags(page), "");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  for (const std::string part : {"<meta charset=\"utf-8\">", "name=\"viewport\"", "prefers-color-scheme:dark",
                                 "@media print", "<h1>", "lifetable lab again"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  for (const std::string part : {"<script", "http:", "https:", "src=", "@import", "nan", "inf%"})
    EXPECT_EQ(page.find(part), std::string::npos) << part;
}

TEST_P(ReportOf, SaysTheSameOnThePageAndInJson) {
  const LabReport report = this->report();
  const std::string page = report_html(report);
  const play::json::object json = report_json(report);
  for (const auto& finding : json.at("findings").as_array())
    EXPECT_NE(page.find(escaped(std::string_view(finding.as_string()))), std::string::npos);
  for (const auto& seat : json.at("table").at("seats").as_array()) {
    const double share = seat.at("wins").at("value").as_double();
    EXPECT_NE(page.find(fmt::format("<td>{:.2f}%</td>", 100 * share)), std::string::npos);
  }
  EXPECT_NE(page.find(escaped(std::string_view(json.at("judgement").as_string()))), std::string::npos);
  EXPECT_EQ(json.at("error_level").as_double(), .05);
  for (const char* places : {"seats", "turn_order"})
    for (const auto& place : json.at("table").at(places).as_array()) {
      const auto& wins = place.at("wins");
      EXPECT_NE(page.find(fmt::format("<td>{:.1f}–{:.1f}%</td>", 100 * wins.at("low").as_double(),
                                      100 * wins.at("high").as_double())),
                std::string::npos);
    }
  if (report.standard)
    for (const auto& change : json.at("changes").as_array()) {
      const double by = change.at("change").as_double(), low = change.at("low").as_double();
      const bool excludes = low > 0 || change.at("high").as_double() < 0;
      EXPECT_EQ(change.at("sure").as_bool(), excludes && change.at("judged").as_bool()) << change;
      const std::string sign = !change.at("sure").as_bool() ? "≈" : by > 0 ? "▲" : "▼";
      const std::string row = escaped(std::string_view(change.at("name").as_string())) + "</th>";
      const std::size_t at = page.find(row);
      ASSERT_NE(at, std::string::npos) << row;
      EXPECT_NE(page.substr(at, page.find("</tr>", at) - at).find(sign), std::string::npos) << row;
    }
  const auto& facts = json.at("table").at("facts").as_object();
  for (const Fact& fact : facts_of(report.study, comparisons_in(report))) {
    EXPECT_EQ(facts.at(fact.id).at("value").as_double(), fact.value);
    EXPECT_NE(page.find(fmt::format("<td>{}</td>", shown(fact))), std::string::npos) << fact.id;
    EXPECT_EQ(facts.at(fact.id).at("low").as_double(), fact.interval.low);
    if (!report.standard) {
      EXPECT_NE(page.find(fmt::format("<td>{}</td>", shown_interval(fact))), std::string::npos) << fact.id;
    }
  }
  for (const auto& card : json.at("table").at("cards").as_array())
    EXPECT_NE(page.find(escaped(std::string_view(card.at("card").as_string()))), std::string::npos);
  EXPECT_EQ(json.contains("standard"), report.standard.has_value());
  EXPECT_EQ(json.at("table").as_object().contains("stakes"), report.samples > 0);
}

TEST_P(ReportOf, CountsOneOfAThingInTheSingular) {
  StudyOptions options = small(GetParam(), "", GetParam() == "cv" ? 0 : 1);
  options.table.games = 1;
  const LabReport report = report_of(options);
  const std::string all = report_html(report) + all_of(findings_of(report));
  const std::regex wrong("[^0-9.,]1 (games|decisions|turns|playouts|cards|samples|seats|deals|players)");
  std::smatch found;
  EXPECT_FALSE(std::regex_search(all, found, wrong)) << found.str();
  EXPECT_NE(all.find("· 1 game of random"), std::string::npos);
}

TEST_P(ReportOf, LetsNoTextOfAFileBecomePartOfThePage) {
  LabReport report = this->report();
  const std::string nasty = "<script>alert('&')</script>";
  for (std::string& name : report.study.cards) name = nasty;
  report.command = "lifetable lab --cards '" + nasty + "'";
  report.study.rule = "cards=" + nasty;
  const std::string page = report_html(report);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("alert('"), std::string::npos);
  EXPECT_EQ(wrong_tags(page), "");
}

INSTANTIATE_TEST_SUITE_P(AllGames, ReportOf, testing::Values("cradle", "alive", "cv"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/study.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

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
}

TEST(Study, IsNotSureOfWhatAFewGamesAgreeOn) {
  LabReport report = report_of(small("cradle", "", 2));
  report.study.stakes.by_deal = {};
  for (int i = 0; i < 2; ++i) report.study.stakes.by_deal.add(0, 1);
  for (const Fact& fact : facts_of(report.study)) {
    if (fact.id != "by_deal") continue;
    EXPECT_EQ(fact.value, 0);
    EXPECT_GT(fact.half(), .2);
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
  const auto& facts = json.at("table").at("facts").as_object();
  for (const Fact& fact : facts_of(report.study)) {
    EXPECT_EQ(facts.at(fact.id).at("value").as_double(), fact.value);
    EXPECT_NE(page.find(fmt::format("<td>{}</td>", shown(fact))), std::string::npos) << fact.id;
  }
  for (const auto& card : json.at("table").at("cards").as_array())
    EXPECT_NE(page.find(escaped(std::string_view(card.at("card").as_string()))), std::string::npos);
  EXPECT_EQ(json.contains("standard"), report.standard.has_value());
  EXPECT_EQ(json.at("table").as_object().contains("stakes"), report.samples > 0);
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

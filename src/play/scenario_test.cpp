// SPDX-License-Identifier: Apache-2.0
// Runs every scenario file of every game, one test a scenario file; and the refusals of the format itself.
#include "play/scenario.hpp"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

#include "play/file.hpp"
#include "play/json.hpp"

namespace lifetable::play {
namespace {

std::vector<std::string> scenario_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(LIFETABLE_SOURCE_DIR "/src/games"))
    if (entry.path().extension() == ".json" && entry.path().parent_path().filename() == "scenarios")
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

class ScenarioFile : public testing::TestWithParam<std::string> {};

TEST_P(ScenarioFile, Holds) {
  const auto text = read_file(GetParam());
  ASSERT_TRUE(text) << text.error().message;
  const auto reports = run_scenarios(*text, GetParam());
  ASSERT_TRUE(reports) << reports.error().message;
  for (const ScenarioReport& report : *reports) EXPECT_EQ(report.failure, "") << report.name;
}

INSTANTIATE_TEST_SUITE_P(AllGames, ScenarioFile, testing::ValuesIn(scenario_files()), [](const auto& info) {
  const std::filesystem::path path(info.param);
  std::string name = path.parent_path().parent_path().filename().string() + "_" + path.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// Who wins may be right by accident; a rule about lives shows in the lives.
TEST(Scenarios, NameTheLivesAtEveryEndOfFiveAlive) {
  const auto check = [](const json::value& expected, const json::value& name) {
    const json::object& then = expected.as_object();
    EXPECT_TRUE(!then.contains("winners") || then.contains("lives")) << name;
  };
  for (const std::string& file : scenario_files()) {
    const auto all = parse_json(*read_file(file));
    ASSERT_TRUE(all) << file;
    if (all->at("game").as_string() != "alive") continue;
    for (const auto& each : all->at("scenarios").as_array()) {
      const json::object& scenario = each.as_object();
      if (scenario.contains("then")) check(scenario.at("then"), scenario.at("name"));
      if (!scenario.contains("play")) continue;
      for (const auto& step : scenario.at("play").as_array())
        if (step.is_object() && step.as_object().contains("expect"))
          check(step.at("expect"), scenario.at("name"));
    }
  }
}

// ---- The dealer's words --------------------------------------------------------------------------------

/// Why the one scenario, a game of Cradle to Grave before the first card, does not hold; "" if it does.
std::string failure_of(const std::string& dealer, const std::string& then) {
  const auto reports =
      run_scenarios(R"({"game":"cradle","scenarios":[{"name":"words","clauses":[],"dealer":")" + dealer +
                        R"(","then":)" + then + "}]}",
                    "words.json");
  return reports ? reports->front().failure : reports.error().message;
}

TEST(ScenarioWords, TheDealerIsUnderstoodAsThePlayersAre) {
  EXPECT_EQ(failure_of("Stop 7 | sTOP ten", R"({"hands":["7 Ten Stop Stop","*","*","*"]})"), "");
}

TEST(ScenarioWords, OfManyCardsThatCouldComeOnlySomeAreNamed) {
  EXPECT_EQ(failure_of("7 99", R"({"actors":"dealer"})"),
            "the dealer cannot turn up '99'; possible are: draw 1, draw 2, draw 3, draw 4, draw 5, draw 6, "
            "draw 7, draw 8, draw 9, draw 0, draw Ten, draw Swap, …");
}

}  // namespace
}  // namespace lifetable::play

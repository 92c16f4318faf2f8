// SPDX-License-Identifier: Apache-2.0
// `lifetable lab` as people meet it.
#include <csignal>
#include <fstream>

#include "app/cli_testing.hpp"
#include "lab/tags_testing.hpp"
#include "play/json.hpp"

namespace lifetable::app {
namespace {

class LabCli : public Cli {
 protected:
  std::string read(const std::string& name) const {
    const auto text = play::read_file(path(name));
    EXPECT_TRUE(text) << name;
    return text ? *text : "";
  }
  /// Whether a process has begun to look out for Ctrl-C.
  static bool catches_interrupts(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("SigCgt:")) return std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1;
    return false;
  }
};

TEST_F(LabCli, WritesAPageAndSaysWhatItComesTo) {
  const Ran ran = run("lab cradle --players 2 --games 200 --samples 2");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const std::string part :
       {"Cradle to Grave, 2 players: 200 games of thoughtful, 2 looked into", "- Who begins wins ",
        "decisions a game", "The whole report: lab-cradle.html"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << ran.out;
  const std::string page = read("lab-cradle.html");
  EXPECT_EQ(lab::wrong_tags(page), "");
  EXPECT_NE(page.find("lifetable lab cradle --players 2 --games 200 --seed 1 --samples 2"),
            std::string::npos);
}

TEST_F(LabCli, SaysWhatWouldNarrowWideIntervals) {
  const Ran few = run("lab alive --players 2 --games 20 --samples 2");
  EXPECT_EQ(few.exit_code, 0) << few.err;
  for (const std::string part : {"about ± 5 with ", " games\n", " samples\n"})
    EXPECT_NE(few.out.find(part), std::string::npos) << part << few.out;
  const std::string page = read("lab-alive.html");
  for (const std::string part :
       {"<th scope=\"col\">about ± 5 with</th>", " samples</td>", "would bring them to ±&nbsp;5."})
    EXPECT_NE(page.find(part), std::string::npos) << part;

  const Ran many = run("lab alive --players 2 --bot random --games 3000 --samples 0");
  EXPECT_EQ(many.out.find("about ± 5"), std::string::npos) << many.out;
  EXPECT_EQ(read("lab-alive.html").find("about ± 5"), std::string::npos);
}

TEST_F(LabCli, PutsAHouseRuleBesideTheStandard) {
  const Ran ran =
      run("lab alive --players 2 --games 200 --samples 0 --option sudden=yes --out sudden.html --json "
          "sudden.json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("Five Alive with sudden=yes beside the standard"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("change (95% for all together)"), std::string::npos);
  EXPECT_NE(
      ran.out.find(" comparisons, of places with an equal share and of the house rule with the standard, "
                   "are judged together: of 20 reports where nothing differs, at most one says that"),
      std::string::npos)
      << ran.out;
  EXPECT_NE(read("sudden.html").find("<h1>Five Alive with sudden=yes</h1>"), std::string::npos);
  const auto json = play::parse_json(read("sudden.json"));
  ASSERT_TRUE(json);
  EXPECT_EQ(json->at("table").at("rule").as_string(), "sudden=yes");
  EXPECT_EQ(json->at("standard").at("rule").as_string(), "");
  EXPECT_FALSE(json->at("changes").as_array().empty());
}

TEST_F(LabCli, RepeatsItselfByTheCommandItPrints) {
  const Ran first = run("lab alive --players 3 --games 100 --samples 2 --seed friday --json - --threads 1");
  EXPECT_EQ(first.exit_code, 0) << first.err;
  const auto json = play::parse_json(first.out);
  ASSERT_TRUE(json) << first.out;
  const std::string command(json->at("command").as_string());
  ASSERT_TRUE(command.starts_with("lifetable ")) << command;
  EXPECT_EQ(run(command.substr(10) + " --json - --threads 3").out, first.out);
  EXPECT_FALSE(fs::exists(path("lab-alive.html")));  // only what was asked for
}

TEST_F(LabCli, ReportsOnTheCardsOfATable) {
  std::string cards = run("cards cv").out;
  const std::size_t at = cards.find("Marriage");
  ASSERT_NE(at, std::string::npos) << cards.substr(0, 300);
  write("mine.cards", cards.replace(at, 8, "<b>&Vow"));
  const Ran ran =
      run("lab cv --players 2 --bot random --games 50 --samples 0 --cards mine.cards --out cv.html");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const std::string page = read("cv.html");
  EXPECT_EQ(lab::wrong_tags(page), "");
  EXPECT_NE(page.find("&lt;b&gt;&amp;Vow"), std::string::npos);
  EXPECT_NE(page.find("<h1>CV with cards=mine.cards</h1>"), std::string::npos);
  EXPECT_NE(page.find("--bot random --cards mine.cards"), std::string::npos);
}

TEST_F(LabCli, SaysWhatItCannotDo) {
  expect_refusal("lab chess", 2, "chess");
  expect_refusal("lab cradle --players 9", 2, "2 to 5 players");
  expect_refusal("lab cradle --bot genius", 2, "there is no bot 'genius'");
  expect_refusal("lab cradle --option rounds=many", 2, "rounds");
  expect_refusal("lab cradle --cards mine.cards", 2, "cards");
  expect_refusal("lab cv --cards nowhere.cards", 3, "nowhere.cards");
  expect_refusal("lab cradle --games 0", 2, "lab --help");
  expect_refusal("lab cradle --out nowhere/report.html", 3, "there is no folder 'nowhere'");
  expect_refusal("lab cradle --json data/x.json", 3, "there is no folder 'data'");
  expect_refusal("lab cradle --out .", 3, "is a folder");
  expect_refusal("lab cradle --out ''", 2, "it must not be empty");
}

TEST_F(LabCli, EndsCleanlyWhenInterrupted) {
  const std::string page = path("big.html");
  const pid_t child = start({"lab", "alive", "--games", "1000000000", "--out", page});
  EXPECT_TRUE(eventually([&] { return catches_interrupts(child); }));
  ::kill(child, SIGINT);
  const Ran ran = ended(child);
  EXPECT_EQ(ran.exit_code, 130);
  EXPECT_EQ(ran.err, "lifetable: interrupted: no report was written\n");
  EXPECT_FALSE(fs::exists(page));
}

}  // namespace
}  // namespace lifetable::app

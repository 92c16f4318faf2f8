// `lifetable lab` as people meet it.
#include <csignal>
#include <cstdio>
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

TEST_F(LabCli, PutsAHouseRuleBesideTheStandard) {
  const Ran ran =
      run("lab alive --players 2 --games 200 --samples 0 --option sudden=yes --out sudden.html --json "
          "sudden.json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("Five Alive with sudden=yes beside the standard"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("change (95%)"), std::string::npos);
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
  const auto refused = [&](const std::string& arguments, int exit_code, const std::string& part) {
    const Ran ran = run("lab " + arguments);
    EXPECT_EQ(ran.exit_code, exit_code) << arguments;
    EXPECT_EQ(ran.out, "");
    expect_sentence(ran, part);
  };
  refused("chess", 2, "chess");
  refused("cradle --players 9", 2, "2 to 5 players");
  refused("cradle --bot genius", 2, "there is no bot 'genius'");
  refused("cradle --option rounds=many", 2, "rounds");
  refused("cradle --cards mine.cards", 2, "cards");
  refused("cv --cards nowhere.cards", 3, "nowhere.cards");
  refused("cradle --games 0", 2, "lab --help");
  refused("cradle --out nowhere/report.html", 3, "there is no folder 'nowhere'");
  refused("cradle --json data/x.json", 3, "there is no folder 'data'");
  refused("cradle --out .", 3, "is a folder");
  refused("cradle --out ''", 2, "it must not be empty");
}

TEST_F(LabCli, EndsCleanlyWhenInterrupted) {
  const std::string page = path("big.html"), err = path("err");
  const pid_t child = ::fork();
  if (child == 0) {
    if (!std::freopen(err.c_str(), "w", stderr)) ::_exit(99);
    ::execl(program().c_str(), "lifetable", "lab", "alive", "--games", "1000000000", "--out", page.c_str(),
            nullptr);
    ::_exit(99);
  }
  for (int i = 0; i < 2000 && !catches_interrupts(child); ++i) ::usleep(5'000);
  ::kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_EQ(read("err"), "lifetable: interrupted: no report was written\n");
  EXPECT_FALSE(fs::exists(page));
}

}  // namespace
}  // namespace lifetable::app

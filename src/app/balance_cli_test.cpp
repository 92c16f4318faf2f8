// SPDX-License-Identifier: Apache-2.0
// `lifetable balance` as people meet it.
#include <sstream>

#include "app/cli_testing.hpp"
#include "core/ink.hpp"

namespace lifetable::app {
namespace {

class BalanceCli : public Cli {
 protected:
  static std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }
};

TEST_F(BalanceCli, ReportsEveryNumberOfPlayersAndEndsWithTheBounds) {
  const Ran ran = run("balance cv --bot random --games 60");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const std::string part :
       {"CV, 2 players: 60 games of random", "CV, 3 players: 60", "CV, 4 players: 60", "18 Marriage",
        "12 Bicycle", "wins: fourth", "rounds a game"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
  // The bounds come last: for each number of players, and for all of them together.
  const std::size_t bounds = ran.out.rfind("\nThe bounds of the house: ");
  ASSERT_NE(bounds, std::string::npos) << ran.out;
  const std::string end = ran.out.substr(bounds);
  std::size_t at = 0;
  for (const std::string part :
       {"\n- 2 players: ", "\n- 3 players: ", "\n- 4 players: ", "\n- all 180 games together: "}) {
    at = end.find(part, at);
    ASSERT_NE(at, std::string::npos) << part << end;
    EXPECT_NE(end.find(" of ", at), std::string::npos);
  }
  for (const std::string& line : lines_of(end)) EXPECT_LE(width_of(line), 78u) << line;
}

TEST_F(BalanceCli, SaysOnceWhatItsWordsCount) {
  const std::string out = run("balance cv --bot random --games 20").out;
  const std::string legend = "payable: games in which somebody could have paid for the card.";
  EXPECT_EQ(out.find(legend), 0u) << out;
  EXPECT_EQ(out.find("payable:", 1), std::string::npos);
  EXPECT_NE(run("balance cv --bot random --games 20 --markdown").out.find("payable, games in which somebody"),
            std::string::npos);
}

TEST_F(BalanceCli, FewGamesAreNoCertainty) {
  const std::string out = run("balance cv --bot random --games 3 --players 2").out;
  EXPECT_EQ(out.find("±"), std::string::npos);
  const std::size_t all = out.find(" 100.0% ("), none = out.find(" 0.0% (0 to ");
  ASSERT_NE(all, std::string::npos) << out;
  ASSERT_NE(none, std::string::npos) << out;
  for (const std::string& line : lines_of(out)) {
    EXPECT_EQ(line.find("100.0% (100 to"), std::string::npos) << line;
    EXPECT_EQ(line.find(" 0.0% (0 to 0)"), std::string::npos) << line;
  }
}

TEST_F(BalanceCli, PrintsTablesForADocument) {
  const Ran ran = run("balance cv --bot random --games 60 --players 3 --markdown");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\n| card | 3: payable | bought | wins |\n|---|---:|---:|---:|\n| 13 "),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("\n| the game | 3 players |\n"), std::string::npos);
  EXPECT_EQ(ran.out.find("fourth"), std::string::npos);
  // An interval has two ends, which lie from 0 to 100.
  const std::string few = run("balance cv --bot random --games 3 --players 2 --markdown").out;
  EXPECT_EQ(few.find("±"), std::string::npos) << few;
  EXPECT_NE(few.find("| 100 (44–100) |"), std::string::npos) << few;
  EXPECT_NE(ran.out.find("\n\n- 3 players: "), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("together: "), std::string::npos);  // one number of players is all there is
}

TEST_F(BalanceCli, IsTheSameForTheSameSeed) {
  const std::string command = "balance cv --bot random --games 60 --players 2 --markdown --seed ";
  const std::string once = run(command + "5 --threads 1").out;
  EXPECT_EQ(run(command + "5 --threads 3").out, once);
  EXPECT_NE(run(command + "6").out, once);
  // Any text is a seed, as for sim.
  const Ran friday = run(command + "friday");
  EXPECT_EQ(friday.exit_code, 0) << friday.err;
  EXPECT_NE(friday.out, once);
  EXPECT_EQ(run(command + "friday").out, friday.out);
}

TEST_F(BalanceCli, SaysWhatItCannotDo) {
  expect_refusal("balance alive", 2, "balance is for the catalogue of CV");
  expect_refusal("balance cv --players 5", 2, "2 to 4 players");
  expect_refusal("balance cv --bot genius", 2, "there is no bot 'genius'");
  expect_refusal("balance cv --cards nowhere.cards", 3, "nowhere.cards");
  expect_sentence(run("balance cv --seed ''"), "it must not be empty");
}

TEST_F(BalanceCli, KnowsTheCatalogueOfATableByName) {
  const Ran odd = run("balance cv --bot random --games 5 --players 2 --option cards=odd");
  EXPECT_EQ(odd.exit_code, 0) << odd.err;
  EXPECT_NE(odd.out.find("Twelve moneys"), std::string::npos) << odd.out;
  expect_sentence(run("balance cv --option cards=even"), "there is no catalogue 'even'");
}

}  // namespace
}  // namespace lifetable::app

// `lifetable balance` as people meet it.
#include "app/cli_testing.hpp"

namespace lifetable::app {
namespace {

class BalanceCli : public Cli {};

TEST_F(BalanceCli, ReportsEveryNumberOfPlayersAndEndsWithTheBounds) {
  const Ran ran = run("balance cv --bot random --games 60");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const std::string part :
       {"CV, 2 players: 60 games of random", "CV, 3 players: 60", "CV, 4 players: 60", "18 Marriage",
        "12 Bicycle", "wins: fourth", "rounds a game"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
  const std::size_t last = ran.out.rfind('\n', ran.out.size() - 2);
  EXPECT_NE(ran.out.find("house cards are out of bounds", last), std::string::npos) << ran.out.substr(last);
}

TEST_F(BalanceCli, PrintsTablesForADocument) {
  const Ran ran = run("balance cv --bot random --games 60 --players 3 --markdown");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\n| card | 3: payable | bought | wins |\n|---|---:|---:|---:|\n| 13 "),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("\n| the game | 3 players |\n"), std::string::npos);
  EXPECT_EQ(ran.out.find("fourth"), std::string::npos);
}

TEST_F(BalanceCli, IsTheSameForTheSameSeed) {
  const std::string command = "balance cv --bot random --games 60 --players 2 --markdown --seed ";
  const std::string once = run(command + "5 --threads 1").out;
  EXPECT_EQ(run(command + "5 --threads 3").out, once);
  EXPECT_NE(run(command + "6").out, once);
}

TEST_F(BalanceCli, SaysWhatItCannotDo) {
  Ran ran = run("balance alive");
  EXPECT_EQ(ran.exit_code, 2);
  expect_sentence(ran, "balance is for the catalogue of CV");
  ran = run("balance cv --players 5");
  EXPECT_EQ(ran.exit_code, 2);
  expect_sentence(ran, "2 to 4 players");
  ran = run("balance cv --bot genius");
  EXPECT_EQ(ran.exit_code, 2);
  expect_sentence(ran, "there is no bot 'genius'");
  ran = run("balance cv --cards nowhere.cards");
  EXPECT_EQ(ran.exit_code, 3);
  expect_sentence(ran, "nowhere.cards");
}

}  // namespace
}  // namespace lifetable::app

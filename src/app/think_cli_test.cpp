// SPDX-License-Identifier: Apache-2.0
// `lifetable think` as people meet it.
#include "app/cli_testing.hpp"

namespace lifetable::app {
namespace {

const std::string kRecord = std::string(LIFETABLE_SOURCE_DIR) + "/docs/playthroughs/alive.ndjson";

class ThinkCli : public Cli {};

TEST_F(ThinkCli, SaysWhatItTriedAndHowItMayGoOn) {
  const Ran ran = run("think " + kRecord + " --at 72 --bot search/500");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("Bo is to act after move 72. search/500: "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("tried    wins   move"), std::string::npos);
  EXPECT_NE(ran.out.find("(play 4)"), std::string::npos);
  EXPECT_NE(ran.out.find("It may go on like this:"), std::string::npos);
}

TEST_F(ThinkCli, GivesTheSameAnswerTwiceAsJson) {
  const auto answer = [&] {
    std::string out = run("think " + kRecord + " --at 72 --bot search/500 --seed x --json").out;
    const std::size_t time = out.find("\"seconds\"");
    EXPECT_NE(time, std::string::npos) << out;
    return out.erase(time, out.find('\n', time) - time);
  };
  const std::string first = answer();
  EXPECT_NE(first.find("\"move\": \"play 4\""), std::string::npos) << first;
  EXPECT_EQ(answer(), first);
}

TEST_F(ThinkCli, RefusesWhatCannotBeThoughtAbout) {
  const auto refused = [&](const std::string& arguments, const std::string& sentence) {
    const Ran ran = run("think " + arguments);
    EXPECT_EQ(ran.exit_code, 2) << arguments;
    EXPECT_NE(ran.err.find(sentence), std::string::npos) << ran.err;
  };
  refused(kRecord + " --at 0", "the dealer is to act; choose a moment when a player is to act, with --at");
  refused(kRecord, "the game is over");
  refused(kRecord + " --at 9999", "--at 9999 is beyond them");
  refused(kRecord + " --at 72 --bot random",
          "random does not look ahead; name a search, as in --bot search/1s");
  refused(kRecord + " --at 72 --bot search/x", "'x' is no budget of a search");
}

}  // namespace
}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
#include "server/limits.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace lifetable::server {
namespace {

std::string why_not(std::string_view text) {
  AllLimits all;
  const auto done = set_limits(all, text, "my.limits");
  return done ? "" : done.error().message;
}

TEST(LimitsFile, SetsWhatItNamesAndNothingElse) {
  AllLimits all;
  ASSERT_TRUE(set_limits(
      all,
      "# few\nconnections = 50\r\n\n  of_one_address=5\nrequest = 200 ms\nsocket.silence = 9 ms\n"
      "requests = none\narrivals = 10, 1.5/s\nhall.openings = 3, 30/min\nhall.wrong_codes = 1, 2/h",
      "x"));
  EXPECT_EQ(all.limits.connections, 50u);
  EXPECT_EQ(all.limits.of_one_address, 5u);
  EXPECT_EQ(all.limits.request, std::chrono::milliseconds(200));
  EXPECT_EQ(all.limits.sockets.silence, std::chrono::milliseconds(9));
  EXPECT_EQ(all.limits.requests.a_second, 0);
  EXPECT_EQ(all.limits.arrivals.at_once, 10);
  EXPECT_EQ(all.limits.arrivals.a_second, 1.5);
  EXPECT_EQ(all.hall.openings.a_second, 0.5);
  EXPECT_EQ(all.hall.wrong_codes.a_second, 2.0 / 3600);
  EXPECT_EQ(all.hall.requests.at_once, HallSettings{}.requests.at_once);
  EXPECT_EQ(all.limits.answer, Limits{}.answer);
}

TEST(LimitsFile, IsWhatIsPrinted) {
  AllLimits all, again;
  const std::string standard = limits_as_file(all);
  EXPECT_NE(standard.find("\nconnections = 10000\n"), std::string::npos) << standard;
  EXPECT_NE(standard.find("\nhall.wrong_codes = 20, 12/h\n"), std::string::npos) << standard;
  EXPECT_NE(standard.find("\nsocket.silence = 60000 ms\n"), std::string::npos) << standard;
  ASSERT_TRUE(
      set_limits(all, "connections = 7\nhall.work = none\nhall.newcomers = 3, 0.3/h\nunread = 17 ms", "x"));
  const std::string printed = limits_as_file(all);
  EXPECT_NE(printed, standard);
  ASSERT_TRUE(set_limits(again, printed, "x"));
  EXPECT_EQ(limits_as_file(again), printed);
}

TEST(LimitsFile, IsRefusedWithASentenceThatNamesTheLine) {
  EXPECT_EQ(why_not(""), "");
  EXPECT_EQ(why_not("connections = 1\nconections = 5"),
            "my.limits, line 2: there is no limit 'conections'; lifetable serve --print-limits prints all");
  EXPECT_EQ(why_not("connections"),
            "my.limits, line 1: a line is a name and a value, as in connections = 10000");
  EXPECT_EQ(why_not("\nconnections = 5\nconnections = 5"),
            "my.limits, line 3: 'connections' has been set before");
  for (const char* number : {"x", "", "5.5", "-1", "5 5", "99999999999999999999999", "= 5", "none", "0x10"})
    EXPECT_EQ(why_not("connections = " + std::string(number)),
              "my.limits, line 1: connections = " + std::string(number) + ": it takes a whole number");
  EXPECT_EQ(why_not("connections = 0"), "my.limits, line 1: connections = 0: it must be from 1 to 10000000");
  EXPECT_EQ(why_not("answer = 15"), "my.limits, line 1: answer = 15: it takes milliseconds, as in 1500 ms");
  EXPECT_EQ(why_not("answer = 15 s"),
            "my.limits, line 1: answer = 15 s: it takes milliseconds, as in 1500 ms");
  EXPECT_EQ(why_not("answer = 0 ms"), "my.limits, line 1: answer = 0 ms: it must be from 1 to 86400000 ms");
  for (const char* rate : {"5", "5, 5", "5, 5/day", "5/s", "5, x/s", "x, 5/s", "5, 5/s/s", "", "never"})
    EXPECT_EQ(why_not("arrivals = " + std::string(rate)),
              "my.limits, line 1: arrivals = " + std::string(rate) +
                  ": it takes so many at once and then so many a second, min or h, as in 20, 6/min; or none");
  for (const char* rate :
       {"0, 5/s", "5, 0/s", "nan, 1/s", "1, nan/s", "1, inf/s", "-5, 5/s", "5, -5/s", "1e300, 5/s"})
    EXPECT_NE(why_not("arrivals = " + std::string(rate)).find("at least 1 at once and some later"),
              std::string::npos)
        << rate;
  EXPECT_NE(why_not(std::string("connections = 5\0", 16)).find("whole number"), std::string::npos);
}

TEST(LimitsFile, IsDocumentedAsItIs) {
  std::ifstream file(LIFETABLE_SOURCE_DIR "/docs/running.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string rows = limits_as_table({});
  EXPECT_NE(text.find("| name | standard | what for |\n|---|---|---|\n" + rows + "\n"), std::string::npos)
      << "docs/running.md should say:\n"
      << rows;
}

}  // namespace
}  // namespace lifetable::server

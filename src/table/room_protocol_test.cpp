// SPDX-License-Identifier: Apache-2.0
// What docs/protocol.md and the texts say about rooms is what rooms really say.
#include <gtest/gtest.h>
#include <set>

#include "play/file.hpp"
#include "table/room_testing.hpp"

namespace lifetable::table {
namespace {

std::string contents(const std::string& path) {
  const auto text = play::read_file(LIFETABLE_SOURCE_DIR "/" + path);
  EXPECT_TRUE(text) << path;
  return text ? *text : "";
}

void expect_example(const std::string& name, const boost::json::value& value) {
  std::string wanted = play::pretty(value);
  while (wanted.ends_with('\n')) wanted.pop_back();
  const std::string mark = "<!-- example: " + name + " -->\n```json\n" + wanted + "\n```\n";
  if (contents("docs/protocol.md").find(mark) != std::string::npos) return;
  const std::string path = testing::TempDir() + "protocol-" + name + ".json";
  ASSERT_TRUE(play::write_file(path, wanted + "\n"));
  ADD_FAILURE() << "docs/protocol.md: the example '" << name << "' is now what " << path << " holds";
}

TEST(RoomProtocol, ExamplesAreAsInTheDocument) {
  Evening evening(opening("alive", {"open", "normal"}));
  evening.sit_down("Bo");
  EXPECT_EQ(evening.refused("Bo", fmt::format(R"({{"do":"add","entropy":"{}"}})", std::string(64, 'b'))), "");
  expect_example("room", value_of(evening.room->state()));
  expect_example("self", value_of(evening.room->self(evening.people["Bo"])));
  Visitor guest{Visitor::guest};
  expect_example("full", evening.ask(guest, R"({"do":"sit","name":"Bo"})"));
}

/// The texts that stand between two marks, wherever they do.
std::set<std::string> all_between(const std::string& text, std::string_view begin, std::string_view end) {
  std::set<std::string> found;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    at += begin.size();
    found.insert(text.substr(at, text.find(end, at) - at));
  }
  return found;
}

TEST(RoomProtocol, EveryReasonHasATextAndIsInTheDocument) {
  const auto reasons = all_between(contents("src/table/room.cpp"), "refused(\"", "\"");
  EXPECT_GT(reasons.size(), 20u);
  const std::string document = contents("docs/protocol.md");
  for (const std::string& reason : reasons) {
    EXPECT_TRUE(english().find("room.refused." + reason)) << reason;
    EXPECT_NE(document.find("`" + reason + "`"), std::string::npos) << reason;
  }
}

TEST(RoomProtocol, EveryRequestAndPhraseIsInTheDocument) {
  Evening evening(opening("alive", open_seats(1)));
  const std::string document = contents("docs/protocol.md");
  const auto listed_in = [&](const std::string& request) {
    const std::string error = evening.refused("Ann", request) + ",";
    return all_between(error.substr(error.find("one of: ") + 7), " ", ",");
  };
  const auto requests = listed_in("{}"), phrases = listed_in(R"({"do":"say","phrase":"x"})");
  EXPECT_EQ(requests.size(), 15u);
  for (const std::string& request : requests)
    EXPECT_NE(document.find("| `" + request + "` |"), std::string::npos) << request;
  EXPECT_EQ(phrases.size(), 12u);
  for (const std::string& phrase : phrases) {
    EXPECT_NE(document.find("`" + phrase + "`"), std::string::npos) << phrase;
    EXPECT_TRUE(english().find("room.say." + phrase)) << phrase;
  }
}

}  // namespace
}  // namespace lifetable::table

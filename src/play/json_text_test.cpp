// SPDX-License-Identifier: Apache-2.0
#include "play/json_text.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "play/json.hpp"

namespace lifetable::play {
namespace {

struct Inner {
  std::vector<int> numbers;
  Phrase phrase;
};
BOOST_DESCRIBE_STRUCT(Inner, (), (numbers, phrase))

struct Outer {
  std::string name;
  bool yes = false;
  std::int64_t large = 0;
  double share = 0;
  std::vector<Inner> inner;
  boost::json::object options;
};
BOOST_DESCRIBE_STRUCT(Outer, (), (name, yes, large, share, inner, options))

TEST(JsonText, HasTheSameBytesAsATreeOfValues) {
  const Phrase phrase{"a.b",
                      {{"who", Seat{2}},
                       {"elder", {Seat{1}, true}},
                       {"nobody", kNobody},
                       {"n", -7},
                       {"text", std::string("\"x\"")},
                       {"list", std::vector<Phrase>{{"c"}, {}, {"d", {{"n", 1}}}}},
                       {"none", Phrase{}}}};
  const Outer outer{.name = "Ann",
                    .yes = true,
                    .large = INT64_MIN,
                    .share = 0.1,
                    .inner = {{{}, {}}, {{1, 0, -20}, phrase}},
                    .options = {{"players", 3}, {"teams", "no"}}};
  EXPECT_EQ(json_text(outer), boost::json::serialize(boost::json::value_from(outer)));
  EXPECT_EQ(json_text(Outer{}), boost::json::serialize(boost::json::value_from(Outer{})));
  EXPECT_EQ(json_text(Json{"[1]"}), "[1]");
}

TEST(JsonText, EscapesWhatCannotStandInAText) {
  std::string all;
  for (int c = 0; c < 0x80; ++c) all += static_cast<char>(c);
  all += "é…😀";
  EXPECT_EQ(json_text(all), boost::json::serialize(boost::json::value(all)));
}

TEST(JsonText, EscapesWhereverItStands) {
  for (std::size_t size = 0; size <= 20; ++size) {
    const std::string plain(size, 'x');
    EXPECT_EQ(json_text(plain), '"' + plain + '"');
    for (std::size_t at = 0; at < size; ++at) {
      std::string text = plain;
      text[at] = '"';
      EXPECT_EQ(json_text(text), boost::json::serialize(boost::json::value(text)));
    }
  }
}

TEST(JsonText, WritesATreeAsItIs) {
  for (const auto* text : {R"({})", R"([])", R"(null)", R"(-12)", R"({"ok":{"at":7},"re":123456789012})",
                           R"({"a\"b":["x",true,{"c":{}}],"d":false,"e":"\n"})"})
    EXPECT_EQ(json_text(boost::json::parse(text)), text);
}

TEST(JsonText, WritesAnObjectMemberByMember) {
  ObjectDraft object;
  EXPECT_TRUE(object.empty());
  object.add("name", "Ann");
  object.add("list", std::vector<int>{1, 20});
  EXPECT_EQ(object.text(), R"({"name":"Ann","list":[1,20]})");
}

TEST(JsonText, GrowsAsFarAsIsNeeded) {
  std::vector<std::string> many;
  for (int i = 0; i < 3000; ++i) many.push_back("text " + std::to_string(i));
  EXPECT_EQ(boost::json::parse(json_text(many)), boost::json::value_from(many));
  const std::string one(100'000, '\n');
  EXPECT_EQ(boost::json::parse(json_text(one)).as_string(), one);
}

}  // namespace
}  // namespace lifetable::play

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

TEST(JsonText, GrowsAsFarAsIsNeeded) {
  std::vector<std::string> many;
  for (int i = 0; i < 3000; ++i) many.push_back("text " + std::to_string(i));
  EXPECT_EQ(boost::json::parse(json_text(many)), boost::json::value_from(many));
  const std::string one(100'000, '\n');
  EXPECT_EQ(boost::json::parse(json_text(one)).as_string(), one);
}

}  // namespace
}  // namespace lifetable::play

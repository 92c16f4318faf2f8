// SPDX-License-Identifier: Apache-2.0
// How a file of texts is read. How texts are put together is in
// texts/cases.txt, which the page reads too.
#include "core/texts.hpp"

#include <gtest/gtest.h>

namespace lifetable {
namespace {

std::string refusal(std::string_view file) {
  const auto texts = Texts::from(file);
  return texts ? "" : texts.error().message;
}

TEST(Texts, AFileHasOneTextALine) {
  const auto texts = Texts::from("# Cards\n\n  card.7 = 7 \r\ncard.=21 = =21\nempty =\nlast = a = b");
  ASSERT_TRUE(texts) << texts.error().message;
  EXPECT_EQ(*texts->find("card.7"), "7");
  EXPECT_EQ(*texts->find("card.=21"), "=21");
  EXPECT_EQ(*texts->find("empty"), "");
  EXPECT_EQ(*texts->find("last"), "a = b");
  EXPECT_EQ(texts->find("card.8"), nullptr);
  EXPECT_EQ(std::distance(texts->begin(), texts->end()), 4);
  EXPECT_TRUE(Texts::from(""));
}

TEST(Texts, AWrongFileIsRefusedWithTheLine) {
  EXPECT_EQ(refusal("a = 1\n\nb: 2\n"), "line 3: 'b: 2' is no text; write: id = text");
  EXPECT_EQ(refusal("a = {n:# card|# cards\n"), "line 1: braces of a do not match");
  EXPECT_EQ(refusal("a = }{\n"), "line 1: braces of a do not match");
  EXPECT_EQ(refusal("a = 1\n# a = 2\na = 3\n"), "line 3: a stands here twice");
}

TEST(Texts, NothingIsSaidByAnEmptyPhraseAndAnIdStandsForAMissingText) {
  const auto texts = Texts::from("here = {part:nothing|some}");
  ASSERT_TRUE(texts) << texts.error().message;
  EXPECT_EQ(texts->say({}), "");
  EXPECT_EQ(texts->say({"not.here"}), "not.here");
  EXPECT_EQ(texts->say({"here", {{"part", Phrase{}}}}), "nothing") << "an empty phrase is none";
  EXPECT_EQ(texts->say({"here", {{"part", Phrase{"not.here"}}}}), "some");
}

TEST(Texts, OnlyTheReaderIsYou) {
  const auto texts = Texts::from("player.you = you\nplayer.seat = seat {n}\nplays = {who} {who:plays|play}");
  ASSERT_TRUE(texts) << texts.error().message;
  const Phrase first{"plays", {{"who", Seat{0}}}}, nobody{"plays", {{"who", kNobody}}};
  EXPECT_EQ(texts->say(first, Seat{0}, {}), "you play");
  EXPECT_EQ(texts->say(first, kDealer, {}), "seat 1 plays");
  EXPECT_EQ(texts->say(first), "seat 1 plays");
  EXPECT_NE(texts->say(nobody), "you play") << "nobody is not somebody who reads";
}

// ---- English
// ------------------------------------------------------------------------------------------

/// The names of what a text speaks of: "who" in "{Who} {who:plays|play}",
/// twice.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find('{'); at != text.npos; at = text.find('{', at + 1))
    names.emplace_back(text.substr(at + 1, text.find_first_of(":}", at) - at - 1));
  return names;
}

TEST(Texts, EnglishIsInEveryBuildAndWellFormed) {
  EXPECT_EQ(english().say({"language.name"}), "English");
  for (const auto& [id, text] : english()) {
    EXPECT_EQ(id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-="), id.npos) << id;
    for (std::string name : names_in(text)) {
      if (name.ends_with('&')) name.pop_back();
      EXPECT_FALSE(name.empty()) << id << " = " << text;
      EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", 1), name.npos) << id << " = " << text;
    }
  }
}

}  // namespace
}  // namespace lifetable

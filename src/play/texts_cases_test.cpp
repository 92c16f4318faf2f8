// SPDX-License-Identifier: Apache-2.0
// Puts every case of texts/cases.txt into words; the page reads the same file.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/texts.hpp"
#include "play/file.hpp"
#include "play/json.hpp"

namespace lifetable::play {
namespace {

Phrase phrase_from(const json::object& object);

Argument argument_from(const json::value& value) {
  if (const auto* number = value.if_int64()) return static_cast<int>(*number);
  if (const auto* text = value.if_string()) return std::string(*text);
  if (const auto* object = value.if_object())
    return {Seat{number_in(*object, "seat") - 1}, object->contains("honoured")};
  Argument::Phrases phrases;
  for (const auto& phrase : value.as_array()) phrases.push_back(phrase_from(phrase.as_object()));
  return phrases;
}

Phrase phrase_from(const json::object& object) {
  Phrase phrase{text_in(object, "id")};
  if (const auto* arguments = object.if_contains("args"))
    for (const auto& [name, value] : arguments->as_object())
      phrase.arguments.emplace_back(name, argument_from(value));
  return phrase;
}

/// The texts as lines of a file such as texts/en.txt.
std::string lines_of(const json::object& texts) {
  std::string lines;
  for (const auto& [id, text] : texts)
    lines += std::string(id) + " = " + std::string(text.as_string()) + "\n";
  return lines;
}

/// What a case says among the texts of its language.
std::string said_in(const std::string& language, const json::object& a_case) {
  const auto texts = Texts::from(language + "text = " + text_in(a_case, "text") + "\n");
  if (!texts) return texts.error().message;
  std::vector<std::string> names;
  if (const auto* all = a_case.if_contains("names"))
    for (const auto& name : all->as_array()) names.emplace_back(name.as_string());
  Phrase phrase = phrase_from(a_case);
  phrase.id = "text";
  return texts->say(phrase, a_case.contains("reader") ? Seat{number_in(a_case, "reader") - 1} : kNobody,
                    names);
}

TEST(TextsCases, AllAreSaidAsTheyShould) {
  const auto file = read_file(LIFETABLE_SOURCE_DIR "/texts/cases.txt");
  ASSERT_TRUE(file) << file.error().message;
  std::string language;
  int cases = 0, number = 0;
  for (std::size_t at = 0; at < file->size(); ++number) {
    const std::size_t end = std::min(file->find('\n', at), file->size());
    const std::string line = file->substr(at, end - at);
    at = end + 1;
    if (line.empty() || line[0] == '#') continue;
    SCOPED_TRACE("texts/cases.txt, line " + std::to_string(number + 1));
    const auto read = parse_json(line);
    ASSERT_TRUE(read) << read.error().message;
    const json::object& object = read->as_object();
    if (const auto* texts = object.if_contains("texts")) {
      language = lines_of(texts->as_object());
      continue;
    }
    const auto known = check_members(object, {"text", "said", "args", "reader", "names"}, 2);
    ASSERT_TRUE(known) << known.error().message;
    EXPECT_EQ(said_in(language, object), text_in(object, "said"));
    ++cases;
  }
  EXPECT_GT(cases, 60);
}

}  // namespace
}  // namespace lifetable::play

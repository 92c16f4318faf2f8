// SPDX-License-Identifier: Apache-2.0
#include "play/name.hpp"

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

#include "core/words.hpp"
#include "play/record.hpp"

namespace lifetable::play {
namespace {

/// Names as people have them, in many scripts.
const std::vector<std::string> kGood = {"Ann",
                                        "O'Brien",
                                        "O’Brien",
                                        "Anna Maria",
                                        "J. R.",
                                        "Bot 3",
                                        "x",
                                        "7",
                                        "!?",
                                        "José",
                                        "Jose\u0301",  // one code or two
                                        "Łucja",
                                        "Zażółć",
                                        "Nguyễn",
                                        "Nguye\u0302\u0303n",  // two accents on one letter
                                        "Ναταλία",
                                        "Юля",
                                        "Ѓорѓи",
                                        "Հայկ",
                                        "ნინო",
                                        "אברהם",
                                        "שָׁלוֹם",
                                        "مُحَمَّد",
                                        "علی رضا",
                                        "मृणाल",
                                        "क्षितिज",
                                        "தமிழ்",
                                        "สมชาย",
                                        "น้ำ",
                                        "ရွှေမြ",
                                        "សុខា",
                                        "བསྟན་འཛིན",
                                        "አበበ",
                                        "李",
                                        "山田　太郎",
                                        "はなこ",
                                        "ﾔﾏﾀﾞ",
                                        "김철수",
                                        "\u1100\u1175\u11B7",
                                        "ꦱꦿꦶ",
                                        "🦊",
                                        "Fox 🦊",
                                        "❤️",
                                        "👩‍🚀",
                                        "👩🏽‍🚀",
                                        "👨‍👩‍👧",
                                        "🏳️‍🌈",
                                        "🇵🇱",
                                        "Đặng Thị Hoài",
                                        "Ömer",
                                        "ƁƊeŋƙƴ",
                                        "Γιώργος",
                                        "Ἀχιλλεύς",
                                        "Наталья Щ.",
                                        "И\u0306ван",
                                        "יוסף",
                                        "ג׳ורג׳",
                                        "عبد الله ٧",
                                        "अर्जुन शर्मा",
                                        "কৃষ্ণা",
                                        "ਗੁਰਪ੍ਰੀਤ",
                                        "శ్రీనివాస్",
                                        "ശ്രീജിത്ത്",
                                        "ประเสริฐ",
                                        "王小明",
                                        "さくら",
                                        "サクラ・ヨーコ",
                                        "山田DJ",
                                        "Kim 철수",
                                        "ㅋㅋ",
                                        "ℋ𝑒𝓃",
                                        "𝓐𝓷𝓷",
                                        "Ａｎｎ"};

/// What nobody can see, or what is more than a letter.
const std::vector<std::string> kBad = {"",
                                       " ",
                                       "\u00A0",
                                       "\u3000",
                                       "\u2003",
                                       "\u3164",
                                       "\u115F",
                                       "\u1160",
                                       "\uFFA0",
                                       "\u2800",
                                       "\u200B",
                                       "\u00AD",
                                       "\u034F",
                                       "\u061C",
                                       "\u180E",
                                       "\u17B4",
                                       "\u2060",
                                       "\uFEFF",
                                       "\uFE0F",
                                       "\u200D",
                                       "\u200E",
                                       "\u2028",
                                       "\u202E",
                                       "\U000E0041",
                                       "\U000E0100",
                                       "\uE000",
                                       "\U000F0000",
                                       "\uFFF9",
                                       "\uFFFC",
                                       "\uFFFD",
                                       "\uFFFF",
                                       "\U00016FE4",
                                       "\u0301",
                                       "\u20DD",
                                       "\u3099",  // an accent on nothing
                                       "Ann ",
                                       " Ann",
                                       "Ann  Maria",
                                       "Ann \u00A0Maria",
                                       "\u3000Ann",
                                       "Ann\u00A0",
                                       "Ann\u200B",
                                       "A\u00ADnn",
                                       "Ann\u2060",
                                       "Ann\uFE0F",
                                       "A\u200Dnn",
                                       "Ann\u200D",
                                       "Ann\u3164",
                                       "A\u200Ann",
                                       "A\u202Fnn",
                                       "Ann\u034F",
                                       "Ann\U000E0041",
                                       "🦊\u200D",
                                       "\u200D🦊",
                                       "🦊\u200DA",
                                       "A\u200D🦊",
                                       "🦊\uFE0F\uFE0F",
                                       "🦊\u200D\u200D🦊",
                                       "🦊\u200B",
                                       "A \u0301",
                                       "A\u0301\u0302\u0303",
                                       "Z\u0335\u0321\u0353a\u0300\u0301\u0302",
                                       "ก\u0E49\u0E49\u0E49\u0E49\u0E49",
                                       "\u2F00",
                                       "\uF900",
                                       "\uFB01",
                                       "\uFE8D",  // second codes of 一, 豈, fi, ا
                                       "Ann\u2DE0",
                                       "Ann\u2CEF",
                                       "Ann\uA69E",
                                       "Ann\uA6F0",
                                       "Ann\u1CD0",
                                       "Ann\u1DC0",
                                       "Ann\u20D0",
                                       "Ann\u0E47",
                                       "Ann\u05B0",
                                       "Ann\u0489",
                                       "Ann\U000101FD",
                                       "Ann\U000102E0",  // marks of other scripts, or of none
                                       "A\u0301\u0301",
                                       "3\u0301",
                                       "🦊\u0301",
                                       "ก\u0E47\u0E47",
                                       "か\u3099\u309A",
                                       "Аnn",
                                       "Αnn",
                                       "Aոո",
                                       "AИн",
                                       "Юλя",
                                       "אn",
                                       "Ann א",
                                       "민Я",  // letters of two scripts
                                       "ᗅnn",
                                       "Ꭺnn",
                                       "𐊠nn",
                                       "ꓮꓠꓠ",
                                       "ⓐⓝⓝ",
                                       "ᴀɴɴ",
                                       "A\u01C0",
                                       "ªnn",
                                       "M⍺x",
                                       "🝌l",  // of scripts and styles that are nobody's name
                                       "م\u0640\u0640د",
                                       std::string(41, 'x'),
                                       "a\nb",
                                       "\033[2J",
                                       "\xff",
                                       "\xe2\x82",
                                       "\xc0\xaf"};

TEST(Name, MayBeOfAnyScript) {
  for (const std::string& name : kGood) EXPECT_TRUE(is_name(name)) << name;
  EXPECT_TRUE(is_name(std::string(40, 'x')));
}

TEST(Name, HasNothingThatNobodyCanSee) {
  for (const std::string& name : kBad) EXPECT_FALSE(is_name(name)) << testing::PrintToString(name);
}

TEST(Name, OfARecordMayBeWhatItWas) {
  for (const char* name : {" Ann", "Ann\u200B", "\u3164", "A\u0301\u0302\u0303", "Ann  Maria"})
    EXPECT_TRUE(is_printable_name(name)) << testing::PrintToString(name);
}

TEST(Name, LooksTheSameInAnyDress) {
  const std::vector<std::vector<std::string>> groups = {
      {"Ann", "ann", "ANN",       "Аnn",       "Αnn",       "Ａｎｎ",     "𝓐𝓷𝓷", "ⓐⓝⓝ",
       "🄰🄽🄽", "Ånn", "A\u0301nn", "Ann\u200B", "A\u00ADnn", " Ann\u3164", "Aηη", "Ꭺnn",
       "ᴀɴɴ", "Aℕn", "𝚨nn",       "𝜜nn",       "𝞐nn",       "🇦🇳🇳",        "🄐nn"},
      {"Bot 3", "bot 3", "B0t 3", "Воt 3", "Вот З", "Bot\u00A0З", "Bot\u2003 3", "ΒΟΤ 3", "𝐁𝐨𝐭 𝟛"},
      {"Lili", "lill", "1i1i", "ⅬIＬＩ", "|ili", "Łili", "Ӏılı"},
      {"José", "Jose", "Jose\u0301", "JOSÉ", "Јоѕе"},
      {"Łucja", "Lucja", "ŁUCJA"},
      {"Ναταλία", "ΝΑΤΑΛΊΑ", "ναταλια"},
      {"Юля", "ЮЛЯ", "юля"},
      {"Сора", "Copa", "сора"},
      {"Vova", "νova", "Ѵоvа"},
      {"Bo", "B○", "B⭕", "Bㅇ", "𝚩𝛐", "𝝗𝝾"},
      {"σίγμα", "𝛔ί𝛄𝛍𝛂", "𝞼ί𝝲𝝻𝝰"},
      {"ロ", "ㅁ", "口"},
      {"Nina", "ηina", "Νιnа"},
      {"Pepe", "Рере", "Ρερε"},
      {"O'Brien", "O’Brien", "0`brien", "OʼBrien"},
      {"Anna-Maria", "Anna–Maria", "Аnnа‑Маriа"},
      {"김", "\u1100\u1175\u11B7", "\uAE40"},
      {"가", "\u1100\u1161"},
      {"ﾛﾊﾞ", "ロバ", "口バ", "ロハ\u3099"},
      {"が", "か\u3099"},
      {"ぱん", "はん"},
      {"❤", "❤️", "❤\uFE0E"},
      {"போகன்", "\u0BAA\u0BC7\u0BBE\u0B95\u0BA9\u0BCD"},
      {"ज़ैद", "\u095B\u0948\u0926", "\u091C\u093C\u0948\u0926"},
      {"أحمد", "\u0627\u0654\u062D\u0645\u062F", "احمد"},
      {"แดง", "เเดง"},
      {"น้ำ", "นํ้า", "น\u0E49\u0E4Dา"},
      {"आ", "\u0905\u093E"},
      {"ओम", "\u0905\u094Bम", "\u0906\u0947म", "\u0905\u093E\u0947म"},
      {"আয়ান", "\u0985\u09BE\u09AF\u09BC\u09BEন", "\u0986\u09DF\u09BEন"},
      {"ײ", "יי"},
      {"علي ٧", "علی ۷", "على ٧"},
      {"كريم", "کریم"},
      {"ஔவை", "\u0B92\u0BB3வை"},
      {"ບໍ່ຈຳ", "ບໍ່ຈໍາ"},
  };
  for (const auto& group : groups)
    for (const std::string& name : group) EXPECT_EQ(look_of(name), look_of(group[0])) << name;
  for (const auto& one : groups)
    for (const auto& other : groups)
      EXPECT_TRUE(&one == &other || look_of(one[0]) != look_of(other[0])) << one[0] << " and " << other[0];
}

/// Python has the tables of Unicode. It writes each letter that has parts, and each two marks that may change
/// places, on a letter of the same block: in one line the texts that are the same to Unicode.
constexpr std::string_view kSameTexts = R"(
import unicodedata as u
letter = {}
marks = {}
for n in range(0x110000):
    c = chr(n)
    if u.category(c) in ("Lo", "Lu", "Ll"): letter.setdefault(n // 128, c)
    if u.combining(c): marks.setdefault(n // 128, []).append(c)
def show(*texts):
    if len({*texts}) > 1: print(*(t.encode().hex() for t in texts))
for n in range(0x110000):
    c = chr(n)
    if u.normalize("NFD", c) != c:
        on = letter.get(n // 128, "x") if u.category(c)[0] == "M" else ""
        show(on + c, on + u.normalize("NFD", c), on + u.normalize("NFC", c))
for block, all in marks.items():
    on = letter.get(block, "x")
    for a in all:
        for b in all:
            if a < b and u.normalize("NFD", on + a + b) == u.normalize("NFD", on + b + a): show(on + a + b, on + b + a)
)";

TEST(Name, LooksTheSameHoweverUnicodeWritesIt) {
  const std::string command = "python3 -c '" + std::string(kSameTexts) + "'";
  FILE* python = popen(command.c_str(), "r");
  ASSERT_TRUE(python);
  std::string output;
  for (char part[4096]; const std::size_t size = fread(part, 1, sizeof part, python);)
    output.append(part, size);
  ASSERT_EQ(pclose(python), 0);
  int compared = 0;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> texts;
    for (const auto word : words_of(line)) {
      texts.emplace_back();
      for (std::size_t i = 0; i < word.size(); i += 2)
        texts.back() += static_cast<char>(std::stoi(std::string(word.substr(i, 2)), nullptr, 16));
    }
    std::erase_if(texts, [](const std::string& text) { return !is_name(text); });
    compared += texts.size() > 1;
    for (const std::string& text : texts) EXPECT_EQ(look_of(text), look_of(texts[0])) << line;
  }
  EXPECT_GT(compared, 13'000) << "most of them syllables of Hangul";
}

TEST(Name, LooksLikeNoOtherThatIsDifferent) {
  const std::vector<std::string> others = {
      "Ann",    "Anna",  "Anne",        "An n",   "Bo",   "Bob",   "Cid",  "Dan",    "Eve",
      "Bot 1",  "Bot 2", "Bot 3",       "Юля",    "Яна",  "Мария", "Даша", "Наташа", "Ναταλία",
      "Θεός",   "Σοφία", "김철수",      "김철호", "이",   "李",    "王",   "山田",   "はなこ",
      "たろう", "สมชาย", "สมหญิง",       "मीना",   "मोना", "علی",   "رضا",  "אברהם",  "שרה",
      "🦊",     "🐢",    "👩‍🚀", "ნინო",   "!?"};
  for (const std::string& one : others)
    for (const std::string& other : others)
      EXPECT_TRUE(&one == &other || look_of(one) != look_of(other)) << one << " and " << other;
}

TEST(Text, ShowsSomethingAndPilesNoMarksOnALetter) {
  for (const char* good : {"Grüße 👋", "?", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "لْلَّٰهُ",
                           "לְשָׁלוֹם", "မျှော့", "ﷺ", "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", "∑ ≠ ∞", "Jose\u0301", "सर्वेन्द्रियाणां", " x "})
    EXPECT_TRUE(is_text(good, 200)) << good;
  for (const char* unseen :
       {"", " ", "\u00A0", "\u3000", "\u200B", "\u200D", "\uFEFF", "\u2800", "\u3164", "\uFFA0", "\uFE0F",
        "\U000E0041", "\uE000", "\U000F0000", "\u0301", " \u20DD", "\u034F\u1CD0"})
    EXPECT_FALSE(is_text(unseen, 200)) << testing::PrintToString(unseen);
  for (const std::string mark :
       {"\u0301", "\u0489", "\u0E49", "\u093C", "\u1CD0", "\u1DC0", "\u20D0", "\u2DE0", "\uA69E", "\uFE20",
        "\U00010A0F", "\U0001D165", "\U0001E8D0", "\u0301\u200D"})
    for (const std::string letter : {"a", "ก", "Ꭳ", "🦊", ""}) {
      std::string text = letter;
      for (int i = 0; i < 7; ++i) text += mark;
      EXPECT_FALSE(is_text(text + "!", 200)) << testing::PrintToString(text);
    }
  EXPECT_FALSE(is_text("\033[2J", 200));
  EXPECT_FALSE(is_text("\xff", 200));
  EXPECT_TRUE(is_text(std::string(200, 'x'), 200));
  EXPECT_FALSE(is_text(std::string(201, 'x'), 200));
}

TEST(Name, OfAnyBytesHasALookAndOneThatStays) {
  EXPECT_EQ(look_of(""), "");
  EXPECT_EQ(look_of("\u3164\u200B"), "");
  EXPECT_EQ(look_of("Ann\xff"), look_of("Ann"));
  for (const std::string& name : kGood) {
    EXPECT_NE(look_of(name), "") << name;
    EXPECT_EQ(look_of(look_of(name)), look_of(name)) << name;
  }
}

}  // namespace
}  // namespace lifetable::play

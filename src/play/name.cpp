// SPDX-License-Identifier: Apache-2.0
#include "play/name.hpp"

#include <algorithm>
#include <bitset>
#include <iterator>
#include <span>
#include <unordered_map>

#include "play/record.hpp"

namespace lifetable::play {

namespace {

struct Range {
  char32_t first, last;
};

constexpr bool is_in(std::span<const Range> ranges, char32_t c) {
  return std::ranges::any_of(ranges, [c](Range range) { return range.first <= c && c <= range.last; });
}

/// What has no shape, or another code of what has one already.
constexpr Range kNever[] = {
    {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},     {0x70F, 0x70F},
    {0x115F, 0x1160},   {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x2000, 0x200F},   {0x2028, 0x202F},   {0x205F, 0x206F},   {0x2800, 0x2800},  // blanks and directions
    {0x2E80, 0x2FDF},                                                              // parts of ideographs
    {0x3164, 0x3164},   {0xE000, 0xF8FF},                                          // private
    {0xF900, 0xFDFF},   {0xFE00, 0xFE0F},   {0xFE70, 0xFEFF},                      // forms of letters
    {0xFFA0, 0xFFDF},   {0xFFE8, 0xFFFF},   {0x13430, 0x1345F}, {0x16FE4, 0x16FE4},
    {0x1BCA0, 0x1BCA3}, {0x1D159, 0x1D159}, {0x1D173, 0x1D17A}, {0x1FFFE, 0x1FFFF},
    {0x2F800, 0x2FA1F}, {0x2FFFE, 0x2FFFF}, {0x3FFFE, 0x3FFFF}, {0xE0000, 0x10FFFF},
};

constexpr Range kBlanks[] = {{' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680},
                             {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
                             {0x205F, 0x205F}, {0x2800, 0x2800}, {0x3000, 0x3000}};

/// Accents that go on any letter: without them a letter is still the same one to a glance.
constexpr Range kAccents[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x5BF, 0x5C7},
                              {0x610, 0x61A},   {0x64B, 0x65F},   {0x670, 0x670},   {0x6D6, 0x6ED},
                              {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0x3099, 0x309A},
                              {0xFE20, 0xFE2F}, {0xFF9E, 0xFF9F}};

/// What names are written in: the letters and digits of a script, and the marks that go on its letters. Only
/// what is in use, and nothing else: so a mark that nobody knew of cannot pile up on a letter, and no letter
/// looks like one of a script that is not here.
// clang-format off: a line each
constexpr Range kLatin[] = {{0x41, 0x5A}, {0x61, 0x7A}, {0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x148}, {0x14A, 0x17E}, {0x181, 0x181}, {0x186, 0x186}, {0x189, 0x18A}, {0x18E, 0x190}, {0x194, 0x194}, {0x198, 0x199}, {0x1A0, 0x1A1}, {0x1AF, 0x1B0}, {0x1B3, 0x1B4}, {0x1CD, 0x1DC}, {0x1E6, 0x1ED}, {0x1F4, 0x1F5}, {0x1F8, 0x21B}, {0x21E, 0x21F}, {0x226, 0x233}, {0x253, 0x254}, {0x256, 0x257}, {0x259, 0x259}, {0x25B, 0x25B}, {0x263, 0x263}, {0x1E00, 0x1E99}, {0x1E9E, 0x1E9E}, {0x1EA0, 0x1EF9}, {0xFF21, 0xFF3A}, {0xFF41, 0xFF5A}, {0x1D400, 0x1D6A3}};
constexpr Range kLatinMarks[] = {{0x300, 0x30C}, {0x30F, 0x30F}, {0x311, 0x311}, {0x31B, 0x31B}, {0x323, 0x328}, {0x32D, 0x32E}, {0x331, 0x331}};
constexpr Range kEastAsian[] = {{0x1100, 0x1112}, {0x1161, 0x1175}, {0x11A8, 0x11C2}, {0x3005, 0x3007}, {0x3041, 0x3096}, {0x309D, 0x309E}, {0x30A1, 0x30FA}, {0x30FC, 0x30FE}, {0x3105, 0x312F}, {0x3131, 0x3163}, {0x31F0, 0x31FF}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}, {0xFF66, 0xFF9D}, {0x20000, 0x2A6DF}, {0x2A700, 0x2EBE0}, {0x30000, 0x3134A}};
constexpr Range kEastAsianMarks[] = {{0x3099, 0x309A}, {0xFF9E, 0xFF9F}};
constexpr Range kGreek[] = {{0x386, 0x386}, {0x388, 0x38A}, {0x38C, 0x38C}, {0x38E, 0x3A1}, {0x3A3, 0x3CE}, {0x1F00, 0x1F15}, {0x1F18, 0x1F1D}, {0x1F20, 0x1F45}, {0x1F48, 0x1F4D}, {0x1F50, 0x1F57}, {0x1F59, 0x1F59}, {0x1F5B, 0x1F5B}, {0x1F5D, 0x1F5D}, {0x1F5F, 0x1F7D}, {0x1F80, 0x1FB4}, {0x1FB6, 0x1FBC}, {0x1FC2, 0x1FC4}, {0x1FC6, 0x1FCC}, {0x1FD0, 0x1FD3}, {0x1FD6, 0x1FDB}, {0x1FE0, 0x1FEC}, {0x1FF2, 0x1FF4}, {0x1FF6, 0x1FFC}};
constexpr Range kGreekMarks[] = {{0x300, 0x301}, {0x304, 0x304}, {0x306, 0x306}, {0x308, 0x308}, {0x313, 0x314}, {0x342, 0x342}, {0x345, 0x345}};
constexpr Range kCyrillic[] = {{0x400, 0x481}, {0x48A, 0x52F}};
constexpr Range kCyrillicMarks[] = {{0x300, 0x301}, {0x304, 0x304}, {0x306, 0x306}, {0x308, 0x308}, {0x30B, 0x30B}};
constexpr Range kArmenian[] = {{0x531, 0x556}, {0x561, 0x587}};
constexpr Range kGeorgian[] = {{0x10A0, 0x10C5}, {0x10D0, 0x10FA}, {0x10FC, 0x10FF}, {0x1C90, 0x1CBA}, {0x1CBD, 0x1CBF}};
constexpr Range kHebrew[] = {{0x5BE, 0x5BE}, {0x5D0, 0x5EA}, {0x5EF, 0x5F4}};
constexpr Range kHebrewMarks[] = {{0x5B0, 0x5BC}, {0x5BF, 0x5BF}, {0x5C1, 0x5C2}, {0x5C7, 0x5C7}};
constexpr Range kArabic[] = {{0x620, 0x63F}, {0x641, 0x64A}, {0x660, 0x669}, {0x671, 0x6D3}, {0x6D5, 0x6D5}, {0x6EE, 0x6FC}, {0x6FF, 0x6FF}, {0x750, 0x77F}};
constexpr Range kArabicMarks[] = {{0x64B, 0x655}, {0x670, 0x670}};
constexpr Range kDevanagari[] = {{0x904, 0x939}, {0x93D, 0x93D}, {0x950, 0x950}, {0x958, 0x961}, {0x966, 0x96F}, {0x971, 0x97F}};
constexpr Range kDevanagariMarks[] = {{0x900, 0x903}, {0x93A, 0x93C}, {0x93E, 0x94F}, {0x951, 0x957}, {0x962, 0x963}};
constexpr Range kBengali[] = {{0x980, 0x980}, {0x985, 0x98C}, {0x98F, 0x990}, {0x993, 0x9A8}, {0x9AA, 0x9B0}, {0x9B2, 0x9B2}, {0x9B6, 0x9B9}, {0x9BD, 0x9BD}, {0x9CE, 0x9CE}, {0x9DC, 0x9DD}, {0x9DF, 0x9E1}, {0x9E6, 0x9F1}, {0x9FC, 0x9FC}};
constexpr Range kBengaliMarks[] = {{0x981, 0x983}, {0x9BC, 0x9BC}, {0x9BE, 0x9C4}, {0x9C7, 0x9C8}, {0x9CB, 0x9CD}, {0x9D7, 0x9D7}, {0x9E2, 0x9E3}, {0x9FE, 0x9FE}};
constexpr Range kGurmukhi[] = {{0xA05, 0xA0A}, {0xA0F, 0xA10}, {0xA13, 0xA28}, {0xA2A, 0xA30}, {0xA32, 0xA33}, {0xA35, 0xA36}, {0xA38, 0xA39}, {0xA59, 0xA5C}, {0xA5E, 0xA5E}, {0xA66, 0xA6F}, {0xA72, 0xA74}};
constexpr Range kGurmukhiMarks[] = {{0xA01, 0xA03}, {0xA3C, 0xA3C}, {0xA3E, 0xA42}, {0xA47, 0xA48}, {0xA4B, 0xA4D}, {0xA51, 0xA51}, {0xA70, 0xA71}, {0xA75, 0xA75}};
constexpr Range kGujarati[] = {{0xA85, 0xA8D}, {0xA8F, 0xA91}, {0xA93, 0xAA8}, {0xAAA, 0xAB0}, {0xAB2, 0xAB3}, {0xAB5, 0xAB9}, {0xABD, 0xABD}, {0xAD0, 0xAD0}, {0xAE0, 0xAE1}, {0xAE6, 0xAEF}, {0xAF9, 0xAF9}};
constexpr Range kGujaratiMarks[] = {{0xA81, 0xA83}, {0xABC, 0xABC}, {0xABE, 0xAC5}, {0xAC7, 0xAC9}, {0xACB, 0xACD}, {0xAE2, 0xAE3}, {0xAFA, 0xAFF}};
constexpr Range kOdia[] = {{0xB05, 0xB0C}, {0xB0F, 0xB10}, {0xB13, 0xB28}, {0xB2A, 0xB30}, {0xB32, 0xB33}, {0xB35, 0xB39}, {0xB3D, 0xB3D}, {0xB5C, 0xB5D}, {0xB5F, 0xB61}, {0xB66, 0xB6F}, {0xB71, 0xB71}};
constexpr Range kOdiaMarks[] = {{0xB01, 0xB03}, {0xB3C, 0xB3C}, {0xB3E, 0xB44}, {0xB47, 0xB48}, {0xB4B, 0xB4D}, {0xB55, 0xB57}, {0xB62, 0xB63}};
constexpr Range kTamil[] = {{0xB83, 0xB83}, {0xB85, 0xB8A}, {0xB8E, 0xB90}, {0xB92, 0xB95}, {0xB99, 0xB9A}, {0xB9C, 0xB9C}, {0xB9E, 0xB9F}, {0xBA3, 0xBA4}, {0xBA8, 0xBAA}, {0xBAE, 0xBB9}, {0xBD0, 0xBD0}, {0xBE6, 0xBEF}};
constexpr Range kTamilMarks[] = {{0xB82, 0xB82}, {0xBBE, 0xBC2}, {0xBC6, 0xBC8}, {0xBCA, 0xBCD}, {0xBD7, 0xBD7}};
constexpr Range kTelugu[] = {{0xC05, 0xC0C}, {0xC0E, 0xC10}, {0xC12, 0xC28}, {0xC2A, 0xC39}, {0xC3D, 0xC3D}, {0xC58, 0xC5A}, {0xC5D, 0xC5D}, {0xC60, 0xC61}, {0xC66, 0xC6F}};
constexpr Range kTeluguMarks[] = {{0xC00, 0xC04}, {0xC3C, 0xC3C}, {0xC3E, 0xC44}, {0xC46, 0xC48}, {0xC4A, 0xC4D}, {0xC55, 0xC56}, {0xC62, 0xC63}};
constexpr Range kKannada[] = {{0xC80, 0xC80}, {0xC85, 0xC8C}, {0xC8E, 0xC90}, {0xC92, 0xCA8}, {0xCAA, 0xCB3}, {0xCB5, 0xCB9}, {0xCBD, 0xCBD}, {0xCDD, 0xCDE}, {0xCE0, 0xCE1}, {0xCE6, 0xCEF}, {0xCF1, 0xCF2}};
constexpr Range kKannadaMarks[] = {{0xC81, 0xC83}, {0xCBC, 0xCBC}, {0xCBE, 0xCC4}, {0xCC6, 0xCC8}, {0xCCA, 0xCCD}, {0xCD5, 0xCD6}, {0xCE2, 0xCE3}};
constexpr Range kMalayalam[] = {{0xD04, 0xD0C}, {0xD0E, 0xD10}, {0xD12, 0xD3A}, {0xD3D, 0xD3D}, {0xD4E, 0xD4E}, {0xD54, 0xD56}, {0xD5F, 0xD61}, {0xD66, 0xD6F}, {0xD7A, 0xD7F}};
constexpr Range kMalayalamMarks[] = {{0xD00, 0xD03}, {0xD3B, 0xD3C}, {0xD3E, 0xD44}, {0xD46, 0xD48}, {0xD4A, 0xD4D}, {0xD57, 0xD57}, {0xD62, 0xD63}};
constexpr Range kSinhala[] = {{0xD85, 0xD96}, {0xD9A, 0xDB1}, {0xDB3, 0xDBB}, {0xDBD, 0xDBD}, {0xDC0, 0xDC6}, {0xDE6, 0xDEF}};
constexpr Range kSinhalaMarks[] = {{0xD81, 0xD83}, {0xDCA, 0xDCA}, {0xDCF, 0xDD4}, {0xDD6, 0xDD6}, {0xDD8, 0xDDF}, {0xDF2, 0xDF3}};
constexpr Range kThai[] = {{0xE01, 0xE30}, {0xE32, 0xE33}, {0xE40, 0xE46}, {0xE50, 0xE59}};
constexpr Range kThaiMarks[] = {{0xE31, 0xE31}, {0xE34, 0xE3A}, {0xE47, 0xE4E}};
constexpr Range kLao[] = {{0xE81, 0xE82}, {0xE84, 0xE84}, {0xE86, 0xE8A}, {0xE8C, 0xEA3}, {0xEA5, 0xEA5}, {0xEA7, 0xEB0}, {0xEB2, 0xEB3}, {0xEBD, 0xEBD}, {0xEC0, 0xEC4}, {0xEC6, 0xEC6}, {0xED0, 0xED9}, {0xEDC, 0xEDF}};
constexpr Range kLaoMarks[] = {{0xEB1, 0xEB1}, {0xEB4, 0xEBC}, {0xEC8, 0xECD}};
constexpr Range kTibetan[] = {{0xF00, 0xF00}, {0xF0B, 0xF0B}, {0xF20, 0xF29}, {0xF40, 0xF47}, {0xF49, 0xF6C}, {0xF88, 0xF8C}};
constexpr Range kTibetanMarks[] = {{0xF35, 0xF35}, {0xF37, 0xF37}, {0xF39, 0xF39}, {0xF71, 0xF84}, {0xF86, 0xF87}, {0xF8D, 0xF97}, {0xF99, 0xFBC}};
constexpr Range kMyanmar[] = {{0x1000, 0x102A}, {0x103F, 0x1049}, {0x1050, 0x1055}, {0x105A, 0x105D}, {0x1061, 0x1061}, {0x1065, 0x1066}, {0x106E, 0x1070}, {0x1075, 0x1081}, {0x108E, 0x108E}, {0x1090, 0x1099}};
constexpr Range kMyanmarMarks[] = {{0x102B, 0x103E}, {0x1056, 0x1059}, {0x105E, 0x1060}, {0x1062, 0x1064}, {0x1067, 0x106D}, {0x1071, 0x1074}, {0x1082, 0x108D}, {0x108F, 0x108F}, {0x109A, 0x109D}};
constexpr Range kEthiopic[] = {{0x1200, 0x1248}, {0x124A, 0x124D}, {0x1250, 0x1256}, {0x1258, 0x1258}, {0x125A, 0x125D}, {0x1260, 0x1288}, {0x128A, 0x128D}, {0x1290, 0x12B0}, {0x12B2, 0x12B5}, {0x12B8, 0x12BE}, {0x12C0, 0x12C0}, {0x12C2, 0x12C5}, {0x12C8, 0x12D6}, {0x12D8, 0x1310}, {0x1312, 0x1315}, {0x1318, 0x135A}};
constexpr Range kEthiopicMarks[] = {{0x135D, 0x135F}};
constexpr Range kKhmer[] = {{0x1780, 0x17B3}, {0x17D7, 0x17D7}, {0x17DC, 0x17DC}, {0x17E0, 0x17E9}};
constexpr Range kKhmerMarks[] = {{0x17B6, 0x17D3}, {0x17DD, 0x17DD}};
constexpr Range kJavanese[] = {{0xA984, 0xA9B2}, {0xA9CF, 0xA9D9}};
constexpr Range kJavaneseMarks[] = {{0xA980, 0xA983}, {0xA9B3, 0xA9C0}};
// clang-format on

struct Script {
  std::span<const Range> letters, marks;
  int most;  ///< marks on one letter
};
// Names of East Asia may have Latin letters in them; all others are of one script.
enum : std::size_t { kLatinScript, kEastAsianScript };
constexpr Script kScripts[] = {{kLatin, kLatinMarks, 2},
                               {kEastAsian, kEastAsianMarks, 1},
                               {kGreek, kGreekMarks, 2},
                               {kCyrillic, kCyrillicMarks, 2},
                               {kArmenian, {}, 4},
                               {kGeorgian, {}, 4},
                               {kHebrew, kHebrewMarks, 2},
                               {kArabic, kArabicMarks, 2},
                               {kDevanagari, kDevanagariMarks, 4},
                               {kBengali, kBengaliMarks, 4},
                               {kGurmukhi, kGurmukhiMarks, 4},
                               {kGujarati, kGujaratiMarks, 4},
                               {kOdia, kOdiaMarks, 4},
                               {kTamil, kTamilMarks, 4},
                               {kTelugu, kTeluguMarks, 4},
                               {kKannada, kKannadaMarks, 4},
                               {kMalayalam, kMalayalamMarks, 4},
                               {kSinhala, kSinhalaMarks, 4},
                               {kThai, kThaiMarks, 4},
                               {kLao, kLaoMarks, 4},
                               {kTibetan, kTibetanMarks, 4},
                               {kMyanmar, kMyanmarMarks, 4},
                               {kEthiopic, kEthiopicMarks, 4},
                               {kKhmer, kKhmerMarks, 4},
                               {kJavanese, kJavaneseMarks, 4}};

/// Digits and signs that go with any script.
constexpr Range kSigns[] = {{'!', '@'},       {'[', '`'},       {'{', '~'},       {0xA1, 0xA1},
                            {0xA7, 0xA7},     {0xAB, 0xAB},     {0xB0, 0xB0},     {0xB7, 0xB7},
                            {0xBB, 0xBB},     {0xBF, 0xBF},     {0x2BB, 0x2BC},   {0x2010, 0x2015},
                            {0x2018, 0x201F}, {0x2026, 0x2026}, {0x2032, 0x2033}, {0x2039, 0x203A},
                            {0x3001, 0x3003}, {0x3008, 0x3011}, {0x3014, 0x301C}, {0x30FB, 0x30FB},
                            {0xFF01, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}};

/// Pictures that a phone may write with a selector behind them or joiners between them.
constexpr Range kPictures[] = {{0xA9, 0xA9},       {0xAE, 0xAE},       {0x203C, 0x203C},  {0x2049, 0x2049},
                               {0x2122, 0x2122},   {0x2139, 0x2139},   {0x2190, 0x21FF},  {0x231A, 0x231B},
                               {0x2328, 0x2328},   {0x23CF, 0x23CF},   {0x23E9, 0x23FA},  {0x25A0, 0x27BF},
                               {0x2934, 0x2935},   {0x2B05, 0x2B07},   {0x2B1B, 0x2B1C},  {0x2B50, 0x2B50},
                               {0x2B55, 0x2B55},   {0x3030, 0x3030},   {0x303D, 0x303D},  {0x3297, 0x3299},
                               {0x1F000, 0x1F6FF}, {0x1F7E0, 0x1F7F0}, {0x1F900, 0x1FAFF}};

/// Letters of other styles that had codes before the rest of their alphabet, and what they mean.
constexpr std::u32string_view kGaps = U"ℂℊℋℌℍℎℐℑℒℓℕℙℚℛℜℝℤℨKℬℭℯℰℱℳℴℹⅆⅇⅈⅉ",
                              kMeant = U"cghhhhiillnpqrrrzzkbceefmoideij";
static_assert(kGaps.size() == kMeant.size());

constexpr char32_t kJoiner = 0x200D, kAsPicture = 0xFE0F;

/// Without what is no UTF-8.
std::u32string characters_of(std::string_view text) {
  std::u32string characters;
  while (!text.empty()) {
    const int c = take_character(text);
    if (c < 0) break;
    characters += static_cast<char32_t>(c);
  }
  return characters;
}

std::string utf8(const std::u32string& characters) {
  std::string text;
  for (const char32_t c : characters) {
    if (c < 0x80) {
      text += static_cast<char>(c);
      continue;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;  // bytes after the first
    text += static_cast<char>((0xF0 << (3 - more) & 0xFF) | c >> (6 * more));
    for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (c >> (6 * i) & 0x3F));
  }
  return text;
}

/// Whether what stands at that place joins emoji, or says that something is one.
bool joins_pictures(std::u32string_view name, std::size_t at) {
  const auto is_picture = [&](std::size_t i) { return i < name.size() && is_in(kPictures, name[i]); };
  if (at == 0) return false;
  if (name[at] == kAsPicture) return is_picture(at - 1);
  const std::size_t before = name[at - 1] == kAsPicture && at > 1 ? at - 2 : at - 1;
  return name[at] == kJoiner && is_picture(before) && is_picture(at + 1);
}

}  // namespace

int take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t size = first < 0x80       ? 1
                           : first >> 5 == 6  ? 2
                           : first >> 4 == 14 ? 3
                           : first >> 3 == 30 ? 4
                                              : 0;
  if (size == 0 || text.size() < size) return -1;
  unsigned code = size == 1 ? first : first & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (byte(i) >> 6 != 2) return -1;
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[size] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return -1;
  text.remove_prefix(size);
  return static_cast<int>(code);
}

namespace {

/// The script of a letter; the number of scripts if it is of none.
std::size_t script_of(char32_t c) {
  if (kGaps.find(c) != kGaps.npos) return kLatinScript;
  const auto found =
      std::ranges::find_if(kScripts, [&](const Script& each) { return is_in(each.letters, c); });
  return static_cast<std::size_t>(found - std::begin(kScripts));
}

}  // namespace

bool is_name(std::string_view name) {
  if (!is_printable_name(name)) return false;
  const std::u32string characters = characters_of(name);
  constexpr std::size_t kNone = std::size(kScripts);
  std::bitset<kNone> scripts;
  std::size_t letter = kNone;  // the script of the letter that marks may go on
  int marks = 0;
  bool after_blank = true;  // nor may it begin or end with one
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i];
    if (joins_pictures(characters, i)) continue;
    const bool blank = c == ' ' || c == 0xA0 || c == 0x3000;
    if (blank && after_blank) return false;
    after_blank = blank;
    if (letter != kNone && is_in(kScripts[letter].marks, c)) {
      if (++marks > kScripts[letter].most || c == characters[i - 1]) return false;
      continue;
    }
    marks = 0;
    letter = script_of(c);
    if (letter != kNone)
      scripts.set(letter);
    else if (!blank && !is_in(kSigns, c) && !is_in(kPictures, c))
      return false;
  }
  if (scripts.test(kEastAsianScript)) scripts.reset(kLatinScript);
  return !after_blank && scripts.count() <= 1;
}

// ---- What looks the same ------------------------------------------------------------------------------

namespace {

/// To the left what stands for all to the right. Capital letters count as small ones, so a letter that looks
/// like a Latin one only when it is small (or only when it is a capital) may be beside it all the same.
struct Alike {
  char32_t look;
  std::u32string_view characters;
};
// clang-format off: a line each
constexpr Alike kAlike[] = {
    {U'a', U"ÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặȺⱥɑᴀꭤꭺᎪꓮαΑΆάἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏὰ\u1f71ᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾰᾱᾲᾳᾴᾶᾷᾸᾹᾺ\u1fbbᾼаАӐӑӒӓ"},
    {U'b', U"ḂḃḄḅḆḇƀɃƁɓƂƃʙᏴꓐβϐΒвВьЬ"},
    {U'c', U"ÇçĆćĈĉĊċČčḈḉȻȼƇƈᴄᏟꓚⅭⅽⲤⲥϲϹсСҪҫ"},
    {U'd', U"ĎďḊḋḌḍḎḏḐḑḒḓĐđÐðƉɖƊɗƋƌȡᴅᎠꓓⅮⅾԀԁ"},
    {U'e', U"ÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệɆɇᴇᎬꓰ℮εϵΕΈέἐἑἒἓἔἕἘἙἚἛἜἝὲ\u1f73Ὲ\u1fc9еЕЀЁѐёӖӗҽҼ"},
    {U'f', U"ḞḟƑƒꜰꓝϜϝҒғ"},
    {U'g', U"ĜĝĞğĠġĢģǦǧǴǵḠḡǤǥƓɠɡɢᏀꓖԌԍց"},
    {U'h', U"ĤĥȞȟḢḣḤḥḦḧḨḩḪḫẖĦħɦʜⱧⱨᎻꓧηΗΉήἠἡἢἣἤἥἦἧἨἩἪἫἬἭἮἯὴ\u1f75ᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟῂῃῄῆῇῊ\u1fcbῌнНҢңӇӈҺһЋћ"},
    {U'j', U"ĴĵǰɈɉȷʝᴊᎫꓙЈјϳͿ"},
    {U'k', U"ĶķǨǩḰḱḲḳḴḵƘƙĸᴋᏦꓗκϰΚкКЌќҚқҜҝӃӄ"},
    {U'l', U"1|iÌÍÎÏìíîïĨĩĪīĬĭĮįİǏǐȈȉȊȋḬḭḮḯỈỉỊịĹĺĻļĽľḶḷḸḹḺḻḼḽıɪɩƗɨŁłĿŀƚȽɫʟᏞꓡꓲⅠⅰⅬⅼǀ∣❘ㅣ丨ιΙΊΐΪίϊἰἱἲἳἴἵἶἷἸἹἺἻἼἽἾἿὶ\u1f77\u1fbeῐῑῒ\u1fd3ῖῗῘῙῚ\u1fdbіІЇїӀӏ"},
    {U'm', U"ḾḿṀṁṂṃᴍᎷꓟⅯⅿϺϻµμΜмМӍӎ"},
    {U'n', U"ÑñŃńŅņŇňǸǹṄṅṆṇṈṉṊṋƝɲƞȠȵɴꓠνΝпПոռ"},
    {U'o', U"0ÒÓÔÕÖòóôõöŌōŎŏŐőƠơǑǒǪǫǬǭȌȍȎȏȪȫȬȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợØøǾǿƟɵᴏꓳⲞⲟՕօ〇○◯⭕⚪ㅇοΟΌόὀὁὂὃὄὅὈὉὊὋὌὍὸ\u1f79Ὸ\u1ff9оОӦӧөӨӪӫѲѳ"},
    {U'p', U"ṔṕṖṗƤƥᴘᏢꓑρϱΡῤῥῬрРҎҏ"},
    {U'q', U"ɊɋʠԚԛզ"},
    {U'r', U"ŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟɌɍɼɽʀᏒꓣгГЃѓҐґ"},
    {U's', U"ŚśŜŝŞşŠšȘșṠṡṢṣṤṥṦṧṨṩȿʂſꜱᏚꓢЅѕՏ"},
    {U't', U"ŢţŤťȚțṪṫṬṭṮṯṰṱẗŦŧƬƭƮʈƫȶȾᴛᎢꓔτΤтТҬҭ"},
    {U'u', U"ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰựɄʉᴜꓴՍս"},
    {U'v', U"ṼṽṾṿƲʋᴠᏙꓦⅤⅴѴѵѶѷ"},
    {U'w', U"ŴŵẀẁẂẃẄẅẆẇẈẉẘⱲⱳᴡᏔꓪԜԝѠѡωΩΏώὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὼ\u1f7dᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯῲῳῴῶῷῺ\u1ffbῼ"},
    {U'x', U"ẊẋẌẍꓫⅩⅹ×✕✖✗✘χΧхХҲҳӼӽ"},
    {U'y', U"ÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹƳƴɎɏʏᎩꓬυΥΎΫΰϋύὐὑὒὓὔὕὖὗὙὛὝὟὺ\u1f7bῠῡῢ\u1fe3ῦῧῨῩῪ\u1febϒϓϔуУЎўӮӯӰӱӲӳҮүҰұ"},
    {U'z', U"ŹźŻżŽžẐẑẒẓẔẕƵƶȤȥɀʐᴢⱫⱬᏃꓜζΖ"},
    {U'3', U"ЗзӞӟƷʒǮǯӠӡȜȝ"},
    {U'и', U"ИЍЙйѝӢӣӤӥ"},
    {U'ж', U"ЖӁӂӜӝ"},
    {U'ч', U"ЧӴӵ"},
    {U'ы', U"ЫӸӹ"},
    {U'э', U"ЭӬӭ"},
    {U'ә', U"ӘӚӛ"},
    {U'æ', U"ÆǼǽǢǣ"},
    {U'œ', U"Œ"},
    {U'þ', U"Þ"},
    {U'ŋ', U"Ŋ"},
    {U'ə', U"Ə"},
    {U'ɛ', U"Ɛ"},
    {U'ɔ', U"Ɔ"},
    {U'ß', U"ẞ"},
    {U'θ', U"ϑϴ"},
    {U'π', U"ϖ"},
    {U'σ', U"ς"},
    {U'φ', U"ϕ"},
    {U'\'', U"’‘ʼʻ`´′ʹ՚׳"},
    {U'-', U"‐‑‒–—―−"},
    {U'.', U"․·‧"},
    {U'"', U"“”„″"},
    {U'ロ', U"口囗ㅁ"},
    {U'カ', U"力"},
    {U'ニ', U"二"},
    {U'エ', U"工"},
    {U'ト', U"卜"},
    {U'タ', U"夕"},
    {U'ハ', U"八"},
    {U'ー', U"一ㅡ"},
    {U'へ', U"ヘ"},
};
// clang-format on

/// Small Greek letters that look like Latin ones other than their capitals do: beside Latin letters they are
/// meant to.
constexpr Alike kAmongLatin[] = {{U'n', U"η"}, {U'u', U"υ"}, {U'v', U"ν"}};

constexpr std::u32string_view kHalfWidth =  // from U+FF66 on
    U"ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリ"
    U"ルレロワン";

/// A letter in another style as that letter: ａ, 𝓪, ⓐ.
char32_t plain(char32_t c) {
  const auto letter = [](char32_t place) { return U'a' + place % 26; };
  if (c >= 0xFF01 && c <= 0xFF5E) return c - 0xFF01 + '!';
  if (c >= 0xFF66 && c < 0xFF66 + kHalfWidth.size()) return kHalfWidth[c - 0xFF66];
  if (c >= 0x24B6 && c <= 0x24E9) return letter(c - 0x24B6);
  if (c >= 0x1D400 && c <= 0x1D6A3) return letter(c - 0x1D400);
  if (c >= 0x1D7CE && c <= 0x1D7FF) return U'0' + (c - 0x1D7CE) % 10;
  if (c >= 0x1D6A8 && c <= 0x1D7C9) {  // Greek in the same styles
    const char32_t place = (c - 0x1D6A8) % 58;
    return place < 25    ? U'Α' + place
           : place == 25 ? U'∇'
           : place < 51  ? U'α' + place - 26
                         : U"∂ϵϑϰϕϱϖ"[place - 51];
  }
  for (const char32_t first :
       {0x1F110, 0x1F130, 0x1F150, 0x1F170, 0x1F1E6})  // in brackets, on tiles, of flags
    if (c >= first && c < first + 26) return letter(c - first);
  const auto at = kGaps.find(c);
  return at == kGaps.npos ? c : kMeant[at];
}

char32_t small(char32_t c) {
  if ((c >= 'A' && c <= 'Z') || (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F)) return c + 0x20;
  if (c >= 0x400 && c <= 0x40F) return c + 0x50;
  if (c >= 0x531 && c <= 0x556) return c + 0x30;  // Armenian
  const bool in_pairs =
      (c >= 0x460 && c <= 0x481) || (c >= 0x48A && c <= 0x4BF) || (c >= 0x4D0 && c <= 0x52F);
  return in_pairs ? c | 1 : c;
}

/// ば and ぱ without their marks.
char32_t unvoiced(char32_t c) {
  const char32_t katakana = c >= 0x30A1 && c <= 0x30F4 ? 0x60 : 0, kana = c - katakana;
  if (kana == 0x3094) return 0x3046 + katakana;
  if (kana >= 0x304C && kana <= 0x3062 && kana % 2 == 0) return c - 1;
  if (kana >= 0x3065 && kana <= 0x3069 && kana % 2 == 1) return c - 1;
  if (kana >= 0x3070 && kana <= 0x307D) return c - (kana - 0x306F) % 3;
  return c;
}

/// A syllable of Hangul from its parts, as "김" may be written as well.
bool compose(std::u32string& text, char32_t c) {
  if (text.empty()) return false;
  char32_t& last = text.back();
  if (last >= 0x1100 && last <= 0x1112 && c >= 0x1161 && c <= 0x1175)
    return last = 0xAC00 + ((last - 0x1100) * 21 + (c - 0x1161)) * 28, true;
  if (last >= 0xAC00 && last <= 0xD7A3 && (last - 0xAC00) % 28 == 0 && c >= 0x11A8 && c <= 0x11C2)
    return last += c - 0x11A7, true;
  return false;
}

using Looks = std::unordered_map<char32_t, char32_t>;

template <std::size_t kSize>
Looks looks_from(const Alike (&alike)[kSize]) {
  Looks looks;
  for (const auto& [look, characters] : alike)
    for (const char32_t c : characters) looks[c] = look;
  return looks;
}

}  // namespace

std::string look_of(std::string_view name) {
  static const Looks looks = looks_from(kAlike), among_latin = looks_from(kAmongLatin);
  std::u32string characters = characters_of(name), look;
  std::ranges::transform(characters, characters.begin(), plain);
  const bool latin = std::ranges::any_of(characters, [](char32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c < 0x250);
  });
  for (char32_t c : characters) {
    if (is_in(kBlanks, c)) {
      if (!look.empty() && look.back() != ' ') look += ' ';
      continue;
    }
    if (is_in(kAccents, c) || is_in(kNever, c)) continue;
    if (const auto found = among_latin.find(c); latin && found != among_latin.end()) c = found->second;
    c = unvoiced(small(c));
    if (const auto found = looks.find(c); found != looks.end()) c = found->second;
    if (!compose(look, c)) look += c;
  }
  if (look.ends_with(' ')) look.pop_back();
  return utf8(look);
}

}  // namespace lifetable::play

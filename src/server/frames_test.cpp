#include "server/frames.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace lifetable::server {
namespace {

constexpr std::size_t kLongest = 70'000;

/// A frame as a client sends it, masked.
std::string sent(int kind, std::string_view data, bool last = true) {
  constexpr std::string_view mask = "\x37\xfa\x21\x3d";
  std::string bytes(FrameHead(static_cast<Frame::Kind>(kind), data.size()).bytes());
  if (!last) bytes[0] = static_cast<char>(bytes[0] & 0x7F);
  bytes[1] = static_cast<char>(bytes[1] | 0x80);
  bytes += mask;
  for (std::size_t i = 0; i < data.size(); ++i) bytes += static_cast<char>(data[i] ^ mask[i % mask.size()]);
  return bytes;
}

/// What comes out of bytes that come so many at a time: "1 text", or "1002 why" for a wrong one.
std::vector<std::string> heard(std::string_view bytes, std::size_t at_a_time) {
  FrameReader reader(kLongest);
  std::vector<std::string> all;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(at_a_time, bytes.size()))) {
    reader.take(bytes.substr(0, at_a_time));
    while (const auto frame = reader.next())
      all.push_back(std::to_string(frame->kind == Frame::wrong ? frame->code : frame->kind) + " " +
                    std::string(frame->data));
  }
  return all;
}

TEST(Frames, AreReadInWhateverPiecesTheyCome) {
  const std::string longer(300, 'l'), longest(66'000, 'x');
  const std::string bytes = sent(1, "one") + sent(1, longer) + sent(9, "there?") + sent(1, "", false) +
                            sent(0, "two ", false) + sent(10, "") + sent(0, "parts") + sent(2, longest) +
                            sent(1, "é") +
                            sent(8,
                                 "\x03\xe8"
                                 "bye");
  const std::vector<std::string> wanted = {"1 one",
                                           "1 " + longer,
                                           "9 there?",
                                           "10 ",
                                           "1 two parts",
                                           "2 " + longest,
                                           "1 é",
                                           "8 \x03\xe8"
                                           "bye"};
  for (const std::size_t at_a_time : {1u, 2u, 7u, 4096u, 1'000'000u})
    EXPECT_EQ(heard(bytes, at_a_time), wanted) << at_a_time;
}

TEST(Frames, ThatAreWrongEndTheReading) {
  std::string unmasked = sent(1, "x"), extended = sent(1, "x"), long_length = sent(1, std::string(300, 'x'));
  unmasked[1] = 1;
  extended[0] = static_cast<char>(0xC1);
  long_length[2] = 0, long_length[3] = 5;
  const std::string after = sent(1, "not heard");
  const auto code = [&](const std::string& bytes) { return heard(bytes + after, 3).back().substr(0, 4); };
  EXPECT_EQ(code(unmasked), "1002");
  EXPECT_EQ(code(extended), "1002");
  EXPECT_EQ(code(long_length), "1002") << "five bytes need no long length";
  EXPECT_EQ(code(sent(3, "x")), "1002") << "no such kind";
  EXPECT_EQ(code(sent(11, "x")), "1002");
  EXPECT_EQ(code(sent(0, "x")), "1002") << "a piece of nothing";
  EXPECT_EQ(code(sent(1, "x", false) + sent(1, "y")), "1002") << "a message in the middle of another";
  EXPECT_EQ(code(sent(9, "x", false)), "1002") << "a ping in pieces";
  EXPECT_EQ(code(sent(9, std::string(126, 'x'))), "1002") << "a long ping";
  EXPECT_EQ(code(sent(8, "x")), "1002") << "half a code";
  EXPECT_EQ(code(sent(8, "\x03\xed")), "1002") << "1005 is never sent";
  EXPECT_EQ(code(sent(8, "\x03\xe8\xff")), "1007");
  EXPECT_EQ(code(sent(1, "\xc3")), "1007");
  EXPECT_EQ(code(sent(2, std::string(kLongest + 1, 'x'))), "1009");
  EXPECT_EQ(code(sent(1, std::string(kLongest, 'x'), false) + sent(0, "x")), "1009");
  EXPECT_EQ(heard(sent(1, std::string(kLongest, 'x')) + after, 999).size(), 2u) << "but so long they may be";
}

TEST(Frames, OfOursSayHowLongTheyAre) {
  EXPECT_EQ(FrameHead(Frame::text, 0).bytes(), std::string_view("\x81\x00", 2));
  EXPECT_EQ(FrameHead(Frame::close, 125).bytes(), "\x88\x7d");
  EXPECT_EQ(FrameHead(Frame::text, 126).bytes(), std::string_view("\x81\x7e\x00\x7e", 4));
  EXPECT_EQ(FrameHead(Frame::text, 65'535).bytes(), "\x81\x7e\xff\xff");
  EXPECT_EQ(FrameHead(Frame::text, 65'536).bytes(), std::string_view("\x81\x7f\0\0\0\0\0\1\0\0", 10));
}

TEST(Frames, TextIsUtf8AndNothingElse) {
  for (const char* good : {"", "plain", "é", "€", "😀", "\xed\x9f\xbf", "\xee\x80\x80", "\xf4\x8f\xbf\xbf"})
    EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad : {"\x80", "\xc3", "\xc0\x80", "\xc1\xbf", "\xe2\x82", "\xe0\x80\x80", "\xed\xa0\x80",
                          "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "x\xfey"})
    EXPECT_FALSE(is_utf8(bad)) << bad;
}

}  // namespace
}  // namespace lifetable::server

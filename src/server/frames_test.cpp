// SPDX-License-Identifier: Apache-2.0
#include "server/frames.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "core/random.hpp"

namespace lifetable::server {
namespace {

/// A frame as a client sends it.
std::string frame(int first, std::string_view data, std::string_view mask = "abcd") {
  std::string bytes(1, static_cast<char>(first));
  const int more = data.size() < 126 ? 0 : data.size() < 65536 ? 2 : 8;
  bytes += static_cast<char>(0x80 | (more == 0 ? data.size() : more == 2 ? 126 : 127));
  for (int shift = 8 * (more - 1); shift >= 0; shift -= 8) bytes += static_cast<char>(data.size() >> shift);
  bytes += mask;
  for (std::size_t i = 0; i < data.size(); ++i) bytes += static_cast<char>(data[i] ^ mask[i % 4]);
  return bytes;
}

/// What is read from these bytes, if they come in such pieces.
std::vector<std::string> read(std::string_view bytes, const std::vector<std::size_t>& pieces,
                              std::size_t longest) {
  FrameReader reader(longest);
  std::vector<std::string> all;
  for (std::size_t i = 0; !bytes.empty(); ++i) {
    const std::size_t size = std::min(bytes.size(), pieces[i % pieces.size()]);
    reader.take(bytes.substr(0, size));
    bytes.remove_prefix(size);
    while (const auto each = reader.next())
      all.push_back(std::to_string(each->kind) + (each->code ? " " + std::to_string(each->code) : "") + ": " +
                    std::string(each->data));
    EXPECT_LE(reader.size(), 2 * longest + 20 + size) << "no more is in memory than a message and a frame";
  }
  return all;
}

TEST(Frames, AreReadHoweverTheyCome) {
  const std::string longer(200, 'x'), longest(70'000, 'y');
  const std::string bytes = frame(0x81, "hello") + frame(0x89, "ping") + frame(0x01, "in ") +
                            frame(0x8A, "") + frame(0x00, "") + frame(0x80, "pieces") + frame(0x82, longer) +
                            frame(0x81, longest) + frame(0x88, std::string("\x03\xe8", 2) + "bye");
  const std::vector<std::string> expected = {"1: hello",
                                             "9: ping",
                                             "10: ",
                                             "1: in pieces",
                                             "2: " + longer,
                                             "1: " + longest,
                                             "8: " + std::string("\x03\xe8", 2) + "bye"};
  for (const std::vector<std::size_t>& pieces :
       std::vector<std::vector<std::size_t>>{{1}, {2, 3}, {7}, {100, 1}, {4096}, {1'000'000}})
    EXPECT_EQ(read(bytes, pieces, 100'000), expected);
}

TEST(Frames, ThatAreWrongSayHowToHangUpAndNothingIsReadAfterwards) {
  const auto code = [](const std::string& bytes) {
    const auto all = read(bytes + frame(0x81, "more"), {1}, 1'000);
    EXPECT_EQ(all.size(), 1u) << bytes;
    return all.empty() ? "" : all[0].substr(0, 7);
  };
  EXPECT_EQ(code("\x81\x02{}"), "16 1002");                                 // not masked
  EXPECT_EQ(code(frame(0xC1, "")), "16 1002");                              // an extension
  EXPECT_EQ(code(frame(0x83, "")), "16 1002");                              // no such kind
  EXPECT_EQ(code(frame(0x80, "")), "16 1002");                              // the end of nothing
  EXPECT_EQ(code(frame(0x01, "") + frame(0x81, "")), "16 1002");            // a message inside another
  EXPECT_EQ(code(frame(0x09, "")), "16 1002");                              // a ping in pieces
  EXPECT_EQ(code(frame(0x89, std::string(126, 'x'))), "16 1002");           // a long ping
  EXPECT_EQ(code(frame(0x88, "x")), "16 1002");                             // half a code
  EXPECT_EQ(code(frame(0x88, std::string("\x03\xed", 2))), "16 1002");      // a code that is never sent
  EXPECT_EQ(code(frame(0x81, "\xff")), "16 1007");                          // no text
  EXPECT_EQ(code(frame(0x01, "\xe2\x82") + frame(0x80, "")), "16 1007");    // half a letter
  EXPECT_EQ(code(frame(0x88, std::string("\x03\xe8\xff", 3))), "16 1007");  // a farewell that is no text
  EXPECT_EQ(code(frame(0x81, std::string(1'001, 'x'))), "16 1009");
  EXPECT_EQ(code(frame(0x01, std::string(600, 'x')) + frame(0x80, std::string(600, 'x'))), "16 1009");
  EXPECT_EQ(code("\x81\xff" + std::string(8, '\xff')), "16 1009");
}

TEST(Frames, WithoutEndNeitherFillTheMemoryNorGoOn) {
  FrameReader reader(1'000);
  // Every piece ends in the middle of a frame, so that there is always something left.
  const std::string pings = frame(0x89, "ping");
  reader.take(pings.substr(0, 3));
  for (int i = 0; i < 10'000; ++i) {
    reader.take(pings.substr(3) + pings.substr(0, 3));
    ASSERT_TRUE(reader.next());
    ASSERT_FALSE(reader.next());
    ASSERT_LE(reader.size(), 20u);
  }
  FrameReader other(1'000);
  other.take(frame(0x01, ""));
  int pieces = 0;
  for (; !other.next() && pieces < 10'000; ++pieces) other.take(frame(0x00, ""));
  EXPECT_LE(pieces, 1'000) << "empty pieces of one message";
}

TEST(Frames, MadeOfNoiseNeverHurt) {
  Xoshiro256pp rng(1);
  for (int round = 0; round < 3'000; ++round) {
    std::string bytes;
    for (int i = 0; i < 5; ++i)
      bytes += frame(static_cast<int>(below(rng, 256)), std::string(below(rng, 300), 'x'));
    for (std::uint32_t i = below(rng, 6); i > 0; --i)
      bytes[below(rng, static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(below(rng, 256));
    EXPECT_EQ(read(bytes, {1 + below(rng, 40), 1 + below(rng, 400)}, 500), read(bytes, {1'000'000}, 500));
  }
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

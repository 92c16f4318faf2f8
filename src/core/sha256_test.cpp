// SPDX-License-Identifier: Apache-2.0
#include "core/sha256.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.hpp"

namespace lifetable {
namespace {

constexpr Sha256::Digest hash_of_text(std::string_view text) {
  std::array<std::uint8_t, 128> bytes{};
  for (std::size_t i = 0; i < text.size(); ++i) bytes[i] = static_cast<std::uint8_t>(text[i]);
  return Sha256::of(std::span(bytes).first(text.size()));
}

std::string hex(const Sha256::Digest& digest) {
  std::string text;
  for (const auto byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

static_assert(hash_of_text("abc")[0] == 0xba, "it can be computed by the compiler");

TEST(Sha256, GivesTheHashesOfTheStandardsExamples) {
  EXPECT_EQ(hex(hash_of_text("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(hash_of_text("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(hash_of_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex(hash_of_text("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                             "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(hex(Sha256::of(std::vector<std::uint8_t>(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, AgreesWithOpenSslOnEveryLengthUpToAThousandBytes) {
  Xoshiro256pp rng(256);
  std::vector<std::uint8_t> bytes;
  for (std::size_t length = 0; length <= 1000; ++length) {
    Sha256::Digest theirs{};
    EVP_Digest(bytes.data(), bytes.size(), theirs.data(), nullptr, EVP_sha256(), nullptr);
    ASSERT_EQ(hex(Sha256::of(bytes)), hex(theirs)) << length << " bytes";
    bytes.push_back(static_cast<std::uint8_t>(rng()));
  }
}

}  // namespace
}  // namespace lifetable

// SPDX-License-Identifier: Apache-2.0
#include "play/deal.hpp"

#include <gtest/gtest.h>
#include <set>

namespace lifetable::play {
namespace {

Seed bytes_from(int first, int step) {
  Seed seed;
  for (std::size_t i = 0; i < 32; ++i)
    seed.bytes[i] = static_cast<std::uint8_t>(first + step * static_cast<int>(i));
  return seed;
}

const Seed kServer = bytes_from(0, 1);
const Seed kAnn = bytes_from(0xaa, 0);
const Seed kCid = bytes_from(255, -1);

/// The expected hashes are those of Python's hashlib:
///   m = b"lifetable deal 1\n" + server + bytes([len(entropy)])
///   for e in entropy: m += b"\0" if e is None else b"\1" + e
///   hashlib.sha256(m).hexdigest()
TEST(SharedDeal, GivesTheSeedThatAnybodyCanCompute) {
  const auto seed = [](const Seed& server, std::vector<std::optional<Seed>> entropy) {
    return seed_of({server, std::move(entropy)}).hex();
  };
  EXPECT_EQ(seed(kServer, {kAnn, std::nullopt, kCid}),
            "337a95ea86446a4246c3d9604f4a0d557ca0aa6d67e08cb36c17e139f9f96dba");
  EXPECT_EQ(seed(kServer, {kAnn, kCid}), "c124c7e956b1449de2408cad9ba8919f51a08e232546394721d5cad9ecb934b7");
  EXPECT_EQ(seed(kServer, {kAnn, kAnn, kAnn, kAnn, kAnn, kAnn}),
            "0ab6f78b42f16e03412daa0d15ba1d5a81c682f0c0e110369969e70594fc39d9");
  EXPECT_EQ(seed({}, {std::nullopt, std::nullopt}),
            "ade375602152b747f66c47cae0e7f12216b28e2bc2298594a420718763fabb12");
}

TEST(SharedDeal, CommitsToTheServersSeedAlone) {
  const SharedDeal deal{kServer, {kAnn, kCid}};
  EXPECT_EQ(deal.commitment(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
  EXPECT_EQ((SharedDeal{kServer, {}}).commitment(), deal.commitment());
}

TEST(SharedDeal, IsAnotherOneWithEveryBitThatIsChanged) {
  const SharedDeal deal{kServer, {kAnn, std::nullopt, kCid}};
  std::set<std::string> seeds{seed_of(deal).hex()};
  for (std::size_t bit = 0; bit < 256; ++bit) {
    const auto flip = [bit](Seed& seed) {
      seed.bytes[bit / 8] = static_cast<std::uint8_t>(seed.bytes[bit / 8] ^ 1u << bit % 8);
    };
    SharedDeal server = deal, ann = deal, cid = deal;
    flip(server.server), flip(*ann.entropy[0]), flip(*cid.entropy[2]);
    for (const SharedDeal& changed : {server, ann, cid}) seeds.insert(seed_of(changed).hex());
  }
  EXPECT_EQ(seeds.size(), 1u + 3 * 256);
}

TEST(SharedDeal, DependsOnWhoSentWhatAndWhoSentNothing) {
  const std::optional<Seed> none, zeros = Seed{};
  std::set<std::string> seeds;
  const std::vector<std::vector<std::optional<Seed>>> all = {{},
                                                             {none},
                                                             {none, none},
                                                             {none, none, none},
                                                             {kAnn},
                                                             {kAnn, none},
                                                             {none, kAnn},
                                                             {kAnn, none, kCid},
                                                             {kCid, none, kAnn},
                                                             {kAnn, kCid, none},
                                                             {kAnn, kCid},
                                                             {kCid, kAnn},
                                                             {zeros},
                                                             {zeros, none},
                                                             {none, zeros},
                                                             {kAnn, kAnn},
                                                             {zeros, zeros}};
  for (const auto& entropy : all) seeds.insert(seed_of({kServer, entropy}).hex());
  EXPECT_EQ(seeds.size(), all.size());
}

}  // namespace
}  // namespace lifetable::play

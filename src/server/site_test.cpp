// SPDX-License-Identifier: Apache-2.0
// The page's files in memory: which, and how they are prepared.
#include "server/site.hpp"

#include <filesystem>
#include <fstream>
#include <set>

#include "server/http_testing.hpp"

namespace lifetable::server {
namespace {

class Sites : public testing::Test {
 protected:
  /// The site in the folder as it is now.
  Site site() const {
    auto read = Site::read(folder_.path());
    EXPECT_TRUE(read) << read.error().message;
    return std::move(*read);
  }
  PageFolder folder_;
};

TEST_F(Sites, HoldTheFilesOfTheFolderAndNothingElse) {
  const Site read = site();
  EXPECT_EQ(read.size(), 10u);
  for (const std::string path :
       {"index.html", "assets/page-1a2b.js", "my cards.txt", "icon.png", "noise.txt"}) {
    ASSERT_TRUE(read.find("/" + path)) << path;
    EXPECT_EQ(read.find("/" + path)->bytes, folder_.bytes(path)) << path;
  }
  EXPECT_EQ(read.find("/"), read.find("/index.html"));
  for (const char* path : {"", "index.html", "//", "//index.html", "/assets", "/assets/", "/./index.html",
                           "/assets/../index.html", "/../outside.txt", "/link.txt", "/up/outside.txt",
                           "/up/web/index.html", "/.secret", "/.git/config", "/assets/.map", "/INDEX.HTML"})
    EXPECT_EQ(read.find(path), nullptr) << path;
}

TEST_F(Sites, KnowTheTypeOfEveryFileOfAPage) {
  const Site read = site();
  for (const auto& [path, type] :
       std::map<std::string, std::string>{{"/", "text/html; charset=utf-8"},
                                          {"/assets/page-1a2b.js", "text/javascript; charset=utf-8"},
                                          {"/assets/page-1a2b.css", "text/css; charset=utf-8"},
                                          {"/assets/engine-3c4d.wasm", "application/wasm"},
                                          {"/manifest.webmanifest", "application/manifest+json"},
                                          {"/icon.svg", "image/svg+xml"},
                                          {"/icon.png", "image/png"},
                                          {"/my cards.txt", "text/plain; charset=utf-8"}})
    EXPECT_EQ(read.find(path)->type, type) << path;
  folder_.add("odd.thing", "?");
  EXPECT_EQ(site().find("/odd.thing")->type, "application/octet-stream");
}

TEST_F(Sites, PackTextsAndTheEngineWhereThatMakesThemSmaller) {
  const Site read = site();
  for (const char* path : {"/", "/assets/page-1a2b.js", "/assets/engine-3c4d.wasm"}) {
    const SiteFile& file = *read.find(path);
    EXPECT_FALSE(file.packed.empty()) << path;
    EXPECT_LT(file.packed.size(), file.bytes.size()) << path;
    EXPECT_EQ(unpacked(file.packed), file.bytes) << path;
  }
  // Too short, too random, a picture.
  for (const char* path : {"/manifest.webmanifest", "/noise.txt", "/icon.png"}) {
    EXPECT_EQ(read.find(path)->packed, "") << path;
    EXPECT_EQ(read.find(path)->packed_tag, "") << path;
  }
  folder_.add("empty.txt", "");
  EXPECT_EQ(site().find("/empty.txt")->packed, "");
}

TEST_F(Sites, NameEveryContentByATagOfItsOwn) {
  const Site before = site();
  std::set<std::string> tags;
  for (const char* path : {"/", "/sw.js", "/assets/page-1a2b.js"}) {
    const SiteFile& file = *before.find(path);
    EXPECT_EQ(file.tag.size(), 34u);
    EXPECT_TRUE(file.tag.starts_with('"') && file.tag.ends_with('"')) << file.tag;
    tags.insert(file.tag);
    if (!file.packed.empty()) tags.insert(file.packed_tag);
  }
  EXPECT_EQ(tags.size(), 5u);  // sw.js is too short to be packed
  folder_.add("sw.js", "self.skipWaiting(); // new");
  const Site after = site();
  EXPECT_NE(after.find("/sw.js")->tag, before.find("/sw.js")->tag);
  EXPECT_EQ(after.find("/")->tag, before.find("/")->tag);
}

TEST_F(Sites, OnlyNamesWithAHashLast) {
  const Site read = site();
  EXPECT_TRUE(read.find("/assets/page-1a2b.js")->lasting);
  EXPECT_FALSE(read.find("/")->lasting);
  EXPECT_FALSE(read.find("/sw.js")->lasting);
}

TEST_F(Sites, AFolderWithoutAPageIsRefused) {
  for (const std::string& folder :
       {folder_.path() + "/assets", folder_.path() + "/nowhere", std::string("/")}) {
    const auto read = Site::read(folder);
    ASSERT_FALSE(read) << folder;
    EXPECT_NE(read.error().message.find("there is no page in '" + folder + "'"), std::string::npos)
        << read.error().message;
  }
}

TEST_F(Sites, AFolderFarTooLargeIsRefused) {
  for (const char* name : {"a", "b"}) {
    std::ofstream(folder_.path() + "/" + name) << "";
    std::filesystem::resize_file(folder_.path() + "/" + name, 33u << 20);  // without blocks on the disk
  }
  const auto read = Site::read(folder_.path());
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("more than 64 MiB"), std::string::npos) << read.error().message;
}

TEST_F(Sites, AFolderMayEndWithASlashOrBeALink) {
  EXPECT_TRUE(Site::read(folder_.path() + "/")->find("/assets/page-1a2b.js"));
  const std::string link = folder_.path() + "/../link-to-web";
  std::filesystem::create_directory_symlink(folder_.path(), link);
  EXPECT_TRUE(Site::read(link)->find("/assets/page-1a2b.js"));
}

}  // namespace
}  // namespace lifetable::server

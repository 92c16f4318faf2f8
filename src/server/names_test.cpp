// SPDX-License-Identifier: Apache-2.0
// Who is asked by another name does not answer: on every path, whatever else the request says.
#include "server/names.hpp"

#include <array>
#include <optional>
#include <thread>

#include "server/log.hpp"
#include "server/reach.hpp"
#include "server/server.hpp"
#include "server/socket_testing.hpp"

namespace lifetable::server {
namespace {

const std::vector<const char*> kAlwaysKnown{
    "localhost",  "localhost:8080", "LOCALHOST",        "LocalHost:1",       "localhost.", "localhost.:80",
    "localhost:", "127.0.0.1",      "127.0.0.1:65535",  "192.168.1.20:8080", "0.0.0.0",    "255.255.255.255",
    "[::1]",      "[::1]:8080",     "[fd00::12:Ab]:80", "[::ffff:10.0.0.1]", "[::]"};
const std::vector<const char*> kNeverKnown{"evil.example",
                                           "evil.example:8080",
                                           "localhost.evil.example",
                                           "127.0.0.1.evil.example",
                                           "evil.localhost",
                                           "localhost..",
                                           "127.0.0.1.",
                                           "127.0.0.1..",
                                           "user@localhost",
                                           "user:pw@localhost",
                                           "localhost@evil.example",
                                           "127.0.0.1@evil.example:80",
                                           "",
                                           ".",
                                           ":",
                                           ":80",
                                           "localhost:x",
                                           "localhost:80:80",
                                           "localhost:123456",
                                           "localhost/",
                                           "localhost evil.example",
                                           "localhost,evil.example",
                                           "127.1",
                                           "2130706433",
                                           "0x7f.0.0.1",
                                           "127.0.0.01",
                                           "256.0.0.1",
                                           "127.0.0.1.5",
                                           "::1",
                                           "[::1",
                                           "::1]",
                                           "[::1]x",
                                           "[::1]:x",
                                           "[]",
                                           "[",
                                           "]",
                                           "[127.0.0.1]",
                                           "[localhost]",
                                           "[::1%25lo]",
                                           "[evil.example]",
                                           "xn--localhost",
                                           "localhost%00"};

TEST(Names, ThoseThatCannotBeRedirectedAreKnown) {
  const Names names("box");
  for (const char* host : kAlwaysKnown) EXPECT_TRUE(names.include(host)) << host;
  for (const char* host : kNeverKnown) EXPECT_FALSE(names.include(host)) << host;
  EXPECT_FALSE(names.include(std::string_view("127.0.0.1\0", 10)));
}

TEST(Names, AMachineIsKnownByItsOwnName) {
  for (const char* machine : {"box", "Box", "box.local", "box.home.example"}) {
    const Names names(machine);
    for (const char* host : {"box", "BOX:8080", "box.local", "Box.Local:8080", "box.local.", "box."})
      EXPECT_TRUE(names.include(host)) << machine << ' ' << host;
    for (const char* host : {"box.evil.example", "box.local.evil.example", "xbox", "bo", "local",
                             "home.example", "box.home", "x.box.local", "boxlocal"})
      EXPECT_FALSE(names.include(host)) << machine << ' ' << host;
    EXPECT_EQ(names.include("box.home.example"), std::string_view(machine) == "box.home.example");
  }
  for (const char* none : {"", ".", "a b", "x\""}) EXPECT_FALSE(Names(none).include(none)) << none;
}

TEST(Names, OthersAreKnownOnceTheyAreGiven) {
  const Names names("box", {"table.example.org", "Cards.Example"});
  for (const char* host :
       {"table.example.org", "TABLE.example.org:443", "cards.example", "table.example.org.", "box"})
    EXPECT_TRUE(names.include(host)) << host;
  for (const char* host : {"example.org", "x.table.example.org", "table", "table.example.org.evil.example"})
    EXPECT_FALSE(names.include(host)) << host;
}

TEST(Names, ANameIsWhatBrowsersSend) {
  for (const char* name : {"x", "table.example.org", "xn--w-uga1v8h.example", "my_box", "box-2.local"})
    EXPECT_TRUE(is_name(name)) << name;
  for (const char* name :
       {"", ".", "x.", ".x", "x..y", "x:80", "http://x", "x/y", "a b", "ż.example", "[::1]", "a@b"})
    EXPECT_FALSE(is_name(name)) << name;
  EXPECT_FALSE(is_name(std::string(254, 'x')));
}

/// A server with tables, known as table.example.
class Named : public testing::Test {
 protected:
  Named() { quiet_log(true); }
  ~Named() override {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  void begin(const std::string& listen = "127.0.0.1", Limits limits = {.arrivals = {}, .requests = {}}) {
    auto site = Site::read(folder_.path());
    ASSERT_TRUE(site) << site.error().message;
    auto opened = Server::open(std::move(*site), listen, 0, limits, {"table.example"});
    ASSERT_TRUE(opened) << opened.error().message;
    auto store = store::open_sqlite(":memory:");
    ASSERT_TRUE(store) << store.error().message;
    server_.emplace(std::move(*opened));
    server_->host(std::move(*store), {});
    thread_ = std::thread([this] { server_->run(); });
  }
  /// The reply to a request as that path wants it, with these lines for a Host.
  Reply ask(std::string_view path, const std::string& lines, std::string_view version = "1.1") const {
    Client client(server_->port());
    const std::string start = std::string(path) + " HTTP/" + std::string(version) + "\r\n" + lines;
    if (path == "/ws")
      client.say("GET " + start +
                 "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    else if (path == "/api")
      client.say("POST " + start + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    else
      client.say("GET " + start + "\r\n");
    return client.reply();
  }
  static std::string host(std::string_view name) { return "Host: " + std::string(name) + "\r\n"; }

  /// Every place that there is, and one that is not; with what is answered there.
  static constexpr std::array<std::pair<std::string_view, int>, 9> kPlaces{{{"/", 200},
                                                                            {"/sw.js", 200},
                                                                            {"/healthz", 200},
                                                                            {"/readyz", 200},
                                                                            {"/metrics", 200},
                                                                            {"/where", 200},
                                                                            {"/api", 400},
                                                                            {"/ws", 101},
                                                                            {"/nowhere", 404}}};
  PageFolder folder_;
  std::optional<Server> server_;
  std::thread thread_;
};

TEST_F(Named, ServersAnswerToTheirNamesEverywhere) {
  begin();
  std::vector<std::string> known(kAlwaysKnown.begin(), kAlwaysKnown.end());
  known.insert(known.end(), {"table.example", "Table.Example:8080"});
  if (const std::string machine = machine_name(); is_name(machine)) {
    const std::string first = machine.substr(0, machine.find('.'));
    known.insert(known.end(), {machine, first + ":80", first + ".local"});
  }
  for (const std::string& name : known)
    for (const auto& [path, status] : kPlaces)
      EXPECT_EQ(ask(path, host(name)).status, status) << name << path;
}

TEST_F(Named, ServersRefuseOtherNamesEverywhere) {
  begin();
  for (const char* name : kNeverKnown)
    for (const auto& [path, status] : kPlaces) {
      const Reply reply = ask(path, host(name));
      EXPECT_EQ(reply.status, 421) << name << path;
      EXPECT_NE(reply.body.find("lifetable serve --name NAME"), std::string::npos) << name << path;
    }
}

TEST_F(Named, ServersRefuseAPageWhoseNameWasLedHere) {
  begin();
  // To the browser both are the same page.
  for (const char* path : {"/ws", "/api", "/where"})
    EXPECT_EQ(ask(path, "Host: evil.example:8080\r\nOrigin: http://evil.example:8080\r\n").status, 421)
        << path;
}

TEST_F(Named, ServersLetOnlyTheirOwnPagePlay) {
  begin();
  for (const char* name : {"localhost:8080", "127.0.0.1", "[::1]:80", "table.example"})
    for (const char* scheme : {"http://", "https://"}) {
      EXPECT_EQ(ask("/ws", host(name) + "Origin: " + scheme + name + "\r\n").status, 101) << name;
      EXPECT_EQ(ask("/api", host(name) + "Origin: " + scheme + name + "\r\n").status, 400) << name;
    }
  // Also one of our names is another page if it is not the name that was asked.
  for (const char* origin : {"http://evil.example", "http://localhost:1", "http://127.0.0.1:8080", "null",
                             "http://", "http://localhost:8080.evil.example", "ftp://localhost:8080"})
    for (const char* path : {"/ws", "/api"})
      EXPECT_EQ(ask(path, "Host: localhost:8080\r\nOrigin: " + std::string(origin) + "\r\n").status, 403)
          << origin;
}

TEST_F(Named, ServersDoNotGuessBetweenSeveralHosts) {
  begin();
  for (const auto& [path, status] : kPlaces) {
    EXPECT_EQ(ask(path, host("localhost") + host("evil.example")).status, 400) << path;
    EXPECT_EQ(ask(path, host("evil.example") + host("localhost")).status, 400) << path;
    EXPECT_EQ(ask(path, host("localhost") + host("localhost")).status, 400) << path;
    EXPECT_EQ(ask(path, "").status, 400) << path;
  }
}

TEST_F(Named, ServersAnswerOldProgramsThatNameNoHost) {
  begin();
  for (const auto& [path, status] : kPlaces)
    EXPECT_EQ(ask(path, "", "1.0").status, path == "/api" || path == "/ws" ? 403 : status) << path;
  for (const auto& [path, status] : kPlaces) {
    EXPECT_EQ(ask(path, host("evil.example"), "1.0").status, 421) << path;
    EXPECT_EQ(ask(path, host("localhost") + host("evil.example"), "1.0").status, 400) << path;
  }
}

TEST_F(Named, ServersLookAtTheNameInAWholeAddressToo) {
  begin();
  EXPECT_EQ(ask("http://localhost:8080/sw.js", host("localhost:8080")).status, 200);
  for (const char* target :
       {"http://evil.example/sw.js", "HTTPS://evil.example", "http://localhost@evil.example/",
        "http://user@localhost/", "http://evil.example?localhost/", "http:///sw.js"})
    EXPECT_EQ(ask(target, host("localhost")).status, 421) << target;
  EXPECT_EQ(ask("http://localhost/sw.js", host("evil.example")).status, 421);
}

TEST_F(Named, ARefusalByHeadersAloneHasNoBody) {
  begin();
  Client client(server_->port());
  client.say("HEAD / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  EXPECT_EQ(client.reply(true).status, 421);
  EXPECT_TRUE(client.is_over_in_good_order());
}

TEST_F(Named, ServersTellThisMachineAloneWhereTheyAre) {
  begin("0.0.0.0");
  const Reply reply = ask("/where", host("localhost"));
  EXPECT_EQ(reply.headers.at("Content-Type"), "application/json");
  EXPECT_EQ(reply.headers.at("Cache-Control"), "no-store");
  const auto where = json::parse(reply.body).as_object();
  EXPECT_EQ(where.at("reach"), "network");
  EXPECT_EQ(where.at("command"), "make party");
  const auto addresses = server_->addresses();
  EXPECT_EQ(where.at("addresses"), json::array(addresses.begin(), addresses.end()));
  // The name that was given comes last, whatever addresses this machine has.
  ASSERT_FALSE(addresses.empty());
  EXPECT_EQ(addresses.back(), "http://table.example:" + std::to_string(server_->port()));
  EXPECT_EQ(ask("/where", host("localhost") + "X-Forwarded-For: 192.0.2.1\r\n").body,
            R"({"reach":"network","addresses":[],"command":"make party"})");
}

TEST_F(Named, ServersForThisMachineAloneSaySo) {
  begin();
  EXPECT_EQ(ask("/where", host("localhost")).body,
            R"({"reach":"machine","addresses":[],"command":"make party"})");
  EXPECT_TRUE(server_->addresses().empty());
}

TEST_F(Named, BehindAProxyTheNameHasNoAddressHere) {
  begin("0.0.0.0", {.behind_proxy = true});
  for (const std::string& address : server_->addresses())
    EXPECT_EQ(address.find("table.example"), std::string::npos) << address;
  EXPECT_EQ(ask("/", host("table.example") + "X-Forwarded-For: 192.0.2.1\r\n").status, 200);
}

}  // namespace
}  // namespace lifetable::server

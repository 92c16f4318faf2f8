// SPDX-License-Identifier: Apache-2.0
// A server on a real port, and clients of every kind.
#include "server/server.hpp"

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "server/answer.hpp"
#include "server/http_testing.hpp"

namespace lifetable::server {
namespace {

using std::chrono::milliseconds;

/// More than the system keeps for a client that does not read.
constexpr std::size_t kLarge = 6u << 20;

class Servers : public testing::Test {
 protected:
  void begin(Limits limits = {}) {
    open(limits);
    run();
  }
  /// Takes the port; whoever comes has to wait until `run`, and what they say as well.
  void open(Limits limits) {
    auto site = Site::read(folder_.path());
    ASSERT_TRUE(site) << site.error().message;
    auto opened = Server::open(std::move(*site), "127.0.0.1", 0, limits);
    ASSERT_TRUE(opened) << opened.error().message;
    server_.emplace(std::move(*opened));
  }
  void run() {
    thread_ = std::thread([this] { server_->run(); });
  }
  void end() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  void TearDown() override { end(); }

  /// For clients that say a lot on a slow machine before they listen.
  static Limits patient() { return {.farewell = milliseconds(20'000)}; }
  std::uint16_t port() const { return server_->port(); }
  /// The same on a connection of its own.
  Reply get(std::string_view path, std::string_view headers = "", std::string_view method = "GET") const {
    return Client(port()).get(path, headers, method);
  }
  /// The reply to these bytes, after which the server hangs up.
  Reply last_reply_to(std::string_view bytes) const {
    Client client(port());
    client.say(bytes);
    const Reply reply = client.reply();
    EXPECT_TRUE(client.is_over_in_good_order()) << bytes.substr(0, 100);
    return reply;
  }

  PageFolder folder_;
  std::optional<Server> server_;
  std::thread thread_;
};

TEST_F(Servers, GiveThePageAndItsFiles) {
  begin();
  const Reply page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, folder_.bytes("index.html"));
  EXPECT_EQ(page.headers.at("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(get("/index.html").body, page.body);
  EXPECT_EQ(get("/?utm=1").body, page.body);
  EXPECT_EQ(get("/my%20cards.txt").body, "spaces are fine");
  const Reply engine = get("/assets/engine-3c4d.wasm");
  EXPECT_EQ(engine.body, folder_.bytes("assets/engine-3c4d.wasm"));
  EXPECT_EQ(engine.headers.at("Content-Type"), "application/wasm");
}

TEST_F(Servers, SayThatTheyAreWell) {
  begin();
  const Reply reply = get("/healthz");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "ok");
  EXPECT_EQ(reply.headers.at("Cache-Control"), "no-store");
}

TEST_F(Servers, LetHashedNamesBeKeptAndTheRestBeAskedForAgain) {
  begin();
  EXPECT_EQ(get("/assets/page-1a2b.js").headers.at("Cache-Control"), "public, max-age=31536000, immutable");
  for (const char* path : {"/", "/sw.js", "/manifest.webmanifest", "/icon.svg", "/assets/old-9f9f.js"})
    EXPECT_EQ(get(path).headers.at("Cache-Control"), "no-cache") << path;
}

TEST_F(Servers, SendGzipToThoseWhoTakeIt) {
  begin();
  const Reply packed = get("/assets/page-1a2b.js", "Accept-Encoding: gzip, deflate, br\r\n");
  EXPECT_EQ(packed.headers.at("Content-Encoding"), "gzip");
  EXPECT_EQ(packed.headers.at("Vary"), "Accept-Encoding");
  EXPECT_EQ(packed.headers.at("Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(unpacked(packed.body), folder_.bytes("assets/page-1a2b.js"));

  const Reply plain = get("/assets/page-1a2b.js", "Accept-Encoding: br, gzip;q=0\r\n");
  EXPECT_FALSE(plain.headers.contains("Content-Encoding"));
  EXPECT_EQ(plain.headers.at("Vary"), "Accept-Encoding");
  EXPECT_EQ(plain.body, folder_.bytes("assets/page-1a2b.js"));
  EXPECT_NE(plain.headers.at("ETag"), packed.headers.at("ETag"));

  const Reply lines = get("/assets/page-1a2b.js", "Accept-Encoding: br\r\nAccept-Encoding: gzip\r\n");
  EXPECT_EQ(lines.body, packed.body);
  const Reply picture = get("/icon.png", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(picture.body, folder_.bytes("icon.png"));
  EXPECT_FALSE(picture.headers.contains("Vary"));
}

TEST_F(Servers, SendNothingAgainToThoseWhoHaveIt) {
  begin();
  for (const std::string taking : {"", "Accept-Encoding: gzip\r\n"}) {
    const Reply first = get("/", taking);
    Client client(port());
    const Reply again = client.get("/", taking + "If-None-Match: " + first.headers.at("ETag") + "\r\n");
    EXPECT_EQ(again.status, 304);
    for (const char* name : {"ETag", "Cache-Control", "Vary", "Content-Security-Policy"})
      EXPECT_EQ(again.headers.at(name), first.headers.at(name)) << name;
    for (const char* name : {"Content-Length", "Content-Type", "Content-Encoding"})
      EXPECT_FALSE(again.headers.contains(name)) << name;
    const Reply other = client.get("/", taking + "If-None-Match: \"other\"\r\n");  // on the same connection
    EXPECT_EQ(other.status, 200);
    EXPECT_EQ(other.body, first.body);
  }
}

TEST_F(Servers, AnswerHeadLikeGetWithoutTheBody) {
  begin();
  Client client(port());
  for (const char* path : {"/", "/assets/page-1a2b.js", "/nowhere", "/healthz"}) {
    const Reply whole = get(path);
    Reply head = client.get(path, "", "HEAD");
    EXPECT_EQ(head.status, whole.status);
    EXPECT_EQ(head.body, "");
    head.headers["Date"] = whole.headers.at("Date");
    EXPECT_EQ(head.headers, whole.headers) << path;
  }
}

TEST_F(Servers, SendTheSameStrictHeadersWithEveryAnswer) {
  begin();
  const Reply good = get("/"), same = get("/", "If-None-Match: *\r\n"), missing = get("/x"),
              wrong = get("/", "", "DELETE"), bad = last_reply_to("nonsense\r\n\r\n"), well = get("/healthz");
  EXPECT_EQ(good.status, 200);
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(missing.status, 404);
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(bad.status, 400);
  EXPECT_EQ(well.status, 200);
  for (const Reply& reply : {good, same, missing, wrong, bad, well}) {
    for (const auto& [name, value] : kAlways)
      EXPECT_EQ(reply.headers.at(std::string(name)), value) << reply.status;
    EXPECT_TRUE(reply.headers.at("Date").ends_with(" GMT")) << reply.status;
  }
  EXPECT_EQ(
      good.headers.at("Content-Security-Policy"),
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: "
      "blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'none'");
  EXPECT_EQ(good.headers.at("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(good.headers.at("Referrer-Policy"), "no-referrer");
  EXPECT_EQ(good.headers.at("Cross-Origin-Opener-Policy"), "same-origin");
  EXPECT_NE(good.headers.at("Permissions-Policy").find("camera=()"), std::string::npos);
}

TEST_F(Servers, WhatIsNotThereGetsAPageWithinThePolicy) {
  begin();
  const Reply reply = get("/nowhere");
  EXPECT_EQ(reply.status, 404);
  EXPECT_EQ(reply.headers.at("Content-Type"), "text/html; charset=utf-8");
  EXPECT_NE(reply.body.find("<h1>There is nothing here</h1>"), std::string::npos) << reply.body;
  for (const char* forbidden : {"<style", "<script", "style=", "src=", "onclick", "http:"})
    EXPECT_EQ(reply.body.find(forbidden), std::string::npos) << forbidden;
}

TEST_F(Servers, NothingOutsideTheFolderCanBeReached) {
  begin();
  Client client(port());
  for (const char* path : {"/../outside.txt",
                           "/%2e%2e/outside.txt",
                           "/%2E%2E%2Foutside.txt",
                           "/..%2foutside.txt",
                           "/assets/../../outside.txt",
                           "/..%5coutside.txt",
                           "//outside.txt",
                           "//",
                           "//index.html",
                           "/./index.html",
                           "/../../../../etc/passwd",
                           "//etc/passwd",
                           "/%2fetc%2fpasswd",
                           "/%252e%252e/outside.txt",
                           "/index.html%00.txt",
                           "/index.html/",
                           "/link.txt",
                           "/up/outside.txt",
                           "/.secret",
                           "/.git/config",
                           "/%2esecret",
                           "/assets/.map",
                           "/assets/"}) {
    const Reply reply = client.get(path);
    EXPECT_EQ(reply.status, 404) << path;
    EXPECT_NE(reply.body.find("There is nothing here"), std::string::npos) << path;
  }
  EXPECT_EQ(client.get("/%zz").status, 400);
  EXPECT_EQ(client.get("/").status, 200);  // the connection is as good as before
}

TEST_F(Servers, OnlyReadingIsAllowed) {
  begin();
  for (const char* method :
       {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "get", "BREW"}) {
    const Reply reply = get("/", "", method);
    EXPECT_EQ(reply.status, 405) << method;
    EXPECT_EQ(reply.headers.at("Allow"), "GET, HEAD") << method;
  }
  EXPECT_EQ(get("/healthz", "", "POST").status, 405);
}

TEST_F(Servers, BodiesAreNeitherReadNorTakenForRequests) {
  begin(patient());
  const std::string post = "POST / HTTP/1.1\r\nHost: localhost\r\n",
                    get = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  const std::string inner = "GET /sw.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
  EXPECT_EQ(last_reply_to(post + "Content-Length: 100000000000\r\n\r\n").status, 405);
  EXPECT_EQ(
      last_reply_to(post + "Content-Length: " + std::to_string(inner.size()) + "\r\n\r\n" + inner).status,
      405);
  EXPECT_EQ(last_reply_to(post + "Content-Length: 400000\r\n\r\n" + std::string(400'000, 'x')).status, 405);
  EXPECT_EQ(
      last_reply_to(get + "Content-Length: " + std::to_string(inner.size()) + "\r\n\r\n" + inner).status,
      400);
  EXPECT_EQ(last_reply_to(get + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner).status, 400);
  EXPECT_EQ(Client(port()).get("/", "Content-Length: 0\r\n").status, 200);
}

TEST_F(Servers, MalformedRequestsAreRefusedAndHarmNobody) {
  begin(patient());
  Client good(port());
  EXPECT_EQ(good.get("/").status, 200);
  const std::string host = "Host: localhost\r\n";
  for (const std::string& bytes : std::vector<std::string>{
           "nonsense\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\n" + host + "\r\n",
           "GET / HTTP/2.0\r\n" + host + "\r\n", "GET  / HTTP/1.1\r\n" + host + "\r\n",
           "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n" + host + "a b: c\r\n\r\n",
           "GET / HTTP/1.1\r\n" + host + "Content-Length: x\r\n\r\n",
           "GET / HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
           "GET / HTTP/1.1\r\n" + host +
               "x: a\x01"
               "b\r\n\r\n",
           "GET /\x01 HTTP/1.1\r\n" + host + "\r\n",
           std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) +
               "a browser that tries TLS\r\n\r\n",
           std::string(1000, '\0'), "\xff\xfe\xfd\xfc\r\n\r\n"})
    EXPECT_EQ(last_reply_to(bytes).status, 400) << bytes.substr(0, 60);
  EXPECT_EQ(Client(port()).get("*").status, 400);
  // Without a host, or with two, one would have to guess.
  Client none(port()), two(port());
  none.say("GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(none.reply().status, 400);
  EXPECT_EQ(two.get("/", host).status, 400);
  // Some just leave.
  for (const char* bytes : {"", "G", "GET / HTTP/1.1\r\nHost"}) Client(port()).say(bytes);
  EXPECT_EQ(good.get("/").status, 200);
}

TEST_F(Servers, HugeHeadersAreRefused) {
  begin(patient());
  const std::string start = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  EXPECT_EQ(last_reply_to(start + "Cookie: " + std::string(100'000, 'x') + "\r\n\r\n").status, 431);
  EXPECT_EQ(last_reply_to("GET /" + std::string(100'000, 'x') + " HTTP/1.1\r\n\r\n").status, 431);
  std::string many = start;
  for (int i = 0; i < 20'000; ++i) many += "a: b\r\n";
  EXPECT_EQ(last_reply_to(many + "\r\n").status, 431);
  EXPECT_EQ(get("/", "Cookie: " + std::string(10'000, 'x') + "\r\n").status, 200);
}

TEST_F(Servers, KeepConnectionsForMoreRequests) {
  begin();
  Client client(port());
  for (int i = 0; i < 100; ++i) ASSERT_EQ(client.get("/").body, folder_.bytes("index.html")) << i;
  // Sent ahead, they are answered in their order.
  client.say(
      "GET /sw.js HTTP/1.1\r\nHost: localhost\r\n\r\nGET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.reply().body, folder_.bytes("sw.js"));
  EXPECT_EQ(client.reply().body, folder_.bytes("icon.svg"));

  const Reply last = client.get("/sw.js", "Connection: close\r\n");
  EXPECT_EQ(last.body, folder_.bytes("sw.js"));
  EXPECT_EQ(last.headers.at("Connection"), "close");
  EXPECT_TRUE(client.is_over());
}

TEST_F(Servers, OldClientsGetOneAnswerAConnection) {
  begin();
  EXPECT_EQ(last_reply_to("GET /sw.js HTTP/1.0\r\n\r\n").body, folder_.bytes("sw.js"));
}

TEST_F(Servers, SlowRequestsAreCutOff) {
  open({.request = milliseconds(500)});
  Client silent(port()), half(port()), idle(port());
  half.say("GET / HTTP/1.1\r\nHost: localhost\r\n");
  idle.say("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  run();  // all of it is there by now, however long it took to say it
  EXPECT_EQ(idle.reply().status, 200);
  EXPECT_TRUE(silent.is_over());
  EXPECT_TRUE(half.is_over());
  EXPECT_TRUE(idle.is_over());
}

TEST_F(Servers, WhoDoesNotReadTheAnswerMakesPlaceForOthers) {
  folder_.add("large.bin", noise(kLarge));
  begin({.connections = 1,
         .arrivals = {},
         .requests = {},
         .answer = milliseconds(500),
         .bytes_a_second = std::size_t{1} << 40});
  Client lazy(port());
  lazy.say("GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n");
  lazy.hear_some();
  Reply reply = get("/");
  while (reply.status == 503) reply = get("/");  // there is one place only: the other will lose it
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(lazy.reply().status, 0);  // half an answer is none
  EXPECT_TRUE(lazy.was_reset());
}

TEST_F(Servers, TheSystemKeepsLittleForWhoDoesNotReadAndNothingOnceTheyAreGivenUp) {
  folder_.add("large.bin", noise(kLarge));
  begin({.answer = milliseconds(500), .bytes_a_second = std::size_t{1} << 40, .kernel_bytes = 128 << 10});
  constexpr std::size_t kLazy = 20;
  std::vector<std::unique_ptr<Client>> lazy;
  for (std::size_t i = 0; i < kLazy; ++i) {
    lazy.push_back(std::make_unique<Client>(port()));
    lazy.back()->say("GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  std::size_t most = 0;
  for (auto& client : lazy) {
    client->hear_some();
    most = std::max(most, kept_by_the_system(port()).unsent);
  }
  EXPECT_LE(most, kLazy * (128 << 10));
  EXPECT_TRUE(becomes(port(), &Kept::server_sides, 0));
  for (auto& client : lazy) {
    EXPECT_EQ(client->reply().status, 0);
    EXPECT_TRUE(client->was_reset());
  }
}

TEST_F(Servers, WhoTakesNothingForLongIsGivenUpHoweverMuchTimeAnAnswerHas) {
  folder_.add("large.bin", noise(kLarge));
  begin({.answer = std::chrono::hours(1), .unread = milliseconds(300)});
  Client lazy(port());
  lazy.say("GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(becomes(port(), &Kept::server_sides, 0));
  EXPECT_EQ(lazy.reply().status, 0);
}

TEST_F(Servers, AnAnswerThatTheSystemHasButNobodyReadsIsThrownAwayAsWell) {
  folder_.add("some.bin", noise(60 << 10));  // more than this client's system takes, less than ours
  begin({.answer = milliseconds(200),
         .bytes_a_second = std::size_t{1} << 40,
         .kernel_bytes = 1 << 20,
         .farewell = milliseconds(100)});
  Client lazy(port());
  lazy.say("GET /some.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(becomes(port(), &Kept::server_sides, 0));
  EXPECT_EQ(lazy.reply().status, 0);
  EXPECT_TRUE(lazy.was_reset());
}

TEST_F(Servers, WhoReadsSlowlyAfterAGoodEndStillGetsAll) {
  folder_.add("some.bin", noise(60 << 10));
  begin({.kernel_bytes = 1 << 20, .farewell = milliseconds(1)});
  Client slow(port());
  slow.say("GET /some.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  slow.says_no_more();
  // It has heard nothing yet, and the server's patience with those who go on talking is over.
  EXPECT_EQ(slow.reply().body, folder_.bytes("some.bin"));
  EXPECT_TRUE(slow.is_over_in_good_order());
}

TEST_F(Servers, WhoReadsGetsAllOfALargeFile) {
  folder_.add("large.bin", noise(kLarge));
  begin();
  EXPECT_TRUE(get("/large.bin").body == folder_.bytes("large.bin"));
}

TEST_F(Servers, WhoHasWaitedTheLongestMakesPlace) {
  begin({.connections = 2});
  Client first(port()), second(port());
  EXPECT_EQ(first.get("/").status, 200);
  EXPECT_EQ(second.get("/").status, 200);
  EXPECT_EQ(first.get("/").status, 200);
  Client third(port());
  EXPECT_EQ(third.get("/sw.js").body, folder_.bytes("sw.js"));
  EXPECT_TRUE(second.is_over()) << "it has been idle since before the first one";
  EXPECT_EQ(first.get("/").status, 200);
  EXPECT_EQ(third.get("/").status, 200) << "it stays";
}

TEST_F(Servers, ManySilentConnectionsKeepNobodyOut) {
  begin({.connections = 20, .of_one_address = 100});
  std::vector<std::unique_ptr<Client>> silent;
  for (int i = 0; i < 50; ++i) {
    silent.push_back(std::make_unique<Client>(port(), true, "127.0.0.2"));
    if (i % 2) silent.back()->say("GET / HTTP/1.1\r\nHost: loc");
  }
  for (const char* from : {"127.0.0.1", "127.0.0.3"}) {
    Client honest(port(), true, from);
    EXPECT_EQ(honest.get("/healthz").body, "ok");
    EXPECT_EQ(honest.get("/").status, 200);
  }
}

/// Clients that take all places, and cannot be asked to make any: they are in the middle of an answer.
class Crowd {
 public:
  Crowd(std::uint16_t port, int many, const char* from) {
    for (int i = 0; i < many; ++i) {
      clients_.push_back(std::make_unique<Client>(port, true, from));
      clients_.back()->say("GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n");
      clients_.back()->hear_some();
    }
  }
  Client& front() { return *clients_.front(); }

 private:
  std::vector<std::unique_ptr<Client>> clients_;
};

TEST_F(Servers, WhenAllPlacesAreTakenOneCanStillAskHowTheServerIs) {
  folder_.add("large.bin", noise(kLarge));
  begin({.connections = 5, .spare = 3, .arrivals = {}, .requests = {}});
  Crowd crowd(port(), 5, "127.0.0.2");
  // Whoever fills the spare places as well makes place there.
  std::vector<std::unique_ptr<Client>> more;
  for (int i = 0; i < 10; ++i) more.push_back(std::make_unique<Client>(port(), true, "127.0.0.2"));
  for (int i = 0; i < 10; ++i) {
    Client health(port());
    const Reply reply = health.get("/healthz");
    EXPECT_EQ(reply.body, "ok");
    EXPECT_TRUE(health.is_over_in_good_order()) << "one answer, and the place is free again";
    EXPECT_EQ(get("/healthz", "", "HEAD").status, 200);
  }
  for (const char* other : {"/", "/ws", "/api", "/healthz/x", "/large.bin"}) {
    Client client(port());
    const Reply reply = client.get(other);
    EXPECT_EQ(reply.status, 503) << other;
    EXPECT_NE(reply.body.find("try again in a moment"), std::string::npos);
    EXPECT_TRUE(client.is_over_in_good_order());
  }
  EXPECT_EQ(crowd.front().reply().body.size(), kLarge) << "nobody else has noticed";
}

TEST_F(Servers, ThisMachineCanAskHowTheServerIsWhenItHasAllConnectionsItself) {
  folder_.add("large.bin", noise(kLarge));
  begin({.of_one_address = 5});
  const Crowd crowd(port(), 5, "127.0.0.1");
  EXPECT_EQ(get("/healthz").body, "ok");
  EXPECT_EQ(get("/").status, 503);
}

TEST_F(Servers, WhoWaitsInASparePlaceGetsAProperOneWhenThereIsOne) {
  folder_.add("large.bin", noise(kLarge));
  begin({.connections = 1, .arrivals = {}, .requests = {}, .spare_request = std::chrono::hours(1)});
  std::optional<Crowd> crowd(std::in_place, port(), 1, "127.0.0.2");
  Client waits(port());
  EXPECT_EQ(get("/").status, 503);  // and so that one has been seated
  crowd.reset();
  while (get("/").status == 503) {  // until the server knows that they have gone
  }
  EXPECT_EQ(waits.get("/").status, 200);
  EXPECT_EQ(waits.get("/").status, 200) << "and for more than one answer";
}

TEST_F(Servers, ManyClientsAtOnceAllGetTheirs) {
  begin();
  std::vector<std::thread> clients;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i)
    clients.emplace_back([&] {
      Client client(port());
      for (int n = 0; n < 50; ++n)
        right += client.get("/assets/page-1a2b.js").body == folder_.bytes("assets/page-1a2b.js");
    });
  for (std::thread& thread : clients) thread.join();
  EXPECT_EQ(right, 8 * 50);
}

TEST_F(Servers, StopEvenWhileClientsHoldOn) {
  folder_.add("large.bin", noise(kLarge));
  begin();
  Client idle(port()), half(port()), lazy(port());
  EXPECT_EQ(idle.get("/").status, 200);
  half.say("GET / HTTP/1.1\r\n");
  lazy.say("GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n");
  lazy.hear_some();
  end();
  EXPECT_TRUE(idle.is_over());
  EXPECT_TRUE(half.is_over());
  EXPECT_EQ(lazy.reply().status, 0);
}

TEST_F(Servers, LetAnAnswerUnderWayEndBeforeTheyStop) {
  folder_.add("large.bin", noise(kLarge));
  begin({.farewell = milliseconds(20'000)});
  {
    Client client(port());
    client.say("GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n");
    client.hear_some();
    server_->stop();
    EXPECT_EQ(client.reply().body.size(), kLarge);
    EXPECT_TRUE(client.is_over());
  }
  thread_.join();
}

TEST_F(Servers, TwoCannotHaveOnePort) {
  begin();
  const auto second = Server::open(*Site::read(folder_.path()), "127.0.0.1", port());
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("port " + std::to_string(port()) + " is in use"), std::string::npos)
      << second.error().message;
  EXPECT_EQ(last_reply_to("GET / HTTP/1.0\r\n\r\n").status, 200);
  // It is free again at once, although the old connections are remembered by the system.
  const std::uint16_t taken = port();
  end();
  server_.reset();
  EXPECT_TRUE(Server::open(*Site::read(folder_.path()), "127.0.0.1", taken));
}

TEST_F(Servers, SayWhereTheyAre) {
  for (const auto& [listen, host] : {std::pair{"127.0.0.1", "localhost"}, {"0.0.0.0", "localhost"}}) {
    const auto opened = Server::open(*Site::read(folder_.path()), listen, 0);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_NE(opened->port(), 0);
    EXPECT_EQ(opened->address(), "http://" + std::string(host) + ":" + std::to_string(opened->port()));
  }
  EXPECT_TRUE(is_address("::1"));
  EXPECT_FALSE(is_address("localhost"));
  EXPECT_FALSE(Server::open(*Site::read(folder_.path()), "localhost", 0));
  const auto elsewhere = Server::open(*Site::read(folder_.path()), "192.0.2.1", 0);  // nobody's address
  ASSERT_FALSE(elsewhere);
  EXPECT_NE(elsewhere.error().message.find("cannot listen at 192.0.2.1"), std::string::npos)
      << elsewhere.error().message;
}

}  // namespace
}  // namespace lifetable::server

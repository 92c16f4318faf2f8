// SPDX-License-Identifier: Apache-2.0
// Clients that mean no good, each kind with a test of its own: they get a clear answer or a clear end, take
// no more than they may, and nobody else notices. What they ask is in bad_requests_test.cpp.
#include <sqlite3.h>

#include "server/online_testing.hpp"

namespace lifetable::server {
namespace {

/// Ann sits at a table and must not notice anything of what the others do.
class BadClients : public Online {
 protected:
  void begin(HallSettings settings = quick(), Limits limits = {}) {
    Online::begin(std::move(settings), limits);
    json::object wanted = opening("alive", {"me", "open"});
    wanted["unhurried"] = true;
    wanted.erase("window");
    std::tie(ann_, bo_) = two_at_a_table(port(), wanted);
    bo_.reset();
  }
  void expect_ann_is_well() { EXPECT_TRUE(ann_->ask({{"do", "say"}, {"phrase", "hello"}}).contains("ok")); }
  json::object entering(const std::string& key) const {
    return {{"do", "enter"}, {"table", ann_->table}, {"key", key}};
  }
  json::object entering() const { return entering(ann_->key); }
  void TearDown() override {
    if (ann_ && thread_.joinable() && !HasFailure()) expect_ann_is_well();
  }

  std::unique_ptr<Guest> ann_, bo_;
};

// ---- Frames -------------------------------------------------------------------------------------------

/// The close code that follows these bytes on a new line.
int code_after(std::uint16_t port, std::string_view bytes) {
  Talker line(port);
  line.say(bytes);
  while (line.next()) {
  }
  return line.close_code;
}

const std::string kMask(4, '\0');

TEST_F(BadClients, WhoDoesNotMaskTheirFramesIsSentAway) {
  begin();
  EXPECT_EQ(code_after(port(), "\x81\x02{}"), 1002);
}

TEST_F(BadClients, FramesOfNoKnownKindEndTheLine) {
  begin();
  for (const char first : {'\x83', '\x8b', '\x8f', '\xc1', '\xf1'})
    EXPECT_EQ(code_after(port(), first + ("\x82" + kMask) + "{}"), 1002) << static_cast<int>(first);
  EXPECT_EQ(code_after(port(), "\x80\x82" + kMask + "{}"), 1002) << "the end of a message that never began";
  EXPECT_EQ(code_after(port(), "\x09\x80" + kMask), 1002) << "a ping in pieces";
  EXPECT_EQ(code_after(port(), "\x89\xfe" + std::string("\0\x80", 2) + kMask), 1002) << "a long ping";
  EXPECT_EQ(code_after(port(), "\x81\xfe" + std::string("\0\x02", 2) + kMask + "{}"), 1002)
      << "a length in more bytes than it needs";
}

TEST_F(BadClients, AMessageInPiecesIsOneMessage) {
  begin();
  Talker line(port());
  line.say("\x01\x83" + kMask + "{\"d");
  line.frame("are you there?", 9);
  line.say(std::string("\x00\x80", 2) + kMask + std::string("\x80\x89", 2) + kMask + "o\":\"hi\"}\n");
  const auto answer = line.next();
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->contains("error"));
  line.say("\x01\x81" + kMask + "{" + "\x81\x82" + kMask + "{}");
  EXPECT_FALSE(line.next());
  EXPECT_EQ(line.close_code, 1002) << "another message in the middle of one";
}

TEST_F(BadClients, AHugeMessageIsRefusedByItsLengthBeforeItComes) {
  begin();
  for (const std::string& length :
       {std::string("\0\0\0\xff\0\0\0\0", 8), std::string(8, '\x7f'), std::string(8, '\xff')})
    EXPECT_EQ(code_after(port(), "\x81\xff" + length + kMask + "{"), kTooLarge);
  Talker pieces(port());
  pieces.say("\x01\x80" + kMask);
  for (int i = 0; i < 20; ++i) pieces.say(std::string("\0\xfe\x03\xe8", 4) + kMask + std::string(1000, ' '));
  EXPECT_FALSE(pieces.next());
  EXPECT_EQ(pieces.close_code, kTooLarge) << "nor does it come in pieces";
}

TEST_F(BadClients, AMessageThatNeverEndsEndsTheLine) {
  begin();
  Talker line(port());
  line.say("\x01\x80" + kMask);
  for (int i = 0; i < 2'000; ++i) line.say(std::string("\0\x80", 2) + kMask);
  EXPECT_FALSE(line.next());
  EXPECT_EQ(line.close_code, kTooLarge);
}

TEST_F(BadClients, TextThatIsNoneEndsTheLine) {
  begin();
  for (const std::string text :
       {"\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf5\x80\x80\x80\"", "\"\xe2\x82"}) {
    Talker line(port());
    line.frame(text);
    EXPECT_FALSE(line.next());
    EXPECT_EQ(line.close_code, 1007);
  }
}

TEST_F(BadClients, AFloodOfPingsIsCutOff) {
  Limits limits;
  limits.sockets.asides = {20, 0.001};
  begin(quick(), limits);
  Talker few(port());
  for (int i = 0; i < 20; ++i) few.frame("ping", 9);
  EXPECT_TRUE(few.answer({{"do", "x"}}).contains("error")) << "whoever pings now and then is welcome";
  for (const int kind : {9, 10}) {
    Talker line(port());
    for (int i = 0; i < 100; ++i) line.frame("ping", kind);
    EXPECT_FALSE(line.next()) << kind;
  }
}

TEST_F(BadClients, WhoGoesOnTalkingAfterTheFarewellIsCutOff) {
  HallSettings settings = quick();
  settings.requests = {10, 0.001};
  Limits limits;
  limits.sockets.farewell = std::chrono::hours(1);  // so that it is the talking that ends it
  limits.sockets.asides = {20, 0.001};
  begin(settings, limits);
  Talker line(port());
  wait_for(&Is::connections, 2);  // beside Ann's
  // It neither reads the farewell nor answers it. The server reads a kilobyte at a time at most.
  for (int i = 0; i < 3'000; ++i) line.frame(R"({"do":"x"})");
  wait_for(&Is::connections, 1);
  EXPECT_EQ(figure("too_many_total"), 1);
}

// ---- Connections that come to nothing -----------------------------------------------------------------

TEST_F(BadClients, HalfAHandshakeIsNotWaitedForLong) {
  Online::begin(quick(), {.request = milliseconds(50)});  // Ann might need longer to come
  Client half(port()), slow(port());
  half.say("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n");
  slow.say(
      "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
      "50\r\n\r\n{");
  EXPECT_TRUE(half.is_over());
  while (!slow.is_over()) slow.hear_some();  // perhaps with an apology first
}

TEST_F(BadClients, HandshakesThatAreNoneAreRefused) {
  begin();
  const auto status = [&](std::string_view headers) { return Client(port()).get("/ws", headers).status; };
  const std::string upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n",
                    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  EXPECT_EQ(status(upgrade + key + "Sec-WebSocket-Version: 13\r\n"), 101);
  EXPECT_EQ(status(upgrade + key + "Sec-WebSocket-Version: 8\r\n"), 426);
  EXPECT_EQ(status(upgrade + "Sec-WebSocket-Version: 13\r\n"), 400);
  EXPECT_EQ(status(key + "Sec-WebSocket-Version: 13\r\n"), 426);
}

TEST_F(BadClients, SomebodyWhoNeverAnswersIsGoneAfterAWhile) {
  Limits limits;
  limits.sockets.silence = milliseconds(100);
  Online::begin(quick(), limits);
  Talker line(port());
  EXPECT_FALSE(line.next());
  EXPECT_EQ(line.pings, 1u) << "it was asked whether it is there, and did not answer";
  wait_for(&Is::connections, 0);
}

TEST_F(BadClients, ASlowReaderIsCutOffBeforeTheMessagesFillTheMemory) {
  Limits limits;
  limits.sockets.waiting_bytes = 64 << 10;
  begin(quick(), limits);
  Guest lazy(port(), ann_->table, text(ann_->self, "watch"));
  // Answers of some kilobytes, none of which is read: more than the system keeps on its way.
  constexpr int kAsked = 4'000;
  for (int i = 0; i < kAsked; ++i) lazy.line->ask({{"do", "leave"}, {std::string(4'000, 'x'), 1}});
  wait_for(&Is::connections, 1);  // Ann's
  int heard = 0;
  while (lazy.line->next()) ++heard;
  EXPECT_LT(heard, kAsked);
}

TEST_F(BadClients, WhoFallsSilentAndReadsNothingLeavesNothingBehind) {
  Limits limits;
  limits.sockets.silence = milliseconds(500);
  Online::begin(quick(), limits);
  std::optional<Talker> lazy;
  do lazy.emplace(port());  // on a slow machine they may need another try
  while (!lazy->answer(opening("cv", {"me", "easy"})).contains("ok"));
  for (int i = 0; i < 60; ++i) lazy->ask({{"do", "leave"}, {std::string(4'000, 'x'), 1}});
  wait_for(&Is::connections, 0);
  EXPECT_TRUE(becomes(port(), &Kept::unsent, 0)) << "what the system had for them is thrown away, unread";
}

TEST_F(BadClients, WhoTakesNothingForLongIsCutOffHoweverOftenTheySpeak) {
  begin(quick(), {.unread = milliseconds(300)});
  Guest lazy(port(), ann_->table, text(ann_->self, "watch"));
  // They would be heard for ever, and what is said to them fits into the memory.
  for (int i = 0; i < 60; ++i) lazy.line->ask({{"do", "leave"}, {std::string(4'000, 'x'), 1}});
  wait_for(&Is::connections, 1);  // Ann's
}

TEST_F(BadClients, WhoEntersNoTableIsSentAwayAfterAWhile) {
  Limits limits;
  limits.sockets.table = milliseconds(300);
  Online::begin(quick(), limits);
  std::optional<Talker> player;
  do player.emplace(port());  // on a slow machine they may need another try
  while (!player->answer(opening("cv", {"me", "easy"})).contains("ok"));
  for (int i = 0; i < 3; ++i) {
    Talker idle(port());
    idle.frame("here I am", 9);
    while (idle.next()) {
    }
    EXPECT_EQ(idle.close_code, kTooMany);
    EXPECT_NE(idle.close_text.find("no table"), std::string::npos);
  }
  EXPECT_TRUE(player->answer({{"do", "say"}, {"phrase", "hello"}}).contains("ok")) << "who is at one stays";
}

TEST_F(BadClients, WhoIsAtNoTableMakesPlaceForThoseWhoPlay) {
  begin(quick(), {.connections = 4});
  std::vector<std::unique_ptr<Talker>> idle;
  for (int i = 0; i < 10; ++i) {
    idle.push_back(std::make_unique<Talker>(port(), "", true, "127.0.0.2"));
    EXPECT_EQ(idle.back()->status, 101);
  }
  std::vector<std::unique_ptr<Guest>> watching;
  for (int i = 0; i < 3; ++i)
    watching.push_back(std::make_unique<Guest>(port(), ann_->table, text(ann_->self, "watch")));
  EXPECT_EQ(Talker(port(), "", true, "127.0.0.2").status, 503) << "now all places are somebody's at a table";
  EXPECT_FALSE(idle.back()->next());
  for (auto& guest : watching) EXPECT_TRUE(guest->ask(entering(text(ann_->self, "watch"))).contains("ok"));
}

// ---- HTTP ---------------------------------------------------------------------------------------------

TEST_F(BadClients, NoRequestIsSmuggledInsideAnother) {
  begin(quick(), {.farewell = milliseconds(20'000)});
  const std::string post = "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n",
                    inner = "GET /sw.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (const std::string headers :
       {"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        "Content-Length: 0\r\nContent-Length: 34\r\n\r\n", "Content-Length: -1\r\n\r\n",
        "Content-Length: 0x10\r\n\r\n", "Transfer-Encoding: identity\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n", "Content-Length : 0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n"}) {
    Client client(port());
    client.say(post + headers + inner);
    EXPECT_EQ(client.reply().status, 400) << headers;
    EXPECT_TRUE(client.is_over()) << headers;
  }
  Client client(port());
  client.say(post + "Content-Length: 2\r\n\r\n{}" + inner);  // one after the other they are two
  EXPECT_EQ(client.reply().status, 400);
  EXPECT_EQ(client.reply().body, folder_.bytes("sw.js"));
}

TEST_F(BadClients, OtherPagesCannotUseTheApi) {
  begin();
  const std::string open = json::serialize(opening("alive", {"me", "easy"}));
  for (const std::string origin :
       {"Origin: https://elsewhere.example\r\n", "Origin: null\r\n", "Origin: \r\nOrigin: http://x\r\n"}) {
    Client client(port());
    EXPECT_EQ(post(client, open, origin).status, 403) << origin;
  }
  Client form(port());
  form.say(
      "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}");
  EXPECT_EQ(form.reply().status, 400);
  EXPECT_EQ(figure("tables_opened_total"), 1) << "Ann's";
}

TEST_F(BadClients, ABodyThatIsTooLargeIsNotRead) {
  begin(quick(), {.farewell = milliseconds(20'000)});
  const std::string post = "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  Client whole(port()), pieces(port()), promised(port());
  whole.say(post + "Content-Length: 17000\r\n\r\n" + std::string(17'000, ' '));
  EXPECT_EQ(whole.reply().status, 413);
  pieces.say(post + "Transfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 20; ++i) pieces.say("3E8\r\n" + std::string(1000, ' ') + "\r\n");
  EXPECT_EQ(pieces.reply().status, 413);
  promised.say(post + "Content-Length: 10000000000\r\n\r\n");
  EXPECT_EQ(promised.reply().status, 413) << "nobody waits for it";
}

TEST_F(BadClients, FiguresAreForThisMachineAlone) {
  begin();
  EXPECT_EQ(Client(port()).get("/metrics").status, 200);
  EXPECT_EQ(Client(port()).get("/metrics", "X-Forwarded-For: 127.0.0.1\r\n").status, 404)
      << "a proxy asks for somebody else";
}

// ---- Too many -----------------------------------------------------------------------------------------

TEST_F(BadClients, AFloodIsCutOffAtItsLimitAndNothingBeyondIsDone) {
  HallSettings settings = quick();
  settings.requests = {50, 0.001};
  begin(settings);
  const double before = figure("requests_total");
  Talker flood(port());
  for (int i = 0; i < 2'000; ++i) flood.frame(R"({"do":"x"})");
  int answers = 0;
  while (flood.next()) ++answers;
  EXPECT_EQ(answers, 50);
  EXPECT_EQ(figure("requests_total") - before, 50);
}

TEST_F(BadClients, WhoAsksMuchAtOnceWaitsForEverybodyElseAfterEachRequest) {
  begin();
  Talker flood(port());
  ASSERT_TRUE(flood.answer(entering(text(ann_->self, "watch"))).contains("ok"));
  const auto go_on =
      probe_->hold_up();  // nobody is heard, and all that is said next has come when it is over
  std::string much;
  for (int i = 0; i < 50; ++i) much.append("\x81\x8a").append(kMask).append(R"({"do":"x"})");
  flood.say(much);
  ann_->line->ask({{"do", "say"}, {"phrase", "hello"}});
  go_on();
  int before = 0;
  while (const auto message = flood.next()) {
    if (message->contains("said")) break;
    ++before;
  }
  EXPECT_LT(before, 10) << "of fifty, although they came before what Ann says";
}

TEST_F(BadClients, WhoKeepsConnectingIsTurnedAwayUnheardAndOthersAreNot) {
  begin(quick(), {.arrivals = {30, 0.001}});
  int taken = 0;
  for (int i = 0; i < 50; ++i) taken += Talker(port(), "", true, "127.0.0.2").status == 101;
  EXPECT_EQ(taken, 30);
  EXPECT_EQ(figure("turned_away_total"), 20);
  EXPECT_EQ(Talker(port(), "", true, "127.0.0.3").status, 101);
}

TEST_F(BadClients, EnteringAgainAndAgainTellsNobodyElseAnything) {
  begin();
  std::vector<std::unique_ptr<Talker>> watching;
  for (int i = 0; i < 5; ++i) {
    watching.push_back(std::make_unique<Talker>(port()));
    EXPECT_TRUE(watching.back()->answer(entering(text(ann_->self, "watch"))).contains("ok"));
  }
  Talker line(port());
  EXPECT_TRUE(line.answer(entering()).contains("room"));
  const double before = figure("messages_total");
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(line.answer(entering()).contains("room")) << "all of it, again";
  EXPECT_EQ(figure("messages_total") - before, 20);
}

TEST_F(BadClients, WhoeverIsShownTheTableAgainAndAgainHasUsedUpTheirShareSoon) {
  HallSettings settings = quick();
  settings.playing = {100, 0.001};
  begin(settings);
  Talker line(port(), "", true, "127.0.0.2");
  int shown = 0;
  while (line.answer(entering()).contains("ok")) ++shown;
  EXPECT_EQ(line.close_code, kTooMany);
  EXPECT_GT(shown, 5);
  EXPECT_LT(shown, 20) << "each costs as much as ten small requests";
}

TEST_F(BadClients, OneAddressHasOneShareHoweverManyConnectionsItOpens) {
  HallSettings settings = quick();
  settings.work = {300, 0.001};
  begin(settings);
  const double before = figure("requests_total");
  for (int i = 0; i < 20; ++i) {
    Talker line(port(), "", true, "127.0.0.2");
    for (int n = 0; n < 50; ++n) line.frame(R"({"do":"x"})");
    while (line.next()) {
      if (line.messages == 50) break;
    }
  }
  EXPECT_EQ(figure("requests_total") - before, 300);
  EXPECT_TRUE(Talker(port(), "", true, "127.0.0.3").answer(entering()).contains("ok"))
      << "others are not hurt";
}

TEST_F(BadClients, WhatIsToldToManyCostsMore) {
  HallSettings settings = quick();
  settings.playing = {100, 0.001};
  begin(settings);
  const auto said_at = [&](std::size_t devices) {
    auto [cy, di] = two_at_a_table(port(), opening("alive", {"me", "open"}));
    std::vector<std::unique_ptr<Talker>> others;
    const json::object enter{{"do", "enter"}, {"table", cy->table}, {"key", cy->key}};
    while (others.size() < devices) {
      others.push_back(std::make_unique<Talker>(port(), "", true, "127.0.0.3"));
      EXPECT_TRUE(others.back()->answer(enter).contains("ok"));
    }
    di.reset();
    Talker loud(port(), "", true, "127.0.0.2");
    EXPECT_TRUE(loud.answer(enter).contains("ok"));
    int said = 0;
    while (loud.answer({{"do", "say"}, {"phrase", "hurry"}}).contains("ok")) ++said;
    EXPECT_EQ(loud.close_code, kTooMany);
    return said;
  };
  const int alone = said_at(0), many = said_at(4);
  EXPECT_GT(many, 20);
  EXPECT_GT(alone, many + 10);
}

TEST_F(BadClients, ACrowdOfOnlookersMakesNothingDearerForThoseWhoPlay) {
  HallSettings settings = quick();
  settings.playing = {100, 0.001};
  settings.guests = settings.watchers = 40;
  begin(settings);
  std::vector<std::unique_ptr<Talker>> crowd;
  for (int i = 0; i < 80; ++i) {
    crowd.push_back(std::make_unique<Talker>(port(), "", true, "127.0.0.3"));
    EXPECT_TRUE(crowd.back()->answer(entering(text(ann_->self, i % 2 ? "watch" : "join"))).contains("ok"));
  }
  Talker player(port(), "", true, "127.0.0.2");
  EXPECT_TRUE(player.answer(entering()).contains("ok"));
  for (int i = 0; i < 25; ++i)
    ASSERT_TRUE(player.answer({{"do", "say"}, {"phrase", "hello"}}).contains("ok")) << i;
}

TEST_F(BadClients, OnlookersAreToldWhatHappensTogether) {
  HallSettings settings = quick();
  settings.onlookers = milliseconds(250);
  settings.probe = std::make_shared<Probe>(true);
  begin(settings);
  Talker watcher(port());
  ASSERT_TRUE(watcher.answer(entering(text(ann_->self, "watch"))).contains("room"))
      << "who comes sees it all";
  ASSERT_TRUE(probe_->pass(milliseconds(250)));
  for (int i = 0; i < 20; ++i) expect_ann_is_well();
  ASSERT_TRUE(probe_->pass(milliseconds(250)));
  watcher.ask({{"do", "x"}, {"re", 1}});
  std::vector<std::size_t> said;
  while (const auto message = watcher.next()) {
    if (const auto* all = message->if_contains("said")) said.push_back(all->as_array().size());
    if (message->contains("re")) break;
  }
  EXPECT_EQ(said, (std::vector<std::size_t>{1, 19})) << "the first at once, the others together";
}

TEST_F(BadClients, WhoComesAndGoesOwesNothingOnceTheyStop) {
  HallSettings settings = quick();
  settings.playing = {100, 10};
  settings.probe = std::make_shared<Probe>(true);
  begin(settings);
  int came = 0;
  for (int i = 0; i < 60; ++i)
    came += Talker(port(), "", true, "127.0.0.2").answer(entering()).contains("ok");
  EXPECT_GT(came, 5);
  EXPECT_LT(came, 12) << "each is told the table, and the others that they are there";
  ASSERT_TRUE(probe_->pass(milliseconds(10'000)));
  Talker player(port(), "", true, "127.0.0.2");
  EXPECT_TRUE(player.answer(entering()).contains("ok"));
  EXPECT_TRUE(player.answer({{"do", "say"}, {"phrase", "hello"}}).contains("ok"));
}

TEST_F(BadClients, AKeyOfOnesOwnIsNoWayRoundTheNumberOfDevices) {
  HallSettings settings = quick();
  settings.devices = 3;
  begin(settings);
  Talker host(port());
  const auto made = host.answer(opening("alive", {"me", "open"})).at("ok").as_object();
  const std::string table = text(made, "table"),
                    join = text(Guest(port(), table, text(made, "key")).self, "join");
  const json::object enter{{"do", "enter"}, {"table", table}, {"key", join}},
      sit{{"do", "sit"}, {"name", "Mal"}, {"key", std::string(64, 'a')}};
  {
    Talker line(port());
    ASSERT_TRUE(line.answer(enter).contains("ok"));
    ASSERT_TRUE(line.answer(sit).contains("ok"));
    ASSERT_TRUE(line.answer({{"do", "leave"}}).contains("ok"));
  }
  Guest bo(port(), table, join);
  ASSERT_TRUE(bo.ask({{"do", "sit"}, {"name", "Bo"}}).contains("ok"));
  std::vector<std::unique_ptr<Talker>> lines;
  for (int i = 0; i < 6; ++i) {
    lines.push_back(std::make_unique<Talker>(port()));
    ASSERT_TRUE(lines.back()->answer(enter).contains("ok"));
    EXPECT_TRUE(lines.back()->answer(sit).contains("refusal")) << "there is no seat left, but it is Mal";
  }
  for (std::size_t i = 0; i < 3; ++i) {
    while (lines[i]->next()) {
    }
    EXPECT_EQ(lines[i]->close_code, kTooMany);
  }
  EXPECT_TRUE(lines[3]->answer({{"do", "x"}}).contains("error"));
}

TEST_F(BadClients, WhoeverCameByAnOldLinkTakesNoPlaceFromThoseWithTheNewOne) {
  HallSettings settings = quick();
  settings.guests = 2;
  begin(settings);
  std::vector<std::unique_ptr<Talker>> guests;
  for (const char* from : {"127.0.0.2", "127.0.0.3"}) {
    guests.push_back(std::make_unique<Talker>(port(), "", true, from));
    ASSERT_TRUE(guests.back()->answer(entering(text(ann_->self, "join"))).contains("ok"));
  }
  Talker other(port(), "", true, "127.0.0.4");
  EXPECT_TRUE(other.answer(entering(text(ann_->self, "join"))).contains("error"));
  ASSERT_TRUE(ann_->ask({{"do", "remove"}, {"seat", 2}}).contains("ok"));
  ann_->catch_up();
  EXPECT_TRUE(other.answer(entering(text(ann_->self, "join"))).contains("ok"));
  EXPECT_TRUE(other.answer({{"do", "sit"}, {"name", "Cy"}}).contains("ok"));
}

TEST_F(BadClients, OneAddressClosesNoTableToThoseFromElsewhere) {
  HallSettings settings = quick();
  settings.guests = settings.watchers = 4;
  begin(settings);
  for (const char* key : {"join", "watch"}) {
    const json::object enter = entering(text(ann_->self, key));
    std::vector<std::unique_ptr<Talker>> crowd;
    for (int i = 0; i < 4; ++i) {
      crowd.push_back(std::make_unique<Talker>(port(), "", true, "127.0.0.2"));
      ASSERT_TRUE(crowd.back()->answer(enter).contains("ok"));
    }
    EXPECT_TRUE(Talker(port(), "", true, "127.0.0.2").answer(enter).contains("error"));
    Talker elsewhere(port(), "", true, "127.0.0.3");
    EXPECT_TRUE(elsewhere.answer(enter).contains("ok")) << key;
    while (crowd[0]->next()) {
    }
    EXPECT_EQ(crowd[0]->close_code, kTooMany);
    EXPECT_TRUE(crowd[1]->answer({{"do", "x"}}).contains("error")) << "the others stay";
  }
}

TEST_F(BadClients, OneAddressBeginsOnlySoManyGames) {
  HallSettings settings = quick();
  settings.deals = {2, 0.001};
  begin(settings);
  const auto begins = [&](const char* from) {
    Talker line(port(), "", true, from);
    EXPECT_TRUE(line.answer(opening("alive", {"me", "open"})).contains("ok"));
    (void)line.answer({{"do", "begin"}});  // is refused, which costs nothing
    EXPECT_TRUE(line.answer({{"do", "give"}, {"seat", 2}, {"player", "easy"}}).contains("ok"));
    return line.answer({{"do", "begin"}});
  };
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(begins("127.0.0.2").contains("ok"));
  EXPECT_NE(text(begins("127.0.0.2"), "error").find("so many games"), std::string::npos);
  EXPECT_TRUE(begins("127.0.0.3").contains("ok")) << "others are not hurt";
}

TEST_F(BadClients, NoTableHasTimesInWhichNobodyCanDoAnything) {
  HallSettings settings = quick();
  settings.window = HallSettings{}.window;
  settings.clock = HallSettings{}.clock;
  begin(settings);
  const auto opens = [&](const json::object& times) {
    json::object wanted = opening("cradle", {"me", "easy"});
    wanted.erase("window");
    wanted.insert(times.begin(), times.end());
    return Talker(port()).answer(wanted).contains("ok");
  };
  for (const int window : {1, 999}) EXPECT_FALSE(opens({{"window", window}})) << window;
  for (const int window : {0, 1'000}) EXPECT_TRUE(opens({{"window", window}})) << window;
  EXPECT_FALSE(opens({{"bank", 1}}));
  EXPECT_FALSE(opens({{"increment", 1}}));
  EXPECT_FALSE(opens({{"bank", 5'000}, {"increment", 4'999}}));
  EXPECT_TRUE(opens({{"bank", 5'000}, {"increment", 5'000}}));
  EXPECT_TRUE(opens({{"bank", 10'000}}));
  EXPECT_TRUE(opens({{"bank", 1'800'000}, {"increment", 1'000}}));
}

TEST_F(BadClients, OneAddressHasOnlySoManyConnections) {
  begin(quick(), {.of_one_address = 5});
  std::vector<std::unique_ptr<Talker>> lines;
  for (int i = 0; i < 8; ++i) lines.push_back(std::make_unique<Talker>(port(), "", true, "127.0.0.2"));
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i]->status == 101, i < 5) << i;
  EXPECT_EQ(Talker(port(), "", true, "127.0.0.3").status, 101);
  lines.clear();
  wait_for(&Is::connections, 1);  // Ann's
  EXPECT_EQ(Talker(port(), "", true, "127.0.0.2").status, 101) << "there is place again";
}

TEST_F(BadClients, BehindAProxyAnAddressHasOnlySoManyConnectionsAsWell) {
  begin(quick(), {.of_one_address = 3, .behind_proxy = true});
  std::vector<std::unique_ptr<Talker>> lines;
  const auto status_for = [&](std::string_view told) {
    lines.push_back(std::make_unique<Talker>(port(), "X-Forwarded-For: " + std::string(told) + "\r\n"));
    return lines.back()->status;
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(status_for("192.0.2.1"), 101);
  EXPECT_EQ(status_for("192.0.2.1"), 429);
  EXPECT_EQ(status_for("198.51.100.7, 192.0.2.1"), 429) << "what the client itself claims counts for nothing";
  EXPECT_EQ(status_for("192.0.2.2"), 101);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(status_for("2001:db8::" + std::to_string(i)), 101);
  EXPECT_EQ(status_for("2001:db8:0:0:a:b:c:d"), 429) << "a household has many addresses";
}

TEST_F(BadClients, OneWithALargeNetworkHasNoMoreConnectionsThanSixteenHouseholds) {
  begin(quick(), {.of_one_address = 3, .behind_proxy = true});
  std::vector<std::unique_ptr<Talker>> lines;
  const auto coming_from = [&](const std::string& address) {
    lines.push_back(std::make_unique<Talker>(port(), "X-Forwarded-For: " + address + "\r\n"));
    return lines.back()->status;
  };
  int taken = 0;
  for (int i = 0; i < 16; ++i) taken += coming_from("2001:db8:1:" + std::to_string(i) + "::1") == 101;
  EXPECT_EQ(taken, 12) << "of one who has a /56, and comes from another household each time";
  for (int i = 0; i < 60; ++i) taken += coming_from("2001:db8:1:" + std::to_string(i) + "00::1") == 101;
  EXPECT_EQ(taken, 48) << "of one who has a /48";
  EXPECT_EQ(coming_from("2001:db8:2::1"), 101) << "others are not hurt";
  lines.clear();
  wait_for(&Is::connections, 1);  // Ann's
  EXPECT_EQ(coming_from("2001:db8:1::1"), 101) << "there is place again";
}

TEST_F(BadClients, OneWithALargeNetworkOpensNoMoreTablesThanSixteenHouseholds) {
  HallSettings settings = quick();
  settings.openings = {1, 0.0001};
  begin(settings, {.behind_proxy = true});
  const std::string open = json::serialize(opening("cv", {"me", "easy"}));
  int opened = 0;
  for (int i = 0; i < 40; ++i) {
    Client client(port());
    opened +=
        post(client, open, "X-Forwarded-For: 2001:db8:1:" + std::to_string(i) + "00::1\r\n").status == 200;
  }
  EXPECT_EQ(opened, 16);
}

TEST_F(BadClients, NobodyClaimsAnotherAddressWithoutAProxy) {
  HallSettings settings = quick();
  settings.openings = {3, 0.001};
  begin(settings);
  for (int i = 0; i < 4; ++i) {
    Talker line(port(), "X-Forwarded-For: 192.0.2." + std::to_string(i) + "\r\n", true, "127.0.0.2");
    EXPECT_EQ(line.answer(opening("cv", {"me", "easy"})).contains("ok"), i < 3) << i;
  }
}

TEST_F(BadClients, WhoTriesKeysIsStoppedAndARightKeyIsAlwaysTaken) {
  HallSettings settings = quick();
  settings.wrong_keys = {20, 0.001};
  begin(settings);
  Talker line(port(), "", true, "127.0.0.2");
  const std::string letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  int tried = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string key{letters[static_cast<std::size_t>(i) % 32],
                          letters[static_cast<std::size_t>(i) / 32], 'A', 'A'};
    const auto answer = line.answer(entering(key));
    tried += answer.contains("error") && text(answer, "error").find("no such table") != std::string::npos;
  }
  EXPECT_EQ(tried, 20);
  EXPECT_EQ(line.close_code, kTooMany);
  // A whole school is one address: the neighbours do not pay.
  Client other(port(), true, "127.0.0.2");
  EXPECT_EQ(
      post(other, json::serialize(json::object{{"do", "look"}, {"table", ann_->table}, {"key", ann_->key}}))
          .status,
      200);
  EXPECT_TRUE(Talker(port(), "", true, "127.0.0.2").answer(entering()).contains("ok"));
}

TEST_F(BadClients, CodesAreNotTriedOutHoweverManyTryAndTheLinkLetsInAllTheSame) {
  HallSettings settings = quick();
  settings.wrong_keys = {};
  settings.wrong_codes = {5, 0.001};
  begin(settings);
  const std::string code = text(ann_->self, "code"), wrong = code == "0000" ? "0001" : "0000";
  EXPECT_TRUE(Talker(port()).answer(entering(code)).contains("ok"));
  const auto tries_at = [&](const std::string& table) {
    int heard = 0;
    for (int i = 2; i < 30; ++i) {  // each from another address
      Talker line(port(), "", true, ("127.0.0." + std::to_string(i)).c_str());
      const auto answer = line.answer({{"do", "enter"}, {"table", table}, {"key", wrong}});
      heard += text(answer, "error").find("no such table") != std::string::npos;
    }
    return heard;
  };
  EXPECT_EQ(tries_at(ann_->table), 5);
  EXPECT_EQ(tries_at("ZZZZZZ"), 5) << "nobody finds out which tables there are";
  EXPECT_NE(text(Talker(port()).answer(entering(code)), "error").find("come by the link"), std::string::npos)
      << "not even with the right one, or trying would pay";
  for (const std::string& key : {text(ann_->self, "join"), text(ann_->self, "watch"), ann_->key})
    EXPECT_TRUE(Talker(port()).answer(entering(key)).contains("ok"));
}

TEST_F(BadClients, ATableIsNamedBySixLettersAndAnythingElseIsNotLookedFor) {
  begin();
  Talker line(port());
  for (const std::string& name :
       {std::string(), std::string(10'000, 'A'), std::string("K7M2Q"), std::string("' OR 1")})
    EXPECT_NE(
        text(line.answer({{"do", "enter"}, {"table", name}, {"key", "0000"}}), "error").find("no such table"),
        std::string::npos);
}

TEST_F(BadClients, OneAddressBringsOnlySoManyPeopleToATable) {
  HallSettings settings = quick();
  settings.newcomers = {3, 0.001};
  begin(settings);
  Talker host(port());
  const auto opened = host.answer(opening("alive", {"me", "open"})).at("ok").as_object();
  const std::string table = text(opened, "table");
  const std::string join = text(Guest(port(), table, text(opened, "key")).self, "join");
  const auto sit = [&](const char* from, const std::string& name) {
    Talker line(port(), "", true, from);
    EXPECT_TRUE(line.answer({{"do", "enter"}, {"table", table}, {"key", join}}).contains("ok"));
    const auto answer = line.answer({{"do", "sit"}, {"name", name}});
    if (answer.contains("ok")) line.answer({{"do", "leave"}});
    return answer;
  };
  EXPECT_TRUE(sit("127.0.0.2", "").contains("refusal")) << "which costs nothing";
  for (const char* name : {"Mal", "Mol", "Mul"}) EXPECT_TRUE(sit("127.0.0.2", name).contains("ok"));
  EXPECT_NE(text(sit("127.0.0.2", "Mel"), "error").find("wait a few minutes"), std::string::npos);
  EXPECT_TRUE(sit("127.0.0.3", "Cy").contains("ok")) << "others are not hurt";
}

TEST_F(BadClients, OneAddressOpensOnlySoManyTables) {
  HallSettings settings = quick();
  settings.openings = {5, 0.001};
  begin(settings);
  const json::object open = opening("cv", {"me", "easy"});
  Talker line(port(), "", true, "127.0.0.2");
  Client client(port(), true, "127.0.0.2");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(line.answer(open).contains("ok"));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(post(client, json::serialize(open)).status, 200);
  EXPECT_TRUE(line.answer(open).contains("error"));
  EXPECT_EQ(post(client, json::serialize(open)).status, 429);
  EXPECT_TRUE(Talker(port(), "", true, "127.0.0.3").answer(open).contains("ok"));
}

TEST_F(BadClients, WhenAllTablesAreTakenThoseThatAreThereGoOn) {
  HallSettings settings = quick();
  settings.rooms = 3;
  begin(settings);
  const json::object open = opening("cv", {"me", "easy"});
  Talker one(port()), two(port()), three(port());
  EXPECT_TRUE(one.answer(open).contains("ok"));
  EXPECT_TRUE(two.answer(open).contains("ok"));
  EXPECT_EQ(text(three.answer(open), "error"), "all tables are taken; try again in a few minutes");
  EXPECT_TRUE(three.answer(entering()).contains("ok"));
}

TEST_F(BadClients, TablesThatNobodyIsAtMakePlaceAndTheirPeopleAlwaysComeBack) {
  HallSettings settings = quick();
  settings.rooms = 3;
  begin(settings);
  auto [cy, di] = two_at_a_table(port(), opening("alive", {"me", "open"}));
  ASSERT_TRUE(cy->ask({{"do", "begin"}}).contains("ok"));
  cy->line.reset();
  di->line.reset();
  wait_for(&Is::connections, 1);  // Ann's
  // Somebody opens one table after the other, and stays at as many as there may be.
  std::vector<std::unique_ptr<Talker>> takers;
  for (int i = 0; i < 20; ++i) {
    takers.push_back(std::make_unique<Talker>(port()));
    for (int n = 0; n < (i == 0 ? 3 : i == 1 ? 1 : 0); ++n)
      EXPECT_TRUE(takers.back()->answer(opening("cv", {"me", "easy"})).contains("ok")) << i;
  }
  EXPECT_EQ(probe_->figures().tables, 3u);
  EXPECT_TRUE(takers[2]->answer(opening("cv", {"me", "easy"})).contains("error"))
      << "people are at all of them";
  cy->come();
  di->come();
  EXPECT_EQ(cy->phase(), "playing") << "coming back is never refused for want of room";
}

TEST_F(BadClients, NobodyFillsARoom) {
  HallSettings settings = quick();
  settings.devices = 3;
  settings.watchers = 4;
  settings.guests = 2;
  begin(settings);
  std::vector<std::unique_ptr<Talker>> watching, devices;
  for (int i = 0; i < 4; ++i) {
    watching.push_back(std::make_unique<Talker>(port()));
    EXPECT_TRUE(watching.back()->answer(entering(text(ann_->self, "watch"))).contains("ok"));
  }
  Talker late(port());
  const json::object watch = entering(text(ann_->self, "watch")), join = entering(text(ann_->self, "join"));
  EXPECT_NE(text(late.answer(watch), "error").find("no place left"), std::string::npos);
  EXPECT_TRUE(watching[0]->answer(watch).contains("ok")) << "who is there may stay";
  EXPECT_TRUE(late.answer(join).contains("ok")) << "places to watch are no places to sit";
  Talker friends(port()), later(port());
  EXPECT_TRUE(friends.answer(join).contains("ok"));
  EXPECT_NE(text(later.answer(join), "error").find("no place left"), std::string::npos);
  EXPECT_TRUE(late.answer({{"do", "sit"}, {"name", "Cy"}}).contains("refusal")) << "Bo has the seat";
  // Ann herself always comes in; what she forgot to close makes place.
  for (int i = 0; i < 4; ++i) {
    devices.push_back(std::make_unique<Talker>(port()));
    EXPECT_TRUE(devices.back()->answer(entering()).contains("ok"));
  }
  while (devices[0]->next()) {
  }
  EXPECT_EQ(devices[0]->close_code, kTooMany);
  while (ann_->line->next()) {
  }
  EXPECT_EQ(ann_->line->close_code, kTooMany);
  EXPECT_TRUE(devices[3]->answer({{"do", "say"}, {"phrase", "hello"}}).contains("ok"));
  ann_->come();
}

TEST_F(BadClients, ATableThatEverybodyHasLeftLeavesTheMemoryWhateverItsClocksShow) {
  HallSettings settings = quick();
  settings.probe = std::make_shared<Probe>(true);
  Online::begin(settings);
  json::object slow = opening("alive", {"me", "open"});
  constexpr int kDay = 24 * 60 * 60 * 1000;
  slow["bank"] = slow["increment"] = kDay;
  auto [ann, bo] = two_at_a_table(port(), slow);
  ASSERT_TRUE(ann->ask({{"do", "begin"}}).contains("ok"));
  const json::object before = ann->state;
  ann->line.reset();
  bo->line.reset();
  wait_for(&Is::connections, 0);
  ASSERT_TRUE(probe_->pass(settings.unload - milliseconds(1)));
  EXPECT_EQ(probe_->figures().tables, 1u);
  ASSERT_TRUE(probe_->pass(milliseconds(1)));
  EXPECT_EQ(probe_->figures().tables, 0u);
  ann->come();
  EXPECT_EQ(ann->state.at("at"), before.at("at"));
  EXPECT_EQ(ann->state.at("scene"), before.at("scene"));
  EXPECT_EQ(ann->state.at("clocks"), before.at("clocks")) << "time in which a table is away costs nobody any";
}

// ---- The end ------------------------------------------------------------------------------------------

TEST_F(BadClients, AtTheEndEverybodyIsToldWhereverTheyAre) {
  begin(quick(), {.farewell = milliseconds(20'000)});
  std::vector<std::unique_ptr<Talker>> lines;
  for (int i = 0; i < 60; ++i) {
    lines.push_back(std::make_unique<Talker>(port()));
    if (i % 2) {
      ASSERT_TRUE(lines.back()->answer(entering(text(ann_->self, "watch"))).contains("ok"));
    }
  }
  Client half(port());
  half.say("GET /ws HTTP/1.1\r\n");
  server_->stop();
  for (auto& line : lines) {
    while (line->next()) {
    }
    EXPECT_EQ(line->close_code, kTryAgain);
    line->frame(std::string("\x03\xf4", 2), 8);
    line.reset();
  }
  ann_->line.reset();
  end();
}

// ---- What lies on the disk ----------------------------------------------------------------------------

/// Does something to the file of a server that has ended.
void change(const std::string& file, const std::string& sql) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK);
  char* why = nullptr;
  EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &why), SQLITE_OK) << (why ? why : "");
  EXPECT_GT(sqlite3_changes(db), 0);
  sqlite3_free(why);
  sqlite3_close(db);
}

TEST_F(BadClients, ATableWhoseLogIsDamagedIsRefusedWithASentenceAndHurtsNoOther) {
  begin();
  auto [cy, di] = two_at_a_table(port(), opening("cv", {"me", "open"}));
  ASSERT_TRUE(cy->ask({{"do", "begin"}}).contains("ok"));
  const std::string table = cy->table, key = cy->key;
  for (const char* damage :
       {"text = '{\"what\":\"dance\"}' WHERE n = 3", "text = '\xff' WHERE n = 2", "text = '' WHERE n = 1",
        "text = replace(text, '1', '2') WHERE n = (SELECT max(n)"}) {
    cy.reset();
    di.reset();
    end();
    std::string sql = "UPDATE entries SET " + std::string(damage);
    const std::string of_table = "table_id = (SELECT id FROM tables WHERE name = '" + table + "')";
    if (sql.ends_with("max(n)")) sql += " FROM entries WHERE " + of_table + ")";
    change(file_, sql + " AND " + of_table);
    Online::begin();
    Talker line(port());
    const auto answer = line.answer({{"do", "enter"}, {"table", table}, {"key", key}});
    EXPECT_NE(text(answer, "error").find("table " + table), std::string::npos)
        << damage << json::serialize(answer);
    EXPECT_TRUE(line.answer(entering()).contains("ok"));
    EXPECT_EQ(figure("tables"), 1) << "no part of it is there";
  }
  ann_ = std::make_unique<Guest>(port(), ann_->table, ann_->key);
}

TEST_F(BadClients, ATableThatWasLaidAsideIsThereForThoseWithItsKey) {
  begin();
  end();
  change(file_, "UPDATE tables SET archived = 1");
  Online::begin();
  EXPECT_TRUE(Talker(port()).answer(entering("wrong")).contains("error"));
  ann_ = std::make_unique<Guest>(port(), ann_->table, ann_->key);
  EXPECT_EQ(ann_->phase(), "gathering");
}

TEST_F(BadClients, WhoeverReadsTheFileFindsNoKeyOfAPerson) {
  begin();
  const std::string key = ann_->key;
  end();
  auto store = store::open_sqlite(file_);
  ASSERT_TRUE(store) << store.error().message;
  std::string all;
  const auto log = (*store)->read(ann_->table);
  for (const std::string& entry : *log) all += entry;
  EXPECT_NE(all.find("\"key\":"), std::string::npos) << "only its hash";
  EXPECT_EQ(all.find(key), std::string::npos);
  for (const char* more : {"", "-wal", "-shm"})
    if (std::filesystem::exists(file_ + more)) {
      EXPECT_EQ(std::filesystem::status(file_ + more).permissions() & std::filesystem::perms(077),
                std::filesystem::perms::none)
          << more;
    }
}

}  // namespace
}  // namespace lifetable::server

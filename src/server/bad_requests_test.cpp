// SPDX-License-Identifier: Apache-2.0
// Requests that make no sense, come from the wrong person or at the wrong time, and a client that sends
// thousands of them, made by chance: each gets one clear answer, and what is refused has changed nothing.
#include <cstdlib>
#include <fmt/format.h>
#include <set>

#include "core/random.hpp"
#include "core/texts.hpp"
#include "play/json.hpp"
#include "server/online_testing.hpp"

namespace lifetable::server {
namespace {

/// One of `ok`, `refusal` with a sentence that there is, and `error` with one; "" if it is none.
std::string kind_of(const json::object& answer) {
  std::string kind;
  for (const char* each : {"ok", "refusal", "error"})
    if (answer.contains(each)) {
      EXPECT_EQ(kind, "") << json::serialize(answer);
      kind = each;
    }
  if (kind == "refusal") {
    const json::object& refusal = answer.at("refusal").as_object();
    EXPECT_FALSE(text(refusal, "reason").empty());
    const std::string id = text(refusal.at("phrase").as_object(), "id");
    EXPECT_TRUE(english().find(id)) << id;
  }
  if (kind == "error") {
    const std::string sentence = text(answer, "error");
    EXPECT_GT(sentence.size(), 10u);
    EXPECT_EQ(sentence.find("std::"), std::string::npos) << sentence;
  }
  return kind;
}

/// Why it was not followed: the reason of a refusal, or "error".
std::string trouble(const json::object& answer) {
  const std::string kind = kind_of(answer);
  return kind == "refusal" ? text(answer.at("refusal").as_object(), "reason") : kind;
}

/// Ann has opened an unhurried table of Five Alive, at which Mal sits as well and means no good. What Ann
/// sees tells whether anything has changed.
class BadRequests : public Online {
 protected:
  void open() {
    json::object wanted = opening("alive", {"me", "open"});
    wanted["unhurried"] = true;
    wanted.erase("window");
    std::tie(ann_, mal_) = two_at_a_table(port(), wanted);
    ann_->line.reset();  // she is not told what goes on; `seen` is asked for it
  }
  void begin_game() {
    Talker line(port());
    ASSERT_TRUE(line.answer(entering(ann_->key)).contains("ok"));
    ASSERT_TRUE(line.answer({{"do", "begin"}}).contains("ok"));
    mal_->come();
  }
  json::object entering(const std::string& key) const {
    return {{"do", "enter"}, {"table", ann_->table}, {"key", key}};
  }
  /// What Ann sees, but for who is connected.
  json::object looked() {
    if (!asking_) asking_.emplace(port());
    const Reply reply = post(
        *asking_, json::serialize(json::object{{"do", "look"}, {"table", ann_->table}, {"key", ann_->key}}));
    EXPECT_EQ(reply.status, 200) << reply.body;
    json::object seen = json::parse(reply.body).at("ok").as_object();
    json::object& room = seen["room"].as_object();
    room.erase("watching");
    for (json::value& seat : room["seats"].as_array()) seat.as_object().erase("here");
    return seen;
  }
  /// Mal asks, and is not followed: nothing changes.
  std::string refused(const json::object& request) {
    const json::object before = looked();
    const std::string why = trouble(mal_->ask(request));
    EXPECT_EQ(json::serialize(looked()), json::serialize(before)) << json::serialize(request);
    return why;
  }
  /// The same for a message as it is.
  std::string refused_text(const std::string& message) {
    const json::object before = looked();
    mal_->line->frame(message);
    std::string why;
    while (auto heard = mal_->line->next())
      if (!(why = trouble(*heard)).empty()) break;
    EXPECT_EQ(json::serialize(looked()), json::serialize(before)) << message.substr(0, 200);
    return why;
  }
  bool mal_is_to_act() { return !mal_->state.at("offers").as_array().empty(); }
  /// Ann and Mal move until it is Mal's turn.
  void until_mal_is_to_act() {
    while (!mal_is_to_act()) {
      Guest ann(port(), ann_->table, ann_->key);
      ann.act();
      while (mal_->at() <= ann.at()) mal_->look(*mal_->line->next());
    }
  }

  std::unique_ptr<Guest> ann_, mal_;
  std::optional<Client> asking_;
};

// ---- What is no request -------------------------------------------------------------------------------

TEST_F(BadRequests, WhatIsNoJsonIsAnsweredWithOneSentence) {
  begin();
  open();
  std::string deep;
  for (int i = 0; i < 5'000; ++i) deep += "[";
  for (const std::string& message :
       std::vector<std::string>{"",
                                " ",
                                "{",
                                "}",
                                "[]",
                                "7",
                                "null",
                                "true",
                                "\"do\"",
                                "{\"do\"}",
                                "{\"do\":}",
                                "{'do':'begin'}",
                                "{\"do\":\"leave\"} {\"do\":\"leave\"}",
                                "{\"do\":\"leave\"}x",
                                "{\"do\":\"leave\",}",
                                "NaN",
                                "{\"do\":\"le\x01"
                                "ave\"}",
                                std::string("{\"do\":\"leave\"}\0", 15),
                                std::string(3, '\0'),
                                "{\"do\":\"\\ud800\"}",
                                deep,
                                "{\"do\":" + deep,
                                "{\"a\":" + std::string(31, '[') + std::string(31, ']') + "}",
                                "// leave\n{\"do\":\"leave\"}",
                                "{\"do\":\"leave\",\"re\":1.5}",
                                "{\"do\":\"leave\",\"re\":\"1\"}",
                                "{\"do\":\"leave\",\"re\":99999999999999999999}"})
    EXPECT_EQ(refused_text(message), "error") << message.substr(0, 100);
}

TEST_F(BadRequests, MembersOfTheWrongTypeAreRefused) {
  begin();
  open();
  begin_game();
  until_mal_is_to_act();
  const json::object offer = mal_->state.at("offers").as_array()[0].as_object();
  const json::object play{{"do", "play"}, {"move", offer.at("move")}, {"seen", mal_->at()}, {"id", "x"}};
  for (const char* odd : {"null", "true", "-1", "1.5", "1e308", "-0.0", "9223372036854775807",
                          "18446744073709551615", "[]", "[1]", "{}", "\"\"", "2147483648", "4294967296"}) {
    const json::value value = json::parse(odd);
    for (const char* member : {"do", "seen", "move", "id"}) {
      json::object request = play;
      request[member] = value;
      EXPECT_NE(refused(request), "ok") << json::serialize(request);
    }
    for (const char* what : {"cover", "mute", "remove", "give", "sit"})
      EXPECT_NE(refused({{"do", what}, {"seat", value}, {"on", value}, {"player", value}, {"name", value}}),
                "ok");
  }
  EXPECT_EQ(trouble(mal_->ask(play)), "ok") << "as it should be, it is followed";
}

TEST_F(BadRequests, OfTwoMembersOfOneNameTheLastCounts) {
  begin();
  open();
  EXPECT_EQ(refused_text(R"({"do":"leave","do":"begin"})"), "host");
}

TEST_F(BadRequests, NamesThatWouldConfuseAreRefused) {
  begin();
  open();
  Guest guest(port(), ann_->table, text(mal_->self, "join"));
  ASSERT_TRUE(mal_->ask({{"do", "leave"}}).contains("ok"));
  for (const std::string& name :
       std::vector<std::string>{"", "Ann", std::string(41, 'x'), std::string(10'000, 'x'), "a\nb", "a\tb",
                                std::string("a\0b", 3), "\x7f", "\xc2\x85",
                                "\xe2\x80\xae"
                                "nnA",
                                "a\xe2\x81\xa6"
                                "b",
                                "a\xe2\x81\xa9"})
    EXPECT_EQ(trouble(guest.ask({{"do", "sit"}, {"name", name}})).substr(0, 4), "name") << name.substr(0, 50);
  EXPECT_EQ(trouble(guest.ask({{"do", "sit"}, {"name", 7}})), "name");
  EXPECT_EQ(trouble(guest.ask({{"do", "sit"}})), "name");
  EXPECT_EQ(trouble(guest.ask({{"do", "sit"}, {"name", "🂡 Zoë"}})), "ok");
}

TEST_F(BadRequests, EntropyIsSixtyFourDigitsAndNothingElse) {
  begin();
  open();
  ASSERT_TRUE(mal_->ask({{"do", "leave"}}).contains("ok"));
  for (const json::value& odd : {json::value(std::string(63, 'a')), json::value(std::string(65, 'a')),
                                 json::value(std::string(64, 'g')), json::value("0x" + std::string(62, 'a')),
                                 json::value(std::string(64, '\0')), json::value(""), json::value(7),
                                 json::value(nullptr), json::value(json::array(64, "a"))})
    EXPECT_EQ(refused({{"do", "sit"}, {"entropy", odd}}), "error") << json::serialize(odd);
  EXPECT_EQ(trouble(mal_->ask({{"do", "sit"}, {"entropy", std::string(64, 'F')}})), "ok");
  EXPECT_EQ(text(mal_->self, "entropy"), std::string(64, 'f'));
  EXPECT_EQ(refused({{"do", "add"}, {"entropy", std::string(64, 'e')}}), "added");
}

// ---- The wrong person ---------------------------------------------------------------------------------

TEST_F(BadRequests, OnlyTheHostDoesWhatTheHostDoes) {
  begin();
  open();
  const std::vector<json::object> requests = {{{"do", "begin"}},
                                              {{"do", "give"}, {"seat", 1}, {"player", "easy"}},
                                              {{"do", "cover"}, {"seat", 1}},
                                              {{"do", "mute"}, {"seat", 1}, {"on", true}},
                                              {{"do", "remove"}, {"seat", 1}}};
  for (const bool playing : {false, true}) {
    for (const json::object& request : requests)
      EXPECT_EQ(refused(request), "host") << json::serialize(request);
    if (!playing) begin_game();
  }
}

TEST_F(BadRequests, NobodyMovesForAnother) {
  begin();
  open();
  begin_game();
  until_mal_is_to_act();
  const json::value move = mal_->state.at("offers").as_array()[0].at("move");
  json::object play{{"do", "play"}, {"move", move}, {"seen", mal_->at()}};
  for (const char* more : {"seat", "person", "by", "key", "table", "as"}) {
    json::object for_ann = play;
    for_ann[more] = 1;
    EXPECT_EQ(refused(for_ann), "error") << more;
  }
  Guest guest(port(), ann_->table, text(mal_->self, "join")),
      watcher(port(), ann_->table, text(mal_->self, "watch"));
  const json::object before = looked();
  EXPECT_EQ(trouble(guest.ask(play)), "no-seat");
  EXPECT_EQ(trouble(watcher.ask(play)), "no-seat");
  Guest ann(port(), ann_->table, ann_->key);
  EXPECT_EQ(trouble(ann.ask(play)), "turn");
  EXPECT_EQ(json::serialize(looked()), json::serialize(before));
}

TEST_F(BadRequests, NobodySitsTwiceOrOnSomebody) {
  begin();
  open();
  EXPECT_EQ(refused({{"do", "sit"}, {"name", "Mal"}}), "seated");
  EXPECT_EQ(refused({{"do", "sit"}, {"name", "Mal"}, {"seat", 1}}), "seated");
  Guest guest(port(), ann_->table, text(mal_->self, "join"));
  EXPECT_EQ(trouble(guest.ask({{"do", "sit"}, {"name", "Eve"}, {"seat", 1}})), "taken");
  EXPECT_EQ(trouble(guest.ask({{"do", "sit"}, {"name", "Eve"}, {"seat", 3}})), "error");
  EXPECT_EQ(trouble(guest.ask({{"do", "sit"}, {"name", "Eve"}})), "full");
}

TEST_F(BadRequests, WhoeverWasRemovedIsOut) {
  begin();
  open();
  begin_game();
  const std::string key = mal_->key, join = text(mal_->self, "join");
  Talker second(port());
  ASSERT_TRUE(second.answer(entering(key)).contains("ok"));
  Guest ann(port(), ann_->table, ann_->key);
  ASSERT_TRUE(ann.ask({{"do", "remove"}, {"seat", 2}}).contains("ok"));
  mal_->line->ask({{"do", "play"}, {"move", "pass"}, {"seen", 1}});
  for (Talker* line : {&*mal_->line, &second}) {
    while (line->next()) EXPECT_EQ(line->last.find("\"hand\":[{"), std::string::npos);
    EXPECT_EQ(line->close_code, kRemoved);
  }
  for (const std::string& old : {key, join}) {
    EXPECT_TRUE(Talker(port()).answer(entering(old)).contains("error"));
    Client client(port());
    EXPECT_EQ(
        post(client, json::serialize(json::object{{"do", "look"}, {"table", ann_->table}, {"key", old}}))
            .status,
        403);
  }
  mal_.reset();
}

// ---- The wrong time -----------------------------------------------------------------------------------

TEST_F(BadRequests, WhatCannotBeDoneNowIsRefused) {
  begin();
  open();
  for (const char* what : {"record", "again"}) EXPECT_EQ(refused({{"do", what}}), "not-over") << what;
  EXPECT_EQ(refused({{"do", "undo"}}), "waiting");
  EXPECT_EQ(refused({{"do", "play"}, {"move", "pass"}, {"seen", 0}}), "waiting");
  begin_game();
  for (const char* what : {"record", "again"}) EXPECT_EQ(refused({{"do", what}}), "not-over") << what;
  EXPECT_EQ(refused({{"do", "add"}, {"entropy", std::string(64, 'c')}}), "begun");
  Guest ann(port(), ann_->table, ann_->key);
  EXPECT_EQ(trouble(ann.ask({{"do", "begin"}})), "begun");
  EXPECT_EQ(trouble(ann.ask({{"do", "give"}, {"seat", 2}, {"player", "easy"}})), "begun");
}

TEST_F(BadRequests, AMoveForAnotherTimeIsRefused) {
  begin();
  open();
  begin_game();
  until_mal_is_to_act();
  const json::value move = mal_->state.at("offers").as_array()[0].at("move");
  const std::int64_t at = mal_->at();
  for (const std::int64_t seen : {std::int64_t{0}, at + 1, at + 1'000, std::int64_t{INT32_MAX}})
    EXPECT_EQ(refused({{"do", "play"}, {"move", move}, {"seen", seen}}), "stale") << seen;
  for (const std::int64_t seen : {std::int64_t{-1}, std::int64_t{INT32_MAX} + 1, INT64_MIN, INT64_MAX})
    EXPECT_EQ(refused({{"do", "play"}, {"move", move}, {"seen", seen}}), "error") << seen;
  for (const char* none :
       {"dance", "play", "play 99", "play -1", "play 1 play 1", "PLAY", "play \xf0\x9f\x82\xa1"})
    EXPECT_NE(refused({{"do", "play"}, {"move", none}, {"seen", at}}), "ok") << none;
  EXPECT_EQ(refused({{"do", "play"}, {"move", std::string(10'000, '9')}, {"seen", at}}), "unknown");
}

TEST_F(BadRequests, OneIdIsOneMoveWhateverComesWithItLater) {
  begin();
  open();
  begin_game();
  until_mal_is_to_act();
  const json::value move = mal_->state.at("offers").as_array()[0].at("move");
  ASSERT_EQ(trouble(mal_->ask({{"do", "play"}, {"move", move}, {"seen", mal_->at()}, {"id", "x"}})), "ok");
  const json::object before = looked();
  for (const char* other : {"pass", "play 1", "dance"})
    EXPECT_EQ(trouble(mal_->ask({{"do", "play"}, {"move", other}, {"seen", mal_->at()}, {"id", "x"}})), "ok");
  EXPECT_EQ(json::serialize(looked()), json::serialize(before));
}

TEST_F(BadRequests, OfTwoWhoTakeBackTheSameMoveOneIsTooLate) {
  begin();
  json::object wanted = opening("cradle", {"me", "open"});
  std::tie(ann_, mal_) = two_at_a_table(port(), wanted);
  ann_->line.reset();
  begin_game();
  const json::value move = mal_->state.at("offers").as_array()[0].at("move");
  ASSERT_EQ(trouble(mal_->ask({{"do", "play"}, {"move", move}, {"seen", mal_->at()}})), "ok");
  Guest second(port(), mal_->table, mal_->key);
  const json::object undo{{"do", "undo"}, {"seen", mal_->at()}};
  ASSERT_EQ(trouble(mal_->ask(undo)), "ok");
  EXPECT_EQ(trouble(second.ask(undo)), "stale");
  EXPECT_EQ(trouble(second.ask({{"do", "undo"}})), "undo") << "there is nothing of his own left";
}

// ---- Whatever comes to mind ---------------------------------------------------------------------------

/// Makes odd requests of proper ones.
class Mischief {
 public:
  explicit Mischief(std::uint64_t seed) : rng_(seed) {}

  bool happens(int in) { return below(rng_, static_cast<std::uint32_t>(in)) == 0; }
  std::size_t up_to(std::size_t n) { return below(rng_, static_cast<std::uint32_t>(n)); }

  std::string odd(json::object request) {
    if (happens(4)) return json::serialize(request);  // from the wrong person that is odd enough
    if (happens(2)) return with_odd_bytes(json::serialize(request));
    for (std::size_t i = 0; i <= up_to(3); ++i) change(request);
    return json::serialize(request);
  }

 private:
  json::value odd_value() {
    static const std::vector<std::string> values = {"null",
                                                    "true",
                                                    "false",
                                                    "0",
                                                    "1",
                                                    "2",
                                                    "3",
                                                    "-1",
                                                    "7.5",
                                                    "1e308",
                                                    "-1e-308",
                                                    "2147483648",
                                                    "9223372036854775807",
                                                    "18446744073709551615",
                                                    "\"\"",
                                                    "\"open\"",
                                                    "\"me\"",
                                                    "\"hard\"",
                                                    "\"Ann\"",
                                                    "\"\\u0000\"",
                                                    "\"\\u202e\"",
                                                    "[]",
                                                    "{}",
                                                    "[[[[[[[[]]]]]]]]",
                                                    "{\"player\":\"me\"}",
                                                    "[{\"player\":\"me\"},{\"player\":\"me\"}]",
                                                    "[{\"player\":\"hard\"}]"};
    if (happens(12)) return json::value(std::string(up_to(9'000), 'x'));
    return json::parse(values[up_to(values.size())]);
  }
  void change(json::object& request) {
    static const std::vector<std::string> names = {
        "do",   "seat",  "name", "move",  "seen", "id",      "re",     "entropy", "player",    "on", "phrase",
        "text", "table", "key",  "seats", "game", "options", "window", "bank",    "unhurried", "x",  ""};
    if (happens(3) && !request.empty())
      request.erase(std::next(request.begin(), static_cast<std::ptrdiff_t>(up_to(request.size()))));
    else
      request[happens(2) || request.empty()
                  ? names[up_to(names.size())]
                  : std::string(std::next(request.begin(), static_cast<std::ptrdiff_t>(up_to(request.size())))
                                    ->key())] = odd_value();
  }
  std::string with_odd_bytes(std::string text) {
    for (std::size_t i = 0; i <= up_to(4); ++i) {
      const std::size_t at = up_to(text.size() + 1);
      switch (up_to(4)) {
        case 0: text.insert(at, 1, static_cast<char>(up_to(128))); break;
        case 1: text.erase(at, up_to(8)); break;
        case 2: text.insert(at, text.substr(up_to(text.size() + 1), up_to(20))); break;
        default:
          if (at < text.size()) text[at] = happens(10) ? '\xff' : static_cast<char>(up_to(128));
      }
    }
    return text;
  }

  Xoshiro256pp rng_;
};

/// A request of every kind, as one could be sent now.
std::vector<json::object> proper_requests(const Guest& mal, const std::string& hard_opening) {
  const json::value move = mal.state.contains("offers") && !mal.state.at("offers").as_array().empty()
                               ? mal.state.at("offers").as_array()[0].at("move")
                               : json::value("play 1");
  return {{{"do", "play"}, {"move", move}, {"seen", mal.at()}, {"id", std::to_string(mal.at())}},
          {{"do", "undo"}, {"seen", mal.at()}},
          {{"do", "sit"}, {"seat", 1}, {"name", "Eve"}, {"entropy", std::string(64, 'e')}},
          {{"do", "leave"}},
          {{"do", "return"}},
          {{"do", "add"}, {"entropy", std::string(64, 'd')}},
          {{"do", "give"}, {"seat", 1}, {"player", "hard"}, {"name", "Deep"}},
          {{"do", "begin"}},
          {{"do", "cover"}, {"seat", 1}},
          {{"do", "say"}, {"phrase", "hello"}},
          {{"do", "say"}, {"text", "hello"}},
          {{"do", "mute"}, {"seat", 1}, {"on", true}},
          {{"do", "remove"}, {"seat", 1}},
          {{"do", "again"}},
          {{"do", "record"}},
          {{"do", "enter"}, {"table", mal.table}, {"key", mal.key}, {"seen", 0}},
          {{"do", "look"}, {"table", mal.table}, {"key", mal.key}},
          json::parse(hard_opening).as_object()};
}

int messages_wanted() {
  const char* chosen = std::getenv("LIFETABLE_FUZZ");
  return chosen ? std::atoi(chosen) : 2'000;
}

TEST_F(BadRequests, MadeByChanceAreAllAnsweredAndWhatIsRefusedChangesNothing) {
  begin(quick(), {.arrivals = {}, .requests = {}});
  std::vector<std::unique_ptr<HonestGame>> honest;
  for (const char* game : {"cradle", "alive", "cv"})
    honest.push_back(std::make_unique<HonestGame>(port(), opening(game, {"me", "open", "thoughtful"})));
  open();
  begin_game();
  Mischief mischief(7);
  Client api(port());
  const std::string opening_text = json::serialize(opening("cv", {"me", "open", "hard"}));
  const std::string join = text(mal_->self, "join"), watch = text(mal_->self, "watch");
  std::string heard;  // all that Mal ever hears, but for records of games that are over
  std::map<std::string, int> kinds;
  json::object shown = looked();
  for (int i = 0; i < messages_wanted() && !HasFailure(); ++i) {
    if (mischief.happens(40)) {  // Ann moves, so that it goes on
      Guest ann(port(), ann_->table, ann_->key);
      if (ann.is_over()) {
        ASSERT_EQ(trouble(ann.ask({{"do", "again"}})), "ok");
        ASSERT_EQ(trouble(ann.ask({{"do", "begin"}})), "ok");
      } else if (!ann.state.at("offers").as_array().empty()) {
        ann.act();
        (void)ann.ask({{"do", "x"}});  // afterwards it is made
      }
      mal_->come();
      shown = looked();
    }
    const auto requests = proper_requests(*mal_, opening_text);
    const json::object& request = requests[mischief.up_to(requests.size())];
    const std::string message = mischief.odd(request);
    std::string kind;
    if (mischief.happens(4)) {  // over HTTP
      const Reply reply = post(api, message);
      heard += reply.body;
      ASSERT_NE(reply.status, 0) << message;
      kind = kind_of(json::parse(reply.body).as_object());
      EXPECT_EQ(kind == "ok", reply.status == 200) << message << reply.body;
    } else {  // as himself, as a guest, or as a bystander
      const std::size_t role = mischief.up_to(4);
      Guest other(port(), mal_->table, role == 0 ? watch : role == 1 ? join : mal_->key);
      other.line->frame(message);
      while (auto answer = other.line->next()) {
        kind = kind_of(*answer);
        if (kind != "ok" || request.at("do") != "record") heard += other.line->last;
        if (!kind.empty()) break;
      }
      if (kind.empty()) kind = std::to_string(other.line->close_code);
      if (kind == "ok" && message.find("leave") != std::string::npos) (void)other.ask({{"do", "return"}});
    }
    ++kinds[kind];
    const json::object now = looked();
    if (kind != "ok") {
      ASSERT_EQ(json::serialize(now), json::serialize(shown)) << message << " was answered with " << kind;
    } else if (now != shown) {
      mal_->come();
    }
    shown = now;
  }
  kinds.erase("1009");  // several long texts in one message
  std::set<std::string> known;
  for (const auto& [kind, times] : kinds) known.insert(kind);
  EXPECT_EQ(known, (std::set<std::string>{"1007", "error", "ok", "refusal"})) << "1007: what is no text";
  for (const auto& [kind, times] : kinds) EXPECT_GT(times, messages_wanted() / 200) << kind;
  for (auto& game : honest) game->finish();

  const std::string ann_key = ann_->key;
  std::vector<std::string> secrets = {ann_key};
  for (auto& game : honest) secrets.push_back(game->host().key);
  mal_.reset();
  honest.clear();
  wait_for(&Is::connections, 0);
  EXPECT_EQ(figure("tables"), figure("tables_opened_total")) << "no other was made in memory";
  end();
  auto store = store::open_sqlite(file_);
  ASSERT_TRUE(store) << store.error().message;
  const auto log = (*store)->read(ann_->table);
  for (const std::string& line : *log) {
    const json::object entry = json::parse(line).as_object();
    for (const char* name : {"seed", "key"})
      if (entry.contains(name)) secrets.push_back(text(entry, name));
  }
  EXPECT_GE(secrets.size(), 6u);
  for (const std::string& secret : secrets) EXPECT_EQ(heard.find(secret), std::string::npos) << secret;
}

}  // namespace
}  // namespace lifetable::server

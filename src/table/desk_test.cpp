// SPDX-License-Identifier: Apache-2.0
// A desk answers whatever it is asked: whole games, hints, records, mistakes and nonsense.
#include "table/desk.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

#include "core/random.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::table {
namespace {

namespace json = boost::json;

/// A desk, and what it says.
class Asking {
 public:
  /// What was asked for; the test fails if it is refused.
  json::value ok(const json::value& request) {
    const json::object said = answer(json::serialize(request));
    EXPECT_TRUE(said.contains("ok")) << json::serialize(request) << "\n" << json::serialize(said);
    return said.contains("ok") ? said.at("ok") : json::value(json::object{});
  }
  std::string error(const json::value& request) { return error_of(json::serialize(request)); }
  std::string error_of(const std::string& text) {
    const json::object said = answer(text);
    EXPECT_TRUE(said.contains("error")) << text << "\n" << json::serialize(said);
    return said.contains("error") ? std::string(said.at("error").as_string()) : "";
  }
  /// Always an object with one member.
  json::object answer(const std::string& text) {
    const auto said = play::parse_json(desk_.ask(text));
    EXPECT_TRUE(said) << text;
    if (!said) return {};
    EXPECT_TRUE(said->is_object() && said->get_object().size() == 1) << json::serialize(*said);
    return said->get_object();
  }

  std::int64_t open(std::string_view game, const std::vector<std::string>& players, const std::string& seed,
                    const json::object& options = {}) {
    json::array seats;
    for (std::size_t i = 0; i < players.size(); ++i)
      seats.push_back(json::object{{"name", fmt::format("P{}", i + 1)}, {"player", players[i]}});
    return number(
        ok({{"do", "open"}, {"game", game}, {"seats", seats}, {"seed", seed}, {"options", options}}),
        "table");
  }
  std::int64_t resume(const std::string& record) {
    return number(ok({{"do", "resume"}, {"record", record}}), "table");
  }
  json::value look(std::int64_t table, int reader) {
    return ok({{"do", "look"}, {"table", table}, {"reader", reader}});
  }
  std::string record(std::int64_t table) {
    return std::string(ok({{"do", "record"}, {"table", table}}).at("record").as_string());
  }
  bool over(std::int64_t table) { return !look(table, 0).at("outcome").as_array().empty(); }
  void let_a_bot_play(std::int64_t table) { (void)ok({{"do", "bot"}, {"table", table}, {"budget", "20"}}); }
  void let_bots_finish(std::int64_t table) {
    while (!over(table) && !testing::Test::HasFailure()) let_a_bot_play(table);
  }
  /// All that can be seen of a table, by everybody.
  std::vector<std::string> all_of(std::int64_t table, int players) {
    std::vector<std::string> all;
    for (int reader = 0; reader <= players; ++reader)
      all.push_back(json::serialize(look(table, reader)) +
                    json::serialize(ok({{"do", "told"}, {"table", table}, {"reader", reader}})));
    return all;
  }

  static std::int64_t number(const json::value& value, std::string_view name) {
    return value.at(name).to_number<std::int64_t>();
  }

 private:
  Desk desk_;
};

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const auto* game : play::all_games()) names.emplace_back(game->name);
  return names;
}

json::object short_game(const std::string& game) {
  return game == "cradle" ? json::object{{"rounds", 1}} : json::object{};
}

/// Makes a move of the first person who is to act, any of those offered.
void play_any(Asking& desk, std::int64_t table, Xoshiro256pp& rng) {
  const json::value seen = desk.look(table, 0);
  const auto seat = seen.at("actors").as_array().front().to_number<int>();
  const json::value mine = desk.look(table, seat);
  const auto& offers = mine.at("offers").as_array();
  ASSERT_FALSE(offers.empty());
  const json::value verdict = desk.ok({{"do", "play"},
                                       {"table", table},
                                       {"seat", seat},
                                       {"move", pick_from(offers, rng).at("move")},
                                       {"seen", mine.at("at")}});
  EXPECT_TRUE(verdict.at("refusal").is_null()) << json::serialize(verdict);
}

// ---- Games --------------------------------------------------------------------------------------------

TEST(Desk, PlaysWholeGamesOfBotsThatRepeat) {
  for (const auto& game : game_names()) {
    std::vector<std::string> records;
    for (int time = 0; time < 2; ++time) {
      Asking desk;
      const auto table = desk.open(game, {"thoughtful", "search/20", "easy"}, "repeat", short_game(game));
      desk.let_bots_finish(table);
      records.push_back(desk.record(table));
      EXPECT_EQ(desk.error({{"do", "bot"}, {"table", table}}), "no bot is to act at this table");
    }
    EXPECT_EQ(records[0], records[1]) << game;
    EXPECT_NE(records[0].find("\"winners\":["), std::string::npos) << game;
  }
}

TEST(Desk, LetsPeoplePlayWholeGamesByWhatTheyAreOffered) {
  for (const auto& game : game_names()) {
    Asking desk;
    Xoshiro256pp rng(5);
    const auto table = desk.open(game, {"person", "person"}, "people", short_game(game));
    int moves = 0;
    for (; !desk.over(table) && moves < 2000 && !HasFailure(); ++moves) play_any(desk, table, rng);
    EXPECT_TRUE(desk.over(table)) << game << " after " << moves;
    EXPECT_EQ(desk.look(table, 1).at("outcome").at(0).at("scores").as_array().size(), 2u);
  }
}

TEST(Desk, RefusesAMoveWithItsClauseAndChangesNothing) {
  Asking desk;
  const auto table = desk.open("cradle", {"person", "person"}, "x");
  const auto before = desk.all_of(table, 2);
  const json::value refusal =
      desk.ok({{"do", "play"}, {"table", table}, {"seat", 1}, {"move", "age 7 7"}, {"seen", 12}})
          .at("refusal");
  EXPECT_EQ(refusal.at("reason").as_string(), "rules");
  EXPECT_EQ(refusal.at("clause").as_string(), "CG-7");
  EXPECT_EQ(desk.all_of(table, 2), before);
}

TEST(Desk, TakesAMoveBackOnceAndSaysWhenItCannot) {
  Asking desk;
  const auto table = desk.open("cradle", {"person", "person"}, "x");
  const auto before = desk.all_of(table, 2);
  Xoshiro256pp rng(1);
  play_any(desk, table, rng);
  EXPECT_NE(desk.all_of(table, 2), before);
  const json::value request{{"do", "undo"}, {"table", table}, {"seat", 1}};
  (void)desk.ok(request);
  EXPECT_EQ(desk.all_of(table, 2), before);
  EXPECT_EQ(desk.ok(request).at("refusal").at("phrase").at("id").as_string(), "room.refused.undo");
  EXPECT_EQ(desk.all_of(table, 2), before);
}

TEST(Desk, ABotThatWatchesGoesOnAfterAnUndo) {
  Asking desk;
  Xoshiro256pp rng(3);
  const auto table = desk.open("cv", {"person", "search/20/particles=8"}, "watch");
  int choices = 0, undone = 0;
  while (!desk.over(table) && !HasFailure()) {
    if (desk.look(table, 0).at("actors").as_array().back() == 2) {
      desk.let_a_bot_play(table);
      ++choices;
      continue;
    }
    play_any(desk, table, rng);
    if (choices < 5 || undone > 3 || !desk.look(table, 1).at("undo").as_bool()) continue;
    (void)desk.ok({{"do", "undo"}, {"table", table}, {"seat", 1}});
    ++undone;
  }
  EXPECT_GT(undone, 3);
}

TEST(Desk, ShowsTheTableAsItWasAfterSoManyMoves) {
  for (const auto& game : game_names()) {
    Asking desk;
    const auto table = desk.open(game, {"thoughtful", "thoughtful"}, "then", short_game(game));
    std::vector<std::pair<json::value, std::string>> scenes;
    for (int i = 0; i < 12 && !desk.over(table); ++i) {
      const json::value now = desk.look(table, 1);
      scenes.emplace_back(now.at("at"), json::serialize(now.at("scene")));
      desk.let_a_bot_play(table);
    }
    for (const auto& [at, scene] : scenes) {
      const json::value then = desk.ok({{"do", "look"}, {"table", table}, {"reader", 1}, {"at", at}});
      EXPECT_EQ(then.at("at"), at);
      EXPECT_EQ(json::serialize(then.at("scene")), scene) << game;
    }
    EXPECT_NE(desk.error({{"do", "look"}, {"table", table}, {"reader", 1}, {"at", 9999}}).find("beyond"),
              std::string::npos);
  }
}

// ---- Secrets ------------------------------------------------------------------------------------------

/// The record with one line replaced by another, and without the seed, which would tell.
std::string with_line(std::string record, const std::string& line, const std::string& other) {
  const std::size_t seed = record.find(",\"seed\":");
  record.erase(seed, record.find('}', seed) - seed);
  const std::size_t at = record.rfind(line);
  EXPECT_NE(at, std::string::npos);
  return record.replace(at, line.size(), other);
}

TEST(Desk, AnotherCardInAHandIsSeenByItsOwnerOnly) {
  struct Case {
    std::string game, dealt, instead;
  };
  for (const Case& each : {Case{"cradle", "\"draw 6\"", "\"draw 5\""},
                           {"alive", "\"draw 5\"", "\"draw 6\""},
                           {"cv", "\"deal 4\"", "\"deal 3\""},
                           {"cv", "\"deal 77\"", "\"deal 78\""}}) {
    Asking desk;
    const std::string record = desk.record(desk.open(each.game, {"person", "person"}, "x"));
    const auto one = desk.all_of(desk.resume(with_line(record, each.dealt, each.dealt)), 2);
    const auto other = desk.all_of(desk.resume(with_line(record, each.dealt, each.instead)), 2);
    EXPECT_EQ(one[0], other[0]) << each.game << each.dealt;
    EXPECT_EQ((one[1] != other[1]) + (one[2] != other[2]), 1) << each.game << each.dealt;
  }
}

TEST(Desk, OffersAMoveOnlyToWhoMayMakeIt) {
  for (const auto& game : game_names()) {
    Asking desk;
    const auto table = desk.open(game, {"person", "person", "person"}, "offers");
    const json::value open = desk.look(table, 0);
    EXPECT_TRUE(open.at("offers").as_array().empty());
    for (int reader = 1; reader <= 3; ++reader) {
      const auto& actors = open.at("actors").as_array();
      const bool acts = std::find(actors.begin(), actors.end(), json::value(reader)) != actors.end();
      EXPECT_EQ(!desk.look(table, reader).at("offers").as_array().empty(), acts) << game << reader;
    }
  }
}

// ---- Records ------------------------------------------------------------------------------------------

TEST(Desk, ResumesARecordAndGoesOnAsTheTableItWasKeptOf) {
  for (const auto& game : game_names()) {
    Asking desk;
    const auto table = desk.open(game, {"thoughtful", "search/20", "easy"}, "go on", short_game(game));
    for (int i = 0; i < 7; ++i) desk.let_a_bot_play(table);
    const std::string record = desk.record(table);
    Asking other;
    const auto again = other.resume(record);
    EXPECT_EQ(other.all_of(again, 3), desk.all_of(table, 3)) << game;
    desk.let_bots_finish(table);
    other.let_bots_finish(again);
    EXPECT_EQ(other.record(again), desk.record(table)) << game;
    EXPECT_EQ(desk.all_of(desk.resume(desk.record(table)), 3), desk.all_of(table, 3)) << game;
  }
}

/// A host that keeps a record line by line, as answers tell it to.
struct Keeping {
  std::vector<std::string> lines;

  explicit Keeping(const std::string& record) {
    for (std::size_t begin = 0, end = 0; (end = record.find('\n', begin)) != std::string::npos;
         begin = end + 1)
      lines.push_back(record.substr(begin, end + 1 - begin));
  }
  std::int64_t moves() const { return static_cast<std::int64_t>(lines.size()) - 1; }
  void keep(const json::value& news) {
    lines.resize(lines.size() - news.at("cut").to_number<std::size_t>());
    for (const json::value& line : news.at("lines").as_array()) lines.emplace_back(line.as_string());
    for (const json::value& header : news.at("header").as_array()) lines[0] = std::string(header.as_string());
  }
  std::string record() const { return std::accumulate(lines.begin(), lines.end(), std::string()); }
};

TEST(Desk, AnswersWithAllThatIsToBeKeptAndShown) {
  for (const auto& game : game_names()) {
    Asking desk;
    Xoshiro256pp rng(11);
    const auto table = desk.open(game, {"person", "thoughtful", "person"}, "news", short_game(game));
    Keeping host(desk.record(table));
    int since = 0, taken_back = 0;
    const auto hear = [&](int reader, json::object request) {
      request["table"] = table;
      request["since"] = since;
      request["kept"] = host.moves();
      const json::value answer = desk.ok(request);
      ASSERT_TRUE(answer.at("refusal").is_null()) << json::serialize(answer);
      const json::value& news = answer.at("news");
      EXPECT_EQ(news.at("state"), desk.look(table, reader));
      EXPECT_EQ(news.at("told"),
                desk.ok({{"do", "told"}, {"table", table}, {"reader", reader}, {"since", since}}));
      host.keep(news);
      ASSERT_EQ(host.record(), desk.record(table)) << json::serialize(request);
      since = news.at("state").at("at").to_number<int>();
    };
    while (!desk.over(table) && !HasFailure()) {
      const auto seat = desk.look(table, 0).at("actors").as_array().front().to_number<int>();
      if (seat == 2) {
        hear(1, {{"do", "bot"}, {"reader", 1}});
        continue;
      }
      const json::value mine = desk.look(table, seat);
      const auto move = pick_from(mine.at("offers").as_array(), rng).at("move");
      hear(seat, {{"do", "play"}, {"seat", seat}, {"move", move}, {"seen", mine.at("at")}});
      if (taken_back > 20 || !desk.look(table, seat).at("undo").as_bool()) continue;
      hear(seat, {{"do", "undo"}, {"seat", seat}});
      ++taken_back;
    }
    EXPECT_GT(taken_back, 0) << game;
    EXPECT_NE(host.record().find("\"winners\":["), std::string::npos) << game;
  }
}

TEST(Desk, TellsNewsToWhoeverHasNoneYet) {
  Asking desk;
  const auto table = desk.open("alive", {"person", "person"}, "none");
  const std::string record = desk.record(table);
  Keeping host(record.substr(0, record.find('\n') + 1));
  const json::value news =
      desk.ok({{"do", "news"}, {"table", table}, {"reader", 0}, {"since", 0}, {"kept", 0}});
  EXPECT_EQ(news.at("state"), desk.look(table, 0));
  host.keep(news);
  EXPECT_EQ(host.record(), record);
}

// ---- Hints --------------------------------------------------------------------------------------------

TEST(Desk, HintsAtMovesThatAreOffered) {
  for (const auto& game : game_names()) {
    Asking desk;
    Xoshiro256pp rng(2);
    const auto table = desk.open(game, {"person", "person"}, "hint");
    for (int i = 0; i < 10; ++i) {
      const json::value open = desk.look(table, 0);
      const auto seat = open.at("actors").at(0).to_number<int>();
      if (open.at("actors").as_array().size() == 1) {
        EXPECT_EQ(desk.error({{"do", "hint"}, {"table", table}, {"seat", 3 - seat}, {"bot", "search/60"}}),
                  "this seat is not to act: there is nothing to hint");
      }
      std::set<std::string> offered;
      const json::value mine = desk.look(table, seat);
      for (const json::value& offer : mine.at("offers").as_array())
        offered.emplace(offer.at("move").as_string());
      const json::value thoughts =
          desk.ok({{"do", "hint"}, {"table", table}, {"seat", seat}, {"bot", "search/60"}});
      const auto& ideas = thoughts.at("ideas").as_array();
      ASSERT_FALSE(ideas.empty());
      for (const json::value& idea : ideas) {
        EXPECT_TRUE(offered.contains(std::string(idea.at("move").as_string()))) << json::serialize(idea);
        EXPECT_LE(idea.at("visits").as_int64(), ideas[0].at("visits").as_int64());
        EXPECT_FALSE(idea.at("label").at("id").as_string().empty());
      }
      play_any(desk, table, rng);
    }
  }
}

// ---- What a page shows before a game ------------------------------------------------------------------

TEST(Desk, ListsTheChoicesOfAnOptionAsTheGameTakesThem) {
  Asking desk;
  const json::value listed = desk.ok({{"do", "games"}});
  std::map<std::string, std::string> choices;
  for (const json::value& game : listed.at("games").as_array())
    for (const json::value& option : game.at("options").as_array())
      choices[std::string(option.at("name").as_string())] = json::serialize(option.at("choices"));
  EXPECT_EQ(choices["rounds"], R"(["1","2","3","4","5"])");
  EXPECT_EQ(choices["elders"], "[]");
  EXPECT_EQ(choices["printing"], R"(["first","later"])");
  EXPECT_EQ(choices["sudden"], R"(["yes","no"])");
  EXPECT_EQ(choices["dealer"], R"(["random","1","2","3","4","5","6"])");
  EXPECT_EQ(choices["eldest"], R"(["nobody","1","2","3","4","5","6"])");
  EXPECT_EQ(choices["cards"], R"(["standard","odd"])");
}

TEST(Desk, TellsEveryClauseUnderItsHeading) {
  Asking desk;
  for (const auto* game : play::all_games()) {
    const json::value rules = desk.ok({{"do", "rules"}, {"game", game->name}});
    std::size_t clauses = 0;
    for (const json::value& section : rules.at("sections").as_array()) {
      EXPECT_FALSE(section.at("title").as_string().empty());
      clauses += section.at("clauses").as_array().size();
    }
    EXPECT_EQ(clauses, play::clauses(game->rules, game->prefix).size());
    EXPECT_FALSE(rules.at("introduction").as_string().empty());
  }
}

TEST(Desk, ExplainsEveryCardByTheNameThatScenesUse) {
  Asking desk;
  const auto names = [&](std::string_view game) {
    std::set<std::string> all;
    const json::value cards = desk.ok({{"do", "cards"}, {"game", game}});
    for (const json::value& card : cards.at("cards").as_array()) all.emplace(card.at("card").as_string());
    return all;
  };
  EXPECT_EQ(names("cradle"),
            (std::set<std::string>{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "Ten", "Swap", "Stop"}));
  EXPECT_EQ(names("alive").size(), 18u);
  EXPECT_TRUE(names("alive").contains("=21"));
  EXPECT_EQ(names("cv").size(), 83u);
  EXPECT_EQ(desk.ok({{"do", "cards"}, {"game", "cv"}}).at("facts").as_array().size(), 83u);
  EXPECT_NE(json::serialize(desk.ok({{"do", "cards"}, {"game", "cv"}, {"options", {{"cards", "odd"}}}})),
            json::serialize(desk.ok({{"do", "cards"}, {"game", "cv"}})));
}

TEST(Desk, DescribesEveryRequestInTheDocuments) {
  std::ifstream file(LIFETABLE_SOURCE_DIR "/docs/protocol.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string section = text.substr(std::min(text.find("## The desk"), text.size()));
  Asking desk;
  const std::string known = desk.error_of("{}");
  std::size_t requests = 0;
  for (const auto word : words_of(std::string_view(known).substr(known.find(':') + 1))) {
    const std::string row = fmt::format("\n| `{}` |", word.substr(0, word.find(',')));
    EXPECT_NE(section.find(row), std::string::npos) << "docs/protocol.md says nothing about " << word;
    ++requests;
  }
  EXPECT_EQ(requests, 14u);
}

// ---- Mistakes -----------------------------------------------------------------------------------------

TEST(Desk, SaysInOneSentenceWhatIsWrong) {
  Asking desk;
  const auto table = desk.open("alive", {"person", "thoughtful"}, "wrong");
  const std::pair<const char*, const char*> cases[] = {
      {"", "this is not valid JSON"},
      {"[]", "a request is an object whose 'do' is one of: games"},
      {R"({"do":"dance"})", "a request is an object whose 'do' is one of: games"},
      {R"({"do":"look","table":1})", "in the request 'look': 'reader' is missing"},
      {R"({"do":"games","please":1})", "in the request 'games': 'please' is not known here"},
      {R"({"do":"look","table":7,"reader":0})", "there is no table of that number"},
      {R"({"do":"look","table":1,"reader":3})", "'reader' must be a seat from 0 to 2"},
      {R"({"do":"play","table":1,"seat":0,"move":"pass","seen":0})", "'seat' must be a seat from 1 to 2"},
      {R"({"do":"play","table":1,"seat":1,"move":"pass","seen":-1})", "'seen' must be a whole number"},
      {R"({"do":"rules","game":"chess"})", "there is no game 'chess'"},
      {R"({"do":"open","game":"alive","seats":3})", "'seats' must be a list"},
      {R"({"do":"open","game":"alive","seats":[{"name":"A"}]})", "in 'seats': 'player' is missing"},
      {R"({"do":"open","game":"alive","seats":[{"name":"A","player":"person"},{"name":"","player":"person"}]})",
       "a player's name has 1 to 40 characters"},
      {R"({"do":"open","game":"alive","seats":[{"name":"A","player":"person"},{"name":"B","player":"deep"}]})",
       "there is no bot 'deep'"},
      {R"({"do":"open","game":"cv","seats":[{"name":"A","player":"person"},)"
       R"({"name":"B","player":"search/9/memory=4000MB"}]})",
       "a bot here takes at most 256MB"},
      {R"({"do":"open","game":"cv","seats":[],"options":{"goals":2}})", "CV has no option 'goals'"},
      {R"({"do":"open","game":"cv","seats":[],"options":7})", "in 'options': an object {...} is wanted here"},
      {R"({"do":"open","game":"cv","seats":[{"name":"A","player":"person"},{"name":"B","player":"person"}],"seed":1})",
       "'seed' must be a text"},
      {R"({"do":"resume","record":""})", "the record is empty"},
      {R"({"do":"resume","record":"{\"lifetable\":2}\n"})", "the record, line 1: the record has format 2"},
  };
  for (const auto& [request, sentence] : cases) {
    const std::string said = desk.error_of(request);
    EXPECT_TRUE(said.starts_with(sentence)) << request << "\n" << said;
    EXPECT_FALSE(said.empty());
  }
  EXPECT_EQ(desk.error({{"do", "hint"},
                        {"table", table},
                        {"seat", desk.look(table, 0).at("actors").at(0)},
                        {"bot", "thoughtful"}}),
            "thoughtful does not look ahead; name a search, as in search/500ms");
  std::string newer = desk.record(table);
  newer.replace(newer.find("\"rules\":2"), 9, "\"rules\":9");
  EXPECT_NE(desk.error({{"do", "resume"}, {"record", newer}}).find("rules version 9 of Five Alive"),
            std::string::npos);
}

/// Requests of every kind, for one that has them mutilated.
std::vector<std::string> samples(const std::string& record) {
  const json::value seats = {{{"name", "A"}, {"player", "person"}}, {{"name", "B"}, {"player", "easy"}}};
  std::vector<std::string> all;
  for (const json::value& each : {
           json::value{{"do", "games"}},
           {{"do", "rules"}, {"game", "cv"}},
           {{"do", "cards"}, {"game", "alive"}, {"options", {{"teams", "no"}}}},
           {{"do", "open"},
            {"game", "cradle"},
            {"seats", seats},
            {"options", {{"rounds", 1}}},
            {"seed", "z"}},
           {{"do", "resume"}, {"record", record}},
           {{"do", "close"}, {"table", 9}},
           {{"do", "look"}, {"table", 1}, {"reader", 1}, {"at", 5}},
           {{"do", "told"}, {"table", 1}, {"reader", 2}, {"since", 3}},
           {{"do", "play"}, {"table", 1}, {"seat", 1}, {"move", "age 3 4"}, {"seen", 12}},
           {{"do", "undo"}, {"table", 1}, {"seat", 1}},
           {{"do", "bot"}, {"table", 1}, {"budget", "2"}},
           {{"do", "hint"}, {"table", 1}, {"seat", 1}, {"bot", "search/2"}},
           {{"do", "record"}, {"table", 1}},
           {{"do", "news"}, {"table", 1}, {"reader", 2}, {"since", 3}, {"kept", 2}},
       })
    all.push_back(json::serialize(each));
  return all;
}

/// A few characters lost, doubled or changed. None can make a budget of playouts one of seconds.
std::string mutilated(std::string text, Xoshiro256pp& rng) {
  constexpr std::string_view kOdd = "\"{}[]:,0123-e.\\ \n\x01\x7F\xC3\xFFnulltrue/=Zz";
  const auto place = [&] { return below(rng, static_cast<std::uint32_t>(text.size())); };
  for (std::uint32_t times = below(rng, 4); times-- > 0 && !text.empty();) switch (below(rng, 4)) {
      case 0: text.erase(place(), 1 + below(rng, 8)); break;
      case 1: text.insert(place(), 1, kOdd[below(rng, kOdd.size())]); break;
      case 2: text[place()] = kOdd[below(rng, kOdd.size())]; break;
      default: text.insert(place(), text.substr(place(), 1 + below(rng, 12)));
    }
  return text;
}

TEST(Desk, AnswersAnyNonsense) {
  Asking desk;
  Xoshiro256pp rng(7);
  const auto requests = samples(desk.record(desk.open("cradle", {"person", "easy"}, "n")));
  int refused = 0, followed = 0;
  for (int i = 0; i < 4000 && !HasFailure(); ++i) {
    const std::string text = mutilated(pick_from(requests, rng), rng);
    (desk.answer(text).contains("ok") ? followed : refused) += 1;
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(followed, 500);
  EXPECT_TRUE(desk.answer(std::string(100'000, '[')).contains("error"));
  EXPECT_TRUE(desk.answer(std::string("\0", 1)).contains("error"));
}

}  // namespace
}  // namespace lifetable::table

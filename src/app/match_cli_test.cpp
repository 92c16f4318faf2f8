// SPDX-License-Identifier: Apache-2.0
// `lifetable match` as people meet it, killed and interrupted as well.
#include <algorithm>
#include <csignal>
#include <map>
#include <sstream>

#include "app/cli_testing.hpp"
#include "core/random.hpp"
#include "play/json.hpp"

namespace lifetable::app {
namespace {

namespace json = play::json;

class MatchCli : public Cli {
 protected:
  static json::object json_of(const Ran& ran) {
    const auto value = play::parse_json(ran.out);
    EXPECT_TRUE(value) << ran.out << ran.err;
    return value ? value->as_object() : json::object{};
  }
  /// Without what depends on the clock, or on how often the match was begun.
  static json::object timeless(json::object all) {
    for (const char* name : {"seconds", "games_from_journal", "games_played_now"}) all.erase(name);
    for (auto& bot : all["bots"].as_array())
      for (const char* name : {"milliseconds_a_choice", "milliseconds_longest"}) bot.as_object().erase(name);
    return all;
  }
  /// The games of a journal without their times, by deal and game; fails if one is there twice.
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> games_in(const std::string& name) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> games;
    std::istringstream lines(*play::read_file(path(name)));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      auto game = play::parse_json(line)->as_object();
      for (const char* time : {"nanoseconds", "longest"}) game.erase(time);
      const std::pair key{game["deal"].as_int64(), game["game"].as_int64()};
      EXPECT_TRUE(games.emplace(key, json::serialize(game)).second) << line;
    }
    return games;
  }
};

TEST_F(MatchCli, SaysWhoIsStronger) {
  const Ran ran = run("match alive --bots random,thoughtful --players 4 --deals 100");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const std::string part : {"Five Alive, 4 players: 100 deals in 2 seatings each, 200 games",
                                 "wins (95%)", "50.0%", "\nthoughtful beats random: +", "Elo (95%)"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << ran.out;
}

TEST_F(MatchCli, LeavesLuckOutWhereABotLooksAhead) {
  const std::string match = "match cradle --bots search/50,random --deals 20";
  Ran ran = run(match);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  std::replace(ran.out.begin(), ran.out.end(), '\n', ' ');
  for (const std::string part : {"without luck", "search/50 beats random: ", ") without luck; by wins +",
                                 "each weighed by 64 playouts"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << ran.out;
  const auto all = json_of(run(match + " --weigh 8 --json"));
  EXPECT_EQ(all.at("weigh").as_int64(), 8);
  const auto& interval = all.at("bots").at(0).at("interval_95_without_luck").as_array();
  EXPECT_LT(interval[0].as_double(), all.at("bots").at(0).at("share_without_luck").as_double());
  EXPECT_GT(interval[0].as_double(), .5);
  for (const std::string& other :
       {match + " --weigh 0", std::string("match cradle --bots thoughtful,random --deals 20"),
        match + " --sprt elo1=100"})
    EXPECT_EQ(run(other).out.find("without luck"), std::string::npos) << other;
}

TEST_F(MatchCli, SaysBeatsExactlyIfTheIntervalExcludesEquality) {
  int beaten = 0, open = 0;
  for (int deals = 1; deals <= 12; ++deals) {
    const std::string words = "match alive --bots thoughtful,random --threads 1 --seed s" +
                              std::to_string(deals) + " --deals " + std::to_string(deals);
    const auto json = json_of(run(words + " --json"));
    const auto& pair = json.at("pairs").at(0).as_object();
    const auto end = [](const json::value& bound, double none) {
      return bound.is_null() ? none : bound.to_number<double>();
    };
    const double low = end(pair.at("elo_interval_95").at(0), -1e9),
                 high = end(pair.at("elo_interval_95").at(1), 1e9);
    const auto& wins = json.at("bots").at(0).at("interval_95");
    const std::string verdict = low > 0 ? "beats" : high < 0 ? "loses to" : "no difference shown";
    EXPECT_EQ(pair.at("verdict").as_string(), verdict) << words;
    EXPECT_EQ(wins.at(0).to_number<double>() > .5, low > 0) << words;
    EXPECT_EQ(pair.at("verdict_by").as_string(), "wins");
    (low > 0 ? beaten : open) += 1;
    const std::string text = run(words).out;
    EXPECT_EQ(text.find("thoughtful beats random: +") != std::string::npos, low > 0) << text;
    EXPECT_EQ(text.find("thoughtful beats random: +") != std::string::npos,
              text.find(" Elo (+") != std::string::npos)
        << text;
  }
  EXPECT_GT(beaten, 0);
  EXPECT_GT(open, 0);
}

TEST_F(MatchCli, FitsInEightyColumnsInAllItsForms) {
  const std::string long_bot =
      "search/4/threads=1/memory=1MB/rollouts=random/bias=0.25/others=0.75/explore=0.5/breaks=1";
  for (const std::string& words :
       {std::string("--bots thoughtful,random --players 4 --deals 100"),
        std::string("--bots thoughtful,random --deals 1"),
        std::string("--bots search/20,thoughtful --deals 3 --weigh 4"),
        std::string("--bots random,thoughtful,easy --players 2 --deals 3 --weigh 0"),
        std::string("--bots thoughtful,random --sprt elo0=0 elo1=100"),
        std::string("--bots thoughtful,random --sprt elo1=1 --deals 20"),
        "--bots thoughtful," + long_bot + " --deals 3 --weigh 4",
        "--bots " + long_bot + ",random --sprt elo1=100 --deals 3 --journal j.ndjson"}) {
    const Ran ran = run("match alive " + words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    expect_to_fit(ran.out);
  }
  std::string out = run("match alive --bots random," + long_bot + " --deals 2").out;
  out.erase(std::remove(out.begin(), out.end(), '\n'), out.end());
  EXPECT_NE(out.find(long_bot), std::string::npos) << "a name is broken, not cut: " << out;
}

TEST_F(MatchCli, RatesSeveralBots) {
  const auto all = json_of(run("match cradle --bots random,thoughtful,easy --players 2 --deals 20 --json"));
  EXPECT_EQ(all.at("games").as_int64(), 20 * 6);
  ASSERT_EQ(all.at("bots").as_array().size(), 3u);
  ASSERT_EQ(all.at("pairs").as_array().size(), 3u);
  const auto& first = all.at("pairs").as_array()[0].as_object();
  EXPECT_EQ(first.at("first").as_string(), "random");
  EXPECT_EQ(first.at("second").as_string(), "thoughtful");
  EXPECT_EQ(first.at("verdict").as_string(), "loses to");
  double sum = 0;
  for (const auto& bot : all.at("bots").as_array()) sum += bot.at("elo").as_double();
  EXPECT_NEAR(sum, 0, 1e-6);
}

TEST_F(MatchCli, TheTestStopsWhenItKnows) {
  Ran ran = run("match alive --bots thoughtful,random --sprt elo0=0 elo1=100");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  std::replace(ran.out.begin(), ran.out.end(), '\n', ' ');
  EXPECT_NE(
      ran.out.find("Sequential test of 0 against 100 Elo: elo1 is believed: thoughtful is stronger than "
                   "random by 100 Elo rather than by 0"),
      std::string::npos)
      << ran.out;
  const auto all =
      json_of(run("match alive --bots random,thoughtful --sprt elo0=0,elo1=100,alpha=0.01 --json"));
  EXPECT_EQ(all.at("sprt").at("decision").as_string(), "elo0");
  EXPECT_EQ(all.at("sprt").at("alpha").as_double(), .01);
  const auto few = json_of(run("match alive --bots thoughtful,random --sprt elo1=1 --deals 20 --json"));
  EXPECT_EQ(few.at("sprt").at("decision").as_string(), "none");
  EXPECT_EQ(few.at("deals").as_int64(), 20);
}

TEST_F(MatchCli, TheSameSeedGivesTheSameMatch) {
  const std::string words =
      "match cv --bots thoughtful,random,random --deals 4 --seed friday --json --threads ";
  EXPECT_EQ(timeless(json_of(run(words + "1"))), timeless(json_of(run(words + "3"))));
}

TEST_F(MatchCli, KilledAtAnyMomentItGoesOnWithoutLosingOrRepeatingAGame) {
  const auto words = [&](const std::string& journal, std::size_t deals) {
    return std::vector<std::string>{"match",      "cradle",   "--bots",  "thoughtful,random",
                                    "--option",   "rounds=1", "--deals", std::to_string(deals),
                                    "--threads",  "2",        "--json",  "--journal",
                                    path(journal)};
  };
  Xoshiro256pp rng(1);
  std::uintmax_t size = 0;
  for (int kills = 0; kills < 12; ++kills) {
    // Every third time before it can have done anything, and else after some more games.
    const std::uintmax_t wanted = kills % 3 == 0 ? 0 : size + below(rng, 20'000);
    const pid_t child = start(words("killed.ndjson", 100'000'000));
    EXPECT_TRUE(eventually([&] { return size_of("killed.ndjson") >= wanted; }));
    ::kill(child, SIGKILL);
    ASSERT_EQ(ended(child).exit_code, -1);
    EXPECT_GE(size_of("killed.ndjson") + 500, size) << "at most a torn line may be cut off";
    size = size_of("killed.ndjson");
  }
  // Each deal is two games, and deals are begun in their order.
  const std::string text = *play::read_file(path("killed.ndjson"));
  const auto deals = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) / 2 + 100;
  const Ran last = ended(start(words("killed.ndjson", deals)));
  ASSERT_EQ(last.exit_code, 0) << last.err;
  const Ran whole = ended(start(words("whole.ndjson", deals)));
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_GT(json_of(last).at("games_from_journal").as_int64(), 50);
  EXPECT_GT(json_of(last).at("games_played_now").as_int64(), 50);
  EXPECT_EQ(timeless(json_of(last)), timeless(json_of(whole)));
  const auto games = games_in("killed.ndjson");
  EXPECT_EQ(games.size(), 2 * deals);
  EXPECT_EQ(games, games_in("whole.ndjson"));

  // Once more: nothing is left to be played, and nothing is written.
  const auto before = *play::read_file(path("killed.ndjson"));
  const Ran again = ended(start(words("killed.ndjson", deals)));
  EXPECT_EQ(json_of(again).at("games_played_now").as_int64(), 0);
  EXPECT_EQ(timeless(json_of(again)), timeless(json_of(whole)));
  EXPECT_EQ(*play::read_file(path("killed.ndjson")), before);
}

TEST_F(MatchCli, AFinishedMatchIsOnTheDisk) {
  // Leaks cannot be looked for while calls are traced.
  const std::string command = "cd '" + folder_.string() +
                              "' && ASAN_OPTIONS=detect_leaks=0 strace -f -o calls -e "
                              "trace=write,fdatasync,fsync '" +
                              program().string() +
                              "' match alive --bots thoughtful,random --deals 5 --journal j.ndjson > out";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string calls = *play::read_file(path("calls"));
  const auto header = calls.find("lifetable_match"), folder = calls.find(" fsync("),
             last_game = calls.rfind("deal\\\":"), synced = calls.rfind("fdatasync(");
  for (const auto found : {header, folder, last_game, synced}) ASSERT_NE(found, std::string::npos) << calls;
  EXPECT_LT(header, folder) << "a new file's name is kept by its folder";
  EXPECT_LT(last_game, synced) << calls;
}

TEST_F(MatchCli, MoreDealsGoOnWithTheSameJournal) {
  const std::string words = "match alive --bots thoughtful,random --json --journal j.ndjson --deals ";
  ASSERT_EQ(run(words + "30").exit_code, 0);
  const auto more = json_of(run(words + "50"));
  EXPECT_EQ(more.at("games_from_journal").as_int64(), 60);
  EXPECT_EQ(more.at("games_played_now").as_int64(), 40);
  EXPECT_EQ(timeless(more),
            timeless(json_of(run("match alive --bots thoughtful,random --json --deals 50 --threads 1"))));
  EXPECT_EQ(timeless(json_of(run(words + "30"))),
            timeless(json_of(run("match alive --bots thoughtful,random --json --deals 30"))));
}

TEST_F(MatchCli, AnInterruptTellsWhatIsKnownAndHowToGoOn) {
  const pid_t child = start({"match", "alive", "--bots", "thoughtful,random", "--deals", "100000000",
                             "--journal", path("j.ndjson")});
  EXPECT_TRUE(eventually([&] { return size_of("j.ndjson") > 5'000; }));
  ::kill(child, SIGINT);
  const Ran ran = ended(child);
  EXPECT_EQ(ran.exit_code, 130);
  EXPECT_NE(ran.out.find("thoughtful beats random"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find("lifetable: interrupted after "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("of 200,000,000 games; the same command goes on from here"), std::string::npos)
      << ran.err;
}

TEST_F(MatchCli, AJournalIsForOneMatchAtATime) {
  const std::vector<std::string> words{"match",   "alive",     "--bots",    "thoughtful,random",
                                       "--deals", "100000000", "--journal", path("j.ndjson")};
  const pid_t child = start(words);
  EXPECT_TRUE(eventually([&] { return size_of("j.ndjson") > 0; }));  // it is locked before it is written to
  const Ran second = run("match alive --bots thoughtful,random --deals 5 --journal j.ndjson");
  EXPECT_EQ(second.exit_code, 3);
  expect_sentence(second, "is being written by another match");
  ::kill(child, SIGKILL);
  ended(child);
}

TEST_F(MatchCli, WrongWordsGetOneSentence) {
  expect_refusal("match chess --bots random,thoughtful", 2, "chess");
  expect_refusal("match alive", 2, "--bots is required");
  expect_refusal("match alive --bots random,clever", 2, "there is no bot 'clever'");
  expect_refusal("match alive --bots random", 2, "is for 2 to 6 players, not 1; say with --players");
  expect_refusal("match alive --bots random --players 2", 2,
                 "a match is between two different bots at least");
  expect_refusal("match alive --bots random,thoughtful,random --players 2", 2,
                 "name each of them once, or one a seat");
  expect_refusal("match alive --bots random,thoughtful --players 9", 2, "is for 2 to 6 players, not 9");
  expect_refusal("match alive --bots random,thoughtful --deals 0", 2, "--deals");
  expect_refusal("match alive --bots random,thoughtful --option rounds=1", 2, "rounds");
  expect_refusal("match alive --bots random,thoughtful --sprt elo2=1", 2,
                 "--sprt does not understand 'elo2=1'");
  expect_refusal("match alive --bots random,thoughtful --sprt elo0=5x", 2,
                 "--sprt does not understand 'elo0=5x'");
  expect_refusal("match alive --bots random,thoughtful --sprt elo0", 2, "--sprt does not understand 'elo0'");
  expect_refusal("match alive --bots random,thoughtful --sprt elo0=nan", 2, "needs elo0 < elo1");
  expect_refusal("match alive --bots random,thoughtful --sprt elo0=20", 2, "needs elo0 < elo1");
  expect_refusal("match alive --bots random,thoughtful,easy --sprt elo0=0", 2, "is about two bots");
  expect_refusal("match alive --bots random,thoughtful --cards x.cards", 2, "Five Alive");
  expect_refusal("match alive --bots random,thoughtful --journal no/such/folder", 3,
                 "cannot open the journal");
  expect_refusal("match alive --bots random,thoughtful --journal .", 3, "journal");
  expect_refusal("match alive --bots random,thoughtful --journal /dev/null", 3, "is not a file");
  write("diary", "dear diary\n");
  expect_refusal("match alive --bots random,thoughtful --journal diary", 2, "is not the journal of a match");
  EXPECT_EQ(*play::read_file(path("diary")), "dear diary\n");
}

TEST_F(MatchCli, AJournalThatCannotGrowEndsTheMatchAndStaysWhole) {
  // Room for the header and some games; then a write fails in the middle of a line.
  const std::string command = "ulimit -f 8; cd '" + folder_.string() + "' && '" + program().string() +
                              "' match alive --bots thoughtful,random --deals 1000 --journal j.ndjson";
  const int status =
      std::system(("sh -c \"" + command + "\" > '" + path("out") + "' 2> '" + path("err") + "'").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_NE(play::read_file(path("err"))->find("cannot write the journal 'j.ndjson'"), std::string::npos);
  const auto text = *play::read_file(path("j.ndjson"));
  EXPECT_GT(text.size(), 1000u);
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(run("match alive --bots thoughtful,random --deals 1000 --journal j.ndjson").exit_code, 0);
  EXPECT_EQ(games_in("j.ndjson").size(), 2000u);
}

}  // namespace
}  // namespace lifetable::app

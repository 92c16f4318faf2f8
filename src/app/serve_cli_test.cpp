// SPDX-License-Identifier: Apache-2.0
// `lifetable serve` as people meet it: the real program, asked by a real client.
#include <algorithm>
#include <csignal>
#include <memory>
#include <qrencode.h>
#include <sstream>

#include "app/cli_testing.hpp"
#include "app/pty_testing.hpp"
#include "server/http_testing.hpp"
#include "server/socket_testing.hpp"
#include "store/store.hpp"

namespace lifetable::app {
namespace {

using Squares = std::vector<std::vector<bool>>;

/// The squares that half blocks draw on a terminal, row by row; other lines are left out.
Squares squares_on(const std::string& screen) {
  Squares rows;
  std::istringstream lines(screen);
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t escape = line.find("\033[38;5;16;48;5;231m"); escape == 0)
      line.erase(0, line.find('m') + 1);
    std::vector<bool> above, below;
    for (std::size_t at = 0; at < line.size();) {
      const std::string_view rest = std::string_view(line).substr(at);
      const bool both = rest.starts_with("█"), upper = rest.starts_with("▀"), lower = rest.starts_with("▄");
      if (!both && !upper && !lower && rest[0] != ' ') break;
      above.push_back(both || upper);
      below.push_back(both || lower);
      at += rest[0] == ' ' ? 1 : 3;
    }
    if (above.size() < 20) continue;
    rows.push_back(above);
    rows.push_back(below);
  }
  return rows;
}

class ServeCli : public Cli {
 protected:
  /// Starts `lifetable serve WORDS…` and waits until it says where it is.
  void begin(std::vector<std::string> words) {
    words.insert(words.begin(), "serve");
    if (std::find(words.begin(), words.end(), "--data") == words.end())
      words.insert(words.end(), {"--data", path("tables.db")});
    fs::remove(path("out"));
    child_ = start(words);
    const auto has_ended = [this] { return ::waitpid(child_, nullptr, WNOHANG) != 0; };
    ASSERT_TRUE(eventually([&] { return said().find('\n') != std::string::npos || has_ended(); }));
    constexpr std::string_view kHello = "lifetable is at http://localhost:";
    ASSERT_TRUE(said().starts_with(kHello)) << said() << *play::read_file(path("err"));
    port_ = static_cast<std::uint16_t>(std::stoi(said().substr(kHello.size())));
    hello_ = std::string(kHello) + std::to_string(port_) + " (Ctrl-C stops it)\n";
    EXPECT_TRUE(said().starts_with(hello_)) << said();
  }
  Ran ended_by(int signal) {
    ::kill(child_, signal);
    return ended(std::exchange(child_, 0));
  }
  void TearDown() override {
    if (child_ != 0) ended_by(SIGKILL);
    Cli::TearDown();
  }
  std::string said() const {
    const auto text = play::read_file(path("out"));
    return text ? *text : "";
  }

  server::PageFolder page_;
  pid_t child_ = 0;
  std::uint16_t port_ = 0;
  std::string hello_;  ///< its first line
};

TEST_F(ServeCli, ServesAFolderAtAFreePort) {
  begin({"--port", "0", "--page", page_.path()});
  EXPECT_NE(port_, 0);
  EXPECT_EQ(said(), hello_);  // and nothing else
  server::Client client(port_);
  EXPECT_EQ(client.get("/").body, page_.bytes("index.html"));
  EXPECT_EQ(client.get("/healthz").body, "ok");
  EXPECT_EQ(client.get("/nowhere").status, 404);
}

TEST_F(ServeCli, EndsWellBySignals) {
  for (const int signal : {SIGINT, SIGTERM}) {
    begin({"--port", "0", "--page", page_.path()});
    server::Client idle(port_);
    EXPECT_EQ(idle.get("/").status, 200);
    const Ran ran = ended_by(signal);
    EXPECT_EQ(ran.exit_code, 0) << signal;
    EXPECT_EQ(ran.err, "");
    EXPECT_TRUE(idle.is_over());
  }
}

TEST_F(ServeCli, FindsThePageBesideTheProgram) {
  const char* before = std::getenv("LIFETABLE");
  const std::string kept = before ? before : "";
  fs::create_directories(folder_ / "release");
  fs::copy_file(program(), folder_ / "release" / "lifetable");
  ::setenv("LIFETABLE", path("release/lifetable").c_str(), 1);

  expect_refusal("serve --port 0", 3, "/web' (no index.html); build one with make run");
  fs::create_directories(folder_ / "share/lifetable/web");
  write("share/lifetable/web/index.html", "installed");
  begin({"--port", "0"});
  EXPECT_EQ(server::Client(port_).get("/").body, "installed");
  EXPECT_EQ(ended_by(SIGTERM).exit_code, 0);
  fs::create_directories(folder_ / "web");
  write("web/index.html", "built");
  begin({"--port", "0"});
  EXPECT_EQ(server::Client(port_).get("/").body, "built");

  before ? ::setenv("LIFETABLE", kept.c_str(), 1) : ::unsetenv("LIFETABLE");
}

TEST_F(ServeCli, ATakenPortIsNamed) {
  begin({"--port", "0", "--page", page_.path()});
  const std::string taken = std::to_string(port_);
  expect_refusal("serve --page '" + page_.path() + "' --port " + taken, 3,
                 "port " + taken + " is in use by another program; choose another one, as in --port ");
  EXPECT_EQ(server::Client(port_).get("/").status, 200);
}

TEST_F(ServeCli, WhatCannotBeServedGetsOneSentence) {
  const std::string page = " --page '" + page_.path() + "'";
  expect_refusal("serve --port 0 --page nowhere", 3, "there is no page in 'nowhere'");
  expect_refusal("serve --port 0 --page ''", 2, "must not be empty");
  expect_refusal("serve --port 65536" + page, 2, "--port");
  expect_refusal("serve --port x" + page, 2, "--port");
  expect_refusal("serve --port 0 --listen nobody" + page, 2, "--listen takes an address, not 'nobody'");
  for (const char* name : {"''", "https://x.example", "x.example:8080", "x..example", "'a b'", "ż.example"})
    expect_refusal("serve --port 0 --name " + std::string(name) + page, 2,
                   "it takes a name alone, as in table.");
  expect_refusal("serve --port 0 --party --listen 0.0.0.0" + page, 2, "--listen excludes --party");
  expect_refusal("serve --port 0 --listen 192.0.2.1" + page, 3, "cannot listen at 192.0.2.1");
}

TEST_F(ServeCli, APartyIsToldWhereFriendsComeIn) {
  begin({"--port", "0", "--page", page_.path(), "--party", "--name", "party.example", "--name",
         "other.example"});
  const std::string invitation = said().substr(hello_.size());
  const std::string at = ":" + std::to_string(port_) + "\n";
  EXPECT_TRUE(invitation.starts_with("Friends in the same Wi-Fi or network open:\n  http://")) << invitation;
  for (const std::string name : {"party.example", "other.example"})
    EXPECT_NE(invitation.find("  http://" + name + at), std::string::npos) << invitation;
  EXPECT_NE(invitation.find("A firewall (port " + std::to_string(port_) + ")"), std::string::npos);
  for (const char* terminal_only : {"▀", "▄", "\033"})
    EXPECT_EQ(invitation.find(terminal_only), std::string::npos) << invitation;

  // The page hears the same addresses.
  const server::Reply where = server::Client(port_).get("/where");
  EXPECT_NE(where.body.find("\"reach\":\"network\""), std::string::npos) << where.body;
  std::istringstream lines(invitation);
  std::size_t addresses = 0;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  http://")) {
      ++addresses;
      EXPECT_NE(where.body.find('"' + line.substr(2) + '"'), std::string::npos) << where.body;
    }
  EXPECT_GE(addresses, 2u);
}

TEST_F(ServeCli, OnATerminalAPartyShowsItsAddressAsACode) {
  for (const bool no_color : {false, true}) {
    Pty pty({"serve", "--port", "0", "--page", page_.path(), "--data", ":memory:", "--party", "--name",
             "box.example"},
            folder_, no_color);
    ASSERT_TRUE(pty.wait_for("keep them out.")) << pty.screen();
    const std::string& screen = pty.screen();
    const std::size_t begin = screen.find("http://", screen.find("network open:"));
    const std::string address = screen.substr(begin, screen.find_first_of("\033\r", begin) - begin);
    EXPECT_EQ(screen.find("\033[38;5;16;48;5;231m") == std::string::npos, no_color);
    const Squares shown = squares_on(screen);
    const std::unique_ptr<QRcode, void (*)(QRcode*)> code(
        QRcode_encodeString(address.c_str(), 0, QR_ECLEVEL_L, QR_MODE_8, 1), QRcode_free);
    ASSERT_TRUE(code) << address;
    const auto margin = 4u, width = static_cast<unsigned>(code->width);
    ASSERT_EQ(shown.size(), width + 2 * margin + 1) << screen;  // two rows a line
    for (std::size_t row = 0; row < shown.size(); ++row) {
      ASSERT_EQ(shown[row].size(), width + 2 * margin) << row;
      for (std::size_t column = 0; column < shown[row].size(); ++column) {
        const bool inside = row - margin < width && column - margin < width;
        const bool dark = inside && (code->data[(row - margin) * width + column - margin] & 1);
        // Without colours the terminal is taken for a dark one: what is drawn is light.
        EXPECT_EQ(shown[row][column], dark != no_color) << row << ' ' << column;
      }
    }
  }
}

TEST_F(ServeCli, ACodeThatCannotBeShownIsLeftOut) {
  const std::vector<std::string> words{"serve",  "--port",   "0",       "--page", page_.path(),
                                       "--data", ":memory:", "--party", "--name", "box.example"};
  for (const auto& [columns, locale] : {std::pair<unsigned short, const char*>{80, "C"}, {30, "C.UTF-8"}}) {
    Pty pty(words, folder_, false, columns, locale);
    ASSERT_TRUE(pty.wait_for("keep them out.")) << pty.screen();
    EXPECT_NE(pty.screen().find("http://box.example:"), std::string::npos);
    EXPECT_TRUE(squares_on(pty.screen()).empty()) << pty.screen();
  }
}

TEST_F(ServeCli, AnswersToTheNamesItIsGiven) {
  begin({"--port", "0", "--page", page_.path(), "--name", "table.example.org"});
  const auto status = [&](const std::string& host) {
    server::Client client(port_);
    client.say("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    return client.reply().status;
  };
  EXPECT_EQ(status("table.example.org"), 200);
  EXPECT_EQ(status("localhost:" + std::to_string(port_)), 200);
  EXPECT_EQ(status("example.org"), 421);
  EXPECT_EQ(server::Client(port_).get("/where").body,
            R"({"reach":"machine","addresses":[],"command":"make party"})");
}

TEST_F(ServeCli, KeepsTheLimitsOfAFile) {
  const Ran printed = run("serve --print-limits");
  EXPECT_EQ(printed.exit_code, 0);
  EXPECT_NE(printed.out.find("\nbody_bytes = 16384\n"), std::string::npos) << printed.out;
  EXPECT_NE(printed.out.find("\nhall.openings = 20, 6/min\n"), std::string::npos) << printed.out;

  write("my.limits", "# a small one\nbody_bytes = 2000\nhall.openings = 1, 1/h\n");
  const Ran set = run("serve --print-limits --limits my.limits");
  EXPECT_NE(set.out.find("\nbody_bytes = 2000\n"), std::string::npos) << set.out;
  begin({"--port", "0", "--page", page_.path(), "--limits", path("my.limits")});
  const auto status = [&](const std::string& body) {
    server::Client client(port_);
    client.say("POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
               std::to_string(body.size()) + "\r\n\r\n" + body);
    return client.reply().status;
  };
  const std::string open =
      R"({"do":"open","game":"cv","name":"Ann","seats":[{"player":"me"},{"player":"easy"}]})";
  EXPECT_EQ(status(open + std::string(3'000, ' ')), 413);
  EXPECT_EQ(status(open), 200);
  EXPECT_EQ(status(open), 429);
}

TEST_F(ServeCli, RefusesLimitsThatAreNone) {
  const auto refuse = [&](const std::string& text, const std::string& part) {
    write("my.limits", text);
    expect_refusal("serve --port 0 --page '" + page_.path() + "' --limits my.limits", 2, part);
  };
  refuse("connections = 5\nnonsense = 5\n", "my.limits, line 2: there is no limit 'nonsense'");
  refuse("connections = many", "my.limits, line 1: connections = many: it takes a whole number");
  refuse("connections = 0", "it must be from 1 to");
  expect_refusal("serve --limits nowhere.limits", 3, "nowhere.limits");
  expect_refusal("serve --limits my.limits --no-limits", 2, "--limits excludes --no-limits");
}

TEST_F(ServeCli, WithFewFilesItServesFewerAndStillKeepsTheirTables) {
  const char* before = std::getenv("LIFETABLE");
  const std::string kept = before ? before : "", real = program().string();
  write("few", "#!/bin/sh\nulimit -n 150\nexec '" + real + "' \"$@\"\n");
  fs::permissions(path("few"), fs::perms::owner_all);
  ::setenv("LIFETABLE", path("few").c_str(), 1);
  begin({"--port", "0", "--page", page_.path()});
  before ? ::setenv("LIFETABLE", kept.c_str(), 1) : ::unsetenv("LIFETABLE");
  std::vector<std::unique_ptr<server::Talker>> idle;
  for (int i = 0; i < 199; ++i) idle.push_back(std::make_unique<server::Talker>(port_));
  EXPECT_EQ(server::Client(port_).get("/healthz").body, "ok");
  server::Talker ann(port_, "", true, "127.0.0.2");
  EXPECT_TRUE(ann.answer({{"do", "open"},
                          {"game", "cv"},
                          {"name", "Ann"},
                          {"seats", server::json::parse(R"([{"player":"me"},{"player":"easy"}])")}})
                  .contains("ok"));
  EXPECT_EQ(server::Client(port_).get("/readyz").body, "ready");
}

TEST_F(ServeCli, HelpHasExamples) {
  const Ran ran = run("serve --help");
  EXPECT_EQ(ran.exit_code, 0);
  for (const char* part : {"Examples:\n  lifetable serve\n  lifetable serve --party ", "--port", "8080",
                           "--listen", "127.0.0.1", "--page", "--name"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
}

// ---- lifetable backup ---------------------------------------------------------------------------------

TEST_F(ServeCli, BacksUpItsTablesWhileItRunsAndWhenItDoesNot) {
  begin({"--port", "0", "--page", page_.path()});
  const auto open_table = [&] {
    server::Talker line(port_, "", false);
    const auto opened =
        line.answer({{"do", "open"},
                     {"game", "cradle"},
                     {"name", "Ann"},
                     {"seats", boost::json::parse(R"([{"player":"me"},{"player":"thoughtful"}])")}});
    EXPECT_TRUE(opened.contains("ok")) << boost::json::serialize(opened);
  };
  open_table();
  const Ran first = run("backup --data tables.db first.db");
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(
      first.out,
      "first.db is a copy of tables.db (1 table); only you can read it, and it holds all hands and keys\n");
  EXPECT_EQ(first.err, "");
  EXPECT_EQ(fs::status(path("first.db")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  open_table();
  EXPECT_EQ(ended_by(SIGKILL).exit_code, -1);
  EXPECT_NE(run("backup --data tables.db second.db").out.find("(2 tables)"), std::string::npos);

  fs::remove(path("tables.db"));
  fs::copy_file(path("second.db"), path("tables.db"));
  begin({"--port", "0", "--page", page_.path()});
  open_table();
  EXPECT_NE(run("backup --data tables.db third.db").out.find("(3 tables)"), std::string::npos);
}

TEST_F(ServeCli, BacksUpTheStandardFile) {
  fs::create_directories(path("data/lifetable"));
  EXPECT_TRUE(store::open_sqlite(path("data/lifetable/tables.db")));
  const Ran ran = run("backup copy.db");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("copy.db is a copy of " + path("data/lifetable/tables.db") + " (0 tables)"))
      << ran.out;
}

TEST_F(ServeCli, WhatCannotBeBackedUpGetsOneSentence) {
  EXPECT_TRUE(store::open_sqlite(path("tables.db")));
  write("precious.db", "precious");
  expect_refusal("backup --data tables.db precious.db", 3,
                 "'precious.db' is there already; choose another name for the backup");
  expect_refusal("backup --data tables.db tables.db", 3, "'tables.db' is there already");
  EXPECT_EQ(*play::read_file(path("precious.db")), "precious");
  expect_refusal("backup --data nothing.db copy.db", 3, "nothing.db'; name the file that a server uses");
  expect_refusal("backup --data precious.db copy.db", 3, "it is no SQLite file");
  expect_refusal("backup --data tables.db no/copy.db", 3, "make its folder first");
  expect_refusal("backup --data :memory: copy.db", 2, "keeps nothing, so there is nothing to back up");
  expect_refusal("backup --data tables.db", 2, "see lifetable backup --help");
  expect_refusal("backup --data tables.db ''", 2, "must not be empty");
  EXPECT_FALSE(fs::exists(path("copy.db")));
  EXPECT_NE(run("backup --help").out.find("Examples:\n  lifetable backup copy.db\n"), std::string::npos);
}

}  // namespace
}  // namespace lifetable::app

// `lifetable serve` as people meet it: the real program, asked by a real client.
#include <csignal>
#include <thread>

#include "app/cli_testing.hpp"
#include "server/http_testing.hpp"

namespace lifetable::app {
namespace {

class ServeCli : public Cli {
 protected:
  /// Starts `lifetable serve WORDS…` and waits until it says where it is.
  void begin(std::vector<std::string> words) {
    words.insert(words.begin(), "serve");
    if (std::find(words.begin(), words.end(), "--data") == words.end())
      words.insert(words.end(), {"--data", path("tables.db")});
    fs::remove(path("out"));
    child_ = start(words);
    while (said().find('\n') == std::string::npos) {
      ASSERT_EQ(::waitpid(child_, nullptr, WNOHANG), 0) << *play::read_file(path("err"));
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    constexpr std::string_view kHello = "lifetable is at http://localhost:";
    ASSERT_TRUE(said().starts_with(kHello)) << said();
    port_ = static_cast<std::uint16_t>(std::stoi(said().substr(kHello.size())));
    EXPECT_EQ(said(), std::string(kHello) + std::to_string(port_) + " (Ctrl-C stops it)\n");
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
};

TEST_F(ServeCli, ServesAFolderAtAFreePort) {
  begin({"--port", "0", "--page", page_.path()});
  EXPECT_NE(port_, 0);
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
  expect_refusal("serve --port 0 --listen 192.0.2.1" + page, 3, "cannot listen at 192.0.2.1");
}

TEST_F(ServeCli, HelpHasExamples) {
  const Ran ran = run("serve --help");
  EXPECT_EQ(ran.exit_code, 0);
  for (const char* part :
       {"Examples:\n  lifetable serve\n", "--port", "8080", "--listen", "127.0.0.1", "--page"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace lifetable::app

// The command as people meet it, for tests: the real program in a folder and with a home of its own.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "play/file.hpp"

namespace lifetable::app {

namespace fs = std::filesystem;

inline fs::path program() {
  if (const char* path = std::getenv("LIFETABLE")) return path;
  return fs::read_symlink("/proc/self/exe").parent_path() / "lifetable";
}

struct Ran {
  int exit_code;
  std::string out, err;
};

class Cli : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("lifetable-cli-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Runs `lifetable ARGUMENTS` in a shell, in a folder and with a home of its own.
  Ran run(const std::string& arguments, const std::string& input = "") {
    write("input", input);
    const std::string command = "cd '" + folder_.string() + "' && XDG_DATA_HOME='" +
                                (folder_ / "data").string() + "' '" + program().string() + "' " + arguments +
                                " < input > out 2> err";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, *play::read_file(path("out")),
            *play::read_file(path("err"))};
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(play::write_file(path(name), text));
  }

  /// One clear sentence on standard error, nothing else.
  static void expect_sentence(const Ran& ran, const std::string& part) {
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
    EXPECT_TRUE(ran.err.starts_with("lifetable: ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }

  /// A whole game of bots, in game.ndjson.
  void record_game(const std::string& seats = "thoughtful,random,random") {
    const Ran ran =
        run("play cradle --seats " + seats + " --seed cli --option rounds=1 --record game.ndjson");
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
  }

  fs::path folder_;
};

}  // namespace lifetable::app

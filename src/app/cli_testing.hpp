// SPDX-License-Identifier: Apache-2.0
// The command as people meet it, for tests: the real program in a folder and with a home of its own.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <mutex>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "core/ink.hpp"
#include "play/file.hpp"
#include "play/json.hpp"

namespace lifetable::app {

namespace fs = std::filesystem;

inline fs::path program() {
  if (const char* path = std::getenv("LIFETABLE")) return path;
  return fs::read_symlink("/proc/self/exe").parent_path() / "lifetable";
}

/// Waits for something that another process does and that nobody tells of. False after ten minutes: no
/// machine is so slow.
template <class So>
bool eventually(So so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (!so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
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
  /// How long a file is by now; 0 if there is none.
  std::uintmax_t size_of(const std::string& name) const {
    std::error_code none;
    const auto size = fs::file_size(path(name), none);
    return none ? 0 : size;
  }
  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(play::write_file(path(name), text));
  }

  /// Starts `lifetable WORDS…` in the background, its output in `out` and `err`.
  pid_t start(const std::vector<std::string>& words) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    const std::string name = program().string();
    std::vector<char*> arguments{const_cast<char*>(name.c_str())};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    for (const auto& [file, to] : {std::pair{"out", STDOUT_FILENO}, {"err", STDERR_FILENO}})
      ::dup2(::open(path(file).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), to);
    ::execv(name.c_str(), arguments.data());
    ::_exit(127);
  }
  Ran ended(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    // Who is killed at once has not even opened its files.
    const auto out = play::read_file(path("out")), err = play::read_file(path("err"));
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out ? *out : "", err ? *err : ""};
  }

  /// One clear sentence on standard error, nothing else.
  static void expect_sentence(const Ran& ran, const std::string& part) {
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
    EXPECT_TRUE(ran.err.starts_with("lifetable: ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }

  /// Refused with that exit code and such a sentence, and nothing was done.
  void expect_refusal(const std::string& arguments, int exit_code, const std::string& part) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.exit_code, exit_code) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
    expect_sentence(ran, part);
  }

  /// No line of what was printed is longer than 80 characters.
  static void expect_to_fit(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(width_of(line), 80u) << line;
  }
  /// No number in it is one that JSON readers would round.
  static void expect_exact_numbers(const play::json::value& value) {
    constexpr double most = 1LL << 53;
    if (value.is_object())
      for (const auto& [name, each] : value.as_object()) expect_exact_numbers(each);
    if (value.is_array())
      for (const auto& each : value.as_array()) expect_exact_numbers(each);
    if (value.is_number()) {
      EXPECT_LE(std::abs(value.to_number<double>()), most) << value;
    }
  }

  /// A whole game of bots, in game.ndjson.
  void record_game(const std::string& seats = "thoughtful,random,random") {
    const Ran ran =
        run("play cradle --seats " + seats + " --seed cli --option rounds=1 --record game.ndjson");
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
  }

  fs::path folder_;
};

/// A number that others wait for; false after ten minutes, as no machine is so slow.
class Count {
 public:
  void set(int value) {
    const std::lock_guard lock(busy_);
    value_ = value;
    changed_.notify_all();
  }
  void add() {
    const std::lock_guard lock(busy_);
    ++value_;
    changed_.notify_all();
  }
  int value() const {
    const std::lock_guard lock(busy_);
    return value_;
  }
  bool wait_for_at_least(int value) {
    std::unique_lock lock(busy_);
    return changed_.wait_for(lock, std::chrono::minutes(10), [&] { return value_ >= value; });
  }

 private:
  mutable std::mutex busy_;
  std::condition_variable changed_;
  int value_ = 0;
};

}  // namespace lifetable::app

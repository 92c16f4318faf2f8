// SPDX-License-Identifier: Apache-2.0
// The command in a terminal of its own, for tests: what it shows there, and what is typed.
#pragma once

#include <csignal>
#include <poll.h>
#include <pty.h>
#include <string>
#include <vector>

#include "app/cli_testing.hpp"

namespace lifetable::app {

class Pty {
 public:
  Pty(const std::vector<std::string>& arguments, const fs::path& folder, bool no_color,
      unsigned short columns = 0, const char* locale = "C.UTF-8") {
    winsize size{40, columns, 0, 0};
    child_ = forkpty(&master_, nullptr, nullptr, columns ? &size : nullptr);
    if (child_ == 0) {
      if (chdir(folder.c_str()) != 0) _exit(99);
      setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
      setenv("TERM", "xterm", 1);
      setenv("LC_ALL", locale, 1);
      no_color ? setenv("NO_COLOR", "1", 1) : unsetenv("NO_COLOR");
      std::vector<char*> argv;
      const std::string self = program().string();
      argv.push_back(const_cast<char*>(self.c_str()));
      for (const auto& word : arguments) argv.push_back(const_cast<char*>(word.c_str()));
      argv.push_back(nullptr);
      execv(self.c_str(), argv.data());
      _exit(98);
    }
  }
  ~Pty() {
    if (child_ > 0) ::kill(child_, SIGKILL), ::waitpid(child_, nullptr, 0);
    ::close(master_);
  }

  void type(const std::string& text) {
    ASSERT_EQ(::write(master_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }

  /// Reads until the text appears, or the program ends.
  bool wait_for(const std::string& text) {
    for (;;) {
      if (screen_.find(text, seen_) != std::string::npos) return seen_ = screen_.size(), true;
      pollfd ready{master_, POLLIN, 0};
      if (::poll(&ready, 1, 60'000) <= 0) return false;  // a minute of silence: it hangs
      char chunk[4096];
      const ssize_t n = ::read(master_, chunk, sizeof chunk);
      if (n <= 0) return false;
      screen_.append(chunk, static_cast<std::size_t>(n));
    }
  }

  int wait_for_end() {
    while (wait_for("\x01never\x01")) {
    }
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  const std::string& screen() const { return screen_; }

 private:
  int master_ = -1;
  pid_t child_ = -1;
  std::string screen_;
  std::size_t seen_ = 0;
};

}  // namespace lifetable::app

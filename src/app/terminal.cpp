// SPDX-License-Identifier: Apache-2.0
#include "app/terminal.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

#include "core/fields.hpp"
#include "core/words.hpp"

namespace lifetable::app {

std::atomic<bool> interrupted = false;
std::string self = "lifetable";

void watch_for_interrupt() {
  struct sigaction action{};
  action.sa_handler = [](int) { interrupted = true; };
  action.sa_flags = 0;  // no SA_RESTART: a waiting read must return
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
}

bool can_ask() { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

void open_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    while (fcntl(file, F_GETFD) == -1)
      if (open("/dev/null", O_RDWR) < 0) break;
}

namespace {

/// The bytes of the control character at the beginning of a text, 0 if there is another one. Marks that turn
/// the direction of writing are among them: they would show a name as another one.
std::size_t control_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first == 127 || (first < 32 && first != '\n')) return 1;
  if (first == 0xC2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xA0) return 2;
  for (const std::string_view mark : {"\u061C", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C", "\u202D",
                                      "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"})
    if (text.starts_with(mark)) return mark.size();
  return 0;
}

}  // namespace

std::string harmless(std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t control = control_character(text.substr(i));
    if (control)
      all += "\uFFFD";
    else
      all += text[i];
    i += std::max(control, std::size_t{1});
  }
  return all;
}

std::string harmless_line(std::string_view text) {
  std::string line = harmless(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

std::string quoted(const std::string& path) {
  const bool plain = std::all_of(path.begin(), path.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("/._-+:@").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain && !path.empty()) return path;
  std::string all = "'";
  for (const char c : path) all += c == '\'' ? "'\\''" : std::string(1, c);
  return all + "'";
}

namespace {

/// A terminal that obeys escape codes.
bool is_screen(int file) {
  const char* term = std::getenv("TERM");
  return isatty(file) && !(term && std::string_view(term) == "dumb");
}

bool colours_welcome(int file) {
  const char* no_color = std::getenv("NO_COLOR");
  return is_screen(file) && !(no_color && *no_color);
}

std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::plain: return "";
    case Ink::quiet: return "\033[2m";
    case Ink::strong: return "\033[1m";
    case Ink::good: return "\033[32m";
    case Ink::warn: return "\033[33m";
    case Ink::danger: return "\033[1;31m";
    case Ink::accent: return "\033[1;36m";
  }
  return "";
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Terminal::Terminal() : colours_(colours_welcome(STDOUT_FILENO)), clears_(is_screen(STDOUT_FILENO)) {}

void Terminal::print(std::string_view text, Ink ink) {
  if (colours_ && ink != Ink::plain)
    fmt::print("{}{}\033[0m", code_of(ink), harmless(text));
  else
    fmt::print("{}", harmless(text));
}

void Terminal::print(const Painted& painted) {
  for (const Span& span : painted) print(span.text, span.ink);
}

bool Terminal::shows_blocks() const {
  if (!clears_) return false;
  // The first that is set counts, also where that locale is not installed.
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* locale = std::getenv(variable); locale && *locale)
      return strcasestr(locale, "utf-8") || strcasestr(locale, "utf8");
  return false;
}

std::size_t Terminal::width() const {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return 80;
  return size.ws_col;
}

void Terminal::paragraph(std::string_view text, Ink ink) {
  line(wrapped(text, std::min<std::size_t>(width() - 2, 100)), ink);
}

void Terminal::hanging(std::string_view first, std::string_view text, Ink ink, std::size_t more) {
  const std::size_t begin = width_of(first), room = width() - 1;
  if (!isatty(STDOUT_FILENO) || begin + width_of(text) <= room || begin + more + 20 > room)
    return line(std::string(first) + std::string(text), ink);
  std::string all = wrapped(text, room - begin - more);
  for (std::size_t at = 0; (at = all.find('\n', at)) != std::string::npos; ++at)
    all.insert(at + 1, begin + more, ' ');
  line(std::string(first) + all, ink);
}

void Terminal::line(std::string_view text, Ink ink) {
  print(text, ink);
  fmt::print("\n");
}

void Terminal::clear() {
  if (clears_)
    fmt::print("\033[H\033[2J\033[3J");
  else if (isatty(STDOUT_FILENO))
    fmt::print("{}", std::string(200, '\n'));  // a terminal without escape codes
  else
    fmt::print("{:-<78}\n", "");
}

Terminal::Read Terminal::read_line(std::string& line) {
  std::fflush(stdout);
  for (;;) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      line = buffer_.substr(0, end);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      buffer_.erase(0, end + 1);
      if (!std::exchange(skipping_, false)) return Read::line;
      continue;
    }
    if (interrupted) return Read::interrupted;
    if (ended_) {
      line = std::move(buffer_);
      buffer_.clear();
      return line.empty() ? Read::end : Read::line;
    }
    char chunk[4096];
    const ssize_t n = ::read(STDIN_FILENO, chunk, sizeof chunk);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      ended_ = true;
    else
      buffer_.append(chunk, static_cast<std::size_t>(n));
    // Nobody types a line of a hundred thousand characters: it is dropped, to its end.
    if (buffer_.size() > 100'000 && buffer_.find('\n') == std::string::npos)
      buffer_.clear(), skipping_ = true;
  }
}

void Terminal::forget_typed() {
  if (!isatty(STDIN_FILENO)) return;
  buffer_.clear();
  tcflush(STDIN_FILENO, TCIFLUSH);
}

void complain(std::string_view sentence) {
  std::fflush(stdout);
  const std::string line = harmless_line(sentence);
  // Not by fmt, which throws where standard error cannot be written.
  std::fputs(colours_welcome(STDERR_FILENO) ? "\033[1;31mlifetable:\033[0m " : "lifetable: ", stderr);
  std::fputs((line + "\n").c_str(), stderr);
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view margin) {
  std::string all, line(margin);
  for (const auto word : words_of(text)) {
    if (line.size() > margin.size() && width_of(line) + 1 + width_of(word) > width) {
      all += line + "\n";
      line = std::string(margin);
    }
    if (line.size() > margin.size()) line += ' ';
    line += word;
  }
  return all + line;
}

ProgressBar::ProgressBar(std::string unit, std::int64_t total)
    : unit_(std::move(unit)), total_(total), visible_(is_screen(STDERR_FILENO)), started_(now()) {}

ProgressBar::~ProgressBar() {
  if (drawn_ && visible_) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::show(std::int64_t done) {
  const double time = now();
  const double pause = visible_ ? 0.1 : 5;  // in a log, a line every five seconds is plenty
  if (time - std::max(last_, started_) < pause || done >= total_) return;
  last_ = time;
  drawn_ = true;
  const double share = static_cast<double>(done) / static_cast<double>(total_);
  std::string left = "…";
  if (done > 0) {
    const auto seconds = static_cast<std::int64_t>((time - started_) * (1 - share) / share) + 1;
    left =
        seconds < 120 ? fmt::format("{} s left", seconds) : fmt::format("{} min left", (seconds + 59) / 60);
  }
  const std::string status =
      fmt::format("{:3.0f}%  {} of {} {}, {}", 100 * share, thousands(done), thousands(total_), unit_, left);
  if (!visible_) {
    fmt::print(stderr, "{}\n", status);
    return;
  }
  std::string bar;
  for (int i = 0; i < 24; ++i) bar += i < static_cast<int>(share * 24) ? "▓" : "░";
  fmt::print(stderr, "\r{} {}\033[K", bar, status);
  std::fflush(stderr);
}

}  // namespace lifetable::app

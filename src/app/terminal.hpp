// SPDX-License-Identifier: Apache-2.0
// The terminal: colours only where they are welcome, lines in, an interrupt that can be asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/ink.hpp"

namespace lifetable::app {

/// Set by Ctrl-C once `watch_for_interrupt` was called; long work looks at it.
extern std::atomic<bool> interrupted;
void watch_for_interrupt();

class Terminal {
 public:
  /// Colours if standard output is a terminal and NO_COLOR is not set.
  Terminal();

  bool has_colours() const { return colours_; }
  /// Whether it is a terminal that shows "▀", as the locale says.
  bool shows_blocks() const;
  /// Characters a line: the terminal's, or 80.
  std::size_t width() const;
  void print(std::string_view text, Ink ink = Ink::plain);
  /// A paragraph, broken into lines that fit.
  void paragraph(std::string_view text, Ink ink = Ink::plain);
  void print(const Painted& painted);
  /// A line after `first`; what does not fit on a terminal goes on below, as far in as the line begins and
  /// `more` further. In files and pipes it stays one line.
  void hanging(std::string_view first, std::string_view text, Ink ink = Ink::plain, std::size_t more = 0);
  void line(std::string_view text = "", Ink ink = Ink::plain);
  /// Empties the screen and its history, so that nothing can be scrolled back to; off a terminal, draws a
  /// line.
  void clear();

  enum class Read { line, end, interrupted };
  Read read_line(std::string& line);
  /// Drops what was typed ahead on a terminal: the next line is then typed by somebody who has seen the
  /// prompt.
  void forget_typed();

 private:
  bool colours_, clears_;
  std::string buffer_;
  bool ended_ = false, skipping_ = false;
};

/// Whether somebody sits there who can be asked: standard input and output are a terminal.
bool can_ask();

/// Gives standard input, output and error to /dev/null where they are closed: a record must not become one of
/// them.
void open_standard_files();

/// The text with control characters shown as "�", so that nothing read from a file or argument can command
/// the terminal.
std::string harmless(std::string_view text);
/// The same on one line: what was read must not look like lines of ours either.
std::string harmless_line(std::string_view text);

/// The program as it was called, for commands that it prints to be typed.
extern std::string self;

/// A path as a shell wants it.
std::string quoted(const std::string& path);

/// One sentence on standard error, in red if that is a terminal.
void complain(std::string_view sentence);

/// Characters a line of figures or sentences that fits everywhere, in documents too.
inline constexpr std::size_t kLine = 78;

/// Broken into lines of at most `width` characters, each after `margin`; a word that is longer stays whole.
std::string wrapped(std::string_view text, std::size_t width, std::string_view margin = "");

/// "▓▓▓░░░ 52%  520,000 of 1,000,000 games, 12 s left" on standard error, if that is a terminal.
class ProgressBar {
 public:
  ProgressBar(std::string unit, std::int64_t total);
  ~ProgressBar();
  void show(std::int64_t done);

 private:
  std::string unit_;
  std::int64_t total_;
  bool visible_, drawn_ = false;
  double started_, last_ = 0;
};

}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
// `lifetable replay`: a record again, forwards or backwards, as one seat saw it or with all cards open.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "core/words.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

/// A record with the game at each of its moves.
class Film {
 public:
  Film(const play::Record& record, std::string source, Seat reader)
      : record_(record), source_(std::move(source)), reader_(reader), names_(record.names()) {}

  /// Plays all of it once, keeping every position: a game is a few hundred small states.
  Result<Done> load() {
    auto whole = play::replay(record_, source_);
    if (!whole) return whole.error();
    auto match = std::move(play::replay(record_, source_, 0)->match);
    frames_.push_back(match->clone());
    for (const auto& move : record_.moves) {
      if (auto played = match->play(move.by, move.move); !played) return played.error();
      frames_.push_back(match->clone());
    }
    return Done{};
  }

  std::size_t last() const { return frames_.size() - 1; }
  const play::Match& frame(std::size_t n) const { return *frames_[n]; }

  std::string heading(std::size_t n) const {
    if (n == 0) return fmt::format("  0  the start of a game of {}", frames_[0]->game().title);
    const auto& move = record_.moves[n - 1];
    const std::string who = move.by == kDealer ? "dealer" : names_[move.by.index];
    const bool secret = reader_ != kDealer && reader_ != move.by;
    return fmt::format("{:>3}  {}{}", n, who, secret ? "" : ": " + move.move);
  }

  void tell(Terminal& out, std::size_t n) const {
    out.line(heading(n), Ink::strong);
    for (const std::string& line : frames_[n]->told(reader_, names_)) out.hanging("       ", line);
  }

  void show(Terminal& out, std::size_t n) const {
    tell(out, n);
    out.line();
    out.print(frames_[n]->picture(reader_ == kDealer ? kNobody : reader_, names_));
    if (reader_ != kDealer) return;
    // All cards open: every field that a bystander would see differently.
    const Fields open = frames_[n]->describe(kNobody);
    for (const Field& field : frames_[n]->describe()) {
      const Field* seen = open.find(field.name);
      if (!field.list || (seen && *seen == field)) continue;
      for (std::size_t i = 0; i < field.texts.size(); ++i)
        if (!field.texts[i].empty())
          out.line(fmt::format("  {} of {}: {}", field.name, names_[i], field.texts[i]), Ink::quiet);
    }
  }

  /// The position as the reader knows it, in the form that scenarios use.
  std::string position(std::size_t n) const {
    return play::pretty(
        play::to_json(reader_ == kDealer ? frames_[n]->describe() : frames_[n]->describe(reader_)));
  }

 private:
  const play::Record& record_;
  std::string source_;
  Seat reader_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<play::Match>> frames_;
};

ExitCode step_through(const Film& film, std::size_t at) {
  Terminal out;
  watch_for_interrupt();
  std::string note;
  for (;;) {
    out.clear();
    film.show(out, at);
    out.print(std::exchange(note, ""), Ink::warn);
    out.print(fmt::format("\n{} of {}   Enter forwards, b back, a number to go there, q to leave: ", at,
                          film.last()),
              Ink::strong);
    std::string line;
    if (out.read_line(line) != Terminal::Read::line) break;
    const auto words = words_of(line);
    const std::string word = words.empty() ? "n" : lower(words[0]);
    if (word == "n") {
      at = std::min(at + 1, film.last());
    } else if (word == "b") {
      at -= at > 0;
    } else if (word == "q" || word == "quit") {
      break;
    } else if (const int number = parse_number(word, 0, static_cast<int>(film.last())); number >= 0) {
      at = static_cast<std::size_t>(number);
    } else {
      note = fmt::format("'{}' is none of these. ", shortened(words[0], 20));
    }
  }
  out.line();
  return interrupted ? kInterrupted : kGood;
}

Result<Seat> reader_from(const std::string& text, int players) {
  if (text == "all") return kDealer;
  if (text == "watcher") return kNobody;
  if (const int seat = parse_number(text, 1, players); seat > 0) return Seat{seat - 1};
  return Error{fmt::format("--as must be all, watcher, or a seat from 1 to {}, not '{}'", players, text)};
}

}  // namespace

ExitCode replay_record(const ReplayArguments& arguments) {
  ExitCode exit_code = kGood;
  const auto record = load_record(arguments.record, arguments.cards, exit_code);
  if (!record) return exit_code;
  const auto reader = reader_from(arguments.as, static_cast<int>(record->header.seats.size()));
  if (!reader) return complain(reader.error().message), kBadInput;
  Film film(*record, arguments.record, *reader);
  if (auto loaded = film.load(); !loaded) return complain(loaded.error().message), kBadInput;
  if (arguments.at > static_cast<std::int64_t>(film.last())) {
    complain(fmt::format("{} has only {}; --at {} is beyond them", arguments.record,
                         counted(static_cast<std::int64_t>(film.last()), "move", "moves"), arguments.at));
    return kBadInput;
  }
  const bool at_one = arguments.at >= 0;
  const auto at = at_one ? static_cast<std::size_t>(arguments.at) : arguments.backwards ? film.last() : 0;
  if (arguments.step) return step_through(film, at);
  Terminal out;
  if (arguments.position) {
    out.line(film.position(at_one ? at : film.last()));
  } else if (at_one) {
    film.show(out, at);
  } else {
    for (std::size_t i = 0; i <= film.last(); ++i) film.tell(out, arguments.backwards ? film.last() - i : i);
    out.line();
    const std::size_t end = arguments.backwards ? 0 : film.last();
    out.print(film.frame(end).picture(kNobody, record->names()));
    const auto result = play::ending_of(film.frame(film.last()));
    out.line(film.frame(film.last()).over() ? fmt::format("Scores: {}", fmt::join(result.scores, " "))
                                            : "The game is not over yet.");
  }
  return kGood;
}

}  // namespace lifetable::app

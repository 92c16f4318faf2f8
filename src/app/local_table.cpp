// SPDX-License-Identifier: Apache-2.0
#include "app/local_table.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/seats.hpp"
#include "bots/bot.hpp"
#include "core/hash.hpp"
#include "core/words.hpp"
#include "table/scene.hpp"

namespace lifetable::app {

namespace {

bool is_farewell(std::string_view word) { return lower(word) == "q" || lower(word) == "quit"; }

}  // namespace

LocalTable::LocalTable(std::unique_ptr<play::Match> match, play::Dealer dealer, play::RecordFile record,
                       std::string cards)
    : match_(std::move(match)),
      dealer_(std::move(dealer)),
      record_(std::move(record)),
      cards_(std::move(cards)),
      names_(record_.record().names()) {
  // Alone with bots one is "You", here but not in the record, which others may read.
  people_ = static_cast<int>(
      std::count_if(seats().begin(), seats().end(), [](const auto& seat) { return seat.player == kPerson; }));
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (people_ == 1 && is_person(Seat{static_cast<int>(i)})) names_[i] = "You";
}

bool LocalTable::is_person(Seat seat) const {
  return seat != kDealer && seats()[seat.index].player == kPerson;
}

std::string LocalTable::called(Seat seat) const {
  const bool own = people_ == 1 && is_person(seat);
  return english().say({"player", {{"who", own ? seat : table::named(*match_, seat)}}}, kNobody, names_);
}

ExitCode LocalTable::run() {
  watch_for_interrupt();
  recall_story();
  while (!match_->over()) {
    const Seat actor = match_->actors().first();
    std::string move;
    if (actor == kDealer) {
      move = match_->deal(dealer_);
    } else if (!is_person(actor)) {
      move = bot_move(actor);
    } else if (const Turn turn = ask(actor, move); turn != Turn::played) {
      return leave(turn);
    }
    if (auto played = play(actor, move); !played) {
      print_how_to_resume();
      complain(played.error().message);
      return kNoFile;
    }
    if (people_ == 0) tell(kNobody);
    if (interrupted && !match_->over()) return leave(Turn::interrupted);
  }
  return finish();
}

/// Plays a legal move and puts it on disk.
Result<Done> LocalTable::play(Seat actor, const std::string& move) {
  const auto played = match_->play(actor, move);
  if (!played) return played.error();
  note_story(*match_);
  return record_.append({actor, *played});
}

/// A bot's chance depends on the deal, the seat and the move number only: a resumed game goes on as it would
/// have.
std::string LocalTable::bot_move(Seat seat) const {
  Hash seed;
  for (const std::uint8_t byte : record_.record().header.seed->bytes) seed.add(byte);
  seed.add(seat.index);
  seed.add(record_.record().moves.size());
  const auto bot = bots::make_any_bot(match_->game().name, seats()[seat.index].player, seed.value());
  return match_->text_of((*bot)->choose(match_->view(seat)));
}

// ---- The story --------------------------------------------------------------------------------------

/// What the last move of a match told everybody at the screen.
void LocalTable::note_story(const play::Match& match) {
  const auto note = [&](Seat reader) {
    for (std::string& line : match.told(reader, names_)) story_[reader].push_back(std::move(line));
  };
  note(kNobody);
  for (int i = 0; i < match.players(); ++i)
    if (is_person(Seat{i})) note(Seat{i});
}

/// In a game that goes on: the last that everybody was told, as far as it fits above the table.
void LocalTable::recall_story() {
  const auto again = match_->game().start_as_of(record_.record().header.rules_version, match_->options());
  for (const auto& move : record_.record().moves) {
    if (!(*again)->play(move.by, move.move)) return;  // cannot be: the record was replayed before
    note_story(**again);
  }
  constexpr std::ptrdiff_t kLines = 12;
  for (auto& [reader, lines] : story_) {
    const auto surplus = static_cast<std::ptrdiff_t>(lines.size()) - (reader == kNobody ? 0 : kLines);
    if (surplus > 0) lines.erase(lines.begin(), lines.begin() + surplus);
  }
}

void LocalTable::tell(Seat reader) {
  for (const std::string& line : story_[reader]) terminal_.hanging("  ", line, Ink::quiet, 2);
  story_[reader].clear();
  if (reader != kNobody) story_[kNobody].clear();
}

// ---- A person's turn --------------------------------------------------------------------------------

LocalTable::Turn LocalTable::ask(Seat seat, std::string& move) {
  const auto moves = match_->moves(seat);
  if (people_ == 1 && moves.size() == 1) {  // alone with bots there is nothing to hide by asking
    move = moves[0];
    return Turn::played;
  }
  if (people_ > 1 && at_screen_ != seat)
    if (const Turn turn = draw_curtain(seat); turn != Turn::played) return turn;
  const Menu menu = menu_of(moves);
  show(seat, menu);
  for (;;) {
    terminal_.print(fmt::format("{} [{}, ? for help] ", capital(called(seat)), range(menu, "-")),
                    Ink::strong);
    std::string line;
    const auto read = terminal_.read_line(line);
    if (read != Terminal::Read::line)
      return read == Terminal::Read::end ? Turn::input_ended : Turn::interrupted;
    const auto words = words_of(line);
    if (words.empty()) continue;
    if (words.size() == 1 && is_farewell(words[0])) return Turn::interrupted;
    if (help_with(seat, line, menu)) continue;
    move = chosen(seat, line, menu);
    if (!move.empty()) return Turn::played;
  }
}

/// Where a number is a card, a menu with numbers would be misread: it has letters instead, but no q, which
/// leaves.
std::string LocalTable::entry(std::size_t i) const {
  constexpr std::string_view letters = "abcdefghijklmnoprstuvwxyz";
  if (!match_->game().numbers_are_moves) return std::to_string(i + 1);
  const std::string letter(1, letters[i % letters.size()]);
  return i < letters.size() ? letter : letter + std::to_string(i / letters.size() + 1);
}

std::string LocalTable::range(const Menu& menu, std::string_view between) const {
  if (menu.entries.size() == 1) return entry(0);
  return fmt::format("{}{}{}", entry(0), between, entry(menu.entries.size() - 1));
}

/// Why the table refuses what was typed, with people by their names.
std::string LocalTable::why_not(Seat seat, const std::string& line, const Error& error) const {
  if (!error.clause) return error.message;
  const Phrase reason = match_->refusal(seat, line)->phrase;
  if (reason.empty()) return "Refused. " + error.message;
  const play::GameInfo& game = match_->game();
  return fmt::format("Refused. {} {}", english().say(reason, seat, names_),
                     play::cite(game.rules, game.prefix, error.clause));
}

/// The legal move that a line names by its entry in the menu or in words; "" after saying why there is none.
std::string LocalTable::chosen(Seat seat, const std::string& line, const Menu& menu) {
  const auto words = words_of(line);
  if (words.size() == 1) {
    const std::string word = lower(words[0]);
    for (std::size_t i = 0; i < menu.entries.size(); ++i)
      if (word == entry(i)) return menu.entries[i];
    const bool meant_for_the_menu =
        match_->game().numbers_are_moves
            ? word.size() == 1 && std::isalpha(static_cast<unsigned char>(word[0]))
            : parse_number(word, 0, 999'999) >= 0;
    if (meant_for_the_menu) {
      terminal_.line(fmt::format("There is no move {}; choose {}.", words[0], range(menu, " to ")),
                     Ink::warn);
      return "";
    }
  }
  // In words: tried on a copy, so that a refusal leaves everything as it is.
  const auto tried = match_->clone()->play(seat, line);
  if (tried) return *tried;
  terminal_.paragraph(why_not(seat, line, tried.error()), Ink::warn);
  return "";
}

/// Hides the last player's screen until the next one is alone with it. What was typed before the curtain fell
/// does not lift it.
LocalTable::Turn LocalTable::draw_curtain(Seat seat) {
  terminal_.clear();
  terminal_.forget_typed();
  terminal_.line(fmt::format("Pass the keyboard to {}.", called(seat)), Ink::accent);
  for (;;) {
    terminal_.print(
        fmt::format("{}: press Enter when nobody else can see the screen. ", capital(called(seat))));
    std::string line;
    const auto read = terminal_.read_line(line);
    if (read != Terminal::Read::line)
      return read == Terminal::Read::end ? Turn::input_ended : Turn::interrupted;
    const auto words = words_of(line);
    if (words.empty()) break;
    if (words.size() == 1 && is_farewell(words[0])) return Turn::interrupted;
  }
  terminal_.clear();
  at_screen_ = seat;
  return Turn::played;
}

void LocalTable::show(Seat seat, const Menu& menu) {
  terminal_.line();
  const bool told = !story_[seat].empty();
  tell(seat);
  if (told) terminal_.line();
  terminal_.print(match_->picture(seat, names_));
  terminal_.paragraph(english().say(table::now_for(*match_, seat), seat, names_), Ink::accent);
  // Several columns if they fit: there may be thirty moves.
  const auto& moves = menu.entries;
  std::vector<std::string> marks, labels;
  std::size_t widest = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    marks.push_back(fmt::format("{:>2}  ", entry(i)));
    labels.push_back(match_->label(seat, moves[i], names_));
    widest = std::max(widest, marks.back().size() + width_of(labels.back()));
  }
  const std::size_t columns =
      moves.size() > 6 ? std::clamp<std::size_t>((terminal_.width() - 2) / (widest + 2), 1, 4) : 1;
  const std::size_t rows = (moves.size() + columns - 1) / columns;
  for (std::size_t row = 0; columns == 1 && row < rows; ++row)
    terminal_.hanging(" " + marks[row], labels[row]);
  for (std::size_t row = 0; columns > 1 && row < rows; ++row) {
    std::string line;
    for (std::size_t i = row; i < moves.size(); i += rows) line += padded(marks[i] + labels[i], widest + 2);
    terminal_.line(" " + line);
  }
  for (const std::string& line : menu.shared) terminal_.hanging("     ", line);
}

bool LocalTable::help_with(Seat seat, const std::string& line, const Menu& menu) {
  const auto words = words_of(line);
  const auto rest_from = [&](const char* begin) {
    return std::string_view(begin, words.back().data() + words.back().size());
  };
  const std::string first = lower(words[0]);
  if (first == "?" || first == "help") {
    if (words.size() > 1) {
      explain(rest_from(words[1].data()));
    } else {
      terminal_.paragraph(play::introduction(match_->game().rules));
      terminal_.paragraph(fmt::format("The {} before a move plays it; so does its short form, as in: {}",
                                      match_->game().numbers_are_moves ? "letter" : "number",
                                      menu.entries[0]));
      terminal_.paragraph(fmt::format(
          "? CARD explains a card and ? CLAUSE a rule, as in ?{}-1; rules lists them all; table shows the "
          "table again; hint asks a strong player; quit (or Ctrl-C) leaves, and the game can be resumed. "
          "This "
          "is after move {} of {}.",
          match_->game().prefix, record_.record().moves.size(), record_.path()));
    }
    return true;
  }
  if (words[0].size() > 1 && words[0][0] == '?') {
    explain(rest_from(words[0].data() + 1));
    return true;
  }
  if (first == "rules") {
    for (const auto& clause : play::clauses(match_->game().rules, match_->game().prefix))
      terminal_.line(fmt::format("{} {}", clause.id, clause.title));
    return true;
  }
  if (first == "table") {
    show(seat, menu);
    return true;
  }
  if (first == "hint") {
    hint(seat, menu);
    return true;
  }
  return false;
}

void LocalTable::hint(Seat seat, const Menu& menu) {
  bots::SearchSettings settings;
  settings.budget = {.playouts = 2000};  // nearly at once, and the same each time
  const auto thoughts = bots::think(match_->game().name, match_->view(seat), settings, 1);
  const std::string& move = thoughts->ideas[0].move;
  const auto at = std::find(menu.entries.begin(), menu.entries.end(), move);
  const std::string what =  // a move without an entry is typed
      at == menu.entries.end() ? move : entry(static_cast<std::size_t>(at - menu.entries.begin()));
  terminal_.hanging("",
                    fmt::format("A strong player would choose {}: {}.", what,
                                fitted(thoughts->ideas[0].label, seat, names_)),
                    Ink::good, 2);
  show_thoughts(terminal_, *thoughts, seat, names_, 4);
}

/// A card, whose name may have several words, or a clause.
void LocalTable::explain(std::string_view what) {
  const play::GameInfo& game = match_->game();
  const std::string_view word = words_of(what)[0];
  auto texts = explanations(*match_, what);
  if (texts.empty()) texts = explanations(*match_, word);
  for (const auto& clause : play::clauses(game.rules, game.prefix)) {
    const bool named =
        std::equal(word.begin(), word.end(), clause.id.begin(), clause.id.end(),
                   [](char a, char b) { return std::toupper(static_cast<unsigned char>(a)) == b; });
    if (named) texts = {fmt::format("{} {}: {}", clause.id, clause.title, clause.text)};
  }
  if (texts.empty())
    texts = {fmt::format("'{}' is neither a card nor a clause of {}, such as {}-1.", shortened(word, 40),
                         game.title, game.prefix)};
  for (const std::string& text : texts) terminal_.paragraph(text);
}

// ---- The end ----------------------------------------------------------------------------------------

ExitCode LocalTable::finish() {
  const auto person =
      std::find_if(seats().begin(), seats().end(), [](const auto& seat) { return seat.player == kPerson; });
  if (people_ > 1) terminal_.clear();
  tell(people_ == 1 ? Seat{static_cast<int>(person - seats().begin())} : kNobody);
  terminal_.line();
  terminal_.print(match_->picture(kNobody, names_));
  const auto result = play::ending_of(*match_);
  const auto points = [&](std::size_t seat) {
    return english().say(match_->game().points(result.scores[seat]));
  };
  std::string winners;
  for (const int seat : result.winners) {
    const bool first = seat == result.winners.front(), last = seat == result.winners.back();
    const std::string name = called(Seat{seat - 1});
    winners += (first ? "" : last ? " and " : ", ") + (name == "You" && !first ? "you" : name);
  }
  terminal_.line();
  terminal_.line(fmt::format("{} {} with {}.", capital(winners),
                             result.winners.size() > 1 || winners == "You" ? "win" : "wins",
                             points(static_cast<std::size_t>(result.winners[0]) - 1)),
                 Ink::good);
  std::size_t widest_name = 0, widest_points = 0;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    widest_name = std::max(widest_name, width_of(names_[i]));
    widest_points = std::max(widest_points, points(i).size());
  }
  for (std::size_t i = 0; i < names_.size(); ++i)
    terminal_.line(fmt::format("  {}  {:>{}}", padded(names_[i], widest_name), points(i), widest_points));
  if (auto written = record_.finish(result); !written) {
    complain(written.error().message);
    return kNoFile;
  }
  terminal_.line(fmt::format("Watch it again:  {}", command_for("replay", record_.path(), cards_)),
                 Ink::quiet);
  return kGood;
}

void LocalTable::print_how_to_resume() {
  if (people_ > 1) terminal_.clear();  // no hand stays on the screen
  terminal_.line();
  terminal_.line(fmt::format("The game is kept. Go on with it:  {}",
                             command_for("play --resume", record_.path(), cards_)));
}

ExitCode LocalTable::leave(Turn why) {
  if (why == Turn::interrupted) return print_how_to_resume(), kInterrupted;
  if (people_ > 1) terminal_.clear();
  terminal_.line();
  complain(fmt::format("the input ended in the middle of the game; it is kept in {}", record_.path()));
  terminal_.line(fmt::format("Go on with it:  {}", command_for("play --resume", record_.path(), cards_)));
  return kInputEnded;
}

}  // namespace lifetable::app

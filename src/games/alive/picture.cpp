// SPDX-License-Identifier: Apache-2.0
// The table of Five Alive as text: the total in big digits, everybody's lives and cards, and my hand. Fits 80
// columns.
#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "core/big_digits.hpp"
#include "core/words.hpp"
#include "games/alive/alive.hpp"
#include "games/alive/words.hpp"

namespace lifetable::alive {

namespace {

constexpr std::size_t kWidth = 80, kTotalWidth = 16, kNameWidth = 10;
constexpr int kTotalRows = 4, kMostBacks = 12;

std::string times(std::string_view text, int number) {
  std::string all;
  for (int n = 0; n < number; ++n) all += text;
  return all;
}

/// "0×3", for cards that need not be seen one by one.
std::vector<Span> grouped(Cards cards) {
  std::vector<Span> items;
  for (const Card card : cards.kinds()) {
    const int count = cards.count(card);
    items.push_back({Ink::quiet, std::string(name_of(card)) + (count > 1 ? fmt::format("×{}", count) : "")});
  }
  return items;
}

class TablePicture {
 public:
  TablePicture(const View& view, Names names) : t_(view.table), view_(view), names_(names) {}

  Painted draw() {
    headline();
    for (int row = 0; row < std::max(kTotalRows, t_.players()); ++row) {
      const bool beside = row < t_.players();
      out_.put(beside ? padded(total(row), kTotalWidth) : total(row), total_ink());
      if (beside) player(Seat{row});
      out_.line();
    }
    if (const std::string text = situation(); !text.empty())
      out_.line(shortened(text, kWidth), is_over() ? Ink::good : Ink::accent);
    hand();
    knowledge();
    list("Discarded:", Ink::quiet, grouped(t_.discards));
    return std::move(out_);
  }

 private:
  bool is_over() const { return t_.phase == Phase::over; }
  bool is_in(Seat seat) const { return t_.options.teams || t_.living.has(seat); }
  std::string name(Seat seat) const { return seat == view_.seat ? "You" : name_at(seat, names_); }
  Subject subject(Seat seat) const { return Subject(seat, view_.seat, names_); }

  void headline() {
    if (t_.phase == Phase::first) {
      out_.put("Before the first hand", Ink::strong);
    } else {
      out_.put(fmt::format("Hand {}", t_.number + 1), Ink::strong);
      out_.put(fmt::format("   pile {}   discards {}", t_.pile, t_.discards.size()));
    }
    if (t_.top != Card::none) {
      out_.put("   last ");
      out_.put(fmt::format("[{}]", full_name(t_.top)), Ink::strong);
    }
    if (t_.options.teams)
      out_.put("   ● odd  ○ even", Ink::quiet);
    else if (t_.options.sudden)
      out_.put("   sudden death", Ink::quiet);
    out_.line();
  }

  // ---- The total ----------------------------------------------------------------------------------

  int room() const { return kLimit - t_.total; }
  bool all_fits() const { return room() >= value_of(Card::seven); }

  /// Three rows of big digits, and below them what may still be added.
  std::string total(int row) const {
    const int tens = t_.total / 10, ones = t_.total % 10;
    if (row < 3) return fmt::format("  {} {}", tens ? kBigDigits[tens][row] : "   ", kBigDigits[ones][row]);
    if (row > 3 || t_.phase != Phase::play) return "";
    return all_fits() ? "  anything fits" : fmt::format("  room for {}", room());
  }
  Ink total_ink() const {
    if (is_over()) return Ink::quiet;
    return all_fits() ? Ink::good : room() > 2 ? Ink::warn : Ink::danger;
  }

  // ---- The players --------------------------------------------------------------------------------

  void player(Seat seat) {
    const bool in = is_in(seat), marked = marker(seat) != " ";
    const bool moving = in && !is_over() && t_.phase != Phase::first;
    const std::string_view arrow = t_.direction == Direction::clockwise ? "↓" : "↑";
    out_.put(fmt::format(" {} ", moving ? arrow : " "), Ink::quiet);
    out_.put(fmt::format("{} {} {}", marker(seat), to_string(seat),
                         padded(shortened(name(seat), kNameWidth), kNameWidth)),
             !in                  ? Ink::quiet
             : marked             ? Ink::accent
             : seat == view_.seat ? Ink::strong
                                  : Ink::plain);
    if (t_.options.teams) out_.put(t_.team_of(seat) == 0 ? " ●" : " ○");
    lives(seat);
    if (!in)
      out_.put("  out", Ink::quiet);
    else if (t_.hand[seat.index] > 0)
      out_.put(cards(seat), Ink::quiet);
  }

  std::string cards(Seat seat) const {
    const int number = t_.hand[seat.index];
    const std::string backs = times("▯", std::min(number, kMostBacks)), note = this->note(seat);
    return fmt::format("  {:>2} {}", number, note.empty() ? backs : padded(backs, kMostBacks) + note);
  }

  std::string_view marker(Seat seat) const {
    switch (t_.phase) {
      case Phase::over: return t_.winners().has(seat) ? "★" : " ";
      case Phase::play: return t_.turn == seat ? "▶" : " ";
      default: return t_.dealing == seat ? "▷" : " ";
    }
  }

  void lives(Seat seat) {
    const int left = t_.lives_of(seat);
    const Ink ink = left <= 1 ? Ink::danger : left == 2 ? Ink::warn : Ink::good;
    for (int i = 0; i < kLives; ++i) {
      const bool there = i < left;
      out_.put(" ");
      out_.put(there ? std::string(1, "ALIVE"[i]) : "·", there ? ink : Ink::quiet);
    }
  }

  /// What flips have told about a hand (FA-44): the most cards of which something is known, and the most that
  /// is known of them.
  std::string note(Seat seat) const {
    const Floor floor = t_.floors[seat.index];
    const int cards = floor.at(1);
    if (cards == 0 || seat == view_.seat || is_over()) return "";
    const std::string_view be = cards == 1 ? "is" : "are";
    const std::string some =
        cards == t_.hand[seat.index] ? fmt::format("all {}", be) : fmt::format("{} {}", cards, be);
    int rank = 1;
    while (rank < kTopRank && floor.at(rank + 1) == cards) ++rank;
    return rank == 1 ? fmt::format(" {} not 0", some) : fmt::format(" {} {} or more", some, rank - 1);
  }

  // ---- Below --------------------------------------------------------------------------------------

  /// What is going on while nobody plays; nothing if somebody does.
  std::string situation() const {
    const Subject dealer = subject(t_.phase == Phase::deal ? t_.dealer : t_.turn);
    switch (t_.phase) {
      case Phase::first: return "Who deals first is being drawn.";
      case Phase::deal:
        return fmt::format("{} {} ten cards each.", dealer.first(), dealer.verb("deals", "deal"));
      case Phase::redeal:
        return fmt::format("{} {} the hands out again: {} to go.", dealer.first(),
                           dealer.verb("deals", "deal"), counted(t_.pool, "card", "cards"));
      case Phase::draw:
        return fmt::format("Everyone but {} draws; next {} for {}.", dealer.name(),
                           counted(t_.due, "card", "cards"), subject(t_.dealing).name());
      case Phase::over: return ending();
      case Phase::play:
      case Phase::settle: break;
    }
    return "";
  }

  std::string ending() const {
    const SeatSet winners = t_.winners();
    if (t_.options.teams)
      return fmt::format("The {} seats win: the others have lost all lives (FA-41).",
                         winners.has(Seat{0}) ? "odd" : "even");
    std::string all;
    for (const Seat seat : winners) all += (all.empty() ? "" : " and ") + subject(seat).name();
    const Seat one = *winners.begin();
    return fmt::format("{} {} {}.", capital(all),
                       winners.size() > 1 ? "share the win" : subject(one).verb("wins", "win"),
                       reason(t_.lives_of(one)));
  }

  std::string_view reason(int lives) const {
    if (!t_.options.sudden) return "as the last one alive";
    int equal = 0;
    for (const Seat seat : t_.living) equal += t_.lives_of(seat) == lives;
    return equal > 1 ? "with most lives and the lowest hand (FA-37)" : "with most lives (FA-36)";
  }

  /// Cards that do not fit have no frame, so that they stand out without colours too.
  void hand() {
    std::vector<Span> items;
    const Cards hand = view_.mine.hand, fitting = hand.fitting(t_.total);
    for (const Card card : hand.kinds()) {
      const bool fits = fitting.has(card);
      const std::string face =
          fits ? fmt::format("[{}]", full_name(card)) : fmt::format(" {} ", full_name(card));
      const Ink ink = !fits ? Ink::quiet : is_wild(card) ? Ink::accent : Ink::plain;
      items.insert(items.end(), static_cast<std::size_t>(hand.count(card)), Span{ink, face});
    }
    list("Your hand:", Ink::strong, items);
  }

  void knowledge() {
    if (is_over()) return;
    if (view_.seat == kNobody) return list("The hands hold:", Ink::quiet, grouped(t_.memory.known));
    SeatSet others = t_.living;
    others.remove(view_.seat);
    const std::string who = others.size() == 1
                                ? shortened(name_at(*others.begin(), names_), kNameWidth) + " holds"
                                : "the others hold";
    list(fmt::format("You know {}:", who), Ink::quiet, grouped(view_.mine.memory.known));
  }

  /// Items one after the other, on as many lines as it takes; nothing at all if there are none.
  void list(const std::string& label, Ink ink, const std::vector<Span>& items) {
    if (items.empty()) return;
    const std::size_t indent = width_of(label);
    std::size_t column = indent;
    out_.put(label, ink);
    for (const Span& item : items) {
      const std::size_t width = 1 + width_of(item.text);
      if (column + width > kWidth) {
        out_.line().put(std::string(indent, ' '));
        column = indent;
      }
      out_.put(" ").put(item.text, item.ink);
      column += width;
    }
    out_.line();
  }

  const Table& t_;
  const View& view_;
  Names names_;
  Painted out_;
};

}  // namespace

Painted Alive::picture(const View& view, Names names) { return TablePicture(view, names).draw(); }

}  // namespace lifetable::alive

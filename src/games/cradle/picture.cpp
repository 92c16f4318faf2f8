// SPDX-License-Identifier: Apache-2.0
// The table of Cradle to Grave as text: everybody's age in big digits, the deck, and my hand. Fits 80
// columns.
#include <algorithm>
#include <fmt/format.h>

#include "core/big_digits.hpp"
#include "core/words.hpp"
#include "games/cradle/cradle.hpp"
#include "games/cradle/words.hpp"

namespace lifetable::cradle {

namespace {

constexpr std::string_view kBack[3] = {"░░░", "░9░", "░░░"};
constexpr std::string_view kUnknown[3] = {"   ", " ? ", "   "};
constexpr std::string_view kLaid[3] = {"░░░", "░░░", "░░░"};

constexpr int kColumn = 15;

class TablePicture {
 public:
  TablePicture(const View& view, Names names) : t_(view.table), view_(view), names_(names) {}

  Painted draw() {
    headline();
    names();
    for (int row = 0; row < 3; ++row) digits(row);
    ages();
    hands();
    if (t_.special != Card::none) special();
    if (view_.seat != kNobody) hand();
    return std::move(out_);
  }

 private:
  bool has_ages() const { return t_.phase >= Phase::check; }
  std::string name(int seat) const { return view_.seat == Seat{seat} ? "You" : name_at(Seat{seat}, names_); }

  void headline() {
    out_.put(fmt::format("Round {} of {}", t_.round + 1, t_.options.rounds), Ink::strong);
    out_.put(fmt::format("   deck {}", t_.deck), t_.deck <= 10 && has_ages() ? Ink::warn : Ink::plain);
    const std::string discards = names_of(t_.discards);
    out_.line(shortened(discards.empty() ? "" : "   discards " + discards, 54), Ink::quiet);
  }

  void names() {
    for (int i = 0; i < t_.players(); ++i) {
      const bool turn = t_.turn == Seat{i} && t_.phase != Phase::over;
      const std::string label = fmt::format("{} {} {}", turn ? "▶" : " ", i + 1, shortened(name(i), 9));
      out_.put(padded(label, kColumn), turn ? Ink::accent : view_.seat == Seat{i} ? Ink::strong : Ink::plain);
    }
    out_.line();
  }

  Ink ink_of(int seat) const {
    if (!has_ages()) return Ink::quiet;
    const int age = t_.age(Seat{seat});
    return age >= kCheckAge ? Ink::danger : age >= 70 ? Ink::warn : Ink::good;
  }

  void digits(int row) {
    for (int i = 0; i < t_.players(); ++i) {
      out_.put("  ");
      for (const Place place : kPlaces) {
        const Top top = t_.top(Seat{i}, place);
        const auto& shape = !has_ages()    ? (t_.chosen.has(Seat{i}) ? kLaid : kUnknown)
                            : top.hidden() ? kBack
                                           : kBigDigits[top.digit()];
        out_.put(fmt::format("{} ", shape[row]), ink_of(i));
      }
      out_.put(std::string(kColumn - 10, ' '));
    }
    out_.line();
  }

  void ages() {
    for (int i = 0; i < t_.players(); ++i) {
      std::string label = t_.chosen.has(Seat{i}) ? "  chosen" : "  choosing";
      if (has_ages())
        label = fmt::format("  {}, {}", t_.age(Seat{i}),
                            t_.honoured() == Seat{i} ? "venerable" : stage_of_life(t_.age(Seat{i})));
      else if (t_.phase != Phase::choose)
        label = "  dealing";
      out_.put(padded(label, kColumn), ink_of(i));
    }
    out_.line();
  }

  void hands() {
    for (int i = 0; i < t_.players(); ++i) {
      std::string cards;
      for (int n = 0; n < t_.hand[i]; ++n) cards += "▯";
      out_.put(
          padded("  " + cards +
                     (t_.round || t_.phase == Phase::over ? fmt::format(" sum {}", t_.total(Seat{i})) : ""),
                 kColumn),
          Ink::quiet);
    }
    out_.line();
  }

  void special() {
    std::string target =
        t_.special == Card::zero ? fmt::format("the {}", name_of(t_.place)) : name(t_.target.index);
    if (target == "You") target = "you";
    const int tens = t_.digit(t_.target, Place::tens), ones = t_.digit(t_.target, Place::ones);
    const std::string becomes = t_.special == Card::swap ? fmt::format("{}", 10 * ones + tens)
                                : t_.special == Card::ten
                                    ? fmt::format("?{}", ones)
                                    : fmt::format("{}", t_.place == Place::tens ? ones : 10 * tens);
    out_.line(fmt::format("On the way: {} from {} on {} ({}→{}){}", full_name(t_.special),
                          name(t_.turn.index), target, t_.age(t_.target), becomes,
                          t_.stops ? fmt::format(", with {} Stop! on it", t_.stops) : ""),
              Ink::accent);
  }

  void hand() {
    out_.put("Your hand: ", Ink::strong);
    for (const Card card : view_.mine.hand.kinds())
      for (int n = 0; n < view_.mine.hand.count(card); ++n)
        out_.put(fmt::format("[{}]", full_name(card)), is_special(card) ? Ink::accent : Ink::plain).put(" ");
    const int laid = t_.laid[view_.seat.index];
    if (laid && has_ages()) {
      out_.put("  face down:", Ink::quiet);
      for (int n = 0; n < laid; ++n) out_.put(" " + name_of(view_.mine.laid.at(n)), Ink::quiet);
    }
    out_.line();
  }

  const Table& t_;
  const View& view_;
  Names names_;
  Painted out_;
};

}  // namespace

Painted Cradle::picture(const View& view, Names names) { return TablePicture(view, names).draw(); }

}  // namespace lifetable::cradle

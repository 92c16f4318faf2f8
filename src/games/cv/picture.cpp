// The table of CV as text: the track with what can be paid, everybody's CV, the dice and my hand. Fits 80
// columns, and 28 lines so that the menu stays on the screen.
#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "core/words.hpp"
#include "games/cv/cv.hpp"
#include "games/cv/words.hpp"

namespace lifetable::cv {

namespace {

constexpr std::size_t kWidth = 80, kNameWidth = 14, kTitleWidth = 23, kVerdictWidth = 17, kSheetLabel = 24,
                      kHeldWidth = 24;
constexpr int kMostHandLines = 3;

constexpr Type stack(int i) { return static_cast<Type>(i); }

Ink ink_of(TypeSet types) {
  static constexpr Ink inks[] = {Ink::good,   Ink::danger, Ink::accent, Ink::warn,
                                 Ink::strong, Ink::plain,  Ink::plain};
  return types ? inks[std::countr_zero(static_cast<unsigned>(types))] : Ink::plain;
}

Ink ink_of(Symbol symbol) {
  return symbol == Symbol::bad ? Ink::danger : symbol == Symbol::good ? Ink::good : Ink::strong;
}

void join(std::string& all, std::string_view between, std::string_view more) {
  if (!all.empty() && !more.empty()) all += between;
  all += more;
}

std::string times(std::string_view text, int number) {
  std::string all;
  for (int n = 0; n < number; ++n) all += text;
  return all;
}

std::string right(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, width_of(text)), ' ') + std::string(text);
}

class TablePicture {
 public:
  TablePicture(const View& view, Names names)
      : t_(view.table), view_(view), names_(names), cards_(t_.cards()) {
    for (const std::string& each : names) short_names_.push_back(shortened(each, kNameWidth));
  }

  Painted draw() {
    headline();
    if (is_over()) {
      score_sheet();
    } else {
      track();
      goals();
    }
    players();
    turn();
    if (has_seat()) mine();
    legend();
    return std::move(out_);
  }

 private:
  bool is_over() const { return t_.phase == Phase::over; }
  bool has_seat() const { return view_.seat.index < t_.players(); }
  /// Nobody's turn has begun yet.
  bool is_setting_up() const { return t_.phase <= Phase::choose; }
  bool is_my_turn() const { return has_seat() && !is_setting_up() && t_.turn == view_.seat; }
  Subject subject(Seat seat) const { return Subject(seat, view_.seat, short_names_); }
  std::string name(Seat seat, std::size_t width) const {
    return shortened(seat == view_.seat ? "You" : capital(name_at(seat, names_)), width);
  }
  std::string card_name(Card card) const { return name_of(cards_, card); }

  // ---- The head -----------------------------------------------------------------------------------

  void headline() {
    std::string decks;
    for (const Deck deck : {Deck::early, Deck::middle, Deck::old})
      join(decks, "  ",
           fmt::format("{} {}", name_of(deck).substr(0, name_of(deck).find(' ')), t_.unseen.of(deck).size()));
    out_.put("Decks: ", Ink::strong).put(decks);
    if (!is_setting_up() && !is_over() && t_.unseen.of(Deck::old).size() < t_.players())  // CV-48
      out_.put("  last round", Ink::warn);
    out_.line("    W work  P possession  E event", Ink::quiet);
    out_.line(shortened(situation(), kWidth), is_over() ? Ink::good : Ink::accent);
  }

  std::string does(Seat seat, std::string_view theirs, std::string_view yours) const {
    const Subject one = subject(seat);
    return fmt::format("{} {}", one.first(), one.verb(theirs, yours));
  }

  std::string situation() const {
    switch (t_.phase) {
      case Phase::open_track: return "The track is being laid out.";
      case Phase::deal_goals: return "The life goals are being dealt.";
      case Phase::deal_cards: return "The childhood cards are being dealt.";
      case Phase::choose: return growing_up();
      case Phase::toss: return does(t_.turn, "is", "are") + " about to throw the dice.";
      case Phase::dice: return fmt::format("The dice of {} are rolling.", subject(t_.turn).name());
      case Phase::reroll:
        return fmt::format("{} throw dice again, up to {}, or stop.", does(t_.turn, "may", "may"),
                           counted(t_.means.throws - t_.throws, "time", "times"));
      case Phase::select:
        return fmt::format("{} take {}.", does(t_.turn, "may", "may"),
                           t_.takes() == 0   ? "one or two cards"
                           : t_.takes() == 1 ? "one more card"
                                             : "no more cards");
      case Phase::misfortune:
        return fmt::format("Misfortune: {} {} to lose {}.", subject(t_.turn).name(),
                           subject(t_.turn).verb("has", "have"), counted(t_.losses, "card", "cards"));
      case Phase::place: return does(t_.placing, "adds", "add") + " to the CV.";
      case Phase::upkeep: return does(t_.turn, "cannot", "cannot") + " pay every upkeep.";
      case Phase::refill: return "The track is being filled up.";
      case Phase::assist:
        return does(t_.first_assisted(), "gets", "get") + " social assistance: any card of the track.";
      case Phase::over: return ending();
    }
    return "";
  }

  std::string growing_up() const {
    if (has_seat() && !t_.chosen.has(view_.seat))
      return "Growing up: keep a card, pass the rest to the left.";
    return fmt::format("Growing up: {} yet to choose a card.",
                       counted(t_.players() - t_.chosen.size(), "player has", "players have"));
  }

  SeatSet winners() const {
    SeatSet best;
    int most = 0, fewest = 0;
    for (int i = 0; i < t_.players(); ++i) {
      const int points = sheet(Seat{i}).total(), number = t_.cv_cards(Seat{i});
      const bool better = best.empty() || points > most || (points == most && number < fewest);  // CV-56
      if (better) best = {}, most = points, fewest = number;
      if (better || (points == most && number == fewest)) best.add(Seat{i});
    }
    return best;
  }

  std::string ending() const {
    const SeatSet best = winners();
    std::string all;
    for (const Seat seat : best) join(all, " and ", subject(seat).name());
    const Seat one = *best.begin();
    return fmt::format("{} {} with {}.", capital(all),
                       best.size() > 1 ? "share the victory" : subject(one).verb("wins", "win"),
                       Cv::points(sheet(one).total()));
  }

  // ---- The track and the goals ----------------------------------------------------------------------

  void track() {
    for (const Card card : t_.track) {
      if (card == Card::none) continue;
      const Facts& facts = t_.facts(card);
      const Span verdict = this->verdict(card);
      const Ink ink = ink_of(facts.types);
      out_.put(fmt::format("{:>3} ", number_of(card)), Ink::quiet);
      out_.put(padded(shortened(cards_.title(card), kTitleWidth), kTitleWidth), ink);
      out_.put(fmt::format(" {:<4}", letters_of(facts.types)), ink);
      const std::size_t used = 4 + kTitleWidth + 5;
      const std::size_t room = kWidth - used - (verdict.text.empty() ? 0 : kVerdictWidth + 1);
      out_.put(padded(shortened(facts_of(facts), room), verdict.text.empty() ? 0 : room));
      if (!verdict.text.empty()) out_.put(" ").put(shortened(verdict.text, kVerdictWidth), verdict.ink);
      out_.line();
    }
  }

  /// Whether the reader could take the card now, as far as that is the reader's question.
  Span verdict(Card card) const {
    const bool assisted = t_.phase == Phase::assist && has_seat() && t_.first_assisted() == view_.seat;
    const bool paying =
        is_my_turn() && (t_.phase == Phase::toss || t_.phase == Phase::reroll || t_.phase == Phase::select);
    if (!assisted && (!paying || t_.takes() == kTakes)) return {Ink::plain, ""};
    if (t_.may_take_as(view_.seat, card) == 0) return {Ink::danger, obstacle(card)};
    if (assisted) return {Ink::good, "to be had"};
    const Symbols lacking = t_.lacking_for(card);
    if (lacking.empty()) return {Ink::good, "payable"};
    return {Ink::quiet, "lacks " + spaced(lacking)};
  }

  /// The condition that is not met (CV-31), or the ban (CV-32).
  std::string obstacle(Card card) const {
    const Facts& facts = t_.facts(card);
    const TypeSet has = t_.types_in_cv(view_.seat);
    for (int i = 0; i < kStacks; ++i) {
      const TypeSet each = set_of(stack(i));
      if ((facts.needs & each) && !(has & each)) return fmt::format("needs {}", name_of(stack(i)));
      if (facts.forbids & has & each) return fmt::format("not with {}", name_of(stack(i)));
    }
    return t_.is_retired(view_.seat) ? "retired" : "not allowed";
  }

  void goals() {
    for (std::size_t i = 0; i < t_.goals.size(); ++i) {
      const Card card = t_.goals[i];
      if (card == Card::none) continue;
      out_.put(fmt::format("{:>3} ", number_of(card)), Ink::quiet);
      out_.put(padded(shortened(cards_.title(card), kTitleWidth), kTitleWidth));
      out_.put(" goal ", Ink::quiet);
      const std::string rule = effect_of(t_.facts(card)), lead = leaders(i);
      out_.put(shortened(rule, 24));
      const std::size_t used = 4 + kTitleWidth + 6 + std::min<std::size_t>(24, width_of(rule));
      if (!lead.empty()) out_.put(shortened("  now " + lead, kWidth - used), Ink::quiet);
      out_.line();
    }
  }

  /// "5 for Ann and Bo" (CV-53).
  std::string leaders(std::size_t goal) const {
    std::string all;
    int most = 0;
    for (int i = 0; i < t_.players(); ++i)
      if (const int points = sheet(Seat{i}).goals[goal]) {
        most = points;
        join(all, ", ", subject(Seat{i}).name());
      }
    return all.empty() ? "" : fmt::format("{} for {}", most, all);
  }

  // ---- The players --------------------------------------------------------------------------------

  /// Points as far as the reader can know them: another's secret goal gives none before it is shown.
  Sheet sheet(Seat seat) const {
    const Card goal = is_over() ? t_.revealed[seat.index] : seat == view_.seat ? view_.mine.goal : Card::none;
    return sheet_of(t_, seat, goal);
  }

  void players() {
    const auto widths = stack_widths();
    for (int i = 0; i < t_.players(); ++i) {
      player(Seat{i});
      if (t_.cv_cards(Seat{i}) > 0) cv_of(Seat{i}, widths);
    }
  }

  std::string_view marker(Seat seat) const {
    if (is_over()) return winners().has(seat) ? "★" : " ";
    const Actors actors = t_.actors();
    if (actors.kind == Actors::seats ? actors.include(seat) : !is_setting_up() && t_.turn == seat) return "▶";
    return t_.phase == Phase::choose && t_.chosen.has(seat) ? "✓" : " ";
  }

  void player(Seat seat) {
    const bool marked = marker(seat) != " ";
    const std::string called = name(seat, kNameWidth);
    const std::string head = fmt::format("{} {} {}", marker(seat), to_string(seat),
                                         is_setting_up() ? called : padded(called, kNameWidth));
    out_.put(head, marked ? Ink::accent : seat == view_.seat ? Ink::strong : Ink::plain);
    if (is_setting_up()) return void(out_.line());
    const std::string sum = fmt::format(" {:>2} {} {:>3} pt", t_.cv_cards(seat),
                                        t_.cv_cards(seat) == 1 ? "card " : "cards", sheet(seat).total());
    out_.put(sum);
    const std::string held = is_over() ? "" : shortened(hand_of(seat), kHeldWidth);
    const std::size_t used = width_of(head) + width_of(sum) + width_of(held);
    out_.put(shortened("  " + means(seat), kWidth - used), Ink::quiet);
    out_.put(held, Ink::quiet).line();
  }

  /// What would work for a player in a turn that began now.
  std::string means(Seat seat) const {
    const Means means = means_of(t_, seat);
    Arrows printed;  // easier to read than what they make of each other
    for (int i = 0; i < kStacks; ++i) printed |= t_.facts(t_.active(seat, stack(i))).arrows;
    std::string all = means.tokens.empty() ? "" : "+" + letters_of(means.tokens);
    join(all, "  ", fmt::format("{} dice", means.dice));
    if (means.throws != kBasicThrows) join(all, "  ", fmt::format("{} throws", means.throws));
    join(all, "  ", arrows_of(printed));
    join(all, "  ", effects_of(means.effects));
    if (t_.starter == seat) join(all, "  ", "begins rounds");
    return all;
  }

  /// Hidden childhood cards as backs, events taken openly by number.
  std::string hand_of(Seat seat) const {
    std::string all = times("▯", kChildhoodHand - std::popcount(t_.shown[seat.index]));
    for (const Card card : t_.events[seat.index]) join(all, " ", fmt::format("#{}", number_of(card)));
    return all.empty() ? "" : "  hand " + all;
  }

  using Widths = std::array<std::size_t, kStacks>;

  std::string cell(Seat seat, int i) const {
    const int number = t_.cards_in(seat, stack(i));
    if (number == 0) return fmt::format("{}–", letter_of(stack(i)));
    return fmt::format("{}{} {}", letter_of(stack(i)), number, cards_.title(t_.active(seat, stack(i))));
  }

  /// As wide as the widest cell of each stack; if that is too much, the widest give way.
  Widths stack_widths() const {
    constexpr std::size_t indent = 4, gaps = 2 * (kStacks - 1);
    Widths widths{};
    for (std::size_t i = 0; i < kStacks; ++i)
      for (int seat = 0; seat < t_.players(); ++seat)
        widths[i] = std::max(widths[i], width_of(cell(Seat{seat}, static_cast<int>(i))));
    const auto sum = [&] {
      std::size_t all = indent + gaps;
      for (const std::size_t width : widths) all += width;
      return all;
    };
    while (sum() > kWidth) --*std::max_element(widths.begin(), widths.end());
    return widths;
  }

  void cv_of(Seat seat, const Widths& widths) {
    out_.put("    ");
    for (int i = 0; i < kStacks; ++i) {
      const std::size_t width = widths[static_cast<std::size_t>(i)];
      const bool empty = t_.cards_in(seat, stack(i)) == 0;
      const std::string text = shortened(cell(seat, i), width);
      out_.put(i + 1 < kStacks ? padded(text, width + 2) : text,
               empty ? Ink::quiet : ink_of(set_of(stack(i))));
    }
    out_.line();
  }

  // ---- The turn under way ---------------------------------------------------------------------------

  /// Dice as boxes, and beside them what else there is to pay with.
  void turn() {
    if (is_setting_up() || is_over() || t_.cleaning_up()) return;
    const std::string notes[] = {symbols(), changes(), progress()};
    const int boxes = t_.dice.size() + t_.in_air;
    if (boxes == 0) {
      std::string all;
      for (const std::string& note : notes) join(all, "  ", note);
      out_.line(shortened("  " + all, kWidth));
      return;
    }
    for (int row = 0; row < 3; ++row) {
      out_.put(" ");
      for (int face = 0; face < kFaces; ++face)
        for (int n = 0; n < t_.dice.count(face); ++n)
          out_.put(box(row, kLetters[static_cast<std::size_t>(face)]), ink_of(static_cast<Symbol>(face)));
      for (int n = 0; n < t_.in_air; ++n) out_.put(box(row, '?'), Ink::quiet);
      const std::size_t used = 1 + 5 * static_cast<std::size_t>(boxes);
      out_.line(notes[row].empty() ? "" : shortened(" " + notes[row], kWidth - used));
    }
  }

  static std::string box(int row, char letter) {
    if (row == 1) return fmt::format("│ {} │", letter);
    return row == 0 ? "┌───┐" : "└───┘";
  }

  std::string symbols() const {
    const auto named = [](std::string_view label, const std::string& text) {
      return text.empty() ? "" : fmt::format("{} {}", label, text);
    };
    std::string all = named("tokens", spaced(t_.means.tokens));
    join(all, "  ", named("events", spaced(t_.extra)));
    join(all, "  ", named("friend's job", letters_of(t_.means.job, "/")));
    return all.empty() ? "no tokens" : all;
  }

  std::string changes() const {
    std::string all = arrows_of(t_.means.arrows);
    join(all, "  ", effects_of(static_cast<std::uint8_t>(t_.means.effects & (change_one | turn_bad))));
    if ((t_.means.effects & thaw) && !t_.thawed && t_.phase <= Phase::reroll)
      join(all, "  ", effects_of(thaw));
    if (const int bad = (t_.dice + t_.means.tokens).count(Symbol::bad))
      join(all, "  ", fmt::format("bad luck {}", bad));
    return all;
  }

  std::string progress() const {
    std::string all;
    if (t_.phase == Phase::toss)
      all = counted(std::min(kDice, t_.means.dice + t_.joining), "die", "dice") + " to throw";
    else if (t_.phase == Phase::dice || t_.phase == Phase::reroll)
      all = fmt::format("throw {} of {}", t_.throws + (t_.phase == Phase::dice), t_.means.throws);
    if (t_.joining && t_.phase == Phase::reroll)
      join(all, "  ", fmt::format("{} join", counted(t_.joining, "die", "dice")));
    std::string taken;
    for (const Taken& each : t_.taken)
      if (each.card != Card::none) join(taken, ", ", card_name(each.card));
    if (!taken.empty()) join(all, "  ", "taken: " + taken);
    return all;
  }

  // ---- What only the reader knows -------------------------------------------------------------------

  static std::vector<Card> childhood(unsigned set) {
    std::vector<Card> all;
    for (int n = range_of(Deck::childhood).first; n <= range_of(Deck::childhood).last; ++n)
      if (set >> n & 1) all.push_back(card_of(n));
    return all;
  }

  void mine() {
    const Secret& mine = view_.mine;
    for (const Card card : childhood(mine.offered))
      out_.line(shortened(fmt::format("  keep? {}: {}", card_name(card), effect_of(t_.facts(card))), kWidth));
    if (!is_over()) {
      std::vector<Span> items;
      for (const Card card : childhood(mine.hand(t_.shown[view_.seat.index]))) items.push_back(held(card));
      for (const Card card : t_.events[view_.seat.index]) items.push_back(held(card));
      list("Your hand:", items);
      passed_on();
      secret_goal();
    }
  }

  Span held(Card card) const {
    const bool now = is_my_turn() && Cv::judge(view_, Move::to_play(card)).number == 0;
    return {now ? Ink::accent : Ink::plain,
            fmt::format("[{}: {}]", card_name(card), effect_of(t_.facts(card)))};
  }

  /// Childhood cards that went to others and have not been laid open (CV-10).
  void passed_on() {
    unsigned others =
        view_.mine.passed & ~static_cast<unsigned>(view_.mine.hand(0));  // one may have come back
    if (view_.mine.third != Card::none) others |= 1u << number_of(view_.mine.third);
    for (int i = 0; i < t_.players(); ++i)
      others &= ~static_cast<unsigned>(t_.shown[static_cast<std::size_t>(i)]);
    std::string all;
    for (const Card card : childhood(others)) join(all, ", ", card_name(card));
    if (!all.empty()) out_.line(shortened("Passed on: " + all, kWidth), Ink::quiet);
  }

  void secret_goal() {
    const Card goal = view_.mine.goal;
    if (goal == Card::none) return;
    out_.put("Your secret goal: ", Ink::strong);
    out_.line(shortened(fmt::format("{}, {}; now {}", card_name(goal), effect_of(t_.facts(goal)),
                                    Cv::points(sheet(view_.seat).secret)),
                        kWidth - 18));
  }

  /// Items one after the other; after a few lines the rest is left out.
  void list(const std::string& label, const std::vector<Span>& items) {
    if (items.empty()) return;
    const std::size_t indent = width_of(label);
    std::size_t column = indent;
    int lines = 1;
    out_.put(label, Ink::strong);
    for (const Span& item : items) {
      const std::string text = shortened(item.text, kWidth - indent - 3);
      const std::size_t width = 1 + width_of(text);
      if (column + width > kWidth - 2) {  // room for " …"
        if (++lines > kMostHandLines) {
          out_.put(" …");
          break;
        }
        out_.line().put(std::string(indent, ' '));
        column = indent;
      }
      out_.put(" ").put(text, item.ink);
      column += width;
    }
    out_.line();
  }

  // ---- The end --------------------------------------------------------------------------------------

  void score_sheet() {
    const std::size_t column = (kWidth - kSheetLabel) / static_cast<std::size_t>(t_.players());
    const auto row = [&](std::string_view label, Ink ink, auto cell) {
      out_.put(padded(shortened(label, kSheetLabel), kSheetLabel), ink);
      for (int i = 0; i < t_.players(); ++i)
        out_.put(right(shortened(cell(Seat{i}), column - 1), column), ink);
      out_.line();
    };
    const auto points = [&](std::string_view label, Ink ink, auto of) {
      row(label, ink, [&](Seat seat) { return std::to_string(of(sheet(seat))); });
    };
    row("", Ink::strong, [&](Seat seat) { return name(seat, kNameWidth); });
    for (std::size_t i = 0; i < 3; ++i)
      points(capital(std::string(name_of(stack(static_cast<int>(i))))), Ink::plain,
             [i](const Sheet& sheet) { return sheet.stacks[i]; });
    points("Possessions", Ink::plain, [](const Sheet& sheet) { return sheet.possessions; });
    row("Secret goal", Ink::quiet, [&](Seat seat) {
      const Card goal = t_.revealed[seat.index];
      return goal == Card::none ? std::string("–") : cards_.title(goal);
    });
    points("  and its points", Ink::plain, [](const Sheet& sheet) { return sheet.secret; });
    for (std::size_t i = 0; i < t_.goals.size(); ++i)
      if (t_.goals[i] != Card::none)
        points(cards_.title(t_.goals[i]), Ink::plain, [i](const Sheet& sheet) { return sheet.goals[i]; });
    points("Total", Ink::strong, [](const Sheet& sheet) { return sheet.total(); });
    row("Cards in the CV", Ink::quiet, [&](Seat seat) { return std::to_string(t_.cv_cards(seat)); });
  }

  void legend() {
    out_.line("H health  R relationship  K knowledge  M money  G good luck  B bad luck  A any", Ink::quiet);
  }

  const Table& t_;
  const View& view_;
  Names names_;
  std::vector<std::string> short_names_;  ///< for sentences
  const Catalogue& cards_;
  Painted out_;
};

}  // namespace

Painted Cv::picture(const View& view, Names names) { return TablePicture(view, names).draw(); }

}  // namespace lifetable::cv

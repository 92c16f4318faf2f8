// SPDX-License-Identifier: Apache-2.0
// The table of CV as text: the track with what can be paid, everybody's CV, the dice and my hand. Fits 80
// columns, and 28 lines so that the menu stays on the screen.
#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "core/texts.hpp"
#include "core/words.hpp"
#include "games/cv/cv.hpp"
#include "games/cv/words.hpp"

namespace lifetable::cv {

namespace {

constexpr std::size_t kWidth = 80, kNameWidth = 14, kTitleWidth = 23, kVerdictWidth = 17, kSheetLabel = 28,
                      kHeldWidth = 24, kNowWidth = 28;
constexpr int kLines = 28, kLegendLines = 2, kMostHandLines = 3, kMostCoveredLines = 3;

Ink ink_of(TypeSet types) {
  static constexpr Ink inks[] = {Ink::good,   Ink::danger, Ink::accent, Ink::warn,
                                 Ink::strong, Ink::plain,  Ink::plain};
  return types ? inks[std::countr_zero(static_cast<unsigned>(types))] : Ink::plain;
}

Ink ink_of(Symbol symbol) {
  return symbol == Symbol::bad ? Ink::danger : symbol == Symbol::good ? Ink::good : Ink::strong;
}

// ---- Columns: titles and names may be in any script, and some signs take two, some none ----------------

/// The character at the front of a text in UTF-8, which is taken off. Of broken bytes: some character.
std::string_view front_character(std::string_view& text) {
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) ++size;
  const std::string_view character = text.substr(0, size);
  text.remove_prefix(size);
  return character;
}

std::size_t columns_of_character(std::string_view character) {
  struct Block {
    std::uint32_t first, last;
  };
  static constexpr Block none[] = {{0x300, 0x36F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
  static constexpr Block two[] = {
      {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},  {0xA960, 0xA97C}, {0xAC00, 0xD7A3},
      {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},  {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F},
      {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};
  const auto first = static_cast<unsigned char>(character[0]);
  std::uint32_t code = first < 0x80 ? first : first & (0xFFu >> (character.size() + 1));
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3F);
  const auto has_code = [&](const Block& block) { return code >= block.first && code <= block.last; };
  if (std::any_of(std::begin(none), std::end(none), has_code)) return 0;
  return std::any_of(std::begin(two), std::end(two), has_code) ? 2 : 1;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) columns += columns_of_character(front_character(text));
  return columns;
}

/// At most so many columns, the last sign being "…" if something was cut off.
std::string cut(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  std::string all;
  std::size_t used = 1;
  while (true) {
    const std::string_view next = front_character(text);
    used += columns_of_character(next);
    if (used > columns) return all + "…";
    all += next;
  }
}

/// Filled up with blanks on the right.
std::string filled(std::string_view text, std::size_t columns) {
  std::string all(text);
  all.append(columns - std::min(columns, columns_of(text)), ' ');
  return all;
}

std::string times(std::string_view text, int number) {
  std::string all;
  for (int n = 0; n < number; ++n) all += text;
  return all;
}

std::string right(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, columns_of(text)), ' ') + std::string(text);
}

class TablePicture {
 public:
  TablePicture(const View& view, Names names)
      : t_(view.table), view_(view), names_(names), cards_(t_.cards()) {
    for (const std::string& each : names) short_names_.push_back(cut(each, kNameWidth));
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
    if (has_seat() && !is_over()) covered();
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
    return cut(seat == view_.seat ? "You" : capital(name_at(seat, names_)), width);
  }
  /// To a bystander too, if somebody is called so: whoever has played alone looks on in the end.
  bool is_you(Seat seat) const { return subject(seat).first() == "You"; }
  std::string card_name(Card card) const { return name_of(cards_, card); }

  // ---- The head -----------------------------------------------------------------------------------

  void headline() {
    std::string decks;
    for (const Deck deck : {Deck::early, Deck::middle, Deck::old})
      join(decks, "  ",
           fmt::format("{} {}", name_of(deck).substr(0, name_of(deck).find(' ')), t_.unseen.of(deck).size()));
    out_.put("Decks: ", Ink::strong).put(decks);
    if (!is_setting_up() && !is_over()) out_.put(last_round(), Ink::warn);
    out_.line();
    out_.line(cut(situation(), kWidth), is_over() ? Ink::good : Ink::accent);
  }

  std::string last_round() const {
    const LastRound last = t_.last_round();
    return last == LastRound::yes ? "  last round" : last == LastRound::maybe ? "  maybe the last round" : "";
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

  std::string ending() const {
    const SeatSet best = t_.winners();
    std::string all;
    for (const Seat seat : best) join(all, " and ", subject(seat).name());
    const Seat one = *best.begin();
    return fmt::format("{} {} with {}.", capital(all),
                       best.size() > 1 ? "share the victory"
                       : is_you(one)   ? "win"
                                       : "wins",
                       english().say(Cv::points(sheet(one).total())));
  }

  // ---- The track and the goals ----------------------------------------------------------------------

  void track() {
    for (const Card card : t_.track) {
      if (card == Card::none) continue;
      const Facts& facts = t_.facts(card);
      const Span verdict = this->verdict(card);
      const Ink ink = ink_of(facts.types);
      out_.put(fmt::format("{:>3} ", number_of(card)), Ink::quiet);
      out_.put(filled(cut(cards_.title(card), kTitleWidth), kTitleWidth), ink);
      out_.put(fmt::format(" {:<4}", letters_of(facts.types)), ink);
      const std::size_t used = 4 + kTitleWidth + 5;
      const std::size_t room = kWidth - used - (verdict.text.empty() ? 0 : kVerdictWidth + 1);
      out_.put(filled(cut(facts_of(facts), room), verdict.text.empty() ? 0 : room));
      if (!verdict.text.empty()) out_.put(" ").put(cut(verdict.text, kVerdictWidth), verdict.ink);
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
    if (t_.can_afford(card)) return {Ink::good, t_.can_afford_printed(card) ? "payable" : "payable by 3 G"};
    Lack lack = t_.lacking_for(card);
    if (t_.phase == Phase::toss)  // nobody counts on three good lucks before the first throw
      lack = {missing(t_.pool(), t_.promised_with_printed(card)), false};
    if (!lack.by_luck) return {Ink::quiet, "lacks " + spaced(lack.symbols)};
    return {Ink::quiet, fmt::format("lacks {} for 3 G", letters_of(lack.symbols))};
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
      const std::string lead = leaders(i);
      goal("Public goal: ", card, lead.empty() ? "" : "; now " + lead);
    }
  }

  void goal(const std::string& label, Card card, const std::string& now) {
    const std::string rule = fmt::format("{}, {}", card_name(card), effect_of(t_.facts(card)));
    const std::size_t room = kWidth - columns_of(label) - std::min(columns_of(now), kNowWidth);
    out_.put(label, Ink::strong).put(cut(rule, room));
    out_.line(cut(now, kWidth - columns_of(label) - std::min(room, columns_of(rule))), Ink::quiet);
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
    if (is_over()) return t_.winners().has(seat) ? "★" : " ";
    const Actors actors = t_.actors();
    if (actors.kind == Actors::seats ? actors.include(seat) : !is_setting_up() && t_.turn == seat) return "▶";
    return t_.phase == Phase::choose && t_.chosen.has(seat) ? "✓" : " ";
  }

  void player(Seat seat) {
    const bool marked = marker(seat) != " ";
    const std::string called = name(seat, kNameWidth);
    const bool begins = !is_setting_up() && t_.starter == seat;
    const std::string head = fmt::format("{}{}{} {}", marker(seat), begins ? "⚑" : " ", to_string(seat),
                                         is_setting_up() ? called : filled(called, kNameWidth));
    out_.put(head, marked ? Ink::accent : seat == view_.seat ? Ink::strong : Ink::plain);
    if (is_setting_up()) return void(out_.line());
    const bool has_secret = !is_over() && seat != view_.seat;  // that may give more
    const std::string points = fmt::format("{}{} pt", sheet(seat).total(), has_secret ? "+?" : "");
    const std::string sum =
        fmt::format(" {:>2} {} {:>8}", t_.cv_cards(seat), t_.cv_cards(seat) == 1 ? "card " : "cards", points);
    out_.put(sum);
    const std::string held = is_over() ? "" : cut(hand_of(seat), kHeldWidth);
    const std::size_t used = columns_of(head) + columns_of(sum) + columns_of(held);
    out_.put(cut("  " + means(seat), kWidth - used), Ink::quiet);
    out_.put(held, Ink::quiet).line();
  }

  /// What would work for a player in a turn that began now.
  std::string means(Seat seat) const {
    const Means means = means_of(t_, seat);
    Arrows printed;  // easier to read than what they make of each other
    for (int i = 0; i < kStacks; ++i) printed |= t_.facts(t_.active(seat, stack(i))).arrows;
    std::string all = means.tokens.empty() ? "" : "+" + letters_of(means.tokens);
    Symbols upkeep;
    for (int i = 0; i < kStacks; ++i) upkeep += t_.facts(t_.active(seat, stack(i))).upkeep;
    if (!upkeep.empty() && !is_over()) join(all, "  ", "due −" + letters_of(upkeep));
    join(all, "  ", fmt::format("{} dice", means.dice));
    if (means.throws != kBasicThrows) join(all, "  ", fmt::format("{} throws", means.throws));
    join(all, "  ", arrows_of(printed));
    join(all, "  ", effects_of(means.effects));
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
        widths[i] = std::max(widths[i], columns_of(cell(Seat{seat}, static_cast<int>(i))));
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
      const std::string text = cut(cell(seat, i), width);
      out_.put(i + 1 < kStacks ? filled(text, width + 2) : text,
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
      out_.line(cut("  " + all, kWidth));
      return;
    }
    for (int row = 0; row < 3; ++row) {
      out_.put(" ");
      for (int face = 0; face < kFaces; ++face)
        for (int n = 0; n < t_.dice.count(face); ++n)
          out_.put(box(row, kLetters[static_cast<std::size_t>(face)]), ink_of(static_cast<Symbol>(face)));
      for (int n = 0; n < t_.in_air; ++n) out_.put(box(row, '?'), Ink::quiet);
      const std::size_t used = 1 + 5 * static_cast<std::size_t>(boxes);
      out_.line(notes[row].empty() ? "" : cut(" " + notes[row], kWidth - used));
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
    if (all.empty()) all = "no tokens";
    join(all, "  ", upkeep_due());
    return all;
  }

  /// "due −MM for Twins".
  std::string upkeep_due() const {
    Symbols upkeep;
    std::string titles;
    const TypeSet due = t_.upkeep_due();
    for (int i = 0; i < kStacks; ++i) {
      if (!(due & set_of(stack(i)))) continue;
      const Card card = t_.active(t_.turn, stack(i));
      upkeep += t_.facts(card).upkeep;
      join(titles, ", ", cards_.title(card));
    }
    return due ? fmt::format("due −{} for {}", letters_of(upkeep), titles) : "";
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
      if (each.card != Card::none)
        join(taken, ", ", fmt::format("{} ({})", card_name(each.card), payment(each)));
    if (!taken.empty()) join(all, "  ", "taken: " + taken);
    return all;
  }

  /// What a card taken this turn is paid with: its cost, unless only three good lucks do (CV-30).
  std::string payment(const Taken& taken) const {
    const Symbols cost = t_.facts(taken.card).cost;
    const std::size_t which = &taken == &t_.taken[0] ? 0 : 1;
    return cost.empty() ? "free" : t_.pays_as_printed(which) ? spaced(cost) : "3 G";
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
      out_.line(cut(fmt::format("  keep? {}: {}", card_name(card), effect_of(t_.facts(card))), kWidth));
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
    if (!all.empty()) out_.line(cut("Passed on: " + all, kWidth), Ink::quiet);
  }

  void secret_goal() {
    const Card goal_card = view_.mine.goal;
    if (goal_card == Card::none) return;
    goal("Your secret goal: ", goal_card, "; now " + english().say(Cv::points(sheet(view_.seat).secret)));
  }

  int lines_so_far() const {
    const std::string text = out_.text();
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }

  /// What lies under the top cards of the reader's CV, if there is room: it counts, and can come up again.
  void covered() {
    const int room = kLines - kLegendLines - lines_so_far();
    std::vector<Span> items;
    for (int i = 0; i < kStacks; ++i) {
      const Card top = t_.active(view_.seat, stack(i));
      std::string label = fmt::format("{}: ", letter_of(stack(i)));
      for (Card card = top == Card::none ? top : t_.below_of(top); card != Card::none;) {
        const Card next = t_.below_of(card);
        items.push_back(
            {ink_of(set_of(stack(i))), label + cards_.title(card) + (next == Card::none ? "" : ",")});
        label.clear();
        card = next;
      }
    }
    if (room > 0) list("Covered:", items, std::min(room, kMostCoveredLines));
  }

  /// Items one after the other; after a few lines the rest is left out.
  void list(const std::string& label, const std::vector<Span>& items, int most_lines = kMostHandLines) {
    if (items.empty()) return;
    const std::size_t indent = columns_of(label);
    std::size_t column = indent;
    int lines = 1;
    out_.put(label, Ink::strong);
    for (const Span& item : items) {
      const std::string text = cut(item.text, kWidth - indent - 3);
      const std::size_t width = 1 + columns_of(text);
      if (column + width > kWidth - 2) {  // room for " …"
        if (++lines > most_lines) {
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
      out_.put(filled(cut(label, kSheetLabel), kSheetLabel), ink);
      for (int i = 0; i < t_.players(); ++i) out_.put(right(cut(cell(Seat{i}), column - 1), column), ink);
      out_.line();
    };
    const auto points = [&](std::string_view label, Ink ink, auto of) {
      row(label, ink, [&](Seat seat) { return std::to_string(of(sheet(seat))); });
    };
    row("", Ink::strong, [&](Seat seat) { return name(seat, kNameWidth); });
    for (int i = 0; i < 3; ++i)
      row(capital(std::string(name_of(stack(i)))) + " (cards)", Ink::plain, [&](Seat seat) {
        const bool twice = t_.facts(t_.active(seat, stack(i))).has(Effect::twice);  // CV-50
        return fmt::format("{} ({}{})", sheet(seat).stacks[static_cast<std::size_t>(i)],
                           t_.cards_in(seat, stack(i)), twice ? "+1" : "");
      });
    points("Possessions", Ink::plain, [](const Sheet& sheet) { return sheet.possessions; });
    points("Secret goal", Ink::plain, [](const Sheet& sheet) { return sheet.secret; });
    for (std::size_t i = 0; i < t_.goals.size(); ++i)
      if (t_.goals[i] != Card::none)
        points(cards_.title(t_.goals[i]), Ink::plain, [i](const Sheet& sheet) { return sheet.goals[i]; });
    points("Total", Ink::strong, [](const Sheet& sheet) { return sheet.total(); });
    row("Cards in the CV", Ink::quiet, [&](Seat seat) { return std::to_string(t_.cv_cards(seat)); });
    for (int i = 0; i < t_.players(); ++i) {
      const Card goal = t_.revealed[static_cast<std::size_t>(i)];
      if (goal == Card::none) continue;
      const std::string owner = is_you(Seat{i}) ? "Your" : capital(name_at(Seat{i}, short_names_)) + "'s";
      out_.line(
          cut(fmt::format("{} secret goal was {}, {}", owner, card_name(goal), effect_of(t_.facts(goal))),
              kWidth),
          Ink::quiet);
    }
  }

  void legend() {
    out_.line("H health  R relationship  K knowledge  M money  G good luck  B bad luck  A any", Ink::quiet);
    if (lines_so_far() < kLines && !is_over())
      out_.line("W work  P possession  E event  ▯ hidden card  #30 open event  ⚑ begins rounds", Ink::quiet);
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

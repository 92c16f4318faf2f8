// SPDX-License-Identifier: Apache-2.0
// `lifetable balance`: what the cards of CV are worth when good players choose among them.
#include "lab/balance.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "core/words.hpp"
#include "games/cv/words.hpp"
#include "lab/table.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

using cv::Card;
using cv::Deck;
using Reports = std::vector<lab::BalanceReport>;

std::string percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

/// "33.3% (28 to 39)": a share, and where it probably lies.
std::string with_interval(double share, std::int64_t games) {
  if (games == 0) return "-";
  const lab::Interval interval = lab::interval_around(share, static_cast<double>(games));
  return fmt::format("{:.1f}% ({:.0f} to {:.0f})", 100 * share, 100 * interval.low, 100 * interval.high);
}

std::string_view name_of(cv::Source source) {
  return source == cv::Source::rulebook ? "rulebook" : source == cv::Source::reported ? "reported" : "house";
}

std::string_view words_for(lab::Verdict verdict) {
  switch (verdict) {
    case lab::Verdict::rarely: return "too rarely";
    case lab::Verdict::often: return "too often";
    case lab::Verdict::unpayable: return "nobody could pay";
    default: return "";
  }
}

const lab::CardCount& count_of(const lab::BalanceReport& report, Card card) {
  return report.cards[static_cast<std::size_t>(card)];
}

std::vector<Card> cards_of(Deck deck) {
  std::vector<Card> cards;
  for (int n = range_of(deck).first; n <= range_of(deck).last; ++n) cards.push_back(cv::card_of(n));
  return cards;
}

/// What a table of one number of players says beside its cards, line by line.
struct Fact {
  std::string name, value;
};

void add_spread(std::vector<Fact>& facts, std::string name, const lab::Histogram& h) {
  facts.push_back(
      {std::move(name), fmt::format("{:.1f} ({} to {})", h.mean(), h.quantile(0), h.quantile(1))});
}

void add_seats(std::vector<Fact>& facts, const lab::BalanceReport& report, int most_players) {
  static constexpr std::string_view names[] = {"begins every round", "second", "third", "fourth"};
  for (int i = 0; i < most_players; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double share = report.win_share(at);
    facts.push_back({fmt::format("wins: {}", names[at]),
                     i >= report.players
                         ? "-"
                         : fmt::format("{}, {:.1f} points", with_interval(share, report.games),
                                       report.scores[at].mean())});
  }
}

std::vector<Fact> facts_of(const lab::BalanceReport& report, int most_players) {
  std::vector<Fact> facts;
  const double games = static_cast<double>(report.games), lives = games * report.players;
  const auto add = [&](std::string name, std::int64_t sum, double of) {
    facts.push_back({std::move(name), fmt::format("{:.2f}", static_cast<double>(sum) / of)});
  };
  add_seats(facts, report, most_players);
  add_spread(facts, "rounds a game", report.rounds);
  add_spread(facts, "turns a game", report.turns);
  add_spread(facts, "decisions a game", report.decisions);
  add_spread(facts, "points a player", report.score);
  add("  by health", report.points.stacks[0], lives);
  add("  by relationships", report.points.stacks[1], lives);
  add("  by knowledge", report.points.stacks[2], lives);
  add("  by possessions", report.points.possessions, lives);
  add("  by the secret goal", report.points.secret_goals, lives);
  add("  by public goals", report.points.public_goals, lives);
  add_spread(facts, "CV cards a player", report.cv_cards);
  add("misfortunes a game", report.blows.misfortunes, games);
  add("  cards lost to them", report.blows.lost, games);
  add("upkeep not paid, a game", report.blows.unpaid, games);
  add("social assistance a game", report.blows.assistance, games);
  add("  declined", report.blows.declined, games);
  return facts;
}

// ---- For a terminal -----------------------------------------------------------------------------------

/// "13 Running", cut and filled to fit a column.
std::string name_column(const cv::Catalogue& cards, Card card) {
  const std::string name = fmt::format("{:>2} {}", number_of(card), cards.title(card));
  return padded(shortened(name, 31), 32);
}

void print_track(Terminal& out, const lab::BalanceReport& report) {
  const cv::Catalogue& cards = cv::catalogue(report.catalogue);
  out.line(padded("card", 32) + "from     payable  bought (95%)         buyer wins (95%)", Ink::quiet);
  for (const Deck deck : {Deck::early, Deck::middle, Deck::old}) {
    out.line(cv::name_of(deck), Ink::quiet);
    for (const Card card : cards_of(deck)) {
      const lab::CardCount& count = count_of(report, card);
      const bool out_of_bounds = is_out_of_bounds(report, card);
      std::string mark(words_for(verdict_of(count)));
      if (!mark.empty() && !out_of_bounds) mark = "(" + mark + ")";  // not ours
      const std::string wins = with_interval(count.win_share(), count.owners);
      std::string line =
          fmt::format("{:<8} {:>7}  {:<20} ", name_of(cards.sources[static_cast<std::size_t>(card)]),
                      thousands(count.chances), with_interval(count.share(), count.chances));
      line += mark.empty() ? wins : padded(wins, 20) + mark;
      out.line(name_column(cards, card) + line, out_of_bounds ? Ink::danger : Ink::plain);
    }
  }
}

void print_childhood(Terminal& out, const lab::BalanceReport& report) {
  const cv::Catalogue& cards = cv::catalogue(report.catalogue);
  out.line(padded("childhood", 32) + "offered  chosen first (95%)   holder wins (95%)", Ink::quiet);
  for (const Card card : cards_of(Deck::childhood)) {
    const lab::CardCount& count = count_of(report, card);
    out.line(name_column(cards, card) + fmt::format("{:>7}  {:<20} {}", thousands(count.chances),
                                                    with_interval(count.share(), count.chances),
                                                    with_interval(count.win_share(), count.owners)));
  }
}

void print_goals(Terminal& out, const lab::BalanceReport& report) {
  const cv::Catalogue& cards = cv::catalogue(report.catalogue);
  out.line(padded("secret goal", 32) + "  dealt  points   owner wins (95%)", Ink::quiet);
  for (const Card card : cards_of(Deck::goals)) {
    const lab::CardCount& count = count_of(report, card);
    out.line(name_column(cards, card) + fmt::format("{:>7}  {:>6.2f}   {}", thousands(count.owners),
                                                    count.mean_points(),
                                                    with_interval(count.win_share(), count.owners)));
  }
}

/// What the columns of the tables count, once for all.
void print_legend() {
  Terminal out;
  out.paragraph(
      "payable: games in which somebody could have paid for the card. bought: the share of these games in "
      "which it was. offered: how often a childhood card was among the first three of somebody. dealt: how "
      "often a goal was somebody's secret goal. Behind each share, in parentheses, where it lies with 95% "
      "confidence.",
      Ink::quiet);
  out.line();
}

void print_table(const lab::BalanceReport& report, const std::string& bot) {
  Terminal out;
  out.line(
      fmt::format("CV, {} players: {} of {} in {:.1f} s; all win alike at {}", report.players,
                  counted(report.games, "game", "games"), bot, report.seconds, percent(1.0 / report.players)),
      Ink::strong);
  out.line();
  print_track(out, report);
  out.line();
  print_childhood(out, report);
  out.line();
  print_goals(out, report);
  out.line();
  for (const Fact& fact : facts_of(report, report.players)) out.line(padded(fact.name, 32) + fact.value);
  out.line();
}

// ---- For the documents --------------------------------------------------------------------------------

/// Its first row is the head.
using Rows = std::vector<std::vector<std::string>>;

void print_rows(const Rows& rows) {
  for (const auto& row : rows) {
    for (const std::string& cell : row) fmt::print("| {} ", cell);
    fmt::print("|\n");
    if (&row != &rows[0]) continue;
    for (std::size_t i = 0; i < row.size(); ++i) fmt::print("{}", i ? "|---:" : "|---");
    fmt::print("|\n");
  }
  fmt::print("\n");
}

/// Nothing in a title may end its cell.
std::string cell_of(const cv::Catalogue& cards, Card card) {
  std::string name = fmt::format("{} ", number_of(card));
  for (const char c : harmless(cards.title(card))) name += c == '|' ? "\\|" : std::string(1, c);
  return name;
}

/// A row for each card, beginning with its name; and for each number of players the columns that
/// `cells(card, report)` fills.
template <class Cells>
void print_cards(const Reports& reports, std::string_view head, const std::vector<Card>& cards,
                 const std::vector<std::string_view>& columns, Cells cells) {
  Rows rows{{std::string(head)}};
  for (const auto& report : reports)
    for (const auto column : columns)
      rows[0].push_back(column == columns[0] ? fmt::format("{}: {}", report.players, column)
                                             : std::string(column));
  for (const Card card : cards) {
    rows.push_back({cell_of(cv::catalogue(reports[0].catalogue), card)});
    for (const auto& report : reports)
      for (std::string& cell : cells(card, report)) rows.back().push_back(std::move(cell));
  }
  print_rows(rows);
}

std::string whole_percent(double share) { return fmt::format("{:.0f}", 100 * share); }
std::string wins_cell(const lab::CardCount& count) {
  return count.owners ? whole_percent(count.win_share()) : "-";
}

std::vector<std::string> track_cells(Card card, const lab::BalanceReport& report) {
  const lab::CardCount& count = count_of(report, card);
  const lab::Interval interval = lab::interval_of(count.taken, count.chances);
  std::string bought = "-";
  if (count.chances)
    bought =
        fmt::format("{:.0f} ({:.0f}–{:.0f})", 100 * count.share(), 100 * interval.low, 100 * interval.high);
  if (is_out_of_bounds(report, card)) bought = "**" + bought + "**";
  return {whole_percent(static_cast<double>(count.chances) / static_cast<double>(report.games)), bought,
          wins_cell(count)};
}

void print_markdown(const Reports& reports, const std::string& bot) {
  std::vector<std::string> games;
  for (const auto& report : reports)
    games.push_back(fmt::format("{} with {} players", thousands(report.games), report.players));
  fmt::print(
      "Games with `{}` in every seat: {}.\n"
      "For each number of players, in percent: payable, games in which somebody could pay for the card; of\n"
      "these, games in which it was bought, with the 95% interval; how often its buyer won. Bold: a house\n"
      "card out of bounds.\n\n",
      bot, fmt::join(games, ", "));
  std::vector<Card> track;
  for (const Deck deck : {Deck::early, Deck::middle, Deck::old})
    for (const Card card : cards_of(deck)) track.push_back(card);
  print_cards(reports, "card", track, {"payable", "bought", "wins"}, track_cells);
  fmt::print(
      "Childhood cards: how often chosen first when among the first three, and how often the holder "
      "won.\n\n");
  print_cards(reports, "card", cards_of(Deck::childhood), {"first", "wins"},
              [](Card card, const lab::BalanceReport& report) {
                const lab::CardCount& count = count_of(report, card);
                return std::vector<std::string>{count.chances ? whole_percent(count.share()) : "-",
                                                wins_cell(count)};
              });
  fmt::print("Goals: mean points as a secret goal, and how often the owner won.\n\n");
  print_cards(reports, "goal", cards_of(Deck::goals), {"points", "wins"},
              [](Card card, const lab::BalanceReport& report) {
                const lab::CardCount& count = count_of(report, card);
                return std::vector<std::string>{fmt::format("{:.1f}", count.mean_points()), wins_cell(count)};
              });
  Rows rows{{"the game"}};
  const int most = reports.back().players;
  for (const Fact& fact : facts_of(reports[0], most)) rows.push_back({fact.name});
  for (const auto& report : reports) {
    rows[0].push_back(fmt::format("{} players", report.players));
    const auto facts = facts_of(report, most);
    for (std::size_t i = 0; i < facts.size(); ++i) rows[i + 1].push_back(facts[i].value);
  }
  print_rows(rows);
}

/// "- 3 players: 1 of 61 house cards is out of bounds: 13 Running (94.2%)".
void print_bounds(std::string_view which, const lab::BalanceReport& report) {
  const cv::Catalogue& cards = cv::catalogue(report.catalogue);
  int ours = 0;
  for (int n = 1; n <= cv::kCards; ++n) ours += lab::must_keep_bounds(cards, cv::card_of(n));
  std::vector<std::string> names;
  for (const Card card : out_of_bounds(report)) {
    const lab::CardCount& count = count_of(report, card);
    names.push_back(fmt::format("{} ({})", cell_of(cards, card),
                                count.chances ? percent(count.share()) : "nobody could pay"));
  }
  const std::string line =
      fmt::format("{}: {} of {} house cards {} out of bounds{}{}", which, names.size(), ours,
                  names.size() == 1 ? "is" : "are", names.empty() ? "" : ": ", fmt::join(names, "; "));
  std::string text = wrapped(line, kLine, "  ");
  text[0] = '-';
  fmt::print("{}\n", text);
}

/// The last lines of both: for each number of players, and for all of them together.
void print_verdict(const Reports& reports) {
  fmt::print("{}\n\n",
             wrapped(fmt::format("The bounds of the house: a card of ours should be bought in {:.0f}% to "
                                 "{:.0f}% of the games in which somebody could pay for it.",
                                 100 * lab::kLeastBought, 100 * lab::kMostBought),
                     kLine));
  for (const auto& report : reports) print_bounds(fmt::format("{} players", report.players), report);
  if (reports.size() < 2) return;
  const lab::BalanceReport all = lab::pooled(reports);
  print_bounds(fmt::format("all {} games together", thousands(all.games)), all);
}

/// One number of players, or all one after the other.
Result<std::vector<int>> tables_for(const play::GameInfo& game, std::optional<int> players) {
  std::vector<int> tables;
  if (players) {
    const auto only = players_for(game, players);
    if (!only) return only.error();
    tables.push_back(*only);
  }
  for (int n = game.min_players; !players && n <= game.max_players; ++n) tables.push_back(n);
  return tables;
}

}  // namespace

ExitCode show_balance(BalanceArguments arguments) {
  const auto game = play::game_named(arguments.game);
  if (!game) return complain(game.error().message), kBadInput;
  if ((*game)->name != cv::Cv::name)
    return complain(fmt::format("balance is for the catalogue of {}; try lifetable balance {}", cv::Cv::title,
                                cv::Cv::name)),
           kBadInput;
  const auto tables = tables_for(**game, arguments.players);
  if (!tables) return complain(tables.error().message), kBadInput;
  std::vector<std::string> assignments = arguments.options;
  if (const ExitCode added = add_cards(**game, arguments.cards, assignments); added != kGood) return added;
  lab::BalanceOptions options{.bot = arguments.bot,
                              .games = arguments.games,
                              .seed = seed_from(arguments.seed),
                              .threads = lab::threads_for(arguments.threads)};

  watch_for_interrupt();
  Reports reports;
  for (const int players : *tables) {
    const auto filled = options_from(**game, assignments, static_cast<std::size_t>(players));
    if (!filled) return complain(filled.error().message), kBadInput;
    options.options = *filled;
    auto report = [&] {
      ProgressBar bar(fmt::format("games with {} players", players), options.games);
      return lab::measure_balance(options, [&](std::int64_t done) { bar.show(done); }, interrupted);
    }();
    if (!report) return complain(report.error().message), kBadInput;
    if (report->games == 0) break;  // interrupted at once
    reports.push_back(std::move(*report));
    if (!arguments.markdown) {
      if (reports.size() == 1) print_legend();
      print_table(reports.back(), options.bot);
    }
    if (interrupted) break;
  }
  if (reports.empty()) return complain("interrupted before the first game was over"), kInterrupted;
  if (arguments.markdown) print_markdown(reports, options.bot);
  print_verdict(reports);
  if (!interrupted) return kGood;
  complain(fmt::format("interrupted: the last figures are of {} with {} players",
                       counted(reports.back().games, "game", "games"), reports.back().players));
  return kInterrupted;
}

}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
#include "lab/report_html.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "core/words.hpp"
#include "lab/plot.hpp"

namespace lifetable::lab {

namespace {

// ---- Words and tables -----------------------------------------------------------------------------------

std::string percent(double share, int digits = 1) { return fmt::format("{:.{}f}%", 100 * share, digits); }

/// "27.1% (26.8–27.4)"; if it is wide, "80% (50–100)". It need not be as wide on both sides.
std::string share_words(double share, const Interval& interval) {
  const int digits = interval.half() <= kWide ? 1 : 0;
  return fmt::format("{} ({:.{}f}–{:.{}f})", percent(share, digits), 100 * interval.low, digits,
                     100 * interval.high, digits);
}
std::string share_words(const Ratio& ratio, std::int64_t together = 1) {
  return share_words(ratio.value(), ratio.share_interval(together));
}

/// "−0.12", with the sign that prints well.
std::string signed_words(double value, int digits) {
  return fmt::format("{}{:.{}f}", value < 0 ? "−" : "+", std::abs(value), digits);
}

/// "12 (8 to 16)"
std::string points_words(const Fact& fact, int digits = 0) {
  return fmt::format("{:.{}f} ({:.{}f} to {:.{}f})", 100 * fact.value, digits, 100 * fact.interval.low,
                     digits, 100 * fact.interval.high, digits);
}

/// "25.1–27.3%"
std::string range_words(const Interval& interval) {
  return fmt::format("{:.1f}–{}", 100 * interval.low, percent(interval.high));
}

/// A cell of a table, in which no line ends between a sign and its number.
std::string cell_words(std::string_view text) {
  std::string all = escaped(text);
  for (const std::string_view sign : {"±", "▲", "▼", "≈"})
    for (std::size_t at = 0; (at = all.find(fmt::format("{} ", sign), at)) != std::string::npos;)
      all.replace(at += sign.size(), 1, "&nbsp;");
  return all;
}

using Row = std::vector<std::string>;
/// The first of each row is its heading; all others are figures.
std::string table(const Row& head, const std::vector<Row>& rows) {
  std::string all = "<div class=\"wide\"><table>\n<thead><tr>";
  for (const std::string& cell : head) all += fmt::format("<th scope=\"col\">{}</th>", escaped(cell));
  all += "</tr></thead>\n<tbody>\n";
  for (const Row& row : rows) {
    all += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(row[0]));
    for (std::size_t i = 1; i < row.size(); ++i) all += fmt::format("<td>{}</td>", cell_words(row[i]));
    all += "</tr>\n";
  }
  return all + "</tbody></table></div>\n";
}

std::string paragraph(std::string_view text) { return fmt::format("<p>{}</p>\n", escaped(text)); }

Mark mark_of(const Ratio& ratio, std::int64_t together = 1) {
  const Interval interval = ratio.share_interval(together);
  return {ratio.value(), interval.low, interval.high, share_words(ratio, together)};
}

/// A scale that shows all whiskers of some rows, and the reference.
Scale scale_of(const std::vector<MarkRow>& rows, std::optional<double> reference, bool from_zero = false) {
  double low = reference.value_or(1e9), high = reference.value_or(-1e9);
  for (const MarkRow& row : rows)
    for (const auto& mark : {row.here, row.standard})
      if (mark)
        low = std::min({low, mark->low, mark->value}), high = std::max({high, mark->high, mark->value});
  return low > high ? scale_for(0, 1, true) : scale_for(low, high, true, from_zero);
}

Spread spread_of(const Histogram& h) {
  return {static_cast<double>(h.quantile(.05)), static_cast<double>(h.quantile(.25)),
          static_cast<double>(h.quantile(.5)), static_cast<double>(h.quantile(.75)),
          static_cast<double>(h.quantile(.95))};
}

// ---- The page -------------------------------------------------------------------------------------------

class Page {
 public:
  explicit Page(const LabReport& report)
      : report_(report),
        study_(report.study),
        usual_(report.standard ? &*report.standard : nullptr),
        together_(comparisons_in(report)) {}

  std::string write() {
    head();
    glance();
    places();
    length();
    choices();
    lead();
    cards();
    decisive();
    skill();
    method();
    return page_ + "</main>\n</body>\n</html>\n";
  }

 private:
  std::string house() const { return study_.rule; }
  std::string title() const {
    return fmt::format("{}{}", report_.game->title, usual_ ? fmt::format(" with {}", house()) : "");
  }

  void section(std::string_view id, std::string_view heading) {
    page_ += fmt::format("<section id=\"{0}\">\n<h2>{1}</h2>\n", id, escaped(heading));
    widest_ = {};
  }
  /// Says what would help where intervals are too wide to say much.
  void end_section() {
    for (const bool sampled : {false, true}) {
      const double half = widest_[sampled];
      const std::string remedy = remedy_for(half, sampled, report_);
      if (!remedy.empty())
        page_ += fmt::format(
            "<p class=\"wide-note\">Intervals here reach up to ±&nbsp;{:.0f} points. About {} would "
            "bring them to ±&nbsp;{:.0f}.</p>\n",
            100 * half, escaped(remedy), 100 * kWide);
    }
    page_ += "</section>\n";
  }
  /// Notes how wide an interval of this section is.
  void weigh(const Ratio& ratio, bool sampled) {
    if (ratio.known()) widest_[sampled] = std::max(widest_[sampled], ratio.share_half());
  }
  void figure(const std::string& plot, Signs signs = Signs::dots) {
    page_ += "<figure>\n";
    if (usual_) page_ += legend(house(), "standard", signs);
    page_ += plot + "</figure>\n";
  }

  void head() {
    page_ += fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta name=\"generator\" content=\"lifetable lab\">\n<title>{0}: balance report</title>\n"
        "<style>\n{1}{2}</style>\n</head>\n<body>\n{3}<main>\n<header>\n<p class=\"kind\">Balance "
        "report</p>\n"
        "<h1>{0}</h1>\n<p class=\"facts\">{4} players · {5} of {7}{6} · seed {8}</p>\n</header>\n",
        escaped(title()), style(), plot_style(), plot_patterns(), study_.players,
        counted(study_.figures.games, "game", "games"), usual_ ? " with each rule" : "",
        escaped(report_.table.bot), escaped(report_.seed));
    page_ += "<section id=\"findings\">\n<h2>Findings</h2>\n<ul class=\"findings\">\n";
    for (const std::string& finding : findings_of(report_))
      page_ += fmt::format("<li>{}</li>\n", escaped(finding));
    page_ += fmt::format("</ul>\n<p class=\"key\">{}</p>\n</section>\n", escaped(judgement_of(report_)));
  }

  void glance() {
    section("glance", "At a glance");
    std::vector<Row> rows;
    if (!usual_) {
      for (const Fact& fact : facts_of(study_, together_))
        rows.push_back(
            {std::string(fact.name), shown(fact), shown_interval(fact), remedy_for(fact, report_)});
      page_ += table_with_remedies({"", "value", "95% interval"}, rows);
    } else {
      for (const Change& change : changes_of(report_))
        rows.push_back({std::string(change.house.name), shown(change.house), shown(change.standard),
                        shown_change(change), remedy_for(change, report_)});
      page_ += table_with_remedies({"", house(), "standard", "change (95% for all together)"}, rows);
      page_ +=
          "<p class=\"key\">Changes of shares are in points; ≈: chance may explain it, or there are too few "
          "games to say.</p>\n";
    }
    end_section();
  }

  /// The last of each row is what would narrow a wide interval; if none is wide, there is no such column.
  static std::string table_with_remedies(Row head, std::vector<Row> rows) {
    if (std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.back().empty(); }))
      for (Row& row : rows) row.pop_back();
    else
      head.push_back("about ± 5 with");
    return table(head, rows);
  }

  void wins(std::string_view plot_title, const std::vector<Ratio>& here, const std::vector<Ratio>* there,
            const std::vector<std::string>& labels) {
    const double share = 1.0 / study_.players;
    std::vector<MarkRow> rows;
    std::vector<Row> cells;
    for (std::size_t i = 0; i < here.size(); ++i) {
      rows.push_back({labels[i], mark_of(here[i], together_), {}});
      cells.push_back({labels[i], percent(here[i].value(), 2), range_words(here[i].share_interval(together_)),
                       signed_words(100 * (here[i].value() - share), 2)});
      weigh(here[i], false);
      if (!there) continue;
      rows.back().standard = mark_of((*there)[i], together_);
      const Interval apart = difference(here[i], (*there)[i], together_);
      cells.back().push_back(percent((*there)[i].value(), 2));
      cells.back().push_back(
          fmt::format("{} ± {:.2f}", signed_words(50 * (apart.low + apart.high), 2), 100 * apart.half()));
    }
    const auto scale = [&] {  // wide enough not to make much of chance
      Scale around = scale_of(rows, share);
      return scale_for(std::min(around.low, share - .02), std::max(around.high, share + .02), true);
    }();
    figure(dot_plot(
        {std::string(plot_title),
         "Shares of wins with intervals that hold together (95%); the figures are in the table below."},
        rows, scale, share, fmt::format("an equal share, {}", percent(share))));
    Row head{"", "wins", "95% for all together", "points from equal"};
    if (there) head.insert(head.end(), {"standard", "change"});
    page_ += table(head, cells);
  }

  void places() {
    section("places", "Who wins from where");
    static constexpr std::array<std::string_view, kMaxSeats> names = {
        "begins", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"};
    if (study_.figures.order[0].known()) {
      page_ += "<h3>By turn order</h3>\n";
      page_ += paragraph("The first to make a decision alone begins; the others follow clockwise.");
      const bool both = usual_ && usual_->figures.order[0].known();
      wins("Wins by turn order", study_.figures.order, both ? &usual_->figures.order : nullptr,
           {names.begin(), names.end()});
    }
    page_ += "<h3>By seat</h3>\n";
    std::vector<std::string> seats;
    for (int i = 1; i <= study_.players; ++i) seats.push_back(fmt::format("seat {}", i));
    wins("Wins by seat", study_.figures.seats, usual_ ? &usual_->figures.seats : nullptr, seats);
    end_section();
  }

  /// Where the values of some histograms lie, as boxes and in a table.
  void spreads(const Caption& caption,
               const std::vector<std::pair<std::string, Histogram TableFigures::*>>& which) {
    std::vector<SpreadRow> rows;
    std::vector<Row> cells;
    double low = 1e9, high = -1e9;
    for (const auto& [name, member] : which) {
      rows.push_back({name, spread_of(study_.figures.*member), {}});
      if (usual_) rows.back().standard = spread_of(usual_->figures.*member);
      for (const Study* study : {&study_, usual_}) {
        if (!study) continue;
        const Histogram& h = study->figures.*member;
        low = std::min(low, spread_of(h).twentieth);
        high = std::max(high, spread_of(h).nineteen_twentieths);
        cells.push_back(
            {!usual_ ? name : fmt::format("{}, {}", name, study == &study_ ? house() : "standard"),
             fmt::format("{:.1f}", h.mean()), fmt::format("{:.1f}", h.deviation()),
             std::to_string(h.quantile(0)), std::to_string(h.quantile(.25)), std::to_string(h.quantile(.5)),
             std::to_string(h.quantile(.75)), std::to_string(h.quantile(1))});
      }
    }
    figure(box_plot(caption, rows, scale_for(low, high, false)) +
               "<p class=\"key\">Box: the middle half of all; line: nine of ten; bar and figure: the "
               "median.</p>\n",
           Signs::areas);
    page_ += table({"", "mean", "deviation", "least", "25%", "half", "75%", "most"}, cells);
  }

  void length() {
    section("length", "How long it takes");
    page_ += paragraph(
        "A turn is a run of decisions of one seat; cards and throws of the dealer in between do not end it, "
        "an "
        "answer of somebody else does.");
    spreads({"Length of a game", "How many decisions and turns games take."},
            {{"decisions", &TableFigures::decisions}, {"turns", &TableFigures::turns}});
    page_ += fmt::format("<h3>Scores</h3>\n<p>At the end the {} score wins.</p>\n",
                         report_.game->lowest_wins ? "lowest" : "highest");
    spreads({"Scores", "What a seat has at the end, and how far the best and the worst are apart."},
            {{"score", &TableFigures::score}, {"best to worst", &TableFigures::spread}});
    end_section();
  }

  void choices() {
    section("choices", "Decisions that matter");
    const TableFigures& f = study_.figures;
    page_ += paragraph(fmt::format(
        "{} of all decisions are a choice between several legal moves, {:.2f} choices a turn.{}",
        percent(f.choices.value()), f.choices_a_turn.value(),
        usual_ ? fmt::format(" Standard: {}, {:.2f} a turn.", percent(usual_->figures.choices.value()),
                             usual_->figures.choices_a_turn.value())
               : ""));
    if (study_.stakes.mattered.known()) {
      page_ += paragraph(fmt::format(
          "In {} one choice was looked into: how often does its best move win, how often its worst? It "
          "matters if these are more than {:.0f} points apart. {} of the choices do, {:.2f} a turn; on "
          "average {} points are at stake.",
          counted(study_.stakes.games, "game", "games"), 100 * kMatters, share_words(study_.stakes.mattered),
          f.choices_a_turn.value() * study_.stakes.mattered.value(),
          points_words(points_of(study_.stakes.gap), 1)));
      weigh(study_.stakes.mattered, true);
      quarters();
      gaps();
    }
    end_section();
  }

  void quarters() {
    static constexpr std::array<std::string_view, 4> names = {"first quarter", "second quarter",
                                                              "third quarter", "last quarter"};
    std::vector<MarkRow> rows;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Ratio& here = study_.stakes.mattered_by_quarter[i];
      rows.push_back({std::string(names[i]), here.known() ? std::optional(mark_of(here)) : std::nullopt, {}});
      weigh(here, true);
      if (usual_ && usual_->stakes.mattered_by_quarter[i].known())
        rows.back().standard = mark_of(usual_->stakes.mattered_by_quarter[i]);
    }
    page_ += "<h3>By phase of the game</h3>\n";
    figure(dot_plot({"Choices that matter, by quarter of the game", "Shares with 95% intervals."}, rows,
                    scale_for(0, 1, true), std::nullopt, ""));
  }

  void gaps() {
    std::vector<MarkRow> rows;
    for (std::size_t bin = 0; bin <= kGapBins.size(); ++bin) {
      const std::string label =
          bin == 0 ? "none found"
          : bin == kGapBins.size()
              ? fmt::format("over {:.0f} points", 100 * kGapBins[bin - 1])
              : fmt::format("{:.0f} to {:.0f} points", 100 * kGapBins[bin - 1], 100 * kGapBins[bin]);
      const auto bar = [&](const Study& study) {
        const double share = study.stakes.share_of_gaps(bin);
        return Mark{share, share, share, percent(share)};
      };
      rows.push_back({label, bar(study_), {}});
      if (usual_) rows.back().standard = bar(*usual_);
    }
    page_ += "<h3>What is at stake in a choice</h3>\n";
    figure(bar_plot({"What is at stake in a choice",
                     "How far the best and the worst move are apart, in points "
                     "of winning; shares of all choices."},
                    rows, scale_of(rows, std::nullopt, true)),
           Signs::areas);
  }

  void lead() {
    section("lead", "The lead, and who comes back");
    if (!study_.figures.shows_lead()) {
      page_ += paragraph("Here scores tell only at the end who leads, so there is nothing to report.");
      end_section();
      return;
    }
    page_ += paragraph(fmt::format(
        "Somebody leads who alone has the best score{}. A lead changes when it passes to somebody else, "
        "with or without a tie in between.",
        study_.figures.side > 1 ? "; partners lead together" : ""));
    std::vector<Row> rows;
    const auto add = [&](std::string name, Ratio TableFigures::* which, bool share) {
      const auto words = [&](const Study& study) {
        const Ratio& ratio = study.figures.*which;
        const Interval count = ratio.count_interval();
        return share ? share_words(ratio)
                     : fmt::format("{:.2f} ({:.2f} to {:.2f})", ratio.value(), count.low, count.high);
      };
      if (share) weigh(study_.figures.*which, false);
      rows.push_back({std::move(name), words(study_)});
      if (usual_) rows.back().push_back(words(*usual_));
    };
    add("lead changes a game", &TableFigures::mean_lead_changes, false);
    add("winners who did not lead at half-time", &TableFigures::behind_at_half, true);
    add("winners who were last at half-time", &TableFigures::last_at_half, true);
    add("games whose lead changed in the last quarter", &TableFigures::decided_late, true);
    page_ += "<h3>How soon can one tell?</h3>\n";
    leader_curve();
    page_ += table(usual_ ? Row{"", house(), "standard"} : Row{"", "value"}, rows);
    end_section();
  }

  void leader_curve() {
    std::vector<Curve> curves;
    std::vector<std::string> places;
    std::size_t first = 0;  // before anybody leads there is nothing to draw
    while (first < kTenths && !study_.figures.leader_wins[first].known()) ++first;
    for (std::size_t i = first; i <= kTenths; ++i) places.push_back(fmt::format("{}0%", i));
    for (const Study* study : {&study_, usual_}) {
      if (!study) continue;
      Curve curve{study == usual_ ? "standard" : usual_ ? "house" : "", {}, study == usual_};
      for (std::size_t i = first; i <= kTenths; ++i) {
        const Ratio& wins = study->figures.leader_wins[i];
        weigh(wins, false);
        curve.marks.push_back(wins.known() ? mark_of(wins) : Mark{});
      }
      curves.push_back(std::move(curve));
    }
    page_ += paragraph("How often the leader wins, by how much of the game is over:");
    figure(line_plot({"How often the leader wins", "By tenths of the game, from its beginning to its end."},
                     curves, places, scale_for(0, 1, true), study_.figures.equal_lead(), "an equal share"));
  }

  const CardFigures* usual_card(std::size_t kind) const {
    if (!usual_ || usual_->cards[kind] != study_.cards[kind]) return nullptr;
    const CardFigures& card = usual_->figures.cards[kind];
    return card.games ? &card : nullptr;
  }

  /// How many points the winners' share of a card is above that of all cards.
  static Mark beyond(const CardFigures& card, const CardFigures& all, std::int64_t together) {
    const double usual = all.winners.value();
    const Interval interval = card.winners.share_interval(together);
    const double by = 100 * (card.winners.value() - usual);
    return {by, 100 * (interval.low - usual), 100 * (interval.high - usual),
            fmt::format("{} ({} to {})", signed_words(by, 1), signed_words(100 * (interval.low - usual), 1),
                        signed_words(100 * (interval.high - usual), 1))};
  }

  void cards() {
    const auto& all = study_.figures.cards;
    if (all.empty()) return;
    section("cards", "Cards and winners");
    page_ +=
        paragraph(fmt::format("Of all plays of a card, how many were made by who won in the end? Of the "
                              "plays of all cards together, "
                              "winners make {}.",
                              percent(all[0].winners.value())));
    const std::int64_t together = kinds_played(study_);
    std::vector<std::size_t> kinds;
    for (std::size_t kind = 1; kind < all.size(); ++kind)
      if (all[kind].games) kinds.push_back(kind);
    std::sort(kinds.begin(), kinds.end(), [&](std::size_t a, std::size_t b) {
      const double x = all[a].winners.value(), y = all[b].winners.value();
      return x != y ? x > y : a < b;
    });
    constexpr std::size_t kEnds = 12, kMost = 30;
    std::vector<MarkRow> rows;
    std::vector<Row> cells;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const std::size_t kind = kinds[i];
      const CardFigures& card = all[kind];
      const CardFigures* usual = usual_card(kind);
      weigh(card.winners, false);
      if (kinds.size() <= kMost || i < kEnds || i + kEnds >= kinds.size()) {
        rows.push_back({study_.cards[kind], beyond(card, all[0], together), {}});
        if (usual) rows.back().standard = beyond(*usual, usual_->figures.cards[0], kinds_played(*usual_));
      }
      cells.push_back({study_.cards[kind], fmt::format("{:.2f}", card.plays.value()),
                       percent(static_cast<double>(card.games) / static_cast<double>(study_.figures.games)),
                       share_words(card.winners, together),
                       study_.stakes.decided() ? fmt::format("{}", study_.stakes.by_card[kind]) : "–"});
      if (usual_) cells.back().push_back(usual ? share_words(usual->winners, kinds_played(*usual_)) : "–");
    }
    if (kinds.size() > kMost)
      page_ += paragraph(
          fmt::format("The {0} cards that winners play most and the {0} that they play least:", kEnds));
    double low = 0, high = 0;
    for (const MarkRow& row : rows)
      for (const auto& mark : {row.here, row.standard})
        if (mark) low = std::min(low, mark->low), high = std::max(high, mark->high);
    figure(dot_plot(
        {"Winners' share of plays, card by card",
         "Points above or below their share of all plays, with intervals by games that hold for all cards "
         "together (95%)."},
        rows, scale_for(low, high, false), 0, "winners' share of all plays; points above or below"));
    Row head{"", "plays a game", "in games", "winners' share", "decisive in"};
    if (usual_) head.push_back("standard");
    page_ += fmt::format(
        "<details{}><summary>All {}</summary>\n{}</details>\n", kinds.size() > kMost ? "" : " open",
        counted(static_cast<std::int64_t>(kinds.size()), "card", "cards"), table(head, cells));
    end_section();
  }

  void decisive() {
    const Stakes& stakes = study_.stakes;
    if (!stakes.decided()) return;
    section("decisive", "What decides a game");
    page_ += paragraph(fmt::format(
        "In {} every choice of the later winner was compared with a move picked blindly in its place. "
        "The "
        "one that brought most is the decisive move: {} points on average.",
        counted(stakes.games, "game", "games"), points_words(points_of(stakes.play_swing, -1))));
    if (stakes.by_deal.known()) weigh(stakes.by_deal, true);
    if (stakes.deal_swing.known())
      page_ += paragraph(fmt::format(
          "The single card or throw that helped the winner most brought {} points; it was more than the "
          "decisive move in {} of the games.",
          points_words(points_of(stakes.deal_swing, -1)), share_words(stakes.by_deal)));
    const auto name = [&](std::size_t kind) { return kind ? study_.cards[kind] : "a choice without a card"; };
    std::vector<std::size_t> kinds;
    for (std::size_t kind = 0; kind < stakes.by_card.size(); ++kind)
      if (stakes.by_card[kind]) kinds.push_back(kind);
    std::sort(kinds.begin(), kinds.end(), [&](std::size_t a, std::size_t b) {
      return stakes.by_card[a] != stakes.by_card[b] ? stakes.by_card[a] > stakes.by_card[b] : a < b;
    });
    constexpr std::size_t kMost = 14;
    const std::size_t left_out = kinds.size() > kMost ? kinds.size() - kMost : 0;
    kinds.resize(kinds.size() - left_out);
    std::vector<MarkRow> rows;
    const auto bar = [](std::int64_t times, std::int64_t of) {
      const double share = static_cast<double>(times) / static_cast<double>(of);
      return Mark{share, share, share, percent(share)};
    };
    for (const std::size_t kind : kinds) {
      rows.push_back({name(kind), bar(stakes.by_card[kind], stakes.decided()), {}});
      if (usual_ && usual_->stakes.decided() && (kind == 0 || usual_->cards[kind] == study_.cards[kind]))
        rows.back().standard = bar(usual_->stakes.by_card[kind], usual_->stakes.decided());
    }
    page_ += "<h3>The decisive move was to play…</h3>\n";
    figure(bar_plot({"The decisive move, by card", "Shares of the games that were looked into."}, rows,
                    scale_of(rows, std::nullopt, true)),
           Signs::areas);
    if (left_out)
      page_ += paragraph(fmt::format(
          "{} decisive less often.",
          left_out == 1 ? "One further card was" : fmt::format("{} further cards were", left_out)));
    end_section();
  }

  void skill() {
    if (study_.skill.empty()) return;
    section("skill", "Luck and skill");
    page_ += paragraph(
        "One player who thinks more sits among others who think less; every deal is played from every seat. "
        "If "
        "all were luck, it would win an equal share. The more it gains with more thought, the more there is "
        "to "
        "find.");
    std::vector<MarkRow> rows;
    std::vector<Row> cells;
    for (const SkillPoint& point : study_.skill) {
      const auto mark = [](const SkillPoint& p) {
        return Mark{p.share, p.interval.low, p.interval.high, share_words(p.share, p.interval)};
      };
      rows.push_back(
          {point.playouts ? fmt::format("{} playouts", point.playouts) : "thoughtful*", mark(point), {}});
      if (usual_)
        for (const SkillPoint& usual : usual_->skill)
          if (usual.bot == point.bot) rows.back().standard = mark(usual);
      cells.push_back({point.bot, point.among, thousands(point.deals), percent(point.share),
                       range_words(point.interval), remedy_for(point.interval.half(), true, report_)});
    }
    const double share = 1.0 / study_.players;
    figure(dot_plot({"How often the better player wins", "By how much it thinks."}, rows,
                    scale_of(rows, share, true), share, fmt::format("an equal share, {}", percent(share))));
    page_ +=
        "<p class=\"key\">* among players who move at random; all others sit among thoughtful ones.</p>\n";
    page_ += table_with_remedies({"one", "among", "deals", "wins", "95% interval"}, cells);
    end_section();
  }

  void method() {
    section("method", "How it was measured");
    const TableFigures& f = study_.figures;
    page_ += paragraph(fmt::format(
        "{}{}, with {} in every seat. Wins that are shared count in parts. Intervals are 95% and take each "
        "game as one observation. The lead and the number of legal moves come from {} of the games.",
        counted(f.games, "game", "games"), usual_ ? " with the house rule and as many with the standard" : "",
        report_.table.bot, thousands(f.watched)));
    page_ += paragraph(
        judgement_of(report_) +
        " Each of their intervals is as wide as that takes (Student's t, with Bonferroni's correction); so "
        "are "
        "those of the cards, among themselves. What has no word or sign of a difference stands by itself: of "
        "20 such intervals one misses.");
    if (study_.stakes.games)
      page_ += paragraph(fmt::format(
          "For choices that matter and decisive moves, {} looked into with {}: games "
          "played "
          "on from a position by thoughtful players. Choices are judged in worlds that the player could "
          "imagine, "
          "with the same cards to come for every move; some playouts find the best and the worst move, "
          "others "
          "measure how far they are apart. Decisive moves are judged from the true position; with so few "
          "playouts the move that is found is one of the best, not surely the best.",
          counted(study_.stakes.games, "game was", "games were"),
          counted(study_.stakes.playouts, "playout", "playouts")));
    if (study_.stakes.mattered.known())
      page_ += paragraph(
          "The share of choices that matter is rather too low than too high. Tried with made-up moves whose "
          "luck is independent: of six equal moves 1 choice in 20 is taken to matter; with a true gap of 10 "
          "points among six moves every second one is recognised, of 15 points 4 in 5, of 30 points nearly "
          "all.");
    page_ += paragraph("All this is what bots do; people may find other ways to play. To repeat it:");
    page_ += fmt::format("<pre><code>{}</code></pre>\n", escaped(report_.command));
    end_section();
  }

  static std::string_view style();

  const LabReport& report_;
  const Study& study_;
  const Study* usual_;
  std::int64_t together_;  ///< comparisons that are judged together
  std::string page_;
  std::array<double, 2> widest_{};  ///< half of the widest interval of a section, by games and by samples
};

std::string_view Page::style() {
  return R"(:root{--paper:#fdfcf9;--ink:#22262b;--quiet:#5f666e;--line:#e4e1d8;--here:#1f5f8b;--standard:#9a4a12;--code:#f3f0e8}
@media (prefers-color-scheme:dark){:root{--paper:#16191d;--ink:#e8e6e1;--quiet:#a3a9b0;--line:#30353c;--here:#7cc0f0;--standard:#f0a868;--code:#20252b}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:46rem;margin:0 auto;padding:2.5rem 1rem 4rem}
h1,h2,h3,.findings{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif}
h1{font-size:clamp(1.9rem,6vw,2.7rem);line-height:1.1;font-weight:600;margin:.1rem 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.45rem;font-weight:600;margin:3rem 0 .6rem;padding-top:1.1rem;border-top:1px solid var(--line)}
h3{font-size:1.1rem;font-weight:600;margin:1.6rem 0 .3rem}
.kind{margin:0;color:var(--quiet);text-transform:uppercase;letter-spacing:.08em;font-size:.78rem}
.facts,.key{color:var(--quiet);margin:.2rem 0}
.key{font-size:.8125rem;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;align-items:center}
.key span{display:inline-flex;align-items:center;overflow-wrap:anywhere}
.chip{flex:none;margin-right:.3rem}
.findings{font-size:1.15rem;line-height:1.5;padding-left:1.1rem}
.findings li{margin:.5rem 0}
.findings li::marker{color:var(--here)}
figure{margin:1rem 0}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem;font-variant-numeric:tabular-nums;margin:.6rem 0}
th,td{padding:.32rem .5rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th[scope=row]{text-align:left;min-width:7rem;font-weight:400;white-space:normal;padding-left:0}
thead th{color:var(--quiet);font-weight:500;vertical-align:bottom;white-space:normal}
thead th:first-child{text-align:left;padding-left:0}
.wide-note{color:var(--quiet);font-size:.875rem;border-left:3px solid var(--standard);padding-left:.7rem}
details{margin:.8rem 0}
summary{cursor:pointer;color:var(--quiet)}
pre{background:var(--code);padding:.8rem 1rem;border-radius:.4rem;overflow-x:auto;font-size:.875rem}
@media (max-width:32rem){table{font-size:.75rem}th,td{white-space:normal;padding:.3rem .15rem}th[scope=row]{min-width:4rem}}
@media print{pre{white-space:pre-wrap;overflow-wrap:anywhere}:root{--paper:#fff;--ink:#000;--quiet:#444;--line:#ccc;--here:#1f5f8b;--standard:#9a4a12;--code:#f4f4f4}main{max-width:none;padding:0}section,figure,tr{break-inside:avoid}h2{break-after:avoid}}
)";
}

}  // namespace

std::string report_html(const LabReport& report) { return Page(report).write(); }

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/plot.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace lifetable::lab {

std::string escaped(std::string_view text) {
  std::string all;
  for (const char c : text) switch (c) {
      case '&': all += "&amp;"; break;
      case '<': all += "&lt;"; break;
      case '>': all += "&gt;"; break;
      case '"': all += "&quot;"; break;
      case '\'': all += "&#39;"; break;
      default:
        // Control characters are not allowed in HTML at all.
        if (static_cast<unsigned char>(c) >= 32 || c == '\n' || c == '\t') all += c;
    }
  return all;
}

// ---- Scales -------------------------------------------------------------------------------------------

std::string Scale::at(double value) const {
  const double way = high > low ? (value - low) / (high - low) : 0;
  return fmt::format("{:.2f}%", 100 * std::clamp(way, 0.0, 1.0));
}

std::string Scale::words(double tick) const {
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
  const double shown = percent ? 100 * tick : tick, shown_step = percent ? 100 * step : step;
  const int digits = shown_step >= .999 ? 0 : shown_step >= .0999 ? 1 : 2;
  const double size = std::abs(shown);
  return fmt::format("{}{:.{}f}{}", shown < -1e-9 ? "−" : "", size < 1e-9 ? 0 : size, digits,
                     percent ? "%" : "");
}

Scale scale_for(double low, double high, bool percent, bool from_zero) {
  if (!(high > low)) high = low + (percent ? .01 : 1);
  if (low > 0 && (from_zero || low < (high - low) / 2)) low = 0;
  // About five steps of 1, 2 or 5 times a power of ten.
  constexpr std::array<double, 3> kRound = {1, 2, 5};
  double power = 1e-6, step = power;
  for (std::size_t i = 0; step < (high - low) / 6; step = power * kRound[i])
    if (++i == kRound.size()) i = 0, power *= 10;
  Scale scale{.percent = percent, .ticks = {}};
  const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
  for (double i = first; i <= last; ++i) scale.ticks.push_back(i * step);
  scale.low = first * step;
  scale.high = last * step;
  return scale;
}

// ---- Pieces -------------------------------------------------------------------------------------------

namespace {

constexpr int kLine = 22;   // height of one mark
constexpr int kPause = 10;  // between rows
constexpr int kFoot = 26;   // for the words of ticks
constexpr std::size_t kLongestLabel = 23;

/// Cut to so many characters of UTF-8.
std::string cut(std::string_view text, std::size_t most) {
  std::size_t characters = 0, at = 0;
  for (; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) continue;
    if (++characters > most) break;
  }
  if (at >= text.size()) return std::string(text);
  std::string all;
  characters = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++characters == most) break;
    all += c;
  }
  return all + "…";
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Opens an SVG whose words left and right of it have so many characters.
std::string open(const Caption& caption, int height, std::size_t left, std::size_t right) {
  return fmt::format(
      "<svg class=\"plot\" role=\"img\" height=\"{}\" style=\"--left:{}ch;--right:{}ch\">"
      "<title>{}</title><desc>{}</desc>\n",
      height, left + 2, right + 2, escaped(caption.title), escaped(caption.description));
}

/// Every second word is left out where there is little room.
std::string_view tick_class(std::size_t i) { return i % 2 ? "tick odd" : "tick"; }

std::string grid(const Scale& scale, int height) {
  std::string all;
  for (std::size_t i = 0; i < scale.ticks.size(); ++i)
    all += fmt::format(
        "<line class=\"grid\" x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"{1}\"/>"
        "<text class=\"{2}\" x=\"{0}\" y=\"{3}\">{4}</text>\n",
        scale.at(scale.ticks[i]), height, tick_class(i), height + 17, scale.words(scale.ticks[i]));
  return all;
}

std::string reference_line(const Scale& scale, std::optional<double> reference, int height) {
  if (!reference) return "";
  return fmt::format("<line class=\"reference\" x1=\"{0}\" x2=\"{0}\" y1=\"-4\" y2=\"{1}\"/>\n",
                     scale.at(*reference), height);
}

std::string sign(std::string_view at, double y, bool standard) {
  return fmt::format("<svg x=\"{}\" y=\"{:.1f}\"><path class=\"{}\" d=\"{}\"/></svg>", at, y,
                     standard ? "sign standard" : "sign here",
                     standard ? "M-4.5-4.5h9v9h-9z" : "M0-5a5 5 0 1 0 .01 0z");
}

std::string label_text(std::string_view label, double y) {
  const std::string short_label = cut(label, kLongestLabel);
  const std::string full = short_label == label ? "" : fmt::format("<title>{}</title>", escaped(label));
  return fmt::format("<text class=\"label\" x=\"-10\" y=\"{:.1f}\">{}{}</text>", y + 4.5,
                     escaped(short_label), full);
}

std::string value_text(std::string_view text, double y, bool standard) {
  return fmt::format("<text class=\"value{}\" x=\"100%\" dx=\"10\" y=\"{:.1f}\">{}</text>\n",
                     standard ? " standard" : "", y + 4.5, escaped(text));
}

struct Rows {
  int height = 0;
  std::size_t left = 0, right = 0;
};
int height_of(const MarkRow& row) { return kLine * (row.here && row.standard ? 2 : 1) + kPause; }
Rows measure(const std::vector<MarkRow>& rows) {
  Rows all;
  for (const MarkRow& row : rows) {
    all.height += height_of(row);
    all.left = std::max(all.left, std::min(kLongestLabel, width(row.label)));
    for (const auto& mark : {row.here, row.standard})
      if (mark) all.right = std::max(all.right, width(mark->text));
  }
  return all;
}

/// A plot of rows; `draw(mark, y, standard)` draws one mark.
template <class Draw>
std::string plot_rows(const Caption& caption, const std::vector<MarkRow>& rows, const Scale& scale,
                      std::optional<double> reference, Draw draw) {
  const Rows size = measure(rows);
  std::string all = open(caption, size.height + kFoot, size.left, size.right);
  all += grid(scale, size.height);
  all += reference_line(scale, reference, size.height);
  double top = 0;
  for (const MarkRow& row : rows) {
    all += label_text(row.label, top + height_of(row) / 2.0);
    double y = top + kPause / 2.0 + kLine / 2.0;
    for (const bool standard : {false, true}) {
      const auto& mark = standard ? row.standard : row.here;
      if (!mark) continue;
      all += draw(*mark, y, standard);
      all += value_text(mark->text, y, standard);
      y += kLine;
    }
    top += height_of(row);
  }
  return all + "</svg>\n";
}

std::string with_words(std::string plot, std::optional<double> reference, std::string_view words) {
  if (!reference || words.empty()) return plot;
  return plot + fmt::format(
                    "<p class=\"key\"><span><svg class=\"chip\" width=\"22\" height=\"12\" "
                    "aria-hidden=\"true\">"
                    "<line class=\"reference\" x1=\"11\" x2=\"11\" y1=\"0\" y2=\"12\"/></svg>{}</span></p>\n",
                    escaped(words));
}

}  // namespace

// ---- Plots --------------------------------------------------------------------------------------------

std::string dot_plot(const Caption& caption, const std::vector<MarkRow>& rows, const Scale& scale,
                     std::optional<double> reference, std::string_view reference_words) {
  const auto draw = [&](const Mark& mark, double y, bool standard) {
    return fmt::format(
               "<line class=\"whisker{0}\" x1=\"{1}\" x2=\"{2}\" y1=\"{3:.1f}\" y2=\"{3:.1f}\"/>"
               "<line class=\"whisker{0}\" x1=\"{1}\" x2=\"{1}\" y1=\"{4:.1f}\" y2=\"{5:.1f}\"/>"
               "<line class=\"whisker{0}\" x1=\"{2}\" x2=\"{2}\" y1=\"{4:.1f}\" y2=\"{5:.1f}\"/>",
               standard ? " standard" : "", scale.at(mark.low), scale.at(mark.high), y, y - 4, y + 4) +
           sign(scale.at(mark.value), y, standard);
  };
  return with_words(plot_rows(caption, rows, scale, reference, draw), reference, reference_words);
}

std::string bar_plot(const Caption& caption, const std::vector<MarkRow>& rows, const Scale& scale) {
  const auto draw = [&](const Mark& mark, double y, bool standard) {
    return fmt::format("<rect class=\"bar {}\" x=\"0\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"/>",
                       standard ? "standard" : "here", y - kLine / 2.0 + 3, scale.at(mark.value), kLine - 6);
  };
  return plot_rows(caption, rows, scale, std::nullopt, draw);
}

std::string box_plot(const Caption& caption, const std::vector<SpreadRow>& rows, const Scale& scale) {
  std::vector<MarkRow> marks;
  std::vector<Spread> spreads;  // in the order in which they are drawn
  const auto median_of = [&](const Spread& spread) {
    spreads.push_back(spread);
    return Mark{spread.median, 0, 0, fmt::format("{:.0f}", spread.median)};
  };
  for (const SpreadRow& row : rows) {
    marks.push_back({row.label, median_of(row.here), {}});
    if (row.standard) marks.back().standard = median_of(*row.standard);
  }
  std::size_t next = 0;
  const auto draw = [&](const Mark&, double y, bool standard) {
    const Spread& s = spreads[next++];
    const double wide = scale.high > scale.low ? 100 / (scale.high - scale.low) : 0;
    const auto whisker = [&](double from, double to) {
      return fmt::format("<line class=\"whisker{0}\" x1=\"{1}\" x2=\"{2}\" y1=\"{3:.1f}\" y2=\"{3:.1f}\"/>",
                         standard ? " standard" : "", scale.at(from), scale.at(to), y);
    };
    return whisker(s.twentieth, s.quarter) + whisker(s.three_quarters, s.nineteen_twentieths) +
           fmt::format(
               "<rect class=\"box {0}\" x=\"{1}\" width=\"{2:.2f}%\" y=\"{3:.1f}\" height=\"14\"/>"
               "<line class=\"median\" x1=\"{4}\" x2=\"{4}\" y1=\"{5:.1f}\" y2=\"{6:.1f}\"/>",
               standard ? "standard" : "here", scale.at(s.quarter),
               std::max(.4, wide * (s.three_quarters - s.quarter)), y - 7, scale.at(s.median), y - 9, y + 9);
  };
  return plot_rows(caption, marks, scale, std::nullopt, draw);
}

std::string line_plot(const Caption& caption, const std::vector<Curve>& curves,
                      const std::vector<std::string>& places, const Scale& scale,
                      std::optional<double> reference, std::string_view reference_words) {
  constexpr double height = 210;
  const auto x = [&](std::size_t i) {
    return fmt::format("{:.2f}%", places.size() > 1
                                      ? 100 * static_cast<double>(i) / static_cast<double>(places.size() - 1)
                                      : 50.0);
  };
  const auto y = [&](double value) {
    return height * (1 - std::clamp((value - scale.low) / (scale.high - scale.low), 0.0, 1.0));
  };
  std::size_t right = 0;
  for (const Curve& curve : curves) right = std::max(right, width(curve.label));
  std::string all = open(caption, static_cast<int>(height) + kFoot, 4, std::max<std::size_t>(right, 2));
  for (const double tick : scale.ticks)
    all += fmt::format(
        "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/>"
        "<text class=\"label tick\" x=\"-8\" y=\"{1:.1f}\">{2}</text>\n",
        y(tick), y(tick) + 4, scale.words(tick));
  for (std::size_t i = 0; i < places.size(); ++i)
    all += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", tick_class(i), x(i), height + 20,
                       escaped(places[i]));
  if (reference)
    all += fmt::format("<line class=\"reference\" x1=\"0\" x2=\"100%\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/>\n",
                       y(*reference));
  double last_label = -100;
  for (const Curve& curve : curves) {
    const std::string kind = curve.standard ? " standard" : "";
    for (std::size_t i = 0; i + 1 < curve.marks.size(); ++i)
      all += fmt::format("<line class=\"curve{}\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", kind,
                         x(i), x(i + 1), y(curve.marks[i].value), y(curve.marks[i + 1].value));
    for (std::size_t i = 0; i < curve.marks.size(); ++i) {
      const Mark& mark = curve.marks[i];
      all += fmt::format("<line class=\"whisker{0}\" x1=\"{1}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{3:.1f}\"/>",
                         kind, x(i), y(mark.low), y(mark.high));
      all += sign(x(i), y(mark.value), curve.standard);
    }
    if (curve.marks.empty()) continue;
    double at = y(curve.marks.back().value);
    if (std::abs(at - last_label) < 16) at = last_label + (at < last_label ? -16 : 16);
    last_label = at;
    all += value_text(curve.label, at, curve.standard);
  }
  return with_words(all + "</svg>\n", reference, reference_words);
}

std::string legend(std::string_view here, std::string_view standard, Signs signs) {
  const auto entry = [&](std::string_view words, bool is_standard) {
    return fmt::format(
        "<span><svg class=\"chip\" width=\"22\" height=\"12\" aria-hidden=\"true\">{}</svg>{}</span>",
        signs == Signs::dots
            ? sign("11", 6, is_standard)
            : fmt::format("<rect class=\"bar {}\" x=\"2\" y=\"1\" width=\"18\" height=\"10\"/>",
                          is_standard ? "standard" : "here"),
        escaped(words));
  };
  return fmt::format("<p class=\"key\">{} {}</p>\n", entry(here, false), entry(standard, true));
}

std::string plot_patterns() {
  return "<svg class=\"patterns\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><pattern id=\"hatch\" "
         "width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect "
         "class=\"hatch-ground\" width=\"5\" height=\"5\"/><line class=\"hatch\" x1=\"0\" x2=\"0\" y1=\"0\" "
         "y2=\"5\"/></pattern></defs></svg>\n";
}

std::string_view plot_style() {
  return R"(.plot{display:block;overflow:visible;margin:.9rem 0 .4rem;margin-left:calc(var(--left)*.92);width:calc(100% - var(--left)*.92 - var(--right)*.92);font-size:.8125rem}
.plot svg,.chip,.chip svg{overflow:visible}
.plot text{fill:var(--ink);font-variant-numeric:tabular-nums}
.plot .label{text-anchor:end}
.plot .tick{fill:var(--quiet);text-anchor:middle;font-size:.75rem}
.plot .label.tick{text-anchor:end}
.plot .value.standard{fill:var(--quiet)}
.grid{stroke:var(--line);stroke-width:1}
.reference{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:2 3}
.whisker{stroke:var(--here);stroke-width:1.75}
.whisker.standard{stroke:var(--standard)}
.curve{stroke:var(--here);stroke-width:2}
.curve.standard{stroke:var(--standard);stroke-dasharray:6 4}
.sign.here{fill:var(--here);stroke:var(--paper);stroke-width:1.25}
.sign.standard{fill:var(--paper);stroke:var(--standard);stroke-width:2}
.bar.here,.box.here{fill:var(--here)}
.box.here{fill-opacity:.28;stroke:var(--here);stroke-width:1.5}
.bar.standard,.box.standard{fill:url(#hatch);stroke:var(--standard);stroke-width:1.25}
.median{stroke:var(--ink);stroke-width:2.5}
.hatch{stroke:var(--standard);stroke-width:2}
.hatch-ground{fill:var(--paper)}
.patterns{position:absolute}
@media (max-width:32rem){.plot{font-size:.75rem}.plot .odd{display:none}}
)";
}

}  // namespace lifetable::lab

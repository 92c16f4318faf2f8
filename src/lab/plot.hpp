// SPDX-License-Identifier: Apache-2.0
// Small plots as SVG, for pages without scripts. Places along a plot are percentages, so that it is as wide
// as the page lets it, and its words stay as large as all others. What belongs to the standard is drawn
// hollow or hatched: nothing is told by colour alone. How it looks is up to the style sheet of the page.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lifetable::lab {

/// A text for HTML, where it says nothing but itself.
std::string escaped(std::string_view text);

/// What a plot says to those who cannot see it.
struct Caption {
  std::string title, description;
};

/// Along the plot: from one value to another, with a text for each tick.
struct Scale {
  double low = 0, high = 1;
  bool percent = false;
  std::vector<double> ticks;
  std::string at(double value) const;    ///< as a percentage of the way, "12.5%"
  std::string words(double tick) const;  ///< "20%" or "1.5"
};
/// A scale that shows all of these, with few round ticks. It begins at 0 if that is near or must be.
Scale scale_for(double low, double high, bool percent, bool from_zero = false);

/// One value with its interval, and in words.
struct Mark {
  double value = 0, low = 0, high = 0;
  std::string text;
};

/// A row of a plot: what was asked for and, if there is one, the standard beside it.
struct MarkRow {
  std::string label;
  std::optional<Mark> here, standard;
};
/// A dot with whiskers for each mark; `reference` is a line across, such as an equal share.
std::string dot_plot(const Caption& caption, const std::vector<MarkRow>& rows, const Scale& scale,
                     std::optional<double> reference, std::string_view reference_words);
/// A bar for each mark.
std::string bar_plot(const Caption& caption, const std::vector<MarkRow>& rows, const Scale& scale);

/// Where values lie: from the lowest twentieth to the highest, and the middle half as a box.
struct Spread {
  double twentieth, quarter, median, three_quarters, nineteen_twentieths;
};
struct SpreadRow {
  std::string label;
  Spread here;
  std::optional<Spread> standard;
};
std::string box_plot(const Caption& caption, const std::vector<SpreadRow>& rows, const Scale& scale);

/// A line through points in equal steps, or at the places given.
struct Curve {
  std::string label;
  std::vector<Mark> marks;
  bool standard = false;
};
/// `places`: a word for each point below the plot.
std::string line_plot(const Caption& caption, const std::vector<Curve>& curves,
                      const std::vector<std::string>& places, const Scale& scale,
                      std::optional<double> reference, std::string_view reference_words);

/// What the signs of a plot with a standard mean: dots, or areas as in bars and boxes.
enum class Signs : bool { dots, areas };
std::string legend(std::string_view here, std::string_view standard, Signs signs);

/// Patterns that plots of a page use; to be put into it once.
std::string plot_patterns();
/// The style sheet of plots.
std::string_view plot_style();

}  // namespace lifetable::lab

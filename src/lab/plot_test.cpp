// SPDX-License-Identifier: Apache-2.0
#include "lab/plot.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "lab/tags_testing.hpp"

namespace lifetable::lab {
namespace {

const Caption kCaption{"Wins <by> seat", "Shares & intervals"};

Mark mark(double value, double half) { return {value, value - half, value + half, "so much"}; }

TEST(Escaped, TextSaysNothingButItself) {
  EXPECT_EQ(escaped("<b title=\"x\">Tom & 'Jerry'</b>"),
            "&lt;b title=&quot;x&quot;&gt;Tom &amp; &#39;Jerry&#39;&lt;/b&gt;");
  EXPECT_EQ(escaped("Müller – 21 €"), "Müller – 21 €");
  EXPECT_EQ(escaped(std::string_view("a\0b\x1b[1m", 7)), "ab[1m");
}

TEST(Scale, ShowsAllOfItInRoundSteps) {
  for (const auto& [low, high] :
       {std::pair{.231, .263}, {0.0, 1.0}, {.0002, .0009}, {3.0, 260.0}, {-4.1, 9.0}}) {
    const Scale scale = scale_for(low, high, false);
    EXPECT_LE(scale.low, low);
    EXPECT_GE(scale.high, high);
    EXPECT_EQ(scale.ticks.front(), scale.low);
    EXPECT_EQ(scale.ticks.back(), scale.high);
    EXPECT_GE(scale.ticks.size(), 3u);
    EXPECT_LE(scale.ticks.size(), 9u);
    const double step = scale.ticks[1] - scale.ticks[0];
    double digit = step;
    while (digit < .999) digit *= 10;
    while (digit > 9.99) digit /= 10;
    EXPECT_TRUE(std::abs(digit - 1) < 1e-6 || std::abs(digit - 2) < 1e-6 || std::abs(digit - 5) < 1e-6)
        << step;
  }
}

TEST(Scale, SaysWhereAValueLies) {
  const Scale scale = scale_for(0, 1, true);
  EXPECT_EQ(scale.at(.25), "25.00%");
  EXPECT_EQ(scale.at(7), "100.00%");  // nothing leaves the plot
  EXPECT_EQ(scale.words(.2), "20%");
  EXPECT_EQ(scale_for(-4, 4, false).words(-2), "−2");
  EXPECT_EQ(scale_for(.24, .26, true).words(.245), "24.5%");
}

TEST(Scale, OfOneValueIsNotEmpty) {
  EXPECT_GT(scale_for(.5, .5, true).high, scale_for(.5, .5, true).low);
  EXPECT_GT(scale_for(0, 0, false).high, 0);
}

TEST(Plots, AreWellFormedAndDescribed) {
  const std::vector<MarkRow> rows = {{"<1>", mark(.3, .05), mark(.2, .02)}, {"two & three", mark(.1, 0), {}}};
  const Scale scale = scale_for(0, 1, true);
  const Spread spread{1, 2, 3, 4, 5};
  for (const std::string& plot :
       {dot_plot(kCaption, rows, scale, .25, "a < share"), bar_plot(kCaption, rows, scale),
        box_plot(kCaption, {{"<x>", spread, spread}, {"y", spread, {}}}, scale_for(0, 6, false)),
        line_plot(kCaption, {{"<here>", {mark(.1, .1), mark(.4, .1)}, false}}, {"<0", "1"}, scale, .25,
                  "")}) {
    EXPECT_EQ(wrong_tags(plot), "");
    EXPECT_NE(plot.find("<title>Wins &lt;by&gt; seat</title><desc>Shares &amp; intervals</desc>"),
              std::string::npos);
    EXPECT_NE(plot.find("role=\"img\""), std::string::npos);
  }
  EXPECT_EQ(wrong_tags(plot_patterns()), "");
  for (const Signs signs : {Signs::dots, Signs::areas})
    EXPECT_EQ(wrong_tags(legend("a <b>", "standard", signs)), "");
}

TEST(Plots, TellTheStandardApartWithoutColour) {
  const std::string plot =
      dot_plot(kCaption, {{"seat 1", mark(.3, .05), mark(.2, .02)}}, scale_for(0, 1, true), {}, "");
  const auto here = plot.find("class=\"sign here\" d=\""),
             standard = plot.find("class=\"sign standard\" d=\"");
  ASSERT_NE(here, std::string::npos);
  ASSERT_NE(standard, std::string::npos);
  EXPECT_NE(plot.substr(here + 21, 8), plot.substr(standard + 25, 8));  // another shape
  EXPECT_NE(plot_style().find(".bar.standard,.box.standard{fill:url(#hatch)"), std::string_view::npos);
}

TEST(Plots, CutLongNamesAndKeepThemWhole) {
  const std::string name = "A card whose name goes on and on and on";
  const std::string plot = dot_plot(kCaption, {{name, mark(.3, .05), {}}}, scale_for(0, 1, true), {}, "");
  EXPECT_NE(plot.find("…<title>" + name + "</title>"), std::string::npos) << plot;
  EXPECT_EQ(plot.find("on and on and on<title>"), std::string::npos);
}

TEST(Checker, FindsWhatIsWrong) {
  for (const auto good : {"<p>a<br>b</p><svg><line x=\"1\"/></svg>", "a &amp; b &#39;"})
    EXPECT_EQ(wrong_tags(good), "");
  for (const auto bad : {"<p><b>a</p></b>", "<p>a", "a < b", "a & b"}) EXPECT_NE(wrong_tags(bad), "") << bad;
}

}  // namespace
}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/skill.hpp"

#include "lab/contest.hpp"
#include "lab/table.hpp"

namespace lifetable::lab {

std::vector<SkillPoint> skill_points(std::int64_t samples) {
  constexpr std::int64_t kFewestDeals = 8;  // with fewer an interval says nothing
  std::vector<SkillPoint> points{
      {.bot = "thoughtful", .among = "random", .deals = 5 * samples, .interval = {}}};
  for (const std::int64_t playouts : {10, 30, 100, 300, 1000})
    points.push_back({.bot = "search/" + std::to_string(playouts),
                      .among = "thoughtful",
                      .playouts = playouts,
                      .deals = 8 * samples / playouts,
                      .interval = {}});
  std::erase_if(points, [](const SkillPoint& point) { return point.deals < kFewestDeals; });
  return points;
}

Result<Done> measure_skill(const TableOptions& options, SkillPoint& point,
                           const std::function<void(std::int64_t)>& progress, const std::atomic<bool>& stop) {
  std::vector<std::string> bots(static_cast<std::size_t>(players_in(options.options)), point.among);
  bots[0] = point.bot;
  ContestOptions deals{.game = options.game,
                       .options = options.options,
                       .bots = bots,
                       .deals = point.deals,
                       .seed = options.seed,
                       .threads = options.threads,
                       .sprt = {}};
  if (auto good = Contest::check(deals); !good) return good;
  Contest contest(deals);
  const auto held = contest.hold([](const FinishedGame&) -> Result<Done> { return Done{}; },
                                 [&](const Contest::Progress& now) { progress(now.played); }, stop);
  if (!held) return held;
  const ContestReport& report = contest.report();
  point.deals = report.deals();
  point.share = report.tally.share(0);
  point.interval = report.tally.interval(0);
  return Done{};
}

}  // namespace lifetable::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/report_json.hpp"

namespace lifetable::lab {

namespace {

using namespace play;

json::object interval_json(double value, const Interval& interval) {
  return {{"value", value}, {"low", interval.low}, {"high", interval.high}};
}
json::object share_json(const Ratio& ratio, std::int64_t together = 1) {
  return interval_json(ratio.value(), ratio.share_interval(together));
}
json::object count_json(const Ratio& ratio) { return interval_json(ratio.value(), ratio.count_interval()); }
json::object fact_json(const Fact& fact) { return interval_json(fact.value, fact.interval); }

json::object spread_json(const Histogram& histogram) {
  return {{"mean", histogram.mean()},
          {"deviation", histogram.deviation()},
          {"least", histogram.quantile(0)},
          {"twentieth", histogram.quantile(.05)},
          {"quarter", histogram.quantile(.25)},
          {"median", histogram.quantile(.5)},
          {"three_quarters", histogram.quantile(.75)},
          {"nineteen_twentieths", histogram.quantile(.95)},
          {"most", histogram.quantile(1)}};
}

json::array wins_json(std::string_view name, const std::vector<Ratio>& wins, std::int64_t together) {
  json::array all;
  for (std::size_t i = 0; i < wins.size(); ++i) {
    if (!wins[i].known()) continue;
    json::object one{{name, i + 1}};
    one["wins"] = share_json(wins[i], together);
    all.push_back(std::move(one));
  }
  return all;
}

json::object lead_json(const TableFigures& f) {
  json::array leader, settled;
  for (const Ratio& wins : f.leader_wins)
    leader.push_back(wins.known() ? json::value(share_json(wins)) : nullptr);
  for (int tenth = 1; tenth <= kTenths; ++tenth) settled.push_back(f.share_settled_by(tenth));
  return {{"changes", count_json(f.mean_lead_changes)},
          {"changes_spread", spread_json(f.lead_changes)},
          {"winner_behind_at_half", share_json(f.behind_at_half)},
          {"winner_last_at_half", share_json(f.last_at_half)},
          {"changed_in_last_quarter", share_json(f.decided_late)},
          {"leader_wins_by_tenth", leader},
          {"settled_by_tenth", settled}};
}

json::array cards_json(const Study& study) {
  json::array all;
  for (std::size_t kind = 1; kind < study.figures.cards.size(); ++kind) {
    const CardFigures& card = study.figures.cards[kind];
    if (card.games == 0) continue;
    json::object one{{"card", study.cards[kind]},
                     {"plays_a_game", count_json(card.plays)},
                     {"games_with", card.games},
                     {"winners_share_of_plays", share_json(card.winners, kinds_played(study))}};
    if (study.stakes.games) one["decisive_in"] = study.stakes.by_card[kind];
    all.push_back(std::move(one));
  }
  return all;
}

json::object stakes_json(const Stakes& stakes) {
  json::array quarters, gaps;
  for (const Ratio& quarter : stakes.mattered_by_quarter)
    quarters.push_back(quarter.known() ? json::value(share_json(quarter)) : nullptr);
  for (std::size_t bin = 0; bin < stakes.gaps.size(); ++bin) {
    json::object one;
    if (bin > 0) one["over"] = kGapBins[bin - 1];
    if (bin < kGapBins.size()) one["up_to"] = kGapBins[bin];
    one["share"] = stakes.share_of_gaps(bin);
    gaps.push_back(std::move(one));
  }
  json::object all{{"games", stakes.games}, {"playouts", stakes.playouts}, {"threshold", kMatters}};
  if (stakes.mattered.known()) {
    all["mattered"] = share_json(stakes.mattered);
    all["mattered_by_quarter"] = quarters;
    all["gap"] = fact_json(points_of(stakes.gap));
    all["gaps"] = gaps;
  }
  if (stakes.play_swing.known()) {
    all["decisive_moves"] = stakes.decided();
    all["decisive_without_card"] = stakes.by_card[0];
    all["decisive_move_brought"] = fact_json(points_of(stakes.play_swing, -1));
  }
  if (stakes.deal_swing.known()) {
    all["decisive_deal_brought"] = fact_json(points_of(stakes.deal_swing, -1));
    all["deal_brought_more"] = share_json(stakes.by_deal);
  }
  return all;
}

json::array skill_json(const std::vector<SkillPoint>& points) {
  json::array all;
  for (const SkillPoint& point : points)
    all.push_back(json::object{{"bot", point.bot},
                               {"among", point.among},
                               {"playouts", point.playouts},
                               {"deals", point.deals},
                               {"wins", interval_json(point.share, point.interval)}});
  return all;
}

json::object study_json(const Study& study, std::int64_t together) {
  const TableFigures& f = study.figures;
  json::object facts;
  for (const Fact& fact : facts_of(study, together)) facts[fact.id] = fact_json(fact);
  json::object all{{"rule", study.rule},
                   {"options", to_json(study.options)},
                   {"games", f.games},
                   {"facts", facts},
                   {"seats", wins_json("seat", f.seats, together)},
                   {"turn_order", wins_json("place", f.order, together)},
                   {"score", spread_json(f.score)},
                   {"score_spread", spread_json(f.spread)},
                   {"decisions", spread_json(f.decisions)},
                   {"turns", spread_json(f.turns)},
                   {"watched", f.watched},
                   {"decisions_a_turn", count_json(f.decisions_a_turn)},
                   {"choices", share_json(f.choices)},
                   {"choices_a_turn", count_json(f.choices_a_turn)},
                   {"lead", lead_json(f)}};
  if (!f.cards.empty()) {
    all["winners_share_of_all_plays"] = share_json(f.cards[0].winners);
    all["cards"] = cards_json(study);
  }
  if (study.stakes.games) all["stakes"] = stakes_json(study.stakes);
  if (!study.skill.empty()) all["skill"] = skill_json(study.skill);
  return all;
}

}  // namespace

json::object report_json(const LabReport& report) {
  json::array findings, changes;
  for (const std::string& finding : findings_of(report)) findings.emplace_back(finding);
  for (const Change& change : changes_of(report))
    changes.push_back(json::object{{"id", change.house.id},
                                   {"name", change.house.name},
                                   {"house", change.house.value},
                                   {"standard", change.standard.value},
                                   {"change", change.by()},
                                   {"low", change.by() - change.half()},
                                   {"high", change.by() + change.half()},
                                   {"judged", change.judged()},
                                   {"sure", change.sure()}});
  const std::int64_t together = comparisons_in(report);
  json::object all{{"game", report.game->name},
                   {"title", report.game->title},
                   {"rules_version", report.game->rules_version},
                   {"lowest_wins", report.game->lowest_wins},
                   {"players", report.study.players},
                   {"bot", report.table.bot},
                   {"seed", report.seed},
                   {"samples", report.samples},
                   {"command", report.command},
                   {"findings", findings},
                   {"judgement", judgement_of(report)},
                   {"comparisons", together},
                   {"error_level", .05},
                   {"table", study_json(report.study, together)}};
  if (report.standard) {
    all["standard"] = study_json(*report.standard, together);
    all["changes"] = changes;
  }
  return all;
}

}  // namespace lifetable::lab

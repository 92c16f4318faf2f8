// SPDX-License-Identifier: Apache-2.0
// `lifetable lab`: the balance report of a game, or of a house rule beside the standard.
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "bots/bot.hpp"
#include "core/words.hpp"
#include "lab/report_html.hpp"
#include "lab/report_json.hpp"
#include "lab/table.hpp"
#include "play/file.hpp"
#include "play/registry.hpp"

namespace lifetable::app {

namespace {

/// The command that makes the same report again, on any machine.
std::string command_of(const LabArguments& arguments, const lab::LabReport& report) {
  std::string command = fmt::format("lifetable lab {} --players {} --games {} --seed {}", arguments.game,
                                    report.study.players, report.table.games, quoted(arguments.seed));
  if (arguments.bot != "thoughtful") command += " --bot " + quoted(arguments.bot);
  for (const std::string& option : arguments.options) command += " --option " + quoted(option);
  if (!arguments.cards.empty()) command += " --cards " + quoted(arguments.cards);
  return command + fmt::format(" --samples {}", report.samples);
}

/// The house rule as it was typed: catalogues by their file, where the game knows them by their hash.
std::string rule_of(const LabArguments& arguments) {
  std::string rule;
  for (const std::string& option : arguments.options) rule += (rule.empty() ? "" : " ") + option;
  if (arguments.cards.empty()) return rule;
  return fmt::format("{}{}cards={}", rule, rule.empty() ? "" : " ",
                     std::filesystem::path(arguments.cards).filename().string());
}

/// A long study must not end with a file that cannot be written.
Result<Done> check_place(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code code;
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
  if (fs::is_directory(path, code)) return Error{fmt::format("'{}' is a folder, not a file", path)};
  if (!fs::is_directory(folder, code))
    return Error{
        fmt::format("cannot write '{}': there is no folder '{}'; make it first", path, folder.string())};
  if (::access(folder.c_str(), W_OK) != 0)
    return Error{fmt::format("cannot write '{}': nothing can be written in '{}'; choose another place", path,
                             folder.string())};
  return Done{};
}

/// The figures of a line, and behind a wide interval what would narrow it.
std::string with_remedy(const std::string& figures, std::size_t width, const std::string& remedy) {
  return remedy.empty() ? figures : padded(figures, width) + "about ± 5 with " + remedy;
}

void print_summary(const lab::LabReport& report, const std::string& page) {
  Terminal out;
  const auto& study = report.study;
  out.line(fmt::format("{}{}, {} players: {} of {}, {} looked into, {:.1f} s", report.game->title,
                       report.standard ? " with " + study.rule + " beside the standard" : "", study.players,
                       counted(study.figures.games, "game", "games"), report.table.bot,
                       thousands(report.samples), report.seconds),
           Ink::strong);
  out.line();
  for (const std::string& finding : lab::findings_of(report)) out.hanging("- ", finding);
  out.line();
  out.hanging("", lab::judgement_of(report), Ink::quiet);
  out.line();
  if (report.standard) {
    out.line(padded("", 48) +
                 fmt::format("{:>10} {:>10}  {}", "here", "standard", "change (95% for all together)"),
             Ink::quiet);
    for (const lab::Change& change : lab::changes_of(report))
      out.line(padded(change.house.name, 48) +
                   with_remedy(fmt::format("{:>10} {:>10}  {}", lab::shown(change.house),
                                           lab::shown(change.standard), lab::shown_change(change)),
                               44, lab::remedy_for(change, report)),
               change.sure() ? Ink::plain : Ink::quiet);
  } else {
    out.line(padded("", 48) + fmt::format("{:>10}  {}", "", "95% interval"), Ink::quiet);
    for (const lab::Fact& fact : lab::facts_of(study, lab::comparisons_in(report)))
      out.line(padded(fact.name, 48) +
               with_remedy(fmt::format("{:>10}  {}", lab::shown(fact), lab::shown_interval(fact)), 30,
                           lab::remedy_for(fact, report)));
  }
  if (!page.empty()) {
    out.line();
    out.line(fmt::format("The whole report: {}", page));
  }
}

/// One bar after the other, for each thing that is done.
class Bars {
 public:
  void show(std::string_view what, std::int64_t done, std::int64_t total) {
    if (!bar_ || what != what_ || total != total_ || done < done_) {
      bar_.reset();
      bar_ = std::make_unique<ProgressBar>(std::string(what), total);
      what_ = what;
      total_ = total;
    }
    done_ = done;
    bar_->show(done);
  }

 private:
  std::unique_ptr<ProgressBar> bar_;
  std::string what_;
  std::int64_t total_ = 0, done_ = 0;
};

Result<lab::StudyOptions> study_options(const play::GameInfo& game, const LabArguments& arguments) {
  const auto players = players_for(game, arguments.players);
  if (!players) return players.error();
  const auto fields = options_from(game, arguments.options, static_cast<std::size_t>(*players));
  if (!fields) return fields.error();
  if (auto known = bots::check_bot(arguments.bot); !known) return known.error();
  lab::StudyOptions options{.table = {.game = arguments.game,
                                      .options = *fields,
                                      .bot = arguments.bot,
                                      .games = arguments.games,
                                      .seed = seed_from(arguments.seed),
                                      .threads = lab::threads_for(arguments.threads)},
                            .samples = arguments.samples};
  return options;
}

}  // namespace

ExitCode show_lab(LabArguments arguments) {
  const auto game = play::game_named(arguments.game);
  if (!game) return complain(game.error().message), kBadInput;
  if (arguments.out.empty() && arguments.json.empty())
    arguments.out = fmt::format("lab-{}.html", arguments.game);
  for (const std::string& path : {arguments.out, arguments.json})
    if (!path.empty() && path != "-")
      if (auto good = check_place(path); !good) return complain(good.error().message), kNoFile;

  std::vector<std::string> typed = arguments.options;  // without what --cards adds
  if (const ExitCode added = add_cards(**game, arguments.cards, arguments.options); added != kGood)
    return added;
  const auto options = study_options(**game, arguments);
  if (!options) return complain(options.error().message), kBadInput;

  watch_for_interrupt();
  auto report = [&] {
    Bars bars;
    return lab::make_report(
        *options, [&](auto what, auto done, auto total) { bars.show(what, done, total); }, interrupted);
  }();
  if (!report) return complain(report.error().message), kBadInput;
  if (report->stopped) return complain("interrupted: no report was written"), kInterrupted;
  arguments.options = std::move(typed);
  if (report->standard) report->study.rule = rule_of(arguments);
  report->seed = arguments.seed;
  report->command = command_of(arguments, *report);

  const std::string json = arguments.json.empty() ? "" : play::pretty(lab::report_json(*report)) + "\n";
  if (arguments.json == "-") fmt::print("{}", json);
  if (!arguments.json.empty() && arguments.json != "-")
    if (auto written = play::write_file(arguments.json, json); !written)
      return complain(written.error().message), kNoFile;
  if (!arguments.out.empty())
    if (auto written = play::write_file(arguments.out, lab::report_html(*report)); !written)
      return complain(written.error().message), kNoFile;
  if (arguments.json != "-") print_summary(*report, arguments.out);
  return kGood;
}

}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
#include "bots/spec.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace lifetable::bots {

namespace {

constexpr std::int64_t kMostPlayouts = 4'000'000;  // a tree counts wins in 32 bits
constexpr int kMostThreads = 64, kMostParticles = 100'000;
constexpr double kMostSeconds = 3600;
constexpr int kLeastKilobytes = 16, kMostMegabytes = 65'536;

/// The leading number of a text, which is cut off it; nothing if there is none.
bool take_number(std::string_view& text, double& number) {
  // By hand: std::from_chars for doubles is not there on every platform we build for.
  std::size_t at = 0;
  double value = 0, scale = 1;
  bool digits = false, fraction = false;
  for (; at < text.size() && at < 15; ++at) {
    const char c = text[at];
    if (c == '.' && !fraction) {
      fraction = true;
    } else if (c >= '0' && c <= '9') {
      digits = true;
      value = value * 10 + (c - '0');
      if (fraction) scale *= 10;
    } else {
      break;
    }
  }
  number = value / scale;
  text.remove_prefix(at);
  return digits;
}

bool is_whole(double number) { return number == static_cast<double>(static_cast<std::int64_t>(number)); }

/// "5000", "100ms" or "1.5s".
bool read_budget(std::string_view text, Budget& budget) {
  double number = 0;
  if (!take_number(text, number)) return false;
  if (text.empty() || text == "playouts") {
    if (!is_whole(number) || number < 1 || number > static_cast<double>(kMostPlayouts)) return false;
    budget.playouts = static_cast<std::int64_t>(number);
    return true;
  }
  const double seconds = text == "ms" ? number / 1000 : text == "s" ? number : 0;
  if (!(seconds >= .001 && seconds <= kMostSeconds)) return false;
  budget.seconds = seconds;
  return true;
}

bool read_memory(std::string_view text, std::size_t& bytes) {
  double number = 0;
  if (!take_number(text, number)) return false;
  const double kilobytes = text == "KB" ? number : text == "MB" ? number * 1024 : -1;
  if (kilobytes < kLeastKilobytes || kilobytes > kMostMegabytes * 1024.0) return false;
  bytes = static_cast<std::size_t>(kilobytes * 1024);
  return true;
}

bool read_within(std::string_view text, double least, double most, double& value) {
  double number = 0;
  if (!take_number(text, number) || !text.empty() || number < least || number > most) return false;
  value = number;
  return true;
}

bool read_whole(std::string_view text, int least, int most, int& value) {
  double number = 0;
  if (!read_within(text, least, most, number) || !is_whole(number)) return false;
  value = static_cast<int>(number);
  return true;
}

struct Setting {
  std::string_view name, values, meaning;
  bool (*read)(std::string_view text, SearchSettings& settings);
};

constexpr Setting kSettings[] = {
    {"rollouts", "thoughtful or random", "who plays on where the tree ends",
     [](std::string_view text, SearchSettings& settings) {
       settings.rollouts = text == "random" ? Rollouts::random : Rollouts::thoughtful;
       return text == "random" || text == "thoughtful";
     }},
    {"threads", "1 to 64", "each grows a tree of its own",
     [](std::string_view text, SearchSettings& settings) {
       return read_whole(text, 1, kMostThreads, settings.threads);
     }},
    {"memory", "such as 64MB or 100KB", "the most that all trees together take",
     [](std::string_view text, SearchSettings& settings) { return read_memory(text, settings.memory); }},
    {"explore", "0 to 10", "how much is tried that does not look best",
     [](std::string_view text, SearchSettings& settings) {
       return read_within(text, 0, 10, settings.explore);
     }},
    {"bias", "0 to 1", "how much thoughtful's choice is favoured while it is little tried",
     [](std::string_view text, SearchSettings& settings) { return read_within(text, 0, 1, settings.bias); }},
    {"others", "0 to 1", "how many of others' decisions in the tree they make by what they see themselves",
     [](std::string_view text, SearchSettings& settings) {
       return read_within(text, 0, 1, settings.others);
     }},
    {"breaks", "0 to 100", "at how many natural breaks a playout ends; 0: with the game",
     [](std::string_view text, SearchSettings& settings) {
       return read_whole(text, 0, 100, settings.breaks);
     }},
    {"particles", "0 to 100000", "worlds kept from move to move, weighed by what was played",
     [](std::string_view text, SearchSettings& settings) {
       return read_whole(text, 0, kMostParticles, settings.particles);
     }},
    {"slack", "0 to 1", "any move that is worse than the best by at most so much will do",
     [](std::string_view text, SearchSettings& settings) { return read_within(text, 0, 1, settings.slack); }},
};

Result<SearchSettings> search_from(std::string_view words) {
  SearchSettings settings;
  bool budget_given = false;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find('/'), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
      if (!budget_given) settings.budget = {};
      budget_given = true;
      if (!read_budget(word, settings.budget))
        return Error{
            fmt::format("'{}' is no budget of a search; write a time such as 100ms or 1s (1ms to "
                        "3600s), or a number of playouts (1 to {})",
                        word, kMostPlayouts)};
      continue;
    }
    const std::string_view name = word.substr(0, equals), value = word.substr(equals + 1);
    const auto* setting = std::find_if(std::begin(kSettings), std::end(kSettings),
                                       [&](const Setting& each) { return each.name == name; });
    if (setting == std::end(kSettings))
      return Error{fmt::format("a search has no setting '{}'; it has: {}", name, search_help())};
    if (!setting->read(value, settings))
      return Error{fmt::format("{}={} is not possible: {} must be {}", name, value, name, setting->values)};
  }
  if (settings.memory < (std::size_t{kLeastKilobytes} << 10) * static_cast<std::size_t>(settings.threads))
    return Error{fmt::format("{} threads need at least {}KB of memory; set memory= to more", settings.threads,
                             kLeastKilobytes * settings.threads)};
  return settings;
}

struct NamedBot {
  BotInfo info;
  BotSpec spec;
};

constexpr NamedBot kBots[] = {
    {{"random", "plays any legal move"}, {BotSpec::random}},
    {{"thoughtful", "plays by rules of thumb of a good player"}, {BotSpec::thoughtful}},
    {{"search", "looks ahead through worlds that could be; as in search/100ms or search/5000"},
     {BotSpec::search}},
    {{"easy", "looks a little ahead, and takes any move that is not bad"},
     {BotSpec::search, {.budget = {.playouts = 200}, .slack = .06}}},
    {{"normal", "looks ahead for a moment"}, {BotSpec::search, {.budget = {.seconds = .1}}}},
    {{"hard", "looks ahead for most of a second"}, {BotSpec::search, {.budget = {.seconds = .9}}}},
};

}  // namespace

std::span<const BotInfo> all_bots() {
  static const std::vector<BotInfo> infos = [] {
    std::vector<BotInfo> all;
    for (const NamedBot& bot : kBots) all.push_back(bot.info);
    return all;
  }();
  return infos;
}

Result<BotSpec> bot_from(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view name = text.substr(0, slash);
  std::string known;
  for (const NamedBot& bot : kBots) {
    if (bot.info.name == name) {
      if (slash == text.size()) return bot.spec;
      if (name != "search")
        return Error{fmt::format("{} has no settings; only search has, as in search/100ms", name)};
      const auto settings = search_from(text.substr(slash + 1));
      if (!settings) return settings.error();
      return BotSpec{BotSpec::search, *settings};
    }
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", bot.info.name, bot.info.meaning);
  }
  return Error{fmt::format("there is no bot '{}'; there are: {}", text, known)};
}

std::string search_help() {
  std::string help;
  for (const Setting& setting : kSettings)
    help += fmt::format("{}{}= ({})", help.empty() ? "" : ", ", setting.name, setting.values);
  return help;
}

}  // namespace lifetable::bots

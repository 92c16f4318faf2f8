// SPDX-License-Identifier: Apache-2.0
#include "play/rulebook.hpp"

#include <algorithm>

namespace lifetable::play {

namespace {

/// A paragraph on one line, without the marks of bold, italics and code.
std::string plain(std::string_view paragraph) {
  std::string text;
  for (const char c : paragraph)
    if (c != '*' && c != '`') text += c == '\n' ? ' ' : c;
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

/// A clause without its reasons.
std::string without_reason(std::string_view text) {
  std::string rule(text.substr(0, text.find("Why")));
  while (!rule.empty() && rule.back() == ' ') rule.pop_back();
  return rule;
}

}  // namespace

std::string introduction(std::string_view rules) {
  const std::size_t begin = std::min(rules.find("\n\n"), rules.size() - 2) + 2;
  return plain(rules.substr(begin, std::min(rules.find("\n\n", begin), rules.size()) - begin));
}

std::vector<ClauseText> clauses(std::string_view rules, std::string_view prefix) {
  std::vector<ClauseText> all;
  const std::string mark = "**" + std::string(prefix) + "-";
  std::string section;
  for (std::size_t at = 0; at < rules.size();) {
    const std::size_t end = std::min(rules.find("\n\n", at), rules.size());
    const std::string_view paragraph = rules.substr(at, end - at);
    at = std::min(end + 2, rules.size());
    if (paragraph.starts_with("## ")) section = plain(paragraph.substr(3));
    const std::size_t close = paragraph.find(".**");
    const std::size_t blank = paragraph.find(' ');
    if (!paragraph.starts_with(mark) || close == std::string_view::npos || blank > close) continue;
    all.push_back({std::string(paragraph.substr(2, blank - 2)),
                   std::string(paragraph.substr(blank + 1, close - blank - 1)),
                   plain(paragraph.substr(std::min(close + 4, paragraph.size()))), section});
  }
  return all;
}

std::string cite(std::string_view rules, std::string_view prefix, Clause clause) {
  const std::string id = std::string(prefix) + "-" + std::to_string(clause.number);
  for (const ClauseText& each : clauses(rules, prefix))
    if (each.id == id) return id + " " + each.title + ": " + without_reason(each.text);
  return id;
}

}  // namespace lifetable::play

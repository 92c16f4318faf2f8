// SPDX-License-Identifier: Apache-2.0
#include "server/answer.hpp"

#include <fmt/format.h>
#include <map>
#include <string>

namespace lifetable::server {

namespace {

/// Plain on purpose: the content security policy forbids styles inside a page.
std::string page_saying(std::string_view title, std::string_view sentence,
                        std::string_view last = "\n<p><a href=\"/\">To the table</a></p>") {
  return fmt::format(R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{0} · lifetable</title>
<main>
<h1>{0}</h1>
<p>{1}</p>{2}
</main>
</html>
)",
                     title, sentence, last);
}

const std::map<int, std::string>& apologies() {
  static const std::map<int, std::string> pages = {
      {400, page_saying("That could not be understood",
                        "What was asked for is no proper request. Nothing has happened.")},
      {404, page_saying("There is nothing here", "The address may be mistyped, or the page may have moved.")},
      {405, page_saying("That cannot be done here", "These pages can be read, and nothing else.")},
      {403, page_saying("That may not be done from there", "The request came from another page.")},
      {413, page_saying("That was too long", "The request has more text than this server reads.")},
      {421, page_saying("This name is not known here",
                        "Open the page by the address or name that the server printed when it started. "
                        "Whoever runs it can add this name: <code>lifetable serve --name NAME</code>.",
                        "")},
      {426, page_saying("This is for programs",
                        "Here games are played by WebSocket; the page does that by itself.")},
      {429, page_saying("That was too much at once", "Many requests came from your address; wait a moment.")},
      {503, page_saying("There is no place left",
                        "So many are here that nobody else can come in; try again in a moment.")},
      {431, page_saying("That was too long", "The request has more headers than any browser sends.")},
  };
  return pages;
}

Answer file_for(const SiteFile& file, const Request& request) {
  const bool packs = !file.packed.empty();
  const bool packed = packs && prefers_gzip(request.accept_encoding);
  Answer answer{.type = file.type,
                .body = packed ? file.packed : file.bytes,
                .caching = file.lasting ? "public, max-age=31536000, immutable" : "no-cache",
                .tag = packed ? file.packed_tag : file.tag,
                .encoding = packed ? "gzip" : "",
                .varies = packs};
  if (names_tag(request.if_none_match, answer.tag)) {
    answer.status = 304;
    answer.type = answer.body = answer.encoding = {};
  }
  return answer;
}

Answer found(const Request& request, const Site& site) {
  const auto path = path_of(request.target);
  if (!path) return apology(400);
  if (*path == "/healthz") return {.type = "text/plain; charset=utf-8", .body = "ok", .caching = "no-store"};
  if (const SiteFile* file = site.find(*path)) return file_for(*file, request);
  return apology(404);
}

}  // namespace

Answer apology(int status) {
  const auto page = apologies().find(status);
  if (page == apologies().end()) return apology(400);
  return {.status = status,
          .type = "text/html; charset=utf-8",
          .body = page->second,
          .allow = status == 405 ? "GET, HEAD" : ""};
}

Answer answer_to(const Request& request, const Site& site) {
  if (request.method != "GET" && request.method != "HEAD") return apology(405);
  Answer answer = found(request, site);
  answer.only_headers = request.method == "HEAD";
  return answer;
}

}  // namespace lifetable::server

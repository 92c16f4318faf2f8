// SPDX-License-Identifier: Apache-2.0
#include "server/site.hpp"

#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <span>
#include <utility>
#include <vector>

#include "core/sha256.hpp"
#include "play/file.hpp"
#include "server/gzip.hpp"

namespace lifetable::server {

namespace {

namespace fs = std::filesystem;

/// Far more than the page has: whoever names a wrong folder shall not wait until all of it has been read.
constexpr std::size_t kMostBytes = 64u << 20;

struct Kind {
  std::string_view ending, type;
  bool packs;  ///< worth compressing: what is not, is compressed already
};
constexpr Kind kKinds[] = {
    {".html", "text/html; charset=utf-8", true},
    {".js", "text/javascript; charset=utf-8", true},
    {".css", "text/css; charset=utf-8", true},
    {".wasm", "application/wasm", true},
    {".json", "application/json", true},
    {".map", "application/json", true},
    {".webmanifest", "application/manifest+json", true},
    {".svg", "image/svg+xml", true},
    {".txt", "text/plain; charset=utf-8", true},
    {".md", "text/markdown; charset=utf-8", true},
    {".png", "image/png", false},
    {".jpg", "image/jpeg", false},
    {".webp", "image/webp", false},
    {".ico", "image/x-icon", false},
    {".woff2", "font/woff2", false},
};

Kind kind_of(std::string_view path) {
  for (const Kind& kind : kKinds)
    if (path.ends_with(kind.ending)) return kind;
  return {"", "application/octet-stream", false};
}

/// 128 bits of its hash.
std::string name_of(std::string_view bytes) {
  const auto digest = Sha256::of({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  std::string name;
  for (const std::uint8_t byte : std::span(digest).first(16)) name += fmt::format("{:02x}", byte);
  return name;
}

SiteFile prepared(std::string_view path, std::string bytes) {
  const Kind kind = kind_of(path);
  const std::string name = name_of(bytes);
  SiteFile file{.type = std::string(kind.type), .tag = fmt::format("\"{}\"", name)};
  if (kind.packs) file.packed = gzip(bytes);
  if (file.packed.size() >= bytes.size()) file.packed.clear();
  if (!file.packed.empty()) file.packed_tag = fmt::format("\"{}-gzip\"", name);
  file.bytes = std::move(bytes);
  file.lasting = path.starts_with("/assets/");  // there the bundler puts a hash into every name
  return file;
}

Error no_page(const std::string& folder) {
  return {
      fmt::format("there is no page in '{}' (no index.html); build one with make run, or name the folder of "
                  "one with --page",
                  folder)};
}

/// The files in a folder that a browser may have.
Result<std::vector<fs::path>> files_in(const std::string& folder) {
  std::vector<fs::path> files;
  std::uintmax_t bytes = 0;
  std::error_code problem;
  auto entry = fs::recursive_directory_iterator(folder, problem);
  for (; !problem && entry != fs::recursive_directory_iterator(); entry.increment(problem)) {
    const fs::file_status status = entry->symlink_status(problem);
    const bool hidden = entry->path().filename().native().starts_with('.');
    if (hidden && fs::is_directory(status)) entry.disable_recursion_pending();
    if (hidden || !fs::is_regular_file(status)) continue;  // a link may lead anywhere
    files.push_back(entry->path());
    bytes += entry->file_size(problem);
    if (bytes > kMostBytes)
      return Error{fmt::format("'{}' holds more than {} MiB; name the folder of a built page with --page",
                               folder, kMostBytes >> 20)};
  }
  if (problem) return Error{fmt::format("cannot read the folder '{}': {}", folder, problem.message())};
  return files;
}

}  // namespace

Result<Site> Site::read(const std::string& folder) {
  std::error_code problem;
  if (!fs::is_regular_file(fs::path(folder) / "index.html", problem)) return no_page(folder);
  const auto files = files_in(folder);
  if (!files) return files.error();

  Site site;
  for (const fs::path& file : *files) {
    auto bytes = play::read_file(file.string());
    if (!bytes) return bytes.error();
    const std::string path = "/" + file.lexically_relative(folder).generic_string();
    site.files_.emplace(path, prepared(path, std::move(*bytes)));
  }
  if (!site.find("/")) return no_page(folder);  // it is a link
  return site;
}

const SiteFile* Site::find(std::string_view path) const {
  const auto found = files_.find(path == "/" ? "/index.html" : path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace lifetable::server

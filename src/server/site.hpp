// SPDX-License-Identifier: Apache-2.0
// The page's files, read once into memory: all that a browser can be given, and nothing else on the disk. It
// knows no network.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace lifetable::server {

/// A file as it is sent.
struct SiteFile {
  std::string type;  ///< "text/html; charset=utf-8"
  std::string bytes;
  std::string tag;     ///< what its bytes are called in headers, with its quotes
  std::string packed;  ///< the same as gzip, if that is smaller; else empty
  std::string packed_tag;
  bool lasting = false;  ///< its name changes with its bytes, so it can be kept for ever
};

class Site {
 public:
  /// Reads a folder and those in it. Hidden files and links are left out.
  static Result<Site> read(const std::string& folder);

  /// The file at a path that begins with "/"; "/" is index.html. Null if there is none.
  const SiteFile* find(std::string_view path) const;
  std::size_t size() const { return files_.size(); }

 private:
  std::map<std::string, SiteFile, std::less<>> files_;  ///< by path, as in "/assets/page.js"
};

}  // namespace lifetable::server

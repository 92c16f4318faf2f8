// SPDX-License-Identifier: Apache-2.0
// The catalogues that this program knows: a list that only grows. Whoever comes second finds the place taken,
// so that no lock is needed.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>

#include "core/words.hpp"
#include "games/cv/catalogue.hpp"

namespace lifetable::cv {

namespace {

/// Puts it at the place, for good, unless one lies there already.
void put(std::size_t place, Catalogue catalogue) {
  auto fresh = std::make_unique<const Catalogue>(std::move(catalogue));
  const Catalogue* nothing = nullptr;
  if (kept::list[place].compare_exchange_strong(nothing, fresh.get()))
    (void)fresh.release();  // never freed: states name it for as long as we run
}

Catalogue compiled_in(std::string_view text, std::string_view name) {
  auto read = read_catalogue(text, name);
  if (!read) {  // no input can cause this, only a program built from wrong files
    std::fputs((read.error().message + "\n").c_str(), stderr);
    std::abort();
  }
  return std::move(*read);
}

void load_compiled_in() {
  if (!kept::list[kStandard].load()) put(kStandard, compiled_in(standard_text(), "the standard catalogue"));
  if (!kept::list[kOdd].load()) put(kOdd, compiled_in(odd_text(), "the odd catalogue"));
}

struct Place {
  std::size_t index;  ///< of the catalogue, else the first free one, else the end of the list
  bool found;
};
Place place_for(std::uint64_t hash) {
  load_compiled_in();
  for (std::size_t i = 0; i < kept::list.size(); ++i) {
    const Catalogue* there = kept::list[i].load();
    if (!there || there->hash == hash) return {i, there != nullptr};
  }
  return {kept::list.size(), false};
}

}  // namespace

const Catalogue& kept::first_use(CatalogueId id) {
  load_compiled_in();
  assert(id < list.size() && list[id].load());
  return *list[id].load();
}

Result<CatalogueId> keep_catalogue(const Catalogue& catalogue) {
  for (;;) {
    const Place place = place_for(catalogue.hash);
    if (place.found) return static_cast<CatalogueId>(place.index);
    if (place.index == kept::list.size())
      return Error{
          fmt::format("{} catalogues are loaded, and there is no room for another: start the program anew",
                      kept::list.size())};
    put(place.index, catalogue);  // by now another may lie there: look again
  }
}

Result<CatalogueId> catalogue_named(std::string_view name) {
  const std::string text = lower(name);
  if (text == "standard") return kStandard;
  if (text == "odd") return kOdd;
  if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos)
    return Error{
        fmt::format("there is no catalogue '{}': say standard, odd, or give a file with --cards FILE",
                    shortened(name, 40))};
  const Place place = place_for(std::strtoull(text.c_str(), nullptr, 16));
  if (!place.found)
    return Error{fmt::format("no catalogue with hash {} is loaded: give its file with --cards FILE", text)};
  return static_cast<CatalogueId>(place.index);
}

}  // namespace lifetable::cv

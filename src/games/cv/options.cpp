// SPDX-License-Identifier: Apache-2.0
// The choices of a table of CV.
#include "core/option_reader.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::cv {

std::span<const OptionHelp> Cv::option_help() {
  static constexpr OptionHelp help[] = {
      {"cards", "standard",
       "the catalogue: 'standard', 'odd' (strange cards, for tests), or the hash of one that was loaded "
       "(CV-2)"},
  };
  return help;
}

Result<Options> Cv::options(const Fields& fields) {
  Options options;
  OptionReader<Cv> read(fields);
  read.players(options.players, Clause{1});
  if (const auto text = read.text("cards")) {
    const auto cards = catalogue_named(*text);
    if (cards)
      options.cards = *cards;
    else if (read.result(options))  // else something else was wrong first
      return Error{cards.error().message + " (CV-2)", Clause{2}};
  }
  return read.result(options);
}

/// The hash rather than a name, so that a record tells for ever which cards it was played with.
Fields Cv::fields(const Options& options) {
  Fields fields;
  fields.set("players", std::to_string(options.players));
  fields.set("cards", hash_text(catalogue(options.cards)));
  return fields;
}

std::span<const std::string_view> Cv::variants(int) {
  static constexpr std::string_view variants[] = {"", "cards=odd"};
  return variants;
}

Result<std::string> Cv::load_cards(std::string_view text, std::string_view source) {
  auto cards = read_catalogue(text, source);
  if (!cards) return cards.error();
  const auto kept = keep_catalogue(*cards);
  if (!kept) return kept.error();
  return hash_text(catalogue(*kept));
}

Result<std::string> Cv::cards_text(const Options& options) {
  return write_catalogue(catalogue(options.cards));
}

}  // namespace lifetable::cv

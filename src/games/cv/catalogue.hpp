// SPDX-License-Identifier: Apache-2.0
// The catalogue: what the 83 cards are (CV-2, CV-3). It is data: a text that is read, checked and kept for as
// long as the program runs. docs/cv-catalogue.md describes the form.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "games/cv/symbols.hpp"

namespace lifetable::cv {

/// A card is its number.
enum class Card : std::uint8_t { none = 0, bicycle = 12 };

inline constexpr int kCards = 83;
constexpr int number_of(Card card) { return static_cast<int>(card); }
/// The card in a set of childhood cards, one bit each; no card is no bit.
constexpr std::uint16_t bit_of(Card card) {
  return card == Card::none ? std::uint16_t{0} : static_cast<std::uint16_t>(1u << number_of(card));
}
constexpr Card card_of(int number) { return static_cast<Card>(number); }

enum class Deck : std::uint8_t { childhood, early, middle, old, goals };
inline constexpr int kDecks = 5;

/// The numbers of a deck, both included.
struct Range {
  std::uint8_t first, last;
  constexpr int size() const { return last - first + 1; }
  constexpr bool has(Card card) const { return number_of(card) >= first && number_of(card) <= last; }
};
constexpr Range range_of(Deck deck) {
  constexpr std::array<Range, kDecks> ranges{{{1, 12}, {13, 38}, {39, 58}, {59, 75}, {76, 83}}};
  return ranges[static_cast<std::size_t>(deck)];
}
constexpr Deck deck_of(Card card) {
  int deck = 0;
  while (number_of(card) > range_of(static_cast<Deck>(deck)).last) ++deck;
  return static_cast<Deck>(deck);
}

/// The first five have a stack in the CV (CV-38). Unsaid: of a card taken that has only one type.
enum class Type : std::uint8_t { health, relationship, knowledge, work, possession, event, goal, unsaid };
inline constexpr int kStacks = 5;
/// The type whose cards lie in a stack; stacks count from 0.
constexpr Type stack(int number) { return static_cast<Type>(number); }
using TypeSet = std::uint8_t;
constexpr TypeSet set_of(Type type) { return static_cast<TypeSet>(1u << static_cast<int>(type)); }

/// Special effects, one bit each.
enum Effect : std::uint8_t {
  change_one = 1,    // Magician (CV-27)
  turn_bad = 2,      // Trip around the world (CV-28)
  friends_job = 4,   // Friend from work (CV-29)
  thaw = 8,          // Psychotherapy (CV-16)
  retired = 16,      // Early retirement (CV-32)
  twice = 32,        // Marathon runner, Celebrity, Professor (CV-50)
  insurance = 64,    // Life insurance (CV-22)
  in_old_age = 128,  // Pension fund: an event for old age only (CV-21)
};

/// A goal gives `points` for each full set of so many cards of each type, or for each token (CV-52).
struct Goal {
  std::array<std::uint8_t, kStacks> cards{};
  std::uint8_t tokens = 0;
};

/// What the rules have to know of a card.
struct Facts {
  Symbols cost, gives, upkeep;
  Arrows arrows;  ///< only what the card itself says, not chained; without the identity
  TypeSet types = 0;
  TypeSet needs = 0, forbids = 0;  ///< conditions: types the CV must have, must not have (CV-31)
  std::uint8_t effects = 0;        ///< Effect bits
  std::uint8_t dice = 0, rerolls = 0, points = 0;
  Goal goal;

  constexpr bool has(Effect effect) const { return effects & effect; }
  constexpr bool is(Type type) const { return types & set_of(type); }
  constexpr bool is_event() const { return is(Type::event); }
  constexpr bool has_two_colours() const { return (types & (types - 1)) != 0; }  // CV-33
};

/// Where what we say about a card comes from.
enum class Source : std::uint8_t { rulebook, reported, house };

struct Catalogue {
  std::array<Facts, kCards + 1> facts{};
  std::array<std::string, kCards + 1> titles;
  std::array<Source, kCards + 1> sources{};
  std::uint64_t hash = 0;  ///< of all that it says; layout and remarks in the file do not matter

  const Facts& operator[](Card card) const { return facts[static_cast<std::size_t>(card)]; }
  const std::string& title(Card card) const { return titles[static_cast<std::size_t>(card)]; }
};

/// Reads a catalogue. Errors name `source` (the file), the card and the field, as in "my.cards, line 17,
/// card 18 (Marriage), 'cost': ...".
Result<Catalogue> read_catalogue(std::string_view text, std::string_view source);

/// Writes one down so that `read_catalogue` reads it again: card by card, in the order of their numbers.
std::string write_catalogue(const Catalogue& catalogue);

// ---- The catalogues that this program knows -----------------------------------------------------------
//
// States are plain data, so they hold the place of their catalogue in a list that only grows.

using CatalogueId = std::uint8_t;
inline constexpr CatalogueId kStandard = 0;  ///< ours, compiled in: catalogue.txt
inline constexpr CatalogueId kOdd = 1;       ///< legal and strange, for tests, compiled in: odd.txt

namespace kept {
/// Entries are written once and stay. The two compiled in are read when they are first asked for.
inline constinit std::array<std::atomic<const Catalogue*>, 64> list{};
const Catalogue& first_use(CatalogueId id);
}  // namespace kept

/// The catalogue at that place, which must have been given out. From any thread, without a lock.
inline const Catalogue& catalogue(CatalogueId id) {
  if (const Catalogue* there = kept::list[id].load(std::memory_order_acquire)) [[likely]]
    return *there;
  return kept::first_use(id);
}

/// Keeps a catalogue that was read; the same again gets the same place. At most 64 are kept.
Result<CatalogueId> keep_catalogue(const Catalogue& catalogue);

/// "standard", "odd", or a hash as records write it: 16 hexadecimal digits.
Result<CatalogueId> catalogue_named(std::string_view name);

/// The hash of a catalogue as records write it.
std::string hash_text(const Catalogue& catalogue);

/// The texts compiled in.
std::string_view standard_text();
std::string_view odd_text();

}  // namespace lifetable::cv

// SPDX-License-Identifier: Apache-2.0
// Symbols: what dice show, and what cards cost and give (CV-4).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace lifetable::cv {

/// The six faces of a die, then "any", which is one of the first four.
enum class Symbol : std::uint8_t { health, relationship, knowledge, money, good, bad, any };

inline constexpr int kFaces = 6, kSymbols = 7, kDice = 7;
inline constexpr std::string_view kLetters = "HRKMGBA";  // as in "roll HMMB"

/// A set of symbols, one bit each.
using SymbolSet = std::uint8_t;
constexpr SymbolSet set_of(Symbol symbol) { return static_cast<SymbolSet>(1u << static_cast<int>(symbol)); }
inline constexpr SymbolSet kFour = 0b1111;  ///< what "any" can be
inline constexpr SymbolSet kAllFaces = 0b111111;

/// How many of each symbol. Byte i counts symbol i; the highest byte is always 0.
struct Symbols {
  std::uint64_t bits = 0;

  static constexpr Symbols of(Symbol symbol, int number = 1) {
    return {static_cast<std::uint64_t>(number) << 8 * static_cast<int>(symbol)};
  }
  constexpr int count(Symbol symbol) const {
    return static_cast<int>(bits >> 8 * static_cast<int>(symbol) & 255);
  }
  constexpr int count(int symbol) const { return static_cast<int>(bits >> 8 * symbol & 255); }
  /// Fewer than 256 altogether.
  constexpr int size() const { return static_cast<int>(bits * 0x0101010101010101u >> 56); }
  constexpr bool empty() const { return bits == 0; }
  constexpr void add(Symbol symbol, int number = 1) { bits += of(symbol, number).bits; }
  constexpr void take(Symbol symbol, int number = 1) { bits -= of(symbol, number).bits; }
  constexpr Symbols& operator+=(Symbols other) { return bits += other.bits, *this; }
  constexpr Symbols& operator-=(Symbols other) { return bits -= other.bits, *this; }
  friend constexpr Symbols operator+(Symbols a, Symbols b) { return {a.bits + b.bits}; }
  friend constexpr Symbols operator-(Symbols a, Symbols b) { return {a.bits - b.bits}; }
  friend constexpr bool operator==(Symbols, Symbols) = default;

  /// Whether every symbol of `other` is here, one by one.
  constexpr bool includes(Symbols other) const {
    constexpr std::uint64_t high = 0x8080808080808080u;  // no count ever reaches 128
    return (((bits | high) - other.bits) & high) == high;
  }
  /// The symbols that are here at all.
  constexpr SymbolSet kinds() const {
    SymbolSet set = 0;
    for (int i = 0; i < kSymbols; ++i) set = static_cast<SymbolSet>(set | (count(i) != 0) << i);
    return set;
  }
};

/// What arrows make of each symbol: byte i is the set of faces that face i can become, itself included.
struct Arrows {
  std::uint64_t bits = 0;

  static constexpr Arrows none() {  // every face is only itself
    Arrows arrows;
    for (int i = 0; i < kFaces; ++i) arrows.bits |= std::uint64_t{1} << 9 * i;
    return arrows;
  }
  constexpr SymbolSet from(int face) const { return static_cast<SymbolSet>(bits >> 8 * face); }
  constexpr SymbolSet from(Symbol face) const { return from(static_cast<int>(face)); }
  constexpr void add(Symbol from, SymbolSet to) {
    bits |= static_cast<std::uint64_t>(to) << 8 * static_cast<int>(from);
  }
  /// What any member of the set can become.
  constexpr SymbolSet from_any_of(SymbolSet set) const {
    SymbolSet to = 0;
    for (int i = 0; i < kFaces; ++i)
      if (set >> i & 1) to = static_cast<SymbolSet>(to | from(i));
    return to;
  }
  /// Arrows applied one after the other, as often as one likes (CV-26).
  constexpr Arrows chained() const {
    Arrows all = *this;
    for (int through = 0; through < kFaces; ++through)
      for (int i = 0; i < kFaces; ++i)
        if (all.from(i) >> through & 1) all.bits |= static_cast<std::uint64_t>(all.from(through)) << 8 * i;
    return all;
  }
  constexpr Arrows& operator|=(Arrows other) { return bits |= other.bits, *this; }
  friend constexpr bool operator==(Arrows, Arrows) = default;
};

}  // namespace lifetable::cv

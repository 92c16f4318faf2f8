// SPDX-License-Identifier: Apache-2.0
// Paying, against trying every assignment symbol by symbol.
#include "games/cv/pay.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/random.hpp"

namespace lifetable::cv {
namespace {

constexpr Symbol kHealth = Symbol::health, kKnowledge = Symbol::knowledge, kMoney = Symbol::money;
constexpr Symbol kGood = Symbol::good, kBad = Symbol::bad;

/// As in "HMMB", "" for nothing.
Symbols symbols(std::string_view letters) {
  Symbols all;
  for (const char letter : letters) all.add(static_cast<Symbol>(kLetters.find(letter)));
  return all;
}

std::string letters(Symbols all) {
  std::string text;
  for (int i = 0; i < kSymbols; ++i)
    text.append(static_cast<std::size_t>(all.count(i)), kLetters[static_cast<std::size_t>(i)]);
  return text;
}

Bill bill_of(std::string_view one, std::string_view two = "", std::string_view upkeep = "") {
  return {{symbols(one), symbols(two)}, symbols(upkeep)};
}

Pool pool_of(std::string_view own, std::string_view extra = "") {
  return {.own = symbols(own), .extra = symbols(extra), .arrows = Arrows::none()};
}

/// With arrows as in "HK" for health to knowledge, one after the other.
Pool with_arrows(Pool pool, std::initializer_list<std::string_view> pairs) {
  for (const auto pair : pairs)
    pool.arrows.add(static_cast<Symbol>(kLetters.find(pair[0])), symbols(pair.substr(1)).kinds());
  pool.arrows = pool.arrows.chained();
  return pool;
}

// ---- The clauses one by one ------------------------------------------------------------------------------

// CV-24
TEST(CvPay, EachSymbolPaysOnce) {
  EXPECT_TRUE(can_pay(pool_of("HHM"), bill_of("HM")));
  EXPECT_FALSE(can_pay(pool_of("HMM"), bill_of("HH")));
  EXPECT_FALSE(can_pay(pool_of("HM"), bill_of("H", "H")));  // two cards
  EXPECT_FALSE(can_pay(pool_of("HM"), bill_of("H", "", "H")));
  EXPECT_TRUE(can_pay(pool_of("HM", "H"), bill_of("H", "H", "M")));  // an event's symbol as well
  EXPECT_TRUE(can_pay(pool_of(""), bill_of("")));
}

// CV-24: the money goes to the card that needs it, whichever was taken first.
TEST(CvPay, NobodySaysWhichSymbolPaysForWhat) {
  EXPECT_TRUE(can_pay(pool_of("HM"), bill_of("A", "M")));
  EXPECT_TRUE(can_pay(pool_of("HM"), bill_of("M", "A")));
  EXPECT_TRUE(can_pay(pool_of("HM"), bill_of("A", "H")));
  EXPECT_FALSE(can_pay(pool_of("HM"), bill_of("AA", "H")));
}

// CV-24: a pool that says nothing of arrows has none.
TEST(CvPay, WithoutArrowsEverySymbolIsItself) {
  Pool pool{.own = symbols("HA")};
  EXPECT_TRUE(can_pay(pool, bill_of("HM")));
  EXPECT_FALSE(can_pay(pool, bill_of("RM")));
  pool.change_one = true;
  EXPECT_TRUE(can_pay(pool, bill_of("RM")));
}

// CV-25
TEST(CvPay, AnyIsOneOfTheFourAndNeverLuck) {
  for (const auto cost : {"H", "R", "K", "M", "A"}) {
    EXPECT_TRUE(can_pay(pool_of("A"), bill_of(cost))) << cost;
    EXPECT_TRUE(can_pay(pool_of("", "A"), bill_of(cost))) << cost;
    EXPECT_TRUE(can_pay(pool_of(cost), bill_of("A"))) << cost;
  }
  for (const auto luck : {"G", "B"}) {
    EXPECT_FALSE(can_pay(pool_of("A"), bill_of(luck))) << luck;
    EXPECT_FALSE(can_pay(pool_of(luck), bill_of("A"))) << luck;
  }
  EXPECT_TRUE(can_pay(pool_of("AAR"), bill_of("HM", "R")));
  EXPECT_FALSE(can_pay(pool_of("AAR"), bill_of("HM", "K")));
}

// CV-26
TEST(CvPay, ArrowsChangeAnyNumberAndOneAfterTheOther) {
  const Pool pool = with_arrows(pool_of("HHH"), {"HK", "KM"});
  EXPECT_TRUE(can_pay(pool, bill_of("HKM")));
  EXPECT_TRUE(can_pay(pool, bill_of("MMM")));
  EXPECT_FALSE(can_pay(pool, bill_of("R")));
  EXPECT_FALSE(can_pay(with_arrows(pool_of("M"), {"HK", "KM"}), bill_of("H")));  // not backwards
  EXPECT_TRUE(can_pay(with_arrows(pool_of("M"), {"HM", "MH"}), bill_of("H")));   // a double arrow
}

// CV-26: dice, tokens, symbols of events, "any" and luck.
TEST(CvPay, ArrowsWorkOnAnySymbol) {
  EXPECT_TRUE(can_pay(with_arrows(pool_of("", "H"), {"HK"}), bill_of("K")));
  EXPECT_TRUE(can_pay(with_arrows(pool_of("A"), {"HG"}), bill_of("G")));
  EXPECT_TRUE(can_pay(with_arrows(pool_of("G"), {"GM"}), bill_of("A")));
  EXPECT_TRUE(can_pay(with_arrows(pool_of("B"), {"BM"}), bill_of("M")));
}

// CV-27
TEST(CvPay, OneSymbolOfTheFourMayBecomeAnother) {
  Pool pool = pool_of("HH");
  pool.change_one = true;
  EXPECT_TRUE(can_pay(pool, bill_of("HM")));
  EXPECT_TRUE(can_pay(pool, bill_of("KH")));
  EXPECT_FALSE(can_pay(pool, bill_of("KM")));  // once a turn
  EXPECT_FALSE(can_pay(pool, bill_of("HHM")));
}

// CV-27
TEST(CvPay, LuckCannotBeChangedAndNothingBecomesLuck) {
  Pool pool = pool_of("GB");
  pool.change_one = true;
  EXPECT_FALSE(can_pay(pool, bill_of("H")));
  pool = pool_of("H");
  pool.change_one = true;
  EXPECT_FALSE(can_pay(pool, bill_of("G")));
  EXPECT_FALSE(can_pay(pool, bill_of("B")));
}

// CV-27: not a symbol of an event, nor a friend's.
TEST(CvPay, OnlyDiceAndTokensAreChanged) {
  Pool pool = pool_of("", "H");
  pool.change_one = true;
  EXPECT_FALSE(can_pay(pool, bill_of("M")));
  pool = pool_of("");
  pool.change_one = true, pool.job = set_of(kHealth);
  EXPECT_FALSE(can_pay(pool, bill_of("M")));
}

// CV-27: arrows before the change and after it.
TEST(CvPay, AChangedSymbolMayFollowArrowsTwice) {
  Pool pool = with_arrows(pool_of("G"), {"GH", "MB"});
  EXPECT_FALSE(can_pay(pool, bill_of("B")));
  pool.change_one = true;
  EXPECT_TRUE(can_pay(pool, bill_of("B")));  // good luck, health, money, bad luck
  EXPECT_TRUE(can_pay(pool, bill_of("K")));
}

// CV-27: knowledge and money both lack one symbol, and no single change helps both.
TEST(CvPay, TheSameChangeMustHelpEverywhere) {
  Pool pool = with_arrows(pool_of("HRR"), {"RK"});
  pool.change_one = true;
  EXPECT_TRUE(can_pay(pool, bill_of("MKK")));  // health becomes money
  EXPECT_TRUE(can_pay(pool, bill_of("MRH")));  // a relationship does
  EXPECT_FALSE(can_pay(pool, bill_of("MMK")));
}

// CV-28
TEST(CvPay, OneBadLuckMayBeTurned) {
  Pool pool = pool_of("BB");
  pool.turn_bad = true;
  for (const auto cost : {"H", "R", "K", "M", "A", "B", "BM", "BB"})
    EXPECT_TRUE(can_pay(pool, bill_of(cost))) << cost;
  for (const auto cost : {"G", "MM", "BBM"}) EXPECT_FALSE(can_pay(pool, bill_of(cost))) << cost;
  pool = pool_of("", "B");
  pool.turn_bad = true;
  EXPECT_FALSE(can_pay(pool, bill_of("H")));  // not an event's
  pool = with_arrows(pool_of("K"), {"KB"});
  pool.turn_bad = true;
  EXPECT_FALSE(can_pay(pool, bill_of("H")));  // nor what only an arrow made bad luck
}

// CV-27, CV-28: both in one turn, on two symbols.
TEST(CvPay, ChangingAndTurningAddUp) {
  Pool pool = pool_of("HB");
  pool.change_one = pool.turn_bad = true;
  EXPECT_TRUE(can_pay(pool, bill_of("KM")));
  EXPECT_FALSE(can_pay(pool_of("HB"), bill_of("KM")));
}

// CV-29
TEST(CvPay, AFriendsJobGivesOneOfItsSymbols) {
  Pool pool = pool_of("H");
  pool.job = set_of(kKnowledge) | set_of(kMoney);
  EXPECT_TRUE(can_pay(pool, bill_of("HK")));
  EXPECT_TRUE(can_pay(pool, bill_of("HM")));
  EXPECT_TRUE(can_pay(pool, bill_of("HA")));
  EXPECT_FALSE(can_pay(pool, bill_of("KM")));
  pool.job = set_of(Symbol::any);
  EXPECT_TRUE(can_pay(pool, bill_of("H", "R")));
  EXPECT_FALSE(can_pay(pool, bill_of("G")));
  pool.job = set_of(kBad);
  EXPECT_EQ(misfortunes(pool, bill_of("H")), 0);  // nobody has to use it
  EXPECT_TRUE(can_pay(with_arrows(pool, {"BM"}), bill_of("M")));
}

// CV-30
TEST(CvPay, ThreeGoodLucksPayACardInPlaceOfItsCost) {
  EXPECT_TRUE(can_pay(pool_of("GGG"), bill_of("HHHH")));
  EXPECT_TRUE(can_pay(pool_of("GGGM"), bill_of("HHHH", "M")));
  EXPECT_TRUE(can_pay(pool_of("GGGM"), bill_of("M", "HHHH")));
  EXPECT_FALSE(can_pay(pool_of("GG"), bill_of("HHHH")));
  EXPECT_FALSE(can_pay(pool_of("GGGG"), bill_of("HHHH", "GG")));  // each pays once
  EXPECT_TRUE(can_pay(pool_of("GGGGG"), bill_of("HHHH", "GG")));
  EXPECT_FALSE(can_pay(pool_of("GGGGG"), bill_of("HH", "MM")));
  EXPECT_TRUE(can_pay(pool_of("GGGGGG"), bill_of("HH", "MM")));
}

// CV-30
TEST(CvPay, TheThreeGoodLucksAreFromDiceAndTokens) {
  EXPECT_FALSE(can_pay(pool_of("GG", "G"), bill_of("HH")));
  EXPECT_TRUE(can_pay(pool_of("GGG", "G"), bill_of("HH", "G")));  // the event's pays as a symbol
  EXPECT_FALSE(can_pay(pool_of("GGG", "G"), bill_of("HH", "GG")));
  Pool pool = pool_of("GG");
  pool.job = set_of(kGood);
  EXPECT_FALSE(can_pay(pool, bill_of("HH")));
  pool = with_arrows(pool_of("GGR"), {"RG"});
  EXPECT_TRUE(can_pay(pool, bill_of("HH")));  // what an arrow makes of a die
  pool = with_arrows(pool_of("GGH"), {"RG"});
  EXPECT_FALSE(can_pay(pool, bill_of("KK")));
  pool.change_one = true;
  EXPECT_TRUE(can_pay(pool, bill_of("KK")));  // health, relationship, good luck
  pool = with_arrows(pool_of("GGB"), {"RG"});
  pool.turn_bad = true;
  EXPECT_TRUE(can_pay(pool, bill_of("KK")));
  EXPECT_FALSE(can_pay(with_arrows(pool_of("GG", "R"), {"RG"}), bill_of("HH")));
}

// CV-34
TEST(CvMisfortune, StrikesForEveryThreeBadLucks) {
  for (const auto& [own, strikes] :
       {std::pair{"BB", 0}, {"BBB", 1}, {"BBBBB", 1}, {"BBBBBB", 2}, {"BBBBBBBBB", 3}})
    EXPECT_EQ(misfortunes(pool_of(own), {}), strikes) << own;
  EXPECT_EQ(misfortunes(pool_of("BB", "B"), {}), 0);  // an event's does not count
  Pool pool = pool_of("BB");
  pool.job = set_of(kBad);
  EXPECT_EQ(misfortunes(pool, {}), 0);  // nor a friend's
}

// CV-35
TEST(CvMisfortune, BadLuckThatPaysStillCounts) {
  EXPECT_EQ(misfortunes(pool_of("BBB"), bill_of("BB")), 1);
  Pool pool = with_arrows(pool_of("BBB"), {"BM"});
  EXPECT_EQ(misfortunes(pool, bill_of("BB")), 0);  // the third is changed
  EXPECT_EQ(misfortunes(pool, bill_of("BBB")), 1);
  pool = with_arrows(pool_of("BBB"), {"BM", "MB"});
  EXPECT_EQ(misfortunes(pool, bill_of("BBB")), 1);  // nor is it enough to change it to and fro
}

// CV-35
TEST(CvMisfortune, BadLuckThatWasTurnedDoesNotCount) {
  Pool pool = pool_of("BBB");
  pool.turn_bad = true;
  EXPECT_EQ(misfortunes(pool, bill_of("M")), 0);
  EXPECT_EQ(misfortunes(pool, {}), 0);  // for nothing
  EXPECT_EQ(misfortunes(pool, bill_of("BBB")), 1);
  pool.own.add(kBad);
  EXPECT_EQ(misfortunes(pool, {}), 1);
}

// CV-36: an event's bad luck pays, so that the die need not.
TEST(CvMisfortune, TheBestAssignmentCounts) {
  const Pool pool = with_arrows(pool_of("BBB", "B"), {"BM"});
  EXPECT_EQ(misfortunes(pool, bill_of("BBB")), 0);
  EXPECT_EQ(misfortunes(pool, bill_of("BBBB")), 1);
}

// CV-36: the bad luck turned to avoid a misfortune is no bad luck for upkeep, but one of the four.
TEST(CvMisfortune, WhatWasChangedStaysChangedForUpkeep) {
  Pool pool = pool_of("BBB");
  pool.turn_bad = true, pool.most_bad = 2;
  EXPECT_TRUE(can_pay(pool, bill_of("", "", "M")));
  EXPECT_TRUE(can_pay(pool, bill_of("", "", "BBM")));
  EXPECT_FALSE(can_pay(pool, bill_of("", "", "BBB")));
  pool.most_bad = 1;
  EXPECT_FALSE(can_pay(pool, {}));  // only one can be turned
  pool = with_arrows(pool_of("BBB"), {"BM"});
  pool.most_bad = 1;
  EXPECT_TRUE(can_pay(pool, bill_of("", "", "BMM")));
  EXPECT_FALSE(can_pay(pool, bill_of("", "", "BBM")));
}

// CV-42
TEST(CvPay, GoodLuckPaysNoUpkeep) {
  EXPECT_FALSE(can_pay(pool_of("GGG"), bill_of("", "", "MM")));
  EXPECT_TRUE(can_pay(pool_of("GGGMM"), bill_of("HHH", "", "MM")));
  EXPECT_TRUE(can_pay(pool_of("GGG"), bill_of("", "", "GG")));
  EXPECT_FALSE(can_pay(pool_of("GGGG"), bill_of("H", "", "GG")));
}

// CV-24, CV-30: printed costs come first, but not if good luck takes fewer symbols.
TEST(CvMissingSymbols, AreAsFewAsCanBe) {
  const auto missing_letters = [](const Pool& pool, const Bill& bill) {
    return letters(missing(pool, bill));
  };
  EXPECT_EQ(missing_letters(pool_of("HM"), bill_of("HM")), "");
  EXPECT_EQ(missing_letters(pool_of("HM"), bill_of("HMMK")), "KM");
  EXPECT_EQ(missing_letters(pool_of("GGM"), bill_of("HMM")), "G");
  EXPECT_EQ(missing_letters(pool_of("GG"), bill_of("H")), "H");
  EXPECT_EQ(missing_letters(pool_of("GG"), bill_of("", "", "MM")), "MM");
  EXPECT_EQ(missing_letters(pool_of(""), bill_of("BB")), "BB");
}

// CV-25: where every one of the four would do, "any" is missing.
TEST(CvMissingSymbols, AreAnyWhereAllOfTheFourWouldDo) {
  EXPECT_EQ(letters(missing(pool_of(""), bill_of("AA"))), "AA");
  EXPECT_EQ(letters(missing(pool_of(""), bill_of("HA"))), "HA");
  EXPECT_EQ(letters(missing(pool_of("M"), bill_of("MA"))), "A");
}

// CV-26, CV-27: what the card prints is easier to understand than what could become it.
TEST(CvMissingSymbols, AreThoseOfTheBillIfTheyAreAsFew) {
  Pool pool = pool_of("");
  pool.change_one = true;
  EXPECT_EQ(letters(missing(pool, bill_of("M"))), "M");
  EXPECT_EQ(letters(missing(pool, bill_of("MM"))), "MM");
  EXPECT_EQ(letters(missing(pool, bill_of("MA"))), "MA");
  pool = with_arrows(pool_of(""), {"RM"});
  EXPECT_EQ(letters(missing(pool, bill_of("MM"))), "MM");
  pool = with_arrows(pool_of("GG"), {"MG"});
  EXPECT_EQ(letters(missing(with_arrows(pool_of("KA"), {"KM"}), bill_of("RK", "", "K"))), "K")
      << "though R would set the any free for it";
  EXPECT_EQ(letters(missing(pool, bill_of("HKK"))), "G") << "the third of three good lucks";
}

// CV-36: a die with bad luck that was not there is not among those that were changed.
TEST(CvMissingSymbols, MayBeBadLuckThatStays) {
  Pool pool = with_arrows(pool_of("BBB"), {"BM"});
  pool.most_bad = 2;
  EXPECT_EQ(letters(missing(pool, bill_of("", "", "BBB"))), "B");
  EXPECT_EQ(letters(missing(pool, bill_of("", "", "BBBAA"))), "BB") << "one of them for any";
  pool = pool_of("BBB");
  pool.most_bad = 2;
  EXPECT_EQ(letters(missing(pool, bill_of("", "", "H"))), "");  // no die can help: a bad luck too many
}

// ---- The plain way: every symbol one by one, every change as the rules tell it --------------------------

/// One symbol and how it may change. Nothing here knows of sets, chains or counting.
struct Question {
  struct Piece {
    int shows;  // a letter's place
    bool on_dice_or_token;
    bool used = false;
  };
  std::vector<Piece> pieces;
  std::vector<int> friends;                 // what the friend's symbol may be
  std::vector<std::pair<int, int>> arrows;  // not chained
  bool change_one = false, turn_bad = false;
  std::vector<std::vector<int>> cards;  // costs
  std::vector<int> upkeep;
};

class Reference {
 public:
  explicit Reference(Question question) : q_(std::move(question)) {}

  /// The fewest bad lucks on dice and tokens that are left as bad luck; nothing if the bill cannot be paid.
  std::optional<int> fewest_bad() {
    best_.reset();
    choose_luck(0, q_.upkeep);
    return best_;
  }
  /// Without luck in place of the cost of a card, or with it for exactly so many cards.
  std::optional<int> fewest_bad(int by_luck) {
    best_.reset();
    only_ = by_luck;
    choose_luck(0, q_.upkeep);
    only_ = -1;
    return best_;
  }

 private:
  static constexpr int kBadLuck = static_cast<int>(Symbol::bad);
  static constexpr int kThreeLucks = 7;  // a demand for good luck from dice and tokens only
  static bool is_four(int face) { return face < 4; }
  static bool serves(int face, bool on_dice_or_token, int demand) {
    if (demand == static_cast<int>(Symbol::any)) return is_four(face);
    if (demand == kThreeLucks) return on_dice_or_token && face == static_cast<int>(Symbol::good);
    return face == demand;
  }

  // CV-30: each card that costs something, its cost or three good lucks.
  void choose_luck(std::size_t card, std::vector<int> demands, int by_luck = 0) {
    if (card == q_.cards.size()) {
      if (only_ < 0 || by_luck == only_) pay(demands, 0, 0);
      return;
    }
    auto printed = demands;
    printed.insert(printed.end(), q_.cards[card].begin(), q_.cards[card].end());
    choose_luck(card + 1, std::move(printed), by_luck);
    if (q_.cards[card].empty()) return;
    demands.insert(demands.end(), 3, kThreeLucks);
    choose_luck(card + 1, std::move(demands), by_luck + 1);
  }

  /// Calls `use(face)` for all faces that a symbol which shows `face` may come to, with the once-a-turn
  /// effects spent.
  template <class Use>
  void become(int face, bool own, Use use) {
    bool seen[kFaces][2][2] = {};
    walk(face, own, own && face == kBadLuck, seen, use);
  }
  template <class Use>
  void walk(int face, bool own, bool shows_bad_luck, bool (&seen)[kFaces][2][2], Use& use) {
    if (std::exchange(seen[face][changed_][turned_], true)) return;
    use(face);
    for (const auto& [from, to] : q_.arrows)  // CV-26
      if (from == face) walk(to, own, shows_bad_luck, seen, use);
    for (int to = 0; to < 4; ++to) {
      if (own && q_.change_one && !changed_ && is_four(face)) {  // CV-27
        changed_ = true;
        walk(to, own, shows_bad_luck, seen, use);
        changed_ = false;
      }
      if (shows_bad_luck && q_.turn_bad && !turned_ && face == kBadLuck) {  // CV-28
        turned_ = true;
        walk(to, own, shows_bad_luck, seen, use);
        turned_ = false;
      }
    }
  }

  void pay(const std::vector<int>& demands, std::size_t next, int bad_paid) {
    if (best_ && *best_ == 0) return;
    if (next == demands.size()) return change_the_rest(0, bad_paid);
    const int demand = demands[next];
    std::uint64_t tried = 0;  // equal symbols need not be tried twice
    for (auto& piece : q_.pieces) {
      const std::uint64_t bit = std::uint64_t{1} << (2 * piece.shows + piece.on_dice_or_token);
      if (piece.used || tried & bit) continue;
      tried |= bit;
      piece.used = true;
      const auto use = [&](int face) {
        if (!serves(face, piece.on_dice_or_token, demand)) return;
        const bool paid_as_bad = piece.on_dice_or_token && piece.shows == kBadLuck && face == kBadLuck;
        pay(demands, next + 1, bad_paid + paid_as_bad);  // CV-35
      };
      if (piece.shows == static_cast<int>(Symbol::any))  // CV-25
        for (int four = 0; four < 4; ++four) become(four, piece.on_dice_or_token, use);
      else
        become(piece.shows, piece.on_dice_or_token, use);
      piece.used = false;
    }
    if (friend_used_) return;
    friend_used_ = true;  // CV-29
    const auto use = [&](int face) {
      if (serves(face, false, demand)) pay(demands, next + 1, bad_paid);
    };
    for (const int shows : q_.friends)
      if (shows == static_cast<int>(Symbol::any))
        for (int four = 0; four < 4; ++four) become(four, false, use);
      else
        become(shows, false, use);
    friend_used_ = false;
  }

  /// Bad luck that pays nothing may still be changed (CV-36).
  void change_the_rest(std::size_t piece, int bad) {
    if (best_ && bad >= *best_) return;
    for (; piece < q_.pieces.size(); ++piece) {
      const auto& one = q_.pieces[piece];
      if (!one.used && one.on_dice_or_token && one.shows == kBadLuck) break;
    }
    if (piece == q_.pieces.size()) {
      best_ = bad;
      return;
    }
    become(kBadLuck, true, [&](int face) { change_the_rest(piece + 1, bad + (face == kBadLuck)); });
  }

  Question q_;
  bool changed_ = false, turned_ = false, friend_used_ = false;
  int only_ = -1;
  std::optional<int> best_;
};

// ---- Questions at random ---------------------------------------------------------------------------------

struct Case {
  Question question;
  Pool pool;
  Bill bill;
};

int number(Xoshiro256pp& rng, int below_this) {
  return static_cast<int>(below(rng, static_cast<std::uint32_t>(below_this)));
}

/// A symbol; some cases are full of luck, so that three of a kind happen.
int symbol(Xoshiro256pp& rng, int lean, int kinds) {
  if (lean && number(rng, 3) == 0) return lean;
  return number(rng, kinds);
}

Case random_case(Xoshiro256pp& rng, int most_symbols, int most_demands) {
  Case one;
  auto& [question, pool, bill] = one;
  const auto chance = [&](int in) { return number(rng, in) == 0; };
  const int leans[] = {0, 0, static_cast<int>(Symbol::good), static_cast<int>(Symbol::bad)};
  const int lean = leans[number(rng, 4)], lean_demand = leans[number(rng, 4)];
  for (int n = number(rng, most_symbols + 1); n > 0; --n) {
    const int shows = symbol(rng, lean, chance(3) ? kSymbols : kFaces);
    question.pieces.push_back({shows, true});
    pool.own.add(static_cast<Symbol>(shows));
  }
  for (int n = chance(3) ? number(rng, 3) : 0; n > 0; --n) {
    const int shows = symbol(rng, lean, kSymbols);
    question.pieces.push_back({shows, false});
    pool.extra.add(static_cast<Symbol>(shows));
  }
  pool.arrows = Arrows::none();
  for (int n = chance(2) ? number(rng, 5) : 0; n > 0; --n) {
    const int from = chance(3) ? static_cast<int>(Symbol::bad) : number(rng, kFaces),
              to = number(rng, kFaces);
    question.arrows.push_back({from, to});
    pool.arrows.add(static_cast<Symbol>(from), set_of(static_cast<Symbol>(to)));
  }
  pool.arrows = pool.arrows.chained();
  for (int n = chance(4) ? number(rng, 3) : 0; n > 0; --n) {
    const int shows = number(rng, kSymbols);
    question.friends.push_back(shows);
    pool.job |= set_of(static_cast<Symbol>(shows));
  }
  question.change_one = pool.change_one = chance(3);
  question.turn_bad = pool.turn_bad = chance(3);
  question.cards.resize(2);
  for (int n = number(rng, most_demands + 1); n > 0; --n) {
    const int demand = symbol(rng, lean_demand, kSymbols), place = number(rng, 5);
    if (place == 4) {
      question.upkeep.push_back(demand);
      bill.upkeep.add(static_cast<Symbol>(demand));
    } else {
      const std::size_t card = place > 2;
      question.cards[card].push_back(demand);
      bill.cards[card].add(static_cast<Symbol>(demand));
    }
  }
  return one;
}

std::string text_of(const Pool& pool, const Bill& bill) {
  std::string text = "own " + letters(pool.own) + ", extra " + letters(pool.extra) + ", arrows";
  for (int i = 0; i < kFaces; ++i) text += " " + std::to_string(pool.arrows.from(i));
  text += ", job " + std::to_string(pool.job) + (pool.change_one ? ", change one" : "") +
          (pool.turn_bad ? ", turn bad" : "") + ", most bad " + std::to_string(pool.most_bad) + ", costs " +
          letters(bill.cards[0]) + " and " + letters(bill.cards[1]) + ", upkeep " + letters(bill.upkeep);
  return text;
}

// CV-24, CV-36: the same answers as trying every assignment, however many bad lucks may stay.
TEST(CvPay, PaysExactlyIfSomeAssignmentDoes) {
  Xoshiro256pp rng(24);
  int payable = 0, refused = 0, striking = 0, limited = 0;
  for (int i = 0; i < 210'000; ++i) {
    Case one = i % 16 ? random_case(rng, 7, 5) : random_case(rng, 9, 7);
    const auto fewest = Reference(one.question).fewest_bad();
    ASSERT_EQ(can_pay(one.pool, one.bill), fewest.has_value()) << text_of(one.pool, one.bill);
    ++(fewest ? payable : refused);
    if (fewest) {
      ASSERT_EQ(misfortunes(one.pool, one.bill), *fewest / 3) << text_of(one.pool, one.bill);
      striking += *fewest >= 3;
    }
    const int bad = one.pool.own.count(kBad);
    for (int most = 0; most <= bad; ++most) {
      one.pool.most_bad = static_cast<std::uint8_t>(most);
      ASSERT_EQ(can_pay(one.pool, one.bill), fewest && *fewest <= most) << text_of(one.pool, one.bill);
      limited += fewest && most < bad && *fewest <= most;
      if (!fewest || *fewest > most) continue;
      ASSERT_EQ(misfortunes(one.pool, one.bill), *fewest / 3) << text_of(one.pool, one.bill);
    }
  }
  // The cases are worth something only if all of this happens often.
  EXPECT_GT(payable, 40'000);
  EXPECT_GT(refused, 40'000);
  EXPECT_GT(striking, 2'000);
  EXPECT_GT(limited, 10'000);
}

/// What is missing by trying all sets of dice, the smaller first.
class CvMissing : public testing::Test {
 protected:
  static std::optional<int> fewest(Question question, const std::vector<int>& dice, int by_luck = -1) {
    for (const int face : dice) question.pieces.push_back({face, true});
    Reference reference(std::move(question));
    return by_luck < 0 ? reference.fewest_bad() : reference.fewest_bad(by_luck);
  }

  /// The faces as they are preferred: good luck if it buys, then those of the upkeep, then of cards.
  static std::vector<int> preferred(const Bill& bill, int by_luck) {
    const Symbols cards = bill.cards[0] + bill.cards[1];
    std::vector<int> faces;
    for (const int rank : {0, 1, 2, 3})
      for (int face = 0; face < kFaces; ++face) {
        const bool lucky = by_luck && face == static_cast<int>(Symbol::good);
        if (rank == (lucky ? 0 : bill.upkeep.count(face) ? 1 : cards.count(face) ? 2 : 3))
          faces.push_back(face);
      }
    return faces;
  }

  /// The first of all sets of so many faces that helps, in that order of the faces.
  static std::optional<std::vector<int>> first_set(const Case& one, int size, int by_luck) {
    const std::vector<int> faces = preferred(one.bill, by_luck);
    std::vector<int> dice(static_cast<std::size_t>(size), 0);
    for (;;) {
      std::vector<int> shown;
      for (const int place : dice) shown.push_back(faces[static_cast<std::size_t>(place)]);
      if (fewest(one.question, shown, by_luck)) return shown;
      std::size_t place = dice.size();
      while (place > 0 && dice[place - 1] == kFaces - 1) --place;
      if (place == 0) return {};
      const int face = dice[place - 1] + 1;
      for (; place <= dice.size(); ++place) dice[place - 1] = face;
    }
  }
};

// CV-24, CV-30: what is missing makes the bill payable, and nothing smaller does.
TEST_F(CvMissing, IsTheFirstOfTheSmallestSets) {
  Xoshiro256pp rng(42);
  int several = 0, by_good_luck = 0, wide = 0;
  for (int i = 0; i < 6'000; ++i) {
    const Case one = random_case(rng, 4, 4);
    SCOPED_TRACE(text_of(one.pool, one.bill));
    const Symbols found = missing(one.pool, one.bill);
    std::optional<std::vector<int>> expected;
    int by_luck = 0;
    for (int size = 0; !expected; ++size)
      for (by_luck = 0; by_luck < 3; ++by_luck)
        if ((expected = first_set(one, size, by_luck))) break;
    ASSERT_EQ(found.size(), static_cast<int>(expected->size()));
    several += found.size() > 1;
    by_good_luck += by_luck > 0 && found.size() > 0;

    const Symbols named = one.bill.cards[0] + one.bill.cards[1] + one.bill.upkeep;
    EXPECT_LE(found.count(Symbol::any), named.count(Symbol::any));
    // "Any" stands where every one of the four does, however the others fall.
    Symbols faces, same;
    for (const int face : *expected) faces.add(static_cast<Symbol>(face));
    for (int face = 0; face < kFaces; ++face)
      same.add(static_cast<Symbol>(face), std::min(faces.count(face), found.count(face)));
    EXPECT_EQ(found.size() - same.size(), found.count(Symbol::any)) << letters(found) << letters(faces);
    std::vector<std::vector<int>> fallen{{}};
    for (int symbol = 0; symbol < kSymbols; ++symbol)
      for (int n = found.count(symbol); n > 0; --n) {
        std::vector<std::vector<int>> longer;
        for (const auto& dice : fallen)
          for (int face = 0; face < (symbol < kFaces ? 1 : 4); ++face) {
            longer.push_back(dice);
            longer.back().push_back(symbol < kFaces ? symbol : face);
          }
        fallen = std::move(longer);
      }
    for (const auto& dice : fallen) EXPECT_TRUE(fewest(one.question, dice, by_luck)) << letters(found);
    wide += found.count(Symbol::any) > 0;
  }
  EXPECT_GT(several, 500);
  EXPECT_GT(by_good_luck, 100);
  EXPECT_GT(wide, 300);
}

}  // namespace
}  // namespace lifetable::cv

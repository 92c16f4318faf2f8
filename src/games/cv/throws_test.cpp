// SPDX-License-Identifier: Apache-2.0
// Which throws pay: the same as asking can_pay for each of them, whatever a player has.
#include "games/cv/throws.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace lifetable::cv {
namespace {

class Anything {
 public:
  explicit Anything(std::uint64_t seed) : rng_(seed) {}
  int number(int end) { return static_cast<int>(below(rng_, static_cast<std::uint32_t>(end))); }
  bool once_in(int times) { return number(times) == 0; }
  Symbols symbols(int most, int kinds = kSymbols) {
    Symbols all;
    for (int left = number(most + 1); left > 0; --left) all.add(static_cast<Symbol>(number(kinds)));
    return all;
  }
  Pool pool() {
    Arrows arrows = Arrows::none();
    for (int left = once_in(2) ? number(4) : 0; left > 0; --left)
      arrows.add(static_cast<Symbol>(number(kFaces)), static_cast<SymbolSet>(1 << number(kFaces)));
    return {.own = symbols(4),
            .extra = symbols(2),
            .arrows = arrows.chained(),
            .job = static_cast<SymbolSet>(once_in(4) ? number(128) : 0),
            .change_one = once_in(4),
            .turn_bad = once_in(4)};
  }
  Bill bill() { return {.cards = {symbols(5), symbols(5)}, .upkeep = once_in(3) ? symbols(2) : Symbols{}}; }

 private:
  Xoshiro256pp rng_;
};

/// A bill and events that help, counted for these throws.
struct Counted {
  Tally one, two, upkeep, events;
  Counted(const Throws& throws, const Bill& bill, Symbols help) {
    throws.ask(bill.cards[0], one), throws.ask(bill.cards[1], two), throws.ask(bill.upkeep, upkeep);
    throws.give(help, events);
  }
  Payment payment() const { return {&one, &two, &upkeep, &events}; }
};

bool has(const SomeThrows& some, std::size_t which) { return some[which / 64] >> which % 64 & 1; }

TEST(CvThrows, PayExactlyWhatEachOfThemCanPay) {
  Anything any(5);
  for (int i = 0; i < 4000; ++i) {
    const int size = any.number(i % 10 ? 5 : kDice + 1);
    const Pool rest = any.pool();
    const Bill bill = any.bill();
    const Symbols help = any.symbols(2);
    const Throws throws(rest, size, bill.cards[0] + bill.cards[1] + bill.upkeep, help);
    const Counted counted(throws, bill, help);
    SomeThrows open = throws.all(), paying;
    const bool some_left = throws.take_out_paying(counted.payment(), open, paying);
    std::size_t left = 0;
    for (std::size_t which = 0; which < throws.number(); ++which) {
      Pool pool = rest;
      pool.own += kSets.dice[kSets.first[static_cast<std::size_t>(size)] + which];
      pool.extra += help;
      ASSERT_EQ(has(paying, which), can_pay(pool, bill)) << "pool " << i << ", throw " << which;
      ASSERT_NE(has(paying, which), has(open, which));
      left += has(open, which);
    }
    EXPECT_EQ(some_left, left != 0);
    const bool may_pay = throws.may_pay(counted.payment()), some_pay = left < throws.number();
    EXPECT_TRUE(may_pay || !some_pay);
    EXPECT_TRUE(size || may_pay == some_pay);
  }
}

TEST(CvThrows, AreTakenOutOnlyOnce) {
  const Pool rest{.arrows = Arrows::none()};
  const Bill cheap{.cards = {Symbols::of(Symbol::health)}}, dear{.cards = {Symbols::of(Symbol::health, 2)}};
  const Throws throws(rest, 4, Symbols::of(Symbol::health), {});
  SomeThrows open = throws.all(), first, second;
  throws.take_out_paying(Counted(throws, dear, {}).payment(), open, first);
  throws.take_out_paying(Counted(throws, cheap, {}).payment(), open, second);
  for (std::size_t which = 0; which < throws.number(); ++which) {
    const Symbols dice = kSets.dice[kSets.first[4] + which];
    const bool lucky = dice.count(Symbol::good) >= 3;
    EXPECT_EQ(has(first, which), dice.count(Symbol::health) >= 2 || lucky);
    EXPECT_EQ(has(second, which), dice.count(Symbol::health) == 1 && !lucky);
  }
}

TEST(CvThrows, PayByGoodLuckOnlyForTheCardsForWhichItIsTried) {
  const Pool rest{.arrows = Arrows::none()};
  const Bill bill{.cards = {Symbols::of(Symbol::health, 2), Symbols::of(Symbol::money)}};
  const Throws throws(rest, 4, bill.cards[0] + bill.cards[1], {});
  const Counted counted(throws, bill, {});
  const auto pays = [&](Symbols dice, unsigned by_luck) {
    SomeThrows open = throws.all(), paying;
    Payment payment = counted.payment();
    payment.by_luck = by_luck;
    throws.take_out_paying(payment, open, paying);
    return has(paying, kSets.find(dice) - kSets.first[4]);
  };
  const Symbols lucky = Symbols::of(Symbol::good, 3) + Symbols::of(Symbol::money);
  EXPECT_TRUE(pays(lucky, 7));
  EXPECT_TRUE(pays(lucky, 1));
  EXPECT_FALSE(pays(lucky, 2 | 4)) << "good luck for the second card leaves two health to be paid";
  EXPECT_TRUE(pays(Symbols::of(Symbol::health, 2) + Symbols::of(Symbol::money, 2), 0));
}

TEST(CvThrows, ShowSoManyOfAFace) {
  const Throws throws(Pool{.arrows = Arrows::none()}, 5, {}, {});
  const SomeThrows bad = throws.showing(Symbol::bad, 2), all = throws.showing(Symbol::bad, 0);
  for (std::size_t which = 0; which < throws.number(); ++which) {
    EXPECT_EQ(has(bad, which), kSets.dice[kSets.first[5] + which].count(Symbol::bad) >= 2);
    EXPECT_TRUE(has(all, which));
  }
}

}  // namespace
}  // namespace lifetable::cv

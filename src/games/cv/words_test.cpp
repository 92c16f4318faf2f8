// SPDX-License-Identifier: Apache-2.0
// What people read and type: symbols, moves, options, menus, the story and help.
#include "games/cv/words.hpp"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "core/fitted.hpp"
#include "core/testing.hpp"
#include "games/cv/cv.hpp"

namespace lifetable::cv {
namespace {

constexpr Seat kOne{0}, kTwo{1}, kThree{2};
const std::vector<std::string> kNames = {"Ann", "Bo", "Cy", "Di"};
constexpr Card kInsurance = card_of(5), kZoo = card_of(11), kMarriage = card_of(18), kOffer = card_of(57),
               kCollector = card_of(76);

Symbols symbols(std::string_view letters) {
  Symbols all;
  for (const char c : letters) all.add(static_cast<Symbol>(kLetters.find(c)));
  return all;
}

const Catalogue& standard() { return catalogue(kStandard); }
const Facts& facts(Card card) { return standard()[card]; }

/// The first card that may be of two types.
Card two_coloured() {
  for (int n = kFirstOpen; n <= range_of(Deck::old).last; ++n)
    if (std::popcount(static_cast<unsigned>(facts(card_of(n)).types)) == 2) return card_of(n);
  ADD_FAILURE() << "the catalogue has no card of two types";
  return kMarriage;
}

/// Seat 1 of so many is to act.
View table(int players, Phase phase) {
  View view{};
  Table& t = view.table;
  t.options.players = static_cast<std::uint8_t>(players);
  t.phase = phase;
  t.turn = t.starter = t.placing = kOne;
  t.most_bad = 255;
  t.means = means_of(t, kOne);
  view.seat = kOne;
  return view;
}

void add(Table& t, Seat seat, Type stack, Card card) {
  Card& top = t.top[seat.index][static_cast<std::size_t>(stack)];
  t.below_of(card) = top;
  top = card;
  ++t.count[seat.index][static_cast<std::size_t>(stack)];
}

/// As a menu shows it.
std::string label(const View& view, Move move) { return fitted(Cv::label(view, move), view.seat, kNames); }
std::string to_ann(const Event& event) { return english().say(Cv::tell(event, kOne), kOne, kNames); }
std::string to_watcher(const Event& event) {
  return english().say(Cv::tell(event, kNobody), kNobody, kNames);
}
std::string explain(const Options& options, std::string_view word) {
  return english().say(Cv::explain(options, word));
}
std::string explain(std::string_view word) { return explain(Options{}, word); }
bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string refusal(const std::string& options) {
  const auto read = Cv::options(assignments(options));
  return read ? "" : read.error().message;
}

// ---- Symbols and cards in few letters -------------------------------------------------------------------

TEST(CvWords, SymbolsAreWrittenInTheOrderOfTheDice) {
  EXPECT_EQ(letters_of(symbols("BMHMA")), "HMMBA");
  EXPECT_EQ(spaced(symbols("BMHM")), "H M M B");
  EXPECT_EQ(spaced(symbols("GGGGGGH")), "H 6×G") << "many are counted";
  EXPECT_EQ(spaced(Symbols{}), "");
  EXPECT_EQ(letters_of(SymbolSet{0b1001}, "/"), "H/M");
}

TEST(CvWords, ArrowsAreWrittenOnceEachWay) {
  Arrows arrows;
  EXPECT_EQ(arrows_of(arrows), "");
  EXPECT_EQ(arrows_of(Arrows::none()), "") << "what everything is anyway is not told";
  arrows.add(Symbol::health, set_of(Symbol::money));
  EXPECT_EQ(arrows_of(arrows), "H→M");
  arrows.add(Symbol::money, set_of(Symbol::health));
  EXPECT_EQ(arrows_of(arrows), "H↔M");
  arrows.add(Symbol::bad, kFour);
  EXPECT_EQ(arrows_of(arrows), "H↔M B→HRKM");
}

TEST(CvWords, ACardIsToldInOneShortLine) {
  Facts marriage;
  marriage.types = set_of(Type::relationship);
  marriage.cost = symbols("RRG");
  marriage.gives = symbols("R");
  marriage.dice = 1;
  EXPECT_EQ(facts_of(marriage), "R R G → R, +1 die");

  Facts villa;
  villa.types = set_of(Type::work) | set_of(Type::possession);
  villa.cost = symbols("MMMA");
  villa.needs = set_of(Type::work);
  villa.forbids = set_of(Type::health);
  villa.rerolls = 2;
  villa.effects = thaw;
  villa.upkeep = symbols("MM");
  villa.points = 7;
  EXPECT_EQ(facts_of(villa), "M M M A, needs work, no health → +2 throws, throw B again, −MM, 7 pt");
  EXPECT_EQ(letters_of(villa.types), "W/P");

  villa.forbids = set_of(Type::health) | set_of(Type::knowledge);
  EXPECT_EQ(price_of(villa), "M M M A, needs work, no health+knowledge");

  EXPECT_EQ(facts_of(Facts{}), "free → nothing");
  EXPECT_EQ(price_of(Facts{}), "");
}

TEST(CvWords, AGoalIsToldAsItsSets) {
  Facts goal;
  goal.types = set_of(Type::goal);
  goal.points = 3;
  goal.goal.cards = {0, 0, 0, 1, 2};
  EXPECT_EQ(effect_of(goal), "3 pt per W+2P");
  goal.goal = {.cards = {}, .tokens = 1};
  EXPECT_EQ(effect_of(goal), "3 pt per token");
}

TEST(CvWords, EverySpecialEffectHasWords) {
  std::set<std::string> all;
  for (int bit = 0; bit < 8; ++bit) {
    all.insert(effects_of(static_cast<std::uint8_t>(1u << bit)));
    Facts facts;
    facts.effects = static_cast<std::uint8_t>(1u << bit);
    EXPECT_NE(effect_of(facts), "");
  }
  EXPECT_EQ(all.size(), 8u);
}

TEST(CvWords, ACardIsCalledByItsNumberAndTitle) {
  EXPECT_EQ(name_of(standard(), kMarriage), "18 Marriage");
  EXPECT_EQ(name_of(standard(), Card::none), "a card");
  EXPECT_EQ(name_of(standard(), card_of(127)), "a card");
}

// ---- Moves --------------------------------------------------------------------------------------------

std::vector<Move> all_moves() {
  std::vector<Move> moves;
  for (const auto what : {Move::toss, Move::stop, Move::done, Move::decline}) moves.push_back(Move::of(what));
  for (int n = 1; n <= kCards; ++n) {
    const Card card = card_of(n);
    moves.insert(moves.end(), {Move::to_take(card), Move::to_play(card), Move::to_lose(card),
                               Move::to_place(card), Move::to_deal(card)});
    for (int i = 0; i < kStacks; ++i) moves.push_back(Move::to_take(card, static_cast<Type>(i)));
    for (int m = 1; m <= kCards; ++m) moves.push_back(Move::to_place(card, card_of(m)));
  }
  for (int stacks = 0; stacks < 1 << kStacks; ++stacks)
    moves.push_back(Move::to_pay(static_cast<TypeSet>(stacks)));
  for (int code = 0; code < 1 << 18; ++code) {  // three bits a face: every set of at most seven dice
    Symbols dice;
    for (int face = 0; face < kFaces; ++face) dice.add(static_cast<Symbol>(face), code >> 3 * face & 7);
    if (dice.size() <= kDice) moves.insert(moves.end(), {Move::to_reroll(dice), Move::to_roll(dice)});
  }
  return moves;
}

TEST(CvWords, EveryMoveReadsBack) {
  std::set<std::string> texts;
  const auto moves = all_moves();
  for (const Move move : moves) {
    const std::string text = Cv::text(move);
    const auto again = Cv::parse(text);
    ASSERT_TRUE(again) << text;
    ASSERT_EQ(*again, move) << text;
    texts.insert(text);
  }
  EXPECT_EQ(texts.size(), moves.size()) << "no two moves have the same text";
}

TEST(CvWords, ArbitraryBitsHaveATextAndALabel) {
  const View view = table(2, Phase::select);
  for (std::uint32_t bits = 0; bits < 1u << 22; bits += 7) {
    const Move move{bits};
    ASSERT_FALSE(Cv::text(move).empty()) << bits;
    ASSERT_FALSE(label(view, move).empty()) << bits;
    const auto again = Cv::parse(Cv::text(move));
    ASSERT_TRUE(!again || Cv::text(*again) == Cv::text(move)) << Cv::text(move);
  }
}

TEST(CvWords, MovesAreWrittenAsPeopleTypeThem) {
  EXPECT_EQ(Cv::text(Move::to_take(kMarriage)), "take 18");
  EXPECT_EQ(Cv::text(Move::to_take(card_of(50), Type::work)), "take 50 as work");
  EXPECT_EQ(Cv::text(Move::of(Move::toss)), "throw");
  EXPECT_EQ(Cv::text(Move::to_reroll(symbols("KH"))), "reroll HK");
  EXPECT_EQ(Cv::text(Move::to_reroll({})), "reroll new");
  EXPECT_EQ(Cv::text(Move::to_place(card_of(25))), "place 25");
  EXPECT_EQ(Cv::text(Move::to_place(card_of(25), card_of(31))), "place 25 under 31");
  EXPECT_EQ(Cv::text(Move::to_pay(set_of(Type::work) | set_of(Type::possession))), "pay work possession");
  EXPECT_EQ(Cv::text(Move::to_pay(0)), "pay none");
  EXPECT_EQ(Cv::text(Move::to_roll(symbols("MBHM"))), "roll HMMB");
}

TEST(CvWords, AMoveMayBeTypedInSeveralWays) {
  const auto canonical = [](std::string_view text) {
    const auto move = Cv::parse(text);
    return move ? Cv::text(*move) : "refused";
  };
  EXPECT_EQ(canonical("18"), "take 18");
  EXPECT_EQ(canonical("#18"), "take 18");
  EXPECT_EQ(canonical(" TAKE   50 As Work "), "take 50 as work");
  EXPECT_EQ(canonical("roll"), "throw") << "a player's word, without dice";
  EXPECT_EQ(canonical("roll bmmh"), "roll HMMB") << "the dealer's";
  EXPECT_EQ(canonical("reroll k h"), "reroll HK");
  EXPECT_EQ(canonical("again KH"), "reroll HK");
  EXPECT_EQ(canonical("keep"), "stop");
  EXPECT_EQ(canonical("keep 3"), "take 3") << "as the menu says it while growing up";
  EXPECT_EQ(canonical("end"), "done");
  EXPECT_EQ(canonical("no"), "decline");
  EXPECT_EQ(canonical("place 25 on top"), "place 25");
  EXPECT_EQ(canonical("pay Possession work"), "pay work possession");
}

TEST(CvWords, NonsenseIsRefusedInOneSentence) {
  for (const auto* text : {"",
                           " ",
                           "take",
                           "take 0",
                           "take 84",
                           "take -1",
                           "take 18 19",
                           "take 18 as",
                           "take 18 as money",
                           "take 18 as event",
                           "throw 3",
                           "reroll",
                           "reroll HX",
                           "reroll A",
                           "reroll HHHHHHHH",
                           "roll new",
                           "reroll none",
                           "stop now",
                           "play",
                           "play zoo",
                           "done 1",
                           "lose",
                           "place 25 under",
                           "place 25 under 0",
                           "place 25 over 31",
                           "pay",
                           "pay money",
                           "pay work work",
                           "pay none work",
                           "deal 99",
                           "18 take",
                           "marriage",
                           "##18",
                           "#"}) {
    const auto move = Cv::parse(text);
    ASSERT_FALSE(move) << text;
    EXPECT_TRUE(has(move.error().message, "is not a move of CV; moves look like: ")) << move.error().message;
    EXPECT_FALSE(has(move.error().message, "\n"));
  }
}

TEST(CvWords, TheMovesShownToWhoeverMistypesArePossible) {
  const std::string message = Cv::parse("xyzzy").error().message;
  std::string forms = message.substr(message.find("look like: ") + 11);
  const std::size_t dealer = forms.find("; and of the dealer: ");
  ASSERT_NE(dealer, std::string::npos) << message;
  forms.replace(dealer, 21, ", ");
  int moves = 0;
  while (!forms.empty()) {
    const std::size_t end = std::min(forms.find(", "), forms.size());
    const auto move = Cv::parse(forms.substr(0, end));
    ASSERT_TRUE(move) << forms;
    const bool has_card =
        move->what() == Move::take || move->what() == Move::place || move->what() == Move::play;
    const Facts& its = facts(has_card ? move->card() : Card::none);
    const bool as = move->what() == Move::take && move->type() != Type::unsaid;
    EXPECT_TRUE(!as || (its.is(move->type()) && std::popcount(its.types) == 2)) << forms;
    const bool under = move->what() == Move::place && move->under() != Card::none;
    EXPECT_TRUE(!under || its.types == facts(move->under()).types) << forms;
    EXPECT_TRUE(move->what() != Move::play || its.is_event()) << forms;
    forms.erase(0, end + 2);
    ++moves;
  }
  EXPECT_EQ(moves, 14);
}

// ---- Options ------------------------------------------------------------------------------------------

TEST(CvWords, OptionsReadBack) {
  for (int players = Cv::min_players; players <= Cv::max_players; ++players)
    for (const auto variant : Cv::variants(players)) {
      const Options options = table_for<Cv>(players, variant);
      EXPECT_EQ(options.players, players);
      const auto again = Cv::options(Cv::fields(options));
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_EQ(*again, options) << variant;
    }
  EXPECT_EQ(table_for<Cv>(3, "cards=odd").cards, kOdd);
  EXPECT_EQ(table_for<Cv>(3, "cards=Standard").cards, kStandard);
}

// CV-2
TEST(CvWords, OptionsAreWrittenWithTheHashOfTheCards) {
  EXPECT_EQ(Cv::fields(Options{}), assignments("players=4 cards=" + hash_text(standard())));
  EXPECT_EQ(Cv::fields(table_for<Cv>(2, "cards=odd")),
            assignments("players=2 cards=" + hash_text(catalogue(kOdd))));
}

TEST(CvWords, WrongOptionsAreRefusedWithTheClause) {
  EXPECT_EQ(refusal("players=5"), "CV is for 2 to 4 players, not '5' (CV-1)");
  EXPECT_EQ(refusal("cards=blue"),
            "there is no catalogue 'blue': say standard, odd, or give a file with --cards FILE (CV-2)");
  EXPECT_TRUE(has(refusal("rounds=3"), "CV has no option 'rounds'"));
  EXPECT_EQ(Cv::options(assignments("cards=0123456789abcdef")).error().clause, Clause{2});
}

// CV-2
TEST(CvWords, CardsCanBeWrittenAndLoadedAgain) {
  for (const CatalogueId id : {kStandard, kOdd}) {
    const auto text = Cv::cards_text({.players = 2, .cards = id});
    ASSERT_TRUE(text);
    const auto name = Cv::load_cards(*text, "a test");
    ASSERT_TRUE(name) << name.error().message;
    EXPECT_EQ(*name, hash_text(catalogue(id)));
    EXPECT_EQ(table_for<Cv>(2, "cards=" + *name).cards, id) << "the same again gets the same place";
  }
  const auto wrong = Cv::load_cards("nonsense", "my.cards");
  ASSERT_FALSE(wrong);
  EXPECT_TRUE(has(wrong.error().message, "my.cards")) << wrong.error().message;
}

// ---- The menu -----------------------------------------------------------------------------------------

TEST(CvWords, LabelsOfCardsTellWhatTheyCostAndDo) {
  const View view = table(3, Phase::select);
  EXPECT_EQ(label(view, Move::to_take(kMarriage)),
            "Take Marriage (relationship: " + facts_of(facts(kMarriage)) + ")");
  const Card card = two_coloured();
  EXPECT_EQ(label(view, Move::to_take(card, Type::work)),
            "Take " + standard().title(card) + " as work (" + facts_of(facts(card)) + ")");
  EXPECT_TRUE(has(label(view, Move::to_take(card_of(50))), " (work/possession: "));
  EXPECT_EQ(label(view, Move::to_play(kZoo)), "Play Zoo trip: 2 more dice");
}

// CV-8
TEST(CvWords, LabelsOfGrowingUpTellTheEffectOnly) {
  EXPECT_EQ(label(table(3, Phase::choose), Move::to_take(kZoo)), "Keep Zoo trip: 2 more dice");
}

// CV-47
TEST(CvWords, LabelsOfAssistanceNameNoCost) {
  const View view = table(3, Phase::assist);
  EXPECT_EQ(label(view, Move::to_take(kMarriage)),
            "Take Marriage free of charge (relationship: " + effect_of(facts(kMarriage)) + ")");
  EXPECT_EQ(label(view, Move::of(Move::decline)), "Decline social assistance");
}

// CV-14, CV-20
TEST(CvWords, LabelsOfThrowsTellWhatStays) {
  View view = table(3, Phase::toss);
  EXPECT_EQ(label(view, Move::of(Move::toss)), "Throw 4 dice");
  view.table.joining = 2;
  EXPECT_EQ(label(view, Move::of(Move::toss)), "Throw 6 dice");

  view.table.phase = Phase::reroll;
  view.table.joining = 0;
  view.table.dice = symbols("HKMMB");
  EXPECT_EQ(label(view, Move::to_reroll(symbols("HK"))), "Throw HK again, keep MMB");
  EXPECT_EQ(label(view, Move::to_reroll(symbols("HKMMB"))), "Throw HKMMB again");
  EXPECT_EQ(label(view, Move::of(Move::stop)), "Stop throwing");
  view.table.joining = 2;
  EXPECT_EQ(label(view, Move::to_reroll(symbols("H"))), "Throw H and 2 new dice, keep KMMB");
  EXPECT_EQ(label(view, Move::to_reroll({})), "Throw 2 new dice, keep HKMMB");
  EXPECT_EQ(label(view, Move::of(Move::stop)), "Stop throwing; 2 new dice are lost");
}

// CV-34
TEST(CvWords, TheLabelOfBeingDoneWarnsOfMisfortune) {
  View view = table(3, Phase::select);
  view.table.dice = symbols("HMBB");
  EXPECT_EQ(label(view, Move::of(Move::done)), "Take no card");
  view.table.dice = symbols("HBBB");
  EXPECT_EQ(label(view, Move::of(Move::done)), "Take no card; misfortune strikes");
  view.table.dice = symbols("BBBBBB");
  EXPECT_EQ(label(view, Move::of(Move::done)), "Take no card; 2 misfortunes strike");
  view.table.dice = symbols("HMRK");
  view.table.taken[0] = {kOffer, Type::work};
  EXPECT_EQ(label(view, Move::of(Move::done)), "No more cards");
}

// CV-22, CV-37
TEST(CvWords, LabelsOfMisfortuneTellWhatComesToTheTop) {
  View view = table(3, Phase::misfortune);
  add(view.table, kOne, Type::relationship, card_of(21));
  add(view.table, kOne, Type::relationship, kMarriage);
  EXPECT_EQ(label(view, Move::to_lose(kMarriage)), "Lose Marriage (" + effect_of(facts(kMarriage)) +
                                                       "); then " + standard().title(card_of(21)) +
                                                       " is on top");
  EXPECT_EQ(label(view, Move::to_lose(card_of(21))),
            "Lose " + standard().title(card_of(21)) + " (" + effect_of(facts(card_of(21))) + ")");
  EXPECT_EQ(label(view, Move::to_play(kInsurance)), "Play Life insurance (5) and lose nothing");
}

// CV-39
TEST(CvWords, LabelsOfPlacingNameTheCardAbove) {
  const View view = table(3, Phase::place);
  EXPECT_EQ(label(view, Move::to_place(kMarriage)), "Place Marriage on top: " + effect_of(facts(kMarriage)));
  EXPECT_EQ(label(view, Move::to_place(kMarriage, card_of(21))),
            "Place Marriage under " + standard().title(card_of(21)));
}

// CV-42
TEST(CvWords, LabelsOfUpkeepTellWhatIsPaidAndWhatIsLost) {
  View view = table(3, Phase::upkeep);
  std::vector<Card> dear;  // two cards with upkeep, of different stacks
  TypeSet stacks = 0;
  for (int n = kFirstOpen; n <= range_of(Deck::old).last && dear.size() < 2; ++n) {
    const Facts& its = facts(card_of(n));
    const int stack = std::countr_zero(static_cast<unsigned>(its.types));
    if (its.upkeep.empty() || stack >= kStacks || (stacks & its.types)) continue;
    stacks = static_cast<TypeSet>(stacks | 1u << stack);
    add(view.table, kOne, static_cast<Type>(stack), card_of(n));
    dear.push_back(card_of(n));
  }
  ASSERT_EQ(dear.size(), 2u) << "the catalogue has too few cards with upkeep";
  const auto named = [](Card card) { return standard().title(card) + " (" + upkeep_of(facts(card)) + ")"; };
  const auto lowest = static_cast<TypeSet>(stacks & -stacks);
  const bool first_is_lowest =
      view.table.active(kOne, static_cast<Type>(std::countr_zero(lowest + 0u))) == dear[0];
  const Card low = dear[first_is_lowest ? 0 : 1], high = dear[first_is_lowest ? 1 : 0];
  EXPECT_EQ(label(view, Move::to_pay(lowest)), "Pay for " + named(low) + "; lose " + named(high));
  EXPECT_EQ(label(view, Move::to_pay(stacks)), "Pay for " + named(low) + ", " + named(high));
  EXPECT_EQ(label(view, Move::to_pay(0)), "Lose " + named(low) + ", " + named(high));
}

/// Seat 1 selects with these dice, and has a card with an upkeep of M M on its relationship stack.
struct Upkeep {
  View view = table(3, Phase::select);
  Card twins = Card::none;

  explicit Upkeep(std::string_view dice) {
    for (int n = kFirstOpen; n <= range_of(Deck::old).last; ++n)
      if (facts(card_of(n)).upkeep == symbols("MM") && facts(card_of(n)).is(Type::relationship))
        twins = card_of(n);
    if (twins == Card::none) ADD_FAILURE() << "no relationship card asks for M M";
    add(view.table, kOne, Type::relationship, twins);
    view.table.dice = symbols(dice);
  }
  std::string then() const { return "; then " + standard().title(twins) + " cannot be paid"; }
};

// CV-41, CV-42
TEST(CvWords, LabelsWarnOfUpkeepThatCannotBePaidThen) {
  Card work = Card::none;  // one that takes money, and no other stack's place
  for (int n = kFirstOpen; n <= range_of(Deck::old).last; ++n)
    if (facts(card_of(n)).types == set_of(Type::work) && facts(card_of(n)).cost.count(Symbol::money) &&
        !facts(card_of(n)).needs && !facts(card_of(n)).forbids)
      work = card_of(n);
  ASSERT_NE(work, Card::none);
  const Symbols cost = facts(work).cost;
  Upkeep rich(letters_of(cost) + "MM"), poor(letters_of(cost + symbols("MM") - symbols("M")));
  rich.view.table.track[0] = poor.view.table.track[0] = work;
  EXPECT_FALSE(has(label(rich.view, Move::to_take(work)), "cannot be paid"));
  const std::string warning = label(poor.view, Move::to_take(work));
  EXPECT_TRUE(warning.ends_with(poor.then())) << warning;
  EXPECT_LE(width_of(warning), 75u);
  EXPECT_EQ(label(poor.view, Move::of(Move::done)), "Take no card");
  const Upkeep broke("HRK");
  EXPECT_EQ(label(broke.view, Move::of(Move::done)), "Take no card" + broke.then());

  // Whatever goes on top of it spares it.
  Upkeep covered("M");
  covered.view.table.taken[0] = {kMarriage, Type::relationship};
  covered.view.table.dice += facts(kMarriage).cost;
  EXPECT_EQ(label(covered.view, Move::of(Move::done)), "No more cards");
}

TEST(CvWords, ALabelThatIsTooLongIsCutBeforeItsWarning) {
  const Phrase take{"cv.label.place-under",
                    {{"card", as_typed("18 Marriage")}, {"under", as_typed("21 Twins")}}};
  const Phrase warned{"cv.label.warned",
                      {{"move", take}, {"warning", Phrase{"cv.then.cards-unpaid", {{"n", 2}}}}}};
  const auto within = [](const Phrase& phrase, std::size_t width) {
    return fitted(phrase, kOne, kNames, width);
  };
  EXPECT_EQ(within(take, 32), "Place 18 Marriage under 21 Twins");
  EXPECT_EQ(within(take, 20), "Place 18 Marriage u…");
  EXPECT_EQ(within(warned, 63), "Place 18 Marriage under 21 Twins; then 2 cards cannot be paid");
  EXPECT_EQ(within(warned, 50), "Place 18 Marriage un…; then 2 cards cannot be paid");
  EXPECT_EQ(within(warned, 20), "Place 18 Marriage u…") << "there is no room for both";
}

// ---- Why not ------------------------------------------------------------------------------------------

std::string reason(const View& view, std::string_view move) {
  const auto read = Cv::parse(move);
  EXPECT_TRUE(read) << move;
  return read ? english().say(Cv::reason(view, *read), view.seat, kNames) : "";
}

// CV-14 to CV-20
TEST(CvReasons, OfThrows) {
  View view = table(3, Phase::toss);
  EXPECT_EQ(reason(view, "throw"), "") << "that is allowed";
  EXPECT_EQ(reason(view, "take 18"), "First throw the dice.");
  EXPECT_EQ(reason(view, "reroll H"), "First throw the dice.");
  view.table.phase = Phase::reroll;
  view.table.dice = symbols("KMMB");
  EXPECT_EQ(reason(view, "reroll HK"), "No die shows health.");
  EXPECT_EQ(reason(view, "reroll KK"), "Only 1 die shows knowledge.");
  EXPECT_EQ(reason(view, "reroll MMM"), "Only 2 dice show money.");
  EXPECT_EQ(reason(view, "reroll new"), "No new dice join this throw.");
  EXPECT_EQ(reason(view, "reroll MB"), "A die that shows bad luck cannot be thrown again.");
  view.table.means.effects = thaw;
  view.table.thawed = true;
  EXPECT_EQ(reason(view, "reroll MB"), "You have thrown bad luck again this turn already.");
  EXPECT_EQ(reason(view, "throw"), "Choose which dice to throw again.");
  EXPECT_EQ(reason(view, "take 18"), "First throw dice again, or stop throwing.");
  EXPECT_EQ(reason(view, "roll HK"), "That is for the dealer.");
  view.table.phase = Phase::select;
  EXPECT_EQ(reason(view, "reroll M"), "You throw no more in this turn.");
}

// CV-23 to CV-33
TEST(CvReasons, OfTaking) {
  View view = table(3, Phase::select);
  Table& t = view.table;
  Card two = Card::none;
  for (int n = kFirstOpen; n <= range_of(Deck::old).last; ++n)
    if (facts(card_of(n)).types == (set_of(Type::work) | set_of(Type::possession))) two = card_of(n);
  ASSERT_NE(two, Card::none);
  const std::string number = std::to_string(number_of(two));
  t.track = {kMarriage, two, card_of(41), kOffer, Card::none};
  EXPECT_EQ(reason(view, "take 20"), standard().title(card_of(20)) + " is not on the track.");
  t.dice = facts(kMarriage).cost - symbols("R");
  const int any = t.dice.count(Symbol::any);  // no face of a die
  t.dice.take(Symbol::any, any);
  t.dice.add(Symbol::money, any);
  EXPECT_EQ(reason(view, "take 18"), "You lack a relationship.");
  t.dice = symbols("GG");
  EXPECT_EQ(reason(view, "take 18"), "You lack good luck: three good lucks would pay for it.");
  t.dice = {};
  EXPECT_EQ(reason(view, "take 18 as work"), "Marriage is a relationship card, and nothing else.");
  const std::string either =
      standard().title(two) + " can be a work card or a possession card: choose which.";
  EXPECT_EQ(reason(view, "take " + number).substr(0, 9), "You lack ") << "what is missing comes first";
  EXPECT_EQ(Cv::judge(view, Move::to_take(two)), Clause{24});
  EXPECT_EQ(reason(view, "take " + number + " as health"), either);
  t.dice = symbols("GGG");
  EXPECT_EQ(reason(view, "take " + number), either);
  EXPECT_EQ(Cv::judge(view, Move::to_take(two)), Clause{33});
  t.dice = {};
  EXPECT_EQ(reason(view, "take 41"), "Early retirement needs a work card in your CV.");
  add(t, kOne, Type::work, card_of(28));
  EXPECT_EQ(reason(view, "take 57"), standard().title(kOffer) + " is not for a CV with a work card.");
  add(t, kOne, Type::work, card_of(41));
  EXPECT_EQ(reason(view, "take " + number + " as work"), "You are retired, and take no work cards.");
  t.taken = {Taken{card_of(20), Type::work}, Taken{card_of(21), Type::relationship}};
  EXPECT_EQ(reason(view, "take 18"), "You have taken two cards; nobody takes more in a turn.");
}

// CV-18 to CV-22, CV-37 to CV-42
TEST(CvReasons, OfTheRestOfATurn) {
  View view = table(3, Phase::select);
  Table& t = view.table;
  view.mine.first = kInsurance;
  view.mine.second = kZoo;
  EXPECT_EQ(reason(view, "play 11"), "No throw of this turn is left for its dice.");
  EXPECT_EQ(reason(view, "play 5"), "No misfortune has struck you.");
  EXPECT_EQ(reason(view, "play 4"), "Summer camp is not in your hand.");
  EXPECT_EQ(reason(view, "lose 18"), "No misfortune has struck you.");
  t.taken[0] = {card_of(30), Type::event};
  EXPECT_EQ(reason(view, "play 30"),
            "You have taken Life insurance (30) only now; it can be played from your next turn on.");
  t.taken[0] = {};
  t.phase = Phase::misfortune;
  add(t, kOne, Type::relationship, kMarriage);
  add(t, kOne, Type::relationship, card_of(21));
  EXPECT_EQ(reason(view, "play 11"), "Zoo trip saves no card from misfortune.");
  EXPECT_EQ(reason(view, "lose 18"), "Marriage does not lie on top of a stack of yours.");
  EXPECT_EQ(reason(view, "done"), "First lose a card to misfortune.");
  t.phase = Phase::place;
  t.taken[0] = {card_of(20), Type::work};
  t.unplaced = 1;
  EXPECT_EQ(reason(view, "place 20 under 18"), "A work card goes on top.");
  EXPECT_EQ(reason(view, "place 25"), standard().title(card_of(25)) + " is no card that you have to place.");
  t.taken[0] = {card_of(22), Type::health};
  EXPECT_EQ(reason(view, "place 22 under 18"), "Marriage is not in your health stack.");
  EXPECT_EQ(reason(view, "done"), "First place what you have taken.");
  t.phase = Phase::upkeep;
  EXPECT_EQ(reason(view, "pay knowledge"), "No upkeep is due for knowledge.");
  t.phase = Phase::choose;
  EXPECT_EQ(reason(view, "take 3"), standard().title(card_of(3)) + " is not among the cards before you.");
  t.chosen.add(kOne);
  EXPECT_EQ(reason(view, "take 3"), "You have chosen already.");
  t.phase = Phase::select;
  t.turn = kTwo;
  EXPECT_EQ(reason(view, "done"), "It is not your turn.");
  t.phase = Phase::over;
  EXPECT_EQ(reason(view, "done"), "The game is over.");
}

TEST(CvReasons, AreShortSentencesForAnyBitsInAnyPhase) {
  int given = 0;
  for (int phase = 0; phase <= static_cast<int>(Phase::over); ++phase) {
    View view = table(3, static_cast<Phase>(phase));
    view.table.track = {kMarriage, two_coloured(), card_of(41), kOffer, card_of(30)};
    view.table.assisted = SeatSet::of(kOne);
    view.table.dice = symbols("HMB");
    for (std::uint32_t bits = 0; bits < 1u << 22; bits += 53) {
      const Phrase reason = Cv::reason(view, Move{bits});
      if (reason.empty()) continue;
      ++given;
      const std::string text = english().say(reason, view.seat, kNames);
      ASSERT_TRUE(text.ends_with('.') && width_of(text) < 100) << text;
    }
  }
  EXPECT_GT(given, 100'000);
}

// ---- The story ----------------------------------------------------------------------------------------

TEST(CvWords, CardsThatFillTheTrackAreToldTheFirstFiveAreNot) {
  EXPECT_EQ(to_ann({.what = Event::opened, .card = kMarriage}), "");
  EXPECT_EQ(to_ann({.what = Event::opened, .seat = kTwo, .card = kMarriage}),
            "Marriage comes onto the track.");
  EXPECT_EQ(to_ann({.what = Event::discarded, .card = kMarriage}), "Marriage leaves the track.");
}

// CV-6
TEST(CvWords, GoalsAreTold) {
  const std::string rule = "1 point for each possession card";
  EXPECT_EQ(to_ann({.what = Event::goal_dealt, .seat = kOne}), "");
  EXPECT_EQ(to_ann({.what = Event::goal_got, .seat = kOne, .card = kCollector, .only = kOne}),
            "Your secret goal is Collector: " + rule + ".");
  EXPECT_EQ(to_ann({.what = Event::goal_opened, .card = kCollector}),
            "Collector is a public goal: " + rule + ".");
  EXPECT_EQ(to_ann({.what = Event::goal_shown, .seat = kTwo, .card = kCollector}),
            "Bo's secret goal was Collector: " + rule + ".");
}

// CV-8, CV-9
TEST(CvWords, GrowingUpIsTold) {
  const Event chose{.what = Event::chose, .seat = kOne};
  EXPECT_EQ(to_ann(chose), "") << "the next line tells the card";
  EXPECT_EQ(to_watcher(chose), "Ann has chosen a card.");
  EXPECT_EQ(to_ann({.what = Event::kept, .seat = kOne, .card = kZoo, .only = kOne}),
            "You keep Zoo trip: 2 more dice.");
  EXPECT_EQ(to_ann({.what = Event::passed, .number = 2}), "Everyone passes two cards to the left (CV-8).");
  EXPECT_EQ(to_ann({.what = Event::passed, .number = 1}),
            "Everyone passes the last card to the left (CV-8).");
  EXPECT_EQ(to_ann({.what = Event::received, .seat = kOne, .only = kOne, .cards = 1u << 5 | 1u << 11}),
            "You get Life insurance (5) and Zoo trip.");
  EXPECT_EQ(to_ann({.what = Event::bicycle, .seat = kTwo, .card = Card::bicycle}),
            "Bo lays the Bicycle into their CV, and begins every round (CV-9).");
  EXPECT_EQ(to_ann({.what = Event::bicycle, .seat = kOne, .card = Card::bicycle}),
            "You lay the Bicycle into your CV, and begin every round (CV-9).");
  EXPECT_EQ(to_ann({.what = Event::dealt, .seat = kOne}), "");
  EXPECT_EQ(to_ann({.what = Event::got, .seat = kOne, .card = kZoo, .only = kOne}), "");
}

// CV-14, CV-20
TEST(CvWords, ThrowsAreTold) {
  EXPECT_EQ(to_ann({.what = Event::picked_up, .seat = kOne, .number = 4}), "")
      << "the dice themselves tell it";
  EXPECT_EQ(to_ann({.what = Event::rolled, .seat = kOne, .symbols = symbols("HMMB")}),
            "You throw health, 2 money and bad luck.");
  EXPECT_EQ(to_watcher({.what = Event::rolled, .seat = kOne, .symbols = symbols("G")}),
            "Ann throws good luck.");
  EXPECT_EQ(to_ann({.what = Event::picked_up, .seat = kTwo, .number = 2, .symbols = symbols("HK")}), "");
  EXPECT_EQ(to_ann({.what = Event::played, .seat = kTwo, .card = kZoo}), "Bo plays Zoo trip: 2 more dice.");
  EXPECT_EQ(to_ann({.what = Event::turn_began, .seat = kOne}), "");
  EXPECT_EQ(to_ann({.what = Event::rolled, .seat = kTwo, .symbols = symbols("G")}), "")
      << "of others only what they end up with";
  const auto stopped = [](Seat seat) {
    return Event{.what = Event::stopped, .seat = seat, .number = 2, .symbols = symbols("HMMB")};
  };
  EXPECT_EQ(to_ann(stopped(kTwo)), "Bo has health, 2 money and bad luck after 2 throws.");
  EXPECT_EQ(to_ann(stopped(kOne)), "");
  EXPECT_EQ(to_watcher(stopped(kTwo)), "");
}

// CV-23, CV-33
TEST(CvWords, TakingIsToldWithTheTypeIfThereWasAChoice) {
  EXPECT_EQ(to_ann({.what = Event::took, .seat = kOne, .card = kMarriage, .type = Type::relationship}),
            "You take Marriage.");
  const Card card = two_coloured();
  EXPECT_EQ(to_ann({.what = Event::took, .seat = kTwo, .card = card, .type = Type::possession}),
            "Bo takes " + standard().title(card) + " as a possession card.");
  EXPECT_EQ(to_ann({.what = Event::selected, .seat = kTwo}), "Bo takes no card.");
  EXPECT_EQ(english().say(Cv::tell({.what = Event::selected, .seat = kTwo}, kNobody)),
            "Seat 2 takes no card.");
  EXPECT_EQ(to_ann({.what = Event::selected, .seat = kTwo, .number = 1}), "") << "which ones has been told";
}

// CV-34 to CV-37
TEST(CvWords, MisfortuneIsTold) {
  EXPECT_EQ(to_ann({.what = Event::misfortune, .seat = kOne, .number = 1}),
            "Misfortune strikes you (CV-34).");
  EXPECT_EQ(to_ann({.what = Event::misfortune, .seat = kTwo, .number = 2}),
            "2 misfortunes strike Bo (CV-34).");
  EXPECT_EQ(to_ann({.what = Event::misfortune, .seat = kTwo, .number = 0}),
            "Bo turns bad luck into something else and escapes misfortune (CV-36).");
  EXPECT_EQ(to_ann({.what = Event::spared, .seat = kOne}), "You have no card to lose (CV-37).");
  EXPECT_EQ(to_ann({.what = Event::lost, .seat = kTwo, .card = kMarriage, .type = Type::relationship}),
            "Bo loses Marriage to misfortune.");
}

// CV-38 to CV-42
TEST(CvWords, AddingToTheCvIsTold) {
  EXPECT_EQ(to_ann({.what = Event::placed, .seat = kOne, .card = kMarriage, .type = Type::relationship}), "")
      << "on top is where cards go";
  const auto under = [](Seat seat) {
    return Event{.what = Event::placed,
                 .seat = seat,
                 .card = card_of(21),
                 .under = kMarriage,
                 .type = Type::relationship};
  };
  EXPECT_EQ(to_ann(under(kOne)), "You put " + standard().title(card_of(21)) + " under Marriage.");
  EXPECT_EQ(to_watcher(under(kTwo)), "Bo puts " + standard().title(card_of(21)) + " under Marriage.");
  EXPECT_EQ(to_ann(under(kTwo)), "") << "a turn of others is told in a few lines";
  EXPECT_EQ(to_ann({.what = Event::to_hand, .seat = kTwo, .card = card_of(30)}), "");
  Card dear = kMarriage;
  for (int n = kFirstOpen; n <= range_of(Deck::old).last; ++n)
    if (facts(card_of(n)).upkeep == symbols("MM")) dear = card_of(n);
  const std::string upkeep = "2 money", name = standard().title(dear);
  EXPECT_EQ(to_ann({.what = Event::paid, .seat = kOne, .card = dear}),
            "You pay " + upkeep + " for " + name + ".");
  EXPECT_EQ(to_ann({.what = Event::paid, .seat = kTwo, .card = dear}), "");
  EXPECT_EQ(to_ann({.what = Event::unpaid, .seat = kTwo, .card = dear}),
            "Bo does not pay " + upkeep + " for " + name + ", and loses it (CV-42).");
  EXPECT_EQ(to_ann({.what = Event::cleaned_up, .seat = kOne}), "");
  EXPECT_EQ(to_ann({.what = Event::asks, .seat = kOne}), "");
}

// CV-45 to CV-47
TEST(CvWords, AssistanceIsTold) {
  EXPECT_EQ(to_ann({.what = Event::ran_out, .number = static_cast<std::uint8_t>(Deck::middle)}),
            "The last card of middle age lies on the track (CV-45).");
  const auto assistance = [](SeatSet seats) { return Event{.what = Event::assistance, .seats = seats}; };
  SeatSet some = SeatSet::of(kTwo);
  EXPECT_EQ(to_ann(assistance(some)), "Bo gets social assistance (CV-46).");
  some.add(kThree);
  EXPECT_EQ(to_ann(assistance(some)), "Bo and Cy get social assistance (CV-46).");
  some.add(kOne);
  EXPECT_EQ(to_ann(assistance(some)), "You, Bo and Cy get social assistance (CV-46).");
  EXPECT_EQ(to_ann(assistance(SeatSet::of(kOne))), "You get social assistance (CV-46).");
  EXPECT_EQ(to_ann({.what = Event::granted, .seat = kTwo, .card = kMarriage, .type = Type::relationship}),
            "Bo takes Marriage free of charge.");
  EXPECT_EQ(to_ann({.what = Event::declined, .seat = kOne}), "You decline social assistance.");
  EXPECT_EQ(to_ann({.what = Event::game_ended}), "The game is over.");
}

TEST(CvWords, TheStoryUsesTheTitlesOfItsOwnCatalogue) {
  const Event took{.what = Event::took, .seat = kOne, .card = kMarriage, .catalogue = kOdd};
  EXPECT_EQ(to_ann(took), "You take " + catalogue(kOdd).title(kMarriage) + ".");
}

TEST(CvWords, ScoresArePoints) {
  EXPECT_EQ(english().say(Cv::points(63)), "63 points");
  EXPECT_EQ(english().say(Cv::points(1)), "1 point");
}

// ---- Every text ---------------------------------------------------------------------------------------

/// The ids of texts that phrases speak with, those within others too.
struct Ids {
  std::set<std::string> all;

  void add(const Phrase& phrase) {
    if (phrase.empty()) return;
    all.insert(phrase.id);
    for (const auto& argument : phrase.arguments)
      if (const auto* phrases = argument.second.phrases())
        for (const Phrase& each : *phrases) add(each);
  }

  /// What is said in a game at random, and why other moves are refused.
  void add_game(const Options& options, std::uint64_t seed) {
    Xoshiro256pp rng(seed);
    State state = Cv::start(options);
    EventLog<Event> log;
    for (Actors actors = Cv::actors(state); actors.kind != Actors::over; actors = Cv::actors(state)) {
      const Seat actor = actors.first();
      if (actor != kDealer) {
        const View view = Cv::view(state, actor);
        for (const Move move : Cv::moves(view)) add(Cv::label(view, move));
        for (int i = 0; i < 50; ++i) add(Cv::reason(view, Move{below(rng, 1u << 22)}));
      }
      Cv::play(state, actor, actor == kDealer ? Cv::draw(state, rng) : Cv::pick(state, actor, rng), log);
    }
    for (const Event& event : log.events)
      for (const Seat reader : {kOne, kTwo, kNobody}) add(Cv::tell(event, reader));
  }
};

TEST(CvWords, EveryPhraseHasAText) {
  Ids ids;
  for (int players = Cv::min_players; players <= Cv::max_players; ++players)
    for (const auto variant : Cv::variants(players)) ids.add_game(table_for<Cv>(players, variant), 1);
  for (const CatalogueId id : {kStandard, kOdd})
    for (int n = 1; n <= kCards; ++n) ids.add(Cv::explain({.players = 4, .cards = id}, std::to_string(n)));
  for (const auto* word : {"health", "good luck", "bad luck", "any", "work", "possession", "event", "goal",
                           "pt", "dice", "counts twice"})
    ids.add(Cv::explain({}, word));
  for (const std::string& id : ids.all) EXPECT_TRUE(english().find(id)) << "there is no text " << id;
  EXPECT_GT(ids.all.size(), 150u);
}

// ---- Help ---------------------------------------------------------------------------------------------

TEST(CvWords, EveryCardIsExplainedByNumberAndByTitle) {
  for (const CatalogueId id : {kStandard, kOdd}) {
    const Options options{.players = 4, .cards = id};
    for (int n = 1; n <= kCards; ++n) {
      const std::string number = std::to_string(n), text = explain(options, number);
      EXPECT_EQ(text.rfind(catalogue(id).title(card_of(n)), 0), 0u) << text;
      EXPECT_FALSE(has(text, "Source")) << text;
      EXPECT_TRUE(text.ends_with('.')) << text;
      EXPECT_EQ(explain(options, "#" + number), text);
    }
  }
  EXPECT_EQ(explain("Marriage"), explain("18"));
  EXPECT_EQ(explain("mArRi"), explain("18")) << "the beginning is enough";
  EXPECT_EQ(explain(" trip  around "), explain("45"));
}

TEST(CvWords, ACardIsExplainedInWordsWithTheClauses) {
  EXPECT_TRUE(has(explain("18"), "Marriage, a relationship card of early adulthood. It costs "))
      << explain("18");
  EXPECT_TRUE(has(explain("18"), "1 more die (CV-13)")) << explain("18");
  EXPECT_TRUE(has(explain("11"), "When played: 2 more dice (CV-20)")) << explain("11");
  EXPECT_TRUE(has(explain("12"), "As a possession it is worth 1 point (CV-51).")) << explain("12");
  EXPECT_TRUE(has(explain("41"), "It is free. It is only for a CV with a work card (CV-31)."))
      << explain("41");
  EXPECT_TRUE(has(explain("41"), "(CV-32)")) << explain("41");
  EXPECT_TRUE(has(explain("57"), "It is only for a CV without a work card (CV-31).")) << explain("57");
  EXPECT_TRUE(has(explain("60"), "2 bad luck")) << explain("60");
  EXPECT_TRUE(has(explain("76"), "Collector, a life goal: 1 point for each possession card. "))
      << explain("76");
  EXPECT_TRUE(has(explain("77"), "1 point for each token (CV-54). ")) << explain("77");
  EXPECT_TRUE(has(explain("82"), "3 points for each set of a work card and 2 possession cards. "))
      << explain("82");
  EXPECT_TRUE(has(explain("5"), "(CV-22)")) << explain("5");
}

TEST(CvWords, SymbolsAndTypesAreExplained) {
  EXPECT_TRUE(has(explain("M"), "M, money: a face of the dice")) << explain("M");
  EXPECT_EQ(explain("good luck"), explain("g"));
  EXPECT_TRUE(has(explain("bad luck"), "(CV-34)"));
  EXPECT_TRUE(has(explain("any"), "(CV-25)"));
  EXPECT_TRUE(has(explain("work"), "(CV-39)")) << "the type, not Work and travel";
  EXPECT_TRUE(has(explain("health"), "(CV-24)") && has(explain("health"), "(CV-49)")) << "symbol and type";
  EXPECT_TRUE(has(explain("possession"), "(CV-51)"));
  EXPECT_TRUE(has(explain("event"), "(CV-18)"));
  EXPECT_TRUE(has(explain("goal"), "(CV-6)"));
}

TEST(CvWords, TheWordsOfThePictureAreExplained) {
  const std::pair<const char*, const char*> words[] = {{"payable", "(CV-30)"},
                                                       {"lacks", "(CV-30)"},
                                                       {"upkeep", "(CV-41"},
                                                       {"due", "(CV-41"},
                                                       {"token", "(CV-12)"},
                                                       {"Tokens", "(CV-12)"},
                                                       {"dice", "(CV-13)"},
                                                       {"+1 die", "(CV-13)"},
                                                       {"reroll", "(CV-14)"},
                                                       {"throw", "(CV-14)"},
                                                       {"pt", "(CV-49"},
                                                       {"+?", "secret goal"},
                                                       {"change 1", "(CV-27)"},
                                                       {"B→any 1×", "(CV-28)"},
                                                       {"thaw", ""},
                                                       {"friend's job", "(CV-29)"},
                                                       {"hand", "#30"},
                                                       {"⚑", "(CV-9)"},
                                                       {"stack", "(CV-38)"},
                                                       {"track", "(CV-43)"},
                                                       {"last round", "(CV-48)"},
                                                       {"counts twice", "(CV-50)"},
                                                       {"throw B again", "(CV-16)"}};
  for (const auto& [word, part] : words) {
    if (*part == 0) {
      EXPECT_EQ(explain(word), "") << "no word that is shown";
      continue;
    }
    EXPECT_TRUE(has(explain(word), part)) << word << ": " << explain(word);
  }
}

TEST(CvWords, WhatBeginsSeveralTitlesNamesThemAndNonsenseIsNotExplained) {
  const std::string text = explain("life");  // Life insurance is there twice
  EXPECT_TRUE(has(text, "5 Life insurance") && has(text, "30 Life insurance")) << text;
  for (const auto* word : {"", "  ", "0", "84", "#", "xyzzy", "CV-30"}) EXPECT_EQ(explain(word), "") << word;
}

}  // namespace
}  // namespace lifetable::cv

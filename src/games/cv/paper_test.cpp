// SPDX-License-Identifier: Apache-2.0
// The rules told twice: whole games against a second, slower and plainer telling (paper.hpp), compared before
// and after every move; and whether chance is as fair as the rules say.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "games/cv/cv.hpp"
#include "games/cv/paper_testing.hpp"

namespace lifetable::cv {
namespace {

using paper::Child;
using paper::Row;

Options table_of(int players, CatalogueId cards = kStandard) {
  return {.players = static_cast<std::uint8_t>(players), .cards = cards};
}

/// LIFETABLE_GAMES=5000 plays about so many games for each number of players, shared among the sorts of
/// people and cards, and at least one of each: few where each step is slow, however many sorts there are.
int games_of_each_sort(int usual, int sorts) {
  const char* text = std::getenv("LIFETABLE_GAMES");
  const int wanted = text ? std::atoi(text) : 0;
  return wanted > 0 ? (wanted + sorts - 1) / sorts : usual;
}

// ---- Whole games --------------------------------------------------------------------------------------

/// How people play: anyhow; so that they get cards; so that events go; so that dice go on being thrown; so
/// that they have nothing.
enum class Style { anyhow, collects, plays_events, gambles, takes_nothing };

/// Throws away what the card does not cost.
Move throw_for(const Table& t, Card card) {
  Symbols again;
  for (int face = 0; face < static_cast<int>(Symbol::bad); ++face)
    again.add(static_cast<Symbol>(face), std::max(0, t.dice.count(face) - t.facts(card).cost.count(face)));
  return again.empty() && !t.joining ? Move::of(Move::stop) : Move::to_reroll(again);
}

Move chosen_by(Style style, const State& state, const Cv::Moves& legal, Xoshiro256pp& rng) {
  const Table& t = state.table;
  std::vector<Move> liked;
  const auto like = [&](auto likes) {
    if (liked.empty())
      for (const Move move : legal)
        if (likes(move)) liked.push_back(move);
  };
  const auto takes = [](Move move) { return move.what() == Move::take; };
  if (style == Style::collects && t.phase == Phase::reroll && below(rng, 4))
    return throw_for(t, t.track[below(rng, static_cast<std::uint32_t>(std::max(1, t.track_size())))]);
  if (style == Style::collects) like(takes);
  if (style == Style::plays_events && below(rng, 3))
    like([](Move move) { return move.what() == Move::play; });
  if (style == Style::gambles) {
    if (below(rng, 4))
      like([](Move move) { return move.what() == Move::reroll && move.dice().count(Symbol::bad) > 0; });
    like([](Move move) { return move.what() == Move::reroll; });
  }
  if (style == Style::takes_nothing)
    like([](Move move) { return move.what() == Move::done || move.what() == Move::decline; });
  else if (below(rng, 2))
    like(takes);
  if (liked.empty()) return pick_from(legal, rng);
  return liked[below(rng, static_cast<std::uint32_t>(liked.size()))];
}

std::string in_words(Move move) {
  static constexpr std::array names = {"take", "toss",  "reroll", "stop",    "play", "done",
                                       "lose", "place", "pay",    "decline", "deal", "roll"};
  const char* const name = names.at(move.what());
  if (move.what() == Move::pay) return fmt::format("pay, stacks {:b}", move.stacks());
  if (move.what() == Move::reroll || move.what() == Move::roll) {
    std::string dice;
    for (const Symbol face : paper::signs_of(move.dice())) dice += kLetters[static_cast<std::size_t>(face)];
    return fmt::format("{} {}", name, dice);
  }
  return fmt::format("{} {} (type {}, under {})", name, number_of(move.card()), static_cast<int>(move.type()),
                     number_of(move.under()));
}

/// What one list of moves has and the other has not.
std::string differences(const Cv::Moves& theirs, const std::set<Move>& ours) {
  std::string all;
  for (const Move move : theirs)
    if (!ours.contains(move)) all += "; only the engine would allow " + in_words(move);
  for (const Move move : ours)
    if (!theirs.contains(move)) all += "; only the paper would allow " + in_words(move);
  return all.empty() ? "; the engine lists a move twice" : all;
}

/// CV-2: what may come, and, but for the Bicycle's sake (CV-7), as likely as anything else.
void compare_chance(const State& state, const paper::Game& game) {
  if (state.table.phase == Phase::dice) {
    ASSERT_EQ(state.table.in_air, game.in_air());
    return;
  }
  Row theirs;
  for (const auto& [move, weight] : Cv::outcomes(state)) {
    theirs.push_back(move.card());
    ASSERT_TRUE(weight == 1 || state.table.phase == Phase::deal_cards);
  }
  std::sort(theirs.begin(), theirs.end());
  ASSERT_EQ(theirs, game.may_come());
}

void play_twice(const Options& options, Style style, Xoshiro256pp& rng, paper::Seen& seen) {
  State state = Cv::start(options);
  paper::Game game(options.players, catalogue(options.cards), seen);
  for (int moves = 0; Cv::actors(state).kind != Actors::over; ++moves) {
    ASSERT_LT(moves, 100'000);
    const Actors actors = Cv::actors(state);
    if (actors.kind == Actors::dealer) {
      ASSERT_NO_FATAL_FAILURE(compare_chance(state, game)) << "before move " << moves;
      const Move move = Cv::draw(state, rng);
      Cv::play(state, kDealer, move, Silence{});
      if (move.what() == Move::roll)
        game.roll(move.dice());
      else
        game.deal(move.card());
    } else {
      for (const Seat seat : actors.set) {
        auto theirs = Cv::moves(state, seat);
        std::sort(theirs.begin(), theirs.end());
        const std::set<Move> ours = game.legal(seat.index);
        if (!std::equal(theirs.begin(), theirs.end(), ours.begin(), ours.end()))
          FAIL() << "before move " << moves << differences(theirs, ours);
      }
      // Who chooses at once chooses in any order.
      std::vector<Seat> seats;
      for (const Seat seat : actors.set) seats.push_back(seat);
      const Seat seat = seats[below(rng, static_cast<std::uint32_t>(seats.size()))];
      const Move move = chosen_by(style, state, Cv::moves(state, seat), rng);
      Cv::play(state, seat, move, Silence{});
      game.play(seat.index, move);
    }
    ASSERT_EQ(game.differs(state), "") << "after move " << moves;
  }
}

constexpr std::array kStyles = {Style::anyhow, Style::collects, Style::plays_events, Style::gambles};
constexpr int kSortsOfPeople = static_cast<int>(kStyles.size());

void play_at_every_table(CatalogueId cards, Style style, int games, std::uint64_t seed, paper::Seen& seen) {
  for (int players = Cv::min_players; players <= Cv::max_players; ++players)
    for (int game = 0; game < games; ++game) {
      Xoshiro256pp rng(seed * 1'000'000 + static_cast<std::uint64_t>(players * 100'000 + game));
      play_twice(table_of(players, cards), style, rng, seen);
      if (testing::Test::HasFatalFailure()) FAIL() << players << " players, game " << game;
    }
}

// CV-1, CV-2, CV-5, CV-6, CV-7, CV-8, CV-9, CV-11, CV-12, CV-13, CV-14, CV-15, CV-16, CV-17, CV-18, CV-19,
// CV-21, CV-22, CV-23, CV-24, CV-25, CV-26, CV-27, CV-28, CV-29, CV-30, CV-31, CV-32, CV-33, CV-34, CV-35,
// CV-36, CV-37, CV-38, CV-39, CV-40, CV-41, CV-42, CV-43, CV-44, CV-45, CV-46, CV-47, CV-48, CV-49, CV-50,
// CV-51, CV-52, CV-53, CV-54, CV-55, CV-56: games go as they do among people who keep them on paper.
TEST(CvGames, GoAsTheyWouldOnPaper) {
  paper::Seen seen;
  const int games = games_of_each_sort(60, kSortsOfPeople);
  for (const Style style : kStyles)
    if (!HasFatalFailure()) play_at_every_table(kStandard, style, games, 1, seen);
  if (HasFatalFailure() || std::getenv("LIFETABLE_GAMES")) return;
  // What is rare has been seen too.
  EXPECT_GT(seen.misfortunes, 1000);
  EXPECT_GT(seen.avoided, 100);
  EXPECT_GT(seen.insured, 100);
  EXPECT_GT(seen.spared, 50);
  EXPECT_GT(seen.unpaid, 200);
  EXPECT_GT(seen.upkeep_choices, 5);
  EXPECT_GT(seen.assisted, 200);
  EXPECT_GT(seen.assisted_twice, 50);
  EXPECT_GT(seen.declined, 20);
  EXPECT_GT(seen.frozen_thrown, 100);
  EXPECT_GT(seen.joined, 100);
  EXPECT_GT(seen.bans, 200);
  EXPECT_GT(seen.by_luck, 200);
  EXPECT_GT(seen.by_job, 100);
  EXPECT_GT(seen.by_change, 200);
  EXPECT_GT(seen.by_turn, 50);
  EXPECT_GT(seen.by_arrows, 500);
  EXPECT_GT(seen.by_events, 500);
  EXPECT_GT(seen.under, 500);
  EXPECT_GT(seen.orders, 50);
  EXPECT_GT(seen.ties, 2);
  EXPECT_GT(seen.shared, 0);
  EXPECT_GT(seen.old_ran_out, 50);
}

// CV-3, CV-12, CV-13, CV-20, CV-24, CV-26, CV-27, CV-28, CV-29, CV-30, CV-31, CV-32, CV-33, CV-36, CV-40,
// CV-42, CV-50: with strange cards too.
TEST(CvGames, WithOddCardsGoAsTheyWouldOnPaper) {
  paper::Seen seen;
  const int games = games_of_each_sort(60, kSortsOfPeople);
  for (const Style style : kStyles)
    if (!HasFatalFailure()) play_at_every_table(kOdd, style, games, 2, seen);
  if (HasFatalFailure() || std::getenv("LIFETABLE_GAMES")) return;
  EXPECT_GT(seen.avoided, 1000);
  EXPECT_GT(seen.insured, 300);
  EXPECT_GT(seen.capped_upkeep, 10);
  EXPECT_GT(seen.frozen_thrown, 1000);
  EXPECT_GT(seen.joined, 1000);
  EXPECT_GT(seen.dice_lost, 300);
  EXPECT_GT(seen.bans, 1000);
  EXPECT_GT(seen.by_luck, 500);
  EXPECT_GT(seen.orders, 300);
  EXPECT_GT(seen.as_second_type, 1000);
}

// CV-37, CV-44, CV-46, CV-48, CV-56: and if nobody takes a card. Where all have nothing, nobody is poor.
TEST(CvGames, OfPeopleWhoTakeNothingGoAsTheyWouldOnPaper) {
  paper::Seen seen;
  play_at_every_table(kStandard, Style::takes_nothing, games_of_each_sort(8, kSortsOfPeople), 3, seen);
  if (HasFatalFailure() || std::getenv("LIFETABLE_GAMES")) return;
  EXPECT_GT(seen.all_empty, 10);
  EXPECT_GT(seen.spared, 10);
  EXPECT_GT(seen.shared, 0);
}

/// Up to so many symbols of any kinds; with "any" or without.
Symbols some(Xoshiro256pp& rng, int most, std::initializer_list<Symbol> kinds) {
  Symbols all;
  for (auto n = below(rng, static_cast<std::uint32_t>(most + 1)); n > 0; --n)
    all.add(kinds.begin()[below(rng, static_cast<std::uint32_t>(kinds.size()))]);
  return all;
}

/// Cards that nobody designed: cheap, with much upkeep, many arrows and effects. Lives get full.
Catalogue random_cards(Xoshiro256pp& rng) {
  using enum Symbol;
  const auto one_in = [&](std::uint32_t n) { return below(rng, n) == 0; };
  Catalogue cards = catalogue(kStandard);
  for (int n = 1; n < range_of(Deck::goals).first; ++n) {
    Facts& facts = cards.facts[static_cast<std::size_t>(n)];
    const TypeSet types = facts.types;
    const bool is_event = facts.is_event(), in_childhood = deck_of(card_of(n)) == Deck::childhood;
    if (is_event && (facts.has(Effect::insurance) || facts.dice)) continue;
    facts = {};
    facts.types = types;
    if (!in_childhood && !one_in(3))
      facts.cost = some(rng, 4, {health, relationship, knowledge, money, money, good, bad, any});
    if (is_event) {
      facts.gives = some(rng, 3, {health, relationship, knowledge, money, good, bad, any});
      facts.gives.add(any);
      continue;
    }
    if (!in_childhood && one_in(4)) {
      const auto first = below(rng, kStacks), second = (first + 1 + below(rng, kStacks - 1)) % kStacks;
      facts.types = static_cast<TypeSet>(1u << first | 1u << second);
    }
    facts.gives = some(rng, 2, {health, relationship, knowledge, money, good, bad, bad, any});
    if (one_in(2)) facts.upkeep = some(rng, 3, {health, relationship, knowledge, money, good, bad, any});
    if (one_in(3)) {
      const auto from = below(rng, kFaces), to = below(rng, kFaces - 1);  // never to bad luck
      if (from != to) facts.arrows.add(static_cast<Symbol>(from), static_cast<SymbolSet>(1u << to));
    }
    for (const Effect effect : {change_one, turn_bad, friends_job, thaw})
      if (one_in(8)) facts.effects = static_cast<std::uint8_t>(facts.effects | effect);
    if (!in_childhood && one_in(20)) facts.effects |= retired;
    if (one_in(6) && (facts.types & 7)) facts.effects |= twice;
    if (one_in(6)) facts.dice = 1;
    if (one_in(6)) facts.rerolls = 1;
    if (facts.is(Type::possession)) facts.points = static_cast<std::uint8_t>(below(rng, 6));
    if (!in_childhood && one_in(8))
      facts.needs = static_cast<TypeSet>(1u << below(rng, kStacks));
    else if (!in_childhood && one_in(8))
      facts.forbids = static_cast<TypeSet>(1u << below(rng, kStacks));
  }
  return cards;
}

// CV-12, CV-24, CV-26, CV-27, CV-28, CV-30, CV-31, CV-36, CV-39, CV-40, CV-41, CV-42: and with cards made up
// by chance, of which people get many.
TEST(CvGames, WithCardsMadeUpByChanceGoAsTheyWouldOnPaper) {
  constexpr int catalogues = 8;
  const int games = games_of_each_sort(8, catalogues * kSortsOfPeople);
  paper::Seen seen;
  for (std::uint64_t which = 1; which <= catalogues; ++which) {
    Xoshiro256pp rng(which);
    const std::string text = write_catalogue(random_cards(rng));
    const auto cards = read_catalogue(text, "cards made up by chance");
    ASSERT_TRUE(cards) << cards.error().message;
    const auto id = keep_catalogue(*cards);
    ASSERT_TRUE(id);
    for (const Style style : kStyles)
      if (!HasFatalFailure()) play_at_every_table(*id, style, games, 10 + which, seen);
    if (HasFatalFailure()) FAIL() << "catalogue " << which;
  }
  if (std::getenv("LIFETABLE_GAMES")) return;
  EXPECT_GT(seen.upkeep_choices, 150);
  EXPECT_GT(seen.unpaid, 1000);
  EXPECT_GT(seen.by_change, 300);
  EXPECT_GT(seen.by_turn, 300);
  EXPECT_GT(seen.by_arrows, 300);
  EXPECT_GT(seen.under, 2000);
}

// ---- Paying -------------------------------------------------------------------------------------------

Symbols symbols_up_to(Xoshiro256pp& rng, int most) {
  using enum Symbol;
  return some(rng, most, {health, relationship, knowledge, money, good, bad, bad, any});
}

// CV-24, CV-25, CV-26, CV-27, CV-28, CV-29, CV-30, CV-34, CV-35, CV-36: what can be paid, and how many
// misfortunes strike, is what trying everything finds.
TEST(CvPaying, IsPossibleExactlyIfSomeAssignmentIsFound) {
  Xoshiro256pp rng(30);
  long payable = 0, struck = 0, avoided = 0;
  for (int i = 0; i < 60'000; ++i) {
    Pool pool{.own = symbols_up_to(rng, 10), .extra = symbols_up_to(rng, 3), .arrows = Arrows::none()};
    paper::Purse purse{.own = paper::signs_of(pool.own), .others = paper::signs_of(pool.extra)};
    for (auto arrows = below(rng, 4); arrows > 0; --arrows) {
      const auto from = static_cast<Symbol>(below(rng, kFaces)),
                 to = static_cast<Symbol>(below(rng, kFaces - 1));
      pool.arrows.add(from, set_of(to));
      purse.arrows.insert({from, to});
    }
    pool.arrows = pool.arrows.chained();
    pool.change_one = purse.change_one = below(rng, 3) == 0;
    pool.turn_bad = purse.turn_bad = below(rng, 3) == 0;
    if (below(rng, 3) == 0) {
      const Symbols job = symbols_up_to(rng, 2);
      pool.job = job.kinds();
      purse.job = paper::signs_of(job);
    }
    const Bill bill{.cards = {symbols_up_to(rng, 5), symbols_up_to(rng, 4)}, .upkeep = symbols_up_to(rng, 2)};
    const paper::Debt debt{.cards = {paper::signs_of(bill.cards[0]), paper::signs_of(bill.cards[1])},
                           .upkeep = paper::signs_of(bill.upkeep)};
    const bool possible = paper::Payment::possible(purse, debt);
    ASSERT_EQ(can_pay(pool, bill), possible) << "case " << i;
    payable += possible;
    const int bad = pool.own.count(Symbol::bad);
    if (!possible || bad < 3) continue;
    int strikes = 0;
    for (purse.most_bad = 2; !paper::Payment::possible(purse, debt); purse.most_bad += 3) ++strikes;
    ASSERT_EQ(misfortunes(pool, bill), strikes) << "case " << i;
    struck += strikes;
    avoided += strikes < bad / 3;
  }
  EXPECT_GT(payable, 8000);
  EXPECT_GT(struck, 200);
  EXPECT_GT(avoided, 200);
}

// ---- Chance -------------------------------------------------------------------------------------------

/// Whether numbers that should be alike, or in proportion to `shares`, are: Pearson's chi-square, with a
/// bound that fair chance passes but once in millions of tests.
void expect_fair(const std::vector<long>& counts, std::vector<double> shares = {}) {
  shares.resize(counts.size(), shares.empty() ? 1 : 0);
  double total = 0, all_shares = 0, sum = 0;
  for (const long count : counts) total += static_cast<double>(count);
  for (const double share : shares) all_shares += share;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double due = total * shares[i] / all_shares, off = static_cast<double>(counts[i]) - due;
    ASSERT_GT(due, 10) << "too few to tell";
    sum += off * off / due;
  }
  const double freedom = static_cast<double>(counts.size()) - 1;
  EXPECT_LT(sum, freedom + 5 * std::sqrt(2 * freedom) + 15) << "of " << freedom << " degrees of freedom";
}

State until(Phase phase, State state, Xoshiro256pp& rng) {
  while (state.table.phase != phase) {
    const Seat actor = Cv::actors(state).first();
    Cv::play(state, actor, actor == kDealer ? Cv::draw(state, rng) : Cv::pick(state, actor, rng), Silence{});
  }
  return state;
}

// CV-2, CV-7: with two or three players the Bicycle is always dealt, everything else as often as anything
// else, and nobody gets the Bicycle more often than others.
TEST(CvChance, DealsChildhoodFairlyAndAlwaysTheBicycle) {
  for (int players = 2; players <= 4; ++players) {
    Xoshiro256pp rng(31);
    const State before = until(Phase::deal_cards, Cv::start(table_of(players)), rng);
    std::vector<long> dealt(12), places(static_cast<std::size_t>(3 * players));
    // However the cards fall, that had the same chance: one in all rows of cards with the Bicycle in them.
    double rows = 3 * players;
    for (int i = 0; i < 3 * players - 1; ++i) rows *= 11 - i;
    for (int deal = 0; deal < 20'000; ++deal) {
      State state = before;
      double odds = 1;
      for (std::size_t place = 0; place < places.size(); ++place) {
        const Move move = Cv::draw(state, rng);
        if (deal < 500) {
          double all = 0, mine = 0;
          for (const auto& [each, weight] : Cv::outcomes(state))
            all += weight, mine += each == move ? weight : 0;
          odds *= mine / all;
        }
        if (move.card() == Card::bicycle)
          ++places[place];
        else
          ++dealt[static_cast<std::size_t>(number_of(move.card()))];
        Cv::play(state, kDealer, move, Silence{});
      }
      if (deal < 500) {
        ASSERT_NEAR(odds * rows, 1, 1e-9);
      }
    }
    long bicycles = 0;
    for (const long each : places) bicycles += each;
    EXPECT_EQ(bicycles, 20'000);
    expect_fair(places);
    dealt.erase(dealt.begin());  // there is no card 0
    if (players < 4) expect_fair(dealt);
  }
}

// CV-2, CV-6: every goal is as likely as any other to be somebody's secret, and to lie open.
TEST(CvChance, DealsGoalsFairly) {
  for (int players = 2; players <= 4; ++players) {
    Xoshiro256pp rng(32);
    const State before = until(Phase::deal_goals, Cv::start(table_of(players)), rng);
    std::vector<std::vector<long>> dealt(static_cast<std::size_t>(2 * players - 1), std::vector<long>(8));
    for (int deal = 0; deal < 5000; ++deal) {
      State state = before;
      for (auto& place : dealt) {
        const Move move = Cv::draw(state, rng);
        ++place[static_cast<std::size_t>(number_of(move.card()) - 76)];
        Cv::play(state, kDealer, move, Silence{});
      }
    }
    for (const auto& place : dealt) expect_fair(place);
  }
}

// CV-2, CV-5: every card of early adulthood comes first as often as any other.
TEST(CvChance, OpensTheTrackFairly) {
  Xoshiro256pp rng(33);
  const State state = Cv::start(table_of(3));
  std::vector<long> first(26);
  for (int i = 0; i < 20'000; ++i)
    ++first[static_cast<std::size_t>(number_of(Cv::draw(state, rng).card()) - 13)];
  expect_fair(first);
}

// CV-4: what several dice show is as likely as it is when each is thrown by itself.
TEST(CvChance, ThrowsFairDice) {
  Xoshiro256pp rng(34);
  for (int dice = 1; dice <= kDice; ++dice) {
    State state = until(Phase::dice, Cv::start(table_of(2)), rng);
    state.table.in_air = static_cast<std::uint8_t>(dice);
    std::map<Move, double> ways;  // one die after the other
    std::vector<int> faces(static_cast<std::size_t>(dice));
    for (std::size_t turned = 0; turned < faces.size();) {
      Symbols shown;
      for (const int face : faces) shown.add(static_cast<Symbol>(face));
      ++ways[Move::to_roll(shown)];
      for (turned = 0; turned < faces.size() && ++faces[turned] == kFaces; ++turned) faces[turned] = 0;
    }
    std::map<Move, double> weights;
    for (const auto& [move, weight] : Cv::outcomes(state)) weights[move] += weight;
    ASSERT_EQ(ways, weights);
    std::vector<long> seen_faces(kFaces);
    std::map<Move, long> rolled;
    for (int i = 0; i < 20'000; ++i) {
      const Move move = Cv::draw(state, rng);
      ++rolled[move];
      for (const Symbol face : paper::signs_of(move.dice())) ++seen_faces[static_cast<std::size_t>(face)];
    }
    expect_fair(seen_faces);
    if (dice > 3) continue;  // too many ways to count them all
    std::vector<long> counts;
    std::vector<double> shares;
    for (const auto& [move, share] : ways) counts.push_back(rolled[move]), shares.push_back(share);
    expect_fair(counts, shares);
  }
}

// ---- Imagining ----------------------------------------------------------------------------------------

/// How everybody may have grown up, for all that one seat knows: every deal and every choice is tried.
class Childhoods {
 public:
  Childhoods(const State& truth, int me) : t_(truth.table), truth_(truth), me_(me) {
    children_.resize(static_cast<std::size_t>(t_.players()));
    const Secret& mine = truth.secrets[static_cast<std::size_t>(me)];
    const bool again = t_.phase != Phase::choose || t_.step == 1;
    const unsigned dealt =
        mine.first == Card::none ? mine.offered : mine.passed | 1u << number_of(mine.first);
    children_[me].dealt = row_of(dealt);
    if (again) received_ = mine.second == Card::none ? mine.offered : bit(mine.second) | bit(mine.third);
    Row left;
    for (int n = 1; n <= 12; ++n)
      if (!(dealt >> n & 1)) left.push_back(card_of(n));
    deal_to(0, left);
  }

  using Ways = std::map<std::vector<unsigned>, long>;
  Ways ways;  ///< each with a count of 0

  static std::vector<unsigned> key_of(const State& state) {
    std::vector<unsigned> key;
    for (int i = 0; i < state.table.players(); ++i) {
      const Secret& s = state.secrets[static_cast<std::size_t>(i)];
      const auto cards = {s.first, s.second, s.third, s.last};
      key.insert(key.end(), {s.offered, s.passed});
      for (const Card card : cards) key.push_back(static_cast<unsigned>(card));
    }
    return key;
  }

 private:
  static unsigned bit(Card card) { return 1u << number_of(card); }
  static Row row_of(unsigned bits) {
    Row row;
    for (int n = 1; n <= 12; ++n)
      if (bits >> n & 1) row.push_back(card_of(n));
    return row;
  }

  void deal_to(int seat, const Row& left) {
    if (seat == t_.players()) {
      if (t_.players() < 4 && paper::has(left, Card::bicycle)) return;  // CV-7
      return choose(0, 0);
    }
    if (seat == me_) return deal_to(seat + 1, left);
    for (std::size_t a = 0; a < left.size(); ++a)
      for (std::size_t b = a + 1; b < left.size(); ++b)
        for (std::size_t c = b + 1; c < left.size(); ++c) {
          children_[seat].dealt = {left[a], left[b], left[c]};
          Row rest = left;
          for (const Card card : children_[seat].dealt) paper::remove(rest, card);
          // Two of the cards dealt to the right are those that came: most deals need no second look.
          if (received_ && t_.next(Seat{seat}).index == me_)
            if ((paper::bits_of(children_[seat].dealt) & received_) != received_) continue;
          deal_to(seat + 1, rest);
        }
  }

  bool has_chosen(int seat, std::size_t round) const {
    if (t_.phase != Phase::choose || t_.step > round) return true;
    return t_.step == round && t_.chosen.has(Seat{seat});
  }

  void choose(int seat, std::size_t round) {
    if (seat == t_.players()) return pass(round);
    if (!has_chosen(seat, round)) return choose(seat + 1, round);
    const Secret& mine = truth_.secrets[static_cast<std::size_t>(me_)];
    for (const Card card : children_[seat].before_it()) {
      if (seat == me_ && card != (round == 0 ? mine.first : mine.second)) continue;
      children_[seat].chosen.push_back(card);
      choose(seat + 1, round);
      children_[seat].chosen.pop_back();
    }
  }

  void pass(std::size_t round) {
    const std::vector<Child> before = children_;
    const bool passed = paper::pass_on(children_, round + 1);
    const unsigned came = paper::bits_of(children_[me_].received);
    if (passed && round == 0 && came == received_)
      choose(0, 1);
    else if (!passed || (round == 1 && children_[me_].received[2] == truth_.secrets[me_].last))
      note();
    children_ = before;
  }

  void note() {
    State state = truth_;
    for (int i = 0; i < t_.players(); ++i) {
      const Child& child = children_[i];
      if (child.received.size() == 3 && (t_.shown[i] & ~paper::bits_of(child.hand()))) return;
      state.secrets[i] = paper::secret_of(child, Card::none);
    }
    ways[key_of(state)] = 0;
  }

  const Table& t_;
  const State& truth_;
  int me_;
  unsigned received_ = 0;  // the two cards that came first
  std::vector<Child> children_;
};

/// Compares what a seat imagines with all that it could.
void expect_to_imagine_all(const State& state, int seat, long draws_for_each, Xoshiro256pp& rng) {
  Childhoods all(state, seat);
  ASSERT_TRUE(all.ways.contains(Childhoods::key_of(state))) << "the truth is not among the ways";
  const View view = Cv::view(state, Seat{seat});
  for (long draw = 0; draw < draws_for_each * static_cast<long>(all.ways.size()); ++draw) {
    const auto found = all.ways.find(Childhoods::key_of(Cv::imagine(view, rng)));
    ASSERT_NE(found, all.ways.end()) << "this cannot have been";
    ++found->second;
  }
  std::vector<long> counts;
  for (const auto& [way, count] : all.ways) counts.push_back(count);
  if (counts.size() > 1) expect_fair(counts);
}

// CV-7, CV-8, CV-10: growing up, a seat holds every childhood that it could have missed for equally likely.
TEST(CvImagining, DrawsEveryChildhoodEquallyOftenWhileGrowingUp) {
  Xoshiro256pp rng(35);
  for (int players = 2; players <= 3; ++players)
    for (int choices = 0; choices < 2 * players; ++choices)
      for (int seat = 0; seat < players; ++seat) {
        State state = until(Phase::choose, Cv::start(table_of(players)), rng);
        for (int i = 0; i < choices; ++i) {
          const Seat next = Cv::actors(state).first();
          Cv::play(state, next, Cv::pick(state, next, rng), Silence{});
        }
        expect_to_imagine_all(state, seat, players == 2 ? 60 : 12, rng);
        if (HasFailure()) FAIL() << players << " players, seat " << seat + 1 << " after choices: " << choices;
      }
}

// CV-9, CV-10, CV-18: and so it does later, when the Bicycle and some events lie open.
TEST(CvImagining, DrawsEveryChildhoodEquallyOftenOnceEventsWerePlayed) {
  Xoshiro256pp rng(36);
  for (int players = 2; players <= 4; ++players)
    for (int game = 0; game < 12; ++game) {
      State state = until(Phase::toss, Cv::start(table_of(players)), rng);
      // Some events were played: all that matters of it is that they lie open.
      for (int i = 0; i < players; ++i) {
        const auto seat = static_cast<std::size_t>(i);
        for (int n = 1; n < 12; ++n)
          if ((state.secrets[seat].hand(state.table.shown[seat]) >> n & 1) &&
              below(rng, 4) < static_cast<unsigned>(game) / 3)
            state.table.shown[seat] = static_cast<std::uint16_t>(state.table.shown[seat] | 1u << n);
      }
      expect_to_imagine_all(state, static_cast<int>(below(rng, static_cast<unsigned>(players))), 30, rng);
      if (HasFailure()) FAIL() << players << " players, game " << game;
    }
}

// CV-6, CV-10: secret goals of others are any that neither lie open nor are one's own, equally likely
// together.
TEST(CvImagining, DrawsEveryGoalEquallyOften) {
  Xoshiro256pp rng(37);
  for (int players = 2; players <= 4; ++players) {
    const State state = until(Phase::toss, Cv::start(table_of(players)), rng);
    const View view = Cv::view(state, Seat{1});
    std::map<std::vector<Card>, long> seen;
    for (int i = 0; i < 5000; ++i) {
      const State imagined = Cv::imagine(view, rng);
      std::vector<Card> goals;
      for (int seat = 0; seat < players; ++seat)
        goals.push_back(imagined.secrets[static_cast<std::size_t>(seat)].goal);
      ASSERT_EQ(goals[1], view.mine.goal);
      for (std::size_t seat = 0; seat < goals.size(); ++seat) {
        ASSERT_EQ(std::count(goals.begin(), goals.end(), goals[seat]), 1);
        ASSERT_EQ(std::count(view.table.goals.begin(), view.table.goals.end(), goals[seat]), 0);
      }
      ++seen[goals];
    }
    const int left = 8 - 1 - (players - 1);  // choices in order, for each of the others
    EXPECT_EQ(seen.size(), players == 2   ? left
                           : players == 3 ? left * (left - 1)
                                          : left * (left - 1) * (left - 2));
    std::vector<long> counts;
    for (const auto& [goals, count] : seen) counts.push_back(count);
    expect_fair(counts);
  }
}

// CV-10: a bystander, who saw no card, holds all cards but the Bicycle for equally likely everywhere.
TEST(CvImagining, LetsABystanderThinkOfAnyCardAnywhere) {
  Xoshiro256pp rng(38);
  for (int players = 2; players <= 4; ++players) {
    const State state = until(Phase::toss, Cv::start(table_of(players)), rng);
    const View view = Cv::view(state, kNobody);
    std::map<std::pair<int, int>, std::vector<long>> places;
    std::vector<long> bicycle(3);
    for (int i = 0; i < 5000; ++i) {
      const State imagined = Cv::imagine(view, rng);
      for (int seat = 0; seat < players; ++seat) {
        const Secret& secret = imagined.secrets[static_cast<std::size_t>(seat)];
        const std::array kept = {secret.first, secret.second, secret.last};
        for (int place = 0; place < 3; ++place) {
          const Card card = kept[static_cast<std::size_t>(place)];
          auto& counts = places[{seat, place}];
          counts.resize(11);
          ASSERT_TRUE(card != Card::bicycle || seat == state.table.starter.index);
          if (card == Card::bicycle)
            ++bicycle[static_cast<std::size_t>(place)];
          else
            ++counts[static_cast<std::size_t>(number_of(card) - 1)];
        }
      }
    }
    expect_fair(bicycle);
    for (const auto& [place, counts] : places) expect_fair(counts);
  }
}

}  // namespace
}  // namespace lifetable::cv

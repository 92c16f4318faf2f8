// SPDX-License-Identifier: Apache-2.0
// The rules told twice: whole games against a second, slower and plainer telling, compared after every move.
#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#include "core/testing.hpp"
#include "games/alive/alive.hpp"
#include "games/alive/words.hpp"

namespace lifetable::alive {
namespace {

Options table_of(int players, std::string_view rules = "") { return table_for<Alive>(players, rules); }

/// Five Alive as a person would keep it on paper: cards in rows, seats counted round one by one, nothing
/// clever. It shares only the names of the cards with the engine.
class Paper {
 public:
  struct Seen {
    long new_piles = 0, dry = 0, unequal = 0, bombs_taking_last = 0, several_out = 0, both_sides_out = 0,
         prices_spared = 0, both_sets_empty = 0, eliminated_together = 0, ties = 0, shared = 0;
  };

  /// A new game, or one that stands at somebody's turn.
  Paper(const State& state, Seen& seen)
      : options_(state.table.options), n_(options_.players), seen_(seen), hands_(options_.players) {
    const Table& t = state.table;
    for (int i = 0; i < (options_.teams ? 2 : n_); ++i) lives_.push_back(t.lives_of(Seat{i}));
    if (t.phase == Phase::deal) deal(t.dealer.index);
    if (t.phase != Phase::play) return;
    for (int i = 0; i < n_; ++i) hands_[i] = row(state.secrets[static_cast<std::size_t>(i)].hand);
    pile_ = row(state.deck), discards_ = row(t.discards);
    total_ = t.total, turn_ = t.turn.index, dealer_ = t.dealer.index;
    direction_ = t.direction == Direction::clockwise ? 1 : -1;
  }

  void deal(int dealer) {  // FA-5
    dealer_ = dealer;
    direction_ = 1, total_ = 0;
    discards_.clear();
    pile_ = row(Cards::whole_deck(options_.printing));
    for (auto& hand : hands_) hand.clear();
    for (int seat = next(dealer), left = living(); left > 0; seat = next(seat), --left)
      queue_.insert(queue_.end(), 10, seat);
    source_ = &pile_;
    then_ = [this] { turn_ = next(dealer_); };  // FA-6
  }

  /// The next card goes to whoever waits for one.
  void draw(Card card) {
    remove(*source_, card);
    hands_[queue_.front()].push_back(card);
    queue_.pop_front();
    refill();
    if (queue_.empty()) then_();
  }

  void play(int seat, Card card) {
    remove(hands_[seat], card);
    discards_.push_back(card);
    if (is_number(card)) total_ += value_of(card);
    if (card == Card::to21) total_ = 21;
    if (card == Card::to10) total_ = 10;
    if (card == Card::to0) total_ = 0;
    if (card == Card::reverse && living() > 2) direction_ = -direction_;
    if (card == Card::bomb) return bomb(seat);
    if (card == Card::redeal && !hands_[seat].empty()) return redeal(seat);
    if (card == Card::draw1 || card == Card::draw2) {
      for (int each = next(seat); each != seat; each = next(each))
        queue_.insert(queue_.end(), card == Card::draw2 ? 2 : 1, each);
      source_ = &pile_;
      drawing_ = true;
      then_ = [this, seat] { drawing_ = false, finish(seat); };
      refill();
      if (queue_.empty()) then_();
      return;
    }
    finish(seat);
  }

  void flip(int seat) {  // FA-10
    lose(seat);
    total_ = 0;
    if (!end_if_decided()) turn_ = next(seat);
  }

  /// What differs from the engine's state, or "".
  std::string differs(const State& state) const {
    const Table& t = state.table;
    const auto heap = [](const auto& cards) {
      Cards all;
      for (const Card card : cards) all.add(card);
      return all;
    };
    if (over_ != (t.phase == Phase::over)) return "whether the game is over";
    for (int i = 0; i < n_; ++i) {
      if (lives_[set_of(i)] != t.lives_of(Seat{i})) return fmt::format("the lives of seat {}", i + 1);
      if (!over_ && heap(hands_[i]) != state.secrets[static_cast<std::size_t>(i)].hand)
        return fmt::format("the hand of seat {}", i + 1);
    }
    if (over_) {
      SeatSet winners;
      for (const int seat : winners_) winners.add(Seat{seat});
      return winners == Alive::winners(state) ? "" : "who has won";
    }
    if (t.phase == Phase::first) return "";
    if (heap(discards_) != t.discards) return "the discards";
    if (heap(pile_) != state.deck) return "the pile";
    if (heap(pool_) != state.pool) return "the cards handed in";
    if (total_ != t.total) return fmt::format("the total: {}", total_);
    if ((direction_ > 0) != (t.direction == Direction::clockwise)) return "the direction";
    if (dealer_ != t.dealer.index) return fmt::format("the dealer: seat {}", dealer_ + 1);
    if (queue_.empty() != (t.phase == Phase::play)) return "whether cards are dealt";
    if (queue_.empty()) return turn_ == t.turn.index ? "" : fmt::format("the turn: seat {}", turn_ + 1);
    return queue_.front() == t.dealing.index ? ""
                                             : fmt::format("who gets a card: seat {}", queue_.front() + 1);
  }

  bool may_play(int seat, Card card) const {
    return std::count(hands_[seat].begin(), hands_[seat].end(), card) > 0 &&
           (!is_number(card) || total_ + value_of(card) <= 21);
  }

 private:
  using Row = std::vector<Card>;

  std::size_t set_of(int seat) const { return static_cast<std::size_t>(options_.teams ? seat % 2 : seat); }
  bool lives(int seat) const { return options_.teams || lives_[set_of(seat)] > 0; }
  int living() const {
    int count = 0;
    for (int i = 0; i < n_; ++i) count += lives(i);
    return count;
  }
  int next(int seat) const {
    do seat = (seat + direction_ + n_) % n_;
    while (!lives(seat));
    return seat;
  }
  /// All who live, in turn order, beginning with `seat`.
  std::vector<int> round_from(int seat) const {
    std::vector<int> all;
    for (int i = 0; i < n_; ++i, seat = (seat + direction_ + n_) % n_)
      if (lives(seat)) all.push_back(seat);
    return all;
  }
  static Row row(Cards heap) {
    Row all;
    for (const Card card : heap.kinds())
      all.insert(all.end(), static_cast<std::size_t>(heap.count(card)), card);
    return all;
  }
  static void remove(Row& row, Card card) {
    const auto at = std::find(row.begin(), row.end(), card);
    ASSERT_NE(at, row.end());
    row.erase(at);
  }

  /// FA-15, FA-16
  void refill() {
    if (!drawing_ || queue_.empty() || !pile_.empty()) return;
    const Card top = discards_.back();
    discards_.pop_back();
    pile_.swap(discards_);
    discards_ = {top};
    ++(pile_.empty() ? seen_.dry : seen_.new_piles);
    if (pile_.empty()) queue_.clear();
  }

  void lose(int seat) {
    int& lives = lives_[set_of(seat)];
    if (lives > 0) --lives;
    if (lives > 0) return;
    if (options_.teams) {
      if (loser_ < 0) loser_ = seat % 2;
      return;
    }
    discards_.insert(discards_.begin(), hands_[seat].begin(), hands_[seat].end());  // FA-33
    hands_[seat].clear();
    ++gone_;
  }

  void finish(int seat) {
    if (hands_[seat].empty()) return end_hand(seat);
    turn_ = next(seat);
    if (discards_.back() == Card::skip) turn_ = next(turn_);
  }

  void redeal(int seat) {  // FA-23, FA-24
    direction_ = 1, total_ = 0;
    for (auto& hand : hands_) {
      pool_.insert(pool_.end(), hand.begin(), hand.end());
      hand.clear();
    }
    std::map<int, int> shares;
    int each = seat;
    for (std::size_t left = pool_.size(); left > 0; --left) ++shares[each = next(each)];  // one at a time
    seen_.unequal += each != seat;
    for (int i = next(seat), left = living(); left > 0; i = next(i), --left)
      queue_.insert(queue_.end(), static_cast<std::size_t>(shares[i]), i);
    source_ = &pool_;
    then_ = [this, seat] { turn_ = next(seat); };
  }

  void bomb(int seat) {  // FA-25, FA-26
    gone_ = 0;
    for (int each = next(seat); each != seat; each = next(each)) {
      Row& hand = hands_[each];
      if (std::find(hand.begin(), hand.end(), Card::zero) == hand.end()) {
        lose(each);
        continue;
      }
      remove(hand, Card::zero);
      discards_.insert(discards_.begin(), Card::zero);
    }
    seen_.eliminated_together += gone_ > 1;
    seen_.both_sets_empty += options_.teams && lives_[0] + lives_[1] == 0;
    total_ = 0;
    if (!options_.sudden || options_.teams)  // FA-36
      if (end_if_decided()) return;
    for (const int each : round_from(seat))
      if (hands_[each].empty()) {
        seen_.bombs_taking_last += !hands_[seat].empty();
        return end_hand(seat);
      }
    if (!end_if_decided()) turn_ = next(seat);
  }

  void end_hand(int seat) {  // FA-27, FA-29, FA-40
    std::vector<int> out, held;
    for (const int each : round_from(seat)) (hands_[each].empty() ? out : held).push_back(each);
    if (options_.teams) {
      std::vector<int> paid;  // in the order in which their opponents went out
      for (const int each : out) {
        const int other = 1 - each % 2;
        if (std::find(paid.begin(), paid.end(), other) != paid.end()) continue;
        if (loser_ >= 0) {  // FA-41
          ++seen_.prices_spared;
          break;
        }
        lose(other), paid.push_back(other);
      }
      seen_.both_sides_out += paid.size() > 1;
    } else {
      for (const int each : held) lose(each);
    }
    seen_.several_out += out.size() > 1;
    if (!end_if_decided()) deal(out.front());  // FA-31
  }

  bool end_if_decided() {
    if (options_.teams) {
      if (loser_ < 0) return false;
      for (int i = 0; i < n_; ++i)
        if (i % 2 != loser_) winners_.push_back(i);
    } else if (options_.sudden ? living() == n_ : living() > 1) {
      return false;
    } else {
      // Better: more lives, then a lower sum of number cards.
      std::map<std::pair<int, int>, std::vector<int>> ranking;
      for (int i = 0; i < n_; ++i) {
        int sum = 0;
        for (const Card card : hands_[i]) sum += value_of(card);
        ranking[{lives_[set_of(i)], -sum}].push_back(i);
      }
      winners_ = ranking.rbegin()->second;
      seen_.shared += winners_.size() > 1;
      seen_.ties +=
          ranking.size() > 1 && std::next(ranking.rbegin())->first.first == ranking.rbegin()->first.first;
    }
    return over_ = true;
  }

  Options options_;
  int n_;
  Seen& seen_;
  std::vector<int> lives_;
  std::vector<Row> hands_;
  Row pile_, discards_, pool_;
  Row* source_ = nullptr;
  std::deque<int> queue_;       // who gets the next cards
  std::function<void()> then_;  // once all have got theirs
  bool drawing_ = false, over_ = false;
  int total_ = 0, direction_ = 1, turn_ = 0, dealer_ = 255, loser_ = -1, gone_ = 0;
  std::vector<int> winners_;
};

/// A game played by the engine and on paper, in which players like the cards that make trouble.
void play_twice(State state, Xoshiro256pp& rng, Paper::Seen& seen) {
  Paper paper(state, seen);
  for (int moves = 0; Alive::actors(state).kind != Actors::over; ++moves) {
    ASSERT_LT(moves, 100'000);
    const Actors actors = Alive::actors(state);
    if (actors.kind == Actors::dealer) {
      const Move move = Alive::draw(state, rng);
      Alive::play(state, kDealer, move, Silence{});
      if (move.what() == Move::first)
        paper.deal(move.seat().index);
      else
        paper.draw(move.card());
    } else {
      const Seat seat = actors.first();
      const auto legal = Alive::moves(state, seat);
      int playable = 0;
      for (int c = 0; c < kKinds; ++c) playable += paper.may_play(seat.index, static_cast<Card>(c));
      Move move = legal[below(rng, static_cast<std::uint32_t>(legal.size()))];
      for (const Move each : legal) {
        if (each == Move::to_flip()) continue;
        ASSERT_TRUE(paper.may_play(seat.index, each.card())) << Alive::text(each);
        if (each.card() >= Card::draw1 && below(rng, 3) == 0) move = each;
      }
      const bool stuck = legal[0] == Move::to_flip();
      ASSERT_EQ(playable, stuck ? 0 : static_cast<int>(legal.size()));
      Alive::play(state, seat, move, Silence{});
      if (stuck)
        paper.flip(seat.index);
      else
        paper.play(seat.index, move.card());
    }
    ASSERT_EQ(paper.differs(state), "") << "after move " << moves;
  }
}

/// 150 games for every number of players and every variant.
template <class Begin>
void play_at_every_table(Xoshiro256pp& rng, Paper::Seen& seen, Begin begin) {
  for (int players = Alive::min_players; players <= Alive::max_players; ++players)
    for (const auto variant : Alive::variants(players))
      for (int game = 0; game < 150; ++game) {
        play_twice(begin(table_of(players, variant)), rng, seen);
        if (testing::Test::HasFatalFailure())
          FAIL() << players << " players, " << variant << ", game " << game;
      }
}

// FA-1, FA-3, FA-5, FA-6, FA-7, FA-8, FA-9, FA-10, FA-14, FA-15, FA-16, FA-19, FA-24, FA-26, FA-31, FA-33,
// FA-34, FA-35, FA-36, FA-37, FA-41, FA-42
TEST(AliveGames, GoAsTheyWouldOnPaper) {
  Xoshiro256pp rng(21);
  Paper::Seen seen;
  play_at_every_table(rng, seen, [](const Options& options) { return Alive::start(options); });
  if (HasFatalFailure()) return;
  // What is rare has been seen too.
  EXPECT_GT(seen.new_piles, 1000);
  EXPECT_GT(seen.dry, 100);
  EXPECT_GT(seen.unequal, 1000);
  EXPECT_GT(seen.both_sets_empty, 10);
  EXPECT_GT(seen.eliminated_together, 10);
  EXPECT_GT(seen.ties, 100);
  EXPECT_GT(seen.shared, 10);
}

/// Few lives, few cards, many of them 0s, and a Bomb in the hand of whoever is on.
State before_the_bomb(const Options& options, Xoshiro256pp& rng) {
  const auto any = [&](int least, int most) {
    return least + static_cast<int>(below(rng, static_cast<std::uint32_t>(most - least + 1)));
  };
  Cards deck = Cards::whole_deck(options.printing);
  deck.take(Card::bomb);
  const auto take = [&](Cards& hand, Card card) { deck.take(card), hand.add(card); };
  const int turn = any(0, options.players - 1);
  std::vector<std::string> hands, lives;
  for (int i = 0; i < options.players; ++i) {
    Cards hand;
    if (i == turn) hand.add(Card::bomb);
    for (int n = i == turn ? any(0, 1) : any(1, 2); n > 0; --n)
      take(hand, deck.has(Card::zero) && any(0, 3) ? Card::zero : deck.nth(any(0, deck.size() - 1)));
    hands.push_back(names_of(hand));
    lives.push_back(std::to_string(any(1, 2)));
    if (options.teams && i > 1) lives.back() = lives[static_cast<std::size_t>(i % 2)];
  }
  Fields fields;
  fields.set("turn", std::to_string(turn + 1));
  fields.set("direction", any(0, 1) ? "clockwise" : "counterclockwise");
  fields.set("hands", hands);
  fields.set("lives", lives);
  const auto state = Alive::position(options, fields);
  EXPECT_TRUE(state) << (state ? "" : state.error().message);
  return state ? *state : Alive::start(options);
}

// FA-25, FA-26, FA-29, FA-30, FA-31, FA-34, FA-36, FA-40, FA-41
TEST(AliveGames, EndWithABombAsTheyWouldOnPaper) {
  Xoshiro256pp rng(22);
  Paper::Seen seen;
  play_at_every_table(rng, seen, [&](Options options) {
    options.dealer = kNobody;
    return before_the_bomb(options, rng);
  });
  if (HasFatalFailure()) return;
  EXPECT_GT(seen.bombs_taking_last, 500);
  EXPECT_GT(seen.several_out, 500);
  EXPECT_GT(seen.both_sides_out, 100);
  EXPECT_GT(seen.prices_spared, 20);
  EXPECT_GT(seen.both_sets_empty, 20);
  EXPECT_GT(seen.eliminated_together, 100);
  EXPECT_GT(seen.ties, 100);
  EXPECT_GT(seen.shared, 10);
}
}  // namespace
}  // namespace lifetable::alive

// SPDX-License-Identifier: Apache-2.0
#include "games/cv/scene.hpp"

#include <algorithm>
#include <bit>

#include "games/cv/cv.hpp"
#include "games/cv/words.hpp"

namespace lifetable::cv {

namespace {

constexpr Deck kAges[] = {Deck::early, Deck::middle, Deck::old};

bool is_setting_up(const Table& t) { return t.phase <= Phase::choose; }
bool is_over(const Table& t) { return t.phase == Phase::over; }
bool has_seat(const View& view) { return view.seat.index < view.table.players(); }

std::vector<std::string> names_of(TypeSet types) {
  std::vector<std::string> all;
  for (int i = 0; i <= static_cast<int>(Type::goal); ++i)
    if (types & set_of(stack(i))) all.emplace_back(name_of(stack(i)));
  return all;
}

std::vector<std::string> names_of_effects(std::uint8_t effects) {
  std::vector<std::string> all;
  for (unsigned rest = effects; rest; rest &= rest - 1)
    all.emplace_back(name_of(static_cast<Effect>(rest & -rest)));
  return all;
}

std::vector<int> childhood_cards(unsigned set) {
  std::vector<int> all;
  for (; set; set &= set - 1) all.push_back(std::countr_zero(set));
  return all;
}

// ---- Everybody's CV -----------------------------------------------------------------------------------

/// The secret goal of a seat as far as the reader knows it.
Card goal_of(const View& view, Seat seat) {
  if (is_over(view.table)) return view.table.revealed[seat.index];
  return seat == view.seat ? view.mine.goal : Card::none;
}

PointSheet points_of(const View& view, Seat seat) {
  const Table& t = view.table;
  const Card goal = goal_of(view, seat);
  const Sheet sheet = sheet_of(t, seat, goal);
  PointSheet points{.health = sheet.stacks[0],
                    .relationship = sheet.stacks[1],
                    .knowledge = sheet.stacks[2],
                    .possessions = sheet.possessions,
                    .secret_known = goal != Card::none,
                    .secret = sheet.secret,
                    .goals = {},
                    .total = sheet.total()};
  for (std::size_t i = 0; i < t.goals.size(); ++i)
    if (t.goals[i] != Card::none) points.goals.push_back(sheet.goals[i]);
  return points;
}

std::vector<Stack> stacks_of(const Table& t, Seat seat, const PointSheet& points) {
  const int by_stack[kStacks] = {points.health, points.relationship, points.knowledge, 0, points.possessions};
  std::vector<Stack> stacks;
  for (int i = 0; i < kStacks; ++i) {
    const Card top = t.active(seat, stack(i));
    Stack one{.type = std::string(name_of(stack(i))),
              .cards = {},
              .points = by_stack[i],
              .twice = i < static_cast<int>(Type::work) && t.facts(top).has(Effect::twice)};
    for (Card card = top; card != Card::none; card = t.below_of(card)) one.cards.push_back(number_of(card));
    stacks.push_back(std::move(one));
  }
  return stacks;
}

int hidden_cards(const Table& t, Seat seat) {
  if (t.phase < Phase::deal_cards) return 0;
  if (t.phase == Phase::deal_cards)
    return std::clamp(t.step - kChildhoodHand * seat.index, 0, kChildhoodHand);
  return kChildhoodHand - std::popcount(t.shown[seat.index]);
}

/// What would work for the player, as the active cards say it.
void add_means(const Table& t, Seat seat, Person& person) {
  const Means means = means_of(t, seat);
  Arrows printed;
  Symbols upkeep;
  for (const Card card : t.top[seat.index]) {
    printed |= t.facts(card).arrows;
    upkeep += t.facts(card).upkeep;
  }
  person.tokens = letters_of(means.tokens);
  person.dice = means.dice;
  person.throws = means.throws;
  person.arrows = arrows_of(printed);
  person.specials = names_of_effects(means.effects);
  person.upkeep = letters_of(upkeep);
}

Person person_of(const View& view, Seat seat) {
  const Table& t = view.table;
  Person person;
  person.points = points_of(view, seat);
  person.stacks = stacks_of(t, seat, person.points);
  person.cards = t.cv_cards(seat);
  person.hidden = hidden_cards(t, seat);
  for (const Card card : t.events[seat.index]) person.events.push_back(number_of(card));
  person.goal = number_of(goal_of(view, seat));
  person.begins = !is_setting_up(t) && t.starter == seat;
  person.acts = t.actors().include(seat);
  person.chosen = t.phase == Phase::choose && t.chosen.has(seat);
  person.won = is_over(t) && t.winners().has(seat);
  person.retired = t.is_retired(seat);
  add_means(t, seat, person);
  return person;
}

// ---- The track, and the goals -------------------------------------------------------------------------

/// What one more die would have to show so that the bill is paid.
std::string faces_that_pay(const Pool& pool, const Bill& bill) {
  std::string all;
  for (int face = 0; face < kFaces; ++face) {
    Pool more = pool;
    more.own.add(static_cast<Symbol>(face));
    if (can_pay(more, bill)) all += kLetters[static_cast<std::size_t>(face)];
  }
  return all;
}

/// What the reader lacks for a card that cannot be paid. Nobody counts on three good lucks before the first
/// throw.
void add_lack(const Table& t, Card card, Offer& offer) {
  const bool thrown = t.phase != Phase::toss;
  const Bill bill = thrown ? t.promised_with(card) : t.promised_with_printed(card);
  const Lack lack = thrown ? t.lacking_for(card) : Lack{missing(t.pool(), bill), false};
  offer.lacks = letters_of(lack.symbols);
  offer.lacks_for_luck = lack.by_luck;
  offer.one_more = faces_that_pay(t.pool(), bill);
}

Offer offer_of(const View& view, Card card) {
  const Table& t = view.table;
  Offer offer;
  offer.card = number_of(card);
  if (!t.actors().include(view.seat)) return offer;
  const bool assisted = t.phase == Phase::assist;
  const bool paying = t.phase == Phase::toss || t.phase == Phase::reroll || t.phase == Phase::select;
  if (!assisted && (!paying || t.takes() == kTakes)) return offer;
  offer.barred = why_barred(t, view.seat, card);
  if (!offer.barred.empty()) return offer;
  offer.affordable = assisted || t.can_afford(card);
  if (!offer.affordable)
    add_lack(t, card, offer);
  else
    offer.by_luck = !assisted && !t.can_afford_printed(card);
  return offer;
}

std::vector<DeckLeft> decks_of(const Table& t) {
  std::vector<DeckLeft> decks;
  for (const Deck deck : kAges)
    decks.push_back({std::string(name_of(deck)), t.unseen.of(deck).size(), t.deck() == deck});
  return decks;
}

std::string last_round_of(const Table& t) {
  if (is_setting_up(t)) return "no";
  if (is_over(t)) return "yes";
  switch (t.last_round()) {
    case LastRound::no: return "no";
    case LastRound::maybe: return "maybe";
    case LastRound::yes: return "yes";
  }
  return "";
}

std::vector<PublicGoal> goals_of(const Table& t) {
  std::vector<PublicGoal> goals;
  for (std::size_t i = 0; i < t.goals.size(); ++i) {
    if (t.goals[i] == Card::none) continue;
    PublicGoal goal{number_of(t.goals[i]), 0, {}};
    for (int seat = 0; seat < t.players(); ++seat)
      if (const int points = sheet_of(t, Seat{seat}, Card::none).goals[i]) {
        goal.points = points;
        goal.leaders.push_back(seat + 1);
      }
    goals.push_back(std::move(goal));
  }
  return goals;
}

// ---- The turn under way -------------------------------------------------------------------------------

std::vector<Die> dice_of(const Table& t) {
  const bool throwing = t.phase == Phase::reroll || t.phase == Phase::dice;
  const Symbols free = t.may_throw_again();
  std::vector<Die> dice;
  for (int face = 0; face < kFaces; ++face) {
    const char* const state = throwing && free.count(face) == 0 ? "frozen"
                              : t.phase == Phase::reroll        ? "free"
                                                                : "lying";
    dice.insert(dice.end(), static_cast<std::size_t>(t.dice.count(face)),
                Die{std::string(1, kLetters[static_cast<std::size_t>(face)]), state});
  }
  dice.insert(dice.end(), t.in_air, Die{"", "rolling"});
  return dice;
}

std::vector<Due> upkeep_of_turn(const Table& t) {
  const TypeSet due = t.upkeep_due();
  if (!due) return {};
  TypeSet some = 0, all = due;
  for (const TypeSet set : t.payable_upkeep()) {
    some |= set;
    all &= set;
  }
  std::vector<Due> dues;
  for (int i = 0; i < kStacks; ++i) {
    if (!(due & set_of(stack(i)))) continue;
    const Card card = t.active(t.turn, stack(i));
    dues.push_back({.stack = std::string(name_of(stack(i))),
                    .card = number_of(card),
                    .upkeep = letters_of(t.facts(card).upkeep),
                    .payable = (some & set_of(stack(i))) != 0,
                    .certain = (all & set_of(stack(i))) != 0});
  }
  return dues;
}

ThisTurn turn_of(const Table& t) {
  ThisTurn turn;
  const bool in_air = t.phase == Phase::dice;
  const bool may_throw = t.phase == Phase::toss || t.phase == Phase::reroll || in_air;
  turn.dice = dice_of(t);
  if (t.phase == Phase::toss) turn.to_throw = std::min(kDice, t.means.dice + t.joining);
  turn.joining = t.joining;
  turn.throws_made = t.throws + in_air;
  turn.throws_left = may_throw ? t.means.throws - turn.throws_made : 0;
  turn.tokens = letters_of(t.means.tokens);
  turn.extra = letters_of(t.extra);
  turn.job = letters_of(t.means.job, "");
  turn.arrows = arrows_of(t.means.arrows);
  turn.specials = names_of_effects(static_cast<std::uint8_t>(t.means.effects & ~(t.thawed ? thaw : 0)));
  turn.bad_luck = (t.dice + t.means.tokens).count(Symbol::bad);
  if (t.phase == Phase::reroll || t.phase == Phase::select)
    turn.misfortunes = misfortunes(t.pool(), t.promised());
  turn.losses = t.losses;
  turn.upkeep = upkeep_of_turn(t);
  return turn;
}

std::vector<TakenCard> taken_of(const Table& t) {
  std::vector<TakenCard> all;
  for (std::size_t i = 0; i < kTakes; ++i) {
    const Taken taken = t.taken[i];
    if (taken.card == Card::none) continue;
    const bool assisted = t.cleaning_up();
    const Symbols cost = t.facts(taken.card).cost;
    all.push_back({.card = number_of(taken.card),
                   .as = std::string(name_of(taken.type)),
                   .paid = assisted                               ? ""
                           : cost.empty() || t.pays_as_printed(i) ? letters_of(cost)
                                                                  : "GGG",
                   .placed = !(t.unplaced >> i & 1)});
  }
  return all;
}

// ---- What only the reader knows -----------------------------------------------------------------------

std::vector<HandCard> hand_of(const View& view) {
  const Table& t = view.table;
  const Hand hand{view.mine.hand(t.shown[view.seat.index]), t.events[view.seat.index]};
  const Cv::Moves moves = Cv::moves(view);
  std::vector<HandCard> all;
  for (int i = 0; i < hand.size(); ++i)
    all.push_back({number_of(hand.nth(i)), moves.contains(Move::to_play(hand.nth(i)))});
  return all;
}

std::vector<int> passed_by(const View& view) {
  unsigned others = view.mine.passed & ~static_cast<unsigned>(view.mine.hand(0));  // one may have come back
  if (view.mine.third != Card::none) others |= 1u << number_of(view.mine.third);
  for (const std::uint16_t shown : view.table.shown) others &= ~static_cast<unsigned>(shown);
  return childhood_cards(others);
}

// ---- What is going on ---------------------------------------------------------------------------------

Phrase ending_of(const Table& t) {
  const auto total = [&](Seat seat) { return sheet_of(t, seat, t.revealed[seat.index]).total(); };
  const SeatSet winners = t.winners();
  const Seat one = *winners.begin();
  const Phrase points = Cv::points(total(one));
  if (winners.size() > 1) {
    std::vector<Phrase> all;
    for (const Seat seat : winners) all.push_back({"cv.player", {{"who", seat}}});
    return {"cv.now.shared", {{"all", all}, {"points", points}}};
  }
  int equal = 0;
  for (const Seat seat : SeatSet::first(t.players())) equal += total(seat) == total(one);
  return {equal > 1 ? "cv.now.win-with-fewer" : "cv.now.win", {{"who", one}, {"points", points}}};
}

Phrase growing_up(const View& view) {
  const Table& t = view.table;
  if (t.actors().include(view.seat)) return {"cv.now.choose"};
  return {"cv.now.choosing", {{"n", t.players() - t.chosen.size()}}};
}

Phrase now_of(const View& view) {
  const Table& t = view.table;
  const std::pair<std::string, Argument> who{"who", t.turn};
  switch (t.phase) {
    case Phase::open_track: return {"cv.now.open-track"};
    case Phase::deal_goals: return {"cv.now.deal-goals"};
    case Phase::deal_cards: return {"cv.now.deal-cards"};
    case Phase::choose: return growing_up(view);
    case Phase::toss: return {"cv.now.toss", {who}};
    case Phase::dice: return {"cv.now.dice", {who}};
    case Phase::reroll: return {"cv.now.reroll", {who, {"n", t.means.throws - t.throws}}};
    case Phase::select:
      return {t.takes() == 0   ? "cv.now.select"
              : t.takes() == 1 ? "cv.now.select-one-more"
                               : "cv.now.select-no-more",
              {who}};
    case Phase::misfortune: return {"cv.now.misfortune", {who, {"n", t.losses}}};
    case Phase::place: return {"cv.now.place", {{"who", t.placing}}};
    case Phase::upkeep: return {"cv.now.upkeep", {who}};
    case Phase::refill: return {"cv.now.refill"};
    case Phase::assist: return {"cv.now.assist", {{"who", t.first_assisted()}}};
    case Phase::over: return ending_of(t);
  }
  return {};
}

}  // namespace

Scene Cv::scene(const View& view) {
  const Table& t = view.table;
  const bool in_turn = !is_setting_up(t) && !is_over(t);
  Scene scene;
  scene.now = now_of(view);
  scene.turn = in_turn ? t.turn.index + 1 : 0;
  scene.last_round = last_round_of(t);
  scene.decks = decks_of(t);
  for (int i = 0; i < t.track_size(); ++i)
    scene.track.push_back(offer_of(view, t.track[static_cast<std::size_t>(i)]));
  scene.goals = goals_of(t);
  for (int i = 0; i < t.players(); ++i) scene.people.push_back(person_of(view, Seat{i}));
  if (in_turn && !t.cleaning_up()) scene.this_turn.push_back(turn_of(t));
  scene.taken = taken_of(t);
  if (!has_seat(view)) return scene;
  scene.choices = childhood_cards(view.mine.offered);
  scene.hand = hand_of(view);
  scene.passed = passed_by(view);
  return scene;
}

std::vector<std::string> Cv::taps(const View& view, Move move) {
  const std::string number = std::to_string(number_of(move.card()));
  switch (move.what()) {
    case Move::take:
      if (view.table.phase == Phase::choose) return {"choice " + number};
      if (move.type() == Type::unsaid) return {"track " + number};
      return {"track " + number, "as " + std::string(name_of(move.type()))};
    case Move::reroll: {
      std::vector<std::string> row;
      for (const char letter : letters_of(move.dice())) row.push_back(std::string("die ") + letter);
      row.emplace_back("throw");
      return row;
    }
    case Move::play: return {"hand " + number};
    case Move::lose: return {"cv " + number};
    case Move::place:
      return {"card " + number,
              move.under() == Card::none ? "top" : "under " + std::to_string(number_of(move.under()))};
    case Move::pay: {
      std::vector<std::string> row;
      for (const std::string& name : names_of(move.stacks())) row.push_back("stack " + name);
      row.emplace_back("pay");
      return row;
    }
    default: return {text(move)};  // "throw", "stop", "done" and "decline"
  }
}

std::vector<CardFacts> Cv::catalogue_facts(const Options& options) {
  const Catalogue& cards = catalogue(options.cards);
  std::vector<CardFacts> all;
  for (int n = 1; n <= kCards; ++n) {
    const Card card = card_of(n);
    const Facts& facts = cards[card];
    CardFacts one;
    one.number = n;
    one.title = cards.title(card);
    one.deck = name_of(deck_of(card));
    one.types = names_of(facts.types);
    one.cost = letters_of(facts.cost);
    one.needs = names_of(facts.needs);
    one.forbids = names_of(facts.forbids);
    one.gives = letters_of(facts.gives);
    one.dice = facts.dice;
    one.throws = facts.rerolls;
    one.arrows = arrows_of(facts.arrows);
    one.specials = names_of_effects(facts.effects);
    one.upkeep = letters_of(facts.upkeep);
    one.points = facts.points;
    if (facts.is(Type::goal)) one.goal_cards.assign(facts.goal.cards.begin(), facts.goal.cards.end());
    one.goal_tokens = facts.goal.tokens;
    one.price = phrase_of_price(facts);
    one.effect = facts.is(Type::goal) ? phrase_of_goal(facts) : phrase_of_effect(facts);
    one.told = explain(options, std::to_string(n));
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace lifetable::cv

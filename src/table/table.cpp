// SPDX-License-Identifier: Apache-2.0
#include "table/table.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "bots/bot.hpp"
#include "core/hash.hpp"
#include "play/registry.hpp"
#include "table/scene.hpp"

namespace lifetable::table {

namespace {

constexpr std::string_view kPerson = "person";

int number_of(Seat seat) { return seat == kNobody ? 0 : seat.index + 1; }

SeatNumbers numbers_of(SeatSet seats) {
  SeatNumbers all;
  for (const Seat seat : seats) all.push_back(number_of(seat));
  return all;
}

play::Json scene_of(const play::Match& match, Seat reader) {
  return {play::json_text([&](play::Draft& json) { write_scene(json, match, reader); })};
}

std::vector<Outcome> outcome_of(const play::Match& match) {
  if (!match.over()) return {};
  Outcome outcome{.scores = {}, .points = {}, .winners = numbers_of(match.winners())};
  for (const int score : match.scores()) {
    outcome.scores.push_back(score);
    outcome.points.push_back(match.game().points(score));
  }
  return {outcome};
}

/// Whether a seat is asked the same before and after a move of another.
bool same_question(const play::Match& before, const play::Match& after, Seat seat) {
  const auto was = offers_of(before, seat), is = offers_of(after, seat);
  return std::equal(was.begin(), was.end(), is.begin(), is.end(),
                    [](const Offer& a, const Offer& b) { return a.move == b.move && a.label == b.label; });
}

Result<Done> check(const play::SeatHeader& who) {
  if (!play::is_printable_name(who.name))
    return Error{"a player's name has 1 to 40 characters that can be shown"};
  if (who.player == kPerson) return Done{};
  return bots::check_bot(who.player);
}

Result<Done> check(const Pace& pace) {
  for (const Millis time : {pace.bank, pace.increment, pace.window})
    if (time < 0 || time > kLongest)
      return Error{"the bank, the increment and the window of a table are times from 0 to a year"};
  return Done{};
}

}  // namespace

// ---- Opening and resuming -----------------------------------------------------------------------------

Table::Table(play::Record record, Pace pace, Millis now)
    : record_(std::move(record)),
      pace_(pace),
      now_(now),
      clocks_(static_cast<int>(record_.header.seats.size()), pace.bank) {
  write_players();
  read_the_record();
}

void Table::write_players() {
  std::vector<Player> players;
  for (const play::SeatHeader& seat : record_.header.seats) players.push_back({seat.name, seat.player});
  players_.text = play::json_text(players);
}

Result<Table> Table::open(std::string_view name, const Fields& options, std::vector<play::SeatHeader> seats,
                          const play::Seed& seed, Pace pace, Millis now) {
  const auto game = play::game_named(name);
  if (!game) return game.error();
  Fields all = options;
  all.set("players", std::to_string(seats.size()));
  const auto filled = (*game)->options(all);
  if (!filled) return filled.error();
  for (const play::SeatHeader& seat : seats)
    if (auto good = check(seat); !good) return good.error();
  play::Record record{.header = {.game = std::string(name),
                                 .rules_version = (*game)->rules_version,
                                 .options = *filled,
                                 .seats = std::move(seats),
                                 .commitment = seed.commitment(),
                                 .seed = seed,
                                 .result = {}},
                      .moves = {}};
  return from(std::move(record), "a new table", pace, now);
}

Result<Table> Table::from(play::Record record, const std::string& source, Pace pace, Millis now) {
  if (auto good = check(pace); !good) return good.error();
  auto replayed = play::replay(record, source);
  if (!replayed) return replayed.error();
  Table table(std::move(record), pace, now);
  table.dealer_ = std::move(replayed->dealer);
  table.let_the_dealer_act();
  table.look_at_the_time();
  return table;
}

/// Follows a good record to its end. Only what came after the dealer's last move can still be taken back, or
/// be one of several answers to the same question.
void Table::read_the_record() {
  const auto dealt = std::find_if(record_.moves.rbegin(), record_.moves.rend(),
                                  [](const play::RecordedMove& move) { return move.by == kDealer; });
  const auto begin = static_cast<std::size_t>(record_.moves.rend() - dealt);
  std::vector<play::RecordedMove> rest(record_.moves.begin() + static_cast<std::ptrdiff_t>(begin),
                                       record_.moves.end());
  record_.moves.resize(begin);
  record_.header.result.reset();  // it is the result of all moves
  match_ = std::move(play::replay(record_, "the table")->match);
  before_.reset();
  recent_.clear();
  asked_.fill(at());
  for (const play::RecordedMove& move : rest) follow(move);
  if (match_->over()) record_.header.result = play::ending_of(*match_);
}

Result<Done> Table::sit(Seat seat, play::SeatHeader who) {
  if (seat.index >= match_->players()) return Error{"there is no such seat at this table"};
  if (auto good = check(who); !good) return good.error();
  record_.header.seats[seat.index] = std::move(who);
  write_players();
  return Done{};
}

bool Table::is_person(Seat seat) const { return record_.header.seats[seat.index].player == kPerson; }

std::optional<Seat> Table::bot_to_act() const {
  if (match_->actors().kind != Actors::seats) return {};
  for (const Seat seat : match_->actors().set)
    if (!is_person(seat) && !(window_ && window_->has_answer_of(seat))) return seat;
  return {};
}

bool Table::asks(Seat seat, int seen) const {
  return match_->actors().include(seat) && seen >= asked_[seat.index] && seen <= at() &&
         !(window_ && window_->has_answer_of(seat));
}

std::uint64_t Table::chance(Seat seat) const {
  Hash chance;
  chance.add(hash_of(record_.header.seed.value_or(play::Seed{})));
  chance.add(static_cast<std::uint64_t>(at()));
  chance.add(seat.index);
  return chance.value();
}

// ---- Moves --------------------------------------------------------------------------------------------

std::optional<Refusal> Table::play(Seat seat, std::string_view move, int seen, Millis now) {
  tick(now);
  if (auto refused = refusal(seat, move, seen)) return refused;
  if (window_) {
    window_->answers.push_back({seat, std::string(move)});
    return {};
  }
  make(seat, move);
  look_at_the_time();
  clocks_.add(seat, pace_.increment);
  return {};
}

std::optional<Refusal> Table::refusal(Seat seat, std::string_view move, int seen) const {
  const auto refused = [](std::string reason, Phrase phrase) {
    return Refusal{std::move(reason), std::move(phrase), ""};
  };
  const Actors actors = match_->actors();
  if (match_->over()) return refused("over", {"table.refused.over"});
  if (seat.index >= match_->players()) return refused("seat", {"table.refused.seat"});
  if (!actors.set.has(seat)) {
    std::vector<Phrase> who;
    for (const Seat each : actors.set) who.push_back({"player", {{"who", named(*match_, each)}}});
    return refused("turn", {"table.refused.turn", {{"who", who}}});
  }
  if (window_ && window_->has_answer_of(seat)) return refused("answered", {"table.refused.answered"});
  if (seen < asked_[seat.index] || seen > at()) return refused("stale", {"table.refused.stale"});
  const auto broken = match_->refusal(seat, move);
  if (!broken) return {};
  if (!broken->clause) return refused("unknown", {"table.refused.unknown"});
  const std::string clause = fmt::format("{}-{}", match_->game().prefix, broken->clause.number);
  return Refusal{
      "rules", broken->phrase.empty() ? Phrase{"table.refused.rules", {{"clause", clause}}} : broken->phrase,
      clause};
}

/// A move that is known to be good, and then the dealer's. The time is looked at afterwards.
void Table::make(Seat seat, std::string_view move) {
  follow({seat, std::string(move)});
  let_the_dealer_act();
}

/// One move of a seat: the table goes on, and remembers who is asked something new.
void Table::follow(const play::RecordedMove& move) {
  before_ = match_->clone();
  before_at_ = at();
  recent_.clear();
  remember(move.by, *match_->play(move.by, move.move));
  const SeatSet still = {static_cast<std::uint8_t>(before_->actors().set.bits & match_->actors().set.bits)};
  for (const Seat seat : SeatSet::first(match_->players()))
    if (seat == move.by || !still.has(seat) || !same_question(*before_, *match_, seat))
      asked_[seat.index] = at();
}

/// A move that was made just now.
void Table::remember(Seat by, std::string move) {
  record_.moves.push_back({by, std::move(move)});
  recent_.push_back(match_->story());
}

void Table::let_the_dealer_act() {
  const int before = at();
  while (dealer_ && match_->actors().kind == Actors::dealer) {
    const std::string move = match_->deal(*dealer_);
    remember(kDealer, *match_->play(kDealer, move));
  }
  if (at() != before) asked_.fill(at());
  if (match_->over()) record_.header.result = play::ending_of(*match_);
}

// ---- Time ---------------------------------------------------------------------------------------------

bool Table::OpenWindow::has_answer_of(Seat seat) const {
  return std::any_of(answers.begin(), answers.end(), [&](const auto& each) { return each.by == seat; });
}

/// After moves: opens a window if one is asked for, and lets the clocks of those run who are to act.
void Table::look_at_the_time() {
  window_.reset();
  if (pace_.window > 0 && decline_of(*match_)) window_ = {now_ + pace_.window, at(), {}};
  clocks_.run(window_ ? SeatSet{} : match_->actors().set, now_);
}

std::optional<Millis> Table::deadline() const { return window_ ? window_->ends : clocks_.deadline(); }

bool Table::tick(Millis now) {
  const int before = at();
  now_ = std::max(now_, now);
  while (!match_->over()) {
    if (window_ && window_->ends <= now_)
      close_window();
    else if (const SeatSet late = clocks_.expired(now_); !late.empty())
      play_for(late.next(match_->actors().from));
    else
      break;
  }
  return at() != before;
}

/// The answers take effect: first those that do something, in the order in which they came (CG-30); then
/// everybody declines who has not been asked anew by one of these.
void Table::close_window() {
  const OpenWindow window = *std::exchange(window_, {});
  const std::string decline = *decline_of(*match_);
  const Actors actors = match_->actors();
  const auto still_asked = [&](Seat seat) {
    return match_->actors().set.has(seat) && asked_[seat.index] <= window.at;
  };
  for (const auto& [seat, move] : window.answers)
    if (!is_same_move(*match_, move, decline) && still_asked(seat)) make(seat, move);
  Seat seat = actors.first();
  for (int i = 0; i < match_->players(); ++i, seat = seat.clockwise(1, match_->players()))
    if (still_asked(seat)) make(seat, decline);
  look_at_the_time();
}

/// The seat's time is up: what a person would do who knows the game.
void Table::play_for(Seat seat) {
  make(seat, thoughtful_move(*match_, seat, chance(seat)));
  look_at_the_time();
  clocks_.add(seat, pace_.increment);
}

Timing Table::timing(Millis now) const {
  Timing timing{.at = at(), .clocks = {}, .window = 0, .answers = {}};
  now = std::max(now, now_);
  if (!clocks_.none())
    for (const Seat seat : SeatSet::first(match_->players()))
      timing.clocks.push_back(clocks_.left(seat, now));
  if (!window_) return timing;
  timing.window = std::max<Millis>(1, window_->ends - now);
  for (const auto& [seat, move] : window_->answers) timing.answers.push_back({number_of(seat), move});
  return timing;
}

Result<Timing> timing_from(const boost::json::value& json) {
  const auto timing = boost::json::try_value_to<Timing>(json);
  if (!timing) return Error{"these are not the times of a table, as a host keeps them beside the record"};
  return *timing;
}

Result<Done> Table::restore(const Timing& timing, Millis now) {
  const auto wrong = [&](std::string_view what) {
    return Error{fmt::format("the times kept after {} moves do not fit the table: {}", timing.at, what)};
  };
  const int players = match_->players();
  if (timing.at > at()) return wrong(fmt::format("its record has only {} moves", at()));
  if (timing.clocks.size() != (clocks_.none() ? 0 : static_cast<std::size_t>(players)))
    return wrong("it has other clocks");
  for (const Millis left : timing.clocks)
    if (left < 0 || left > kLongest) return wrong("a clock must show from 0 to a year");
  if (timing.window < 0 || timing.window > pace_.window) return wrong("its windows are shorter");
  const bool goes_on = window_ && timing.at == at();  // else moves were made since
  SeatSet answered;
  for (const auto& [seat, move] : timing.answers) {
    if (!goes_on) break;
    const bool asked = seat >= 1 && seat <= players && match_->actors().set.has(Seat{seat - 1});
    if (!asked || answered.has(Seat{seat - 1}) || match_->refusal(Seat{seat - 1}, move))
      return wrong("an answer is none that can be given");
    answered.add(Seat{seat - 1});
  }
  now_ = std::max(now_, now);
  clocks_ = Clocks(timing.clocks);
  look_at_the_time();
  if (!goes_on) return Done{};
  if (timing.window > 0) window_->ends = now_ + timing.window;
  for (const auto& [seat, move] : timing.answers) window_->answers.push_back({Seat{seat - 1}, move});
  return Done{};
}

// ---- Taking back --------------------------------------------------------------------------------------

bool Table::can_undo(Seat seat) const {
  // A window's end is a secret of those who answer, and what is taken back must not tell who has.
  if (!before_ || before_at_ + 1 != at() || match_->over() || window_) return false;
  if (match_->actors().kind != Actors::seats) return false;
  const play::RecordedMove& last = record_.moves.back();
  if (last.by != seat || !is_person(seat)) return false;
  if (decline_of(*before_)) return false;  // an answer is final (CG-28)
  if (pace_.apart)
    for (const Seat other : match_->actors().set)
      if (other != seat && is_person(other) && asks_anew(other)) return false;
  return shows_nothing(*before_, *match_, seat, last.move);
}

void Table::undo(Millis now) {
  assert(can_undo(record_.moves.back().by));
  now_ = std::max(now_, now);
  const Seat seat = record_.moves.back().by;
  record_.moves.pop_back();
  read_the_record();
  look_at_the_time();
  clocks_.add(seat, -pace_.increment);  // it will get that for its next move
}

// ---- What everybody sees ------------------------------------------------------------------------------

State Table::state(Seat reader, Millis now) const {
  State state = around_scene(reader, now);
  state.players = players_;
  state.scene = scene_of(*match_, reader);
  return state;
}

void Table::write_state(play::Draft& json, Seat reader, Millis now) const {
  const State state = around_scene(reader, now);
  play::write_members(json, state, [&]<class Member>(const Member& member) {
    if constexpr (std::is_same_v<Member, play::Json>)
      write_scene(json, *match_, reader);
    else if constexpr (std::is_same_v<Member, decltype(players_)>)
      json.add(players_.text);
    else
      play::write_json(json, member);
  });
}

State Table::around_scene(Seat reader, Millis now) const {
  State state = around_scene(*match_, at(), reader);
  now = std::max(now, now_);
  const bool answered = window_ && window_->has_answer_of(reader);
  if (!answered) state.offers = offers_of(*match_, reader);
  state.undo = can_undo(reader);
  if (!clocks_.none())
    for (const Seat seat : SeatSet::first(match_->players()))
      state.clocks.push_back({clocks_.left(seat, now), clocks_.runs(seat)});
  if (window_) state.window.push_back({std::max<Millis>(0, window_->ends - now), answered});
  return state;
}

/// The game after its first moves. Since the last move of a seat it takes a few moves, else all of them.
std::unique_ptr<play::Match> Table::match_after(int moves) const {
  if (!before_ || moves < before_at_)
    return std::move(play::replay(record_, "the table", static_cast<std::size_t>(moves))->match);
  auto match = before_->clone();
  for (int move = before_at_; move < moves; ++move) {
    const auto& [by, text] = record_.moves[static_cast<std::size_t>(move)];
    (void)match->play(by, text);
  }
  return match;
}

State Table::state_after(int moves, Seat reader) const {
  moves = std::clamp(moves, 0, at());
  const auto match = match_after(moves);
  State state = around_scene(*match, moves, reader);
  state.players = players_;
  state.scene = scene_of(*match, reader);
  return state;
}

/// What lies in the position alone, but for its scene and who plays.
State Table::around_scene(const play::Match& match, int at, Seat reader) const {
  const Actors actors = match.actors();
  return {.game = std::string(match.game().name),
          .at = at,
          .reader = reader.index < match.players() ? number_of(reader) : 0,
          .players = {},
          .actors = actors.kind == Actors::seats ? numbers_of(actors.set) : SeatNumbers{},
          .scene = {},
          .offers = {},
          .undo = false,
          .clocks = {},
          .window = {},
          .outcome = outcome_of(match)};
}

bool Table::is_told_alike(Seat one, Seat other, int seen) const {
  const int remembered = at() - static_cast<int>(recent_.size());
  if (one == other) return true;
  return seen >= remembered &&
         std::all_of(recent_.begin() + (std::min(seen, at()) - remembered), recent_.end(),
                     [&](const auto& story) { return story->is_alike(one, other); });
}

std::vector<Told> Table::told(Seat reader, int seen) const {
  std::vector<Told> all;
  const auto tell = [&](std::size_t move, std::vector<Phrase> phrases) {
    if (!phrases.empty()) all.push_back({static_cast<int>(move) + 1, std::move(phrases)});
  };
  const auto first = static_cast<std::size_t>(std::clamp(seen, 0, at()));
  const std::size_t remembered = record_.moves.size() - recent_.size();
  if (first < remembered) {
    const auto match = std::move(play::replay(record_, "the table", first)->match);
    for (std::size_t move = first; move < remembered; ++move) {
      (void)match->play(record_.moves[move].by, record_.moves[move].move);
      tell(move, match->told(reader));
    }
  }
  for (std::size_t move = std::max(first, remembered); move < record_.moves.size(); ++move)
    tell(move, recent_[move - remembered]->told(reader));
  return all;
}

News Table::news(Seat reader, int seen, int kept, Millis now) const {
  News news{.state = state(reader, now),
            .told = told(reader, seen),
            .cut = std::max(0, kept - at()),
            .lines = {},
            .header = {}};
  for (auto move = static_cast<std::size_t>(kept); move < record_.moves.size(); ++move)
    news.lines.push_back(play::move_line(record_.moves[move]));
  if (match_->over()) news.header.push_back(play::header_line(record_.header));
  return news;
}

}  // namespace lifetable::table

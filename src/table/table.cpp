#include "table/table.hpp"

#include <fmt/format.h>

#include "bots/bot.hpp"
#include "play/registry.hpp"
#include "table/scene.hpp"

namespace lifetable::table {

namespace {

constexpr std::string_view kPerson = "person";

int number_of(Seat seat) { return seat == kNobody ? 0 : seat.index + 1; }

std::vector<int> numbers_of(SeatSet seats) {
  std::vector<int> all;
  for (const Seat seat : seats) all.push_back(number_of(seat));
  return all;
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

}  // namespace

Table::Table(play::Record record, std::unique_ptr<play::Match> match, std::optional<play::Dealer> dealer)
    : record_(std::move(record)), match_(std::move(match)), dealer_(std::move(dealer)) {
  let_the_dealer_act();
}

Result<Table> Table::open(std::string_view name, const Fields& options, std::vector<play::SeatHeader> seats,
                          const play::Seed& seed) {
  const auto game = play::game_named(name);
  if (!game) return game.error();
  Fields all = options;
  all.set("players", std::to_string(seats.size()));
  const auto filled = (*game)->options(all);
  if (!filled) return filled.error();
  for (const play::SeatHeader& seat : seats) {
    if (!play::is_printable_name(seat.name))
      return Error{"a player's name has 1 to 40 characters that can be shown"};
    if (seat.player == kPerson) continue;
    if (const auto bot = bots::bot_from(seat.player); !bot) return bot.error();
  }
  play::Record record{.header = {.game = std::string(name),
                                 .rules_version = (*game)->rules_version,
                                 .options = *filled,
                                 .seats = std::move(seats),
                                 .commitment = seed.commitment(),
                                 .seed = seed,
                                 .result = {}},
                      .moves = {}};
  return from(std::move(record), "a new table");
}

Result<Table> Table::from(play::Record record, const std::string& source) {
  auto replayed = play::replay(record, source);
  if (!replayed) return replayed.error();
  return Table(std::move(record), std::move(replayed->match), std::move(replayed->dealer));
}

bool Table::is_person(Seat seat) const { return record_.header.seats[seat.index].player == kPerson; }

std::optional<Seat> Table::bot_to_act() const {
  if (match_->actors().kind != Actors::seats) return {};
  for (const Seat seat : match_->actors().set)
    if (!is_person(seat)) return seat;
  return {};
}

// ---- Moves --------------------------------------------------------------------------------------------

std::optional<Refusal> Table::play(Seat seat, std::string_view text, int seen) {
  const auto refused = [](std::string reason) { return Refusal{std::move(reason), {}, ""}; };
  if (match_->over()) return refused("over");
  if (seat.index >= match_->players()) return refused("seat");
  if (seen != at()) return refused("stale");
  const bool shown = !shows_nothing(seat, text);
  if (const auto refusal = match_->refusal(seat, text)) {
    return Refusal{
        "rules", refusal->phrase,
        refusal->clause ? fmt::format("{}-{}", match_->game().prefix, refusal->clause.number) : ""};
  }
  const auto played = match_->play(seat, text);
  record_.moves.push_back({seat, *played});
  undoable_ = is_person(seat) && !shown && match_->actors().kind == Actors::seats;
  let_the_dealer_act();
  return {};
}

void Table::let_the_dealer_act() {
  while (dealer_ && match_->actors().kind == Actors::dealer) {
    const std::string move = match_->deal(*dealer_);
    record_.moves.push_back({kDealer, *match_->play(kDealer, move)});
  }
  if (match_->over()) record_.header.result = play::ending_of(*match_);
}

// ---- Taking back --------------------------------------------------------------------------------------

bool Table::can_undo(Seat seat) const {
  return undoable_ && !match_->over() && record_.moves.back().by == seat;
}

void Table::undo() {
  assert(undoable_);
  record_.moves.pop_back();
  undoable_ = false;
  auto replayed = play::replay(record_, "the table");
  match_ = std::move(replayed->match);
  dealer_ = std::move(replayed->dealer);
}

/// In all of some worlds that the seat cannot tell apart, the move leaves it with the same view.
bool Table::shows_nothing(Seat seat, std::string_view text) const {
  return play::with_game(match_->game().name, [&]<Game G>() {
    constexpr int kWorlds = 16;
    const auto view = match_->view(seat).as<G>();
    const auto move = G::parse(text);
    if (!move || G::judge(view, *move)) return true;  // it will be refused
    Xoshiro256pp rng(1);
    std::optional<typename G::View> first;
    for (int i = 0; i < kWorlds; ++i) {
      auto world = G::imagine(view, rng);
      G::play(world, seat, *move, Silence{});
      const auto then = G::view(world, seat);
      if (first && !(then == *first)) return false;
      first = then;
    }
    return true;
  });
}

// ---- What everybody sees ------------------------------------------------------------------------------

State Table::state(Seat reader) const {
  const Actors actors = match_->actors();
  State state{.game = std::string(match_->game().name),
              .at = at(),
              .reader = number_of(reader),
              .players = {},
              .actors = actors.kind == Actors::seats ? numbers_of(actors.set) : std::vector<int>{},
              .scene = scene_of(*match_, reader),
              .offers = offers_of(*match_, reader),
              .undo = can_undo(reader),
              .outcome = outcome_of(*match_)};
  for (const play::SeatHeader& seat : record_.header.seats) state.players.push_back({seat.name, seat.player});
  return state;
}

std::vector<Told> Table::told(Seat reader, int seen) const {
  std::vector<Told> all;
  const auto replayed = play::replay(record_, "the table", static_cast<std::size_t>(std::max(0, seen)));
  for (std::size_t i = static_cast<std::size_t>(std::max(0, seen)); i < record_.moves.size(); ++i) {
    (void)replayed->match->play(record_.moves[i].by, record_.moves[i].move);
    if (auto phrases = replayed->match->told(reader); !phrases.empty())
      all.push_back({static_cast<int>(i) + 1, std::move(phrases)});
  }
  return all;
}

}  // namespace lifetable::table

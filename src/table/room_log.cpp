// SPDX-License-Identifier: Apache-2.0
// The log of a room: what its entries mean, and how a room is read from them again.
#include <algorithm>
#include <fmt/format.h>

#include "bots/bot.hpp"
#include "play/json.hpp"
#include "play/registry.hpp"
#include "table/room.hpp"

namespace lifetable::table {

namespace json = boost::json;

namespace {

constexpr std::size_t kMovesRemembered = 8;

/// Moves as the log has them: "1 play 7", the dealer's with 0.
std::string line_of(const play::RecordedMove& move) {
  return std::to_string(move.by == kDealer ? 0 : move.by.index + 1) + " " + move.move;
}
std::optional<play::RecordedMove> move_of(std::string_view line) {
  if (line.size() < 3 || line[0] < '0' || line[0] > '0' + kMaxSeats || line[1] != ' ') return {};
  return play::RecordedMove{line[0] == '0' ? kDealer : Seat{line[0] - '1'}, std::string(line.substr(2))};
}

/// The member of a list that an entry names by its number, from 1; nullptr if there is none.
template <class T>
T* named_in(std::vector<T>& all, const json::object& entry, std::string_view name) {
  const int number = play::number_in(entry, name);
  return number >= 1 && number <= static_cast<int>(all.size()) ? &all[static_cast<std::size_t>(number - 1)]
                                                               : nullptr;
}

Millis millis_in(const json::object& entry, std::string_view name) {
  const auto* value = entry.if_contains(name);
  return value && value->is_int64() ? value->get_int64() : -1;
}

bool is_known_bot(const std::string& name) { return bool{bots::check_bot(name)}; }

}  // namespace

Result<Room> Room::from(std::string_view table, std::span<const std::string> log, Secrets secrets,
                        Millis now) {
  Room room{std::string(table), std::move(secrets)};
  for (const std::string& line : log) {
    ++room.entries_;
    const auto entry = play::parse_json(line);
    const auto* object = entry ? entry->if_object() : nullptr;
    if (!object || !room.take_effect(*object))
      return Error{fmt::format(
          "entry {} of table {} cannot be understood; a newer version of lifetable may have written it",
          room.entries_, table)};
  }
  if (room.entries_ == 0) return Error{fmt::format("there is no table {}", table)};
  for (Person& person : room.people_) person.left = now;
  if (room.begun_) {
    const int seats = static_cast<int>(room.places_.size());
    const int kept = static_cast<int>(room.record_.moves.size());
    auto found = Table::from(std::move(room.record_), fmt::format("table {}", table), room.pace_, now);
    if (!found) return found.error();
    room.table_ = std::move(*found);
    room.kept_moves_ = kept;  // the dealer may have gone on
    for (int seat = 1; seat <= seats; ++seat) room.tell_the_table(seat);
    if (room.timing_)
      if (auto sound = room.table_->restore(*room.timing_, now); !sound)
        return Error{fmt::format("table {}: {}", table, sound.error().message)};
  }
  return room;
}

void Room::happen(Entry entry) {
  keep(json::serialize(entry));
  [[maybe_unused]] const bool understood = take_effect(entry);
  assert(understood);
}

/// `answering` is the seat, from 1, of whoever answers in a window with this entry; 0 if it is anything else.
void Room::keep(std::string entry, int answering) {
  unkept_.push_back(std::move(entry));
  (answering ? own_entries_[static_cast<std::size_t>(answering - 1)] : open_entries_) = ++entries_;
}

void Room::tell_the_table(int seat) {
  if (!table_) return;
  const Place& place = places_[static_cast<std::size_t>(seat - 1)];
  (void)table_->sit(Seat{seat - 1}, {place.name, place.cover.empty() ? place.player : place.cover});
  moves_version_ = ++changes_;
}

/// Whatever the table has done since the last entry becomes one: because of a seat, from 1, or by itself.
/// Most entries are of this kind, so it is written straight away.
void Room::note_moves(Millis now, int by, const std::string& id) {
  std::vector<std::string> lines;
  for (std::size_t i = static_cast<std::size_t>(kept_moves_); i < table_->record().moves.size(); ++i)
    lines.push_back(line_of(table_->record().moves[i]));
  kept_moves_ = table_->at();
  const bool answer = by && lines.empty();
  play::ObjectDraft entry;
  if (by) entry.add("by", by);
  if (!id.empty()) entry.add("id", id);
  entry.add("what", "moves");
  entry.add("lines", lines);
  if (const auto timing = times(now)) entry.add("timing", *timing);
  keep(std::string(entry.text()), answer ? by : 0);
  on_moves_by(by, id, answer);
  if (table_->over()) ++version_;
}

/// What an entry says about time, if there is anything to say.
std::optional<Timing> Room::times(Millis now) const {
  Timing timing = table_->timing(now);
  if (timing.clocks.empty() && timing.window == 0) return {};
  return timing;
}

// ---- What the entries mean ----------------------------------------------------------------------------

/// False if it is none of ours, or cannot have happened. What a game allows is looked at afterwards, when its
/// record is replayed.
bool Room::take_effect(const json::object& entry) {
  static constexpr struct {
    std::string_view what;
    bool (Room::*effect)(Entry);
  } kAll[] = {
      {"moves", &Room::on_moves},   {"undo", &Room::on_undo},   {"open", &Room::on_open},
      {"come", &Room::on_come},     {"sit", &Room::on_sit},     {"rise", &Room::on_rise},
      {"give", &Room::on_give},     {"add", &Room::on_add},     {"begin", &Room::on_begin},
      {"cover", &Room::on_cover},   {"back", &Room::on_back},   {"mute", &Room::on_mute},
      {"remove", &Room::on_remove}, {"again", &Room::on_again},
  };
  const std::string what = play::text_in(entry, "what");
  const auto known = std::ranges::find_if(kAll, [&](const auto& each) { return each.what == what; });
  const bool in_order = (what == "open") == game_.empty();
  return known != std::end(kAll) && in_order && (this->*known->effect)(entry);
}

bool Room::on_moves(Entry entry) {
  const auto* lines = entry.if_contains("lines");
  if (!begun_ || !lines || !lines->is_array()) return false;
  const int by = named_in(places_, entry, "by") ? play::number_in(entry, "by") : 0;
  on_moves_by(by, play::text_in(entry, "id"), by && lines->get_array().empty());
  for (const json::value& line : lines->get_array()) {
    const auto move = line.is_string() ? move_of(line.get_string()) : std::nullopt;
    if (!move) return false;
    record_.moves.push_back(*move);
  }
  return take_times(entry);
}

/// The seat, from 1, has moved or given an answer that a window keeps; 0: something happened by itself.
void Room::on_moves_by(int seat, const std::string& id, bool answer) {
  const auto index = static_cast<std::size_t>(seat - 1);
  (answer ? answered_[index] : moves_version_) = ++changes_;
  Person* person = seat ? person_at(places_[index]) : nullptr;
  if (!person || id.empty()) return;
  person->done.push_back(id);
  if (person->done.size() > kMovesRemembered) person->done.erase(person->done.begin());
}

bool Room::on_undo(Entry entry) {
  moves_version_ = ++changes_;
  ++line_;
  if (table_) return true;
  if (record_.moves.empty()) return false;
  record_.moves.pop_back();
  return take_times(entry);
}

/// Those of the latest moves are the true ones, also if there are none.
bool Room::take_times(Entry entry) {
  timing_.reset();
  const auto* times = entry.if_contains("timing");
  if (!times) return true;
  const auto timing = timing_from(*times);
  if (timing) timing_ = *timing;
  return bool{timing};
}

bool Room::on_open(Entry entry) {
  const auto seed = play::Seed::from_hex(play::text_in(entry, "seed"));
  const auto *options = entry.if_contains("options"), *seats = entry.if_contains("seats");
  if (play::number_in(entry, "version") != 1 || !seed || !options || !seats || !seats->is_array())
    return false;
  for (const json::value& seat : seats->get_array()) {
    if (!seat.is_object()) return false;
    places_.push_back({play::text_in(seat.get_object(), "name"), play::text_in(seat.get_object(), "player")});
    const Place& place = places_.back();
    if (place.player != kOpen && !(is_known_bot(place.player) && play::is_printable_name(place.name)))
      return false;
  }
  const auto game = play::game_named(play::text_in(entry, "game"));
  auto fields = play::fields_from(*options);
  if (!game || !fields) return false;
  fields->set("players", std::to_string(places_.size()));
  const auto filled = (*game)->options(*fields);
  pace_ = {.bank = millis_in(entry, "bank"),
           .increment = millis_in(entry, "increment"),
           .window = millis_in(entry, "window"),
           .apart = true};
  const auto [least, most] = std::minmax({pace_.bank, pace_.increment, pace_.window});
  if (!filled || least < 0 || most > kLongest) return false;
  game_ = (*game)->name;
  join_ = play::text_in(entry, "join");
  watch_ = play::text_in(entry, "watch");
  options_ = *filled;
  server_ = *seed;
  unhurried_ = play::flag_in(entry, "unhurried");
  chat_ = play::flag_in(entry, "chat");
  ++version_;
  return !join_.empty() && !watch_.empty();
}

bool Room::on_come(Entry entry) {
  Person person{.name = play::text_in(entry, "name"),
                .key = play::text_in(entry, "key"),
                .host = play::flag_in(entry, "host")};
  if (!play::is_printable_name(person.name) || person.key.empty()) return false;
  ++version_;
  Person* before = named_in(people_, entry, "person");
  if (before && !may_be_forgotten(*before)) return false;
  if (before)  // who has left their place in the list
    *before = std::move(person);
  else
    people_.push_back(std::move(person));
  return true;
}

/// An open seat, or one in the middle of a game whose person was removed.
bool Room::may_sit(const Place& place) const {
  return gathering() ? place.player == kOpen : place.player == kPerson && !place.person;
}

bool Room::on_sit(Entry entry) {
  Place* place = named_in(places_, entry, "seat");
  Person* person = named_in(people_, entry, "person");
  if (!place || !person || !may_sit(*place) || person->seat || person->removed) return false;
  *place = {person->name, std::string(kPerson), play::number_in(entry, "person"), "", place->entropy};
  person->seat = play::number_in(entry, "seat");
  tell_the_table(person->seat);
  ++version_;
  return true;
}

bool Room::on_rise(Entry entry) {
  Place* place = named_in(places_, entry, "seat");
  if (!place || !place->person || begun_) return false;
  person_at(*place)->seat = 0;
  *place = {"", std::string(kOpen)};
  ++version_;
  return true;
}

bool Room::on_give(Entry entry) {
  Place* place = named_in(places_, entry, "seat");
  if (!place || place->person || begun_) return false;
  *place = {play::text_in(entry, "name"), play::text_in(entry, "player")};
  ++version_;
  return place->player == kOpen || (is_known_bot(place->player) && play::is_printable_name(place->name));
}

bool Room::on_add(Entry entry) {
  Place* place = named_in(places_, entry, "seat");
  const auto entropy = play::Seed::from_hex(play::text_in(entry, "entropy"));
  if (!place || !place->person || !entropy || begun_) return false;
  place->entropy = *entropy;
  ++version_;
  return true;
}

bool Room::on_begin(Entry entry) {
  const int rules = (*play::game_named(game_))->rules_version;
  const bool is_open = std::ranges::any_of(places_, [](const Place& each) { return each.player == kOpen; });
  if (begun_ || is_open || play::number_in(entry, "rules") != rules) return false;
  begun_ = true;
  timing_.reset();
  play::SharedDeal shared{.server = server_, .entropy = {}};
  record_ = {};
  play::RecordHeader& header = record_.header;
  for (const Place& each : places_) {
    shared.entropy.push_back(each.entropy);
    header.seats.push_back({each.name, each.player});
  }
  header.game = game_;
  header.rules_version = rules;
  header.options = options_;
  header.commitment = server_.commitment();
  header.seed = play::seed_of(shared);
  header.shared = std::move(shared);
  ++version_;
  return true;
}

bool Room::on_cover(Entry entry) {
  Place* place = named_in(places_, entry, "seat");
  const std::string bot = play::text_in(entry, "bot");
  if (!place || !begun_ || place->player != kPerson || !is_known_bot(bot)) return false;
  place->cover = bot;
  tell_the_table(play::number_in(entry, "seat"));
  ++version_;
  return true;
}

bool Room::on_back(Entry entry) {
  Place* place = named_in(places_, entry, "seat");
  if (!place || !begun_ || !place->person) return false;
  place->cover.clear();
  tell_the_table(play::number_in(entry, "seat"));
  ++version_;
  return true;
}

bool Room::on_mute(Entry entry) {
  Person* person = named_in(people_, entry, "person");
  if (!person) return false;
  person->muted = play::flag_in(entry, "on");
  ++version_;
  return true;
}

/// Whoever is removed cannot come back with their key. In the middle of a game a bot has the seat until
/// somebody else takes it.
bool Room::on_remove(Entry entry) {
  Person* person = named_in(people_, entry, "person");
  const std::string bot = play::text_in(entry, "bot"), join = play::text_in(entry, "join");
  if (!person || !is_known_bot(bot) || join.empty()) return false;
  join_ = join;
  person->removed = true;
  person->key.clear();
  if (const int seat = std::exchange(person->seat, 0)) {
    Place& place = places_[static_cast<std::size_t>(seat - 1)];
    place.person = 0;
    if (begun_)
      place.cover = bot;
    else
      place = {"", std::string(kOpen)};
    tell_the_table(seat);
  }
  ++version_;
  return true;
}

/// Another game: everybody sits one place further on.
bool Room::on_again(Entry entry) {
  const auto seed = play::Seed::from_hex(play::text_in(entry, "seed"));
  if (!seed || !begun_) return false;
  server_ = *seed;
  ++deal_;
  begun_ = false;
  table_.reset();
  record_ = {};
  timing_.reset();
  kept_moves_ = 0;
  std::rotate(places_.rbegin(), places_.rbegin() + 1, places_.rend());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    if (place.player == kPerson && !place.person) place.player = place.cover;  // whose bot it was is gone
    place.cover.clear();
    place.entropy.reset();
    if (place.person) person_at(place)->seat = static_cast<int>(i) + 1;
  }
  for (Person& person : people_) person.done.clear();
  ++version_;
  moves_version_ = ++changes_;
  ++line_;
  return true;
}

}  // namespace lifetable::table

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

/// Whether a list of texts has this one.
bool has_text(const json::object& object, std::string_view list, const std::string& text) {
  const auto* texts = object.if_contains(list);
  return texts && texts->is_array() &&
         std::ranges::find(texts->get_array(), json::value(text)) != texts->get_array().end();
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
  for (Place& place : room.places_) place.since = now;
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

void Room::happen(Read entry) {
  keep(json::serialize(entry));
  [[maybe_unused]] const bool understood = take_effect(entry);
  assert(understood);
  const std::string what = play::text_in(entry, "what");
  if (what == "open" || what == "come" || what == "remove") lay_door_aside();
}

/// `answering` is the seat, from 1, of whoever answers in a window with this entry; 0 if it is anything else.
void Room::keep(std::string entry, int answering) {
  (answering ? own_entries_[static_cast<std::size_t>(answering - 1)] : open_entries_) = ++entries_;
  unkept_.push_back({entries_, std::move(entry)});
}

/// One entry in the place of all, so that a log stays short, however often people sit down and leave.
void Room::say_all(Millis now) {
  keep(json::serialize(everything(now)));
  unkept_.back().says_all = true;
  said_all_ = entries_;
}

void Room::lay_door_aside() {
  json::array keys;
  for (const Person& person : people_)
    if (!person.key.empty()) keys.emplace_back(person.key);
  const json::object door{{"join", join_}, {"watch", watch_}, {"keys", std::move(keys)}};
  const std::string log = log_of_door(name_);
  std::erase_if(asides_, [&](const Aside& aside) { return aside.log == log; });
  asides_.push_back({log, entries_, json::serialize(door), true});
}

/// The evidence outlasts the next deal, and many more; but not all, or a table could fill the disk.
void Room::lay_deal_aside() {
  const play::Record& record = table_->record();
  std::vector<std::string> lines;
  for (const play::RecordedMove& move : record.moves) lines.push_back(line_of(move));
  play::ObjectDraft deal;
  deal.add("deal", deal_);
  deal.add("keys", played_);
  deal.add("header", record_header());
  deal.add("lines", lines);
  const bool replaces = deal_ > kDealsKept;
  asides_.push_back({log_of_deal(name_, deal_), replaces ? deal_ : 1, std::string(deal.text()), replaces});
}

void Room::tell_the_table(int seat) {
  if (!table_) return;
  const Place& place = places_[static_cast<std::size_t>(seat - 1)];
  (void)table_->sit(Seat{seat - 1}, {place.name, place.who_plays()});
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
  if (!table_->over()) return;
  ++version_;
  lay_deal_aside();
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
    bool (Room::*effect)(Read);
  } kAll[] = {
      {"moves", &Room::on_moves},   {"undo", &Room::on_undo},   {"open", &Room::on_open},
      {"come", &Room::on_come},     {"sit", &Room::on_sit},     {"rise", &Room::on_rise},
      {"give", &Room::on_give},     {"add", &Room::on_add},     {"begin", &Room::on_begin},
      {"cover", &Room::on_cover},   {"back", &Room::on_back},   {"mute", &Room::on_mute},
      {"remove", &Room::on_remove}, {"again", &Room::on_again}, {"everything", &Room::on_everything},
  };
  const std::string what = play::text_in(entry, "what");
  const auto known = std::ranges::find_if(kAll, [&](const auto& each) { return each.what == what; });
  const bool begins = what == "open" || what == "everything";
  const bool in_order = what == "everything" || begins == game_.empty();
  return known != std::end(kAll) && in_order && (this->*known->effect)(entry);
}

bool Room::on_moves(Read entry) {
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
  played_by_.clear();
  for (const Place& place : places_) played_by_.push_back(place.who_plays());
  const auto index = static_cast<std::size_t>(seat - 1);
  (answer ? answered_[index] : moves_version_) = ++changes_;
  Person* person = seat ? person_at(places_[index]) : nullptr;
  if (!person || id.empty()) return;
  person->done.push_back(id);
  if (person->done.size() > kMovesRemembered) person->done.erase(person->done.begin());
}

bool Room::on_undo(Read entry) {
  moves_version_ = ++changes_;
  ++line_;
  if (table_) return true;
  if (record_.moves.empty()) return false;
  record_.moves.pop_back();
  return take_times(entry);
}

/// Those of the latest moves are the true ones, also if there are none.
bool Room::take_times(Read entry) {
  timing_.reset();
  const auto* times = entry.if_contains("timing");
  if (!times) return true;
  const auto timing = timing_from(*times);
  if (timing) timing_ = *timing;
  return bool{timing};
}

bool Room::on_open(Read entry) {
  const auto seed = play::Seed::from_hex(play::text_in(entry, "seed"));
  const auto *options = entry.if_contains("options"), *seats = entry.if_contains("seats");
  if (play::number_in(entry, "version") != 1 || !seed || !options || !seats || !seats->is_array())
    return false;
  const bool has_people = play::text_in(entry, "what") == "everything";
  for (const json::value& seat : seats->get_array()) {
    if (!seat.is_object()) return false;
    places_.push_back({play::text_in(seat.get_object(), "name"), play::text_in(seat.get_object(), "player")});
    const Place& place = places_.back();
    if (place.player == kOpen || (has_people && place.player == kPerson)) continue;
    if (!is_known_bot(place.player) || !play::is_printable_name(place.name)) return false;
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

bool Room::on_come(Read entry) {
  Person person{.name = play::text_in(entry, "name"),
                .key = play::text_in(entry, "key"),
                .host = play::flag_in(entry, "host")};
  if (!play::is_printable_name(person.name) || person.key.empty()) return false;
  ++version_;
  Person* before = named_in(people_, entry, "person");
  if (before && !may_be_forgotten(*before)) return false;
  if (before) {  // who has left their place in the list
    person.before = before->before + 1;
    *before = std::move(person);
  } else {
    people_.push_back(std::move(person));
  }
  return true;
}

bool Room::on_sit(Read entry) {
  Place* place = named_in(places_, entry, "seat");
  Person* person = named_in(people_, entry, "person");
  // Once somebody could take the seat of a person who was removed in the middle of a game; logs still tell.
  const bool left = place && begun_ && place->player == kPerson && !place->person;
  if (!place || !person || !(left || may_sit(*place)) || person->seat || person->removed) return false;
  if (left) played_.push_back(person->key);
  *place = {person->name, std::string(kPerson), play::number_in(entry, "person"), "", place->entropy};
  person->seat = play::number_in(entry, "seat");
  person->uninvited = false;
  tell_the_table(person->seat);
  ++version_;
  return true;
}

bool Room::on_rise(Read entry) {
  Place* place = named_in(places_, entry, "seat");
  if (!place || !place->person || begun_) return false;
  person_at(*place)->seat = 0;
  *place = {"", std::string(kOpen)};
  ++version_;
  return true;
}

bool Room::on_give(Read entry) {
  Place* place = named_in(places_, entry, "seat");
  if (!place || place->person || begun_) return false;
  *place = {play::text_in(entry, "name"), play::text_in(entry, "player")};
  ++version_;
  return place->player == kOpen || (is_known_bot(place->player) && play::is_printable_name(place->name));
}

bool Room::on_add(Read entry) {
  Place* place = named_in(places_, entry, "seat");
  const auto entropy = play::Seed::from_hex(play::text_in(entry, "entropy"));
  if (!place || !place->person || !entropy || begun_) return false;
  place->entropy = *entropy;
  ++version_;
  return true;
}

bool Room::on_begin(Read entry) {
  const int rules = play::number_in(entry, "rules");
  const bool is_open = std::ranges::any_of(places_, [](const Place& each) { return each.player == kOpen; });
  if (begun_ || is_open || !(*play::game_named(game_))->knows(rules)) return false;
  begun_ = true;
  rules_ = rules;
  timing_.reset();
  played_.clear();
  played_by_.clear();
  for (const Place& each : places_)
    if (const Person* person = person_at(each)) played_.push_back(person->key);
  begin_record();
  ++version_;
  return true;
}

/// An empty record of the deal that the room has come to.
void Room::begin_record() {
  play::SharedDeal shared{.server = server_, .entropy = {}};
  record_ = {};
  play::RecordHeader& header = record_.header;
  for (const Place& each : places_) {
    shared.entropy.push_back(each.entropy);
    header.seats.push_back({each.name, each.player});
  }
  header.game = game_;
  header.rules_version = rules_;
  header.options = options_;
  header.commitment = server_.commitment();
  header.seed = play::seed_of(shared);
  header.shared = std::move(shared);
}

/// The first line of the record of the game, once it has begun.
std::string Room::record_header() const {
  play::RecordHeader header = table_->record().header;
  for (std::size_t i = 0; i < played_by_.size(); ++i) header.seats[i].player = played_by_[i];
  return play::header_line(header);
}

bool Room::on_cover(Read entry) {
  Place* place = named_in(places_, entry, "seat");
  const std::string bot = play::text_in(entry, "bot");
  if (!place || !begun_ || place->player != kPerson || !is_known_bot(bot)) return false;
  place->cover = bot;
  tell_the_table(play::number_in(entry, "seat"));
  ++version_;
  return true;
}

bool Room::on_back(Read entry) {
  Place* place = named_in(places_, entry, "seat");
  if (!place || !begun_ || !place->person) return false;
  place->cover.clear();
  tell_the_table(play::number_in(entry, "seat"));
  ++version_;
  return true;
}

bool Room::on_mute(Read entry) {
  Person* person = named_in(people_, entry, "person");
  if (!person) return false;
  person->muted = play::flag_in(entry, "on");
  ++version_;
  return true;
}

/// Whoever is removed cannot come back with their key. In the middle of a game a bot has the seat until
/// somebody else takes it.
bool Room::on_remove(Read entry) {
  Person* person = named_in(people_, entry, "person");
  const std::string bot = play::text_in(entry, "bot"), join = play::text_in(entry, "join");
  if (!person || !is_known_bot(bot) || join.empty()) return false;
  join_ = join;
  ++links_;
  person->removed = true;
  person->key.clear();
  // Whoever was removed may have left a seat before, under another name.
  for (Person& each : people_) each.uninvited |= !each.seat && !each.host;
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
bool Room::on_again(Read entry) {
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

std::optional<std::string> record_in(std::string_view finished_deal, int deal, const std::string& key_hash) {
  const auto parsed = play::parse_json(finished_deal);
  const auto* kept = parsed ? parsed->if_object() : nullptr;
  const auto* lines = kept ? kept->if_contains("lines") : nullptr;
  if (!lines || !lines->is_array() || play::number_in(*kept, "deal") != deal) return {};
  if (key_hash.empty() || !has_text(*kept, "keys", key_hash)) return {};
  std::string record = play::text_in(*kept, "header");
  for (const json::value& line : lines->get_array())
    if (const auto move = line.is_string() ? move_of(line.get_string()) : std::nullopt)
      record += play::move_line(*move);
  return record;
}

bool opens(std::string_view door, std::string_view key) {
  const auto parsed = play::parse_json(door);
  const auto* keys = parsed ? parsed->if_object() : nullptr;
  const std::string code = as_typed_code(key);
  if (!keys || key.size() > kOwnKeyDigits || code.empty()) return false;
  const std::string join = play::text_in(*keys, "join");
  return code == join || code == join.substr(0, kCodeLetters) || code == play::text_in(*keys, "watch") ||
         (key.size() == kOwnKeyDigits && has_text(*keys, "keys", hash_of_key(key)));
}

// ---- All of it at once --------------------------------------------------------------------------------

json::object Room::everything(Millis now) const {
  const auto list = [](const auto& all, auto written) {
    json::array texts;
    for (const auto& each : all) texts.push_back(written(each));
    return texts;
  };
  json::object all{{"what", "everything"},
                   {"version", 1},
                   {"entry", entries_ + 1},
                   {"game", game_},
                   {"options", play::to_json(options_)},
                   {"join", join_},
                   {"watch", watch_},
                   {"links", links_},
                   {"unhurried", unhurried_},
                   {"bank", pace_.bank},
                   {"increment", pace_.increment},
                   {"window", pace_.window},
                   {"chat", chat_},
                   {"deal", deal_},
                   {"seed", server_.hex()}};
  all["people"] = list(people_, [&](const Person& person) {
    return json::object{{"name", person.name},
                        {"key", person.key},
                        {"seat", person.seat},
                        {"host", person.host},
                        {"muted", person.muted},
                        {"removed", person.removed},
                        {"uninvited", person.uninvited},
                        {"done", list(person.done, [](const std::string& id) { return json::string(id); })}};
  });
  all["seats"] = list(places_, [](const Place& place) {
    json::object seat{
        {"name", place.name}, {"player", place.player}, {"person", place.person}, {"cover", place.cover}};
    if (place.entropy) seat["entropy"] = place.entropy->hex();
    return seat;
  });
  if (!begun_) return all;
  all["rules"] = rules_;
  all["played"] = list(played_, [](const std::string& key) { return json::string(key); });
  all["played_by"] = list(played_by_, [](const std::string& player) { return json::string(player); });
  all["lines"] = list(table_->record().moves,
                      [](const play::RecordedMove& move) { return json::string(line_of(move)); });
  if (const auto timing = times(now)) all["timing"] = json::value_from(*timing);
  return all;
}

bool Room::on_everything(Read entry) {
  Room room{name_, secrets_};
  const Millis number = millis_in(entry, "entry");
  if (number < 1 || number > INT32_MAX || (entries_ > 1 && number != entries_)) return false;
  room.entries_ = room.said_all_ = room.open_entries_ = static_cast<int>(number);
  const auto *people = entry.if_contains("people"), *seats = entry.if_contains("seats");
  if (!people || !people->is_array() || !room.on_open(entry)) return false;
  room.links_ = play::number_in(entry, "links");
  room.deal_ = play::number_in(entry, "deal");
  if (room.links_ < 0 || room.deal_ < 1) return false;
  const auto texts = [](Read object, std::string_view name) {
    std::vector<std::string> all;
    if (const auto* list = object.if_contains(name); list && list->is_array())
      for (const json::value& each : list->get_array())
        if (each.is_string()) all.emplace_back(each.get_string());
    return all;
  };
  for (const json::value& each : people->get_array()) {
    if (!each.is_object()) return false;
    const json::object& person = each.get_object();
    room.people_.push_back({.name = play::text_in(person, "name"),
                            .key = play::text_in(person, "key"),
                            .seat = play::number_in(person, "seat"),
                            .host = play::flag_in(person, "host"),
                            .muted = play::flag_in(person, "muted"),
                            .removed = play::flag_in(person, "removed"),
                            .uninvited = play::flag_in(person, "uninvited"),
                            .done = texts(person, "done")});
  }
  for (std::size_t i = 0; i < room.places_.size(); ++i) {
    const json::object& seat = seats->get_array()[i].get_object();
    Place& place = room.places_[i];
    place.person = play::number_in(seat, "person");
    place.cover = play::text_in(seat, "cover");
    if (const auto added = play::Seed::from_hex(play::text_in(seat, "entropy"))) place.entropy = *added;
    if (place.person < 0 || place.person > static_cast<int>(room.people_.size())) return false;
    if (!place.cover.empty() && !is_known_bot(place.cover)) return false;
    if (place.person && room.person_at(place)->seat != static_cast<int>(i) + 1) return false;
  }
  for (const Person& person : room.people_)
    if (person.seat && (person.seat < 0 || person.seat > static_cast<int>(room.places_.size()) ||
                        room.person_at(room.place_of(person)) != &person))
      return false;
  if (entry.contains("lines")) {
    room.rules_ = play::number_in(entry, "rules");
    if (!(*play::game_named(room.game_))->knows(room.rules_)) return false;
    room.begun_ = true;
    room.played_ = texts(entry, "played");
    room.begin_record();
    if (!room.on_moves(entry)) return false;
    if (auto players = texts(entry, "played_by"); players.size() == room.places_.size())
      room.played_by_ = std::move(players);  // logs once did not say it
    for (const std::string& player : room.played_by_)
      if (player != kPerson && !is_known_bot(player)) return false;
  }
  *this = std::move(room);
  return true;
}

}  // namespace lifetable::table

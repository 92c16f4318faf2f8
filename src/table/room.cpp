// SPDX-License-Identifier: Apache-2.0
#include "table/room.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/sha256.hpp"
#include "play/json.hpp"
#include "play/name.hpp"
#include "play/registry.hpp"

namespace lifetable::table {

namespace json = boost::json;

namespace {

constexpr std::string_view kMe = "me", kOpenSeat = "open";
constexpr std::string_view kCoverBot = "normal";
constexpr std::string_view kBots[] = {"random", "thoughtful", "easy", "normal", "hard"};
constexpr std::string_view kPhrases[] = {"hello", "hurry", "thanks", "well-played", "sorry", "oops",
                                         "wow",   "laugh", "think",  "cry",         "heart", "bye"};
/// How long the others wait for somebody who is to act and not there, before a bot does.
constexpr Millis kPatience = 45'000;
constexpr Millis kWindow = 8'000;
constexpr std::size_t kLongestId = 64, kMostPeople = 200;
constexpr int kLongestText = 200;
constexpr int kLongestLog = 2'000;  // entries after one that says all
constexpr int kLinkLetters = 16;    // of the key in a link: 80 bits

json::object refused(std::string reason, std::vector<std::pair<std::string, Argument>> about = {}) {
  Phrase phrase{"room.refused." + reason, std::move(about)};
  return {{"refusal", json::value_from(Refusal{std::move(reason), std::move(phrase), ""})}};
}
/// The `at` of the state that a player saw.
Result<int> seen_in(const json::object& request) {
  const auto* seen = request.at("seen").if_int64();
  if (!seen || *seen < 0 || *seen > INT32_MAX)
    return Error{"'seen' must be a whole number from 0: the 'at' of the state that you saw"};
  return static_cast<int>(*seen);
}

json::object refused(const Refusal& refusal) { return {{"refusal", json::value_from(refusal)}}; }
json::object error(std::string sentence) { return {{"error", std::move(sentence)}}; }
json::object good(json::value answer = true) { return {{"ok", std::move(answer)}}; }

bool is_bot(std::string_view player) { return std::ranges::find(kBots, player) != std::end(kBots); }

/// Flags that a request may leave out, but not fill with something else.
Result<Done> check_flags(const json::object& request, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto* value = request.if_contains(name); value && !value->is_bool())
      return Error{fmt::format("'{}' must be true or false", name)};
  return Done{};
}

Result<Millis> time_in(const json::object& request, std::string_view name, Millis otherwise) {
  if (!request.contains(name)) return otherwise;
  const auto* value = request.at(name).if_int64();
  constexpr Millis a_day = 24 * 60 * 60 * 1000;
  if (!value || *value < 0 || *value > a_day)
    return Error{fmt::format("'{}' must be a time from 0 to a day, in milliseconds", name)};
  return *value;
}

}  // namespace

std::string hash_of_key(std::string_view key) {
  return play::Seed{Sha256::of({reinterpret_cast<const std::uint8_t*>(key.data()), key.size()})}.hex();
}

std::string short_code(const play::Seed& secret, int letters) {
  constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";  // none that looks like another
  std::string code;
  for (int i = 0; i < letters; ++i) code += alphabet[secret.bytes[static_cast<std::size_t>(i)] % 32];
  return code;
}

std::string log_of_deal(std::string_view table, int deal) {
  return fmt::format("{}/{}", table, (deal - 1) % kDealsKept + 1);
}
std::string log_of_door(std::string_view table) { return fmt::format("{}/door", table); }

bool is_short_code(std::string_view key) { return as_typed_code(key).size() <= kCodeLetters; }

std::string as_typed_code(std::string_view typed) {
  std::string code;
  for (char letter : typed) {
    if (letter == '-' || letter == ' ') continue;
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    if (letter == 'I' || letter == 'L') letter = '1';
    if (letter == 'O') letter = '0';
    code += letter;
  }
  return code;
}

// ---- Opening ------------------------------------------------------------------------------------------

namespace {

struct Seats {
  json::array places;  ///< as the log has them
  int mine = 0;        ///< the host's, from 1; 0: none
};

/// The seats of a new room. `host` is what the host is called.
Result<Seats> seats_from(const json::array& list, const std::string& host) {
  Seats seats;
  std::vector<std::string> looks = {play::look_of(host)};
  for (const json::value& each : list) {
    const int number = static_cast<int>(seats.places.size()) + 1;
    const auto* seat = each.if_object();
    const std::string player = seat ? play::text_in(*seat, "player") : "";
    if (player != kMe && player != kOpenSeat && !is_bot(player))
      return Error{
          fmt::format("seat {} must be {{\"player\": ...}} with \"me\", \"open\" or one of the bots: {}",
                      number, fmt::join(kBots, ", "))};
    if (auto sound = play::check_members(*seat, {"player", "name"}, 1); !sound)
      return Error{fmt::format("in seat {}: {}", number, sound.error().message)};
    if (!is_bot(player)) {
      if (seat->contains("name"))
        return Error{fmt::format(
            "seat {} has a name, but people bring their own; yours is 'name' of the request", number)};
      if (player == kMe && seats.mine) return Error{"'seats' has \"me\" twice; nobody sits in two places"};
      if (player == kMe) seats.mine = number;
      seats.places.push_back({{"player", kOpenSeat}, {"name", ""}});
      continue;
    }
    const std::string name =
        seat->contains("name") ? play::text_in(*seat, "name") : fmt::format("Bot {}", number);
    if (!play::is_name(name))
      return Error{fmt::format("the name of seat {} has 1 to 40 characters of one alphabet that can be shown",
                               number)};
    if (std::ranges::find(looks, play::look_of(name)) != looks.end())
      return Error{fmt::format("two are called '{}'; give each a name of their own", name)};
    looks.push_back(play::look_of(name));
    seats.places.push_back({{"player", player}, {"name", name}});
  }
  return seats;
}

}  // namespace

Result<Room::Opened> Room::open(const json::object& request, std::string table, Secrets secrets) {
  if (auto sound = play::check_members(
          request,
          {"do", "game", "seats", "name", "options", "unhurried", "bank", "increment", "window", "chat"}, 3);
      !sound)
    return Error{"in the request 'open': " + sound.error().message};
  const auto game = play::game_named(play::text_in(request, "game"));
  if (!game) return game.error();
  const std::string name = play::text_in(request, "name");
  if (!play::is_name(name))
    return Error{"'name', yours, has 1 to 40 characters of one alphabet that can be shown"};
  const auto* list = request.at("seats").if_array();
  if (!list || list->size() > kMaxSeats)
    return Error{"'seats' must be a list of {\"player\": \"me\", \"open\" or a bot, \"name\": ...}"};
  auto seats = seats_from(*list, name);
  if (!seats) return seats.error();
  Fields options;
  if (const auto* given = request.if_contains("options")) {
    auto fields = play::fields_from(*given);
    if (!fields) return Error{"in 'options': " + fields.error().message};
    options = std::move(*fields);
  }
  options.set("players", std::to_string(seats->places.size()));
  const auto filled = (*game)->options(options);
  if (!filled) return filled.error();
  if (auto sound = check_flags(request, {"unhurried", "chat"}); !sound) return sound.error();
  const bool unhurried = play::flag_in(request, "unhurried");
  const auto bank = time_in(request, "bank", 0), increment = time_in(request, "increment", 0),
             window = time_in(request, "window", unhurried ? 0 : kWindow);
  for (const auto& time : {bank, increment, window})
    if (!time) return time.error();
  if (unhurried && (*bank > 0 || *increment > 0))
    return Error{"an unhurried table has no clocks: leave out 'bank' and 'increment', or 'unhurried'"};

  Room room(std::move(table), std::move(secrets));
  const std::string key = room.secrets_().hex();
  room.happen({{"what", "open"},
               {"version", 1},
               {"game", (*game)->name},
               {"options", play::to_json(*filled)},
               {"seats", seats->places},
               {"join", short_code(room.secrets_(), kLinkLetters)},
               {"watch", short_code(room.secrets_(), kLinkLetters)},
               {"unhurried", unhurried},
               {"bank", *bank},
               {"increment", *increment},
               {"window", *window},
               {"chat", play::flag_in(request, "chat")},
               {"seed", room.secrets_().hex()}});
  room.happen({{"what", "come"}, {"name", name}, {"key", hash_of_key(key)}, {"host", true}});
  if (seats->mine) room.happen({{"what", "sit"}, {"person", 1}, {"seat", seats->mine}});
  return Opened{std::move(room), key};
}

// ---- Coming and going ---------------------------------------------------------------------------------

std::optional<Visitor> Room::visitor_with(std::string_view key) const {
  if (key.size() > kOwnKeyDigits) return {};
  const std::string code = as_typed_code(key);
  if (code == join_ || code == this->code()) return Visitor{Visitor::guest, 0, links_};
  if (code == watch_) return Visitor{Visitor::watcher};
  if (key.size() != kOwnKeyDigits) return {};
  const std::string hash = hash_of_key(key);
  for (std::size_t i = 0; i < people_.size(); ++i)
    if (people_[i].key == hash) return Visitor{Visitor::person, static_cast<int>(i) + 1, people_[i].before};
  return {};
}

bool Room::only_watches(const Visitor& visitor) const {
  if (visitor.role == Visitor::guest) return visitor.before != links_;
  const Person* person = person_of(visitor);
  return !person || person->uninvited;
}

std::string Room::key_of(const Visitor& visitor) const {
  const Person* person = person_of(visitor);
  return person ? person->key : "";
}

void Room::arrive(const Visitor& visitor) {
  ++version_;
  Person* person = person_of(visitor);
  ++(person ? person->here : bystanders_);
  if (person && person->seat && !place_of(*person).cover.empty())
    happen({{"what", "back"}, {"seat", person->seat}});
}

void Room::depart(const Visitor& visitor, Millis now) {
  ++version_;
  Person* person = person_of(visitor);
  int& connections = person ? person->here : bystanders_;
  connections = std::max(0, connections - 1);
  if (person) person->left = now;
}

Room::Person* Room::person_of(const Visitor& visitor) {
  const int number = visitor.person_number;
  if (visitor.role != Visitor::person || number < 1 || number > static_cast<int>(people_.size()))
    return nullptr;
  Person& person = people_[static_cast<std::size_t>(number - 1)];
  return person.removed || person.before != visitor.before ? nullptr : &person;
}
const Room::Person* Room::person_of(const Visitor& visitor) const {
  return const_cast<Room*>(this)->person_of(visitor);
}

bool Room::is_host(const Visitor& visitor) const {
  const Person* person = person_of(visitor);
  return person && person->host;
}

bool Room::is_taken(std::string_view name, int seat) const {
  const std::string look = play::look_of(name);
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (static_cast<int>(i) + 1 != seat && play::look_of(places_[i].name) == look) return true;
  return std::ranges::any_of(
      people_, [&](const Person& person) { return !person.removed && play::look_of(person.name) == look; });
}

Seat Room::seat_of(const Visitor& visitor) const {
  const Person* person = person_of(visitor);
  return person && person->seat ? Seat{person->seat - 1} : kNobody;
}

int Room::seat_in(Asked request) const {
  const int seat = play::number_in(request, "seat");
  return seat >= 1 && seat <= static_cast<int>(places_.size()) ? seat : 0;
}

// ---- What people ask ----------------------------------------------------------------------------------

std::span<const Room::Kind> Room::kinds() {
  static const Kind all[] = {
      {"play", {"do", "move", "seen", "id"}, 3, &Room::play},
      {"undo", {"do", "seen"}, 1, &Room::undo},
      {"sit", {"do", "seat", "name", "entropy", "key"}, 1, &Room::sit},
      {"leave", {"do"}, 1, &Room::leave},
      {"return", {"do"}, 1, &Room::come_back},
      {"add", {"do", "entropy"}, 2, &Room::add},
      {"give", {"do", "seat", "player", "name"}, 3, &Room::give},
      {"begin", {"do"}, 1, &Room::begin},
      {"cover", {"do", "seat"}, 2, &Room::cover},
      {"say", {"do", "phrase", "text"}, 1, &Room::say},
      {"mute", {"do", "seat", "on"}, 3, &Room::mute},
      {"remove", {"do", "seat"}, 2, &Room::remove},
      {"again", {"do"}, 1, &Room::again},
      {"look", {"do", "at"}, 1, &Room::look},
      {"record", {"do", "deal"}, 1, &Room::record},
  };
  return all;
}

json::object Room::ask(Visitor& visitor, Asked request, Millis now) {
  const std::string wanted = play::text_in(request, "do");
  for (const Kind& kind : kinds()) {
    if (kind.name != wanted) continue;
    if (auto sound = play::check_members(request, kind.members, kind.needed); !sound)
      return error(fmt::format("in the request '{}': {}", wanted, sound.error().message));
    if (visitor.role == Visitor::person && !person_of(visitor)) return refused("removed");
    auto answer = (this->*kind.answer)(visitor, request, now);
    if (entries_ - said_all_ >= kLongestLog) say_all(now);
    return answer;
  }
  std::vector<std::string_view> known;
  for (const Kind& kind : kinds()) known.push_back(kind.name);
  return error(
      fmt::format("a request in a room is an object whose 'do' is one of: {}", fmt::join(known, ", ")));
}

/// The next number; when there are no more, that of whoever has been away longest, without a seat: they may
/// come by the link again. Those who were removed make place first.
int Room::number_for_somebody_new() const {
  if (people_.size() < kMostPeople) return static_cast<int>(people_.size()) + 1;
  const Person* longest = nullptr;
  const auto left = [](const Person& person) { return person.removed ? -1 : person.left; };
  for (const Person& person : people_)
    if (may_be_forgotten(person) && person.here == 0 && (!longest || left(person) < left(*longest)))
      longest = &person;
  return longest ? static_cast<int>(longest - people_.data()) + 1 : 0;
}

json::object Room::sit(Visitor& visitor, Asked request, Millis now) {
  if (visitor.role == Visitor::watcher) return refused("watcher");
  if (only_watches(visitor)) return refused("link");
  const std::string chosen = play::text_in(request, "key");
  if (request.contains("key") && !play::Seed::from_hex(chosen))
    return error("'key' must be 64 hexadecimal digits");
  if (visitor.role == Visitor::guest)
    if (const auto known = visitor_with(chosen); known && person_of(*known)) {
      // They sat down before, and only the answer was lost; or they come by the link of now.
      bystanders_ = std::max(0, bystanders_ - 1);
      arrive(visitor = *known);
      person_of(visitor)->uninvited = false;
      if (const int seat = person_of(visitor)->seat) return good({{"seat", seat}, {"key", chosen}});
    }
  Person* person = person_of(visitor);
  if (person && person->seat) return refused("seated");
  int seat = seat_in(request);
  if (request.contains("seat")) {
    if (!seat) return error(fmt::format("'seat' must be one from 1 to {}", places_.size()));
    if (!may_sit(places_[static_cast<std::size_t>(seat - 1)])) return refused("taken");
  } else {
    const auto free = std::ranges::find_if(places_, [&](const Place& each) { return may_sit(each); });
    if (free == places_.end()) return refused("full");
    seat = static_cast<int>(free - places_.begin()) + 1;
  }
  const auto entropy = play::Seed::from_hex(play::text_in(request, "entropy"));
  if (request.contains("entropy") && !entropy) return error("'entropy' must be 64 hexadecimal digits");
  json::object answer{{"seat", seat}};
  if (!person) {
    const std::string name = play::text_in(request, "name");
    if (!play::is_name(name)) return refused("name");
    if (is_taken(name, seat)) return refused("name-taken", {{"name", name}});
    const int number = number_for_somebody_new();
    if (!number) return refused("crowded");
    const std::string key = chosen.empty() ? secrets_().hex() : chosen;
    json::object entry{{"what", "come"}, {"name", name}, {"key", hash_of_key(key)}};
    if (number <= static_cast<int>(people_.size())) entry["person"] = number;  // in the place of another
    happen(entry);
    visitor = {Visitor::person, number, people_[static_cast<std::size_t>(number - 1)].before};
    person_of(visitor)->here = 1;
    bystanders_ = std::max(0, bystanders_ - 1);
    answer["key"] = key;
  }
  happen({{"what", "sit"}, {"person", visitor.person_number}, {"seat", seat}});
  places_[static_cast<std::size_t>(seat - 1)].since = now;
  if (entropy) happen({{"what", "add"}, {"seat", seat}, {"entropy", entropy->hex()}});
  return good(answer);
}

json::object Room::leave(Visitor& visitor, Asked, Millis) {
  Person* person = person_of(visitor);
  if (!person || !person->seat) return refused("no-seat");
  const int seat = person->seat;
  if (gathering()) {
    happen({{"what", "rise"}, {"seat", seat}});
  } else if (places_[static_cast<std::size_t>(seat - 1)].cover.empty() && !over()) {
    happen({{"what", "cover"}, {"seat", seat}, {"bot", kCoverBot}});
  }
  return good();
}

json::object Room::come_back(Visitor& visitor, Asked, Millis) {
  Person* person = person_of(visitor);
  if (!person || !person->seat) return refused("no-seat");
  if (!place_of(*person).cover.empty()) happen({{"what", "back"}, {"seat", person->seat}});
  return good();
}

json::object Room::give(Visitor& visitor, Asked request, Millis) {
  if (!is_host(visitor)) return refused("host");
  if (!gathering()) return refused("begun");
  const int seat = seat_in(request);
  if (!seat) return error(fmt::format("'seat' must be one from 1 to {}", places_.size()));
  if (places_[static_cast<std::size_t>(seat - 1)].person) return refused("taken");
  const std::string player = play::text_in(request, "player");
  if (player != kOpen && !is_bot(player))
    return error(fmt::format("'player' must be \"open\" or one of the bots: {}", fmt::join(kBots, ", ")));
  std::string name;
  if (player != kOpen) {
    name = request.contains("name") ? play::text_in(request, "name") : fmt::format("Bot {}", seat);
    if (!play::is_name(name)) return refused("name");
    if (is_taken(name, seat)) return refused("name-taken", {{"name", name}});
  }
  happen({{"what", "give"}, {"seat", seat}, {"player", player}, {"name", name}});
  return good();
}

json::object Room::add(Visitor& visitor, Asked request, Millis) {
  const Person* person = person_of(visitor);
  if (!person || !person->seat) return refused("no-seat");
  if (!gathering()) return refused("begun");
  const auto entropy = play::Seed::from_hex(play::text_in(request, "entropy"));
  if (!entropy) return error("'entropy' must be 64 hexadecimal digits");
  if (place_of(*person).entropy) return refused("added");
  happen({{"what", "add"}, {"seat", person->seat}, {"entropy", entropy->hex()}});
  return good();
}

json::object Room::begin(Visitor& visitor, Asked, Millis now) {
  if (!is_host(visitor)) return refused("host");
  if (!gathering()) return refused("begun");
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (places_[i].player == kOpen) return refused("open", {{"seat", static_cast<int>(i) + 1}});
  for (const Place& place : places_)  // or the host alone would choose the cards, by being quicker
    if (const Person* person = person_at(place);
        person && !person->host && person->here > 0 && !place.entropy && now - place.since < time_to_add_)
      return refused("adding", {{"name", person->name}});
  happen({{"what", "begin"}, {"rules", (*play::game_named(game_))->rules_version}});
  auto table = Table::from(std::exchange(record_, {}), "a new table", pace_, now);
  assert(table);  // the game and its options were looked at when the room was opened
  table_ = std::move(*table);
  note_moves(now);
  return good();
}

json::object Room::play(Visitor& visitor, Asked request, Millis now) {
  Person* person = person_of(visitor);
  if (!person || !person->seat) return refused("no-seat");
  if (!table_) return refused("waiting");
  const auto seen = seen_in(request);
  if (!seen) return error(seen.error().message);
  const std::string move = play::text_in(request, "move"), id = play::text_in(request, "id");
  if (move.empty()) return error("'move' must be one of the moves that were offered");
  if (id.size() > kLongestId || (id.empty() && request.contains("id")))
    return error(fmt::format("'id' must be a text of 1 to {} characters", kLongestId));
  if (!id.empty() && std::ranges::find(person->done, id) != person->done.end())
    return good({{"at", table_->at()}});  // it was made, only the answer was lost
  if (!place_of(*person).cover.empty()) return refused("covered");
  const auto refusal = table_->play(Seat{person->seat - 1}, move, *seen, now);
  if (!refusal)
    note_moves(now, person->seat, id);
  else if (table_->at() != kept_moves_)  // time was up first
    note_moves(now);
  return refusal ? refused(*refusal) : good({{"at", table_->at()}});
}

json::object Room::undo(Visitor& visitor, Asked request, Millis now) {
  const Seat seat = seat_of(visitor);
  if (seat == kNobody) return refused("no-seat");
  if (!table_) return refused("waiting");
  const auto seen = request.contains("seen") ? seen_in(request) : table_->at();
  if (!seen) return error(seen.error().message);
  tick(now);
  if (*seen != table_->at()) return refused(Refusal{"stale", {"table.refused.stale"}, ""});
  if (!table_->can_undo(seat)) return refused("undo");
  table_->undo(now);
  kept_moves_ = table_->at();
  json::object entry{{"what", "undo"}};
  if (const auto timing = times(now)) entry["timing"] = json::value_from(*timing);
  happen(entry);
  return good({{"at", table_->at()}});
}

json::object Room::cover(Visitor& visitor, Asked request, Millis) {
  if (!is_host(visitor)) return refused("host");
  if (!table_ || over()) return refused("waiting");
  const int seat = seat_in(request);
  if (!seat) return error(fmt::format("'seat' must be one from 1 to {}", places_.size()));
  const Place& place = places_[static_cast<std::size_t>(seat - 1)];
  if (!place.person || !place.cover.empty()) return refused("no-person");
  if (person_at(place)->here > 0) return refused("here");
  happen({{"what", "cover"}, {"seat", seat}, {"bot", kCoverBot}});
  return good();
}

json::object Room::say(Visitor& visitor, Asked request, Millis) {
  const Person* person = person_of(visitor);
  if (!person || !person->seat) return refused("no-seat");
  if (person->muted) return refused("muted");
  const std::string phrase = play::text_in(request, "phrase"), text = play::text_in(request, "text");
  if (phrase.empty() == text.empty()) return error("say a 'phrase' or a 'text'");
  if (!phrase.empty() && std::ranges::find(kPhrases, phrase) == std::end(kPhrases))
    return error(fmt::format("'phrase' must be one of: {}", fmt::join(kPhrases, ", ")));
  if (!text.empty()) {
    if (!chat_) return refused("chat");
    if (!play::is_text(text, kLongestText)) return refused("text");
  }
  said_.push_back({person->seat, person->name, phrase, text});
  return good();
}

json::object Room::mute(Visitor& visitor, Asked request, Millis) {
  if (!is_host(visitor)) return refused("host");
  if (auto sound = check_flags(request, {"on"}); !sound) return error(sound.error().message);
  const int seat = seat_in(request);
  if (!seat) return error(fmt::format("'seat' must be one from 1 to {}", places_.size()));
  const int person = places_[static_cast<std::size_t>(seat - 1)].person;
  if (!person) return refused("no-person");
  const bool on = play::flag_in(request, "on");
  if (people_[static_cast<std::size_t>(person - 1)].muted != on)
    happen({{"what", "mute"}, {"person", person}, {"on", on}});
  return good();
}

json::object Room::remove(Visitor& visitor, Asked request, Millis) {
  if (!is_host(visitor)) return refused("host");
  const int seat = seat_in(request);
  if (!seat) return error(fmt::format("'seat' must be one from 1 to {}", places_.size()));
  const int person = places_[static_cast<std::size_t>(seat - 1)].person;
  if (!person) return refused("no-person");
  if (person == visitor.person_number) return refused("self");
  bystanders_ += std::exchange(people_[static_cast<std::size_t>(person - 1)].here, 0);
  // The link that they came by leads nowhere from now on.
  happen({{"what", "remove"},
          {"person", person},
          {"bot", kCoverBot},
          {"join", short_code(secrets_(), kLinkLetters)}});
  return good();
}

json::object Room::again(Visitor& visitor, Asked, Millis now) {
  if (seat_of(visitor) == kNobody && !is_host(visitor)) return refused("no-seat");
  if (!over()) return refused("not-over");
  happen({{"what", "again"}, {"seed", secrets_().hex()}});
  for (Place& place : places_) place.since = now;
  return good();
}

json::object Room::look(Visitor& visitor, Asked request, Millis now) {
  if (!table_) return refused("waiting");
  const Seat seat = seat_of(visitor);
  if (!request.contains("at")) return good(json::value_from(table_->state(seat, now)));
  const auto* at = request.at("at").if_int64();
  if (!at || *at < 0 || *at > table_->at())
    return error(fmt::format("'at' must be a number of moves from 0 to {}", table_->at()));
  return good(json::value_from(table_->state_after(static_cast<int>(*at), seat)));
}

json::object Room::record(Visitor&, Asked request, Millis) {
  if (request.contains("deal") && play::number_in(request, "deal") != deal_)
    return error(fmt::format(
        "'deal' must be one from 1 to {}, and the record of an earlier one is for those who played it",
        deal_));
  if (!over()) return refused("not-over");
  std::string text = record_header();
  for (const play::RecordedMove& move : table_->record().moves) text += play::move_line(move);
  return good({{"record", text}});
}

// ---- What happens by itself ---------------------------------------------------------------------------

bool Room::waits_for(int seat) const {
  return table_ && !over() && table_->match().actors().include(Seat{seat - 1});
}

std::optional<Millis> Room::deadline() const {
  if (!table_ || over()) return {};
  std::optional<Millis> soonest = table_->deadline();
  if (unhurried_) return soonest;
  for (const Person& person : people_)
    if (person.seat && !person.here && waits_for(person.seat) && place_of(person).cover.empty())
      soonest = std::min(soonest.value_or(person.left + kPatience), person.left + kPatience);
  return soonest;
}

void Room::tick(Millis now) {
  if (!table_ || over()) return;
  if (table_->tick(now)) note_moves(now);
  if (!unhurried_)
    for (const Person& person : people_)
      if (person.seat && !person.here && person.left + kPatience <= now && waits_for(person.seat) &&
          place_of(person).cover.empty())
        happen({{"what", "cover"}, {"seat", person.seat}, {"bot", kCoverBot}});
}

std::optional<Room::BotTask> Room::bot_to_act() const {
  if (!table_) return {};
  const auto seat = table_->bot_to_act();
  if (!seat) return {};
  return BotTask{*seat,
                 table_->at(),
                 game_,
                 table_->record().header.seats[seat->index].player,
                 table_->match().view(*seat),
                 table_->chance(*seat),
                 line_};
}

bool Room::waits_for(const BotTask& task) const {
  return table_ && task.line == line_ && table_->record().header.seats[task.seat.index].player == task.bot &&
         table_->asks(task.seat, task.at);
}

void Room::bot_chose(const BotTask& task, std::uint32_t move, Millis now) {
  if (!waits_for(task)) return;
  const auto refusal = table_->play(task.seat, table_->match().text_of(move), task.at, now);
  if (!refusal)
    note_moves(now, task.seat.index + 1);
  else if (table_->at() != kept_moves_)
    note_moves(now);
}

// ---- What everybody sees ------------------------------------------------------------------------------

RoomState Room::state() const {
  RoomState state{.table = name_,
                  .game = game_,
                  .options = play::to_json(options_),
                  .phase = gathering() ? "gathering"
                           : over()    ? "over"
                                       : "playing",
                  .seats = {},
                  .host = 0,
                  .watching = bystanders_,
                  .unhurried = unhurried_,
                  .bank = pace_.bank,
                  .increment = pace_.increment,
                  .window = pace_.window,
                  .chat = chat_,
                  .deal = deal_,
                  .commitment = server_.commitment()};
  for (const Place& place : places_) {
    const Person* person = place.person ? &people_[static_cast<std::size_t>(place.person - 1)] : nullptr;
    state.seats.push_back(
        {place.name, place.player, place.cover, person && person->here > 0, place.entropy.has_value()});
    if (person && person->host) state.host = person->seat;
  }
  for (const Person& person : people_)
    if (!person.seat) state.watching += person.here;
  return state;
}

RoomSelf Room::self(const Visitor& visitor) const {
  const Person* person = person_of(visitor);
  RoomSelf self{.role = person && person->seat ? "seat" : only_watches(visitor) ? "watcher" : "guest"};
  if (!person) return self;
  if (person->seat || person->host) {  // who is merely there learns no keys: it may be somebody removed
    self.join = join_;
    self.code = code();
    self.watch = watch_;
  }
  self.seat = person->seat;
  self.host = person->host;
  self.muted = person->muted;
  if (person->seat)
    if (const auto& entropy = place_of(*person).entropy) self.entropy = entropy->hex();
  return self;
}

}  // namespace lifetable::table

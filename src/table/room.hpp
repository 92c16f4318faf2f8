// SPDX-License-Identifier: Apache-2.0
// A room: one table that people come to by a link, from before anybody sits until after the last rematch. It
// knows who may enter and sit, how the deal comes about, and which bot plays for whom. Like the table in it,
// it does no input or output and has no clock: its host passes on what people ask and what time it is.
//
// Everything that happens in a room is an entry of its log, and a room is what its log makes of it. Whoever
// hosts it keeps the entries (`to_keep`) before anybody is told anything.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "play/deal.hpp"
#include "table/table.hpp"

namespace lifetable::table {

/// Whose eyes and hands a connection is. A guest becomes a person by taking a seat.
struct Visitor {
  enum Role { watcher, guest, person } role = watcher;
  int person_number = 0;  ///< from 1, for a person
  /// For a guest: how many links to join by led nowhere any more when they came. For a person: how many had
  /// that number before, as somebody new takes the place of somebody who is forgotten.
  int before = 0;
  friend bool operator==(const Visitor&, const Visitor&) = default;
};

/// A code of so many letters that can be read out; and such a code as people type it.
std::string short_code(const play::Seed& secret, int letters);
std::string as_typed_code(std::string_view typed);
/// The first letters of the key to join by are a code that people tell each other. It is short enough to be
/// found by trying: whoever hosts a room has to let only a few be tried. The whole key is not, nor any other.
constexpr std::size_t kCodeLetters = 4, kOwnKeyDigits = 64;
bool is_short_code(std::string_view key);

/// A text for a log of entries of its own, beside that of the room.
struct Aside {
  std::string log;  ///< its name
  int n = 0;        ///< its number there
  std::string text;
  bool says_all = false;  ///< it stands for all before it
};
/// The record in the log of a finished deal, for whoever played with the key of that hash; nothing for
/// others.
std::optional<std::string> record_in(std::string_view finished_deal, int deal, const std::string& key_hash);
std::string hash_of_key(std::string_view key);
/// The log of a deal that was finished at a table. So many later it is that of another deal.
constexpr int kDealsKept = 1'000;
std::string log_of_deal(std::string_view table, int deal);
/// The log that has the latest `Room::door` of a table.
std::string log_of_door(std::string_view table);
/// Whether a door lets somebody in with this key, so that nobody loads a room by a wrong one.
bool opens(std::string_view door, std::string_view key);

class Room {
 public:
  /// Where secrets come from: 256 bits that nobody can guess.
  using Secrets = std::function<play::Seed()>;

  struct Opened;
  /// A new room as a request asks for it (docs/protocol.md, "Opening a room").
  static Result<Opened> open(const boost::json::object& request, std::string table, Secrets secrets);
  /// The room that a log was kept of.
  static Result<Room> from(std::string_view table, std::span<const std::string> log, Secrets secrets,
                           Millis now);

  const std::string& name() const { return name_; }
  int deal() const { return deal_; }
  std::size_t seats() const { return places_.size(); }

  // ---- Coming and going

  /// Who comes with this key: a person with their own, or anybody with that of a link. Nobody else.
  std::optional<Visitor> visitor_with(std::string_view key) const;
  /// Whether all that they may do is watch: until they come by the link of now, if there was another one.
  bool only_watches(const Visitor& visitor) const;
  /// The hash of a person's key; "" for anybody else, also for whoever was removed.
  std::string key_of(const Visitor& visitor) const;
  /// A visitor is connected, or no longer: several devices of one person count. A person who comes back gets
  /// the seat back from the bot that covered it.
  void arrive(const Visitor& visitor);
  void depart(const Visitor& visitor, Millis now);

  // ---- What people ask

  /// {"ok": ...}, {"refusal": ...} as a table refuses, or {"error": "one clear sentence"}. A guest who sits
  /// down is a person from then on.
  boost::json::object ask(Visitor& visitor, const boost::json::object& request, Millis now);
  /// What was said since the host last asked; it is not kept.
  std::vector<Said> take_said() { return std::exchange(said_, {}); }

  // ---- What happens by itself

  std::optional<Millis> deadline() const;
  void tick(Millis now);
  /// The bot that is to act, as a task that can be done in another thread.
  struct BotTask {
    Seat seat;
    int at = 0;  ///< moves made
    std::string game, bot;
    play::AnyView view;
    std::uint64_t chance = 0;
    int line = 0;  ///< of play: a move that was taken back, or another deal, begins a new one
  };
  std::optional<BotTask> bot_to_act() const;
  /// Whether its choice would still be an answer: the table has not gone on, nor somebody come back.
  bool waits_for(const BotTask& task) const;
  /// What it chose.
  void bot_chose(const BotTask& task, std::uint32_t move, Millis now);

  // ---- What everybody sees

  /// Changes whenever `state` does.
  int version() const { return version_; }
  /// Changes whenever the table does for this reader. An answer that a window keeps changes it for its seat
  /// alone: whoever were sent anything because of it would know that somebody has answered.
  int moves_version(Seat reader = kNobody) const {
    return reader.index < kMaxSeats ? std::max(moves_version_, answered_[reader.index]) : moves_version_;
  }
  RoomState state() const;
  RoomSelf self(const Visitor& visitor) const;
  Seat seat_of(const Visitor& visitor) const;
  /// How long the host has to wait with a deal for people who are here and have not added to it yet, since
  /// they could. Not at all unless somebody says so.
  void wait_for_adding(Millis time) { time_to_add_ = time; }
  /// The game, once it has begun.
  const Table* table() const { return table_ ? &*table_ : nullptr; }

  // ---- What is kept

  /// An entry of the log. One that says all stands for all before it, which need not be kept any more: so a
  /// log is never much longer than what it makes.
  struct Entry {
    int n = 0;
    std::string text;
    bool says_all = false;
  };
  /// What has happened since the host last asked, in order.
  std::vector<Entry> to_keep() { return std::exchange(unkept_, {}); }
  /// What is to be kept beside it, together with it: who may come in, and deals that have ended.
  std::vector<Aside> to_lay_aside() { return std::exchange(asides_, {}); }
  /// Lays aside who may come in, or the deal that is over, as happens by itself: for logs of before it did.
  void lay_door_aside();
  void lay_deal_aside();
  int entries() const { return entries_; }
  /// How many entries have to be on disk before this reader may be sent anything. The answers that others
  /// give in a window are not among them: whoever had to wait for those would know of them.
  int entries_for(Seat reader) const {
    return reader.index < kMaxSeats ? std::max(open_entries_, own_entries_[reader.index]) : open_entries_;
  }

 private:
  friend struct RoomTesting;
  static constexpr std::string_view kOpen = "open", kPerson = "person";
  struct Person {
    std::string name;
    std::string key;  ///< hash of the secret
    int seat = 0;     ///< from 1; 0: none
    bool host = false, muted = false, removed = false;
    bool uninvited = false;  ///< had no seat when the link changed, and has not come by the new one
    int here = 0;            ///< connections
    int before = 0;          ///< as in Visitor
    Millis left = 0;
    std::vector<std::string> done = {};  ///< the ids of the latest moves
  };
  struct Place {
    std::string name, player;  ///< as in RoomSeat
    int person = 0;            ///< from 1; 0: nobody's
    std::string cover = {};
    std::optional<play::Seed> entropy = {};
    Millis since = 0;  ///< when whoever sits there could first add to the deal
    const std::string& who_plays() const { return cover.empty() ? player : cover; }
  };
  using Asked = const boost::json::object&;
  /// A kind of request.
  struct Kind {
    std::string_view name;
    std::initializer_list<std::string_view> members;
    std::size_t needed;
    boost::json::object (Room::*answer)(Visitor&, Asked, Millis);
  };
  static std::span<const Kind> kinds();

  Room(std::string name, Secrets secrets) : name_(std::move(name)), secrets_(std::move(secrets)) {}

  boost::json::object sit(Visitor& visitor, Asked request, Millis now);
  boost::json::object leave(Visitor& visitor, Asked request, Millis now);
  boost::json::object come_back(Visitor& visitor, Asked request, Millis now);
  boost::json::object give(Visitor& visitor, Asked request, Millis now);
  boost::json::object add(Visitor& visitor, Asked request, Millis now);
  boost::json::object begin(Visitor& visitor, Asked request, Millis now);
  boost::json::object play(Visitor& visitor, Asked request, Millis now);
  boost::json::object undo(Visitor& visitor, Asked request, Millis now);
  boost::json::object cover(Visitor& visitor, Asked request, Millis now);
  boost::json::object say(Visitor& visitor, Asked request, Millis now);
  boost::json::object mute(Visitor& visitor, Asked request, Millis now);
  boost::json::object remove(Visitor& visitor, Asked request, Millis now);
  boost::json::object again(Visitor& visitor, Asked request, Millis now);
  boost::json::object look(Visitor& visitor, Asked request, Millis now);
  boost::json::object record(Visitor& visitor, Asked request, Millis now);

  // The log (room_log.cpp): something happens, goes into it and takes effect; read again, it does the same.
  using Read = const boost::json::object&;
  void happen(Read entry);
  void note_moves(Millis now, int by = 0, const std::string& id = {});
  void keep(std::string entry, int answering = 0);
  void say_all(Millis now);
  boost::json::object everything(Millis now) const;
  bool on_everything(Read entry);
  void begin_record();
  std::string record_header() const;
  std::optional<Timing> times(Millis now) const;
  bool take_effect(Read entry);
  bool take_times(Read entry);
  bool on_moves(Read entry);
  void on_moves_by(int seat, const std::string& id, bool answer);
  bool on_undo(Read entry);
  bool on_open(Read entry);
  bool on_come(Read entry);
  bool on_sit(Read entry);
  bool on_rise(Read entry);
  bool on_give(Read entry);
  bool on_add(Read entry);
  bool on_begin(Read entry);
  bool on_cover(Read entry);
  bool on_back(Read entry);
  bool on_mute(Read entry);
  bool on_remove(Read entry);
  bool on_again(Read entry);
  /// An open seat. In the middle of a game nobody gets the hand of somebody else.
  bool may_sit(const Place& place) const { return gathering() && place.player == kOpen; }
  static bool may_be_forgotten(const Person& person) { return !person.seat && !person.host; }
  int number_for_somebody_new() const;
  void tell_the_table(int seat);

  Person* person_of(const Visitor& visitor);
  const Person* person_of(const Visitor& visitor) const;
  Person* person_at(const Place& place) {
    return place.person ? &people_[static_cast<std::size_t>(place.person - 1)] : nullptr;
  }
  const Person* person_at(const Place& place) const { return const_cast<Room*>(this)->person_at(place); }
  Place& place_of(const Person& person) { return places_[static_cast<std::size_t>(person.seat - 1)]; }
  const Place& place_of(const Person& person) const { return const_cast<Room*>(this)->place_of(person); }
  bool is_host(const Visitor& visitor) const;
  /// Whether anybody else is called so; `seat` (from 1) is the one that the name is for.
  bool is_taken(std::string_view name, int seat) const;
  std::string code() const { return join_.substr(0, kCodeLetters); }
  bool gathering() const { return !begun_; }
  bool over() const { return table_ && table_->over(); }
  /// The seat that a request names, from 1; 0 if it names none that there is.
  int seat_in(Asked request) const;
  bool waits_for(int seat) const;

  std::string name_;
  Secrets secrets_;
  std::string game_, join_, watch_;
  Fields options_;
  Pace pace_;
  bool unhurried_ = false, chat_ = false;
  Millis time_to_add_ = 0;
  std::vector<Person> people_;
  std::vector<Place> places_;
  int links_ = 0;  ///< to join by that lead nowhere any more
  int deal_ = 1;
  play::Seed server_;  ///< the server's part of this deal
  bool begun_ = false;
  int rules_ = 0;                    ///< the version that this deal is played by
  std::vector<std::string> played_;  ///< hashes of the keys of those who sat there when this deal began
  play::Record record_;              ///< while a log is read; afterwards the table has it
  std::optional<Timing> timing_;
  std::optional<Table> table_;
  int kept_moves_ = 0;  ///< of the table that are in the log
  /// By seat, who had it at the latest move, as in a record: what happens after the last one changes no
  /// record.
  std::vector<std::string> played_by_;

  int bystanders_ = 0;  ///< connections of nobody in particular
  std::vector<Said> said_;
  int version_ = 1, moves_version_ = 1, entries_ = 0, line_ = 1;
  std::array<int, kMaxSeats> answered_ = {};     ///< by seat: its version since its latest answer in a window
  int changes_ = 1;                              ///< of the table, for whomever: the latest of all versions
  int open_entries_ = 0;                         ///< the latest entry that is no secret answer
  std::array<int, kMaxSeats> own_entries_ = {};  ///< by seat: its latest secret answer
  int said_all_ = 0;                             ///< the latest entry that says all
  std::vector<Entry> unkept_;
  std::vector<Aside> asides_;
};

struct Room::Opened {
  Room room;
  std::string key;  ///< the host's own
};

}  // namespace lifetable::table

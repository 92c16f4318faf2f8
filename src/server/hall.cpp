// SPDX-License-Identifier: Apache-2.0
#include "server/hall.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdlib>
#include <deque>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "bots/spec.hpp"
#include "play/json.hpp"
#include "play/json_text.hpp"
#include "server/archivist.hpp"
#include "server/doubt.hpp"
#include "server/keeper.hpp"
#include "server/live.hpp"
#include "server/log.hpp"
#include "server/thinkers.hpp"

namespace lifetable::server {

namespace asio = boost::asio;
namespace json = boost::json;
using boost::system::error_code;
using std::chrono::milliseconds;
using table::Millis;
using table::Room;
using table::Visitor;

namespace {

constexpr const char* kNotKept = "the table could not be kept; try again in a moment";
/// The same for a table that is not there and a key that is wrong: nobody can find out which tables there
/// are.
constexpr const char* kWrong = "there is no such table, or the link is not right: ask for it again";
constexpr std::size_t kLetters = 6;           // of the name of a table
constexpr int kTold = 60;                     // moves that somebody who comes new is told of
constexpr int kToldAtOnce = 32;               // rooms
constexpr std::size_t kMostLater = 32 << 10;  // bytes of requests of one caller that wait for something read
// What costs about as much as a small request; and how many of these it costs to be shown a table.
constexpr double kMessages = 2, kMovesTold = 32, kMovesReplayed = 200, kComing = 8, kReading = 4;

json::object error(std::string sentence) { return {{"error", std::move(sentence)}}; }
/// For who should try again by themselves.
json::object not_yet(std::string sentence) { return {{"error", std::move(sentence)}, {"later", true}}; }

/// When a bot answers. It does not depend on how long it thought: that would tell what it holds.
milliseconds answer_time(const std::string& bot, milliseconds pause) {
  constexpr milliseconds more{200};
  const auto budget = std::chrono::duration<double>(bots::bot_from(bot)->settings.budget.seconds);
  const bool ahead = bots::bot_from(bot)->kind == bots::BotSpec::search;
  return ahead ? std::max(pause, std::chrono::duration_cast<milliseconds>(budget) + more) : pause;
}

/// The operating system's, unless there are others.
Room::Secrets system_or(Room::Secrets others) {
  if (others) return others;
  return [] {
    auto secret = play::Seed::random();
    if (!secret) std::abort();  // a server without secrets must not serve
    return *secret;
  };
}

/// What is asked, and by which number its answer is known.
struct Request {
  json::object body;
  std::optional<std::int64_t> re;
};

Result<Request> read_request(std::string_view text, json::storage_ptr memory = {}) {
  auto value = play::parse_json(text, std::move(memory));
  if (!value) return value.error();
  if (!value->is_object()) return Error{"a request is a JSON object, as in {\"do\": \"enter\", ...}"};
  Request request{std::move(value->get_object()), {}};
  if (const auto* re = request.body.if_contains("re")) {
    if (!re->is_int64()) return Error{"'re' must be a whole number; it comes back with the answer"};
    request.re = re->get_int64();
    request.body.erase("re");
  }
  return request;
}

using Message = play::ObjectDraft;

}  // namespace

struct Hall::Inside {
  Inside(asio::io_context& context, store::Store& log, HallSettings chosen)
      : io(context),
        store(log),
        settings(std::move(chosen)),
        secrets(system_or(settings.secrets)),
        openings(settings.openings),
        wrong_codes(settings.wrong_codes),
        newcomers(settings.newcomers),
        deals(settings.deals),
        work(settings.work),
        playing(settings.playing),
        keeper(
            context, log, [this](const auto& batch, const auto& answer) { kept(batch, answer); },
            [this] { go_on(); }, has_own_time() ? [this] { return now(); } : Keeper::OwnTime()),
        archivist(
            context, log, keeper, secrets, [this] { return now(); }, [this] { tell_probe(); }),
        doubts(keeper, archivist, settings.adding.count(),
               {.ask = [this](Caller& caller,
                              const std::string& text) { return ask_room(caller, read_request(text)->body); },
                .forget = [this](const auto& live) { forget(live); },
                .go_on = [this](const auto& live) { go_on_with(live); }}),
        sweep_timer(context),
        thinkers(context, settings.bot_threads) {
    if (settings.probe)
      settings.probe->wake_with([this](std::function<void()> done) {
        asio::post(io, [this, done = std::move(done)] {
          look_at_the_time();
          done();
        });
      });
    sweep_later();
  }

  asio::io_context& io;
  store::Store& store;
  const HallSettings settings;
  const Room::Secrets secrets;
  Door openings, wrong_codes, newcomers, deals, work, playing;
  std::unordered_set<Caller*> callers;
  std::unordered_map<std::string, std::shared_ptr<Live>> rooms;
  /// Rooms that nobody was in any more, and since when.
  std::deque<std::pair<Millis, std::weak_ptr<Live>>> left;
  const std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

  Keeper keeper;
  Archivist archivist;
  Doubts doubts;
  std::size_t later = 0;    ///< requests that wait until something is read
  std::uint64_t asked = 0;  ///< requests that were passed on to rooms
  bool telling = false;
  std::deque<std::shared_ptr<Live>> untold;  ///< with something on disk that they have not heard
  bool closing = false;
  asio::steady_timer sweep_timer;
  Thinkers thinkers;
  Millis next_archiving = 0;
  std::string bots_payer;  ///< of the latest bot

  struct {
    std::uint64_t requests = 0, refusals = 0, errors = 0, moves = 0, rooms_opened = 0, bot_moves = 0,
                  messages = 0, too_many = 0;
  } counts;

  bool has_own_time() const { return settings.probe && settings.probe->owns_time(); }

  Millis now() const {
    if (has_own_time()) return settings.probe->now();
    return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began).count();
  }

  // ---- Rooms

  using Found = std::function<void(const Result<std::shared_ptr<Live>>&)>;

  /// The room of that name for whoever has a key to it, from memory or from its log; nothing if there is none
  /// or the key is wrong.
  void find(const std::string& name, const std::string& key, const std::string& address, const Found& found) {
    if (const auto known = rooms.find(name); known != rooms.end())
      return found(known->second->room.visitor_with(key) ? known->second : nullptr);
    archivist.load(household(address), name, key, [=, this](const auto& loaded) {
      if (rooms.contains(name)) return find(name, key, address, found);
      loaded ? found(taken_in(key, *loaded)) : found(loaded.error());
    });
  }

  /// Of those who have waited for a room, the first takes it in.
  std::shared_ptr<Live> taken_in(const std::string& key, const std::shared_ptr<Loaded>& loaded) {
    if (!loaded || !loaded->room || !loaded->room->visitor_with(key)) return nullptr;
    Room& room = *loaded->room;
    if (!loaded->has_door) {  // a log of before there were any
      room.lay_door_aside();
      if (room.table() && room.table()->over()) room.lay_deal_aside();
    }
    // If there is no place, it comes in all the same: such rooms are no more than connections.
    (void)make_place_for_a_room();
    const int kept = room.entries();
    auto live = take_in(std::move(room), kept);
    loaded->room.reset();
    return live;
  }

  /// Whether there is place in memory for one more. Rooms that nobody is in make it, the longest left first.
  bool make_place_for_a_room() {
    while (rooms.size() >= settings.rooms && !left.empty()) {
      const auto [since, weak] = left.front();
      left.pop_front();
      if (const auto live = weak.lock(); live && live->idle_since == since && is_idle(*live))
        rooms.erase(live->room.name());
    }
    return rooms.size() < settings.rooms;
  }

  static bool is_idle(const Live& live) {
    return live.callers.empty() && live.waiting.empty() && live.kept == live.handed && !live.thinking &&
           !live.gone;
  }

  std::shared_ptr<Live> take_in(Room room, int kept) {
    const std::string name = room.name();
    auto live = std::make_shared<Live>(std::move(room), io, now());
    live->kept = live->handed = kept;
    live->room.wait_for_adding(settings.adding.count());
    rooms[name] = live;
    left.emplace_back(live->idle_since, live);
    return live;
  }

  /// Nobody can answer in a window that is hardly there, and a clock without time plays a game by itself.
  Result<Done> check_times(const table::RoomState& room) const {
    const auto window = settings.window.count(), clock = settings.clock.count();
    if (room.window > 0 && room.window < window)
      return Error{fmt::format("'window' must be at least {} ms, or 0", window)};
    if (const Millis both = room.bank + room.increment; both > 0 && both < clock)
      return Error{fmt::format("'bank' and 'increment' must be at least {} ms together, or 0", clock)};
    return Done{};
  }

  using Opened = Result<std::pair<std::shared_ptr<Live>, std::string>>;

  /// A new room, and the key of its host. Its name must not be that of another one, wherever it is.
  void open(const json::object& request, const std::string& address,
            const std::function<void(const Opened&)>& then) {
    const std::string name = table::short_code(secrets(), int{kLetters});
    // A request is read into memory that is soon used for the next one.
    const auto kept = std::make_shared<json::object>(request, json::storage_ptr());
    archivist.read(household(address), name, 0, [this, kept, address, then, name](const auto& log) {
      if (!log) return then(log.error());
      if (!log->empty() || rooms.contains(name)) return open(*kept, address, then);
      then(open_as(name, *kept));
    });
  }

  Opened open_as(const std::string& name, const json::object& request) {
    if (!make_place_for_a_room()) return Error{"all tables are taken; try again in a few minutes"};
    auto opened = Room::open(request, name, secrets);
    if (!opened) return opened.error();
    if (auto sound = check_times(opened->room.state()); !sound) return sound.error();
    ++counts.rooms_opened;
    auto live = take_in(std::move(opened->room), 0);
    return std::pair{live, opened->key};
  }

  // ---- Callers

  void enter(Caller& caller, std::shared_ptr<Live> live, Visitor visitor, int told) {
    // Who enters where they are is shown everything again, and for the others nothing has changed.
    const bool here = caller.live == live && caller.visitor == visitor;
    if (!here) leave(caller);
    caller.live = live;
    caller.payer = payer_at(caller, *live);
    caller.visitor = visitor;
    caller.room_version = caller.moves_version = 0;
    caller.told = told;
    caller.went_back = false;
    if (here) return;
    live->callers.push_back(&caller);
    live->room.arrive(visitor);
  }

  void leave(Caller& caller) {
    const auto live = std::exchange(caller.live, nullptr);
    if (!live) return;
    std::erase(live->callers, &caller);
    live->idle_since = now();
    if (live->gone) return;
    if (live->callers.empty()) left.emplace_back(live->idle_since, live);
    live->room.depart(caller.visitor, now());
    settle(live);
  }

  void hear(Caller& caller, std::string_view text) {
    if (caller.hung_up) return;
    if (!caller.bucket.take(settings.requests, now())) return too_many(caller);
    if (!caller.waits && caller.later.empty()) return hear_now(caller, text);
    caller.later_bytes += text.size() + sizeof(std::string);
    if (caller.later_bytes > kMostLater) return too_many(caller);
    caller.later.emplace_back(text);
    ++later;
  }

  void hear_now(Caller& caller, std::string_view text) {
    caller.text = text;
    unsigned char place[2048];
    json::monotonic_resource memory(place);
    const auto request = read_request(text, &memory);
    if (!is_paid(caller, request && play::text_in(request->body, "do") == "enter")) return too_many(caller);
    ++counts.requests;
    caller.re = request ? request->re : std::nullopt;
    if (!request) return answer(caller, error(request.error().message));
    if (auto known = answer_to(caller, request->body)) answer(caller, std::move(*known));
  }

  void answer(Caller& caller, json::object answer) {
    Asked asked = std::exchange(caller.asked, {});
    if (caller.hung_up) return;
    counts.errors += answer.contains("error");
    counts.refusals += answer.contains("refusal");
    if (!caller.live) return send(caller, numbered(std::move(answer), caller.re));
    caller.answers.push_back({std::move(answer), caller.re, std::move(asked)});
    settle(caller.live);
  }

  static json::object numbered(json::object answer, std::optional<std::int64_t> re) {
    if (re) answer["re"] = *re;
    return answer;
  }

  /// For what is read: then `make` answers, and what the caller says meanwhile waits for that.
  template <class Read>
  std::function<void(const Read&)> later_for(Caller& caller,
                                             std::function<json::object(Caller&, const Read&)> make) {
    caller.waits = true;
    return [this, weak = caller.weak_from_this(), re = caller.re, make = std::move(make)](const Read& read) {
      const auto caller = weak.lock();
      if (!caller) return;
      caller->waits = false;
      caller->re = re;
      if (caller->hung_up) return;
      answer(*caller, make(*caller, read));
      hear_next(*caller);
    };
  }

  /// One of the requests that had to wait, and the next after everybody else.
  void hear_next(const Caller& caller) {
    if (caller.later.empty()) return;
    asio::post(io, [this, weak = caller.weak_from_this()] {
      const auto caller = std::const_pointer_cast<Caller>(weak.lock());
      if (!caller || caller->hung_up || caller->waits || caller->later.empty()) return;
      const std::string text = std::move(caller->later.front());
      caller->later.pop_front();
      caller->later_bytes -= text.size() + sizeof(std::string);
      --later;
      hear_now(*caller, text);
      if (!caller->waits) hear_next(*caller);
      tell_probe();
    });
  }

  void too_many(Caller& caller) {
    ++counts.too_many;
    caller.hang_up(kTooMany, "too many requests; come back more slowly");
  }

  static std::string payer_at(const Caller& caller, const Live& live) {
    return household(caller.address) + " " + live.room.name();
  }

  /// Who plays pays at their own table, so that nobody else at their address can use that up; all others pay
  /// together. Who comes pays once it is known who they are.
  bool is_paid(const Caller& caller, bool comes) {
    // Whatever somebody asks at a table may be told to all who are there.
    const double cost = 1 + (caller.live ? telling_cost(*caller.live) : 0);
    if (comes && !(caller.live && plays(caller.live->room, caller.visitor))) return true;
    return pays(caller, cost);
  }

  bool pays(const Caller& caller, double cost) {
    return caller.live && plays(caller.live->room, caller.visitor)
               ? playing.lets_in(caller.payer, now(), cost)
               : work.lets_in(caller.address, now(), cost);
  }

  /// What it costs to tell those who are at a table something. Onlookers make it no dearer: they are told
  /// only now and then, so nobody pays for them.
  static double telling_cost(const Live& live) {
    const std::size_t players = 2 * live.room.seats();  // a telephone and a computer each
    return static_cast<double>(std::min(live.callers.size(), players)) / kMessages;
  }

  /// Looking back replays the game up to there.
  bool is_replay_paid(const Caller& caller, const json::object& request) {
    const table::Table* game = caller.live->room.table();
    const int at = game ? std::min(play::number_in(request, "at"), game->at()) : 0;
    return at <= 0 || pays(caller, at / kMovesReplayed);
  }

  static bool plays(const Room& room, const Visitor& visitor) { return room.seat_of(visitor) != kNobody; }

  /// Nothing, if something has to be read first.
  std::optional<json::object> answer_to(Caller& caller, const json::object& request) {
    const std::string wanted = play::text_in(request, "do");
    if (wanted == "open") return open_for(caller, request);
    if (wanted == "enter") return come(caller, request);
    if (!caller.live) return error("enter a table first: {\"do\": \"enter\", \"table\": ..., \"key\": ...}");
    if (wanted == "sit" && caller.visitor.role == Visitor::guest) return sit_new(caller, request);
    if (wanted == "begin")
      return ask_for(deals, caller.address, caller, request,
                     "so many games have begun from your address that you have to wait a moment");
    if (wanted == "look" && !is_replay_paid(caller, request))
      return error("your address looks back so often that you have to wait a moment");
    if (wanted == "record" && request.contains("deal") &&
        play::number_in(request, "deal") != caller.live->room.deal())
      return earlier_record(caller, request);
    if (wanted != "say") note_asked(caller);  // which is not kept, so nothing becomes of it
    json::object answer = ask_room(caller, request);
    if (wanted == "play" && answer.contains("ok")) ++counts.moves;
    return answer;
  }

  /// Moves were taken back. Whoever was told of them hears so, also if others are made before the next
  /// message.
  static void go_back(Live& live) {
    const int at = live.room.table()->at();
    for (Caller* caller : live.callers) {
      caller->went_back |= caller->told > at;
      caller->told = std::min(caller->told, at);
    }
  }

  void note_asked(Caller& caller) { caller.asked = {std::string(caller.text), ++asked, caller.visitor}; }

  json::object ask_room(Caller& caller, const json::object& request) {
    const std::string wanted = play::text_in(request, "do");
    if (wanted == "again" && !everybody_knows(*caller.live)) return refused("not-over");
    json::object answer = caller.live->room.ask(caller.visitor, request, now());
    if (wanted == "undo" && answer.contains("ok")) go_back(*caller.live);
    return answer;
  }

  /// What a room remembers: of one address only so much. A request that is refused costs nothing.
  json::object ask_for(Door& door, const std::string& payer, Caller& caller, const json::object& request,
                       const char* wait) {
    if (!door.lets_in(payer, now())) {
      ++counts.too_many;
      return error(wait);
    }
    note_asked(caller);
    json::object answer = ask_room(caller, request);
    if (!answer.contains("ok")) door.give_back(payer, now());
    return answer;
  }

  json::object sit_new(Caller& caller, const json::object& request) {
    // Whoever brings a key of their own may be somebody who is here already.
    const auto known = caller.live->room.visitor_with(play::text_in(request, "key"));
    if (known && known->role == Visitor::person) (void)make_place(caller, *caller.live, *known);
    return ask_for(newcomers, caller.payer, caller, request,
                   "so many have sat down here from your address that you have to wait a few minutes");
  }

  std::optional<json::object> open_for(Caller& caller, const json::object& request) {
    if (!openings.lets_in(caller.address, now())) {
      ++counts.too_many;
      return error("too many new tables from your address; wait a minute");
    }
    open(request, caller.address,
         later_for<Opened>(caller, [this](Caller& caller, const Opened& opened) -> json::object {
           if (!opened) return error(opened.error().message);
           const auto& [live, key] = *opened;
           enter(caller, live, {Visitor::person, 1}, 0);
           return {{"ok", json::object{{"table", live->room.name()}, {"key", key}}}};
         }));
    return {};
  }

  using Way = Result<std::pair<std::shared_ptr<Live>, Visitor>>;

  /// The room and who comes, as `table` and `key` of a request say; or an answer that says why not. Whole
  /// keys cannot be found by trying, so a right one is always taken, however many wrong ones there were.
  void door_to(const json::object& request, const std::string& address,
               const std::function<void(const Way&)>& then) {
    const std::string key = play::text_in(request, "key");
    const std::string name = table::as_typed_code(play::text_in(request, "table"));
    const bool is_code = table::is_short_code(key);
    if (name.size() != kLetters) return then(Error{kWrong});
    if (is_code && !wrong_codes.lets_in(name, now()))
      return then(Error{
          "so many wrong codes were tried for this table that none is taken for a while: come by the link"});
    find(name, key, address, [this, name, key, is_code, then](const auto& live) {
      if (!live) return then(live.error());
      if (!*live) return then(Error{kWrong});
      if (is_code) wrong_codes.give_back(name, now());  // it was none
      then(std::pair{*live, *(*live)->room.visitor_with(key)});
    });
  }

  std::optional<json::object> come(Caller& caller, const json::object& request) {
    if (auto sound = play::check_members(request, {"do", "table", "key", "seen"}, 3); !sound)
      return error("in the request 'enter': " + sound.error().message);
    door_to(
        request, caller.address,
        later_for<Way>(caller, [this, seen = play::number_in(request, "seen")](
                                   Caller& caller, const Way& way) { return let_in(caller, way, seen); }));
    return {};
  }

  json::object let_in(Caller& caller, const Way& way, int seen) {
    if (!way) {
      if (!caller.wrong_keys.take(settings.wrong_keys, now())) too_many(caller);
      return way.error().message == kWrong ? error(kWrong) : not_yet(way.error().message);
    }
    const auto& [live, visitor] = *way;
    const int told = told_before(*live, seen);
    const int news = live->room.table() ? live->room.table()->at() - told : 0;
    const double cost = kComing + 2 * telling_cost(*live) + news / kMovesTold;  // they will leave as well
    if (!(plays(live->room, visitor) ? playing.lets_in(payer_at(caller, *live), now(), cost)
                                     : work.lets_in(caller.address, now(), cost))) {
      too_many(caller);
      return {};
    }
    if (auto place = make_place(caller, *live, visitor); !place) return not_yet(place.error().message);
    enter(caller, live, visitor, told);
    return {{"ok", true}};
  }

  /// After how many moves the story begins for somebody who comes, and says how many they have seen.
  static int told_before(const Live& live, int seen) {
    const int at = live.room.table() ? live.room.table()->at() : 0;
    return seen >= 0 && seen <= at ? seen : std::max(0, at - kTold);
  }

  /// So that nobody fills a room: a person's oldest connection makes place for a new one; and where many
  /// watch or are guests, the oldest of the network that has the most. Who may sit down finds place however
  /// many watch.
  Result<Done> make_place(Caller& coming, const Live& live, const Visitor& visitor) {
    const bool person = visitor.role == Visitor::person, watches = live.room.only_watches(visitor);
    std::vector<Caller*> alike;
    for (Caller* caller : live.callers)
      if (caller != &coming && !caller->hung_up &&
          (person ? caller->visitor == visitor
                  : caller->visitor.role != Visitor::person &&
                        live.room.only_watches(caller->visitor) == watches))
        alike.push_back(caller);
    if (alike.size() < (person ? settings.devices : watches ? settings.watchers : settings.guests))
      return Done{};
    if (person) {
      alike.front()->hang_up(kTooMany, "you are at this table on too many devices; the latest ones stay");
      return Done{};
    }
    std::map<std::string, std::vector<Caller*>> networks;
    for (Caller* caller : alike) networks[networks_of(caller->address).front().key].push_back(caller);
    const std::size_t own = networks[networks_of(coming.address).front().key].size();
    const auto& most =
        std::ranges::max_element(networks, {}, [](const auto& each) { return each.second.size(); })->second;
    if (most.size() <= own + 1)
      return Error{"so many watch this table that there is no place left; try again later"};
    most.front()->hang_up(kTooMany, "so many watch this table from your address that others had no place");
    return Done{};
  }

  /// Whether all who are connected were shown how the table stands: nobody misses the end of a game because
  /// the next one begins.
  static bool everybody_knows(const Live& live) {
    return live.kept == live.handed && std::ranges::all_of(live.callers, [&](const Caller* caller) {
             return caller->hung_up ||
                    caller->moves_version == live.room.moves_version(live.room.seat_of(caller->visitor));
           });
  }

  static json::object refused(std::string reason) {
    Phrase phrase{"room.refused." + reason, {}};
    return {{"refusal", json::value_from(table::Refusal{std::move(reason), std::move(phrase), ""})}};
  }

  /// The record of a deal before the present one, for whoever played it.
  std::optional<json::object> earlier_record(Caller& caller, const json::object& request) {
    if (auto sound = play::check_members(request, {"do", "deal"}, 2); !sound)
      return error("in the request 'record': " + sound.error().message);
    if (!pays(caller, kReading))
      return error("your address reads so many records that you have to wait a moment");
    record_of(caller.live->room.name(), request, caller.live->room.key_of(caller.visitor), caller.address,
              later_for<json::object>(caller, [](Caller&, const json::object& record) { return record; }));
    return {};
  }

  void record_of(const std::string& name, const json::object& request, const std::string& key,
                 const std::string& address, const std::function<void(const json::object&)>& then) {
    const int deal = play::number_in(request, "deal");
    const auto heard = [then, deal, key](const Archivist::Texts& log) {
      if (!log) return then(error(log.error().message));
      const auto record = log->empty() ? std::nullopt : table::record_in(log->front(), deal, key);
      if (!record)
        return then(error("there is no record of such a deal at this table, or you did not play it"));
      then({{"ok", json::object{{"record", *record}}}});
    };
    if (deal < 1) return heard(std::vector<std::string>{});
    archivist.read(household(address), table::log_of_deal(name, deal), 0, heard);
  }

  // ---- Keeping, and then telling

  /// After anything that may have changed a room.
  void settle(const std::shared_ptr<Live>& live) {
    if (live->in_doubt) return;  // nothing more is written, or told, until that is over
    for (Room::Entry& entry : live->room.to_keep()) {
      live->handed = entry.n;
      keeper.add({live->room.name(), entry.n, std::move(entry.text), entry.says_all});
    }
    for (table::Aside& aside : live->room.to_lay_aside())
      keeper.add({aside.log, aside.n, std::move(aside.text), aside.says_all});
    if (auto said = live->room.take_said(); !said.empty())
      for (Caller* caller : live->callers) caller->said.insert(caller->said.end(), said.begin(), said.end());
    tell(*live);
    wait_for(live);
    let_bot_act(live);
  }

  void kept(const std::vector<store::Entry>& batch, const store::Appended& answer) {
    for (const store::Entry& entry : batch) {
      const auto found = rooms.find(entry.table);
      if (found == rooms.end()) continue;
      const auto live = found->second;
      if (!answer.all_kept() && answer.not_kept.contains(entry.table)) {
        if (!live->in_doubt) doubts.make_sure(live, batch, answer.of(entry.table));
        continue;
      }
      live->kept = std::max(live->kept, entry.n);
      live->doubts = 0;
      untold.push_back(live);
    }
  }

  void go_on_with(const std::shared_ptr<Live>& live) {
    live->in_doubt = false;
    settle(live);
  }

  void go_on() {
    tell_some();
    tell_probe();
  }

  /// Tells a few rooms what is on disk, and then listens before it goes on: so the disk always has something
  /// to keep while we have something to tell.
  void tell_some() {
    for (int i = 0; i < kToldAtOnce && !untold.empty(); ++i) {
      const auto live = std::move(untold.front());
      untold.pop_front();
      tell(*live);
    }
    if (!untold.empty() && !std::exchange(telling, true))
      asio::post(io, [this] {
        telling = false;
        go_on();
      });
  }

  /// A room whose latest moves are not on disk: it is read again when somebody comes.
  void forget(const std::shared_ptr<Live>& live) {
    live->gone = true;
    rooms.erase(live->room.name());
    (void)keeper.take_back(live->room.name());
    for (Caller* caller : live->callers)
      caller->hang_up(kTryAgain, "your last move could not be kept; try again in a moment");
    for (const Waiting& each : std::exchange(live->waiting, {})) each.answer(false);
    live->timer.cancel();
    live->bot_timer.cancel();
    live->onlookers_timer.cancel();
  }

  /// Everybody hears what is new to them, unless some of it is not on disk yet.
  void tell(Live& live) {
    if (live.gone) return;
    for (Waiting& each : std::exchange(live.waiting, {})) {
      if (each.entries <= live.kept)
        each.answer(true);
      else
        live.waiting.push_back(std::move(each));
    }
    if (live.kept < live.room.entries_for(kNobody)) return;  // it is new to all of them
    LastTold last;
    bool told_onlookers = false, watched = false;
    for (Caller* caller : live.callers)
      if (plays(live.room, caller->visitor))
        tell(live, *caller, last);
      else
        watched = true;
    if (watched)  // who plays came first
      for (Caller* caller : live.callers)
        if (!plays(live.room, caller->visitor)) told_onlookers |= tell(live, *caller, last);
    if (told_onlookers) live.onlookers_next = now() + settings.onlookers.count();
  }

  /// Whether somebody without a seat hears what is new to them only later: all of it together, so that many
  /// of them cost little, whatever the others do. Who has just come is shown the table at once.
  bool waits(Live& live, const Caller& caller) {
    if (caller.room_version == 0 || now() >= live.onlookers_next) return false;
    if (has_own_time() || closing || std::exchange(live.onlookers_wait, true)) return true;
    live.onlookers_timer.expires_at(began + milliseconds(live.onlookers_next));
    live.onlookers_timer.async_wait([this, weak = live.weak_from_this()](error_code stopped) {
      const auto live = weak.lock();
      if (stopped || !live) return;
      live->onlookers_wait = false;
      tell(*live);
    });
    return true;
  }

  /// What a seat was told of the moves after those that it had seen. Most often it is the same for the next.
  struct LastTold {
    Seat seat = kNobody;
    int seen = -1;
    play::Written<std::vector<table::Told>> told = {};
  };

  /// True if this was news to somebody without a seat who was here before.
  bool tell(Live& live, Caller& caller, LastTold& last) {
    const Room& room = live.room;
    const Seat seat = room.seat_of(caller.visitor);
    if (caller.hung_up || live.kept < room.entries_for(seat)) return false;
    Message message;
    if (!caller.answers.empty()) {
      const auto answers = std::exchange(caller.answers, {});
      for (const auto& [name, value] : answers.back().answer) message.add(name, value);
      if (answers.back().re) message.add("re", *answers.back().re);
      for (std::size_t i = 0; i + 1 < answers.size(); ++i)
        send(caller, numbered(answers[i].answer, answers[i].re));
    }
    const int moves_version = room.moves_version(seat);
    const bool onlooker = seat == kNobody && (caller.room_version != room.version() ||
                                              caller.moves_version != moves_version || !caller.said.empty());
    if (onlooker && waits(live, caller)) {
      if (!message.empty()) send(caller, message.text());
      return false;
    }
    const bool news = onlooker && caller.room_version != 0;
    if (std::exchange(caller.room_version, room.version()) != room.version()) {
      if (caller.visitor.role == Visitor::person && room.key_of(caller.visitor).empty()) {
        caller.hang_up(kRemoved, "the host has taken you off this table");
        return false;
      }
      message.add("room", room.state());
      message.add("self", room.self(caller.visitor));
    }
    const table::Table* game = room.table();
    if (std::exchange(caller.moves_version, moves_version) != moves_version) {
      if (game) {
        caller.told = std::min(caller.told, game->at());
        message.add("state", [&](play::Draft& json) { game->write_state(json, seat, now()); });
        if (std::exchange(caller.went_back, false)) message.add("back", caller.told);
        if (last.seen != caller.told || !game->is_told_alike(last.seat, seat, caller.told))
          last = {seat, caller.told, {{play::json_text(game->told(seat, caller.told))}}};
        message.add("told", last.told);
      }
      caller.told = game ? game->at() : 0;
    }
    if (!caller.said.empty()) message.add("said", std::exchange(caller.said, {}));
    if (!message.empty()) send(caller, message.text());
    return news;
  }

  void send(Caller& caller, const json::object& message) { send(caller, json::serialize(message)); }
  void send(Caller& caller, std::string_view message) {
    ++counts.messages;
    caller.line.send(message);
  }

  // ---- What happens by itself

  void wait_for(const std::shared_ptr<Live>& live) {
    const auto deadline = live->room.deadline();
    if (!deadline || live->gone || closing || has_own_time()) {
      live->timer.expires_at({});  // and a deadline like the last one is waited for again
      return;
    }
    const auto when = began + milliseconds(*deadline);
    if (live->timer.expiry() == when) return;
    live->timer.expires_at(when);
    live->timer.async_wait([this, weak = std::weak_ptr(live)](error_code stopped) {
      const auto live = weak.lock();
      if (stopped || !live || live->gone) return;
      live->timer.expires_at(std::chrono::steady_clock::time_point{});
      live->room.tick(now());
      settle(live);
    });
  }

  /// A bot begins to think at once, and answers when its time has come: then nobody learns from the clock how
  /// much there was to think about. Without a pause it answers as soon as it can.
  void let_bot_act(const std::shared_ptr<Live>& live) {
    if (live->gone || closing || live->callers.empty()) return;
    if (live->thinking && live->room.waits_for(live->thinking->task)) return;
    live->thinking.reset();
    auto task = live->room.bot_to_act();
    if (!task) return;
    const milliseconds pause = settings.bot_pause, time = answer_time(task->bot, pause);
    const bool at_once = pause == milliseconds(0);
    const auto thinking =
        std::make_shared<Thinking>(Thinking{std::move(*task), now() + time.count(), at_once});
    live->thinking = thinking;
    std::optional<Thinkers::Time> until;
    if (!at_once && !has_own_time()) until = std::chrono::steady_clock::now() + time;
    thinkers.think(thinking->task, bots_payer = payer_of(*live), until,
                   [this, weak = std::weak_ptr(live), thinking](std::uint32_t move, bool final) {
                     if (!thinking->final) thinking->move = move;
                     thinking->final |= final;
                     if (const auto live = weak.lock()) answer_for_bot(live, thinking);
                     tell_probe();
                   });
    if (!until) return;
    live->bot_timer.expires_at(*until);
    live->bot_timer.async_wait([this, weak = std::weak_ptr(live), thinking](error_code) {
      thinking->due = true;
      if (const auto live = weak.lock()) answer_for_bot(live, thinking);
    });
  }

  /// Who has its bots think: whoever came first of those who play there.
  static std::string payer_of(const Live& live) {
    for (const Caller* caller : live.callers)
      if (plays(live.room, caller->visitor)) return household(caller->address);
    return household(live.callers.front()->address);
  }

  void answer_for_bot(const std::shared_ptr<Live>& live, const std::shared_ptr<Thinking>& thinking) {
    const bool at_once = settings.bot_pause == milliseconds(0);
    if (live->gone || closing || live->thinking != thinking || !thinking->due || !thinking->move) return;
    if (at_once && !thinking->final) return;
    ++counts.bot_moves;
    live->thinking.reset();
    live->room.bot_chose(thinking->task, *thinking->move, now());
    settle(live);
    tell_probe();
  }

  /// Now and then: rooms that nobody is in leave the memory, and old ones the list of live ones.
  void sweep_later() {
    if (has_own_time()) return;
    sweep_timer.expires_after(std::clamp(settings.unload / 4, milliseconds(50), milliseconds(60'000)));
    sweep_timer.async_wait([this](error_code stopped) {
      if (stopped || closing) return;
      sweep();
      sweep_later();
    });
  }

  void sweep() {
    const Millis long_ago = now() - settings.unload.count();
    std::erase_if(rooms, [&](const auto& each) {
      const Live& live = *each.second;
      return is_idle(live) && live.idle_since <= long_ago;
    });
    std::erase_if(left, [](const auto& each) {
      const auto live = each.second.lock();
      return !live || live->idle_since != each.first || !live->callers.empty();
    });
    if (next_archiving > now()) return;
    next_archiving = now() + 3'600'000;
    archivist.lay_aside(wall_clock() - std::chrono::milliseconds(settings.archive).count());
  }

  // ---- Tests

  /// With time that is not the system's, nothing happens by itself.
  void look_at_the_time() {
    std::vector<std::shared_ptr<Live>> all;
    for (const auto& [name, live] : rooms) all.push_back(live);
    for (const auto& live : all) {
      live->room.tick(now());
      if (const auto thinking = live->thinking; thinking && thinking->when <= now()) {
        thinking->due = true;
        answer_for_bot(live, thinking);
      }
      settle(live);
    }
    sweep();
    keeper.look_at_the_time();
    tell_probe();
  }

  void tell_probe() const {
    if (!settings.probe) return;
    const bool thinks = std::ranges::any_of(rooms, [](const auto& each) {
      const auto& thinking = each.second->thinking;
      return thinking && !thinking->final;
    });
    settings.probe->tell(
        {.connections = callers.size(),
         .tables = rooms.size(),
         .requests = counts.requests,
         .moves = counts.moves,
         .rests = keeper.rests() && archivist.rests() && later == 0 && untold.empty() && !thinks,
         .payer = bots_payer});
  }

  // ---- Requests without a line

  using Answered = std::function<void(int, std::string)>;

  void ask_once(std::string_view text, const std::string& address, const Answered& answered) {
    const auto say = [&](int status, const json::object& answer) {
      answered(status, json::serialize(answer));
    };
    ++counts.requests;
    const auto request = read_request(text);
    if (!request) return say(400, error(request.error().message));
    const std::string wanted = play::text_in(request->body, "do");
    if (wanted == "open") return open_once(request->body, address, answered);
    if (wanted != "look" && wanted != "record")
      return say(400, error("a request here is an object whose 'do' is one of: open, look, record"));
    if (auto sound = play::check_members(request->body, {"do", "table", "key", "deal"}, 3); !sound)
      return say(400, error(fmt::format("in the request '{}': {}", wanted, sound.error().message)));
    if (wanted == "record" && request->body.contains("deal")) {
      const auto name = table::as_typed_code(play::text_in(request->body, "table"));
      return record_of(name.size() == kLetters ? name : "", request->body,
                       table::hash_of_key(play::text_in(request->body, "key")), address,
                       [answered](const json::object& answer) {
                         answered(answer.contains("ok") ? 200 : 403, json::serialize(answer));
                       });
    }
    door_to(request->body, address, [this, wanted, answered](const Way& way) {
      way ? show_once(*way, wanted, answered) : answered(403, json::serialize(error(way.error().message)));
    });
  }

  void show_once(const std::pair<std::shared_ptr<Live>, Visitor>& way, const std::string& wanted,
                 const Answered& answered) {
    const auto& [live, visitor] = way;
    live->waiting.push_back({live->room.entries_for(live->room.seat_of(visitor)),
                             [this, live = live.get(), visitor = visitor, wanted, answered](bool kept) {
                               if (!kept) return answered(503, json::serialize(error(kNotKept)));
                               show(live->room, visitor, wanted == "record", answered);
                             }});
    tell(*live);
  }

  void show(Room& room, Visitor visitor, bool record, const Answered& answered) {
    if (record) {
      const auto answer = room.ask(visitor, {{"do", "record"}}, now());
      return answered(answer.contains("ok") ? 200 : 409, json::serialize(answer));
    }
    Message seen, answer;
    seen.add("room", room.state());
    seen.add("self", room.self(visitor));
    if (room.table()) seen.add("state", room.table()->state(room.seat_of(visitor), now()));
    answer.add("ok", play::Json{std::string(seen.text())});
    answered(200, std::string(answer.text()));
  }

  void open_once(const json::object& request, const std::string& address, const Answered& answered) {
    if (!openings.lets_in(address, now())) {
      ++counts.too_many;
      return answered(429, json::serialize(error("too many new tables from your address; wait a minute")));
    }
    open(request, address, [this, answered](const Opened& opened) {
      if (!opened) return answered(400, json::serialize(error(opened.error().message)));
      const auto& [live, key] = *opened;
      const auto self = live->room.self({Visitor::person, 1});
      const json::object answer{{"ok", json::object{{"table", live->room.name()},
                                                    {"key", key},
                                                    {"join", self.join},
                                                    {"watch", self.watch},
                                                    {"code", self.code}}}};
      live->waiting.push_back({live->room.entries(), [answered, answer](bool kept) {
                                 answered(kept ? 200 : 503, json::serialize(kept ? answer : error(kNotKept)));
                               }});
      settle(live);
    });
  }
};

Hall::Caller::~Caller() {
  hall.callers.erase(this);
  hall.later -= later.size();
  hung_up = true;
  hall.leave(*this);
  hall.tell_probe();
}

Hall::Hall(asio::io_context& io, store::Store& store, HallSettings settings)
    : inside_(std::make_unique<Inside>(io, store, std::move(settings))) {}

Hall::~Hall() {
  if (inside_->settings.probe) inside_->settings.probe->wake_with({});
}

std::shared_ptr<Hall::Caller> Hall::receive(Line& line, std::string address) {
  auto caller = std::make_shared<Caller>(*inside_, line, std::move(address));
  inside_->callers.insert(caller.get());
  inside_->tell_probe();
  return caller;
}

bool Hall::is_at_a_table(const Caller& caller) const { return caller.live != nullptr; }

void Hall::hear(Caller& caller, std::string_view text) {
  inside_->hear(caller, text);
  inside_->tell_probe();
}

void Hall::ask_once(std::string_view text, const std::string& address,
                    std::function<void(int, std::string)> answer) {
  inside_->ask_once(text, address, answer);
  inside_->tell_probe();
}

bool Hall::ready() const { return inside_->keeper.works() && !inside_->closing; }

std::string Hall::metrics() const {
  const Inside& hall = *inside_;
  std::string text;
  const auto add = [&](std::string_view name, std::string_view type, std::string_view help, auto value) {
    text += fmt::format("# HELP lifetable_{0} {2}\n# TYPE lifetable_{0} {1}\nlifetable_{0} {3}\n", name, type,
                        help, value);
  };
  std::uint64_t playing = 0;
  for (const auto& [name, live] : hall.rooms) playing += live->room.table() && !live->room.table()->over();
  add("tables", "gauge", "Tables in memory.", hall.rooms.size());
  add("tables_playing", "gauge", "Tables in memory with a game going on.", playing);
  add("connections", "gauge", "WebSocket connections.", hall.callers.size());
  add("bots_waiting", "gauge", "Bots that think or wait for a thread to.", hall.thinkers.waiting());
  add("tables_opened_total", "counter", "Tables opened.", hall.counts.rooms_opened);
  add("requests_total", "counter", "Requests read.", hall.counts.requests);
  add("refusals_total", "counter", "Requests refused by a rule of the game or of the room.",
      hall.counts.refusals);
  add("errors_total", "counter", "Requests that made no sense.", hall.counts.errors);
  add("too_many_total", "counter", "Requests over a limit.", hall.counts.too_many);
  add("moves_total", "counter", "Moves of people.", hall.counts.moves);
  add("bot_moves_total", "counter", "Moves of bots.", hall.counts.bot_moves);
  add("messages_total", "counter", "Messages sent.", hall.counts.messages);
  add("kept_entries_total", "counter", "Entries written to disk.", hall.keeper.counts().entries);
  add("kept_batches_total", "counter", "Times that something was written to disk.",
      hall.keeper.counts().batches);
  add("keep_seconds_total", "counter", "Time that writing to disk took.", hall.keeper.counts().seconds);
  add("keep_failures_total", "counter", "Times that writing to disk failed.", hall.keeper.counts().failures);
  return text;
}

void Hall::close() {
  inside_->closing = true;
  inside_->keeper.close();
  inside_->archivist.close();
  inside_->sweep_timer.cancel();
  for (const auto& [name, live] : inside_->rooms) {
    live->timer.cancel();
    live->bot_timer.cancel();
    live->onlookers_timer.cancel();
  }
  for (Caller* caller : inside_->callers)
    caller->hang_up(kTryAgain, "the server is going down; come back in a moment");
}

}  // namespace lifetable::server

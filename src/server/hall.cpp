// SPDX-License-Identifier: Apache-2.0
#include "server/hall.hpp"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstdlib>
#include <deque>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <sys/resource.h>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "bots/bot.hpp"
#include "play/json.hpp"
#include "play/json_text.hpp"
#include "server/log.hpp"

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
constexpr std::size_t kLetters = 6;  // of the name of a table
constexpr int kTold = 60;            // moves that somebody who comes new is told of
constexpr int kToldAtOnce = 32;      // rooms
constexpr int kPatientBots = 4;      // tasks a thread of bots; beyond that they think less
// What costs about as much as a small request; and how many of these it costs to be shown a table.
constexpr double kMessages = 2, kMovesTold = 32, kComing = 8;

json::object error(std::string sentence) { return {{"error", std::move(sentence)}}; }

std::int64_t wall_clock() {
  return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// From now on this thread takes what the others leave: nobody waits for an answer because a bot thinks.
void give_way() {
  thread_local const int done = ::setpriority(PRIO_PROCESS, 0, 10);  // on Linux of one thread
  (void)done;
}

Room::Secrets from_the_system() {
  return [] {
    auto secret = play::Seed::random();
    if (!secret) std::abort();  // a server without secrets must not serve
    return *secret;
  };
}

struct Live;

/// What is asked, and by which number its answer is known.
struct Request {
  json::object body;
  std::optional<std::int64_t> re;
};

Result<Request> read_request(std::string_view text) {
  auto value = play::parse_json(text);
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

class Hall::Caller {
 public:
  Caller(Inside& hall, Line& line, std::string address)
      : hall(hall), line(line), address(std::move(address)) {}
  ~Caller();

  Inside& hall;
  Line& line;
  const std::string address;
  Bucket bucket = {};
  bool hung_up = false;
  std::shared_ptr<Live> live = {};  ///< where the caller is; nullptr before entering
  Visitor visitor = {};
  int room_version = 0, moves_version = 0;  ///< what was sent; 0: nothing yet
  int told = 0;                             ///< moves that were told
  std::vector<json::object> answers = {};   ///< to be sent once all is kept
  std::vector<table::Said> said = {};
};

namespace {

/// Somebody waits for so many entries of a room to be on disk, and then hears whether they are.
struct Waiting {
  int entries = 0;
  std::function<void(bool kept)> answer;
};

/// A room in memory.
struct Live {
  Live(Room room, asio::io_context& io, Millis now)
      : room(std::move(room)), timer(io), bot_timer(io), idle_since(now) {}

  Room room;
  std::vector<Hall::Caller*> callers = {};
  int kept = 0;    ///< entries on disk
  int handed = 0;  ///< entries that are there or on their way
  asio::steady_timer timer, bot_timer;
  bool bot_is_busy = false, gone = false;
  Millis idle_since;
  std::vector<Waiting> waiting = {};
};

}  // namespace

struct Hall::Inside {
  Inside(asio::io_context& context, store::Store& log, HallSettings chosen)
      : io(context),
        store(log),
        settings(std::move(chosen)),
        openings(settings.openings),
        wrong_keys(settings.wrong_keys),
        wrong_codes(settings.wrong_codes),
        newcomers(settings.newcomers),
        work(settings.work),
        sweep_timer(context),
        bots(static_cast<std::size_t>(std::max(1, settings.bot_threads))) {
    if (!settings.secrets) settings.secrets = from_the_system();
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
  HallSettings settings;
  Door openings, wrong_keys, wrong_codes, newcomers, work;
  std::unordered_set<Caller*> callers;
  std::unordered_map<std::string, std::shared_ptr<Live>> rooms;
  const std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

  std::vector<store::Entry> pending;
  bool keeping = false, works = true, telling = false;
  std::deque<std::shared_ptr<Live>> untold;  ///< with something on disk that they have not heard
  std::atomic<bool> closing = false;
  asio::steady_timer sweep_timer;
  asio::thread_pool writer{1}, bots, quick_bots{1};
  int bots_waiting = 0;
  Millis next_archiving = 0;

  struct {
    std::uint64_t requests = 0, refusals = 0, errors = 0, moves = 0, rooms_opened = 0, batches = 0,
                  entries = 0, keep_failures = 0, bot_moves = 0, messages = 0, too_many = 0;
    double keep_seconds = 0;
  } counts;

  bool has_own_time() const { return settings.probe && settings.probe->owns_time(); }

  Millis now() const {
    if (has_own_time()) return settings.probe->now();
    return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began).count();
  }

  // ---- Rooms

  /// The room of that name, from memory or from its log; or why there is none.
  Result<std::shared_ptr<Live>> find(const std::string& name) {
    if (const auto known = rooms.find(name); known != rooms.end()) return known->second;
    const auto log = store.read(name);
    if (!log) return log.error();
    if (log->empty()) return std::shared_ptr<Live>{};
    if (rooms.size() >= settings.rooms) return Error{"all tables are taken; try again in a few minutes"};
    auto room = Room::from(name, *log, settings.secrets, now());
    if (!room) {
      log_event("room_unreadable", {{"table", name}, {"why", room.error().message}});
      return room.error();
    }
    return take_in(std::move(*room), static_cast<int>(log->size()));
  }

  std::shared_ptr<Live> take_in(Room room, int kept) {
    const std::string name = room.name();
    auto live = std::make_shared<Live>(std::move(room), io, now());
    live->kept = live->handed = kept;
    rooms[name] = live;
    return live;
  }

  Result<std::pair<std::shared_ptr<Live>, std::string>> open(const json::object& request) {
    if (rooms.size() >= settings.rooms) return Error{"all tables are taken; try again in a few minutes"};
    std::string name;
    do {
      name = table::short_code(settings.secrets(), int{kLetters});
      const auto log = store.read(name);
      if (!log) return log.error();
      if (!log->empty()) name.clear();
    } while (name.empty() || rooms.contains(name));
    auto opened = Room::open(request, name, settings.secrets);
    if (!opened) return opened.error();
    ++counts.rooms_opened;
    auto live = take_in(std::move(opened->room), 0);
    return std::pair{live, opened->key};
  }

  // ---- Callers

  void hang_up(Caller& caller, int code, std::string_view why) {
    if (!std::exchange(caller.hung_up, true)) caller.line.hang_up(code, why);
  }

  void enter(Caller& caller, std::shared_ptr<Live> live, Visitor visitor, int seen) {
    // Who enters where they are is shown everything again, and for the others nothing has changed.
    const bool here = caller.live == live && caller.visitor == visitor;
    if (!here) leave(caller);
    caller.live = live;
    caller.visitor = visitor;
    caller.room_version = caller.moves_version = 0;
    const int at = live->room.table() ? live->room.table()->at() : 0;
    caller.told = seen >= 0 && seen <= at ? seen : std::max(0, at - kTold);
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
    live->room.depart(caller.visitor, now());
    settle(live);
  }

  void hear(Caller& caller, std::string_view text) {
    if (caller.hung_up) return;
    // Whatever somebody asks at a table may be told to all who are there.
    const double cost = 1 + (caller.live ? static_cast<double>(caller.live->callers.size()) / kMessages : 0);
    if (!caller.bucket.take(settings.requests, now()) || !work.lets_in(caller.address, now(), cost)) {
      ++counts.too_many;
      return hang_up(caller, kTooMany, "too many requests; come back more slowly");
    }
    ++counts.requests;
    auto request = read_request(text);
    json::object answer = request ? answer_to(caller, request->body) : error(request.error().message);
    if (caller.hung_up) return;
    counts.errors += answer.contains("error");
    counts.refusals += answer.contains("refusal");
    if (request && request->re) answer["re"] = *request->re;
    if (!caller.live) return send(caller, answer);
    caller.answers.push_back(std::move(answer));
    settle(caller.live);
  }

  json::object answer_to(Caller& caller, const json::object& request) {
    const std::string wanted = play::text_in(request, "do");
    if (wanted == "open") return open_for(caller, request);
    if (wanted == "enter") return let_in(caller, request);
    if (!caller.live) return error("enter a table first: {\"do\": \"enter\", \"table\": ..., \"key\": ...}");
    if (wanted == "sit" && caller.visitor.role == Visitor::guest) return sit_new(caller, request);
    json::object answer = caller.live->room.ask(caller.visitor, request, now());
    if (wanted == "play" && answer.contains("ok")) ++counts.moves;
    return answer;
  }

  /// A guest becomes somebody that the room remembers; one address brings only so many of these.
  json::object sit_new(Caller& caller, const json::object& request) {
    const std::string from = household(caller.address) + " " + caller.live->room.name();
    if (!newcomers.lets_in(from, now())) {
      ++counts.too_many;
      return error("so many have sat down here from your address that you have to wait a few minutes");
    }
    json::object answer = caller.live->room.ask(caller.visitor, request, now());
    if (!answer.contains("ok")) newcomers.charge(from, now(), -1);
    return answer;
  }

  json::object open_for(Caller& caller, const json::object& request) {
    if (!openings.lets_in(caller.address, now())) {
      ++counts.too_many;
      return error("too many new tables from your address; wait a minute");
    }
    const auto opened = open(request);
    if (!opened) return error(opened.error().message);
    const auto& [live, key] = *opened;
    enter(caller, live, {Visitor::person, 1}, 0);
    return {{"ok", json::object{{"table", live->room.name()}, {"key", key}}}};
  }

  /// The room and who comes, as `table` and `key` of a request say; or an answer that says why not.
  Result<std::pair<std::shared_ptr<Live>, Visitor>> door_to(const json::object& request,
                                                            const std::string& address) {
    const std::string key = play::text_in(request, "key");
    const std::string name = table::as_typed_code(play::text_in(request, "table"));
    const bool is_code = table::is_short_code(key);
    // The same answers for a table that is not there: nobody can find out which are.
    const Error wrong{"there is no such table, or the link is not right: ask for it again"};
    if (!wrong_keys.lets_in(address, now()))
      return Error{"too many wrong links from your address; wait a minute"};
    if (name.size() != kLetters) return wrong;
    if (is_code && !wrong_codes.lets_in(name, now()))
      return Error{
          "so many wrong codes were tried for this table that none is taken for a while: come by the link"};
    const auto live = find(name);
    if (!live) return live.error();
    const auto visitor = *live ? (*live)->room.visitor_with(key) : std::nullopt;
    if (!visitor) return wrong;
    wrong_keys.charge(address, now(), -1);  // it was none
    if (is_code) wrong_codes.charge(name, now(), -1);
    return std::pair{*live, *visitor};
  }

  json::object let_in(Caller& caller, const json::object& request) {
    if (auto sound = play::check_members(request, {"do", "table", "key", "seen"}, 3); !sound)
      return error("in the request 'enter': " + sound.error().message);
    const auto found = door_to(request, caller.address);
    if (!found) return error(found.error().message);
    const auto& [live, visitor] = *found;
    if (auto place = make_place(caller, *live, visitor); !place) return error(place.error().message);
    enter(caller, live, visitor, play::number_in(request, "seen"));
    const int news = live->room.table() ? live->room.table()->at() - caller.told : 0;
    work.charge(caller.address, now(), kComing + news / kMovesTold);
    return {{"ok", true}};
  }

  /// So that nobody fills a room: a person's oldest connection makes place for a new one, and where many
  /// watch, nobody else does.
  Result<Done> make_place(Caller& coming, const Live& live, const Visitor& visitor) {
    const bool person = visitor.role == Visitor::person;
    std::vector<Caller*> alike;
    for (Caller* caller : live.callers)
      if (caller != &coming && !caller->hung_up &&
          (person ? caller->visitor == visitor : caller->visitor.role != Visitor::person))
        alike.push_back(caller);
    if (alike.size() < (person ? settings.devices : settings.bystanders)) return Done{};
    if (!person) return Error{"so many watch this table that there is no place left; try again later"};
    hang_up(*alike.front(), kTooMany, "you are at this table on too many devices; the latest ones stay");
    return Done{};
  }

  // ---- Keeping, and then telling

  /// After anything that may have changed a room.
  void settle(const std::shared_ptr<Live>& live) {
    auto entries = live->room.to_keep();
    for (std::string& text : entries) pending.push_back({live->room.name(), ++live->handed, std::move(text)});
    if (auto said = live->room.take_said(); !said.empty())
      for (Caller* caller : live->callers) caller->said.insert(caller->said.end(), said.begin(), said.end());
    if (!pending.empty()) keep_soon();
    tell(*live);
    wait_for(live);
    let_bot_act(live);
  }

  void keep_soon() {
    if (std::exchange(keeping, true)) return;
    // Whatever else is to be read now goes to the disk together with this.
    asio::post(io, [this] { keep(); });
  }

  void keep() {
    auto batch = std::make_shared<std::vector<store::Entry>>(std::exchange(pending, {}));
    asio::post(writer, [this, batch] {
      const auto began_at = std::chrono::steady_clock::now();
      auto result = std::make_shared<store::Appended>(store.append(*batch, wall_clock()));
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - began_at).count();
      asio::post(io, [this, batch, result, seconds] {
        counts.keep_seconds += seconds;
        ++counts.batches;
        counts.entries += batch->size();
        kept(*batch, *result);
      });
    });
  }

  void kept(const std::vector<store::Entry>& batch, const store::Appended& result) {
    keeping = false;
    works = bool{result};
    if (!works) {
      ++counts.keep_failures;
      log_event("not_kept", {{"entries", batch.size()}, {"why", result.error().message}});
    }
    for (const store::Entry& entry : batch) {
      const auto found = rooms.find(entry.table);
      if (found == rooms.end()) continue;
      const auto live = found->second;
      if (!works) {
        forget(live);
        continue;
      }
      live->kept = std::max(live->kept, entry.n);
      untold.push_back(live);
    }
    if (!pending.empty()) {
      keeping = true;
      keep();
    }
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
        tell_some();
        tell_probe();
      });
  }

  /// A room whose latest moves are not on disk: it is read again when somebody comes.
  void forget(const std::shared_ptr<Live>& live) {
    live->gone = true;
    rooms.erase(live->room.name());
    std::erase_if(pending, [&](const store::Entry& entry) { return entry.table == live->room.name(); });
    for (Caller* caller : live->callers)
      hang_up(*caller, kTryAgain, "your last move could not be kept; try again in a moment");
    for (const Waiting& each : std::exchange(live->waiting, {})) each.answer(false);
    live->timer.cancel();
    live->bot_timer.cancel();
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
    for (Caller* caller : live.callers) tell(live, *caller, last);
  }

  /// What a seat was told of the moves after those that it had seen. Most often it is the same for the next.
  struct LastTold {
    Seat seat = kNobody;
    int seen = -1;
    play::Written<std::vector<table::Told>> told = {};
  };

  void tell(Live& live, Caller& caller, LastTold& last) {
    const Room& room = live.room;
    if (caller.hung_up || live.kept < room.entries_for(room.seat_of(caller.visitor))) return;
    Message message;
    if (!caller.answers.empty()) {
      for (const auto& [name, value] : caller.answers.back()) message.add(name, value);
      caller.answers.pop_back();
      for (const json::object& earlier : std::exchange(caller.answers, {})) send(caller, earlier);
    }
    if (std::exchange(caller.room_version, room.version()) != room.version()) {
      const table::RoomSelf self = room.self(caller.visitor);
      if (caller.visitor.role == Visitor::person && self.role == "watcher")
        return hang_up(caller, kRemoved, "the host has taken you off this table");
      message.add("room", room.state());
      message.add("self", self);
    }
    const table::Table* game = room.table();
    const Seat seat = room.seat_of(caller.visitor);
    const int moves_version = room.moves_version(seat);
    if (std::exchange(caller.moves_version, moves_version) != moves_version) {
      if (game) {
        caller.told = std::min(caller.told, game->at());
        message.add("state", [&](play::Draft& json) { game->write_state(json, seat, now()); });
        if (last.seen != caller.told || !game->is_told_alike(last.seat, seat, caller.told))
          last = {seat, caller.told, {{play::json_text(game->told(seat, caller.told))}}};
        message.add("told", last.told);
      }
      caller.told = game ? game->at() : 0;
    }
    if (!caller.said.empty()) message.add("said", std::exchange(caller.said, {}));
    if (!message.empty()) send(caller, message.text());
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

  void let_bot_act(const std::shared_ptr<Live>& live) {
    if (live->bot_is_busy || live->gone || closing || live->callers.empty() || !live->room.bot_to_act())
      return;
    live->bot_is_busy = true;
    live->bot_timer.expires_after(settings.bot_pause);
    live->bot_timer.async_wait([this, weak = std::weak_ptr(live)](error_code) {
      const auto live = weak.lock();
      if (!live || live->gone || closing) return;
      auto task = live->room.bot_to_act();
      if (!task) {
        live->bot_is_busy = false;
        return tell_probe();
      }
      const bool hurried = bots_waiting >= kPatientBots * std::max(1, settings.bot_threads);
      std::string name = hurried ? "thoughtful" : task->bot;
      // Who knows at once does not stand in line behind those who look ahead.
      const bool quick = name == "thoughtful" || name == "random";
      bots_waiting += !quick;
      asio::post(quick ? quick_bots : bots, [this, weak, quick, name, task = std::move(*task)] {
        if (!quick) give_way();
        auto bot = bots::make_any_bot(task.game, name, task.chance);
        const std::uint32_t move = (*bot)->choose(task.view);
        asio::post(io, [this, weak, quick, task, move] {
          bots_waiting -= !quick;
          bot_chose(weak.lock(), task, move);
        });
      });
    });
  }

  void bot_chose(const std::shared_ptr<Live>& live, const Room::BotTask& task, std::uint32_t move) {
    ++counts.bot_moves;
    if (!live || live->gone) return;
    live->bot_is_busy = false;
    live->room.bot_chose(task, move, now());
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
      return live.callers.empty() && live.kept == live.room.entries() && live.idle_since <= long_ago &&
             !live.bot_is_busy;
    });
    if (next_archiving > now()) return;
    next_archiving = now() + 3'600'000;
    const std::int64_t old = wall_clock() - std::chrono::milliseconds(settings.archive).count();
    asio::post(writer, [this, old] { archive(old, "", 0); });
  }

  /// In the writer's thread: lays aside all tables at which nothing has happened for long, some at a time so
  /// that moves need not wait.
  void archive(std::int64_t old, const std::string& after, int so_far) {
    auto page = store.tables(false, after);
    if (!page || page->empty() || closing) {
      if (so_far > 0) log_event("archived", {{"tables", so_far}});
      return;
    }
    std::string last = page->back().table;
    std::erase_if(*page, [&](const store::TableInfo& table) { return table.touched > old; });
    const auto done = store.archive(*page);
    asio::post(writer, [this, old, last = std::move(last), sum = so_far + (done ? *done : 0)] {
      archive(old, last, sum);
    });
  }

  // ---- Tests

  /// With time that is not the system's, nothing happens by itself.
  void look_at_the_time() {
    std::vector<std::shared_ptr<Live>> all;
    for (const auto& [name, live] : rooms) all.push_back(live);
    for (const auto& live : all) {
      live->room.tick(now());
      settle(live);
    }
    sweep();
    tell_probe();
  }

  void tell_probe() const {
    if (!settings.probe) return;
    const bool thinks = std::ranges::any_of(rooms, [](const auto& each) { return each.second->bot_is_busy; });
    settings.probe->tell({.connections = callers.size(),
                          .tables = rooms.size(),
                          .requests = counts.requests,
                          .moves = counts.moves,
                          .rests = !keeping && pending.empty() && untold.empty() && !thinks});
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
    if (auto sound = play::check_members(request->body, {"do", "table", "key"}, 3); !sound)
      return say(400, error(fmt::format("in the request '{}': {}", wanted, sound.error().message)));
    const auto found = door_to(request->body, address);
    if (!found) return say(403, error(found.error().message));
    const auto& [live, visitor] = *found;
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
    const auto opened = open(request);
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
  }
};

Hall::Caller::~Caller() {
  hall.callers.erase(this);
  hung_up = true;
  hall.leave(*this);
  hall.tell_probe();
}

Hall::Hall(asio::io_context& io, store::Store& store, HallSettings settings)
    : inside_(std::make_unique<Inside>(io, store, std::move(settings))) {}

Hall::~Hall() {
  if (inside_->settings.probe) inside_->settings.probe->wake_with({});
  for (auto* pool : {&inside_->bots, &inside_->quick_bots}) pool->stop(), pool->join();
  inside_->writer.join();
  // What was on its way to the disk when everything ended: nobody was told, but nothing is lost.
  if (!inside_->pending.empty()) (void)inside_->store.append(inside_->pending, wall_clock());
}

std::shared_ptr<Hall::Caller> Hall::receive(Line& line, std::string address) {
  auto caller = std::make_shared<Caller>(*inside_, line, std::move(address));
  inside_->callers.insert(caller.get());
  inside_->tell_probe();
  return caller;
}

void Hall::hear(Caller& caller, std::string_view text) {
  inside_->hear(caller, text);
  inside_->tell_probe();
}

void Hall::ask_once(std::string_view text, const std::string& address,
                    std::function<void(int, std::string)> answer) {
  inside_->ask_once(text, address, answer);
  inside_->tell_probe();
}

bool Hall::ready() const { return inside_->works && !inside_->closing; }

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
  add("bots_waiting", "gauge", "Bots that think or wait for a thread to.", hall.bots_waiting);
  add("tables_opened_total", "counter", "Tables opened.", hall.counts.rooms_opened);
  add("requests_total", "counter", "Requests read.", hall.counts.requests);
  add("refusals_total", "counter", "Requests refused by a rule of the game or of the room.",
      hall.counts.refusals);
  add("errors_total", "counter", "Requests that made no sense.", hall.counts.errors);
  add("too_many_total", "counter", "Requests over a limit.", hall.counts.too_many);
  add("moves_total", "counter", "Moves of people.", hall.counts.moves);
  add("bot_moves_total", "counter", "Moves of bots.", hall.counts.bot_moves);
  add("messages_total", "counter", "Messages sent.", hall.counts.messages);
  add("kept_entries_total", "counter", "Entries written to disk.", hall.counts.entries);
  add("kept_batches_total", "counter", "Times that something was written to disk.", hall.counts.batches);
  add("keep_seconds_total", "counter", "Time that writing to disk took.", hall.counts.keep_seconds);
  add("keep_failures_total", "counter", "Times that writing to disk failed.", hall.counts.keep_failures);
  return text;
}

void Hall::close() {
  inside_->closing = true;
  inside_->sweep_timer.cancel();
  for (const auto& [name, live] : inside_->rooms) {
    live->timer.cancel();
    live->bot_timer.cancel();
  }
  for (Caller* caller : inside_->callers)
    inside_->hang_up(*caller, kTryAgain, "the server is going down; come back in a moment");
}

}  // namespace lifetable::server

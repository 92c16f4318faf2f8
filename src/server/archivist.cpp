// SPDX-License-Identifier: Apache-2.0
#include "server/archivist.hpp"

#include <boost/asio/post.hpp>
#include <utility>

#include "server/log.hpp"

namespace lifetable::server {

namespace asio = boost::asio;
using table::Room;

namespace {

Archivist::Texts texts_of(const store::Store& store, const std::string& log, int after) {
  auto texts = store.read(log, after);
  if (texts) return texts;
  log_event("not_read", {{"log", log}, {"why", texts.error().message}});
  return Error{kNotRead};
}

}  // namespace

Archivist::Archivist(asio::io_context& io, store::Store& store, Keeper& keeper, Room::Secrets secrets,
                     Now now, std::function<void()> then)
    : io_(io),
      store_(store),
      keeper_(keeper),
      secrets_(std::move(secrets)),
      now_(std::move(now)),
      then_(std::move(then)) {}

Archivist::~Archivist() { reader_.stop(), reader_.join(); }

void Archivist::ask(const std::string& payer, Work work) {
  queue_.push(payer, std::move(work));
  go_on();
}

void Archivist::go_on() {
  if (busy_) return;
  auto next = queue_.pop();
  if (!next) return;
  busy_ = true;
  asio::post(reader_, [this, work = std::move(*next)] {
    asio::post(io_, [this, answer = work()] {
      busy_ = false;
      go_on();
      answer();
      then_();
    });
  });
}

void Archivist::read(const std::string& payer, std::string log, int after, Heard heard) {
  ask(payer, [this, log = std::move(log), after, heard = std::move(heard)]() -> Then {
    return [heard, texts = texts_of(store_, log, after)] { heard(texts); };
  });
}

// ---- Loading --------------------------------------------------------------------------------------------

void Archivist::load(const std::string& payer, const std::string& name, std::string key, Found found) {
  const auto [entry, is_new] = loads_.try_emplace(name);
  Load& load = entry->second;
  if (load.door && !load.door->empty() && !table::opens(load.door->back(), key)) return found({nullptr});
  load.waiting.push_back({std::move(key), std::move(found)});
  if (is_new)
    read(payer, table::log_of_door(name), 0,
         [this, payer, name](const Texts& door) { door_read(payer, name, door); });
}

void Archivist::door_read(const std::string& payer, const std::string& name, const Texts& door) {
  if (!door) return end(name, door.error());
  Load& load = loads_[name];
  load.door = *door;
  std::vector<Waiting> leaving;
  for (Waiting& each : std::exchange(load.waiting, {}))
    (door->empty() || table::opens(door->back(), each.key) ? load.waiting : leaving)
        .push_back(std::move(each));
  if (load.waiting.empty())
    loads_.erase(name);
  else
    read_room(payer, name);
  for (const Waiting& each : leaving) each.found({nullptr});
}

void Archivist::load_again(const std::string& payer, const std::string& name, Found found) {
  Load& load = loads_[name];
  load.door.emplace();
  load.waiting.push_back({"", std::move(found)});
  read_room(payer, name);
}

void Archivist::read_room(const std::string& payer, const std::string& name) {
  const bool has_door = !loads_[name].door->empty();
  ask(payer, [this, name, has_door, secrets = secrets_]() -> Then {
    const auto loaded = std::make_shared<Loaded>(Loaded{{}, has_door});
    const Texts log = texts_of(store_, name, 0);
    if (!log) return [this, name, why = log.error()] { end(name, why); };
    if (log->empty()) return [this, name] { end(name, std::shared_ptr<Loaded>{}); };
    auto room = Room::from(name, *log, secrets, now_());
    if (!room) {
      log_event("room_unreadable", {{"table", name}, {"why", room.error().message}});
      return [this, name, why = room.error()] { end(name, why); };
    }
    loaded->room = std::move(*room);
    return [this, name, loaded] { end(name, loaded); };
  });
}

void Archivist::end(const std::string& name, const Result<std::shared_ptr<Loaded>>& loaded) {
  const auto load = loads_.extract(name);
  if (load.empty()) return;
  for (const Waiting& each : load.mapped().waiting) each.found(loaded);
}

// ---- Laying aside ---------------------------------------------------------------------------------------

void Archivist::lay_aside_after(const std::string& after, std::int64_t old, int so_far) {
  using Page = std::vector<store::TableInfo>;
  ask("", [this, after, old, so_far]() -> Then {
    const auto page = std::make_shared<Result<Page>>(store_.tables(false, after));
    return [this, page, old, so_far] {
      if (closing_ || !*page || (*page)->empty()) {
        if (so_far > 0) log_event("archived", {{"tables", so_far}});
        return;
      }
      const std::string last = (*page)->back().table;
      std::erase_if(**page, [&](const store::TableInfo& table) { return table.touched > old; });
      keeper_.run([this, page, old, so_far, last] {
        const auto done = store_.archive(**page);
        asio::post(io_,
                   [this, old, last, sum = so_far + (done ? *done : 0)] { lay_aside_after(last, old, sum); });
      });
    };
  });
}

}  // namespace lifetable::server

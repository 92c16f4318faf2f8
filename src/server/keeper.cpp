// SPDX-License-Identifier: Apache-2.0
#include "server/keeper.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "server/log.hpp"

namespace lifetable::server {

namespace asio = boost::asio;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kFirstPause{500}, kLongestPause{8'000};  // between two probes

/// Tables that share a trouble share a line. The sentence of a conflict has the name of its table.
void log_trouble(const store::Appended& answer) {
  std::map<std::string, int> reasons;
  for (const auto& [table, outcome] : answer.not_kept) ++reasons[outcome.why];
  for (const auto& [why, tables] : reasons) log_event("not_kept", {{"tables", tables}, {"why", why}});
}

}  // namespace

std::int64_t wall_clock() {
  return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Keeper::Keeper(asio::io_context& io, store::Store& store, Heard heard, std::function<void()> then,
               OwnTime own_time)
    : io_(io),
      store_(store),
      heard_(std::move(heard)),
      then_(std::move(then)),
      own_time_(std::move(own_time)),
      probe_timer_(io) {}

Keeper::~Keeper() {
  writer_.join();
  if (!pending_.empty()) (void)store_.append(pending_, wall_clock());
}

void Keeper::add(store::Entry entry) {
  pending_.push_back(std::move(entry));
  // Whatever else is to be read now goes to the disk together with this.
  if (!std::exchange(busy_, true)) asio::post(io_, [this] { keep(); });
}

std::vector<store::Entry> Keeper::take_back(std::string_view table) {
  Batch taken;
  for (store::Entry& each : std::exchange(pending_, {}))
    (store::table_of(each.table) == table ? taken : pending_).push_back(std::move(each));
  return taken;
}

void Keeper::run(std::function<void()> work) { asio::post(writer_, std::move(work)); }

void Keeper::keep() {
  auto batch = std::make_shared<Batch>(std::exchange(pending_, {}));
  pending_.reserve(batch->size());  // the next one is as large, more or less
  run([this, batch] {
    const auto began_at = std::chrono::steady_clock::now();
    auto answer = std::make_shared<store::Appended>(store_.append(*batch, wall_clock()));
    const auto took = std::chrono::steady_clock::now() - began_at;
    asio::post(io_, [this, batch, answer, took] {
      counts_.seconds += std::chrono::duration<double>(took).count();
      written(*batch, *answer);
    });
  });
}

void Keeper::written(const Batch& batch, const store::Appended& answer) {
  ++counts_.batches;
  counts_.entries += batch.size();
  if (!answer.all_kept()) {
    ++counts_.failures;
    log_trouble(answer);
  }
  const bool some_kept = std::ranges::any_of(batch, [&](const store::Entry& each) {
    return answer.all_kept() || !answer.not_kept.contains(store::table_of(each.table));
  });
  const bool all_conflicts = std::ranges::all_of(
      answer.not_kept, [](const auto& each) { return each.second.kind == store::Outcome::conflict; });
  if (some_kept) {
    works_ = true;
  } else if (!all_conflicts && std::exchange(works_, false)) {
    pause_ = milliseconds(0);
    probe();  // it may have been something about these tables alone
  }
  heard_(batch, answer);
  busy_ = !pending_.empty();
  if (busy_) keep();
  then_();
}

// ---- When it works again --------------------------------------------------------------------------------

void Keeper::probe() {
  if (closing_ || std::exchange(probing_, true)) return;
  run([this] {
    const auto probed = store_.probe();
    asio::post(io_, [this, why = probed ? "" : probed.error().message] {
      probing_ = false;
      if (!works_) {  // otherwise players were quicker
        works_ = why.empty();
        if (why != std::exchange(why_, why)) log_event("cannot_keep", {{"why", why}});
        works_ ? log_event("keeps_again") : probe_later();
      }
      then_();
    });
  });
}

void Keeper::probe_later() {
  pause_ = std::clamp(2 * pause_, kFirstPause, kLongestPause);
  if (own_time_) {
    probe_at_ = own_time_() + pause_.count();
    return;
  }
  if (closing_) return;
  probe_timer_.expires_after(pause_);
  probe_timer_.async_wait([this](boost::system::error_code stopped) {
    if (!stopped && !works_) probe();
  });
}

void Keeper::close() {
  closing_ = true;
  probe_timer_.cancel();
}

void Keeper::look_at_the_time() {
  if (own_time_ && !works_ && own_time_() >= probe_at_) probe();
}

}  // namespace lifetable::server

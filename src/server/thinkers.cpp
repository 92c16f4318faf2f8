// SPDX-License-Identifier: Apache-2.0
#include "server/thinkers.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

#include "bots/bot.hpp"

namespace lifetable::server {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using table::Room;

namespace {

constexpr milliseconds kLeast{20};    // with less, looking ahead finds nothing
constexpr milliseconds kMargin{150};  // between the end of a search and its answer

/// From now on this thread takes what the others leave: nobody waits for an answer because a bot thinks.
void give_way() {
  thread_local const int done = ::setpriority(PRIO_PROCESS, 0, 10);  // on Linux of one thread
  (void)done;
}

std::uint32_t chosen(const Room::BotTask& task, const std::string& bot) {
  return (*bots::make_any_bot(task.game, bot, task.chance))->choose(task.view);
}

}  // namespace

Thinkers::Thinkers(asio::io_context& io, int threads)
    : io_(io), threads_(std::max(1, threads)), slow_(static_cast<std::size_t>(threads_)) {}

Thinkers::~Thinkers() {
  for (auto* pool : {&slow_, &quick_}) pool->stop(), pool->join();
}

void Thinkers::think(Room::BotTask task, const std::string& payer, std::optional<Time> until, Heard heard) {
  if (bots::bot_from(task.bot)->kind != bots::BotSpec::search) {
    const std::string bot = task.bot;
    return choose(task, bot, true, std::move(heard));
  }
  if (until) choose(task, "thoughtful", false, heard);
  queue_.push(payer, {std::move(task), until, std::move(heard)});
  look_ahead();
}

void Thinkers::choose(const Room::BotTask& task, const std::string& bot, bool final, Heard heard) {
  asio::post(quick_, [this, task, bot, final, heard = std::move(heard)] {
    asio::post(io_, [move = chosen(task, bot), final, heard] { heard(move, final); });
  });
}

void Thinkers::look_ahead() {
  while (busy_ < threads_) {
    auto next = queue_.pop();
    if (!next) return;
    std::string bot = next->what.bot;
    if (next->until) {
      const auto left =
          std::chrono::duration_cast<milliseconds>(*next->until - std::chrono::steady_clock::now()) - kMargin;
      if (left < kLeast) {  // its rules of thumb have to do
        choose(next->what, "thoughtful", true, std::move(next->heard));
        continue;
      }
      const double seconds = bots::bot_from(bot)->settings.budget.seconds;
      if (seconds * 1000 > static_cast<double>(left.count())) bot = fmt::format("search/{}ms", left.count());
    }
    ++busy_;
    asio::post(slow_, [this, bot, task = std::move(*next)] {
      give_way();
      asio::post(io_, [this, move = chosen(task.what, bot), heard = task.heard] {
        --busy_;
        look_ahead();
        heard(move, true);
      });
    });
  }
}

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// Reads from the store, in a thread of its own: whoever has to wait for it holds up nobody else. It loads
// tables for those who have a key, and lays those aside at which nothing happens any more.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/fair_queue.hpp"
#include "server/keeper.hpp"
#include "store/store.hpp"
#include "table/room.hpp"

namespace lifetable::server {

/// What the store says is the operator's to read, not a visitor's.
inline constexpr const char* kNotRead = "the table cannot be read just now; try again in a moment";

/// A room as it was read. All who waited for it are given the same; the first may take it.
struct Loaded {
  std::optional<table::Room> room;
  bool has_door = false;  ///< older logs had none
};

class Archivist {
 public:
  /// What may be called from another thread.
  using Now = std::function<table::Millis()>;
  /// `then` is called after each answer. All answers are given in the thread of `io`, in the order of asking
  /// for each payer; payers take turns.
  Archivist(boost::asio::io_context& io, store::Store& store, Keeper& keeper, table::Room::Secrets secrets,
            Now now, std::function<void()> then);
  ~Archivist();
  Archivist(const Archivist&) = delete;

  using Texts = Result<std::vector<std::string>>;
  using Heard = std::function<void(const Texts&)>;
  void read(const std::string& payer, std::string log, int after, Heard heard);

  /// The room of that name for whoever has a key to its door; nothing if there is none, or the key is wrong.
  /// Whether the room itself has such a key is still to be looked at: older ones have no door. Those who come
  /// for it at the same time share one load. A wrong key loads no room.
  using Found = std::function<void(const Result<std::shared_ptr<Loaded>>&)>;
  void load(const std::string& payer, const std::string& name, std::string key, Found found);
  /// The same for who needs no key. Nobody may have begun to load it.
  void load_again(const std::string& payer, const std::string& name, Found found);

  /// Lays all tables aside at which nothing has happened since then, some at a time so that moves need not
  /// wait.
  void lay_aside(std::int64_t old) { lay_aside_after("", old, 0); }

  bool rests() const { return !busy_ && queue_.size() == 0; }
  void close() { closing_ = true; }

 private:
  using Then = std::function<void()>;
  using Work = std::function<Then()>;
  struct Waiting {
    std::string key;
    Found found;
  };
  struct Load {
    std::optional<std::vector<std::string>> door = {};  ///< once it is read
    std::vector<Waiting> waiting = {};
  };

  /// Has the work done in the reader's thread, and then what it returns in that of `io`.
  void ask(const std::string& payer, Work work);
  void go_on();
  void door_read(const std::string& payer, const std::string& name, const Texts& door);
  void read_room(const std::string& payer, const std::string& name);
  void end(const std::string& name, const Result<std::shared_ptr<Loaded>>& loaded);
  void lay_aside_after(const std::string& after, std::int64_t old, int so_far);

  boost::asio::io_context& io_;
  store::Store& store_;
  Keeper& keeper_;
  const table::Room::Secrets secrets_;
  const Now now_;
  const Then then_;
  FairQueue<Work> queue_;
  std::unordered_map<std::string, Load> loads_;
  bool busy_ = false, closing_ = false;
  boost::asio::thread_pool reader_{1};
};

}  // namespace lifetable::server

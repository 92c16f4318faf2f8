// SPDX-License-Identifier: Apache-2.0
// What a hall has in memory: its callers, and the rooms that they are in. Only the hall and its parts know
// them.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/hall.hpp"
#include "table/room.hpp"

namespace lifetable::server {

struct Live;

/// A request that was passed on to a room, as long as what came of it is not on disk: it may have to be
/// passed on again.
struct Asked {
  std::string text = {};  ///< none: it was answered without the room
  std::uint64_t number = 0;
  table::Visitor by = {};  ///< whoever sits down is somebody else afterwards
};

struct Unsent {
  boost::json::object answer;
  std::optional<std::int64_t> re;
  Asked asked;
};

class Hall::Caller : public std::enable_shared_from_this<Hall::Caller> {
 public:
  Caller(Inside& hall, Line& line, std::string address)
      : hall(hall), line(line), address(std::move(address)) {}
  ~Caller();
  void hang_up(int code, std::string_view why) {
    if (!std::exchange(hung_up, true)) line.hang_up(code, why);
  }

  Inside& hall;
  Line& line;
  const std::string address;
  Bucket bucket = {}, wrong_keys = {};
  bool hung_up = false;
  std::shared_ptr<Live> live = {};  ///< where the caller is; nullptr before entering
  std::string payer = {};           ///< who pays for those of this address who play there
  table::Visitor visitor = {};
  int room_version = 0, moves_version = 0;  ///< what was sent; 0: nothing yet
  int told = 0;                             ///< moves that were told, and were not taken back since
  bool went_back = false;                   ///< some of those that were told were taken back
  std::vector<Unsent> answers = {};         ///< to be sent once all is kept
  std::vector<table::Said> said = {};
  std::string_view text = {};           ///< of the request that is looked at
  std::optional<std::int64_t> re = {};  ///< its number
  Asked asked = {};                     ///< once it was passed on
  bool waits = false;                   ///< for something that is read
  std::deque<std::string> later = {};   ///< what was said meanwhile
  std::size_t later_bytes = 0;
};

/// Somebody waits for so many entries of a room to be on disk, and then hears whether they are.
struct Waiting {
  int entries = 0;
  std::function<void(bool kept)> answer;
};

/// A bot chooses, and answers once its time has come.
struct Thinking {
  table::Room::BotTask task;
  table::Millis when = 0;  ///< it answers
  bool due = false;
  std::optional<std::uint32_t> move = {};
  bool final = false;  ///< no better move will come
};

/// A room in memory.
struct Live : std::enable_shared_from_this<Live> {
  Live(table::Room room, boost::asio::io_context& io, table::Millis now)
      : room(std::move(room)), timer(io), bot_timer(io), onlookers_timer(io), idle_since(now) {}

  table::Room room;
  std::vector<Hall::Caller*> callers = {};
  int kept = 0;    ///< entries on disk
  int handed = 0;  ///< entries that are there or on their way
  boost::asio::steady_timer timer, bot_timer, onlookers_timer;
  table::Millis onlookers_next = 0;  ///< when those without a seat may be told something again
  bool onlookers_wait = false;
  std::shared_ptr<Thinking> thinking = {};  ///< the bot that is to act
  bool gone = false;
  table::Millis idle_since;
  std::vector<Waiting> waiting = {};
  bool in_doubt = false;  ///< its log is read again (doubt.hpp)
  int doubts = 0;         ///< since something was kept
};

}  // namespace lifetable::server

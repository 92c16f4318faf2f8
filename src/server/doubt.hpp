// SPDX-License-Identifier: Apache-2.0
// Tables whose log may not be what the hall thinks: the store does not know whether it has kept something, or
// somebody else has written. Their log is read again; till then nobody at the table is told anything.
#pragma once

#include <boost/json.hpp>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/archivist.hpp"
#include "server/keeper.hpp"
#include "server/live.hpp"

namespace lifetable::server {

enum class Cure {
  kept,   ///< the log ends with them: go on
  again,  ///< the log is as it was before them: write the same again
  anew,   ///< somebody else has written: the table has to be made from its log anew, and asked anew
};

/// What to do about entries of a table, and of the logs beside it. `since` is what its log has after the last
/// entry that surely was kept.
Cure cure_for(std::string_view table, std::span<const store::Entry> ours, std::span<const std::string> since);

class Doubts {
 public:
  /// What the hall does.
  struct Acts {
    /// Passes a request on to the caller's room, once more.
    std::function<boost::json::object(Hall::Caller&, const std::string& text)> ask;
    /// Gives the room up, and hangs up on all who are there.
    std::function<void(const std::shared_ptr<Live>&)> forget;
    /// All is well: what has happened meanwhile is kept and told.
    std::function<void(const std::shared_ptr<Live>&)> go_on;
  };
  Doubts(Keeper& keeper, Archivist& archivist, table::Millis adding, Acts acts)
      : keeper_(keeper), archivist_(archivist), adding_(adding), acts_(std::move(acts)) {}

  /// Some of a batch was not kept, of which these are the entries of a table.
  void make_sure(const std::shared_ptr<Live>& live, const std::vector<store::Entry>& batch,
                 const store::Outcome& outcome);

 private:
  using Entries = std::vector<store::Entry>;
  void cure(const std::shared_ptr<Live>& live, const Entries& ours, const Entries& more,
            const std::vector<std::string>& since);
  void begin_anew(const std::shared_ptr<Live>& live, table::Room room);

  Keeper& keeper_;
  Archivist& archivist_;
  const table::Millis adding_;
  const Acts acts_;
};

}  // namespace lifetable::server

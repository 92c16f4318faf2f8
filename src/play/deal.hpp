// SPDX-License-Identifier: Apache-2.0
// A deal that the server and the seats draw together, so that none of them alone chooses it. See
// docs/record.md for how it is kept, and for what it does not protect from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "play/seed.hpp"

namespace lifetable::play {

/// What the seed of a deal is made of. All of it is secret or on its way until the game begins, and open when
/// it is over.
struct SharedDeal {
  Seed server;                               ///< drawn and committed to before anybody sits down
  std::vector<std::optional<Seed>> entropy;  ///< what each seat added, who had seen the commitment
  friend bool operator==(const SharedDeal&, const SharedDeal&) = default;

  /// What the server shows before anybody sits down.
  std::string commitment() const { return server.commitment(); }
};

/// The seed of the deal: a hash over all of it. A seat that sent nothing is simply not mixed in, so that it
/// cannot hold up the game.
Seed seed_of(const SharedDeal& deal);

}  // namespace lifetable::play

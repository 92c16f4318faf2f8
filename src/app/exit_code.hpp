// SPDX-License-Identifier: Apache-2.0
// How the program ends; documented in `lifetable --help` and docs/commands.md.
#pragma once

namespace lifetable::app {

enum ExitCode : int {
  kGood = 0,
  kDoesNotHold = 1,  ///< `check`, `verify`: a scenario or a record does not hold
  kBadInput = 2,     ///< wrong words on the command line, or a file that is not what it should be
  kNoFile = 3,       ///< a file cannot be read or written, or a port not be used
  kInputEnded = 4,   ///< the input ended in the middle of a game; the record is kept
  kInterrupted = 130,
};

}  // namespace lifetable::app

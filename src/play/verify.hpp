// SPDX-License-Identifier: Apache-2.0
// What a record can show and what it cannot, as findings: whoever reads them out, terminal or page, says the
// same.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/phrase.hpp"
#include "core/texts.hpp"
#include "play/record.hpp"

namespace lifetable::play {

struct Finding {
  enum Verdict { holds, fails, unknown };
  Verdict verdict;
  Phrase told;  ///< by `verify_texts`, with the names of the seats
};

/// "holds", "fails" or "unknown".
std::string_view name_of(Finding::Verdict verdict);

/// What somebody who sat at the table knows besides the record.
struct Witness {
  std::optional<Seed> commitment = {};  ///< as it was shown before the first seat was taken
  std::map<Seat, Seed> entropy = {};    ///< what was sent for these seats
};

/// Checks all that can be checked, whether or not something before it failed: the moves, the result, the
/// cards, the seed, the commitment, and what a witness says. `source` is named in what fails.
std::vector<Finding> verify(const Record& record, const std::string& source, const Witness& witness = {});

/// Whether nothing fails.
bool all_good(const std::vector<Finding>& findings);

/// The sentences of findings.
const Texts& verify_texts();

}  // namespace lifetable::play

// SPDX-License-Identifier: Apache-2.0
// Boost.JSON's own sources, and what it does where it would throw: it stops. Our readers check before they
// ask.
#include <boost/json/src.hpp>
#include <boost/throw_exception.hpp>
#include <cstdlib>

namespace boost {

void throw_exception(const std::exception&) { std::abort(); }
void throw_exception(const std::exception&, const source_location&) { std::abort(); }

}  // namespace boost

// SPDX-License-Identifier: Apache-2.0
// The engine as a module without a main, for a page's worker: JSON text in, JSON text out.
//
// The host writes a request to where `allocate` says, calls `ask` with its size, and reads as many bytes as
// `answer_size` says from where `ask` said. Both places are good until the next request.
#include <string>

#include "table/desk.hpp"

namespace {

lifetable::table::Desk& desk() {
  static lifetable::table::Desk desk;
  return desk;
}

std::string request, answer;

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

EXPORT("allocate") char* allocate(std::size_t size) {
  request.resize(size);
  return request.data();
}

EXPORT("ask") const char* ask() {
  answer = desk().ask(request);
  return answer.data();
}

EXPORT("answer_size") std::size_t answer_size() { return answer.size(); }

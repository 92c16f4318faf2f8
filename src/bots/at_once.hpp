// SPDX-License-Identifier: Apache-2.0
// The same work for several workers at once, each with a thread of its own. WebAssembly has no threads: there
// they work one after the other, which takes longer and comes to the same.
#pragma once

#ifndef __wasm__
#include <thread>
#include <vector>
#endif

namespace lifetable::bots {

/// Calls `work(i)` for every worker i from 0, and returns when all are done.
template <class Work>
void at_once(int workers, const Work& work) {
#ifdef __wasm__
  for (int i = 0; i < workers; ++i) work(i);
#else
  std::vector<std::jthread> others;  // whoever waits here works, too
  for (int i = 1; i < workers; ++i) others.emplace_back([&work, i] { work(i); });
  work(0);
#endif
}

}  // namespace lifetable::bots

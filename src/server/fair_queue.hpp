// SPDX-License-Identifier: Apache-2.0
// What waits for a thread, shared fairly among those it is done for: whoever has much waiting delays only
// themselves.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace lifetable::server {

template <class Task>
class FairQueue {
 public:
  void push(const std::string& payer, Task task) {
    auto& tasks = tasks_of_[payer];
    if (tasks.empty()) turns_.push_back(payer);
    tasks.push_back(std::move(task));
    ++size_;
  }
  /// One task of each payer in turn, theirs in the order in which they came.
  std::optional<Task> pop() {
    if (turns_.empty()) return {};
    const std::string payer = std::move(turns_.front());
    turns_.pop_front();
    const auto tasks = tasks_of_.find(payer);
    Task next = std::move(tasks->second.front());
    tasks->second.pop_front();
    if (tasks->second.empty())
      tasks_of_.erase(tasks);
    else
      turns_.push_back(payer);
    --size_;
    return next;
  }
  std::size_t size() const { return size_; }

 private:
  std::map<std::string, std::deque<Task>> tasks_of_;
  std::deque<std::string> turns_;  ///< who has something waiting
  std::size_t size_ = 0;
};

}  // namespace lifetable::server

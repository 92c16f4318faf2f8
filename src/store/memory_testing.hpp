// SPDX-License-Identifier: Apache-2.0
// A store for tests that fails when it is told to. What it keeps outlasts the stores that are opened on it,
// as a file does.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "store/store.hpp"

namespace lifetable::store {

class MemoryDisk {
 public:
  MemoryDisk() = default;
  MemoryDisk(const MemoryDisk&) = delete;

  /// What is kept is here, so this must live longer.
  std::unique_ptr<Store> open() { return std::make_unique<Opened>(*this); }

  // ---- What goes wrong

  enum Fault { fails, unknown_and_kept, unknown_and_lost };
  /// The next time that something of this table is to be kept.
  void trouble_next(const std::string& table, Fault fault) {
    const std::lock_guard lock(busy_);
    troubles_[table] = fault;
  }
  /// Nothing can be written, until it can again.
  void break_down(bool broken = true) {
    const std::lock_guard lock(busy_);
    broken_ = broken;
  }
  /// Nothing can be read, until it can again.
  void hide(bool hidden = true) {
    const std::lock_guard lock(busy_);
    hidden_ = hidden;
  }
  /// Who writes waits, until they need not any more.
  void hold_writes(bool held = true) { hold(writes_held_, held); }
  /// Whether somebody waits to write.
  bool is_held() {
    const std::lock_guard lock(busy_);
    return writers_ > 0;
  }
  /// The same for who reads.
  void hold_reads(bool held = true) { hold(reads_held_, held); }
  /// Waits until somebody waits to read.
  void wait_for_a_reader() {
    std::unique_lock lock(busy_);
    changed_.wait(lock, [this] { return readers_ > 0; });
  }

  // ---- What was done

  int reads_of(const std::string& log) {
    const std::lock_guard lock(busy_);
    return reads_[log];
  }
  /// Times that something was to be kept, or that it was tried whether anything can be.
  int attempts() {
    const std::lock_guard lock(busy_);
    return attempts_;
  }

 private:
  struct Log {
    std::vector<std::pair<int, std::string>> texts = {};
    int entries = 0;
    std::int64_t touched = 0;
    bool archived = false;
  };
  using Logs = std::map<std::string, Log, std::less<>>;

  class Opened final : public Store {
   public:
    explicit Opened(MemoryDisk& disk) : disk_(disk) {}
    Appended append(std::span<const Entry> entries, std::int64_t now) override {
      return disk_.append(entries, now);
    }
    Result<Done> probe() override { return disk_.probe(); }
    Result<std::vector<std::string>> read(std::string_view table, int after) const override {
      return disk_.read(table, after);
    }
    Result<std::vector<TableInfo>> tables(bool archived, std::string_view after, int most) const override {
      return disk_.tables(archived, after, most);
    }
    Result<int> archive(std::span<const TableInfo> idle) override { return disk_.archive(idle); }

   private:
    MemoryDisk& disk_;
  };

  void hold(bool& which, bool held) {
    const std::lock_guard lock(busy_);
    which = held;
    changed_.notify_all();
  }

  static void add(Log& log, const Entry& entry, std::int64_t now) {
    if (entry.says_all) log.texts.clear();
    log.texts.emplace_back(entry.n, entry.text);
    log = {std::move(log.texts), entry.n, now, false};
  }

  Appended append(std::span<const Entry> entries, std::int64_t now) {
    std::unique_lock lock(busy_);
    wait_to_write(lock);
    ++attempts_;
    std::map<std::string_view, std::vector<const Entry*>> tables;
    for (const Entry& entry : entries) tables[table_of(entry.table)].push_back(&entry);
    Appended answer;
    for (const auto& [name, of_table] : tables) {
      const Outcome outcome = broken_ ? kBroken : keep(std::string(name), of_table, now);
      if (outcome.kind != Outcome::kept) answer.not_kept.emplace(name, outcome);
    }
    return answer;
  }

  Outcome keep(const std::string& table, const std::vector<const Entry*>& entries, std::int64_t now) {
    Logs changed;
    for (const Entry* entry : entries) {
      const auto known = logs_.find(entry->table);
      const Log before = known == logs_.end() ? Log{} : known->second;
      Log& log = changed.try_emplace(entry->table, before).first->second;
      if (!is_next(*entry, log.entries)) return why_not_next(*entry, before.entries);
      add(log, *entry, now);
    }
    const auto trouble = troubles_.extract(table);
    if (trouble && trouble.mapped() == fails) return kBroken;
    if (!trouble || trouble.mapped() == unknown_and_kept)
      for (auto& [name, log] : changed) logs_[name] = std::move(log);
    return trouble ? Outcome{Outcome::unknown, 0, "the disk does not say"} : Outcome{};
  }

  Result<Done> probe() {
    std::unique_lock lock(busy_);
    wait_to_write(lock);
    ++attempts_;
    if (broken_) return Error{kBroken.why};
    return Done{};
  }

  Result<std::vector<std::string>> read(std::string_view table, int after) {
    std::unique_lock lock(busy_);
    ++reads_[std::string(table)];
    wait_to_read(lock);
    if (hidden_) return Error{"cannot read '/home/ann/secret/tables.db': disk I/O error"};
    std::vector<std::string> texts;
    if (const auto log = logs_.find(table); log != logs_.end())
      for (const auto& [n, text] : log->second.texts)
        if (n > after) texts.push_back(text);
    return texts;
  }

  Result<std::vector<TableInfo>> tables(bool archived, std::string_view after, int most) {
    std::unique_lock lock(busy_);
    wait_to_read(lock);
    std::vector<TableInfo> found;
    for (auto log = logs_.upper_bound(after); log != logs_.end() && std::ssize(found) < most; ++log)
      if (log->second.archived == archived)
        found.push_back({log->first, log->second.entries, log->second.touched, archived});
    return found;
  }

  Result<int> archive(std::span<const TableInfo> idle) {
    const std::lock_guard lock(busy_);
    if (broken_) return Error{kBroken.why};
    int laid_aside = 0;
    for (const TableInfo& each : idle)
      if (const auto log = logs_.find(each.table);
          log != logs_.end() && log->second.entries == each.entries && each.entries > 0)
        laid_aside += !std::exchange(log->second.archived, true);
    return laid_aside;
  }

  void wait_to_write(std::unique_lock<std::mutex>& lock) {
    ++writers_;
    changed_.wait(lock, [this] { return !writes_held_; });
    --writers_;
  }
  void wait_to_read(std::unique_lock<std::mutex>& lock) {
    ++readers_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !reads_held_; });
    --readers_;
  }

  inline static const Outcome kBroken{Outcome::failed, 0, "the disk is full; free some space"};

  std::mutex busy_;
  std::condition_variable changed_;
  Logs logs_;
  std::map<std::string, Fault> troubles_;
  std::map<std::string, int> reads_;
  bool broken_ = false, hidden_ = false, writes_held_ = false, reads_held_ = false;
  int readers_ = 0, writers_ = 0, attempts_ = 0;
};

}  // namespace lifetable::store

// SPDX-License-Identifier: Apache-2.0
#include "lab/journal.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "play/json.hpp"
#include "play/registry.hpp"

namespace lifetable::lab {

namespace json = play::json;

// ---- Lines --------------------------------------------------------------------------------------------

std::string journal_header(const ContestOptions& options) {
  const json::object header{{"lifetable_match", kJournalFormat},
                            {"game", options.game},
                            {"rules", (*play::game_named(options.game))->rules_version},
                            {"options", play::to_json(options.options)},
                            {"bots", json::array(options.bots.begin(), options.bots.end())},
                            {"weigh", options.weigh},
                            {"seed", std::to_string(options.seed)}};  // JSON's numbers are not so long
  return json::serialize(header) + "\n";
}

namespace {

/// The members of a line that have a number for each seat.
struct Column {
  std::string_view name;
  std::int64_t SeatResult::* value;
  std::int64_t least, most;
};
constexpr std::int64_t kMuch = std::int64_t{1} << 60;
constexpr Column kColumns[] = {
    {"wins", &SeatResult::wins, 0, kWholeWin},   {"scores", &SeatResult::score, -1'000'000, 1'000'000},
    {"choices", &SeatResult::choices, 0, kMuch}, {"nanoseconds", &SeatResult::nanoseconds, 0, kMuch},
    {"longest", &SeatResult::longest, 0, kMuch}, {"gains", &SeatResult::gain, -kMuch, kMuch}};

/// The member as a whole number from `least` to `most`; nothing if it is anything else.
std::optional<std::int64_t> number_in(const json::value& value, std::int64_t least, std::int64_t most) {
  const auto* number = value.if_int64();
  if (!number || *number < least || *number > most) return std::nullopt;
  return *number;
}

bool read_column(const json::object& line, const Column& column, std::vector<SeatResult>& seats) {
  const auto* member = line.if_contains(column.name);
  const auto* list = member ? member->if_array() : nullptr;
  if (!list || list->empty() || list->size() > kMaxSeats) return false;
  if (seats.empty()) seats.resize(list->size());
  if (list->size() != seats.size()) return false;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const auto number = number_in((*list)[seat], column.least, column.most);
    if (!number) return false;
    seats[seat].*column.value = *number;
  }
  return true;
}

}  // namespace

std::string journal_line(const FinishedGame& game) {
  std::string line = fmt::format("{{\"deal\":{},\"game\":{}", game.deal + 1, game.game + 1);
  for (const Column& column : kColumns) {
    line += fmt::format(",\"{}\":[", column.name);
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
      line += fmt::format("{}{}", seat ? "," : "", game.seats[seat].*column.value);
    line += ']';
  }
  return line + "}\n";
}

Result<FinishedGame> parse_journal_line(std::string_view line) {
  const auto value = play::parse_json(line);
  if (!value) return value.error();
  const Error wrong{
      "this is not a game of a match: it needs 'deal', 'game', and for each seat 'wins', 'scores', "
      "'choices', 'nanoseconds', 'longest' and 'gains'"};
  const auto* object = value->if_object();
  if (!object || object->size() != 2 + std::size(kColumns)) return wrong;
  FinishedGame game;
  const auto* deal = object->if_contains("deal");
  const auto* number = object->if_contains("game");
  if (!deal || !number) return wrong;
  const auto deal_number = number_in(*deal, 1, kMuch), game_number = number_in(*number, 1, kMuch);
  if (!deal_number || !game_number) return wrong;
  game.deal = *deal_number - 1;
  game.game = static_cast<std::size_t>(*game_number - 1);
  for (const Column& column : kColumns)
    if (!read_column(*object, column, game.seats)) return wrong;
  return game;
}

namespace {

/// A value as people write it: texts without quotes, lists with commas.
std::string plain(const json::value& value) {
  if (const auto* text = value.if_string()) return std::string(*text);
  const auto* list = value.if_array();
  if (!list) return json::serialize(value);
  std::string text;
  for (const auto& item : *list) text += (text.empty() ? "" : ",") + plain(item);
  return text;
}

/// What differs between two headers, as in "its seed is 2, not 1"; "" if nothing does.
std::string difference(const json::object& theirs, const json::object& ours, const std::string& kind) {
  for (const auto& [name, our] : ours) {
    const auto* their = theirs.if_contains(name);
    if (their && *their == our) continue;
    const std::string called = fmt::format("{}{}", kind, std::string_view(name));
    if (!their) return fmt::format("it says nothing of {}", called);
    if (their->is_object() && our.is_object())
      return difference(their->as_object(), our.as_object(), "option ");
    if (name == "rules")
      return fmt::format("it was played by version {} of the rules, and this program plays version {}",
                         plain(*their), plain(our));
    return fmt::format("its {} {} {}, not {}", called, our.is_array() ? "are" : "is", plain(*their),
                       plain(our));
  }
  return theirs.size() == ours.size() ? "" : "it says more than this program understands";
}

Result<Done> check_header(std::string_view line, const std::string& ours, const std::string& path) {
  const auto header = play::parse_json(line);
  const auto* object = header ? header->if_object() : nullptr;
  if (!object || !object->contains("lifetable_match"))
    return Error{fmt::format("'{}' is not the journal of a match; choose another file", path)};
  if (const int format = play::number_in(*object, "lifetable_match"); format != kJournalFormat)
    return Error{fmt::format("'{}' is a journal of format {}, and this program reads {}; choose another file",
                             path, format, kJournalFormat)};
  auto mine = play::parse_json(ours)->as_object();
  // Games of an earlier version of the rules count if they are the same by this one.
  const auto& game = **play::game_named(play::text_in(mine, "game"));
  const int version = play::number_in(*object, "rules");
  if (game.knows(version) && game.is_as_before(*play::fields_from(mine.at("options")), version))
    mine["rules"] = version;
  const std::string differs = difference(*object, mine, "");
  if (differs.empty()) return Done{};
  return Error{fmt::format(
      "'{}' is the journal of another match: {}; choose another file, or go on as it began", path, differs)};
}

Error failure(std::string_view doing, const std::string& path, int code) {
  return {fmt::format("cannot {} the journal '{}': {}{}", doing, path, std::strerror(code),
                      code == ENOSPC ? "; free some space" : "; choose another place")};
}

/// Makes what was written reach the disk; 0, or the error code.
int sync_file(int file) {
  while (::fdatasync(file) != 0) {
    if (errno == EINTR) continue;
    return errno == EINVAL ? 0 : errno;  // some file systems know no such thing
  }
  return 0;
}

/// The name of a new file is kept by its folder, which has to reach the disk as well. A folder that must not
/// be read cannot be asked to.
void sync_name(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace

// ---- The file -----------------------------------------------------------------------------------------

Result<Journal> Journal::open(const std::string& path, const ContestOptions& options) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file < 0) return failure("open", path, errno);
  Journal journal(path, file, journal_header(options));
  struct stat kind{};
  if (::fstat(file, &kind) != 0 || !S_ISREG(kind.st_mode))
    return Error{fmt::format("'{}' is not a file; a journal must be one, so choose another place", path)};
  if (::flock(file, LOCK_EX | LOCK_NB) != 0)
    return Error{fmt::format("'{}' is being written by another match; wait for its end", path)};
  return journal;
}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      header_(std::move(other.header_)),
      size_(other.size_),
      unsynced_(other.unsynced_.load()),
      lost_(other.lost_.load()),
      last_sync_(other.last_sync_) {}

Journal::~Journal() {
  if (file_ >= 0) ::close(file_);
}

Result<Done> Journal::read(const std::function<Result<Done>(const FinishedGame&)>& know) {
  std::string text;
  std::vector<char> buffer(1 << 20);
  std::int64_t lines = 0, at = 0;
  size_ = 0;
  for (;;) {
    const ssize_t n = ::pread(file_, buffer.data(), buffer.size(), at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failure("read", path_, errno);
    if (n == 0) break;
    at += n;
    text.append(buffer.data(), static_cast<std::size_t>(n));
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string_view line = std::string_view(text).substr(begin, end - begin);
      if (++lines == 1) {
        if (auto good = check_header(line, header_, path_); !good) return good.error();
      } else {
        const auto game = parse_journal_line(line);
        const auto known = game ? know(*game) : Result<Done>(game.error());
        if (!known)
          return Error{fmt::format("'{}' was damaged: line {}: {}; cut it off there, or choose another file",
                                   path_, lines, known.error().message)};
      }
      size_ += static_cast<std::int64_t>(line.size()) + 1;
    }
    text.erase(0, begin);
  }
  // What is left is a torn line. Without a header before it, it must be the beginning of ours.
  if (lines == 0 && !header_.starts_with(text))
    return Error{fmt::format("'{}' is not the journal of a match; choose another file", path_)};
  return Done{};
}

Result<Done> Journal::begin() {
  if (::ftruncate(file_, size_) != 0) return failure("write", path_, errno);
  unsynced_ = true;  // a run that was killed may have left lines that are not on the disk yet
  if (size_ > 0) return Done{};
  if (auto written = append_text(header_); !written) return written;
  if (auto safe = sync(); !safe) return safe;
  sync_name(path_);
  return Done{};
}

Result<Done> Journal::append(const FinishedGame& game) {
  if (const int code = lost_) return failure("write", path_, code);
  return append_text(journal_line(game));
}

Result<Done> Journal::sync() {
  // What did not get there is not tried again by the system: once lost, it stays so.
  if (lost_ == 0 && unsynced_.exchange(false)) lost_ = sync_file(file_);
  if (const int code = lost_) return failure("write", path_, code);
  return Done{};
}

Result<Done> Journal::sync_now_and_then(std::chrono::steady_clock::time_point now) {
  if (now - last_sync_ < std::chrono::seconds(1)) return Done{};
  last_sync_ = now;
  return sync();
}

Result<Done> Journal::append_text(std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t n = ::write(file_, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      const int code = n < 0 ? errno : ENOSPC;
      // If this fails, too, a torn line stays, which the next run cuts off.
      [[maybe_unused]] const int cut = ::ftruncate(file_, size_);
      return failure("write", path_, code);
    }
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  size_ += static_cast<std::int64_t>(text.size());
  unsynced_ = true;
  return Done{};
}

}  // namespace lifetable::lab

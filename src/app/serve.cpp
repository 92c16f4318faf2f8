// SPDX-License-Identifier: Apache-2.0
// `lifetable serve`: the page in a browser, and tables for friends, from this process.
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <sys/resource.h>
#include <thread>

#include "app/commands.hpp"
#include "app/qr.hpp"
#include "app/terminal.hpp"
#include "core/ink.hpp"
#include "play/file.hpp"
#include "server/limits.hpp"
#include "server/log.hpp"
#include "server/server.hpp"
#include "store/store.hpp"

namespace lifetable::app {

namespace {

namespace fs = std::filesystem;

/// Where the page lies if nobody says so: beside the program that was built, or where both were installed.
std::string standard_page() {
  std::error_code problem;
  const fs::path above = fs::read_symlink("/proc/self/exe", problem).parent_path().parent_path();
  const fs::path built = above / "web", installed = above / "share" / "lifetable" / "web";
  return fs::exists(installed / "index.html", problem) && !fs::exists(built / "index.html", problem)
             ? installed.string()
             : built.string();
}

/// The store in that file, whose folder is made if it is the standard one.
Result<std::unique_ptr<store::Store>> open_store(const std::string& chosen) {
  if (!chosen.empty()) return store::open_sqlite(chosen);
  const std::string standard = standard_data();
  std::error_code problem;
  fs::create_directories(fs::path(standard).parent_path(), problem);
  return store::open_sqlite(standard);  // if there is no folder, it says so
}

/// Every visitor is an open file to the system, which allows few unless it is asked.
void allow_many_files() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

/// What everybody may take, unless whoever started it says otherwise.
std::optional<server::AllLimits> limits_for(const ServeArguments& arguments, ExitCode& exit_code) {
  server::AllLimits all;
  auto& [limits, hall] = all;
  limits.behind_proxy = arguments.behind_proxy;
  hall.bot_pause = std::chrono::milliseconds(arguments.bot_pause);
  hall.bot_threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
  hall.archive = std::chrono::hours(24 * arguments.archive_days);
  if (arguments.no_limits) {
    limits.of_one_address = std::numeric_limits<std::size_t>::max();
    limits.requests = limits.arrivals = {};
    hall.adding = hall.window = hall.clock = hall.onlookers = std::chrono::milliseconds(0);
    hall.requests = hall.playing = hall.work = hall.openings = hall.deals = hall.wrong_keys =
        hall.wrong_codes = hall.newcomers = {};
  }
  if (arguments.limits.empty()) return all;
  const auto text = play::read_file(arguments.limits);
  if (!text) return complain(text.error().message), exit_code = kNoFile, std::nullopt;
  const auto done = server::set_limits(all, *text, arguments.limits);
  if (!done) return complain(done.error().message), exit_code = kBadInput, std::nullopt;
  return all;
}

/// A QR code, black on white whatever the terminal's own colours are, where it can be shown.
void show_code(const Terminal& out, const std::string& address) {
  const bool coloured = out.has_colours();
  const auto lines = qr_lines(address, !coloured);
  if (!out.shows_blocks() || lines.empty() || width_of(lines.front()) > out.width()) return;
  for (const std::string& line : lines)
    fmt::print("{}{}{}\n", coloured ? "\033[38;5;16;48;5;231m" : "", line, coloured ? "\033[0m" : "");
}

/// Tells whoever started it how friends get in.
void invite(const server::Server& server) {
  Terminal out;
  const std::vector<std::string> addresses = server.addresses();
  if (addresses.empty()) {
    out.line("This machine has no address in a network, so nobody else can come.");
    return;
  }
  out.line("Friends in the same Wi-Fi or network open:");
  for (const std::string& address : addresses) out.line("  " + address, Ink::strong);
  show_code(out, addresses.front());
  out.line(
      fmt::format("Nobody comes? A firewall (port {}) or a guest Wi-Fi may keep them out.", server.port()));
}

}  // namespace

ExitCode serve(const ServeArguments& arguments) {
  ExitCode exit_code = kGood;
  const auto all = limits_for(arguments, exit_code);
  if (!all) return exit_code;
  if (arguments.print_limits) return fmt::print("{}", server::limits_as_file(*all)), kGood;
  if (!server::is_address(arguments.listen)) {
    complain(
        fmt::format("--listen takes an address, not '{}': 127.0.0.1 for this machine alone, 0.0.0.0 for "
                    "everybody who can reach it, or one of its own",
                    arguments.listen));
    return kBadInput;
  }
  auto site = server::Site::read(arguments.page.empty() ? standard_page() : arguments.page);
  if (!site) return complain(site.error().message), kNoFile;
  allow_many_files();
  auto server = server::Server::open(std::move(*site), arguments.party ? "0.0.0.0" : arguments.listen,
                                     arguments.port, all->limits, arguments.names);
  if (!server) return complain(server.error().message), kNoFile;
  auto store = open_store(arguments.data);
  if (!store) return complain(store.error().message), kNoFile;
  server->host(std::move(*store), all->hall);
  server->stop_at({SIGINT, SIGTERM});
  fmt::print("lifetable is at {} (Ctrl-C stops it)\n", server->address());
  if (arguments.party) invite(*server);
  std::fflush(stdout);
  server->run();
  return kGood;
}

}  // namespace lifetable::app

// SPDX-License-Identifier: Apache-2.0
// `lifetable serve`: the page in a browser, and tables for friends, from this process.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <sys/resource.h>
#include <thread>

#include "app/commands.hpp"
#include "app/qr.hpp"
#include "app/terminal.hpp"
#include "core/ink.hpp"
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

/// Where tables are kept if nobody says so.
std::string standard_data() {
  const char *data = std::getenv("XDG_DATA_HOME"), *home = std::getenv("HOME");
  if (data && *data) return (fs::path(data) / "lifetable" / "tables.db").string();
  return (fs::path(home && *home ? home : ".") / ".local" / "share" / "lifetable" / "tables.db").string();
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

server::Limits limits_for(const ServeArguments& arguments) {
  server::Limits limits{.behind_proxy = arguments.behind_proxy};
  if (arguments.no_limits) {
    limits.of_one_address = limits.connections;
    limits.requests = limits.arrivals = {};
  }
  return limits;
}

server::HallSettings hall_for(const ServeArguments& arguments) {
  server::HallSettings settings{
      .bot_pause = std::chrono::milliseconds(arguments.bot_pause),
      .bot_threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1),
      .archive = std::chrono::hours(24 * arguments.archive_days)};
  if (arguments.no_limits)
    settings.requests = settings.work = settings.openings = settings.wrong_keys = settings.wrong_codes =
        settings.newcomers = {};
  return settings;
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
  if (!server::is_address(arguments.listen)) {
    complain(
        fmt::format("--listen takes an address, not '{}': 127.0.0.1 for this machine alone, 0.0.0.0 for "
                    "everybody who can reach it, or one of its own",
                    arguments.listen));
    return kBadInput;
  }
  auto site = server::Site::read(arguments.page.empty() ? standard_page() : arguments.page);
  if (!site) return complain(site.error().message), kNoFile;
  auto server = server::Server::open(std::move(*site), arguments.party ? "0.0.0.0" : arguments.listen,
                                     arguments.port, limits_for(arguments), arguments.names);
  if (!server) return complain(server.error().message), kNoFile;
  auto store = open_store(arguments.data);
  if (!store) return complain(store.error().message), kNoFile;
  allow_many_files();
  server->host(std::move(*store), hall_for(arguments));
  server->stop_at({SIGINT, SIGTERM});
  fmt::print("lifetable is at {} (Ctrl-C stops it)\n", server->address());
  if (arguments.party) invite(*server);
  std::fflush(stdout);
  server->run();
  return kGood;
}

}  // namespace lifetable::app

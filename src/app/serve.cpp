// `lifetable serve`: the page in a browser, from this process.
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "server/server.hpp"

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
  auto server = server::Server::open(std::move(*site), arguments.listen, arguments.port);
  if (!server) return complain(server.error().message), kNoFile;
  server->stop_at({SIGINT, SIGTERM});
  fmt::print("lifetable is at {} (Ctrl-C stops it)\n", server->address());
  std::fflush(stdout);
  server->run();
  return kGood;
}

}  // namespace lifetable::app

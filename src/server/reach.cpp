// SPDX-License-Identifier: Apache-2.0
#include "server/reach.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <boost/json.hpp>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <netinet/in.h>
#include <unistd.h>

#include "server/names.hpp"

namespace lifetable::server {

namespace {

/// Those of containers and virtual machines have names of their own.
bool is_virtual(std::string_view interface) {
  static constexpr std::array<std::string_view, 11> kVirtual{
      "docker", "br-", "veth", "virbr", "lxc", "lxdbr", "incusbr", "podman", "cni", "vmnet", "vboxnet"};
  return std::any_of(kVirtual.begin(), kVirtual.end(),
                     [&](std::string_view start) { return interface.starts_with(start); });
}

}  // namespace

std::vector<Interface> interfaces() {
  std::vector<Interface> all;
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return all;
  for (const ifaddrs* one = first; one; one = one->ifa_next) {
    if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET) continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr, text.data(),
                text.size());
    all.push_back({.name = one->ifa_name,
                   .address = text.data(),
                   .up = (one->ifa_flags & IFF_UP) != 0,
                   .loopback = (one->ifa_flags & IFF_LOOPBACK) != 0,
                   .point_to_point = (one->ifa_flags & IFF_POINTOPOINT) != 0});
  }
  ::freeifaddrs(first);
  return all;
}

std::vector<std::string> addresses_for_others(const std::vector<Interface>& interfaces) {
  std::vector<std::string> addresses;
  for (const bool point_to_point : {false, true})
    for (const Interface& one : interfaces) {
      const bool reachable =
          one.up && !one.loopback && !is_virtual(one.name) && !one.address.starts_with("169.254.");
      const bool known = std::find(addresses.begin(), addresses.end(), one.address) != addresses.end();
      if (reachable && !known && one.point_to_point == point_to_point) addresses.push_back(one.address);
    }
  return addresses;
}

std::string machine_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string announced_name(std::string_view machine, const std::filesystem::path& services) {
  pid_t daemon = 0;
  std::ifstream(services / "avahi-daemon" / "pid") >> daemon;
  if (daemon <= 0 || (::kill(daemon, 0) != 0 && errno != EPERM)) return "";
  const std::string_view first = machine.substr(0, machine.find('.'));
  return is_name(first) && first != "localhost" ? std::string(first) + ".local" : "";
}

std::string where_text(bool from_network, const std::vector<std::string>& addresses) {
  return boost::json::serialize(
      boost::json::object{{"reach", from_network ? "network" : "machine"},
                          {"addresses", boost::json::array(addresses.begin(), addresses.end())},
                          {"command", "make party"}});
}

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// Where others reach this machine: its addresses in the local network, and the name it announces there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lifetable::server {

/// One IPv4 address of this machine, and the interface that has it.
struct Interface {
  std::string name, address;
  bool up = true, loopback = false;
  bool point_to_point = false;  ///< as a VPN has: who sits in the same room is not at its other end
};

/// All that the system tells.
std::vector<Interface> interfaces();

/// The addresses by which others may reach the machine, the likeliest first. Bridges to containers and
/// virtual machines are left out, and so are addresses that a machine gives itself when nobody else does
/// (169.254.x.x).
std::vector<std::string> addresses_for_others(const std::vector<Interface>& interfaces);

/// The name that was given to this machine; "" if there is none.
std::string machine_name();

/// "box.local", if an Avahi daemon announces it: its process id is in avahi-daemon/pid of the folder of
/// running services. Otherwise "".
std::string announced_name(std::string_view machine, const std::filesystem::path& services = "/run");

/// What GET /where answers (docs/protocol.md).
std::string where_text(bool from_network, const std::vector<std::string>& addresses);

}  // namespace lifetable::server

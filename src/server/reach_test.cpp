// SPDX-License-Identifier: Apache-2.0
// Which addresses are told to friends, on machines of every kind.
#include "server/reach.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lifetable::server {
namespace {

using Addresses = std::vector<std::string>;

const Interface kLoopback{.name = "lo", .address = "127.0.0.1", .loopback = true};

TEST(Reach, ALaptopInAWiFiHasOneAddress) {
  EXPECT_EQ(addresses_for_others({kLoopback,
                                  {.name = "docker0", .address = "172.17.0.1"},
                                  {.name = "br-3f2a", .address = "172.18.0.1"},
                                  {.name = "wlp2s0", .address = "192.168.1.20"},
                                  {.name = "virbr0", .address = "192.168.122.1"},
                                  {.name = "veth12ab", .address = "10.88.0.1"}}),
            Addresses{"192.168.1.20"});
}

TEST(Reach, ABridgeOfRealNetworksCounts) {
  EXPECT_EQ(addresses_for_others({kLoopback, {.name = "br0", .address = "10.0.0.5"}}), Addresses{"10.0.0.5"});
}

TEST(Reach, WhatLeadsNowhereIsLeftOut) {
  EXPECT_EQ(addresses_for_others({}), Addresses{});
  EXPECT_EQ(addresses_for_others({kLoopback,
                                  {.name = "eth0", .address = "192.168.1.20", .up = false},
                                  {.name = "eth1", .address = "169.254.7.8"}}),
            Addresses{});
}

TEST(Reach, AVpnComesAfterTheRoom) {
  EXPECT_EQ(addresses_for_others({{.name = "tun0", .address = "10.8.0.2", .point_to_point = true},
                                  {.name = "eth0", .address = "192.168.1.20"},
                                  {.name = "wlan0", .address = "192.168.1.21"},
                                  {.name = "eth0:1", .address = "192.168.1.20"}}),
            (Addresses{"192.168.1.20", "192.168.1.21", "10.8.0.2"}));
}

TEST(Reach, TheSystemTellsOfThisMachine) {
  for (const Interface& one : interfaces()) {
    EXPECT_NE(one.name, "");
    EXPECT_EQ(one.loopback, one.address.starts_with("127.")) << one.name;
  }
}

TEST(Reach, ANameIsAnnouncedWhileAvahiRuns) {
  const auto services =
      std::filesystem::temp_directory_path() / ("lifetable-run-" + std::to_string(::getpid()));
  EXPECT_EQ(announced_name("box", services), "");
  std::filesystem::create_directories(services / "avahi-daemon");
  const auto daemon_is = [&](const std::string& text) {
    std::ofstream(services / "avahi-daemon" / "pid") << text;
  };
  daemon_is(std::to_string(::getpid()) + "\n");
  EXPECT_EQ(announced_name("box", services), "box.local");
  EXPECT_EQ(announced_name("box.home.example", services), "box.local");
  for (const char* none : {"", "localhost", "localhost.localdomain", "a b"})
    EXPECT_EQ(announced_name(none, services), "") << none;
  const pid_t ended = ::fork();
  if (ended == 0) ::_exit(0);
  ::waitpid(ended, nullptr, 0);
  for (const std::string& text :
       {std::to_string(ended), std::string("-1"), std::string("0"), std::string("x")}) {
    daemon_is(text);
    EXPECT_EQ(announced_name("box", services), "") << text;
  }
  std::filesystem::remove_all(services);
}

TEST(Reach, IsToldAsJson) {
  EXPECT_EQ(where_text(false, {}), R"({"reach":"machine","addresses":[],"command":"make party"})");
  EXPECT_EQ(where_text(true, {"http://192.168.1.20:8080", "http://box.local:8080"}),
            R"({"reach":"network","addresses":["http://192.168.1.20:8080","http://box.local:8080"],)"
            R"("command":"make party"})");
}

}  // namespace
}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
// What browsers ask, read: paths, what they take and what they have.
#include "server/request.hpp"

#include <gtest/gtest.h>

namespace lifetable::server {
namespace {

TEST(Requests, APathIsTheTargetWithoutItsQuery) {
  EXPECT_EQ(path_of("/"), "/");
  EXPECT_EQ(path_of("/assets/page.js?v=1"), "/assets/page.js");
  EXPECT_EQ(path_of("/#/deal/1"), "/");
  EXPECT_EQ(path_of("http://localhost:8080/icon.svg"), "/icon.svg");
  EXPECT_EQ(path_of("HTTPS://example.org/icon.svg?x"), "/icon.svg");
  EXPECT_EQ(path_of("http://localhost"), "/");
  EXPECT_EQ(path_of("http://localhost?x=/y"), "/");
}

TEST(Requests, AWholeAddressNamesItsServer) {
  EXPECT_EQ(authority_of("http://localhost:8080/icon.svg"), "localhost:8080");
  EXPECT_EQ(authority_of("HTTPS://example.org?x=/y"), "example.org");
  EXPECT_EQ(authority_of("http://example.org#/deal"), "example.org");
  EXPECT_EQ(authority_of("http:///x"), "");
  for (const char* target : {"/", "/http://x/", "*", "", "localhost:80", "ftp://x/"})
    EXPECT_EQ(authority_of(target), std::nullopt) << target;
}

TEST(Requests, PercentSignsAreDecodedOnce) {
  EXPECT_EQ(path_of("/my%20cards"), "/my cards");
  EXPECT_EQ(path_of("/%e2%82%AC"), "/€");
  EXPECT_EQ(path_of("/%252e"), "/%2e");
  EXPECT_EQ(path_of("/%2e%2E/x"), "/../x");
  EXPECT_EQ(path_of("/a?%zz"), "/a");
  EXPECT_EQ(path_of("/%00"), std::string("/\0", 2));
}

TEST(Requests, WhatIsNoPathIsRefused) {
  for (const char* target :
       {"", "*", "index.html", "/%", "/%4", "/%zz", "/%4g", "/%+1", "ftp://x/", "localhost:80"})
    EXPECT_EQ(path_of(target), std::nullopt) << target;
}

TEST(Requests, GzipIsTakenWhereItIsNotTheWorseChoice) {
  for (const char* header : {"gzip", "GZIP", "x-gzip", "gzip, deflate, br, zstd", "deflate , gzip", "*",
                             "*;q=0.1", "gzip;q=0.5", "gzip ; q=0.001", "gzip;Q=1.000",
                             "gzip;q=0.5, identity;q=0.5", "identity;q=0, gzip;q=0.1", "*;q=0, gzip"})
    EXPECT_TRUE(prefers_gzip(header)) << header;
  for (const char* header : {"", "br", "identity", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *;q=1",
                             "gzip;q=0.4, identity;q=0.5", "gzip;q=", "gzip;q=2", "gzip;q=0.5555",
                             "gzip;q=-1", "gzip;q=x", "gzip;level=9", "gzipped", ",,;", "\t,;q=1"})
    EXPECT_FALSE(prefers_gzip(header)) << header;
}

TEST(Requests, TagsAreFoundInLists) {
  for (const char* header : {"\"a1\"", "W/\"a1\"", "\"b2\", \"a1\"", "\"b2\",W/\"a1\" ,\"c\"", "*", " * "})
    EXPECT_TRUE(names_tag(header, "\"a1\"")) << header;
  for (const char* header : {"", "a1", "\"a\"", "\"a1-gzip\"", "\"b2\" \"a1\"", "w/\"a1\"", "\"a1", ",,"})
    EXPECT_FALSE(names_tag(header, "\"a1\"")) << header;
}

TEST(Requests, TheLastProxyKnowsTheClient) {
  EXPECT_EQ(forwarded_for("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(forwarded_for("10.0.0.1, evil, 192.0.2.1 "), "192.0.2.1");
  EXPECT_EQ(forwarded_for(""), "");
  EXPECT_EQ(forwarded_for("2001:db8::1"), "2001:db8::1");
  for (const char* port : {"192.0.2.1:443", "10.0.0.1:1, 192.0.2.1:52311"})
    EXPECT_EQ(forwarded_for(port), "192.0.2.1") << "or each of its connections would be somebody else";
  for (const char* port : {"[2001:db8::1]:443", "[2001:db8::1]", "[2001:db8::1"})
    EXPECT_EQ(forwarded_for(port), "2001:db8::1");
  for (const char* here : {"127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"})
    EXPECT_TRUE(is_this_machine(here)) << here;
  for (const char* away : {"192.0.2.127", "128.0.0.1", "::2", "::ffff:10.0.0.1", ""})
    EXPECT_FALSE(is_this_machine(away)) << away;
}

}  // namespace
}  // namespace lifetable::server

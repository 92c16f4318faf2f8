// SPDX-License-Identifier: Apache-2.0
// What the kernel holds for our connections: bytes that the other side has not taken yet, which it would go
// on offering after we have closed. Here is how much, for how long, and who is spared.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>

namespace lifetable::server {

/// Prepares whoever comes by this acceptor: accepted sockets inherit all of it, without a system call for
/// each.
/// - The kernel holds at most `bytes` for the other side, with its own overhead: they limit what is on its
/// way,
///   and so the speed of a long line (256 KB at 100 ms: 2.5 MB a second). Of these an eighth may wait to be
///   sent, which is what somebody who reads nothing costs. Of what comes it holds half of that.
/// - Somebody who takes nothing of what waits for `unread` is given up.
/// - To close means to reset, so that nothing is left behind.
boost::system::error_code prepare(boost::asio::ip::tcp::acceptor& acceptor, std::size_t bytes,
                                  std::chrono::milliseconds unread);

/// Bytes, or the end of them, that the other side's system has not acknowledged; 0 if it is gone.
std::size_t unacknowledged(boost::asio::ip::tcp::socket& socket);

/// From now on to close means to say so after the last byte: what is on its way still arrives. Or a reset
/// again.
void deliver_after_close(boost::asio::ip::tcp::socket& socket, bool deliver);

}  // namespace lifetable::server

// SPDX-License-Identifier: Apache-2.0
#include "server/kernel.hpp"

#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace lifetable::server {

using boost::asio::ip::tcp;
using boost::system::error_code;

namespace {

template <int level, int name>
using Number = boost::asio::detail::socket_option::integer<level, name>;

}  // namespace

error_code prepare(tcp::acceptor& acceptor, std::size_t bytes, std::chrono::milliseconds unread) {
  error_code problem;
  const int most = static_cast<int>(bytes);
  const auto set = [&](const auto& option) {
    if (!problem) acceptor.set_option(option, problem);
  };
  // Linux doubles what it is asked for, to have room for its overhead.
  set(tcp::socket::send_buffer_size(most / 2));
  set(tcp::socket::receive_buffer_size(most / 4));
  set(Number<IPPROTO_TCP, TCP_NOTSENT_LOWAT>(most / 8));
  set(Number<IPPROTO_TCP, TCP_USER_TIMEOUT>(static_cast<int>(unread.count())));
  set(tcp::no_delay(true));
  set(tcp::socket::linger(true, 0));
  return problem;
}

std::size_t unacknowledged(tcp::socket& socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  int bytes = 0;
  const int handle = socket.native_handle();
  if (::getsockopt(handle, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || info.tcpi_state == TCP_CLOSE)
    return 0;
  return ::ioctl(handle, SIOCOUTQ, &bytes) == 0 && bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

void deliver_after_close(tcp::socket& socket, bool deliver) {
  error_code gone;
  socket.set_option(tcp::socket::linger(!deliver, 0), gone);
}

}  // namespace lifetable::server

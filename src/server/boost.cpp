// SPDX-License-Identifier: Apache-2.0
// The compiled parts of Asio and Beast, once, so that server.cpp need not contain them.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>

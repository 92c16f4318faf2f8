// SPDX-License-Identifier: Apache-2.0
// What a request is answered, as a value: it knows HTTP's meaning, but no sockets.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "server/request.hpp"
#include "server/site.hpp"

namespace lifetable::server {

/// Its texts belong to the site or last as long as the program. An empty header is not sent.
struct Answer {
  int status = 200;
  std::string_view type, body;
  bool only_headers = false;  ///< HEAD: as if the body came, but it does not
  std::string_view caching = "no-cache", tag, encoding, allow;
  bool varies = false;  ///< who takes gzip gets another one
};

/// The file or small page that a request asks for.
Answer answer_to(const Request& request, const Site& site);

/// A page that says what is wrong; for a status that is not among those it knows, status 400.
Answer apology(int status);

using Header = std::pair<std::string_view, std::string_view>;

/// Sent with every answer. Nothing may come from elsewhere, nothing may be written into a page, and what the
/// game does not need is switched off.
inline constexpr std::array kAlways{
    Header{"Content-Security-Policy",
           "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
           "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
           "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    Header{"X-Content-Type-Options", "nosniff"},
    Header{"Referrer-Policy", "no-referrer"},
    Header{"Cross-Origin-Opener-Policy", "same-origin"},
    Header{"Permissions-Policy",
           "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), "
           "magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()"},
};

}  // namespace lifetable::server

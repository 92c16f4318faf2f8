// SPDX-License-Identifier: Apache-2.0
#include "server/gzip.hpp"

#include <cassert>
#include <new>
#include <zlib.h>

namespace lifetable::server {

std::string gzip(std::string_view bytes) {
  constexpr int kGzipHeader = 16, kWindow = 15, kMemory = 9;
  z_stream stream{};
  if (::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kWindow + kGzipHeader, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();  // the only way it can fail
  std::string packed(::deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  [[maybe_unused]] const int done = ::deflate(&stream, Z_FINISH);
  assert(done == Z_STREAM_END);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

}  // namespace lifetable::server

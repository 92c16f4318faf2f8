#include "bots/tree.hpp"

#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lifetable::bots {

#ifdef __linux__

void* take_zeroed(std::size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // A large tree is visited all over: large pages save the processor half of the way to each node.
  constexpr std::size_t kLarge = std::size_t{8} << 20;
  if (bytes >= kLarge) madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void give_back(void* memory, std::size_t bytes) { munmap(memory, bytes); }

#else

void* take_zeroed(std::size_t bytes) { return std::memset(::operator new(bytes), 0, bytes); }

void give_back(void* memory, std::size_t) { ::operator delete(memory); }

#endif

}  // namespace lifetable::bots

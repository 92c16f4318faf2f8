# SPDX-License-Identifier: Apache-2.0
# WebAssembly by clang 19 and Debian's libraries for its wasm32-wasi target: `scripts/build wasm` uses this.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# The archiver that comes with every compiler cannot read these objects, and need not: wasm-ld wants no index.
find_program(CMAKE_AR NAMES ar REQUIRED)
find_program(CMAKE_RANLIB NAMES true REQUIRED)

set(CMAKE_CXX_FLAGS_INIT "-fno-exceptions")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "")
# A stack as large as elsewhere (wasm-ld gives 64 KB), and before all data, so that running over its end is noticed.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=1048576 -Wl,--stack-first -Wl,--strip-all")

# SPDX-License-Identifier: Apache-2.0
# The libraries that the engine uses, for WebAssembly: by their headers, under the names they have natively.

# Only their own folders: what else is in /usr/include is for another machine.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers)
foreach(library fmt boost)
  find_path(${library}_headers NAMES ${library} PATHS /usr/include NO_DEFAULT_PATH REQUIRED)
  file(CREATE_LINK ${${library}_headers}/${library} ${CMAKE_BINARY_DIR}/headers/${library} SYMBOLIC)
endforeach()

add_library(fmt INTERFACE)
add_library(fmt::fmt ALIAS fmt)
target_include_directories(fmt SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/headers)
# Its numbers are never grouped as a country would: half of its size would be for that.
target_compile_definitions(fmt INTERFACE FMT_HEADER_ONLY FMT_EXCEPTIONS=0 FMT_STATIC_THOUSANDS_SEPARATOR=',')

add_library(boost_json STATIC ${CMAKE_SOURCE_DIR}/bindings/wasm/boost_json.cpp)
add_library(Boost::json ALIAS boost_json)
target_compile_options(boost_json PRIVATE -Oz)
target_include_directories(boost_json SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/headers)
target_compile_definitions(boost_json PUBLIC BOOST_NO_EXCEPTIONS BOOST_SYSTEM_DISABLE_THREADS)

# There are no threads: nothing to link.
add_library(Threads::Threads INTERFACE IMPORTED)

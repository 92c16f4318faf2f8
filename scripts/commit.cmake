# SPDX-License-Identifier: Apache-2.0
# Writes the header TO with the commit that the program is made from: "commit 0123456789ab", with ", changed" if its files are
# not as they were committed; "unknown commit" where there is no git, or another project's. The same again is not written.
set(commit "unknown commit")
macro(git)
  execute_process(COMMAND git --no-optional-locks ${ARGN} WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE said
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
endmacro()
git(ls-files --error-unmatch CMakeLists.txt)
if(failed EQUAL 0)
  git(rev-parse --short=12 HEAD)
  set(commit "commit ${said}")
  git(status --porcelain -- CMakeLists.txt docs/rules src texts ":!*_test.cpp" ":!*_testing.hpp" ":!src/games/*/scenarios")
  if(said)
    string(APPEND commit ", changed")
  endif()
endif()
file(CONFIGURE OUTPUT ${TO} CONTENT "#define LIFETABLE_COMMIT \"${commit}\"\n")

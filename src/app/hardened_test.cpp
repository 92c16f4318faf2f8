// SPDX-License-Identifier: Apache-2.0
// The program as it was linked: that it has what makes a mistake in it harder to use. Builds with sanitizers
// have not.
#include <array>
#include <cstdio>
#include <memory>

#include "app/cli_testing.hpp"

namespace lifetable::app {
namespace {

#ifdef LIFETABLE_HARDENED

/// What readelf says of the program.
std::string read_elf() {
  const std::string command =
      "readelf --wide --file-header --program-headers --dynamic --dyn-syms '" + program().string() + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe.get()))
    text.append(buffer.data(), size);
  return text;
}

/// The first line with that in it.
std::string line_with(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return "";
  const std::size_t begin = text.rfind('\n', at) + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

TEST(HardenedProgram, LiesAtAnAddressThatCannotBeGuessed) {
  EXPECT_NE(line_with(read_elf(), "Type:").find("DYN"), std::string::npos);
  EXPECT_NE(line_with(read_elf(), "(FLAGS_1)").find("PIE"), std::string::npos);
}

TEST(HardenedProgram, CannotRedirectWhatItCalls) {
  const std::string elf = read_elf();
  EXPECT_NE(line_with(elf, "GNU_RELRO"), "");
  EXPECT_NE(line_with(elf, "(FLAGS)").find("BIND_NOW"), std::string::npos) << line_with(elf, "(FLAGS)");
}

TEST(HardenedProgram, RunsNoCodeOnTheStack) {
  const std::string stack = line_with(read_elf(), "GNU_STACK");
  EXPECT_NE(stack.find(" RW "), std::string::npos) << stack;
}

TEST(HardenedProgram, LooksAfterItsBuffers) {
  const std::string elf = read_elf();
  EXPECT_NE(line_with(elf, "__stack_chk_fail"), "") << "no stack protector";
  EXPECT_NE(line_with(elf, "_chk@"), "") << "no fortified functions";
}

#endif

}  // namespace
}  // namespace lifetable::app

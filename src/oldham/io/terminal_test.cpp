// SPDX-License-Identifier: MIT
#include "oldham/io/terminal.hpp"

#include <gtest/gtest.h>

#include <regex>

namespace oldham {
namespace {

std::string without_colours(const std::string& text) {
  return std::regex_replace(text, std::regex("\x1b\\[[0-9]*m"), "");
}

TEST(Terminal, ColoursChangeNothingButColours) {
  for (const char* text :
       {"", "\n", "completed at t = 1 s\n  steps     100\n\n  x1  0.5\n", "failed", "no label  here\n  a b\n   \nend",
        "parameters\n  mass               kg       1          mass\nstep 1 s"})
    EXPECT_EQ(without_colours(painted(text)), text);
}

TEST(Terminal, VerdictsHaveTheColourOfWhatTheyMean) {
  EXPECT_EQ(painted("stable at step 0.01 s"), "\x1b[32mstable\x1b[0m at step 0.01 s");
  EXPECT_EQ(painted("UNSTABLE at step 1 s"), "\x1b[31mUNSTABLE\x1b[0m at step 1 s");
  EXPECT_EQ(painted("warning  units  none"), "\x1b[33mwarning\x1b[0m  units  none");
  EXPECT_EQ(painted("failed: no"), "\x1b[31mfailed\x1b[0m: no");
}

TEST(Terminal, WordsThatOnlyBeginLikeAVerdictAreLeftAlone) {
  EXPECT_EQ(painted("stables are for horses"), "stables are for horses");
  EXPECT_EQ(painted("the run failed"), "the run failed");
}

TEST(Terminal, LabelsAndHeadingsStandOut) {
  EXPECT_EQ(painted("  H -> 0      zero-stable: 0.1"), "  \x1b[36mH -> 0\x1b[0m      \x1b[32mzero-stable\x1b[0m: 0.1");
  EXPECT_EQ(painted("parameters\n  mass  kg"), "\x1b[1mparameters\x1b[0m\n  \x1b[36mmass\x1b[0m  kg");
}

TEST(Terminal, AFileIsNoTerminalAndWantsNoColour) {
  std::FILE* file = std::tmpfile();
  EXPECT_FALSE(is_terminal(file));
  EXPECT_FALSE(wants_colour(file));
  std::fclose(file);
}

}  // namespace
}  // namespace oldham

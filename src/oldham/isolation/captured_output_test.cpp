// SPDX-License-Identifier: MIT
#include "oldham/isolation/captured_output.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace oldham {
namespace {

class CapturedOutputTest : public testing::Test {
 protected:
  CapturedOutputTest() {
    std::array<int, 2> ends = {};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) std::abort();
    output_ = CapturedOutput(Descriptor(ends[0]));
    write_ = Descriptor(ends[1]);
  }
  void say(std::string_view text) {
    ASSERT_EQ(write(write_.number(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    EXPECT_TRUE(output_.drain());
  }
  CapturedOutput output_;
  Descriptor write_;
};

TEST_F(CapturedOutputTest, KeepsTheEndOfWhatWasWritten) {
  EXPECT_FALSE(output_.drain());
  for (int i = 0; i < 10; ++i) say(std::string(10'000, static_cast<char>('a' + i)));
  EXPECT_EQ(output_.text(), std::string(CapturedOutput::kept - 10'000, 'i') + std::string(10'000, 'j'));
}

TEST_F(CapturedOutputTest, LastWordsAreTheLastLines) {
  for (int i = 0; i < 30; ++i) say("line " + std::to_string(i) + "\n");
  EXPECT_EQ(output_.last_words(),
            "line 20\nline 21\nline 22\nline 23\nline 24\nline 25\nline 26\nline 27\nline 28\nline 29");
}

TEST_F(CapturedOutputTest, LastWordsAreShortAndBeginWithAWholeCharacter) {
  // two bytes each; an even number of bytes at the end would begin in the middle of one
  std::string word;
  for (int i = 0; i < 600; ++i) word += "ü";
  say(word + ".");
  const std::string words = output_.last_words();
  EXPECT_LE(words.size(), 800u);
  EXPECT_GE(words.size(), 798u);
  EXPECT_EQ(words.substr(0, 2), "ü");
}

TEST_F(CapturedOutputTest, PassesOnWholeLinesWithTheRightBeginning) {
  output_.pass_on("pump: ");
  testing::internal::CaptureStderr();
  say("pump: first\nchatter\npump: sec");
  say("ond\nthe pump: no message\npump: unfinished");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "pump: first\npump: second\n");
  EXPECT_NE(output_.text().find("chatter"), std::string::npos);
}

TEST_F(CapturedOutputTest, NothingWasSaid) {
  say(" \n\n");
  EXPECT_EQ(output_.last_words(), "");
}

}  // namespace
}  // namespace oldham

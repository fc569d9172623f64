// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/message_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oldham::fmi {
namespace {

using testing::HasSubstr;

/// What becomes of a message of an FMU.
std::string written(const char* format, ...) {
  MessageLog log("pump");
  std::va_list arguments;
  va_start(arguments, format);
  testing::internal::CaptureStderr();
  log.add_formatted(Status::warning, nullptr, format, arguments);
  const std::string shown = testing::internal::GetCapturedStderr();
  va_end(arguments);
  const std::string begin = "pump: warning: ";
  EXPECT_EQ(shown.rfind(begin, 0), 0U) << shown;
  return shown.substr(begin.size(), shown.size() - begin.size() - 1);
}

TEST(Message, IsWrittenAsPrintfWould) {
  EXPECT_EQ(written("pressure %.3f Pa at step %5d of '%s' (%zu, %c, 100%%)", 2.5, 7, "main", sizeof(char), 'x'),
            "pressure 2.500 Pa at step     7 of 'main' (1, x, 100%)");
  EXPECT_EQ(written("%5d/%5d in file:///x/%s", 1, 2, "y"), "    1/    2 in file:///x/y");
  EXPECT_EQ(written("%20s|", "right"), "               right|");
}

// a message that was finished already, for which nothing was passed
TEST(Message, ThatIsNoFormatIsLeftAsItIs) {
  for (const char* text : {"resources at file:///home/my%20name/resources", "/my%20simulations", "x%20%20n",
                           "so far: %n", "at %20n", "50 % of it", "80%", "%*d", "%99999d", "%k"})
    EXPECT_EQ(written(text), text);
}

TEST(StatusNumber, BeyondTheStandardIsAnErrorThatIsTold) {
  MessageLog log("pump");
  EXPECT_EQ(log.hear(5), Status::pending);
  EXPECT_EQ(log.take_last_words(), "");
  for (const int number : {42, -1}) {
    EXPECT_EQ(log.hear(number), Status::error);
    EXPECT_THAT(log.take_last_words(), HasSubstr(std::to_string(number) + ", which the standard does not have"));
  }
  // asynchronous steps ended with FMI 2.0
  EXPECT_EQ(log.hear(5, Status::fatal), Status::error);
}

}  // namespace
}  // namespace oldham::fmi

// SPDX-License-Identifier: MIT
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mechanism_texts.hpp"
#include "message_of.hpp"

// Slips in a mechanism: each is refused with where, what, and what to do.

namespace oldham::multibody::test {

/// Something wrong behind the right bodies, and what is said about it.
struct Slip {
  const char* claim;
  const std::string* before;
  std::string added;
  std::vector<std::string> says;
};
inline void PrintTo(const Slip& slip, std::ostream* stream) { *stream << slip.added; }

inline void expect_refused(const Slip& slip) {
  const std::string message = message_of([&] { read(*slip.before + slip.added); });
  EXPECT_THAT(message, testing::HasSubstr("arm.toml"));
  for (const std::string& says : slip.says) EXPECT_THAT(message, testing::HasSubstr(says));
}

inline std::string claim_of(const testing::TestParamInfo<Slip>& info) { return info.param.claim; }

}  // namespace oldham::multibody::test

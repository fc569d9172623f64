// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "oldham/core/error.hpp"

namespace oldham {

/// What a wrong input is told, or another kind of error; "no error" when nothing is refused.
inline std::string message_of(auto&& action, ErrorKind kind = ErrorKind::wrong_input) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  return "no error";
}

}  // namespace oldham

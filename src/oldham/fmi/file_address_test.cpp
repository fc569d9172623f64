// SPDX-License-Identifier: MIT
#include "oldham/fmi/file_address.hpp"

#include <gtest/gtest.h>

namespace oldham::fmi {
namespace {

TEST(FileAddress, IsReadAsItWasWritten) {
  const std::string odd = "/tmp/a b/100%/\u00e4#?[1]";
  EXPECT_EQ(file_address(odd), "file:///tmp/a%20b/100%25/%C3%A4%23%3F%5B1%5D");
  EXPECT_EQ(decoded_address(file_address(odd)), "file://" + odd);
}

TEST(FileAddress, WhatIsNoNumberStays) {
  for (const char* text : {"%", "a%2", "%G1", "%1G", "%+1", "100%"}) EXPECT_EQ(decoded_address(text), text);
  EXPECT_EQ(decoded_address("%41%zz%2f"), "A%zz/");
}

}  // namespace
}  // namespace oldham::fmi

// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/sole_instance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(SoleInstance, IsGrantedOnceAtATime) {
  auto first = std::make_unique<SoleInstance>("/cache/pump", "a");
  const SoleInstance other("/cache/motor", "b");
  try {
    const SoleInstance second("/cache/pump", "c");
    FAIL() << "granted twice";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::missing_capability);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("c: "), HasSubstr("'a' is an instance of it already"),
                                    HasSubstr("isolation = \"process\"")));
  }
  // the refusal left the first one what it has, and the end of it makes room
  EXPECT_THROW(SoleInstance("/cache/pump", "d"), Error);
  first.reset();
  const SoleInstance next("/cache/pump", "e");
}

}  // namespace
}  // namespace oldham::fmi

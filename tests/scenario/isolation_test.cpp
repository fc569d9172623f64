// SPDX-License-Identifier: MIT
#include "program.hpp"

namespace oldham::test {
namespace {

class IsolationScenario : public Scenario {};

TEST_F(IsolationScenario, APersonIsNoHost) {
  // what the program is started with as a worker means nothing without the memory it shares with its host
  const Ended ended = run({"--oldham-worker"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_NE(ended.err.find("for processes that Oldham starts itself"), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace oldham::test

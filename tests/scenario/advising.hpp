// SPDX-License-Identifier: MIT
#pragma once

#include "program.hpp"

namespace oldham::test {

class Advise : public Scenario {
 protected:
  nlohmann::json ask(Arguments arguments) const {
    arguments.push_back("--json");
    const Ended ended = Program(arguments, folder()).wait(std::chrono::seconds(120));
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    return ended.json();
  }
};

}  // namespace oldham::test

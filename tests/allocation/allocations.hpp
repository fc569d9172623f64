// SPDX-License-Identifier: MIT
#pragma once

namespace oldham::test {

/// How often this program has asked for memory.
long allocations();

}  // namespace oldham::test

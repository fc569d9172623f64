// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace oldham {

/// A fixed sequence without pattern, in [−1, 1]: the same answer for the same question.
inline double scatter(int index) {
  std::uint64_t x = 0x9e3779b97f4a7c15ULL * static_cast<std::uint64_t>(index + 1);
  x ^= x >> 31;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  return static_cast<double>(x >> 11) * 0x1p-52 - 1.0;
}

}  // namespace oldham

// SPDX-License-Identifier: MIT
#pragma once

namespace oldham {

/// [begin, begin + length]: a macro step, or a part of one.
template <class T>
struct Interval {
  T begin;   // s
  T length;  // s
  T end() const { return begin + length; }
};

}  // namespace oldham

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace oldham::fmi {

/// `freeMemory` of FMI 1.0 and 2.0, beside std::calloc as `allocateMemory`.
///
/// FMUs of Dymola keep, per thread, a pointer into memory of the instance that they used last, and write there when
/// they are instantiated again, also where that instance was freed: the heap is damaged, or the program crashes in its
/// second run. Memory that an FMU returns while its instance is freed therefore stays allocated until `kept_bytes` of
/// such memory are newer.
void free_memory(void* block);

inline constexpr std::size_t kept_bytes = std::size_t{64} << 20;

/// While one lives, this thread frees an instance.
class InstanceRelease {
 public:
  InstanceRelease();
  ~InstanceRelease();
  InstanceRelease(const InstanceRelease&) = delete;
  InstanceRelease& operator=(const InstanceRelease&) = delete;
};

}  // namespace oldham::fmi

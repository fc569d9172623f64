// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

namespace oldham::fmi {

/// How many archives lie unpacked in a cache, and how many bytes that is.
struct UnpackedArchives {
  std::size_t count = 0;
  std::uint64_t bytes = 0;
};

UnpackedArchives count_unpacked(const std::filesystem::path& cache);

/// Removes those that were not used for so many days, and what programs have left that were ended while they unpacked;
/// nothing else that may lie there. Tells what was removed.
UnpackedArchives remove_unpacked(const std::filesystem::path& cache, double unused_days);

}  // namespace oldham::fmi

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace oldham {

/// How many times longer than alone a thread takes on a machine that others use, from what the kernel tells of it: the
/// time it ran and the time it waited for a core, in ns. 1 where that is not known.
double slowdown_from(const std::string& schedstat);

/// Where the kernel tells of the calling thread.
std::string schedstat_file();

/// As this file tells now.
double read_slowdown(const std::string& file);

}  // namespace oldham

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "oldham/study/pace.hpp"

namespace oldham {

/// "12 us", "1.5 ms", "2 s"; `micro` stands for millionths of a second.
std::string duration_text(double seconds, std::string_view micro = "us");

/// "0 of 200 deadlines missed (later than 100 us)", and what made the others late.
std::string misses_text(const PaceResult& pace, std::string_view micro = "us");
/// "4.1 us (p50), 12 us (p99), 31 us at most".
std::string percentiles_text(const Durations& durations, std::string_view micro = "us");
/// "SCHED_FIFO, priority 40; memory locked", or why not.
std::string grants_text(const RealTimeGrants& grants);

/// Lines of an answer, each with its label.
std::string pace_text(const PaceResult& pace);

}  // namespace oldham

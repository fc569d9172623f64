// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/io/json.hpp"

namespace oldham {

struct VibrationQuestion {
  std::optional<double> at;  // s; about the state at this time of a run, else about the start
  int count = 40;            // how many, slowest first
  const std::atomic<bool>* interrupted = nullptr;
};

struct Vibration {
  double frequency = 0;  // rad/s
  double damping = 0;    // of the critical one; negative where it grows
};

/// Small vibrations of a system.
struct VibrationAnswer {
  double time = 0;  // s
  std::vector<Vibration> vibrations;
  int left_out = 0;   // that neither swing nor decay
  double growth = 0;  // 1/s, of what grows fastest; zero where nothing does
};

/// Those of the system of a file's tree, coupled as one.
VibrationAnswer find_vibrations(const Value& root, const VibrationQuestion& question);

Json to_json(const VibrationAnswer& answer);

}  // namespace oldham

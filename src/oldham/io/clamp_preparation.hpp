// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/core/reader.hpp"

namespace oldham {

/// "machine.tip" holds "cable.start".
struct ClampEntry {
  std::string mechanism, frame, rod, end, name;
  std::string holder() const { return mechanism + "." + frame; }
  std::string held() const { return rod + "." + end; }
};
ClampEntry read_clamp(Reader& reader);

/// Whether an interface holds the end of a rod.
bool has_clamps(const Value& root);

/// Prepares what clamps join: the frame publishes what forces of this kind need, the end of the rod is driven, and
/// begins where the frame is.
void distribute_clamps(Value& root);

}  // namespace oldham

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace oldham {

/// A key of the system file as a user needs to know it.
struct KeyEntry {
  std::string key, kind, unit, fallback, meaning;
};

struct KeySection {
  std::string id;       // "scheme", "subsystem:rod"
  std::string heading;  // "[scheme]"
  std::vector<KeyEntry> keys;
};

/// Every key that a system file may have, found by reading sample files and recording what is asked for: kinds, units
/// and defaults are those of the code that reads them.
std::vector<KeySection> key_reference();

/// What is wrong with the list: keys without a meaning, and meanings of keys that nobody asks for. Empty, or tests
/// fail.
std::vector<std::string> key_reference_problems();

}  // namespace oldham

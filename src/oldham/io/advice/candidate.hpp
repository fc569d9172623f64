// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/io/system_file.hpp"

// What may be chosen about the coupling of a system: keys of its file, and their values.

namespace oldham::advice {

/// A change of the file, as --set makes it.
struct Setting {
  std::string path;
  Value value;
};

/// One value that a key may take.
struct Option {
  std::string word;               // as people call it
  std::vector<Setting> settings;  // empty: as the file has it
  std::vector<int> order;         // of a schedule: the subsystems one after another, by their places; {-1}: all of
                                  // them, the last one first
};

/// Something to be chosen; the first option is what the file has.
struct Choice {
  enum class Kind { schedule, correction, order, jacobian, other };
  std::string name;
  Kind kind = Kind::other;
  std::vector<Option> options;
};

/// An option of every choice, by its index.
using Candidate = std::vector<int>;

/// What is to be chosen in the system of this tree; `system` is built from it. Whether all combinations can be built is
/// for building to say.
std::vector<Choice> list_choices(const Value& root, const System<double>& system);

/// The candidates that the search begins with: all schedules, corrections and orders, the rest as in the file.
std::vector<Candidate> first_candidates(const std::vector<Choice>& choices);

/// Those that differ from this one in one choice, or in two that pay together only.
std::vector<Candidate> neighbours(const std::vector<Choice>& choices, const Candidate& candidate);

/// All that a candidate changes in the file. An order of subsystems that this system does not have is wrong input.
std::vector<Setting> settings_of(const Value& root, const std::vector<Choice>& choices, const Candidate& candidate);

Value changed(const Value& root, const std::vector<Setting>& settings);

/// "semi-implicit gauss-seidel, order 1; coupling velocity-pressure": the scheme, then what else differs from the file.
std::string describe(const std::vector<Choice>& choices, const Candidate& candidate);

}  // namespace oldham::advice

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "oldham/core/multiprecision.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/transfer.hpp"

// Outputs that are read when somebody asks for them, and not in every step.

namespace oldham {

template <class T>
void Cosimulation<T>::transfer_only_needed(Outputs outputs) {
  const Transfer needed = find_transfer(plan_, bonds_.outputs());
  unread_.clear();
  for (std::size_t s = 0; s < members_.size(); ++s) {
    const SubsystemDescription& d = members_[s].subsystem->description();
    std::vector<int> told = needed.outputs[s];
    if (outputs == Outputs::all || !d.boundary->is_foreign) {
      told.resize(static_cast<std::size_t>(d.output_count()));
      for (int y = 0; y < d.output_count(); ++y) told[y] = y;
    }
    members_[s].subsystem->transfer_only(needed.inputs[s], told);
    for (int y = 0; y < d.output_count(); ++y)
      if (!std::ranges::binary_search(told, y)) unread_.push_back(plan_.output_offset[s] + y);
  }
  find_output_ranges();
}

template <class T>
StepReport Cosimulation<T>::complete_outputs(MacroState<T>& state) {
  StepReport report;
  const T length = state.history.length(0);
  const Interval<T> step{state.time - length, length};
  try {
    for (std::size_t s = 0; s < members_.size(); ++s) {
      const int first = plan_.output_offset[s], last = plan_.output_offset[s + 1];
      if (std::ranges::none_of(unread_, [&](int y) { return y >= first && y < last; })) continue;
      members_[s].subsystem->read_outputs({outputs_.data() + first, outputs_.data() + last});
      if (report.is_accepted()) look_for_divergence(static_cast<int>(s), step, report);
      std::copy(outputs_.begin() + first, outputs_.begin() + last, state.outputs.begin() + first);
    }
  } catch (const Error& error) {
    // an FMU that returned an error is not called again
    report = report_of(error, step);
    forget_unread(state);
  }
  return report;
}

template <class T>
void Cosimulation<T>::forget_unread(MacroState<T>& state) const {
  for (const int y : unread_) state.outputs[y] = std::numeric_limits<T>::quiet_NaN();
}

/// Where the outputs are that a step reads, in ranges for each group.
template <class T>
void Cosimulation<T>::find_output_ranges() {
  output_ranges_.clear();
  for (const std::vector<int>& group : plan_.groups) {
    auto& ranges = output_ranges_.emplace_back();
    for (const int s : group)
      for (int y = plan_.output_offset[s]; y < plan_.output_offset[s + 1]; ++y) {
        if (std::ranges::binary_search(unread_, y)) continue;
        if (ranges.empty() || ranges.back().second != y) ranges.emplace_back(y, y);
        ranges.back().second = y + 1;
      }
  }
  // a loop for each of many short ranges would take longer than the outputs
  single_outputs_.clear();
  quiet_outputs_.clear();
  if (!is_held_) return;
  std::vector<bool> is_sample(static_cast<std::size_t>(plan_.outputs()), false);
  for (const auto& [output, variable] : plan_.copies_after[0]) {
    is_sample[output] = true;
    if (plan_.laws.empty()) quiet_outputs_.push_back({limits_[output], output, variable});
  }
  for (const auto& [first, last] : output_ranges_[0])
    if (std::find(is_sample.begin() + first, is_sample.begin() + last, false) != is_sample.begin() + last)
      quiet_outputs_.clear();
  constexpr std::size_t few = 4;
  std::vector<SingleOutput> single;
  for (const auto& [first, last] : output_ranges_[0])
    for (int y = first; y < last; ++y) single.push_back({limits_[y], y});
  if (single.size() < few * output_ranges_[0].size()) single_outputs_ = std::move(single);
}

template void Cosimulation<double>::transfer_only_needed(Outputs);
template StepReport Cosimulation<double>::complete_outputs(MacroState<double>&);
template void Cosimulation<double>::forget_unread(MacroState<double>&) const;
template void Cosimulation<double>::find_output_ranges();
template void Cosimulation<Multiprecision>::transfer_only_needed(Outputs);
template StepReport Cosimulation<Multiprecision>::complete_outputs(MacroState<Multiprecision>&);
template void Cosimulation<Multiprecision>::forget_unread(MacroState<Multiprecision>&) const;
template void Cosimulation<Multiprecision>::find_output_ranges();

}  // namespace oldham

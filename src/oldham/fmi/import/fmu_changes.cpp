// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/fmu_subsystem.hpp"

// Tunable parameters that change during a run.

namespace oldham::fmi {

Status FmuSubsystem::set_changes(Instance& instance, const Interval<double>& step) {
  Status worst = Status::ok;
  before_changes_.resize(settings_.changes.size());
  while (has_changes(step)) {
    const auto& [place, values] = settings_.changes[applied_changes_].setting;
    const Variable& variable = model_.variables[place];
    Values& before = before_changes_[applied_changes_];
    worst = std::max(worst, instance.get_values(variable, size_of(values), before));
    worst = std::max(worst, instance.set_values(variable, values));
    ++applied_changes_;
  }
  return worst;
}

Status FmuSubsystem::set_parameters_after(Instance& instance, std::size_t applied) {
  Status worst = Status::ok;
  const auto set = [&](std::size_t change, const Values& values) {
    const Variable& variable = model_.variables[settings_.changes[change].setting.first];
    worst = std::max(worst, instance.set_values(variable, values));
  };
  while (applied_changes_ > applied) {
    --applied_changes_;
    set(applied_changes_, before_changes_[applied_changes_]);
  }
  for (; applied_changes_ < applied; ++applied_changes_)
    set(applied_changes_, settings_.changes[applied_changes_].setting.second);
  return worst;
}

}  // namespace oldham::fmi

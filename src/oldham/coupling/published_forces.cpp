// SPDX-License-Identifier: MIT
#include "oldham/coupling/published_forces.hpp"

#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
PublishedForces<T>::PublishedForces(const Assembly<T>& assembly, const Plan<T>& plan)
    : assembly_(&assembly), plan_(&plan) {
  std::size_t arguments = 0;
  for (const Law<T>& law : assembly.measured) {
    first_measured_.push_back(static_cast<int>(measured_.size()));
    measured_.resize(measured_.size() + law.equations->variable_count());
    arguments = std::max(arguments, law.arguments.size());
  }
  arguments_.resize(arguments);
  for (const VariableAlias& alias : assembly.variable_aliases) {
    entries_.push_back({alias.name, alias.unit});
    if (alias.of == VariableAlias::Of::law)
      source_.push_back(plan.laws[alias.law].first_variable + alias.variable);
    else if (alias.of == VariableAlias::Of::multiplier)
      source_.push_back(plan.multipliers[alias.law].samples[0]);
    else
      source_.push_back(plan.variables + first_measured_[alias.law] + alias.variable);
  }
  int multiplier = 0;
  for (const Constraint& constraint : assembly.constraints)
    for (const Constraint::Row& row : constraint.rows) {
      const bool is_angle = same_dimensions(assembly.output_port(row.terms.front().position).unit, parse_unit("rad"));
      entries_.push_back({row.name + ".force", is_angle ? "N.m" : "N"});
      source_.push_back(plan.multipliers[multiplier++].samples[0]);
    }
}

template <class T>
void PublishedForces<T>::read(const T* y, const T* w, T* values) const {
  for (std::size_t l = 0; l < assembly_->measured.size(); ++l) {
    const Law<T>& law = assembly_->measured[l];
    for (std::size_t a = 0; a < law.arguments.size(); ++a)
      arguments_[a] = y[plan_->output_offset[law.arguments[a].subsystem] + law.arguments[a].port];
    law.equations->evaluate(arguments_.data(), measured_.data() + first_measured_[l]);
  }
  for (std::size_t i = 0; i < source_.size(); ++i)
    values[i] = source_[i] < plan_->variables ? w[source_[i]] : measured_[source_[i] - plan_->variables];
}

template class PublishedForces<double>;
template class PublishedForces<Multiprecision>;

}  // namespace oldham

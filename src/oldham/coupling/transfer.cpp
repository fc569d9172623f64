// SPDX-License-Identifier: MIT
#include "oldham/coupling/transfer.hpp"

#include <cmath>

#include "oldham/core/multiprecision.hpp"

namespace oldham {
namespace {

std::vector<std::vector<int>> by_subsystem(const std::vector<bool>& chosen, const std::vector<int>& offsets) {
  std::vector<std::vector<int>> ports(offsets.size() - 1);
  for (std::size_t s = 0; s < ports.size(); ++s)
    for (int i = offsets[s]; i < offsets[s + 1]; ++i)
      if (chosen[static_cast<std::size_t>(i)]) ports[s].push_back(i - offsets[s]);
  return ports;
}

}  // namespace

template <class T>
Transfer find_transfer(const Plan<T>& plan, const std::vector<int>& also) {
  std::vector<bool> inputs(static_cast<std::size_t>(plan.inputs())), outputs(static_cast<std::size_t>(plan.outputs()));
  for (int i = 0; i < plan.inputs(); ++i) inputs[i] = plan.term_offset[i + 1] > plan.term_offset[i];
  for (const auto& copy : plan.copies) outputs[copy.output] = true;
  for (const int output : plan.law_arguments) outputs[output] = true;
  for (const auto& term : plan.multiplier_terms) {
    outputs[term.position] = outputs[term.velocity] = true;
    inputs[term.force] = true;
  }
  for (const int output : also) outputs[output] = true;
  for (int y = 0; y < plan.outputs(); ++y)
    if (std::isfinite(plan.output_limit[y])) outputs[y] = true;
  return {by_subsystem(inputs, plan.input_offset), by_subsystem(outputs, plan.output_offset)};
}

template Transfer find_transfer(const Plan<double>&, const std::vector<int>&);
template Transfer find_transfer(const Plan<Multiprecision>&, const std::vector<int>&);

}  // namespace oldham

// SPDX-License-Identifier: MIT
#include "oldham/coupling/evaluation_levels.hpp"

#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
std::vector<std::vector<int>> find_producers(const Plan<T>& plan, const Assembly<T>& assembly) {
  const auto subsystem_of = [&](int output) {
    return static_cast<int>(std::upper_bound(plan.output_offset.begin(), plan.output_offset.end(), output) -
                            plan.output_offset.begin()) -
           1;
  };
  std::vector<std::vector<int>> producers(plan.base_variables);
  for (const auto& copy : plan.copies) producers[copy.variable].push_back(subsystem_of(copy.output));
  for (const auto& use : plan.laws)
    for (int v = 0; v < assembly.laws[use.law].equations->variable_count(); ++v)
      for (int a = 0; a < use.argument_count; ++a)
        producers[use.first_variable + v].push_back(subsystem_of(plan.law_arguments[use.first_argument + a]));
  return producers;
}

template <class T>
std::vector<std::vector<int>> make_evaluation_levels(const Assembly<T>& assembly, const Plan<T>& plan) {
  const int count = static_cast<int>(assembly.subsystems.size());
  const std::vector<std::vector<int>> producers = find_producers(plan, assembly);
  // with feed-through, one level behind the last of those that feed it
  std::vector<int> level(count, 0);
  bool changes = true;
  for (int round = 0; changes && round <= count; ++round) {
    changes = false;
    for (int s = 0; s < count; ++s) {
      if (!assembly.subsystems[s]->description().boundary->feedthrough) continue;
      int behind = 0;
      for (int k = plan.term_offset[plan.input_offset[s]]; k < plan.term_offset[plan.input_offset[s + 1]]; ++k)
        if (plan.terms[k].source < plan.base_variables)
          for (int producer : producers[plan.terms[k].source]) behind = std::max(behind, level[producer] + 1);
      changes = changes || behind != level[s];
      level[s] = behind;
    }
  }
  if (changes) return {};
  std::vector<std::vector<int>> levels;
  for (int s = 0; s < count; ++s) {
    levels.resize(std::max(levels.size(), static_cast<std::size_t>(level[s] + 1)));
    levels[level[s]].push_back(s);
  }
  return levels;
}

template <class T>
std::vector<int> find_chain(const Assembly<T>& assembly, const Plan<T>& plan) {
  const int count = static_cast<int>(assembly.subsystems.size());
  const std::vector<std::vector<int>> producers = find_producers(plan, assembly);
  std::vector<bool> is_copy(plan.base_variables, false);
  for (const auto& copy : plan.copies) is_copy[copy.variable] = true;
  std::vector<int> missing(count, 0), chain;  // connections whose source is not in the chain yet
  std::vector<std::vector<int>> fed(count);
  for (int s = 0; s < count; ++s)
    for (int k = plan.term_offset[plan.input_offset[s]]; k < plan.term_offset[plan.input_offset[s + 1]]; ++k) {
      const int source = plan.terms[k].source;
      if (source >= plan.variables) continue;  // from outside
      ++missing[s];
      if (source < plan.base_variables && is_copy[source]) fed[producers[source].front()].push_back(s);
    }
  for (int s = 0; s < count; ++s)
    if (missing[s] == 0) chain.push_back(s);
  for (std::size_t i = 0; i < chain.size(); ++i)
    for (const int s : fed[chain[i]])
      if (--missing[s] == 0) chain.push_back(s);
  return chain;
}

template std::vector<std::vector<int>> find_producers(const Plan<double>&, const Assembly<double>&);
template std::vector<std::vector<int>> find_producers(const Plan<Multiprecision>&, const Assembly<Multiprecision>&);
template std::vector<int> find_chain(const Assembly<double>&, const Plan<double>&);
template std::vector<int> find_chain(const Assembly<Multiprecision>&, const Plan<Multiprecision>&);
template std::vector<std::vector<int>> make_evaluation_levels(const Assembly<double>&, const Plan<double>&);
template std::vector<std::vector<int>> make_evaluation_levels(const Assembly<Multiprecision>&,
                                                              const Plan<Multiprecision>&);

}  // namespace oldham

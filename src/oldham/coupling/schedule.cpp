// SPDX-License-Identifier: MIT
#include "oldham/coupling/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
void plan_schedule(const Assembly<T>& assembly, const Schedule& schedule, Plan<T>& plan) {
  const int count = static_cast<int>(assembly.subsystems.size());
  const std::string where = (schedule.where.empty() ? assembly.name : schedule.where) + ": scheme.schedule";
  std::vector<int> group_of(static_cast<std::size_t>(count), -1);
  if (schedule.kind == Schedule::Kind::groups) {
    for (const auto& members : schedule.groups) {
      plan.groups.emplace_back();
      for (const std::string& name : members) {
        const int s = assembly.find(name, where);
        if (group_of[s] >= 0)
          throw_wrong_input(where, fmt::format("'{}' is named twice", name), "name every subsystem once");
        group_of[s] = static_cast<int>(plan.groups.size()) - 1;
        plan.groups.back().push_back(s);
      }
    }
    for (int s = 0; s < count; ++s)
      if (group_of[s] < 0)
        throw_wrong_input(where,
                          fmt::format("the schedule leaves out '{}'", assembly.subsystems[s]->description().name),
                          "name every subsystem once");
  } else {
    const bool one_each = schedule.kind == Schedule::Kind::gauss_seidel;
    if (!one_each) plan.groups.emplace_back();
    for (int s = 0; s < count; ++s) {
      if (one_each) plan.groups.emplace_back();
      plan.groups.back().push_back(s);
      group_of[s] = static_cast<int>(plan.groups.size()) - 1;
    }
  }

  // a variable is refreshed when the last of its producers has arrived, never with its sides at different times
  std::vector<int> group_of_output(static_cast<std::size_t>(plan.outputs()));
  for (int s = 0; s < count; ++s)
    for (int y = plan.output_offset[s]; y < plan.output_offset[s + 1]; ++y) group_of_output[y] = group_of[s];
  plan.copies_after.resize(plan.groups.size());
  plan.laws_after.resize(plan.groups.size());
  for (const auto& copy : plan.copies) plan.copies_after[group_of_output[copy.output]].push_back(copy);
  for (std::size_t l = 0; l < plan.laws.size(); ++l) {
    int last = 0;
    for (int a = 0; a < plan.laws[l].argument_count; ++a)
      last = std::max(last, group_of_output[plan.law_arguments[plan.laws[l].first_argument + a]]);
    plan.laws_after[last].push_back(static_cast<int>(l));
  }
  // in the sweep only those need refreshing that a later group reads
  std::vector<int> last_reader(plan.variables, -1);
  for (int s = 0; s < count; ++s)
    for (int input = plan.input_offset[s]; input < plan.input_offset[s + 1]; ++input)
      for (int k = plan.term_offset[input]; k < plan.term_offset[input + 1]; ++k)
        if (plan.terms[k].source < plan.variables)
          last_reader[plan.terms[k].source] = std::max(last_reader[plan.terms[k].source], group_of[s]);
  plan.variables_after.resize(plan.groups.size());
  for (int g = 0; g < static_cast<int>(plan.groups.size()); ++g) {
    const auto refresh = [&](int variable) {
      // samples at the end of signals with others inside the step are not refreshed one by one
      if (last_reader[variable] > g && is_plain(plan.kind[variable])) plan.variables_after[g].push_back(variable);
    };
    for (const auto& copy : plan.copies_after[g]) refresh(copy.variable);
    for (int l : plan.laws_after[g])
      for (int v = 0; v < assembly.laws[l].equations->variable_count(); ++v) refresh(plan.laws[l].first_variable + v);
  }
}

template void plan_schedule(const Assembly<double>&, const Schedule&, Plan<double>&);
template void plan_schedule(const Assembly<Multiprecision>&, const Schedule&, Plan<Multiprecision>&);

}  // namespace oldham

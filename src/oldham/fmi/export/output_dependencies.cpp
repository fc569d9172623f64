// SPDX-License-Identifier: MIT
#include "oldham/fmi/export/output_dependencies.hpp"

#include <numeric>

namespace oldham::fmi {

OutputDependencies::OutputDependencies(const Subsystem<double>& subsystem)
    : rows_(static_cast<std::size_t>(subsystem.description().output_count())) {
  const SubsystemDescription& d = subsystem.description();
  const Equations<double>* equations = subsystem.equations();
  const int states = equations == nullptr ? 0 : equations->equation_size();
  if (equations != nullptr && equations->has_linear_outputs()) {
    // a column of C or D, one after the other
    std::vector<double> x(states), u(d.input_count()), y(rows_.size()), moved(rows_.size());
    equations->read_equation_state(x);
    equations->output(0, x, u, y);
    const auto probe = [&](std::vector<double>& values, std::vector<int> Row::*list) {
      for (std::size_t j = 0; j < values.size(); ++j) {
        const double before = values[j];
        values[j] += 1;
        equations->output(0, x, u, moved);
        values[j] = before;
        for (std::size_t i = 0; i < rows_.size(); ++i)
          if (moved[i] != y[i]) (rows_[i].*list).push_back(static_cast<int>(j));
      }
    };
    probe(u, &Row::inputs);
    probe(x, &Row::states);
    for (Row& row : rows_) row.are_known = true;
  } else if (!d.boundary->feedthrough) {
    for (Row& row : rows_) {
      row.are_known = true;
      row.states.resize(static_cast<std::size_t>(states));
      std::iota(row.states.begin(), row.states.end(), 0);
    }
  }
}

}  // namespace oldham::fmi

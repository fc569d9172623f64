// SPDX-License-Identifier: MIT
#include "oldham/coupling/interface_jacobian.hpp"

#include <algorithm>
#include <limits>

#include "oldham/core/scalar.hpp"
#include "oldham/parallel/parallel_for.hpp"

namespace oldham {
namespace {

/// Collects factor · row into a dense row, remembering which entries it touched.
template <class T>
void add_row(const SparseRow<T>& row, const T& factor, std::vector<T>& dense, std::vector<int>& touched) {
  for (const auto& [column, value] : row) {
    if (dense[column] == T(0)) touched.push_back(column);
    dense[column] += factor * value;
  }
}

template <class T>
void take_row(std::vector<T>& dense, std::vector<int>& touched, SparseRow<T>& row) {
  row.clear();
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (int column : touched) {
    if (dense[column] != T(0)) row.emplace_back(column, dense[column]);
    dense[column] = T(0);
  }
  touched.clear();
}

}  // namespace

template <class T>
InterfaceJacobian<T>::InterfaceJacobian(const Assembly<T>& assembly, const Plan<T>& plan)
    : assembly_(assembly), plan_(plan), block_offset_{0} {
  int arguments = 0, law_size = 0;
  for (const auto& subsystem : assembly.subsystems) {
    const SubsystemDescription& d = subsystem->description();
    block_offset_.push_back(block_offset_.back() + d.input_count() * d.output_count());
    state_independent_ = state_independent_ && d.capabilities.linear && d.capabilities.step_sensitivity;
  }
  for (const auto& law : assembly.laws) {
    arguments = std::max(arguments, law.equations->argument_count());
    laws_linear_ = laws_linear_ && law.equations->is_linear();
    law_size = std::max(law_size, law.equations->argument_count() * law.equations->variable_count());
  }
  scratch_.resize(assembly.subsystems.size());
  sample_rows_.resize(plan.variables);
  jacobian_rows_.resize(plan.variables);
  output_rows_.resize(plan.outputs());
  dense_row_.assign(plan.variables, T(0));
  law_arguments_.resize(arguments);
  law_jacobian_.resize(law_size);
}

template <class T>
void InterfaceJacobian<T>::compute_sensitivities(const StepContext<T>& context, std::span<const T> y,
                                                 std::vector<T>& sensitivities) {
  sensitivities.resize(block_offset_.back());
  parallel_for(static_cast<int>(assembly_.subsystems.size()), context.threads,
               [&](int s) { measure(s, context, y, sensitivities.data() + block_offset_[s]); });
}

template <class T>
bool InterfaceJacobian<T>::is_coupled(int input) const {
  for (int k = plan_.term_offset[input]; k < plan_.term_offset[input + 1]; ++k)
    if (plan_.terms[k].source < plan_.variables) return true;
  return false;
}

template <class T>
void InterfaceJacobian<T>::measure(int s, const StepContext<T>& context, std::span<const T> y, T* block) {
  Subsystem<T>& subsystem = *assembly_.subsystems[s];
  const int inputs = subsystem.description().input_count(), outputs = subsystem.description().output_count();
  for (int i = 0; i < inputs; ++i) {
    scratch_[s].answer.resize(outputs);
    std::span<T> column(scratch_[s].answer);
    // an input that no coupling variable feeds needs no column
    if (!is_coupled(plan_.input_offset[s] + i))
      std::fill(column.begin(), column.end(), T(0));
    else if (subsystem.step_sensitivity())
      respond(s, i, context, column);
    else
      perturb(s, i, context, y, column);
    for (int o = 0; o < outputs; ++o) block[o * inputs + i] = column[o];
  }
}

template <class T>
void InterfaceJacobian<T>::respond(int s, int input, const StepContext<T>& context, std::span<T> column) {
  // the direction alone, free of what the signals of this step look like, so that it can be kept
  static const T whole[] = {T(0), T(1)};
  Subsystem<T>& subsystem = *assembly_.subsystems[s];
  const int inputs = subsystem.description().input_count(), powers = static_cast<int>(context.direction.size());
  std::vector<T>& coefficients = scratch_[s].coefficients;
  coefficients.assign(powers * inputs, T(0));
  for (int p = 0; p < powers; ++p) coefficients[p * inputs + input] = context.direction[p];
  subsystem.step_sensitivity()->respond(context.interval, {inputs, powers - 1, whole, coefficients.data()}, column);
}

template <class T>
void InterfaceJacobian<T>::perturb(int s, int input, const StepContext<T>& context, std::span<const T> y,
                                   std::span<T> column) {
  using std::abs;
  using std::max;
  using std::sqrt;
  Subsystem<T>& subsystem = *assembly_.subsystems[s];
  const SubsystemDescription& d = subsystem.description();
  const InputSignal<T>& signal = context.signals[s];
  const int inputs = signal.inputs;
  std::vector<T>& coefficients = scratch_[s].coefficients;
  coefficients.assign(signal.coefficients, signal.coefficients + signal.pieces() * (signal.degree + 1) * inputs);

  // the inputs at the end of the step give the scale
  T u_end(0);
  for (int p = 0; p <= signal.degree; ++p) u_end += signal.piece(signal.pieces() - 1)[p * inputs + input];
  const T delta = d.capabilities.linear ? T(1)
                                        : T(sqrt(std::numeric_limits<T>::epsilon()) *
                                            max(T(abs(u_end)), from_decimal<T>(d.boundary->inputs[input].nominal)));
  for (int piece = 0; piece < signal.pieces(); ++piece)
    for (std::size_t p = 0; p < context.direction.size(); ++p)
      coefficients[(piece * (signal.degree + 1) + p) * inputs + input] += delta * context.direction[p];

  subsystem.restore(context.state->snapshots[s]);
  const StepOutcome outcome =
      subsystem.advance(context.interval, {inputs, signal.degree, signal.breaks, coefficients.data()});
  subsystem.read_outputs(column);
  // a perturbed step that fails leaves a zero column; the iteration then shows whether it matters
  const T* base = y.data() + plan_.output_offset[s];
  for (std::size_t o = 0; o < column.size(); ++o)
    column[o] = outcome.is_accepted() ? T((column[o] - base[o]) / delta) : T(0);
}

template <class T>
void InterfaceJacobian<T>::assemble(const std::vector<T>& sensitivities, std::span<const T> y) {
  for (int j = 0; j < plan_.variables; ++j) sample_rows_[j].assign(1, {j, T(1)});
  for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g) {
    // dy/dz = dy/du · du/dw · dw/dz, with w as this group saw it
    for (int s : plan_.groups[g]) {
      const int inputs = plan_.input_offset[s + 1] - plan_.input_offset[s];
      const T* row = sensitivities.data() + block_offset_[s];
      for (int output = plan_.output_offset[s]; output < plan_.output_offset[s + 1]; ++output, row += inputs) {
        for (int i = 0; i < inputs; ++i) {
          const int input = plan_.input_offset[s] + i;
          for (int k = plan_.term_offset[input]; k < plan_.term_offset[input + 1]; ++k)
            if (plan_.terms[k].source < plan_.variables && row[i] != T(0))
              add_row(sample_rows_[plan_.terms[k].source], T(row[i] * plan_.terms[k].factor), dense_row_, touched_);
        }
        take_row(dense_row_, touched_, output_rows_[output]);
      }
    }
    // later groups see the refreshed variables, and so does the result of the sweep
    for (int c : plan_.copies_after[g]) sample_rows_[plan_.copies[c].variable] = output_rows_[plan_.copies[c].output];
    for (int l : plan_.laws_after[g]) {
      const auto& use = plan_.laws[l];
      const InterfaceEquations<T>& equations = *assembly_.laws[use.law].equations;
      const int arguments = use.argument_count;
      for (int a = 0; a < arguments; ++a) law_arguments_[a] = y[plan_.law_arguments[use.first_argument + a]];
      equations.jacobian(law_arguments_.data(), law_jacobian_.data());
      for (int v = 0; v < equations.variable_count(); ++v) {
        for (int a = 0; a < arguments; ++a)
          add_row(output_rows_[plan_.law_arguments[use.first_argument + a]], law_jacobian_[v * arguments + a],
                  dense_row_, touched_);
        take_row(dense_row_, touched_, sample_rows_[use.first_variable + v]);
      }
    }
  }
  // J = I − dG/dz
  for (int j = 0; j < plan_.variables; ++j) {
    jacobian_rows_[j].assign(1, {j, T(1)});
    for (const auto& [column, value] : sample_rows_[j]) jacobian_rows_[j].emplace_back(column, -value);
  }
}

template <class T>
bool InterfaceJacobian<T>::factorize(const std::vector<T>& sensitivities, std::span<const T> y) {
  if (laws_linear_ && !factorized_.empty() && factorized_ == sensitivities) return true;
  assemble(sensitivities, y);
  factorized_.clear();
  if (!solver_.factorize(jacobian_rows_)) return false;
  factorized_ = sensitivities;
  return true;
}

template class InterfaceJacobian<double>;
template class InterfaceJacobian<Multiprecision>;

}  // namespace oldham

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
    row.emplace_back(column, dense[column]);  // zeros too: a pattern that stays needs no new storage
    dense[column] = T(0);
  }
  touched.clear();
}

}  // namespace

template <class T>
InterfaceJacobian<T>::InterfaceJacobian(const Assembly<T>& assembly, const Plan<T>& plan, const Scheme& scheme)
    : assembly_(assembly), plan_(plan), extension_(scheme.extension), block_offset_{0} {
  const Observed observed = observed_by(scheme.extension, scheme.stabilisation, !plan.multipliers.empty());
  levels_ = observed == Observed::nothing ? 1 : 2;
  for (int kind = 0; kind < sample_kinds; ++kind) {
    const auto as = static_cast<SampleKind>(kind);
    if (std::find(plan.kind.begin(), plan.kind.end(), as) == plan.kind.end()) continue;
    kind_index_[kind] = static_cast<int>(kinds_.size());
    kinds_.push_back(as);
  }
  int arguments = 0, law_size = 0;
  for (const auto& subsystem : assembly.subsystems) {
    const SubsystemDescription& d = subsystem->description();
    matrix_size_.push_back(d.input_count() * d.output_count());
    block_offset_.push_back(block_offset_.back() + static_cast<int>(kinds_.size()) * levels_ * matrix_size_.back());
    state_independent_ = state_independent_ && d.capabilities.linear && d.capabilities.step_sensitivity;
    scratch_.push_back({{}, {}, {}, {}, {}, SecondObservation<T>(observed)});
  }
  for (const auto& law : assembly.laws) {
    arguments = std::max(arguments, law.equations->argument_count());
    law_size = std::max(law_size, law.equations->argument_count() * law.equations->variable_count());
    laws_are_linear_ = laws_are_linear_ && law.equations->is_linear();
  }
  sample_rows_.resize(plan.variables);
  jacobian_rows_.resize(plan.variables);
  returned_rows_.resize(plan.base_variables);
  second_rows_.resize(plan.base_variables);
  output_rows_.resize(plan.outputs());
  second_output_rows_.resize(plan.outputs());
  dense_row_.assign(plan.variables, T(0));
  law_arguments_.resize(arguments);
  law_jacobian_.resize(law_size);
}

// ---- sensitivities of single subsystems ----

template <class T>
void InterfaceJacobian<T>::compute_sensitivities(const StepContext<T>& context, std::vector<T>& sensitivities) {
  sensitivities.resize(block_offset_.back());
  parallel_for(static_cast<int>(assembly_.subsystems.size()), context.threads,
               [&](int s) { measure(s, context, sensitivities.data()); });
}

template <class T>
bool InterfaceJacobian<T>::is_fed_by(int input, SampleKind kind) const {
  for (int k = plan_.term_offset[input]; k < plan_.term_offset[input + 1]; ++k)
    if (plan_.terms[k].source < plan_.variables && plan_.kind[plan_.terms[k].source] == kind) return true;
  return false;
}

template <class T>
void InterfaceJacobian<T>::measure(int s, const StepContext<T>& context, T* sensitivities) {
  Subsystem<T>& subsystem = *assembly_.subsystems[s];
  const int inputs = subsystem.description().input_count(), outputs = subsystem.description().output_count();
  scratch_[s].outputs.resize(outputs);
  scratch_[s].second.resize(levels_ > 1 ? outputs : 0);
  for (SampleKind as : kinds_)
    for (int i = 0; i < inputs; ++i) {
      // an input that no such variable feeds needs no column
      if (!is_fed_by(plan_.input_offset[s] + i, as)) {
        std::fill(scratch_[s].outputs.begin(), scratch_[s].outputs.end(), T(0));
        std::fill(scratch_[s].second.begin(), scratch_[s].second.end(), T(0));
      } else if (subsystem.step_sensitivity()) {
        respond(s, i, as, context);
      } else {
        perturb(s, i, as, context);
      }
      for (int level = 0; level < levels_; ++level) {
        const std::vector<T>& column = level == 0 ? scratch_[s].outputs : scratch_[s].second;
        T* block = sensitivities + block_index(s, as, level);
        for (int o = 0; o < outputs; ++o) block[o * inputs + i] = column[o];
      }
    }
}

template <class T>
void InterfaceJacobian<T>::respond(int s, int input, SampleKind kind, const StepContext<T>& context) {
  // the direction alone, free of what the signals of this step look like, so that it can be kept
  const Reconstruction<T>& rebuilt = *context.reconstruction;
  Subsystem<T>& subsystem = *assembly_.subsystems[s];
  const int inputs = subsystem.description().input_count(), powers = rebuilt.degree() + 1;
  std::vector<T>& coefficients = scratch_[s].coefficients;
  coefficients.assign(rebuilt.pieces() * powers * inputs, T(0));
  for (int piece = 0; piece < rebuilt.pieces(); ++piece)
    for (int p = 0; p < powers; ++p)
      coefficients[(piece * powers + p) * inputs + input] = rebuilt.unknown_weight(kind, piece, p);
  scratch_[s].observation.respond(subsystem, context.interval,
                                  {inputs, powers - 1, rebuilt.breaks(), coefficients.data()}, scratch_[s].outputs,
                                  scratch_[s].second);
}

template <class T>
void InterfaceJacobian<T>::perturb(int s, int input, SampleKind kind, const StepContext<T>& context) {
  using std::abs;
  using std::cbrt;
  using std::max;
  Subsystem<T>& subsystem = *assembly_.subsystems[s];
  const SubsystemDescription& d = subsystem.description();
  const InputSignal<T>& signal = context.signals[s];
  // the inputs at the end of the step give the scale
  T u_end(0);
  for (int p = 0; p <= signal.degree; ++p) u_end += signal.piece(signal.pieces() - 1)[p * signal.inputs + input];
  // A linear subsystem needs but one side. So does a step that is exact to rounding: the outputs change by little
  // (H²/m per unit of force), so rounding asks for a wide step, and over that step they are nearly linear in the input.
  // What an error-controlled solver blurs is measured on both sides.
  const T noise = max(std::numeric_limits<T>::epsilon(), T(d.noise));
  const bool both_sides = !d.capabilities.linear && d.noise > 0;
  const T delta = d.capabilities.linear
                      ? T(1)
                      : T(cbrt(noise) * max(T(abs(u_end)), from_decimal<T>(d.boundary->inputs[input].nominal)));

  Scratch& scratch = scratch_[s];
  const bool forward = advance_moved(s, input, kind, delta, context);
  scratch.ahead_outputs = scratch.outputs;
  scratch.ahead_second = scratch.second;
  bool backward = forward;
  if (both_sides) {
    backward = advance_moved(s, input, kind, T(-delta), context);
  } else {
    const int first = plan_.output_offset[s];
    for (std::size_t o = 0; o < scratch.outputs.size(); ++o) scratch.outputs[o] = context.y[first + o];
    for (std::size_t o = 0; o < scratch.second.size(); ++o) scratch.second[o] = context.second[first + o];
  }
  const T width = both_sides ? 2 * delta : delta;
  // a perturbed step that fails leaves a zero column; the iteration then shows whether it matters
  const auto divide = [&](std::vector<T>& column, const std::vector<T>& ahead) {
    for (std::size_t o = 0; o < column.size(); ++o)
      column[o] = forward && backward ? T((ahead[o] - column[o]) / width) : T(0);
  };
  divide(scratch.outputs, scratch.ahead_outputs);
  divide(scratch.second, scratch.ahead_second);
}

template <class T>
bool InterfaceJacobian<T>::advance_moved(int s, int input, SampleKind kind, const T& delta,
                                         const StepContext<T>& context) {
  Subsystem<T>& subsystem = *assembly_.subsystems[s];
  const Reconstruction<T>& rebuilt = *context.reconstruction;
  const InputSignal<T>& signal = context.signals[s];
  std::vector<T>& coefficients = scratch_[s].coefficients;
  coefficients.assign(signal.coefficients, signal.coefficients + signal.pieces() * (signal.degree + 1) * signal.inputs);
  // signals without known functions of time have no pieces but those of the reconstruction
  const bool is_own = signal.pieces() == rebuilt.pieces();
  for (int piece = 0; piece < signal.pieces(); ++piece)
    for (int p = 0; p <= rebuilt.degree(); ++p)
      coefficients[(piece * (signal.degree + 1) + p) * signal.inputs + input] +=
          delta * rebuilt.unknown_weight(kind, is_own ? piece : context.own_piece[piece], p);
  const InputSignal<T> moved{signal.inputs, signal.degree, signal.breaks, coefficients.data()};
  subsystem.restore(context.state->snapshots[s]);
  const StepOutcome outcome = subsystem.advance(context.interval, moved);
  subsystem.read_outputs(scratch_[s].outputs);
  if (levels_ > 1) scratch_[s].observation.observe(subsystem, context.interval, moved, scratch_[s].second);
  return outcome.is_accepted();
}

// ---- the chain through connections, laws and groups ----

template <class T>
void InterfaceJacobian<T>::assemble_outputs(int s, const std::vector<T>& sensitivities) {
  // dy/dz = dy/du · du/dw · dw/dz, with w as this group saw it
  const int inputs = plan_.input_offset[s + 1] - plan_.input_offset[s];
  const int outputs = plan_.output_offset[s + 1] - plan_.output_offset[s];
  for (int level = 0; level < levels_; ++level)
    for (int o = 0; o < outputs; ++o) {
      for (int i = 0; i < inputs; ++i) {
        const int input = plan_.input_offset[s] + i;
        for (int k = plan_.term_offset[input]; k < plan_.term_offset[input + 1]; ++k) {
          const auto& [source, factor] = plan_.terms[k];
          if (source >= plan_.variables) continue;
          const T& entry = sensitivities[block_index(s, plan_.kind[source], level) + o * inputs + i];
          add_row(sample_rows_[plan_.basis[source]], T(entry * factor), dense_row_, touched_);
        }
      }
      take_row(dense_row_, touched_, (level == 0 ? output_rows_ : second_output_rows_)[plan_.output_offset[s] + o]);
    }
}

template <class T>
void InterfaceJacobian<T>::assemble_variables(int g, const StepContext<T>& context) {
  for (const auto& [output, variable] : plan_.copies_after[g]) {
    returned_rows_[variable] = output_rows_[output];
    if (levels_ > 1) second_rows_[variable] = second_output_rows_[output];
  }
  for (int l : plan_.laws_after[g]) {
    const auto& use = plan_.laws[l];
    const InterfaceEquations<T>& equations = *assembly_.laws[use.law].equations;
    for (int a = 0; a < use.argument_count; ++a)
      law_arguments_[a] = context.y[plan_.law_arguments[use.first_argument + a]];
    equations.jacobian(law_arguments_.data(), law_jacobian_.data());
    for (int v = 0; v < equations.variable_count(); ++v)
      for (int level = 0; level < levels_; ++level) {
        for (int a = 0; a < use.argument_count; ++a)
          add_row((level == 0 ? output_rows_ : second_output_rows_)[plan_.law_arguments[use.first_argument + a]],
                  law_jacobian_[v * use.argument_count + a], dense_row_, touched_);
        take_row(dense_row_, touched_, (level == 0 ? returned_rows_ : second_rows_)[use.first_variable + v]);
      }
  }
  // later groups see the refreshed variables
  for (int j : plan_.variables_after[g]) sample_rows_[j] = returned_rows_[j];
}

template <class T>
void InterfaceJacobian<T>::assemble(const std::vector<T>& sensitivities, const StepContext<T>& context) {
  for (int j = 0; j < plan_.variables; ++j) sample_rows_[j].assign(1, {j, T(1)});
  for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g) {
    for (int s : plan_.groups[g]) assemble_outputs(s, sensitivities);
    assemble_variables(g, context);
  }
  // J = I − dG/dz
  for (int j = 0; j < plan_.first_multiplier; ++j) {
    jacobian_rows_[j].assign(1, {j, T(1)});
    for (const auto& [column, value] : returned_rows_[j]) jacobian_rows_[j].emplace_back(column, -value);
  }
  if (plan_.extended.empty()) return;
  const auto condition = context.reconstruction->middle_condition(extension_, context.interval.length);
  for (const auto& [end, middle] : plan_.extended) {
    jacobian_rows_[middle].assign(1, {middle, T(1)});
    for (const auto& [column, value] : returned_rows_[end])
      jacobian_rows_[middle].emplace_back(column, -condition.returned * value);
    for (const auto& [column, value] : second_rows_[end])
      jacobian_rows_[middle].emplace_back(column, -condition.second * value);
  }
}

/// The rows of g, ġ and g̈ combined as the set says.
template <class T>
void InterfaceJacobian<T>::assemble_multipliers(const ConditionSet<T>& set) {
  for (const auto& multiplier : plan_.multipliers)
    for (int s = 0; s < most_samples; ++s) {
      if (s > 0 && multiplier.samples[s] == multiplier.samples[0]) break;
      for (int k = multiplier.first_term; k < multiplier.first_term + multiplier.term_count; ++k) {
        const auto& term = plan_.multiplier_terms[k];
        add_row(output_rows_[term.position], T(set.rows[s][0] * term.position_factor), dense_row_, touched_);
        add_row(output_rows_[term.velocity], T(set.rows[s][1] * term.velocity_factor), dense_row_, touched_);
        if (levels_ > 1)
          add_row(second_output_rows_[term.velocity], T(set.rows[s][2] * term.velocity_factor), dense_row_, touched_);
      }
      take_row(dense_row_, touched_, jacobian_rows_[multiplier.samples[s]]);
    }
}

template <class T>
bool InterfaceJacobian<T>::factorize(const std::vector<T>& sensitivities, const StepContext<T>& context) {
  if (laws_are_linear_ && !factorized_.empty() && factorized_ == sensitivities) return true;
  assemble(sensitivities, context);
  factorized_.clear();
  const auto& sets = context.constraints->sets();
  solvers_.resize(sets.size());
  for (std::size_t set = 0; set < sets.size(); ++set) {
    assemble_multipliers(sets[set]);
    if (!solvers_[set].factorize(jacobian_rows_)) return false;
  }
  factorized_ = sensitivities;
  return true;
}

template class InterfaceJacobian<double>;
template class InterfaceJacobian<Multiprecision>;

}  // namespace oldham

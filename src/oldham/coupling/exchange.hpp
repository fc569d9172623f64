// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/error.hpp"
#include "oldham/core/function_ref.hpp"
#include "oldham/coupling/plan.hpp"

namespace oldham {

/// Evaluates the laws whose producers are complete once group `group` has arrived.
template <class T>
void evaluate_laws(const Assembly<T>& assembly, const Plan<T>& plan, int group, const T* y, T* w) {
  T arguments[most_law_arguments];
  for (int l : plan.laws_after[group]) {
    const auto& use = plan.laws[l];
    const int* argument = plan.law_arguments.data() + use.first_argument;
    for (int a = 0; a < use.argument_count; ++a) arguments[a] = y[argument[a]];
    assembly.laws[use.law].equations->evaluate(arguments, w + use.first_variable);
  }
}

/// Evaluates all coupling variables whose producers are complete then: w_j = g_j(y).
template <class T>
[[gnu::always_inline]] inline void refresh(const Assembly<T>& assembly, const Plan<T>& plan, int group, const T* y,
                                           T* w) {
  for (const auto& [output, variable] : plan.copies_after[group]) w[variable] = y[output];
  if (!plan.laws_after[group].empty()) evaluate_laws(assembly, plan, group, y, w);
}

/// Which law makes of numbers what is none, for a message; empty where all are in order.
template <class T>
std::string law_without_answer(const Assembly<T>& assembly, const Plan<T>& plan, const T* y);

/// An input at one instant, from coupling variables and external inputs of that instant.
template <class T>
T gather_input(const Plan<T>& plan, const T* w, const T* external, int input) {
  T value = plan.input_constant[input];
  for (int k = plan.term_offset[input]; k < plan.term_offset[input + 1]; ++k) {
    const auto& term = plan.terms[k];
    // at an instant an extended signal is its end sample
    if (term.source >= plan.base_variables && term.source < plan.variables) continue;
    value += term.factor * (term.source < plan.variables ? w[term.source] : external[term.source - plan.variables]);
  }
  return value;
}

/// The inputs of all subsystems.
template <class T>
void gather_inputs(const Plan<T>& plan, const T* w, const T* external, T* u) {
  for (int i = 0; i < plan.inputs(); ++i) u[i] = gather_input(plan, w, external, i);
}

/// Solves w = g(w) for coupling variables of one instant: by substitution where no loop of feed-through exists, else by
/// Newton's method.
struct InstantSettings {
  bool is_linear = false;      // differences are exact
  bool may_substitute = true;  // g comes from outputs, not from conditions that w only answers to
  int affine_from = -1;        // variables from here on enter g affinely, whatever the others do; −1: none
};
template <class T>
bool solve_instant(FunctionRef<void(const T* w, T* g)> evaluate, int count, InstantSettings settings, T* w);

}  // namespace oldham

// SPDX-License-Identifier: MIT
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "oldham/integrator/integrator.hpp"

namespace oldham::sundials {

/// Owns a C handle and gives it back with the matching function, which takes the handle or its address.
template <class Handle, auto give_back>
struct GiveBack {
  using pointer = Handle;
  void operator()(Handle handle) const {
    if constexpr (std::is_invocable_v<decltype(give_back), Handle>)
      give_back(handle);
    else
      give_back(&handle);
  }
};
template <class Handle, auto give_back>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, GiveBack<Handle, give_back>>;

using Context = Owned<SUNContext, &SUNContext_Free>;
using Vector = Owned<N_Vector, &N_VDestroy>;
using Matrix = Owned<SUNMatrix, &SUNMatDestroy>;
using LinearSolver = Owned<SUNLinearSolver, &SUNLinSolFree>;
using NonlinearSolver = Owned<SUNNonlinearSolver, &SUNNonlinSolFree>;

Context make_context();

/// The ODE of the running call as the C callbacks see it, and what they have to report afterwards.
struct Problem {
  const Ode<double>* ode = nullptr;
  std::vector<double> jacobian;  // row-major
  std::exception_ptr thrown;     // by the ODE; carried past the C code
  std::string not_finite;        // the last derivative or Jacobian that was refused
  std::string message;           // the last error message of the solver

  void start(const Ode<double>& chosen);
};

/// f as a callback. A derivative that is not finite is a recoverable error: the solver may try a smaller step.
int evaluate(double t, N_Vector x, N_Vector dx, void* problem) noexcept;
/// ∂f/∂x as a callback.
int evaluate_jacobian(double t, N_Vector x, N_Vector dx, SUNMatrix jacobian, void* problem, N_Vector, N_Vector,
                      N_Vector) noexcept;
/// Keeps error messages instead of printing them.
void keep_message(int code, const char* module, const char* function, char* message, void* problem) noexcept;

/// Throws when a call that can only fail for lack of memory or by misuse returned an error.
void require(int flag, std::string_view call);

/// The shortest step that the clock resolves, in s: two roundings of t, below which the solvers refuse to start.
double shortest_step(Interval<double> interval);

/// The outcome of a solver that returned `flag` at time t.
StepOutcome conclude(const Problem& problem, int flag, double t);

}  // namespace oldham::sundials

// SPDX-License-Identifier: MIT
#include "oldham/integrator/arkode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

using sundials::require;
using ButcherTable = sundials::Owned<ARKodeButcherTable, &ARKodeButcherTable_Free>;

struct Pair {
  int order;
  ARKODE_ERKTableID table;
};

/// The first is the default.
constexpr std::array pairs = {
    Pair{4, ARKODE_ZONNEVELD_5_3_4},      Pair{2, ARKODE_HEUN_EULER_2_1_2}, Pair{3, ARKODE_BOGACKI_SHAMPINE_4_2_3},
    Pair{5, ARKODE_DORMAND_PRINCE_7_4_5}, Pair{6, ARKODE_VERNER_8_5_6},     Pair{8, ARKODE_FEHLBERG_13_7_8},
};

ARKODE_ERKTableID table_of_order(int order) {
  if (order == 0) return pairs.front().table;
  const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.order == order; });
  if (found == pairs.end())
    throw_wrong_input("integrator arkode", fmt::format("order {} is not available", order),
                      "the Runge-Kutta pairs have orders 2, 3, 4, 5, 6 and 8; 0 takes 4");
  return found->table;
}

/// The table with one more stage at the new solution, c = 1 and a = b, which is the first stage of the next step.
/// SUNDIALS before 6.7 takes any last stage with c = 1 for that and continues with the slope of another point.
ButcherTable make_table(ARKODE_ERKTableID id) {
  ButcherTable published(ARKodeButcherTable_LoadERK(id));
  const int stages = published->stages;
  const double* last_row = published->A[stages - 1];
  const bool ends_at_one = published->c[stages - 1] == 1;
  if (!ends_at_one || std::equal(last_row, last_row + stages, published->b)) return published;

  ButcherTable extended(ARKodeButcherTable_Alloc(stages + 1, SUNTRUE));
  extended->q = published->q;
  extended->p = published->p;
  for (int i = 0; i < stages; ++i) std::copy_n(published->A[i], stages, extended->A[i]);
  std::copy_n(published->b, stages, extended->A[stages]);
  std::copy_n(published->b, stages, extended->b);
  std::copy_n(published->d, stages, extended->d);
  std::copy_n(published->c, stages, extended->c);
  extended->c[stages] = 1;
  return extended;
}

}  // namespace

Arkode::Arkode(const IntegratorSettings& settings, int size)
    : context_(sundials::make_context()), state_(N_VNew_Serial(size, context_.get())) {
  const ButcherTable table = make_table(table_of_order(settings.order));
  N_VConst(0, state_.get());
  memory_.reset(ERKStepCreate(sundials::evaluate, 0, state_.get(), context_.get()));
  void* memory = memory_.get();
  require(ERKStepSetErrHandlerFn(memory, sundials::keep_message, &problem_), "ERKStepSetErrHandlerFn");
  require(ERKStepSetUserData(memory, &problem_), "ERKStepSetUserData");
  require(ERKStepSStolerances(memory, settings.relative_tolerance, settings.absolute_tolerance), "ERKStepSStolerances");
  require(ERKStepSetMaxNumSteps(memory, settings.max_steps), "ERKStepSetMaxNumSteps");
  require(ERKStepSetTable(memory, table.get()), "ERKStepSetTable");
  // only bridges the rounding between the last step and the stop time; more would cost evaluations of f
  require(ERKStepSetInterpolantDegree(memory, 1), "ERKStepSetInterpolantDegree");
}

StepOutcome Arkode::integrate(const Ode<double>& ode, Interval<double> interval, double* x) {
  // over a rounding of t the state does not change
  const double shortest_step = sundials::shortest_step(interval);
  if (interval.end() - interval.begin <= shortest_step) return StepOutcome::accepted();

  begin(ode, interval, x);
  double reached = interval.begin;
  const int flag = ERKStepEvolve(memory_.get(), interval.end(), state_.get(), &reached, ARK_NORMAL);
  StepOutcome outcome = sundials::conclude(problem_, flag, reached);
  if (outcome.is_accepted()) std::copy_n(N_VGetArrayPointer(state_.get()), ode.size, x);
  return outcome;
}

void Arkode::begin(const Ode<double>& ode, Interval<double> interval, const double* x) {
  problem_.start(ode);
  void* memory = memory_.get();
  std::copy_n(x, ode.size, N_VGetArrayPointer(state_.get()));
  // forget the previous call; nothing beyond the end may be evaluated, inputs are not known there
  require(ERKStepReInit(memory, sundials::evaluate, interval.begin, state_.get()), "ERKStepReInit");
  require(ERKStepSetStopTime(memory, interval.end()), "ERKStepSetStopTime");
  // steps that no longer move time are a failure, not a million steps
  require(ERKStepSetMinStep(memory, sundials::shortest_step(interval)), "ERKStepSetMinStep");
}

void Arkode::set_tolerances(double relative, std::span<const double> absolute) {
  if (!tolerances_) tolerances_.reset(N_VClone(state_.get()));
  std::copy(absolute.begin(), absolute.end(), N_VGetArrayPointer(tolerances_.get()));
  require(ERKStepSVtolerances(memory_.get(), relative, tolerances_.get()), "ERKStepSVtolerances");
}

bool Arkode::try_few_steps(const Ode<double>& ode, Interval<double> interval, double* x, int most) {
  constexpr int most_refusals = 4;  // of one step: its length falls fast enough for a few of them, or not at all
  if (interval.end() - interval.begin <= sundials::shortest_step(interval)) return true;
  begin(ode, interval, x);
  void* memory = memory_.get();
  require(ERKStepSetInitStep(memory, interval.end() - interval.begin), "ERKStepSetInitStep");
  require(ERKStepSetMaxNumSteps(memory, most), "ERKStepSetMaxNumSteps");
  require(ERKStepSetMaxErrTestFails(memory, most_refusals), "ERKStepSetMaxErrTestFails");
  double reached = interval.begin;
  const int flag = ERKStepEvolve(memory, interval.end(), state_.get(), &reached, ARK_NORMAL);
  if (problem_.thrown) std::rethrow_exception(problem_.thrown);
  if (flag < 0) return false;
  std::copy_n(N_VGetArrayPointer(state_.get()), ode.size, x);
  return true;
}

}  // namespace oldham

// SPDX-License-Identifier: MIT
#include "oldham/coupling/coupled_equations.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/evaluation_levels.hpp"
#include "oldham/coupling/exchange.hpp"

namespace oldham {
namespace {

constexpr double largest_violation = 1e-6;  // of a constraint at the start, relative to what it compares

}  // namespace

template <class T>
CoupledEquations<T>::CoupledEquations(const Cosimulation<T>& system)
    : assembly_(system.assembly()), plan_(system.plan()), known_(system.known_signals()), state_offset_{0} {
  for (const auto& subsystem : assembly_.subsystems) {
    const SubsystemDescription& d = subsystem->description();
    if (!d.capabilities.equations)
      throw_missing_capability(
          assembly_.name,
          fmt::format("the monolithic solution needs the equations of every subsystem, but '{}' ({}) "
                      "declares none",
                      d.name, d.boundary->model),
          "compare with a run at a smaller step instead");
    state_offset_.push_back(state_offset_.back() + subsystem->equations()->equation_size());
  }
  inputs_.resize(plan_.inputs());
  outputs_.resize(plan_.outputs());
  samples_.assign(plan_.variables, T(0));
  rates_.resize(plan_.outputs());
  if (plan_.multipliers.empty()) levels_ = make_evaluation_levels(assembly_, plan_);
}

template <class T>
const T* CoupledEquations<T>::outside(const T& t, std::span<const T> external) const {
  if (known_.empty()) return external.data();
  outside_.assign(plan_.from_outside(), T(0));
  std::copy_n(external.begin(), std::min<std::size_t>(external.size(), plan_.externals), outside_.begin());
  known_.read(t, T(0), outside_.data() + plan_.externals);
  return outside_.data();
}

template <class T>
void CoupledEquations<T>::substitute(const T& t, std::span<const T> x, std::span<const T> external) const {
  for (const std::vector<int>& level : levels_) {
    gather_inputs(plan_, samples_.data(), outside(t, external), inputs_.data());
    for (int s : level)
      assembly_.subsystems[s]->equations()->output(
          t, part(x, s), inputs_of(s),
          {outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]});
    for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g)
      refresh(assembly_, plan_, g, outputs_.data(), samples_.data());
  }
}

/// What outputs at w say w is; for a multiplier λ that is λ − g̈.
template <class T>
void CoupledEquations<T>::evaluate(const T& t, std::span<const T> x, std::span<const T> external, const T* w,
                                   T* returned) const {
  gather_inputs(plan_, w, outside(t, external), inputs_.data());
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    const Equations<T>& equations = *assembly_.subsystems[s]->equations();
    const std::span<const T> u = inputs_of(s);
    const int first = plan_.output_offset[s], last = plan_.output_offset[s + 1];
    equations.output(t, part(x, s), u, {outputs_.data() + first, outputs_.data() + last});
    if (plan_.multipliers.empty()) continue;
    still_.assign(u.size(), T(0));  // velocities do not depend on forces directly
    output_rates_.evaluate(equations, t, part(x, s), u, still_, {rates_.data() + first, rates_.data() + last});
  }
  for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g)
    refresh(assembly_, plan_, g, outputs_.data(), returned);
  for (const auto& multiplier : plan_.multipliers) {
    T acceleration(0);
    for (int k = multiplier.first_term; k < multiplier.first_term + multiplier.term_count; ++k)
      acceleration += plan_.multiplier_terms[k].velocity_factor * rates_[plan_.multiplier_terms[k].velocity];
    returned[multiplier.samples[0]] = w[multiplier.samples[0]] - acceleration;
  }
}

template <class T>
std::string CoupledEquations<T>::follow(const T& t, std::span<const T> x) const {
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    std::string trouble = assembly_.subsystems[s]->equations()->follow(t, part(x, s));
    if (!trouble.empty()) return trouble;
  }
  return {};
}

template <class T>
void CoupledEquations<T>::solve(const T& t, std::span<const T> x, std::span<const T> external) const {
  const auto at_instant = [&](const T* w, T* returned) { evaluate(t, x, external, w, returned); };
  const bool has_constraints = !plan_.multipliers.empty();
  if (!levels_.empty()) {
    substitute(t, x, external);
  } else if (!solve_instant<T>(at_instant, plan_.base_variables,
                               {plan_.is_linear, !has_constraints, plan_.first_multiplier}, samples_.data())) {
    std::string trouble = follow(t, x);
    if (trouble.empty()) trouble = law_without_answer(assembly_, plan_, outputs_.data());
    throw Error(ErrorKind::failure,
                fmt::format("{}: the coupled equations have no solution at t = {:.9g} s; {}", assembly_.name,
                            to_double(t), trouble.empty() ? "check loops of direct feed-through" : trouble));
  }
  gather_inputs(plan_, samples_.data(), outside(t, external), inputs_.data());
}

template <class T>
void CoupledEquations<T>::constraint_values(const T& t, std::span<const T> x, std::span<const T> external,
                                            std::span<T> g, std::span<T> dg) const {
  solve(t, x, external);
  for (std::size_t i = 0; i < plan_.multipliers.size(); ++i) {
    const auto& multiplier = plan_.multipliers[i];
    g[i] = -multiplier.offset;
    dg[i] = T(0);
    for (int k = multiplier.first_term; k < multiplier.first_term + multiplier.term_count; ++k) {
      const auto& term = plan_.multiplier_terms[k];
      g[i] += term.position_factor * outputs_[term.position];
      dg[i] += term.velocity_factor * outputs_[term.velocity];
    }
  }
}

template <class T>
void CoupledEquations<T>::require_consistent(const T& t, std::span<const T> x, std::span<const T> external) const {
  using std::abs;
  using std::sqrt;
  const int count = constraints();
  if (count == 0) return;
  // g̈ is affine in the multipliers: differences of one unit give its matrix
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> K(count, count);
  std::vector<T> w(plan_.variables, T(0)), at_zero(plan_.variables), moved(plan_.variables);
  evaluate(t, x, external, w.data(), at_zero.data());
  for (int j = 0; j < count; ++j) {
    const int variable = plan_.multipliers[j].samples[0];
    w[variable] = T(1);
    evaluate(t, x, external, w.data(), moved.data());
    for (int i = 0; i < count; ++i) {
      const int row = plan_.multipliers[i].samples[0];
      K(i, j) = at_zero[row] - moved[row] + (i == j ? T(1) : T(0));
    }
    w[variable] = T(0);
  }
  // heavy and light bodies alike: each row and column by its own answer
  Eigen::Matrix<T, Eigen::Dynamic, 1> weight(count);
  for (int i = 0; i < count; ++i) weight(i) = K(i, i) != T(0) ? T(1 / sqrt(abs(K(i, i)))) : T(1);
  K = weight.asDiagonal() * K * weight.asDiagonal();
  Eigen::ColPivHouseholderQR<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>> qr(K.transpose());
  qr.setThreshold(T(1e-10));
  const int rank = static_cast<int>(qr.rank());
  const std::string where =
      assembly_.constraints.front().where.empty() ? assembly_.name : assembly_.constraints.front().where;
  if (rank < count) {
    std::string surplus;
    for (int i = rank; i < count; ++i)
      surplus += fmt::format("{}'{}'", i == rank ? "" : ", ",
                             plan_.variable_name[plan_.multipliers[qr.colsPermutation().indices()(i)].samples[0]]);
    throw_wrong_input(where,
                      fmt::format("the constraints are redundant: {} rows have rank {}; {} follow{} from the others, "
                                  "or can move nothing",
                                  count, rank, surplus, count - rank == 1 ? "s" : ""),
                      "remove what is said twice");
  }
  std::vector<T> g(count), dg(count);
  constraint_values(t, x, external, g, dg);
  for (int i = 0; i < count; ++i) {
    const std::string& name = plan_.variable_name[plan_.multipliers[i].samples[0]];
    const auto& multiplier = plan_.multipliers[i];
    double size = 1, rate = 1;
    for (int k = multiplier.first_term; k < multiplier.first_term + multiplier.term_count; ++k) {
      size = std::max(size, std::abs(to_double(outputs_[plan_.multiplier_terms[k].position])));
      rate = std::max(rate, std::abs(to_double(outputs_[plan_.multiplier_terms[k].velocity])));
    }
    for (const auto& [value, scale, what] :
         {std::tuple{to_double(g[i]), size, "positions"}, std::tuple{to_double(dg[i]), rate, "velocities"}})
      if (!(std::abs(value) <= largest_violation * scale))
        throw_wrong_input(where, fmt::format("the initial {} violate the constraint '{}' by {:.6g}", what, name, value),
                          "choose initial values that fulfil it");
  }
}

template <class T>
void CoupledEquations<T>::read_states(const MacroState<T>& state, std::span<T> x) const {
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) assembly_.subsystems[s]->restore(state.snapshots[s]);
  read_states_now(x);
}

template <class T>
void CoupledEquations<T>::read_states_now(std::span<T> x) const {
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s)
    assembly_.subsystems[s]->equations()->read_equation_state(
        x.subspan(state_offset_[s], state_offset_[s + 1] - state_offset_[s]));
}

template <class T>
void CoupledEquations<T>::derivative(const T& t, std::span<const T> x, std::span<const T> external,
                                     std::span<T> dx) const {
  solve(t, x, external);
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    const int size = state_offset_[s + 1] - state_offset_[s];
    assembly_.subsystems[s]->equations()->derivative(t, part(x, s), inputs_of(s), dx.subspan(state_offset_[s], size));
  }
}

template <class T>
int CoupledEquations<T>::switch_count() const {
  int count = 0;
  for (const auto& subsystem : assembly_.subsystems) count += subsystem->equations()->switch_count();
  return count;
}

template <class T>
void CoupledEquations<T>::switches(const T& t, std::span<const T> x, std::span<const T> external,
                                   std::span<T> g) const {
  solve(t, x, external);
  int first = 0;
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    const Equations<T>& equations = *assembly_.subsystems[s]->equations();
    const int count = equations.switch_count();
    if (count > 0) equations.switches(t, part(x, s), inputs_of(s), g.subspan(first, count));
    first += count;
  }
}

template <class T>
T CoupledEquations<T>::next_kink(const T& t) const {
  T first = known_.next_kink(t);
  for (const auto& subsystem : assembly_.subsystems) first = std::min(first, subsystem->equations()->next_kink(t));
  return first;
}

template <class T>
void CoupledEquations<T>::outputs(const T& t, std::span<const T> x, std::span<const T> external, std::span<T> y,
                                  std::span<T> w) const {
  solve(t, x, external);
  // with the inputs as they were found: what nobody is connected to may depend on them, too
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s)
    assembly_.subsystems[s]->equations()->output(
        t, part(x, s), inputs_of(s),
        {outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]});
  std::copy(outputs_.begin(), outputs_.end(), y.begin());
  std::copy(samples_.begin(), samples_.end(), w.begin());
}

template class CoupledEquations<double>;
template class CoupledEquations<Multiprecision>;

}  // namespace oldham

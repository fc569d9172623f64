// SPDX-License-Identifier: MIT
#include "oldham/coupling/coupled_equations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/exchange.hpp"

namespace oldham {

template <class T>
CoupledEquations<T>::CoupledEquations(const Cosimulation<T>& system)
    : assembly_(system.assembly()), plan_(system.plan()), state_offset_{0} {
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
}

template <class T>
void CoupledEquations<T>::solve(const T& t, std::span<const T> x, std::span<const T> external) const {
  const auto evaluate = [&](const T* w, T* returned) {
    gather_inputs(plan_, w, external.data(), inputs_.data());
    for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s)
      assembly_.subsystems[s]->equations()->output(
          t, x.subspan(state_offset_[s], state_offset_[s + 1] - state_offset_[s]),
          {inputs_.data() + plan_.input_offset[s], inputs_.data() + plan_.input_offset[s + 1]},
          {outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]});
    for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g)
      refresh(assembly_, plan_, g, outputs_.data(), returned);
  };
  if (!plan_.has_feedthrough) {
    evaluate(samples_.data(), samples_.data());
  } else if (!solve_instant<T>(evaluate, plan_.base_variables, plan_.is_linear, samples_.data())) {
    throw Error(
        ErrorKind::failure,
        fmt::format("{}: the coupled equations have no solution at t = {:.9g} s; check loops of direct feed-through",
                    assembly_.name, to_double(t)));
  }
  gather_inputs(plan_, samples_.data(), external.data(), inputs_.data());
}

template <class T>
void CoupledEquations<T>::read_states(const MacroState<T>& state, std::span<T> x) const {
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    assembly_.subsystems[s]->restore(state.snapshots[s]);
    assembly_.subsystems[s]->equations()->read_equation_state(
        x.subspan(state_offset_[s], state_offset_[s + 1] - state_offset_[s]));
  }
}

template <class T>
void CoupledEquations<T>::derivative(const T& t, std::span<const T> x, std::span<const T> external,
                                     std::span<T> dx) const {
  solve(t, x, external);
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    const int size = state_offset_[s + 1] - state_offset_[s];
    assembly_.subsystems[s]->equations()->derivative(
        t, x.subspan(state_offset_[s], size),
        {inputs_.data() + plan_.input_offset[s], inputs_.data() + plan_.input_offset[s + 1]},
        dx.subspan(state_offset_[s], size));
  }
}

template <class T>
void CoupledEquations<T>::outputs(const T& t, std::span<const T> x, std::span<const T> external, std::span<T> y,
                                  std::span<T> w) const {
  solve(t, x, external);
  std::copy(outputs_.begin(), outputs_.end(), y.begin());
  std::copy(samples_.begin(), samples_.end(), w.begin());
}

template class CoupledEquations<double>;
template class CoupledEquations<Multiprecision>;

}  // namespace oldham

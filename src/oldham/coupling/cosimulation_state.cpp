// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/coupled_equations.hpp"
#include "oldham/coupling/evaluation_levels.hpp"
#include "oldham/coupling/exchange.hpp"

// How a MacroState begins, and how it is seen as one vector.

namespace oldham {
namespace {

/// Coupling variables that give inputs the values they rest at, where they are told: the first guess, as not every
/// subsystem can be asked about zero. A variable that feeds several answers to the first.
template <class T>
std::vector<T> resting_samples(const Assembly<T>& assembly, const Plan<T>& plan) {
  std::vector<T> w(plan.variables, T(0));
  for (std::size_t s = assembly.subsystems.size(); s-- > 0;) {
    const std::vector<Port>& ports = assembly.subsystems[s]->description().boundary->inputs;
    for (std::size_t port = ports.size(); port-- > 0;) {
      const int i = plan.input_offset[s] + static_cast<int>(port), first = plan.term_offset[i];
      if (!ports[port].rest || plan.term_offset[i + 1] != first + 1) continue;
      const auto& term = plan.terms[first];
      if (term.source < plan.base_variables && term.factor != T(0))
        w[term.source] = (T(*ports[port].rest) - plan.input_constant[i]) / term.factor;
    }
  }
  return w;
}

}  // namespace

template <class T>
void Cosimulation<T>::begin_members(std::vector<T>& w) {
  const std::vector<T> before = outputs_;
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    assembly_.subsystems[s]->begin();
    assembly_.subsystems[s]->read_outputs(
        {outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]});
  }
  // who answers otherwise than in the coupled equations is believed, and not asked again
  if (outputs_ == before) return;
  for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g)
    refresh(assembly_, plan_, g, outputs_.data(), w.data());
}

template <class T>
std::vector<T> Cosimulation<T>::from_outside(std::span<const T> external, const T& time, const T& ahead) const {
  std::vector<T> all(plan_.from_outside(), T(0));
  std::copy(external.begin(), external.end(), all.begin());
  known_.read(time, ahead, all.data() + plan_.externals);
  return all;
}

template <class T>
MacroState<T> Cosimulation<T>::initial_state(const T& start, std::span<const T> external) {
  spare_.clear();  // it may hold instances of an earlier run
  for (auto& subsystem : assembly_.subsystems) subsystem->initialize(start);

  // outputs at T_0 solve the coupled equations
  std::vector<T> inputs(plan_.inputs()), w = resting_samples(assembly_, plan_);
  const std::vector<T> outside = from_outside(external, start, T(0));
  std::vector<std::size_t> waiting;  // that begin under the inputs they are given first
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s)
    if (assembly_.subsystems[s]->description().boundary->begins_once) waiting.push_back(s);
  const auto ask = [&](std::size_t s) {
    assembly_.subsystems[s]->apply_inputs(
        {inputs.data() + plan_.input_offset[s], inputs.data() + plan_.input_offset[s + 1]});
    assembly_.subsystems[s]->read_outputs(
        {outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]});
  };
  const auto evaluate = [&](const T* samples, T* returned) {
    gather_inputs(plan_, samples, outside.data(), inputs.data());
    for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s)
      if (std::ranges::find(waiting, s) == waiting.end()) ask(s);
    for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g)
      refresh(assembly_, plan_, g, outputs_.data(), returned);
  };
  std::fill(outputs_.begin(), outputs_.end(), T(0));
  // along chains nobody is asked about a guess: not every subsystem bears one
  std::vector<std::vector<int>> variables_of(plan_.outputs());
  for (const auto& copy : plan_.copies) variables_of[copy.output].push_back(copy.variable);
  for (const int s : find_chain(assembly_, plan_)) {
    for (int i = plan_.input_offset[s]; i < plan_.input_offset[s + 1]; ++i)
      inputs[i] = gather_input(plan_, w.data(), outside.data(), i);
    ask(s);
    std::erase(waiting, s);
    for (int y = plan_.output_offset[s]; y < plan_.output_offset[s + 1]; ++y)
      for (const int j : variables_of[y]) w[j] = outputs_[y];
  }
  const std::vector<T> guess = w;
  while (!waiting.empty()) {
    // from what those tell that need not wait, or have begun
    const bool is_known = solve_instant<T>(evaluate, plan_.base_variables, {}, w.data());
    if (!is_known) w = guess;
    gather_inputs(plan_, w.data(), outside.data(), inputs.data());
    ask(waiting.front());
    waiting.erase(waiting.begin());
  }
  if (!plan_.multipliers.empty()) {
    // multipliers follow from accelerations, which only the equations tell
    const CoupledEquations<T> equations(*this);
    std::vector<T> x(equations.state_size());
    equations.read_states_now(x);
    equations.require_consistent(start, x, outside);
    equations.outputs(start, x, outside, outputs_, w);
    std::vector<T> returned(plan_.variables);
    evaluate(w.data(), returned.data());
  } else if (!solve_instant<T>(evaluate, plan_.base_variables, {.is_linear = plan_.is_linear}, w.data())) {
    const std::string trouble = law_without_answer(assembly_, plan_, outputs_.data());
    throw Error(
        ErrorKind::failure,
        fmt::format("{}: the coupled equations have no solution at t = {:.9g} s; {}", assembly_.name, to_double(start),
                    trouble.empty() ? "check initial values and loops of direct feed-through" : trouble));
  }
  // what nobody is connected to may depend on inputs, too
  const std::vector<T> asked = inputs;
  gather_inputs(plan_, w.data(), outside.data(), inputs.data());
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s)
    if (!std::equal(asked.begin() + plan_.input_offset[s], asked.begin() + plan_.input_offset[s + 1],
                    inputs.begin() + plan_.input_offset[s]))
      ask(s);
  loops_.find(w, outputs_, outside);
  begin_members(w);
  if (!loops_.empty()) {
    // some answer at once only until their first step
    loops_.find(w, outputs_, outside);
    choose_kind();
  }
  if (!loops_.empty())
    assembly_.note(
        fmt::format("the algebraic loop of {} is solved at every communication point; "
                    "scheme.algebraic_loops = \"delay\" leaves it open",
                    loops_.names()));
  for (int j = plan_.base_variables; j < plan_.variables; ++j) w[j] = w[plan_.signal[j][0]];

  MacroState<T> state;
  state.time = start;
  state.snapshots.resize(assembly_.subsystems.size());
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) assembly_.subsystems[s]->save(state.snapshots[s]);
  state.history = SampleHistory<T>(plan_.variables, reconstruction_.memory());
  std::copy(w.begin(), w.end(), state.history.push(T(0)));
  state.outputs = outputs_;
  state.inputs.resize(plan_.inputs());
  gather_inputs(plan_, w.data(), outside.data(), state.inputs.data());
  state.bond_powers.assign(bonds_.size(), T(0));
  state.deficit.means.assign(input_corrector_.size(), T(0));
  return state;
}

template <class T>
void Cosimulation<T>::restore(int s, const MacroState<T>& state) {
  members_[s].subsystem->restore(state.snapshots[s]);
}

template <class T>
void Cosimulation<T>::save_members(MacroState<T>& state) {
  // models of our own copy numbers, which does not fail; whoever asks somebody else is saved aside first
  const auto may_fail = [&](int s) { return state.snapshots[s].content || !members_[s].copies_numbers; };
  for (int s : saved_) {
    if (!may_fail(s)) continue;
    spare_.resize(members_.size());
    members_[s].subsystem->save(spare_[s]);
  }
  for (int s : saved_) {
    if (may_fail(s))
      std::swap(state.snapshots[s], spare_[s]);
    else
      members_[s].subsystem->save(state.snapshots[s]);
  }
}

template <class T>
std::string Cosimulation<T>::restart(MacroState<T>& state, const T& step_length, std::span<const T> external) {
  // group by group, each seeing what came before; once more shows that nothing was left open
  const int count = static_cast<int>(assembly_.subsystems.size());
  for (int s = 0; s < count; ++s) assembly_.subsystems[s]->restore(state.snapshots[s]);
  T* const w = state.history.row(0);
  constexpr double same_instant = 1e-9;  // of a step
  const std::vector<T> outside = from_outside(external, state.time, step_length * same_instant);
  const int most_sweeps = static_cast<int>(plan_.groups.size()) + 2;
  bool settled = false;
  for (int sweep = 0; sweep < most_sweeps && !settled; ++sweep) {
    settled = sweep > 0;
    for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g) {
      for (int s : plan_.groups[g]) {
        const int first = plan_.input_offset[s], last = plan_.input_offset[s + 1];
        end_inputs_.resize(last - first);
        for (int i = first; i < last; ++i) end_inputs_[i - first] = gather_input(plan_, w, outside.data(), i);
        assembly_.subsystems[s]->restart(end_inputs_);
        assembly_.subsystems[s]->read_outputs(
            {outputs_.data() + plan_.output_offset[s], outputs_.data() + plan_.output_offset[s + 1]});
      }
      refresh(assembly_, plan_, g, outputs_.data(), returned_.data());
      for (const auto& copy : plan_.copies_after[g]) {
        const int j = copy.variable;
        settled = settled && w[j] == returned_[j];
        w[j] = returned_[j];
      }
      for (int l : plan_.laws_after[g])
        for (int j = plan_.laws[l].first_variable, v = 0;
             v < assembly_.laws[plan_.laws[l].law].equations->variable_count(); ++v, ++j) {
          settled = settled && w[j] == returned_[j];
          w[j] = returned_[j];
        }
    }
  }
  if (!settled) return "its members feed each other through at the same instant";
  for (int s = 0; s < count; ++s) assembly_.subsystems[s]->save(state.snapshots[s]);
  std::copy(outputs_.begin(), outputs_.end(), state.outputs.begin());
  // past samples are the first one
  for (int j = plan_.base_variables; j < plan_.variables; ++j) w[j] = w[plan_.signal[j][0]];
  for (int age = state.history.capacity(); age > 1; --age)
    std::copy(w, w + plan_.variables, state.history.push(step_length));
  std::ranges::fill(state.deficit.means, T(0));
  return {};
}

template <class T>
void Cosimulation<T>::fill_history(MacroState<T>& state, const T& step_length, std::span<const T> past) const {
  const std::vector<T> newest(state.history.row(0), state.history.row(0) + plan_.variables);
  SampleHistory<T> history(plan_.variables, reconstruction_.memory());
  for (int age = history.capacity() - 1; age >= 0; --age) {
    const T* source = past.empty() ? newest.data() : past.data() + static_cast<long>(age) * plan_.variables;
    std::copy(source, source + plan_.variables, history.push(step_length));
  }
  state.history = std::move(history);
  state.deficit.length = step_length;
  std::ranges::fill(state.deficit.means, T(0));
}

template <class T>
void Cosimulation<T>::assume_past(MacroState<T>& state, const T& step_length) {
  if (state.history.size() < state.history.capacity()) fill_history(state, step_length);
  if (state.deficit.length == T(0)) state.deficit.length = step_length;  // one sample may be a full history
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    assembly_.subsystems[s]->restore(state.snapshots[s]);
    assembly_.subsystems[s]->assume_past(step_length);
    assembly_.subsystems[s]->save(state.snapshots[s]);
  }
}

template <class T>
int Cosimulation<T>::state_size() const {
  int size = 0;
  for (const auto& subsystem : assembly_.subsystems) size += subsystem->description().state_size;
  return size;
}

template <class T>
int Cosimulation<T>::vector_size() const {
  return state_size() + reconstruction_.memory() * plan_.variables + input_corrector_.size();
}

template <class T>
void Cosimulation<T>::read_vector(const MacroState<T>& state, std::span<T> vector) {
  T* into = vector.data();
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    const int size = assembly_.subsystems[s]->description().state_size;
    assembly_.subsystems[s]->restore(state.snapshots[s]);
    assembly_.subsystems[s]->read_state({into, into + size});
    into += size;
  }
  for (int age = 0; age < state.history.capacity(); ++age)
    into = std::copy(state.history.row(age), state.history.row(age) + plan_.variables, into);
  std::ranges::copy(state.deficit.means, into);
}

template <class T>
void Cosimulation<T>::write_vector(MacroState<T>& state, std::span<const T> vector) {
  const T* from = vector.data();
  for (std::size_t s = 0; s < assembly_.subsystems.size(); ++s) {
    const int size = assembly_.subsystems[s]->description().state_size;
    assembly_.subsystems[s]->restore(state.snapshots[s]);
    assembly_.subsystems[s]->write_state({from, from + size});
    assembly_.subsystems[s]->save(state.snapshots[s]);
    assembly_.subsystems[s]->read_outputs(
        {state.outputs.data() + plan_.output_offset[s], state.outputs.data() + plan_.output_offset[s + 1]});
    from += size;
  }
  for (int age = 0; age < state.history.capacity(); ++age) {
    std::copy(from, from + plan_.variables, state.history.row(age));
    from += plan_.variables;
  }
  std::copy_n(from, input_corrector_.size(), state.deficit.means.begin());
}

template void Cosimulation<double>::begin_members(std::vector<double>&);
template void Cosimulation<Multiprecision>::begin_members(std::vector<Multiprecision>&);
template std::vector<double> Cosimulation<double>::from_outside(std::span<const double>, const double&,
                                                                const double&) const;
template std::vector<Multiprecision> Cosimulation<Multiprecision>::from_outside(std::span<const Multiprecision>,
                                                                                const Multiprecision&,
                                                                                const Multiprecision&) const;
template MacroState<double> Cosimulation<double>::initial_state(const double&, std::span<const double>);
template MacroState<Multiprecision> Cosimulation<Multiprecision>::initial_state(const Multiprecision&,
                                                                                std::span<const Multiprecision>);
template void Cosimulation<double>::restore(int, const MacroState<double>&);
template void Cosimulation<double>::save_members(MacroState<double>&);
template void Cosimulation<Multiprecision>::restore(int, const MacroState<Multiprecision>&);
template void Cosimulation<Multiprecision>::save_members(MacroState<Multiprecision>&);
template std::string Cosimulation<double>::restart(MacroState<double>&, const double&, std::span<const double>);
template std::string Cosimulation<Multiprecision>::restart(MacroState<Multiprecision>&, const Multiprecision&,
                                                           std::span<const Multiprecision>);
template void Cosimulation<double>::fill_history(MacroState<double>&, const double&, std::span<const double>) const;
template void Cosimulation<Multiprecision>::fill_history(MacroState<Multiprecision>&, const Multiprecision&,
                                                         std::span<const Multiprecision>) const;
template void Cosimulation<double>::assume_past(MacroState<double>&, const double&);
template void Cosimulation<Multiprecision>::assume_past(MacroState<Multiprecision>&, const Multiprecision&);
template int Cosimulation<double>::state_size() const;
template int Cosimulation<Multiprecision>::state_size() const;
template int Cosimulation<double>::vector_size() const;
template int Cosimulation<Multiprecision>::vector_size() const;
template void Cosimulation<double>::read_vector(const MacroState<double>&, std::span<double>);
template void Cosimulation<Multiprecision>::read_vector(const MacroState<Multiprecision>&, std::span<Multiprecision>);
template void Cosimulation<double>::write_vector(MacroState<double>&, std::span<const double>);
template void Cosimulation<Multiprecision>::write_vector(MacroState<Multiprecision>&, std::span<const Multiprecision>);

}  // namespace oldham

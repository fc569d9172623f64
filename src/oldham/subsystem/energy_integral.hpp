// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "oldham/integrator/integrator.hpp"
#include "oldham/signal/input_signal.hpp"
#include "oldham/subsystem/energy_account.hpp"

namespace oldham {

/// A model that can account for its energy:
///   powers: of all entries but those that are stored, which come last, with the rates of the inputs;
///   stored_energies: of these;   add_jump: what a jump of the inputs adds to the integrals at the same state
template <class Model, class T>
concept AccountingModel = requires(Model& m, const Model& c, const T& t, const T* x, const T* u, const T* rate, T* e) {
  { c.energy_entries() } -> std::convertible_to<std::vector<EnergyEntry>>;
  m.ignore_forces(std::span<const int>{});
  c.powers(t, x, u, rate, e);
  c.stored_energies(t, x, u, e);
  c.add_jump(x, u, u, e);
};

/// Integrates the powers of a model by the integrator of its equations: each piece of a step is integrated a second
/// time, from the same state, with the energies as further states, so that the solution keeps its bits.
template <class T, class Model>
class EnergyIntegral final : public EnergyAccount<T> {
 public:
  EnergyIntegral(Model& model, const IntegratorSettings& settings, std::size_t states, std::size_t inputs)
      : model_(model), settings_(settings), states_(static_cast<int>(states)), inputs_(static_cast<int>(inputs)) {}

  void keep(std::span<const int> ignored_outputs) final {
    model_.ignore_forces(ignored_outputs);
    const std::vector<EnergyEntry> entries = model_.energy_entries();
    energies_.assign(std::ranges::count_if(entries, [](const auto& e) { return e.kind != EnergyEntry::Kind::stored; }),
                     T(0));
    y_.resize(states_ + energies_.size());
    for (std::vector<T>* buffer : {&u_, &rate_, &last_}) buffer->resize(inputs_);
    integrator_.emplace(settings_, static_cast<int>(y_.size()));
  }
  std::vector<EnergyEntry> entries() const final { return model_.energy_entries(); }
  /// The snapshot begins with the state and ends with inputs, time and energies.
  void read(const Snapshot<T>& from, std::span<T> energies) const final {
    const T* const end = from.values.data() + from.values.size();
    const T* const integrals = end - energies_.size();
    std::copy(integrals, end, energies.begin());
    model_.stored_energies(integrals[-1], from.values.data(), integrals - 1 - inputs_,
                           energies.data() + energies_.size());
  }
  EnergyAccount<T>* account() { return this; }

  void reset() { std::ranges::fill(energies_, T(0)); }
  /// The inputs jump while the state stays.
  void add_jump(const T* x, const T* before, const T* after) {
    if (integrator_) model_.add_jump(x, before, after, energies_.data());
  }
  void add_jump(const T* x, const T* before, const InputSignal<T>& after) {
    if (!integrator_) return;
    after.evaluate_end(u_.data());
    add_jump(x, before, u_.data());
  }
  /// Before a piece of a step; `before`: the inputs with which the last step ended.
  void begin(const T* x, const InputSignal<T>& inputs, int piece, const T* before) {
    if (!integrator_) return;
    inputs.evaluate_piece(piece, inputs.breaks[piece], u_.data());
    add_jump(x, piece == 0 ? before : last_.data(), u_.data());
    std::copy_n(x, states_, y_.begin());
    std::ranges::copy(energies_, y_.begin() + states_);
  }
  /// After it.
  void follow(const Interval<T>& step, const Interval<T>& part, const InputSignal<T>& inputs, int piece) {
    if (!integrator_) return;
    const int rows = static_cast<int>(y_.size());
    const auto set_inputs = [&](const T& t) {
      const T theta = (t - step.begin) / step.length;
      inputs.evaluate_piece(piece, theta, u_.data());
      inputs.evaluate_piece_slope(piece, theta, step.length, rate_.data());
    };
    const auto derivative = [&](const T& t, const T* y, T* dy) {
      set_inputs(t);
      model_.derivative(t, y, u_.data(), dy);
      model_.powers(t, y, u_.data(), rate_.data(), dy + states_);
    };
    // powers do not act back, so the solver iterates with the Jacobian of the states
    const auto jacobian = [&](const T& t, const T* y, T* J) {
      set_inputs(t);
      model_.jacobian(t, y, u_.data(), J);
      std::fill(J + states_ * states_, J + rows * rows, T(0));
      for (int i = states_ - 1; i > 0; --i) {
        std::copy_backward(J + i * states_, J + (i + 1) * states_, J + i * rows + states_);
        std::fill(J + (i - 1) * rows + states_, J + i * rows, T(0));
      }
    };
    const bool is_done = integrator_->integrate(Ode<T>{rows, derivative, jacobian}, part, y_.data()).is_accepted();
    std::copy(y_.begin() + states_, y_.end(), energies_.begin());
    if (!is_done) std::ranges::fill(energies_, std::numeric_limits<T>::quiet_NaN());
    inputs.evaluate_piece(piece, inputs.breaks[piece + 1], last_.data());
  }

  std::size_t size() const { return energies_.size(); }
  template <class Iterator>
  void save(Iterator into) const {
    std::ranges::copy(energies_, into);
  }
  /// From a snapshot that was saved without an account, it begins there.
  template <class Iterator>
  void restore(Iterator from, Iterator end) {
    for (T& energy : energies_) energy = from == end ? T(0) : *from++;
  }

 private:
  Model& model_;
  IntegratorSettings settings_;
  int states_, inputs_;
  std::vector<T> energies_;  // J; integrals
  std::optional<Integrator<T>> integrator_;
  std::vector<T> y_, u_, rate_, last_;  // states and energies; inputs, their rates, and those that a piece ended with
};

/// In the place of that for a model that does not.
template <class T>
class NoEnergyIntegral {
 public:
  template <class... Arguments>
  explicit NoEnergyIntegral(Arguments&&...) {}
  EnergyAccount<T>* account() const { return nullptr; }
  void reset() const {}
  template <class Inputs>
  void add_jump(const T*, const T*, const Inputs&) const {}
  void begin(const T*, const InputSignal<T>&, int, const T*) const {}
  void follow(const Interval<T>&, const Interval<T>&, const InputSignal<T>&, int) const {}
  std::size_t size() const { return 0; }
  template <class Iterator>
  void save(Iterator) const {}
  template <class Iterator>
  void restore(Iterator, Iterator) const {}
};

template <class T, class Model>
using EnergyIntegralOf = std::conditional_t<AccountingModel<Model, T>, EnergyIntegral<T, Model>, NoEnergyIntegral<T>>;

}  // namespace oldham

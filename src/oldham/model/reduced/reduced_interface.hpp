// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/subsystem/subsystem.hpp"
#include "oldham/subsystem/value_bytes.hpp"

namespace oldham {

/// What a slow mechanical subsystem looks like at its interface, for fast ones that are stepped many times meanwhile:
///
///   M ẇ = Q + λ,   ṡ = w
///
/// with the mass M and the force Q that the slow one feels there, frozen over the step of the co-simulation around the
/// group, and λ the load from the fast side. s and w begin anew at each such step. Stepped by the semi-implicit Euler
/// method, one step for each of the group's. [Rahikainen2020] section 3.2, [PeiretND]
///
/// As an equation it is nothing: s and w are those of the slow subsystem.
template <class T>
class ReducedInterface final : public Subsystem<T>, private Equations<T> {
 public:
  enum class Mass {
    from_inputs,  // M and Q are told by the slow subsystem
    fixed,        // M is known beforehand, Q is told
    infinite,     // w is held: what many engines do
  };

  /// `mass` has size² entries, row-major, where it is fixed; else none.
  ReducedInterface(std::string name, int size, Mass kind, std::vector<T> mass);

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const T& start) final;
  void apply_inputs(std::span<const T> u) final;
  StepOutcome advance(const Interval<T>& step, const InputSignal<T>& inputs) final;
  void read_outputs(std::span<T> y) const final;
  void save(Snapshot<T>& into) const final;
  void restore(const Snapshot<T>& from) final;
  void assume_past(const T&) final {}
  void read_state(std::span<T>) const final {}  // all of it begins anew
  void write_state(std::span<const T>) final {}
  const Equations<T>* equations() const final { return this; }
  StepSensitivity<T>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<T>* output_integrals() final { return nullptr; }
  const StateBytes<T>* state_bytes() const final { return value_bytes<T>(); }

 private:
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  int first_load() const { return static_cast<int>(description_.input_count()) - size_; }
  int equation_size() const final { return 0; }
  bool has_linear_outputs() const final { return true; }
  void read_equation_state(std::span<T>) const final {}
  std::vector<int> velocity_of() const final { return {}; }
  void derivative(const T&, std::span<const T>, std::span<const T>, std::span<T>) const final {}
  void output(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> y) const final;
  bool output_rate(const T& t, std::span<const T> x, std::span<const T> dx, std::span<const T> u, std::span<const T> du,
                   std::span<T> rate) const final {
    output(t, x, du, rate);
    (void)u, (void)dx;
    return true;
  }

  SubsystemDescription description_;
  int size_;
  Mass kind_;
  Vector s_, w_, load_, impulse_, acceleration_, force_;  // load_: at the last instant that was told
  Matrix mass_;
  Eigen::LDLT<Matrix> factor_;
  bool has_mass_ = false;
  T elapsed_ = T(0);  // since it began anew
};

/// From the parameters of a file: size, mass, hold.
template <class T>
std::unique_ptr<Subsystem<T>> make_reduced_interface(const std::string& name, Reader& parameters,
                                                     const IntegratorSettings&);

}  // namespace oldham

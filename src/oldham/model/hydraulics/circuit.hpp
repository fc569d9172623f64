// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/core/outcome.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/model/hydraulics/cylinder.hpp"
#include "oldham/model/hydraulics/description.hpp"
#include "oldham/subsystem/energy_account.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham::hydraulics {

/// A hydraulic circuit as a model: pressures of volumes, spools of valves. The elements are those of [Rahikainen2020],
/// eqs. (9), (31), (33) and (34), the last three as corrected in the theory of circuits.
///
///   C_i p_i' = Σ inflows − swept volume,   C_i = V_i/B_o + Σ_k V_ik/B_k,   U' = (U_ref − U)/τ
///   Q = C_t φ(p_from − p_to)
///   U ≥ 0: C_v U φ(p_P − p_a) into a, C_v U φ(p_b − p_T) out of b
///   U < 0: C_v |U| φ(p_a − p_T) out of a, C_v |U| φ(p_P − p_b) into b
///
/// C_i is V_i over the effective bulk modulus of the volume. Inputs: position and velocity of each cylinder, then the
/// commands that no signal gives. State: pressures, spools.
template <class T>
class Circuit {
 public:
  static constexpr bool is_linear = false;
  static constexpr bool has_linear_outputs = false;

  explicit Circuit(const CircuitDescription& description);

  std::vector<T> initial_state() const { return initial_; }
  std::vector<ParameterValue> parameters() const;
  void derivative(const T& t, const T* x, const T* u, T* dx) const;
  void output(const T& t, const T* x, const T* u, T* y) const;
  void jacobian(const T& t, const T* x, const T* u, T* J) const;

  /// Functions whose change of sign is a kink or a jump of x' or y: l₁ − l_d and l₂ − l_d of each cylinder with dampers
  /// that tells its force, and the spools.
  int switch_count() const { return 2 * damped_ + static_cast<int>(valves_.size()); }
  void switches(const T& t, const T* x, const T* u, T* g) const;
  /// The first time after t at which a command or a source has a kink; infinity when there is none.
  T next_kink(const T& t) const;
  /// After each macro step: pressures and chambers must be within what they can be.
  StepOutcome settle(const T& t, const T* u, T* x) const;

  /// The energy account: sources, oil in moving chambers, cylinders, inputs of dampers; then losses at throttles,
  /// valves and cylinders; then what oil and dampers store.
  std::vector<EnergyEntry> energy_entries() const;
  void powers(const T& t, const T* x, const T* u, const T* rate, T* into) const;
  void stored_energies(const T& t, const T* x, const T* u, T* into) const;  // the last entries
  void add_jump(const T* x, const T* before, const T* after, T* into) const;
  /// Cylinders whose force is one of these outputs count with their pressures alone: friction and dampers act
  /// elsewhere.
  void ignore_forces(std::span<const int> outputs);

 private:
  struct Volume {
    T fixed{};           // C without the chambers of cylinders, m³/Pa
    T inverse{};         // 1/C where there are none
    bool moves = false;  // a chamber belongs to it
  };
  struct Source {
    int node = 0;
    TimeSignal<T> pressure;
  };
  struct Throttle {
    int from = 0, to = 0;
    T coefficient{};
  };
  struct Valve {
    int pump = 0, tank = 0, a = 0, b = 0;
    int input = -1;  // of the command; −1: the signal
    T coefficient{};
    T rate{};  // 1/τ
    TimeSignal<T> command;
  };
  struct Actuator {
    Cylinder<T> cylinder;
    int chamber1 = 0, chamber2 = 0;
    T capacity1{}, capacity2{};  // C per length of a chamber, m²/Pa
    bool gives_force = true, has_dampers = false;
    bool counts_force = true;  // in the energy account
    bool has_friction() const {
      return counts_force && (cylinder.friction != T(0) || cylinder.damper_friction != T(0));
    }
    bool has_springs() const { return counts_force && cylinder.damper_stiffness != T(0); }
  };
  /// A flow through a valve: C_v |U| φ(p_from − p_to).
  struct Way {
    int from, to;
  };
  static Way way_of_a(const Valve& v, bool extends) { return extends ? Way{v.pump, v.a} : Way{v.a, v.tank}; }
  static Way way_of_b(const Valve& v, bool extends) { return extends ? Way{v.b, v.tank} : Way{v.pump, v.b}; }

  void set_pressures(const T& t, const T* x) const;
  void set_capacities(const T* u) const;
  T oil_power(const Actuator& actuator, const T& rate) const;
  T flow(const Way& way, const T& coefficient) const;
  T inverse_capacity(int volume) const {
    return volumes_[volume].moves ? T(1 / capacity_[volume]) : volumes_[volume].inverse;
  }

  CircuitDescription description_;
  std::vector<Volume> volumes_;
  std::vector<Source> varying_;  // the other sources are written into p_ once
  std::vector<Throttle> throttles_;
  std::vector<Valve> valves_;
  std::vector<Actuator> actuators_;
  T width_squared_;  // δ², Pa²
  int damped_ = 0;
  std::vector<T> initial_;
  // per node, written to by const functions: one thread at a time
  mutable std::vector<T> p_, inflow_, capacity_, heat_;
};

/// The ports of a circuit, in the order of its inputs and outputs.
std::shared_ptr<const Boundary> circuit_boundary(const CircuitDescription& description);

/// The circuit as a subsystem.
template <class T>
std::unique_ptr<Subsystem<T>> make_circuit(const std::string& name, const CircuitDescription& description,
                                           const IntegratorSettings& integrator);

}  // namespace oldham::hydraulics

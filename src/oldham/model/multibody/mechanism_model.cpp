// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/mechanism_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/error.hpp"
#include "oldham/model/multibody/ggl_solver.hpp"
#include "oldham/model/multibody/mechanism_ports.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham::multibody {

template <class T>
MechanismModel<T>::MechanismModel(std::shared_ptr<const Mechanism<T>> mechanism, Configuration<T> start,
                                  const FormulationSettings& formulation, const IntegratorSettings& integrator)
    : mechanism_(std::move(mechanism)),
      start_(std::move(start)),
      formulation_(formulation),
      integrator_(integrator),
      steps_itself_(formulation.kind == Formulation::ali3p || formulation.kind == Formulation::ggl ||
                    integrator.kind == IntegratorKind::semi_implicit_euler),
      projects_(formulation.projection.value_or(formulation.kind == Formulation::kkt ||
                                                formulation.kind == Formulation::ggl)),
      dynamics_(std::make_unique<Dynamics<T>>(mechanism_)),
      dv_(mechanism_->dofs),
      wanted_(mechanism_->rows) {
  if (formulation.kind == Formulation::ali1 || formulation.kind == Formulation::ali3p)
    augmented_ = std::make_unique<AugmentedLagrangian<T>>(*mechanism_, formulation);
  std::vector<InterfaceRow> rows;
  for (const std::string& name : mechanism_->description.interface)
    rows.push_back(find_interface_row(*mechanism_, name, mechanism_->description.interface_where));
  if (!rows.empty()) response_ = std::make_unique<InterfaceResponse<T>>(*mechanism_, std::move(rows));
  frames_ = make_frame_mobility(*mechanism_);
  if (integrator.frozen_forces) {
    const MechanismDescription& d = mechanism_->description;
    const auto from_port = [](const JointDescription& joint) { return joint.motion && joint.motion->from_port; };
    const auto moved = [](const BodyDescription& body) { return body.is_driven(); };
    if (std::any_of(d.joints.begin(), d.joints.end(), from_port) ||
        std::any_of(d.bodies.begin(), d.bodies.end(), moved))
      throw_wrong_input("frozen_forces", "a mechanism that others move cannot freeze its forces", "leave it out");
  }
  if (formulation.kind == Formulation::ggl) ggl_ = std::make_unique<GglSolver<T>>(*dynamics_, integrator);
}

template <class T>
MechanismModel<T>::~MechanismModel() = default;
template <class T>
MechanismModel<T>::MechanismModel(MechanismModel&&) noexcept = default;

template <class T>
std::vector<T> MechanismModel<T>::initial_state() const {
  std::vector<T> x = start_.q;
  x.insert(x.end(), start_.v.begin(), start_.v.end());
  if (formulation_.kind == Formulation::ali3p) {
    x.resize(states(), T(0));
    begin(T(0), mechanism_->u0.data(), x.data());
  }
  return x;
}

template <class T>
std::vector<ParameterValue> MechanismModel<T>::parameters() const {
  std::vector<ParameterValue> list;
  for (const BodyDescription& body : mechanism_->description.bodies)
    if (!body.is_driven()) list.push_back({body.name + ".mass", body.mass, "kg"});
  for (std::size_t i = 0; i < mechanism_->description.forces.size(); ++i) {
    const ForceElement<T>& element = mechanism_->forces[i];
    if (element.kind != ElementKind::cylinder) continue;
    const std::string& name = mechanism_->description.forces[i].name;
    list.push_back({name + ".area1", to_double(element.cylinder.area1), "m^2"});
    list.push_back({name + ".area2", to_double(element.cylinder.area2), "m^2"});
  }
  return list;
}

template <class T>
int MechanismModel<T>::states() const {
  const Mechanism<T>& m = *mechanism_;
  return m.coordinates + m.dofs + (formulation_.kind == Formulation::ali3p ? m.dofs + m.rows : 0);
}

template <class T>
bool MechanismModel<T>::accelerate(const T& t, const T* x, const T* u, T* dv, bool augmented) const {
  const T *q = x, *v = x + mechanism_->coordinates;
  dynamics_->set(t, q, v, u);
  dynamics_->evaluate_forces(u);
  if (augmented) {
    const StepOutcome outcome = augmented_->accelerate(*dynamics_, dv);
    if (!outcome.is_accepted()) failure_ = outcome.reason;
    return outcome.is_accepted();
  }
  // J v̇ = −(Φ̈ − J v̇) − 2ξω Φ̇ − ω² Φ
  const T omega = from_decimal<T>(formulation_.omega), damping = 2 * from_decimal<T>(formulation_.xi) * omega;
  for (int i = 0; i < mechanism_->rows; ++i)
    wanted_[i] = -dynamics_->bias()[i] - damping * dynamics_->rates()[i] - omega * omega * dynamics_->positions()[i];
  std::copy(dynamics_->forces().begin(), dynamics_->forces().end(), dv);
  if (!dynamics_->factorise_mobility()) {
    failure_ = singular_position();
    return false;
  }
  dynamics_->solve_constrained(dv, wanted_.data());
  return true;
}

template <class T>
void MechanismModel<T>::derivative(const T& t, const T* x, const T* u, T* dx) const {
  const int nq = mechanism_->coordinates, nv = mechanism_->dofs;
  failure_.clear();
  mechanism_->rates(x, x + nq, dx);
  if (!accelerate(t, x, u, dx + nq, formulation_.kind == Formulation::ali1))
    std::fill_n(dx + nq, nv, std::numeric_limits<T>::quiet_NaN());
}

template <class T>
void MechanismModel<T>::output(const T& t, const T* x, const T* u, T* y) const {
  const T* v = x + mechanism_->coordinates;
  if (!needs_accelerations(mechanism_->description)) {
    dynamics_->set(t, x, v, u);
  } else if (!accelerate(t, x, u, dv_.data(), false)) {
    std::fill(dv_.begin(), dv_.end(), std::numeric_limits<T>::quiet_NaN());
  }
  y = write_outputs(*dynamics_, v, u, dv_.data(), y);
  const auto write = [&y](const auto& numbers, bool found) {
    for (int i = 0; i < numbers.size(); ++i) *y++ = found ? numbers.data()[i] : std::numeric_limits<T>::quiet_NaN();
  };
  if (response_) {
    const bool found = response_->evaluate(*dynamics_, t, x, v, u);
    write(response_->effective_mass(), found);
    write(response_->effective_force(), found);
  }
  if (frames_) {
    const bool found = frames_->evaluate(*dynamics_, t, x, v, u);
    write(frames_->free_acceleration(), found);
    write(frames_->mobility(), found);
  }
}

template <class T>
bool MechanismModel<T>::output_rate(const T& t, const T* x, const T* dx, const T* u, const T*, T* rate) const {
  // forces of cylinders change with pressures that may not be smooth: by differences
  const auto& forces = mechanism_->forces;
  if (needs_accelerations(mechanism_->description) || response_ || frames_ ||
      std::any_of(forces.begin(), forces.end(), [](const auto& f) { return f.kind == ElementKind::cylinder; }))
    return false;
  const int nq = mechanism_->coordinates;
  dynamics_->set(t, x, x + nq, u);
  write_output_rates(*dynamics_, t, x, x + nq, u, dx + nq, rate);
  return true;
}

template <class T>
void MechanismModel<T>::jacobian(const T& t, const T* x, const T* u, T* J) const {
  using std::abs;
  using std::cbrt;
  const int n = equation_states();
  std::vector<T> moved(x, x + n), plus(n), minus(n);
  for (int j = 0; j < n; ++j) {
    const T width = cbrt(std::numeric_limits<T>::epsilon()) * std::max(T(1), T(abs(x[j])));
    moved[j] = x[j] + width;
    derivative(t, moved.data(), u, plus.data());
    moved[j] = x[j] - width;
    derivative(t, moved.data(), u, minus.data());
    moved[j] = x[j];
    for (int i = 0; i < n; ++i) J[i * n + j] = (plus[i] - minus[i]) / (2 * width);
  }
}

template <class T>
std::vector<int> MechanismModel<T>::velocity_of() const {
  // coordinates that joints tie together, or that are parts of a quaternion, are no positions of their own
  const int n = equation_states(), nq = mechanism_->coordinates;
  std::vector<int> result(n, -1);
  if (mechanism_->rows > 0 || nq != mechanism_->dofs) return result;
  for (int i = 0; i < nq; ++i) result[i] = nq + i;
  return result;
}

template <class T>
std::vector<int> MechanismModel<T>::tied_velocities() const {
  const int nq = mechanism_->coordinates, nv = mechanism_->dofs;
  std::vector<int> result;
  if (mechanism_->rows == 0 && nq == nv) return result;  // velocity_of() has them
  for (int i = 0; i < nv; ++i) result.push_back(nq + i);
  return result;
}

template <class T>
bool MechanismModel<T>::move_positions(const T& t, const T* increments, const T* u, T* x) const {
  mechanism_->move(x, increments);
  return project_on_joints(*dynamics_, t, u, x, x + mechanism_->coordinates, work_);
}

template <class T>
std::string MechanismModel<T>::singular_position() const {
  return fmt::format("joint '{}' of the mechanism cannot be kept closed: it is at its end, or in a singular position",
                     mechanism_->description.joints[dynamics_->failed_joint()].name);
}

template <class T>
void MechanismModel<T>::begin(const T& t, const T* u, T* x) const {
  const int nq = mechanism_->coordinates, nv = mechanism_->dofs;
  if (const int stages = count_stages(t, u); stages > 0) {
    // from how it was assembled, at t = 0 and with driven bodies as described, to what is prescribed here: by small
    // moves, so that joints with two solutions keep theirs
    std::copy(start_.q.begin(), start_.q.end(), x);
    std::copy(start_.v.begin(), start_.v.end(), x + nq);
    std::vector<T> between(mechanism_->u0);
    for (int k = 1; k <= stages; ++k) {
      const T share = T(k) / stages;
      for (std::size_t i = 0; i < between.size(); ++i)
        between[i] = mechanism_->u0[i] + share * (u[i] - mechanism_->u0[i]);
      if (!project_on_joints(*dynamics_, T(share * t), between.data(), x, x + nq, work_))
        break;  // told by the first step
    }
  }
  if (formulation_.kind != Formulation::ali3p) return;
  if (!accelerate(t, x, u, x + nq + nv, false)) return;
  for (int i = 0; i < mechanism_->rows; ++i) x[nq + 2 * nv + i] = dynamics_->multipliers()[i] / augmented_->penalty();
}

template <class T>
int MechanismModel<T>::count_stages(const T& t, const T* u) const {
  using std::abs;
  T furthest(-1);
  const auto look = [&](const Prescription<T>& drive) {
    if (!drive.is_active) return;
    const T moved = drive.at(t, u).value - drive.at(T(0), mechanism_->u0.data()).value;
    furthest = std::max(furthest, T(abs(moved)));
  };
  for (const JointRows<T>& rows : mechanism_->joints) look(rows.drive);
  for (const BodySlot<T>& slot : mechanism_->bodies)
    for (const Prescription<T>& drive : slot.motion) look(drive);
  if (furthest < T(0) || mechanism_->rows == 0) return 0;
  constexpr double longest_move = 0.3, most = 10000;  // m or rad
  return 1 + static_cast<int>(std::min(most, to_double(furthest) / longest_move));
}

template <class T>
StepOutcome MechanismModel<T>::settle(const T& t, const T* u, T* x) const {
  // the length of a quaternion means nothing
  for (const BodySlot<T>& slot : mechanism_->bodies) {
    if (slot.kind != BodyKind::space_body) continue;
    Eigen::Map<Eigen::Matrix<T, 4, 1>> p(x + slot.q + 3);
    p /= p.norm();
  }
  if (!projects_) return StepOutcome::accepted();
  if (project_on_joints(*dynamics_, t, u, x, x + mechanism_->coordinates, work_)) return StepOutcome::accepted();
  return StepOutcome::failed(singular_position());
}

namespace {

/// Whether anything but the forces at its ports and cylinders changes the energy that is published.
bool has_unseen_work(const MechanismDescription& d) {
  const auto is_driven = [](const auto& motion) { return motion && !motion->from_port; };
  const auto has_drag = [&](const BodyDescription& body) {
    return body.drag != 0 || body.angular_drag != 0 || (body.is_driven() && !body.motion->front().from_port);
  };
  const auto damps = [](const ForceDescription& force) {
    const auto is_on = [](const auto& row) { return std::ranges::any_of(row, [](double c) { return c != 0; }); };
    return force.damping != 0 || std::ranges::any_of(force.dampings, is_on);
  };
  return std::ranges::any_of(d.bodies, has_drag) || std::ranges::any_of(d.forces, damps) ||
         std::ranges::any_of(d.joints, [&](const JointDescription& joint) { return is_driven(joint.motion); });
}

}  // namespace

template <class T>
std::unique_ptr<Subsystem<T>> make_mechanism(const std::string& name, const MechanismDescription& description,
                                             const FormulationSettings& formulation, IntegratorSettings integrator,
                                             std::vector<std::string>& notes) {
  auto mechanism = std::make_shared<const Mechanism<T>>(description);
  Configuration<T> start = assemble_configuration(mechanism, T(0));
  notes.insert(notes.end(), start.notes.begin(), start.notes.end());
  if (!description.interface.empty()) {
    std::vector<InterfaceRow> rows;
    for (const std::string& row : description.interface)
      rows.push_back(find_interface_row(*mechanism, row, description.interface_where));
    Dynamics<T> dynamics(mechanism);
    if (!InterfaceResponse<T>(*mechanism, rows)
             .evaluate(dynamics, T(0), start.q.data(), start.v.data(), mechanism->u0.data()))
      throw_wrong_input(description.interface_where,
                        fmt::format("the rows of 'interface' of mechanism '{}' cannot all move independently: {}",
                                    description.name, fmt::join(description.interface, ", ")),
                        "leave out those that joints tie to others");
  }
  auto boundary = std::make_shared<Boundary>(*make_boundary(*mechanism));
  boundary->acts_at_end = formulation.kind == Formulation::ali3p;
  boundary->has_unseen_work = has_unseen_work(description);
  return with_integrator<T>(name, std::move(boundary),
                            MechanismModel<T>(std::move(mechanism), std::move(start), formulation, integrator),
                            integrator);
}

template class MechanismModel<double>;
template class MechanismModel<Multiprecision>;
template std::unique_ptr<Subsystem<double>> make_mechanism(const std::string&, const MechanismDescription&,
                                                           const FormulationSettings&, IntegratorSettings,
                                                           std::vector<std::string>&);
template std::unique_ptr<Subsystem<Multiprecision>> make_mechanism(const std::string&, const MechanismDescription&,
                                                                   const FormulationSettings&, IntegratorSettings,
                                                                   std::vector<std::string>&);

}  // namespace oldham::multibody
